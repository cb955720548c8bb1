"""Every option set of a game, with the exact edges of its wagers, in one table.

An option takes part if it changes some edge by itself, from the choice that was asked about; the
others stay as they are, and are named. Sets that the law does not permit together are left out, and
counted; or priced and marked, where the choice need not be lawful. Each set is worked out once and
kept in the cache, so that an atlas which was interrupted goes on where it was, on any number of
processes or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from datetime import date
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec

from pitboss import registry
from pitboss.analysis.exact.distribution import exact
from pitboss.analysis.exact.recall import recalled_edges_only
from pitboss.analysis.par import values_of
from pitboss.errors import BadInput, NotInForce, NotPermitted, UnknownName
from pitboss.law.hypothetical import WhatIf, as_chosen
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.table.game import Game

# More sets than this are not begun without a word: options are to be named.
SETS_MAX = 200_000
# Sets handed out ahead of those that are done, for each worker.
AHEAD = 4

EdgesOf = dict[str, Fraction]
Tell = Callable[[int, int], None]


class Line(msgspec.Struct, frozen=True):
    """One option set: the values of the options that take part, and the edges. A set that is only
    supposed is not `lawful`."""

    values: tuple[Value, ...]
    edges: EdgesOf
    lawful: bool = True


class Atlas(msgspec.Struct):
    """The table, its lines by the first wager's edge; `left` are options that stay as they are."""

    law: Law
    options: tuple[str, ...]
    wagers: tuple[str, ...]
    lines: list[Line]
    left: tuple[str, ...]
    sets: int
    unlawful: int
    chosen: dict[str, Value]
    partial: bool = False

    @property
    def supposed(self) -> bool:
        """Whether sets that no text permits are among the lines."""
        return isinstance(self.chosen, WhatIf)

    def as_json(self) -> dict[str, Any]:
        law = self.law
        return {
            "game": law.game,
            "day": law.day.isoformat(),
            "varied": list(self.options),
            "as_they_are": {name: law.options[name] for name in self.left},
            "sets": self.sets,
            "not_permitted": self.unlawful,
            "partial": self.partial,
            "wagers": list(self.wagers),
            "lines": [
                {
                    "options": dict(zip(self.options, line.values, strict=True)),
                    "edges": {name: exact(edge) for name, edge in line.edges.items()},
                    "lawful": line.lawful,
                }
                for line in self.lines
            ],
        }


def edges_under(key: str, day: date, options: dict[str, Value], wager: str) -> EdgesOf | None:
    """The edges of an option set, in any process; None where the set is not permitted."""
    try:
        found = recalled_edges_only(key, day, options, wager=wager)
    except (NotPermitted, NotInForce, UnknownName):
        return None
    except BadInput:
        if not isinstance(options, WhatIf):
            raise
        return None
    return {each.wager: each.house_edge for each in found}


def options_that_matter(
    game: Game, day: date, chosen: Mapping[str, Value], wager: str
) -> tuple[dict[str, list[Value]], tuple[str, ...]]:
    """Options that change an edge by themselves, with their values; and those that do not."""
    law: Law = game.rules(day, chosen).law
    usual = edges_under(game.key, day, as_chosen(chosen), wager)
    varied: dict[str, list[Value]] = {}
    left = []
    for name, dated in game.regulation.options.items():
        option = dated.at(day)
        if option is None or name not in law.options:
            continue
        values, _ = values_of(name, option, law.options[name])
        others = (
            edges_under(game.key, day, as_chosen(chosen) | {name: value}, wager)
            for value in values
            if value != law.options[name]
        )
        if name not in chosen and any(each not in (None, usual) for each in others):
            varied[name] = values
        else:
            left.append(name)
    return varied, tuple(left)


def read_varied(
    game: Game, law: Law, asked: Sequence[str], read: Callable[[str], Value]
) -> dict[str, list[Value]]:
    """`decks` or `decks=2,6,8`: options that were named, with their values."""
    found: dict[str, list[Value]] = {}
    for text in asked:
        name, mark, listed = text.partition("=")
        dated = game.regulation.options.get(name)
        option = dated.at(law.day) if dated is not None else None
        if option is None:
            known = ", ".join(law.options)
            raise UnknownName(f"--vary: no option {name[:40]!r}; the options are {known}")
        values, _ = values_of(name, option, law.options.get(name, option.default))
        found[name] = [read(each.strip()) for each in listed.split(",")] if mark else values
    return found


def option_sets(
    chosen: dict[str, Value], varied: Mapping[str, list[Value]]
) -> Iterator[tuple[tuple[Value, ...], dict[str, Value]]]:
    for values in product(*varied.values()):
        yield values, as_chosen(chosen) | dict(zip(varied, values, strict=True))


def atlas_of(
    key: str,
    day: date,
    options: Mapping[str, Value] | None,
    *,
    wager: str = "",
    varied: Mapping[str, list[Value]] | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    tell: Tell | None = None,
) -> Atlas:
    """The edges of every option set. Without `varied`, of all options that matter. Without an
    executor, here and one after the other. An interrupt ends it, with what there is."""
    game = registry.find(key)
    chosen = as_chosen(options)
    law: Law = game.rules(day, chosen).law
    left: tuple[str, ...] = ()
    if varied is None:
        varied, left = options_that_matter(game, day, chosen, wager)
    total = 1
    for every in varied.values():
        total *= len(every)
    if total > SETS_MAX:
        sizes = ", ".join(f"{name} {len(every)}" for name, every in varied.items())
        raise BadInput(f"{total:,} option sets ({sizes}): name some with --vary, or fix others")
    atlas = Atlas(law, tuple(varied), (), [], left, total, 0, chosen)
    asked = ((values, (key, day, each, wager)) for values, each in option_sets(chosen, varied))
    try:
        for done, (values, edges) in enumerate(_worked_out(asked, executor, workers), 1):
            if edges is None:
                atlas.unlawful += 1
            else:
                atlas.lines.append(Line(values, edges, _is_lawful(game, law, values, atlas)))
            if tell is not None:
                tell(done, total)
    except KeyboardInterrupt:
        atlas.partial = True
    atlas.wagers = tuple(dict.fromkeys(name for line in atlas.lines for name in line.edges))
    first = atlas.wagers[:1]
    atlas.lines.sort(
        key=lambda line: (*(line.edges.get(w, Fraction(99)) for w in first), str(line.values))
    )
    return atlas


def _is_lawful(game: Game, law: Law, values: tuple[Value, ...], atlas: Atlas) -> bool:
    if not atlas.supposed:
        return True
    chosen = WhatIf(atlas.chosen) | dict(zip(atlas.options, values, strict=True))
    return not game.rules(law.day, chosen).law.unlawful


Asked = Iterator[tuple[tuple[Value, ...], tuple[Any, ...]]]


def _worked_out(
    asked: Asked, executor: Executor | None, workers: int
) -> Iterator[tuple[tuple[Value, ...], EdgesOf | None]]:
    """Every set with its edges, as they come; never more than a few ahead."""
    if executor is None:
        for values, words in asked:
            yield values, edges_under(*words)
        return
    running: dict[Future[EdgesOf | None], tuple[Value, ...]] = {}
    more = True
    while more or running:
        while more and len(running) < workers * AHEAD:
            values, words = next(asked, ((), ()))
            more = bool(words)
            if more:
                running[executor.submit(edges_under, *words)] = values
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield running.pop(future), future.result()
