"""A table as somebody sees it. Everything with a card in it is made from the events visible to
that seat; the prompt is there only where it is the caller's to answer."""

from __future__ import annotations

from typing import Any

from pitboss.errors import NotPermitted
from pitboss.store.jobs import deadline, eyes, prompt_json, receipt_json, waiting_for
from pitboss.store.live import Live, check_areas, seats_at
from pitboss.store.people import Person
from pitboss.store.rows import Occupant
from pitboss.store.shoes import commitment
from pitboss.table.entries import seat_text
from pitboss.table.receipt import event_json, standing_json
from pitboss.table.view import view

IRREGULARITIES_FOR = ("dealer", "floorperson", "pit-boss")


def viewer(live: Live, person: Person) -> int:
    """As which seat this person sees the table: -1 as a bystander, 0 as the dealer."""
    if person.role == "patron":
        seat = live.seat_of(person.id)
        return seat if seat in live.table.seats else -1
    return eyes(person.role)


def floor_line(live: Live) -> dict[str, Any]:
    """A table on the floor, for everybody."""
    opened, law = live.opened, live.rules.law
    return {
        "id": live.id,
        "name": opened.name,
        "pit": opened.pit,
        "game": live.game.key,
        "title": law.title,
        "subchapter": law.subchapter,
        "day": live.day.isoformat(),
        "status": live.status,
        "dealer": "by hand" if live.by_hand else "automatic",
        "limits": {kind: list(pair) for kind, pair in live.table.limits.by_kind.items()},
        "chip": live.table.limits.chip,
        "seats": seats_at(live),
        "taken": [
            {"seat": seat_text(seat), "name": who.name, "presence": who.presence,
             "guest": who.guest, "player": seat_text(who.player) if who.player else None}
            for seat, who in sorted(live.seats.items())
        ],
        "rounds": live.table.round,
        "procedure": live.table.next,
        "waiting_for": waiting_for(live.outcome.prompt) if live.outcome is not None else None,
        "n": live.n,
    }  # fmt: skip


def table_json(
    live: Live, person: Person, balance: int, meter: int | None = None
) -> dict[str, Any]:
    """The table as this person sees it; `meter` is what its progressive meter shows."""
    law = live.rules.law
    eye = viewer(live, person)
    answer = floor_line(live)
    own = live.seat_of(person.id)
    events = live.outcome.events if live.outcome is not None else ()
    wagers = live.outcome.wagers if live.outcome is not None else live.table.standing
    answer |= {
        "round": live.round,
        "seq": live.seq,
        "options": live.options,
        "all_options": law.options,
        "rules": law.hash,
        "unverified": list(law.unverified),
        "you": {
            "name": person.name,
            "role": person.role,
            "seat": seat_text(own) if own else None,
            "presence": live.seats[own].presence if own else None,
            "areas": [seat_text(seat) for seat in live.seats_of(person.id) if seat != own],
            "may_add": addable(live, person.id),
            "balance": balance,
        },
        "events": [event_json(event, law) for event in view(events, eye)],
        "wagers": [standing_json(wager) for wager in wagers],
        "prompt": prompt_json(live, own, person.role),
        "deadline": deadline(live) or None,
        "shoe": shoe_json(live),
        "meter": None if meter is None else {"name": live.opened.meter, "reading": meter},
        "last": receipt_json(live.last, live.last_round) if live.last is not None else None,
        "pending": [
            {"notice": c.notice, "effective_at": c.effective_at, "options": c.options,
             "limits": {kind: list(pair) for kind, pair in c.limits.items()}, "chip": c.chip}
            for c in live.pending
        ],
    }  # fmt: skip
    if live.last is not None:
        answer["last"]["events"] = [
            event_json(event, live.last.law)
            for event in view(live.last.events, last_eye(live, person))
        ]
    if person.role in IRREGULARITIES_FOR and live.outcome is not None:
        answer["irregularities"] = [
            # The card is the next one in the shoe: nobody names it.
            " ".join(word for word in text.split() if word != "CARD")
            for text in live.outcome.prompt.irregularities()
        ]
    return answer


def addable(live: Live, account: int) -> list[str]:
    """The free betting areas that a seated player may take as well."""
    own = live.seat_of(account)
    if not own or not live.game.several_areas or live.closed:
        return []
    found = []
    for seat in range(1, seats_at(live) + 1):
        if seat in live.seats:
            continue
        try:
            check_areas(live, live.seats | {seat: Occupant(account, "", player=own)})
        except NotPermitted:
            continue
        found.append(seat_text(seat))
    return found


def last_eye(live: Live, person: Person) -> int:
    """As which seat this person saw the last round: the seat they had in it."""
    if person.role != "patron":
        return eyes(person.role)
    for seat, account in live.last_owners.items():
        if account == person.id:
            return seat
    return -1


def shoe_json(live: Live) -> dict[str, Any] | None:
    """The shoe in use: its commitment, and how many cards, but none of them."""
    if live.shoe is None:
        return None
    return {
        "number": live.shoe.number,
        "commitment": commitment(live.shoe.salt, live.shoe.cards),
        "cards": len(live.shoe.cards),
        "dealt": live.shoe.dealt,
    }
