"""The games authorised on a day, with subchapter and what pitboss can do with each: play it,
give exact figures, simulate it, check a casino's rules submission against it."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss.cli import COMMANDS, DONE
from pitboss.cli.asked import add_day, add_json, print_json, read_day
from pitboss.cli.plain import columns, paint
from pitboss.law.chapter import TEMPORARY, ChapterGame, chapter
from pitboss.law.citation import edition_on
from pitboss.registry import ALSO, ENTRY_POINTS, OURS, SYSTEMS, ways_to_figures

if TYPE_CHECKING:
    from pitboss.law.schema import Subchapter

# Each way to the figures, and the command that goes it.
FIGURES = {"exact": "odds", "simulate": "simulate"}
BUILT, NOT_BUILT, NO_TEXT = "built", "not built", "text not available to us"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_day(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    listing = games_on(read_day(asked.day))
    if asked.json:
        print_json("games", listing)
    else:
        show(listing)
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
                reserved.append(
                    {
                        "subchapter": game.subchapter,
                        "later": game.game,
                        "adopted": _iso(game.adopted),
                    }
                )
    answer: dict[str, Any] = {
        "day": day.isoformat(),
        "chapter": f"N.J.A.C. {edition.chapter}",
        "regulator": edition.regulator,
        "verified_until": whole.verified_until.isoformat(),
        "chapter_note": whole.expired(day),
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
    ours = game.game in OURS or game.game in SYSTEMS
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
        "facts": {"read": game.facts[0], "of": game.facts[1]} if ours else None,
        "temporary": _iso(game.temporary),
        "also": [name for name, key in ALSO.items() if key == game.game],
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
    able = ["play"] if key in OURS else []
    if ways := ways_to_figures(key):
        able += [way for way, command in FIGURES.items() if way in ways and command in COMMANDS]
    if "check" in COMMANDS or key in SYSTEMS:
        able.append("check")
    return able


def studied(key: str) -> bool:
    """Whether there is a study of the game."""
    return bool(ways_to_figures(key))


def _from_others() -> list[dict[str, Any]]:
    """Games that other packages register: not the chapter's, so without a subchapter's date."""
    if not _others_may_exist():
        return []
    from pitboss import registry

    names = registry.keys()
    known = [key for key in names if key not in OURS]
    return [_from_another(key, registry.find(key).regulation.data) for key in known]


def _from_another(key: str, data: Subchapter) -> dict[str, Any]:
    """A game of another package stands under its own authority, never under the chapter's."""
    return {
        "game": key,
        "title": data.title,
        "subchapter": None,
        "adopted": None,
        "authorised": "not in the chapter",
        "authority": data.authority.strip(),
        "can": can(key),
        "status": "from another package",
        "cite": data.authority.strip(),
        "basis": "unverified",
        "facts": None,
    }


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


# -- for a person -------------------------------------------------------------------------------


def show(listing: dict[str, Any]) -> None:
    where = f" on {listing['day']}: {listing['chapter']}, {listing['regulator']}"
    print(paint("Rules of the Games", "bold") + where)
    headings = ("subchapter", "game", "title", "in force since", "facts read", "pitboss can")
    rows: list[list[tuple[str, ...]]] = [[(heading, "dim") for heading in headings]]
    for game in listing["games"]:
        rows.append(
            [
                (game["subchapter"] or "",),
                (game["game"], "bold", "cyan") if game["can"] else (game["game"],),
                (game["title"],),
                _since(game),
                _facts(game),
                (", ".join(game["can"]),) if game["can"] else (game["status"], "dim"),
            ]
        )
    print(*columns(rows), sep="\n")
    for heading, entries in (
        ("Perhaps authorised; the day of adoption is not known to us:", listing["uncertain"]),
        ("Reserved:", listing["reserved"]),
    ):
        if entries:
            print("\n" + paint(heading, "yellow"))
        for entry in entries:
            name = entry.get("title") or f"for {entry['later']}, adopted {entry['adopted']}"
            note = f": {entry['note']}" if "note" in entry else ""
            print(f"  {entry['subchapter']:>3}  {name}{note}")
    _show_temporary(listing)
    if listing["chapter_note"]:
        print("\n" + paint(listing["chapter_note"], "yellow"))
    until = listing["verified_until"]
    if listing["day"] > until:
        told = f"Checked against texts up to {until}; later changes only where noted."
        print("\n" + paint(told, "dim"))


def _facts(game: dict[str, Any]) -> tuple[str, ...]:
    """How much of what pitboss has of the game was read in a text."""
    facts = game["facts"]
    if facts is None:
        return (game.get("authority", ""), "dim")
    none = () if facts["read"] else ("yellow",)
    return (f"{facts['read']} of {facts['of']}", *none)


def _since(game: dict[str, Any]) -> tuple[str, ...]:
    if game["authorised"] == TEMPORARY:
        return f"{game['temporary']} (temporary)", "yellow"
    if game["adopted"] is not None:
        doubt = "" if game["basis"] == "read" else f" ({game['basis']})"
        return (f"{game['adopted']}{doubt}",)
    return (f"by {game['adopted_by']}", "dim") if "adopted_by" in game else ("",)


def _show_temporary(listing: dict[str, Any]) -> None:
    rules = listing["temporary_rules"]
    now = [rule for rule in rules if rule["state"] == "temporary"]
    if now:
        told = f"Temporary rules in force ({now[0]['cite']}), by title only:"
        print("\n" + paint(told, "yellow"))
        for rule in now:
            print(f"  {rule['title']}, {rule['effective']} to {rule['until']}")
    lapsed = len(rules) - len(now)
    if lapsed:
        told = f"{lapsed} earlier temporary rules since 2014 have lapsed or were adopted; which, is"
        print("\n" + paint(f"{told} not known to us (--json lists them).", "dim"))
