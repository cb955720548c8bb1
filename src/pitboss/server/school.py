"""The dealer school over HTTP: training tables, hints, and the record of trainees."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

import msgspec

from pitboss import registry
from pitboss.errors import PitbossError
from pitboss.server.acts import period_of
from pitboss.server.bridge import Api, Ask
from pitboss.server.problems import RequestRefused
from pitboss.store import jobs, people
from pitboss.store.accounts import Deposit
from pitboss.store.books import names_of
from pitboss.store.hints import GiveHint
from pitboss.store.live import seats_at
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.refusal import Kind, Refused
from pitboss.store.roles import may, need
from pitboss.store.training import SCHOOL_GUEST, Attempt, Score, attempts, scored

GUESTS_MAX = 6
# Training tables that somebody may have open at once.
TABLES_MAX = 40
COST_OF_A_REPORT, COST_OF_AN_ATTEMPT = 5.0, 0.01
# What a guest has to play with, and what the tables of the school post.
STAKE_CENTS, LIMITS, BUY_IN = 1_000_000, (500, 50_000), (4_000, 40_000)
PIT = "school"
NAME_MAX = 40
# Beside today, so many days are shown where none are asked for.
DAYS_SHOWN = 30
LATEST = 50


class Training(msgspec.Struct, forbid_unknown_fields=True):
    """A table to train at: its game, how many guests sit there, and whether they wager and decide
    by themselves or the trainee does it for them. `day` fixes the rules to a day of the past."""

    game: str
    guests: int = 2
    guests_play: bool = True
    day: str = ""


def add_routes(api: Api) -> None:
    add = api.add
    add(
        "POST",
        "/api/school/tables",
        open_training,
        body=Training,
        keyed=True,
        status=201,
        needs="train",
    )
    add("POST", "/api/tables/{table}/hint", give_hint, keyed=True, needs="train")
    add("POST", "/api/school/tables/{table}/close", close_training, keyed=True, needs="train")
    add(
        "GET",
        "/api/school/report",
        report,
        query=dict.fromkeys(("from", "to", "trainee", "game"), "string"),
    )


def open_training(ask: Ask) -> Any:
    """Open a table to train at, with guests of the house."""
    asked: Training = ask.body
    house, person = ask.house, ask.person
    if not 0 <= asked.guests <= GUESTS_MAX:
        raise RequestRefused(422, "bad-field", f"guests: expected 0 to {GUESTS_MAX}")
    try:
        game = registry.find(asked.game)
        day = date.fromisoformat(asked.day) if asked.day else None
    except PitbossError as error:
        raise RequestRefused(422, "no-such-game", str(error)) from None
    except ValueError:
        raise RequestRefused(422, "bad-day", "day: expected such as 1999-06-01") from None
    own = [live for live in house.floor() if live.opened.training and live.opened.by == person.id]
    if len(own) > TABLES_MAX:
        raise RequestRefused(409, "too-many-tables", f"close some of your {len(own)} tables first")
    limits = {"": LIMITS} if game.stakes is None else {game.stakes.chips: BUY_IN}
    wanted = NewTable(
        game=game.key,
        name=f"Training of {person.name}: {game.key}"[:NAME_MAX],
        pit=PIT,
        day=day,
        limits=limits,
        dealer="by hand",
        wager_seconds=0,
        decision_seconds=0,
        idle_rounds=0,
        assigned=person.role == "dealer",
        training=True,
        guests_play=asked.guests_play,
    )
    said = house.do(OpenTable(person.id, wanted, **ask.once()))
    table = int(said["table"])
    live = house.table(table)
    # Where the request is repeated, only what is missing is done.
    if live.dealers == ():
        house.do(jobs.AssignDealers(table, person.id, (person.id,)))
    for account, name in _guests(ask, min(asked.guests, seats_at(live)) - len(live.seats)):
        with suppress(Refused):
            house.do(jobs.Sit(table, account, name, 0, guest=True))
    return {"table": table, "name": said["name"]}


def _guests(ask: Ask, count: int) -> list[tuple[int, str]]:
    """So many guests of the school who sit nowhere, each with something to play with; new ones
    where there are too few."""
    house = ask.house
    with house.db.read() as reading:
        known = [one for one in people.list_people(reading) if one.guest and not one.disabled]
        free = [
            one
            for one in known
            if one.name.startswith(SCHOOL_GUEST) and not people.tables_of(reading, one.id)
        ][: max(count, 0)]
        names = set(names_of(reading).values())
    found = [(one.id, one.name) for one in free]
    number = 1
    while len(found) < count:
        name = f"{SCHOOL_GUEST}{number}"
        number += 1
        if name in names:
            continue
        create = partial(
            people.create_person, name=name, role="patron", stored="", guest=True, by=ask.person.id
        )
        found.append((int(house.call(create)), name))
    for account, _ in found:
        lacks = STAKE_CENTS - house.balance(account)
        if lacks > STAKE_CENTS // 2:
            house.do(Deposit(account, lacks, "to play at training tables", ask.person.id))
    return found


def give_hint(ask: Ask) -> Any:
    """What the procedure wants now at a training table; that it was asked for is on record."""
    return ask.house.do(GiveHint(table=ask.number("table"), account=ask.person.id))


def close_training(ask: Ask) -> Any:
    """Close a training table: whoever opened it, or an instructor."""
    live = ask.house.table(ask.number("table"))
    if not live.opened.training:
        raise RequestRefused(422, "bad-field", "that is no training table")
    if live.opened.by != ask.person.id:
        need(ask.person.role, "instruct")
    for seat in list(live.seats):
        with suppress(Refused):
            ask.house.do(jobs.Unseat(live.id, ask.person.id, seat))
    try:
        return ask.house.do(jobs.CloseTable(live.id, ask.person.id, "the training is over"))
    except Refused as refused:
        if refused.kind is not Kind.ROUND_UNDER_WAY:
            raise
        raise RequestRefused(409, refused.kind.value, "finish the round first") from None


# -- the record -----------------------------------------------------------------------------------


def report(ask: Ask) -> Any:
    """How trainees did: an instructor reads everybody's record, a trainee their own."""
    found, names = read_record(ask)
    return {
        "trainees": [
            {"trainee": names.get(account, f"account {account}")} | score_json(score)
            for account, score in scored(found, lambda one: one.account).items()
        ],
        "games": [
            {"game": game, "kind": kind} | score_json(score)
            for (game, kind), score in scored(found, lambda one: (one.game, one.kind)).items()
        ],
        "sections": [{"section": cite} | score_json(score) for cite, score in hardest(found)],
        "latest": [
            msgspec.to_builtins(one) | {"trainee": names.get(one.account, str(one.account))}
            for one in found[: -LATEST - 1 : -1]
        ],
    }


