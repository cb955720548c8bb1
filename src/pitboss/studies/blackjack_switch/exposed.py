"""What it is worth to see the dealer's second card at blackjack switch: hands are switched and
played with both of the dealer's cards known."""

from __future__ import annotations

from fractions import Fraction
from math import perm

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.exposure.figures import Exposure, Way
from pitboss.analysis.exposure.leak import Leak
from pitboss.analysis.simulation.simulate import cores
from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of, two_card_starts
from pitboss.studies.families.twenty_one.exact.strategy import start_row
from pitboss.studies.families.twenty_one.exact.words import name_of
from pitboss.studies.families.twenty_one.exposed import insured_note, need_hole_card
from pitboss.studies.families.twenty_one.table_rules import FACE_UP, TableRules

from .exact import SHARES, SWITCHED, Best, Solution, orders_of, solve, times_of
from .results import Result, evaluate_with_square

SWITCH = "switch"


def seen(table: TableRules) -> TableRules:
    """Returns the rules with both of the dealer's cards seen. Where nobody looks for a blackjack of
    the dealer's, a hand that the switch makes a blackjack would be saved from it."""
    if not table.dealer_looks and table.switched_blackjack:
        raise BadInput(
            "blackjack switch: the dealer's second card is worked out where the dealer looks "
            "for a blackjack, or where an ace and a ten after a switch are none"
        )
    return table._replace(hole_card=FACE_UP)


def solve_seeing(table: TableRules, shoe: Ints | None = None) -> Best:
    """Returns the best switch and play against every two cards of the dealer's."""
    return solve(seen(table), shoe)


def switches(found: Solution) -> dict[tuple[int, ...], Fraction]:
    """Returns how often hands are switched against each two cards of the dealer's."""
    times = times_of(found.shoe, found.choices).sum(axis=1)[SWITCHED]
    starts = two_card_starts(found.shoe)
    beside = np.array([np.bincount(start.cards, minlength=VALUES + 1)[1:] for start in starts])
    ways, _ = orders_of(found.shoe, beside)
    every = SHARES * perm(int(found.shoe.sum()), 6)
    often = {}
    for place, start in enumerate(starts):
        orders = 1 if len(set(start.cards)) == 1 else 2
        number = int((times[:, start_row(start.cards)] * ways[:, place]).sum())
        often[start.cards] = Fraction(orders * number, every)
    return often


def both_hands(wager: str, result: Result, square: Fraction) -> Joint:
    """Returns what both hands come to, as one outcome with its averages."""
    joint = Joint((wager,))
    joint.add((Cell("both hands", "", result.net, result.staked, (), square),), Fraction(1))
    return joint


def exposed(
    table: TableRules, wager: str, leak: Leak, without: Joint, choices: list[Choice]
) -> Exposure:
    """Returns what the dealer's second card does to both hands, which are played so `without`."""
    need_hole_card(leak, decided=True)
    found = solve_seeing(table).solution
    joint = both_hands(wager, *evaluate_with_square(found, cores()))
    often = switches(found)
    lines = [
        Choice(f"the dealer has {'-'.join(map(name_of, cards))}", SWITCH, chance)
        for cards, chance in often.items()
        if chance
    ]
    way = Way(joint.distribution(wager), {SWITCH: sum(often.values(), Fraction(0))})
    switched = sum((c.probability for c in choices if c.do.startswith(SWITCH)), Fraction(0))
    before = Way(without.distribution(wager), {SWITCH: switched})
    notes = (insured_note(way, shoe_of(table.decks), table.insurance),)
    return Exposure(wager, leak.in_words(), "exact", way, before, lines, notes=notes)
