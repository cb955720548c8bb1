"""The layout of pokette: thirteen rows of ranks, the ace above, and four columns of suits; and
which cards each place covers, as a set (a bit for each card)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from pitboss.equipment.cards import CARD_TEXT, RANKS, SUIT_NAMES, SUITS
from pitboss.games.pokette.hands import cards_of_rank, cards_of_suit

ACE_FIRST = RANKS[::-1]
THREE_RANKS = {
    "ace-king-queen": "AKQ",
    "jack-10-nine": "JT9",
    "eight-seven-six": "876",
    "five-four-three": "543",
}
RED = cards_of_suit(SUITS.index("d")) | cards_of_suit(SUITS.index("h"))
BLACK = cards_of_suit(SUITS.index("c")) | cards_of_suit(SUITS.index("s"))

# A kind of wager, its places, and the cards each place covers.
Places = dict[str, dict[str, int]]


@cache
def places(columns: str) -> Places:
    """Every wager of one spin, with the suits in this order of columns. The place "" is a
    wager that has only one."""
    rows = list(pairwise(ACE_FIRST))
    sides = list(pairwise(columns))
    cards = [rank + suit for rank in ACE_FIRST for suit in columns]
    across = [(rank + left, rank + right) for rank in ACE_FIRST for left, right in sides]
    down = [(upper + suit, lower + suit) for upper, lower in rows for suit in columns]
    squares = [
        (upper + left, upper + right, lower + left, lower + right)
        for upper, lower in rows
        for left, right in sides
    ]
    found: Places = {
        "single-card": {card: _cards((card,)) for card in cards},
        "split": {"-".join(two): _cards(two) for two in (*across, *down)},
        "corner": {"-".join(four): _cards(four) for four in squares},
        "single-rank": {rank: _ranks(rank) for rank in ACE_FIRST},
        "double-rank": {f"{upper}-{lower}": _ranks(upper + lower) for upper, lower in rows},
        "red": {"": RED},
        "black": {"": BLACK},
        "suit": {SUIT_NAMES[SUITS.index(s)]: cards_of_suit(SUITS.index(s)) for s in columns},
    }
    for kind, ranks in THREE_RANKS.items():
        found[kind] = {"": _ranks(ranks)}
    return found


def _cards(texts: tuple[str, ...]) -> int:
    return sum(1 << CARD_TEXT.index(text) for text in texts)


def _ranks(ranks: str) -> int:
    return sum(cards_of_rank(RANKS.index(rank)) for rank in ranks)
