"""Chunks handed to a cluster several at a time: a task costs some milliseconds to send, and a chunk
may take no longer than that to count. How many go together follows from how long chunks take; each
chunk is still counted, merged and kept by itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future

Counted = tuple[str, tuple[int, ...]]
Chunk = tuple[int, int]

# About how long a task should take, and the most chunks of one.
TASK_SECONDS = 0.5
BATCH_MAX = 64


def count_all(
    count: Callable[[int, int], Counted], chunks: Sequence[Chunk]
) -> tuple[float, list[Counted]]:
    """The chunks of one task, and how many seconds each took."""
    started = time.perf_counter()
    counted = [count(chunk, rounds) for chunk, rounds in chunks]
    return (time.perf_counter() - started) / len(chunks), counted


class Batches:
    """`submit` gives a future for every chunk; `flush` sends what was gathered. Towards the end
    fewer go together, so that every worker has its part."""

    def __init__(
        self,
        task: Callable[[list[Chunk]], Future[tuple[float, list[Counted]]]],
        workers: int,
        chunks: int,
    ) -> None:
        self.task, self.workers, self.left = task, workers, chunks
        self.size = 1
        self._gathered: list[tuple[Chunk, Future[Counted]]] = []

    def submit(self, chunk: int, rounds: int) -> Future[Counted]:
        local: Future[Counted] = Future()
        local.set_running_or_notify_cancel()
        self._gathered.append(((chunk, rounds), local))
        if len(self._gathered) >= self.size:
            self.flush()
        return local

    def flush(self) -> None:
        if not self._gathered:
            return
        gathered, self._gathered = self._gathered, []
        self.left -= len(gathered)
        remote = self.task([chunk for chunk, _ in gathered])

        def done(remote: Future[tuple[float, list[Counted]]]) -> None:
            error = remote.exception()
            if error is not None:
                for _, local in gathered:
                    local.set_exception(error)
                return
            seconds, counted = remote.result()
            share = max(1, self.left // (4 * self.workers))
            self.size = max(1, min(int(TASK_SECONDS / max(seconds, 1e-6)), BATCH_MAX, share))
            for (_, local), each in zip(gathered, counted, strict=True):
                local.set_result(each)

        remote.add_done_callback(done)
