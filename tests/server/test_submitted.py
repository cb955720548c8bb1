"""A floor run from a submission, and 8.2 at its tables: increments, individual limits, notices."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pitboss.casino.submission import parse_submission, read_submission
from pitboss.casino.versions import differing_lines, duties_of_change
from pitboss.cli import main
from pitboss.errors import BadInput
from pitboss.server.app import create_app
from pitboss.server.house import House
from pitboss.server.settings import Settings
from pitboss.server.submitted import Told, lawful_floor, run_submission
from pitboss.store import jobs, people
from pitboss.store.accounts import Deposit
from pitboss.store.casino.book import entries, trays
from pitboss.store.casino.rows import Terms
from pitboss.store.casino.submissions import versions
from pitboss.store.casino.terms import SetTerms
from pitboss.store.refusal import Refused
from pitboss.store.verify import verify_database

FILE = """
licensee = "Example Casino"
from = 2026-11-01

[game.roulette]
limits = { all = ["5.00", "500.00"] }

[[pit]]
pit = "A"
[[pit.table]]
number = 101
game = "roulette"
increments = { all = "5.00" }
players = { high = ["5.00", "2000.00"] }
[[pit.table]]
number = 102
game = "big-six"
limits = { all = ["1.00", "100.00"] }
"""


class Hall:
    """A house with a clock of its own, without HTTP."""

    def __init__(self, folder: Path) -> None:
        self.now = round(datetime(2026, 11, 18, 12).timestamp() * 1000)
        self.house = House(
            Settings(db=str(folder / "pit.db"), log_level="error"), clock=lambda: self.now
        )
        self.house.open()
        self.house.writer.start()

    def run(self, text: str) -> list[Told]:
        filed = parse_submission(text, "floor.toml", Path("."))
        return run_submission(self.house, filed, 2_000_000)

    def patron(self, name: str) -> int:
        account = int(
            self.house.call(lambda batch: people.create_person(batch, name, "patron", ""))
        )
        self.house.do(Deposit(account, 1_000_000, "to play", 0))
        return account

    def pass_time(self, minutes: int) -> None:
        self.now += 60_000 * minutes
        for live in self.house.floor():
            self.house.do(jobs.Tick(live.id))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    found = Hall(tmp_path)
    yield found
    found.house.writer.stop()
    found.house.db.close()


def test_tables_are_opened_once_with_an_inventory(hall: Hall) -> None:
    told = hall.run(FILE)
    assert [one.number for one in told] == [101, 102]
    assert "opened as table 1, roulette in pit A, with 20000.00" in told[0].text
    assert hall.run(FILE) == []
    with hall.house.db.read() as reading:
        assert trays(reading) == {1: 2_000_000, 2: 2_000_000}
        assert len(entries(reading, kind="submitted")) == 2
    assert hall.house.table(1).opened.pit == "A"
    assert verify_database(hall.house.db).status == "clean"


EXAMPLE = Path(__file__).parents[2] / "examples" / "casino" / "submission.toml"
UNLAWFUL = Path(__file__).parents[1] / "casino" / "unlawful"


def test_the_tables_of_the_example_are_opened_once(hall: Hall) -> None:
    filed = read_submission(str(EXAMPLE))
    run_submission(hall.house, filed, 2_000_000)
    opened = {live.opened.name: live for live in hall.house.floor()}
    assert len(opened) == 30
    high = opened["Blackjack 108"]
    assert high.options["decks"] == 6
    assert high.table.limits.by_kind[""] == (5000, 300_000)
    assert high.opened.pit == "1"
    assert [one for one in run_submission(hall.house, filed, 2_000_000) if one.refused] == []
    assert len(hall.house.floor()) == 30


def test_an_unlawful_or_later_submission_is_refused() -> None:
    filed = read_submission(str(UNLAWFUL / "01-several-options.toml"))
    with pytest.raises(BadInput, match=r"01-several-options\.toml:7:13"):
        lawful_floor(filed, datetime(2026, 11, 18, 12))
    with pytest.raises(BadInput, match="it begins on 2026-11-18"):
        lawful_floor(read_submission(str(EXAMPLE)), datetime(2026, 11, 17, 12))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("number = 102", "number = 101"),
        ('game = "big-six"', 'game = "big-sox"'),
        ('["1.00", "100.00"]', '["100.00", "1.00"]'),
        ("from = 2026-11-01", "from = 2026-12-01"),
    ],
)
def test_an_unlawful_file_opens_nothing(hall: Hall, change: str, said: str) -> None:
    with pytest.raises(BadInput, match=r"floor\.toml"):
        hall.run(FILE.replace(change, said))
    assert hall.house.floor() == []


def test_a_change_without_notice_waits_for_it(hall: Hall) -> None:
    hall.run(FILE)
    raised = FILE.replace('["5.00", "500.00"]', '["10.00", "500.00"]')
    (told,) = hall.run(raised)
    assert "notice is given: it changes at 2026-11-18 12:30" in told.text
    live = hall.house.table(1)
    assert live.table.limits.by_kind[""] == (500, 50_000)
    assert hall.run(raised) == [], "the notice waits already"
    hall.pass_time(29)
    assert hall.house.table(1).table.limits.by_kind[""] == (500, 50_000)
    hall.pass_time(1)
    assert hall.house.table(1).table.limits.by_kind[""] == (1000, 50_000)
    assert verify_database(hall.house.db).status == "clean"


CHANGE = """
[[change]]
at = 2026-11-18T{at}
game = "roulette"
limits = {{ all = ["10.00", "500.00"] }}
"""


def test_changes_of_the_file(hall: Hall) -> None:
    hall.run(FILE)
    (told,) = hall.run(FILE + CHANGE.format(at="12:20:00"))
    assert told.refused
    assert "lacks its notice: it may take effect at 2026-11-18 12:30 at the earliest" in told.text
    (told,) = hall.run(FILE + CHANGE.format(at="12:45:00"))
    assert not told.refused
    assert "changes at 2026-11-18 12:45, under notice" in told.text
    hall.pass_time(45)
    assert hall.house.table(1).table.limits.by_kind[""] == (1000, 50_000)


def test_notice_that_the_file_says_was_given_counts(hall: Hall) -> None:
    hall.run(FILE)
    given = CHANGE.format(at="12:20:00") + "notice = 2026-11-18T11:50:00\n"
    (told,) = hall.run(FILE + given)
    assert "changes at 2026-11-18 12:20" in told.text
    hall.pass_time(20)
    assert hall.house.table(1).table.limits.by_kind[""] == (1000, 50_000)


def test_increments_and_individual_limits(hall: Hall) -> None:
    hall.run(FILE)
    high, other = hall.patron("high"), hall.patron("other")
    for seat, (account, name) in enumerate(((high, "high"), (other, "other")), 1):
        hall.house.do(jobs.Sit(1, account, name, seat))

    def wager(account: int, text: str) -> None:
        hall.house.do(jobs.Enter(1, account, "patron", [text]))

    with pytest.raises(Refused, match=r"multiples of 5\.00") as refused:
        wager(other, "p2 wager red 7.00")
    assert refused.value.section is not None
    assert refused.value.section.endswith("8.2")
    with pytest.raises(Refused):
        wager(other, "p2 wager red 600.00")
    with pytest.raises(Refused):
        wager(high, "p1 wager red 2005.00")
    wager(high, "p1 wager red 600.00")
    wager(other, "p2 wager red 10.00")
    live = hall.house.table(1)
    assert [wager.cents for wager in live.outcome.wagers] == [60_000, 1_000]  # type: ignore[union-attr]
    with hall.house.db.read() as reading:
        rows = reading.execute("SELECT body FROM entry WHERE table_id = 1")
        assert any("600.00 accepted" in row[0] for row in rows), "on record, and in full"
    assert verify_database(hall.house.db).status == "clean"


@pytest.mark.parametrize(
    "terms",
    [
        Terms({"": 300}),
        Terms({"no-such-wager": 500}),
        Terms({"": 0}),
        Terms({}, {"high": (500, 100)}),
    ],
)
def test_terms_that_cannot_be(hall: Hall, terms: Terms) -> None:
    hall.run(FILE)
    with pytest.raises(Refused):
        hall.house.do(SetTerms(by=0, table=1, terms=terms))
    with pytest.raises(Refused):
        hall.house.do(SetTerms(by=0, table=99, terms=Terms()))


def test_submissions_are_kept_with_their_time(
    hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Which submission was in force when; each can be fetched, and two compared."""
    changed = FILE.replace('["1.00", "100.00"]', '["2.00", "100.00"]')
    hall.run(FILE)
    hall.run(FILE)
    hall.now += 3_600_000
    hall.run(changed)
    with hall.house.db.read() as reading:
        first, second = versions(reading)
    assert (first.until, second.until) == (second.at, 0)
    assert (first.filed.text, second.filed.text) == (FILE, changed)
    at = datetime.fromtimestamp(second.at / 1000)
    due = duties_of_change((FILE, {}), (changed, {}), at).due
    assert [(duty.game, duty.tables) for duty in due] == [("big-six", (102,))]
    assert [line[0] for line in differing_lines(FILE, changed) if line[0] in "+-"] == ["-", "+"]
    database = str(tmp_path / "pit.db")
    assert main(["submission", "versions", "--db", database]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1: Example Casino, version 1: from 2026-11-18 12:00 until 2026-11-18")
    file = tmp_path / "old.toml"
    assert main(["submission", "versions", "--db", database, "--number", "1", "-o", str(file)]) == 0
    assert file.read_text() == FILE
    assert main(["submission", "versions", "--db", database, "--number", "3"]) == 2
    assert verify_database(hall.house.db).status == "clean"


def test_the_page_of_submissions(hall: Hall) -> None:
    hall.run(FILE)
    hall.run(FILE.replace('["1.00", "100.00"]', '["2.00", "100.00"]'))
    for name, role in (("sue", "surveillance"), ("pat", "patron")):
        stored = people.hash_password("a word for the tests")
        hall.house.call(partial(people.create_person, name=name, role=role, stored=stored))
    settings = hall.house.settings
    with TestClient(create_app(settings), base_url="http://pit") as browser:

        def sign_in(name: str) -> None:
            browser.cookies.clear()
            data = {"name": name, "password": "a word for the tests"}
            assert browser.post("/signin", data=data).status_code == 200

        sign_in("sue")
        page = browser.get("/casino/submissions?old=1&new=2").text
        assert "in force" in page
        assert "minimum" in page
        assert "+limits = { all = [&#34;2.00&#34;, &#34;100.00&#34;] }" in page
        file = browser.get("/api/casino/submissions/1")
        assert file.text == FILE
        assert browser.get("/api/casino/submissions/1?file=x").status_code == 404
        assert browser.get("/casino/submissions?old=1&new=7").status_code == 404
        sign_in("pat")
        assert browser.get("/casino/submissions").status_code == 403
