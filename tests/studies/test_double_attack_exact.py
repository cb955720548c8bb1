"""Double attack blackjack's exact analysis, held to the figures that we know of."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from pitboss import registry
from pitboss.studies.double_attack_blackjack.exact import Solution, bust_it, solve, table_rules

# Worked out elsewhere with an approximate tree of splits; good to 1e-4.
NEAR = 1e-4
DAY = date(2014, 1, 1)


def solved(*, hands_max: int = 4, kept: Fraction | None = None, **options: Any) -> Solution:
    """The best strategy under the options, and under rules that no licensee may choose."""
    rules: Any = registry.find("double-attack-blackjack").rules(DAY, options)
    table = table_rules(rules)._replace(hands_max=hands_max)
    return solve(table if kept is None else table._replace(surrender_keeps=kept))


def test_the_published_values_by_the_first_card() -> None:
    """Eight decks; surrender at any time, double with any number of cards, four hands."""
    found = solved()
    by_card = {each.start.cards[0]: each for each in found.against}
    assert abs(float(by_card[3].value) - 0.028818991119027467) < NEAR
    assert [card for card, each in by_card.items() if each.attack] == [2, 3, 4, 5, 6, 7, 8]
    attack = sum((each.start.chance for each in found.against if each.attack), Fraction(0))
    assert attack == Fraction(7, 12)


def test_the_published_edge_without_surrender() -> None:
    assert abs(-float(solved(kept=Fraction(0)).value) - 0.00538817380561616) < NEAR


def test_more_permission_is_worth_more() -> None:
    best = solved().value
    assert best > solved(double_on="two cards").value
    assert best > solved(hands_max=2).value
    assert best > solved(kept=Fraction(0)).value


@pytest.mark.parametrize(
    ("rows", "chance"),
    [
        (range(7), "44859/292612"), ((2,), "1124/219459"), ((5,), "5336/219459"),
        ((6,), "6988/73153"),
    ],
)  # fmt: skip
def test_bust_it_by_row(rows: tuple[int, ...], chance: str) -> None:
    found = bust_it(8)
    assert sum(found.values()) == 1
    assert sum((found.get(row, Fraction(0)) for row in rows), Fraction(0)) == Fraction(chance)


def test_bust_it_edges() -> None:
    """Eights of one suit or colour are also thirds of eight, where there is no bonus for
    them."""
    pays = {0: 200, 1: 50, 2: 15, 3: 10, 4: 8, 5: 6, 6: 3, -1: -1}
    plain = {**pays, 0: 8, 1: 8}
    found = bust_it(8)
    assert -sum(plain[row] * chance for row, chance in found.items()) == Fraction(77843, 877836)
    assert round(-float(sum(pays[row] * p for row, p in found.items())), 4) == 0.0801
    assert round(-float(sum(pays[row] * p for row, p in bust_it(6).items())), 4) == 0.0814
    eights = found[0] + found[1] + found[4]
    assert eights == Fraction(15233, 877836)
