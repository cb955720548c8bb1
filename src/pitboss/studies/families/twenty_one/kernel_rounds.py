"""The rounds of twenty-one, one after another: counts, wagers beside the main one, double shoes,
and what is told of the outcomes. One round is kernel.py's.

Cards are drawn from the shoe by Fisher and Yates, ahead of their use: `drawn` cards of the shoe
are in their order, `at` of them have been dealt. Of a double shoe the second side lies behind the
first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.simulation.counts import true_count
from pitboss.analysis.simulation.kernels import mix
from pitboss.analysis.simulation.tracing import SHUFFLED, TAIL
from pitboss.compiled import compiled

from .kernel import (
    ACTIONS_MAX,
    BOX_FROM,
    BOX_TO,
    BOX_WAITS,
    dealers_first,
    draw_until,
    play_round,
    settle_box,
    settle_insurance,
    staked_halves,
    value_at,
    walk_hand,
)
from .kernel_tables import (
    ACE,
    DEALER_BLACKJACK,
    DEALER_IDLE,
    DEALER_MORE,
    ENDS,
    FINAL_BITS,
    NEEDS_NOTHING,
    NEEDS_SECOND_CARD,
    NODE_MASK,
    TEN,
    VALUE_MASK,
)

# Cards that are drawn ahead: first cards and two more of a box, and those of the dealer, which
# are looked up before it is known whether they are used.
AHEAD_A_BOX, AHEAD = 4, 8
# Diamonds and hearts.
RED_SUITS = (1, 2)
# Places of `status`: where the kernel says why it stopped, how many shoes were dealt to the cutting
# card, and how the dealer's hands ended.
STATUS_FAILED, STATUS_SHOES, STATUS_ENDS = 0, 1, 2
STATUS_SIZE = STATUS_ENDS + ACTIONS_MAX
# Reasons to stop.
RAN_OUT, TOO_LONG = 1, 2
# Places of the side of a double shoe that is not in use: how many cards of it have been dealt and
# drawn, its count, and where its cards begin.
OTHER_AT, OTHER_DRAWN, OTHER_RUNNING, OTHER_BOTTOM = range(4)
OTHER_SIZE = 4
# What decides a side wager: first cards, the first cards that come to the box whenever they come,
# first cards and an award that is drawn, or rounds won in a row.
FIRST_CARDS, WATCHED, AWARDED, STREAK = range(4)
# A row of first cards that waits for the dealer's second card.
WAITS_MARK = 128
# Cards that are watched, and what each may be: none, of four suits of the rank, another.
WATCHED_MOST, WATCHED_KINDS = 4, 6

Numbers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


class Dealt(NamedTuple):
    """How rounds are dealt: from `whole` cards, which are shuffled when `cut` of them are out, to
    so many boxes, of which `seat` (from 0 on) is studied."""

    whole: int
    cut: int
    seats: int
    seat: int


class Counting(NamedTuple):
    """A count: what it starts at, in 1 / per; whether it is divided by the decks left; the most
    that is told apart; and how many rows a side wager has. `tags` are by symbol; `levels` of the
    wager and `books` of plays by count. Without a count `tags` is empty, and `levels`, if there
    are any, go by the dealer's first card. Where `by_up` is not empty, each level is two: the
    wager is doubled against some first cards of the dealer's."""

    start: int
    per: int
    divides: int
    most: int
    sides: int
    tags: Numbers
    levels: Numbers
    books: Numbers
    by_up: Numbers


def counting(
    sides: int,
    start: int = 0,
    per: int = 1,
    divides: int = 1,
    most: int = 0,
    tags: Sequence[int] = (),
    levels: Sequence[int] = (),
    books: Sequence[int] = (),
    by_up: Sequence[bool] = (),
) -> Counting:
    arrays = (np.array(each, dtype=np.int64) for each in (tags, levels, books, by_up))
    return Counting(start, per, divides, most, sides, *arrays)


class Side(NamedTuple):
    """A side wager. `table` has the row of first cards, or of watched cards; `kinds` what each
    card is among the watched ones; `weights`, rising, how the awards are shared out; `length`
    the rounds of a streak; `waits`: some rows wait for the dealer's second card; `sevens`: two
    sevens take a third card even where the dealer has a blackjack."""

    kind: int
    table: Bytes
    kinds: Bytes
    weights: Numbers
    length: int
    waits: int
    sevens: int


@compiled
def level_by_count(count: Any, levels: Any, running: Any, left: Any) -> Any:
    """The level of the wager by the count before the round."""
    return levels[true_count(running, count.per, left, count.divides, count.most)]


