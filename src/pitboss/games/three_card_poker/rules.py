"""Three card poker's rules."""

from __future__ import annotations

from pitboss.families.one_deck_poker import rules as one_deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.three_card_poker.hands import LEDGER_ROWS
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.table.game import Rules

# Until an act lets the licensee choose, the ledgers are those of 1997.
FIRST_LEDGERS = {"pair_plus": "40-30-6-4-1", "ante_bonus": "5-4-1"}

CITES = one_deck.Cites(
    inspect="20.4(a)",
    spread="20.4(b)",
    wash="20.4(c)",
    change="20.4(e)",
    shuffle="20.5(a)",
    two_decks="20.2(b)4",
    device_indicates="20.7(f)",
    cut=("20.5(c)1i", "20.5(c)1ii", "20.5(c)1iii", "20.5(c)1iv"),
    recut="20.5(d)",
    idle="20.5(e)",
    dealing={
        one_deck.MANUAL_SHOE: one_deck.DealtFrom(
            "20.7(a)", "20.7(b)", "20.7(c)", "20.7(e)", "20.7(d)"
        ),
        one_deck.HAND: one_deck.DealtFrom("20.8(b)2", "20.8(b)3", "20.8(c)", "20.8(e)", "20.8(d)"),
        one_deck.AUTOMATED_SHOE: one_deck.DealtFrom(
            "20.9(b)1", "20.9(b)2", "20.9(c)", "20.9(e)", "20.9(d)"
        ),
    },
    face_up="20.12(a)",
    drawn_in_error="20.12(b)",
    wrong_number="20.12(c)",
    exposed="20.12(d)",
    shuffler_fails="20.12(e)",
    shoe_fails="20.12(f)",
    stub_counts="20.7(e)1",
    stub_miscount="20.7(e)2",
    device_miscount="20.7(f)",
)

HIDDEN = (Phase.DEALING, Phase.STUB, Phase.DECISIONS, Phase.FORFEITS)
COURSE = one_deck.Course(
    hidden=HIDDEN, unsettled=(*HIDDEN, Phase.REVEAL), after_stub=Phase.DECISIONS
)


class ThreeCardPokerRules(Rules, frozen=True):
    """`pair_plus_ledger` and `ante_bonus_ledger` are the tables `pair_plus` and `ante_bonus`
    once more, by `hands.ledger_row`; None for a hand that they do not pay."""

    ante: Row
    play: Row
    pair_plus: Paytable
    ante_bonus: Paytable
    pair_plus_ledger: one_deck.Ledger
    ante_bonus_ledger: one_deck.Ledger
    fold_forfeits_pair_plus: bool
    deck: one_deck.DeckPractice


def ledger_in_force(law: Law, name: str) -> Paytable:
    first = FIRST_LEDGERS[name]
    return one_deck.chosen_table(law, name, law.options.get(f"{name}_ledger", first), first)


def by_ledger_row(table: Paytable) -> one_deck.Ledger:
    """The table's odds in the order of `LEDGER_ROWS`. A suited ace, king and queen that has
    no row of its own is a straight flush."""
    ledger = one_deck.by_row(table, LEDGER_ROWS)
    return ledger if ledger[-1] is not None else (*ledger[:-1], ledger[-2])


def three_card_poker_rules(law: Law) -> ThreeCardPokerRules:
    pair_plus = ledger_in_force(law, "pair_plus")
    ante_bonus = ledger_in_force(law, "ante_bonus")
    return ThreeCardPokerRules(
        law=one_deck.paid_by(law, "pair-plus", pair_plus),
        ante=law.paytable("ante")["win"],
        play=law.paytable("play")["win"],
        pair_plus=pair_plus,
        ante_bonus=ante_bonus,
        pair_plus_ledger=by_ledger_row(pair_plus),
        ante_bonus_ledger=by_ledger_row(ante_bonus),
        fold_forfeits_pair_plus=law.flag("fold_forfeits_pair_plus", default=True),
        deck=one_deck.deck_practice(law, CITES, COURSE),
    )
