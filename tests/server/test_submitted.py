"""A floor from a submission: opened once, under its options and limits, and never changed by it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'server'")

from pitboss.casino.submission import parse_submission, read_submission
from pitboss.errors import BadInput
from pitboss.server.house import House
from pitboss.server.settings import Settings
from pitboss.server.submitted import lawful_floor, open_floor

EXAMPLE = Path(__file__).parents[2] / "examples" / "casino" / "submission.toml"
UNLAWFUL = Path(__file__).parents[1] / "casino" / "unlawful"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(Settings(db=str(tmp_path / "pit.db"), log_level="error"))
    made.open()
    made.writer.start()
    yield made
    made.writer.stop()
    made.db.close()


def test_the_tables_of_the_example_are_opened_once(house: House) -> None:
    floor = lawful_floor(read_submission(str(EXAMPLE)), datetime(2026, 11, 18, 12))
    before = {live.id for live in house.floor()}
    left = open_floor(house, floor)
    opened = {live.opened.name: live for live in house.floor() if live.id not in before}
    assert len(opened) == 30
    high = opened["Blackjack 108"]
    assert high.options["decks"] == 6
    assert high.table.limits.by_kind[""] == (5000, 300_000)
    assert high.opened.pit == "1"
    assert [line for line in left if "increments" in line]
    open_floor(house, floor)
    assert len(house.floor()) == len(before) + 30


def test_what_is_open_is_not_changed(house: House) -> None:
    text = (
        'licensee = "A"\nfrom = 2026-11-18\n[[pit]]\npit = "9"\n[[pit.table]]\nnumber = 900\n'
        'game = "red-dog"\nlimits = { all = ["5.00", "100.00"] }\n'
    )
    now = datetime(2026, 11, 18, 12)
    open_floor(house, lawful_floor(parse_submission(text, "a.toml", Path()), now))
    raised = text.replace('"5.00"', '"25.00"')
    left = open_floor(house, lawful_floor(parse_submission(raised, "a.toml", Path()), now))
    (live,) = [live for live in house.floor() if live.opened.name == "Red Dog 900"]
    assert live.table.limits.by_kind[""] == (500, 10_000)
    assert left == [f"table 900 is open otherwise than the submission says: give notice at "
                    f"/tables/{live.id}/notices"]  # fmt: skip


def test_an_unlawful_or_later_submission_opens_nothing() -> None:
    filed = read_submission(str(UNLAWFUL / "01-several-options.toml"))
    with pytest.raises(BadInput, match=r"01-several-options\.toml:7:13"):
        lawful_floor(filed, datetime(2026, 11, 18, 12))
    with pytest.raises(BadInput, match="it begins on 2026-11-18"):
        lawful_floor(read_submission(str(EXAMPLE)), datetime(2026, 11, 17, 12))
