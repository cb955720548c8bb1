"""N.J.A.C. 19:47-19 (13:69F-19), Spanish 21: the sections that state a procedure, in order.

No section of this subchapter was available to us: what follows is the game as it is licensed, and
sections are cited whole but where another text names a paragraph."""

from __future__ import annotations

from pitboss.families.twenty_one import reading, settlement, shoe, table
from pitboss.families.twenty_one import turn as turns
from pitboss.families.twenty_one.boxes import Main, MainWagers, boxes_on
from pitboss.families.twenty_one.deal import initial_deal
from pitboss.families.twenty_one.hands import TWENTY_ONE
from pitboss.families.twenty_one.play import Box, Hand, Phase, Play
from pitboss.families.twenty_one.surrender import SURRENDER, give_up, surrender
from pitboss.games.spanish_21.hands import (
    NO_ROW,
    SOFT_17_DRAWS,
    bonus_row,
    compare,
    is_super_bonus,
    match_row,
)
from pitboss.games.spanish_21.rules import CITES, Spanish21Rules, complete_shoe
from pitboss.table.dealer import Dealer

MATCH = "match-the-dealer"
RESCUE, KEEP = "rescue", "keep"
SUPER_BONUS, ENVY_ROW = "super-bonus", "other players"


def open_the_table(dealer: Dealer, rules: Spanish21Rules) -> None:
    """19.3 Opening of the table for gaming."""
    shoe.open_the_table(dealer, CITES)


def shuffle_and_cut(dealer: Dealer, rules: Spanish21Rules) -> None:
    """19.4 Shuffle and cut of the cards; 19.7, the burn card."""
    if rules.continuous_shuffler:
        dealer.new_shoe(complete_shoe(rules))
        dealer.act("place the cards in the continuous shuffling device", cite="19.4")
        dealer.next_procedure = "round"
        return
    table.shuffle_cut_and_burn(
        dealer,
        CITES,
        complete_shoe(rules),
        margin=rules.cut_at_least,
        device=rules.automated_shuffler,
    )


def play_a_round(dealer: Dealer, rules: Spanish21Rules) -> None:
    """19.5 to 19.12: one round of play."""
    play = Play(CITES, complete_shoe(rules), rules.cut_at_least)
    take_wagers(dealer, rules, play)
    initial_deal(dealer, play, hole_card="none" if rules.hole_card == "none" else "face down")
    if play.boxes:
        settle_match_wagers(dealer, rules, play)
        play_hands(dealer, rules, play)
    conclude(dealer, rules, play)


def conclude(dealer: Dealer, rules: Spanish21Rules, play: Play) -> None:
    """19.7(h): the cards are picked up so that every hand can be made again."""
    table.conclude(dealer, play)
    if rules.continuous_shuffler:
        dealer.new_shoe(complete_shoe(rules))
        dealer.next_procedure = "round"


def take_wagers(dealer: Dealer, rules: Spanish21Rules, play: Play) -> None:
    """19.5, 19.6, 19.13: initial wagers, match-the-dealer wagers beside them, and wagers on
    other players' boxes, before the first card."""
    main = Main(
        kinds={"": "initial"},
        side={MATCH: "19.6"},
        one_box="19.14",
        people=rules.people_on_a_box,
        several_boxes=rules.several_boxes,
    )
    MainWagers.on_boxes(dealer, CITES, main).take_wagers()
    dealer.announce("No more bets", cite="19.7")
    play.boxes = boxes_on(dealer, main)


def settle_match_wagers(dealer: Dealer, rules: Spanish21Rules, play: Play) -> None:
    """19.6: each of the player's first two cards against the dealer's first card, before play
    goes on."""
    dealer.phase = Phase.SIDE_WAGERS
    for box in play.boxes[::-1]:
        wager = dealer.find(box.number, MATCH)
        if wager is None:
            continue
        first, second = box.hands[0].cards
        row = match_row(first, second, play.dealers.cards[0])
        if row == NO_ROW:
            dealer.collect(wager, cite="19.6")
        else:
            dealer.pay(wager, rules.match_the_dealer.rows[row][1], cite="19.6")


def play_hands(dealer: Dealer, rules: Spanish21Rules, play: Play) -> None:
    """19.7: insurance, the card reader device, blackjacks, the players' turns and the dealer's."""
    known = reading.insure_and_read(
        dealer, play, odds=rules.insurance, percent=rules.insurance_percent
    )
    pay_blackjacks(dealer, rules, play)
    if known == reading.FOUND:
        return settle_against_blackjack(dealer, play)

    turn = turn_of(dealer, rules, play, excluded=known == reading.EXCLUDED)
    reading.turns_begin(dealer, play)
    for box in play.boxes:
        if box.hands[0].laid:
            turns.announce_total(dealer, box, box.hands[0], cite="19.7")
            turns.play_box(dealer, play, box, turn)
    turns.late_hits(dealer, play, turn)
    dealers_turn(dealer, rules, play, known)


def pay_blackjacks(dealer: Dealer, rules: Spanish21Rules, play: Play) -> None:
    """19.5: a player's blackjack wins whatever the dealer has, and is paid at once."""
    for box in play.boxes:
        hand = box.hands[0]
        if hand.blackjack:
            dealer.announce(f"{box.name}: blackjack", cite="19.7")
            settlement.pay(dealer, hand, rules.blackjack, cite="19.5")
            hand.removed = True


