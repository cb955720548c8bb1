"""Vector environments: many tables stepped at once by compiled kernels.

They are the environments of single tables (`RoundEnv`) in all but the form of what is seen: an
episode begins with the wagers on the layout and `go on`, and the same cards and decisions come to
the same net. A table whose round is over begins the next one in the same step, which is what
`metadata["autoreset_mode"]` says."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping
from datetime import date
from math import lcm
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pitboss.analysis.simulation.kernels import chunk_key
from pitboss.analysis.simulation.one_deck import kernel_for
from pitboss.compiled import jit
from pitboss.errors import BadInput
from pitboss.games.blackjack.rules import DOUBLE_SHOE
from pitboss.learn import blackjack_steps, deck_steps, tree_steps
from pitboss.learn.actions import GO_ON, acts_at, words_of
from pitboss.learn.blackjack_steps import CUT, OVER, REFUSED
from pitboss.learn.environment import DAY, REFUSALS_MAX, read_day
from pitboss.learn.episode import Episode, WagerSet
from pitboss.learn.sight import HOW
from pitboss.studies.blackjack.table import table_rules
from pitboss.studies.families.one_deck_poker.kit import OneDeckGame
from pitboss.studies.families.one_deck_poker.situations import Situations
from pitboss.studies.families.twenty_one.kernel import BOX_SIZE
from pitboss.studies.families.twenty_one.kernel_tables import (
    CARD_OF_SYMBOL,
    PADDING,
    full_shoe,
)
from pitboss.table.entries import Closed
from pitboss.table.prompts import Prompt
from pitboss.table.sources import RandomEquipment

Bytes = npt.NDArray[np.int8]
BLACKJACK = "blackjack"
# Games whose procedure is a small tree.
SMALL = ("red-dog",)
# The game's own words for the actions of the blackjack kernel, in its order.
BLACKJACK_WORDS = (GO_ON, "wager insurance", "surrender", "double", "split", "draw", "stand")


class Floor(Protocol):
    """What a vector environment asks of its tables. Nets are in 1 / `scale` of the wager."""

    words: tuple[str, ...]
    space: spaces.Box[Any]
    scale: int
    arrays: Any

    def clear(self, keys: npt.NDArray[np.uint64]) -> None: ...
    def step(self, actions: npt.NDArray[np.int64]) -> int: ...
    def dealt(self, table: int) -> list[int]: ...


def room_for_answers(number: int, seen: int, actions: int) -> Any:
    """What a step gives back of every table: seen, masks, nets, ended, last."""
    return (
        np.zeros((number, seen), np.int8),
        np.zeros((number, actions), np.int8),
        np.zeros(number, np.int64),
        np.zeros(number, np.int8),
        np.zeros((number, seen), np.int8),
    )


class BlackjackFloor:
    """Tables of blackjack. Every round is dealt from a full shoe."""

    words: tuple[str, ...] = BLACKJACK_WORDS

    def __init__(self, wagers: WagerSet, number: int) -> None:
        rules: Any = wagers.rules
        if wagers.wager != "initial" or rules.dealing == DOUBLE_SHOE:
            raise BadInput(
                f"blackjack, {wagers.wager}: tables are stepped at once for the initial wager "
                "only, and not from a double shoe; gymnasium.make() has the others"
            )
        table = table_rules(rules)
        self.tables, self.figures, self.rules = blackjack_steps.kernel_rules(table)
        self.scale = self.figures.scale
        shoe = full_shoe(table.decks)[:-PADDING]
        seen = blackjack_steps.SEEN
        self.space: spaces.Box[Any] = spaces.Box(-1, 127, (seen,), np.int8)
        self.arrays = blackjack_steps.Floor(
            np.tile(shoe, (number, 1)),
            np.zeros((number, BOX_SIZE), np.int64),
            np.zeros((number, blackjack_steps.ROW), np.int64),
            np.zeros(number, np.uint64),
            *room_for_answers(number, seen, len(self.words)),
        )
        self._shoe = shoe
        self._step: Any = jit(blackjack_steps.step_all)
        self._clear: Any = jit(blackjack_steps.clear_all)

    def clear(self, keys: npt.NDArray[np.uint64]) -> None:
        """All tables begin, with these generators."""
        self.arrays.keys[:] = keys
        self.arrays.shoes[:] = self._shoe
        self._clear(self.arrays, self.figures, self.rules)

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        """One action a table; how many did not plainly go on."""
        floor, figures, rules = self.arrays, self.figures, self.rules
        found: int = self._step(floor, self.tables, figures, rules, actions, REFUSALS_MAX)
        return found

    def dealt(self, table: int) -> list[int]:
        """The cards of the round that was over last at a table, until the next is dealt."""
        number = int(self.arrays.rows[table, blackjack_steps.LAST_AT])
        cards: list[int] = CARD_OF_SYMBOL[self.arrays.shoes[table, :number]].tolist()
        return cards


class DeckFloor:
    """Tables of a poker game of one deck with one decision."""

    def __init__(self, wagers: WagerSet, game: OneDeckGame[Any], number: int) -> None:
        deals = game.deals(wagers.rules)
        assert isinstance(deals, Situations)
        asked = first_decision(wagers)
        prompt = asked.prompt
        assert prompt is not None
        acts = acts_at(prompt, words_of(wagers), wagers.stake)
        # The words of the procedure's prompt, each with the number that the study gives it.
        by_entry = {entry: word for word, entry in acts.items()}
        self._actions = range(len(game.asked.actions))
        self.words = (GO_ON, *(by_entry[game.asked.answer(prompt, each)] for each in self._actions))
        places = [event.card for event in asked.events if event.act in HOW and event.card >= 0]
        cells = game.cells(wagers.rules, wagers.scenario)
        self.scale = lcm(*(cell.net.denominator for cell in cells))
        self._nets = np.array([int(cell.net * self.scale) for cell in cells], np.int64)
        self._tables = game.tables(wagers.rules)
        self._decisions = [deals.for_kernel(deals.same(action))[0] for action in self._actions]
        self._places = np.array(places, np.int64)
        self.space: spaces.Box[Any] = spaces.Box(-1, 51, (len(places),), np.int8)
        self.arrays = deck_steps.Decks(
            np.tile(np.arange(52), (number, 1)),
            np.zeros(number, np.int8),
            np.zeros(number, np.int64),
            np.zeros(number, np.uint64),
            *room_for_answers(number, len(places), len(self.words)),
        )
        self._cards = game.cards
        self._begin: Any = jit(kernel_for(deck_steps.begin_rounds, game.outcome, game.cards))
        self._settle: Any = jit(kernel_for(deck_steps.settle_rounds, game.outcome, game.cards))
        self._clear: Any = jit(deck_steps.clear_decks)

    def clear(self, keys: npt.NDArray[np.uint64]) -> None:
        """All tables begin, with these generators."""
        self.arrays.keys[:] = keys
        self.arrays.decks[:] = np.arange(52)
        self._clear(self.arrays)

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        """One action a table; how many did not plainly go on."""
        floor = self.arrays
        found: int = self._begin(floor, self._places, actions, REFUSALS_MAX)
        for place, decisions in enumerate(self._decisions if found else (), 1):
            self._settle(self._tables, decisions, self._nets, floor, actions, place)
        return found

    def dealt(self, table: int) -> list[int]:
        """The cards of the round that was over last, until the next is dealt; all that would have
        been dealt, where a fold ended it early."""
        cards: list[int] = self.arrays.decks[table, : self._cards].tolist()
        return cards


class TreeFloor:
    """Tables of a small card game, by the tree of its procedure. Every round is dealt from a full
    shoe."""

    def __init__(self, wagers: WagerSet, number: int) -> None:
        planted = tree_steps.Planted(wagers)
        self.words, self.scale = planted.words, planted.scale
        self._tree, self._cards = planted.tree, planted.cards
        deepest = planted.tree.shown.shape[1]
        self.space: spaces.Box[Any] = spaces.Box(-1, 127, (deepest,), np.int8)
        self.arrays = tree_steps.Forest(
            np.tile(self._cards, (number, 1)),
            np.zeros((number, tree_steps.ROW), np.int64),
            np.zeros(number, np.uint64),
            *room_for_answers(number, deepest, len(self.words)),
        )
        self._step: Any = jit(tree_steps.step_trees)
        self._clear: Any = jit(tree_steps.clear_trees)

    def clear(self, keys: npt.NDArray[np.uint64]) -> None:
        """All tables begin, with these generators."""
        self.arrays.keys[:] = keys
        self.arrays.shoes[:] = self._cards
        self._clear(self.arrays, self._tree)

    def step(self, actions: npt.NDArray[np.int64]) -> int:
        """One action a table; how many did not plainly go on."""
        found: int = self._step(self.arrays, self._tree, actions, REFUSALS_MAX)
        return found

    def dealt(self, table: int) -> list[int]:
        """The cards of the round that was over last at a table, until the next is dealt."""
        number = int(self.arrays.rows[table, tree_steps.LAST_AT])
        cards: list[int] = self.arrays.shoes[table, :number].tolist()
        return cards


class InOrder(RandomEquipment):
    """Deals given cards, in this order."""

    __slots__ = ("_cards",)

    def __init__(self, cards: Iterable[int]) -> None:
        super().__init__(random.Random(0))
        self._cards = iter(cards)

    def card(self, prompt: Prompt) -> int:
        return next(self._cards)


def first_decision(wagers: WagerSet) -> Episode:
    """A round of the procedure up to its first decision, with the cards dealt in the order of
    their numbers: whatever card is seen then was dealt at the place of its number."""
    episode = Episode(wagers, InOrder(range(52)), None)
    episode.put(Closed())
    assert episode.prompt is not None
    return episode


def one_deck_game(wagers: WagerSet) -> OneDeckGame[Any] | None:
    """The game as the kit of one-deck poker takes it, where it has one decision and the wager is
    the one that is decided on."""
    game = getattr(wagers.study.kernel, "__self__", None)
    if not isinstance(game, OneDeckGame) or wagers.scenario.wagers[0][0] in (
        *game.sides,
        *game.undecided,
    ):
        return None
    return game if isinstance(game.deals(wagers.rules), Situations) else None


def floor_of(wagers: WagerSet, number: int) -> Floor:
    """Tables for the wager set, where there is a kernel that can wait for decisions."""
    if wagers.key == BLACKJACK:
        return BlackjackFloor(wagers, number)
    if wagers.key in SMALL:
        return TreeFloor(wagers, number)
    game = one_deck_game(wagers)
    if game is None:
        raise BadInput(
            f"{wagers.key}, {wagers.wager}: no kernel steps many of these tables at once; "
            "gymnasium.make() has one table, and gymnasium.make_vec(..., "
            'vectorization_mode="sync") several'
        )
    return DeckFloor(wagers, game, number)


def keys_of(seeds: Iterable[int], tables: Iterable[int]) -> npt.NDArray[np.uint64]:
    """Where the generator of each table begins."""
    found: npt.NDArray[np.uint64] = chunk_key(
        np.array([*seeds], np.uint64), np.array([*tables], np.uint64)
    )
    return found


class RoundVectorEnv(VectorEnv[Bytes, Any, Any]):
    """`num_envs` tables. Actions, refusals, rewards and ends are those of `RoundEnv`; what is seen
    is one small array a table (docs/learn.md).

    `infos["action_mask"]` is by table and action, `infos["net"]` the net of the rounds that ended,
    in 1 / `scale` of the wager, `infos["refused"]` whose action was not open; `infos["final_obs"]`
    is what was seen at the end, where `infos["_final_obs"]` says that there was one."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        day: date | str = DAY,
        options: Mapping[str, Any] | None = None,
        wager: str = "",
    ) -> None:
        if num_envs < 1:
            raise BadInput(f"num_envs {num_envs}: expected 1 or more")
        self.num_envs = num_envs
        self.wagers = WagerSet(game, read_day(day), options, wager)
        self.floor = floor_of(self.wagers, num_envs)
        self.words, self.scale = self.floor.words, self.floor.scale
        self.single_observation_space = self.floor.space
        self.single_action_space = spaces.Discrete(len(self.words))
        self.observation_space = batch_space(self.floor.space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._reset = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """The wagers are on every layout. A table's rounds depend on the seed and its number, or
        on a seed of its own; not on how many tables there are."""
        if not isinstance(seed, list):
            super().reset(seed=seed)
            first = secrets.randbits(63) if seed is None else seed
            keys = keys_of([first] * self.num_envs, range(self.num_envs))
        elif len(seed) != self.num_envs:
            raise BadInput(f"{len(seed)} seeds: expected {self.num_envs}, one for each table")
        else:
            given = [secrets.randbits(63) if each is None else each for each in seed]
            keys = keys_of(given, [0] * self.num_envs)
        self.floor.clear(keys)
        self._reset = True
        arrays = self.floor.arrays
        return arrays.seen.copy(), {"action_mask": arrays.masks.copy()}

    def step(
        self, actions: Any
    ) -> tuple[
        Bytes, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """One action a table."""
        if not self._reset:
            raise BadInput("nothing is dealt yet: reset() first")
        taken = np.asarray(actions, np.int64)
        if taken.shape != (self.num_envs,):
            raise BadInput(f"actions of shape {taken.shape}: expected ({self.num_envs},)")
        if taken.min() < 0 or taken.max() >= len(self.words):
            raise BadInput(f"an action is not among 0 to {len(self.words) - 1}")
        arrays = self.floor.arrays
        notable = self.floor.step(taken)
        rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        over = arrays.ended == OVER
        cut = arrays.ended == CUT
        if notable:
            nets = np.where(over, arrays.nets, 0)
            rewards = nets / self.scale
            infos["net"] = nets
            infos["final_obs"], infos["_final_obs"] = arrays.last.copy(), over | cut
            infos["refused"] = (arrays.ended == REFUSED) | cut
        infos["action_mask"] = arrays.masks.copy()
        return arrays.seen.copy(), rewards, over, cut, infos
