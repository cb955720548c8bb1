"""How many of the 154,143,080 hands of seven cards are in each row of the side wagers (11.15 to
11.23); and, for the imperial bonus, how many deals are in a row of both of its columns.

Hands are counted by their ranks, as if there were no flushes; then every kind of hand with a
possible flush is taken from where its ranks put it, and counted where it belongs."""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit
from pitboss.hands.pai_gow import CARDS
from pitboss.hands.pai_gow_bonus import (
    BONUS_ROWS,
    IMPERIAL_BANKER_ROWS,
    IMPERIAL_PLAYER_ROWS,
    INSURANCE_ROWS,
    bonus_row,
    imperial_banker_row,
    imperial_player_row,
    insurance_row,
)
from pitboss.hands.poker import JOKER, pai_gow_high_value, rank_hands
from pitboss.studies.pai_gow_poker.classes import classes, numbering
from pitboss.studies.pai_gow_poker.whole import (
    AGAINST,
    DECK,
    HANDS,
    all_classes,
    cards_of,
    list_hands,
    may_be_low,
)

Array = Any

_RANKS = 13
_FLUSH_SUIT = 3
JACK = 9
_ROWS = 3
# Of a class: the row of the player's column, and above it that of the banker's.
ROW_BITS = 4
ROW_MASK = (1 << ROW_BITS) - 1


class Counts(NamedTuple):
    """Hands by row; the last number of each is of hands in no row."""

    bonus: tuple[int, ...]
    insurance: tuple[int, ...]
    imperial: tuple[int, ...]


# What `count_rows` comes to, so that nothing need be compiled to look it up.
COUNTS = Counts(
    bonus=(
        32,
        72,
        196,
        1_128,
        26_020,
        184_644,
        307_472,
        4_188_528,
        6_172_088,
        7_672_500,
        11_034_204,
        124_556_196,
    ),
    insurance=(31_080, 248_640, 963_480, 2_719_500, 6_386_940, 14_430_780, 129_362_660),
    imperial=(
        1_128,
        26_132,
        184_832,
        307_472,
        4_188_528,
        6_172_088,
        11_236_028,
        7_470_676,
        124_556_196,
    ),
)


@compiled
def add_hand(counts: Array, cards: Array, hands: int) -> None:
    """Counts so many hands as seven cards, one of which is given; NONE goes to the last place."""
    value = pai_gow_high_value(cards, True)
    counts[0, bonus_row(cards, value)] += hands
    counts[1, insurance_row(value)] += hands
    counts[2, imperial_player_row(value)] += hands


@compiled(allocates=True)
def add_plain(counts: Array, hands: Array, weights: Array, jokers: int) -> None:
    """Hands by rank, as often as there are suits for them."""
    cards = np.full(CARDS, JOKER, dtype=np.int64)
    for number in range(len(hands)):
        for at in range(CARDS - jokers):
            cards[at] = hands[number, at] << 2 | at & 3
        add_hand(counts, cards, weights[number])


@compiled(allocates=True)
def move_flushes(counts: Array, held: int, jokers: int) -> None:
    """Hands with `held` cards of one suit: from where their ranks put them to where they are."""
    others = CARDS - jokers - held
    cards = np.full(CARDS, JOKER, dtype=np.int64)
    plain = np.full(CARDS, JOKER, dtype=np.int64)
    for mask in range(1 << _RANKS):
        if mask.bit_count() != held:
            continue
        for first in range(_RANKS if others else 1):
            for second in range(first + 1 if others == 2 else 1):
                at = 0
                for rank in range(_RANKS):
                    if mask >> rank & 1:
                        cards[at] = rank << 2 | _FLUSH_SUIT
                        at += 1
                if others:
                    cards[at] = first << 2
                if others == 2:
                    cards[at + 1] = second << 2 | 1
                ways = 4 * (3 if others == 1 or first == second else 6)
                if others == 0:
                    ways = 4
                # In the order of their ranks, suits in turn make no flush.
                made = 0
                for rank in range(_RANKS):
                    for place in range(CARDS - jokers):
                        if cards[place] >> 2 == rank:
                            plain[made] = rank << 2 | made & 3
                            made += 1
                add_hand(counts, cards, ways)
                add_hand(counts, plain, -ways)
                if others == 2 and first != second:
                    # The two cards beside the flush may be of one suit, which makes nine ways.
                    cards[at + 1] = second << 2
                    add_hand(counts, cards, 12)
                    add_hand(counts, plain, -12)


def count_rows() -> Counts:
    """Every hand of seven cards, by its row in each table."""
    found = np.zeros((_ROWS, len(BONUS_ROWS) + 1), dtype=np.int64)
    # Arrays as long as their rows, so that NONE is the last place.
    rows = (BONUS_ROWS, INSURANCE_ROWS, IMPERIAL_PLAYER_ROWS)
    for jokers in (0, 1):
        hands = list(rank_hands(CARDS - jokers))
        weights = [_ways(hand) for hand in hands]
        jit(add_plain)(found, np.array(hands), np.array(weights), jokers)
        for held in range(5 - jokers, CARDS - jokers + 1):
            jit(move_flushes)(found, held, jokers)
    made = []
    for line, names in zip(found.tolist(), rows, strict=True):
        made.append((*line[: len(names)], line[-1]))
        assert sum(made[-1]) == HANDS
    return Counts(*made)


