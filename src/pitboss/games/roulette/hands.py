"""What a number is at roulette: integers in, integers out. 0 stands for the compartment 0 and
37 for 00, which are neither red nor black, neither odd nor even, in no column and no dozen."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.equipment.wheels import RED

DOUBLE_ZERO = 37
RED_BITS = sum(1 << int(pocket) for pocket in RED)


@compiled
def is_zero(number: int) -> bool:
    return number == 0 or number == DOUBLE_ZERO


@compiled
def column_of(number: int) -> int:
    """1, 2 or 3; 0 for a zero."""
    if is_zero(number):
        return 0
    return (number - 1) % 3 + 1


@compiled
def dozen_of(number: int) -> int:
    """1, 2 or 3; 0 for a zero."""
    if is_zero(number):
        return 0
    return (number - 1) // 12 + 1


@compiled
def is_red(number: int) -> bool:
    return (RED_BITS >> number) & 1 == 1


@compiled
def is_black(number: int) -> bool:
    return not is_zero(number) and not is_red(number)


@compiled
def is_odd(number: int) -> bool:
    return not is_zero(number) and number % 2 == 1


@compiled
def is_even(number: int) -> bool:
    return not is_zero(number) and number % 2 == 0


@compiled
def is_low(number: int) -> bool:
    """1 to 18."""
    return 1 <= number <= 18


@compiled
def is_high(number: int) -> bool:
    """19 to 36."""
    return 19 <= number <= 36