@compiled
def book_by_count(
    count: Any, tags: Any, books: Any, running: Any, shoe: Any, size: int, start: Any, seats: int
) -> Any:
    """The book of plays by the count when the first cards are on the table."""
    dealt = start + 2 * seats + 1
    for place in range(start, dealt):
        running += tags[shoe[place]]
    return books[true_count(running, count.per, size - dealt, count.divides, count.most)]


@compiled
def named_side(shoe: Any, at: Any) -> Any:
    """The side of the double shoe that a determinant card names by its colour."""
    suit = shoe[np.uint64(at)] >> 4 & 3
    return 0 if suit in RED_SUITS else 1


@compiled
def uniform(state: Any, below: Any) -> Any:
    """A number below another, each as likely, and the generator on."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    many = np.uint64(below)
    # As many of the numbers at the top as do not share out evenly are drawn again.
    uneven = (np.uint64(0) - many) % many
    while True:
        state += golden
        word = mix(state)
        if word >= uneven:
            return np.int64(word % many), state


@compiled
def note_round(
    out: Any, number: int, shoe: Any, start: Any, at: Any, shuffled: int, outcome: Any
) -> bool:
    """A round as a record; False if it has too little room."""
    room = out.shape[1] - TAIL
    if at - start > room:
        return False
    for place in range(room):
        out[number, place] = shoe[start + place] if start + place < at else 255
    out[number, room] = (at - start) | shuffled
    out[number, room + 1] = outcome & 255
    out[number, room + 2] = outcome >> 8
    return True


@compiled
def note_burned(out: Any, number: int, card: Any) -> bool:
    """A determinant card that was burned comes first in the record; False if it has no room."""
    room = out.shape[1] - TAIL
    if out[number, room - 1] != 255:
        return False
    for place in range(room - 1, 0, -1):
        out[number, place] = out[number, place - 1]
    out[number, 0] = card
    out[number, room] += 1
    return True


@compiled
def quick_round(
    tables: Any,
    figures: Any,
    shoe: Any,
    start: int,
    at: Any,
    up: Any,
    node: Any,
    place: Any,
    seats: int,
    seat: int,
) -> Any:
    """A round of boxes that are only drawn to or doubled, by look-ups alone. Return whether it is
    such a round, at, and how box `seat` and the dealer ended."""
    mine: Any = 0
    need: Any = NEEDS_NOTHING
    tall = 1 if up in (ACE, TEN) else 0
    for each in range(seats):
        first = value_at(shoe, start + figures.up_first + each)
        second = value_at(shoe, start + seats + 1 + each)
        entry = np.int64(tables.opening[(place + first) * 10 + second])
        if entry > NODE_MASK:
            return False, at, mine, np.int64(DEALER_IDLE)
        at, final = walk_hand(tables.walk, shoe, at, entry)
        if each == seat:
            mine = final
        need |= np.int64(tables.need[final * 2 + tall])
    # The dealer's cards are looked up whether or not they are asked for: that is faster than to
    # ask first, which cannot be foretold.
    asked = need & 1
    place = node * 1000 + value_at(shoe, at) * 100 + value_at(shoe, at + 1) * 10
    found = np.int64(tables.dealer[place + value_at(shoe, at + 2)])
    while found >= DEALER_MORE and asked:
        at += 3
        place = (found - DEALER_MORE) * 1000 + value_at(shoe, at) * 100
        place += value_at(shoe, at + 1) * 10
        found = np.int64(tables.dealer[place + value_at(shoe, at + 2)])
    end = (found | (asked - 1)) & DEALER_IDLE
    return need != NEEDS_SECOND_CARD, at + (found >> 3) * asked, mine, end


@compiled
def change_sides(other: Any, at: Any, drawn: Any, running: Any, bottom: Any) -> Any:
    """The side of a double shoe that is not in use takes the place of the one that is."""
    side = other[OTHER_AT], other[OTHER_DRAWN], other[OTHER_RUNNING], other[OTHER_BOTTOM]
    other[OTHER_AT], other[OTHER_DRAWN] = at, drawn
    other[OTHER_RUNNING], other[OTHER_BOTTOM] = running, bottom
    return side


@compiled
def shuffle_other(other: Any, shoe: Any, whole: int, block: int, running: Any, state: Any) -> Any:
    """All cards of the side that is not in use."""
    bottom = other[OTHER_BOTTOM]
    other[OTHER_AT], other[OTHER_RUNNING] = bottom, running
    other[OTHER_DRAWN], state = draw_until(shoe, bottom + whole, bottom, bottom + block, state)
    return state


@compiled
def rounds_kernel(
    tables: Any,
    figures: Any,
    shoe: Any,
    dealt: Any,
    count: Any,
    shape: Any,
    side: Any,
    key: Any,
    rounds: int,
    boxes: Any,
    counts: Any,
    out: Any,
    status: Any,
    other: Any,
) -> None:
    """`rounds` rounds; the outcomes of the box that is studied are counted, by level of its wager,
    row of its side wager, stake and net. All cards are shuffled after a round that ends at card
    `dealt.cut` or behind it. The first rounds go to `out`, as records (tracing.py).

    `side` is None where there is no side wager, and so is `other` where there is one shoe: what
    belongs to them is then not compiled at all. A streak is counted when it is decided: `rounds`
    are streaks.

    A double shoe has two sides, each shuffled when its own cutting card is out; `other` is the
    one not in use. The determinant card is drawn from the side of the last round; wagers are made
    before it, by the count of both sides together, and plays go by the count of the side in
    use."""
    tags, levels, books = count.tags, count.levels, count.books
    whole, cut, seats, seat = dealt.whole, dealt.cut, dealt.seats, dealt.seat
    counting = tags.shape[0] > 0
    state = np.uint64(key)
    block = min(whole, cut + AHEAD_A_BOX * seats + AHEAD)
    at: Any = 0
    level = book = row = run = number = bottom = 0
    running: Any = count.start
    shuffled = SHUFFLED
    drawn, state = draw_until(shoe, whole, 0, block, state)
    if other is not None:
        other[OTHER_BOTTOM] = whole
        state = shuffle_other(other, shoe, whole, block, running, state)
    while number < rounds:
        begun = at
        if other is not None:
            if counting:
                left = bottom + whole - at + other[OTHER_BOTTOM] + whole - other[OTHER_AT]
                level = level_by_count(count, levels, running + other[OTHER_RUNNING], left)
            if named_side(shoe, at) != (1 if bottom else 0):
                # The determinant card is burned, and the round dealt from the other side.
                if counting:
                    running += tags[shoe[np.uint64(at)]]
                at, drawn, running, bottom = change_sides(other, at + 1, drawn, running, bottom)
        start, size = at, bottom + whole
        up, node, shown, at = dealers_first(tables, figures, shoe, start, seats)
        simple = figures.actions == 1 and not (figures.looks and node == figures.blackjack_node)
        if counting:
            if other is None:
                level = level_by_count(count, levels, running, size - start)
            if count.by_up.shape[0] > 0:
                level = 2 * level + count.by_up[up]
            book = book_by_count(count, tags, books, running, shoe, size, start, seats)
        elif levels.shape[0] > 0:
            level = levels[up]
        if side is not None:
            boxes[seat, BOX_WAITS] = side_waits(side, shoe, start, seats, seat)
            simple = simple and not boxes[seat, BOX_WAITS] and side.kind != WATCHED
        place = (book * figures.shown + shown) * 10
        quick, at, mine, end = quick_round(
            tables, figures, shoe, start, at, up, node, place, seats, seat
        )
        # Cards that were not drawn yet may have been looked at: then the round is played with care.
        if quick and simple and at <= drawn:
            net = tables.net[mine * ENDS + end]
            halves = 2 + (mine >> (FINAL_BITS - 2) & 2)
        else:
            drawn, at, state, end = play_round(
                tables,
                figures,
                shoe,
                size,
                drawn,
                start,
                state,
                seats,
                book,
                status[:0],
                boxes,
                None,
                status[STATUS_ENDS:],
            )
            if at > size:
                status[STATUS_FAILED] = RAN_OUT
                return
            box = boxes[seat]
            net = settle_box(tables, figures, box, end) + settle_insurance(figures, box, end)
            halves = staked_halves(box)
        if side is not None:
            # An odd half is insurance, which is no part of the hand.
            apart = settle_insurance(figures, boxes[seat], end) if halves & 1 else 0
            run = streak_after(run, net - apart)
            row, state = row_of_side(side, shoe, start, seats, seat, boxes[seat], end, run, state)
        if row >= 0:
            outcome = (level * count.sides + row) * shape.stakes + halves
            outcome = outcome * shape.nets + net - shape.least
            counts[outcome] += 1
            if number < out.shape[0] and not (
                note_round(out, number, shoe, start, at, shuffled, outcome)
                and (begun == start or note_burned(out, number, shoe[np.uint64(begun)]))
            ):
                status[STATUS_FAILED] = TOO_LONG
                return
            number += 1
            run = 0
        if counting:
            for card in range(start, at):
                running += tags[shoe[np.uint64(card)]]
        shuffled = 0
        if at >= bottom + cut:
            at, running, shuffled = bottom, count.start, SHUFFLED
            status[STATUS_SHOES] += 1
            drawn, state = draw_until(shoe, size, bottom, bottom + block, state)
        if other is not None and other[OTHER_AT] >= other[OTHER_BOTTOM] + cut:
            state = shuffle_other(other, shoe, whole, block, count.start, state)


@compiled
def side_row(sides: Any, shoe: Any, start: int, seats: int, seat: int, end: Any) -> Any:
    """The row of a side wager on a box's first two cards and the dealer's up card; the rows
    where the dealer has a blackjack come behind those where not."""
    place = dense(np.int64(shoe[start + seat])) * 52
    place = (place + dense(np.int64(shoe[start + seats + 1 + seat]))) * 52
    place += dense(np.int64(shoe[start + seats]))
    if end == DEALER_BLACKJACK:
        place += 52 * 52 * 52
    return np.int64(sides[place])


@compiled
def side_waits(side: Any, shoe: Any, start: int, seats: int, seat: int) -> Any:
    """Whether the side wager waits for the dealer's second card."""
    if not side.waits:
        return 0
    return 1 if side_row(side.table, shoe, start, seats, seat, DEALER_IDLE) & WAITS_MARK else 0


