"""A game's rules on a day under the licensee's options: wagers, options with ranges and
defaults, pay tables, decisions, irregularities and facts, each with its citation and with how
well it is sourced: read in a text of the regulation, inferred from one, or not verified."""

from __future__ import annotations

import argparse
from typing import Any

from pitboss.cli import DONE
from pitboss.cli.asked import (
    add_day,
    add_json,
    add_options,
    add_rate_card,
    find_subject,
    print_json,
    read_all_options,
    read_day,
)
from pitboss.cli.plain import fold, folded_columns, paint, screen_width
from pitboss.law.schema import KNOWN_AS


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as red-dog")
    add_day(parser)
    add_options(parser)
    add_rate_card(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    game = find_subject(asked.game)
    law = game.rules(read_day(asked.day), read_all_options(asked)).law
    from pitboss.table.description import describe

    answer = describe(game, law)
    if asked.json:
        print_json("rules", answer)
    else:
        show(answer)
    return DONE


# -- for a person -------------------------------------------------------------------------------

Shown = tuple[str, ...]


def show(answer: dict[str, Any]) -> None:
    width = screen_width()
    regulator = f", {answer['regulator']}" if answer["cite"].startswith("N.J.A.C.") else ""
    place = f" on {answer['day']}: {answer['cite']}{regulator}"
    print(paint(answer["title"], "bold") + place)
    if answer["summary"]:
        _print_folded(answer["summary"], width)
    _show_wagers(answer, width)
    _show_paytables(answer, width)
    _show_options(answer, width)
    _show_others(answer, width)
    _show_acts(answer, width)
    _show_caveats(answer, width)


def _print_folded(text: str, width: int, indent: str = "") -> None:
    for line in fold(text, width - len(indent)):
        print(indent + line)


def _show_table(
    heading: str, names: tuple[str, ...], rows: list[tuple[Shown, ...]], width: int
) -> None:
    """A heading and its rows; names and citations are folded last."""
    if not rows:
        return
    print()
    print(paint(heading, "bold"))
    head: list[tuple[Shown, ...]] = [tuple((name, "dim") for name in names)]
    rigid = [k for k, name in enumerate(names) if name in ("name", "citation")]
    print("\n".join(folded_columns(head + rows, rigid, width)))


def _cited(entry: dict[str, Any]) -> Shown:
    """The citation, and how it is sourced where it was not read."""
    doubt = KNOWN_AS[entry["basis"]]
    return (f"{entry['cite']} {doubt}", "yellow") if doubt else (entry["cite"], "dim")


def _show_wagers(answer: dict[str, Any], width: int) -> None:
    rows: list[tuple[Shown, ...]] = []
    for wager in answer["wagers"]:
        spots = wager["spots"]
        label = wager["label"]
        if spots:
            shown = [spot for spot in spots if spot]
            more = f", ... ({len(shown)} in all)" if len(shown) > 12 else ""
            label += f" on {', '.join(shown[:12])}{more}"
        rows.append(
            ((wager["wager"], "cyan"), (label,), (wager["pays"],), (wager["when"],), _cited(wager))
        )
    _show_table("Wagers", ("name", "", "pays", "when", "citation"), rows, width)
    for wager in answer["not_offered"]:
        needs = ", ".join(
            f"{name} = {_value(value)}" for name, value in wager["offered_if"].items()
        )
        print(paint(f"  {wager['wager']}: only with {needs}  ", "dim") + paint(*_cited(wager)))


def _show_paytables(answer: dict[str, Any], width: int) -> None:
    rows: list[tuple[Shown, ...]] = []
    for paytable in answer["paytables"]:
        name: Shown = (paytable["paytable"], "cyan")
        cited = _cited(paytable)
        for row in paytable["rows"]:
            rows.append((name, (row["row"],), (_odds(row),), cited))
            name = cited = ("",)
    _show_table("Pay tables", ("name", "row", "odds", "citation"), rows, width)


def _odds(row: dict[str, Any]) -> str:
    if row.get("at_least") == row["odds"]:
        return f"{row['odds']} or more"
    return f"{row['odds']} (at least {row['at_least']})" if "at_least" in row else row["odds"]


def _show_options(answer: dict[str, Any], width: int) -> None:
    rows: list[tuple[Shown, ...]] = []
    for option in answer["options"]:
        value = _value(option["value"]) if option["offered"] else "not offered"
        changed = option["offered"] and option["value"] != option["default"]
        label = option["label"]
        if option["notice"]:
            kind = option["notice"]
            cite = option["notice_cite"] or (f"section {kind}" if kind[0].isdigit() else kind)
            label += f" (notice of a {option['notice_on'] or 'change'}: {cite})"
        rows.append(
            (
                (option["option"], "cyan"),
                (value, "bold") if changed else (value,),
                (_may_be(option),),
                (label,),
                _cited(option),
            )
        )
    columns = ("name", "is", "may be", "", "citation")
    _show_table("Options of the licensee", columns, rows, width)


def _may_be(option: dict[str, Any]) -> str:
    if "range" not in option:
        return ", ".join(map(_value, option["values"]))
    low, high = option["range"]["at_least"], option["range"]["at_most"]
    return f"{low} or more" if high is None else f"{low} to {high}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return " or ".join(map(_value, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _show_others(answer: dict[str, Any], width: int) -> None:
    decisions: list[tuple[Shown, ...]] = [
        (
            (found["decision"], "cyan"),
            (", ".join(found["choices"]),),
            (found["label"],),
            _cited(found),
        )
        for found in answer["decisions"]
    ]
    _show_table("Decisions", ("name", "choices", "", "citation"), decisions, width)
    irregularities: list[tuple[Shown, ...]] = []
    for found in answer["irregularities"]:
        takes = [take.upper() for take in found["takes"] if take != "detail"]
        takes += ["|".join(found["details"])] if found["details"] else []
        name = "! " + found["irregularity"]
        irregularities.append(((name, "cyan"), (" ".join(takes),), _cited(found)))
    _show_table("Irregularities", ("name", "takes", "citation"), irregularities, width)
    facts: list[tuple[Shown, ...]] = [
        ((found["name"], "cyan"), (_value(found["value"]),), (found["label"],), _cited(found))
        for found in answer["values"]
    ]
    _show_table("Facts of the text", ("name", "is", "", "citation"), facts, width)


def _show_acts(answer: dict[str, Any], width: int) -> None:
    rows: list[tuple[Shown, ...]] = []
    for act in answer["acts"]:
        when = act["effective"] + (f" to {act['expires']}" if act["expires"] else "")
        doubt = f" ({KNOWN_AS[act['basis']]})" if KNOWN_AS[act["basis"]] else ""
        style = () if act["in_force"] else ("dim",)
        rows.append(((when, *style), (act["what"] + doubt, *style), (act["source"], "dim")))
    _show_table("Acts", ("in force", "what", "source"), rows, width)


def _show_caveats(answer: dict[str, Any], width: int) -> None:
    if answer["unverified"]:
        print()
        print(paint("Not verified: general knowledge that no text we have confirms", "yellow"))
        _print_folded(", ".join(answer["unverified"]), width, "  ")
    if answer["doubts"]:
        print()
        print(paint("Doubts, and the reading taken", "bold"))
        for doubt in answer["doubts"]:
            _print_folded(doubt, width, "  ")
    if answer["chapter_note"]:
        print()
        _print_folded(answer["chapter_note"], width)
    if not answer["read"]:
        print()
        text = "No text of this subchapter was available to us, but for titles and references."
        print(paint(text, "yellow"))
    elif not answer["verified"]:
        print()
        until = answer["verified_until"]
        text = f"Checked against texts up to {until}; later changes are not known to us."
        print(paint(text, "yellow"))
    print()
    print(paint(f"rules {answer['rules'][:16]}; every name: --json", "dim"))
