"""`pitboss law`: a paragraph by its address, timelines, changes, search, what rests on a guess."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run, refused


def test_a_paragraph_on_a_day(pitboss: Run) -> None:
    answer = pitboss("law", "6.5(i)2", "--day", "1995-01-01", "--json").json()
    assert answer["format"] == "pitboss.law.v1"
    assert answer["id"] == "/us-nj/njac/19:47/6.5/i/2@1995-01-01"
    (fact,) = answer["facts"]
    assert fact["name"] == "spread"
    assert fact["says"]["rows"][0] == ["1", "5 to 1"]
    assert (fact["in_force_from"], fact["in_force_to"]) == ("1991-11-04", None)
    assert "6.5(i)2" in pitboss("law", "sec_6.5__para_i__point_2", "--day", "1995-01-01").out


@pytest.mark.parametrize(
    "address",
    ["6.5(i)2", "N.J.A.C. 19:47-6.5(i)2", "/us-nj/njac/19:47/6.5/i/2@1995-01-01",
     "sec_6.5__para_i__point_2"],
)  # fmt: skip
def test_every_spelling_gives_the_same(pitboss: Run, address: str) -> None:
    answer = pitboss("law", address, "--day", "1995-01-01", "--json").json()
    assert answer["cite"] == "N.J.A.C. 19:47-6.5(i)2"


def test_the_days_of_a_fact(pitboss: Run) -> None:
    answer = pitboss("law", "6.3(d)", "--day", "1999-01-01", "--json").json()
    (fact,) = answer["facts"]
    assert fact["in_force_from"] == "1996-05-20"
    assert pitboss("law", "6.3(d)", "--day", "1996-05-19", "--json").json()["facts"] == []


def test_a_timeline(pitboss: Run) -> None:
    acts = pitboss("law", "6.3", "--timeline", "--json").json()["acts"]
    assert [act["effective"] for act in acts] == ["1991-11-04", "1996-05-20"]
    assert acts[1]["facts"] == ["option recut_by in force"]


def test_the_chapter_in_a_period(pitboss: Run) -> None:
    answer = pitboss(
        "law", "--changes", "--from", "1991-11-03", "--to", "1991-11-04", "--json"
    ).json()
    whole = [act["game"] for act in answer["acts"] if act["what"] == "subchapter adopted"]
    assert whole == ["red-dog"]
    later = pitboss("law", "--changes", "--from", "2001-01-01", "--to", "2001-12-31", "--json")
    assert any("red-dog: changes after 1999-02-16" in gap for gap in later.json()["unknown"])


def test_search(pitboss: Run) -> None:
    hits = pitboss("law", "--search", "Insurance", "--day", "1996-06-01", "--json").json()["hits"]
    assert "N.J.A.C. 19:47-2.9" in {hit["cite"] for hit in hits}


def test_what_rests_on_a_guess(pitboss: Run) -> None:
    facts = pitboss("law", "--guesses", "--day", "1999-06-01", "--json").json()["facts"]
    assert facts
    assert {fact["basis"] for fact in facts} == {"inferred", "unverified"}
    assert "that no text of ours says" in pitboss("law", "--guesses").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("6.11",), "there are 6.1, 6.2"),
        (("99.1",), "no subchapter 99"),
        (("6.5", "--day", "1990-01-01"), "it begins on 1991-11-04"),
        (("6.5", "--day", "1970-01-01"), "1978-06-02"),
        (("six",), "is not an address such as"),
        ((), "expected an ADDRESS"),
        (("--changes",), "expected --from"),
        (("--changes", "--from", "2000-01-01", "--to", "1999-01-01"), "the earlier day first"),
    ],
)
def test_what_there_is_not(pitboss: Run, words: tuple[str, ...], said: str) -> None:
    assert said in refused(pitboss("law", *words))
