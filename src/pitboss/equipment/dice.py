"""Dice: faces 1 to 6, written with a space between them."""

from __future__ import annotations

from itertools import product

from pitboss.errors import BadInput


def parse_dice(text: str, count: int = 2) -> tuple[int, ...]:
    words = text.split()
    if len(words) != count or any(word not in "123456" or len(word) != 1 for word in words):
        example = " ".join("4" * count)
        raise BadInput(f"{text[:20]!r} is not a roll of {count} dice such as {example}")
    return tuple(int(word) for word in words)


def dice_text(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def all_rolls(count: int) -> tuple[tuple[int, ...], ...]:
    """Every roll of `count` distinguishable dice, each as likely as any other."""
    return tuple(product(range(1, 7), repeat=count))
