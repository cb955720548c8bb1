"""One round by the kernel, as a script tells it: how the kernel is compared with the procedures of
the games of twenty-one; and strategies for it that are asked hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled, jit
from pitboss.families.twenty_one.hands import NO_CARDS, is_soft, point_count, with_value
from pitboss.studies.families.twenty_one.exact.compositions import compositions
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, nothing
from pitboss.studies.families.twenty_one.kernel import (
    ACTIONS_MAX,
    BOX_HANDS,
    BOX_SEVENS,
    BOX_WAITS,
    STAKE_ACTION,
    STAKE_BOX,
    STAKE_CENTS,
    STAKE_EVEN,
    STAKE_INSURED,
    STAKE_ON,
    STAKE_SIZE,
    play_round,
    settle_box,
    settle_insurance,
)
from pitboss.studies.families.twenty_one.kernel_run import KernelTable, no_boxes
from pitboss.studies.families.twenty_one.kernel_tables import (
    BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    DOUBLED,
    ENDS,
    EVEN_MONEY,
    PADDING,
    RESCUED,
    SLOW_MARK,
    SURRENDERED,
    SYMBOLS,
    shown_cards,
)
from pitboss.studies.families.twenty_one.table_rules import DOUBLE_RESCUES, TableRules

Numbers = npt.NDArray[np.int64]
# What a script says, by its number (kernel_tables).
MOVES = ("stand", "draw", "double", "split", "surrender")


@compiled
def settle_on_hand(tables: Any, figures: Any, box: Any, stake: Any, hand: int, end: Any) -> Any:
    """What one stake on one hand comes to, in its own money; where the dealer has a blackjack,
    hands are settled together, unless they were decided before."""
    how: Any = EVEN_MONEY if stake[STAKE_EVEN] else box[hand] & (DOUBLED - 1)
    return tables.net[how * ENDS + end] * stake[STAKE_ON + hand] // figures.scale


@compiled
def settle_stake(tables: Any, figures: Any, box: Any, stake: Any, end: Any) -> Any:
    """What one person's stake on a box comes to, in its own money."""
    net = 0
    lost = 0
    undecided = False
    for hand in range(box[BOX_HANDS]):
        how = box[hand] & (DOUBLED - 1)
        if not stake[STAKE_ON + hand]:
            continue
        if end != DEALER_BLACKJACK or how in (BLACKJACK, SURRENDERED):
            net += settle_on_hand(tables, figures, box, stake, hand, end)
        elif how == BUST:
            lost += stake[STAKE_ON + hand]
        elif how == RESCUED:
            lost += stake[STAKE_CENTS]
        else:
            undecided = True
    # The original wager alone is collected; what was lost over 21 or by a rescue stays lost.
    return net - (max(lost, stake[STAKE_CENTS]) if undecided else lost)


@compiled
def settle_stakes_insurance(figures: Any, stake: Any, end: Any) -> Any:
    """What a stake's insurance comes to, in its own money."""
    if stake[STAKE_EVEN]:
        return 0
    # For half a wager of one unit.
    half = figures.insurance_win if end == DEALER_BLACKJACK else figures.insurance_lose
    return stake[STAKE_INSURED] * 2 * half // figures.scale


class Replayed(NamedTuple):
    """What the kernel makes of one box: net of every hand (of the box in all, where the dealer
    has a blackjack), and of its insurance, in initial wagers."""

    hands: list[Fraction]
    insurance: Fraction
    dealer_blackjack: bool


class Person(NamedTuple):
    """A wager on a box (from 0 on) in cents, and which hand of the dealer decides it."""

    box: int
    cents: int
    action: int = 1


class StakeResult(NamedTuple):
    """What a person's wager came to, in cents: on every hand where it lay (in all, where the
    dealer has a blackjack), and its insurance."""

    hands: list[int]
    insurance: int


