"""Double attack blackjack's study: the main wager by the exact analysis, bust it by counting."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.analysis.exact.distribution import Joint
from pitboss.analysis.exact.edges import Chart, Choice, Solved
from pitboss.analysis.exposure.figures import Before, Exposure
from pitboss.analysis.exposure.leak import Leak, Position
from pitboss.analysis.simulation.counts import COUNT_SETTINGS
from pitboss.analysis.simulation.one_deck import deal_cards
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.compiled import compiled
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import dealer_draws, two_cards
from pitboss.games.double_attack_blackjack.hands import NO_ROW, SOFT_17_DRAWS, bust_it_row
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.families.twenty_one.counted_wagers import need_no_count
from pitboss.studies.families.twenty_one.exact.compositions import Ints
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.strategy_lines import (
    Line,
    chart,
    first_cards,
    legend_of,
    line_text,
    more_cards,
    shown_starts,
)
from pitboss.studies.families.twenty_one.exact.words import SHOWN, name_of
from pitboss.studies.families.twenty_one.exposed import need_hole_card
from pitboss.studies.families.twenty_one.kernel_run import SEATS_MAX, dealing_settings
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.families.twenty_one.side_wagers import (
    INSURANCE_NOTE,
    Insurance,
    counted,
    dealt_plan,
)

from . import kernel
from .by_hand import worths
from .exact import CARDS, PICTURES, Solution, bust_it, solve, table_rules
from .outcomes import add_cells, cells_against

INITIAL, INSURANCE, BUST_IT = "initial", "insurance", "bust-it"
ATTACK, NO_ATTACK = "a double attack wager", "no double attack wager"
NOTE = (
    "off the top of a full shoe, a double attack wager where it is worth it; decisions by one's "
    "own cards and the dealer's; split hands are played as hands that were not split; rounds with "
    "a split are one outcome for each card that the dealer shows, with its exact averages"
)


def scenarios(rules: DoubleAttackRules) -> list[Scenario]:
    initial = (INITIAL, "", UNIT)
    insured = (initial, (INSURANCE, "", UNIT // 2))
    found = [
        Scenario(INITIAL, (initial,), note=NOTE),
        Scenario(INSURANCE, insured, note=INSURANCE_NOTE),
    ]
    if rules.bust_it_maximum:
        found.append(Scenario(BUST_IT, (initial, (BUST_IT, "", rules.bust_it_minimum))))
    return found


# -- the main wager --------------------------------------------------------------------------


def main_wager(rules: DoubleAttackRules, scenario: Scenario) -> Solved:
    found = solve(table_rules(rules))
    joint = Joint((scenario.wager,))
    for each in found.against:
        cells = cells_against(table_rules(rules), found, each)
        add_cells(joint, cells, each.start.chance, attack=each.attack)
    return Solved(joint, strategy_lines(found, shoe_of(rules.decks, tens=PICTURES)))


def edge(rules: DoubleAttackRules, scenario: Scenario, decide: Decide | None) -> Fraction | None:
    """The main wager's, without its distribution."""
    if scenario.wager != INITIAL or (decide is not None and not isinstance(decide, Player)):
        return None
    return -sum(
        (
            each.start.chance * each.value * (2 if each.attack else 1)
            for each in solve(table_rules(rules)).against
        ),
        Fraction(0),
    )


# -- the strategy in words and as a chart ----------------------------------------------------


def strategy_lines(found: Solution, shoe: Ints) -> list[Choice]:
    attacked = {name_of(each.start.cards[0]): each.attack for each in found.against}
    by_shown = [(name, ATTACK if attacked[name] else NO_ATTACK) for name in SHOWN]
    lines = [Line("the dealer's first card", line_text(by_shown), Fraction(1))]
    starts = shown_starts(shoe)
    strategy = found.played
    lines += first_cards(starts, strategy)
    for shown, start in starts.items():
        lines += more_cards(strategy, start, shown)
    return [Choice(*line) for line in lines]


