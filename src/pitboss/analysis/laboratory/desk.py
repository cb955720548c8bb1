"""The laboratory's desk: of every wager what a test laboratory asks beyond its edge, and of the
game how a round goes, how fast, and whether a simulation agrees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction

import msgspec

from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import (
    Edges,
    WagerEdge,
    need_study,
    rules_for_study,
    scenarios_for,
)
from pitboss.analysis.exact.figures import root
from pitboss.analysis.laboratory.after_rounds import AfterRounds, after_rounds
from pitboss.analysis.laboratory.amounts import ByAmount, by_amounts
from pitboss.analysis.laboratory.beside import Beside, simulate_beside
from pitboss.analysis.laboratory.coupons import Coupon, EnvyDesk, coupon_of, envy_of
from pitboss.analysis.laboratory.dealt import Round, sample_rounds, seats_of
from pitboss.analysis.laboratory.flow import Flow, flow_of
from pitboss.analysis.laboratory.meters import MeterDesk, MeterTerms, meter_desk
from pitboss.analysis.laboratory.pace import Paces, paces_of, rounds_alike
from pitboss.analysis.laboratory.protection import Protection, protection_of
from pitboss.analysis.study import Scenario
from pitboss.errors import PitbossError
from pitboss.law.hypothetical import as_chosen
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.table.game import Game, Rules
from pitboss.table.system import Subject

ROUNDS = (10, 100, 1_000, 10_000)
SIMULATED = 1_000_000
FLOW_ROUNDS = 200
# Errors of dealers as the trade reckons with them: how often, of what, and what is done instead.
PAID_PUSHES = Fraction(1, 100)
PUSHED_LOSERS = Fraction(1, 500)
PAID_LOSERS = Fraction(1, 1000)


class TrueOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The true odds against an outcome, to 1, beside what it pays."""

    outcome: str
    pays: str
    probability: Fraction
    against: Fraction


class DealerError(msgspec.Struct, frozen=True, kw_only=True):
    """What an error costs the house per unit of the initial wager, if it is made so often."""

    error: str
    rate: Fraction
    cost: Fraction
    edge_after: Fraction


class WagerDesk(msgspec.Struct, frozen=True, kw_only=True):
    """What is None is not known exactly, because results were not told apart."""

    wager: str
    true_odds: list[TrueOdds]
    against_winning: Fraction | None
    modal_net: Fraction | None
    modal_probability: Fraction | None
    skewness: Fraction | None
    desirability: Fraction | None
    after: list[AfterRounds]
    errors: list[DealerError]
    coupon: Coupon | None


class Laboratory(msgspec.Struct, frozen=True, kw_only=True):
    wagers: list[WagerDesk]
    flow: Flow | None
    paces: Paces | None
    beside: list[Beside]
    protection: Protection = Protection()
    amounts: list[ByAmount] = []
    meters: list[MeterDesk] = []
    envy: list[EnvyDesk] = []


def laboratory_of(
    game: Subject,
    day: date,
    options: Mapping[str, Value],
    edges: Edges,
    *,
    wager: str = "",
    simulated: int = SIMULATED,
    pace: int | None = None,
    protection: bool = False,
    terms: MeterTerms | None = None,
    tell: Callable[[str], None] = lambda what: None,
) -> Laboratory:
    """Everything on the desk for the edges that were worked out. `simulated` rounds are played
    beside them (0: none)."""
    law: Law = edges.rules.law
    flow = paces = None
    amounts: list[ByAmount] = []
    meters: list[MeterDesk] = []
    envy: list[EnvyDesk] = []
    if isinstance(game, Game):
        tell("the course of a round")
        study = need_study(game)
        rules = rules_for_study(game, study, day, as_chosen(options))
        scenarios = scenarios_for(study, rules, wager)
        flow = flow_of(law, _rounds(game, rules, scenarios))
        # Where wagers stand over many rolls, a round is not what an hour is counted in.
        if not game.standing or study.exact is not None:
            paces = paces_of(game, rules, scenarios, pace)
        names = [found.wager for found in edges.wagers]
        amounts = by_amounts(game, study, rules, day, options, names)
        if edges.progressive is not None and (not wager or wager == edges.progressive.wager):
            meters = [meter_desk(edges.progressive, terms or MeterTerms(), seats_of(game, rules))]
        if study.envy is not None:
            by_name = {found.wager: found.distribution.house_edge() for found in edges.wagers}
            envy = [
                envy_of(each, by_name[each.wager])
                for each in study.envy(rules)
                if each.wager in by_name
            ]
    desks = []
    for found in edges.wagers:
        tell(f"{found.wager} after many rounds")
        desks.append(_desk(found, law))
    beside: list[Beside] = []
    if simulated:
        tell("a simulation beside it")
        exactly = {found.wager: found.distribution for found in edges.wagers}
        beside = simulate_beside(game.key, day, options, exactly, rounds=simulated, wager=wager)
    protected = Protection()
    if protection and isinstance(game, Game):
        protected = protection_of(game, day, options, wager, tell)
    return Laboratory(
        wagers=desks,
        flow=flow,
        paces=paces,
        beside=beside,
        protection=protected,
        amounts=amounts,
        meters=meters,
        envy=envy,
    )


