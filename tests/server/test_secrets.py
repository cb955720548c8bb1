"""No endpoint, stream or refusal shows a card that a seat may not see: over all games, at every
prefix. And where a hidden card is another one, whoever may not see it is told the same."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss import registry
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import PitbossError
from pitboss.log.steps import Steps
from pitboss.server.house import House
from pitboss.server.listening import EventStream
from pitboss.server.past import catch_up
from pitboss.server.problems import encode, problem
from pitboss.server.settings import Settings
from pitboss.server.view import prompt_json, table_json, viewer_at, viewer_of_last_round
from pitboss.store import books
from pitboss.store.live import Live
from pitboss.store.people import Person
from pitboss.store.refusal import Refused
from pitboss.table.entries import Drew, Entry
from pitboss.table.layout import Event
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play, run
from pitboss.table.sources import RandomPlayers
from pitboss.table.tape import LiveTape
from pitboss.table.view import prompt_for, view
from tests.server.room import Room, act


def person(account: int, role: str = "patron") -> Person:
    return Person(account, f"account-{account}", role, "", "", False, False, 1 << 60)


CARD_GAMES = [key for key in list(registry.keys()) if "shuffle" in registry.find(key).procedures]
# A tile is not a part of the name of a hand, such as Q-6-4.
CARD = re.compile(r"(?<![-\w])(?:[2-9TJQKA][shdc]|Jk|[1-6]-[1-6])(?![-\w])")


def cards_in(said: Any) -> set[str]:
    """Every card that an answer names, in whichever of its words."""
    return set(CARD.findall(msgspec.json.encode(said).decode()))


def permitted(events: Sequence[Event], seat: int) -> set[str]:
    bit = 1 << seat if seat >= 0 else 0
    return {CARD_TEXT[e.card] for e in events if e.card >= 0 and (e.seen < 0 or e.seen & bit)}


def check_views(house: House, live: Live, accounts: dict[int, int]) -> None:
    """What each seat, a bystander and those without a seat are told now: by the table, by a
    stream that resumes, and by the steps of the round."""
    events = live.outcome.events if live.outcome is not None else ()
    last = live.last.events if live.last is not None else ()
    people = [person(account) for account in (*accounts, 10**6)]
    people += [person(10**6, role) for role in ("dealer", "surveillance", "regulator")]
    for who in people:
        viewer = viewer_at(live, who.id, who.role)
        known = permitted(events, viewer) | permitted(last, viewer_of_last_round(live, who))
        told = cards_in(table_json(live, who, 0))
        assert told <= known, (live.game.key, who.role, viewer, told - known)
        for message in catch_up(house.db, live, (live.round, 0), who.id, who.role):
            assert set(CARD.findall(message.decode())) <= permitted(events, viewer), live.game.key
        if live.outcome is not None:
            steps = Steps(
                live.game, live.rules, live.table, live.entries, seat=viewer, by_hand=live.by_hand
            )
            assert cards_in(steps.step_json(len(steps) - 1)) <= permitted(events, viewer)


def next_entry(live: Live, rng: random.Random) -> tuple[int, str, str]:
    """Whose account, in which role, does what next."""
    assert live.outcome is not None
    if live.outcome.prompt.seat == 0 or (
        live.by_hand and live.outcome.prompt.kind == "wagers" and len(live.outcome.wagers) > 2
    ):
        found = prompt_json(live, 0, "dealer")
        if found is not None and found["answers"]:
            answer = rng.choice(found["answers"])
            return 0, "dealer", answer["entry"].replace("NUMBER", str(answer.get("at_least")))
    seat, entry = act(live, rng)
    if live.by_hand and entry == "d close":
        return 0, "dealer", entry
    return live.seats[seat].account, "patron", entry


@pytest.mark.parametrize("dealer", ["automatic", "by hand"])
@pytest.mark.parametrize("key", CARD_GAMES)
def test_nothing_that_is_said_names_a_hidden_card(sqlite_room: Room, key: str, dealer: str) -> None:
    room, rng = sqlite_room, random.Random(f"secrets {key}")
    house = House(Settings(db=str(room.db.url)))
    house.writer.cache = room.writer.cache
    table = room.open(key, dealer=dealer)
    accounts = {room.patron(f"patron-{number}"): number for number in range(1, 4)}
    for account, seat in accounts.items():
        room.sit(table, account, seat)
    for _ in range(20 if dealer == "automatic" else 45):
        live = room.live(table)
        if live.outcome is None:
            break
        check_views(house, live, accounts)
        _check_refusals(room, table, accounts)
        account, role, entry = next_entry(live, rng)
        said = room.enter(table, account, entry, role=role)
        after = room.live(table)
        # The answer to an entry shows the events of this step as the seat sees them.
        viewer = live.seat_of(account) if role == "patron" else 0
        if after.round == live.round and after.outcome is not None:
            known = permitted(after.outcome.events, viewer)
            assert cards_in(said) <= known | cards_in(entry), (key, entry)
    house.db.close()


def _check_refusals(room: Room, table: int, accounts: dict[int, int]) -> None:
    """A refusal says what is expected, but no card that the caller may not see."""
    live = room.live(table)
    events = live.outcome.events if live.outcome is not None else ()
    attempts = [(account, "patron", seat) for account, seat in accounts.items()]
    attempts.append((0, "dealer", 1))
    for account, role, seat in attempts:
        known = permitted(events, seat if role == "patron" else 0)
        for entry in (f"p{seat} sing", f"p{seat} wager nothing 5.00", f"p{seat} cut 999999"):
            try:
                room.enter(table, account, entry, role=role)
            except Refused as refused:
                said = encode(problem(refused)[1]).decode()
                assert set(CARD.findall(said)) <= known, (live.game.key, role, seat, said)


# Where the dealer's hole card lies face down, or a device has read it.
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((key, {}) for key in CARD_GAMES),
    *(("blackjack", {"hole_card": hole}) for hole in ("face down", "card reader")),
]


@pytest.mark.parametrize(("key", "options"), VARIANTS)
def test_a_hidden_card_makes_no_difference(key: str, options: dict[str, Any]) -> None:
    """Change a card that a seat may not see: the seat is told exactly the same, unless the other
    card is one that the rules turn up."""
    game = registry.find(key)
    rules = game.rules(date(2026, 1, 1), options)
    compared = 0
    for seed in range(4):
        rng = random.Random(seed)
        by_hand, table = bool(seed % 2), game.open_table(rules, 3)
        tape = LiveTape(RandomPlayers(rng))
        run(game, rules, table, tape, by_hand=by_hand)
        for _ in range(12):
            entries = tape.entries[: rng.randint(1, len(tape.entries))]
            real = play(game, rules, table, entries, by_hand=by_hand)
            viewer = rng.choice((-1, 1, 2))
            seen = {event.card for event in view(real.events, viewer)}
            hidden = [
                i
                for i, entry in enumerate(entries)
                if isinstance(entry, Drew) and entry.card not in seen
            ]
            if not hidden:
                continue
            assert table.shoe is not None
            others = [c for c, n in enumerate(table.shoe.counts) if n and c not in seen]
            at, new = rng.choice(hidden), rng.choice(others)
            try:
                other = play(game, rules, table, swapped(entries, at, new), by_hand=by_hand)
            except PitbossError:
                continue  # with that card somebody could not have done what they did
            if new not in {event.card for event in view(other.events, viewer)}:
                compared += 1
                assert told_of(real, viewer) == told_of(other, viewer), (key, seed, CARD_TEXT[new])
    hides = any(event.seen >= 0 for event in real.events)
    assert compared or not hides, "the test compares something"


def swapped(entries: Sequence[Entry], at: int, new: int) -> list[Entry]:
    """The same tape with another card there; where that card was, the first one is."""
    first = entries[at]
    assert isinstance(first, Drew)
    found = [first if isinstance(entry, Drew) and entry.card == new else entry for entry in entries]
    found[at] = Drew(new)
    return found


def told_of(outcome: Waiting | Receipt, viewer: int) -> Any:
    events = view(outcome.events, viewer)
    if isinstance(outcome, Receipt):
        return events
    prompt = outcome.prompt
    return events, prompt.seat, prompt.kind, prompt.citation(), prompt_for(prompt, viewer)


@pytest.mark.parametrize("key", ["sic-bo", "roulette", "blackjack"])
def test_what_the_equipment_shows_ends_a_request(sqlite_room: Room, key: str) -> None:
    """Otherwise a dealer could ask for a roll and what follows a seven, and be refused until
    there is one."""
    room, rng = sqlite_room, random.Random(4)
    table = room.open(key, dealer="by hand")
    account = room.patron("patron")
    room.sit(table, account, 1)
    verbs = {"sic-bo": "roll", "roulette": "spin", "blackjack": "draw"}
    for _ in range(80):
        live = room.live(table)
        assert live.outcome is not None
        if live.outcome.prompt.kind == verbs[key]:
            verb = f"d {verbs[key]}"
            with pytest.raises(Refused, match="ends the request"):
                room.enter(table, 0, verb, "d announce Seven", role="dealer")
            assert room.live(table).n == live.n
            room.enter(table, 0, verb, role="dealer")
            return
        who, role, entry = next_entry(live, rng)
        room.enter(table, who, entry, role=role)
    raise AssertionError("the equipment was never asked for")


def on_a_loop(work: Coroutine[Any, Any, bytes]) -> bytes:
    """In a thread of its own: a browser that tests share keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def test_a_step_between_the_look_and_the_stream_is_not_missed(sqlite_room: Room) -> None:
    """Somebody wagers after the table was read for a stream and before the stream has joined."""
    room, house = sqlite_room, House(Settings(db=str(sqlite_room.db.url)))
    house.writer.cache = room.writer.cache
    table, account = room.open("roulette"), room.patron("patron")
    room.sit(table, account)
    read = room.live(table)
    room.enter(table, account, "p1 wager straight 17 5.00")
    newest = room.live(table)
    ask: Any = SimpleNamespace(house=house, person=person(account))
    begins = EventStream(ask, read, None)
    assert f"id: {newest.round}.{newest.seq}\n".encode() in on_a_loop(begins._join())
    resumes = EventStream(ask, read, (read.round, read.seq))
    assert b"straight 17" in on_a_loop(resumes._join())
    assert resumes.listener.place == (newest.round, newest.seq)
    house.db.close()


def test_only_past_shoes_are_shown(sqlite_room: Room) -> None:
    """The order of a shoe is told only when nothing dealt from it is still face down."""
    room, rng = sqlite_room, random.Random(3)
    table, account = room.open("three-card-poker"), room.patron("patron")
    room.sit(table, account)
    for _ in range(60):
        live = room.live(table)
        assert live.shoe is not None
        with room.db.read() as reading:
            for shoe in books.shoes_before(reading, live, 1 << 40):
                assert bool(shoe.cards) == (shoe.number < live.shoe.number)
        seat, entry = act(live, rng)
        room.enter(table, live.seats[seat].account, entry)
