"""How many requests somebody may make: a bucket of them for each, which fills up steadily. It
is this process's; what the database must remember (wrong passwords) is counted there."""

from __future__ import annotations

import time
from collections.abc import Callable

from pitboss.server.problems import RequestRefused

# An account reads and changes what it likes, but not without end. Posted entries are not counted
# here: each must be legal, and a procedure takes only so many (`jobs.WAGERS_A_PROCEDURE_MAX`).
ACCOUNT_RATE, ACCOUNT_BURST = 200.0, 1000.0
# Every attempt to sign in costs the server the hashing of a password.
SIGN_IN_RATE, SIGN_IN_BURST = 5.0, 200.0
BUCKETS_MAX = 20_000


class Buckets:
    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, whose: str) -> None:
        """Takes one request of theirs, and refuses it where there is none left."""
        now = self.clock()
        left, since = self._left.get(whose, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        if left < 1:
            raise RequestRefused(429, "too-many-requests", "too many requests: wait a moment")
        if len(self._left) >= BUCKETS_MAX:
            self._left.clear()
        self._left[whose] = (left - 1, now)
