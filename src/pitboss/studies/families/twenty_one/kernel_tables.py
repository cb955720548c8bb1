"""A game of twenty-one and a strategy as tables for the kernel (kernel.py).

A player's hand that is only drawn to, or doubled, is a walk through an automaton whose nodes are
what the strategy tells apart: (dealer's cards shown, hand, doubled). The kernel looks up two cards
of that walk at a time, and three of the dealer's, so that most rounds take no branch that depends
on the cards. Splits, surrenders and insurance are marked in the table of first cards and played
card by card."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.equipment.cards import DECK
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import (
    DEALER_STANDS_ON,
    NO_CARDS,
    TWENTY_ONE,
    dealer_draws,
    is_soft,
    point_count,
    with_value,
)

from .table_rules import (
    DOUBLE_RESCUES,
    DOUBLE_STANDS,
    EARLY_SURRENDER,
    FIVE_CARDS,
    NO_HOLE_CARD,
    SURRENDER_ANY_TIME,
    TableRules,
)

# A card in the kernel's shoe: value less one (0: ace, 9: ten) below, then suit, then which ten.
VALUE_MASK = 15
VALUES = 10
ACE, TEN = 0, 9

# How a hand may end: its total (4 to 21), or one of these.
BUST, BLACKJACK, SURRENDERED, SPECIAL_21, EVEN_MONEY, RESCUED = range(22, 28)
# From here on, hands of 21 that win by odds of their own: as many as there are different odds.
BONUS_21 = 28
# Two cards that a third one may make 6-7-8 or 7-7-7, which are paid by their suits.
SUITED_STARTS = ((6, 7), (6, 8), (7, 7), (7, 8))
DOUBLED = 64
FINALS = 2 * DOUBLED
# An entry of `walk` has the cards used above a final.
FINAL_BITS = 7
# How the dealer may end: 17 to 21 (0 to 4), over 21, blackjack, or not asked to go on.
DEALER_BUST, DEALER_BLACKJACK, DEALER_IDLE = 5, 6, 7
ENDS = 8
# An entry of `walk`: cards used * FINALS + final; or, from here on, the node to go on from.
WALK_MORE = 3 * FINALS
# An entry of `dealer`: end | cards used << 3; or, from here on, the node to go on from.
DEALER_MORE = 32
# Marks on an entry of `opening` or `after_split`, above the node.
NODE_MASK = 0xFFFF
SPLIT_MARK, INSURE_MARK, SLOW_MARK = 1 << 16, 1 << 17, 1 << 18
# What a hand needs of the dealer: nothing, the second card, a complete hand.
# As bits: who needs a hand needs the second card as well.
NEEDS_NOTHING, NEEDS_SECOND_CARD, NEEDS_HAND = 0, 2, 3

STAND, DRAW, DOUBLE, SPLIT, SURRENDER = range(5)
# Places behind the last card, which may be looked at but not used.
PADDING = 1024

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint16]
Entries = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.int64]


class Tables(NamedTuple):
    """`opening[book, shown, first, second]` and `after_split[book, may split, shown, first,
    second]` give a node of `walk[node, card, card]`, with marks; `dealer[node, card, card, card]`
    how the dealer ends; `second[up, hole]` the dealer's node after two cards; `net[final, end]`
    what one hand comes to in 1 / scale of a wager; `need[final, up card is tall]` what it needs;
    `bonus[row]` how a 21 of that row ends. All are flat."""

    opening: Entries
    after_split: Entries
    walk: Words
    dealer: Bytes
    second: Bytes
    shown_of: Bytes
    net: Numbers
    need: Bytes
    bonus: Bytes


def bonus_ends(rules: TableRules) -> tuple[int, ...]:
    """How a 21 of each row of the bonuses ends: alike, where it wins as much."""
    ranks = sorted(set(rules.bonuses))
    if BONUS_21 + len(ranks) > DOUBLED:
        raise BadInput("the kernel has no room for so many different odds of a 21")
    return tuple(BONUS_21 + ranks.index(odds) for odds in rules.bonuses)


def won_with(rules: TableRules, how: int) -> Fraction:
    """What a hand that is not a blackjack wins by."""
    if how == SPECIAL_21:
        return rules.five_cards_win
    return sorted(set(rules.bonuses))[how - BONUS_21] if how >= BONUS_21 else rules.win


def net_of(rules: TableRules, final: int, end: int) -> Fraction:
    """What one hand comes to, in wagers, by how it ended and how the dealer did."""
    stakes = 2 if final & DOUBLED else 1
    how = final & (DOUBLED - 1)
    if how == BUST:
        return Fraction(-stakes)
    if how == SURRENDERED:
        early = rules.surrender == EARLY_SURRENDER
        if end == DEALER_BLACKJACK:
            return rules.surrender_keeps - 1 if early else Fraction(-1)
        return stakes * (rules.surrender_keeps - 1)
    if how == RESCUED:
        return Fraction(-1)
    if how == EVEN_MONEY:
        return Fraction(1)
    if how == BLACKJACK and (rules.twenty_one_wins or rules.blackjack_beats_blackjack):
        return rules.blackjack
    if end == DEALER_BLACKJACK:
        # The original wager alone is collected, 2.10 and 2.11.
        return Fraction(0) if how == BLACKJACK else Fraction(-1)
    if how == BLACKJACK:
        return rules.blackjack
    if how - BONUS_21 >= len(set(rules.bonuses)):
        return Fraction(0)
    won = won_with(rules, how)
    total = TWENTY_ONE if how == SPECIAL_21 or how >= BONUS_21 else how
    if total == TWENTY_ONE and rules.twenty_one_wins:
        return stakes * won
    if end == DEALER_IDLE:
        return Fraction(0)
    dealers = 0 if end == DEALER_BUST else end + DEALER_STANDS_ON
    if total == dealers:
        return Fraction(-stakes) if rules.ties_lose else Fraction(0)
    return stakes * won if total > dealers else Fraction(-stakes)


def net_table(rules: TableRules, scale: int) -> Numbers:
    found = [net_of(rules, final, end) * scale for final in range(FINALS) for end in range(ENDS)]
    assert all(net.denominator == 1 for net in found)
    return np.array([int(net) for net in found], dtype=np.int64)


class TableFigures(NamedTuple):
    """The rules as the kernel reads them beside its tables: whole numbers, amounts in 1 / scale of
    a wager."""

    shown: int
    hole: int
    looks: int
    face_up: int
    hands_max: int
    aces_hands_max: int
    aces_one_card: int
    scale: int
    insurance_win: int
    insurance_lose: int
    even_money: int
    blackjack_node: int
    special_21_cards: int
    may_insure: int
    insures_at_turn: int
    up_first: int
    aces_asked: int
    after_double: int
    rescues: int
    bonuses: int
    # Hands of the dealer in one round, the last of which decides the wager that is studied.
    actions: int


def scale_of(rules: TableRules) -> int:
    """The parts of a wager in which everything that may be won or lost is a whole number."""
    amounts = (*rules.odds, rules.insurance / 2, rules.surrender_keeps)
    return lcm(2, *(each.denominator for each in amounts))


def figures_of(rules: TableRules, blackjack_node: int, actions: int = 1) -> TableFigures:
    scale = scale_of(rules)
    return TableFigures(
        shown=55 if rules.face_up else VALUES,
        hole=int(rules.hole_card != NO_HOLE_CARD),
        looks=int(rules.dealer_looks),
        face_up=int(rules.face_up),
        hands_max=rules.hands_max,
        aces_hands_max=rules.aces_hands_max,
        aces_one_card=int(rules.aces_one_card),
        scale=scale,
        insurance_win=int(rules.insurance / 2 * scale),
        insurance_lose=-scale // 2,
        even_money=int(rules.even_money),
        blackjack_node=blackjack_node,
        special_21_cards=FIVE_CARDS if rules.five_card_21 else 0,
        may_insure=int(rules.insurance > 0),
        insures_at_turn=int(rules.insures_at_turn),
        up_first=int(rules.up_first),
        aces_asked=int(rules.surrender == SURRENDER_ANY_TIME),
        after_double=int(rules.after_double != DOUBLE_STANDS),
        rescues=int(rules.after_double == DOUBLE_RESCUES),
        bonuses=int(bool(rules.bonuses)),
        actions=actions,
    )


def symbol_of(card: int) -> int:
    """A card (0 to 51) as the kernel's shoe holds it."""
    rank, suit = card >> 2, card & 3
    value = 0 if rank == 12 else min(rank + 1, TEN)
    return value | suit << 4 | max(0, rank - 8) % 4 << 6


