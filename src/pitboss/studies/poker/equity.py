"""Equity: how often each of several hands or ranges takes the pot, whole or in part, and what share
of it is the player's on average.

Exact where every deal can be gone through in the time allowed: hands that differ by an exchange of
suits are counted once, and two ranges of hold 'em are swept board by board. Elsewhere simulated,
with its standard error, and with what the exact figure would cost."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, pairwise
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.figures import root
from pitboss.analysis.simulation.kernels import chunk_key
from pitboss.compiled import jit
from pitboss.equipment.cards import DECK, Card, cards_text
from pitboss.errors import BadInput
from pitboss.hands import poker_batch
from pitboss.studies.poker import suits
from pitboss.studies.poker.deal_kernels import (
    COLUMNS,
    HALF_POT,
    PART,
    POT,
    SHARES,
    SQUARES,
    WHOLE,
    every_deal,
    random_deals,
)
from pitboss.studies.poker.holdem_kernels import list_boards, two_hands, two_ranges
from pitboss.studies.poker.kinds import Kind
from pitboss.studies.poker.ranges import RANDOM, Hand, Holding

Array = Any

# An exact figure is waited for so long by itself; more has to be asked for.
SECONDS_MAX = 20
# Hands of all players together that are gone through one by one.
JOINT_MAX = 300_000
DEALS = 4_000_000
# Deals a chunk: fixed, because it is part of what a seed means.
CHUNK_DEALS = 1 << 18
# Nanoseconds of a hand in the sweep of two ranges, and of a board for two hands.
SWEPT_NANOSECONDS = 40
BOARD_NANOSECONDS = 15
# Pairs of hands that are gone through one by one sooner than two ranges are swept.
PAIRS_PER_HAND = 2


class Player(NamedTuple):
    """What a player may hold, and how it fares; `error` is the standard error of the share."""

    text: str
    hands: int
    win: Fraction
    tie: Fraction
    share: Fraction
    error: Fraction | None


class Equity(NamedTuple):
    """`deals` is how many were counted, those that are alike included; `exact_deals` how many
    there are, and `exact_seconds` about how long all of them take on this many workers."""

    kind: Kind
    board: Hand
    dead: Hand
    players: tuple[Player, ...]
    exact: bool
    deals: int
    exact_deals: int
    exact_seconds: float
    seconds: float


class _Table(NamedTuple):
    """What is on the table: the holdings, what is left of the deck, and what is missing."""

    kind: Kind
    holdings: tuple[Holding, ...]
    board: Hand
    dead: Hand
    missing: int

    @property
    def gone(self) -> Hand:
        return self.board + self.dead


class _Sums(NamedTuple):
    """Counts of every player by the columns of `deal_kernels`, and the weight of all deals."""

    players: list[list[int]]
    total: int


def study_equity(
    kind: Kind,
    holdings: Sequence[Holding],
    board: Hand = (),
    dead: Hand = (),
    *,
    exact: bool | None = None,
    deals: int = DEALS,
    seed: int = 1,
    workers: int | None = None,
) -> Equity:
    """The equity of the holdings. `exact` says whether every deal is counted (True), whatever it
    takes, or some at random (False); None leaves that to the time it would take."""
    began = time.perf_counter()
    workers = workers or os.cpu_count() or 1
    _check(kind, holdings, board, dead)
    given = _Table(kind, tuple(holdings), board, dead, kind.board - len(board))
    table = _possible(given)
    size = prod(len(each.hands) for each in table.holdings)
    ways = size * _deals_of(table)
    nanoseconds, method = _exact_method(table, size)
    seconds = nanoseconds / 1e9 / workers
    if exact is None:
        exact = seconds <= SECONDS_MAX and (method is _by_sweep or size <= JOINT_MAX)
    if exact and method is not _by_sweep and size > JOINT_MAX:
        raise BadInput(
            f"{size:,} combinations of hands are too many to go through one by one; at most "
            f"{JOINT_MAX:,}: name fewer hands, or leave --exact out"
        )
    if exact:
        sums = method(table, workers)
        if sums.total == 0:
            raise BadInput("no deal is possible: the hands of the players exclude one another")
    else:
        sums = _at_random(_known(given), deals, seed, workers)
    players = tuple(
        _player(holding, _hands_of(table, holding), counts, sums.total, exact)
        for holding, counts in zip(table.holdings, sums.players, strict=True)
    )
    taken = time.perf_counter() - began
    return Equity(
        kind, board, dead, players, exact, sums.total if exact else deals, ways, seconds, taken
    )


def _hands_of(table: _Table, holding: Holding) -> int:
    """How many hands a holding may be; cards of a hand that are not known count as unknown."""
    if holding.hands != ((),):
        return len(holding.hands)
    seen = len(table.gone) + sum(len(each.hands[0]) for each in table.holdings)
    return comb(len(DECK) - seen, table.kind.own)


def _player(holding: Holding, hands: int, counts: list[int], total: int, exact: bool) -> Player:
    share = Fraction(counts[SHARES], total * POT)
    error = None
    if not exact:
        variance = Fraction(counts[SQUARES], total * POT * POT) - share * share
        error = root(variance / total)
    won, tied = Fraction(counts[WHOLE], total), Fraction(counts[PART], total)
    return Player(holding.text, hands, won, tied, share, error)


# --- what can be dealt -------------------------------------------------------------------------


def _check(kind: Kind, holdings: Sequence[Holding], board: Hand, dead: Hand) -> None:
    """Refuses too many players or cards, and a card that is in two places."""
    if not 2 <= len(holdings) <= kind.players_max:
        raise BadInput(
            f"equity at {kind.title} is between 2 and {kind.players_max} hands, and not "
            f"{len(holdings)}"
        )
    if len(board) > kind.board or (kind.key != "mambo" and 0 < len(board) < 3):
        expected = {0: "no board", 1: "0 or 1 card"}.get(kind.board, "0, 3, 4 or 5 cards")
        raise BadInput(
            f"--board: {kind.title} has {expected} ({kind.section}), and not {len(board)}"
        )
    places = [("--board", board), ("--dead", dead)]
    places += [
        (f"hand {number}", each.hands[0])
        for number, each in enumerate(holdings, 1)
        if not each.is_range
    ]
    seen: dict[Card, str] = {}
    for where, cards in places:
        for card in cards:
            if card in seen:
                raise BadInput(
                    f"{where}: {cards_text([card])} is also in {seen[card]}; there is one of each"
                )
            seen[card] = where
    needed = len(holdings) * kind.own + kind.board + len(dead)
    if needed > len(DECK):
        raise BadInput(f"{needed} cards are needed, and there are {len(DECK)}: fewer dead cards")


def _possible(table: _Table) -> _Table:
    """The table without hands that cannot be, because a card of theirs is elsewhere; at hold 'em
    `random` stands for every hand that can."""
    single = [each.hands[0] for each in table.holdings if not each.is_range]
    holdings = []
    for number, each in enumerate(table.holdings, 1):
        hands, weights = each.hands, each.weights
        if each.text == RANDOM and table.kind.key == "holdem":
            hands = tuple(combinations(DECK, 2))
            weights = (1,) * len(hands)
        own = each.hands[0] if not each.is_range else ()
        elsewhere = {*table.gone, *(card for hand in single for card in hand)} - {*own}
        left = [at for at, hand in enumerate(hands) if not elsewhere & {*hand}]
        if not left:
            raise BadInput(
                f"hand {number}: no hand of {each.text[:40]!r} is left: every one has a card that "
                f"is elsewhere"
            )
        kept = tuple(hands[at] for at in left), tuple(weights[at] for at in left)
        holdings.append(Holding(each.text, *kept))
    return table._replace(holdings=tuple(holdings))


def _known(table: _Table) -> _Table:
    """The table for dealing at random, where `random` is cards that are dealt like the others."""
    possible = _possible(table).holdings
    holdings = [
        given if given.text == RANDOM else each
        for given, each in zip(table.holdings, possible, strict=True)
    ]
    return table._replace(holdings=tuple(holdings))


def _lacking(table: _Table) -> list[tuple[int, int]]:
    """Who lacks how many cards: the players by number, and the board as -1."""
    own = table.kind.own
    lacking = [(at, own - len(each.hands[0])) for at, each in enumerate(table.holdings)]
    return [(who, number) for who, number in (*lacking, (-1, table.missing)) if number]


def _deals_of(table: _Table) -> int:
    """In how many ways the missing cards can be dealt to certain hands."""
    left = len(DECK) - len(table.gone) - sum(len(each.hands[0]) for each in table.holdings)
    ways = 1
    for _, number in _lacking(table):
        ways *= comb(left, number)
        left -= number
    return ways


def _slots(table: _Table) -> Array:
    """Where missing cards go: the group, the player (-1: the board), the place there."""
    slots = [
        (group, who, (table.kind.board if who < 0 else table.kind.own) - number + place)
        for group, (who, number) in enumerate(_lacking(table))
        for place in range(number)
    ]
    return np.array(slots, dtype=np.int64).reshape(-1, 3)


def _cards(cards: Iterable[int]) -> Array:
    return np.array(list(cards), dtype=np.int64)


# --- exact -------------------------------------------------------------------------------------

Method = Callable[[_Table, int], _Sums]


def _exact_method(table: _Table, size: int) -> tuple[float, Method]:
    """How an exact figure is best had, and its nanoseconds on one core, about."""
    alike = len(_exchanges(table))
    players = len(table.holdings)
    deals = _deals_of(table)
    if table.kind.key != "holdem" or players != 2 or not table.missing:
        return size / alike * deals * players * table.kind.nanoseconds, _by_hands
    hands = len({hand for each in table.holdings for hand in each.hands})
    if size < PAIRS_PER_HAND * hands:
        return size / alike * deals * BOARD_NANOSECONDS, _by_hands
    boards = comb(len(DECK) - len(table.gone), table.missing) / alike
    return boards * hands * SWEPT_NANOSECONDS, _by_sweep


def _exchanges(table: _Table) -> list[suits.Permutation]:
    """The exchanges of suits that leave all as it is."""
    same = suits.keeping(suits.keeping(suits.ALL, table.board), table.dead)
    for each in table.holdings:
        same = suits.keeping_weights(same, dict(zip(each.hands, each.weights, strict=True)))
    return same


def _joint(table: _Table, before: tuple[Hand, ...] = ()) -> Iterator[tuple[tuple[Hand, ...], int]]:
    """All hands that the players can have at once, and their weights multiplied."""
    if len(before) == len(table.holdings):
        yield before, 1
        return
    taken = {card for hand in before for card in hand}
    holding = table.holdings[len(before)]
    for hand, weight in zip(holding.hands, holding.weights, strict=True):
        if taken.isdisjoint(hand):
            for hands, others in _joint(table, (*before, hand)):
                yield hands, weight * others


def _by_hands(table: _Table, workers: int) -> _Sums:
    """Every combination of hands that differs by more than its suits, and every deal of each."""
    same = suits.keeping(suits.keeping(suits.ALL, table.board), table.dead)
    weights: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for hands, weight in _joint(table):
        weights[suits.first_alike(same, hands)] += weight
    pair = table.kind.key == "holdem" and len(table.holdings) == 2 and table.missing > 0
    count = _count_two if pair else _count_deals
    sums = _Sums([[0] * COLUMNS for _ in table.holdings], 0)
    with ThreadPoolExecutor(workers) as executor:
        for weight, (counts, deals) in zip(
            weights.values(), executor.map(lambda hands: count(table, hands), weights), strict=True
        ):
            sums = _added(sums, counts, deals, weight)
    return sums


def _added(sums: _Sums, counts: list[list[int]], deals: int, weight: int) -> _Sums:
    players = [
        [old + weight * new for old, new in zip(*rows, strict=True)]
        for rows in zip(sums.players, counts, strict=True)
    ]
    return _Sums(players, sums.total + weight * deals)


def _left(table: _Table, hands: Sequence[Sequence[int]]) -> Array:
    gone = {*table.gone, *(card for hand in hands for card in hand)}
    return _cards(card for card in DECK if card not in gone)


def _count_two(table: _Table, hands: Sequence[Sequence[int]]) -> tuple[list[list[int]], int]:
    out = np.zeros(3, dtype=np.int64)
    places = np.zeros(table.kind.board, dtype=np.int64)
    holes = np.array(hands, dtype=np.int64)
    tables, deck = poker_batch.tables(), _left(table, hands)
    jit(two_hands)(tables, holes, _cards(table.board), deck, table.missing, places, out)
    better, equal, boards = map(int, out)
    return _of_two(better, equal, boards), boards


def _of_two(better: int, equal: int, total: int) -> list[list[int]]:
    """The counts of two players from the first's."""
    worse = total - better - equal
    return [
        [wins, equal, wins * POT + equal * HALF_POT, wins * POT**2 + equal * HALF_POT**2]
        for wins in (better, worse)
    ]


