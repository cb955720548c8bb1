"""What if: choices that need not be lawful. They can be priced, and are marked wherever they are
shown; nothing that is read from a file or a request can be one, so that nobody deals by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.errors import NotInForce, NotPermitted
from pitboss.law.schema import Value

if TYPE_CHECKING:
    from pitboss.law.options import Violation

# How a fact of the text is named among such choices.
FACT = "fact."


class WhatIf(dict[str, Value]):
    """A choice that need not be lawful. What is merged with it is one as well."""

    def __or__(self, other: Any) -> WhatIf:  # type: ignore[override]
        return WhatIf({**self, **other})


def as_chosen(choice: Mapping[str, Value] | None) -> dict[str, Value]:
    """A copy of the choice, which need not be lawful if that one need not."""
    return WhatIf(choice or {}) if isinstance(choice, WhatIf) else dict(choice or {})


class Unlawful(msgspec.Struct, frozen=True):
    """A choice that the text does not permit, supposed all the same: its name, what the licensee
    would be told, and the section where there is one."""

    name: str
    why: str
    cite: str = ""

    def in_words(self) -> str:
        return f"{self.why} ({self.cite})" if self.cite else self.why


def supposed(
    violations: Sequence[Violation], chosen: Mapping[str, Value], adopted: Mapping[str, Value]
) -> list[Unlawful]:
    """What is wrong with the choice, where it need not be lawful; else, and where nobody knows
    what it would mean, the reason against it is raised."""
    found = []
    for name, error, _ in violations:
        known = isinstance(error, NotPermitted | NotInForce)
        meant = name not in chosen or adopted.get(name) == chosen[name]
        if not (isinstance(chosen, WhatIf) and known and meant):
            raise error
        found.append(Unlawful(name, str(error.args[0]), error.cite))
    return found
