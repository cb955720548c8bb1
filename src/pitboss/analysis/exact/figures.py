"""Exact figures as people read them: decimals and percentages rounded from the fraction, roots
from integers. No float stands between a fraction and what is printed."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

# Two-sided bands of the normal distribution: how many standard deviations, by percent.
BANDS = {
    90: Fraction("1.644853626951472714864"),
    95: Fraction("1.959963984540054235525"),
    99: Fraction("2.575829303548900760966"),
}

# In place of a figure that is not known exactly.
NOT_KNOWN = "not known"


def rounded(value: Fraction, places: int) -> int:
    """The value in units of the last place, halves away from zero."""
    scaled = abs(value) * 10**places
    whole: int = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return -whole if value < 0 else whole


def decimal_text(value: Fraction | int, places: int, *, comma: bool = False) -> str:
    """`0.0141`; with `comma`, thousands are set apart."""
    units = rounded(Fraction(value), places)
    whole, rest = divmod(abs(units), 10**places)
    shown = f"{whole:,}" if comma else str(whole)
    sign = "-" if units < 0 else ""
    return f"{sign}{shown}.{rest:0{places}d}" if places else f"{sign}{shown}"


def percent_text(value: Fraction, places: int = 4) -> str:
    return f"{decimal_text(value * 100, places)} %"


def short_text(value: Fraction | int, places: int = 6) -> str:
    """A whole number as such, a short decimal in full, anything else rounded."""
    value = Fraction(value)
    if value.denominator == 1:
        return f"{value.numerator:,}"
    text = decimal_text(value, places, comma=True)
    return text.rstrip("0") if 10**places % value.denominator == 0 else text


def root(value: Fraction, places: int = 24) -> Fraction:
    """The square root, exact to at least so many decimals."""
    assert value >= 0
    scale = 10 ** (2 * places)
    return Fraction(
        isqrt(value.numerator * value.denominator * scale), value.denominator * 10**places
    )
