"""Wagers decided, collected and paid; vigorish taken, marked or documented (3.2, 3.3, 3.10; 7.2,
7.3, 7.10)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

import msgspec
from msgspec.structs import replace

from pitboss.families.baccarat.rules import BaccaratRules
from pitboss.families.baccarat.shoe import BANKERS_HAND, PLAYERS_HAND
from pitboss.hands import baccarat
from pitboss.law.paytable import Row
from pitboss.money import format_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import seat_text
from pitboss.table.layout import Line, Wager

COLLECT, DOCUMENT = "collect", "document"
# An act of the dealer's, which the casino's books read again.
DOCUMENTED = "document {amount} owed by {seat} on a Complimentary Vigorish Form"


class Hands(msgspec.Struct, frozen=True, gc=False):
    """The two hands of a finished round: cards, and final point counts."""

    player_cards: tuple[int, ...]
    banker_cards: tuple[int, ...]
    player: int
    banker: int


def hands_of(player_cards: tuple[int, ...], banker_cards: tuple[int, ...]) -> Hands:
    return Hands(player_cards, banker_cards, _count(player_cards), _count(banker_cards))


def _count(cards: tuple[int, ...]) -> int:
    count = baccarat.point_count(cards[0], cards[1])
    return baccarat.with_third_card(count, cards[2]) if len(cards) == 3 else count


def announce_result(dealer: Dealer, hands: Hands, *, cite: str) -> None:
    """The final count of each hand and which of them has won, or a tie."""
    if hands.player == hands.banker:
        return dealer.announce("Tie Hand", cite=cite)
    winner = PLAYERS_HAND if hands.player > hands.banker else BANKERS_HAND
    dealer.announce(
        f"{PLAYERS_HAND} {hands.player}, {BANKERS_HAND} {hands.banker}, {winner} wins", cite=cite
    )


def row_of(kind: str, hands: Hands, rules: BaccaratRules) -> int:
    """The row of the wager's pay table that the round is, or LOSES, VOID or PUSH."""
    player, banker = hands.player, hands.banker
    p, b = len(hands.player_cards), len(hands.banker_cards)
    match kind:
        case "banker":
            if rules.vigorish_type == "none":
                return baccarat.banker_no_vigorish_row(player, banker)
            if rules.vigorish_type == "ez":
                return baccarat.banker_ez_row(player, banker, b)
            return baccarat.banker_row(player, banker)
        case "player":
            return baccarat.player_row(player, banker)
        case "tie":
            return baccarat.tie_row(player, banker)
        case "four-cards":
            return baccarat.card_count_row(p, b, 4)
        case "five-cards":
            return baccarat.card_count_row(p, b, 5)
        case "six-cards":
            return baccarat.card_count_row(p, b, 6)
        case "bonus-player":
            return baccarat.bonus_row(player, p, banker, b)
        case "bonus-banker":
            return baccarat.bonus_row(banker, b, player, p)
        case "dragon-7" | "fortune-7":
            return baccarat.dragon_seven_row(player, banker, b)
        case "panda-8" | "golden-8":
            return baccarat.panda_eight_row(player, p, banker)
        case "player-pair":
            return baccarat.pair_row(hands.player_cards[0], hands.player_cards[1])
        case "banker-pair":
            return baccarat.pair_row(hands.banker_cards[0], hands.banker_cards[1])
        case "heavenly-9":
            return baccarat.heavenly_nine_row(player, p, banker, b)
        case "blazing-7s":
            return baccarat.blazing_sevens_row(player, p, banker, b)
    raise AssertionError(kind)


class Winner(msgspec.Struct, frozen=True):
    """A winning wager, what it pays, and the vigorish due on what it wins."""

    wager: Wager
    odds: Row
    cite: str
    due: int


def settle(dealer: Dealer, rules: BaccaratRules, hands: Hands) -> None:
    """Losing wagers first; then, from the highest numbered position downwards, payment and
    vigorish in the order the licensee has chosen.

    Doubt: the text gives no place to a void wager; it goes back before the winners are paid."""
    ordered = sorted(dealer.wagers, key=_position, reverse=True)
    decided = [(wager, row_of(wager.kind, hands, rules)) for wager in ordered]
    if any(row == baccarat.LOSES for _, row in decided):
        dealer.note("losing wagers are collected first", cite=rules.cites.losers_first)
    with dealer.in_any_order():
        for wager, row in decided:
            if row == baccarat.LOSES:
                dealer.collect(wager, cite=_wager_cite(rules, wager, "ii"))
    charged: list[Wager] = []
    with dealer.in_any_order():
        for wager, row in decided:
            if row == baccarat.VOID and wager.kind == "banker" and rules.tie_vigorish is not None:
                charged.append(wager)
            elif row == baccarat.VOID:
                dealer.give_back(wager, cite=_wager_cite(rules, wager, "iii"), result="void")
            elif row == baccarat.PUSH:
                dealer.give_back(wager, cite=rules.tables[wager.kind].cite)
    winners = [_winner(rules, wager, row) for wager, row in decided if row >= 0]
    if winners:
        order = rules.pays_order
        if rules.pays_order_chosen:
            text, cite = f"procedure {order}: {IN_WORDS[order]}", rules.cites.pays_order[order - 1]
        else:
            text, cite = IN_WORDS[order], rules.cites.losers_first
        dealer.note(text, cite=cite)
        ORDERS[order](dealer, rules, winners)
    for wager in charged:
        _charge_on_tie(dealer, rules, wager)


