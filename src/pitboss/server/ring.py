"""A table at which players wager against each other, as everybody sees it: button, pots, who is out
of the round and who sits out. Made from what is public alone: the chips on the layout, and who
contends for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.games.poker.play import Play, play_of
from pitboss.store.live import Live
from pitboss.store.waiting import sort_of
from pitboss.table.entries import seat_text
from pitboss.table.game import Table
from pitboss.table.layout import Event
from pitboss.table.pots import BET, POT, STACK, divide
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting

# The kinds with cards for everybody in the middle.
BOARDS = ("14.10", "14.11")
OUT_OF_THE_ROUND = ("fold", "muck")


def ring_json(live: Live) -> dict[str, Any] | None:
    """Returns what such a table shows beside its wagers; None for a table of another kind."""
    if live.game.stakes is None:
        return None
    if live.outcome is not None:
        before = live.last if not live.outcome.events else None
        return ring_of(live, live.outcome, live.table, before)
    return ring_of(live, live.last, live.table)


def ring_of(
    live: Live, outcome: Waiting | Receipt | None, table: Table, before: Receipt | None = None
) -> dict[str, Any]:
    """The same for a procedure that waits or is over, at that table; `before` is the round that is
    still shown while nothing of the next has happened."""
    play, state, wagers = None, table.state, table.standing
    if isinstance(outcome, Waiting):
        dealer = outcome.prompt.dealer
        play, state, wagers = play_of(dealer), dealer.state, outcome.wagers
    events: Sequence[Event] = outcome.events if outcome is not None else ()
    if play is None and before is not None:
        events = before.events
    low, high = table.limits.of(live.game.stakes.chips if live.game.stakes is not None else "")
    return {
        "sort": sort_of(live),
        "button": seat_text(state.button) if state.button else None,
        "buy_in": [low, high],
        "dealt": [seat_text(seat) for seat in sorted(play.order)] if play is not None else [],
        "folded": _folded(play, events),
        "sits_out": [seat_text(w.seat) for w in wagers if w.kind == STACK and not w.on],
        "owes": dict(sorted(state.owes.items())),
        "pots": _pots(play) if play is not None else [],
        "said": _said(events) if play is not None else {},
        "breaking": live.breaking or None,
        "board": live.rules.kind.cite in BOARDS,
    }


def _folded(play: Play | None, events: Sequence[Event]) -> list[str]:
    """Returns who is out of the round; of one that is over who folded or mucked."""
    if play is not None:
        out = {seat for seat in play.order if not play.hands[seat].live}
    else:
        out = {e.seat for e in events if e.act == "choice" and e.what in OUT_OF_THE_ROUND}
    return [seat_text(seat) for seat in sorted(out)]


def _pots(play: Play) -> list[dict[str, Any]]:
    """Returns the main pot and the side pots as far as they are drawn in."""
    contributed = play.chips.contributed()
    if not contributed:
        return []
    return [
        {"name": pot.name, "cents": pot.cents, "seats": [seat_text(seat) for seat in pot.seats]}
        for pot in divide(contributed, play.live(), sum(play.chips.dead.values()))
    ]


def _said(events: Sequence[Event]) -> dict[str, str]:
    """Returns what each seat did last in the betting round under way."""
    said: dict[str, str] = {}
    for event in events:
        if event.act == "draw":
            said = {}
        elif event.act == "choice" and event.seat:
            # Of a choice that names cards its first word is everybody's.
            said[seat_text(event.seat)] = event.what if event.seen < 0 else event.what.split()[0]
    return said


def pot_sized(live: Live, seat: int) -> int:
    """Returns the level to which a raise of the size of the pot brings the bet."""
    assert live.outcome is not None
    bets = {w.seat: w.cents for w in live.outcome.wagers if w.kind == BET}
    total = sum(w.cents for w in live.outcome.wagers if w.kind in (BET, POT))
    level = max(bets.values(), default=0)
    return level + total + level - bets.get(seat, 0)
