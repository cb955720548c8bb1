"""Let it ride poker's rules."""

from __future__ import annotations

from pitboss.families.one_deck_poker import rules as one_deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.let_it_ride_poker.hands import PAYOUT_ROWS, THREE_CARD_ROWS
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law
from pitboss.table.game import Rules

CITES = one_deck.Cites(
    inspect="18.4(a)",
    spread="18.4(b)",
    wash="18.4(c)",
    change="18.4(e)",
    shuffle="18.5(a)",
    two_decks="18.2(b)4",
    device_indicates="18.7(f)",
    cut=("18.5(c)1i", "18.5(c)1ii", "18.5(c)1iii", "18.5(c)1iv"),
    recut="18.5(d)",
    idle="18.5(e)",
    dealing={
        one_deck.MANUAL_SHOE: one_deck.DealtFrom(
            "18.7(a)", "18.7(b)", "18.7(c)", "18.7(e)", "18.7(d)"
        ),
        one_deck.HAND: one_deck.DealtFrom("18.8(b)2", "18.8(b)3", "18.8(c)", "18.8(e)", "18.8(d)"),
        one_deck.AUTOMATED_SHOE: one_deck.DealtFrom(
            "18.9(b)1", "18.9(b)2", "18.9(c)", "18.9(e)", "18.9(d)"
        ),
    },
    face_up="18.12(a)",
    drawn_in_error="18.12(b)",
    wrong_number="18.12(c)",
    shuffler_fails="18.12(d)",
    shoe_fails="18.12(e)",
    stub_counts="18.7(e)1",
    stub_miscount="18.7(e)2",
    device_miscount="18.7(f)",
)

COURSE = one_deck.Course(
    unsettled=(Phase.DEALING, Phase.STUB, Phase.BET_ONE, Phase.BET_TWO, Phase.REVEAL),
    after_stub=Phase.BET_ONE,
)


class LetItRideRules(Rules, frozen=True):
    """`payout` and `bonus` are by `hands.payout_row`, `three_card` by `hands.three_card_row`;
    None for a hand that is not paid. `bonus_cents` is 0 where there is no bonus wager, and
    `payout_limit_cents` 0 where the licensee has set no limit."""

    wagers: tuple[str, ...]
    payout: one_deck.Ledger
    bonus: one_deck.Ledger
    three_card: one_deck.Ledger
    bonus_cents: int
    payout_limit_cents: int
    deck: one_deck.DeckPractice


def three_card_table(law: Law) -> Paytable | None:
    """The licensee's table for the three-card bonus wager, if it is offered."""
    chosen = law.options.get("three_card_bonus", False)
    return law.paytable(f"three_card_bonus/{chosen}") if chosen else None


def let_it_ride_rules(law: Law) -> LetItRideRules:
    three_card = three_card_table(law)
    if three_card is not None:
        law = one_deck.paid_by(law, "three-card-bonus", three_card)
    limit = law.options["payout_limit"]
    assert isinstance(limit, int)
    return LetItRideRules(
        law=law,
        wagers=tuple(law.wagers),
        payout=one_deck.by_row(law.paytable("payout"), PAYOUT_ROWS),
        bonus=one_deck.by_row(law.paytables.get("bonus"), PAYOUT_ROWS),
        three_card=one_deck.by_row(three_card, THREE_CARD_ROWS),
        bonus_cents=law.number("bonus_cents") if "bonus" in law.wagers else 0,
        payout_limit_cents=100 * limit,
        deck=one_deck.deck_practice(law, CITES, COURSE, recut="recut" in law.values),
    )
