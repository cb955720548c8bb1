"""A table at which players wager against each other: an oval with the dealer's place and those of
the players around it, bets before them, the board and the pots in the middle. A viewer who plays
sits below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import copysign, cos, hypot, pi, sin
from typing import Any

import msgspec

from pitboss.draw import furniture, pieces
from pitboss.draw.chips import figures, short_dollars, stack
from pitboss.draw.hands import picks
from pitboss.draw.lettering import text
from pitboss.draw.wagers import Drawing
from pitboss.svg import points, tag

STACK, BET = "stack", "bet"
DEALER = "d"
STEPS = 360
BOARD = 5


class Measures(msgspec.Struct, frozen=True):
    """How large the oval is: the whole drawing, the middle of the oval, the ellipse on which the
    places lie, and how large a place, its cards and those of the board are. Bets lie a `front` of
    the way from the middle to the place; `power` is the shape of the edge."""

    width: float
    height: float
    middle: tuple[float, float]
    reach: tuple[float, float]
    place: tuple[float, float]
    cards: float
    own_cards: float
    board: float
    front: float
    power: float


DESK = Measures(1000, 580, (500, 294), (420, 222), (132, 44), 0.6, 1.05, 1.0, 0.62, 2.2)
PHONE = Measures(400, 620, (200, 306), (146, 252), (98, 40), 0.5, 0.86, 0.6, 0.62, 4.5)


def is_ring(drawing: Drawing) -> bool:
    """Whether players wager against each other at this table."""
    return bool(drawing.ring)


def ring_table(drawing: Drawing) -> tuple[float, float, str]:
    size = PHONE if drawing.narrow else DESK
    content = _cloth(size)
    content += _middle(drawing, size)
    places = around(drawing, size)
    for seat, (x, y) in places.items():
        if seat == DEALER:
            content += _dealer(drawing, size, x, y)
        elif seat in drawing.names:
            content += _player(drawing, size, seat, x, y)
        else:
            content += _open_place(drawing, seat, x, y)
    for seat, (x, y) in places.items():
        content += _before(drawing, size, seat, x, y)
    return size.width, size.height, content


def around(drawing: Drawing, size: Measures) -> dict[str, tuple[float, float]]:
    """Returns where the places are, equally far from each other: the first seat at the dealer's
    left, the others clockwise. The viewer's own is below, or without one the dealer's above."""
    order = [DEALER, *(f"p{number}" for number in range(1, drawing.seats + 1))]
    below = order.index(drawing.you) if drawing.you in order else len(order) / 2
    way = _edge(size)
    lengths = [0.0]
    for (x1, y1), (x2, y2) in pairwise(way):
        lengths.append(lengths[-1] + hypot(x2 - x1, y2 - y1))
    found = {}
    for number, seat in enumerate(order):
        at = (number - below) / len(order) % 1 * lengths[-1]
        found[seat] = way[next(k for k, length in enumerate(lengths) if length >= at)]
    return found


def _edge(size: Measures) -> list[tuple[float, float]]:
    """Returns the edge of the table from the point below, clockwise: an ellipse, the more like a
    rectangle the higher its power."""
    (x, y), (across, down) = size.middle, size.reach
    found = []
    for k in range(STEPS + 1):
        angle = pi / 2 + 2 * pi * k / STEPS
        wide, tall = cos(angle), sin(angle)
        found.append(
            (
                x + across * copysign(abs(wide) ** (2 / size.power), wide),
                y + down * copysign(abs(tall) ** (2 / size.power), tall),
            )
        )
    return found


def _cloth(size: Measures) -> str:
    content = ""
    for more, class_ in ((26, "rail"), (14, "felt"), (-22, "felt-line")):
        across = size.reach[0] + more * (0.6 if size is PHONE else 1)
        whole = msgspec.structs.replace(size, reach=(across, size.reach[1] + more))
        content += tag("polygon", points=points(_edge(whole)), class_=class_)
    return content


def _middle(drawing: Drawing, size: Measures) -> str:
    """Returns the board with the pots above it, and below it what is played."""
    x, y = size.middle
    cards = [card for place in drawing.scene.of("") for card in place.cards]
    tall = pieces.CARD_HEIGHT * size.board
    content = ""
    step = (pieces.CARD_WIDTH + 6) * size.board
    left = x - step * 2.5 + 3 * size.board
    for number, card in enumerate(cards):
        content += pieces.hand(
            [card], left + number * step + step / 2, y - tall / 2, step, size.board
        )
    for number in range(len(cards), BOARD if drawing.ring["board"] else 0):
        content += tag(
            "rect",
            x=left + number * step,
            y=y - tall / 2,
            height=tall,
            width=pieces.CARD_WIDTH * size.board,
            rx=5,
            class_="empty-card",
        )
    content += _pots(drawing, size, x, y - tall / 2 - 28)
    content += text(
        x,
        y + tall / 2 + 18,
        drawing.ring["sort"],
        size=14 if size is DESK else 11,
        class_="felt-words",
        fit=300 if size is DESK else 190,
    )
    return content


def _pots(drawing: Drawing, size: Measures, x: float, y: float) -> str:
    """Returns the main pot and the side pots, each with its amount."""
    pots: Sequence[Mapping[str, Any]] = drawing.ring["pots"]
    share = min(150.0 if size is DESK else 96.0, 380 / max(len(pots), 1))
    content = ""
    for number, pot in enumerate(pots):
        at = x + (number - (len(pots) - 1) / 2) * share
        name = f"{pot['name']} {short_dollars(pot['cents'])}"
        content += stack(
            pot["cents"], at, y - 8, 12 if size is DESK else 8, name=name, figure=False
        )
        content += figures(
            name if size is DESK or len(pots) < 3 else short_dollars(pot["cents"]),
            at,
            y + 14,
            size=14 if size is DESK else 11,
        )
    return content


def _dealer(drawing: Drawing, size: Measures, x: float, y: float) -> str:
    wide = 96.0 if size is DESK else 64.0
    content = furniture.tray(x, y - 13, wide)
    # The word stands on the cloth, not on the rail.
    below = 26 if y < size.middle[1] else -22
    content += text(x, y + below, "dealer", size=12, class_="felt-words")
    return content


def _open_place(drawing: Drawing, seat: str, x: float, y: float) -> str:
    content = tag("circle", cx=x, cy=y, r=22, class_="seat seat-open ring-open")
    content += text(x, y, seat, size=13, class_="quiet")
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


def _player(drawing: Drawing, size: Measures, seat: str, x: float, y: float) -> str:
    """Returns a player's place: cards behind it, the name, and the chips on the table."""
    wide, tall = size.place
    own = seat == drawing.you
    scale = size.own_cards if own else size.cards
    height = pieces.CARD_HEIGHT * scale
    content = ""
    out = seat in drawing.ring["folded"]
    places = [place for place in drawing.scene.of(seat) if place.cards]
    if places and (own or not out):
        cards = [card for place in places for card in place.cards]
        pick = picks([a for a in drawing.answers if a["entry"].startswith(f"{seat} ")], places)
        room = 260.0 if own and size is DESK else 190.0 if own else wide
        top = y - tall / 2 - height + (2 if own else 10)
        hand = pieces.hand(cards, x, top, room, scale, pick=bool(pick) and own)
        content += tag("g", hand, class_="folded" if out else None)
    turn = " seat-turn" if drawing.turn == seat else ""
    content += tag(
        "rect",
        x=x - wide / 2,
        y=y - tall / 2,
        width=wide,
        height=tall,
        rx=10,
        class_=f"seat ring-seat{turn}{' ring-out' if out else ''}",
    )
    content += text(
        x,
        y - 9,
        f"{seat} {drawing.names[seat]}",
        size=13 if size is DESK else 11,
        class_="felt-words own" if own else "felt-words",
        fit=wide - 10,
    )
    words, class_ = _standing(drawing, seat)
    content += text(x, y + 10, words, size=14 if size is DESK else 12, class_=class_, fit=wide - 10)
    return content


