"""Blackjack switch for simulation: two hands a spot, the switch, and the kernel of twenty-one for
each hand (twenty_one/kernel.py).

The two hands of a spot are two boxes of that kernel, dealt as these are: first cards, the dealer's
card, second cards, the hole card. A switch exchanges where their second cards lie. What is done
with four cards is looked up; then each hand is played by the book for the other's two cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.simulation.kernels import wheel_kernel
from pitboss.analysis.simulation.one_deck import deal_cards
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.tracing import (
    COUNT_MASK,
    ROOM_MAX,
    SHUFFLED,
    TAIL,
    UNKNOWN,
    Records,
    Tracer,
)
from pitboss.analysis.study import Decide, Scenario
from pitboss.compiled import compiled, jit
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.games.blackjack_switch.hands import (
    FIRST_UP,
    NO_ROW,
    SECOND_UP,
    SWITCHES,
    match_row,
)
from pitboss.games.blackjack_switch.rules import SwitchRules
from pitboss.studies.blackjack_switch.exact import table_rules
from pitboss.studies.blackjack_switch.walks import walks_of
from pitboss.studies.families.twenty_one.exact.strategy import Strategy
from pitboss.studies.families.twenty_one.kernel import (
    A_HAND,
    BOX_HANDS,
    BOX_INSURED,
    BOX_SIZE,
    best_of,
    draw_until,
    play_box,
    play_dealer,
    settle_box,
    settle_insurance,
    staked_halves,
    value_at,
)
from pitboss.studies.families.twenty_one.kernel_rounds import (
    RAN_OUT,
    TOLD_FAILED,
    TOLD_SIZE,
    TOO_LONG,
    cards_of_record,
    note_round,
    outcome_of_record,
)
from pitboss.studies.families.twenty_one.kernel_tables import (
    ACE,
    BLACKJACK,
    CARD_OF_SYMBOL,
    DEALER_BLACKJACK,
    DEALER_IDLE,
    NEEDS_HAND,
    NEEDS_NOTHING,
    NEEDS_SECOND_CARD,
    PADDING,
    SURRENDERED,
    SYMBOLS,
    TEN,
    Facts,
    Tables,
    dealers_tables,
    full_shoe,
    needs,
    net_table,
    shown_cards,
)
from pitboss.studies.families.twenty_one.simulated import OUTCOMES_MAX, facts_of, scale_of

SPOTS_MAX = 5

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Switcher(Protocol):
    """A way to play, as the kernel takes it: `choices[shown, first, second, first of the other
    hand, its second]` in bits (hands.py); a strategy by the other hand's two cards (`book_of`)."""

    @property
    def choices(self) -> Bytes: ...
    @property
    def books(self) -> list[Strategy]: ...
    @property
    def book_of(self) -> Numbers: ...


class SwitchTables(NamedTuple):
    """Of the hands; what is done with four cards; and the book for two cards of the other hand's,
    both flat. `makes`: whether an ace and a ten are a blackjack after a switch."""

    hands: Tables
    choices: Bytes
    book_of: Numbers
    makes: int
    # Whether a surrender is offered, and so asked about where there is a script.
    surrender: int


# -- one round --------------------------------------------------------------------------------


@compiled
def decide_on_spot(
    tables: Any, shoe: Any, shown: int, one: int, two: int, seconds: int, script: Any, line: int
) -> Any:  # fmt: skip
    """What is done with the four cards of a spot, whose first cards lie at `one` and `two`, their
    second ones so many places behind them. Gives the bits, and the script's next line."""
    if script.shape[0] > 0:
        bits = 0
        if tables.surrender:
            bits = script[line]
            line += 1
        # With a hand given up there is no switch.
        if bits == 0:
            bits = script[line]
            line += 1
        return bits, line
    place = (shown * 10 + value_at(shoe, one)) * 10 + value_at(shoe, one + seconds)
    place = (place * 10 + value_at(shoe, two)) * 10 + value_at(shoe, two + seconds)
    return np.int64(tables.choices[place]), line


