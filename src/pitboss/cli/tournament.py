"""Gaming tournaments (8.6): the written notice of one, from its plan, with its seven contents and
by when it must be given. Exit code 1: something is missing, or it is too late.

  pitboss tournament plan                    a plan to begin with
  pitboss tournament notice plan.toml --at "2026-11-10 12:00" --html notice.html"""

from __future__ import annotations

import argparse

from pitboss.cli import DONE, NO
from pitboss.cli.asked import add_json, print_json
from pitboss.errors import BadInput

ACTIONS = ("plan", "notice")
PLAN = """\
# The plan of a gaming tournament. Times are the casino's own; money is in dollars.
name = "Boardwalk Blackjack Open"
licensee = "Example Casino"
game = "blackjack"
starts = 2026-12-07T12:00:00
ends = 2026-12-07T22:00:00
place = "Pit 3, tables 31 to 36"
special = false           # a special event tournament: notice of 24 hours
private = false
fee = "100.00"
chips = "1000.00"         # tournament chips, to each; never money
limits = ["10.00", "500.00"]
rounds = 2
advance = 2               # so many go on from each table
seats = 6                 # at each table
carry = false             # chips are carried from round to round
prizes = ["1500.00", "600.00", "300.00"]
participants = 24
equipment = ["six blackjack tables", "tournament chips of their own colour"]
security = ["a security officer at the pit", "every table under surveillance, recorded"]
tips_withheld = true
tips_told = true          # the participants are told

[certificates]
security = "J. Doe"
surveillance = "R. Roe"
gaming = "P. Poe"
controller = "C. Coe"
key_person = "K. Koe"
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", metavar="ACTION", choices=ACTIONS, help=", ".join(ACTIONS))
    parser.add_argument("plan", nargs="?", metavar="PLAN", help="a TOML file")
    parser.add_argument("--at", metavar="TIME", help="when the notice is given")
    parser.add_argument("--html", metavar="FILE", help="write the notice as a page")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    if asked.action == "plan":
        print(PLAN, end="")
        return DONE
    if asked.plan is None:
        raise BadInput("tournament notice: expected the file of a plan")
    from pitboss.casino.submission import read_time
    from pitboss.casino.tournament import BASIS, notice_of, notice_text, read_plan
    from pitboss.casino.tournament_page import page_of
    from pitboss.cli.par import write_whole

    given = read_time(asked.at) if asked.at else None
    notice = notice_of(read_plan(asked.plan), given)
    if asked.html:
        write_whole(asked.html, page_of(notice).encode())
    if asked.json:
        print_json(
            "tournament-notice",
            {
                "name": notice.plan.name,
                "cite": notice.cite,
                "known": BASIS,
                "by": notice.by.isoformat(),
                "given": None if given is None else given.isoformat(),
                "late": notice.late,
                "contents": [content._asdict() for content in notice.contents],
                "missing": [lack._asdict() for lack in notice.missing],
            },
        )
    else:
        print(notice_text(notice), end="")
    return DONE if notice.lawful else NO
