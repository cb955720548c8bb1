"""The house edges of a game: exact figures for every wager, with the strategy that attains
them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

import msgspec

from pitboss import registry
from pitboss.analysis.exact.amounts import USUAL, AtAmount, at_amount, split_amount
from pitboss.analysis.exact.automaton import compile_cards
from pitboss.analysis.exact.cards import solve_cards
from pitboss.analysis.exact.chain import explore_chain, solve
from pitboss.analysis.exact.distribution import Distribution, Joint, exact
from pitboss.analysis.exact.explore import Branch, Explorer, action_text, joint_of, start_table
from pitboss.analysis.exact.progressive import Progressive
from pitboss.analysis.exact.together import need_joint, parts_of, shares_of, together
from pitboss.analysis.progress import telling
from pitboss.analysis.study import Decide, Scenario, Study, study_of
from pitboss.errors import BadInput, UnknownName, Unpayable
from pitboss.law.regulation import Law
from pitboss.money import format_dollars
from pitboss.table.game import Game, Rules
from pitboss.table.system import Subject

OPTIMAL = "optimal"
NOT_TOLD_APART = (
    "how often the wager wins, pushes and loses is not known exactly, because some rounds are "
    "known by their averages only: pitboss simulate estimates it, with its error"
)


class Choice(msgspec.Struct, frozen=True):
    """A line of the strategy: in this situation, do that; how often it arises."""

    situation: str
    do: str
    probability: Fraction
    wager: str = ""


class Chart(msgspec.Struct, frozen=True):
    """A strategy as a table of letters: a row for every situation, with a letter for every
    column; the legend says what each letter stands for."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    legend: tuple[tuple[str, str], ...]


class Estimate(msgspec.Struct, frozen=True):
    """How often a wager wins, pushes and loses by so many simulated rounds, and the largest
    standard error of these."""

    win: float
    push: float
    lose: float
    stderr: float
    rounds: int

    def in_words(self) -> str:
        return (
            f"~: how often it wins, pushes and loses is simulated, {self.rounds:,} rounds, with a "
            f"standard error of {100 * self.stderr:.3f} %; all else is exact"
        )


class WagerEdge(msgspec.Struct):
    """One wager's exact figures; or, from so many `simulated` rounds, estimates of them."""

    wager: str
    distribution: Distribution
    strategy: str
    basis: str = "read"
    rounds: Fraction | None = None
    note: str = ""
    simulated: int = 0
    # What was wagered, in cents, where an amount was asked about; and why that matters.
    amount: int = 0
    by_amount: str = ""
    # How often it wins, where results are not told apart and somebody has simulated it.
    estimate: Estimate | None = None

    def stderr(self) -> float | None:
        """The standard error of a simulated house edge."""
        return sqrt(self.distribution.variance() / self.simulated) if self.simulated else None

    def what_it_is(self) -> str:
        """The note of the scenario, and why figures are missing."""
        missing = "" if self.distribution.told_apart() else NOT_TOLD_APART
        if self.estimate is not None:
            missing = self.estimate.in_words()
        return "; ".join(filter(None, (self.note, missing)))

    def notes(self) -> str:
        """The same, and what the amount does to the figures."""
        return "; ".join(filter(None, (self.what_it_is(), self._amounts())))

    def _amounts(self) -> str:
        if self.amount:
            return f"a wager of {format_dollars(self.amount)}"
        if not self.by_amount:
            return ""
        return (
            f"the edge depends on the amount ({self.by_amount}), and is that of one which is "
            "not touched: --amount has the edge of yours"
        )

    def as_json(self) -> dict[str, Any]:
        answer = {"wager": self.wager, **self.distribution.figures(), "method": "exact"}
        if self.simulated:
            answer = _estimated(answer) | {
                "method": "simulated",
                "rounds_simulated": self.simulated,
                "stderr": self.stderr(),
            }
        answer["strategy"] = self.strategy
        answer["basis"] = self.basis
        if self.rounds is not None:
            answer["rounds_per_decision"] = exact(self.rounds)
            answer["house_edge_per_round"] = exact(self.distribution.house_edge() / self.rounds)
        if self.amount:
            answer["amount"] = self.amount
        if self.estimate is not None:
            answer["estimate"] = msgspec.to_builtins(self.estimate)
        if self.by_amount:
            answer["depends_on_amount"] = self.by_amount
        if notes := self.notes():
            answer["note"] = notes
        return answer


