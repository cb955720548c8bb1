"""Kernels of any kind of poker: every way to deal what is missing, or many ways at random.

What each player holds is a row of `own`, and `board` what all share; cards that are missing there
are dealt into slots. Slots of one group (the board, or one player's cards) are filled in ascending
order, because the order in which its cards come does not matter. A pot is parted in integers, in
units of which it has POT."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.analysis.simulation.kernels import mix
from pitboss.analysis.simulation.one_deck import draw_cards
from pitboss.compiled import compiled
from pitboss.hands.low import NO_LOW, ace_to_five_value, eight_or_better_value
from pitboss.hands.mambo import mambo_high_value, mambo_low_value
from pitboss.hands.omaha import omaha_high, omaha_low_value
from pitboss.hands.poker import PokerTables, five_cards, seven_cards

Array = Any

# Half a pot can be parted among up to eleven players without a remainder.
HALF_POT = 27_720
POT = 2 * HALF_POT

# Columns of what is counted for every player: pots taken whole, pots taken in part, shares in
# units of POT, and squares of shares.
WHOLE, PART, SHARES, SQUARES = range(4)
COLUMNS = 4

# Hands of several players are drawn again where two hold the same card, on average so often.
DRAWS_A_DEAL = 1000

# How the high and the low hand of a kind are made.
NONE = 0
HIGH_WITH_BOARD, HIGH_OMAHA, HIGH_OF_SEVEN, HIGH_OF_FIVE, HIGH_MAMBO = 1, 2, 3, 4, 5
LOW_OF_SEVEN, LOW_EIGHT, LOW_OMAHA, LOW_MAMBO = 1, 2, 3, 4


@compiled
def _high(t: PokerTables, way: int, own: Array, board: Array) -> int:
    if way == HIGH_WITH_BOARD:
        return seven_cards(t, own[0], own[1], board[0], board[1], board[2], board[3], board[4])
    if way == HIGH_OMAHA:
        return omaha_high(t, own, board)
    if way == HIGH_OF_SEVEN:
        return seven_cards(t, own[0], own[1], own[2], own[3], own[4], own[5], own[6])
    if way == HIGH_OF_FIVE:
        return five_cards(t, own[0], own[1], own[2], own[3], own[4])
    if way == HIGH_MAMBO:
        return mambo_high_value((own[0], own[1], own[2], board[0]))
    return 0


@compiled
def _low(way: int, own: Array, board: Array) -> int:
    if way == LOW_OF_SEVEN:
        return ace_to_five_value(own)
    if way == LOW_EIGHT:
        return eight_or_better_value(own)
    if way == LOW_OMAHA:
        return omaha_low_value(own, board)
    if way == LOW_MAMBO:
        return mambo_low_value((own[0], own[1], own[2], board[0]))
    return NO_LOW


@compiled
def _part(values: Array, amount: int, shares: Array) -> None:
    """Parts an amount among the players of the highest value."""
    best = values[0]
    holders = 0
    for player in range(shares.shape[0]):
        best = max(best, values[player])
    for player in range(shares.shape[0]):
        holders += values[player] == best
    for player in range(shares.shape[0]):
        if values[player] == best:
            shares[player] += amount // holders


@compiled
def _showdown(
    t: PokerTables, high_way: int, low_way: int, own: Array, board: Array, room: Array, out: Array
) -> None:
    """Parts one pot and counts it. `room` has three rows as long as there are players."""
    highs, lows, shares = room[0], room[1], room[2]
    lowest = NO_LOW
    for player in range(own.shape[0]):
        shares[player] = 0
        highs[player] = _high(t, high_way, own[player], board)
        lows[player] = _low(low_way, own[player], board)
        lowest = max(lowest, lows[player])
    if high_way == NONE:
        _part(lows, POT, shares)
    elif lowest == NO_LOW:  # high only, or no qualifying low: all to the high hand
        _part(highs, POT, shares)
    else:
        _part(highs, HALF_POT, shares)
        _part(lows, HALF_POT, shares)
    for player in range(own.shape[0]):
        share = shares[player]
        out[player, WHOLE] += share == POT
        out[player, PART] += 0 < share < POT
        out[player, SHARES] += share
        out[player, SQUARES] += share * share


@compiled
def _put(slot: Array, card: int, own: Array, board: Array) -> None:
    """Deals a card into a slot: its group, its player (-1 for the board) and its place there."""
    if slot[1] < 0:
        board[slot[2]] = card
    else:
        own[slot[1], slot[2]] = card


@compiled
def every_deal(
    t: PokerTables,
    high_way: int,
    low_way: int,
    own: Array,
    board: Array,
    deck: Array,
    slots: Array,
    places: Array,
    used: Array,
    room: Array,
    out: Array,
) -> int:
    """Counts every way to deal the deck's cards into the slots. Returns how many there are.

    `places` has a row where each slot's search stands and one that says whether it holds a card;
    `used` marks the cards of the deck that are dealt."""
    count = slots.shape[0]
    stands, holds = places[0], places[1]
    if count == 0:
        _showdown(t, high_way, low_way, own, board, room, out)
        return 1
    deals = 0
    at = 0
    stands[0] = -1
    holds[0] = 0
    while at >= 0:
        place = stands[at]
        if holds[at]:
            used[place] = 0
            holds[at] = 0
        place += 1
        while place < deck.shape[0] and used[place]:
            place += 1
        if place == deck.shape[0]:
            at -= 1
            continue
        stands[at] = place
        holds[at] = 1
        used[place] = 1
        _put(slots[at], deck[place], own, board)
        if at == count - 1:
            _showdown(t, high_way, low_way, own, board, room, out)
            deals += 1
        else:
            at += 1
            stands[at] = place if slots[at, 0] == slots[at - 1, 0] else -1
            holds[at] = 0
    return deals


@compiled
def _draw_below(state: Any, most: int) -> tuple[Any, Any]:
    """A number from 0 to most - 1 (which is below 2^32), and the generator as it is then. Exact:
    a product among the few that favour some numbers is drawn again."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    low = np.uint64(0xFFFFFFFF)
    size = np.uint64(most)
    state += golden
    product = (mix(state) & low) * size
    while (product & low) < np.uint64(4294967296) % size:
        state += golden
        product = (mix(state) & low) * size
    return state, np.int64(product >> np.uint64(32))