SYMBOLS: tuple[int, ...] = tuple(symbol_of(card) for card in DECK)
# Back from a symbol to the card, 255 for none.
CARD_OF_SYMBOL: Bytes = np.full(256, 255, dtype=np.uint8)
CARD_OF_SYMBOL[list(SYMBOLS)] = np.arange(52)


def full_shoe(decks: int, without: Sequence[int] = ()) -> Bytes:
    """All cards of the decks as symbols; `without` ranks that the game takes out."""
    cards = [symbol for card, symbol in enumerate(SYMBOLS) if card >> 2 not in without]
    shoe = np.repeat(np.array(cards, dtype=np.uint8), decks)
    return np.concatenate([shoe, np.zeros(PADDING, dtype=np.uint8)])


# -- the dealer -------------------------------------------------------------------------------


class DealersWalk:
    """Builds the dealer's nodes: an up card alone (0 to 9), then totals."""

    def __init__(self, soft_17_draws: bool, push_total: int = 0) -> None:
        self.soft_17_draws = soft_17_draws
        self.push_total = push_total
        # An end is -1 less its number.
        self.next: list[list[int]] = [[] for _ in range(VALUES)]
        self.known: dict[tuple[int, bool], int] = {}
        self.ends: dict[int, int] = {}
        for up in range(1, 11):
            self.next[up - 1] = [
                self._reached(with_value(with_value(NO_CARDS, up), card), 2)
                for card in range(1, 11)
            ]
        self.second = [
            self._as_node(self.next[up][hole]) for up in range(VALUES) for hole in range(VALUES)
        ]
        self.blackjack_node = self._as_node(-1 - DEALER_BLACKJACK)

    def _reached(self, hand: int, cards: int) -> int:
        total = point_count(hand)
        if cards == 2 and total == TWENTY_ONE:
            return -1 - DEALER_BLACKJACK
        if total > TWENTY_ONE:
            # A total that pushes leaves the wager as a hand does that the dealer did not play.
            return -1 - (DEALER_IDLE if total == self.push_total else DEALER_BUST)
        if not dealer_draws(hand, self.soft_17_draws):
            return -1 - (total - DEALER_STANDS_ON)
        key = (total, is_soft(hand))
        if key not in self.known:
            self.known[key] = len(self.next)
            node = len(self.next)
            self.next.append([])
            self.next[node] = [
                self._reached(with_value(hand, card), cards + 1) for card in range(1, 11)
            ]
        return self.known[key]

    def _as_node(self, reached: int) -> int:
        """A node of its own for an end that two cards come to."""
        if reached >= 0:
            return reached
        if reached not in self.ends:
            self.ends[reached] = len(self.next)
            self.next.append([reached] * VALUES)
        return self.ends[reached]

    def table(self) -> Bytes:
        """Three cards a look-up."""
        ended = {node: -1 - reached for reached, node in self.ends.items()}
        found = np.zeros((len(self.next), VALUES, VALUES, VALUES), dtype=np.uint8)
        assert len(self.next) + DEALER_MORE <= 256
        for node, row in enumerate(self.next):
            if node in ended:
                found[node] = ended[node]
                continue
            for first, one in enumerate(row):
                if one < 0:
                    found[node, first] = -1 - one | 1 << 3
                    continue
                for second, two in enumerate(self.next[one]):
                    if two < 0:
                        found[node, first, second] = -1 - two | 2 << 3
                        continue
                    for third, three in enumerate(self.next[two]):
                        found[node, first, second, third] = (
                            -1 - three | 3 << 3 if three < 0 else DEALER_MORE + three
                        )
        return found.ravel()


