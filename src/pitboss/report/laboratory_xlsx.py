"""The laboratory's sheets of the workbook, and the appendix of exact fractions that are too long
for a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Protocol

from pitboss.analysis.laboratory.desk import Laboratory, hourly
from pitboss.analysis.par import Par
from pitboss.report.amount_tables import amount_tables
from pitboss.report.protection import protection_tables, sections_of
from pitboss.report.requirements import index_of

# A fraction of more characters than this stands in the appendix, and not in its cell.
FRACTION_MAX = 26
APPENDIX = "Exact"
HOURLY_WAGER = Fraction(25)
PROTECTION_WIDTHS = (28, 34, 16, 16, 20, 16, 16, 16, 18, 18, 12, 12, 12, 12)


class Appendix:
    """Fractions that are too long to be read in a cell, in the order in which they came."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, str]] = []

    def text(self, wager: str, what: str, value: Fraction) -> str:
        """Returns what stands in the cell: the fraction, or where it is."""
        exactly = str(value)
        if len(exactly) <= FRACTION_MAX:
            return exactly
        self.lines.append((wager, what, exactly))
        # Under a heading, and counted from one.
        return f"see {APPENDIX}, line {len(self.lines) + 1}"


class Book(Protocol):
    """What is needed of the writer of the workbook."""

    par: Par

    def sheet(self, name: str) -> Any: ...
    def title(self, sheet: Any, row: int, text: str) -> None: ...
    def table(
        self,
        sheet: Any,
        top: int,
        headings: Sequence[str],
        rows: Any,
        widths: Sequence[int] = (),
        figures: int = 99,
    ) -> int: ...


Block = tuple[str, tuple[str, ...], list[tuple[Any, ...]]]


def write_laboratory(book: Book) -> None:
    """Writes the sheets Laboratory, Irregularities and Requirements."""
    there = {"identity", "summary", "pay-tables", "citations"}
    desk = book.par.laboratory
    if desk is not None:
        sheet = book.sheet("Laboratory")
        row = 0
        for key, (title, headings, rows) in _blocks(book.par, desk):
            if not rows:
                continue
            there.add(key)
            book.title(sheet, row, title)
            row = (
                book.table(
                    sheet, row + 1, headings, rows, (26, 40, 20, 18, 16, 16, 16, 16, 16), figures=2
                )
                + 1
            )
        there |= _write_protection(book, desk)
    if book.par.irregularities:
        there.add("irregularities")
        sheet = book.sheet("Irregularities")
        rows = [
            (each.label, f"! {each.name}", each.cite, each.basis)
            for each in book.par.irregularities
        ]
        book.table(
            sheet, 0, ("what happened", "entry", "citation", "source"), rows, (70, 30, 30, 12)
        )
    if len(book.par.strategies) > 1:
        there.add("strategy")
    sheet = book.sheet("Requirements")
    headings = ("", "item", "asked by", "where")
    book.table(sheet, 0, headings, index_of(there, book.par), (6, 60, 50, 50))


def _write_protection(book: Book, desk: Laboratory) -> set[str]:
    """Writes the sheet Protection, if there is anything for it. Returns its sections."""
    tables = [*amount_tables(desk), *protection_tables(desk.protection)]
    if not tables:
        return set()
    sheet = book.sheet("Protection")
    row = 0
    for _, title, headings, rows in tables:
        book.title(sheet, row, title)
        row = book.table(sheet, row + 1, headings, rows, PROTECTION_WIDTHS, figures=99) + 1
    return {key for key, _, _, _ in tables} | sections_of(desk.protection)


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
    yield (
        "coupons",
        (
            "What a match play coupon or free bet costs, as a share of its face value",
            ("wager", "", "taken whatever comes", "kept after a push"),
            [
                (each.wager, "", each.coupon.used_once, each.coupon.until_decided)
                for each in desk.wagers
                if each.coupon is not None
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


def _decimal(value: Fraction | None) -> float | str:
    """Returns a figure as a plain number."""
    return "" if value is None else round(float(value), 6)


def write_appendix(book: Book, appendix: Appendix) -> None:
    if appendix.lines:
        sheet = book.sheet(APPENDIX)
        book.table(sheet, 0, ("wager", "of what", "exactly"), appendix.lines, (26, 40, 110))
