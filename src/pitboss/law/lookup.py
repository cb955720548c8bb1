"""What a legal database answers, from the data files: a section or paragraph as of a day, its
timeline act by act, what changed in a period, where a fact comes from, search by word.

Nothing is guessed: what no text of ours says is told as not known, and an address that the chapter
does not have is refused with what there is nearby."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from pitboss.chain import hex_digest
from pitboss.errors import BadInput, NotInForce, UnknownName
from pitboss.law.address import Address, parse_address
from pitboss.law.citation import edition_on, section_of
from pitboss.law.dated import Dated
from pitboss.law.regulation import Regulation, data_folder, load
from pitboss.law.schema import Act, Entry

FORMAT = "pitboss.law.v1"
# The kinds of facts, by the name of their table in a data file.
KINDS = {
    "paytables": "pay table",
    "options": "option",
    "wagers": "wager",
    "decisions": "decision",
    "values": "fact",
}
# What an entry says of itself rather than of the law.
ASIDE = frozenset("since during absent cite basis note label start_unknown".split())


class Fact(msgspec.Struct, frozen=True):
    """A fact of a paragraph, with the days on which it holds as it stands."""

    regulation: Regulation
    kind: str
    name: str
    entry: Entry
    since: date
    until: date | None

    def as_json(self, day: date) -> dict[str, Any]:
        regulation = self.regulation
        address = _address(regulation, self.entry.cite, day)
        known = regulation.known(self.entry.cite, day, self.entry.basis)
        read = regulation.read_until(section_of(self.entry.cite))
        act = self.regulation.acts[self.entry.since or self.entry.during]
        fields: dict[str, Any] = msgspec.to_builtins(self.entry)
        return {
            "id": address.path,
            "cite": address.citation,
            "game": self.regulation.data.game,
            "kind": self.kind,
            "name": self.name,
            "label": fields.get("label", ""),
            "says": {k: v for k, v in fields.items() if k not in ASIDE and v not in ("", [], {})},
            "basis": known.basis,
            "edition": known.edition.isoformat() if known.edition is not None else None,
            "inferred_from": known.source,
            "note": self.entry.note,
            "in_force_from": None if self.entry.start_unknown else self.since.isoformat(),
            "first_seen": self.since.isoformat(),
            "in_force_to": self.until.isoformat() if self.until else None,
            "act": self.entry.since or self.entry.during,
            "source": act.source,
            "verified_until": read.isoformat() if read is not None else None,
        }


def _address(regulation: Regulation, cite: str, day: date) -> Address:
    """The paragraph by the number and the letters that it had on the day."""
    return parse_address(regulation.citations_on(day).number(cite), day=day)


@cache
def _files() -> dict[str, tuple[Traversable, ...]]:
    """The data files by the number of their subchapter; two games may share one."""
    made: dict[str, tuple[Traversable, ...]] = {}
    for path in sorted(data_folder().iterdir(), key=lambda path: path.name):
        if path.name.endswith(".toml") and path.name[0].isdigit():
            number = path.name.partition("_")[0].lstrip("0").upper()
            made[number] = (*made.get(number, ()), path)
    return made


@cache
def _regulations(number: str) -> tuple[Regulation, ...]:
    return tuple(load(path) for path in _files()[number])


def all_regulations() -> Iterator[Regulation]:
    """Every subchapter that has a data file, in order."""
    for number in _files():
        yield from _regulations(number)


def regulations_of(address: Address) -> tuple[Regulation, ...]:
    """The data files that may speak of the address. No other is read."""
    number = address.section.partition(".")[0]
    if number not in _files():
        known = ", ".join(_files())
        raise UnknownName(f"no subchapter {number} among those that pitboss has: {known}")
    return _regulations(number)


def is_under(cite: str, address: Address) -> bool:
    """Whether the cited paragraph is the one of the address, or stands under it."""
    cited = parse_address(cite)
    if "." not in address.section:
        return cited.section.partition(".")[0] == address.section
    return cited.section == address.section and cited.steps[: len(address.steps)] == address.steps


def as_of(text: str, day: date) -> dict[str, Any]:
    """The section or paragraph as it stood on the day: title, whether it was in force, every fact
    that cites it, and what in it is not executable."""
    address = parse_address(text, day=day)
    regulations = regulations_of(address)
    sections = list(_sections_on(regulations, address, day))
    facts = [fact.as_json(day) for fact in facts_on(regulations, address, day)]
    asides = {
        regulation.citations_on(day).full(cite): why
        for regulation in regulations
        for cite, why in regulation.data.not_executable.items()
        if _is_under_on(regulation, cite, address, day)
    }
    return {
        "format": FORMAT,
        "id": address.path,
        "cite": address.citation,
        "eid": address.eid,
        "day": day.isoformat(),
        "sections": sections,
        "facts": facts,
        "not_executable": asides,
        "verified_until": _read_until(regulations, address),
        "provenance": [
            {"file": path.name, "sha256": hex_digest(path.read_bytes())}
            for path in _files()[address.section.partition(".")[0]]
        ],
    }


def _read_until(regulations: Sequence[Regulation], address: Address) -> str | None:
    """The day of the last text in which anything of the address was read; None if nothing was."""
    whole = "." not in address.section
    days = [
        day
        for regulation in regulations
        for section in (regulation.data.contents if whole else (address.section,))
        if (day := regulation.read_until(section)) is not None
    ]
    return max(days).isoformat() if days else None


def _is_under_on(regulation: Regulation, cite: str, address: Address, day: date) -> bool:
    """Whether the paragraph, by its letters of the day, is the one of the address, or under it. A
    note on several paragraphs at once is under none of them."""
    try:
        return is_under(regulation.citations_on(day).number(cite), address)
    except (BadInput, ValueError):
        return False


def _sections_on(
    regulations: Sequence[Regulation], address: Address, day: date
) -> Iterator[dict[str, Any]]:
    """The titles of the sections asked for. Raises where the chapter has no such section, or had
    none on that day."""
    late = ""
    known: list[str] = []
    seen: set[str] = set()
    for regulation in regulations:
        known += regulation.data.contents
        for section in regulation.data.contents:
            if not is_under(section, Address(address.chapter, address.section)) or section in seen:
                continue
            if day < regulation.adopted or not regulation.section_in_force(section, day):
                begins = regulation.section_since(section)
                late = f"{section} was not in force on {day}: it begins on {begins}"
                continue
            seen.add(section)
            title = regulation.section_title(section, day)
            yield {"section": section, "title": title}
    if seen:
        return
    if late:
        raise NotInForce(late)
    raise UnknownName(f"no section {address.section}; there are {', '.join(known)}")


def facts_on(regulations: Sequence[Regulation], address: Address, day: date) -> Iterator[Fact]:
    """Every fact in force on the day that cites the address or what stands under it."""
    for regulation in regulations:
        for attribute, kind in KINDS.items():
            named: Mapping[str, Dated[Entry]] = getattr(regulation, attribute)
            for name, dated in named.items():
                entry = dated.at(day)
                if entry is not None and _is_under_on(regulation, entry.cite, address, day):
                    since, until = interval(dated, day)
                    yield Fact(regulation, kind, name, entry, since, until)


def interval(dated: Dated[Any], day: date) -> tuple[date, date | None]:
    """The days on which what holds on `day` holds: from, and the first day on which it does
    not (None: no end is known)."""
    entry = dated.at(day)
    days = dated.boundaries()
    since = max(d for d in days if d <= day)
    for earlier in sorted((d for d in days if d < since), reverse=True):
        if dated.at(earlier) is not entry:
            break
        since = earlier
    until = next((d for d in days if d > day and dated.at(d) is not entry), None)
    return since, until


def timeline(text: str) -> dict[str, Any]:
    """The acts that made, changed or ended a fact of the section or paragraph, in order."""
    address = parse_address(text)
    regulations = regulations_of(address)
    rows: list[dict[str, Any]] = []
    for regulation in regulations:
        for _, key, act in _acts(regulation):
            changed = list(_changed_by(regulation, address, key))
            mentions = address.section in act.what.replace(",", " ").replace(":", " ").split()
            if changed or mentions:
                rows.append(_act_json(regulation, key, act, changed))
    rows.sort(key=lambda row: (row["effective"], row["game"]))
    return {"format": FORMAT, "section": address.key, "eid": address.eid, "acts": rows}


def _acts(regulation: Regulation) -> list[tuple[date, str, Act]]:
    return sorted((act.effective, key, act) for key, act in regulation.acts.items())


def _changed_by(regulation: Regulation, address: Address, act: str) -> Iterator[str]:
    data = regulation.data
    for kind, named in (
        ("pay table", data.paytable),
        ("option", data.option),
        ("wager", data.wager),
        ("decision", data.decision),
        ("fact", data.value),
    ):
        for name, entries in named.items():
            for number, entry in enumerate(entries):
                cite = entry.cite or entries[number - 1].cite
                if act in (entry.since, entry.during) and is_under(cite, address):
                    yield f"{kind} {name} {'ended' if entry.absent else 'in force'}"


def changes(first: date, last: date) -> dict[str, Any]:
    """The acts of the whole chapter that took effect after `first` and up to `last`, and how far
    our texts reach: an act that nobody here has read would not be in the list."""
    if first > last:
        raise BadInput(f"from {first} to {last}: expected the earlier day first")
    edition_on(first)
    rows: list[dict[str, Any]] = []
    unknown: list[str] = []
    for regulation in all_regulations():
        data = regulation.data
        whole = Address("", data.subchapter)
        for day, key, act in _acts(regulation):
            if first < day <= last:
                rows.append(
                    _act_json(regulation, key, act, list(_changed_by(regulation, whole, key)))
                )
        if data.verified_until < last and regulation.adopted <= last:
            unknown.append(f"{data.game}: changes after {data.verified_until} are not known to us")
    rows.sort(key=lambda row: (row["effective"], row["game"]))
    return {
        "format": FORMAT,
        "from": first.isoformat(),
        "to": last.isoformat(),
        "acts": rows,
        "unknown": unknown,
    }


def _act_json(regulation: Regulation, key: str, act: Act, facts: list[str]) -> dict[str, Any]:
    return {
        "game": regulation.data.game,
        "effective": act.effective.isoformat(),
        "expires": act.expires.isoformat() if act.expires else None,
        "act": key,
        "source": act.source,
        "what": act.what,
        "basis": act.basis,
        "facts": facts,
    }


def search(word: str, day: date) -> dict[str, Any]:
    """Sections and facts in force on the day whose title, name, label or note has the word."""
    wanted = word.casefold()
    hits: list[dict[str, Any]] = []
    for regulation in all_regulations():
        if day < regulation.adopted:
            continue
        for section in regulation.data.contents:
            title = regulation.section_title(section, day)
            if wanted in title.casefold() and regulation.section_in_force(section, day):
                hits.append(_hit(parse_address(section, day=day), regulation, "section", title))
        whole = Address(edition_on(day).chapter, regulation.data.subchapter)
        for fact in facts_on((regulation,), whole, day):
            label = getattr(fact.entry, "label", "")
            if wanted in f"{fact.name} {label} {fact.entry.note}".casefold():
                address = _address(regulation, fact.entry.cite, day)
                hits.append(_hit(address, regulation, fact.kind, label or fact.name))
    return {"format": FORMAT, "search": word, "day": day.isoformat(), "hits": hits}


def _hit(address: Address, regulation: Regulation, kind: str, text: str) -> dict[str, Any]:
    return {
        "id": address.path,
        "cite": address.citation,
        "game": regulation.data.game,
        "kind": kind,
        "text": text,
    }


def guesses(day: date) -> dict[str, Any]:
    """Every fact in force on the day that no text of ours says: inferred or unverified."""
    rows: list[dict[str, Any]] = []
    for regulation in all_regulations():
        if day >= regulation.adopted:
            whole = Address(edition_on(day).chapter, regulation.data.subchapter)
            facts = facts_on((regulation,), whole, day)
            told = [fact.as_json(day) for fact in facts]
            rows += [fact for fact in told if fact["basis"] != "read"]
    return {"format": FORMAT, "day": day.isoformat(), "facts": rows}
