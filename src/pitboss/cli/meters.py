"""A wager that is paid from a meter, for people: `pitboss odds --meter`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.analysis.exact.figures import decimal_text, percent_text
from pitboss.cli.screen import headed_table
from pitboss.errors import BadInput
from pitboss.money import format_dollars, parse_dollars

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.analysis.exact.edges import Edges
    from pitboss.analysis.exact.progressive import Progressive


def with_meter(odds: Edges, asked: str) -> None:
    """Notes the reading that was asked about."""
    cents = parse_dollars(asked)
    if odds.progressive is None:
        raise BadInput(
            f"--meter: no wager of {odds.rules.law.game} is paid from a meter under these options"
        )
    odds.meter = cents


def show_missing(screen: Console, odds: Edges) -> None:
    """Wagers that have no edge before the licensee has said something."""
    for wager, why in odds.missing.items():
        screen.print()
        screen.print(Text.assemble((wager, "cyan"), f": no house edge: {why}"))


def show_progressive(screen: Console, found: Progressive, meter: int | None) -> None:
    heading = f"{found.wager}, {format_dollars(found.stake)}, is paid from a meter"
    table = headed_table(screen, heading, ("", "figure"), ("",))
    table.add_row("house edge, M dollars being on the meter that pays", found.formula())
    if meter is not None:
        shown = f"house edge with {format_dollars(meter)} on it before the wager"
        table.add_row(shown, Text(percent_text(found.edge_at(meter)), style="bold"))
    table.add_row("meter at which the wager is fair", dollars(found.break_even()))
    for each in found.shares:
        name = f"{each.row}: {each.part()} of the meter, once in"
        table.add_row(name, decimal_text(1 / each.chance, 0, comma=True))
    table.add_row("added by each wager", format_dollars(found.rate))
    if found.reset:
        table.add_row("reset to", format_dollars(found.reset))
        table.add_row("on the meter when it pays, on average", dollars(found.average_meter()))
        table.add_row("reserve that pays the resets, of each wager", percent_text(found.reserve()))
        table.add_row("house edge in the long run", percent_text(found.long_run_edge()))
    screen.print(table)
    if not found.reset:
        words = "what it is reset to is not given (option meter_reset): no edge in the long run"
        screen.print(Text(f"  {words}", style="dim"))


def dollars(amount: Fraction) -> str:
    return decimal_text(amount, 2, comma=True)