@compiled
def play_spot(
    tables: Any, facts: Any, shoe: Any, size: int, drawn: int, at: int, state: Any, shown: int,
    one: int, seconds: int, script: Any, line: int, boxes: Any,
) -> Any:  # fmt: skip
    """The two hands of a spot from the place of their first card on, into two `boxes`. Gives
    drawn, at, the generator, and the script's next line."""
    two = one + 1
    bits, line = decide_on_spot(tables, shoe, shown, one, two, seconds, script, line)
    switched = bits & SWITCHES
    for hand in range(2):
        box = boxes[hand]
        first_at, second_at = one + hand, one + hand + seconds
        other_first, other_second = two - hand, two - hand + seconds
        if switched:
            second_at, other_second = other_second, second_at
        box[BOX_HANDS] = 1
        if bits & (SECOND_UP if hand else FIRST_UP):
            box[0] = SURRENDERED
        elif best_of(value_at(shoe, first_at), value_at(shoe, second_at)) == 21:
            box[0] = BLACKJACK if tables.makes or not switched else 21
        else:
            other = value_at(shoe, other_first) * 10 + value_at(shoe, other_second)
            drawn, at, state, line = play_box(
                tables.hands, facts, shoe, size, drawn, at, state, tables.book_of[other], shown,
                first_at, second_at, script, line, box,
            )  # fmt: skip
    return drawn, at, state, line


@compiled
def over_at_once(shoe: Any, one: int, seconds: int, boxes: Any) -> None:
    """The dealer's blackjack was read: hands are what they were dealt as."""
    for hand in range(2):
        total = best_of(value_at(shoe, one + hand), value_at(shoe, one + hand + seconds))
        boxes[hand, 0] = BLACKJACK if total == 21 else total
        boxes[hand, BOX_HANDS] = 1


@compiled
def play_switch_round(
    tables: Any, facts: Any, shoe: Any, size: int, drawn: int, start: int, state: Any, spots: int,
    script: Any, boxes: Any,
) -> Any:  # fmt: skip
    """One round of `spots` spots from card number `start` on, into `boxes`, two a spot. Gives
    drawn, the place behind the last card, the generator, and how the dealer ended."""
    hands = tables.hands
    seats = 2 * spots
    seconds = seats + 1
    line = 0
    shown = value_at(shoe, start + seats)
    node = np.int64(hands.second[shown * 10 + value_at(shoe, start + 2 * seats + 1)])
    at = start + 2 * seats + 2
    tall = 1 if shown in (ACE, TEN) else 0
    for box in range(seats):
        boxes[box, BOX_INSURED] = 0
        if script.shape[0] > 0 and shown == ACE:
            boxes[box, BOX_INSURED] = script[line]
            line += 1
    over = facts.looks and node == facts.blackjack_node
    need: Any = NEEDS_NOTHING
    for spot in range(spots):
        mine = boxes[2 * spot : 2 * spot + 2]
        one = start + 2 * spot
        if over:
            over_at_once(shoe, one, seconds, mine)
        else:
            drawn, at, state, line = play_spot(
                tables, facts, shoe, size, drawn, at, state, shown, one, seconds, script, line,
                mine,
            )  # fmt: skip
        for box in mine:
            if box[BOX_INSURED]:
                need |= NEEDS_SECOND_CARD
            for hand in range(box[BOX_HANDS]):
                need |= np.int64(hands.need[box[hand] * 2 + tall])
    end = DEALER_IDLE
    drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
    if over or (need == NEEDS_SECOND_CARD and node == facts.blackjack_node):
        end = DEALER_BLACKJACK
    elif need == NEEDS_HAND:
        at, end = play_dealer(hands.dealer, shoe, at, node)
    return drawn, at, state, end


@compiled
def spot_outcome(tables: Any, facts: Any, boxes: Any, end: Any, least: int, nets: int) -> Any:
    """The number of what the two hands of a spot come to and stake together."""
    net = halves = 0
    for hand in range(2):
        net += settle_box(tables.hands, facts, boxes[hand], end)
        halves += staked_halves(boxes[hand])
    return halves * nets + net - least


