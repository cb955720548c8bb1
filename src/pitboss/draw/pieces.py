"""Cards, tiles, dice and where a wheel stopped, as they look."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from pitboss.draw.lettering import text
from pitboss.equipment.cards import CARD_TEXT
from pitboss.svg import group, number, tag, title

CARD_WIDTH, CARD_HEIGHT = 60.0, 84.0
TILE_WIDTH = 36.0
SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RANK_NAMES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10", "9": "9", "8": "8", "7": "7",
    "6": "6", "5": "5", "4": "4", "3": "3", "2": "2",
}  # fmt: skip
# Where the pips of a card stand: columns 0 to 2, height 0 to 1.
_LEFT_RIGHT = ((0, 0.0), (2, 0.0), (0, 1.0), (2, 1.0))
_PIPS: dict[str, tuple[tuple[int, float], ...]] = {
    "2": ((1, 0.0), (1, 1.0)),
    "3": ((1, 0.0), (1, 0.5), (1, 1.0)),
    "4": _LEFT_RIGHT,
    "5": (*_LEFT_RIGHT, (1, 0.5)),
    "6": (*_LEFT_RIGHT, (0, 0.5), (2, 0.5)),
    "7": (*_LEFT_RIGHT, (0, 0.5), (2, 0.5), (1, 0.25)),
    "8": (*_LEFT_RIGHT, (0, 0.5), (2, 0.5), (1, 0.25), (1, 0.75)),
    "9": (*_LEFT_RIGHT, (0, 1 / 3), (2, 1 / 3), (0, 2 / 3), (2, 2 / 3), (1, 0.5)),
    "T": (*_LEFT_RIGHT, (0, 1 / 3), (2, 1 / 3), (0, 2 / 3), (2, 2 / 3), (1, 1 / 6), (1, 5 / 6)),
}
_DIE_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (0, 2), (2, 2), (1, 1)),
    6: ((0, 0), (2, 0), (0, 2), (2, 2), (0, 1), (2, 1)),
}
# The spots of one end of a tile, on a grid of three columns and three rows.
_TILE_SPOTS = {
    1: ((1, 1),),
    2: ((1, 0), (1, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (0, 2), (2, 2), (1, 1)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
# Ones and fours are engraved red, and so is half of the double six.
_RED_SPOTS = (1, 4)

SYMBOLS = (
    '<svg width="0" height="0" class="symbols" aria-hidden="true" focusable="false"><defs>'
    '<symbol id="suit-h" viewBox="0 0 100 100"><path d="M50 96C12 62 2 46 2 29 2 12 14 4 27 4'
    'c11 0 19 7 23 16C54 11 62 4 73 4c13 0 25 8 25 25 0 17-10 33-48 67z"/></symbol>'
    '<symbol id="suit-d" viewBox="0 0 100 100"><path d="M50 2Q66 30 88 50 66 70 50 98 34 70 12 50'
    ' 34 30 50 2z"/></symbol>'
    '<symbol id="suit-s" viewBox="0 0 100 100"><path d="M50 2c6 17 46 40 46 64 0 14-10 22-21 22'
    "-9 0-17-5-21-13 0 11 4 18 12 23H34c8-5 12-12 12-23-4 8-12 13-21 13C14 88 4 80 4 66 4 42 44"
    ' 19 50 2z"/></symbol>'
    '<symbol id="suit-c" viewBox="0 0 100 100"><circle cx="50" cy="25" r="22"/>'
    '<circle cx="25" cy="60" r="22"/><circle cx="75" cy="60" r="22"/>'
    '<path d="M44 40h12v10c0 26 4 38 12 46H32c8-8 12-20 12-46z"/></symbol>'
    '<pattern id="card-back" width="8" height="8" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="8" height="8" class="back-a"/>'
    '<rect width="4" height="4" class="back-b"/><rect x="4" y="4" width="4" height="4" '
    'class="back-b"/></pattern>'
    "</defs></svg>"
)


def card_name(card: str | None) -> str:
    if not card:
        return "a card face down"
    if card == "Jk":
        return "joker"
    if "-" in card:
        return f"tile {card}"
    return f"{RANK_NAMES[card[0]]} of {SUIT_NAMES[card[1]]}"


def _suit(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    turn = f"rotate(180 {number(x)} {number(y)})" if turned else None
    return tag(
        "use",
        href=f"#suit-{suit}",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        transform=turn,
    )


def card(face: str | None, x: float, y: float, scale: float = 1, *, pick: str = "") -> str:
    """Returns a card with its top left corner there; None is one that lies face down. `pick` is
    the card's text where it is the viewer's to pick."""
    if face and "-" in face:
        return tile(face, x, y, scale, pick=pick)
    width, height = CARD_WIDTH, CARD_HEIGHT
    if not face:
        content = tag("rect", width=width, height=height, rx=5, class_="card-paper") + tag(
            "rect", x=4, y=4, width=width - 8, height=height - 8, rx=3, fill="url(#card-back)"
        )
        return piece(content, "card back", card_name(None), x, y, scale)
    paper = tag("rect", width=width, height=height, rx=5, class_="card-paper")
    if face == "Jk":
        content = paper + text(30, 30, "★", size=26) + text(30, 58, "JOKER", size=12, fit=50)
        return _pickable(content, "card red", face, x, y, scale, pick)
    rank, suit = face[0], face[1]
    corner = text(8.5, 11, "10" if rank == "T" else rank, size=13, class_="rank", fit=13)
    corner += _suit(suit, 8.5, 23, 8.5)
    corners = corner + tag("g", corner, transform="rotate(180 30 42)")
    colour = "red" if suit in "hd" else "black"
    content = paper + corners + _middle(rank, suit)
    return _pickable(content, f"card {colour}", face, x, y, scale, pick)


def tile(face: str | None, x: float, y: float, scale: float = 1, *, pick: str = "") -> str:
    """Returns a pai gow tile, upright: black, its spots engraved in red and white; None is one that
    lies face down."""
    content = tag("rect", width=TILE_WIDTH, height=CARD_HEIGHT, rx=5, class_="card-paper tile-body")
    if not face:
        content += tag(
            "rect", x=4, y=4, width=TILE_WIDTH - 8, height=CARD_HEIGHT - 8, rx=3, class_="tile-back"
        )
        return piece(content, "card tile back", "a tile face down", x, y, scale)
    ends = (int(face[0]), int(face[2]))
    for end, spots in enumerate(ends):
        for column, row in _TILE_SPOTS[spots]:
            red = column == 0 if ends == (6, 6) else spots in _RED_SPOTS
            content += tag(
                "circle",
                cx=9 + 9 * column,
                cy=11 + 39 * end + 11.5 * row,
                r=5.4 if spots == 1 else 4.1,
                class_="spot-red" if red else "spot-white",
            )
    content += tag("line", x1=6, y1=42, x2=TILE_WIDTH - 6, y2=42, class_="tile-line")
    return _pickable(content, "card tile", face, x, y, scale, pick)


def _pickable(
    content: str, class_: str, face: str, x: float, y: float, scale: float, pick: str
) -> str:
    """Returns the piece, as a button where it is the viewer's to pick."""
    name = card_name(face)
    if not pick:
        return piece(content, class_, name, x, y, scale)
    inside = tag(
        "g",
        title(name) + content,
        class_=f"{class_} pick",
        role="button",
        tabindex=0,
        aria_pressed="false",
        data_card=pick,
        aria_label=name,
    )
    return group(inside, x, y, scale)


