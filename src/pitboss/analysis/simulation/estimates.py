"""How often a wager wins, pushes and loses, where some of its rounds are exactly known by their
averages only: simulated from full shoes, with the error, and kept."""

from __future__ import annotations

import contextlib
from datetime import date
from math import sqrt
from typing import Any

import msgspec

from pitboss.analysis import cache
from pitboss.analysis.exact.edges import Edges, Estimate
from pitboss.law.hypothetical import as_chosen

KIND = "estimates"
ROUNDS = 1_000_000
SEED = 1


def add_estimates(
    odds: Edges, day: date, options: dict[str, Any] | None, strategy: str = ""
) -> None:
    """Notes in every wager whose results are not told apart what a simulation says of them."""
    law = odds.rules.law
    for wager in odds.wagers:
        if wager.distribution.told_apart() or wager.simulated:
            continue
        question = [law.game, law.hash, wager.wager, strategy, ROUNDS]
        answer = cache.fetch(KIND, question)
        if answer is not None:
            with contextlib.suppress(msgspec.DecodeError):
                wager.estimate = msgspec.json.decode(answer, type=Estimate)
                continue
        # What is kept needs no kernels.
        from pitboss.analysis.simulation.simulate import simulate

        ran = simulate(
            law.game,
            day,
            as_chosen(options),
            rounds=ROUNDS,
            seed=SEED,
            wager=wager.wager,
            strategy=strategy,
            fresh=True,
        )
        found = next((each for each in ran.wagers if each.wager == wager.wager), None)
        if found is None or ran.partial:
            continue
        shares = [float(found.distribution.probability(sign)) for sign in (1, 0, -1)]
        error = max(sqrt(share * (1 - share) / found.rounds) for share in shares)
        wager.estimate = Estimate(shares[0], shares[1], shares[2], error, found.rounds)
        cache.keep(KIND, question, msgspec.json.encode(wager.estimate))
