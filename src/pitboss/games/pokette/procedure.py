"""N.J.A.C. 19:47-12 (13:69F-12), Pokette: a round is one spin; the cards of the hand that is being
made stay with the table.

Doubt: of this subchapter only 12.6 was read; what is wagered on and how follows from its odds."""

from __future__ import annotations

from pitboss.equipment.cards import CARD_TEXT, JOKER, card_name, parse_card
from pitboss.errors import BadInput
from pitboss.games.pokette import hands
from pitboss.games.pokette.rules import POKER_HANDS, PoketteRules, PoketteState
from pitboss.law.paytable import Row
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window


def spin_of_the_wheel(dealer: Dealer, rules: PoketteRules) -> None:
    """12.4 Wagers, 12.7 Procedures for dealing the game, 12.8 poker hand wagers."""
    first, second = cards_shown(dealer, rules)

    # 12.4, 12.8 Wagers of one spin, and those that the cards shown allow.
    window = WagersOnASpin(dealer, tuple(rules.law.wagers), cite="12.4", what="wagers on this spin")
    window.take_wagers()

    # 12.7 The call, the spin, the card.
    spin(dealer, rules)
    card = parse_card(dealer.spin(rules.stops, cite="12.7"))
    dealer.announce(card_name(card).capitalize(), cite="12.7")
    lay_the_card(dealer, rules, card)

    # 12.7 Losing wagers of one spin are collected, winning ones paid; then poker hand wagers.
    one_spin = [wager for wager in dealer.in_order() if wager.kind not in POKER_HANDS]
    poker_hand = [wager for wager in dealer.in_order() if wager.kind in POKER_HANDS]
    settle(dealer, rules, one_spin, card, first, second, cite="12.7")
    settle(dealer, rules, poker_hand, card, first, second, cite="12.8")
    clear_the_hand(dealer, rules, card)


def cards_shown(dealer: Dealer, rules: PoketteRules) -> tuple[int, int]:
    """The cards of the hand so far, -1 where there is none."""
    shown: tuple[str, ...] = dealer.state.shown
    if len(shown) >= rules.hand or any(text not in CARD_TEXT[:JOKER] for text in shown):
        raise BadInput(f"shown: {' '.join(shown)[:40]!r} cannot be the cards of an open hand")
    cards = [*map(int, map(parse_card, shown)), hands.NONE, hands.NONE]
    return cards[0], cards[1]


class WagersOnASpin(Window):
    """12.8: a poker hand wager needs cards that one more completes."""

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        family = POKER_HANDS.get(kind.key)
        if family is None:
            return bounds
        first, second = cards_shown(self.dealer, self.dealer.rules)
        if first == hands.NONE or not hands.completing(family, first, second):
            return Refusal(f"the cards shown do not allow a wager on {kind.key}", kind.cite)
        return bounds


def spin(dealer: Dealer, rules: PoketteRules) -> None:
    dealer.announce("No more bets", cite="12.7")
    dealer.act(f"spin the wheel, at least {rules.revolutions} revolutions", cite="12.7")


def lay_the_card(dealer: Dealer, rules: PoketteRules, card: int) -> None:
    """12.7: the card like the one on the wheel goes to the next place of the hand."""
    if card == JOKER:
        return
    shown = (*dealer.state.shown, CARD_TEXT[card])
    dealer.remember(PoketteState(shown))
    dealer.act(f"lay the {card_name(card)} in place {len(shown)} of the hand", cite="12.7")


def settle(
    dealer: Dealer,
    rules: PoketteRules,
    wagers: list[Wager],
    card: int,
    first: int,
    second: int,
    *,
    cite: str,
) -> None:
    """First the losing wagers are collected, then the winning ones are paid (12.6)."""
    winning: list[Wager] = []
    with dealer.in_any_order():
        for wager in wagers:
            if hands.holds(winners(rules, wager, first, second), card):
                winning.append(wager)
            else:
                dealer.collect(wager, cite=cite)
    with dealer.in_any_order():
        for wager in winning:
            dealer.pay(wager, paying_row(rules, wager, first, second), cite="12.6(b)")


def winners(rules: PoketteRules, wager: Wager, first: int, second: int) -> int:
    """The set of cards that win a wager."""
    if wager.kind in POKER_HANDS:
        return hands.completing(POKER_HANDS[wager.kind], first, second)
    return rules.covers[wager.kind, wager.spot]


def paying_row(rules: PoketteRules, wager: Wager, first: int, second: int) -> Row:
    """12.6(b): a straight is open or inside by the cards with which it was wagered on."""
    name, _, row = rules.law.wagers[wager.kind].pays.partition(":")
    if not row:
        row = "open" if hands.is_open(hands.straight_ends(first, second)) else "inside"
    return rules.law.paytable(name)[row]


def clear_the_hand(dealer: Dealer, rules: PoketteRules, card: int) -> None:
    """12.8: after the last card of a hand, or a joker, a new hand begins."""
    if card == JOKER and dealer.state.shown:
        dealer.note("a joker ends the hand", cite="12.8")
    elif len(dealer.state.shown) < rules.hand:
        return
    dealer.act("clear the cards of the hand", cite="12.8")
    dealer.remember(PoketteState())
