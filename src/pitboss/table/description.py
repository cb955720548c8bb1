"""A game's rules on a day, described: everything that a user may name, with its citation and how
well it is known. The command `rules` and the pages show it; nothing of it is decided there."""

from __future__ import annotations

from datetime import date
from typing import Any

from pitboss.law.chapter import chapter
from pitboss.law.citation import section_of
from pitboss.law.difference import act_json
from pitboss.law.regulation import Law, Regulation
from pitboss.law.schema import Entry, OptionEntry, PaytableEntry
from pitboss.table.system import Subject


def describe(game: Subject, law: Law) -> dict[str, Any]:
    """Everything a user may name at this game on that day, with where it stands."""
    regulation, day = game.regulation, law.day
    # A table that a choice puts in another one's place is shown there.
    elsewhere = {table.name for name, table in law.paytables.items() if name != table.name}
    return {
        "game": game.key,
        "title": law.title,
        "day": day.isoformat(),
        "subchapter": law.subchapter,
        "cite": law.citations.whole(law.subchapter),
        "chapter_note": "" if law.house_rules else chapter().expired(day),
        "regulator": law.regulator,
        "summary": regulation.data.summary,
        "verified_until": law.verified_until.isoformat(),
        "verified": law.house_rules or (bool(law.readings) and day <= law.verified_until),
        "read": law.house_rules or bool(law.readings),
        "unverified": list(law.unverified),
        "seats": game.seats_max,
        "wagers": _wagers(law, regulation),
        "not_offered": _not_offered(law, regulation),
        "options": [
            _option(name, entry, law)
            for name, dated in regulation.options.items()
            if (entry := dated.at(day)) is not None
        ],
        "paytables": [
            _paytable(name, law, regulation) for name in law.paytables if name not in elsewhere
        ],
        "decisions": [
            _sourced(
                law,
                entry,
                {"decision": name, "label": entry.label or name, "choices": list(entry.choices)},
            )
            for name, entry in law.decisions.items()
        ],
        "irregularities": [
            {
                "irregularity": found.name,
                "label": found.label or _words(found.name),
                "takes": list(found.takes),
                "details": list(found.details),
                "cite": law.cite(found.cite),
                "basis": law.known(found.cite, found.basis).basis,
            }
            for found in game.irregularities.values()
            if regulation.section_in_force(section_of(found.cite), day)
        ],
        "values": [
            _sourced(
                law,
                regulation.values[name].at(day),
                {"name": name, "label": _label(regulation, name, day), "value": value},
            )
            for name, value in law.values.items()
        ],
        "acts": [act_json(key, act, day) for key, act in regulation.acts.items()],
        "sections": [
            {
                "section": key,
                "title": regulation.section_title(key, day),
                "cite": law.cite(key),
                "read_until": _iso(regulation.read_until(key)),
            }
            for key in regulation.contents
            if regulation.section_in_force(key, day)
        ],
        "procedures": list(game.procedures),
        "not_executable": [
            {"cite": _cite(law, cite), "reason": reason}
            for cite, reason in regulation.data.not_executable.items()
        ],
        "doubts": list(regulation.data.doubts),
        "rules": law.hash,
    }


def _sourced(law: Law, entry: Entry | None, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with the citation, how that paragraph is known on the day, the act and the note
    of their entry."""
    assert entry is not None
    known = law.known(entry.cite, entry.basis)
    fields |= {
        "cite": law.cite(entry.cite),
        "basis": known.basis,
        "edition": _iso(known.edition),
        "inferred_from": known.source,
        "act": entry.since or entry.during,
    }
    if entry.note:
        fields["note"] = entry.note
    return fields


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None


def _label(regulation: Regulation, name: str, day: date) -> str:
    entry = regulation.values[name].at(day)
    return entry.label if entry is not None and entry.label else _words(name)


def _words(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")


def _cite(law: Law, cite: str) -> str:
    """A key of [not_executable], which may be a range of paragraphs and not one citation."""
    try:
        return law.cite(cite)
    except ValueError:
        return f"{law.citations.authority or f'N.J.A.C. {law.citations.chapter}-'}{cite}"


def _wagers(law: Law, regulation: Regulation) -> list[dict[str, Any]]:
    return [
        _sourced(
            law,
            regulation.wagers[key].at(law.day),
            {
                "wager": key,
                "label": kind.label,
                "spots": list(kind.spots),
                "names": list(kind.names()),
                "pays": kind.pays,
                "when": kind.when,
                "pays_exactly": law.cite(kind.pays_exactly),
            },
        )
        for key, kind in law.wagers.items()
    ]


def _paytable(name: str, law: Law, regulation: Regulation) -> dict[str, Any]:
    """The odds in use; where the text states a minimum, that as well, row by row."""
    table = law.paytables[name]
    entry = regulation.entry_of_table(table, law.day)
    rows = [{"row": row, "odds": odds.text} for row, odds in table.rows]
    if table.minimum and isinstance(entry, PaytableEntry):
        for row, (_, least) in zip(rows, entry.rows, strict=True):
            row["at_least"] = least
    return _sourced(
        law, entry, {"paytable": name, "label": table.label, "minimum": table.minimum, "rows": rows}
    )


def _not_offered(law: Law, regulation: Regulation) -> list[dict[str, Any]]:
    """Wagers in force that need an option which these rules do not have."""
    return [
        _sourced(
            law,
            entry,
            {"wager": key, "label": entry.label or key, "offered_if": dict(entry.offered_if)},
        )
        for key, dated in regulation.wagers.items()
        if key not in law.wagers and (entry := dated.at(law.day)) is not None
    ]


def _option(name: str, entry: OptionEntry, law: Law) -> dict[str, Any]:
    answer: dict[str, Any] = {"option": name, "label": entry.label or _words(name)}
    if entry.range is not None:
        answer["range"] = {"at_least": entry.range.at_least, "at_most": entry.range.at_most}
    else:
        answer["values"] = list(entry.values)
    answer |= {
        "default": entry.default,
        "value": law.options.get(name),
        "offered": name in law.options,
        "scope": entry.scope,
        "notice": entry.notice,
        "notice_on": entry.notice_on,
        "notice_cite": law.cite(entry.notice_cite),
    }
    if entry.offered_if:
        answer["offered_if"] = dict(entry.offered_if)
    if entry.excludes:
        answer["excludes"] = [
            {
                "option": other.option,
                "forbids": list(other.forbids),
                "values": list(other.values),
                "cite": law.cite(other.cite or entry.cite),
            }
            for other in entry.excludes
        ]
    return _sourced(law, entry, answer)


def section_title(game: Subject, law: Law, cite: str) -> str:
    """The title that the section which a full citation names has on the day of the law, if the
    game's data has it."""
    best, title = "", ""
    for section in game.regulation.contents:
        full = law.cite(section)
        whole = cite.startswith(full) and not cite[len(full) : len(full) + 1].isdigit()
        if whole and len(full) > len(best):
            best, title = full, game.regulation.section_title(section, law.day)
    return title
