"""A game of twenty-one as the kernel plays it: tables, outcomes, records and plans.

An outcome is what is staked and what it comes to, in initial wagers, so that mean and variance are
exact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.tracing import COUNT_MASK, TAIL, UNKNOWN, Records, Tracer
from pitboss.analysis.study import Decide, Setting
from pitboss.compiled import jit
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.table.game import Rules

from .exact.strategy import Strategy
from .kernel import ACTIONS_MAX, BOX_SEVENS, BOX_SIZE, HANDS_MAX
from .kernel_rounds import (
    FIRST_CARDS,
    OTHER_SIZE,
    RAN_OUT,
    STATUS_FAILED,
    STATUS_SHOES,
    STATUS_SIZE,
    Counting,
    Dealt,
    Side,
    counting,
    derive_kernel,
    rounds_kernel,
)
from .kernel_tables import (
    CARD_OF_SYMBOL,
    PADDING,
    SYMBOLS,
    Tables,
    bonus_ends,
    dealers_tables,
    figures_of,
    full_shoe,
    needs,
    net_table,
    scale_of,
    shown_cards,
)
from .kernel_walks import walks_of
from .table_rules import TableRules

SEATS_MAX = 7
# Symbols a record: more cards than a round of one box, and of every further one, ever takes.
ROOM, ROOM_A_SEAT, ROOM_MAX = 40, 4, 63
# So many different results can be counted, whether or not they ever come about.
OUTCOMES_MAX = 1 << 21
ONE_UNIT = (Fraction(1),)

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Dealing(NamedTuple):
    """How the game is dealt. `seat` of `seats` boxes (or spots) is studied, and all are played
    alike; `cut_at` cards are dealt at least before a shuffle (0: a full shoe for every round),
    from each side of a double shoe."""

    seats: int = 1
    seat: int = 1
    cut_at: int = 0
    double_shoe: bool = False


class Shape(NamedTuple):
    """Outcomes as numbers: what is staked in all, below `stakes` halves of a wager, and a net from
    `least` on, `nets` of them, in 1 / scale of one; both are told in units of all `wagers`."""

    scale: int
    least: int
    nets: int
    stakes: int
    wagers: int

    def cells(self, units: Sequence[Fraction] = ONE_UNIT) -> list[tuple[Cell, ...]]:
        """What every number means, for each of the wagers that may be made."""
        by_unit = {unit: self._of_unit(unit) for unit in set(units)}
        return [cells for unit in units for cells in by_unit[unit]]

    def _of_unit(self, unit: Fraction) -> list[tuple[Cell, ...]]:
        """What every number means for one of the wagers."""
        whole = 2 * self.wagers
        found: list[tuple[Cell, ...]] = []
        for halves in range(self.stakes):
            for number in range(self.nets):
                net = unit * Fraction(number + self.least, self.wagers * self.scale)
                word = "win" if net > 0 else "lose" if net < 0 else "push"
                row = word if halves == whole else f"{word} on {Fraction(halves, whole)}"
                found.append((Cell(row, "", net, unit * Fraction(halves, whole)),))
        return found


def shape_of(rules: TableRules, *, wagers: int = 1, insured: bool = True) -> Shape:
    """The most that can be lost and won, and staked: every hand doubled, and insured."""
    hands, scale, half = 2 * rules.hands_max * wagers, scale_of(rules), rules.insurance / 2
    least = -(hands + insured) * scale
    won = hands * max(rules.odds) + (half + 1 if insured else 0)
    nets = int(won * scale) - least + 1
    stakes = 2 * hands + (2 if insured else 1)
    if stakes * nets > OUTCOMES_MAX:
        raise BadInput("the odds of this table are too fine or too high for the kernel to count")
    return Shape(scale, least, nets, stakes, wagers)


class Wagers(Protocol):
    """How the wager of a round is chosen: by a count, or by the dealer's first card. `units` are
    the different wagers; `levels` of the count have the place of the wager in them."""

    @property
    def units(self) -> tuple[Fraction, ...]: ...
    def counting(self, sides: int) -> Counting: ...
    def books(self, rules: TableRules, strategy: Strategy) -> list[Strategy]: ...


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
        kinds = self.kinds if self.kinds is not None else np.zeros(0, dtype=np.uint8)
        weights = np.cumsum(np.array(self.weights, dtype=np.int64), dtype=np.int64)
        return Side(
            self.kind, self.table, kinds, weights, self.length, int(self.waits), int(self.sevens)
        )


def hand_tables(rules: TableRules, books: Sequence[Strategy]) -> tuple[Tables, int]:
    """The tables of rules and strategies, one a book, and the dealer's node of a blackjack."""
    dealer, second, blackjack_node = dealers_tables(rules.soft_17_draws, rules.push_total)
    tables = Tables(
        *walks_of(rules, books),
        dealer,
        second,
        shown_cards(rules.face_up)[1],
        net_table(rules, scale_of(rules)),
        needs(rules),
        np.array(bonus_ends(rules), dtype=np.uint8),
    )
    return tables, blackjack_node