def _middle(rank: str, suit: str) -> str:
    if rank == "A":
        return _suit(suit, 30, 42, 30)
    if rank in "KQJ":
        crown = {
            "K": "M20 31l3-10 5 6 2-8 2 8 5-6 3 10z",
            "Q": "M21 31l1-8 5 5 3-7 3 7 5-5 1 8z",
            "J": "M22 31q8-12 16 0z",
        }[rank]
        frame = tag("rect", x=17, y=13, width=26, height=58, rx=2, class_="court")
        return (
            frame
            + tag("path", d=crown, class_="crown")
            + text(30, 44, rank, size=22, class_="letter")
            + _suit(suit, 30, 61, 12)
        )
    return "".join(
        _suit(suit, 20.5 + 9.5 * column, 18 + 48 * down, 11.0, turned=down > 0.5)
        for column, down in _PIPS[rank]
    )


def piece(content: str, class_: str, name: str, x: float, y: float, scale: float) -> str:
    inside = tag("g", title(name) + content, class_=class_, role="img", aria_label=name)
    return group(inside, x, y, scale)


def hand(
    cards: Sequence[int],
    x: float,
    y: float,
    width: float,
    scale: float,
    *,
    pick: bool = False,
    tiles: bool = False,
) -> str:
    """Returns the cards, or `tiles`, side by side around `x`, overlapping where they would need
    more than `width`; -1 is one that lies face down. `pick`: they are the viewer's to pick."""
    if not cards:
        return ""
    one = (TILE_WIDTH if tiles else CARD_WIDTH) * scale
    step = one + 5 * scale
    if len(cards) > 1:
        step = min(step, (width - one) / (len(cards) - 1))
    left = x - (step * (len(cards) - 1) + one) / 2
    faces = [CARD_TEXT[face] if face >= 0 else None for face in cards]
    draw = tile if tiles else card
    return "".join(
        draw(face, left + index * step, y, scale, pick=(face or "") if pick else "")
        for index, face in enumerate(faces)
    )


