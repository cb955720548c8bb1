"""Three cards that are known, all at once: a whole hand against the dealer's three cards, or the
first three of five against the dealer's five.

Three cards a < b < c are numbered by choose(a, 1) + choose(b, 2) + choose(c, 3), and so are the
lines of the tables here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.progress import part_of
from pitboss.compiled import compiled, jit
from pitboss.hands.poker import CATEGORY_SHIFT, FIVE_CARD_CATEGORIES, three_card_value

from .against import Players, canonical_number, choose_table, five_card_dealers, players, suit_names
from .sets import all_sets
from .situations import (
    LOSE,
    NOT_QUALIFIED,
    TIE,
    WIN,
    Actions,
    Integers,
    Lines,
    Situations,
    different,
)
from .strategies import Asked, Look

HANDS = comb(52, 3)


@cache
def all_values() -> Integers:
    """Returns the value of every hand of three cards, by its number."""
    return values_of(all_sets(52, 3))


def values_of(hands: Integers) -> Integers:
    return np.array([three_card_value(*hand) for hand in hands.tolist()], dtype=np.int64)


def count_dealers(hands: Integers, values: Integers, qualifying: int) -> dict[int, Any]:
    """Counts, for all hands of a deck and by result, how many of the dealer's hands from the same
    deck lead to it. It does so by inclusion and exclusion: all hands, less those that hold one of
    the player's cards, and those that hold two counted back."""
    ranked, place = np.unique(values, return_inverse=True)
    pairs = [(0, 1), (0, 2), (1, 2)]
    by_card = np.zeros((52, len(ranked) + 1), dtype=np.int64)
    by_pair = np.zeros((52 * 52, len(ranked) + 1), dtype=np.int64)
    for column in range(3):
        np.add.at(by_card, (hands[:, column], place + 1), 1)
    for i, j in pairs:
        np.add.at(by_pair, (hands[:, i] * 52 + hands[:, j], place + 1), 1)
    # Up to each column: how many have a value that comes before it.
    below_all = np.concatenate([[0], np.cumsum(np.bincount(place))])
    below_card, below_pair = by_card.cumsum(axis=1), by_pair.cumsum(axis=1)

    def lower_than(limit: Integers) -> Any:
        """Counts the hands without the player's cards whose value comes before the `limit`-th."""
        found = below_all[limit].copy()
        for column in range(3):
            found -= below_card[hands[:, column], limit]
        for i, j in pairs:
            found += below_pair[hands[:, i] * 52 + hands[:, j], limit]
        # The player's own hand was taken away three times and given back three times.
        return found - (place < limit)

    able = np.full_like(place, np.searchsorted(ranked, qualifying))
    unqualified = lower_than(able)
    lower = lower_than(np.maximum(place, able)) - unqualified
    equal = np.where(place >= able, lower_than(place + 1) - lower_than(place), 0)
    higher = lower_than(np.full_like(place, len(ranked))) - unqualified - lower - equal
    ways = {NOT_QUALIFIED: unqualified, WIN: lower, TIE: equal, LOSE: higher}
    return {result: counts[:, None] for result, counts in ways.items()}


def situations_of(
    deck: Sequence[int],
    row_of: Callable[[int], int],
    qualifying: int,
    index: Callable[[int, int, int], int],
    lines: Lines,
) -> Situations:
    """Returns the situations of a player's three cards against a dealer's three."""
    hands = np.array(sorted(deck))[all_sets(len(deck), 3)]
    values = all_values() if len(deck) == 52 else values_of(hands)
    return Situations(
        hands=hands,
        values=values,
        weights=np.ones_like(values),
        rows=np.array([row_of(value) for value in values.tolist()]),
        ways=lambda: count_dealers(hands, values, qualifying),
        deals=len(hands) * comb(len(deck) - 3, 3),
        index=index,
        lines=lines,
        kernel_form=by_three_cards,
    )


@compiled
def as_dealt(a: int, b: int, c: int) -> int:
    """Returns the place of three cards, as they are dealt, in a table of `in_any_order`."""
    return (a * 52 + b) * 52 + c


