"""A wager as a function of the cards that are left, and as a counter finds it: what `--counts` asks
of a game that is dealt on from a shoe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.automaton import Automaton
from pitboss.analysis.exposure.sequences import Sequences
from pitboss.analysis.simulation.counted import CountedShoes
from pitboss.analysis.simulation.counts import CARDS_A_DECK, COUNT_MOST, Count, EveryCount
from pitboss.analysis.simulation.plan import key_of
from pitboss.analysis.simulation.simulate import cores
from pitboss.analysis.simulation.tracing import longest

BUCKETS = 2 * COUNT_MOST + 1
# Shoes that one call of the kernel deals: a chunk is the same whoever deals it.
CHUNK_SHOES = 1 << 16
LOOKS_KEPT = 1 << 14
SHUFFLED_AT_ONCE = 4_096

Floats = npt.NDArray[np.float64]


class ByCount(NamedTuple):
    """What rounds came to that began at each count, -COUNT_MOST first, dealt from so many shoes:
    how many there were, and the sums of their nets and of the squares of these."""

    shoes: float
    rounds: Floats
    won: Floats
    squares: Floats

    def plus(self, other: ByCount) -> ByCount:
        return ByCount(
            self.shoes + other.shoes,
            self.rounds + other.rounds,
            self.won + other.won,
            self.squares + other.squares,
        )


class Countable(msgspec.Struct):
    """One wager. `ranks` are those of each class of cards that are alike, `shoe` how many there
    are; `worth` is what the wager is worth to the player with so many left of each, and `quick` the
    same in floating point. `deal(count, cuts, shoes, seed)` deals about so many shoes with a count
    and returns what came of it for a cutting card so many cards from the back, for each of
    `cuts`."""

    wager: str
    decks: int
    ranks: tuple[tuple[int, ...], ...]
    shoe: tuple[int, ...]
    worth: Callable[[Sequence[int]], Fraction]
    deal: Callable[[Count, Sequence[int], int, int], list[ByCount]]
    # Cards behind the cutting card by the rules, and the fewest with which a round may begin.
    cutting_card: int = 0
    least: int = 0
    quick: Callable[[Sequence[int]], float] | None = None
    # So many looks at what is left are taken for the bound of perfect counting, unless others are
    # asked for.
    looks: int = 2_000
    # Whether it does not matter, with a full shoe, which of the cards of a rank is gone.
    suits_alike: bool = False
    notes: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return sum(self.shoe)

    def worth_of(self, left: Sequence[int]) -> float:
        return self.quick(left) if self.quick is not None else float(self.worth(left))


def ranks_of(classes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Returns the ranks of each class of cards."""
    number = max(classes) + 1
    return tuple(
        tuple(sorted({card >> 2 for card, kind in enumerate(classes) if kind == each}))
        for each in range(number)
    )


# -- by an automaton --------------------------------------------------------------------------


def by_automaton(
    automaton: Automaton,
    worths: Callable[[Sequence[int]], list[Fraction]] | None = None,
    notes: tuple[str, ...] = (),
) -> list[Countable]:
    """Returns the wagers of an automaton, worth what every sequence of cards comes to."""
    sequences = Sequences(automaton) if worths is None else None

    @lru_cache(maxsize=256)
    def means(left: tuple[int, ...]) -> list[Fraction]:
        return sequences.means(left) if worths is None else worths(left)  # type: ignore[union-attr]

    # All wagers are looked at in the same situations: a look is good for each of them.
    @lru_cache(maxsize=LOOKS_KEPT)
    def looked(left: tuple[int, ...]) -> list[float]:
        assert sequences is not None
        return [float(worth) for worth in sequences.quick(left)]

    shoe = tuple(weight * automaton.decks for weight in automaton.weights)

    def made(number: int, wager: str) -> Countable:
        def worth(left: Sequence[int]) -> Fraction:
            return means(tuple(left))[number]

        def quick(left: Sequence[int]) -> float:
            return looked(tuple(left))[number]

        def deal(count: Count, cuts: Sequence[int], shoes: int, seed: int) -> list[ByCount]:
            return deal_automaton(automaton, number, count, cuts, shoes, seed)

        return Countable(
            wager,
            automaton.decks,
            ranks_of(automaton.classes),
            shoe,
            worth,
            deal,
            automaton.cutting_card,
            longest(automaton.next),
            quick if sequences is not None else None,
            notes=notes,
        )

    return [made(number, wager) for number, wager in enumerate(automaton.wagers)]


