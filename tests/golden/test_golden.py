"""Every golden playthrough, replayed: the text must come out as it stands in the file."""

from __future__ import annotations

import os

import pytest

from pitboss import registry
from tests.golden.playthrough import lacks, path_of, replayed, sittings_of


@pytest.mark.parametrize("key", list(registry.OURS))
def test_golden_playthrough(key: str) -> None:
    assert path_of(key).exists(), f"python -m tests.golden {key} writes it"
    text = replayed(key)
    if os.environ.get("PITBOSS_GOLDEN") == "write":
        path_of(key).write_text(text, encoding="utf-8")
    golden = path_of(key).read_text(encoding="utf-8")
    assert text.splitlines() == golden.splitlines()


@pytest.mark.parametrize("key", list(registry.OURS))
def test_golden_playthroughs_are_short_and_tell_something(key: str) -> None:
    assert lacks(path_of(key).read_text(encoding="utf-8")) == ""
    assert len(sittings_of(key)) > 1
