"""The petition for a new game (8.4): what pitboss can say of a game, as a folder of files, with an
index that says which requirement is met where and which is not met."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.analysis.laboratory.dealt import Round, sample_openings, sample_rounds
from pitboss.casino.findings import GRADES
from pitboss.casino.guide import Howto, guide_of, howtos
from pitboss.casino.guide_page import page_of as guide_page
from pitboss.casino.guide_page import picture_of
from pitboss.errors import PitbossError
from pitboss.law.regulation import Law, general
from pitboss.law.schema import KNOWN_AS, Value
from pitboss.law.wording import nice, plain
from pitboss.money import format_dollars
from pitboss.report.draft_rules import draft_rules
from pitboss.table.description import describe
from pitboss.table.entries import entry_text, seat_text
from pitboss.table.game import Game
from pitboss.table.system import Subject

EXAMPLES = 6
ABSENT = "not met"
# What a requirement of 8.4 is met by: the file, or why it is not met.
REQUIREMENTS: dict[str, str] = {
    "petitioners": "",
    "petition_licensee": "",
    "petition_kind": "",
    "petition_signed": "",
    "petition_summary": "summary.md",
    "petition_rules": "rules.md",
    "petition_odds": "odds.md",
}
LEFT_TO_PETITIONERS = {
    "petitioners": "the petitioners write their names and addresses",
    "petition_licensee": "a casino licensee writes its agreement",
    "petition_kind": "the petitioners say which it is",
    "petition_signed": "the petitioners sign",
}
# 8.4(e): what is weighed, and where the folder speaks of it.
FACTORS = {
    "rules and method of play": "rules.md, examples.md",
    "true odds and payout odds": "odds.md, odds.json",
    "wagers": "summary.md, rules.md",
    "layout": "layout.svg",
    "equipment": "equipment.md",
    "personnel": "",
    "security and integrity": "",
    "likeness to other games": "",
    "earlier approvals": "",
}
# What a laboratory asks beside, and where it is; "" is what this folder does not have.
LABORATORY = {
    "hits and probability of every prize": "odds.json, par.html",
    "house edge, standard deviation, hit frequency, element of risk": "par.html",
    "what every misdeal and failure leads to": "irregularities.md",
    "cost of simpler strategies": "par.html",
    "effect of every option": "",
    "workbook with live formulas": "",
    "simulation beside the exact figure": "par.html",
    "state chart of the game": "par.html",
    "exact distribution after many rounds": "par.html",
    "cards seen, shared, counted or sorted by their backs": "",
    "dealer errors and what they cost": "par.html",
    "pace and win an hour": "par.html",
}
COMMANDS = {
    "effect of every option": "pitboss par {game} -o sheet.html",
    "workbook with live formulas": "pitboss par {game} -o sheet.xlsx",
    "cards seen, shared, counted or sorted by their backs": "pitboss expose {game}",
}


class Petition(NamedTuple):
    """The files of the folder by name, and the requirements that are not met."""

    files: dict[str, str]
    not_met: list[str]


def petition_for(
    subject: Subject, day: date, options: Mapping[str, Value], *, figures: bool = True
) -> Petition:
    """Everything that pitboss has for a petition. `figures`: with odds and PAR sheet, which of some
    games take minutes."""
    rules = subject.rules(day, options)
    law: Law = rules.law
    before = sample_openings(subject, rules) if isinstance(subject, Game) else []
    rounds = sample_rounds(subject, rules) if isinstance(subject, Game) else []
    described = describe(subject, law)
    files = {
        "summary.md": _summary(described, howtos().get(subject.key)),
        "rules.md": draft_rules(subject, law, before + rounds),
        "equipment.md": _equipment(subject, law, described),
        "options.md": _options(described),
        "irregularities.md": _irregularities(described),
    }
    guide = guide_of(subject, day, options, at_once=True)
    files["layout.svg"] = picture_of(guide)
    files["guide.html"] = guide_page([(guide, "")], licensee="Draft", day=day)
    if rounds:
        files |= _examples(law, options, rounds)
    if figures:
        files |= _figures(subject, day, options)
    index, not_met = _index(subject.key, law, files)
    return Petition({"index.md": index} | files, not_met)


def _summary(described: Mapping[str, Any], howto: Howto | None) -> str:
    lines = [f"# {described['title']}: summary", "", described["summary"], ""]
    if howto is not None:
        lines += ["## How it is played", ""]
        lines += [f"{number}. {step}" for number, step in enumerate(howto.steps, 1)]
    lines += ["", "## Wagers", ""]
    for wager in described["wagers"]:
        when = f" ({wager['when']})" if wager["when"] else ""
        lines.append(f"- {wager['label']}{when}. {wager['cite']}{_doubt(wager['basis'])}")
    lines += ["", "## What players decide", ""]
    lines += [
        f"- {each['label']}: {', '.join(each['choices'])}. {each['cite']}"
        for each in described["decisions"]
    ] or ["Nothing."]
    return "\n".join((*lines, ""))


def _doubt(basis: str) -> str:
    return f" ({KNOWN_AS[basis]})" if KNOWN_AS[basis] else ""


def _equipment(subject: Subject, law: Law, described: Mapping[str, Any]) -> str:
    """What the sections on equipment state, as facts and options."""
    words = ("card", "deck", "dice", "wheel", "shoe", "device", "tile", "shaker", "equipment",
             "layout", "table")  # fmt: skip
    sections = {
        each["section"]
        for each in described["sections"]
        if any(word in each["title"].lower() for word in words)
    }
    lines = [f"# {law.title}: equipment", ""]
    for value in described["values"]:
        if _section(law, value["cite"], sections):
            lines.append(f"- {value['label']}: {_value(value['value'])}. {value['cite']}")
    for option in described["options"]:
        if _section(law, option["cite"], sections):
            lines.append(f"- {option['label']}: {_value(option['value'])}. {option['cite']}")
    if len(lines) == 2:
        lines.append("The data file states nothing of equipment.")
    return "\n".join((*lines, "", f"Places at the table: at most {subject.seats_max}.", ""))


def _section(law: Law, cite: str, sections: set[str]) -> bool:
    return any(
        cite.startswith(law.cite(section)) and not cite[len(law.cite(section)) :][:1].isdigit()
        for section in sections
    )


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "not offered" if value is None else plain(value)


def _options(described: Mapping[str, Any]) -> str:
    lines = [f"# {described['title']}: options of the licensee", ""]
    lines += [
        f"- {each['label']} (`{each['option']}`): {_value(each['value'])}. {each['cite']}"
        f"{_doubt(each['basis'])}"
        for each in described["options"]
    ] or ["None."]
    return "\n".join((*lines, ""))


def _irregularities(described: Mapping[str, Any]) -> str:
    lines = [f"# {described['title']}: irregularities", ""]
    lines += [
        f"- {each['label']} (`! {each['irregularity']}`). {each['cite']}{_doubt(each['basis'])}"
        for each in described["irregularities"]
    ] or ["None is stated."]
    return "\n".join((*lines, ""))


# -- examples -------------------------------------------------------------------------------------


def _examples(law: Law, options: Mapping[str, Value], rounds: list[Round]) -> dict[str, str]:
    """Rounds with different results: each as text, and as a record that `pitboss settle` reads."""
    chosen: dict[tuple[str, ...], Round] = {}
    for each in rounds:
        key = tuple(
            sorted({f"{line.wager} {line.result} {line.row}" for line in each.receipt.lines})
        )
        if key and key not in chosen:
            chosen[key] = each
    files = {}
    text = [f"# {law.title}: examples", "", "Dealt by the procedure itself, cards by chance.", ""]
    for number, example in enumerate(list(chosen.values())[:EXAMPLES], 1):
        files[f"example_{number}.toml"] = _record(law, options, example)
        text += [f"## Example {number} (`example_{number}.toml`)", ""]
        for line in example.receipt.lines:
            odds = f" at {line.odds}" if line.odds else ""
            text.append(
                f"- {seat_text(line.seat)}, {nice(line.wager)}, {format_dollars(line.stake)}: "
                f"{line.result}{odds}. {law.cite(line.cite)}"
            )
        net = ", ".join(
            f"{seat_text(seat)} {format_dollars(cents)}"
            for seat, cents in example.receipt.net().items()
        )
        text += ["", f"Net: {net}.", ""]
    return {"examples.md": "\n".join(text)} | files


def _record(law: Law, options: Mapping[str, Value], example: Round) -> str:
    lines = [f'game = "{law.game}"', f"day = {law.day}", "seats = 2"]
    lines += ["[options]"] if options else []
    lines += [f"{json.dumps(name)} = {json.dumps(value)}" for name, value in options.items()]
    tape = "".join(f"  {json.dumps(entry_text(entry))},\n" for entry in example.entries)
    return "\n".join((*lines[:3], f"tape = [\n{tape}]", *lines[3:], ""))


# -- figures --------------------------------------------------------------------------------------


def _figures(subject: Subject, day: date, options: Mapping[str, Value]) -> dict[str, str]:
    """True odds, payout odds and house advantage; the PAR sheet. None where there is no study."""
    from pitboss.analysis.exact.edges import exact_edges
    from pitboss.analysis.par import par_of
    from pitboss.report.html import page_of

    try:
        edges = exact_edges(subject.key, day, dict(options))
    except PitbossError:
        return {}
    answer = edges.as_json()
    del answer["seconds"]
    files = {
        "odds.md": _odds(edges),
        "odds.json": json.dumps(answer, ensure_ascii=False, indent=1) + "\n",
    }
    try:
        sheet = par_of(subject, day, options, sensitivity=False)
    except PitbossError:
        return files  # A game whose figures are simulated has no PAR sheet.
    return files | {"par.html": page_of(sheet)}


def _odds(edges: Any) -> str:
    from pitboss.analysis.exact.figures import decimal_text, percent_text

    law = edges.rules.law
    lines = [f"# {law.title}: true odds, payout odds, house advantage", ""]
    for wager in edges.wagers:
        method = "exact" if not wager.simulated else f"simulated, {wager.simulated:,} rounds"
        lines += [
            f"## {nice(wager.wager)}",
            "",
            f"House advantage {percent_text(wager.distribution.house_edge())} ({method})."
            f"{f' {wager.notes()}.' if wager.notes() else ''}",
            "",
            "| outcome | probability | true odds against | payout odds |",
            "| --- | --- | --- | --- |",
        ]
        for row in wager.distribution.rows():
            chance = Fraction(row["probability"]["exact"])
            against = f"{decimal_text((1 - chance) / chance, 4)} to 1"
            lines.append(
                f"| {row['row'] or 'lost'} | {decimal_text(chance, 8)} | {against} | "
                f"{row['odds'] or 'none'} |"
            )
        lines.append("")
    return "\n".join(lines)


# -- the index ------------------------------------------------------------------------------------


def _index(game: str, law: Law, files: Mapping[str, str]) -> tuple[str, list[str]]:
    """Every requirement that is known, where it is met, or why it is not."""
    not_met = []
    citations = general().citations_on(max(law.day, date(2012, 3, 19)))
    lines = [
        f"# Petition for {law.title}: index", "",
        f"Rules of {law.day}, `{law.hash}`. The list of 8.4(d) continues beyond what was read.", "",
        "| section | grade | requirement | where |", "| --- | --- | --- | --- |",
    ]  # fmt: skip
    for name, file in REQUIREMENTS.items():
        entry = general().data.value[name][0]
        where = (
            file if file in files else f"**{ABSENT}**: {LEFT_TO_PETITIONERS.get(name, 'absent')}"
        )
        if file not in files:
            not_met.append(f"{entry.cite} {entry.label}")
        grade = GRADES[entry.basis]
        lines.append(f"| {citations.full(entry.cite)} | {grade} | {entry.label} | {where} |")
    for title, listed in (
        (citations.full("8.4(e)"), FACTORS),
        ("What a laboratory asks", LABORATORY),
    ):
        lines += ["", f"## {title}", "", "| item | where |", "| --- | --- |"]
        for item, named in listed.items():
            there = [file for file in named.split(", ") if file in files]
            command = COMMANDS.get(item, "").format(game=game)
            absent = f"not in this folder: `{command}`" if command else f"**{ABSENT}**: absent"
            if not there and not command:
                not_met.append(item)
            lines.append(f"| {item} | {', '.join(there) or absent} |")
    if law.unverified:
        lines += ["", "## Not verified", "", ", ".join(law.unverified)]
    return "\n".join((*lines, "")), not_met


def as_json(petition: Petition) -> dict[str, Any]:
    return {"files": sorted(petition.files), "not_met": petition.not_met}
