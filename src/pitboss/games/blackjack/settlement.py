"""2.3, 2.6 to 2.12, 2.16, 2.18: the dealer's hand, and what each player's is worth against it."""

from __future__ import annotations

from pitboss.families.twenty_one import settlement
from pitboss.families.twenty_one.hands import TWENTY_ONE, is_ten_value
from pitboss.families.twenty_one.insurance import insurance_of, settle_insurance
from pitboss.families.twenty_one.play import Hand, Phase, Play
from pitboss.families.twenty_one.reading import show_hole_card
from pitboss.families.twenty_one.surrender import give_up
from pitboss.games.blackjack.rules import FACE_UP, BlackjackRules
from pitboss.games.blackjack.side_wagers import queens_wait, settle_queens
from pitboss.table.dealer import Dealer

FIVE_CARDS = 5


def dealers_hands(
    dealer: Dealer, rules: BlackjackRules, play: Play, *, blackjack_known: bool
) -> None:
    """2.6(h), 2.18: the dealer's hand; with multiple action up to three in turn, each from the
    dealer's first card, and each settling its own wagers. A blackjack that is known already
    was shown when it was found."""
    actions = sorted({stake.action for box in play.boxes for stake in box.stakes})
    for action in actions:
        if action > 1:
            _begin_again(dealer, play, action)
        dealer.phase = Phase.DEALERS_HAND
        if blackjack_known or show_second_card(dealer, rules, play, action):
            settle_action(dealer, rules, play, action)


def _begin_again(dealer: Dealer, play: Play, action: int) -> None:
    """2.18: all cards but the dealer's first are discarded."""
    first = play.dealers.cards[0]
    if len(play.dealers.cards) > 1:
        dealer.act(f"discard all but the dealer's first card for hand {action}", cite="2.18")
    play.dealers = Hand(0)
    play.dealers.add(first)


def show_second_card(dealer: Dealer, rules: BlackjackRules, play: Play, action: int) -> bool:
    """2.6(h): dealt now, or (j) the hole card turned up. Without a hole card none is dealt when
    nothing depends on it (2.12); then false is given."""
    if len(play.dealers.cards) == 1:
        if not _anything_open(dealer, play, action):
            dealer.note("no card is drawn: it can have no effect", cite=play.cites.no_effect)
            return False
        settlement.dealers_second_card(dealer, play)
    elif rules.hole_card != FACE_UP:
        show_hole_card(dealer, play)
    if play.dealers.blackjack:
        dealer.announce("Dealer: blackjack", cite=play.cites.dealers_card)
    return True


def _anything_open(dealer: Dealer, play: Play, action: int) -> bool:
    laid = any(on.stake.action == action for _, hand in play.hands() for on in hand.laid)
    insured = any(
        stake.action == action and insurance_of(dealer, stake) is not None
        for box in play.boxes
        for stake in box.stakes
    )
    return laid or insured or (action == 1 and queens_wait(dealer))


def settle_action(dealer: Dealer, rules: BlackjackRules, play: Play, action: int) -> None:
    """Everything that the dealer's present hand decides."""
    dealers = play.dealers
    ten = is_ten_value(dealers.cards[1])
    settle_insurance(dealer, play, ten_value=ten, odds=rules.insurance, action=action)
    if action == 1:
        settle_queens(dealer, rules, dealer_blackjack=dealers.blackjack)
    if dealers.blackjack:
        return settle_against_blackjack(dealer, rules, play, action)
    settle_waiting(dealer, rules, play, action)
    matters = any(on.stake.action == action for _, hand in play.hands() for on in hand.laid)
    settlement.dealers_cards(dealer, play, soft_17_draws=rules.soft_17_draws, matters=matters)
    with dealer.in_any_order():
        for _, hand in play.hands_from_the_right():
            settle_hand(dealer, rules, play, hand, action)


def settle_against_blackjack(
    dealer: Dealer, rules: BlackjackRules, play: Play, action: int
) -> None:
    """2.7(b): a player's blackjack stands off, or under 2.6(k)1 wins; 2.8(a)2: a surrendered
    hand loses the whole wager; of any other only the original wager is lost."""
    with dealer.in_any_order():
        for box in play.boxes[::-1]:
            hand = box.hands[0]
            if hand.blackjack and rules.blackjack_beats_blackjack:
                settlement.pay(dealer, hand, rules.blackjack, cite="2.6(k)1", action=action)
            elif hand.blackjack:
                settlement.give_back(dealer, hand, cite="2.7(b)", action=action)
            elif hand.waits:
                settlement.collect(dealer, hand, cite="2.8(a)2", action=action)
            else:
                settlement.against_blackjack(dealer, play, box, action=action)


def settle_waiting(dealer: Dealer, rules: BlackjackRules, play: Play, action: int) -> None:
    """The dealer has no blackjack: blackjacks are paid, surrendered hands lose half."""
    for _, hand in play.hands_from_the_right():
        if hand.waits == "blackjack":
            cite = "2.6(k)2" if rules.ties_lose else "2.7(b)"
            settlement.pay(dealer, hand, rules.blackjack, cite=cite, action=action)
        elif hand.waits:
            give_up(dealer, play, hand, rules.surrender_charge, cite="2.8(a)2")


def settle_hand(dealer: Dealer, rules: BlackjackRules, play: Play, hand: Hand, action: int) -> None:
    """2.3(a), (b), (e): a hand of 21 or less against the dealer's total."""
    cites, dealers = play.cites, play.dealers.points
    outcome = settlement.result(hand.points, dealers, ties_lose=rules.ties_lose)
    if outcome == settlement.WIN and _is_five_card_21(rules, hand):
        assert rules.five_card_21 is not None
        settlement.pay(dealer, hand, rules.five_card_21, cite="2.16", action=action)
    elif outcome == settlement.WIN:
        settlement.pay(dealer, hand, rules.win, cite=cites.win, action=action)
    elif outcome == settlement.PUSH:
        settlement.give_back(dealer, hand, cite=cites.push, action=action)
    else:
        tie = hand.points == dealers
        settlement.collect(dealer, hand, cite="2.6(k)1" if tie else cites.loses, action=action)


def _is_five_card_21(rules: BlackjackRules, hand: Hand) -> bool:
    five = len(hand.cards) == FIVE_CARDS and hand.points == TWENTY_ONE
    return five and rules.five_card_21 is not None
