"""The settings of a hand, and what a house way costs: `pitboss odds --hand` and `--house-way`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.analysis.exact.edges import need_study, rules_for_study
from pitboss.analysis.exact.figures import decimal_text, percent_text
from pitboss.analysis.progress import telling
from pitboss.cli import DONE
from pitboss.cli.asked import print_json
from pitboss.errors import BadInput, file_errors
from pitboss.law.house_ways import TEXT_MAX

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.analysis.exact.settings import HandOdds, WayCosts
    from pitboss.law.schema import Value
    from pitboss.table.system import Subject

Options = dict[str, Any]
OPTION = "house_way"
HANDS_SHOWN = 20


def own_way(game: Subject, name: str, options: Options) -> dict[str, Value]:
    """The option by which the house sets hands as the file says."""
    need_settings(game, "--house-way")
    if OPTION in options:
        raise BadInput(f"--house-way {name[:200]}: the option {OPTION} is there already")
    with file_errors(name[:200]), open(name, "rb") as file:
        data = file.read(4 * TEXT_MAX)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name[:200]}: not TOML: {error}") from None
    return {OPTION: text if "\n" in text else text + "\n"}


def need_settings(game: Subject, asked: str) -> Any:
    study = need_study(game)
    if study.hand_odds is None or study.way_costs is None:
        raise BadInput(f"{asked}: at {game.key} no hands are set; they are at pai-gow")
    return study


def run_hand(game: Subject, day: date, options: Options, asked: argparse.Namespace) -> int:
    study = need_settings(game, "--hand")
    if asked.strategy or asked.policy or asked.chart:
        raise BadInput("--hand lists every setting: without --strategy, --policy and --chart")
    started = time.perf_counter()
    rules = rules_for_study(game, study, day, options)
    found: HandOdds = study.hand_odds(rules, asked.hand, asked.wager)
    found.seconds = time.perf_counter() - started
    if asked.json:
        print_json("hand", found.as_json())
        return DONE
    from pitboss.cli.screen import screen

    show_hand(screen(), found)
    return DONE


def costs_of(
    game: Subject, day: date, options: Options, tell: Callable[[str], None] | None
) -> WayCosts:
    study = need_settings(game, "--house-way")
    with telling(tell, "house way"):
        found: WayCosts = study.way_costs(rules_for_study(game, study, day, options))
    return found


def show_hand(screen: Console, found: HandOdds) -> None:
    from rich.text import Text

    from pitboss.cli.screen import headed_table

    law = found.rules.law
    screen.print(Text.assemble((law.title, "bold"), f" on {law.day}: {found.hand}"))
    heading = f"Settings of {found.hand}, for the wager {found.wager}"
    table = headed_table(
        screen, heading, ("high", "low", "win", "push", "lose", "worth", ""), ("high", "low", "")
    )
    for place, setting in enumerate(found.settings):
        won, lost = Fraction(setting.won, found.against), Fraction(setting.lost, found.against)
        marks = ["best"] if place == 0 else []
        marks += ["house way"] if setting.by_house else []
        marks += ["foul"] if setting.foul else []
        table.add_row(
            Text(setting.high),
            Text(setting.low),
            percent_text(won, 3),
            percent_text(1 - won - lost, 3),
            percent_text(lost, 3),
            decimal_text(setting.value, 6),
            Text(", ".join(marks), style="bold" if marks else ""),
        )
    screen.print(table)
    screen.print(Text(f"  the house way sets it by its rule: {found.rule}"))
    screen.print(Text(f"  that costs {decimal_text(found.cost(), 6)} of a wager"))
    exactly = f"exact, over {found.against:,} hands, in {found.seconds:.2f} s; fractions: --json"
    screen.print(Text(f"rules {law.hash[:16]}; {exactly}", style="dim"))


def show_costs(screen: Console, costs: WayCosts) -> None:
    """What the rules of a house way cost, and the costliest hands."""
    from rich.text import Text

    from pitboss.cli.screen import headed_table

    screen.print()
    screen.print(Text(f"The dealer sets by {costs.title!r}. House edge against a player"))
    screen.print(Text(f"  who sets by it:  {percent_text(costs.edge)}"))
    screen.print(Text(f"  who sets best:   {percent_text(costs.edge_at_best)}"))
    heading = "What its rules cost that player"
    columns = ("rule", "hands", "set otherwise than best", "cost, of a wager a round")
    table = headed_table(screen, heading, columns, ("rule",))
    for rule in costs.by_rule:
        table.add_row(
            Text(rule.rule), f"{rule.hands:,}", f"{rule.otherwise:,}", percent_text(rule.cost, 5)
        )
    table.add_row(Text("all", style="bold"), "", "", percent_text(costs.total(), 5))
    screen.print(table)
    heading = "Hands that it sets worse than it could, the costliest first"
    names = ("hand", "set", "best")
    table = headed_table(screen, heading, (*names, "hands", "cost"), names)
    for hand in costs.by_hand[:HANDS_SHOWN]:
        table.add_row(
            Text(hand.hand),
            Text(hand.house),
            Text(hand.best),
            f"{hand.hands:,}",
            decimal_text(hand.cost, 5),
        )
    screen.print(table)
    if len(costs.by_hand) > HANDS_SHOWN:
        more = f"  and {len(costs.by_hand) - HANDS_SHOWN} more: --json lists them"
        screen.print(Text(more, style="dim"))
