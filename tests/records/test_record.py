"""The text of a record: read back as it was written, commentary included; and everything that
is not a record refused on one line, in bounded time."""

from __future__ import annotations

import json
import random
import time
from datetime import date
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitboss import registry
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput, PitbossError
from pitboss.log.journal import chosen_options
from pitboss.money import CENTS_MAX, format_dollars
from pitboss.records.record import (
    RECORD_BYTES_MAX,
    Record,
    read_record,
    record_text,
    write_record,
)
from pitboss.records.settle import settle
from pitboss.table.entries import (
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
)
from pitboss.testing import deal

TODAY = date(2010, 1, 1)
SECONDS_MAX = 10

words = st.text(st.sampled_from("abcdefgxyz-"), min_size=2, max_size=12).filter(
    lambda word: (
        word not in PLAYER_VERBS | {"on", "off", "to", "accepted", "close", "choose"}
        and word not in CARD_TEXT
    )
)
phrases = st.lists(words, min_size=1, max_size=3).map(" ".join)
spots = st.one_of(st.just(""), st.integers(0, 36).map(str), phrases)
seats = st.integers(1, 99)
cents = st.integers(1, CENTS_MAX)
entries: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Wagered, seats, words, cents, spots, st.booleans()),
    st.builds(Reduced, seats, words, st.integers(0, CENTS_MAX), spots),
    st.builds(Called, seats, words, st.booleans(), spots),
    st.just(Closed()),
    st.builds(Drew, st.integers(0, 52)),
    st.builds(Rolled, st.lists(st.integers(1, 6), min_size=1, max_size=5).map(tuple)),
    st.builds(Spun, st.sampled_from(("0", "00", "17", "joker"))),
    st.builds(Chose, st.integers(0, 99), phrases),
    st.builds(
        Placed,
        st.integers(0, 99),
        st.sampled_from(("cut", "insert-cutting-card")),
        st.integers(0, 10**9 - 1),
    ),
    st.builds(Did, phrases.map("announce {}".format)),
    st.builds(Found, words, st.integers(-1, 52), st.integers(0, 99), st.one_of(st.just(""), words)),
)
# Whatever anybody may write behind a mark: quotes, marks, brackets, other scripts.
commentary = st.text(max_size=60)


@given(entries)
def test_an_entry_is_read_back(entry: Entry) -> None:
    text = entry_text(entry)
    assert parse_entry(text) == entry
    assert parse_entry("  " + text.replace(" ", "   ") + "\t") == entry


def _shown(comment: str) -> str:
    """What can stand on one line of the comment."""
    return " ".join("".join(c if c.isprintable() else " " for c in comment).split())


@given(st.lists(entries, max_size=12), st.dictionaries(st.integers(-1, 11), commentary))
@example([Closed()], {0: 'he said "]" # and left\n', -1: "# first"})
@settings(max_examples=200, deadline=None)
def test_a_record_is_read_back_with_its_commentary(
    tape: list[Entry], comments: dict[int, str]
) -> None:
    text = write_record("red-dog", TODAY, {"decks": 6}, tape, comments)
    record = read_record(text, today=date(2000, 1, 1))
    assert record.tape == tape
    kept = {n: _shown(c) for n, c in comments.items() if n < len(tape) and _shown(c)}
    assert record.commentary == kept
    assert (record.game, record.day, record.options) == ("red-dog", TODAY, {"decks": 6})
    again = write_record("red-dog", TODAY, {"decks": 6}, record.tape, record.commentary)
    assert again == text


@given(st.lists(st.tuples(entries, commentary), min_size=1, max_size=8))
@settings(max_examples=100, deadline=None)
def test_commentary_inside_the_strings_is_kept(pairs: list[tuple[Entry, str]]) -> None:
    """In JSON there are no comments: there it stands in the entry's string."""
    lines = [f"{entry_text(entry)} # {comment}" for entry, comment in pairs]
    data = {"game": "red-dog", "day": "2010-01-01", "tape": lines}
    record = read_record(json.dumps(data), today=TODAY)
    assert record.tape == [entry for entry, _ in pairs]
    expected = {n: _shown(c) for n, (_, c) in enumerate(pairs) if _shown(c)}
    assert record.commentary == expected
    again = read_record(record_text(record), today=TODAY)
    assert again.tape == record.tape
    assert again.commentary == expected


