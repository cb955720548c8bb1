"""Spanish 21's study: the main wager by the exact analysis, the wagers beside it by counting."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Chart, Choice, Solved
from pitboss.analysis.exposure.figures import Before, Exposure
from pitboss.analysis.exposure.leak import Leak, Position
from pitboss.analysis.simulation.counts import COUNT_SETTINGS
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import UNIT, Decide, Envy, Scenario, Study
from pitboss.families.twenty_one.no_tens import CARDS_IN_A_DECK
from pitboss.games.spanish_21.procedure import ENVY_ROW, MATCH
from pitboss.games.spanish_21.rules import Spanish21Rules
from pitboss.law.paytable import Row
from pitboss.money import Odds, format_dollars
from pitboss.studies.families.twenty_one.counted_wagers import need_no_count
from pitboss.studies.families.twenty_one.exact.outcomes import NO_BONUS, Chances, Outcome
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exposed import insured_note, need_hole_card, way_of
from pitboss.studies.families.twenty_one.kernel_run import SEATS_MAX as FAMILY_SEATS_MAX
from pitboss.studies.families.twenty_one.kernel_run import dealing_settings
from pitboss.studies.families.twenty_one.player import seated
from pitboss.studies.families.twenty_one.side_wagers import INSURANCE_NOTE, Insurance, counted
from pitboss.studies.families.twenty_one.table_rules import FACE_UP

from . import kernel
from .by_hand import worths
from .exact import evaluate, game_of, match_the_dealer, solve, super_bonus_chance
from .outcomes import outcomes
from .strategy_lines import StrategyText
from .ways import BEST, NAMED, SpanishPlayer

INITIAL, INSURANCE = "initial", "insurance"
# Below the least wager that has the super bonus: what is dealt again comes to the odds alone.
WAGER = 400
NOTE = (
    "off the top of a full shoe; decisions by the values of one's own cards and the dealer's, "
    "never by suits; split hands are played as hands that were not split; rounds with a split are "
    "known by their exact averages"
)
UNSEEN_NOTE = (
    "pairs are split once only against an ace or a ten-value card, where a blackjack is not "
    "looked for"
)
SUPER_BONUS_NOTE = (
    "without the super bonus, which is an amount and not odds: whoever draws to all pairs of "
    "sevens against a seven, which the best strategy splits, has it once in {rounds:,} rounds; at "
    "{times} times the wager, the most it comes to, that is {worth:.4%} of the wager, less what "
    "not splitting costs"
)


def scenarios(rules: Spanish21Rules) -> list[Scenario]:
    """The main wager first; then whatever the table offers."""
    initial = (INITIAL, "", WAGER)
    found = [
        Scenario(INITIAL, (initial,), note=note_of(rules)),
        Scenario(INSURANCE, (initial, (INSURANCE, "", WAGER // 2)), note=INSURANCE_NOTE),
    ]
    if MATCH in rules.law.wagers:
        found.append(Scenario(MATCH, (initial, (MATCH, "", UNIT))))
    return found


def note_of(rules: Spanish21Rules) -> str:
    game = game_of(rules)
    notes = [NOTE] if game.rules.dealer_looks else [NOTE, UNSEEN_NOTE]
    chance, times = super_bonus_chance(game), super_bonus_most(rules)
    bonus = SUPER_BONUS_NOTE.format(
        rounds=round(1 / chance), times=times, worth=float(chance * times)
    )
    return "; ".join([*notes, bonus])


def super_bonus_most(rules: Spanish21Rules) -> Fraction:
    """19.5(g): the super bonus in wagers, for the least wagers that have each."""
    return max(
        Fraction(rules.super_bonus_amount(rules.super_bonus_row(cents)), cents)
        for cents in rules.super_bonus_at_least
    )


def envies(rules: Spanish21Rules) -> list[Envy]:
    """What every other player with a wager receives when somebody has the super bonus."""
    chance, cents = super_bonus_chance(game_of(rules)), rules.super_bonus_amount(ENVY_ROW)
    least = min(rules.super_bonus_at_least)
    note = f"at most: of others who wager {format_dollars(least)} and draw to all pairs of sevens"
    cite = rules.law.cite(rules.super_bonus.cite)
    return [Envy(INITIAL, least, chance * cents, cite, note)]


# -- figures ---------------------------------------------------------------------------------


def player_of(rules: Spanish21Rules, decide: Decide | None) -> SpanishPlayer:
    refusal = "a way to play Spanish 21 is one of the named strategies"
    return seated(decide, BEST, BEST.table_of(rules), SpanishPlayer, refusal)


def insurance(rules: Spanish21Rules) -> Insurance:
    table = rules.law.paytable("insurance")
    return Insurance(table, rules.decks, tens=12, cards=CARDS_IN_A_DECK)


def exact(rules: Spanish21Rules, scenario: Scenario, decide: Decide | None) -> Solved:
    match scenario.wager:
        case "insurance":
            return counted(scenario, rules.law.paytable("insurance"), insurance(rules).rows)
        case "match-the-dealer":
            return counted(scenario, rules.match_the_dealer, match_the_dealer(rules.decks))
    return main_wager(rules, scenario, player_of(rules, decide))


def main_wager(rules: Spanish21Rules, scenario: Scenario, player: SpanishPlayer) -> Solved:
    joint = Joint((scenario.wager,))
    for outcome, chance in _outcomes(player).items():
        joint.add((cell_of(rules, outcome),), chance)
    lines = [Choice(*each) for each in _text(player).lines()]
    return Solved(joint, lines)


@lru_cache(maxsize=8)
def _outcomes(player: SpanishPlayer) -> Chances:
    return outcomes(player.game, player.strategy)


@lru_cache(maxsize=8)
def _text(player: SpanishPlayer) -> StrategyText:
    return StrategyText(player.game, player.strategy)


@lru_cache(maxsize=64)
def _edge(player: SpanishPlayer) -> Fraction:
    return -evaluate(player.game, player.strategy)


def edge(rules: Spanish21Rules, scenario: Scenario, decide: Decide | None) -> Fraction | None:
    """The main wager's, without its distribution."""
    return _edge(player_of(rules, decide)) if scenario.wager == INITIAL else None


