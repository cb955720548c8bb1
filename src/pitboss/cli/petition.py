"""The petition for a new game (8.4), ours or a third party's: draft rules in the chapter's format,
summary, true odds, payout odds, house advantage, equipment, layout, options, irregularities,
examples, and an index that says which requirement is where and which is not met.

  pitboss petition high-card -o petition/"""

from __future__ import annotations

import argparse
import os

from pitboss.cli import DONE
from pitboss.cli.asked import (
    add_day,
    add_json,
    add_options,
    add_rate_card,
    find_subject,
    print_json,
    read_all_options,
    read_day,
)
from pitboss.errors import BadInput, file_errors


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as red-dog")
    add_day(parser)
    add_options(parser)
    add_rate_card(parser)
    parser.add_argument(
        "-o", "--output", metavar="FOLDER", required=True, help="a folder that is not there yet"
    )
    parser.add_argument(
        "--no-figures",
        action="store_true",
        help="without odds and PAR sheet, which of some games take minutes",
    )
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from pitboss.casino.petition import as_json, petition_for

    folder = os.path.normpath(asked.output)
    if os.path.exists(folder):
        raise BadInput(f"-o {folder[:200]}: it is there already; expected a new folder")
    subject = find_subject(asked.game)
    petition = petition_for(
        subject, read_day(asked.day), read_all_options(asked), figures=not asked.no_figures
    )
    _write(folder, petition.files)
    if asked.json:
        print_json("petition", {"folder": folder, **as_json(petition)})
    else:
        print(f"{folder}: {len(petition.files)} files; index.md says what is where")
        for requirement in petition.not_met:
            print(f"not met: {requirement}")
    return DONE


def _write(folder: str, files: dict[str, str]) -> None:
    """All of the folder or nothing of it: written beside it, then put in its place."""
    import shutil
    import tempfile

    above = os.path.dirname(folder) or "."
    with file_errors(f"-o {folder[:200]}"):
        beside = tempfile.mkdtemp(prefix=".pitboss-", dir=above)
        try:
            for name, text in files.items():
                with open(os.path.join(beside, name), "w", encoding="utf-8") as file:
                    file.write(text)
            os.chmod(beside, 0o755)
            os.rename(beside, folder)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