def _standing(drawing: Drawing, seat: str) -> tuple[str, str]:
    """Returns what stands below a name: the chips of the player, or why there are none in play."""
    held = sum(w["stake"] for w in drawing.wagers if w["seat"] == seat and w["wager"] == STACK)
    dealt = seat in drawing.ring["dealt"] and seat not in drawing.ring["folded"]
    if not held:
        return ("all-in", "ring-allin") if dealt and not drawing.past else ("no chips", "quiet")
    if seat in drawing.ring["sits_out"]:
        return f"{short_dollars(held)}, sits out", "quiet"
    return short_dollars(held), "ring-stack"


def _before(drawing: Drawing, size: Measures, seat: str, x: float, y: float) -> str:
    """Returns what lies before a place: the button, the bet, and what the player said."""
    (mid_x, mid_y), own = size.middle, seat == drawing.you
    content = ""
    # The viewer's own cards are large: the bet lies beyond them.
    front = size.front - (0.21 if own else 0)
    at_x, at_y = mid_x + (x - mid_x) * front, mid_y + (y - mid_y) * front
    bet = sum(w["stake"] for w in drawing.wagers if w["seat"] == seat and w["wager"] == BET)
    said = drawing.ring["said"].get(seat, "")
    if bet:
        name = f"{seat} {said or 'has bet'}: {short_dollars(bet)}"
        content += stack(bet, at_x, at_y, 11 if size is DESK else 8, name=name)
    elif said and not drawing.past:
        content += text(at_x, at_y, said, size=12 if size is DESK else 10, class_="quiet", fit=90)
    if seat == drawing.ring["button"]:
        place = size.place[0] / 2 + (16 if size is DESK else 4)
        side = -1 if x > mid_x else 1
        if abs(x - mid_x) < size.reach[0] / 2:
            puck_x, puck_y = x + side * place, y
        else:
            puck_x, puck_y = x + side * (place - 24), y + size.place[1] / 2 + 12
        puck = tag("circle", cx=puck_x, cy=puck_y, r=12, class_="puck puck-on")
        puck += text(puck_x, puck_y, "D", size=13, class_="puck-text-on")
        content += tag("g", puck, role="img", aria_label=f"the button is before {seat}")
    return content
