"""The same chunks on a Dask cluster (the extra `dask`): same counts, same figures, to the last
digit. A worker that dies is no loss: its chunks are run again elsewhere."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from pitboss.analysis.simulation.simulate import Lost
from pitboss.errors import BadInput

ANSWER_SECONDS = 4.0
# A result is a few numbers: if it does not come in this time, nobody is there to give it. Dask
# itself would wait for ever for a scheduler that ended between a task and its result.
RESULT_SECONDS = 20.0
# How often a chunk is tried again when it fails where it runs.
RETRIES = 5

_ADDRESS = re.compile(r"(?:[a-z]{2,5}://)?[\w.\-\[\]:]+:[0-9]{1,5}")


class Cluster(Executor):
    """Submits to a Dask scheduler; `workers` is how many chunks it runs at a time. It is `far`:
    what is sent should be worth the way."""

    far = True

    def __init__(self, client: Any, workers: int) -> None:
        self.client = client
        self.workers = workers

    def submit(self, function: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        local: Future[Any] = Future()
        # Only Dask may cancel it: when nobody waits any more, closing the client does.
        local.set_running_or_notify_cancel()
        try:
            remote = self.client.submit(function, *args, pure=False, retries=RETRIES, **keywords)
        except Exception as error:
            raise Lost(f"the cluster does not take more work: {error}") from None

        def done(remote: Any) -> None:
            try:
                local.set_result(remote.result(timeout=RESULT_SECONDS))
            except BaseException as error:
                local.set_exception(_explained(error))

        # The future keeps the task alive on the cluster: it lives as long as the local one.
        local.remote = remote  # type: ignore[attr-defined]
        remote.add_done_callback(done)
        return local


def _explained(error: BaseException) -> BaseException:
    if isinstance(error, ModuleNotFoundError):
        return BadInput(f"the cluster's workers cannot import {error.name}: install pitboss there")
    if isinstance(error, BadInput):
        return error
    reason = " ".join(str(error).split())[:200]
    return Lost(f"the cluster gave up: {type(error).__name__}: {reason}")


@contextmanager
def connected(address: str, *, seconds: float = ANSWER_SECONDS) -> Iterator[Cluster]:
    """A cluster by the address of its scheduler, such as tcp://10.0.0.5:8786."""
    if not _ADDRESS.fullmatch(address):
        raise BadInput(f"cluster {address[:60]!r}: expected an address such as tcp://host:8786")
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise BadInput("--cluster needs Dask: install pitboss[dask]") from None
    _quiet()
    _knock(address, seconds)
    try:
        client = distributed.Client(address, timeout=seconds, set_as_default=False)
    except Exception as error:
        raise BadInput(
            f"no connection to the cluster at {address[:60]}: {_first_cause(error)}"
        ) from None
    try:
        workers = _workers(client, seconds)
        if not workers:
            raise BadInput(f"the cluster at {address[:60]} has no workers")
        yield Cluster(client, workers)
    finally:
        with contextlib.suppress(Exception):
            client.close(timeout=2)


def _knock(address: str, seconds: float) -> None:
    """Whether a scheduler answers there: a client of Dask that finds none is slow to say so,
    and leaves threads behind that complain later."""
    import asyncio
    import socket

    core: Any = import_module("distributed.core")
    protocol, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    try:
        if protocol in ("", "tcp", "tls"):  # Dask would try again and again
            socket.create_connection((host.strip("[]"), int(port)), seconds).close()
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"no Dask scheduler answers at {address[:60]}: {reason}") from None

    async def ask() -> Any:
        async with core.rpc(address, timeout=seconds) as scheduler:
            return await scheduler.identity()

    async def in_time() -> Any:
        return await asyncio.wait_for(ask(), seconds)

    try:
        answer = asyncio.run(in_time())
    except OSError as error:
        reason = f"nothing came within {seconds:g} s"
        if not isinstance(error, TimeoutError):
            reason = _first_cause(error)
        raise BadInput(f"no Dask scheduler answers at {address[:60]}: {reason}") from None
    except Exception:  # whatever it is that answers there, Dask may say anything about it
        answer = None
    if not isinstance(answer, dict) or answer.get("type") != "Scheduler":
        raise BadInput(f"what answers at {address[:60]} is not a Dask scheduler")


def _first_cause(error: BaseException) -> str:
    while error.__cause__ is not None or error.__context__ is not None:
        error = error.__cause__ or error.__context__  # type: ignore[assignment]
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _quiet() -> None:
    """Dask writes to the log what we say in one line. Its loggers have levels of their own."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _workers(client: Any, seconds: float) -> int:
    """How many chunks the cluster runs at a time; waits a little for the first worker."""
    with contextlib.suppress(Exception):
        client.wait_for_workers(1, timeout=seconds)
    return sum(client.nthreads().values())


__all__ = ["Cluster", "connected"]
