"""Boston 5 stud poker's rules and what its table remembers."""

from __future__ import annotations

import msgspec

from pitboss.games.boston_5_stud_poker.hands import FIVE_ROWS, THREE_ROWS
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law
from pitboss.money import Odds
from pitboss.table.game import Rules

FIRST_LEDGER = "40-30-6-4-1"
# 24.11: two pair or better.
BONUS_ROWS = FIVE_ROWS[FIVE_ROWS.index("two pair") :]

Ledger = tuple[Odds | None, ...]


class BostonStudRules(Rules, frozen=True):
    """`three_card_ledger` and `ante_bonus_ledger` are the tables `three_card_bonus` and
    `ante_bonus` once more, by `hands.hand_row`; None for a hand that they do not pay."""

    first: Odds
    second: Odds
    first_multiple: int
    three_card_bonus: Paytable | None
    three_card_ledger: Ledger
    ante_bonus: Paytable
    ante_bonus_ledger: Ledger
    dealing: str
    automated_shuffler: bool
    shuffler_counts_cards: bool
    two_decks: bool
    stub_count_every: int
    card_change_hours: int

    def first_on(self, ante_cents: int) -> int:
        """24.6: the first wager that goes with an ante."""
        return ante_cents * self.first_multiple


class BostonStudState(msgspec.Struct, frozen=True):
    """`since_count`: rounds of play since the stub was last counted; `deck`: which of two
    alternating decks is in play; `deck_removed`: a deck has left the table for good."""

    since_count: int = 0
    deck: int = 1
    deck_removed: bool = False


def filed_bonus(law: Law) -> Paytable:
    """The licensee's ledger for the ante bonus; empty where none was given."""
    rows = []
    for row in reversed(BONUS_ROWS):
        filed = law.options[f"ante_bonus_{row.replace(' ', '_')}"]
        if filed is not False:
            rows.append((row, Odds(int(filed))))
    return Paytable(
        "ante_bonus", tuple(rows), cite="24.11", basis="unverified",
        label="Ante bonus, on the ante wager, by the licensee's ledger",
    )  # fmt: skip


def boston_stud_rules(law: Law) -> BostonStudRules:
    bonus = filed_bonus(law)
    if len(bonus):
        law = msgspec.structs.replace(law, paytables={**law.paytables, bonus.name: bonus})
    three = None
    if law.flag("three_card_bonus"):
        ledger = law.word("three_card_bonus_ledger")
        name = "three_card_bonus"
        three = law.paytable(name if ledger == FIRST_LEDGER else f"{name}/{ledger}")
    dealing = law.word("dealing")
    hours = "card_change_hours_hand" if dealing == "hand" else "card_change_hours_shoe"
    return BostonStudRules(
        law=law,
        first=law.paytable("first")["win"],
        second=law.paytable("second")["win"],
        first_multiple=law.number("first_multiple"),
        three_card_bonus=three,
        three_card_ledger=tuple(
            three[row] if three is not None and row in three else None for row in THREE_ROWS
        ),
        ante_bonus=bonus,
        ante_bonus_ledger=tuple(bonus[row] if row in bonus else None for row in FIVE_ROWS),
        dealing=dealing,
        automated_shuffler=law.flag("automated_shuffler"),
        shuffler_counts_cards=law.flag("shuffler_counts_cards"),
        two_decks=law.flag("two_decks"),
        stub_count_every=law.number("stub_count_every"),
        card_change_hours=law.number(hours),
    )
