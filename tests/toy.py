"""A small game that is not in the regulation: its procedures are the tests' own, so that each
mechanism of the engine can be tried by itself."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from importlib.resources.abc import Traversable
from typing import Any, cast

import msgspec

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.law.paytable import Row
from pitboss.law.regulation import Law, Regulation
from pitboss.law.schema import Subchapter, Value
from pitboss.table.dealer import Dealer
from pitboss.table.entries import parse_entry
from pitboss.table.game import Game, Irregularity, Limits, Nothing, Rules, Table
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play

DAY = date(2000, 1, 1)

TOY = """
game = "toy"
title = "Toy"
subchapter = "99"
adopted = "first"
verified_until = 2020-01-01

[act.first]
effective = 1990-01-01

[contents]
"99.1" = "Wagers"
"99.2" = "Play"
"99.3" = "Irregularities"

[[paytable.pays]]
since = "first"
cite = "99.1(a)"
rows = [["even", "1 to 1"], ["three-halves", "3 to 2"], ["seven-sixths", "7 to 6"]]

[[paytable.numbers]]
since = "first"
cite = "99.1(b)"
rows = [["1", "9 to 5"], ["2-4", "2 to 1"]]

[[option.several_betting_areas]]
since = "first"
cite = "99.1(c)"
values = [true, "adjacent", false]

[[wager.main]]
since = "first"
cite = "99.1(a)"
pays = "pays:even"

[[wager.second]]
since = "first"
cite = "99.1(a)2"
pays = "pays:even"

[[wager.half]]
since = "first"
cite = "99.1(a)3"
pays = "pays:three-halves"

[[wager.place]]
since = "first"
cite = "99.1(a)4"
pays = "pays:seven-sixths"
pays_exactly = "99.1(d)"

[[wager.any]]
since = "first"
cite = "99.1(a)5"
pays = "pays"

[[wager.fives]]
since = "first"
cite = "99.1(a)6"
pays = "pays:even"
pays_exactly = "99.1(e)"
multiple_of = 5

[[wager.number]]
since = "first"
cite = "99.1(b)"
pays = "numbers"
spots = ["1", "2", "3"]
"""


class InMemory:
    """A data file that is a text."""

    def __init__(self, text: str, name: str = "toy.toml") -> None:
        self.text, self.name = text, name

    def read_text(self, encoding: str | None = None) -> str:
        return self.text


def source(text: str) -> Traversable:
    return cast(Traversable, InMemory(text))


def regulation(text: str = TOY) -> Regulation:
    return Regulation(msgspec.convert(tomllib.loads(text), Subchapter))


def row(key: str, table: str = "pays") -> Row:
    """A row of one of the toy's pay tables."""
    return regulation().resolve(DAY).paytable(table)[key]


class ToyRules(Rules, frozen=True):
    pass


def toy_rules(law: Law) -> ToyRules:
    return ToyRules(law=law)


def one_deck(rules: Any) -> tuple[Shoe | None, Any]:
    return full_shoe(1), Nothing()


def toy(
    procedure: Callable[[Dealer, Any], None],
    *irregularities: Irregularity,
    **fields: Any,
) -> Game:
    """A game whose round is `procedure`."""
    fields.setdefault("prepare", one_deck)
    fields.setdefault("first_procedure", "round")
    return Game(
        "toy",
        data=source(fields.pop("text", TOY)),
        rules=toy_rules,
        procedures={"round": procedure},
        irregularities=irregularities,
        **fields,
    )


def table_of(
    game: Game,
    seats: int = 2,
    *,
    limits: Limits | None = None,
    options: Mapping[str, Value] | None = None,
    areas: Mapping[int, int] | None = None,
) -> tuple[Any, Table]:
    rules = game.rules(DAY, options)
    return rules, game.open_table(rules, seats, limits=limits, areas=areas)


def run_toy(
    game: Game,
    *lines: str,
    seats: int = 2,
    limits: Limits | None = None,
    by_hand: bool = False,
    areas: Mapping[int, int] | None = None,
) -> Waiting | Receipt:
    """The state of the toy's round after these lines of tape."""
    options: dict[str, Value] = {"several_betting_areas": True} if areas else {}
    rules, table = table_of(game, seats, limits=limits, options=options, areas=areas)
    return play(game, rules, table, [parse_entry(line) for line in lines], by_hand=by_hand)


def settled(outcome: Waiting | Receipt) -> Receipt:
    assert isinstance(outcome, Receipt), outcome.prompt.legal()
    return outcome


def waiting(outcome: Waiting | Receipt) -> Waiting:
    assert isinstance(outcome, Waiting), outcome.lines
    return outcome
