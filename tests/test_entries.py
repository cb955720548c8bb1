"""The text of every entry: read back as it was written, and nothing else is forgiven."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.money import CENTS_MAX
from pitboss.table.entries import (
    ENTRY_LENGTH_MAX,
    PLACED,
    PLAYER_VERBS,
    Called,
    Chose,
    Closed,
    Did,
    Drew,
    Entry,
    Found,
    Placed,
    Reduced,
    Rolled,
    Spun,
    Wagered,
    entry_text,
    parse_entry,
    parse_seat,
    seat_text,
)

SEATS = st.integers(1, 99)
CENTS = st.integers(1, CENTS_MAX)
NAMES = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)
NUMBERS = st.integers(0, 10**9 - 1)
CARDS = st.integers(0, len(CARD_TEXT) - 1)
WORDS = st.from_regex(r"[A-Za-z][a-z']{0,9}( [a-z0-9,.]{1,10}){0,5}", fullmatch=True)
SPOTS = st.one_of(st.just(""), NAMES)
# A player's decision may not begin like a wager, nor a dealer's act like equipment.
DECISIONS = WORDS.filter(lambda text: text.split()[0] not in PLAYER_VERBS | PLACED)
DEALER_VERBS = {"close", "draw", "roll", "spin", "choose"} | PLACED
ACTS = WORDS.filter(lambda text: text.split()[0] not in DEALER_VERBS)
# The words that follow an irregularity may look neither like a seat nor like a card.
DETAILS = NAMES.filter(lambda t: t not in CARD_TEXT and not (t[0] == "p" and t[1:].isdigit()))

ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Wagered, SEATS, NAMES, CENTS, SPOTS, st.booleans()),
    st.builds(Reduced, SEATS, NAMES, st.one_of(st.just(0), CENTS), SPOTS),
    st.builds(Called, SEATS, NAMES, st.booleans(), SPOTS),
    st.just(Closed()),
    st.builds(Drew, CARDS),
    st.builds(Rolled, st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)),
    st.builds(Spun, st.one_of(st.sampled_from(["0", "00", "17", "joker"]), NAMES)),
    st.builds(Chose, SEATS, DECISIONS),
    st.builds(Chose, st.just(0), WORDS),
    st.builds(Placed, st.integers(0, 99), st.sampled_from(sorted(PLACED)), NUMBERS),
    st.builds(Did, ACTS),
    st.builds(
        Found,
        NAMES,
        st.one_of(st.just(-1), CARDS),
        st.one_of(st.just(0), SEATS),
        st.one_of(st.just(""), DETAILS),
    ),
)


@given(ENTRIES)
def test_an_entry_is_read_back_as_it_was_written(entry: Entry) -> None:
    text = entry_text(entry)
    assert parse_entry(text) == entry
    assert parse_entry("  " + text.replace(" ", "   ") + " ") == entry
    assert "\n" not in text


@given(st.text(max_size=ENTRY_LENGTH_MAX + 10))
@example("p² fold")
@example("p1 cut ²")
@example("! x p²")
@example("d insert-cutting-card ١٢")
def test_any_text_is_an_entry_or_is_refused(text: str) -> None:
    try:
        entry = parse_entry(text)
    except BadInput:
        return
    assert parse_entry(entry_text(entry)) == entry


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("p1 wager original 10.00", Wagered(1, "original", 1000)),
        ("p12 wager place-to-win 6 12", Wagered(12, "place-to-win", 1200, "6")),
        ("p1 wager original 5.00 accepted", Wagered(1, "original", 500, "", True)),
        ("p1 wager split 0-00 1.50", Wagered(1, "split", 150, "0-00")),
        ("p1 remove place-to-win 6", Reduced(1, "place-to-win", 0, "6")),
        ("p1 reduce place-to-win 6 to 6.00", Reduced(1, "place-to-win", 600, "6")),
        ("p1 call place-to-win 6 on", Called(1, "place-to-win", True, "6")),
        ("p1 call come-odds off", Called(1, "come-odds", False)),
        ("d close", Closed()),
        ("d draw Th", Drew(CARD_TEXT.index("Th"))),
        ("d draw Jk", Drew(52)),
        ("d roll 4 3", Rolled((4, 3))),
        ("d roll 2 2 5", Rolled((2, 2, 5))),
        ("d spin 00", Spun("00")),
        ("p3 play out", Chose(3, "play out")),
        ("d choose void the throw", Chose(0, "void the throw")),
        ("p3 cut 40", Placed(3, "cut", 40)),
        ("d insert-cutting-card 78", Placed(0, "insert-cutting-card", 78)),
        ("d announce Raises closed", Did("announce Raises closed")),
        ("d spin the wheel", Did("spin the wheel")),
        ("! card-found-face-up 9c", Found("card-found-face-up", CARD_TEXT.index("9c"))),
        ("! no-roll cheating", Found("no-roll", detail="cheating")),
        ("! patron-leaves p2", Found("patron-leaves", seat=2)),
    ],
)
def test_the_forms(text: str, entry: Entry) -> None:
    assert parse_entry(text) == entry


@pytest.mark.parametrize(
    "text",
    [
        "", "p1", "d", "!", "fold", "p0 fold", "p01 fold", "p100 fold", "x1 fold", "P1 fold",
        "p-1 fold", "p1 wager", "p1 wager original", "p1 wager original ten",
        "p1 wager original -5.00", "p1 wager original 5.001", "p1 wager original accepted",
        "p1 reduce original", "p1 reduce original 5.00", "p1 reduce to 5.00",
        "p1 call original", "p1 call on", "p1 call original maybe", "p1 cut", "p1 cut x",
        "p1 cut 1 2", "p1 cut -1", "p1 cut 1234567890", "d draw 1s", "d draw as", "d draw 10h",
        "d roll 7 1", "d roll 44", "d roll x", "d insert-cutting-card", "p1 " + "x" * 200,
    ],
)  # fmt: skip
def test_what_is_not_an_entry_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_entry(text)


def test_seats() -> None:
    assert [seat_text(seat) for seat in (0, 1, 30)] == ["d", "p1", "p30"]
    assert [parse_seat(text) for text in ("d", "p1", "p30")] == [0, 1, 30]
