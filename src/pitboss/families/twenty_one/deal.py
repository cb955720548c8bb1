"""The initial deal at the games of twenty-one, with what may go wrong in it."""

from __future__ import annotations

from pitboss.families.twenty_one.irregular import Missed
from pitboss.families.twenty_one.play import Box, Phase, Play
from pitboss.families.twenty_one.shoe import draw
from pitboss.table.dealer import Dealer
from pitboss.table.layout import NOBODY, Wager

SECOND_CARD, DEAD = "take the second card", "dead hand"


def initial_deal(dealer: Dealer, play: Play, *, hole_card: str, first_card: int = -1) -> None:
    """From the dealer's left one card up to each box with a wager, one up to the dealer, a
    second up to each box; then the hole card ("none", "face down", "face up").

    `first_card`: a determinant card that is already the first player's."""
    first_cards(dealer, play, first_card)
    if not play.boxes:
        return
    missed = not _first_to_dealer(dealer, play)
    second_cards(dealer, play)
    if not play.boxes:
        return
    if missed:
        dealer.note("the dealer's card follows", cite=play.cites.dealer_missed)
        dealer.phase = Phase.LATE_CARDS
        _first_to_dealer(dealer, play)
    if hole_card != "none":
        deal_hole_card(dealer, play, face_up=hole_card == "face up")


def first_cards(dealer: Dealer, play: Play, first_card: int = -1) -> None:
    """One card up to each box with a wager."""
    dealer.phase = Phase.FIRST_CARDS
    for box in list(play.boxes):
        if first_card >= 0:
            box.hands[0].add(first_card)
            first_card = -1
            continue
        try:
            card_to(dealer, play, box)
        except Missed:
            dead_box(dealer, play, box)


def card_to(dealer: Dealer, play: Play, box: Box) -> None:
    """A card of the initial deal, face up, to the box."""
    hand = box.hands[0]
    hand.add(draw(dealer, play, box.place(hand), cite=play.cites.deal, seat=box.number))


def _first_to_dealer(dealer: Dealer, play: Play) -> bool:
    """The dealer's first card; false if the dealer missed it."""
    try:
        play.dealers.add(draw(dealer, play, "dealer's hand", cite=play.cites.deal))
    except Missed:
        return False
    return True


def second_cards(dealer: Dealer, play: Play) -> None:
    """A second card up to each box."""
    dealer.phase = Phase.SECOND_CARDS
    late = []
    for box in play.boxes:
        try:
            card_to(dealer, play, box)
        except Missed:
            late.append(box)
    if late:
        dealer.phase = Phase.LATE_CARDS
    for box in late:
        # At the player's option the second card follows after all others have theirs.
        cite = play.cites.missed
        choice = dealer.choose(box.caller, (SECOND_CARD, DEAD), cite=cite, what="second card")
        if choice == SECOND_CARD:
            card_to(dealer, play, box)
        else:
            dead_box(dealer, play, box)


def deal_hole_card(dealer: Dealer, play: Play, *, face_up: bool) -> None:
    """The dealer's second card, before anyone's third; if it is missed, it follows at once."""
    cite = play.cites.hole_card
    seen = -1 if face_up else NOBODY
    try:
        card = draw(dealer, play, "dealer's hole card", cite=cite, seen=seen)
    except Missed:
        dealer.note("the dealer's card follows", cite=play.cites.dealer_missed)
        dealer.phase = Phase.LATE_CARDS
        card = draw(dealer, play, "dealer's hole card", cite=cite, seen=seen)
    play.dealers.add(card)


def dead_box(dealer: Dealer, play: Play, box: Box) -> None:
    """The hand is dead: every wager on it goes back, and the player is in the next deal."""
    for wager in wagers_at(dealer, play, box):
        dealer.give_back(wager, cite=play.cites.missed, result="void")
    play.boxes.remove(box)


def wagers_at(dealer: Dealer, play: Play, box: Box) -> list[Wager]:
    """Everybody's wagers on the box, and its seated player's wagers of this round that lie on no
    box."""
    here = [wager for hand in box.hands for on in hand.laid for wager in on.wagers]
    laid = [
        wager
        for other in play.boxes
        for hand in other.hands
        for on in hand.laid
        for wager in on.wagers
    ]
    return [
        wager
        for wager in dealer.in_order()
        if any(wager is one for one in here)
        or (
            wager.seat == box.number
            and wager.round_made == dealer.table.round
            and not any(wager is one for one in laid)
        )
    ]
