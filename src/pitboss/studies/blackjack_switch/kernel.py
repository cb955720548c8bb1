"""Blackjack switch for simulation: two hands a spot, the switch, and the kernel of twenty-one for
each hand (twenty_one/kernel.py).

The two hands of a spot are two boxes of that kernel, dealt as these are: first cards, the dealer's
card, second cards, the hole card. A switch exchanges where their second cards lie. What is done
with four cards is looked up; then each hand is played by the book for the other's two cards."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.simulation.counts import Count, Steps
from pitboss.analysis.simulation.one_deck import deal_cards
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.tracing import ROOM_MAX, SHUFFLED, Records
from pitboss.analysis.study import Scenario
from pitboss.compiled import compiled, jit
from pitboss.games.blackjack_switch.hands import FIRST_UP, SECOND_UP, SWITCHES, match_row
from pitboss.games.blackjack_switch.rules import SwitchRules
from pitboss.studies.families.twenty_one.counted_wagers import wagers_by
from pitboss.studies.families.twenty_one.exact.strategy import Strategy
from pitboss.studies.families.twenty_one.kernel import (
    A_HAND,
    BOX_HANDS,
    BOX_INSURED,
    best_of,
    draw_until,
    play_box,
    play_dealer,
    settle_box,
    staked_halves,
    value_at,
)
from pitboss.studies.families.twenty_one.kernel_rounds import (
    RAN_OUT,
    STATUS_FAILED,
    STATUS_SHOES,
    STATUS_SIZE,
    TOO_LONG,
    Dealt,
    cards_of_record,
    counting,
    level_by_count,
    note_round,
    outcome_of_record,
)
from pitboss.studies.families.twenty_one.kernel_run import (
    ONE_UNIT,
    Dealing,
    KernelRun,
    Wagers,
    dealing_of,
    hand_tables,
    no_boxes,
    shape_of,
)
from pitboss.studies.families.twenty_one.kernel_tables import (
    ACE,
    BLACKJACK,
    DEALER_BLACKJACK,
    DEALER_IDLE,
    NEEDS_HAND,
    NEEDS_NOTHING,
    NEEDS_SECOND_CARD,
    PADDING,
    SURRENDERED,
    TEN,
    Tables,
    figures_of,
)
from pitboss.studies.families.twenty_one.table_rules import TableRules

from .exact import table_rules

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
) -> Any:
    """What is done with the four cards of a spot, whose first cards lie at `one` and `two`, their
    second ones so many places behind them. Return the bits, and the script's next line."""
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
    tables: Any,
    figures: Any,
    shoe: Any,
    size: int,
    drawn: int,
    at: int,
    state: Any,
    shown: int,
    one: int,
    seconds: int,
    script: Any,
    line: int,
    boxes: Any,
) -> Any:
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
                tables.hands,
                figures,
                shoe,
                size,
                drawn,
                at,
                state,
                tables.book_of[other],
                shown,
                first_at,
                second_at,
                script,
                line,
                box,
            )
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
    tables: Any,
    figures: Any,
    shoe: Any,
    size: int,
    drawn: int,
    start: int,
    state: Any,
    spots: int,
    script: Any,
    boxes: Any,
) -> Any:
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
    over = figures.looks and node == figures.blackjack_node
    need: Any = NEEDS_NOTHING
    for spot in range(spots):
        mine = boxes[2 * spot : 2 * spot + 2]
        one = start + 2 * spot
        if over:
            over_at_once(shoe, one, seconds, mine)
        else:
            drawn, at, state, line = play_spot(
                tables,
                figures,
                shoe,
                size,
                drawn,
                at,
                state,
                shown,
                one,
                seconds,
                script,
                line,
                mine,
            )
        for box in mine:
            if box[BOX_INSURED]:
                need |= NEEDS_SECOND_CARD
            for hand in range(box[BOX_HANDS]):
                need |= np.int64(hands.need[box[hand] * 2 + tall])
    end = DEALER_IDLE
    drawn, state = draw_until(shoe, size, drawn, at + A_HAND, state)
    if over or (need == NEEDS_SECOND_CARD and node == figures.blackjack_node):
        end = DEALER_BLACKJACK
    elif need == NEEDS_HAND:
        at, end = play_dealer(hands.dealer, shoe, at, node)
    return drawn, at, state, end


@compiled
def spot_outcome(tables: Any, figures: Any, boxes: Any, end: Any, shape: Any) -> Any:
    """The number of what the two hands of a spot come to and stake together."""
    net = halves = 0
    for hand in range(2):
        net += settle_box(tables.hands, figures, boxes[hand], end)
        halves += staked_halves(boxes[hand])
    return halves * shape.nets + net - shape.least


