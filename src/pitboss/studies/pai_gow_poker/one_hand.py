"""A given hand of seven cards: each of its 21 settings against all 53,524,680 hands that the house
way may set with the other 46 cards. Every one of them is looked up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.hands.pai_gow import CARDS, high_key, in_order, is_foul, low_key, settings
from pitboss.hands.poker import JOKER
from pitboss.studies.pai_gow_poker.tables import (
    KEY_MASK,
    LOW_BITS,
    LOW_MASK,
    LOWS,
    QUEEN_HIGH,
    entry_of,
    low_place,
    set_tables,
)

Array = Any


@compiled
def count_hands(
    tables: Any, rest: Array, places: Array, left_out: int, cards: Array, grid: Array
) -> None:
    """Adds up how often each pair of hands is set with seven of the cards in `rest`; the joker, if
    it is there, is the last of them. grid[place of the high hand, place of the low hand]. Entries
    with a bit of `left_out` are not counted."""
    keys = tables.card_keys
    count = len(rest)
    for a in range(count - 6):
        cards[0] = rest[a]
        sum_a = keys[rest[a]]
        for b in range(a + 1, count - 5):
            cards[1] = rest[b]
            sum_b = sum_a + keys[rest[b]]
            for c in range(b + 1, count - 4):
                cards[2] = rest[c]
                sum_c = sum_b + keys[rest[c]]
                for d in range(c + 1, count - 3):
                    cards[3] = rest[d]
                    sum_d = sum_c + keys[rest[d]]
                    for e in range(d + 1, count - 2):
                        cards[4] = rest[e]
                        sum_e = sum_d + keys[rest[e]]
                        for f in range(e + 1, count - 1):
                            cards[5] = rest[f]
                            sum_f = sum_e + keys[rest[f]]
                            for g in range(f + 1, count):
                                last = rest[g]
                                cards[6] = last
                                jokers = 1 if last == JOKER else 0
                                entry = entry_of(tables, cards, sum_f + keys[last], jokers)
                                if entry & left_out:
                                    continue
                                entry &= KEY_MASK
                                low = low_place(entry & LOW_MASK)
                                grid[places[entry >> LOW_BITS] * LOWS + low] += 1


class Setting(NamedTuple):
    """One of the 21 ways, and how many of the dealer's hands lose to it and beat it. `bank_won` and
    `bank_lost`: the same if it is a bank's, which has the copies."""

    high: tuple[int, ...]
    low: tuple[int, int]
    foul: bool
    won: int
    lost: int
    bank_won: int
    bank_lost: int


def settings_of_hand(
    seven: Sequence[int], way: HouseWay, lowest_wheel: bool, *, queen_high_pushes: bool = False
) -> list[Setting]:
    """All settings of a hand, each with its exact counts; a foul loses to every hand. With
    `queen_high_pushes`, a dealer's queen-high pai gow neither wins nor loses."""
    tables = set_tables(way, lowest_wheel)
    cards = in_order(seven)
    rest = np.array([card for card in range(JOKER + 1) if card not in cards], dtype=np.int64)
    highs = _highs(tables)
    places = np.zeros(int(highs[-1]) + 1, dtype=np.int64)
    places[highs] = np.arange(len(highs))
    grid = np.zeros(len(highs) * LOWS, dtype=np.int64)
    left_out = QUEEN_HIGH if queen_high_pushes else 0
    jit(count_hands)(tables, rest, places, left_out, np.zeros(CARDS, dtype=np.int64), grid)
    table = grid.reshape(len(highs), LOWS)
    total = int(table.sum())
    # below[i, j]: hands with a high hand of a place below i and a low hand of one below j.
    below = np.zeros((len(highs) + 1, LOWS + 1), dtype=np.int64)
    below[1:, 1:] = table.cumsum(axis=0).cumsum(axis=1)
    found = []
    for high, low in settings(cards):
        key, lower = high_key(high, lowest_wheel), low_key(*low)
        if is_foul(key, lower):
            found.append(Setting(high, low, True, 0, total, 0, total))
            continue
        below_high, place = int(np.searchsorted(highs, key)), low_place(lower)
        own = _won_and_lost(below, below_high, place)
        is_there = int(below_high < len(highs) and highs[below_high] == key)
        bank = _won_and_lost(below, below_high + is_there, place + 1)
        found.append(Setting(high, low, False, *own, *bank))
    return found


def _highs(tables: Any) -> Array:
    """Every high hand that the house way sets, in their order."""
    entries = np.concatenate([tables.seven, tables.six, tables.flushes])
    return np.unique((entries[entries >= 0] & KEY_MASK) >> LOW_BITS)


def _won_and_lost(below: Array, high: int, low: int) -> tuple[int, int]:
    """Of all hands, how many are below in both, and how many in neither."""
    won = below[high, low]
    return int(won), int(below[-1, -1] - below[high, -1] - below[-1, low] + won)
