"""14.18 Waiting list: requests for a seat at a sort of table, first come first served. What is kept
here follows from the chain of the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from pitboss.games.poker import room
from pitboss.store.database import Reading
from pitboss.store.live import Live, seats_at
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import THE_HOUSE, Outcome, WaitEnded
from pitboss.store.writer import Batch


class Request(msgspec.Struct, frozen=True):
    """A request for a seat; `table` and `until` are set while one is offered."""

    number: int
    account: int
    sort: str
    at: int
    table: int
    until: int


REQUEST = "SELECT id, account_id, sort, at, table_id, until FROM waiting"


def requests_for(reading: Reading | Batch, sort: str) -> list[Request]:
    """Returns who waits for a seat at that sort of table, in the order of their requests."""
    found = reading.execute(f"{REQUEST} WHERE sort = ? ORDER BY id", (sort,))
    return [Request(*row) for row in found]


def all_requests(reading: Reading | Batch) -> list[Request]:
    return [Request(*row) for row in reading.execute(f"{REQUEST} ORDER BY id")]


def by_the_text(requests: Iterable[Request]) -> list[room.Request]:
    """Returns the requests to which no seat is offered yet, as the section speaks of them."""
    return [
        room.Request(each.number, str(each.account), each.sort)
        for each in requests
        if not each.table
    ]


def sort_of(live: Live) -> str:
    """Returns what is played at the table; "" where nobody waits for a seat."""
    if live.opened.training:
        return ""
    return live.game.stakes.sort(live.rules) if live.game.stakes is not None else ""


def free_seats(live: Live) -> int:
    return seats_at(live) - len(live.seats) if not live.closed and not live.breaking else 0


def to_offer(requests: Sequence[Request], lives: Iterable[Live]) -> Iterator[tuple[Request, Live]]:
    """Yields the requests to which a vacant seat falls now, first come first served, each with the
    table at which it is: a vacancy for which nobody is on the list is not announced."""
    given: set[int] = set()
    for live in sorted(lives, key=lambda live: live.id):
        sort, seated = sort_of(live), {who.account for who in live.seats.values()}
        vacant = free_seats(live) - sum(each.table == live.id for each in requests)
        for request in requests:
            waits = request.sort == sort and not request.table and request.account not in seated
            if vacant > 0 and waits and request.number not in given:
                given.add(request.number)
                vacant -= 1
                yield request, live


def overdue(requests: Sequence[Request], now: int) -> list[Request]:
    """Returns the requests whose seat was not taken in time."""
    return [each for each in requests if each.table and each.until <= now]


def take_off(batch: Batch, request: Request, why: Outcome, by: int) -> None:
    """A request comes to its end."""
    batch.record(WaitEnded(batch.now, by, request.number, why))
    batch.execute("DELETE FROM waiting WHERE id = ?", (request.number,))


def whose_turn(batch: Batch, live: Live, account: int) -> Request | None:
    """Refuses a seat to whoever would pass over somebody on the list. Returns the request of the
    account, which is over when it sits down."""
    sort = sort_of(live)
    if not sort:
        return None
    batch.lock_book(THE_HOUSE)
    requests = requests_for(batch, sort)
    own = next((each for each in requests if each.account == account), None)
    if own is None or own.table != live.id:
        offered = sum(each.table == live.id for each in requests)
        refusal = room.why_not_seated(by_the_text(requests), sort, str(account))
        if refusal is not None or free_seats(live) <= offered:
            raise Refused(
                Kind.OTHERS_WAIT,
                f"others wait for a seat at {sort}: put yourself on the list",
                section=live.rules.law.cite("14.18"),
            )
    return own
