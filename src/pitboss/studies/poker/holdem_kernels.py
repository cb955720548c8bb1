"""Kernels of hold 'em: every board there is, with sums of keys carried along.

Seven cards are looked up by the sum of their keys (`pitboss.hands.poker`). Each hand's key with all
but the last card of the board is made once for all last cards, so that a board costs each hand one
addition and two look-ups."""

from __future__ import annotations

from typing import Any

from pitboss.compiled import compiled
from pitboss.hands.poker import (
    COLUMN_MASK,
    COLUMN_SHIFT,
    ROW_MASK,
    ROW_SHIFT,
    SUIT_FLAGS,
    SUIT_START,
    PokerTables,
    suit_of_flag,
)

Array = Any


@compiled(inline=True)
def seven_by_key(t: PokerTables, key: int, held: int) -> int:
    """The value of seven cards from the sum of their keys and the set of their suited ranks."""
    flag = key & SUIT_FLAGS
    if flag:
        return t.flushes[held >> 16 * suit_of_flag(flag) & 0x1FFF]
    offset = t.seven_offsets[key >> ROW_SHIFT & ROW_MASK]
    return t.seven_values[offset + (key >> COLUMN_SHIFT & COLUMN_MASK)]


@compiled
def next_choice(places: Array, count: int, most: int) -> bool:
    """Moves on to the next ascending choice of places below `most`; False after the last."""
    at = count - 1
    while at >= 0 and places[at] == most - count + at:
        at -= 1
    if at < 0:
        return False
    places[at] += 1
    for place in range(at + 1, count):
        places[place] = places[place - 1] + 1
    return True


@compiled
def two_hands(
    t: PokerTables, holes: Array, board: Array, deck: Array, missing: int, places: Array, out: Array
) -> None:
    """Counts every board for two hands: out[0] where the first is better, out[1] where they are
    equal, out[2] all. `missing` cards, one or more, come from the deck; `places` is room."""
    keys = t.keys
    masks = t.suit_masks
    first_key = SUIT_START + keys[holes[0, 0]] + keys[holes[0, 1]]
    first_held = masks[holes[0, 0]] | masks[holes[0, 1]]
    second_key = SUIT_START + keys[holes[1, 0]] + keys[holes[1, 1]]
    second_held = masks[holes[1, 0]] | masks[holes[1, 1]]
    for card in board:
        first_key += keys[card]
        second_key += keys[card]
        first_held |= masks[card]
        second_held |= masks[card]
    size = deck.shape[0]
    outer = missing - 1
    for place in range(outer):
        places[place] = place
    better = 0
    equal = 0
    boards = 0
    more = True
    while more:
        key = 0
        held = 0
        last = -1
        for place in range(outer):
            last = places[place]
            key += keys[deck[last]]
            held |= masks[deck[last]]
        key1 = first_key + key
        key2 = second_key + key
        held1 = first_held | held
        held2 = second_held | held
        for place in range(last + 1, size):
            card = deck[place]
            mine = seven_by_key(t, key1 + keys[card], held1 | masks[card])
            other = seven_by_key(t, key2 + keys[card], held2 | masks[card])
            better += mine > other
            equal += mine == other
        boards += size - last - 1
        more = next_choice(places, outer, size)
    out[0] += better
    out[1] += equal
    out[2] += boards


# --- boards that differ by more than their suits -----------------------------------------------


@compiled
def _permuted(held: int, permutation: Array) -> int:
    """A set of cards, sixteen bits a suit, with its suits exchanged."""
    moved = 0
    for suit in range(4):
        moved |= (held >> 16 * suit & 0x1FFF) << 16 * permutation[suit]
    return moved


