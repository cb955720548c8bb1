"""A clock that does not follow a leap at once. A machine's clock may be wrong for a moment, by
hours or by years: gaming days, notices and sessions must not be decided by that moment."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

# More than a clock is put right by, and more than a machine sleeps; once it has stayed there for so
# long, the clock is believed.
LEAP_MS = 36 * 3_600_000
BELIEVED_AFTER_SECONDS = 600.0


class Steady:
    """Tells what `clock` tells, in milliseconds, unless that leapt: then what the time would be if
    it had gone on as `monotonic` did."""

    def __init__(
        self, clock: Callable[[], int], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock, self._monotonic = clock, monotonic
        self._lock = threading.Lock()
        self._told, self._at = clock(), monotonic()
        self._leapt_at = 0.0

    def __call__(self) -> int:
        with self._lock:
            says, at = self._clock(), self._monotonic()
            expected = self._told + int((at - self._at) * 1000)
            if abs(says - expected) < LEAP_MS:
                self._leapt_at = 0.0
            else:
                self._leapt_at = self._leapt_at or at
                if at - self._leapt_at < BELIEVED_AFTER_SECONDS:
                    says = expected
                else:
                    self._leapt_at = 0.0
            self._told, self._at = says, at
            return says
