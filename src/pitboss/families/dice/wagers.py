"""Which wagers there are, when each may be made, removed and called, what it may amount to, and
at which odds it is paid. The arithmetic of money is all here."""

from __future__ import annotations

from math import lcm

from msgspec.structs import replace

from pitboss.errors import BadInput
from pitboss.families.dice import hands
from pitboss.families.dice.rules import LineRules, LineState, TakenDown
from pitboss.law.paytable import Row
from pitboss.law.regulation import WagerKind
from pitboss.money import CENTS_MAX, Odds, format_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import wager_name
from pitboss.table.layout import Wager
from pitboss.table.prompts import Bounds, Refusal

FAMILY = {
    "pass": hands.LINE,
    "dont-pass": hands.DONT,
    "come": hands.LINE,
    "dont-come": hands.DONT,
    "place-to-win": hands.TO_WIN,
    "place-to-lose": hands.TO_LOSE,
    "hardway": hands.HARDWAY,
    "field": hands.FIELD,
    "any-seven": hands.ANY_SEVEN,
    "any-craps": hands.ANY_CRAPS,
    "craps-two": hands.ONE_TOTAL,
    "craps-three": hands.ONE_TOTAL,
    "craps-twelve": hands.ONE_TOTAL,
    "eleven": hands.ONE_TOTAL,
    "craps-eleven": hands.CRAPS_ELEVEN,
    "horn": hands.HORN,
    "horn-high": hands.HORN_HIGH,
    "buy": hands.TO_WIN,
    "lay": hands.TO_LOSE,
    "pass-odds": hands.TO_WIN,
    "dont-pass-odds": hands.TO_LOSE,
    "come-odds": hands.TO_WIN,
    "dont-come-odds": hands.TO_LOSE,
    "big-six": hands.TO_WIN,
    "big-eight": hands.TO_WIN,
}
KINDS = (*FAMILY, "fire")
NUMBER = {
    "craps-two": 2, "craps-three": 3, "craps-twelve": 12, "eleven": 11, "big-six": 6,
    "big-eight": 8,
}  # fmt: skip
ON_ONE_TOTAL = {2: "craps-two", 3: "craps-three", 11: "eleven", 12: "craps-twelve"}
POINTS = ("4", "5", "6", "8", "9", "10")
HARDWAYS = ("4", "6", "8", "10")
SUPPLEMENTAL = {
    "pass-odds": "pass",
    "dont-pass-odds": "dont-pass",
    "come-odds": "come",
    "dont-come-odds": "dont-come",
}
ODDS_ON = {flat: odds for odds, flat in SUPPLEMENTAL.items()}


# -- what a wager is ---------------------------------------------------------------------------


def number_of(wager: Wager, state: LineState) -> int:
    """The number a wager is on: its own, that of its spot, or the point of its line."""
    if wager.spot:
        return int(wager.spot)
    if wager.kind in ("pass", "dont-pass", "pass-odds", "dont-pass-odds"):
        return state.point
    return NUMBER.get(wager.kind, 0)


def paying_row(rules: LineRules, kind: str, number: int, total: int) -> tuple[Row, str]:
    """At which odds a winning wager is paid, and under which paragraph."""
    law = rules.law
    if kind in ("horn", "horn-high"):
        return law.paytable("one_roll")[ON_ONE_TOTAL[total]], rules.cites.horn
    if kind == "craps-eleven":
        row = "eleven" if total == 11 else "any-craps"
        return law.paytable("one_roll")[row], rules.cites.craps_eleven
    name, _, row = law.wagers[kind].pays.partition(":")
    table = law.paytable(name)
    if row:
        return table[row], table.cite
    return table[number or total], table.cite


def lost_under(rules: LineRules, wager: Wager) -> str:
    """The paragraph under which a wager loses: where it is defined."""
    lost = rules.lost_under
    return lost.get(wager.name) or lost.get(wager.kind) or rules.law.wagers[wager.kind].cite


