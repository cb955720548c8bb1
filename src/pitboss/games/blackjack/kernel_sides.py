"""Side wagers that first cards decide, for the kernel: the row of every three cards (two of a box
and the dealer's first), and what each row comes to by the rules' own pay table."""

from __future__ import annotations

from typing import Any

from pitboss.errors import BadInput
from pitboss.games.blackjack.hands import (
    LOSES,
    in_between_row,
    is_seven,
    match_row,
    over_13_row,
    same_suit_row,
    sevens_row,
    twenty_point_row,
    under_13_row,
)
from pitboss.games.twenty_one.kernel_sides import RowOf, rows_of
from pitboss.games.twenty_one.kernel_tables import Strategy
from pitboss.games.twenty_one.simulated import SideRows


def _sevens(first: int, second: int, up: int, blackjack: bool) -> int:
    """A player with two sevens takes a third card. Any card that is not known yet may stand for
    it, and so does the dealer's."""
    if not is_seven(first):
        return LOSES
    cards = [first, second, up] if is_seven(second) else [first]
    sevens = [card for card in cards if is_seven(card)]
    return sevens_row(len(sevens), len({card & 3 for card in sevens}) == 1)


# By the name of the wager: the field of the rules that has its pay table, and its row.
SIDES: dict[str, tuple[str, RowOf]] = {
    "over-13": ("over_under", lambda first, second, up, blackjack: over_13_row(first, second)),
    "under-13": ("over_under", lambda first, second, up, blackjack: under_13_row(first, second)),
    "same-suit": ("same_suit", lambda first, second, up, blackjack: same_suit_row(first, second)),
    "sevens": ("sevens", _sevens),
    "match-the-dealer": (
        "match_the_dealer", lambda first, second, up, blackjack: match_row(first, second, up),
    ),
    "in-between": (
        "in_between", lambda first, second, up, blackjack: in_between_row(first, second, up),
    ),
    "twenty-point-bonus": (
        "twenty_point_bonus",
        lambda first, second, up, blackjack: twenty_point_row(first, second, blackjack),
    ),
}  # fmt: skip


def side_rows(rules: Any, wager: str) -> SideRows:
    """The rows of a side wager by its pay table."""
    if wager not in SIDES:
        raise BadInput(f"the kernel has no {wager}: it has {', '.join(SIDES)}")
    field, row_of = SIDES[wager]
    paytable = getattr(rules, field)
    if paytable is None:
        raise BadInput(f"{wager} is not offered at this table")
    return rows_of(paytable, row_of)


def check_tens_stand(strategy: Strategy) -> None:
    """Two queens wait for the dealer's second card: the kernel has it where they stand."""
    allowed = frozenset(("draw", "double", "split", "stand"))
    if any(strategy.move((10, 10), (up,), allowed, 1) != "stand" for up in range(1, 11)):
        raise BadInput("with a twenty-point bonus the kernel plays strategies that stand on 20")
