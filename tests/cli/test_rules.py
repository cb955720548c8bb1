"""`pitboss rules` and `pitboss diff`."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest

from pitboss import registry
from pitboss.table.description import describe
from pitboss.testing import deal
from tests.cli.conftest import Run, refused

SOURCED = ("wagers", "options", "paytables", "decisions", "irregularities", "values")


def named(entries: list[dict[str, Any]], kind: str) -> dict[str, dict[str, Any]]:
    return {entry[kind]: entry for entry in entries}


def test_red_dog_of_1999(pitboss: Run) -> None:
    rules = pitboss("rules", "red-dog", "--day", "1999-06-01", "--json").json()
    assert (rules["game"], rules["day"]) == ("red-dog", "1999-06-01")
    assert rules["cite"] == "N.J.A.C. 19:47-6"
    wagers = named(rules["wagers"], "wager")
    assert wagers["raise"]["cite"] == "N.J.A.C. 19:47-6.5(h)"
    assert wagers["raise"]["names"] == ["raise"]
    assert wagers["raise"]["basis"] == "inferred"  # the text of 1999-02-16 is taken to continue
    options = named(rules["options"], "option")
    assert options["decks"]["range"] == {"at_least": 1, "at_most": None}
    assert (options["decks"]["default"], options["decks"]["value"]) == (6, 6)
    assert options["recut_by"]["values"] == ["last", "next"]
    assert options["continuous_shuffler"]["notice"] == "approval"
    assert options["continuous_shuffler"]["basis"] == "inferred"
    spread = named(rules["paytables"], "paytable")["spread"]
    assert spread["rows"][0] == {"row": "1", "odds": "5 to 1", "at_least": "5 to 1"}
    exposed = named(rules["irregularities"], "irregularity")["third-card-exposed"]
    assert exposed["takes"] == ["card"]
    assert exposed["cite"] == "N.J.A.C. 19:47-6.7(c)"
    # The edition that was read ends with the act of 1999-02-16.
    assert (rules["verified"], rules["verified_until"]) == (False, "1999-02-16")
    assert len(rules["rules"]) == 64


def test_options_are_applied(pitboss: Run) -> None:
    rules = pitboss(
        "rules",
        "red-dog",
        "--day",
        "1999-06-01",
        "--option",
        "decks=8",
        "--option",
        "odds.spread.1=6 to 1",
        "--json",
    ).json()
    assert named(rules["options"], "option")["decks"]["value"] == 8
    spread = named(rules["paytables"], "paytable")["spread"]
    assert spread["rows"][0] == {"row": "1", "odds": "6 to 1", "at_least": "5 to 1"}
    quoted = pitboss("rules", "red-dog", "--option", 'odds.spread.1="6 to 1"')
    assert "6 to 1 (at least 5 to 1)" in quoted.out


@pytest.mark.parametrize("key", list(registry.OURS))
def test_every_choice_of_options_is_described(key: str) -> None:
    """Also where a choice puts one pay table in another's place, or supplies one."""
    game = registry.find(key)
    for seed in range(40):
        for one in deal(game, random.Random(seed), irregular=0):
            law = one.rules.law
            told = named(describe(game, law)["paytables"], "paytable")
            paid = {wager.pays.partition(":")[0] for wager in law.wagers.values() if wager.pays}
            assert paid <= told.keys()
            for name, table in told.items():
                assert [row["odds"] for row in table["rows"]] == [
                    odds.text for _, odds in law.paytables[name].rows
                ]
            break


@pytest.mark.parametrize("key", list(registry.OURS))
def test_every_game_is_described(pitboss: Run, key: str) -> None:
    """Each name with a full citation and a basis, on the first day and on the last we know."""
    for day in (registry.find(key).regulation.adopted.isoformat(), "2012-03-19"):
        rules = pitboss("rules", key, "--day", day, "--json").json()
        assert rules["wagers"]
        for kind in SOURCED:
            for entry in rules[kind]:
                assert entry["cite"].startswith("N.J.A.C. "), entry
                assert entry["basis"] in ("read", "inferred", "unverified")
        for wager in rules["wagers"]:
            assert wager["names"]
        told = pitboss("rules", key, "--day", day)
        assert told.code == 0
        for wager in rules["wagers"]:
            assert wager["wager"] in told.out
        for fact in rules["unverified"]:
            assert fact.split()[-1] in told.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("red-dgo",), "did you mean red-dog?"),
        (("asia-poker",), "not built"),
        (("colorado-holdem",), "text is not available to us"),
        (("red-dog", "--option", "deks=3"), "the options are decks"),
        (("red-dog", "--option", "decks"), "NAME=VALUE"),
        (("red-dog", "--option", "decks=0"), "expected 1 or more (N.J.A.C. 13:69F-6.1(a))"),
        (("red-dog", "--option", "decks=99999999999"), "at most"),
        (("red-dog", "--option", "decks=6", "--option", "decks=8"), "given twice"),
        (("red-dog", "--option", "odds.spread.1=4 to 1"), "below the minimum, 5 to 1"),
        (("red-dog", "--option", "odds.spread.1=6 for 1"), "never with"),
        (("red-dog", "--option", "odds.spread.99=6 to 1"), "its rows are 1, 2, 3, 4-11"),
        (("red-dog", "--option", "odds.spraed.1=6 to 1"), "the tables are spread"),
        (("red-dog", "--day", "1991-11-03"), "adopted on 1991-11-04"),
        (("red-dog", "--day", "1996-05-19", "--option", "recut_by=last"), "begins on 1996-05-20"),
        (("red-dog", "--day", "yesterday"), "1999-06-01"),
        (("red-dog", "--day", "1999-13-01"), "1999-06-01"),
        (("red-dog", "--day", "19990601"), "1999-06-01"),
        (("craps\n\x1b[2J",), "no game"),
    ],
)
def test_refused(pitboss: Run, words: tuple[str, ...], expected: str) -> None:
    assert expected in refused(pitboss("rules", *words))


