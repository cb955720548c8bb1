"""The dealer: the one object a procedure talks to, in the order of the regulation.

A thin facade over tape, layout, money and events. Every act carries `cite=`. Game-specific
verbs live in the games."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec.structs import replace

from pitboss.equipment.cards import CARD_TEXT
from pitboss.equipment.shoe import Shoe
from pitboss.errors import Illegal
from pitboss.law.regulation import Law, WagerKind
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
from pitboss.table.layout import EVERYONE, NOBODY, Event
from pitboss.table.prompts import Amounts, Prompt
from pitboss.table.settlement import Settlement, Settling
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX, Tape
from pitboss.table.window import Window

if TYPE_CHECKING:
    from pitboss.table.game import Game, Rules, Table

NO_SHOE = Shoe((), 0, 0, 0)


class RoundConcluded(Exception):  # the regulation ends the round here
    """Raised by an irregularity that ends the round at once."""


class Dealer(Settlement):
    """`counts` and `remaining` are the shoe; layout and money are the settlement's."""

    __slots__ = (
        "_drawing", "closed", "counts", "cutting_card", "game", "hands", "interrupted", "late_at",
        "most", "next_procedure", "opening", "phase", "remaining", "state", "take", "tape",
    )  # fmt: skip

    def __init__(
        self,
        game: Game,
        rules: Rules,
        table: Table,
        tape: Tape,
        by_hand: bool,
        late_at: int,
        whole: bool,
    ) -> None:
        Settlement.__init__(self, rules, table, by_hand, by_hand or late_at >= 0 or whole)
        self.game = game
        self.tape = tape
        # The place on a plain tape of an irregularity that no prompt comes after: it is found
        # before the first of the dealer's own acts at which it can have happened. So is one that
        # is found `among_acts`, where the tape is known as a `whole`.
        self.late_at = late_at if late_at >= 0 else ENTRIES_PER_ROUND_MAX
        self.state: Any = table.state
        self.next_procedure = table.next
        # How far the procedure has come: a member of the game's or the family's enumeration.
        self.phase: Enum | None = None
        # The hands of the round as the game has them, where its irregularities ask for them.
        self.hands: Any = None
        # No window of wagers has been closed yet in this procedure.
        self.opening = True
        # The last window of wagers, once it is closed.
        self.closed: Window | None = None
        # While an irregularity is handled: the prompt before which it was found.
        self.interrupted: Prompt = _NO_PROMPT
        self.take = tape.next
        # Draws are the most common prompts: they share one, which `interrupt` keeps safe.
        self._drawing = Prompt(self, "draw", 0, "")
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
        self.events.append(Event("irregularity", irregularity.cite, found.seat, what))
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

    def announce(self, text: str, *, cite: str) -> None:
        if self.attentive:
            self._did(f"announce {text}", cite)
        self.events.append(Event("announce", cite, 0, text))

    def act(self, text: str, *, cite: str) -> None:
        """A physical act of the dealer or the staff that the text prescribes."""
        if self.attentive:
            self._did(text, cite)
        self.events.append(Event("act", cite, 0, text))

    # -- equipment --------------------------------------------------------------------------

    def draw(self, place: str, *, cite: str, seen: int = EVERYONE, seat: int = 0) -> int:
        """The next card from the shoe, to `place`. `seen` is the set of those who see it."""
        prompt, take = self._drawing, self.take
        prompt.cite = cite
        prompt.what = place
        entry = take(prompt)
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
        self.events.append(Event("draw", cite, seat, place, 0, card, seen))
        return card

    def reveal(
        self, card: int, place: str, *, cite: str, seat: int = 0, seen: int = EVERYONE
    ) -> None:
        """Turn a card that was dealt face down, or show it to those in `seen`."""
        self.events.append(Event("reveal", cite, seat, place, 0, card, seen))

    def move(self, card: int, place: str, to: str, *, cite: str, seat: int = 0) -> None:
        """A card that lies face up at one place before this seat is laid at another there."""
        self.events.append(Event("move", cite, seat, f"{place} to {to}", 0, card))

    def deliver(
        self,
        cards: Sequence[int],
        stack: str,
        place: str,
        *,
        cite: str,
        seat: int = 0,
        seen: int = NOBODY,
    ) -> None:
        """A stack of cards that was dealt face down is put before somebody, who may look at it."""
        self.events.append(Event("deliver", cite, seat, f"{stack} to {place}"))
        if seen != NOBODY:
            for card in cards:
                self.reveal(card, place, cite=cite, seat=seat, seen=seen)

    def discard(self, card: int, *, cite: str, place: str = "discard rack") -> None:
        """Take a card out of the shoe that is not to be used."""
        if self.attentive:
            self._did(f"discard {CARD_TEXT[card]}", cite)
        self.counts[card] -= 1
        self.remaining -= 1
        self.events.append(Event("discard", cite, 0, place, 0, card))

    def burn(self, place: str, *, cite: str, seen: int = 0) -> int:
        """A card from the shoe to the discards, seen by those in `seen`."""
        return self.draw(place, cite=cite, seen=seen)

    def roll(self, dice: int, *, cite: str) -> tuple[int, ...]:
        prompt = Prompt(self, "roll", 0, cite, "dice", at_most=dice)
        entry = self._next(prompt)
        if type(entry) is not Rolled or len(entry.faces) != dice:
            self.refuse(prompt, entry, f"expected a roll of {dice} dice")
        self.events.append(Event("roll", cite, 0, " ".join(map(str, entry.faces))))
        return entry.faces

    def spin(self, pockets: tuple[str, ...], *, cite: str) -> str:
        self.events.append(Event("spin", cite, 0, stop := self._stop(pockets, "wheel", cite)))
        return stop

    def random_number(self, most: int, *, cite: str) -> int:
        """A number from one to `most` that a generator selects and displays."""
        stop = self._stop(tuple(map(str, range(1, most + 1))), "random number generator", cite)
        self.events.append(Event("number", cite, 0, f"random number {stop}"))
        return int(stop)

    def _stop(self, stops: tuple[str, ...], device: str, cite: str) -> str:
        prompt = Prompt(self, "spin", 0, cite, device, choices=stops)
        entry = self._next(prompt)
        if type(entry) is not Spun or entry.pocket not in stops:
            self.refuse(prompt, entry, f"expected a stop of this {device}")
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
        self.events.append(Event("load", cite, 0, text))

    @property
    def procedure(self) -> str:
        """The name of the procedure that runs: "opening", "shuffle", "round" or another."""
        return self.table.next

    @property
    def cutting_card_reached(self) -> bool:
        return self.cutting_card > 0 and self.remaining <= self.cutting_card

    # -- decisions --------------------------------------------------------------------------

    def choose(
        self,
        seat: int,
        choices: tuple[str, ...],
        *,
        cite: str,
        what: str = "",
        amounts: Amounts | None = None,
        seen: int = EVERYONE,
    ) -> str:
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
        self.events.append(Event("choice", cite, seat, entry.what, 0, -1, seen))
        return entry.what

    def number(self, seat: int, what: str, at_least: int, at_most: int, *, cite: str) -> int:
        """A number that somebody sets, such as where the cutting card goes."""
        prompt = Prompt(self, "number", seat, cite, what, at_least=at_least, at_most=at_most)
        entry = self._next(prompt)
        if type(entry) is not Placed or entry.seat != seat or entry.what != what:
            self.refuse(prompt, entry, f"expected {seat_text(seat)} {what} and a number")
        if not at_least <= entry.number <= at_most:
            self.refuse(prompt, entry, f"expected a number from {at_least} to {at_most}")
        self.events.append(Event("number", cite, seat, f"{what} {entry.number}"))
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

    # -- state ------------------------------------------------------------------------------

    def leave(self, *, waits: bool = False) -> None:
        """The procedure is over or waits: let go of the prompts and the window that point back
        here, so that rounds are freed at once and not by the garbage collector. Where it waits,
        what irregularities ask for is still there."""
        self._drawing = self.interrupted = _NO_PROMPT
        self.closed = None
        if not waits:
            self.hands = None

    def remember(self, state: Any) -> None:
        """Replace what the table carries to the next round."""
        self.state = state


_NO_PROMPT: Any = None
