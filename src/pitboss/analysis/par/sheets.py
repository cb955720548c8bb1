"""The wagers of a PAR sheet: as the rules state them, what each outcome pays, how wagers of the
same rounds go together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import WagerEdge
from pitboss.analysis.exact.figures import BANDS, root, short_text
from pitboss.analysis.par.data import (
    Band,
    Outcome,
    Paid,
    PayRow,
    Relation,
    Rounded,
    Summary,
    WagerFacts,
    WagerSheet,
)
from pitboss.law.regulation import Law
from pitboss.money import Odds

ROUNDS = (100, 1_000, 10_000, 100_000)
RELATED_MAX = 14


# -- wagers -------------------------------------------------------------------------------------


def wager_facts(law: Law, sheets: Sequence[WagerSheet]) -> list[WagerFacts]:
    return [
        WagerFacts(
            wager=kind.key,
            label=kind.label,
            spots=list(kind.spots),
            when=kind.when,
            pays=kind.pays,
            steps=_steps(law, kind),
            commission=_commission(kind.key, sheets),
            cite=law.cite(kind.cite),
            basis=law.known(kind.cite, kind.basis).basis,
        )
        for kind in law.wagers.values()
    ]


def _steps(law: Law, kind: Any) -> str:
    """In which amounts the wager may be made, apart from the limits that are posted."""
    steps = []
    if kind.multiple_of > 1:
        steps.append(f"multiples of {kind.multiple_of} chips")
    if kind.cent_step > 1:
        cite = f" ({law.cite(kind.step_cite)})" if kind.step_cite else ""
        steps.append(f"multiples of {kind.cent_step} cents{cite}")
    if kind.pays_exactly:
        steps.append(f"only what can be paid exactly ({law.cite(kind.pays_exactly)})")
    return "; ".join(steps)


def _commission(kind: str, sheets: Sequence[WagerSheet]) -> str:
    """What is charged beside the stake, as the outcomes show it."""
    won: set[Fraction] = set()
    lost: set[Fraction] = set()
    kept = False
    for sheet in sheets:
        if sheet.wager.partition(" ")[0] != kind or " and " in sheet.wager:
            continue
        for outcome in sheet.outcomes:
            units = sum((paid.units for paid in outcome.paid), Fraction(0))
            if units == outcome.staked == -outcome.other:
                kept = True
            elif units == outcome.staked:
                won.add(-outcome.other)
            elif not outcome.paid and outcome.net < -outcome.staked:
                lost.add(-outcome.net - outcome.staked)
    charges = [
        f"{_span(found)} of the wager when it {what}"
        for found, what in ((won - {Fraction(0)}, "wins"), (lost, "loses"))
        if found
    ]
    if kept:
        charges.append("the wager itself is kept when it wins")
    return "; ".join(charges)


def _span(found: set[Fraction]) -> str:
    low, high = min(found), max(found)
    return str(low) if low == high else f"{low} to {high}"


# -- one wager ----------------------------------------------------------------------------------


def sheet_of(found: WagerEdge, law: Law) -> WagerSheet:
    distribution = found.distribution
    total = distribution.combinations() or lcm(
        *(chance.denominator for chance in distribution.cells.values())
    )
    pays = _pay_rows(found, law, total)
    index = {(row.table, row.row, row.odds): number for number, row in enumerate(pays)}
    merged: dict[Cell, Fraction] = {}
    for cell, chance in distribution.cells.items():
        merged[cell] = merged.get(cell, Fraction(0)) + chance
    outcomes = _told_apart(
        [
            _outcome(cell, merged[cell], total, index)
            for cell in sorted(merged, key=lambda cell: (-cell.net, -cell.staked, cell.row))
        ]
    )
    kind = law.wagers.get(found.wager.partition(" ")[0])
    return WagerSheet(
        wager=found.wager,
        label=kind.label if kind is not None and " and " not in found.wager else "",
        cite=law.cite(kind.cite) if kind is not None else "",
        basis=found.basis,
        note=found.notes(),
        strategy=found.strategy,
        combinations=total,
        endless=distribution.combinations() == 0,
        pays=pays,
        outcomes=outcomes,
        summary=_summary(found),
    )


def _told_apart(outcomes: list[Outcome]) -> list[Outcome]:
    """Outcomes of one name get their net result with it, and what was staked if need be."""
    for field in ("net", "staked"):
        names = Counter(each.outcome for each in outcomes)
        for each in outcomes:
            if names[each.outcome] > 1:
                each.outcome = f"{each.outcome}, {field} {short_text(getattr(each, field), 4)}"
    return outcomes


def _outcome(
    cell: Cell, chance: Fraction, total: int, index: Mapping[tuple[str, str, str], int]
) -> Outcome:
    paid = [Paid(index[part.table, part.row, part.odds], part.units) for part in cell.parts]
    won = sum((_fraction(part.odds) * part.units for part in cell.parts), Fraction(0))
    assert (chance * total).denominator == 1
    return Outcome(
        outcome=cell.name(),
        odds=cell.odds,
        combinations=int(chance * total),
        probability=chance,
        staked=cell.staked,
        paid=paid,
        other=cell.net - won,
        net=cell.net,
        square=cell.square,
    )


def _fraction(odds: str) -> Fraction:
    return Odds.parse(odds).fraction


def _pay_rows(found: WagerEdge, law: Law, total: int) -> list[PayRow]:
    """The rows by which the wager is paid, in the order of the tables, best first."""
    chances: dict[tuple[str, str, str], list[Fraction]] = {}
    for cell, chance in found.distribution.cells.items():
        for part in cell.parts:
            sums = chances.setdefault((part.table, part.row, part.odds), [Fraction(0)] * 2)
            sums[0] += chance
            sums[1] += chance * part.units
    rows = []
    order = {name: number for number, name in enumerate(law.paytables)}
    keys = sorted(chances, key=lambda key: (order.get(key[0], -1), -_fraction(key[2]), key[1]))
    for table, row, odds in keys:
        chance, units = chances[table, row, odds]
        source = law.paytables.get(table)
        rows.append(
            PayRow(
                table=table,
                row=row,
                odds=odds,
                pays=_fraction(odds),
                combinations=int(chance * total),
                probability=chance,
                returns=_fraction(odds) * units,
                cite=law.cite(source.cite) if source is not None else "",
                basis=law.known(source.cite, source.basis).basis if source else found.basis,
            )
        )
    return rows


def _summary(found: WagerEdge) -> Summary:
    distribution = found.distribution
    edge, variance = distribution.house_edge(), distribution.variance()
    known = distribution.told_apart()
    won, even, lost = (distribution.probability(s) if known else None for s in (1, 0, -1))
    return Summary(
        house_edge=edge,
        element_of_risk=distribution.element_of_risk(),
        return_to_player=1 - edge,
        hit_frequency=won,
        push_frequency=even,
        loss_frequency=lost,
        average_wager=distribution.average_wager(),
        variance=variance,
        standard_deviation=Rounded(root(variance)),
        n0=variance / edge**2 if edge else None,
        largest_payout=max(cell.net for cell in distribution.cells) if known else None,
        rounds_per_decision=found.rounds,
        bands=[_band(edge, variance, rounds) for rounds in ROUNDS],
    )


def _band(edge: Fraction, variance: Fraction, rounds: int) -> Band:
    deviation = root(variance * rounds)
    expected = edge * rounds
    return Band(
        rounds=rounds,
        expected=expected,
        standard_deviation=Rounded(deviation),
        within={
            str(percent): (Rounded(expected - z * deviation), Rounded(expected + z * deviation))
            for percent, z in BANDS.items()
        },
    )


# -- wagers together ----------------------------------------------------------------------------


def relations_of(joints: Sequence[Joint]) -> Iterator[Relation]:
    for found in joints:
        joint = found.apart or found
        if len(joint.wagers) < 2:
            continue
        chosen = list(joint.wagers)
        if len(chosen) > RELATED_MAX:
            kinds = {wager.partition(" ")[0]: wager for wager in reversed(chosen)}
            chosen = [wager for wager in chosen if wager in kinds.values()]
        chosen = chosen[:RELATED_MAX]
        covariance = _covariances(joint, chosen)
        deviations = [root(covariance[i][i]) for i in range(len(chosen))]
        yield Relation(
            wagers=chosen,
            left_out=len(joint.wagers) - len(chosen),
            covariance=covariance,
            correlation=[
                [
                    Rounded(_ratio(covariance[i][j], deviations[i] * deviations[j], i == j))
                    for j in range(len(chosen))
                ]
                for i in range(len(chosen))
            ],
        )


def _covariances(joint: Joint, chosen: Sequence[str]) -> list[list[Fraction]]:
    size = len(chosen)
    matrix = [[Fraction(0)] * size for _ in range(size)]
    for i in range(size):
        for j in range(i, size):
            matrix[i][j] = matrix[j][i] = joint.covariance(chosen[i], chosen[j])
    return matrix


def _ratio(above: Fraction, below: Fraction, same: bool) -> Fraction:
    if same:
        return Fraction(1)
    return above / below if below else Fraction(0)
