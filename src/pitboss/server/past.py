"""Procedures of the past, and of the one under way what a listener missed, as somebody saw them."""

from __future__ import annotations

from typing import Any

from pitboss.errors import PitbossError
from pitboss.log.steps import Steps
from pitboss.server.problems import RequestRefused
from pitboss.server.stream import Place, message
from pitboss.server.view import receipt_json, viewer_at, whom
from pitboss.store.database import Database
from pitboss.store.live import Live
from pitboss.store.loading import PlayedRound, replay_round
from pitboss.store.people import Person
from pitboss.store.roles import may, viewer_of
from pitboss.store.rows import Ended, Entered, SeatsChanged
from pitboss.table.entries import DEALER, parse_seat
from pitboss.table.receipt import event_json
from pitboss.table.view import BYSTANDER, view

CATCH_UP_ROUNDS_MAX = 50


def steps_of(played: PlayedRound, viewer: int, only: int | None = None) -> Steps:
    """Returns the steps as somebody saw them; with `only`, what is asked at that step alone."""
    live = played.live
    return Steps(
        live.game,
        live.rules,
        played.before,
        played.entries,
        seat=viewer,
        by_hand=live.by_hand,
        only=only,
    )


def viewer_in(played: PlayedRound, account: int, role: str) -> int:
    """Returns as whom somebody saw the procedure: a patron as the seat that they had in it. A
    dealer in training is not told what is asked of them in a round that is not over."""
    if played.live.opened.training and played.receipt is None:
        return BYSTANDER
    seats = played.before.seats
    own = (s for s, who in played.live.seats.items() if who.account == account and s in seats)
    return viewer_of(role, next(own, 0))


def chosen_viewer(played: PlayedRound, person: Person, seat: str | None) -> int:
    """Returns as whom somebody is shown the procedure: as they saw it, or as the `seat` that they
    ask for (`-` is a bystander) if they may."""
    own = viewer_in(played, person.id, person.role)
    if seat is None:
        return own
    try:
        wanted = BYSTANDER if seat == "-" else parse_seat(seat)
    except PitbossError as error:
        raise RequestRefused(422, "no-such-seat", str(error)) from None
    if wanted not in (BYSTANDER, DEALER) and wanted not in played.before.seats:
        raise RequestRefused(404, "no-such-seat", f"{seat} had no seat in that round")
    if wanted in (own, BYSTANDER):
        return wanted
    if not may(person.role, "see-journals") or played.receipt is None:
        raise RequestRefused(403, "not-yours", "you see a round as your own seat saw it")
    return wanted


def catch_up(db: Database, live: Live, since: Place, account: int, role: str) -> list[bytes]:
    """Returns messages for everything at a table since that place, as somebody saw it; a reset if
    that is too much. Blocks.

    A place is a row; that of number 0 is the beginning of a procedure, before its first row, with
    whatever happened before anybody was asked."""
    round_, seq = since
    if live.round - round_ > CATCH_UP_ROUNDS_MAX:
        return [message((live.round, live.seq), "reset", {"table": live.id, "n": live.n})]
    messages = []
    with db.read() as reading:
        for number in range(max(round_, 1), live.round + 1):
            after = seq if number == round_ else -1
            if number == live.round and not live.seq:
                if after < 0 and live.outcome is not None:
                    messages.append(_begun(live, viewer_at(live, account, role)))
                break
            # Whoever writes meanwhile is told of later.
            upto = live.seq if number == live.round else None
            played = replay_round(reading, live, number, upto=upto)
            if played.rows[-1].seq > after:
                messages.append(_missed(played, live, after, viewer_in(played, account, role)))
    return messages


def _begun(live: Live, viewer: int) -> bytes:
    """Returns the message for what happened in a procedure before anybody was asked."""
    assert live.outcome is not None
    law = live.rules.law
    data = {
        "table": live.id, "n": live.n, "round": live.round, "seq": live.seq, "status": live.status,
        "events": [event_json(event, law) | {"round": live.round}
                   for event in view(live.outcome.events, viewer)],
        "receipts": [], "waiting_for": whom(live),
    }  # fmt: skip
    return message((live.round, live.seq), "step", data)


def _missed(played: PlayedRound, live: Live, after: int, viewer: int) -> bytes:
    """Returns one message for what followed row `after` of a procedure."""
    last, number = played.rows[-1], played.live.round
    told = [row.read() for row in played.rows if row.seq <= after]
    known = sum(isinstance(body, Entered) for body in told)
    # What comes before the first entry is told as soon as anybody sits there.
    seated = played.began or any(isinstance(body, SeatsChanged) and body.seats for body in told)
    law = played.live.rules.law
    events = []
    if played.before.seats:
        steps = steps_of(played, viewer, only=-1)
        seen = steps[known].events if after >= 0 and seated and known < len(steps) else ()
        events = [
            event_json(event, law) | {"round": number} for event in steps[-1].events[len(seen) :]
        ]
    data: dict[str, Any] = {
        "table": live.id, "n": live.n, "round": number, "seq": last.seq, "status": live.status,
        "events": events, "receipts": [], "waiting_for": None,
    }  # fmt: skip
    receipt = played.receipt if isinstance(last.read(), Ended) else None
    if receipt is not None and receipt.procedure == "round":
        data["receipts"] = [receipt_json(receipt, number)]
    if number == live.round:
        data["waiting_for"] = whom(live)
    return message((number, last.seq), "step", data)
