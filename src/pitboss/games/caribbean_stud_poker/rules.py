"""Caribbean stud poker's rules and what its table remembers."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pitboss.families.one_deck_poker import rules as one_deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.caribbean_stud_poker.hands import ROWS
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.table.dealer import Dealer
from pitboss.table.game import Rules
from pitboss.table.layout import PayoutLimit

FIRST_LEDGER = "100-75-50"

CITES = one_deck.whole_sections(
    decks="16.2",
    opening="16.3",
    shuffle="16.4",
    has_cut=True,
    shoe="16.7",
    hand="16.8",
    automated_shoe="16.9",
    irregularities="16.13",
)


def take_off_the_meter(dealer: Dealer) -> None:
    """Doubt: when all hands are void the progressive wager is returned as well, and what it had
    added to the meter is taken off again."""
    meter = dealer.table.state.meter
    dealer.remember(replace(dealer.state, meter=meter, contributed=0, paid=0))


HIDDEN = (Phase.DEALING, Phase.STUB, Phase.DECISIONS)
COURSE = one_deck.Course(
    hidden=HIDDEN,
    unsettled=(*HIDDEN, Phase.REVEAL),
    after_stub=Phase.DECISIONS,
    undo=take_off_the_meter,
)


class CaribbeanStudRules(Rules, frozen=True):
    """`bet_ledger` and `progressive_ledger` are the tables `bet` and `progressive` once more,
    by `hands.hand_row`; None for a hand that they do not pay. Amounts are in cents."""

    ante: Row
    bet: Paytable
    bet_ledger: one_deck.Ledger
    bet_multiple: int
    progressive: Paytable
    progressive_ledger: one_deck.Ledger
    progressive_wager: int
    meter_table: Paytable
    meter_reset: int
    rate_of_progression: int
    shares_in_turn: bool
    fold_keeps_progressive: bool
    payout_limit: int
    limit_covers_ante: bool
    betting_positions: int
    deck: one_deck.DeckPractice

    def bet_on(self, ante_cents: int) -> int:
        """16.10: the bet wager that goes with an ante."""
        return ante_cents * self.bet_multiple

    def limit(self) -> PayoutLimit:
        """16.12: what may be paid on one hand."""
        return PayoutLimit(self.payout_limit, "16.12")


class CaribbeanStudState(msgspec.Struct, frozen=True):
    """`meter`: the progressive meter's reading in cents; `payments`: how many shares of it have
    been paid; `contributed` and `paid`: what the last round added to it and paid from it.
    The rest is what every poker table remembers (`DeckState`)."""

    meter: int = 0
    payments: int = 0
    contributed: int = 0
    paid: int = 0
    since_count: int = 0
    deck: int = 1
    deck_removed: bool = False


def caribbean_stud_rules(law: Law) -> CaribbeanStudRules:
    ledger = law.word("progressive_ledger")
    progressive = one_deck.chosen_table(law, "progressive", ledger, FIRST_LEDGER)
    bet = law.paytable("bet")
    return CaribbeanStudRules(
        law=one_deck.paid_by(law, "progressive", progressive),
        ante=law.paytable("ante")["win"],
        bet=bet,
        bet_ledger=one_deck.by_row(bet, ROWS),
        bet_multiple=law.number("bet_multiple"),
        progressive=progressive,
        progressive_ledger=one_deck.by_row(progressive, ROWS),
        progressive_wager=law.number("progressive_wager"),
        meter_table=law.paytable("progressive_meter"),
        meter_reset=law.number("meter_reset") * 100,
        rate_of_progression=law.number("rate_of_progression"),
        shares_in_turn=law.word("straight_flushes") == "in turn",
        fold_keeps_progressive=law.flag("fold_keeps_progressive"),
        payout_limit=law.number("payout_limit") * 100,
        limit_covers_ante=law.word("payout_limit_covers") == "ante and bet",
        betting_positions=law.number("betting_positions"),
        deck=one_deck.deck_practice(law, CITES, COURSE),
    )
