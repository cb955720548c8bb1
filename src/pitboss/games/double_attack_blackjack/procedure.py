"""N.J.A.C. 19:47-26 (13:69F-26), Double Attack Blackjack: the sections that state a procedure, in
order.

No text of this subchapter was available to us but its titles: what follows is the game as it is
licensed, and sections are cited whole."""

from __future__ import annotations

from pitboss.families.twenty_one import reading, settlement, shoe, table
from pitboss.families.twenty_one import turn as turns
from pitboss.families.twenty_one.boxes import boxes_on
from pitboss.families.twenty_one.deal import deal_hole_card, first_cards, second_cards
from pitboss.families.twenty_one.hands import TWENTY_ONE, is_ace
from pitboss.families.twenty_one.play import Box, Hand, Phase, Play
from pitboss.families.twenty_one.surrender import SURRENDER, give_up, surrender
from pitboss.games.double_attack_blackjack.hands import NO_ROW, SOFT_17_DRAWS, bust_it_row, compare
from pitboss.games.double_attack_blackjack.rules import CITES, DoubleAttackRules, complete_shoe
from pitboss.games.double_attack_blackjack.wagers import (
    ATTACK_BEHIND,
    DOUBLE_ATTACK,
    DoubleAttackWagers,
    InitialWagers,
    bonus_wagers,
    insurable,
    main_wagers,
)
from pitboss.table.dealer import Dealer

KEEP = "keep"
BUST_IT_CARDS = 3


def open_the_table(dealer: Dealer, rules: DoubleAttackRules) -> None:
    """26.3 Opening of the table for gaming."""
    shoe.open_the_table(dealer, CITES)


def shuffle_and_cut(dealer: Dealer, rules: DoubleAttackRules) -> None:
    """26.4 Shuffle and cut of the cards; 26.7, the burn card."""
    table.shuffle_cut_and_burn(
        dealer,
        CITES,
        complete_shoe(rules),
        margin=rules.cut_at_least,
        device=rules.automated_shuffler,
    )


def play_a_round(dealer: Dealer, rules: DoubleAttackRules) -> None:
    """26.5 to 26.12: one round of play."""
    play = Play(CITES, complete_shoe(rules), rules.cut_at_least)
    main = main_wagers(rules)
    InitialWagers.on_boxes(dealer, CITES, main).take_wagers()
    # 26.7: one card face up to the dealer, before anybody else; then double attack wagers.
    play.dealers.add(shoe.draw(dealer, play, "dealer's hand", cite="26.7"))
    DoubleAttackWagers(dealer, (DOUBLE_ATTACK, ATTACK_BEHIND), cite="26.5").take_wagers()
    play.boxes = boxes_on(dealer, main)
    deal(dealer, play)
    if play.boxes:
        play_hands(dealer, rules, play)
    table.conclude(dealer, play)


def deal(dealer: Dealer, play: Play) -> None:
    """26.7: two cards face up to each box, and the dealer's hole card."""
    first_cards(dealer, play)
    if play.boxes:
        second_cards(dealer, play)
    if play.boxes:
        deal_hole_card(dealer, play, face_up=False)


def play_hands(dealer: Dealer, rules: DoubleAttackRules, play: Play) -> None:
    """26.7: insurance, the card reader device, blackjacks, the players' turns and the dealer's."""
    known = reading.insure_and_read(
        dealer,
        play,
        odds=rules.insurance,
        percent=rules.insurance_percent,
        insured=insurable(dealer, rules),
    )
    if known == reading.FOUND:
        return settle_against_blackjack(dealer, play)
    announce_blackjacks(dealer, rules, play, excluded=known == reading.EXCLUDED)

    turn = turn_of(dealer, rules, play, excluded=known == reading.EXCLUDED)
    reading.turns_begin(dealer, play)
    for box in play.boxes:
        if box.hands[0].laid and not box.hands[0].blackjack:
            turns.announce_total(dealer, box, box.hands[0], cite="26.7")
            turns.play_box(dealer, play, box, turn)
    turns.late_hits(dealer, play, turn)
    dealers_turn(dealer, rules, play, known)


def announce_blackjacks(
    dealer: Dealer, rules: DoubleAttackRules, play: Play, *, excluded: bool
) -> None:
    """26.5: a player's blackjack is paid 1 to 1, at once where the dealer cannot have one."""
    for box in play.boxes:
        hand = box.hands[0]
        if hand.blackjack:
            dealer.announce(f"{box.name}: blackjack", cite="26.7")
            if excluded:
                settlement.pay(dealer, hand, rules.blackjack, cite="26.5")
                hand.removed = True


