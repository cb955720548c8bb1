"""What changed in the rules between two days, act by act: options, wagers, pay tables, decisions,
facts, sections and the chapter itself; of a game, or of the whole chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

import msgspec

from pitboss.errors import BadInput, NotInForce
from pitboss.law.chapter import chapter
from pitboss.law.citation import Citations, edition_on
from pitboss.law.dated import Dated
from pitboss.law.lookup import all_regulations
from pitboss.law.regulation import Regulation
from pitboss.law.schema import Act, Entry

ONE_DAY = timedelta(days=1)
# What is not a difference of substance: who says so, and how well we know it.
ASIDE = ("since", "during", "absent")
CITING = ("cite", "notice_cite", "pays_exactly")
RECODIFIED = "edition"


def differences(first: date, last: date) -> list[dict[str, Any]]:
    """The difference of every subchapter that was in force on the last day and has changed."""
    if first > last:
        raise BadInput(f"from {first} to {last}: expected the earlier day first")
    edition_on(first)
    answers = [
        difference(regulation, first, last)
        for regulation in all_regulations()
        if regulation.adopted <= last and regulation.data.wager
    ]
    return [answer for answer in answers if answer["acts"]]


def difference(regulation: Regulation, first: date, last: date) -> dict[str, Any]:
    """The acts that took effect (or ended) after `first` and up to `last`, each with what it
    changed; and, as `net`, what is different on the last day against the first."""
    if first > last:
        raise BadInput(f"from {first} to {last}: expected the earlier day first")
    edition_on(first)
    if last < regulation.adopted:
        raise NotInForce(regulation.not_authorised(last))
    acts: list[dict[str, Any]] = []
    for day in regulation.boundaries():
        if first < day <= last:
            acts += _on_boundary(regulation, day)
    whole = chapter()
    return {
        "game": regulation.data.game,
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
            {
                "day": event.day.isoformat(),
                "what": event.what,
                "source": event.source,
                "basis": event.basis,
            }
            for event in whole.events
            if first < event.day <= last
        ],
        "verified_until": regulation.data.verified_until.isoformat(),
        "not_known": _not_known(regulation, last) if first < last else [],
    }


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
    return {
        "act": RECODIFIED,
        "effective": day.isoformat(),
        "expires": None,
        "source": source,
        "what": what,
        "basis": basis,
        "in_force": True,
        "ends": False,
        "changes": [],
    }


def _changes(regulation: Regulation, before: date, after: date) -> Iterator[dict[str, Any]]:
    """What `after` has, has not, or has otherwise than `before`."""
    old = regulation.citations_on(before)
    new = regulation.citations_on(after)
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
        "before": {
            "chapter": f"N.J.A.C. {old.chapter}-{subchapter}",
            "regulator": edition_on(before).regulator,
        },
        "after": {
            "chapter": f"N.J.A.C. {new.chapter}-{subchapter}",
            "regulator": edition_on(after).regulator,
        },
        "cite": f"N.J.A.C. {new.chapter}-{subchapter}",
        "basis": "read",
        "act": RECODIFIED,
    }


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


def act_json(key: str, act: Act, day: date) -> dict[str, Any]:
    """An act as the commands and pages show it, and whether it was in force on the day."""
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
