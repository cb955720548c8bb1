"""A whole table as SVG: the felt, what lies on it, and the areas where the viewer may wager."""

from __future__ import annotations

from pitboss.draw import furniture, pieces
from pitboss.draw.areas import Board, board_of
from pitboss.draw.lettering import block, text
from pitboss.draw.ring import is_ring, ring_table
from pitboss.draw.roulette import wheel_of
from pitboss.draw.seats import seats_table
from pitboss.draw.wagers import Drawing, draw_areas
from pitboss.equipment.wheels import big_six_sections, colour
from pitboss.svg import NAMESPACE, tag

__all__ = ["Drawing", "at_seats", "table_svg"]


def at_seats(drawing: Drawing) -> bool:
    """Whether each player has betting areas of their own, or all share one layout."""
    layout = drawing.layout
    return "boxes" in layout and isinstance(layout["boxes"], list) if layout else drawing.has_cards


def table_svg(drawing: Drawing) -> str:
    """Returns the drawing. Every piece of it was escaped where it was made."""
    if is_ring(drawing):
        return _svg(drawing, *ring_table(drawing))
    if at_seats(drawing):
        width, height, content = seats_table(drawing)
    else:
        width, height, content = _board_table(drawing)
    # A table with seats is round on the players' side; a layout has a margin of cloth around it.
    arc = at_seats(drawing) and not drawing.narrow
    bow, margin = (250.0, 0.0) if arc else (18.0, 8.0 if drawing.narrow else 16.0)
    whole = (width + 2 * margin, height + 2 * margin)
    cloth = "".join(
        _cloth(*whole, bow, inset, class_)
        for inset, class_ in ((0, "rail"), (6 if margin else 8, "felt"), (13, "felt-line"))
        if inset < 13 or not drawing.narrow
    )
    if margin:
        content = tag("g", content, transform=f"translate({margin:.0f} {margin:.0f})")
    return _svg(drawing, *whole, cloth + content)


def _svg(drawing: Drawing, width: float, height: float, content: str) -> str:
    return tag(
        "svg",
        content,
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        class_="table-svg" + (" past" if drawing.past else ""),
        role="group",
        aria_label=f"The table: {drawing.law.title}",
        xmlns=NAMESPACE,
    )


def _cloth(width: float, height: float, bow: float, inset: float, class_: str) -> str:
    """Returns a rectangle whose two lower corners are as round as `bow` says."""
    left, right, low = inset, width - inset, height - inset
    bow = min(bow, height / 2) - inset * (bow > 20)
    wide = bow * 1.16 if bow > 20 else bow
    path = (
        f"M{left + 16:.0f} {inset:.0f}H{right - 16:.0f}Q{right:.0f} {inset:.0f} {right:.0f} "
        f"{inset + 16:.0f}V{low - bow:.0f}A{wide:.0f} {bow:.0f} 0 0 1 {right - wide:.0f} {low:.0f}"
        f"H{left + wide:.0f}A{wide:.0f} {bow:.0f} 0 0 1 {left:.0f} {low - bow:.0f}"
        f"V{inset + 16:.0f}Q{left:.0f} {inset:.0f} {left + 16:.0f} {inset:.0f}Z"
    )
    return tag("path", d=path, class_=class_)


# -- layouts that all players share ---------------------------------------------------------------


def _board_table(drawing: Drawing) -> tuple[float, float, str]:
    law, scene, narrow = drawing.law, drawing.scene, drawing.narrow
    board = board_of(law, drawing.layout, narrow=narrow)
    top, content = 0.0, ""
    width = board.width
    if drawing.layout.get("kind") == "roulette":
        pockets = wheel_of(law)
        colours = [colour(pocket) for pocket in pockets]
        content = pieces.wheel(pockets, colours, scene.stop or None, width / 2, 104, 84)
        top = 204.0
    elif board.dice_at is not None:
        x, y, w, h = board.dice_at
        size = min(h * 0.8, w / 3)
        content = pieces.dice(scene.dice, x + w / 2, y + (h - size) / 2, size)
        if not scene.dice:
            content = block(
                x + w / 2, y + h / 2, "the dice are out", width=w, size=15, class_="quiet"
            )
    else:
        content, top = _equipment(drawing, width)
    marks = draw_areas(drawing, board, drawing.wagers) + _marker(drawing, board)
    inside = content + tag("g", marks, transform=f"translate(0 {top:.0f})")
    return width, board.height + top, inside


def _equipment(drawing: Drawing, width: float) -> tuple[str, float]:
    """Returns the dice, or where the wheel stopped, above the layout."""
    scene = drawing.scene
    if drawing.layout.get("kind") == "wheel" and "stops" in drawing.law.options:
        return _money_wheel(drawing, width)
    if scene.dice:
        return pieces.dice(scene.dice, width / 2, 20, 56), 92.0
    if scene.stop:
        names = {
            a["spot"]: a["label"] for a in drawing.layout.get("areas", ()) if isinstance(a, dict)
        }
        if len(scene.stop) == 2 and scene.stop[1] in pieces.SUIT_NAMES:
            return pieces.card(scene.stop, width / 2 - 30, 16), 112.0
        label = names.get(scene.stop, scene.stop)
        return pieces.stop(label, "plain", width / 2, 48, 34), 92.0
    return text(width / 2, 44, drawing.law.title, size=24, class_="felt-title"), 80.0


def _money_wheel(drawing: Drawing, width: float) -> tuple[str, float]:
    """Returns the wheel with all its sections. In which order they stand on a real one is not
    known to us: each symbol is spread evenly over the rim."""
    names = {one["spot"]: one["label"] for one in drawing.layout.get("areas", ())}
    count: dict[str, int] = {}
    spread = []
    sections = big_six_sections(str(drawing.law.options["stops"]))
    for symbol in sections:
        count[symbol] = count.get(symbol, 0) + 1
        spread.append(((count[symbol] - 0.5) / sections.count(symbol), symbol))
    rim = [(symbol, str(names.get(symbol, symbol))) for _, symbol in sorted(spread)]
    radius = 150.0 if drawing.narrow else 172.0
    wheel = furniture.money_wheel(rim, drawing.scene.stop, width / 2, radius + 24, radius)
    return wheel, 2 * radius + 44


def _marker(drawing: Drawing, board: Board) -> str:
    """Returns the puck: on the number that is marked, or off."""
    mark = drawing.layout.get("marker", {})
    if not mark:
        return ""
    area = board.find(mark["wager"], drawing.marker)
    if area is not None:
        x, y = area.x + area.w - 15, area.y + 15
        puck = tag("circle", cx=x, cy=y, r=14, class_="puck puck-on")
        return tag(
            "g",
            puck + text(x, y, "ON", size=10, class_="puck-text-on"),
            role="img",
            aria_label=f"the marker is on {drawing.marker}",
        )
    rest = next((area for area in board.areas if area.kind == mark.get("rests", "")), None)
    if rest is None:
        return ""
    # On the edge of the box where it rests, so that the name of the box can be read.
    x, y = rest.x + rest.w - 16, rest.y + 6
    puck = tag("circle", cx=x, cy=y, r=12, class_="puck")
    return tag(
        "g",
        puck + text(x, y, "OFF", size=9, class_="puck-text"),
        role="img",
        aria_label="the marker is off",
    )
