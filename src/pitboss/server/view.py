"""A table, and what was done at it, as somebody sees it: in JSON. Everything with a card in it is
made from the events visible to the viewer; the prompt is there only where it is the caller's to
answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.errors import NotPermitted
from pitboss.server.ring import ring_json
from pitboss.store.draft import Draft
from pitboss.store.jobs import Stepped, deadline
from pitboss.store.live import Live, check_areas, seats_at, would_begin
from pitboss.store.people import Person
from pitboss.store.roles import may, not_agreed, viewer_of, wagering
from pitboss.store.rows import Occupant, Row
from pitboss.store.shoes import commitment
from pitboss.store.waiting import sort_of
from pitboss.table.entries import seat_text
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt, answer_text
from pitboss.table.receipt import Receipt, event_json, line_json, standing_json
from pitboss.table.view import prompt_for, view, waiting_for

# What is asked of a dealer as a choice, where any answer is right.
DECISIONS = ("decision", "number")


def viewer_at(live: Live, account: int, role: str) -> int:
    """Returns as whom somebody sees the table now. Whoever joins has no seat yet."""
    seat = live.seat_of(account)
    return viewer_of(role, seat if seat in live.table.seats else 0)


def events_seen(live: Live, person: Person) -> list[Event]:
    """Returns the events of the procedure under way as somebody sees them."""
    events = live.outcome.events if live.outcome is not None else ()
    return view(events, viewer_at(live, person.id, person.role))


def viewer_of_last_round(live: Live, person: Person) -> int:
    """Returns as whom somebody saw the last round: a patron as the seat that they had in it."""
    seats = [seat for seat, account in live.last_owners.items() if account == person.id]
    return viewer_of(person.role, seats[0] if seats else 0)


def last_events_seen(live: Live, person: Person) -> list[Event]:
    """Returns the events of the last round as somebody saw them."""
    events = live.last.events if live.last is not None else []
    return view(events, viewer_of_last_round(live, person))


def viewer_word(viewer: int) -> str:
    return "-" if viewer < 0 else seat_text(viewer)


# -- a step, for its answer and for those who listen --------------------------------------------


def answer_json(done: Any) -> Any:
    """Returns what is answered to a job of the writer: a step as its viewer sees it, or the
    result as it is."""
    if type(done) is not Stepped:
        return done
    answer = step_json(done.draft, done.viewer)
    if done.seat:
        answer |= {"seat": seat_text(done.seat), "presence": done.presence}
    return answer


def step_json(draft: Draft, viewer: int) -> dict[str, Any]:
    """Returns what a step did, as somebody sees it."""
    live = draft.live
    answer: dict[str, Any] = {
        "table": live.id,
        "n": live.n,
        "round": live.round,
        "seq": live.seq,
        "status": live.status,
        "events": [
            {"round": fresh.round, **event_json(event, fresh.law)}
            for fresh in draft.fresh
            for event in view(fresh.events, viewer)
        ],
        "waiting_for": whom(live),
        "receipts": [
            receipt_json(receipt, number)
            for number, receipt in draft.receipts
            if receipt.procedure == "round"
        ],
    }
    if viewer > 0 and viewer in live.seats:
        answer["balance"] = draft.balance(live.seats[viewer].account)
    return answer


def whom(live: Live) -> str | None:
    """Returns whom the table waits for, if for anybody."""
    return waiting_for(live.outcome.prompt) if live.outcome is not None else None


def receipt_json(receipt: Receipt, number: int) -> dict[str, Any]:
    """Returns the settlement: money is public, cards are in the events only."""
    law = receipt.law
    answer: dict[str, Any] = {
        "round": number,
        "procedure": receipt.procedure,
        "game": receipt.game,
        "day": law.day.isoformat(),
        "lines": [line_json(line, law) for line in receipt.lines],
        "net": {seat_text(seat): cents for seat, cents in receipt.net().items()},
        "standing": [standing_json(wager) for wager in receipt.after.standing],
        "unverified": list(law.unverified),
        "rules": law.hash,
    }
    if receipt.owed:
        answer["owed"] = {seat_text(seat): cents for seat, cents in receipt.owed.items()}
    return answer


def row_json(row: Row) -> dict[str, Any]:
    return {
        "table": row.table,
        "round": row.round,
        "seq": row.seq,
        "body": msgspec.json.decode(row.body),
        "prev_hash": row.prev,
        "hash": row.hash,
    }


# -- what is expected ---------------------------------------------------------------------------


def expected(live: Live, seat: int, role: str) -> dict[str, Any]:
    """Returns what the table waits for, as far as the caller may know."""
    answer: dict[str, Any] = {"expected": [], "waiting_for": whom(live), "n": live.n}
    if live.outcome is not None:
        own = prompt_json(live, seat, role)
        answer["expected"] = [answer_text(one) for one in own["answers"]] if own else []
        if not live.opened.training:
            answer["section"] = live.outcome.prompt.citation()
    return answer


def prompt_json(live: Live, seat: int, role: str) -> dict[str, Any] | None:
    """Returns the prompt, if it is the caller's to answer: never with the cards that are left."""
    if live.outcome is None:
        return None
    prompt = live.outcome.prompt
    if may(role, "deal"):
        return _dealers_prompt(live, prompt)
    if role != "patron" or not seat or seat not in live.table.seats:
        return None
    own = prompt_for(prompt, seat)
    if prompt.seat < 0 and not live.by_hand and _may_close(live, live.owner(seat)):
        if own is None:
            own = {
                "seat": seat_text(seat),
                "kind": prompt.kind,
                "what": prompt.what,
                "answers": [],
                "cite": prompt.citation(),
            }
        own["answers"] = [*own["answers"], {"entry": "d close"}]
    return own


