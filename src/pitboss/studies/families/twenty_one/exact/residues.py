"""Sums as exact fractions: in remainders modulo several primes, put together at the end by the
Chinese remainder theorem.

A strategy's worth against a start is a whole number over a known denominator, the falling
factorial of the cards in the shoe; so enough primes of 31 bits say which. Products are reduced in
Montgomery's form, which needs no division and runs side by side for many hands."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import isqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled, jit

from .compositions import VALUES, Ints
from .dealer import DEPTH_MAX, LANES, Program, fill_lanes, in_numbers

WORD = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)
NONE = np.uint64(0)
ONE = np.uint64(1)
# Sums of single rows may exceed one unit, and alternate in sign: more bits than they need.
SPARE_BITS = 24


@cache
def prime(number: int) -> int:
    """The largest primes below 2**31, in falling order."""
    above = prime(number - 1) if number else 1 << 31
    return next(each for each in range(above - 1 - above % 2, 0, -2) if _is_prime(each))


def _is_prime(odd: int) -> bool:
    return all(odd % divisor for divisor in range(3, isqrt(odd) + 1, 2))


@compiled
def reduced(product: Any, modulus: Any, inverse: Any) -> Any:
    """product / 2**32 modulo the prime, less than twice the prime."""
    return (product + ((product & LOW) * inverse & LOW) * modulus) >> WORD


@compiled
def dealer_walk_residues(
    one: Program, shoe: Any, table: Any, rows: Any, left: Any, work: Any, field: Any, out: Any
) -> None:
    """As `dealer_walk`, in remainders. shares[n] is 1/n, and the modulus' word is 2**32."""
    counts, stack, scale = work
    shares, modulus, inverse = field
    depth, column, orders = one.depth, one.column, one.orders
    word = (ONE << WORD) % modulus
    for block in range(left.shape[0]):
        fill_lanes(counts, shoe, table, rows, block * LANES)
        result = out[block]
        scale[0] = word
        for level in range(1, DEPTH_MAX):
            share = shares[max(left[block] - level + 1, 1)]
            scale[level] = scale[level - 1] * word % modulus * share % modulus
        for lane in range(LANES):
            stack[0, lane] = ONE
            for total in range(out.shape[1]):
                result[total, lane] = NONE
        if column[0] >= 0:
            for lane in range(LANES):
                result[column[0], lane] = ONE
        for node in range(1, depth.shape[0]):
            here, kind, total, used = depth[node], one.value[node], column[node], one.before[node]
            times = orders[node] * scale[here] % modulus
            if one.goes_on[node]:
                for lane in range(LANES):
                    stack[here, lane] = reduced(
                        stack[here - 1, lane] * (counts[kind, lane] - used), modulus, inverse
                    )
                if total >= 0:
                    for lane in range(LANES):
                        result[total, lane] += reduced(stack[here, lane] * times, modulus, inverse)
            else:
                for lane in range(LANES):
                    here_too = reduced(
                        stack[here - 1, lane] * (counts[kind, lane] - used), modulus, inverse
                    )
                    result[total, lane] += reduced(here_too * times, modulus, inverse)


class Field(NamedTuple):
    """Arithmetic modulo one prime: shares[n] is 1/n; `inverse` is what Montgomery's form
    needs."""

    modulus: int
    shares: npt.NDArray[np.uint64]
    inverse: int

    @property
    def numbers(self) -> tuple[Any, Any, Any]:
        """As a compiled function takes them."""
        return self.shares, np.uint64(self.modulus), np.uint64(self.inverse)


@lru_cache(maxsize=64)
def field(number: int, cards: int) -> Field:
    modulus = prime(number)
    shares = [pow(n, -1, modulus) if n else 0 for n in range(cards + 1)]
    inverse = -pow(modulus, -1, 1 << 32) % (1 << 32)
    return Field(modulus, np.array(shares, dtype=np.uint64), inverse)


def fields(denominator: int, cards: int) -> list[Field]:
    """As many primes as tell apart all values with this denominator that can come about."""
    bits = denominator.bit_length() + SPARE_BITS
    return [field(number, cards) for number in range(-(-bits // 30))]


def put_together(
    remainders: Sequence[Sequence[int]], used: Sequence[Field], denominator: int
) -> list[Fraction]:
    """Values from their remainders: one row for every prime, one column for every value."""
    found = []
    for column in zip(*remainders, strict=True):
        value, product = 0, 1
        for remainder, one in zip(column, used, strict=True):
            wanted = int(remainder) * denominator % one.modulus
            value += product * ((wanted - value) * pow(product, -1, one.modulus) % one.modulus)
            product *= one.modulus
        found.append(Fraction(value - product if 2 * value > product else value, denominator))
    return found


def drawn_most(one: Program, shoe: Ints, gone: Ints) -> int:
    """The most cards that a row and the dealer have together."""
    return min(int(shoe.sum()), int(gone.max()) + max(int(one.depth.max()), 1))


def walk_exactly(
    one: Program, shoe: Ints, table: Ints, rows: Ints, gone: Ints, in_field: Field
) -> npt.NDArray[np.uint64]:
    """As `dealer_chances`, modulo a prime (not fully reduced)."""
    walk: Any = jit(dealer_walk_residues)
    room = (VALUES, LANES), (DEPTH_MAX, LANES), DEPTH_MAX
    work = tuple(np.empty(shape, dtype=np.uint64) for shape in room)
    out = np.empty((len(gone), one.totals, LANES), dtype=np.uint64)
    left = int(shoe.sum()) - gone
    walk(in_numbers(one, np.uint64), shoe, table, rows, left, work, in_field.numbers, out)
    return out
