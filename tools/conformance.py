"""Writes the conformance kit: every law case and every pay table as one folder of JSON, with its
description and a runner for other people's engines. The cases stand in the repository and not in
the package, so this is a tool: `python -m tools.conformance FOLDER`.

What a case expects is stated by the case; where it states no net (a case about announcements, say),
pitboss has worked the net out, and `net_from` says so."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

import pitboss
from pitboss import registry
from pitboss.errors import PitbossError
from pitboss.money import format_dollars
from pitboss.records.record import record_from
from pitboss.records.settle import settle
from tools.law_pages import subjects

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "law"
PAGE = ROOT / "docs" / "conformance.md"
RUNNER = ROOT / "tools" / "conformance_runner.py"
FORMAT = "pitboss.conformance.v1"
TODAY = date(2026, 1, 1)
# What a case says beside its record. `findings` are about rate cards, which are no rounds.
OUTCOMES = ("net", "illegal", "waiting", "refused", "findings")
ALSO = (
    "lines", "cites", "not_cites", "announces", "acts", "in_order", "standing_after", "state",
    "next", "citation", "owed",
)  # fmt: skip


def cases() -> Iterator[dict[str, Any]]:
    """Every case that is about a round, as the kit has it."""
    for path in sorted(CASES.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in data["case"]:
            if "findings" in case:
                continue
            fields = {"game": data["game"], **case}
            record = _record(fields)
            yield {
                "id": f"{path.stem}: {case['name']}",
                "record": record,
                "expect": _expected(case, record),
                "also": {name: case[name] for name in ALSO if name in case},
            }


def _record(fields: dict[str, Any]) -> dict[str, Any]:
    """The record of a case, as JSON has it: days are text, and a case of any day has one."""
    record = {"day": TODAY} | {
        k: v for k, v in fields.items() if k not in {"name", *OUTCOMES, *ALSO}
    }
    if "card" in record:
        from tests.law.systems import card_fields

        record["rate_card"] = card_fields(**record.pop("card"))
    plain: dict[str, Any] = json.loads(json.dumps(record, default=date.isoformat))
    return plain


def _expected(case: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    for name in ("illegal", "refused"):
        if name in case:
            reason = case[name] if isinstance(case[name], dict) else {"reason": case[name]}
            return {"status": "refused", **reason}
    if "waiting" in case:
        return {"status": "waiting", "prompt": case["waiting"]}
    net = _net(record)
    stated = case.get("net")
    if stated is not None:
        settled = {seat: format_dollars(cents) for seat, cents in net.items()}
        assert settled == stated, f"{case['name']}: {stated} is stated, {settled} settled"
    return {"status": "settled", "net": net, "net_from": "pitboss" if stated is None else "case"}


def _net(record: dict[str, Any]) -> dict[str, int]:
    fields = record | {"day": date.fromisoformat(record["day"])}
    if record["game"] in registry.SYSTEMS:
        settled = registry.find_system(record["game"]).settle(fields, TODAY).as_json()
    else:
        settled = settle(record_from(fields, today=TODAY)).as_json()
    net: dict[str, int] = settled["net"]
    return net


def paytables(key: str) -> dict[str, Any]:
    """A game's pay tables over time, each with the act that brought it, its days, its section and
    how well it is known."""
    data = registry.find_subject(key).regulation.data
    acts = registry.find_subject(key).regulation.acts
    tables: dict[str, list[dict[str, Any]]] = {}
    for name, entries in data.paytable.items():
        tables[name] = []
        for entry in entries:
            act = acts[entry.since or entry.during]
            plain = msgspec.to_builtins(entry)
            plain["effective"] = act.effective.isoformat()
            plain["expires"] = act.expires.isoformat() if act.expires else None
            tables[name].append(plain)
    return {"game": key, "subchapter": data.subchapter, "title": data.title, "paytables": tables}


def export(folder: Path) -> dict[str, Any]:
    """Write the kit into a folder that is new or empty; returns its table of contents."""
    if folder.exists() and any(folder.iterdir()):
        raise PitbossError(f"{folder}: expected a folder that is new or empty")
    by_game: dict[str, list[dict[str, Any]]] = {}
    for case in cases():
        by_game.setdefault(case["record"]["game"], []).append(case)
    files: dict[str, Any] = {f"cases/{key}.json": found for key, found in by_game.items()}
    files |= {f"paytables/{key}.json": paytables(key) for key in subjects()}
    contents: dict[str, Any] = {
        "format": FORMAT,
        "pitboss": pitboss.__version__,
        "cases": sum(map(len, by_game.values())),
        "files": {},
    }
    for name, body in files.items():
        text = json.dumps(body, indent=1, ensure_ascii=False) + "\n"
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        contents["files"][name] = hashlib.sha256(text.encode()).hexdigest()
    shutil.copy(PAGE, folder / "README.md")
    shutil.copy(RUNNER, folder / "run.py")
    (folder / "kit.json").write_text(json.dumps(contents, indent=1) + "\n", encoding="utf-8")
    return contents


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m tools.conformance FOLDER", file=sys.stderr)
        return 2
    try:
        contents = export(Path(arguments[0]))
    except (PitbossError, OSError) as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2
    print(f"{contents['cases']} cases, {len(contents['files'])} files in {arguments[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
