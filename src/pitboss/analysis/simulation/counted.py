"""The shared kernel for cards with a count: shoes are dealt to their cutting cards, all cards of a
round are added to the running count when it is over, and outcomes are counted by what the count and
the place in the shoe were when the round began.

Every round is played card by card: how many cards a round takes depends on the cards themselves,
so that a side wager that the first cards decide is not settled without them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.automaton import Automaton
from pitboss.analysis.simulation.counts import CARDS_A_DECK, COUNT_MOST, Ramp
from pitboss.analysis.simulation.kernels import (
    SHOES,
    TAKEN_BITS,
    TAKEN_MASK,
    Shoes,
    Strides,
    deal_shoes,
)
from pitboss.analysis.simulation.strides import shoes_of, strides_of
from pitboss.analysis.simulation.tracing import longest
from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput

Array = Any


class Tags(NamedTuple):
    """A count for the kernel. `tags` are by class of cards; running[place * SHOES + shoe] has room
    for the running counts of all shoes, each higher by what makes the least of them 0;
    `cells[place * width + running]` is where a round that begins there is counted."""

    tags: Array
    running: Array
    cells: Array
    width: int
    first: int


@compiled
def counted_kernel(
    dealt: Shoes, strides: Strides, count: Tags, key: Any, rounds: int, shoes: int, seen: Array
) -> int:
    """Plays rounds until so many are done or so many shoes are dealt to the end, whichever comes
    first. seen[cell + row] counts where they ended. Returns their number."""
    state = np.uint64(key)
    done = 0
    dealt_out = 0
    while done < rounds and dealt_out < shoes:
        state = deal_shoes(dealt, strides.symbols, strides.opening_cards, state)
        run_counts(dealt.cards, count.tags, count.running, count.first, dealt.lefts.shape[0])
        for shoe in range(min(SHOES, shoes - dealt_out)):
            done = walk_counted(dealt, strides, count, shoe, done, rounds, seen)
        dealt_out += SHOES
    return done


@compiled
def run_counts(cards: Array, tags: Array, running: Array, first: int, places: int) -> None:
    """The running count before every card of every shoe."""
    for shoe in range(SHOES):
        running[shoe] = first
    for at in range(places * SHOES):
        running[at + SHOES] = running[at] + tags[cards[at]]


@compiled
def walk_counted(
    dealt: Shoes, strides: Strides, count: Tags, shoe: int, done: int, rounds: int, seen: Array
) -> int:
    """Walks all rounds of a shoe, but not more than `rounds` in all. Returns how many are done."""
    opening, rest, pairs, openings = strides.opening, strides.rest, dealt.pairs, dealt.openings
    running, cells = count.running, count.cells
    shoes = np.uint64(SHOES)
    symbols = np.uint64(strides.symbols * strides.symbols)
    bits, taken = np.uint64(TAKEN_BITS), np.uint64(TAKEN_MASK)
    end, over = np.uint64(strides.limit * SHOES), np.uint64(strides.over)
    width = np.uint64(count.width)
    at = np.uint64(shoe)
    while at < end and done < rounds:
        cell = np.uint64(cells[at // shoes * width + np.uint64(running[at])])
        entry = np.uint64(opening[openings[at]])
        while entry >> bits >= over:
            pair = np.uint64(pairs[at + (entry & taken) * shoes])
            entry = np.uint64(rest[(entry >> bits) * symbols + pair])
        seen[cell + (entry >> bits)] += 1
        at += (entry & taken) * shoes
        done += 1
    return done


def class_tags(automaton: Automaton, ramp: Ramp) -> list[int]:
    """Returns the tags by class of cards, in 1 / per. The cards of a class have one tag."""
    by_rank = ramp.count.whole_tags()
    found: dict[int, int] = {}
    for card, kind in enumerate(automaton.classes):
        tag = by_rank[card >> 2]
        if found.setdefault(kind, tag) != tag:
            raise BadInput(
                f"count {ramp.count.name[:40]!r}: cards that are alike in this wager need one tag"
            )
    return [found[kind] for kind in range(len(automaton.weights))]


class CountedShoes:
    """An automaton dealt from shoes with a count. Rounds are told apart by the level of the wager
    at the count, and by `bands`: the first is that of rounds which begin before the first of these
    places, and so on. The last of them is where no round begins any more."""

    def __init__(
        self, automaton: Automaton, ramp: Ramp, bands: Sequence[int], *, levels: int = 0
    ) -> None:
        self.automaton, self.ramp = automaton, ramp
        self.counts = [weight * automaton.decks for weight in automaton.weights]
        self.size = sum(self.counts)
        steps = longest(automaton.next)
        self.strides, ended = strides_of(automaton.next, steps, self.size, self.size - bands[-1])
        self.ended = np.array(ended)
        self.levels = levels or max(ramp.levels) + 1
        self.bands = tuple(bands)
        self.table, self.width, self.first = self._cells()

    def _cells(self) -> tuple[Array, int, int]:
        """Returns where a round is counted, by place and running count."""
        tags = class_tags(self.automaton, self.ramp)
        by_class = list(zip(tags, self.counts, strict=True))
        start = self.ramp.count.first(self.ramp.decks)
        least = start + sum(min(tag, 0) * held for tag, held in by_class)
        most = start + sum(max(tag, 0) * held for tag, held in by_class)
        width = most - least + 1
        running = np.arange(least, most + 1)
        per, levels = self.ramp.count.per, np.array(self.ramp.levels)
        cells = np.zeros((self.bands[-1], width), dtype=np.int32)
        rows = len(self.ended)
        for place in range(self.bands[-1]):
            left = self.size - place
            divides = self.ramp.count.true
            count = running * CARDS_A_DECK // (per * left) if divides else running // per
            bucket = np.clip(count, -COUNT_MOST, COUNT_MOST) + COUNT_MOST
            band = sum(place >= each for each in self.bands)
            cells[place] = (band * self.levels + levels[bucket]) * rows
        self.tags = np.array(tags, dtype=np.int32)
        return cells.reshape(-1), width, start - least

    def run(self, key: int, *, rounds: int = 1 << 62, shoes: int = 1 << 62) -> Array:
        """Returns how often each outcome came, by band and level."""
        room = shoes_of(self.counts, self.strides)
        running = np.zeros(len(room.cards) + SHOES, dtype=np.int32)
        rows = len(self.ended)
        seen = np.zeros((len(self.bands), self.levels, rows), dtype=np.int64)
        count = Tags(self.tags, running, self.table, self.width, self.first)
        kernel: Any = jit(counted_kernel)
        kernel(room, self.strides, count, np.uint64(key), rounds, shoes, seen.reshape(-1))
        found = np.zeros((len(self.automaton.outcomes), *seen.shape[:2]), dtype=np.int64)
        np.add.at(found, self.ended, np.moveaxis(seen, 2, 0))
        return np.moveaxis(found, 0, 2)