def test_commentary_in_every_place() -> None:
    text = '''
    game = "red-dog"   # of the game: not kept, it is of no entry
    tape = [  # before the first
      "p1 wager original 10.00 # in the string",  # and behind it
      "d close", # with "quotes", brackets ] and a # mark
      # on a line of its own
      \'d draw 4s\',
      """d draw 7h""", # after three quotes
      \'\'\'d close\'\'\', "d draw 5c" # two on a line
    ]
    note = "tape = [ # no comment"
    '''
    record = read_record(text, today=TODAY)
    assert record.commentary == {
        -1: "before the first",
        0: "in the string and behind it",
        1: 'with "quotes", brackets ] and a # mark on a line of its own',
        3: "after three quotes",
        5: "two on a line",
    }
    again = read_record(record_text(record), today=TODAY)
    assert again.commentary == record.commentary
    assert again.tape == record.tape


FULL = """
game = "craps"
day = 2010-01-01
seats = ["p1", "p3"]
limits = { pass = ["5.00", "500.00"], "" = ["1.00", "100.00"] }
chip = "0.50"
by_hand = true
table = { point = 6 }
standing = ["p1 pass 10.00", "p3 place-to-win 8 12.00 off"]
options = { }
tape = ["d close"]
"""


def test_the_whole_record_is_written_back() -> None:
    record = read_record(FULL, today=TODAY)
    again = read_record(record_text(record), today=date(1999, 1, 1))
    assert again == record
    odds = read_record(
        'game = "red-dog"\noptions = { decks = 2, odds.spread.4-11 = "3 to 2" }\n'
        'areas = { p2 = "p1" }\nprocedure = "shuffle"\ntape = []',
        today=TODAY,
    )
    assert odds.options == {"decks": 2, "odds.spread.4-11": "3 to 2"}
    assert read_record(record_text(odds), today=TODAY) == odds


@pytest.mark.parametrize("key", list(registry.OURS))
def test_dealt_rounds_are_written_and_settled_the_same(key: str) -> None:
    game = registry.find(key)
    for number in range(10):
        one = next(deal(game, random.Random(f"record {number}")))
        law = one.rules.law
        record = Record(
            key,
            law.day,
            chosen_options(game, law),
            one.before.seats,
            one.entries,
            None,
            {},
            one.before.limits,
            procedure=one.before.next,
            by_hand=one.by_hand,
        )
        again = read_record(record_text(record), today=TODAY)
        assert again == record
        settled = settle(again)
        assert settled.receipts[0].digest() == one.receipt.digest()
        msgspec.json.encode(settled.as_json())


def test_a_script_is_written_as_the_tape_dealt_from_it() -> None:
    text = 'game = "red-dog"\nwagers = { p1 = { original = "10.00" } }\nshoe = "4s 5h"'
    record = read_record(text, today=TODAY)
    with pytest.raises(BadInput):
        record_text(record)
    settled = settle(record)
    again = read_record(record_text(record, settled.tape), today=TODAY)
    assert settle(again).net() == settled.net()


# -- amounts ----------------------------------------------------------------------------------

AMOUNTS = [
    "10.005", "-10.00", "+10.00", "1e3", "10,000.00", ".50", "10.", "$10.00", "0x10", "NaN",
    "inf", "10.0.0", "١٠.٠٠", "１０", "10000000000.01", "99999999999999", "1" * 190,
]  # fmt: skip


@pytest.mark.parametrize("amount", AMOUNTS)
def test_amounts_that_are_refused(amount: str) -> None:
    tape = {"game": "red-dog", "tape": [f"p1 wager original {amount}"]}
    script = {"game": "red-dog", "wagers": {"p1": {"original": amount}}, "shoe": "4s 7h 5c"}
    limits = {"game": "red-dog", "limits": {"": [amount, amount]}, "tape": ["d close"]}
    standing = {"game": "craps", "standing": [f"p1 pass {amount}"], "tape": ["d close"]}
    for data in (tape, script, limits, standing):
        with pytest.raises(BadInput, match=r"amount|characters"):
            read_record(json.dumps(data), today=TODAY)


@given(st.integers(CENTS_MAX + 1, 10**30))
@settings(max_examples=50)
def test_more_than_the_largest_amount_is_refused(cents: int) -> None:
    with pytest.raises(BadInput, match="amount"):
        parse_entry(f"p1 wager original {format_dollars(cents)}")


def test_the_largest_amount_is_accepted() -> None:
    entry = parse_entry("p1 wager original 10000000000.00")
    assert entry == Wagered(1, "original", CENTS_MAX)
    for wrong in (10.005, -10, True, 10.0, None, ["10.00"]):
        data = {"game": "red-dog", "wagers": {"p1": {"original": wrong}}, "shoe": "4s"}
        with pytest.raises(BadInput):
            read_record(json.dumps(data), today=TODAY)


# -- what is not a record ---------------------------------------------------------------------


