"""Pay tables: exact odds in the order of the regulation. Engine, exact analysis and kernels
all read this object, and a wager is paid by a row of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pitboss.errors import NotPermitted, UnknownName
from pitboss.law.schema import Basis
from pitboss.money import Odds

_RANGE = re.compile(r"(\d+)-(\d+)")


class Row(Odds):
    """A row of a pay table: the odds that it states, and besides the name of the table, the key
    of the row, the section where it stands and how well that is known."""

    __slots__ = ("basis", "cite", "key", "table")

    def __init__(self, table: str, key: str, odds: Odds, *, cite: str, basis: Basis) -> None:
        super().__init__(odds.numerator, odds.denominator)
        self.table: Final = table
        self.key: Final = key
        self.cite: Final = cite
        self.basis: Final = basis


class Paytable:
    """Rows in order; `table["3"]` is the row that covers the key 3, so a row written `4-11`
    answers to every whole number from 4 to 11."""

    __slots__ = ("_row_of", "basis", "cite", "label", "minimum", "name", "rows")

    def __init__(
        self,
        name: str,
        rows: tuple[tuple[str, Odds], ...],
        *,
        cite: str,
        minimum: bool = False,
        basis: Basis = "read",
        label: str = "",
    ) -> None:
        self.name = name
        self.rows: tuple[tuple[str, Row], ...] = tuple(
            (key, Row(name, key, odds, cite=cite, basis=basis)) for key, odds in rows
        )
        self.cite = cite
        self.minimum = minimum
        self.basis = basis
        self.label = label or name
        self._row_of: dict[str | int, int] = {}
        for index, (key, _) in enumerate(rows):
            for covered in _keys_of(key):
                if covered in self._row_of:
                    raise NotPermitted(f"pay table {name}: two rows cover {covered}")
                self._row_of[covered] = index

    def __getitem__(self, key: str | int) -> Row:
        return self.rows[self._row_of[key]][1]

    def __contains__(self, key: object) -> bool:
        return key in self._row_of

    def __iter__(self) -> Iterator[tuple[str, Row]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def row_number(self, key: str | int) -> int:
        return self._row_of[key]

    def with_odds(self, key: str, odds: Odds, *, citation: str) -> Paytable:
        """The table with one row's odds replaced by the licensee's. Below the minimum, or
        where the text fixes the odds, it is not permitted. Odds that no text we have confirms
        may be replaced by any others."""
        required = self.rows[self._place_of(key)][1]
        known_text = self.basis != "unverified"
        if known_text and odds != required and not self.minimum:
            raise NotPermitted(
                f"pay table {self.name}, row {key}: {odds.text} offered, but the odds are "
                f"fixed at {required.text}",
                cite=citation,
            )
        if known_text and odds < required:
            raise NotPermitted(
                f"pay table {self.name}, row {key}: {odds.text} is below the minimum, "
                f"{required.text}",
                cite=citation,
            )
        return self.supposing(key, odds)

    def _place_of(self, key: str) -> int:
        index = self._row_of.get(key)
        if index is None or self.rows[index][0] != key:
            known = ", ".join(row for row, _ in self.rows)
            raise UnknownName(f"pay table {self.name} has no row {key!r}; its rows are {known}")
        return index

    def supposing(self, key: str, odds: Odds) -> Paytable:
        """The table with one row's odds replaced by any others, lawful or not."""
        index = self._place_of(key)
        rows = (*self.rows[:index], (key, odds), *self.rows[index + 1 :])
        return Paytable(
            self.name,
            rows,
            cite=self.cite,
            minimum=self.minimum,
            basis=self.basis,
            label=self.label,
        )

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "label": self.label,
            "minimum": self.minimum,
            "basis": self.basis,
            "cite": self.cite,
            "rows": [{"row": key, "odds": odds.text} for key, odds in self.rows],
        }


def _keys_of(key: str) -> list[str | int]:
    found = _RANGE.fullmatch(key)
    if found is not None and int(found[1]) < int(found[2]):
        numbers = range(int(found[1]), int(found[2]) + 1)
        return [key, *numbers, *(str(number) for number in numbers)]
    return [key, int(key)] if key.isdigit() and key != "00" else [key]
