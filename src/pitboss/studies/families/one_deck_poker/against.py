"""How many of the dealer's hands are below a mark, for every hand that a player can hold and
every card that the dealer can show: exact, by inclusion and exclusion.

Billions of deals are not walked one by one. A dealer's hand is counted once for every set of
cards that it holds; the dealer's hands that hold none of a player's five cards then follow from
the 32 sets of those cards, added and taken away in turn. Marks are met in rising order, so that
each of the dealer's hands is entered once, and suits that a hand does not tell apart are counted
together: 134,459 hands of five cards stand for all 2,598,960.

A dealer's hand of `size` cards (five or six) is numbered by its cards in rising order, the sum of
choose(card, place); so is every set of cards. Tables are arguments, as in all kernels."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.progress import part_of
from pitboss.compiled import cache_directory, compiled, function_directory, jit
from pitboss.hands.poker import TABLE_FILE, PokerTables, five_cards, four_card_value
from pitboss.hands.poker_batch import tables

from .sets import count_rows, rows_by_value
from .situations import LOSE, NOT_QUALIFIED, TIE, WIN

Integers = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Tell = Callable[[float], None]

PLAYERS_CARDS = 5
PLAYERS_HANDS = comb(52, PLAYERS_CARDS)
CARD_BITS = 6
CARD_MASK = 63
# Parts in which a count is made, so that somebody can be told how far it is.
PARTS = 20


@cache
def choose_table() -> Integers:
    """Returns a table of which choose[k, n] is the number of sets of k cards among n."""
    return np.array([[comb(n, k) for n in range(54)] for k in range(8)], dtype=np.int64)


@compiled
def next_hand(cards: Any, size: int) -> None:
    """Changes a set of cards to the one whose number is one higher."""
    place = 0
    while place + 1 < size and cards[place] + 1 == cards[place + 1]:
        cards[place] = place
        place += 1
    cards[place] += 1


@compiled
def five_card_values(t: PokerTables, cards: Any, values: Any) -> None:
    """Writes the value of every hand of five cards, by its number."""
    for number in range(values.shape[0]):
        values[number] = five_cards(t, cards[0], cards[1], cards[2], cards[3], cards[4])
        next_hand(cards, 5)


@compiled
def four_card_values(cards: Any, size: int, values: Any) -> None:
    """Writes the value of the best four of every hand of `size` cards, by its number."""
    for number in range(values.shape[0]):
        values[number] = four_card_value(cards)
        next_hand(cards, size)


@compiled
def sort_hands(values: Any, places: Any, cards: Any, size: int, packed: Any) -> None:
    """Writes all hands in the order of their values, packed; `places[v]` is where value v begins,
    and is moved on."""
    for number in range(values.shape[0]):
        hand = 0
        for place in range(size - 1, -1, -1):
            hand = hand << CARD_BITS | cards[place]
        value = values[number]
        packed[places[value]] = hand
        places[value] += 1
        next_hand(cards, size)


@compiled
def canonical_hands(cards: Any, hands: Any, weights: Any) -> int:
    """Writes hands of five cards, one for all that differ only in which suit is which (its suits
    hold falling sets of ranks), and for how many each stands. Returns how many they are."""
    found = 0
    while cards[4] < 52:
        a = b = c = d = 0
        for place in range(5):
            bit = 1 << (cards[place] >> 2)
            suit = cards[place] & 3
            if suit == 0:
                a |= bit
            elif suit == 1:
                b |= bit
            elif suit == 2:
                c |= bit
            else:
                d |= bit
        if a >= b and b >= c and c >= d:
            # 24 ways to name the suits, less those that change nothing.
            same = 1
            run = 1
            run = run + 1 if a == b else 1
            same *= run
            run = run + 1 if b == c else 1
            same *= run
            run = run + 1 if c == d else 1
            same *= run
            weights[found] = 24 // same
            for place in range(5):
                hands[found, place] = cards[place]
            found += 1
        next_hand(cards, 5)
    return found


@compiled
def enter_hand(
    hand: int, size: int, choose: Any, offsets: Any, numbers: Any, sizes: Any, counts: Any
) -> None:
    """Counts a dealer's hand for every set of fewer cards that it holds."""
    numbers[0] = 0
    sizes[0] = 0
    for place in range(size):
        card = hand >> CARD_BITS * place & CARD_MASK
        bit = 1 << place
        for below in range(bit):
            held = sizes[below] + 1
            number = numbers[below] + choose[held, card]
            numbers[bit + below] = number
            sizes[bit + below] = held
            if held < size:
                counts[offsets[held] + number] += 1


