"""Playing cards as small integers: rank = card >> 2 (0 is the deuce, 12 the ace),
suit = card & 3 (clubs, diamonds, hearts, spades); 52 is the joker. The same integers go to
numpy arrays, so there is no conversion layer. After the joker come the faces of tiles, which are
dealt as cards are (`pitboss.equipment.tiles`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NewType

from pitboss.equipment.tiles import FIRST_TILE, TILE_FACES
from pitboss.errors import BadInput

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
JOKER = Card(52)
DECK: tuple[Card, ...] = tuple(Card(i) for i in range(52))
CARD_TEXT: tuple[str, ...] = (*(RANKS[c >> 2] + SUITS[c & 3] for c in DECK), "Jk", *TILE_FACES)
_CARD_OF = {text: Card(i) for i, text in enumerate(CARD_TEXT)}


def parse_card(text: str) -> Card:
    """`As`, `Td`, `Jk`, or a tile such as `4-2`. All are read exactly as printed."""
    card = _CARD_OF.get(text)
    if card is None:
        if "-" in text:
            wanted = "a tile such as 6-6 or 4-2, the higher number first"
        else:
            wanted = "a card such as As, Td or 9c"
        raise BadInput(f"{text[:20]!r} is not {wanted}")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def card_text(card: int) -> str:
    return CARD_TEXT[card]


def cards_text(cards: Sequence[int]) -> str:
    return " ".join(CARD_TEXT[card] for card in cards)


def rank(card: int) -> int:
    return card >> 2


def suit(card: int) -> int:
    return card & 3


def card_name(card: int) -> str:
    if card == JOKER:
        return "joker"
    if card >= FIRST_TILE:
        return f"{CARD_TEXT[card]} tile"
    return f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"
