"""A user's own policy for three card poker: from which hand on to play.

    "Q-6-4 or better" = "play"
    "anything lower" = "fold"

A hand is three ranks (`Q-6-4`), `suited` after them for a flush, or a category (`pair`): its
lowest hand. There may be several such lines; each holds up to the next higher one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.games.three_card_poker.hands import three_card_value
from pitboss.hands.poker import CATEGORY_SHIFT, THREE_CARD_CATEGORIES
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

LOWER, OR_BETTER, SUITED, OTHERWISE = "anything lower", " or better", " suited", "otherwise"
CHOICES = ("play", "fold")
CITE = "20.10(b)"


def value_held(prompt: Prompt) -> int:
    """The value of the hand that the player at the prompt holds."""
    place = f"hand of p{prompt.seat}"
    cards = [e.card for e in prompt.dealer.events if e.act == "draw" and e.what == place]
    return three_card_value(*cards)


class PlayByTable:
    """A strategy in steps: `steps` are the least value of each and whether it plays, from
    the highest down."""

    def __init__(self, steps: list[tuple[int, bool]]) -> None:
        self.steps = sorted(steps, reverse=True)

    def plays(self, value: int) -> bool:
        return next(plays for least, plays in self.steps if value >= least)

    def __call__(self, prompt: Prompt) -> Entry:
        return Chose(prompt.seat, "play" if self.plays(value_held(prompt)) else "fold")


def read_table(rules: Any, table: Mapping[str, str]) -> PlayByTable:
    steps: dict[int, bool] = {}
    for situation, action in table.items():
        if action not in CHOICES:
            raise BadInput(
                f"policy: {situation[:60]!r} = {action[:40]!r}: not permitted; expected "
                f"{', '.join(CHOICES)}", cite=rules.law.cite(CITE),
            )  # fmt: skip
        least = 0 if situation in (LOWER, OTHERWISE) else _least(situation)
        if least in steps:
            raise BadInput(f"policy: {situation[:60]!r}: a second line for the same hands")
        steps[least] = action == "play"
    if 0 not in steps:
        raise BadInput(f'policy: no action for 1 situation(s): "{LOWER}": {", ".join(CHOICES)}')
    return PlayByTable(list(steps.items()))


def _least(situation: str) -> int:
    """The value of the lowest hand that a situation such as `Q-6-4 or better` includes."""
    hand = situation.removesuffix(OR_BETTER)
    if hand == situation:
        raise _unknown(situation)
    if hand in THREE_CARD_CATEGORIES:
        return THREE_CARD_CATEGORIES.index(hand) << CATEGORY_SHIFT
    ranks = hand.removesuffix(SUITED).split("-")
    if len(ranks) != 3 or any(len(rank) != 1 or rank not in RANKS for rank in ranks):
        raise _unknown(situation)
    suited = hand.endswith(SUITED)
    if suited and len(set(ranks)) < 3:
        raise _unknown(situation)
    suits = (0, 0, 0) if suited else (0, 1, 2)
    return three_card_value(
        *(RANKS.index(rank) << 2 | suit for rank, suit in zip(ranks, suits, strict=True))
    )


def _unknown(situation: str) -> BadInput:
    return BadInput(
        f'policy: {situation[:60]!r} is no situation of this game; expected "Q-6-4 or better", '
        f'"Q-6-4 suited or better", "pair or better" or "{LOWER}"'
    )
