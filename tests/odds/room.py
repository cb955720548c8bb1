"""What the tests of the simulation room share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import numpy as np
import pytest

from pitboss import registry
from pitboss.odds.simulate import Simulator

DAY = date(2010, 6, 1)
# Every game of ours that has a study.
GAMES = [key for key in registry.OURS if registry.find(key).study]
# `PITBOSS_SOAK=1` plays a hundred times as many rounds.
SOAK = 100 if os.environ.get("PITBOSS_SOAK") else 1


def simulator(key: str, rounds: int = 1000, **asked: Any) -> Simulator:
    """What `simulate` makes of its arguments."""
    settings = {"seed": 1, "strategy": "", "decide": None, "wager": "", "fresh": False} | asked
    options = settings.pop("options", {})
    return Simulator(key, DAY, options, rounds=rounds, **settings)


@contextmanager
def plain_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kernels as the plain functions that they are, uncompiled."""
    with monkeypatch.context() as patch, np.errstate(over="ignore"):
        for module in ("plan", "tracing"):
            patch.setattr(f"pitboss.odds.{module}.jit", lambda function: function)
        patch.setattr("pitboss.games.three_card_poker.odds.jit", lambda function: function)
        yield
