"""A whole table as SVG: the felt, what lies on it, and the areas where the viewer may wager."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from pitboss.equipment.wheels import colour
from pitboss.law.regulation import Law
from pitboss.money import format_dollars
from pitboss.server.draw import pieces
from pitboss.server.draw.areas import (
    NARROW,
    WIDE,
    Area,
    Board,
    board_of,
    flow,
    in_order,
)
from pitboss.server.draw.hands import by_hand, hands, on_hands
from pitboss.server.draw.lettering import block, text
from pitboss.server.draw.roulette import wheel_of
from pitboss.server.draw.scene import Scene
from pitboss.svg import NAMESPACE, tag, title
from pitboss.table.lying import Place

# From this width on a chip lies beside the label of its area, not on it.
BESIDE = 56


class Drawing(msgspec.Struct, frozen=True):
    """What a table is drawn from. `you` is the viewer's seat ("": none, a bystander or the
    dealer), `also` the further betting areas at which the viewer wagers, `asked` what the
    viewer is asked to decide. `wagers` and `answers` are as the table's JSON has them; `names`
    are who sits where; `marker` is a number that is marked on the layout, such as the point."""

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


def at_seats(drawing: Drawing) -> bool:
    """Whether each player has betting areas of their own, or all share one layout."""
    layout = drawing.layout
    return "boxes" in layout and isinstance(layout["boxes"], list) if layout else drawing.has_cards


def table_svg(drawing: Drawing) -> Markup:
    if at_seats(drawing):
        width, height, content = _seats_table(drawing)
    else:
        width, height, content = _board_table(drawing)
    felt = tag("rect", width=width, height=height, rx=18, class_="felt")
    edge = tag("rect", x=4, y=4, width=width - 8, height=height - 8, rx=15, class_="felt-line")
    name = f"The table: {drawing.law.title}"
    svg = tag(
        "svg", felt + edge + content, viewBox=f"0 0 {width:.0f} {height:.0f}",
        class_="table-svg" + (" past" if drawing.past else ""), role="group", aria_label=name,
        xmlns=NAMESPACE,
    )  # fmt: skip
    # Every piece of it was escaped where it was made.
    return Markup(svg)


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
            content = block(x + w / 2, y + h / 2, "the dice are out", width=w, size=15,
                            class_="quiet")  # fmt: skip
    else:
        content, top = _equipment(drawing, width)
    marks = _areas(drawing, board, drawing.wagers) + _marker(drawing, board)
    inside = content + tag("g", marks, transform=f"translate(0 {top:.0f})")
    return width, board.height + top, inside


def _equipment(drawing: Drawing, width: float) -> tuple[str, float]:
    """Returns the dice, or where the wheel stopped, above the layout."""
    scene = drawing.scene
    if scene.dice:
        return pieces.dice(scene.dice, width / 2, 20, 56), 92.0
    if scene.stop:
        names = {a["spot"]: a["label"] for a in drawing.layout.get("areas", ())
                 if isinstance(a, dict)}  # fmt: skip
        if len(scene.stop) == 2 and scene.stop[1] in pieces.SUIT_NAMES:
            return pieces.card(scene.stop, width / 2 - 30, 16), 112.0
        label = names.get(scene.stop, scene.stop)
        return pieces.stop(label, "plain", width / 2, 48, 34), 92.0
    return text(width / 2, 44, drawing.law.title, size=24, class_="felt-title"), 80.0


def _marker(drawing: Drawing, board: Board) -> str:
    """Returns the puck: on the number that is marked, or off."""
    mark = drawing.layout.get("marker", {})
    if not mark:
        return ""
    area = board.find(mark["wager"], drawing.marker)
    if area is not None:
        x, y = area.x + area.w - 15, area.y + 15
        puck = tag("circle", cx=x, cy=y, r=14, class_="puck puck-on")
        return tag("g", puck + text(x, y, "ON", size=10, class_="puck-text-on"), role="img",
                   aria_label=f"the marker is on {drawing.marker}")  # fmt: skip
    rest = next((area for area in board.areas if area.kind == mark.get("rests", "")), None)
    if rest is None:
        return ""
    # On the edge of the box where it rests, so that the name of the box can be read.
    x, y = rest.x + rest.w - 16, rest.y + 6
    puck = tag("circle", cx=x, cy=y, r=12, class_="puck")
    return tag("g", puck + text(x, y, "OFF", size=9, class_="puck-text"), role="img",
               aria_label="the marker is off")  # fmt: skip


# -- tables where each player has a place ---------------------------------------------------------


def _seats_table(drawing: Drawing) -> tuple[float, float, str]:
    width = NARROW if drawing.narrow else WIDE
    content, y = _house_places(drawing, width)
    others, y = _other_seats(drawing, width, y)
    content += others
    if not drawing.you:
        return width, y + 10, content
    for seat in (drawing.you, *drawing.also):
        own, y = _own_place(drawing, seat, width, y)
        content += own
    return width, y, content


def _house_places(drawing: Drawing, width: float) -> tuple[str, float]:
    """Returns the dealer's hand and the boxes of the layout, at the top."""
    places = list(drawing.scene.of(""))
    for box in drawing.layout.get("boxes", ()):
        word = box.lower().split("'")[0]
        if not any(word in place.name.lower() for place in places):
            places.append(Place(box, 0))
    order = [box.lower().split("'")[0] for box in drawing.layout.get("boxes", ())]

    def rank(place: Place) -> int:
        found = [index for index, word in enumerate(order) if word in place.name.lower()]
        return found[0] if found else len(order)

    places.sort(key=rank)
    if drawing.scene.dice:
        return pieces.dice(drawing.scene.dice, width / 2, 20, 56), 92.0
    if not places:
        return text(width / 2, 60, drawing.law.title, size=26, class_="felt-title"), 110.0
    scale = 0.92 if drawing.narrow else 1.12
    share = (width - 30) / max(len(places), 1)
    share = min(share, 330.0)
    left = (width - share * len(places)) / 2
    content, height = "", pieces.CARD_HEIGHT * scale
    for index, place in enumerate(places):
        middle = left + share * (index + 0.5)
        if not place.cards:
            w = pieces.CARD_WIDTH * scale
            content += tag("rect", x=middle - w / 2, y=16, width=w, height=height, rx=6,
                           class_="empty-card")  # fmt: skip
        content += pieces.hand(place.cards, middle, 16, share - 14, scale)
        content += text(middle, height + 30, _title(place.name), size=14, class_="felt-words",
                        fit=share - 10)  # fmt: skip
    return content, height + 46


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def _other_seats(drawing: Drawing, width: float, y: float) -> tuple[str, float]:
    """Returns everybody else, round the table in the order of the seats."""
    mine = (drawing.you, *drawing.also)
    seats = [f"p{n}" for n in range(1, drawing.seats + 1) if f"p{n}" not in mine]
    if drawing.narrow:
        # There is no room for empty places.
        taken = [seat for seat in seats if seat in drawing.names]
        free = [seat for seat in seats if seat not in drawing.names]
        seats = taken + (free[:1] if drawing.can_sit else [])
    if not seats:
        return "", y
    dealt = any(place.seat for place in drawing.scene.places)
    height = 138.0 if dealt else 72.0
    per_row = 3 if drawing.narrow else min(len(seats), 8)
    share = (width - 16) / per_row
    content, lowest = "", y
    for index, seat in enumerate(seats):
        row, column = divmod(index, per_row)
        in_row = min(per_row, len(seats) - row * per_row)
        middle = width / 2 + (column - (in_row - 1) / 2) * share
        # The seats stand in a shallow arc, nearest to the dealer at both ends.
        away = abs(column - (in_row - 1) / 2) / max((in_row - 1) / 2, 1)
        dip = 0 if drawing.narrow else 26 * (1 - away**2)
        top = y + row * (height + 12) + dip
        content += _seat(drawing, seat, middle, top, share - 10, height)
        lowest = max(lowest, y + row * (height + 12) + 26 * (not drawing.narrow) + height + 8)
    return content, lowest


