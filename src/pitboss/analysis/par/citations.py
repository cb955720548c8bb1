"""Where every fact of a PAR sheet stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.analysis.par.data import Cited
from pitboss.law.regulation import Law, Regulation
from pitboss.law.schema import Entry
from pitboss.table.system import Subject


def citations_of(game: Subject, law: Law) -> Iterator[Cited]:
    """Every pay table row, wager, option and fact, with where it stands and how it is known."""
    regulation = game.regulation
    for name, table in law.paytables.items():
        entry = regulation.entry_of_table(table, law.day)
        for row, odds in table.rows:
            what = f"{odds.text}, or more" if table.minimum else odds.text
            yield _cited("pay table row", f"{name}: {row}", what, entry, law, regulation)
    for name, kind in law.wagers.items():
        entry_of_wager = regulation.wagers[name].at(law.day)
        yield _cited("wager", name, kind.when or kind.label, entry_of_wager, law, regulation)
    for name, value in law.options.items():
        if name not in regulation.options:
            continue  # The name of the licensee's file, which is no option of the text.
        option = regulation.options[name].at(law.day)
        yield _cited(
            "option",
            f"{name} = {value_text(value)}",
            option.label if option else "",
            option,
            law,
            regulation,
        )
    for name, decision in law.decisions.items():
        choices = ", ".join(decision.choices)
        yield _cited("decision", name, choices, decision, law, regulation)
    for name, fact in law.values.items():
        held = regulation.values[name].at(law.day)
        what = f"{held.label}: {value_text(fact)}" if held is not None else value_text(fact)
        yield _cited("fact", name, what, held, law, regulation)


def value_text(value: Any) -> str:
    """Returns a value of an option, or a fact, as people read it."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _cited(
    kind: str, name: str, what: str, entry: Entry | None, law: Law, regulation: Regulation
) -> Cited:
    assert entry is not None
    act = entry.since or entry.during
    found = regulation.acts[act]
    return Cited(
        kind=kind,
        name=name,
        what=what,
        cite=law.cite(entry.cite),
        basis=law.known(entry.cite, entry.basis).basis,
        act=f"{found.effective}: {found.what}" if found.what else str(found.effective),
        source=found.source,
        note=entry.note,
    )
