"""Simulation: chunks of rounds on all cores (or a cluster), merged by addition.

The unit is (rules, strategy, seed, chunk) to counts of outcomes. A chunk is the same wherever
and whenever it is run, and chunks are merged in their order, so figures depend on neither the
number of workers nor interruptions. All sums are exact; floats are made at the very end."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import ExitStack, contextmanager
from datetime import date
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

import msgspec

from pitboss import __version__, registry
from pitboss.analysis.exact.automaton import (
    Automaton,
    Cells,
    compile_cards,
    compile_chain,
    compile_wheel,
)
from pitboss.analysis.exact.distribution import Distribution, exact
from pitboss.analysis.exact.edges import (
    need_study,
    pricing,
    rules_for_study,
    scenarios_for,
    solve_scenario,
    strategy_of,
    unlawful_json,
)
from pitboss.analysis.exact.explore import Explorer, by_policy, start_table
from pitboss.analysis.exact.figures import BANDS
from pitboss.analysis.exact.together import need_joint
from pitboss.analysis.simulation.advantage import Advantage, advantage_of
from pitboss.analysis.simulation.batches import Batches, count_all
from pitboss.analysis.simulation.convergence import Course
from pitboss.analysis.simulation.plan import CHUNK_ROUNDS, Plan, chunks_of, plan_of, run_chunk
from pitboss.analysis.simulation.resume import Finished
from pitboss.analysis.study import Decide, Scenario, Study
from pitboss.errors import BadInput
from pitboss.law.hypothetical import WhatIf, as_chosen
from pitboss.law.schema import Value
from pitboss.table.entries import Closed, Entry
from pitboss.table.game import Game, Rules
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import play
from pitboss.table.system import Subject

ROUNDS_MAX = 10**12
WORKERS_MAX = 1024
SEED_MAX = 2**64 - 1
CONFIDENCE = 95
# Chunks handed out ahead of those that are finished, for each worker.
AHEAD = 3
OWN_STRATEGY = "user's own"

Counts = tuple[int, ...]


class Work(msgspec.Struct, frozen=True):
    """What a worker needs to know to build a plan for itself."""

    game: str
    day: date
    options: tuple[tuple[str, Value], ...]
    wager: str
    scenario: int
    strategy: str
    fresh: bool = False
    version: str = __version__
    settings: tuple[tuple[str, str], ...] = ()
    # The options need not be lawful.
    hypothetical: bool = False

    def chosen(self) -> dict[str, Value]:
        return WhatIf(self.options) if self.hypothetical else dict(self.options)


class Prepared(msgspec.Struct):
    """A plan with what it was made from. `digest` is the same wherever the plan is."""

    plan: Plan
    scenario: Scenario
    digest: str


class Progress(msgspec.Struct, frozen=True):
    """How far a simulation is. `preparing` while a plan is compiled; then nothing is counted."""

    wager: str
    rounds: int
    of: int
    preparing: bool = False
    house_edge: float | None = None
    stderr: float | None = None


Tell = Callable[[Progress], None]


class Tally(msgspec.Struct, frozen=True):
    """What has been counted so far: the first `chunks` chunks, no gap among them."""

    rounds: int = 0
    chunks: int = 0
    counts: Counts = ()

    def plus(self, rounds: int, counts: Counts) -> Tally:
        merged = (
            tuple(a + b for a, b in zip(self.counts, counts, strict=True))
            if self.counts
            else counts
        )
        return Tally(self.rounds + rounds, self.chunks + 1, merged)


# -- plans ------------------------------------------------------------------------------------


class _DecisionAsked(Exception):
    """Somebody has to decide something: there must be a strategy."""


def plan_for(
    game: Subject,
    rules: Rules,
    study: Study,
    scenario: Scenario,
    decide: Decide | None,
    *,
    fresh: bool = False,
    settings: Mapping[str, Any] | None = None,
) -> Plan:
    """The plan of a scenario. Without `decide`, decisions are the best ones."""
    study = study.of(scenario)
    need_joint(study, scenario)
    if study.kernel is not None:
        deals_on = study.deals_on or study.settings
        given = {"fresh": fresh, **(settings or {})} if deals_on else {}
        plan: Plan = study.kernel(rules, scenario, decide, **given)
        return plan
    assert isinstance(game, Game)  # A system has a kernel: there is no procedure to compile.
    if game.standing:
        return plan_of(compile_chain(game, rules, study, scenario))
    if _decides_at_once(game, rules, scenario):
        return plan_of(compile_wheel(game, rules, study, scenario))

    automaton, decide = automaton_for(game, rules, study, scenario, decide)
    plan = plan_of(automaton, fresh=fresh, **(settings or {}))
    plan.decide = decide
    return plan


def automaton_for(
    game: Game, rules: Rules, study: Study, scenario: Scenario, decide: Decide | None
) -> tuple[Automaton, Decide | None]:
    """The automaton of a card game, and how it is played. Without `decide`, decisions are the best
    ones."""
    if decide is None and study.optimal is not None:
        decide = study.optimal(rules, scenario)

    def asked(prompt: Prompt) -> Entry:
        raise _DecisionAsked

    try:
        automaton = compile_cards(game, rules, study, scenario, decide or asked)
    except _DecisionAsked:
        explorer = Explorer(game, rules, study, scenario.wagers, None)
        explorer.leaves(game.open_table(rules, 1))
        decide = by_policy(explorer.policy, study)
        automaton = compile_cards(game, rules, study, scenario, decide)
    return automaton, decide


def _decides_at_once(game: Game, rules: Rules, scenario: Scenario) -> bool:
    """Whether a wheel or dice decide the round: no cards are drawn."""
    table = start_table(game, rules, scenario)
    waiting = play(game, rules, table, [*scenario.entries(), Closed()])
    return not isinstance(waiting, Receipt) and waiting.prompt.kind in ("spin", "roll")


def prepare(work: Work, decide: Decide | None = None) -> Prepared:
    """The plan of a piece of work; `decide` is a strategy that has no name."""
    game = registry.find_subject(work.game)
    study = need_study(game)
    rules = rules_for_study(game, study, work.day, work.chosen())
    scenario = scenarios_for(study, rules, work.wager)[work.scenario]
    chosen = decide or strategy_of(study, work.strategy)
    settings = settings_of(study, rules, dict(work.settings))
    with pricing(rules.law):
        plan = plan_for(game, rules, study, scenario, chosen, fresh=work.fresh, settings=settings)
    parts = [rules.law.hash, scenario.wager, work.strategy, str(work.fresh), str(plan.wagers)]
    parts += [f"{name}: {text}" for name, text in work.settings]
    parts += [
        f"{cell.row} {cell.odds} {cell.net} {cell.staked}" for o in plan.outcomes for cell in o
    ]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return Prepared(plan, scenario, digest)


prepared = lru_cache(maxsize=256)(prepare)


def settings_of(study: Study, rules: Rules, given: Mapping[str, str]) -> dict[str, Any]:
    """What the kernel is told of the settings that were given, each read from its text."""
    known = {setting.name: setting for setting in study.settings}
    for name in given:
        if name not in known:
            takes = f"the settings are {', '.join(known)}" if known else "it takes no settings"
            raise BadInput(f"{rules.law.game} has no setting {name[:40]!r}: {takes}")
    return {name: known[name].read(rules, text) for name, text in given.items()}


def count_chunk(work: Work, seed: int, chunk: int, rounds: int) -> tuple[str, Counts]:
    """One chunk, in any process: the plan's digest, and the counts."""
    if work.version != __version__:
        raise BadInput(f"a worker has pitboss {__version__}, and {work.version} was asked for")
    made = prepared(work)
    return made.digest, tuple(map(int, run_chunk(made.plan, seed, chunk, rounds)))


