"""Many tables of blackjack at once, a decision at a time: the kernel of the vector environment.

Each table has a shoe, a box as the kernel of whole rounds has it (studies/families/twenty_one)
and a row of what is going on. A step takes one action a table. What hands come to is that kernel's
table of nets; what may be done, and in which order cards come, is written here and is held to the
procedure by test."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled
from pitboss.families.twenty_one.hands import (
    DEALER_STANDS_ON,
    NO_CARDS,
    TWENTY_ONE,
    dealer_draws,
    is_soft,
    point_count,
    with_value,
)
from pitboss.studies.families.twenty_one.kernel import (
    BOX_FIRSTS,
    BOX_HANDS,
    BOX_INSURED,
    draw_until,
    needs_of_box,
    settle_box,
    settle_insurance,
    value_at,
)
from pitboss.studies.families.twenty_one.kernel_tables import (
    ACE,
    BLACKJACK,
    BUST,
    DEALER_BLACKJACK,
    DEALER_BUST,
    DEALER_IDLE,
    DOUBLED,
    EVEN_MONEY,
    NEEDS_HAND,
    NEEDS_NOTHING,
    SPECIAL_21,
    SURRENDERED,
    TEN,
    VALUES,
    TableFigures,
    figures_of,
    needs,
    net_table,
    scale_of,
)
from pitboss.studies.families.twenty_one.table_rules import NO_SURRENDER, TableRules

# What is asked at a table: to begin, whether to insure, or about a hand.
BEGIN, INSURING, TURN = range(3)
# The actions, in the order of the environment.
GO_ON, INSURE, GIVE_UP, DOUBLE, SPLIT, DRAW, STAND = range(7)
ACTIONS = 7
# A table's row: what is asked; cards dealt and drawn; the hand that is played (of the box, as one
# integer, its cards, its first value less one); the dealer's first value less one and hand; cards
# of the round that is over; refusals.
(PHASE, AT, DRAWN, HAND, COUNT, CARDS, FIRST, SECOND, UP, HOLE, LAST_AT, REFUSALS) = range(12)
ROW = 12
# What is seen: what is asked, the dealer's first card and (face up) second, one's own total,
# whether it is soft, cards, the value of a pair, the hand's number and how many there are, whether
# it is insured; then how many cards of each value the hand has.
SEEN = 10 + VALUES
(
    SEE_ASKED,
    SEE_UP,
    SEE_HOLE,
    SEE_TOTAL,
    SEE_SOFT,
    SEE_CARDS,
    SEE_PAIR,
    SEE_HAND,
    SEE_HANDS,
    SEE_INSURED,
    SEE_VALUES,
) = range(11)
# How a step of a table ended.
GOES_ON, REFUSED, OVER, CUT = range(4)


class Tables(NamedTuple):
    """What the settling of a round reads, by the names that the kernel of whole rounds has."""

    net: Any
    need: Any


class StepRules(NamedTuple):
    """The rest of the rules as the kernel reads them; `may_double` is by total."""

    soft_17_draws: int
    surrender: int
    may_double: Any
    double_after_split: int


class Floor(NamedTuple):
    """All tables: their shoes, boxes, rows, generators, and what is given back of every step."""

    shoes: npt.NDArray[np.uint8]
    boxes: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    seen: npt.NDArray[np.int8]
    masks: npt.NDArray[np.int8]
    nets: npt.NDArray[np.int64]
    ended: npt.NDArray[np.int8]
    last: npt.NDArray[np.int8]


def kernel_rules(table: TableRules) -> tuple[Tables, TableFigures, StepRules]:
    """A table's rules in the forms that the kernel takes."""
    totals = [table.may_double(total) for total in range(TWENTY_ONE + 1)]
    return (
        Tables(net_table(table, scale_of(table)), needs(table)),
        figures_of(table, 0),
        StepRules(
            int(table.soft_17_draws),
            int(table.surrender != NO_SURRENDER),
            np.array(totals, dtype=np.int8),
            int(table.double_after_split),
        ),
    )


