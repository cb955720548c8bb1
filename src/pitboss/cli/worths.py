"""`pitboss odds --by-hand` and `--hand`: what each action is worth."""

from __future__ import annotations

import argparse
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pitboss.analysis.exact.actions import ByHand, HandWorth, worths_by_hand
from pitboss.analysis.exact.edges import need_study, unlawful_json
from pitboss.analysis.exact.figures import decimal_text, percent_text
from pitboss.cli import DONE
from pitboss.cli.asked import print_json
from pitboss.errors import BadInput
from pitboss.table.system import need_table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pitboss.table.system import Subject

PLACES, SIMULATED_PLACES = 6, 4
MIXED = "*"


def run(game: Subject, day: date, options: dict[str, Any], asked: argparse.Namespace) -> int:
    if asked.strategy or asked.policy or asked.chart or asked.amount:
        raise BadInput("--by-hand goes without --strategy, --policy, --chart and --amount")
    dealt = need_table(game, "--by-hand")
    found = worths_by_hand(
        dealt,
        need_study(game),
        day,
        options,
        wager=asked.wager,
        hand=asked.hand or "",
        shown=asked.shown or "",
    )
    if asked.json:
        print_json("by-hand", found.as_json() | unlawful_json(found.rules.law))
    else:
        from pitboss.cli.screen import screen

        show(screen(), found)
    return DONE


def show(screen: Console, found: ByHand) -> None:
    from rich.text import Text

    from pitboss.cli.screen import print_unlawful

    law, rows = found.rules.law, found.valued.hands
    screen.print(Text.assemble((law.title, "bold"), f" on {law.day}: what each action is worth"))
    print_unlawful(screen, law)
    for _, alike in groupby(rows, key=lambda each: next(iter(each.worths))):
        _show_table(screen, found, list(alike))
    last = f"rules {law.hash[:16]}; {found.valued.how_exact()}"
    for note in (_otherwise(rows), found.valued.note, last):
        if note:
            screen.print(Text(note, style="dim"))


def _show_table(screen: Console, found: ByHand, rows: list[HandWorth]) -> None:
    """Situations in which the same may be done."""
    from rich.text import Text

    from pitboss.cli.screen import headed_table

    actions = list(dict.fromkeys(action for each in rows for action in each.worths))
    shown = [found.valued.beside] if any(each.shown for each in rows) else []
    often = ["how often"] if any(each.chance is not None for each in rows) else []
    columns = (found.valued.rows, *shown, *actions, *often)
    heading = f"In units of {found.wager}, if all that follows is played in the best way"
    table = headed_table(screen, heading, columns, (found.valued.rows, *shown))
    for each in rows:
        chance = [percent_text(each.chance) if each.chance is not None else ""] if often else []
        name = Text(each.hand + (f" {MIXED}" if each.mixed() else ""))
        places = SIMULATED_PLACES if found.valued.simulated else PLACES
        cells = [_cell(each, action, places) for action in actions]
        table.add_row(name, *([each.shown] if shown else []), *cells, *chance)
    screen.print(table)


def _cell(row: HandWorth, action: str, places: int) -> Text:
    from rich.text import Text

    if action not in row.worths:
        return Text("")
    best = action == row.best() and len(row.worths) > 1
    return Text(decimal_text(row.worths[action], places), style="bold" if best else "")


def _otherwise(rows: list[HandWorth]) -> str:
    if not any(each.mixed() for each in rows):
        return ""
    return f"{MIXED} some hands of this line are better played otherwise: --hand"
