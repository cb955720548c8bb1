"""What was worked out is kept: found again, and never what another version, another file or a
broken one says."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.conftest import pitboss as pitboss

from pitboss.analysis import cache
from pitboss.analysis.exact import recall
from pitboss.analysis.exact.edges import Edges, exact_edges
from pitboss.analysis.exact.recall import recalled_edges, recalled_edges_only

DAY = date(2013, 1, 1)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    return tmp_path


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were worked out, and not looked up."""
    asked: list[str] = []

    def counted(key: str, *words: object, **named: object) -> Edges:
        asked.append(key)
        return exact_edges(key, *words, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(recall, "exact_edges", counted)
    return asked


@pytest.mark.parametrize("key", ["red-dog", "three-card-poker", "craps", "keno", "roulette"])
def test_an_answer_is_found_again_and_is_the_same(
    kept: Path, worked_out: list[str], key: str
) -> None:
    first, second = (recalled_edges(key, DAY).as_json() for _ in range(2))
    assert first | {"seconds": 0} == second | {"seconds": 0}
    assert worked_out == [key]
    assert len(files(kept)) == 1


def test_joint_distributions_come_back(kept: Path) -> None:
    first, second = (recalled_edges("three-card-poker", DAY) for _ in range(2))
    for one, other in zip(first.joints, second.joints, strict=True):
        assert (one.wagers, one.total, one.outcomes) == (other.wagers, other.total, other.outcomes)
        assert (one.apart is None) == (other.apart is None)
        assert one.apart is None or one.apart.outcomes == other.apart.outcomes  # type: ignore[union-attr]


def test_the_same_rules_on_another_day_are_the_same_question(
    kept: Path, worked_out: list[str]
) -> None:
    first = recalled_edges("red-dog", DAY)
    second = recalled_edges(
        "red-dog", date(2013, 1, 2), {"decks": first.rules.law.options["decks"]}
    )
    assert worked_out == ["red-dog"]
    assert second.rules.law.day == date(2013, 1, 2)


@pytest.mark.parametrize(
    "other",
    [{"options": {"decks": 6}}, {"strategy": "never raise"}, {"amount": 1000}],
    ids=lambda other: next(iter(other)),
)
def test_another_question_is_another_answer(
    kept: Path, worked_out: list[str], other: dict[str, object]
) -> None:
    recalled_edges("red-dog", DAY, {"decks": 8})
    recalled_edges("red-dog", DAY, **({"options": {"decks": 8}} | other))  # type: ignore[arg-type]
    assert len(worked_out) == 2


def test_another_version_is_not_believed(
    kept: Path, worked_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    recalled_edges("red-dog", DAY)
    monkeypatch.setattr(cache, "__version__", "0.0.1")
    recalled_edges("red-dog", DAY)
    monkeypatch.undo()
    assert len(worked_out) == 2


def test_edited_sources_are_not_believed(
    kept: Path, worked_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    recalled_edges("red-dog", DAY)
    monkeypatch.setattr(cache, "sources_digest", lambda: "edited")
    recalled_edges("red-dog", DAY)
    assert len(worked_out) == 2


@pytest.mark.parametrize("damage", ["cut", "foreign", "empty", "flipped", "sealed nonsense"])
def test_a_broken_entry_is_as_if_it_were_not_there(
    kept: Path, worked_out: list[str], damage: str
) -> None:
    right = recalled_edges("red-dog", DAY).wagers[0].distribution.house_edge()
    (entry,) = files(kept)
    data = entry.read_bytes()
    if damage == "sealed nonsense":
        question = recall._question(recalled_edges("red-dog", DAY).rules.law, "", "", 0)
        cache.keep(recall.KIND, question, b"\x93\x01")
    else:
        broken = {
            "cut": data[:-7],
            "foreign": b"hello\n",
            "empty": b"",
            "flipped": data[:-1] + bytes([data[-1] ^ 1]),
        }
        entry.write_bytes(broken[damage])
    assert recalled_edges("red-dog", DAY).wagers[0].distribution.house_edge() == right
    assert len(worked_out) == 2
    assert entry.read_bytes() == data


def test_nothing_is_left_of_a_write_that_fails(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fails)
    recalled_edges("red-dog", DAY)
    assert not files(kept)


def test_it_is_switched_off(
    kept: Path, worked_out: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with cache.without_cache():
        recalled_edges("red-dog", DAY)
    monkeypatch.setenv(cache.VARIABLE, "off")
    recalled_edges("red-dog", DAY)
    assert len(worked_out) == 2
    assert not files(kept)


def test_edges_alone(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = recalled_edges_only("baccarat-punto-banco", DAY, wager="tie")
    monkeypatch.setattr(recall, "edges_of", None)
    assert recalled_edges_only("baccarat-punto-banco", DAY, wager="tie") == first


def test_the_commands_keep_and_find(pitboss: Run, kept: Path) -> None:
    words = ("odds", "red-dog", "--day", "1999-06-01", "--json")
    answer = pitboss(*words).json()
    assert len(files(kept)) == 1
    assert pitboss(*words).json() | {"seconds": 0, "run": 0} == answer | {"seconds": 0, "run": 0}
    only = pitboss(*words, "--edge-only").json()
    (wager,) = only["wagers"]
    assert Fraction(wager["house_edge"]["exact"]) == Fraction(17533, 626665)
    assert only["format"] == "pitboss.edges.v1"
    before = files(kept)
    pitboss("odds", "big-six", "--no-cache")
    assert files(kept) == before


def test_a_sheet_is_written_again(pitboss: Run, kept: Path, tmp_path: Path) -> None:
    sheets = [tmp_path / f"{number}.json" for number in (1, 2)]
    said = [
        json.loads(pitboss("par", "big-six", "-o", str(sheet), "--simulated", "0", "--json").out)
        for sheet in sheets
    ]
    assert sheets[0].read_bytes() == sheets[1].read_bytes()
    assert said[0] | {"file": ""} == said[1] | {"file": ""}
    assert any(path.parts[-3] == "par" for path in files(kept))
