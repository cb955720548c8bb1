"""Tables for learners: vector environments beside Gymnasium's Blackjack-v1, in one run on one core.

Results first: rounds that are played as the dealer plays come to the exact value within five
standard errors. Steps are then taken with actions that were chosen beforehand, on both sides:
what a learner does between them is its own. `python -m bench learn`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import gymnasium
import numpy as np

from bench.measure import Ratio, alternate, per_second
from pitboss.analysis.exact.edges import edges_of
from pitboss.learn import RoundVectorEnv
from pitboss.learn.blackjack_steps import DRAW, GO_ON, SEE_ASKED, SEE_TOTAL, STAND, TURN

DAY = "2012-03-19"
TABLES = 4096
STEPS = 50
# What a step a core and a second must be, and how many times Gymnasium's.
BAR, TIMES = 5e6, 20


def check() -> None:
    """Whoever plays as the dealer does loses what the exact analysis says."""
    (edge,) = edges_of(
        "blackjack", date.fromisoformat(DAY), None, wager="initial", strategy="mimic the dealer"
    )
    env = RoundVectorEnv("blackjack", TABLES, DAY)
    seen, _ = env.reset(seed=1)
    won, squares, rounds = 0.0, 0.0, 0
    for _ in range(1000):
        turn = seen[:, SEE_ASKED] == TURN
        actions = np.where(turn, np.where(seen[:, SEE_TOTAL] < 17, DRAW, STAND), GO_ON)
        seen, rewards, over, _, _ = env.step(actions)
        won += rewards.sum()
        squares += (rewards**2).sum()
        rounds += int(over.sum())
    error = (squares / rounds) ** 0.5 / rounds**0.5
    value = -float(edge.house_edge)
    assert abs(won / rounds - value) < 5 * error, f"{won / rounds}, exactly {value}"


def ours(key: str, rounds: bool = False) -> Callable[[], int]:
    """Steps, or rounds, of the vector environment with random legal actions."""
    env, rng = RoundVectorEnv(key, TABLES, DAY), np.random.default_rng(1)
    _, infos = env.reset(seed=2)
    # Chosen beforehand for these very cards: the same seed deals the same.
    chosen = []
    for _ in range(STEPS):
        masks = infos["action_mask"]
        chosen.append((rng.random(masks.shape) * masks).argmax(axis=1))
        *_, infos = env.step(chosen[-1])

    def work() -> int:
        env.reset(seed=2)
        done = 0
        for actions in chosen:
            _, _, over, _, infos = env.step(actions)
            done += int(np.count_nonzero(over)) if rounds else TABLES
        assert "refused" not in infos or not infos["refused"].any()
        return done

    return work


def peer(rounds: bool = False) -> Callable[[], int]:
    """Steps, or rounds, of Blackjack-v1 with random actions."""
    env: Any = gymnasium.make("Blackjack-v1")
    env.reset(seed=1)
    actions = np.random.default_rng(1).integers(2, size=2000).tolist()

    def work() -> int:
        done = 0
        for action in actions:
            _, _, over, cut, _ = env.step(action)
            if over or cut:
                env.reset()
                done += 1
        return done if rounds else len(actions)

    return work


def results() -> Iterator[Ratio]:
    check()
    steps, theirs = alternate(ours("blackjack"), peer())
    yield Ratio(
        "vector blackjack (steps a second and core)",
        per_second(steps),
        per_second(BAR),
        steps / BAR,
        1,
        3,
    )
    yield Ratio(
        "vector blackjack / Gymnasium Blackjack-v1 (steps)",
        per_second(steps),
        per_second(theirs),
        steps / theirs,
        TIMES,
        100,
    )
    steps, theirs = alternate(ours("blackjack", True), peer(True))
    yield Ratio(
        "vector blackjack / Gymnasium Blackjack-v1 (rounds)",
        per_second(steps),
        per_second(theirs),
        steps / theirs,
        TIMES,
        100,
    )
    steps, theirs = alternate(ours("three-card-poker"), peer())
    yield Ratio(
        "vector three card poker / Gymnasium Blackjack-v1 (steps)",
        per_second(steps),
        per_second(theirs),
        steps / theirs,
        TIMES,
        100,
    )
