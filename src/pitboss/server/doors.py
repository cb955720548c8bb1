"""Connections: how many there may be, and how long one may take to ask for something. Whoever sends
half a request, or none, is shown out; so is whoever holds the door for everybody else."""

from __future__ import annotations

import asyncio
import resource
import time
from collections import Counter
from typing import Any, Protocol

# A request that is not there in full after so many seconds is given up; looked for so often.
REQUEST_SECONDS = 20.0
LOOK_SECONDS = 2.0
# Where there is no more room, after so many.
CROWDED_SECONDS = 1.0
# Connections that one address may have, unless it is a proxy's.
AN_ADDRESS_MAX = 400
# Files that are kept for the database and the rest.
FILES_KEPT = 200
CONNECTIONS_MAX = 20_000


class Connected(Protocol):
    since: float
    client: Any

    def give_up(self, status: int, code: str, words: str) -> None: ...


def room_for_connections() -> int:
    """Raises the limit of open files as far as this process may, and returns how many connections
    there is room for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard and hard != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    if soft == resource.RLIM_INFINITY:
        return CONNECTIONS_MAX
    return max(min(soft - FILES_KEPT, CONNECTIONS_MAX), 50)


class Doors:
    """`proxies` are addresses, with commas between, that may have any number of connections."""

    def __init__(self, proxies: str = "") -> None:
        self.inside: set[Connected] = set()
        self.addresses: Counter[str] = Counter()
        self.most = room_for_connections()
        self.proxies = frozenset(one.strip() for one in proxies.split(","))
        self.turned_away = 0

    def address_behind(self, address: str, forwarded: str) -> str:
        """Whose request it is that came from this address: behind a proxy, whom it names last that
        is no proxy."""
        if not forwarded or not self.proxies & {address, "*"}:
            return address
        hosts = [host.strip() for host in forwarded.split(",")]
        return next((host for host in reversed(hosts) if host not in self.proxies), hosts[0])

    def enter(self, connection: Connected) -> bool:
        """Whether the connection may stay."""
        address = connection.client[0] if connection.client else ""
        crowd = address not in self.proxies and self.addresses[address] >= AN_ADDRESS_MAX
        if len(self.inside) >= self.most:
            self._make_room()
        if len(self.inside) >= self.most or crowd:
            self.turned_away += 1
            return False
        self.inside.add(connection)
        self.addresses[address] += 1
        return True

    def _make_room(self) -> None:
        """Gives up the request that is awaited longest, so that whoever comes is not kept out."""
        waiting = [one for one in self.inside if one.since]
        oldest = min(waiting, key=lambda one: one.since, default=None)
        if oldest is not None and oldest.since < time.monotonic() - CROWDED_SECONDS:
            oldest.give_up(408, "too-slow", "the request was not there in time")
            self.leave(oldest)

    def leave(self, connection: Connected) -> None:
        if connection in self.inside:
            self.inside.discard(connection)
            address = connection.client[0] if connection.client else ""
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def watch(self) -> None:
        """Gives up requests that are not there in full in time."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            late = time.monotonic() - REQUEST_SECONDS
            for connection in list(self.inside):
                if connection.since and connection.since < late:
                    connection.give_up(408, "too-slow", "the request was not there in time")