def _estimated(figure: Any) -> Any:
    """A figure of a simulation: no fraction in it is exact."""
    if isinstance(figure, dict):
        return {k: None if k == "exact" else _estimated(v) for k, v in figure.items()}
    return [_estimated(each) for each in figure] if isinstance(figure, list) else figure


class Edges(msgspec.Struct):
    """The house edges of a game's wagers under one set of rules."""

    rules: Rules
    wagers: list[WagerEdge]
    joints: list[Joint]
    strategy: list[Choice]
    seconds: float
    charts: list[Chart] = []
    # The wager that is paid from a meter, if there is one; and the reading that was asked about.
    progressive: Progressive | None = None
    meter: int | None = None
    # Wagers whose edge depends on figures that the licensee has not given, and which.
    missing: dict[str, str] = {}

    def as_json(self) -> dict[str, Any]:
        law = self.rules.law
        answer: dict[str, Any] = {
            **law_json(law),
            "wagers": [wager.as_json() for wager in self.wagers],
            "strategy": [
                {
                    "wager": c.wager,
                    "situation": c.situation,
                    "do": c.do,
                    "probability": exact(c.probability),
                }
                for c in self.strategy
            ],
            "charts": msgspec.to_builtins(self.charts),
            "unverified": list(law.unverified),
            "seconds": round(self.seconds, 3),
        }
        if self.progressive is not None:
            answer["progressive"] = self.progressive.as_json(self.meter)
        if self.missing:
            answer["not_given"] = [
                {"wager": name, "why": why} for name, why in self.missing.items()
            ]
        if together := [_related(joint) for joint in self.joints if "+" in joint.wagers[0]]:
            answer["together"] = together
        return answer | unlawful_json(law)


def _related(joint: Joint) -> dict[str, Any]:
    """Wagers that were put down together, and the covariance of any two, each in its own stake."""
    name, *parts = joint.wagers
    pairs = combinations(parts, 2)
    return {
        "wager": name,
        "wagers": parts,
        "covariances": [
            {"wagers": list(pair), "covariance": exact(joint.covariance(*pair))} for pair in pairs
        ],
    }


def law_json(law: Law) -> dict[str, Any]:
    """Under which law figures are."""
    return {
        "game": law.game,
        "day": law.day.isoformat(),
        "options": law.options,
        "rules": law.hash,
    }


def unlawful_json(law: Law) -> dict[str, Any]:
    """What the rules suppose against the text, where they do."""
    return {"unlawful": msgspec.to_builtins(law.unlawful)} if law.unlawful else {}


class Solved(msgspec.Struct):
    """What a game's own exact analysis gives for a scenario."""

    joint: Joint
    strategy: list[Choice] = []


def rules_for_study(game: Subject, study: Study, day: date, options: dict[str, Any] | None) -> Any:
    """The rules under which the game is studied: as chosen, but for what the study fixes."""
    rules = game.rules(day, options)
    held = {k: v for k, v in study.fixed.items() if rules.law.options.get(k, v) != v}
    return game.rules(day, (options or {}) | held) if held else rules


def need_study(game: Subject) -> Study:
    study = study_of(game)
    if study is None:
        raise UnknownName(f"{game.key} has no odds yet")
    return study


def strategy_of(study: Study, name: str) -> Decide | None:
    """A named strategy's decisions; None for the optimal one, which is searched for."""
    if name == OPTIMAL:
        return None
    if name not in study.strategies:
        known = ", ".join([OPTIMAL, *study.strategies])
        raise UnknownName(f"no strategy {name[:40]!r}; the strategies are {known}")
    return study.strategies[name]


def scenarios_for(study: Study, rules: Rules, wager: str = "") -> list[Scenario]:
    """The scenarios that study the wager (all, if none is named)."""
    if "+" in wager:
        return [together(study, rules, wager, lambda name: scenarios_for(study, rules, name))]
    scenarios = study.scenarios(rules)
    if not wager:
        missing = study.missing(rules) if study.missing is not None else {}
        return [scenario for scenario in scenarios if scenario.wager not in missing]
    kept = [s for s in scenarios if wager in names_in(s)]
    if not kept and study.scenario_for is not None:
        other = study.scenario_for(rules, wager)
        kept = [other] if other is not None else []
    if not kept:
        known = list(dict.fromkeys(name for s in scenarios for name in names_in(s)))
        raise UnknownName(f"no wager {wager[:40]!r} to study; there are {', '.join(known[:60])}")
    return kept