def losing_cents(wager: Wager, number: int, total: int) -> int:
    """1.4(c), (d): what a winning wager of several parts loses all the same."""
    family = FAMILY[wager.kind]
    whole = hands.parts(family)
    return wager.cents // whole * (whole - hands.winning_parts(family, number, total))


def check_standing(dealer: Dealer) -> None:
    """A record may state any layout: what cannot lie on one is refused."""
    law, state = dealer.rules.law, dealer.state
    for wager in dealer.wagers:
        kind = law.wagers.get(wager.kind)
        moved = wager.kind in ("come", "dont-come") and wager.spot in POINTS
        needs_point = wager.kind in ("pass-odds", "dont-pass-odds") and not state.point
        if (
            kind is None
            or wager.seat not in dealer.cash
            or not (moved or wager.spot in (kind.spots or ("",)))
            or needs_point
        ):
            raise BadInput(f"standing: p{wager.seat} {wager.name} cannot lie on this layout")
        flat = SUPPLEMENTAL.get(wager.kind)
        if flat is not None and dealer.find(wager.seat, flat, wager.spot) is None:
            name = wager_name(flat, wager.spot)
            text = f"standing: p{wager.seat} {wager.name} supports no {name} wager"
            raise BadInput(text, cite=law.cite(kind.cite))
        if not _payable(dealer.rules, wager, state):
            amount = format_dollars(wager.cents)
            text = f"standing: p{wager.seat} {wager.name} {amount} cannot be paid exactly"
            raise BadInput(text, cite=law.cite(kind.pays_exactly or kind.cite))


def _payable(rules: LineRules, wager: Wager, state: LineState) -> bool:
    """1.4(e): whether what lies there can be paid to the cent at the permitted odds."""
    family = FAMILY.get(wager.kind, hands.LINE)
    if family in (hands.TO_WIN, hands.TO_LOSE, hands.HARDWAY):
        odds = paying_row(rules, wager.kind, number_of(wager, state), 0)[0]
        return wager.cents % odds.step(1) == 0
    return wager.cents % hands.parts(family) == 0


def has_line_wager(dealer: Dealer, seat: int) -> bool:
    return any(dealer.find(seat, kind) is not None for kind in ("pass", "dont-pass"))


# -- what may be wagered -----------------------------------------------------------------------


def bounds_of(
    dealer: Dealer, rules: LineRules, seat: int, kind: WagerKind, spot: str, bounds: Bounds
) -> Bounds | Refusal:
    """Whether this wager may be made now, and in which amounts."""
    key = kind.key
    if key in SUPPLEMENTAL:
        return _supplemental(dealer, rules, seat, key, spot, bounds)
    if key in ("dont-pass", "dont-come"):
        refused = _dont(dealer, rules, seat, kind, spot, bounds)
        if refused is not None:
            return refused
    come_out = not dealer.state.point
    if key in ("pass", "dont-pass") and not come_out:
        return Refusal(f"{key} is wagered immediately before the come out roll", kind.cite)
    if key in ("come", "dont-come") and come_out:
        return Refusal(f"{key} is wagered after the come out roll", kind.cite)
    if key == "fire" and not (come_out and dealer.state.fresh):
        return Refusal("fire is wagered before a new shooter's first come out roll", kind.cite)
    if hands.parts(FAMILY.get(key, hands.LINE)) > 1:
        return _in_parts(dealer, rules, kind, bounds)
    return bounds


def _in_parts(dealer: Dealer, rules: LineRules, kind: WagerKind, bounds: Bounds) -> Bounds:
    """1.4(c), (d), (e): each part must itself be payable."""
    family = FAMILY[kind.key]
    chip = dealer.table.limits.chip
    steps = [paying_row(rules, kind.key, 0, total)[0].step(chip) for total in ON_ONE_TOTAL]
    step = hands.parts(family) * lcm(*steps)
    return replace(bounds, at_least=up_to_step(bounds.at_least, step), step=step)