@compiled
def watched_row(side: Any, shoe: Any, start: int, seats: int, seat: int, box: Any) -> Any:
    """The row of a side wager on the cards that come to a box, in their order."""
    place: Any = 0
    later = box[BOX_FROM]
    for number in range(WATCHED_MOST):
        at: Any = start + seat if number == 0 else start + seats + 1 + seat
        if number > 1:
            at = later + number - 2
        kind: Any = 0
        if number < 2 or at < box[BOX_TO]:
            kind = np.int64(side.kinds[dense(np.int64(shoe[at]))])
        place = place * WATCHED_KINDS + kind
    return np.int64(side.table[place])


@compiled
def streak_after(run: int, net: Any) -> Any:
    """Rounds won in a row, after one that came to `net`: -1 for a loss; a round that breaks even
    does not count."""
    return run + 1 if net > 0 else run if net == 0 else -1


@compiled
def row_of_side(
    side: Any,
    shoe: Any,
    start: int,
    seats: int,
    seat: int,
    box: Any,
    end: Any,
    run: int,
    state: Any,
) -> Any:
    """The row of the side wager, -1 if it is not decided yet; and the generator on."""
    row: Any = 0
    if side.kind == STREAK:
        row = 0 if run < 0 else 1 if run == side.length else -1
    elif side.kind == WATCHED:
        row = watched_row(side, shoe, start, seats, seat, box)
    else:
        row = side_row(side.table, shoe, start, seats, seat, end) & (WAITS_MARK - 1)
    if side.kind == AWARDED and row:
        drawn, state = uniform(state, side.weights[-1])
        while side.weights[row - 1] <= drawn:
            row += 1
    return row, state


