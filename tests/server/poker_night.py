"""A night of a poker room: `python -m tests.server.poker_night [ROUNDS] [KILLS]`.

Three tables, thirty players by script over HTTP: they come by the waiting lists, buy in, top up, go
all-in, change seats, sit out, leave; there are misdeals, a disputed hand, a player who is made to
leave, rake, a charge for time, bad beats that are paid from the fund. The server is killed with -9
again and again and started anew; every request is repeated with its key until it is answered. At
the end the tables break, and the books are compared: with what the replayed rounds took and paid,
to the cent, and by `verify`."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from pitboss.money import format_dollars
from pitboss.store import people
from pitboss.store.accounts import balance_of
from pitboss.store.database import Database
from pitboss.store.loading import load, replay_round, rows_after
from pitboss.store.rows import Entered
from pitboss.store.verify import verify_database
from tests.server.room import Room
from tests.server.services import Client, Server

PASSWORD = "a player's password"
PLAYERS = 30
BANKROLL = 200_000
BUY_IN = (4_000, 40_000)
ROUNDS, KILLS = 60, 12
# So many acts without a round: nobody comes any more.
IDLE_STEPS = 600
HOLD_EM = "hold-em, no limit 1.00/2.00"
# What a night must have had.
WANTED = ("killed", "left", "seated from the list", "all-in or the most", "not-shuffled-and-cut",
          "dispute", "player-made-to-leave", "rake", "shares", "jackpot paid")  # fmt: skip
# What must go wrong in a night, and what else may.
PLANNED = (
    "dispute",
    "not-shuffled-and-cut",
    "missing-or-additional-cards",
    "statement",
    "player-made-to-leave",
)
WRONG = (*PLANNED, "string-bet", "act-out-of-turn")
TABLES: tuple[dict[str, Any], ...] = (
    {
        "name": "One",
        "options": {"jackpot": "bad beat", "jackpot_hand": "full house"},
        "meter": "the room",
    },
    {"name": "Two", "options": {"revenue": "time", "charge": "3.00", "button": "moving"}},
    # Everybody stays to the end here: full houses are beaten.
    {
        "name": "Three",
        "meter": "the room",
        "options": {
            "kind": "omaha",
            "limit": "fixed limit",
            "jackpot": "bad beat",
            "jackpot_hand": "full house",
            "losing_hands_shown": True,
        },
    },
)


class Somebody:
    """A player or one of the staff, who repeats each request until it is answered."""

    def __init__(self, night: Night, name: str) -> None:
        self.night, self.name = night, name
        self.token = ""
        self.count = 0

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What is answered: a 5xx other than 503 is a fault of ours. One floorperson looks after
        every table as fast as the machine goes: where that is more often than an account may ask,
        they wait."""
        self.count += 1
        key = f"{self.name}-{self.count}"
        for _ in range(2_000):
            night = self.night
            try:
                if not self.token:
                    self.token = str(
                        Client(night.server.base, self.name, PASSWORD).http.headers["Authorization"]
                    )
                said = night.http.request(
                    method,
                    path,
                    json=body,
                    headers={"Authorization": self.token, "Idempotency-Key": key},
                )
                assert said.status_code in (503,) or said.status_code < 500, said.text
                if said.status_code not in (429, 503):
                    return said
            except httpx.HTTPError:
                night.again()
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def get(self, path: str) -> Any:
        return self.ask("GET", path).json()

    def enter(self, table: int, entry: str) -> bool:
        """Whether the entry was taken."""
        said = self.ask("POST", f"/api/tables/{table}/entries", {"entry": entry})
        if said.status_code == 200:
            self.night.taken[self.name, entry, table] += 1
            return True
        self.night.refused[said.json()["code"]] += 1
        return False


