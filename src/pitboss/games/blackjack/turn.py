"""2.7 to 2.11: what a player may do with a hand, before the dealer's hand is known."""

from __future__ import annotations

from pitboss.families.twenty_one import turn as turns
from pitboss.families.twenty_one.hands import TWENTY_ONE, is_ace, is_ten_value
from pitboss.families.twenty_one.insurance import insurance_of, take_insurance
from pitboss.families.twenty_one.play import Box, Hand, Phase, Play
from pitboss.families.twenty_one.reading import turns_begin
from pitboss.families.twenty_one.settlement import pay
from pitboss.families.twenty_one.surrender import SURRENDER, surrender
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.games.blackjack.side_wagers import Watch
from pitboss.games.blackjack.wagers import BONUS
from pitboss.table.dealer import Dealer


def may_have_blackjack(card: int) -> bool:
    """2.6(j), 2.7(b), 2.8(a)2: an ace or a ten-value card as the dealer's first."""
    return is_ace(card) or is_ten_value(card)


# -- 2.9, insurance, and 2.7(c) ----------------------------------------------------------------


def offer_insurance(dealer: Dealer, rules: BlackjackRules, play: Play, boxes: list[Box]) -> None:
    """2.9(a), (b): when the dealer's first card is an ace; then 2.7(c), where it is in use."""
    if not (rules.insurance_offered and is_ace(play.dealers.cards[0])):
        return
    phase, dealer.phase = dealer.phase, Phase.INSURANCE
    take_insurance(
        dealer, play, boxes, percent=rules.insurance_percent, rounds_up=rules.insurance_rounds_up
    )
    dealer.phase = phase
    if rules.even_money:
        for box in boxes:
            _pay_even_money(dealer, rules, box)


def _pay_even_money(dealer: Dealer, rules: BlackjackRules, box: Box) -> None:
    """2.7(c): a blackjack insured for half is paid 1 to 1 on the initial wager, for both, before
    any additional cards.

    Doubt: an insurance wager that was rounded up is not equal to half, and does not qualify."""
    hand = box.hands[0]
    odds = rules.even_money_pays
    assert odds is not None
    for laid in list(hand.laid) if hand.blackjack else ():
        insurance = insurance_of(dealer, laid.stake)
        if insurance is not None and insurance.cents * 2 == laid.stake.cents:
            for wager in laid.wagers:
                dealer.pay(wager, odds, cite="2.7(c)")
            dealer.give_back(insurance, cite="2.7(c)", result="returned")
            hand.laid.remove(laid)


# -- 2.7, blackjack ----------------------------------------------------------------------------


def blackjacks(dealer: Dealer, rules: BlackjackRules, play: Play) -> None:
    """2.7(a), (b): announced; paid at once against a 2 to 9, before any third card; otherwise
    the dealer's second card decides."""
    waits = may_have_blackjack(play.dealers.cards[0])
    for box in play.boxes:
        hand = box.hands[0]
        if not hand.blackjack:
            continue
        hand.finished = True
        cite = "2.7(b)" if waits else "2.7(a)"
        dealer.announce(f"p{box.number}: Blackjack", cite=cite)
        if waits:
            hand.waits = "blackjack"
            continue
        pay(dealer, hand, rules.blackjack, cite="2.6(k)2" if rules.ties_lose else "2.7(a)")
        if had_bonus(dealer, box):
            dealer.note("the cards stay: there is a bonus wager", cite="2.7(a)", seat=box.number)
        else:
            dealer.act(f"remove the cards of p{box.number}", cite="2.7(a)")
            hand.removed = True


def had_bonus(dealer: Dealer, box: Box) -> bool:
    """Whether a bonus wager of this box was decided in this round."""
    return any(line.seat == box.number and line.wager.startswith(BONUS) for line in dealer.lines)


# -- 2.6(f), (g), the turns --------------------------------------------------------------------


def take_turns(dealer: Dealer, rules: BlackjackRules, play: Play, watch: Watch) -> None:
    """2.6: from the dealer's left, each total is announced and its player decides."""
    turns_begin(dealer, play)

    def choices(box: Box, hand: Hand) -> tuple[str, ...]:
        return choices_of(rules, box, hand)

    def other(box: Box, hand: Hand, word: str) -> None:
        # 2.8(a)1, 2: half at once; or the dealer's second card decides, if it may be a blackjack.
        # Doubt: on a shared box the caller's decision is everybody's.
        assert word == SURRENDER
        waits = may_have_blackjack(play.dealers.cards[0]) and not rules.early_surrender
        cite = "2.8" if rules.early_surrender else "2.8(a)2" if waits else "2.8(a)1"
        surrender(dealer, play, hand, rules.surrender_charge, waits=waits, cite=cite)

    turn = turns.Turn(choices, other)
    for box in play.boxes:
        if rules.insurance_at_turn:
            offer_insurance(dealer, rules, play, [box])
        hand = box.hands[0]
        if hand.laid and not hand.waits:
            turns.announce_total(dealer, box, hand, cite=play.cites.totals)
            turns.play_box(dealer, play, box, turn)
        if not any(late is box for late, _ in play.late):
            watch.turn_over(box)
    late = [box for box, _ in play.late]
    turns.late_hits(dealer, play, turn)
    for box in late:
        watch.turn_over(box)


def choices_of(rules: BlackjackRules, box: Box, hand: Hand) -> tuple[str, ...]:
    """2.8, 2.10, 2.11, 2.12: what the player may do with the hand, in the order of 2.6(f)."""
    if hand.points >= TWENTY_ONE:
        return ()
    may_split = turns.is_pair(hand) and len(box.hands) < _hands_max(rules, hand)
    # 2.11: one card to each of split aces, and no more decisions but to split again.
    split_ace = hand.split and is_ace(hand.cards[0])
    if split_ace and not may_split:
        return ()
    two = len(hand.cards) == 2
    may_double = not rules.double_totals or hand.points in rules.double_totals
    offered = {
        SURRENDER: rules.surrender and two and not hand.split,
        turns.DOUBLE: two and may_double and not split_ace,
        turns.SPLIT: may_split,
        turns.STAND: True,
        turns.DRAW: not split_ace,
    }
    return turns.words_of(rules.law, offered)


def _hands_max(rules: BlackjackRules, hand: Hand) -> int:
    """2.11(c)1, (e): hands to which the box may come by splitting these cards."""
    return rules.aces_hands_max if is_ace(hand.cards[0]) else rules.hands_max
