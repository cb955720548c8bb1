"""The patron's gaming guide: how a game is played, wagers, what they pay, what the house keeps,
best play and the options of the house, with pictures, to be printed. Of a game by its name, or of
every game of a casino's submission.

  pitboss guide three-card-poker -o guide.html
  pitboss guide submission.toml -o guide.html"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pitboss.cli import DONE
from pitboss.cli.asked import (
    add_day,
    add_options,
    add_rate_card,
    find_subject,
    read_all_options,
    read_day,
)
from pitboss.cli.par import check_place, write_whole
from pitboss.errors import BadInput

if TYPE_CHECKING:
    from datetime import date

    from pitboss.casino.guide import Guide


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME|SUBMISSION", help="a game's key, or a TOML file")
    add_day(parser)
    add_options(parser)
    add_rate_card(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="where to write it, .html"
    )


def run(asked: argparse.Namespace) -> int:
    from pitboss.casino.guide_page import page_of

    check_place(asked.output)
    if asked.game.endswith(".toml"):
        if asked.options or asked.rate_card:
            raise BadInput("guide: a submission has its options in its file")
        guides, licensee, day = _of_submission(asked)
    else:
        from pitboss.casino.guide import guide_of

        day = read_day(asked.day)
        guides = [(guide_of(find_subject(asked.game), day, read_all_options(asked)), "")]
        licensee = "Without a licensee's own choices" if not asked.options else "As chosen"
    write_whole(asked.output, page_of(guides, licensee=licensee, day=day).encode())
    return DONE


def _of_submission(asked: argparse.Namespace) -> tuple[list[tuple[Guide, str]], str, date]:
    from pitboss.casino.guide import guides_of
    from pitboss.casino.submission import read_submission

    filed = read_submission(asked.game)
    day = read_day(asked.day) if asked.day else filed.submission.since
    return guides_of(filed, day), filed.submission.licensee, day
