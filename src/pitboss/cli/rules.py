"""A game's rules on a day under the licensee's options: wagers, options with ranges and
defaults, pay tables, decisions, irregularities and facts, each with its citation and with how
well it is sourced: read in a text of the regulation, inferred from one, or not verified."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE
from pitboss.cli.asked import (
    add_day,
    add_json,
    add_options,
    find_game,
    print_json,
    read_day,
    read_options,
)
from pitboss.law.citation import section_of

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.law.regulation import Law, Regulation
    from pitboss.law.schema import Act, Entry, OptionEntry
    from pitboss.table.game import Game

BASIS = {"read": "", "inferred": "inferred", "unverified": "not verified"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as red-dog")
    add_day(parser)
    add_options(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    law = game.rules(read_day(asked.day), read_options(asked.options)).law
    answer = describe(game, law)
    if asked.json:
        print_json(answer)
    else:
        from pitboss.cli.screen import screen

        show(screen(), answer)
    return DONE


def describe(game: Game, law: Law) -> dict[str, Any]:
    """Everything a user may name at this game on that day, with where it stands."""
    regulation, day = game.regulation, law.day
    return {
        "game": game.key,
        "title": law.title,
        "day": day.isoformat(),
        "subchapter": law.subchapter,
        "cite": f"N.J.A.C. {law.citations.chapter}-{law.subchapter}",
        "regulator": law.regulator,
        "summary": regulation.data.summary,
        "verified_until": law.verified_until.isoformat(),
        "verified": day <= law.verified_until,
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
            _paytable(name, law, regulation) for name in law.paytables
        ],
        "decisions": [
            _sourced(law, entry, {"decision": name, "label": entry.label or name,
                                  "choices": list(entry.choices)})
            for name, entry in law.decisions.items()
        ],
        "irregularities": [
            {
                "irregularity": found.name,
                "label": found.label or _words(found.name),
                "takes": list(found.takes),
                "details": list(found.details),
                "cite": law.cite(found.cite),
                "basis": found.basis,
            }
            for found in game.irregularities.values()
            if regulation.section_in_force(section_of(found.cite), day)
        ],
        "values": [
            _sourced(law, regulation.values[name].at(day), {
                "name": name, "label": _label(regulation, name, day), "value": value,
            })
            for name, value in law.values.items()
        ],
        "acts": [act_json(key, act, day) for key, act in regulation.acts.items()],
        "sections": [
            {"section": key, "title": section.title, "cite": law.cite(key)}
            for key, section in regulation.contents.items()
            if regulation.section_in_force(key, day)
        ],
        "procedures": list(game.procedures),
        "not_executable": [
            {"cite": _cite(law, cite), "reason": reason}
            for cite, reason in regulation.data.not_executable.items()
        ],
        "doubts": list(regulation.data.doubts),
        "rules": law.hash,
    }  # fmt: skip


def _sourced(law: Law, entry: Entry | None, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with the citation, the basis, the act and the note of their entry."""
    assert entry is not None
    fields |= {"cite": law.cite(entry.cite), "basis": entry.basis,
               "act": entry.since or entry.during}  # fmt: skip
    if entry.note:
        fields["note"] = entry.note
    return fields


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
        return f"N.J.A.C. {law.citations.chapter}-{cite}"


def _wagers(law: Law, regulation: Regulation) -> list[dict[str, Any]]:
    return [
        _sourced(law, regulation.wagers[key].at(law.day), {
            "wager": key,
            "label": kind.label,
            "spots": list(kind.spots),
            "names": list(kind.names()),
            "pays": kind.pays,
            "when": kind.when,
            "pays_exactly": law.cite(kind.pays_exactly),
        })
        for key, kind in law.wagers.items()
    ]  # fmt: skip


