"""A strategy chart as a picture: SVG, and PNG without any library. What it shows is always to be
had as text as well."""

from __future__ import annotations

import struct
import zlib

from pitboss.analysis.exact.edges import Chart
from pitboss.svg import picture, tag, text

# Colours by the first letter of an action, light enough for dark letters.
COLOURS = {
    "H": (233, 238, 243), "S": (246, 214, 209), "D": (201, 232, 214), "P": (205, 224, 246),
    "R": (236, 214, 240), "W": (252, 231, 176),
}  # fmt: skip
PAPER, INK = (255, 255, 255), (27, 35, 44)
CELL_WIDTH, CELL_HEIGHT, NAME_WIDTH, MARGIN = 34, 20, 96, 12
# Letters five dots wide and seven high, a row of dots each number, the leftmost dot highest.
GLYPHS = {
    " ": (0, 0, 0, 0, 0, 0, 0), "*": (0, 21, 14, 31, 14, 21, 0), ":": (0, 4, 0, 0, 0, 4, 0),
    ",": (0, 0, 0, 0, 4, 4, 8), "-": (0, 0, 0, 14, 0, 0, 0),
    "0": (14, 17, 19, 21, 25, 17, 14), "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 2, 4, 8, 31), "3": (30, 1, 1, 14, 1, 1, 30), "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14), "6": (6, 8, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 8, 8, 8), "8": (14, 17, 17, 14, 17, 17, 14), "9": (14, 17, 17, 15, 1, 2, 12),
    "A": (14, 17, 17, 31, 17, 17, 17), "D": (30, 17, 17, 17, 17, 17, 30),
    "H": (17, 17, 17, 31, 17, 17, 17), "P": (30, 17, 17, 30, 16, 16, 16),
    "R": (30, 17, 17, 30, 20, 18, 17), "S": (15, 16, 16, 14, 1, 1, 30),
    "W": (17, 17, 17, 21, 21, 21, 10),
    "a": (0, 0, 14, 1, 15, 17, 15), "b": (16, 16, 30, 17, 17, 17, 30),
    "c": (0, 0, 14, 16, 16, 16, 14), "d": (1, 1, 15, 17, 17, 17, 15),
    "e": (0, 0, 14, 17, 31, 16, 14), "f": (6, 8, 28, 8, 8, 8, 8), "g": (0, 0, 15, 17, 15, 1, 14),
    "h": (16, 16, 30, 17, 17, 17, 17), "i": (4, 0, 12, 4, 4, 4, 14),
    "k": (16, 16, 18, 20, 24, 20, 18), "l": (12, 4, 4, 4, 4, 4, 14),
    "m": (0, 0, 26, 21, 21, 21, 21), "n": (0, 0, 30, 17, 17, 17, 17),
    "o": (0, 0, 14, 17, 17, 17, 14), "p": (0, 0, 30, 17, 30, 16, 16),
    "r": (0, 0, 22, 24, 16, 16, 16), "s": (0, 0, 15, 16, 14, 1, 30), "t": (8, 8, 28, 8, 8, 9, 6),
    "u": (0, 0, 17, 17, 17, 17, 15), "w": (0, 0, 17, 17, 21, 21, 10),
    "v": (0, 0, 17, 17, 17, 10, 4), "x": (0, 0, 17, 10, 4, 10, 17), "y": (0, 0, 17, 17, 15, 1, 14),
}  # fmt: skip
UNKNOWN = (31, 17, 17, 17, 17, 17, 31)

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
                tag("rect", x=x + 1, y=y + 1, width=CELL_WIDTH - 2, height=CELL_HEIGHT - 2, rx=2,
                    fill=_hex(colour_of(letter)))
            )  # fmt: skip
            parts.append(text(x + CELL_WIDTH / 2, y + 14, letter, text_anchor="middle"))
    for number, (letter, words) in enumerate(chart.legend):
        y = MARGIN + (len(chart.rows) + 1 + number) * CELL_HEIGHT
        parts.append(text(MARGIN, y + 14, f"{letter}: {words}", text_anchor="start"))
    return picture(
        width, height, "".join(parts), label=chart.title, alone=True, font_size=13,
        font_family="sans-serif", fill=_hex(INK),
    ) + "\n"  # fmt: skip


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


class Canvas:
    """A picture of three bytes a dot."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows = [bytearray(bytes(PAPER) * width) for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        for row in self.rows[y : y + height]:
            row[3 * x : 3 * (x + width)] = bytes(colour) * min(width, self.width - x)

    def write(self, x: int, y: int, text: str, scale: int = 2) -> None:
        for place, letter in enumerate(text):
            for line, dots in enumerate(GLYPHS.get(letter, UNKNOWN)):
                for dot in range(5):
                    if dots >> (4 - dot) & 1:
                        left = x + (place * 6 + dot) * scale
                        self.fill(left, y + line * scale, scale, scale, INK)

    def png(self) -> bytes:
        """Eight bits a colour, no filter."""
        raw = b"".join(b"\0" + bytes(row) for row in self.rows)
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in (
                (b"IHDR", header),
                (b"IDAT", zlib.compress(raw, 9)),
                (b"IEND", b""),
            )
        )


def png_of(chart: Chart) -> bytes:
    """Returns the chart as a PNG file, twice the size of the SVG, for screens and paper."""
    width, height = _size(chart)
    canvas = Canvas(2 * width, 2 * height)
    for column, name in enumerate(chart.columns):
        x = 2 * (MARGIN + NAME_WIDTH + column * CELL_WIDTH + CELL_WIDTH // 2)
        canvas.write(x - 6 * len(name), 2 * MARGIN + 12, name)
    for row, (name, letters) in enumerate(chart.rows):
        y = 2 * (MARGIN + (row + 1) * CELL_HEIGHT)
        canvas.write(2 * MARGIN, y + 12, name)
        for column, letter in enumerate(letters):
            x = 2 * (MARGIN + NAME_WIDTH + column * CELL_WIDTH)
            canvas.fill(x + 2, y + 2, 2 * CELL_WIDTH - 4, 2 * CELL_HEIGHT - 4, colour_of(letter))
            canvas.write(x + CELL_WIDTH - 6 * len(letter), y + 12, letter)
    for number, (letter, words) in enumerate(chart.legend):
        y = 2 * (MARGIN + (len(chart.rows) + 1 + number) * CELL_HEIGHT)
        canvas.write(2 * MARGIN, y + 12, f"{letter}: {words}", 1 if len(words) > 40 else 2)
    return canvas.png()
