"""Shoes: the order of the cards from the operating system's generator, bound by a commitment
before the first of them is dealt, and shown after the last.

A patron's cut comes after the commitment and turns the order, so that it is neither the house's
nor the patron's alone."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

import msgspec

from pitboss.equipment.cards import cards_text
from pitboss.table.prompts import Prompt

_system = secrets.SystemRandom()


class ShoeOrder(msgspec.Struct, frozen=True):
    """Shoe number `number` of a table. `cards` is the order as committed, `cut` by how many
    cards it was turned since, `dealt` how many have come out. They never go back: cards that
    are put together again are a new shoe."""

    number: int
    salt: str
    cards: bytes
    cut: int = 0
    dealt: int = 0

    def card(self, remaining: int) -> int:
        """The next card, while `remaining` are left."""
        size = len(self.cards)
        return self.cards[(size - remaining + self.cut) % size]

    def left(self, remaining: int) -> bytes:
        size = len(self.cards)
        turned = self.cards[self.cut :] + self.cards[: self.cut]
        return turned[size - remaining :]

    def fits(self, counts: Sequence[int], remaining: int) -> bool:
        """Whether these are the cards that this order has left, or will have."""
        if remaining > len(self.cards) - self.dealt:
            return False
        left = self.left(remaining)
        return all(left.count(card) == count for card, count in enumerate(counts))


def commitment(salt: str, cards: Sequence[int]) -> str:
    """SHA-256 of the salt, a space, and the cards as they are written, first out first."""
    return hashlib.sha256(f"{salt} {cards_text(cards)}".encode()).hexdigest()


def shuffled(number: int, counts: Sequence[int]) -> ShoeOrder:
    """Every order of these cards is as likely as any other."""
    cards = [card for card, count in enumerate(counts) for _ in range(count)]
    _system.shuffle(cards)
    return ShoeOrder(number, secrets.token_hex(32), bytes(cards))


def faces(dice: int) -> tuple[int, ...]:
    return tuple(secrets.randbelow(6) + 1 for _ in range(dice))


def stop(prompt: Prompt) -> str:
    return prompt.choices[secrets.randbelow(len(prompt.choices))]


def number_between(at_least: int, at_most: int) -> int:
    return at_least + secrets.randbelow(at_most - at_least + 1)
