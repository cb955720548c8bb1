"""What changed in the rules between two days, one act a block: of a game or, without one, of the
whole chapter. What was only renumbered is told in one line.

  pitboss diff blackjack --from 1996-01-01 --to 1999-12-31
  pitboss diff --from 1998-01-01 --to 1998-12-31 --html changes.html"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE
from pitboss.cli.asked import add_day, add_json, find_subject, print_json, read_day
from pitboss.errors import file_errors
from pitboss.law.schema import KNOWN_AS

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.law.redline import Block


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="default: the whole chapter")
    add_day(parser, "--from", dest="first", required=True, help="the earlier day, as 1991-11-04")
    add_day(parser, "--to", dest="last", help="the later day (default: today)")
    parser.add_argument("--html", metavar="FILE", help="a redline side by side, as a page")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from pitboss.law.difference import difference, differences

    first, last = read_day(asked.first), read_day(asked.last)
    if asked.game:
        answers = [difference(find_subject(asked.game).regulation, first, last)]
    else:
        answers = differences(first, last)
    if asked.html:
        _write(asked.html, answers)
    elif asked.json:
        whole = {"from": first.isoformat(), "to": last.isoformat(), "games": answers}
        print_json("diff", answers[0] if asked.game else whole)
    else:
        from pitboss.cli.screen import screen

        for number, answer in enumerate(answers):
            if number:
                screen().print()
            show(screen(), answer)
        if not answers:
            screen().print("No act between these days is known to us.")
    return DONE


def _write(name: str, answers: list[dict[str, Any]]) -> None:
    from pitboss.report.redline import page_of

    with file_errors(name):
        Path(name).write_text(page_of(answers), encoding="utf-8")


# -- for a person -------------------------------------------------------------------------------

MARKS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}


def show(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    from pitboss.law.redline import blocks

    heading = f" from {answer['from']} to {answer['to']}"
    screen.print(Text.assemble((answer["title"], "bold"), heading))
    if not answer["authorised_from"]:
        text = f"Not authorised on {answer['from']}: adopted on {answer['adopted']}."
        screen.print(Text(text, style="yellow"))
    if not answer["acts"]:
        known = "No act between these days is known to us."
        if not answer["not_known"]:
            known = "No act between these days: the rules did not change."
        screen.print(Text(known))
    for block in blocks(answer):
        _show_block(screen, block, short=block.day == answer["adopted"])
    if answer["acts"] and answer["rules_from"] == answer["rules_to"]:
        screen.print()
        screen.print(Text("A round under the default options settles the same on both days."))
    if answer["not_known"]:
        screen.print()
        screen.print(Text("Changes that no text of ours tells would not be known:", "yellow"))
        for gap in answer["not_known"]:
            when = f"after {gap['read_until']}" if gap["read_until"] else "at any time"
            screen.print(Text(f"  {when}: {', '.join(gap['sections'])}", "yellow"))


def _show_block(screen: Console, block: Block, *, short: bool) -> None:
    """An act and its changes; `short` where everything is new: what each is, without its value."""
    from rich.text import Text

    screen.print()
    doubt = f" ({KNOWN_AS[block.basis]})" if KNOWN_AS[block.basis] else ""
    screen.print(
        Text.assemble((block.day, "bold"), f"  {block.what}{doubt}  ", (block.source, "dim"))
    )
    for sentence in block.sentences:
        mark, style = MARKS[sentence.change]
        known = f" {KNOWN_AS[sentence.basis]}" if KNOWN_AS[sentence.basis] else ""
        head = ((f"  {mark} ", style), sentence.subject, "  ", (sentence.cite, "dim"))
        screen.print(Text.assemble(*head, (known, "yellow")))
        if short:
            continue
        if sentence.change == "changed":
            screen.print(Text(f"      before: {sentence.before}"))
            screen.print(Text(f"      after:  {sentence.after}"))
        elif sentence.before or sentence.after:
            screen.print(Text(f"      {sentence.after or sentence.before}"))
    if block.moved:
        screen.print(Text(f"    {block.moved}", style="dim"))
    if not block.sentences and not block.moved:
        screen.print(Text("    no difference in what pitboss executes", style="dim"))
