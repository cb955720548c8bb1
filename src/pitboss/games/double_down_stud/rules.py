"""Double down stud's rules and what its table remembers."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pitboss.families.one_deck_poker import rules as one_deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.double_down_stud.hands import PAYOUT_ROWS
from pitboss.law.regulation import Law
from pitboss.table.game import Rules

CITES = one_deck.Cites(
    inspect="17.3(a)",
    spread="17.3(b)",
    wash="17.3(c)",
    change="17.3(e)",
    shuffle="17.4(a)",
    two_decks="17.2(b)4",
    recut="17.4(f)",
    idle="17.4(g)",
    dealing={
        # No stub is counted.
        one_deck.MANUAL_SHOE: one_deck.DealtFrom("17.8(a)1", "17.8(a)1", "17.8(b)", "", ""),
        # R.1997 d.391 put a paragraph before these: see `sections_on`.
        one_deck.HAND: one_deck.DealtFrom("17.8(a)2ii", "17.8(a)2iv", "17.8(b)", "", ""),
    },
    face_up="17.11(b)",
    drawn_in_error="17.11(c)",
    wrong_number="17.11(d)",
    exposed="17.11(a)",
    shuffler_fails="17.11(e)",
)

COURSE = one_deck.Course(unsettled=(Phase.DEALING, Phase.DOUBLE_DOWN, Phase.REVEAL))


class DoubleDownStudRules(Rules, frozen=True):
    """`payout` is by `hands.payout_row`; None for hands that are not paid. `cut` says whether
    the cards must be cut after the shuffle (17.4(b))."""

    payout: one_deck.Ledger
    payout_limit_cents: int
    cut: bool
    cutting_card: str
    recut_by: str
    deck: one_deck.DeckPractice


class DoubleDownStudState(msgspec.Struct, frozen=True):
    """`begun`: a round has been played since the opening; `offered`: who was first offered the
    last cut, counterclockwise from the far right; `cutter`: who cut last; `deck`: which of two
    alternating decks is in play."""

    begun: bool = False
    offered: int = 0
    cutter: int = 0
    deck: int = 1


def sections_on(law: Law) -> one_deck.Cites:
    """Where the text of the day speaks of the deck in the hand, and of "No more bets"."""
    placed, announced = law.word("hand_paragraph"), law.word("hand_announced_paragraph")
    hand = replace(CITES.dealing[one_deck.HAND], placed=placed, announced=announced)
    return replace(CITES, dealing=CITES.dealing | {one_deck.HAND: hand})


def double_down_stud_rules(law: Law) -> DoubleDownStudRules:
    return DoubleDownStudRules(
        law=law,
        payout=one_deck.by_row(law.paytable("payout"), PAYOUT_ROWS),
        payout_limit_cents=100 * law.number("payout_limit_dollars"),
        cut=law.options["automated_shuffler"] != "into the shoe",
        cutting_card=law.word("cutting_card"),
        recut_by=str(law.options.get("recut_by", "")),
        deck=one_deck.deck_practice(law, sections_on(law), COURSE, recut="recut_by" in law.options),
    )
