"""`pitboss odds --solve NAME=EDGE`: which value gives a house edge that is asked for."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss.analysis.exact.figures import percent_text
from pitboss.analysis.exact.target import Target, read_target, solve_for
from pitboss.cli import DONE
from pitboss.cli.asked import cache_asked, print_json
from pitboss.errors import BadInput
from pitboss.table.system import need_table

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.table.system import Subject

Watch = Callable[[str], AbstractContextManager[Callable[[str], None] | None]]


def run(
    game: Subject, day: date, options: dict[str, Any], asked: argparse.Namespace, watch: Watch
) -> int:
    if asked.policy or asked.chart or asked.amount or asked.edge_only:
        raise BadInput("--solve goes without --policy, --chart, --amount and --edge-only")
    key = need_table(game, "--solve").key
    name, edge = read_target(asked.solve)
    with cache_asked(asked), watch(key) as tell:
        found = solve_for(
            key, day, options, name, edge, wager=asked.wager, strategy=asked.strategy, tell=tell
        )
    if asked.json:
        print_json("solve", found.as_json())
    else:
        from pitboss.cli.screen import screen

        show(screen(), found)
    return DONE


def show(screen: Console, found: Target) -> None:
    from rich.text import Text

    from pitboss.cli.screen import headed_table, print_unlawful

    law = found.law
    screen.print(
        Text.assemble(
            (law.title, "bold"),
            f" on {law.day}: a house edge of {percent_text(found.edge)} of {found.wager}",
        )
    )
    print_unlawful(screen, law)
    columns = (found.name, "house edge", "")
    table = headed_table(screen, f"Values of {found.name}", columns, ("",))
    for trial in found.trials:
        marks = ["in use"] if trial.in_use else []
        marks += [f"not lawful: {each.why}" for each in trial.unlawful]
        marks += [trial.refused] if trial.refused else []
        edge = "-" if trial.house_edge is None else percent_text(trial.house_edge)
        table.add_row(trial.value, edge, Text("; ".join(marks), style="dim"))
    screen.print(table)
    screen.print(Text(found.answer, style="bold"))
