"""A keno system in the store, on both databases: what is sold, drawn and paid, and what is refused;
a day of it; that everything comes out again, and that nothing can be altered unseen."""

from __future__ import annotations

import random
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from pitboss.games.keno.selection import selection_of
from pitboss.store import people
from pitboss.store.jobs import Job
from pitboss.store.keno import jobs as keno
from pitboss.store.keno import reports
from pitboss.store.keno.codes import code_of, read_code
from pitboss.store.keno.printing import ticket_fields, ticket_text
from pitboss.store.keno.reports import chain_rows
from pitboss.store.keno.rows import TicketNumber
from pitboss.store.keno.state import (
    DRAWN,
    FAILED,
    find_game,
    find_system,
    find_ticket,
    list_games,
    open_game,
)
from pitboss.store.refusal import Kind, Refused
from pitboss.store.verify import verify_database
from tests.server.forging import forger
from tests.server.room import Room

MINUTE = 60_000
WRITER, SUPERVISOR, INSPECTOR = 901, 902, 903
REQUESTS = [
    "straight 3 17 44 at 1.00",
    "straight 1 2 3 4 5 6 7 8 at 2.00",
    "split 1 2 3 / 4 5 : A at 1.00, B at 2.00",
    "way 1 2 / 3 4 / 5 6 : 3/4 at 1.00",
    "combination 1 2 / 3 4 5 / 6 : 1/5 at 1.00, AC at 2.00",
    "king 7* / 1 2 3 / 4 5 6 / 8 9 10 : 3/4 at 1.00, 3/7 at 1.00, 1/10 at 1.00",
    "quick-pick 6 at 5.00",
    "straight 11 12 at 1.00 games 3",
]


class Booth:
    """A keno system in a room, with its people."""

    def __init__(self, room: Room, card: str = "boardwalk", stations: int = 2) -> None:
        self.room = room
        # A time at which no gaming day begins soon, wherever the tests run.
        self.now = round(datetime(2026, 11, 18, 9).timestamp() * 1000)
        room.writer.clock = lambda: self.now
        self.id = self.do(keno.OpenKeno(SUPERVISOR, "the booth", card, stations))["system"]
        for station in range(1, stations + 1):
            self.do(keno.OpenDrawer(WRITER, self.id, station, 100_000))

    def do(self, job: Job) -> dict[str, Any]:
        answer: dict[str, Any] = self.room.do(job)
        return answer

    def keys(self) -> None:
        self.do(keno.TurnKey(INSPECTOR, self.id, "inspector", True))
        self.do(keno.TurnKey(SUPERVISOR, self.id, "supervisor", True))

    def sell(self, request: str, payer: int = 0, station: int = 1) -> TicketNumber:
        sold = self.do(keno.SellTickets(WRITER, self.id, station, (request,), payer))
        day, at, serial = sold["tickets"][0]["ticket"].split("-")
        return TicketNumber(f"{day[:4]}-{day[4:6]}-{day[6:]}", int(at), int(serial))

    def wait(self, minutes: float) -> None:
        self.now += round(minutes * MINUTE)

    def draw(self) -> dict[str, Any]:
        """The automatic lock-out, when it is time; both keys are in."""
        self.wait(4)
        return self.do(keno.LockOut(0, self.id, True))

    def owed(self, number: TicketNumber) -> int:
        with self.room.db.read() as reading:
            return find_ticket(reading, self.id, number).owed

    def balance(self, kind: str) -> int:
        with self.room.db.read() as reading:
            account = getattr(find_system(reading, self.id).accounts, kind)
            sql = "SELECT cents FROM balance WHERE account_id = ?"
            return int(reading.execute(sql, (account,)).value())


def refusal(booth: Booth, job: Job) -> Refused:
    with pytest.raises(Refused) as found:
        booth.do(job)
    return found.value


def rigged(monkeypatch: pytest.MonkeyPatch, *numbers: int) -> None:
    """Lets the generator select a set with these numbers in it."""
    wanted = sum(1 << number for number in numbers)
    rng = random.Random(str(numbers))
    while True:
        index = rng.randrange(3_535_316_142_212_174_320)
        if selection_of(index) & wanted == wanted:
            break
    monkeypatch.setattr("pitboss.store.keno.jobs.secrets.randbelow", lambda _: index)


