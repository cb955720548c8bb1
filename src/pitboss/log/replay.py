"""Replay: every procedure of a journal run again on its own entries. What the journal recorded
must come out again, to the last cent, card and word; `verify` says where it first does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from pitboss import __version__
from pitboss.chain import Broken, Fault, Verdict
from pitboss.errors import BadInput, Illegal
from pitboss.log.journal import Block, Closing, EndLine, Journal, Totals, table_text
from pitboss.money import format_dollars
from pitboss.table.conservation import unconserved
from pitboss.table.entries import Entry, entry_text, parse_entry, seat_text
from pitboss.table.game import Table
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play


class Replayed(msgspec.Struct):
    """A procedure that replayed as recorded. `outcome` is Waiting for one that never ended."""

    block: Block
    before: Table
    entries: list[Entry]
    outcome: Receipt | Waiting


class JournalVerdict(Verdict):
    """An entry is named by its sequence number, which counts every line from 0, the header.
    `status`: clean (closed, everything reproduced), open (all of it reproduced, but the
    journal was not closed, so its end may be missing) or altered. The counts and the money are
    those of the lines before the first bad one."""

    totals: Totals
    game: str = ""
    day: str = ""
    software: str = ""
    last_hash: str = ""
    last_line: int = 0
    torn: int = 0

    def as_json(self) -> dict[str, Any]:
        totals = self.totals
        return {
            "status": self.status,
            "game": self.game,
            "day": self.day,
            "software": self.software,
            "entries": totals.entries,
            "procedures": totals.procedures,
            "rounds": totals.rounds,
            "unfinished": totals.pending,
            "lines": self.last_line,
            "torn": self.torn,
            "first_bad": None if self.first_bad is None else self.first_bad.as_json(),
            "net": totals.net,
            "house": totals.house,
            "commission": totals.commission,
            "last_hash": self.last_hash,
            "message": self.message(),
        }

    def message(self) -> str:
        """Returns the verdict as one line."""
        totals = self.totals
        if self.first_bad is not None:
            return f"altered: {self.first_bad}"
        summary = f"{totals.rounds} rounds on {totals.entries} entries replayed as recorded"
        if totals.pending:
            summary += f"; the last procedure is unfinished after {totals.pending} entries"
        if self.status == "clean":
            return f"clean: {summary}"
        torn = f"; the journal ends in a torn line of {self.torn} bytes" if self.torn else ""
        where = f"ends at entry {self.last_line - 1} (line {self.last_line}), not closed"
        return f"open: {where}: {summary}{torn}"


def replay(journal: Journal) -> Iterator[Replayed]:
    """Runs every procedure again. Raises Broken where the chain breaks, and where the chain fits
    but the replay does not."""
    table = journal.table
    for block in journal.blocks():
        try:
            entries = _entries(journal, block)
            outcome = _run(journal, table, block, entries)
        except Broken as broken:
            if block.fault is None or broken.fault.line < block.fault.line:
                raise
            raise Broken(block.fault) from None
        if block.fault is not None:
            raise Broken(block.fault)
        if block.end is not None:
            assert isinstance(outcome, Receipt)
            _check_end(journal, block, block.end, outcome)
        elif journal.closing is not None and isinstance(outcome, Receipt):
            at = (journal.reader.number, journal.closing.seq)
            _forged(journal, at, "the last procedure is over, but its end is not recorded")
        lost = unconserved(journal.game, journal.rules, table, outcome)
        if lost:
            _forged(journal, block.end_at if block.end is not None else block.lines[-1], lost)
        yield Replayed(block, table, entries, outcome)
        if isinstance(outcome, Receipt):
            table = outcome.after


def verify(path: str | Path, *, last_hash: str = "") -> JournalVerdict:
    """Checks chain, replay, money and cards of a whole journal. `last_hash`, where it was kept
    apart from the journal, must be the hash of its last line.

    BadInput is raised for a file that cannot be read, or whose game is not known here."""
    verdict = JournalVerdict(Totals(), status="open")
    try:
        with Journal(path) as journal:
            _verify(verdict, journal, last_hash)
    except Broken as broken:
        verdict.altered(broken.fault)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    return verdict


def _verify(verdict: JournalVerdict, journal: Journal, last_hash: str) -> None:
    header, reader, totals = journal.header, journal.reader, verdict.totals
    verdict.game, verdict.day = header.game, header.day.isoformat()
    verdict.software = header.software
    totals.net = {seat_text(seat): 0 for seat in header.seats}
    try:
        for replayed in replay(journal):
            _count(totals, replayed)
    finally:
        verdict.last_hash, verdict.last_line = reader.prev, reader.number
        verdict.torn = reader.torn
    if journal.closing is not None:
        _check_closing(journal, journal.closing, totals)
        verdict.status = "clean"
    if last_hash and last_hash != reader.prev:
        at = (reader.number, reader.seq - 1)
        _forged(journal, at, "the hash of the last line is not the one that was kept")


def _forged(journal: Journal, at: tuple[int, int], reason: str) -> NoReturn:
    recorded = journal.header.software
    if recorded != __version__:
        reason += f" (recorded by pitboss {recorded}, replayed by {__version__})"
    line, seq = at
    raise Broken(Fault("forged", reason, seq, line))


def _entries(journal: Journal, block: Block) -> list[Entry]:
    entries: list[Entry] = []
    for text, at in zip(block.entries, block.lines, strict=True):
        try:
            entry = parse_entry(text)
        except BadInput as error:
            _forged(journal, at, str(error))
        if entry_text(entry) != text:
            _forged(journal, at, f"{text!r} is not how an entry is written")
        entries.append(entry)
    return entries


def _run(journal: Journal, table: Table, block: Block, entries: list[Entry]) -> Receipt | Waiting:
    try:
        outcome = play(journal.game, journal.rules, table, entries, by_hand=journal.header.by_hand)
    except Illegal as illegal:
        at = block.lines[illegal.entry - 1]
        _forged(journal, at, f"{illegal.got!r} is not legal here: {illegal}")
    except Exception as error:
        # A forged table can break a procedure anywhere: that is the journal's fault.
        at = block.end_at if block.end is not None else block.lines[-1]
        _forged(journal, at, f"the procedure cannot be replayed: {type(error).__name__}: {error}")
    if block.end is not None and isinstance(outcome, Waiting):
        who = outcome.prompt
        _forged(
            journal,
            block.end_at,
            f"the {table.next} is recorded as over, but it waits for {who.kind} ({who.citation()})",
        )
    return outcome


def _check_end(journal: Journal, block: Block, end: EndLine, receipt: Receipt) -> None:
    """Checks the recorded end against the receipt that the entries lead to."""
    differs = []
    for name, recorded, found in (
        ("procedure", end.procedure, receipt.procedure),
        ("round", end.round, receipt.after.round),
        ("entries", end.entries, len(block.entries)),
        ("house", end.house, receipt.house),
        ("commission", end.commission, receipt.commission),
    ):
        if recorded != found:
            differs.append(f"{name} {recorded} recorded, {found} replayed")
    net = {seat_text(seat): cents for seat, cents in receipt.net().items()}
    for seat in sorted(net.keys() | end.net.keys()):
        if net.get(seat) != end.net.get(seat):
            recorded, found = _dollars(end.net.get(seat)), _dollars(net.get(seat))
            differs.append(f"net of {seat} {recorded} recorded, {found} replayed")
    if table_text(journal.game, receipt.after) != end.after:
        differs.append("the table after it is another one")
    if receipt.digest() != end.digest:
        differs.append("the digest of the receipt is another one")
    if differs:
        first = block.lines[0][0] if block.lines else block.end_at[0]
        reason = "; ".join(differs)
        where = f"lines {first} to {block.end_at[0]} do not give what is recorded here"
        _forged(journal, block.end_at, f"{where}: {reason}")


def _dollars(cents: int | None) -> str:
    return "nothing" if cents is None else format_dollars(cents)


def _count(totals: Totals, replayed: Replayed) -> None:
    totals.entries += len(replayed.entries)
    totals.pending = len(replayed.entries)
    if replayed.block.end is not None:
        totals.add(replayed.block.end)


def _check_closing(journal: Journal, closing: Closing, totals: Totals) -> None:
    differs = [
        name
        for name, recorded, found in (
            ("entries", closing.entries, totals.entries),
            ("procedures", closing.procedures, totals.procedures),
            ("rounds", closing.rounds, totals.rounds),
            ("unfinished", closing.unfinished, totals.pending),
            ("net", closing.net, totals.net),
            ("house", closing.house, totals.house),
            ("commission", closing.commission, totals.commission),
        )
        if recorded != found
    ]
    if differs:
        reason = f"the closing line does not add up: {', '.join(differs)}"
        _forged(journal, (journal.reader.number, closing.seq), reason)
    if sum(totals.net.values()) + totals.house + totals.commission:
        reason = "money is not conserved over the journal"
        _forged(journal, (journal.reader.number, closing.seq), reason)
