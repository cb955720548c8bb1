"""A strategy in steps of the player's hand: from this hand on, do that.

    "A-K-J-8-3 or better" = "bet"
    "anything lower" = "fold"

A user's own table is read into such steps; each line holds up to the next higher one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput

LOWER, OR_BETTER, SUITED, OTHERWISE = "anything lower", " or better", " suited", "otherwise"

Steps = list[tuple[int, str]]


def action_at(steps: Steps, value: int) -> str:
    """`steps` are the least value of each and its action, from the highest down."""
    return next(action for least, action in steps if value >= least)


def read_steps(
    rules: Any, table: Mapping[str, str], *, actions: tuple[str, ...], cite: str,
    least: Callable[[str], int | None], example: str,
) -> Steps:  # fmt: skip
    """`least` gives the value of the lowest hand of that name, or None."""
    steps: dict[int, str] = {}
    for situation, action in table.items():
        if action not in actions:
            raise BadInput(
                f"policy: {situation[:60]!r} = {action[:40]!r}: not permitted; expected "
                f"{', '.join(actions)}", cite=rules.law.cite(cite),
            )  # fmt: skip
        value: int | None = 0
        if situation not in (LOWER, OTHERWISE):
            hand = situation.removesuffix(OR_BETTER)
            value = least(hand) if hand != situation else None
            if value is None:
                raise BadInput(
                    f"policy: {situation[:60]!r} is no situation of this game; expected "
                    f'"{example}{OR_BETTER}" or "{LOWER}"'
                )
        assert value is not None
        if value in steps:
            raise BadInput(f"policy: {situation[:60]!r}: a second line for the same hands")
        steps[value] = action
    if 0 not in steps:
        raise BadInput(f'policy: no action for 1 situation(s): "{LOWER}": {", ".join(actions)}')
    return sorted(steps.items(), reverse=True)


def cards_of(hand: str, count: int) -> list[int] | None:
    """Cards of these ranks, of one suit only if the name says so: `A-K-J-8-3`."""
    ranks = hand.removesuffix(SUITED).split("-")
    if len(ranks) != count or any(len(rank) != 1 or rank not in RANKS for rank in ranks):
        return None
    suited = hand.endswith(SUITED)
    if (suited and len(set(ranks)) < count) or any(ranks.count(rank) > 4 for rank in ranks):
        return None
    # Cards of one rank get suits in turn; otherwise the last card breaks the suit.
    cards: list[int] = []
    for place, rank in enumerate(ranks):
        suit = ranks[:place].count(rank)
        if not suited and len(set(ranks)) == count and place % 2:
            suit = 1
        cards.append(RANKS.index(rank) << 2 | suit)
    return cards