@compiled(inline=True)
def next_value(floor: Any, table: int, row: Any) -> Any:
    """The value less one of the next card, drawn ahead by fours."""
    at = row[AT]
    if at >= row[DRAWN]:
        shoe = floor.shoes[table]
        drawn, key = draw_until(shoe, shoe.shape[0], row[DRAWN], at + 4, floor.keys[table])
        row[DRAWN] = drawn
        floor.keys[table] = key
    row[AT] = at + 1
    return value_at(floor.shoes[table], at)


@compiled(inline=True)
def add_card(floor: Any, table: int, row: Any, seen: Any) -> None:
    """A card to the hand that is played."""
    value = next_value(floor, table, row)
    row[COUNT] = with_value(row[COUNT], value + 1)
    row[CARDS] += 1
    seen[SEE_VALUES + value] += 1
    if row[CARDS] == 2:
        row[SECOND] = value


@compiled(inline=True)
def begin_hand(row: Any, seen: Any, first: int) -> None:
    """A hand of one card."""
    row[FIRST] = first
    row[COUNT] = with_value(NO_CARDS, first + 1)
    row[CARDS] = 1
    for value in range(VALUES):
        seen[SEE_VALUES + value] = 0
    seen[SEE_VALUES + first] = 1


@compiled(inline=True)
def may_split(figures: Any, row: Any, hands: int) -> Any:
    """2.11: two cards of one value, as long as the box has room."""
    if row[CARDS] != 2 or row[FIRST] != row[SECOND]:
        return False
    return hands < (figures.aces_hands_max if row[FIRST] == ACE else figures.hands_max)


@compiled(inline=True)
def is_asked(figures: Any, row: Any, hands: int) -> Any:
    """Whether the hand is one to decide on: not with 21, nor a split ace that may not be split."""
    if point_count(row[COUNT]) >= TWENTY_ONE:
        return False
    split_ace = hands > 1 and row[FIRST] == ACE and figures.aces_one_card
    return not split_ace or may_split(figures, row, hands)


@compiled(inline=True)
def mark_turn(figures: Any, rules: StepRules, row: Any, box: Any, mask: Any) -> None:
    """2.8, 2.10, 2.11, 2.12: what may be done with the hand."""
    hands = box[BOX_HANDS]
    two = row[CARDS] == 2
    split_ace = hands > 1 and row[FIRST] == ACE and figures.aces_one_card
    total = point_count(row[COUNT])
    mask[GIVE_UP] = rules.surrender and two and hands == 1
    double = two and not split_ace and (hands == 1 or rules.double_after_split)
    mask[DOUBLE] = double and rules.may_double[total]
    mask[SPLIT] = may_split(figures, row, hands)
    mask[STAND] = 1
    mask[DRAW] = not split_ace


@compiled(inline=True)
def show(figures: Any, row: Any, box: Any, seen: Any) -> None:
    """What the seat sees, beside the cards of the hand, which are noted as they come."""
    seen[SEE_ASKED] = row[PHASE]
    seen[SEE_UP] = row[UP] + 1
    seen[SEE_HOLE] = row[HOLE] + 1 if figures.face_up else 0
    seen[SEE_TOTAL] = point_count(row[COUNT])
    seen[SEE_SOFT] = is_soft(row[COUNT])
    seen[SEE_CARDS] = row[CARDS]
    pair = row[CARDS] == 2 and row[FIRST] == row[SECOND]
    seen[SEE_PAIR] = row[FIRST] + 1 if pair else 0
    seen[SEE_HAND] = row[HAND] + 1
    seen[SEE_HANDS] = box[BOX_HANDS]
    seen[SEE_INSURED] = box[BOX_INSURED]


@compiled(inline=True)
def wait(
    figures: Any, rules: StepRules, row: Any, box: Any, seen: Any, mask: Any, phase: int
) -> int:
    """The table waits for its player, in this phase."""
    row[PHASE] = phase
    for action in range(ACTIONS):
        mask[action] = 0
    if phase == TURN:
        mark_turn(figures, rules, row, box, mask)
    else:
        mask[GO_ON] = 1
        mask[INSURE] = phase == INSURING
    show(figures, row, box, seen)
    return GOES_ON


