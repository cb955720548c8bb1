"""The rules of a game of twenty-one as its mathematics takes them: one form, made by one function a
game (`table_rules`) of the typed rules, and read by the exact analysis and the kernel alike.

What hands win is a fraction, so that no float stands between the pay table and a published edge."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pitboss.families.twenty_one.hands import TWENTY_ONE

# How the dealer's second card is dealt, 2.6(h), (j) and (k). Without a card reader a hole card
# that lies face down is worth the same as none.
NO_HOLE_CARD, FACE_DOWN, CARD_READER, FACE_UP = range(4)
HOLE_CARDS = ("none", "face down", "card reader", "face up")

# When a hand may be surrendered: never; with its first two cards, a part of the wager being kept
# whatever the dealer has (1978 to 1981), or nothing of it where the dealer has a blackjack; or at
# any time, with any number of cards.
NO_SURRENDER, EARLY_SURRENDER, LATE_SURRENDER, SURRENDER_ANY_TIME = range(4)

# What may be done with a doubled hand when its card is seen: nothing; surrender it; or take the
# doubled part back and forfeit the other (rescue).
DOUBLE_STANDS, DOUBLE_SURRENDERS, DOUBLE_RESCUES = range(3)

# So many cards make a five-card 21, 2.16.
FIVE_CARDS = 5


class TableRules(NamedTuple):
    """What hands win is in wagers. Where something is not offered it is 0, False or ()."""

    decks: int = 8
    # Ranks that are taken out of the decks.
    without: tuple[int, ...] = ()
    # Whether the dealer's first card is dealt before anybody's.
    up_first: bool = False
    hole_card: int = NO_HOLE_CARD
    soft_17_draws: bool = False
    # 2A.5: a total of the dealer's over 21 that gives the wager back.
    push_total: int = 0
    win: Fraction = Fraction(1)
    blackjack: Fraction = Fraction(3, 2)
    insurance: Fraction = Fraction(2)
    even_money: bool = False
    insures_at_turn: bool = False
    # 2.16: what a five-card 21 wins; 0: as much as any other hand.
    five_card_21: Fraction = Fraction(0)
    # 19.5(f): what hands of 21 win that are paid more, in the order of the rows of the pay table.
    bonuses: tuple[Fraction, ...] = ()
    # 19.5: a 21 beats the dealer's.
    twenty_one_wins: bool = False
    # 2.6(k): equal scores lose; a blackjack wins against a blackjack.
    ties_lose: bool = False
    blackjack_beats_blackjack: bool = False
    surrender: int = NO_SURRENDER
    # The part of the wager that a surrender keeps.
    surrender_keeps: Fraction = Fraction(1, 2)
    # Hands that a box may come to by splitting; 1: no splitting at all.
    hands_max: int = 2
    aces_hands_max: int = 2
    # Whether aces that were split take one card each and no more.
    aces_one_card: bool = True
    # Whether any hand may be doubled at all; and the totals that may be, () for any but 21. A soft
    # hand's total is the one with its ace at 11: A-8 is 19, not 9.
    double: bool = True
    double_totals: tuple[int, ...] = ()
    double_after_split: bool = True
    # Whether hands of three cards and more may be doubled as well.
    doubles_later: bool = False
    after_double: int = DOUBLE_STANDS
    # 2A.9: whether an ace and a ten that came together by a switch are a blackjack.
    switched_blackjack: bool = True

    @property
    def dealer_looks(self) -> bool:
        """Whether a dealer's blackjack is known before any player acts."""
        return self.hole_card in (CARD_READER, FACE_UP)

    @property
    def face_up(self) -> bool:
        """Whether both of the dealer's cards are seen."""
        return self.hole_card == FACE_UP

    @property
    def surrenders_first(self) -> bool:
        """Whether the first two cards may be surrendered, and only these."""
        return self.surrender in (EARLY_SURRENDER, LATE_SURRENDER)

    @property
    def five_cards_win(self) -> Fraction:
        """What a five-card 21 is paid when it wins."""
        return self.five_card_21 or self.win

    @property
    def odds(self) -> tuple[Fraction, ...]:
        """All that a hand may win by."""
        return (self.win, self.blackjack, self.five_cards_win, *self.bonuses)

    def may_double(self, total: int) -> bool:
        """Whether two cards of this total may be doubled (never 21, 2.10)."""
        if not self.double or total >= TWENTY_ONE:
            return False
        return not self.double_totals or total in self.double_totals

    def hands_from(self, kind: int) -> int:
        """How many hands a pair may come to, by the column of its value."""
        return self.hands_max if kind else min(self.hands_max, self.aces_hands_max)
