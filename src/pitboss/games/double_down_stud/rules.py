"""Double down stud's rules and what its table remembers."""

from __future__ import annotations

import msgspec

from pitboss.games.double_down_stud.hands import PAYOUT_ROWS
from pitboss.law.regulation import Law
from pitboss.money import Odds
from pitboss.table.game import Rules


class DoubleDownStudRules(Rules, frozen=True):
    """`payout` is by `hands.payout_row`; None for hands that are not paid. `cut` says whether
    the cards must be cut after the shuffle (17.4(b))."""

    payout: tuple[Odds | None, ...]
    payout_limit_cents: int
    dealing: str
    automated_shuffler: bool
    cut: bool
    two_decks: bool
    cutting_card: str
    cut_at_least: int
    recut_by: str
    card_change_hours: int


class DoubleDownStudState(msgspec.Struct, frozen=True):
    """`begun`: a round has been played since the opening; `offered`: who was first offered the
    last cut, counterclockwise from the far right; `cutter`: who cut last; `deck`: which of two
    alternating decks is in play."""

    begun: bool = False
    offered: int = 0
    cutter: int = 0
    deck: int = 1


def double_down_stud_rules(law: Law) -> DoubleDownStudRules:
    payout = law.paytable("payout")
    dealing = law.word("dealing")
    shuffler = law.options["automated_shuffler"]
    hours = "card_change_hours_hand" if dealing == "hand" else "card_change_hours_shoe"
    return DoubleDownStudRules(
        law=law,
        payout=tuple(payout[row] if row in payout else None for row in PAYOUT_ROWS),
        payout_limit_cents=100 * law.number("payout_limit_dollars"),
        dealing=dealing,
        automated_shuffler=shuffler is not False,
        cut=shuffler != "into the shoe",
        two_decks=law.flag("two_decks"),
        cutting_card=law.word("cutting_card"),
        cut_at_least=law.number("cut_at_least"),
        recut_by=str(law.options.get("recut_by", "")),
        card_change_hours=law.number(hours),
    )
