"""Wagers that live over many rounds: the chain of tables a wager can pass through, explored
by running the procedure once for every table and outcome, and solved exactly."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.explore import Measure, chances, line_net
from pitboss.analysis.study import Scenario, Study
from pitboss.errors import BadInput
from pitboss.table.entries import Closed, Entry, Wagered
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Line, Wager
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play

STATES_MAX = 5_000
# Beside the outcomes, what every state counts once: a round.
ROUNDS = -1


class Step(msgspec.Struct, frozen=True):
    """One outcome of the equipment from one table: how likely, where it leads (a state's
    number, or -1 when the wager is decided), and the lines settled on the way to the end."""

    weight: int
    outcome: Entry
    to: int
    lines: tuple[Line, ...]
    detail: str = ""


class Chain(msgspec.Struct):
    """`steps[s]` are the outcomes from state s; state 0 is where the wager is made. `states[s]` is
    its table, and the lines settled on the way to it."""

    steps: list[list[Step]]
    total: int
    states: list[tuple[Table, tuple[Line, ...]]] = []


def explore_chain(
    game: Game, rules: Rules, study: Study, scenario: Scenario, table: Table | None = None
) -> Chain:
    """Every table that the scenario's wagers can pass through, from a fresh one; or from
    `table`, on which they stand already."""
    start = table or game.open_table(rules, 1)
    if scenario.state:
        state = msgspec.structs.replace(start.state, **scenario.state)
        start = msgspec.structs.replace(start, state=state)
    plan: list[Entry] = [Wagered(1, kind, cents, spot) for kind, spot, cents in scenario.wagers]
    if start.standing:
        plan = []
    numbers: dict[Hashable, int] = {_key(start, ()): 0}
    queue: list[tuple[Table, tuple[Line, ...]]] = [(start, ())]
    steps: list[list[Step]] = []
    total = 0
    while len(steps) < len(queue):
        table, lines = queue[len(steps)]
        prefix = _window(game, rules, table, scenario, [] if steps else plan)
        waiting = play(game, rules, table, prefix)
        if not isinstance(waiting, Waiting) or waiting.prompt.kind not in ("roll", "spin"):
            raise BadInput(f"{game.key}: {scenario.wager} does not wait for the equipment")
        found: list[Step] = []
        outcomes = chances(waiting.prompt, study)
        total = sum(weight for _, weight in outcomes)
        for entry, weight in outcomes:
            receipt = play(game, rules, table, [*prefix, entry])
            assert isinstance(receipt, Receipt), f"{game.key} asks more after {entry}"
            so_far = (*lines, *receipt.lines)
            after = _rested(receipt.after)
            if not after.standing:
                detail = study.detail(scenario, table) if study.detail is not None else ""
                found.append(Step(weight, entry, -1, so_far, detail))
                continue
            key = _key(after, so_far)
            if key not in numbers:
                numbers[key] = len(queue)
                queue.append((after, so_far))
                if len(queue) > STATES_MAX:
                    raise BadInput(f"{game.key}: {scenario.wager} has too many states")
            found.append(Step(weight, entry, numbers[key], so_far))
        steps.append(found)
    return Chain(steps, total, queue)


def _window(
    game: Game, rules: Rules, table: Table, scenario: Scenario, plan: list[Entry]
) -> list[Entry]:
    """What the player does while wagers are open: the plan, and what the scenario adds."""
    entries = list(plan)
    while scenario.later is not None:
        waiting = play(game, rules, table, entries)
        assert isinstance(waiting, Waiting)
        entry = scenario.later(waiting.prompt)
        if isinstance(entry, Closed):
            break
        entries.append(entry)
    return [*entries, Closed()]


def _rested(table: Table) -> Table:
    """The table with its clocks set back, so that equal situations are equal."""
    standing = tuple(msgspec.structs.replace(wager, round_made=-1) for wager in table.standing)
    return msgspec.structs.replace(table, round=0, standing=standing)


def _key(table: Table, lines: tuple[Line, ...]) -> Hashable:
    def frozen(wager: Wager) -> tuple[Hashable, ...]:
        return msgspec.structs.astuple(wager)

    state = msgspec.json.encode(table.state, order="deterministic")
    return (
        table.next,
        state,
        tuple(frozen(wager) for wager in table.standing),
        tuple(msgspec.structs.astuple(line) for line in lines),
    )


def solve(chain: Chain, scenario: Scenario, rules: Rules) -> tuple[Joint, Fraction]:
    """The distribution of the decided wager, and how many rounds it takes on average."""
    measure = Measure(scenario, rules)
    index: dict[tuple[Cell, ...], int] = {}
    ends: list[dict[int, Fraction]] = []
    for outcomes in chain.steps:
        row = {ROUNDS: Fraction(1)}
        for step in outcomes:
            if step.to < 0:
                decided = measure.cells(step.lines)
                if step.detail:
                    decided = tuple(replace(cell, detail=step.detail) for cell in decided)
                number = index.setdefault(decided, len(index))
                row[number] = row.get(number, Fraction(0)) + Fraction(step.weight, chain.total)
        ends.append(row)
    solved, _ = _solve(ends, chain)
    joint = Joint(measure.names)
    cells = list(index)
    rounds = solved[0].pop(ROUNDS)
    for number, probability in solved[0].items():
        joint.add(cells[number], probability)
    return joint, rounds


def worths(chain: Chain, scenario: Scenario, rules: Rules) -> list[Fraction]:
    """What the wager is worth from each state on, in units of its stake; what was settled on the
    way there is no part of it."""
    stake = Measure(scenario, rules).stakes[0]
    nets = [sum(map(line_net, lines)) for _, lines in chain.states]
    means = [
        sum(step.weight * (sum(map(line_net, step.lines)) - net) for step in outcomes)
        for outcomes, net in zip(chain.steps, nets, strict=True)
    ]
    solved, rows = _solve([{0: Fraction(mean, chain.total * stake)} for mean in means], chain)
    found: list[Fraction] = []
    for value, row in zip(solved, rows, strict=True):
        found.append(value[0] + sum(p * found[target] for target, p in row.items()))
    return found


def _solve(
    constants: list[dict[int, Fraction]], chain: Chain
) -> tuple[list[dict[int, Fraction]], list[dict[int, Fraction]]]:
    """x_s = c_s + sum over steps of p * x_to, for vectors c_s: state elimination, exactly.

    States are removed from the last to the first; what leads to a removed state is replaced by
    where that state leads, its loop to itself divided out. State 0 is then solved; every other one
    is its value, and so much (in its row) of states before it."""
    size = len(chain.steps)
    rows: list[dict[int, Fraction]] = []
    for outcomes in chain.steps:
        row: dict[int, Fraction] = {}
        for step in outcomes:
            if step.to >= 0:
                row[step.to] = row.get(step.to, Fraction(0)) + Fraction(step.weight, chain.total)
        rows.append(row)
    values = [dict(constant) for constant in constants]
    before: list[set[int]] = [set() for _ in range(size)]
    for state, row in enumerate(rows):
        for target in row:
            before[target].add(state)
    for state in range(size - 1, -1, -1):
        loop = rows[state].pop(state, Fraction(0))
        if loop:
            scale = 1 / (1 - loop)
            rows[state] = {target: p * scale for target, p in rows[state].items()}
            values[state] = {key: value * scale for key, value in values[state].items()}
        for earlier in before[state]:
            if earlier >= state or state not in rows[earlier]:
                continue
            share = rows[earlier].pop(state)
            for target, p in rows[state].items():
                rows[earlier][target] = rows[earlier].get(target, Fraction(0)) + share * p
                before[target].add(earlier)
            for key, value in values[state].items():
                values[earlier][key] = values[earlier].get(key, Fraction(0)) + share * value
    return values, rows
