"""What seven cards of pai gow poker are to the side wagers (11.15 to 11.23), however they are set.

A function that ends in `_row` returns the place of a hand in its wager's rows, best first, or NONE.
`value` is the best five of the seven, from `pitboss.hands.poker.pai_gow_high_value`."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.compiled import compiled
from pitboss.hands.poker import ACE, CATEGORY_SHIFT, JOKER, PAI_GOW_CATEGORIES

NONE = -1

# 11.15, 11.22: bonus and dynasty bonus. Three of a kind stands above a straight.
BONUS_ROWS = (
    "seven-card straight flush without joker",
    "royal flush and royal match",
    "seven-card straight flush with joker",
    "five aces",
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "three of a kind",
    "straight",
)
# 11.15, 11.22: insurance and protection, by the highest card of a hand without a pair or better.
INSURANCE_ROWS = ("nine high", "ten high", "jack high", "queen high", "king high", "ace high")
# 11.20: the two columns of the imperial bonus.
IMPERIAL_PLAYER_ROWS = (
    "five aces",
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
)
IMPERIAL_BANKER_ROWS = ("nine high", "ten high", "jack high")

_NINE = 7
_QUEEN = 10
_KING = 11
_STRAIGHT = PAI_GOW_CATEGORIES.index("straight")
_THREE = PAI_GOW_CATEGORIES.index("three of a kind")
_FLUSH = PAI_GOW_CATEGORIES.index("flush")
_STRAIGHT_FLUSH = PAI_GOW_CATEGORIES.index("straight flush")
_ROYAL = PAI_GOW_CATEGORIES.index("royal flush")
_FIVE_ACES = PAI_GOW_CATEGORIES.index("five aces")
_SEVEN = 0
_ROYAL_MATCH = 1
_SEVEN_WITH_JOKER = 2
_FIRST = 3  # the row of five aces: those below it follow the categories down
_THREE_ROW = 9
_STRAIGHT_ROW = 10
# Seven ranks in a row: from A-2-3-4-5-6-7 to 8-9-10-J-Q-K-A.
_RUNS = 8
_RUN = 0x7F


@compiled
def highest_of_nothing(value: int) -> int:
    """The rank of the highest card of seven that hold no pair or better; NONE if they do."""
    if value >> CATEGORY_SHIFT:
        return NONE
    return (value << 1).bit_length() - 1


@compiled
def insurance_row(value: int) -> int:
    """By the highest card; seven cards without a straight or pair are nine high at the least."""
    highest = highest_of_nothing(value)
    return NONE if highest == NONE else highest - _NINE


@compiled
def imperial_banker_row(value: int) -> int:
    """11.20: nine, ten or jack high."""
    row = insurance_row(value)
    return row if row < 3 else NONE


@compiled
def imperial_player_row(value: int) -> int:
    """11.20: the best five cards."""
    category = value >> CATEGORY_SHIFT
    return NONE if category < _THREE else _FIVE_ACES - category


@compiled
def is_queen_high(value: int) -> bool:
    """11.22: exactly a queen-high pai gow."""
    return highest_of_nothing(value) == _QUEEN


@compiled
def _is_run(ranks: int, missing: int) -> bool:
    """Whether a set of ranks, with so many more, is seven in a row; the ace is low or high."""
    chain = ranks << 1 | ranks >> ACE
    longest = 0
    for start in range(_RUNS):
        longest = max(longest, (chain >> start & _RUN).bit_count())
    return longest + missing >= 7


@compiled
def _is_seven_card_straight_flush(seven: Sequence[int]) -> bool:
    suit = -1
    ranks = 0
    jokers = 0
    for card in seven:
        if card == JOKER:
            jokers = 1
            continue
        if suit not in (-1, card & 3):
            return False
        suit = card & 3
        ranks |= 1 << (card >> 2)
    return _is_run(ranks, jokers)


@compiled
def _is_royal_match(seven: Sequence[int]) -> bool:
    """Whether a king and a queen of one suit lie beside a royal flush of another; said of seven
    cards that hold a royal flush."""
    for suit in range(4):
        kings = 0
        others = 0
        for card in seven:
            if card == JOKER or card & 3 != suit:
                continue
            others += 1
            if card >> 2 in (_KING, _QUEEN):
                kings += 1
        if kings == 2 and others == 2:
            return True
    return False


@compiled
def _has_three(seven: Sequence[int]) -> bool:
    once = twice = three = 0
    for card in seven:
        bit = 1 << min(card >> 2, ACE)
        three |= twice & bit
        twice |= once & bit
        once |= bit
    return three != 0


@compiled
def bonus_row(seven: Sequence[int], value: int) -> int:
    """11.15, 11.22: the row of the bonus and dynasty bonus."""
    category = value >> CATEGORY_SHIFT
    if category in (_STRAIGHT_FLUSH, _ROYAL) and _is_seven_card_straight_flush(seven):
        for card in seven:
            if card == JOKER:
                return _SEVEN_WITH_JOKER
        return _SEVEN
    if category == _ROYAL and _is_royal_match(seven):
        return _ROYAL_MATCH
    if category >= _FLUSH:
        return _FIRST + _FIVE_ACES - category
    if category == _STRAIGHT:
        return _THREE_ROW if _has_three(seven) else _STRAIGHT_ROW
    return _THREE_ROW if category == _THREE else NONE
