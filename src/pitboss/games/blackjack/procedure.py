"""N.J.A.C. 19:47-2 (13:69F-2), Blackjack: the sections that state a procedure, in order."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.families.twenty_one import shoe as cards
from pitboss.families.twenty_one.deal import initial_deal
from pitboss.families.twenty_one.play import Box, Phase, Play
from pitboss.families.twenty_one.reading import FOUND, read_hole_card
from pitboss.families.twenty_one.settlement import burn_exposed
from pitboss.games.blackjack.rules import (
    CARD_READER,
    CONTINUOUS,
    DOUBLE_SHOE,
    FACE_DOWN,
    FACE_UP,
    HAND,
    LEFT,
    RIGHT,
    SIDES,
    BlackjackRules,
)
from pitboss.games.blackjack.settlement import dealers_hands
from pitboss.games.blackjack.side_wagers import (
    Watch,
    add_to_meter,
    offer_third_card_to_sevens,
    settle_first_cards,
    settle_streaks,
)
from pitboss.games.blackjack.turn import blackjacks, offer_insurance, take_turns
from pitboss.games.blackjack.wagers import STREAK, BlackjackWagers, boxes_of, main_wagers
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.layout import NOBODY

# Diamonds and hearts.
RED_SUITS = (1, 2)


def open_the_table(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.4 Opening of table for gaming."""
    cards.open_the_table(dealer, rules.cites)


# -- 2.5, shuffle and cut --------------------------------------------------------------------------