def turn_of(dealer: Dealer, rules: DoubleAttackRules, play: Play, *, excluded: bool) -> turns.Turn:
    """26.8 to 26.10, 26.12: what a player may do. `excluded`: the dealer has no blackjack."""

    def choices(box: Box, hand: Hand) -> tuple[str, ...]:
        if hand.points >= TWENTY_ONE:
            return ()
        # 26.10: split aces have one card each; 26.8: they may be surrendered like any hand.
        split_ace = hand.split and is_ace(hand.cards[0])
        offered = {
            SURRENDER: True,
            turns.DOUBLE: not split_ace and (len(hand.cards) == 2 or not rules.double_on_two_cards),
            turns.SPLIT: turns.is_pair(hand) and not split_ace and len(box.hands) < rules.hands_max,
            turns.DRAW: not split_ace,
            turns.STAND: True,
        }
        return turns.words_of(rules.law, offered)

    def surrendered(box: Box, hand: Hand, word: str) -> None:
        surrender(dealer, play, hand, rules.surrender_charge, waits=not excluded)

    def doubled(box: Box, hand: Hand) -> None:
        # 26.8: after a double as well, half of everything.
        what = f"{box.place(hand)}: {hand.points}"
        if hand.points < TWENTY_ONE:
            choice = dealer.choose(box.caller, (SURRENDER, KEEP), cite="26.8", what=what)
            if choice == SURRENDER:
                surrendered(box, hand, choice)

    return turns.Turn(choices, surrendered, doubled)


def dealers_turn(dealer: Dealer, rules: DoubleAttackRules, play: Play, known: str) -> None:
    """26.7, 26.12: the hole card, and what the dealer draws to it."""
    dealer.phase = Phase.DEALERS_HAND
    if not reading.second_card_matters(dealer, play) and not bonus_wagers(dealer):
        return dealer.note("the dealer's hand can have no effect", cite="26.12")
    if reading.second_card(dealer, play, known, insurance=rules.insurance):
        return settle_against_blackjack(dealer, play)
    for _, hand in play.hands_from_the_right():
        if hand.waits == SURRENDER:
            give_up(dealer, play, hand, rules.surrender_charge)
    # The dealer stands on all 17s; for a bonus wager alone the third card is the last that
    # can decide anything.
    hands_left = bool(play.hands())
    settlement.dealers_cards(
        dealer,
        play,
        soft_17_draws=SOFT_17_DRAWS,
        matters=hands_left or bool(bonus_wagers(dealer)),
        cards_at_most=0 if hands_left else BUST_IT_CARDS,
    )
    with dealer.in_any_order():
        for _, hand in play.hands_from_the_right():
            settle_hand(dealer, rules, play, hand)
    settle_bonus_wagers(dealer, rules, play)


def settle_against_blackjack(dealer: Dealer, play: Play) -> None:
    """26.5, 26.6: a player's blackjack pushes, and everything else loses."""
    for box in play.boxes[::-1]:
        if box.hands[0].blackjack:
            settlement.give_back(dealer, box.hands[0], cite="26.5")
        settlement.against_blackjack(dealer, play, box)
    for wager in bonus_wagers(dealer):
        dealer.collect(wager, cite="26.6")


def settle_hand(dealer: Dealer, rules: DoubleAttackRules, play: Play, hand: Hand) -> None:
    """26.5: initial, double attack and doubled part win, lose and push together; a blackjack
    that had to wait wins against any other hand."""
    if hand.blackjack:
        return settlement.pay(dealer, hand, rules.blackjack, cite="26.5")
    settlement.settle_by(dealer, play, hand, compare(hand.points, play.dealers.points), rules.win)


def settle_bonus_wagers(dealer: Dealer, rules: DoubleAttackRules, play: Play) -> None:
    """26.6: won only if the dealer goes over 21 with exactly three cards."""
    row = NO_ROW
    if len(play.dealers.cards) == BUST_IT_CARDS:
        first, second, third = play.dealers.cards
        row = bust_it_row(first, second, third)
    for wager in bonus_wagers(dealer):
        if row == NO_ROW:
            dealer.collect(wager, cite="26.6")
        else:
            dealer.pay(wager, rules.bust_it.rows[row][1], cite="26.6")