def _paytable(name: str, law: Law, regulation: Regulation) -> dict[str, Any]:
    """The odds in use; where the text states a minimum, that as well, row by row."""
    table, entry = law.paytables[name], regulation.paytables[name].at(law.day)
    assert entry is not None
    rows = [{"row": row, "odds": odds.text} for row, odds in table.rows]
    if table.minimum:
        for row, (_, least) in zip(rows, entry.rows, strict=True):
            row["at_least"] = least
    return _sourced(law, entry, {"paytable": name, "label": table.label,
                                 "minimum": table.minimum, "rows": rows})  # fmt: skip


def _not_offered(law: Law, regulation: Regulation) -> list[dict[str, Any]]:
    """Wagers in force that need an option which these rules do not have."""
    return [
        _sourced(law, entry, {"wager": key, "label": entry.label or key,
                              "offered_if": dict(entry.offered_if)})
        for key, dated in regulation.wagers.items()
        if key not in law.wagers and (entry := dated.at(law.day)) is not None
    ]  # fmt: skip


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
            {"option": other.option, "forbids": list(other.forbids), "values": list(other.values),
             "cite": law.cite(other.cite or entry.cite)}
            for other in entry.excludes
        ]  # fmt: skip
    return _sourced(law, entry, answer)


def act_json(key: str, act: Act, day: date) -> dict[str, Any]:
    in_force = act.effective <= day and (act.expires is None or day < act.expires)
    return {
        "act": key,
        "effective": act.effective.isoformat(),
        "expires": act.expires.isoformat() if act.expires is not None else None,
        "source": act.source,
        "what": act.what,
        "basis": act.basis,
        "in_force": in_force,
    }


# -- for a person -------------------------------------------------------------------------------


