"""What two cards are worth to a player: a wager's expectation, in thousandths, where the dealer has
no natural, copy hands losing.

Estimates: two million simulated rounds for each class of two cards, six decks, seed 2
(tools/fast_action_values.py); each is right to about 0.7, one standard error. With eight decks
they hardly differ."""

from __future__ import annotations

from functools import cache

# Ranks from the ace down to the two. Right of the diagonal suited cards, left of it others; on
# the diagonal pairs of two suits.
GRID = (
    (527, 92, 53, 17, -22, -56, -73, -90, -106, -103, -119, -133, -149),  # A
    (29, 435, -20, -47, -61, -91, -120, -131, -147, -161, -173, -188, -203),  # K
    (-14, -92, 361, -85, -86, -116, -146, -173, -183, -195, -211, -226, -240),  # Q
    (-54, -122, -164, 291, -104, -132, -160, -187, -214, -226, -239, -254, -269),  # J
    (-95, -138, -164, -183, 226, -141, -167, -196, -225, -254, -264, -278, -293),  # T
    (-133, -170, -197, -212, -219, 165, -180, -205, -232, -262, -291, -300, -317),  # 9
    (-150, -200, -225, -242, -248, -260, 111, -217, -241, -269, -299, -328, -339),  # 8
    (-168, -213, -257, -272, -280, -288, -301, 56, -250, -275, -305, -335, -364),  # 7
    (-188, -228, -268, -301, -310, -319, -328, -337, 6, -281, -308, -339, -369),  # 6
    (-185, -242, -281, -312, -341, -348, -357, -363, -369, -45, -307, -335, -364),  # 5
    (-200, -258, -298, -327, -355, -382, -388, -395, -399, -397, -100, -355, -381),  # 4
    (-216, -274, -313, -344, -368, -392, -420, -427, -430, -427, -448, -152, -399),  # 3
    (-231, -291, -329, -360, -384, -408, -433, -459, -462, -458, -477, -496, -202),  # 2
)
# Pairs of one suit: the same card twice.
SUITED_PAIRS = (566, 483, 414, 349, 289, 232, 183, 133, 85, 37, -13, -61, -106)

RANKS = 13

# The number of each class (hands.two_card_class): higher rank, lower rank, whether suited.
CLASSES: dict[int, tuple[int, int, bool]] = {
    (high * RANKS + low) * 2 + suited: (high, low, bool(suited))
    for high in range(RANKS)
    for low in range(high + 1)
    for suited in (0, 1)
}


@cache
def class_values() -> tuple[int, ...]:
    """Returns the values by number of the class; 0 where a number is no class."""
    values = [0] * (2 * RANKS * RANKS)
    for number, (high, low, suited) in CLASSES.items():
        row, column = RANKS - 1 - high, RANKS - 1 - low
        if high == low and suited:
            values[number] = SUITED_PAIRS[row]
        else:
            values[number] = GRID[row][column] if suited else GRID[column][row]
    return tuple(values)
