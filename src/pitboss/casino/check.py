"""Compares a submission with the regulation of its day: all that is wrong with it, at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

from pitboss import registry
from pitboss.casino.across import check_across
from pitboss.casino.change import check_change
from pitboss.casino.findings import Finding, Findings, verdict_of
from pitboss.casino.floor import Floor, Misread, Offered, floor_at, start_of
from pitboss.casino.places import Path
from pitboss.casino.submission import Filed
from pitboss.errors import BadInput, NotInForce, PitbossError, UnknownName
from pitboss.law.chapter import NOT_AUTHORISED, RESERVED, TEMPORARY, UNCERTAIN, chapter
from pitboss.law.citation import edition_on
from pitboss.law.regulation import Law, general
from pitboss.law.schema import OptionEntry
from pitboss.money import CENTS_MAX, format_dollars
from pitboss.table.system import Subject, System

POKER = "poker"
# The law of each way of offering a game that was judged; None where no rules could be made of it.
Judged = dict[Any, Law | None]
JACKPOTS = ("bad beat", "high hand")


class Checked(NamedTuple):
    """A submission that was checked: its floor on the day, and what there is to say of it.
    `rules` has by table the hash of the rules in use there; `notes` by the title of a game what of
    its rules no text we have confirms."""

    filed: Filed
    floor: Floor
    findings: list[Finding]
    rules: dict[int, str]
    notes: dict[str, tuple[str, ...]]

    @property
    def verdict(self) -> str:
        return verdict_of(self.findings)


def check_submission(filed: Filed, day: date | None = None) -> Checked:
    """Everything there is to say of the submission: as it stands on the day (its own first day if
    none is named), and after each change that comes later."""
    findings = Findings(filed)
    misread: list[Misread] = []
    start = start_of(day or filed.submission.since)
    floor = floor_at(filed, start, misread)
    _check_numbers(filed, floor, findings)
    _check_changes(filed, floor, findings)
    rules: dict[int, str] = {}
    notes: dict[str, tuple[str, ...]] = {}
    judged: Judged = {}
    for each in _floors(filed, floor, misread):
        laws = _check_floor(each, findings, judged)
        for table in each.tables:
            if table.path in laws:
                rules.setdefault(table.number, laws[table.path].hash)
        for law in laws.values():
            notes[law.title] = tuple(dict.fromkeys((*notes.get(law.title, ()), *_unread(law))))
    for part in filed.unreadable:
        findings.add("unreadable", part.text, part.path, floor.day)
    for choice in dict.fromkeys(misread):
        findings.add("unreadable", choice.text, choice.path, floor.day)
    return Checked(filed, floor, findings.ordered(), rules, notes)


def refuse_unlawful(filed: Filed, day: date) -> Checked:
    """The submission checked, for whoever uses it: one that is unlawful or cannot be read in full
    is refused with the first finding."""
    checked = check_submission(filed, day)
    for finding in checked.findings:
        if finding.verdict in ("unreadable", "unlawful"):
            raise BadInput(
                f"{filed.name}:{finding.line}:{finding.column}: {finding.text}; pitboss check "
                "tells all",
                cite=finding.cite,
            )
    return checked


def _unread(law: Law) -> list[str]:
    """What of the rules of a table no text we have confirms, options that were not chosen apart."""
    return [each for each in law.unverified if not each.startswith("option ")]


def _floors(filed: Filed, floor: Floor, misread: list[Misread]) -> Iterator[Floor]:
    yield floor
    for at in sorted({change.at for change in filed.submission.change if change.at > floor.at}):
        yield floor_at(filed, at, misread)


def _check_numbers(filed: Filed, floor: Floor, findings: Findings) -> None:
    """Every pit and every table is there once."""
    first: dict[int, Offered] = {}
    for table in floor.tables:
        other = first.setdefault(table.number, table)
        path = (*table.path, "number")
        if table.number < 1:
            text = f"table {table.number}: a table's number is 1 or more"
            findings.add("unlawful", text, path, floor.day, tables=[table.number])
        if other is table:
            continue
        if other.pit != table.pit:
            text = f"table {table.number} is in two pits, {other.pit} and {table.pit}"
        else:
            text = f"table {table.number} is there twice, in pit {table.pit}"
        findings.add("unlawful", text, path, floor.day, tables=[table.number])
    pits: set[str] = set()
    for pit in filed.submission.pit:
        if pit.pit in pits:
            path = (*filed.path_of(pit), "pit")
            findings.add("unlawful", f"pit {pit.pit} is there twice", path, floor.day)
        pits.add(pit.pit)


def _check_changes(filed: Filed, floor: Floor, findings: Findings) -> None:
    """What is wrong with a change itself; what it needs is a matter of notices."""
    for change in filed.submission.change:
        path = (*filed.path_of(change), "at")
        if change.at < start_of(filed.submission.since):
            text = (
                f"a change in the past: {change.at:%Y-%m-%d %H:%M} is before the submission's "
                f"first day, {filed.submission.since}"
            )
            findings.add("unlawful", text, path, floor.day, cite="8.3", stated="inferred")
        elif change.at > floor.at:
            check_change(filed, change, findings)


def _check_floor(
    floor: Floor, findings: Findings, judged: dict[Any, Law | None]
) -> dict[Path, Law]:
    """Every way of offering a game on this floor that was not yet judged; then what must be alike.
    Gives by the place of each table its law, where that could be made."""
    try:
        edition_on(floor.day)
    except NotInForce as error:
        findings.refused(error, ("from",), floor.day)
        return {}
    laws: dict[Path, Law] = {}
    for key, tables in _alike(floor).items():
        numbers = [table.number for table in tables]
        if (key, floor.day) not in judged:
            judged[key, floor.day] = _check_offered(tables[0], numbers, floor.day, findings)
        law = judged[key, floor.day]
        if law is not None:
            laws |= {table.path: law for table in tables}
    check_across(floor, laws, findings)
    return laws


def _alike(floor: Floor) -> dict[Any, list[Offered]]:
    """Tables of the same terms that stand in the same places of the file: judged as one."""
    alike: dict[Any, list[Offered]] = {}
    for offered in floor.everything():
        places = tuple(sorted(map(str, offered.places.items())))
        alike.setdefault((offered.terms(), places), []).append(offered)
    return alike


def _check_offered(
    offered: Offered, numbers: list[int], day: date, findings: Findings
) -> Law | None:
    """One way of offering a game, at the tables of these numbers."""
    _check_jackpot(offered, numbers, day, findings)
    subject = _authorised(offered, numbers, day, findings)
    if subject is None:
        return None
    law = _check_options(subject, offered, numbers, day, findings)
    if law is None:
        return None
    _check_unverified(subject, offered, law, numbers, day, findings)
    if not isinstance(subject, System):
        _check_limits(offered, law, numbers, day, findings)
        _check_equipment(subject, offered, law, numbers, day, findings)
    return law


def _authorised(
    offered: Offered, numbers: list[int], day: date, findings: Findings
) -> Subject | None:
    """The game, if it may be offered on that day and pitboss knows it."""
    path = (*offered.path, "game") if offered.number else offered.path
    known = chapter().find(offered.game)
    state = known.on(day) if known is not None else ""
    if known is not None and state in (NOT_AUTHORISED, RESERVED):
        why = known.why(day) or f"{known.title} was adopted on {known.adopted}"
        text = f"{offered.game} is not authorised on {day}: {why}"
        findings.add("unlawful", text, path, day, tables=numbers)
        return None
    if known is not None and state in (TEMPORARY, UNCERTAIN):
        text = f"{offered.game} on {day}: {known.why(day)}"
        findings.add("not decidable", text, path, day, tables=numbers)
    try:
        subject = registry.find_subject(offered.game)
    except UnknownName:
        if known is None:
            text = f"no game {offered.game[:40]!r} in the chapter: pitboss games lists them"
            findings.add("unlawful", text, path, day, tables=numbers)
        else:
            text = (
                f"{known.title} is subchapter {known.subchapter} of the chapter, and pitboss does "
                "not have it: nothing of what is chosen can be checked"
            )
            findings.add("not decidable", text, path, day, tables=numbers)
        return None
    if isinstance(subject, System) and offered.number:
        text = f"{offered.game} is a computer system and not a table: its file stands in [game]"
        findings.add("unlawful", text, path, day, tables=numbers)
        return None
    if known is None:
        text = f"{offered.game} is no game of the chapter: it needs approval as a new game"
        findings.add("unlawful", text, path, day, tables=numbers, cite="8.4")
    if day < subject.regulation.adopted:
        text = subject.regulation.not_authorised(day)
        findings.add("unlawful", text, path, day, tables=numbers)
        return None
    return subject


def _check_options(
    subject: Subject, offered: Offered, numbers: list[int], day: date, findings: Findings
) -> Law | None:
    """Options and odds, all at once; then what the game's own rules say of the lawful rest."""
    regulation, chosen = subject.regulation, dict(offered.options)
    if isinstance(subject, System):
        return _check_system(subject, offered, day, findings)
    for violation in regulation.violations(day, chosen):
        findings.add(
            "unlawful",
            str(violation.error.args[0]),
            offered.where("options", violation.name),
            day,
            tables=numbers,
            regulation=regulation,
            cite=violation.cite,
        )
        chosen.pop(violation.name, None)
    while True:
        try:
            law = subject.rules(day, chosen).law
        except PitbossError as error:
            name = next((name for name in chosen if _names(error, name)), "")
            path = offered.where("options", name) if name else offered.path
            findings.refused(error, path, day, tables=numbers)
            if not name:
                return None
            del chosen[name]
        else:
            assert isinstance(law, Law)
            return law