def deal_automaton(
    automaton: Automaton, wager: int, count: Count, cuts: Sequence[int], shoes: int, seed: int
) -> list[ByCount]:
    """Deals shoes once, to the deepest of the cutting cards: rounds that begin before another one
    are those of a shoe cut there."""
    size = CARDS_A_DECK * automaton.decks
    order = sorted(set(cuts), reverse=True)
    dealt = CountedShoes(
        automaton, EveryCount(count, decks=automaton.decks), [size - cut for cut in order]
    )
    nets = np.array([float(cells[wager].net) for cells in automaton.outcomes])
    squares = np.array([float(cells[wager].mean_square()) for cells in automaton.outcomes])
    seen = np.zeros((len(order), BUCKETS, len(nets)), dtype=np.int64)
    sizes = [CHUNK_SHOES] * (shoes // CHUNK_SHOES) + [shoes % CHUNK_SHOES]

    def deal(chunk: int) -> npt.NDArray[np.int64]:
        found: npt.NDArray[np.int64] = dealt.run(key_of(seed, chunk), shoes=sizes[chunk])
        return found

    # Compiled kernels let other threads run; sums do not depend on who is first.
    with ThreadPoolExecutor(cores()) as threads:
        for found_in in threads.map(deal, [c for c, number in enumerate(sizes) if number]):
            seen += found_in
    # A shoe that is cut further back has the rounds of one cut before it, and more.
    seen = np.cumsum(seen, axis=0)
    found = {
        cut: ByCount(float(shoes), each.sum(axis=1).astype(float), each @ nets, each @ squares)
        for cut, each in zip(order, seen, strict=True)
    }
    return [found[cut] for cut in cuts]


# -- by the first cards of a round ------------------------------------------------------------

Ints = npt.NDArray[np.int64]
# Returns of the first cards of rounds, a row each, which rounds have the wager and what it wins.
Settled = tuple[npt.NDArray[np.bool_], Floats]
Settle = Callable[[Ints], Settled]


def deal_first_cards(
    shoe: Sequence[int], cards: int, settle: Settle, *, cards_a_round: float, seen: int = 0
) -> Callable[[Count, Sequence[int], int, int], list[ByCount]]:
    """Returns a way to deal where the first cards of a round decide the wager and the round itself
    is not played: rounds begin every so many cards of a shuffled shoe, which has so many of each of
    the 52 cards. The count is that of all cards before the round and of its first `seen`."""
    whole = np.repeat(np.arange(len(shoe)), shoe)
    size = len(whole)

    def deal(count: Count, cuts: Sequence[int], shoes: int, seed: int) -> list[ByCount]:
        source = np.random.Generator(np.random.PCG64(seed))
        tags = np.array(count.whole_tags()).repeat(4)
        order = sorted(set(cuts), reverse=True)
        starts = np.arange(0, size - order[-1], cards_a_round).astype(int)
        found = {cut: ByCount(float(shoes), *np.zeros((3, BUCKETS))) for cut in order}
        for first in range(0, shoes, SHUFFLED_AT_ONCE):
            number = min(SHUFFLED_AT_ONCE, shoes - first)
            dealt = source.permuted(np.tile(whole, (number, 1)), axis=1)
            running = count.first(size // CARDS_A_DECK) + np.cumsum(tags[dealt], axis=1)
            for start in starts:
                known = start + seen
                at = running[:, known - 1] if known else np.full(number, count.first(1))
                left = Fraction(size - known, CARDS_A_DECK) if count.true else Fraction(1)
                bucket = _bucket(at, count.per * left)
                offered, net = settle(dealt[:, start : start + cards])
                sums = [
                    np.bincount(bucket, each, BUCKETS).astype(float)
                    for each in (offered, net * offered, net * net * offered)
                ]
                for cut in order:
                    if start < size - cut:
                        found[cut] = found[cut].plus(ByCount(0.0, *sums))
        return [found[cut] for cut in cuts]

    return deal


def _bucket(running: Ints, per: Fraction) -> Ints:
    """Returns running counts as counts of so much each, rounded down, from -COUNT_MOST on."""
    count = running * per.denominator // per.numerator
    return np.clip(count, -COUNT_MOST, COUNT_MOST) + COUNT_MOST
