"""The PAR sheet as a workbook. Returns, edges, variances and bands are live formulas: change a
cell of the column "pays" (shaded) and everything that follows from it follows. Every formula
carries its value, so that a viewer that does not calculate shows the figures all the same."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell as cell_name

from pitboss.analysis.exact.edges import Chart
from pitboss.analysis.exact.figures import BANDS, NOT_KNOWN
from pitboss.analysis.par import ROUNDS, Outcome, Par, Rounded, WagerSheet, value_text
from pitboss.report.laboratory_xlsx import Appendix, write_appendix, write_laboratory
from pitboss.report.strategy_chart import colour_of

# Whole numbers up to here are exact in a cell; larger ones are written as text.
EXACT_MAX = 2**53
SHEETS_MAX = 20
# A net below this is nothing: sums of doubles need not come to zero.
NOTHING = "0.000000001"
PROBABILITY, NUMBER, PERCENT, UNITS = "0.0000000000", "0.000000", "0.0000%", "#,##0.00"

Row = Sequence[Any]
_FRACTION = re.compile(r"-?\d+/\d+")


def workbook_of(par: Par) -> bytes:
    """Returns the workbook as bytes; the same PAR gives the same bytes."""
    into = io.BytesIO()
    book = xlsxwriter.Workbook(
        into, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    identity = par.identity
    book.set_properties(
        {
            "title": f"PAR sheet: {identity.title} on {identity.day}",
            "comments": f"{identity.software}; rules {identity.rules}",
            "created": datetime(identity.day.year, identity.day.month, identity.day.day),
        }
    )
    _Writer(book, par).write()
    book.close()
    return into.getvalue()


class Figures:
    """Where the figures of one wager stand: cell references, with the sheet, by name."""

    def __init__(self, sheet: str) -> None:
        self.sheet = sheet
        self.cells: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        return f"'{self.sheet}'!{self.cells[name]}"


class _Writer:
    def __init__(self, book: Any, par: Par) -> None:
        self.book = book
        self.par = par
        self._formats: dict[tuple[tuple[str, Any], ...], Any] = {}
        self.figures: dict[str, Figures] = {}
        self.appendix = Appendix()

    def write(self) -> None:
        # Sheets stand in the order in which they are added; the summary refers to the pay
        # tables, so these are written first, into sheets that exist by then.
        self._identity()
        self._wagers()
        summary = self.sheet("Summary")
        bands = self.sheet("Bands")
        self._pay_tables()
        self._summary(summary)
        self._bands(bands)
        if self.par.relations:
            self._relations()
        if self.par.strategy or self.par.strategies:
            self._strategy()
        for number, chart in enumerate(self.par.charts, start=1):
            self._chart(chart, f"Chart {number}" if len(self.par.charts) > 1 else "Chart")
        self._sensitivity()
        write_laboratory(self)
        self._citations()
        write_appendix(self, self.appendix)

    def sheet(self, name: str) -> Any:
        """Returns a sheet that prints on as many pages as it is long, one page wide."""
        sheet = self.book.add_worksheet(name)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer("&L&8&F, &A&R&8&P of &N")
        if self.par.identity.unlawful:
            sheet.set_header('&C&"Arial,Bold"&KFF0000NOT LAWFUL: supposed rules')
        return sheet

    # -- cells ----------------------------------------------------------------------------

    def form(self, **wanted: Any) -> Any:
        key = tuple(sorted(wanted.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format({"valign": "top", **wanted})
        return self._formats[key]

    def headings(self, sheet: Any, row: int, names: Sequence[str], figures: int = 99) -> None:
        """A line of headings; those from column `figures` on stand over figures."""
        look = {
            "bold": True,
            "bottom": 1,
            "text_wrap": True,
            "bg_color": "#E7ECF2",
            "valign": "bottom",
        }
        sheet.set_row(row, 32)
        for column, name in enumerate(names):
            align = "right" if column >= figures else "left"
            sheet.write_string(row, column, name, self.form(**look, align=align))

    def title(self, sheet: Any, row: int, text: str) -> None:
        sheet.write_string(row, 0, text, self.form(bold=True, font_size=13, valign="bottom"))

    def number(
        self, sheet: Any, row: int, column: int, value: Fraction | Rounded, form: str, **look: Any
    ) -> None:
        sheet.write_number(row, column, _float(value), self.form(num_format=form, **look))

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
        shown = value if isinstance(value, str) else _float(value)
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
                self._plain(sheet, row, column, value)
            # Not every viewer makes room for wrapped text by itself.
            lines = max(
                (-(-len(str(v)) // w) for v, w in zip(values, widths, strict=False)), default=1
            )
            if lines > 1:
                sheet.set_row(row, 15 * lines)
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        return row + 1

    def _plain(self, sheet: Any, row: int, column: int, value: Any) -> None:
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
            case str() if _FRACTION.fullmatch(value):
                sheet.write_string(row, column, value, self.form(align="right"))
            case _:
                sheet.write_string(row, column, str(value), self.form(text_wrap=True))

    # -- sheets ---------------------------------------------------------------------------

    def _identity(self) -> None:
        identity = self.par.identity
        sheet = self.sheet("Identity")
        self.title(sheet, 0, f"PAR sheet: {identity.title}")
        rows: list[Row] = [
            ("game", identity.game),
            ("subchapter", f"{identity.subchapter} ({identity.cite}, {identity.regulator})"),
            ("day in force", identity.day.isoformat()),
            *(("NOT LAWFUL, supposed", each.in_words()) for each in identity.unlawful),
            *((f"option: {name}", value_text(value)) for name, value in identity.options.items()),
            *((f"offered: {name}", value_text(v)) for name, v in identity.odds_offered.items()),
            ("decks", "none" if identity.decks is None else str(identity.decks)),
            ("method", f"{identity.method}: every outcome is counted, nothing is simulated"),
            ("strategy", identity.strategy or "nothing is decided by the player"),
            ("software", identity.software),
            ("hash of the rules", identity.rules),
            ("hash of the data file", identity.data),
            ("texts", identity.checked),
            ("units", "all figures are per unit of the initial wager; pays are to 1"),
            ("live cells", "shaded cells may be changed: what follows from them is calculated"),
        ]
        end = self.table(sheet, 2, ("what", "is"), rows, (26, 90))
        unsure = [("not verified", what) for what in self.par.unverified]
        unsure += [("doubt", what) for what in self.par.doubts]
        if unsure:
            self.title(sheet, end + 1, "Not verified, and doubts with the reading taken")
            self.table(sheet, end + 2, ("kind", "what"), unsure, (26, 90))

    def _wagers(self) -> None:
        sheet = self.sheet("Wagers")
        headings = ("wager", "", "spots", "when", "paid by", "amounts", "commission",
                    "citation", "source")  # fmt: skip
        rows = [
            (
                w.wager,
                w.label,
                ", ".join(filter(None, w.spots)),
                w.when,
                w.pays,
                w.steps,
                w.commission,
                w.cite,
                w.basis,
            )
            for w in self.par.wagers
        ]
        self.table(sheet, 0, headings, rows, (18, 26, 24, 42, 20, 26, 26, 26, 10))
        sheet.freeze_panes(1, 1)

    def _pay_tables(self) -> None:
        """A sheet for every wager; where they are many, all on one."""
        if len(self.par.sheets) > SHEETS_MAX:
            sheet = self.sheet("Pay tables")
            top = 0
            for found in self.par.sheets:
                top = _Block(self, sheet, found, top).write() + 2
            return
        taken: set[str] = {
            "identity",
            "wagers",
            "summary",
            "bands",
            "strategy",
            "sensitivity",
            "citations",
            "pay tables",
            "together",
            "history",
            "laboratory",
            "irregularities",
            "requirements",
            "exact",
        }
        for found in self.par.sheets:
            name = sheet_name(found.wager, taken)
            _Block(self, self.sheet(name), found, 0).write()

    def _summary(self, sheet: Any) -> None:
        headings = (
            "wager", "house edge", "house edge as filed", "return to player", "element of risk",
            "hit frequency", "push frequency", "average total wager", "variance",
            "standard deviation", "N0", "largest payout (to 1)", "rounds per decision",
            "strategy", "source",
        )  # fmt: skip
        self.headings(sheet, 0, headings, 1)
        for row, found in enumerate(self.par.sheets, start=1):
            self._summary_row(sheet, row, found)
        sheet.set_column(0, 0, 26)
        sheet.set_column(1, 14, 15)
        sheet.freeze_panes(1, 1)
        end = len(self.par.sheets) + 2
        notes = (
            "Every figure is per unit of the initial wager. Edge, variance and the rest are "
            'formulas over the pay tables; "as filed" is the exact fraction of the pays filed.',
            "Element of risk: house edge by all that is wagered on average. N0: rounds after "
            "which the expected result equals one standard deviation.",
            "A wager that may take several rounds is counted once it is decided: its variance, "
            "N0 and bands are per decision.",
        )
        for offset, note in enumerate(notes):
            sheet.write_string(end + offset, 0, note, self.form(italic=True))

    def _summary_row(self, sheet: Any, row: int, found: WagerSheet) -> None:
        at, summary = self.figures[found.wager], found.summary
        link = f"internal:'{at.sheet}'!{at.cells['top']}"
        sheet.write_url(row, 0, link, self.form(font_color="#1A4E8A", underline=1), found.wager)
        cells: tuple[tuple[str, Fraction | Rounded | str, str], ...] = (
            (at["edge"], summary.house_edge, PERCENT),
            ("", Fraction(0), ""),
            (f"1-{at['edge']}", summary.return_to_player, PERCENT),
            (at["risk"], summary.element_of_risk, PERCENT),
            (at["hit"], _known(summary.hit_frequency), PERCENT),
            (at["push"], _known(summary.push_frequency), PERCENT),
            (at["average"], summary.average_wager, NUMBER),
            (at["variance"], summary.variance, NUMBER),
            (at["deviation"], summary.standard_deviation, NUMBER),
        )
        for column, (formula, value, form) in enumerate(cells, start=1):
            if formula:
                self.formula(sheet, row, column, formula, value, form)
        edge = self.appendix.text(found.wager, "house edge", summary.house_edge)
        sheet.write_string(row, 2, edge, self.form(align="right"))
        n0 = summary.n0 if summary.n0 is not None else "none"
        self.formula(sheet, row, 10, at["n0"], n0, "#,##0")
        self.formula(sheet, row, 11, at["largest"], _known(summary.largest_payout), "#,##0.####")
        if summary.rounds_per_decision is not None:
            self.number(sheet, row, 12, summary.rounds_per_decision, NUMBER)
        sheet.write_string(row, 13, found.strategy, self.form())
        sheet.write_string(row, 14, found.basis, self.form())

    def _bands(self, sheet: Any) -> None:
        """What the house wins after so many rounds; the numbers of rounds may be changed."""
        self.title(sheet, 0, "The house's win after so many rounds, in units of the wager")
        note = (
            "normal approximation: mean plus or minus z standard deviations; rough for few rounds "
            "and for wagers that win seldom. A wager that may take several rounds counts as one "
            "when it is decided"
        )
        sheet.write_string(1, 0, note, self.form(italic=True))
        headings = ["wager", "rounds", "expected", "standard deviation"]
        z_cells = {}
        sheet.write_string(2, 3, "z", self.form(align="right"))
        for index, (percent, z) in enumerate(BANDS.items()):
            column = 4 + 2 * index
            headings += [f"{percent} %: from", f"{percent} %: to"]
            level = f"1-(1-{percent}/100)/2"
            self.formula(sheet, 2, column, f"NORMSINV({level})", z, NUMBER)
            z_cells[percent] = cell_name(2, column, row_abs=True, col_abs=True)
        self.headings(sheet, 3, headings, 1)
        row = 4
        for found in self.par.sheets:
            at = self.figures[found.wager]
            for band in found.summary.bands:
                sheet.write_string(row, 0, found.wager, self.form())
                sheet.write_number(row, 1, band.rounds, self._input("#,##0"))
                rounds = cell_name(row, 1)
                mean, spread = cell_name(row, 2), cell_name(row, 3)
                self.formula(sheet, row, 2, f"{rounds}*{at['edge']}", band.expected, UNITS)
                self.formula(
                    sheet,
                    row,
                    3,
                    f"SQRT({rounds})*{at['deviation']}",
                    band.standard_deviation,
                    UNITS,
                )
                for index, percent in enumerate(BANDS):
                    low, high = band.within[str(percent)]
                    z, column = z_cells[percent], 4 + 2 * index
                    self.formula(sheet, row, column, f"{mean}-{z}*{spread}", low, UNITS)
                    self.formula(sheet, row, column + 1, f"{mean}+{z}*{spread}", high, UNITS)
                row += 1
        sheet.set_column(0, 0, 26)
        sheet.set_column(1, 9, 14)
        sheet.freeze_panes(4, 1)

    def _input(self, form: str) -> Any:
        return self.form(num_format=form, bg_color="#FFF4CC", border=1, border_color="#C9A227")

    def _relations(self) -> None:
        sheet = self.sheet("Together")
        row = 0
        for relation in self.par.relations:
            more = f" ({relation.left_out} further wagers left out)" if relation.left_out else ""
            both: tuple[tuple[str, Sequence[Sequence[Fraction | Rounded]]], ...] = (
                ("Covariance", relation.covariance),
                ("Correlation", relation.correlation),
            )
            for what, matrix in both:
                self.title(sheet, row, f"{what} of wagers settled by the same rounds{more}")
                note = "per round, each in units of its own wager, for the pays as filed"
                sheet.write_string(row + 1, 0, note, self.form(italic=True))
                row += 2
                self.headings(sheet, row, ("", *relation.wagers), 1)
                for name, values in zip(relation.wagers, matrix, strict=True):
                    row += 1
                    sheet.write_string(row, 0, name, self.form(bold=True))
                    for column, value in enumerate(values, start=1):
                        self.number(sheet, row, column, value, NUMBER)
                row += 2
        sheet.set_column(0, 0, 26)
        sheet.set_column(1, 15, 13)
        sheet.freeze_panes(0, 1)

    def _strategy(self) -> None:
        sheet = self.sheet("Strategy")
        name = self.par.identity.strategy
        self.title(sheet, 0, f"Strategy: {name}")
        rows: list[Row] = [(c.wager, c.situation, c.do, c.probability) for c in self.par.strategy]
        headings: tuple[str, ...] = ("wager", "situation", "do", "how often")
        end = self.table(sheet, 1, headings, rows, (26, 40, 18, 14, 26), figures=3)
        if self.par.strategies:
            self.title(sheet, end + 1, "What simpler ways to play cost")
            costs = [
                (
                    c.wager,
                    c.strategy,
                    c.house_edge,
                    c.cost,
                    self.appendix.text(c.wager, f"house edge, {c.strategy}", c.house_edge),
                )
                for c in self.par.strategies
            ]
            headings = ("wager", "strategy", "house edge", "cost", "house edge, exactly")
            self.table(sheet, end + 2, headings, costs, figures=2)

    def _chart(self, chart: Chart, name: str) -> None:
        """The strategy as a grid of letters in their colours."""
        sheet = self.sheet(name)
        self.title(sheet, 0, f"{self.par.identity.title}: {chart.title}")
        bold = {"bold": True, "align": "center"}
        for column, heading in enumerate(chart.columns, start=1):
            sheet.write_string(2, column, heading, self.form(**bold))
        for row, (situation, letters) in enumerate(chart.rows, start=3):
            sheet.write_string(row, 0, situation, self.form(bold=True))
            for column, letter in enumerate(letters, start=1):
                shade = "#{:02X}{:02X}{:02X}".format(*colour_of(letter))
                look = self.form(align="center", border=1, border_color="#FFFFFF", bg_color=shade)
                sheet.write_string(row, column, letter, look)
        for row, (letter, words) in enumerate(chart.legend, start=len(chart.rows) + 4):
            sheet.write_string(row, 0, f"{letter}: {words}", self.form())
        sheet.set_column(0, 0, 18)
        sheet.set_column(1, len(chart.columns), 5)
        sheet.set_portrait()
        sheet.freeze_panes(3, 1)

    def _sensitivity(self) -> None:
        sheet = self.sheet("Sensitivity")
        names = list(
            dict.fromkeys(
                wager
                for option in self.par.sensitivity
                for variant in option.variants
                for wager in variant.edges
            )
        )
        self.title(sheet, 0, "House edge under each option, one change at a time")
        self.headings(sheet, 1, ("option", "value", "effect", "citation", *names), 4)
        base = {found.wager: found.summary.house_edge for found in self.par.sheets}
        row = 2
        for option in self.par.sensitivity:
            for variant in option.variants:
                sheet.write_string(row, 0, option.option, self.form())
                sheet.write_string(row, 1, value_text(variant.value), self.form())
                effect = variant.refused or effect_of(option.effect, variant)
                sheet.write_string(row, 2, effect, self.form(text_wrap=True))
                sheet.set_row(row, 15 * -(-len(effect) // 30))
                sheet.write_string(row, 3, option.cite, self.form())
                for column, name in enumerate(names, start=4):
                    if name in variant.edges:
                        moved = variant.edges[name] != base.get(name)
                        look = {"bold": True, "bg_color": "#E3F0E3"} if moved else {}
                        self.number(sheet, row, column, variant.edges[name], PERCENT, **look)
                row += 1
        note = (
            "Figures that differ from those in use are shaded. Of an open range a few values are "
            "tried."
        )
        sheet.write_string(row + 1, 0, note, self.form(italic=True))
        sheet.set_column(0, 1, 24)
        sheet.set_column(2, 2, 30)
        sheet.set_column(3, 3, 24)
        sheet.set_column(4, 4 + len(names), 13)
        sheet.freeze_panes(2, 2)

    def _citations(self) -> None:
        sheet = self.sheet("Citations")
        headings = ("kind", "name", "what", "citation", "source", "act", "published in", "note")
        rows = [
            (c.kind, c.name, c.what, c.cite, c.basis, c.act, c.source, c.note)
            for c in self.par.citations
        ]
        self.table(sheet, 0, headings, rows, (14, 34, 44, 26, 11, 40, 34, 50))
        sheet.freeze_panes(1, 2)
        sheet.autofilter(0, 0, max(1, len(rows)), len(headings) - 1)


class _Block:
    """The pay table of one wager. Where every outcome is paid by one row, a line has it all;
    where several rows pay at once (ante, play and bonus), the rows stand above, and each
    outcome says how many units it is paid by each."""

    def __init__(self, writer: _Writer, sheet: Any, found: WagerSheet, top: int) -> None:
        self.to = writer
        self.sheet = sheet
        self.found = found
        self.top = top
        self.at = writer.figures[found.wager] = Figures(sheet.get_name())
        self.at.cells["top"] = cell_name(top, 0)

    def write(self) -> int:
        found = self.found
        named = f"{found.wager}: {found.label}" if found.label else found.wager
        self.to.title(self.sheet, self.top, named)
        about = [found.cite, {"read": ""}.get(found.basis, found.basis), found.note]
        if found.strategy:
            about.append(f"strategy: {found.strategy}")
        counted = (
            "the common denominator of an endless process"
            if found.endless
            else "equally likely combinations"
        )
        about.append(f"counted in {counted}")
        text = "; ".join(filter(None, about))
        self.sheet.write_string(self.top + 1, 0, text, self.to.form(italic=True))
        if found.composite():
            pays = self._pay_rows(self.top + 3)
            first, last, end = self._composite(self.top + 5 + len(found.pays), pays)
        else:
            first, last, end = self._simple(self.top + 3)
        self._squares(first)
        widths = (38, 24, 34, 16) + (14,) * (len(found.pays) + 4 if found.composite() else 6)
        for column, width in enumerate(widths):
            self.sheet.set_column(column, column, width)
        return self._figures(end + 1, first, last)

    # Columns 0 to 3 are the same in both forms; then they differ; `Columns` says where.

    def _common(self, row: int, outcome: Outcome, total: str) -> None:
        sheet, to = self.sheet, self.to
        sheet.write_string(row, 0, outcome.outcome, to.form(text_wrap=True))
        to._plain(sheet, row, 1, outcome.combinations)
        what = f"probability of {outcome.outcome}"
        exactly = to.appendix.text(self.found.wager, what, outcome.probability)
        sheet.write_string(row, 2, exactly, to.form(align="right"))
        if self.found.combinations < EXACT_MAX:
            formula = f"{cell_name(row, 1)}/{total}"
            to.formula(sheet, row, 3, formula, outcome.probability, PROBABILITY)
        else:
            to.number(sheet, row, 3, outcome.probability, PROBABILITY)

    def _simple(self, top: int) -> tuple[int, int, int]:
        headings = (
            "outcome",
            "combinations",
            "probability, exactly",
            "probability",
            "pays (to 1)",
            "paid on (units)",
            "other (units)",
            "staked (units)",
            "net (units)",
            "return",
            *self._square_heading(),
        )
        sheet, to, found = self.sheet, self.to, self.found
        to.headings(sheet, top, headings, 1)
        first, last = top + 1, top + len(found.outcomes)
        self._columns = {"probability": 3, "staked": 7, "net": 8, "return": 9}
        total = cell_name(last + 1, 1, row_abs=True)
        inputs: dict[int, str] = {}
        for row, outcome in enumerate(found.outcomes, start=first):
            self._common(row, outcome, total)
            pays, units, other = settled(outcome, found)
            source = outcome.paid[0].row if outcome.paid else -1
            if source in inputs:
                # The same row of the pay table on another amount: it follows the first.
                to.formula(sheet, row, 4, inputs[source], pays, "General")
            else:
                sheet.write_number(row, 4, _float(pays), to._input("General"))
                if source >= 0:
                    inputs[source] = cell_name(row, 4)
            to.number(sheet, row, 5, units, "General")
            to.number(sheet, row, 6, other, "General")
            to.number(sheet, row, 7, outcome.staked, "General")
            net = f"{cell_name(row, 4)}*{cell_name(row, 5)}+{cell_name(row, 6)}"
            self._net(row, net, outcome)
        return first, last, self._totals(first, last)

    def _squares(self, first: int) -> None:
        """Where results were not told apart, a last column has the mean square of every net."""
        if not self._averaged():
            return
        column = self._columns["square"] = self._columns["return"] + 1
        for row, outcome in enumerate(self.found.outcomes, start=first):
            if outcome.square is not None:
                self.to.number(self.sheet, row, column, outcome.square, "0.####")
            else:
                net = cell_name(row, self._columns["net"])
                square = outcome.net**2
                self.to.formula(self.sheet, row, column, f"{net}*{net}", square, "0.####")

    def _square_heading(self) -> tuple[str, ...]:
        return ("net squared, mean",) if self._averaged() else ()

    def _averaged(self) -> bool:
        return any(outcome.square is not None for outcome in self.found.outcomes)

    def _net(self, row: int, formula: str, outcome: Outcome) -> None:
        at = self._columns
        self.to.formula(self.sheet, row, at["net"], formula, outcome.net, "0.####")
        self.to.formula(
            self.sheet,
            row,
            at["return"],
            f"{cell_name(row, at['probability'])}*{cell_name(row, at['net'])}",
            outcome.probability * outcome.net,
            PROBABILITY,
        )

    def _pay_rows(self, top: int) -> list[str]:
        """Writes the rows of the pay tables, with the cells to change; returns their names."""
        headings = ("pay table and row", "odds as filed", "citation", "probability", "pays (to 1)")
        self.to.headings(self.sheet, top, headings, 3)
        cells = []
        for row, pay in enumerate(self.found.pays, start=top + 1):
            named = f"{pay.table}: {pay.row}" if pay.table else pay.row
            self.sheet.write_string(row, 0, named, self.to.form())
            self.sheet.write_string(row, 1, pay.odds, self.to.form())
            self.sheet.write_string(row, 2, pay.cite, self.to.form())
            self.to.number(self.sheet, row, 3, pay.probability, PROBABILITY)
            self.sheet.write_number(row, 4, _float(pay.pays), self.to._input("General"))
            cells.append(cell_name(row, 4, row_abs=True, col_abs=True))
        return cells

    def _composite(self, top: int, pays: Sequence[str]) -> tuple[int, int, int]:
        """Outcomes by the units that each row pays them. A line under the headings repeats
        the pays, so that one product of two lines gives the net."""
        sheet, to, found = self.sheet, self.to, self.found
        names = [
            f"units at {p.table}: {p.row}" if p.table else f"units at {p.row}" for p in found.pays
        ]
        headings = (
            "outcome",
            "combinations",
            "probability, exactly",
            "probability",
            *names,
            "other (units)",
            "staked (units)",
            "net (units)",
            "return",
            *self._square_heading(),
        )
        to.headings(sheet, top, headings, 1)
        sheet.set_row(top, 62)
        sheet.write_string(top + 1, 0, "pays (to 1)", to.form(italic=True))
        after = 4 + len(pays)
        for column, (cell, pay) in enumerate(zip(pays, found.pays, strict=True), start=4):
            to.formula(sheet, top + 1, column, cell, pay.pays, "General", italic=True)
        line = f"{cell_name(top + 1, 4, True, True)}:{cell_name(top + 1, after - 1, True, True)}"
        first, last = top + 2, top + 1 + len(found.outcomes)
        self._columns = {
            "probability": 3,
            "staked": after + 1,
            "net": after + 2,
            "return": after + 3,
        }
        total = cell_name(last + 1, 1, row_abs=True)
        for row, outcome in enumerate(found.outcomes, start=first):
            self._common(row, outcome, total)
            units = {paid.row: paid.units for paid in outcome.paid}
            for number in range(len(pays)):
                to.number(sheet, row, 4 + number, units.get(number, Fraction(0)), "0.####;-0.####;")
            to.number(sheet, row, after, outcome.other, "General")
            to.number(sheet, row, after + 1, outcome.staked, "General")
            mine = f"{cell_name(row, 4)}:{cell_name(row, after - 1)}"
            net = f"SUMPRODUCT({mine},{line})+{cell_name(row, after)}"
            self._net(row, net, outcome)
        return first, last, self._totals(first, last)

    def _totals(self, first: int, last: int) -> int:
        row, at, to = last + 1, self._columns, self.to
        self.sheet.write_string(row, 0, "total", to.form(bold=True, top=1))
        total = self.found.combinations
        if total < EXACT_MAX:
            span = f"{cell_name(first, 1)}:{cell_name(last, 1)}"
            to.formula(self.sheet, row, 1, f"SUM({span})", Fraction(total), "#,##0", top=1)
        else:
            shown = f"{total:,}" if total < 10**24 else f"{total:.9e}"
            self.sheet.write_string(row, 1, shown, to.form(align="right", top=1))
        for name, value in (
            ("probability", Fraction(1)),
            ("return", -self.found.summary.house_edge),
        ):
            span = f"{cell_name(first, at[name])}:{cell_name(last, at[name])}"
            formula = f"SUM({span})"
            to.formula(self.sheet, row, at[name], formula, value, PROBABILITY, top=1, bold=True)
        return row + 1

    def _figures(self, top: int, first: int, last: int) -> int:
        """Writes the figures of the wager, each a formula over the outcomes; returns the row
        below."""
        summary, at, to = self.found.summary, self._columns, self.to
        per = "round" if summary.rounds_per_decision is None else "decision"

        def span(name: str) -> str:
            column = at[name]
            return f"{cell_name(first, column)}:{cell_name(last, column)}"

        chance, net = span("probability"), span("net")
        squares = f"{chance},{span('square')}" if self._averaged() else f"{chance},{net},{net}"
        own = self.at.cells
        rows: tuple[tuple[str, str, str, Fraction | Rounded | str, str], ...] = (
            ("edge", "house edge", f"-SUM({span('return')})", summary.house_edge, PERCENT),
            ("variance", f"variance per {per}",
             f"SUMPRODUCT({squares})-{{edge}}^2", summary.variance, NUMBER),
            ("deviation", "standard deviation", "SQRT({variance})",
             summary.standard_deviation, NUMBER),
            ("average", "average total wager", f"SUMPRODUCT({chance},{span('staked')})",
             summary.average_wager, NUMBER),
            ("risk", "element of risk", "{edge}/{average}", summary.element_of_risk, PERCENT),
            ("hit", "hit frequency", f'SUMIF({net},">{NOTHING}",{chance})',
             _known(summary.hit_frequency), PERCENT),
            ("push", "push frequency",
             f'SUMIF({net},"<={NOTHING}",{chance})-SUMIF({net},"<-{NOTHING}",{chance})',
             _known(summary.push_frequency), PERCENT),
            ("n0", f"N0 ({per}s)", 'IF({edge}=0,"none",{variance}/{edge}^2)',
             summary.n0 if summary.n0 is not None else "none", "#,##0"),
            ("largest", "largest payout (to 1)", f"MAX({net})", _known(summary.largest_payout),
             "#,##0.####"),
        )  # fmt: skip
        for row, (key, label, formula, value, form) in enumerate(rows, start=top):
            own[key] = cell_name(row, 1, row_abs=True, col_abs=True)
            self.sheet.write_string(row, 0, label, to.form(bold=True))
            if value == NOT_KNOWN:
                self.sheet.write_string(row, 1, NOT_KNOWN, to.form(bold=True, align="right"))
                continue
            to.formula(self.sheet, row, 1, _filled(formula, own), value, form, bold=True)
            exactly = getattr(summary, _EXACT.get(key, ""), None)
            if exactly is not None:
                text = to.appendix.text(self.found.wager, label, exactly)
                self.sheet.write_string(row, 2, text, to.form(align="right"))
                self.sheet.write_string(row, 3, "as filed", to.form(italic=True))
        return top + len(rows)


_EXACT = {"edge": "house_edge", "variance": "variance", "average": "average_wager",
          "risk": "element_of_risk", "hit": "hit_frequency", "push": "push_frequency"}  # fmt: skip


def _filled(formula: str, cells: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: cells[found[1]], formula)


def settled(outcome: Outcome, found: WagerSheet) -> tuple[Fraction, Fraction, Fraction]:
    """Returns an outcome as pays (to 1), the units they are paid on, and what else there is: net =
    pays * units + other. A loss pays -1; what is charged beside it is other."""
    if outcome.paid:
        paid = outcome.paid[0]
        return found.pays[paid.row].pays, paid.units, outcome.other
    if outcome.net < -outcome.staked:
        return Fraction(-1), outcome.staked, outcome.net + outcome.staked
    if not outcome.staked:
        return Fraction(0), Fraction(0), outcome.net
    return outcome.net / outcome.staked, outcome.staked, Fraction(0)


def effect_of(effect: bool, variant: Any) -> str:
    """Returns what a value of an option does, in a word."""
    if variant.in_use:
        return "in use"
    return "changes" if variant.changes else "none" if not effect else "no change"


def sheet_name(wager: str, taken: set[str]) -> str:
    """Returns a name that a workbook accepts: 31 characters, some forbidden, all different."""
    base = re.sub(r"[\[\]:*?/\\']", "-", wager)[:31].strip() or "wager"
    name, number = base, 2
    while name.lower() in taken:
        name = f"{base[:27]} ({number})"
        number += 1
    taken.add(name.lower())
    return name


def _known(value: Fraction | None) -> Fraction | str:
    """Returns a figure, or that it is not known exactly (the wager's note says why)."""
    return NOT_KNOWN if value is None else value


def _float(value: Fraction | Rounded) -> float:
    return float(value.value if isinstance(value, Rounded) else value)


__all__ = ["ROUNDS", "workbook_of"]
