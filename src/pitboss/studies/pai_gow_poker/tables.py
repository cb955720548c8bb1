"""How a house way sets any seven cards, by looking it up: hands of one kind (the same ranks and,
where a flush is possible, the same ranks in its suit) are set to the same two keys.

An entry is `high key << LOW_BITS | low key`, and QUEEN_HIGH if the seven cards are a queen-high pai
gow (11.22). Hands without a possible flush are found by the sum of
the keys of their ranks, as in `pitboss.hands.poker`; the others by the ranks of the flush's suit
and those of the cards beside it."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.families.pai_gow.house_way_cards import set_hand
from pitboss.hands.pai_gow import CARDS, SETTINGS, high_key_without, low_key
from pitboss.hands.pai_gow_bonus import is_queen_high
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    COLUMN_MASK,
    COLUMN_SHIFT,
    JOKER,
    ROW_MASK,
    ROW_SHIFT,
    card_keys,
    pai_gow_high_value,
    rank_hands,
    stored_arrays,
    suit_of_flag,
)

Array = Any

LOW_BITS = 13
LOW_MASK = (1 << LOW_BITS) - 1
KEY_MASK = (1 << 29) - 1
QUEEN_HIGH = 1 << 29
# Hands of two cards, in their order: 78 without a pair, then 13 pairs.
LOWS = 91
UNPAIRED = 78
# A low key has the rank of its first card above, of its second below.
_RANK_BITS = 4
_RANK_MASK = (1 << _RANK_BITS) - 1
# A suit with five cards, or four beside the joker, has the highest bit of its nibble set.
_FLAGS = 0x8888
_WITHOUT_JOKER = 0x3333
_WITH_JOKER = 0x4444
_FLUSH_SUIT = 3
_RANKS = 13


class SetTables(NamedTuple):
    """`card_keys` are the keys of the cards, the joker's nothing. Without a flush: `seven` and, for
    six cards beside the joker, `six`, with the offsets of their rows. With a flush: `flushes`, from
    `starts` by the number of cards in its suit (and 8 more beside the joker); `orders` numbers the
    sets of so many ranks."""

    card_keys: Array
    seven_offsets: Array
    seven: Array
    six_offsets: Array
    six: Array
    starts: Array
    orders: Array
    flushes: Array


@compiled(inline=True)
def low_place(low: int) -> int:
    """The place of a low key among all hands of two cards."""
    first = low >> _RANK_BITS & _RANK_MASK
    if low >> CATEGORY_SHIFT:
        return UNPAIRED + first
    return (first * (first - 1) >> 1) + (low & _RANK_MASK)


@compiled(inline=True)
def _beside(first: int, second: int, cards: int) -> int:
    """Numbers the ranks of two cards, one card or none."""
    if cards == 2:
        high = max(first, second)
        return (high * (high + 1) >> 1) + min(first, second)
    return first


@compiled(inline=True)
def _ways_beside(cards: int) -> int:
    if cards == 2:
        return 91
    return _RANKS if cards else 1


@compiled
def flush_place(tables: Any, cards: Array, flag: int, jokers: int) -> Any:
    """The place in `flushes` of seven cards, whose nibble of a suit is in `flag`."""
    suit = suit_of_flag(flag)
    mask = 0
    first = 0
    second = 0
    others = 0
    for at in range(CARDS):
        card = cards[at]
        if card == JOKER:
            continue
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
        else:
            second = first
            first = card >> 2
            others += 1
    held = CARDS - jokers - others
    ways = _ways_beside(others)
    return (
        tables.starts[held + 8 * jokers]
        + tables.orders[mask] * ways
        + _beside(first, second, others)
    )


@compiled(inline=True)
def set_by(tables: Any, cards: Array) -> Any:
    """The entry of seven cards, in any order."""
    keys = tables.card_keys
    total = (
        keys[cards[0]]
        + keys[cards[1]]
        + keys[cards[2]]
        + keys[cards[3]]
        + keys[cards[4]]
        + keys[cards[5]]
        + keys[cards[6]]
    )
    jokers = 0
    for at in range(CARDS):
        if cards[at] == JOKER:
            jokers = 1
    return entry_of(tables, cards, total, jokers)


@compiled(inline=True)
def entry_of(tables: Any, cards: Array, total: int, jokers: int) -> Any:
    """The same where the sum of the keys is known, and whether the joker is among the cards."""
    flag = (total + (_WITH_JOKER if jokers else _WITHOUT_JOKER)) & _FLAGS
    if flag:
        return np.int64(tables.flushes[flush_place(tables, cards, flag, jokers)])
    row = total >> ROW_SHIFT & ROW_MASK
    column = total >> COLUMN_SHIFT & COLUMN_MASK
    if jokers:
        return np.int64(tables.six[np.int64(tables.six_offsets[row]) + column])
    return np.int64(tables.seven[np.int64(tables.seven_offsets[row]) + column])


@compiled
def entry_by_rules(program: Array, cards: Array, lowest_wheel: bool) -> int:
    """The entry of seven cards, from the highest, as the rules set them; below zero where they do
    not."""
    chosen = set_hand(program, cards, lowest_wheel)
    if chosen < 0:
        return chosen
    setting = chosen % SETTINGS
    at = -1
    for i in range(6):
        for j in range(i + 1, 7):
            at += 1
            if at == setting:
                high = high_key_without(cards, i, j, lowest_wheel)
                entry = high << LOW_BITS | low_key(cards[i], cards[j])
                best = pai_gow_high_value(cards, not lowest_wheel)
                return entry | QUEEN_HIGH if is_queen_high(best) else entry
    return chosen


@compiled
def sort_down(cards: Array) -> None:
    for at in range(1, CARDS):
        card = cards[at]
        place = at
        while place and cards[place - 1] < card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


@compiled(allocates=True)
def fill_plain(
    tables: Any, program: Array, hands: Array, lowest_wheel: bool, jokers: int, wrong: Array
) -> int:
    """Sets hands without a possible flush, given by rank; the number of those set, or below zero
    with the hand in `wrong`."""
    for number in range(len(hands)):
        total = 0
        wrong[0] = JOKER
        for at in range(CARDS - jokers):
            # Suits in turn: no rank has one twice, and no suit has more than two.
            card = hands[number, at] << 2 | at & 3
            wrong[jokers + at] = card
            total += tables.card_keys[card]
        sort_down(wrong)
        entry = entry_by_rules(program, wrong, lowest_wheel)
        if entry < 0:
            return entry
        row = total >> ROW_SHIFT & ROW_MASK
        column = total >> COLUMN_SHIFT & COLUMN_MASK
        if jokers:
            tables.six[np.int64(tables.six_offsets[row]) + column] = entry
        else:
            tables.seven[np.int64(tables.seven_offsets[row]) + column] = entry
    return len(hands)


@compiled(allocates=True)
def fill_flushes(
    tables: Any, program: Array, lowest_wheel: bool, held: int, jokers: int, wrong: Array
) -> int:
    """Sets hands with `held` cards of one suit, all ranks of them and of the cards beside them."""
    others = CARDS - jokers - held
    made = 0
    for mask in range(1 << _RANKS):
        if mask.bit_count() != held:
            continue
        for first in range(_RANKS if others else 1):
            for second in range(first + 1 if others == 2 else 1):
                at = 0
                if jokers:
                    wrong[0] = JOKER
                    at = 1
                for rank in range(_RANKS):
                    if mask >> rank & 1:
                        wrong[at] = rank << 2 | _FLUSH_SUIT
                        at += 1
                if others:
                    wrong[at] = first << 2
                if others == 2:
                    wrong[at + 1] = second << 2 | 1
                sort_down(wrong)
                entry = entry_by_rules(program, wrong, lowest_wheel)
                if entry < 0:
                    return entry
                place = tables.starts[held + 8 * jokers]
                place += tables.orders[mask] * _ways_beside(others)
                tables.flushes[place + _beside(first, second, others)] = entry
                made += 1
    return made


def _empty() -> SetTables:
    arrays = [np.frombuffer(stored, dtype=np.uint16) for stored in stored_arrays()]
    _, _, _, six_offsets, six_values, seven_offsets, seven_values = arrays
    starts = np.zeros(16, dtype=np.int64)
    total = 0
    for jokers in (0, 1):
        for held in range(5 - jokers, CARDS - jokers + 1):
            starts[held + 8 * jokers] = total
            total += comb(_RANKS, held) * (1, _RANKS, 91)[CARDS - jokers - held]
    orders = np.zeros(1 << _RANKS, dtype=np.int32)
    seen = [0] * (_RANKS + 1)
    for mask in range(1 << _RANKS):
        orders[mask] = seen[mask.bit_count()]
        seen[mask.bit_count()] += 1
    return SetTables(
        np.array([*card_keys(), 0], dtype=np.int64),
        seven_offsets,
        np.full(len(seven_values), -1, dtype=np.int32),
        six_offsets,
        np.full(len(six_values), -1, dtype=np.int32),
        starts,
        orders,
        np.full(total, -1, dtype=np.int32),
    )


@lru_cache(maxsize=8)
def set_tables(way: HouseWay, lowest_wheel: bool) -> SetTables:
    """The tables of a house way. This is also its check: an error says which hand it leaves unset,
    or by which rule it sets a foul."""
    tables = _empty()
    program = np.array(way.program, dtype=np.int64)
    wrong = np.zeros(CARDS, dtype=np.int64)
    for jokers in (0, 1):
        hands = np.array(list(rank_hands(CARDS - jokers)), dtype=np.int64)
        done = [jit(fill_plain)(tables, program, hands, lowest_wheel, jokers, wrong)]
        for held in range(5 - jokers, CARDS - jokers + 1):
            if done[-1] >= 0:
                done.append(jit(fill_flushes)(tables, program, lowest_wheel, held, jokers, wrong))
        if done[-1] < 0:
            raise way.fault(done[-1], wrong.tolist())
    return tables
