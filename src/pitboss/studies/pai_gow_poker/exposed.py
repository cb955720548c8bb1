"""What it is worth at pai gow poker to see cards of the dealer's when a hand is set, or the hands
of others: situations at random, each with its 21 settings against what the dealer may have.

What is measured is the gain over the house way in the same situations; the exact edge of the house
way is added. Where the dealer's hand is not known whole, the setting is chosen by one half of its
completions and measured by the other, so that the leak is worth at least that."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pitboss.analysis.exact.distribution import Cell, Distribution
from pitboss.analysis.exposure.figures import Exposure, Way
from pitboss.analysis.exposure.leak import Leak
from pitboss.analysis.progress import part_of
from pitboss.analysis.simulation.kernels import mix
from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.hands.pai_gow import CARDS, SETTINGS, high_key_without, is_foul, low_key
from pitboss.studies.families.pai_gow.results import LOSE, WIN, higher

from .tables import KEY_MASK, LOW_BITS, LOW_MASK, QUEEN_HIGH, set_by, set_tables, sort_down

Array = Any

DECK, DEALER = 53, "dealer"
SHARES_MAX = DECK // CARDS - 2
SITUATIONS, COMPLETIONS = 20_000, 1_024
CHUNK = 512
# What is known of a card of the dealer's: itself, nothing, or whether it is of a class.
KNOWN, UNKNOWN, OUTSIDE, INSIDE = range(4)
# Two halves of the completions, and what they come to.
HALVES, RESULTS = 2, 3
AS_THE_HOUSE, OTHERWISE = "as the house way", "another setting"


class Played(NamedTuple):
    """How the dealer sets; whether its queen-high pai gow pushes (QUEEN_HIGH, or 0), whether the
    first hand is the bank's, which has the copies, and which straight is the lowest."""

    tables: Any
    pushes: int
    bank: int
    lowest_wheel: bool


@compiled
def draw_dealers(deck: Array, first: int, kinds: Array, members: Array, state: Any) -> Any:
    """Puts cards that nobody knows to the dealer's places, deck[CARDS ...], from those at `first`
    and after; where a class is known, of that class. Returns the generator as it is then."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    taken = first
    for wanted in (INSIDE, OUTSIDE, UNKNOWN):
        for place in range(CARDS):
            if kinds[place] != wanted:
                continue
            while True:
                state += golden
                left = np.uint64(deck.shape[0] - taken)
                at = taken + np.int64((mix(state) >> np.uint64(32)) * left >> np.uint64(32))
                inside = members[deck[at]]
                if wanted == UNKNOWN or inside == (wanted == INSIDE):
                    break
            deck[at], deck[taken] = deck[taken], deck[at]
            deck[CARDS + place] = deck[taken]
            taken += 1
    return state


@compiled
def set_all(played: Played, own: Array, keys: Array) -> int:
    """The keys of every setting of a hand, -1 for a foul; the place of the house's."""
    house = set_by(played.tables, own) & KEY_MASK
    sort_down(own)
    number = -1
    found = 0
    for i in range(CARDS - 1):
        for j in range(i + 1, CARDS):
            number += 1
            high = high_key_without(own, i, j, played.lowest_wheel)
            low = low_key(own[i], own[j])
            keys[number] = -1 if is_foul(high, low) else high << LOW_BITS | low
            if keys[number] == house:
                found = number
    return found


@compiled
def look(
    played: Played,
    decks: Array,
    gone: int,
    kinds: Array,
    members: Array,
    times: int,
    key: Any,
    keys: Array,
    house: Array,
    out: Array,
) -> None:
    """For each deck: seven own cards, the dealer's seven places, `gone` cards of others, and the
    rest. Counts in out[deck, half, setting, result] what each setting comes to against so many
    completions of each half."""
    first = 2 * CARDS + gone
    for number in range(decks.shape[0]):
        deck = decks[number]
        house[number] = set_all(played, deck[:CARDS], keys)
        state = mix(np.uint64(key) + np.uint64(number))
        for turn in range(HALVES * times):
            state = draw_dealers(deck, first, kinds[number], members, state)
            entry = set_by(played.tables, deck[CARDS : 2 * CARDS])
            pushes = entry & played.pushes
            high, low = (entry & KEY_MASK) >> LOW_BITS, entry & LOW_MASK
            for setting in range(SETTINGS):
                mine = keys[setting]
                result = 1
                if mine < 0:
                    result = LOSE
                elif pushes == 0 and played.bank:
                    up = higher(high, low, mine >> LOW_BITS, mine & LOW_MASK)
                    result = WIN + up
                elif pushes == 0:
                    up = higher(mine >> LOW_BITS, mine & LOW_MASK, high, low)
                    result = WIN + 2 - up
                out[number, turn % HALVES, setting, result] += 1


class Sampled(NamedTuple):
    """How often situations were won, pushed and lost, how often the setting was not the house's,
    and the gain in each."""

    results: Array
    otherwise: float
    gains: Array


