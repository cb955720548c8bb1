"""Where each wager of 5.1 can lie on the layout, and which compartments it covers.

Row r of the layout (1 to 12) holds 3r-2, 3r-1 and 3r; 0 touches columns 1 and 2, 00 columns 2
and 3; on a single zero layout 0 touches all three. A place is written as the numbers it covers,
in the order of the layout: `1-2`, `0-00-2`, `31-32-33-34-35-36`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from pitboss.equipment.wheels import DOUBLE_ZERO, SINGLE_ZERO, neighbours
from pitboss.games.roulette import hands

DOUBLE, SINGLE, DOUBLE_AS_SINGLE = "double zero", "single zero", "double zero as single zero"

ZEROS = {DOUBLE: ("0", "00"), SINGLE: ("0",)}
ZERO_SPLITS = {DOUBLE: ("0-00", "0-1", "0-2", "00-2", "00-3"), SINGLE: ("0-1", "0-2", "0-3")}
ZERO_THREES = {DOUBLE: ("0-1-2", "0-00-2", "00-2-3"), SINGLE: ("0-1-2", "0-2-3")}
ZERO_FOURS: dict[str, tuple[str, ...]] = {DOUBLE: (), SINGLE: ("0-1-2-3",)}
FIRST_FIVE = frozenset({"0", "00", "1", "2", "3"})
SEVEN_NUMBERS = frozenset({"10", "11", "12", "13", "14", "15", "33"})
NUMBERS = range(1, 37)
EVEN_MONEY: dict[str, Callable[[int], bool]] = {
    "red": hands.is_red,
    "black": hands.is_black,
    "odd": hands.is_odd,
    "even": hands.is_even,
    "1-to-18": hands.is_low,
    "19-to-36": hands.is_high,
}

# A kind of wager, its places, and the compartments each place covers.
Places = dict[str, dict[str, frozenset[str]]]


def compartments(wheel: str) -> tuple[str, ...]:
    """The wheel's compartments, clockwise."""
    return SINGLE_ZERO if wheel == SINGLE else DOUBLE_ZERO


@cache
def places(wheel: str) -> Places:
    """Every wager that can be made at this wheel. The place "" is a wager that has only one."""
    layout = SINGLE if wheel == SINGLE else DOUBLE
    found: Places = {
        "straight": _named((*ZEROS[layout], *map(str, NUMBERS))),
        "split": _named((*ZERO_SPLITS[layout], *_splits())),
        "three-numbers": _named((*ZERO_THREES[layout], *_rows(1))),
        "four-numbers": _named((*ZERO_FOURS[layout], *_squares())),
        "first-five": {"": FIRST_FIVE} if layout == DOUBLE else {},
        "six-numbers": _named(_rows(2)),
        "seven-numbers": {"": SEVEN_NUMBERS},
        "column": {str(k): _where(hands.column_of, k) for k in (1, 2, 3)},
        "dozen": {str(k): _where(hands.dozen_of, k) for k in (1, 2, 3)},
        "five-adjacent": {
            pocket: frozenset(neighbours(pocket, compartments(wheel), 2))
            for pocket in compartments(wheel)
        },
    }
    for kind, wins in EVEN_MONEY.items():
        found[kind] = {"": frozenset(str(n) for n in NUMBERS if wins(n))}
    if wheel == DOUBLE_AS_SINGLE:
        # Doubt: not stated which wagers are left; every wager that names 00 is not available.
        found = {
            kind: {spot: covered for spot, covered in spots.items() if "00" not in covered}
            for kind, spots in found.items()
        }
    return found


def _named(names: tuple[str, ...] | list[str]) -> dict[str, frozenset[str]]:
    return {name: frozenset(name.split("-")) for name in names}


def _where(part_of: Callable[[int], int], part: int) -> frozenset[str]:
    return frozenset(str(n) for n in NUMBERS if part_of(n) == part)


def _joined(*numbers: int) -> str:
    return "-".join(map(str, numbers))


def _splits() -> list[str]:
    """Neighbours in a row, and neighbours in a column."""
    found = []
    for n in NUMBERS:
        if hands.column_of(n) < 3:
            found.append(_joined(n, n + 1))
        if n + 3 in NUMBERS:
            found.append(_joined(n, n + 3))
    return found


def _squares() -> list[str]:
    return [
        _joined(n, n + 1, n + 3, n + 4)
        for n in NUMBERS
        if hands.column_of(n) < 3 and n + 4 in NUMBERS
    ]


def _rows(count: int) -> list[str]:
    """`count` neighbouring rows of three."""
    last = len(NUMBERS) - 3 * count + 1
    return [_joined(*range(first, first + 3 * count)) for first in range(1, last + 1, 3)]
