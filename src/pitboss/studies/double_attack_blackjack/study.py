"""Double attack blackjack's study: the main wager by the exact analysis, bust it by counting."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Chart, Choice, Solved
from pitboss.analysis.simulation.one_deck import deal_cards
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import dealer_draws, two_cards
from pitboss.families.twenty_one.no_tens import TEN_RANK
from pitboss.games.double_attack_blackjack.hands import NO_ROW, SOFT_17_DRAWS, bust_it_row
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.double_attack_blackjack import kernel
from pitboss.studies.double_attack_blackjack.exact import (
    PICTURES,
    Against,
    Solution,
    bust_it,
    solve,
    table_rules,
    with_surrender,
)
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints, compositions
from pitboss.studies.families.twenty_one.exact.outcomes import split_averages, split_square_of
from pitboss.studies.families.twenty_one.exact.paths import DOUBLED, SET_ASIDE, WAYS
from pitboss.studies.families.twenty_one.exact.residues import Sum, sum_exactly
from pitboss.studies.families.twenty_one.exact.rows import first_rows
from pitboss.studies.families.twenty_one.exact.seen import hands_seen
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.solve import (
    first_chance,
    payments,
    program_of,
)
from pitboss.studies.families.twenty_one.exact.strategy import (
    Strategy,
    start_row,
    two_card_hands,
)
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
from pitboss.studies.families.twenty_one.table_rules import TableRules
from pitboss.table.entries import Chose, Closed, Did, Entry, Placed, Wagered
from pitboss.table.prompts import Prompt

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
        (each.start.chance * each.value * (2 if each.attack else 1)
         for each in solve(table_rules(rules)).against),
        Fraction(0),
    )  # fmt: skip


# -- the strategy in words and as a chart ----------------------------------------------------


def with_surrenders(found: Solution) -> Strategy:
    """The strategy, with hands that are given up where they would be stood on."""
    strategy = found.strategy
    surrenders = np.zeros_like(strategy.surrenders)
    for each in found.against:
        row = start_row(each.start.cards)
        surrenders[row] = each.gives_up & ~strategy.draws[row] & ~strategy.doubles[row]
    for value in range(1, VALUES + 1):
        pair = compositions().index(value, value)
        surrenders[:, pair] &= ~strategy.splits[:, value - 1]
    return msgspec.structs.replace(strategy, surrenders=surrenders)


def strategy_lines(found: Solution, shoe: Ints) -> list[Choice]:
    attacked = {name_of(each.start.cards[0]): each.attack for each in found.against}
    by_shown = [(name, ATTACK if attacked[name] else NO_ATTACK) for name in SHOWN]
    lines = [Line("the dealer's first card", line_text(by_shown), Fraction(1))]
    starts = shown_starts(shoe)
    strategy = with_surrenders(found)
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
    rows = chart(table_rules(rules), with_surrenders(found), shoe, every=True)
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
            cells += [(_cell("blackjack", rules.blackjack, 1), chance - blackjack),
                      (_cell("blackjack, push", 0, 1), blackjack)]  # fmt: skip
            continue
        lost += blackjack
        if aside[hand]:
            told = (rules, start, found.strategy, index, low - 1, paid)
            net, staked = split_averages(*told)
            often = chance - blackjack
            square = split_square_of(*told) / often
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
    none = np.zeros_like(paid.once)
    won, even = (paid.once > paid.unit) & ~up, (paid.once == paid.unit) & ~up
    given = np.broadcast_to(up, none.shape)
    listed = first_rows(start.shoe, found.strategy.actions(index))
    times, doubled = listed.ways[:WAYS].copy(), np.zeros_like(listed.ways[:WAYS])
    doubled[DOUBLED] = -times[DOUBLED]
    times[DOUBLED] = 0
    kinds = [kind.astype(np.int64) for kind in (won, even, given)]
    sums = [Sum(times, kind, none) for kind in kinds] + [Sum(times, none, kind) for kind in kinds]
    single, double = [], []
    *counted, twice = sum_exactly(
        program_of(rules, start), start.shoe, listed.rows, listed.gone,
        [*sums, Sum(doubled, none, none)], start.makes,
    )  # fmt: skip
    nets = (rules.win, Fraction(0), rules.surrender_keeps - 1)
    for name, net, once, more in zip(("win", "push", "surrender"), nets, counted[:3], counted[3:],
                                     strict=True):  # fmt: skip
        single.append((_cell(name, net, 1), once))
        double.append((_cell(f"doubled, {name}", 2 * net, 2), more))
    rest = played - twice - sum(chance for _, chance in single)
    double_rest = twice - sum(chance for _, chance in double)
    return [*single, *double, (_cell("lose", -1, 1), rest),
            (_cell("doubled, lose", -2, 2), double_rest)]  # fmt: skip


def _cell(row: str, net: Fraction | int, staked: Fraction | int) -> Cell:
    return Cell(row, "", Fraction(net), Fraction(staked))


# -- bust it ---------------------------------------------------------------------------------


def bust_it_wager(rules: DoubleAttackRules, scenario: Scenario) -> Solved:
    joint = Joint((scenario.wager,))
    for row, chance in bust_it(rules.decks).items():
        joint.add((bust_it_cell(rules, row),), chance)
    return Solved(joint)


def bust_it_cell(rules: DoubleAttackRules, row: int) -> Cell:
    one = Fraction(1)
    if row == NO_ROW:
        return Cell("lose", "", -one, one)
    name, odds = rules.bust_it.rows[row]
    part = Part(rules.bust_it.name, name, odds.text, one)
    return Cell(name, odds.text, odds.fraction, one, (part,))


def exact(rules: DoubleAttackRules, scenario: Scenario, decide: Decide | None) -> Solved:
    if scenario.wager == BUST_IT:
        return bust_it_wager(rules, scenario)
    if decide is not None and not isinstance(decide, Player):
        raise BadInput("double attack blackjack has no other strategy than the best")
    return main_wager(rules, scenario)


# -- at a table, and in the kernel -----------------------------------------------------------


class Player:
    """The best strategy, as the kernel and a table ask it."""

    by_total = False

    def __init__(self, found: Solution) -> None:
        self.strategy = found.strategy
        self.against = {each.start.cards[0]: each for each in found.against}

    def attacks(self, up: int) -> bool:
        return self.against[up].attack

    def insures(self, hand: tuple[int, ...]) -> bool:
        return False

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        start, row = start_row(dealer), compositions().index(*hand)
        if "split" in allowed and self.strategy.splits[start, hand[0] - 1]:
            return "split"
        if "double" in allowed and self.strategy.doubles[start, row]:
            return "double"
        if "draw" in allowed and self.strategy.draws[start, row]:
            return "draw"
        gives_up = self.against[dealer[0]].gives_up[row]
        return "surrender" if "surrender" in allowed and gives_up else "stand"

    def __call__(self, prompt: Prompt) -> Entry:
        match prompt.kind:
            case "number":
                return Placed(prompt.seat, prompt.what, prompt.at_least)
            case "act":
                return Did(prompt.what)
        seen = hands_seen(prompt)
        shown = tuple(seen.get("dealer's hand", ()))
        if prompt.kind == "wagers":
            return self._wagers(prompt, shown)
        place = prompt.what.rpartition(": ")[0]
        if place not in seen:
            return Chose(prompt.seat, prompt.choices[0])
        words = {choice.partition(" ")[0]: choice for choice in prompt.choices}
        move = self.move(tuple(seen[place]), shown, frozenset(words), 1)
        return Chose(prompt.seat, words.get(move, prompt.choices[-1]))

    def _wagers(self, prompt: Prompt, shown: tuple[int, ...]) -> Entry:
        """The double attack wager in full, where it is worth it."""
        if shown and not prompt.made and self.attacks(shown[0]):
            for offer in prompt.answers():
                if offer.get("wager") == "double-attack":
                    seat = int(offer["seat"][1:])
                    return Wagered(seat, "double-attack", offer["at_most"], offer["spot"])
        return Closed()


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


def bust_it_plan(rules: DoubleAttackRules, scenario: Scenario) -> Plan:
    """Every round from a full shoe: the wager depends on nothing else."""
    cells = [bust_it_cell(rules, row) for row in range(NO_ROW, len(rules.bust_it.rows))]
    cards = [card for card in range(52) if card >> 2 != TEN_RANK]

    def run(key: int, rounds: int) -> Any:
        counts = np.zeros(len(cells), dtype=np.int64)
        walk: Any = jit(bust_it_kernel)
        walk(np.repeat(np.array(cards), rules.decks), np.uint64(key), rounds, counts)
        return counts

    return Plan((scenario.wager,), [(cell,) for cell in cells], run)


def plan(rules: DoubleAttackRules, scenario: Scenario, decide: Decide | None, **told: Any) -> Plan:
    if scenario.wager == BUST_IT:
        return bust_it_plan(rules, scenario)
    return kernel.plan(rules, scenario, decide or Player(solve(table_rules(rules))), **told)


study = Study(scenarios=scenarios, exact=exact, edge=edge, kernel=plan, charts=charts)
