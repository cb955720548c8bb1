"""A difference for a reader: sentences, one act a block, renumberings in one line."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss import registry
from pitboss.law.difference import difference, differences
from pitboss.law.redline import Block, blocks


def of(key: str, first: str, last: str) -> list[Block]:
    days = date.fromisoformat(first), date.fromisoformat(last)
    return blocks(difference(registry.find(key).regulation, *days))


def test_the_one_new_wager_is_not_buried_under_renumberings() -> None:
    (block,) = of("craps", "1993-03-14", "1993-03-15")
    (sentence,) = block.sentences
    assert sentence.subject.startswith("wager craps-eleven")
    assert block.moved.startswith("renumbered without a change of substance: 19:47-1.2(a)18 is")


def test_a_changed_row_is_told_with_both_its_odds() -> None:
    changed = [
        sentence
        for key in registry.OURS
        for block in of(key, "1978-06-02", "2026-01-01")
        if date.fromisoformat("2026-01-01") >= registry.find(key).regulation.adopted
        for sentence in block.sentences
        if sentence.change == "changed" and sentence.subject.startswith("pay table")
    ]
    assert all(sentence.before != sentence.after for sentence in changed if sentence.before)


@pytest.mark.parametrize("key", registry.OURS)
def test_every_change_of_every_game_is_a_sentence(key: str) -> None:
    for block in of(key, "1978-06-02", "2026-01-01"):
        for sentence in block.sentences:
            assert sentence.subject
            assert "{" not in sentence.before + sentence.after
            if sentence.change == "changed":
                assert sentence.before or sentence.after


def test_the_whole_chapter() -> None:
    games = {answer["game"] for answer in differences(date(1996, 1, 1), date(1999, 12, 31))}
    assert {"blackjack", "minibaccarat", "three-card-poker"} <= games
