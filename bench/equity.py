"""Equity at hold 'em before the flop: exact figures against the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.measure import Ratio, seconds
from pitboss.studies.poker.equity import study_equity
from pitboss.studies.poker.kinds import find_kind
from pitboss.studies.poker.preflop import preflop_table
from pitboss.studies.poker.ranges import read_holding


def two_hands() -> Ratio:
    kind = find_kind("holdem")
    holdings = [read_holding(text, kind, "") for text in ("As Ks", "Qd Qh")]

    def work() -> int:
        found = study_equity(kind, holdings, workers=1)
        assert found.players[0].win * found.deals == 787_966, "the boards are counted otherwise"
        return found.deals

    work()  # compiled, or read from the disk
    taken = seconds(work)
    return Ratio(
        "exact equity of two hands before the flop, 1,712,304 boards (seconds)",
        f"{taken * 1000:.1f} ms",
        "60 ms",
        taken / 0.06,
        1,
        None,
        more=False,
    )


def whole_table() -> Ratio:
    start = time.perf_counter()
    table = preflop_table()
    taken = time.perf_counter() - start
    aces, kings = table.names.index("AA"), table.names.index("KK")
    assert table.wins[aces][kings] == 50_371_344, "the table is counted otherwise"
    return Ratio(
        "exact equity of all 169 kinds of hands against each other (seconds)",
        f"{taken:.1f} s",
        "600 s",
        taken / 600,
        1,
        0.2,
        more=False,
    )


def results() -> Iterator[Ratio]:
    yield two_hands()
    yield whole_table()
