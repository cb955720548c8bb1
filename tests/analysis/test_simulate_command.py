"""`pitboss simulate`: what it prints, what it refuses, and how it is interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.conftest import SOURCE, Run, refused
from tests.cli.conftest import pitboss as pitboss

RED_DOG = ("simulate", "red-dog", "--day", "1999-06-01")


def test_json_is_the_contract(pitboss: Run) -> None:
    ran = pitboss(*RED_DOG, "--rounds", "100000", "--seed", "9", "--workers", "2", "--json")
    assert (ran.code, ran.err) == (0, "")
    told = ran.json()
    assert (told["rounds"], told["seed"], told["workers"]) == (100_000, 9, 2)
    assert told["partial"] is False
    assert {"wager", "mean", "stderr", "house_edge", "variance"} <= set(told["wagers"][0])
    again = pitboss(*RED_DOG, "--rounds", "100000", "--seed", "9", "--workers", "1", "--json")
    assert again.json()["wagers"] == told["wagers"]


def test_what_people_see(pitboss: Run) -> None:
    ran = pitboss(*RED_DOG, "--rounds", "100000", "--check")
    assert (ran.code, ran.err) == (0, "")
    for words in (
        "Red Dog on 1999-06-01",
        "original",
        "exact edge",
        "s.e.",
        "seed 1",
        "three of a kind",
        "11 to 1",
    ):
        assert words in ran.out


def test_a_round_can_be_shown_and_settled(pitboss: Run) -> None:
    words = ("simulate", "craps", "--day", "1999-06-01", "--wager", "come", "--rounds", "1000")
    shown = pitboss(*words, "--show", "77")
    assert (shown.code, shown.err) == (0, "")
    settled = pitboss("settle", "-", "--json", given=shown.out)
    assert settled.code == 0
    assert settled.json()["status"] == "settled"
    assert all(line["cite"] for line in settled.json()["lines"])
    told = pitboss(*words, "--show", "77", "--json").json()
    assert told["record"] == shown.out
    assert {"format": "pitboss.settle.v1", **told["settled"]} == settled.json()


def test_a_policy_of_your_own(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_text('[policy]\notherwise = "no wager"\n')
    asked = (*RED_DOG, "--rounds", "50000", "--json")
    own = pitboss(*asked, "--policy", file).json()["wagers"][0]
    never = pitboss(*asked, "--strategy", "never raise").json()["wagers"][0]
    assert own["rows"] == never["rows"]
    shown = pitboss(*RED_DOG, "--rounds", "500", "--policy", file, "--show", "3")
    assert shown.code == 0
    file.write_text('[policy]\n"The spread is 4" = "raise"\n')
    assert "no action for" in refused(pitboss(*asked, "--policy", file))


def test_audit_and_replay(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "rounds.audit"
    written = pitboss(*RED_DOG, "--rounds", "20000", "--audit", file, "--json").json()
    replay = ("simulate", "red-dog", "--replay", file)
    clean = pitboss(*replay, "--json", "--from-seed", "--last-hash", written["head"])
    assert clean.code == 0
    assert clean.json()["status"] == "clean"
    assert "an audit of red-dog, not of craps" in refused(
        pitboss("simulate", "craps", "--replay", file)
    )
    data = bytearray(file.read_bytes())
    data[-3000] ^= 1
    file.write_bytes(data)
    altered = pitboss(*replay)
    assert altered.code == 1
    assert "altered: block 4" in altered.out
    assert pitboss(*replay, "--json").json()["first_bad"] == 4


def test_sessions(pitboss: Run, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    words = (
        "simulate",
        "baccarat-punto-banco",
        "--day",
        "1999-06-01",
        "--wager",
        "banker",
        "--bankroll",
        "1000.00",
        "--bet",
        "10.00",
        "--goal",
        "1500.00",
        "--stop-loss",
        "500.00",
        "--session-rounds",
        "200",
        "--sessions",
        "2000",
    )
    told = pitboss(*words, "--json").json()
    assert told["sessions"] == 2000
    assert sum(end["sessions"] for end in told["ends"].values()) == 2000
    shown = pitboss(*words, "--chart", chart)
    assert shown.code == 0
    for text in ("in ruin", "final bankroll", "1000.00 ┤"):
        assert text in shown.out
    assert chart.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("red-dog --rounds 0", "rounds 0: expected 1 to"),
        ("red-dog --rounds -5", "rounds -5: expected 1 to"),
        (f"red-dog --rounds {10**30}", "expected 1 to"),
        ("red-dog --rounds 1.5", "expected a whole number"),
        ("red-dog --rounds ٣", "expected a whole number"),
        ("red-dog --seed -1", "seed -1"),
        (f"red-dog --seed {2**64}", "expected 0 to"),
        ("red-dog --workers 0", "workers 0"),
        ("red-dog --workers 5000", "workers 5000"),
        ("red-dog --strategy luck", "no strategy 'luck'; the strategies are optimal"),
        ("red-dog --wager insurance", "no wager 'insurance'"),
        ("red-dog --cluster nowhere", "expected an address"),
        ("red-dog --target-error 0", "target error"),
        ("red-dog --target-error nan", "target error"),
        ("red-dog --target-error .", "target error"),
        ("red-dog --rounds 10 --show 11", "round 11: expected 1 to 10"),
        ("red-dog --bet 10.00", "--bankroll makes it one"),
        ("red-dog --bankroll 10.00", "--bankroll needs --bet"),
        ("red-dog --bankroll 10.00 --bet 10.00", "does not cover one round"),
        ("red-dog --bankroll 10.00 --bet 1.00 --rounds 5", "--rounds does not go with"),
        ("red-dog --bankroll x --bet 1.00", "bankroll: 'x'"),
        ("red-dog --bankroll 10.00 --bet 1.00 --sessions 0", "sessions 0"),
        ("red-dog --show 1 --audit x", "--show does not go with --audit"),
        ("red-dog --audit /nowhere/x", "No such file"),
        ("red-dog --replay /nowhere/x", "No such file"),
        ("red-dog --resume /nowhere/x", "No such file"),
        ("red-dog --last-hash 00", "for --replay"),
        ("red-dog --policy /nowhere/x", "No such file"),
        ("red-dog --day 1970-01-01", "1970-01-01"),
        ("faro", "no game 'faro'"),
        ("red-dog --option decks=5000", "too large to simulate"),
    ],
)
def test_bad_input(pitboss: Run, words: str, message: str) -> None:
    assert message in refused(pitboss("simulate", *words.split(" ")))


def test_control_c(tmp_path: Path) -> None:
    """A real interrupt: partial results, marked as such, and a file to go on from."""
    file = tmp_path / "chunks.jsonl"
    words = [
        sys.executable, "-m", "pitboss", "simulate", "craps", "--wager", "pass", "--day",
        "1999-06-01", "--rounds", str(10**12), "--resume", str(file), "--json",
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        # Whoever runs the tests in the background has interrupts ignored; not the command.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            if file.exists() and file.read_bytes().count(b"\n") > 4:
                break
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130, err
    told = json.loads(out)
    assert told["partial"] is True
    assert told["why"] == "interrupted"
    assert told["rounds"] >= 1 << 22
    assert told["wagers"][0]["rounds"] == told["rounds"]
    assert b"Traceback" not in err


def test_no_number_breaks_at_80_columns(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = pitboss("simulate", "red-dog", "--rounds", "20000", "--check", "--workers", "1")
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 80
    table = [line for line in lines if line.startswith("original")]
    assert len(table[0].split()) == 11
    assert "s.e." in table[1]
