"""A very small spreadsheet: the formulas that the PAR workbook uses, and no others."""

from __future__ import annotations

import math
import re
from statistics import NormalDist
from typing import Any

from openpyxl.utils import range_boundaries

_TOKEN = re.compile(
    r"""(?P<text>"[^"]*")|(?P<ref>(?:'[^']+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)"""
    r"""|(?P<name>[A-Z]+)(?=\()|(?P<number>\d+\.?\d*(?:E-?\d+)?)|(?P<mark><=|>=|[-+*/^(),=<>])"""
)


class Spreadsheet:
    """Works out the formulas of an openpyxl workbook. `change` puts another value in."""

    def __init__(self, book: Any) -> None:
        self.book = book
        self.known: dict[tuple[str, str], Any] = {}

    def change(self, sheet: str, cell: str, value: float) -> None:
        self.book[sheet][cell].value = value
        self.known.clear()

    def value(self, sheet: str, cell: str) -> Any:
        key = (sheet, cell)
        if key not in self.known:
            held = self.book[sheet][cell].value
            if isinstance(held, str) and held.startswith("="):
                held = self._formula(sheet, held[1:])
            self.known[key] = held
        return self.known[key]

    def _formula(self, sheet: str, formula: str) -> Any:
        code, position = [], 0
        while position < len(formula):
            found = _TOKEN.match(formula, position)
            assert found is not None, formula[position:]
            position = found.end()
            match found.lastgroup:
                case "ref":
                    code.append(f"ref({found[0]!r})")
                case "name":
                    code.append(f"f_{found[0]}")
                case "mark":
                    code.append({"^": "**", "=": "=="}.get(found[0], found[0]))
                case _:
                    code.append(found[0])
        # -x^2 is (-x)^2 in a spreadsheet; none of our formulas begins a power with a minus.
        return eval("".join(code), {**FUNCTIONS, "ref": lambda text: self._ref(sheet, text)})

    def _ref(self, sheet: str, text: str) -> Any:
        if "!" in text:
            named, _, text = text.rpartition("!")
            sheet = named.strip("'")
        text = text.replace("$", "")
        if ":" not in text:
            return self.value(sheet, text)
        left, top, right, bottom = range_boundaries(text)
        return [
            self.value(sheet, self.book[sheet].cell(row, column).coordinate)
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        ]


def _sumif(tested: list[float], condition: str, summed: list[float]) -> float:
    found = re.fullmatch(r"(<=|>=|<|>)(-?[\d.]+)", condition)
    assert found is not None, condition
    limit = float(found[2])
    passes = {"<": float.__lt__, ">": float.__gt__, "<=": float.__le__, ">=": float.__ge__}
    kept = (s for t, s in zip(tested, summed, strict=True) if passes[found[1]](float(t), limit))
    return math.fsum(kept)


FUNCTIONS = {
    "f_SUM": lambda values: math.fsum(values),
    "f_SUMPRODUCT": lambda *lists: math.fsum(map(math.prod, zip(*lists, strict=True))),
    "f_SUMIF": _sumif,
    "f_SQRT": math.sqrt,
    "f_MAX": max,
    "f_NORMSINV": NormalDist().inv_cdf,
    "f_IF": lambda condition, yes, no: yes if condition else no,
}
