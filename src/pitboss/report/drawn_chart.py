"""A strategy drawn with matplotlib, as PNG, SVG or PDF: a title, the rules and the edge above it,
and the table of letters, or the lines of a strategy that is no table."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.analysis.exact.edges import Chart, Choice, Edges
from pitboss.analysis.exact.figures import percent_text
from pitboss.errors import BadInput
from pitboss.law.schema import Value
from pitboss.report.strategy_chart import colour_of

# Inches: a cell, a line of text, the names of rows, the margin.
CELL_WIDTH, CELL_HEIGHT, LINE, NAMES, MARGIN = 0.42, 0.27, 0.22, 1.35, 0.3
LINES_MAX = 60
DOTS = 200


class Heading(NamedTuple):
    """What stands above the drawing."""

    title: str
    lines: tuple[str, ...]


def heading_of(odds: Edges) -> Heading:
    """Returns the game and the day, what is not at its default, and the edge of the main wager."""
    law = odds.rules.law
    options = rules_line(law.options)
    main = odds.wagers[0]
    edge = percent_text(main.distribution.house_edge())
    lines = [options] if options else []
    return Heading(
        f"{law.title}, {law.day}",
        (*lines, f"{main.wager}: house edge {edge}; rules {law.hash[:16]}"),
    )


def rules_line(options: Mapping[str, Value]) -> str:
    """Returns the options that say something, in a line."""
    return ", ".join(
        f"{name.replace('_', ' ')}: {_words(value)}"
        for name, value in options.items()
        if value not in (False, "none")
    )


def _words(value: object) -> str:
    return {"True": "yes", "False": "no"}.get(str(value), str(value))


def drawn(odds: Edges, kind: str) -> bytes:
    """Returns the first chart of the strategy, or its lines, as a picture of this kind."""
    return drawn_strategy(odds.charts[:1], odds.strategy, heading_of(odds), kind)[0]


def drawn_strategy(
    charts: Sequence[Chart],
    strategy: Sequence[Choice],
    heading: Heading,
    kind: str,
    dots: int = DOTS,
) -> list[bytes]:
    """Returns every chart as a picture, or the lines of a strategy that has none."""
    if charts:
        return [_chart(each, heading, kind, dots) for each in charts]
    if strategy:
        return [_lines(strategy, heading, kind, dots)]
    raise BadInput("--chart: nothing is decided at this game: it has no strategy to draw")


def _figure(width: float, height: float) -> Any:
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError as missing:
        raise BadInput("a chart needs matplotlib: install pitboss[report]") from missing
    figure = Figure(figsize=(width, height), facecolor="white")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.axis("off")
    return figure


def _wrapped(text: str, width: float) -> list[str]:
    from textwrap import wrap

    return wrap(text, max(int(width / 0.075), 20))


def _head(axes: Any, heading: Heading, width: float) -> float:
    """Writes title and lines; returns where the drawing begins."""
    y = MARGIN + LINE
    axes.text(MARGIN, y, heading.title, fontsize=13, fontweight="bold", va="bottom")
    for line in heading.lines:
        for part in _wrapped(line, width - 2 * MARGIN):
            y += LINE
            axes.text(MARGIN, y, part, fontsize=8, color="#44505c", va="bottom")
    return y + LINE


def _head_height(heading: Heading, width: float) -> float:
    lines = sum(len(_wrapped(line, width - 2 * MARGIN)) for line in heading.lines)
    return MARGIN + LINE * (lines + 2)


def _chart(chart: Chart, heading: Heading, kind: str, dots: int) -> bytes:
    names = max(NAMES, 0.085 * max(len(name) for name, _ in chart.rows) + 0.1)
    width = max(2 * MARGIN + names + CELL_WIDTH * len(chart.columns), 5.2)
    top = _head_height(heading, width)
    below = LINE * (len(chart.legend) + 2) + MARGIN
    height = top + CELL_HEIGHT * (len(chart.rows) + 1) + below
    figure = _figure(width, height)
    axes = figure.axes[0]
    y = _head(axes, heading, width)
    for column, name in enumerate(chart.columns):
        x = MARGIN + names + (column + 0.5) * CELL_WIDTH
        axes.text(
            x, y + CELL_HEIGHT / 2, name, ha="center", va="center", fontsize=9, fontweight="bold"
        )
    for name, letters in chart.rows:
        y += CELL_HEIGHT
        axes.text(MARGIN, y + CELL_HEIGHT / 2, name, va="center", fontsize=9)
        for column, letter in enumerate(letters):
            x = MARGIN + names + column * CELL_WIDTH
            _cell(axes, x, y, letter)
    y += CELL_HEIGHT + LINE
    axes.text(MARGIN, y, chart.title, fontsize=8, fontstyle="italic", va="bottom")
    for letter, words in chart.legend:
        y += LINE
        axes.text(MARGIN, y, f"{letter}  {words}", fontsize=8, va="bottom")
    return _saved(figure, kind, heading.title, dots)


def _cell(axes: Any, x: float, y: float, letter: str) -> None:
    from matplotlib.patches import Rectangle

    colour = tuple(part / 255 for part in colour_of(letter))
    axes.add_patch(
        Rectangle(
            (x + 0.015, y + 0.015),
            CELL_WIDTH - 0.03,
            CELL_HEIGHT - 0.03,
            facecolor=colour,
            edgecolor="none",
        )
    )
    axes.text(x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2, letter, ha="center", va="center", fontsize=9)


def _lines(strategy: Sequence[Choice], heading: Heading, kind: str, dots: int) -> bytes:
    shown = list(strategy[:LINES_MAX])
    situations = 0.075 * max(len(line.situation) for line in shown) + 0.3
    actions = 0.075 * max(len(line.do) for line in shown) + 0.3
    width = max(2 * MARGIN + situations + actions + 1.0, 5.2)
    more = len(strategy) - len(shown)
    height = _head_height(heading, width) + LINE * (len(shown) + 2 + bool(more)) + MARGIN
    figure = _figure(width, height)
    axes = figure.axes[0]
    y = _head(axes, heading, width) + LINE
    columns = (MARGIN, MARGIN + situations, MARGIN + situations + actions)
    for x, name in zip(columns, ("situation", "do", "how often"), strict=True):
        axes.text(x, y, name, fontsize=9, fontweight="bold", va="bottom")
    for line in shown:
        y += LINE
        texts = (line.situation, line.do, percent_text(line.probability, 3))
        for x, text in zip(columns, texts, strict=True):
            axes.text(x, y, text, fontsize=9, va="bottom")
    if more:
        axes.text(MARGIN, y + LINE, f"{more} lines more: --json", fontsize=8, va="bottom")
    return _saved(figure, kind, heading.title, dots)


def _saved(figure: Any, kind: str, title: str, dots: int) -> bytes:
    file = io.BytesIO()
    # No day of making: the same strategy is the same file.
    metadata = {"png": {"Software": None, "Title": title}, "svg": {"Date": None, "Title": title}}
    figure.savefig(file, format=kind, dpi=dots, metadata=metadata.get(kind))
    return file.getvalue()