def _dont(
    dealer: Dealer, rules: LineRules, seat: int, kind: WagerKind, spot: str, bounds: Bounds
) -> Bounds | Refusal | None:
    """1.3(d): a don't wager that was removed or reduced is not replaced or increased.

    Doubt: before 1990-06-18 "until a new come out roll". A don't pass wager is then a new
    wager anyhow; a don't come wager on its number may be put back, up to what it stood at."""
    down = taken_down(dealer.state, seat, kind.key, spot)
    if spot:
        if down is None or dealer.state.point or not rules.replaced_at_come_out:
            return Refusal(f"{kind.key} is wagered in the don't come area", kind.cite)
        cite = rules.cites.dont_removal
        return replace(bounds, at_least=bounds.step, at_most=down.cents, cite=cite)
    if down is not None:
        return Refusal(
            f"{kind.key} was removed or reduced: it may not be replaced or increased",
            rules.cites.dont_removal,
        )
    return None


def _supplemental(
    dealer: Dealer, rules: LineRules, seat: int, key: str, spot: str, bounds: Bounds
) -> Bounds | Refusal:
    """1.6: odds up to so many times the original wager, or laid to win as much.

    Doubt: the posted minimum is not applied, because (a) to (d) give the player the right and
    let the licensee limit only how much; nor does a posted maximum cut that right, single
    odds, short."""
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
    return Bounds(step, most, step, cite if rules.odds_times == 1 else rules.cites.more_odds, cite)


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


def needs_excess(dealer: Dealer, rules: LineRules, wager: Wager) -> bool:
    """1.6(f): whether a supplemental wager stands above what (a) to (e) or the posted maximum
    allow, by what its payment needs. (One that the dealer accepted far above the posted
    maximum stands for another reason.)"""
    flat = dealer.find(wager.seat, SUPPLEMENTAL[wager.kind], wager.spot)
    assert flat is not None
    odds = paying_row(rules, wager.kind, number_of(wager, dealer.state), 0)[0]
    limits = dealer.table.limits
    posted = (limits.by_kind.get(wager.kind) or limits.by_kind.get("", (1, CENTS_MAX)))[1]
    most = supplemental_most(rules, wager.kind, flat.cents, odds, posted)
    return most < wager.cents <= up_to_step(most, odds.step(limits.chip))


# -- what a wager is broken into ---------------------------------------------------------------


def break_down(dealer: Dealer, wager: Wager) -> None:
    """1.2(a)20: without an area of its own a horn high is a horn and a wager on one total."""
    unit = wager.cents // hands.parts(hands.HORN_HIGH)
    high = ON_ONE_TOTAL[int(wager.spot)]
    dealer.wagers[:] = [there for there in dealer.wagers if there is not wager]
    for kind, cents in (("horn", 4 * unit), (high, unit)):
        there = dealer.find(wager.seat, kind)
        if there is None:
            there = Wager(wager.seat, kind, 0, "", True, 0, 0, wager.round_made)
            dealer.wagers.append(there)
        there.cents += cents
    amounts = f"horn {format_dollars(4 * unit)} and {high} {format_dollars(unit)}"
    cite = dealer.rules.law.wagers["horn-high"].cite
    dealer.act(f"break {wager.name} down into {amounts}", cite=cite)


# -- what may be removed and called ------------------------------------------------------------


