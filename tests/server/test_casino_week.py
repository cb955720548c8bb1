"""A short week of the casino: what `make soak` runs for seven days."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'server'")
pytest.importorskip("holidays", reason="needs the extra 'server'")

from tests.server.casino_week import week


def test_a_short_week_adds_up(tmp_path: Path) -> None:
    figures = week(tmp_path, days=1, acts=4)
    assert figures["compared"] > 20
    assert figures["tournament_revenue"] == 10_000
