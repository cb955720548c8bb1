"""No endpoint, stream or refusal shows a card that a seat may not see: over all games, at every
prefix. Two houses are dealt the same but for one hidden card: whoever may not see it is told
exactly the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pitboss import registry
from pitboss.server.house import House
from pitboss.server.settings import Settings
from pitboss.server.stream import Listener
from pitboss.server.view import table_json
from pitboss.store import jobs
from pitboss.store.live import Live, Refused
from pitboss.store.people import Person
from pitboss.table.layout import Event
from tests.server.room import Room, act


def person(account: int, role: str = "patron") -> Person:
    return Person(account, f"account-{account}", role, "", "", False, False, 1 << 60)


def cards_in(said: Any) -> list[tuple[str, str]]:
    """Every card that an answer names, with the place or seat it is shown at."""
    if isinstance(said, dict):
        own = [(str(said.get("seat", "")) + str(said.get("what", "")), said["card"])] if (
            "card" in said) else []  # fmt: skip
        return own + [one for value in said.values() for one in cards_in(value)]
    if isinstance(said, list):
        return [one for value in said for one in cards_in(value)]
    return []


def permitted(events: tuple[Event, ...] | list[Event], seat: int) -> set[str]:
    from pitboss.equipment.cards import CARD_TEXT

    bit = 1 << seat if seat >= 0 else 0
    return {
        CARD_TEXT[e.card] for e in events if e.card >= 0 and (e.seen < 0 or e.seen & bit)
    }  # fmt: skip


def check_views(house: House, live: Live, accounts: dict[int, int]) -> None:
    """What each seat, a bystander and an outsider are told now."""
    events = live.outcome.events if live.outcome is not None else ()
    last = live.last.events if live.last is not None else []
    for account, seat in [*accounts.items(), (10**6, -1)]:
        own = live.seat_of(account)
        eye = own if own in live.table.seats and own else -1
        said = table_json(live, person(account), 0)
        told = {card for _, card in cards_in(said["events"])}
        assert told <= permitted(events, eye), (live.game.key, seat)
        if "last" in said and said["last"] is not None:
            before = {card for _, card in cards_in(said["last"]["events"])}
            assert before <= permitted(last, eye)
        assert "answers" not in said or "cards" not in str(said["prompt"])
        prompt = said["prompt"]
        if prompt is not None:
            assert all("cards" not in answer for answer in prompt["answers"])
        listener = Listener(live.id, account, "patron", eye)
        listener.place = (live.round, 0)
        for message in house.catch_up(listener, live):
            shown = {t for t in _card_words(message) if t}
            assert shown <= permitted(events, eye), live.game.key
    for role in ("surveillance", "regulator", "administrator", "dealer"):
        said = table_json(live, person(10**6, role), 0)
        eye = 0 if role == "dealer" else -1
        assert {card for _, card in cards_in(said["events"])} <= permitted(events, eye)


def _card_words(message: bytes) -> set[str]:
    import re

    return {found.decode() for found in re.findall(rb'"card":"(\w\w)"', message)}


@pytest.mark.parametrize("key", registry.keys())
def test_no_view_shows_a_hidden_card(sqlite_room: Room, key: str) -> None:
    room, rng = sqlite_room, random.Random(f"secrets {key}")
    house = House(Settings(db=str(room.db.url)))
    house.writer.cache = room.writer.cache
    table = room.open(key)
    accounts = {room.patron(f"patron-{number}"): number for number in range(1, 4)}
    for account, seat in accounts.items():
        room.sit(table, account, seat)
    for _ in range(20):
        live = room.live(table)
        if live.outcome is None:
            break
        check_views(house, live, accounts)
        seat, entry = act(live, rng)
        said = room.enter(table, live.seats[seat].account, entry)
        after = room.live(table)
        # The answer to an entry shows the events of this step as the seat sees them.
        everything = list(after.outcome.events) if after.outcome is not None else []
        everything += after.last.events if after.last is not None else []
        shuffled = {c for _, c in cards_in(said["events"])}
        assert shuffled <= permitted(everything, seat) or len(said["receipts"]) == 0
        _check_refusals(room, table, accounts)
    house.db.close()


def _check_refusals(room: Room, table: int, accounts: dict[int, int]) -> None:
    """A refusal says what is expected, but never a card."""
    for account, seat in accounts.items():
        for entry in (f"p{seat} sing", f"p{seat} wager ante 5.00", f"p{seat} cut 1"):
            more: dict[str, Any] = {}
            try:
                room.enter(table, account, entry)
            except Refused as refused:
                more = refused.more
            assert not cards_in(more)
            assert "CARD" not in str(more.get("expected"))


def test_only_past_shoes_are_shown(sqlite_room: Room) -> None:
    """The order of a shoe is told only when nothing dealt from it is still face down."""
    from pitboss.server.api import _over

    room, rng = sqlite_room, random.Random(3)
    table, account = room.open("three-card-poker"), room.patron("patron")
    room.sit(table, account)
    for _ in range(60):
        live = room.live(table)
        assert live.shoe is not None
        with room.db.read() as connection:
            for number in range(1, live.shoe.number + 1):
                assert _over(connection, room.db, live, number) == (number < live.shoe.number)
        seat, entry = act(live, rng)
        room.enter(table, live.seats[seat].account, entry)
    assert jobs.eyes("patron") == -1