def shuffle_and_cut(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.5 Shuffle and cut of the cards, and 2.6(c), the burn card."""
    dealer.next_procedure = "round"
    if rules.dealing == CONTINUOUS:
        # 2.21 An approved device takes the place of 2.5 and of the dealing steps of 2.6.
        dealer.phase = Phase.DEVICE
        dealer.new_shoe(full_shoe(rules.decks))
        dealer.act("place the cards in the device", cite=rules.continuous_shuffler_cite)
    elif rules.dealing == DOUBLE_SHOE:
        _shuffle_sides(dealer, rules)
    elif rules.bart_carter_shuffle and dealer.state.begun:
        _bart_carter_shuffle(dealer, rules)
    else:
        _shuffle_one(dealer, rules, "")
        # 2.6(c) The first card is burned, face down; not under the Bart Carter shuffle.
        if not rules.bart_carter_shuffle:
            burn_card(dealer, rules)
    dealer.remember(replace(dealer.state, begun=True, box=0, sat_out=()))
    dealer.phase = None


def _shuffle_one(dealer: Dealer, rules: BlackjackRules, side: str) -> None:
    """2.5: one set of cards is shuffled, cut and put into the shoe, or taken in hand."""
    state = dealer.state
    dealer.new_shoe(full_shoe(rules.decks))
    named = f" of the {side} side" if side else ""
    if rules.dealing == HAND:
        # 2.2(c) A device shuffles one batch while the other is in play.
        dealer.phase = Phase.DEVICE
        dealer.act("take the batch that the device has shuffled", cite="2.2(c)")
    else:
        dealer.act(f"shuffle the cards{named}", cite=rules.cites.shuffle)
    order = cards.cutters(dealer.table.seats, begun=state.begun, box=state.box)
    cutter = cards.cut_and_insert(
        dealer,
        rules.cites,
        order,
        margin=rules.cut_at_least,
        insert=not rules.bart_carter_shuffle,
    )
    dealer.remember(replace(dealer.state, cutter=cutter))
    if rules.dealing == HAND:
        dealer.act("place the second cutting card at the bottom", cite="2.2(a)")


def _bart_carter_shuffle(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.6(m): the discards are shuffled, parted in three and put back into the shoe."""
    cite = rules.bart_carter_cite
    dealer.act("remove the cards from the discard rack and shuffle them", cite=cite)
    dealer.act("split them into three stacks", cite=cite)
    dealer.act("insert each stack into its marked place in the shoe", cite=cite)
    dealer.new_shoe(full_shoe(rules.decks))


def _shuffle_sides(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.6(l)3: with a double shoe, only the side from which the cutting card came; both when
    the table opens or the licensee shuffles at will."""
    shoes = _both_sides(dealer)
    reached = [side for side in SIDES if shoes[side].cutting_card_reached] or list(SIDES)
    for side in reached:
        _shuffle_one(dealer, rules, side)
        shoes[side] = _shoe_of(dealer)
    dealer.new_shoe(shoes[LEFT])
    dealer.remember(replace(dealer.state, side=LEFT, other_side=shoes[RIGHT]))


def _shoe_of(dealer: Dealer) -> Shoe:
    return Shoe(tuple(dealer.counts), dealer.remaining, dealer.cutting_card, dealer.most)


def _both_sides(dealer: Dealer) -> dict[str, Shoe]:
    state = dealer.state
    other = RIGHT if state.side == LEFT else LEFT
    return {state.side: _shoe_of(dealer), other: state.other_side}


def burn_card(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.6(c): one card, face down, to the discard rack."""
    burned = dealer.burn("discard rack", cite=rules.cites.burn, seen=NOBODY)
    dealer.remember(replace(dealer.state, burned=burned))


# -- 2.6, a round ----------------------------------------------------------------------------------


def play_a_round(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.6: a round of play, and (i), (l), (m): what follows it."""
    play = Play(rules.cites, full_shoe(rules.decks), rules.cut_at_least)
    try:
        round_of_play(dealer, rules, play)
    except RoundConcluded:
        # An irregularity has ended the round; between rounds there is nothing to conclude.
        if dealer.opening:
            raise
    conclude(dealer, rules, play)


def round_of_play(dealer: Dealer, rules: BlackjackRules, play: Play) -> None:
    """2.3, then 2.6(d) to (h), or (j) or (k) in place of (h)."""
    # 2.3 All wagers are made before the first card.
    main = main_wagers(dealer, rules)
    BlackjackWagers.on_boxes(dealer, rules.cites, main).take_wagers()
    play.boxes = boxes_of(dealer, main)
    if rules.bars_who_sat_out:
        remember_who_sat_out(dealer)
    if rules.progressive is not None:
        add_to_meter(dealer, rules)

    # (d), (e) The determinant card of a double shoe; then two cards to each box from the left.
    first = determinant_card(dealer, rules, play) if rules.dealing == DOUBLE_SHOE else -1
    initial_deal(dealer, play, hole_card=_hole_card(rules), first_card=first)
    if not play.boxes:
        return

    # 2.17(d), (e) and its like: wagers on the first cards are settled before any third card.
    watch = settle_first_cards(dealer, rules, play)
    play.after_card = watch.after_card

    # 2.9(b) Insurance, unless it is made at each player's turn.
    if not rules.insurance_at_turn:
        offer_insurance(dealer, rules, play, play.boxes)

    # (j), (k) A blackjack of the dealer that is known now ends the round.
    known = dealer_has_blackjack(dealer, rules, play)
    if known:
        blackjack_ends_it(dealer, rules, play, watch)
    else:
        # 2.7, (f), (g) Blackjacks; then each player in turn.
        blackjacks(dealer, rules, play)
        take_turns(dealer, rules, play, watch)

    # (h) The dealer's second card and what follows; all wagers are settled.
    dealers_hands(dealer, rules, play, blackjack_known=known)
    settle_streaks(dealer, rules)


def remember_who_sat_out(dealer: Dealer) -> None:
    """2.3: whoever makes no wager in a round, until the cards are shuffled."""
    playing = [wager.seat for wager in dealer.wagers if wager.round_made == dealer.table.round]
    out = tuple(seat for seat in dealer.table.seats if seat not in playing)
    dealer.remember(replace(dealer.state, sat_out=out))


def _hole_card(rules: BlackjackRules) -> str:
    """A card reader reads a hole card that lies face down."""
    return FACE_DOWN if rules.hole_card == CARD_READER else rules.hole_card


def determinant_card(dealer: Dealer, rules: BlackjackRules, play: Play) -> int:
    """2.6(d): a card from either side; its colour names the side of this round. From that very
    side it becomes the first player's first card (and is given back); else it is burned."""
    side = dealer.choose(0, SIDES, cite="2.6(d)1", what="side of the determinant card")
    deal_from(dealer, side)
    box = play.boxes[0]
    seat, place = box.number, "determinant card"
    card = cards.draw(dealer, play, place, cite="2.6(d)1", seat=seat)
    red, black = (LEFT, RIGHT) if rules.red_side == LEFT else (RIGHT, LEFT)
    named = red if card & 3 in RED_SUITS else black
    if named == side:
        dealer.note("the determinant card is the first card", cite="2.6(d)2", seat=seat)
        dealer.move(card, place, box.place(box.hands[0]), cite="2.6(d)2", seat=seat)
        return card
    dealer.act("burn the determinant card in the segregated area", cite="2.6(d)2")
    deal_from(dealer, named)
    return -1


def deal_from(dealer: Dealer, side: str) -> None:
    """The cards of that side of the double shoe come into play."""
    state = dealer.state
    if side == state.side:
        return
    other = _shoe_of(dealer)
    dealer.load(state.other_side, f"the {side} side of the double shoe", cite="2.6(d)1")
    dealer.remember(replace(state, side=side, other_side=other))


def dealer_has_blackjack(dealer: Dealer, rules: BlackjackRules, play: Play) -> bool:
    """2.6(j): told by the card reader on an ace or ten-value card; 2.6(k): seen by all."""
    if rules.hole_card == FACE_UP:
        return play.dealers.blackjack
    return rules.hole_card == CARD_READER and read_hole_card(dealer, play) == FOUND


def blackjack_ends_it(dealer: Dealer, rules: BlackjackRules, play: Play, watch: Watch) -> None:
    """2.6(j)1, 3 and (k)6: no additional cards, but a third one offered to two sevens with a
    sevens wager."""
    face_up = rules.ties_lose
    ends, offer = ("2.6(k)6", "2.6(k)6") if face_up else ("2.6(j)1", "2.6(j)3")
    # 2.7(b) A player's blackjack is announced, whatever the dealer has.
    for box in play.boxes:
        if box.hands[0].blackjack:
            dealer.announce(f"p{box.number}: Blackjack", cite="2.7(b)")
    dealer.note("the dealer has a blackjack: no additional cards", cite=ends)
    for box in offer_third_card_to_sevens(dealer, rules, play):
        card = cards.draw(dealer, play, third_card_of(box), cite=offer, seat=box.number)
        watch.after_card(box, card)
    for box in play.boxes:
        watch.turn_over(box)


def third_card_of(box: Box) -> str:
    return f"sevens wager of p{box.number}"


# -- 2.6(i), (l), (m), the end of a round ----------------------------------------------------------


def conclude(dealer: Dealer, rules: BlackjackRules, play: Play) -> None:
    """2.6(i): the cards are picked up from the far right, the dealer's last; then a reshuffle
    if it is due."""
    dealer.phase = None
    assert all(wager.kind == STREAK for wager in dealer.wagers), "wagers left unsettled"
    if play.exposed >= 0:
        burn_exposed(dealer, play)
    dealer.act(
        "pick up the cards from the far right, the dealer's last, and place them in the discard "
        "rack",
        cite=rules.cites.pick_up,
    )
    if rules.dealing == CONTINUOUS:
        return dealer.new_shoe(full_shoe(rules.decks))
    if rules.bart_carter_shuffle:
        due = play.complete.remaining - dealer.remaining > rules.bart_carter_discards
        cite, why = rules.bart_carter_cite, "the discards exceed one deck"
    else:
        due = dealer.cutting_card_reached or _other_side_is_due(dealer)
        cite, why = rules.cites.cutting_card, "the cutting card is reached"
    if due or play.reshuffle:
        dealer.note(f"{why}: reshuffle", cite=cite)
        dealer.next_procedure = "shuffle"
        if not rules.bart_carter_shuffle:
            gather_the_rest(dealer, rules)
    # 2.5 Where the cutting card came out says who cuts next.
    dealer.remember(replace(dealer.state, begun=True, box=max(play.cut_at, 0)))


def gather_the_rest(dealer: Dealer, rules: BlackjackRules) -> None:
    """2.6(l)2: what is left in the shoe, or in the side from which the cutting card came, goes to
    the discard rack, so that no card is missing."""
    cite = rules.cites.cutting_card
    items = cite == "2.6(l)"  # as it was read; how it was itemised before 1991 is not known to us
    if rules.dealing == DOUBLE_SHOE:
        text = "remove the cards left in the side of the shoe to be shuffled, and its discards"
        cite += "2ii" if items else ""
    else:
        text, cite = "remove the cards left in the shoe", cite + ("2i" if items else "")
    dealer.act(f"{text}, and place them in the discard rack: none is missing", cite=cite)


def _other_side_is_due(dealer: Dealer) -> bool:
    other = dealer.state.other_side
    return other is not None and other.cutting_card_reached
