"""The kernel of blackjack as a plan: rules and a strategy in, counts of outcomes out.

An outcome is what a box has staked and what it comes to, in initial wagers, so that mean and
variance are exact. `Conditions` say what the regulation leaves open: how many boxes are played,
how deep into the shoe, by which count and ramp the wager is chosen."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import jit
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.games.blackjack.counting import (
    COUNT_MOST,
    Bets,
    Count,
    Play,
    read_count,
    read_plays,
    read_ramp,
)
from pitboss.games.blackjack.kernel_sides import SideRows, check_tens_stand, side_rows
from pitboss.games.blackjack.parameters import (
    FACE_UP,
    LATE_SURRENDER,
    NO_HOLE_CARD,
    Parameters,
    parameters_of,
)
from pitboss.games.blackjack.strategy import Strategy as HandStrategy
from pitboss.games.blackjack.strategy import start_row
from pitboss.games.twenty_one.analysis.compositions import compositions
from pitboss.games.twenty_one.kernel import (
    BOX_HANDS,
    BOX_INSURED,
    BOX_SIZE,
    RAN_OUT,
    TOLD_FAILED,
    TOLD_SIZE,
    derive_kernel,
    play_round,
    rounds_kernel,
    settle_box,
    settle_insurance,
)
from pitboss.games.twenty_one.kernel_tables import (
    CARD_OF_SYMBOL,
    DEALER_BLACKJACK,
    PADDING,
    SLOW_MARK,
    SYMBOLS,
    Counting,
    Facts,
    Strategy,
    Worth,
    full_shoe,
    make_tables,
)
from pitboss.odds.distribution import Cell
from pitboss.odds.plan import Plan
from pitboss.odds.tracing import COUNT_MASK, TAIL, Records, Tracer
from pitboss.table.study import Decide, Scenario, Setting

SEATS_MAX = 7
# Symbols a record: more cards than a round of one box, and of every further one, ever takes.
ROOM, ROOM_A_SEAT, ROOM_MAX = 40, 4, 63
FIVE_CARDS = 5

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Conditions(NamedTuple):
    """How the game is dealt. `seat` of `seats` boxes is studied, and all are played alike;
    `cut_at` cards are dealt at least before a shuffle (0: a full shoe for every round)."""

    seats: int = 1
    seat: int = 1
    cut_at: int = 0


class Machine:
    """Tables and figures of one game for the kernel, and the shape of its outcomes."""

    def __init__(
        self, parameters: Parameters, strategy: Strategy, bets: Bets | None = None,
        sides: SideRows | None = None, insures_at_turn: bool = False,
    ) -> None:  # fmt: skip
        self.parameters = parameters
        self.bets = bets
        self.sides = sides
        books = bets.books(strategy) if bets is not None else [strategy]
        late = parameters.surrender == LATE_SURRENDER
        self.worth = Worth(
            parameters.win, parameters.blackjack, parameters.five_card_21,
            bool(parameters.ties_lose), bool(parameters.blackjack_beats_blackjack),
            surrendered_to_blackjack=Fraction(-1) if late else Fraction(-1, 2),
        )  # fmt: skip
        half = parameters.insurance / 2
        self.scale = lcm(2, half.denominator, *(
            odds.denominator for odds in self.worth[:3] if isinstance(odds, Fraction)
        ))  # fmt: skip
        special = FIVE_CARDS if parameters.five_card_21_numerator else 0
        looks = parameters.dealer_looks
        face_up = parameters.hole_card == FACE_UP
        self.tables, blackjack_node = make_tables(
            parameters, books, self.worth, self.scale,
            soft_17_draws=bool(parameters.soft_17_draws), face_up=face_up, looks=looks,
            special_21_cards=special, surrender_waits=late and not looks,
        )  # fmt: skip
        self.facts = Facts(
            shown=55 if face_up else 10,
            hole=int(parameters.hole_card != NO_HOLE_CARD),
            looks=int(looks),
            face_up=int(face_up),
            hands_max=parameters.hands_max,
            aces_hands_max=parameters.aces_hands_max,
            aces_one_card=parameters.split_aces_one_card,
            scale=self.scale,
            insurance_win=int(half * self.scale),
            insurance_lose=-self.scale // 2,
            even_money=parameters.even_money,
            blackjack_node=blackjack_node,
            special_21_cards=special,
            may_insure=parameters.insurance_offered,
            insures_at_turn=int(insures_at_turn),
        )
        # The most that a box can lose and win, and stake: every hand doubled, and insured.
        hands = parameters.hands_max
        most = max(self.worth.win, self.worth.special_21, self.worth.blackjack)
        self.least = -(2 * hands + 1) * self.scale
        self.nets = int((2 * hands * most + half + 1) * self.scale) - self.least + 1
        self.stakes = 4 * hands + 2

    def counting(self) -> Counting:
        rows = len(self.sides.cells) if self.sides is not None else 1
        return Counting(sides=rows) if self.bets is None else self.bets.figures(rows)

    def outcomes(self) -> list[tuple[Cell, ...]]:
        """What every number that the kernel counts means."""
        levels = self.bets.units if self.bets is not None else (Fraction(1),)
        beside = self.sides.cells if self.sides is not None else [(Fraction(0), Fraction(0), "")]
        found: list[tuple[Cell, ...]] = []
        for units in levels:
            for side_net, side_staked, row in beside:
                for halves in range(self.stakes):
                    for net in range(self.nets):
                        mine = Fraction(net + self.least, self.scale)
                        staked = units * Fraction(halves, 2) + side_staked
                        cell = Cell(_row(units * mine, halves, row), "",
                                    units * mine + side_net, staked)  # fmt: skip
                        found.append((cell,))
        return found


def _row(net: Fraction, halves: int, side: str) -> str:
    word = "win" if net > 0 else "lose" if net < 0 else "push"
    staked = f" on {Fraction(halves, 2)}" if halves != 2 else ""
    return f"{word}{staked}{', ' + side if side else ''}"


class Simulated:
    """A machine under conditions, as a plan asks for it."""

    def __init__(self, machine: Machine, conditions: Conditions) -> None:
        self.machine = machine
        self.conditions = conditions
        self.shoe = full_shoe(machine.parameters.decks)
        self.size = len(self.shoe) - PADDING
        self.room = min(ROOM_MAX, ROOM + ROOM_A_SEAT * (conditions.seats - 1))
        self.cells = machine.outcomes()
        bets = machine.bets
        nothing = np.zeros(0, dtype=np.int64)
        self.tags = bets.tags_by_symbol() if bets is not None else nothing
        self.levels = bets.levels() if bets is not None else nothing
        self.books = bets.books_by_count() if bets is not None else nothing
        self.side = machine.sides.table if machine.sides is not None else _no_bytes()

    def walk(self, key: int, rounds: int, kept: int) -> tuple[Numbers, Records]:
        """Counts of outcomes, and the first `kept` rounds as records."""
        machine, conditions = self.machine, self.conditions
        counts = np.zeros(len(self.cells), dtype=np.int64)
        out = np.zeros((kept, self.room + TAIL), dtype=np.uint8)
        told = np.zeros(TOLD_SIZE, dtype=np.int64)
        kernel: Any = jit(rounds_kernel)
        kernel(
            machine.tables, machine.facts, self.shoe.copy(), self.size, conditions.cut_at,
            conditions.seats, conditions.seat - 1, machine.counting(), self.tags, self.levels,
            self.books, self.side, np.uint64(key), rounds, machine.least, machine.nets,
            machine.stakes, _boxes(), counts, out, told,
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
            self.conditions.seat - 1, machine.least, machine.nets, machine.stakes, self.side,
            _boxes(), shoe, np.zeros(0, dtype=np.int64),
        ))  # fmt: skip

    def deal(self, key: int, rounds: int, number: int) -> list[int]:
        record = self.walk(key, number + 1, number + 1)[1][-1]
        found: list[int] = record[: int(record[self.room]) & COUNT_MASK].tolist()
        return found

    def plan(self, wager: str, decide: Decide | None) -> Plan:
        tracer = None
        if self.machine.bets is None:
            tracer = Tracer(
                CARD_TEXT[:52], self.room, lambda key, rounds: self.walk(key, rounds, rounds)[1],
                self.derive, decks=self.machine.parameters.decks,
                cutting_card=self.size - self.conditions.cut_at,
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


def replay(
    parameters: Parameters, cards: list[int], script: list[int], seats: int, *,
    insures_at_turn: bool = False,
) -> tuple[list[Replayed], int]:  # fmt: skip
    """One round from these cards (0 to 51), decided by the script: for every insurance that is
    offered 0 or 1, for every decision a move. Gives the boxes, and how many cards were used."""
    machine = _scripted(parameters, insures_at_turn)
    tables = machine.tables
    shoe = np.zeros(len(cards) + PADDING, dtype=np.uint8)
    shoe[: len(cards)] = np.array(SYMBOLS, dtype=np.uint8)[cards]
    boxes = _boxes()
    # A script is never empty: the last entry is there to be not used.
    told = np.array([*script, -1], dtype=np.int64)
    kernel: Any = jit(play_round)
    _, at, _, end = kernel(
        tables, machine.facts, shoe, len(cards), len(cards), 0, np.uint64(0), seats, 0, told, boxes
    )
    found = []
    for box in boxes[:seats]:
        insurance = Fraction(int(settle_insurance(machine.facts, box, end)), machine.scale)
        hands = int(box[BOX_HANDS])
        if end == DEALER_BLACKJACK and hands > 1:
            nets = [int(jit(settle_box)(tables, machine.facts, box, end))]
        else:
            nets = [int(tables.net[int(box[hand]) * 8 + end]) for hand in range(hands)]
        assert not box[BOX_INSURED] or parameters.insurance_offered
        found.append(Replayed([Fraction(net, machine.scale) for net in nets], insurance,
                              end == DEALER_BLACKJACK))  # fmt: skip
    return found, int(at)


@lru_cache(maxsize=1024)
def _scripted(parameters: Parameters, insures_at_turn: bool) -> Machine:
    """A machine that plays every box card by card."""
    machine = Machine(parameters, _Stands(), insures_at_turn=insures_at_turn)
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


# -- plans ------------------------------------------------------------------------------------


class ByHand:
    """The analysis' strategy (strategy.py), asked hand by hand."""

    def __init__(self, strategy: HandStrategy) -> None:
        self.strategy = strategy
        self.table = compositions()
        self.by_total = self._goes_by_total()

    def _goes_by_total(self) -> bool:
        """Whether hands of three and more cards are alike where total and softness are."""
        more = self.table.cards > 2
        kind = 2 * self.table.total + self.table.soft
        for start in range(len(self.strategy.draws)):
            drawn = np.bincount(kind[more], self.strategy.draws[start][more])
            if (drawn * (np.bincount(kind[more]) - drawn)).any():
                return False
        return True

    def insures(self, hand: tuple[int, ...]) -> bool:
        return bool(self.strategy.insures[self.table.index(*hand)])

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        row, start = self.table.index(*hand), start_row(dealer)
        if "surrender" in allowed and self.strategy.surrenders[start, row]:
            return "surrender"
        if "split" in allowed and self.strategy.splits[start, hand[0] - 1]:
            return "split"
        if "double" in allowed and self.strategy.doubles[start, row]:
            return "double"
        return "draw" if "draw" in allowed and self.strategy.draws[start, row] else "stand"


