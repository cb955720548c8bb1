"""Submissions: `new` writes one to begin with, every option of every game (or of those named) as a
comment, with what may be chosen, its section and how well that is known. `signs` writes the signs
of its tables, each on a sheet of its own. `versions` lists those from which the floor of a table
server was run, or writes one of them.

  pitboss submission new -o submission.toml --game blackjack --game craps
  pitboss submission signs submission.toml -o signs.html
  pitboss submission versions --db pit.db
  pitboss submission versions --db pit.db --number 1 -o old.toml"""

from __future__ import annotations

import argparse
import os
import sys

from pitboss.cli import DONE
from pitboss.cli.asked import add_day, find_subject, read_day, read_whole
from pitboss.cli.par import write_whole
from pitboss.errors import BadInput

ACTIONS = ("new", "signs", "versions")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="ACTION", choices=ACTIONS, help=", ".join(ACTIONS))
    parser.add_argument("file", nargs="?", metavar="SUBMISSION", help="of signs: a TOML file")
    parser.add_argument(
        "--game",
        metavar="GAME",
        action="append",
        default=[],
        dest="games",
        help="of new: a game that is offered; may be repeated (default: every game of the day)",
    )
    add_day(parser)
    parser.add_argument(
        "--db",
        metavar="URL",
        default=os.environ.get("PITBOSS_DB", ""),
        help="of versions: the server's database (or PITBOSS_DB)",
    )
    parser.add_argument("--number", metavar="N", default="0", help="of versions: the one to write")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it")


def run(asked: argparse.Namespace) -> int:
    if asked.what == "new":
        if asked.file:
            raise BadInput("submission new: expected no file; -o says where to write it")
        _give(asked, _new(asked))
    elif asked.what == "signs":
        _give(asked, _signs(asked))
    else:
        _versions(asked)
    return DONE


def _give(asked: argparse.Namespace, text: str) -> None:
    if asked.output:
        write_whole(asked.output, text.encode())
    else:
        sys.stdout.write(text)


def _new(asked: argparse.Namespace) -> str:
    from pitboss.casino.template import authorised_games, new_submission

    day = read_day(asked.day)
    games = [find_subject(name).key for name in asked.games] or authorised_games(day)
    return new_submission(list(dict.fromkeys(games)), day)


def _signs(asked: argparse.Namespace) -> str:
    from pitboss.casino.check import refuse_unlawful
    from pitboss.casino.floor import start_of
    from pitboss.casino.signs import page_of, signs_of
    from pitboss.casino.submission import read_submission

    if asked.file is None:
        raise BadInput("submission signs: expected the file of a submission")
    filed = read_submission(asked.file)
    day = read_day(asked.day) if asked.day else filed.submission.since
    refuse_unlawful(filed, day)
    at = start_of(day)
    return page_of(signs_of(filed, at), filed.submission.licensee, at)


def _versions(asked: argparse.Namespace) -> None:
    number = read_whole(asked.number, "--number", 0, 10**6)
    try:
        from pitboss.store.casino.submissions import versions
        from pitboss.store.database import Damaged, Database, Unavailable, default_url
        from pitboss.store.verify import check_schema
    except ImportError as error:
        raise BadInput(
            f"submission versions needs the extra 'server' (pip install 'pitboss[server]'): {error}"
        ) from None

    db = Database(asked.db or default_url(), create=False)
    try:
        check_schema(db)
        with db.read() as reading:
            known = versions(reading)
    except (Unavailable, Damaged) as error:
        raise BadInput(f"--db {db.shown}: {error}") from None
    finally:
        db.close()
    if number:
        if number > len(known):
            raise BadInput(f"--number {number}: there are {len(known)} submissions")
        _give(asked, known[number - 1].filed.text)
        return
    for one in known:
        print(_line(one.number, one.at, one.until, one.filed.licensee, one.filed.version))
    if not known:
        print("the floor was not run from a submission yet")


def _line(number: int, at: int, until: int, licensee: str, version: int) -> str:
    from datetime import datetime

    since, end = (f"{datetime.fromtimestamp(ms / 1000):%Y-%m-%d %H:%M}" for ms in (at, until))
    return f"{number}: {licensee}, version {version}: from {since} " + (
        f"until {end}" if until else "on"
    )