def why_not_reduce(dealer: Dealer, rules: LineRules, wager: Wager, cents: int) -> str:
    """1.3(c), (d): why a wager may not be brought down to `cents`, or an empty string."""
    kind = wager.kind
    if (kind == "pass" and dealer.state.point) or (kind == "come" and wager.spot):
        return f"{wager.name} may not be removed or reduced after its point is established"
    odds = dealer.find(wager.seat, ODDS_ON.get(kind, ""), wager.spot)
    if odds is not None:
        # Doubt: the text is silent. A supplemental wager supports another one, so what would
        # support nothing, or more than is allowed, is taken down first.
        rate = paying_row(rules, odds.kind, number_of(odds, dealer.state), 0)[0]
        most = supplemental_most(rules, odds.kind, cents, rate, CENTS_MAX)
        if odds.cents > up_to_step(most, rate.step(dealer.table.limits.chip)):
            return f"{odds.name} of {format_dollars(odds.cents)} must be taken down first"
    if cents and kind in ("dont-pass", "dont-come"):
        return _why_not_stand(dealer, rules, wager, cents)
    return ""


def _why_not_stand(dealer: Dealer, rules: LineRules, wager: Wager, cents: int) -> str:
    """A don't wager that is reduced when none can be made must still be one that could be."""
    limits = dealer.table.limits.by_kind
    low = (limits.get(wager.kind) or limits.get("", (1, CENTS_MAX)))[0]
    step = dealer.payable_step(rules.law.wagers[wager.kind], wager.spot)
    if cents < low:
        return f"{format_dollars(cents)} is below the minimum, {format_dollars(low)}"
    return f"{format_dollars(cents)} cannot be paid exactly" if cents % step else ""


def why_not_call(dealer: Dealer, rules: LineRules, wager: Wager, on: bool) -> str:
    """1.3(e): why a wager may not be called on, or off again, or an empty string."""
    if wager.kind not in rules.off_on_come_out:
        return f"{wager.name} is always on"
    if dealer.state.point:
        return f"{wager.name} is on: only for a come out roll is it called"
    if wager.on == on:
        return f"{wager.name} is {'on' if on else 'off'} already"
    return ""


def removed_under(rules: LineRules, act: str, wager: Wager) -> str:
    if act == "call":
        return rules.cites.calls
    dont = wager.kind in ("dont-pass", "dont-come")
    return rules.cites.dont_removal if dont else rules.cites.removal


def taken_down(state: LineState, seat: int, kind: str, spot: str) -> TakenDown | None:
    for down in state.taken_down:
        if down.seat == seat and down.kind == kind and down.spot == spot:
            return down
    return None


def note_taken_down(dealer: Dealer, wager: Wager, taken: int) -> None:
    """1.3(d): the first removal or reduction of a don't wager is remembered."""
    state = dealer.state
    if wager.kind not in ("dont-pass", "dont-come"):
        return
    if taken_down(state, wager.seat, wager.kind, wager.spot) is None:
        down = TakenDown(wager.seat, wager.kind, wager.spot, wager.cents + taken)
        dealer.remember(replace(state, taken_down=(*state.taken_down, down)))


def still_taken_down(state: LineState, total: int, *, line_decided: bool) -> tuple[TakenDown, ...]:
    """What of 1.3(d) outlives a roll: a don't pass wager's until the line is decided, a don't
    come wager's on a number until that number is decided."""
    if not state.taken_down:
        return ()
    return tuple(
        down
        for down in state.taken_down
        if (down.kind == "dont-pass" and not line_decided)
        or (down.spot and hands.to_lose(total, int(down.spot)) == hands.STANDS)
    )


# -- on and off --------------------------------------------------------------------------------


def show_on_and_off(dealer: Dealer, rules: LineRules) -> None:
    """1.3(e): inactive on a come out roll unless called on."""
    state = dealer.state
    for wager in dealer.wagers:
        if wager.kind in rules.off_on_come_out:
            wager.on = bool(state.point) or called_name(wager) in state.called_on


def called_name(wager: Wager) -> str:
    return f"p{wager.seat} {wager.name}"


def remember_call(dealer: Dealer, wager: Wager, *, on: bool) -> None:
    state, name = dealer.state, called_name(wager)
    others = tuple(called for called in state.called_on if called != name)
    if on or len(others) < len(state.called_on):
        dealer.remember(replace(state, called_on=(*others, name) if on else others))