def _seat(
    drawing: Drawing, seat: str, middle: float, top: float, width: float, height: float
) -> str:
    name = drawing.names.get(seat)
    turn = drawing.turn == seat
    class_ = "seat" + (" seat-turn" if turn else "") + ("" if name else " seat-open")
    box = tag("rect", x=middle - width / 2, y=top, width=width, height=height, rx=10, class_=class_)
    if name is None:
        label = block(middle, top + height / 2, f"seat {seat} open", width=width - 12, size=13,
                      class_="quiet")  # fmt: skip
        if not drawing.can_sit:
            return box + label
        return tag("g", tag("g", box + label, aria_hidden="true"), class_="sit", role="button",
                   tabindex=0, data_sit=seat, aria_label=f"seat {seat} open: sit down")  # fmt: skip
    content = box + text(middle, top + height - 10, f"{seat} {name}", size=12, class_="felt-words",
                         fit=width - 8)  # fmt: skip
    cards = drawing.scene.of(seat)
    share = (width - 6) / max(len(cards), 1)
    for index, place in enumerate(cards):
        x = middle + (index - (len(cards) - 1) / 2) * share
        content += pieces.hand(place.cards, x, top + 6, share - 4, 0.7)
    wagers = [wager for wager in drawing.wagers if wager["seat"] == seat]
    step = min(36.0, (width - 34) / max(len(wagers) - 1, 1))
    for index, wager in enumerate(wagers):
        x = middle + (index - (len(wagers) - 1) / 2) * step
        content += _chip(wager, x, top + height - 46 if cards else top + 26, 14)
    return content


