"""`pitboss odds --by-hand` and `--hand`: what each action is worth."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss.analysis.exact.actions import HandWorth, worths_by_hand
from pitboss.analysis.exact.edges import need_study, unlawful_json
from pitboss.analysis.exact.figures import decimal_text, percent_text
from pitboss.cli import DONE
from pitboss.cli.asked import print_json
from pitboss.errors import BadInput
from pitboss.table.system import need_table

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.law.regulation import Law
    from pitboss.table.system import Subject

PLACES = 6


def run(game: Subject, day: date, options: dict[str, Any], asked: argparse.Namespace) -> int:
    if asked.strategy or asked.policy or asked.chart or asked.amount:
        raise BadInput("--by-hand goes without --strategy, --policy, --chart and --amount")
    dealt = need_table(game, "--by-hand")
    rules, wager, found = worths_by_hand(
        dealt,
        need_study(game),
        day,
        options,
        wager=asked.wager,
        hand=asked.hand or "",
        shown=asked.shown or "",
    )
    law = rules.law
    if asked.json:
        print_json(
            "by-hand",
            {
                "game": law.game,
                "day": law.day.isoformat(),
                "options": law.options,
                "rules": law.hash,
                "wager": wager,
                "hands": [each.as_json() for each in found],
                **unlawful_json(law),
            },
        )
    else:
        from pitboss.cli.screen import screen

        show(screen(), law, wager, found)
    return DONE


def show(screen: Console, law: Law, wager: str, found: list[HandWorth]) -> None:
    from rich.text import Text

    from pitboss.cli.screen import headed_table, print_unlawful

    screen.print(Text.assemble((law.title, "bold"), f" on {law.day}: what each action is worth"))
    print_unlawful(screen, law)
    actions = list(dict.fromkeys(action for each in found for action in each.worths))
    shown = any(each.shown for each in found)
    often = any(each.chance is not None for each in found)
    columns = ("hand", *["dealer"] * shown, *actions, *["how often"] * often)
    heading = f"In units of {wager}, if all that follows is played in the best way"
    table = headed_table(screen, heading, columns, ("hand", "dealer"))
    for each in found:
        best = each.best()
        cells = [
            Text(decimal_text(each.worths[action], PLACES), style="bold" if action == best else "")
            if action in each.worths
            else Text("")
            for action in actions
        ]
        chance = [percent_text(each.chance)] if each.chance is not None else [""] * often
        table.add_row(Text(each.hand), *([each.shown] if shown else []), *cells, *chance)
    screen.print(table)
    exact = "exact; fractions: --json" if all(each.exact for each in found) else "to nine digits"
    screen.print(Text(f"rules {law.hash[:16]}; {exact}", style="dim"))
