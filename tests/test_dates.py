"""Temporal coverage: on the day before and the day of every act the rules resolve, and differ
only as the data file says. And the loader's refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import registry
from pitboss.errors import DataError, NotInForce, NotPermitted, PitbossError
from pitboss.law.citation import EDITIONS, edition_on
from pitboss.law.dated import Dated
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law, Regulation, load
from pitboss.law.schema import Act, Entry, OptionEntry, Value, ValueEntry
from pitboss.money import Charge, Odds
from pitboss.records.record import record_from
from pitboss.records.settle import settle
from pitboss.table.game import Game
from tests.toy import TOY, regulation, source

ONE_DAY = timedelta(days=1)
RECODIFIED = date(2012, 3, 19)
KEYS = list(registry.OURS)


# -- every game, every boundary -----------------------------------------------------------------


def told(value: Any) -> Any:
    """A value as plain data, so that two can be compared. The law and labels are left out."""
    if isinstance(value, Paytable):
        return [value.cite, value.minimum, [(key, odds.text) for key, odds in value.rows]]
    if isinstance(value, Odds):
        return value.text
    if isinstance(value, Charge):
        return [value.percent, value.cite, value.round_up_to]
    if isinstance(value, msgspec.Struct):
        left_out = ("law", "label", "basis", "note", "since", "during", "when")
        return {
            name: told(getattr(value, name))
            for name in value.__struct_fields__
            if name not in left_out
        }
    if isinstance(value, Mapping):
        return {str(key): told(part) for key, part in value.items()}
    if isinstance(value, frozenset):
        return sorted(value, key=str)
    if isinstance(value, tuple | list):
        return [told(part) for part in value]
    return value


def parts(law: Law) -> dict[tuple[str, str], Any]:
    """Everything in the resolved law that has a name, by kind and name."""
    found: dict[tuple[str, str], Any] = {}
    for kind in ("options", "wagers", "paytables", "values", "decisions"):
        for name, value in getattr(law, kind).items():
            found[kind.removesuffix("s"), name] = told(value)
    return found


def changing(regulation: Regulation, day: date) -> set[tuple[str, str]]:
    """The names whose entries say that something begins, ends or returns on that day."""
    found = set()
    for kind in ("option", "wager", "paytable", "value", "decision"):
        for name, entries in getattr(regulation.data, kind).items():
            for entry in entries:
                act = regulation.acts[entry.since or entry.during]
                if day in (act.effective, act.expires):
                    found.add((kind, name))
    return found


def excused(regulation: Regulation, day: date) -> set[tuple[str, str]]:
    """What changes by its own entry, or because an option changes on which it depends."""
    found = changing(regulation, day)
    for kind, lines in (("option", regulation.options), ("wager", regulation.wagers)):
        for name, dated in lines.items():
            for at in (dated.at(day), dated.at(day - ONE_DAY)):
                conditions: Mapping[str, Any] = getattr(at, "offered_if", {})
                if any(("option", other) in found for other in conditions):
                    found.add((kind, name))
    return found


def boundaries(game: Game) -> list[date]:
    return [day for day in game.regulation.boundaries() if day > game.regulation.adopted]


def choices(game: Game, day: date) -> Iterator[dict[str, Value]]:
    """The default, and every single departure from it that is there on both sides of a day."""
    yield {}
    for name, dated in game.regulation.options.items():
        before, after = dated.at(day - ONE_DAY), dated.at(day)
        if before is None or after is None or before.range is not None or after.range is not None:
            continue
        for value in after.values:
            if value in before.values and value != after.default:
                yield {name: value}


@pytest.mark.parametrize("key", KEYS)
def test_a_game_is_not_in_force_before_its_adoption(key: str) -> None:
    game = registry.find(key)
    adopted = game.regulation.adopted
    with pytest.raises(NotInForce):
        game.rules(adopted - ONE_DAY)
    assert game.rules(adopted).law.day == adopted


@pytest.mark.parametrize("key", KEYS)
def test_rules_resolve_on_both_sides_of_every_act_and_far_from_them(key: str) -> None:
    game = registry.find(key)
    for day in (*boundaries(game), date(2026, 1, 1)):
        for near in (day - ONE_DAY, day):
            law = game.rules(near).law
            assert law.day == near
            assert law.wagers, f"{key} {near}: no wagers"
            for kind in law.wagers.values():
                table, _, row = kind.pays.partition(":")
                assert not table or table in law.paytables, f"{key} {near} {kind.key}: {table}"
                assert not row or row in law.paytables[table], f"{key} {near} {kind.key}: {row}"


@pytest.mark.parametrize("key", KEYS)
def test_rules_differ_only_as_the_data_file_says(key: str) -> None:
    game = registry.find(key)
    for day in boundaries(game):
        why = excused(game.regulation, day)
        before = parts(game.regulation.resolve(day - ONE_DAY))
        after = parts(game.regulation.resolve(day))
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                assert name in why, f"{key} {day}: {name} changes, and no entry says so"


@pytest.mark.parametrize("key", KEYS)
def test_typed_rules_have_no_date_of_their_own(key: str) -> None:
    """What a procedure receives changes on a day only if the law's content does."""
    game = registry.find(key)
    for day in boundaries(game):
        for options in choices(game, day):
            try:
                before, after = game.rules(day - ONE_DAY, options), game.rules(day, options)
            except PitbossError:
                continue
            if parts(before.law) == parts(after.law):
                assert told(before) == told(after), f"{key} {day} {options}"


