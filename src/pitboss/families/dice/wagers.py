"""Which wagers there are, which number each is on, and by which row of a pay table it is paid."""

from __future__ import annotations

from pitboss.errors import BadInput
from pitboss.families.dice import hands
from pitboss.families.dice.rules import LineRules, LineState, TakenDown
from pitboss.law.paytable import Row
from pitboss.money import format_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import wager_name
from pitboss.table.layout import Wager

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


# -- what was taken down, and on and off ---------------------------------------------------------


def taken_down(state: LineState, seat: int, kind: str, spot: str) -> TakenDown | None:
    for down in state.taken_down:
        if down.seat == seat and down.kind == kind and down.spot == spot:
            return down
    return None


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


def show_on_and_off(dealer: Dealer, rules: LineRules) -> None:
    """1.3(e): inactive on a come out roll unless called on."""
    state = dealer.state
    for wager in dealer.wagers:
        if wager.kind in rules.off_on_come_out:
            dealer.switch(wager, on=bool(state.point) or called_name(wager) in state.called_on)


def called_name(wager: Wager) -> str:
    return f"p{wager.seat} {wager.name}"
