"""Low hands of 14.3 as integers: the higher integer is the better hand, so the lower the cards.

The ace is the lowest card and the king the highest; straights and flushes do not count. As in
`pitboss.hands.poker`, `value >> CATEGORY_SHIFT` is an index into the ranking's tuple of names,
worst first, and sets of ranks are masks of 13 bits; here bit 0 is the ace and bit 12 the king.

| Ranking | Function |
| --- | --- |
| ace to five, best five of five to seven | `ace_to_five_value` |
| eight or better, 0 where nothing qualifies | `eight_or_better_value` |
| Badugi, four cards | `badugi_value` |

Doubt: 14.3 of the regulation was not read. Hands with a pair are compared by the pair first and
then by the other cards from the highest, as hands with a pair are in the high ranking.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiled import compiled
from pitboss.hands.poker import ACE, CATEGORY_UNIT, rank_pattern_value, rank_slices

LOW_CATEGORIES = (
    "four of a kind",
    "full house",
    "three of a kind",
    "two pair",
    "pair",
    "no pair",
)
BADUGI_CATEGORIES = ("one card", "two cards", "three cards", "Badugi")

NO_LOW = 0  # the value of cards that make no qualifying low hand; every low hand is above it

_FULL_HOUSE = 1 * CATEGORY_UNIT
_THREE = 2 * CATEGORY_UNIT
_TWO_PAIR = 3 * CATEGORY_UNIT
_PAIR = 4 * CATEGORY_UNIT
_NO_PAIR = 5 * CATEGORY_UNIT
_PLACE = CATEGORY_UNIT - 1
_ALL_RANKS = 0x1FFF
EIGHT_AND_LOWER = 0xFF


@compiled
def ace_low(mask: int) -> int:
    """A set of ranks with the ace moved from the top to the bottom."""
    return (mask << 1 | mask >> ACE) & _ALL_RANKS


@compiled
def lowest_ranks(mask: int, count: int) -> int:
    """The lowest `count` ranks of a set."""
    while mask.bit_count() > count:
        mask ^= 1 << mask.bit_length() - 1
    return mask


@compiled
def lower_is_better(mask: int) -> int:
    """A number that is the higher, the lower the ranks are, among sets of equally many."""
    return _PLACE - (mask >> 1)


@compiled
def ace_to_five_value(cards: Sequence[int]) -> int:
    """14.3, low: the best five of five to seven cards; fewest matched cards, then the lowest."""
    slices = rank_slices(cards)
    return ace_to_five_of_slices(
        ace_low(slices[0]), ace_low(slices[1]), ace_low(slices[2]), ace_low(slices[3])
    )


@compiled
def ace_to_five_of_slices(once: int, twice: int, three: int, four: int) -> int:
    """As `ace_to_five_value`, for the ranks held at least once, twice, three and four times."""
    ranks = once.bit_count()
    if ranks >= 5:
        return _NO_PAIR | lower_is_better(lowest_ranks(once, 5))
    # Fewer ranks than cards: which of them are matched is chosen, and all ranks are used. The
    # high ranking then says in which order such hands stand, and the order is turned round.
    if ranks == 4:
        pair = lowest_ranks(twice, 1)
        return _PAIR | _PLACE - (rank_pattern_value(once, pair, 0, 0, False) & _PLACE)
    trips = lowest_ranks(three, 1)
    if ranks == 3:
        pairs = lowest_ranks(twice, 2)
        if pairs.bit_count() == 2:
            return _TWO_PAIR | _PLACE - (rank_pattern_value(once, pairs, 0, 0, False) & _PLACE)
        return _THREE | _PLACE - (rank_pattern_value(once, trips, trips, 0, False) & _PLACE)
    if trips != twice:
        return _FULL_HOUSE | _PLACE - (rank_pattern_value(once, once, trips, 0, False) & _PLACE)
    return _PLACE - (rank_pattern_value(once, four, four, four, False) & _PLACE)


@compiled
def eight_or_better_value(cards: Sequence[int]) -> int:
    """14.3: as `ace_to_five_value` where five different ranks are eight or lower, else NO_LOW."""
    ranks = 0
    for card in cards:
        ranks |= 1 << (card >> 2)
    return eight_or_better_of_ranks(ace_low(ranks))


@compiled
def eight_or_better_of_ranks(ranks: int) -> int:
    """As `eight_or_better_value`, for a set of ranks."""
    ranks &= EIGHT_AND_LOWER
    if ranks.bit_count() < 5:
        return NO_LOW
    return _NO_PAIR | lower_is_better(lowest_ranks(ranks, 5))


@compiled
def badugi_value(cards: Sequence[int]) -> int:
    """14.3, Badugi: of four cards as many as differ in rank and suit, then the lowest of them."""
    best = 0
    for chosen in range(1, 1 << len(cards)):
        ranks = 0
        suits = 0
        for place in range(len(cards)):
            if chosen >> place & 1:
                ranks |= 1 << (cards[place] >> 2)
                suits |= 1 << (cards[place] & 3)
        count = chosen.bit_count()
        if ranks.bit_count() == count and suits.bit_count() == count:
            value = (count - 1) * CATEGORY_UNIT | lower_is_better(ace_low(ranks))
            best = max(best, value)
    return best


def low_ranks_of_value(value: int) -> int:
    """The five ranks of a low hand without a pair, from its value."""
    return ranks_of_place(value & _PLACE, 5)


def ranks_of_place(place: int, count: int) -> int:
    """The set of so many ranks whose `lower_is_better` is `place`: its lowest rank was left out
    of the number where it is the ace, and follows from the count."""
    ranks = _PLACE - place << 1
    return ranks if ranks.bit_count() == count else ranks | 1
