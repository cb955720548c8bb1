"""What tickets are owed for a game: the same for whoever selects and for whoever checks."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.games.keno.payment import payoff, share_aggregate
from pitboss.games.keno.selection import selection_of
from pitboss.store.keno.rows import TicketNumber
from pitboss.store.keno.state import KenoSystem, payable_of


def owed_for(
    system: KenoSystem, tickets: Sequence[tuple[TicketNumber, str]], selection: int
) -> list[tuple[TicketNumber, int]]:
    """15.3(e), 15.6(a): the tickets that are owed anything, and how much, once the aggregate
    maximum has been shared out."""
    drawn = selection_of(selection)
    day, card = system.day, system.card
    owed = [payoff(payable_of(day, card, request), drawn) for _, request in tickets]
    shared = share_aggregate(owed, system.rules.card)
    return [(number, cents) for (number, _), cents in zip(tickets, shared, strict=True) if cents]
