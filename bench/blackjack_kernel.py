"""Blackjack: the general kernel, with the histogram from which mean and variance are exact, beside
an npm package that simulates the same game. `python -m bench.blackjack_kernel` prints the ratio;
`results()` is what bench/__main__.py collects."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from bench.measure import Ratio, per_second, rate
from pitboss.studies.families.twenty_one.exact.solve import solve
from pitboss.studies.families.twenty_one.kernel_run import Dealing, KernelRun, KernelTable
from pitboss.studies.families.twenty_one.table_rules import CARD_READER, TableRules

NPM_PEER = "@blackjacktrainer/blackjack-simulator@0.34.0"
ROUNDS = 1 << 20
PEER_HANDS = 1_000_000
TURNS = 6
# A card reader, as at the peer's table: four hands, aces split once, dealer stands on soft 17.
GAME = TableRules(decks=6, hole_card=CARD_READER, hands_max=4, aces_hands_max=2)
# Three quarters of the shoe are dealt.
CUT_AT = 234


class Result(NamedTuple):
    mean: float
    variance: float
    rounds: int

    def error(self) -> float:
        return sqrt(self.variance / self.rounds)


def result_of(simulated: KernelRun, key: int, rounds: int) -> Result:
    counts, _ = simulated.walk(key, rounds, 0)
    seen = [(float(cells[0].net), int(n)) for cells, n in zip(simulated.cells, counts, strict=True)]
    mean = sum(net * n for net, n in seen) / rounds
    return Result(mean, sum(net * net * n for net, n in seen) / rounds - mean**2, rounds)


def check_ours(machine: KernelTable, value: float) -> Result:
    """From a full shoe, our mean must be the exact one; as at the table, it is near."""
    fresh = result_of(KernelRun(machine, Dealing()), 1, 1 << 22)
    assert abs(fresh.mean - value) < 4 * fresh.error(), f"mean {fresh.mean}, exactly {value}"
    return result_of(KernelRun(machine, Dealing(cut_at=CUT_AT)), 1, 1 << 22)


def play_peer(folder: Path) -> tuple[Result, float]:
    """What the peer's rounds came to, and its rate. It counts hands: a split is two or more."""
    text = subprocess.run(
        ["node", "peer.js", str(PEER_HANDS)], cwd=folder, check=True, capture_output=True, text=True
    ).stdout
    told = json.loads(text)
    found = Result(told["mean"], told["variance"], told["hands"])
    return found, told["hands"] / told["seconds"]


def install_peer(folder: Path) -> None:
    subprocess.run(
        ["npm", "install", "--silent", "--no-save", "--no-fund", "--no-audit", NPM_PEER],
        cwd=folder,
        check=True,
    )
    shutil.copy(Path(__file__).parent / "blackjack_peer.js", folder / "peer.js")


def results() -> list[Ratio]:
    solution = solve(GAME)
    machine = KernelTable(GAME, solution.strategy)
    expected = check_ours(machine, solution.value)
    table = KernelRun(machine, Dealing(cut_at=CUT_AT))

    def work(key: int) -> Callable[[], int]:
        def play() -> int:
            table.walk(key, ROUNDS, 0)
            return ROUNDS

        return play

    best_ours = best_peer = 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install_peer(folder)
        for turn in range(TURNS):
            found, speed = play_peer(folder)
            apart = abs(found.mean - expected.mean)
            assert apart < 4 * (found.error() + expected.error()), f"the peer's mean {found.mean}"
            assert abs(found.variance / expected.variance - 1) < 0.05, "the peer's variance"
            best_peer = max(best_peer, speed)
            best_ours = max(best_ours, *(rate(work(turn)) for _ in range(8)))
    return [
        Ratio(
            "6-deck blackjack, rounds / mhluska's blackjack-simulator",
            per_second(best_ours),
            per_second(best_peer),
            best_ours / best_peer,
            22,
            44,
        )
    ]


if __name__ == "__main__":
    for one in results():
        print(f"{one.name}: {one.ours} beside {one.peer}: {one.ratio:,.3g} (bar {one.bar:,g})")
