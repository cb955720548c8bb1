"""Poker hands of 14.3 in words, and which cards play: `kings full of fours`, `8-6-5-4-3 low`.

A function that ends in `_words` takes the cards a hand is made of; where there are more, `playing`
and `playing_omaha` choose them by the ranking's own value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

from pitboss.equipment.cards import RANK_NAMES, Card
from pitboss.hands.boards import (
    BOARD_CATEGORIES,
    BOARD_SHIFT,
    LOW_BOARD_CATEGORIES,
    high_board_value,
    low_board_value,
)
from pitboss.hands.low import (
    BADUGI_CATEGORIES,
    LOW_CATEGORIES,
    ace_to_five_value,
    badugi_value,
)
from pitboss.hands.mambo import (
    MAMBO_HIGH_CATEGORIES,
    MAMBO_LOW_CATEGORIES,
    mambo_high_value,
    mambo_low_value,
)
from pitboss.hands.poker import ACE, FIVE_CARD_CATEGORIES, category, five_card_value

Ranking = Callable[[Sequence[int]], int]

_FIGURES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_STRAIGHTS = ("straight", "straight flush")


def plural(rank: int) -> str:
    """`kings`, `sixes`."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


def playing(cards: Sequence[Card], size: int, value: Ranking) -> tuple[Card, ...]:
    """The `size` of the cards that have the highest value, the first such in their order."""
    return max(combinations(cards, size), key=value)


def playing_omaha(hole: Sequence[Card], board: Sequence[Card], value: Ranking) -> tuple[Card, ...]:
    """14.11: the two hole cards and the three of the board that have the highest value."""
    pairs = combinations(hole, 2)
    return max(
        (pair + three for pair in pairs for three in combinations(board, 3)),
        key=value,
    )


def playing_badugi(cards: Sequence[Card]) -> tuple[Card, ...]:
    """14.3: the cards of a Badugi hand that count: as many as differ in rank and suit."""
    count = category(badugi_value(cards)) + 1
    return playing(cards, count, badugi_value)


def high_words(cards: Sequence[int]) -> str:
    """A hand of five cards: `pair of kings, A-9-4`."""
    name = FIVE_CARD_CATEGORIES[category(five_card_value(cards))]
    return name if name == "royal flush" else _named(name, cards)


def low_words(cards: Sequence[int]) -> str:
    """A low hand of five cards: `8-6-5-4-3 low`, `pair of aces, 8-4-2 low`."""
    name = LOW_CATEGORIES[category(ace_to_five_value(cards))]
    if name == "no pair":
        return f"{_figures(cards, low=True)} low"
    return f"{_named(name, cards, low=True)} low"


def badugi_words(cards: Sequence[int]) -> str:
    """The counting cards of a Badugi hand: `4-3-2-A Badugi`, `8-5-2, three cards`."""
    name = BADUGI_CATEGORIES[len(cards) - 1]
    joint = " " if name == "Badugi" else ", "
    return f"{_figures(cards, low=True)}{joint}{name}"


def mambo_high_words(cards: Sequence[int]) -> str:
    """Three cards of mambo stud: `high mambo`, `9-high straight`."""
    name = MAMBO_HIGH_CATEGORIES[category(mambo_high_value(cards))]
    return name if name == "high mambo" else _named(name, cards)


def mambo_low_words(cards: Sequence[int]) -> str:
    """Three cards of mambo stud that qualify: `low mambo`, `6-2-A low`."""
    name = MAMBO_LOW_CATEGORIES[category(mambo_low_value(cards))]
    return f"{_figures(cards, low=True)} low" if name == "low" else name


def high_board_words(cards: Sequence[int]) -> str:
    """The up-cards of a high game: `pair of kings, 4 showing`."""
    return f"{_named(BOARD_CATEGORIES[high_board_value(cards) >> BOARD_SHIFT], cards)} showing"


def low_board_words(cards: Sequence[int]) -> str:
    """The up-cards of a low game, the ace low: `8-3-A showing`."""
    name = LOW_BOARD_CATEGORIES[low_board_value(cards) >> BOARD_SHIFT]
    if name == "high card":
        return f"{_figures(cards, low=True)} showing"
    return f"{_named(name, cards, low=True)} showing"


def _named(name: str, cards: Sequence[int], low: bool = False) -> str:
    """A kind of hand with the ranks it is made of, and then the other cards."""
    if name in _STRAIGHTS:
        return f"{_FIGURES[_straight_top(cards)]}-high {name}"
    if name in ("high card", "flush"):
        figures = _figures(cards, low)
        return f"{figures} flush" if name == "flush" else f"{figures} high"
    times = Counter(card >> 2 for card in cards)
    order = sorted(times, key=lambda rank: (times[rank], _height(rank, low)), reverse=True)
    first, rest = order[0], order[1:]
    if name == "full house":
        return f"{plural(first)} full of {plural(rest[0])}"
    if name == "two pair":
        words, rest = f"{plural(first)} and {plural(rest[0])}", rest[1:]
    elif name == "pair":
        words = f"pair of {plural(first)}"
    else:
        words = f"{'four' if name == 'four of a kind' else 'three'} {plural(first)}"
    others = "-".join(_FIGURES[rank] for rank in rest)
    return f"{words}, {others}" if others else words


def _height(rank: int, low: bool) -> int:
    """The place of a rank; of a low hand the ace is the lowest."""
    return -1 if low and rank == ACE else rank


def _figures(cards: Sequence[int], low: bool = False) -> str:
    ranks = sorted((card >> 2 for card in cards), key=lambda rank: _height(rank, low), reverse=True)
    return "-".join(_FIGURES[rank] for rank in ranks)


def _straight_top(cards: Sequence[int]) -> int:
    """The rank a straight is named by: the ace of 5-4-3-2-A is its lowest card."""
    ranks = sorted(card >> 2 for card in cards)
    wheel = ranks[-1] == ACE and ranks[0] == 0
    return ranks[-2] if wheel else ranks[-1]
