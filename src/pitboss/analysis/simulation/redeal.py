"""Any simulated round, dealt again: what the equipment showed is put on a tape, the procedure
plays it, and what it settles must be what the kernel counted, to the cent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from pitboss.analysis.exact.automaton import Cells
from pitboss.analysis.exact.edges import strategy_of
from pitboss.analysis.exact.explore import Measure, start_table
from pitboss.analysis.simulation.plan import CHUNK_ROUNDS, Plan, chunks_of, key_of
from pitboss.analysis.simulation.simulate import Simulator
from pitboss.analysis.simulation.tracing import Records, last_of_rounds, outcomes_in, symbols_of
from pitboss.analysis.study import Decide, Scenario
from pitboss.equipment.cards import parse_card
from pitboss.equipment.dice import parse_dice
from pitboss.errors import BadInput, Diverged
from pitboss.law.schema import Value
from pitboss.table.entries import Closed, Drew, Entry, Rolled, Spun
from pitboss.table.game import Rules
from pitboss.table.layout import Line
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import play
from pitboss.table.system import Subject, need_table

ENTRIES_MAX = 50_000


class Redealt(msgspec.Struct):
    """A round with its tape. `state` has the fields of the table's state that are not as at
    an ordinary start; `outcome` is what the kernel counted it as."""

    game: str
    day: date
    options: dict[str, Value]
    wager: str
    seed: int
    rounds: int
    round: int
    tape: list[Entry]
    lines: list[Line]
    state: dict[str, Any]
    outcome: Cells


def redeal(
    key: str,
    day: date,
    options: Mapping[str, Value] | None = None,
    *,
    rounds: int,
    round: int,
    seed: int = 1,
    strategy: str = "",
    decide: Decide | None = None,
    wager: str = "",
    fresh: bool = False,
    settings: Mapping[str, str] | None = None,
) -> Redealt:
    """Round number `round` (from 1) of the simulation that `simulate` with the same arguments
    is; of the first scenario, where there are several."""
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
    return Redealer(simulator).round(round)


class Redealer:
    """Deals rounds of one scenario again. The records of a chunk are kept for the next one."""

    def __init__(self, simulator: Simulator, index: int = 0) -> None:
        self.simulator = simulator
        self.made = simulator.prepare(index)
        self.scenario = self.made.scenario
        self.decide = (
            self.made.plan.decide
            or simulator.decide
            or strategy_of(simulator.study, simulator.strategy)
        )
        self.measure = Measure(self.scenario, simulator.rules)
        self.sizes = chunks_of(simulator.rounds)
        self._chunk = -1
        self._records: Records | None = None

    def round(self, number: int) -> Redealt:
        if not 1 <= number <= self.simulator.rounds:
            shown = str(number)[:30]
            raise BadInput(f"round {shown}: the simulation has rounds 1 to {self.simulator.rounds}")
        chunk, place = divmod(number - 1, CHUNK_ROUNDS)
        symbols, outcome = self._shown(chunk, place)
        tape, lines = tape_of(
            self.simulator.game, self.simulator.rules, self.scenario, self.decide, symbols
        )
        cells = self.measure.cells(lines)
        stated = self.made.plan.outcomes[outcome]
        if not same_money(cells, stated):
            raise Diverged(
                f"round {number}: the kernel counted {_in_words(stated)}, the procedure settles "
                f"{_in_words(cells)}"
            )
        law = self.simulator.rules.law
        return Redealt(
            law.game,
            law.day,
            self._options(),
            self.scenario.wager,
            self.simulator.seed,
            self.simulator.rounds,
            number,
            tape,
            lines,
            dict(self.scenario.state),
            stated,
        )

    def _shown(self, chunk: int, place: int) -> tuple[list[str], int]:
        """What the equipment showed in a round of a chunk, and the outcome's number."""
        tracer = self.made.plan.tracer
        if tracer is None:
            raise BadInput(f"rounds of {self.simulator.game.key} cannot be dealt again yet")
        if self._chunk != chunk or self._records is None:
            key = key_of(self.simulator.seed, chunk)
            self._records = tracer.trace(key, self.sizes[chunk])
            self._ends = last_of_rounds(self._records)
            self._chunk = chunk
        symbols, outcome = symbols_of(self._records, place, self._ends)
        return [tracer.symbols[symbol] for symbol in symbols], outcome

    def _options(self) -> dict[str, Value]:
        """The options as they were asked for, with what the study holds fixed."""
        simulator = self.simulator
        options = dict(simulator.works[0].options)
        in_force = simulator.rules.law.options
        held = {k: in_force[k] for k in simulator.study.fixed if k in in_force}
        return options | held


def same_money(first: Cells, second: Cells) -> bool:
    """Whether two outcomes stake and come to the same, wager by wager."""
    return [(c.net, c.staked) for c in first] == [(c.net, c.staked) for c in second]


def _in_words(cells: Cells) -> str:
    return ", ".join(f"{cell.row} ({cell.net} on {cell.staked})" for cell in cells)


def tape_of(
    subject: Subject,
    rules: Rules,
    scenario: Scenario,
    decide: Decide | None,
    symbols: Sequence[str],
) -> tuple[list[Entry], list[Line]]:
    """The tape of the scenario's wagers when the equipment shows these symbols, until they are
    decided, and all lines settled on the way. All symbols must be used."""
    game = need_table(subject, "a round dealt again")
    table = start_table(game, rules, scenario)
    shown = list(reversed(symbols))
    tape: list[Entry] = []
    lines: list[Line] = []
    prefix = scenario.entries()
    while len(tape) < ENTRIES_MAX:
        state = play(game, rules, table, prefix)
        if isinstance(state, Receipt):
            tape += prefix
            lines += state.lines
            table, prefix = state.after, []
            if not table.standing:
                if shown:
                    raise Diverged(f"the round is over, but {len(shown)} symbols are left")
                return tape, lines
            continue
        prefix = [*prefix, _answer(state.prompt, scenario, decide, shown)]
    raise BadInput(f"a round of more than {ENTRIES_MAX} entries")


def _answer(prompt: Prompt, scenario: Scenario, decide: Decide | None, shown: list[str]) -> Entry:
    if prompt.kind in ("draw", "roll", "spin"):
        if not shown:
            raise Diverged("the round goes on after the last symbol")
        symbol = shown.pop()
        if prompt.kind == "draw":
            return Drew(parse_card(symbol))
        if prompt.kind == "roll":
            return Rolled(parse_dice(symbol, prompt.at_most))
        return Spun(symbol)
    if prompt.opening:
        return scenario.later(prompt) if scenario.later is not None else Closed()
    if decide is None:
        raise Diverged(f"a decision is asked that the kernel did not take: {prompt.what}")
    return decide(prompt)


def counted(plan: Plan, records: Records) -> list[int]:
    """How often each outcome occurs in the records."""
    found = [0] * len(plan.outcomes)
    for outcome in outcomes_in(records)[last_of_rounds(records)].tolist():
        found[outcome] += 1
    return found


__all__ = ["Redealer", "Redealt", "counted", "redeal", "same_money", "tape_of"]
