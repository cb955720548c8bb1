"""Three card poker's rules and what its table remembers."""

from __future__ import annotations

import msgspec

from pitboss.games.three_card_poker.hands import LEDGER_ROWS
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law
from pitboss.money import Odds
from pitboss.table.game import Rules

# Until an act lets the licensee choose, the ledgers are those of 1997.
FIRST_LEDGERS = {"pair_plus": "40-30-6-4-1", "ante_bonus": "5-4-1"}

Ledger = tuple[Odds | None, ...]


class ThreeCardPokerRules(Rules, frozen=True):
    """`pair_plus_ledger` and `ante_bonus_ledger` are the tables `pair_plus` and `ante_bonus`
    once more, by `hands.ledger_row`; None for a hand that they do not pay."""

    ante: Odds
    play: Odds
    pair_plus: Paytable
    ante_bonus: Paytable
    pair_plus_ledger: Ledger
    ante_bonus_ledger: Ledger
    fold_forfeits_pair_plus: bool
    dealing: str
    automated_shuffler: bool
    shuffler_counts_cards: bool
    two_decks: bool
    stub_count_every: int
    cover_card: str
    cut_at_least: int
    card_change_hours: int


class ThreeCardPokerState(msgspec.Struct, frozen=True):
    """`since_count`: rounds of play since the stub was last counted; `deck`: which of two
    alternating decks is in play; `deck_removed`: a deck has left the table for good, and
    another must be opened in its place."""

    since_count: int = 0
    deck: int = 1
    deck_removed: bool = False


def chosen_table(law: Law, name: str) -> Paytable:
    """The licensee's ledger: the table of that name, or one named after the ledger."""
    ledger = law.options.get(f"{name}_ledger", FIRST_LEDGERS[name])
    return law.paytable(name if ledger == FIRST_LEDGERS[name] else f"{name}/{ledger}")


def by_ledger_row(table: Paytable) -> Ledger:
    """The table's odds in the order of `LEDGER_ROWS`. A suited ace, king and queen that has
    no row of its own is a straight flush."""
    odds = [table[row] if row in table else None for row in LEDGER_ROWS]
    if odds[-1] is None:
        odds[-1] = odds[-2]
    return tuple(odds)


def three_card_poker_rules(law: Law) -> ThreeCardPokerRules:
    pair_plus = chosen_table(law, "pair_plus")
    ante_bonus = chosen_table(law, "ante_bonus")
    dealing = law.word("dealing")
    hours = "card_change_hours_hand" if dealing == "hand" else "card_change_hours_shoe"
    return ThreeCardPokerRules(
        law=law,
        ante=law.paytable("ante")["win"],
        play=law.paytable("play")["win"],
        pair_plus=pair_plus,
        ante_bonus=ante_bonus,
        pair_plus_ledger=by_ledger_row(pair_plus),
        ante_bonus_ledger=by_ledger_row(ante_bonus),
        fold_forfeits_pair_plus=law.flag("fold_forfeits_pair_plus", default=True),
        dealing=dealing,
        automated_shuffler=law.flag("automated_shuffler"),
        shuffler_counts_cards=law.flag("shuffler_counts_cards"),
        two_decks=law.flag("two_decks"),
        stub_count_every=law.number("stub_count_every"),
        cover_card=law.word("cover_card"),
        cut_at_least=law.number("cut_at_least"),
        card_change_hours=law.number(hours),
    )