# -- diff ---------------------------------------------------------------------------------------


def test_diff_by_act(pitboss: Run) -> None:
    answer = pitboss(
        "diff", "red-dog", "--from", "1996-05-19", "--to", "2012-03-19", "--json"
    ).json()
    acts = named(answer["acts"], "act")
    assert list(acts) == ["r1996_d223", "r1998_d441", "r1999_d53", "r2012_d061"]
    recut = acts["r1996_d223"]
    assert recut["source"] == "28 N.J.R. 1362(b), 28 N.J.R. 2572(b)"
    assert [(c["kind"], c["name"], c["change"]) for c in recut["changes"]] == [
        ("option", "recut_by", "added")
    ]
    assert acts["r1998_d441"]["changes"] == []
    chapter = acts["r2012_d061"]["changes"][0]
    assert chapter["before"]["chapter"] == "N.J.A.C. 19:47-6"
    assert chapter["after"]["chapter"] == "N.J.A.C. 13:69F-6"
    assert answer["chapter_from"] == "19:47"
    assert {change["name"] for change in answer["net"]} >= {"recut_by", "several_betting_areas"}


def test_diff_from_before_the_game(pitboss: Run) -> None:
    answer = pitboss(
        "diff", "red-dog", "--from", "1990-01-01", "--to", "1991-11-04", "--json"
    ).json()
    assert answer["authorised_from"] is False
    names = [c["name"] for c in answer["acts"][0]["changes"] if c["change"] == "added"]
    assert "original" in names
    assert "6.5" in names
    assert "8.2" not in names


def test_diff_of_one_day_is_empty(pitboss: Run) -> None:
    ran = pitboss("diff", "red-dog", "--from", "1999-06-01", "--to", "1999-06-01", "--json")
    assert ran.json()["acts"] == []
    told = pitboss("diff", "red-dog", "--from", "1999-06-01", "--to", "1999-06-01").out
    assert "did not change" in told


def test_diff_of_an_experiment(pitboss: Run) -> None:
    """Craps, 1990: a test of five-times odds that began and ended."""
    regulation = registry.find("craps").regulation
    tests = [key for key, act in regulation.acts.items() if act.expires is not None]
    if not tests:
        pytest.skip("craps has no experiment in its data")
    answer = pitboss("diff", "craps", "--from", "1990-07-01", "--to", "1990-10-31", "--json").json()
    begun = [act for act in answer["acts"] if act["act"] in tests and not act["ends"]]
    ended = [act for act in answer["acts"] if act["act"] in tests and act["ends"]]
    assert begun
    assert ended
    assert begun[0]["changes"]
    assert ended[0]["changes"]
    assert answer["net"] == []


@pytest.mark.parametrize("key", list(registry.OURS))
def test_diff_over_all_time(pitboss: Run, key: str) -> None:
    """Every act of the data is reported once, and every change of the data belongs to one."""
    regulation = registry.find(key).regulation
    ran = pitboss("diff", key, "--from", "1978-06-02", "--to", "2026-01-01", "--json")
    acts = ran.json()["acts"]
    begun = [act["act"] for act in acts if not act["ends"]]
    after = {name for name, act in regulation.acts.items() if act.effective > date(1978, 6, 2)}
    assert after <= set(begun)
    assert len(begun) == len(set(begun))
    assert pitboss("diff", key, "--from", "1978-06-02", "--to", "2026-01-01").code == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--from", "2000-01-01", "--to", "1999-01-01"), "expected the earlier day first"),
        (("--from", "1989-01-01", "--to", "1990-01-01"), "adopted on 1991-11-04"),
        (("--from", "1970-01-01",), "1978-06-02"),
        (("--from", "then",), "1999-06-01"),
    ],
)  # fmt: skip
def test_diff_refused(pitboss: Run, words: tuple[str, ...], expected: str) -> None:
    assert expected in refused(pitboss("diff", "red-dog", *words))
