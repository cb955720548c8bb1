"""Poker hands as integers: the higher integer is the better hand, equal integers are equal hands.

Cards are integers 0..51: rank is `card >> 2` (0 = deuce, 12 = ace), suit is `card & 3`
(0 clubs, 1 diamonds, 2 hearts, 3 spades); 52 is the joker. In every ranking of this module
`value >> CATEGORY_SHIFT` is the category, an index into the ranking's tuple of category names,
worst first. Values of different rankings are not comparable with each other.

| Ranking | Sections | Function |
| --- | --- | --- |
| three cards, straight above flush | 20.3, 24.5 bonus | `three_card_value` |
| three cards with the joker | 11.17 | `three_card_joker_value` |
| best four of four to six | 27.3 | `four_card_value` |
| best five of five to seven | 14.3, 16.5, 17.5, 18.3, 25.5, ... | `five_card_value` |
| best five of five to seven with the joker; the two-card hand | 11.3 | `pai_gow_*_value` |
| best five of five to seven from several decks | 21.3 | `multi_deck_value` |

Everything is written in the subset of Python that numba compiles (see `pitboss.compiled`);
`pitboss.hands.poker_batch` ranks whole arrays. Five to seven cards of one deck are looked up in
stored tables, made by `tools/poker_tables.py`; kernels receive them as an argument.

How sets of ranks are written: a mask of 13 bits, bit 12 the ace. Two masks with equally many
bits compare, as integers, card by card from the highest; and the lowest bit follows from the
others, so `mask >> 1` says the same in twelve bits.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple, Protocol

from pitboss.compiled import compiled

JOKER = 52
ACE = 12
SUITS = 4
CATEGORY_SHIFT = 12
CATEGORY_UNIT = 1 << CATEGORY_SHIFT

THREE_CARD_CATEGORIES = (
    "high card",
    "pair",
    "flush",
    "straight",
    "three of a kind",
    "straight flush",
)
FOUR_CARD_CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
)
FIVE_CARD_CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
PAI_GOW_CATEGORIES = (*FIVE_CARD_CATEGORIES, "five aces")
PAI_GOW_LOW_CATEGORIES = ("high card", "pair")
MULTI_DECK_CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "flush with one pair",
    "flush with two pair",
    "flush with three of a kind",
    "five of a kind",
    "flush with full house",
    "straight flush",
    "flush with four of a kind",
    "royal flush",
    "flush with five of a kind",
)

# The same orders as numbers already in the category's place, for the functions below.
_PAIR = 1 * CATEGORY_UNIT
_TWO_PAIR = 2 * CATEGORY_UNIT
_THREE = 3 * CATEGORY_UNIT
_STRAIGHT = 4 * CATEGORY_UNIT
_FLUSH = 5 * CATEGORY_UNIT
_FULL_HOUSE = 6 * CATEGORY_UNIT
_FOUR = 7 * CATEGORY_UNIT
_STRAIGHT_FLUSH = 8 * CATEGORY_UNIT
_ROYAL = 9 * CATEGORY_UNIT
_FIVE_ACES = 10 * CATEGORY_UNIT

_THREE_CARD_FLUSH = 2 * CATEGORY_UNIT
_THREE_CARD_STRAIGHT = 3 * CATEGORY_UNIT
_THREE_CARD_TRIPS = 4 * CATEGORY_UNIT
_THREE_CARD_STRAIGHT_FLUSH = 5 * CATEGORY_UNIT

_FOUR_CARD_STRAIGHT = 3 * CATEGORY_UNIT
_FOUR_CARD_FLUSH = 4 * CATEGORY_UNIT
_FOUR_CARD_TRIPS = 5 * CATEGORY_UNIT
_FOUR_CARD_STRAIGHT_FLUSH = 6 * CATEGORY_UNIT
_FOUR_CARD_FOUR = 7 * CATEGORY_UNIT

_FLUSH_PAIR = 8 * CATEGORY_UNIT
_FLUSH_TWO_PAIR = 9 * CATEGORY_UNIT
_FLUSH_THREE = 10 * CATEGORY_UNIT
_FIVE_OF_A_KIND = 11 * CATEGORY_UNIT
_FLUSH_FULL_HOUSE = 12 * CATEGORY_UNIT
_MULTI_DECK_STRAIGHT_FLUSH = 13 * CATEGORY_UNIT
_FLUSH_FOUR = 14 * CATEGORY_UNIT
_MULTI_DECK_ROYAL = 15 * CATEGORY_UNIT
_FLUSH_FIVE = 16 * CATEGORY_UNIT

_TOP_STRAIGHT = 9  # ten straights of five: 0 is 5-4-3-2-A, 9 is A-K-Q-J-10
_RANKS = 13
_KICKERS = 286  # three side cards of 13 ranks, numbered by `_three_kickers`


def category(value: int) -> int:
    """The category of a value, an index into its ranking's tuple of names."""
    return value >> CATEGORY_SHIFT


