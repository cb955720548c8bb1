"""Loads a subchapter's data file and resolves it for a day and a licensee's choice."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from math import lcm
from typing import Any, TypeVar

import msgspec

from pitboss.errors import (
    BadInput,
    DataError,
    NotInForce,
    NotPermitted,
    PitbossError,
    UnknownName,
)
from pitboss.law import options as licensee
from pitboss.law.citation import EDITIONS, Citations, edition_on, is_part_of, section_of
from pitboss.law.dated import Dated
from pitboss.law.hypothetical import FACT, Unlawful, WhatIf, supposed
from pitboss.law.paytable import Paytable
from pitboss.law.reading import (
    Amendments,
    Known,
    Readings,
    amendments_from,
    editions_of,
    known_on,
    readings_from,
)
from pitboss.law.schema import (
    Basis,
    DecisionEntry,
    Entry,
    MannerEntry,
    OptionEntry,
    PaytableEntry,
    Section,
    Subchapter,
    Value,
    ValueEntry,
    WagerEntry,
)
from pitboss.money import Odds

E = TypeVar("E", bound=Entry)


class WagerKind(msgspec.Struct, frozen=True):
    """A kind of wager in force: its name, where it may lie, what pays it."""

    key: str
    label: str
    cite: str
    basis: Basis
    pays: str = ""
    spots: tuple[str, ...] = ()
    pays_exactly: str = ""
    multiple_of: int = 1
    when: str = ""
    # Amounts must be multiples of this many cents for a charge on them to be exact.
    cent_step: int = 1
    # The section that asks for those steps, where it is not `pays_exactly`.
    step_cite: str = ""

    def names(self) -> tuple[str, ...]:
        """How the wager is written: `original`, or `straight 17` where it has spots."""
        return tuple(f"{self.key} {spot}".strip() for spot in self.spots) or (self.key,)


class Law(msgspec.Struct, frozen=True):
    """A subchapter as it stood on one day under one choice of options. No dates are left."""

    game: str
    title: str
    subchapter: str
    day: date
    regulator: str
    citations: Citations
    options: dict[str, Value]
    paytables: dict[str, Paytable]
    wagers: dict[str, WagerKind]
    decisions: dict[str, DecisionEntry]
    values: dict[str, Value | list[int | str]]
    verified_until: date
    unverified: tuple[str, ...]
    hash: str
    # Which paragraphs were read in which editions, and when sections were amended.
    readings: Readings = {}
    amended: Amendments = {}
    # By paragraph, how well sourced the facts are that cite it, where it was not read itself.
    stated: dict[str, Basis] = {}
    # How wagers may be made beside chips, if a text that we have says so.
    manner: MannerEntry | None = None
    # What these rules suppose against the text: not empty only for rules that nobody may deal.
    unlawful: tuple[Unlawful, ...] = ()
    # Steps of payable amounts that were worked out: they follow from the rest and the chips.
    steps: dict[tuple[str, str, int], int] = msgspec.field(default_factory=dict)
    # How paragraphs are known on this day, as far as it was asked: every event names one.
    asked: dict[tuple[str, Basis | None], Known] = msgspec.field(default_factory=dict)
    # Citations in full, as far as they were asked for.
    cited: dict[str, str] = msgspec.field(default_factory=dict)

    def cite(self, section: str) -> str:
        full = self.cited.get(section)
        if full is None:
            full = self.cited[section] = self.citations.full(section)
        return full

    def known(self, cite: str, stated: Basis | None = None) -> Known:
        """How the paragraph is known on this day."""
        known = self.asked.get((cite, stated))
        if known is None:
            said = stated or (None if self.readings_of(cite) else self.stated.get(cite))
            known = known_on(self.readings, self.amended, cite, self.day, said)
            known = self.asked[cite, stated] = _known_as(known, cite, self.citations)
        return known

    def checked(self) -> str:
        """How far the texts reach that these rules were checked against, as a sentence."""
        if self.house_rules:
            return "These are the house's own rules."
        if not self.readings:
            return "No text of this subchapter was available to us."
        later = "; later changes are not known to us" if self.day > self.verified_until else ""
        return f"Checked against texts up to {self.verified_until}{later}."

    def readings_of(self, cite: str) -> tuple[date, ...]:
        """The editions in which the paragraph was read."""
        return editions_of(self.readings, cite)

    @property
    def house_rules(self) -> bool:
        """Whether the rules are somebody's own, and not of the chapter."""
        return bool(self.citations.authority)

    def paytable(self, name: str) -> Paytable:
        return self.paytables[name]

    def number(self, name: str) -> int:
        """An integer fact or option of the text."""
        value = self.values[name] if name in self.values else self.options[name]
        if not isinstance(value, int) or isinstance(value, bool):
            raise DataError(f"{self.game}: {name} is {value!r}, not a number")
        return value

    def word(self, name: str) -> str:
        value = self.values[name] if name in self.values else self.options[name]
        if not isinstance(value, str):
            raise DataError(f"{self.game}: {name} is {value!r}, not a word")
        return value

    def payable_step(self, kind: WagerKind, spot: str, chip: int) -> int:
        """The step of amounts that can be paid exactly: in smallest chips where a section
        forbids taking what cannot be paid, otherwise in cents."""
        known = self.steps.get((kind.key, spot, chip))
        if known is not None:
            return known
        unit = chip if kind.pays_exactly else 1
        step = lcm(unit * kind.multiple_of, kind.cent_step)
        if kind.pays:
            name, _, key = kind.pays.partition(":")
            table = self.paytables[name]
            if key or spot in table:
                step = lcm(step, table[key or spot].step(unit))
            else:
                # It is not known which row will pay. One at so many to 1 pays any amount.
                paid = (row for _, row in table if row.denominator != 1)
                step = lcm(step, *(row.step(unit) for row in paid))
        self.steps[kind.key, spot, chip] = step
        return step

    def flag(self, name: str, default: bool = False) -> bool:
        """A yes-or-no option; where the day has no such option, `default`."""
        return bool(self.options.get(name, default))


