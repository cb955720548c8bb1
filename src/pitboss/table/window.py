"""The window of wagers: what may be put down, taken back and called until the dealer closes it.

A game that says more of it than the kinds of wagers, their limit and whether one is required
writes its own window beside its procedure, with the methods that differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from pitboss.law.regulation import Law, WagerKind
from pitboss.law.schema import MannerEntry
from pitboss.money import CENTS_MAX, format_dollars
from pitboss.table.entries import Called, Closed, Found, Reduced, Wagered, wager_name
from pitboss.table.layout import Event, Wager
from pitboss.table.prompts import Bounds, Prompt, Refusal, wager_answer
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX

if TYPE_CHECKING:
    from pitboss.table.dealer import Dealer


class Window(msgspec.Struct, eq=False):
    """Wagers of these `kinds` are open. `at_most` names a wager that these may not exceed;
    `required`: the window stays open until a wager lies on the layout; `what` says in other
    words than the kinds' own what is open."""

    dealer: Dealer
    kinds: tuple[str, ...]
    cite: str
    at_most: str = ""
    required: bool = False
    what: str = ""
    # The section that forbids wagers once this is closed, where it is another one.
    ban: str = ""

    # Whether the game says nothing of its own on amounts, on wagers made and on closing: the
    # common case, which is told without further ado.
    _plain: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        own = (cls.bounds, cls.made, cls.why_not_close)
        cls._plain = own == (Window.bounds, Window.made, Window.why_not_close)

    # -- what a game may say otherwise ------------------------------------------------------

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        """The amounts that this wager may have in all, or why it may not be made. `bounds` are
        the posted ones, in steps that can be paid."""
        return bounds

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        """Why a wager may not be brought down to `cents`, or an empty string."""
        if wager.kind not in self.kinds or wager.round_made != self.dealer.table.round:
            return f"{wager.name} cannot be removed or reduced now"
        return ""

    def why_not_call(self, wager: Wager, on: bool) -> str:
        """Why a wager may not be called on or off, or an empty string."""
        return NOT_CALLED

    def why_not_close(self) -> Refusal | None:
        """Why wagering cannot be closed yet: what lies there may be incomplete."""

    def cite_of(self, act: str, wager: Wager) -> str:
        """The section of a removal ("remove") or of a call ("call")."""
        return self.cite

    def made(self, wager: Wager) -> None:
        """What follows when a wager has been put down, or added to."""

    def removed(self, wager: Wager, taken: int) -> None:
        """What follows when `taken` cents of a wager have been taken back."""

    def called(self, wager: Wager) -> None:
        """What follows when a wager has been called on or off."""

    # -- the window itself ------------------------------------------------------------------

    def take_wagers(self) -> None:
        """The window is open until the dealer closes it."""
        dealer, kinds = self.dealer, self.kinds
        what = self.what or (kinds[0] if len(kinds) == 1 else ", ".join(kinds[:4]))
        prompt = Prompt(dealer, "wagers", -1, self.cite, what, window=self)
        take, plain = dealer.take, self._plain
        while True:
            entry = take(prompt)
            if type(entry) is Wagered:
                if prompt.made > ENTRIES_PER_ROUND_MAX // 2:
                    dealer.limit_entries(prompt, entry)
                wager = self._put_down(prompt, entry, plain)
                prompt.made += 1
                if not plain:
                    self.made(wager)
            elif type(entry) is Closed:
                if self.required and not dealer.wagers:
                    dealer.refuse(prompt, entry, "no wager has been made")
                if not plain and (refusal := self.why_not_close()) is not None:
                    prompt.cite = refusal.cite or self.cite
                    dealer.refuse(prompt, entry, refusal.reason)
                break
            elif type(entry) is Found:
                dealer.interrupt(prompt, entry)
            elif type(entry) is Reduced:
                dealer.limit_entries(prompt, entry)
                self.removed(*self._take_back(prompt, entry))
            elif type(entry) is Called:
                dealer.limit_entries(prompt, entry)
                self.called(self._call(prompt, entry))
            else:
                dealer.refuse(prompt, entry, "wagers are open: expected a wager, or d close")
        dealer.opening = False
        dealer.closed = self

    def answers(self) -> list[dict[str, Any]]:
        """Every wager that could be made, with its range and step; removals; calls; close."""
        dealer = self.dealer
        found: list[dict[str, Any]] = []
        for seat in dealer.present():
            for key in self.kinds:
                kind = dealer.rules.law.wagers.get(key)
                for spot in (kind.spots or ("",)) if kind is not None else ():
                    more = self._still(seat, kind, spot)
                    if more is not None:
                        found.append(wager_answer(seat, key, spot, more))
        for wager in dealer.wagers:
            if not self._why_not_reduce(wager, 0):
                found.append({"entry": f"p{wager.seat} remove {wager.name}"})
            for on in (True, False):
                if not self.why_not_call(wager, on):
                    word = "on" if on else "off"
                    found.append({"entry": f"p{wager.seat} call {wager.name} {word}"})
        if (dealer.wagers or not self.required) and self.why_not_close() is None:
            found.append({"entry": "d close"})
        return found

    def _put_down(self, prompt: Prompt, entry: Wagered, plain: bool) -> Wager:
        dealer, seat, cents, spot = self.dealer, entry.seat, entry.cents, entry.spot
        law: Law = dealer.rules.law
        name = entry.kind
        kind = law.wagers.get(name)
        if seat not in dealer.cash:
            dealer.refuse(prompt, entry, f"p{seat} is not at the table")
        if dealer.departed and seat in dealer.departed:
            dealer.refuse(prompt, entry, f"p{seat} has left the table")
        if kind is None or name not in self.kinds:
            known = ", ".join(k for k in self.kinds if k in law.wagers)
            dealer.refuse(prompt, entry, f"{name} cannot be wagered now; open are: {known}")
        if spot not in kind.spots and (spot or kind.spots):
            where = ", ".join(kind.spots[:12]) or "no place"
            where += ", ..." if len(kind.spots) > 12 else ""
            prompt.cite = kind.cite or prompt.cite
            dealer.refuse(prompt, entry, f"{name} is wagered on {where}")
        if cents < 1:
            dealer.refuse(prompt, entry, "a wager of nothing is no wager")
        wager = dealer.find(seat, name, spot) if dealer.wagers else None
        total = cents + (wager.cents if wager is not None else 0)
        # Where no limit is posted and the game sets none of its own, only the step of payable
        # amounts, or the wager that is not to be exceeded, can stand against this one.
        limits = dealer.table.limits
        unlimited = plain and not limits.by_kind
        step = law.steps.get((name, spot, limits.chip)) if unlimited else None
        most = dealer.staked(seat, self.at_most) if self.at_most else CENTS_MAX
        if step is None or total % step or total > most:
            self._check_bounds(prompt, kind, entry, total)
        special = entry.coupon or entry.spoken
        manner = self._check_manner(prompt, entry, wager) if special else None
        if wager is None:
            wager = dealer.place_wager(seat, name, cents, cite=kind.cite, spot=spot)
        else:
            dealer.add_to(wager, cents, cite=kind.cite)
        if manner is not None:
            self._in_this_manner(wager, entry, manner)
        return wager

    def _check_manner(self, prompt: Prompt, entry: Wagered, there: Wager | None) -> MannerEntry:
        """Refuse a spoken wager, or a match play coupon, that the text does not permit.

        Doubt: the text says on which wagers a coupon may lie, and not of what amount: it is taken
        to be matched by chips, so it may not exceed them, and one lies on a wager. No vigorish is
        taken of what it wins."""
        dealer = self.dealer
        manner: MannerEntry | None = dealer.rules.law.manner
        what = "spoken wager" if entry.spoken else "match play coupon"
        if manner is None:
            dealer.refuse(prompt, entry, f"no text that we have permits a {what} at this game")
        prompt.cite = manner.cite
        if entry.spoken and not manner.spoken:
            dealer.refuse(prompt, entry, "a spoken wager with cash is not accepted")
        if entry.coupon and not manner.permits_coupon(entry.kind):
            only = ", ".join(manner.coupons)
            where = f"may lie on {only} only" if only else "is not accepted"
            dealer.refuse(prompt, entry, f"a match play coupon {where}")
        step = dealer.payable_step(dealer.rules.law.wagers[entry.kind], entry.spot)
        if entry.coupon % step:
            amount = format_dollars(entry.coupon)
            dealer.refuse(prompt, entry, f"a coupon of {amount} cannot be paid exactly")
        if entry.coupon > entry.cents or (there is not None and there.coupon and entry.coupon):
            most = format_dollars(entry.cents)
            dealer.refuse(prompt, entry, f"one match play coupon of at most {most}, with its chips")
        return manner

    def _in_this_manner(self, wager: Wager, entry: Wagered, manner: MannerEntry) -> None:
        """The coupon lies with the chips; a spoken wager is confirmed, and its cash changed."""
        if entry.coupon:
            wager.coupon = entry.coupon
            text = f"{wager.name}: with a match play coupon of {format_dollars(entry.coupon)}"
            self.dealer.note(text, cite=manner.cite, seat=wager.seat)
        if entry.spoken:
            who = f"p{wager.seat} {wager.name}"
            text = f"{who} is confirmed by {manner.spoken}, and the cash changed into chips"
            self.dealer.act(text, cite=manner.cite)

    def _check_bounds(self, prompt: Prompt, kind: WagerKind, entry: Wagered, total: int) -> None:
        """Refuse an amount that is not permitted, unless the dealer accepted it and only the
        posted limits stand against it."""
        dealer = self.dealer
        bounds = self._bounds(entry.seat, kind, entry.spot)
        if isinstance(bounds, Refusal):
            prompt.cite = bounds.cite or prompt.cite
            dealer.refuse(prompt, entry, bounds.reason)
        reason = bounds.why_not(total)
        if not reason:
            return
        if entry.accepted and self._only_posted_limits(entry.seat, kind, entry.spot, total):
            name = wager_name(kind.key, entry.spot)
            return dealer.note(f"{name}: out of limits, stands", cite="8.2")
        prompt.cite = bounds.cite_against(total) or prompt.cite
        dealer.refuse(prompt, entry, reason)

    def _bounds(self, seat: int, kind: WagerKind, spot: str) -> Bounds | Refusal:
        """Between the posted limits, not above the wager that `at_most` names, and as the game
        narrows that."""
        dealer = self.dealer
        limits = dealer.table.limits
        low, high = limits.of(kind.key)
        step = dealer.payable_step(kind, spot)
        low = max(step, -(-low // step) * step)
        cite = "8.2"
        if self.at_most:
            high = min(high, dealer.staked(seat, self.at_most))
            if not high:
                return Refusal(f"p{seat} has no {self.at_most} wager", kind.cite)
            if limits.by_kind:
                low = min(low, max(step, limits.chip))
            cite = kind.cite
        bounds = Bounds(low, high, step, cite, kind.step_cite or kind.pays_exactly)
        return self.bounds(seat, kind, spot, bounds)

    def _only_posted_limits(self, seat: int, kind: WagerKind, spot: str, total: int) -> bool:
        """Whether only the posted limits stand against the amount: then the dealer may have
        accepted it, and it stands (8.2)."""
        step = self.dealer.payable_step(kind, spot)
        narrowed = self.bounds(seat, kind, spot, Bounds(step, CENTS_MAX, step))
        if self.at_most and total > self.dealer.staked(seat, self.at_most):
            return False
        return isinstance(narrowed, Bounds) and not narrowed.why_not(total)

    def _still(self, seat: int, kind: WagerKind, spot: str) -> Bounds | None:
        """What may still be added to what lies there already."""
        bounds = self._bounds(seat, kind, spot)
        if isinstance(bounds, Refusal):
            return None
        there = self.dealer.find(seat, kind.key, spot)
        held = there.cents if there is not None else 0
        step = bounds.step
        low = max(bounds.at_least - held, step - held % step)
        high = bounds.at_most - held
        high -= (high + held) % step
        return Bounds(low, high, step, bounds.cite) if low <= high else None

    def _take_back(self, prompt: Prompt, entry: Reduced) -> tuple[Wager, int]:
        dealer = self.dealer
        wager = dealer.find(entry.seat, entry.kind, entry.spot)
        if wager is None:
            name = wager_name(entry.kind, entry.spot)
            dealer.refuse(prompt, entry, f"p{entry.seat} has no {name} wager")
        if entry.cents >= wager.cents:
            text = f"it stands at {format_dollars(wager.cents)} already"
            dealer.refuse(prompt, entry, text)
        cite = self.cite_of("remove", wager)
        reason = self._why_not_reduce(wager, entry.cents)
        if reason:
            prompt.cite = cite
            dealer.refuse(prompt, entry, reason)
        taken = wager.cents - entry.cents
        dealer.withdraw(wager, cite=cite, cents=taken)
        return wager, taken

    def _why_not_reduce(self, wager: Wager, cents: int) -> str:
        """Nor may what is left be an amount that could not be wagered."""
        reason = self.why_not_reduce(wager, cents)
        if reason or not cents:
            return reason
        bounds = self._bounds(wager.seat, self.dealer.rules.law.wagers[wager.kind], wager.spot)
        return bounds.why_not(cents) if isinstance(bounds, Bounds) else ""

    def _call(self, prompt: Prompt, entry: Called) -> Wager:
        dealer = self.dealer
        wager = dealer.find(entry.seat, entry.kind, entry.spot)
        if wager is None:
            dealer.refuse(prompt, entry, NOT_CALLED)
        cite = self.cite_of("call", wager)
        reason = self.why_not_call(wager, entry.on)
        if reason:
            prompt.cite = cite
            dealer.refuse(prompt, entry, reason)
        wager.on = entry.on
        word = "on" if entry.on else "off"
        dealer.events.append(Event("call", cite, entry.seat, f"{wager.name} {word}"))
        return wager


NOT_CALLED = "there is no such wager to be called on or off"