def _count_deals(table: _Table, hands: Sequence[Sequence[int]]) -> tuple[list[list[int]], int]:
    kind, players = table.kind, len(hands)
    own = np.zeros((players, kind.own), dtype=np.int64)
    for at, hand in enumerate(hands):
        own[at, : len(hand)] = hand
    board = np.zeros(kind.board, dtype=np.int64)
    board[: len(table.board)] = table.board
    deck, slots = _left(table, hands), _slots(table)
    out = np.zeros((players, COLUMNS), dtype=np.int64)
    deals = jit(every_deal)(
        poker_batch.tables(),
        kind.high,
        kind.low,
        own,
        board,
        deck,
        slots,
        np.zeros((2, max(len(slots), 1)), dtype=np.int64),
        np.zeros(len(deck), dtype=np.int64),
        np.zeros((3, players), dtype=np.int64),
        out,
    )
    return out.tolist(), int(deals)


def boards_alike(
    gone: Sequence[int], missing: int, same: Sequence[suits.Permutation]
) -> tuple[Array, Array]:
    """One of every kind of boards (the cards that are missing), and how many are of its kind."""
    deck = _cards(card for card in DECK if card not in gone)
    most = comb(len(deck), missing)
    boards = np.zeros((most, missing), dtype=np.int8)
    weights = np.zeros(most, dtype=np.int64)
    places = np.zeros(max(missing, 1), dtype=np.int64)
    exchanges = np.array(same, dtype=np.int64)
    kinds = jit(list_boards)(
        poker_batch.tables(), deck, missing, exchanges, places, boards, weights
    )
    return boards[:kinds], weights[:kinds]


