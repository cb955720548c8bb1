"""Settles a round record (TOML, or the same shape in JSON) from a file or standard input: the
receipt, with the section under which each wager was paid, collected or returned. A record that
ends early is waiting: what would be legal next is told.

A poker hand may be a PHH file as well (the open hand history format), and is written as one:

  pitboss settle hand.phh
  pitboss settle hand.phh --tape > hand.toml
  pitboss settle hand.toml --phh > hand.phh"""

from __future__ import annotations

import argparse
import sys
import tomllib
from datetime import date
from typing import TYPE_CHECKING, Any

from pitboss import registry
from pitboss.cli import BAD_INPUT, DONE, complain
from pitboss.cli.asked import add_json, print_json
from pitboss.errors import BadInput, Illegal, file_errors
from pitboss.records.record import (
    RECORD_BYTES_MAX,
    Record,
    read_fields,
    read_record,
    record_text,
)
from pitboss.records.settle import Settlement, settle

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.table.system import System


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="FILE|-", help="the record; - reads standard input")
    parser.add_argument(
        "--tape",
        action="store_true",
        help="write the record back as a tape, its commentary kept, in place of the receipt",
    )
    parser.add_argument(
        "--phh",
        action="store_true",
        help="write a poker hand as PHH, in place of the receipt",
    )
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    text = read_bytes(asked.record)
    data = read_fields(text)
    if data.get("game") in registry.SYSTEMS:
        return _run_system(asked, registry.find_system(data["game"]), data)
    record = _record(asked.record, text, data)
    try:
        settled = settle(record)
        # What is legal next is asked here: a table that no round leaves may break that as well.
        prompt = None if settled.waiting is None else settled.waiting.as_json()
    except Illegal as illegal:
        if asked.json:
            print_json("settle", illegal.as_json())
        complain(_illegal_message(illegal))
        return BAD_INPUT
    except (AssertionError, IndexError, KeyError, OverflowError):
        # A table that no round could have left breaks a procedure somewhere: not our fault.
        if not (record.state or record.standing):
            raise
        raise BadInput("table and standing: no round of this game leaves a table so") from None
    for warning in record.warnings:
        complain(warning)
    if asked.phh:
        from pitboss.records.phh import phh_text

        sys.stdout.write(phh_text(settled, record.extra))
    elif asked.tape:
        _check_one_tape(settled)
        if asked.json:
            print_json("record", as_json(record, settled))
        else:
            sys.stdout.write(record_text(record, settled.tape))
    elif asked.json:
        print_json("settle", settled.as_json())
    else:
        from pitboss.cli.screen import screen

        show(screen(), settled, prompt)
    return DONE


def _record(name: str, text: bytes, data: dict[str, Any]) -> Record:
    """The record that was asked for, or the hand of a PHH file as one."""
    from pitboss.records.phh import is_phh, read_phh

    if not is_phh(name, data):
        return read_record(text, today=date.today())
    return read_phh(text.decode("utf-8"), today=date.today())


def _run_system(asked: argparse.Namespace, system: System, data: dict[str, Any]) -> int:
    """A record of a system: tickets and draws in place of a tape."""
    if asked.tape or asked.phh:
        raise BadInput(f"a record of {system.key} is no tape")
    settlement = system.settle(data, date.today())
    if asked.json:
        print_json("settle", settlement.as_json())
    else:
        print("\n".join(settlement.lines()))
    return DONE


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of standard input, up to the largest record."""
    where = "standard input" if name == "-" else name[:200]
    with file_errors(where):
        if name == "-":
            text = sys.stdin.buffer.read(RECORD_BYTES_MAX + 1)
        else:
            with open(name, "rb") as file:
                text = file.read(RECORD_BYTES_MAX + 1)
    if len(text) > RECORD_BYTES_MAX:
        raise BadInput(f"{where}: a record has at most {RECORD_BYTES_MAX} bytes")
    text = text.removeprefix(b"\xef\xbb\xbf")
    if not text.strip():
        raise BadInput(f"{where} is empty: expected a round record with game, day and tape")
    return text


def _illegal_message(illegal: Illegal) -> str:
    """What was wrong, where, what was expected, and the section."""
    message = f"entry {illegal.entry}, {illegal.got!r}: {illegal.reason}"
    expected = illegal.prompt.legal() if illegal.prompt is not None else []
    if expected and len(expected) <= 4:
        message += f"; legal: {', '.join(expected)}"
    return f"{message} ({illegal.cite})" if illegal.cite else message


def _check_one_tape(settled: Settlement) -> None:
    rounds = len(settled.receipts) + (not settled.settled)
    if rounds > 1 and not settled.game.standing:
        raise BadInput(f"--tape: {rounds} rounds of {settled.game.key} are not one tape")


# -- written back -------------------------------------------------------------------------------


def as_json(record: Record, settled: Settlement) -> dict[str, Any]:
    """The tape form in JSON; commentary stands behind its entry after a #."""
    fields = tomllib.loads(record_text(record, settled.tape))
    fields["day"] = record.day.isoformat()
    for index, comment in record.commentary.items():
        if 0 <= index < len(fields["tape"]):
            fields["tape"][index] += f"  # {comment}"
    return fields


# -- for a person -------------------------------------------------------------------------------


def show(screen: Console, settled: Settlement, prompt: dict[str, Any] | None) -> None:
    from pitboss.cli import receipt

    law = settled.rules.law
    receipt.heading(screen, law, "settled" if settled.settled else "waiting")
    several = len(settled.receipts) > 1 or not settled.settled
    for number, one in enumerate(settled.receipts, 1):
        screen.print()
        screen.print(f"Round {number}" if several else "The round", style="bold")
        receipt.story(screen, one.events, law)
        screen.print()
        receipt.settlement(screen, one.lines, law)
    if settled.events_so_far:
        screen.print()
        screen.print("So far", style="bold")
        receipt.story(screen, settled.events_so_far, law)
    screen.print()
    if settled.receipts:
        receipt.net(screen, settled.net())
    receipt.standing(screen, settled.after.standing)
    for one in settled.receipts:
        receipt.owed(screen, one.owed)
    if prompt is not None:
        receipt.show_prompt(screen, prompt)
    receipt.caveats(screen, law)