def in_any_order(table: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Returns a table by the number of three cards as one by `as_dealt`: larger, and quicker to
    ask."""
    found = np.zeros(52**3, dtype=table.dtype)
    cards = all_sets(52, 3).T
    for a, b, c in permutations(cards):
        found[as_dealt(a, b, c)] = table
    return found


def by_three_cards(situations: Situations, chosen: Actions) -> tuple[Any, Look]:
    """Returns decisions by the three cards, as they are dealt."""
    table = in_any_order(chosen[:, 0])
    return table, lambda cards, _: int(table[as_dealt(*cards[:3])])


# -- the first three of five ------------------------------------------------------------------


@compiled
def number_threes(hands: Any, picks: Any, choose: Any, out: Any) -> None:
    """Writes, for each hand and each pick of three of its cards, the number of the three cards
    that stand for all that differ only in which suit is which."""
    for hand in range(hands.shape[0]):
        for pick in range(picks.shape[0]):
            a, b, c = picks[pick, 0], picks[pick, 1], picks[pick, 2]
            cards = (hands[hand, a], hands[hand, b], hands[hand, c])
            out[hand, pick] = canonical_number(choose, cards, suit_names(cards))


def threes_in(hands: Integers) -> Integers:
    """Returns the number of the three cards that stand for each three of each hand's cards."""
    picks = all_sets(hands.shape[1], 3)
    out = np.zeros((len(hands), len(picks)), dtype=np.int64)
    jit(number_threes)(hands, picks, choose_table(), out)
    return out


def count_showdowns(deck: Sequence[int] | None = None) -> tuple[Integers, dict[int, Integers]]:
    """Counts, for all three cards by number, how many they stand for, and by result how many ways
    there are to deal the player two more cards and the dealer five. A result is 3 * category of the
    player's hand + 0, 1 or 2 for a hand that wins, ties or loses. Of a small deck, each three
    cards stand for themselves."""
    size = 52 if deck is None else len(deck)
    mine = players() if deck is None else Players(deck)
    dealers = five_card_dealers(deck)
    values = dealers.values[mine.numbers()].astype(np.int64)

    def below(marks: Integers, what: str) -> Integers:
        """Returns how many of the dealer's hands are below each mark; each of them is counted for
        each of the five cards that it can show."""
        counted = dealers.count_below(mine.hands, marks, part_of(what))
        found: Integers = counted.sum(axis=1, dtype=np.int64)
        assert not (found % 5).any()
        return found // 5

    lower = below(values, "lower hands")
    equal = below(values + 1, "equal hands") - lower
    higher = comb(size - 5, 5) - lower - equal
    if deck is None:
        threes = threes_in(mine.hands)
    else:
        held = mine.hands[:, all_sets(5, 3)]
        threes = sum(choose_table()[place + 1][held[:, :, place]] for place in range(3))
    categories = values >> CATEGORY_SHIFT
    ways = np.zeros((HANDS, 3 * len(FIVE_CARD_CATEGORIES)), dtype=np.int64)
    for compared, counted in enumerate((lower, equal, higher)):
        for pick in range(threes.shape[1]):
            number = counted * mine.weights
            np.add.at(ways, (threes[:, pick], 3 * categories + compared), number)
    weights = ways.sum(axis=1) // (comb(size - 3, 2) * comb(size - 5, 5))
    assert int(weights.sum()) == comb(size, 3)
    ways //= np.maximum(weights, 1)[:, None]
    return weights, {result: ways[:, [result]] for result in range(ways.shape[1])}


def by_first_three(known: Situations, chosen: Actions) -> tuple[Any, Look]:
    """Returns decisions by the number of any three cards, from those that stand for them."""
    return by_three_cards(known, chosen[threes_in(all_sets(52, 3))[:, 0]])


def first_three_of_five(
    deck: Sequence[int] | None, index: Callable[[int, int, int], int], lines: Lines
) -> Situations:
    """Returns the situations of a player's first three cards, where five go against a dealer's
    five."""
    weights, ways = count_showdowns(deck)
    size = 52 if deck is None else len(deck)
    return Situations(
        hands=all_sets(52, 3),
        values=all_values(),
        rows=np.zeros_like(weights),
        weights=weights,
        ways=lambda: ways,
        deals=comb(size, 3) * comb(size - 3, 2) * comb(size - 5, 5),
        index=index,
        lines=lines,
        kernel_form=by_first_three,
        shown=(weights > 0)[:, None],
    )


def by_category(asked: Asked, names: Sequence[str]) -> Lines:
    """Returns the strategy in lines by the category of the three cards; one line where the player
    goes on with all of them."""

    def lines(known: Situations, chosen: Actions) -> list[Choice]:
        if chosen[known.shown].all():
            return [Choice("every hand", asked.actions[1], Fraction(1))]
        found = []
        rows = known.values >> CATEGORY_SHIFT
        for row in range(len(names) - 1, -1, -1):
            here = np.flatnonzero(rows == row)
            done = asked.in_words(different(chosen[here][known.shown[here]]), "by the cards")
            if done:
                found.append(Choice(names[row], done, known.chance(here)))
        return found

    return lines
