"""Strategies of blackjack switch as tables for the kernel of twenty-one (kernel_tables.py there).

A hand is played by one of many strategies, a *book* for each two cards that the other hand may
have begun with. Where hands are drawn to alike they are one node of the walk, in whatever book:
nodes are told apart by where their next card leads, from the hands with most cards on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.studies.families.twenty_one.exact.compositions import (
    TOTAL_MAX,
    VALUES,
    Ints,
    compositions,
)
from pitboss.studies.families.twenty_one.exact.strategy import Bools, Strategy
from pitboss.studies.families.twenty_one.kernel_tables import (
    BLACKJACK,
    BUST,
    DOUBLED,
    FINALS,
    SPLIT_MARK,
    Entries,
    Words,
    walk_of,
)

# By books, the dealer's card and hands: the node of each hand.
Nodes = Ints


class Walks(NamedTuple):
    """As `Tables` of the kernel has them."""

    opening: Entries
    after_split: Entries
    walk: Words


def walks_of(books: Sequence[Strategy]) -> Walks:
    """The walks of all books."""
    table = compositions()
    draws = np.stack([book.draws for book in books]) & (table.total < TOTAL_MAX)
    doubles = np.stack([book.doubles for book in books])
    splits = np.stack([book.splits for book in books])
    known = Rows()
    drawn = drawn_nodes(draws, known)
    doubled = doubled_nodes(doubles, known)
    standing = np.broadcast_to(table.total, draws.shape)
    played = np.where(doubles, doubled, np.where(draws, drawn, standing))
    first, later = opening_of(played, splits), split_opening_of(played, splits)
    return Walks(first, later, walk_of(known.steps()))


class Rows:
    """All nodes: where each leads by the next card. The first are the ends of hands."""

    def __init__(self) -> None:
        self.rows = [np.repeat(np.arange(FINALS)[:, None], VALUES, axis=1)]
        self.number = FINALS

    def steps(self) -> Ints:
        return np.concatenate(self.rows)

    def add(self, rows: Ints) -> Ints:
        """The nodes of these rows, equal ones once."""
        found, place = np.unique(rows, axis=0, return_inverse=True)
        self.rows.append(found)
        self.number += len(found)
        nodes: Ints = place.reshape(-1) + self.number - len(found)
        return nodes


def reached(draws: Bools) -> Bools:
    """Which hands come about by drawing, from any two cards on."""
    table = compositions()
    found = np.broadcast_to(table.cards == 2, draws.shape).copy()
    for hand in table.by_cards.tolist():
        goes_on = found[:, :, hand] & draws[:, :, hand]
        for more in table.child[hand][table.child[hand] >= 0].tolist():
            found[:, :, more] |= goes_on
    return found


def drawn_nodes(draws: Bools, known: Rows) -> Nodes:
    """The nodes of hands that take a card now and are then played on."""
    table = compositions()
    nodes = np.broadcast_to(table.total, draws.shape).copy()
    wanted = draws & reached(draws)
    for cards in range(int(table.cards.max()), 1, -1):
        hands = np.flatnonzero(table.cards == cards)
        book, shown, place = np.nonzero(wanted[:, :, hands])
        if not len(book):
            continue
        child = table.child[hands[place]]
        rows = np.where(child < 0, BUST, nodes[book[:, None], shown[:, None], child])
        nodes[book, shown, hands[place]] = known.add(rows)
    return nodes


def doubled_nodes(doubles: Bools, known: Rows) -> Nodes:
    """The nodes of hands that take one card for a doubled wager."""
    table = compositions()
    ends = np.where(table.child < 0, BUST, table.total[table.child]) | DOUBLED
    hands = np.flatnonzero(doubles.any(axis=(0, 1)))
    nodes = np.zeros(len(table.cards), dtype=np.int64)
    if len(hands):
        nodes[hands] = known.add(ends[hands])
    return np.broadcast_to(nodes, doubles.shape)


def _two_cards() -> Ints:
    """The hand of every two values less one."""
    table = compositions()
    values = range(1, VALUES + 1)
    return np.array([[table.index(low, high) for high in values] for low in values])


def opening_of(played: Nodes, splits: Bools) -> Entries:
    """[book, shown, first, second]"""
    found = played[:, :, _two_cards()].astype(np.uint32)
    for kind in range(VALUES):
        found[:, :, kind, kind][splits[:, :, kind]] = SPLIT_MARK
    found[:, :, 0, -1] = found[:, :, -1, 0] = BLACKJACK
    return _flat(found)


def split_opening_of(played: Nodes, splits: Bools) -> Entries:
    """[book, may split, shown, first, second]: as other hands, but that an ace takes one card
    and there is no blackjack."""
    table = compositions()
    two = _two_cards()
    once = played[:, :, two].astype(np.uint32)
    once[:, :, 0, :] = table.total[two[0]]
    once[:, :, -1, 0] = TOTAL_MAX
    again = once.copy()
    for kind in range(VALUES):
        again[:, :, kind, kind][splits[:, :, kind]] = SPLIT_MARK
    return _flat(np.stack((once, again), axis=1))


def _flat(found: Entries) -> Entries:
    return np.ascontiguousarray(found).reshape(-1)
