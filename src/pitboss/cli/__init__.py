"""The commands. `main()` finds the command asked for and imports nothing else: each command is
a module of this package with `arguments(parser)` and `run(asked)`, which gives the exit code.

0 done; 1 the answer is no; 2 bad input, with one line on standard error; EXIT_CODES has all."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

DONE, NO, BAD_INPUT, NOT_STARTED, INTERNAL, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 3, 70, 130, 141
EXIT_CODES = {
    DONE: "done",
    NO: "the answer is no: a log that was altered, a check that found something",
    BAD_INPUT: "bad input, or an extra that is not installed: one line says what was wrong",
    NOT_STARTED: "the server could not start; what it said says why",
    INTERNAL: "a fault of ours; PITBOSS_DEBUG=1 shows where",
    INTERRUPTED: "interrupted, with what there was until then",
    PIPE_CLOSED: "whoever read the output had enough of it",
}
# Which extra has the packages that a plain install does without.
EXTRAS = {
    "numpy": "sim",
    "numba": "sim",
    "xlsxwriter": "report",
    "distributed": "dask",
    "fastapi": "server",
    "uvicorn": "server",
    "sqlalchemy": "server",
    "argon2": "server",
    "jinja2": "server",
    "cryptography": "server",
    "fsrs": "school",
}

# In the order in which `pitboss --help` lists them. The module has the command's name.
COMMANDS = {
    "games": "the games authorised on a day, and what pitboss can do with each",
    "rules": "a game's wagers, options, pay tables and irregularities, cited",
    "diff": "what changed in a game's rules between two days, act by act",
    "law": "a paragraph by its address, on any day; timelines, search",
    "coverage": "every paragraph that was read, and what carries it out",
    "schema": "the JSON Schema of what commands print with --json",
    "play": "play in the terminal, as a player or (--by-hand) as the dealer",
    "drill": "drills of a dealer school, and exams with a signed result",
    "settle": "settle a round record: the receipt, with a section for every line",
    "odds": "exact figures for every wager, and the strategy that attains them",
    "par": "the PAR sheet of a game as .xlsx, .html or .json",
    "atlas": "the exact edges of every option set of a game, in one table",
    "expose": "what a card that is seen, or a count of cards, is worth",
    "simulate": "Monte Carlo on all cores; sessions; any round dealt again",
    "equity": "how often hands of poker win, and their share of the pot",
    "keno": "keno's rate cards checked, and tickets priced",
    "submission": "writes a casino's submission to begin with",
    "check": "a submission compared with the regulation: every finding at once",
    "notice": "the notice a change needs: to whom, how, when; signs, letters",
    "guide": "the patron's gaming guide of a game or a casino, to be printed",
    "petition": "the petition for a new game: draft rules, odds, examples, an index",
    "tournament": "the written notice of a gaming tournament, and by when",
    "serve": "the table server: real tables over HTTP, SQLite or PostgreSQL",
    "hold": "what each table should have won on a day, and what it won",
    "verify": "check a journal: hash chain, replay of every round, money",
    "anchors": "where the chains of a table server stand, signed, to be kept apart",
    "manual": "the manual of all commands, as a man page",
    "completion": "a script with which bash, zsh or fish completes commands",
}

OVERVIEW = """\
pitboss: New Jersey's Rules of the Games as executable software

usage: pitboss [COMMAND] [...]

{commands}

'pitboss COMMAND --help' tells more about a command. 'pitboss' alone opens the
floor. Every command that reports takes --json: JSON on standard output and
nothing else there. Exit codes: 0 done; 1 the answer is no; 2 bad input, with
one line that says what was wrong; 3 the server could not start; 70 a fault of
ours; 130 interrupted, with what there was until then; 141 nobody reads on.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. No traceback reaches a user unless PITBOSS_DEBUG asks for it."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough. Nothing more may be written to it, not even by
        # the interpreter as it ends.
        _silence(sys.stdout)
        return PIPE_CLOSED
    except SystemExit as leaving:  # argparse, after --help
        return leaving.code if isinstance(leaving.code, int) else DONE
    except Exception as error:
        return _failed(error)
    return code


def _dispatch(words: list[str]) -> int:
    from pitboss.errors import UnknownName

    if not words:
        from pitboss.cli import floor

        return floor.run()
    name = words[0]
    if name in ("-h", "--help", "help") and len(words) == 1:
        width = max(map(len, COMMANDS))
        lines = (f"  {command:{width}}  {does}" for command, does in COMMANDS.items())
        print(OVERVIEW.format(commands="\n".join(lines)), end="")
        return DONE
    if name in ("-V", "--version"):
        from pitboss import __version__

        print(f"pitboss {__version__}")
        return DONE
    if name == "help" and words[1] in COMMANDS:
        words = [words[1], "--help"]
        name = words[0]
    if name not in COMMANDS:
        raise UnknownName(f"no command {name[:40]!r}; the commands are {', '.join(COMMANDS)}")

    from pitboss.cli.asked import Parser

    command = import_module(f"pitboss.cli.{name}")
    parser = Parser(prog=f"pitboss {name}", description=command.__doc__)
    command.arguments(parser)
    code = command.run(parser.parse_args(words[1:]))
    assert isinstance(code, int)
    return code


def _failed(error: Exception) -> int:
    """One line on standard error, and the exit code."""
    from pitboss.errors import PitbossError

    if os.environ.get("PITBOSS_DEBUG") == "1":
        raise error
    if isinstance(error, PitbossError):
        complain(str(error))
        return BAD_INPUT
    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        if package in EXTRAS:
            complain(f"this needs {package}: install pitboss[{EXTRAS[package]}]")
            return BAD_INPUT
    kind = type(error).__name__
    complain(f"internal error: {kind}: {error} (PITBOSS_DEBUG=1 shows where)")
    return INTERNAL


def complain(message: str) -> None:
    """One line on standard error, whatever the message holds."""
    line = "".join(mark if mark.isprintable() else " " for mark in message)
    line = " ".join(line.split())
    if len(line) > 600:
        line = f"{line[:400]} ... {line[-190:]}"
    print(f"pitboss: {line}", file=sys.stderr)


def _silence(stream: object) -> None:
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[attr-defined]
    except (OSError, AttributeError, ValueError):
        pass
