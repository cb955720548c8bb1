"""Which cards complete a hand of three at pokette: integers in, integers out.

A set of cards is a whole number with a bit for each of the 52; a set of ranks one with a bit for
each of the 13 (0 is the deuce, 12 the ace). A joker is in no set."""

from __future__ import annotations

from pitboss.compiled import compiled

PAIR_IN_TWO = 0
PAIR_IN_THREE = 1
THREE_OF_A_KIND = 2
FLUSH = 3
STRAIGHT = 4
STRAIGHT_FLUSH = 5

ACE = 12
CARDS = 52
# No second card is shown.
NONE = -1


@compiled
def cards_of_rank(rank: int) -> int:
    return 15 << (4 * rank)


@compiled
def cards_of_suit(suit: int) -> int:
    cards = 0
    for rank in range(13):
        cards |= 1 << (4 * rank + suit)
    return cards


@compiled
def ranks_of_straight(low: int) -> int:
    """The three ranks of the straight from `low` up; from the ace (-1) it is ace, two, three."""
    if low < 0:
        return 1 << ACE | 1 << 0 | 1 << 1
    return 7 << low


@compiled
def straight_ends(first: int, second: int) -> int:
    """12.8: the set of ranks that make a straight with two cards of different ranks: two of
    them (open), one (inside) or none."""
    ends = 0
    shown = 1 << (first >> 2) | 1 << (second >> 2)
    if first >> 2 == second >> 2:
        return 0
    for low in range(-1, 11):
        straight = ranks_of_straight(low)
        if straight & shown == shown:
            ends |= straight & ~shown
    return ends


@compiled
def is_open(ends: int) -> bool:
    """Whether there is more than one rank in the set."""
    return ends & (ends - 1) != 0


@compiled
def completing(family: int, first: int, second: int) -> int:
    """12.8: the set of cards that win a poker hand wager when these cards are shown (`second`
    is -1 where only one is); nothing where the wager cannot be made."""
    if second == NONE:
        return cards_of_rank(first >> 2) if family == PAIR_IN_TWO else 0
    pair = first >> 2 == second >> 2
    suited = first & 3 == second & 3
    if family == PAIR_IN_THREE:
        return 0 if pair else cards_of_rank(first >> 2) | cards_of_rank(second >> 2)
    if family == THREE_OF_A_KIND:
        return cards_of_rank(first >> 2) if pair else 0
    if family == FLUSH:
        return cards_of_suit(first & 3) if suited else 0
    if family == STRAIGHT or (family == STRAIGHT_FLUSH and suited):
        ends = straight_ends(first, second)
        cards = 0
        for rank in range(13):
            if ends >> rank & 1:
                cards |= cards_of_rank(rank)
        return cards if family == STRAIGHT else cards & cards_of_suit(first & 3)
    return 0


@compiled
def holds(cards: int, card: int) -> bool:
    """Whether a card is in a set. A joker never is."""
    return card < CARDS and cards >> card & 1 == 1
