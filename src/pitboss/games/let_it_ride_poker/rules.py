"""Let it ride poker's rules and what its table remembers."""

from __future__ import annotations

import msgspec

from pitboss.games.let_it_ride_poker.hands import PAYOUT_ROWS, THREE_CARD_ROWS
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law
from pitboss.money import Odds
from pitboss.table.game import Rules

Ledger = tuple[Odds | None, ...]


class LetItRideRules(Rules, frozen=True):
    """`payout` and `bonus` are by `hands.payout_row`, `three_card` by `hands.three_card_row`;
    None for a hand that is not paid. `bonus_cents` is 0 where there is no bonus wager, and
    `payout_limit_cents` 0 where the licensee has set no limit."""

    wagers: tuple[str, ...]
    payout: Ledger
    bonus: Ledger
    three_card: Ledger
    bonus_cents: int
    payout_limit_cents: int
    dealing: str
    automated_shuffler: bool
    shuffler_counts_cards: bool
    two_decks: bool
    stub_count_every: int
    cover_card: str
    cut_at_least: int
    recut: bool
    card_change_hours: int


class LetItRideState(msgspec.Struct, frozen=True):
    """`since_count`: rounds of play since the stub was last counted; `deck`: which of two
    alternating decks is in play; `deck_removed`: a deck has left the table for good, and
    another must be opened in its place."""

    since_count: int = 0
    deck: int = 1
    deck_removed: bool = False


def by_row(table: Paytable | None, rows: tuple[str, ...]) -> Ledger:
    return tuple(table[row] if table is not None and row in table else None for row in rows)


def three_card_table(law: Law) -> Paytable | None:
    """The licensee's table for the three-card bonus wager, if it is offered."""
    chosen = law.options.get("three_card_bonus", False)
    return law.paytable(f"three_card_bonus/{chosen}") if chosen else None


def let_it_ride_rules(law: Law) -> LetItRideRules:
    dealing = law.word("dealing")
    hours = "card_change_hours_hand" if dealing == "hand" else "card_change_hours_shoe"
    limit = law.options["payout_limit"]
    assert isinstance(limit, int)
    return LetItRideRules(
        law=law,
        wagers=tuple(law.wagers),
        payout=by_row(law.paytable("payout"), PAYOUT_ROWS),
        bonus=by_row(law.paytables.get("bonus"), PAYOUT_ROWS),
        three_card=by_row(three_card_table(law), THREE_CARD_ROWS),
        bonus_cents=law.number("bonus_cents") if "bonus" in law.wagers else 0,
        payout_limit_cents=100 * limit,
        dealing=dealing,
        automated_shuffler=law.flag("automated_shuffler"),
        shuffler_counts_cards=law.flag("shuffler_counts_cards"),
        two_decks=law.flag("two_decks"),
        stub_count_every=law.number("stub_count_every"),
        cover_card=law.word("cover_card"),
        cut_at_least=law.number("cut_at_least"),
        recut=bool(law.values.get("recut", False)),
        card_change_hours=law.number(hours),
    )
