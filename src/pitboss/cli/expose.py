"""What information is worth: a dealer's card that is seen, the class of a card by its back, the
hands of other players, the own card before the wager, and all cards that are gone.

  pitboss expose three-card-poker --sees "dealer 1"
  pitboss expose caribbean-stud-poker --sees "dealer 1" --sees "dealer 2"
  pitboss expose let-it-ride-poker --sees "first community card"
  pitboss expose three-card-poker --sees-class "A K Q J" --sees "dealer 1"
  pitboss expose three-card-poker --shares 6
  pitboss expose minibaccarat --own-first
  pitboss expose minibaccarat --counts --wager dragon-7 --loss 100.00
  pitboss expose blackjack --counts --decks "2 6 8"

A card is named by whom it is dealt to and its number there; a name that is unknown is answered with
those of the game. --sees-class tells of these cards (of all face down, where none is named) whether
they are of these ranks. --counts is for games that are dealt on from a shoe: what each card that is
gone does to each wager, a count that goes with it, what those who count win by cutting card, and
what they could win at most. Figures are exact where they can be; others say so, with their error.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pitboss.cli import DONE
from pitboss.cli.asked import (
    add_day,
    add_hypothetical,
    add_json,
    add_options,
    chosen_options,
    find_game,
    need_compiler,
    print_json,
    read_day,
    read_whole,
)
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import Console

    from pitboss.analysis.exposure.expose import Exposed
    from pitboss.analysis.exposure.figures import Before, Exposure, Way

SITUATIONS_MAX = 100_000_000
SEED_MAX = 2**63 - 1
LINES_SHOWN = 40
WAGERS_ABREAST = 4


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as three-card-poker")
    parser.add_argument("--wager", metavar="WAGER", default="", help="this wager only")
    parser.add_argument(
        "--sees",
        metavar="CARD",
        action="append",
        default=[],
        help='a card that is seen, as "dealer 1"; may be repeated',
    )
    parser.add_argument(
        "--sees-class",
        metavar="RANKS",
        default="",
        help='whether cards are of these ranks is seen, as "A K Q J"',
    )
    parser.add_argument(
        "--shares", metavar="N", default="0", help="the hands of so many other players are known"
    )
    parser.add_argument(
        "--own-first", action="store_true", help="the first own card is known before the wager"
    )
    parser.add_argument(
        "--situations",
        metavar="N",
        default="0",
        help="deal so many situations at random, rather than count them all",
    )
    parser.add_argument("--seed", metavar="N", default="1", help="of situations dealt at random")
    parser.add_argument(
        "--counts", action="store_true", help="cards are counted as they are dealt from the shoe"
    )
    parser.add_argument(
        "--count",
        metavar="COUNT",
        default="",
        help="with --counts: this count, such as hi-lo or '8+2 9+2 7-1', and not the best one",
    )
    parser.add_argument(
        "--decks",
        metavar="NUMBERS",
        default="",
        help="with --counts: for each of these numbers of decks, as '2 6 8'",
    )
    parser.add_argument(
        "--loss",
        metavar="DOLLARS",
        default="",
        help="with --counts: the highest wager at which a shoe loses no more than this",
    )
    parser.add_argument(
        "--shoes", metavar="N", default="200000", help="with --counts: so many shoes are dealt"
    )
    add_day(parser)
    add_options(parser)
    add_hypothetical(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    game = find_game(asked.game)
    day, options = read_day(asked.day), chosen_options(asked)
    need_compiler("expose")
    from pitboss.cli.odds import progress

    shares = read_whole(asked.shares, "--shares", 0, 99)
    situations = read_whole(asked.situations, "--situations", 0, SITUATIONS_MAX)
    seed = read_whole(asked.seed, "--seed", 0, SEED_MAX)
    if asked.counts:
        from pitboss.cli.expose_counts import run_counts

        return run_counts(asked, game, day, options, situations, seed)
    for name in ("count", "decks", "loss"):
        if getattr(asked, name):
            raise BadInput(f"--{name} is for --counts")
    from pitboss.analysis.exposure.expose import expose

    with progress(game.key) as tell:
        found = expose(
            game.key,
            day,
            options,
            sees=asked.sees,
            classes=asked.sees_class,
            shares=shares,
            own_first=asked.own_first,
            wager=asked.wager,
            situations=situations,
            seed=seed,
            progress=tell,
        )
    if asked.json:
        print_json("expose", found.as_json())
    else:
        from pitboss.cli.screen import screen

        show(screen(), found)
    return DONE


# -- for people -------------------------------------------------------------------------------


def show(page: Console, found: Exposed) -> None:
    from rich.text import Text

    from pitboss.cli.screen import print_unlawful

    law = found.rules.law
    page.print(Text.assemble((law.title, "bold"), f" on {law.day}: what is seen, and its worth"))
    print_unlawful(page, law)
    for exposure in found.exposures:
        show_exposure(page, exposure)
    for before in found.before:
        show_before(page, before)


def show_exposure(page: Console, exposure: Exposure) -> None:
    from rich.text import Text

    from pitboss.cli.screen import headed_table

    heading = f"{exposure.wager}: {exposure.leak} ({exposure.method})"
    table = headed_table(page, heading, ("", "seeing it", "without"), ("",))
    for line in figure_lines(exposure):
        table.add_row(*line)
    page.print(table)
    if exposure.strategy:
        lines = headed_table(
            page, "Strategy", ("situation", "do", "how often"), ("situation", "do")
        )
        from pitboss.analysis.exact.figures import percent_text

        for choice in exposure.strategy[:LINES_SHOWN]:
            lines.add_row(choice.situation, choice.do, percent_text(choice.probability))
        page.print(lines)
        more = len(exposure.strategy) - LINES_SHOWN
        if more > 0:
            page.print(Text(f"  {more} lines more: --json", style="dim"))
    for note in exposure.notes:
        page.print(Text(note, style="dim"))


def figure_lines(exposure: Exposure) -> list[tuple[str, str, str]]:
    """The figures with the leak beside those without it, in words."""
    from pitboss.analysis.exact.figures import decimal_text, percent_text, root

    ways = (exposure.seeing, exposure.without)

    def both(label: str, of: object, text: object) -> tuple[str, str, str]:
        first, second = (text(of(way)) for way in ways)  # type: ignore[operator]
        return label, first, second

    def edge(way: Way) -> str:
        error = "" if way.stderr is None else f" ± {100 * way.stderr:.4f} %"
        return percent_text(way.edge()) + error

    def hits(way: Way) -> str:
        found = way.distribution
        return percent_text(found.probability(1)) if found.told_apart() else "not known"

    def deviation(way: Way) -> str:
        return decimal_text(root(way.distribution.variance()), 4)

    lines = [
        both("house edge", edge, str),
        both("standard deviation", deviation, str),
        both("hit frequency", hits, str),
        both("average wager", lambda way: way.distribution.average_wager(), _units),
    ]
    names = dict.fromkeys([*exposure.seeing.actions, *exposure.without.actions])
    for name in names:
        lines.append(both(name, lambda way, name=name: way.actions.get(name, 0), _share))
    return lines


def _units(value: Fraction) -> str:
    from pitboss.analysis.exact.figures import decimal_text

    return decimal_text(value, 4)


def _share(value: Fraction) -> str:
    from fractions import Fraction

    from pitboss.analysis.exact.figures import percent_text

    return percent_text(Fraction(value))


def show_before(page: Console, before: Before) -> None:
    from pitboss.analysis.exact.figures import decimal_text, percent_text
    from pitboss.cli.screen import headed_table

    names = list(before.before)
    for first in range(0, len(names), WAGERS_ABREAST):
        some = names[first : first + WAGERS_ABREAST]
        heading = f"House edge by {before.leak}"
        table = headed_table(page, heading, ("seen", "chance", *some), ("seen",))
        for row in before.rows:
            edges = (percent_text(dict(row.edges)[name], 3) for name in some)
            table.add_row(row.seen, percent_text(row.chance, 3), *edges)
        table.add_row("nothing", "", *(percent_text(before.before[name], 3) for name in some))
        page.print(table)
    columns = ("wager", "made", "advantage", "units per 100 rounds")
    table = headed_table(page, "Who wagers only where it is worth it", columns, ("wager",))
    for wager in ("", *names):
        chance, won = before.wagered(wager)
        advantage = percent_text(won / chance) if chance else ""
        units = decimal_text(100 * won, 4)
        table.add_row(wager or "the best of all", percent_text(chance), advantage, units)
    page.print(table)
