"""The rules of a blackjack table as plain numbers: what the exact analysis and the kernel take.

Odds are a numerator and a denominator, each an integer, so that no float stands between the pay
table and a published edge."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

# How the dealer's second card is dealt, 2.6(h), (j) and (k). Without a card reader a hole card
# that lies face down is worth the same as none.
NO_HOLE_CARD, FACE_DOWN, CARD_READER, FACE_UP = range(4)
HOLE_CARDS = ("none", "face down", "card reader", "face up")

# What a surrender costs, 2.8: nothing can be surrendered; half the wager, whatever the dealer
# has (1978 to 1981); half, but the whole wager where the dealer has a blackjack (since 1990).
NO_SURRENDER, EARLY_SURRENDER, LATE_SURRENDER = range(3)

TOTAL_MAX = 21


class Parameters(NamedTuple):
    """Every field is an integer; 0 or 1 where it says whether something holds."""

    decks: int = 8
    soft_17_draws: int = 0
    hole_card: int = NO_HOLE_CARD
    # Payouts, as "numerator to denominator".
    win_numerator: int = 1
    win_denominator: int = 1
    blackjack_numerator: int = 3
    blackjack_denominator: int = 2
    insurance_numerator: int = 2
    insurance_denominator: int = 1
    insurance_offered: int = 1
    even_money: int = 0
    surrender: int = NO_SURRENDER
    # Hands that a box may come to by splitting; 1: no splitting at all.
    hands_max: int = 2
    aces_hands_max: int = 2
    # Whether aces that were split take one card each and no more.
    split_aces_one_card: int = 1
    # Totals that may be doubled, as bits (1 << total); 0: any but 21. A soft hand's total is the
    # one with its ace at 11: A-8 is 19, not 9.
    double_totals: int = 0
    double_after_split: int = 1
    # Whether any hand may be doubled at all.
    double: int = 1
    # 2.6(k): equal scores lose; a blackjack wins against a blackjack.
    ties_lose: int = 0
    blackjack_beats_blackjack: int = 0
    # 2.16: a five-card 21 that wins is paid at these odds; 0 to 1: as any other hand.
    five_card_21_numerator: int = 0
    five_card_21_denominator: int = 1
    # 2A.5: a total of the dealer's over 21 that gives the wager back; 0: there is none.
    push_total: int = 0

    @property
    def win(self) -> Fraction:
        return Fraction(self.win_numerator, self.win_denominator)

    @property
    def blackjack(self) -> Fraction:
        return Fraction(self.blackjack_numerator, self.blackjack_denominator)

    @property
    def insurance(self) -> Fraction:
        return Fraction(self.insurance_numerator, self.insurance_denominator)

    @property
    def five_card_21(self) -> Fraction:
        """What a five-card 21 is paid when it wins."""
        if not self.five_card_21_numerator:
            return self.win
        return Fraction(self.five_card_21_numerator, self.five_card_21_denominator)

    @property
    def dealer_looks(self) -> bool:
        """Whether a dealer's blackjack is known before any player acts."""
        return self.hole_card in (CARD_READER, FACE_UP)

    def may_double(self, total: int) -> bool:
        """Whether two cards of this total may be doubled (never 21, 2.10)."""
        if not self.double or total >= TOTAL_MAX:
            return False
        return not self.double_totals or bool(self.double_totals >> total & 1)


def parameters_of(rules: Any) -> Parameters:
    """The parameters of a blackjack table's rules (`BlackjackRules`)."""
    five_card = rules.five_card_21
    totals = 0
    for total in rules.double_totals:
        totals |= 1 << total
    surrender = NO_SURRENDER
    if rules.surrender:
        surrender = EARLY_SURRENDER if rules.early_surrender else LATE_SURRENDER
    return Parameters(
        decks=rules.decks,
        soft_17_draws=int(rules.soft_17_draws),
        hole_card=HOLE_CARDS.index(rules.hole_card),
        win_numerator=rules.win.numerator,
        win_denominator=rules.win.denominator,
        blackjack_numerator=rules.blackjack.numerator,
        blackjack_denominator=rules.blackjack.denominator,
        insurance_numerator=rules.insurance.numerator,
        insurance_denominator=rules.insurance.denominator,
        insurance_offered=int(rules.insurance_offered),
        even_money=int(rules.even_money),
        surrender=surrender,
        hands_max=rules.hands_max,
        aces_hands_max=rules.aces_hands_max,
        double_totals=totals,
        ties_lose=int(rules.ties_lose),
        blackjack_beats_blackjack=int(rules.blackjack_beats_blackjack),
        five_card_21_numerator=five_card.numerator if five_card else 0,
        five_card_21_denominator=five_card.denominator if five_card else 1,
    )
