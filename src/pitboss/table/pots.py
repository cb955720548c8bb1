"""Table stakes and pots: the chips of players who wager against each other.

All of it lies on the layout as wagers do, so whatever keeps the books of a table keeps these. A
`stack` is what a seat has on the table and stands there from round to round; a `bet` lies before
the seat while a betting round lasts; then the dealer draws it into the pot, where it is the seat's
`pot` until the pot is awarded. Chips move between these and, as rake, charge or contribution, to
the house; nothing else happens to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from pitboss.money import format_dollars
from pitboss.table.entries import seat_text
from pitboss.table.layout import Event, Line, Wager

if TYPE_CHECKING:
    from pitboss.table.dealer import Dealer

STACK, BET, POT = "stack", "bet", "pot"


class Pot(msgspec.Struct):
    """A pot, with the seats that contend for it."""

    name: str
    cents: int
    seats: tuple[int, ...]


def divide(contributed: Mapping[int, int], contending: Sequence[int], dead: int = 0) -> list[Pot]:
    """The main pot and the side pots: each level of what those who contend have put in makes one,
    for those who reached it. What others put in above the last level goes to the last pot, and
    `dead` money to the first."""
    levels = sorted({contributed.get(seat, 0) for seat in contending} - {0})
    pots: list[Pot] = []
    below = 0
    for level in levels:
        cents = sum(min(each, level) - min(each, below) for each in contributed.values())
        seats = tuple(seat for seat in contending if contributed.get(seat, 0) >= level)
        if pots and pots[-1].seats == seats:
            pots[-1].cents += cents
        else:
            pots.append(Pot("", cents, seats))
        below = level
    above = sum(max(0, each - below) for each in contributed.values())
    if not pots:
        pots.append(Pot("", 0, tuple(contending)))
    pots[-1].cents += above
    pots[0].cents += dead
    for number, pot in enumerate(pots):
        pot.name = "pot" if len(pots) == 1 else f"side pot {number}" if number else "main pot"
    return pots


def shares(cents: int, parts: int, chip: int) -> list[int]:
    """An amount in so many equal parts of whole chips; odd chips go to the first parts, one each,
    and what is less than a chip to the first of them."""
    each = cents // parts // chip * chip
    odd, rest = divmod(cents - each * parts, chip)
    return [each + (chip if part < odd else 0) + (rest if not part else 0) for part in range(parts)]


class Chips:
    """The chips of a round: `stacks`, `bets` and `pot` by seat, as they lie on the layout. `dead`
    is what is in the pot and counts for nobody's own part of it."""

    __slots__ = ("bets", "dead", "dealer", "pot", "stacks")

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.bets: dict[int, Wager] = {}
        self.pot: dict[int, Wager] = {}
        self.dead: dict[int, int] = {}
        self.stacks = {each.seat: each for each in dealer.wagers if each.kind == STACK and each.on}

    # -- how much there is --------------------------------------------------------------------

    def stack(self, seat: int) -> int:
        wager = self.stacks.get(seat)
        return wager.cents if wager is not None else 0

    def bet(self, seat: int) -> int:
        wager = self.bets.get(seat)
        return wager.cents if wager is not None else 0

    def total(self) -> int:
        """All that was put in, before the seats and in the pot."""
        total = 0
        for wager in self.bets.values():
            total += wager.cents
        for wager in self.pot.values():
            total += wager.cents
        return total

    def contributed(self) -> dict[int, int]:
        """What each seat has put into the pot that counts as its own part."""
        return {seat: each.cents - self.dead.get(seat, 0) for seat, each in self.pot.items()}

    # -- from the stack to the pot ------------------------------------------------------------

    def put_in(self, seat: int, cents: int, what: str, *, cite: str) -> int:
        """So much of the stack, or all of it if it is less, goes before the seat."""
        stack = self.stacks.get(seat)
        if stack is None or not cents:
            return 0
        dealer = self.dealer
        cents = min(cents, stack.cents)
        if cents == stack.cents:
            del self.stacks[seat]
            dealer.wagers.remove(stack)
        else:
            stack.cents -= cents
        self._add(self.bets, seat, BET, cents)
        dealer.events.append(Event("wager", cite, seat, what, cents))
        return cents

    def _add(self, pile: dict[int, Wager], seat: int, kind: str, cents: int) -> None:
        there = pile.get(seat)
        if there is not None:
            there.cents += cents
            return
        pile[seat] = Wager(seat, kind, cents, "", True, 0, 0, self.dealer.table.round)
        self.dealer.wagers.append(pile[seat])

    def _lift(self, pile: dict[int, Wager], seat: int, cents: int) -> None:
        wager = pile[seat]
        if cents < wager.cents:
            wager.cents -= cents
        else:
            del pile[seat]
            self.dealer.wagers.remove(wager)

    def draw_in(self, *, cite: str, dead: bool = False) -> None:
        """The bets go into the pot; as `dead` money, they count for nobody's own part."""
        if not self.bets:
            return
        self.dealer.act("draw the wagers into the pot", cite=cite)
        for seat, wager in self.bets.items():
            if dead:
                self.dead[seat] = self.dead.get(seat, 0) + wager.cents
            there = self.pot.get(seat)
            if there is None:
                wager.kind = POT
                self.pot[seat] = wager
            else:
                there.cents += wager.cents
                self.dealer.wagers.remove(wager)
        self.bets = {}

    def return_uncalled(self, contending: Sequence[int], *, cite: str) -> None:
        """What nobody matched of the highest bet goes back to a player who contends for the pot."""
        if not self.bets:
            return
        amounts = sorted((each.cents, seat) for seat, each in self.bets.items())
        most, seat = amounts[-1]
        uncalled = most - (amounts[-2][0] if len(amounts) > 1 else 0)
        if uncalled and seat in contending:
            self._back(self.bets, seat, uncalled, "uncalled bet", "returned", cite)

    def _back(
        self, pile: dict[int, Wager], seat: int, cents: int, what: str, result: str, cite: str
    ) -> None:
        dealer = self.dealer
        if dealer.attentive:
            dealer._did(f"return {seat_text(seat)} {what} {format_dollars(cents)}", cite)
        dealer.lines.append(Line(seat, what, cents, result, "", 0, 0, cite))
        dealer.events.append(Event("return", cite, seat, what, cents))
        self._lift(pile, seat, cents)
        self._add(self.stacks, seat, STACK, cents)

    def refund(self, seat: int, *, cite: str, result: str = "returned", cents: int = 0) -> None:
        """What the seat has put in (or `cents` of it) goes back to its stack."""
        self.dead.pop(seat, None)
        for pile in (self.bets, self.pot):
            there = pile.get(seat)
            if there is not None:
                part = min(cents, there.cents) if cents else there.cents
                self._back(pile, seat, part, "pot", result, cite)

    def refund_all(self, *, cite: str) -> None:
        """The round is void: all chips in the pot go back to those who put them there."""
        for seat in sorted({*self.bets, *self.pot}):
            self.refund(seat, cite=cite, result="void")

    def cash_out(self, seat: int, *, cite: str) -> None:
        """The stack goes off the table with its player."""
        stack = self.stacks.pop(seat, None)
        if stack is not None:
            self.dealer.give_back(stack, cite=cite, result="returned")

    # -- out of the pot -----------------------------------------------------------------------

    def record_contributions(self, *, cite: str) -> None:
        """What each seat has put in is the pot's from now on."""
        for seat, wager in sorted(self.pot.items()):
            self.dealer.lines.append(Line(seat, POT, wager.cents, "lose", "", 0, 0, cite))

    def _out(self, cents: int) -> None:
        for seat in list(self.pot):
            part = min(cents, self.pot[seat].cents)
            if part:
                self._lift(self.pot, seat, part)
                cents -= part
        assert not cents, f"the pot lacks {cents} cents"

    def take(
        self, pots: Sequence[Pot], cents: int, what: str, *, cite: str, fund: bool = False
    ) -> int:
        """The dealer takes an amount out of the pots, the main pot first: the house's revenue or,
        for a `fund`, money that the house holds for the players. Returns what there was."""
        dealer = self.dealer
        taken = 0
        for pot in pots:
            part = min(cents - taken, pot.cents)
            pot.cents -= part
            taken += part
        if not taken:
            return 0
        if dealer.attentive:
            dealer._did(f"take {what} {format_dollars(taken)}", cite)
        self._out(taken)
        if fund:
            dealer.house += taken
        else:
            dealer.commission += taken
        dealer.events.append(Event("charge", cite, 0, what, taken))
        return taken

    def charge(self, seat: int, cents: int, what: str, *, cite: str) -> None:
        """The house takes a charge from the seat's stack, as far as there is one."""
        cents = min(cents, self.stack(seat))
        if not cents:
            return
        dealer = self.dealer
        if dealer.attentive:
            dealer._did(f"charge {seat_text(seat)} {format_dollars(cents)}", cite)
        self._lift(self.stacks, seat, cents)
        dealer.commission += cents
        dealer.lines.append(Line(seat, what, 0, "push", "", 0, cents, cite))
        dealer.events.append(Event("charge", cite, seat, what, cents))

    def award(self, seat: int, name: str, cents: int, *, cite: str) -> None:
        """A pot, or a share of one, goes to a seat's stack."""
        if not cents:
            return
        dealer = self.dealer
        if dealer.attentive:
            dealer._did(f"pay {seat_text(seat)} {name} {format_dollars(cents)}", cite)
        self._out(cents)
        self._add(self.stacks, seat, STACK, cents)
        dealer.lines.append(Line(seat, name, 0, "win", "", cents, 0, cite))
        dealer.events.append(Event("pay", cite, seat, name, cents))
