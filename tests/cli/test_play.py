"""`pitboss play` and `pitboss verify`: a person at the table, and the journal they leave."""

from __future__ import annotations

import json
import random
from datetime import date
from pathlib import Path

import pytest

from pitboss import registry
from pitboss.cli.play import generator
from pitboss.cli.player import pick, read_wager
from pitboss.cli.session import Session
from pitboss.errors import BadInput, Illegal
from pitboss.school.acts import expected
from pitboss.school.patrons import Patrons
from pitboss.table.entries import (
    Called,
    Chose,
    Closed,
    Did,
    Drew,
    Entry,
    Found,
    Placed,
    Reduced,
    Wagered,
)
from pitboss.table.game import Limits
from pitboss.table.receipt import Receipt
from tests.cli.conftest import Run, refused

SEATED = "1\n\n"  # accept the cut, anywhere


def test_a_round_of_red_dog(pitboss: Run) -> None:
    ran = pitboss("play", "red-dog", "--seed", "5", given=SEATED + "original 10\n\n")
    assert (ran.code, ran.err) == (0, "")
    for text in (
        "Opening the table",
        "The shuffle",
        "Round 1",
        "original",
        "6.5(c)",
        "┌────┐",
        "N.J.A.C. 13:69F-6.5",
        "1 round played.",
    ):
        assert text in ran.out


def test_the_same_seed_deals_the_same_round(pitboss: Run) -> None:
    given = SEATED + "10\n\n\n20\n\n\nquit\n"
    first = pitboss("play", "red-dog", "--seed", "7", given=given)
    assert first == pitboss("play", "red-dog", "--seed", "7", given=given)
    assert first != pitboss("play", "red-dog", "--seed", "8", given=given)


def test_what_is_wrong_is_said_and_asked_again(pitboss: Run) -> None:
    given = SEATED + "original 10.001\noriginal 1000\ninsurance 5\n\nfrog\n10\n?\nwhy\nquit\n"
    ran = pitboss("play", "red-dog", "--seed", "5", given=given)
    assert ran.code == 0
    assert "'10.001' is not an amount" in ran.out
    assert "1000.00 is not between 5.00 and 500.00  N.J.A.C. 13:69F-8.2" in ran.out
    assert "no wager has been made" in ran.out
    assert "p1 wagers original 10.00" in ran.out
    assert "N.J.A.C. 13:69F-6.5(a)" in ran.out


def test_leaving_in_mid_round(pitboss: Run) -> None:
    ran = pitboss("play", "red-dog", "--seed", "5", given=SEATED + "10\nquit\n")
    assert ran.code == 0
    assert "nothing of it is settled" in ran.out
    assert pitboss("play", "red-dog", given="").code == 0


def test_two_seats_take_turns(pitboss: Run) -> None:
    ran = pitboss(
        "play",
        "red-dog",
        "--seats",
        "2",
        "--seed",
        "1",
        given="2\n2\noriginal 10\n\n20\n\n\n\n\nquit\n",
    )
    assert "p1 wagers original 10.00" in ran.out
    assert "p2 wagers original 20.00" in ran.out
    assert "Round 2" in ran.out


def test_an_irregularity(pitboss: Run) -> None:
    ran = pitboss("play", "red-dog", "--seed", "5", given=SEATED + "!\n! shuffle-at-will\nquit\n")
    assert "! shuffle-at-will  N.J.A.C. 13:69F-6.3(a)" in ran.out
    assert ran.out.count("The shuffle") == 2


def test_cards_of_others_are_not_shown(pitboss: Run) -> None:
    given = "ante 10\n\nfold\nquit\n"
    ran = pitboss("play", "three-card-poker", "--day", "1999-01-04", "--seed", "3", given=given)
    before = ran.out.partition("play or fold")[0]
    assert "░░ to the dealer's hand" in before
    assert "│ ░░ │" in before


@pytest.mark.parametrize("key", list(registry.OURS))
def test_every_game_is_played_by_pressing_enter(pitboss: Run, key: str) -> None:
    """Ones and empty lines: whatever is asked, the table goes on or says why not."""
    given = "1\n10\n1 10\nagain\n?\nwhy\ntable\nnet\nhelp\n!\n1\n\n" * 12 + "quit\n"
    ran = pitboss("play", key, "--seed", "2", given=given)
    assert (ran.code, ran.err) == (0, "")
    assert "Round 1" in ran.out


# -- nobody at the table ------------------------------------------------------------------------


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("key", list(registry.OURS))
def test_auto(pitboss: Run, key: str, by_hand: bool) -> None:
    words = ["play", key, "--auto", "--rounds", "5", "--seats", "3", "--seed", "1"]
    words += ["--by-hand"] if by_hand else []
    ran = pitboss(*words, "--json")
    assert (ran.code, ran.err) == (0, "")
    answer = ran.json()
    assert answer["rounds"] == 5
    nets = [one["net"] for one in answer["procedures"]]
    for seat, total in answer["net"].items():
        assert total == sum(net[seat] for net in nets)
    assert pitboss(*words, "--json") == ran
    assert pitboss(*words).code == 0


