"""A patron who banks: money goes from account to account, and what the table remembers of who may
bank belongs to people."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pitboss.store import jobs
from pitboss.store.dealing import costs_least
from pitboss.store.refusal import Kind, Refused
from pitboss.table.entries import entry_text
from tests.server.room import Room, act

GAMES = ("pai-gow", "pai-gow-poker")
LIMITS = {"": (500, 100_000)}


def answer(room: Room, table: int, *, bank: int = 0, word: str = "bank") -> None:
    """Answers whatever is asked until wagers may be made: `bank` takes the bank, the rest pass."""
    for _ in range(80):
        live = room.live(table)
        assert live.outcome is not None
        prompt = live.outcome.prompt
        if prompt.kind == "wagers":
            return
        seat = prompt.seat
        account = live.seats[seat].account
        if prompt.what == "the bank":
            room.enter(table, account, f"p{seat} {word if seat == bank else 'pass'}")
        elif prompt.what == "the chips of the bank":
            return
        elif prompt.kind == "decision":
            room.enter(table, account, f"p{seat} {prompt.choices[0]}")
        else:
            room.enter(table, account, f"p{seat} cut 20")
    raise AssertionError("no window of wagers")


def set_all(room: Room, table: int) -> None:
    """Everybody sets as the house would, until the round is over."""
    rounds = room.live(table).last_round
    while room.live(table).last_round == rounds:
        live = room.live(table)
        assert live.outcome is not None
        seat = live.outcome.prompt.seat
        room.enter(table, live.seats[seat].account, f"p{seat} house-way")


def one_round(room: Room, table: int, *entries: tuple[int, str]) -> Any:
    for account, entry in entries:
        room.enter(table, account, entry)
    room.enter(table, 0, "d close", role="dealer")
    if room.live(table).outcome is not None and room.live(table).entries:
        set_all(room, table)
    last = room.live(table).last
    assert last is not None
    return last


def sit(room: Room, game: str, count: int, **options: Any) -> tuple[int, list[int]]:
    table = room.open(game, options=options, limits=LIMITS)
    accounts = [room.patron(f"patron-{number}") for number in range(1, count + 1)]
    for number, account in enumerate(accounts, 1):
        room.sit(table, account, number)
    answer(room, table)
    return table, accounts


@pytest.mark.parametrize("word", ["bank", "co-bank"])
@pytest.mark.parametrize("game", GAMES)
def test_a_patron_pays_a_patron(room: Room, game: str, word: str) -> None:
    """Every account ends where the receipts say; the ledger sums to nothing and is verified."""
    table, (first, second, third) = sit(room, game, 3)
    had = {account: room.balance(account) for account in (first, second, third)}
    gained = dict.fromkeys(had, 0)
    moved = False
    # Six rounds at least; and on until a bank did not break even, which three in a row may do.
    for number in range(60):
        if number >= 6 and moved:
            break
        bank = (0, 2, 0, 1, 0, 3)[number % 6]
        answer(room, table, bank=bank, word=word)
        accounts = dict(enumerate((first, second, third), 1))
        entries = [
            (account, f"p{seat} wager pai-gow 50.00")
            for seat, account in accounts.items()
            if seat != bank
        ]
        if bank:
            assert room.live(table).table.state.bank == (bank,)
            entries.insert(0, (accounts[bank], f"p{bank} cover 500.00"))
        last = one_round(room, table, *entries)
        for seat, cents in last.net().items():
            gained[accounts[seat]] += cents
        bank_lines = [line for line in last.lines if line.wager == "bank"]
        moved |= any(line.result in ("win", "lose") for line in bank_lines)
        assert bool(bank_lines) == bool(bank)
        # What is left to the house is its own wager, its half, and the vigorish.
        if bank and word == "bank":
            own = [line for line in last.lines if line.seat == 0]
            won = sum(line.pays for line in own)
            lost = sum(line.stake for line in own if line.result == "lose")
            assert last.house == won - lost
    assert moved, "a bank won or lost something"
    for account, cents in had.items():
        assert room.balance(account) == cents + gained[account]
    room.verify()


@pytest.mark.parametrize("game", GAMES)
def test_a_bank_needs_the_means(room: Room, game: str) -> None:
    """Nobody banks with chips that the account does not hold, and nobody wagers beyond them."""
    table, (first, second) = sit(room, game, 2)
    one_round(room, table, (first, "p1 wager pai-gow 50.00"), (second, "p2 wager pai-gow 50.00"))
    answer(room, table, bank=1)
    with pytest.raises(Refused) as refused:
        room.enter(table, first, "p1 cover 99999999.00")
    assert refused.value.kind is Kind.OVER_BALANCE
    room.enter(table, first, "p1 cover 100.00")
    before = room.balance(second)
    with pytest.raises(Exception, match="not between"):
        room.enter(table, second, "p2 wager pai-gow 60.00")
    assert room.balance(second) == before
    last = one_round(room, table, (second, "p2 wager pai-gow 50.00"))
    assert {line.seat for line in last.lines} == {0, 1, 2}
    room.verify()


@pytest.mark.parametrize("game", GAMES)
def test_the_right_to_bank_belongs_to_the_person(room: Room, game: str) -> None:
    """Whoever takes the seat of a patron who wagered has not wagered; and whoever banked and moves
    to another seat has banked."""
    table, (first, second) = sit(room, game, 2)
    one_round(room, table, (first, "p1 wager pai-gow 50.00"), (second, "p2 wager pai-gow 50.00"))
    assert set(room.live(table).table.state.against) == {"p1", "p2"}
    answer(room, table, bank=1)
    one_round(room, table, (first, "p1 cover 200.00"), (second, "p2 wager pai-gow 50.00"))
    answer(room, table)
    room.do(jobs.Leave(table, first))
    assert set(room.live(table).table.state.against) == {"p2"}
    room.sit(table, first, 4)
    stranger = room.patron("stranger")
    room.sit(table, stranger, 1)
    answer(room, table)
    one_round(room, table, (second, "p2 wager pai-gow 50.00"), (first, "p4 wager pai-gow 50.00"))
    # The stranger made no wager: only p2 and p4 are offered the bank.
    offered = []
    for _ in range(3):
        live = room.live(table)
        assert live.outcome is not None
        if live.outcome.prompt.what != "the bank":
            break
        offered.append(live.outcome.prompt.seat)
        room.enter(
            table, live.seats[live.outcome.prompt.seat].account, f"p{live.outcome.prompt.seat} pass"
        )
    assert offered == [2, 4]
    room.verify()


@pytest.mark.parametrize("game", GAMES)
def test_random_rounds_with_banks_are_verified(room: Room, game: str) -> None:
    table, _ = sit(room, game, 3)
    rng = random.Random(7)
    for _ in range(90):
        live = room.live(table)
        if live.outcome is None:
            break
        seat, entry = act(live, rng)
        room.enter(table, live.seats[seat].account, entry)
    room.verify()


@pytest.mark.parametrize("game", GAMES)
def test_a_bank_that_does_not_answer_holds_nobody_up(room: Room, game: str) -> None:
    """Whoever takes the bank and then does nothing passes it back when the time is over."""
    table, (first, second) = sit(room, game, 2)
    one_round(room, table, (first, "p1 wager pai-gow 50.00"), (second, "p2 wager pai-gow 50.00"))
    answer(room, table, bank=1)
    live = room.live(table)
    assert live.outcome is not None
    assert live.outcome.prompt.what == "the chips of the bank"
    assert entry_text(costs_least(live, 1)) == "p1 pass"
    room.enter(table, first, "p1 pass")
    last = one_round(room, table, (second, "p2 wager pai-gow 50.00"))
    assert not any(line.wager == "bank" for line in last.lines)
    room.verify()
