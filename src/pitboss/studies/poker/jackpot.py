"""How often a jackpot of 14.19 falls at hold 'em, exactly, and what its fund then pays.

A hand qualifies if it is at least the designated one and, where both hole cards must play, if it
would be worth less without either of them; a licensee may also ask for a pair in the hand where it
is four of a kind. A bad beat is a qualifying hand that is beaten by another; a high hand is any.
All players go to the showdown: how often they fold is not a matter of counting.

On every board the hands that qualify are found, and all sets of k of them that can be held at once
(no card twice). Let a deal have n hands, chosen from the 47 cards that the board leaves, and
M(c, j) be the ways to choose j hands from c cards. By inclusion and exclusion the deals with a
high hand are the sum over k of (-1)^(k+1) S(k) M(47 - 2k, n - k), S(k) being the number of such
sets; and the deals with a bad beat, for which hands of two different values are needed, the sum of
(-1)^k T(k) M(47 - 2k, n - k), where T(k) counts each set once less than it has values. Neither S
nor T depends on n: one pass over the boards answers for every number of players.

Where any cards may play, a board may qualify by itself, and with it every hand: then there is a
bad beat unless all hands are equal, and deals of equal hands are counted by `equal_hands`."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, perm
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput
from pitboss.hands import poker_batch
from pitboss.hands.poker import (
    ACE,
    CATEGORY_SHIFT,
    FIVE_CARD_CATEGORIES,
    SUITS,
    PokerTables,
    five_card_value,
    seven_cards,
    six_cards,
)
from pitboss.studies.poker import suits
from pitboss.studies.poker.equity import boards_alike, parts_of

Array = Any

BOARD = 5
LEFT = 52 - BOARD
PLAYERS_MAX = 11
# Which hole cards must play for a hand to qualify; the kernel knows them by their places.
ANY, BOTH, PAIR = CARDS = ("any", "both", "pair")
FOUR_OF_A_KIND = FIVE_CARD_CATEGORIES.index("four of a kind")
# Sets of qualifying hands of a board that are gone through, at most: a hand that is lower, or one
# that the board may hold by itself, has more, and is refused.
SETS_MAX = 2_000_000


class Jackpot(NamedTuple):
    """Sets of hands that qualify, over all boards: `sets[k]` as S(k) and `beats[k]` as T(k); and
    the boards that qualify by themselves, each with how many are like it."""

    sets: tuple[int, ...]
    beats: tuple[int, ...]
    whole: tuple[tuple[tuple[int, ...], int], ...] = ()

    def high_hand(self, players: int) -> Fraction:
        """How likely a round is one in which somebody has a hand that qualifies."""
        every = hands_from(LEFT, players)
        always = sum(number for _, number in self.whole) * every
        return Fraction(always - self._signed(self.sets, players), comb(52, BOARD) * every)

    def bad_beat(self, players: int) -> Fraction:
        """How likely a round is one in which a hand that qualifies is beaten."""
        every = hands_from(LEFT, players)
        unequal = sum(
            number * (every - equal_hands(board, players)) for board, number in self.whole
        )
        return Fraction(unequal + self._signed(self.beats, players), comb(52, BOARD) * every)

    def _signed(self, numbers: tuple[int, ...], players: int) -> int:
        """The sum of (-1)^k times the deals with k of the sets."""
        ways: int = sum(
            (-1) ** size * numbers[size] * hands_from(LEFT - 2 * size, players - size)
            for size in range(1, players + 1)
        )
        return ways


def hands_from(cards: int, hands: int) -> int:
    """In how many ways so many hands of two can be chosen from so many cards."""
    return perm(cards, 2 * hands) // (factorial(hands) << hands)


def equal_hands(board: tuple[int, ...], players: int) -> int:
    """The deals in which all players are equal on a board that has four of a kind or a straight
    flush by itself."""
    ranks = [card >> 2 for card in board]
    left = [card for card in range(52) if card not in board]
    four = next((rank for rank in ranks if ranks.count(rank) == SUITS), None)
    if four is None:
        # One card of the suit makes a higher straight flush, and one hand has it; none above aces.
        wheel = ACE in ranks and 0 in ranks
        top = sorted(ranks)[-2] if wheel else max(ranks)
        better = top < ACE
        return hands_from(len(left) - better, players) + (better and players == 1) * (LEFT - 1)
    beside = next(rank for rank in ranks if rank != four)
    # No card above the one beside the four, or everybody's best card of the same rank above it.
    equal = hands_from(sum(card >> 2 <= beside for card in left), players)
    for rank in range(beside + 1, ACE + 1):
        if rank != four:
            lower = sum(card >> 2 < rank for card in left)
            equal += _with_a_card(SUITS, lower, players)
    return equal


def _with_a_card(wanted: int, others: int, hands: int) -> int:
    """In how many ways so many hands can be chosen that each has a wanted card: some a pair of
    them, the rest one and one of the others."""
    ways = 0
    for pairs in range(hands + 1):
        single = hands - pairs
        if 2 * pairs + single <= wanted and single <= others:
            chosen = comb(wanted, 2 * pairs) * comb(wanted - 2 * pairs, single)
            ways += chosen * hands_from(2 * pairs, pairs) * perm(others, single)
    return ways


def mean_payout(contribution: int, chance: Fraction) -> Fraction:
    """What the fund pays on average each time, in cents: all that goes in between two payouts,
    which is where the fund breaks even, whatever percentage of it is paid."""
    return contribution / chance


def mean_fund(contribution: int, chance: Fraction, percent: int) -> Fraction:
    """How large the fund is on average when it is won, in cents, if so many percent are paid."""
    return mean_payout(contribution, chance) * 100 / percent


def study_jackpot(
    least: int, cards: str = BOTH, players: int = PLAYERS_MAX, workers: int | None = None
) -> Jackpot:
    """The jackpot of hands with at least this value (of `five_card_value`), for up to so many
    players. Refused where the hands that qualify are too many to go through."""
    if cards not in CARDS:
        raise BadInput(f"--cards {cards[:20]!r}: expected {', '.join(CARDS)}")
    if not 2 <= players <= PLAYERS_MAX:
        raise BadInput(f"{players} players: expected 2 to {PLAYERS_MAX}")
    workers = workers or os.cpu_count() or 1
    boards, weights = boards_alike((), BOARD, suits.ALL)
    own = poker_batch.five_card_values(boards)
    whole = own >= max(least, FOUR_OF_A_KIND << CATEGORY_SHIFT) if cards == ANY else own < 0
    known = zip(boards[whole].tolist(), weights[whole].tolist(), strict=True)
    by_themselves = tuple((tuple(board), number) for board, number in known)
    boards, weights = boards[~whole], weights[~whole]
    combos = np.array(list(combinations(range(52), 2)), dtype=np.int64)

    def counted(part: slice) -> Array:
        out = np.zeros((3, PLAYERS_MAX + 1), dtype=np.int64)
        room = np.zeros((4, len(combos)), dtype=np.int64)
        jit(count_sets)(
            poker_batch.tables(),
            combos,
            boards[part],
            weights[part],
            least,
            CARDS.index(cards),
            players,
            room,
            out,
        )
        return out

    with ThreadPoolExecutor(workers) as executor:
        out = sum(executor.map(counted, parts_of(len(boards), 4 * workers)))
    if out[2, 0]:
        raise BadInput(
            f"more than {SETS_MAX:,} sets of {players} hands qualify on one board, too many to go "
            "through; expected a higher hand, fewer players, or --cards both"
        )
    return Jackpot(tuple(out[0].tolist()), tuple(out[1].tolist()), by_themselves)


@compiled
def _qualify(
    t: PokerTables,
    combos: Array,
    b: Array,
    least: int,
    cards: int,
    hands: Array,
    values: Array,
) -> int:
    """Lists the hands that qualify on a board, and their values."""
    count = 0
    for each in range(combos.shape[0]):
        x = combos[each, 0]
        y = combos[each, 1]
        clash = False
        for card in b:
            clash |= card in (x, y)
        if clash:
            continue
        value = seven_cards(t, x, y, b[0], b[1], b[2], b[3], b[4])
        if value < least:
            continue
        if cards >= 1:
            without = max(
                six_cards(t, x, b[0], b[1], b[2], b[3], b[4]),
                six_cards(t, y, b[0], b[1], b[2], b[3], b[4]),
            )
            if without == value:
                continue
        if cards == 2 and value >> CATEGORY_SHIFT == FOUR_OF_A_KIND and x >> 2 != y >> 2:
            continue
        hands[count] = each
        values[count] = value
        count += 1
    return count


@compiled
def count_sets(
    t: PokerTables,
    combos: Array,
    boards: Array,
    weights: Array,
    least: int,
    cards: int,
    players: int,
    room: Array,
    out: Array,
) -> None:
    """Adds sets of hands that can be held at once to out[0] by their size, and to out[1] each set
    once less than it has values; out[2, 0] is set if a board has too many."""
    hands, values, chosen, used = room[0], room[1], room[2], room[3]
    for at in range(boards.shape[0]):
        count = _qualify(t, combos, boards[at], least, cards, hands, values)
        sets = 0
        size = 0
        place = 0
        taken = 0
        while True:
            # The next hand that shares no card with those chosen; without one, a step back.
            while place < count and taken & _cards_of(combos, hands[place]):
                place += 1
            if place == count or size == players:
                if size == 0:
                    break
                size -= 1
                place = chosen[size]
                taken ^= _cards_of(combos, hands[place])
                place += 1
                continue
            chosen[size] = place
            taken |= _cards_of(combos, hands[place])
            used[size] = 1
            for before in range(size):
                if values[chosen[before]] == values[place]:
                    used[size] = 0
            size += 1
            different = 0
            for each in range(size):
                different += used[each]
            out[0, size] += weights[at]
            out[1, size] += weights[at] * (different - 1)
            sets += 1
            if sets > SETS_MAX:
                out[2, 0] = 1
                return
            place += 1


@compiled
def _cards_of(combos: Array, hand: int) -> Any:
    return 1 << combos[hand, 0] | 1 << combos[hand, 1]


def least_value(cards: tuple[int, ...]) -> int:
    """The value of the designated hand, which is five cards."""
    if len(cards) != BOARD:
        raise BadInput(f"the designated hand has 5 cards, and not {len(cards)}")
    return five_card_value(cards)
