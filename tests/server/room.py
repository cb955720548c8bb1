"""A house without HTTP, for tests of the store: accounts, tables, random patrons."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.server.view import answer_json
from pitboss.store import jobs, people
from pitboss.store.accounts import Deposit, balance_of
from pitboss.store.database import Database
from pitboss.store.jobs import Call, Enter, Sit
from pitboss.store.live import Live, would_begin
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.refusal import Refused
from pitboss.store.verify import verify_database
from pitboss.store.writer import Writer, now_ms
from pitboss.table.prompts import Prompt


class Room:
    def __init__(self, url: str, *, clock: Callable[[], int] = now_ms) -> None:
        self.db = Database(url)
        self.db.upgrade()
        self.writer = Writer(self.db, present=answer_json, clock=clock).start()

    def do(self, job: jobs.Job) -> Any:
        return msgspec.json.decode(self.writer.do(job).body)

    def call(self, function: Callable[[Any], Any]) -> Any:
        return self.do(Call(function))

    def patron(self, name: str, cents: int = 10_000_000, *, guest: bool = False) -> int:
        account = self.call(
            lambda batch: people.create_person(batch, name, "patron", "", guest=guest)
        )
        if cents:
            self.deposit(account, cents)
        return int(account)

    def deposit(self, account: int, cents: int) -> None:
        self.do(Deposit(account, cents, "", 0))

    def open(self, game: str, **keywords: Any) -> int:
        keywords.setdefault("limits", {"": (500, 50_000)})
        keywords.setdefault("wager_seconds", 0)
        keywords.setdefault("decision_seconds", 0)
        return int(self.do(OpenTable(0, NewTable(game=game, **keywords)))["table"])

    def sit(self, table: int, account: int, seat: int = 0) -> Any:
        return self.do(Sit(table, account, f"account-{account}", seat))

    def live(self, table: int) -> Live:
        return self.writer.cache[table]

    def enter(
        self, table: int, account: int, *entries: str, role: str = "patron", **keywords: Any
    ) -> Any:
        return self.do(Enter(table, account, role, entries, **keywords))

    def balance(self, account: int) -> int:
        with self.db.read() as reading:
            return balance_of(reading, account)

    def verify(self) -> None:
        verdict = verify_database(self.db)
        assert verdict.status == "clean", verdict.message()

    def play(self, table: int, rng: random.Random, acts: int) -> int:
        """Random legal acts of whoever is asked; how many rounds ended."""
        rounds = 0
        for _ in range(acts):
            live = self.live(table)
            if live.outcome is None:
                break
            seat, entry = act(live, rng)
            said = self.enter(table, live.seats[seat].account, entry)
            rounds += len(said["receipts"])
        return rounds

    def close(self) -> None:
        self.writer.stop()
        self.db.close()


def act(live: Live, rng: random.Random) -> tuple[int, str]:
    """A seat and what it may do now."""
    assert live.outcome is not None
    prompt: Prompt = live.outcome.prompt
    if prompt.kind == "decision":
        return prompt.seat, f"p{prompt.seat} {rng.choice(prompt.choices)}"
    if prompt.kind == "number":
        number = rng.randint(prompt.at_least, prompt.at_most)
        return prompt.seat, f"p{prompt.seat} {prompt.what} {number}"
    assert prompt.kind == "wagers", prompt.kind
    answers = prompt.answers()
    wagers = [answer for answer in answers if "wager" in answer]
    # Whoever asked for the close waits for the others.
    staked = [w.seat for w in live.outcome.wagers if live.owner(w.seat) not in live.asked]
    closable = bool(staked) and {"entry": "d close"} in answers
    closable = closable and (live.game.stakes is None or would_begin(live))
    if closable and (not wagers or rng.random() < 0.4):
        return rng.choice(staked), "d close"
    chosen = rng.choice(wagers)
    cents = chosen["at_least"]
    if rng.random() < 0.3:
        cents += chosen["step"] * min(3, (chosen["at_most"] - cents) // chosen["step"])
    return int(chosen["seat"][1:]), f"{chosen['entry']} {cents // 100}.{cents % 100:02d}"


__all__ = ["Refused", "Room", "act"]