def parts_of(count: int, parts: int) -> list[slice]:
    """So many neighbouring parts of a whole."""
    cuts = [count * part // parts for part in range(parts + 1)]
    return [slice(*cut) for cut in pairwise(cuts)]


def _by_sweep(table: _Table, workers: int) -> _Sums:
    """Two ranges of hold 'em, board by board."""
    boards, counts = boards_alike(table.gone, table.missing, _exchanges(table))
    combos = sorted({hand for each in table.holdings for hand in each.hands})
    known = [dict(zip(each.hands, each.weights, strict=True)) for each in table.holdings]
    first, second = (_cards(each.get(hand, 0) for hand in combos) for each in known)
    pairs, fixed = np.array(combos, dtype=np.int64), _cards(table.board)

    def swept(part: slice) -> Array:
        out = np.zeros(3, dtype=np.int64)
        room = np.zeros((7, max(len(combos), 257)), dtype=np.int64)
        jit(two_ranges)(
            poker_batch.tables(), pairs, first, second, fixed, boards[part], counts[part], room, out
        )
        return out

    with ThreadPoolExecutor(workers) as executor:
        out = sum(executor.map(swept, parts_of(len(boards), 4 * workers)))
    better, equal, total = map(int, out)
    return _Sums(_of_two(better, equal, total), total)


# --- at random ---------------------------------------------------------------------------------


def _at_random(table: _Table, deals: int, seed: int, workers: int) -> _Sums:
    """So many deals; the same seed gives the same figures for any number of workers."""
    kind, players = table.kind, len(table.holdings)
    rows = [
        (*hand, *(-1,) * (kind.own - len(hand))) for each in table.holdings for hand in each.hands
    ]
    starts = np.cumsum([0, *(len(each.hands) for each in table.holdings)]).astype(np.int64)
    sums = np.concatenate([np.cumsum(each.weights) for each in table.holdings]).astype(np.int64)
    combos = np.array(rows, dtype=np.int64)
    dead = np.isin(np.arange(52), _cards(table.gone)).astype(np.int64)
    slots = _slots(table)

    def counted(chunk: int) -> Array:
        board = np.zeros(kind.board, dtype=np.int64)
        board[: len(table.board)] = table.board
        out = np.zeros((players, COLUMNS), dtype=np.int64)
        with np.errstate(over="ignore"):
            key = chunk_key(np.uint64(seed), np.uint64(chunk))
        number = min(CHUNK_DEALS, deals - chunk * CHUNK_DEALS)
        sound = jit(random_deals)(
            poker_batch.tables(),
            kind.high,
            kind.low,
            combos,
            starts,
            sums,
            dead,
            np.zeros((players, kind.own), dtype=np.int64),
            board,
            slots,
            np.zeros(52, dtype=np.int64),
            np.zeros((3, players), dtype=np.int64),
            key,
            number,
            out,
        )
        if not sound:
            raise BadInput(
                "the hands of the players exclude one another in nearly every deal; name fewer"
            )
        return out.astype(object)

    with ThreadPoolExecutor(workers) as executor:
        out = sum(executor.map(counted, range(-(-deals // CHUNK_DEALS))))
    return _Sums(out.tolist(), deals)