@compiled
def ask_hand(
    hand: Any,
    size: int,
    mark: int,
    choose: Any,
    offsets: Any,
    chosen: Any,
    starts: Any,
    counts: Any,
    values: Any,
    out: Any,
) -> None:
    """Writes to out[card] how many dealer's hands below `mark` hold that card and none of this
    hand."""
    for card in range(52):
        out[card] = 0
    for subset in range(1 << PLAYERS_CARDS):
        held = 0
        for place in range(PLAYERS_CARDS):
            if subset >> place & 1:
                chosen[held] = hand[place]
                held += 1
        if held + 1 > size:
            continue
        # starts[k]: the number of the set with a card put in at place k, less that card.
        for gap in range(held + 1):
            number = 0
            for place in range(held):
                number += choose[place + 1 if place < gap else place + 2, chosen[place]]
            starts[gap] = number
        sign = -1 if held & 1 else 1
        gap = 0
        for card in range(52):
            while gap < held and chosen[gap] < card:
                gap += 1
            number = starts[gap] + choose[gap + 1, card]
            if gap < held and chosen[gap] == card:
                continue
            if held + 1 < size:
                out[card] += sign * counts[offsets[held + 1] + number]
            elif values[number] < mark:
                out[card] += sign
    for place in range(PLAYERS_CARDS):
        out[hand[place]] = 0


@compiled
def count_part(
    packed: Any,
    below: Any,
    size: int,
    values: Any,
    choose: Any,
    offsets: Any,
    counts: Any,
    hands: Any,
    marks: Any,
    order: Any,
    first: int,
    last: int,
    entered: int,
    numbers: Any,
    sizes: Any,
    chosen: Any,
    starts: Any,
    out: Any,
) -> int:
    """Asks for the players' hands order[first:last], whose marks rise. `below[v]` dealer's hands
    have a value below v; the first `entered` of `packed` are counted already. Returns how many
    are counted then."""
    for at in range(first, last):
        player = order[at]
        mark = marks[player]
        while entered < below[mark]:
            enter_hand(packed[entered], size, choose, offsets, numbers, sizes, counts)
            entered += 1
        ask_hand(
            hands[player], size, mark, choose, offsets, chosen, starts, counts, values, out[player]
        )
    return entered


class Dealers:
    """All hands that a dealer can have, of `size` cards: values by number, and in order. With
    `deck`, only those of these cards: a small deck serves to hold a count to the procedure."""

    def __init__(
        self, size: int, values: npt.NDArray[np.int32], deck: Sequence[int] | None = None
    ) -> None:
        self.size = size
        self.values = values
        self.outside = [] if deck is None else [card for card in range(52) if card not in deck]
        tallies = np.bincount(values)
        # Marks may lie above the highest value: one place more than there are values.
        self.below = np.concatenate(([0], np.cumsum(tallies))).astype(np.int64)
        self.packed = np.empty(len(values), dtype=np.int64)
        jit(sort_hands)(values, self.below[:-1].copy(), first_hand(size), size, self.packed)
        if deck is not None:
            inside = np.isin(np.arange(64), deck)
            kept = np.ones(len(values), dtype=bool)
            for place in range(size):
                kept &= inside[self.packed >> CARD_BITS * place & CARD_MASK]
            self.below = np.concatenate(([0], np.cumsum(kept)))[self.below].astype(np.int64)
            self.packed = self.packed[kept]

    def count_below(self, hands: Integers, marks: Integers, tell: Tell | None = None) -> Counts:
        """Returns out[h, c]: how many dealer's hands hold card c, none of the five cards of
        hands[h], and have a value below marks[h]."""
        marks = np.minimum(marks, len(self.below) - 1)
        order = np.argsort(marks, kind="stable")
        lengths = [comb(52, held) if 0 < held < self.size else 0 for held in range(8)]
        offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
        counts = np.zeros(sum(lengths), dtype=np.int32)
        out = np.zeros((len(hands), 52), dtype=np.int32)
        scratch = [np.zeros(64, dtype=np.int64) for _ in range(4)]
        kernel: Any = jit(count_part)
        entered = 0
        for part in range(PARTS):
            first, last = part * len(hands) // PARTS, (part + 1) * len(hands) // PARTS
            entered = kernel(
                self.packed,
                self.below,
                self.size,
                self.values,
                choose_table(),
                offsets,
                counts,
                hands,
                marks,
                order,
                first,
                last,
                entered,
                *scratch,
                out,
            )
            if tell is not None:
                tell((part + 1) / PARTS)
        out[:, self.outside] = 0
        return out