@compiled
def dense(symbol: Any) -> Any:
    """A card's symbol as a number below 52: thirteen ranks from the ace, then the suit."""
    return ((symbol & VALUE_MASK) + (symbol >> 6)) * 4 + (symbol >> 4 & 3)


@compiled
def cards_of_record(records: Any, number: int, room: int, shoe: Any) -> Any:
    """The cards of a record, into the shoe, and how many they are; more than `room` if it is no
    record of ours."""
    cards: Any = records[number, room] & (SHUFFLED - 1)
    if cards <= room:
        for place in range(shoe.shape[0]):
            shoe[place] = records[number, place] if place < cards else 0
    return cards


@compiled
def outcome_of_record(records: Any, number: int, room: int) -> Any:
    return np.int64(records[number, room + 1]) | np.int64(records[number, room + 2]) << 8


@compiled
def derive_kernel(
    tables: Any,
    figures: Any,
    records: Any,
    room: int,
    dealt: Any,
    levels: Any,
    shape: Any,
    boxes: Any,
    ends: Any,
    shoe: Any,
    none: Any,
) -> int:
    """The first record whose outcome does not follow from its cards, or -1. Every round is
    played card by card here."""
    for number in range(records.shape[0]):
        cards = cards_of_record(records, number, room, shoe)
        if cards > room:
            return number
        _, at, _, end = play_round(
            tables,
            figures,
            shoe,
            cards,
            cards,
            0,
            np.uint64(0),
            dealt.seats,
            0,
            none,
            boxes,
            None,
            ends,
        )
        box = boxes[dealt.seat]
        net = settle_box(tables, figures, box, end) + settle_insurance(figures, box, end)
        level = 0
        if levels.shape[0] > 0:
            level = levels[value_at(shoe, 0 if figures.up_first else dealt.seats)]
        outcome = level * shape.stakes + staked_halves(box)
        outcome = outcome * shape.nets + net - shape.least
        if at != cards or outcome != outcome_of_record(records, number, room):
            return number
    return -1