def _refused(raw: str | bytes) -> str:
    began = time.monotonic()
    with pytest.raises(PitbossError) as refused:
        settle(read_record(raw, today=TODAY))
    assert time.monotonic() - began < SECONDS_MAX
    message = str(refused.value)
    assert len(message) < 2000
    message.encode("utf-8")
    return message


@given(st.binary(max_size=400))
@settings(max_examples=300, deadline=None)
def test_binary_rubbish_is_refused(raw: bytes) -> None:
    with pytest.raises(BadInput):
        read_record(raw, today=TODAY)


GOOD = (
    b'game = "red-dog"\nday = 1999-06-01\noptions = { decks = 6 }\nseats = 2\n'
    b'limits = { original = ["5.00", "500.00"] }\ntable = { burned = 5 }\ntape = [\n'
    b'  "p1 wager original 10.00", "d close", # yes\n  "d draw 4s", "d draw 7h",\n'
    b'  "p1 wager raise 10.00", "d close",\n  "! card-found-face-up 9c", "d draw 5c",\n]\n'
)
GOOD_JSON = json.dumps(
    {
        "game": "three-card-poker",
        "day": "1999-01-04",
        "decisions": {"p1": ["play"]},
        "wagers": {"p1": {"ante": "10.00", "pair-plus": 5}},
        "shoe": "8s Kd Jc 8d 4h 9s 3c 2h 2d",
    }
).encode()
RULES_JSON = json.dumps(
    {
        "game": "craps",
        "seats": ["p1", "p2"],
        "standing": ["p1 pass 10.00"],
        "chip": "1.00",
        "table": {"point": 6},
        "tape": ["p2 wager come 10.00", "d close", "d roll 4 3"],
    }
).encode()


@given(
    st.sampled_from((GOOD, GOOD_JSON, RULES_JSON)),
    st.lists(st.tuples(st.floats(0, 1), st.one_of(st.binary(max_size=3), words.map(str.encode)),
                       st.integers(0, 4)), min_size=1, max_size=3),
)  # fmt: skip
@settings(max_examples=1500, deadline=None)
def test_a_damaged_record_is_settled_waits_or_is_refused(
    good: bytes, damage: list[tuple[float, bytes, int]]
) -> None:
    """Whatever is changed in a record, nothing but a PitbossError comes out of it."""
    raw = good
    for where, inserted, cut in damage:
        at = int(where * len(raw))
        raw = raw[:at] + inserted + raw[at + cut :]
    try:
        settled = settle(read_record(raw, today=TODAY))
    except PitbossError as error:
        str(error).encode("utf-8")
        return
    net = settled.net()
    house = sum(receipt.house + receipt.commission for receipt in settled.receipts)
    assert sum(net.values()) + house == 0


HEAD = 'game = "red-dog"\nday = 1999-06-01\n'
BOMBS = {
    "brackets": "[" * 400_000,
    "arrays": "a = " + "[" * 400_000,
    "json arrays": '{"a": ' + "[" * 400_000,
    "json objects": '{"a": ' * 100_000,
    "inline tables": "a = " + "{ a = " * 100_000,
    "dotted keys": ".".join("a" * 400_000) + " = 1",
    "dotted keys with spaces": " . ".join("a" * 100_000) + " = 1",
    "quoted dotted keys": ".".join(['"a"'] * 100_000) + " = 1",
    "dotted header": "[" + ".".join("a" * 400_000) + "]",
    "tables": "\n".join(f"[a{n}]" for n in range(60_000)),
    "one long word": HEAD + 'x = "' + "a" * 900_000 + '"\ntape = ["d close"]',
    "empty lines": HEAD + "\n" * 900_000 + 'tape = ["d close"]',
    "spaces": HEAD + " " * 900_000 + '\ntape = ["d close"]',
    "digits": HEAD + "x = " + "1" * 900_000,
    "digits and underscores": HEAD + "x = " + "1_" * 400_000 + "1",
    "backslashes": HEAD + 'x = "' + "\\\\" * 400_000,
    "quotes in a comment": HEAD + "tape = [ # " + '"' * 900_000 + '\n"d close"]',
    "too large": HEAD + "x" * RECORD_BYTES_MAX,
    "too many entries": HEAD + "tape = [" + '"d close",' * 100_000 + "]",
    "too many rounds": HEAD + "wagers = [" + "{}," * 100_000 + "]\nshoe = ''",
    "a long entry": HEAD + 'tape = ["p1 ' + "x" * 100_000 + '"]',
    "a long round": HEAD + 'tape = ["p1 wager original 1.00",'
    + '"p1 remove original","p1 wager original 1.00",' * 5000 + "]",
}  # fmt: skip


