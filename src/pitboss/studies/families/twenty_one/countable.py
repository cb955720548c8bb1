"""The wagers of a game of twenty-one as functions of the cards that are left, and dealt with a
count by the kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exposure.countable import (
    BUCKETS,
    ByCount,
    Countable,
    Settled,
    deal_first_cards,
)
from pitboss.analysis.simulation.counts import Count, EveryCount
from pitboss.analysis.simulation.plan import key_of
from pitboss.equipment.cards import RANKS
from pitboss.money import Odds

from .counted_wagers import CountedWagers
from .exact.compositions import VALUES
from .exact.shoes import ACE, TEN
from .kernel_rounds import FIRST_CARDS, WAITS_MARK, dense
from .kernel_run import KernelRun, SideRows, Wagers
from .kernel_tables import SYMBOLS

Ints = npt.NDArray[np.int64]
# The ranks of each value, the ace first.
BY_VALUE = ((len(RANKS) - 1,), *((rank,) for rank in range(8)), (8, 9, 10, 11))
BY_CARD = tuple((card >> 2,) for card in range(52))
# With fewer cards a round might run out of them.
LEAST_CARDS = 30
ROUNDS_MEASURED = 200_000

# Makes the kernel with these wagers, dealt to so many cards.
MakeRun = Callable[[Wagers | None, int], KernelRun]


def kernel_deal(
    make: MakeRun, size: int, decks: int, by_up: Sequence[bool] = ()
) -> Callable[[Count, Sequence[int], int, int], list[ByCount]]:
    """Returns a way to deal by the game's own kernel, once for each cutting card. What is won is
    told in units of the wager at the count; a wager that is doubled by the dealer's first card is
    one wager still."""

    def deal(count: Count, cuts: Sequence[int], shoes: int, seed: int) -> list[ByCount]:
        wagers = CountedWagers(EveryCount(count, decks=decks), by_up=by_up)
        found = []
        for number, cut in enumerate(cuts):
            run = make(wagers, size - cut)
            rounds = max(int(shoes * (size - cut) * _rounds_a_card(run)), 1)
            counts, _, dealt = run.deal_on(key_of(seed, number), rounds)
            nets = np.array([float(cells[0].net) for cells in run.cells])
            sums = (
                (counts * weights).reshape(BUCKETS, -1).sum(axis=1).astype(float)
                for weights in (1, nets, nets * nets)
            )
            # The last shoe is not dealt to its end.
            found.append(ByCount(float(max(dealt, 1)), *sums))
        return found

    return deal


def _rounds_a_card(run: KernelRun) -> float:
    """Returns how many rounds there are to a card, on average."""
    _, _, shoes = run.deal_on(key_of(0, 0), ROUNDS_MEASURED)
    return ROUNDS_MEASURED / (max(shoes, 1) * run.dealing.cut_at)


def cards_a_round(run: KernelRun) -> float:
    """Returns how many cards a round takes, on average."""
    return 1 / _rounds_a_card(run)


# -- wagers that first cards decide -----------------------------------------------------------


class FirstCards:
    """What a wager wins by the first two cards of a box and the dealer's first, as the kernel has
    it, where that is all that decides it but for the dealer's blackjack."""

    def __init__(self, side: SideRows) -> None:
        assert side.kind == FIRST_CARDS
        self.unit = lcm(*(cell.net.denominator for cell in side.cells))
        nets = np.array([int(cell.net * self.unit) for cell in side.cells])
        order = np.array([int(dense(symbol)) for symbol in SYMBOLS])
        rows = side.table.reshape(2, 52, 52, 52) & (WAITS_MARK - 1)
        by_card = rows[:, order][:, :, order][:, :, :, order]
        self.nets, self.after = nets[by_card[0]], nets[by_card[1]]
        self.waits = side.waits

    def worth(self, left: Sequence[int]) -> Fraction:
        """Returns what the wager is worth with so many left of each card."""
        held = np.array(left, dtype=np.int64)
        total = int(held.sum())
        same = np.eye(52, dtype=np.int64)
        ways = held[:, None] * (held[None, :] - same)
        third = held[None, None, :] - same[:, None, :] - same[None, :, :]
        counts = np.maximum(ways[:, :, None] * third, 0)
        cards = total * (total - 1) * (total - 2) * self.unit
        found = Fraction(int((counts * self.nets).sum()), cards)
        if self.waits and (self.after != self.nets).any():
            makes = np.maximum(_makes_blackjack(held), 0)
            more = int((counts * makes * (self.after - self.nets)).sum())
            found += Fraction(more, cards * (total - 3))
        return found


def _makes_blackjack(held: Ints) -> Ints:
    """Returns how many cards are left that make a blackjack of the dealer's first card, by the
    box's two cards and that one."""
    ranks = np.arange(52) >> 2
    aces, tens = ranks == len(RANKS) - 1, (ranks >= 8) & (ranks < len(RANKS) - 1)
    found = np.zeros((52, 52, 52), dtype=np.int64)
    for up, wanted in ((aces, tens), (tens, aces)):
        gone = wanted[:, None].astype(np.int64) + wanted[None, :]
        found[:, :, up] = (int(held[wanted].sum()) - gone)[:, :, None]
    return found


def first_cards(
    wager: str, side: SideRows, decks: int, shoe: Sequence[int], make: MakeRun, **more: Any
) -> Countable:
    """Returns a wager beside the hand."""
    table = FirstCards(side)
    return Countable(
        wager,
        decks,
        BY_CARD,
        tuple(shoe),
        table.worth,
        kernel_deal(make, sum(shoe), decks),
        least=LEAST_CARDS,
        **more,
    )


# -- insurance --------------------------------------------------------------------------------


def insurance_wager(odds: Odds, decks: int, shoe: Sequence[int], cards_each: float) -> Countable:
    """Returns insurance, where the dealer shows an ace: taken by the count of all cards before the
    round, of a box's two cards and of the ace. `shoe` is by card."""
    times = odds.fraction
    by_value = tuple(
        sum(held for card, held in enumerate(shoe) if card >> 2 in ranks) for ranks in BY_VALUE
    )

    def worth(left: Sequence[int]) -> Fraction:
        others = max(sum(left) - 1, 1)
        return Fraction(left[TEN] * (times + 1), others) - 1

    def settle(dealt: Ints) -> Settled:
        ranks = dealt >> 2
        ten = (ranks[:, 3] >= 8) & (ranks[:, 3] < len(RANKS) - 1)
        return ranks[:, 2] == len(RANKS) - 1, np.where(ten, float(times), -1.0)

    assert len(by_value) == VALUES
    assert by_value[ACE] > 0
    return Countable(
        "insurance",
        decks,
        BY_VALUE,
        by_value,
        worth,
        deal_first_cards(shoe, 4, settle, cards_a_round=cards_each, seen=3),
        least=LEAST_CARDS,
        notes=("in units of the insurance wager, where the dealer shows an ace",),
    )
