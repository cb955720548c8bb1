"""The conformance kit: what it has, and pitboss itself through its runner. `make soak` runs all."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tools.conformance import FORMAT, export
from tools.conformance_runner import why_wrong

from pitboss import registry
from pitboss.errors import PitbossError

PITBOSS = (sys.executable, "-m", "pitboss", "settle", "-", "--json")
# Of each game's cases about one: some fourteen programs are started.
EVERY = 271


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    export(folder)
    return folder


def run(kit: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(kit / "run.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_kit_has_every_case_and_every_pay_table(kit: Path) -> None:
    contents = json.loads((kit / "kit.json").read_text())
    assert contents["format"] == FORMAT
    for name, digest in contents["files"].items():
        assert hashlib.sha256((kit / name).read_bytes()).hexdigest() == digest
    cases = [
        case for path in (kit / "cases").iterdir() for case in json.loads(path.read_text("utf-8"))
    ]
    assert len(cases) == contents["cases"] >= 3600
    assert len({case["id"] for case in cases}) == len(cases)
    assert {case["record"]["game"] for case in cases} == {*registry.OURS, *registry.SYSTEMS}
    tables = json.loads((kit / "paytables" / "red-dog.json").read_text())["paytables"]
    assert all(entry["cite"] for entries in tables.values() for entry in entries)
    assert (kit / "README.md").read_text("utf-8").startswith("# The conformance kit")


def test_pitboss_passes(kit: Path) -> None:
    done = run(kit, "--every", str(EVERY), "--jobs", "2", *PITBOSS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_another_engine_is_found_out(kit: Path) -> None:
    """An engine for which nobody ever gains or loses anything."""
    idle = 'import json; print(json.dumps({"net": {"p1": 0}}))'
    done = run(kit, "--only", "06_red_dog: example 1:", sys.executable, "-c", idle)
    assert done.returncode == 1
    assert "expected {'p1': 8000}, got {'p1': 0}" in done.stdout
    assert "0 of " in done.stdout
    for wrong in (("--game", "nought", "true"), (), ("no-such-program-anywhere",)):
        assert run(kit, "--every", "900", *wrong).returncode == 2


@pytest.mark.parametrize(
    ("status", "code", "output", "wrong"),
    [
        ("settled", 0, '{"net": {"p1": 5}}', ""),
        ("settled", 0, '{"net": {"p1": 6}}', "expected {'p1': 5}, got {'p1': 6}"),
        ("settled", 0, '{"status": "waiting"}', "expected settled, got waiting"),
        ("settled", 1, '{"net": {"p1": 5}}', "exit code 1"),
        ("settled", 0, "five", "not JSON: 'five'"),
        ("settled", 0, "[]", "expected an object"),
        ("waiting", 0, '{"status": "waiting"}', ""),
        ("refused", 2, "", ""),
        ("refused", 0, '{"status": "illegal"}', ""),
        ("refused", 1, "", "expected a refusal, got exit code 1"),
        ("refused", 0, '{"net": {"p1": 5}}', "expected a refusal, got settled"),
    ],
)
def test_answers_are_judged(status: str, code: int, output: str, wrong: str) -> None:
    expected: dict[str, Any] = {"status": status, "net": {"p1": 5}}
    assert why_wrong(expected, code, output) == wrong


def test_nothing_is_written_over(kit: Path) -> None:
    with pytest.raises(PitbossError, match="new or empty"):
        export(kit)