@compiled
def switch_kernel(
    tables: Any,
    figures: Any,
    shoe: Any,
    dealt: Any,
    count: Any,
    shape: Any,
    key: Any,
    rounds: int,
    none: Any,
    boxes: Any,
    counts: Any,
    out: Any,
    status: Any,
) -> None:
    """`rounds` rounds; the outcomes of one spot are counted, by level of its wagers. All cards are
    shuffled after a round that ends at card `dealt.cut` or behind it. The first rounds go to
    `out`, as records."""
    size, spots, spot = dealt.whole, dealt.seats, dealt.seat
    state = np.uint64(key)
    first = 4 * spots + 2
    at: Any = 0
    shuffled = SHUFFLED
    drawn = level = 0
    running: Any = count.start
    for number in range(rounds):
        start = at
        drawn, state = draw_until(shoe, size, drawn, start + first + A_HAND, state)
        drawn, at, state, end = play_switch_round(
            tables, figures, shoe, size, drawn, start, state, spots, none, boxes
        )
        if at > size:
            status[STATUS_FAILED] = RAN_OUT
            return
        outcome = spot_outcome(tables, figures, boxes[2 * spot : 2 * spot + 2], end, shape)
        if count.tags.shape[0] > 0:
            level = level_by_count(count, count.levels, running, size - start)
            for card in range(start, at):
                running += count.tags[shoe[np.uint64(card)]]
        outcome += level * shape.stakes * shape.nets
        counts[outcome] += 1
        if number < out.shape[0] and not note_round(
            out, number, shoe, start, at, shuffled, outcome
        ):
            status[STATUS_FAILED] = TOO_LONG
            return
        shuffled = 0
        if at >= dealt.cut:
            at = 0
            drawn = 0
            running, shuffled = count.start, SHUFFLED
            status[STATUS_SHOES] += 1


@compiled
def derive_kernel(
    tables: Any, figures: Any, records: Any, room: int, shape: Any, none: Any, boxes: Any, shoe: Any
) -> int:
    """The first record of one spot whose outcome does not follow from its cards, or -1."""
    for number in range(records.shape[0]):
        cards = cards_of_record(records, number, room, shoe)
        if cards > room:
            return number
        _, at, _, end = play_switch_round(
            tables, figures, shoe, cards, cards, 0, np.uint64(0), 1, none, boxes
        )
        outcome = spot_outcome(tables, figures, boxes, end, shape)
        if at != cards or outcome != outcome_of_record(records, number, room):
            return number
    return -1


# -- a game and a strategy, as the kernel takes them ------------------------------------------


class SwitchKernelTable:
    """Tables and figures of one game for the kernel, and the shape of its outcomes, two wagers a
    spot."""

    def __init__(self, rules: TableRules, player: Switcher, wagers: Wagers | None = None) -> None:
        self.rules = rules
        self.count = wagers.counting(1) if wagers is not None else counting(1)
        self.units = wagers.units if wagers is not None else ONE_UNIT
        self.traceable = wagers is None
        self.shape = shape_of(rules, wagers=2, insured=False)
        hands, blackjack_node = hand_tables(rules, player.books)
        self.tables = SwitchTables(
            hands,
            np.ascontiguousarray(player.choices).reshape(-1),
            player.book_of,
            int(rules.switched_blackjack),
            int(rules.surrenders_first),
        )
        self.figures = figures_of(rules, blackjack_node)

    def outcomes(self) -> list[tuple[Cell, ...]]:
        return self.shape.cells(self.units)

    def room(self, dealing: Dealing) -> int:
        return ROOM_MAX

    def walk(
        self, shoe: Bytes, dealing: Dealing, key: int, rounds: int, counts: Numbers, out: Records
    ) -> Numbers:
        """Counts outcomes and puts the first rounds on record. Returns the kernel's status."""
        status = np.zeros(STATUS_SIZE, dtype=np.int64)
        dealt = Dealt(len(shoe) - PADDING, dealing.cut_at, dealing.seats, dealing.seat - 1)
        kernel: Any = jit(switch_kernel)
        kernel(
            self.tables,
            self.figures,
            shoe,
            dealt,
            self.count,
            self.shape,
            np.uint64(key),
            rounds,
            _none(),
            no_boxes(2 * SPOTS_MAX),
            counts,
            out,
            status,
        )
        return status

    def derive(self, records: Records, room: int, dealing: Dealing) -> int:
        kernel: Any = jit(derive_kernel)
        return int(
            kernel(
                self.tables,
                self.figures,
                records,
                room,
                self.shape,
                _none(),
                no_boxes(2 * SPOTS_MAX),
                np.zeros(room + PADDING, dtype=np.uint8),
            )
        )


def _none() -> Numbers:
    return np.zeros(0, dtype=np.int64)


def run_of(
    rules: SwitchRules,
    player: Any,
    wagers: Wagers | None = None,
    *,
    fresh: bool = False,
    **dealt: Any,
) -> KernelRun:
    """The kernel, dealt in some way. `player` has the way to play (Switcher), and takes its
    decisions at a table. By default the cutting card is a quarter from the back."""
    size = 52 * rules.decks
    dealing = dealing_of(
        size,
        places=f"there are 1 to {SPOTS_MAX} spots",
        places_max=SPOTS_MAX,
        whole=fresh,
        cut_at=size - 13 * rules.decks,
        **dealt,
    )
    return KernelRun(SwitchKernelTable(table_rules(rules), player, wagers), dealing, "spots")


def plan(
    rules: SwitchRules,
    scenario: Scenario,
    player: Any,
    *,
    count: Count | None = None,
    ramp: Steps | None = None,
    **dealt: Any,
) -> Plan:
    """The kernel as a plan."""
    wagers = wagers_by(count, ramp, decks=rules.decks)
    return run_of(rules, player, wagers, **dealt).plan(scenario.wager, player)


# -- the wagers beside it ---------------------------------------------------------------------


@compiled
def match_kernel(deck: Any, key: Any, rounds: int, counts: Any) -> None:
    """`rounds` times four cards from a full shoe; counts[row + 1]."""
    state = np.uint64(key)
    for _ in range(rounds):
        state = deal_cards(deck, 4, state)
        counts[match_row(deck[0], deck[1], deck[2], deck[3]) + 1] += 1
