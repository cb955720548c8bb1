"""The wagers beside the hand, counted: how many deals of the first cards come to each row of the
pay table. Cards are drawn in order from a shoe of so many decks; a deal is a sequence."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import perm

from pitboss.equipment.cards import DECK
from pitboss.games.blackjack.hands import (
    LOSES,
    in_between_row,
    match_row,
    over_13_row,
    same_suit_row,
    sevens_row,
    twenty_point_row,
    under_13_row,
)
from pitboss.studies.families.twenty_one.exact.paths import DOUBLE, DRAW
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.solve import first_chance, starts_of
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, start_row, two_card_hands
from pitboss.studies.families.twenty_one.side_wagers import ONE, Rows, rows_of_deals
from pitboss.studies.families.twenty_one.table_rules import TableRules

CARDS = len(DECK)
SEVEN = 7


def of_two_cards(decks: int, row_of: Callable[[int, int], int]) -> Rows:
    """The chances of rows that the player's first two cards decide."""
    return rows_of_deals(decks, DECK, 2, row_of)


def over_13(decks: int) -> Rows:
    return of_two_cards(decks, over_13_row)


def under_13(decks: int) -> Rows:
    return of_two_cards(decks, under_13_row)


def same_suit(decks: int) -> Rows:
    return of_two_cards(decks, same_suit_row)


def match_the_dealer(decks: int) -> Rows:
    return rows_of_deals(decks, DECK, 3, match_row)


def in_between(decks: int) -> Rows:
    return rows_of_deals(decks, DECK, 3, in_between_row)


def in_between_gaps(decks: int) -> dict[tuple[int, str], Fraction]:
    """The same, by the number of ranks between the player's two cards where the wager is won."""

    def row_and_gap(first: int, second: int, dealers: int) -> tuple[int, int]:
        row = in_between_row(first, second, dealers)
        return row, abs((first >> 2) - (second >> 2)) - 1 if row == 4 else 0

    found = rows_of_deals(decks, DECK, 3, row_and_gap)
    return {(row, f"{gap} ranks" if gap else ""): p for (row, gap), p in found.items()}


def twenty_point_bonus(decks: int) -> Rows:
    """Two queens of hearts pay more where the dealer has a blackjack."""
    found = of_two_cards(decks, lambda first, second: twenty_point_row(first, second, False))
    queens = found.get(1, Fraction(0))
    left = CARDS * decks - 2
    blackjack = Fraction(2 * 4 * decks * (16 * decks - 2), left * (left - 1))
    return {0: queens * blackjack, **found, 1: queens * (1 - blackjack)} if queens else found


def in_sequence(decks: int, most: int) -> dict[tuple[int, bool], Fraction]:
    """Cards of one rank in sequence from the first card on, up to so many: the chance of each
    number, and of all of them being of one suit (at least two)."""
    size, rank = CARDS * decks, 4 * decks
    at_least = [Fraction(perm(rank, n), perm(size, n)) for n in range(most + 1)]
    suited = [Fraction(4 * perm(decks, n), perm(rank, n)) for n in range(most + 1)]
    found = {}
    for number in range(1, most + 1):
        exactly = at_least[number] - (at_least[number + 1] if number < most else 0)
        # What comes after does not depend on the suits of what came before.
        alike = suited[number] if number > 1 else Fraction(0)
        found[number, True] = exactly * alike
        found[number, False] = exactly * (1 - alike)
    return found


def sevens(decks: int) -> Rows:
    """2.17(a)3 by the first card: a first seven, a second, and a third, which a player with two
    sevens always takes."""
    found: Rows = {}
    for (number, one_suit), chance in in_sequence(decks, 3).items():
        row = 4 if number == 1 else (0 if number == 3 else 2) + (not one_suit)
        found[row] = found.get(row, Fraction(0)) + chance
    return {LOSES: 1 - sum(found.values(), Fraction(0)), **{r: p for r, p in found.items() if p}}


def sevens_of_three(table: TableRules, strategy: Strategy) -> Rows:
    """2.17(a)3 where any of the first three cards counts: a third card comes as the hand is played,
    and to two sevens, if the player wants it, where the dealer has a blackjack."""
    found: Rows = {}
    for start in starts_of(table, shoe_of(table.decks)):
        index = start_row(start.cards)
        for hand, low, high in two_card_hands():
            chance = start.chance * first_chance(start, low, high)
            if not chance:
                continue
            sevens = (low == SEVEN) + (high == SEVEN)
            left, others = int(start.shoe.sum()) - 2, int(start.shoe[SEVEN - 1]) - sevens
            # That the third card is a seven, and that besides the dealer has a blackjack: with a
            # card that is known by now, or with one that is gone from those that may come.
            seven = Fraction(others, left)
            both = start.blackjack_chance(low, high) * Fraction(others, left - (start.makes >= 0))
            takes = int(_takes_third(strategy, index, hand, low, high))
            offered = int(sevens == 2) if table.dealer_looks else takes
            more = takes * (seven - both) + offered * both
            for number, part in ((sevens + 1, more), (sevens, 1 - more)):
                for row, share in _rows_of_sevens(number, table.decks):
                    found[row] = found.get(row, Fraction(0)) + chance * part * share
    return {row: found[row] for row in sorted(found) if found[row]}


def _takes_third(strategy: Strategy, index: int, hand: int, low: int, high: int) -> bool:
    """Whether a third card comes to a box that begins with these two."""
    if low == high and strategy.splits_pair(index, low - 1):
        return True
    return strategy.actions(index)[hand] in (DRAW, DOUBLE)


def _rows_of_sevens(number: int, decks: int) -> list[tuple[int, Fraction]]:
    """The rows that so many sevens come to, and how often: whichever they are is not known."""
    alike = Fraction(4 * perm(decks, number), perm(4 * decks, number)) if number > 1 else ONE
    return [(sevens_row(number, True), alike), (sevens_row(number, False), 1 - alike)]


def progressive(decks: int) -> Rows:
    """2.19: aces in sequence; a pair of aces is split, and gets its third and fourth card."""
    found: Rows = {}
    for (number, one_suit), chance in in_sequence(decks, 4).items():
        row = 6 if number == 1 else 2 * (4 - number) + (not one_suit)
        found[row] = found.get(row, Fraction(0)) + chance
    return {LOSES: 1 - sum(found.values(), Fraction(0)), **{r: p for r, p in found.items() if p}}