def test_a_round_of_auto_settles_again(pitboss: Run) -> None:
    """What was played is a record: its tape gives its receipt."""
    words = ("play", "roulette", "--auto", "--rounds", "3", "--seed", "4", "--json")
    answer = pitboss(*words).json()
    for one in answer["procedures"]:
        record = {
            "game": "roulette",
            "day": answer["day"],
            "options": answer["options"],
            "limits": {"": ["5.00", "500.00"]},
            "tape": one["tape"],
        }
        again = pitboss("settle", "-", "--json", given=json.dumps(record)).json()
        assert again["lines"] == one["lines"]
        assert again["net"] == one["net"]


# -- the dealer ---------------------------------------------------------------------------------


def day_of(key: str) -> date:
    """A day on which the game was there."""
    return max(date(1999, 6, 1), registry.find(key).regulation.adopted)


def perfect_dealer(key: str, seed: str, rounds: int) -> tuple[str, int]:
    """What a dealer would type who makes no mistake, found by playing along."""
    game = registry.find(key)
    rules = game.rules(day_of(key))
    table = game.open_table(rules, 1, limits=Limits({"": (500, 50_000)}), closed=True)
    session = Session(game, rules, table, by_hand=True, rng=generator(seed))
    patrons = Patrons(session.rng)
    typed: list[str] = []
    while session.rounds < rounds:
        while not isinstance(session.outcome, Receipt):
            prompt = session.waiting.prompt
            if prompt.kind == "wagers":
                entry = patrons.wager(prompt)
            elif prompt.kind in ("number", "decision") and not prompt.seat:
                typed.append(expected(prompt))
                number = Placed(0, prompt.what, prompt.at_least)
                session.put(Chose(0, prompt.choices[0]) if prompt.choices else number)
                continue
            else:
                entry = patrons.answer(prompt)
            if isinstance(entry, Closed) or prompt.kind in ("draw", "roll", "spin", "act"):
                typed.append(expected(prompt))
            session.put(entry)
        session.conclude()
    return "\n".join(typed) + "\nquit\n", len(typed)


@pytest.mark.parametrize("key", list(registry.OURS))
def test_dealing_by_hand_without_a_mistake(pitboss: Run, key: str) -> None:
    typed, _ = perfect_dealer(key, "11", 2)
    day = day_of(key).isoformat()
    ran = pitboss("play", key, "--by-hand", "--seed", "11", "--day", day, given=typed)
    assert (ran.code, ran.err) == (0, "")
    assert "✗" not in ran.out
    assert "2 rounds played." in ran.out
    assert "dealt without a mistake" in ran.out


def test_a_wrong_act_is_caught_with_its_section(pitboss: Run) -> None:
    given = "shuffle the cards\nhint\nshow\nchoose\nhelp\nsort and\ndraw\nroll\nspin\nclose\nquit\n"
    ran = pitboss("play", "red-dog", "--by-hand", "--seed", "1", given=given)
    assert "✗ that is not what the section wants here  N.J.A.C. 13:69F-6.2(a)" in ran.out
    assert "N.J.A.C. 13:69F-6.2(a): the dealer's act begins: sort ..." in ran.out
    assert "N.J.A.C. 13:69F-6.2(a): sort and inspect the cards" in ran.out
    assert "✓ sort and inspect the cards" in ran.out
    assert ran.out.count("✗") == 5


# -- what is typed ------------------------------------------------------------------------------

ONE = [
    {
        "entry": "p1 wager raise",
        "seat": "p1",
        "wager": "raise",
        "spot": "",
        "at_least": 500,
        "at_most": 1000,
        "step": 1,
    }
]
TWO = [
    *ONE,
    {
        "entry": "p1 wager straight 17",
        "seat": "p1",
        "wager": "straight",
        "spot": "17",
        "at_least": 500,
        "at_most": 1000,
        "step": 1,
    },
]


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("raise 10", Wagered(1, "raise", 1000)),
        ("wager raise 10.50", Wagered(1, "raise", 1050)),
        ("r $10", Wagered(1, "raise", 1000)),
        ("2 17 5", Wagered(1, "straight", 500, "17")),
        ("straight 17 5", Wagered(1, "straight", 500, "17")),
        ("p2 wager straight 17 5", Wagered(2, "straight", 500, "17")),
        ("remove straight 17", Reduced(1, "straight", 0, "17")),
        ("reduce straight 17 to 6", Reduced(1, "straight", 600, "17")),
        ("call straight 17 off", Called(1, "straight", False, "17")),
    ],
)
def test_reading_wagers(line: str, entry: Entry) -> None:
    assert read_wager(line, 1, TWO) == entry