@compiled
def list_boards(
    t: PokerTables,
    deck: Array,
    missing: int,
    permutations: Array,
    places: Array,
    boards: Array,
    weights: Array,
) -> int:
    """Writes one board of every kind that the exchanges of suits `permutations` (a group) make
    alike, the cards that are missing alone, and how many are of its kind. Returns how many kinds
    there are."""
    masks = t.suit_masks
    size = deck.shape[0]
    for place in range(missing):
        places[place] = place
    kinds = 0
    more = True
    while more:
        held = 0
        for place in range(missing):
            held |= masks[deck[places[place]]]
        same = 0
        for each in range(permutations.shape[0]):
            moved = _permuted(held, permutations[each])
            if moved < held:
                same = 0
                break
            same += moved == held
        if same:
            for place in range(missing):
                boards[kinds, place] = deck[places[place]]
            weights[kinds] = permutations.shape[0] // same
            kinds += 1
        more = next_choice(places, missing, size)
    return kinds


@compiled
def _rank_hands(
    t: PokerTables, combos: Array, board: Array, missing: Array, values: Array, live: Array
) -> int:
    """Values of all hands of two cards that the board leaves possible; `live` lists them."""
    keys = t.keys
    masks = t.suit_masks
    key = SUIT_START
    held = 0
    for card in board:
        key += keys[card]
        held |= masks[card]
    for card in missing:
        key += keys[card]
        held |= masks[card]
    count = 0
    for each in range(combos.shape[0]):
        own = masks[combos[each, 0]] | masks[combos[each, 1]]
        if own & held:
            continue
        both = key + keys[combos[each, 0]] + keys[combos[each, 1]]
        values[each] = seven_by_key(t, both, held | own)
        live[count] = each
        count += 1
    return count


@compiled
def _sort_by_value(values: Array, live: Array, count: int, spare: Array, buckets: Array) -> None:
    """Sorts the first `count` of `live` by their values of sixteen bits, a byte at a time."""
    source = live
    target = spare
    for shift in (0, 8):
        for bucket in range(257):
            buckets[bucket] = 0
        for place in range(count):
            buckets[(values[source[place]] >> shift & 255) + 1] += 1
        for bucket in range(256):
            buckets[bucket + 1] += buckets[bucket]
        for place in range(count):
            bucket = values[source[place]] >> shift & 255
            target[buckets[bucket]] = source[place]
            buckets[bucket] += 1
        source, target = target, source


@compiled
def two_ranges(
    t: PokerTables,
    combos: Array,
    first: Array,
    second: Array,
    board: Array,
    boards: Array,
    weights: Array,
    room: Array,
    out: Array,
) -> None:
    """Two ranges against each other: the weights `first` and `second` of every hand of `combos`.

    On every board the hands are gone through from the worst to the best. Beside the weight of the
    hands passed stands that of those with a certain card: what a hand beats is what was passed
    without what shares its first or its second card. Adds to `out` the weights of pairs where the
    first is better, where they are equal, and of all."""
    values, live, spare, buckets = room[0], room[1], room[2], room[3]
    lower, level, whole = room[4], room[5], room[6]
    for at in range(boards.shape[0]):
        count = _rank_hands(t, combos, board, boards[at], values, live)
        _sort_by_value(values, live, count, spare, buckets)
        for card in range(53):
            lower[card] = 0
            level[card] = 0
            whole[card] = 0
        for place in range(count):
            _add_weight(whole, combos, live[place], second[live[place]])
        better = 0
        equal = 0
        pairs = 0
        start = 0
        while start < count:
            value = values[live[start]]
            stop = start
            while stop < count and values[live[stop]] == value:
                _add_weight(level, combos, live[stop], second[live[stop]])
                stop += 1
            for place in range(start, stop):
                each = live[place]
                if first[each]:
                    own = second[each]  # counted out with both of its cards
                    better += first[each] * _without(lower, combos, each)
                    equal += first[each] * (_without(level, combos, each) + own)
                    pairs += first[each] * (_without(whole, combos, each) + own)
            for place in range(start, stop):
                each = live[place]
                _add_weight(lower, combos, each, second[each])
                _add_weight(level, combos, each, -second[each])
            start = stop
        out[0] += better * weights[at]
        out[1] += equal * weights[at]
        out[2] += pairs * weights[at]