# --- three cards -----------------------------------------------------------------------------


@compiled
def three_card_value(a: int, b: int, c: int) -> int:
    """20.3: three cards; 3-2-A is the lowest straight, and straights are above flushes."""
    first = a >> 2
    second = b >> 2
    third = c >> 2
    high = max(first, second, third)
    low = min(first, second, third)
    middle = first + second + third - high - low
    if high == middle or middle == low:
        if high == low:
            return _THREE_CARD_TRIPS | high << 8
        return _PAIR | middle << 8 | high + low - middle
    straight = high - low == 2
    if high == ACE and middle == 1:
        straight = True
        high = 1  # 3-2-A: the ace is low, the trey is the highest card
    if ((a ^ b) | (a ^ c)) & 3 == 0:
        if straight:
            return _THREE_CARD_STRAIGHT_FLUSH | high << 8
        return _THREE_CARD_FLUSH | high << 8 | middle << 4 | low
    if straight:
        return _THREE_CARD_STRAIGHT | high << 8
    return high << 8 | middle << 4 | low


@compiled
def three_card_joker_value(a: int, b: int, c: int) -> int:
    """Three cards of a deck with the joker: an ace, or what completes a straight or flush."""
    if c != JOKER:
        if b == JOKER:
            b, c = c, b
        elif a == JOKER:
            a, c = c, a
        else:
            return three_card_value(a, b, c)
    high = max(a >> 2, b >> 2)
    low = min(a >> 2, b >> 2)
    suited = (a ^ b) & 3 == 0
    if high == low:
        if high == ACE:
            return _THREE_CARD_TRIPS | ACE << 8
        return _PAIR | high << 8 | ACE
    straight = -1
    if high - low <= 2:
        # Above two neighbours, inside a gap; nothing stands above the ace.
        straight = min(low + 2, ACE)
    elif high == ACE and low <= 1:
        straight = 1  # with the card between or beside them: 3-2-A
    if straight >= 0:
        if suited:
            return _THREE_CARD_STRAIGHT_FLUSH | straight << 8
        return _THREE_CARD_STRAIGHT | straight << 8
    if suited:
        if high == ACE:  # the highest card of the suit that is missing
            return _THREE_CARD_FLUSH | ACE << 8 | (ACE - 1) << 4 | low
        return _THREE_CARD_FLUSH | ACE << 8 | high << 4 | low
    if high == ACE:
        return _PAIR | ACE << 8 | low
    return ACE << 8 | high << 4 | low


# --- sets of ranks ---------------------------------------------------------------------------


@compiled
def _highest(mask: int) -> int:
    return mask.bit_length() - 1


@compiled
def _top_bits(mask: int, count: int) -> int:
    """The highest `count` ranks of a set."""
    while mask.bit_count() > count:
        mask &= mask - 1
    return mask


@compiled
def _two_kickers(mask: int) -> int:
    first = _highest(mask)
    return first * _RANKS + _highest(mask ^ 1 << first)


