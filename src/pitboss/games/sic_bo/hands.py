"""What three dice are at sic bo: integers in, integers out.

A wager is told by its family and by up to two numbers: those of its place on the layout."""

from __future__ import annotations

from pitboss.compiled import compiled

# The families of wagers.
THREE_OF_A_KIND = 0
TWO_OF_A_KIND = 1
ANY_THREE_OF_A_KIND = 2
TOTAL = 3
COMBINATION = 4
SMALL = 5
BIG = 6
ONE_OF_A_KIND = 7


@compiled
def dice_showing(number: int, first: int, second: int, third: int) -> int:
    """On how many of the dice the number shows."""
    return int(first == number) + int(second == number) + int(third == number)


@compiled
def is_three_of_a_kind(first: int, second: int, third: int) -> bool:
    return first == second and second == third


@compiled
def wins(family: int, number: int, other: int, first: int, second: int, third: int) -> bool:
    """9.2: whether a wager of this family on this number (and that other one) wins."""
    total = first + second + third
    if family == TOTAL:
        return total == number
    if family == SMALL:
        return 4 <= total <= 10 and not is_three_of_a_kind(first, second, third)
    if family == BIG:
        return 11 <= total <= 17 and not is_three_of_a_kind(first, second, third)
    if family == ANY_THREE_OF_A_KIND:
        return is_three_of_a_kind(first, second, third)
    showing = dice_showing(number, first, second, third)
    if family == COMBINATION:
        return showing > 0 and dice_showing(other, first, second, third) > 0
    if family == THREE_OF_A_KIND:
        return showing == 3
    if family == TWO_OF_A_KIND:
        return showing >= 2
    return showing > 0