@compiled
def _add_weight(sums: Array, combos: Array, each: int, weight: int) -> None:
    """Adds to the sum of all (at 52) and to those of the two cards."""
    sums[52] += weight
    sums[combos[each, 0]] += weight
    sums[combos[each, 1]] += weight


@compiled
def _without(sums: Array, combos: Array, each: int) -> Any:
    """The sum of all hands less those with either card of this one."""
    return sums[52] - sums[combos[each, 0]] - sums[combos[each, 1]]


# --- all 169 kinds of hands against each other -------------------------------------------------


@compiled
def all_kinds(
    t: PokerTables,
    combos: Array,
    kinds: Array,
    by_cards: Array,
    boards: Array,
    weights: Array,
    room: Array,
    wins: Array,
    ties: Array,
) -> None:
    """Adds to wins[a, b] the pairs of a hand of kind a and one of kind b where the first is
    better, and to ties[a, b] those where they are equal, on all boards.

    The pairs of all hands are counted from the worst hand to the best by kinds; those that share
    a card, which cannot be, are then taken out."""
    values, live, spare, buckets = room[0], room[1], room[2], room[3]
    lower, level, met = room[4], room[5], room[6]
    size = wins.shape[0]
    for at in range(boards.shape[0]):
        weight = weights[at]
        count = _rank_hands(t, combos, boards[at, :0], boards[at], values, live)
        _sort_by_value(values, live, count, spare, buckets)
        for kind in range(size):
            lower[kind] = 0
            level[kind] = 0
        start = 0
        while start < count:
            value = values[live[start]]
            stop = start
            different = 0
            while stop < count and values[live[stop]] == value:
                kind = kinds[live[stop]]
                if level[kind] == 0:
                    met[different] = kind
                    different += 1
                level[kind] += 1
                stop += 1
            for place in range(different):
                kind = met[place]
                times = weight * level[kind]
                row = wins[kind]
                for other in range(size):
                    row[other] += times * lower[other]
                for other in range(different):
                    ties[kind, met[other]] += times * level[met[other]]
            for place in range(different):
                lower[met[place]] += level[met[place]]
                level[met[place]] = 0
            start = stop
        _take_out_shared(kinds, by_cards, boards[at], weight, values, room[4], room[5], wins, ties)


@compiled
def _take_out_shared(
    kinds: Array,
    by_cards: Array,
    board: Array,
    weight: int,
    values: Array,
    codes: Array,
    numbers: Array,
    wins: Array,
    ties: Array,
) -> None:
    """Takes pairs of hands with a common card out again, and every hand with itself. Hands with a
    certain card are few kinds of few values: those alike are taken together."""
    on_board = 0
    for card in board:
        on_board |= 1 << card
    for card in range(52):
        if on_board >> card & 1:
            continue
        count = 0
        for rank in range(13):
            before = count
            for other in range(4 * rank, 4 * rank + 4):
                if other == card or on_board >> other & 1:
                    continue
                each = by_cards[card, other]
                code = values[each] << 8 | kinds[each]
                place = before
                while place < count and codes[place] != code:
                    place += 1
                if place == count:
                    codes[count] = code
                    numbers[count] = 0
                    count += 1
                numbers[place] += 1
                if other > card:  # once, though it has two cards
                    ties[kinds[each], kinds[each]] -= weight
        for first in range(count):
            kind = codes[first] & 255
            value = codes[first] >> 8
            number = numbers[first]
            ties[kind, kind] -= weight * number * (number - 1)
            for second in range(first):
                against = codes[second] & 255
                pairs = weight * number * numbers[second]
                if value == codes[second] >> 8:
                    ties[kind, against] -= pairs
                    ties[against, kind] -= pairs
                elif value > codes[second] >> 8:
                    wins[kind, against] -= pairs
                else:
                    wins[against, kind] -= pairs