def _whole(what: str, least: int, most: int) -> Callable[[Any, str], int]:
    def read(rules: Any, text: str) -> int:
        if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise BadInput(f"{what} {text[:20]!r}: expected {least} to {most}")
        return int(text)

    return read


SETTINGS = (
    Setting("seats", "boxes that are played, all alike", _whole("seats", 1, SEATS_MAX)),
    Setting("seat", "the box that is studied", _whole("seat", 1, SEATS_MAX)),
    Setting(
        "penetration", "percent of the shoe that is dealt", _whole("penetration", 1, 95),
    ),
    Setting("count", "the count", lambda rules, text: read_count(text), plays_on=False),
    Setting("ramp", "units by the count", lambda rules, text: read_ramp(text), plays_on=False),
    Setting("plays", "plays by the count", lambda rules, text: read_plays(text), plays_on=False),
)  # fmt: skip


def conditions_of(
    rules: Any, *, fresh: bool = False, seats: int = 1, seat: int = 1, penetration: int = 0
) -> Conditions:
    """`penetration` is the percentage of the shoe that is dealt; by default the cutting card is
    where the rules have it."""
    size = 52 * rules.decks
    if not 1 <= seat <= seats <= SEATS_MAX:
        raise BadInput(f"seat {seat} of {seats}: there are 1 to {SEATS_MAX} boxes")
    if fresh and penetration:
        raise BadInput("a full shoe for every round has no penetration")
    cut_at = size * penetration // 100 if penetration else size - rules.cutting_card
    return Conditions(seats, seat, 0 if fresh else cut_at)


