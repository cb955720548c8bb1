"""What the seat sees, as arrays of one size: cards, dice, wagers, and what it is asked.

`cards` has a row for every card that was drawn, shown or moved, in that order: how (1 drawn, 2
revealed, 3 moved), whose (1 the dealer's or common, else the seat's number and one), which of the
seat's hands or places (0 where there is one), and the card's number and one; 0 is a card face down.
Rows that are not used are zero; where there are more, the last ones are kept. `dice` is the last
roll. `wagers` is what lies on the layout by kind, in units of the base wager. `hand` is the number
of the hand that is asked about, `named` the cards that the prompt names, each with one added."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from gymnasium import spaces

from pitboss.equipment.cards import CARD_TEXT
from pitboss.learn.actions import NAMED_MAX, named_cards
from pitboss.learn.episode import SEAT, Episode, WagerSet
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt

HOW = {"draw": 1, "reveal": 2, "move": 3}
ROWS = 128
DICE = 4
HANDS_MAX = 99
SEATS_MAX = 31
_PLACE = re.compile(r"(?:hand|card|spot|box|stack|cards) (\d+)")
# Wagers are larger than their base only by what the rules let a seat add.
UNITS_MAX = 1e6


def cards_space() -> spaces.Box:
    """The space of `cards`."""
    most = np.tile(np.array([3, SEATS_MAX, HANDS_MAX, len(CARD_TEXT)], np.int16), (ROWS, 1))
    return spaces.Box(np.zeros_like(most), most, dtype=np.int16)


def space_of(wagers: WagerSet, actions: int) -> spaces.Dict:
    """The space of all that can be seen with this wager set."""
    kinds = len(wagers.rules.law.wagers)
    return spaces.Dict(
        {
            "cards": cards_space(),
            "dice": spaces.Box(0, 6, (DICE,), np.int8),
            "wagers": spaces.Box(0.0, UNITS_MAX, (kinds,), np.float32),
            "hand": spaces.Discrete(HANDS_MAX + 1),
            "named": spaces.Box(0, len(CARD_TEXT), (NAMED_MAX,), np.int16),
            "mask": spaces.MultiBinary(actions),
        }
    )


def seen(episode: Episode, mask: np.ndarray) -> dict[str, object]:
    """What the seat sees now. Made from its own view of the events: a hidden card is in none."""
    prompt = episode.prompt
    return {
        "cards": cards_of(episode.events),
        "dice": dice_of(episode.events),
        "wagers": _wagers(episode),
        "hand": np.int64(0 if prompt is None else place_of(prompt.what)),
        "named": named_in(prompt),
        "mask": mask.copy(),
    }


def named_in(prompt: Prompt | None) -> np.ndarray:
    """The cards that the prompt names, each with one added."""
    named = np.zeros(NAMED_MAX, np.int16)
    if prompt is not None:
        cards = named_cards(prompt)
        named[: len(cards)] = [card + 1 for card in cards]
    return named


def cards_of(events: Sequence[Event]) -> np.ndarray:
    rows = [
        (HOW[event.act], event.seat + 1, place_of(event.what), event.card + 1)
        for event in events
        if event.act in HOW
    ][-ROWS:]
    found = np.zeros((ROWS, 4), np.int16)
    if rows:
        found[: len(rows)] = rows
    return found


def place_of(what: str) -> int:
    """The number of a place; of a card that moves, where it goes."""
    numbers = _PLACE.findall(what)
    return min(int(numbers[-1]), HANDS_MAX) if numbers else 0


def dice_of(events: Sequence[Event]) -> np.ndarray:
    found = np.zeros(DICE, np.int8)
    for event in reversed(events):
        if event.act == "roll":
            faces = [int(face) for face in event.what.split()][:DICE]
            found[: len(faces)] = faces
            break
    return found


def _wagers(episode: Episode) -> np.ndarray:
    kinds = list(episode.wagers.rules.law.wagers)
    found = np.zeros(len(kinds), np.float32)
    if episode.prompt is not None:
        for wager in episode.prompt.dealer.wagers:
            if wager.seat == SEAT and wager.kind in kinds:
                found[kinds.index(wager.kind)] += wager.cents / episode.wagers.stake
    return found