class Night:
    def __init__(self, folder: Path, rounds: int, kills: int, seed: int = 14) -> None:
        self.rng = random.Random(seed)
        self.db = str(folder / "night.db")
        self.accounts = prepare(self.db)
        self.server = Server(self.db, "--any-dealer", "--one-person").start()
        self.http = httpx.Client(base_url=self.server.base, timeout=30)
        self.rounds, self.kills = rounds, kills
        self.taken: Counter[tuple[str, str, int]] = Counter()
        self.refused: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.players = {name: Somebody(self, name) for name in self.accounts if "-" in name}
        self.floor = Somebody(self, "finn")
        self.tables = [self.open(asked) for asked in TABLES]
        self.seated: dict[int, dict[str, Somebody]] = {table: {} for table in self.tables}
        self.steps = 0
        self.planned = list(PLANNED)

    def open(self, asked: dict[str, Any]) -> int:
        body = {
            "game": "poker",
            "limits": {"stack": BUY_IN},
            "wager_seconds": 0,
            "decision_seconds": 3,
            **asked,
        }
        said = self.floor.ask("POST", "/api/tables", body)
        assert said.status_code == 201, said.text
        return int(said.json()["table"])

    def again(self) -> None:
        """The server is gone: it is started again, on the same port."""
        assert self.server.process is not None
        if self.server.process.poll() is not None:
            self.server.start()
            self.http.close()
            self.http = httpx.Client(base_url=self.server.base, timeout=30)

    # -- the evening --------------------------------------------------------------------------

    def play(self) -> None:
        """All tables side by side, one act at each in turn; until all had their rounds, or nobody
        has money left to sit down with."""
        self.fill()
        played = dict.fromkeys(self.tables, 0)
        busy_at, before = 0, dict(played)
        at = sorted(self.rng.sample(range(40, 40 + 60 * self.rounds), self.kills))
        while min(played.values()) < self.rounds:
            for table in self.tables:
                if at and self.steps >= at[0]:
                    at.pop(0)
                    self.server.kill()
                    self.counts["killed"] += 1
                self.steps += 1
                played[table] = self.act(table)
            if played != before:
                busy_at, before = self.steps, dict(played)
            if self.steps - busy_at > IDLE_STEPS:
                self.counts["broke"] += 1
                break
        while self.counts["killed"] < self.kills:
            self.server.kill()
            self.counts["killed"] += 1
            self.act(self.tables[0])

    def fill(self) -> None:
        """Everybody comes in: some by the list, all with chips."""
        names = sorted(self.players)
        for number, name in enumerate(names):
            table = self.tables[number % len(self.tables)]
            said = self.players[name].ask("POST", f"/api/tables/{table}/seats", {})
            assert said.status_code < 300, said.text
            self.buy_in(table, self.players[name])

    def buy_in(self, table: int, player: Somebody) -> None:
        seen = player.get(f"/api/tables/{table}")
        answers = (seen["prompt"] or {"answers": []})["answers"]
        offer = next((one for one in answers if one.get("wager") == "stack"), None)
        on = next((a["entry"] for a in answers if a["entry"].endswith("call stack on")), "")
        if on:
            player.enter(table, on)
            self.counts["came back"] += 1
        if offer is None:
            return
        most = min(offer["at_most"], seen["you"]["balance"])
        if most >= offer["at_least"]:
            cents = self.rng.randrange(offer["at_least"], most + 1, 100)
            if player.enter(table, f"{offer['entry']} {format_dollars(cents)}"):
                self.counts["chips bought"] += 1

    def act(self, table: int) -> int:
        """One act at the table; returns how many rounds it has had."""
        seen = self.floor.get(f"/api/tables/{table}")
        waiting, rounds = seen["waiting_for"], int(seen["rounds"])
        names = {one["seat"]: one["name"] for one in seen["taken"]}
        if not names:
            self.come_in(table)
        elif waiting == "players":
            self.between(table, seen, names)
        elif waiting in names:
            self.decide(table, seen, self.players[names[waiting]])
        return rounds

    def between(self, table: int, seen: dict[str, Any], names: dict[str, str]) -> None:
        """Between two rounds players come and go, then the floorperson has the cards dealt."""
        stacks = {w["seat"]: w for w in seen["wagers"] if w["wager"] == "stack"}
        for seat, name in names.items():
            player = self.players[name]
            off = seat in stacks and not stacks[seat]["on"]
            if seat not in stacks or off or self.rng.random() < 0.04:
                self.buy_in(table, player)
            if self.rng.random() < 0.03:
                self.go_away(table, player)
            elif self.rng.random() < 0.02:
                said = player.ask("POST", f"/api/tables/{table}/move", {})
                self.counts["seats changed"] += said.status_code == 200
            elif self.rng.random() < 0.02 and seat in stacks and not off:
                self.counts["sat out"] += player.enter(table, f"{seat} call stack off")
        self.come_in(table)
        self.floor.enter(table, "d close")

    def go_away(self, table: int, player: Somebody) -> None:
        said = player.ask("DELETE", f"/api/tables/{table}/seats")
        self.counts["left"] += said.status_code == 200

    def come_in(self, table: int) -> None:
        """Whoever sits nowhere asks for a seat, or takes the one that is offered."""
        busy = {
            one["name"]
            for number in self.tables
            for one in self.floor.get(f"/api/tables/{number}")["taken"]
        }
        for name in sorted(self.players.keys() - busy)[:3]:
            player = self.players[name]
            lists = {one["sort"]: one for one in player.get("/api/waiting")["lists"]}
            offer = next((one["offer"] for one in lists.values() if one["offer"]), None)
            if offer is not None:
                said = player.ask("POST", f"/api/tables/{offer['table']}/seats", {})
                if said.status_code < 300:
                    self.counts["seated from the list"] += 1
                    self.buy_in(offer["table"], player)
            elif not any(one["place"] for one in lists.values()):
                sort = self.rng.choice(sorted(lists))
                said = player.ask("POST", "/api/waiting", {"sort": sort})
                self.counts["on the list"] += said.status_code == 201

    def decide(self, table: int, seen: dict[str, Any], player: Somebody) -> None:
        if self.steps > 150 and self.irregular(table, seen):
            return
        if self.rng.random() < 0.001:
            self.counts["did not act"] += 1
            time.sleep(3.6)
            return
        prompt = player.get(f"/api/tables/{table}")["prompt"]
        if prompt is None:
            return
        entries = [one["entry"] for one in prompt["answers"] if "amount" not in one]
        chosen = self.rng.choice(entries)
        staying = [e for e in entries if e.split(" ", 1)[1] in ("call", "check", "show")]
        if staying and (table == self.tables[2] or self.rng.random() < 0.7):
            chosen = staying[0]
        self.counts["all-in or the most"] += chosen == entries[-1] and len(entries) > 3
        player.enter(table, chosen)
        return

    def irregular(self, table: int, seen: dict[str, Any]) -> bool:
        """Something that the text foresees, declared by the floorperson: what is planned first."""
        can = {text.split()[1] for text in seen.get("irregularities", ())}
        name = next((each for each in self.planned if each in can), "")
        if name:
            self.planned.remove(name)
        elif self.rng.random() < 0.004:
            name = self.rng.choice([each for each in WRONG if each in can] or [""])
        if not name:
            return False
        more = ""
        if name == "player-made-to-leave":
            others = [seat for seat in seen["ring"]["dealt"] if seat not in seen["ring"]["folded"]]
            more = f" {self.rng.choice(others)}"
        elif name == "statement":
            more = " fold"
        elif name == "act-out-of-turn":
            others = [seat for seat in seen["ring"]["dealt"] if seat not in seen["ring"]["folded"]]
            turn = seen["waiting_for"]
            more = f" {next(seat for seat in others if seat != turn)} call"
        self.counts[name] += self.floor.enter(table, f"! {name}{more}")
        return True

    # -- the end ------------------------------------------------------------------------------

    def end(self) -> None:
        """Every table breaks; rounds under way are played to their end."""
        for table in self.tables:
            said = self.floor.ask("POST", f"/api/tables/{table}/break", {"reason": "closing time"})
            assert said.status_code == 200, said.text
        for _ in range(3_000):
            open_ = [
                t for t in self.tables if self.floor.get(f"/api/tables/{t}")["status"] != "closed"
            ]
            if not open_:
                return
            for table in open_:
                if self.floor.get(f"/api/tables/{table}")["waiting_for"] == "players":
                    time.sleep(0.1)  # the house ends it by itself
                else:
                    self.act(table)
        raise AssertionError("a table does not break")


