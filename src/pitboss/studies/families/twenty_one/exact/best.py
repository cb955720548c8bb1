"""The best decisions against one start of the dealer's, hand by hand, where nothing but the
player's own cards and what the dealer shows is known."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled, jit

from .compositions import TOTAL_MAX, VALUES, Compositions, Ints, compositions
from .dealer import Floats, Program
from .paths import gain, no_blackjack
from .rows import dealer_chances, every_hand
from .shoes import Start


class Played(NamedTuple):
    """What hands are played for. `place` is a hand's row in `out`, the dealer's chances; `once`
    and `twice` are what it gains with a single and a doubled wager; `doubles` says which hands may
    be doubled. Where the dealer does not look (`looks` is 0), a doubled hand over 21 loses both
    wagers to a blackjack as well. `kept` is the part of the wager that is kept by giving up instead
    of standing, at any time and after doubling: 0 where that is not permitted, since standing gains
    no less."""

    table: Compositions
    shoe: Ints
    place: Ints
    out: Floats
    once: Floats
    twice: Floats
    doubles: npt.NDArray[np.bool_]
    makes: int
    looks: int
    kept: float


class Gains(NamedTuple):
    """By hand: what standing, drawing (and playing on in the best way) and doubling gain over
    losing the wager, where the dealer has no blackjack. Of hands that cannot be dealt it says
    nothing."""

    stand: Floats
    draw: Floats
    double: Floats


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
def gain_doubled(played: Played, hand: int, left: int, over: Any) -> Any:
    """What doubling gains: one more card, and the wager that was added counted as lost. `over`
    is the chance that the dealer has no blackjack."""
    shoe, counts = played.shoe, played.table.counts
    total = -over
    for kind in range(VALUES):
        more = played.table.child[hand, kind]
        remaining = shoe[kind] - counts[hand, kind]
        if remaining <= 0:
            continue
        weight = remaining / left
        after = no_blackjack(shoe, counts, hand, kind, 1, played.makes)
        if more >= 0:
            gained = gain(played.out, played.place[more], after, played.twice, more)
            total += weight * max(gained, 2 * played.kept * after)
        elif played.looks == 0:
            total -= weight * (1 - after)
    return total


@compiled
def best_of_hands(played: Played, gains: Gains) -> None:
    """Fills in what every hand of two cards or more gains."""
    final_gains(played, gains)
    table, shoe, doubles = played.table, played.shoe, played.doubles
    stand, draw, double = gains.stand, gains.draw, gains.double
    for number in range(table.by_cards.shape[0] - 1, -1, -1):
        hand = table.by_cards[number]
        left = cards_left(shoe, table.counts, hand)
        if table.cards[hand] < 2 or left < 0:
            continue
        total = 0.0
        for kind in range(VALUES):
            more = table.child[hand, kind]
            remaining = shoe[kind] - table.counts[hand, kind]
            if remaining <= 0 or more < 0:
                continue
            best = stand[more]
            if table.total[more] < TOTAL_MAX:
                best = max(best, draw[more])
            if doubles[more]:
                best = max(best, double[more])
            total += remaining / left * best
        draw[hand] = total


@compiled
def final_gains(played: Played, gains: Gains) -> None:
    """As `best_of_hands`, without drawing."""
    table, shoe, kept = played.table, played.shoe, played.kept
    for hand in range(table.cards.shape[0]):
        left = cards_left(shoe, table.counts, hand)
        if table.cards[hand] < 2 or left < 0:
            continue
        over = no_blackjack(shoe, table.counts, hand, 0, 0, played.makes)
        stood = gain(played.out, played.place[hand], over, played.once, hand)
        gains.stand[hand] = max(stood, kept * over)
        if played.doubles[hand]:
            gains.double[hand] = gain_doubled(played, hand, left, over)


@compiled
def least_difference(shoe: Any, table: Compositions, gains: Gains) -> Any:
    """Between standing and drawing, or doubling and the better of them, over all hands that can
    be dealt."""
    least = np.inf
    for hand in range(table.cards.shape[0]):
        if table.cards[hand] >= 2 and cards_left(shoe, table.counts, hand) >= 0:
            stand, draw = gains.stand[hand], gains.draw[hand]
            least = min(least, abs(stand - draw))
            least = min(least, abs(gains.double[hand] - max(stand, draw)))
    return least


class HandsAgainst(NamedTuple):
    """The dealer's chances against one start, by every hand's place."""

    start: Start
    place: Ints
    out: Floats

    def gains(
        self,
        paid: tuple[Floats, Floats],
        doubles: npt.NDArray[np.bool_],
        *,
        looks: bool,
        kept: float = 0.0,
        kernel: Any = best_of_hands,
    ) -> Gains:
        """What every hand gains, for payments by a single and by a doubled wager."""
        table, start = compositions(), self.start
        size = len(table.hard)
        found = Gains(np.zeros(size), np.zeros(size), np.full(size, -np.inf))
        played = Played(
            table, start.shoe, self.place, self.out, *paid, doubles, start.makes, int(looks), kept
        )
        jit(kernel)(played, found)
        return found


def hands_against(one: Program, start: Start) -> HandsAgainst:
    listed, place = every_hand()
    return HandsAgainst(start, place, dealer_chances(one, start.shoe, listed))
