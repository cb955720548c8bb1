"""Pai gow poker by the million: the cards that matter are dealt, both sides' settings are looked
up, and results are counted. Records have all 49 cards of a round, and the dice."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.simulation.kernels import chunk_key, mix
from pitboss.analysis.simulation.one_deck import draw_cards
from pitboss.analysis.simulation.plan import Counts, Plan
from pitboss.analysis.simulation.tracing import SHUFFLED, TAIL, Records, Tracer
from pitboss.analysis.study import Decide
from pitboss.compiled import compiled, jit
from pitboss.equipment.cards import CARD_TEXT
from pitboss.hands.pai_gow import CARDS
from pitboss.hands.pai_gow_bonus import (
    IMPERIAL_BANKER_ROWS,
    IMPERIAL_PLAYER_ROWS,
    INSURANCE_ROWS,
    bonus_row,
    imperial_banker_row,
    imperial_player_row,
    insurance_row,
    is_queen_high,
)
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    JOKER,
    pai_gow_high_value,
    three_card_joker_value,
)
from pitboss.studies.families.pai_gow.results import WIN, bank_place, higher
from pitboss.studies.families.pai_gow.start import (
    THROW_TEXT,
    hand_of,
    next_roll,
    throw_of_roll,
    totals,
)
from pitboss.studies.pai_gow_poker.tables import KEY_MASK, LOW_BITS, LOW_MASK, set_by
from pitboss.studies.pai_gow_poker.whole import DECK

Array = Any

# Places counterclockwise from the dealer.
PLACES = 7
DEALT = PLACES * CARDS
ROOM = 1 + DEALT
# What a round comes to beside WIN, PUSH and LOSE: all push by the dealer's queen-high (11.22).
QUEEN_PUSH = 3
# Side wagers, by what decides them.
BONUS, INSURANCE, IMPERIAL, QUEENS_DRAGON, THREE_CARDS, RED_BLACK = range(6)


class Sides(NamedTuple):
    """The settings of the first seat and of all others; `pushes` is QUEEN_HIGH where a dealer's
    queen-high pai gow pushes, else 0."""

    mine: Any
    theirs: Any
    pushes: int


@compiled(inline=True)
def outcome_of(sides: Any, opponents: int, cards: Array) -> int:
    """What a round comes to: the first seven cards are the first seat's, the next the dealer's, and
    so on. Without opponents the first seat wagers against the dealer; else it is the bank."""
    mine = set_by(sides.mine, cards[:CARDS]) & KEY_MASK
    if opponents == 0:
        other = set_by(sides.theirs, cards[CARDS : 2 * CARDS])
        if other & sides.pushes:
            return QUEEN_PUSH
        other &= KEY_MASK
        up = higher(mine >> LOW_BITS, mine & LOW_MASK, other >> LOW_BITS, other & LOW_MASK)
        return WIN + 2 - up
    won = 0
    lost = 0
    for number in range(1, opponents + 1):
        other = set_by(sides.theirs, cards[CARDS * number : CARDS * number + CARDS]) & KEY_MASK
        up = higher(other >> LOW_BITS, other & LOW_MASK, mine >> LOW_BITS, mine & LOW_MASK)
        won += up == 0
        lost += up == 2
    return bank_place(opponents, won, lost)


@compiled
def play_rounds(
    sides: Any, opponents: int, cards: Array, key: Any, rounds: int, counts: Array
) -> None:
    """Plays rounds and counts what they come to."""
    state = np.uint64(key)
    dealt = CARDS * (max(opponents, 1) + 1)
    for _ in range(rounds):
        state = draw_cards(cards, 0, dealt, state)
        counts[outcome_of(sides, opponents, cards)] += 1


@compiled
def trace_rounds(
    sides: Any,
    opponents: int,
    cards: Array,
    other: Array,
    throws: Array,
    sums: Array,
    key: Any,
    out: Array,
) -> None:
    """The same rounds as records: the throw, then the cards one at a time, clockwise from the place
    that the total points to. Cards that nobody looks at, and dice, come from a generator beside the
    kernel's."""
    state = np.uint64(key)
    beside = chunk_key(state, np.uint64(3))
    dealt = CARDS * (max(opponents, 1) + 1)
    bank = 1 if opponents else 0
    for number in range(out.shape[0]):
        state = draw_cards(cards, 0, dealt, state)
        for at in range(DECK):
            other[at] = cards[at]
        beside = draw_cards(other, dealt, DEALT, beside)
        roll, beside = next_roll(beside)
        throw = throws[roll]
        out[number, 0] = DECK + throw
        start = bank + sums[throw] - 1
        for at in range(DEALT):
            hand = hand_of((start - at) % PLACES)
            out[number, 1 + at] = other[CARDS * hand + at // PLACES]
        outcome = outcome_of(sides, opponents, cards)
        out[number, ROOM] = ROOM | SHUFFLED
        out[number, ROOM + 1] = outcome & 255
        out[number, ROOM + 2] = outcome >> 8


@compiled
def first_wrong(
    sides: Any, opponents: int, cards: Array, seen: Array, sums: Array, records: Array
) -> int:
    """The number of the first record with a card twice, or whose outcome does not follow from its
    throw and cards; -1 if there is none."""
    bank = 1 if opponents else 0
    for number in range(records.shape[0]):
        throw = np.int64(records[number, 0]) - DECK
        if throw < 0 or throw >= len(sums) or records[number, ROOM] != ROOM | SHUFFLED:
            return number
        seen[:] = 0
        start = bank + sums[throw] - 1
        for at in range(DEALT):
            card = np.int64(records[number, 1 + at])
            if card >= DECK or seen[card]:
                return number
            seen[card] = 1
            cards[CARDS * hand_of((start - at) % PLACES) + at // PLACES] = card
        stated = np.int64(records[number, ROOM + 1]) | np.int64(records[number, ROOM + 2]) << 8
        if outcome_of(sides, opponents, cards) != stated:
            return number
    return -1


def plan(
    wager: str,
    cells: list[Cell],
    opponents: int,
    sides: Sides,
    decide: Decide | None,
    *,
    traced: bool,
) -> Plan:
    """The kernel as a plan."""
    throws, sums = throw_of_roll(), totals()

    def run(key: int, rounds: int) -> Counts:
        counts = np.zeros(len(cells), dtype=np.int64)
        cards = np.arange(DECK, dtype=np.int64)
        jit(play_rounds)(sides, opponents, cards, np.uint64(key), rounds, counts)
        return counts

    def trace(key: int, rounds: int) -> Records:
        out = np.full((rounds, ROOM + TAIL), 255, dtype=np.uint8)
        cards = np.arange(DECK, dtype=np.int64)
        jit(trace_rounds)(sides, opponents, cards, cards.copy(), throws, sums, np.uint64(key), out)
        return out

    def derive(records: Records) -> int:
        cards, seen = np.zeros(DECK, dtype=np.int64), np.zeros(DECK, dtype=np.int64)
        return int(jit(first_wrong)(sides, opponents, cards, seen, sums, records))

    tracer = Tracer((*CARD_TEXT[:DECK], *THROW_TEXT), ROOM, trace, derive)
    return Plan(
        (wager,), [(cell,) for cell in cells], run, tracer=tracer if traced else None, decide=decide
    )


# -- side wagers ------------------------------------------------------------------------------


@compiled
def colour_of_most(cards: Array) -> int:
    """0 if most of the first seven cards are red, 1 if black, 2 if neither. The joker is none."""
    reds = 0
    blacks = 0
    for at in range(CARDS):
        if cards[at] != JOKER:
            red = cards[at] & 3 in (1, 2)
            reds += red
            blacks += not red
    return 2 if reds == blacks else int(reds < blacks)


@compiled(inline=True)
def side_outcome(side: int, cards: Array) -> int:
    """The row by which a side wager is decided, and the place after the last row if it is none: the
    first seven cards are the player's, the next seven the dealer's or the bank's."""
    if side == THREE_CARDS:
        return three_card_joker_value(cards[0], cards[1], cards[2]) >> CATEGORY_SHIFT
    if side == RED_BLACK:
        return colour_of_most(cards)
    value = pai_gow_high_value(cards[:CARDS], True)
    if side == BONUS:
        row = bonus_row(cards[:CARDS], value)
        return BONUS_NONE if row < 0 else row
    if side == INSURANCE:
        row = insurance_row(value)
        return INSURANCE_NONE if row < 0 else row
    other = pai_gow_high_value(cards[CARDS : 2 * CARDS], True)
    if side == QUEENS_DRAGON:
        return 0 if is_queen_high(other) else 1
    player = imperial_player_row(value)
    banker = imperial_banker_row(other)
    player = PLAYER_NONE if player < 0 else player
    return player * (BANKER_NONE + 1) + (BANKER_NONE if banker < 0 else banker)


BONUS_NONE = 11
INSURANCE_NONE = len(INSURANCE_ROWS)
PLAYER_NONE = len(IMPERIAL_PLAYER_ROWS)
BANKER_NONE = len(IMPERIAL_BANKER_ROWS)


@compiled
def side_rounds(side: int, cards: Array, key: Any, rounds: int, counts: Array) -> None:
    state = np.uint64(key)
    for _ in range(rounds):
        state = draw_cards(cards, 0, 2 * CARDS, state)
        counts[side_outcome(side, cards)] += 1


@compiled
def number_rounds(places: Array, key: Any, rounds: int, counts: Array) -> None:
    state = np.uint64(key)
    size = np.uint64(len(places))
    fair = np.uint64(0xFFFFFFFFFFFFFFFF) // size * size
    done = 0
    while done < rounds:
        state += np.uint64(0x9E3779B97F4A7C15)
        word = mix(state)
        if word < fair:
            counts[places[np.int64(word % size)]] += 1
            done += 1


def number_plan(wager: str, places: list[int], cells: list[Cell]) -> Plan:
    """The kernel of a wager on the number that determines the starting position: `places` are the
    outcomes of numbers that are all as likely."""

    def run(key: int, rounds: int) -> Counts:
        counts = np.zeros(len(cells), dtype=np.int64)
        jit(number_rounds)(np.array(places), np.uint64(key), rounds, counts)
        return counts

    return Plan((wager,), [(cell,) for cell in cells], run)


def side_plan(wager: str, side: int, cells: list[Cell]) -> Plan:
    """The kernel of a side wager. It is never made alone, so its rounds are not put on record."""

    def run(key: int, rounds: int) -> Counts:
        counts = np.zeros(len(cells), dtype=np.int64)
        cards = np.arange(DECK, dtype=np.int64)
        jit(side_rounds)(side, cards, np.uint64(key), rounds, counts)
        return counts

    return Plan((wager,), [(cell,) for cell in cells], run)
