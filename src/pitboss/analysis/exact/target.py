"""Which value of one row, option or fact gives a house edge that was asked for.

A row's edge is concave in what it pays, and does not rise: with decisions as they are it is a
straight line, and whoever decides best takes whichever line is worth most. So a few exact edges
lead to the two payments between which the asked edge lies, and where the lines on either side are
the same one, it is met exactly at a fraction between them. Numbers of the text (decks, percent of a
commission) are tried one by one around the value in use; words and yes or no, all of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from pitboss import registry
from pitboss.analysis.exact.distribution import exact
from pitboss.analysis.exact.recall import recalled_edges_only
from pitboss.errors import BadInput, PitbossError
from pitboss.law.hypothetical import FACT, Unlawful, WhatIf
from pitboss.law.regulation import Law
from pitboss.law.schema import OptionEntry, Value
from pitboss.money import Odds

STEPS_MAX = 60
NUMBER_MAX = 10**6
# So many numbers of an option are all tried; of more, those that bracket the edge.
LISTED_MAX = 24


class Trial(msgspec.Struct, frozen=True):
    """A value that was tried: the edge under it, and what the law has against it; or why there is
    no edge."""

    value: str
    house_edge: Fraction | None
    unlawful: tuple[Unlawful, ...] = ()
    refused: str = ""
    in_use: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "house_edge": None if self.house_edge is None else exact(self.house_edge),
            "in_use": self.in_use,
            "unlawful": msgspec.to_builtins(self.unlawful),
            "refused": self.refused,
        }


class Target(msgspec.Struct):
    """What was asked, the values on either side of the edge (or all there are), and the payment
    that meets it exactly, to 1, where that is proved."""

    law: Law
    wager: str
    name: str
    edge: Fraction
    trials: list[Trial]
    exactly: Fraction | None = None
    answer: str = ""

    def as_json(self) -> dict[str, Any]:
        law = self.law
        return {
            "game": law.game,
            "day": law.day.isoformat(),
            "options": law.options,
            "rules": law.hash,
            "wager": self.wager,
            "name": self.name,
            "edge": exact(self.edge),
            "values": [trial.as_json() for trial in self.trials],
            "exactly": None if self.exactly is None else exact(self.exactly),
            "answer": self.answer,
        }


def read_target(text: str) -> tuple[str, Fraction]:
    """`decks=0.5%` as the name and the edge, 1/200; a fraction or a decimal is an edge as well."""
    name, mark, asked = text.rpartition("=")
    asked = asked.strip()
    try:
        percent = asked.endswith("%")
        edge = Fraction(asked.removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        mark = ""
    if not mark or not name.strip() or len(asked) > 40:
        raise BadInput(
            f"--solve {text[:60]!r}: expected NAME=EDGE, such as odds.spread.1=3% or decks=0.5%"
        )
    edge = edge / 100 if percent else edge
    if not -10 < edge < 10:
        raise BadInput(f"--solve {text[:60]!r}: an edge is a part of the wager, such as 0.03 or 3%")
    return name.strip(), edge


class Solver:
    """Edges of one wager under values of one name, each worked out once."""

    def __init__(
        self,
        key: str,
        day: date,
        options: dict[str, Any],
        wager: str,
        strategy: str,
        name: str,
        tell: Callable[[str], None] | None,
    ) -> None:
        self.game = registry.find(key)
        self.day, self.options, self.strategy, self.name = day, options, strategy, name
        self.tell = tell or (lambda text: None)
        self.law: Law = self.game.rules(day, options).law
        self.wager = wager
        self.known: dict[str, Trial] = {}
        edges = recalled_edges_only(key, day, options, wager=wager, strategy=strategy)
        if len(edges) > 1:
            names = ", ".join(each.wager for each in edges)
            raise BadInput(f"--solve: the edge of which wager? --wager with one of {names}")
        self.wager = wager or edges[0].wager

    def at(self, value: Value) -> Trial:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if text not in self.known:
            self.tell(f"{self.name} = {text}")
            self.known[text] = self._worked_out(value, text)
        return self.known[text]

    def _worked_out(self, value: Value, text: str) -> Trial:
        options = WhatIf(self.options) | {self.name: value}
        in_use = self.in_use() == value
        try:
            law: Law = self.game.rules(self.day, options).law
            (edge,) = recalled_edges_only(
                self.game.key, self.day, options, wager=self.wager, strategy=self.strategy
            )
        except PitbossError as error:
            return Trial(text, None, (), str(error), in_use)
        return Trial(text, edge.house_edge, law.unlawful, "", in_use)

    def in_use(self) -> Value | None:
        """The value of the name under the rules that were asked about."""
        if self.name.startswith("odds."):
            return self.row().text
        if self.name.startswith(FACT):
            value = self.law.values.get(self.name.removeprefix(FACT))
            return value if isinstance(value, bool | int | str) else None
        return self.law.options.get(self.name)

    def row(self) -> Odds:
        table, _, row = self.name.removeprefix("odds.").partition(".")
        if table not in self.law.paytables:
            known = ", ".join(self.law.paytables)
            raise BadInput(f"--solve: no pay table {table[:40]!r}; the tables are {known}")
        rows = dict(self.law.paytables[table])
        if row not in rows:
            raise BadInput(
                f"--solve: {table} has no row {row[:40]!r}; its rows are {', '.join(rows)}"
            )
        return rows[row]

    # -- rows -------------------------------------------------------------------------------

    def solve_row(self, edge: Fraction) -> Target:
        odds = self.row()
        below = odds.denominator

        def at(number: int) -> Fraction:
            trial = self.at(f"{number} to {below}")
            if trial.house_edge is None:
                raise BadInput(f"--solve {self.name}: {trial.value}: {trial.refused}")
            return trial.house_edge

        low = self._bracket(at, odds.numerator, edge)
        if low is None:
            trials = [self.at(f"{n} to {below}") for n in sorted({0, odds.numerator})]
            words = f"no payment gives it: at 0 to {below} the edge is lower"
            if at(0) == at(odds.numerator + 1):
                words = f"{self.name} is never paid to {self.wager}: no payment changes its edge"
            return self._target(edge, trials, None, words)
        exactly = self._line(at, low, edge, below)
        numbers = sorted({low, low + 1, odds.numerator})
        trials = [self.at(f"{number} to {below}") for number in numbers]
        if at(low) == edge:
            words = f"{low} to {below} gives it"
        elif exactly is not None:
            words = f"exactly {exactly} to 1 would give it"
        else:
            words = f"between {low} to {below} and {low + 1} to {below}; decisions change there"
        return self._target(edge, trials, exactly, words)

    def _bracket(self, at: Callable[[int], Fraction], number: int, edge: Fraction) -> int | None:
        """The largest number whose edge is at least that; None where there is none."""
        if at(0) < edge:
            return None
        low, high = 0, NUMBER_MAX
        for _ in range(STEPS_MAX):
            if at(number) >= edge:
                low = max(low, number)
            else:
                high = min(high, number)
            if high - low <= 1:
                return low
            # Along the line through the last two that are known; never out of the bracket.
            slope = at(number) - at(number + 1)
            if not slope:
                return None if at(0) == at(number) else low
            step = (at(number) - edge) / slope
            number = min(max(number + int(step // 1), low + (number == low)), high - 1)
        raise BadInput(f"--solve {self.name}: no payment up to {NUMBER_MAX:,} was found")

    def _line(
        self, at: Callable[[int], Fraction], low: int, edge: Fraction, below: int
    ) -> Fraction | None:
        """The payment, to 1, that meets the edge: where the lines before and after are the same,
        the edge between is on it."""
        slope = at(low) - at(low + 1)
        same = at(low + 1) - at(low + 2) == slope
        same &= low == 0 or at(low - 1) - at(low) == slope
        if not (slope and same):
            return None
        return (low + (at(low) - edge) / slope) / below

    # -- options and facts ------------------------------------------------------------------

    def solve_values(self, edge: Fraction) -> Target:
        values = self._values()
        if values is None:
            return self._numbers(edge)
        return self._listed(edge, [self.at(value) for value in values])

    def _listed(self, edge: Fraction, trials: list[Trial]) -> Target:
        priced = [trial for trial in trials if trial.house_edge is not None]
        words = "no value that can be priced"
        if priced:
            met = [trial for trial in priced if trial.house_edge == edge]
            near = min(priced, key=lambda trial: abs((trial.house_edge or 0) - edge))
            words = f"{met[0].value} gives it" if met else f"{near.value} comes nearest"
        return self._target(edge, trials, None, words)

    def _values(self) -> list[Value] | None:
        """All values that there are; None for a number of many."""
        if self.name.startswith(FACT):
            return None
        dated = self.game.regulation.options.get(self.name)
        option: OptionEntry | None = dated.at(self.day) if dated is not None else None
        if option is None:
            # The option is refused in the law's own words.
            self.game.rules(self.day, WhatIf(self.options) | {self.name: 1})
            raise BadInput(f"--solve: no option {self.name[:40]!r} on {self.day}")
        values = list(option.values)
        if option.range is None:
            return values
        most = option.range.at_most
        if most is None or most - option.range.at_least >= LISTED_MAX:
            return None
        return [*range(option.range.at_least, most + 1), *values]

    def _numbers(self, edge: Fraction) -> Target:
        """Numbers around the one in use, whichever way the edge goes, by ever larger steps and
        then halves. That the edge goes one way between them is taken for granted."""
        here = self.in_use()
        if not isinstance(here, int) or isinstance(here, bool):
            raise BadInput(f"--solve: {self.name[:40]} is not a number, nor one of a few values")

        def at(number: int) -> Fraction:
            trial = self.at(number)
            if trial.house_edge is None:
                raise BadInput(f"--solve {self.name}: {trial.value}: {trial.refused}")
            return trial.house_edge - edge

        first = at(here)
        if first == 0:
            return self._listed(edge, [self.at(here)])
        for way in self._ways(at, here):
            step, near, far = 1, here, here
            while step <= NUMBER_MAX and here + way * step >= 0:
                far = here + way * step
                try:
                    crossed = at(far) * first <= 0
                except BadInput:
                    break
                if crossed:
                    return self._between(edge, at, near, far)
                near, step = far, 2 * step
        tried = sorted(self.known.values(), key=lambda trial: int(trial.value))
        target = self._listed(edge, tried)
        target.answer = f"no number that was tried gives it; {target.answer}"
        return target

    def _ways(self, at: Callable[[int], Fraction], here: int) -> list[int]:
        """First the way on which the edge comes nearer."""
        try:
            return [1, -1] if abs(at(here + 1)) <= abs(at(here)) else [-1, 1]
        except BadInput:
            return [-1]

    def _between(
        self, edge: Fraction, at: Callable[[int], Fraction], near: int, far: int
    ) -> Target:
        while abs(far - near) > 1:
            middle = (near + far) // 2
            if at(middle) * at(near) <= 0:
                far = middle
            else:
                near = middle
        here = self.in_use()
        assert isinstance(here, int)
        return self._listed(edge, [self.at(number) for number in sorted({near, far, here})])

    def _target(
        self, edge: Fraction, trials: list[Trial], exactly: Fraction | None, words: str
    ) -> Target:
        return Target(self.law, self.wager, self.name, edge, trials, exactly, words)


def solve_for(
    key: str,
    day: date,
    options: dict[str, Any],
    name: str,
    edge: Fraction,
    *,
    wager: str = "",
    strategy: str = "",
    tell: Callable[[str], None] | None = None,
) -> Target:
    """Which value of `name` (`odds.TABLE.ROW`, an option, `fact.NAME`) gives the wager this edge.
    Values that are not lawful are tried as well, and marked."""
    solver = Solver(key, day, options, wager, strategy, name, tell)
    return solver.solve_row(edge) if name.startswith("odds.") else solver.solve_values(edge)
