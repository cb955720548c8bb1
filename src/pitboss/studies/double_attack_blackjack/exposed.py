"""What it is worth to see the dealer's second card at double attack blackjack: when hands are
played and insurance is offered, after the double attack wager, which the first card alone
decides."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.analysis.exact.distribution import Joint
from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.exposure.figures import Before, Exposure, Way
from pitboss.analysis.exposure.leak import Leak
from pitboss.analysis.study import Scenario
from pitboss.families.twenty_one.hands import dealer_draws, two_cards
from pitboss.games.double_attack_blackjack.hands import NO_ROW, SOFT_17_DRAWS, bust_it_row
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, compositions
from pitboss.studies.families.twenty_one.exact.shoes import chance_of, shoe_of, two_card_starts
from pitboss.studies.families.twenty_one.exact.solve import against_blackjack
from pitboss.studies.families.twenty_one.exact.strategy import nothing
from pitboss.studies.families.twenty_one.exact.strategy_lines import face_up
from pitboss.studies.families.twenty_one.exposed import (
    FirstCards,
    before_insurance,
    insured_note,
    way_of,
)
from pitboss.studies.families.twenty_one.table_rules import FACE_UP, TableRules

from .exact import CARDS, PICTURES, Against, Solution, against, solve, table_rules
from .outcomes import Cells, add_cells, cell_of, cells_against

MAIN, ATTACK = "initial", "double attack"


class Seeing(NamedTuple):
    """The best play with both of the dealer's cards seen, and the first cards against which a
    double attack wager is worth it to somebody who will see the second."""

    solution: Solution
    attacks: frozenset[int]


def solve_seeing(rules: TableRules) -> Seeing:
    seen = rules._replace(hole_card=FACE_UP)
    shoe, strategy = shoe_of(rules.decks, tens=PICTURES), nothing(seen)
    found = []
    by_first = [Fraction(0)] * (VALUES + 1)
    for start in two_card_starts(shoe):
        if start.is_blackjack:
            none = np.zeros(len(compositions().hard), dtype=bool)
            each = Against(start, against_blackjack(seen, start), none, False)
        else:
            each = against(seen, start, strategy)._replace(attack=False)
        found.append(each)
        for first in start.cards:
            by_first[first] += start.chance * each.value / 2
    attacks = frozenset(first for first in range(1, VALUES + 1) if by_first[first] > 0)
    return Seeing(Solution(strategy, found), attacks)


def joint_of(rules: TableRules, seeing: Seeing, wager: str) -> Joint:
    """What a round comes to."""
    joint = Joint((wager,))
    for each in seeing.solution.against:
        cells = _cells(rules, seeing.solution, each)
        for first in each.start.cards:
            add_cells(joint, cells, each.start.chance / 2, attack=first in seeing.attacks)
    return joint


def _cells(rules: TableRules, found: Solution, each: Against) -> Cells:
    if not each.start.is_blackjack:
        return cells_against(rules._replace(hole_card=FACE_UP), found, each)
    own = 2 * chance_of(each.start.shoe, 1, VALUES)
    return [(cell_of("blackjack, push", 0, 1), own), (cell_of("lose", -1, 1), 1 - own)]


def beside(rules: DoubleAttackRules, scenario: Scenario, leak: Leak) -> Before | None:
    """Returns the edges of insurance, or of bust it; None for another wager."""
    if scenario.wager == "insurance":
        return before_insurance(leak, CARDS, rules.decks, rules.law.paytable("insurance"))
    if scenario.wager == "bust-it":
        return FirstCards(("dealer 1", "dealer 2", "dealer 3"), CARDS, rules.decks).before(
            scenario.wager, rules.bust_it, _bust_it_row, leak
        )
    return None


def exposed(rules: DoubleAttackRules, leak: Leak, before: Joint) -> Exposure:
    """Returns what the dealer's second card does to the main wager."""
    table, shoe = table_rules(rules), shoe_of(rules.decks, tens=PICTURES)
    seeing = solve_seeing(table)
    ways: list[Way] = []
    for joint, attacks in (
        (joint_of(table, seeing, MAIN), seeing.attacks),
        (before, solve(table).played.attacks),
    ):
        way = way_of(joint, MAIN)
        often = sum((chance_of(shoe, first) for first in attacks), Fraction(0))
        ways.append(Way(way.distribution, {ATTACK: often, **way.actions}))
    lines, _columns, _rows = face_up(seeing.solution.played, shoe)
    named = ", ".join("A" if first == 1 else str(first) for first in sorted(seeing.attacks))
    notes = (
        "the second card is seen after the double attack wager, which is made against a first card "
        f"of {named}",
        insured_note(ways[0], shoe, table.insurance),
    )
    strategy = [Choice(*line) for line in lines]
    seen, before_it = ways
    words = leak.in_words()
    return Exposure(MAIN, words, "exact", seen, before_it, strategy, notes=notes)


def _bust_it_row(first: int, second: int, third: int) -> int:
    draws = dealer_draws(two_cards(first, second), SOFT_17_DRAWS)
    return bust_it_row(first, second, third) if draws else NO_ROW
