"""The same chunks on a Dask cluster, with a worker that is killed on the way."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import subprocess_run
from tests.studies.room import DAY

from pitboss.analysis.simulation.cluster import connected
from pitboss.analysis.simulation.plan import CHUNK_ROUNDS
from pitboss.analysis.simulation.simulate import Progress, simulate
from pitboss.errors import BadInput

distributed: Any = pytest.importorskip("distributed")

ROUNDS = 12 * CHUNK_ROUNDS + 321


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """Two workers, each a process of its own, with a nanny that starts it again."""
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=60
    )
    with cluster:
        yield cluster.scheduler_address


def test_the_same_figures_though_a_worker_is_killed(scheduler: str, tmp_path: Path) -> None:
    alone = simulate("red-dog", DAY, rounds=ROUNDS)
    with connected(scheduler) as cluster:
        assert cluster.workers == 2
        workers: list[int] = list(cluster.client.run(os.getpid).values())
        killed: list[int] = []

        def tell(now: Progress) -> None:
            if now.rounds >= 2 * CHUNK_ROUNDS and not killed:
                killed.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)

        far = simulate(
            "red-dog",
            DAY,
            rounds=ROUNDS,
            executor=cluster,
            workers=cluster.workers,
            resume=tmp_path / "chunks.jsonl",
            tell=tell,
        )
    assert killed
    assert not far.partial
    assert far.rounds == ROUNDS
    first, second = alone.as_json()["wagers"], far.as_json()["wagers"]
    assert first == second
    here = simulate("red-dog", DAY, rounds=ROUNDS, resume=tmp_path / "chunks.jsonl")
    assert here.rounds_resumed == ROUNDS
    assert here.as_json()["wagers"] == first


def test_an_interrupt_on_a_cluster_keeps_what_was_counted(scheduler: str) -> None:
    def tell(now: Progress) -> None:
        if now.rounds == 2 * CHUNK_ROUNDS:
            raise KeyboardInterrupt

    with connected(scheduler) as cluster:
        part = simulate("big-six", DAY, rounds=ROUNDS, executor=cluster, workers=2, tell=tell)
    assert part.partial
    assert part.rounds == 2 * CHUNK_ROUNDS
    whole = simulate("big-six", DAY, rounds=2 * CHUNK_ROUNDS)
    assert [w.counts for w in part.wagers] == [w.counts for w in whole.wagers]


def test_the_command(scheduler: str) -> None:
    words = ("simulate", "big-six", "--day", str(DAY), "--rounds", "5000000", "--json")
    far = subprocess_run(*words, "--cluster", scheduler)
    near = subprocess_run(*words)
    assert far.code == near.code == 0, far.err
    assert far.err == ""
    assert far.json()["wagers"] == near.json()["wagers"]


def test_a_cluster_that_dies_leaves_a_partial_result(tmp_path: Path) -> None:
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=60
    )
    with cluster:

        def tell(now: Progress) -> None:
            if now.rounds == 2 * CHUNK_ROUNDS:
                cluster.close()

        with connected(cluster.scheduler_address) as found:
            part = simulate(
                "big-six",
                DAY,
                rounds=1000 * CHUNK_ROUNDS,
                executor=found,
                workers=1,
                resume=tmp_path / "chunks.jsonl",
                tell=tell,
            )
    assert part.partial
    assert "the cluster gave up" in part.why
    assert part.rounds >= 2 * CHUNK_ROUNDS
    rest = simulate("big-six", DAY, rounds=part.rounds, resume=tmp_path / "chunks.jsonl")
    assert rest.rounds_resumed == part.rounds


# -- addresses that do not answer -------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
        ("127.0.0.1:1", "no Dask scheduler answers"),
        ("tcp://no-such-host.invalid:8786", "no Dask scheduler answers"),
        ("tcp://127.0.0.1:99999", "no Dask scheduler answers"),
        ("nonsense", "expected an address such as tcp://host:8786"),
        ("", "expected an address"),
        ("tcp://127.0.0.1", "expected an address"),
    ],
)
def test_an_address_that_does_not_answer(address: str, message: str) -> None:
    started = time.monotonic()
    with pytest.raises(BadInput, match=message), connected(address):
        pass
    assert time.monotonic() - started < 8


def test_somebody_who_says_nothing() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        with (
            pytest.raises(BadInput, match="nothing came within 1 s"),
            connected(address, seconds=1),
        ):
            pass


def test_the_command_says_so_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "chunks.jsonl"
    simulate("big-six", DAY, rounds=1000, resume=file)
    before = file.read_bytes()
    ran = subprocess_run(
        "simulate",
        "big-six",
        "--day",
        str(DAY),
        "--rounds",
        "2000",
        "--resume",
        str(file),
        "--cluster",
        "tcp://127.0.0.1:1",
        "--json",
    )
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "no Dask scheduler answers" in ran.err
    assert file.read_bytes() == before
