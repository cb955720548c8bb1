"""Rounds dealt by the procedure, cards by chance, the same each time: what is drawn as a flow
chart, drafted as rules, counted for the pace."""

from __future__ import annotations

import random
from typing import NamedTuple

from pitboss.table.entries import Entry
from pitboss.table.game import Game, Limits, Rules, Table
from pitboss.table.receipt import Receipt
from pitboss.table.round import run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape

ROUNDS, OPENINGS, SEATS = 40, 3, 2
LIMITS = (1_000, 100_000)


class Round(NamedTuple):
    """A round that was dealt at a table ready for it."""

    entries: list[Entry]
    receipt: Receipt


def sample_rounds(
    game: Game, rules: Rules, count: int = ROUNDS, *, seats: int = SEATS
) -> list[Round]:
    """Rounds at a table of so many seats that is ready for one."""
    return [_dealt(game, rules, _table(game, rules, seats), number) for number in range(count)]


def sample_openings(game: Game, rules: Rules, count: int = OPENINGS) -> list[Round]:
    """What comes before the first round: opening, shuffle, and whatever else the game has."""
    dealt: list[Round] = []
    for number in range(count if game.first_procedure else 0):
        table = _table(game, rules, SEATS, closed=True)
        while table.next != "round" and len(dealt) < count * 4:
            dealt.append(_dealt(game, rules, table, number))
            table = dealt[-1].receipt.after
    return dealt


def seats_of(game: Game, rules: Rules) -> int:
    """Returns how many seats a table has at the most."""
    return game.seats_max if game.seats_of is None else game.seats_of(rules)


def _table(game: Game, rules: Rules, seats: int, *, closed: bool = False) -> Table:
    seats = min(seats, seats_of(game, rules))
    return game.open_table(rules, seats, limits=Limits({"": LIMITS}), closed=closed)


def _dealt(game: Game, rules: Rules, table: Table, number: int) -> Round:
    tape = LiveTape(RandomPlayers(random.Random(f"{game.key} {number}"), wagers_most=2))
    receipt = run(game, rules, table, tape)
    return Round(list(tape.entries), receipt)