@compiled
def _three_kickers(mask: int) -> int:
    """The three highest ranks of a set, numbered in their order."""
    first = _highest(mask)
    mask ^= 1 << first
    second = _highest(mask)
    third = _highest(mask ^ 1 << second)
    return first * (first - 1) * (first - 2) // 6 + second * (second - 1) // 2 + third


@compiled
def _straights(mask: int) -> int:
    """Bit 0 is 5-4-3-2-A, bit 9 is A-K-Q-J-10: the straights in a set of ranks."""
    chain = mask << 1 | mask >> ACE
    pairs = chain & chain >> 1
    return pairs & pairs >> 2 & chain >> 4


@compiled
def _straights_with_joker(mask: int) -> int:
    """The straights for which at most one card is missing from a set of ranks."""
    chain = mask << 1 | mask >> ACE
    middle = chain >> 2
    below = chain & chain >> 1
    above = below >> 3
    either_below = chain | chain >> 1
    either_above = either_below >> 3
    complete = below & above | middle & (below & either_above | above & either_below)
    return complete & 0x3FF


@compiled
def _best_straight(straights: int, wheel_second: bool) -> int:
    """The place of the best straight: the last bit, or with A-2-3-4-5 just below the ace-high."""
    top = _highest(straights)
    if not wheel_second or top == _TOP_STRAIGHT:
        return top
    if straights & 1:
        return _TOP_STRAIGHT - 1
    return top - 1


@compiled
def rank_slices(cards: Sequence[int]) -> tuple[int, int, int, int]:
    """Ranks held at least once, twice, three and four times; the joker counts as an ace."""
    once = twice = three = four = 0
    for card in cards:
        bit = 1 << min(card >> 2, ACE)
        four |= three & bit
        three |= twice & bit
        twice |= once & bit
        once |= bit
    return once, twice, three, four


# --- four cards ------------------------------------------------------------------------------


@compiled
def four_card_value(cards: Sequence[int]) -> int:
    """27.3: the best four of four to six cards; four of a kind is above the straight flush."""
    once, twice, three, four = rank_slices(cards)
    if four:
        return _FOUR_CARD_FOUR | _highest(four)
    flush = _four_card_flush(cards)
    if flush >= _FOUR_CARD_STRAIGHT_FLUSH:
        return flush
    if three:
        rank = _highest(three)
        return _FOUR_CARD_TRIPS | rank << 4 | _highest(once ^ 1 << rank)
    if flush:
        return flush
    straights = _four_card_straights(once)
    if straights:
        return _FOUR_CARD_STRAIGHT | _highest(straights)
    if twice:
        rank = _highest(twice)
        rest = twice ^ 1 << rank
        if rest:
            return _TWO_PAIR | rank << 4 | _highest(rest)
        return _PAIR | rank << 8 | _two_kickers(once ^ 1 << rank)
    return _top_bits(once, 4) >> 1


@compiled
def _four_card_straights(mask: int) -> int:
    """Bit 0 is 4-3-2-A, bit 10 is A-K-Q-J."""
    chain = mask << 1 | mask >> ACE
    pairs = chain & chain >> 1
    return pairs & pairs >> 2


@compiled
def _four_card_flush(cards: Sequence[int]) -> int:
    """The best four cards of one suit, straight flush included, or 0."""
    counts = 0x4444
    for card in cards:
        counts += 1 << 4 * (card & 3)
    if counts & 0x8888 == 0:
        return 0
    suit = suit_of_flag(counts & 0x8888)
    mask = _ranks_of_suit(cards, suit)
    straights = _four_card_straights(mask)
    if straights:
        return _FOUR_CARD_STRAIGHT_FLUSH | _highest(straights)
    return _FOUR_CARD_FLUSH | _top_bits(mask, 4) >> 1


@compiled
def suit_of_flag(flag: int) -> int:
    """The suit whose nibble of a suit count has its highest bit set; there is but one."""
    return (flag >> 7 & 1) + (flag >> 11 & 1) * 2 + (flag >> 15 & 1) * 3