@compiled(inline=True)
def dealers_end(floor: Any, rules: StepRules, table: int, row: Any, hole: int, need: Any) -> int:
    """2.6(h), 2.12: the dealer's hand, as far as anything depends on it."""
    if need == NEEDS_NOTHING:
        return DEALER_IDLE
    if not hole:
        row[HOLE] = next_value(floor, table, row)
    hand = with_value(with_value(NO_CARDS, row[UP] + 1), row[HOLE] + 1)
    if point_count(hand) == TWENTY_ONE:
        return DEALER_BLACKJACK
    if need != NEEDS_HAND:
        return DEALER_IDLE
    while dealer_draws(hand, rules.soft_17_draws == 1):
        hand = with_value(hand, next_value(floor, table, row) + 1)
    total = point_count(hand)
    return DEALER_BUST if total > TWENTY_ONE else total - DEALER_STANDS_ON


@compiled(inline=True)
def settle(
    floor: Any,
    tables: Any,
    figures: Any,
    rules: StepRules,
    table: int,
    row: Any,
    box: Any,
    over: bool,
) -> int:
    """All hands are finished: what they come to, in 1 / scale of the wager."""
    end = DEALER_BLACKJACK
    if not over:
        tall = 1 if row[UP] in (ACE, TEN) else 0
        need = needs_of_box(tables, box, tall)
        end = dealers_end(floor, rules, table, row, figures.hole, need)
    net = settle_box(tables, figures, box, end) + settle_insurance(figures, box, end)
    floor.nets[table] = net
    row[LAST_AT] = row[AT]
    return OVER


@compiled(inline=True)
def finish_hand(
    floor: Any,
    tables: Any,
    figures: Any,
    rules: StepRules,
    table: int,
    row: Any,
    box: Any,
    final: int,
) -> int:
    """A hand is finished; the next one of the box that is asked about, or the settlement."""
    seen, mask = floor.seen[table], floor.masks[table]
    box[row[HAND]] = final
    row[HAND] += 1
    while row[HAND] < box[BOX_HANDS]:
        begin_hand(row, seen, box[BOX_FIRSTS + box[BOX_HANDS] - 1 - row[HAND]])
        add_card(floor, table, row, seen)
        if is_asked(figures, row, box[BOX_HANDS]):
            return wait(figures, rules, row, box, seen, mask, TURN)
        box[row[HAND]] = point_count(row[COUNT])
        row[HAND] += 1
    return settle(floor, tables, figures, rules, table, row, box, False)


@compiled(inline=True)
def begin_turn(
    floor: Any, tables: Any, figures: Any, rules: StepRules, table: int, row: Any, box: Any
) -> int:
    """2.7, 2.6(f): after insurance: a blackjack needs no decision, any other hand does."""
    if point_count(row[COUNT]) == TWENTY_ONE:
        box[0] = EVEN_MONEY if figures.even_money and box[BOX_INSURED] else BLACKJACK
        return settle(floor, tables, figures, rules, table, row, box, False)
    return wait(figures, rules, row, box, floor.seen[table], floor.masks[table], TURN)


@compiled(inline=True)
def dealer_is_over(figures: Any, row: Any) -> Any:
    """2.6(j), (k): a blackjack of the dealer that is known before anybody's turn."""
    return figures.looks and (
        (row[UP] == ACE and row[HOLE] == TEN) or (row[UP] == TEN and row[HOLE] == ACE)
    )


@compiled(inline=True)
def after_insurance(
    floor: Any, tables: Any, figures: Any, rules: StepRules, table: int, row: Any, box: Any
) -> int:
    """What follows when insurance is made, or was not to be made."""
    if dealer_is_over(figures, row):
        own = point_count(row[COUNT])
        even = figures.even_money and box[BOX_INSURED]
        box[0] = own if own < TWENTY_ONE else EVEN_MONEY if even else BLACKJACK
        return settle(floor, tables, figures, rules, table, row, box, True)
    return begin_turn(floor, tables, figures, rules, table, row, box)


@compiled(inline=True)
def deal(
    floor: Any, tables: Any, figures: Any, rules: StepRules, table: int, row: Any, box: Any
) -> int:
    """2.6(e): two cards to the player, one to the dealer, and the hole card where there is one."""
    seen, mask = floor.seen[table], floor.masks[table]
    begin_hand(row, seen, next_value(floor, table, row))
    row[UP] = next_value(floor, table, row)
    add_card(floor, table, row, seen)
    if figures.hole:
        row[HOLE] = next_value(floor, table, row)
    # 2.9(b): with one box it is the same whether everybody is asked first, or at each turn.
    if figures.may_insure and row[UP] == ACE:
        return wait(figures, rules, row, box, seen, mask, INSURING)
    return after_insurance(floor, tables, figures, rules, table, row, box)


