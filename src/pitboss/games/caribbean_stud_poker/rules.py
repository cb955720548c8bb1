"""Caribbean stud poker's rules and what its table remembers."""

from __future__ import annotations

import msgspec

from pitboss.games.caribbean_stud_poker.hands import ROWS
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law
from pitboss.money import Odds
from pitboss.table.game import Rules
from pitboss.table.layout import PayoutLimit

FIRST_LEDGER = "100-75-50"

Ledger = tuple[Odds | None, ...]


class CaribbeanStudRules(Rules, frozen=True):
    """`bet_ledger` and `progressive_ledger` are the tables `bet` and `progressive` once more,
    by `hands.hand_row`; None for a hand that they do not pay. Amounts are in cents."""

    ante: Odds
    bet: Paytable
    bet_ledger: Ledger
    bet_multiple: int
    progressive: Paytable
    progressive_ledger: Ledger
    progressive_wager: int
    meter_table: Paytable
    meter_reset: int
    rate_of_progression: int
    shares_in_turn: bool
    fold_keeps_progressive: bool
    payout_limit: int
    limit_covers_ante: bool
    dealing: str
    automated_shuffler: bool
    shuffler_counts_cards: bool
    two_decks: bool
    stub_count_every: int
    betting_positions: int
    cut_at_least: int
    card_change_hours: int

    def bet_on(self, ante_cents: int) -> int:
        """16.10: the bet wager that goes with an ante."""
        return ante_cents * self.bet_multiple

    def limit(self) -> PayoutLimit:
        """16.12: what may be paid on one hand."""
        return PayoutLimit(self.payout_limit, "16.12")


class CaribbeanStudState(msgspec.Struct, frozen=True):
    """`meter`: the progressive meter's reading in cents; `payments`: how many shares of it have
    been paid; `contributed` and `paid`: what the last round added to it and paid from it.
    `since_count`: rounds since the stub was last counted; `deck`: which of two alternating
    decks is in play; `deck_removed`: a deck has left the table for good."""

    meter: int = 0
    payments: int = 0
    contributed: int = 0
    paid: int = 0
    since_count: int = 0
    deck: int = 1
    deck_removed: bool = False


def by_row(table: Paytable) -> Ledger:
    return tuple(table[row] if row in table else None for row in ROWS)


def caribbean_stud_rules(law: Law) -> CaribbeanStudRules:
    ledger = law.word("progressive_ledger")
    progressive = law.paytable("progressive" if ledger == FIRST_LEDGER else f"progressive/{ledger}")
    bet = law.paytable("bet")
    dealing = law.word("dealing")
    hours = "card_change_hours_hand" if dealing == "hand" else "card_change_hours_shoe"
    return CaribbeanStudRules(
        law=law,
        ante=law.paytable("ante")["win"],
        bet=bet,
        bet_ledger=by_row(bet),
        bet_multiple=law.number("bet_multiple"),
        progressive=progressive,
        progressive_ledger=by_row(progressive),
        progressive_wager=law.number("progressive_wager"),
        meter_table=law.paytable("progressive_meter"),
        meter_reset=law.number("meter_reset") * 100,
        rate_of_progression=law.number("rate_of_progression"),
        shares_in_turn=law.word("straight_flushes") == "in turn",
        fold_keeps_progressive=law.flag("fold_keeps_progressive"),
        payout_limit=law.number("payout_limit") * 100,
        limit_covers_ante=law.word("payout_limit_covers") == "ante and bet",
        dealing=dealing,
        automated_shuffler=law.flag("automated_shuffler"),
        shuffler_counts_cards=law.flag("shuffler_counts_cards"),
        two_decks=law.flag("two_decks"),
        stub_count_every=law.number("stub_count_every"),
        betting_positions=law.number("betting_positions"),
        cut_at_least=law.number("cut_at_least"),
        card_change_hours=law.number(hours),
    )
