"""Tables where each player has a place: the dealer's side at the top, the players along an arc,
and the viewer's own place large in the middle below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

from pitboss.draw import furniture, pieces
from pitboss.draw.areas import NARROW, WIDE, Board, flow, in_order
from pitboss.draw.chips import figures, short_dollars, tag_width
from pitboss.draw.hands import by_hand, hands, on_hands, picks
from pitboss.draw.lettering import text
from pitboss.draw.printed import legends, pay_tables
from pitboss.draw.totals import total_of
from pitboss.draw.wagers import Drawing, draw_areas, draw_chip
from pitboss.svg import tag
from pitboss.table.lying import Place

# The arc of the players: an ellipse around a point on the dealer's side.
MIDDLE, HUB, ACROSS, DOWN = 500.0, 108.0, 412.0, 368.0
# How tall a player's place is, with and without cards.
DEALT, BARE = 120.0, 78.0
# An open seat takes so much of the room of one that is taken.
OPEN_SHARE = 0.5
# From this many seats on they stand closer.
MANY = 9
Spot = tuple[str, float, float, float]  # seat, x, y, room along the arc


def seats_table(drawing: Drawing) -> tuple[float, float, str]:
    if drawing.narrow:
        return _narrow(drawing)
    house = _dealers_side(drawing)
    if not drawing.you:
        spots = along_arc(drawing, _others(drawing), -6, 186)
        # Nobody's place is in the middle: there is room to draw everybody larger.
        grow = 1.0 if drawing.seats > MANY else 1.2
        content = house + "".join(
            tag(
                "g",
                _seat(drawing, *spot),
                transform=f"translate({spot[1] * (1 - grow):.1f} "
                f"{spot[2] * (1 - grow):.1f}) scale({grow})",
            )
            for spot in spots
        )
        return WIDE, max((y for _, _, y, _ in spots), default=300) + 92, content
    right, left = _sides(drawing)
    # Three who sit on one side need more of the arc than two.
    crowded = max(sum(seat in drawing.names for seat in side) for side in (right, left)) > 2
    steep = 62 if drawing.seats > MANY else 61 if crowded else 50
    # The first seat is at the dealer's left, which is the right of whoever looks at the dealer.
    spots = along_arc(drawing, right, -11, steep) + along_arc(drawing, left, 180 - steep, 191)
    content = house + "".join(_seat(drawing, *spot) for spot in spots)
    y = 258.0 if legends(drawing.law, drawing.layout) else 230.0
    inner = 330.0 if drawing.seats > MANY else 400.0
    for seat in (drawing.you, *drawing.also):
        own, y = _own_place(drawing, seat, y, inner, hands_wide=430 if crowded else 560)
        content += own
    lowest = max((below for _, _, below, _ in spots), default=0.0) + 100
    return WIDE, max(y + 8, lowest), content


def _sides(drawing: Drawing) -> tuple[list[str], list[str]]:
    """Returns the others at the right and at the left of the viewer, in their order, so that both
    sides are about as full."""
    others = _others(drawing)
    shares = [1.0 if seat in drawing.names else OPEN_SHARE for seat in others]
    half = min(range(len(others) + 1), key=lambda k: abs(sum(shares[:k]) - sum(shares[k:])))
    return others[:half], others[half:]


def _others(drawing: Drawing) -> list[str]:
    mine = (drawing.you, *drawing.also)
    return [f"p{n}" for n in range(1, drawing.seats + 1) if f"p{n}" not in mine]


def along_arc(drawing: Drawing, seats: Sequence[str], start: float, end: float) -> list[Spot]:
    """Returns the places of seats along the arc between two angles in degrees, each with room by
    whether somebody sits there."""
    if not seats:
        return []
    steps = 240
    way = [
        (MIDDLE + ACROSS * cos(angle), HUB + DOWN * sin(angle))
        for angle in (pi / 180 * (start + (end - start) * k / steps) for k in range(steps + 1))
    ]
    lengths = [0.0]
    for (x1, y1), (x2, y2) in pairwise(way):
        lengths.append(lengths[-1] + hypot(x2 - x1, y2 - y1))
    shares = [1.0 if seat in drawing.names else OPEN_SHARE for seat in seats]
    unit = lengths[-1] / sum(shares)
    found, at = [], 0.0
    for seat, share in zip(seats, shares, strict=True):
        middle = at + share * unit / 2
        x, y = way[next(k for k, length in enumerate(lengths) if length >= middle)]
        # Where the positions rise from the dealer's right, the table is its mirror image.
        x = 2 * MIDDLE - x if drawing.layout.get("first") == "dealer's right" else x
        found.append((seat, x, y, min(share * unit, 172.0)))
        at += share * unit
    return found


# -- the dealer's side ----------------------------------------------------------------------------


def _dealers_side(drawing: Drawing) -> str:
    """Returns the tray, the shoe and the rack, what is printed, and the cards of the house."""
    content, beads = furniture.tray(MIDDLE, 8, 190), "beads" in drawing.layout
    if drawing.has_cards:
        content += furniture.shoe(626, 8, drawing.left)
        content += furniture.rack(316, 8, drawing.dealt)
    close = beads or "bank" in drawing.layout
    content += _house_places(
        drawing, 42, 1.12, 300 if close else 330 if _placards(drawing) else 520
    )
    lines = legends(drawing.law, drawing.layout) or [drawing.law.title.upper()]
    marks = drawing.layout.get("scale")
    if marks:
        content += _scale(drawing, MIDDLE - 250, 178, 500)
        lines = lines[:1]
        content += furniture.arc_words(lines, MIDDLE, 236, 190, name="legend")
    else:
        content += furniture.arc_words(lines[:3], MIDDLE, 160, 225, name="legend")
    if beads:
        content += furniture.scoreboard(drawing.results, 186, 64, 150)
    sides = [(652.0, 158.0), (190.0, 158.0)]
    if beads:
        sides = sides[:1]
    if "bank" in drawing.layout:
        content += _bank(drawing, 732, 60)
        content += pieces.dice(drawing.scene.dice, 732, 172, 28)
        sides = sides[1:]
    for (heading, rows), (x, width) in zip(_placards(drawing), sides, strict=False):
        content += furniture.placard(heading, rows, x, 58, width)[0]
    return content


def _bank(drawing: Drawing, x: float, y: float) -> str:
    """Returns the place of the bank that a player holds: whose it is, and how much is in it; and
    what the dealer wagers against it."""
    kind = drawing.layout["bank"]
    content = tag("rect", x=x - 76, y=y, width=152, height=104, rx=10, class_="placard")
    content += text(x, y + 15, "THE BANK", size=14, class_="placard-title")
    held = next((wager for wager in drawing.wagers if wager["wager"] == kind), None)
    banker = held["seat"] if held is not None else drawing.banker
    if held is not None:
        content += draw_chip(held, x, y + 54, 20)
    elif banker:
        content += text(x, y + 58, "no chips up yet", size=13, class_="quiet", fit=140)
    if banker:
        shared = " and the house" if drawing.shared else ""
        who = f"{banker} {drawing.names.get(banker, '')}{shared}"
        content += text(x, y + 92, who, size=13, class_="felt-words", fit=140)
    else:
        nobody = str(drawing.layout.get("unbanked", "nobody holds it"))
        content += text(x, y + 58, nobody, size=13, class_="quiet", fit=140)
    for wager in drawing.wagers:
        if wager["seat"] == "d":
            content += draw_chip(wager, x - 106, y + 46, 15)
            content += text(x - 106, y + 82, "dealer", size=12, class_="felt-words", fit=56)
    return content


def _marker(drawing: Drawing, seat: str, x: float, y: float) -> str:
    """Returns the marker of the bank, where this seat banks."""
    if seat != drawing.banker:
        return ""
    words = "CO-BANK" if drawing.shared else "BANK"
    content = tag("rect", x=x - 29, y=y - 9, width=58, height=18, rx=9, class_="puck puck-on")
    content += text(x, y, words, size=10, class_="puck-text-on", fit=52)
    return tag("g", content, role="img", aria_label=f"{seat} is the {words.lower()}")


def _placards(drawing: Drawing) -> list[tuple[str, list[tuple[str, str]]]]:
    return [] if drawing.layout.get("scale") else pay_tables(drawing.law, drawing.layout)


def _scale(drawing: Drawing, x: float, y: float, width: float) -> str:
    """Returns the scale of the layout: every mark with what it pays, and the marker."""
    given = drawing.layout["scale"]
    table = drawing.law.paytables.get(given["pays"])
    marks = []
    for mark in range(given["from"], given["to"] + 1):
        pays = ""
        for row, odds in table or ():
            low, _, high = row.partition("-")
            if low.isdigit() and int(low) <= mark <= int(high or low):
                pays = odds.text
        marks.append((str(mark), pays))
    return furniture.scale(marks, drawing.scene.marked, x, y, width)


def _house_places(drawing: Drawing, y: float, scale: float, width: float) -> str:
    """Returns the dealer's hand and the boxes of the layout."""
    places = house_places(drawing)
    most = 250.0 if len(places) < 3 else 118.0
    share = min(width / max(len(places), 1), most)
    left = (NARROW if drawing.narrow else WIDE) / 2 - share * len(places) / 2
    content, height = "", pieces.CARD_HEIGHT * scale
    for index, place in enumerate(places):
        middle = left + share * (index + 0.5)
        wide = pieces.CARD_WIDTH * scale
        if not place.cards:
            content += tag(
                "rect",
                x=middle - wide / 2,
                y=y,
                width=wide,
                height=height,
                rx=6,
                class_="empty-card",
            )
        content += pieces.hand(place.cards, middle, y, share - 10, scale, tiles=_tiles(drawing))
        total = total_of(place.cards, str(drawing.layout.get("total", "")))
        name = _title(place.name)
        # Of several boxes of one name the number is enough.
        short = name.split()[-1] if share < 130 and name[-1].isdigit() else name
        content += text(
            middle,
            y + height + 11,
            f"{short}: {total}" if total else short,
            size=14,
            class_="felt-words",
            fit=share - 6,
        )
    return content