def count_chunks(
    work: Work, seed: int, chunks: Sequence[tuple[int, int]]
) -> tuple[float, list[tuple[str, Counts]]]:
    """Several chunks in one task, in any process; and how many seconds each took."""
    return count_all(lambda chunk, rounds: count_chunk(work, seed, chunk, rounds), chunks)


# -- workers ----------------------------------------------------------------------------------


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ignore_interrupts() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def local_workers(workers: int, *, processes: bool = False) -> Iterator[Executor]:
    """Threads, because compiled kernels let other threads run, share one compiled plan and
    start at once; or processes."""
    executor: Executor
    if processes:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(workers, context, _ignore_interrupts)
    else:
        executor = ThreadPoolExecutor(workers, "pitboss-simulate")
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


class Lost(Exception):
    """The workers are gone. What had been counted is kept."""


class Run:
    """The chunks of one scenario on an executor, merged in order."""

    def __init__(
        self,
        submit: Callable[[int, int], Future[tuple[str, Counts]]],
        made: Prepared,
        sizes: Sequence[int],
        ahead: int,
        finished: Finished | None,
        batches: Batches | None = None,
    ) -> None:
        self.submit = submit
        self.batches = batches
        self.made = made
        self.sizes = sizes
        self.ahead = ahead
        self.finished = finished
        self.tally = Tally()
        self._early: dict[int, Counts] = {}
        self._running: dict[Future[tuple[str, Counts]], int] = {}
        self._next = 0
        # Rounds that were merged from the file and not played now.
        self.resumed = 0
        self._stored = finished.counts(made.digest, sizes) if finished else {}

    def go(self, enough: Callable[[Tally], bool], tell: Callable[[Tally], None]) -> None:
        """Run until all chunks are merged or `enough` says so. May be interrupted at any
        point: `tally` is always whole."""
        try:
            while self.tally.chunks < len(self.sizes):
                self._hand_out()
                self._collect()
                while self.tally.chunks in self._early:
                    number = self.tally.chunks
                    self.tally = self.tally.plus(self.sizes[number], self._early[number])
                    del self._early[number]
                    tell(self.tally)
                    if enough(self.tally):
                        return
        finally:
            for future in self._running:
                future.cancel()

    def _hand_out(self) -> None:
        together = self.batches.size if self.batches is not None else 1
        limit = self.tally.chunks + self.ahead * together
        while self._next < len(self.sizes) and self._next < limit:
            number = self._next
            self._next += 1
            if number in self._stored:
                self._early[number] = self._stored[number]
                self.resumed += self.sizes[number]
            else:
                try:
                    self._running[self.submit(number, self.sizes[number])] = number
                except BrokenExecutor:
                    raise Lost("the workers are gone") from None
        if self.batches is not None:
            self.batches.flush()

    def _collect(self) -> None:
        """Wait for a chunk, unless one that was stored can be merged at once."""
        if not self._running or self.tally.chunks in self._early:
            return
        done, _ = wait(self._running, return_when=FIRST_COMPLETED)
        for future in done:
            number = self._running[future]
            try:
                digest, counts = future.result()
            except (CancelledError, BrokenExecutor):
                raise Lost("the workers are gone") from None
            if digest != self.made.digest or sum(counts) != self.sizes[number]:
                raise BadInput(
                    "a worker has other rules than this process: are the versions of pitboss "
                    f"the same? This one is {__version__}"
                )
            if self.finished is not None:
                try:
                    self.finished.add(self.made.digest, number, self.sizes[number], counts)
                except OSError as error:
                    raise Lost(f"{self.finished.name}: {error.strerror}") from None
            del self._running[future]
            self._early[number] = counts


