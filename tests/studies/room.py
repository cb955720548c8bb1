"""What the tests of the simulation room share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pitboss import registry
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.redeal import counted, same_money, tape_of
from pitboss.analysis.simulation.simulate import Simulator
from pitboss.analysis.simulation.tracing import last_of_rounds, outcomes_in, symbols_of
from pitboss.analysis.study import Scenario
from pitboss.table.game import Game, Rules

DAY = date(2010, 6, 1)
# Every game of ours that is dealt at a table and has a study.
GAMES = [key for key in registry.STUDIES if key in registry.OURS]
# `PITBOSS_SOAK=1` plays ten times as many rounds, and what is left out or shortened otherwise.
SOAK = 10 if os.environ.get("PITBOSS_SOAK") else 1


def day_of(key: str) -> date:
    """A day on which the game was authorised."""
    return max(DAY, registry.find(key).regulation.adopted)


def simulator(key: str, rounds: int = 1000, **asked: Any) -> Simulator:
    """What `simulate` makes of its arguments."""
    settings: dict[str, Any] = {
        "seed": 1,
        "strategy": "",
        "decide": None,
        "wager": "",
        "fresh": False,
    } | asked
    options = settings.pop("options", {})
    return Simulator(key, day_of(key), options, rounds=rounds, **settings)


def needs_records(key: str) -> None:
    """Skip a game whose own kernel does not say what its rounds showed."""
    if simulator(key).prepare(0).plan.tracer is None:
        pytest.skip(f"the kernel of {key} leaves no records")


@contextmanager
def plain_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kernels as the plain functions that they are, uncompiled."""
    with monkeypatch.context() as patch, np.errstate(over="ignore"):
        for name, module in list(sys.modules.items()):
            ours = name.startswith(("pitboss.analysis.", "pitboss.studies."))
            if ours and hasattr(module, "jit"):
                patch.setattr(module, "jit", lambda function: function)
        yield


# -- the kernel is the procedure --------------------------------------------------------------

# Rounds that are put on record and proved from their cards; of these, as many go through the
# procedure as are chosen below: all of them with PITBOSS_SOAK=1.
ROUNDS = 20_000
FIRST, OF_EACH = 250, 4


def chosen_rounds(stated: npt.NDArray[np.uint16]) -> list[int]:
    """The first rounds, and the first few of every outcome: so rare ones are among them."""
    if SOAK > 1:
        return list(range(len(stated)))
    chosen = set(range(min(FIRST, len(stated))))
    for outcome in np.unique(stated):
        chosen |= set(np.flatnonzero(stated == outcome)[:OF_EACH].tolist())
    return sorted(chosen)


def prove_kernel(
    game: Game, rules: Rules, scenario: Scenario, plan: Plan, key: int, rounds: int = ROUNDS
) -> None:
    """The records of a chunk are what the kernel counts, their outcomes follow from what the
    equipment showed, and the procedure settles them alike, to the cent."""
    assert plan.tracer is not None
    records = plan.tracer.trace(key, rounds)
    assert plan.tracer.derive(records) == -1
    assert counted(plan, records) == plan.run(key, rounds).tolist()
    measure, ends = Measure(scenario, rules), last_of_rounds(records)
    for number in chosen_rounds(outcomes_in(records)[ends]):
        symbols, outcome = symbols_of(records, number, ends)
        shown = [plan.tracer.symbols[symbol] for symbol in symbols]
        _, lines = tape_of(game, rules, scenario, plan.decide, shown)
        assert same_money(measure.cells(lines), plan.outcomes[outcome]), (number, shown)
