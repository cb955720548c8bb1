"""Writes a submission to begin with: every option of every game (or of those named) as a comment,
with what may be chosen, its section and how well that is known.

  pitboss submission new -o submission.toml --game blackjack --game craps"""

from __future__ import annotations

import argparse
import sys

from pitboss.cli import DONE
from pitboss.cli.asked import add_day, find_subject, read_day
from pitboss.cli.par import write_whole


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="new", choices=("new",), help="a new submission")
    parser.add_argument(
        "--game", metavar="GAME", action="append", default=[], dest="games",
        help="a game that is offered; may be repeated (default: every game of the day)",
    )  # fmt: skip
    add_day(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it")


def run(asked: argparse.Namespace) -> int:
    from pitboss.casino.template import authorised_games, new_submission

    day = read_day(asked.day)
    games = [find_subject(name).key for name in asked.games] or authorised_games(day)
    text = new_submission(list(dict.fromkeys(games)), day)
    if asked.output:
        write_whole(asked.output, text.encode())
    else:
        sys.stdout.write(text)
    return DONE
