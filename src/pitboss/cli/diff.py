"""What changed in a game's rules between two days, act by act: options, wagers, pay tables,
decisions, facts, sections and the chapter itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE
from pitboss.cli.asked import add_day, add_json, find_game, print_json, read_day
from pitboss.cli.rules import BASIS, act_json
from pitboss.errors import BadInput, NotInForce
from pitboss.law.chapter import chapter
from pitboss.law.citation import Citations, edition_on

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.law.dated import Dated
    from pitboss.law.regulation import Regulation
    from pitboss.law.schema import Entry
    from pitboss.table.game import Game

ONE_DAY = timedelta(days=1)
# What is not a difference of substance: who says so, and how well we know it.
ASIDE = ("since", "during", "absent")
CITING = ("cite", "notice_cite", "pays_exactly")
RECODIFIED = "edition"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as red-dog")
    add_day(parser, "--from", dest="first", required=True, help="the earlier day, as 1991-11-04")
    add_day(parser, "--to", dest="last", help="the later day (default: today)")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    answer = difference(game, read_day(asked.first), read_day(asked.last))
    if asked.json:
        print_json(answer)
    else:
        from pitboss.cli.screen import screen

        show(screen(), answer)
    return DONE


def difference(game: Game, first: date, last: date) -> dict[str, Any]:
    """The acts that took effect (or ended) after `first` and up to `last`, each with what it
    changed; and, as `net`, what is different on the last day against the first."""
    if first > last:
        raise BadInput(f"--from {first} is after --to {last}: expected the earlier day first")
    regulation = game.regulation
    edition_on(first)
    if last < regulation.adopted:
        raise NotInForce(regulation.not_authorised(last))
    acts: list[dict[str, Any]] = []
    for day in regulation.boundaries():
        if first < day <= last:
            acts += _on_boundary(regulation, day)
    whole = chapter()
    return {
        "game": game.key,
        "title": regulation.title_on(last),
        "from": first.isoformat(),
        "to": last.isoformat(),
        "authorised_from": first >= regulation.adopted,
        "adopted": regulation.adopted.isoformat(),
        "chapter_from": edition_on(first).chapter,
        "chapter_to": edition_on(last).chapter,
        "rules_from": _hash(regulation, first),
        "rules_to": _hash(regulation, last),
        "acts": acts,
        "net": list(_changes(regulation, first, last)),
        "chapter_events": [
            {"day": event.day.isoformat(), "what": event.what, "source": event.source,
             "basis": event.basis}
            for event in whole.events
            if first < event.day <= last
        ],
        "verified_until": regulation.data.verified_until.isoformat(),
        "not_known": _not_known(regulation, last) if first < last else [],
    }  # fmt: skip


def _not_known(regulation: Regulation, last: date) -> list[dict[str, Any]]:
    """The sections of which no text of `last` or later was read, by the last one that was: changes
    after it would not be known to us."""
    if regulation.data.authority:
        return []
    gaps: dict[date | None, list[str]] = {}
    for section in regulation.data.contents:
        read = regulation.read_until(section)
        if regulation.section_in_force(section, last) and (read is None or read < last):
            gaps.setdefault(read, []).append(section)
    return [
        {"read_until": day.isoformat() if day is not None else None, "sections": sections}
        for day, sections in sorted(gaps.items(), key=lambda gap: gap[0] or date.min)
    ]


def _hash(regulation: Regulation, day: date) -> str | None:
    return regulation.resolve(day).hash if day >= regulation.adopted else None


def _on_boundary(regulation: Regulation, day: date) -> list[dict[str, Any]]:
    """The acts of one day. A change belongs to the act that its entry names; the change of
    the chapter, which no entry names, to the act of that day if there is just one."""
    acts = {
        key: act_json(key, act, day) | {"ends": act.expires == day, "changes": []}
        for key, act in regulation.acts.items()
        if day in (act.effective, act.expires)
    }
    for change in _changes(regulation, day - ONE_DAY, day):
        key = change.pop("act")
        if key not in acts:
            key = _falls_to(acts)
            acts.setdefault(key, _recodified(day))
        acts[key]["changes"].append(change)
    return list(acts.values())


def _falls_to(acts: Mapping[str, dict[str, Any]]) -> str:
    """Whose a change is that no act of the day names: an experiment's that ends (what was
    before it is in force again), else the only act's, else the chapter's."""
    for key, act in acts.items():
        if act["ends"]:
            return key
    return next(iter(acts)) if len(acts) == 1 else RECODIFIED


def _recodified(day: date) -> dict[str, Any]:
    for event in chapter().events:
        if event.day == day:
            source, what, basis = event.source, event.what, event.basis
            break
    else:
        source, what, basis = "", "the chapter changes", "read"
    return {"act": RECODIFIED, "effective": day.isoformat(), "expires": None, "source": source,
            "what": what, "basis": basis, "in_force": True, "ends": False,
            "changes": []}  # fmt: skip


def _changes(regulation: Regulation, before: date, after: date) -> Iterator[dict[str, Any]]:
    """What `after` has, has not, or has otherwise than `before`."""
    old = _citations(regulation, before)
    new = _citations(regulation, after)
    if before >= regulation.adopted and old.chapter != new.chapter:
        yield from _chapter_change(regulation, before, after, old, new)
    kinds: tuple[tuple[str, Mapping[str, Dated[Any]]], ...] = (
        ("wager", regulation.wagers),
        ("paytable", regulation.paytables),
        ("option", regulation.options),
        ("decision", regulation.decisions),
        ("value", regulation.values),
    )
    for kind, named in kinds:
        for name, dated in named.items():
            was = dated.at(before) if before >= regulation.adopted else None
            now = dated.at(after)
            if was is not now:
                change = _change(was, now, old, new)
                if change is not None:
                    act = _act(dated, now, after)
                    yield {"kind": kind, "name": name, **change, "act": act}
    yield from _section_changes(regulation, before, after, old, new)


def _citations(regulation: Regulation, day: date) -> Citations:
    return regulation.citations_on(day)


def _act(dated: Dated[Any], now: Entry | None, day: date) -> str:
    """The act that made it so: of the entry in force, or of the one that made it absent."""
    if now is not None:
        return now.since or now.during
    return dated.act_that_ended(day)


def _change(
    was: Entry | None, now: Entry | None, old: Citations, new: Citations
) -> dict[str, Any] | None:
    before = _facts(was, old) if was is not None else None
    after = _facts(now, new) if now is not None else None
    if was is not None and now is not None and _facts(was, new) == after:
        return None
    cite = new.full(now.cite) if now is not None else old.full(was.cite) if was else ""
    entry = now if now is not None else was
    assert entry is not None
    answer: dict[str, Any] = {"cite": cite, "basis": entry.basis}
    if before is None or after is None:
        answer["change"] = "added" if before is None else "removed"
        answer["before"], answer["after"] = before, after
        return answer
    fields = [name for name in before | after if before.get(name) != after.get(name)]
    answer["change"] = "changed"
    answer["before"] = {name: before.get(name) for name in fields}
    answer["after"] = {name: after.get(name) for name in fields}
    return answer


def _facts(entry: Entry, citations: Citations) -> dict[str, Any]:
    """An entry's fields that say something, as plain data, citations in full."""
    import msgspec

    fields: dict[str, Any] = msgspec.to_builtins(entry)
    for name in CITING:
        if fields.get(name):
            fields[name] = citations.full(fields[name])
    return {
        name: value
        for name, value in fields.items()
        if name not in ASIDE and (value or value == 0) and value != "" and value != []
    }