def _own_place(drawing: Drawing, seat: str, width: float, y: float) -> tuple[str, float]:
    """Returns one of the viewer's own places, large: its hands and its betting areas."""
    places = drawing.scene.of(seat)
    lying = _on_hands(drawing, seat)
    scale = 1.0 if drawing.narrow else 1.12
    content, y = hands(places, lying, _chip, middle=width / 2, top=y + 6, width=width - 40,
                       scale=scale, asked=drawing.asked)  # fmt: skip
    who = drawing.names.get(seat, "")
    words = f"your place: {seat} {who}" if seat == drawing.you else f"also yours: {seat}"
    content += text(width / 2, y + 12, words, size=14, class_="felt-words own")
    board = Board(width, y + 20, [])
    offered = {(one["wager"], one["spot"]) for one in drawing.answers if "wager" in one}
    kinds = [
        (kind, [spot for spot in kind.spots or ("",)
                if not on_hands(kind) or (kind.key, spot) in offered])
        for kind in in_order(drawing.law, drawing.layout)
    ]  # fmt: skip
    kinds = [(kind, spots) for kind, spots in kinds if spots]
    flow(board, drawing.law, kinds, drawing.layout, narrow=drawing.narrow)
    shown = {id(wager) for wagers in lying.values() for wager in wagers}
    wagers = [one for one in drawing.wagers if one["seat"] == seat and id(one) not in shown]
    return content + _areas(drawing, board, wagers, seat), board.height + 6


def _on_hands(drawing: Drawing, seat: str) -> dict[tuple[str, int], list[Mapping[str, Any]]]:
    wagers = [wager for wager in drawing.wagers if wager["seat"] == seat]
    first = next(iter(in_order(drawing.law, drawing.layout)), None)
    places = drawing.scene.of(seat)
    return by_hand(wagers, drawing.law.wagers, first.key if first else "", places)


# -- areas ----------------------------------------------------------------------------------------


