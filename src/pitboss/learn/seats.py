"""A table of several seats as a PettingZoo environment (AEC): house games and poker.

The agent that is selected is the seat which the prompt names."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.learn.actions import GO_ON, NAMED_MAX, acts_at, words_under
from pitboss.learn.environment import DAY, REFUSALS_MAX, read_day
from pitboss.learn.sight import (
    DICE,
    HANDS_MAX,
    SEATS_MAX,
    UNITS_MAX,
    cards_of,
    cards_space,
    dice_of,
    named_in,
    place_of,
)
from pitboss.learn.sitting import Sitting, Start, start_of
from pitboss.table.entries import Entry, Wagered
from pitboss.table.sources import RandomEquipment


class TableEnv(AECEnv):  # type: ignore[misc]
    """An episode is a round of everybody's wagers, or a hand of poker. Agents are `seat_1`,
    `seat_2`, ...; the first is asked to go on before anything is dealt.

    Rewards come at the end: the net in units of the wager, at poker in dollars. An action that is
    not in the mask is refused: nothing changes, and the agent's `infos` say why, with the section;
    after so many refusals as REFUSALS_MAX the episode is truncated."""

    metadata = {"name": "pitboss_table_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        seats: int = 0,
        day: date | str = DAY,
        options: Mapping[str, Any] | None = None,
        wager: str = "",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.start: Start = start_of(game, read_day(day), options, seats, wager)
        made = {entry.kind for entry in self.start.entries if isinstance(entry, Wagered)}
        if self.start.hand:
            made.add("stack")
        self.words = words_under(self.start.rules.law, made)
        self.possible_agents = [f"seat_{seat}" for seat in self.start.table.seats]
        self._space = self._make_space()
        self._actions = spaces.Discrete(len(self.words))
        self._rng, _ = seeding.np_random()
        self._sitting: Sitting | None = None
        self._acts: dict[str, Entry | None] = {}

    def _make_space(self) -> spaces.Box:
        """What a seat sees, in one row of numbers: `slices` names its parts. `wagers` is by seat
        and kind, whatever lies open on the layout; the others are as `sight` has them."""
        layout = len(self.possible_agents) * len(self.start.kinds)
        cards = cards_space()
        parts: dict[str, Any] = {
            "seat": [SEATS_MAX],
            "cards": cards.high.reshape(-1),
            "dice": [6] * DICE,
            "wagers": [UNITS_MAX] * layout,
            "hand": [HANDS_MAX],
            "named": [len(CARD_TEXT)] * NAMED_MAX,
        }
        at = 0
        self.slices: dict[str, slice] = {}
        for name, most in parts.items():
            self.slices[name] = slice(at, at + len(most))
            at += len(most)
        high = np.concatenate([np.asarray(most, np.float32) for most in parts.values()])
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def observation_space(self, agent: str) -> spaces.Box:
        return self._space

    def action_space(self, agent: str) -> Any:
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The wagers are on the layout; the first seat is asked to go on."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        rng = random.Random(int(self._rng.integers(1 << 63)))
        self._sitting = Sitting(self.start, RandomEquipment(rng))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._refusals = 0
        self._ask()

    def step(self, action: Any) -> None:
        """The selected agent acts; None removes one whose episode is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        sitting = self._need_sitting()
        if not self._actions.contains(action):
            raise BadInput(f"action {action!r}: expected 0 to {len(self.words) - 1}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        word = self.words[int(action)]
        if word not in self._acts:
            self._refuse(agent, word)
        else:
            entry = self._acts[word]
            if entry is None:
                sitting.go_on()
            else:
                sitting.put(entry)
            self._ask()
        self._accumulate_rewards()

    def observe(self, agent: str) -> np.ndarray:
        """What this seat sees, whoever is asked."""
        sitting, seat = self._need_sitting(), number_of(agent)
        events = sitting.events(seat)
        asked = sitting.prompt if agent == self.agent_selection else None
        parts: dict[str, Any] = {
            "seat": seat,
            "cards": cards_of(events),
            "dice": dice_of(events),
            "wagers": self._wagers(sitting),
            "hand": 0 if asked is None else place_of(asked.what),
            "named": named_in(asked),
        }
        found = np.zeros(self._space.shape, np.float32)
        for name, part in parts.items():
            found[self.slices[name]] = np.ravel(part)
        return found

    def render(self) -> str | None:
        """Who is asked, what, and the answers that are legal."""
        sitting = self._need_sitting()
        if self.render_mode != "ansi":
            return None
        if sitting.over:
            return "the round is over"
        prompt = sitting.prompt
        what = f"{prompt.what} ({prompt.citation()})" if prompt is not None else "wagers"
        return f"{self.agent_selection}: {what}: {', '.join(self._acts)}"

    def close(self) -> None:
        """The table is left as it is; nothing is held open."""
        self._sitting = None

    # ---------------------------------------------------------------------------------------

    def _need_sitting(self) -> Sitting:
        if self._sitting is None:
            raise BadInput("nothing is dealt yet: reset() first")
        return self._sitting

    def _ask(self) -> None:
        """Selects whom the table waits for; at the end, everybody's reward."""
        sitting = self._need_sitting()
        self.infos = {agent: {"action_mask": self._mask(())} for agent in self.agents}
        if sitting.over:
            self._acts = {}
            for agent in self.agents:
                net = sitting.net[number_of(agent)]
                self.rewards[agent] = float(net)
                self.terminations[agent] = True
                self.infos[agent]["net"] = net
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = f"seat_{sitting.seat}"
        prompt = sitting.prompt
        info = self.infos[self.agent_selection]
        self._acts = {GO_ON: None}
        if prompt is not None:
            self._acts = {**acts_at(prompt, self.words, self.start.unit, sitting.seat)}
            if prompt.kind == "wagers":
                self._acts[GO_ON] = None
            info |= {"asked": prompt.what, "cite": prompt.citation()}
        info["action_mask"] = self._mask(self._acts)
        info["actions"] = tuple(self._acts)

    def _refuse(self, agent: str, word: str) -> None:
        self._refusals += 1
        cite = self._need_sitting().citation()
        why = f"{word} is not open; expected {', '.join(self._acts)} ({cite})"
        self.infos[agent] = {**self.infos[agent], "refused": why}
        if self._refusals >= REFUSALS_MAX:
            self.truncations = dict.fromkeys(self.agents, True)

    def _mask(self, acts: Collection[str]) -> np.ndarray:
        return np.array([word in acts for word in self.words], np.int8)

    def _wagers(self, sitting: Sitting) -> np.ndarray:
        start, seats = self.start, self.start.table.seats
        found = np.zeros((len(seats), len(start.kinds)), np.float32)
        for wager in sitting.layout():
            if wager.kind in start.kinds and wager.seat in seats:
                place = seats.index(wager.seat), start.kinds.index(wager.kind)
                found[place] += wager.cents / start.unit
        return found


def number_of(agent: str) -> int:
    """The seat of an agent, as entries name it."""
    return int(agent.removeprefix("seat_"))
