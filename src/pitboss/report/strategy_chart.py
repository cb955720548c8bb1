"""A strategy chart for a page: SVG without any library (drawn_chart.py has pictures that stand
alone). What it shows is always to be had as text as well."""

from __future__ import annotations

from pitboss.analysis.exact.edges import Chart
from pitboss.svg import picture, tag, text

# Colours by the first letter of an action, light enough for dark letters.
COLOURS = {
    "H": (233, 238, 243), "S": (246, 214, 209), "D": (201, 232, 214), "P": (205, 224, 246),
    "R": (236, 214, 240), "W": (252, 231, 176),
}  # fmt: skip
PAPER, INK = (255, 255, 255), (27, 35, 44)
CELL_WIDTH, CELL_HEIGHT, NAME_WIDTH, MARGIN = 34, 20, 96, 12
Colour = tuple[int, int, int]


def colour_of(letter: str) -> Colour:
    return COLOURS.get(letter[:1], PAPER)


def _size(chart: Chart) -> tuple[int, int]:
    width = 2 * MARGIN + NAME_WIDTH + CELL_WIDTH * len(chart.columns)
    height = 2 * MARGIN + CELL_HEIGHT * (len(chart.rows) + 1 + len(chart.legend))
    return width, height


def svg_of(chart: Chart) -> str:
    """Returns the chart as one SVG file, with its own colours."""
    width, height = _size(chart)
    parts = [tag("rect", width=width, height=height, fill=_hex(PAPER))]
    for column, name in enumerate(chart.columns):
        x = MARGIN + NAME_WIDTH + column * CELL_WIDTH + CELL_WIDTH / 2
        parts.append(text(x, MARGIN + 14, name, text_anchor="middle"))
    for row, (name, letters) in enumerate(chart.rows):
        y = MARGIN + (row + 1) * CELL_HEIGHT
        parts.append(text(MARGIN, y + 14, name, text_anchor="start"))
        for column, letter in enumerate(letters):
            x = MARGIN + NAME_WIDTH + column * CELL_WIDTH
            parts.append(
                tag(
                    "rect",
                    x=x + 1,
                    y=y + 1,
                    width=CELL_WIDTH - 2,
                    height=CELL_HEIGHT - 2,
                    rx=2,
                    fill=_hex(colour_of(letter)),
                )
            )
            parts.append(text(x + CELL_WIDTH / 2, y + 14, letter, text_anchor="middle"))
    for number, (letter, words) in enumerate(chart.legend):
        y = MARGIN + (len(chart.rows) + 1 + number) * CELL_HEIGHT
        parts.append(text(MARGIN, y + 14, f"{letter}: {words}", text_anchor="start"))
    return (
        picture(
            width,
            height,
            "".join(parts),
            label=chart.title,
            alone=True,
            font_size=13,
            font_family="sans-serif",
            fill=_hex(INK),
        )
        + "\n"
    )


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