def _dealers_prompt(live: Live, prompt: Prompt) -> dict[str, Any] | None:
    """Returns what the dealer may answer: what is the dealer's own, and for guests of the house. In
    training the dealer is told of decisions alone, and not what the procedure wants."""
    own = prompt_for(prompt, 0)
    if live.opened.training and prompt.kind not in DECISIONS:
        own = None
    if prompt.kind in ("draw", "roll", "spin") and own is not None:
        own["answers"] = [{"entry": f"d {prompt.kind}"}]
    for seat, who in live.seats.items():
        theirs = prompt_for(prompt, seat) if who.guest else None
        if theirs is not None:
            answers = [*(own or {"answers": []})["answers"], *theirs["answers"]]
            own = (own or theirs) | {"answers": answers}
    return own


def _may_close(live: Live, account: int) -> bool:
    """Whether somebody may ask for the close of the wagering: whoever has a wager, or is waited for
    by those who have, and has not asked yet."""
    assert live.outcome is not None
    if not would_begin(live):
        return False
    wagers = live.outcome.wagers
    concerned = any(live.owner(wager.seat) == account for wager in wagers) or (
        bool(wagers) and account in wagering(live)
    )
    if not concerned or (account in live.asked and not_agreed(live)):
        return False
    return any(answer["entry"] == "d close" for answer in live.outcome.prompt.answers())


def closing_json(live: Live) -> dict[str, list[str]]:
    """Returns who has asked for the close of the wagering, and whose asking it waits for."""

    def seats(accounts: Iterable[int]) -> list[str]:
        return [seat_text(seat) for seat in sorted(map(live.seat_of, accounts)) if seat]

    waits = seats(not_agreed(live)) if live.asked else []
    return {"asked": seats(live.asked), "waits_for": waits}


# -- the table ----------------------------------------------------------------------------------


def floor_line(live: Live) -> dict[str, Any]:
    """Returns a table on the floor, for everybody."""
    opened, law = live.opened, live.rules.law
    return {
        "id": live.id,
        "table": live.id,
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
        "sort": sort_of(live) or None,
        "taken": [
            {
                "seat": seat_text(seat),
                "name": who.name,
                "presence": who.presence,
                "guest": who.guest,
                "player": seat_text(who.player) if who.player else None,
            }
            for seat, who in sorted(live.seats.items())
        ],
        "rounds": live.table.round,
        "procedure": live.table.next,
        "waiting_for": whom(live),
        "training": opened.training,
        "n": live.n,
    }


def table_json(
    live: Live, person: Person, balance: int, meter: int | None = None
) -> dict[str, Any]:
    """Returns the table as this person sees it; `meter` is what its progressive meter shows."""
    law = live.rules.law
    answer = floor_line(live)
    own = live.seat_of(person.id)
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
        "events": [event_json(event, law) for event in events_seen(live, person)],
        "wagers": [standing_json(wager) for wager in wagers],
        "prompt": prompt_json(live, own, person.role),
        "deadline": deadline(live) or None,
        "closing": closing_json(live),
        "dealers": None if live.dealers is None else list(live.dealers),
        "shoe": shoe_json(live),
        "meter": None if meter is None else {"name": live.opened.meter, "reading": meter},
        "ring": ring_json(live),
        "last": receipt_json(live.last, live.last_round) if live.last is not None else None,
        "pending": [
            {
                "notice": c.notice,
                "effective_at": c.effective_at,
                "options": c.options,
                "limits": {kind: list(pair) for kind, pair in c.limits.items()},
                "chip": c.chip,
            }
            for c in live.pending
        ],
    }
    if live.last is not None:
        law = live.last.law
        last = [event_json(event, law) for event in last_events_seen(live, person)]
        answer["last"]["events"] = last
    if may(person.role, "deal") and live.outcome is not None:
        answer["irregularities"] = [
            # The card is the next one in the shoe: nobody names it.
            " ".join(word for word in text.split() if word != "CARD")
            for text in live.outcome.prompt.irregularities()
        ]
    return answer


def addable(live: Live, account: int) -> list[str]:
    """Returns the free betting areas that a seated player may take as well."""
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


def shoe_json(live: Live) -> dict[str, Any] | None:
    """Returns the shoe in use: its commitment, and how many cards, but none of them."""
    if live.shoe is None:
        return None
    return {
        "number": live.shoe.number,
        "commitment": commitment(live.shoe.salt, live.shoe.cards),
        "cards": len(live.shoe.cards),
        "dealt": live.shoe.dealt,
    }
