"""The words of a house way for cards. The joker counts as an ace, except in a straight or flush.

    [[rule]]
    name = "Jacks to kings with twos to sixes, without an ace, are split"
    hand.holds = "two pairs"        # or a list; PATTERNS below
    hand.higher_pair = "J-K"        # ranks: "A", "2-6", "7-10"
    hand.lower_pair = "2-6"
    hand.no_single = "A"            # no ace that is alone in the hand
    high = "pair"                   # what the five cards are, or a list of that
    low = "pair"                    # or "no pair", "A-A", "A-K", "A-x"
    choose = "best high"            # or "best low"

Further: `hand.three` and `hand.four` (ranks), `hand.single`, `hand.straight_or_flush = true` (or
false: no five of the seven make one), and `high_keeps = "highest card"`.

A rule is fourteen whole numbers, and `set_hand` reads those: plain Python at a table, compiled in
a study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from pitboss.compiled import compiled
from pitboss.errors import BadInput
from pitboss.hands.pai_gow import high_key_without, is_foul, low_key
from pitboss.hands.poker import ACE, CATEGORY_SHIFT, PAI_GOW_CATEGORIES, IntegerTable

PATTERNS = (
    "nothing",
    "one pair",
    "two pairs",
    "three pairs",
    "three of a kind",
    "twice three of a kind",
    "full house",
    "four of a kind",
    "four of a kind and a pair",
    "four and three of a kind",
    "five aces",
)
RANK_TEXTS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ALL_RANKS = (1 << len(RANK_TEXTS)) - 1
ANY_RANK = "x"
STRAIGHT = PAI_GOW_CATEGORIES.index("straight")
FLUSH = PAI_GOW_CATEGORIES.index("flush")
STRAIGHT_FLUSH = PAI_GOW_CATEGORIES.index("straight flush")
ROYAL_FLUSH = PAI_GOW_CATEGORIES.index("royal flush")

# What `set_hand` returns where it returns no setting: UNSET, or FOUL less what it would have been.
UNSET = -1
FOUL = -2

# The numbers of a rule, in their order.
HOLDS, STRAIGHT_OR_FLUSH, FOUR, THREE, HIGHER, LOWER, SINGLE, NO_SINGLE = range(8)
HIGH, KEEPS_HIGHEST, LOW_PAIR, LOW_FIRST, LOW_SECOND, BEST_LOW = range(8, 14)
NUMBERS = 14
_LOW_PLACE = (1 << CATEGORY_SHIFT) - 1


class HandFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    holds: str | list[str] = []
    straight_or_flush: bool | None = None
    four: str = ""
    three: str = ""
    higher_pair: str = ""
    lower_pair: str = ""
    single: str = ""
    no_single: str = ""


class RuleFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    choose: Literal["best low", "best high"]
    hand: HandFields = HandFields()
    high: str | list[str] = []
    high_keeps: Literal["", "highest card"] = ""
    low: str = ""


class CardRule(msgspec.Struct, frozen=True):
    """A rule as it was read: sets of patterns, of categories and of ranks, one bit for each."""

    name: str
    hand: tuple[int, ...]
    high: int
    keeps_highest: bool
    low: tuple[int, int, int]
    best_low: bool

    def numbers(self) -> tuple[int, ...]:
        return (*self.hand, self.high, int(self.keeps_highest), *self.low, int(self.best_low))


def read_rule(fields: dict[str, object]) -> CardRule:
    read = msgspec.convert(fields, RuleFields)
    hand = read.hand
    wanted = -1 if hand.straight_or_flush is None else int(hand.straight_or_flush)
    return CardRule(
        read.name,
        (
            _bits("hand.holds", hand.holds, PATTERNS),
            wanted,
            _ranks("hand.four", hand.four),
            _ranks("hand.three", hand.three),
            _ranks("hand.higher_pair", hand.higher_pair),
            _ranks("hand.lower_pair", hand.lower_pair),
            _ranks("hand.single", hand.single),
            _ranks("hand.no_single", hand.no_single),
        ),
        _bits("high", read.high, PAI_GOW_CATEGORIES),
        read.high_keeps != "",
        _low(read.low),
        read.choose == "best low",
    )


def _bits(field: str, texts: str | list[str], known: Sequence[str]) -> int:
    """A bit for each of the names; all of them, where none is given."""
    listed = [texts] if isinstance(texts, str) else texts
    for text in listed:
        if text not in known:
            raise BadInput(f"{field} has {text[:40]!r}; expected one of {', '.join(known)}")
    return sum(1 << known.index(text) for text in set(listed)) or (1 << len(known)) - 1


def _ranks(field: str, text: str) -> int:
    """A bit for each rank: `A`, or `2-6`; none, where there is no such condition."""
    if not text:
        return 0
    first, _, last = text.partition("-")
    return _span(field, text, first, last or first)


def _span(field: str, text: str, first: str, last: str) -> int:
    if first not in RANK_TEXTS or last not in RANK_TEXTS:
        raise BadInput(f"{field} has {text[:40]!r}; expected ranks such as A, 2-6 or J-K")
    low, high = RANK_TEXTS.index(first), RANK_TEXTS.index(last)
    if low > high:
        raise BadInput(f"{field} has {text[:40]!r}; expected the lower rank first")
    return (2 << high) - (1 << low)


def _low(text: str) -> tuple[int, int, int]:
    """Ranks of the pairs that are allowed as low hand, and of first and second card if no pair."""
    if text == "":
        return ALL_RANKS, ALL_RANKS, ALL_RANKS
    if text == "pair":
        return ALL_RANKS, 0, 0
    if text == "no pair":
        return 0, ALL_RANKS, ALL_RANKS
    first, _, second = text.partition("-")
    if first in RANK_TEXTS and second == first:
        return 1 << RANK_TEXTS.index(first), 0, 0
    if first in RANK_TEXTS and second in (*RANK_TEXTS, ANY_RANK):
        following = ALL_RANKS if second == ANY_RANK else 1 << RANK_TEXTS.index(second)
        return 0, 1 << RANK_TEXTS.index(first), following
    raise BadInput(f"low has {text[:40]!r}; expected pair, no pair, or such as A-A, A-K or A-x")


# --- setting a hand ----------------------------------------------------------------------------


@compiled
def _pattern(four: int, three: int, pairs: int) -> int:
    """The place in PATTERNS of a hand with so many of each, none of five."""
    if four:
        if three:
            return 9
        return 8 if pairs else 7
    if three == 2:
        return 5
    if three:
        return 6 if pairs else 4
    return pairs


@compiled
def _counted(seven: Sequence[int]) -> tuple[int, int, int, int, int]:
    """The ranks that are held exactly once, twice, three, four and five times."""
    once = twice = three = four = five = 0
    for card in seven:
        bit = 1 << min(card >> 2, ACE)
        five |= four & bit
        four |= three & bit
        three |= twice & bit
        twice |= once & bit
        once |= bit
    return once & ~twice, twice & ~three, three & ~four, four & ~five, five


@compiled
def _is_straight_or_flush(high: int) -> bool:
    category = high >> CATEGORY_SHIFT
    return category in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL_FLUSH)


@compiled
def _has_straight_or_flush(seven: Sequence[int], lowest_wheel: bool) -> bool:
    for i in range(6):
        for j in range(i + 1, 7):
            if _is_straight_or_flush(high_key_without(seven, i, j, lowest_wheel)):
                return True
    return False


@compiled
def _is_low(program: IntegerTable, at: int, low: int) -> bool:
    """Whether the two cards of that key are what the rule at `at` wants as low hand."""
    place = low & _LOW_PLACE
    if low >> CATEGORY_SHIFT:
        return program[at + LOW_PAIR] >> (place >> 4) & 1 == 1
    return (
        program[at + LOW_FIRST] >> (place >> 4) & program[at + LOW_SECOND] >> (place & 15) & 1 == 1
    )


@compiled
def _best_setting(
    program: IntegerTable, at: int, seven: Sequence[int], lowest_wheel: bool
) -> tuple[int, bool]:
    """The number of the setting that the rule at `at` takes, -1 if it allows none, and whether it
    is a foul. Cards are in order, the highest first."""
    best = -1
    chosen = -1
    foul = False
    setting = -1
    highest = min(seven[0] >> 2, ACE)
    for i in range(6):
        for j in range(i + 1, 7):
            setting += 1
            if program[at + KEEPS_HIGHEST] and min(seven[i] >> 2, ACE) == highest:
                continue
            low = low_key(seven[i], seven[j])
            if not _is_low(program, at, low):
                continue
            high = high_key_without(seven, i, j, lowest_wheel)
            if program[at + HIGH] >> (high >> CATEGORY_SHIFT) & 1 == 0:
                continue
            key = low << 16 | high if program[at + BEST_LOW] else high << 16 | low
            if key > best:
                best = key
                chosen = setting
                foul = is_foul(high, low)
    return chosen, foul


@compiled
def set_hand(program: Sequence[int], seven: Sequence[int], lowest_wheel: bool) -> int:
    """The rule that sets seven cards, in order from the highest, and the setting it takes:
    rule * 21 + setting; below zero where no rule applies or it sets a foul."""
    single, pairs, three, four, five = _counted(seven)
    if five:
        pattern = 10
    else:
        pattern = _pattern(four.bit_count(), three.bit_count(), pairs.bit_count())
    higher = 1 << pairs.bit_length() >> 1
    lower = pairs & -pairs
    straight_or_flush = -1  # not looked at yet
    for rule in range(len(program) // NUMBERS):
        at = rule * NUMBERS
        if program[at + HOLDS] >> pattern & 1 == 0:
            continue
        if program[at + FOUR] and program[at + FOUR] & four == 0:
            continue
        if program[at + THREE] and program[at + THREE] & three == 0:
            continue
        if program[at + HIGHER] and program[at + HIGHER] & higher == 0:
            continue
        if program[at + LOWER] and program[at + LOWER] & lower == 0:
            continue
        if program[at + SINGLE] and program[at + SINGLE] & single == 0:
            continue
        if program[at + NO_SINGLE] & single:
            continue
        if program[at + STRAIGHT_OR_FLUSH] >= 0:
            if straight_or_flush < 0:
                straight_or_flush = 1 if _has_straight_or_flush(seven, lowest_wheel) else 0
            if straight_or_flush != program[at + STRAIGHT_OR_FLUSH]:
                continue
        setting, foul = _best_setting(program, at, seven, lowest_wheel)
        if setting >= 0:
            chosen = rule * 21 + setting
            return FOUL - chosen if foul else chosen
    return UNSET
