"""The poker room in the store: table stakes in and out, time, seats, waiting lists, tables that
break; and everything replayed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.store.database import Database
from pitboss.store.jobs import Leave, Sit, Tick
from pitboss.store.live import Live
from pitboss.store.refusal import Kind, Refused
from pitboss.store.seating import BreakTable, ChangeSeat, OfferSeats, PutOnList, TakeOffList
from pitboss.store.verify import verify_database
from pitboss.store.waiting import all_requests, sort_of
from tests.server.room import Room

BETWEEN, TO_ACT = 8, 30


class PokerRoom(Room):
    """A room whose clock stands until it is moved on."""

    def __init__(self, url: str) -> None:
        self.now = 1_794_000_000_000
        super().__init__(url, clock=lambda: self.now)

    def poker(self, **options: Any) -> int:
        return self.open(
            "poker",
            limits={"stack": (4_000, 40_000)},
            wager_seconds=BETWEEN,
            decision_seconds=TO_ACT,
            options=options,
        )

    def seated(self, table: int, number: int, cents: int = 20_000) -> list[int]:
        """So many players with chips on the table, at the seats from p1 on."""
        accounts = [self.patron(f"player-{table}-{n}", 100_000) for n in range(number)]
        for seat, account in enumerate(accounts, 1):
            self.sit(table, account, seat)
            self.buy_in(table, account, cents)
        return accounts

    def buy_in(self, table: int, account: int, cents: int) -> Any:
        seat = self.live(table).seat_of(account)
        return self.enter(table, account, f"p{seat} wager stack {cents / 100:.2f}")

    def pass_time(self, table: int, seconds: float) -> None:
        self.now += int(1000 * seconds)
        self.do(Tick(table))

    def deal(self, table: int) -> None:
        """The time between two rounds is over."""
        self.pass_time(table, BETWEEN + 1)

    def act(self, table: int, choice: str) -> Any:
        live = self.live(table)
        assert live.outcome is not None
        seat = live.outcome.prompt.seat
        return self.enter(table, live.owner(seat), f"p{seat} {choice}")

    def finish_round(self, table: int, rng: random.Random | None = None) -> None:
        """The round is played to its end: checked and folded, or (`rng`) anyhow."""
        while prompt_of(self.live(table)) != "wagers":
            live = self.live(table)
            assert live.outcome is not None
            choices = live.outcome.prompt.choices
            if rng is not None:
                self.act(table, rng.choice(choices))
            else:
                quiet = ("check", "call", "show", "wait", "no straddle", "stand pat", "forced bet")
                self.act(table, next(c for c in quiet if c in choices))

    def stack(self, table: int, seat: int) -> int:
        live = self.live(table)
        wagers = live.outcome.wagers if live.outcome is not None else live.table.standing
        return sum(wager.cents for wager in wagers if wager.seat == seat)

    def money(self, table: int, accounts: list[int]) -> int:
        """What the players, the layout, the rake and the fund of the jackpot hold together."""
        own = self.live(table).accounts
        held = (*accounts, own.inventory, own.layout, own.vigorish, own.jackpot)
        return sum(self.balance(account) for account in held)


def prompt_of(live: Live) -> str:
    return live.outcome.prompt.kind if live.outcome is not None else "wagers"


@pytest.fixture
def room(url: str) -> Iterator[PokerRoom]:
    """A room on either database: whatever a test did is replayed at its end."""
    found = PokerRoom(url)
    yield found
    found.verify()
    found.close()


def test_chips_come_from_the_account_and_go_back_to_it(room: PokerRoom) -> None:
    table = room.poker()
    first, second = room.seated(table, 2)
    assert room.balance(first) == 80_000
    assert room.stack(table, 1) == 20_000
    room.do(Leave(table, first))
    room.pass_time(table, 0)
    assert room.live(table).seat_of(first) == 0
    assert room.balance(first) == 100_000
    assert room.balance(second) == 80_000


def test_least_and_most_that_may_be_bought_in(room: PokerRoom) -> None:
    table = room.poker()
    (first,) = room.seated(table, 1)
    with pytest.raises(Refused) as most:
        room.buy_in(table, first, 20_100)
    assert most.value.kind is Kind.ILLEGAL_ENTRY
    assert "400.00" in most.value.message
    room.buy_in(table, first, 20_000)
    other = room.patron("other", 100_000)
    room.sit(table, other)
    with pytest.raises(Refused) as least:
        room.buy_in(table, other, 3_900)
    assert "40.00" in least.value.message
    assert room.balance(other) == 100_000


def test_no_chips_leave_the_table_while_their_player_sits(room: PokerRoom) -> None:
    table = room.poker()
    first, _ = room.seated(table, 2)
    with pytest.raises(Refused):
        room.enter(table, first, "p1 remove stack")
    with pytest.raises(Refused):
        room.enter(table, first, "p1 reduce stack to 50.00")
    assert room.stack(table, 1) == 20_000


def test_who_leaves_while_others_add_chips_is_not_dealt_in(room: PokerRoom) -> None:
    table = room.poker()
    first, *_ = room.seated(table, 3)
    assert room.do(Leave(table, first))["presence"] == "leaving"
    room.deal(table)
    assert {seat for seat, _ in stacks(room.live(table), "bet")} == {2, 3}
    room.finish_round(table)
    assert room.live(table).seat_of(first) == 0
    assert room.balance(first) == 100_000


def test_who_leaves_a_table_at_which_no_round_comes_is_not_kept(room: PokerRoom) -> None:
    table = room.poker()
    first, second = room.seated(table, 2)
    room.deal(table)
    room.finish_round(table)
    room.buy_in(table, second, 1_000)
    room.do(Leave(table, first))
    room.pass_time(table, 0.5)
    assert room.live(table).seat_of(first) == 0
    assert room.balance(first) + room.stack(table, 2) + room.balance(second) == 200_000


def test_who_leaves_in_a_hand_is_checked_or_folded_and_paid(room: PokerRoom) -> None:
    table = room.poker()
    players = room.seated(table, 3)
    room.deal(table)
    live = room.live(table)
    assert live.outcome is not None
    seat = live.outcome.prompt.seat
    account = live.owner(seat)
    assert room.do(Leave(table, account))["presence"] == "leaving"
    room.pass_time(table, 0)
    after = room.live(table)
    assert after.outcome is not None
    assert after.outcome.prompt.seat != seat
    room.finish_round(table)
    assert room.balance(account) == 100_000
    assert room.money(table, players) == 300_000


def test_who_does_not_act_is_checked_or_folded_and_then_sits_out(room: PokerRoom) -> None:
    table = room.poker()
    players = room.seated(table, 3)
    room.deal(table)
    live = room.live(table)
    assert live.outcome is not None
    slow = live.outcome.prompt.seat
    room.pass_time(table, TO_ACT + 1)
    assert room.live(table).away == (slow,)
    room.finish_round(table)
    room.pass_time(table, 0)
    off = {w.seat for w in room.live(table).table.standing if not w.on}
    live = room.live(table)
    assert live.outcome is not None
    assert off | {w.seat for w in live.outcome.wagers if not w.on} == {slow}
    assert live.away == ()
    room.deal(table)
    assert slow not in {seat for seat, _ in stacks(room.live(table), "bet")}
    room.finish_round(table)
    room.enter(table, live.owner(slow), f"p{slow} call stack on")
    assert room.money(table, players) == 300_000


def test_nobody_is_bet_for(room: PokerRoom) -> None:
    """Whoever does not act puts in nothing: in a whole round all are checked or folded."""
    table = room.poker()
    room.seated(table, 4)
    room.deal(table)
    while prompt_of(room.live(table)) != "wagers":
        room.pass_time(table, TO_ACT + 1)
    live = room.live(table)
    assert live.last is not None
    made = [event.what for event in live.last.events if event.act == "wager"]
    assert sorted(made) == ["big blind", "small blind", "stack", "stack", "stack", "stack"]


def stacks(live: Live, kind: str) -> list[tuple[int, int]]:
    assert live.outcome is not None
    return [(wager.seat, wager.cents) for wager in live.outcome.wagers if wager.kind == kind]


def test_no_round_is_begun_for_one_player(room: PokerRoom) -> None:
    table = room.poker()
    room.seated(table, 1)
    before = room.live(table).n
    room.deal(table)
    with pytest.raises(Refused, match="too few players"):
        room.enter(table, room.live(table).owner(1), "d close")
    assert room.live(table).n == before


def test_seats_are_changed_between_rounds_with_the_chips(room: PokerRoom) -> None:
    table = room.poker()
    first, _second = room.seated(table, 2)
    room.deal(table)
    with pytest.raises(Refused) as under_way:
        room.do(ChangeSeat(table, first, 7))
    assert under_way.value.kind is Kind.ROUND_UNDER_WAY
    room.finish_round(table)
    held = room.stack(table, 1)
    with pytest.raises(Refused) as taken:
        room.do(ChangeSeat(table, first, 2))
    assert taken.value.kind is Kind.SEAT_TAKEN
    room.do(ChangeSeat(table, first, 7))
    assert room.live(table).seat_of(first) == 7
    assert room.stack(table, 7) == held
    room.deal(table)
    room.finish_round(table)


def test_charge_for_time_by_the_half_hour(room: PokerRoom) -> None:
    table = room.poker(revenue="time", charge="5.00")
    room.seated(table, 3)
    room.deal(table)
    room.finish_round(table)
    room.deal(table)  # the charge comes before the second round, when chips stand on the table
    rake = room.live(table).accounts.vigorish
    assert room.balance(rake) == 1_500
    room.finish_round(table)
    for _ in range(4):
        room.deal(table)
        room.finish_round(table)
    assert room.balance(rake) == 1_500
    room.now += 30 * 60_000
    room.deal(table)
    assert room.balance(rake) == 3_000


@pytest.mark.parametrize("in_a_hand", [False, True])
def test_a_table_breaks_and_everybody_has_their_chips(room: PokerRoom, in_a_hand: bool) -> None:
    table = room.poker()
    players = room.seated(table, 4)
    floor = room.patron("floor", 0)
    room.deal(table)
    if not in_a_hand:
        room.finish_round(table)
    room.do(BreakTable(table, floor, "too few players"))
    with pytest.raises(Refused):
        room.sit(table, room.patron("late", 50_000))
    room.finish_round(table)
    room.pass_time(table, 0)
    live = room.live(table)
    assert live.closed
    assert not live.seats
    assert room.balance(live.accounts.layout) == 0
    assert sum(map(room.balance, players)) + room.balance(live.accounts.vigorish) == 400_000


def test_table_break_with_chips_just_added(room: PokerRoom) -> None:
    table = room.poker()
    players = room.seated(table, 2)
    room.do(BreakTable(table, 0, ""))
    room.pass_time(table, 0)
    assert room.live(table).closed
    assert [room.balance(account) for account in players] == [100_000, 100_000]


# -- waiting lists --------------------------------------------------------------------------------


def waiting(room: PokerRoom) -> list[tuple[int, int]]:
    with room.db.read() as reading:
        return [(each.account, each.table) for each in all_requests(reading)]


def test_seats_go_to_those_who_wait_in_their_order(room: PokerRoom) -> None:
    table = room.poker(kind="seven-card-stud", limit="fixed limit")
    players = room.seated(table, 8)
    sort = sort_of(room.live(table))
    assert sort == "seven-card-stud, fixed limit 2.00/4.00"
    first, second = room.patron("first", 50_000), room.patron("second", 50_000)
    for place, account in enumerate((first, second), 1):
        assert room.do(PutOnList(account, sort, (sort,)))["place"] == place
    with pytest.raises(Refused) as again:
        room.do(PutOnList(first, sort, (sort,)))
    assert again.value.kind is Kind.ALREADY_LISTED
    assert room.do(OfferSeats((table,))) == {"offered": 0}
    room.deal(table)
    room.finish_round(table)
    room.do(Leave(table, players[0]))
    assert room.do(OfferSeats((table,))) == {"offered": 1}
    assert room.do(OfferSeats((table,))) == {"offered": 0}
    assert waiting(room) == [(first, table), (second, 0)]
    for jumper in (second, room.patron("jumper", 50_000)):
        with pytest.raises(Refused) as jumped:
            room.sit(table, jumper)
        assert jumped.value.kind is Kind.OTHERS_WAIT
        assert "14.18" in (jumped.value.section or "")
    room.sit(table, first)
    assert waiting(room) == [(second, 0)]
    room.do(TakeOffList(second, sort))
    with pytest.raises(Refused) as gone:
        room.do(TakeOffList(second, sort))
    assert gone.value.kind is Kind.NOT_LISTED
    room.deal(table)
    room.finish_round(table)


def test_an_offer_has_its_time(room: PokerRoom) -> None:
    table = room.poker()
    sort = sort_of(room.live(table))
    first, second = room.patron("first", 50_000), room.patron("second", 50_000)
    room.do(PutOnList(first, sort, (sort,)))
    assert room.do(OfferSeats((table,))) == {"offered": 1}
    room.do(PutOnList(second, sort, (sort,)))
    room.now += 61_000
    room.do(OfferSeats((table,)))
    assert waiting(room) == [(second, table)]
    room.sit(table, second)
    assert waiting(room) == []
    room.sit(table, first)  # nobody waits any more


def test_a_list_is_for_tables_there_are(room: PokerRoom) -> None:
    with pytest.raises(Refused, match="no table of that sort"):
        room.do(PutOnList(room.patron("first"), "badugi, pot limit 1.00/2.00", ()))


def test_a_seat_that_is_refused_leaves_the_list_as_it_was(room: PokerRoom) -> None:
    table = room.poker()
    room.seated(table, 2)
    sort = sort_of(room.live(table))
    first = room.patron("first", 50_000)
    room.do(PutOnList(first, sort, (sort,)))
    room.do(OfferSeats((table,)))
    with pytest.raises(Refused) as taken:
        room.do(Sit(table, first, "first", 2))
    assert taken.value.kind is Kind.SEAT_TAKEN
    assert waiting(room) == [(first, table)]


# -- everything together --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"kind": "omaha-8", "limit": "pot limit", "button": "moving"},
        {"kind": "seven-card-stud-8", "limit": "fixed limit", "ante": "0.50"},
        {"kind": "badugi", "limit": "fixed limit"},
        {"jackpot": "bad beat", "jackpot_hand": "full house", "straddle": True},
        {"jackpot": "high hand", "jackpot_hand": "full house", "losing_hands_shown": True},
    ],
    ids=lambda options: options.get("kind") or options.get("jackpot", "hold-em"),
)
def test_an_evening_of_random_play(tmp_path: Path, options: dict[str, Any]) -> None:
    """Joins, leaves, players who bust and buy in again, who sit out and come back."""
    rng = random.Random(str(options))
    room = PokerRoom(f"sqlite:///{tmp_path}/evening.db")
    table = room.poker(**options)
    players = room.seated(table, 5)
    whole = room.money(table, players)
    for _ in range(25):
        for account in players:
            seat = room.live(table).seat_of(account)
            if not seat and rng.random() < 0.5 and room.balance(account) >= 4_000:
                room.sit(table, account)
                seat = room.live(table).seat_of(account)
            if seat and room.live(table).seats[seat].presence == "seated":
                look_after(room, table, account, seat, rng)
        room.deal(table)
        room.finish_round(table, rng)
        assert room.money(table, players) == whole
    assert room.live(table).table.round > 10
    room.verify()
    room.close()


def look_after(room: PokerRoom, table: int, account: int, seat: int, rng: random.Random) -> None:
    live = room.live(table)
    assert live.outcome is not None
    entries = {a["entry"]: a for a in live.outcome.prompt.answers()}
    on, buys = f"p{seat} call stack on", f"p{seat} wager stack"
    if on in entries:
        room.enter(table, account, on)
    elif rng.random() < 0.1:
        room.do(Leave(table, account))
    elif rng.random() < 0.05 and f"p{seat} call stack off" in entries:
        room.enter(table, account, f"p{seat} call stack off")
    elif buys in entries and not room.stack(table, seat):
        most = min(entries[buys]["at_most"], room.balance(account))
        if most >= entries[buys]["at_least"]:
            room.buy_in(table, account, most - most % 100)


# -- what was altered shows -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE waiting SET account_id = account_id + 1",
        "UPDATE waiting SET until = until + 60000",
        "DELETE FROM waiting",
        "INSERT INTO waiting VALUES (99, 1, 'hold-em, no limit 1.00/2.00', 0, 0, 0)",
    ],
)
def test_a_list_that_was_altered_is_noticed(tmp_path: Path, forgery: str) -> None:
    room = PokerRoom(f"sqlite:///{tmp_path}/forged.db")
    table = room.poker()
    sort = sort_of(room.live(table))
    room.do(PutOnList(room.patron("first", 50_000), sort, (sort,)))
    room.do(OfferSeats((table,)))
    room.verify()
    room.close()
    with sqlite3.connect(tmp_path / "forged.db") as file:
        file.execute(forgery)
    verdict = verify_database(Database(f"sqlite:///{tmp_path}/forged.db"))
    assert verdict.status == "altered"
    assert "for a seat is not the one recorded" in verdict.message()
