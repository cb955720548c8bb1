"""Rules of both baccarat games, read from the law of the day."""

from __future__ import annotations

from enum import Enum
from math import gcd
from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law
from pitboss.money import CENTS_MAX, Charge, Odds
from pitboss.table.game import Rules

# The pay table of the Banker's Hand under each kind of vigorish.
BANKER_TABLES = {
    "5 percent": "banker",
    "4 percent": "banker",
    "25 percent on tie": "banker_tie_vigorish",
    "none": "banker_no_vigorish",
    "ez": "banker_ez",
}
PERCENTAGES = {"5 percent": 5, "4 percent": 4}

# Cents of vigorish on a marker, in what a table remembers.
Owed = Annotated[int, msgspec.Meta(ge=0, le=CENTS_MAX)]


# How far a shuffle or a round has come.
Phase = Enum("Phase", "CUT BURN DEALING THIRD_CARDS PLAYER_STAYED BOTH_STAYED RESULT")


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    """Where each thing that the games have in common stands in the subchapter."""

    offer_cut: str
    cut: str
    build: str
    recut: str
    cutting_card: str
    vigorish: str
    tie_vigorish: str = ""
    deferred: str
    documented: str
    collected: str
    result: str
    losers_first: str
    pays_order: tuple[str, str, str, str]
    irregular: str


class BaccaratRules(Rules, frozen=True):
    """`vigorish` is taken of what the Banker's Hand wins, `tie_vigorish` of the wager on it
    when the hands are equal; never both. `tables` are by kind of wager."""

    cites: Cites
    discards: str
    decks: int
    wagers: tuple[str, ...]
    tables: dict[str, Paytable]
    vigorish_type: str
    vigorish: Charge | None
    tie_vigorish: Charge | None
    deferred: bool
    may_document: bool
    marker: str
    pays_order: int
    shuffle: str
    cut_at_least: int
    cutting_card_from_back: int
    recut_by: str
    inspection: str
    # Before there was a choice of procedures, what they say is not cited.
    pays_order_chosen: bool = True
    dealing: int = 1
    continuous_shuffler: bool = False
    shoe_choices: tuple[str, ...] = ()


def baccarat_rules(law: Law, cites: Cites, discards: str) -> BaccaratRules:
    """The rules of either game. The law that comes back inside has the wagers that are really
    taken: their steps depend on the vigorish, and the tie bet on its odds being known."""
    kind = law.word("vigorish")
    percent = PERCENTAGES.get(kind, 0)
    vigorish = tie_vigorish = None
    if percent:
        unit = law.number(f"vigorish_unit_{percent}_percent")
        vigorish = Charge(
            percent, cite=cites.vigorish, round_up_to=unit if law.flag("vigorish_rounding") else 0
        )
    elif kind == "25 percent on tie":
        tie_vigorish = Charge(25, cite=cites.tie_vigorish)
    law = _with_banker(_with_tie(law), kind, vigorish or tie_vigorish)
    return BaccaratRules(
        law=law,
        cites=cites,
        discards=discards,
        decks=law.number("decks"),
        wagers=tuple(law.wagers),
        tables={
            name: law.paytables[wager.pays.partition(":")[0]] for name, wager in law.wagers.items()
        },
        vigorish_type=kind,
        vigorish=vigorish,
        tie_vigorish=tie_vigorish,
        deferred=law.options.get("vigorish_collection") == "deferred",
        may_document="deferred-vigorish" in law.decisions,
        marker=law.word("vigorish_marker"),
        pays_order=int(law.options.get("pays_order", 1)),
        pays_order_chosen="pays_order" in law.options,
        shuffle=law.word("shuffle"),
        cut_at_least=law.number("cut_at_least"),
        cutting_card_from_back=law.number("cutting_card_from_back"),
        recut_by=str(law.options.get("recut_by", "")),
        inspection=law.word("inspection"),
    )


def _with_banker(law: Law, kind: str, charge: Charge | None) -> Law:
    """A wager on the Banker's Hand, paid by the table of the vigorish in force, in amounts of
    which the percentage is a whole number of cents unless it is rounded."""
    step = 1
    if charge is not None and not charge.round_up_to:
        step = 100 // gcd(100, charge.percent)
    pays = BANKER_TABLES[kind]
    cite = charge.cite if charge is not None else law.paytables[pays].cite
    banker = replace(law.wagers["banker"], pays=pays, cent_step=step, step_cite=cite)
    return replace(law, wagers=law.wagers | {"banker": banker})


def _with_tie(law: Law) -> Law:
    """Before the tie bet had odds in the text that we know, it is there only if the licensee
    says what it pays: `tie_odds` to 1."""
    if "tie_odds" not in law.options:
        return law
    odds = law.number("tie_odds")
    wagers = dict(law.wagers)
    tie = wagers.pop("tie")
    if not odds:
        return replace(law, wagers=wagers)
    rows = (("tie", Odds(odds)),)
    table = Paytable("tie", rows, cite=tie.cite, basis="unverified", label=tie.label)
    return replace(
        law,
        wagers=law.wagers | {"tie": replace(tie, pays="tie")},
        paytables=law.paytables | {"tie": table},
    )
