"""Gaming tournaments (8.6) at the tables of the house: entries, seats by lot, rounds, eliminations
and prizes.

Tournament chips are never money: they come from an account of the tournament's own, lie on badges
(accounts that sit at its tables and nowhere else), and all go back to it. Money is what patrons pay
to enter and what is paid as prizes; what is between the two is the tournament's revenue."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

import msgspec

from pitboss.casino.tournament import SECTION, Plan, notice_of
from pitboss.errors import PitbossError
from pitboss.money import format_dollars, parse_dollars
from pitboss.store.accounts import new_account
from pitboss.store.casino.book import entries, note
from pitboss.store.casino.ledger import NO_TABLE
from pitboss.store.casino.money import CasinoJob
from pitboss.store.casino.rows import (
    EntrantEntered,
    PrizeAwarded,
    SeatsDrawn,
    TournamentOpened,
    TournamentRoundEnded,
    TournamentTable,
)
from pitboss.store.database import Reading
from pitboss.store.jobs import CloseTable
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.refusal import Kind, Refused
from pitboss.store.training import refuse_school_money
from pitboss.store.writer import Batch

CHIPS, POOL, BADGE = "t-chips", "t-pool", "badge"


class Entrant(msgspec.Struct):
    """Somebody who takes part: their account, and the badge that holds their chips. `place` once
    they are eliminated or it is over."""

    account: int
    badge: int
    name: str
    out_in: int = 0
    place: int = 0
    prize: int = 0


class Tournament(msgspec.Struct):
    """A tournament as its rows have it: `round` is the one that is played or was last (0: none),
    `playing` whether it is under way, `drawn` who sits where in it."""

    number: int
    plan: Plan
    chips: int
    pool: int
    opened_at: int
    entrants: dict[int, Entrant] = {}
    round: int = 0
    playing: bool = False
    drawn: tuple[tuple[int, int, int], ...] = ()
    tables: set[int] = set()
    over: bool = False

    @property
    def remaining(self) -> list[Entrant]:
        return [one for one in self.entrants.values() if not one.out_in]

    def cents(self, name: str) -> int:
        return parse_dollars(getattr(self.plan, name))


def tournaments(reading: Reading) -> dict[int, Tournament]:
    """Every tournament, from the casino's chain."""
    found: dict[int, Tournament] = {}
    kinds = ("tournament", "entrant", "seats-drawn", "round-ended", "prize")
    rows = [entry for kind in kinds for entry in entries(reading, kind=kind)]
    for entry in sorted(rows, key=lambda one: one.seq):
        body = entry.body
        match body:
            case TournamentOpened():
                plan = msgspec.json.decode(body.plan, type=Plan)
                found[body.number] = Tournament(body.number, plan, body.chips, body.pool, body.at)
            case EntrantEntered():
                one = found[body.number]
                one.entrants[body.badge] = Entrant(body.account, body.badge, body.name)
            case SeatsDrawn():
                one = found[body.number]
                one.round, one.playing, one.drawn = body.round, True, body.seats
                one.tables |= {table for _, table, _ in body.seats}
            case TournamentRoundEnded():
                one = found[body.number]
                one.playing = False
                for badge, place in body.eliminated:
                    one.entrants[badge].out_in = body.round
                    one.entrants[badge].place = place
            case PrizeAwarded():
                one = found[body.number]
                one.over = True
                one.entrants[body.badge].place = body.place
                one.entrants[body.badge].prize = body.cents
            case _:
                pass
    return found


class TournamentJob(CasinoJob, kw_only=True):
    number: int

    def tournament(self, batch: Batch) -> Tournament:
        known = tournaments(batch)
        if self.number not in known:
            raise Refused(Kind.NO_SUCH_TABLE, f"there is no tournament {self.number}")
        return known[self.number]


