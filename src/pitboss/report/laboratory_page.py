"""The laboratory's sections of the PAR sheet as a page."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape

from pitboss.analysis.exact.figures import NOT_KNOWN, decimal_text, percent_text, short_text
from pitboss.analysis.laboratory.desk import Laboratory, WagerDesk, hourly, in_rounds
from pitboss.analysis.laboratory.pace import Paces
from pitboss.analysis.par import Par
from pitboss.report.amount_tables import amount_tables
from pitboss.report.coupon_tables import coupon_tables
from pitboss.report.flow_chart import flow_svg
from pitboss.report.pieces import (
    MINUS,
    Markup,
    cite_of,
    edge_text,
    figure_of,
    signed_text,
    table_of,
)
from pitboss.report.protection import protection_tables, sections_of
from pitboss.report.requirements import index_of

Section = tuple[str, str, str]
# The wager for which a theoretical win an hour is shown, in dollars.
HOURLY_WAGER = Fraction(25)
# Where no pace is known, the win in so many rounds stands alone.
MANY_ROUNDS = 100


def laboratory_sections(par: Par) -> list[Section]:
    """Returns key, heading and content of each section, the index of requirements last."""
    sections: list[Section] = []
    if par.laboratory is not None:
        sections += [each for each in _of_desk(par, par.laboratory) if each[2]]
    if par.irregularities:
        sections.append(("irregularities", "Irregularities", _irregularities(par)))
    if par.rules_text:
        sections.append(("draft", "Draft rules", _draft(par.rules_text)))
    there = {key for key, _, _ in sections} | {"identity", "summary", "pay-tables", "citations"}
    if par.laboratory is not None:
        there |= sections_of(par.laboratory.protection)
    if len(par.strategies) > 1:
        there.add("strategy")
    sections.append(("requirements", "What is asked, and where it is", _index(par, there)))
    return sections


def _of_desk(par: Par, desk: Laboratory) -> Iterator[Section]:
    yield "true-odds", "True odds", "".join(map(_true_odds, desk.wagers))
    yield "shape", "Shape of a result", _shape(desk)
    yield "after", "After many rounds", _after(desk)
    yield "simulation", "A simulation beside it", _simulation(par, desk)
    yield "flow", "The course of a round", _flow(par, desk)
    yield "errors", "Errors of dealers", _errors(desk)
    yield "pace", "Pace", _pace(par, desk)
    headings = {
        "coupons": "Match play, free bets, envy",
        "limits": "By amount: limits and roundings",
        "progressive": "Progressive meters",
        "counting": "Cards counted",
        "exposed": "Cards seen",
        "protection-notes": "What is not worked out",
    }
    tables = [
        *coupon_tables(desk),
        *amount_tables(desk),
        *protection_tables(desk.protection),
    ]
    for key, heading in headings.items():
        words = {"counting": 1, "limits": 1, "progressive": 2, "coupons": 1}.get(key, 3)
        found = [
            table_of(
                caption,
                columns,
                _minus(rows),
                text=words + bool({"tags", "parameter"} & set(columns)),
            )
            for each, caption, columns, rows in tables
            if each == key
        ]
        yield key, heading, "".join(found)


def _minus(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Returns the rows with a minus before figures below zero."""

    def shown(cell: str) -> str:
        below = cell[:1] == "-" and cell[1:2].isdigit()
        return cell.replace("-", MINUS) if below else cell

    return [tuple(map(shown, row)) for row in rows]


def _true_odds(desk: WagerDesk) -> str:
    rows = [
        (
            each.outcome,
            each.pays,
            percent_text(each.probability, 6),
            f"{decimal_text(each.against, 4, comma=True)} to 1",
        )
        for each in desk.true_odds
    ]
    winning = (
        f"; against winning {decimal_text(desk.against_winning, 4, comma=True)} to 1"
        if desk.against_winning is not None
        else ""
    )
    headings = ("outcome", "pays", "probability", "true odds against")
    return table_of(f"{desk.wager}{winning}", headings, rows, text=2)


def _shape(desk: Laboratory) -> str:
    rows = []
    for each in desk.wagers:
        modal = NOT_KNOWN
        if each.modal_net is not None and each.modal_probability is not None:
            modal = f"{signed_text(each.modal_net)} ({percent_text(each.modal_probability, 2)})"
        rows.append((each.wager, modal, _decimal(each.skewness, 4), _decimal(each.desirability, 3)))
    headings = ("wager", "most likely net result", "skewness", "desirability index")
    note = (
        "<p>Skewness is the third central moment by the cube of the standard deviation. The "
        "desirability index is the player's expectation by its standard deviation, times 1,000.</p>"
    )
    return table_of("Of one round, per unit of the initial wager", headings, rows) + note


def _decimal(value: Fraction | None, places: int) -> str:
    return NOT_KNOWN if value is None else decimal_text(value, places).replace("-", MINUS)


def _after(desk: Laboratory) -> str:
    rows = [
        (
            each.wager,
            f"{after.rounds:,}",
            *map(_units, (after.low, after.median, after.high)),
            *map(_chance, (after.ahead, after.even, after.behind)),
        )
        for each in desk.wagers
        for after in each.after
    ]
    if not rows:
        return ""
    headings = ("wager", "rounds", "95 %: from", "median", "to", "house ahead", "even", "behind")
    note = (
        "<p>The distribution of the sum of so many rounds, by convolution of the exact "
        "distribution of one (in double precision, right to eight decimals), and not by the normal "
        "curve. Bounds leave at most 2.5 % on either side. Where results lie too far apart it is "
        "left out.</p>"
    )
    return table_of("The house's win in units after so many rounds", headings, rows) + note