class KernelTable:
    """Tables and figures of one game for the kernel, and the shape of its outcomes."""

    def __init__(
        self,
        rules: TableRules,
        strategy: Strategy,
        wagers: Wagers | None = None,
        sides: SideRows | None = None,
        *,
        actions: int = 1,
    ) -> None:
        """`actions`: how many hands the dealer makes of the first card; the last one decides
        the wager."""
        assert rules.hands_max <= HANDS_MAX
        assert actions <= ACTIONS_MAX
        self.rules, self.sides = rules, sides
        self.shape = shape_of(rules)
        books = wagers.books(rules, strategy) if wagers is not None else [strategy]
        self.tables, blackjack_node = hand_tables(rules, books)
        self.figures = figures_of(rules, blackjack_node, actions)
        rows = len(sides.cells) if sides is not None else 1
        self.count = wagers.counting(rows) if wagers is not None else counting(rows)
        self.units = wagers.units if wagers is not None else ONE_UNIT
        self.side = sides.side() if sides is not None else None
        # A tape is made of equal wagers, one of each: no other rounds are dealt again.
        self.traceable = not len(self.count.tags) and actions == 1 and sides is None

    def outcomes(self) -> list[tuple[Cell, ...]]:
        """What every number that the kernel counts means."""
        if self.sides is None:
            return self.shape.cells(self.units)
        # Only the side wager's own result is told, whatever the hand comes to.
        alike = self.shape.stakes * self.shape.nets
        found: list[tuple[Cell, ...]] = []
        for cell in self.sides.cells:
            found += [(cell,)] * alike
        return found * len(self.units)

    def room(self, dealing: Dealing) -> int:
        return min(ROOM_MAX, ROOM + ROOM_A_SEAT * (dealing.seats - 1))

    def walk(
        self, shoe: Bytes, dealing: Dealing, key: int, rounds: int, counts: Numbers, out: Records
    ) -> Numbers:
        """Counts outcomes and puts the first rounds on record. Returns the kernel's status."""
        status = np.zeros(STATUS_SIZE, dtype=np.int64)
        boxes = no_boxes()
        boxes[dealing.seat - 1, BOX_SEVENS] = self.side.sevens if self.side is not None else 0
        other = np.zeros(OTHER_SIZE, dtype=np.int64) if dealing.double_shoe else None
        size = (len(shoe) - PADDING) // (2 if dealing.double_shoe else 1)
        kernel: Any = jit(rounds_kernel)
        kernel(
            self.tables,
            self.figures,
            shoe,
            Dealt(size, dealing.cut_at, dealing.seats, dealing.seat - 1),
            self.count,
            self.shape,
            self.side,
            np.uint64(key),
            rounds,
            boxes,
            counts,
            out,
            status,
            other,
        )
        return status

    def derive(self, records: Records, room: int, dealing: Dealing) -> int:
        """The first record whose outcome does not follow from its cards, or -1."""
        kernel: Any = jit(derive_kernel)
        return int(
            kernel(
                self.tables,
                self.figures,
                records,
                room,
                Dealt(0, 0, dealing.seats, dealing.seat - 1),
                self.count.levels,
                self.shape,
                no_boxes(),
                np.zeros(ACTIONS_MAX, dtype=np.int64),
                np.zeros(room + PADDING, dtype=np.uint8),
                np.zeros(0, dtype=np.int64),
            )
        )


class Playable(Protocol):
    """What a run asks of a game's tables: those of `KernelTable`, or of a game of its own kind."""

    rules: TableRules
    traceable: bool

    def outcomes(self) -> list[tuple[Cell, ...]]: ...
    def room(self, dealing: Dealing) -> int: ...
    def walk(
        self, shoe: Bytes, dealing: Dealing, key: int, rounds: int, counts: Numbers, out: Records
    ) -> Numbers: ...
    def derive(self, records: Records, room: int, dealing: Dealing) -> int: ...


