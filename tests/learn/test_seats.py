"""Tables of several seats: PettingZoo's own check, money that adds up, hands of poker."""

from __future__ import annotations

import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pitboss import registry
from pitboss.errors import BadInput
from pitboss.learn.environment import REFUSALS_MAX
from pitboss.learn.seats import TableEnv
from pitboss.learn.sight import HOW

pettingzoo_test = pytest.importorskip("pettingzoo.test")
DAY = "2020-01-01"
GAMES = [*registry.OURS]
# Two people who wager against each other.
PAIRS = ("baccarat-chemin-de-fer",)
KINDS = ("hold-em", "omaha-8", "seven-card-stud", "five-card-draw", "badugi")


def table_of(key: str, **fields: Any) -> TableEnv:
    return TableEnv(key, 0 if key in PAIRS else 3, DAY, **fields)


def play_out(env: TableEnv, seed: int, rng: np.random.Generator) -> dict[str, Fraction]:
    """A round of random legal actions; what everybody won."""
    env.reset(seed=seed)
    nets = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        assert not cut
        assert env.observation_space(agent).contains(seen)
        if over:
            nets[agent] = info["net"]
            assert reward == float(info["net"])
            env.step(None)
            continue
        env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert "refused" not in env.infos[agent]
    assert set(nets) == set(env.possible_agents)
    return nets


@pytest.mark.parametrize("key", GAMES)
def test_pettingzoo_finds_nothing_wrong(key: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pettingzoo_test.api_test(table_of(key, render_mode="ansi"), num_cycles=60)


@pytest.mark.parametrize("key", GAMES)
def test_random_rounds_end_and_pay_everybody(key: str) -> None:
    env, rng = table_of(key), np.random.default_rng(1)
    results = [play_out(env, seed, rng) for seed in range(15)]
    assert any(any(nets.values()) for nets in results)
    one, again = (play_out(env, 3, np.random.default_rng(9)) for _ in range(2))
    assert one == again


@pytest.mark.parametrize("kind", KINDS)
def test_hands_of_poker_are_a_game_among_players(kind: str) -> None:
    env, rng = TableEnv("poker", 4, DAY, {"kind": kind}), np.random.default_rng(2)
    for seed in range(20):
        nets = play_out(env, seed, rng)
        # The rake is what the house keeps: nobody else is paid from outside.
        assert -4 <= sum(nets.values()) <= 0


def test_a_seat_at_poker_sees_its_own_cards_only() -> None:
    env = TableEnv("poker", 3, DAY)
    env.reset(seed=5)
    env.step(0)
    assert env.agent_selection.startswith("seat_")
    for agent in env.agents:
        rows = env.observe(agent)[env.slices["cards"]].reshape(-1, 4)
        rows = rows[rows[:, 0] == HOW["draw"]]
        # The cards for the button come first, open to all; then two to everybody.
        hole = rows[-6:]
        mine = hole[:, 1] == int(agent[-1]) + 1
        assert hole[mine][:, 3].all()
        assert not hole[~mine][:, 3].any()


def test_the_prompt_names_the_seat_and_windows_go_round() -> None:
    env = TableEnv("red-dog", 3, "1999-06-01")
    env.reset(seed=2)
    asked = []
    while not env.terminations[env.agent_selection]:
        asked.append((env.agent_selection, env.infos[env.agent_selection]["actions"]))
        env.step(env.words.index("go on"))
    assert asked[0] == ("seat_1", ("go on",))
    assert [agent for agent, actions in asked[1:]] == ["seat_1", "seat_2", "seat_3"]
    assert all(actions == ("go on", "wager raise") for _, actions in asked[1:])


def test_what_is_not_open_is_refused_with_its_section() -> None:
    env = TableEnv("blackjack", 2, DAY)
    env.reset(seed=1)
    env.step(env.words.index("split"))
    assert "expected go on (N.J.A.C. 13:69F-2.3(a))" in env.infos["seat_1"]["refused"]
    env.step(0)
    before = env.observe("seat_1")
    env.step(0)
    refused = env.infos[env.agent_selection]["refused"]
    assert refused.startswith("go on is not open; expected ")
    assert "N.J.A.C. 13:69F-2." in refused
    assert (env.observe("seat_1") == before).all()
    for _ in range(REFUSALS_MAX):
        if not env.truncations["seat_1"]:
            env.step(0)
    assert all(env.truncations.values())
    with pytest.raises(BadInput, match="3 seats; expected 2"):
        TableEnv("baccarat-chemin-de-fer", 3, DAY)