def charts(rules: DoubleAttackRules, scenario: Scenario, decide: Decide | None) -> list[Chart]:
    """By the dealer's first card: whether a double attack wager is made, and how hands are
    played."""
    if scenario.wager != INITIAL or (decide is not None and not isinstance(decide, Player)):
        return []
    found = solve(table_rules(rules))
    shoe = shoe_of(rules.decks, tens=PICTURES)
    rows = chart(table_rules(rules), found.played, shoe, every=True)
    attacked = {name_of(each.start.cards[0]): each.attack for each in found.against}
    wagers = ("double attack", tuple("W" if attacked[name] else "-" for name in SHOWN))
    letters = (wagers, *((name, tuple(cells)) for name, cells in rows))
    legend = (("W", ATTACK), ("-", NO_ATTACK), *legend_of(rows))
    return [Chart("The dealer's first card", SHOWN, letters, legend)]


# -- the wagers beside it --------------------------------------------------------------------


def insurance(rules: DoubleAttackRules) -> Insurance:
    table = rules.law.paytable("insurance")
    return Insurance(table, rules.decks, tens=PICTURES, cards=len(CARDS))


def exact(rules: DoubleAttackRules, scenario: Scenario, decide: Decide | None) -> Solved:
    match scenario.wager:
        case "bust-it":
            return counted(scenario, rules.bust_it, bust_it(rules.decks))
        case "insurance":
            return counted(scenario, insurance(rules).table, insurance(rules).rows)
    if decide is not None and not isinstance(decide, Player):
        raise BadInput("double attack blackjack has no other strategy than the best")
    return main_wager(rules, scenario)


# -- at a table, and in the kernel -----------------------------------------------------------


@compiled
def bust_it_kernel(deck: Any, key: Any, rounds: int, counts: Any) -> None:
    """`rounds` hands of the dealer's from a full shoe; counts[row + 1]."""
    state = np.uint64(key)
    for _ in range(rounds):
        state = deal_cards(deck, 3, state)
        row = NO_ROW
        if dealer_draws(two_cards(deck[0], deck[1]), SOFT_17_DRAWS):
            row = bust_it_row(deck[0], deck[1], deck[2])
        counts[row + 1] += 1


def plan(
    rules: DoubleAttackRules, scenario: Scenario, decide: Decide | None, **settings: Any
) -> Plan:
    if scenario.wager != INITIAL:
        need_no_count(scenario.wager, settings)
    if scenario.wager == INSURANCE:
        return insurance(rules).plan(scenario)
    if scenario.wager == BUST_IT:
        return dealt_plan(scenario, rules.bust_it, CARDS, rules.decks, bust_it_kernel)
    if decide is None:
        decide = Player(solve(table_rules(rules)).played)
    if not isinstance(decide, Player):
        raise BadInput(f"{rules.law.game}: the kernel plays by a table of hands and cards shown")
    return kernel.plan(rules, scenario, decide, **settings)


def expose(
    rules: DoubleAttackRules, scenario: Scenario, leak: Leak, _: Sequence[Position], **how: Any
) -> Exposure | Before:
    """What it is worth to see a card of the dealer's."""
    from .exposed import beside, exposed

    if (before := beside(rules, scenario, leak)) is not None:
        return before
    need_hole_card(leak, scenario.wager == INITIAL)
    return exposed(rules, leak, main_wager(rules, scenario).joint)


def counted_wagers(rules: DoubleAttackRules, scenario: Scenario) -> list[Any]:
    """The wager as a function of the cards that are left."""
    from .counted import counted as by_cards_left

    return list(by_cards_left(rules, scenario))


study = Study(
    scenarios=scenarios,
    exact=exact,
    edge=edge,
    kernel=plan,
    expose=expose,
    counted=counted_wagers,
    settings=(*dealing_settings("boxes", "box", SEATS_MAX), *COUNT_SETTINGS),
    charts=charts,
    by_hand=worths,
)