def _units(value: Fraction) -> str:
    return short_text(value, 2).replace("-", MINUS)


def _chance(value: float) -> str:
    return f"{100 * value:.4f} %"


def _simulation(par: Par, desk: Laboratory) -> str:
    exactly = {sheet.wager: sheet.summary for sheet in par.sheets}
    rows = []
    for each in desk.beside:
        summary = exactly.get(each.wager)
        if summary is None:
            continue  # of wagers that are alike the sheet has one
        rows.append(
            (
                each.wager,
                f"{each.rounds:,}",
                edge_text(summary.house_edge),
                f"{100 * each.house_edge:.4f} %".replace("-", MINUS),
                f"{100 * each.stderr:.4f} %",
                f"{each.z:+.2f}".replace("-", MINUS) if each.z is not None else "",
                decimal_text(summary.standard_deviation.value, 4),
                f"{each.standard_deviation:.4f}",
                f"{each.chi_square:.2f} ({each.degrees})" if each.chi_square is not None else "",
                f"{each.p_value:.3f}" if each.p_value is not None else "",
            )
        )
    if not rows:
        return ""
    headings = ("wager", "rounds", "edge, exact", "edge, simulated", "standard error", "z",
                "SD, exact", "SD, simulated", "chi-square (degrees)", "p")  # fmt: skip
    note = (
        "<p>Played by the kernel, from full shoes, seed 1; the exact figures come from another "
        "program. z is the difference of the edges in standard errors; chi-square compares how "
        "often each net result came. Among many wagers a p below 0.05 is to be expected of one in "
        "twenty.</p>"
    )
    return table_of("Simulated beside exact", headings, rows) + note


def _flow(par: Par, desk: Laboratory) -> str:
    if desk.flow is None:
        return ""
    label = f"The course of a round of {par.identity.title}"
    note = (
        f"<p>Read off {desk.flow.rounds} rounds, cards and choices by chance. Rounded "
        "boxes are chance, square ones decisions; the figures say how often the procedure goes "
        "that way where there are several. What is rarer than one round in "
        f"{desk.flow.rounds} may be missing.</p>"
    )
    return figure_of(label, flow_svg(desk.flow, label)) + note


def _errors(desk: Laboratory) -> str:
    rows = [
        (
            each.wager,
            error.error,
            percent_text(error.rate, 1),
            percent_text(error.cost, 4),
            edge_text(error.edge_after),
        )
        for each in desk.wagers
        for error in each.errors
    ]
    headings = ("wager", "error", "of these", "costs", "edge then")
    caption = "What an error costs the house, per unit of the initial wager"
    return table_of(caption, headings, rows, text=2) if rows else ""


def _pace(par: Par, desk: Laboratory) -> str:
    if desk.paces is None:
        return ""
    rows = [
        (
            str(each.seats),
            decimal_text(each.acts, 1),
            decimal_text(each.rounds, 0) if each.rounds is not None else "",
        )
        for each in desk.paces.seats
    ]
    parts = [
        table_of(
            "Rounds an hour by seats: an estimate",
            ("seats", "acts a round", "rounds an hour"),
            rows,
        ),
        f"<p>{escape(desk.paces.basis)}.</p>",
    ]
    seats = [str(each.seats) for each in desk.paces.seats]
    timed = all(each.rounds is not None for each in desk.paces.seats)
    for what, wins_of in (("an hour", hourly), (f"in {MANY_ROUNDS} rounds", _in_many)):
        if what == "an hour" and not timed:
            continue
        wins = [
            (
                sheet.wager,
                *(
                    decimal_text(win, 2, comma=True).replace("-", MINUS)
                    for _, win in wins_of(sheet.summary.house_edge, desk.paces, HOURLY_WAGER)
                ),
            )
            for sheet in par.sheets
        ]
        caption = (
            f"Theoretical win {what} in dollars, if every seat wagers {HOURLY_WAGER} a round, "
            "by seats"
        )
        parts.append(table_of(caption, ("wager", *seats), wins))
    return "".join(parts)


def _in_many(edge: Fraction, paces: Paces, wager: Fraction) -> list[tuple[int, Fraction]]:
    return in_rounds(edge, paces, wager, MANY_ROUNDS)


def _irregularities(par: Par) -> str:
    rows = [
        (each.label, f"! {each.name}", cite_of(each.cite, each.basis))
        for each in par.irregularities
    ]
    headings = ("what happened", "entry", "citation")
    note = (
        "<p>Each is carried out by the procedure wherever it can happen; "
        "<code>pitboss settle</code> adjudicates a record with its entry.</p>"
    )
    return table_of("Misdeals and failures that the rules foresee", headings, rows, text=3) + note


def _draft(text: str) -> str:
    """Returns the draft, folded: it is long."""
    lines = []
    for line in text.splitlines():
        if line.startswith("#"):
            lines.append(f"<h4>{escape(line.lstrip('# '))}</h4>")
        elif line:
            lines.append(f"<p>{escape(line.replace('**', ''))}</p>")
    inside = "".join(lines)
    return f"<details><summary>Draft rules in the format of the chapter</summary>{inside}</details>"


def _link(where: str) -> Markup:
    anchor = where.partition(":")[0]
    return Markup(f'<a href="#{anchor}">{where.replace("-", " ")}</a>')


def _index(par: Par, there: set[str]) -> str:
    rows = [
        (number, item, asked, _link(where) if not where.startswith("not here") else where)
        for number, item, asked, where in index_of(there, par)
    ]
    headings = ("", "item", "asked by", "where")
    caption = "Requirements of New Jersey, Maryland, Massachusetts, Nevada and of laboratories"
    return table_of(caption, headings, rows, text=4)
