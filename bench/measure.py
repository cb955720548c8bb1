"""How a benchmark is taken: results are checked first, then the two sides alternate in short
turns, and the best turn of each counts; the figure is their ratio."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

TURNS = 12


class Ratio(NamedTuple):
    """`bar` is what must be reached, `aim` what we hope for; `more` says whether larger is
    better."""

    name: str
    ours: str
    peer: str
    ratio: float
    bar: float
    aim: float | None = None
    more: bool = True

    @property
    def reached(self) -> bool:
        return self.ratio >= self.bar if self.more else self.ratio <= self.bar


class Skipped(NamedTuple):
    """What could not be measured here and now, and why."""

    name: str
    why: str


def rate(work: Callable[[], int]) -> float:
    """Units a second of one turn."""
    start = time.perf_counter()
    units = work()
    return units / (time.perf_counter() - start)


def alternate(
    ours: Callable[[], int], peer: Callable[[], int], turns: int = TURNS
) -> tuple[float, float]:
    """The best rates of both, taken in turns so that both meet the same machine."""
    ours()
    peer()
    best_ours = best_peer = 0.0
    for _ in range(turns):
        best_ours = max(best_ours, rate(ours))
        best_peer = max(best_peer, rate(peer))
    return best_ours, best_peer


def seconds(work: Callable[[], object], turns: int = 7) -> float:
    """The shortest time of several."""
    best = float("inf")
    for _ in range(turns):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def seconds_in_turns(works: Sequence[Callable[[], object]], turns: int = TURNS) -> list[float]:
    """The shortest time of each, taken in turns so that all meet the same machine."""
    best = [float("inf")] * len(works)
    for _ in range(turns):
        for place, work in enumerate(works):
            best[place] = min(best[place], seconds(work, turns=1))
    return best


def usual_seconds(work: Callable[[], object], turns: int = 9) -> float:
    """The median time of several, as somebody who waits for it has it."""
    taken = []
    for _ in range(turns):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def idle_cores(seconds: float = 1.0) -> float:
    """How many cores have nothing to do, while this process waits. The load average would
    count what we did ourselves a minute ago."""

    def read() -> tuple[int, int]:
        with open("/proc/stat") as file:
            times = [int(word) for word in file.readline().split()[1:9]]
        return times[3] + times[4], sum(times)

    idle, total = read()
    time.sleep(seconds)
    idle_then, total_then = read()
    return (os.cpu_count() or 1) * (idle_then - idle) / max(total_then - total, 1)


def per_second(value: float) -> str:
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}/s"
    return f"{value:.3g} /s"
