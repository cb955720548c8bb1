"""The dealer: the one object a procedure talks to, in the order of the regulation.

A thin facade over tape, layout, money and events. Every act carries `cite=`. Game-specific
verbs live in the games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import msgspec

from pitboss.equipment.cards import CARD_TEXT
from pitboss.equipment.shoe import Shoe
from pitboss.errors import Illegal
from pitboss.law.paytable import Row
from pitboss.law.regulation import WagerKind
from pitboss.money import CENTS_MAX, format_dollars
from pitboss.table.entries import (
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
    seat_text,
    wager_name,
)
from pitboss.table.layout import EVERYONE, LIMIT_REACHED, Event, Line, PayoutLimit, Wager
from pitboss.table.prompts import Amounts, Bounds, Prompt, Refusal, wager_answer
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX, Tape

if TYPE_CHECKING:
    from pitboss.table.game import Game, Table

S = TypeVar("S")
BoundsOf = Callable[[int, WagerKind, str, Bounds], Bounds | Refusal]


class RoundConcluded(Exception):  # the regulation ends the round here
    """Raised by an irregularity that ends the round at once."""


class Dealer:
    """`counts` and `remaining` are the shoe; `wagers` the layout; `cash` what each seat has
    gained since the round began; `house` and `commission` the other side."""

    __slots__ = (
        "_drawing", "_event", "_take", "_window", "by_hand", "cash", "commission", "counts",
        "cutting_card", "events", "game",
        "house", "lines", "most", "next_procedure", "owed", "phase", "remaining", "rules", "state",
        "table", "tape", "wagers",
    )  # fmt: skip

    def __init__(
        self, game: Game, rules: Any, table: Table, tape: Tape, *, by_hand: bool = False
    ) -> None:
        self.game = game
        self.rules = rules
        self.table = table
        self.tape = tape
        self.by_hand = by_hand
        self.events: list[Event] = []
        self._event = self.events.append
        self.lines: list[Line] = []
        self.wagers: list[Wager] = (
            [_copy(wager) for wager in table.standing] if table.standing else []
        )
        self.cash: dict[int, int] = dict.fromkeys(table.seats, 0)
        self.house = 0
        self.commission = 0
        self.owed: dict[int, int] = {}
        self.state: Any = table.state
        self.next_procedure = table.next
        # A word that irregularities can test: how far the procedure has come.
        self.phase = ""
        self._window: _Window | None = None
        self._take = tape.next
        # Draws are the most common prompts: they share one, which `_irregular` keeps safe.
        self._drawing: Prompt = Prompt(self, "draw", 0, "")
        shoe = table.shoe
        if shoe is None:
            self.counts: list[int] = []
            self.remaining = 0
            self.cutting_card = 0
            self.most = 0
        else:
            self.counts = list(shoe.counts)
            self.remaining = shoe.remaining
            self.cutting_card = shoe.cutting_card
            self.most = shoe.most

    # -- the tape ---------------------------------------------------------------------------

    def _next(self, prompt: Prompt) -> Entry:
        entry = self._take(prompt)
        if type(entry) is Found:
            return self._after_irregularity(prompt, entry)
        return entry

    def _after_irregularity(self, prompt: Prompt, found: Entry) -> Entry:
        """The entry that answers the prompt, once every irregularity before it is handled."""
        while type(found) is Found:
            self._limit_entries(prompt, found)
            self._irregular(prompt, found)
            found = self._take(prompt)
        return found

    def _limit_entries(self, prompt: Prompt, entry: Entry) -> None:
        """Irregularities and open windows are what could make a round endless."""
        if self.tape.position > ENTRIES_PER_ROUND_MAX:
            self._refuse(prompt, entry, f"a round has at most {ENTRIES_PER_ROUND_MAX} entries")

    def _refuse(self, prompt: Prompt, entry: Entry, reason: str) -> NoReturn:
        position = self.tape.position
        if type(entry) is Wagered and prompt.kind != "wagers":
            reason = f"no wager can be made now: {reason}"
        raise Illegal(reason, got=entry_text(entry), prompt=prompt, entry=position)

    def _irregular(self, prompt: Prompt, found: Found) -> None:
        irregularity = self.game.irregularities.get(found.name)
        if irregularity is None:
            known = ", ".join(self.game.irregularities) or "none"
            self._refuse(prompt, found, f"no irregularity {found.name!r}; the game has: {known}")
        takes = irregularity.takes
        if (found.card >= 0) != ("card" in takes):
            wanted = "needs a card" if "card" in takes else "takes no card"
            self._refuse(prompt, found, f"{found.name} {wanted}")
        if bool(found.seat) != ("seat" in takes) or (
            found.seat and found.seat not in self.table.seats
        ):
            wanted = "needs a seat at the table" if "seat" in takes else "takes no seat"
            self._refuse(prompt, found, f"{found.name} {wanted}")
        if (irregularity.details or found.detail) and found.detail not in irregularity.details:
            allowed = ", ".join(irregularity.details) or "nothing more"
            self._refuse(prompt, found, f"{found.name} takes {allowed}")
        if found.card >= 0 and not self.counts[found.card]:
            self._refuse(prompt, found, f"{CARD_TEXT[found.card]} is not in the shoe")
        if not irregularity.may(self, prompt):
            self._refuse(prompt, found, f"{found.name} cannot happen at this point")
        what = entry_text(found)[2:]
        self._event(Event("irregularity", irregularity.cite, found.seat, what))
        cite, place = prompt.cite, prompt.what
        irregularity.handle(self, found)
        prompt.cite, prompt.what = cite, place

    def irregularities_possible(self, prompt: Prompt) -> list[str]:
        """How each irregularity that can happen here is written."""
        found = []
        for irregularity in self.game.irregularities.values():
            if irregularity.may(self, prompt):
                words = ["!", irregularity.name]
                words += [take.upper() for take in irregularity.takes if take != "detail"]
                if irregularity.details:
                    words.append("|".join(irregularity.details))
                found.append(" ".join(words))
        return found

    # -- acts of the dealer's own -----------------------------------------------------------

    def _did(self, act: str, cite: str) -> None:
        """By hand, every act of the dealer's is an entry, and a wrong one is caught."""
        prompt = Prompt(self, "act", 0, cite, act)
        entry = self._next(prompt)
        if type(entry) is not Did or _folded(entry.act) != _folded(act):
            self._refuse(prompt, entry, f"expected the dealer to: {act}")

    def announce(self, text: str, *, cite: str) -> None:
        if self.by_hand:
            self._did(f"announce {text}", cite)
        self._event(Event("announce", cite, 0, text))

    def act(self, text: str, *, cite: str) -> None:
        """A physical act of the dealer or the staff that the text prescribes."""
        if self.by_hand:
            self._did(text, cite)
        self._event(Event("act", cite, 0, text))

    def note(self, text: str, *, cite: str, seat: int = 0) -> None:
        """Something that follows from the text and is nobody's act."""
        self._event(Event("note", cite, seat, text))

    # -- equipment --------------------------------------------------------------------------

    def draw(self, place: str, *, cite: str, seen: int = EVERYONE, seat: int = 0) -> int:
        """The next card from the shoe, to `place`. `seen` is the set of those who see it."""
        prompt = self._drawing
        prompt.cite = cite
        prompt.what = place
        entry = self._take(prompt)
        if type(entry) is Found:
            entry = self._after_irregularity(prompt, entry)
        if type(entry) is not Drew:
            self._refuse(prompt, entry, f"expected a card for the {place}")
        card = entry.card
        counts = self.counts
        if card >= len(counts) or not counts[card]:
            self._refuse(prompt, entry, f"{CARD_TEXT[card]} is not in the shoe")
        counts[card] -= 1
        self.remaining -= 1
        self._event(Event("draw", cite, seat, place, 0, card, seen))
        return card

    def reveal(
        self, card: int, place: str, *, cite: str, seat: int = 0, seen: int = EVERYONE
    ) -> None:
        """Turn a card that was dealt face down, or show it to those in `seen`."""
        self._event(Event("reveal", cite, seat, place, 0, card, seen))

    def move(self, card: int, place: str, to: str, *, cite: str, seat: int = 0) -> None:
        """A card that lies face up at one place before this seat is laid at another there."""
        self._event(Event("move", cite, seat, f"{place} to {to}", 0, card))

    def discard(self, card: int, *, cite: str, place: str = "discard rack") -> None:
        """Take a card out of the shoe that is not to be used."""
        if self.by_hand:
            self._did(f"discard {CARD_TEXT[card]}", cite)
        self.counts[card] -= 1
        self.remaining -= 1
        self._event(Event("discard", cite, 0, place, 0, card))

    def burn(self, place: str, *, cite: str, seen: int = 0) -> int:
        """A card from the shoe to the discards, seen by those in `seen`."""
        return self.draw(place, cite=cite, seen=seen)

    def roll(self, dice: int, *, cite: str) -> tuple[int, ...]:
        prompt = Prompt(self, "roll", 0, cite, "dice", at_most=dice)
        entry = self._next(prompt)
        if type(entry) is not Rolled or len(entry.faces) != dice:
            self._refuse(prompt, entry, f"expected a roll of {dice} dice")
        self._event(Event("roll", cite, 0, " ".join(map(str, entry.faces))))
        return entry.faces

    def spin(self, pockets: tuple[str, ...], *, cite: str) -> str:
        prompt = Prompt(self, "spin", 0, cite, "wheel", choices=pockets)
        entry = self._next(prompt)
        if type(entry) is not Spun or entry.pocket not in pockets:
            self._refuse(prompt, entry, "expected a stop of this wheel")
        self._event(Event("spin", cite, 0, entry.pocket))
        return entry.pocket

    def new_shoe(self, shoe: Shoe) -> None:
        """All cards back together: what a shuffle leaves."""
        self.counts = list(shoe.counts)
        self.remaining = shoe.remaining
        self.cutting_card = shoe.cutting_card
        self.most = shoe.most

    def load(self, shoe: Shoe, text: str, *, cite: str) -> None:
        """Other cards come into play in mid-round: shuffled discards, say, or the other side of
        a double shoe."""
        if self.by_hand:
            self._did(f"load {text}", cite)
        self.new_shoe(shoe)
        self._event(Event("load", cite, 0, text))

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
        prompt = Prompt(self, "decision", seat, cite, what, choices)
        if amounts is not None:
            prompt.amounts = amounts
        entry = self._next(prompt)
        if (
            type(entry) is not Chose
            or entry.seat != seat
            or (entry.what not in choices and (amounts is None or not amounts.permit(entry.what)))
        ):
            expected = choices
            if amounts is not None and type(entry) is Chose and amounts.is_about(entry.what):
                prompt.cite = amounts.bounds.cite or cite
                others = [choice for choice in choices if not amounts.is_about(choice)]
                expected = (amounts.text, *others)
            self._refuse(
                prompt, entry, f"expected {seat_text(seat)} to choose: {', '.join(expected)}"
            )
        self._event(Event("choice", cite, seat, entry.what, 0, -1, seen))
        return entry.what

    def number(self, seat: int, what: str, at_least: int, at_most: int, *, cite: str) -> int:
        """A number that somebody sets, such as where the cutting card goes."""
        prompt = Prompt(self, "number", seat, cite, what, at_least=at_least, at_most=at_most)
        entry = self._next(prompt)
        if type(entry) is not Placed or entry.seat != seat or entry.what != what:
            self._refuse(prompt, entry, f"expected {seat_text(seat)} {what} and a number")
        if not at_least <= entry.number <= at_most:
            self._refuse(prompt, entry, f"expected a number from {at_least} to {at_most}")
        self._event(Event("number", cite, seat, f"{what} {entry.number}"))
        return entry.number

    # -- wagers -----------------------------------------------------------------------------

    def take_wagers(
        self,
        *kinds: str,
        cite: str,
        at_most: str = "",
        required: bool = False,
        bounds: BoundsOf | None = None,
        reduce: Callable[[Wager, int], str] | None = None,
        call: Callable[[Wager, bool], str] | None = None,
        made: Callable[[Wager], None] | None = None,
        removed: Callable[[Wager, int], None] | None = None,
        called: Callable[[Wager], None] | None = None,
        cite_of: Callable[[str, Wager], str] | None = None,
        ready: Callable[[], Refusal | None] | None = None,
        what: str = "",
    ) -> None:
        """Wagers of these kinds are open until the dealer closes them.

        `at_most` names a wager that this one may not exceed. `bounds` narrows the amounts, or
        refuses. `reduce` and `call` permit removal and on/off calls: each gives the reason
        why not, or an empty string. `made` is told of each wager put down, `removed` of each
        taken back and how much of it, `called` of each called on or off. `cite_of` names the
        section of a removal ("remove") or call ("call") where it is not `cite`. `ready` says
        why wagering cannot be closed yet: what lies there may be incomplete."""
        window = _Window(kinds, at_most, bounds, reduce, call, cite_of, required, ready)
        outer, self._window = self._window, window
        if not what:
            what = kinds[0] if len(kinds) == 1 else ", ".join(kinds[:4])
        prompt = Prompt(self, "wagers", -1, cite, what)
        take = self._take
        while True:
            entry = take(prompt)
            kind = type(entry)
            if kind is Found:
                entry = self._after_irregularity(prompt, entry)
                kind = type(entry)
            if kind is Wagered:
                if prompt.made > ENTRIES_PER_ROUND_MAX // 2:
                    self._limit_entries(prompt, entry)
                wager = self._put_down(prompt, window, entry)  # type: ignore[arg-type]
                prompt.made += 1
                if made is not None:
                    made(wager)
            elif kind is Closed:
                if required and not self.wagers:
                    self._refuse(prompt, entry, "no wager has been made")
                if ready is not None and (refusal := ready()) is not None:
                    prompt.cite = refusal.cite or cite
                    self._refuse(prompt, entry, refusal.reason)
                break
            elif kind is Reduced:
                self._limit_entries(prompt, entry)
                wager, taken = self._take_back(prompt, window, entry)  # type: ignore[arg-type]
                if removed is not None:
                    removed(wager, taken)
            elif kind is Called:
                self._limit_entries(prompt, entry)
                wager = self._call(prompt, window, entry)  # type: ignore[arg-type]
                if called is not None:
                    called(wager)
            else:
                self._refuse(prompt, entry, "wagers are open: expected a wager, or d close")
        self._window = outer

    def _put_down(self, prompt: Prompt, window: _Window, entry: Wagered) -> Wager:
        seat, cents = entry.seat, entry.cents
        kind = self.rules.law.wagers.get(entry.kind)
        if seat not in self.cash:
            self._refuse(prompt, entry, f"p{seat} is not at the table")
        if kind is None or entry.kind not in window.kinds:
            known = ", ".join(k for k in window.kinds if k in self.rules.law.wagers)
            self._refuse(prompt, entry, f"{entry.kind} cannot be wagered now; open are: {known}")
        if entry.spot not in kind.spots and (entry.spot or kind.spots):
            where = ", ".join(kind.spots[:12]) or "no place"
            where += ", ..." if len(kind.spots) > 12 else ""
            prompt.cite = kind.cite or prompt.cite
            self._refuse(prompt, entry, f"{entry.kind} is wagered on {where}")
        if cents < 1:
            self._refuse(prompt, entry, "a wager of nothing is no wager")
        wager = self.find(seat, entry.kind, entry.spot) if self.wagers else None
        total = cents + (wager.cents if wager is not None else 0)
        # Where no limit is posted and the procedure sets none, only the step of payable amounts
        # can stand against a wager: the common case, told without further ado.
        step, limits = None, self.table.limits
        if window.bounds is None and not window.at_most and not limits.by_kind:
            step = self.rules.law.steps.get((entry.kind, entry.spot, limits.chip))
        if step is None or total % step or total > CENTS_MAX:
            self._check_bounds(prompt, window, kind, entry, total)
        if wager is None:
            wager = Wager(seat, entry.kind, cents, entry.spot, True, 0, 0, self.table.round)
            self.wagers.append(wager)
        else:
            wager.cents = total
        self.cash[seat] -= cents
        self._event(Event("wager", kind.cite, seat, wager.name, cents))
        return wager

    def _check_bounds(
        self, prompt: Prompt, window: _Window, kind: WagerKind, entry: Wagered, total: int
    ) -> None:
        """Refuse an amount that is not permitted, unless the dealer accepted it and only the
        posted limits stand against it."""
        bounds = self._bounds(window, entry.seat, kind, entry.spot)
        if type(bounds) is Refusal:
            prompt.cite = bounds.cite or prompt.cite
            self._refuse(prompt, entry, bounds.reason)
        reason = _outside(total, bounds)  # type: ignore[arg-type]
        if reason:
            posted = self._only_posted_limits(window, entry.seat, kind, entry.spot, total)
            if entry.accepted and posted:
                self.note(f"{wager_name(kind.key, entry.spot)}: out of limits, stands", cite="8.2")
            else:
                against = bounds.cite_against(total)  # type: ignore[union-attr]
                prompt.cite = against or prompt.cite
                self._refuse(prompt, entry, reason)

    def _bounds(self, window: _Window, seat: int, kind: WagerKind, spot: str) -> Bounds | Refusal:
        limits = self.table.limits.by_kind
        low, high = limits.get(kind.key) or limits.get("", (1, CENTS_MAX))
        steps = self.rules.law.steps
        key = (kind.key, spot, self.table.limits.chip)
        step = steps.get(key)
        if step is None:
            step = steps[key] = self.payable_step(kind, spot)
        low = max(step, -(-low // step) * step)
        cite = "8.2"
        if window.at_most:
            high = min(high, self.staked(seat, window.at_most))
            if not high:
                return Refusal(f"p{seat} has no {window.at_most} wager", kind.cite)
            if limits:
                low = min(low, max(step, self.table.limits.chip))
            cite = kind.cite
        bounds = Bounds(low, high, step, cite, kind.step_cite or kind.pays_exactly)
        if window.bounds is not None:
            return window.bounds(seat, kind, spot, bounds)
        return bounds

    def _only_posted_limits(
        self, window: _Window, seat: int, kind: WagerKind, spot: str, total: int
    ) -> bool:
        """Whether only the posted limits stand against the amount: then the dealer may have
        accepted it, and it stands (8.2)."""
        step = self.payable_step(kind, spot)
        bounds = Bounds(step, CENTS_MAX, step)
        narrowed = window.bounds(seat, kind, spot, bounds) if window.bounds else bounds
        if window.at_most and total > self.staked(seat, window.at_most):
            return False
        return isinstance(narrowed, Bounds) and not _outside(total, narrowed)

    def payable_step(self, kind: WagerKind, spot: str) -> int:
        """The step of amounts that can be paid exactly: in smallest chips where a section
        forbids taking what cannot be paid, otherwise in cents."""
        unit = self.table.limits.chip if kind.pays_exactly else 1
        step = lcm(unit * kind.multiple_of, kind.cent_step)
        if kind.pays:
            name, _, row = kind.pays.partition(":")
            table = self.rules.law.paytables[name]
            if row or spot in table:
                return lcm(step, table[row or spot].step(unit))
            for _, odds in table.rows:
                if odds.denominator != 1:
                    step = lcm(step, odds.step(unit))
        return step

    def _take_back(self, prompt: Prompt, window: _Window, entry: Reduced) -> tuple[Wager, int]:
        wager = self.find(entry.seat, entry.kind, entry.spot)
        if wager is None:
            name = wager_name(entry.kind, entry.spot)
            self._refuse(prompt, entry, f"p{entry.seat} has no {name} wager")
        cite = prompt.cite if window.cite_of is None else window.cite_of("remove", wager)
        if entry.cents >= wager.cents:
            self._refuse(prompt, entry, f"it stands at {format_dollars(wager.cents)} already")
        reason = self._why_not_reduce(window, wager, entry.cents)
        if reason:
            prompt.cite = cite
            self._refuse(prompt, entry, reason)
        taken = wager.cents - entry.cents
        wager.cents = entry.cents
        if not wager.cents:
            self._lift(wager)
        self.cash[entry.seat] += taken
        self._event(Event("remove", cite, entry.seat, wager.name, taken))
        return wager, taken

    def _why_not_reduce(self, window: _Window, wager: Wager, cents: int) -> str:
        if window.reduce is not None:
            reason = window.reduce(wager, cents)
            if reason:
                return reason
        elif wager.kind not in window.kinds or wager.round_made != self.table.round:
            return f"{wager.name} cannot be removed or reduced now"
        if cents:
            kind = self.rules.law.wagers[wager.kind]
            bounds = self._bounds(window, wager.seat, kind, wager.spot)
            if isinstance(bounds, Bounds):
                return _outside(cents, bounds)
        return ""

    def _call(self, prompt: Prompt, window: _Window, entry: Called) -> Wager:
        wager = self.find(entry.seat, entry.kind, entry.spot)
        if wager is None or window.call is None:
            self._refuse(prompt, entry, "there is no such wager to be called on or off")
        cite = prompt.cite if window.cite_of is None else window.cite_of("call", wager)
        reason = window.call(wager, entry.on)
        if reason:
            prompt.cite = cite
            self._refuse(prompt, entry, reason)
        wager.on = entry.on
        word = "on" if entry.on else "off"
        self._event(Event("call", cite, entry.seat, f"{wager.name} {word}"))
        return wager

    def window_answers(self, prompt: Prompt) -> list[dict[str, Any]]:
        """Every wager that could be made, with its range and step; removals; calls; close."""
        window = self._window
        assert window is not None
        found: list[dict[str, Any]] = []
        for seat in self.table.seats:
            for key in window.kinds:
                kind = self.rules.law.wagers.get(key)
                if kind is None:
                    continue
                for spot in kind.spots or ("",):
                    bounds = self._bounds(window, seat, kind, spot)
                    if not isinstance(bounds, Bounds):
                        continue
                    more = self._still(seat, key, spot, bounds)
                    if more is not None:
                        found.append(wager_answer(seat, key, spot, more))
        for wager in self.wagers:
            if not self._why_not_reduce(window, wager, 0):
                found.append({"entry": f"p{wager.seat} remove {wager.name}"})
            if window.call is not None:
                for on in (True, False):
                    if not window.call(wager, on):
                        word = "on" if on else "off"
                        found.append({"entry": f"p{wager.seat} call {wager.name} {word}"})
        if (self.wagers or not window.required) and (window.ready is None or not window.ready()):
            found.append({"entry": "d close"})
        return found

    def _still(self, seat: int, kind: str, spot: str, bounds: Bounds) -> Bounds | None:
        """What may still be added to what lies there already."""
        there = self.find(seat, kind, spot)
        held = there.cents if there is not None else 0
        step = bounds.step
        low = max(bounds.at_least - held, step - held % step)
        high = bounds.at_most - held
        high -= (high + held) % step
        if low > high:
            return None
        return Bounds(low, high, step, bounds.cite)

    def place_wager(self, seat: int, kind: str, cents: int, *, cite: str, spot: str = "") -> Wager:
        """A wager that a decision makes by itself, such as a play wager equal to the ante."""
        wager = Wager(seat, kind, cents, spot, True, 0, 0, self.table.round)
        self.wagers.append(wager)
        self.cash[seat] -= cents
        self._event(Event("wager", cite, seat, wager.name, cents))
        return wager

    def withdraw(self, wager: Wager, *, cite: str) -> None:
        """The player takes the wager back by a decision: it was not decided, and has no line."""
        self._lift(wager)
        self.cash[wager.seat] += wager.cents
        self._event(Event("remove", cite, wager.seat, wager.name, wager.cents))

    def find(self, seat: int, kind: str, spot: str = "") -> Wager | None:
        for wager in self.wagers:
            if wager.seat == seat and wager.kind == kind and wager.spot == spot:
                return wager
        return None

    def staked(self, seat: int, kind: str) -> int:
        """What the seat has on wagers of this kind."""
        return sum(w.cents for w in self.wagers if w.seat == seat and w.kind == kind)

    def players_with_wagers(self, *, reverse: bool = False) -> list[int]:
        """Seats that have a wager, clockwise from the dealer's left (or the other way)."""
        return sorted({wager.seat for wager in self.wagers}, reverse=reverse)

    def wagers_of(self, seat: int) -> list[Wager]:
        return [wager for wager in self.wagers if wager.seat == seat]

    def eyes(self, seat: int) -> int:
        """The set of those who see a card dealt face down to this betting area: its player,
        at every area where that player wagers."""
        areas = self.table.areas
        if not areas:
            return 1 << seat
        player = areas.get(seat, seat)
        seen = 1 << player
        for area, owner in areas.items():
            if owner == player:
                seen |= 1 << area
        return seen

    # -- settlement -------------------------------------------------------------------------

    def pay(self, wager: Wager, row: Row, *, cite: str, limit: PayoutLimit | None = None) -> Line:
        """The wager wins: it is paid by the row and goes back with its winnings, which a
        `limit` on what the hand may be paid cuts short."""
        stake, seat, name = wager.cents, wager.seat, wager.name
        won: int = row.win(stake)
        if limit is not None and won > limit.left:
            won, cite = limit.left, limit.cite
            self.note(f"{name}: {LIMIT_REACHED}", cite=cite, seat=seat)
        if limit is not None:
            limit.left -= won
        if self.by_hand:
            self._did(f"pay {seat_text(seat)} {name} {format_dollars(won)}", cite)
        table, key = row.table, row.key
        line = Line(seat, name, stake, "win", row.text, won, wager.charged, cite, table, key)
        self.lines.append(line)
        self._event(Event("pay", cite, seat, name, won, -1, EVERYONE, table, key))
        self._lift(wager)
        self.cash[seat] += won + stake
        self.house -= won
        return line

    def collect(self, wager: Wager, *, cite: str, cents: int = 0) -> Line:
        """The wager (or `cents` of it) loses."""
        stake, seat, name = cents or wager.cents, wager.seat, wager.name
        if self.by_hand:
            self._did(f"collect {seat_text(seat)} {name} {format_dollars(stake)}", cite)
        charged, wager.charged = wager.charged, 0
        line = Line(seat, name, stake, "lose", "", 0, charged, cite)
        self.lines.append(line)
        self._event(Event("collect", cite, seat, name, stake))
        self.house += stake
        if stake == wager.cents:
            self._lift(wager)
        else:
            wager.cents -= stake
        return line

    def give_back(self, wager: Wager, *, cite: str, result: str = "push", cents: int = 0) -> Line:
        """The wager (or `cents` of it) neither wins nor loses: push, void or returned, as the
        text calls it."""
        stake = cents or wager.cents
        if self.by_hand:
            self._did(f"return {seat_text(wager.seat)} {wager.name} {format_dollars(stake)}", cite)
        line = Line(wager.seat, wager.name, stake, result, "", 0, wager.charged, cite)
        self.lines.append(line)
        self._event(Event("return", cite, wager.seat, wager.name, stake))
        if stake == wager.cents:
            self._lift(wager)
        else:
            wager.cents -= stake
        self.cash[wager.seat] += stake
        return line

    def hand_back(self, line: Line, *, cite: str, result: str = "void") -> None:
        """A wager that was collected goes back after all, because the round is void."""
        assert line.result == "lose", f"{line} was not collected"
        if self.by_hand:
            stake = format_dollars(line.stake)
            self._did(f"return {seat_text(line.seat)} {line.wager} {stake}", cite)
        line.result, line.cite = result, cite
        self._event(Event("return", cite, line.seat, line.wager, line.stake))
        self.cash[line.seat] += line.stake
        self.house -= line.stake

    def charge(self, seat: int, cents: int, *, cite: str, line: Line | None = None,
               wager: Wager | None = None) -> None:  # fmt: skip
        """Vigorish taken from a player: on a settled wager's line, or with a wager made."""
        if not cents:
            return
        if self.by_hand:
            self._did(f"charge {seat_text(seat)} {format_dollars(cents)}", cite)
        if line is not None:
            line.commission += cents
        if wager is not None:
            wager.charged += cents
        self.cash[seat] -= cents
        self.commission += cents
        self._event(Event("charge", cite, seat, "vigorish", cents))

    def bonus(self, seat: int, name: str, stake: int, row: Row, *, cite: str) -> Line:
        """A payment that has no wager of its own, such as the ante bonus."""
        won = row.win(stake)
        if self.by_hand:
            self._did(f"pay {seat_text(seat)} {name} {format_dollars(won)}", cite)
        table, key = row.table, row.key
        line = Line(seat, name, stake, "win", row.text, won, 0, cite, table, key)
        self.lines.append(line)
        self._event(Event("pay", cite, seat, name, won, -1, EVERYONE, table, key))
        self.cash[seat] += won
        self.house -= won
        return line

    def award(self, seat: int, name: str, cents: int, *, cite: str) -> Line:
        """An amount of money that the text states, and not odds: nothing is staked on it."""
        if self.by_hand:
            self._did(f"pay {seat_text(seat)} {name} {format_dollars(cents)}", cite)
        line = Line(seat, name, 0, "win", "", cents, 0, cite)
        self.lines.append(line)
        self._event(Event("pay", cite, seat, name, cents))
        self.cash[seat] += cents
        self.house -= cents
        return line

    def _lift(self, wager: Wager) -> None:
        """Off the layout: this very wager, not another one that looks the same."""
        if self.wagers[0] is wager:
            del self.wagers[0]
            return
        for index, there in enumerate(self.wagers):
            if there is wager:
                del self.wagers[index]
                return
        raise AssertionError(f"{wager} is not on the layout")

    def pay_all(self, row: Row, *, cite: str) -> None:
        for wager in self.in_order():
            self.pay(wager, row, cite=cite)

    def collect_all(self, *, cite: str) -> None:
        for wager in self.in_order():
            self.collect(wager, cite=cite)

    def return_all(self, *, cite: str, seat: int = 0, result: str = "void") -> None:
        """All wagers go back; with `seat`, that seat's."""
        for wager in self.in_order():
            if not seat or wager.seat == seat:
                self.give_back(wager, cite=cite, result=result)

    def in_order(self) -> Sequence[Wager]:
        """The wagers by seat, clockwise; within a seat in the order they were made."""
        if len(self.wagers) < 2:
            return list(self.wagers)
        return sorted(self.wagers, key=_seat_of)

    # -- state ------------------------------------------------------------------------------

    def leave(self) -> None:
        """The procedure is over or waits: let go of the prompt that points back here, so that
        rounds are freed at once and not by the garbage collector."""
        self._drawing = _NO_PROMPT

    def remember(self, state: S) -> S:
        """Replace what the table carries to the next round."""
        self.state = state
        return state


class _Window(msgspec.Struct, eq=False):
    """What is open for wagering."""

    kinds: tuple[str, ...]
    at_most: str
    bounds: BoundsOf | None
    reduce: Callable[[Wager, int], str] | None
    call: Callable[[Wager, bool], str] | None
    cite_of: Callable[[str, Wager], str] | None
    required: bool
    ready: Callable[[], Refusal | None] | None


def _seat_of(wager: Wager) -> int:
    return wager.seat


def _copy(wager: Wager) -> Wager:
    return Wager(
        wager.seat, wager.kind, wager.cents, wager.spot, wager.on, wager.point, wager.charged,
        wager.round_made,
    )  # fmt: skip


def _outside(cents: int, bounds: Bounds) -> str:
    """Why the amount is not among those permitted, or an empty string."""
    if bounds.at_least <= cents <= bounds.at_most and cents % bounds.step == 0:
        return ""
    # The reason is the one that `cite_against` cites.
    if cents % bounds.step:
        step = format_dollars(bounds.step)
        return f"{format_dollars(cents)} cannot be paid exactly: {step} a step"
    low, high = format_dollars(bounds.at_least), format_dollars(bounds.at_most)
    if low == high:
        return f"{format_dollars(cents)} is not {low}, the only amount permitted"
    return f"{format_dollars(cents)} is not between {low} and {high}"


def _folded(text: str) -> str:
    return " ".join(text.lower().translate(_PUNCTUATION).split())


# By hand it is the words that count: the regulation prints a dash before "tie hand".
_PUNCTUATION = str.maketrans(dict.fromkeys(',.:;\u2013\u2014"', " "))

_NO_PROMPT: Any = None