def _rounds(game: Game, rules: Rules, scenarios: Sequence[Scenario]) -> list[Round]:
    """Rounds for the chart: one seat with the wagers of the fullest scenario where that can be
    dealt, else random ones."""
    fullest = max(scenarios, key=lambda each: len(each.wagers))
    if not fullest.seats:
        try:
            return rounds_alike(game, rules, fullest, 1, FLOW_ROUNDS)
        except PitbossError:
            pass  # the smallest wagers are not these, say
    return sample_rounds(game, rules, FLOW_ROUNDS)


def _desk(found: WagerEdge, law: Law) -> WagerDesk:
    distribution = found.distribution
    known = distribution.told_apart()
    won = distribution.probability(1) if known else Fraction(0)
    modal = _modal(distribution) if known else None
    return WagerDesk(
        wager=found.wager,
        true_odds=_true_odds(distribution),
        against_winning=(1 - won) / won if won else None,
        modal_net=modal[0] if modal else None,
        modal_probability=modal[1] if modal else None,
        skewness=skewness(distribution),
        desirability=desirability(distribution),
        after=[
            after for rounds in ROUNDS if (after := after_rounds(distribution, rounds)) is not None
        ],
        errors=_errors(distribution) if known else [],
        coupon=coupon_of(distribution, law, found.wager),
    )


def _true_odds(distribution: Distribution) -> list[TrueOdds]:
    listed: dict[tuple[str, str], Fraction] = {}
    best: dict[tuple[str, str], Fraction] = {}
    for cell, chance in distribution.cells.items():
        key = (cell.row, cell.odds)
        listed[key] = listed.get(key, Fraction(0)) + chance
        best[key] = max(best.get(key, cell.net), cell.net)
    return [
        TrueOdds(outcome=row, pays=odds, probability=chance, against=(1 - chance) / chance)
        for (row, odds), chance in sorted(listed.items(), key=lambda item: -best[item[0]])
    ]


def _modal(distribution: Distribution) -> tuple[Fraction, Fraction]:
    """Returns the net result that is most likely, and how likely it is."""
    chances: dict[Fraction, Fraction] = {}
    for cell, chance in distribution.cells.items():
        chances[cell.net] = chances.get(cell.net, Fraction(0)) + chance
    return max(chances.items(), key=lambda item: (item[1], -item[0]))


def skewness(distribution: Distribution) -> Fraction | None:
    """Returns the third central moment by the cube of the standard deviation."""
    variance = distribution.variance()
    if not distribution.told_apart() or not variance:
        return None
    mean = distribution.mean()
    third = sum(
        (chance * (cell.net - mean) ** 3 for cell, chance in distribution.cells.items()),
        Fraction(0),
    )
    return third / (variance * root(variance))


def desirability(distribution: Distribution) -> Fraction | None:
    """Returns the player's expectation by its standard deviation, times 1,000 (Schlesinger's
    index): below zero, how unattractive the wager is."""
    variance = distribution.variance()
    return 1000 * distribution.mean() / root(variance) if variance else None


def _errors(distribution: Distribution) -> list[DealerError]:
    edge = distribution.house_edge()
    pushed = lost = staked = Fraction(0)
    for cell, chance in distribution.cells.items():
        if cell.net == 0:
            pushed += chance * cell.staked
        elif cell.net < 0:
            lost += chance * -cell.net
            staked += chance * cell.staked
    kinds = (
        ("pushes that are paid at even money", PAID_PUSHES, pushed),
        ("losing wagers that are returned", PUSHED_LOSERS, lost),
        ("losing wagers that are paid at even money", PAID_LOSERS, lost + staked),
    )
    return [
        DealerError(error=what, rate=rate, cost=rate * sum_, edge_after=edge - rate * sum_)
        for what, rate, sum_ in kinds
        if sum_
    ]


def in_rounds(
    edge: Fraction, paces: Paces, wager: Fraction, rounds: int
) -> list[tuple[int, Fraction]]:
    """Returns the theoretical win in so many rounds by seats, if every seat makes a wager of that
    much."""
    return [(each.seats, each.seats * rounds * edge * wager) for each in paces.seats]


def hourly(edge: Fraction, paces: Paces, wager: Fraction) -> list[tuple[int, Fraction]]:
    """Returns the theoretical win an hour by seats, if every seat makes a wager of that much."""
    return [
        (each.seats, each.seats * each.rounds * edge * wager)
        for each in paces.seats
        if each.rounds is not None
    ]
