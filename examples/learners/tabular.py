"""Two tabular learners, judged exactly: what is their policy worth, and what is the best one?

    python examples/learners/tabular.py

Each takes actions at random, keeps the mean result of every action by what it sees, and in the end
takes the better one. It is told nothing of the game but what a seat sees. Its policy is then
evaluated over all deals by the exact analysis: no luck is left in the figure."""

from __future__ import annotations

import sys
from datetime import date
from fractions import Fraction

import numpy as np

from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.policy import Policy, odds_by
from pitboss.hands.poker import three_card_value
from pitboss.learn import RoundEnv, RoundVectorEnv
from pitboss.registry import find
from pitboss.studies.families.one_deck_poker.strategies import BySteps
from pitboss.studies.three_card_poker.study import ASKED

RED_DOG_DAY, THREE_CARD_DAY = date(1999, 6, 1), date(2012, 3, 19)
NO_RAISE, RAISE = "no wager", "raise"


def learn_red_dog(rounds: int, seed: int = 1) -> dict[int, str]:
    """Red dog, one table: whether to raise, by the spread between the two cards that are shown."""
    env, rng = RoundEnv("red-dog", RED_DOG_DAY), np.random.default_rng(seed)
    words = [env.words.index("go on"), env.words.index("wager raise")]
    totals, counts = np.zeros((12, 2)), np.zeros((12, 2))
    env.reset(seed=seed)
    for _ in range(rounds):
        env.reset()
        seen, reward, over, _, info = env.step(words[0])
        if over:
            continue
        # A card is its rank times four and its suit, with one added.
        low, high = sorted((int(card) - 1) >> 2 for card in seen["cards"][:2, 3])
        spread, raises = high - low - 1, int(rng.integers(2))
        while not over:
            wanted = raises and "wager raise" in info["actions"]
            _, reward, over, _, info = env.step(words[1 if wanted else 0])
        totals[spread, raises] += reward
        counts[spread, raises] += 1
    means = totals / np.maximum(counts, 1)
    return {n: RAISE if means[n, 1] > means[n, 0] else NO_RAISE for n in range(1, 12)}


def value_at_red_dog(policy: dict[int, str]) -> Fraction:
    """What the policy is worth, in units of the wager."""
    table = {f"The spread is {spread}": action for spread, action in policy.items()}
    edges = odds_by(Policy("learnt", table), find("red-dog"), RED_DOG_DAY, {})
    return -edges.wagers[0].distribution.house_edge()


def learn_three_card_poker(steps: int, tables: int = 4096, seed: int = 1) -> dict[int, int]:
    """Three card poker, many tables at once: whether to play, by ranks and whether they are of one
    suit. Given as the number of the action by the value of the hand."""
    env, rng = (
        RoundVectorEnv("three-card-poker", tables, THREE_CARD_DAY),
        np.random.default_rng(seed),
    )
    size = 13**3 * 2
    totals, counts = np.zeros((2, size)), np.zeros((2, size))
    env.reset(seed=seed)
    for _ in range(steps):
        seen, *_ = env.step(np.zeros(tables, int))
        plays = rng.integers(2, size=tables)
        _, rewards, over, _, _ = env.step(1 + plays)
        assert over.all()
        hands = number_of(seen.astype(np.int64))
        for action in range(2):
            taken = plays == action
            totals[action] += np.bincount(hands[taken], rewards[taken], size)
            counts[action] += np.bincount(hands[taken], minlength=size)
    means = totals / np.maximum(counts, 1)
    deck = [(a, b, c) for a in range(52) for b in range(a) for c in range(b)]
    numbers = number_of(np.array(deck))
    return {
        three_card_value(*hand): int(means[1, n] > means[0, n])
        for hand, n in zip(deck, numbers.tolist(), strict=True)
    }


def number_of(cards: np.ndarray) -> np.ndarray:
    """A number for the ranks of three cards and whether they are of one suit."""
    ranks = np.sort(cards >> 2, axis=1)
    suits = cards & 3
    one_suit = (suits == suits[:, :1]).all(axis=1)
    found: np.ndarray = ranks @ np.array([169, 13, 1]) * 2 + one_suit
    return found


def value_at_three_card_poker(policy: dict[int, int]) -> Fraction:
    """What the policy is worth, in antes."""
    decide = BySteps(ASKED, [(0, 0), *policy.items()])
    edges = exact_edges("three-card-poker", THREE_CARD_DAY, {}, wager="ante", strategy="learnt",
                        decide=decide)  # fmt: skip
    return -edges.wagers[0].distribution.house_edge()


def report(name: str, rounds: int, learnt: Fraction, best: Fraction | None) -> str:
    assert best is not None
    return (
        f"{name}: after {rounds:,} rounds worth {float(learnt):+.6%} of the wager, "
        f"the best {float(best):+.6%}, given away {float(best - learnt):.6%}"
    )


def main(red_dog_rounds: int = 100_000, three_card_steps: int = 3000) -> int:
    policy = learn_red_dog(red_dog_rounds)
    best = RoundEnv("red-dog", RED_DOG_DAY).optimal_value
    print(report("red dog", red_dog_rounds, value_at_red_dog(policy), best), flush=True)
    hands = learn_three_card_poker(three_card_steps)
    best = RoundEnv("three-card-poker", THREE_CARD_DAY).optimal_value
    rounds = 4096 * three_card_steps
    print(report("three card poker", rounds, value_at_three_card_poker(hands), best))
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
