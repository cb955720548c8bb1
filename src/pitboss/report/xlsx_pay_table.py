"""The pay table of one wager in the workbook, with the figures that follow from it as formulas."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from xlsxwriter.utility import xl_rowcol_to_cell as cell_name

from pitboss.analysis.exact.figures import NOT_KNOWN
from pitboss.analysis.par import Outcome, Rounded, WagerSheet
from pitboss.report.xlsx_cells import (
    EXACT_MAX,
    NUMBER,
    PERCENT,
    PROBABILITY,
    Cells,
    Figures,
    float_of,
    known,
)
from pitboss.report.xlsx_charts import add_outcomes

# A net below this is nothing: sums of doubles need not come to zero.
NOTHING = "0.000000001"
OUTCOME_WIDTH = 34


class PayTable:
    """The pay table of one wager. Where every outcome is paid by one row, a line has it all;
    where several rows pay at once (ante, play and bonus), the rows stand above, and each
    outcome says how many units it is paid by each."""

    def __init__(self, to: Cells, sheet: Any, found: WagerSheet, top: int) -> None:
        self.to = to
        self.sheet = sheet
        self.found = found
        self.top = top
        self.at = to.figures[found.wager] = Figures(sheet.get_name())
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
        widths = (OUTCOME_WIDTH, 17, 28, 14) + (11,) * self._between() + (14,) * 2
        self.to.columns(self.sheet, widths)
        below = self._figures(end + 1, first, last)
        if self.top == 0:  # a sheet of its own
            add_outcomes(self.to, self.sheet, found.wager, (end + 1, 4), range(first, last + 1))
        return below

    def _between(self) -> int:
        """How many columns stand between probability and return."""
        return len(self.found.pays) + 3 if self.found.composite() else 5

    # Columns 0 to 3 are the same in both forms; then they differ; `Columns` says where.

    def _common(self, row: int, outcome: Outcome, total: str) -> None:
        sheet, to = self.sheet, self.to
        sheet.write_string(row, 0, outcome.outcome, to.form(text_wrap=True))
        to.height(sheet, row, (outcome.outcome,), (OUTCOME_WIDTH,))
        to.plain(sheet, row, 1, outcome.combinations)
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
                sheet.write_number(row, 4, float_of(pays), to.changeable("General"))
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
            self.sheet.write_number(row, 4, float_of(pay.pays), self.to.changeable("General"))
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
             known(summary.hit_frequency), PERCENT),
            ("push", "push frequency",
             f'SUMIF({net},"<={NOTHING}",{chance})-SUMIF({net},"<-{NOTHING}",{chance})',
             known(summary.push_frequency), PERCENT),
            ("n0", f"N0 ({per}s)", 'IF({edge}=0,"none",{variance}/{edge}^2)',
             summary.n0 if summary.n0 is not None else "none", "#,##0"),
            ("largest", "largest payout (to 1)", f"MAX({net})", known(summary.largest_payout),
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
