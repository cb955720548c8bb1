"""All commands with their arguments, as data: completion scripts and the manual are made of it."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import NamedTuple

from pitboss.cli import COMMANDS
from pitboss.cli.asked import Parser

GAME = "GAME"


class Argument(NamedTuple):
    """An option (with `flags`) or a place (without); `metavar` is empty where it takes no value."""

    flags: tuple[str, ...]
    metavar: str
    help: str
    choices: tuple[str, ...]


class Command(NamedTuple):
    name: str
    summary: str
    description: str
    usage: str
    arguments: tuple[Argument, ...]

    @property
    def flags(self) -> list[str]:
        return [flag for each in self.arguments for flag in each.flags]

    @property
    def takes_game(self) -> bool:
        return any(not each.flags and each.metavar == GAME for each in self.arguments)


def described() -> list[Command]:
    """Every command, in the order of `pitboss --help`."""
    return [_described(name, summary) for name, summary in COMMANDS.items()]


def _described(name: str, summary: str) -> Command:
    module = import_module(f"pitboss.cli.{name}")
    parser = Parser(prog=f"pitboss {name}", description=module.__doc__)
    module.arguments(parser)
    arguments = tuple(_argument(action) for action in parser._actions)
    places = [each.metavar for each in arguments if not each.flags]
    usage = " ".join([parser.prog, "[OPTION ...]", *places])
    return Command(name, summary, (module.__doc__ or "").strip("\n"), usage, arguments)


def _argument(action: argparse.Action) -> Argument:
    metavar = ""
    if action.nargs != 0:
        metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    choices = tuple(map(str, action.choices or ()))
    said = action.help or ""
    # What argparse would fill in.
    said = said.replace("%(default)s", str(action.default)).replace("%%", "%")
    return Argument(tuple(action.option_strings), metavar, said, choices)