@compiled
def _choose(weights: Array, start: int, stop: int, number: int) -> int:
    """The first place from start to stop - 1 whose running sum of weights is above a number."""
    while start < stop:
        middle = (start + stop) // 2
        if weights[middle] > number:
            stop = middle
        else:
            start = middle + 1
    return start


@compiled
def random_deals(
    t: PokerTables,
    high_way: int,
    low_way: int,
    combos: Array,
    starts: Array,
    sums: Array,
    dead: Array,
    own: Array,
    board: Array,
    slots: Array,
    deck: Array,
    room: Array,
    key: Any,
    deals: int,
    out: Array,
) -> bool:
    """Counts so many deals at random. Each player has a hand of his range (rows starts[player] to
    starts[player + 1] of `combos`, -1 where a card is not known; `sums` are running sums of
    weights), all drawn anew if two hold the same card; then the slots are dealt. `dead` marks
    cards that nobody can get: the dead ones and those on the board. False if the hands exclude one
    another in nearly every draw."""
    state = np.uint64(key)
    tries = DRAWS_A_DEAL * deals + DRAWS_A_DEAL * DRAWS_A_DEAL
    for _ in range(deals):
        clash = True
        used = 0
        while clash:
            tries -= 1
            if tries < 0:
                return False
            clash = False
            used = 0
            for card in range(52):
                used |= dead[card] << card
            for player in range(own.shape[0]):
                total = sums[starts[player + 1] - 1]
                state, number = _draw_below(state, total)
                hand = _choose(sums, starts[player], starts[player + 1], number)
                for place in range(combos.shape[1]):
                    card = combos[hand, place]
                    if card >= 0:
                        clash |= used >> card & 1 == 1
                        used |= 1 << card
                        own[player, place] = card
                if clash:
                    break
        left = 0
        for card in range(52):
            if used >> card & 1 == 0:
                deck[left] = card
                left += 1
        state = draw_cards(deck[:left], 0, slots.shape[0], state)
        for at in range(slots.shape[0]):
            _put(slots[at], deck[at], own, board)
        _showdown(t, high_way, low_way, own, board, room, out)
    return True
