"""What lies on the table is read from the events, alike by whoever knows all of them and by whoever
is shown a view."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pitboss import registry
from pitboss.equipment.cards import CARD_TEXT, parse_cards
from pitboss.table.layout import EVERYONE, NOBODY, Event, only
from pitboss.table.lying import FACE_DOWN, lying
from pitboss.table.view import view
from pitboss.testing import deal


def drawn(what: str, card: str, seat: int = 0, seen: int = EVERYONE, act: str = "draw") -> Event:
    return Event(act, "1.1", seat, what, card=parse_cards(card)[0], seen=seen)


def told(events: list[Event]) -> dict[str, str]:
    return {
        place.label: " ".join("?" if card < 0 else CARD_TEXT[card] for card in place.cards)
        for place in lying(events)
    }


HAND = [
    drawn("burn", "2c"),
    drawn("hand", "As", 1, only(1)),
    drawn("hand", "Kd", 1, only(1)),
    drawn("dealer's hand", "7h"),
    drawn("dealer's hole card", "7c", seen=NOBODY),
]


def test_cards_lie_where_they_were_dealt_and_only_who_may_sees_them() -> None:
    assert told(view(HAND, 1)) == {
        "p1 hand": "As Kd",
        "dealer's hand": "7h",
        "dealer's hole card": "?",
    }
    assert told(view(HAND, 2))["p1 hand"] == "? ?"
    # Whoever knows all events, and says what is seen, is told the same.
    blind = lying(HAND, lambda event: event.seen == EVERYONE)
    assert [place.cards for place in blind] == [place.cards for place in lying(view(HAND, 2))]


def test_a_card_is_turned_where_it_lies() -> None:
    shown = drawn("hole card", "7c", act="reveal")
    assert told(view([*HAND, shown], 2))["dealer's hole card"] == "7c"
    # The second card of a hand is turned first: who knew it finds it, who did not takes the next.
    second = drawn("hand", "Kd", 1, act="reveal")
    known = lying([*HAND, second], lambda event: event.seen == EVERYONE)
    assert known[0].cards == [FACE_DOWN, parse_cards("Kd")[0]]
    assert told(view([*HAND, second], 2))["p1 hand"] == "Kd ?"


def test_a_moved_card_lies_beside_where_it_came_from() -> None:
    pair = [drawn("hand", "8s", 1), drawn("hand", "8d", 1), drawn("dealer's hand", "7h")]
    split = [*pair, drawn("hand to second hand", "8d", 1, act="move")]
    assert told(split) == {"p1 hand": "8s", "p1 second hand": "8d", "dealer's hand": "7h"}
    away = [*split, drawn("hand to third hand", "8s", 1, act="move")]
    assert list(told(away)) == ["p1 third hand", "p1 second hand", "dealer's hand"]


@pytest.mark.parametrize("key", registry.keys())
def test_nothing_lies_there_that_was_not_shown(key: str) -> None:
    for dealt in deal(registry.find(key), random.Random(f"lying {key}"), irregular=0.05):
        events = dealt.receipt.events
        for viewer in (-1, 0, 1):
            seen = view(events, viewer)
            up = Counter(card for place in lying(seen) for card in place.cards if card >= 0)
            assert up <= Counter(event.card for event in seen if event.card >= 0)
        everything = [place.faces for place in lying(events)]
        assert FACE_DOWN not in [face for faces in everything for face in faces]