def turn_of(dealer: Dealer, rules: Spanish21Rules, play: Play, *, excluded: bool) -> turns.Turn:
    """19.8 to 19.10, 19.12: what a player may do. `excluded`: the dealer has no blackjack."""

    def choices(box: Box, hand: Hand) -> tuple[str, ...]:
        if hand.points >= TWENTY_ONE:
            return ()
        first_decision = len(hand.cards) == 2 and not hand.split
        offered = {
            # 19.8: on the first two cards only.
            SURRENDER: rules.surrender and first_decision,
            # 19.9: on two or more cards of any total.
            turns.DOUBLE: True,
            # 19.10: to four hands, aces included.
            turns.SPLIT: turns.is_pair(hand) and len(box.hands) < rules.hands_max,
            turns.DRAW: True,
            turns.STAND: True,
        }
        return turns.words_of(rules.law, offered)

    def surrendered(box: Box, hand: Hand, word: str) -> None:
        surrender(dealer, play, hand, rules.surrender_charge, waits=not excluded)

    def doubled(box: Box, hand: Hand) -> None:
        if not (excluded and hand.points == TWENTY_ONE):
            offer_rescue(dealer, play, box, hand)

    def done(box: Box, hand: Hand) -> None:
        # 21 that a blackjack of the dealer's cannot beat any more is paid at once.
        if excluded and hand.points == TWENTY_ONE:
            pay_winner(dealer, rules, play, hand)

    return turns.Turn(choices, surrendered, doubled, done)


def offer_rescue(dealer: Dealer, play: Play, box: Box, hand: Hand) -> None:
    """19.9: after the card of a double the player may take the doubled part back and forfeit
    the wager of the hand.

    Doubt: on a shared box each person who doubled decides alone; who did not double has nothing
    to take back, and that wager stays on the hand."""
    what = f"{box.place(hand)}: {hand.points}"
    for laid in list(hand.laid):
        original, *doubled = laid.wagers
        if not doubled:
            continue
        choice = dealer.choose(laid.stake.owner, (RESCUE, KEEP), cite="19.9", what=what)
        if choice == RESCUE:
            for wager in doubled:
                dealer.give_back(wager, cite="19.9", result="returned")
            laid.stake.lost += original.cents
            dealer.collect(original, cite="19.9")
            hand.laid.remove(laid)
    hand.removed = not hand.laid


def dealers_turn(dealer: Dealer, rules: Spanish21Rules, play: Play, known: str) -> None:
    """19.7, 19.12: the dealer's second card and what follows it."""
    dealer.phase = Phase.DEALERS_HAND
    if not reading.second_card_matters(dealer, play):
        return dealer.note("the dealer's hand can have no effect", cite="19.12")
    if reading.second_card(dealer, play, known, insurance=rules.insurance):
        return settle_against_blackjack(dealer, play)
    for _, hand in play.hands_from_the_right():
        if hand.waits == SURRENDER:
            give_up(dealer, play, hand, rules.surrender_charge)
    # The dealer stands on all 17s, and draws nothing that decides nothing: a 21 has won by now.
    matters = any(hand.points != TWENTY_ONE for _, hand in play.hands())
    settlement.dealers_cards(dealer, play, soft_17_draws=SOFT_17_DRAWS, matters=matters)
    for _, hand in play.hands_from_the_right():
        # A player's 21 wins against 21 as well.
        compared = compare(hand.points, play.dealers.points)
        if compared > 0:
            pay_winner(dealer, rules, play, hand)
        else:
            settlement.settle_by(dealer, play, hand, compared, rules.win)


def settle_against_blackjack(dealer: Dealer, play: Play) -> None:
    """19.5, 19.8: every hand that is left loses; a surrendered one all of its wager."""
    for box in play.boxes[::-1]:
        for hand in box.hands:
            if hand.waits == SURRENDER:
                settlement.collect(dealer, hand, cite="19.8")
        settlement.against_blackjack(dealer, play, box)


def pay_winner(dealer: Dealer, rules: Spanish21Rules, play: Play, hand: Hand) -> None:
    """19.5(f): some hands of 21 are paid more, unless they were doubled; (g): the super bonus is
    added, unless the hand was doubled or split."""
    row = NO_ROW
    if hand.points == TWENTY_ONE and not hand.doubled and len(hand.cards) > 2:
        first, second, third = hand.cards[:3]
        row = bonus_row(len(hand.cards), first, second, third)
    laid = list(hand.laid)
    if row == NO_ROW:
        return settlement.pay(dealer, hand, rules.win, cite="19.5")
    settlement.pay(dealer, hand, rules.bonus_21.rows[row][1], cite="19.5(f)")
    if len(hand.cards) == 3 and not hand.split:
        first, second, third = hand.cards
        if is_super_bonus(first, second, third, play.dealers.cards[0]):
            winners = {on.stake.owner: rules.super_bonus_row(on.stake.cents) for on in laid}
            pay_super_bonus(dealer, rules, play, winners)


def pay_super_bonus(
    dealer: Dealer, rules: Spanish21Rules, play: Play, winners: dict[int, str]
) -> None:
    """19.5(g): a fixed amount to each who has a large enough wager on the hand, and a smaller one
    to every other player with a wager in the round."""
    paid = [seat for seat, row in winners.items() if row]
    if not paid:
        return
    for seat in paid:
        amount = rules.super_bonus_amount(winners[seat])
        dealer.award(seat, SUPER_BONUS, amount, cite="19.5(g)")
    areas = dealer.table.areas
    players = [areas.get(seat, seat) for seat in paid]
    for seat in sorted(stake.owner for box in play.boxes for stake in box.stakes):
        player = areas.get(seat, seat)
        if player not in players:
            players.append(player)
            amount = rules.super_bonus_amount(ENVY_ROW)
            dealer.award(player, SUPER_BONUS, amount, cite="19.5(g)")
