"""What a PAR sheet holds. Every figure is exact, and every fact cited."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.distribution import exact
from pitboss.analysis.exact.edges import Chart, Choice
from pitboss.analysis.laboratory.desk import Laboratory
from pitboss.law.hypothetical import Unlawful
from pitboss.law.schema import Value


class Rounded:
    """A figure that is no fraction, such as a root: right to far more digits than are shown."""

    __slots__ = ("value",)

    def __init__(self, value: Fraction) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rounded) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


class Identity(msgspec.Struct, kw_only=True):
    """What the sheet is of. `data` is the hash of the regulation's data file."""

    game: str
    title: str
    subchapter: str
    cite: str
    regulator: str
    day: date
    options: dict[str, Value]
    odds_offered: dict[str, Value]
    decks: int | None
    method: str
    strategy: str
    software: str
    rules: str
    data: str
    verified_until: date
    # How far the texts reach that the rules were checked against, in a sentence.
    checked: str
    # What the rules suppose against the text: then nobody may deal by them.
    unlawful: tuple[Unlawful, ...] = ()


class WagerFacts(msgspec.Struct, kw_only=True):
    """A kind of wager as the rules state it."""

    wager: str
    label: str
    spots: list[str]
    when: str
    pays: str
    steps: str
    commission: str
    cite: str
    basis: str


class PayRow(msgspec.Struct, kw_only=True):
    """A row of a pay table as this wager meets it. `returns` is its share of the mean."""

    table: str
    row: str
    odds: str
    pays: Fraction
    combinations: int
    probability: Fraction
    returns: Fraction
    cite: str
    basis: str


class Paid(msgspec.Struct):
    """Units of the initial wager that an outcome pays by a row of the sheet's `pays`."""

    row: int
    units: Fraction


class Outcome(msgspec.Struct, kw_only=True):
    """net = sum of what is `paid` + `other`: stakes lost, and charges."""

    outcome: str
    odds: str
    combinations: int
    probability: Fraction
    staked: Fraction
    paid: list[Paid]
    other: Fraction
    net: Fraction
    # The mean of the net's square, where results were not told apart and the net is their mean.
    square: Fraction | None = None


class Band(msgspec.Struct, kw_only=True):
    """The house's win after so many rounds, by the normal approximation, in units."""

    rounds: int
    expected: Fraction
    standard_deviation: Rounded
    within: dict[str, tuple[Rounded, Rounded]]


class Summary(msgspec.Struct, kw_only=True):
    """Per unit of the initial wager. `n0` is the number of rounds after which the expected
    result is one standard deviation; None for a fair wager. Frequencies and the largest payout
    are None where they are not known exactly: the wager's note says why."""

    house_edge: Fraction
    element_of_risk: Fraction
    return_to_player: Fraction
    hit_frequency: Fraction | None
    push_frequency: Fraction | None
    loss_frequency: Fraction | None
    average_wager: Fraction
    variance: Fraction
    standard_deviation: Rounded
    n0: Fraction | None
    largest_payout: Fraction | None
    rounds_per_decision: Fraction | None
    bands: list[Band]


class WagerSheet(msgspec.Struct, kw_only=True):
    """`combinations` is what the outcomes are counted in: equally likely deals, rolls or
    spins; for a wager that may take any number of rounds, the common denominator."""

    wager: str
    label: str
    cite: str
    basis: str
    note: str
    strategy: str
    combinations: int
    endless: bool
    pays: list[PayRow]
    outcomes: list[Outcome]
    summary: Summary

    def composite(self) -> bool:
        """Whether some outcome is paid by more than one row."""
        return any(len(outcome.paid) > 1 for outcome in self.outcomes)


class Relation(msgspec.Struct, kw_only=True):
    """Wagers settled by the same rounds. Entry [i][j] belongs to wagers i and j."""

    wagers: list[str]
    left_out: int
    covariance: list[list[Fraction]]
    correlation: list[list[Rounded]]


class StrategyCost(msgspec.Struct, kw_only=True):
    """What a simpler way to play costs against the best."""

    strategy: str
    wager: str
    house_edge: Fraction
    cost: Fraction


class Variant(msgspec.Struct, kw_only=True):
    """The edges under one other value of an option. `refused` says why it is not permitted
    beside the other options."""

    value: Value
    in_use: bool
    changes: bool
    edges: dict[str, Fraction]
    refused: str = ""


class OptionEffect(msgspec.Struct, kw_only=True):
    option: str
    label: str
    cite: str
    basis: str
    allowed: str
    sampled: bool
    effect: bool
    variants: list[Variant]


class Cited(msgspec.Struct, kw_only=True):
    kind: str
    name: str
    what: str
    cite: str
    basis: str
    act: str
    source: str
    note: str


class Irregular(msgspec.Struct, kw_only=True):
    """An irregularity that the rules foresee: what follows is in the cited paragraph."""

    name: str
    label: str
    cite: str
    basis: str


class Par(msgspec.Struct, kw_only=True):
    """`rules_text` are draft rules in the format of the chapter, if they were asked for."""

    identity: Identity
    wagers: list[WagerFacts]
    sheets: list[WagerSheet]
    relations: list[Relation]
    strategy: list[Choice]
    strategies: list[StrategyCost]
    sensitivity: list[OptionEffect]
    citations: list[Cited]
    unverified: list[str]
    doubts: list[str]
    charts: list[Chart] = []
    irregularities: list[Irregular] = []
    laboratory: Laboratory | None = None
    rules_text: str = ""

    def as_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.to_builtins(self, enc_hook=_encoded)
        return answer


def _encoded(value: Any) -> Any:
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Rounded):
        return {"decimal": float(value.value)}
    raise NotImplementedError(type(value))