class Players:
    """The hands of five cards that stand for all others: `hands[i]` for `weights[i]` hands. Of
    a small deck, all hands, each for itself."""

    def __init__(self, deck: Sequence[int] | None = None) -> None:
        self._index: npt.NDArray[np.int32] | None = None
        if deck is not None:
            self.hands = np.array(list(combinations(sorted(deck), PLAYERS_CARDS)), dtype=np.int64)
            self.weights = np.ones(len(self.hands), dtype=np.int64)
            return
        hands = np.zeros((134_459, PLAYERS_CARDS), dtype=np.int64)
        weights = np.zeros(len(hands), dtype=np.int64)
        found = jit(canonical_hands)(first_hand(PLAYERS_CARDS), hands, weights)
        assert found == len(hands)
        assert weights.sum() == PLAYERS_HANDS
        self.hands = hands
        self.weights = weights

    def shown(self, deck: Sequence[int] | None = None) -> npt.NDArray[np.bool_]:
        """Returns shown[h, c]: whether the dealer can show card c against hand h."""
        found = np.tile(
            np.isin(np.arange(52), range(52) if deck is None else deck), (len(self.hands), 1)
        )
        for place in range(PLAYERS_CARDS):
            found[np.arange(len(self.hands)), self.hands[:, place]] = False
        return found

    def index(self) -> npt.NDArray[np.int32]:
        """Returns the place of each hand, by its number; -1 for those for which another one
        stands."""
        if self._index is None:
            self._index = np.full(PLAYERS_HANDS, -1, dtype=np.int32)
            self._index[self.numbers()] = np.arange(len(self.hands), dtype=np.int32)
        return self._index

    def numbers(self) -> Integers:
        """Returns the number of each hand."""
        choose = choose_table()
        return sum(
            (choose[place + 1][self.hands[:, place]] for place in range(PLAYERS_CARDS)),
            np.zeros(len(self.hands), dtype=np.int64),
        )


def first_hand(size: int) -> Integers:
    return np.arange(size, dtype=np.int64)


def kept_on_disk(
    name: str,
    made_by: tuple[Callable[..., Any], ...],
    shape: tuple[int, int],
    make: Callable[[], Counts],
) -> Counts:
    """Returns what `make` counts, kept on disk beside the compiled code. The file is named by all
    that the functions in `made_by` and those of this module depend on, and begins with a hash of
    the rest: a file that is damaged, or was written by other code, is not used."""
    functions: list[Callable[..., Any]] = [canonical_hands, sort_hands, count_part, *made_by]
    code = [name, *(function_directory(function).name for function in functions)]
    code.append(hashlib.sha256(TABLE_FILE.read_bytes()).hexdigest())
    digest = hashlib.sha256("\n".join(code).encode()).hexdigest()[:24]
    path = cache_directory() / "counts" / f"{name}-{digest}.bin"
    size = shape[0] * shape[1] * 4
    with contextlib.suppress(OSError):
        content = path.read_bytes()
        body = memoryview(content)[32:]
        if len(body) == size and hashlib.sha256(body).digest() == content[:32]:
            return np.frombuffer(body, dtype="<i4").astype(np.int32).reshape(shape)
    found = make()
    written = found.astype("<i4").tobytes()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}.part")
        part.write_bytes(hashlib.sha256(written).digest() + written)
        part.replace(path)
    return found


@cache
def players() -> Players:
    return Players()


@cache
def all_five_card_values() -> npt.NDArray[np.int32]:
    """Returns the value of every hand of five cards, by the hand's number."""
    values = np.empty(comb(52, 5), dtype=np.int32)
    jit(five_card_values)(tables(), first_hand(5), values)
    return values


def five_card_dealers(deck: Sequence[int] | None = None) -> Dealers:
    """Returns all 2,598,960 hands of five cards, in the ordinary order; of a small deck, fewer."""
    return Dealers(5, all_five_card_values(), deck)


def all_four_card_values(size: int) -> npt.NDArray[np.int32]:
    """Returns the best four of every hand of five or six cards (27.3), by the hand's number."""
    values = np.empty(comb(52, size), dtype=np.int32)
    jit(four_card_values)(first_hand(size), size, values)
    return values


def four_card_dealers(deck: Sequence[int] | None = None) -> Dealers:
    """Returns all 20,358,520 hands of six cards, of which the best four count."""
    return Dealers(6, all_four_card_values(6), deck)


@compiled
def suit_names(cards: Any) -> int:
    """Returns new names for the suits, four bits each: the suit that holds the highest set of ranks
    is the first. Hands that differ only in which suit is which come to the same cards so named."""
    held = 0
    for card in cards:
        held |= 1 << 13 * (card & 3) + (card >> 2)
    names = 0
    for suit in range(4):
        mine = held >> 13 * suit & 0x1FFF
        for other in range(4):
            theirs = held >> 13 * other & 0x1FFF
            if theirs > mine or (theirs == mine and other < suit):
                names += 1 << 4 * suit
    return names


@compiled
def renamed(card: int, names: int) -> int:
    return (card >> 2 << 2) + (names >> 4 * (card & 3) & 15)


