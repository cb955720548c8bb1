"""What the commands have in common: arguments, days, options, games by name, JSON."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from typing import TYPE_CHECKING, Any, NoReturn

from pitboss.errors import BadInput, UnknownName, file_errors

if TYPE_CHECKING:
    from pitboss.law.schema import Value
    from pitboss.table.game import Game
    from pitboss.table.system import Subject


# What argparse leaves free on the right.
MARGIN = 2


class Filled(argparse.HelpFormatter):
    """A description is filled to the width, paragraph by paragraph; examples (lines that are
    indented, or commands) keep their lines."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        import textwrap  # only who asks for help waits for it

        made = []
        for block in re.split(r"\n\s*\n", text.strip("\n")):
            if re.match(r"\s|pitboss ", block):
                # The margin that is kept free on the right is theirs as well.
                made += [
                    "\n".join(
                        textwrap.fill(
                            line,
                            width + MARGIN,
                            subsequent_indent=" " * 4,
                            break_long_words=False,
                            break_on_hyphens=False,
                        )
                        for line in block.splitlines()
                    )
                ]
            else:
                made.append(textwrap.fill(block, width, break_on_hyphens=False))
        return "\n\n".join(made) + "\n"


class Parser(argparse.ArgumentParser):
    """An error is one line, and no abbreviation is guessed at."""

    def __init__(self, **keywords: Any) -> None:
        keywords.setdefault("allow_abbrev", False)
        keywords.setdefault("formatter_class", Filled)
        super().__init__(**keywords)

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{self.prog.removeprefix('pitboss ')}: {message}; see {self.prog} --help")


def add_day(parser: argparse.ArgumentParser, name: str = "--day", **keywords: Any) -> None:
    keywords.setdefault("help", "the day whose rules apply, as 1999-06-01 (default: today)")
    parser.add_argument(name, metavar="DAY", **keywords)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="options",
        help="a choice of the licensee's, as decks=8 or odds.spread.1='6 to 1'; may be repeated",
    )


def add_hypothetical(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--hypothetical",
        action="store_true",
        help="options, odds and facts (fact.NAME) need not be lawful; what is against the law is "
        "told with every figure",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="JSON on standard output")


def add_cache(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-cache",
        action="store_true",
        help="work it out again, and keep nothing; PITBOSS_CACHE moves the cache, or is off",
    )


def cache_asked(asked: argparse.Namespace) -> AbstractContextManager[None]:
    """Within this block answers are looked up and kept, unless that was forbidden."""
    from pitboss.analysis.cache import without_cache

    return without_cache() if asked.no_cache else nullcontext()


def read_day(text: str | None) -> date:
    """The day asked for; today if none was."""
    if text is None:
        return date.today()
    try:
        if len(text) != 10:
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text[:40]!r} is not a day such as 1999-06-01") from None


def read_options(pairs: Sequence[str]) -> dict[str, Value]:
    from pitboss.law.options import NUMBER_MAX, read_value

    options: dict[str, Value] = {}
    for pair in pairs:
        name, mark, value = pair.partition("=")
        name, value = name.strip(), value.strip()
        if not mark or not name or not value:
            raise BadInput(f"--option {pair[:60]!r}: expected NAME=VALUE such as decks=8")
        if name in options:
            raise BadInput(f"--option {name[:40]}: given twice")
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            options[name] = value[1:-1]
        else:
            options[name] = read_value(value)
            if isinstance(options[name], int) and abs(int(options[name])) > NUMBER_MAX:
                raise BadInput(f"--option {name[:40]}: a number is at most {NUMBER_MAX}")
    return options


