"""The PAR sheet as data: what a game pays, how often, and what follows, every figure exact and
every fact cited. The report room writes it as a workbook, a page or JSON."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from fractions import Fraction
from math import lcm
from typing import Any

import msgspec

from pitboss import __version__
from pitboss.analysis.exact.distribution import Cell, Joint, exact
from pitboss.analysis.exact.edges import (
    OPTIMAL,
    Chart,
    Choice,
    Edge,
    Edges,
    WagerEdge,
    edges_of,
    exact_edges,
    need_exact,
    need_study,
)
from pitboss.analysis.exact.figures import BANDS, root, short_text
from pitboss.analysis.laboratory.desk import SIMULATED, Laboratory, laboratory_of
from pitboss.errors import BadInput, NotInForce, NotPermitted, UnknownName
from pitboss.law.hypothetical import Unlawful, as_chosen
from pitboss.law.options import allowed
from pitboss.law.regulation import Law, Regulation
from pitboss.law.schema import Entry, OptionEntry, Value
from pitboss.law.wording import nice
from pitboss.money import Odds
from pitboss.table.game import Game
from pitboss.table.system import Subject

ROUNDS = (100, 1_000, 10_000, 100_000)
RELATED_MAX = 14
FEW = (1, 2, 3, 4, 5, 6, 7, 8)
MORE = (10, 20, 50, 100)
STEPS = 5

Progress = Callable[[str], None]


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


# -- the whole ----------------------------------------------------------------------------------


def par_of(
    game: Subject,
    day: date,
    options: Mapping[str, Value] | None = None,
    *,
    wager: str = "",
    sensitivity: bool = True,
    laboratory: bool = True,
    simulated: int = SIMULATED,
    pace: int | None = None,
    protection: bool = False,
    workers: int = 1,
    progress: Progress | None = None,
) -> Par:
    """The PAR sheet of a game on a day under the licensee's options. Sensitivity is most of
    the work: an analysis for every value of every option. With several `workers`, that is done
    by so many new processes, which find the game by its key. `laboratory`: what test laboratories
    ask beside, with so many rounds `simulated` and the licensee's own `pace` (rounds an hour at
    five seats); with `protection`, also what counting and cards that are seen are worth."""
    tell = progress or (lambda what: None)
    chosen = as_chosen(options)
    law: Law = game.rules(day, chosen).law
    # A PAR sheet states exact figures alone.
    need_exact(game, need_study(game))
    odds = exact_edges(game.key, day, chosen, wager=wager, progress=tell)
    if not odds.wagers:
        reasons = "; ".join(f"{name}: {why}" for name, why in odds.missing.items())
        raise BadInput(f"{game.key} has no PAR sheet without the licensee's figures: {reasons}")
    sheets = [_sheet(found, law) for found in odds.wagers]
    effects: Iterator[OptionEffect] = iter(())
    # A system's options are all in the licensee's file, and are not varied one by one.
    if sensitivity and isinstance(game, Game):
        effects = _sensitivity(game, law, chosen, odds, wager, tell, workers)
    desk = None
    if laboratory:
        desk = laboratory_of(
            game,
            day,
            chosen,
            odds,
            wager=wager,
            simulated=simulated,
            pace=pace,
            protection=protection,
            tell=tell,
        )
    return Par(
        identity=_identity(game, law, chosen, odds),
        wagers=_wagers(law, sheets),
        sheets=sheets,
        relations=list(_relations(odds.joints)) if not wager else [],
        strategy=list(odds.strategy),
        strategies=_strategies(game, day, chosen, odds, wager, tell),
        sensitivity=list(effects),
        citations=list(_citations(game, law)),
        unverified=list(law.unverified),
        doubts=list(game.regulation.data.doubts),
        charts=odds.charts,
        irregularities=list(_irregularities(game, law)),
        laboratory=desk,
    )


def _irregularities(game: Subject, law: Law) -> Iterator[Irregular]:
    for found in game.irregularities.values():
        yield Irregular(
            name=found.name,
            label=found.label or nice(found.name),
            cite=law.cite(found.cite),
            basis=law.known(found.cite, found.basis).basis,
        )


def _identity(game: Subject, law: Law, chosen: Mapping[str, Value], odds: Edges) -> Identity:
    shoe = game.open_table(odds.rules, 1).shoe if isinstance(game, Game) else None
    return Identity(
        game=law.game,
        title=law.title,
        subchapter=law.subchapter,
        cite=f"N.J.A.C. {law.citations.chapter}-{law.subchapter}",
        regulator=law.regulator,
        day=law.day,
        options=law.options,
        odds_offered={k: v for k, v in chosen.items() if k.startswith("odds.")},
        # Decks may lack ranks: a card that is in all of them is there once for each.
        decks=max(shoe.counts[:52]) if shoe is not None else None,
        method="exact",
        strategy=next((w.strategy for w in odds.wagers if w.strategy), ""),
        software=f"pitboss {__version__}",
        rules=law.hash,
        data=hashlib.sha256(game.data.read_bytes()).hexdigest(),
        verified_until=law.verified_until,
        checked=law.checked(),
        unlawful=law.unlawful,
    )


# -- wagers -------------------------------------------------------------------------------------


def _wagers(law: Law, sheets: Sequence[WagerSheet]) -> list[WagerFacts]:
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


def _sheet(found: WagerEdge, law: Law) -> WagerSheet:
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


def _relations(joints: Sequence[Joint]) -> Iterator[Relation]:
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


# -- strategy -----------------------------------------------------------------------------------


def _strategies(
    game: Subject, day: date, chosen: dict[str, Value], best: Edges, wager: str, tell: Progress
) -> list[StrategyCost]:
    """Every named strategy against the best, for the wagers in which something is decided."""
    decided = {choice.wager for choice in best.strategy}
    edges = {found.wager: found.distribution.house_edge() for found in best.wagers}
    costs: list[StrategyCost] = []
    for name in (OPTIMAL, *need_study(game).strategies) if decided else ():
        tell(f"strategy {name}")
        mine = edges
        if name != OPTIMAL:
            others = edges_of(game.key, day, chosen, wager=wager, strategy=name)
            mine = {found.wager: found.house_edge for found in others}
        costs += [
            StrategyCost(strategy=name, wager=each, house_edge=edge, cost=edge - edges[each])
            for each, edge in mine.items()
            if each in decided
        ]
    return costs


# -- options ------------------------------------------------------------------------------------


Figures = dict[str, tuple[Fraction, Fraction | None]]


def _sensitivity(
    game: Subject,
    law: Law,
    chosen: dict[str, Value],
    base: Edges,
    wager: str,
    tell: Progress,
    workers: int,
) -> Iterator[OptionEffect]:
    """The edges under every other value of every option, one change at a time."""
    figures = _figures(
        [
            Edge(found.wager, found.distribution.house_edge(), found.distribution.variance())
            for found in base.wagers
        ]
    )
    asked: list[tuple[str, OptionEntry, list[Value], bool]] = []
    for name, dated in game.regulation.options.items():
        option = dated.at(law.day)
        if option is not None and name in law.options:
            asked.append((name, option, *values_of(name, option, law.options[name])))
    others = [
        (name, value)
        for name, _, values, _ in asked
        for value in values
        if not _same(value, law.options[name])
    ]
    work = [
        (game.key, law.day, chosen | {name: value}, wager, tuple(figures)) for name, value in others
    ]
    with _analyses(work, workers) as analyses:
        for name, option, values, sampled in asked:
            variants = []
            for value in values:
                tell(f"option {name} = {value}")
                if _same(value, law.options[name]):
                    variants.append(_variant(value, figures, figures, in_use=True))
                else:
                    variants.append(_variant(value, next(analyses), figures, in_use=False))
            yield OptionEffect(
                option=name,
                label=option.label or name,
                cite=law.cite(option.cite),
                basis=law.known(option.cite, option.basis).basis,
                allowed=allowed(option),
                sampled=sampled,
                effect=any(variant.changes for variant in variants),
                variants=variants,
            )


@contextmanager
def _analyses(work: Sequence[tuple[Any, ...]], workers: int) -> Iterator[Iterator[Figures | str]]:
    """What each piece of work comes to, in order."""
    if workers == 1 or len(work) < 2:
        yield (analysed(*piece) for piece in work)
        return
    from pitboss.analysis.simulation.simulate import local_workers

    with local_workers(min(workers, len(work)), processes=True) as pool:
        waiting = [pool.submit(analysed, *piece) for piece in work]
        yield (future.result() for future in waiting)


def analysed(
    key: str, day: date, options: dict[str, Value], wager: str, known: tuple[str, ...]
) -> Figures | str:
    """The figures under these options, or why there are none: an option that is not permitted
    beside the others, or under which the wager that was asked for is not there."""
    try:
        return _figures(edges_of(key, day, options, wager=wager), known)
    except (NotPermitted, NotInForce, UnknownName) as error:
        return str(error)


def _figures(edges: Sequence[Edge], base: Iterable[str] = ()) -> Figures:
    """Edge and variance by wager, called as in `base`: where one spot stands for its kind, it
    need not be the same one under other options."""
    known = _spots_of_kinds(base)
    here = _spots_of_kinds(found.wager for found in edges)
    figures: Figures = {}
    for found in edges:
        kind = found.wager.partition(" ")[0]
        mine, theirs = here.get(kind, []), known.get(kind, [])
        name = theirs[0] if mine == [found.wager] and len(theirs) == 1 else found.wager
        figures[name] = (found.house_edge, found.variance)
    return figures


def _differ(found: Figures, base: Figures) -> bool:
    """Whether anything is known to be different."""
    return found.keys() != base.keys() or any(
        edge != base[wager][0] or variance not in (None, base[wager][1])
        for wager, (edge, variance) in found.items()
    )


def _spots_of_kinds(wagers: Iterable[str]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for wager in wagers:
        if " and " not in wager:
            kinds.setdefault(wager.partition(" ")[0], []).append(wager)
    return kinds


def _variant(value: Value, found: Figures | str, base: Figures, *, in_use: bool) -> Variant:
    if isinstance(found, str):
        return Variant(value=value, in_use=in_use, changes=False, edges={}, refused=found)
    edges = {wager: edge for wager, (edge, _) in found.items()}
    return Variant(value=value, in_use=in_use, changes=_differ(found, base), edges=edges)


def _same(first: Value, second: Value) -> bool:
    # True == 1 in Python.
    return type(first) is type(second) and first == second


def values_of(name: str, option: OptionEntry, in_use: Value) -> tuple[list[Value], bool]:
    """The values to try, and whether they are only some of those permitted."""
    if option.range is None:
        return list(option.values), False
    assert isinstance(in_use, int)
    least, most = option.range.at_least, option.range.at_most
    if most is not None and most - least < 10:
        return list(range(least, most + 1)), False
    if most is not None:
        # Some from one end to the other, and the nearest to what is in use.
        tried = {least + (most - least) * step // STEPS for step in range(STEPS + 1)}
        tried |= {in_use - 1, in_use, in_use + 1}
    elif in_use > MORE[-1]:
        tried = {least, in_use // 2, in_use, 2 * in_use}
    else:
        tried = {least, in_use, *FEW, *(() if name.endswith("decks") else MORE)}
    return sorted(n for n in tried if n >= least and (most is None or n <= most)), True


# -- citations ----------------------------------------------------------------------------------


def _citations(game: Subject, law: Law) -> Iterator[Cited]:
    """Every pay table row, wager, option and fact, with where it stands and how it is known."""
    regulation = game.regulation
    for name, table in law.paytables.items():
        entry = regulation.entry_of_table(table, law.day)
        for row, odds in table.rows:
            what = f"{odds.text}, or more" if table.minimum else odds.text
            yield _cited("pay table row", f"{name}: {row}", what, entry, law, regulation)
    for name, kind in law.wagers.items():
        entry_of_wager = regulation.wagers[name].at(law.day)
        yield _cited("wager", name, kind.when or kind.label, entry_of_wager, law, regulation)
    for name, value in law.options.items():
        if name not in regulation.options:
            continue  # The name of the licensee's file, which is no option of the text.
        option = regulation.options[name].at(law.day)
        yield _cited(
            "option",
            f"{name} = {value_text(value)}",
            option.label if option else "",
            option,
            law,
            regulation,
        )
    for name, decision in law.decisions.items():
        choices = ", ".join(decision.choices)
        yield _cited("decision", name, choices, decision, law, regulation)
    for name, fact in law.values.items():
        held = regulation.values[name].at(law.day)
        what = f"{held.label}: {value_text(fact)}" if held is not None else value_text(fact)
        yield _cited("fact", name, what, held, law, regulation)


def value_text(value: Any) -> str:
    """Returns a value of an option, or a fact, as people read it."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _cited(
    kind: str, name: str, what: str, entry: Entry | None, law: Law, regulation: Regulation
) -> Cited:
    assert entry is not None
    act = entry.since or entry.during
    found = regulation.acts[act]
    return Cited(
        kind=kind,
        name=name,
        what=what,
        cite=law.cite(entry.cite),
        basis=law.known(entry.cite, entry.basis).basis,
        act=f"{found.effective}: {found.what}" if found.what else str(found.effective),
        source=found.source,
        note=entry.note,
    )
