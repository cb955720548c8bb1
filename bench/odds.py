"""The odds room: kernels beside peers, exact analyses against the clock."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from bench.cold import CPU_SECONDS, MEGABYTES, cost_of
from bench.measure import Ratio, Skipped, alternate, idle_cores, per_second, rate
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.simulation.plan import CHUNK_ROUNDS, Plan, run_chunk
from pitboss.analysis.simulation.simulate import Work, count_chunk, local_workers, prepare

NPM_PEER = "baccarat-engine@1.1.5"


def plan(key: str, day: date, wager: str, options: dict[str, Any] | None = None) -> Plan:
    work = Work(key, day, tuple((options or {}).items()), wager, 0, "optimal")
    return prepare(work).plan


def within(plan: Plan, wager: str, exact: Any, rounds: int = 1 << 22) -> None:
    """Results first: the simulated mean must lie within four standard errors of the exact."""
    counts = run_chunk(plan, 1, 0, rounds)
    index = plan.wagers.index(wager)
    mean = sum(float(o[index].net) * int(c) for o, c in zip(plan.outcomes, counts, strict=True))
    error = (float(exact.variance()) / rounds) ** 0.5
    distance = (mean / rounds - float(exact.mean())) / error
    assert abs(distance) < 4, f"{wager}: {distance:.1f} standard errors from the exact value"


def kernel(plan: Plan, rounds: int) -> Any:
    def work() -> int:
        run_chunk(plan, 2, 0, rounds)
        return rounds

    return work


def craps() -> Ratio:
    from crapssim import Table
    from crapssim.strategy.single_bet import BetPassLine

    day = date(1996, 5, 1)
    ours = plan("craps", day, "pass")
    within(ours, "pass", exact_edges("craps", day, wager="pass").wagers[0].distribution)

    def peer() -> int:
        """Rolls of a table with one pass line bettor; 557/165 rolls are one decision."""
        table = Table(seed=3)
        table.add_player(bankroll=10**9, strategy=BetPassLine(5))
        table.run(max_rolls=3000, verbose=False)
        return 3000 * 165 // 557

    fast, slow = alternate(kernel(ours, 1 << 21), peer, 8)
    return Ratio(
        "craps pass line, decisions / crapssim",
        per_second(fast),
        per_second(slow),
        fast / slow,
        2_000,
        10_000,
    )


def npm_peer(folder: Path) -> None:
    subprocess.run(
        ["npm", "install", "--silent", "--no-save", "--no-fund", "--no-audit", NPM_PEER],
        cwd=folder,
        check=True,
    )
    shutil.copy(Path(__file__).parent / "baccarat_peer.js", folder / "peer.js")


def baccarat() -> Ratio:
    day = date(2000, 5, 1)
    ours = plan("baccarat-punto-banco", day, "banker", {"decks": 8})
    exact = exact_edges("baccarat-punto-banco", day, {"decks": 8}, wager="banker")
    within(ours, "banker", exact.wagers[0].distribution)
    best_peer = best_ours = 0.0
    with tempfile.TemporaryDirectory() as folder:
        npm_peer(Path(folder))
        for _ in range(5):
            text = subprocess.run(
                ["node", "peer.js", "1"], cwd=folder, check=True, capture_output=True, text=True
            ).stdout
            told = json.loads(text)
            wins = told["counts"].get("banker", 0) / told["hands"]
            assert abs(wins - 0.4586) < 0.01, f"the peer's banker wins {wins:.4f} of hands"
            best_peer = max(best_peer, told["hands"] / told["seconds"])
            best_ours = max(best_ours, *(rate(kernel(ours, 1 << 21)) for _ in range(4)))
    return Ratio(
        "8-deck baccarat, hands / baccarat-engine",
        per_second(best_ours),
        per_second(best_peer),
        best_ours / best_peer,
        50,
        120,
    )


def seven_cards() -> Ratio:
    import eval7

    from pitboss.hands.poker_batch import five_card_values

    rng = np.random.default_rng(5)
    hands = np.argsort(rng.random((200_000, 52)), axis=1)[:, :7].astype(np.uint8)
    texts = "23456789TJQKA"
    deck = [eval7.Card(texts[card >> 2] + "cdhs"[card & 3]) for card in range(52)]
    sample = [[deck[card] for card in hand] for hand in hands[:20_000].tolist()]
    values = five_card_values(hands[:20_000])
    ranks = np.array([eval7.evaluate(hand) for hand in sample])
    order = np.argsort(values, kind="stable")
    assert (np.diff(ranks[order]) >= 0).all(), "we rank hands otherwise than the peer"

    def ours() -> int:
        five_card_values(hands)
        return len(hands)

    def peer() -> int:
        for hand in sample:
            eval7.evaluate(hand)
        return len(sample)

    fast, slow = alternate(ours, peer)
    return Ratio(
        "seven-card evaluation, batch / eval7",
        per_second(fast),
        per_second(slow),
        fast / slow,
        70,
        140,
    )


def clock() -> list[Ratio]:
    """Exact analyses, in one process that has its imports done."""
    found = []
    for name, bar, calls in (
        ("exact three card poker, all wagers", 1.0, (("three-card-poker", date(1999, 1, 4), {}),)),
        (
            "exact 6-deck baccarat, every wager",
            1.0,
            (("baccarat-punto-banco", date(2013, 5, 1), {"decks": 6}),),
        ),
        (
            "exact 8-deck baccarat without vigorish, every wager",
            1.0,
            (("baccarat-punto-banco", date(2013, 5, 1), {"decks": 8, "vigorish": "none"}),),
        ),
        ("exact craps, every wager", 1.0, (("craps", date(1996, 5, 1), {}),)),
    ):
        start = time.perf_counter()
        for key, day, options in calls:
            exact_edges(key, day, options)
        taken = time.perf_counter() - start
        found.append(
            Ratio(
                f"{name} (seconds)", f"{taken:.2f} s", f"{bar} s", taken / bar, 1, None, more=False
            )
        )
    return found


def from_cold() -> list[Ratio]:
    """The two longest exact analyses as a user has them: `pitboss odds` in a process of its own,
    one core, no answer kept from before. Seconds of processor time, and the most memory."""
    found = []
    for game in ("blackjack-switch", "spanish-21"):
        cost_of(game)  # compiled code is on disk from here on
        cost = cost_of(game)
        for what, ours, unit, bar in (
            ("CPU seconds", cost.seconds, "s", CPU_SECONDS),
            ("megabytes", cost.megabytes, "MB", MEGABYTES),
        ):
            name = f"pitboss odds {game}, from cold ({what})"
            found.append(
                Ratio(
                    name, f"{ours:.1f} {unit}", f"{bar:g} {unit}", ours / bar, 1, None, more=False
                )
            )
    return found


def four_card_poker() -> Ratio:
    """The largest kernel beside the smallest of its kind, by the card."""
    times = []
    for key, day, cards in (
        ("four-card-poker", date(2015, 6, 1), 11),
        ("three-card-poker", date(2010, 6, 1), 6),
    ):
        ours = plan(key, day, "ante")
        within(ours, "ante", exact_edges(key, day, wager="ante").wagers[0].distribution)
        times.append((kernel(ours, 1 << 19), cards))
    (large, more), (small, fewer) = times
    rounds, others = alternate(large, small)
    ours_ns, peer_ns = 1e9 / rounds / more, 1e9 / others / fewer
    return Ratio(
        "four card poker kernel / three card poker kernel (time a card)",
        f"{ours_ns:.1f} ns",
        f"{peer_ns:.1f} ns",
        ours_ns / peer_ns,
        3,
        None,
        more=False,
    )


def two_processes() -> Ratio | Skipped:
    name = "8-deck baccarat, two processes / one"
    idle = idle_cores()
    if idle < 1.8:
        load = os.getloadavg()[0]
        return Skipped(name, f"{idle:.1f} of {os.cpu_count()} cores are idle (load {load:.1f})")
    work = Work("baccarat-punto-banco", date(2000, 5, 1), (("decks", 8),), "banker", 0, "optimal")
    chunks = range(24)

    def counted(pool: Executor) -> list[Any]:
        return list(
            pool.map(
                count_chunk,
                [work] * len(chunks),
                [1] * len(chunks),
                chunks,
                [CHUNK_ROUNDS] * len(chunks),
            )
        )

    def turn(pool: Executor) -> Any:
        def run() -> int:
            counted(pool)
            return len(chunks)

        return run

    with local_workers(1, processes=True) as one, local_workers(2, processes=True) as two:
        assert counted(one) == counted(two), "two processes count other rounds than one"
        both, single = alternate(turn(two), turn(one), 6)
    rounds = both * CHUNK_ROUNDS, single * CHUNK_ROUNDS
    return Ratio(name, per_second(rounds[0]), per_second(rounds[1]), both / single, 1.8)


def bulk() -> list[Ratio]:
    from pitboss.analysis.simulation.audit import write_audit

    found = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rounds.audit"
        best = 0.0
        for _ in range(4):
            file.unlink(missing_ok=True)
            start = time.perf_counter()
            written = write_audit(file, "red-dog", date(1999, 6, 1), rounds=1 << 22)
            best = max(best, written.rounds / (time.perf_counter() - start))
    found.append(
        Ratio(
            "audited bulk red dog rounds (a second)", per_second(best), "2.5 M/s", best / 2.5e6, 1
        )
    )
    return found


def results() -> Iterator[Ratio | Skipped]:
    yield craps()
    yield baccarat()
    yield seven_cards()
    yield four_card_poker()
    yield from clock()
    yield from from_cold()
    yield from bulk()
    yield two_processes()