def _chapter_change(
    regulation: Regulation, before: date, after: date, old: Citations, new: Citations
) -> Iterator[dict[str, Any]]:
    subchapter = regulation.data.subchapter
    yield {
        "kind": "chapter",
        "name": f"N.J.A.C. {new.chapter}-{subchapter}",
        "change": "changed",
        "before": {"chapter": f"N.J.A.C. {old.chapter}-{subchapter}",
                   "regulator": edition_on(before).regulator},
        "after": {"chapter": f"N.J.A.C. {new.chapter}-{subchapter}",
                  "regulator": edition_on(after).regulator},
        "cite": f"N.J.A.C. {new.chapter}-{subchapter}",
        "basis": "read",
        "act": RECODIFIED,
    }  # fmt: skip


def _section_changes(
    regulation: Regulation, before: date, after: date, old: Citations, new: Citations
) -> Iterator[dict[str, Any]]:
    for key, section in regulation.contents.items():
        then, later = regulation.section_title(key, before), regulation.section_title(key, after)
        # The sections of subchapter 8 were there before the game's own.
        there = before >= min(regulation.adopted, regulation.section_since(key))
        was = there and regulation.section_in_force(key, before)
        now = regulation.section_in_force(key, after)
        renumbered = old.renumbered.get(key, key) != new.renumbered.get(key, key)
        if was == now and not (was and (renumbered or then != later)):
            continue
        change = "changed" if was and now else "added" if now else "removed"
        yield {
            "kind": "section",
            "name": key,
            "change": change,
            "before": {"title": then, "cite": old.full(key)} if was else None,
            "after": {"title": later, "cite": new.full(key)} if now else None,
            "cite": new.full(key),
            "basis": "read",
            "act": section.since or (RECODIFIED if was else regulation.data.adopted),
        }


