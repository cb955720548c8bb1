"""A short night of the poker room, with one kill: `make soak` has a long one."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'server'")


def test_a_short_night(tmp_path: Path) -> None:
    from tests.server.poker_night import main

    done = main(4, 1, tmp_path)
    assert done["rounds"] >= 12
    assert done["killed"] == 1
    for name in ("dispute", "not-shuffled-and-cut", "rake", "contributions"):
        assert done[name], name
