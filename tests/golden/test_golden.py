"""Every golden playthrough, replayed: the text must come out as it stands in the file."""

from __future__ import annotations

import os

import pytest

from pitboss import registry
from tests.golden.playthrough import path_of, replayed, sittings_of

LINES_MAX = 400


@pytest.mark.parametrize("key", list(registry.OURS))
def test_golden_playthrough(key: str) -> None:
    text = replayed(key)
    if os.environ.get("PITBOSS_GOLDEN") == "write":
        path_of(key).write_text(text, encoding="utf-8")
    golden = path_of(key).read_text(encoding="utf-8")
    assert text.splitlines() == golden.splitlines()


@pytest.mark.parametrize("key", list(registry.OURS))
def test_golden_playthroughs_are_short_and_tell_something(key: str) -> None:
    lines = path_of(key).read_text(encoding="utf-8").splitlines()
    assert 40 < len(lines) <= LINES_MAX
    assert any(line.startswith("  = ") and " win " in line for line in lines)
    assert any(line.startswith("  = ") and " lose" in line for line in lines)
    assert any(line.startswith("> ! ") for line in lines), "no irregularity"
    assert len(sittings_of(key)) > 1