def test_reading_an_amount_alone() -> None:
    assert read_wager("10", 1, ONE) == Wagered(1, "raise", 1000)
    with pytest.raises(BadInput, match="which wager"):
        read_wager("10", 1, TWO)
    with pytest.raises(BadInput, match="how much"):
        read_wager("raise", 1, TWO)
    for line in ("x 10", "9 10", "raise ten", "² 10", ""):
        with pytest.raises(BadInput):
            read_wager(line, 1, TWO)


def test_picking_a_choice() -> None:
    choices = ("play out", "void", "play on")
    assert pick("2", choices) == "void"
    assert pick("VOID", choices) == "void"
    assert pick("p1 void", choices, "p1 ") == "void"
    assert pick("play ou", choices) == "play out"
    for line in ("play", "0", "4", "", "²", "9" * 9000):
        with pytest.raises(BadInput):
            pick(line, choices)


def test_nothing_changes_by_an_illegal_entry() -> None:
    game = registry.find("red-dog")
    rules = game.rules(date(1999, 6, 1))
    session = Session(game, rules, game.open_table(rules, 1), by_hand=False, rng=random.Random(1))
    session.put(Wagered(1, "original", 1000))
    for wrong in (Drew(0), Did("announce x"), Found("nothing"), Wagered(1, "raise", 500)):
        with pytest.raises(Illegal):
            session.put(wrong)
    assert session.entries == [Wagered(1, "original", 1000)]
    with pytest.raises(BadInput):
        session.conclude()


# -- the journal --------------------------------------------------------------------------------


def journal_of(pitboss: Run, path: Path, key: str = "red-dog", *words: str) -> None:
    ran = pitboss("play", key, "--auto", "--rounds", "3", "--seed", "1", "--journal", path, *words)
    assert ran.code == 0
    assert "The journal is closed; its last hash is" in ran.out


@pytest.mark.parametrize("key", list(registry.OURS))
def test_a_journal_verifies(pitboss: Run, tmp_path: Path, key: str) -> None:
    path = tmp_path / "journal"
    journal_of(pitboss, path, key, "--seats", "2")
    ran = pitboss("verify", path, "--json")
    assert ran.code == 0
    answer = ran.json()
    assert (answer["status"], answer["rounds"], answer["first_bad"]) == ("clean", 3, None)
    told = pitboss("verify", path)
    assert told.code == 0
    assert told.out.startswith("clean: 3 rounds")
    kept = pitboss("verify", path, "--last-hash", answer["last_hash"])
    assert kept.code == 0
    assert pitboss("verify", path, "--last-hash", "0" * 64).code == 1


def test_an_altered_journal(pitboss: Run, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal_of(pitboss, path)
    lines = path.read_bytes().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if b"wager original" in line)
    lines[at] = lines[at].replace(b"wager original ", b"wager original 1")
    path.write_bytes(b"".join(lines))
    ran = pitboss("verify", path, "--json")
    assert ran.code == 1
    answer = ran.json()
    assert answer["status"] == "altered"
    assert answer["first_bad"]["line"] == at + 1
    told = pitboss("verify", path)
    assert told.code == 1
    assert told.out.startswith("altered")


def test_played_by_a_person_and_gone_on_with(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interrupted, the journal stays open; the next session goes on in mid-round."""
    path = tmp_path / "journal"

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("pitboss.cli.desk.Desk.legal", interrupt)
        given = SEATED + "10\n!\n"
        patch.setattr("pitboss.cli.desk.Desk.irregularities", interrupt)
        ran = pitboss("play", "red-dog", "--seed", "5", "--journal", path, given=given)
    assert ran.code == 130
    assert pitboss("verify", path, "--json").json()["status"] == "open"
    again = pitboss("play", "red-dog", "--seed", "6", "--journal", path, given="\n\nquit\n")
    assert again.code == 0
    assert "1 round played." in again.out
    answer = pitboss("verify", path, "--json").json()
    assert (answer["status"], answer["rounds"]) == ("clean", 1)


def test_a_journal_of_another_table_is_not_written_to(pitboss: Run, tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal_of(pitboss, path)
    before = path.read_bytes()
    assert "closed" in refused(pitboss("play", "red-dog", "--journal", path))
    assert "its own --seats" in refused(
        pitboss("play", "red-dog", "--seats", "2", "--journal", path)
    )
    assert "red-dog" in refused(pitboss("play", "craps", "--journal", path))
    text = tmp_path / "text"
    text.write_text("Dear diary")
    refused(pitboss("play", "red-dog", "--journal", text))
    refused(pitboss("play", "red-dog", "--journal", tmp_path))
    refused(pitboss("play", "red-dog", "--journal", tmp_path / "no" / "where"))
    assert path.read_bytes() == before
    assert text.read_text() == "Dear diary"
