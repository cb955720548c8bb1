"""The wagers that lie on a table, and the areas where the viewer may make one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.draw import chips, pieces
from pitboss.draw.areas import Area, Board
from pitboss.draw.lettering import block, text
from pitboss.draw.scene import Scene
from pitboss.law.regulation import Law
from pitboss.money import format_dollars
from pitboss.svg import points, tag, title

# From this width on a chip lies beside the label of its area, not on it.
BESIDE = 56


class Drawing(msgspec.Struct, frozen=True):
    """What a table is drawn from. `you` is the viewer's seat ("": none, a bystander or the
    dealer), `also` the further betting areas at which the viewer wagers, `asked` what the
    viewer is asked to decide. `wagers` and `answers` are as the table's JSON has them; `names`
    are who sits where; `marker` is a number that is marked on the layout, such as the point;
    `left` and `dealt` count the cards of the shoe; `results` are the letters of a scoreboard;
    `banker` is the seat that banks, where a player may, and `shared` whether with the house;
    `ring` is what a table shows at which players wager against each other."""

    law: Law
    layout: Mapping[str, Any]
    has_cards: bool
    seats: int
    names: Mapping[str, str]
    you: str
    scene: Scene
    wagers: Sequence[Mapping[str, Any]]
    answers: Sequence[Mapping[str, Any]]
    also: Sequence[str] = ()
    asked: str = ""
    turn: str = ""
    marker: str = ""
    past: bool = False
    can_sit: bool = False
    narrow: bool = False
    left: int | None = None
    dealt: int | None = None
    results: Sequence[str] = ()
    banker: str = ""
    shared: bool = False
    ring: Mapping[str, Any] = {}


def banker_of(layout: Mapping[str, Any], state: Any) -> str:
    """Returns the seat that banks, as the table remembers it in the field that the layout names."""
    held = getattr(state, layout["banker"]) if "banker" in layout else 0
    seat = next(iter(held), 0) if isinstance(held, tuple) else held
    return f"p{seat}" if seat else ""


# -- areas ----------------------------------------------------------------------------------------


def _wager_in_words(wager: Mapping[str, Any]) -> str:
    """Returns a wager in words, for whoever cannot see where it lies."""
    point = f" on {wager['point']}" if wager.get("point") else ""
    off = "" if wager.get("on", True) else ", off"
    return f"{wager['seat']} {wager['wager']}{point} ${format_dollars(wager['stake'])}{off}"


def draw_chip(
    wager: Mapping[str, Any], x: float, y: float, radius: float, *, figure: bool = True
) -> str:
    return chips.stack(
        wager["stake"],
        x,
        y,
        radius,
        off=not wager.get("on", True),
        name=_wager_in_words(wager),
        figure=figure,
    )


def _lies(drawing: Drawing, wager: Mapping[str, Any]) -> tuple[str, str]:
    """Returns the area where a wager lies: one that moved to a number lies where the layout
    says."""
    kind, _, spot = str(wager["wager"]).partition(" ")
    if wager.get("point") and not spot:
        moved = drawing.layout.get("moved", {}).get(kind)
        if moved:
            return moved, str(wager["point"])
    return kind, spot


def draw_areas(
    drawing: Drawing, board: Board, wagers: Sequence[Mapping[str, Any]], seat: str = ""
) -> str:
    """Returns the areas of a board with the wagers that lie there; `seat` is whose it is ("": it is
    everybody's)."""
    seat = seat or drawing.you
    offers = {
        (answer["wager"], answer["spot"]): answer
        for answer in drawing.answers
        if "wager" in answer and answer.get("seat") == (seat or answer.get("seat"))
    }
    lying: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for wager in wagers:
        lying.setdefault(_lies(drawing, wager), []).append(wager)
    content = "".join(
        text(x, y, words, size=size, class_="felt-words", anchor="start")
        for x, y, size, words in board.titles
    )
    first = True
    for area in board.areas:
        offer = offers.get(area.key)
        own = any(wager["seat"] == seat for wager in lying.get(area.key, ()))
        content += _area(drawing, area, offer, focus=first and offer is not None, own=own)
        first = first and offer is None
    for area in board.areas:
        content += _chips(seat, area, lying.get(area.key, []))
    return content


def _area(
    drawing: Drawing, area: Area, offer: Mapping[str, Any] | None, *, focus: bool, own: bool
) -> str:
    kind = drawing.law.wagers[area.kind]
    name = (kind.label or area.kind).split(":")[0] + (f" {area.spot}" if area.spot else "")
    odds = f", pays {area.note}" if " to " in area.note else ""
    class_ = f"area {'point' if area.point else 'box'} tone-{area.tone or 'plain'}"
    x, y = area.centre
    if area.point:
        content = tag("circle", cx=x, cy=y, r=area.w / 2, class_="shape")
        content += tag("circle", cx=x, cy=y, r=3.0, class_="dot")
    elif area.shape:
        content = _outline(area) + _inside(area, own=own)
    else:
        content = tag(
            "rect",
            x=area.x + 1,
            y=area.y + 1,
            width=area.w - 2,
            height=area.h - 2,
            rx=min(8.0, area.h / 5),
            class_="shape",
        )
        content += _label(area, 2 * _radius(area) + 8 if own and area.w > BESIDE else 0)
    if offer is None:
        return tag("g", title(f"{name}{odds}") + content, class_=f"{class_} shut")
    low, high = format_dollars(offer["at_least"]), format_dollars(offer["at_most"])
    step = format_dollars(offer["step"])
    limits = f"${low} to ${high}" + (f" in steps of ${step}" if offer["step"] > 1 else "")
    # Its name begins with the words that stand there, for those who speak to the page.
    words = area.label + (f" {area.note}" if _noted(area) else "")
    inside = tag("g", title(f"{name}{odds}; {limits}") + content, aria_hidden="true")
    return tag(
        "g",
        inside,
        class_=f"{class_} open",
        role="button",
        tabindex=0 if focus else -1,
        aria_label=f"{words}: wager on {name}; {limits}" if words else f"wager on {name}; {limits}",
        data_entry=offer["entry"],
        data_low=offer["at_least"],
        data_high=offer["at_most"],
        data_step=offer["step"],
    )


def _outline(area: Area) -> str:
    """Returns the line around a betting spot before a player."""
    x, y = area.centre
    r = area.w / 2
    if area.shape == "diamond":
        corners = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
        return tag("polygon", points=points(corners), class_="shape")
    if area.shape == "square":
        return tag(
            "rect",
            x=x - r * 0.86,
            y=y - r * 0.86,
            width=r * 1.72,
            height=r * 1.72,
            rx=6,
            class_="shape",
        )
    return tag("circle", cx=x, cy=y, r=r, class_="shape") + tag(
        "circle", cx=x, cy=y, r=r - 4, class_="shape-ring"
    )


def _inside(area: Area, *, own: bool) -> str:
    """Returns the name of a betting spot: in its middle, or above the chips that lie there; and
    what it pays, below it."""
    x, y = area.centre
    r = area.w / 2
    size = area.size or (15.0 if len(area.label) > 2 else r * 0.8)
    if own:
        content = text(x, area.y - 6, area.label, size=11, class_="area-text", fit=area.w + 6)
    else:
        room = r * (1.15 if area.shape == "diamond" else 1.6)
        content = block(x, y, area.label, width=room, size=size, class_="area-text", most=3)
    if " to " in area.note:
        content += " " + text(
            x, area.y + area.w + 10, area.note, size=11, class_="area-note", fit=area.w + 4
        )
    return content


def _radius(area: Area) -> float:
    """Returns how large the viewer's own chips are on this area."""
    return max(min(17.0, area.h * 0.42, area.w * 0.19), 10.0)


def _noted(area: Area) -> bool:
    """Whether there is room for the odds under the name."""
    return " to " in area.note and (area.h >= 58 or bool(area.shape))


def _label(area: Area, room: float) -> str:
    """Returns the name of the area, with `room` at its right for a chip."""
    x, y = area.centre
    x -= room / 2
    width = area.w - room
    if area.tone.startswith("paper-") and len(area.label) == 2:
        rank, suit = area.label[0], area.label[1]
        glyph = tag("use", href=f"#suit-{suit}", x=x + 2, y=y - 9, width=16, height=16)
        return (
            text(x - 10, y, "10" if rank == "T" else rank, size=17, class_="area-text", fit=18)
            + glyph
        )
    if area.dice:
        return _dice_label(area)
    size = area.size or (21 if len(area.label) <= 3 else 15)
    noted = _noted(area)
    middle = y - 8 if noted else y
    content = block(
        x,
        middle,
        area.label,
        width=width - 10,
        size=size,
        class_="area-text",
        most=1 if area.h < 40 else 2 if area.h < 70 or noted else 3,
    )
    if noted:
        content += " " + text(
            x, area.y + area.h - 13, area.note, size=11, class_="area-note", fit=width - 8
        )
    return content


def _dice_label(area: Area) -> str:
    """Returns the dice that an area is about, and what it pays."""
    x, y = area.centre
    noted = _noted(area)
    size = min(26.0, (area.w - 12) / (len(area.dice) * 1.2), area.h - (24 if noted else 10))
    content = pieces.printed_dice(area.dice, x, y - size / 2 - (8 if noted else 0), size)
    if noted:
        content += " " + text(
            x, area.y + area.h - 12, area.note, size=11, class_="area-note", fit=area.w - 8
        )
    return content


def _chips(seat: str, area: Area, wagers: Sequence[Mapping[str, Any]]) -> str:
    """Returns the chips that lie on the area: the viewer's own in the middle, the others' below
    it, each with whose it is."""
    if not wagers:
        return ""
    x, y = area.centre
    radius = _radius(area)
    others = [wager for wager in wagers if wager["seat"] != seat]
    content = _others_chips(area, others) if others else ""
    own = [wager for wager in wagers if wager["seat"] == seat]
    if not area.point and not area.shape and area.w > BESIDE:
        x = area.x + area.w - radius - 9  # beside the label
    for index, wager in enumerate(own):
        content += draw_chip(wager, x - index * 14, y, radius)
    return tag("g", content, class_="chips", pointer_events="none")


def _others_chips(area: Area, wagers: Sequence[Mapping[str, Any]]) -> str:
    """Returns as many of the others' wagers as the area has room for, and how many more there
    are."""
    tall = 20.0
    rows = 1 if area.point else max(int((area.h - 4) // tall), 1)
    shown = wagers[: rows if len(wagers) <= rows else max(rows - 1, 1)]
    more = len(wagers) - len(shown)
    bottom = area.y + area.h - 10 if area.h > 40 else area.centre[1]
    content = ""
    for index, wager in enumerate(shown):
        off = not wager.get("on", True)
        wide = chips.tag_width(wager["stake"], wager["seat"], off=off) + 12
        left = area.centre[0] - wide / 2 if area.point or area.w < wide else area.x + 3
        at = area.centre[1] if area.point else bottom - index * tall
        content += chips.tagged(
            wager["stake"], left, at, wager["seat"], off=off, name=_wager_in_words(wager)
        )
    if more:
        at = bottom - len(shown) * tall if rows > 1 else bottom
        total = chips.short_dollars(sum(wager["stake"] for wager in wagers[len(shown) :]))
        x = area.x + 30 if rows > 1 else area.x + area.w - 12
        content += chips.figures(f"+{more}: {total}" if rows > 1 else f"+{more}", x, at)
    return content
