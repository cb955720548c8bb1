"""Whether a rate card is lawful: all that is wrong with it at once, each with its section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from math import comb

import msgspec

from pitboss.games.keno.rate_card import Column, RateCard, Schedule
from pitboss.games.keno.rules import KenoRules, card_among, law_fields
from pitboss.law.regulation import Regulation
from pitboss.law.schema import Basis, Value
from pitboss.money import format_dollars


class Finding(msgspec.Struct, frozen=True):
    """Something on the card that the text does not permit. `where` is its place in the file."""

    where: str
    what: str
    cite: str
    basis: Basis

    def as_json(self) -> dict[str, str]:
        return {"where": self.where, "what": self.what, "cite": self.cite, "basis": self.basis}


def findings_of(regulation: Regulation, day: date, options: Mapping[str, Value]) -> list[Finding]:
    """All that is unlawful about the rate card that is named among the options."""
    return findings(card_among(options), regulation, day)


def findings(card: RateCard, regulation: Regulation, day: date) -> list[Finding]:
    """All that is unlawful about the card on that day, in the order of the text."""
    law = regulation.resolve(day)
    rules = KenoRules(law=law, card=card, **law_fields(law))
    found = [*_options(card, regulation, rules)]
    for schedule in card.schedules.values():
        found += _schedule(card, schedule, rules)
    found += _limits(card, rules)
    return sorted(found, key=lambda finding: (_order(finding.cite), finding.where))


def _order(cite: str) -> tuple[int, str]:
    section = cite.rpartition("-")[2]
    return int(section.partition(".")[2].partition("(")[0] or 0), section


def _finding(rules: KenoRules, where: str, what: str, cite: str) -> Finding:
    return Finding(where, what, rules.law.cite(cite), rules.law.known(cite).basis)


def _options(card: RateCard, regulation: Regulation, rules: KenoRules) -> Iterator[Finding]:
    """What the card chooses and may not."""
    # The aggregate is judged with the maximum for an individual wager.
    chosen = {name: value for name, value in card.options().items() if name != "aggregate_payoff"}
    for violation in regulation.violations(rules.law.day, chosen):
        name = violation.name
        expected = str(violation.error.args[0]).partition(": ")[2]
        where = "validity" if name == "validity_minutes" else name
        yield _finding(rules, where, f"{name} = {chosen[name]}: {expected}", violation.cite)


def _schedule(card: RateCard, schedule: Schedule, rules: KenoRules) -> Iterator[Finding]:
    where = f"schedule.{schedule.name}"
    if schedule.maximum < schedule.minimum:
        what = f"the maximum, {format_dollars(schedule.maximum)}, is below the minimum"
        yield _finding(rules, f"{where}.maximum", what, "15.3(d)")
    if schedule.minimum % schedule.step or schedule.maximum % schedule.step:
        what = f"minimum and maximum are no multiples of {format_dollars(schedule.step)}"
        yield _finding(rules, f"{where}.step", what, "15.3(d)")
    if schedule.minimum not in schedule.columns:
        what = f"no payoffs for the minimum wager, {format_dollars(schedule.minimum)}"
        yield _finding(rules, f"{where}.pays", what, "15.3(d)")
        return
    if schedule.spots_most > card.spots_most:
        what = f"{schedule.spots_most} spots: at most {card.spots_most} may be selected"
        yield _finding(rules, f"{where}.spots_most", what, "15.2(b)")
    for spots in range(1, min(schedule.spots_most, rules.numbers) + 1):
        if spots not in schedule.base:
            what = f"{spots} spots may be selected, and no payoff is stated for them"
            yield _finding(rules, f"{where}.pays", what, "15.2(b)")
    for wager, column in schedule.columns.items():
        yield from _column(card, schedule, wager, column, rules)
    yield from _advantages(card, schedule, rules)


def _column(
    card: RateCard, schedule: Schedule, wager: int, column: Column, rules: KenoRules
) -> Iterator[Finding]:
    """15.3(e): payoffs that exist, for wagers that are offered, in proportion to the least one."""
    at = f'schedule.{schedule.name}.pays."{format_dollars(wager)}"'
    offered = schedule.minimum <= wager <= schedule.maximum and wager % schedule.step == 0
    if not offered:
        what = f"a wager of {format_dollars(wager)} is not offered"
        yield _finding(rules, at, what, "15.3(d)")
    for spots, caught in column.items():
        where = f"{at}.{spots}"
        if not 1 <= spots <= schedule.spots_most:
            what = f"{spots} spots may not be selected: at most {schedule.spots_most}"
            yield _finding(rules, where, what, "15.2(b)")
            continue
        least, most = max(0, spots + rules.selected - rules.numbers), min(spots, rules.selected)
        for catch in caught:
            if not least <= catch <= most:
                what = f"{catch} of {spots} spots cannot be caught: {least} to {most} can"
                yield _finding(rules, where, what, "15.5(d)2")
        yield from _proportion(card, schedule, wager, spots, caught, where, rules)


def _proportion(
    card: RateCard,
    schedule: Schedule,
    wager: int,
    spots: int,
    caught: dict[int, int],
    where: str,
    rules: KenoRules,
) -> Iterator[Finding]:
    base = schedule.base.get(spots, {})
    for catch in sorted(base.keys() | caught.keys()):
        least, paid = base.get(catch, 0), caught.get(catch, 0)
        in_proportion, rest = divmod(least * wager, schedule.minimum)
        wanted = _capped(in_proportion, card.maximum_payoff)
        if rest or paid != wanted:
            what = (
                f"catching {catch} pays {format_dollars(paid)} on {format_dollars(wager)} and "
                f"{format_dollars(least)} on {format_dollars(schedule.minimum)}: in proportion it "
                f"would be {format_dollars(wanted)}{' and a part of a cent' if rest else ''}"
            )
            yield _finding(rules, where, what, "15.3(e)")
        if wager == schedule.minimum and (least * schedule.step) % schedule.minimum:
            what = (
                f"catching {catch} pays {format_dollars(least)} on {format_dollars(wager)}: in "
                f"steps of {format_dollars(schedule.step)} that is no whole number of cents"
            )
            yield _finding(rules, where, what, "15.3(e)")


def _capped(cents: int, most: int | None) -> int:
    return cents if most is None else min(cents, most)


def _advantages(card: RateCard, schedule: Schedule, rules: KenoRules) -> Iterator[Finding]:
    """15.3(e): at most thirty percent at the minimum wager, whatever the maximum payoff. The
    comparison is of whole numbers."""
    total = comb(rules.numbers, rules.selected)
    for spots, caught in schedule.base.items():
        if not 1 <= spots <= rules.numbers:
            continue
        returned = sum(
            hits(spots, catch, rules) * _capped(cents, card.maximum_payoff)
            for catch, cents in caught.items()
        )
        staked = total * schedule.minimum
        if 100 * returned < (100 - rules.advantage_most) * staked:
            basis_points = (10_000 * (staked - returned) * 2 + staked) // (2 * staked)
            what = (
                f"the house advantage on {spots} spot{'s' * (spots > 1)} is "
                f"{basis_points // 100}.{basis_points % 100:02d} percent: at most "
                f"{rules.advantage_most} is permitted"
            )
            where = f'schedule.{schedule.name}.pays."{format_dollars(schedule.minimum)}".{spots}'
            yield _finding(rules, where, what, "15.3(e)")


def hits(spots: int, catch: int, rules: KenoRules) -> int:
    """In how many of the equally likely selections exactly so many of the spots are caught."""
    if not 0 <= catch <= min(spots, rules.selected):
        return 0
    return comb(spots, catch) * comb(rules.numbers - spots, rules.selected - catch)


def _limits(card: RateCard, rules: KenoRules) -> Iterator[Finding]:
    """15.3(e): the aggregate maximum, and that for an individual wager, which is equal to it."""
    aggregate, individual = card.aggregate_payoff, card.maximum_payoff
    if aggregate is not None and aggregate < rules.aggregate_least:
        what = (
            f"a maximum aggregate payoff of {format_dollars(aggregate)}: at least "
            f"{format_dollars(rules.aggregate_least)}"
        )
        yield _finding(rules, "aggregate_payoff", what, "15.3(e)")
    if individual is not None and individual != aggregate:
        beside = "none for the game" if aggregate is None else format_dollars(aggregate)
        what = (
            f"a maximum payoff of {format_dollars(individual)} for an individual wager beside "
            f"{beside}: the two are equal"
        )
        yield _finding(rules, "maximum_payoff", what, "15.3(e)")
