"""Tables stepped at once: the same cards and actions come to what the procedure settles."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from pitboss.errors import BadInput
from pitboss.learn import VECTOR, RoundVectorEnv, identifier
from pitboss.learn.actions import acts_at, words_of
from pitboss.learn.environment import REFUSALS_MAX
from pitboss.learn.episode import Episode
from pitboss.learn.vector import SMALL, InOrder

READER = {"hole_card": "card reader", "soft_17": "draw", "resplit": True, "surrender": True}
BLACKJACK: dict[str, tuple[str, dict[str, Any]]] = {
    "none": ("2012-03-19", {}),
    "reader": ("2020-01-01", READER),
    "two decks": ("2020-01-01", {"decks": 2, "even_money": True, "five_card_21": True}),
    "early surrender": ("1979-01-01", {"surrender": True}),
    "face up": ("2020-01-01", {"hole_card": "face up"}),
    "face down": ("2020-01-01", {"hole_card": "face down", "resplit": True, "boxes": 6}),
    "at the turn": ("2020-01-01", {"insurance_at_turn": True, "even_money": True}),
}
ONE_DECISION = [
    "three-card-poker",
    "four-card-poker",
    "caribbean-stud-poker",
    "boston-5-stud-poker",
]
ROUNDS = 1500


def choose(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action for every table, each that is open as likely."""
    chosen: np.ndarray = (rng.random(masks.shape) * masks).argmax(axis=1)
    return chosen


def compare(env: RoundVectorEnv, rounds: int) -> set[str]:
    """Plays random rounds, and each again by the procedure on the same cards: what is open at
    every step, and the net, must be the same. Returns the words that were used."""
    rng = np.random.default_rng(3)
    _, infos = env.reset(seed=11)
    steps: list[list[tuple[int, np.ndarray]]] = [[] for _ in range(env.num_envs)]
    used: set[str] = set()
    done = 0
    while done < rounds:
        masks = infos["action_mask"]
        actions = choose(masks, rng)
        for table, action in enumerate(actions):
            steps[table].append((int(action), masks[table]))
        _, rewards, over, cut, infos = env.step(actions)
        assert not cut.any()
        for table in np.flatnonzero(over).tolist():
            net = Fraction(int(infos["net"][table]), env.scale)
            assert rewards[table] == float(net)
            assert again(env, env.floor.dealt(table), steps[table]) == net
            used |= {env.words[action] for action, _ in steps[table]}
            steps[table] = []
            done += 1
    return used


def again(env: RoundVectorEnv, cards: list[int], steps: list[tuple[int, np.ndarray]]) -> Fraction:
    """What the procedure comes to with these cards and actions. None may be left over, but at
    poker, where a fold may end the round early."""
    wagers, dealt = env.wagers, iter(cards)
    words = words_of(wagers)
    episode = Episode(wagers, InOrder(dealt), wagers.others())
    for action, mask in steps:
        assert episode.prompt is not None
        acts = acts_at(episode.prompt, words, wagers.stake)
        assert set(acts) == {word for word, may in zip(env.words, mask, strict=True) if may}
        episode.put(acts[env.words[action]])
    net: Fraction = episode.cell().net
    assert env.wagers.key in ONE_DECISION or next(dealt, None) is None
    return net


@pytest.mark.parametrize("name", BLACKJACK)
def test_blackjack_is_what_the_procedure_settles(name: str) -> None:
    day, options = BLACKJACK[name]
    env = RoundVectorEnv("blackjack", 64, day, options)
    used = compare(env, ROUNDS)
    wanted = {"go on", "split", "double", "draw", "stand"}
    assert used >= wanted | ({"surrender"} if options.get("surrender") else set())
    assert ("wager insurance" in used) == (name != "face up")


@pytest.mark.parametrize("key", ONE_DECISION)
def test_poker_of_one_decision_is_what_the_procedure_settles(key: str) -> None:
    env = RoundVectorEnv(key, 32, "2020-01-01")
    assert compare(env, 200) == set(env.words)


