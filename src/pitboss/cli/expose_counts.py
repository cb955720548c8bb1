"""`pitboss expose GAME --counts`: what counting cards is worth, on the screen."""

from __future__ import annotations

import argparse
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE
from pitboss.cli.asked import print_json, read_whole
from pitboss.errors import BadInput
from pitboss.money import format_dollars, parse_dollars

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.analysis.exposure.counting import Counted, CountedWager, Counts
    from pitboss.table.game import Game

SHOES_MAX = 1_000_000_000
DECKS_MAX = 32
NOTHING = "-"


def run_counts(
    asked: argparse.Namespace,
    game: Game,
    day: date,
    options: dict[str, Any],
    situations: int,
    seed: int,
) -> int:
    from pitboss.cli.odds import progress

    if asked.sees or asked.sees_class or asked.own_first or asked.shares != "0":
        raise BadInput("--counts: cards that are counted, or cards that are seen; not both at once")
    shoes = read_whole(asked.shoes, "--shoes", 1, SHOES_MAX)
    decks = [read_whole(word, "--decks", 1, DECKS_MAX) for word in asked.decks.split()]
    loss = parse_dollars(asked.loss) if asked.loss else 0
    from pitboss.analysis.exposure.counting import expose_counts

    with progress(game.key) as tell:
        found = expose_counts(
            game.key,
            day,
            options,
            wager=asked.wager,
            count=asked.count,
            decks=decks,
            loss=loss,
            shoes=shoes,
            situations=situations,
            seed=seed,
            progress=tell,
        )
    if asked.json:
        print_json("expose-counts", found.as_json())
    else:
        from pitboss.cli.screen import screen

        show_counts(screen(), found)
    return DONE


def show_counts(page: Console, found: Counts) -> None:
    from rich.text import Text

    law = found.rules.law
    page.print(Text.assemble((law.title, "bold"), f" on {law.day}: cards counted, and their worth"))
    for wager in found.wagers:
        show_wager(page, wager, found.loss)
    for name, why in found.refused:
        page.print(Text(f"{name}: {why}", style="dim"))


def show_wager(page: Console, wager: CountedWager, loss: int) -> None:
    from rich.text import Text

    from pitboss.analysis.exact.figures import percent_text
    from pitboss.cli.screen import headed_table

    heading = f"{wager.wager}, {wager.decks} decks: house edge {percent_text(-wager.worth)}"
    table = headed_table(page, heading, ("card gone", "player's advantage", "tag"), ("card gone",))
    tags = dict(zip("23456789TJQKA", wager.count.tags, strict=True))
    for effect in wager.effects:
        tag = float(tags[effect.name.split()[0]])
        change = percent_text(effect.change)
        table.add_row(effect.name, change if change[0] == "-" else f"+{change}", f"{tag:+g}")
    page.print(table)
    if any(wager.count.tags):
        page.print(f"the count goes with these effects by {wager.correlation:.4f}")
    else:
        page.print("no card that is gone matters by itself: there is no linear count")
    columns = ("cut", "rounds", "trigger", "made", "advantage", "per 100", "per shoe", "at most")
    by_cut = headed_table(page, "Won by those who count, in units", columns, ())
    for each in wager.by_cut:
        by_cut.add_row(*_line(each))
    page.print(by_cut)
    if loss:
        title = f"A shoe loses at most {format_dollars(loss)} on average"
        limits = headed_table(page, title, ("cut", "highest wager"), ())
        for each in wager.by_cut:
            limits.add_row(str(each.cut), _limit(each, loss))
        page.print(limits)
    for note in (_explained(wager), *wager.notes):
        page.print(Text(note, style="dim"))


def _line(each: Counted) -> tuple[str, ...]:
    bound = NOTHING if each.bound is None else f"{each.bound.units:.3f} ± {each.bound.error:.3f}"
    if each.trigger is None:
        return str(each.cut), f"{each.rounds:.1f}", "never", *(NOTHING,) * 4, bound
    return (
        str(each.cut),
        f"{each.rounds:.1f}",
        f"{each.trigger:+d}",
        f"{100 * each.often:.2f} %",
        f"{100 * each.advantage:.3f} %",
        f"{100 * each.units / each.rounds:.3f}",
        f"{each.units:.3f} ± {each.units_error:.3f}",
        bound,
    )


def _limit(each: Counted, loss: int) -> str:
    limit = each.limit(loss)
    return "any" if limit is None else format_dollars(limit)


def _explained(wager: CountedWager) -> str:
    return (
        "effects of removal: exact, off the top of a full shoe. The rest is simulated, with its "
        f"standard error: {wager.shoes:,} shoes; cut: cards behind the cutting card; trigger: the "
        "true count from which a unit is wagered; at most: by those who know all cards that are "
        "left, rounds beginning anywhere in the shoe alike; not shown where so few looks do not "
        "settle it (--situations)"
    )