@compiled
def switch_kernel(
    tables: Any, facts: Any, shoe: Any, size: int, cut_at: int, spots: int, spot: int, key: Any,
    rounds: int, least: int, nets: int, none: Any, boxes: Any, counts: Any, out: Any, told: Any,
) -> None:  # fmt: skip
    """`rounds` rounds; the outcomes of one spot are counted. All cards are shuffled after a round
    that ends at card `cut_at` or behind it. The first rounds go to `out`, as records."""
    state = np.uint64(key)
    first = 4 * spots + 2
    at: Any = 0
    shuffled = SHUFFLED
    drawn = 0
    for number in range(rounds):
        start = at
        drawn, state = draw_until(shoe, size, drawn, start + first + A_HAND, state)
        drawn, at, state, end = play_switch_round(
            tables, facts, shoe, size, drawn, start, state, spots, none, boxes
        )
        if at > size:
            told[TOLD_FAILED] = RAN_OUT
            return
        outcome = spot_outcome(tables, facts, boxes[2 * spot : 2 * spot + 2], end, least, nets)
        counts[outcome] += 1
        if number < out.shape[0] and not note_round(
            out, number, shoe, start, at, shuffled, outcome
        ):
            told[TOLD_FAILED] = TOO_LONG
            return
        shuffled = 0
        if at >= cut_at:
            at = 0
            drawn = 0
            shuffled = SHUFFLED


@compiled
def derive_kernel(
    tables: Any, facts: Any, records: Any, room: int, least: int, nets: int, none: Any,
    boxes: Any, shoe: Any,
) -> int:  # fmt: skip
    """The first record of one spot whose outcome does not follow from its cards, or -1."""
    for number in range(records.shape[0]):
        cards = cards_of_record(records, number, room, shoe)
        if cards > room:
            return number
        _, at, _, end = play_switch_round(
            tables, facts, shoe, cards, cards, 0, np.uint64(0), 1, none, boxes
        )
        outcome = spot_outcome(tables, facts, boxes, end, least, nets)
        if at != cards or outcome != outcome_of_record(records, number, room):
            return number
    return -1


# -- a game and a strategy, as the kernel takes them ------------------------------------------


class Conditions(NamedTuple):
    """How the game is dealt: `spot` of `spots` is studied, and all are played alike; `cut_at`
    cards are dealt at least before a shuffle (0: a full shoe for every round)."""

    spots: int = 1
    spot: int = 1
    cut_at: int = 0


class Machine:
    """Tables and figures of one game for the kernel, and the shape of its outcomes: what a spot
    stakes, in halves of one of its two wagers, and comes to, in 1 / scale of one."""

    def __init__(self, rules: SwitchRules, player: Switcher) -> None:
        hand = table_rules(rules)
        self.decks = rules.decks
        self.scale = scale_of(hand)
        dealer, second, blackjack_node = dealers_tables(hand.soft_17_draws, hand.push_total)
        nothing = np.zeros(0, dtype=np.uint8)
        hands = Tables(
            *walks_of(player.books), dealer, second, shown_cards(False)[1],
            net_table(hand, self.scale), needs(hand), nothing,
        )  # fmt: skip
        self.tables = SwitchTables(
            hands, np.ascontiguousarray(player.choices).reshape(-1), player.book_of,
            int(rules.switched_blackjack), int(rules.surrender),
        )  # fmt: skip
        self.facts: Facts = facts_of(hand, self.scale, blackjack_node)
        most = max(hand.odds)
        self.least = -4 * rules.hands_max * self.scale
        self.nets = int(4 * rules.hands_max * most * self.scale) - self.least + 1
        self.stakes = 8 * rules.hands_max + 1
        if self.stakes * self.nets > OUTCOMES_MAX:
            raise BadInput(
                "the odds of this table are too fine or too high for the kernel to count"
            )

    def outcomes(self) -> list[tuple[Cell, ...]]:
        """What every number that the kernel counts means, in units of both wagers."""
        found: list[tuple[Cell, ...]] = []
        for halves in range(self.stakes):
            for number in range(self.nets):
                net = Fraction(number + self.least, 2 * self.scale)
                found.append((Cell(_row(net, halves), "", net, Fraction(halves, 4)),))
        return found


def _row(net: Fraction, halves: int) -> str:
    word = "win" if net > 0 else "lose" if net < 0 else "push"
    return word if halves == 4 else f"{word} on {Fraction(halves, 4)}"


