"""Seven cards of pai gow poker as a hand of five and one of two (11.3). Cards are those of
`pitboss.equipment.cards`, the joker included; the higher integer is the better hand. Keys of five
cards and keys of two are compared with their own kind only; `is_foul` compares across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from pitboss.compiled import compiled
from pitboss.hands.poker import (
    ACE,
    CATEGORY_SHIFT,
    JOKER,
    pai_gow_high_value,
    pai_gow_low_value,
    rank_hands,
)

CARDS = 7
HIGH_CARDS = 5
SETTINGS = 21
SECTION = "11.3"
SETTING_SECTION = "11.9"

HIGH_CARD = 0
PAIR = 1
# Pairs of one rank are this many values apart in the five-card ranking.
_KICKERS = 286
_PLACE = (1 << CATEGORY_SHIFT) - 1


@compiled
def high_key(five: Sequence[int], lowest_wheel: bool = False) -> int:
    """11.3(b): the five-card hand. `lowest_wheel` is the option of 11.3(d): A-2-3-4-5 is the
    lowest straight and straight flush."""
    return pai_gow_high_value(five, not lowest_wheel)


@compiled
def low_key(a: int, b: int) -> int:
    """11.3(b): the two-card hand, in which the joker is an ace."""
    return pai_gow_low_value(a, b)


@compiled
def is_foul(high: int, low: int) -> bool:
    """Whether the five-card hand of key `high` is lower than the two-card hand of key `low`."""
    category = high >> CATEGORY_SHIFT
    if category > PAIR:
        return False
    if category == PAIR:
        if low >> CATEGORY_SHIFT == 0:
            return False
        return (high & _PLACE) // _KICKERS < (low & _PLACE) >> 4
    if low >> CATEGORY_SHIFT:
        return True
    ranks = high << 1  # a set of five ranks; only the lowest of them may have been cut off
    first = ranks.bit_length() - 1
    second = (ranks ^ 1 << first).bit_length() - 1
    return first << 4 | second < low


@compiled
def _place(position: int, i: int, j: int) -> int:
    """The place among seven of the card that is at `position` once i and j are taken out."""
    place = position
    if place >= i:
        place += 1
    if place >= j:
        place += 1
    return place


@compiled
def high_key_without(seven: Sequence[int], i: int, j: int, lowest_wheel: bool) -> int:
    """The key of the five cards that are left when those at places i < j are the low hand."""
    five = (
        seven[_place(0, i, j)],
        seven[_place(1, i, j)],
        seven[_place(2, i, j)],
        seven[_place(3, i, j)],
        seven[_place(4, i, j)],
    )
    return pai_gow_high_value(five, not lowest_wheel)


def settings(seven: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
    """The 21 ways to part seven cards into five and two."""
    for i, j in combinations(range(CARDS), 2):
        rest = tuple(card for place, card in enumerate(seven) if place not in (i, j))
        yield rest, (seven[i], seven[j])


def in_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Cards from the highest to the lowest, the joker first."""
    return tuple(sorted(cards, reverse=True))


# --- every kind of hand ------------------------------------------------------------------------

_FLUSH_SUIT = 3
_FLUSH_CARDS = 5


def kinds_of_hands() -> Iterator[tuple[int, ...]]:
    """One hand of seven cards for every kind: hands of one kind have the same ranks and, where a
    flush is possible, the same ranks in its suit, so all their settings have the same keys."""
    for jokers in (0, 1):
        joker = (JOKER,) * jokers
        count = CARDS - jokers
        for ranks in rank_hands(count):
            yield in_order((*joker, *(rank << 2 | at & 3 for at, rank in enumerate(ranks))))
        for suited in range(_FLUSH_CARDS - jokers, count + 1):
            others = [
                rest
                for rest in combinations_with_replacement(range(ACE + 1), count - suited)
                if all(rest.count(rank) <= _FLUSH_SUIT for rank in rest)
            ]
            for held in combinations(range(ACE + 1), suited):
                flush = tuple(rank << 2 | _FLUSH_SUIT for rank in held)
                for rest in others:
                    off = tuple(rank << 2 | at % _FLUSH_SUIT for at, rank in enumerate(rest))
                    yield in_order((*joker, *flush, *off))
