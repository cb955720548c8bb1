"""The money of a round: the wagers that lie on the layout, and what becomes of each. The dealer is
made of this and of the tape: what is paid, collected or returned is an act of the dealer's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from operator import attrgetter
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from pitboss.law.paytable import Row
from pitboss.money import Charge, format_dollars
from pitboss.table.bank import Bank
from pitboss.table.entries import DEALER, seat_text
from pitboss.table.layout import EVERYONE, LIMIT_REACHED, Event, Line, PayoutLimit, Wager

if TYPE_CHECKING:
    from pitboss.table.game import Rules, Table

_SEAT = attrgetter("seat")
_fromkeys = dict.fromkeys  # looked up once, because a dealer is made for every round
# Without a dealer by hand, what is settled is settled at once, in the order in which it stands.
AS_IT_STANDS: AbstractContextManager[None] = nullcontext()


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

    def __init__(self, dealer: Settlement) -> None:
        self.dealer = dealer

    def __enter__(self) -> None:
        if self.dealer.by_hand:
            self.dealer.unsettled = []

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        waiting, self.dealer.unsettled = self.dealer.unsettled, None
        if kind is None and waiting:
            self.dealer.settle_in_any_order(waiting)


class Settlement:
    """`wagers` is the layout; `cash` what each seat has gained since the round began; `house` and
    `commission` the other side, and `bank` where somebody else stands against the wagers.
    `attentive`: an act of the dealer's is an entry, or an irregularity may be found before it."""

    __slots__ = (
        "attentive", "bank", "by_hand", "cash", "commission", "departed", "events", "house",
        "lines", "owed", "rules", "table", "unsettled", "wagers",
    )  # fmt: skip

    def __init__(self, rules: Rules, table: Table, by_hand: bool, attentive: bool) -> None:
        # Each game reads its own rules off the dealer.
        self.rules: Any = rules
        self.table = table
        self.by_hand = by_hand
        self.attentive = attentive
        # What waits to be settled by hand in any order, while it may be.
        self.unsettled: list[Settling] | None = None
        # Seats that left the table in this procedure: they are not asked and make no wagers.
        self.departed: tuple[int, ...] = ()
        self.events: list[Event] = []
        self.lines: list[Line] = []
        standing = table.standing
        self.wagers: list[Wager] = [replace(wager) for wager in standing] if standing else []
        self.cash: dict[int, int] = _fromkeys(table.seats, 0)
        self.house = 0
        self.commission = 0
        self.bank: Bank | None = None
        self.owed: dict[int, int] = {}

    # -- what the dealer does with the tape ---------------------------------------------------

    def _did(self, act: str, cite: str) -> None:
        """By hand, every act of the dealer's is an entry, and a wrong one is caught."""
        raise NotImplementedError

    def settle_in_any_order(self, waiting: list[Settling]) -> None:
        """Each is settled when the dealer does it; of one wager, the first before the second."""
        raise NotImplementedError

    def in_any_order(self) -> AbstractContextManager[None]:
        """Where the text gives no order to what is collected, or paid, by hand any will do."""
        return InAnyOrder(self) if self.by_hand else AS_IT_STANDS

    def note(self, text: str, *, cite: str, seat: int = 0) -> None:
        """Something that follows from the text and is nobody's act."""
        self.events.append(Event("note", cite, seat, text))

    # -- the layout ---------------------------------------------------------------------------

    def place_wager(self, seat: int, kind: str, cents: int, *, cite: str, spot: str = "") -> Wager:
        """A wager is put down: in a window, or by a decision that makes it by itself, such as a
        play wager equal to the ante."""
        wager = Wager(seat, kind, cents, spot, True, 0, 0, self.table.round)
        self.wagers.append(wager)
        self.cash[seat] -= cents
        self.events.append(Event("wager", cite, seat, f"{kind} {spot}" if spot else kind, cents))
        return wager

    def add_to(self, wager: Wager, cents: int, *, cite: str) -> Wager:
        """More is put down on a wager that lies there already."""
        wager.cents += cents
        self.cash[wager.seat] -= cents
        self.events.append(Event("wager", cite, wager.seat, wager.name, cents))
        return wager

    def withdraw(self, wager: Wager, *, cite: str, cents: int = 0) -> None:
        """The player takes back the wager, or `cents` of it: undecided, it has no line."""
        taken = cents or wager.cents
        wager.cents -= taken
        if not wager.cents:
            self._lift(wager, 0)
        self.cash[wager.seat] += taken
        self.events.append(Event("remove", cite, wager.seat, wager.name, taken))
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

    # -- the bank -----------------------------------------------------------------------------

    def bank_with(self, cover: Wager, *kinds: str, shared: bool = False) -> Bank:
        """A seat stands against the wagers of these kinds from now on, with the chips that it has
        put up; `shared`: the house stands for one half."""
        self.bank = Bank(cover, kinds, shared)
        return self.bank

    def wager_of_house(self, kind: str, cents: int, *, cite: str) -> Wager:
        """The house itself wagers, against a bank that is a seat's."""
        wager = Wager(DEALER, kind, cents, "", True, 0, 0, self.table.round)
        self.wagers.append(wager)
        self.house -= cents
        self.events.append(Event("wager", cite, DEALER, kind, cents))
        return wager

    def _hand_to(self, seat: int, cents: int) -> None:
        """Chips go to whoever wagered them: a player, or the house."""
        if seat:
            self.cash[seat] += cents
        else:
            self.house += cents

    def _take_in(self, wager: str, cents: int) -> None:
        """What is won of a wager (or paid on it, if it is negative) is the bank's, or the house's
        where the bank does not cover that wager."""
        if self.bank is not None and self.bank.covers(wager):
            self.bank.centre += cents
        else:
            self.house += cents

    def _make_up(self, wager: str, won: int, *, cite: str) -> None:
        """What the centre lacks to pay this is taken from the chips of the bank. What these do not
        cover the house pays: its half, and odds above those for which the bank put chips up."""
        bank = self.bank
        if bank is None or not bank.covers(wager):
            return
        own, of_house = bank.shortage(won)
        left = 0
        if own and wager != bank.cover.kind and self._lies_there(bank.cover):
            left = min(own, bank.cover.cents)
        of_house += own - left
        if of_house:
            self._share_of_house(f"put {format_dollars(of_house)} of the house in the centre", cite)
            self.house -= of_house
            bank.centre += of_house
        if left:
            self.collect(bank.cover, cite=cite, cents=left)

    def _lies_there(self, wager: Wager) -> bool:
        return any(there is wager for there in self.wagers)

    def _share_of_house(self, text: str, cite: str) -> None:
        if self.attentive:
            self._did(text, cite)
        self.events.append(Event("act", cite, DEALER, text))

    def close_bank(self, vigorish: Charge | None, *, cite: str) -> None:
        """All is settled: what is left in the centre is the bank's (and the house's half), and
        vigorish is taken of that; the chips that were put up go back."""
        bank = self.bank
        assert bank is not None, "the house is the bank"
        own, of_house = bank.halves(bank.centre)
        if of_house:
            self._share_of_house(f"take {format_dollars(of_house)} for the house", cite)
            self.house += of_house
            bank.centre -= of_house
        if own:
            line = self._paid(Line(bank.seat, bank.cover.name, 0, "win", "", own, 0, cite))
            if vigorish is not None:
                self.charge(bank.seat, vigorish.of(own), cite=cite, line=line)
        if self._lies_there(bank.cover):
            self.give_back(bank.cover, cite=cite, result="returned")
        assert not bank.centre, f"{bank.centre} cents are left in the centre"
        self.bank = None

    # -- settlement ---------------------------------------------------------------------------

    def pay(self, wager: Wager, row: Row, *, cite: str, limit: PayoutLimit | None = None) -> Line:
        """The wager wins: it is paid by the row and goes back with its winnings, which a
        `limit` on what the hand may be paid cuts short."""
        if self.unsettled is not None:
            assert limit is None, "what a limit leaves depends on the order"
            return self._wait(
                "pay",
                wager,
                cite,
                lambda: row.win(wager.cents),
                lambda: self.pay(wager, row, cite=cite),
            )
        stake, seat = wager.cents, wager.seat
        # Most wagers have no spot, and a property costs as much as a payment's line.
        name = wager.name if wager.spot else wager.kind
        won = row.win(stake)
        if limit is not None:
            won, cite = self._cut_short(limit, won, cite, name, seat)
        if self.bank is not None:
            self._make_up(wager.kind, won, cite=cite)
        charged, table, key = wager.charged, row.table, row.key
        line = Line(seat, name, stake, "win", row.text, won, charged, cite, table, key)
        self._paid(line)
        self._lift(wager, stake)
        if seat:
            self.cash[seat] += stake
        else:
            self.house += stake
        if wager.coupon:
            self._pay_coupon(wager, row, cite=cite, limit=limit)
        return line

    def _pay_coupon(self, wager: Wager, row: Row, *, cite: str, limit: PayoutLimit | None) -> None:
        """The coupon is paid as the chips are, and kept.

        Doubt: no text that we have says so; it is what a match play coupon is. A payout limit is
        the hand's, so what it leaves is all that a coupon is paid."""
        seat, name, stake = wager.seat, f"{wager.name} coupon", wager.coupon
        won = row.win(stake)
        if limit is not None:
            won, cite = self._cut_short(limit, won, cite, name, seat)
        self._paid(Line(seat, name, stake, "win", row.text, won, 0, cite, row.table, row.key))
        self._part_from_coupon(wager, "collected")

    def _cut_short(
        self, limit: PayoutLimit, won: int, cite: str, name: str, seat: int
    ) -> tuple[int, str]:
        """What of the winnings the limit on the hand leaves, and the section that says so."""
        if won > limit.left:
            won, cite = limit.left, limit.cite
            self.note(f"{name}: {LIMIT_REACHED}", cite=cite, seat=seat)
        limit.left -= won
        return won, cite

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
            return self._wait(
                "collect",
                wager,
                cite,
                lambda: cents or wager.cents,
                lambda: self.collect(wager, cite=cite, cents=cents),
            )
        stake, seat = cents or wager.cents, wager.seat
        name = wager.name if wager.spot else wager.kind
        if self.attentive:
            self._did(f"collect {seat_text(seat)} {name} {format_dollars(stake)}", cite)
        line = Line(seat, name, stake, "lose", "", 0, wager.charged, cite)
        if wager.charged:
            wager.charged = 0
        self.lines.append(line)
        self.events.append(Event("collect", cite, seat, name, stake))
        if self.bank is None:
            self.house += stake
        else:
            self._take_in(wager.kind, stake)
        if wager.coupon and stake >= wager.cents:
            self._part_from_coupon(wager, "collected")
        self._lift(wager, stake)
        return line

    def give_back(self, wager: Wager, *, cite: str, result: str = "push", cents: int = 0) -> Line:
        """The wager (or `cents` of it) neither wins nor loses: push, void or returned, as the
        text calls it."""
        if self.unsettled is not None:
            return self._wait(
                "return",
                wager,
                cite,
                lambda: cents or wager.cents,
                lambda: self.give_back(wager, cite=cite, result=result, cents=cents),
            )
        stake, seat = cents or wager.cents, wager.seat
        name = wager.name if wager.spot else wager.kind
        if self.attentive:
            self._did(f"return {seat_text(seat)} {name} {format_dollars(stake)}", cite)
        line = Line(seat, name, stake, result, "", 0, wager.charged, cite)
        self.lines.append(line)
        self.events.append(Event("return", cite, seat, name, stake))
        if wager.coupon and stake >= wager.cents:
            self._part_from_coupon(wager, "returned")
        self._lift(wager, stake)
        if seat:
            self.cash[seat] += stake
        else:
            self.house += stake
        return line

    def _wait(
        self,
        verb: str,
        wager: Wager,
        cite: str,
        cents: Callable[[], int],
        settle: Callable[[], Line],
    ) -> Line:
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
        self.events.append(Event("return", cite, line.seat, line.wager, line.stake))
        self._hand_to(line.seat, line.stake)
        self._take_in(line.wager, -line.stake)

    def charge(
        self,
        seat: int,
        cents: int,
        *,
        cite: str,
        line: Line | None = None,
        wager: Wager | None = None,
    ) -> None:
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
        self.events.append(Event("charge", cite, seat, "vigorish", cents))

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

    def bonus(
        self,
        seat: int,
        name: str,
        stake: int,
        row: Row,
        *,
        cite: str,
        limit: PayoutLimit | None = None,
    ) -> Line:
        """A payment that has no wager of its own, such as the ante bonus."""
        won, table, key = row.win(stake), row.table, row.key
        if limit is not None:
            won, cite = self._cut_short(limit, won, cite, name, seat)
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
        self.events.append(Event("pay", cite, seat, name, won, -1, EVERYONE, line.table, line.row))
        if self.bank is None:
            self.cash[seat] += won
            self.house -= won
        else:
            self._hand_to(seat, won)
            self._take_in(name, -won)
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
        if self.by_hand and self.unsettled is None:
            with InAnyOrder(self):
                return self.pay_all(row, cite=cite)
        for wager in self.in_order():
            self.pay(wager, row, cite=cite)

    def collect_all(self, *, cite: str) -> None:
        if self.by_hand and self.unsettled is None:
            with InAnyOrder(self):
                return self.collect_all(cite=cite)
        for wager in self.in_order():
            self.collect(wager, cite=cite)

    def return_all(self, *, cite: str, seat: int = 0, result: str = "void") -> None:
        """All wagers go back; with `seat`, that seat's."""
        if self.by_hand and self.unsettled is None:
            with InAnyOrder(self):
                return self.return_all(cite=cite, seat=seat, result=result)
        for wager in self.in_order():
            if not seat or wager.seat == seat:
                self.give_back(wager, cite=cite, result=result)

    def in_order(self) -> Sequence[Wager]:
        """The wagers by seat, clockwise; within a seat in the order they were made."""
        if len(self.wagers) < 2:
            return list(self.wagers)
        return sorted(self.wagers, key=_SEAT)
