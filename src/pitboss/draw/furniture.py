"""What stands on a card table beside the cards: the shoe, the discard rack, the chip tray, and what
is printed on the felt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, pi, sin

from pitboss.draw.lettering import text
from pitboss.draw.pieces import piece
from pitboss.svg import number, points, tag

_TRAY = ("white", "red", "red", "green", "green", "black", "purple", "yellow")


def tray(x: float, y: float, width: float) -> str:
    """Returns the dealer's chip tray around `x`: tubes of chips by denomination."""
    height = 26.0
    content = tag("rect", x=-width / 2, width=width, height=height, rx=5, class_="tray")
    tube = (width - 8) / len(_TRAY)
    for index, colour in enumerate(_TRAY):
        left = -width / 2 + 4 + index * tube
        content += tag(
            "rect",
            x=left + 1,
            y=4,
            width=tube - 2,
            height=height - 8,
            rx=3,
            class_=f"tube tube-{colour}",
        )
        content += "".join(
            tag(
                "line",
                x1=left + 1 + tube * part / 4,
                y1=4,
                x2=left + 1 + tube * part / 4,
                y2=height - 4,
                class_="tube-line",
            )
            for part in (1, 2, 3)
        )
    return piece(content, "tray-piece", "the chip tray", x, y, 1)


def shoe(x: float, y: float, left: int | None) -> str:
    """Returns the shoe; `left` is how many cards it still holds, where that is known to all."""
    body = points(((0, 0), (58, 0), (72, 34), (14, 34)))
    content = tag("polygon", points=body, class_="shoe")
    content += tag(
        "polygon", points=points(((6, 6), (20, 6), (30, 30), (17, 30))), fill="url(#card-back)"
    )
    name = "the shoe" if left is None else f"the shoe: {left} cards are left"
    if left is not None:
        content += text(47, 19, str(left), size=13, class_="furniture-text")
    return piece(content, "shoe-piece", name, x, y, 1)


