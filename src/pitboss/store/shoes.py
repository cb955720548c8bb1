"""Shoes: the order of the cards from the operating system's generator, bound by a commitment
before the first of them is dealt, and shown after the last.

A patron's cut comes after the commitment and turns the order, so that it is neither the house's
nor the patron's alone."""

from __future__ import annotations

import secrets
from array import array
from collections.abc import Iterator, Sequence

import msgspec

from pitboss.chain import hex_digest
from pitboss.equipment.cards import CARD_TEXT, JOKER, cards_text
from pitboss.table.prompts import Prompt

WORDS_AT_ONCE = 512
_WORD_BYTES = array("I").itemsize
_WORDS = 1 << 8 * _WORD_BYTES


class ShoeOrder(msgspec.Struct, frozen=True):
    """Shoe number `number` of a table. `cards` is the order as committed, `cut` by how many
    cards it was turned since, `dealt` how many have come out. They never go back: cards that
    are put together again are a new shoe. `left` counts what is still in it."""

    number: int
    salt: str
    cards: bytes
    cut: int = 0
    dealt: int = 0
    left: tuple[int, ...] = ()

    def card(self, remaining: int) -> int:
        """Returns the next card, while `remaining` are left."""
        size = len(self.cards)
        return self.cards[(size - remaining + self.cut) % size]

    def left_at(self, remaining: int) -> list[int] | None:
        """Returns how many of each card there are when `remaining` are left; None if so many were
        left only before."""
        ahead = len(self.cards) - self.dealt - remaining
        if ahead < 0:
            return None
        left = list(self.left)
        for back in range(ahead):
            left[self.card(remaining + ahead - back)] -= 1
        return left

    def fits(self, counts: Sequence[int], remaining: int) -> bool:
        """Whether these are the cards that this order has left, or will have."""
        return self.left_at(remaining) == counts

    def dealt_to(self, remaining: int) -> ShoeOrder:
        """Returns the shoe with that many cards left in it."""
        dealt = len(self.cards) - remaining
        if dealt <= self.dealt:
            return self
        left = self.left_at(remaining)
        assert left is not None
        return ShoeOrder(self.number, self.salt, self.cards, self.cut, dealt, tuple(left))

    def turned(self, cards: int) -> ShoeOrder:
        """Returns the order after a cut at that many cards, which nothing was dealt before."""
        cut = (self.cut + cards) % len(self.cards)
        return ShoeOrder(self.number, self.salt, self.cards, cut, self.dealt, self.left)


def restored(number: int, salt: str, cards: bytes, *, cut: int = 0, dealt: int = 0) -> ShoeOrder:
    """Returns a shoe as it was stored."""
    kinds = JOKER + 1 if max(cards, default=0) <= JOKER else len(CARD_TEXT)
    whole = tuple(cards.count(card) for card in range(kinds))
    return ShoeOrder(number, salt, cards, cut, 0, whole).dealt_to(len(cards) - dealt)


def commitment(salt: str, cards: Sequence[int]) -> str:
    """Returns the SHA-256 of the salt, a space, and the cards as they are written, first out
    first."""
    return hex_digest(f"{salt} {cards_text(cards)}".encode())


def shuffled(number: int, counts: Sequence[int]) -> ShoeOrder:
    """Returns a new shoe: every order of these cards is as likely as any other."""
    cards = [card for card, count in enumerate(counts) for _ in range(count)]
    _shuffle(cards)
    return restored(number, secrets.token_hex(32), bytes(cards))


def _shuffle(cards: list[int]) -> None:
    """Shuffles by the method of Fisher and Yates. Random words are read in one block; a word that
    would favour some places is thrown away, so that every place is as likely as any other."""
    words: Iterator[int] = iter(())
    for last in range(len(cards) - 1, 0, -1):
        size = last + 1
        fair = _WORDS - _WORDS % size  # so many words fall on each place equally often
        while True:
            word = next(words, None)
            if word is None:
                words = iter(array("I", secrets.token_bytes(_WORD_BYTES * WORDS_AT_ONCE)))
            elif word < fair:
                break
        place = word % size
        cards[last], cards[place] = cards[place], cards[last]


def faces(dice: int) -> tuple[int, ...]:
    return tuple(secrets.randbelow(6) + 1 for _ in range(dice))


def stop(prompt: Prompt) -> str:
    return prompt.choices[secrets.randbelow(len(prompt.choices))]


def number_between(at_least: int, at_most: int) -> int:
    return at_least + secrets.randbelow(at_most - at_least + 1)