def test_a_day_of_keno(room: Room) -> None:
    """Tickets of every type at four stations, voids, an override, a malfunction, claims, a drawer
    that is counted: every cent is somewhere, and everything comes out again."""
    booth, rng = Booth(room, stations=4), random.Random(15)
    booth.keys()
    patron = room.patron("keno-patron")
    sold: list[TicketNumber] = []
    for game in range(1, 13):
        for _ in range(25):
            payer = rng.choice((0, 0, patron))
            sold.append(booth.sell(rng.choice(REQUESTS), payer, rng.randint(1, 4)))
        voided = booth.do(keno.VoidTicket(WRITER, booth.id, 2, sold.pop(), "misprint"))
        assert voided["slip"] >= 1
        if game == 5:
            with room.db.read() as reading:
                left = open_game(reading, booth.id).closes - booth.now
            seconds = (left + 5 * MINUTE) // 1000
            booth.do(keno.OverrideLockOut(SUPERVISOR, booth.id, seconds, "a long line"))
            booth.wait(5)
        if game == 7:
            booth.do(keno.TurnKey(INSPECTOR, booth.id, "inspector", False))
            assert booth.draw()["status"] == "locked"
            failed = booth.do(keno.FailSelection(SUPERVISOR, booth.id, "the generator stopped"))
            assert failed["status"] == FAILED
            booth.do(keno.TurnKey(INSPECTOR, booth.id, "inspector", True))
            continue
        assert booth.draw()["status"] == DRAWN
    for _ in range(3):
        booth.draw()
    paid = 0
    for number in sold:
        if owed := booth.owed(number):
            if owed >= 150_000:
                booth.do(keno.AuthoriseClaim(SUPERVISOR, booth.id, 1, number))
            paid += booth.do(keno.PayClaim(WRITER, booth.id, 1, number, patron))["paid"]
    assert booth.balance("owed") == 0
    assert booth.balance("sold") == 0
    counted = booth.do(keno.CountDrawer(WRITER, booth.id, 3, 123_456))
    assert counted["over"] == 123_456 - counted["expected"]
    with room.db.read() as reading:
        games = list_games(reading, booth.id, most=100)
        assert sum(game.sold - game.owed for game in games) == booth.balance("win")
        assert [game.of_day for game in reversed(games)] == list(range(1, len(games) + 1))
    room.verify()


def test_nothing_is_sold_or_voided_after_the_lock_out(room: Room) -> None:
    booth = Booth(room)
    number = booth.sell(REQUESTS[0])
    booth.wait(4)
    late = refusal(booth, keno.SellTickets(WRITER, booth.id, 1, (REQUESTS[0],)))
    assert late.kind == Kind.LOCKED_OUT
    assert late.section is not None
    assert late.section.endswith("15.5(d)1")
    stands = refusal(booth, keno.VoidTicket(WRITER, booth.id, 1, number, "too late"))
    assert (stands.kind, (stands.section or "")[-7:]) == (Kind.LOCKED_OUT, "15.3(c)")
    booth.do(keno.LockOut(0, booth.id, True))
    booth.sell(REQUESTS[0])  # for the next game
    assert refusal(booth, keno.VoidTicket(WRITER, booth.id, 1, number)).kind == Kind.LOCKED_OUT
    room.verify()


def test_neither_key_alone_selects(room: Room) -> None:
    booth = Booth(room)
    booth.sell(REQUESTS[0])
    booth.wait(4)
    booth.do(keno.LockOut(0, booth.id, True))
    for which, who in (("inspector", INSPECTOR), ("supervisor", SUPERVISOR)):
        missing = refusal(booth, keno.Select(SUPERVISOR, booth.id))
        assert (missing.kind, (missing.section or "")[-7:]) == (Kind.KEYS_MISSING, "15.5(a)")
        other = refusal(booth, keno.LockOut(0, booth.id, True))
        assert other.kind == Kind.ROUND_UNDER_WAY
        booth.do(keno.TurnKey(who, booth.id, which, True))
    assert (
        refusal(booth, keno.TurnKey(INSPECTOR, booth.id, "inspector", True)).kind == Kind.NO_CHANGE
    )
    booth.do(keno.TurnKey(INSPECTOR, booth.id, "inspector", False))
    same = refusal(booth, keno.TurnKey(SUPERVISOR, booth.id, "inspector", True))
    assert same.kind == Kind.OWN_REQUEST
    booth.do(keno.TurnKey(INSPECTOR, booth.id, "inspector", True))
    assert booth.do(keno.Select(SUPERVISOR, booth.id))["status"] == DRAWN
    assert refusal(booth, keno.Select(SUPERVISOR, booth.id)).kind == Kind.NOT_PENDING
    room.verify()