class ScriptedRound:
    """One round from these cards (0 to 51), decided by a script: whether each box is insured,
    where that is offered, and every decision. With `people` the script has, in their order, how
    much each insures; after `double`, how much each who is on the hand adds; after `split`,
    whether each but the first who is on it follows. `waits` and `sevens`: boxes with a side wager
    that waits for the dealer's second card, or is on sevens."""

    def __init__(
        self,
        rules: TableRules,
        cards: list[int],
        script: list[int],
        seats: int,
        people: list[Person] | None = None,
        *,
        waits: Sequence[int] = (),
        sevens: Sequence[int] = (),
    ) -> None:
        self.table = _scripted(rules)
        actions = max((person.action for person in people or ()), default=1)
        self.figures = self.table.figures._replace(actions=actions)
        self.seats = seats
        self.shoe = np.zeros(len(cards) + PADDING, dtype=np.uint8)
        self.shoe[: len(cards)] = np.array(SYMBOLS, dtype=np.uint8)[cards]
        self.boxes, self.ends = no_boxes(), np.zeros(ACTIONS_MAX, dtype=np.int64)
        self.stakes = np.zeros((len(people or ()), STAKE_SIZE), dtype=np.int64)
        for stake, person in zip(self.stakes, people or (), strict=True):
            stake[STAKE_BOX], stake[STAKE_CENTS] = person.box, person.cents
            stake[STAKE_ACTION] = person.action
        self.boxes[list(waits), BOX_WAITS] = 1
        self.boxes[list(sevens), BOX_SEVENS] = 1
        # The kernel takes an empty script for none at all, so one more entry stands at its end.
        told = np.array([*script, -1], dtype=np.int64)
        kernel: Any = jit(play_round)
        _, at, _, end = kernel(
            self.table.tables,
            self.figures,
            self.shoe,
            len(cards),
            len(cards),
            0,
            np.uint64(0),
            seats,
            0,
            told,
            self.boxes,
            self.stakes.ravel() if people else None,
            self.ends,
        )
        self.used, self.end = int(at), int(end)

    def box(self, number: int) -> Replayed:
        """What a box with one wager comes to."""
        table, box, end = self.table, self.boxes[number], self.end
        insurance = Fraction(int(settle_insurance(self.figures, box, end)), table.shape.scale)
        hands = int(box[BOX_HANDS])
        if end == DEALER_BLACKJACK and hands > 1:
            nets = [int(jit(settle_box)(table.tables, self.figures, box, end))]
        else:
            nets = [int(table.tables.net[int(box[hand]) * ENDS + end]) for hand in range(hands)]
        return Replayed(
            [Fraction(net, table.shape.scale) for net in nets], insurance, end == DEALER_BLACKJACK
        )

    def person(self, number: int) -> StakeResult:
        """What the wager of a person comes to."""
        tables, figures, stake = self.table.tables, self.figures, self.stakes[number]
        box = self.boxes[stake[STAKE_BOX]]
        end = int(self.ends[stake[STAKE_ACTION] - 1])
        nets = [int(jit(settle_stake)(tables, figures, box, stake, end))]
        if end != DEALER_BLACKJACK:
            on = [hand for hand in range(int(box[BOX_HANDS])) if stake[STAKE_ON + hand]]
            settle = jit(settle_on_hand)
            hands = [int(settle(tables, figures, box, stake, hand, end)) for hand in on]
            assert sum(hands) == nets[0]
            nets = hands
        return StakeResult(nets, int(settle_stakes_insurance(figures, stake, end)))

    def box_of(self, number: int) -> tuple[int, Numbers, int] | None:
        """A person's wager, box, and the end of the dealer's hand that decides it, where the
        wager was doubled in full, followed every split and was not paid even money: then it is
        the box of a simulation."""
        stake = self.stakes[number]
        box = self.boxes[stake[STAKE_BOX]]
        hands = box[: int(box[BOX_HANDS])]
        full = np.where(hands & DOUBLED, 2, 1) * stake[STAKE_CENTS]
        if stake[STAKE_EVEN] or (stake[STAKE_ON : STAKE_ON + len(hands)] != full).any():
            return None
        return int(stake[STAKE_CENTS]), box, int(self.ends[stake[STAKE_ACTION] - 1])

    def first_end(self) -> int:
        """How the dealer's first hand ended."""
        return int(self.ends[0])


def replay(
    rules: TableRules, cards: list[int], script: list[int], seats: int
) -> tuple[list[Replayed], int]:
    """One round as it was told, every box with one wager: the boxes, and how many cards were
    used."""
    told = ScriptedRound(rules, cards, script, seats)
    return [told.box(number) for number in range(seats)], told.used


@lru_cache(maxsize=1024)
def _scripted(rules: TableRules) -> KernelTable:
    """A table at which every box is played card by card."""
    strategy = nothing(rules)
    strategy.rescues = np.zeros_like(strategy.draws)
    table = KernelTable(rules, strategy)
    slow = table.tables.opening | np.uint32(SLOW_MARK)
    table.tables = table.tables._replace(opening=slow)
    return table


def total_of(values: Sequence[int]) -> tuple[int, bool]:
    """The total of values (ace 1), and whether an ace counts 11 in it."""
    hand = reduce(with_value, values, NO_CARDS)
    return point_count(hand), is_soft(hand)


class Moves(Protocol):
    """A way to play, asked hand by hand."""

    def insures(self, hand: tuple[int, ...]) -> bool: ...
    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str: ...


def strategy_by(moves: Moves, rules: TableRules) -> Strategy:
    """The strategy that makes these moves: surrenders first, then splits, then doubles."""
    table, found = compositions(), nothing(rules)
    plain = frozenset(("draw", "stand"))
    doubled = frozenset(("rescue", "keep"))
    if rules.after_double != DOUBLE_RESCUES:
        doubled = frozenset(("surrender", "stand"))
    found.rescues = np.zeros_like(found.draws)
    hands = [tuple(v for v in range(1, 11) for _ in range(n[v - 1])) for n in table.counts.tolist()]
    for row, hand in enumerate(hands):
        if len(hand) < 2:
            continue
        found.insures[row] = len(hand) == 2 and moves.insures(hand)
        for start, shown in enumerate(shown_cards(rules.face_up)[0]):

            def does(
                word: str, allowed: frozenset[str], hand: Any = hand, dealer: Any = shown
            ) -> bool:
                return moves.move(hand, dealer, allowed | {word}, 1) == word

            found.draws[start, row] = does("draw", plain)
            found.doubles[start, row] = does("double", plain)
            found.surrenders[start, row] = does("surrender", plain)
            if len(hand) == 2 and hand[0] == hand[1]:
                found.splits[start, hand[0] - 1] = does("split", plain)
            found.rescues[start, row] = does(max(doubled - {"keep", "stand"}), doubled)
    return found