@cache
def dealers_tables(soft_17_draws: bool, push_total: int = 0) -> tuple[Bytes, Bytes, int]:
    """The dealer's table, the nodes of two cards, and the node of a blackjack."""
    walk = DealersWalk(soft_17_draws, push_total)
    return walk.table(), np.array(walk.second, dtype=np.uint8), walk.blackjack_node


# -- money ------------------------------------------------------------------------------------


def needs(rules: TableRules) -> Bytes:
    """What a hand needs of the dealer, by how it ended and whether the up card is an ace or ten:
    only then may the dealer have a blackjack."""
    found = np.full((FINALS, 2), NEEDS_HAND, dtype=np.uint8)
    unless_read = NEEDS_NOTHING if rules.dealer_looks else NEEDS_SECOND_CARD
    always = rules.twenty_one_wins
    waits = rules.surrender != EARLY_SURRENDER and not rules.dealer_looks
    for doubled in (0, DOUBLED):
        for settled in (BUST, EVEN_MONEY, RESCUED):
            found[settled | doubled] = NEEDS_NOTHING
        found[BLACKJACK | doubled] = NEEDS_NOTHING, NEEDS_NOTHING if always else unless_read
        found[SURRENDERED | doubled] = NEEDS_NOTHING, NEEDS_SECOND_CARD * waits
        # Such a 21 loses to nothing but a blackjack.
        for made in (21, *range(BONUS_21, DOUBLED)) if always else ():
            found[made | doubled] = NEEDS_NOTHING, unless_read
    return found.ravel()


def shown_cards(face_up: bool) -> tuple[list[tuple[int, ...]], Bytes]:
    """What a player may see of the dealer, and the place of each of the dealer's first cards
    in it: the up card alone, or both, in whatever order."""
    if not face_up:
        return [(up,) for up in range(1, 11)], np.repeat(np.arange(10), 10).astype(np.uint8)
    shown: list[tuple[int, ...]] = [(low, high) for low in range(1, 11) for high in range(low, 11)]
    places = [
        shown.index((min(up, hole), max(up, hole))) for up in range(1, 11) for hole in range(1, 11)
    ]
    return shown, np.array(places, dtype=np.uint8)