# -- figures ----------------------------------------------------------------------------------


class WagerFigures(msgspec.Struct):
    """What the counts say about one wager, per unit of the initial wager, exactly."""

    wager: str
    rounds: int
    distribution: Distribution
    counts: list[tuple[str, str, Fraction, int]]
    strategy: str = ""
    basis: str = "read"
    note: str = ""
    exact_edge: Fraction | None = None
    # Where these rounds were dealt to the cutting card, and checked: the same number of rounds,
    # each from a full shoe, which are what the exact edge is of.
    from_full_shoes: WagerFigures | None = None
    advantage: Advantage | None = None

    def mean(self) -> Fraction:
        return self.distribution.mean()

    def variance(self) -> Fraction | None:
        """Returns the variance of one round, estimated without bias; None for a single round."""
        if self.rounds < 2:
            return None
        return self.distribution.variance() * self.rounds / (self.rounds - 1)

    def stderr(self) -> float | None:
        """Returns the standard error of the mean, rounds taken as independent."""
        variance = self.variance()
        return sqrt(variance / self.rounds) if variance is not None else None

    def distance(self) -> float | None:
        """Returns how far the exact edge is from this one, in standard errors; from that of rounds
        from a full shoe, where these are not."""
        if self.from_full_shoes is not None:
            return self.from_full_shoes.distance()
        stderr = self.stderr()
        if self.exact_edge is None or not stderr:
            return None
        return float(-self.mean() - self.exact_edge) / stderr

    def as_json(self) -> dict[str, Any]:
        mean, variance, stderr = self.mean(), self.variance(), self.stderr()
        found = self.distribution
        half = float(BANDS[CONFIDENCE]) * stderr if stderr is not None else None
        edge = float(-mean)
        answer: dict[str, Any] = {
            "wager": self.wager,
            "rounds": self.rounds,
            "mean": float(mean),
            "stderr": stderr,
            "house_edge": edge,
            "interval": {
                "confidence": CONFIDENCE / 100,
                "low": edge - half if half is not None else None,
                "high": edge + half if half is not None else None,
            },
            "variance": float(variance) if variance is not None else None,
            "standard_deviation": sqrt(variance) if variance is not None else None,
            "net": str(mean * self.rounds),
            "win": float(found.probability(1)),
            "push": float(found.probability(0)),
            "lose": float(found.probability(-1)),
            "average_wager": float(found.average_wager()),
            "element_of_risk": float(found.element_of_risk()),
            "n0": float(variance / mean**2) if variance is not None and mean else None,
            "method": "simulated",
            "strategy": self.strategy,
            "basis": self.basis,
            "rows": [
                {"row": row, "odds": odds, "net": str(net), "count": times,
                 "frequency": times / self.rounds}
                for row, odds, net, times in self.counts
            ],
        }  # fmt: skip
        if self.note:
            answer["note"] = self.note
        if self.advantage is not None:
            answer["advantage"] = self.advantage.as_json()
        if self.exact_edge is not None:
            answer["exact"] = exact(self.exact_edge)
            answer["distance"] = self.distance()
        if self.from_full_shoes is not None:
            effect, error = self.cutting_card()
            answer["from_full_shoes"] = {
                "house_edge": float(-self.from_full_shoes.mean()),
                "stderr": self.from_full_shoes.stderr(),
            }
            answer["cutting_card_effect"] = {"value": effect, "stderr": error}
        return answer

    def cutting_card(self) -> tuple[float, float]:
        """Returns by how much the edge is higher when rounds are dealt to the cutting card, and
        the standard error of that."""
        other = self.from_full_shoes
        assert other is not None
        errors = (self.stderr() or 0.0, other.stderr() or 0.0)
        return float(other.mean() - self.mean()), sqrt(sum(error**2 for error in errors))


