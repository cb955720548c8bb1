"""How cases of systems (keno) are checked: a record is settled, or a rate card is judged."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pitboss import registry
from pitboss.errors import PitbossError
from pitboss.games.keno.findings import findings
from pitboss.games.keno.rate_card import read_rate_card_fields
from pitboss.money import format_dollars


def check_system(case: dict[str, Any], expected: set[str]) -> None:
    """Settle the record of a case, or judge its rate card, and compare."""
    system = registry.find_system(case["game"])
    fields = {key: value for key, value in case.items() if key not in expected | {"card"}}
    if "card" in case:
        fields["rate_card"] = card_fields(**case["card"])
    if "findings" in case:
        card = read_rate_card_fields(fields["rate_card"])
        judged = findings(card, system.regulation, case["day"])
        assert [f"{found.cite.rpartition('-')[2]} {found.what}" for found in judged] == case[
            "findings"
        ]
        return
    if "refused" in case:
        with pytest.raises(PitbossError) as refused:
            system.settle(fields, date(2026, 1, 1))
        assert case["refused"] in str(refused.value)
        return
    answer = system.settle(fields, date(2026, 1, 1)).as_json()
    _check_answer(case, answer)


def card_fields(
    pays: dict[str, dict[str, str]],
    *,
    also: dict[str, Any] | None = None,
    column: str = "",
    minimum: str = "1.00",
    maximum: str = "100.00",
    step: str = "",
    **fields: Any,
) -> dict[str, Any]:
    """A small rate card: what a case is about, and for the rest the shortest that is lawful."""
    schedule = {
        "minimum": minimum,
        "maximum": maximum,
        "pays": {column or minimum: pays} | (also or {}),
    }
    if step:
        schedule["step"] = step
    most = max(map(int, pays))
    plain = {
        "name": "case",
        "validity": "1 day",
        "spots_most": most,
        "schedule": {"regular": schedule},
    }
    return plain | fields


def _check_answer(case: dict[str, Any], answer: dict[str, Any]) -> None:
    if "waiting" in case:
        prompt = answer["prompt"]
        assert prompt["kind"] == case["waiting"]["kind"]
        assert prompt["cite"].endswith("-" + case["waiting"]["cite"])
        return
    assert answer["status"] == "settled"
    lines = answer["lines"]
    if "net" in case:
        net = {seat: format_dollars(cents) for seat, cents in answer["net"].items()}
        assert net == case["net"]
    if "lines" in case:
        assert [_line_text(line) for line in lines] == case["lines"]
    cited = {line["cite"].rpartition("-")[2] for line in lines}
    assert set(case.get("cites", ())) <= cited
    if "citation" in case:
        assert lines[-1]["cite"] == case["citation"]


def _line_text(line: dict[str, Any]) -> str:
    words = [line["seat"], line["wager"], format_dollars(line["stake"]), line["result"]]
    if line["result"] == "win":
        words += [line["odds"], format_dollars(line["pays"])]
    return " ".join([*words, line["cite"].rpartition("-")[2]])


def citations_of(case: dict[str, Any]) -> set[str]:
    """Every paragraph that a case cites: in its receipt, its refusal, or the findings on its
    card."""
    system = registry.find_system(case["game"])
    fields = {key: value for key, value in case.items() if key != "card"}
    if "card" in case:
        fields["rate_card"] = card_fields(**case["card"])
    if "tickets" not in case:
        card = read_rate_card_fields(fields["rate_card"])
        return {found.cite for found in findings(card, system.regulation, case["day"])}
    try:
        answer = system.settle(fields, date(2026, 1, 1)).as_json()
    except PitbossError as refused:
        return {refused.cite} - {""}
    cited = {line["cite"] for line in answer["lines"]} | {e["cite"] for e in answer["events"]}
    return cited | ({answer["prompt"]["cite"]} if "prompt" in answer else set())