def _position(wager: Wager) -> int:
    return wager.seat


def _wager_cite(rules: BaccaratRules, wager: Wager, item: str) -> str:
    """The two main wagers have an item for each outcome; the others do not."""
    cite = rules.law.wagers[wager.kind].cite
    return cite + item if wager.kind in ("banker", "player") else cite


def _winner(rules: BaccaratRules, wager: Wager, row: int) -> Winner:
    table = rules.tables[wager.kind]
    odds = table.rows[row][1]
    due = 0
    if wager.kind == "banker" and rules.vigorish is not None:
        due = rules.vigorish.of(odds.win(wager.cents))
    return Winner(wager, odds, table.cite, due)


def _charge_on_tie(dealer: Dealer, rules: BaccaratRules, wager: Wager) -> None:
    """7.3(d): at the end of the round a tied wager on the Banker's Hand is charged; what is
    left of it goes back."""
    charge = rules.tie_vigorish
    assert charge is not None
    dealer.charge(wager.seat, charge.of(wager.cents), cite=charge.cite, wager=wager)
    dealer.give_back(wager, cite=_wager_cite(rules, wager, "iii"))


# -- the four procedures of 3.10(b) -----------------------------------------------------------

Pay = Callable[[Dealer, BaccaratRules, list[Winner]], None]


def pay_all_then_vigorish(dealer: Dealer, rules: BaccaratRules, winners: list[Winner]) -> None:
    lines = [_pay(dealer, winner) for winner in winners]
    for winner, line in zip(winners, lines, strict=True):
        _take_vigorish(dealer, rules, winner, line)


def vigorish_then_pay_all(dealer: Dealer, rules: BaccaratRules, winners: list[Winner]) -> None:
    for winner in winners:
        _take_vigorish(dealer, rules, winner, None)
    for winner in winners:
        _pay(dealer, winner)


def each_pay_then_vigorish(dealer: Dealer, rules: BaccaratRules, winners: list[Winner]) -> None:
    for _, at_position in groupby(winners, _seat):
        pay_all_then_vigorish(dealer, rules, list(at_position))


def each_vigorish_then_pay(dealer: Dealer, rules: BaccaratRules, winners: list[Winner]) -> None:
    for _, at_position in groupby(winners, _seat):
        vigorish_then_pay_all(dealer, rules, list(at_position))


ORDERS: dict[int, Pay] = {
    1: pay_all_then_vigorish,
    2: vigorish_then_pay_all,
    3: each_pay_then_vigorish,
    4: each_vigorish_then_pay,
}
IN_WORDS = {
    1: "all winning wagers are paid, then vigorish",
    2: "vigorish, then all winning wagers are paid",
    3: "each position is paid, then its vigorish",
    4: "each position's vigorish, then it is paid",
}


def _seat(winner: Winner) -> int:
    return winner.wager.seat


def _pay(dealer: Dealer, winner: Winner) -> Line:
    return dealer.pay(winner.wager, winner.odds, cite=winner.cite)


def _take_vigorish(dealer: Dealer, rules: BaccaratRules, winner: Winner, line: Line | None) -> None:
    """Collected now, or marked as owed."""
    if not winner.due:
        return
    seat = winner.wager.seat
    if not rules.deferred:
        wager = winner.wager if line is None else None
        return dealer.charge(seat, winner.due, cite=rules.cites.vigorish, line=line, wager=wager)
    marked = dealer.state.marked
    owed = marked.get(seat_text(seat), 0) + winner.due
    dealer.remember(replace(dealer.state, marked=marked | {seat_text(seat): owed}))
    dealer.owe(seat, owed)
    dealer.act(
        f"place a {rules.marker} showing {format_dollars(owed)} in the space numbered {seat}",
        cite=rules.cites.deferred,
    )


# -- deferred vigorish ------------------------------------------------------------------------


def settle_with_who_leaves(dealer: Dealer, rules: BaccaratRules) -> None:
    """3.3(c)4, 7.3(c)4: what a patron owes who leaves the table is collected, or documented."""
    clear_vigorish(dealer, rules, dealer.table.seats)


def clear_vigorish(dealer: Dealer, rules: BaccaratRules, seats: tuple[int, ...]) -> None:
    """What these seats still owe is collected, or documented as a complimentary: when the shoe
    is completed, or when the patron leaves.

    Doubt: one sentence says that all of it shall be collected before the reshuffle, another
    that it be collected or documented: to document it is enough."""
    cites = rules.cites
    for seat in sorted(seats, reverse=True):
        cents = dealer.state.marked.get(seat_text(seat), 0)
        if not cents:
            continue
        choice = COLLECT
        if rules.may_document:
            what = f"vigorish owed by p{seat}"
            choice = dealer.choose(0, (COLLECT, DOCUMENT), cite=cites.collected, what=what)
        if choice == COLLECT:
            dealer.charge(seat, cents, cite=cites.collected)
        else:
            dealer.act(
                DOCUMENTED.format(amount=format_dollars(cents), seat=seat_text(seat)),
                cite=cites.documented,
            )
        dealer.act(f"remove the {rules.marker} from the space numbered {seat}", cite=cites.deferred)
        dealer.owe(seat, 0)
        kept = {who: owed for who, owed in dealer.state.marked.items() if who != seat_text(seat)}
        dealer.remember(replace(dealer.state, marked=kept))
