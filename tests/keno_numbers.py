"""Whether keno's selections are fair: `python -m tests.keno_numbers [NUMBERS]` (10^9).

Words of the operating system's generator become selections as the system makes them; how often
each number comes, how many two selections share, and how the twenty are divided among the blocks
are compared with what is expected, by chi-square."""

from __future__ import annotations

import os
import sys
import time
from math import comb, erfc, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled, jit
from pitboss.games.keno.selection import SELECTIONS, divisions, selection_of
from pitboss.studies.keno import kernel
from pitboss.studies.keno.kernel import FAIR, Tables, select

AT_ONCE = 1 << 20
# Nobody sees such a value once in ten thousand runs of a fair generator.
UNLIKELY = 1e-5


@compiled
def count(indices: Any, made: Tables, starts: Any, numbers: Any, shared: Any, divided: Any) -> None:
    """Counts numbers, what neighbouring selections share, and divisions."""
    before_low = np.uint64(0)
    before_high = np.uint64(0)
    for place in range(indices.shape[0]):
        index = np.int64(indices[place])
        low, high = select(index, made)
        for bit in range(64):
            numbers[bit] += np.int64((low >> np.uint64(bit)) & np.uint64(1))
        for bit in range(16):
            numbers[64 + bit] += np.int64((high >> np.uint64(bit)) & np.uint64(1))
        if place & 1:
            both = (low & before_low).bit_count() + (high & before_high).bit_count()
            shared[both] += 1
        before_low, before_high = low, high
        divided[np.searchsorted(starts, index, side="right") - 1] += 1


def fair_indices(size: int) -> npt.NDArray[np.uint64]:
    """Fair numbers of selections, from the operating system."""
    words = np.frombuffer(os.urandom(8 * size), dtype=np.uint64)
    return words[words < np.uint64(FAIR)] % np.uint64(SELECTIONS)


def chance(square: float, freedom: int) -> float:
    """How often a fair generator gives a chi-square as far out, either way (Wilson and Hilferty's
    approximation, which is close for so many degrees of freedom)."""
    spread = 2 / (9 * freedom)
    z = ((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(abs(z) / sqrt(2))


def chi_square(seen: npt.NDArray[np.int64], expected: npt.NDArray[np.float64]) -> tuple[float, int]:
    """Over cells that are expected often enough; the rest are one cell."""
    often = expected >= 5
    cells = [*((seen[often] - expected[often]) ** 2 / expected[often])]
    rest = float(expected[~often].sum())
    if rest >= 5:
        cells.append((float(seen[~often].sum()) - rest) ** 2 / rest)
    return float(sum(cells)), len(cells) - 1


def main(wanted: int) -> int:
    made, (divided_as, below) = kernel.tables(), divisions()
    starts = np.array(below, dtype=np.int64)
    numbers, shared = np.zeros(80, dtype=np.int64), np.zeros(21, dtype=np.int64)
    divided = np.zeros(len(divided_as), dtype=np.int64)
    counting: Any = jit(count)
    sample = fair_indices(100)
    for index in sample[:20]:
        low, high = jit(select)(np.int64(index), made)
        assert (int(low), int(high)) == kernel.words_of(selection_of(int(index)))
    began, draws = time.perf_counter(), 0
    while draws * 20 < wanted:
        indices = fair_indices(AT_ONCE)
        counting(indices, made, starts, numbers, shared, divided)
        draws += len(indices)
    # Numbers of one selection differ: their counts vary a little less than those of a lottery.
    square = float(((numbers - draws / 4) ** 2).sum() / (draws * 3 / 16) * 79 / 80)
    found = {"numbers": (square, 79)}
    ways = np.array([comb(20, k) * comb(60, 20 - k) / comb(80, 20) for k in range(21)])
    found["shared by two selections"] = chi_square(shared, ways * shared.sum())
    sizes = np.diff(np.array([*map(float, below), float(SELECTIONS)])) / float(SELECTIONS)
    found["divisions among blocks"] = chi_square(divided, sizes * draws)
    worst = 1.0
    for what, (value, freedom) in found.items():
        likely = chance(value, freedom)
        worst = min(worst, likely)
        print(f"{what}: chi-square {value:.1f} on {freedom} degrees, chance {likely:.4f}")
    print(f"{draws * 20:,} numbers in {draws:,} selections, {time.perf_counter() - began:.1f} s")
    return 0 if worst > UNLIKELY else 1


if __name__ == "__main__":
    sys.exit(main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**9))
