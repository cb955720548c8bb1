"""`pitboss games`, and the chapter's data."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss import registry
from pitboss.analysis.study import study_of
from pitboss.cli.games import games_on, studied
from pitboss.errors import DataError
from pitboss.law.chapter import chapter, chapter_from
from tests.cli.conftest import Run, refused

FIVE = ["craps", "blackjack", "baccarat-punto-banco", "baccarat-chemin-de-fer", "roulette",
        "big-six"]  # fmt: skip


def on(pitboss: Run, day: str) -> dict[str, dict[str, object]]:
    return {game["game"]: game for game in pitboss("games", "--day", day, "--json").json()["games"]}


def test_the_first_day(pitboss: Run) -> None:
    assert list(on(pitboss, "1978-06-02")) == FIVE


def test_before_the_chapter(pitboss: Run) -> None:
    assert "1978-06-02" in refused(pitboss("games", "--day", "1978-06-01"))


@pytest.mark.parametrize(
    ("game", "before", "first"),
    [
        ("red-dog", "1990-01-01", "1991-11-04"),
        ("red-dog", "1991-11-03", "1991-11-04"),
        ("minibaccarat", "1986-08-03", "1986-08-04"),
        ("casino-war", "1999-01-18", "1999-01-19"),
        ("spanish-21", "2000-01-02", "2000-06-01"),
        ("three-card-poker", "1997-03-16", "1997-03-17"),
        ("mini-dice", "1996-06-01", "1997-10-06"),
        ("switch-hands", "2016-09-18", "2016-09-19"),
    ],
)
def test_day_before_and_day_of(pitboss: Run, game: str, before: str, first: str) -> None:
    assert game not in on(pitboss, before)
    assert on(pitboss, first)[game]["authorised"] == "adopted"


def test_temporary_adoption_is_flagged(pitboss: Run) -> None:
    ride = on(pitboss, "1995-02-01")["let-it-ride-poker"]
    assert ride["authorised"] == "temporary"
    assert ride["temporary"] == "1995-01-24"
    assert ride["adopted"] == "1995-10-02"
    assert "(temporary)" in pitboss("games", "--day", "1995-02-01").out
    assert "let-it-ride-poker" not in on(pitboss, "1995-01-23")
    assert on(pitboss, "1995-10-02")["let-it-ride-poker"]["authorised"] == "adopted"


def test_reserved(pitboss: Run) -> None:
    answer = pitboss("games", "--day", "1996-06-01", "--json").json()
    assert answer["reserved"] == [
        {"subchapter": "13", "later": "mini-dice", "adopted": "1997-10-06"}
    ]


def test_a_day_between_bounds_is_uncertain(pitboss: Run) -> None:
    answer = pitboss("games", "--day", "2003-01-01", "--json").json()
    uncertain = {game["game"] for game in answer["uncertain"]}
    assert uncertain == {
        "colorado-holdem-poker",
        "boston-5-stud-poker",
        "double-cross-poker",
        "double-attack-blackjack",
    }
    assert not uncertain & {game["game"] for game in answer["games"]}


@pytest.mark.parametrize("game", ["colorado-holdem-poker", "double-cross-poker"])
def test_games_without_text(pitboss: Run, game: str) -> None:
    found = on(pitboss, "2020-01-01")[game]
    assert found["status"] == "text not available to us"
    assert found["can"] == []


def test_citation_by_chapter(pitboss: Run) -> None:
    cite = on(pitboss, "2012-03-18")["baccarat-punto-banco"]["cite"]
    assert cite == "N.J.A.C. 19:47-3"
    cite = on(pitboss, "2012-03-19")["baccarat-punto-banco"]["cite"]
    assert cite == "N.J.A.C. 13:69F-3"


def test_what_can_be_done(pitboss: Run) -> None:
    games = on(pitboss, "2020-01-01")
    for key in registry.OURS:
        assert "play" in games[key]["can"]  # type: ignore[operator]
        assert games[key]["status"] == "built"
    assert games["asia-poker"] | {"can": [], "status": "not built"} == games["asia-poker"]


def test_whose_odds_can_be_had() -> None:
    """The registry says it, to save loading the studies: they must say the same."""
    for key in registry.OURS:
        study = study_of(registry.find(key))
        assert studied(key) == (study is not None), key
        exact = study is not None and not study.simulated
        assert exact == ("exact" in registry.ways_to_figures(key)), key


def test_short_names_are_of_games_in_the_chapter() -> None:
    for name, key in registry.ALSO.items():
        assert chapter().find(key) is not None, key
        assert chapter().find(name) is None, name


def test_temporary_rules(pitboss: Run) -> None:
    rules = pitboss("games", "--day", "2015-06-01", "--json").json()["temporary_rules"]
    states = {rule["title"]: rule["state"] for rule in rules}
    assert states["High Card Flush"] == "temporary"
    assert states["Criss Cross Poker"] == "not known to us"
    assert "Super 4 Progressive" not in states


def test_for_a_person(pitboss: Run) -> None:
    told = pitboss("games").out
    assert "red-dog" in told
    assert "text not available to us" in told
    assert "13:69F" in told


def test_the_chapter_agrees_with_the_games() -> None:
    """Each date is stated once more here than in the game's own file: they must agree."""
    for key in registry.OURS:
        listed, own = chapter().find(key), registry.find(key).regulation
        assert listed is not None
        # A game begins with its temporary adoption; where the day of adoption is not known, on
        # the first day on which it is known to have been in force.
        assert own.adopted == (listed.temporary or listed.adopted or listed.by), key
        assert listed.subchapter == own.data.subchapter


