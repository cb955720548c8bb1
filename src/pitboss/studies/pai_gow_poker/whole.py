"""The whole game: every hand of the player's against every hand of the dealer's, exactly.

For a player's hand P set as (h, l), the dealer's hands D that share no card with P are counted by
inclusion and exclusion over the cards that they might share: the sum over all sets S of cards of P,
with sign (-1)^|S|, of how many hands D with all of S are below (h, l). Sets S that differ by the
names of suits only are visited once: for each, all hands with the cards of S are listed, the
dealer's settings of them are summed up in a grid, and each is asked, as the player's, for the
settings that come into question. That is 1.9 thousand million visits instead of 8 * 10^15 deals."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.progress import tell
from pitboss.compiled import compiled, jit
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.families.pai_gow.house_way_cards import set_hand
from pitboss.hands.pai_gow import CARDS, SETTINGS, high_key_without, is_foul, low_key
from pitboss.hands.pai_gow_bonus import is_queen_high
from pitboss.hands.poker import CATEGORY_SHIFT, JOKER, pai_gow_high_value
from pitboss.studies.pai_gow_poker.classes import (
    JOKER_BIT,
    JOKER_PLACE,
    board_bit,
    class_of,
    classes,
    numbering,
)
from pitboss.studies.pai_gow_poker.tables import LOWS, low_place

Array = Any

DECK = JOKER + 1
HANDS = comb(DECK, CARDS)
AGAINST = comb(DECK - CARDS, CARDS)
_HIGH_VALUES = 11 << CATEGORY_SHIFT
# A setting: `high << PLACE_BITS | low`, both as places in their order.
PLACE_BITS = 7
PLACE_MASK = (1 << PLACE_BITS) - 1
# How often it is told how far the count is, for each number of shared cards.
STEPS = 16
# What is counted of every setting.
WON, LOST, BANK_WON, BANK_LOST = range(4)
QUEEN = 10
# How the house sets a hand with which the dealer neither wins nor loses (11.22).
PUSHES = -1


@compiled
def cards_of(board: int, cards: Array) -> None:
    """Writes the cards of a board, the highest first."""
    at = 0
    if board >> JOKER_PLACE:
        cards[0] = JOKER
        at = 1
    for card in range(JOKER - 1, -1, -1):
        if board >> (16 * (card & 3) + (card >> 2)) & 1:
            cards[at] = card
            at += 1


@compiled(allocates=True)
def mark_highs(boards: Array, lowest_wheel: bool, seen: Array) -> None:
    """Marks every five-card value that some setting has."""
    cards: Any = np.zeros(CARDS, dtype=np.int64)
    for board in boards:
        cards_of(board, cards)
        for i in range(6):
            for j in range(i + 1, 7):
                seen[high_key_without(cards, i, j, lowest_wheel)] = 1


@compiled(allocates=True)
def set_classes(
    program: Array,
    boards: Array,
    lowest_wheel: bool,
    places: Array,
    house: Array,
    rules: Array,
    starts: Array,
    candidates: Array,
    queens: Array,
) -> int:
    """For every hand: which of its candidates is the house's, by which rule, and all candidates:
    settings that no other lawful one matches or exceeds in both hands, and the house's. `queens`
    says which hands are a queen-high pai gow. Returns -1, or the number of a hand that is not
    set."""
    cards: Any = np.zeros(CARDS, dtype=np.int64)
    keys = np.zeros(SETTINGS, dtype=np.int64)
    made = 0
    for number in range(len(boards)):
        cards_of(boards[number], cards)
        chosen = set_hand(program, cards, lowest_wheel)
        if chosen < 0:
            return number
        queens[number] = is_queen_high(pai_gow_high_value(cards, not lowest_wheel))
        lawful = 0
        setting = -1
        own: Any = -1
        for i in range(6):
            for j in range(i + 1, 7):
                setting += 1
                low = low_key(cards[i], cards[j])
                high = high_key_without(cards, i, j, lowest_wheel)
                key = np.int64(places[high]) << PLACE_BITS | low_place(low)
                if setting == chosen % SETTINGS:
                    own = key
                    rules[number] = chosen // SETTINGS
                if not is_foul(high, low):
                    keys[lawful] = key
                    lawful += 1
        starts[number] = made
        house[number] = -1
        for at in range(lawful):
            beaten = False
            for other in range(lawful):
                if (
                    keys[other] >> PLACE_BITS >= keys[at] >> PLACE_BITS
                    and keys[other] & PLACE_MASK >= keys[at] & PLACE_MASK
                    and (keys[other] != keys[at] or other < at)
                ):
                    beaten = True
                    break
            if not beaten:
                if keys[at] == own:
                    house[number] = made
                candidates[made] = keys[at]
                made += 1
        if house[number] < 0:
            house[number] = made
            candidates[made] = own
            made += 1
    starts[len(boards)] = made
    return -1


class Settings(NamedTuple):
    """How every class of hands may be set and is set by the house. `sizes` is how many hands a
    class has; candidates of class c are those from starts[c] to starts[c + 1], and house[c] is the
    place among them of the house's setting, which rule number rules[c] makes. `queens` says which
    classes are a queen-high pai gow."""

    boards: Array
    sizes: Array
    house: Array
    rules: Array
    starts: Array
    candidates: Array
    queens: Array
    highs: int

    def dealt(self, *, queen_high_pushes: bool) -> Array:
        """The dealer's setting of each class: the house's, or PUSHES."""
        found = self.candidates[self.house]
        if queen_high_pushes:
            found[self.queens] = PUSHES
        return found


@cache
def all_classes() -> tuple[Array, Array]:
    """The classes of seven cards: those without the joker first."""
    without, with_joker = classes(CARDS), classes(CARDS - 1)
    boards = np.concatenate([without[0], with_joker[0] | JOKER_BIT])
    return boards, np.concatenate([without[1], with_joker[1]])


@cache
def high_places(lowest_wheel: bool) -> tuple[Array, int]:
    """By five-card value, its place among those that settings have; and how many there are."""
    seen = np.zeros(_HIGH_VALUES, dtype=np.int64)
    jit(mark_highs)(all_classes()[0], lowest_wheel, seen)
    return np.cumsum(seen) - 1, int(seen.sum())


def settings_of(way: HouseWay, lowest_wheel: bool) -> Settings:
    """Sets every class of hands; an error where the way leaves one unset or sets a foul."""
    boards, sizes = all_classes()
    places, highs = high_places(lowest_wheel)
    house = np.zeros(len(boards), dtype=np.int32)
    rules = np.zeros(len(boards), dtype=np.int16)
    starts = np.zeros(len(boards) + 1, dtype=np.int32)
    candidates = np.zeros(len(boards) * 11, dtype=np.int32)
    queens = np.zeros(len(boards), dtype=np.bool_)
    program = np.array(way.program, dtype=np.int64)
    wrong = jit(set_classes)(
        program, boards, lowest_wheel, places, house, rules, starts, candidates, queens
    )
    if wrong >= 0:
        cards: Any = np.zeros(CARDS, dtype=np.int64)
        cards_of(int(boards[wrong]), cards)
        way.set_cards(cards.tolist(), lowest_wheel)
        raise AssertionError("a hand is set in plain Python and not when compiled")
    candidates = candidates[: starts[-1]].copy()
    return Settings(boards, sizes, house, rules, starts, candidates, queens, highs)


@compiled
def list_hands(
    numbering: Any,
    board: int,
    rest: Array,
    free: int,
    jokerless: int,
    numbers: Array,
    places: Array,
    prefixes: Array,
) -> int:
    """Writes the classes of all hands of `board` and `free` of the cards in `rest`; returns how
    many hands that are. `places` and `prefixes` are room to work in."""
    count = len(rest)
    made = 0
    for at in range(free):
        places[at] = at
    prefixes[0] = board
    level = 0
    last = free - 1
    while level >= 0:
        # Cards before the last are fixed one after the other; the last runs through what is left.
        if level < last:
            if places[level] > count - free + level:
                level -= 1
                if level >= 0:
                    places[level] += 1
                continue
            prefixes[level + 1] = prefixes[level] | board_bit(rest[places[level]])
            level += 1
            places[level] = places[level - 1] + 1
            continue
        prefix = prefixes[level]
        for at in range(places[level], count):
            hand = prefix | board_bit(rest[at])
            number = class_of(numbering, hand)
            numbers[made] = number + jokerless if hand >> JOKER_PLACE else number
            made += 1
        level -= 1
        if level >= 0:
            places[level] += 1
    return made


@compiled
def sum_up(
    dealt: Array, weights: Array, numbers: Array, count: int, rows: Array, grid: Array
) -> int:
    """Makes of the dealer's settings of the listed hands, each so many times, a grid of how many
    are below: grid[rows[h], l] for a high hand of place h and a low hand of place l. Returns the
    number of the last row, where all high hands are below."""
    for high in range(len(rows)):
        rows[high] = 0
    for at in range(count):
        if dealt[numbers[at]] >= 0:
            rows[dealt[numbers[at]] >> PLACE_BITS] = 1
    row = 0
    for high in range(len(rows)):
        held = rows[high]
        rows[high] = row
        row += held
    for at in range((row + 1) * (LOWS + 1)):
        grid[at] = 0
    for at in range(count):
        key = dealt[numbers[at]]
        if key >= 0:
            weight = weights[at] if len(weights) else 1
            grid[(rows[key >> PLACE_BITS] + 1) * (LOWS + 1) + (key & PLACE_MASK) + 1] += weight
    for line in range(1, row + 1):
        start = line * (LOWS + 1)
        left = 0
        for low in range(LOWS + 1):
            left += grid[start + low]
            grid[start + low] = left + grid[start + low - LOWS - 1]
    return row


@compiled
def ask(
    starts: Array,
    candidates: Array,
    numbers: Array,
    weights: Array,
    count: int,
    rows: Array,
    grid: Array,
    last: int,
    times: int,
    found: Array,
) -> None:
    """Adds, `times` over, for every setting of the listed hands how many of the dealer's are below
    in both hands, and in neither; then the same for a bank, which is above its copies."""
    top = last * (LOWS + 1)
    total = grid[top + LOWS]
    for at in range(count):
        number = numbers[at]
        weight = times * weights[at] if len(weights) else times
        for place in range(starts[number], starts[number + 1]):
            high = candidates[place] >> PLACE_BITS
            low = candidates[place] & PLACE_MASK
            row = rows[high] * (LOWS + 1)
            both = grid[row + low]
            found[place, WON] += weight * both
            found[place, LOST] += weight * (total - grid[row + LOWS] - grid[top + low] + both)
            row = rows[high + 1] * (LOWS + 1)
            low += 1
            both = grid[row + low]
            found[place, BANK_WON] += weight * both
            found[place, BANK_LOST] += weight * (total - grid[row + LOWS] - grid[top + low] + both)


@compiled(allocates=True)
def visit(
    numbering: Any,
    shared: Array,
    sizes: Array,
    held: int,
    jokerless: int,
    highs: int,
    dealt: Array,
    starts: Array,
    candidates: Array,
    found: Array,
) -> None:
    """Visits sets of `held` cards, each standing for so many of its kind."""
    free = CARDS - held
    sign = -1 if held & 1 else 1
    rest = np.zeros(DECK - held, dtype=np.int64)
    most = 1
    for at in range(free):
        most = most * (DECK - held - at) // (at + 1)
    numbers = np.zeros(most, dtype=np.int32)
    nothing = np.zeros(0, dtype=np.int64)
    rows = np.zeros(highs + 1, dtype=np.int32)
    grid = np.zeros((min(most, highs) + 1) * (LOWS + 1), dtype=np.int32)
    places = np.zeros(CARDS, dtype=np.int64)
    prefixes = np.zeros(CARDS + 1, dtype=np.int64)
    for at in range(len(shared)):
        board = shared[at]
        left = 0
        for card in range(DECK):
            if board & board_bit(card) == 0:
                rest[left] = card
                left += 1
        count = list_hands(numbering, board, rest, free, jokerless, numbers, places, prefixes)
        last = sum_up(dealt, nothing, numbers, count, rows, grid)
        times = sign * sizes[at]
        ask(starts, candidates, numbers, nothing, count, rows, grid, last, times, found)


@compiled
def take_out_same(
    sizes: Array, dealt: Array, starts: Array, candidates: Array, found: Array
) -> None:
    """All seven cards shared: the dealer's hand would be the player's own."""
    for number in range(len(sizes)):
        if dealt[number] < 0:
            continue
        high = dealt[number] >> PLACE_BITS
        low = dealt[number] & PLACE_MASK
        for place in range(starts[number], starts[number + 1]):
            mine = candidates[place] >> PLACE_BITS
            other = candidates[place] & PLACE_MASK
            found[place, WON] -= sizes[number] * (high < mine and low < other)
            found[place, LOST] -= sizes[number] * (high >= mine and low >= other)
            found[place, BANK_WON] -= sizes[number] * (high <= mine and low <= other)
            found[place, BANK_LOST] -= sizes[number] * (high > mine and low > other)


def count_all(way: Settings, dealt: Array) -> Array:
    """For every candidate, how many of the dealer's 53,524,680 hands it beats in both hands, and in
    neither; and the same for a bank. `dealt` has the dealer's setting of each class."""
    return _count(way, dealt, way.starts, way.candidates, _all_sets)


