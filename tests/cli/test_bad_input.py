"""Whatever is fed to a command: exit code 2, one line on standard error, nothing written, at
once, and in bounded memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import SOURCE, Run, refused

HEAD = 'game = "red-dog"\nday = 1999-06-01\n'
OPENED = '"p1 wager original 10.00", "d close", '


def tape(*entries: str, head: str = HEAD) -> str:
    return f"{head}tape = [{', '.join(entries)}]\n"


BAD: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "is empty"),
    "blank": (" \n\t\n", "is empty"),
    "binary": (bytes(range(256)) * 20, "not text"),
    "zeros": (b"\0" * 1000, "cannot be read"),
    "another encoding": (HEAD.encode("utf-16"), "not text"),
    "too large": ("#" * 5_000_000, "at most"),
    "not toml": ("What a lovely day", "cannot be read"),
    "not json": ('{"game": "red-dog",', "cannot be read"),
    "a list": ("[1, 2, 3]", "cannot be read"),
    "no game": ("tape = []", "no game"),
    "nothing to settle": (HEAD, "neither a tape nor a script"),
    "tape and script": (tape() + "wagers = {}", "expected one of them"),
    "unknown game": (tape(head='game = "faro"\n'), "the games are"),
    "game of another kind": (tape(head="game = 5\n"), "game"),
    "unknown wager": (tape('"p1 wager insurance 10.00"'), "the wagers are original, raise"),
    "unknown wager in a script": (HEAD + 'wagers = { p1 = { ante = "5" } }', "the wagers are"),
    "unknown option": (HEAD + "options = { deks = 6 }\ntape = []", "the options are decks"),
    "option out of range": (HEAD + "options = { decks = 0 }\ntape = []", "19:47-6.1(a)"),
    "option of another kind": (HEAD + "options = { decks = 1.5 }\ntape = []", "decks"),
    "unknown entry": (tape('"p1"'), "tape entry 1"),
    "unknown actor": (tape('"player wager original 10.00"'), "expected p1"),
    "unknown irregularity": (tape('"! fire-in-the-pit"'), "the game has: card-found-face-up"),
    "unknown card": (tape(OPENED + '"d draw 1s"'), "tape entry 3"),
    "card not in the shoe": (
        HEAD + "options = { decks = 1 }\ntape = [" + OPENED + '"d draw 4s", "d draw 4s"]',
        "entry 4, 'd draw 4s': 4s is not in the shoe",
    ),
    "three decimals": (tape('"p1 wager original 10.005"'), "tape entry 1: '10.005'"),
    "negative amount": (tape('"p1 wager original -10.00"'), "tape entry 1: '-10.00'"),
    "no amount": (tape('"p1 wager original 0.00"'), "a wager of nothing"),
    "huge amount": (tape('"p1 wager original 99999999999999999999.00"'), "tape entry 1"),
    "amount above the largest": (tape('"p1 wager original 10000000000.01"'), "largest amount"),
    "amount in words": (tape('"p1 wager original ten"'), "'ten'"),
    "amount with a sign": (tape('"p1 wager original $10"'), "'$10'"),
    "amount in other digits": (tape('"p1 wager original ٣.00"'), "tape entry 1"),
    "amount as a float": (HEAD + "wagers = { p1 = { original = 10.001 } }", "original"),
    "amount as infinity": (HEAD + "wagers = { p1 = { original = inf } }", "original"),
    "amount of 5000 digits": (
        HEAD + f"wagers = {{ p1 = {{ original = {'9' * 5000} }} }}", "cannot be read"
    ),
    "seat that is not there": (tape('"p99 wager original 10.00"'), "7 seats"),
    "seat twice": (HEAD + 'seats = ["p1", "p1"]\ntape = []', "seats"),
    "too many cards": (HEAD + 'wagers = { p1 = { original = "5" } }\nshoe = "4s 5s 6s"', "more"),
    "day that is none": (tape(head='game = "red-dog"\nday = "yesterday"\n'), "yesterday"),
    "day before the game": (tape(head='game = "red-dog"\nday = 1991-11-03\n'), "1991-11-04"),
    "day before the chapter": (tape(head='game = "craps"\nday = 0001-01-01\n'), "1978-06-02"),
    "state that cannot be": (HEAD + 'table = { burned = "x" }\ntape = []', "table"),
    "card that cannot be": (
        HEAD + 'table = { burned = 999 }\ntape = ["! burn-card-requested p1"]', "table"
    ),
    "decisions that are none": (
        HEAD + 'wagers = { p1 = { original = "5" } }\ndecisions = { p1 = 5 }', "decisions"
    ),
    "deep lists": ("a = " + "[" * 100_000, "nests deeper"),
    "deep lists in json": ('{"a": ' + "[" * 100_000, "nests deeper"),
    "deep tables": ("a = " + "{a = " * 50_000, "nests deeper"),
    "a dotted key of 200,000 parts": (".".join("a" * 200_000) + " = 1", "nests deeper"),
    "a key of a million letters": ("a" * 1_000_000, "cannot be read"),
    "tables upon tables": ("".join(f"[{'a.' * 15}b{i}]\n" for i in range(40_000)), ""),
    "as many keys as fit": ("".join(f"a{i} = 1\n" for i in range(150_000)), "no game"),
    "as many comments as fit": (HEAD + "tape = [\n" + "#x\n" * 600_000 + '"p1"]', "entry 1"),
    "quotes": ('"' * 1_900_000, "cannot be read"),
    "backslashes": (HEAD + 'x = "' + "\\" * 1_900_000 + '"', ""),
    "an entry of a megabyte": (tape('"' + "p" * 1_900_000 + '"'), "at most 200"),
    "a tape of 100,000 entries": (tape(*['"d draw 4s"'] * 100_000), "at most 50000"),
    "a tape of 50,000 wagers": (tape(*['"p1 wager original 1"'] * 50_000), "at most 4096"),
    "a shoe of 600,000 cards": (
        HEAD + 'wagers = { p1 = { original = "5" } }\nshoe = "' + "4s " * 600_000 + '"', "more"
    ),
    "control characters": (tape('"p1 wager \\u001b[2J 10.00\\n\\n"'), ""),
    "half a character": ('{"game": "red-dog", "tape": ["p1 wager \\ud800 1.00"]}', ""),
}  # fmt: skip


@pytest.mark.parametrize("name", list(BAD))
def test_settle_refuses(pitboss: Run, name: str) -> None:
    given, expected = BAD[name]
    begin = time.process_time()
    ran = pitboss("settle", "-", given=given)
    assert time.process_time() - begin < 5
    line = refused(ran)
    assert expected in line
    assert line.removesuffix("\n").isprintable()
    assert len(line) < 700


def bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))


HEAVIEST = ["as many keys as fit", "tables upon tables", "a tape of 50,000 wagers",
            "a shoe of 600,000 cards", "as many comments as fit", "deep lists"]  # fmt: skip


@pytest.mark.parametrize("name", HEAVIEST)
def test_in_half_a_gigabyte(name: str) -> None:
    given = BAD[name][0]
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "settle", "-", "--json"],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        timeout=30,
        preexec_fn=bounded,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("command", ["settle", "verify"])
def test_files_that_cannot_be_read(pitboss: Run, tmp_path: Path, command: str) -> None:
    assert "No such file" in refused(pitboss(command, tmp_path / "nowhere"))
    assert "directory" in refused(pitboss(command, tmp_path))
    refused(pitboss(command, "with\0zero"))
    refused(pitboss(command, "n" * 5000))
    assert list(tmp_path.iterdir()) == []


def test_an_endless_file(pitboss: Run) -> None:
    assert "at most" in refused(pitboss("settle", "/dev/zero"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("faro",), "the games are"),
        (("red-dog", "--seats", "0"), "--seats"),
        (("red-dog", "--seats", "8"), "7 seats"),
        (("red-dog", "--seats", "two"), "whole number"),
        (("red-dog", "--seats", "²"), "whole number"),
        (("red-dog", "--rounds", "0"), "--rounds"),
        (("red-dog", "--rounds", "9" * 20), "--rounds"),
        (("red-dog", "--minimum", "5.001"), "5.001"),
        (("red-dog", "--minimum", "0"), "--minimum"),
        (("red-dog", "--minimum", "10", "--maximum", "5"), "--minimum"),
        (("red-dog", "--option", "decks=0"), "6.1(a)"),
        (("red-dog", "--day", "1990-01-01"), "1991-11-04"),
        (("red-dog", "--json"), "--auto"),
    ],
)
def test_play_refuses(pitboss: Run, tmp_path: Path, words: tuple[str, ...], expected: str) -> None:
    """And no journal is begun."""
    journal = tmp_path / "journal"
    assert expected in refused(pitboss("play", *words, "--journal", journal))
    assert not journal.exists()