def show(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    screen.print(
        Text.assemble(
            (answer["title"], "bold"),
            f" on {answer['day']}: {answer['cite']}, {answer['regulator']}",
        )
    )
    if answer["summary"]:
        screen.print(Text(answer["summary"]))
    _show_wagers(screen, answer)
    _show_paytables(screen, answer)
    _show_options(screen, answer)
    _show_others(screen, answer)
    _show_acts(screen, answer)
    _show_caveats(screen, answer)


def _table(screen: Console, heading: str, columns: tuple[str, ...]) -> Any:
    from rich.table import Table
    from rich.text import Text

    screen.print()
    screen.print(Text(heading, style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="dim")
    for column in columns:
        table.add_column(column, no_wrap=column in ("citation", "name"), overflow="fold")
    return table


def _cited(entry: dict[str, Any]) -> Any:
    """The citation, and how it is sourced where it was not read."""
    from rich.text import Text

    doubt = BASIS[entry["basis"]]
    if not doubt:
        return Text(entry["cite"], style="dim")
    return Text.assemble((entry["cite"], "dim"), (f" {doubt}", "yellow"))


def _show_wagers(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    table = _table(screen, "Wagers", ("name", "", "pays", "when", "citation"))
    for wager in answer["wagers"]:
        spots = wager["spots"]
        label = wager["label"]
        if spots:
            shown = [spot for spot in spots if spot]
            more = f", ... ({len(shown)} in all)" if len(shown) > 12 else ""
            label += f" on {', '.join(shown[:12])}{more}"
        table.add_row(Text(wager["wager"], style="cyan"), Text(label), Text(wager["pays"]),
                      Text(wager["when"]), _cited(wager))  # fmt: skip
    screen.print(table)
    for wager in answer["not_offered"]:
        needs = ", ".join(
            f"{name} = {_value(value)}" for name, value in wager["offered_if"].items()
        )
        line = f"  {wager['wager']}: only with {needs}  "
        screen.print(Text.assemble((line, "dim"), _cited(wager)))


def _show_paytables(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    if not answer["paytables"]:
        return
    table = _table(screen, "Pay tables", ("name", "row", "odds", "citation"))
    for paytable in answer["paytables"]:
        name = Text(paytable["paytable"], style="cyan")
        cited: Any = _cited(paytable)
        for row in paytable["rows"]:
            table.add_row(name, Text(row["row"]), Text(_odds(row)), cited)
            name, cited = Text(""), Text("")
    screen.print(table)


def _odds(row: dict[str, Any]) -> str:
    if row.get("at_least") == row["odds"]:
        return f"{row['odds']} or more"
    return f"{row['odds']} (at least {row['at_least']})" if "at_least" in row else row["odds"]


def _show_options(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    if not answer["options"]:
        return
    columns = ("name", "is", "may be", "", "citation")
    table = _table(screen, "Options of the licensee", columns)
    for option in answer["options"]:
        value = _value(option["value"]) if option["offered"] else "not offered"
        changed = option["offered"] and option["value"] != option["default"]
        label = option["label"]
        if option["notice"]:
            kind = option["notice"]
            cite = option["notice_cite"] or (f"section {kind}" if kind[0].isdigit() else kind)
            label += f" (notice of a {option['notice_on'] or 'change'}: {cite})"
        table.add_row(
            Text(option["option"], style="cyan"), Text(value, style="bold" if changed else ""),
            Text(_may_be(option)), Text(label), _cited(option),
        )  # fmt: skip
    screen.print(table)


def _may_be(option: dict[str, Any]) -> str:
    if "range" not in option:
        return ", ".join(map(_value, option["values"]))
    low, high = option["range"]["at_least"], option["range"]["at_most"]
    return f"{low} or more" if high is None else f"{low} to {high}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return " or ".join(map(_value, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _show_others(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    if answer["decisions"]:
        table = _table(screen, "Decisions", ("name", "choices", "", "citation"))
        for decision in answer["decisions"]:
            table.add_row(Text(decision["decision"], style="cyan"),
                          Text(", ".join(decision["choices"])), Text(decision["label"]),
                          _cited(decision))  # fmt: skip
        screen.print(table)
    if answer["irregularities"]:
        table = _table(screen, "Irregularities", ("name", "takes", "citation"))
        for found in answer["irregularities"]:
            takes = [take.upper() for take in found["takes"] if take != "detail"]
            takes += ["|".join(found["details"])] if found["details"] else []
            name = Text("! " + found["irregularity"], style="cyan")
            table.add_row(name, Text(" ".join(takes)), _cited(found))
        screen.print(table)
    if answer["values"]:
        table = _table(screen, "Facts of the text", ("name", "is", "", "citation"))
        for value in answer["values"]:
            table.add_row(Text(value["name"], style="cyan"), Text(_value(value["value"])),
                          Text(value["label"]), _cited(value))  # fmt: skip
        screen.print(table)


def _show_acts(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    table = _table(screen, "Acts", ("in force", "what", "source"))
    for act in answer["acts"]:
        when = act["effective"] + (f" to {act['expires']}" if act["expires"] else "")
        doubt = f" ({BASIS[act['basis']]})" if BASIS[act["basis"]] else ""
        style = "" if act["in_force"] else "dim"
        table.add_row(Text(when, style=style), Text(act["what"] + doubt, style=style),
                      Text(act["source"], style="dim"))  # fmt: skip
    screen.print(table)


def _show_caveats(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    if answer["unverified"]:
        screen.print()
        heading = "Not verified: general knowledge that no text we have confirms"
        screen.print(Text(heading, style="yellow"))
        screen.print(Text("  " + ", ".join(answer["unverified"]), overflow="fold"))
    if answer["doubts"]:
        screen.print()
        screen.print(Text("Doubts, and the reading taken", style="bold"))
        for doubt in answer["doubts"]:
            screen.print(Text(f"  {doubt}"))
    if not answer["verified"]:
        screen.print()
        until = answer["verified_until"]
        text = f"Checked against texts up to {until}; later changes are not known to us."
        screen.print(Text(text, style="yellow"))
    screen.print()
    screen.print(Text(f"rules {answer['rules'][:16]}; every name: --json", style="dim"))
