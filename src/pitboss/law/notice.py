"""8.3, and what the games' sections say of their own: what notice a change of options or limits
needs, to whom, and how long before.

The text of 8.3 was not available to us: that changes fall under it is read in the games'
sections, the half hour and the recipients are inferred from New Jersey's references to it and
from a sister state's copy. Every answer says so in `basis`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

import msgspec

from pitboss.law.citation import Citations, edition_on
from pitboss.law.regulation import Regulation, general
from pitboss.law.schema import Basis, OptionEntry, Value, shared_in
from pitboss.money import CENTS_MAX, Odds, format_dollars

# 3.5(a)1ii, 3.10(c)2, 7.5(b)2ii; that of 8.3 is a fact of its own.
WRITTEN_MINUTES = 30
PATRONS, SURVEILLANCE = "patrons at the table", "surveillance department"
Limits = Mapping[str, tuple[int, int]]


class Notice(msgspec.Struct, frozen=True):
    """What one change needs. `kind`: none, sign (at the table, no lead time), 8.3 (sign with
    the time, announcement, word to the regulator), written, or approval by the regulator."""

    change: str
    kind: str
    lead_minutes: int = 0
    to: tuple[str, ...] = ()
    sign: bool = False
    sign_states_time: bool = False
    announce: bool = False
    pit_wide: bool = False
    cite: str = ""
    basis: Basis = "inferred"
    # What changes, from what and to what, as people are told it.
    subject: str = ""
    was: str = ""
    to_be: str = ""


def notices_for(
    regulation: Regulation,
    day: date,
    *,
    options: tuple[Mapping[str, Value], Mapping[str, Value]],
    limits: tuple[Limits, Limits],
    increments: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {}),
    all_patrons_agree: bool = False,
) -> list[Notice]:
    """What the change from the first to the second needs, line by line: options as chosen
    (odds that the licensee pays are `odds.TABLE.ROW`), limits and increments in cents by kind of
    wager."""
    citations = regulation.citations_on(day)
    found = []
    before, after = options
    for name in dict.fromkeys((*before, *after)):
        if name.startswith("odds."):
            line = _odds(regulation, day, citations, name, before, after)
        else:
            line = _option(regulation, day, citations, name, before, after)
        if line is not None:
            found.append(line)
    return found + limit_notices(
        regulation.data.game,
        day,
        limits,
        increments,
        citations=citations,
        all_patrons_agree=all_patrons_agree,
    )


def limit_notices(
    game: str,
    day: date,
    limits: tuple[Limits, Limits],
    increments: tuple[Mapping[str, int], Mapping[str, int]] = ({}, {}),
    *,
    citations: Citations | None = None,
    all_patrons_agree: bool = False,
) -> list[Notice]:
    """8.2, 8.3: what a change of limits and of additional wagering requirements needs, at a game of
    any name."""
    citations = citations or general().citations_on(day)
    low_high = (1, CENTS_MAX)
    found = []
    for kind in dict.fromkeys((*limits[0], *limits[1])):
        was = limits[0].get(kind, limits[0].get("", low_high))
        is_to_be = limits[1].get(kind, limits[1].get("", low_high))
        agreed = all_patrons_agree and is_poker(game)
        found += _limits(day, citations, kind, was, is_to_be, agreed=agreed)
    cite = citations.full("8.3")
    for kind in dict.fromkeys((*increments[0], *increments[1])):
        step, new_step = increments[0].get(kind, 0), increments[1].get(kind, 0)
        if step != new_step:
            shown = " to ".join(
                format_dollars(cents) if cents else "none" for cents in (step, new_step)
            )
            change = f"increments of {kind or 'all other wagers'}: {shown}"
            notice = _under_8_3(change, day, cite)
            subject = f"Increments of {kind or 'wagers'}"
            found.append(_in_words(notice, subject, *shown.split(" to ")))
    return found


def first_notices(regulation: Regulation, day: date, chosen: Mapping[str, Value]) -> list[Notice]:
    """What the first use of an option needs beyond the change from its default: 3.10(c)2 asks for
    notice before a procedure is used at all."""
    citations = regulation.citations_on(day)
    found = []
    for name, dated in regulation.options.items():
        entry = dated.at(day)
        if entry is None or not entry.notice_first:
            continue
        value = chosen.get(name, entry.default)
        notice = _needed(regulation, day, citations, entry, f"{name}: first use, {_shown(value)}")
        subject, _, chosen_words = _words_of_option(entry, name, value, value)
        found.append(_in_words(notice, subject, "not in use", chosen_words))
    return found


def is_poker(game: str) -> bool:
    """Whether it is subchapter 14 that the game is played by."""
    return game == "poker" or game.startswith("poker-")


def lead_minutes(notices: list[Notice]) -> int:
    """How long before the change the last of these notices must be given."""
    return max((notice.lead_minutes for notice in notices), default=0)


def minutes_of_notice() -> int:
    """8.3: how long before a change of a rule notice of it is given."""
    entry = general().data.value["notice_minutes"][0]
    assert isinstance(entry.value, int)
    return entry.value


def _under_8_3(change: str, day: date, cite: str, basis: Basis = "inferred") -> Notice:
    return Notice(
        change,
        "8.3",
        minutes_of_notice(),
        (PATRONS, edition_on(day).regulator),
        sign=True,
        sign_states_time=True,
        announce=True,
        cite=cite,
        basis=basis,
    )


def _shown(value: Value | None) -> str:
    if value is None:
        return "the default"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _in_words(notice: Notice, subject: str, was: str, to_be: str) -> Notice:
    return msgspec.structs.replace(notice, subject=subject, was=was, to_be=to_be)


def _words_of_option(
    entry: OptionEntry, name: str, was: Value, to_be: Value
) -> tuple[str, str, str]:
    """Returns the option and its two values in words. A label such as "1: pay all; 2: pay each"
    explains the values and not the option."""
    explained = dict(re.findall(r"(\d+): ([^;]+)", entry.label))
    if explained and str(was) in explained and str(to_be) in explained:
        subject = name.replace("_", " ").capitalize()
        return subject, f"{was}, {explained[str(was)]}", f"{to_be}, {explained[str(to_be)]}"
    return entry.label or name.replace("_", " ").capitalize(), _plain(was), _plain(to_be)


def _plain(value: Value) -> str:
    """A value as it stands on a sign."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _option(
    regulation: Regulation,
    day: date,
    citations: Citations,
    name: str,
    before: Mapping[str, Value],
    after: Mapping[str, Value],
) -> Notice | None:
    dated = regulation.options.get(name)
    entry = dated.at(day) if dated is not None else None
    if entry is None:
        return None
    was, to_be = before.get(name, entry.default), after.get(name, entry.default)
    if type(was) is type(to_be) and was == to_be:
        return None
    change = f"{name}: {_shown(was)} to {_shown(to_be)}"
    stands = entry.notice_cites.get(str(to_be), entry.notice_cite)
    cite = citations.full(stands or entry.cite)
    if not entry.notice or not _covered(entry, was, to_be):
        notice = Notice(change, "none", cite=cite, basis=_basis(regulation, day, entry, stands))
    else:
        notice = _needed(regulation, day, citations, entry, change, stands)
    return _in_words(notice, *_words_of_option(entry, name, was, to_be))


