"""Surrender at the games of twenty-one."""

from __future__ import annotations

from pitboss.families.twenty_one.play import Hand, Play
from pitboss.money import Charge
from pitboss.table.dealer import Dealer

SURRENDER = "surrender"


def surrender(
    dealer: Dealer, play: Play, hand: Hand, charge: Charge, *, waits: bool, cite: str = ""
) -> None:
    """Part of everything on the hand is given up: at once, or (`waits`) when the dealer's second
    card is known, where the wager is laid on top of the cards until then."""
    hand.finished = True
    if waits:
        dealer.act("place the wager on top of the cards", cite=cite or play.cites.surrender)
        hand.waits = SURRENDER
    else:
        give_up(dealer, play, hand, charge, cite=cite)


def give_up(dealer: Dealer, play: Play, hand: Hand, charge: Charge, *, cite: str = "") -> None:
    """The given part of each wager is collected and the rest returned."""
    cite = cite or play.cites.surrender
    for laid in hand.laid:
        for wager in laid.wagers:
            lost = charge.of(wager.cents)
            laid.stake.lost += lost
            dealer.collect(wager, cite=cite, cents=lost)
            dealer.give_back(wager, cite=cite, result="returned")
    hand.laid = []
    hand.removed = True
