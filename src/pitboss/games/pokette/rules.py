"""Pokette's rules: the stops of the wheel, the places of the layout, and the cards shown."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pitboss.equipment.cards import CARD_TEXT, JOKER
from pitboss.games.pokette import hands
from pitboss.games.pokette.spots import places
from pitboss.law.regulation import Law
from pitboss.table.game import Rules

SEATS = 12
POKER_HANDS = {
    "pair-in-two": hands.PAIR_IN_TWO,
    "pair-in-three": hands.PAIR_IN_THREE,
    "three-of-a-kind": hands.THREE_OF_A_KIND,
    "flush": hands.FLUSH,
    "straight": hands.STRAIGHT,
    "straight-flush": hands.STRAIGHT_FLUSH,
}


class PoketteRules(Rules, frozen=True):
    """`stops` names every stop of the wheel; `covers` has the set of cards of each place."""

    stops: tuple[str, ...]
    covers: dict[tuple[str, str], int]
    revolutions: int
    hand: int


class PoketteState(msgspec.Struct, frozen=True):
    """`shown`: the cards of the hand that is being made, such as `7s`."""

    shown: tuple[str, ...] = ()


def pokette_rules(law: Law) -> PoketteRules:
    found = places(law.word("columns"))
    wagers = {
        key: replace(kind, spots=tuple(spot for spot in found.get(key, ()) if spot))
        for key, kind in law.wagers.items()
    }
    return PoketteRules(
        law=replace(law, wagers=wagers),
        stops=CARD_TEXT[:JOKER] + (CARD_TEXT[JOKER],) * law.number("jokers"),
        covers={(kind, spot): cards for kind in found for spot, cards in found[kind].items()},
        revolutions=law.number("revolutions"),
        hand=law.number("hand"),
    )
