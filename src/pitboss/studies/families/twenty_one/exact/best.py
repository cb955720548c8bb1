"""The best decisions against one start of the dealer's, hand by hand, where nothing but the
player's own cards and what the dealer shows is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled import compiled
from pitboss.studies.families.twenty_one.exact.compositions import TOTAL_MAX, VALUES
from pitboss.studies.families.twenty_one.exact.paths import gain, no_blackjack


@compiled
def cards_left(shoe: Any, table: Any, hand: int) -> int:
    """In the shoe, when the hand was dealt from it; negative if it cannot be dealt."""
    left = 0
    for kind in range(VALUES):
        remaining = shoe[kind] - table[hand, kind]
        if remaining < 0:
            return -1
        left += remaining
    return left


@compiled
def gain_doubled(
    shoe: Any, table: Any, child: Any, hand: int, left: int, place: Any, out: Any, twice: Any,
    makes: int, looks: int, kept: Any, over: Any,
) -> Any:  # fmt: skip
    """What doubling gains: one more card, and the wager that was added counted as lost. `over`
    is the chance that the dealer has no blackjack."""
    total = -over
    for kind in range(VALUES):
        more = child[hand, kind]
        remaining = shoe[kind] - table[hand, kind]
        if remaining <= 0:
            continue
        weight = remaining / left
        after = no_blackjack(shoe, table, hand, kind, 1, makes)
        if more >= 0:
            gained = gain(out, place[more], after, twice, more)
            total += weight * max(gained, 2 * kept * after)
        elif looks == 0:
            total -= weight * (1 - after)
    return total


@compiled
def best_of_hands(
    shoe: Any, table: Any, child: Any, cards: Any, totals: Any, by_cards: Any, place: Any,
    out: Any, once: Any, twice: Any, doubles: Any, makes: int, looks: int, kept: Any, stand: Any,
    draw: Any, double: Any,
) -> None:  # fmt: skip
    """For every hand of two cards or more: what standing, drawing (and playing on in the best
    way) and doubling gain over losing the wager, where the dealer has no blackjack. `place` is
    the hand's row in `out`; `doubles` says which hands may be doubled. Where the dealer does
    not look (`looks` is 0), a doubled hand over 21 loses both wagers to a blackjack as well.
    `kept` is the part of the wager that is kept by giving up instead of standing, at any time
    and after doubling: 0 where that is not permitted, since standing gains no less.
    Hands that cannot be dealt are left alone."""
    final_gains(shoe, table, child, cards, totals, by_cards, place, out, once, twice, doubles,
                makes, looks, kept, stand, draw, double)  # fmt: skip
    for number in range(by_cards.shape[0] - 1, -1, -1):
        hand = by_cards[number]
        left = cards_left(shoe, table, hand)
        if cards[hand] < 2 or left < 0:
            continue
        total = 0.0
        for kind in range(VALUES):
            more = child[hand, kind]
            remaining = shoe[kind] - table[hand, kind]
            if remaining <= 0 or more < 0:
                continue
            best = stand[more]
            if totals[more] < TOTAL_MAX:
                best = max(best, draw[more])
            if doubles[more]:
                best = max(best, double[more])
            total += remaining / left * best
        draw[hand] = total


@compiled
def final_gains(
    shoe: Any, table: Any, child: Any, cards: Any, totals: Any, by_cards: Any, place: Any,
    out: Any, once: Any, twice: Any, doubles: Any, makes: int, looks: int, kept: Any, stand: Any,
    draw: Any, double: Any,
) -> None:  # fmt: skip
    """As `best_of_hands`, without drawing."""
    for hand in range(cards.shape[0]):
        left = cards_left(shoe, table, hand)
        if cards[hand] < 2 or left < 0:
            continue
        over = no_blackjack(shoe, table, hand, 0, 0, makes)
        stand[hand] = max(gain(out, place[hand], over, once, hand), kept * over)
        if doubles[hand]:
            double[hand] = gain_doubled(shoe, table, child, hand, left, place, out, twice, makes,
                                        looks, kept, over)  # fmt: skip


@compiled
def least_difference(shoe: Any, table: Any, cards: Any, stand: Any, draw: Any, double: Any) -> Any:
    """Between standing and drawing, or doubling and the better of them, over all hands that can
    be dealt."""
    least = np.inf
    for hand in range(cards.shape[0]):
        if cards[hand] >= 2 and cards_left(shoe, table, hand) >= 0:
            least = min(least, abs(stand[hand] - draw[hand]))
            least = min(least, abs(double[hand] - max(stand[hand], draw[hand])))
    return least
