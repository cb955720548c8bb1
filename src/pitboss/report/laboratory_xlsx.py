"""The laboratory's sheets of the workbook, and the appendix of exact fractions that are too long
for a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from pitboss.analysis.laboratory.desk import Laboratory, hourly, in_rounds
from pitboss.analysis.par import Par
from pitboss.report.amount_tables import amount_tables
from pitboss.report.coupon_tables import coupon_tables
from pitboss.report.protection import protection_tables, sections_of
from pitboss.report.requirements import index_of
from pitboss.report.xlsx_cells import APPENDIX, Appendix, Cells

HOURLY_WAGER = Fraction(25)
MANY_ROUNDS = 100
DRAFT_WIDTH = 78


Block = tuple[str, tuple[str, ...], list[tuple[Any, ...]]]


# The sheet on which each section stands.
SHEETS = {
    "true-odds": "True odds",
    "shape": "Shape",
    "after": "After rounds",
    "simulation": "Simulation",
    "errors": "Errors",
    "flow": "Course",
    "pace": "Pace",
    "win-an-hour": "Pace",
    "coupons": "Coupons",
    "limits": "By amount",
    "progressive": "Progressive",
    "counting": "Counting",
    "exposed": "Cards seen",
    "protection-notes": "Cards seen",
}


def write_laboratory(book: Cells) -> None:
    """Writes a sheet for each section of the laboratory's, and Irregularities and Requirements."""
    there = {"identity", "summary", "pay-tables", "citations"}
    desk = book.par.laboratory
    if desk is not None:
        there |= _write_sections(book, desk)
    if book.par.irregularities:
        there.add("irregularities")
        rows = [
            (each.label, f"! {each.name}", each.cite, each.basis)
            for each in book.par.irregularities
        ]
        headings = ("what happened", "entry", "citation", "source")
        title = "Misdeals and failures that the rules foresee"
        book.block(book.sheet("Irregularities"), 0, title, headings, rows)
    if book.par.rules_text:
        there.add("draft")
        _write_draft(book)
    if len(book.par.strategies) > 1:
        there.add("strategy")
    headings = ("", "item", "asked by", "where")
    title = "What is asked of a report, who asks it, and where it is"
    # With a point, so that the number stands on the left as the words do.
    lines = [(f"{number}.", *rest) for number, *rest in index_of(there, book.par)]
    book.block(book.sheet("Requirements"), 0, title, headings, lines)


def _write_sections(book: Cells, desk: Laboratory) -> set[str]:
    """Writes what the desk has, each section on its sheet; returns the sections."""
    tables: list[tuple[str, str, tuple[str, ...], Sequence[tuple[Any, ...]]]] = [
        *((key, *block) for key, block in _blocks(book.par, desk)),
        *coupon_tables(desk),
        *amount_tables(desk),
        *protection_tables(desk.protection),
    ]
    sheets: dict[str, tuple[Any, int]] = {}
    for key, title, headings, rows in tables:
        if rows:
            name = SHEETS[key]
            sheet, row = sheets[name] if name in sheets else (book.sheet(name), 0)
            sheets[name] = (sheet, book.block(sheet, row, title, headings, rows))
    return {key for key, _, _, rows in tables if rows} | sections_of(desk.protection)


def _write_draft(book: Cells) -> None:
    """The draft rules, a paragraph a row."""
    sheet = book.sheet("Draft rules")
    lines = [line for line in book.par.rules_text.splitlines() if line]
    for row, line in enumerate(lines):
        heading = line.startswith("#")
        text = line.lstrip("# ").replace("**", "")
        sheet.write_string(row, 0, text, book.form(text_wrap=True, bold=heading))
        book.height(sheet, row, (text,), (DRAFT_WIDTH,))
    book.columns(sheet, (DRAFT_WIDTH,))


