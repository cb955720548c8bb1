"""What the exact figures of a game cost from cold: a process of its own, one thread, no answer kept
from before. Compiled code is as a user's second run finds it: on disk.

`python -m bench.cold` measures every game that has exact figures, `python -m bench.cold craps`
these only; `--first` with an empty directory of compiled code, as at a user's very first run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from typing import NamedTuple

from pitboss import registry
from pitboss.compiled import CACHE_VARIABLE

CPU_SECONDS, MEGABYTES = 5.0, 1000.0
# Games whose first answer is a simulation, or that the licensee's figures decide.
WITHOUT = registry.SIMULATED_ONLY | {"poker"}
ONE_THREAD = dict.fromkeys(
    ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)


class Cost(NamedTuple):
    """Seconds of processor time, user and system, and the most memory that was held at a time."""

    seconds: float
    megabytes: float

    @property
    def within(self) -> bool:
        return self.seconds <= CPU_SECONDS and self.megabytes <= MEGABYTES


def cost_of(game: str, compiled_code: str = "") -> Cost:
    """`pitboss odds GAME --no-cache`: every wager of the game under its usual options, on one core
    where the system lets a process choose. `compiled_code` is the directory it is kept in."""
    words = [sys.executable, "-m", "pitboss", "odds", game, "--no-cache", "--json"]
    if hasattr(os, "sched_setaffinity"):
        core = min(os.sched_getaffinity(0))
        words[1:3] = ["-c", _on_core(core)]
    environment = os.environ | ONE_THREAD
    if compiled_code:
        environment[CACHE_VARIABLE] = compiled_code
    process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{game}: pitboss odds ends with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6)


def _on_core(core: int) -> str:
    return (
        f"import os, sys; os.sched_setaffinity(0, [{core}]); "
        "from pitboss.cli import main; sys.exit(main())"
    )


def main(asked: list[str]) -> int:
    first = "--first" in asked
    games = [each for each in asked if not each.startswith("-")]
    games = games or [each for each in registry.STUDIES if each not in WITHOUT]
    print("| game | CPU | memory | |\n|---|---:|---:|---|")
    missed = 0
    for game in games:
        with tempfile.TemporaryDirectory() as empty:
            if not first:
                cost_of(game)  # what is compiled now is on disk the next time
            found = cost_of(game, empty if first else "")
        missed += not found.within
        mark = "" if found.within else "**too much**"
        print(f"| {game} | {found.seconds:.2f} s | {found.megabytes:.0f} MB | {mark} |", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
