"""N.J.A.C. 13:69F-2A, Blackjack Switch: the sections that state a procedure, in order.

2A.12 to 2A.15 were read, and parts of 2A.9 and 2A.11; the rest is the game as it is licensed, and
is cited without paragraphs."""

from __future__ import annotations

import msgspec

from pitboss.equipment.shoe import full_shoe
from pitboss.families.twenty_one import reading, settlement, shoe, table
from pitboss.families.twenty_one import turn as turns
from pitboss.families.twenty_one.boxes import Main, MainWagers, boxes_on
from pitboss.families.twenty_one.deal import initial_deal
from pitboss.families.twenty_one.hands import TWENTY_ONE, is_ace, two_cards
from pitboss.families.twenty_one.play import Box, Hand, Phase, Play
from pitboss.families.twenty_one.surrender import SURRENDER, give_up, surrender
from pitboss.games.blackjack_switch.hands import NO_ROW, SOFT_17_DRAWS, compare, match_row
from pitboss.games.blackjack_switch.rules import CITES, SwitchRules
from pitboss.table.dealer import Dealer

FIRST, SECOND, BOTH = "first", "second", "both"
MATCH = "match"
SWITCH, KEEP = "switch", "keep"
NO_SURRENDER = "no surrender"
BLACKJACK = "blackjack"


class Spot(msgspec.Struct, eq=False):
    """One player's two hands; fewer where one is dead. `switched`: their second cards were
    exchanged."""

    boxes: list[Box]
    switched: bool = False

    @property
    def hands(self) -> list[Hand]:
        """The initial hands, before any split."""
        return [box.hands[0] for box in self.boxes]


def open_the_table(dealer: Dealer, rules: SwitchRules) -> None:
    """2A.3 Opening of the table for gaming."""
    shoe.open_the_table(dealer, CITES)


def shuffle_and_cut(dealer: Dealer, rules: SwitchRules) -> None:
    """2A.4 Shuffle and cut of the cards; 2A.7, the burn card."""
    table.shuffle_cut_and_burn(
        dealer,
        CITES,
        full_shoe(rules.decks),
        margin=rules.cut_at_least,
        device=rules.automated_shuffler,
    )


def play_a_round(dealer: Dealer, rules: SwitchRules) -> None:
    """2A.5 to 2A.12: one round of play."""
    play = Play(CITES, full_shoe(rules.decks), rules.cut_at_least)
    take_wagers(dealer, rules, play)
    # 2A.7: a card to each betting area, one to the dealer, a second to each area, the hole card.
    initial_deal(dealer, play, hole_card="face down")
    if play.boxes:
        spots = spots_of(play)
        settle_match_wagers(dealer, rules, spots)
        play_hands(dealer, rules, play, spots)
    table.conclude(dealer, play)


def take_wagers(dealer: Dealer, rules: SwitchRules, play: Play) -> None:
    """2A.5, 2A.6, 2A.13: two equal wagers on a spot, the match wager beside them, and wagers on
    other players' spots, before the first card."""
    main = Main(
        kinds={FIRST: FIRST, SECOND: SECOND},
        side={MATCH: "2A.6"},
        one_box="2A.14",
        people=rules.people_on_a_box,
        several_boxes=rules.several_boxes,
        called="wagers on the two hands",
    )
    MainWagers.on_boxes(dealer, CITES, main).take_wagers()
    play.boxes = boxes_on(dealer, main)


def spots_of(play: Play) -> list[Spot]:
    numbers = dict.fromkeys(box.number for box in play.boxes)
    return [Spot([box for box in play.boxes if box.number == number]) for number in numbers]


def settle_match_wagers(dealer: Dealer, rules: SwitchRules, spots: list[Spot]) -> None:
    """2A.6: on the four cards as dealt, once, at the highest payoff among them."""
    dealer.phase = Phase.SIDE_WAGERS
    for spot in spots[::-1]:
        wager = dealer.find(spot.boxes[0].number, MATCH)
        if wager is None:
            continue
        first, second = spot.hands
        row = match_row(first.cards[0], first.cards[1], second.cards[0], second.cards[1])
        if row == NO_ROW:
            dealer.collect(wager, cite="2A.6")
        else:
            dealer.pay(wager, rules.match.rows[row][1], cite="2A.6")


def play_hands(dealer: Dealer, rules: SwitchRules, play: Play, spots: list[Spot]) -> None:
    """2A.7: insurance, the card reader device, the players' turns and the dealer's."""
    # 2A.8: each hand may be insured while the dealer shows an ace.
    known = reading.insure_and_read(
        dealer, play, odds=rules.insurance, percent=rules.insurance_percent
    )
    if known == reading.FOUND:
        for _, hand in play.hands():
            hand.waits = BLACKJACK if hand.blackjack else ""
        return settle_against_blackjack(dealer, play)

    excluded = known == reading.EXCLUDED
    turn = turn_of(rules)
    reading.turns_begin(dealer, play)
    for spot in spots:
        decide_on_spot(dealer, rules, play, spot, excluded=excluded)
        for box in spot.boxes:
            if not box.hands[0].waits:
                turns.play_box(dealer, play, box, turn)
    turns.late_hits(dealer, play, turn)
    dealers_turn(dealer, rules, play, known)


