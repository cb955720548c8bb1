"""Decisions by a hand of five cards and the card that the dealer shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.edges import Choice
from pitboss.compiled import compiled
from pitboss.equipment.cards import RANKS
from pitboss.studies.families.one_deck_poker.against import (
    Against,
    canonical_place,
    choose_table,
    place_in_table,
    players,
)
from pitboss.studies.families.one_deck_poker.sets import VALUES
from pitboss.studies.families.one_deck_poker.situations import (
    Actions,
    Lines,
    Situations,
    different,
)
from pitboss.studies.families.one_deck_poker.strategies import (
    Asked,
    Cards,
    Look,
    cards_at,
    own_hand,
)
from pitboss.table.prompts import Prompt

# No action: the hand and the card must be looked up.
LOOK_UP = 99
OTHER_CARDS = "by the other cards"


def known(prompt: Prompt) -> Cards:
    """Returns the player's five cards, and the one that the dealer shows."""
    return (*own_hand(prompt), *cards_at(prompt, "dealer's hand"))


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
    against: Against, row_of: Callable[[int], int], index: Callable[[int, int, int], int],
    lines: Lines, *, actions: Sequence[int] = (0, 1), ties_win: bool = False,
) -> Situations:  # fmt: skip
    """Returns the situations of a player's five cards and a card that the dealer shows."""
    values, place = np.unique(against.values, return_inverse=True)
    rows = np.array([row_of(value) for value in values.tolist()])[place]
    return Situations(
        hands=against.mine.hands, values=against.values, rows=rows, weights=against.mine.weights,
        ways=lambda: against.ways(ties_win=ties_win), deals=against.deals, index=index,
        lines=lines, kernel_form=by_hand_and_card, actions=actions, shown=against.shown,
    )  # fmt: skip


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