def sample(
    played: Played, leak: Leak, worth: tuple[float, float], situations: int, seed: int
) -> Sampled:
    """Deals situations at random; `worth` is that of a win and of a loss."""
    source = np.random.Generator(np.random.PCG64(seed))
    seen, classed = (
        [int(position.name.split()[1]) - 1 for position in some]
        for some in (leak.seen, leak.classed)
    )
    members = np.array([card >> 2 in leak.ranks for card in range(DECK)], dtype=np.int64)
    hidden = CARDS - len(seen)
    times, gone = COMPLETIONS if hidden else 1, CARDS * leak.shares
    nets = np.array([worth[0], 0.0, worth[1]])
    results, other, gains = np.zeros(RESULTS), 0, []
    told = part_of("situations")
    for start in range(0, situations, CHUNK):
        size = min(CHUNK, situations - start)
        decks = np.argsort(source.random((size, DECK)), axis=1).astype(np.int64)
        kinds = np.full((size, CARDS), UNKNOWN, dtype=np.int64)
        kinds[:, seen] = KNOWN
        for place in classed:
            kinds[:, place] = OUTSIDE + members[decks[:, CARDS + place]]
        # What nobody knows of the dealer's cards is dealt again and again, and is not lost.
        order = [CARDS + place for place in range(CARDS) if place not in seen]
        rest = list(range(2 * CARDS, DECK))
        columns = [*range(2 * CARDS), *rest[:gone], *order, *rest[gone:]]
        decks = np.ascontiguousarray(decks[:, columns])
        out = np.zeros((size, HALVES, SETTINGS, RESULTS), dtype=np.int64)
        house, keys = np.zeros(size, dtype=np.int64), np.zeros(SETTINGS, dtype=np.int64)
        kernel: Any = jit(look)
        kernel(
            played, decks, gone, kinds, members, times, np.uint64(seed * 1_000_003 + start), keys,
            house, out,
        )  # fmt: skip
        every = np.arange(size)
        values = out @ nets
        taken = values[:, 0].argmax(axis=1)
        same = values[every, 0, house] == values[every, 0, taken]
        taken = np.where(same, house, taken)
        gains.append((values[every, 1, taken] - values[every, 1, house]) / times)
        results += out[every, 1, taken].sum(axis=0) / times
        other += int((taken != house).sum())
        told((start + size) / situations)
    return Sampled(results / situations, other / situations, np.concatenate(gains))


class Without(NamedTuple):
    """The play without the leak: the exact edge of the house way, and figures of the best way."""

    house: Fraction
    best: Distribution


def exposed(
    way: HouseWay,
    wager: str,
    leak: Leak,
    cells: tuple[Cell, Cell, Cell],
    without: Without,
    *,
    bank: bool,
    lowest_wheel: bool,
    pushes: bool,
    situations: int = 0,
    seed: int = 1,
) -> Exposure:
    """Returns what it is worth to see cards; `cells` are those of a win, a push and a loss."""
    classed = tuple(p for p in leak.classed if p.name.startswith(DEALER))
    if any(not p.name.startswith(DEALER) for p in leak.seen) or len(classed) < bool(leak.classed):
        raise BadInput("--sees: of this game the worth of the dealer's cards is worked out")
    if leak.shares > SHARES_MAX:
        raise BadInput(f"--shares {leak.shares}: there are at most {SHARES_MAX} further hands")
    if leak.first:
        raise BadInput(
            "--own-first: the edge by a card known before the wager is not worked out: all deals "
            "would be counted again for each of the 53 cards, some minutes of a core for each"
        )
    leak = msgspec.structs.replace(leak, classed=classed)
    played = Played(
        set_tables(way, lowest_wheel), QUEEN_HIGH if pushes else 0, int(bank), lowest_wheel
    )
    number = situations or SITUATIONS
    worth = float(cells[0].net), float(cells[2].net)
    found = sample(played, leak, worth, number, seed)
    distribution = Distribution()
    shares = [Fraction(float(share)) for share in found.results]
    for cell, share in zip(cells, shares, strict=True):
        distribution.add(cell, share / sum(shares))
    other = Fraction(found.otherwise)
    seeing = Way(
        distribution,
        {AS_THE_HOUSE: 1 - other, OTHERWISE: other},
        without.house - Fraction(float(found.gains.mean())),
        float(found.gains.std(ddof=1)) / sqrt(number),
    )
    hidden = CARDS - len(leak.seen)
    notes = [f"{number:,} situations dealt at random; the gain over the house way is measured"]
    if hidden:
        notes.append(
            f"the setting is chosen by {COMPLETIONS:,} completions of the dealer's hand and "
            "measured by as many others: the leak is worth at least that"
        )
    return Exposure(
        wager, leak.in_words(), "simulated", seeing, Way(without.best), [], number, tuple(notes)
    )