def prepare(db: str) -> dict[str, int]:
    """Thirty players with money, and a floorperson."""
    room = Room(f"sqlite:///{db}")
    stored = people.hash_password(PASSWORD)
    accounts = {}
    for name, role in [(f"player-{n}", "patron") for n in range(1, PLAYERS + 1)] + [
        ("finn", "floorperson")
    ]:
        create = partial(people.create_person, name=name, role=role, stored=stored)
        accounts[name] = int(room.call(create))
        if role == "patron":
            room.deposit(accounts[name], BANKROLL)
    room.close()
    return accounts


def compare(night: Night) -> dict[str, int]:
    """The ledger against the rounds, each run again; and every entry that was acknowledged against
    the chain."""
    db = Database(night.db)
    sums: Counter[str] = Counter()
    there: Counter[tuple[str, str, int]] = Counter()
    names = {account: name for name, account in night.accounts.items()}
    with db.read() as reading:
        ours: set[int] = set()
        for table in night.tables:
            live = load(reading, table)
            own = live.accounts
            ours |= {own.inventory, own.layout, own.vigorish, own.jackpot}
            rake = 0
            for row in rows_after(reading, table, 0, 0):
                body = row.read()
                if isinstance(body, Entered) and body.by:
                    there[names[body.by], body.entry, table] += 1
            for number in range(1, live.round):
                played = replay_round(reading, live, number)
                if played.receipt is None:
                    continue
                sums["rounds"] += played.receipt.procedure == "round"
                rake += played.receipt.commission
                for event in played.receipt.events:
                    if event.act == "charge" and event.what == "jackpot contribution":
                        sums["contributions"] += event.cents
                for line in played.receipt.lines:
                    if line.wager.endswith("jackpot"):
                        sums["jackpot paid"] += line.pays
                        sums["shares"] += 1
            assert balance_of(reading, own.vigorish) == rake, f"table {table}: rake"
            assert balance_of(reading, own.layout) == 0, f"table {table}: chips are left"
            assert balance_of(reading, own.inventory) == 0, f"table {table}: the house played"
            sums["rake"] += rake
            fund = own.jackpot if live.rules.jackpot.contribution else 0
            if fund:
                sums["fund"] = balance_of(reading, fund)
        players = sum(balance_of(reading, night.accounts[name]) for name in night.players)
    assert sums["fund"] == sums["contributions"] - sums["jackpot paid"], "the fund"
    assert players + sums["rake"] + sums["fund"] == PLAYERS * BANKROLL, "to the cent"
    # Whoever leaves while others buy in has the chips called off by that.
    made = {key: count for key, count in there.items() if not key[1].endswith("call stack off")}
    said = {key: n for key, n in night.taken.items() if not key[1].endswith("call stack off")}
    other = set(made.items()) ^ set(said.items())
    assert made == said, f"in the chain or acknowledged, and not both, once: {other}"
    verdict = verify_database(db)
    db.close()
    print(verdict.message())
    assert verdict.status == "clean"
    return dict(sums)


def main(rounds: int = ROUNDS, kills: int = KILLS, folder: Path | None = None) -> dict[str, int]:
    began = time.perf_counter()
    night = Night(folder or Path(tempfile.mkdtemp()), rounds, kills)
    try:
        night.play()
        night.end()
    finally:
        night.server.kill()
        night.http.close()
    sums = compare(night)
    print(f"{dict(night.counts)}; refused: {dict(night.refused)}")
    money = {
        name: format_dollars(cents)
        for name, cents in sums.items()
        if name not in ("rounds", "shares")
    }
    print(f"{sums['rounds']} rounds, {sums.get('shares', 0)} shares of bad beats; {money}")
    print(f"{sum(night.taken.values())} entries in {time.perf_counter() - began:.1f} s")
    return sums | dict(night.counts)


if __name__ == "__main__":
    rounds, kills = (*map(int, sys.argv[1:3]), *(ROUNDS, KILLS)[len(sys.argv) - 1 :])
    done = main(rounds, kills)
    missing = [name for name in WANTED if not done.get(name)]
    sys.exit(f"this did not happen: {', '.join(missing)}" if missing else 0)
