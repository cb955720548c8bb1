"""What depends on an amount: the edge by the amount of the wager where a limit of payouts cuts what
is won or a charge is rounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

import msgspec

from pitboss.analysis.exact.edges import edges_by_amount
from pitboss.analysis.study import Study
from pitboss.law.hypothetical import as_chosen
from pitboss.law.schema import Value
from pitboss.table.game import Game, Rules

# Amounts of the wager, in cents.
AMOUNTS = (5_00, 6_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00)


class ByAmount(msgspec.Struct, frozen=True, kw_only=True):
    """Why the edge depends on the amount, and the edge of each; None with the reason where it may
    not be wagered."""

    wager: str
    why: str
    edges: list[tuple[int, Fraction | None, str]]


def by_amounts(
    game: Game,
    study: Study,
    rules: Rules,
    day: date,
    options: Mapping[str, Value],
    wagers: Sequence[str],
) -> list[ByAmount]:
    """Returns the wagers whose edge depends on the amount."""
    found = []
    for wager in wagers:
        why = study.by_amount(rules, wager) if study.by_amount is not None else ""
        if why:
            edges = edges_by_amount(game.key, day, dict(as_chosen(options)), wager, AMOUNTS)
            lines = [(each.cents, each.house_edge, each.refused) for each in edges]
            found.append(ByAmount(wager=wager, why=why, edges=lines))
    return found