def die(face: int, x: float, y: float, size: float) -> str:
    unit = size / 60
    content = tag("rect", width=60, height=60, rx=11, class_="die-body")
    for column, row in _DIE_PIPS.get(face, ()):
        content += tag("circle", cx=15 + 15 * column, cy=15 + 15 * row, r=6.2, class_="pip")
    return piece(content, "die", f"a die showing {face}", x, y, unit)


def printed_dice(faces: Sequence[int], x: float, y: float, size: float) -> str:
    """Returns dice as they are printed on a layout, side by side around `x`: nobody rolled
    them."""
    left = x - (len(faces) * size * 1.18 - size * 0.18) / 2
    content = ""
    for index, face in enumerate(faces):
        body = tag("rect", width=60, height=60, rx=11, class_="print-die")
        body += "".join(
            tag("circle", cx=15 + 15 * column, cy=15 + 15 * row, r=6.2, class_="print-pip")
            for column, row in _DIE_PIPS[face]
        )
        content += group(body, left + index * size * 1.18, y, size / 60)
    return content


def dice(faces: Sequence[int], x: float, y: float, size: float) -> str:
    """Returns the dice side by side, around `x`."""
    left = x - (len(faces) * size * 1.25 - size * 0.25) / 2
    return "".join(die(face, left + i * size * 1.25, y, size) for i, face in enumerate(faces))


def stop(label: str, colour: str, x: float, y: float, size: float) -> str:
    """Returns a pocket or a stop of the wheel, as it is drawn."""
    content = tag(
        "rect",
        x=-size,
        y=-size * 0.8,
        width=size * 2,
        height=size * 1.6,
        rx=size * 0.25,
        class_=f"stop stop-{colour}",
    )
    content += text(0, 0, label, size=size, class_="stop-text", fit=size * 1.8)
    return piece(content, "stopped", f"the wheel stopped at {label}", x, y, 1)


def wheel(
    pockets: Sequence[str],
    colours: Sequence[str],
    at: str | None,
    x: float,
    y: float,
    radius: float,
) -> str:
    """Returns a wheel with its pockets in order; the ball lies in the pocket `at`."""
    inner, count = radius * 0.72, len(pockets)
    half = pi / count
    turn = pockets.index(at) if at in pockets else 0
    content = tag("circle", r=radius * 1.1, class_="wheel-rim")
    turning = ""
    for index, (pocket, colour) in enumerate(zip(pockets, colours, strict=True)):
        angle = 2 * pi * (index - turn) / count - pi / 2
        points = " ".join(
            f"{number(r * cos(angle + side))},{number(r * sin(angle + side))}"
            for r, side in ((radius, -half), (radius, half), (inner, half), (inner, -half))
        )
        turning += tag("polygon", points=points, class_=f"wheel-{colour}")
        middle = (radius + inner) / 2
        degrees = number(angle * 180 / pi + 90)
        label = text(0, 0, pocket, size=radius * 0.1, class_="wheel-text")
        turning += tag(
            "g",
            label,
            transform=f"translate({number(middle * cos(angle))} {number(middle * sin(angle))}) "
            f"rotate({degrees})",
        )
    content += tag("g", turning, class_="turning")
    content += tag("circle", r=inner, class_="wheel-bowl")
    content += tag("circle", r=radius * 0.1, class_="wheel-hub")
    name = "the wheel"
    if at in pockets:
        content += tag("circle", cy=-inner * 0.9, r=radius * 0.065, class_="ball")
        colour = colours[pockets.index(at)] if at is not None else ""
        content += text(
            0, -inner * 0.42, str(at), size=radius * 0.34, class_=f"wheel-stop wheel-stop-{colour}"
        )
        name = f"the wheel: the ball lies in {at}, {colour}"
    return piece(content, "wheel", name, x, y, 1)
