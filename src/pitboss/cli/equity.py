"""How often hands of poker win, tie, and what share of the pot is theirs,
all-in: exact where every deal can be counted, elsewhere simulated with its
standard error.

  pitboss equity "As Ks" "Qd Qh"
  pitboss equity "JJ+, AKs, A5s-A2s" random --board "Qs 5c 4c"
  pitboss equity "As Ks 2d 3d" "Qd Qh Jc Tc" --kind omaha-8
  pitboss equity "As 3s 2d" "4h 5h Jc" --kind razz --dead "Ac Ad"
  pitboss equity --table -o preflop.csv

A range lists kinds of hands (AA, AKs suited, AKo not, AK both), with + for
higher ones, - from one to another, and a weight behind a colon (AKo:1/2).
'random' is any hand. At stud a hand may have some of its cards only; the others
are dealt."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE
from pitboss.cli.asked import add_json, need_compiler, print_json
from pitboss.errors import BadInput, file_errors

if TYPE_CHECKING:
    from pitboss.studies.poker.equity import Equity

DEALS_MAX = 10**11
SEED_MAX = 2**64 - 1
EXACT_SHOWN = 24


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hands", nargs="*", metavar="HAND", help="cards, a range, or random")
    parser.add_argument(
        "--kind",
        default="holdem",
        metavar="KIND",
        help="holdem, omaha, omaha-8, stud, razz, stud-8, stud-high-low, five-card-stud or mambo "
        "(default: holdem)",
    )
    parser.add_argument("--board", metavar="CARDS", default="", help="cards that all share")
    parser.add_argument("--dead", metavar="CARDS", default="", help="cards that are out of play")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--exact", action="store_true", help="count every deal, whatever it takes")
    how.add_argument("--deals", metavar="N", help="simulate so many deals")
    parser.add_argument("--seed", metavar="S", default="1", help="0 to 2^64 - 1 (default: 1)")
    parser.add_argument(
        "--table",
        action="store_true",
        help="all 169 kinds of hands of hold 'em against each other, before the flop",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="for --table: the .csv to write")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    need_compiler("equity")
    if asked.table:
        return _table(asked)
    if asked.output is not None:
        raise BadInput("-o is for --table")
    from pitboss.studies.poker.equity import DEALS, study_equity
    from pitboss.studies.poker.kinds import find_kind
    from pitboss.studies.poker.ranges import read_cards, read_holding

    kind = find_kind(asked.kind)
    holdings = [read_holding(text, kind, f"hand {at}") for at, text in enumerate(asked.hands, 1)]
    seed = _number(asked.seed, "--seed", 0, SEED_MAX)
    deals = DEALS
    exact = True if asked.exact else None
    if asked.deals is not None:
        deals, exact = _number(asked.deals, "--deals", 2, DEALS_MAX), False
    found = study_equity(
        kind,
        holdings,
        read_cards(asked.board, "--board"),
        read_cards(asked.dead, "--dead"),
        exact=exact,
        deals=deals,
        seed=seed,
    )
    if asked.json:
        print_json("equity", _as_json(found, seed))
    else:
        _show(found, seed)
    return DONE


def _as_json(found: Equity, seed: int) -> dict[str, Any]:
    """Figures that were simulated have an estimate and an error, and no exact value."""
    from pitboss.analysis.exact.distribution import exact
    from pitboss.equipment.cards import cards_text

    def figure(value: Fraction) -> dict[str, Any]:
        return exact(value) if found.exact else {"decimal": float(value)}

    answer: dict[str, Any] = {
        "kind": found.kind.key,
        "section": found.kind.section,
        "board": cards_text(found.board),
        "dead": cards_text(found.dead),
        "method": "exact" if found.exact else "simulated",
        "deals": found.deals,
        "players": [
            {
                "hand": player.text,
                "hands": player.hands,
                "win": figure(player.win),
                "tie": figure(player.tie),
                "share": figure(player.share),
                "stderr": None if player.error is None else float(player.error),
            }
            for player in found.players
        ],
        "seconds": found.seconds,
    }
    if not found.exact:
        answer |= {"seed": seed, "exact_deals_at_most": found.exact_deals}
    return answer


def _show(found: Equity, seed: int) -> None:
    from rich.text import Text

    from pitboss.analysis.exact.figures import decimal_text, percent_text
    from pitboss.cli.screen import headed_table, screen
    from pitboss.equipment.cards import cards_text

    page = screen()
    heading = f"Equity at {found.kind.title} ({found.kind.section})"
    if found.board:
        heading += f", board {cards_text(found.board)}"
    if found.dead:
        heading += f", dead {cards_text(found.dead)}"
    split = "part" if found.kind.high and found.kind.low else "tie"
    last = "exactly" if found.exact else "error"
    columns = ("hand", "hands", "win", split, "share", last)
    table = headed_table(page, heading, columns, ("hand",))
    for player in found.players:
        if player.error is None:
            behind = str(player.share)
            behind = behind if len(behind) <= EXACT_SHOWN else "--json"
        else:
            behind = f"± {decimal_text(100 * player.error, 4)} %"
        figures = map(percent_text, (player.win, player.tie, player.share))
        table.add_row(Text(player.text), f"{player.hands:,}", *figures, behind)
    page.print(table)
    if split == "part":
        page.print(Text("  win: the whole pot; part: high or low alone, or shared", style="dim"))
    page.print(Text(_method(found, seed), style="dim"))


def _method(found: Equity, seed: int) -> str:
    if found.exact:
        return f"exact: {found.deals:,} deals, in {found.seconds:.2f} s"
    return (
        f"simulated: {found.deals:,} deals, seed {seed}, in {found.seconds:.2f} s\n"
        f"exact (--exact) is up to {found.exact_deals:,} deals, about {_long(found.exact_seconds)}"
    )


def _long(seconds: float) -> str:
    """A time that is guessed, in its largest unit."""
    for unit, size in (("years", 31_557_600), ("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{max(seconds, 1):.0f} seconds"


def _number(text: str, what: str, least: int, most: int) -> int:
    from pitboss.cli.simulate import read_number

    return read_number(text, what, least, most)


def _table(asked: argparse.Namespace) -> int:
    """Write the table of all kinds of hands; nothing is written before all of it is there."""
    import csv
    import io
    import time

    given = asked.hands or asked.board or asked.dead or asked.exact or asked.deals
    if given or asked.kind != "holdem":
        raise BadInput("--table is of hold 'em before the flop: it takes -o and --json alone")
    if asked.output is None or not asked.output.endswith(".csv"):
        raise BadInput("--table needs -o FILE.csv, the file to write")
    from pitboss.studies.poker.preflop import HEADING, preflop_table

    began = time.perf_counter()
    table = preflop_table()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADING)
    writer.writerows(table.rows())
    with file_errors(asked.output[:200]), open(asked.output, "w", encoding="utf-8") as file:
        file.write(text.getvalue())
    seconds = time.perf_counter() - began
    rows = len(table.names) ** 2
    if asked.json:
        print_json("equity-table", {"file": asked.output, "rows": rows, "seconds": seconds})
    else:
        print(f"{asked.output}: {rows:,} rows, exact, in {seconds:.1f} s")
    return DONE