@compiled
def canonical_number(choose: Any, cards: Any, names: int) -> int:
    """Returns the number of the set that stands for these cards."""
    number = 0
    for card in cards:
        lower = 0
        for other in cards:
            lower += renamed(other, names) < renamed(card, names)
        number += choose[lower + 1, renamed(card, names)]
    return number


@compiled
def canonical_place(choose: Any, index: Any, cards: Any, shown: int) -> int:
    """Returns, for a hand of five cards and the card that the dealer shows, 52 times the place of
    the hand that stands for it (`index` gives it by number), plus that card in the same naming of
    the suits."""
    names = suit_names(cards)
    place: int = index[canonical_number(choose, cards, names)]
    return place * 52 + renamed(shown, names)


def place_in_table(cards: Sequence[int], shown: int) -> int:
    """Returns `canonical_place` for one hand, in plain Python."""
    return int(canonical_place(choose_table(), players().index(), tuple(cards), shown))


class Ranking(NamedTuple):
    """How hands are ranked: `values` are those of all hands of five cards that a player can hold,
    by their number; `dealers` are the hands of `size` cards of a dealer. `made_by` are the
    compiled functions that the ranking depends on."""

    name: str
    size: int
    values: Callable[[], npt.NDArray[np.int32]]
    dealers: Callable[[Sequence[int] | None], Dealers]
    made_by: tuple[Callable[..., Any], ...]

    def rows(self, row_of: Callable[[int], int], number: int) -> list[int]:
        """Returns how many of the 2,598,960 hands belong to each of so many rows."""
        return count_rows(rows_by_value(row_of)[self.values()], number)


FIVE_CARDS = Ranking("five-card", 5, all_five_card_values, five_card_dealers, (five_card_values,))
BEST_FOUR = Ranking(
    "four-card", 6, lambda: all_four_card_values(5), four_card_dealers, (four_card_values,)
)


class Against:
    """For every hand of the player's that stands for others, and every card that the dealer can
    show: how many of the dealer's hands do not qualify, are lower, equal, higher. Of a whole deck,
    or (to be held to the procedure) of a small one. Each is counted when it is first asked for."""

    def __init__(
        self,
        ranking: Ranking,
        qualifying: int = 0,
        deck: Sequence[int] | None = None,
        mine: Players | None = None,
    ) -> None:
        self.ranking = ranking
        self.qualifying = qualifying
        self.deck = deck
        self.mine = mine or (players() if deck is None else Players(deck))
        self.values = ranking.values()[self.mine.numbers()].astype(np.int64)
        self.shown = self.mine.shown(deck)
        self.dealers = comb((52 if deck is None else len(deck)) - 6, ranking.size - 1)
        self.deals = int((self.mine.weights * self.shown.sum(axis=1)).sum()) * self.dealers

    @cached_property
    def unqualified(self) -> Counts:
        if not self.qualifying:
            return np.zeros(self.shown.shape, dtype=np.int32)
        marks = np.full(len(self.values), self.qualifying)
        return self._count(np.arange(len(self.values)), marks, "hands that do not qualify")

    @cached_property
    def lower(self) -> Counts:
        return self._up_to(0, "lower hands")

    @cached_property
    def no_higher(self) -> Counts:
        return self._up_to(1, "hands that are no higher")

    def _up_to(self, more: int, what: str) -> Counts:
        """Counts the dealer's hands that qualify and are below the player's, or equal as well."""
        # A hand that would not qualify itself beats no hand that does.
        able = np.flatnonzero(self.values >= self.qualifying)
        found = np.zeros(self.shown.shape, dtype=np.int32)
        found[able] = self._count(able, self.values[able] + more, what) - self.unqualified[able]
        return found

    def _count(self, places: Any, marks: Integers, what: str) -> Counts:
        """Counts the dealer's hands below each mark, for the player's hands at `places`."""

        def make() -> Counts:
            # The dealer's hands take much memory and little time: they are not kept.
            dealers = self.ranking.dealers(self.deck)
            return dealers.count_below(self.mine.hands[places], marks, part_of(what))

        if self.deck is not None:
            return make()
        name = f"{self.ranking.name} {what} {self.qualifying}".replace(" ", "-")
        return kept_on_disk(name, self.ranking.made_by, (len(places), 52), make)

    def ways(self, *, ties_win: bool = False) -> dict[int, Counts]:
        """Returns, by result, how many of the dealer's hands lead to it."""
        higher = (self.dealers - self.unqualified - self.no_higher) * self.shown
        found = {WIN: self.no_higher, LOSE: higher}
        if not ties_win:
            found = {WIN: self.lower, TIE: self.no_higher - self.lower, LOSE: higher}
        return {NOT_QUALIFIED: self.unqualified, **found} if self.qualifying else found