def _names(error: PitbossError, option: str) -> bool:
    """Whether the refusal is of that option."""
    text = str(error.args[0]).removeprefix("option ")
    return text.startswith(option) and not text[len(option) :][:1].isidentifier()


def _check_system(system: System, offered: Offered, day: date, findings: Findings) -> Law | None:
    """Keno: all that is wrong with the rate card."""
    path = offered.where("options", system.licensee_file)
    try:
        wrongs = system.findings(day, offered.options)
        for wrong in wrongs:
            text = f"{wrong.where}: {wrong.what}"
            findings.add("unlawful", text, path, day, full=wrong.cite, basis=wrong.basis)
        law = None if wrongs else system.rules(day, offered.options).law
    except PitbossError as error:
        findings.refused(error, path, day)
        return None
    assert law is None or isinstance(law, Law)
    return law


def _check_unverified(
    subject: Subject,
    offered: Offered,
    law: Law,
    numbers: list[int],
    day: date,
    findings: Findings,
) -> None:
    """What the licensee chose or offers by sections that no text we have confirms. What every table
    of the game has is not its choice: that is told beside, as a note."""
    for name, value in offered.options.items():
        entry = _entry_of(subject, law, name, day)
        if value is False or (isinstance(entry, OptionEntry) and value == entry.default):
            continue  # Nothing is done, or what is done where nothing is chosen.
        if entry is not None and law.known(entry.cite, entry.basis).basis == "unverified":
            text = f"{name}: whether it may be so is not decidable from what we have read"
            findings.add(
                "not decidable",
                text,
                offered.where("options", name),
                day,
                tables=numbers,
                regulation=subject.regulation,
                cite=entry.cite,
                stated=entry.basis,
            )
    optional = [
        kind.label
        for name, kind in law.wagers.items()
        if (entry := subject.regulation.wagers[name].at(day)) is not None
        and any(_may_be_off(subject, option, day) for option in entry.offered_if)
        and law.known(entry.cite, entry.basis).basis == "unverified"
    ]
    if optional:
        text = (
            f"{law.title} is offered with wagers that an option may take away and no text we have "
            f"confirms: {_few(optional)}"
        )
        cite = law.citations.whole(law.subchapter)
        findings.add(
            "not decidable",
            text,
            ("game", offered.game),
            day,
            tables=numbers,
            full=cite,
            basis="unverified",
        )


