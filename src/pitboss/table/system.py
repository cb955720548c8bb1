"""A game of the chapter that is no table: a computer system that sells, draws and pays (keno). It
has the law of a day like a table game, and settles records of its own form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, Protocol

from pitboss.errors import BadInput
from pitboss.law.regulation import Regulation, load
from pitboss.law.schema import Basis, Value
from pitboss.table.game import Game, Irregularity, Procedure


class SystemSettlement(Protocol):
    """What settling a record of a system gives."""

    def as_json(self) -> dict[str, Any]:
        """The receipt, in the form that every settlement has."""

    def lines(self) -> list[str]:
        """The receipt for a person, line by line."""


class SystemFinding(Protocol):
    """Something in the licensee's file that the text does not permit."""

    @property
    def where(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def cite(self) -> str: ...
    @property
    def basis(self) -> Basis: ...


class System:
    """`rules` makes typed rules of the law and of the licensee's file, which is given among the
    options under the name `licensee_file`; `settle` settles a record that has been parsed;
    `findings` has everything that is unlawful about the licensee's file."""

    # Nobody sits at a system, and nothing of it is dealt act by act.
    procedures: Mapping[str, Procedure] = {}
    irregularities: Mapping[str, Irregularity] = {}
    seats_max = 0
    standing = False

    def __init__(
        self,
        key: str,
        *,
        data: Traversable,
        rules: Callable[[Regulation, date, Mapping[str, Value]], Any],
        settle: Callable[[Mapping[str, Any], date], SystemSettlement],
        licensee_file: str,
        findings: Callable[[Regulation, date, Mapping[str, Value]], Sequence[SystemFinding]],
    ) -> None:
        self.key = key
        self.data = data
        self._rules = rules
        self.settle = settle
        self.licensee_file = licensee_file
        self._findings = findings

    @cached_property
    def regulation(self) -> Regulation:
        return load(self.data)

    def rules(self, day: date, options: Mapping[str, Value] | None = None) -> Any:
        """The typed rules of this system on that day under the licensee's options."""
        return self._rules(self.regulation, day, options or {})

    def findings(self, day: date, options: Mapping[str, Value]) -> Sequence[SystemFinding]:
        """Everything that the text does not permit in the licensee's file."""
        return self._findings(self.regulation, day, options)


# What has rules, whether or not it is a table.
Subject = Game | System


def need_table(subject: Subject, what: str) -> Game:
    """The subject as a game that is dealt at a table, or why there is none."""
    if isinstance(subject, System):
        raise BadInput(f"{what}: {subject.key} is a system, and not dealt at a table")
    return subject
