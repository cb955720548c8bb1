"""A keno day by script: `python -m tests.server.keno_day [FOLDER]`. Four stations, five thousand
tickets of all types, thirty games, voids, an override, a malfunction, claims above 1,500.00, a
ticket that expires, the aggregate maximum reached; then everything is verified, and the day's
reports are added up against the ledger."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

from pitboss.games.keno.selection import SELECTIONS, selection_of
from pitboss.money import format_dollars
from pitboss.store.keno import jobs as keno
from pitboss.store.keno import reports
from pitboss.store.keno.rows import TicketNumber
from pitboss.store.keno.state import find_system, open_game
from pitboss.store.refusal import Refused
from pitboss.store.verify import verify_database
from tests.server.room import Room
from tests.server.test_keno_store import INSPECTOR, MINUTE, REQUESTS, SUPERVISOR, WRITER, Booth

TICKETS, GAMES, STATIONS = 5000, 30, 4
EIGHT = "straight 1 2 3 4 5 6 7 8 at 4.00"


def index_with(numbers: range, rng: random.Random) -> int:
    """A selection in which these numbers are."""
    wanted = sum(1 << number for number in numbers)
    while True:
        index = rng.randrange(SELECTIONS)
        if selection_of(index) & wanted == wanted:
            return index


def play_day(booth: Booth, room: Room, rng: random.Random) -> dict[str, int]:
    """Plays the day and returns what happened."""
    counts = dict.fromkeys(("sold", "voids", "claims", "above 1,500.00", "shared games"), 0)
    booth.keys()
    patron = room.patron("keno-day", 10**9)
    held: list[TicketNumber] = []
    rigged = index_with(range(1, 9), rng)
    for game in range(1, GAMES + 1):
        for _ in range(TICKETS // GAMES + (game <= TICKETS % GAMES)):
            request = rng.choice(REQUESTS) if game != 20 else rng.choice((*REQUESTS, EIGHT))
            held.append(booth.sell(request, rng.choice((0, patron)), rng.randint(1, STATIONS)))
            counts["sold"] += 1
        booth.do(keno.VoidTicket(WRITER, booth.id, 1, held.pop(), "entered wrongly"))
        counts["voids"] += 1
        if game == 5:
            with room.db.read() as reading:
                left = open_game(reading, booth.id).closes - booth.now
            seconds = (left + 3 * MINUTE) // 1000
            booth.do(keno.OverrideLockOut(SUPERVISOR, booth.id, seconds, "a long line"))
            booth.wait(3)
        if game == 9:
            booth.do(keno.TurnKey(INSPECTOR, booth.id, "inspector", False))
            booth.draw()
            booth.do(keno.FailSelection(SUPERVISOR, booth.id, "power of the generator"))
            booth.do(keno.TurnKey(INSPECTOR, booth.id, "inspector", True))
            continue
        if game == 20:
            # Eight numbers are made to come, so that the aggregate maximum is reached.
            with patch("pitboss.store.keno.jobs.secrets.randbelow", return_value=rigged):
                booth.draw()
            continue
        booth.draw()
    for _ in range(2):
        booth.draw()
    kept = 0
    for number in held:
        if owed := booth.owed(number):
            if not kept:
                kept = owed  # nobody presents this one
                continue
            if owed >= 150_000:
                booth.do(keno.AuthoriseClaim(SUPERVISOR, booth.id, 1, number))
                counts["above 1,500.00"] += 1
            booth.do(keno.PayClaim(WRITER, booth.id, rng.randint(1, STATIONS), number, patron))
            counts["claims"] += 1
    return counts


def main(folder: Path) -> int:
    began = time.perf_counter()
    room = Room(f"sqlite:///{folder / 'keno-day.db'}")
    booth, rng = Booth(room, stations=STATIONS), random.Random(1996)
    counts = play_day(booth, room, rng)
    with room.db.read() as reading:
        system = find_system(reading, booth.id)
        games = reports.by_game(reading, system.id)
        held = reports.liability(reading, system)
        limit = system.rules.card.aggregate_payoff
        # What is left of a cent stays with the house: so much may be missing.
        near = (limit or 0) - TICKETS
        counts["shared games"] = sum(game.owed > near for game in games)
    assert sum(game.win for game in games) == held.win, "reports and ledger"
    assert held.owed > 0, "the ticket that nobody presented"
    booth.wait(366 * 24 * 60)
    expired = booth.do(keno.ExpireTickets(0, booth.id))
    assert expired["expired"] == 1
    for station in range(1, STATIONS + 1):
        booth.do(keno.CountDrawer(WRITER, booth.id, station, 100_000))
    verdict = verify_database(room.db)
    with room.db.read() as reading:
        after = reports.liability(reading, system)
    room.close()
    print(f"{counts} in {time.perf_counter() - began:.1f} s")
    write = sum(game.write for game in games)
    print(
        f"{len(games)} games decided, write {format_dollars(write)}, win {format_dollars(held.win)}"
    )
    print(
        f"expired {format_dollars(expired['cents'])}; left on games to come "
        f"{format_dollars(after.undrawn)}, owed {format_dollars(after.owed)}"
    )
    print(verdict.message())
    return 0 if verdict.status == "clean" and after.undrawn == after.owed == 0 else 1


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())))
    except Refused as refused:
        sys.exit(f"refused: {refused.message} {refused.section or ''}")
