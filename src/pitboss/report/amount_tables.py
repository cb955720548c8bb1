"""What depends on an amount, as tables of the PAR sheet: limits and roundings, and progressive
meters."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.exact.figures import decimal_text, percent_text
from pitboss.analysis.laboratory.amounts import ByAmount, Meter
from pitboss.analysis.laboratory.desk import Laboratory
from pitboss.money import format_dollars
from pitboss.report.protection import Table


def amount_tables(desk: Laboratory) -> Iterator[Table]:
    """Returns a table for every wager whose edge depends on the amount, and one of meters."""
    for each in desk.amounts:
        yield "limits", *_by_amount(each)
    if desk.meters:
        yield "progressive", *_meters(desk.meters)


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


def _meters(meters: list[Meter]) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    rows: list[tuple[str, ...]] = []
    for meter in meters:
        rows += [
            (meter.wager, "the wager", format_dollars(meter.stake)),
            ("", "house edge with nothing on the meter", percent_text(meter.at_nothing)),
            (
                "",
                "house edge falls, for every 1,000 dollars, by",
                percent_text(1000 * meter.a_dollar),
            ),
            ("", "break-even meter, dollars", decimal_text(meter.break_even / 100, 2, comma=True)),
            (
                "",
                "chance of a prize from the meter, one in",
                decimal_text(1 / meter.chance, 0, comma=True) if meter.chance else "",
            ),
            (
                "",
                "meter after it is won (reset), as the licensee has set it",
                format_dollars(meter.reset),
            ),
            ("", "house edge at that reading", percent_text(meter.at_reset)),
        ]
        if meter.expected is not None and meter.rate is not None:
            rows += [
                ("", "share of every wager that is added", percent_text(meter.rate, 2)),
                (
                    "",
                    "meter when the highest prize is won, on average and if no smaller share is "
                    "taken from it, dollars",
                    decimal_text(meter.expected / 100, 2, comma=True),
                ),
            ]
    return "Progressive meters (exact)", ("wager", "", ""), rows
