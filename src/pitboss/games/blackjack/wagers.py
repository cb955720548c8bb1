"""2.3, 2.13, 2.14, 2.17 to 2.26: which wagers may be made before the first card, and the boxes
that they make."""

from __future__ import annotations

from pitboss.families.twenty_one.boxes import BEHIND, Main, MainWagers, boxes_on
from pitboss.families.twenty_one.play import Box, Laid, Stake
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.law.regulation import WagerKind
from pitboss.table.dealer import Dealer
from pitboss.table.prompts import Bounds, Refusal

INITIAL, MULTIPLE_ACTION, BONUS, STREAK = "initial", "multiple-action", "bonus", "streak"
# 2.17(a): of one amount.
ADDITIONAL = ("over-13", "under-13", "same-suit", "sevens")
BESIDE = (
    MULTIPLE_ACTION, *ADDITIONAL, "progressive", BONUS, STREAK, "match-the-dealer",
    "twenty-point-bonus", "optional-bonus", "in-between",
)  # fmt: skip


def main_wagers(dealer: Dealer, rules: BlackjackRules) -> Main:
    """2.3(a): a wager in the box; and what may be made beside it. The licensee may bar whoever
    sat out a round until the next shuffle."""
    wagers = rules.law.wagers
    return Main(
        kinds={"": INITIAL},
        side={kind: wagers[kind].cite for kind in BESIDE if kind in wagers},
        one_box="2.14",
        people=rules.people_on_a_box,
        several_boxes=rules.several_boxes,
        called="wager in the box",
        boxes=rules.boxes,
        barred=dealer.state.sat_out,
    )


class BlackjackWagers(MainWagers):
    """2.3: all wagers are made before the first card of the round."""

    def beside(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        """Some of these wagers are of one amount, and a streak begins with a new run."""
        rules: BlackjackRules = self.dealer.rules
        if kind.key in ADDITIONAL:
            stake = rules.additional_wager_stake
            return Bounds(stake, stake, 1, kind.cite)
        if kind.key == "progressive":
            return Bounds(rules.progressive_stake, rules.progressive_stake, 1, kind.cite)
        if kind.key == BONUS:
            stake = 100 * int(spot)
            others = self.dealer.wagers_of(seat)
            other = any(each.kind == BONUS and each.spot != spot for each in others)
            if other or stake not in rules.bonus_awards:
                return Refusal(f"p{seat} cannot make a bonus wager of ${spot}", kind.cite)
            return Bounds(stake, stake, 1, kind.cite)
        if kind.key == STREAK and self.dealer.state.streaks.get(f"p{seat}", 0):
            return Refusal(f"a run of p{seat} is on", kind.cite)
        return bounds

    def why_not_close(self) -> Refusal | None:
        refusal = super().why_not_close()
        # A streak wager may have been left from an earlier round.
        if refusal is None and not any(w.kind in (INITIAL, BEHIND) for w in self.dealer.wagers):
            return Refusal("no wager has been made", "2.3")
        return refusal


def boxes_of(dealer: Dealer, main: Main) -> list[Box]:
    """The boxes with a wager in them, from the dealer's left; 2.18: with the wagers on the
    dealer's second and third hand after the caller's own."""
    boxes = boxes_on(dealer, main)
    for box in boxes:
        hand = box.hands[0]
        more = [w for w in dealer.wagers_of(box.number) if w.kind == MULTIPLE_ACTION]
        for place, wager in enumerate(more, 1):
            stake = Stake(wager.seat, wager.cents, wager.kind, wager.spot, int(wager.spot))
            box.stakes.insert(place, stake)
            hand.laid.insert(place, Laid(stake, [wager]))
    return boxes