def rack(x: float, y: float, cards: int | None) -> str:
    """Returns the discard rack; `cards` is how many have left the shoe."""
    content = tag("rect", width=58, height=36, rx=4, class_="rack")
    level = 0 if not cards else min(4 + cards // 8, 26)
    if level:
        content += tag("rect", x=6, y=32 - level, width=46, height=level, fill="url(#card-back)")
    if cards:
        content += text(29, 20, str(cards), size=13, class_="furniture-text")
    name = "the discard rack" if not cards else f"the discard rack: {cards} cards were dealt"
    return piece(content, "rack-piece", name, x, y, 1)


def arc_words(words: Sequence[str], x: float, y: float, reach: float, *, name: str) -> str:
    """Returns lines of printed words along arcs that hang from `y`, as a felt has them; `reach` is
    half the width of the arc."""
    content = ""
    for index, line in enumerate(words):
        top = y + index * 25
        drop = reach * 0.16
        size = 19.0 if index == 0 else 14.0
        size = min(size, 2 * reach / (max(len(line), 1) * 0.8))
        path = (
            f"M{number(x - reach)} {number(top)} Q{number(x)} {number(top + 2 * drop)} "
            f"{number(x + reach)} {number(top)}"
        )
        content += tag("path", id=f"{name}-{index}", d=path, class_="none")
        inside = tag("textPath", escape(line), href=f"#{name}-{index}", startOffset="50%")
        content += tag(
            "text",
            inside,
            text_anchor="middle",
            font_size=size,
            class_="print" if index == 0 else "print print-small",
        )
    return content


def placard(
    heading: str,
    rows: Iterable[tuple[str, str]],
    x: float,
    y: float,
    width: float,
    *,
    most: int = 11,
    size: float = 12.0,
) -> tuple[str, float]:
    """Returns a pay table printed on the felt, its top left corner there, and how tall it is."""
    found = list(rows)
    shown = found[:most]
    line = size * 1.32
    height = line * (len(shown) + 1) + 10
    content = tag("rect", x=x, y=y, width=width, height=height, rx=7, class_="placard")
    content += text(
        x + width / 2, y + 5 + line / 2, heading, size=size, class_="placard-title", fit=width - 10
    )
    for index, (name, pays) in enumerate(shown):
        at = y + 5 + line * (index + 1.5)
        room = width - 18 - len(pays) * size * 0.58
        content += text(x + 7, at, name, size=size, anchor="start", class_="placard-row", fit=room)
        content += " " + text(
            x + width - 7, at, pays, size=size, anchor="end", class_="placard-pays"
        )
    return content, height


def scale(marks: Sequence[tuple[str, str]], at: str, x: float, y: float, width: float) -> str:
    """Returns a scale of numbers, each with what it pays, and a marker above the one `at`."""
    cell = width / len(marks)
    content = ""
    for index, (mark, pays) in enumerate(marks):
        left = x + index * cell
        lit = mark == at
        content += tag(
            "rect",
            x=left + 1,
            y=y,
            width=cell - 2,
            height=44,
            rx=5,
            class_="scale scale-lit" if lit else "scale",
        )
        content += text(
            left + cell / 2, y + 16, mark, size=18, class_="scale-dark" if lit else "scale-text"
        )
        content += " " + text(
            left + cell / 2,
            y + 35,
            pays,
            size=11,
            fit=cell - 6,
            class_="scale-dark" if lit else "scale-pays",
        )
        if lit:
            marker = tag("circle", cx=left + cell / 2, cy=y - 12, r=12, class_="puck puck-on")
            content += tag(
                "g",
                marker + text(left + cell / 2, y - 12, "▼", size=11, class_="puck-text-on"),
                role="img",
                aria_label=f"the marker is on spread {mark}",
            )
    return content


def money_wheel(
    sections: Sequence[tuple[str, str]], at: str, x: float, y: float, radius: float
) -> str:
    """Returns a vertical wheel of sections, each a symbol and a label, with the clapper at its
    top; the section where it stopped is there."""
    count = len(sections)
    stops = [index for index, (symbol, _) in enumerate(sections) if symbol == at]
    turn = stops[len(stops) // 2] if stops else 0
    half, inner = pi / count, radius * 0.58
    content = tag("circle", r=radius * 1.08, class_="wheel-rim")
    inside = ""
    for index, (symbol, label) in enumerate(sections):
        angle = 2 * pi * (index - turn) / count - pi / 2
        corners = points(
            (r * cos(angle + side), r * sin(angle + side))
            for r, side in ((radius, -half), (radius, half), (inner, half), (inner, -half))
        )
        inside += tag("polygon", points=corners, class_=f"money money-{symbol}")
        middle = (radius + inner) / 2
        inside += tag(
            "g",
            text(0, 0, label, size=radius * 0.085, class_="money-text"),
            transform=f"translate({number(middle * cos(angle))} {number(middle * sin(angle))}) "
            f"rotate({number(angle * 180 / pi)})",
        )
        pin = angle + half
        inside += tag("circle", cx=radius * cos(pin), cy=radius * sin(pin), r=1.6, class_="pin")
    content += tag("g", inside, class_="turning")
    content += tag("circle", r=inner, class_="wheel-bowl")
    name = "the wheel"
    if stops:
        label = sections[turn][1]
        content += text(0, 0, label, size=radius * 0.3, class_="wheel-stop", fit=inner * 1.7)
        name = f"the wheel stopped at {label}"
    clapper = ((-9, -radius - 16), (9, -radius - 16), (0, -radius + 12))
    content += tag("polygon", points=points(clapper), class_="clapper")
    return piece(content, "wheel", name, x, y, 1)


def scoreboard(results: Sequence[str], x: float, y: float, width: float, rows: int = 6) -> str:
    """Returns the last results as beads, in columns from the left; each is a letter."""
    cell = 17.0
    columns = int(width // cell)
    content = tag(
        "rect",
        x=x - 3,
        y=y - 3,
        width=columns * cell + 6,
        height=rows * cell + 6,
        rx=6,
        class_="placard",
    )
    shown = list(results)[-columns * rows :]
    spare = len(shown) % rows
    if len(results) > len(shown):
        shown = shown[rows - spare if spare else 0 :]
    for index, letter in enumerate(shown):
        column, row = divmod(index, rows)
        cx, cy = x + (column + 0.5) * cell, y + (row + 0.5) * cell
        content += tag("circle", cx=cx, cy=cy, r=cell * 0.44, class_=f"bead bead-{letter.lower()}")
        content += text(cx, cy, letter, size=10, class_="bead-text")
    said = ", ".join(results[-6:]) or "no result yet"
    return tag("g", content, role="img", aria_label=f"the scoreboard; the last results: {said}")
