"""A strategy in words: one line for every total and pair, as a table of one's own is written
(`ways`), and the hands that a strategy plays otherwise than others of their total."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

import numpy as np

from ..table_rules import TableRules
from .compositions import TOTAL_MAX, VALUES, Ints, compositions
from .dealer import Floats
from .paths import orders_and_reach
from .rows import chances_in
from .shoes import Start, one_card_starts, shoe_of, two_card_starts
from .solve import first_chance
from .strategy import Strategy, start_row, two_card_hands
from .words import DOUBLE_OR, DRAW, SHOWN, SPLIT, STAND, SURRENDER_OR, name_of, value_named

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
    hand = table.row_of(low, high)
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
        (low, high)
        for hand, low, high in two_card_hands()
        if low != high and bool(table.soft[hand]) == soft and table.total[hand] == int(name)
    ]


def shown_text(shown: list[str], order: Sequence[str] = SHOWN) -> str:
    """`2 3`, `4-6`, `7-A`: runs of three or more as such; nothing for all cards."""
    if len(shown) == len(order):
        return ""
    places = sorted(order.index(each) for each in shown)
    parts = []
    for _, run in groupby(enumerate(places), lambda each: each[1] - each[0]):
        names = [order[place] for _, place in run]
        to = "-" if order is SHOWN else " to "
        parts += [f"{names[0]}{to}{names[-1]}"] if len(names) > 2 else names
    return " ".join(parts)


def line_text(by_shown: list[tuple[str, str]], order: Sequence[str] = SHOWN) -> str:
    """`draw 2 3, stand 4-6, draw 7-A`."""
    parts = []
    for do, run in groupby(by_shown, lambda each: each[1]):
        parts.append(f"{do} {shown_text([shown for shown, _ in run], order)}".strip())
    return ", ".join(parts)


def one_card_lines(rules: TableRules, strategy: Strategy, shoe: Ints | None = None) -> list[Line]:
    """The strategy where the dealer shows one card."""
    assert not rules.face_up
    shoe = shoe_of(rules.decks) if shoe is None else shoe
    starts = shown_starts(shoe)
    found = first_cards(starts, strategy)
    for shown, start in starts.items():
        found += more_cards(strategy, start, shown)
    return found


def shown_starts(shoe: Ints) -> dict[str, Start]:
    """By the card that is shown, in the order of a chart."""
    starts = {name_of(start.cards[0]): start for start in one_card_starts(shoe)}
    return {shown: starts[shown] for shown in SHOWN if shown in starts}


def first_cards(starts: dict[str, Start], strategy: Strategy) -> list[Line]:
    """The first two cards: a line for every situation, and those that are played otherwise."""
    found: list[Line] = []
    for situation in (*HARD, *SOFT, *PAIRS):
        cells = [(shown, cell_of(strategy, start, situation)) for shown, start in starts.items()]
        chance = sum((cell.chance for _, cell in cells), Fraction(0))
        if chance:
            found.append(Line(situation, line_text([(s, c.do) for s, c in cells]), chance))
            found += [
                Line(f"{name} against {shown}", do, often)
                for shown, cell in cells
                for name, do, often in cell.others
            ]
    return found


def more_cards(strategy: Strategy, start: Start, shown: str) -> Iterator[Line]:
    """Hands of three cards and more, where not all are played as most first two cards of their
    total are: what most of them do, if it is that, and those that differ."""
    table = compositions()
    row = start_row(start.cards)
    chances = _chances_of_more(strategy, start)
    # Whether hands of three cards and more may be doubled or surrendered at all.
    may = bool((strategy.doubles | strategy.surrenders)[:, table.cards > 2].any())
    for soft in (False, True):
        for total in range(TOTAL_MAX - 1, 4, -1):
            here = np.flatnonzero((chances > 0) & (table.soft == soft) & (table.total == total))
            by_action: dict[str, list[int]] = {}
            for hand in here[np.argsort(-chances[here])].tolist():
                do = DRAW if strategy.draws[row, hand] else STAND
                do = DOUBLE_OR + do if strategy.doubles[row, hand] else do
                do = SURRENDER_OR + do if strategy.surrenders[row, hand] else do
                by_action.setdefault(do, []).append(hand)
            if not by_action:
                continue
            often = {do: float(chances[hands].sum()) for do, hands in by_action.items()}
            most = max(often, key=lambda do: often[do])
            situation = f"{'soft' if soft else 'hard'} {total}"
            first = cell_of(strategy, start, situation).do
            if not may:
                first = first.removeprefix(SURRENDER_OR).removeprefix(DOUBLE_OR)
            if first and first != most:
                yield Line(
                    f"{situation} against {shown}, three cards or more",
                    most,
                    _exactly(sum(often.values())) * start.chance,
                )
            for do, hands in by_action.items():
                if do != most:
                    yield Line(
                        f"{situation} against {shown} with {_named(hands)}",
                        do,
                        _exactly(often[do]) * start.chance,
                    )


def _chances_of_more(strategy: Strategy, start: Start) -> Floats:
    """Return the chance of every hand of three cards or more that comes about, below 21."""
    table = compositions()
    _, reach = orders_and_reach(strategy.actions(start_row(start.cards)))
    chances = chances_in(start.shoe, reach)
    chances[(table.cards <= 2) | (table.total == TOTAL_MAX)] = 0
    return chances


def _exactly(chance: float) -> Fraction:
    return Fraction(chance).limit_denominator(10**12)


def _named(hands: list[int]) -> str:
    named = ", ".join(hand_name(hand) for hand in hands[:NAMED_MAX])
    return f"{named} and {len(hands) - NAMED_MAX} more" if len(hands) > NAMED_MAX else named


def hand_name(hand: int) -> str:
    """`A-4-5-6`."""
    counts = compositions().counts[hand].tolist()
    return "-".join(name_of(v) for v in range(1, VALUES + 1) for _ in range(counts[v - 1]))


def chart(
    rules: TableRules, strategy: Strategy, shoe: Ints | None = None, *, every: bool = False
) -> list[tuple[str, list[str]]]:
    """The table in letters: a row for every situation, a column for every card in SHOWN. A star
    where some hands of the total are played otherwise: of two cards or, with `every`, more."""
    starts = shown_starts(shoe_of(rules.decks) if shoe is None else shoe)
    rows = []
    more = {
        shown: [line.situation for line in more_cards(strategy, start, shown)] if every else []
        for shown, start in starts.items()
    }
    for situation in (*HARD, *SOFT, *PAIRS):
        letters = []
        for shown, start in starts.items():
            cell = cell_of(strategy, start, situation)
            starred = cell.others or any(
                each.startswith(f"{situation} against {shown}") for each in more[shown]
            )
            letters.append(LETTERS.get(cell.do, "") + ("*" if starred else ""))
        rows.append((situation, letters))
    return rows


def legend_of(rows: Iterable[tuple[str, Sequence[str]]]) -> tuple[tuple[str, str], ...]:
    """What the letters of a chart stand for."""
    used = {letter.removesuffix("*") for _, cells in rows for letter in cells}
    legend = {letter: words for words, letter in LETTERS.items() if letter in used}
    if any(letter.endswith("*") for _, cells in rows for letter in cells):
        legend["*"] = "some cards of this total otherwise: see the lines of the strategy"
    return tuple(legend.items())


# -- both of the dealer's cards are face up --------------------------------------------------


def shown_totals(shoe: Ints) -> dict[str, list[Start]]:
    """By the dealer's total: hard ones, then (with an A) soft ones. A blackjack ends the round."""
    found: dict[str, list[Start]] = {}
    for soft in (False, True):
        for total in range(4, TOTAL_MAX):
            for start in two_card_starts(shoe):
                low, high = start.cards
                if (low == 1) == soft and low + high + 10 * soft == total:
                    found.setdefault(f"A-{name_of(high)}" if soft else str(total), []).append(start)
    return found


