"""Decks of 48 cards, without tens, at Spanish 21 and double attack blackjack."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.families.twenty_one.irregular import before_a_card, void_round
from pitboss.families.twenty_one.play import Cites
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity

TEN_RANK = 8
CARDS_IN_A_DECK = 48


def shoe_without_tens(decks: int) -> Shoe:
    return full_shoe(decks, without=(TEN_RANK,))


def ten_found(cites: Cites) -> Irregularity:
    """A ten in play: the round is void and the wagers go back."""

    def handle(dealer: Dealer, found: Found) -> None:
        dealer.act("remove the ten from the cards", cite=cites.face_up)
        void_round(dealer, cites.face_up)

    return Irregularity("ten-found", cites.face_up, handle, before_a_card, basis="unverified")