@compiled
def _ranks_of_suit(cards: Sequence[int], suit: int) -> int:
    mask = 0
    for card in cards:
        if card & 3 == suit and card != JOKER:
            mask |= 1 << (card >> 2)
    return mask


# --- five cards without tables ---------------------------------------------------------------


@compiled
def rank_pattern_value(once: int, twice: int, three: int, four: int, wheel_second: bool) -> int:
    """The best five cards by rank alone, suits left out of account."""
    if four:
        rank = _highest(four)
        return _FOUR | rank << 4 | _highest(once ^ 1 << rank)
    if three:
        rank = _highest(three)
        rest = twice ^ 1 << rank
        if rest:
            return _FULL_HOUSE | rank << 4 | _highest(rest)
    straights = _straights(once)
    if straights:
        return _STRAIGHT | _best_straight(straights, wheel_second)
    if three:
        rank = _highest(three)
        return _THREE | rank << 8 | _two_kickers(once ^ 1 << rank)
    if twice:
        rank = _highest(twice)
        rest = twice ^ 1 << rank
        if rest:
            other = _highest(rest)
            kicker = _highest(once ^ 1 << rank ^ 1 << other)
            return _TWO_PAIR | rank << 8 | other << 4 | kicker
        return _PAIR | rank * _KICKERS + _three_kickers(once ^ 1 << rank)
    return _top_bits(once, 5) >> 1


@compiled
def flush_value(mask: int, straights: int, wheel_second: bool) -> int:
    """The value of cards of one suit, of which there are five or more."""
    if straights:
        place = _best_straight(straights, wheel_second)
        if place == _TOP_STRAIGHT:
            return _ROYAL
        return _STRAIGHT_FLUSH | place
    return _FLUSH | _top_bits(mask, 5) >> 1


# --- pai gow poker ---------------------------------------------------------------------------


@compiled
def pai_gow_high_value(cards: Sequence[int], wheel_second: bool = True) -> int:
    """11.3: the best five of five to seven cards, among which may be the joker.

    A-2-3-4-5 is the second highest straight and the highest straight flush; with the option of
    11.3(d), `wheel_second=False`, it is the lowest of both.
    """
    jokers = 0
    aces = 0
    counts = 0x3333
    for card in cards:
        if card == JOKER:
            jokers = 1
            counts += 0x1111  # the joker completes any suit
        else:
            counts += 1 << 4 * (card & 3)
        if card >> 2 >= ACE:
            aces += 1
    if aces == 5:
        return _FIVE_ACES
    once, twice, three, four = rank_slices(cards)
    best = rank_pattern_value(once, twice, three, four, wheel_second)
    if jokers:
        straights = _straights_with_joker(_ranks_without_joker(cards))
        if straights:
            best = max(best, _STRAIGHT | _best_straight(straights, wheel_second))
    if counts & 0x8888:
        for suit in range(4):
            if counts >> 4 * suit & 8:
                mask = _ranks_of_suit(cards, suit)
                best = max(best, _pai_gow_flush(mask, jokers, wheel_second))
    return best


