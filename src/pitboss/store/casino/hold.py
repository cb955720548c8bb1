"""The hold desk: what a table should have won on a gaming day, what it won, and whether that lies
where it does 95 times in 100.

Every wager that was made (less what was taken down) counts with its exact edge, as the study of its
game gives it for the rules of that round and the best play. The band is an approximation, and wide
on purpose: the sum is taken as normal, rounds as independent, and the wagers of one round as if
they all won and lost together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from functools import partial
from math import isqrt
from typing import Any

import msgspec

from pitboss import registry
from pitboss.errors import PitbossError
from pitboss.store.casino.book import tables_apart
from pitboss.store.database import Reading
from pitboss.store.live import Live, rules_of
from pitboss.store.loading import heads, load, rows_of_rounds
from pitboss.store.rows import DayBegan, Ended, Entered, Opened, RulesChanged
from pitboss.store.writer import Batch
from pitboss.table.entries import Reduced, Wagered, parse_entry, seat_text

# 1.96 standard deviations either way.
BAND_SQUARED = Fraction(196, 100) ** 2
SCALE = 10**6
# Whose edges take seconds to work out: a page shows them once they are stored.
SLOW = frozenset(
    {
        "blackjack", "blackjack-switch", "boston-5-stud-poker", "caribbean-stud-poker",
        "double-attack-blackjack", "double-down-stud", "fast-action-holdem", "four-card-poker",
        "let-it-ride-poker", "spanish-21",
    }
)  # fmt: skip
APPROXIMATION = (
    "normal approximation; rounds are independent, the wagers of a round are taken as if they all "
    "won and lost together, so the band is at least as wide as the true one"
)


class Known(msgspec.Struct, frozen=True):
    """What is known of a wager under the rules of a day: its edge and variance, or why not."""

    edge: Fraction | None
    variance: Fraction | None = None
    why: str = ""


Edges = Callable[[str, date, dict[str, Any], str], Known]


class Line(msgspec.Struct, kw_only=True):
    """A kind of wager, a seat, or a whole table over a gaming day, in cents. `unpriced` is what was
    wagered without a known edge; `theoretical` leaves it out."""

    name: str
    wagered: int = 0
    unpriced: int = 0
    theoretical: Fraction = Fraction(0)
    actual: int | None = None
    edge: Fraction | None = None
    why: str = ""


class Held(msgspec.Struct, kw_only=True):
    """A table on a gaming day. `variance` is the variance of what it wins, in cents squared."""

    table: int
    name: str
    pit: str
    game: str
    day: str
    rounds: int
    whole: Line
    variance: Fraction
    wagers: list[Line]
    seats: list[Line]

    @property
    def band(self) -> tuple[int, int] | None:
        """What the win lies between with 95 %, as far as every wager's edge is known."""
        if self.whole.unpriced or not self.whole.wagered:
            return None
        half = isqrt(int(BAND_SQUARED * self.variance)) + 1
        middle = round(self.whole.theoretical)
        return middle - half, middle + half

    @property
    def outside(self) -> bool:
        band = self.band
        return band is not None and not band[0] <= (self.whole.actual or 0) <= band[1]


def days_of(reading: Reading, live: Live) -> list[tuple[str, int, int]]:
    """The gaming days of a table, each with its first and its last procedure."""
    sql = "SELECT day, round FROM anchor WHERE table_id = ? ORDER BY n"
    found, first = [], 1
    for day, following in reading.execute(sql, (live.id,)):
        if following > first:
            found.append((day, first, following - 1))
        first = max(first, following)
    found.append((live.gaming_day.isoformat(), first, live.round))
    return found


