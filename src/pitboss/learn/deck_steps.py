"""Many tables of a poker game of one deck with one decision, a step at a time.

The cards are dealt when the round begins; then the player is asked once, and what the cards come to
is found by the `outcome` function of the game's study, as in its simulation. Which of the cards the
player sees when asked is read off a round of the procedure."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.simulation.one_deck import CARDS, deal_cards, outcome_of
from pitboss.compiled import compiled
from pitboss.learn.blackjack_steps import CUT, GOES_ON, OVER, REFUSED

GO_ON = 0
BEGIN, ASKED = range(2)
# Nothing is seen at a place before the deal.
NO_CARD = -1


class Decks(NamedTuple):
    """All tables: their decks, what is asked, refusals, generators, and what a step gives back."""

    decks: npt.NDArray[np.int64]
    phases: npt.NDArray[np.int8]
    refusals: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    seen: npt.NDArray[np.int8]
    masks: npt.NDArray[np.int8]
    nets: npt.NDArray[np.int64]
    ended: npt.NDArray[np.int8]
    last: npt.NDArray[np.int8]


@compiled
def clear_deck(floor: Any, table: int) -> None:
    """The wager is on the layout, and nothing is dealt."""
    floor.phases[table] = BEGIN
    floor.refusals[table] = 0
    for action in range(floor.masks.shape[1]):
        floor.masks[table, action] = action == GO_ON
    for place in range(floor.seen.shape[1]):
        floor.seen[table, place] = NO_CARD


@compiled
def clear_decks(floor: Any) -> None:
    """Every table begins."""
    for table in range(floor.phases.shape[0]):
        clear_deck(floor, table)


@compiled
def begin_rounds(floor: Any, places: Any, actions: Any, refusals_max: int) -> int:
    """Deals where that is asked for, and refuses what is not open. Returns how many tables did
    not plainly go on; where a decision is to be settled, `ended` is OVER."""
    notable = 0
    for table in range(actions.shape[0]):
        if not floor.masks[table, actions[table]]:
            floor.ended[table] = REFUSED
            floor.refusals[table] += 1
            notable += 1
            if floor.refusals[table] >= refusals_max:
                floor.ended[table] = CUT
                for place in range(floor.seen.shape[1]):
                    floor.last[table, place] = floor.seen[table, place]
                clear_deck(floor, table)
        elif floor.phases[table] == BEGIN:
            floor.ended[table] = GOES_ON
            floor.phases[table] = ASKED
            deck = floor.decks[table]
            floor.keys[table] = deal_cards(deck, CARDS, floor.keys[table])
            for place in range(places.shape[0]):
                floor.seen[table, place] = deck[places[place]]
            for action in range(floor.masks.shape[1]):
                floor.masks[table, action] = action != GO_ON
        else:
            floor.ended[table] = OVER
            notable += 1
    return notable


@compiled
def settle_rounds(
    tables: Any, decisions: Any, nets: Any, floor: Any, actions: Any, action: int
) -> None:
    """Settles the rounds in which this action was taken; `decisions` take it with any cards."""
    for table in range(actions.shape[0]):
        if floor.ended[table] == OVER and actions[table] == action:
            floor.nets[table] = nets[outcome_of(tables, decisions, floor.decks[table])]
            for place in range(floor.seen.shape[1]):
                floor.last[table, place] = floor.seen[table, place]
            clear_deck(floor, table)
