"""What each option of the licensee does to the edges: one change at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from fractions import Fraction
from typing import Any

from pitboss.analysis.exact.edges import Edge, Edges, edges_of
from pitboss.analysis.par.data import OptionEffect, Variant
from pitboss.errors import NotInForce, NotPermitted, UnknownName
from pitboss.law.options import allowed
from pitboss.law.regulation import Law
from pitboss.law.schema import OptionEntry, Value
from pitboss.table.game import Game

# Values that are tried of a range without an end; steps of one with two.
FEW = (1, 2, 3, 4, 5, 6, 7, 8)
MORE = (10, 20, 50, 100)
STEPS = 5

Progress = Callable[[str], None]
# Edge and variance by wager.
Figures = dict[str, tuple[Fraction, Fraction | None]]


def sensitivity_of(
    game: Game,
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