# -- for a person -------------------------------------------------------------------------------


def show(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    heading = f" from {answer['from']} to {answer['to']}"
    screen.print(Text.assemble((answer["title"], "bold"), heading))
    if not answer["authorised_from"]:
        text = f"Not authorised on {answer['from']}: adopted on {answer['adopted']}."
        screen.print(Text(text, style="yellow"))
    if not answer["acts"]:
        told = "No act between these days is known to us."
        if not answer["not_known"]:
            told = "No act between these days: the rules did not change."
        screen.print(Text(told))
    for act in answer["acts"]:
        screen.print()
        day = act["expires"] if act["ends"] else act["effective"]
        what = ("ends: " if act["ends"] else "") + act["what"]
        doubt = f" ({BASIS[act['basis']]})" if BASIS[act["basis"]] else ""
        screen.print(Text.assemble((day, "bold"), f"  {what}{doubt}  ", (act["source"], "dim")))
        if not act["changes"]:
            screen.print(Text("    no difference in what pitboss executes", style="dim"))
        adopted = act["effective"] == answer["adopted"]
        for change in act["changes"]:
            _show_change(screen, change, short=adopted)
    if answer["acts"] and answer["rules_from"] == answer["rules_to"]:
        screen.print()
        screen.print(Text("A round under the default options settles the same on both days."))
    if answer["not_known"]:
        screen.print()
        screen.print(Text("Changes that no text of ours tells would not be known:", "yellow"))
        for gap in answer["not_known"]:
            when = f"after {gap['read_until']}" if gap["read_until"] else "at any time"
            screen.print(Text(f"  {when}: {', '.join(gap['sections'])}", "yellow"))


MARKS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}


def _show_change(screen: Console, change: dict[str, Any], *, short: bool) -> None:
    from rich.text import Text

    mark, style = MARKS[change["change"]]
    doubt = f" {BASIS[change['basis']]}" if BASIS[change["basis"]] else ""
    screen.print(
        Text.assemble(
            (f"  {mark} ", style),
            f"{change['kind']} ",
            (change["name"], "cyan"),
            "  ",
            (change["cite"], "dim"),
            (doubt, "yellow"),
        )
    )
    if short:
        return
    before, after = change["before"] or {}, change["after"] or {}
    for name in before | after:
        if name in ("cite", "label", "basis") and change["change"] != "changed":
            continue
        if change["change"] == "changed":
            told = f"{_told(before.get(name))} -> {_told(after.get(name))}"
        else:
            told = _told(after.get(name, before.get(name)))
        screen.print(Text(f"      {name}: {told}", overflow="fold"))


def _told(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ", ".join(
            " ".join(map(str, item)) if isinstance(item, list | tuple) else _told(item)
            for item in value
        )
    if isinstance(value, dict):
        return ", ".join(f"{name} {_told(item)}" for name, item in value.items())
    return str(value)
