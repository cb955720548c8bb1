"""15.1, 15.3(d): the rate card, the licensee's published ticket types, rates and payoffs.

A rate card is a TOML file. Amounts are dollars in quotation marks; a payoff is what the patron
receives, the price included. A schedule is a list of catch tables with its own least and most
wager; `pays` has a column for every wager that is printed, the least one first:

    [schedule.regular]
    minimum = "1.00"
    maximum = "50.00"

    [schedule.regular.pays."1.00"]
    1 = { 1 = "3.00" }
    2 = { 2 = "12.00" }
    3 = { 2 = "1.00", 3 = "42.00" }
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from pitboss.errors import BadInput, UnknownName
from pitboss.law.regulation import data_folder
from pitboss.law.schema import Value
from pitboss.money import CENTS_MAX, format_dollars, parse_dollars

CARD_BYTES_MAX = 1 << 20
# As many as a request can ask for, and no game is longer than a day.
RACES_MAX = 9999
SECONDS_MAX = 86_400
MINUTES = {"minute": 1, "minutes": 1, "hour": 60, "hours": 60, "day": 1440, "days": 1440}
VALIDITY = re.compile(r"([1-9][0-9]{0,6}) (minutes?|hours?|days?)", re.ASCII)
TICKETS = ("straight", "split", "way", "combination", "king")
REGULAR = "regular"

# By spots, by catch: cents.
Column = dict[int, dict[int, int]]
Stated = TypeVar("Stated")


class Schedule(msgspec.Struct, frozen=True):
    """Catch tables with their own least and most wager, in cents; a wager is a multiple of the
    step. `columns` are the payoffs by wager, as they are printed."""

    name: str
    spots_most: int
    minimum: int
    maximum: int
    step: int
    columns: dict[int, Column]

    @property
    def base(self) -> Column:
        """The payoffs of the least wager, from which all others follow in proportion."""
        return self.columns.get(self.minimum, {})


class RateCard(msgspec.Struct, frozen=True, dict=True):
    """A licensee's rate card, read but not judged: `findings` says whether it is lawful.
    `maximum_payoff` is for an individual wager, `aggregate_payoff` for all of a game."""

    name: str
    licensee: str
    since: date | None
    spots_most: int
    tickets: tuple[str, ...]
    quick_pick: bool
    races_most: int
    refund_races: bool
    maximum_payoff: int | None
    aggregate_payoff: int | None
    sharing: str
    validity: int
    closing: str
    automatic_lock_out: bool
    announce: bool
    seconds_between_games: int
    schedules: dict[str, Schedule]
    source: str = ""

    def options(self) -> dict[str, Value]:
        """The card as the licensee's choice among the options of the text."""
        aggregate = self.aggregate_payoff
        chosen: dict[str, Value] = {
            "spots_most": self.spots_most,
            "quick_pick": self.quick_pick,
            "multi_race": self.races_most > 1,
            "aggregate_payoff": False if aggregate is None else aggregate // 100,
            "sharing": self.sharing,
            "closing": self.closing,
            "automatic_lock_out": self.automatic_lock_out,
            "announce": self.announce,
            "validity_minutes": self.validity,
        }
        return chosen | ({"refund_races": self.refund_races} if self.races_most > 1 else {})

    def schedule(self, name: str) -> Schedule:
        if name not in self.schedules:
            known = ", ".join(self.schedules)
            raise UnknownName(f"no schedule {name[:40]!r} on the rate card; there are {known}")
        return self.schedules[name]

    def payoffs(self, schedule: str, spots: int, rate: int) -> tuple[int, ...]:
        """15.3(e): what a wager of that many spots pays at that rate, by the number of spots
        caught: in proportion to the wager until the maximum payoff is reached."""
        key = (schedule, spots, rate)
        known = self._payoffs.get(key)
        if known is None:
            chosen = self.schedule(schedule)
            known = self._payoffs[key] = _payoffs(chosen, spots, rate, self.maximum_payoff)
        return known

    @cached_property
    def _payoffs(self) -> dict[tuple[str, int, int], tuple[int, ...]]:
        return {}


def _payoffs(schedule: Schedule, spots: int, rate: int, most: int | None) -> tuple[int, ...]:
    caught = schedule.base[spots]
    paid = [0] * (spots + 1)
    for catch, cents in caught.items():
        amount, rest = divmod(cents * rate, schedule.minimum)
        if rest:
            raise BadInput(
                f"{format_dollars(rate)} on {spots} spots: catching {catch} would pay a part of a "
                "cent"
            )
        paid[catch] = amount if most is None else min(amount, most)
    return tuple(paid)


# -- reading -------------------------------------------------------------------------------------