def figures_of(made: Prepared, tally: Tally, wager: str = "") -> list[WagerFigures]:
    """The figures of every wager that the plan has a cell for (of one, if it is named)."""
    found = []
    for index, name in enumerate(made.plan.wagers):
        if wager and name != wager:
            continue
        distribution = Distribution()
        rows: dict[tuple[str, str, Fraction], int] = {}
        for cells, times in zip(made.plan.outcomes, tally.counts, strict=True):
            if times:
                cell = cells[index]
                distribution.add(cell, Fraction(times, tally.rounds))
                key = (cell.row, cell.odds, cell.net)
                rows[key] = rows.get(key, 0) + times
        distribution.check()
        ordered = sorted(rows.items(), key=lambda row: (-row[0][2], row[0]))
        counts = [(row, odds, net, times) for (row, odds, net), times in ordered]
        found.append(
            WagerFigures(name, tally.rounds, distribution, counts, note=made.scenario.note)
        )
    return found


class Simulation(msgspec.Struct):
    """The result. `partial` if it was ended early, with the reason why."""

    rules: Rules
    wagers: list[WagerFigures]
    rounds: int
    rounds_asked: int
    rounds_in_all: int
    seed: int
    workers: int
    strategy: str
    fresh: bool
    seconds: float
    preparing: float
    partial: bool = False
    why: str = ""
    stopped_at_target: bool = False
    rounds_resumed: int = 0
    # Why there are no exact figures to check against, where there are none.
    unchecked: str = ""
    settings: dict[str, str] = {}

    def as_json(self) -> dict[str, Any]:
        law = self.rules.law
        played = max(0, self.rounds_in_all - self.rounds_resumed)
        rate = played / self.seconds if self.seconds > 0 else None
        answer: dict[str, Any] = {
            "game": law.game,
            "day": law.day.isoformat(),
            "options": law.options,
            "rules": law.hash,
            "version": __version__,
            "method": "simulated",
            "rounds": self.rounds,
            "rounds_asked": self.rounds_asked,
            "rounds_in_all": self.rounds_in_all,
            "rounds_resumed": self.rounds_resumed,
            "seconds": round(self.seconds, 6),
            "rounds_per_second": round(rate) if rate is not None else None,
            "preparing_seconds": round(self.preparing, 6),
            "seed": self.seed,
            "workers": self.workers,
            "strategy": self.strategy,
            "every_round_from_a_full_shoe": self.fresh,
            "partial": self.partial,
            "stopped_at_target": self.stopped_at_target,
            "wagers": [wager.as_json() for wager in self.wagers],
            "unverified": list(law.unverified),
        }
        answer |= unlawful_json(law)
        if self.settings:
            answer["settings"] = self.settings
        if self.why:
            answer["why"] = self.why
        if self.unchecked:
            answer["unchecked"] = self.unchecked
        return answer


