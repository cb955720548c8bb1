"""What a round of double attack blackjack comes to, with the chance of each outcome."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.studies.families.twenty_one.exact.compositions import VALUES
from pitboss.studies.families.twenty_one.exact.outcomes import (
    played_chances,
    split_averages,
    split_square_of,
)
from pitboss.studies.families.twenty_one.exact.paths import SET_ASIDE
from pitboss.studies.families.twenty_one.exact.solve import first_chance, payments
from pitboss.studies.families.twenty_one.exact.strategy import start_row, two_card_hands
from pitboss.studies.families.twenty_one.table_rules import TableRules

from .exact import Against, Solution, with_surrender

Cells = list[tuple[Cell, Fraction]]


def add_cells(joint: Joint, cells: Cells, chance: Fraction, *, attack: bool) -> None:
    """Adds outcomes of a unit that come with this chance; twice as much of each, where there is a
    double attack wager."""
    times = Fraction(2 if attack else 1)
    for cell, often in cells:
        if often:
            square = None if cell.square is None else times**2 * cell.square
            wider = Cell(cell.row, cell.odds, times * cell.net, times * cell.staked, (), square)
            joint.add((wider,), chance * often)


def cells_against(rules: TableRules, found: Solution, each: Against) -> Cells:
    """What a unit wagered comes to against what is seen of the dealer's cards."""
    start, index = each.start, start_row(each.start.cards)
    aside = found.strategy.actions(index) == SET_ASIDE
    played = lost = Fraction(0)
    split: Cells = []
    cells: Cells = []
    paid = with_surrender(payments(rules), each.gives_up, rules.surrender_keeps)
    for hand, low, high in two_card_hands():
        chance = first_chance(start, low, high)
        if not chance:
            continue
        blackjack = chance * start.blackjack_chance(low, high)
        if (low, high) == (1, VALUES):
            cells += [
                (cell_of("blackjack", rules.blackjack, 1), chance - blackjack),
                (cell_of("blackjack, push", 0, 1), blackjack),
            ]
            continue
        lost += blackjack
        if aside[hand]:
            pair = (rules, start, found.strategy, index, low - 1, paid)
            net, staked = split_averages(*pair)
            often = chance - blackjack
            square = split_square_of(*pair) / often
            split.append((Cell("split", "", net / often, staked / often, (), square), often))
        else:
            played += chance - blackjack
    return [*cells, *split, (cell_of("lose", -1, 1), lost), *_played(rules, found, each, played)]


def _played(rules: TableRules, found: Solution, each: Against, played: Fraction) -> Cells:
    """Hands that are not split, where the dealer has no blackjack."""
    start, index = each.start, start_row(each.start.cards)
    paid = payments(rules)
    up = each.gives_up[:, None]
    won, even = (paid.once > paid.unit) & ~up, (paid.once == paid.unit) & ~up
    kinds = (won, even, np.broadcast_to(up, won.shape))
    actions = found.strategy.actions(index)
    *counted, twice = played_chances(rules, start, actions, kinds, kinds, doubled=True)
    nets = {"win": rules.win, "push": Fraction(0), "surrender": rules.surrender_keeps - 1}
    cells = [cell_of(name, net, 1) for name, net in nets.items()]
    cells += [cell_of(f"doubled, {name}", 2 * net, 2) for name, net in nets.items()]
    rest, double_rest = played - twice - sum(counted[:3]), twice - sum(counted[3:])
    lost = (cell_of("lose", -1, 1), rest), (cell_of("doubled, lose", -2, 2), double_rest)
    return [*zip(cells, counted, strict=True), *lost]


def cell_of(row: str, net: Fraction | int, staked: Fraction | int) -> Cell:
    return Cell(row, "", Fraction(net), Fraction(staked))
