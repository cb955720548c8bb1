"""`make bench`: every ratio, to the terminal and to bench/README.md.

`python -m bench odds floor` takes these parts only and writes nothing."""

from __future__ import annotations

import importlib
import os
import platform
import sys
import time
import traceback
from datetime import date
from pathlib import Path

from bench.measure import Ratio, Skipped

# A part is a module of this folder whose results() gives Ratio and Skipped, one by one or as a
# list. To add a part, add its name.
PARTS = ("floor", "odds", "blackjack", "blackjack_kernel", "server", "scale", "keno", "equity",
         "poker", "learn")  # fmt: skip

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


def line(one: Ratio | Skipped) -> str:
    if isinstance(one, Skipped):
        return f"{one.name}: skipped: {one.why}"
    return f"{one.name}: {one.ours} beside {one.peer}: {one.ratio:,.3g} (bar {one.bar:,g})"


def table(found: list[Ratio | Skipped]) -> str:
    lines = ["| what | pitboss | beside | ratio | bar | aim | |", "|---|---|---|---|---|---|---|"]
    for one in found:
        if isinstance(one, Skipped):
            lines.append(f"| {one.name} | | | | | | skipped: {one.why} |")
            continue
        aim = f"{one.aim:,g}" if one.aim else ""
        mark = "reached" if one.reached else "**not reached**"
        lines.append(
            f"| {one.name} | {one.ours} | {one.peer} | {one.ratio:,.3g} | {one.bar:,g} | {aim} "
            f"| {mark} |"
        )
    return "\n".join(lines)


def take(part: str) -> list[Ratio | Skipped] | None:
    """All results of a part, each told as it comes; None if it failed, which is told loudly: a
    wrong result is found before anything is measured."""
    found: list[Ratio | Skipped] = []
    try:
        for one in importlib.import_module(f"bench.{part}").results():
            print(line(one), flush=True)
            found.append(one)
    except Exception:
        traceback.print_exc()
        print(f"FAILED: {part}", file=sys.stderr, flush=True)
        return None
    return found


def main(asked: list[str]) -> int:
    unknown = [part for part in asked if part not in PARTS]
    if unknown:
        print(f"no part {', '.join(unknown)}; the parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    began, described = time.perf_counter(), machine()
    taken = {part: take(part) for part in asked or PARTS}
    failed = [part for part, found in taken.items() if found is None]
    found = [one for several in taken.values() for one in several or ()]
    ratios = [one for one in found if isinstance(one, Ratio)]
    missed = sum(not one.reached for one in ratios)
    print(
        f"{len(ratios) - missed} reached, {missed} not reached, {len(found) - len(ratios)} "
        f"skipped, {len(failed)} parts failed, in {time.perf_counter() - began:.0f} s"
    )
    if not asked and not failed:
        README.write_text(f"{HEAD}\n{described}\n\n{table(found)}\n", encoding="utf-8")
    return 1 if missed or failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
