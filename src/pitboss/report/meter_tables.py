"""A progressive meter in the PAR sheet, line by line as N.J.A.C. 13:69E-1.39A names parameters (a)
and meters (b). What the licensee has not stated says so."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.exact.figures import decimal_text, percent_text
from pitboss.analysis.laboratory.meters import MeterDesk
from pitboss.money import format_dollars
from pitboss.report.protection import Table

KEY = "progressive"
PARAMETERS, METERS = "13:69E-1.39A(a)", "13:69E-1.39A(b)"
APPROVAL = "13:69D-1.52(e)"
NOT_STATED = "not stated: the licensee's"
# Qualifying wagers that the meters are told for.
MANY = 1_000_000
Row = tuple[str, ...]


def meter_tables(meters: list[MeterDesk]) -> Iterator[Table]:
    """Returns the tables of every wager that is paid from a meter."""
    headings: tuple[str, ...]
    for each in meters:
        name = f"{each.wager}, {format_dollars(each.stake)}"
        yield KEY, f"{name}: parameters", ("parameter", "asked by", "is"), _parameters(each)
        headings = ("meter", "asked by", f"after {MANY:,} wagers, on average")
        yield KEY, f"{name}: meters", headings, list(_meters(each))
        headings = ("paid from the meter", "part of it", "once in", "of each wager",
                    f"often enough ({APPROVAL}4)")  # fmt: skip
        yield KEY, f"{name}: levels", headings, _levels(each)
        yield KEY, f"{name}: edge by the meter (exact)", ("", "is"), list(_edges(each))
        if each.split is not None:
            how = "in the long run" + (", under the limit (iterated)" if each.numeric else "")
            headings = ("part", "of each wager")
            yield KEY, f"{name}: where each wager goes {how}", headings, list(_split(each))
        headings = ("such wagers in the round", "added to the meter", "contribution")
        yield KEY, f"{name}: contribution of one round of a table", headings, _rounds(each)


def _dollars(cents: Fraction | int) -> str:
    return decimal_text(Fraction(cents) / 100, 2, comma=True)


def _cents(cents: Fraction) -> str:
    return f"{decimal_text(cents, 4)} cents"


def _parameters(each: MeterDesk) -> list[Row]:
    terms = each.terms
    base = NOT_STATED + " (--option meter_reset)" if each.reset is None else _dollars(each.reset)
    hidden = NOT_STATED + " (--progressive hidden-rate)"
    if terms.hidden_rate is not None:
        hidden = f"{percent_text(terms.hidden_rate)} of each wager"
    if each.needed is not None:
        hidden += f"; {percent_text(each.needed)} would pay the resets, no more and no less"
    limit = NOT_STATED + " (--progressive limit); none is taken"
    if terms.limit is not None:
        limit = _dollars(terms.limit)
    criterion = f"{each.seats} wagers of a round cannot add more"
    if terms.unreasonable is not None:
        criterion = "as the licensee states it"
    rate = f"{format_dollars(each.rate)} of each wager"
    return [
        ("base amount", f"{PARAMETERS}1; {APPROVAL}1", base),
        ("reset amount", f"{PARAMETERS}2; {APPROVAL}1", base),
        ("incrementation rate", f"{PARAMETERS}3; {APPROVAL}3", rate),
        ("progressive limit", f"{PARAMETERS}4", limit),
        ("hidden rate", f"{PARAMETERS}5", hidden),
        (
            "unreasonable contribution",
            f"{PARAMETERS}6",
            f"more than {_dollars(each.invalid_beyond())} in a round ({criterion})",
        ),
    ]


def _meters(each: MeterDesk) -> Iterator[Row]:
    yield "in-meter, wagers", f"{METERS}1", f"{MANY:,}"
    shows = NOT_STATED + " (--option meter_reset)"
    if each.average is not None:
        shows = f"{_dollars(each.average)} when it pays"
    yield "display meter, dollars", f"{METERS}2", shows
    for level in each.levels:
        hits = decimal_text(level.chance * MANY, 3)
        yield f"hits meter: {level.row}", f"{METERS}3", hits
    for level in each.levels:
        won = shows if level.paid is None else _dollars(level.paid * MANY)
        yield f"wins meter, dollars: {level.row}", f"{METERS}4", won
    over = "0.00 (no limit is stated)"
    if each.split is None:
        over = shows
    elif each.terms.limit is not None:
        over = _dollars(each.split.overflow * each.stake * MANY)
    yield "overflow meter, dollars", f"{METERS}5", over
    yield from _reserve(each, shows)


def _reserve(each: MeterDesk, unknown: str) -> Iterator[Row]:
    """What the hidden rate brings, what the resets take, and what is left."""
    if each.needed is None:
        yield "reserved pool meter, dollars", f"{METERS}6", unknown
        return
    hidden = each.terms.hidden_rate
    wagered = each.stake * MANY
    brought = (each.needed if hidden is None else hidden) * wagered
    paid = each.needed * wagered
    why = " (if the hidden rate pays the resets and no more)" if hidden is None else ""
    yield "reserved pool meter: added, dollars", f"{METERS}6", _dollars(brought) + why
    yield "reserved pool meter: resets paid, dollars", f"{METERS}6", _dollars(paid)
    yield "reserved pool meter: left, dollars", f"{METERS}6", _dollars(brought - paid)


def _levels(each: MeterDesk) -> list[Row]:
    return [
        (
            level.row,
            percent_text(level.part, 0),
            decimal_text(1 / level.chance, 0, comma=True),
            "" if level.paid is None else _cents(level.paid),
            "yes" if level.often_enough else "no: rarer than 100 million to one",
        )
        for level in each.levels
    ]


def _edges(each: MeterDesk) -> Iterator[Row]:
    yield "house edge with nothing on the meter", percent_text(each.at_nothing)
    yield "house edge falls, for every 1,000 dollars, by", percent_text(1000 * each.a_dollar)
    yield "break-even meter, dollars", _dollars(each.break_even)
    if each.reset is not None and each.at_reset is not None:
        yield f"house edge just reset to {_dollars(each.reset)}", percent_text(each.at_reset)
    if each.average is not None:
        shown = "meter when it pays, on average, dollars"
        yield shown, _dollars(each.average)
    if each.terms.limit is not None and each.at_limit is not None:
        yield "wagers made while it stands at the limit", percent_text(each.at_limit, 6)


def _split(each: MeterDesk) -> Iterator[Row]:
    assert each.split is not None
    kept = each.terms.hidden_rate is not None
    for words, share in (
        ("fixed amounts, paid by the house", each.split.fixed),
        ("displayed meter", each.split.display),
        ("over the limit (overflow)", each.split.overflow),
        (
            "reserve (hidden rate)" if kept else "reserve, if it pays the resets and no more",
            each.split.reserve,
        ),
        ("the house", each.split.house),
        ("sum", Fraction(1)),
    ):
        yield words, percent_text(share)


def _rounds(each: MeterDesk) -> list[Row]:
    """The contribution of a round by its wagers, and one more than there can be."""
    rows: list[Row] = []
    for wagers in range(1, each.seats + 2):
        invalid = each.unreasonable_share(wagers)
        words = "unreasonable, all of it" if invalid else "reasonable"
        seats = str(wagers) if wagers <= each.seats else f"{wagers}: more than there can be"
        rows.append((seats, _dollars(wagers * each.rate), words))
    return rows
