"""Every case under tests/law/: a record, and what the regulation says must follow."""

from __future__ import annotations

import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.law.systems import check_system

from pitboss import registry
from pitboss.errors import Illegal, PitbossError
from pitboss.money import format_dollars, parse_dollars
from pitboss.records.record import record_from
from pitboss.records.settle import Settlement, settle
from pitboss.table.entries import seat_text
from pitboss.table.layout import Line, Wager

FOLDER = Path(__file__).parent
EXPECTED = {
    "name", "net", "lines", "cites", "announces", "acts", "standing_after", "state", "next",
    "illegal", "waiting", "refused", "citation", "in_order", "not_cites", "owed", "findings",
}  # fmt: skip


@cache
def cases() -> tuple[dict[str, Any], ...]:
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        names = [case["name"] for case in data["case"]]
        assert len(names) == len(set(names)), f"{path.name}: two cases have one name"
        for case in data["case"]:
            case.setdefault("game", data["game"])
            case["name"] = f"{path.stem}: {case['name']}"
            found.append(case)
    return tuple(found)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in cases()])
def test_case(case: dict[str, Any]) -> None:
    assert EXPECTED & (set(case) - {"name"}), "a case must expect something"
    if case["game"] in registry.SYSTEMS:
        check_system(case, EXPECTED)
        return
    if "refused" in case:
        with pytest.raises(PitbossError) as refused:
            settle(_record(case))
        assert not isinstance(refused.value, Illegal)
        assert case["refused"] in str(refused.value)
        return
    if "illegal" in case:
        with pytest.raises(Illegal) as illegal:
            settle(_record(case))
        _check_illegal(case["illegal"], illegal.value)
        return
    settlement = settle(_record(case))
    if "waiting" in case:
        _check_waiting(case["waiting"], settlement)
        return
    assert settlement.settled, settlement.as_json()["prompt"]
    _check_settled(case, settlement)


def _record(case: dict[str, Any]) -> Any:
    fields = {key: value for key, value in case.items() if key not in EXPECTED}
    record = record_from(fields, today=date(2026, 1, 1))
    assert not record.warnings, record.warnings
    return record


def _check_illegal(expected: dict[str, Any], illegal: Illegal) -> None:
    assert not set(expected) - {"entry", "reason", "cite"}
    if "entry" in expected:
        assert illegal.entry == expected["entry"], str(illegal)
    assert expected.get("reason", "") in illegal.reason
    if "cite" in expected:
        assert illegal.cite.endswith("-" + expected["cite"]), illegal.cite


def _check_waiting(expected: dict[str, Any], settlement: Settlement) -> None:
    assert settlement.waiting is not None, "the round is settled"
    prompt = settlement.waiting.as_json()
    for key in ("kind", "seat", "what"):
        if key in expected:
            assert prompt[key] == expected[key], prompt
    for entry in expected.get("legal", ()):
        assert entry in prompt["legal"], prompt["legal"]
    for entry in expected.get("not_legal", ()):
        assert entry not in prompt["legal"], prompt["legal"]


def _check_settled(case: dict[str, Any], settlement: Settlement) -> None:
    law = settlement.rules.law
    events = [event for receipt in settlement.receipts for event in receipt.events]
    lines = [line for receipt in settlement.receipts for line in receipt.lines]
    if "net" in case:
        net = {seat_text(seat): cents for seat, cents in settlement.net().items()}
        assert {seat: format_dollars(cents) for seat, cents in net.items()} == case["net"]
    if "lines" in case:
        assert [_line_text(line) for line in lines] == case["lines"]
    cited = {event.cite for event in events} | {line.cite for line in lines}
    for cite in case.get("cites", ()):
        assert cite in cited, sorted(cited)
    for cite in case.get("not_cites", ()):
        assert cite not in cited, sorted(cited)
    if "owed" in case:
        owed = settlement.as_json().get("owed", {})
        assert {seat: format_dollars(cents) for seat, cents in owed.items()} == case["owed"]
    _check_order(case.get("announces", ()), [e.what for e in events if e.act == "announce"])
    _check_order(case.get("acts", ()), [e.what for e in events if e.act in ("act", "note")])
    _check_order(case.get("in_order", ()), [f"{e.what} {e.cite}" for e in events])
    if "standing_after" in case:
        standing = sorted(_standing_text(wager) for wager in settlement.after.standing)
        assert standing == sorted(case["standing_after"])
    if "state" in case:
        # As JSON: a case is written with lists, where a state has tuples.
        state = msgspec.json.decode(msgspec.json.encode(settlement.after.state))
        assert {key: state[key] for key in case["state"]} == case["state"]
    if "next" in case:
        assert settlement.after.next == case["next"]
    if "citation" in case:
        assert law.cite(lines[-1].cite) == case["citation"]


def _check_order(expected: list[str], happened: list[str]) -> None:
    rest = iter(happened)
    for text in expected:
        assert text in rest, f"{text!r} is not there, or not in this order: {happened}"


def _line_text(line: Line) -> str:
    words = [seat_text(line.seat), line.wager, format_dollars(line.stake), line.result]
    if line.result == "win":
        # An amount that is no odds on a stake has none.
        words += (
            [line.odds, format_dollars(line.pays)] if line.odds else [format_dollars(line.pays)]
        )
    if line.commission:
        words += ["less", format_dollars(line.commission)]
    return " ".join([*words, line.cite])


def _standing_text(wager: Wager) -> str:
    off = "" if wager.on else " off"
    return f"{seat_text(wager.seat)} {wager.name} {format_dollars(wager.cents)}{off}"


def test_amounts_in_cases_are_read_exactly() -> None:
    assert parse_dollars("10.00") == 1000