class Regulation:
    """A loaded data file with its time lines."""

    def __init__(self, data: Subchapter) -> None:
        self.data = data
        self.acts = data.act
        if data.adopted not in data.act:
            raise DataError(f"{data.game}: adopted by {data.adopted!r}, which is no act")
        self.adopted = data.act[data.adopted].effective
        self.paytables = self._lines("paytable", data.paytable)
        self.options = self._lines("option", data.option)
        self.wagers = self._lines("wager", data.wager)
        self.decisions = self._lines("decision", data.decision)
        self.values = self._lines("value", data.value)
        self.manners = self._lines("manner", {"wagers": data.manner} if data.manner else {})
        for name, entries in data.option.items():
            for entry in entries:
                licensee.check_option_data(f"{data.game}.{name}", entry)
        for table in data.paytable.values():
            for row in table:
                for _, odds in row.rows:
                    Odds.parse(odds)
        self.readings = readings_from(data.game, data.read)
        self.amended = amendments_from(data.act)
        self._check_citations()
        self._check_readings()

    def _lines(self, kind: str, named: Mapping[str, list[E]]) -> dict[str, Dated[E]]:
        return {
            name: Dated(f"{self.data.game}.{kind}.{name}", entries, self.acts)
            for name, entries in named.items()
        }

    def _check_citations(self) -> None:
        """Every cited section stands in the contents of its subchapter."""
        dated: list[tuple[str, list[Entry]]] = []
        for named in (
            self.data.paytable,
            self.data.option,
            self.data.wager,
            self.data.decision,
            self.data.value,
        ):
            dated += [(name, list(entries)) for name, entries in named.items()]
        for name, entries in dated:
            for entry in entries:
                if not entry.absent and section_of(entry.cite) not in self.contents:
                    raise DataError(f"{self.data.game}.{name}: no section {entry.cite}")

    def _check_readings(self) -> None:
        """What was read stands in the contents, and no text is verified beyond the last read."""
        for cite in self.readings:
            if section_of(cite) not in self.contents:
                raise DataError(f"{self.data.game}: read is {cite}, which the contents do not have")
        last = max((day for days in self.readings.values() for day in days), default=None)
        if last is not None and self.data.verified_until > last:
            raise DataError(
                f"{self.data.game}: verified until {self.data.verified_until}, and last read in a "
                f"text of {last}"
            )
        for lettering in self.data.lettering:
            self._day_of(lettering.before)

    def known(self, cite: str, day: date, stated: Basis | None = None) -> Known:
        """How the paragraph is known on that day."""
        known = known_on(self.readings, self.amended, cite, day, stated)
        return _known_as(known, cite, self.citations_on(day))

    def read_until(self, section: str) -> date | None:
        """The last edition in which anything of the section was read; None if nothing was."""
        days = [
            day
            for cite, editions in self.readings.items()
            if is_part_of(cite, section)
            for day in editions
        ]
        return max(days, default=None)

    def citations_on(self, day: date) -> Citations:
        """How sections are cited on that day: by the chapter, and the letters of the day."""
        chapter = edition_on(max(day, EDITIONS[0].since)).chapter
        lettered: dict[str, str] = {}
        for lettering in self.data.lettering:
            since = self._day_of(lettering.since) if lettering.since else EDITIONS[0].since
            if since <= day < self._day_of(lettering.before):
                lettered |= lettering.letters
        # The longest first: a point may have moved otherwise than its paragraph.
        ordered = {key: lettered[key] for key in sorted(lettered, key=len, reverse=True)}
        renumbered = self.data.renumbered.get(chapter, {})
        return Citations(chapter, renumbered, self.data.authority, ordered)

    def _day_of(self, act: str) -> date:
        """The day of an act of the subchapter, or the day itself, of another one's."""
        try:
            return self.acts[act].effective if act in self.acts else date.fromisoformat(act)
        except ValueError:
            raise DataError(f"{self.data.game}: {act!r} is neither an act nor a day") from None

    def title_on(self, day: date) -> str:
        return _title(self.data.title, self.data.retitled, day)

    def section_title(self, section: str, day: date) -> str:
        """The title of the section in the edition of that day."""
        found = self.contents[section]
        return _title(found.title, found.retitled, day)

    @cached_property
    def contents(self) -> dict[str, Section]:
        """The subchapter's sections, with those of subchapter 8, which concerns all games."""
        own = _sections(self.data)
        if self.data.subchapter != "8":
            own |= {key: value for key, value in _sections(all_games()).items() if key not in own}
        return own

    def section_in_force(self, section: str, day: date) -> bool:
        return section in self.contents and self.section_since(section) <= day

    def section_since(self, section: str) -> date:
        """The day on which the section begins: that of its act, or of the subchapter.

        Doubt: before subchapter 8 was adopted, on 1983-12-05, limits stood in the games' own
        sections; where a note says in which paragraph, it is cited, else the section on wagers."""
        act = self.contents[section].since
        if section not in self.data.contents:
            general = all_games()
            return general.act[act or general.adopted].effective
        return self.acts[act].effective if act else self.adopted

    def boundaries(self) -> list[date]:
        """The effective dates of all acts, the ends of experiments, and the days on which
        paragraphs got other letters."""
        days = {act.effective for act in self.acts.values()}
        days |= {act.expires for act in self.acts.values() if act.expires is not None}
        days |= {self._day_of(lettering.before) for lettering in self.data.lettering}
        days |= {edition.since for edition in EDITIONS if edition.since >= self.adopted}
        return sorted(day for day in days if day >= self.adopted)

    def resolve(self, day: date, chosen: Mapping[str, Value] | None = None) -> Law:
        """The subchapter on `day` under the licensee's `chosen` options. Keys of the form
        `odds.TABLE.ROW` replace the odds of one row where the text lets the licensee pay more."""
        edition = edition_on(day)
        if day < self.adopted:
            raise NotInForce(self.not_authorised(day))
        citations = self.citations_on(day)
        chosen = chosen if chosen is not None else {}
        options, own_odds, violations = self._choice_on(day, chosen, citations)
        unlawful = supposed(violations, chosen, options)
        any_odds = isinstance(chosen, WhatIf)
        paytables, violations = self._paytables_on(day, options, own_odds, citations, any_odds)
        unlawful += supposed(violations, chosen, chosen)
        wagers = self._wagers_on(day, options)
        values, violations = self._facts_on(day, chosen, citations)
        unlawful += supposed(violations, chosen, chosen)
        decisions = self._on(self.decisions, day)
        law = Law(
            game=self.data.game,
            title=self.title_on(day),
            subchapter=self.data.subchapter,
            day=day,
            regulator=edition.regulator,
            citations=citations,
            options=options,
            paytables=paytables,
            wagers=wagers,
            decisions=decisions,
            values=values,
            verified_until=self.data.verified_until,
            unverified=self._unverified_on(day, wagers, paytables),
            hash="",
            unlawful=tuple(unlawful),
            readings=self.readings,
            amended=self.amended,
            stated=self._stated_on(day),
            manner=self._on(self.manners, day).get("wagers"),
        )
        return msgspec.structs.replace(law, hash=_content_hash(law))

    def _choice_on(
        self, day: date, chosen: Mapping[str, Value], citations: Citations
    ) -> tuple[dict[str, Value], dict[str, Value], list[licensee.Violation]]:
        """The options in force, the odds of the licensee's own, and what is wrong with options."""
        own_odds = {key: value for key, value in chosen.items() if key.startswith("odds.")}
        others = {k: v for k, v in chosen.items() if k not in own_odds and not k.startswith(FACT)}
        named = WhatIf(others) if isinstance(chosen, WhatIf) else others
        options, violations = licensee.choose_all(self.options, named, day, citations)
        return options, own_odds, violations

    def violations(self, day: date, chosen: Mapping[str, Value]) -> list[licensee.Violation]:
        """Everything that is wrong with the licensee's choice on that day, options and odds. Odds
        are judged under the options that are permitted."""
        citations = self.citations_on(day)
        options, own_odds, violations = self._choice_on(day, chosen, citations)
        violations += self._facts_on(day, chosen, citations)[1]
        return violations + self._paytables_on(day, options, own_odds, citations)[1]

    def not_authorised(self, day: date) -> str:
        """Why there is no such game on that day, as far as it is known."""
        game, subchapter = self.data.game, self.data.subchapter
        if self.acts[self.data.adopted].basis == "read":
            return (
                f"{game} was not authorised on {day}: subchapter {subchapter} was adopted on "
                f"{self.adopted}"
            )
        return (
            f"{game} is not known to have been authorised on {day}: subchapter {subchapter} is "
            f"first seen in force on {self.adopted}, and the day of its adoption is not known to us"
        )

    @staticmethod
    def _on(named: Mapping[str, Dated[E]], day: date) -> dict[str, E]:
        found = ((name, dated.at(day)) for name, dated in named.items())
        return {name: entry for name, entry in found if entry is not None}

    def entry_of_table(self, table: Paytable, day: date) -> Entry:
        """Where a pay table of that day is stated: under its own name, which is another's where a
        choice puts that in its place; or nowhere, if the licensee supplies it."""
        stated = self.paytables.get(table.name)
        entry = stated.at(day) if stated is not None else None
        if entry is None:
            supplied = "supplied by the licensee"
            return Entry(since=self.data.adopted, cite=table.cite, basis=table.basis, note=supplied)
        return entry

    def _paytables_on(
        self,
        day: date,
        options: Mapping[str, Value],
        own_odds: Mapping[str, Value],
        citations: Citations,
        any_odds: bool = False,
    ) -> tuple[dict[str, Paytable], list[licensee.Violation]]:
        tables = {
            name: _paytable(name, entry)
            for name, entry in self._on(self.paytables, day).items()
            if _offered(entry, options)
        }
        violations = []
        for key, odds in own_odds.items():
            _, _, path = key.partition(".")
            name, _, row = path.partition(".")
            try:
                tables[name] = _with_odds(tables, name, row, odds, day, citations)
            except PitbossError as error:
                cite = tables[name].cite if name in tables else ""
                violations.append(licensee.Violation(key, error, cite))
                if any_odds and isinstance(error, NotPermitted):
                    tables[name] = tables[name].supposing(row, Odds.parse(str(odds)))
        return tables, violations

    def _facts_on(
        self, day: date, chosen: Mapping[str, Value], citations: Citations
    ) -> tuple[dict[str, Any], list[licensee.Violation]]:
        """The facts of the text; and what is wrong with choosing others, as `fact.NAME`."""
        entries = self._on(self.values, day)
        values: dict[str, Any] = {name: entry.value for name, entry in entries.items()}
        violations = []
        for key, value in chosen.items():
            name = key.removeprefix(FACT)
            if name == key:
                continue
            entry = entries.get(name)
            error: PitbossError
            if entry is None:
                error = UnknownName(f"no fact {name[:40]!r}; the facts are {', '.join(values)}")
            elif type(value) is not type(entry.value):
                error = BadInput(f"{key} = {value}: expected one such as {entry.value}")
            else:
                text = f"{name} is {entry.value} by the text, and no choice of the licensee's"
                error = NotPermitted(text, cite=citations.full(entry.cite))
                values[name] = value
            violations.append(licensee.Violation(key, error, entry.cite if entry else ""))
        return values, violations

    def _wagers_on(self, day: date, options: Mapping[str, Value]) -> dict[str, WagerKind]:
        return {
            name: WagerKind(
                key=name,
                label=entry.label or name,
                cite=entry.cite,
                basis=entry.basis,
                pays=entry.pays,
                spots=tuple(entry.spots),
                pays_exactly=entry.pays_exactly,
                multiple_of=entry.multiple_of,
                when=entry.when,
            )
            for name, entry in self._on(self.wagers, day).items()
            if _offered(entry, options)
        }

    def _unverified_on(
        self, day: date, wagers: Mapping[str, WagerKind], paytables: Mapping[str, Paytable]
    ) -> tuple[str, ...]:
        """What a user must be told is not read in a text of the regulation."""
        told = [f"wager {kind.key}" for kind in wagers.values() if kind.basis == "unverified"]
        told += [f"pay table {t.name}" for t in paytables.values() if t.basis == "unverified"]
        for name, option in self._on(self.options, day).items():
            if option.basis == "unverified":
                told.append(f"option {name}")
        for name, value in self._on(self.values, day).items():
            if value.basis == "unverified":
                told.append(f"fact {name}")
        return tuple(told)

    def _stated_on(self, day: date) -> dict[str, Basis]:
        """By paragraph: unverified, unless some fact of that day that cites it is known better."""
        stated: dict[str, Basis] = {}
        named: tuple[Mapping[str, Dated[Any]], ...] = (
            self.paytables,
            self.options,
            self.wagers,
            self.decisions,
            self.values,
        )
        for lines in named:
            for entry in self._on(lines, day).values():
                better = entry.basis != "unverified" or stated.get(entry.cite) == "inferred"
                stated[entry.cite] = "inferred" if better else "unverified"
        return stated

    def wager_not_in_force(self, name: str, day: date) -> NotInForce | None:
        """Why a wager that the subchapter knows is not there on that day, if it is not."""
        dated = self.wagers.get(name)
        if dated is None or dated.at(day) is not None:
            return None
        ended = dated.last_day_before(day)
        if ended is not None:
            return NotInForce(f"wager {name} was not in force on {day}: it ended on {ended}")
        return NotInForce(licensee.when_in_force("wager", name, dated, day))


