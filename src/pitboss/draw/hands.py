"""The hands of one player side by side, each with its name and what is wagered on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.draw import pieces
from pitboss.draw.chips import figures
from pitboss.draw.lettering import text
from pitboss.draw.totals import total_of
from pitboss.equipment.cards import CARD_TEXT
from pitboss.law.regulation import WagerKind
from pitboss.table.entries import seat_text
from pitboss.table.lying import Place

CHIP_RADIUS = 15.0

Chip = Callable[[Mapping[str, Any], float, float, float], str]


def on_hands(kind: WagerKind) -> bool:
    """Whether wagers of this kind lie on one of several hands of a player: their spots are the
    numbers of hands."""
    return bool(kind.spots) and all(spot.split()[-1].isdigit() for spot in kind.spots)


def key_of(place: Place) -> tuple[str, int]:
    """Returns the area of a hand, "" where a player has only one, and its number there."""
    found = re.search(r"\bhand (\d+)\b", place.name)
    return place.name.partition(", ")[2], int(found[1]) if found else 1


def short_name(place: Place) -> str:
    """Returns the name of a hand, such as `hand 2 of p1`, without whose it is."""
    name = place.name.removesuffix(f" of {seat_text(place.seat)}")
    return name[:1].upper() + name[1:]


def by_hand(
    wagers: Sequence[Mapping[str, Any]],
    kinds: Mapping[str, WagerKind],
    principal: str,
    places: Sequence[Place],
) -> dict[tuple[str, int], list[Mapping[str, Any]]]:
    """Returns the wagers of one seat that lie on its hands, by area and number of the hand. Where
    there are several, the first wager of all is that of the first hand, or where they have areas, a
    wager that is called like the area."""
    areas = [key_of(place)[0] for place in places]
    found: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for wager in wagers:
        name, _, spot = str(wager["wager"]).partition(" ")
        kind = kinds.get(name)
        if kind is not None and on_hands(kind):
            area, _, number = spot.rpartition(" ")
            found.setdefault((area, int(number)), []).append(wager)
        elif name in areas:
            found.setdefault((name, 1), []).append(wager)
        elif len(places) > 1 and name == principal:
            found.setdefault(("", 1), []).append(wager)
    return found


def picks(answers: Sequence[Mapping[str, Any]], places: Sequence[Place]) -> bool:
    """Whether the player is asked to choose among cards of the hand: choices name them."""
    held = {CARD_TEXT[face] for place in places for face in place.cards if face >= 0}
    return any(
        "wager" not in one and len(held & set(str(one["entry"]).split()[2:])) > 1 for one in answers
    )


def hands(
    places: Sequence[Place],
    lying: Mapping[tuple[str, int], Sequence[Mapping[str, Any]]],
    chip: Chip,
    *,
    middle: float,
    top: float,
    width: float,
    scale: float,
    asked: str = "",
    pick: bool = False,
    count: str = "",
    tiles: bool = False,
) -> tuple[str, float]:
    """Returns the hands around `middle`, and where they end. `asked` is what the player is asked
    about: the hand that it names stands out. `pick`: the cards are the player's to pick; `count`
    is how a hand's total is counted; `tiles`: they are no cards."""
    if not places:
        return "", top
    share = min(width / len(places), 190.0 if tiles else 330.0)
    left = middle - share * len(places) / 2
    bottom = top + pieces.CARD_HEIGHT * scale
    named = len(places) > 1
    content = ""
    for index, place in enumerate(places):
        x = left + share * (index + 0.5)
        content += pieces.hand(place.cards, x, top, share - 14, scale, pick=pick, tiles=tiles)
        total = total_of(place.cards, count)
        if total:
            content += figures(total, x, bottom - 9, class_="plate-total", size=15)
        if named:
            now = bool(asked) and asked.startswith(place.name)
            content += text(
                x,
                bottom + 13,
                short_name(place),
                size=13,
                fit=share - 8,
                class_="felt-words own" if now else "felt-words",
            )
        wagers = lying.get(key_of(place), ())
        for at, wager in enumerate(wagers):
            offset = (at - (len(wagers) - 1) / 2) * (2 * CHIP_RADIUS + 4)
            content += chip(
                wager, x + offset, bottom + (24 if named else 4) + CHIP_RADIUS, CHIP_RADIUS
            )
    bottom += 22 if named else 4
    return content, bottom + (2 * CHIP_RADIUS + 8 if any(lying.values()) else 4)
