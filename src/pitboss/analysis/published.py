"""Published house edges beside our own: who says what, and what these rules come to exactly."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec

from pitboss.analysis.exact.distribution import exact
from pitboss.analysis.exact.figures import decimal_text
from pitboss.analysis.exact.recall import recalled_edges_only
from pitboss.errors import PitbossError
from pitboss.law.regulation import data_folder
from pitboss.law.schema import Value


class Figure(msgspec.Struct, frozen=True):
    """A house edge in percent, as it was published for a wager under these options and strategy.
    `read`: whether the source itself was read. `exact`: worked out by others, as a fraction."""

    id: str
    game: str
    wager: str
    percent: str
    source: str
    read: bool
    options: dict[str, Value] = {}
    strategy: str = ""
    exact: str = ""

    def agrees(self, edge: Fraction) -> bool:
        """Whether the edge is the published one to its last digit, and the exact one if known."""
        places = len(self.percent.partition(".")[2])
        same = decimal_text(edge * 100, places) == self.percent
        return same and (not self.exact or Fraction(self.exact) == edge)


class Beside(msgspec.Struct, frozen=True):
    """A published figure and ours; or why there is none on that day."""

    figure: Figure
    edge: Fraction | None
    refused: str = ""

    def as_json(self) -> dict[str, Any]:
        figure = self.figure
        return {
            "wager": figure.wager,
            "options": figure.options,
            "strategy": figure.strategy,
            "published_percent": figure.percent,
            "source": figure.source,
            "source_read": figure.read,
            "house_edge": None if self.edge is None else exact(self.edge),
            "agrees": None if self.edge is None else figure.agrees(self.edge),
            "refused": self.refused,
        }


@cache
def figures() -> tuple[Figure, ...]:
    """Everything that is published, as far as we know it."""
    text = (data_folder() / "published.toml").read_text(encoding="utf-8")
    return tuple(msgspec.convert(tomllib.loads(text)["figure"], list[Figure]))


def beside(game: str, day: date, wager: str = "") -> Iterator[Beside]:
    """The published figures of a game (of one wager), each with ours under the same rules."""
    for figure in figures():
        if figure.game != game or (wager and figure.wager != wager):
            continue
        try:
            (edge,) = recalled_edges_only(
                game, day, dict(figure.options), wager=figure.wager, strategy=figure.strategy
            )
        except PitbossError as error:
            yield Beside(figure, None, str(error))
        else:
            yield Beside(figure, edge.house_edge)