@pytest.mark.parametrize("key", KEYS)
def test_nothing_changes_between_two_acts(key: str) -> None:
    game = registry.find(key)
    days = [*game.regulation.boundaries(), date(2026, 1, 1)]
    for first, after in pairwise(days):
        middle = first + (after - first) // 2
        hashes = {game.rules(day).law.hash for day in (first, middle, after - ONE_DAY)}
        assert len(hashes) == 1, f"{key}: between {first} and {after}"


@pytest.mark.parametrize("key", KEYS)
def test_every_entry_is_in_force_on_its_day_and_not_on_the_day_before(key: str) -> None:
    regulation = registry.find(key).regulation
    for kind in ("option", "wager", "paytable", "value", "decision"):
        for name, entries in getattr(regulation.data, kind).items():
            dated = getattr(regulation, kind + "s")[name]
            for entry in entries:
                act = regulation.acts[entry.since or entry.during]
                here = f"{key} {kind} {name} {act.effective}"
                assert act.effective >= regulation.adopted, here
                there = dated.at(act.effective)
                assert (there is None) if entry.absent else (there is entry), here
                assert dated.at(act.effective - ONE_DAY) is not entry, here
                if act.expires is not None:
                    assert dated.at(act.expires - ONE_DAY) is entry, here
                    assert dated.at(act.expires) is not entry, here


@pytest.mark.parametrize("key", KEYS)
def test_what_is_absent_is_refused_by_its_name(key: str) -> None:
    game = registry.find(key)
    for day in game.regulation.boundaries():
        for name, option in game.regulation.options.items():
            if option.at(day) is None:
                with pytest.raises(NotInForce, match=f"option {name} was not in force on {day}"):
                    game.rules(day, {name: True})
        for name, wager in game.regulation.wagers.items():
            error = game.regulation.wager_not_in_force(name, day)
            assert (error is None) == (wager.at(day) is not None)


@pytest.mark.parametrize("key", KEYS)
def test_the_chapter_changes_on_2012_03_19(key: str) -> None:
    game = registry.find(key)
    if game.regulation.adopted >= RECODIFIED:
        # Not known to us before: there is nothing that changes.
        assert game.rules(RECODIFIED).law.citations.chapter == "13:69F"
        return
    before, after = game.rules(RECODIFIED - ONE_DAY).law, game.rules(RECODIFIED).law
    section = next(iter(game.regulation.data.contents))
    assert before.cite(section).startswith("N.J.A.C. 19:47-")
    assert after.cite(section).startswith("N.J.A.C. 13:69F-")
    assert before.cite("8.2") == "N.J.A.C. 19:47-8.2"
    assert after.cite("8.2") == "N.J.A.C. 13:69F-8.2"
    assert "Commission" in before.regulator
    assert "Division" in after.regulator
    assert before.hash != after.hash


@pytest.mark.parametrize("key", KEYS)
def test_acts_stand_in_order_with_honest_sources(key: str) -> None:
    regulation = registry.find(key).regulation
    days = [act.effective for act in regulation.acts.values()]
    assert days == sorted(days)
    for name, act in regulation.acts.items():
        assert act.what, f"{key} {name} does not say what it did"
        if act.basis == "read" and act.expires is None:
            assert "N.J.R." in act.source, f"{key} {name}: read, but no source is given"
        assert act.expires is None or act.expires > act.effective


# -- the dates that users ask about -------------------------------------------------------------


def wagers_on(key: str, day: date, **options: Value) -> dict[str, Any]:
    wagers: dict[str, Any] = registry.find(key).rules(day, options).law.wagers
    return wagers


@pytest.mark.parametrize(
    ("key", "day"),
    [
        ("red-dog", date(1991, 11, 4)),
        ("three-card-poker", date(1997, 3, 17)),
        ("minibaccarat", date(1986, 8, 4)),
        ("craps", date(1978, 6, 2)),
        ("baccarat-punto-banco", date(1978, 6, 2)),
        ("roulette", date(1978, 6, 2)),
        ("big-six", date(1978, 6, 2)),
    ],
)
def test_days_of_adoption(key: str, day: date) -> None:
    game = registry.find(key)
    with pytest.raises(NotInForce):
        game.rules(day - ONE_DAY)
    assert game.rules(day)