# -- simulate ---------------------------------------------------------------------------------


class Simulator:
    """One call of `simulate`: what was asked for, checked, and the scenarios one by one."""

    def __init__(
        self,
        key: str,
        day: date,
        options: Mapping[str, Value] | None,
        *,
        rounds: int,
        seed: int,
        strategy: str,
        decide: Decide | None,
        wager: str,
        fresh: bool,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        check_number("rounds", rounds, 1, ROUNDS_MAX)
        check_number("seed", seed, 0, SEED_MAX)
        self.game = registry.find_subject(key)
        self.study = need_study(self.game)
        self.rules = rules_for_study(self.game, self.study, day, as_chosen(options))
        self.decide = decide
        self.strategy = strategy or (OWN_STRATEGY if decide else self.study.default_strategy)
        if decide is None:
            strategy_of(self.study, self.strategy)
        self.scenarios = scenarios_for(self.study, self.rules, wager)
        self.wager, self.rounds, self.seed, self.fresh = wager, rounds, seed, fresh
        self.settings = dict(sorted((settings or {}).items()))
        # The units of a bankroll whose risk of ruin is asked for.
        self.bankroll: Fraction | None = None
        settings_of(self.study, self.rules, self.settings)
        self.works = [
            Work(
                self.game.key,
                day,
                tuple(sorted((options or {}).items())),
                wager,
                index,
                self.strategy,
                fresh,
                settings=tuple(self.settings.items()),
                hypothetical=isinstance(options, WhatIf),
            )
            for index in range(len(self.scenarios))
        ]

    def prepare(self, index: int) -> Prepared:
        """The plan, compiled: one round is played so that nothing is left to compile."""
        work = self.works[index]
        made = prepare(work, self.decide) if self.decide else prepared(work)
        run_chunk(made.plan, 0, 0, 5)
        return made

    def counter(self, made: Prepared) -> Callable[[int, int], Counts]:
        """How a chunk is counted in this process."""
        return lambda chunk, rounds: tuple(map(int, run_chunk(made.plan, self.seed, chunk, rounds)))

    def submitter(
        self, executor: Executor, made: Prepared, index: int, *, here: bool
    ) -> Callable[[int, int], Future[tuple[str, Counts]]]:
        """How a chunk is handed to the workers; `here` if they share this process."""

        count = self.counter(made)

        def run(chunk: int, rounds: int) -> tuple[str, Counts]:
            return made.digest, count(chunk, rounds)

        if here:
            return lambda chunk, rounds: executor.submit(run, chunk, rounds)
        work, seed = self.works[index], self.seed
        return lambda chunk, rounds: executor.submit(count_chunk, work, seed, chunk, rounds)

    def batches(self, executor: Executor, index: int, workers: int, chunks: int) -> Batches:
        """How chunks are handed to workers that are far away: several in one task."""
        work, seed = self.works[index], self.seed
        return Batches(
            lambda together: executor.submit(count_chunks, work, seed, together), workers, chunks
        )

    def from_full_shoes(self) -> bool:
        """Whether every round is dealt from a full shoe: as asked, or because no round of this
        game is dealt otherwise."""
        study = self.study
        always = study.kernel is not None and not (study.deals_on or study.settings)
        return self.fresh or always

    def deals_on(self) -> bool:
        """Whether rounds are dealt from what others have left of the shoe."""
        if self.from_full_shoes() or not isinstance(self.game, Game):
            return False
        return start_table(self.game, self.rules, self.scenarios[0]).shoe is not None

    def edge_exactly(self, index: int) -> dict[str, Fraction]:
        other = {setting.name for setting in self.study.settings if not setting.plays_on}
        if other & set(self.settings):
            named = ", ".join(sorted(other & set(self.settings)))
            raise BadInput(f"the exact edge is that of equal wagers, and not of {named}")
        chosen = self.decide or strategy_of(self.study, self.strategy)
        scenario = self.scenarios[index]
        shorter = self.study.edge
        edge = shorter(self.rules, scenario, chosen) if shorter is not None else None
        if edge is not None:
            return {scenario.wager: edge}
        joint, _, _ = solve_scenario(self.game, self.rules, self.study, scenario, chosen)
        return {name: joint.distribution(name).house_edge() for name in joint.wagers}


def check_number(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        shown = str(number) if abs(number) < 10**30 else "a number of more than 30 digits"
        raise BadInput(f"{what} {shown}: expected {least} to {most}")


def simulate(
    key: str,
    day: date,
    options: Mapping[str, Value] | None = None,
    *,
    rounds: int,
    seed: int = 1,
    strategy: str = "",
    decide: Decide | None = None,
    wager: str = "",
    workers: int = 0,
    fresh: bool = False,
    settings: Mapping[str, str] | None = None,
    bankroll: Fraction | None = None,
    target_error: float | None = None,
    check: bool = False,
    executor: Executor | None = None,
    processes: bool = False,
    resume: str | os.PathLike[str] | None = None,
    tell: Tell | None = None,
    course: Course | None = None,
) -> Simulation:
    """Play `rounds` rounds of every scenario of the game's wagers (or of those with `wager`).

    `workers` 0 is one for each core. `executor` runs the chunks elsewhere, on a cluster, say.
    `target_error` ends the run at the first chunk after which the first wager's standard error
    is smaller. `fresh` deals every round from a full shoe; otherwise cards are dealt down to
    the cutting card, as at a table. `settings` are the study's own; with them, or with the
    units of a `bankroll`, there are figures of the player's advantage. `resume` names a file
    that keeps finished chunks. `check` adds the exact edges; they are those of rounds from a full
    shoe, so that where cards are dealt to the cutting card, as many rounds are dealt from full
    shoes as well, and these are compared. `course` notes how the first wager's edge comes to rest.
    An interrupt ends the run, and what was counted is given."""
    simulator = Simulator(
        key,
        day,
        options,
        rounds=rounds,
        seed=seed,
        strategy=strategy,
        decide=decide,
        wager=wager,
        fresh=fresh,
        settings=settings,
    )
    simulator.bankroll = bankroll
    workers = workers or cores()
    check_number("workers", workers, 1, WORKERS_MAX)
    if target_error is not None and not 0 < target_error < 1000:
        raise BadInput(f"target error {target_error}: expected a number above 0 such as 0.0001")
    if decide is not None and (processes or executor is not None or resume is not None):
        raise BadInput("a strategy without a name runs in this process only, and anew each time")
    here = executor is None and not processes
    with ExitStack() as stack:
        finished = stack.enter_context(
            Finished.opened(resume, simulator.rules.law.hash, seed, CHUNK_ROUNDS)
        )
        pool = executor or stack.enter_context(local_workers(workers, processes=processes))
        result = _all(simulator, pool, workers, here, target_error, check, finished, tell, course)
        if check and not (result.partial or result.unchecked) and simulator.deals_on():
            full = Simulator(
                key,
                day,
                options,
                rounds=result.rounds,
                seed=seed,
                strategy=strategy,
                decide=decide,
                wager=wager,
                fresh=True,
                settings=settings,
            )
            again = _all(full, pool, workers, here, None, False, None, tell, None)
            if not again.partial:
                _compare(result, again)
    return result


def _compare(result: Simulation, full: Simulation) -> None:
    """Notes the rounds from full shoes beside those that were dealt to the cutting card."""
    by_name = {figures.wager: figures for figures in full.wagers}
    for figures in result.wagers:
        other = by_name.get(figures.wager)
        if other is not None and figures.exact_edge is not None:
            other.exact_edge = figures.exact_edge
            figures.from_full_shoes = other


def _all(
    simulator: Simulator,
    executor: Executor,
    workers: int,
    here: bool,
    target_error: float | None,
    check: bool,
    finished: Finished | None,
    tell: Tell | None,
    course: Course | None,
) -> Simulation:
    result = Simulation(
        simulator.rules,
        [],
        0,
        simulator.rounds,
        0,
        simulator.seed,
        workers,
        simulator.strategy,
        simulator.from_full_shoes(),
        0.0,
        0.0,
        settings=simulator.settings,
    )
    sizes = chunks_of(simulator.rounds)
    for index, scenario in enumerate(simulator.scenarios):
        try:
            started = time.perf_counter()
            if tell is not None:
                tell(Progress(scenario.wager, 0, sum(sizes), preparing=True))
            made = simulator.prepare(index)
            if finished is not None and index == 0:
                finished.prove(made.digest, sizes, simulator.counter(made))
            result.preparing += time.perf_counter() - started
        except KeyboardInterrupt:
            if not result.wagers:
                raise
            result.partial, result.why = True, "interrupted"
            return result
        submit = simulator.submitter(executor, made, index, here=here)
        batches = None
        if getattr(executor, "far", False):
            batches = simulator.batches(executor, index, workers, len(sizes))
            submit = batches.submit
        run = Run(submit, made, sizes, workers * AHEAD, finished, batches)
        first = simulator.wager or made.plan.wagers[0]
        noting = course if index == 0 else None
        if noting is not None:
            noting.begin(made, simulator.seed, first, sum(sizes))
        enough = _target(made, first, target_error if index == 0 else None)
        started = time.perf_counter()
        try:
            run.go(enough, _teller(tell, made, sum(sizes), first, noting))
        except KeyboardInterrupt:
            result.partial, result.why = True, "interrupted"
        except Lost as lost:
            if not run.tally.rounds and not result.wagers:
                raise BadInput(f"nothing was simulated: {lost}") from None
            result.partial, result.why = True, str(lost)
        result.seconds += time.perf_counter() - started
        result.rounds_in_all += run.tally.rounds
        result.rounds_resumed += run.resumed
        if index == 0 and run.tally.chunks < len(sizes) and not result.partial:
            result.stopped_at_target = True
            sizes = sizes[: run.tally.chunks]
        if run.tally.rounds:
            try:
                edges = simulator.edge_exactly(index) if check else {}
            except BadInput as error:  # too large for exact figures: no reason to lose these
                edges, result.unchecked = {}, str(error)
            result.wagers += _figures(simulator, made, run.tally, edges)
        result.rounds = min(wager.rounds for wager in result.wagers) if result.wagers else 0
        result.strategy = used_strategy(result.wagers)
        if result.partial:
            return result
    return result


def _figures(
    simulator: Simulator, made: Prepared, tally: Tally, edges: Mapping[str, Fraction]
) -> list[WagerFigures]:
    found = figures_of(made, tally, simulator.wager)
    decides = made.plan.decide is not None or simulator.study.of(made.scenario).exact is not None
    for figures in found:
        kind = simulator.rules.law.wagers.get(figures.wager.partition(" ")[0])
        figures.basis = kind.basis if kind is not None else "read"
        figures.strategy = simulator.strategy if decides else ""
        figures.exact_edge = edges.get(figures.wager)
        if simulator.settings or simulator.bankroll is not None:
            nets = [(net, times) for _, _, net, times in figures.counts]
            figures.advantage = advantage_of(nets, simulator.bankroll)
    return found


def used_strategy(wagers: Sequence[WagerFigures]) -> str:
    """The strategy, if there was anything to decide."""
    return next((wager.strategy for wager in wagers if wager.strategy), "")


def _target(made: Prepared, wager: str, target_error: float | None) -> Callable[[Tally], bool]:
    """Whether the first wager is known well enough."""

    def enough(tally: Tally) -> bool:
        if target_error is None:
            return False
        stderr = figures_of(made, tally, wager)[0].stderr()
        return stderr is not None and stderr < target_error

    return enough


def _teller(
    tell: Tell | None, made: Prepared, of: int, wager: str, course: Course | None
) -> Callable[[Tally], None]:
    def report(tally: Tally) -> None:
        if tell is None and course is None:
            return
        first = figures_of(made, tally, wager)[0]
        edge = float(-first.mean())
        if course is not None:
            course.add(tally.rounds, edge, first.stderr())
        if tell is not None:
            tell(Progress(first.wager, tally.rounds, of, False, edge, first.stderr()))

    return report


__all__ = [
    "Cells",
    "Progress",
    "Simulation",
    "Work",
    "count_chunk",
    "plan_for",
    "prepare",
    "simulate",
]
