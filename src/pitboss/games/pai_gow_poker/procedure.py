"""N.J.A.C. 19:47-11 (13:69F-11), Pai gow poker: the sections that state a procedure, in order. The
text was available to us from 11.2(b) to 11.8A(f) and for 11.20; the rest follows the titles, sister
sections and casinos' guides, and those sections are cited whole."""

from __future__ import annotations

from pitboss.families.pai_gow.bank import (
    bank_of,
    begin_bank_round,
    offer_the_bank,
    put_up_the_chips,
    remember_who_banked,
)
from pitboss.families.pai_gow.hands import Dealt, Hands, set_the_hands
from pitboss.families.pai_gow.rules import BANK, MAIN
from pitboss.families.pai_gow.settlement import settle, turn_over_the_bank
from pitboss.games.pai_gow_poker.deal import deal_the_cards, move_the_button
from pitboss.games.pai_gow_poker.hands import setter
from pitboss.games.pai_gow_poker.rules import PaiGowPokerRules
from pitboss.games.pai_gow_poker.side_wagers import (
    PaiGowPokerWagers,
    best,
    envy_claims,
    pay_envy,
    settle_beside,
)
from pitboss.hands.pai_gow_bonus import is_queen_high
from pitboss.table.dealer import Dealer


def select_the_bank(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    """11.10 Player bank; co-banking; selection of bank."""
    offer_the_bank(dealer, rules)


def play_a_round(dealer: Dealer, rules: PaiGowPokerRules) -> None:
    """11.7 to 11.10: one round of play."""
    put_up_the_chips(dealer, rules)
    kinds = (MAIN, BANK, *rules.side_wagers)
    PaiGowPokerWagers(dealer, kinds, cite="11.7(c)", required=True).take_wagers()
    if begin_bank_round(dealer, rules):
        claims = envy_claims(dealer, rules)
        dealt = deal_the_cards(dealer, rules)
        shown = complete_the_round(dealer, rules, dealt)
        pay_envy(dealer, rules, claims, shown)
        dealer.act("collect the cards", cite="11.9")
        move_the_button(dealer, rules)
    else:
        dealer.return_all(cite="11.10", result="returned")
        dealer.close_bank(None, cite="11.10")
    remember_who_banked(dealer, rules)


def complete_the_round(dealer: Dealer, rules: PaiGowPokerRules, dealt: Dealt) -> Hands:
    """11.9 Setting of hands; payment and collection of wagers; vigorish. Returns the hands that
    were turned over."""
    cards = setter(rules.house_way, lowest_wheel=rules.lowest_wheel)
    done = set_the_hands(dealer, rules, cards, dealt)
    turn_over_the_bank(dealer, rules, cards, dealt, done)
    banks = dealt.hands[bank_of(dealer)]
    settle(
        dealer,
        rules,
        done,
        all_push=queen_high(dealer, rules, banks),
        beside=lambda seat: settle_beside(dealer, rules, seat, dealt.hands[seat], banks),
    )
    return {seat: dealt.hands[seat] for seat in done}


def queen_high(dealer: Dealer, rules: PaiGowPokerRules, banks: list[int]) -> str:
    """11.22: the section by which nothing is decided, if the dealer has a queen-high pai gow."""
    if not rules.ez or bank_of(dealer) or not is_queen_high(best(banks, rules)):
        return ""
    dealer.announce("Queen-high pai gow: all wagers push", cite="11.22")
    return "11.22"
