"""The JSON that commands print, described: a JSON Schema for every format, by name and version.

pitboss schema                  the names
pitboss schema pitboss.law.v1   one schema, on standard output"""

from __future__ import annotations

import argparse
import sys

from pitboss.cli import DONE
from pitboss.errors import UnknownName


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="FORMAT", help="such as pitboss.odds.v1")


def run(asked: argparse.Namespace) -> int:
    from pitboss.law.regulation import data_folder

    folder = data_folder() / "schemas"
    names = sorted(path.name.removesuffix(".json") for path in folder.iterdir())
    if asked.name is None:
        sys.stdout.write("".join(f"{name}\n" for name in names))
        return DONE
    if asked.name not in names:
        raise UnknownName(f"no format {asked.name[:60]!r}; the formats are {', '.join(names)}")
    sys.stdout.write((folder / f"{asked.name}.json").read_text(encoding="utf-8"))
    return DONE