def test_craps_eleven_begins_on_1993_03_15() -> None:
    day = date(1993, 3, 15)
    assert "craps-eleven" not in wagers_on("craps", day - ONE_DAY)
    assert "craps-eleven" in wagers_on("craps", day)
    record = {"game": "craps", "day": day - ONE_DAY, "wagers": {"p1": {"craps-eleven": "2.00"}}}
    with pytest.raises(NotInForce, match="it begins on 1993-03-15"):
        settle(record_from(record, today=day))


def test_big_six_and_big_eight_end_on_1981_11_01() -> None:
    last = date(1981, 11, 1)
    for wager in ("big-six", "big-eight"):
        assert wager in wagers_on("craps", last)
        assert wager not in wagers_on("craps", last + ONE_DAY)
        record = {"game": "craps", "day": last + ONE_DAY, "wagers": {"p1": {wager: "5.00"}}}
        with pytest.raises(NotInForce, match="it ended on 1981-11-02"):
            settle(record_from(record, today=last))


@pytest.mark.parametrize("key", ["baccarat-punto-banco", "minibaccarat"])
def test_baccarat_without_vigorish_begins_on_1998_09_21(key: str) -> None:
    game = registry.find(key)
    day = date(1998, 9, 21)
    with pytest.raises(NotPermitted, match="vigorish = none"):
        game.rules(day - ONE_DAY, {"vigorish": "none"})
    assert game.rules(day, {"vigorish": "none"}).law.options["vigorish"] == "none"


@pytest.mark.parametrize("key", KEYS)
def test_experiments_are_intervals_of_the_days_they_say(key: str) -> None:
    """Under N.J.S.A. 5:12-69(e) 90 days; a temporary rule of the Division's at most 270."""
    acts = registry.find(key).regulation.acts
    experiments = {name: act for name, act in acts.items() if act.expires is not None}
    for name, act in experiments.items():
        assert act.expires is not None
        lasted = (act.expires - act.effective).days
        assert lasted == (90 if "90-day" in act.what else 270), name
    if key == "craps":
        assert [act.effective.isoformat() for act in experiments.values()] == [
            "1990-07-23",
            "1990-11-12",
        ]


def test_the_craps_experiments_of_1990_come_and_go() -> None:
    game = registry.find("craps")
    for name, act in game.regulation.acts.items():
        if act.expires is None:
            continue
        touched = changing(game.regulation, act.effective)
        assert touched, f"{name} changes nothing"
        for kind, what in touched:
            dated = getattr(game.regulation, kind + "s")[what]
            inside, outside = dated.at(act.expires - ONE_DAY), dated.at(act.expires)
            assert inside is not None
            assert inside.during == name
            assert outside is None or outside.during != name
            assert dated.at(act.effective - ONE_DAY) is outside


# -- the loader ---------------------------------------------------------------------------------

ACTS = {
    "a": Act(effective=date(1990, 1, 1)),
    "b": Act(effective=date(1995, 1, 1)),
    "c": Act(effective=date(2000, 1, 1)),
    "trial": Act(effective=date(1996, 1, 1), expires=date(1996, 4, 1)),
    "second": Act(effective=date(1996, 3, 1), expires=date(1996, 6, 1)),
}


def value(since: str = "", *, absent: bool = False, during: str = "", cite: str = "99.1") -> Any:
    return ValueEntry(since=since, during=during, cite=cite, absent=absent, value=since or during)


def dated(*entries: Entry) -> Dated[Any]:
    return Dated("toy.value.x", list(entries), ACTS)


