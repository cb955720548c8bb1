"""The cells of a workbook: sheets that print at a readable size, headings, figures, formulas that
carry their values, and fractions that are too long for a cell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from pitboss.analysis.exact.figures import NOT_KNOWN
from pitboss.analysis.par import Par, Rounded

# Whole numbers up to here are exact in a cell; larger ones are written as text.
EXACT_MAX = 2**53
# A fraction of more characters than this stands in the appendix, and not in its cell.
FRACTION_MAX = 26
APPENDIX = "Exact"
PROBABILITY, NUMBER, PERCENT, UNITS = "0.0000000000", "0.000000", "0.0000%", "#,##0.00"
# Of paper A4 between margins of 0.4 inches, in points; a column of so many letters is so wide.
PORTRAIT, LANDSCAPE, LETTER, GAP = 538, 785, 5.25, 3.75
# A sheet that would be printed smaller than this goes over several pages side by side.
SCALE_LEAST = 0.62

Row = Sequence[Any]
# Nothing stands in such a cell.
EMPTY = ("", None)
_FRACTION = re.compile(r"-?\d+/\d+")
# A figure that is written as text, perhaps with its error, or two of them.
_FIGURE = re.compile(
    r"[-+\N{MINUS SIGN}]?[\d,]+([./]\d+)?( %)?( (±|to) -?[\d.,]+( %)?)?|any|never|–"
)
WIDEST, FIGURE_WIDTH = 40, 11


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


class Figures:
    """Where the figures of one wager stand: cell references, with the sheet, by name."""

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.cells: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        return f"'{self.sheet}'!{self.cells[name]}"


class Cells:
    """A workbook under way."""

    def __init__(self, book: Any, par: Par) -> None:
        self.book = book
        self.par = par
        self._formats: dict[tuple[tuple[str, Any], ...], Any] = {}
        self._widths: dict[Any, dict[int, float]] = {}
        self.figures: dict[str, Figures] = {}
        self.appendix = Appendix()

    def sheet(self, name: str) -> Any:
        sheet = self.book.add_worksheet(name)
        sheet.set_paper(9)
        sheet.set_margins(left=0.4, right=0.4, top=0.6, bottom=0.6)
        sheet.set_footer("&L&8&F, &A&R&8&P of &N")
        if self.par.identity.unlawful:
            sheet.set_header('&C&"Arial,Bold"&KFF0000NOT LAWFUL: supposed rules')
        self._widths[sheet] = {}
        return sheet

    def columns(self, sheet: Any, widths: Sequence[float], first: int = 0) -> None:
        """Sets the widths of columns, in letters; the widest that was asked for stands."""
        known = self._widths[sheet]
        for column, width in enumerate(widths, start=first):
            known[column] = max(width, known.get(column, 0))
            sheet.set_column(column, column, known[column])

    def lay_out(self) -> None:
        """Sets how each sheet is printed: one page wide where that can be read; else over several
        pages side by side, with the first column on each."""
        for sheet, widths in self._widths.items():
            points = sum(width * LETTER + GAP for width in widths.values())
            if points * SCALE_LEAST <= LANDSCAPE:
                sheet.fit_to_pages(1, 0)
            else:
                sheet.set_print_scale(round(100 * SCALE_LEAST))
                sheet.repeat_columns(0)
                sheet.print_across()
            if points > PORTRAIT:
                sheet.set_landscape()

    def form(self, **wanted: Any) -> Any:
        key = tuple(sorted(wanted.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format({"valign": "top", **wanted})
        return self._formats[key]

    def headings(
        self,
        sheet: Any,
        row: int,
        names: Sequence[str],
        figures: int | Sequence[bool] = 99,
        widths: Sequence[float] = (),
    ) -> None:
        """A line of headings; those from column `figures` on stand over figures, or those of which
        it says so."""
        look = {
            "bold": True,
            "bottom": 1,
            "text_wrap": True,
            "bg_color": "#E7ECF2",
            "valign": "bottom",
        }
        lines = max(
            (1 + len(name) // int(width) for name, width in zip(names, widths, strict=False)),
            default=2,
        )
        sheet.set_row(row, 16 * max(lines, 2))
        for column, name in enumerate(names):
            over = column >= figures if isinstance(figures, int) else figures[column]
            align = "right" if over else "left"
            sheet.write_string(row, column, name, self.form(**look, align=align))

    def title(self, sheet: Any, row: int, text: str) -> None:
        sheet.write_string(row, 0, text, self.form(bold=True, font_size=13, valign="bottom"))

    def number(
        self, sheet: Any, row: int, column: int, value: Fraction | Rounded, form: str, **look: Any
    ) -> None:
        sheet.write_number(row, column, float_of(value), self.form(num_format=form, **look))

    def formula(
        self,
        sheet: Any,
        row: int,
        column: int,
        formula: str,
        value: Fraction | Rounded | str,
        form: str,
        **look: Any,
    ) -> None:
        shown = value if isinstance(value, str) else float_of(value)
        look_of = self.form(num_format=form, **look)
        sheet.write_formula(row, column, f"={formula}", look_of, value=shown)

    def table(
        self,
        sheet: Any,
        top: int,
        headings: Sequence[str],
        rows: Iterable[Row],
        widths: Sequence[int] = (),
        figures: int = 99,
    ) -> int:
        """Writes plain cells under headings; returns the row after the last."""
        self.headings(sheet, top, headings, figures)
        row = top
        for row, values in enumerate(rows, start=top + 1):
            for column, value in enumerate(values):
                self.plain(sheet, row, column, value)
            self.height(sheet, row, values, widths)
        self.columns(sheet, widths)
        return row + 1

    def block(
        self, sheet: Any, top: int, title: str, headings: Sequence[str], rows: Sequence[Row]
    ) -> int:
        """Writes a table under its title, columns as wide as what is in them and none of them
        empty; returns the row after a line of space."""
        kept = [
            n for n in range(len(headings)) if not n or any(row[n] not in EMPTY for row in rows)
        ]
        columns = [[row[n] for row in rows] for n in kept]
        figures = [all(map(_is_figure, cells)) for cells in columns]
        widths = [
            _width(headings[n], cells, figure)
            for n, cells, figure in zip(kept, columns, figures, strict=True)
        ]
        self._wide_title(sheet, top, title, widths)
        self.headings(sheet, top + 1, [headings[n] for n in kept], figures, widths)
        self.columns(sheet, widths)
        row = top + 1
        for row, values in enumerate(rows, start=top + 2):
            for column, n in enumerate(kept):
                self.plain(sheet, row, column, values[n], figure=figures[column])
            self.height(sheet, row, [values[n] for n in kept], widths)
        return row + 2

    def _wide_title(self, sheet: Any, row: int, text: str, widths: Sequence[float]) -> None:
        """A title over a table: one that is longer than the table is wide goes on below itself, so
        that the sheet is not printed smaller for its sake."""
        lines = -(-len(text) // max(int(sum(widths) * 0.8), 1))
        if lines < 2 or len(widths) < 2:
            self.title(sheet, row, text)
            return
        look = self.form(bold=True, font_size=13, valign="bottom", text_wrap=True)
        sheet.merge_range(row, 0, row, len(widths) - 1, text, look)
        sheet.set_row(row, 18 * lines)

    def height(self, sheet: Any, row: int, values: Row, widths: Sequence[float]) -> None:
        """Not every viewer makes room for wrapped text by itself."""
        lines = max(
            (
                -(-len(value) // int(width))
                for value, width in zip(values, widths, strict=False)
                if isinstance(value, str)
            ),
            default=1,
        )
        if lines > 1:
            sheet.set_row(row, 15 * lines)

    def plain(self, sheet: Any, row: int, column: int, value: Any, *, figure: bool = False) -> None:
        match value:
            case None | "":
                return
            case bool():
                sheet.write_string(row, column, str(value).lower(), self.form(text_wrap=True))
            case int() if abs(value) < EXACT_MAX:
                sheet.write_number(row, column, value, self.form(num_format="#,##0"))
            case int():
                # Counts beyond what a cell holds exactly are shown to nine places.
                shown = f"{value:,}" if value < 10**24 else f"{value:.9e}"
                sheet.write_string(row, column, shown, self.form(align="right"))
            case float():
                sheet.write_number(row, column, value, self.form(num_format="#,##0.0000"))
            case Fraction() | Rounded():
                self.number(sheet, row, column, value, PERCENT)
            case str() if figure or _FRACTION.fullmatch(value):
                sheet.write_string(row, column, value, self.form(align="right"))
            case _:
                # Apart from figures that end where the text begins.
                look = self.form(text_wrap=True, indent=1 if column else 0)
                sheet.write_string(row, column, str(value), look)

    def changeable(self, form: str) -> Any:
        """The look of a cell that may be changed."""
        return self.form(num_format=form, bg_color="#FFF4CC", border=1, border_color="#C9A227")


def _is_figure(value: Any) -> bool:
    if isinstance(value, str):
        return not value or _FIGURE.fullmatch(value) is not None
    return not isinstance(value, bool)


def _width(heading: str, cells: Sequence[Any], figure: bool) -> float:
    """As wide as the longest word of the heading, and as the text if that is not too long."""
    least = max((len(word) for word in heading.split()), default=6) + 2
    longest = max((len(each) for each in cells if isinstance(each, str)), default=0)
    wanted = max(FIGURE_WIDTH, longest + 1) if figure else longest + 2
    return max(least, min(wanted, WIDEST))


def known(value: Fraction | None) -> Fraction | str:
    """Returns a figure, or that it is not known exactly (the wager's note says why)."""
    return NOT_KNOWN if value is None else value


def float_of(value: Fraction | Rounded) -> float:
    return float(value.value if isinstance(value, Rounded) else value)
