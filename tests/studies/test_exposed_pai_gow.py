"""Tiles and cards of the dealer's that are seen at pai gow and pai gow poker: held to hands that
are set here one by one, by the games' own functions alone."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exposure.expose import expose
from pitboss.errors import BadInput
from pitboss.families.pai_gow.house_way_tiles import settings as tile_settings
from pitboss.hands import pai_gow as cards_of
from pitboss.hands.tiles import TILES
from pitboss.registry import find
from pitboss.studies.pai_gow.exposed import best_seeing, table_of
from pitboss.studies.pai_gow.study import worth_of

DAY = date(2013, 1, 1)


def test_no_tile_seen_is_the_best_play_without_a_leak() -> None:
    rules: Any = find("pai-gow").rules(DAY, {})
    won, lost, other = best_seeing(table_of(rules, worth_of(rules, bank=False), bank=False), 0)
    (known,) = exact_edges("pai-gow", DAY, wager="pai-gow").wagers
    (win, lose) = (known.distribution.probability(sign) for sign in (1, -1))
    assert (Fraction(won, won + lost) * (win + lose), other) == (win, 0)


def test_the_dealers_tiles_all_seen() -> None:
    """Each deal's best setting, one by one."""
    (found,) = expose("pai-gow", DAY, sees=["dealer"], wager="pai-gow").exposures
    assert found.method == "exact"
    rules: Any = find("pai-gow").rules(DAY, {})
    source, deals, won = random.Random(4), 2_000, 0
    for _ in range(deals):
        tiles = source.sample(range(TILES), 8)
        high, low, _ = rules.house_way.set_tiles(sorted(tiles[4:]), rules.zero_is_copy)
        (theirs,) = [
            (way.high_key, way.low_key)
            for way in tile_settings(sorted(tiles[4:]), rules.zero_is_copy)
            if sorted(way.high) == sorted(high) and sorted(way.low) == sorted(low)
        ]
        mine = tile_settings(sorted(tiles[:4]), rules.zero_is_copy)
        won += any(w.high_key > theirs[0] and w.low_key > theirs[1] for w in mine)
    chance = float(found.seeing.distribution.probability(1))
    assert abs(won / deals - chance) < 4 * sqrt(chance * (1 - chance) / deals)


def test_tiles_dealt_at_random_come_to_the_same_and_a_first_tile_to_the_edge() -> None:
    (exact,) = expose("pai-gow", DAY, sees=["dealer"], wager="pai-gow").exposures
    (some,) = expose("pai-gow", DAY, sees=["dealer"], wager="pai-gow", situations=500).exposures
    assert some.method == "simulated"
    assert some.seeing.stderr is not None
    assert abs(float(some.seeing.edge() - exact.seeing.edge())) < 4 * some.seeing.stderr
    (first,) = expose("pai-gow", DAY, own_first=True, wager="pai-gow").before
    mean = sum((row.chance * row.best()[1] for row in first.rows), Fraction(0))
    assert mean == first.before["pai-gow"] == exact.without.edge()
    with pytest.raises(BadInput, match="tiles have no ranks"):
        expose("pai-gow", DAY, sees=["dealer 1"], classes="A K")


def test_the_dealers_seven_cards_at_pai_gow_poker() -> None:
    """What the best of all settings gains over the house way, deal by deal."""
    asked = {"sees": ["dealer"], "wager": "pai-gow", "situations": 1_000}
    (found,) = expose("pai-gow-poker", DAY, **asked).exposures  # type: ignore[arg-type]
    (house,) = exact_edges("pai-gow-poker", DAY, wager="pai-gow", strategy="house way").wagers
    gain = float(house.distribution.house_edge() - found.seeing.edge())
    rules: Any = find("pai-gow-poker").rules(DAY, {})
    net = float(house.distribution.mean())
    worth = {2: max(float(cell.net) for cell in house.distribution.cells), 1: 0.0, 0: -1.0}

    def keys(high: Any, low: Any) -> tuple[int, int]:
        return cards_of.high_key(tuple(high), rules.lowest_wheel), cards_of.low_key(*low)

    def by_house(seven: list[int]) -> tuple[int, int]:
        high, low, _ = rules.house_way.set_cards(seven, rules.lowest_wheel)
        return keys(cards_of.in_order(high), cards_of.in_order(low))

    def result(mine: tuple[int, int], theirs: tuple[int, int]) -> float:
        if cards_of.is_foul(*mine):
            return -1.0
        return worth[(mine[0] > theirs[0]) + (mine[1] > theirs[1])]

    source, gains = random.Random(9), []
    for _ in range(1_000):
        cards = source.sample(range(53), 14)
        theirs = by_house(cards[7:])
        ways = [keys(*way) for way in cards_of.settings(cards_of.in_order(cards[:7]))]
        best = max(result(way, theirs) for way in ways)
        gains.append(best - result(by_house(cards[:7]), theirs))
    mean = sum(gains) / len(gains)
    error = sqrt(sum((each - mean) ** 2 for each in gains)) / len(gains)
    assert found.seeing.stderr is not None
    assert abs(mean - gain) < 4 * sqrt(error**2 + found.seeing.stderr**2)
    assert net < 0 < gain