def charts(rules: Spanish21Rules, scenario: Scenario, decide: Decide | None) -> list[Chart]:
    """The strategy as charts, by number of cards and for doubled hands."""
    if scenario.wager != INITIAL:
        return []
    return _text(player_of(rules, decide)).charts()


def cell_of(rules: Spanish21Rules, outcome: Outcome) -> Cell:
    """An outcome of the round as a cell: the row of the pay table that it follows, if any."""
    paid: dict[str, tuple[str, str, Odds | Row]] = {
        "win": ("initial", "win", rules.win),
        "doubled, win": ("initial", "win", rules.win),
        "blackjack": ("blackjack", "blackjack", rules.blackjack),
    }
    table = paid.get(outcome.kind)
    kind = outcome.kind
    if outcome.row != NO_BONUS:
        kind, bonus = rules.bonus_21.rows[outcome.row]
        table = (rules.bonus_21.name, kind, bonus)
    if table is None:
        return Cell(kind, "", outcome.net, outcome.staked, (), outcome.square)
    name, row, odds = table
    return Cell(
        kind, odds.text, outcome.net, outcome.staked, (Part(name, row, odds.text, outcome.staked),)
    )


# -- the kernel ------------------------------------------------------------------------------


def plan(rules: Spanish21Rules, scenario: Scenario, decide: Decide | None, **settings: Any) -> Plan:
    if scenario.wager == INSURANCE:
        need_no_count(INSURANCE, settings)
        return insurance(rules).plan(scenario)
    return kernel.plan(rules, scenario, player_of(rules, decide), **settings)


def expose(
    rules: Spanish21Rules, scenario: Scenario, leak: Leak, _: Sequence[Position], **how: Any
) -> Exposure | Before:
    """What it is worth to know the dealer's second card: the game as it would be with both cards
    face up, under the rules and odds of this one. Of other wagers: the cards that decide them."""
    from .exposed import beside

    if (before := beside(rules, scenario, leak)) is not None:
        return before
    need_hole_card(leak, scenario.wager == INITIAL)
    table = game_of(rules)
    seeing = table._replace(rules=table.rules._replace(hole_card=FACE_UP))
    joint, without = Joint((INITIAL,)), main_wager(rules, scenario, player_of(rules, None))
    for outcome, chance in outcomes(seeing, solve(seeing)).items():
        joint.add((cell_of(rules, outcome),), chance)
    way, before_it = way_of(joint, INITIAL), way_of(without.joint, INITIAL)
    shoe = shoe_of(rules.decks, tens=insurance(rules).tens)
    notes = (insured_note(way, shoe, rules.insurance.fraction),)
    return Exposure(INITIAL, leak.in_words(), "exact", way, before_it, notes=notes)


def counted_wagers(rules: Spanish21Rules, scenario: Scenario) -> list[Any]:
    """The wager as a function of the cards that are left."""
    from .counted import counted as by_cards_left

    return list(by_cards_left(rules, scenario))


study = Study(
    scenarios=scenarios,
    strategies=NAMED,
    exact=exact,
    edge=edge,
    kernel=plan,
    expose=expose,
    counted=counted_wagers,
    settings=(*dealing_settings("boxes", "box", FAMILY_SEATS_MAX), *COUNT_SETTINGS),
    charts=charts,
    by_hand=worths,
    envy=envies,
)
