"""Boston 5 stud poker's rules."""

from __future__ import annotations

import msgspec

from pitboss.families.one_deck_poker import rules as one_deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.boston_5_stud_poker.hands import FIVE_ROWS, THREE_ROWS
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.money import Odds
from pitboss.table.game import Rules

FIRST_LEDGER = "40-30-6-4-1"
# 24.11: two pair or better.
BONUS_ROWS = FIVE_ROWS[FIVE_ROWS.index("two pair") :]

BONUS = "three-card-bonus"

CITES = one_deck.whole_sections(
    decks="24.2",
    opening="24.3",
    shuffle="24.4",
    has_cut=False,
    shoe="24.7",
    hand="24.8",
    automated_shoe="24.9",
    irregularities="24.12",
)

# Doubt: when all hands are void, a three-card bonus wager that has been settled stands; it does
# not depend on what follows the first three cards.
HIDDEN = (Phase.DEALING, Phase.BONUS, Phase.DECISIONS, Phase.LAST_CARDS, Phase.STUB)
COURSE = one_deck.Course(
    hidden=HIDDEN, unsettled=(*HIDDEN, Phase.REVEAL), after_stub=Phase.REVEAL, stands=(BONUS,)
)


class BostonStudRules(Rules, frozen=True):
    """`three_card_ledger` and `ante_bonus_ledger` are the tables `three_card_bonus` and
    `ante_bonus` once more, by `hands.hand_row`; None for a hand that they do not pay."""

    first: Row
    second: Row
    first_multiple: int
    three_card_bonus: Paytable | None
    three_card_ledger: one_deck.Ledger
    ante_bonus: Paytable
    ante_bonus_ledger: one_deck.Ledger
    deck: one_deck.DeckPractice

    def first_on(self, ante_cents: int) -> int:
        """24.6: the first wager that goes with an ante."""
        return ante_cents * self.first_multiple


def filed_bonus(law: Law) -> Paytable:
    """The licensee's ledger for the ante bonus; empty where none was given."""
    rows = []
    for row in reversed(BONUS_ROWS):
        filed = law.options[f"ante_bonus_{row.replace(' ', '_')}"]
        if filed is not False:
            rows.append((row, Odds(int(filed))))
    return Paytable(
        "ante_bonus",
        tuple(rows),
        cite="24.11",
        basis="unverified",
        label="Ante bonus, on the ante wager, by the licensee's ledger",
    )


def boston_stud_rules(law: Law) -> BostonStudRules:
    bonus = filed_bonus(law)
    if len(bonus):
        law = msgspec.structs.replace(law, paytables={**law.paytables, bonus.name: bonus})
    three = None
    if law.flag("three_card_bonus"):
        ledger = law.word("three_card_bonus_ledger")
        three = one_deck.chosen_table(law, "three_card_bonus", ledger, FIRST_LEDGER)
        law = one_deck.paid_by(law, BONUS, three)
    return BostonStudRules(
        law=law,
        first=law.paytable("first")["win"],
        second=law.paytable("second")["win"],
        first_multiple=law.number("first_multiple"),
        three_card_bonus=three,
        three_card_ledger=one_deck.by_row(three, THREE_ROWS),
        ante_bonus=bonus,
        ante_bonus_ledger=one_deck.by_row(bonus, FIVE_ROWS),
        deck=one_deck.deck_practice(law, CITES, COURSE),
    )
