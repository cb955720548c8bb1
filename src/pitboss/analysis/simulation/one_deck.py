"""The simulation of games with one deck, shuffled for every round: the cards are dealt, a
function of the game's own says what they come to, and every round can be put on record.

A game gives `outcome`, marked @compiled: from its tables, the player's decisions and the cards in
the order in which they are dealt, it finds the number of the outcome. `deck_plan` does the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import FunctionType
from typing import Any, cast

import numpy as np

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.simulation.kernels import mix
from pitboss.analysis.simulation.plan import Counts, Plan
from pitboss.analysis.simulation.tracing import SHUFFLED, TAIL, Records, Tracer
from pitboss.analysis.study import Decide
from pitboss.compiled import compiled, jit
from pitboss.equipment.cards import CARD_TEXT

Array = Any

# How many cards are dealt in a round. A game's own number takes its place: see `kernel_for`.
CARDS = 0


@compiled
def outcome_of(tables: Any, decisions: Any, deck: Array) -> int:
    """Returns the number of the outcome. A game's own function takes the place of this one: see
    `kernel_for`."""
    raise NotImplementedError


@compiled
def draw_cards(deck: Array, drawn: int, until: int, state: Any) -> Any:
    """Puts cards at the places drawn .. until - 1, each chosen at random among those not drawn
    before (any order of the deck will do as a start), two cards a random word. Returns the
    generator as it is then."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    size = deck.shape[0]
    word = np.uint64(0)
    for place in range(drawn, until):
        if (place - drawn) % 2 == 0:
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
def deal_cards(deck: Array, cards: int, state: Any) -> Any:
    """Deals the first `cards` cards of a deck that is shuffled."""
    return draw_cards(deck, 0, cards, state)


@compiled(inline=True)
def note_round(out: Array, number: int, room: int, shown: int, deck: Array, outcome: int) -> None:
    """Writes round `number` as a record with room for `room` cards: the first `shown` of the
    deck, how many they are, and the outcome."""
    for place in range(room):
        out[number, place] = deck[place] if place < shown else 255
    out[number, room] = shown | SHUFFLED
    out[number, room + 1] = outcome & 255
    out[number, room + 2] = outcome >> 8


@compiled
def is_sound(records: Array, number: int, room: int, shown: int) -> bool:
    """Returns whether a record has so many cards, all different, and nothing after them: then a
    game's tables may be asked about them."""
    if records[number, room] != shown | SHUFFLED:
        return False
    for place in range(shown, room):
        if records[number, place] != 255:
            return False
    for place in range(shown):
        if records[number, place] >= 52:
            return False
        for other in range(place):
            if records[number, place] == records[number, other]:
                return False
    return True


@compiled
def deal_rounds(
    tables: Any,
    decisions: Any,
    lengths: Array,
    deck: Array,
    key: Any,
    rounds: int,
    counts: Array,
    out: Array,
) -> None:
    """Deals `rounds` rounds and counts their outcomes. The first rounds go to `out`, as records;
    `lengths[outcome]` is how many cards a round of that outcome shows."""
    state = np.uint64(key)
    for number in range(rounds):
        state = deal_cards(deck, CARDS, state)
        outcome = outcome_of(tables, decisions, deck)
        counts[outcome] += 1
        if number < out.shape[0]:
            note_round(out, number, CARDS, lengths[outcome], deck, outcome)


@compiled
def first_wrong(tables: Any, decisions: Any, lengths: Array, deck: Array, records: Array) -> int:
    """Returns the number of the first record whose outcome does not follow from its cards, or
    -1."""
    for number in range(records.shape[0]):
        stated = np.int64(records[number, CARDS + 1]) | np.int64(records[number, CARDS + 2]) << 8
        if stated >= lengths.shape[0]:
            return number
        shown = lengths[stated]
        if not is_sound(records, number, CARDS, shown):
            return number
        for place in range(CARDS):
            deck[place] = records[number, place] if place < shown else 0
        if outcome_of(tables, decisions, deck) != stated:
            return number
    return -1


@cache
def kernel_for(kernel: Callable[..., Any], outcome: Callable[..., int], cards: int) -> Any:
    """Returns a copy of a kernel of this module with a game's `outcome` and number of cards in it.
    They are globals of the copy, because compiled code is kept on disk only where the functions
    that it calls are neither arguments nor parts of a closure."""
    template = cast(FunctionType, kernel)
    known = {**template.__globals__, outcome_of.__name__: outcome, "CARDS": cards}
    return compiled(FunctionType(template.__code__, known, template.__name__))


def deck_plan(
    wager: str,
    cells: Sequence[Cell],
    cards: int,
    outcome: Callable[..., int],
    tables: Any,
    decisions: Any,
    decide: Decide | None,
    *,
    lengths: Sequence[int] = (),
    traced: bool = True,
) -> Plan:
    """Returns the plan of a game that deals `cards` cards a round from a whole deck. `cells` are by
    the number of the outcome, and so are `lengths`, the cards that a round shows, where some rounds
    end before all are dealt. A wager that is not made alone is not `traced`: its rounds cannot be
    dealt again."""
    shown = np.array(lengths or [cards] * len(cells), dtype=np.int64)

    def walk(key: int, rounds: int, kept: int) -> tuple[Counts, Records]:
        counts = np.zeros(len(cells), dtype=np.int64)
        out = np.full((kept, cards + TAIL), 255, dtype=np.uint8)
        kernel = jit(kernel_for(deal_rounds, outcome, cards))
        deck = np.arange(52, dtype=np.int64)
        kernel(tables, decisions, shown, deck, np.uint64(key), rounds, counts, out)
        return counts, out

    def derive(records: Records) -> int:
        kernel = jit(kernel_for(first_wrong, outcome, cards))
        return int(kernel(tables, decisions, shown, np.zeros(52, dtype=np.int64), records))

    tracer = Tracer(
        tuple(CARD_TEXT[:52]),
        cards,
        lambda key, rounds: walk(key, rounds, rounds)[1],
        derive,
        decks=1,
        cutting_card=52,
    )
    return Plan(
        (wager,),
        [(cell,) for cell in cells],
        run=lambda key, rounds: walk(key, rounds, 0)[0],
        deal=lambda key, rounds, number: walk(key, number + 1, number + 1)[1][-1, :cards].tolist(),
        tracer=tracer if traced else None,
        decide=decide,
    )