def held_at(reading: Reading, live: Live, day: str, edges: Edges) -> Held | None:
    """The hold of a table on that gaming day; None where nothing was wagered."""
    totals = _Totals(edges, partial(_standing, reading, live))
    for its_day, first, last in days_of(reading, live):
        if its_day == day:
            for number, rules, bodies in _rounds(reading, live, first, last):
                totals.round(number, live.game.key, rules, bodies)
    if not totals.whole.wagered and not totals.whole.actual:
        return None
    return Held(
        table=live.id,
        name=live.opened.name,
        pit=live.opened.pit,
        game=live.game.key,
        day=day,
        rounds=totals.rounds,
        whole=totals.whole,
        variance=totals.variance,
        wagers=[totals.wagers[name] for name in sorted(totals.wagers)],
        seats=[totals.seats[name] for name in sorted(totals.seats)],
    )


RulesOf = tuple[date, dict[str, Any]]
Place = tuple[int, str]


def _standing(reading: Reading, live: Live, number: int) -> dict[Place, int]:
    """What lies on the layout at the beginning of a procedure, by seat and wager."""
    sql = "SELECT state FROM checkpoint WHERE table_id = ? AND round = ?"
    state = msgspec.json.decode(reading.execute(sql, (live.id, number - 1)).value())
    table = live.game.table_from_json(msgspec.json.encode(state["table"]))
    lying: dict[Place, int] = {}
    for wager in table.standing:
        place = (wager.seat, f"{wager.kind} {wager.spot}".strip())
        lying[place] = lying.get(place, 0) + wager.cents
    return lying


def _rounds(
    reading: Reading, live: Live, first: int, last: int
) -> Iterator[tuple[int, RulesOf, list[Any]]]:
    """The procedures of the table, each with the day and the options of its rules."""
    sql = "SELECT state FROM checkpoint WHERE table_id = ? AND round = ?"
    state = reading.execute(sql, (live.id, first - 1)).first()
    if state is None:
        return
    said = msgspec.json.decode(state[0])
    day, options = date.fromisoformat(said["day"]), said["options"]
    for start in range(first, last + 1, 500):
        rows = rows_of_rounds(reading, live.id, start, min(start + 499, last))
        bodies: dict[int, list[Any]] = {}
        for row in rows:
            bodies.setdefault(row.round, []).append(row.read())
        for number, read in bodies.items():
            for body in read:
                if isinstance(body, Opened | RulesChanged):
                    options = body.options
                elif isinstance(body, DayBegan):
                    day = body.rules_day
            yield number, (day, options), read


class _Totals:
    """What adds up over the procedures of a day."""

    def __init__(self, edges: Edges, standing: Callable[[int], dict[Place, int]]) -> None:
        self.edges = edges
        self.standing = standing
        self.rounds = 0
        self.whole = Line(name="together", actual=0)
        self.variance = Fraction(0)
        self.wagers: dict[str, Line] = {}
        self.seats: dict[str, Line] = {}

    def round(self, number: int, game: str, rules: RulesOf, bodies: list[Any]) -> None:
        """Adds a procedure. What is taken down was never at risk in the end; the band keeps it,
        and is no less wide for that."""
        entries = [parse_entry(body.entry) for body in bodies if isinstance(body, Entered)]
        lying = self.standing(number) if any(type(one) is Reduced for one in entries) else {}
        deviation = 0  # of the whole procedure, in millionths of a cent
        for entry in entries:
            if not isinstance(entry, Wagered | Reduced):
                continue
            name = f"{entry.kind} {entry.spot}".strip()
            place = (entry.seat, name)
            before = lying.get(place, 0)
            cents = entry.cents if isinstance(entry, Wagered) else entry.cents - before
            lying[place] = before + cents
            known = self.edges(game, *rules, name)
            self._count(entry.seat, name, cents, known)
            if known.variance is not None and cents > 0:
                deviation += cents * (isqrt(int(known.variance * SCALE * SCALE)) + 1)
        for body in bodies:
            if isinstance(body, Ended):
                self.rounds += body.procedure == "round"
                for seat, cents in body.net.items():
                    for line in (self.whole, self._seat(seat)):
                        line.actual = (line.actual or 0) - cents
        self.variance += Fraction(deviation, SCALE) ** 2

    def _seat(self, seat: str) -> Line:
        return self.seats.setdefault(seat, Line(name=seat, actual=0))

    def _count(self, seat: int, name: str, cents: int, known: Known) -> None:
        own = self.wagers.setdefault(name, Line(name=name))
        own.edge, own.why = known.edge, known.why
        for line in (self.whole, own, self._seat(seat_text(seat))):
            line.wagered += cents
            if known.edge is None:
                line.unpriced += cents
            else:
                line.theoretical += cents * known.edge


