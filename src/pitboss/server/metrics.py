"""Counters, as plain text for whoever scrapes them. They are this process's."""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.server.house import House


class Metrics:
    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.seconds: Counter[str] = Counter()
        self.started = time.time()

    def count(self, route: str, status: int, seconds: float = 0.0) -> None:
        self.requests[route, status] += 1
        self.seconds[route] += seconds  # type: ignore[assignment]

    def text(self, house: House) -> str:
        writer, hub = house.writer, house.hub
        lines = [
            "# TYPE pitboss_requests_total counter",
            *(
                f'pitboss_requests_total{{route="{route}",status="{status}"}} {count}'
                for (route, status), count in sorted(self.requests.items())
            ),
            "# TYPE pitboss_request_seconds_total counter",
            *(
                f'pitboss_request_seconds_total{{route="{route}"}} {seconds:.6f}'
                for route, seconds in sorted(self.seconds.items())
            ),
        ]
        for name, kind, value in (
            ("rows_written_total", "counter", writer.rows),
            ("batches_total", "counter", writer.batches),
            ("jobs_total", "counter", writer.jobs),
            ("transaction_seconds_total", "counter", f"{writer.commit_seconds:.6f}"),
            ("transaction_failures_total", "counter", writer.failures),
            ("stream_listeners", "gauge", hub.count()),
            ("stream_messages_total", "counter", hub.sent),
            ("tables_in_memory", "gauge", len(writer.cache)),
            ("uptime_seconds", "gauge", f"{time.time() - self.started:.0f}"),
            ("process_id", "gauge", os.getpid()),
        ):
            lines += [f"# TYPE pitboss_{name} {kind}", f"pitboss_{name} {value}"]
        return "\n".join(lines) + "\n"
