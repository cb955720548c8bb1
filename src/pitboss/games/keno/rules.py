"""Keno's rules on a day: the numbers of the text, and the licensee's rate card."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from math import gcd

import msgspec
from msgspec.structs import replace

from pitboss.errors import BadInput, NotPermitted
from pitboss.games.keno.rate_card import RateCard, read_rate_card, shipped_card
from pitboss.games.keno.selection import NUMBERS, SELECTED
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law, Regulation
from pitboss.law.schema import Value
from pitboss.money import Odds
from pitboss.table.game import Rules

RATE_CARD = "rate_card"
DEFAULT_CARD = "boardwalk"


class KenoRules(Rules, frozen=True):
    """Amounts are cents, times are minutes."""

    card: RateCard
    numbers: int
    selected: int
    advantage_most: int
    aggregate_least: int
    supervisor_from: int


def keno_rules(regulation: Regulation, day: date, options: Mapping[str, Value]) -> KenoRules:
    """The rules of the day under a rate card: the name of one that comes with pitboss, or its
    text."""
    return rules_of_card(regulation, day, card_among(options))


def card_among(options: Mapping[str, Value]) -> RateCard:
    """The rate card that is named among the options. What it chooses is not chosen again."""
    others = [name for name in options if name != RATE_CARD]
    if others:
        raise BadInput(
            f"option {others[0][:40]}: at keno the rate card states every choice of the licensee's"
        )
    return card_of(options.get(RATE_CARD, DEFAULT_CARD))


def card_of(named: Value) -> RateCard:
    """A rate card by its name, or from its text."""
    if not isinstance(named, str):
        raise BadInput(f"{RATE_CARD}: expected the name of a rate card, or its text")
    return read_rate_card(named) if "\n" in named else shipped_card(named)


def rules_of_card(regulation: Regulation, day: date, card: RateCard) -> KenoRules:
    law = regulation.resolve(day, card.options())
    fields = law_fields(law)
    digest = hashlib.sha256(
        law.hash.encode()
        + msgspec.json.encode(msgspec.to_builtins(card, str_keys=True), order="deterministic")
    )
    law = replace(
        law,
        options=law.options | {RATE_CARD: card.name},
        paytables=catch_tables(card),
        hash=digest.hexdigest(),
    )
    return KenoRules(law=law, card=card, **fields)


def catch_tables(card: RateCard) -> dict[str, Paytable]:
    """The payoffs of the least wagers as pay tables, in odds on top of the stake. A payoff below
    the stake is no win, and stands in no table."""
    tables = {}
    for schedule in card.schedules.values():
        for spots in schedule.base:
            payoffs = card.payoffs(schedule.name, spots, schedule.minimum)
            rows = tuple(
                (f"catch {caught}", _odds(cents, schedule.minimum))
                for caught, cents in enumerate(payoffs)
                if cents >= schedule.minimum
            )
            name = table_name(schedule.name, spots)
            label = f"{spots} spot{'s' * (spots > 1)}, schedule {schedule.name}"
            tables[name] = Paytable(name, rows[::-1], cite="15.3(e)", label=label)
    return tables


def table_name(schedule: str, spots: int) -> str:
    return f"{schedule}_{spots}"


def _odds(cents: int, stake: int) -> Odds:
    common = gcd(cents, stake)
    return Odds((cents - stake) // common, stake // common)


def law_fields(law: Law) -> dict[str, int]:
    """The numbers of the text. How numbers are selected is an order of all selections, which is
    made for so many of so many: a text with others would need another one."""
    numbers, selected = law.number("numbers"), law.number("numbers_selected")
    if (numbers, selected) != (NUMBERS, SELECTED):
        raise NotPermitted(
            f"{selected} of {numbers} numbers: the order of selections is of {SELECTED} of "
            f"{NUMBERS}",
            cite=law.cite("15.5(d)2"),
        )
    return {
        "numbers": numbers,
        "selected": selected,
        "advantage_most": law.number("house_advantage_most"),
        "aggregate_least": 100 * law.number("aggregate_least"),
        "supervisor_from": 100 * law.number("supervisor_from"),
    }
