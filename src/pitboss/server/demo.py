"""The demonstration floor: play money patrons of the house at a dozen tables, and a table of
every other game for whoever wants to try it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from datetime import date
from functools import partial
from math import lcm
from typing import Any

from pitboss import registry
from pitboss.errors import PitbossError
from pitboss.server.house import House
from pitboss.store import jobs, people
from pitboss.store.accounts import Deposit
from pitboss.store.casino.money import Fill
from pitboss.store.database import Unavailable
from pitboss.store.keno import jobs as keno
from pitboss.store.live import Live
from pitboss.store.opening import NewTable, OpenTable
from pitboss.store.refusal import Refused
from pitboss.store.roles import ROLES
from pitboss.table.entries import seat_text

PASSWORD = "play-money-only"
# The accounts of the demonstration, by name: the role of each.
NAMES = {"admin2" if role == "administrator" else role: role for role in ROLES} | {
    "patron2": "patron"
}
TABLES = 12
KENO_STATIONS = 4
# A meter that starts at nothing would look broken: the house puts this in, in dollars.
METER_DOLLARS = 10_000
# How a guest sets a hand at the games where one does.
HOUSE_WAY = "house-way"
STAKE_CENTS = 1_000_000
# What the tray of a table holds when it opens.
TRAY_CENTS = 5_000_000
# At the poker table: how many guests sit there, and what may be bought in for.
POKER_GUESTS = 5
BUY_IN = (4_000, 40_000)
CHIP_CENTS = 500
SECONDS_BETWEEN_ACTS = 1.2
# How often a guest at a table that is dealt by hand wagers where it need not.
LATER_WAGERS = 0.15
FAVOURITES = (
    "craps", "roulette", "poker", "baccarat-punto-banco", "three-card-poker", "red-dog", "big-six",
    "minibaccarat", "blackjack",
)  # fmt: skip


def prepare(house: House) -> None:
    """Makes accounts of every role (all with the same password), and a table of every game, with
    guests at the first dozen. Does nothing on a floor that has tables."""
    if house.floor(closed=True):
        return
    stored = people.hash_password(PASSWORD)
    staff = {
        role: new_person(house, "admin2" if role == "administrator" else role, role, stored)
        for role in ROLES
    }
    patrons = [staff["patron"], new_person(house, "patron2", "patron", stored)]
    guests = [
        new_person(house, f"guest-{number}", "patron", "", guest=True)
        for number in range(1, 2 * TABLES + POKER_GUESTS + 1)
    ]
    for account in patrons + guests:
        house.do(Deposit(account, STAKE_CENTS, "demonstration", 0))
    for number, key in enumerate(_games()):
        game = registry.find(key)
        name = f"{game.regulation.data.title} {number + 1}"
        asked = NewTable(
            game=key,
            name=name,
            limits={"": (500, 50_000)},
            wager_seconds=20,
            decision_seconds=60,
            options=_options(key),
        )
        if game.stakes is not None:
            asked.limits = {game.stakes.chips: BUY_IN}
            asked.wager_seconds, asked.decision_seconds = 6, 30
        table = house.do(OpenTable(0, asked))["table"]
        if game.stakes is None:
            house.do(Fill(by=0, table=table, cents=TRAY_CENTS, opening=True, note="demonstration"))
        places = range(2 * number, 2 * number + 2) if number < TABLES else range(0)
        if game.stakes is not None:
            places = range(2 * TABLES, 2 * TABLES + POKER_GUESTS)
        for seat, guest in enumerate(places, 2):
            house.do(jobs.Sit(table, guests[guest], f"guest-{guest + 1}", seat, guest=True))
    _keno_booth(house, staff)


def _keno_booth(house: House, staff: Mapping[Any, int]) -> None:
    """A keno booth with a drawer at every work station, and both keys in: a game every few
    minutes."""
    system = house.do(keno.OpenKeno(staff["floorperson"], "Boardwalk booth", "boardwalk"))["system"]
    for station in range(1, KENO_STATIONS + 1):
        house.do(keno.OpenDrawer(staff["keno-writer"], system, station, STAKE_CENTS))
    for role, key in (("inspector", "inspector"), ("keno-supervisor", "supervisor")):
        house.do(keno.TurnKey(staff[role], system, key, True))


def _options(key: str) -> dict[str, Any]:
    """Returns what the demonstration chooses: a progressive meter starts at an amount."""
    options = registry.find(key).rules(date.today()).law.options
    if registry.find(key).stakes is not None:
        return {"jackpot": "bad beat"}
    # Where there is a progressive wager by default, its meter is reset to a number of dollars.
    starts = type(options.get("meter_reset")) is int
    return {"meter_reset": METER_DOLLARS} if starts else {}


def new_person(house: House, name: str, role: str, stored: str, *, guest: bool = False) -> int:
    create = partial(people.create_person, name=name, role=role, stored=stored, guest=guest)
    return int(house.call(create))


def _games() -> list[str]:
    """First the games that people know, then every other one: a dozen tables or more."""
    keys = registry.keys()
    order = [key for key in FAVOURITES if key in keys]
    order += [key for key in keys if key not in order]
    while len(order) < TABLES:
        order += order
    return order


def start(house: House) -> list[asyncio.Task[None]]:
    """Lets guests of the house play: on the demonstration floor everywhere, on another one at the
    training tables where they play by themselves."""
    loop = asyncio.get_running_loop()
    return [loop.create_task(_guests_play(house))]


def _by_themselves(house: House, live: Live) -> bool:
    """Whether the guests of a table wager and decide by themselves."""
    return live.opened.guests_play if live.opened.training else house.settings.demo


async def _guests_play(house: House) -> None:
    """Guests wager and decide by chance, one act at a table at a time."""
    rng = random.Random()
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_ACTS)
        for live in list(house.writer.cache.values()):
            if not _by_themselves(house, live):
                continue
            try:
                job = guests_act(live, rng)
                if job is not None:
                    await house.submit(job)
            except (Refused, Unavailable, PitbossError):
                continue
            except Exception:
                house.log.error("demo", table=live.id, exc_info=True)


def guests_act(live: Live, rng: random.Random) -> jobs.Enter | None:
    """Returns what a guest of the house does next at this table, if anything."""
    if live.closed or live.outcome is None:
        return None
    guests = {seat: who.account for seat, who in live.seats.items() if who.guest}
    prompt = live.outcome.prompt
    if prompt.kind == "wagers":
        seat, text = _wager(live, guests, rng)
    elif prompt.seat in guests:
        seat = prompt.seat
        if prompt.kind == "decision":
            # What the text names first, such as to accept the dice, keeps the game going.
            choice = prompt.choices[0] if rng.random() < 0.5 else rng.choice(prompt.choices)
            if HOUSE_WAY in prompt.choices and rng.random() < 0.8:
                choice = HOUSE_WAY  # a hand set by chance is mostly a foul
            if live.game.stakes is not None and prompt.amounts is not None:
                # Not everything that a guest has at every turn.
                choice = rng.choice((*prompt.choices[:1] * 4, *prompt.choices[:-1]))
            text = f"{seat_text(seat)} {choice}"
        elif prompt.kind == "number":
            number = rng.randint(prompt.at_least, prompt.at_most)
            text = f"{seat_text(seat)} {prompt.what} {number}"
        else:
            return None
    else:
        return None
    if not text:
        return None
    return jobs.Enter(live.id, guests[seat], "patron", [text])


def _wager(live: Live, guests: dict[int, int], rng: random.Random) -> tuple[int, str]:
    """A guest without a wager makes one; the first of them asks for the close where no other
    patron sits at the table."""
    assert live.outcome is not None
    prompt = live.outcome.prompt
    active = {wager.seat for wager in live.outcome.wagers}
    answers = prompt.answers()
    wagers = [a for a in answers if "wager" in a and int(a["seat"][1:]) in guests]
    idle = [a for a in wagers if int(a["seat"][1:]) not in active]
    # Half of the time the game's first wager, which the shooter must have, say.
    first = next(iter(live.rules.law.wagers))
    made = {wager.seat for wager in live.outcome.wagers if wager.kind == first}
    lacking = [a for a in wagers if a["wager"] == first and int(a["seat"][1:]) not in made]
    if lacking and rng.random() < 0.5:
        return _chosen(lacking, rng)
    if idle and prompt.opening:
        return _chosen(idle, rng)
    mine = [seat for seat in guests if seat in active]
    if {"entry": "d close"} not in answers:
        # Wagering cannot be closed yet: something is missing, such as the shooter's own wager.
        return _chosen(wagers, rng) if wagers and prompt.opening else (0, "")
    if live.by_hand:
        # The dealer closes. In a later window, such as for a raise, some wager and some do not.
        later = [] if prompt.opening or prompt.made >= len(guests) else wagers
        return _chosen(later, rng) if later and rng.random() < LATER_WAGERS else (0, "")
    only_guests = all(who.guest for who in live.seats.values())
    return (mine[0], "d close") if only_guests and mine else (0, "")


def _chosen(offers: list[dict[str, Any]], rng: random.Random) -> tuple[int, str]:
    """Returns one of the wagers that are offered, of a kind chosen first."""
    kind = rng.choice(list(dict.fromkeys(a["wager"] for a in offers)))
    chosen = rng.choice([a for a in offers if a["wager"] == kind])
    step = lcm(chosen["step"], CHIP_CENTS)
    low = -(-chosen["at_least"] // step) * step
    if low > chosen["at_most"]:
        low, step = chosen["at_least"], chosen["step"]
    cents = low + step * rng.randint(0, min(3, (chosen["at_most"] - low) // step))
    return int(chosen["seat"][1:]), f"{chosen['entry']} {cents // 100}.{cents % 100:02d}"
