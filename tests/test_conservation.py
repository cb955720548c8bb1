"""Money and cards that appear or are lost are noticed, whoever looks."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest

from pitboss import registry
from pitboss.table.conservation import unconserved
from pitboss.table.entries import parse_entry
from pitboss.table.game import Game, Table
from pitboss.table.layout import Wager
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play

TAPE = ("p1 wager original 10.00", "d close", "d draw 4s", "d draw 7h", "d close", "d draw 5c")


def played(entries: int) -> tuple[Game, Any, Table, Any]:
    game = registry.find("red-dog")
    rules = game.rules(date(1999, 6, 1), {})
    before = game.open_table(rules, 1)
    tape = [parse_entry(text) for text in TAPE[:entries]]
    return game, rules, before, play(game, rules, before, tape)


@pytest.mark.parametrize("entries", range(len(TAPE) + 1))
def test_nothing_appears_and_nothing_is_lost(entries: int) -> None:
    assert unconserved(*played(entries)) == ""


def test_money_that_appears_or_is_nobodys() -> None:
    game, rules, before, receipt = played(len(TAPE))
    receipt.house += 1
    assert unconserved(game, rules, before, receipt) == "money is not conserved: 0.01 appear"
    game, rules, before, receipt = played(len(TAPE))
    standing = (Wager(2, "original", 500), Wager(1, "original", 500))
    receipt.after = msgspec.structs.replace(receipt.after, standing=standing)
    receipt.house -= 1000
    assert "of nobody" in unconserved(game, rules, before, receipt)
    game, rules, before, waiting = played(2)
    assert isinstance(waiting, Waiting)
    waiting.cash[1] += 500
    assert "5.00 appear" in unconserved(game, rules, before, waiting)


def test_cards_that_appear_or_are_lost() -> None:
    game, rules, before, receipt = played(len(TAPE))
    assert isinstance(receipt, Receipt)
    shoe = receipt.after.shoe
    assert shoe is not None
    counts = (shoe.counts[0] + 1, *shoe.counts[1:])
    more = msgspec.structs.replace(shoe, counts=counts, remaining=shoe.remaining + 1)
    receipt.after = msgspec.structs.replace(receipt.after, shoe=more)
    assert unconserved(game, rules, before, receipt) == "cards are not conserved"
    fewer = msgspec.structs.replace(shoe, remaining=shoe.remaining - 1)
    receipt.after = msgspec.structs.replace(receipt.after, shoe=fewer)
    assert unconserved(game, rules, before, receipt) == "the shoe miscounts itself"
    game, rules, before, waiting = played(3)
    waiting.prompt.dealer.counts[5] -= 1
    assert unconserved(game, rules, before, waiting) == "cards are not conserved"
