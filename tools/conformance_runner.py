"""Runs the cases of a conformance kit through an engine: any program that reads a record as JSON on
standard input and prints what it settles as JSON. Python's own library is all that it needs.

    python run.py [--game GAME] [--only WORDS] [--every N] [--jobs N] PROGRAM [ARGUMENT ...]

It exits with 0 if every case passed, 1 if one failed, 2 if it was called wrongly."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

FORMAT = "pitboss.conformance.v1"
REFUSED = ("refused", "illegal")
REFUSAL_CODE = 2


def read_cases(folder: Path) -> list[dict[str, Any]]:
    """Every case of the kit in this folder."""
    contents = json.loads((folder / "kit.json").read_text(encoding="utf-8"))
    if contents.get("format") != FORMAT:
        raise ValueError(f"format {contents.get('format')!r}: expected {FORMAT}")
    found: list[dict[str, Any]] = []
    for name in contents["files"]:
        if name.startswith("cases/"):
            found += json.loads((folder / name).read_text(encoding="utf-8"))
    return found


def why_wrong(expected: dict[str, Any], code: int, output: str) -> str:
    """What is wrong with an engine's answer, or an empty string."""
    try:
        answer = json.loads(output) if output.strip() else {}
    except ValueError:
        return f"not JSON: {output[:60]!r}"
    if not isinstance(answer, dict):
        return "expected an object"
    status = answer.get("status", "settled" if "net" in answer else "")
    if expected["status"] == "refused":
        refused = status in REFUSED or (code == REFUSAL_CODE and not status)
        return "" if refused else f"expected a refusal, got {status or f'exit code {code}'}"
    if code:
        return f"exit code {code}"
    if status != expected["status"]:
        return f"expected {expected['status']}, got {status or 'no status'}"
    if status == "settled" and answer.get("net") != expected["net"]:
        return f"expected {expected['net']}, got {answer.get('net')}"
    return ""


def run_case(case: dict[str, Any], program: list[str], seconds: float) -> str:
    """What is wrong with the engine's answer to a case, or an empty string."""
    try:
        done = subprocess.run(
            program,
            input=json.dumps(case["record"]),
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {seconds:g} s"
    return why_wrong(case["expect"], done.returncode, done.stdout)


def main(arguments: list[str], folder: Path) -> int:
    parser = argparse.ArgumentParser(description="Runs the cases of this kit through an engine.")
    parser.add_argument("--game", default="", help="only cases of this game")
    parser.add_argument("--only", default="", help="only cases with these words in their name")
    parser.add_argument("--every", type=int, default=1, help="every so many cases only")
    parser.add_argument("--jobs", type=int, default=1, help="so many at once")
    parser.add_argument("--seconds", type=float, default=30, help="for one case")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    asked = parser.parse_args(arguments)
    program = asked.program[1:] if asked.program[:1] == ["--"] else asked.program
    if not program or asked.every < 1 or asked.jobs < 1:
        parser.error("expected a program, and --every and --jobs of 1 or more")
    try:
        cases = read_cases(folder)
    except (OSError, ValueError, KeyError) as error:
        parser.error(f"{folder}: no kit: {error}")
    cases = [
        case
        for case in cases
        if asked.game in ("", case["record"]["game"]) and asked.only in case["id"]
    ][:: asked.every]
    if not cases:
        parser.error("no case is so named")
    with ThreadPoolExecutor(asked.jobs) as pool:
        try:
            wrong = list(pool.map(lambda case: run_case(case, program, asked.seconds), cases))
        except OSError as error:
            parser.error(f"{program[0]}: {error.strerror}")
    for case, why in zip(cases, wrong, strict=True):
        if why:
            print(f"FAILED {case['id']}: {why}")
    failed = sum(map(bool, wrong))
    print(f"{len(cases) - failed} of {len(cases)} cases passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).resolve().parent))