def read_whole(text: str, what: str, at_least: int, at_most: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise BadInput(f"{what} {text[:20]!r}: expected a whole number")
    number = int(text)
    if not at_least <= number <= at_most:
        raise BadInput(f"{what} {number}: expected {at_least} to {at_most}")
    return number


def compiler_there() -> bool:
    """Whether simulations can be run here."""
    from importlib.util import find_spec

    return find_spec("numba") is not None and find_spec("numpy") is not None


def need_compiler(what: str) -> None:
    """Found, and not imported: what is asked may be refused before they are needed."""
    if not compiler_there():
        raise BadInput(f"{what} needs numpy and numba: install pitboss[sim]")


def find_game(name: str) -> Game:
    """The game of that name. One that the chapter has and pitboss has not is named as such."""
    from pitboss import registry
    from pitboss.law.chapter import chapter

    key = registry.ALSO.get(name, name)
    if key in registry.OURS:
        return registry.find(key)
    known = registry.keys()
    if key in known:
        return registry.find(key)
    if key in registry.SYSTEMS:
        raise UnknownName(f"{key} is a computer system, and not a table: see pitboss {key} --help")
    listed = chapter().find(key)
    if listed is not None:
        why = "its text is not available to us" if listed.missing else "it is not built"
        raise UnknownName(
            f"{listed.title} is subchapter {listed.subchapter} of the chapter, but {why} in "
            f"pitboss; the games are {', '.join(known)}"
        )
    raise UnknownName(
        f"no game {name[:40]!r}; the games are {', '.join(known)}{_nearest(name, known)}"
    )


def find_subject(name: str) -> Subject:
    """The game of that name, or a system (keno), which has rules and figures but no table."""
    from pitboss import registry

    key = registry.ALSO.get(name, name)
    return registry.find_system(key) if key in registry.SYSTEMS else find_game(name)


def add_rate_card(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rate-card",
        metavar="FILE",
        help="of keno: a TOML file, or a name such as marina",
    )


class Together(argparse.Action):
    """Wagers that are named one after the other are put down together."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        before = getattr(namespace, self.dest)
        setattr(namespace, self.dest, f"{before} + {values}" if before else values)


def add_studied(parser: argparse.ArgumentParser) -> None:
    """Adds which wager is studied, under which rules, and how decisions are taken."""
    parser.add_argument(
        "--wager",
        metavar="WAGER",
        default="",
        action=Together,
        help="this wager only; 'banker + tie', or given twice: both, put down together",
    )
    add_day(parser)
    add_options(parser)
    add_rate_card(parser)
    decided = parser.add_mutually_exclusive_group()
    decided.add_argument(
        "--strategy",
        metavar="NAME",
        default="",
        type=strategy_name,
        help="how decisions are taken (default: best)",
    )
    decided.add_argument("--policy", metavar="FILE", help="decisions by your own table (TOML)")
    add_hypothetical(parser)


def read_all_options(asked: argparse.Namespace) -> dict[str, Value]:
    """The options that were named, and the rate card among them, if there is one, as its text."""
    options = chosen_options(asked)
    if asked.rate_card is not None:
        if asked.game != "keno":
            raise BadInput(f"--rate-card: {asked.game[:40]} has none; keno has")
        options["rate_card"] = rate_card_text(asked.rate_card)
    return options


def chosen_options(asked: argparse.Namespace) -> dict[str, Value]:
    """The options that were named; they need not be lawful if that was said."""
    options = read_options(asked.options)
    if not getattr(asked, "hypothetical", False):
        return options
    from pitboss.law.hypothetical import WhatIf
    from pitboss.registry import SYSTEMS

    if asked.game in SYSTEMS:
        raise BadInput(f"--hypothetical: {asked.game} is priced by its rate card, lawful or not")
    return WhatIf(options)


def rate_card_text(name: str) -> str:
    """The text of a rate card by the name of its file, or the name of one that we ship."""
    from pitboss.games.keno.rate_card import CARD_BYTES_MAX, shipped_cards

    if name in shipped_cards():
        return name
    with file_errors(name[:200]), open(name, "rb") as file:
        data = file.read(CARD_BYTES_MAX + 1)
    try:
        return data.decode("utf-8-sig") + "\n"
    except UnicodeDecodeError:
        raise BadInput(f"{name[:200]} is not a text in UTF-8") from None


def _nearest(name: str, keys: Sequence[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name[:40], keys, n=1)
    return f"; did you mean {near[0]}?" if near else ""


# What differs between two runs of one question; it stands apart, as `run`.
VARYING = ("seconds", "rounds_per_second", "bytes_per_second")


def print_json(kind: str, answer: dict[str, Any]) -> None:
    """Print an answer under the name and version of its format, which `pitboss schema` describes.
    All but `run`, and the fields that stand there again, is the same whenever it is asked."""
    import json

    varying = {name: answer[name] for name in VARYING if name in answer}
    answer = {"format": f"pitboss.{kind}.v1", **answer} | ({"run": varying} if varying else {})
    # Text first: should anything in it not be JSON, nothing has been written.
    text = json.dumps(answer, ensure_ascii=False, indent=2)
    sys.stdout.write(text + "\n")


def strategy_name(text: str) -> str:
    """The name of a strategy as it was typed; `best` is what is taken where none is named."""
    return "" if text.lower() == "best" else text
