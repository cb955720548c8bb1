"""`pitboss odds --edge-only`: the house edges by the shortest way to them."""

from __future__ import annotations

import argparse
import time
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss.analysis.exact.distribution import exact
from pitboss.analysis.exact.edges import need_study, unlawful_json
from pitboss.analysis.exact.figures import percent_text
from pitboss.analysis.exact.recall import recalled_edges_only
from pitboss.cli import DONE
from pitboss.cli.asked import cache_asked, print_json
from pitboss.errors import BadInput
from pitboss.law.regulation import Law

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.analysis.exact.edges import Edge
    from pitboss.table.system import Subject


def run(
    game: Subject, day: date, options: dict[str, Any], asked: argparse.Namespace, amount: int
) -> int:
    if asked.policy or asked.chart or asked.house_way:
        raise BadInput("--edge-only goes without --policy, --chart and --house-way")
    started = time.perf_counter()
    with cache_asked(asked):
        found = recalled_edges_only(
            game.key, day, options, wager=asked.wager, strategy=asked.strategy, amount=amount
        )
    study, rules = need_study(game), game.rules(day, options)
    missing = study.missing(rules) if study.missing is not None else {}
    if asked.wager in missing:
        raise BadInput(f"{asked.wager} has no house edge: {missing[asked.wager]}")
    seconds = time.perf_counter() - started
    law: Law = rules.law
    if asked.json:
        print_json(
            "edges",
            {
                "game": law.game,
                "day": law.day.isoformat(),
                "options": law.options,
                "rules": law.hash,
                "wagers": [
                    {"wager": each.wager, "house_edge": exact(each.house_edge)} for each in found
                ],
                "seconds": round(seconds, 3),
                **unlawful_json(law),
            },
        )
    else:
        from pitboss.cli.screen import screen

        show(screen(), law, found, seconds)
    return DONE


def show(screen: Console, law: Law, found: list[Edge], seconds: float) -> None:
    from rich.text import Text

    from pitboss.cli.screen import headed_table, print_unlawful

    heading = f"{law.title} on {law.day}: house edges, exactly"
    table = headed_table(screen, heading, ("wager", "house edge", "exactly"), ("wager", "exactly"))
    room = screen.width - max(len(each.wager) for each in found) - 20
    for each in found:
        fraction = str(each.house_edge)
        shown = fraction if len(fraction) <= room else f"{len(fraction) - 1} digits: --json"
        table.add_row(
            Text(each.wager, style="cyan"),
            Text(percent_text(each.house_edge), style="bold"),
            Text(shown, style="dim"),
        )
    screen.print(table)
    print_unlawful(screen, law)
    screen.print(Text(f"rules {law.hash[:16]}; exact, in {seconds:.2f} s", style="dim"))
