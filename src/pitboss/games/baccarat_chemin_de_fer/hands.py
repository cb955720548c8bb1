"""4.9: what each hand may do, as a set of two bits. Naturals are over by then."""

from __future__ import annotations

from pitboss.compiled import compiled
from pitboss.hands.baccarat import banker_draws, player_draws

MAY_STAY, MAY_DRAW = 1, 2
WORDS = {MAY_STAY: ("stay",), MAY_DRAW: ("draw",), MAY_STAY | MAY_DRAW: ("draw", "stay")}


@compiled
def player_may(player: int, optional: bool) -> int:
    """0 to 4 draws, 6 and 7 stay; 5 is the player's choice where there is any."""
    if optional and player == 5:
        return MAY_STAY | MAY_DRAW
    return MAY_DRAW if player_draws(player) else MAY_STAY


@compiled
def banker_chooses(banker: int, third_value: int) -> bool:
    """The two cells that custom leaves to the banker."""
    return (banker == 3 and third_value == 9) or (banker == 5 and third_value == 4)


@compiled
def banker_may(banker: int, third_value: int, optional: bool) -> int:
    """The table of subchapter 3, but for the cells in which the banker chooses."""
    if optional and banker_chooses(banker, third_value):
        return MAY_STAY | MAY_DRAW
    return MAY_DRAW if banker_draws(banker, third_value) else MAY_STAY
