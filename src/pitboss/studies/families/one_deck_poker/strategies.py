"""Ways to decide at a table, and how a user's own are read.

A strategy in steps goes by the value of the player's hand, from this hand on:

    "A-K-J-8-3 or better" = "bet"
    "anything lower" = "fold"

Each line holds up to the next higher one. A strategy by situations names what the player holds:

    "bet one: three of a kind" = "let it ride"
    otherwise = "withdraw"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.hands.poker import CATEGORY_SHIFT
from pitboss.money import format_dollars
from pitboss.table.entries import Chose, Entry
from pitboss.table.game import Rules
from pitboss.table.prompts import Prompt
from pitboss.table.view import view

LOWER, OR_BETTER, SUITED, OTHERWISE = "anything lower", " or better", " suited", "otherwise"

Cards = Sequence[int]
# The number of the action, by the cards that are known and by what was done before.
Look = Callable[[Cards, int], int]
# The least value of each step and the number of its action, from the highest down.
Steps = list[tuple[int, int]]


def cards_at(prompt: Prompt, *places: str) -> tuple[int, ...]:
    """Returns the cards at these places of the table that the player who is asked can see; the
    first player, where everybody is asked at once."""
    return tuple(
        event.card
        for event in view(prompt.dealer.events, prompt.seat or 1)
        if event.act in ("draw", "reveal") and event.what in places and event.card >= 0
    )


def own_hand(prompt: Prompt) -> tuple[int, ...]:
    """Returns the cards of the player who is asked."""
    return cards_at(prompt, f"hand of p{prompt.seat}")


def own_and(place: str) -> Callable[[Prompt], tuple[int, ...]]:
    """Returns what finds the cards of the player who is asked, and those shown at that place."""
    return lambda prompt: own_hand(prompt) + cards_at(prompt, place)


def antes(word: str) -> Callable[[Prompt, int], Entry]:
    """Returns what enters a wager of so many antes, which is named by this word, or a fold."""

    def entry(prompt: Prompt, times: int) -> Entry:
        ante = prompt.dealer.staked(prompt.seat, "ante")
        what = f"{word} {format_dollars(ante * times)}" if times else "fold"
        return Chose(prompt.seat, what)

    return entry


class Asked(msgspec.Struct, frozen=True):
    """How a game asks its player. `actions` are what can be done, by number, `permitted` the same
    as messages list them, and `by` is the decision, or the wager, of the data that permits them.
    `known` returns the cards that the player knows then, `value` ranks them for a strategy in
    steps, `entry` enters an action by its number, and `before` says what was done before, where
    that matters."""

    actions: tuple[str, ...]
    permitted: tuple[str, ...]
    by: str
    known: Callable[[Prompt], Cards]
    value: Callable[[Cards], int] | None = None
    entry: Callable[[Prompt, int], Entry] | None = None
    before: Callable[[Prompt], int] | None = None

    def answer(self, prompt: Prompt, action: int) -> Entry:
        if self.entry is not None:
            return self.entry(prompt, action)
        return Chose(prompt.seat, self.actions[action])

    def citation(self, rules: Rules) -> str:
        """Returns where the regulation permits the actions."""
        law = rules.law
        stated = law.decisions[self.by] if self.by in law.decisions else law.wagers[self.by]
        return law.cite(stated.cite)

    def in_words(self, chosen: Iterable[int], by: str) -> str:
        """Returns what is done in several situations: one action, or several, `by` something
        else."""
        done = {self.actions[action] for action in chosen}
        words = " or ".join(action for action in self.permitted if action in done)
        return words if len(done) < 2 else f"{words}, {by}"


class BySteps:
    """A strategy in steps of the player's hand."""

    def __init__(self, asked: Asked, steps: Steps) -> None:
        self.asked = asked
        self.steps = sorted(steps, reverse=True)

    def action(self, value: int) -> int:
        """Returns the number of the action with a hand of this value."""
        return next(action for least, action in self.steps if value >= least)

    def __call__(self, prompt: Prompt) -> Entry:
        assert self.asked.value is not None
        value = self.asked.value(self.asked.known(prompt))
        return self.asked.answer(prompt, self.action(value))


class BySituation:
    """A strategy by what the player holds: `situation` names the cards that are known, `actions`
    are by name, and `otherwise` stands for all other names."""

    def __init__(
        self,
        asked: Asked,
        situation: Callable[[Cards], str],
        actions: Mapping[str, int],
        otherwise: int = 0,
    ) -> None:
        self.asked = asked
        self.situation = situation
        self.actions = actions
        self.otherwise = otherwise

    def action(self, name: str) -> int:
        """Returns the number of the action in the situation of that name."""
        return self.actions.get(name, self.otherwise)

    def __call__(self, prompt: Prompt) -> Entry:
        name = self.situation(self.asked.known(prompt))
        return self.asked.answer(prompt, self.action(name))


