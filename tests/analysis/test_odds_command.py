"""`pitboss odds` and `pitboss par`: what they print, what they write, what they refuse."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from tests.cli.conftest import SOURCE, Ran, Run
from tests.cli.conftest import pitboss as pitboss
from tests.cli.conftest import refused as refusal

from pitboss.analysis.simulation import estimates
from pitboss.cli.odds import Clock

DAY = ("--day", "1999-06-01")
OPTIMAL = Fraction(17533, 626665)


def edge_of(ran: Ran) -> Fraction:
    return Fraction(ran.json()["wagers"][0]["house_edge"]["exact"])


def refused(ran: Ran, *words: str) -> None:
    """Refused, with these words in the one line that says why."""
    told = refusal(ran)
    for word in words:
        assert word in told, told


# -- odds -------------------------------------------------------------------------------------


def test_the_json_of_the_contract(pitboss: Run) -> None:
    answer = pitboss("odds", "craps", "--wager", "pass", "--day", "1996-05-01", "--json").json()
    assert {"game", "day", "options", "wagers", "strategy", "seconds"} <= answer.keys()
    assert (answer["game"], answer["day"]) == ("craps", "1996-05-01")
    (wager,) = answer["wagers"]
    assert wager["wager"] == "pass"
    assert wager["house_edge"]["exact"] == "7/495"
    assert wager["house_edge"]["decimal"] == pytest.approx(7 / 495)
    assert wager["method"] == "exact"
    fields = ("win", "push", "lose", "variance", "element_of_risk", "average_wager", "rows")
    assert all(field in wager for field in fields)
    assert wager["win"]["exact"] == "244/495"
    rows = [(row["row"], row["odds"], row["probability"]["exact"]) for row in wager["rows"]]
    assert rows == [("pass", "1 to 1", "244/495"), ("lose", "", "251/495")]
    assert all("combinations" in row for row in wager["rows"])


def test_red_dog_for_people(pitboss: Run) -> None:
    ran = pitboss("odds", "red-dog", *DAY)
    assert (ran.code, ran.err) == (0, "")
    for told in ("2.7978 %", "17533/626665", "1.5953", "2.3749 %", "1.1781", "157,872"):
        assert told in ran.out
    assert "Strategy: optimal" in ran.out
    assert "The spread is 7   raise" in ran.out
    assert "The spread is 6   no wager" in ran.out


def test_what_is_not_verified_is_told(pitboss: Run) -> None:
    ran = pitboss("odds", "big-six", *DAY)
    assert "Not verified" in ran.out
    assert "option stops" in ran.out
    assert "Checked against texts up to 1999-02-16" in ran.out
    answer = pitboss("odds", "big-six", *DAY, "--json").json()
    assert answer["unverified"] == ["option stops"]


def test_options_change_the_odds(pitboss: Run) -> None:
    single = pitboss("odds", "roulette", *DAY, "--option", "wheel=single zero", "--json")
    assert {Fraction(w["house_edge"]["exact"]) for w in single.json()["wagers"]} == {
        Fraction(1, 37)
    }
    both = pitboss(
        "odds", "roulette", *DAY, "--json", "--option", "wheel=double zero as single zero"
    )
    assert edge_of(both) == Fraction(1, 37)
    better = pitboss("odds", "red-dog", *DAY, "--option", "odds.spread.1=6 to 1", "--json")
    assert edge_of(better) == OPTIMAL - Fraction(6336, 626665)


def test_another_spot_of_a_kind(pitboss: Run) -> None:
    ran = pitboss("odds", "roulette", *DAY, "--wager", "straight 17", "--json")
    assert [wager["wager"] for wager in ran.json()["wagers"]] == ["straight 17"]
    assert edge_of(ran) == Fraction(1, 19)


def test_what_was_chosen_is_told_though_the_odds_do_not_need_it(pitboss: Run) -> None:
    ran = pitboss(
        "odds",
        "baccarat-punto-banco",
        "--day",
        "2013-05-01",
        "--wager",
        "player",
        "--option",
        "vigorish_collection=deferred",
        "--json",
    )
    assert ran.json()["options"]["vigorish_collection"] == "deferred"


def test_strategies_by_name(pitboss: Run) -> None:
    assert edge_of(pitboss("odds", "red-dog", *DAY, "--json")) == OPTIMAL
    ran = pitboss("odds", "red-dog", *DAY, "--strategy", "never raise", "--json")
    assert edge_of(ran) == Fraction(3841, 48205)
    answer = ran.json()
    assert answer["wagers"][0]["strategy"] == "never raise"
    assert {choice["do"] for choice in answer["strategy"]} == {"no wager"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("red-dgo",), ("no game 'red-dgo'", "did you mean red-dog")),
        (("red-dog", "--wager", "rise"), ("no wager 'rise'", "original")),
        (("red-dog", "--strategy", "mine"), ("no strategy 'mine'", "optimal", "never raise")),
        (("red-dog", "--option", "dekcs=6"), ("no option 'dekcs'", "decks")),
        (("red-dog", "--option", "decks=0"), ("decks = 0", "1 or more", "6.1(a)")),
        (("red-dog", "--option", "decks=six"), ("decks = six", "1 or more")),
        (("red-dog", "--option", "decks"), ("NAME=VALUE",)),
        (("red-dog", "--day", "1991-11-03"), ("not authorised on 1991-11-03",)),
        (("red-dog", "--day", "yesterday"), ("not a day",)),
        (("red-dog", "--option", "odds.spread.1=4 to 1"), ("below the minimum", "6.5(i)2")),
        (("red-dog", "--option", "odds.spread.1=-5 to 1"), ("'-5 to 1' is not odds",)),
        (("red-dog", "--option", "odds.spread.1=6 for 1"), ('never with "for"',)),
        (("red-dog", "--option", "odds.spread.1=6 to 0"), ("6 to 0 are not odds",)),
        (("red-dog", "--option", "odds.spread.1=6"), ("'6' is not odds",)),
        (("red-dog", "--option", "odds.spread.4=2 to 1"), ("no row '4'", "4-11")),
        (("red-dog", "--option", "odds.spread.12=2 to 1"), ("no row '12'",)),
        (("red-dog", "--option", "odds.spred.1=6 to 1"), ("no pay table 'spred'", "spread")),
        (
            ("red-dog", "--option", "odds.three_of_a_kind.three of a kind=12 to 1"),
            ("fixed at 11 to 1", "6.5(f)1"),
        ),
        (("red-dog", "--strategy", "optimal", "--policy", "x.toml"), ("not allowed with",)),
        (("red-dog", "--policy", "/nonexistent/x.toml"), ("/nonexistent/x.toml",)),
        (("roulette", "--strategy", "martingale"), ("no strategy 'martingale'",)),
    ],
)
def test_what_odds_refuses(pitboss: Run, words: tuple[str, ...], told: tuple[str, ...]) -> None:
    refused(pitboss("odds", *words), *told)
    refused(pitboss("odds", *words, "--json"), *told)


# -- a policy of one's own --------------------------------------------------------------------


@pytest.fixture
def policy(pitboss: Run, tmp_path: Path) -> Run:
    """Run `odds GAME` with a policy of this text."""

    def run(text: str, game: str = "red-dog", *words: str) -> Ran:
        file = tmp_path / "policy.toml"
        file.write_text(text)
        return pitboss("odds", game, *DAY, "--policy", file, *words, "--json")

    return run


def table(actions: dict[int, str], otherwise: str = "no wager") -> str:
    lines = [
        f'"The spread is {spread}" = "{actions.get(spread, otherwise)}"' for spread in range(1, 12)
    ]
    return "\n".join(["[policy]", *lines])


def test_the_best_strategy_as_a_policy_is_the_best(policy: Run) -> None:
    ran = policy(table(dict.fromkeys(range(7, 12), "raise")))
    assert edge_of(ran) == OPTIMAL
    answer = ran.json()
    assert answer["wagers"][0]["strategy"] == "user's own"
    done = {choice["situation"]: choice["do"] for choice in answer["strategy"]}
    assert len(done) == 11
    assert done["The spread is 7"] == "raise"


def test_what_is_not_named_goes_otherwise(policy: Run) -> None:
    text = 'game = "red-dog"\nname = "high"\n_mine = 1\n[policy]\notherwise = "no wager"\n'
    ran = policy(text + '"The spread is 11" = "raise"')
    best = dict.fromkeys(range(7, 12), "raise")
    assert OPTIMAL < edge_of(ran) < Fraction(3841, 48205)
    assert ran.json()["wagers"][0]["strategy"] == "high"
    assert edge_of(policy(table({11: "raise"}))) == edge_of(ran)
    assert edge_of(policy(table(best))) < edge_of(ran)


def test_half_a_raise_is_half_way(policy: Run) -> None:
    whole = edge_of(policy(table(dict.fromkeys(range(7, 12), "raise"))))
    half = edge_of(policy(table(dict.fromkeys(range(7, 12), "raise 1/2"))))
    none = edge_of(policy(table({})))
    assert half == (whole + none) / 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (table({4: "double"}), ("'The spread is 4' = 'double'", "no wager, raise", "6.5(h)")),
        (table({4: "raise 3/2"}), ("'raise 3/2'", "not permitted", "6.5(h)")),
        (table({4: "raise 0/1"}), ("'raise 0/1'", "not permitted")),
        (table({4: "raise 1/0"}), ("'raise 1/0'", "not permitted")),
        (table({4: "raise 1/7919"}), ("'raise 1/7919'", "not permitted")),
        (
            '[policy]\n"The spread is 11" = "raise"',
            ("no action for 10 situation(s)", "'The spread is 1': no wager, raise"),
        ),
        (
            table({}) + '\n"The spread is 12" = "raise"',
            ("'The spread is 12' never arises", "'The spread is 11'"),
        ),
        ('game = "roulette"\n[policy]\nx = "y"', ("for 'roulette', but red-dog",)),
        ("[policy]\n", ("expected [policy] with lines",)),
        ("policy = 3", ("expected [policy] with lines",)),
        ("[policy]\nx = 3", ("'x' = '3'", "quotation marks")),
        ('[policies]\nx = "y"', ("no field 'policies'", "game, name, policy")),
        ('name = 3\n[policy]\nx = "y"', ("name: expected a few words",)),
        ("[policy", ("not TOML",)),
    ],
)
def test_what_a_policy_may_not_be(policy: Run, text: str, told: tuple[str, ...]) -> None:
    refused(policy(text), *told)


def test_a_policy_that_is_no_text(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "policy.toml"
    file.write_bytes(b"\xff\xfe")
    refused(pitboss("odds", "red-dog", "--policy", file), "not TOML")
    file.write_bytes(b"#" * (1 << 20) + b"\n")
    refused(pitboss("odds", "red-dog", "--policy", file), "at most 1048576")
    refused(pitboss("odds", "red-dog", "--policy", tmp_path), "directory")


def test_a_game_without_decisions_takes_no_policy(policy: Run) -> None:
    refused(policy('[policy]\notherwise = "stand"', "big-six"), "no decision")


def test_three_card_poker_from_a_hand_on(policy: Run, pitboss: Run) -> None:
    best = edge_of(pitboss("odds", "three-card-poker", *DAY, "--wager", "ante", "--json"))

    def edge(*lines: str) -> Fraction:
        text = "\n".join(["[policy]", *lines])
        return edge_of(policy(text, "three-card-poker", "--wager", "ante"))

    fold = '"anything lower" = "fold"'
    assert edge('"Q-6-4 or better" = "play"', fold) == best
    assert edge('"Q-6-3 or better" = "play"', fold) > best
    assert edge('"Q-6-5 or better" = "play"', fold) > best
    assert edge('otherwise = "fold"', '"Q-6-4 or better" = "play"') == best
    assert edge(fold) == 1
    # A hole in the middle: fold with king high, play with queen-six-four up to it.
    holed = edge(
        '"A-3-2 or better" = "play"',
        '"K-3-2 or better" = "fold"',
        '"Q-6-4 or better" = "play"',
        fold,
    )
    assert holed > best
    pairs = edge('"pair or better" = "play"', fold)
    assert pairs == edge('"2-2-3 or better" = "play"', fold)
    assert pairs > best


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('"Q-6-4 or better" = "play"', ("no action", "anything lower")),
        ('"Q-6-4 or better" = "raise"\notherwise = "fold"', ("'raise'", "play, fold", "20.10(b)")),
        ('"Q-6-4" = "play"\notherwise = "fold"', ("no situation", "Q-6-4 or better")),
        ('"Q-6-1 or better" = "play"\notherwise = "fold"', ("no situation",)),
        ('"Q-Q-4 suited or better" = "play"\notherwise = "fold"', ("no situation",)),
        ('"anything lower" = "fold"\notherwise = "fold"', ("second line",)),
    ],
)
def test_three_card_poker_refuses(policy: Run, lines: str, told: tuple[str, ...]) -> None:
    refused(policy(f"[policy]\n{lines}", "three-card-poker", "--wager", "ante"), *told)


# -- a program of its own ---------------------------------------------------------------------


def alone(code: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )


@pytest.mark.parametrize("game", ["craps", "three-card-poker", "minibaccarat", "red-dog"])
def test_odds_needs_no_compiler(game: str) -> None:
    done = alone(
        f"import sys; from pitboss.cli import main; assert main(['odds', '{game}']) == 0; "
        "print('numba' in sys.modules, file=sys.stderr)"
    )
    assert done.stderr.decode().strip() == "False"


def test_craps_is_there_at_once() -> None:
    """The bar is 1.5 s from a warm cache; counted in processor time, because tests share."""
    alone("from pitboss.cli import main; main(['odds', 'craps'])")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = alone("from pitboss.cli import main; main(['odds', 'craps'])")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert b"exact odds" in done.stdout
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1.5


# -- par --------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".json", ".html", ".xlsx", ".XLSX"])
def test_par_writes_what_the_name_says(pitboss: Run, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"par{suffix}"
    ran = pitboss("par", "big-six", *DAY, "-o", file)
    assert (ran.code, ran.out) == (0, "")
    assert "PAR sheet of Big Six Wheel on 1999-06-01" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    match suffix.lower():
        case ".json":
            answer = json.loads(file.read_text())
            assert answer["identity"]["game"] == "big-six"
            assert len(answer["sheets"]) == 7
        case ".html":
            assert file.read_text().startswith("<!doctype html>")
        case ".xlsx":
            assert "Summary" in openpyxl.load_workbook(file).sheetnames


def test_par_tells_what_it_wrote(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "par.json"
    ran = pitboss(
        "par",
        "roulette",
        *DAY,
        "--wager",
        "straight 17",
        "-o",
        file,
        "--json",
        "--option",
        "odds.payout.straight=36 to 1",
    )
    answer = ran.json()
    assert answer["status"] == "written"
    assert answer["bytes"] == file.stat().st_size
    assert answer["wagers"] == ["straight 17"]
    written = json.loads(file.read_text())
    assert written["identity"]["odds_offered"] == {"odds.payout.straight": "36 to 1"}
    assert written["identity"]["rules"] == answer["rules"]
    (sheet,) = written["sheets"]
    assert sheet["summary"]["house_edge"]["exact"] == "1/38"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-o", "par.pdf"), ("par.pdf", ".xlsx, .html, .json")),
        (("-o", "par"), (".xlsx, .html, .json",)),
        (("-o", "nowhere/par.json"), ("no folder nowhere",)),
        (("-o", "folder.json"), ("this is a folder",)),
        ((), ("-o",)),
        (("-o", "par.json", "--wager", "symbol 3"), ("no wager 'symbol 3'", "symbol 1")),
        (("-o", "par.json", "--option", "stops=1"), ("stops = 1",)),
        (("-o", "kept.json", "--option", "odds.payout.1=1 to 2"), ("below the minimum",)),
    ],
)
def test_nothing_is_written_when_par_refuses(
    pitboss: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    told: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "kept.json").write_text("as it was")
    refused(pitboss("par", "big-six", *DAY, *words), *told)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.json", "kept.json"]
    assert (tmp_path / "kept.json").read_text() == "as it was"


def test_a_fault_while_writing_leaves_nothing_behind(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    (tmp_path / "par.json").write_text("as it was")
    ran = pitboss("par", "big-six", *DAY, "-o", tmp_path / "par.json")
    refused(ran, "No space left on device")
    assert [path.name for path in tmp_path.iterdir()] == ["par.json"]
    assert (tmp_path / "par.json").read_text() == "as it was"


def test_a_workbook_needs_its_library(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pitboss.report.xlsx", None)
    ran = pitboss("par", "big-six", "-o", tmp_path / "par.xlsx")
    refused(ran, "XlsxWriter", "pitboss[report]")


# -- while it is worked out -------------------------------------------------------------------


def test_the_time_that_is_left_is_told() -> None:
    times = iter([0.0, 0.0, 0.0, 1.0, 10.0, 11.0])
    clock = Clock("blackjack-switch", lambda: next(times))
    assert clock.line("hands: decisions, 0%").endswith("╌ 0%")
    assert "left" not in clock.line("hands: decisions, 20%")
    line = clock.line("hands: decisions, 25%")
    assert line.endswith("25%, about 30 s left")
    assert "━━━━━╌" in line
    assert clock.line("hands: mean square") == "blackjack-switch: hands: mean square"


def test_what_is_not_told_apart_is_simulated_and_marked(
    pitboss: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(estimates, "ROUNDS", 100_000)
    words = ("odds", "blackjack", "--wager", "initial", "--option", "resplit=true", "--option",
             "decks=1")  # fmt: skip
    ran = pitboss(*words)
    assert re.search(r"~4\d\.\d\d %", ran.out)
    assert "100,000 rounds, with a standard error of 0.15" in " ".join(ran.out.split())
    wager = pitboss(*words, "--json").json()["wagers"][0]
    assert wager["win"] is None
    assert wager["estimate"]["win"] == pytest.approx(0.43, abs=0.02)
    total = sum(wager["estimate"][each] for each in ("win", "push", "lose"))
    assert total == pytest.approx(1)
