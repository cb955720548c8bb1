"""Kernel = procedure on random tapes, for any game that has a study: rounds as the kernel dealt
and counted them go through the procedure, and must come to the same, to the cent."""

from __future__ import annotations

import random
from typing import Any

from tests.studies.room import day_of

from pitboss import registry
from pitboss.analysis.simulation.redeal import Redealer
from pitboss.analysis.simulation.simulate import Simulator
from pitboss.analysis.study import study_of
from pitboss.errors import Diverged, Illegal
from pitboss.testing import random_choices

UNKNOWN = "not known to us"


def has_kernel(key: str) -> bool:
    return study_of(registry.find(key)) is not None


def simulator_of(key: str, variant: int, rounds: int) -> Simulator:
    """Variant 0 is the game as it is usually simulated, where that leaves records (Boston 5 has no
    ante before the licensee's ledger is known); every other one has a day, options and a strategy
    of its own, drawn as the conformance suite draws them."""
    game = registry.find(key)
    asked: dict[str, Any] = {"decide": None, "wager": "", "fresh": False}
    if variant == 0:
        usual = Simulator(key, day_of(key), {}, rounds=rounds, seed=1, strategy="", **asked)
        if usual.prepare(0).plan.tracer is not None:
            return usual
    rng = random.Random(f"{key} kernel {variant}")
    study = study_of(game)
    assert study is not None, f"{key} has no kernel"
    while True:
        day, options = random_choices(game, rng)
        strategy = rng.choice([study.default_strategy, *study.strategies])
        found = Simulator(
            key, day, options, rounds=rounds, seed=variant, strategy=strategy, **asked
        )
        try:
            made = found.prepare(0)
        except Illegal as refused:
            # A day whose odds no text that we have states is no day to simulate.
            if UNKNOWN not in str(refused):
                raise
            continue
        # Some ways to deal leave no records (two shoes in use at once).
        if made.plan.tracer is not None:
            return found


def compare(key: str, variant: int, tapes: int) -> tuple[int, list[str]]:
    """Deal `tapes` rounds again, shared out among the scenarios of the game. Gives how many
    came to the same, and what is to be said of each that did not.

    A scenario without records (a wager that cannot be made alone) is left out here: the game's
    own tests hold it to the procedure."""
    simulator = simulator_of(key, variant, tapes)
    dealers = [Redealer(simulator, index) for index in range(len(simulator.scenarios))]
    dealers = [dealer for dealer in dealers if dealer.made.plan.tracer is not None]
    assert dealers, f"{key}: no kernel of it leaves records"
    law = simulator.rules.law
    told = f"{law.day} {dict(simulator.works[0].options)} {simulator.strategy}"
    failed = []
    for tape in range(tapes):
        number, index = divmod(tape, len(dealers))
        try:
            dealers[index].round(number + 1)
        except Diverged as error:
            failed.append(f"{told}, {dealers[index].scenario.wager}: {error}")
    return tapes - len(failed), failed
