"""Every option of every game changes something: there is a case under tests/law/ that goes
otherwise when that option alone has another value."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from tests.law.test_cases import EXPECTED, cases

from pitboss import registry
from pitboss.errors import NotInForce, NotPermitted, PitbossError
from pitboss.law.schema import OptionEntry, Value
from pitboss.records.record import record_from
from pitboss.records.settle import settle

TODAY = date(2026, 1, 1)
# The sections of the wheel make a symbol more or less likely; a spin that is told is settled the
# same. tests/studies has what they change.
LIKELIHOOD_ONLY = {("big-six", "stops")}


def options() -> Iterator[tuple[str, str]]:
    for key in list(registry.keys()):
        for name in registry.find(key).regulation.options:
            if (key, name) not in LIKELIHOOD_ONLY:
                yield key, name


def other_values(option: OptionEntry, now: Value) -> list[Value]:
    values: list[Value] = list(option.values)
    if option.range is not None:
        low = option.range.at_least
        values += [low, low + 1, option.range.at_most or low + 7]
    return [value for value in values if value != now]


def outcome(fields: dict[str, Any]) -> object:
    """What people at the table see of the round, or why it cannot be."""
    try:
        settlement = settle(record_from(fields, today=TODAY))
    except PitbossError as error:
        return str(error)
    waiting = settlement.waiting.legal() if settlement.waiting is not None else []
    told = [(r.lines, r.events, r.cash, r.after.next) for r in settlement.receipts]
    return told, list(settlement.events_so_far), waiting


def changed(case: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The case with every other value of this option that the rules of its day permit."""
    game = registry.find(case["game"])
    day = case.get("day", TODAY)
    option = game.regulation.options[name].at(day)
    if option is None:
        return
    chosen = case.get("options", {})
    for value in other_values(option, chosen.get(name, option.default)):
        trial = {**chosen, name: value}
        try:
            game.rules(day, trial)
        except (NotPermitted, NotInForce):
            continue
        yield {**case, "options": trial}


@pytest.mark.parametrize(("key", "name"), list(options()))
def test_an_option_has_an_effect(key: str, name: str) -> None:
    ours = [case for case in cases() if case["game"] == key and "refused" not in case]
    ours.sort(key=lambda case: name not in case.get("options", {}))
    for case in ours:
        fields = {field: value for field, value in case.items() if field not in EXPECTED}
        expected = outcome(fields)
        for other in changed(fields, name):
            if outcome(other) != expected:
                return
    pytest.fail(f"{key}: no case goes otherwise when {name} has another value")