@compiled
def _ranks_without_joker(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        if card != JOKER:
            mask |= 1 << (card >> 2)
    return mask


@compiled
def _pai_gow_flush(mask: int, jokers: int, wheel_second: bool) -> int:
    """A flush; a joker in it is the highest card of the suit that is missing."""
    if jokers == 0:
        return flush_value(mask, _straights(mask), wheel_second)
    missing = 1 << _highest(~mask & 0x1FFF)
    return flush_value(mask | missing, _straights_with_joker(mask), wheel_second)


@compiled
def pai_gow_low_value(a: int, b: int) -> int:
    """11.3: the two-card hand, where the joker is always an ace."""
    first = min(a >> 2, ACE)
    second = min(b >> 2, ACE)
    if first == second:
        return _PAIR | first << 4
    return max(first, second) << 4 | min(first, second)


# --- several decks ---------------------------------------------------------------------------


@compiled
def multi_deck_value(cards: Sequence[int]) -> int:
    """21.3: the best five of five to seven cards from several decks, with flushes of equals."""
    counts = 0x3333
    once = twice = three = four = five = 0
    for card in cards:
        counts += 1 << 4 * (card & 3)
        bit = 1 << (card >> 2)
        five |= four & bit
        four |= three & bit
        three |= twice & bit
        twice |= once & bit
        once |= bit
    best = 0
    flag = counts & 0x8888
    if flag:
        best = _multi_deck_flush(cards, suit_of_flag(flag))
    if five:
        return max(best, _FIVE_OF_A_KIND | _highest(five))
    return max(best, rank_pattern_value(once, twice, three, four, False))


@compiled
def _multi_deck_flush(cards: Sequence[int], suit: int) -> int:
    """The best five cards of one suit, which may hold the same card more than once."""
    once = twice = three = four = five = 0
    for card in cards:
        if card & 3 == suit:
            bit = 1 << (card >> 2)
            five |= four & bit
            four |= three & bit
            three |= twice & bit
            twice |= once & bit
            once |= bit
    if five:
        return _FLUSH_FIVE | _highest(five)
    straights = _straights(once)
    if straights >> _TOP_STRAIGHT:
        return _MULTI_DECK_ROYAL
    value = rank_pattern_value(once, twice, three, four, False)
    place = value & CATEGORY_UNIT - 1
    kind = value - place
    if kind == _FOUR:
        return _FLUSH_FOUR | place
    if straights:
        return _MULTI_DECK_STRAIGHT_FLUSH | _highest(straights)
    if kind == _FULL_HOUSE:
        return _FLUSH_FULL_HOUSE | place
    if kind == _THREE:
        return _FLUSH_THREE | place
    if kind == _TWO_PAIR:
        return _FLUSH_TWO_PAIR | place
    if kind == _PAIR:
        return _FLUSH_PAIR | place
    return _FLUSH | place


# --- five to seven cards by tables -----------------------------------------------------------

# One key per rank. Sums of seven keys (no rank more than four times) are all different, and so
# are those of five and of six. Each is the smallest number for which that holds, given those
# before it; `tools/poker_tables.py` finds them.
RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

# The sums crowd together; an odd factor spreads them evenly over the 23 bits, which lets the
# rows of the table be packed without gaps. Any odd factor keeps different sums different.
KEY_FACTOR = 3635633
KEY_BITS = 23
COLUMN_BITS = 10
ROWS = 1 << KEY_BITS - COLUMN_BITS
ROW_MASK = ROWS - 1
COLUMN_MASK = (1 << COLUMN_BITS) - 1

# A card's key: the lowest sixteen bits are four nibbles that count suits, and begin at three, so
# that the fifth card of a suit sets the nibble's highest bit. Then comes the spread key of the
# rank: column, row, and room for carries, which are cut off.
SUIT_START = 0x3333
SUIT_FLAGS = 0x8888
COLUMN_SHIFT = 20
ROW_SHIFT = COLUMN_SHIFT + COLUMN_BITS

TABLE_FILE = Path(__file__).with_name("poker_tables.bin")


class IntegerTable(Protocol):
    """Whatever gives an integer for an index: an array of the standard library or of numpy."""

    def __getitem__(self, index: int, /) -> int: ...


class PokerTables(NamedTuple):
    """The lookup tables for five, six and seven cards; kernels get them as an argument."""

    keys: IntegerTable
    suit_masks: IntegerTable
    flushes: IntegerTable
    five_offsets: IntegerTable
    five_values: IntegerTable
    six_offsets: IntegerTable
    six_values: IntegerTable
    seven_offsets: IntegerTable
    seven_values: IntegerTable


def spread_key(rank_sum: int) -> int:
    """The row and column of a sum of rank keys."""
    return rank_sum * KEY_FACTOR & (1 << KEY_BITS) - 1


def card_keys() -> list[int]:
    """For each card its rank's key, spread, and a one in the nibble of its suit."""
    return [
        spread_key(RANK_KEYS[card >> 2]) << COLUMN_SHIFT | 1 << 4 * (card & 3) for card in range(52)
    ]


def card_suit_masks() -> list[int]:
    """For each card one bit: sixteen bits per suit, of which thirteen are ranks."""
    return [1 << 16 * (card & 3) + (card >> 2) for card in range(52)]


def rank_hands(count: int) -> Iterator[tuple[int, ...]]:
    """All hands of so many cards by rank, no rank more often than there are suits."""
    for hand in combinations_with_replacement(range(len(RANK_KEYS)), count):
        if all(hand[i] != hand[i + SUITS] for i in range(count - SUITS)):
            yield hand


def stored_arrays(content: bytes | None = None) -> tuple[array[int], ...]:
    """The arrays of the table file: sixteen-bit numbers, lengths first, lowest byte first."""
    words = array("H")
    words.frombytes(TABLE_FILE.read_bytes() if content is None else content)
    if sys.byteorder == "big":
        words.byteswap()
    count = words[0]
    start = 1 + 2 * count
    arrays = []
    for index in range(count):
        length = words[1 + 2 * index] | words[2 + 2 * index] << 16
        arrays.append(words[start : start + length])
        start += length
    assert start == len(words), "the table file has the wrong length"
    return tuple(arrays)


@lru_cache(maxsize=1)
def tables() -> PokerTables:
    """The tables for plain Python; `poker_batch.tables` are the same for kernels."""
    return PokerTables(tuple(card_keys()), tuple(card_suit_masks()), *stored_arrays())


@compiled
def five_cards(t: PokerTables, a: int, b: int, c: int, d: int, e: int) -> int:
    """The value of five cards of one deck."""
    keys = t.keys
    key = SUIT_START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if key & SUIT_FLAGS:
        mask = 1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)
        return t.flushes[mask]
    offset = t.five_offsets[key >> ROW_SHIFT & ROW_MASK]
    return t.five_values[offset + (key >> COLUMN_SHIFT & COLUMN_MASK)]


