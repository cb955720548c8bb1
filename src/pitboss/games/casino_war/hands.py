"""Card against card at casino war: integers in, integers out."""

from __future__ import annotations

from pitboss.compiled import compiled


@compiled
def rank(card: int) -> int:
    """22.3: from the two up to the ace; suits are equal."""
    return card >> 2


@compiled
def compare(player: int, dealer: int) -> int:
    """1 if the player's card is higher, -1 if it is lower, 0 for a tie hand."""
    mine, other = rank(player), rank(dealer)
    return (mine > other) - (mine < other)
