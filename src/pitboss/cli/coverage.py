"""How much of the law is carried out: every paragraph of the texts that were read, with exactly one
class: executed, data, not executable, not built; and sections of which only the title was read.

  pitboss coverage
  pitboss coverage red-dog --all
  pitboss coverage --missing"""

from __future__ import annotations

import argparse
from typing import Any

from pitboss.cli import DONE
from pitboss.cli.asked import add_json, print_json
from pitboss.cli.plain import fold, paint, screen_width


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="default: the whole chapter")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="every paragraph, with what carries it")
    what.add_argument("--missing", action="store_true", help="what is not built or was not read")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from pitboss.law import coverage

    answer = coverage.report(_subchapter(asked.game) if asked.game else "")
    if asked.json:
        print_json("coverage", answer)
    else:
        show(answer, everything=asked.all, missing=asked.missing)
    return DONE


def _subchapter(key: str) -> str:
    """The number of a game's subchapter; a number is taken as it is."""
    if key[:1].isdigit():
        return key.upper()
    from pitboss import registry

    return registry.find_subject(key).regulation.data.subchapter


def show(answer: dict[str, Any], *, everything: bool, missing: bool) -> None:
    """The counts of each subchapter; on request its paragraphs."""
    kinds = list(answer["totals"])
    print(paint("  ".join(["subchapter", *kinds]), "bold"))
    for number, counts in {**answer["subchapters"], "all": answer["totals"]}.items():
        cells = [f"{counts[kind]:>{len(kind)}}" for kind in kinds]
        print("  ".join([f"{number:>10}", *cells]))
    editions = ", ".join(
        f"{name} ({edition['what']})" for name, edition in answer["editions"].items()
    )
    _print(f"\nRead: {editions}.")
    for row in answer["paragraphs"]:
        if everything or (missing and row["class"] in ("not built", "not read")):
            _show_paragraph(row)


def _show_paragraph(row: dict[str, Any]) -> None:
    edition = f" ({row['edition']})" if row["edition"] else ""
    print("\n" + paint(f"{row['at']}{edition}", "cyan") + f"  {row['class']}")
    _print(row["heading"])
    for name in ("functions", "facts", "cases"):
        if row.get(name):
            _print(f"{name}: {'; '.join(row[name])}")
    for name in ("not_executable", "not_built"):
        if row.get(name):
            _print(row[name])


def _print(text: str) -> None:
    for line in fold(text, screen_width() - 2):
        print(f"  {line}")
