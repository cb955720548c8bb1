"""A game with a wager set as a Gymnasium environment."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from pitboss.analysis.exact.edges import OPTIMAL, edges_of
from pitboss.analysis.simulation.simulate import Simulator
from pitboss.analysis.study import Decide, Worths
from pitboss.errors import BadInput
from pitboss.learn.actions import GO_ON, acts_at, words_of
from pitboss.learn.episode import Episode, WagerSet
from pitboss.learn.sight import seen, space_of
from pitboss.learn.worth import regret_of, worths_of
from pitboss.table.entries import Closed, Entry
from pitboss.table.prompts import Prompt
from pitboss.table.sources import RandomEquipment

# A learner that does not look at the mask must come to an end as well.
REFUSALS_MAX = 100
# The law of this day, where none is asked for: the chapter was renumbered then.
DAY = date(2012, 3, 19)

Seen = Any  # a dictionary of arrays, as `sight` describes it


class RoundEnv(gymnasium.Env[Seen, Any]):
    """An episode is a round: it begins with the wagers on the layout and `go on` as the only
    action, and ends when they are settled. The reward is nothing until then, and at the end the
    net result in units of the base wager.

    An action that is not in `info["action_mask"]` is refused: nothing changes, the reward is 0,
    and `info["refused"]` says why, with the section. After so many refusals in an episode as
    REFUSALS_MAX it is truncated. `info["regret"]` is what the action gave away, exactly, or None
    where no action is valued by itself."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        day: date | str = DAY,
        options: Mapping[str, Any] | None = None,
        wager: str = "",
        render_mode: str | None = None,
    ) -> None:
        day = read_day(day)
        self.render_mode = render_mode
        self.wagers = WagerSet(game, day, options, wager)
        self.words = words_of(self.wagers)
        self.action_space = spaces.Discrete(len(self.words))
        self.observation_space = space_of(self.wagers, len(self.words))
        self._others = self.wagers.others()
        self._episode: Episode | None = None
        self._acts: dict[str, Entry] = {}
        self._refusals = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """The wagers are on the layout; nothing is dealt yet. `options` are not used here: those
        of the licensee are chosen when the environment is made."""
        super().reset(seed=seed)
        rng = random.Random(int(self.np_random.integers(1 << 63)))
        self._episode = Episode(self.wagers, RandomEquipment(rng), self._others)
        self._refusals = 0
        return self._state()

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """The seat acts, by the number of a word; what is not open is refused."""
        episode = self._need_episode()
        if not self.action_space.contains(action):
            raise BadInput(f"action {action!r}: expected 0 to {len(self.words) - 1}")
        word = self.words[int(action)]
        if episode.prompt is None:
            raise BadInput("the round is over: reset() begins the next")
        if word not in self._acts:
            self._refusals += 1
            refused = f"{word} is not open; expected {', '.join(self._acts)}"
            refused = f"{refused} ({episode.prompt.citation()})"
            observation, info = self._state()
            info["refused"] = refused
            return observation, 0.0, False, self._refusals >= REFUSALS_MAX, info
        regret = self._regret(episode.prompt, self._acts[word])
        episode.put(self._acts[word])
        observation, info = self._state()
        info["regret"] = regret
        if episode.prompt is not None:
            return observation, 0.0, False, False, info
        net: Fraction = episode.cell().net
        info["net"] = net
        return observation, float(net), True, False, info

    def render(self) -> str | None:
        """What the seat is asked, in words; the answers that are legal."""
        if self.render_mode != "ansi" or self._episode is None:
            return None
        prompt = self._episode.prompt
        if prompt is None:
            return "the round is over"
        return f"{prompt.what or 'wagers'} ({prompt.citation()}): {', '.join(self._acts)}"

    def action_masks(self) -> np.ndarray:
        """The mask, under the name that learners with masks ask for."""
        return np.array([word in self._acts for word in self.words], np.int8)

    # -- the optimum ------------------------------------------------------------------------

    @cached_property
    def optimal_value(self) -> Fraction | None:
        """What the wager is worth to one who plays it best, in units of its stake, exactly and
        from a full shoe; None where the game is too large for that. Worked out when asked for."""
        wagers = self.wagers
        if wagers.study.simulated:
            return None
        edges = edges_of(
            wagers.key, wagers.day, wagers.options, wager=wagers.wager, strategy=OPTIMAL
        )
        return next(-edge.house_edge for edge in edges if edge.wager == wagers.wager)

    @cached_property
    def _best(self) -> Decide | None:
        wagers = self.wagers
        if wagers.study.optimal is not None:
            return wagers.study.optimal(wagers.rules, wagers.scenario)
        if wagers.study.simulated:
            return None
        simulator = Simulator(
            wagers.key,
            wagers.day,
            wagers.options,
            rounds=1,
            seed=1,
            strategy=OPTIMAL,
            decide=None,
            wager=wagers.wager,
            fresh=True,
        )
        try:
            return simulator.prepare(0).plan.decide
        except BadInput:
            # Pai gow poker: the best setting is worked out for all hands at once, and not played.
            return None

    def optimal_action(self) -> int | None:
        """The action that the exact strategy takes here; None where there is no such strategy."""
        prompt = self._need_episode().prompt
        if prompt is None:
            raise BadInput("the round is over: there is nothing to decide")
        if list(self._acts) == [GO_ON]:
            return self.words.index(GO_ON)
        if self._best is None:
            return None
        entry = self._best(prompt)
        if isinstance(entry, Closed):
            return self.words.index(GO_ON)
        return next((self.words.index(w) for w, e in self._acts.items() if e == entry), None)

    @cached_property
    def _worths(self) -> Worths | None:
        return worths_of(self.wagers)

    def _regret(self, prompt: Prompt, entry: Entry) -> Fraction | None:
        """What the action gives away by what the seat knows; nothing, where there is no other."""
        if len(self._acts) == 1:
            return Fraction(0)
        return regret_of(self._worths, prompt, entry)

    # ---------------------------------------------------------------------------------------

    def _need_episode(self) -> Episode:
        if self._episode is None:
            raise BadInput("nothing is dealt yet: reset() first")
        return self._episode

    def _state(self) -> tuple[Seen, dict[str, Any]]:
        episode = self._need_episode()
        prompt = episode.prompt
        self._acts = {} if prompt is None else acts_at(prompt, self.words, self.wagers.stake)
        mask = self.action_masks()
        info: dict[str, Any] = {"action_mask": mask, "actions": tuple(self._acts)}
        if prompt is not None:
            info["asked"] = prompt.what
            info["cite"] = prompt.citation()
        return seen(episode, mask), info


def read_day(day: date | str) -> date:
    """A day that is given as such, or as text."""
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise BadInput(f"day {day[:40]!r}: expected such as {DAY}") from None
