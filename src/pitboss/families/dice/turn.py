"""Whose turn it is to throw or shake: the players one after another, clockwise."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.table.dealer import Dealer
from pitboss.table.shuffling import clockwise_from

ACCEPT, DECLINE = "accept the shaker", "decline the shaker"


def left_of(seat: int, seats: tuple[int, ...]) -> list[int]:
    """The other players in turn, clockwise from this one's left."""
    return [other for other in clockwise_from(seat + 1, seats) if other != seat]


def offer_the_shaker(dealer: Dealer, order: list[int], *, offer: str) -> int:
    """To each player in turn. Gives the seat of the first who accepts, or 0."""
    for seat in order:
        if dealer.choose(seat, (ACCEPT, DECLINE), cite=offer, what="the shaker") == ACCEPT:
            return seat
    return 0


def shooter_of(dealer: Dealer) -> int:
    """The seat that has the dice, or 0 where a player has them who is not of this record."""
    shooter: int = dealer.state.shooter
    return shooter if shooter in dealer.table.seats else 0


def new_shooter(dealer: Dealer, shooter: int) -> None:
    """Doubt: a fire wager outlives the shooter it was made on if he passes the dice, until a
    loser 7; so new ones are taken only when none lies there."""
    state = dealer.state
    fire = any(wager.kind == "fire" for wager in dealer.wagers)
    fresh = state.fresh or not (state.point or fire)
    points = () if fresh else state.fire_points
    state = replace(state, shooter=shooter, relinquished=False, point_made=False, off=False)
    dealer.remember(replace(state, fresh=fresh, fire_points=points))
