"""Winning and losing at the games of twenty-one: a hand over 21, the dealer's blackjack, the
dealer's drawing, and who is paid."""

from __future__ import annotations

from pitboss.families.twenty_one.hands import TWENTY_ONE, dealer_draws
from pitboss.families.twenty_one.play import Box, Hand, Play
from pitboss.families.twenty_one.shoe import draw
from pitboss.law.paytable import Row
from pitboss.table.dealer import Dealer

WIN, LOSE, PUSH = "win", "lose", "push"


def settle_bust(dealer: Dealer, play: Play, hand: Hand) -> None:
    """A hand over 21 loses at once, whatever the dealer gets; its cards are removed."""
    for laid in hand.laid:
        laid.stake.lost += sum(wager.cents for wager in laid.wagers)
    collect(dealer, hand, cite=play.cites.loses)
    hand.finished = hand.removed = True


def collect(dealer: Dealer, hand: Hand, *, cite: str, action: int = 0) -> None:
    """The hand's wagers lose; with `action`, those that this hand of the dealer decides."""
    for laid in hand.laid:
        if laid.stake.action == action or not action:
            for wager in laid.wagers:
                dealer.collect(wager, cite=cite)
    _settled(hand, action)


def pay(dealer: Dealer, hand: Hand, row: Row, *, cite: str, action: int = 0) -> None:
    for laid in hand.laid:
        if laid.stake.action == action or not action:
            for wager in laid.wagers:
                dealer.pay(wager, row, cite=cite)
    _settled(hand, action)


def give_back(
    dealer: Dealer, hand: Hand, *, cite: str, result: str = "push", action: int = 0
) -> None:
    for laid in hand.laid:
        if laid.stake.action == action or not action:
            for wager in laid.wagers:
                dealer.give_back(wager, cite=cite, result=result)
    _settled(hand, action)


def _settled(hand: Hand, action: int) -> None:
    hand.laid = [laid for laid in hand.laid if action and laid.stake.action != action]


def result(points: int, dealers: int, *, ties_lose: bool = False) -> str:
    """A hand of 21 or less against the dealer's total."""
    if dealers > TWENTY_ONE or points > dealers:
        return WIN
    if points == dealers and not ties_lose:
        return PUSH
    return LOSE


def settle_by(dealer: Dealer, play: Play, hand: Hand, compared: int, row: Row) -> None:
    """The hand is paid if it compares better than the dealer's, given back if equal, collected
    if worse."""
    if compared > 0:
        pay(dealer, hand, row, cite=play.cites.win)
    elif compared == 0:
        give_back(dealer, hand, cite=play.cites.push)
    else:
        collect(dealer, hand, cite=play.cites.loses)


def dealers_second_card(dealer: Dealer, play: Play) -> None:
    """Without a hole card: announced, and only then taken from the shoe."""
    cite = play.cites.dealers_card
    dealer.announce("Dealer's Card", cite=cite)
    play.dealers.add(draw(dealer, play, "dealer's hand", cite=cite))


def dealers_cards(
    dealer: Dealer, play: Play, *, soft_17_draws: bool, matters: bool, cards_at_most: int = 0
) -> None:
    """The dealer draws as the rules say and announces the total; nothing is drawn when it
    cannot matter, or (`cards_at_most`) not beyond that many cards."""
    hand = play.dealers
    if not matters and dealer_draws(hand.count, soft_17_draws):
        dealer.note("no card is drawn: it can have no effect", cite=play.cites.no_effect)
    while matters and dealer_draws(hand.count, soft_17_draws):
        if cards_at_most and len(hand.cards) >= cards_at_most:
            break
        hand.add(draw(dealer, play, "dealer's hand", cite=play.cites.dealer_draws))
    if play.exposed >= 0:
        burn_exposed(dealer, play)
    dealer.announce(f"Dealer: {hand.points}", cite=play.cites.dealers_card)


def burn_exposed(dealer: Dealer, play: Play) -> None:
    """Refused by all players, and of no use to the dealer."""
    dealer.act("burn the exposed card", cite=play.cites.exposed)
    play.exposed = -1


def against_blackjack(dealer: Dealer, play: Play, box: Box, *, action: int = 0) -> None:
    """The dealer has a blackjack: of each stake only the original wager is collected, less
    what was lost on hands that exceeded 21; what was added by doubling or splitting is
    returned.

    Doubt: the text does not speak of hands that exceeded 21 before."""
    cites = play.cites
    for stake in box.stakes:
        if action and stake.action != action:
            continue
        due = max(0, stake.cents - stake.lost)
        for hand in box.hands:
            for laid in hand.laid:
                if laid.stake is not stake:
                    continue
                returned = cites.split_returned if hand.split else cites.double_returned
                for wager in laid.wagers:
                    taken = min(due, wager.cents)
                    due -= taken
                    kept = wager.cents - taken
                    if taken:
                        dealer.collect(wager, cite=cites.loses, cents=taken)
                    if kept:
                        dealer.give_back(wager, cite=returned, result="returned")
    for hand in box.hands:
        _settled(hand, action)