def house_places(drawing: Drawing) -> list[Place]:
    """Returns the places of the house in the layout's order, those too where nothing lies yet."""
    places = list(drawing.scene.of(""))
    order = [box.lower().split("'")[0] for box in drawing.layout.get("boxes", ())]
    for box, word in zip(drawing.layout.get("boxes", ()), order, strict=True):
        if not any(word in place.name.lower() for place in places):
            places.append(Place(box, 0))

    def rank(place: Place) -> int:
        found = [index for index, word in enumerate(order) if word in place.name.lower()]
        return found[0] if found else len(order)

    return sorted(places, key=rank)


def _tiles(drawing: Drawing) -> bool:
    """Whether tiles are dealt at this table, and not cards."""
    return drawing.layout.get("pieces") == "tiles"


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


# -- the players ----------------------------------------------------------------------------------


def _seat(drawing: Drawing, seat: str, x: float, y: float, room: float) -> str:
    """Returns one of the others: an open seat as a circle, a player with cards, chips and name."""
    if seat not in drawing.names:
        return _open_seat(drawing, seat, x, y, min(room / 2 - 3, 30.0))
    cards = drawing.scene.of(seat)
    tall = DEALT if cards else BARE
    # On the flanks the room is needed downwards, below along the arc.
    steep = abs(x - MIDDLE) / ACROSS
    wide = 132.0 if steep > 0.6 else room - 8
    return _player(drawing, seat, x, y - tall / 2 + 8, min(wide, 150.0), tall, cards)


