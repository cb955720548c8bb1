"""Deals, replays and prints a playthrough.

A golden text holds its own tape, on the lines that begin with `>`. The test replays that tape
and prints the text again, so a change of the random sources changes nothing here; a change of
the rules shows in the text, or as an entry that is no longer accepted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from math import lcm
from pathlib import Path
from typing import Any

import msgspec

from pitboss import registry
from pitboss.errors import Illegal
from pitboss.law.schema import Value
from pitboss.money import format_dollars
from pitboss.table.entries import Chose, Closed, Entry, Wagered, entry_text, parse_entry, seat_text
from pitboss.table.game import Game, Limits, Table
from pitboss.table.layout import Event, Line
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt, event_text
from pitboss.table.round import run
from pitboss.table.tape import LiveTape, Source
from pitboss.testing import Fuzzer

FOLDER = Path(__file__).parent
LIMITS = Limits({"": (500, 50_000)})
ANSWERS_SHOWN = 3
LINES_MAX = 400
COLUMN = 72
# At a game with fewer kinds of wagers than this, the first one is made most often.
MENU = 7


class Sitting(msgspec.Struct, frozen=True):
    """A table on one day, from its opening through so many procedures."""

    day: date
    options: dict[str, Value]
    seats: int
    procedures: int
    irregular: float = 0.08
    by_hand: bool = False
    seed: int = 0


SITTINGS: dict[str, tuple[Sitting, ...]] = {
    "craps": (
        Sitting(date(1999, 6, 1), {"odds_times": 5}, 2, 10, seed=24),
        Sitting(date(1981, 11, 1), {}, 2, 4, seed=20),
    ),
    "baccarat-punto-banco": (
        Sitting(date(1999, 6, 1), {"decks": 6, "vigorish_collection": "deferred"}, 4, 8, seed=3),
        Sitting(date(2016, 6, 1), {"vigorish": "none", "pays_order": 2}, 2, 4, seed=53),
    ),
    "roulette": (
        Sitting(date(1999, 6, 1), {"zero_rule": "half", "five_adjacent": True}, 3, 4, seed=4),
        Sitting(date(2012, 3, 19), {"wheel": "double zero as single zero"}, 2, 3, seed=45),
    ),
    "big-six": (
        Sitting(date(1999, 6, 1), {}, 4, 4, 0.15, seed=9),
        Sitting(date(1988, 1, 1), {}, 2, 2, seed=16),
        Sitting(date(2020, 1, 1), {"clapper": "spin again"}, 2, 2, 0.15, True, seed=54),
    ),
    "red-dog": (
        Sitting(date(1999, 6, 1), {"decks": 1}, 2, 8, seed=57),
        Sitting(date(2014, 6, 1), {"decks": 2, "recut_by": "next"}, 2, 3, 0.08, True, seed=42),
    ),
    "minibaccarat": (
        Sitting(
            date(1999, 6, 1), {"decks": 6, "vigorish": "4 percent", "dealing": 2}, 3, 5, seed=73
        ),
        Sitting(date(2016, 6, 1), {"vigorish": "ez"}, 3, 4, seed=28),
    ),
    "blackjack": (
        Sitting(date(1999, 6, 1), {"decks": 6, "surrender": True}, 2, 5),
        Sitting(date(1982, 10, 1), {"dealing": "double shoe"}, 1, 3),
        Sitting(date(2014, 6, 1), {"hole_card": "card reader", "resplit": True}, 1, 4, 0.08, True),
    ),
    "blackjack-switch": (
        Sitting(date(2014, 6, 1), {"hole_card": "card reader", "surrender": True}, 1, 4, 0.05),
        Sitting(date(2014, 6, 1), {"hole_card": "face down"}, 1, 3, 0.02, True),
    ),
    "pai-gow": (
        Sitting(date(1999, 6, 1), {}, 3, 6, 0.004, seed=61),
        Sitting(date(2014, 6, 1), {"house_way": "b"}, 1, 1, 0.0, True, seed=1),
    ),
    "pai-gow-poker": (
        Sitting(date(2014, 6, 1), {"bonus": True}, 2, 3, 0.004, seed=189),
        Sitting(date(1999, 6, 1), {"dealing": "hand"}, 1, 2, 0.0, True, seed=1),
    ),
    "poker": (
        Sitting(date(1999, 6, 1), {}, 3, 5, 0.02, seed=1),
        Sitting(
            date(2014, 6, 1),
            {"kind": "seven-card-stud-8", "limit": "fixed limit", "ante": "0.50"},
            2,
            4,
            0.02,
            True,
            seed=1,
        ),
    ),
    "three-card-poker": (
        Sitting(date(1999, 6, 1), {}, 2, 7, seed=14),
        Sitting(
            date(2014, 6, 1), {"automated_shuffler": True, "dealing": "hand"}, 2, 4, 0.02, seed=12
        ),
    ),
}


def sittings_of(key: str) -> tuple[Sitting, ...]:
    """A game that has no sittings of its own above is played under the old chapter and the new."""
    if key in SITTINGS:
        return SITTINGS[key]
    first = max(date(1999, 6, 1), registry.find(key).regulation.adopted)
    return Sitting(first, {}, 2, 6), Sitting(date(2014, 6, 1), {}, 2, 4)


def path_of(key: str) -> Path:
    return FOLDER / f"{key}.txt"


class Guests:
    """Random players with round amounts: every seat wagers, some a second time."""

    def __init__(self, rng: random.Random, irregular: float) -> None:
        self.rng = rng
        self.fuzzer = Fuzzer(rng, irregular)

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "decision" and self.rng.random() < 0.5:
            return Chose(prompt.seat, prompt.choices[0])
        entry = self.fuzzer.answer(prompt)
        if not isinstance(entry, Wagered | Closed):
            return entry
        offered = prompt.answers()
        answers = [answer for answer in offered if "wager" in answer]
        if not prompt.opening:
            enough = prompt.made > 0 or self.rng.random() < 0.3
        else:
            enough = prompt.made >= len(prompt.dealer.table.seats) + self.rng.randint(0, 1)
        may_close = offered[-1]["entry"] == "d close"
        if may_close and (not answers or (enough and prompt.dealer.wagers)):
            return Closed()
        chosen = self.rng.choice(self._sensible(prompt, answers))
        return Wagered(
            int(chosen["seat"][1:]), chosen["wager"], self._amount(chosen), chosen["spot"]
        )

    def _sensible(self, prompt: Prompt, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """A shooter's line wager, where one is due; else the seats in turn."""
        shooter = seat_text(getattr(prompt.dealer.state, "shooter", 0))
        line = [a for a in answers if a["seat"] == shooter and a["wager"] in ("pass", "dont-pass")]
        if line and not any(w.kind in ("pass", "dont-pass") for w in prompt.dealer.wagers):
            return line
        odds = [a for a in answers if a["wager"].endswith("-odds")]
        if odds and self.rng.random() < 0.4:
            return odds
        mine = [a for a in answers if a["seat"] == seat_text(prompt.made + 1)]
        if len(mine) < MENU and self.rng.random() < 0.5:
            return mine[:1] or answers
        return mine or answers

    def _amount(self, answer: dict[str, Any]) -> int:
        """A small multiple of five dollars where there is one, else the least amount."""
        low, high, unit = answer["at_least"], answer["at_most"], lcm(answer["step"], 500)
        round_ones = range(-(-low // unit) * unit, min(high, 6 * unit) + 1, unit)
        return self.rng.choice(round_ones) if round_ones else int(low)


class Recorded:
    """The tape of a golden text, entry by entry."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        self.entries = entries

    def answer(self, prompt: Prompt) -> Entry:
        entry = next(self.entries, None)
        assert entry is not None, f"the tape ends, but is asked for {prompt.legal()[:3]}"
        return entry


class Talking:
    """Any source, with everything that happens written down."""

    def __init__(self, source: Source, lines: list[str]) -> None:
        self.source = source
        self.lines = lines
        self.told = 0
        self.window: Prompt | None = None

    def answer(self, prompt: Prompt) -> Entry:
        self.happened(prompt.dealer.events, prompt.dealer.rules.law)
        # A window is described when it opens; an act by hand is told by its entry.
        if prompt.kind != "act" and prompt is not self.window:
            self.lines.append(f"? {prompt_told(prompt)}")
        self.window = prompt if prompt.kind == "wagers" else None
        entry = self.source.answer(prompt)
        self.lines.append(f"> {entry_text(entry)}")
        return entry

    def happened(self, events: list[Event], law: Any) -> None:
        for event in events[self.told :]:
            self.lines.append(cited(f"    {event_text(event)}{seen_by(event)}", law, event.cite))
        self.told = len(events)


def prompt_told(prompt: Prompt) -> str:
    """What is asked, with the first of the legal answers."""
    legal = prompt.legal()
    if prompt.kind == "draw":
        cards = len(prompt.answers()[0]["cards"])
        legal = [f"a card for the {prompt.what}, {cards} different ones are left"]
    shown = " | ".join(legal[:ANSWERS_SHOWN])
    more = f" | ... {len(legal) - ANSWERS_SHOWN} more" if len(legal) > ANSWERS_SHOWN else ""
    possible = len(prompt.irregularities())
    return f"{prompt.kind}: {shown}{more}{f' | {possible} irregularities' if possible else ''}"


def cited(text: str, law: Any, cite: str) -> str:
    return f"{text:{COLUMN}} {law.cite(cite)}"


def seen_by(event: Event) -> str:
    if event.card < 0 or event.seen < 0:
        return ""
    eyes = [seat_text(seat) for seat in range(64) if event.seen >> seat & 1]
    return f" (seen by {', '.join(eyes)})" if eyes else " (face down)"


def line_told(line: Line, law: Any) -> str:
    words = [seat_text(line.seat), line.wager, format_dollars(line.stake), line.result]
    if line.result == "win":
        words += [line.odds, format_dollars(line.pays)]
    if line.commission:
        words += ["less", format_dollars(line.commission)]
    return cited("  = " + " ".join(words), law, line.cite)


def table_told(receipt: Receipt) -> Iterator[str]:
    net = (f"{seat_text(seat)} {format_dollars(cents)}" for seat, cents in receipt.net().items())
    books = f"house {format_dollars(receipt.house)}"
    if receipt.commission:
        books += f", commission {format_dollars(receipt.commission)}"
    yield f"  net: {', '.join(net)}; {books}"
    if receipt.owed:
        owed = (f"{seat_text(s)} {format_dollars(cents)}" for s, cents in receipt.owed.items())
        yield f"  owed: {', '.join(owed)}"
    after = receipt.after
    words = [f"next {after.next}", f"round {after.round}"]
    if after.shoe is not None:
        words.append(f"{after.shoe.remaining} cards, {after.shoe.cutting_card} behind the card")
    yield f"  table: {'; '.join(words)}"
    blank = type(after.state)()
    fields = ((name, getattr(after.state, name)) for name in after.state.__struct_fields__)
    changed = [f"{name} {told(value)}" for name, value in fields if value != getattr(blank, name)]
    if changed:
        yield f"  state: {', '.join(changed)}"
    for wager in after.standing:
        on = "" if wager.on else " off"
        amount = format_dollars(wager.cents)
        yield f"  stands: {seat_text(wager.seat)} {wager.name} {amount}{on}"


def told(value: Any) -> Any:
    """A field of the state; a struct inside it by its fields."""
    if isinstance(value, msgspec.Struct):
        return " ".join(str(getattr(value, name)) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        return f"({', '.join(str(told(part)) for part in value)})"
    return value


def sat(key: str, sitting: Sitting, source: Source) -> list[str]:
    """The text of one sitting, dealt from the source."""
    game: Game = registry.find(key)
    rules = game.rules(sitting.day, sitting.options)
    table: Table = game.open_table(rules, sitting.seats, limits=LIMITS, closed=True)
    by_hand = ", by hand" if sitting.by_hand else ""
    seats = " ".join(seat_text(seat) for seat in table.seats)
    lines = [f"== {key}, {sitting.day}, {seats}, limits 5.00 to 500.00{by_hand}"]
    lines += [f"   {name} = {value}" for name, value in rules.law.options.items()]
    for _ in range(sitting.procedures):
        lines += ["", f"-- {table.next}"]
        talking = Talking(source, lines)
        receipt = run(game, rules, table, LiveTape(talking), by_hand=sitting.by_hand)
        talking.happened(receipt.events, rules.law)
        lines += [line_told(line, rules.law) for line in receipt.lines]
        lines += table_told(receipt)
        table = receipt.after
    return lines


def text_of(key: str, sittings: list[list[str]]) -> str:
    head = [
        f"A golden playthrough of {key}. `?` what is asked, with the first legal answers and how",
        "many irregularities could happen; `>` the entries; indented, what follows; `=` the",
        "settlement. Written by `python -m tests.golden`; the test replays the entries.",
    ]
    return "\n\n".join("\n".join(part) for part in [head, *sittings]) + "\n"


def deal_anew(key: str) -> str:
    """A text dealt from the seeds, or from the next ones if it would tell too little."""
    for more in range(200):
        parts = []
        for number, sitting in enumerate(sittings_of(key)):
            rng = random.Random(f"golden {key} {number} {sitting.seed + more}")
            parts.append(sat(key, sitting, Guests(rng, sitting.irregular)))
        text = text_of(key, parts)
        if not lacks(text):
            return text
    raise AssertionError(f"{key}: {lacks(text)} in every one of 200 playthroughs")


def lacks(text: str) -> str:
    """What a playthrough should have and this one has not, or an empty string."""
    lines = text.splitlines()
    settled = [line for line in lines if line.startswith("  = ")]
    if not 40 < len(lines) <= LINES_MAX:
        return f"between 40 and {LINES_MAX} lines"
    if not any(" win " in line for line in settled):
        return "a win"
    if not any(" lose" in line for line in settled):
        return "a loss"
    return "" if any(line.startswith("> ! ") for line in lines) else "an irregularity"


def replayed(key: str) -> str:
    """The text made from the tape that the file holds."""
    lines = path_of(key).read_text(encoding="utf-8").splitlines()
    entries = iter([parse_entry(line[2:]) for line in lines if line.startswith("> ")])
    source = Recorded(entries)
    parts = []
    for sitting in sittings_of(key):
        try:
            parts.append(sat(key, sitting, source))
        except Illegal as illegal:
            raise AssertionError(
                f"{key} {sitting.day}: {illegal.got!r} was accepted before: {illegal}"
            ) from illegal
    left = len(list(entries))
    assert not left, f"{key}: {left} entries were not asked for"
    return text_of(key, parts)
