"""The learners of examples/ come to the optimum, by the exact analysis of what they learnt."""

from __future__ import annotations

import importlib.util
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.learn import RoundEnv

FILE = Path(__file__).parents[2] / "examples" / "learners" / "tabular.py"
WITHIN = Fraction(1, 1000)
LONG = bool(os.environ.get("PITBOSS_SOAK"))


@pytest.fixture(scope="module")
def tabular() -> Any:
    spec = importlib.util.spec_from_file_location("tabular", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_learner_at_three_card_poker_reaches_the_optimum(tabular: Any) -> None:
    best = RoundEnv("three-card-poker", tabular.THREE_CARD_DAY).optimal_value
    learnt = tabular.value_at_three_card_poker(tabular.learn_three_card_poker(200))
    assert best is not None
    assert 0 <= best - learnt < WITHIN


def test_a_learner_at_red_dog_reaches_the_optimum(tabular: Any) -> None:
    """100,000 rounds are enough; the few of a short run are judged more mildly."""
    best = RoundEnv("red-dog", tabular.RED_DOG_DAY).optimal_value
    learnt = tabular.value_at_red_dog(tabular.learn_red_dog(100_000 if LONG else 5000))
    assert best is not None
    assert 0 <= best - learnt < (WITHIN if LONG else 20 * WITHIN)


def test_a_policy_that_is_not_the_best_is_worth_less(tabular: Any) -> None:
    best = RoundEnv("red-dog", tabular.RED_DOG_DAY).optimal_value
    assert best is not None
    exact = {spread: "raise" if spread >= 7 else "no wager" for spread in range(1, 12)}
    assert tabular.value_at_red_dog(exact) == best
    assert tabular.value_at_red_dog(dict.fromkeys(range(1, 12), "raise")) < best - WITHIN