def _open_seat(drawing: Drawing, seat: str, x: float, y: float, radius: float) -> str:
    content = tag("circle", cx=x, cy=y, r=radius, class_="seat seat-open")
    content += text(x, y, seat, size=min(radius * 0.8, 15), class_="quiet")
    if not drawing.can_sit:
        return tag("g", content, role="img", aria_label=f"seat {seat} open")
    return tag(
        "g",
        tag("g", content, aria_hidden="true"),
        class_="sit",
        role="button",
        tabindex=0,
        data_sit=seat,
        aria_label=f"seat {seat} open: sit down",
    )


def _player(
    drawing: Drawing,
    seat: str,
    x: float,
    top: float,
    width: float,
    tall: float,
    cards: Sequence[Place],
) -> str:
    turn = " seat-turn" if drawing.turn == seat else ""
    content = tag(
        "rect", x=x - width / 2, y=top, width=width, height=tall, rx=14, class_=f"seat{turn}"
    )
    content += text(
        x,
        top + tall - 10,
        f"{seat} {drawing.names[seat]}",
        size=13,
        class_="felt-words",
        fit=width - 8,
    )
    share = (width - 6) / max(len(cards), 1)
    for index, place in enumerate(cards):
        middle = x + (index - (len(cards) - 1) / 2) * share
        content += pieces.hand(place.cards, middle, top + 5, share - 4, 0.66, tiles=_tiles(drawing))
        total = total_of(place.cards, str(drawing.layout.get("total", "")))
        if total:
            content += figures(total, middle, top + 54, class_="plate-total", size=12)
    content += _marker(drawing, seat, x, top)
    bank = drawing.layout.get("bank", "")
    wagers = [one for one in drawing.wagers if one["seat"] == seat and one["wager"] != bank]
    step = min(48.0, (width - 34) / max(len(wagers) - 1, 1))
    # Where the amounts would cover one another, their sum is shown.
    wide = max((tag_width(wager["stake"], "") for wager in wagers), default=0.0)
    close = len(wagers) > 1 and step < wide
    for index, wager in enumerate(wagers):
        at = x + (index - (len(wagers) - 1) / 2) * step
        content += draw_chip(wager, at, top + tall - 40, 13, figure=not close)
    if close:
        whole = short_dollars(sum(wager["stake"] for wager in wagers))
        content += figures(f"{len(wagers)} wagers {whole}", x, top + tall - 32)
    return content


