"""15.3(e), 15.6: what tickets are paid when the numbers are known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from pitboss.games.keno.rate_card import RateCard
from pitboss.games.keno.rules import KenoRules
from pitboss.games.keno.tickets import Ticket, Way

# For every way its numbers as bits, and its payoffs by the number of them that are caught.
Payable = tuple[tuple[int, tuple[int, ...]], ...]


class WayResult(msgspec.Struct, frozen=True):
    """A way, how many of its spots were caught, and what it is paid, its price included."""

    way: Way
    caught: int
    payoff: int


def payable(ticket: Ticket, card: RateCard) -> Payable:
    """The ticket in the form in which it is evaluated, many at a time."""
    schedule = ticket.request.schedule
    return tuple((way.numbers, card.payoffs(schedule, way.spots, way.rate)) for way in ticket.ways)


def payoff(ways: Payable, drawn: int) -> int:
    """15.6(a): what the ticket is paid for one game; `drawn` are the numbers as bits."""
    total = 0
    for numbers, payoffs in ways:
        total += payoffs[(numbers & drawn).bit_count()]
    return total


def way_results(ticket: Ticket, card: RateCard, drawn: int) -> list[WayResult]:
    """Each way of the ticket for one game."""
    results = []
    for way, (numbers, payoffs) in zip(ticket.ways, payable(ticket, card), strict=True):
        caught = (numbers & drawn).bit_count()
        results.append(WayResult(way, caught, payoffs[caught]))
    return results


def share_aggregate(payoffs: Sequence[int], card: RateCard) -> list[int]:
    """15.3(e), 15.4(c)11: the payoffs of all tickets of a game, cut to the maximum aggregate by the
    method that the tickets state. What is left of a cent stays with the house."""
    limit = card.aggregate_payoff
    total = sum(payoffs)
    if limit is None or total <= limit:
        return list(payoffs)
    if card.sharing == "equal":
        return _equal_parts(payoffs, limit)
    return [cents * limit // total for cents in payoffs]


def _equal_parts(payoffs: Sequence[int], limit: int) -> list[int]:
    """Equal parts of the limit, none above what the ticket would have been paid without one."""
    paid = [0] * len(payoffs)
    left = limit
    order = sorted((which for which, cents in enumerate(payoffs) if cents), key=payoffs.__getitem__)
    for place, which in enumerate(order):
        paid[which] = min(payoffs[which], left // (len(order) - place))
        left -= paid[which]
    return paid


def needs_supervisor(cents: int, rules: KenoRules) -> bool:
    """15.6(b)."""
    return cents >= rules.supervisor_from


def claim_until(last_start: datetime, card: RateCard) -> datetime:
    """15.6(c): the moment after which a winning ticket is no longer valid, counted from the start
    of the last game for which it was sold."""
    return last_start + timedelta(minutes=card.validity)