def _needed(
    regulation: Regulation,
    day: date,
    citations: Citations,
    entry: OptionEntry,
    change: str,
    stands: str = "",
) -> Notice:
    """The notice that the option's entry asks for. `stands`: where, if the value has a place of its
    own."""
    stands = stands or entry.notice_cite
    cite = citations.full(stands or entry.cite)
    basis = _basis(regulation, day, entry, stands)
    pit_wide = shared_in(entry.scope) == "pit"  # 3.5(b), 3.10(c)1, 7.5(c)
    if entry.notice == "8.3":
        return msgspec.structs.replace(_under_8_3(change, day, cite), pit_wide=pit_wide)
    if entry.notice == "written":
        to = (SURVEILLANCE, edition_on(day).regulator)
        return Notice(
            change, "written", WRITTEN_MINUTES, to, pit_wide=pit_wide, cite=cite, basis=basis
        )
    if entry.notice == "approval":
        whom = (edition_on(day).regulator,)
        return Notice(change, "approval", 0, whom, pit_wide=pit_wide, cite=cite, basis=basis)
    return Notice(
        change, "sign", 0, (PATRONS,), sign=True, pit_wide=pit_wide, cite=cite, basis=basis
    )


def _basis(regulation: Regulation, day: date, entry: OptionEntry, stands: str) -> Basis:
    """How the paragraph is known on that day in which the notice, or that there is none, stands."""
    return regulation.known(stands or entry.cite, day, entry.basis).basis