@pytest.mark.parametrize("day", ["1999-06-01", "2020-01-01"])
def test_red_dog_is_what_the_procedure_settles(day: str) -> None:
    env = RoundVectorEnv("red-dog", 32, day)
    assert compare(env, ROUNDS) == {"go on", "wager raise"}
    env.reset(seed=3)
    seen, *_ = env.step(np.zeros(32, int))
    asked = seen[:, 0] >= 0
    assert (seen[asked][:, 2] == -1).all()
    assert (seen[asked][:, :2] == env.floor.arrays.shoes[asked][:, :2]).all()


def test_those_that_are_registered_are_those_that_there_are() -> None:
    assert set(VECTOR) == {"blackjack", *SMALL, *ONE_DECISION}
    for key in ("let-it-ride-poker", "casino-war", "spanish-21"):
        with pytest.raises(BadInput, match="no kernel"):
            RoundVectorEnv(key, 1, "2020-01-01")
    assert gymnasium.spec(identifier("craps")).vector_entry_point is None


def test_what_is_seen_is_what_the_cards_are() -> None:
    env = RoundVectorEnv("three-card-poker", 200)
    seen, infos = env.reset(seed=1)
    assert (seen == -1).all()
    seen, rewards, over, _, _ = env.step(np.zeros(200, int))
    assert not over.any()
    assert not rewards.any()
    assert env.observation_space.contains(seen)
    decks = env.floor.arrays.decks
    assert (seen == decks[:, [0, 2, 4]]).all()
    after, _, over, _, infos = env.step(np.ones(200, int))
    assert over.all()
    assert (after == -1).all()
    assert (infos["final_obs"] == seen).all()
    assert infos["_final_obs"].all()


def test_gymnasium_makes_them_and_knows_how_rounds_follow() -> None:
    made = gymnasium.make_vec(
        f"pitboss.learn:{identifier('blackjack')}",
        num_envs=8,
        vectorization_mode="vector_entry_point",
        day="2020-01-01",
    )
    assert isinstance(made.unwrapped, RoundVectorEnv)
    assert made.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = made.reset(seed=4)
    assert made.observation_space.contains(seen)
    with pytest.raises(BadInput, match=r"make\(\)"):
        RoundVectorEnv("craps", 2)
    with pytest.raises(BadInput, match="for the initial wager"):
        RoundVectorEnv("blackjack", 2, "2012-03-19", {"match_the_dealer": True}, "match-the-dealer")
    with pytest.raises(BadInput, match="expected 1 or more"):
        RoundVectorEnv("blackjack", 0)


def test_a_table_depends_on_its_own_seed_alone() -> None:
    def nets(number: int) -> list[list[float]]:
        env, rng = RoundVectorEnv("blackjack", number), np.random.default_rng(2)
        _, infos = env.reset(seed=5)
        found = []
        for _ in range(60):
            noise = np.tile(rng.random(len(env.words)), (number, 1))
            actions = (noise * infos["action_mask"]).argmax(axis=1)
            _, rewards, _, _, infos = env.step(actions)
            found.append(rewards[:2].tolist())
        return found

    assert nets(2) == nets(9)
    assert len({tuple(each) for each in nets(2)}) > 3


@pytest.mark.parametrize("key", ["blackjack", "three-card-poker"])
def test_refusals_change_nothing_and_come_to_an_end(key: str) -> None:
    env = RoundVectorEnv(key, 2)
    before, _ = env.reset(seed=1)
    last = np.array([len(env.words) - 1, len(env.words) - 1])
    for turn in range(REFUSALS_MAX):
        seen, rewards, over, cut, infos = env.step(last)
        assert infos["refused"].all()
        assert not rewards.any()
        assert not over.any()
        assert (seen == before).all()
        assert cut.all() == cut.any() == (turn == REFUSALS_MAX - 1)
    with pytest.raises(BadInput, match="not among 0 to"):
        env.step(np.array([0, 99]))
    with pytest.raises(BadInput, match="of shape"):
        env.step(np.array([0]))
