"""A strategy in words: one line for every total and pair, as a table of one's own is written
(`ways`), and the hands that a strategy plays otherwise than others of their total."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import jit
from pitboss.games.blackjack.ways import (
    DOUBLE_OR,
    DRAW,
    SHOWN,
    SPLIT,
    STAND,
    SURRENDER_OR,
    name_of,
    value_named,
)
from pitboss.games.twenty_one.analysis.compositions import TOTAL_MAX, VALUES, Ints, compositions
from pitboss.games.twenty_one.analysis.exact import first_chance, starts_of
from pitboss.games.twenty_one.analysis.parameters import FACE_UP, Parameters
from pitboss.games.twenty_one.analysis.paths import WAYS, chances_of, count_orders
from pitboss.games.twenty_one.analysis.rows import falling_tables
from pitboss.games.twenty_one.analysis.shoes import Start, shoe_of
from pitboss.games.twenty_one.analysis.strategy import Strategy, start_row, two_card_hands

# So many hands are named in a line; more are counted.
NAMED_MAX = 8

HARD = [f"hard {total}" for total in range(19, 4, -1)]
SOFT = [f"soft {total}" for total in range(20, 12, -1)]
PAIRS = [f"pair of {name}" for name in ("A", "10", "9", "8", "7", "6", "5", "4", "3", "2")]

# Letters for a chart.
LETTERS = {
    DRAW: "H", STAND: "S", SPLIT: "P", DOUBLE_OR + DRAW: "D", DOUBLE_OR + STAND: "Ds",
    SURRENDER_OR + DRAW: "R", SURRENDER_OR + STAND: "Rs", SURRENDER_OR + SPLIT: "Rp",
    SURRENDER_OR + DOUBLE_OR + DRAW: "Rd", SURRENDER_OR + DOUBLE_OR + STAND: "Rx",
}  # fmt: skip


class Line(NamedTuple):
    situation: str
    do: str
    chance: Fraction


def action_of(strategy: Strategy, start: int, low: int, high: int) -> str:
    """What is done with two cards, in the words of a table."""
    table = compositions()
    hand = table.index(low, high)
    words = DRAW if strategy.draws[start, hand] else STAND
    if strategy.doubles[start, hand]:
        words = DOUBLE_OR + words
    if low == high and strategy.splits[start, low - 1]:
        words = SPLIT
    return SURRENDER_OR + words if strategy.surrenders[start, hand] else words


class Cell(NamedTuple):
    """One place of the table: the action of most of its hands, and those that differ."""

    do: str
    chance: Fraction
    others: tuple[tuple[str, str, Fraction], ...]


def cell_of(strategy: Strategy, start: Start, situation: str) -> Cell:
    row = start_row(start.cards)
    found: dict[str, list[tuple[str, Fraction]]] = {}
    for low, high in hands_in(situation):
        chance = first_chance(start, low, high) * start.chance
        if chance:
            name = f"{name_of(high)}-{name_of(low)}" if low > 1 else f"A-{name_of(high)}"
            found.setdefault(action_of(strategy, row, low, high), []).append((name, chance))
    if not found:
        return Cell("", Fraction(0), ())
    totals = {do: sum(chance for _, chance in hands) for do, hands in found.items()}
    most = max(totals, key=lambda do: totals[do])
    others = [
        (name, do, chance) for do, hands in found.items() if do != most for name, chance in hands
    ]
    return Cell(most, Fraction(sum(totals.values())), tuple(others))


def hands_in(situation: str) -> list[tuple[int, int]]:
    """The first two cards of a situation."""
    kind, _, name = situation.rpartition(" ")
    if kind == "pair of":
        return [(value_named(name), value_named(name))]
    table = compositions()
    soft = kind == "soft"
    return [
        (low, high) for hand, low, high in two_card_hands()
        if low != high and bool(table.soft[hand]) == soft and table.total[hand] == int(name)
    ]  # fmt: skip


def shown_text(shown: list[str]) -> str:
    """`2 3`, `4-6`, `7-A`: runs of three or more as such; nothing for all cards."""
    if len(shown) == len(SHOWN):
        return ""
    places = sorted(SHOWN.index(each) for each in shown)
    parts = []
    for _, run in groupby(enumerate(places), lambda each: each[1] - each[0]):
        names = [SHOWN[place] for _, place in run]
        parts += [f"{names[0]}-{names[-1]}"] if len(names) > 2 else names
    return " ".join(parts)


def line_text(by_shown: list[tuple[str, str]]) -> str:
    """`draw 2 3, stand 4-6, draw 7-A`."""
    parts = []
    for do, run in groupby(by_shown, lambda each: each[1]):
        parts.append(f"{do} {shown_text([shown for shown, _ in run])}".strip())
    return ", ".join(parts)


def told(parameters: Parameters, strategy: Strategy, shoe: Ints | None = None) -> list[Line]:
    """The strategy where the dealer shows one card."""
    assert parameters.hole_card != FACE_UP
    shoe = shoe_of(parameters.decks) if shoe is None else shoe
    starts = {name_of(start.cards[0]): start for start in starts_of(parameters, shoe)}
    found: list[Line] = []
    for situation in (*HARD, *SOFT, *PAIRS):
        cells = [(shown, cell_of(strategy, starts[shown], situation))
                 for shown in SHOWN if shown in starts]  # fmt: skip
        chance = sum((cell.chance for _, cell in cells), Fraction(0))
        if chance:
            found.append(Line(situation, line_text([(s, c.do) for s, c in cells]), chance))
            found += [
                Line(f"{name} against {shown}", do, often)
                for shown, cell in cells for name, do, often in cell.others
            ]  # fmt: skip
    for shown in SHOWN:
        if shown in starts:
            found += _more_cards(strategy, starts[shown], shown)
    return found


def _more_cards(strategy: Strategy, start: Start, shown: str) -> Iterator[Line]:
    """Hands of three cards and more that are drawn to where most of their total are stood on,
    or the other way round."""
    table = compositions()
    row = start_row(start.cards)
    reach = np.zeros(len(table.cards), dtype=np.int64)
    counting: Any = jit(count_orders)
    counting(0, strategy.actions(row), table.child, table.by_cards, reach,
             np.empty((WAYS, len(reach)), dtype=np.int64))  # fmt: skip
    chances = np.zeros(len(reach))
    weighing: Any = jit(chances_of)
    weighing(*falling_tables(start.shoe), table.counts, reach, chances)
    more = (table.cards > 2) & (chances > 0) & (table.total < TOTAL_MAX)
    for soft in (False, True):
        for total in range(TOTAL_MAX - 1, 4, -1):
            here = np.flatnonzero(more & (table.soft == soft) & (table.total == total))
            drawn = strategy.draws[row, here]
            often = float(chances[here[drawn]].sum()), float(chances[here[~drawn]].sum())
            if not here.size or not min(often):
                continue
            few = here[drawn] if often[0] < often[1] else here[~drawn]
            kind = "soft" if soft else "hard"
            names = [hand_name(hand) for hand in few[np.argsort(-chances[few])].tolist()]
            named = ", ".join(names[:NAMED_MAX])
            if len(names) > NAMED_MAX:
                named += f" and {len(names) - NAMED_MAX} more"
            chance = Fraction(min(often)).limit_denominator(10**12) * start.chance
            yield Line(f"{kind} {total} against {shown} with {named}",
                       DRAW if often[0] < often[1] else STAND, chance)  # fmt: skip


def hand_name(hand: int) -> str:
    """`A-4-5-6`."""
    counts = compositions().counts[hand].tolist()
    return "-".join(name_of(v) for v in range(1, VALUES + 1) for _ in range(counts[v - 1]))


def chart(
    parameters: Parameters, strategy: Strategy, shoe: Ints | None = None
) -> list[tuple[str, list[str]]]:
    """The table in letters: a row for every situation, a column for every card in SHOWN. A star
    where some hands of the total are played otherwise."""
    shoe = shoe_of(parameters.decks) if shoe is None else shoe
    starts = {name_of(start.cards[0]): start for start in starts_of(parameters, shoe)}
    rows = []
    for situation in (*HARD, *SOFT, *PAIRS):
        cells = [cell_of(strategy, starts[shown], situation) for shown in SHOWN if shown in starts]
        rows.append((situation, [LETTERS.get(cell.do, "") + ("*" if cell.others else "")
                                 for cell in cells]))  # fmt: skip
    return rows