def _known_as(known: Known, cite: str, citations: Citations) -> Known:
    """What stood under other letters on the day was not read under these. Rules of a house's own
    are read in its own text."""
    if citations.authority:
        return Known("read")
    if known.basis == "read" and citations.letters(cite) != cite:
        return Known("inferred", known.edition, "a note on the letters of that time")
    return known


def _title(title: str, retitled: Mapping[str, str], day: date) -> str:
    """The last title that the day has."""
    for since, later in sorted(retitled.items()):
        if date.fromisoformat(since) <= day:
            title = later
    return title


def _sections(data: Subchapter) -> dict[str, Section]:
    return {
        key: Section(title=value) if isinstance(value, str) else value
        for key, value in data.contents.items()
    }


def _offered(entry: WagerEntry | PaytableEntry, options: Mapping[str, Value]) -> bool:
    for name, wanted in entry.offered_if.items():
        values = wanted if isinstance(wanted, list) else [wanted]
        if options.get(name) not in values:
            return False
    return True


def _paytable(name: str, entry: PaytableEntry) -> Paytable:
    rows = tuple((key, Odds.parse(odds)) for key, odds in entry.rows)
    return Paytable(
        name, rows, cite=entry.cite, minimum=entry.minimum, basis=entry.basis, label=entry.label
    )


