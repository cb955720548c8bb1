"""`pitboss odds --published`: published figures beside our own."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss.analysis.exact.figures import percent_text
from pitboss.analysis.published import Beside, beside
from pitboss.cli import DONE
from pitboss.cli.asked import cache_asked, print_json
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.table.system import Subject


def run(game: Subject, day: date, options: dict[str, Any], asked: argparse.Namespace) -> int:
    if options or asked.policy or asked.strategy or asked.amount:
        raise BadInput("--published has the rules of each figure: it takes --wager and --day only")
    with cache_asked(asked):
        found = list(beside(game.key, day, asked.wager))
    if asked.json:
        print_json(
            "published",
            {
                "game": game.key,
                "day": day.isoformat(),
                "figures": [each.as_json() for each in found],
            },
        )
    else:
        from pitboss.cli.screen import screen

        show(screen(), game.regulation.title_on(day), found)
    return DONE


def show(screen: Console, title: str, found: list[Beside]) -> None:
    from rich.text import Text

    from pitboss.cli.screen import headed_table

    if not found:
        screen.print(Text(f"{title}: no published figures are known to us"))
        return
    columns = ("wager", "rules", "published", "pitboss", "source")
    heading = f"{title}: house edges as published, and exactly"
    table = headed_table(screen, heading, columns, ("wager", "rules", "source"))
    for each in found:
        figure = each.figure
        rules = [f"{name} = {value}" for name, value in figure.options.items()]
        rules += [figure.strategy] if figure.strategy else []
        ours, style = "-", ""
        if each.edge is not None:
            ours, style = percent_text(each.edge), "" if figure.agrees(each.edge) else "bold red"
        source = figure.source if figure.read else f"{figure.source} *"
        table.add_row(
            Text(figure.wager, style="cyan"),
            Text(", ".join(rules)),
            f"{figure.percent} %",
            Text(ours, style=style),
            Text(source),
        )
    screen.print(table)
    if not all(each.figure.read for each in found):
        screen.print(Text("  * known from the literature; the source was not read", style="dim"))
    for each in found:
        if each.refused:
            screen.print(Text(f"  {each.figure.wager}: {each.refused}", style="yellow"))