def _chip(wager: Mapping[str, Any], x: float, y: float, radius: float, *, mark: str = "") -> str:
    stake = format_dollars(wager["stake"])
    off = not wager.get("on", True)
    point = f" on {wager['point']}" if wager.get("point") else ""
    name = f"{wager['seat']} {wager['wager']}{point} ${stake}{', off' if off else ''}"
    return pieces.chip(wager["stake"], x, y, radius, off=off, name=name, mark=mark)


def _lies(drawing: Drawing, wager: Mapping[str, Any]) -> tuple[str, str]:
    """Returns the area where a wager lies: one that moved to a number lies where the layout
    says."""
    kind, _, spot = str(wager["wager"]).partition(" ")
    if wager.get("point") and not spot:
        moved = drawing.layout.get("moved", {}).get(kind)
        if moved:
            return moved, str(wager["point"])
    return kind, spot


def _areas(
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
    else:
        content = tag("rect", x=area.x + 1, y=area.y + 1, width=area.w - 2, height=area.h - 2,
                      rx=min(8.0, area.h / 5), class_="shape")  # fmt: skip
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
        "g", inside, class_=f"{class_} open", role="button", tabindex=0 if focus else -1,
        aria_label=f"{words}: wager on {name}; {limits}" if words else f"wager on {name}; {limits}",
        data_entry=offer["entry"], data_low=offer["at_least"], data_high=offer["at_most"],
        data_step=offer["step"],
    )  # fmt: skip


def _radius(area: Area) -> float:
    """Returns how large the viewer's own chips are on this area."""
    return max(min(17.0, area.h * 0.42, area.w * 0.19), 10.0)


def _noted(area: Area) -> bool:
    """Whether there is room for the odds under the name."""
    return " to " in area.note and area.h >= 58


def _label(area: Area, room: float) -> str:
    """Returns the name of the area, with `room` at its right for a chip."""
    x, y = area.centre
    x -= room / 2
    width = area.w - room
    if area.tone.startswith("paper-") and len(area.label) == 2:
        rank, suit = area.label[0], area.label[1]
        glyph = tag("use", href=f"#suit-{suit}", x=x + 2, y=y - 9, width=16, height=16)
        return text(x - 10, y, "10" if rank == "T" else rank, size=17, class_="area-text",
                    fit=18) + glyph  # fmt: skip
    size = area.size or (21 if len(area.label) <= 3 else 15)
    noted = _noted(area)
    middle = y - 8 if noted else y
    content = block(x, middle, area.label, width=width - 10, size=size, class_="area-text",
                    most=1 if area.h < 40 else 2 if area.h < 70 or noted else 3)  # fmt: skip
    if noted:
        content += " " + text(x, area.y + area.h - 13, area.note, size=11, class_="area-note",
                              fit=width - 8)  # fmt: skip
    return content


def _chips(seat: str, area: Area, wagers: Sequence[Mapping[str, Any]]) -> str:
    """Returns the chips that lie on the area: the viewer's own in the middle, the others' around
    it."""
    if not wagers:
        return ""
    x, y = area.centre
    radius = _radius(area)
    content = ""
    others = [wager for wager in wagers if wager["seat"] != seat]
    shown = others[:4]
    for index, wager in enumerate(shown):
        if area.point:
            content += _chip(wager, x + 8 * index, y - 4 * index, 12, mark=wager["seat"])
        else:
            at = area.x + 13 + index * min(24.0, max(area.w - 32, 1) / max(len(shown), 1))
            content += _chip(wager, at, area.y + area.h - 12, 10, mark=wager["seat"])
    own = [wager for wager in wagers if wager["seat"] == seat]
    if not area.point and area.w > BESIDE:
        x = area.x + area.w - radius - 7  # beside the label
    for index, wager in enumerate(own):
        content += _chip(wager, x - index * 14, y, radius)
    return tag("g", content, class_="chips", pointer_events="none")
