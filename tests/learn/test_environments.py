"""Every registered game as an environment: Gymnasium's own check, masks, rewards, the optimum."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from pitboss import registry
from pitboss.errors import BadInput, Illegal, UnknownName
from pitboss.learn import RoundEnv, identifier
from pitboss.learn.environment import REFUSALS_MAX
from pitboss.learn.sight import HOW
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

DAY = date(2020, 1, 1)
GAMES = [key for key in registry.OURS if key in registry.STUDIES]
EPISODES = 60
# Where the first wager hardly ever wins, one that does.
OFTEN = {"sic-bo": "small"}


def make(key: str, **fields: Any) -> RoundEnv:
    made = gymnasium.make(f"pitboss.learn:{identifier(key)}", day=DAY, **fields).unwrapped
    assert isinstance(made, RoundEnv)
    return made


def play_out(env: RoundEnv, rng: np.random.Generator, seed: int) -> tuple[float, dict[str, Any]]:
    """A round of random legal actions."""
    _, info = env.reset(seed=seed)
    while True:
        mask = info["action_mask"]
        observation, reward, done, cut, info = env.step(rng.choice(np.flatnonzero(mask)))
        assert "refused" not in info
        assert env.observation_space.contains(observation)
        assert not cut
        if done:
            return reward, info
        assert reward == 0


@pytest.mark.parametrize("key", GAMES)
def test_gymnasium_finds_nothing_wrong(key: str, recwarn: pytest.WarningsRecorder) -> None:
    check_env(make(key, render_mode="ansi"))
    assert not [str(warning.message) for warning in recwarn if "gymnasium" in warning.filename]


@pytest.mark.parametrize("key", GAMES)
def test_random_legal_rounds_end_and_pay_what_the_procedure_settles(key: str) -> None:
    env, rng = make(key, wager=OFTEN.get(key, "")), np.random.default_rng(1)
    results = set()
    for seed in range(EPISODES):
        reward, info = play_out(env, rng, seed)
        assert reward == float(info["net"])
        episode = env._episode
        assert episode is not None
        assert not info["action_mask"].any()
        results.add(info["net"])
        if not env.wagers.game.standing:
            lines = play_again(env)
            assert env.wagers.measure.cells(lines)[env.wagers.place].net == info["net"]
    assert len(results) > 1, "every round came to the same"


def play_again(env: RoundEnv) -> Any:
    """The lines of the last round, by the procedure alone on the entries that were made."""
    episode = env._episode
    assert episode is not None
    wagers = env.wagers
    receipt = play(wagers.game, wagers.rules, wagers.table, episode.tape)
    assert isinstance(receipt, Receipt)
    return receipt.lines


@pytest.mark.parametrize("key", GAMES)
def test_the_same_seed_deals_the_same_round(key: str) -> None:
    env = make(key)
    nets = [
        [play_out(env, np.random.default_rng(2), seed)[1]["net"] for seed in range(10)]
        for _ in range(2)
    ]
    assert nets[0] == nets[1]


def test_every_game_against_the_house_is_there() -> None:
    ours = {name for name in gymnasium.registry if name.startswith("pitboss/")}
    assert ours == {identifier(key) for key in GAMES}
    assert set(registry.OURS) - set(GAMES) <= {"poker"}, "poker is among players"


def test_a_refused_action_changes_nothing_and_says_why() -> None:
    env = make("three-card-poker")
    before, _ = env.reset(seed=3)
    play_word = env.words.index("play")
    after, reward, done, cut, info = env.step(play_word)
    assert (reward, done, cut) == (0.0, False, False)
    assert all(np.array_equal(before[name], after[name]) for name in before)
    assert info["refused"].startswith("play is not open; expected go on (N.J.A.C. 13:69F-20.")
    for _ in range(REFUSALS_MAX - 1):
        _, _, done, cut, _ = env.step(play_word)
    assert cut
    assert not done
    with pytest.raises(BadInput, match="expected 0 to"):
        env.step(99)


def test_a_seat_does_not_see_the_dealers_cards() -> None:
    env = make("three-card-poker")
    for seed in range(30):
        env.reset(seed=seed)
        observation, _, _, _, info = env.step(0)
        assert info["actions"] == ("play", "fold")
        rows = observation["cards"][observation["cards"][:, 0] == HOW["draw"]]
        assert len(rows) == 6
        assert not rows[rows[:, 1] == 1][:, 3].any(), "the dealer's cards are face down"
        assert rows[rows[:, 1] == 2][:, 3].all(), "one's own are not"


def test_values_are_exact() -> None:
    assert make("roulette", wager="red").optimal_value == Fraction(-1, 38)
    assert make("craps", wager="pass").optimal_value == Fraction(-7, 495)
    assert make("fast-action-holdem").optimal_value is None


@pytest.mark.parametrize("key", ["red-dog", "three-card-poker", "baccarat-chemin-de-fer"])
def test_the_best_actions_come_to_the_value(key: str) -> None:
    """2,000 rounds by `optimal_action`: the mean is within five standard errors."""
    env = make(key)
    env.reset(seed=7)
    nets = []
    for _ in range(2000):
        env.reset()
        done, reward = False, 0.0
        while not done:
            action = env.optimal_action()
            assert action is not None
            _, reward, done, _, info = env.step(action)
            assert "refused" not in info
        nets.append(reward)
    value = env.optimal_value
    assert value is not None
    assert abs(np.mean(nets) - float(value)) < 5 * np.std(nets) / len(nets) ** 0.5


def test_what_cannot_be_is_refused_in_one_line() -> None:
    with pytest.raises(UnknownName, match="no wager 'rouge'"):
        make("roulette", wager="rouge")
    # A side wager that the odds study alone, but that nobody may make alone.
    with pytest.raises(Illegal, match=r"no ante wager .*16\.6"):
        make("caribbean-stud-poker", wager="progressive")
    with pytest.raises(BadInput, match="expected such as"):
        RoundEnv("red-dog", day="soon")
    with pytest.raises(BadInput, match="reset"):
        RoundEnv("red-dog", day=DAY).step(0)


# Decisions are valued one by one; None: they are not.
VALUED = {
    "red-dog": True,
    "three-card-poker": True,
    "casino-war": True,
    "four-card-poker": True,
    "let-it-ride-poker": True,
    "double-down-stud": True,
    "roulette": True,
    "blackjack": False,
}


@pytest.mark.parametrize("key", VALUED)
def test_regret_is_nothing_for_the_best_action_and_positive_for_others(key: str) -> None:
    env, rng = make(key, wager=OFTEN.get(key, "")), np.random.default_rng(5)
    given_up = 0
    for seed in range(40):
        _, info = env.reset(seed=seed)
        done = False
        while not done:
            best = env.optimal_action()
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            alone = len(info["actions"]) == 1
            _, _, done, _, info = env.step(action)
            regret = info["regret"]
            if alone or action == best:
                assert regret == 0 or (regret is None and not VALUED[key])
            elif VALUED[key]:
                assert isinstance(regret, Fraction)
                assert regret >= 0
                given_up += regret > 0
            else:
                assert regret is None
    assert key == "roulette" or bool(given_up) == VALUED[key]


def test_a_strategy_is_worth_the_optimum_less_its_regret() -> None:
    """Three card poker: over all hands, folding gives away what always folding costs."""
    env = make("three-card-poker")
    value = env.optimal_value
    assert value is not None
    rng, folded = np.random.default_rng(6), []
    for _ in range(400):
        env.reset(seed=int(rng.integers(1 << 30)))
        env.step(0)
        _, reward, _, _, info = env.step(env.words.index("fold"))
        assert reward == -1
        folded.append(float(info["regret"]))
    mean, error = np.mean(folded), np.std(folded) / len(folded) ** 0.5
    assert abs(mean - (float(value) + 1)) < 5 * error
