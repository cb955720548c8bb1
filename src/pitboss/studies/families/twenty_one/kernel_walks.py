"""Strategies as tables for the kernel: what is done with first cards, and where every further card
leads.

A hand is played by one of several strategies, *books*, against what the dealer shows. Hands that
are only drawn to, or doubled, are nodes of a walk; they are told apart by where their next card
leads, from the hands with most cards on, so that hands with one future are one node, in whatever
book. What is marked in a table of first cards is played card by card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import many_cards_row

from .exact.compositions import TOTAL_MAX, VALUES, Ints, compositions
from .exact.strategy import Bools, Strategy, may_double
from .kernel_tables import (
    BLACKJACK,
    BUST,
    DOUBLED,
    EVEN_MONEY,
    FINALS,
    INSURE_MARK,
    NODE_MASK,
    RESCUED,
    SLOW_MARK,
    SPECIAL_21,
    SPLIT_MARK,
    SUITED_STARTS,
    SURRENDERED,
    WALK_MORE,
    Entries,
    Words,
    bonus_ends,
    shown_cards,
)
from .table_rules import DOUBLE_RESCUES, DOUBLE_STANDS, FIVE_CARDS, SURRENDER_ANY_TIME, TableRules


class Walks(NamedTuple):
    """As `Tables` of the kernel has them."""

    opening: Entries
    after_split: Entries
    walk: Words


class Books:
    """What all strategies do, by book, what the dealer shows, and hand (or value of a pair); no
    more than the rules permit."""

    def __init__(self, rules: TableRules, books: Sequence[Strategy]) -> None:
        table = compositions()
        self.rules = rules
        self.draws = np.stack([book.draws for book in books]) & (table.total < TOTAL_MAX)
        self.doubles = np.stack([book.doubles for book in books]) & may_double(rules)
        self.surrenders = np.stack([book.surrenders for book in books])
        self.splits = np.stack([book.splits for book in books]) & (rules.hands_max > 1)
        self.splits_again = self.splits.copy()
        for number, book in enumerate(books):
            if book.splits_once is not None:
                self.splits_again[number, book.splits_once] = False
        self.insures = np.stack([book.insures for book in books]) & (rules.insurance > 0)
        self.gives_up = np.zeros_like(self.draws)
        if rules.after_double != DOUBLE_STANDS:
            self.gives_up = np.stack([_gives_up(rules, book) for book in books])
        self.later_surrenders = self.surrenders & (rules.surrender == SURRENDER_ANY_TIME)


def _gives_up(rules: TableRules, book: Strategy) -> Bools:
    """Which doubled hands are rescued or surrendered; a 21 only as long as the dealer may have a
    blackjack."""
    table = compositions()
    assert book.rescues is not None
    found = book.rescues & (table.total < TOTAL_MAX)
    if rules.after_double == DOUBLE_RESCUES and not rules.dealer_looks:
        tall = [cards[0] in (1, VALUES) for cards in shown_cards(rules.face_up)[0]]
        found[tall] = book.rescues[tall]
    return found


class Nodes:
    """All nodes: where each leads by the next card. The first are the ends of hands."""

    def __init__(self) -> None:
        self.rows = [np.repeat(np.arange(FINALS)[:, None], VALUES, axis=1)]
        self.number = FINALS

    def add(self, rows: Ints) -> Ints:
        """The nodes of these rows, equal ones once."""
        found, place = np.unique(rows, axis=0, return_inverse=True)
        self.rows.append(found)
        self.number += len(found)
        nodes: Ints = place.reshape(-1) + self.number - len(found)
        return nodes

    def walk(self) -> Words:
        """Two cards a look-up, from where each node leads by one card."""
        step = np.concatenate(self.rows)
        if len(step) + WALK_MORE > NODE_MASK:
            raise BadInput("the strategy tells too many hands apart for the kernel")
        nodes = np.arange(len(step))
        once = np.broadcast_to(step[:, :, None], (len(step), VALUES, VALUES))
        twice = step[step]
        after_two = np.where(twice < FINALS, 2 * FINALS + twice, WALK_MORE + twice)
        found = np.where(once < FINALS, FINALS + once, after_two)
        found = np.where((nodes < FINALS)[:, None, None], nodes[:, None, None], found)
        return found.astype(np.uint16).ravel()


def walks_of(rules: TableRules, books: Sequence[Strategy]) -> Walks:
    """The walks of all books."""
    done = Books(rules, books)
    nodes = Nodes()
    ends = ends_of(rules)
    reached = reached_by(done.draws)
    doubled = doubled_nodes(done, reached, nodes)
    drawn = drawn_nodes(done, reached, doubled, ends, nodes)
    standing = np.broadcast_to(ends, drawn.shape)
    played = np.where(done.draws, drawn, standing)
    opening = first_cards(done, np.where(done.doubles, doubled, played))
    if rules.double_after_split:
        played = np.where(done.doubles, doubled, played)
    return Walks(opening, split_hands(done, played), nodes.walk())


def ends_of(rules: TableRules) -> Ints:
    """How every hand ends that is stood on. Three cards that are paid by their suits are looked at
    by the kernel."""
    table = compositions()
    ends = table.total.copy()
    full = table.total == TOTAL_MAX
    if rules.five_card_21:
        ends[full & (table.cards == FIVE_CARDS)] = SPECIAL_21
    if rules.bonuses:
        made = np.array(bonus_ends(rules))
        many = full & (table.cards >= FIVE_CARDS)
        ends[many] = made[[many_cards_row(cards) for cards in table.cards[many].tolist()]]
    return ends


def reached_by(draws: Bools) -> Bools:
    """Which hands come about by drawing, from any two cards on."""
    table = compositions()
    found = np.broadcast_to(table.cards == 2, draws.shape).copy()
    for hand in table.by_cards.tolist():
        goes_on = found[:, :, hand] & draws[:, :, hand]
        for more in table.child[hand][table.child[hand] >= 0].tolist():
            found[:, :, more] |= goes_on
    return found


def doubled_nodes(done: Books, reached: Bools, nodes: Nodes) -> Ints:
    """The nodes of hands that take one card for a doubled wager, which has no bonus."""
    table = compositions()
    found = np.zeros(done.doubles.shape, dtype=np.int64)
    book, shown, hand = np.nonzero(done.doubles & reached)
    if not len(book):
        return found
    child = table.child[hand]
    ends = np.where(child < 0, BUST, table.total[child])
    given_up = RESCUED if done.rules.after_double == DOUBLE_RESCUES else SURRENDERED
    gives_up = (child >= 0) & done.gives_up[book[:, None], shown[:, None], child]
    found[book, shown, hand] = nodes.add(np.where(gives_up, given_up, ends) | DOUBLED)
    return found


def drawn_nodes(done: Books, reached: Bools, doubled: Ints, ends: Ints, nodes: Nodes) -> Ints:
    """The nodes of hands that take a card now and are then played on; others as they end."""
    table = compositions()
    drawn = np.broadcast_to(ends, done.draws.shape).copy()
    # What is done with a hand that was drawn to.
    later = drawn.copy()
    wanted = done.draws & reached
    doubles = done.doubles & done.rules.doubles_later
    for cards in range(int(table.cards.max()), 1, -1):
        hands = np.flatnonzero(table.cards == cards)
        book, shown, place = np.nonzero(wanted[:, :, hands])
        if len(book):
            child = table.child[hands[place]]
            rows = np.where(child < 0, BUST, later[book[:, None], shown[:, None], child])
            drawn[book, shown, hands[place]] = nodes.add(rows)
        here = np.where(done.draws[:, :, hands], drawn[:, :, hands], ends[hands])
        here = np.where(doubles[:, :, hands], doubled[:, :, hands], here)
        gives_up = done.later_surrenders[:, :, hands] & (table.total[hands] < TOTAL_MAX)
        later[:, :, hands] = np.where(gives_up, SURRENDERED, here)
    return drawn


@cache
def two_card_table() -> Ints:
    """The hand of every two values less one."""
    table = compositions()
    values = range(1, VALUES + 1)
    return np.array([[table.row_of(low, high) for high in values] for low in values])


def first_cards(done: Books, played: Ints) -> Entries:
    """[book, shown, first, second]: a surrender comes first, then a split, then what is played."""
    rules, two = done.rules, two_card_table()
    found = played[:, :, two].astype(np.uint32)
    _mark_splits(found, done.splits)
    if rules.surrenders_first or rules.surrender == SURRENDER_ANY_TIME:
        found[done.surrenders[:, :, two]] = SURRENDERED
    for low, high in SUITED_STARTS if rules.bonuses else ():
        found[:, :, low - 1, high - 1] |= SLOW_MARK
        found[:, :, high - 1, low - 1] |= SLOW_MARK
    found[:, :, 0, -1] = found[:, :, -1, 0] = BLACKJACK
    insured = done.insures[:, two]
    if not rules.face_up:
        if rules.even_money:
            even = found[:, 0, [0, -1], [-1, 0]]
            even[insured[:, [0, -1], [-1, 0]]] = EVEN_MONEY
            found[:, 0, [0, -1], [-1, 0]] = even
        found[:, 0] |= (insured * INSURE_MARK).astype(np.uint32)
    return _flat(found)


def split_hands(done: Books, played: Ints) -> Entries:
    """[book, may split, shown, first, second]: as other hands, but that an ace may take one card
    only and there is no blackjack."""
    table, two = compositions(), two_card_table()
    once = played[:, :, two].astype(np.uint32)
    if done.rules.aces_one_card:
        once[:, :, 0, :] = table.total[two[0]]
    once[:, :, 0, -1] = once[:, :, -1, 0] = TOTAL_MAX
    gives_up = (done.later_surrenders & (table.total < TOTAL_MAX))[:, :, two]
    if done.rules.surrender == SURRENDER_ANY_TIME and done.rules.aces_one_card:
        gives_up[:, :, 0] = done.gives_up[:, :, two[0]]
    once[gives_up] = SURRENDERED
    again = once.copy()
    _mark_splits(again, done.splits_again)
    return _flat(np.stack((once, again), axis=1))


def _mark_splits(entries: Entries, splits: Bools) -> None:
    for kind in range(VALUES):
        entries[:, :, kind, kind][splits[:, :, kind]] = SPLIT_MARK


def _flat(found: npt.NDArray[np.uint32]) -> Entries:
    return np.ascontiguousarray(found).reshape(-1)
