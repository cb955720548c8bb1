"""The PAR sheet as data: what a game pays, how often, and what follows, every figure exact and
every fact cited. The report room writes it as a workbook, a page or JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date

from pitboss import __version__
from pitboss.analysis.exact.edges import (
    OPTIMAL,
    Edges,
    edges_of,
    exact_edges,
    need_exact,
    need_study,
)
from pitboss.analysis.laboratory.desk import SIMULATED, laboratory_of
from pitboss.analysis.laboratory.meters import MeterTerms
from pitboss.analysis.par.citations import citations_of, value_text
from pitboss.analysis.par.data import (
    Cited,
    Identity,
    Irregular,
    OptionEffect,
    Outcome,
    Par,
    Rounded,
    StrategyCost,
    WagerSheet,
)
from pitboss.analysis.par.options import Progress, sensitivity_of, values_of
from pitboss.analysis.par.sheets import ROUNDS, relations_of, sheet_of, wager_facts
from pitboss.errors import BadInput
from pitboss.law.hypothetical import as_chosen
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.law.wording import nice
from pitboss.table.game import Game
from pitboss.table.system import Subject

__all__ = [
    "ROUNDS",
    "Cited",
    "Outcome",
    "Par",
    "Rounded",
    "WagerSheet",
    "par_of",
    "value_text",
    "values_of",
]


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
    terms: MeterTerms | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> Par:
    """The PAR sheet of a game on a day under the licensee's options. Sensitivity is most of
    the work: an analysis for every value of every option. With several `workers`, that is done
    by so many new processes, which find the game by its key. `laboratory`: what test laboratories
    ask beside, with so many rounds `simulated` and the licensee's own `pace` (rounds an hour at
    five seats); with `protection`, also what counting and cards that are seen are worth; `terms`
    are what the licensee states of a progressive meter."""
    tell = progress or (lambda what: None)
    chosen = as_chosen(options)
    law: Law = game.rules(day, chosen).law
    # A PAR sheet states exact figures alone.
    need_exact(game, need_study(game))
    odds = exact_edges(game.key, day, chosen, wager=wager, progress=tell)
    if terms is not None and odds.progressive is None:
        raise BadInput(
            f"--progressive: no wager of {game.key} is paid from a meter under these options"
        )
    if not odds.wagers:
        reasons = "; ".join(f"{name}: {why}" for name, why in odds.missing.items())
        raise BadInput(f"{game.key} has no PAR sheet without the licensee's figures: {reasons}")
    sheets = [sheet_of(found, law) for found in odds.wagers]
    effects: Iterator[OptionEffect] = iter(())
    # A system's options are all in the licensee's file, and are not varied one by one.
    if sensitivity and isinstance(game, Game):
        effects = sensitivity_of(game, law, chosen, odds, wager, tell, workers)
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
            terms=terms,
            tell=tell,
        )
    return Par(
        identity=_identity(game, law, chosen, odds),
        wagers=wager_facts(law, sheets),
        sheets=sheets,
        relations=list(relations_of(odds.joints)) if not wager else [],
        strategy=list(odds.strategy),
        strategies=_strategies(game, day, chosen, odds, wager, tell),
        sensitivity=list(effects),
        citations=list(citations_of(game, law)),
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