@compiled(inline=True)
def play_turn(
    floor: Any,
    tables: Any,
    figures: Any,
    rules: StepRules,
    table: int,
    row: Any,
    box: Any,
    action: int,
) -> int:
    """A legal decision on a hand."""
    seen, mask = floor.seen[table], floor.masks[table]
    hands = box[BOX_HANDS]
    if action == SPLIT:
        # The hand's first card stays, the second is the next hand's first: the last split comes
        # up first.
        box[BOX_FIRSTS + hands - 1 - row[HAND]] = row[FIRST]
        box[BOX_HANDS] = hands + 1
        begin_hand(row, seen, row[FIRST])
        add_card(floor, table, row, seen)
        if is_asked(figures, row, hands + 1):
            return wait(figures, rules, row, box, seen, mask, TURN)
    elif action == DRAW:
        add_card(floor, table, row, seen)
        if is_asked(figures, row, hands):
            return wait(figures, rules, row, box, seen, mask, TURN)
    elif action == DOUBLE:
        add_card(floor, table, row, seen)
    total = point_count(row[COUNT])
    final = total if total <= TWENTY_ONE else BUST
    if total == TWENTY_ONE and row[CARDS] == figures.special_21_cards:
        final = SPECIAL_21
    if action == DOUBLE:
        final |= DOUBLED
    elif action == GIVE_UP:
        final = SURRENDERED
    return finish_hand(floor, tables, figures, rules, table, row, box, final)


@compiled(inline=True)
def clear_table(floor: Any, figures: Any, rules: StepRules, table: int, row: Any, box: Any) -> None:
    """The wager is on the layout, and all cards are in the shoe."""
    for place in range(PHASE, LAST_AT):
        row[place] = 0
    row[REFUSALS] = 0
    row[UP] = row[HOLE] = -1
    box[BOX_HANDS] = 1
    box[BOX_INSURED] = 0
    seen = floor.seen[table]
    for value in range(VALUES):
        seen[SEE_VALUES + value] = 0
    wait(figures, rules, row, box, seen, floor.masks[table], BEGIN)


@compiled(inline=True)
def step_table(
    floor: Any, tables: Any, figures: Any, rules: StepRules, table: int, action: Any
) -> int:
    """One action at one table."""
    row, box = floor.rows[table], floor.boxes[table]
    if not floor.masks[table, action]:
        row[REFUSALS] += 1
        return REFUSED
    phase = row[PHASE]
    if phase == BEGIN:
        return deal(floor, tables, figures, rules, table, row, box)
    if phase == TURN:
        return play_turn(floor, tables, figures, rules, table, row, box, action)
    box[BOX_INSURED] = action == INSURE
    return after_insurance(floor, tables, figures, rules, table, row, box)


@compiled
def step_all(
    floor: Any, tables: Any, figures: Any, rules: StepRules, actions: Any, refusals_max: int
) -> int:
    """One action a table. A round that is over is noted (`ended`, `nets`, `last`: what was seen at
    its end) and the next one begins. Returns how many tables went on otherwise than plainly."""
    notable = 0
    for table in range(actions.shape[0]):
        ended = step_table(floor, tables, figures, rules, table, actions[table])
        floor.ended[table] = ended
        if ended == GOES_ON:
            continue
        notable += 1
        row, box = floor.rows[table], floor.boxes[table]
        if ended == OVER:
            show(figures, row, box, floor.seen[table])
        elif row[REFUSALS] < refusals_max:
            continue
        else:
            floor.ended[table] = CUT
        for place in range(SEEN):
            floor.last[table, place] = floor.seen[table, place]
        clear_table(floor, figures, rules, table, row, box)
    return notable


@compiled
def clear_all(floor: Any, figures: Any, rules: StepRules) -> None:
    """Every table begins."""
    for table in range(floor.rows.shape[0]):
        clear_table(floor, figures, rules, table, floor.rows[table], floor.boxes[table])
