"""Sessions: a player with a bankroll wagers the same amount round after round, until a goal or a
stop-loss is reached, the bankroll no longer covers a round, or the rounds are over.

Rounds are drawn from the exact distribution of the wager's result, in whole cents. What is
simulated is only how they follow each other; every chance is given with its error."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from math import lcm, sqrt
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from pitboss import __version__
from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import solve_scenario, strategy_of, unlawful_json
from pitboss.analysis.exact.figures import BANDS
from pitboss.analysis.simulation.kernels import mix
from pitboss.analysis.simulation.plan import key_of
from pitboss.analysis.simulation.simulate import (
    CONFIDENCE,
    Progress,
    Simulator,
    Tell,
    check_number,
    cores,
    local_workers,
)
from pitboss.analysis.study import Decide
from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput
from pitboss.law.schema import Value
from pitboss.money import format_dollars
from pitboss.table.game import Rules

Array = Any
Cents64 = npt.NDArray[np.int64]

SESSIONS_MAX = 10**7
SESSION_ROUNDS_MAX = 10**7
SESSIONS_A_CHUNK = 4096
# How a session may end.
ENDS = ("rounds", "goal", "stop-loss", "ruin")
ROUNDS_OVER, GOAL, STOP_LOSS, RUIN = range(4)
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
BANDS_SHOWN = (5, 25, 50, 75, 95)
POINTS = 60
# The course of no more sessions than these is kept for the chart.
COURSES_MAX = 20_000
# Seeds of sessions are not those of simulations.
APART = 0x5E5510
NO_GOAL = 1 << 62


@compiled
def play_sessions(
    wins: Array,
    thresholds: Array,
    others: Array,
    total: Any,
    fair: Any,
    key: Any,
    first: int,
    start: int,
    need: int,
    floor: int,
    goal: int,
    most: int,
    every: int,
    finals: Array,
    lengths: Array,
    ends: Array,
    course: Array,
) -> None:
    """A session for every place of `finals`. A number below `fair` is uniform over columns
    times `total`; in its column it is the column's own result below the threshold, and the
    other one above: an alias table in whole numbers, so that every chance is exact."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    span = np.uint64(wins.shape[0]) * np.uint64(total)
    one = np.uint64(total)
    for place in range(finals.shape[0]):
        state = mix(np.uint64(key) + mix(np.uint64(first + place)))
        money = start
        played = 0
        end = -1
        kept = place < course.shape[0]
        point = 0
        while end < 0:
            if kept and played == point * every:
                course[place, point] = money
                point += 1
            if money >= goal:
                end = GOAL
            elif money < need:
                end = RUIN
            elif money <= floor:
                end = STOP_LOSS
            elif played == most:
                end = ROUNDS_OVER
            else:
                state += golden
                word = mix(state)
                while word >= np.uint64(fair):
                    state += golden
                    word = mix(state)
                word %= span
                column = np.int64(word // one)
                if word - np.uint64(column) * one >= thresholds[column]:
                    column = others[column]
                money += wins[column]
                played += 1
        finals[place] = money
        lengths[place] = played
        ends[place] = end
        if kept:
            for rest in range(point, course.shape[1]):
                course[place, rest] = money


class AliasTable(msgspec.Struct):
    """`total` weights a column. `exact` unless the chances need more than 64 bits."""

    thresholds: npt.NDArray[np.uint64]
    others: Cents64
    total: int
    fair: int
    exact: bool


def alias_table(chances: Sequence[Fraction]) -> AliasTable:
    """Walker's alias table in whole numbers."""
    assert sum(chances) == 1
    columns = len(chances)
    total = lcm(*(chance.denominator for chance in chances))
    precise = columns * total < 1 << 63
    if not precise:
        total = (1 << 62) // columns
    weights = [int(chance * total) for chance in chances]
    # What rounding down lost (nothing, if exact) goes to the likeliest.
    weights[weights.index(max(weights))] += total - sum(weights)
    scaled = [weight * columns for weight in weights]
    thresholds, others = [total] * columns, list(range(columns))
    low = [i for i, weight in enumerate(scaled) if weight < total]
    high = [i for i, weight in enumerate(scaled) if weight > total]
    while low:
        little, much = low.pop(), high[-1]
        thresholds[little], others[little] = scaled[little], much
        scaled[much] -= total - scaled[little]
        if scaled[much] <= total:
            high.pop()
            if scaled[much] < total:
                low.append(much)
    span = columns * total
    fair = (1 << 64) // span * span
    return AliasTable(
        np.array(thresholds, dtype=np.uint64),
        np.array(others, dtype=np.int64),
        total,
        min(fair, (1 << 64) - 1) // span * span,
        precise,
    )


class Terms(msgspec.Struct, frozen=True):
    """What the player does, in cents. `goal` is a bankroll; `stop_loss` is a loss."""

    bankroll: int
    wager: int
    rounds: int
    goal: int | None = None
    stop_loss: int | None = None


class Chance(msgspec.Struct, frozen=True):
    """A simulated chance with its standard error and interval."""

    times: int
    of: int

    def as_json(self) -> dict[str, Any]:
        share = self.times / self.of
        low, high = self.interval()
        return {
            "probability": share,
            "stderr": sqrt(share * (1 - share) / self.of),
            "interval": {"confidence": CONFIDENCE / 100, "low": low, "high": high},
            "sessions": self.times,
        }

    def interval(self) -> tuple[float, float]:
        """Wilson's, which is an interval even where nothing (or everything) was seen."""
        band = float(BANDS[CONFIDENCE])
        share, n = self.times / self.of, self.of
        middle = share + band * band / (2 * n)
        half = band * sqrt(share * (1 - share) / n + band * band / (4 * n * n))
        scale = 1 + band * band / n
        low = (middle - half) / scale if self.times else 0.0
        high = (middle + half) / scale if self.times < n else 1.0
        return low, high


class Sessions(msgspec.Struct):
    """What came of all sessions. Money in cents."""

    rules: Rules
    wager: str
    strategy: str
    terms: Terms
    seed: int
    workers: int
    need: int
    exact_chances: bool
    house_edge: Fraction
    finals: Cents64
    lengths: Cents64
    ends: Cents64
    course: Cents64
    every: int
    seconds: float
    partial: bool = False

    def chance(self, end: int) -> Chance:
        return Chance(int((self.ends == end).sum()), len(self.ends))

    def quantiles(self, values: Cents64) -> dict[str, int]:
        """Return the sorted value that each share of them does not exceed."""
        ordered = np.sort(values)
        places = [max(0, -(-len(ordered) * q // 100) - 1) for q in QUANTILES]
        return {f"{q}%": int(ordered[place]) for q, place in zip(QUANTILES, places, strict=True)}

    def bands(self) -> list[list[int]]:
        """For every point of the chart, the bankrolls of BANDS_SHOWN."""
        ordered = np.sort(self.course, axis=0)
        count = len(ordered)
        places = [max(0, -(-count * q // 100) - 1) for q in BANDS_SHOWN]
        return [
            [int(ordered[place, point]) for place in places] for point in range(ordered.shape[1])
        ]

    def points(self) -> list[int]:
        """Returns the number of rounds at every point of the chart."""
        last = self.terms.rounds
        return [min(last, point * self.every) for point in range(self.course.shape[1])]

    def as_json(self) -> dict[str, Any]:
        law, terms = self.rules.law, self.terms
        total = len(self.finals)
        behind = Chance(int((self.finals < terms.bankroll).sum()), total)
        ahead = Chance(int((self.finals > terms.bankroll).sum()), total)
        return {
            "game": law.game,
            "day": law.day.isoformat(),
            "options": law.options,
            "rules": law.hash,
            **unlawful_json(law),
            "version": __version__,
            "method": "simulated",
            "wager": self.wager,
            "strategy": self.strategy,
            "house_edge": {"exact": str(self.house_edge), "decimal": float(self.house_edge)},
            "chances": "exact" if self.exact_chances else "exact to 2^-50",
            "sessions": total,
            "partial": self.partial,
            "seed": self.seed,
            "workers": self.workers,
            "seconds": round(self.seconds, 6),
            "rounds_in_all": int(self.lengths.sum()),
            "bankroll": terms.bankroll,
            "bet": terms.wager,
            "needed_for_a_round": self.need,
            "goal": terms.goal,
            "stop_loss": terms.stop_loss,
            "session_rounds": terms.rounds,
            "risk_of_ruin": self.chance(RUIN).as_json(),
            "ends": {name: self.chance(end).as_json() for end, name in enumerate(ENDS)},
            "ahead": ahead.as_json(),
            "behind": behind.as_json(),
            "final_bankroll": _moments(self.finals) | {"quantiles": self.quantiles(self.finals)},
            "duration": _moments(self.lengths) | {"quantiles": self.quantiles(self.lengths)},
            "course": {
                "sessions": len(self.course),
                "rounds": self.points(),
                "quantiles": {
                    f"{q}%": [band[i] for band in self.bands()] for i, q in enumerate(BANDS_SHOWN)
                },
            },
            "unverified": list(law.unverified),
        }


def _moments(values: Cents64) -> dict[str, Any]:
    """Mean and standard error, from exact sums."""
    numbers = [int(value) for value in np.unique(values)]
    times = np.unique(values, return_counts=True)[1].tolist()
    count = len(values)
    total = sum(n * t for n, t in zip(numbers, times, strict=True))
    squares = sum(n * n * t for n, t in zip(numbers, times, strict=True))
    mean = Fraction(total, count)
    stderr = None
    if count > 1:
        variance = (Fraction(squares) - mean * total) / (count - 1)
        stderr = sqrt(variance / count)
    return {"mean": float(mean), "stderr": stderr}


# -- playing ----------------------------------------------------------------------------------


def play_all(
    key: str,
    day: date,
    options: Mapping[str, Value] | None = None,
    *,
    terms: Terms,
    sessions: int = 100_000,
    seed: int = 1,
    wager: str = "",
    strategy: str = "",
    decide: Decide | None = None,
    workers: int = 0,
    tell: Tell | None = None,
) -> Sessions:
    """Play sessions of the wager (of the first that the game's study has, if none is named).
    The same seed gives the same sessions for any number of workers."""
    check_number("sessions", sessions, 1, SESSIONS_MAX)
    check_number("session rounds", terms.rounds, 1, SESSION_ROUNDS_MAX)
    workers = workers or cores()
    simulator = Simulator(
        key,
        day,
        options,
        rounds=1,
        seed=seed,
        strategy=strategy,
        decide=decide,
        wager=wager,
        fresh=True,
    )
    scenario = simulator.scenarios[0]
    if tell is not None:
        tell(Progress(wager or scenario.wager, 0, sessions, preparing=True))
    chosen = decide or strategy_of(simulator.study, simulator.strategy)
    joint, lines, _ = solve_scenario(
        simulator.game, simulator.rules, simulator.study, scenario, chosen
    )
    name = wager or joint.wagers[0]
    found = joint.distribution(name)
    if not found.told_apart():
        raise BadInput(
            f"sessions of {name}: they are played from exact chances, and some rounds of this "
            "wager are known by their averages only"
        )
    nets, chances = wins_of(found, terms.wager)
    need = _whole(max(cell.staked for cell in found.cells) * terms.wager)
    _check_terms(terms, need)
    started = time.perf_counter()
    every = -(-terms.rounds // POINTS)
    result = Sessions(
        simulator.rules,
        name,
        simulator.strategy if lines or chosen else "",
        terms,
        seed,
        workers,
        need,
        True,
        found.house_edge(),
        np.zeros(sessions, dtype=np.int64),
        np.zeros(sessions, dtype=np.int64),
        np.zeros(sessions, dtype=np.int64),
        np.zeros((min(sessions, COURSES_MAX), -(-terms.rounds // every) + 1), dtype=np.int64),
        every,
        0.0,
    )
    _play(result, nets, alias_table(chances), tell)
    result.seconds = time.perf_counter() - started
    return result


def _play(result: Sessions, nets: list[int], table: AliasTable, tell: Tell | None) -> None:
    terms = result.terms
    floor = terms.bankroll - terms.stop_loss if terms.stop_loss is not None else -1
    goal = terms.goal if terms.goal is not None else NO_GOAL
    wins = np.array(nets, dtype=np.int64)
    key = np.uint64(key_of(result.seed ^ APART, 0))
    kernel: Any = jit(play_sessions)
    result.exact_chances = table.exact

    def chunk(first: int) -> None:
        last = min(first + SESSIONS_A_CHUNK, len(result.finals))
        kernel(
            wins,
            table.thresholds,
            table.others,
            np.uint64(table.total),
            np.uint64(table.fair),
            key,
            first,
            terms.bankroll,
            result.need,
            floor,
            goal,
            terms.rounds,
            result.every,
            result.finals[first:last],
            result.lengths[first:last],
            result.ends[first:last],
            result.course[first:last],
        )

    total, done = len(result.finals), 0
    try:
        with local_workers(result.workers) as pool:
            firsts = range(0, total, SESSIONS_A_CHUNK)
            for first, future in [(first, pool.submit(chunk, first)) for first in firsts]:
                future.result()
                done = min(total, first + SESSIONS_A_CHUNK)
                if tell is not None:
                    tell(Progress(result.wager, done, total))
    except KeyboardInterrupt:
        if not done:
            raise
        result.partial = True
        result.finals, result.lengths = result.finals[:done], result.lengths[:done]
        result.ends, result.course = result.ends[:done], result.course[:done]


def wins_of(found: Distribution, wager: int) -> tuple[list[int], list[Fraction]]:
    """Returns what a wager of that many cents may win, each with its chance."""
    merged: dict[Fraction, Fraction] = {}
    for cell, chance in found.cells.items():
        merged[cell.net] = merged.get(cell.net, Fraction(0)) + chance
    unit = lcm(*(net.denominator for net in merged))
    if wager % unit:
        raise BadInput(
            f"a wager of {format_dollars(wager)} cannot always be paid to the cent: expected a "
            f"multiple of {format_dollars(unit)}"
        )
    ordered = sorted(merged.items(), key=lambda item: (-item[1], item[0]))
    return [int(net * wager) for net, _ in ordered], [chance for _, chance in ordered]


def _whole(cents: Fraction) -> int:
    return -(-cents.numerator // cents.denominator)


def _check_terms(terms: Terms, need: int) -> None:
    if terms.wager < 1:
        raise BadInput("the wager of a session must be at least 0.01")
    if terms.bankroll < need:
        raise BadInput(
            f"a bankroll of {format_dollars(terms.bankroll)} does not cover one round, which "
            f"may take {format_dollars(need)}"
        )
    if terms.goal is not None and terms.goal <= terms.bankroll:
        raise BadInput(
            f"a goal of {format_dollars(terms.goal)} is reached before the first round: it is "
            f"the bankroll to leave with, so more than {format_dollars(terms.bankroll)}"
        )
    if terms.stop_loss is not None and not 0 < terms.stop_loss <= terms.bankroll:
        raise BadInput(
            f"a stop-loss of {format_dollars(terms.stop_loss)}: it is the loss to leave at, so "
            f"more than nothing and at most {format_dollars(terms.bankroll)}"
        )
