"""What the tests of the simulation room share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import numpy as np
import pytest

from pitboss import registry
from pitboss.analysis.simulation.simulate import Simulator

DAY = date(2010, 6, 1)
# Every game of ours that has a study.
GAMES = list(registry.STUDIES)
# `PITBOSS_SOAK=1` plays a hundred times as many rounds.
SOAK = 100 if os.environ.get("PITBOSS_SOAK") else 1


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