def _own_place(
    drawing: Drawing, seat: str, y: float, width: float, *, hands_wide: float = 560
) -> tuple[str, float]:
    """Returns one of the viewer's own places, large: its hands, `hands_wide` at the most, and its
    betting areas."""
    whole = NARROW if drawing.narrow else WIDE
    places = drawing.scene.of(seat)
    lying = _on_hands(drawing, seat)
    scale = 1.0 if drawing.narrow or len(places) > 2 else 1.12
    pick = picks([one for one in drawing.answers if one["entry"].startswith(f"{seat} ")], places)
    content, y = hands(
        places,
        lying,
        draw_chip,
        middle=whole / 2,
        top=y + 6,
        width=width if drawing.narrow else hands_wide,
        scale=scale,
        asked=drawing.asked,
        pick=pick,
        count=str(drawing.layout.get("total", "")),
        tiles=_tiles(drawing),
    )
    who = drawing.names.get(seat, "")
    words = f"your place: {seat} {who}" if seat == drawing.you else f"also yours: {seat}"
    content += text(whole / 2, y + 12, words, size=14, class_="felt-words own")
    content += _marker(drawing, seat, whole / 2 + (120 if drawing.narrow else 150), y + 12)
    board = Board(whole, y + 20, [])
    offered = {(one["wager"], one["spot"]) for one in drawing.answers if "wager" in one}
    kinds = [
        (
            kind,
            [
                spot
                for spot in kind.spots or ("",)
                if not on_hands(kind) or (kind.key, spot) in offered
            ],
        )
        for kind in in_order(drawing.law, drawing.layout)
    ]
    # Chips of a bank are put up by whoever banks: others have no place for them.
    bank = drawing.layout.get("bank", "")
    banks = (bank, "") in offered or any(
        one["seat"] == seat and one["wager"] == bank for one in drawing.wagers
    )
    kinds = [(kind, spots) for kind, spots in kinds if spots and (kind.key != bank or banks)]
    flow(board, drawing.law, kinds, drawing.layout, narrow=drawing.narrow, circles=width)
    shown = {id(wager) for wagers in lying.values() for wager in wagers}
    wagers = [one for one in drawing.wagers if one["seat"] == seat and id(one) not in shown]
    return content + draw_areas(drawing, board, wagers, seat), board.height + 6


def _on_hands(drawing: Drawing, seat: str) -> dict[tuple[str, int], list[Mapping[str, Any]]]:
    wagers = [wager for wager in drawing.wagers if wager["seat"] == seat]
    first = next(iter(in_order(drawing.law, drawing.layout)), None)
    places = drawing.scene.of(seat)
    return by_hand(wagers, drawing.law.wagers, first.key if first else "", places)


# -- on a narrow screen ---------------------------------------------------------------------------


def _narrow(drawing: Drawing) -> tuple[float, float, str]:
    """Returns the table for a phone: the dealer's side, the others in rows, the own place."""
    content, y = _house_places(drawing, 16, 0.92, NARROW - 24), 114.0
    lines = legends(drawing.law, drawing.layout) or [drawing.law.title.upper()]
    if drawing.layout.get("scale"):
        content += _scale(drawing, 10, y + 14, NARROW - 20)
        y += 68
    for index, line in enumerate(lines[:2]):
        size = 17 if index == 0 else 14
        content += text(NARROW / 2, y + 10, line, size=size, fit=NARROW - 40, class_="print")
        y += 22
    if "beads" in drawing.layout:
        content += furniture.scoreboard(drawing.results, 14, y + 6, NARROW - 28, rows=3)
        y += 64
    if "bank" in drawing.layout:
        content += _bank(drawing, NARROW / 2, y + 4)
        if drawing.scene.dice:
            content += pieces.dice(drawing.scene.dice, NARROW / 2 + 122, y + 40, 22)
        y += 112
    content, y = _rows(drawing, content, y + 6)
    for seat in (drawing.you, *drawing.also) if drawing.you else ():
        own, y = _own_place(drawing, seat, y, NARROW - 24)
        content += own
    return NARROW, y + 10, content


def _rows(drawing: Drawing, content: str, y: float) -> tuple[str, float]:
    """Returns the others, three to a row. There is no room for empty places, but for one."""
    seats = _others(drawing)
    taken = [seat for seat in seats if seat in drawing.names]
    free = [seat for seat in seats if seat not in drawing.names]
    dealt = any(place.seat for place in drawing.scene.places)
    tall = DEALT if dealt else BARE
    share = (NARROW - 16) / 3
    for index, seat in enumerate(taken):
        row, column = divmod(index, 3)
        in_row = min(3, len(taken) - row * 3)
        x = NARROW / 2 + (column - (in_row - 1) / 2) * share
        content += _player(
            drawing, seat, x, y + row * (tall + 8), share - 10, tall, drawing.scene.of(seat)
        )
    y += -(-len(taken) // 3) * (tall + 8)
    if drawing.can_sit and free:
        content += _open_seat(drawing, free[0], NARROW / 2, y + 34, 30)
        y += 72
    return content, y