# -- edges ----------------------------------------------------------------------------------------


def stored_edges(reading: Reading) -> dict[tuple[str, str], Known]:
    """The edges that were worked out before, by the mark of the rules and the wager."""
    sql = "SELECT rules, wager, edge, variance FROM casino_edge"
    return {
        (rules, wager): Known(Fraction(edge), Fraction(variance))
        for rules, wager, edge, variance in reading.execute(sql)
    }


class EdgeBook:
    """The edges that are stored, and those that are worked out; with `quick`, the slow ones are
    not. `fresh` are those to be stored."""

    def __init__(self, stored: dict[tuple[str, str], Known], *, quick: bool) -> None:
        self.known = dict(stored)
        self.fresh: dict[tuple[str, str], Known] = {}
        self.quick = quick

    def __call__(self, game: str, day: date, options: dict[str, Any], wager: str) -> Known:
        rules = rules_of(game, day, options).law.hash
        place = (rules, wager)
        if place not in self.known:
            found = _worked_out(game, day, options, wager, quick=self.quick)
            self.known[place] = found
            if found.edge is not None:
                self.fresh[place] = found
        return self.known[place]


def _worked_out(game: str, day: date, options: dict[str, Any], wager: str, *, quick: bool) -> Known:
    """The edge of a wager by the study of its game, or why there is none."""
    if quick and game in SLOW:
        return Known(None, why="takes a while: pitboss hold works it out and stores it")
    if registry.find(game).shared_meter and wager.startswith("progressive"):
        return Known(None, why="it depends on what the meter shows")
    try:
        from pitboss.analysis.exact.edges import exact_edges

        found = exact_edges(game, day, options, wager=wager).wagers
    except ImportError as error:
        return Known(None, why=f"needs the extra 'sim': {error.name}")
    except PitbossError as error:
        return Known(None, why=str(error.args[0])[:120])
    exact = next((one for one in found if one.wager == wager and not one.simulated), None)
    if exact is None:
        return Known(None, why="no exact edge is known")
    return Known(exact.distribution.house_edge(), exact.distribution.variance())


def keep_edges(batch: Batch, fresh: dict[tuple[str, str], Known]) -> None:
    """Stores what was worked out."""
    for (rules, wager), known in fresh.items():
        batch.execute(
            "INSERT INTO casino_edge (rules, wager, edge, variance) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (rules, wager) DO NOTHING",
            (rules, wager, str(known.edge), str(known.variance)),
        )


def hold_desk(reading: Reading, day: str, edges: Edges, table: int = 0) -> list[Held]:
    """Every table of the floor on that gaming day, those without play left out."""
    found = []
    apart = tables_apart(reading)
    for known in heads(reading):
        if table in (0, known.table) and known.table not in apart:
            live = load(reading, known.table)
            held = held_at(reading, live, day, edges)
            if held is not None:
                found.append(held)
    return found


def held_json(held: Held) -> dict[str, Any]:
    band = held.band

    def line(one: Line) -> dict[str, Any]:
        return {
            "name": one.name,
            "wagered": one.wagered,
            "unpriced": one.unpriced,
            "theoretical": {"exact": str(one.theoretical), "cents": round(one.theoretical)},
            "actual": one.actual,
            "edge": None if one.edge is None else str(one.edge),
            "why": one.why,
        }

    return {
        "table": held.table,
        "name": held.name,
        "pit": held.pit,
        "game": held.game,
        "day": held.day,
        "rounds": held.rounds,
        **line(held.whole),
        "band": None if band is None else list(band),
        "outside": held.outside,
        "wagers": [line(one) for one in held.wagers],
        "seats": [line(one) for one in held.seats],
    } | {"name": held.name}
