"""Charts of the workbook: those of the spreadsheet's own, which follow its cells, and the strategy
as a picture."""

from __future__ import annotations

import io
from typing import Any

from xlsxwriter.utility import xl_rowcol_to_cell as cell_name

from pitboss.analysis.exact.figures import percent_text
from pitboss.analysis.par import Par
from pitboss.errors import BadInput
from pitboss.report.drawn_chart import Heading, drawn_strategy, rules_line
from pitboss.report.xlsx_cells import Cells

# More bars than this are not told apart.
BARS_MAX = 40
GREEN, SOFT = "#2F8F6F", "#9AC9B5"
FELT = {"fill": {"color": GREEN}, "border": {"none": True}}
SMALL = {"size": 9}


def title_of(par: Par, what: str) -> str:
    """Returns the title of a chart: what it shows, of which game, on which day."""
    return f"{par.identity.title}, {par.identity.day}: {what}"


def write_charts(to: Cells, sheet: Any, bands_first: int) -> None:
    """Edges by wager, and how the house's win with the first wager spreads. The bands of that wager
    begin in row `bands_first` of the sheet Bands."""
    par = to.par
    to.title(sheet, 0, "Charts: they follow the cells of the workbook")
    main, number = par.sheets[0], min(len(par.sheets), BARS_MAX)
    line = (
        f"{main.wager}: house edge {percent_text(main.summary.house_edge)} as filed; rules "
        f"{par.identity.rules[:16]}"
    )
    sheet.write_string(1, 0, line, to.form(italic=True))
    edges = to.book.add_chart({"type": "bar"})
    edges.add_series(
        {
            "name": "house edge",
            "categories": ["Summary", 1, 0, number, 0],
            "values": ["Summary", 1, 1, number, 1],
            "gap": 60,
            "data_labels": {"value": number <= 20, "num_format": "0.00%", "font": SMALL},
            **FELT,
        }
    )
    _dress(edges, title_of(par, "house edge by wager"))
    edges.set_y_axis({"reverse": True, "num_font": SMALL, "label_position": "low"})
    edges.set_x_axis({"num_format": "0%", "num_font": SMALL, "label_position": "high"})
    edges.set_size({"width": 690, "height": 110 + 22 * max(number, 5)})
    sheet.insert_chart(3, 0, edges)
    bands = to.book.add_chart({"type": "scatter", "subtype": "straight"})
    last = bands_first + len(main.summary.bands) - 1
    for name, column, colour in (
        ("expected", 2, GREEN), ("95 %: from", 6, SOFT), ("95 %: to", 7, SOFT),
    ):  # fmt: skip
        bands.add_series(
            {
                "name": name,
                "categories": ["Bands", bands_first, 1, last, 1],
                "values": ["Bands", bands_first, column, last, column],
                "line": {"color": colour, "width": 2},
            }
        )
    _dress(bands, title_of(par, f"house win with {main.wager}, in units"))
    bands.set_legend({"position": "bottom"})
    bands.set_x_axis({"log_base": 10, "name": "rounds", "num_format": "#,##0", "num_font": SMALL,
                      "min": main.summary.bands[0].rounds, "label_position": "low"})  # fmt: skip
    bands.set_y_axis({"num_format": "#,##0", "num_font": SMALL})
    bands.set_size({"width": 690, "height": 330})
    sheet.insert_chart(3 + (110 + 22 * max(number, 5)) // 20 + 2, 0, bands)
    to.columns(sheet, (12,) * 7)


def add_outcomes(to: Cells, sheet: Any, wager: str, at: tuple[int, int], rows: range) -> None:
    """How likely each outcome of a wager is, at a cell of its sheet; its lines are these rows."""
    if len(rows) > BARS_MAX:
        return
    chart = to.book.add_chart({"type": "bar"})
    name = sheet.get_name()
    chart.add_series(
        {
            "name": "probability",
            "categories": [name, rows[0], 0, rows[-1], 0],
            "values": [name, rows[0], 3, rows[-1], 3],
            "gap": 40,
            **FELT,
        }
    )
    _dress(chart, title_of(to.par, f"outcomes of {wager}"))
    chart.set_y_axis({"reverse": True, "num_font": {"size": 8}})
    chart.set_x_axis({"num_format": "0%", "num_font": SMALL, "label_position": "high"})
    chart.set_size({"width": 600, "height": 80 + 15 * max(len(rows), 7)})
    sheet.insert_chart(cell_name(*at), chart)


def _dress(chart: Any, title: str) -> None:
    chart.set_title({"name": title, "name_font": {"size": 11}, "overlay": False})
    chart.set_legend({"none": True})
    chart.set_chartarea({"border": {"color": "#D9DFE5"}})


def write_strategy_pictures(to: Cells) -> None:
    """The strategy drawn, title, rules and edge above it: each chart, or the lines of a strategy
    that is no table. Without matplotlib there is none."""
    par = to.par
    main = par.sheets[0]
    options = rules_line(par.identity.options)
    edge = f"{main.wager}: house edge {percent_text(main.summary.house_edge)}"
    heading = Heading(
        f"{par.identity.title}, {par.identity.day}",
        (*([options] if options else []), f"{edge}; rules {par.identity.rules[:16]}"),
    )
    try:
        pictures = drawn_strategy(par.charts, par.strategy, heading, "png", dots=110)
    except BadInput:
        return  # matplotlib is not installed, or nothing is decided
    sheet = to.sheet("Strategy drawn")
    row = 0
    for number, picture in enumerate(pictures, start=1):
        name = f"strategy-{number}.png"
        sheet.insert_image(row, 0, name, {"image_data": io.BytesIO(picture), "x_scale": 0.85,
                                          "y_scale": 0.85})  # fmt: skip
        row += _rows_of(picture)
    sheet.fit_to_pages(1, len(pictures))
    sheet.print_area(0, 0, row, 8)


def _rows_of(picture: bytes) -> int:
    """How many rows of a sheet a PNG covers at its size there: its height stands in its head."""
    height = int.from_bytes(picture[20:24], "big")
    return int(height * 0.85 * 96 / 110 / 20) + 2