class ByTable:
    """A strategy that was searched for, and is looked up by the cards that are known."""

    def __init__(self, asked: Asked, look: Look) -> None:
        self.asked = asked
        self.look = look

    def __call__(self, prompt: Prompt) -> Entry:
        before = self.asked.before(prompt) if self.asked.before is not None else 0
        return self.asked.answer(prompt, self.look(self.asked.known(prompt), before))


class Names(msgspec.Struct, frozen=True):
    """How a game names hands of `cards` cards: by `ranks`, as A-K-J-8-3; by their category, one of
    `categories` from the lowest; or by a name of the game's own, `more`, with its least value."""

    cards: int
    value: Callable[[Cards], int]
    categories: tuple[str, ...]
    examples: tuple[str, ...]
    more: Mapping[str, int] = {}

    def least(self, hand: str) -> int | None:
        """Returns the value of the lowest hand of that name, or None."""
        if hand in self.more:
            return self.more[hand]
        if hand in self.categories:
            return self.categories.index(hand) << CATEGORY_SHIFT
        cards = cards_of(hand, self.cards)
        return None if cards is None else self.value(cards)


def cards_of(hand: str, count: int) -> list[int] | None:
    """Returns cards of these ranks, of one suit only if the name says so: `A-K-J-8-3`."""
    ranks = hand.removesuffix(SUITED).split("-")
    if len(ranks) != count or any(len(rank) != 1 or rank not in RANKS for rank in ranks):
        return None
    suited = hand.endswith(SUITED)
    if (suited and len(set(ranks)) < count) or any(ranks.count(rank) > 4 for rank in ranks):
        return None
    # Cards of one rank get suits in turn; otherwise the last card breaks the suit.
    cards: list[int] = []
    for place, rank in enumerate(ranks):
        suit = ranks[:place].count(rank)
        if not suited and len(set(ranks)) == count and place % 2:
            suit = 1
        cards.append(RANKS.index(rank) << 2 | suit)
    return cards


def read_steps(rules: Rules, asked: Asked, names: Names, table: Mapping[str, str]) -> BySteps:
    """Reads a user's own strategy in steps: `"A-K-J-8-3 or better" = "bet"`."""
    steps: dict[int, int] = {}
    for situation, action in table.items():
        _need_action(rules, asked, situation[:60], action)
        value: int | None = 0
        if situation not in (LOWER, OTHERWISE):
            hand = situation.removesuffix(OR_BETTER)
            value = names.least(hand) if hand != situation else None
            if value is None:
                expected = ", ".join(f'"{example}{OR_BETTER}"' for example in names.examples)
                raise BadInput(
                    f"policy: {situation[:60]!r} is no situation of this game; expected "
                    f'{expected} or "{LOWER}"'
                )
        assert value is not None
        if value in steps:
            raise BadInput(f"policy: {situation[:60]!r}: a second line for the same hands")
        steps[value] = asked.actions.index(action)
    if 0 not in steps:
        choices = ", ".join(asked.permitted)
        raise BadInput(f'policy: no action for 1 situation(s): "{LOWER}": {choices}')
    return BySteps(asked, list(steps.items()))


def read_situations(
    rules: Rules,
    asked: Asked,
    situation: Callable[[Cards], str],
    known: Iterable[str],
    table: Mapping[str, str],
) -> BySituation:
    """Reads a user's own strategy by situations, of which all that are `known` have an action, or
    "otherwise" has one."""
    names = frozenset(known)
    for name, action in table.items():
        if name not in names and name != OTHERWISE:
            raise BadInput(f"policy: {name[:80]!r} is no situation of this game")
        _need_action(rules, asked, name[:80], action)
    missing = sorted(names - set(table))
    if missing and OTHERWISE not in table:
        raise BadInput(
            f'policy: no action for {len(missing)} situation(s): "{missing[0]}": '
            f"{', '.join(asked.permitted)}"
        )
    actions = {name: asked.actions.index(action) for name, action in table.items()}
    return BySituation(asked, situation, actions, actions.pop(OTHERWISE, 0))


def _need_action(rules: Rules, asked: Asked, situation: str, action: str) -> None:
    if action not in asked.actions:
        raise BadInput(
            f"policy: {situation!r} = {action[:40]!r}: not permitted; expected "
            f"{', '.join(asked.permitted)}",
            cite=asked.citation(rules),
        )
