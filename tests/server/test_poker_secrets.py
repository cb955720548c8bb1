"""Nobody's hole cards in any answer, page, stream or size of one at a poker table, while the round
lasts and after it, unless their player shows them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.draw.table import table_svg
from pitboss.equipment.cards import CARD_TEXT
from pitboss.server.pages_table import drawing_of
from pitboss.server.past import catch_up
from pitboss.server.view import step_json, table_json, viewer_at
from pitboss.store import books, shoes
from pitboss.store.draft import Draft
from pitboss.store.people import Person
from pitboss.table.view import BYSTANDER
from tests.server.test_poker_room import PokerRoom, prompt_of

pytest.importorskip("fastapi", reason="needs the extra 'server'")

# What binds an order of cards, or the chain that holds it, is another one with other cards.
MARKS = re.compile(r'"(commitment|hash|rules)":"[0-9a-f]+"')
KINDS: list[dict[str, Any]] = [
    {},
    {"kind": "omaha-8", "limit": "pot limit"},
    {"kind": "seven-card-stud", "limit": "fixed limit"},
    {"kind": "five-card-draw", "limit": "fixed limit"},
    {"kind": "badugi", "limit": "fixed limit"},
]


def person(account: int, role: str = "patron") -> Person:
    return Person(account, f"account-{account}", role, "", "", False, False, 1 << 60)


class Evening:
    """Three players and a few rounds of checks, calls and folds on decks that are given."""

    def __init__(self, folder: Path, options: dict[str, Any]) -> None:
        self.room = PokerRoom(f"sqlite:///{folder}/evening.db")
        self.table = self.room.poker(**options)
        self.players = self.room.seated(self.table, 3)

    def told(self, account: int, role: str) -> list[str]:
        """All that somebody is told now: the table, both drawings, the stream from the beginning of
        the procedure."""
        room, live = self.room, self.room.live(self.table)
        who = person(account, role)
        seen = table_json(live, who, 0)
        said = [msgspec.json.encode(seen).decode()]
        said += [table_svg(drawing_of(live, who, seen, narrow=narrow)) for narrow in (False, True)]
        messages = catch_up(room.db, live, (live.round, 0), account, role)
        return [MARKS.sub(r'"\1"', text) for text in (*said, *map(bytes.decode, messages))]


def decks(monkeypatch: pytest.MonkeyPatch, change: Callable[[list[int]], None]) -> None:
    """Every deck in one order that `change` alters; nothing is cut but at the least."""
    rng = random.Random(9)

    def order(number: int, counts: list[int]) -> shoes.ShoeOrder:
        cards = [card for card, count in enumerate(counts) for _ in range(count)]
        rng.shuffle(cards)
        change(cards)
        return shoes.restored(number, "00", bytes(cards))

    monkeypatch.setattr(shoes, "shuffled", order)
    monkeypatch.setattr(shoes, "number_between", lambda low, high: low)


def swap(first: int, second: int) -> Callable[[list[int]], None]:
    """Two cards change places; the deck is cut at ten, so the eleventh is dealt first."""

    def change(cards: list[int]) -> None:
        a, b = (10 + first) % 52, (10 + second) % 52
        cards[a], cards[b] = cards[b], cards[a]

    return change


@pytest.fixture(params=KINDS, ids=lambda options: options.get("kind", "hold-em"))
def two_evenings(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Evening, Evening]]:
    """The same evening twice, but for the first card of the seat that is dealt to first, which is
    one that never comes out in the second."""
    made = []
    for name, change in (("one", lambda cards: None), ("two", swap(0, 50))):
        decks(monkeypatch, change)
        folder = tmp_path / name
        folder.mkdir()
        evening = Evening(folder, request.param)
        evening.room.deal(evening.table)
        made.append(evening)
    yield made[0], made[1]
    for evening in made:
        evening.room.close()


QUIET = ("wait", "call", "check", "stand pat", "forced bet")


def test_a_hole_card_makes_no_difference_to_others(two_evenings: tuple[Evening, Evening]) -> None:
    """Bytes and sizes of all that the others, bystanders, dealers and those who look on are told
    are the same, at every step up to the showdown, and after everybody has mucked."""
    first, second = two_evenings
    live = first.room.live(first.table)
    assert live.outcome is not None
    dealt = next(e.seat for e in live.outcome.events if e.act == "draw" and e.seat)
    other_cards = 0
    for step in range(60):
        views = []
        for evening in (first, second):
            others = [a for seat, a in enumerate(evening.players, 1) if seat != dealt]
            viewers = [(account, "patron") for account in (*others, 10**6)]
            viewers += [(10**6, role) for role in ("dealer", "surveillance", "regulator")]
            views.append([evening.told(*viewer) for viewer in viewers])
            own = evening.told(evening.players[dealt - 1], "patron")
            other_cards += own != evening.told(10**6, "patron")
        assert views[0] == views[1], step
        if prompt_of(first.room.live(first.table)) == "wagers":
            break
        for evening in (first, second):
            live = evening.room.live(evening.table)
            assert live.outcome is not None
            choices = live.outcome.prompt.choices
            evening.room.act(
                evening.table,
                next(
                    (choice for choice in (*QUIET, "muck", "show") if choice in choices), choices[0]
                ),
            )
    assert other_cards
    assert step > 3


def test_the_answer_to_an_entry_is_of_one_size(two_evenings: tuple[Evening, Evening]) -> None:
    """What a step says to a bystander is the same whatever the hole card is."""
    said = []
    for evening in two_evenings:
        room, live = evening.room, evening.room.live(evening.table)
        draft = Draft(live, bank=lambda account: 0, now=room.now, today=live.gaming_day, by=0)
        said.append(msgspec.json.encode(step_json(draft, BYSTANDER)))
    assert said[0] == said[1]


def test_a_hand_that_was_mucked_stays_unseen(tmp_path: Path) -> None:
    """After the round the deck is told to nobody but who reads the chains."""
    evening = Evening(tmp_path, {})
    room, table = evening.room, evening.table
    room.deal(table)
    while prompt_of(room.live(table)) != "wagers":
        live = room.live(table)
        assert live.outcome is not None
        choices = live.outcome.prompt.choices
        room.act(table, next(c for c in ("wait", "check", "call", "muck", "show") if c in choices))
    live = room.live(table)
    assert live.last is not None
    hidden = {CARD_TEXT[e.card] for e in live.last.events if e.card >= 0 and e.seen >= 0}
    shown = {CARD_TEXT[e.card] for e in live.last.events if e.act == "reveal"}
    assert hidden - shown
    bystander = "".join(evening.told(10**6, "patron"))
    assert not any(f'"{card}"' in bystander for card in hidden - shown)
    with room.db.read() as reading:
        unordered = books.shoes_before(reading, live, 1 << 40, ordered=False)
        assert not any(shoe.cards or shoe.salt for shoe in unordered)
    assert viewer_at(live, 10**6, "dealer") == 0
    room.close()