def names_in(scenario: Scenario) -> list[str]:
    if not scenario.each:
        return [scenario.wager]
    names = [f"{kind} {spot}".strip() for kind, spot, _ in scenario.wagers]
    return [scenario.wager, *names] if scenario.together else names


def studied(
    study: Study, rules: Rules, wager: str, amount: int = 0
) -> tuple[str, int, list[Scenario]]:
    """The wager, its amount in cents (0: any that pays evenly) and the scenarios that study it. An
    amount may be part of the wager, as in `banker 6.00`."""
    try:
        scenarios = scenarios_for(study, rules, wager)
    except UnknownName:
        wager, named = split_amount(wager)
        if not named:
            raise
        if amount and amount != named:
            raise BadInput(
                f"the wager is {format_dollars(named)}, and the amount another"
            ) from None
        amount, scenarios = named, scenarios_for(study, rules, wager)
    if amount and any(each.together for each in scenarios):
        raise BadInput("--amount is one amount; say those of several wagers behind each of them")
    if amount:
        # Where no wager is named, those of one amount only keep theirs.
        scenarios = [
            s if s.fixed and not wager else at_amount(s, amount, rules, wager) for s in scenarios
        ]
    return wager, amount, scenarios


def exact_edges(
    key: str,
    day: date,
    options: dict[str, Any] | None = None,
    *,
    wager: str = "",
    strategy: str = "",
    decide: Decide | None = None,
    amount: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Edges:
    """Exact figures for the game's wagers. `strategy` names how decisions are taken, or
    `decide` takes them; by default they are searched for the best. `amount` is what is wagered,
    in cents; 0 is an amount that pays evenly."""
    started = time.perf_counter()
    game = registry.find_subject(key)
    study = need_study(game)
    rules = rules_for_study(game, study, day, options)
    name = strategy or ("user's own" if decide else study.default_strategy)
    chosen = decide or strategy_of(study, name)
    found: list[WagerEdge] = []
    joints: list[Joint] = []
    choices: list[Choice] = []
    charts: list[Chart] = []
    lines: list[Choice]
    wager, amount, scenarios = studied(study, rules, wager, amount)
    for scenario in scenarios:
        if progress is not None:
            progress(scenario.wager)
        with telling(progress, scenario.wager), pricing(rules.law):
            if study.simulated:
                joint, lines, rounds = simulate_scenario(rules, study, scenario, chosen), [], None
            else:
                joint, lines, rounds = solve_scenario(game, rules, study, scenario, chosen)
        joints.append(joint)
        if study.charts is not None:
            charts += study.charts(rules, scenario, chosen)
        choices += [msgspec.structs.replace(choice, wager=scenario.wager) for choice in lines]
        for each in joint.wagers:
            if wager and each != wager and not scenario.together:
                continue
            used = name if lines or chosen else ""
            found.append(
                WagerEdge(
                    each,
                    joint.distribution(each),
                    used,
                    basis_of(rules.law, each),
                    rounds,
                    scenario.note,
                    study.simulated,
                    0 if scenario.fixed else amount,
                    study.by_amount(rules, each) if study.by_amount is not None else "",
                )
            )
    # What is told is the choice that was asked about, not what the study held fixed.
    asked = game.rules(day, options)
    meter = study.progressive(rules) if study.progressive is not None else None
    missing = dict(study.missing(rules)) if study.missing is not None else {}
    return Edges(
        asked, found, joints, choices, time.perf_counter() - started, charts, meter, missing=missing
    )


@contextmanager
def pricing(law: Law) -> Iterator[None]:
    """An analysis may not be able to make sense of rules that no text permits: that is told."""
    try:
        yield
    except (ArithmeticError, AssertionError, LookupError, ValueError, Unpayable) as error:
        if not law.unlawful:
            raise
        names = ", ".join(each.name for each in law.unlawful)
        raise BadInput(f"{names}: such rules cannot be priced: {error}") from None


def basis_of(law: Law, wager: str) -> str:
    """How well it is known that there is such a wager."""
    kind = law.wagers.get(wager.partition(" ")[0])
    return law.known(kind.cite, kind.basis).basis if kind is not None else "read"


class Edge(msgspec.Struct, frozen=True):
    """A wager's house edge; its variance, where it was worked out as well."""

    wager: str
    house_edge: Fraction
    variance: Fraction | None


def edges_of(
    key: str,
    day: date,
    options: dict[str, Any] | None,
    *,
    wager: str = "",
    strategy: str = "",
    amount: int = 0,
) -> list[Edge]:
    """The exact edges and no more than that, for comparisons: a study may have a shorter way to
    them than by the whole distribution."""
    game = registry.find_subject(key)
    study = need_study(game)
    rules = rules_for_study(game, study, day, options)
    chosen = strategy_of(study, strategy or study.default_strategy)
    found = []
    wager, _, scenarios = studied(study, rules, wager, amount)
    for scenario in scenarios:
        if scenario.together and study.exact is not None and study.together is None:
            # Wagers add up, however they go together.
            parts = [
                share * each.house_edge
                for share, name in zip(shares_of(scenario), parts_of(wager), strict=True)
                for each in edges_of(key, day, options, wager=name, strategy=strategy)
            ]
            found.append(Edge(scenario.wager, sum(parts, Fraction(0)), None))
            continue
        with pricing(rules.law):
            edge = None
            if study.edge is not None and not scenario.together:
                edge = study.edge(rules, scenario, chosen)
            if edge is not None:
                found.append(Edge(scenario.wager, edge, None))
                continue
            joint, _, _ = solve_scenario(game, rules, study, scenario, chosen)
        for each in joint.wagers:
            if not wager or each == wager or scenario.together:
                made = joint.distribution(each)
                found.append(Edge(each, made.house_edge(), made.variance()))
    return found


def edges_by_amount(
    key: str, day: date, options: dict[str, Any] | None, wager: str, amounts: Sequence[int] = USUAL
) -> list[AtAmount]:
    """The wager's edge at each of these amounts: a small table for a report."""
    found: list[AtAmount] = []
    for cents in amounts:
        try:
            (edge,) = edges_of(key, day, options, wager=wager, amount=cents)
        except BadInput as refused:
            found.append(AtAmount(cents, None, str(refused)))
        else:
            found.append(AtAmount(cents, edge.house_edge))
    return found


def solve_scenario(
    game: Subject, rules: Rules, study: Study, scenario: Scenario, decide: Decide | None
) -> tuple[Joint, list[Choice], Any]:
    """By the game's own analysis, by its chain or automaton, or straight from its procedure."""
    need_exact(game, study)
    study = study.of(scenario)
    if scenario.together and study.exact is not None:
        need_joint(study, scenario)
        assert study.together is not None
        both: Solved = study.together(rules, scenario, decide)
        return both.joint, both.strategy, None
    if study.exact is not None:
        solved: Solved = study.exact(rules, scenario, decide)
        return solved.joint, solved.strategy, None
    assert isinstance(game, Game)  # A system has no procedure to search.
    if game.standing:
        chain = explore_chain(game, rules, study, scenario)
        joint, rounds = solve(chain, scenario, rules)
        return joint, [], rounds
    if study.future is not None:
        return solve_cards(compile_cards(game, rules, study, scenario, decide)), [], None
    explorer = Explorer(game, rules, study, scenario.wagers, decide)
    leaves = explorer.leaves(start_table(game, rules, scenario))
    return joint_of(scenario, leaves, rules), _choices(explorer.branches.values()), None


def need_exact(game: Subject, study: Study) -> None:
    if study.simulated:
        raise BadInput(f"{game.key} has no exact figures: it is too large, and is simulated")


def simulate_scenario(
    rules: Rules, study: Study, scenario: Scenario, decide: Decide | None
) -> Joint:
    """The frequencies of the study's number of rounds, always the same ones."""
    from pitboss.analysis.simulation.plan import chunks_of, run_chunk

    assert study.kernel is not None
    plan = study.kernel(rules, scenario, decide)
    joint = Joint(plan.wagers)
    for chunk, rounds in enumerate(chunks_of(study.simulated)):
        for cells, times in zip(plan.outcomes, run_chunk(plan, 1, chunk, rounds), strict=True):
            if times:
                joint.add(cells, Fraction(int(times), study.simulated))
    return joint


def _choices(branches: Sequence[Branch] | Any) -> list[Choice]:
    return [Choice(b.situation, action_text(b.chosen), b.probability) for b in branches]