class _ScheduleText(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    spots_most: int = 0
    minimum: str
    maximum: str
    step: str = ""
    pays: dict[str, dict[str, dict[str, str]]]


class _CardText(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    name: str
    licensee: str = ""
    since: date | None = None
    spots_most: int
    tickets: tuple[str, ...] = TICKETS
    quick_pick: bool = True
    races_most: int = 1
    refund_races: bool = False
    maximum_payoff: str = ""
    aggregate_payoff: str = ""
    sharing: str = "pro rata"
    validity: str
    closing: str = "countdown"
    automatic_lock_out: bool = True
    announce: bool = True
    seconds_between_games: int = 300
    schedule: dict[str, _ScheduleText]


def read_rate_card(text: str | bytes, source: str = "") -> RateCard:
    """Read a rate card. What cannot be read is refused; what can be read and is not lawful is for
    `findings` to say."""
    where = source or "the rate card"
    if len(text) > CARD_BYTES_MAX:
        raise BadInput(f"{where}: a rate card has at most {CARD_BYTES_MAX} bytes")
    try:
        plain = text if isinstance(text, str) else text.decode("utf-8-sig")
        fields = tomllib.loads(plain)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"{where}: {error}") from None
    return read_rate_card_fields(fields, source)


def read_rate_card_fields(fields: dict[str, Any], source: str = "") -> RateCard:
    """Read a rate card that has been parsed."""
    try:
        card = _card(msgspec.convert(fields, _CardText), source)
        _check_amounts(card)
        return card
    except (msgspec.ValidationError, BadInput) as error:
        raise BadInput(f"{source or 'the rate card'}: {error}") from None


def _card(card: _CardText, source: str) -> RateCard:
    unknown = [kind for kind in card.tickets if kind not in TICKETS]
    if unknown:
        raise BadInput(f"tickets: no type {unknown[0][:40]!r}; the types are {', '.join(TICKETS)}")
    if not card.schedule:
        raise BadInput("schedule: expected at least one, such as [schedule.regular]")
    length = VALIDITY.fullmatch(card.validity)
    if length is None:
        raise BadInput(f"validity {card.validity[:40]!r}: expected a time such as '365 days'")
    if not 1 <= card.races_most <= RACES_MAX:
        raise BadInput(f"races_most {card.races_most}: expected 1 to {RACES_MAX}")
    if not 1 <= card.seconds_between_games <= SECONDS_MAX:
        what = f"seconds_between_games {card.seconds_between_games}"
        raise BadInput(f"{what}: expected 1 to {SECONDS_MAX}")
    return RateCard(
        name=card.name,
        licensee=card.licensee,
        since=card.since,
        spots_most=card.spots_most,
        tickets=card.tickets,
        quick_pick=card.quick_pick,
        races_most=card.races_most,
        refund_races=card.refund_races,
        maximum_payoff=_amount(card.maximum_payoff) if card.maximum_payoff else None,
        aggregate_payoff=_amount(card.aggregate_payoff) if card.aggregate_payoff else None,
        sharing=card.sharing,
        validity=int(length[1]) * MINUTES[length[2]],
        closing=card.closing,
        automatic_lock_out=card.automatic_lock_out,
        announce=card.announce,
        seconds_between_games=card.seconds_between_games,
        schedules={
            name: _schedule(name, text, card.spots_most) for name, text in card.schedule.items()
        },
        source=source,
    )


def _check_amounts(card: RateCard) -> None:
    """No wager may win more than can be counted."""
    if card.maximum_payoff is not None:
        return
    for schedule in card.schedules.values():
        best = max((max(row.values(), default=0) for row in schedule.base.values()), default=0)
        if best * schedule.maximum > CENTS_MAX * schedule.minimum:
            raise BadInput(
                f"schedule.{schedule.name}: the largest wager would win more than "
                f"{format_dollars(CENTS_MAX)}"
            )


def _schedule(name: str, text: _ScheduleText, spots_most: int) -> Schedule:
    minimum, maximum = _amount(text.minimum), _amount(text.maximum)
    return Schedule(
        name=name,
        spots_most=text.spots_most or spots_most,
        minimum=minimum,
        maximum=maximum,
        step=_amount(text.step) if text.step else minimum,
        columns=_once(
            f"schedule.{name}.pays",
            [
                (_amount(wager), _column(f'schedule.{name}.pays."{wager}"', column))
                for wager, column in text.pays.items()
            ],
        ),
    )


def _column(where: str, column: dict[str, dict[str, str]]) -> Column:
    return _once(
        where,
        [
            (
                _number(where, spots),
                _once(
                    f"{where}.{spots}",
                    [(_number(where, catch), parse_dollars(cents)) for catch, cents in row.items()],
                ),
            )
            for spots, row in column.items()
        ],
    )


def _once(where: str, rows: list[tuple[int, Stated]]) -> dict[int, Stated]:
    """The rows by their number; TOML tells 1 and 01 apart, a rate card does not."""
    stated: dict[int, Stated] = {}
    for number, row in rows:
        if number in stated:
            raise BadInput(f"{where}: a number or amount stands twice")
        stated[number] = row
    return stated


def _number(where: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise BadInput(f"{where}: {text[:20]!r} is not a number of spots")
    return int(text)


def _amount(text: str) -> int:
    cents = parse_dollars(text)
    if not cents:
        raise BadInput(f"{text!r} is not an amount above nothing")
    return cents


# -- the cards that come with pitboss ------------------------------------------------------------


def shipped_cards() -> list[str]:
    """The names of the rate cards to start from."""
    return sorted(file.name.removesuffix(".toml") for file in _folder().iterdir())


def card_text(name: str) -> str:
    """The text of a rate card that comes with pitboss."""
    if name not in shipped_cards():
        known = ", ".join(shipped_cards())
        raise UnknownName(f"no rate card {name[:40]!r}; there are {known}, or name a file")
    return (_folder() / f"{name}.toml").read_text(encoding="utf-8")


def shipped_card(name: str) -> RateCard:
    return read_rate_card(card_text(name), name)


def _folder() -> Traversable:
    return data_folder() / "rate_cards"