def test_the_order_is_that_of_the_chapter() -> None:
    ours = [game.game for game in chapter().games if game.game in registry.OURS]
    assert ours == list(registry.OURS)


GAME = {"game": "x", "title": "X", "subchapter": "1", "text": "whole"}
WHOLE = {
    "verified_until": date(2012, 3, 19),
    "event": [],
    "temporary": {"days": 270, "cite": "", "rules": []},
}


@pytest.mark.parametrize(
    "game",
    [
        GAME,
        GAME | {"adopted": date(1990, 1, 1), "after": date(1980, 1, 1)},
        GAME | {"adopted": date(1990, 1, 1), "colour": "red"},
        GAME | {"adopted": date(1990, 1, 1), "text": "some"},
        GAME | {"adopted": date(1990, 1, 1), "basis": "hearsay"},
        GAME | {"adopted": date(1990, 1, 1), "reserved": date(1991, 1, 1)},
    ],
)
def test_faults_in_the_data_are_found(game: dict[str, object]) -> None:
    with pytest.raises(DataError):
        chapter_from(WHOLE | {"game": [game]})


def test_two_games_of_one_name() -> None:
    game = GAME | {"adopted": date(1990, 1, 1)}
    with pytest.raises(DataError):
        chapter_from(WHOLE | {"game": [game, game]})


@pytest.mark.parametrize("key", [*registry.OURS, *registry.SYSTEMS])
def test_games_says_how_much_was_read(key: str) -> None:
    """Counted from the game's own file: facts, decisions and irregularities."""
    game = registry.find_subject(key)
    data = game.regulation.data
    named = (data.paytable, data.option, data.wager, data.decision, data.value)
    bases = [e.basis for each in named for es in each.values() for e in es if not e.absent]
    bases += [each.basis for each in game.irregularities.values()]
    found = chapter().find(key)
    assert found is not None
    assert tuple(found.facts) == (bases.count("read"), len(bases))


def test_games_says_that_a_chapter_was_to_expire() -> None:
    note = "N.J.A.C. 19:47 was to expire on 2006-03-09; no readoption was seen by us"
    assert games_on(date(2006, 3, 8))["chapter_note"] == ""
    assert games_on(date(2006, 3, 9))["chapter_note"].startswith(note)
    assert games_on(date(2012, 3, 19))["chapter_note"] == ""
    assert "13:69F was to expire on 2019-03-19" in games_on(date(2019, 3, 19))["chapter_note"]
