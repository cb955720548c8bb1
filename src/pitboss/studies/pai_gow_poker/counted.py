"""What the count of all deals comes to: how often the player wins and loses by the house way and at
best, what each rule of the house way costs, and which hands it costs most.

The count takes minutes, so it is kept: for the shipped way in this package, for a licensee's own in
the user's cache, by a digest of all that it depends on."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from pitboss.analysis.progress import tell
from pitboss.compiled import cache_directory
from pitboss.equipment.cards import cards_text
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.hands.pai_gow import CARDS, high_key, low_key, settings
from pitboss.studies.pai_gow_poker import whole
from pitboss.studies.pai_gow_poker.tables import low_place

Array = Any

STORED = "counted.json"
HOUSE_STORED = "house_ways.json"
# So many kinds of hands are listed by what the house way costs with them.
LISTED = 60
# The costliest classes among which they are found: many are alike but for their suits.
LOOKED_AT = 1 << 16


class Case(msgspec.Struct, frozen=True):
    """What the count depends on. `win` and `lose`: what a wager is worth that is won or lost, for
    a player; by them the best settings are found. `bank_win` and `bank_lose`: for a bank."""

    program: tuple[int, ...]
    lowest_wheel: bool
    queen_high_pushes: bool
    win: str
    lose: str
    bank_win: str
    bank_lose: str

    def digest(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()

    def house_digest(self) -> str:
        """Of all that matters where both sides set by the house way: not what a wager is worth."""
        return msgspec.structs.replace(self, win="", lose="", bank_win="", bank_lose="").digest()


class Tally(msgspec.Struct, frozen=True):
    """Deals that are won and lost, of `whole.HANDS * whole.AGAINST`."""

    won: int
    lost: int


class RuleCost(msgspec.Struct, frozen=True):
    """A rule of the house way: how many hands it sets, how many of those otherwise than best, and
    what that costs in all, in wagers on all deals, as a fraction."""

    rule: str
    hands: int
    otherwise: int
    cost: str


class HandCost(msgspec.Struct, frozen=True):
    """Hands of the same ranks that are set alike: the costliest of them, how many they are, and
    what the house way costs with it, in wagers."""

    hand: str
    house: str
    best: str
    rule: str
    hands: int
    cost: str


class Counted(msgspec.Struct, frozen=True):
    """The whole game under one case. `bank` is the best that a player who banks can do against the
    dealer's hand; by the house way a bank wins what a player loses."""

    house: Tally
    best: Tally
    bank: Tally
    rules: tuple[RuleCost, ...]
    hands: tuple[HandCost, ...]


def count(way: HouseWay, case: Case) -> Counted:
    """Counts all deals: six to ten minutes on one core, and four gigabytes."""
    tell("every kind of hand is set")
    made = whole.settings_of(way, case.lowest_wheel)
    dealt = made.dealt(queen_high_pushes=case.queen_high_pushes)
    found = whole.count_all(made, dealt)
    won, lost = found[:, whole.WON], found[:, whole.LOST]
    values, scale = _values(won, lost, case.win, case.lose)
    best = _best_of(values, made.starts)
    bank_won, bank_lost = found[:, whole.BANK_WON], found[:, whole.BANK_LOST]
    banked = _best_of(_values(bank_won, bank_lost, case.bank_win, case.bank_lose)[0], made.starts)
    costs = values[best] - values[made.house]
    return Counted(
        _tally(made, won, lost, made.house),
        _tally(made, won, lost, best),
        _tally(made, bank_won, bank_lost, banked),
        _by_rule(way, made, costs, scale),
        _by_hand(way, made, best, costs, scale, case.lowest_wheel),
    )


def _values(won: Array, lost: Array, win: str, lose: str) -> tuple[Array, int]:
    """The value of every setting as a whole number, and how many of them are one wager."""
    each = Fraction(win), Fraction(lose)
    scale = each[0].denominator * each[1].denominator
    return won * int(each[0] * scale) + lost * int(each[1] * scale), scale * whole.AGAINST


def _best_of(values: Array, starts: Array) -> Array:
    """For every class the place of its best candidate, the first of equals."""
    tops = np.maximum.reduceat(values, starts[:-1])
    at = np.flatnonzero(values == np.repeat(tops, np.diff(starts)))
    return at[np.searchsorted(at, starts[:-1])]