class OpenTournament(CasinoJob, kw_only=True):
    """A tournament whose notice was given in time, and lacks nothing."""

    plan: Plan
    noticed: datetime

    def work(self, batch: Batch) -> Any:
        common = self.common(batch)
        try:
            notice = notice_of(self.plan, self.noticed)
        except PitbossError as error:
            raise Refused(Kind.NOT_PERMITTED, str(error.args[0]), section=error.cite) from None
        if notice.missing:
            lack = notice.missing[0]
            section = notice.cite.removesuffix(SECTION) + lack.paragraph
            raise Refused(Kind.NOT_PERMITTED, lack.text, section=section)
        if notice.late:
            raise Refused(
                Kind.TOO_LATE,
                f"notice was to be given by {notice.by:%Y-%m-%d %H:%M}, and was at "
                f"{self.noticed:%Y-%m-%d %H:%M}",
                section=f"{notice.cite}(b)",
            )
        number = 1 + len(entries(batch, kind="tournament"))
        chips = new_account(batch, f"tournament {number} chips", kind=CHIPS, by=self.by)
        pool = new_account(batch, f"tournament {number} pool", kind=POOL, by=self.by)
        text = msgspec.json.encode(self.plan).decode()
        noticed = round(self.noticed.timestamp() * 1000)
        note(
            batch,
            TournamentOpened(
                **common, number=number, plan=text, noticed=noticed, chips=chips, pool=pool
            ),
        )
        return {"tournament": number, "name": self.plan.name}


class Enter(TournamentJob, kw_only=True):
    """A patron enters: the fee goes to the pool, and chips to a badge."""

    patron: int

    @property
    def accounts(self) -> tuple[int, ...]:
        return (self.patron,)

    def work(self, batch: Batch) -> Any:
        common = self.common(batch)
        one = self.tournament(batch)
        sql = "SELECT name FROM account WHERE id = ? AND kind = 'person' AND role = 'patron'"
        known = batch.execute(sql, (self.patron,)).first()
        if known is None:
            raise Refused(Kind.NOT_A_PATRON, "only patrons take part")
        refuse_school_money(known[0])
        fee = one.cents("fee")
        if one.round:
            raise Refused(Kind.TOO_LATE, "the first round has begun")
        if len(one.entrants) >= one.plan.participants:
            raise Refused(Kind.TABLE_FULL, f"{one.plan.participants} take part, and no more")
        if any(entrant.account == self.patron for entrant in one.entrants.values()):
            raise Refused(Kind.ALREADY_SEATED, f"{known[0]} has entered already")
        if batch.balance(self.patron) < fee:
            raise Refused(
                Kind.OVER_BALANCE,
                f"the fee is {format_dollars(fee)}, and the account holds "
                f"{format_dollars(batch.balance(self.patron))}",
            )
        name = f"t{one.number}-{len(one.entrants) + 1:03d}"
        badge = new_account(batch, name, kind=BADGE, by=self.by)
        body = EntrantEntered(
            **common | {"account": self.patron, "cents": fee},
            number=one.number,
            badge=badge,
            name=known[0],
            chips=one.cents("chips"),
            issuer=one.chips,
            pool=one.pool,
        )
        batch.lock_accounts({one.chips, one.pool, badge})
        note(batch, body, NO_TABLE)
        return {"tournament": one.number, "badge": name, "account": badge}