def bets_of(
    rules: Any, count: Count | None, ramp: list[tuple[int, Fraction]] | None, plays: list[Play]
) -> Bets | None:
    """The count with its ramp (one unit at any count, where there is none) and plays."""
    if count is None:
        if ramp is not None or plays:
            raise BadInput("a ramp or plays by the count need a count")
        return None
    return Bets(count, ramp or [(-COUNT_MOST, Fraction(1))], plays, decks=rules.decks)


def plan(
    rules: Any, scenario: Scenario, decide: Any, *, fresh: bool = False, seats: int = 1,
    seat: int = 1, penetration: int = 0, count: Count | None = None,
    ramp: list[tuple[int, Fraction]] | None = None, plays: list[Play] | None = None,
) -> Plan:  # fmt: skip
    """The kernel as a plan. `decide` has the strategy that the kernel follows, too."""
    parameters = parameters_of(rules)
    strategy = strategy_in(decide, parameters)
    conditions = conditions_of(rules, fresh=fresh, seats=seats, seat=seat, penetration=penetration)
    bets = bets_of(rules, count, ramp, plays or [])
    if bets is not None and fresh:
        raise BadInput("there is nothing to count where every round is dealt from a full shoe")
    machine = Machine(parameters, strategy, bets, sides_of(rules, scenario, strategy))
    return Simulated(machine, conditions).plan(scenario.wager, decide)


def strategy_in(decide: Any, parameters: Parameters) -> Strategy:
    """The strategy of a way to play (ways.py), or of what says moves itself."""
    if hasattr(decide, "of"):
        return ByHand(decide.of(parameters))
    if not hasattr(decide, "move"):
        raise BadInput("the kernel of blackjack plays by a table of hands and cards shown")
    strategy: Strategy = decide
    return strategy


def sides_of(rules: Any, scenario: Scenario, strategy: Strategy) -> SideRows | None:
    """The scenario's wager beside the initial one, if it has any."""
    if scenario.each or scenario.wagers[0][0] != "initial" or len(scenario.wagers) > 2:
        raise BadInput(f"the kernel plays an initial wager, and no {scenario.wager}")
    if len(scenario.wagers) == 1:
        return None
    (_, _, initial), (kind, _, cents) = scenario.wagers
    if kind == "twenty-point-bonus":
        check_tens_stand(strategy)
    return side_rows(rules, kind, Fraction(cents, initial))
