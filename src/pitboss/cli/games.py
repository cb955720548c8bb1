"""The games authorised on a day, with subchapter and what pitboss can do with each: play it,
give exact figures, simulate it, check a casino's rules submission against it."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import date
from typing import Any

from pitboss.cli import COMMANDS, DONE
from pitboss.cli.asked import add_day, add_json, print_json, read_day
from pitboss.law.chapter import TEMPORARY, ChapterGame, chapter
from pitboss.law.citation import edition_on
from pitboss.registry import ENTRY_POINTS, OURS

# The games whose odds can be had. Stated here because to ask them all would be to load them
# all; a test holds the list to what they say.
STUDIED = frozenset(
    {
        "craps",
        "baccarat-punto-banco",
        "roulette",
        "big-six",
        "red-dog",
        "minibaccarat",
        "three-card-poker",
    }
)
# Each way to the figures, and the command that goes it.
FIGURES = {"exact": "odds", "simulate": "simulate"}
BUILT, NOT_BUILT, NO_TEXT = "built", "not built", "text not available to us"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_day(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    listing = games_on(read_day(asked.day))
    if asked.json:
        print_json(listing)
    else:
        from pitboss.cli.screen import screen

        show(screen(), listing)
    return DONE


def games_on(day: date) -> dict[str, Any]:
    """The chapter on that day. Raises NotInForce before there was one."""
    edition = edition_on(day)
    whole = chapter()
    games, uncertain, reserved = [], [], []
    for game in whole.games:
        match game.on(day):
            case "adopted" | "temporary":
                games.append(_game(game, day, edition.chapter))
            case "uncertain":
                uncertain.append(_game(game, day, edition.chapter))
            case "reserved":
                reserved.append({"subchapter": game.subchapter, "later": game.game,
                                 "adopted": _iso(game.adopted)})  # fmt: skip
    answer: dict[str, Any] = {
        "day": day.isoformat(),
        "chapter": f"N.J.A.C. {edition.chapter}",
        "regulator": edition.regulator,
        "verified_until": whole.verified_until.isoformat(),
        "games": games + _from_others(),
        "uncertain": uncertain,
        "reserved": reserved,
        "temporary_rules": [
            {
                "title": rule.title,
                "effective": rule.effective.isoformat(),
                "until": rule.until.isoformat(),
                "state": "temporary" if day < rule.until else "not known to us",
                "cite": whole.temporary_cite,
            }
            for rule in whole.temporary
            if rule.effective <= day
        ],
    }
    return answer


def _game(game: ChapterGame, day: date, chapter_number: str) -> dict[str, Any]:
    ours = game.game in OURS
    answer: dict[str, Any] = {
        "game": game.game,
        "title": game.title,
        "subchapter": game.subchapter,
        "adopted": _iso(game.adopted),
        "authorised": game.on(day),
        "can": can(game.game) if ours else [],
        "status": BUILT if ours else NO_TEXT if game.missing else NOT_BUILT,
        "cite": f"N.J.A.C. {chapter_number}-{game.subchapter}",
        "basis": game.basis,
        "source": game.source,
        "text": game.text,
        "temporary": _iso(game.temporary),
        "also": list(game.also),
        "sections": dict(game.sections),
    }
    if game.adopted is None:
        answer["adopted_after"] = _iso(game.after)
        answer["adopted_by"] = _iso(game.by)
    notes = [note for note in (game.why(day), game.note) if note]
    if notes:
        answer["note"] = "; ".join(notes)
    return answer


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None


def can(key: str) -> list[str]:
    """What pitboss can do with a game that it has."""
    able = ["play"]
    if key in STUDIED if key in OURS else _studied(key):
        able += [way for way, command in FIGURES.items() if command in COMMANDS]
    if "check" in COMMANDS:
        able.append("check")
    return able


def _studied(key: str) -> bool:
    """The same of another package's game, which must be loaded to know."""
    from pitboss import registry

    return bool(registry.find(key).study)


def _from_others() -> list[dict[str, Any]]:
    """Games that other packages register: not the chapter's, so without a subchapter's date."""
    if not _others_may_exist():
        return []
    from pitboss import registry

    known = registry.keys()
    return [
        {
            "game": key,
            "title": key,
            "subchapter": None,
            "adopted": None,
            "authorised": "not in the chapter",
            "can": can(key),
            "status": "from another package",
            "cite": "",
            "basis": "unverified",
        }
        for key in known
        if key not in OURS
    ]


def _others_may_exist() -> bool:
    """Whether any installed package names our entry points. importlib.metadata would take
    longer to import than all the rest of this command."""
    marker = ENTRY_POINTS.encode()
    for folder in dict.fromkeys(sys.path):
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                try:
                    with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                        if marker in file.read():
                            return True
                except OSError:
                    continue
    return False


def show(screen: Any, listing: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    screen.print(
        Text.assemble(
            ("Rules of the Games", "bold"),
            f" on {listing['day']}: {listing['chapter']}, {listing['regulator']}",
        )
    )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("subchapter", "game", "title", "in force since", "pitboss can"):
        table.add_column(heading, no_wrap=True)
    for game in listing["games"]:
        table.add_row(
            game["subchapter"] or "",
            Text(game["game"], style="bold cyan" if game["can"] else ""),
            game["title"],
            _since(game),
            ", ".join(game["can"]) or Text(game["status"], style="dim"),
        )
    screen.print(table)
    for heading, entries in (
        ("Perhaps authorised; the day of adoption is not known to us:", listing["uncertain"]),
        ("Reserved:", listing["reserved"]),
    ):
        if entries:
            screen.print()
            screen.print(Text(heading, style="yellow"))
        for entry in entries:
            name = entry.get("title") or f"for {entry['later']}, adopted {entry['adopted']}"
            note = f": {entry['note']}" if "note" in entry else ""
            screen.print(Text(f"  {entry['subchapter']:>3}  {name}{note}", overflow="fold"))
    _show_temporary(screen, listing)
    if listing["day"] > listing["verified_until"]:
        screen.print()
        screen.print(
            Text(
                f"Checked against texts up to {listing['verified_until']}; later changes only "
                "where noted.",
                style="dim",
            )
        )


def _since(game: dict[str, Any]) -> Any:
    from rich.text import Text

    if game["authorised"] == TEMPORARY:
        return Text(f"{game['temporary']} (temporary)", style="yellow")
    if game["adopted"] is None:
        if "adopted_by" not in game:
            return ""
        return Text(f"by {game['adopted_by']}", style="dim")
    doubt = "" if game["basis"] == "read" else f" ({game['basis']})"
    return f"{game['adopted']}{doubt}"


def _show_temporary(screen: Any, listing: dict[str, Any]) -> None:
    from rich.text import Text

    rules = listing["temporary_rules"]
    now = [rule for rule in rules if rule["state"] == "temporary"]
    if now:
        screen.print()
        cite = now[0]["cite"]
        screen.print(Text(f"Temporary rules in force ({cite}), by title only:", style="yellow"))
        for rule in now:
            screen.print(Text(f"  {rule['title']}, {rule['effective']} to {rule['until']}"))
    lapsed = len(rules) - len(now)
    if lapsed:
        screen.print()
        screen.print(
            Text(
                f"{lapsed} earlier temporary rules since 2014 have lapsed or were adopted; "
                "which, is not known to us (--json lists them).",
                style="dim",
            )
        )
