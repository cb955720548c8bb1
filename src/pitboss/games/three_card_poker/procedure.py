"""N.J.A.C. 19:47-20 (13:69F-20), Three Card Poker: the sections that state a procedure, in
order."""

from __future__ import annotations

from pitboss.families.one_deck_poker import cards, deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.three_card_poker.hands import (
    arranged,
    category_name,
    ledger_row,
    qualifies,
    three_card_value,
)
from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER

PLAY, FOLD = "play", "fold"
CARDS_IN_A_HAND = 3


def open_the_table(dealer: Dealer, rules: ThreeCardPokerRules) -> None:
    """20.4 Opening of the table for gaming."""
    deck.open_the_table(dealer, rules.deck)


def shuffle_and_cut(dealer: Dealer, rules: ThreeCardPokerRules) -> None:
    """20.5 Shuffle and cut of the cards, before play and after every round. (b) No cut after an
    automated shuffle; (c)1 otherwise by the dealer, at least ten cards from the top."""
    deck.shuffle_and_cut(dealer, rules.deck)


def play_a_round(dealer: Dealer, rules: ThreeCardPokerRules) -> None:
    """20.6, then 20.7, 20.8 or 20.9, then 20.10: one round of play."""
    # 20.6(d) Ante and pair plus wagers, either or both, before "No more bets".
    dealer.take_wagers("ante", "pair-plus", cite="20.6(d)", required=True)
    dealer.phase = Phase.DEALING
    hands = deal_the_cards(dealer, rules)
    complete_the_round(dealer, rules, hands)


def deal_the_cards(dealer: Dealer, rules: ThreeCardPokerRules) -> cards.Hands:
    """20.7, 20.8 or 20.9 Procedures for dealing the cards from a manual dealing shoe, from the
    hand or from an automated dealing shoe."""
    dealt = rules.deck.dealt
    # (b) Announced before any card is dealt.
    dealer.announce("No more bets", cite=dealt.announced)
    # (c) Face down, one card at a time or in stacks of three, from the far left clockwise to
    # each bettor and then the dealer.
    hands = cards.empty_hands(dealer)
    order = cards.order_of_deal(dealer, hands, CARDS_IN_A_HAND, in_stacks=rules.deck.in_stacks)
    cards.deal(dealer, order, cite=dealt.dealt)
    # (d) The stub goes to the discard rack unseen, (e) after it has been counted if that is due.
    deck.put_away_the_stub(dealer, rules.deck)
    return hands


def complete_the_round(dealer: Dealer, rules: ThreeCardPokerRules, hands: cards.Hands) -> None:
    """20.10 Procedures for completion of each round of play."""
    # (b) From the far left clockwise: a play wager equal to the ante, or forfeit.
    dealer.phase = Phase.DECISIONS
    antes: dict[int, int] = {}
    folded = []
    for seat in hands:
        ante = dealer.find(seat, "ante")
        if ante is None:
            continue
        if dealer.choose(seat, (PLAY, FOLD), cite="20.10(b)", what="play or fold") == PLAY:
            dealer.place_wager(seat, "play", ante.cents, cite="20.10(b)")
            antes[seat] = ante.cents
        else:
            folded.append(seat)
    # Then all that was forfeited is collected, wagers and cards.
    dealer.phase = Phase.FORFEITS
    if folded:
        side_wagers = rules.fold_forfeits_pair_plus
        cards.collect_forfeited(dealer, folded, side_wagers=side_wagers, cite="20.10(b)")
    # The dealer's cards, laid as a hand; then each active hand from the far right.
    dealer.act("reveal the dealer's cards", cite="20.10(b)")
    dealer.phase = Phase.REVEAL
    cards.show(dealer, DEALER, arranged(hands[DEALER]), cite="20.10(b)")
    active = dealer.players_with_wagers(reverse=True)
    for seat in active:
        dealer.act(f"reveal the {cards.place_of(seat)}", cite="20.10(b)")
        cards.show(dealer, seat, hands[seat], cite="20.10(b)")
    # (c) Losing wagers are collected, then winning wagers paid.
    dealer.phase = Phase.SETTLEMENT
    settle(dealer, rules, hands, active, antes)
    # (c)2 All cards to the discard rack, and 20.5(a): a shuffle after every round.
    dealer.act("collect all cards in order and place them in the discard rack", cite="20.10(c)2")
    deck.to_the_shuffle(dealer)


def settle(
    dealer: Dealer,
    rules: ThreeCardPokerRules,
    hands: cards.Hands,
    active: list[int],
    antes: dict[int, int],
) -> None:
    """20.10(c) and 20.11: `active` hands from the far right; `antes` of those who play."""
    dealers_value = three_card_value(*hands[DEALER])
    qualified = qualifies(dealers_value)
    if qualified:
        name = category_name(dealers_value)
        dealer.note(f"the dealer has queen high or better: {name}", cite="20.11(a)1")
    else:
        dealer.note("the dealer does not have queen high or better", cite="20.11(a)1")
    values = {seat: three_card_value(*hands[seat]) for seat in active}
    on_the_table = {(wager.seat, wager.kind): wager for wager in dealer.wagers}

    # 20.10(c) Losing wagers first.
    # Doubt: in what order. We take them as the hands were revealed, from the far right.
    for seat in active:
        if seat in antes and qualified and values[seat] < dealers_value:
            dealer.collect(on_the_table.pop((seat, "ante")), cite="20.10(c)")
            dealer.collect(on_the_table.pop((seat, "play")), cite="20.10(c)")
        pair_plus = on_the_table.get((seat, "pair-plus"))
        if pair_plus and rules.pair_plus_ledger[ledger_row(values[seat])] is None:
            dealer.collect(on_the_table.pop((seat, "pair-plus")), cite="20.10(c)")

    # 20.10(c)1 Then winning wagers, from the far right counterclockwise.
    for seat in active:
        row = ledger_row(values[seat])
        ante = on_the_table.get((seat, "ante"))
        if ante is not None:
            play = on_the_table[seat, "play"]
            if not qualified:
                # 20.11(a)1 Below queen high the ante is paid and the play wager returned.
                dealer.pay(ante, rules.ante, cite="20.11(a)1")
                dealer.give_back(play, cite="20.11(a)1", result="returned")
            elif values[seat] > dealers_value:
                dealer.pay(ante, rules.ante, cite="20.11(a)1")
                dealer.pay(play, rules.play, cite="20.11(a)1")
            else:
                # Doubt: 20.11 is silent on a draw (20.3(c)): both wagers are returned.
                dealer.give_back(ante, cite="20.3(c)")
                dealer.give_back(play, cite="20.3(c)")
        pair_plus = on_the_table.get((seat, "pair-plus"))
        if pair_plus is not None:
            odds = rules.pair_plus_ledger[row]
            assert odds is not None
            dealer.pay(pair_plus, odds, cite="20.11(a)2")
        bonus = rules.ante_bonus_ledger[row]
        if bonus is not None and seat in antes:
            # Doubt: (a)3 names no base: paid on the ante, whether it won or lost.
            dealer.bonus(seat, "ante-bonus", antes[seat], bonus, cite="20.11(a)3")
