"""Counting the dealer's hands by inclusion and exclusion, against counting them one by one; what
is kept on disk; and what is told on the way."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pitboss.analysis.progress import part_of, tell, telling
from pitboss.equipment.cards import parse_cards
from pitboss.hands.poker import five_card_value, four_card_value
from pitboss.studies.families.one_deck_poker.against import (
    Players,
    five_card_dealers,
    five_card_values,
    four_card_dealers,
    kept_on_disk,
    place_in_table,
    players,
)
from pitboss.studies.families.one_deck_poker.strategies import cards_of


@pytest.mark.parametrize(("size", "value"), [(5, five_card_value), (6, four_card_value)])
def test_counts_are_those_of_all_hands_one_by_one(size: int, value: object) -> None:
    assert callable(value)
    deck = parse_cards("As Ad Ac Ks Kd Qs Js Ts 9h 5c 5d 4c 3d")
    mine = Players(deck)
    dealers = five_card_dealers(deck) if size == 5 else four_card_dealers(deck)
    rng = random.Random(size)
    rows = np.array(sorted(rng.sample(range(len(mine.hands)), 40)))
    hands = mine.hands[rows]
    every = {hand: value(list(hand)) for hand in combinations(sorted(deck), size)}
    marks = np.array([rng.choice(list(every.values())) + rng.randint(0, 1) for _ in rows])
    found = dealers.count_below(hands, marks)
    for place, hand in enumerate(hands.tolist()):
        for card in range(52):
            expected = sum(
                card in other and not set(hand) & set(other) and its < marks[place]
                for other, its in every.items()
            )
            assert found[place, card] == expected


def test_every_hand_is_found_under_the_one_that_stands_for_it() -> None:
    """With the card shown in the same naming of the suits: equal up to a change of suits."""
    rng = random.Random(1)
    table = players()
    for _ in range(300):
        *hand, shown = rng.sample(range(52), 6)
        place, card = divmod(place_in_table(hand, shown), 52)
        stands = table.hands[place].tolist()
        assert sorted(c >> 2 for c in stands) == sorted(c >> 2 for c in hand)
        assert card >> 2 == shown >> 2
        assert card not in stands
        named = sorted(range(4), key=lambda s: -sum(1 << (c >> 2) for c in hand if c & 3 == s))
        renamed = {suit: place for place, suit in enumerate(named)}
        assert sorted((c >> 2) * 4 + renamed[c & 3] for c in hand) == stands


def test_what_is_kept_is_read_again_and_damage_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE_DIR", str(tmp_path))
    made = []

    def make() -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
        made.append(1)
        return np.arange(12, dtype=np.int32).reshape(3, 4)

    def read() -> list[list[int]]:
        found: list[list[int]] = kept_on_disk("test", (five_card_values,), (3, 4), make).tolist()
        return found

    first = read()
    assert read() == first
    assert len(made) == 1
    (path,) = (tmp_path / "counts").iterdir()
    for content in (path.read_bytes()[:-1], bytes(80), b"", path.read_bytes()[::-1]):
        path.write_bytes(content)
        before = len(made)
        assert read() == first
        assert len(made) == before + 1


def test_progress_is_told_to_whoever_asked() -> None:
    heard: list[str] = []
    tell("nobody listens")
    with telling(heard.append, "ante"):
        part_of("lower hands")(0.5)
    with telling(None, "ante"):
        tell("nobody listens")
    assert heard == ["ante: lower hands, 50%"]


@pytest.mark.parametrize(
    ("hand", "count", "found"),
    [("A-K", 2, "Ac Kd"), ("Q-6-4", 3, "Qc 6d 4c"), ("Q-6-4 suited", 3, "Qc 6c 4c"),
     ("K-K-2", 3, "Kc Kd 2c"), ("A-K-J-8-3", 5, "Ac Kd Jc 8d 3c")],
)  # fmt: skip
def test_cards_of_a_name(hand: str, count: int, found: str) -> None:
    assert cards_of(hand, count) == list(parse_cards(found))


@pytest.mark.parametrize("hand", ["A", "A-1-2", "AKQ", "K-K-2 suited", "K-K-K-K-K", ""])
def test_names_that_are_no_hands(hand: str) -> None:
    assert cards_of(hand, max(3, hand.count("-") + 1)) is None
