"""Compares a casino's submission with the regulation of its day: every finding at once, with its
place in the file, the section, and how well that is known. Two files and a time: what the change
from the one to the other needs.

  pitboss check submission.toml --day 2026-11-18
  pitboss check old.toml new.toml --at "2026-11-20 21:30" """

from __future__ import annotations

import argparse
from typing import Any

from pitboss.cli import BAD_INPUT, DONE, NO, complain
from pitboss.cli.asked import add_day, add_json, print_json, read_day
from pitboss.cli.par import write_whole
from pitboss.cli.plain import fold, paint, screen_width
from pitboss.errors import BadInput

COLOURS = {"unreadable": "red", "unlawful": "red", "needs notice": "yellow"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="SUBMISSION", nargs="+", help="a TOML file, or two")
    add_day(parser, help="the day whose rules apply (default: the submission's first day)")
    parser.add_argument("--at", metavar="TIME", help="of two files: when the second takes effect")
    parser.add_argument(
        "--now", metavar="TIME", help="of two files: the time now (default: the clock's)"
    )
    parser.add_argument("--html", metavar="FILE", help="write what was found as a page")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from pitboss.casino.check import check_submission
    from pitboss.casino.check_page import page_of
    from pitboss.casino.submission import read_submission

    if len(asked.files) > 1:
        return _compare(asked)
    if asked.at or asked.now:
        raise BadInput("check: --at and --now are for two files, the old and the new")
    filed = read_submission(asked.files[0])
    checked = check_submission(filed, read_day(asked.day) if asked.day else None)
    if asked.html:
        write_whole(asked.html, page_of(checked).encode())
    if asked.json:
        print_json("check", as_json(checked))
    else:
        show(checked)
    return exit_code(checked.verdict)


def exit_code(verdict: str) -> int:
    if verdict == "unreadable":
        complain("a part of the submission cannot be read: see its findings")
        return BAD_INPUT
    return DONE if verdict == "lawful" else NO


def as_json(checked: Any) -> dict[str, Any]:
    submission, floor = checked.filed.submission, checked.floor
    return {
        "file": checked.filed.name,
        "sha256": checked.filed.digest,
        "licensee": submission.licensee,
        "version": submission.version,
        "day": floor.day.isoformat(),
        "verdict": checked.verdict,
        "findings": [finding.as_json() for finding in checked.findings],
        "tables": [
            {
                "number": table.number,
                "pit": table.pit,
                "game": table.game,
                "rules": checked.rules.get(table.number, ""),
            }
            for table in floor.tables
        ],
        "not_verified": {title: list(facts) for title, facts in checked.notes.items() if facts},
    }


def show(checked: Any) -> None:
    for finding in checked.findings:
        show_finding(checked.filed.name, finding)
    for title, facts in checked.notes.items():
        if facts:
            print(paint(f"{title}, not verified, and the same at every table: ", "dim"), end="")
            print(paint(f"{', '.join(facts[:4])}{', ...' * (len(facts) > 4)}", "dim"))
    floor = checked.floor
    pits = len({table.pit for table in floor.tables})
    count = len(checked.findings)
    print(
        f"{paint(checked.verdict, COLOURS.get(checked.verdict, 'bold'))}: "
        f"{checked.filed.submission.licensee}, {_many(len(floor.tables), 'table')} in "
        f"{_many(pits, 'pit')} on {floor.day}; {_many(count, 'finding')}"
    )


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def show_finding(file: str, finding: Any) -> None:
    """`FILE:LINE:COLUMN: verdict: what`, and below it the tables, the section and its source."""
    verdict = paint(finding.verdict, COLOURS.get(finding.verdict, "bold"))
    print(f"{file}:{finding.line}:{finding.column}: {verdict}: {finding.text}")
    beside = []
    if finding.tables:
        numbers = ", ".join(map(str, finding.tables))
        beside.append(f"table{'s' * (len(finding.tables) > 1)} {numbers}")
    if finding.cite:
        beside.append(f"{finding.cite} ({finding.known})" if finding.known else finding.cite)
    for line in fold("; ".join(beside), screen_width() - 4) if beside else ():
        print("    " + paint(line, "dim"))


def _compare(asked: argparse.Namespace) -> int:
    """What the change from the one to the other needs, and what is wrong with the other."""
    from pitboss.casino.check import check_submission
    from pitboss.casino.submission import read_submission
    from pitboss.cli import notice

    if asked.day or asked.html:
        raise BadInput("check: of two files, the day is that of --at; pitboss notice writes pages")
    if not asked.at:
        raise BadInput("check: of two files, --at says when the second takes effect")
    duties, now = notice.read_duties(asked)
    checked = check_submission(read_submission(asked.files[-1]), duties.at.date())
    if asked.json:
        print_json("check-change", as_json(checked) | {"change": notice.as_json(duties, now)})
    else:
        show(checked)
        notice.show(duties, now)
    if checked.verdict == "unreadable":
        return exit_code(checked.verdict)
    needs = any(duty.notice.lead_minutes or duty.notice.kind == "approval" for duty in duties.due)
    return NO if needs or duties.at < now else exit_code(checked.verdict)
