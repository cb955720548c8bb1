"""N.J.A.C. 13:69F-27, Four-Card Poker: the sections that state a procedure, in order. Of these
only 27.6 was available to us: the rest is the standard game in the order of subchapter 20."""

from __future__ import annotations

from pitboss.families.one_deck_poker import cards, deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.four_card_poker.hands import four_card_value, hand_name, hand_row
from pitboss.games.four_card_poker.rules import FOLD, FourCardPokerRules
from pitboss.money import parse_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER

# The dealer has one card more, the last one, which is face up.
PLAYERS_CARDS = 5


def open_the_table(dealer: Dealer, rules: FourCardPokerRules) -> None:
    """27.4 Opening of the table for gaming."""
    deck.open_the_table(dealer, rules.deck)


def shuffle_and_cut(dealer: Dealer, rules: FourCardPokerRules) -> None:
    """27.5 Shuffle and cut of the cards, before play and after every round."""
    deck.shuffle_and_cut(dealer, rules.deck)


def play_a_round(dealer: Dealer, rules: FourCardPokerRules) -> None:
    """27.6, then 27.7, 27.8 or 27.9, then 27.10: one round of play."""
    # 27.6 Ante and aces up wagers, either or both, before "No more bets".
    dealer.take_wagers("ante", "aces-up", cite="27.6", required=True)
    dealer.phase = Phase.DEALING
    hands = deal_the_cards(dealer, rules)
    complete_the_round(dealer, rules, hands)


def deal_the_cards(dealer: Dealer, rules: FourCardPokerRules) -> cards.Hands:
    """27.7, 27.8 or 27.9 Procedures for dealing the cards from a manual dealing shoe, from the
    hand or from an automated dealing shoe.

    Doubt: which of the dealer's cards is face up. We take the last one."""
    dealt = rules.deck.dealt
    dealer.announce("No more bets", cite=dealt.announced)
    # Face down, one card at a time or in stacks, from the far left clockwise to each bettor and
    # then the dealer, who has a sixth card, face up.
    hands = cards.empty_hands(dealer)
    order = cards.order_of_deal(dealer, hands, PLAYERS_CARDS, in_stacks=rules.deck.in_stacks)
    cards.deal(dealer, [*order, cards.face_up(order[-1])], cite=dealt.dealt)
    deck.put_away_the_stub(dealer, rules.deck)
    return hands


def complete_the_round(dealer: Dealer, rules: FourCardPokerRules, hands: cards.Hands) -> None:
    """27.10 Procedures for completion of each round of play."""
    # (b) From the far left clockwise: a play wager of one to three times the ante, or forfeit.
    dealer.phase = Phase.DECISIONS
    antes: dict[int, int] = {}
    folded = []
    for seat in hands:
        ante = dealer.find(seat, "ante")
        if ante is None:
            continue
        amounts = rules.play_amounts(ante.cents, dealer.table.limits.chip)
        chosen = dealer.choose(
            seat,
            rules.play_choices(ante.cents),
            cite="27.10(b)",
            what="play or fold",
            amounts=amounts,
        )
        if chosen == FOLD:
            folded.append(seat)
            continue
        cents = parse_dollars(chosen.rpartition(" ")[2])
        dealer.place_wager(seat, "play", cents, cite="27.10(b)")
        antes[seat] = ante.cents
    # Then all that was forfeited is collected, wagers and cards.
    dealer.phase = Phase.FORFEITS
    if folded:
        side_wagers = rules.fold_forfeits_aces_up
        cards.collect_forfeited(dealer, folded, side_wagers=side_wagers, cite="27.10")
    # The dealer shows the best four cards; then each active hand from the far right.
    dealer.act("turn up the dealer's cards and select the highest four", cite="27.10")
    dealer.phase = Phase.REVEAL
    cards.show(dealer, DEALER, hands[DEALER][:-1], cite="27.10")
    name = hand_name(four_card_value(hands[DEALER]))
    dealer.announce(f"Dealer has {name}", cite="27.10")
    active = dealer.players_with_wagers(reverse=True)
    for seat in active:
        dealer.act(f"turn up the {cards.place_of(seat)} and select the highest four", cite="27.10")
        cards.show(dealer, seat, hands[seat], cite="27.10")
    dealer.phase = Phase.SETTLEMENT
    settle(dealer, rules, hands, active, antes)
    dealer.act("collect all cards in order and place them in the discard rack", cite="27.10")
    deck.to_the_shuffle(dealer)


def settle(
    dealer: Dealer,
    rules: FourCardPokerRules,
    hands: cards.Hands,
    active: list[int],
    antes: dict[int, int],
) -> None:
    """27.10 and 27.11: `active` hands from the far right; `antes` of those who play."""
    dealers_value = four_card_value(hands[DEALER])
    values = {seat: four_card_value(hands[seat]) for seat in active}
    on_the_table = {(wager.seat, wager.kind): wager for wager in dealer.wagers}

    # Losing wagers first, as the hands were turned up.
    for seat in active:
        if seat in antes and values[seat] < dealers_value:
            dealer.collect(on_the_table.pop((seat, "ante")), cite="27.10")
            dealer.collect(on_the_table.pop((seat, "play")), cite="27.10")
        aces_up = on_the_table.get((seat, "aces-up"))
        if aces_up and rules.aces_up_ledger[hand_row(values[seat])] is None:
            dealer.collect(on_the_table.pop((seat, "aces-up")), cite="27.10")

    # Then winning wagers, from the far right counterclockwise.
    for seat in active:
        row = hand_row(values[seat])
        ante = on_the_table.get((seat, "ante"))
        if ante is not None:
            play = on_the_table[seat, "play"]
            if values[seat] > dealers_value or rules.ties_to_player:
                dealer.pay(ante, rules.ante, cite="27.11")
                dealer.pay(play, rules.play, cite="27.11")
            else:
                dealer.give_back(ante, cite="27.3")
                dealer.give_back(play, cite="27.3")
        bonus = rules.ante_bonus_ledger[row]
        if bonus is not None and seat in antes:
            dealer.bonus(seat, "ante-bonus", antes[seat], bonus, cite="27.11")
        aces_up = on_the_table.get((seat, "aces-up"))
        if aces_up is not None:
            odds = rules.aces_up_ledger[row]
            assert odds is not None
            dealer.pay(aces_up, odds, cite="27.11")