def _with_odds(
    tables: Mapping[str, Paytable], name: str, row: str, odds: Value, day: date, cites: Citations
) -> Paytable:
    """The pay table of that name with the licensee's odds in one row."""
    if name not in tables:
        raise UnknownName(
            f"no pay table {name!r} on {day} under these options; the tables are "
            f"{', '.join(tables)}"
        )
    table = tables[name]
    return table.with_odds(row, Odds.parse(str(odds)), citation=cites.full(table.cite))


def _content_hash(law: Law) -> str:
    """What identifies these rules: everything that can change a receipt, and no date."""
    content: dict[str, Any] = {
        "game": law.game,
        "chapter": law.citations.chapter,
        "options": law.options,
        "paytables": {
            name: [table.cite, [(key, odds.text) for key, odds in table.rows]]
            for name, table in law.paytables.items()
        },
        "wagers": {
            name: [kind.cite, kind.pays, kind.pays_exactly, kind.multiple_of, kind.names()]
            for name, kind in law.wagers.items()
        },
        "decisions": {name: entry.choices for name, entry in law.decisions.items()},
        "values": law.values,
    }
    if law.citations.lettered:
        content["letters"] = dict(law.citations.lettered)
    return hashlib.sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()


def load(source: Traversable) -> Regulation:
    """Read and check one data file."""
    try:
        data = msgspec.convert(tomllib.loads(source.read_text(encoding="utf-8")), Subchapter)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise DataError(f"{source.name}: {error}") from None
    try:
        return Regulation(data)
    except (BadInput, ValueError) as error:
        raise DataError(f"{source.name}: {error}") from None


def data_folder() -> Traversable:
    return resources.files("pitboss") / "data"


_ALL_GAMES: list[Subchapter] = []


def all_games() -> Subchapter:
    """Subchapter 8, whose sections any game may cite. Read once."""
    if not _ALL_GAMES:
        text = (data_folder() / "08_all_games.toml").read_text(encoding="utf-8")
        _ALL_GAMES.append(msgspec.convert(tomllib.loads(text), Subchapter))
    return _ALL_GAMES[0]


@cache
def general() -> Regulation:
    """Subchapter 8 with its facts: what the casino above the tables is held to."""
    return Regulation(all_games())


__all__ = [
    "DecisionEntry", "Law", "OptionEntry", "Regulation", "ValueEntry",
    "WagerKind", "all_games", "data_folder", "general", "load",
]  # fmt: skip