def _may_be_off(subject: Subject, option: str, day: date) -> bool:
    entry = subject.regulation.options[option].at(day)
    return entry is not None and False in entry.values


def _entry_of(subject: Subject, law: Law, name: str, day: date) -> Any:
    """The entry of the data by which an option, or odds of the licensee's own, are judged."""
    lines: Any = subject.regulation.options
    if name.startswith("odds."):
        lines, name = subject.regulation.paytables, name.split(".", 2)[1]
    return lines[name].at(day) if name in lines else None


def _check_limits(
    offered: Offered, law: Law, numbers: list[int], day: date, findings: Findings
) -> None:
    """8.2: a minimum and a maximum for every wager; increments that fit to them."""

    def unlawful(text: str, *about: str) -> None:
        path = offered.where(*about)
        findings.add("unlawful", text, path, day, tables=numbers, cite="8.2", stated="inferred")

    for about, kinds in (("limits", offered.limits), ("increments", offered.increments)):
        for kind in kinds:
            if kind and kind not in law.wagers:
                known = ", ".join(law.wagers)
                unlawful(f"{about}: no wager {kind[:40]!r}; the wagers are {known}", about, kind)
    pairs = [("limits", *each) for each in offered.limits.items()]
    pairs += [("players", *each) for each in offered.players.items()]
    for about, kind, (low, high) in pairs:
        if not 0 < low <= high <= CENTS_MAX:
            of = kind or "all wagers"
            text = f"{about} of {of}: a minimum above nothing and at most the maximum was expected"
            unlawful(text, about, kind)
    missing = [kind for kind in law.wagers if kind not in offered.limits]
    if missing and "" not in offered.limits and offered.number:
        text = f"no minimum and maximum for {_few(missing)}: the licensee sets and posts them"
        unlawful(text, "limits")
    for kind, step in offered.increments.items():
        low, _ = offered.limits.get(kind, offered.limits.get("", (0, 0)))
        if step < 1 or low % step:
            of = kind or "all wagers"
            unlawful(
                f"increments of {format_dollars(step)} for {of}: the minimum, "
                f"{format_dollars(low)}, is no multiple of it",
                "increments",
                kind,
            )
    _check_increments_day(offered, numbers, day, findings)