@pytest.mark.parametrize("bomb", list(BOMBS))
def test_bombs_are_refused_in_bounded_time(bomb: str) -> None:
    _refused(BOMBS[bomb])


def test_a_tape_of_a_hundred_thousand_entries_is_refused() -> None:
    assert "100000 entries: at most" in _refused(BOMBS["too many entries"])
    data = json.dumps({"game": "red-dog", "tape": ["d close"] * 100_000})
    assert "100000 entries: at most" in _refused(data)


MISTAKES: dict[str, Any] = {
    "no fields": {},
    "no game": {"tape": []},
    "game is null": {"game": None, "tape": []},
    "game is a list": {"game": ["red-dog"], "tape": []},
    "unknown game": {"game": "tiddlywinks", "tape": []},
    "neither tape nor script": {"game": "red-dog"},
    "both": {"game": "red-dog", "tape": [], "wagers": {}},
    "day is no day": {"game": "red-dog", "day": "yesterday", "tape": []},
    "day is true": {"game": "red-dog", "day": True, "tape": []},
    "day of no rules": {"game": "red-dog", "day": "0001-01-01", "tape": []},
    "tape of numbers": {"game": "red-dog", "tape": [1]},
    "tape is text": {"game": "red-dog", "tape": "d close"},
    "superscript seat": {"game": "red-dog", "tape": ["p² wager original 10.00"]},
    "seat of another script": {"game": "red-dog", "tape": ["p١ wager original 10.00"]},
    "superscript number": {"game": "red-dog", "procedure": "shuffle", "tape": ["p1 cut ²"]},
    "superscript found": {"game": "red-dog", "tape": ["! recut p²"]},
    "half a character": {"game": "red-dog", "tape": ["p1 \ud800 x"]},
    "no character": {"game": "red-dog", "tape": ["p1 \0 x"]},
    "seat 0": {"game": "red-dog", "tape": ["p0 wager original 10.00"]},
    "seats of the dealer": {"game": "red-dog", "seats": ["d"], "tape": []},
    "seats twice": {"game": "red-dog", "seats": ["p1", "p1"], "tape": []},
    "seats as numbers": {"game": "red-dog", "seats": [1], "tape": []},
    "too many seats": {"game": "red-dog", "seats": 50, "tape": []},
    "standing of the dealer": {"game": "craps", "standing": ["d pass 10.00"], "tape": []},
    "standing of nobody": {"game": "craps", "seats": 1, "standing": ["p3 pass 1.00"], "tape": []},
    "standing of nothing": {"game": "craps", "standing": ["p1 pass 0.00"], "tape": []},
    "standing where none can": {"game": "red-dog", "standing": ["p1 original 1.00"], "tape": []},
    "areas of the dealer": {"game": "red-dog", "options": {"several_betting_areas": True},
                            "areas": {"d": "p1"}, "tape": []},
    "option is a list": {"game": "red-dog", "options": {"decks": [1]}, "tape": []},
    "option is a table": {"game": "red-dog", "options": {"decks": {"a": 1}}, "tape": []},
    "option is a fraction": {"game": "red-dog", "options": {"decks": 1.5}, "tape": []},
    "option too large": {"game": "red-dog", "options": {"decks": 2**70}, "tape": []},
    "limits of one": {"game": "red-dog", "limits": {"": ["5.00"]}, "tape": []},
    "limits the wrong way": {"game": "red-dog", "limits": {"": ["5.00", "1.00"]}, "tape": []},
    "state of another kind": {"game": "red-dog", "table": {"burned": "x"}, "tape": []},
    "state unknown": {"game": "red-dog", "table": {"colour": 1}, "tape": []},
    "procedure unknown": {"game": "red-dog", "procedure": "supper", "tape": []},
    "wagers of nobody": {"game": "red-dog", "wagers": {"d": {"original": "1.00"}}, "shoe": ""},
    "dice that are none": {"game": "craps", "wagers": {"p1": {"pass": "5.00"}}, "dice": ["0 7"]},
    "cards that are none": {"game": "red-dog", "wagers": {"p1": {}}, "shoe": "4x"},
    "cards left over": {"game": "red-dog", "wagers": {"p1": {"original": "5.00"}},
                        "shoe": "4s 5s 6s"},
}  # fmt: skip


@pytest.mark.parametrize("mistake", list(MISTAKES))
def test_mistakes_are_refused_with_a_word(mistake: str) -> None:
    assert _refused(json.dumps(MISTAKES[mistake]))


def test_a_day_with_a_time_is_no_day() -> None:
    assert "expected a date" in _refused(
        'game = "red-dog"\nday = 1999-06-01T12:00:00\ntape = ["d close"]'
    )