def face_up_cell(strategy: Strategy, starts: list[Start], situation: str) -> Cell:
    """As `cell_of`, over all of the dealer's cards of one total."""
    by_action: dict[str, Fraction] = {}
    others = []
    for start in starts:
        cell = cell_of(strategy, start, situation)
        against = "-".join(name_of(value) for value in reversed(start.cards))
        apart = sum((often for *_, often in cell.others), Fraction(0))
        for hands, do, chance in [(situation, cell.do, cell.chance - apart), *cell.others]:
            if chance:
                by_action[do] = by_action.get(do, Fraction(0)) + chance
                others.append((f"{hands} against {against}", do, chance))
    if not by_action:
        return Cell("", Fraction(0), ())
    most = max(by_action, key=lambda do: by_action[do])
    few = tuple(each for each in others if each[1] != most)
    return Cell(most, sum(by_action.values(), Fraction(0)), few)


def face_up(
    strategy: Strategy, shoe: Ints
) -> tuple[list[Line], tuple[str, ...], list[tuple[str, list[str]]]]:
    """The strategy's lines, and its chart: columns and rows."""
    shown = shown_totals(shoe)
    columns = tuple(shown)
    lines: list[Line] = []
    rows = []
    for situation in (*HARD, *SOFT, *PAIRS):
        cells = [face_up_cell(strategy, starts, situation) for starts in shown.values()]
        chance = sum((cell.chance for cell in cells), Fraction(0))
        if not chance:
            continue
        by_shown = [(name, cell.do) for name, cell in zip(columns, cells, strict=True) if cell.do]
        lines.append(Line(situation, line_text(by_shown, columns), chance))
        lines += [Line(*each) for cell in cells for each in cell.others]
        rows.append(
            (situation, [LETTERS.get(cell.do, "") + ("*" if cell.others else "") for cell in cells])
        )
    return lines, columns, rows