def _covered(entry: OptionEntry, was: Value, to_be: Value) -> bool:
    """Whether the notice is needed in this direction."""
    for old, new in entry.without_notice:
        if (type(old), old, type(new), new) == (type(was), was, type(to_be), to_be):
            return False
    match entry.notice_on:
        case "start":
            return was is False or not was
        case "stop":
            return to_be is False or not to_be
        case "increase" | "decrease":
            before, after = _size(was), _size(to_be)
            # Beside a range, false is no number of it (a limit that is not there, say).
            apart = entry.range is not None and isinstance(was, bool) != isinstance(to_be, bool)
            if before is None or after is None or apart:
                return True  # not to be compared: rather one notice too many
            return after > before if entry.notice_on == "increase" else after < before
    return True


def _size(value: Value) -> int | None:
    """A number, or the one that a word begins with (`5 percent`); false is none at all."""
    if isinstance(value, int):
        return int(value)
    found = re.match(r"\d+", value)
    return int(found[0]) if found is not None else None


def _odds(
    regulation: Regulation,
    day: date,
    citations: Citations,
    name: str,
    before: Mapping[str, Value],
    after: Mapping[str, Value],
) -> Notice | None:
    """The licensee's own odds: paying less than before needs notice where the text says so
    (6.5(i)3), paying more does not."""
    _, table, row = name.split(".", 2)
    dated = regulation.paytables.get(table)
    entry = dated.at(day) if dated is not None else None
    if entry is None:
        return None
    required = next((odds for key, odds in entry.rows if key == row), None)
    was, to_be = before.get(name, required), after.get(name, required)
    if was is None or to_be is None:
        return None
    old, new = Odds.parse(str(was)), Odds.parse(str(to_be))
    if old == new:
        return None
    change = f"odds of {table} {row}: {old.text} to {new.text}"
    if new < old and entry.notice_cite:
        notice = _under_8_3(change, day, citations.full(entry.notice_cite))
    else:
        notice = Notice(change, "none", cite=citations.full(entry.cite))
    return _in_words(notice, f"{entry.label or table}, {row}", old.text, new.text)


def _limits(
    day: date,
    citations: Citations,
    kind: str,
    was: tuple[int, int],
    to_be: tuple[int, int],
    *,
    agreed: bool,
) -> list[Notice]:
    """8.2, 8.3: the maximum either way and a lower minimum at any time, by a sign and a word to
    those at the table; a higher minimum half an hour before. At poker all patrons may agree to
    a higher minimum at once (14.17)."""
    cite = citations.full("8.3")
    of = kind or "all other wagers"
    on_the_sign = f"wager on {kind}" if kind else "wager"
    found = []
    if was[1] != to_be[1]:
        change = f"maximum of {of}: {format_dollars(was[1])} to {format_dollars(to_be[1])}"
        notice = Notice(change, "sign", 0, (PATRONS,), sign=True, announce=True, cite=cite)
        found.append(
            _in_words(notice, f"Maximum {on_the_sign}", *map(_dollars, (was[1], to_be[1])))
        )
    if was[0] != to_be[0]:
        change = f"minimum of {of}: {format_dollars(was[0])} to {format_dollars(to_be[0])}"
        if to_be[0] < was[0]:
            notice = Notice(change, "sign", 0, (PATRONS,), sign=True, announce=True, cite=cite)
        elif agreed:
            cite = citations.full("14.17")
            notice = Notice(change, "sign", 0, (PATRONS,), sign=True, cite=cite, basis="read")
        else:
            notice = _under_8_3(change, day, cite)
        found.append(
            _in_words(notice, f"Minimum {on_the_sign}", *map(_dollars, (was[0], to_be[0])))
        )
    return found


def _dollars(cents: int) -> str:
    return f"${format_dollars(cents)}"
