"""The hold desk of a table server's floor: for every table of a gaming day what it should have won
(every wager times its exact edge), what it won, the band in which that lies 95 times in 100, and
what lies outside it. Edges that take a while are worked out once, and stored.

  pitboss hold --db pit.db --day 2026-11-18"""

from __future__ import annotations

import argparse
import os
from datetime import date
from typing import Any

from pitboss.cli import DONE
from pitboss.cli.asked import add_day, add_json, print_json, read_day, read_whole
from pitboss.errors import BadInput


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db",
        metavar="URL",
        default=os.environ.get("PITBOSS_DB", ""),
        help="a file, sqlite:///... or postgresql://... (or PITBOSS_DB)",
    )
    parser.add_argument("--table", metavar="N", default="0", help="one table (default: all)")
    parser.add_argument(
        "--quick", action="store_true", help="leave out edges that take long to work out"
    )
    add_day(parser, help="the gaming day (default: today's)")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    table = read_whole(asked.table, "--table", 0, 10**9)
    try:
        from pitboss.store.casino.hold import (
            APPROXIMATION,
            EdgeBook,
            held_json,
            hold_desk,
            keep_edges,
            stored_edges,
        )
        from pitboss.store.database import Damaged, Database, Unavailable, default_url
        from pitboss.store.jobs import Call
        from pitboss.store.verify import check_schema
        from pitboss.store.writer import Writer, gaming_day, now_ms
    except ImportError as error:
        raise BadInput(
            f"hold needs the extra 'server' (pip install 'pitboss[server]'): {error}"
        ) from None

    day = read_day(asked.day) if asked.day else gaming_day(now_ms())
    db = Database(asked.db or default_url(), create=False)
    try:
        check_schema(db)
        with db.read() as reading:
            book = EdgeBook(stored_edges(reading), quick=asked.quick)
            held = hold_desk(reading, day.isoformat(), book, table)
        if book.fresh:
            writer = Writer(db, present=lambda done: done).start()
            try:
                writer.do(Call(lambda batch: keep_edges(batch, book.fresh)))
            finally:
                writer.stop()
    except (Unavailable, Damaged) as error:
        raise BadInput(f"--db {db.shown}: {error}") from None
    finally:
        db.close()
    lines = [held_json(one) for one in held]
    if asked.json:
        print_json("hold", {"day": day.isoformat(), "tables": lines, "band": APPROXIMATION})
    else:
        _show(day, lines, APPROXIMATION)
    return DONE


def _show(day: date, lines: list[dict[str, Any]], approximation: str) -> None:
    from pitboss.cli.plain import fold, screen_width
    from pitboss.money import format_dollars

    def dollars(cents: int | None) -> str:
        if cents is None:
            return "not known"
        return f"-{format_dollars(-cents)}" if cents < 0 else format_dollars(cents)

    if not lines:
        print(f"no table was played on the gaming day {day}")
        return
    print(f"the hold desk of {day}")
    for one in lines:
        band = one["band"]
        print()
        print(f"table {one['table']}: {one['name']} ({one['game']}), {one['rounds']} rounds")
        print(f"  wagered      {dollars(one['wagered']):>14}")
        if one["unpriced"]:
            print(f"  without edge {dollars(one['unpriced']):>14}")
        print(f"  theoretical  {dollars(one['theoretical']['cents']):>14}")
        print(f"  actual       {dollars(one['actual']):>14}")
        if band is not None:
            where = "outside" if one["outside"] else "inside"
            print(f"  95 % band    {dollars(band[0]):>14} to {dollars(band[1])}: {where}")
        for wager in one["wagers"]:
            if wager["why"]:
                print("\n".join(fold(f"  {wager['name']}: {wager['why']}", screen_width())))
    print()
    print("\n".join(fold(f"The band: {approximation}.", screen_width())))
