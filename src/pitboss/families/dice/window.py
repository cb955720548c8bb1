"""The wagers before a throw: when each may be made, removed and called, and what it may amount
to. The arithmetic of money is all here."""

from __future__ import annotations

from math import lcm

from msgspec.structs import replace

from pitboss.families.dice import hands
from pitboss.families.dice.rules import LineRules, TakenDown
from pitboss.families.dice.wagers import (
    FAMILY,
    ON_ONE_TOTAL,
    SUPPLEMENTAL,
    called_name,
    number_of,
    paying_row,
    taken_down,
)
from pitboss.law.regulation import WagerKind
from pitboss.money import CENTS_MAX, Odds, format_dollars
from pitboss.table.entries import wager_name
from pitboss.table.layout import Wager
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window

ODDS_ON = {flat: odds for odds, flat in SUPPLEMENTAL.items()}
DONT = ("dont-pass", "dont-come")


class LineWagers(Window):
    """Wagers are made, removed, reduced and called until the dice are thrown."""

    @property
    def rules(self) -> LineRules:
        rules: LineRules = self.dealer.rules
        return rules

    # -- what may be wagered ------------------------------------------------------------------

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        """Whether this wager may be made now, and in which amounts."""
        key, state = kind.key, self.dealer.state
        if key in SUPPLEMENTAL:
            return self._supplemental(seat, key, spot, bounds)
        if key in DONT:
            narrowed = self._dont(seat, kind, spot, bounds)
            if narrowed is not None:
                return narrowed
        come_out = not state.point
        if key in ("pass", "dont-pass") and not come_out:
            return Refusal(f"{key} is wagered immediately before the come out roll", kind.cite)
        if key in ("come", "dont-come") and come_out:
            return Refusal(f"{key} is wagered after the come out roll", kind.cite)
        if key == "fire" and not (come_out and state.fresh):
            return Refusal("fire is wagered before a new shooter's first come out roll", kind.cite)
        if hands.parts(FAMILY.get(key, hands.LINE)) > 1:
            return self._in_parts(kind, bounds)
        return bounds

    def _in_parts(self, kind: WagerKind, bounds: Bounds) -> Bounds:
        """1.4(c), (d), (e): each part must itself be payable."""
        chip = self.dealer.table.limits.chip
        rows = [paying_row(self.rules, kind.key, 0, total)[0] for total in ON_ONE_TOTAL]
        step = hands.parts(FAMILY[kind.key]) * lcm(*(row.step(chip) for row in rows))
        return replace(bounds, at_least=up_to_step(bounds.at_least, step), step=step)

    def _dont(
        self, seat: int, kind: WagerKind, spot: str, bounds: Bounds
    ) -> Bounds | Refusal | None:
        """1.3(d): a don't wager that was removed or reduced is not replaced or increased.

        Doubt: before 1990-06-18 "until a new come out roll". A don't pass wager is then a new
        wager anyhow; a don't come wager on its number may be put back, up to what it stood at."""
        state, cite = self.dealer.state, self.rules.cites.dont_removal
        down = taken_down(state, seat, kind.key, spot)
        if spot:
            if down is None or state.point or not self.rules.replaced_at_come_out:
                return Refusal(f"{kind.key} is wagered in the don't come area", kind.cite)
            return replace(bounds, at_least=bounds.step, at_most=down.cents, cite=cite)
        if down is not None:
            return Refusal(
                f"{kind.key} was removed or reduced: it may not be replaced or increased", cite
            )
        return None

    def _supplemental(self, seat: int, key: str, spot: str, bounds: Bounds) -> Bounds | Refusal:
        """1.6: odds up to so many times the original wager, or laid to win as much.

        Doubt: the posted minimum is not applied, because (a) to (d) give the player the right
        and let the licensee limit only how much; nor does a posted maximum cut that right,
        single odds, short."""
        dealer, rules = self.dealer, self.rules
        flat, cite = SUPPLEMENTAL[key], rules.law.wagers[key].cite
        wager = dealer.find(seat, flat, spot)
        number = int(spot) if spot else dealer.state.point
        if wager is None or not number:
            name = wager_name(flat, spot)
            return Refusal(f"p{seat} has no {name} wager with a point to support", cite)
        odds = paying_row(rules, key, number, 0)[0]
        step = odds.step(dealer.table.limits.chip)
        most = supplemental_most(rules, key, wager.cents, odds, bounds.at_most)
        most = up_to_step(most, step) if rules.excess else most - most % step
        most = min(most, CENTS_MAX - CENTS_MAX % step)
        if most < step:
            return Refusal(f"{wager.name} is too small to be supported", cite)
        limited_by = cite if rules.odds_times == 1 else rules.cites.more_odds
        return Bounds(step, most, step, limited_by, cite)

    # -- what may be removed and called -------------------------------------------------------

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        """1.3(c), (d): a pass or come wager stays once its point is established."""
        dealer, kind = self.dealer, wager.kind
        if (kind == "pass" and dealer.state.point) or (kind == "come" and wager.spot):
            return f"{wager.name} may not be removed or reduced after its point is established"
        odds = dealer.find(wager.seat, ODDS_ON.get(kind, ""), wager.spot)
        if odds is not None:
            # Doubt: the text is silent. A supplemental wager supports another one, so what would
            # support nothing, or more than is allowed, is taken down first.
            row = paying_row(self.rules, odds.kind, number_of(odds, dealer.state), 0)[0]
            most = supplemental_most(self.rules, odds.kind, cents, row, CENTS_MAX)
            if odds.cents > up_to_step(most, row.step(dealer.table.limits.chip)):
                return f"{odds.name} of {format_dollars(odds.cents)} must be taken down first"
        return self._why_not_stand(wager, cents) if cents and kind in DONT else ""

    def _why_not_stand(self, wager: Wager, cents: int) -> str:
        """A don't wager that is reduced when none can be made must still be one that could be."""
        low, _ = self.dealer.table.limits.of(wager.kind)
        step = self.dealer.payable_step(self.rules.law.wagers[wager.kind], wager.spot)
        if cents < low:
            return f"{format_dollars(cents)} is below the minimum, {format_dollars(low)}"
        return f"{format_dollars(cents)} cannot be paid exactly" if cents % step else ""

    def why_not_call(self, wager: Wager, on: bool) -> str:
        """1.3(e): only what a come out roll finds inactive is called, for that roll."""
        if wager.kind not in self.rules.off_on_come_out:
            return f"{wager.name} is always on"
        if self.dealer.state.point:
            return f"{wager.name} is on: only for a come out roll is it called"
        return f"{wager.name} is {'on' if on else 'off'} already" if wager.on == on else ""

    def cite_of(self, act: str, wager: Wager) -> str:
        if act == "call":
            return self.rules.cites.calls
        return self.rules.cites.dont_removal if wager.kind in DONT else self.rules.cites.removal

    # -- what follows -------------------------------------------------------------------------

    def made(self, wager: Wager) -> None:
        dealer, rules = self.dealer, self.rules
        # 1.2(a)20 Without an area for it a horn high is broken down.
        if wager.kind == "horn-high" and not rules.horn_high_area:
            self._break_down(wager)
        # 1.3(e) Inactive on a come out roll unless called on.
        elif wager.kind in rules.off_on_come_out and not dealer.state.point:
            dealer.switch(wager, on=called_name(wager) in dealer.state.called_on)
        # 1.6(f) As much above the limit as the payment needs.
        if wager.kind in SUPPLEMENTAL and self._needs_excess(wager):
            text = f"{wager.name}: above the limit, as its payment needs"
            dealer.note(text, cite=rules.cites.excess)

    def _break_down(self, wager: Wager) -> None:
        """1.2(a)20: without an area of its own a horn high is a horn and a wager on one total."""
        unit = wager.cents // hands.parts(hands.HORN_HIGH)
        high = ON_ONE_TOTAL[int(wager.spot)]
        self.dealer.exchange(wager, {"horn": 4 * unit, high: unit})
        amounts = f"horn {format_dollars(4 * unit)} and {high} {format_dollars(unit)}"
        cite = self.rules.law.wagers["horn-high"].cite
        self.dealer.act(f"break {wager.name} down into {amounts}", cite=cite)

    def _needs_excess(self, wager: Wager) -> bool:
        """1.6(f): whether a supplemental wager stands above what (a) to (e) or the posted
        maximum allow, by what its payment needs. (One that the dealer accepted far above the
        posted maximum stands for another reason.)"""
        dealer = self.dealer
        flat = dealer.find(wager.seat, SUPPLEMENTAL[wager.kind], wager.spot)
        assert flat is not None
        odds = paying_row(self.rules, wager.kind, number_of(wager, dealer.state), 0)[0]
        limits = dealer.table.limits
        posted = limits.of(wager.kind)[1]
        most = supplemental_most(self.rules, wager.kind, flat.cents, odds, posted)
        return most < wager.cents <= up_to_step(most, odds.step(limits.chip))

    def removed(self, wager: Wager, taken: int) -> None:
        """1.3(d): the first removal or reduction of a don't wager is remembered."""
        state = self.dealer.state
        if wager.kind in DONT and not taken_down(state, wager.seat, wager.kind, wager.spot):
            down = TakenDown(wager.seat, wager.kind, wager.spot, wager.cents + taken)
            self.dealer.remember(replace(state, taken_down=(*state.taken_down, down)))
        if not wager.cents:
            self._remember_call(wager, on=False)

    def called(self, wager: Wager) -> None:
        """1.3(e): the dealer confirms the call by the button on the wager."""
        self._remember_call(wager, on=wager.on)
        verb = "place an On button on" if wager.on else "take the On button from"
        self.dealer.act(f"{verb} {called_name(wager)}", cite=self.rules.cites.calls)

    def _remember_call(self, wager: Wager, *, on: bool) -> None:
        state, name = self.dealer.state, called_name(wager)
        others = tuple(called for called in state.called_on if called != name)
        if on or len(others) < len(state.called_on):
            self.dealer.remember(replace(state, called_on=(*others, name) if on else others))


def supplemental_most(rules: LineRules, key: str, flat_cents: int, odds: Odds, posted: int) -> int:
    """1.6(a) to (e): the largest supplemental wager, in cents rounded up, before (f)."""
    if key in ("dont-pass-odds", "dont-come-odds"):
        # So calculated that the winnings are at most so many times the original wager.
        single = -(-flat_cents * odds.denominator // odds.numerator)
        several = -(-flat_cents * rules.odds_times * odds.denominator // odds.numerator)
    else:
        single, several = flat_cents, flat_cents * rules.odds_times
    return max(single, min(several, posted))


def up_to_step(cents: int, step: int) -> int:
    return -(-cents // step) * step
