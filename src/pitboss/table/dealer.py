"""The dealer: the one object a procedure talks to, in the order of the regulation.

A thin facade over tape, layout, money and events. Every act carries `cite=`. Game-specific
verbs live in the games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from operator import attrgetter
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from msgspec.structs import replace

from pitboss.equipment.cards import CARD_TEXT
from pitboss.equipment.shoe import Shoe
from pitboss.errors import Illegal
from pitboss.law.paytable import Row
from pitboss.law.regulation import Law, WagerKind
from pitboss.money import format_dollars
from pitboss.table.entries import (
    Chose,
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
    same_words,
    seat_text,
)
from pitboss.table.game import cause_and_showing
from pitboss.table.layout import EVERYONE, LIMIT_REACHED, Event, Line, PayoutLimit, Wager
from pitboss.table.prompts import Amounts, Prompt
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX, Tape
from pitboss.table.window import Window

if TYPE_CHECKING:
    from pitboss.table.game import Game, Table

NO_SHOE = Shoe((), 0, 0, 0)
_SEAT = attrgetter("seat")


class RoundConcluded(Exception):  # the regulation ends the round here
    """Raised by an irregularity that ends the round at once."""


class Settling(NamedTuple):
    """A wager to be collected, paid or returned, when the dealer comes to it."""

    verb: str
    wager: Wager
    cite: str
    cents: Callable[[], int]
    settle: Callable[[], Line]

    def text(self) -> str:
        wager = self.wager
        return f"{self.verb} {seat_text(wager.seat)} {wager.name} {format_dollars(self.cents())}"


class InAnyOrder:
    """While this is entered, what is settled by hand waits; when it is left, the dealer settles it
    in whatever order, except that what befalls one and the same wager keeps its own."""

    __slots__ = ("dealer",)

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer

    def __enter__(self) -> None:
        if self.dealer.by_hand:
            self.dealer.unsettled = []

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        waiting, self.dealer.unsettled = self.dealer.unsettled, None
        if kind is None and waiting:
            self.dealer.settle_in_any_order(waiting)


class Dealer:
    """`counts` and `remaining` are the shoe; `wagers` the layout; `cash` what each seat has
    gained since the round began; `house` and `commission` the other side."""

    __slots__ = (
        "_drawing", "attentive", "by_hand", "cash", "closed", "commission", "counts",
        "cutting_card", "departed", "events", "game", "house", "interrupted", "late_at", "lines",
        "most", "next_procedure", "opening", "owed", "phase", "record", "remaining", "rules",
        "state", "table", "take", "tape", "unsettled", "wagers",
    )  # fmt: skip

    def __init__(
        self, game: Game, rules: Any, table: Table, tape: Tape, *, by_hand: bool = False,
        late_at: int = -1, whole: bool = False,
    ) -> None:  # fmt: skip
        self.game = game
        self.rules = rules
        self.table = table
        self.tape = tape
        self.by_hand = by_hand
        # The place on a plain tape of an irregularity that no prompt comes after: it is found
        # before the first of the dealer's own acts at which it can have happened. So is one that
        # is found `among_acts`, where the tape is known as a `whole`.
        self.late_at = late_at if late_at >= 0 else ENTRIES_PER_ROUND_MAX
        self.attentive = by_hand or late_at >= 0 or whole
        # What waits to be settled by hand in any order, while it may be.
        self.unsettled: list[Settling] | None = None
        # Seats that left the table in this procedure: they are not asked and make no wagers.
        self.departed: tuple[int, ...] = ()
        self.events: list[Event] = []
        self.record = self.events.append
        self.lines: list[Line] = []
        self.wagers: list[Wager] = (
            [replace(wager) for wager in table.standing] if table.standing else []
        )
        self.cash: dict[int, int] = dict.fromkeys(table.seats, 0)
        self.house = 0
        self.commission = 0
        self.owed: dict[int, int] = {}
        self.state: Any = table.state
        self.next_procedure = table.next
        # How far the procedure has come: a member of the game's or the family's enumeration.
        self.phase: Enum | None = None
        # No window of wagers has been closed yet in this procedure.
        self.opening = True
        # The last window of wagers, once it is closed.
        self.closed: Window | None = None
        # While an irregularity is handled: the prompt before which it was found.
        self.interrupted: Prompt = _NO_PROMPT
        self.take = tape.next
        # Draws are the most common prompts: they share one, which `interrupt` keeps safe.
        self._drawing: Prompt = Prompt(self, "draw", 0, "")
        shoe = table.shoe or NO_SHOE
        self.counts = list(shoe.counts)
        self.remaining = shoe.remaining
        self.cutting_card = shoe.cutting_card
        self.most = shoe.most

    # -- the tape ---------------------------------------------------------------------------

    def _next(self, prompt: Prompt) -> Entry:
        return self._after_irregularity(prompt, self.take(prompt))

    def _after_irregularity(self, prompt: Prompt, entry: Entry) -> Entry:
        """The entry that answers the prompt, once every irregularity before it is handled."""
        while type(entry) is Found:
            self.interrupt(prompt, entry)
            entry = self.take(prompt)
        return entry

    def limit_entries(self, prompt: Prompt, entry: Entry) -> None:
        """Irregularities and open windows are what could make a round endless."""
        if self.tape.position > ENTRIES_PER_ROUND_MAX:
            self.refuse(prompt, entry, f"a round has at most {ENTRIES_PER_ROUND_MAX} entries")

    def refuse(self, prompt: Prompt, entry: Entry, reason: str) -> NoReturn:
        position = self.tape.position
        if isinstance(entry, Wagered | Reduced) and prompt.kind != "wagers":
            verb = "made" if isinstance(entry, Wagered) else "withdrawn"
            reason = f"no wager can be {verb} now: {reason}"
            # It is not the next act's section that forbids it, but that of the wagers.
            if self.closed is not None and entry.kind in self.closed.kinds:
                prompt.cite = self.closed.ban or self.closed.cite
        raise Illegal(reason, got=entry_text(entry), prompt=prompt, entry=position)

    def interrupt(self, prompt: Prompt, found: Found) -> None:
        """An irregularity was found before what the prompt asks for: it is handled."""
        self.limit_entries(prompt, found)
        irregularity = self.game.irregularities.get(found.name)
        if irregularity is None:
            known = ", ".join(self.game.irregularities) or "none"
            self.refuse(prompt, found, f"no irregularity {found.name!r}; the game has: {known}")
        reason = irregularity.why_not(self, prompt, found)
        if reason:
            self.refuse(prompt, found, reason)
        what = entry_text(found)[2:]
        self.record(Event("irregularity", irregularity.cite, found.seat, what))
        cite, place = prompt.cite, prompt.what
        outer, self.interrupted = self.interrupted, prompt
        cause, shown = cause_and_showing(found.detail)
        irregularity.handle(self, replace(found, detail=cause) if shown else found)
        self.interrupted = outer
        prompt.cite, prompt.what = cite, place

    # -- acts of the dealer's own -----------------------------------------------------------

    def _did(self, act: str, cite: str) -> None:
        """By hand, every act of the dealer's is an entry, and a wrong one is caught. On a plain
        tape it is done without one, once an irregularity that comes late was found."""
        prompt = Prompt(self, "act", 0, cite, act)
        if not self.by_hand:
            return self._find_late(prompt)
        entry = self._next(prompt)
        if type(entry) is not Did or not same_words(entry.act, act):
            self.refuse(prompt, entry, f"expected the dealer to: {act}")

    def _find_late(self, prompt: Prompt) -> None:
        """An irregularity that stands next on the tape is found before this act, if it comes late
        or is of the kind that is found among the dealer's acts, and can have happened here."""
        tape = self.tape
        while tape.position < len(tape.entries):
            found = tape.entries[tape.position]
            if type(found) is not Found:
                return
            irregularity = self.game.irregularities.get(found.name)
            if irregularity is None or irregularity.why_not(self, prompt, found):
                return
            if tape.position < self.late_at and not irregularity.among_acts:
                return
            self.take(prompt)
            self.interrupt(prompt, found)

    def settle_in_any_order(self, waiting: list[Settling]) -> None:
        """Each is settled when the dealer does it; of one wager, the first before the second."""
        while waiting:
            first = {id(each.wager): each for each in reversed(waiting)}
            choice = {each.text(): each for each in waiting if first[id(each.wager)] is each}
            texts = tuple(choice)
            next_cite = choice[texts[0]].cite
            prompt = Prompt(self, "act", 0, next_cite, texts[0], texts)
            entry = self._next(prompt)
            done = [text for text in texts if type(entry) is Did and same_words(entry.act, text)]
            if not done:
                more = f", or another of {len(texts)} that are to be settled"
                expected = texts[0] + (more if len(texts) > 1 else "")
                self.refuse(prompt, entry, f"expected the dealer to: {expected}")
            chosen = choice[done[0]]
            waiting.remove(chosen)
            self.by_hand = self.attentive = False
            chosen.settle()
            self.by_hand = self.attentive = True

    def in_any_order(self) -> InAnyOrder:
        """Where the text gives no order to what is collected, or paid, by hand any will do."""
        return InAnyOrder(self)

    def announce(self, text: str, *, cite: str) -> None:
        if self.attentive:
            self._did(f"announce {text}", cite)
        self.record(Event("announce", cite, 0, text))

    def act(self, text: str, *, cite: str) -> None:
        """A physical act of the dealer or the staff that the text prescribes."""
        if self.attentive:
            self._did(text, cite)
        self.record(Event("act", cite, 0, text))

    def note(self, text: str, *, cite: str, seat: int = 0) -> None:
        """Something that follows from the text and is nobody's act."""
        self.record(Event("note", cite, seat, text))

    # -- equipment --------------------------------------------------------------------------

    def draw(self, place: str, *, cite: str, seen: int = EVERYONE, seat: int = 0) -> int:
        """The next card from the shoe, to `place`. `seen` is the set of those who see it."""
        prompt = self._drawing
        prompt.cite = cite
        prompt.what = place
        entry = self.take(prompt)
        if type(entry) is not Drew:
            entry = self._after_irregularity(prompt, entry)
            if type(entry) is not Drew:
                self.refuse(prompt, entry, f"expected a card for the {place}")
        card = entry.card
        counts = self.counts
        if card >= len(counts) or not counts[card]:
            self.refuse(prompt, entry, f"{CARD_TEXT[card]} is not in the shoe")
        counts[card] -= 1
        self.remaining -= 1
        self.record(Event("draw", cite, seat, place, 0, card, seen))
        return card

    def reveal(
        self, card: int, place: str, *, cite: str, seat: int = 0, seen: int = EVERYONE
    ) -> None:
        """Turn a card that was dealt face down, or show it to those in `seen`."""
        self.record(Event("reveal", cite, seat, place, 0, card, seen))

    def move(self, card: int, place: str, to: str, *, cite: str, seat: int = 0) -> None:
        """A card that lies face up at one place before this seat is laid at another there."""
        self.record(Event("move", cite, seat, f"{place} to {to}", 0, card))

    def discard(self, card: int, *, cite: str, place: str = "discard rack") -> None:
        """Take a card out of the shoe that is not to be used."""
        if self.attentive:
            self._did(f"discard {CARD_TEXT[card]}", cite)
        self.counts[card] -= 1
        self.remaining -= 1
        self.record(Event("discard", cite, 0, place, 0, card))

    def burn(self, place: str, *, cite: str, seen: int = 0) -> int:
        """A card from the shoe to the discards, seen by those in `seen`."""
        return self.draw(place, cite=cite, seen=seen)

    def roll(self, dice: int, *, cite: str) -> tuple[int, ...]:
        prompt = Prompt(self, "roll", 0, cite, "dice", at_most=dice)
        entry = self._next(prompt)
        if type(entry) is not Rolled or len(entry.faces) != dice:
            self.refuse(prompt, entry, f"expected a roll of {dice} dice")
        self.record(Event("roll", cite, 0, " ".join(map(str, entry.faces))))
        return entry.faces

    def spin(self, pockets: tuple[str, ...], *, cite: str) -> str:
        prompt = Prompt(self, "spin", 0, cite, "wheel", choices=pockets)
        entry = self._next(prompt)
        if type(entry) is not Spun or entry.pocket not in pockets:
            self.refuse(prompt, entry, "expected a stop of this wheel")
        self.record(Event("spin", cite, 0, entry.pocket))
        return entry.pocket

    def new_shoe(self, shoe: Shoe) -> None:
        """All cards back together: what a shuffle leaves."""
        self.counts = list(shoe.counts)
        self.remaining = shoe.remaining
        self.cutting_card = shoe.cutting_card
        self.most = shoe.most

    def load(self, shoe: Shoe, text: str, *, cite: str) -> None:
        """Other cards come into play in mid-round, such as the shuffled discards."""
        if self.attentive:
            self._did(f"load {text}", cite)
        self.new_shoe(shoe)
        self.record(Event("load", cite, 0, text))

    @property
    def procedure(self) -> str:
        """The name of the procedure that runs: "opening", "shuffle", "round" or another."""
        return self.table.next

    @property
    def cutting_card_reached(self) -> bool:
        return self.cutting_card > 0 and self.remaining <= self.cutting_card

    # -- decisions --------------------------------------------------------------------------

    def choose(
        self, seat: int, choices: tuple[str, ...], *, cite: str, what: str = "",
        amounts: Amounts | None = None, seen: int = EVERYONE,
    ) -> str:  # fmt: skip
        """Seat 0 is the dealer (or a supervisor, as the text says). With `amounts`, a choice
        may carry any of those amounts; `choices` lists the usual ones among them. `seen` are
        those who see all of it: where a choice names cards that others may not see, they are
        told its first word."""
        prompt = Prompt(self, "decision", seat, cite, what, choices, amounts=amounts)
        entry = self._next(prompt)
        if type(entry) is not Chose or entry.seat != seat or not prompt.permits(entry.what):
            if amounts is not None and type(entry) is Chose and amounts.is_about(entry.what):
                prompt.cite = amounts.bounds.cite or cite
                others = [choice for choice in choices if not amounts.is_about(choice)]
                choices = (amounts.text, *others)
            expected = ", ".join(choices)
            self.refuse(prompt, entry, f"expected {seat_text(seat)} to choose: {expected}")
        self.record(Event("choice", cite, seat, entry.what, 0, -1, seen))
        return entry.what

    def number(self, seat: int, what: str, at_least: int, at_most: int, *, cite: str) -> int:
        """A number that somebody sets, such as where the cutting card goes."""
        prompt = Prompt(self, "number", seat, cite, what, at_least=at_least, at_most=at_most)
        entry = self._next(prompt)
        if type(entry) is not Placed or entry.seat != seat or entry.what != what:
            self.refuse(prompt, entry, f"expected {seat_text(seat)} {what} and a number")
        if not at_least <= entry.number <= at_most:
            self.refuse(prompt, entry, f"expected a number from {at_least} to {at_most}")
        self.record(Event("number", cite, seat, f"{what} {entry.number}"))
        return entry.number

    # -- wagers -----------------------------------------------------------------------------

    def take_wagers(
        self, *kinds: str, cite: str, at_most: str = "", required: bool = False, what: str = ""
    ) -> None:
        """Wagers of these kinds are open until the dealer closes them; `at_most` names a wager
        that they may not exceed. Where a game says more, it has a `Window` of its own."""
        Window(self, kinds, cite, at_most, required, what).take_wagers()

    def payable_step(self, kind: WagerKind, spot: str) -> int:
        """The step of amounts of this wager that can be paid exactly with this table's chips."""
        law: Law = self.rules.law
        return law.payable_step(kind, spot, self.table.limits.chip)

    def place_wager(self, seat: int, kind: str, cents: int, *, cite: str, spot: str = "") -> Wager:
        """A wager is put down: in a window, or by a decision that makes it by itself, such as a
        play wager equal to the ante."""
        wager = Wager(seat, kind, cents, spot, True, 0, 0, self.table.round)
        self.wagers.append(wager)
        self.cash[seat] -= cents
        self.record(Event("wager", cite, seat, f"{kind} {spot}" if spot else kind, cents))
        return wager

    def add_to(self, wager: Wager, cents: int, *, cite: str) -> Wager:
        """More is put down on a wager that lies there already."""
        wager.cents += cents
        self.cash[wager.seat] -= cents
        self.record(Event("wager", cite, wager.seat, wager.name, cents))
        return wager

    def withdraw(self, wager: Wager, *, cite: str, cents: int = 0) -> None:
        """The player takes back the wager, or `cents` of it: undecided, it has no line."""
        taken = cents or wager.cents
        wager.cents -= taken
        if not wager.cents:
            self._lift(wager, 0)
        self.cash[wager.seat] += taken
        self.record(Event("remove", cite, wager.seat, wager.name, taken))
        if wager.coupon > wager.cents:
            self._part_from_coupon(wager, "returned")

    def exchange(self, wager: Wager, parts: Mapping[str, int]) -> None:
        """The wager becomes several, each put to what its player has there already."""
        assert sum(parts.values()) == wager.cents, f"{wager} is not {parts}"
        self._lift(wager, wager.cents)
        for kind, cents in parts.items():
            there = self.find(wager.seat, kind)
            if there is None:
                there = Wager(wager.seat, kind, 0, "", True, 0, 0, wager.round_made)
                self.wagers.append(there)
            there.cents += cents

    def move_to_point(self, wager: Wager, point: int, *, spot: str = "") -> None:
        """The wager depends on this point from now on, and with `spot` lies there."""
        wager.point = point
        wager.spot = spot or wager.spot

    def switch(self, wager: Wager, *, on: bool) -> None:
        """The wager is active from now on, or is not."""
        wager.on = on

    def find(self, seat: int, kind: str, spot: str = "") -> Wager | None:
        for wager in self.wagers:
            if wager.seat == seat and wager.kind == kind and wager.spot == spot:
                return wager
        return None

    def staked(self, seat: int, kind: str) -> int:
        """What the seat has on wagers of this kind."""
        cents = 0
        for wager in self.wagers:
            if wager.seat == seat and wager.kind == kind:
                cents += wager.cents
        return cents

    def players_with_wagers(self, *, reverse: bool = False) -> list[int]:
        """Seats that have a wager, clockwise from the dealer's left (or the other way)."""
        return sorted({wager.seat for wager in self.wagers}, reverse=reverse)

    def wagers_of(self, seat: int) -> list[Wager]:
        return [wager for wager in self.wagers if wager.seat == seat]

    # -- settlement -------------------------------------------------------------------------

    def pay(self, wager: Wager, row: Row, *, cite: str, limit: PayoutLimit | None = None) -> Line:
        """The wager wins: it is paid by the row and goes back with its winnings, which a
        `limit` on what the hand may be paid cuts short."""
        if self.unsettled is not None:
            assert limit is None, "what a limit leaves depends on the order"
            return self._wait("pay", wager, cite, lambda: row.win(wager.cents),
                              lambda: self.pay(wager, row, cite=cite))  # fmt: skip
        stake, seat, name = wager.cents, wager.seat, wager.name
        won: int = row.win(stake)
        if limit is not None:
            if won > limit.left:
                won, cite = limit.left, limit.cite
                self.note(f"{name}: {LIMIT_REACHED}", cite=cite, seat=seat)
            limit.left -= won
        charged, table, key = wager.charged, row.table, row.key
        line = Line(seat, name, stake, "win", row.text, won, charged, cite, table, key)
        self._paid(line)
        self._lift(wager, stake)
        self.cash[seat] += stake
        if wager.coupon:
            self._pay_coupon(wager, row, cite=cite, limit=limit)
        return line

    def _pay_coupon(self, wager: Wager, row: Row, *, cite: str, limit: PayoutLimit | None) -> None:
        """The coupon is paid as the chips are, and kept.

        Doubt: no text that we have says so; it is what a match play coupon is. A payout limit is
        the hand's, so what it leaves is all that a coupon is paid."""
        seat, name, stake = wager.seat, f"{wager.name} coupon", wager.coupon
        won: int = row.win(stake)
        if limit is not None:
            if won > limit.left:
                won, cite = limit.left, limit.cite
                self.note(f"{name}: {LIMIT_REACHED}", cite=cite, seat=seat)
            limit.left -= won
        self._paid(Line(seat, name, stake, "win", row.text, won, 0, cite, row.table, row.key))
        self._part_from_coupon(wager, "collected")

    def _part_from_coupon(self, wager: Wager, how: str) -> None:
        """A coupon is collected with a wager that wins or loses, and goes back with one that is
        given back or withdrawn."""
        if wager.coupon:
            text = f"{wager.name}: the match play coupon is {how}"
            self.note(text, cite=self.rules.law.manner.cite, seat=wager.seat)
            wager.coupon = 0

    def collect(self, wager: Wager, *, cite: str, cents: int = 0) -> Line:
        """The wager (or `cents` of it) loses."""
        if self.unsettled is not None:
            return self._wait("collect", wager, cite, lambda: cents or wager.cents,
                              lambda: self.collect(wager, cite=cite, cents=cents))  # fmt: skip
        stake, seat, name = cents or wager.cents, wager.seat, wager.name
        if self.attentive:
            self._did(f"collect {seat_text(seat)} {name} {format_dollars(stake)}", cite)
        line = Line(seat, name, stake, "lose", "", 0, wager.charged, cite)
        if wager.charged:
            wager.charged = 0
        self.lines.append(line)
        self.record(Event("collect", cite, seat, name, stake))
        self.house += stake
        whole = stake >= wager.cents
        self._lift(wager, stake)
        if whole:
            self._part_from_coupon(wager, "collected")
        return line

    def give_back(self, wager: Wager, *, cite: str, result: str = "push", cents: int = 0) -> Line:
        """The wager (or `cents` of it) neither wins nor loses: push, void or returned, as the
        text calls it."""
        if self.unsettled is not None:
            return self._wait(
                "return", wager, cite, lambda: cents or wager.cents,
                lambda: self.give_back(wager, cite=cite, result=result, cents=cents),
            )  # fmt: skip
        stake = cents or wager.cents
        if self.attentive:
            self._did(f"return {seat_text(wager.seat)} {wager.name} {format_dollars(stake)}", cite)
        line = Line(wager.seat, wager.name, stake, result, "", 0, wager.charged, cite)
        self.lines.append(line)
        self.record(Event("return", cite, wager.seat, wager.name, stake))
        whole = stake >= wager.cents
        self._lift(wager, stake)
        self.cash[wager.seat] += stake
        if whole:
            self._part_from_coupon(wager, "returned")
        return line

    def _wait(
        self, verb: str, wager: Wager, cite: str, cents: Callable[[], int],
        settle: Callable[[], Line],
    ) -> Line:  # fmt: skip
        """By hand, within `in_any_order`: it is settled when the dealer comes to it. There is no
        line of it before, so whoever lets the order be free must not ask for it."""
        assert self.unsettled is not None
        self.unsettled.append(Settling(verb, wager, cite, cents, settle))
        return Line(wager.seat, wager.name, 0, "", "", 0, 0, cite)

    def hand_back(self, line: Line, *, cite: str, result: str = "void") -> None:
        """A wager that was collected goes back after all, because the round is void."""
        assert line.result == "lose", f"{line} was not collected"
        if self.attentive:
            stake = format_dollars(line.stake)
            self._did(f"return {seat_text(line.seat)} {line.wager} {stake}", cite)
        line.result, line.cite = result, cite
        self.record(Event("return", cite, line.seat, line.wager, line.stake))
        self.cash[line.seat] += line.stake
        self.house -= line.stake

    def charge(self, seat: int, cents: int, *, cite: str, line: Line | None = None,
               wager: Wager | None = None) -> None:  # fmt: skip
        """Vigorish taken from a player: on a settled wager's line, or with a wager made."""
        if not cents:
            return
        if self.attentive:
            self._did(f"charge {seat_text(seat)} {format_dollars(cents)}", cite)
        if line is not None:
            line.commission += cents
        if wager is not None:
            wager.charged += cents
        self.cash[seat] -= cents
        self.commission += cents
        self.record(Event("charge", cite, seat, "vigorish", cents))

    def owe(self, seat: int, cents: int) -> None:
        """What a player owes of vigorish from now on, as the marker shows it; nothing when it was
        collected or documented."""
        self.owed[seat] = cents

    def depart(self, seat: int) -> None:
        """A patron leaves the table: not asked for anything from now on, and without a wager."""
        self.departed += (seat,)

    def present(self) -> tuple[int, ...]:
        """The seats of those who are still at the table."""
        return tuple(seat for seat in self.table.seats if seat not in self.departed)

    def bonus(self, seat: int, name: str, stake: int, row: Row, *, cite: str) -> Line:
        """A payment that has no wager of its own, such as the ante bonus."""
        won, table, key = row.win(stake), row.table, row.key
        return self._paid(Line(seat, name, stake, "win", row.text, won, 0, cite, table, key))

    def award(self, seat: int, name: str, cents: int, *, cite: str) -> Line:
        """An amount of money that the text states, and not odds: nothing is staked on it."""
        return self._paid(Line(seat, name, 0, "win", "", cents, 0, cite))

    def _paid(self, line: Line) -> Line:
        """Both sides of a payment are booked."""
        seat, name, won, cite = line.seat, line.wager, line.pays, line.cite
        if self.attentive:
            self._did(f"pay {seat_text(seat)} {name} {format_dollars(won)}", cite)
        self.lines.append(line)
        self.record(Event("pay", cite, seat, name, won, -1, EVERYONE, line.table, line.row))
        self.cash[seat] += won
        self.house -= won
        return line

    def _lift(self, wager: Wager, cents: int) -> None:
        """So much of the wager goes off the layout; if that is all, this very wager does, and not
        another one that looks the same."""
        if cents < wager.cents:
            wager.cents -= cents
            return
        wagers = self.wagers
        if wagers and wagers[0] is wager:
            del wagers[0]
            return
        for index, there in enumerate(wagers):
            if there is wager:
                del wagers[index]
                return
        raise AssertionError(f"{wager} is not on the layout")

    def pay_all(self, row: Row, *, cite: str) -> None:
        with self.in_any_order():
            for wager in self.in_order():
                self.pay(wager, row, cite=cite)

    def collect_all(self, *, cite: str) -> None:
        with self.in_any_order():
            for wager in self.in_order():
                self.collect(wager, cite=cite)

    def return_all(self, *, cite: str, seat: int = 0, result: str = "void") -> None:
        """All wagers go back; with `seat`, that seat's."""
        with self.in_any_order():
            for wager in self.in_order():
                if not seat or wager.seat == seat:
                    self.give_back(wager, cite=cite, result=result)

    def in_order(self) -> Sequence[Wager]:
        """The wagers by seat, clockwise; within a seat in the order they were made."""
        if len(self.wagers) < 2:
            return list(self.wagers)
        return sorted(self.wagers, key=_SEAT)

    # -- state ------------------------------------------------------------------------------

    def leave(self) -> None:
        """The procedure is over or waits: let go of the prompts that point back here, so that
        rounds are freed at once and not by the garbage collector."""
        self._drawing = self.interrupted = _NO_PROMPT

    def remember(self, state: Any) -> None:
        """Replace what the table carries to the next round."""
        self.state = state


_NO_PROMPT: Any = None