def on(line: Dated[Any], year: int, month: int, day: int) -> Any:
    """The value on a day, or None."""
    found = line.at(date(year, month, day))
    return None if found is None else found.value


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([value()], "needs either `since` or `during`"),
        ([value("a", during="trial")], "needs either `since` or `during`"),
        ([value("nobody")], "no act named 'nobody'"),
        ([value(during="nobody")], "no act named 'nobody'"),
        ([value(during="a")], "act 'a' does not expire"),
        ([value("trial")], "act 'trial' expires: use `during`"),
        ([value("a", cite="")], "has no cite"),
        ([value("a"), value("a")], "two entries overlap on 1990-01-01"),
        ([value("b"), value("a")], "two entries overlap on 1990-01-01"),
        ([value("a", absent=True)], "nothing ends on 1990-01-01"),
        ([value("a"), value("b", absent=True), value("c", absent=True)], "nothing ends on 2000"),
        ([value("a"), value(during="trial"), value(during="second")], "two experiments overlap"),
    ],
)
def test_faults_of_the_data_are_refused_at_load(entries: list[Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        dated(*entries)


def test_a_value_lasts_until_the_next_one_and_an_absence_is_no_value() -> None:
    line = dated(value("a"), value("b", absent=True, cite=""), value("c"))
    assert on(line, 1989, 12, 31) is None
    assert on(line, 1990, 1, 1) == "a"
    assert on(line, 1994, 12, 31) == "a"
    assert on(line, 1995, 1, 1) is None
    assert on(line, 1999, 12, 31) is None
    assert on(line, 2000, 1, 1) == "c"
    assert on(line, 9999, 12, 31) == "c"
    assert line.first_day() == date(1990, 1, 1)
    assert line.boundaries() == [date(1990, 1, 1), date(1995, 1, 1), date(2000, 1, 1)]
    assert line.last_day_before(date(1997, 1, 1)) == date(1995, 1, 1)
    assert line.last_day_before(date(1990, 1, 1)) is None
    assert line.act_that_ended(date(1997, 1, 1)) == "b"
    assert line.act_that_ended(date(1990, 1, 1)) == ""


def test_an_experiment_lies_over_the_rest_for_its_days() -> None:
    line = dated(value("a"), value("c"), value(during="trial"))
    assert on(line, 1995, 12, 31) == "a"
    assert on(line, 1996, 1, 1) == "trial"
    assert on(line, 1996, 3, 31) == "trial"
    assert on(line, 1996, 4, 1) == "a"
    assert on(line, 2000, 1, 1) == "c"
    assert date(1996, 4, 1) in line.boundaries()
    alone = dated(value(during="trial"))
    assert on(alone, 1995, 12, 31) is None
    assert on(alone, 1996, 4, 1) is None
    assert alone.last_day_before(date(1997, 1, 1)) == date(1996, 4, 1)
    assert alone.act_that_ended(date(1997, 1, 1)) == "trial"
    suspended = dated(value("a"), value(during="trial", absent=True, cite=""))
    assert on(suspended, 1996, 2, 1) is None
    assert on(suspended, 1996, 4, 1) == "a"
    assert suspended.act_that_ended(date(1996, 2, 1)) == "trial"


@given(st.dates(date(1985, 1, 1), date(2005, 1, 1)))
def test_there_is_one_value_on_each_day(day: date) -> None:
    line = dated(value("a"), value("b", absent=True, cite=""), value("c"), value(during="trial"))
    begun = [name for name in ("a", "b", "c") if ACTS[name].effective <= day]
    expected = begun[-1] if begun and begun[-1] != "b" else None
    if date(1996, 1, 1) <= day < date(1996, 4, 1):
        expected = "trial"
    found = line.at(day)
    assert (None if found is None else found.value) == expected


def faulty(old: str, new: str) -> str:
    assert old in TOY
    return TOY.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (faulty('adopted = "first"', 'adopted = "never"'), "adopted by 'never'"),
        (faulty('since = "first"', 'since = "second"'), "no act named 'second'"),
        (faulty('cite = "99.1(a)"', 'cite = "99.7(a)"'), "no section 99.7"),
        (faulty('cite = "99.1(a)"', 'cite = "page 7"'), "is not a citation"),
        (faulty('cite = "99.1(a)"', 'cite = ""'), "has no cite"),
        (faulty('"3 to 2"', '"3 for 2"'), "never with"),
        (faulty('"3 to 2"', '"3:2"'), "is not odds"),
        (faulty("values = [true,", "default = 7\nvalues = [true,"), "default 7 is not one of"),
        (faulty('title = "Toy"', 'title = "Toy"\nauthor = "me"'), "unknown field `author`"),
        (faulty('pays = "pays:even"', 'pays = "pays:even"\nodds = 2'), "unknown field `odds`"),
        (faulty("1990-01-01", "1990-13-01"), "toy.toml"),
    ],
)
def test_a_faulty_data_file_does_not_load(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        load(source(text))


def test_the_toy_itself_loads() -> None:
    assert load(source(TOY)).adopted == date(1990, 1, 1)
    assert regulation().boundaries() == [date(1990, 1, 1), RECODIFIED]


# -- editions -----------------------------------------------------------------------------------


def test_editions() -> None:
    assert edition_on(date(1978, 6, 2)).chapter == "19:47"
    assert edition_on(RECODIFIED - ONE_DAY).chapter == "19:47"
    assert edition_on(RECODIFIED).chapter == "13:69F"
    assert [edition.since for edition in EDITIONS] == sorted(e.since for e in EDITIONS)
    with pytest.raises(NotInForce, match="there were no rules of the games on 1978-06-01"):
        edition_on(date(1978, 6, 1))


def test_an_option_entry_says_in_which_direction_it_needs_notice() -> None:
    for key in KEYS:
        for name, entries in registry.find(key).regulation.data.option.items():
            for entry in entries:
                assert isinstance(entry, OptionEntry)
                assert bool(entry.notice) == bool(entry.notice_on), f"{key} {name}"
