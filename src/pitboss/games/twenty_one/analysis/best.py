"""The best decisions against one start of the dealer's, hand by hand, where nothing but the
player's own cards and what the dealer shows is known."""

from __future__ import annotations

from typing import Any

from pitboss.compiled import compiled
from pitboss.games.twenty_one.analysis.compositions import TOTAL_MAX, VALUES
from pitboss.games.twenty_one.analysis.paths import gain, no_blackjack


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
    for number in range(by_cards.shape[0] - 1, -1, -1):
        hand = by_cards[number]
        left = 0
        short = cards[hand] < 2
        for kind in range(VALUES):
            left += shoe[kind] - table[hand, kind]
            if table[hand, kind] > shoe[kind]:
                short = True
        if short:
            continue
        over = no_blackjack(shoe, table, hand, 0, 0, makes)
        stand[hand] = max(gain(out, place[hand], over, once, hand), kept * over)
        on = 0.0
        twofold = -over
        for kind in range(VALUES):
            more = child[hand, kind]
            remaining = shoe[kind] - table[hand, kind]
            if remaining <= 0:
                continue
            weight = remaining / left
            after = no_blackjack(shoe, table, hand, kind, 1, makes)
            if more < 0:
                if looks == 0:
                    twofold -= weight * (1 - after)
                continue
            best = stand[more]
            if totals[more] < TOTAL_MAX:
                best = max(best, draw[more])
            if doubles[more]:
                best = max(best, double[more])
            on += weight * best
            if doubles[hand]:
                doubled = gain(out, place[more], after, twice, more)
                twofold += weight * max(doubled, 2 * kept * after)
        draw[hand] = on
        if doubles[hand]:
            double[hand] = twofold


@compiled
def gains_by(
    shoe: Any, table: Any, child: Any, cards: Any, by_cards: Any, draws: Any, stand: Any,
    draw: Any, follow: Any,
) -> None:  # fmt: skip
    """As `best_of_hands`, where every hand is drawn to as `draws` says and no other way: what
    drawing once gains, and what following it gains."""
    for number in range(by_cards.shape[0] - 1, -1, -1):
        hand = by_cards[number]
        left = 0
        for kind in range(VALUES):
            left += shoe[kind] - table[hand, kind]
        if cards[hand] < 2 or left <= 0:
            continue
        draw[hand] = 0
        for kind in range(VALUES):
            more = child[hand, kind]
            remaining = shoe[kind] - table[hand, kind]
            if remaining > 0 and more >= 0:
                draw[hand] += remaining / left * follow[more]
        follow[hand] = draw[hand] if draws[hand] else stand[hand]