class KernelRun:
    """A game's tables, dealt in some way, as a plan asks for it."""

    def __init__(self, table: Playable, dealing: Dealing, places: str = "boxes") -> None:
        self.table, self.dealing, self.places = table, dealing, places
        self.shoe = full_shoe(table.rules.decks, table.rules.without)
        self.size = len(self.shoe) - PADDING
        if dealing.double_shoe:
            # One side behind the other.
            self.shoe = np.concatenate([self.shoe[: self.size], self.shoe])
        self.room = table.room(dealing)
        self.cells = table.outcomes()

    def walk(self, key: int, rounds: int, kept: int) -> tuple[Numbers, Records]:
        """Counts of outcomes, and the first `kept` rounds as records."""
        counts, out, _ = self.deal_on(key, rounds, kept)
        out[:, : self.room] = CARD_OF_SYMBOL[out[:, : self.room]]
        return counts, out

    def deal_on(self, key: int, rounds: int, kept: int = 0) -> tuple[Numbers, Records, int]:
        """Counts of outcomes, the first rounds in symbols, and the shoes dealt to the end."""
        counts = np.zeros(len(self.cells), dtype=np.int64)
        out = np.zeros((kept, self.room + TAIL), dtype=np.uint8)
        status = self.table.walk(self.shoe.copy(), self.dealing, key, rounds, counts, out)
        failed = int(status[STATUS_FAILED])
        if failed == RAN_OUT:
            raise BadInput(
                "the shoe ran out in the middle of a round: deal fewer cards before a shuffle, "
                f"or to fewer {self.places}"
            )
        if failed:
            raise BadInput(f"a round of more than {self.room} cards cannot be put on record")
        return counts, out, int(status[STATUS_SHOES])

    def derive(self, records: Records) -> int:
        """The first record that does not follow from its cards, or -1."""
        has = records[:, : self.room] < 52
        cards = (records[:, self.room] & COUNT_MASK)[:, None]
        # A card at every place before the last card, and at no other.
        good = (has == (np.arange(self.room)[None, :] < cards)).all(axis=1)
        first = len(good) if good.all() else int(np.argmin(good))
        symbols = records[:first].copy()
        by_card = np.zeros(256, dtype=np.uint8)
        by_card[:52] = SYMBOLS
        symbols[:, : self.room] = by_card[records[:first, : self.room]]
        before = self.table.derive(symbols, self.room, self.dealing)
        return before if before >= 0 or first == len(records) else first

    def deal(self, key: int, rounds: int, number: int) -> list[int]:
        record = self.walk(key, number + 1, number + 1)[1][-1]
        found: list[int] = record[: int(record[self.room]) & COUNT_MASK].tolist()
        return found

    def plan(self, wager: str, decide: Decide | None) -> Plan:
        tracer = None
        alone = self.dealing.seats == 1 and not self.dealing.double_shoe
        # A record has two bytes for the outcome.
        if alone and self.table.traceable and len(self.cells) < UNKNOWN:
            decks = self.table.rules.decks
            tracer = Tracer(
                CARD_TEXT[:52],
                self.room,
                lambda key, rounds: self.walk(key, rounds, rounds)[1],
                self.derive,
                decks=decks,
                # Decks without some ranks count as whole ones whose other cards stay behind.
                cutting_card=52 * decks - self.dealing.cut_at,
            )
        return Plan(
            (wager,),
            self.cells,
            lambda key, rounds: self.walk(key, rounds, 0)[0],
            self.deal,
            tracer,
            decide,
        )


def no_boxes(number: int = SEATS_MAX) -> Numbers:
    return np.zeros((number, BOX_SIZE), dtype=np.int64)


# -- what a simulation may be told ------------------------------------------------------------


def dealing_of(
    size: int,
    *,
    places: str,
    places_max: int,
    whole: bool,
    cut_at: int,
    seats: int = 1,
    seat: int = 1,
    penetration: int = 0,
) -> Dealing:
    """`penetration` is the percentage of the cards that is dealt; without one `cut_at` cards are,
    and from a full shoe for every round (`whole`) none before a shuffle."""
    if not 1 <= seat <= seats <= places_max:
        raise BadInput(f"seat {seat} of {seats}: {places}")
    if whole and penetration:
        raise BadInput("a full shoe for every round has no penetration")
    if penetration:
        cut_at = size * penetration // 100
    return Dealing(seats, seat, 0 if whole else cut_at)


def dealing_settings(places: str, place: str, most: int) -> tuple[Setting, ...]:
    return (
        Setting("seats", f"{places} that are played, all alike", _whole("seats", 1, most)),
        Setting("seat", f"the {place} that is studied", _whole("seat", 1, most)),
        Setting("penetration", "percent of the shoe that is dealt", _whole("penetration", 1, 95)),
    )


def _whole(what: str, least: int, most: int) -> Callable[[Any, str], int]:
    def read(rules: Rules, text: str) -> int:
        if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise BadInput(f"{what} {text[:20]!r}: expected {least} to {most}")
        return int(text)

    return read
