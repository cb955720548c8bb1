"""What is printed on the felt, from the rules of the table: legends whose figures are those of the
table's own options and pay tables, and the pay tables themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pitboss.draw.areas import in_order, short_label
from pitboss.law.regulation import Law

# A pay table of so few rows needs no placard: its odds stand at the wager.
FEW_ROWS = 3
_FIGURE = re.compile(r"\{(\w+)(?:/([^}]+))?\}")


def legends(law: Law, layout: Mapping[str, Any]) -> list[str]:
    """Returns the printed lines. An entry of the layout's `legend` is a text in which `{name}` is
    the value of an option or the only odds of a pay table and `{table/row}` the odds of a row, or
    it says for each value of an `option` what is printed then."""
    found = []
    for entry in layout.get("legend", ()):
        words = entry
        if isinstance(entry, Mapping):
            words = entry.get(str(law.options.get(entry["option"])).lower(), "")
        line = _filled(law, words)
        if line:
            found.append(line.upper())
    return found


def _filled(law: Law, words: str) -> str:
    """Returns the words with their figures, or nothing where the rules have no such figure."""
    missing = False

    def figure(match: re.Match[str]) -> str:
        nonlocal missing
        name, row = match[1], match[2] or ""
        table = law.paytables.get(name)
        if name in law.options and not row:
            return str(law.options[name])
        if table is None or (row and row not in table) or (not row and len(table.rows) != 1):
            missing = True
            return ""
        return table[row].text if row else table.rows[0][1].text

    line = _FIGURE.sub(figure, words)
    return "" if missing else line


def pay_tables(law: Law, layout: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Returns the pay tables that a felt shows: those of the wagers that pay by several rows, and
    those that the layout names in `ledgers`. Each is a heading and its rows."""
    found: dict[str, str] = {}
    for kind in in_order(law, layout):
        name, _, row = kind.pays.partition(":")
        table = law.paytables.get(name)
        if table is None or row or kind.spots or len(table.rows) < FEW_ROWS:
            continue
        found.setdefault(name, _name(layout, kind.key) or short_label(kind))
    # A table that several wagers share is not called after one of them.
    for name in found:
        shared = sum(kind.pays.partition(":")[0] == name for kind in law.wagers.values()) > 1
        found[name] = "PAYS" if shared else found[name]
    for name in layout.get("ledgers", ()):
        if name in law.paytables:
            found.setdefault(name, name.replace("_", " ").capitalize())
    return [
        (heading, [(row, odds.text) for row, odds in law.paytables[name]])
        for name, heading in found.items()
    ]


def _name(layout: Mapping[str, Any], kind: str) -> str:
    return str(layout.get("names", {}).get(kind, ""))
