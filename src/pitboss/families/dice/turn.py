"""Whose turn it is to throw or shake: the players one after another, clockwise."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.table.dealer import Dealer
from pitboss.table.shuffling import clockwise_from

ACCEPT, DECLINE = "accept the shaker", "decline the shaker"

# To whom the dice or the shaker are offered, in turn; the seat of the first who accepts, or 0.
Offer = Callable[[Dealer, list[int]], int]


def left_of(seat: int, seats: tuple[int, ...]) -> list[int]:
    """The other players in turn, clockwise from this one's left."""
    return [other for other in clockwise_from(seat + 1, seats) if other != seat]


def offer_the_shaker(dealer: Dealer, order: list[int], *, offer: str) -> int:
    """To each player in turn. Returns the seat of the first who accepts, or 0."""
    for seat in order:
        if dealer.choose(seat, (ACCEPT, DECLINE), cite=offer, what="the shaker") == ACCEPT:
            return seat
    return 0


def shooter_of(dealer: Dealer) -> int:
    """The seat that has the dice, or 0 where a player has them who is not of this record."""
    shooter: int = dealer.state.shooter
    return shooter if shooter in dealer.table.seats else 0


def is_taken(dealer: Dealer, offer: Offer, *, what: str, cite: str) -> bool:
    """What was relinquished is offered clockwise from the last shooter's left, himself last; the
    only player at a table keeps it. Returns whether there is a shooter."""
    if not dealer.state.relinquished:
        return True
    shooter, seats = shooter_of(dealer), dealer.table.seats
    if shooter and len(seats) > 1:
        shooter = offer(dealer, [*left_of(shooter, seats), shooter])
        if not shooter:
            dealer.note(f"nobody accepts {what}", cite=cite)
            return False
    new_shooter(dealer, shooter)
    return True


def passed_on(dealer: Dealer, offer: Offer) -> bool:
    """Offered to the other players at once; a shooter who is not of this record gives it to a
    seat of it, the lowest first. Returns whether somebody accepts."""
    shooter, seats = shooter_of(dealer), dealer.table.seats
    accepting = offer(dealer, left_of(shooter, seats) if shooter else sorted(seats))
    if accepting:
        new_shooter(dealer, accepting)
    return bool(accepting)


def new_shooter(dealer: Dealer, shooter: int) -> None:
    """Doubt: a fire wager outlives the shooter it was made on if he passes the dice, until a
    loser 7; so new ones are taken only when none lies there."""
    state = dealer.state
    fire = any(wager.kind == "fire" for wager in dealer.wagers)
    fresh = state.fresh or not (state.point or fire)
    points = () if fresh else state.fire_points
    state = replace(state, shooter=shooter, relinquished=False, point_made=False, off=False)
    dealer.remember(replace(state, fresh=fresh, fire_points=points))
