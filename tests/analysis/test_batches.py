"""Chunks that go to a cluster several at a time are counted, and fail, each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date

import pytest

from pitboss.analysis.simulation.batches import BATCH_MAX, Batches, Chunk, Counted
from pitboss.analysis.simulation.plan import CHUNK_ROUNDS
from pitboss.analysis.simulation.simulate import simulate


class Tasks:
    """Answers every task at once, as if each chunk had taken so long."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.sizes: list[int] = []

    def __call__(self, chunks: Sequence[Chunk]) -> Future[tuple[float, list[Counted]]]:
        self.sizes.append(len(chunks))
        made: Future[tuple[float, list[Counted]]] = Future()
        made.set_result((self.seconds, [("digest", (chunk, rounds)) for chunk, rounds in chunks]))
        return made


def sent(tasks: Tasks, chunks: int) -> list[Future[Counted]]:
    batches = Batches(tasks, 2, chunks)
    futures = [batches.submit(number, 10 * number) for number in range(chunks)]
    batches.flush()
    return futures


def test_quick_chunks_go_together_and_come_apart() -> None:
    tasks = Tasks(0.01)
    futures = sent(tasks, 1000)
    assert [each.result() for each in futures] == [("digest", (n, 10 * n)) for n in range(1000)]
    assert tasks.sizes[0] == 1
    assert max(tasks.sizes) == 50
    # Towards the end every worker still has its part.
    assert tasks.sizes[-1] <= 2
    assert len(tasks.sizes) < 100


def test_slow_chunks_go_alone() -> None:
    tasks = Tasks(2.0)
    sent(tasks, 20)
    assert tasks.sizes == [1] * 20


def test_no_task_is_too_large() -> None:
    tasks = Tasks(0.0)
    sent(tasks, 10_000)
    assert max(tasks.sizes) == BATCH_MAX


def test_a_task_that_fails_fails_for_all_its_chunks() -> None:
    failed: Future[tuple[float, list[Counted]]] = Future()
    failed.set_exception(ValueError("no"))
    batches = Batches(lambda chunks: failed, 1, 5)
    batches.size = 3
    futures = [batches.submit(number, 1) for number in range(3)]
    for future in futures:
        with pytest.raises(ValueError, match="no"):
            future.result(timeout=1)


def test_far_workers_count_the_same() -> None:
    class Far(ThreadPoolExecutor):
        far = True

    rounds = 5 * CHUNK_ROUNDS + 77
    here = simulate("big-six", date(2013, 1, 1), rounds=rounds, wager="symbol 1", workers=1)
    with Far(2) as pool:
        far = simulate(
            "big-six", date(2013, 1, 1), rounds=rounds, wager="symbol 1", workers=2, executor=pool
        )
    assert far.wagers[0].counts == here.wagers[0].counts