def read_record(ask: Ask) -> tuple[list[Attempt], dict[int, str]]:
    """What was asked for of the record, as far as the caller may read it."""
    role = ask.person.role
    if not may(role, "instruct"):
        need(role, "train")
    period = period_of(ask, DAYS_SHOWN)
    wanted, game = (ask.query("trainee") or "").strip().lower(), ask.query("game") or ""
    if game and game not in set(registry.keys()):
        raise RequestRefused(422, "no-such-game", f"there is no game {game[:40]!r}")
    ask.spend(COST_OF_A_REPORT)
    with ask.house.db.read() as reading:
        names = names_of(reading)
        account = next((number for number, name in names.items() if name == wanted), 0)
        if wanted and not account:
            raise RequestRefused(404, "no-such-account", f"there is no account {wanted[:40]!r}")
        if not may(role, "instruct"):
            account = ask.person.id
        found = attempts(reading, period, account=account, game=game)
    ask.spend(len(found) * COST_OF_AN_ATTEMPT)
    return found, names


def hardest(found: list[Attempt]) -> list[tuple[str, Score]]:
    """Sections by how often something was wrong or a hint was needed, the hardest first."""
    scores = scored(found, lambda one: one.cite).items()
    return sorted(scores, key=lambda pair: (-pair[1].wrong - pair[1].hints, pair[0]))


def score_json(score: Score) -> dict[str, Any]:
    return {
        "steps": score.steps,
        "right_at_once": score.first,
        "percent": score.percent,
        "wrong": score.wrong,
        "hints": score.hints,
        "seconds": score.seconds,
    }
