"""The PAR sheet of a game on a day under the licensee's options: identity, wagers, pay tables
with combinations, summary figures, strategy, sensitivity to every option, citations. The format
follows from the name of the file: a workbook with live formulas (.xlsx), a page for screen and
paper (.html), or the data (.json)."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import registry
from pitboss.analysis import cache
from pitboss.cli import DONE
from pitboss.cli.asked import (
    add_cache,
    add_day,
    add_hypothetical,
    add_json,
    add_options,
    add_rate_card,
    cache_asked,
    find_subject,
    print_json,
    read_all_options,
    read_day,
)
from pitboss.cli.odds import progress
from pitboss.errors import BadInput
from pitboss.law.regulation import Law
from pitboss.money import parse_dollars

if TYPE_CHECKING:
    from datetime import date
    from fractions import Fraction

    from pitboss.analysis.laboratory.meters import MeterTerms
    from pitboss.analysis.par import Par
    from pitboss.law.schema import Value
    from pitboss.table.system import Subject

KIND = "par"
SUFFIXES = (".xlsx", ".html", ".json")
# What a licensee states of a progressive meter beside the rules.
RATE = "hidden-rate"
TERMS = ("limit", RATE, "unreasonable")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as red-dog")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help=f"where to write: a file whose name ends in {', '.join(SUFFIXES)}",
    )
    parser.add_argument("--wager", metavar="WAGER", default="", help="this wager only")
    parser.add_argument(
        "--simulated",
        metavar="ROUNDS",
        default="1000000",
        help="rounds of every wager simulated beside the exact figures (1000000; 0: none, and "
        "nothing of counting and of cards that are seen)",
    )
    parser.add_argument(
        "--pace", metavar="ROUNDS", default="", help="rounds an hour at five seats, if you know it"
    )
    parser.add_argument(
        "--progressive",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="what the licensee states of a progressive meter (N.J.A.C. 13:69E-1.39A): "
        "limit=250000.00, hidden-rate=1.6%% of each wager, unreasonable=4.90 in a round; may be "
        "repeated",
    )
    add_day(parser)
    add_options(parser)
    add_rate_card(parser)
    add_hypothetical(parser)
    add_cache(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    # What can be refused at once is refused before anything is worked out.
    written = writer(asked.output)
    check_place(asked.output)
    game = find_subject(asked.game)
    day, options = read_day(asked.day), read_all_options(asked)
    simulated = whole_number("--simulated", asked.simulated, 10**9)
    pace = whole_number("--pace", asked.pace or "0", 10_000)
    terms = meter_terms(asked.progressive)
    law: Law = game.rules(day, options).law
    suffix = os.path.splitext(asked.output)[1].lower()
    question = [
        law.game, law.hash, day, options, asked.wager, simulated, pace, asked.progressive, suffix,
    ]  # fmt: skip
    with cache_asked(asked), progress(game.key) as tell:
        sheet = recalled_sheet(question)
        if sheet is None:
            par = worked_out(game, day, options, asked.wager, simulated, pace, terms, tell)
            wagers = [each.wager for each in par.sheets]
            sheet = WrittenSheet(par.identity.title, par.identity.data, wagers, written(par))
            if law.game in registry.OURS or law.game in registry.SYSTEMS:
                cache.keep(KIND, question, msgspec.msgpack.encode(sheet))
    write_whole(asked.output, sheet.content)
    if asked.json:
        from pitboss.analysis.exact.edges import unlawful_json

        print_json(
            "par-written",
            {
                "status": "written",
                "file": asked.output,
                "bytes": len(sheet.content),
                "game": law.game,
                "day": day.isoformat(),
                "rules": law.hash,
                "data": sheet.data,
                "wagers": sheet.wagers,
                **unlawful_json(law),
            },
        )
    else:
        if law.unlawful:
            print("NOT LAWFUL: a sheet of supposed rules, and marked so", file=sys.stderr)
        size = f"{len(sheet.wagers)} wagers, {len(sheet.content):,} bytes"
        print(f"{asked.output}: PAR sheet of {sheet.title} on {day}, {size}", file=sys.stderr)
    return DONE


def worked_out(
    game: Subject,
    day: date,
    options: dict[str, Value],
    wager: str,
    simulated: int,
    pace: int,
    terms: MeterTerms | None,
    tell: Callable[[str], None] | None,
) -> Par:
    """The sheet, with the rules in words where the game is dealt at a table."""
    from pitboss.analysis.par import par_of
    from pitboss.analysis.simulation.simulate import cores
    from pitboss.report.draft_rules import draft_of
    from pitboss.table.game import Game

    par = par_of(
        game,
        day,
        options,
        wager=wager,
        simulated=simulated,
        pace=pace or None,
        workers=cores(),
        protection=bool(simulated),
        terms=terms,
        progress=tell,
    )
    if isinstance(game, Game):
        par.rules_text = draft_of(game, game.rules(day, options))
    return par


def meter_terms(pairs: list[str]) -> MeterTerms | None:
    """What is stated of a meter; None where nothing is."""
    from pitboss.analysis.laboratory.meters import MeterTerms

    stated: dict[str, Fraction] = {}
    for pair in pairs:
        name, mark, text = pair.partition("=")
        name = name.strip()
        if not mark or name not in TERMS:
            known = ", ".join(f"{term}=VALUE" for term in TERMS)
            raise BadInput(f"--progressive {pair[:60]!r}: expected {known}")
        if name in stated:
            raise BadInput(f"--progressive {name}: given twice")
        stated[name] = _term(name, text.strip())
    if not stated:
        return None
    cents = {name: int(stated[name]) for name in stated if name != RATE}
    return MeterTerms(
        limit=cents.get("limit"),
        hidden_rate=stated.get(RATE),
        unreasonable=cents.get("unreasonable"),
    )


def _term(name: str, text: str) -> Fraction:
    """Cents; of the hidden rate a share of each wager."""
    from fractions import Fraction

    if name != RATE:
        try:
            return Fraction(parse_dollars(text))
        except BadInput as error:
            raise BadInput(f"--progressive {name}: {error}") from None
    try:
        share = Fraction(text.removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError):
        share = Fraction(-1)
    if not text.endswith("%") or not 0 <= share < 1:
        raise BadInput(f"--progressive {name}={text[:40]}: expected a part of the wager, as 1.6%")
    return share


class WrittenSheet(msgspec.Struct, array_like=True):
    """A sheet as it is written, with what is said about it."""

    title: str
    data: str
    wagers: list[str]
    content: bytes


def recalled_sheet(question: list[Any]) -> WrittenSheet | None:
    """The same sheet, if it was written before by this version."""
    answer = cache.fetch(KIND, question)
    if answer is None:
        return None
    try:
        return msgspec.msgpack.decode(answer, type=WrittenSheet)
    except msgspec.DecodeError:
        return None


def whole_number(option: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= most):
        raise BadInput(f"{option} {text[:40]!r}: expected a whole number up to {most:,}")
    return int(text)


def writer(name: str) -> Callable[[Par], bytes]:
    """How a file of that name is written."""
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in SUFFIXES:
        raise BadInput(f"-o {name[:200]!r}: expected a name that ends in {', '.join(SUFFIXES)}")
    if suffix == ".xlsx":
        try:
            from pitboss.report.xlsx import workbook_of
        except ImportError:
            raise BadInput(
                "a workbook needs XlsxWriter: install pitboss[report], or write .html or .json"
            ) from None
        return workbook_of
    return _page if suffix == ".html" else _data


def _page(par: Par) -> bytes:
    from pitboss.report.html import page_of

    return page_of(par).encode()


def _data(par: Par) -> bytes:
    import json

    answer = {"format": "pitboss.par.v1", **par.as_json()}
    return (json.dumps(answer, ensure_ascii=False, indent=1) + "\n").encode()


def check_place(name: str) -> None:
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise BadInput(f"-o {name[:200]}: there is no folder {folder[:200]}")
    if os.path.isdir(name):
        raise BadInput(f"-o {name[:200]}: this is a folder")


def write_whole(name: str, content: bytes, option: str = "-o") -> None:
    """All of the file or nothing of it: written beside it, then put in its place."""
    import tempfile

    beside = ""
    try:
        number, beside = tempfile.mkstemp(prefix=".pitboss-", dir=os.path.dirname(name) or ".")
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, name)
        beside = ""
    except OSError as error:
        raise BadInput(f"{option} {name[:200]}: {error.strerror}") from None
    finally:
        if beside:
            os.unlink(beside)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