def _blocks(par: Par, desk: Laboratory) -> Iterator[tuple[str, Block]]:
    yield (
        "true-odds",
        (
            "True odds against every outcome, to 1",
            ("wager", "outcome", "pays", "probability", "true odds against (to 1)"),
            [
                (each.wager, odds.outcome, odds.pays, odds.probability, _decimal(odds.against))
                for each in desk.wagers
                for odds in each.true_odds
            ],
        ),
    )
    yield (
        "shape",
        (
            "Shape of one round's result",
            (
                "wager",
                "most likely net result (units)",
                "its probability",
                "skewness",
                "desirability index",
            ),
            [
                (
                    each.wager,
                    _decimal(each.modal_net),
                    each.modal_probability,
                    _decimal(each.skewness),
                    _decimal(each.desirability),
                )
                for each in desk.wagers
            ],
        ),
    )
    yield (
        "after",
        (
            "House win in units after so many rounds, by convolution (95 %)",
            ("wager", "rounds", "from", "median", "to", "house ahead", "even", "behind"),
            [
                (
                    each.wager,
                    after.rounds,
                    _decimal(after.low),
                    _decimal(after.median),
                    _decimal(after.high),
                    *(f"{100 * x:.4f} %" for x in (after.ahead, after.even, after.behind)),
                )
                for each in desk.wagers
                for after in each.after
            ],
        ),
    )
    yield (
        "simulation",
        (
            "A simulation beside the exact figures (seed 1, full shoes)",
            (
                "wager",
                "rounds",
                "edge simulated",
                "standard error",
                "z",
                "SD",
                "chi-square",
                "degrees",
                "p",
            ),
            [
                (
                    b.wager,
                    b.rounds,
                    f"{100 * b.house_edge:.4f} %",
                    f"{100 * b.stderr:.4f} %",
                    "" if b.z is None else f"{b.z:+.2f}",
                    f"{b.standard_deviation:.4f}",
                    "" if b.chi_square is None else f"{b.chi_square:.2f}",
                    b.degrees or "",
                    "" if b.p_value is None else f"{b.p_value:.3f}",
                )
                for b in desk.beside
            ],
        ),
    )
    yield (
        "errors",
        (
            "What errors of dealers cost, per unit of the initial wager",
            ("wager", "error", "of these", "costs", "edge then"),
            [
                (each.wager, e.error, e.rate, e.cost, e.edge_after)
                for each in desk.wagers
                for e in each.errors
            ],
        ),
    )
    if desk.flow is not None:
        yield (
            "flow",
            (
                f"Course of a round, read off {desk.flow.rounds} rounds (drawn in the page)",
                ("paragraph", "what is done", "kind", "share of rounds"),
                [(s.cite, s.what, s.kind, f"{100 * s.share:.1f} %") for s in desk.flow.steps],
            ),
        )
    if desk.paces is not None:
        yield (
            "pace",
            (
                f"Pace: an estimate; {desk.paces.basis}",
                ("seats", "", "acts a round", "rounds an hour"),
                [
                    (each.seats, "", _decimal(each.acts), _decimal(each.rounds))
                    for each in desk.paces.seats
                ],
            ),
        )
        yield (
            "win-an-hour",
            (
                f"Theoretical win an hour in dollars, every seat wagering {HOURLY_WAGER} a round",
                ("wager", "seats", "win"),
                [
                    (sheet.wager, seats, _decimal(win))
                    for sheet in par.sheets
                    for seats, win in hourly(sheet.summary.house_edge, desk.paces, HOURLY_WAGER)
                ],
            ),
        )
        yield (
            "win-an-hour",
            (
                f"Theoretical win in {MANY_ROUNDS} rounds in dollars, every seat wagering "
                f"{HOURLY_WAGER} a round",
                ("wager", "seats", "win"),
                [
                    (sheet.wager, seats, _decimal(win))
                    for sheet in par.sheets
                    for seats, win in in_rounds(
                        sheet.summary.house_edge, desk.paces, HOURLY_WAGER, MANY_ROUNDS
                    )
                ],
            ),
        )


def _decimal(value: Fraction | None) -> float | str:
    """Returns a figure as a plain number."""
    return "" if value is None else round(float(value), 6)


def write_appendix(book: Cells, appendix: Appendix) -> None:
    if appendix.lines:
        sheet = book.sheet(APPENDIX)
        book.table(sheet, 0, ("wager", "of what", "exactly"), appendix.lines, (26, 40, 110))
