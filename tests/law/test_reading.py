"""Basis belongs to a paragraph on a day: read in an edition, inferred, or not verified; titles and
letters are those of the day; a start that is not known is not told as a date."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss import registry
from pitboss.errors import NotInForce, PitbossError
from pitboss.law.citation import is_part_of
from pitboss.law.difference import difference
from pitboss.records.record import record_from
from pitboss.records.settle import settle
from pitboss.table.description import describe
from pitboss.table.receipt import line_json

# Game, day, paragraph; how it is known; and in which edition it was read.
KNOWN = [
    ("blackjack", "1999-01-15", "2.3(e)", "unverified", None),
    ("blackjack", "1999-01-15", "2.7(a)", "read", "1999-02-16"),
    ("blackjack", "1999-01-15", "2.8(a)1", "read", "1999-02-16"),
    ("blackjack", "1999-01-15", "2.6(k)1", "read", "1999-02-16"),
    ("blackjack", "1999-01-15", "2.11(d)", "unverified", None),
    ("fast-action-holdem", "1999-01-15", "21.8(f)", "read", "1999-02-16"),
    ("fast-action-holdem", "1999-01-15", "21.9", "unverified", None),
    ("red-dog", "1999-02-16", "6.5(i)2", "read", "1999-02-16"),
    ("red-dog", "1995-01-01", "6.5(i)2", "inferred", "1999-02-16"),
    ("red-dog", "2013-01-01", "6.5(i)2", "inferred", "1999-02-16"),
    ("craps", "2013-01-01", "1.4(b)", "inferred", "1996-03-11"),
    ("roulette", "2013-01-01", "5.2(a)", "inferred", "1999-02-16"),
    ("big-six", "2013-01-01", "5.5(a)", "inferred", "1999-02-16"),
    ("baccarat-punto-banco", "2005-01-01", "3.2(a)1", "inferred", "2012-03-19"),
    ("baccarat-punto-banco", "2012-03-19", "3.2(a)1", "read", "2012-03-19"),
    ("baccarat-punto-banco", "2013-01-01", "3.3(c)", "inferred", "1999-02-16"),
    ("baccarat-chemin-de-fer", "1990-01-01", "4.7", "unverified", None),
    ("craps", "1990-01-01", "8.2", "unverified", None),
    ("craps", "2001-01-01", "1.2(a)7", "read", "2001-03-09"),
    ("craps", "2001-01-01", "1.2(a)11", "inferred", "1996-03-11"),
]


@pytest.mark.parametrize(("key", "day", "cite", "basis", "edition"), KNOWN)
def test_how_a_paragraph_is_known(
    key: str, day: str, cite: str, basis: str, edition: str | None
) -> None:
    known = registry.find(key).rules(date.fromisoformat(day)).law.known(cite)
    assert known.basis == basis
    assert (known.edition.isoformat() if known.edition else None) == edition


def test_a_point_is_under_its_paragraph_and_not_under_a_shorter_number() -> None:
    assert is_part_of("6.5(i)2", "6.5")
    assert is_part_of("6.5(i)2", "6.5(i)")
    assert is_part_of("3.5(a)1ii", "3.5(a)1")
    assert not is_part_of("1.2(a)11", "1.2(a)1")
    assert not is_part_of("6.51", "6.5")
    assert not is_part_of("2A.1", "2")


def _lines(game: str, day: str, tape: list[str]) -> list[dict[str, object]]:
    record = record_from(
        {"game": game, "day": date.fromisoformat(day), "tape": tape}, today=date(2026, 1, 1)
    )
    settled = settle(record)
    assert settled.settled
    return [line_json(line, settled.rules.law) for r in settled.receipts for line in r.lines]


def test_marks_follow_the_paragraph_and_not_the_name_of_the_wager() -> None:
    """All that wins under 2.3(e), which nobody here has read, is marked; a natural is not."""
    split = ["d draw 8s", "d draw 6h", "d draw 8d", "p1 split", "d draw 3s", "p1 double 10.00"]
    tape = ["p1 wager initial 10.00", "d close", *split, "d draw Ts", "d draw Tc", "p1 stand"]
    lines = _lines("blackjack", "1999-01-15", [*tape, "d draw Td", "d draw Kc"])
    assert {(line["cite"], line["basis"]) for line in lines} == {
        ("N.J.A.C. 19:47-2.3(e)", "unverified")
    }
    assert len(lines) == 3
    natural = ["p1 wager initial 10.00", "d close", "d draw As", "d draw 9c", "d draw Ks"]
    (line,) = _lines("blackjack", "1999-01-15", natural)
    assert (line["cite"], line["basis"]) == ("N.J.A.C. 19:47-2.7(a)", "read")


def test_a_receipt_says_inferred_too() -> None:
    tape = ["p1 wager banker 10.00", "d close", "d draw 6s", "d draw 9h", "d draw Kc", "d draw Kd"]
    (line,) = _lines("baccarat-punto-banco", "2013-01-01", tape)
    assert (line["cite"], line["basis"]) == ("N.J.A.C. 13:69F-3.3(c)", "inferred")


@pytest.mark.parametrize("key", list(registry.OURS))
def test_nothing_is_verified_beyond_the_last_text_that_was_read(key: str) -> None:
    regulation = registry.find(key).regulation
    days = [day for days in regulation.readings.values() for day in days]
    assert regulation.data.verified_until <= max(days, default=regulation.adopted)


@pytest.mark.parametrize("key", list(registry.OURS))
def test_what_is_told_as_read_was_read(key: str) -> None:
    """On any day of an act: a fact that `rules` gives out as read cites a paragraph that stands
    among those read, in an edition of that day or later."""
    game = registry.find(key)
    for day in game.regulation.boundaries():
        answer = describe(game, game.rules(day).law)
        for kind in ("wagers", "options", "paytables", "decisions", "values"):
            for fact in answer[kind]:
                if fact["basis"] == "read":
                    assert fact["edition"] is not None, fact
                    assert fact["edition"] >= day.isoformat(), fact


# Game, day, the paragraph as it is cited today, and as it was lettered then.
LETTERS = [
    ("big-six", "1990-01-01", "5.6(a)", "5.6(b)"),
    ("big-six", "1990-01-01", "5.6(e)", "5.6(f)"),
    ("big-six", "1993-12-06", "5.6(e)", "5.6(e)"),
    ("big-six", "1990-01-01", "8.2", "5.6(a)"),
    ("baccarat-punto-banco", "1991-12-15", "3.3(c)2", "3.3(b)2"),
    ("baccarat-punto-banco", "1991-12-16", "3.3(c)2", "3.3(c)2"),
    ("minibaccarat", "1991-12-15", "7.3(c)", "7.3(b)"),
    ("baccarat-punto-banco", "1996-01-01", "3.5(a)1ii", "3.5(b)"),
    ("baccarat-punto-banco", "1996-10-07", "3.5(a)1ii", "3.5(a)1ii"),
    ("roulette", "1985-01-01", "5.1(e)13", "5.1"),
    ("roulette", "1995-03-19", "5.3(e)", "5.3(d)"),
    ("roulette", "1995-03-20", "5.3(e)", "5.3(e)"),
    ("roulette", "1980-06-01", "8.2", "5.1(e)"),
    ("minibaccarat", "1992-02-02", "7.7(c)1", "7.7(c)"),
    ("craps", "1993-12-05", "8.2", "1.3(f)"),
    ("craps", "1993-12-06", "8.2", "8.2"),
    ("blackjack", "1983-12-04", "8.2", "2.3"),
]


@pytest.mark.parametrize(("key", "day", "now", "then"), LETTERS)
def test_letters_of_the_day(key: str, day: str, now: str, then: str) -> None:
    law = registry.find(key).rules(date.fromisoformat(day)).law
    assert law.cite(now) == f"N.J.A.C. 19:47-{then}"
    if now != then:
        assert law.known(now).basis != "read"


def test_a_limit_is_refused_under_the_section_of_the_day() -> None:
    fields = {
        "game": "roulette",
        "day": date(1980, 6, 1),
        "limits": {"": ["1.00", "500.00"]},
        "tape": ["p1 wager straight 1 600.00"],
    }
    with pytest.raises(PitbossError) as refused:
        settle(record_from(fields, today=date(2026, 1, 1)))
    assert "N.J.A.C. 19:47-5.1(e)" in str(refused.value)


# Game, section, day and title.
TITLES = [
    ("blackjack", "2.7", "1996-06-01", "Payment of blackjack"),
    ("blackjack", "2.7", "1999-06-01",
     "Payment of blackjack; consolidated net payout option for certain insurance wagers"),
    ("blackjack", "2.7", "2013-06-01",
     "Payment of blackjack; even-money payout option for certain insurance wagers"),
    ("blackjack", "2.12", "2001-06-01", "Drawing of additional cards by players and dealers"),
    ("blackjack", "2.17", "2001-06-01", "Permissible additional wager"),
    ("blackjack", "2.20", "1998-06-01", "Continuous shuffling shoe or device"),
    ("blackjack", "2.20", "1999-01-04", "Blackjack bonus wager"),
    ("blackjack", "2.6", "2013-06-01", "Procedure for dealing of cards"),
    ("big-six", "5.6", "1985-06-01", "Big Six Wheel; minimum and maximum wagers"),
    ("big-six", "5.6", "1989-05-01", "Big Six Wheel; wagers and rotation of the wheel"),
    ("craps", "8.2", "2012-03-19",
     "Minimum and maximum wagers; additional wagering requirements"),
    ("craps", "8.5", "1996-06-01", "Patron access to the rules of the games; gaming guides"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "section", "day", "title"), TITLES)
def test_titles_of_the_day(key: str, section: str, day: str, title: str) -> None:
    game = registry.find(key)
    answer = describe(game, game.rules(date.fromisoformat(day)).law)
    assert {each["section"]: each["title"] for each in answer["sections"]}[section] == title


def test_craps_was_called_craps_before_mini_craps() -> None:
    craps = registry.find("craps")
    assert craps.rules(date(1996, 6, 1)).law.title == "Craps"
    assert craps.rules(date(2001, 3, 9)).law.title == "Craps and Mini-craps"


@pytest.mark.parametrize(
    ("key", "day", "absent"),
    [
        ("craps", "1980-01-01", ("8.1", "8.2", "8.3", "8.4", "8.5", "8.6")),
        ("craps", "1999-06-01", ("8.6",)),
        ("blackjack", "1985-01-01", ("2.16", "2.17", "2.18", "2.19", "2.21", "2.22")),
    ],
)
def test_sections_are_listed_when_they_existed(key: str, day: str, absent: tuple[str, ...]) -> None:
    game = registry.find(key)
    answer = describe(game, game.rules(date.fromisoformat(day)).law)
    assert not {each["section"] for each in answer["sections"]} & set(absent)


@pytest.mark.parametrize(
    ("key", "day", "wager"),
    [
        ("baccarat-punto-banco", "2012-03-18", "four-cards"),
        ("craps", "2012-03-18", "fire"),
        ("blackjack", "1996-03-10", "progressive"),
    ],
)
def test_a_start_that_is_not_known_is_not_told_as_a_date(key: str, day: str, wager: str) -> None:
    error = registry.find(key).regulation.wager_not_in_force(wager, date.fromisoformat(day))
    assert isinstance(error, NotInForce)
    assert "when it came is not known to us" in str(error)
    assert "it begins on" not in str(error)


def test_the_progressive_wager_stands_in_the_contents_of_1996() -> None:
    """2.19, as 2.16 and 2.17."""
    assert "progressive" in registry.find("blackjack").rules(date(1996, 4, 1)).law.options


@pytest.mark.parametrize("key", ["automated-craps", "four-card-poker"])
def test_no_text_says_when_these_were_adopted(key: str) -> None:
    with pytest.raises(NotInForce) as refused:
        registry.find(key).rules(date(2010, 1, 1))
    assert "the day of its adoption is not known to us" in str(refused.value)
    assert "was not authorised" not in str(refused.value)


@pytest.mark.parametrize("key", ["minibaccarat", "baccarat-punto-banco"])
def test_a_difference_over_a_gap_says_what_would_not_be_known(key: str) -> None:
    answer = difference(registry.find(key).regulation, date(2002, 1, 1), date(2012, 3, 18))
    number = registry.find(key).regulation.data.subchapter
    gaps = {gap["read_until"]: gap["sections"] for gap in answer["not_known"]}
    assert f"{number}.3" in gaps["1999-02-16"]


@pytest.mark.parametrize(
    ("day", "chapter"), [("2010-01-01", "19:47"), ("2020-01-01", "13:69F"), ("2005-01-01", "")]
)
def test_rules_say_that_the_chapter_was_to_expire(day: str, chapter: str) -> None:
    game = registry.find("craps")
    note = describe(game, game.rules(date.fromisoformat(day)).law)["chapter_note"]
    assert (chapter in note and "no readoption was seen" in note) if chapter else note == ""
