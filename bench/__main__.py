"""`make bench`: every ratio, to the terminal and to bench/README.md."""

from __future__ import annotations

import os
import platform
import sys
from datetime import date
from pathlib import Path

from bench import floor, odds, server
from bench.measure import Ratio

README = Path(__file__).parent / "README.md"

HEAD = """# Benchmarks

Taken by `make bench`: both sides of a ratio alternate in one run on one core, the best turn of
each counts, and results are checked before speed. Absolute figures are this machine's; judge
the ratios. A bar is what must be reached; where a line says "(time)" or "(seconds)", less is
better.
"""


def machine() -> str:
    name = platform.processor() or platform.machine()
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            name = line.partition(":")[2].strip()
            break
    load = os.getloadavg()[0]
    python = platform.python_version()
    return f"{date.today()}, {name}, {os.cpu_count()} cores, load {load:.1f}, CPython {python}"


def table(found: list[Ratio]) -> str:
    lines = ["| what | pitboss | beside | ratio | bar | aim | |", "|---|---|---|---|---|---|---|"]
    for one in found:
        aim = f"{one.aim:,g}" if one.aim else ""
        mark = "reached" if one.reached else "**not reached**"
        lines.append(
            f"| {one.name} | {one.ours} | {one.peer} | {one.ratio:,.3g} | {one.bar:,g} | {aim} "
            f"| {mark} |"
        )
    return "\n".join(lines)


def main() -> int:
    found: list[Ratio] = []
    for room in (floor, odds, server):
        for one in room.results():
            print(f"{one.name}: {one.ours} beside {one.peer}: {one.ratio:,.3g} (bar {one.bar:,g})")
            found.append(one)
    README.write_text(f"{HEAD}\n{machine()}\n\n{table(found)}\n", encoding="utf-8")
    missed = [one.name for one in found if not one.reached]
    print(f"{len(found) - len(missed)} reached, {len(missed)} not reached")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
