"""What the kernels of games with one deck, shuffled for every round, have in common: dealing
the cards, and putting every round on record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pitboss.analysis.simulation.kernels import mix
from pitboss.analysis.simulation.tracing import SHUFFLED, TAIL, Records, Tracer
from pitboss.compiled import compiled
from pitboss.equipment.cards import CARD_TEXT

Array = Any


@compiled
def deal_cards(deck: Array, cards: int, state: Any) -> Any:
    """Shuffle the first `cards` places of `deck` (any order of it will do as a start), two
    cards a random word. Gives the generator on."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    size = deck.shape[0]
    word = np.uint64(0)
    for place in range(cards):
        if place % 2 == 0:
            state += golden
            word = mix(state)
        left = np.uint64(size - place)
        product = (word & low) * left
        word >>= half
        # Exact: a product among the few that favour some cards is drawn again.
        while (product & low) < left and (product & low) < np.uint64(4294967296) % left:
            state += golden
            product = (mix(state) & low) * left
        at = place + np.int64(product >> half)
        card = deck[at]
        deck[at] = deck[place]
        deck[place] = card
    return state


@compiled
def note_deal(out: Array, number: int, cards: int, deck: Array, outcome: int) -> None:
    """Round `number` as a record: its cards, how many, and its outcome."""
    for place in range(cards):
        out[number, place] = deck[place]
    out[number, cards] = cards | SHUFFLED
    out[number, cards + 1] = outcome & 255
    out[number, cards + 2] = outcome >> 8


@compiled
def sound_deal(records: Array, number: int, cards: int) -> bool:
    """Whether a record has so many cards, all different: then tables may be asked about them."""
    if records[number, cards] != cards | SHUFFLED:
        return False
    for place in range(cards):
        if records[number, place] >= 52:
            return False
        for other in range(place):
            if records[number, place] == records[number, other]:
                return False
    return True


def records_for(rounds: int, cards: int) -> Records:
    return np.full((rounds, cards + TAIL), 255, dtype=np.uint8)


def deck_tracer(
    cards: int, trace: Callable[[int, int], Records], derive: Callable[[Records], int]
) -> Tracer:
    """Of a kernel that deals `cards` cards a round from a whole deck."""
    return Tracer(tuple(CARD_TEXT[:52]), cards, trace, derive, decks=1, cutting_card=52)
