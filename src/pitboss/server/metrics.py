"""Counters, as text for whoever scrapes them. They are this process's."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from pitboss.server.house import House

__all__ = ["CONTENT_TYPE", "Metrics"]

# Seconds that a request took, at most.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """What is counted with every request is plain; it is put into form when it is asked for."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.refusals: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.buckets: dict[str, list[int]] = {}
        self.started = time.time()

    def count(self, route: str, status: int, seconds: float = 0.0) -> None:
        self.requests[route, status] += 1
        self.seconds[route] += seconds  # type: ignore[assignment]
        buckets = self.buckets.get(route)
        if buckets is None:
            buckets = self.buckets[route] = [0] * (len(BOUNDS) + 1)
        buckets[bisect_left(BOUNDS, seconds)] += 1

    def refused(self, code: str) -> None:
        self.refusals[code] += 1

    def text(self, house: House) -> bytes:
        registry = CollectorRegistry(auto_describe=False)
        registry.register(_Collected(self, house))
        return generate_latest(registry)


class _Collected(Collector):
    def __init__(self, metrics: Metrics, house: House) -> None:
        self.metrics, self.house = metrics, house

    def collect(self) -> Iterator[Metric]:
        yield from self._requests()
        writer, hub, house = self.house.writer, self.house.hub, self.house
        for name, value, words in (
            ("rows_written", writer.rows, "Rows of chains that were written."),
            ("batches", writer.batches, "Transactions of the writer."),
            ("jobs", writer.jobs, "Jobs of the writer, refused ones included."),
            ("transaction_seconds", writer.commit_seconds, "Seconds spent in transactions."),
            ("transaction_failures", writer.failures, "Transactions that failed."),
            ("stream_messages", hub.sent, "Messages sent to those who listen."),
        ):
            yield CounterMetricFamily(f"pitboss_{name}", words, value=value)
        seated = sum(len(live.seats) for live in list(writer.cache.values()))
        for name, value, words in (
            ("stream_listeners", hub.count(), "Streams that are open."),
            ("tables_in_memory", len(writer.cache), "Tables that this process has in memory."),
            ("tables_set_aside", len(house.aside), "Tables that cannot be played: see the log."),
            ("seats_taken", seated, "Seats that are taken at these tables."),
            ("ready", int(house.ready), "Whether the database was there when it was needed."),
            ("uptime_seconds", time.time() - self.metrics.started, "Since the process began."),
            ("process_id", os.getpid(), "The process whose counters these are."),
        ):
            yield GaugeMetricFamily(f"pitboss_{name}", words, value=value)

    def _requests(self) -> Iterator[Metric]:
        metrics = self.metrics
        requests = CounterMetricFamily(
            "pitboss_requests", "Requests, by route and status.", labels=("route", "status")
        )
        for (route, status), count in sorted(metrics.requests.items()):
            requests.add_metric((route, str(status)), count)
        yield requests
        refusals = CounterMetricFamily(
            "pitboss_refusals", "Requests that were refused, by code.", labels=("code",)
        )
        for code, count in sorted(metrics.refusals.items()):
            refusals.add_metric((code,), count)
        yield refusals
        seconds = HistogramMetricFamily(
            "pitboss_request_seconds", "How long requests took, by route.", labels=("route",)
        )
        for route, buckets in sorted(metrics.buckets.items()):
            total, listed = 0, []
            for bound, count in zip((*BOUNDS, float("inf")), buckets, strict=True):
                total += count
                listed.append(("+Inf" if bound == float("inf") else str(bound), float(total)))
            seconds.add_metric((route,), listed, float(metrics.seconds[route]))
        yield seconds
