"""Double attack blackjack's study: the main wager by the exact analysis, bust it by counting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn

import numpy as np

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import Chart, Choice, Solved
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
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints
from pitboss.studies.families.twenty_one.exact.outcomes import (
    played_chances,
    split_averages,
    split_square_of,
)
from pitboss.studies.families.twenty_one.exact.paths import SET_ASIDE
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.solve import first_chance, payments
from pitboss.studies.families.twenty_one.exact.strategy import start_row, two_card_hands
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
from pitboss.studies.families.twenty_one.kernel_run import SEATS_MAX, dealing_settings
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.families.twenty_one.side_wagers import counted, dealt_plan
from pitboss.studies.families.twenty_one.table_rules import TableRules

from . import kernel
from .exact import CARDS, PICTURES, Against, Solution, bust_it, solve, table_rules, with_surrender

INITIAL, BUST_IT = "initial", "bust-it"
ATTACK, NO_ATTACK = "a double attack wager", "no double attack wager"
NOTE = (
    "off the top of a full shoe, a double attack wager where it is worth it; decisions by one's "
    "own cards and the dealer's; split hands are played as hands that were not split; rounds with "
    "a split are one outcome for each card that the dealer shows, with its exact averages"
)


def scenarios(rules: DoubleAttackRules) -> list[Scenario]:
    initial = (INITIAL, "", UNIT)
    found = [Scenario(INITIAL, (initial,), note=NOTE)]
    if rules.bust_it_maximum:
        found.append(Scenario(BUST_IT, (initial, (BUST_IT, "", rules.bust_it_minimum))))
    return found


# -- the main wager --------------------------------------------------------------------------


def main_wager(rules: DoubleAttackRules, scenario: Scenario) -> Solved:
    found = solve(table_rules(rules))
    joint = Joint((scenario.wager,))
    for each in found.against:
        times = Fraction(2 if each.attack else 1)
        for cell, chance in _cells(table_rules(rules), found, each):
            if chance:
                square = None if cell.square is None else times**2 * cell.square
                wider = Cell(cell.row, cell.odds, times * cell.net, times * cell.staked, (), square)
                joint.add((wider,), each.start.chance * chance)
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


def _cells(rules: TableRules, found: Solution, each: Against) -> list[tuple[Cell, Fraction]]:
    """What a unit wagered comes to against one first card of the dealer's."""
    start, index = each.start, start_row(each.start.cards)
    aside = found.strategy.actions(index) == SET_ASIDE
    played = lost = Fraction(0)
    split: list[tuple[Cell, Fraction]] = []
    cells: list[tuple[Cell, Fraction]] = []
    paid = with_surrender(payments(rules), each.gives_up, rules.surrender_keeps)
    for hand, low, high in two_card_hands():
        chance = first_chance(start, low, high)
        if not chance:
            continue
        blackjack = chance * start.blackjack_chance(low, high)
        if (low, high) == (1, VALUES):
            cells += [
                (_cell("blackjack", rules.blackjack, 1), chance - blackjack),
                (_cell("blackjack, push", 0, 1), blackjack),
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
    return [*cells, *split, (_cell("lose", -1, 1), lost), *_played(rules, found, each, played)]


def _played(
    rules: TableRules, found: Solution, each: Against, played: Fraction
) -> list[tuple[Cell, Fraction]]:
    """Hands that are not split, where the dealer has no blackjack."""
    start, index = each.start, start_row(each.start.cards)
    paid = payments(rules)
    up = each.gives_up[:, None]
    won, even = (paid.once > paid.unit) & ~up, (paid.once == paid.unit) & ~up
    kinds = (won, even, np.broadcast_to(up, won.shape))
    actions = found.strategy.actions(index)
    *counted, twice = played_chances(rules, start, actions, kinds, kinds, doubled=True)
    nets = {"win": rules.win, "push": Fraction(0), "surrender": rules.surrender_keeps - 1}
    cells = [_cell(name, net, 1) for name, net in nets.items()]
    cells += [_cell(f"doubled, {name}", 2 * net, 2) for name, net in nets.items()]
    rest, double_rest = played - twice - sum(counted[:3]), twice - sum(counted[3:])
    lost = (_cell("lose", -1, 1), rest), (_cell("doubled, lose", -2, 2), double_rest)
    return [*zip(cells, counted, strict=True), *lost]


def _cell(row: str, net: Fraction | int, staked: Fraction | int) -> Cell:
    return Cell(row, "", Fraction(net), Fraction(staked))


# -- bust it ---------------------------------------------------------------------------------


def exact(rules: DoubleAttackRules, scenario: Scenario, decide: Decide | None) -> Solved:
    if scenario.wager == BUST_IT:
        return counted(scenario, rules.bust_it, bust_it(rules.decks))
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
    if scenario.wager == BUST_IT:
        need_no_count(BUST_IT, settings)
        return dealt_plan(scenario, rules.bust_it, CARDS, rules.decks, bust_it_kernel)
    if decide is None:
        decide = Player(solve(table_rules(rules)).played)
    if not isinstance(decide, Player):
        raise BadInput(f"{rules.law.game}: the kernel plays by a table of hands and cards shown")
    return kernel.plan(rules, scenario, decide, **settings)


def expose(
    rules: DoubleAttackRules, scenario: Scenario, leak: Any, *_: Any, **how: Any
) -> NoReturn:
    """What a card that is seen is worth is not worked out for this game."""
    raise BadInput(
        f"{rules.law.game}: what {leak.in_words()} is worth is not worked out: it would take "
        "a strategy for each of the 55 pairs of cards that the dealer may have, beside a double "
        "attack wager that is made by the first of them alone"
    )


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
)
