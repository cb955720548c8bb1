"""How many requests somebody may make: a bucket of them for each, which fills up steadily. It
is this process's; what the database must remember (wrong passwords) is counted there."""

from __future__ import annotations

import time
from collections.abc import Callable

from pitboss.server.problems import RequestRefused

# An account reads and changes what it likes, but not without end. What costs more than a look is
# weighed: one unit is about a millisecond of a processor.
ACCOUNT_RATE, ACCOUNT_BURST = 200.0, 1000.0
# Posted entries are cheap, and a program may be fast; what is refused is cheap too, and useless.
ENTRY_RATE, ENTRY_BURST = 1000.0, 5000.0
REFUSAL_RATE, REFUSAL_BURST = 20.0, 200.0
# Streams that an account may listen to at once, in each process.
STREAMS_MAX = 40
# Every attempt to sign in costs the server the hashing of a password.
SIGN_IN_RATE, SIGN_IN_BURST = 5.0, 200.0
BUCKETS_MAX = 20_000


class Buckets:
    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, whose: str, cost: float = 1.0) -> None:
        """Takes one request of theirs, and refuses it where there is none left. What it costs may
        be known only afterwards: the bucket is then overdrawn (`spend`), and the next one waits."""
        left, now = self._level(whose)
        if left < 1:
            raise RequestRefused(429, "too-many-requests", "too many requests: wait a moment")
        self._keep(whose, left - cost, now)

    def check(self, whose: str) -> None:
        """Refuses where there is none left, and takes nothing."""
        if whose in self._left and self._level(whose)[0] < 1:
            raise RequestRefused(429, "too-many-requests", "too many requests: wait a moment")

    def spend(self, whose: str, cost: float = 1.0) -> None:
        """Takes what something has cost."""
        left, now = self._level(whose)
        self._keep(whose, left - cost, now)

    def _level(self, whose: str) -> tuple[float, float]:
        now = self.clock()
        left, since = self._left.get(whose, (self.burst, now))
        return min(self.burst, left + (now - since) * self.rate), now

    def _keep(self, whose: str, left: float, now: float) -> None:
        if len(self._left) >= BUCKETS_MAX:
            self._left.clear()
        self._left[whose] = (left, now)