class DrawSeats(TournamentJob, kw_only=True):
    """The next round: tables are opened, and seats given by lot."""

    by_hand: bool = False

    def work(self, batch: Batch) -> Any:
        common = self.common(batch)
        one = self.tournament(batch)
        if one.over or one.playing or one.round >= one.plan.rounds:
            state = "is over" if one.over else "is under way" if one.playing else "was the last"
            raise Refused(Kind.ROUND_UNDER_WAY, f"round {one.round} {state}")
        players = list(one.remaining)
        if len(players) < 2:
            raise Refused(Kind.NOBODY_SEATED, "a round needs two who play")
        secrets.SystemRandom().shuffle(players)
        tables = -(-len(players) // one.plan.seats)
        number = one.round + 1
        batch.lock_accounts({player.badge for player in players})
        opened = [self._open(batch, one, number, place + 1) for place in range(tables)]
        for table in opened:
            row = TournamentTable(**common, table=table, number=one.number, round=number)
            note(batch, row)
        seats = []
        for place, player in enumerate(players):
            table, seat = opened[place % tables], 1 + place // tables
            draft = batch.draft(table, self.by)
            draft.sit(player.badge, f"{player.name}"[:40], seat, guest=True)
            batch.keep(draft)
            seats.append((player.badge, table, seat))
        note(batch, SeatsDrawn(**common, number=one.number, round=number, seats=tuple(seats)))
        return {
            "tournament": one.number,
            "round": number,
            "tables": opened,
            "seats": [list(each) for each in seats],
        }

    def _open(self, batch: Batch, one: Tournament, number: int, place: int) -> int:
        low, high = map(parse_dollars, one.plan.limits)
        asked = NewTable(
            game=one.plan.game,
            name=f"{one.plan.name[:20]} {number}-{place}",
            pit=f"tournament {one.number}",
            options=one.plan.options,
            limits={"": (low, high)},
            chip=one.cents("chip"),
            dealer="by hand" if self.by_hand else "automatic",
            wager_seconds=0,
            decision_seconds=0,
            idle_rounds=0,
        )
        return int(OpenTable(self.by, asked).work(batch)["table"])


class EndRound(TournamentJob, kw_only=True):
    """A round ends: its tables are closed, those with the fewest chips at each are out, and the
    chips of all go back but for those that are carried on. At equal chips the lot decides."""

    tables_of_round: tuple[int, ...]

    @property
    def tables(self) -> tuple[int, ...]:
        return self.tables_of_round

    def work(self, batch: Batch) -> Any:
        common = self.common(batch)
        one = self.tournament(batch)
        if not one.playing or {table for _, table, _ in one.drawn} != set(self.tables_of_round):
            raise Refused(Kind.NOT_PENDING, f"round {one.round} is not the one under way")
        for table in self.tables_of_round:
            CloseTable(table, self.by, f"round {one.round} of tournament {one.number}").work(batch)
        badges = [badge for badge, _, _ in one.drawn]
        batch.lock_accounts({*badges, one.chips})
        held = {badge: batch.balance(badge) for badge in badges}
        order = sorted(badges, key=lambda badge: (held[badge], secrets.randbits(32)))
        eliminated = self._eliminated(one, order)
        out = dict(eliminated)
        stays = {badge for badge in badges if badge not in out}
        again = one.cents("chips") if not one.plan.carry else 0
        last = one.round == one.plan.rounds
        moves = []
        for badge in badges:
            keep = 0 if badge in out or last else held[badge] if one.plan.carry else again
            moves.append((badge, keep - held[badge]))
        for table in self.tables_of_round:
            moves += _trays(batch, table)
        body = TournamentRoundEnded(
            **common,
            number=one.number,
            round=one.round,
            standings=tuple(held.items()),
            eliminated=eliminated,
            moves=tuple(moves),
            issuer=one.chips,
        )
        note(batch, body, NO_TABLE)
        return {
            "tournament": one.number,
            "round": one.round,
            "out": len(out),
            "remaining": len(stays),
        }

    def _eliminated(self, one: Tournament, order: list[int]) -> tuple[tuple[int, int], ...]:
        """Those who are out, each with their place: of the last round nobody is."""
        if one.round == one.plan.rounds:
            return ()
        through: set[int] = set()
        for table in set(self.tables_of_round):
            here = [badge for badge, its, _ in one.drawn if its == table]
            through |= set(sorted(here, key=order.index)[-one.plan.advance :])
        out = [badge for badge in order if badge not in through]
        place = len(one.remaining)
        return tuple((badge, place - at) for at, badge in enumerate(out))


def _trays(batch: Batch, table: int) -> list[tuple[int, int]]:
    """The chips that lie in the accounts of a table: they go back to the tournament."""
    sql = "SELECT inventory_id, vigorish_id, layout_id FROM gaming_table WHERE id = ?"
    own = tuple(batch.execute(sql, (table,)).first())
    found = []
    for account in own:
        sql = "SELECT cents FROM balance WHERE account_id = ?"
        cents = int(batch.execute(sql, (account,)).value()) + batch.moved.get(account, 0)
        if cents:
            found.append((account, -cents))
    return found


class Award(TournamentJob, kw_only=True):
    """The prizes, by the chips of the last round: money from the pool to those who won it."""

    def work(self, batch: Batch) -> Any:
        one = self.tournament(batch)
        common = self.common(batch)
        if one.over or one.playing or one.round < min(one.plan.rounds, 1):
            raise Refused(Kind.NOT_PENDING, "the last round is not over, or the prizes are given")
        if one.round < one.plan.rounds and len(one.remaining) > 1:
            raise Refused(Kind.NOT_PENDING, f"round {one.round} of {one.plan.rounds} was played")
        ended = [
            entry.body
            for entry in entries(batch, kind="round-ended")
            if isinstance(entry.body, TournamentRoundEnded) and entry.body.number == one.number
        ]
        held = dict(ended[-1].standings)
        left = {entrant.badge for entrant in one.remaining}
        order = sorted(left, key=lambda badge: held[badge], reverse=True)
        outs = sorted((e for e in one.entrants.values() if e.out_in), key=lambda e: e.place)
        ranking = [one.entrants[badge] for badge in order] + outs
        batch.lock_accounts({one.pool, *(entrant.account for entrant in ranking)})
        awarded = []
        prizes = [parse_dollars(prize) for prize in one.plan.prizes]
        for place, entrant in enumerate(ranking, 1):
            cents = prizes[place - 1] if place <= len(prizes) else 0
            if cents or place <= len(order):
                body = PrizeAwarded(
                    **common | {"account": entrant.account, "cents": cents},
                    number=one.number,
                    badge=entrant.badge,
                    place=place,
                    pool=one.pool,
                )
                note(batch, body, NO_TABLE)
                awarded.append({"place": place, "name": entrant.name, "cents": cents})
        return {"tournament": one.number, "prizes": awarded}


class Standing(msgspec.Struct, frozen=True):
    """A line of the leaderboard."""

    place: int
    name: str
    badge: str
    chips: int
    table: int
    out_in: int
    prize: int


def leaderboard(reading: Reading, one: Tournament) -> list[Standing]:
    """Who has how many chips, the most first; then those who are out, the last of them first."""
    sql = (
        "SELECT a.id, a.name, b.cents FROM account a JOIN balance b ON b.account_id = a.id "
        "WHERE a.name LIKE ?"
    )
    rows = {row[0]: (row[1], row[2]) for row in reading.execute(sql, (f"t{one.number}-%",))}
    ended = [
        dict(entry.body.standings)
        for entry in entries(reading, kind="round-ended")
        if isinstance(entry.body, TournamentRoundEnded) and entry.body.number == one.number
    ]
    at = {badge: table for badge, table, _ in one.drawn} if one.playing else {}
    final = ended[-1] if ended and not one.playing else {}

    def chips(entrant: Entrant) -> int:
        if entrant.out_in:
            return int(ended[entrant.out_in - 1].get(entrant.badge, 0))
        return int(final.get(entrant.badge, rows[entrant.badge][1]))

    order = sorted(
        one.entrants.values(),
        key=lambda e: (bool(e.out_in), e.place if e.out_in or e.place else -chips(e)),
    )
    return [
        Standing(
            place,
            entrant.name,
            rows[entrant.badge][0],
            chips(entrant),
            at.get(entrant.badge, 0),
            entrant.out_in,
            entrant.prize,
        )
        for place, entrant in enumerate(order, 1)
    ]


def revenue(one: Tournament) -> dict[str, int]:
    """Fees, prizes, and what is left of them."""
    fees = one.cents("fee") * len(one.entrants)
    prizes = sum(entrant.prize for entrant in one.entrants.values())
    return {"fees": fees, "prizes": prizes, "revenue": fees - prizes}