def _ways(hand: tuple[int, ...]) -> int:
    total = 1
    for rank in set(hand):
        total *= comb(4, hand.count(rank))
    return total


# -- both columns of the imperial bonus -------------------------------------------------------

# What `imperial_deals` comes to. Its sums are those of the rows by themselves.
IMPERIAL_DEALS = (
    (25_485_600, 203_884_800, 790_053_600, 59_356_415_040),
    (586_790_400, 3_724_627_200, 12_311_602_800, 1_382_083_917_360),
    (1_938_281_472, 15_474_689_544, 61_828_732_848, 9_813_831_949_896),
    (3_438_365_040, 27_508_754_160, 106_599_073_500, 16_319_794_216_260),
    (43_652_008_380, 349_248_676_020, 1_353_384_273_900, 222_443_335_912_740),
    (69_086_073_588, 553_655_404_116, 2_145_623_402_232, 327_590_670_251_904),
    (129_939_394_116, 987_909_393_324, 3_811_195_777_236, 596_475_758_606_364),
    (78_213_896_388, 627_520_747_452, 2_432_943_690_480, 396_726_863_949_360),
    (1_336_666_759_416, 10_743_130_258_584, 41_645_282_079_804, 6_613_105_453_819_476),
)


@compiled(allocates=True)
def mark_rows(boards: Array, rows: Array) -> None:
    """Of every class, the rows of both columns."""
    cards: Any = np.zeros(CARDS, dtype=np.int64)
    for number in range(len(boards)):
        cards_of(boards[number], cards)
        value = pai_gow_high_value(cards, True)
        player = imperial_player_row(value)
        banker = imperial_banker_row(value)
        player = len(IMPERIAL_PLAYER_ROWS) if player < 0 else player
        banker = len(IMPERIAL_BANKER_ROWS) if banker < 0 else banker
        rows[number] = player | banker << ROW_BITS


@compiled(allocates=True)
def count_both(
    numbering: Any,
    shared: Array,
    sizes: Array,
    held: int,
    jokerless: int,
    rows: Array,
    found: Array,
) -> None:
    """Adds, for sets of `held` cards that both hands would have, the pairs of hands with them."""
    free = CARDS - held
    sign = -1 if held & 1 else 1
    rest = np.zeros(DECK - held, dtype=np.int64)
    most = 1
    for at in range(free):
        most = most * (DECK - held - at) // (at + 1)
    numbers = np.zeros(most, dtype=np.int32)
    places = np.zeros(CARDS, dtype=np.int64)
    prefixes = np.zeros(CARDS + 1, dtype=np.int64)
    cards = np.zeros(CARDS, dtype=np.int64)
    players = np.zeros(16, dtype=np.int64)
    bankers = np.zeros(16, dtype=np.int64)
    for at in range(len(shared)):
        cards_of(shared[at], cards)
        left = DECK
        for card in range(DECK):
            gone = False
            for place in range(held):
                gone = gone or cards[place] == card
            if not gone:
                rest[DECK - left] = card
                left -= 1
        players[:] = 0
        bankers[:] = 0
        count = list_hands(numbering, shared[at], rest, free, jokerless, numbers, places, prefixes)
        for place in range(count):
            row = rows[numbers[place]]
            players[row & ROW_MASK] += 1
            bankers[row >> ROW_BITS] += 1
        for player in range(9):
            for banker in range(4):
                pairs = players[player] * bankers[banker]
                found[player, banker] += sign * sizes[at] * pairs


def imperial_deals() -> tuple[tuple[int, ...], ...]:
    """By the player's row and the banker's (the last of each is none), how many of all deals of
    seven cards to each: by inclusion and exclusion over the cards that both would have. Only sets
    of cards that a banker's row can have are visited: all of different ranks, up to the jack. It
    takes a minute; IMPERIAL_DEALS is what it comes to."""
    tables, totals = numbering()
    boards, sizes = all_classes()
    rows = np.zeros(len(boards), dtype=np.int64)
    jit(mark_rows)(boards, rows)
    found = np.zeros((9, 4), dtype=object)
    players = [int(sizes[rows & ROW_MASK == row].sum()) for row in range(9)]
    bankers = [int(sizes[rows >> ROW_BITS == row].sum()) for row in range(4)]
    for player in range(9):
        for banker in range(4):
            found[player, banker] = players[player] * bankers[banker]
    for held in range(1, CARDS + 1):
        shared, times = classes(held)
        kept = may_be_low(shared, JACK)
        part = np.zeros((9, 4), dtype=np.int64)
        if held == CARDS:
            for row, number in zip(rows[: len(shared)][kept], times[kept], strict=True):
                part[row & ROW_MASK, row >> ROW_BITS] -= number
        else:
            jit(count_both)(tables, shared[kept], times[kept], held, totals[CARDS], rows, part)
        found += part.astype(object)
    # Of hands in no banker's row all sets of cards would have to be visited: they are the rest.
    for player in range(9):
        found[player, 3] = players[player] * AGAINST - sum(found[player, :3])
    return tuple(tuple(int(number) for number in line) for line in found)
