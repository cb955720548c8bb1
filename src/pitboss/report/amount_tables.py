"""What depends on an amount, as tables of the PAR sheet: limits and roundings."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.exact.figures import percent_text
from pitboss.analysis.laboratory.amounts import ByAmount
from pitboss.analysis.laboratory.desk import Laboratory
from pitboss.money import format_dollars
from pitboss.report.meter_tables import meter_tables
from pitboss.report.protection import Table


def amount_tables(desk: Laboratory) -> Iterator[Table]:
    """Returns a table for every wager whose edge depends on the amount, and those of meters."""
    for each in desk.amounts:
        yield "limits", *_by_amount(each)
    yield from meter_tables(desk.meters)


def _by_amount(found: ByAmount) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    least = min((edge for _, edge, _ in found.edges if edge is not None), default=None)
    rows: list[tuple[str, ...]] = []
    for cents, edge, refused in found.edges:
        if edge is None or least is None:
            rows.append((format_dollars(cents), "", refused))
            continue
        rows.append((format_dollars(cents), percent_text(edge), percent_text(edge - least)))
    caption = f"{found.wager}: {found.why}"
    return caption, ("amount of the wager", "house edge", "costs the player more by"), rows