class Simulated:
    """A machine under conditions, as a plan asks for it."""

    def __init__(self, machine: Machine, conditions: Conditions) -> None:
        self.machine = machine
        self.conditions = conditions
        self.shoe = full_shoe(machine.decks)
        self.size = len(self.shoe) - PADDING
        self.cells = machine.outcomes()

    def walk(self, key: int, rounds: int, kept: int) -> tuple[Numbers, Records]:
        """Counts of outcomes, and the first `kept` rounds as records."""
        machine, conditions = self.machine, self.conditions
        counts = np.zeros(len(self.cells), dtype=np.int64)
        out = np.zeros((kept, ROOM_MAX + TAIL), dtype=np.uint8)
        told = np.zeros(TOLD_SIZE, dtype=np.int64)
        kernel: Any = jit(switch_kernel)
        kernel(
            machine.tables, machine.facts, self.shoe.copy(), self.size, conditions.cut_at,
            conditions.spots, conditions.spot - 1, np.uint64(key), rounds, machine.least,
            machine.nets, _none(), _boxes(), counts, out, told,
        )  # fmt: skip
        if told[TOLD_FAILED] == RAN_OUT:
            raise BadInput(
                "the shoe ran out in the middle of a round: deal fewer cards before a shuffle, "
                "or to fewer spots"
            )
        if told[TOLD_FAILED]:
            raise BadInput(f"a round of more than {ROOM_MAX} cards cannot be put on record")
        out[:, :ROOM_MAX] = CARD_OF_SYMBOL[out[:, :ROOM_MAX]]
        return counts, out

    def derive(self, records: Records) -> int:
        """The first record that does not follow from its cards, or -1."""
        has = records[:, :ROOM_MAX] < 52
        cards = (records[:, ROOM_MAX] & COUNT_MASK)[:, None]
        good = (has == (np.arange(ROOM_MAX)[None, :] < cards)).all(axis=1)
        first = len(good) if good.all() else int(np.argmin(good))
        symbols = records[:first].copy()
        by_card = np.zeros(256, dtype=np.uint8)
        by_card[:52] = SYMBOLS
        symbols[:, :ROOM_MAX] = by_card[records[:first, :ROOM_MAX]]
        machine = self.machine
        kernel: Any = jit(derive_kernel)
        before = int(kernel(
            machine.tables, machine.facts, symbols, ROOM_MAX, machine.least, machine.nets,
            _none(), _boxes(), np.zeros(ROOM_MAX + PADDING, dtype=np.uint8),
        ))  # fmt: skip
        return before if before >= 0 or first == len(records) else first

    def deal(self, key: int, rounds: int, number: int) -> list[int]:
        record = self.walk(key, number + 1, number + 1)[1][-1]
        found: list[int] = record[: int(record[ROOM_MAX]) & COUNT_MASK].tolist()
        return found

    def plan(self, wager: str, decide: Decide) -> Plan:
        tracer = None
        # A tape is made of one spot: no other rounds are dealt again.
        if self.conditions.spots == 1 and len(self.cells) < UNKNOWN:
            tracer = Tracer(
                CARD_TEXT[:52], ROOM_MAX, lambda key, rounds: self.walk(key, rounds, rounds)[1],
                self.derive, decks=self.machine.decks,
                cutting_card=self.size - self.conditions.cut_at,
            )  # fmt: skip
        return Plan(
            (wager,), self.cells, lambda key, rounds: self.walk(key, rounds, 0)[0], self.deal,
            tracer, decide,
        )  # fmt: skip


def _boxes() -> Numbers:
    return np.zeros((2 * SPOTS_MAX, BOX_SIZE), dtype=np.int64)


def _none() -> Numbers:
    return np.zeros(0, dtype=np.int64)


def plan(
    rules: SwitchRules, scenario: Scenario, player: Any, *, fresh: bool = False, seats: int = 1,
    seat: int = 1, penetration: int = 0,
) -> Plan:  # fmt: skip
    """The kernel as a plan. `player` has the way to play (Switcher), and takes its decisions at
    a table. By default the cutting card is a quarter from the back."""
    if not 1 <= seat <= seats <= SPOTS_MAX:
        raise BadInput(f"seat {seat} of {seats}: there are 1 to {SPOTS_MAX} spots")
    if fresh and penetration:
        raise BadInput("a full shoe for every round has no penetration")
    size = 52 * rules.decks
    cut_at = size * penetration // 100 if penetration else size - 13 * rules.decks
    conditions = Conditions(seats, seat, 0 if fresh else cut_at)
    return Simulated(Machine(rules, player), conditions).plan(scenario.wager, player)


