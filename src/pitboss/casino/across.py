"""What must be alike at several tables: the shuffle and the order of payment in a pit (3.5(b),
3.10(c)1, 7.5(c)), the licensee's odds in the casino (1.4(b), 13.6(b)), the bonus wager's advantage
in all blackjack games (2.20(k)). Which choice is shared, and in what, is a fact of the data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from pitboss import registry
from pitboss.casino.findings import Findings
from pitboss.casino.floor import Floor, Offered
from pitboss.casino.places import Path
from pitboss.law.regulation import Law, Regulation
from pitboss.law.schema import OptionEntry, PaytableEntry, shared_in


def check_across(floor: Floor, laws: Mapping[Path, Law], findings: Findings) -> None:
    """Compares tables of one game with the first of those that must be as they are."""
    games: dict[str, list[Offered]] = {}
    for table in floor.tables:
        if table.path in laws:
            games.setdefault(table.game, []).append(table)
    for game, tables in games.items():
        regulation = registry.find(game).regulation
        for name, entry in _shared(regulation, floor.day):
            pit = shared_in(entry.scope) == "pit"
            groups: dict[str, list[Offered]] = {}
            for table in tables:
                groups.setdefault(table.pit if pit else "", []).append(table)
            for together in groups.values():
                _compare(regulation, name, entry, together, laws, floor.day, findings)


def _shared(regulation: Regulation, day: date) -> Iterator[tuple[str, OptionEntry | PaytableEntry]]:
    for name, option in regulation.options.items():
        chosen = option.at(day)
        if chosen is not None and shared_in(chosen.scope) != "table":
            yield name, chosen
    for name, table in regulation.paytables.items():
        paid = table.at(day)
        if paid is not None and shared_in(paid.scope) != "table":
            yield name, paid


def _compare(
    regulation: Regulation,
    name: str,
    entry: OptionEntry | PaytableEntry,
    tables: list[Offered],
    laws: Mapping[Path, Law],
    day: date,
    findings: Findings,
) -> None:
    first: tuple[Offered, Any] | None = None
    for table in tables:
        value = _value(entry, name, laws[table.path])
        if value is None or value is False:
            continue  # It is not offered at this table.
        if first is None:
            first = table, value
            continue
        other, expected = first
        if value != expected:
            what = f"odds of {name}" if isinstance(entry, PaytableEntry) else name
            text = (
                f"{what} at table {table.number}: {_shown(value, expected)}, and at table "
                f"{other.number}: {_shown(expected, value)}; it must be the same at {entry.scope}"
            )
            about = _path_of(table, name, entry)
            findings.add(
                "unlawful",
                text,
                about,
                day,
                tables=[table.number, other.number],
                regulation=regulation,
                cite=entry.scope_cite,
            )


def _value(entry: OptionEntry | PaytableEntry, name: str, law: Law) -> Any:
    if isinstance(entry, OptionEntry):
        return law.options.get(name)
    table = law.paytables.get(name)
    return None if table is None else {row: odds.text for row, odds in table}


def _shown(value: Any, other: Any) -> str:
    """The value; of odds, the rows that differ."""
    if isinstance(value, dict):
        return ", ".join(f"{row} {odds}" for row, odds in value.items() if other.get(row) != odds)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _path_of(table: Offered, name: str, entry: OptionEntry | PaytableEntry) -> Path:
    if isinstance(entry, OptionEntry):
        return table.where("options", name)
    rows = (table.where("options", f"odds.{name}.{row}") for row, _ in entry.rows)
    return next((path for path in rows if path != table.path), table.path)
