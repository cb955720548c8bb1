"""What notice a change of a casino's rules needs: to whom, how, by when, for which tables, with the
sign, the announcement and the letter. Two submissions, the old and the new; or one, for the first
opening of its tables.

  pitboss notice old.toml new.toml --at "2026-11-20 21:30" -o notice.html"""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import Any

from pitboss.cli import DONE, NO
from pitboss.cli.asked import add_json, print_json
from pitboss.cli.par import write_whole
from pitboss.cli.plain import fold, paint, screen_width
from pitboss.errors import BadInput


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="SUBMISSION", nargs="+", help="the old and the new one")
    parser.add_argument(
        "--at",
        metavar="TIME",
        help="when the change takes effect (default: when the new submission begins)",
    )
    parser.add_argument("--now", metavar="TIME", help="the time now (default: the clock's)")
    parser.add_argument(
        "--all-patrons-agree",
        action="store_true",
        help="of poker: all patrons at the table agree to a higher minimum",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="signs and letters as a page, .html")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from pitboss.casino.duties_page import page_of

    duties, now = read_duties(asked)
    if asked.output:
        write_whole(asked.output, page_of(duties, now).encode())
    if asked.json:
        print_json("notice", as_json(duties, now))
    else:
        show(duties, now)
    return NO if duties.late(now) or duties.at < now else DONE


def read_duties(asked: argparse.Namespace) -> tuple[Any, datetime]:
    """What is due, and the time now."""
    from pitboss.casino.duties import duties_between
    from pitboss.casino.floor import Misread, floor_at, start_of
    from pitboss.casino.submission import read_submission, read_time

    if len(asked.files) > 2:
        raise BadInput(f"{len(asked.files)} files: expected the old submission and the new one")
    filed = [read_submission(name) for name in asked.files]
    new = filed[-1]
    at = read_time(asked.at) if asked.at else start_of(new.submission.since)
    now = read_time(asked.now) if asked.now else datetime.now()
    misread: list[Misread] = []
    floors = [floor_at(each, at, misread) for each in filed]
    broken = [(each.name, part) for each in filed for part in each.unreadable]
    if broken or misread:
        path, text = broken[0][1] if broken else misread[0]
        name = broken[0][0] if broken else new.name
        place = next(each for each in filed if each.name == name).at(path)
        raise BadInput(f"{name}:{place.line}:{place.column}: {text}; pitboss check tells all")
    before = floors[0] if len(floors) > 1 else None
    agree = getattr(asked, "all_patrons_agree", False)
    licensee = new.submission.licensee
    return duties_between(licensee, before, floors[-1], all_patrons_agree=agree), now


def as_json(duties: Any, now: datetime) -> dict[str, Any]:
    from pitboss.casino.duties import stamp

    late = duties.late(now)
    return {
        "licensee": duties.licensee,
        "at": stamp(duties.at),
        "now": stamp(now),
        "in_the_past": duties.at < now,
        "lead_minutes": duties.lead_minutes,
        "duties": [{**duty.as_json(), "too_late": duty in late} for duty in duties.due],
        "without_notice": [
            {
                "change": each.notice.change,
                "cite": each.notice.cite,
                "basis": each.notice.basis,
                "tables": [table.number for table in each.tables],
            }
            for each in duties.without
        ],
    }


def show(duties: Any, now: datetime) -> None:
    from pitboss.casino.duties import stamp
    from pitboss.casino.findings import WORDS

    width = screen_width()
    late = duties.late(now)
    if duties.at < now:
        print(paint(f"The change at {stamp(duties.at)} is in the past: it is {stamp(now)}", "red"))
    for duty in duties.due:
        notice = duty.notice
        print(f"by {paint(stamp(duty.by), 'bold')}: {notice.change}")
        numbers = ", ".join(map(str, duty.tables))
        lines = [
            f"{duty.game}, table{'s' * (len(duty.tables) > 1)} {numbers}"
            f"{', and so every table of it in the pit' if notice.pit_wide else ''}",
            "; ".join(duty.ways),
            f"{notice.cite} ({WORDS[notice.basis]})",
        ]
        if duty in late and duties.at >= now:
            lines.append(f"too late: it is {stamp(now)}")
        for line in lines:
            for part in fold(line, width - 4):
                print("    " + part)
    for each in duties.without:
        numbers = ", ".join(str(table.number) for table in each.tables)
        print(
            paint(f"no notice: {each.notice.change} (tables {numbers}; {each.notice.cite})", "dim")
        )
    if not duties.due:
        print("No notice is needed.")
    for duty in duties.due:
        for name, text in (
            ("Sign", duty.sign),
            ("Announcement", duty.announcement),
            ("Letter", duty.letter),
        ):
            if text:
                heading = f"-- {name}, {duty.game}, table {', '.join(map(str, duty.tables))} "
                print(f"\n{paint(heading.ljust(60, '-'), 'bold')}")
                for line in text.split("\n"):
                    print("\n".join(fold(line, width)))
