"""A script that lets a shell complete commands, options and games.

pitboss completion bash > ~/.local/share/bash-completion/completions/pitboss
pitboss completion zsh  > "${fpath[1]}/_pitboss"
pitboss completion fish > ~/.config/fish/completions/pitboss.fish
"""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING

from pitboss.cli import DONE
from pitboss.errors import UnknownName

if TYPE_CHECKING:
    from pitboss.cli.described import Argument, Command


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", help="bash, zsh or fish")


def run(asked: argparse.Namespace) -> int:
    from pitboss import registry
    from pitboss.cli.described import described

    scripts = {"bash": bash, "zsh": zsh, "fish": fish}
    if asked.shell not in scripts:
        raise UnknownName(f"no shell {asked.shell[:40]!r}; the shells are {', '.join(scripts)}")
    games = [*registry.OURS, *registry.SYSTEMS]
    sys.stdout.write(scripts[asked.shell](described(), games))
    return DONE


def _words(command: Command) -> list[str]:
    """What may stand in a command's places, beside games and files."""
    return [word for each in command.arguments if not each.flags for word in each.choices]


def bash(commands: list[Command], games: list[str]) -> str:
    """Words by the command; where none fits, files."""
    cases = "".join(
        f"    {each.name}) flags={shlex.quote(' '.join(each.flags))} "
        f"words={shlex.quote(' '.join((games if each.takes_game else []) + _words(each)))} ;;\n"
        for each in commands
    )
    names = shlex.quote(" ".join(each.name for each in commands))
    return (
        "# pitboss completion bash\n"
        "_pitboss() {\n"
        '  local word=${COMP_WORDS[COMP_CWORD]} flags="" words=""\n'
        '  if [ "$COMP_CWORD" -eq 1 ]; then\n'
        f'    COMPREPLY=($(compgen -W {names} -- "$word"))\n'
        "    return\n"
        "  fi\n"
        "  case ${COMP_WORDS[1]} in\n"
        f"{cases}"
        "  esac\n"
        "  case $word in\n"
        '    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;\n'
        '    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;\n'
        "  esac\n"
        "}\n"
        "complete -o default -F _pitboss pitboss\n"
    )


def zsh(commands: list[Command], games: list[str]) -> str:
    """Commands and options with what they are for."""
    listed = "".join(f"    {_quoted(f'{each.name}:{each.summary}')}\n" for each in commands)
    cases = ""
    for each in commands:
        lines = [_zsh_argument(argument, games) for argument in each.arguments]
        body = " \\\n        ".join(["_arguments", *(line for line in lines if line)])
        cases += f"    {each.name})\n      {body} ;;\n"
    return (
        "#compdef pitboss\n"
        "_pitboss() {\n"
        "  local -a commands=(\n"
        f"{listed}"
        "  )\n"
        "  if (( CURRENT == 2 )); then\n"
        "    _describe 'command' commands\n"
        "    return\n"
        "  fi\n"
        "  local command=$words[2]\n"
        "  shift words\n"
        "  (( CURRENT-- ))\n"
        "  case $command in\n"
        f"{cases}"
        "  esac\n"
        "}\n"
        '_pitboss "$@"\n'
    )


def _zsh_argument(argument: Argument, games: list[str]) -> str:
    """One specification of `_arguments`: `--day[help]:DAY:`, or `*:GAME:(craps ...)`."""
    if argument.flags:
        said = argument.help.replace("[", "(").replace("]", ")")
        value = f":{argument.metavar}:{_zsh_values(argument, games)}" if argument.metavar else ""
        # Several spellings of an option exclude each other.
        apart = f"({' '.join(argument.flags)})" if len(argument.flags) > 1 else ""
        return " ".join(_quoted(f"{apart}{flag}[{said}]{value}") for flag in argument.flags)
    return _quoted(f"*:{argument.metavar}:{_zsh_values(argument, games)}")


def _zsh_values(argument: Argument, games: list[str]) -> str:
    if argument.choices:
        return f"({' '.join(argument.choices)})"
    if argument.metavar == "GAME":
        return f"({' '.join(games)})"
    return "_files" if "FILE" in argument.metavar else " "


def fish(commands: list[Command], games: list[str]) -> str:
    """A line for every command and every option."""
    lines = ["# pitboss completion fish"]
    first = "complete -c pitboss -n __fish_use_subcommand -f"
    for each in commands:
        lines.append(f"{first} -a {each.name} -d {_quoted(each.summary)}")
    for each in commands:
        seen = f"complete -c pitboss -n {_quoted(f'__fish_seen_subcommand_from {each.name}')}"
        words = (games if each.takes_game else []) + _words(each)
        if words:
            lines.append(f"{seen} -f -a {_quoted(' '.join(words))}")
        for argument in each.arguments:
            if argument.flags:
                lines.append(f"{seen} {_fish_flags(argument)} -d {_quoted(argument.help)}")
    return "\n".join(lines) + "\n"


def _fish_flags(argument: Argument) -> str:
    """`-s h -l help`, with `-r` where a value follows."""
    words = [
        f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in argument.flags
    ]
    if argument.choices:
        words.append(f"-x -a {_quoted(' '.join(argument.choices))}")
    elif argument.metavar:
        words.append("-r")
    return " ".join(words)


def _quoted(text: str) -> str:
    """In single quotes, which all three shells read alike if there is none inside."""
    return "'" + text.replace("'", "’") + "'"