def decide_on_spot(
    dealer: Dealer, rules: SwitchRules, play: Play, spot: Spot, *, excluded: bool
) -> None:
    """2A.7, 2A.9: both totals are announced; surrender comes before any other decision, then the
    switch; blackjacks are told apart. `excluded`: the dealer has no blackjack."""
    for box in spot.boxes:
        turns.announce_total(dealer, box, box.hands[0], cite="2A.7")
    if rules.surrender:
        for hand in surrendered_hands(dealer, play, spot):
            surrender(dealer, play, hand, rules.surrender_charge, waits=not excluded)
    offer_switch(dealer, play, spot)
    for box, hand in zip(spot.boxes, spot.hands, strict=True):
        if is_blackjack(rules, spot, hand):
            dealer.announce(f"{box.name}: blackjack", cite="2A.7")
            hand.waits = BLACKJACK
            if excluded:
                settlement.pay(dealer, hand, rules.blackjack, cite="2A.5")


def surrendered_hands(dealer: Dealer, play: Play, spot: Spot) -> list[Hand]:
    """2A.9: one or both hands may be given up."""
    areas = [box.area for box in spot.boxes]
    if len(areas) > 1:
        areas.append(BOTH)
    words = tuple(f"{SURRENDER} {area}" for area in areas)
    caller = spot.boxes[0].caller
    choice = turns.choose_before_a_turn(
        dealer, play, caller, (*words, NO_SURRENDER), cite="2A.9(a)", what=SURRENDER
    )
    if choice == NO_SURRENDER:
        return []
    chosen = choice.removeprefix(f"{SURRENDER} ")
    return [box.hands[0] for box in spot.boxes if chosen in (box.area, BOTH)]


def offer_switch(dealer: Dealer, play: Play, spot: Spot) -> None:
    """2A.7: the second cards of two hands that are both in play may be exchanged, once."""
    hands = spot.hands
    if len(hands) < 2 or any(hand.finished for hand in hands):
        return
    caller = spot.boxes[0].caller
    what = f"switch: {hands[0].points} and {hands[1].points}"
    choice = turns.choose_before_a_turn(
        dealer, play, caller, (SWITCH, KEEP), cite="2A.7", what=what
    )
    if choice == KEEP:
        return
    spot.switched = True
    dealer.act("exchange the second cards of the two hands", cite="2A.7")
    first, second = spot.boxes
    places = (first.place(hands[0]), second.place(hands[1]))
    dealer.move(hands[0].cards[1], *places, cite="2A.7", seat=first.number)
    dealer.move(hands[1].cards[1], *places[::-1], cite="2A.7", seat=first.number)
    hands[0].cards[1], hands[1].cards[1] = hands[1].cards[1], hands[0].cards[1]
    for box, hand in zip(spot.boxes, hands, strict=True):
        hand.count = two_cards(hand.cards[0], hand.cards[1])
        turns.announce_total(dealer, box, hand, cite="2A.7")


def is_blackjack(rules: SwitchRules, spot: Spot, hand: Hand) -> bool:
    """2A.1: a blackjack brought about by the switch counts where the licensee reads it so."""
    in_play = bool(hand.laid) and not hand.waits
    return in_play and hand.blackjack and (rules.switched_blackjack or not spot.switched)


def turn_of(rules: SwitchRules) -> turns.Turn:
    """2A.10 to 2A.12: what a player may do with a hand."""

    def choices(box: Box, hand: Hand) -> tuple[str, ...]:
        # 2A.12(a)1: with 21 no further card.
        if hand.points >= TWENTY_ONE:
            return ()
        ace = is_ace(hand.cards[0])
        most = rules.aces_hands_max if ace else rules.hands_max
        splits = turns.is_pair(hand) and len(box.hands) < most
        # 2A.11: split aces have one card each, unless they may be split again.
        split_ace = hand.split and ace
        if split_ace and not splits:
            return ()
        two = len(hand.cards) == 2
        offered = {
            turns.DOUBLE: two and not split_ace,
            turns.SPLIT: splits,
            turns.DRAW: not split_ace,
            turns.STAND: True,
        }
        return turns.words_of(rules.law, offered)

    def nothing_else(box: Box, hand: Hand, word: str) -> None:
        raise AssertionError(f"{word} is no decision on a hand")

    return turns.Turn(choices, nothing_else)


def dealers_turn(dealer: Dealer, rules: SwitchRules, play: Play, known: str) -> None:
    """2A.7, 2A.12: the hole card, and what the dealer draws to it."""
    dealer.phase = Phase.DEALERS_HAND
    if not reading.second_card_matters(dealer, play):
        # 2A.12(c) Decisions have been made on all hands.
        return dealer.note("the dealer's hand can have no effect", cite="2A.12(c)")
    if reading.second_card(dealer, play, known, insurance=rules.insurance):
        return settle_against_blackjack(dealer, play)
    for _, hand in play.hands_from_the_right():
        if hand.waits == SURRENDER:
            give_up(dealer, play, hand, rules.surrender_charge)
        elif hand.waits == BLACKJACK:
            settlement.pay(dealer, hand, rules.blackjack, cite="2A.5")
    # 2A.12(b) The dealer draws on a soft 17, and stands on 22.
    settlement.dealers_cards(dealer, play, soft_17_draws=SOFT_17_DRAWS, matters=bool(play.hands()))
    with dealer.in_any_order():
        for _, hand in play.hands_from_the_right():
            # 2A.5: against the dealer's 22 a hand of 21 or less pushes, with its whole stake.
            compared = compare(hand.points, play.dealers.points, rules.push_total)
            settlement.settle_by(dealer, play, hand, compared, rules.win)


def settle_against_blackjack(dealer: Dealer, play: Play) -> None:
    """2A.5, 2A.9: a player's blackjack pushes; a surrendered hand loses all of its wager, any
    other the original one."""
    for box in play.boxes[::-1]:
        hand = box.hands[0]
        if hand.waits == BLACKJACK:
            settlement.give_back(dealer, hand, cite="2A.5")
        elif hand.waits == SURRENDER:
            settlement.collect(dealer, hand, cite="2A.9(a)")
        settlement.against_blackjack(dealer, play, box)