def count_house(way: Settings, dealt: Array) -> tuple[int, int]:
    """How many deals a player who sets by the house way wins and loses."""
    return _by_house(way, dealt, _all_sets)


def count_queens(way: Settings) -> tuple[int, int]:
    """The same against a queen-high pai gow of the dealer's alone. Only sets of cards that such a
    hand can have are visited."""
    dealt = np.where(way.queens, way.candidates[way.house], PUSHES).astype(np.int32)
    return _by_house(way, dealt, lambda boards: may_be_low(boards, QUEEN))


def _by_house(way: Settings, dealt: Array, sets: Callable[[Array], Array]) -> tuple[int, int]:
    house = way.candidates[way.house]
    starts = np.arange(len(house) + 1, dtype=np.int32)
    found = _count(way, dealt, starts, house, sets)
    return int(way.sizes @ found[:, WON]), int(way.sizes @ found[:, LOST])


def _count(
    way: Settings, dealt: Array, starts: Array, candidates: Array, sets: Callable[[Array], Array]
) -> Array:
    """Counts for the candidates, visiting the sets of shared cards that `sets` chooses."""
    tables, totals = numbering()
    found = np.zeros((len(candidates), 4), dtype=np.int64)
    _without_shared(way, dealt, starts, candidates, found)
    for held in range(1, CARDS):
        for joker in (0, 1):
            shared, sizes = classes(held - joker)
            shared = shared | joker * JOKER_BIT
            kept = sets(shared)
            shared, sizes = shared[kept], sizes[kept]
            step = max(1, len(shared) // STEPS)
            for start in range(0, len(shared), step):
                tell(f"{held} cards shared, {start:,} of {len(shared):,} kinds")
                part = slice(start, start + step)
                jit(visit)(
                    tables,
                    shared[part],
                    sizes[part],
                    held,
                    totals[CARDS],
                    way.highs,
                    dealt,
                    starts,
                    candidates,
                    found,
                )
    jit(take_out_same)(way.sizes, dealt, starts, candidates, found)
    hands = np.repeat(way.sizes, np.diff(starts))
    for column in range(4):
        counts, left = np.divmod(found[:, column], hands)
        assert not left.any(), "inclusion and exclusion left a fraction of a hand"
        found[:, column] = counts
    return found


def _all_sets(boards: Array) -> Array:
    return np.ones(len(boards), dtype=np.bool_)


def may_be_low(boards: Array, highest: int) -> Array:
    """Which sets of cards are without the joker and of different ranks, none above `highest`."""
    kept = []
    for board in boards.tolist():
        suits = [board >> 16 * suit & 0x1FFF for suit in range(4)]
        ranks = suits[0] | suits[1] | suits[2] | suits[3]
        different = ranks.bit_count() == sum(each.bit_count() for each in suits)
        kept.append(not board >> JOKER_PLACE and different and ranks >> highest < 2)
    return np.array(kept, dtype=np.bool_)


def _without_shared(
    way: Settings, dealt: Array, starts: Array, candidates: Array, found: Array
) -> None:
    numbers = np.arange(len(way.boards), dtype=np.int32)
    rows = np.zeros(way.highs + 1, dtype=np.int32)
    grid = np.zeros((way.highs + 1) * (LOWS + 1), dtype=np.int32)
    count = len(numbers)
    last = jit(sum_up)(dealt, way.sizes, numbers, count, rows, grid)
    jit(ask)(starts, candidates, numbers, way.sizes, count, rows, grid, last, 1, found)