def _check_increments_day(
    offered: Offered, numbers: list[int], day: date, findings: Findings
) -> None:
    """Additional wagering requirements are first seen in the title of 2012."""
    stated = general().values["increments"]
    if offered.increments and stated.at(day) is None:
        kind = next(iter(offered.increments))
        text = f"increments on {day}: they are first seen on {stated.first_day()}"
        path = offered.where("increments", kind)
        findings.add("not decidable", text, path, day, tables=numbers, cite="8.2")


def _check_equipment(
    subject: Any, offered: Offered, law: Law, numbers: list[int], day: date, findings: Findings
) -> None:
    """The smallest chip, the progressive meter, and how often cards are changed."""
    if not 0 < offered.chip <= CENTS_MAX:
        text = "the smallest chip is worth more than nothing"
        findings.add("unlawful", text, offered.where("chip"), day, tables=numbers)
    if offered.meter and not subject.shared_meter:
        text = f"{offered.game} has no progressive meter"
        findings.add("unlawful", text, offered.where("meter"), day, tables=numbers)
    stated = offered.card_change_hours
    dealt = "hand" if law.options.get("dealing") == "hand" else "shoe"
    for name in ("card_change_hours", f"card_change_hours_{dealt}"):
        entry = subject.regulation.values[name].at(day) if name in law.values else None
        if stated is not None and entry is not None and not 0 < stated <= int(entry.value):
            text = f"cards changed every {stated} hours: at the latest after {entry.value}"
            findings.add(
                "unlawful",
                text,
                offered.where("card_change_hours"),
                day,
                tables=numbers,
                regulation=subject.regulation,
                cite=entry.cite,
                stated=entry.basis,
            )


def _check_jackpot(offered: Offered, numbers: list[int], day: date, findings: Findings) -> None:
    """14.19(a): bad beat or high hand payouts at a poker table, never both."""
    if not offered.jackpot:
        return
    path = offered.where("jackpot")
    if offered.game != POKER and not offered.game.startswith(f"{POKER}-"):
        text = f"{offered.game} has no bad beat or high hand payouts; poker has"
        findings.add("unlawful", text, path, day, tables=numbers)
        return
    cite = f"N.J.A.C. {edition_on(day).chapter}-14.19(a)"
    for name in offered.jackpot:
        if name not in JACKPOTS:
            text = f"no jackpot {name[:40]!r}; expected {' or '.join(JACKPOTS)}"
            findings.add("unlawful", text, path, day, tables=numbers, full=cite)
    if len(set(offered.jackpot)) > 1:
        text = "bad beat or high hand payouts at a poker table, never both"
        findings.add("unlawful", text, path, day, tables=numbers, full=cite)


def _few(names: Iterable[str]) -> str:
    listed = list(names)
    return ", ".join(listed[:6]) + (f" and {len(listed) - 6} more" if len(listed) > 6 else "")
