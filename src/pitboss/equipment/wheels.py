"""Wheels: the pockets in their real order, clockwise, and the colours.

Roulette sequences and colours are the standard ones, and so is the number of sections of the
big six wheel; the equipment rules themselves (19:46-1.7 and 1.13, 13:69E-1.7 and 1.13) were not
available to us, so the data files show what rests on them as unverified."""

from __future__ import annotations

from pitboss.errors import BadInput

DOUBLE_ZERO: tuple[str, ...] = tuple(
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 "
    "00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2".split()
)
SINGLE_ZERO: tuple[str, ...] = tuple(
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 "
    "5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split()
)
RED = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
BIG_SIX_SYMBOLS: tuple[str, ...] = ("1", "2", "5", "10", "20", "joker", "flag")
BIG_SIX_SECTIONS = 54


def colour(pocket: str) -> str:
    if pocket in ("0", "00"):
        return "green"
    if not pocket.isdigit() or not 1 <= int(pocket) <= 36:
        raise BadInput(f"{pocket[:20]!r} is not a roulette pocket")
    return "red" if pocket in RED else "black"


def neighbours(pocket: str, wheel: tuple[str, ...], each_side: int) -> tuple[str, ...]:
    """The pocket with `each_side` pockets on either side of it, in wheel order."""
    at = wheel.index(pocket)
    return tuple(wheel[(at + k) % len(wheel)] for k in range(-each_side, each_side + 1))


def big_six_sections(counts: str) -> tuple[str, ...]:
    """Every section of a big six wheel, from counts per symbol such as `23-15-8-4-2-1-1`.
    The order around the rim is not known to us: they stand by symbol."""
    numbers = tuple(int(number) for number in counts.split("-"))
    if len(numbers) != len(BIG_SIX_SYMBOLS) or sum(numbers) != BIG_SIX_SECTIONS:
        raise BadInput(f"{counts[:40]!r} does not count {BIG_SIX_SECTIONS} sections of 7 symbols")
    return tuple(
        symbol
        for symbol, number in zip(BIG_SIX_SYMBOLS, numbers, strict=True)
        for _ in range(number)
    )