def _tally(made: whole.Settings, won: Array, lost: Array, places: Array) -> Tally:
    return Tally(int(made.sizes @ won[places]), int(made.sizes @ lost[places]))


def _by_rule(way: HouseWay, made: whole.Settings, costs: Array, scale: int) -> tuple[RuleCost, ...]:
    found = []
    for number, rule in enumerate(way.rules):
        mine = made.rules == number
        cost = sum((made.sizes[mine] * costs[mine]).tolist())
        found.append(
            RuleCost(
                rule.name,
                int(made.sizes[mine].sum()),
                int(made.sizes[mine & (costs > 0)].sum()),
                str(Fraction(cost, scale * whole.HANDS)),
            )
        )
    return tuple(found)


def _by_hand(
    way: HouseWay, made: whole.Settings, best: Array, costs: Array, scale: int, lowest_wheel: bool
) -> tuple[HandCost, ...]:
    """The costliest hands first, one for all that have the same ranks and are set alike."""
    places, _ = whole.high_places(lowest_wheel)
    found: dict[tuple[object, ...], list[Any]] = {}
    for number in np.argsort(-costs, kind="stable")[:LOOKED_AT].tolist():
        if costs[number] <= 0:
            break
        cards = np.zeros(CARDS, dtype=np.int64)
        whole.cards_of(int(made.boards[number]), cards)
        seven = tuple(cards.tolist())
        keys = (made.candidates[made.house[number]], made.candidates[best[number]])
        ranks = tuple(card >> 2 for card in seven)
        group = (ranks, *(int(key) & whole.PLACE_MASK for key in keys))
        known = found.get(group)
        if known is None:
            texts = [_as_set(seven, int(key), places, lowest_wheel) for key in keys]
            rule = way.rules[int(made.rules[number])].name
            cost = str(Fraction(int(costs[number]), scale))
            found[group] = [cards_text(seven), *texts, rule, 0, cost]
            known = found[group]
        known[4] += int(made.sizes[number])
    return tuple(HandCost(*fields) for fields in list(found.values())[:LISTED])


def _as_set(seven: tuple[int, ...], key: int, places: Array, lowest_wheel: bool) -> str:
    """The setting of that key: `Ks Kh Qd 9c 2s / 8h 8d`."""
    for high, low in settings(seven):
        place = int(places[high_key(high, lowest_wheel)]) << whole.PLACE_BITS
        if place | low_place(low_key(*low)) == key:
            return f"{cards_text(high)} / {cards_text(low)}"
    raise AssertionError("a hand has no such setting")


# -- kept -------------------------------------------------------------------------------------


@cache
def stored() -> dict[str, Counted]:
    """What is kept in this package, by digest."""
    text = (resources.files(__package__) / STORED).read_bytes()
    return msgspec.json.decode(text, type=dict[str, Counted])


def known(case: Case) -> Counted | None:
    """What was counted before for such a case."""
    digest = case.digest()
    if digest in stored():
        return stored()[digest]
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode((_folder() / f"{digest}.json").read_bytes(), type=Counted)
    return None


def _keep(path: Path, found: Counted | Tally) -> None:
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(found))


def _folder() -> Path:
    return cache_directory() / "pai-gow-poker"


def counted(way: HouseWay, case: Case) -> Counted:
    """The count for a case: looked up, or made and kept."""
    found = known(case)
    if found is None:
        found = count(way, case)
        _keep(_folder() / f"{case.digest()}.json", found)
    return found


def by_house_way(way: HouseWay, case: Case) -> Tally:
    """How often a player wins and loses who sets by the house way: looked up, or counted and kept,
    which takes a third of the time of the whole count."""
    digest = case.house_digest()
    if digest in stored_house_ways():
        return stored_house_ways()[digest]
    path = _folder() / f"{digest}.json"
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(path.read_bytes(), type=Tally)
    whole_count = known(case)
    if whole_count is not None:
        return whole_count.house
    tell("every kind of hand is set")
    made = whole.settings_of(way, case.lowest_wheel)
    dealt = made.dealt(queen_high_pushes=case.queen_high_pushes)
    found = Tally(*whole.count_house(made, dealt))
    _keep(path, found)
    return found


@cache
def stored_house_ways() -> dict[str, Tally]:
    """What is kept of players who set by the house way, by digest."""
    text = (resources.files(__package__) / HOUSE_STORED).read_bytes()
    return msgspec.json.decode(text, type=dict[str, Tally])