# -- the wagers beside it ---------------------------------------------------------------------


@compiled
def match_kernel(deck: Any, key: Any, rounds: int, counts: Any) -> None:
    """`rounds` times four cards from a full shoe; counts[row + 1]."""
    state = np.uint64(key)
    for _ in range(rounds):
        state = deal_cards(deck, 4, state)
        counts[match_row(deck[0], deck[1], deck[2], deck[3]) + 1] += 1


def match_cell(rules: SwitchRules, row: int) -> Cell:
    one = Fraction(1)
    if row == NO_ROW:
        return Cell("lose", "", -one, one)
    name, odds = rules.match.rows[row]
    part = Part(rules.match.name, name, odds.text, one)
    return Cell(name, odds.text, odds.fraction, one, (part,))


def match_plan(rules: SwitchRules, scenario: Scenario) -> Plan:
    """Every round from a full shoe: the wager depends on nothing but four cards."""
    cells = [match_cell(rules, row) for row in range(NO_ROW, len(rules.match.rows))]

    def run(key: int, rounds: int) -> Numbers:
        counts = np.zeros(len(cells), dtype=np.int64)
        kernel: Any = jit(match_kernel)
        kernel(np.repeat(np.arange(52), rules.decks), np.uint64(key), rounds, counts)
        return counts

    return Plan((scenario.wager,), [(cell,) for cell in cells], run)


def insurance_cells(rules: SwitchRules) -> tuple[Cell, Cell]:
    one = Fraction(1)
    table = rules.law.paytable("insurance")
    name, odds = table.rows[0]
    part = Part(table.name, name, odds.text, one)
    return Cell(name, odds.text, odds.fraction, one, (part,)), Cell("lose", "", -one, one)


def insurance_plan(rules: SwitchRules, scenario: Scenario) -> Plan:
    """Where the dealer shows an ace and nothing else is known: of all cards but that ace the
    ten-value ones win."""
    stops = np.ones(52 * rules.decks - 1, dtype=np.int64)
    stops[: 16 * rules.decks] = 0

    def run(key: int, rounds: int) -> Numbers:
        counts = np.zeros(2, dtype=np.int64)
        kernel: Any = jit(wheel_kernel)
        kernel(stops, np.uint64(key), rounds, counts)
        return counts

    return Plan((scenario.wager,), [(cell,) for cell in insurance_cells(rules)], run)


# -- one round, as it was told ----------------------------------------------------------------


class Replayed(NamedTuple):
    """What the kernel makes of the two hands of a spot, and of the insurance of each, in wagers
    of one hand."""

    hands: tuple[Fraction, ...]
    insurance: tuple[Fraction, ...]


def replay(
    machine: Machine, cards: list[int], script: list[int], spots: int
) -> tuple[list[Replayed], int]:
    """One round from these cards (0 to 51), decided by the script: where the dealer shows an ace,
    0 or 1 for the insurance of every hand; for every spot the bits of a surrender, where that is
    offered, then of the switch, then every move. Gives the spots, and how many cards were
    used."""
    shoe = np.zeros(len(cards) + PADDING, dtype=np.uint8)
    shoe[: len(cards)] = np.array(SYMBOLS, dtype=np.uint8)[cards]
    boxes = _boxes()
    # A script is never empty: the last entry is there to be not used.
    told = np.array([*script, -1], dtype=np.int64)
    kernel: Any = jit(play_switch_round)
    _, at, _, end = kernel(
        machine.tables, machine.facts, shoe, len(cards), len(cards), 0, np.uint64(0), spots, told,
        boxes,
    )  # fmt: skip
    found = []
    for spot in range(spots):
        mine = boxes[2 * spot : 2 * spot + 2]
        nets = [int(jit(settle_box)(machine.tables.hands, machine.facts, box, end)) for box in mine]
        insured = [int(settle_insurance(machine.facts, box, end)) for box in mine]
        found.append(Replayed(
            tuple(Fraction(net, machine.scale) for net in nets),
            tuple(Fraction(net, machine.scale) for net in insured),
        ))  # fmt: skip
    return found, int(at)
