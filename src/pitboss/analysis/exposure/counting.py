"""What a wager is worth to those who count cards: `pitboss expose GAME --counts`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss import registry
from pitboss.analysis.exact.distribution import exact
from pitboss.analysis.exact.edges import need_study, rules_for_study, scenarios_for
from pitboss.analysis.exposure.countable import ByCount, Countable, by_automaton
from pitboss.analysis.exposure.removal import (
    Effect,
    best_tags,
    correlation,
    count_of,
    effects_of,
)
from pitboss.analysis.progress import telling
from pitboss.analysis.simulation.counts import COUNT_MOST, Count, read_count
from pitboss.analysis.simulation.simulate import automaton_for
from pitboss.analysis.study import Scenario, Study
from pitboss.errors import BadInput
from pitboss.table.game import Game, Rules

SHOES = 200_000
# Places of the shoe at which the worth of what is left is looked at.
PLACES = 40
# Cutting cards that are compared, in cards from the back.
CUTS = (14, 26, 52, 78, 104, 156)
# Of the shoe, how much lies behind the cutting card at most.
CUT_SHARE_MAX = 0.6
SMALL_SHOE = 104
# A counter wins something if that is more than so many standard errors.
SURE = 2


class Bound(NamedTuple):
    """Who knows all cards that are left and wagers a unit where that is worth it: how often, the
    average advantage then, and the units won by shoe, with its standard error."""

    often: float
    advantage: float
    units: float
    error: float


class Counted(NamedTuple):
    """Who counts and wagers a unit from a true count of `trigger` on, dealt to a cutting card so
    many cards from the back. `rounds` are those of a shoe."""

    cut: int
    rounds: float
    trigger: int | None
    often: float
    advantage: float
    advantage_error: float
    units: float
    units_error: float
    bound: Bound | None = None

    def limit(self, loss: int) -> int | None:
        """Returns the highest wager, in cents, at which a shoe loses at most so many cents to those
        who count, or know all that is left; None where they win nothing."""
        most = max(self.units, self.bound.units if self.bound is not None else 0.0)
        return int(loss / most) if most > 0 else None

    def as_json(self, loss: int) -> dict[str, Any]:
        found: dict[str, Any] = {
            "cards_behind_the_cutting_card": self.cut,
            "rounds_a_shoe": self.rounds,
            "trigger": self.trigger,
            "wagered": self.often,
            "average_advantage": self.advantage,
            "average_advantage_stderr": self.advantage_error,
            "units_per_100_rounds": 100 * self.units / self.rounds if self.rounds else 0.0,
            "units_per_shoe": self.units,
            "units_per_shoe_stderr": self.units_error,
            "perfect": None,
            "highest_wager_cents": self.limit(loss) if loss else None,
        }
        if self.bound is not None:
            found["perfect"] = {
                "wagered": self.bound.often,
                "average_advantage": self.bound.advantage,
                "units_per_shoe": self.bound.units,
                "units_per_shoe_stderr": self.bound.error,
            }
        return found


class CountedWager(msgspec.Struct):
    """A wager from shoes of so many decks: what it is worth, the effects of removal, the count and
    how well it goes with them, and what it wins by cutting card."""

    wager: str
    decks: int
    worth: Fraction
    effects: list[Effect]
    count: Count
    correlation: float
    by_cut: list[Counted]
    shoes: int
    notes: tuple[str, ...] = ()

    def as_json(self, loss: int) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "decks": self.decks,
            "house_edge": exact(-self.worth),
            "effects_of_removal": [
                {"ranks": effect.name, "cards": effect.cards, "change": exact(effect.change)}
                for effect in self.effects
            ],
            "count": self.count.name,
            "correlation": self.correlation,
            "by_cutting_card": [each.as_json(loss) for each in self.by_cut],
            "shoes": self.shoes,
            "notes": list(self.notes),
        }


class Counts(msgspec.Struct):
    """What counting is worth at a game, by wager and number of decks. `loss`, in cents, is what a
    shoe may lose; 0 where that was not asked."""

    rules: Rules
    wagers: list[CountedWager]
    refused: list[tuple[str, str]]
    loss: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        law = self.rules.law
        return {
            "game": law.game,
            "day": law.day.isoformat(),
            "options": law.options,
            "rules": law.hash,
            "wagers": [wager.as_json(self.loss) for wager in self.wagers],
            "not_counted": [{"wager": name, "why": why} for name, why in self.refused],
            "loss_cents": self.loss or None,
            "unverified": list(law.unverified),
            "seconds": round(self.seconds, 3),
        }


class NotCounted(BadInput):
    """Why a wager is not counted here."""


def countables(game: Game, study: Study, rules: Rules, scenario: Scenario) -> list[Countable]:
    """Returns the wagers of a scenario as functions of the cards that are left."""
    if study.counted is not None:
        found: list[Countable] = study.counted(rules, scenario)
        return found
    if study.simulated:
        raise NotCounted(
            "its figures are simulated: one card fewer changes them by less than their error, and "
            "a hundred times the rounds for each rank would take hours"
        )
    study = study.of(scenario)
    table = game.open_table(rules, scenario.seats_taken())
    if table.shoe is None or not table.shoe.cutting_card or study.card_class is None:
        raise NotCounted("every round is dealt from all cards: there is nothing to count")
    return by_automaton(automaton_for(game, rules, study, scenario, None)[0])


def expose_counts(
    key: str,
    day: date,
    options: dict[str, Any] | None = None,
    *,
    wager: str = "",
    count: str = "",
    decks: Sequence[int] = (),
    loss: int = 0,
    shoes: int = SHOES,
    situations: int = 0,
    seed: int = 1,
    progress: Callable[[str], None] | None = None,
) -> Counts:
    """Returns what counting is worth: the best linear count, or the `count` that is given, for the
    table's number of decks or for each of `decks`. So many shoes are dealt, and so many situations
    looked at for the bound of those who know all cards."""
    started = time.perf_counter()
    game = registry.find(key)
    study = need_study(game)
    asked = game.rules(day, options)
    chosen = read_count(count) if count else None
    found: list[CountedWager] = []
    refused: dict[str, str] = {}
    for number in decks or (0,):
        with_decks = {**(options or {}), **({"decks": number} if number else {})}
        rules = rules_for_study(game, study, day, with_decks)
        for scenario in scenarios_for(study, rules, wager):
            if progress is not None:
                progress(scenario.wager)
            with telling(progress, scenario.wager):
                try:
                    parts = countables(game, study, rules, scenario)
                except NotCounted as why:
                    refused[scenario.wager] = str(why)
                    continue
                found += [
                    counted_wager(each, chosen, shoes, situations, seed)
                    for each in parts
                    if wager in ("", each.wager, scenario.wager)
                ]
    if not found:
        reason = next(iter(refused.values()), "there is nothing to count")
        raise BadInput(f"{game.key}: {reason}")
    return Counts(asked, found, list(refused.items()), loss, time.perf_counter() - started)


def cuts_of(countable: Countable) -> list[int]:
    """Returns the cutting cards that are compared: that of the rules, and others."""
    size = countable.size
    usual = CUTS if size > SMALL_SHOE else tuple(size * share // 8 for share in (1, 2, 3, 4))
    least = max(countable.least, 1)
    found = {cut for cut in usual if least <= cut <= size * CUT_SHARE_MAX}
    if countable.cutting_card >= least:
        found.add(countable.cutting_card)
    return sorted(found)


def counted_wager(
    countable: Countable, count: Count | None, shoes: int, situations: int, seed: int
) -> CountedWager:
    """Returns what it is worth to count one wager."""
    worth, effects = effects_of(countable)
    if count is None:
        tags: Sequence[int] = best_tags(effects)
        count = count_of(effects, tags)
    else:
        whole = count.whole_tags()
        tags = [whole[effect.ranks[0]] for effect in effects]
    cuts = cuts_of(countable)
    dealt = countable.deal(count, cuts, shoes, seed)
    by_cut = [counted_at(cut, each) for cut, each in zip(cuts, dealt, strict=True)]
    looks = situations or countable.looks
    if looks:
        bounds = bounds_of(countable, by_cut, looks, seed)
        by_cut = [with_bound(each, bound) for each, bound in zip(by_cut, bounds, strict=True)]
    return CountedWager(
        countable.wager,
        countable.decks,
        worth,
        effects,
        count,
        correlation(effects, tags),
        by_cut,
        shoes,
        countable.notes,
    )


def counted_at(cut: int, dealt: ByCount) -> Counted:
    """Returns the figures of a counter who wagers from the true count on from which that wins
    most, if it wins anything beyond the error of the simulation."""
    rounds = float(dealt.rounds.sum()) / dealt.shoes
    won = np.cumsum(dealt.won[::-1])[::-1]
    best = int(np.argmax(won))
    number = float(dealt.rounds[best:].sum())
    error = sqrt(float(dealt.squares[best:].sum()))
    if won[best] <= SURE * error or not number:
        return Counted(cut, rounds, None, 0.0, 0.0, 0.0, 0.0, 0.0)
    return Counted(
        cut,
        rounds,
        best - COUNT_MOST,
        number / float(dealt.rounds.sum()),
        float(won[best]) / number,
        error / number,
        float(won[best]) / dealt.shoes,
        error / dealt.shoes,
    )


def with_bound(counted: Counted, bound: Bound) -> Counted:
    """Returns the figures with their bound; without it, where so few looks put it below what the
    count wins: that is no bound."""
    settled = bound.units + SURE * bound.error >= counted.units
    return counted._replace(bound=bound) if settled else counted


def bounds_of(
    countable: Countable, by_cut: Sequence[Counted], situations: int, seed: int
) -> list[Bound]:
    """Returns the bound of perfect counting for each cutting card: the wager's worth by what is
    left, drawn at random at places all over the shoe. A round is as likely to begin at any of
    them."""
    source = np.random.Generator(np.random.PCG64(seed))
    deepest = countable.size - min(each.cut for each in by_cut)
    # More places towards the end, where there is more to know; each stands for its stretch.
    ends = deepest * (1 - (1 - np.linspace(0, 1, PLACES + 1)) ** 2)
    places, stretches = ((ends[:-1] + ends[1:]) / 2).astype(int), np.diff(ends)
    each_place = max(situations // PLACES, 2)
    shoe = np.array(countable.shoe)
    gains = np.zeros((PLACES, each_place))
    for row, place in enumerate(places):
        gone = source.multivariate_hypergeometric(shoe, place, each_place, method="marginals")
        gains[row] = [max(countable.worth_of(left.tolist()), 0.0) for left in shoe - gone]
    found = []
    for each in by_cut:
        inside = places < countable.size - each.cut
        weights = stretches[inside] / stretches[inside].sum()
        found.append(_bound(each, gains[inside], weights))
    return found


def _bound(counted: Counted, gains: Any, weights: Any) -> Bound:
    """Returns the bound from what could be won, by place, of so much weight, and situation."""
    often = float((gains > 0).mean(axis=1) @ weights)
    mean = float(gains.mean(axis=1) @ weights)
    error = sqrt(float(gains.var(axis=1, ddof=1) @ weights**2) / gains.shape[1])
    advantage = mean / often if often else 0.0
    return Bound(often, advantage, mean * counted.rounds, error * counted.rounds)
