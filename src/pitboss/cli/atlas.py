"""Every option set of a game, exact, in one table that can be sorted: .csv, .json or .html.

  pitboss atlas blackjack --wager initial -o blackjack.html
  pitboss atlas blackjack --wager initial --vary decks=2,6,8 --vary soft_17 -o some.csv

Options that change no edge by themselves stay as they are. What was worked out is kept in the
cache: an atlas that was interrupted goes on where it was, and one that is done is written at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from pitboss.cli import DONE, INTERRUPTED
from pitboss.cli.asked import (
    add_cache,
    add_day,
    add_hypothetical,
    add_json,
    add_options,
    cache_asked,
    chosen_options,
    find_game,
    need_compiler,
    print_json,
    read_day,
    read_whole,
)
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from concurrent.futures import Executor

SUFFIXES = (".csv", ".json", ".html")
WORKERS_MAX = 1024


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as blackjack")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help=f"a file whose name ends in {', '.join(SUFFIXES)}",
    )
    parser.add_argument("--wager", metavar="WAGER", default="", help="this wager only")
    parser.add_argument(
        "--vary",
        metavar="NAME[=V,V]",
        action="append",
        default=[],
        help="an option to vary, with all its values or these; may be repeated (default: all that "
        "change an edge)",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", metavar="N", help="how many processes (default: every core)")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, tcp://host:8786")
    add_day(parser)
    add_options(parser)
    add_hypothetical(parser)
    add_cache(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from pitboss.analysis.atlas import atlas_of, read_varied
    from pitboss.analysis.simulation.simulate import cores, local_workers
    from pitboss.cli.par import check_place, write_whole
    from pitboss.law.options import read_value
    from pitboss.report.atlas_page import written

    suffix = os.path.splitext(asked.output)[1].lower()
    if suffix not in SUFFIXES:
        raise BadInput(
            f"-o {asked.output[:200]!r}: expected a name that ends in {', '.join(SUFFIXES)}"
        )
    check_place(asked.output)
    game = find_game(asked.game)
    need_compiler("atlas")
    day, options = read_day(asked.day), chosen_options(asked)
    law = game.rules(day, options).law
    varied = read_varied(game, law, asked.vary, read_value) if asked.vary else None
    with ExitStack() as stack:
        stack.enter_context(cache_asked(asked))
        workers = read_whole(asked.workers or str(cores()), "--workers", 1, WORKERS_MAX)
        executor: Executor | None = None
        if asked.cluster is not None:
            from pitboss.analysis.simulation.cluster import connected

            cluster = stack.enter_context(connected(asked.cluster))
            executor, workers = cluster, cluster.workers
        elif workers > 1:
            executor = stack.enter_context(local_workers(workers, processes=True))
        tell = stack.enter_context(watched(game.key))
        atlas = atlas_of(
            game.key,
            day,
            options,
            wager=asked.wager,
            varied=varied,
            executor=executor,
            workers=workers,
            tell=tell,
        )
    content = written(atlas, suffix)
    write_whole(asked.output, content)
    if asked.json:
        print_json(
            "atlas-written",
            {
                "file": asked.output,
                "bytes": len(content),
                "game": game.key,
                "day": day.isoformat(),
                "sets": atlas.sets,
                "lines": len(atlas.lines),
                "not_permitted": atlas.unlawful,
                "varied": list(atlas.options),
                "partial": atlas.partial,
            },
        )
    else:
        why = "cannot be priced" if atlas.supposed else "are not permitted"
        partial = "PARTIAL, interrupted: " if atlas.partial else ""
        print(
            f"{partial}{asked.output}: {len(atlas.lines):,} option sets of {law.title}, "
            f"{atlas.unlawful:,} that {why} left out; varied: "
            f"{', '.join(atlas.options)}",
            file=sys.stderr,
        )
    return INTERRUPTED if atlas.partial else DONE


@contextmanager
def watched(game: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar with the time that is left, for a person to see."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{game}: which options matter", total=None)
        yield lambda done, of: bar.update(task, description=game, completed=done, total=of)
