"""Decisions by a hand of five cards and the card that the dealer shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.edges import Choice
from pitboss.compiled import compiled
from pitboss.equipment.cards import RANKS
from pitboss.hands.poker import CATEGORY_SHIFT

from .against import Against, canonical_place, choose_table, place_in_table, players
from .lines import runs_of
from .sets import VALUES
from .situations import Actions, Lines, Situations, different
from .strategies import Asked, Look, own_and

# No action: the hand and the card must be looked up.
LOOK_UP = 99
OTHER_CARDS = "by the other cards"


# The player's five cards, and the one that the dealer shows.
known = own_and("dealer's hand")


class HandDecisions(NamedTuple):
    """Decisions as kernels take them. `quick[value * 13 + rank shown]` decides for nine hands of
    ten; where it is LOOK_UP, `table[canonical_place]` does."""

    quick: Any
    table: Any
    choose: Any
    index: Any


@compiled
def look_up(decisions: HandDecisions, cards: Any, shown: int) -> int:
    """Returns the action by the five cards of the player and the card shown."""
    action: int = decisions.table[canonical_place(decisions.choose, decisions.index, cards, shown)]
    return action


@compiled(inline=True)
def action_of(decisions: HandDecisions, value: int, cards: Any, shown: int) -> Any:
    """Returns the action with a hand of this value, by the card shown."""
    action: Any = np.int64(decisions.quick[value * 13 + (shown >> 2)])
    if action == LOOK_UP:
        action = np.int64(look_up(decisions, cards, shown))
    return action


def situations_of(
    against: Against,
    row_of: Callable[[int], int],
    index: Callable[[int, int, int], int],
    lines: Lines,
    *,
    actions: Sequence[int] = (0, 1),
    ties_win: bool = False,
) -> Situations:
    """Returns the situations of a player's five cards and a card that the dealer shows."""
    values, place = np.unique(against.values, return_inverse=True)
    rows = np.array([row_of(value) for value in values.tolist()])[place]
    return Situations(
        hands=against.mine.hands,
        values=against.values,
        rows=rows,
        weights=against.mine.weights,
        ways=lambda: against.ways(ties_win=ties_win),
        deals=against.deals,
        index=index,
        lines=lines,
        kernel_form=by_hand_and_card,
        actions=actions,
        shown=against.shown,
    )


def by_hand_and_card(situations: Situations, chosen: Actions) -> tuple[Any, Look]:
    """Returns decisions by value and rank shown where that decides, and by hand and card."""
    order = np.argsort(situations.values, kind="stable")
    values, starts = np.unique(situations.values[order], return_index=True)

    def extreme(extreme_of: np.ufunc, absent: int) -> Any:
        """Returns the least or the most that is done, by value and rank shown; `absent` is the mark
        of situations that there are not."""
        done = np.where(situations.shown, chosen, np.int8(absent)).reshape(-1, 13, 4)
        found = np.full((VALUES, 13), absent, dtype=np.int8)
        by_rank = reduce(extreme_of, (done[:, :, suit] for suit in range(4)))[order]
        found[values] = extreme_of.reduceat(by_rank, starts, axis=0)
        return found

    least, most = extreme(np.minimum, LOOK_UP), extreme(np.maximum, -1)
    quick = np.where(least == most, least, LOOK_UP).astype(np.int8).reshape(-1)
    table = chosen.reshape(-1)
    decisions = HandDecisions(quick, table, choose_table(), players().index())
    return decisions, lambda cards, _: int(table[place_in_table(cards[:5], cards[5])])


def done_with(situations: Situations, chosen: Actions, asked: Asked, here: Any) -> str:
    """Returns what is done with the hands `here`, in words; nothing, if there are no such hands."""
    return asked.in_words(different(chosen[here][situations.shown[here]]), OTHER_CARDS)


