"""A game of twenty-one as the kernel plays it: tables, outcomes and records; for the games to make
their plans of.

An outcome is what a box has staked and what it comes to, in initial wagers, so that mean and
variance are exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.tracing import COUNT_MASK, TAIL, UNKNOWN, Records, Tracer
from pitboss.analysis.study import Decide
from pitboss.compiled import jit
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.kernel import (
    ACTIONS_MAX,
    BOX_HANDS,
    BOX_SEVENS,
    BOX_SIZE,
    BOX_WAITS,
    HANDS_MAX,
    STAKE_ACTION,
    STAKE_BOX,
    STAKE_CENTS,
    STAKE_EVEN,
    STAKE_ON,
    STAKE_SIZE,
    play_round,
    settle_box,
    settle_insurance,
    settle_on_hand,
    settle_stake,
    settle_stakes_insurance,
)
from pitboss.studies.families.twenty_one.kernel_rounds import (
    FIRST_CARDS,
    OTHER_SIZE,
    RAN_OUT,
    TOLD_FAILED,
    TOLD_SIZE,
    Side,
    derive_kernel,
    rounds_kernel,
)
from pitboss.studies.families.twenty_one.kernel_tables import (
    CARD_OF_SYMBOL,
    DEALER_BLACKJACK,
    DOUBLED,
    ENDS,
    PADDING,
    SLOW_MARK,
    SYMBOLS,
    Counting,
    Facts,
    Strategy,
    full_shoe,
    make_tables,
)
from pitboss.studies.families.twenty_one.table_rules import (
    DOUBLE_RESCUES,
    DOUBLE_STANDS,
    FIVE_CARDS,
    NO_HOLE_CARD,
    SURRENDER_ANY_TIME,
    TableRules,
)

SEATS_MAX = 7
# Symbols a record: more cards than a round of one box, and of every further one, ever takes.
ROOM, ROOM_A_SEAT, ROOM_MAX = 40, 4, 63
# So many different results can be counted, whether or not they ever come about.
OUTCOMES_MAX = 1 << 21

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Conditions(NamedTuple):
    """How the game is dealt. `seat` of `seats` boxes is studied, and all are played alike;
    `cut_at` cards are dealt at least before a shuffle (0: a full shoe for every round), from
    each side of a double shoe."""

    seats: int = 1
    seat: int = 1
    cut_at: int = 0
    double_shoe: bool = False


class Wagers(Protocol):
    """How the wager of a round is chosen: by a count, or by the dealer's first card. `units` are
    the different wagers; `levels` has the place of the wager in them."""

    units: tuple[Fraction, ...]

    def figures(self, sides: int) -> Counting: ...
    def tags_by_symbol(self) -> Numbers: ...
    def levels(self) -> Numbers: ...
    def books(self, strategy: Strategy) -> list[Strategy]: ...
    def books_by_count(self) -> Numbers: ...


class SideRows(NamedTuple):
    """A side wager: `cells` are what its rows come to, in units of it, the loss first. If first
    cards decide it, `table[blackjack, first, second, up]` is the row; for the rest see Side."""

    table: Bytes
    cells: list[Cell]
    kind: int = FIRST_CARDS
    kinds: Bytes | None = None
    weights: tuple[int, ...] = ()
    length: int = 0
    waits: bool = False
    sevens: bool = False

    def side(self) -> Side:
        kinds = self.kinds if self.kinds is not None else _no_bytes()
        weights = np.cumsum(np.array(self.weights, dtype=np.int64), dtype=np.int64)
        return Side(
            self.kind, self.table, kinds, weights, self.length, int(self.waits), int(self.sevens)
        )


class Machine:
    """Tables and figures of one game for the kernel, and the shape of its outcomes."""

    def __init__(
        self, rules: TableRules, strategy: Strategy, bets: Wagers | None = None,
        sides: SideRows | None = None, *, actions: int = 1,
    ) -> None:  # fmt: skip
        """`actions`: how many hands the dealer makes of the first card; the last one decides
        the wager."""
        assert rules.hands_max <= HANDS_MAX
        assert actions <= ACTIONS_MAX
        self.rules = rules
        self.bets = bets
        self.sides = sides
        half = rules.insurance / 2
        self.scale = scale_of(rules)
        books = bets.books(strategy) if bets is not None else [strategy]
        self.tables, blackjack_node = make_tables(rules, books, self.scale)
        self.facts = facts_of(rules, self.scale, blackjack_node)._replace(actions=actions)
        # The most that a box can lose and win, and stake: every hand doubled, and insured.
        hands = rules.hands_max
        most = max(rules.odds)
        self.least = -(2 * hands + 1) * self.scale
        self.nets = int((2 * hands * most + half + 1) * self.scale) - self.least + 1
        self.stakes = 4 * hands + 2
        if self.stakes * self.nets > OUTCOMES_MAX:
            raise BadInput(
                "the odds of this table are too fine or too high for the kernel to count"
            )

    def counting(self) -> Counting:
        rows = len(self.sides.cells) if self.sides is not None else 1
        return Counting(sides=rows) if self.bets is None else self.bets.figures(rows)

    def outcomes(self) -> list[tuple[Cell, ...]]:
        """What every number that the kernel counts means."""
        levels = self.bets.units if self.bets is not None else (Fraction(1),)
        found: list[tuple[Cell, ...]] = []
        if self.sides is not None:
            # Only the side wager's own result is told, whatever the hand comes to.
            for cell in self.sides.cells:
                found += [(cell,)] * (self.stakes * self.nets)
            return found * len(levels)
        for units in levels:
            for halves in range(self.stakes):
                for net in range(self.nets):
                    mine = units * Fraction(net + self.least, self.scale)
                    found.append((Cell(_row(mine, halves), "", mine, units * halves / 2),))
        return found


def scale_of(rules: TableRules) -> int:
    """The parts of a wager in which everything that may be won or lost is a whole number."""
    amounts = (*rules.odds, rules.insurance / 2, rules.surrender_keeps)
    return lcm(2, *(each.denominator for each in amounts))


def facts_of(rules: TableRules, scale: int, blackjack_node: int) -> Facts:
    """The rules as the kernel reads them beside its tables, amounts in 1 / scale of a wager."""
    return Facts(
        shown=55 if rules.face_up else 10,
        hole=int(rules.hole_card != NO_HOLE_CARD),
        looks=int(rules.dealer_looks),
        face_up=int(rules.face_up),
        hands_max=rules.hands_max,
        aces_hands_max=rules.aces_hands_max,
        aces_one_card=int(rules.aces_one_card),
        scale=scale,
        insurance_win=int(rules.insurance / 2 * scale),
        insurance_lose=-scale // 2,
        even_money=int(rules.even_money),
        blackjack_node=blackjack_node,
        special_21_cards=FIVE_CARDS if rules.five_card_21 else 0,
        may_insure=int(rules.insurance > 0),
        insures_at_turn=int(rules.insures_at_turn),
        up_first=int(rules.up_first),
        aces_asked=int(rules.surrender == SURRENDER_ANY_TIME),
        after_double=int(rules.after_double != DOUBLE_STANDS),
        rescues=int(rules.after_double == DOUBLE_RESCUES),
        bonuses=int(bool(rules.bonuses)),
        actions=1,
    )


def _row(net: Fraction, halves: int) -> str:
    word = "win" if net > 0 else "lose" if net < 0 else "push"
    return f"{word} on {Fraction(halves, 2)}" if halves != 2 else word


class Simulated:
    """A machine under conditions, as a plan asks for it."""

    def __init__(self, machine: Machine, conditions: Conditions) -> None:
        self.machine = machine
        self.conditions = conditions
        self.shoe = full_shoe(machine.rules.decks, machine.rules.without)
        self.size = len(self.shoe) - PADDING
        if conditions.double_shoe:
            # One side behind the other.
            self.shoe = np.concatenate([self.shoe[: self.size], self.shoe])
        self.room = min(ROOM_MAX, ROOM + ROOM_A_SEAT * (conditions.seats - 1))
        self.cells = machine.outcomes()
        bets = machine.bets
        nothing = np.zeros(0, dtype=np.int64)
        self.tags = bets.tags_by_symbol() if bets is not None else nothing
        self.levels = bets.levels() if bets is not None else nothing
        self.books = bets.books_by_count() if bets is not None else nothing
        self.side = machine.sides.side() if machine.sides is not None else None

    def walk(self, key: int, rounds: int, kept: int) -> tuple[Numbers, Records]:
        """Counts of outcomes, and the first `kept` rounds as records."""
        machine, conditions = self.machine, self.conditions
        counts = np.zeros(len(self.cells), dtype=np.int64)
        out = np.zeros((kept, self.room + TAIL), dtype=np.uint8)
        told = np.zeros(TOLD_SIZE, dtype=np.int64)
        boxes = _boxes()
        boxes[conditions.seat - 1, BOX_SEVENS] = self.side.sevens if self.side is not None else 0
        other = np.zeros(OTHER_SIZE, dtype=np.int64) if conditions.double_shoe else None
        kernel: Any = jit(rounds_kernel)
        kernel(
            machine.tables, machine.facts, self.shoe.copy(), self.size, conditions.cut_at,
            conditions.seats, conditions.seat - 1, machine.counting(), self.tags, self.levels,
            self.books, self.side, np.uint64(key), rounds, machine.least, machine.nets,
            machine.stakes, boxes, counts, out, told, other,
        )  # fmt: skip
        if told[TOLD_FAILED] == RAN_OUT:
            raise BadInput(
                "the shoe ran out in the middle of a round: deal fewer cards before a shuffle, "
                "or to fewer boxes"
            )
        if told[TOLD_FAILED]:
            raise BadInput(f"a round of more than {self.room} cards cannot be put on record")
        out[:, : self.room] = CARD_OF_SYMBOL[out[:, : self.room]]
        return counts, out

    def derive(self, records: Records) -> int:
        """The first record that does not follow from its cards, or -1."""
        good = _filled(records, self.room)
        if not good.all():
            first = int(np.argmin(good))
            before = self.derive(records[:first])
            return before if before >= 0 else first
        machine = self.machine
        symbols = records.copy()
        by_card = np.zeros(256, dtype=np.uint8)
        by_card[:52] = SYMBOLS
        symbols[:, : self.room] = by_card[records[:, : self.room]]
        kernel: Any = jit(derive_kernel)
        shoe = np.zeros(self.room + PADDING, dtype=np.uint8)
        return int(kernel(
            machine.tables, machine.facts, symbols, self.room, self.conditions.seats,
            self.conditions.seat - 1, machine.least, machine.nets, machine.stakes, self.levels,
            _boxes(), np.zeros(ACTIONS_MAX, dtype=np.int64), shoe, np.zeros(0, dtype=np.int64),
        ))  # fmt: skip

    def deal(self, key: int, rounds: int, number: int) -> list[int]:
        record = self.walk(key, number + 1, number + 1)[1][-1]
        found: list[int] = record[: int(record[self.room]) & COUNT_MASK].tolist()
        return found

    def plan(self, wager: str, decide: Decide | None) -> Plan:
        tracer = None
        # A tape is made of one box and equal wagers, one of each, from one shoe: no other rounds
        # are dealt again.
        alone = self.conditions.seats == 1 and len(self.tags) == 0
        alone = alone and self.machine.facts.actions == 1 and not self.conditions.double_shoe
        # A record has two bytes for the outcome.
        if alone and self.machine.sides is None and len(self.cells) < UNKNOWN:
            tracer = Tracer(
                CARD_TEXT[:52], self.room, lambda key, rounds: self.walk(key, rounds, rounds)[1],
                self.derive, decks=self.machine.rules.decks,
                # Decks without some ranks count as whole ones whose other cards stay behind.
                cutting_card=52 * self.machine.rules.decks - self.conditions.cut_at,
            )  # fmt: skip
        return Plan(
            (wager,), self.cells, lambda key, rounds: self.walk(key, rounds, 0)[0], self.deal,
            tracer, decide,
        )  # fmt: skip


def _filled(records: Records, room: int) -> npt.NDArray[np.bool_]:
    """Which records have a card at every place before their last card, and at no other."""
    has = records[:, :room] < 52
    expected = np.arange(room)[None, :] < (records[:, room] & COUNT_MASK)[:, None]
    found: npt.NDArray[np.bool_] = (has == expected).all(axis=1)
    return found


def _boxes() -> Numbers:
    return np.zeros((SEATS_MAX, BOX_SIZE), dtype=np.int64)


def _no_bytes() -> Bytes:
    return np.zeros(0, dtype=np.uint8)


# -- one round, as it was told ----------------------------------------------------------------


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


class Came(NamedTuple):
    """What a person's wager came to, in cents: on every hand where it lay (in all, where the
    dealer has a blackjack), and its insurance."""

    hands: list[int]
    insurance: int


class Told:
    """One round from these cards (0 to 51), decided by a script: whether each box is insured,
    where that is offered, and every decision. With `people` the script has, in their order, how
    much each insures; after `double`, how much each who is on the hand adds; after `split`,
    whether each but the first who is on it follows. `waits` and `sevens`: boxes with a side wager
    that waits for the dealer's second card, or is on sevens."""

    def __init__(
        self, rules: TableRules, cards: list[int], script: list[int], seats: int,
        people: list[Person] | None = None, *, waits: Sequence[int] = (),
        sevens: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self.machine = _scripted(rules)
        actions = max((person.action for person in people or ()), default=1)
        self.facts = self.machine.facts._replace(actions=actions)
        self.seats = seats
        self.shoe = np.zeros(len(cards) + PADDING, dtype=np.uint8)
        self.shoe[: len(cards)] = np.array(SYMBOLS, dtype=np.uint8)[cards]
        self.boxes, self.ends = _boxes(), np.zeros(ACTIONS_MAX, dtype=np.int64)
        self.stakes = np.zeros((len(people or ()), STAKE_SIZE), dtype=np.int64)
        for stake, person in zip(self.stakes, people or (), strict=True):
            stake[STAKE_BOX], stake[STAKE_CENTS] = person.box, person.cents
            stake[STAKE_ACTION] = person.action
        self.boxes[list(waits), BOX_WAITS] = 1
        self.boxes[list(sevens), BOX_SEVENS] = 1
        # A script is never empty: the last entry is there to be not used.
        told = np.array([*script, -1], dtype=np.int64)
        kernel: Any = jit(play_round)
        _, at, _, end = kernel(
            self.machine.tables, self.facts, self.shoe, len(cards), len(cards), 0, np.uint64(0),
            seats, 0, told, self.boxes, self.stakes.ravel() if people else None, self.ends,
        )  # fmt: skip
        self.used, self.end = int(at), int(end)

    def box(self, number: int) -> Replayed:
        """What a box with one wager comes to."""
        machine, box, end = self.machine, self.boxes[number], self.end
        insurance = Fraction(int(settle_insurance(self.facts, box, end)), machine.scale)
        hands = int(box[BOX_HANDS])
        if end == DEALER_BLACKJACK and hands > 1:
            nets = [int(jit(settle_box)(machine.tables, self.facts, box, end))]
        else:
            nets = [int(machine.tables.net[int(box[hand]) * ENDS + end]) for hand in range(hands)]
        return Replayed(
            [Fraction(net, machine.scale) for net in nets], insurance, end == DEALER_BLACKJACK
        )

    def person(self, number: int) -> Came:
        """What the wager of a person comes to."""
        tables, facts, stake = self.machine.tables, self.facts, self.stakes[number]
        box = self.boxes[stake[STAKE_BOX]]
        end = int(self.ends[stake[STAKE_ACTION] - 1])
        nets = [int(jit(settle_stake)(tables, facts, box, stake, end))]
        if end != DEALER_BLACKJACK:
            on = [hand for hand in range(int(box[BOX_HANDS])) if stake[STAKE_ON + hand]]
            settle = jit(settle_on_hand)
            hands = [int(settle(tables, facts, box, stake, hand, end)) for hand in on]
            assert sum(hands) == nets[0]
            nets = hands
        return Came(nets, int(settle_stakes_insurance(facts, stake, end)))

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
    told = Told(rules, cards, script, seats)
    return [told.box(number) for number in range(seats)], told.used


@lru_cache(maxsize=1024)
def _scripted(rules: TableRules) -> Machine:
    """A machine that plays every box card by card."""
    machine = Machine(rules, _Stands())
    slow = machine.tables.opening | np.uint32(SLOW_MARK)
    machine.tables = machine.tables._replace(opening=slow)
    return machine


class _Stands:
    """A strategy for tables that a script overrules."""

    by_total = True

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        return "stand"

    def insures(self, hand: tuple[int, ...]) -> bool:
        return False