@compiled
def six_cards(t: PokerTables, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The value of the best five of six cards of one deck."""
    keys = t.keys
    key = SUIT_START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
    if key & SUIT_FLAGS:
        suits = t.suit_masks
        held = suits[a] | suits[b] | suits[c] | suits[d] | suits[e] | suits[f]
        suit = suit_of_flag(key & SUIT_FLAGS)
        return t.flushes[held >> 16 * suit & 0x1FFF]
    offset = t.six_offsets[key >> ROW_SHIFT & ROW_MASK]
    return t.six_values[offset + (key >> COLUMN_SHIFT & COLUMN_MASK)]


@compiled
def seven_cards(t: PokerTables, a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """The value of the best five of seven cards of one deck."""
    keys = t.keys
    key = SUIT_START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
    if key & SUIT_FLAGS:
        suits = t.suit_masks
        held = suits[a] | suits[b] | suits[c] | suits[d] | suits[e] | suits[f] | suits[g]
        suit = suit_of_flag(key & SUIT_FLAGS)
        return t.flushes[held >> 16 * suit & 0x1FFF]
    offset = t.seven_offsets[key >> ROW_SHIFT & ROW_MASK]
    return t.seven_values[offset + (key >> COLUMN_SHIFT & COLUMN_MASK)]


def five_card_value(cards: Sequence[int]) -> int:
    """The best five of five, six or seven cards of one deck, in the ordinary order."""
    count = len(cards)
    if count == 5:
        return five_cards(tables(), *cards)
    if count == 7:
        return seven_cards(tables(), *cards)
    if count == 6:
        return six_cards(tables(), *cards)
    raise ValueError(f"five to seven cards make a poker hand, not {count}")