def test_claims(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A winning ticket is paid once, in time, and a large one by a supervisor's word."""
    booth = Booth(room)
    booth.keys()
    rigged(monkeypatch, 1, 2, 3, 4, 5)
    small = booth.sell("straight 1 2 at 1.00")
    large = booth.sell("straight 1 2 3 4 5 at 3.00")
    lost = booth.sell("straight 1 at 1.00 games 2")
    early = refusal(booth, keno.PayClaim(WRITER, booth.id, 1, small))
    assert early.kind == Kind.TOO_SOON
    booth.draw()
    assert booth.do(keno.PayClaim(WRITER, booth.id, 1, small))["paid"] == 1200
    twice = refusal(booth, keno.PayClaim(WRITER, booth.id, 1, small))
    assert twice.kind == Kind.NOT_PAYABLE
    needs = refusal(booth, keno.PayClaim(WRITER, booth.id, 1, large))
    assert (needs.kind, (needs.section or "")[-7:]) == (Kind.NEEDS_SUPERVISOR, "15.6(b)")
    booth.do(keno.AuthoriseClaim(SUPERVISOR, booth.id, 1, large))
    assert booth.do(keno.PayClaim(WRITER, booth.id, 1, large))["paid"] == 150_000
    waits = refusal(booth, keno.PayClaim(WRITER, booth.id, 1, lost))
    assert (waits.kind, (waits.section or "")[-7:]) == (Kind.TOO_SOON, "15.4(d)")
    booth.draw()
    booth.do(keno.PayClaim(WRITER, booth.id, 1, lost))
    room.verify()


def test_a_claim_too_late_and_what_expires(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    booth = Booth(room)
    booth.keys()
    rigged(monkeypatch, 1)
    number = booth.sell("straight 1 at 1.00")
    booth.draw()
    assert booth.do(keno.ExpireTickets(0, booth.id))["expired"] == 0
    booth.wait(366 * 24 * 60)
    late = refusal(booth, keno.PayClaim(WRITER, booth.id, 1, number))
    assert (late.kind, (late.section or "")[-7:]) == (Kind.TOO_LATE, "15.6(c)")
    assert booth.do(keno.ExpireTickets(0, booth.id)) == {"expired": 1, "cents": 300}
    assert booth.balance("owed") == 0
    room.verify()


def test_races_that_are_not_drawn(room: Room) -> None:
    booth = Booth(room)
    booth.keys()
    number = booth.sell("straight 1 at 2.00 games 5")
    booth.draw()
    booth.draw()
    assert booth.do(keno.CancelRaces(WRITER, booth.id, 1, number))["refunded"] == 600
    assert booth.do(keno.PayClaim(WRITER, booth.id, 1, number))["paid"] >= 600
    single = booth.sell("straight 1 at 2.00")
    assert refusal(booth, keno.CancelRaces(WRITER, booth.id, 1, single)).kind == Kind.NOT_PERMITTED
    booth.draw()
    room.verify()


def test_the_aggregate_maximum_is_shared(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    booth = Booth(room)
    booth.keys()
    rigged(monkeypatch, 1, 2, 3, 4, 5, 6, 7, 8)
    eight = "straight 1 2 3 4 5 6 7 8 at {}"
    numbers = [booth.sell(eight.format(rate)) for rate in ("2.00", "2.00", "4.00")]
    booth.draw()
    assert [booth.owed(number) for number in numbers] == [2_500_000, 2_500_000, 5_000_000]
    room.verify()


def test_bad_input_sells_nothing(room: Room) -> None:
    booth = Booth(room)
    patron = room.patron("poor", cents=50)
    for request in (
        "straight 81 at 1.00",
        "way 1 2 / 2 3 : 1/4 at 1.00",
        "straight 1",
        "",
        "x" * 2000,
    ):
        assert refusal(booth, keno.SellTickets(WRITER, booth.id, 1, (request,))).kind in (
            Kind.NOT_PERMITTED,
            Kind.BAD_ENTRY,
        )
    poor = refusal(booth, keno.SellTickets(WRITER, booth.id, 1, (REQUESTS[0],), patron))
    assert poor.kind == Kind.OVER_BALANCE
    nobody = refusal(booth, keno.SellTickets(WRITER, booth.id, 1, (REQUESTS[0],), 12345))
    assert nobody.kind == Kind.NO_SUCH_ACCOUNT
    assert (
        refusal(booth, keno.SellTickets(WRITER, booth.id, 9, (REQUESTS[0],))).kind == Kind.BAD_FIELD
    )
    assert (
        refusal(booth, keno.SellTickets(WRITER, 77, 1, (REQUESTS[0],))).kind == Kind.NO_SUCH_TABLE
    )
    booth.do(keno.CountDrawer(WRITER, booth.id, 2, 100_000))
    closed = refusal(booth, keno.SellTickets(WRITER, booth.id, 2, (REQUESTS[0],)))
    assert closed.kind == Kind.DRAWER_CLOSED
    unlawful = refusal(booth, keno.OpenKeno(SUPERVISOR, "another", "no card\n"))
    assert unlawful.kind == Kind.BAD_ENTRY
    assert booth.balance("sold") == 0
    room.verify()


def test_a_repeated_request_sells_one_ticket(room: Room) -> None:
    booth = Booth(room)
    job = keno.SellTickets(WRITER, booth.id, 1, (REQUESTS[-2],), key="a" * 64, request="b" * 64)
    first = room.writer.do(job)
    again = room.writer.do(job)
    assert again.repeated
    assert again.body == first.body
    assert booth.balance("sold") == 500
    room.verify()


def test_tickets_that_are_paid_for_together_are_sold_all_or_none(room: Room) -> None:
    booth = Booth(room)
    sold = booth.do(keno.SellTickets(WRITER, booth.id, 1, tuple(REQUESTS)))
    assert [one["ticket"][-5:] for one in sold["tickets"]] == [f"{n:05d}" for n in range(1, 9)]
    assert booth.balance("sold") == sold["total"] == sum(one["total"] for one in sold["tickets"])
    one_wrong = (*REQUESTS, "straight 81 at 1.00")
    assert refusal(booth, keno.SellTickets(WRITER, booth.id, 1, one_wrong)).kind
    assert booth.balance("sold") == sold["total"]
    room.verify()


def test_codes() -> None:
    number = TicketNumber("2026-11-18", 3, 42)
    code = code_of(b"key", 1, number)
    assert read_code(b"key", 1, code.lower()) == number
    altered = code.replace("00042", "00043")
    for text in (altered, code[:-1] + ("A" if code[-1] != "A" else "B"), "K1", "", "K1-x-1-1-A"):
        with pytest.raises(Refused):
            read_code(b"key", 1, text)
    for key, system in ((b"other", 1), (b"key", 2)):
        with pytest.raises(Refused):
            read_code(key, system, code)


FORGERIES = [
    "UPDATE keno_ticket SET owed = owed + 100 WHERE owed > 0",
    "UPDATE keno_ticket SET status = 'paid' WHERE status = 'sold'",
    "UPDATE keno_ticket SET request = 'straight 80 at 1.00' WHERE serial = 1",
    "UPDATE keno_game SET selection = selection + 1 WHERE number = 1",
    "UPDATE keno_game SET closes = closes + 1 WHERE number = 2",
    "UPDATE keno_system SET card = 'marina'",
    "UPDATE keno_system SET inspector = 0",
    "UPDATE keno_drawer SET moved = moved - 100 WHERE station = 1",
    "DELETE FROM keno_ticket WHERE serial = 1",
    "DELETE FROM keno_game WHERE number = 1",
    "UPDATE book SET n = n - 1 WHERE id < 0",
    "UPDATE balance SET cents = cents + 1 WHERE account_id = (SELECT win_id FROM keno_system)",
]


@pytest.mark.parametrize("sql", FORGERIES)
def test_a_forgery_is_noticed(sqlite_room: Room, sql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    room = sqlite_room
    booth = Booth(room)
    booth.keys()
    rigged(monkeypatch, 1)
    for station in (1, 2):
        booth.sell("straight 1 at 1.00", station=station)
    booth.draw()
    room.verify()
    with forger(room.db) as forging:
        assert forging.run(sql)
    assert verify_database(room.db).status == "altered"


def test_a_game_is_found_by_its_number(room: Room) -> None:
    booth = Booth(room)
    with room.db.read() as reading:
        assert find_game(reading, booth.id, 1).status == "open"
        with pytest.raises(Refused):
            find_game(reading, booth.id, 2)


def test_the_ticket_has_everything(room: Room) -> None:
    """15.4(c): thirteen things, its number and its code."""
    booth = Booth(room)
    number = booth.sell("way 1 2 / 3 4 / 5 6 : 3/4 at 2.00 games 3")
    with room.db.read() as reading:
        system = find_system(reading, booth.id)
        ticket = find_ticket(reading, booth.id, number)
    fields = ticket_fields(system, ticket, "a writer", "K1-CODE")
    assert [cite for cite, _, _ in fields[1:14]] == [f"15.4(c){n}" for n in range(1, 14)]
    assert [value for _, _, value in fields] == [
        number.text,
        "2026-11-18 09:00:00",
        "1",
        "1 2 / 3 4 / 5 6",
        "3",
        "1 to 3",
        "way 3/4",
        "2.00",
        "3",
        "18.00",
        "a writer",
        "100000.00 a game, shared in proportion to payoffs",
        "present this computer-generated ticket",
        "within 365 days of the start of the last game",
        "K1-CODE",
    ]
    text = ticket_text(system, fields)
    assert all(len(line) <= 44 for line in text.splitlines())
    assert "18.00" in text


PRINTED = [
    (
        "split 1 2 / 3 4 / 5 : A at 1.00, B at 2.00, C at 1.00",
        ("A 1 2 / B 3 4 / C 5", "split A, B, C", "1.00, 2.00, 1.00"),
    ),
    (
        "combination 1 2 / 3 4 5 / 6 : 1/5 at 1.00, AC at 2.00",
        ("A 1 2 / B 3 4 5 / C 6", "combination 1/5, AC", "1.00, 2.00"),
    ),
    (
        "straight 1 2 3 at 5.00 schedule special",
        ("1 2 3", "straight 1/3, schedule special", "5.00"),
    ),
]


@pytest.mark.parametrize(("request_text", "wanted"), PRINTED)
def test_the_ticket_says_which_wager_is_at_which_rate(
    room: Room, request_text: str, wanted: tuple[str, str, str]
) -> None:
    """15.4(c)3, 6, 7: the ticket rules, so it says which groups are played how, by what payoffs."""
    booth = Booth(room, "marina")
    number = booth.sell(request_text)
    with room.db.read() as reading:
        system = find_system(reading, booth.id)
        ticket = find_ticket(reading, booth.id, number)
    fields = {cite: value for cite, _, value in ticket_fields(system, ticket, "a writer", "K1")}
    assert (fields["15.4(c)3"], fields["15.4(c)6"], fields["15.4(c)7"]) == wanted


def test_an_override_is_kept_with_who_and_why(room: Room) -> None:
    booth = Booth(room)
    closes = booth.now + 10 * MINUTE
    for seconds, reason in ((600, "  "), (-1, "a long line"), (86_401, "a long line")):
        refused = refusal(booth, keno.OverrideLockOut(SUPERVISOR, booth.id, seconds, reason))
        assert (refused.kind, (refused.section or "")[-7:]) == (Kind.BAD_FIELD, "15.5(e)")
    said = booth.do(keno.OverrideLockOut(SUPERVISOR, booth.id, 600, "a long line"))
    assert said["closes"] == closes
    booth.wait(6)
    booth.sell(REQUESTS[0])
    early = refusal(booth, keno.LockOut(0, booth.id, True))
    assert early.kind == Kind.TOO_SOON
    with room.db.read() as reading:
        rows = chain_rows(reading, find_system(reading, booth.id), 0, 100)
    kept = [body for _, body, _, _ in rows if "keno-override" in body]
    assert len(kept) == 1
    assert '"by":902' in kept[0]
    assert "a long line" in kept[0]
    room.verify()


def test_quick_picks_are_straight_tickets_of_the_systems_numbers(room: Room) -> None:
    booth = Booth(room)
    seen = set()
    for _ in range(20):
        number = booth.sell("quick-pick 6 at 5.00")
        with room.db.read() as reading:
            ticket = find_ticket(reading, booth.id, number)
        assert ticket.quick
        assert ticket.request.startswith("straight ")
        seen.add(ticket.request)
    assert len(seen) == 20
    none = refusal(booth, keno.SellTickets(WRITER, booth.id, 1, ("quick-pick 11 at 1.00",)))
    assert none.kind == Kind.NOT_PERMITTED


def test_a_game_closes_a_minute_after_its_notice(room: Room) -> None:
    """15.5(c), under a card whose games are started by a supervisor after spoken notice."""
    booth = Booth(room, "marina")
    booth.sell("straight 1 at 1.00")
    none = refusal(booth, keno.LockOut(SUPERVISOR, booth.id))
    assert (none.kind, (none.section or "")[-7:]) == (Kind.TOO_SOON, "15.5(c)")
    booth.do(keno.GiveClosingNotice(WRITER, booth.id))
    assert refusal(booth, keno.GiveClosingNotice(WRITER, booth.id)).kind == Kind.NO_CHANGE
    booth.wait(0.9)
    assert refusal(booth, keno.LockOut(SUPERVISOR, booth.id)).kind == Kind.TOO_SOON
    booth.wait(0.2)
    assert booth.do(keno.LockOut(SUPERVISOR, booth.id))["status"] == "locked"
    room.verify()


def test_a_writer_sells_and_pays_from_their_own_drawer_alone(room: Room) -> None:
    booth, other = Booth(room), 904
    number = booth.sell(REQUESTS[0])
    for job in (
        keno.SellTickets(other, booth.id, 1, (REQUESTS[0],)),
        keno.VoidTicket(other, booth.id, 1, number, "misprint"),
        keno.PayClaim(other, booth.id, 1, number),
    ):
        assert refusal(booth, job).kind == Kind.NOT_YOURS
    # The next shift is another writer's; whoever ends one may be asked to by a supervisor.
    booth.do(keno.CountDrawer(SUPERVISOR, booth.id, 1, 100_100))
    booth.do(keno.OpenDrawer(other, booth.id, 1, 50_000))
    booth.do(keno.SellTickets(other, booth.id, 1, (REQUESTS[0],)))
    assert refusal(booth, keno.SellTickets(WRITER, booth.id, 1, (REQUESTS[0],))).kind == (
        Kind.NOT_YOURS
    )
    room.verify()


def test_nobody_takes_out_a_colleagues_key_unless_they_are_gone(room: Room) -> None:
    booth = Booth(room)
    first, second = (
        room.call(partial(people.create_person, name=name, role="keno-supervisor", stored=""))
        for name in ("first", "second")
    )
    booth.do(keno.TurnKey(first, booth.id, "supervisor", True))
    taken = refusal(booth, keno.TurnKey(second, booth.id, "supervisor", False))
    assert (taken.kind, (taken.section or "")[-7:]) == (Kind.NOT_YOURS, "15.5(a)")
    sql = "UPDATE account SET disabled = ? WHERE id = ?"
    room.call(lambda batch: batch.execute(sql, (True, first)).first())
    assert not booth.do(keno.TurnKey(second, booth.id, "supervisor", False))["inside"]


def test_what_expires_is_a_days_win(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """15.6(c): the days' wins sum to what the house has won, whenever it became the house's."""
    booth = Booth(room)
    booth.keys()
    rigged(monkeypatch, 11, 12)
    booth.sell("straight 11 12 at 1.00")
    booth.draw()
    booth.wait(2 * 366 * 24 * 60)
    cents = booth.do(keno.ExpireTickets(0, booth.id))["cents"]
    with room.db.read() as reading:
        system = find_system(reading, booth.id)
        days = reports.by_day(reading, system)
        assert cents > 0
        assert [day.expired for day in days] == [0, cents]
        assert [day.games for day in days] == [1, 0]
        assert sum(day.win for day in days) == reports.liability(reading, system).win
