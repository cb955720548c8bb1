"""Kernels that complete what is known of a deal in every way, or in so many ways at random, and
count what the game's own outcome function makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.analysis.simulation.kernels import mix
from pitboss.analysis.simulation.one_deck import draw_cards, outcome_of
from pitboss.compiled import compiled

from .against import next_hand

Array = Any
# How many cards are dealt in a round. A game's own number takes its place: see `kernel_for`.
CARDS = 0


@compiled
def cards_left(known: Array, places: Array, deck: Array, rest: Array) -> int:
    """Puts the known cards to their places in the deck (those beyond the places are gone) and all
    others to `rest`. Returns how many these are."""
    used = 0
    for column in range(known.shape[0]):
        used |= 1 << known[column]
        if column < places.shape[0]:
            deck[places[column]] = known[column]
    left = 0
    for card in range(52):
        if not used >> card & 1:
            rest[left] = card
            left += 1
    return left


@compiled
def complete_all(
    tables: Any,
    decisions: Any,
    known: Array,
    places: Array,
    unknown: Array,
    members: Array,
    classed: int,
    held: Array,
    choose: Array,
    most: int,
    deck: Array,
    rest: Array,
    at: Array,
    out: Array,
) -> None:
    """Counts the outcomes of every set of cards at the `unknown` places, which must be alike to the
    game, for each line of `known`. Where of `classed` of them `held` are known to be `members` of a
    class, a set counts as often as it can be laid out so. At most `most` sets are walked."""
    size = unknown.shape[0]
    for line in range(known.shape[0]):
        left = cards_left(known[line], places, deck, rest)
        for place in range(size):
            at[place] = place
        walked = 0
        while walked < most:
            weight = 1
            if classed:
                inside = 0
                for place in range(size):
                    inside += members[rest[at[place]]]
                weight = choose[held[line], inside] * choose[classed - held[line], size - inside]
            if weight:
                for place in range(size):
                    deck[unknown[place]] = rest[at[place]]
                out[line, outcome_of(tables, decisions, deck)] += weight
                walked += 1
            if size == 0:
                break
            next_hand(at, size)
            if at[size - 1] >= left:
                break


@compiled
def complete_some(
    tables: Any,
    decisions: Any,
    known: Array,
    places: Array,
    unknown: Array,
    members: Array,
    classed: int,
    held: Array,
    times: int,
    key: Any,
    deck: Array,
    rest: Array,
    out: Array,
) -> None:
    """Counts the outcomes of so many completions of each line at random, the same ones for every
    way to decide. The first `classed` of the unknown places have `held` members of the class."""
    size = unknown.shape[0]
    for line in range(known.shape[0]):
        left = cards_left(known[line], places, deck, rest)
        state = mix(np.uint64(key) + np.uint64(line))
        done = 0
        while done < times:
            state = draw_cards(rest[:left], 0, size, state)
            inside = 0
            for place in range(classed):
                inside += members[rest[place]]
            if classed and inside != held[line]:
                continue
            for place in range(size):
                deck[unknown[place]] = rest[place]
            out[line, outcome_of(tables, decisions, deck)] += 1
            done += 1