def by_card_shown(
    situations: Situations, chosen: Actions, asked: Asked, name: str, here: Any
) -> list[Choice]:
    """Returns lines for hands of one name: one line for all cards shown with which the same is
    done."""
    found = []
    ranks = np.arange(52) >> 2
    holds = (situations.hands[here][:, :, None] >> 2 == ranks[None, None, :]).any(axis=1)
    groups: dict[tuple[bool, str], list[int]] = {}
    for matched in (True, False):
        for rank in range(13):
            places = situations.shown[here] & (holds == matched) & (ranks == rank)[None, :]
            if places.any():
                done = asked.in_words(different(chosen[here][places]), OTHER_CARDS)
                groups.setdefault((matched, done), []).append(rank)
    for (matched, done), these in groups.items():
        places = situations.shown[here] & (holds == matched) & np.isin(ranks, these)[None, :]
        cards = ", ".join(RANKS[rank] for rank in these)
        which = "of a rank that is held" if matched else "of a rank that is not held"
        chance = situations.chance(here, places)
        found.append(Choice(f"{name}, dealer shows {cards} {which}", done, chance))
    return found


# Hands that a strategy names: the name, and their places among all.
Kind = tuple[str, Any]
Apart = Callable[[Situations, Any], Iterable[Kind]]


def kinds_of(known: Situations, categories: Sequence[str]) -> Iterator[Kind]:
    """Returns the player's hands, best first: by category (`categories` begin with high cards and
    pairs), a pair by its rank, less than a pair by its highest card."""
    of_hand = known.values >> CATEGORY_SHIFT
    for category in range(len(categories) - 1, -1, -1):
        here = of_hand == category
        if category > 1:
            yield categories[category], np.flatnonzero(here)
            continue
        top = known.values >> 8 & 15 if category else known.hands.max(axis=1) >> 2
        for rank in range(12, -1, -1):
            name = f"pair of {RANKS[rank]}" if category else f"{RANKS[rank]} high"
            yield name, np.flatnonzero(here & (top == rank))


def by_kinds(asked: Asked, categories: Sequence[str]) -> Lines:
    """Returns the strategy in lines by the player's hand; where that does not decide, by the card
    shown."""
    return lambda known, chosen: _by_kinds(known, chosen, asked, kinds_of(known, categories))


def _by_kinds(
    known: Situations, chosen: Actions, asked: Asked, kinds: Iterable[Kind]
) -> list[Choice]:
    found: list[Choice] = []
    alike: list[tuple[str, str, Fraction]] = []

    def end_runs() -> None:
        for run in runs_of(alike):
            name = run.first if run.first == run.last else f"{run.first} to {run.last}"
            if not found and run.first != run.last:
                name = f"{run.last} or better"
            found.append(Choice(name, run.action, run.chance))
        alike.clear()

    for name, here in kinds:
        done = done_with(known, chosen, asked, here)
        if done in asked.actions:
            alike.append((name, done, known.chance(here)))
        elif done:
            end_runs()
            found += by_card_shown(known, chosen, asked, name, here)
    end_runs()
    return found


def by_third_card(first_two: str) -> Apart:
    """Tells hands that hold the same two highest cards, of that name, apart by the third."""

    def apart(known: Situations, here: Any) -> Iterator[Kind]:
        third = np.sort(known.hands[here] >> 2, axis=1)[:, 2]
        for rank in range(10, 1, -1):
            yield f"{first_two}-{RANKS[rank]}", here[third == rank]

    return apart


def by_rows(asked: Asked, rows: Sequence[str], apart: Mapping[int, Apart]) -> Lines:
    """Returns the strategy in lines by row of the player's hand, those from the best down with
    which one goes on in one line. Where a row does not decide, `apart` tells its hands apart, and
    the card shown decides."""

    def lines(known: Situations, chosen: Actions) -> list[Choice]:
        found: list[Choice] = []
        from_the_best = True
        for row in range(len(rows) - 1, -1, -1):
            here = np.flatnonzero(known.rows == row)
            done = done_with(known, chosen, asked, here)
            from_the_best = from_the_best and done in (asked.actions[1], "")
            if done == asked.actions[1] and from_the_best:
                name = rows[row] + (" or better" if row else "")
                found = [Choice(name, done, known.chance(known.rows >= row))]
            elif row in apart and done not in asked.actions:
                for name, those in apart[row](known, here):
                    found += by_card_shown(known, chosen, asked, name, those)
            elif done:
                found.append(Choice(rows[row], done, known.chance(here)))
        return found

    return lines
