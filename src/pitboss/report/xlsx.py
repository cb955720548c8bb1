"""The PAR sheet as a workbook. Returns, edges, variances and bands are live formulas: change a
cell of the column "pays" (shaded) and everything that follows from it follows. Every formula
carries its value, so that a viewer that does not calculate shows the figures all the same."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell as cell_name

from pitboss.analysis.exact.edges import Chart
from pitboss.analysis.exact.figures import BANDS
from pitboss.analysis.par import Par, Rounded, WagerSheet, value_text
from pitboss.report.laboratory_xlsx import SHEETS, write_appendix, write_laboratory
from pitboss.report.strategy_chart import colour_of
from pitboss.report.xlsx_cells import APPENDIX, NUMBER, PERCENT, UNITS, Cells, Row, known
from pitboss.report.xlsx_charts import write_charts, write_strategy_pictures
from pitboss.report.xlsx_pay_table import PayTable

SHEETS_MAX = 20
# Names of sheets that are no wager's ("history" is the program's own).
TAKEN = {
    *("identity", "wagers", "summary", "bands", "charts", "pay tables", "together", "strategy"),
    *("strategy drawn", "sensitivity", "irregularities", "draft rules", "requirements"),
    *("citations", "history", APPENDIX.lower(), *(name.lower() for name in SHEETS.values())),
}
# The first line of the sheet Bands that has figures.
BANDS_FIRST = 4


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


class _Writer(Cells):
    def write(self) -> None:
        # Sheets stand in the order in which they are added; the summary refers to the pay
        # tables, so these are written first, into sheets that exist by then.
        self._identity()
        self._wagers()
        summary = self.sheet("Summary")
        bands = self.sheet("Bands")
        charts = self.sheet("Charts")
        self._pay_tables()
        self._summary(summary)
        self._bands(bands)
        write_charts(self, charts, BANDS_FIRST)
        if self.par.relations:
            self._relations()
        if self.par.strategy or self.par.strategies:
            self._strategy()
        for number, chart in enumerate(self.par.charts, start=1):
            self._chart(chart, f"Chart {number}" if len(self.par.charts) > 1 else "Chart")
        if self.par.charts or self.par.strategy:
            write_strategy_pictures(self)
        self._sensitivity()
        write_laboratory(self)
        self._citations()
        write_appendix(self, self.appendix)
        self.lay_out()

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
        self.block(sheet, 0, "The wagers as the rules state them", headings, rows)
        sheet.freeze_panes(2, 1)

    def _pay_tables(self) -> None:
        """A sheet for every wager; where they are many, all on one."""
        if len(self.par.sheets) > SHEETS_MAX:
            sheet = self.sheet("Pay tables")
            top = 0
            for found in self.par.sheets:
                top = PayTable(self, sheet, found, top).write() + 2
            return
        taken = set(TAKEN)
        for found in self.par.sheets:
            name = sheet_name(found.wager, taken)
            PayTable(self, self.sheet(name), found, 0).write()

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
        self.columns(sheet, (24, 11, 28, *(11,) * 10, 14, 10))
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
            (at["hit"], known(summary.hit_frequency), PERCENT),
            (at["push"], known(summary.push_frequency), PERCENT),
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
        self.formula(sheet, row, 11, at["largest"], known(summary.largest_payout), "#,##0.####")
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
        row = BANDS_FIRST
        for found in self.par.sheets:
            at = self.figures[found.wager]
            for band in found.summary.bands:
                sheet.write_string(row, 0, found.wager, self.form())
                sheet.write_number(row, 1, band.rounds, self.changeable("#,##0"))
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
        self.columns(sheet, (24, *(12,) * 9))
        sheet.freeze_panes(4, 1)

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
        widest = max(len(relation.wagers) for relation in self.par.relations)
        self.columns(sheet, (24, *(11,) * widest))
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
        self.columns(sheet, (18, *(5,) * len(chart.columns)))
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
        self.columns(sheet, (22, 22, 30, 20, *(13,) * len(names)))
        sheet.freeze_panes(2, 2)

    def _citations(self) -> None:
        sheet = self.sheet("Citations")
        headings = ("kind", "name", "what", "citation", "source", "act", "published in", "note")
        rows = [
            (c.kind, c.name, c.what, c.cite, c.basis, c.act, c.source, c.note)
            for c in self.par.citations
        ]
        self.table(sheet, 0, headings, rows, (11, 28, 36, 20, 10, 28, 26, 30))
        sheet.freeze_panes(1, 2)
        sheet.autofilter(0, 0, max(1, len(rows)), len(headings) - 1)


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
