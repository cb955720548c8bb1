"""The journal of one table: JSON lines, each bound to the one before it by a hash.

A line is one JSON object on one line of the file. Its last member, `hash`, is the SHA-256 of
the line's own bytes without that member (and with the closing brace); `prev` is the hash of the
line before. So a changed byte is found in its own line, without decoding anything, and anybody
can check a journal with a dozen lines of any language.

Lines are `header` (once, first), `entry` (one entry of the tape), `end` (a procedure ended:
its receipt's digest and the table after it), `resumed` (writing went on after a crash) and
`close` (once, last). The chain alone cannot show that lines were cut off the end, nor that
everything was written anew: the first is why a journal is closed, the second is why replay
exists, and why `close` gives the last hash to be kept somewhere else."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Literal, NoReturn, cast

import msgspec

from pitboss import __version__, registry
from pitboss.chain import NO_HASH, Broken, Fault, hex_digest
from pitboss.errors import BadInput, PitbossError, file_errors
from pitboss.law.regulation import Law
from pitboss.law.schema import Value
from pitboss.table.entries import Entry, entry_text, parse_entry, parse_seat, seat_text
from pitboss.table.game import Game, Limits, Rules, Table
from pitboss.table.receipt import Receipt
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX

FORMAT = "pitboss journal"
VERSION = 1


def wall_clock() -> int:
    """The time now, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


NO_TABLE = msgspec.Raw(b"null")
# The longest line we write is the end of a craps round with every seat's every wager standing,
# well below this. A longer one is not ours, and need not be held in memory.
LINE_BYTES_MAX = 1 << 20

Start = Literal["prepared", "closed", "carried"]
Sync = Literal["entry", "round", "never"]


class _Line(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    seq: int
    prev: str


class Header(_Line, frozen=True, tag="header"):
    """`start` says how the table began: prepared for a round, closed (to be opened first), or
    carried over from elsewhere, in which case `table` is that table, taken on trust."""

    format: str
    version: int
    software: str
    game: str
    day: date
    options: dict[str, Value]
    rules: str
    seats: tuple[int, ...]
    limits: Limits
    areas: dict[str, str]
    by_hand: bool
    start: Start
    table: msgspec.Raw  # null, unless it was carried over


class EntryLine(_Line, frozen=True, tag="entry", omit_defaults=True):
    """`at` is when the entry was written, in milliseconds since 1970; 0, and then not in the line,
    where nobody asked for the time. No replay depends on it."""

    entry: str
    at: int = 0


class EndLine(_Line, frozen=True, tag="end"):
    """The end of a procedure: `entries` counts those since the last end, `after` is the table
    as `Game.table_to_json` writes it. `round` is how many rounds are over."""

    procedure: str
    round: int
    entries: int
    net: dict[str, int]
    house: int
    commission: int
    digest: str
    after: msgspec.Raw


class Resumed(_Line, frozen=True, tag="resumed"):
    """Writing went on here after an interruption; `torn` bytes of a torn line were dropped."""

    torn: int
    software: str


class Closing(_Line, frozen=True, tag="close"):
    """Nothing follows. `unfinished` counts the entries of a procedure that never ended."""

    entries: int
    procedures: int
    rounds: int
    unfinished: int
    net: dict[str, int]
    house: int
    commission: int


Line = Header | EntryLine | EndLine | Resumed | Closing
KINDS = ("header", "entry", "end", "resumed", "close")

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_HASH_MEMBER = re.compile(rb',"hash":"([0-9a-f]{64})"}')
_HASH_LENGTH = len(b',"hash":""}') + 64


def seal(line: Line) -> tuple[bytes, str]:
    """Returns the line as it stands in the file, newline included, and its hash."""
    body = _encoder.encode(line)
    mark = hex_digest(body)
    return b'%b,"hash":"%b"}\n' % (body[:-1], mark.encode()), mark


def unseal(raw: bytes) -> tuple[Line, str]:
    """Reads a line (without its newline) and its hash; ValueError says what does not fit."""
    found = _HASH_MEMBER.fullmatch(raw, max(0, len(raw) - _HASH_LENGTH))
    if found is None:
        raise ValueError("this is not a line of a journal: it does not end in its hash")
    body = raw[:-_HASH_LENGTH] + b"}"
    mark = found[1].decode()
    if hex_digest(body) != mark:
        raise ValueError("what stands in the line does not fit its hash")
    try:
        line = _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise ValueError(f"the line fits its hash but is not a journal's: {error}") from None
    if _encoder.encode(line) != body:
        raise ValueError("the line fits its hash but is not written as a journal's lines are")
    return line, mark


# -- totals -----------------------------------------------------------------------------------


class Totals(msgspec.Struct):
    """What a journal adds up to so far. `pending` counts entries since the last end."""

    entries: int = 0
    procedures: int = 0
    rounds: int = 0
    pending: int = 0
    net: dict[str, int] = {}
    house: int = 0
    commission: int = 0

    def add(self, line: Line) -> None:
        if isinstance(line, EntryLine):
            self.entries += 1
            self.pending += 1
        elif isinstance(line, EndLine):
            self.procedures += 1
            self.rounds += line.procedure == "round"
            self.pending = 0
            for seat, cents in line.net.items():
                self.net[seat] = self.net.get(seat, 0) + cents
            self.house += line.house
            self.commission += line.commission


# -- writing ----------------------------------------------------------------------------------


class JournalWriter:
    """Appends to a journal. `sync` says when the disk must have it before we go on: after
    every entry, after every procedure, or whenever the system likes.

    As a context it closes the journal at the end; an exception leaves it open, to be gone on
    with by `resume`."""

    def __init__(
        self,
        descriptor: int,
        game: Game,
        *,
        sync: Sync,
        size: int = 0,
        seq: int = 0,
        prev: str = NO_HASH,
        totals: Totals,
        clock: Callable[[], int] | None = None,
    ) -> None:
        self._game = game
        self._descriptor = descriptor
        self._size = size
        self._sync = sync
        self._seq = seq
        self.last_hash = prev
        self.totals = totals
        self._clock = clock

    def entry(self, entry: Entry) -> None:
        """Writes an entry that the procedure has accepted."""
        text = entry_text(entry)
        if self.totals.pending >= ENTRIES_PER_ROUND_MAX:
            raise BadInput(f"a procedure has at most {ENTRIES_PER_ROUND_MAX} entries")
        if parse_entry(text) != entry:
            raise BadInput(f"{text!r} would be read back as another entry")
        at = self._clock() if self._clock is not None else 0
        line = EntryLine(self._seq, self.last_hash, text, at)
        self._append(line, sync=self._sync == "entry")

    def end(self, receipt: Receipt) -> None:
        """Writes the end of a procedure, with what a replay must reproduce."""
        line = EndLine(
            self._seq,
            self.last_hash,
            procedure=receipt.procedure,
            round=receipt.after.round,
            entries=self.totals.pending,
            net={seat_text(seat): cents for seat, cents in receipt.net().items()},
            house=receipt.house,
            commission=receipt.commission,
            digest=receipt.digest(),
            after=table_text(self._game, receipt.after),
        )
        self._append(line, sync=self._sync != "never")

    def close(self) -> str:
        """Closes the journal for good. Returns its last hash: kept elsewhere, it makes even a
        journal written anew from end to end stand out."""
        total = self.totals
        line = Closing(
            self._seq,
            self.last_hash,
            total.entries,
            total.procedures,
            total.rounds,
            total.pending,
            total.net,
            total.house,
            total.commission,
        )
        self._append(line, sync=self._sync != "never")
        self.leave()
        return self.last_hash

    def leave(self) -> None:
        """Stops writing without closing the journal."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _append(self, line: Line, *, sync: bool) -> None:
        if self._descriptor < 0:
            raise BadInput("the journal is closed: nothing more can be written")
        raw, mark = seal(line)
        if len(raw) > LINE_BYTES_MAX:
            raise BadInput(f"a journal line of {len(raw)} bytes: at most {LINE_BYTES_MAX}")
        try:
            written = 0
            while written < len(raw):
                written += os.write(self._descriptor, raw[written:])
            if sync:
                os.fsync(self._descriptor)
        except OSError as error:
            self._give_up()
            raise BadInput(f"the journal cannot be written: {error.strerror}") from None
        self._size += len(raw)
        self._seq += 1
        self.last_hash = mark
        self.totals.add(line)

    def _give_up(self) -> None:
        """Takes a torn line back, after a failed write (a full disk), if that can be done."""
        try:
            os.ftruncate(self._descriptor, self._size)
        except OSError:
            pass
        finally:
            self.leave()

    def __enter__(self) -> JournalWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None and self._descriptor >= 0:
            self.close()
        self.leave()


def start(
    path: str | Path,
    game: Game,
    rules: Rules,
    table: Table,
    *,
    by_hand: bool = False,
    sync: Sync = "entry",
    clock: Callable[[], int] | None = None,
) -> JournalWriter:
    """Starts a new journal for this table. A file that exists already is never written over. With
    a `clock` every entry carries its time."""
    header = header_of(game, rules, table, by_hand=by_hand)
    descriptor = _open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL)
    totals = Totals(net={seat_text(seat): 0 for seat in table.seats})
    writer = JournalWriter(descriptor, game, sync=sync, totals=totals, clock=clock)
    writer._append(header, sync=sync != "never")
    if sync != "never":
        _sync_folder(Path(path).parent)
    return writer


def header_of(game: Game, rules: Rules, table: Table, *, by_hand: bool) -> Header:
    law: Law = rules.law
    how: Start = "carried"
    for closed in (False, True):
        if table == game.open_table(
            rules, table.seats, limits=table.limits, areas=table.areas, closed=closed
        ):
            how = "closed" if closed else "prepared"
            break
    return Header(
        0,
        NO_HASH,
        format=FORMAT,
        version=VERSION,
        software=__version__,
        game=game.key,
        day=law.day,
        options=chosen_options(game, law),
        rules=law.hash,
        seats=table.seats,
        limits=table.limits,
        areas={seat_text(area): seat_text(seat) for area, seat in table.areas.items()},
        by_hand=by_hand,
        start=how,
        table=table_text(game, table) if how == "carried" else NO_TABLE,
    )


def chosen_options(game: Game, law: Law) -> dict[str, Value]:
    """Returns the options that give these rules again: the licensee's choice, with the odds that it
    pays beyond the minimum written as `odds.TABLE.ROW`."""
    options: dict[str, Value] = dict(law.options)
    required: Law = game.rules(law.day, options).law
    for name, table in law.paytables.items():
        for (row, odds), (_, least) in zip(table.rows, required.paytables[name].rows, strict=True):
            if odds.text != least.text:
                options[f"odds.{table.name}.{row}"] = odds.text
    if game.rules(law.day, options).law.hash != law.hash:
        raise BadInput(f"{game.key}: these rules cannot be stated as a day and options")
    return options


def table_text(game: Game, table: Table) -> msgspec.Raw:
    return msgspec.Raw(game.table_to_json(table))


class Continued(msgspec.Struct):
    """An interrupted journal, gone on with: the table after the last procedure that ended, and
    the entries of the one that did not."""

    writer: JournalWriter
    game: Game
    rules: Rules
    table: Table
    entries: list[Entry]
    by_hand: bool
    torn: int


def resume(
    path: str | Path, *, sync: Sync = "entry", clock: Callable[[], int] | None = None
) -> Continued:
    """Goes on with a journal that was not closed. A torn last line is dropped, which the journal
    then says itself; a journal that is altered or closed is refused. The chain is checked from
    the first line, the rounds are not replayed: `verify` does that."""
    descriptor = _open(path, os.O_RDWR | os.O_APPEND)
    try:
        with Journal(path) as journal:
            after: msgspec.Raw | None = None
            pending: list[Entry] = []
            totals = Totals(net={seat_text(seat): 0 for seat in journal.header.seats})
            for line in journal.reader:
                totals.add(line)
                if isinstance(line, EntryLine):
                    pending.append(parse_entry(line.entry))
                elif isinstance(line, EndLine):
                    after, pending = line.after, []
            reader = journal.reader
            if reader.closed:
                raise BadInput(f"{path}: the journal is closed: nothing more can be written")
            os.ftruncate(descriptor, reader.whole_bytes)
            writer = JournalWriter(
                descriptor,
                journal.game,
                sync=sync,
                size=reader.whole_bytes,
                seq=reader.seq,
                prev=reader.prev,
                totals=totals,
                clock=clock,
            )
            table = journal.game.table_from_json(after) if after else journal.table
    except BaseException:
        os.close(descriptor)
        raise
    writer._append(Resumed(reader.seq, reader.prev, reader.torn, __version__), sync=sync != "never")
    return Continued(
        writer, journal.game, journal.rules, table, pending, journal.header.by_hand, reader.torn
    )


def _open(path: str | Path, flags: int) -> int:
    try:
        descriptor = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o644)
    except FileExistsError:
        raise BadInput(f"{path}: there is a file of that name already") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise BadInput(f"{path}: somebody else is writing this journal") from None
    return descriptor


def _sync_folder(folder: Path) -> None:
    """The file's name must outlive a crash as well as its content."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# -- reading ----------------------------------------------------------------------------------


class Reader:
    """Reads lines one at a time and checks the chain as it goes; raises Broken at the first
    line that does not fit. It can begin at any line of which the hash before it is known.

    After the last line: `closed`, or `torn` bytes of a line that a crash cut short."""

    def __init__(
        self, stream: BinaryIO, *, number: int = 0, seq: int = 0, prev: str = NO_HASH
    ) -> None:
        self._stream = stream
        self.number = number  # of the line read last, from 1
        self.seq = seq  # of the line to come, from 0
        self.prev = prev
        self.closed = False
        self.torn = 0
        self.whole_bytes = 0
        self._last = b""
        self._last_prev = ""

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        raw = self._stream.readline(LINE_BYTES_MAX)
        if not raw:
            raise StopIteration
        self.number += 1
        if not raw.endswith(b"\n"):
            self._end_torn(raw)
        try:
            line, mark = unseal(raw[:-1])
        except ValueError as error:
            self._fault("altered", str(error))
        if line.seq != self.seq or line.prev != self.prev:
            self._broken_chain(raw, line, mark)
        self._check_place(line)
        self.closed = isinstance(line, Closing)
        self._last, self._last_prev = raw, self.prev
        self.prev = mark
        self.seq += 1
        self.whole_bytes += len(raw)
        return line

    def _fault(self, kind: str, reason: str, *, back: int = 0) -> NoReturn:
        raise Broken(Fault(kind, reason, self.seq - back, self.number - back))

    def _check_place(self, line: Line) -> None:
        if self.closed:
            self._fault("inserted", "a line stands after the closing line")
        if isinstance(line, Header) != (self.seq == 0):
            self._fault("altered", "the header, and only the header, is the first line")

    def _end_torn(self, raw: bytes) -> None:
        """The file does not end with a newline: a crash cut the last line short, if what is
        there begins as the next line must. (A file system may fill up with zeros.)"""
        if len(raw) >= LINE_BYTES_MAX:
            self._fault("altered", f"a line of more than {LINE_BYTES_MAX} bytes")
        text = raw.rstrip(b"\0")
        starts = (f'{{"kind":"{k}","seq":{self.seq},"prev":"{self.prev}"'.encode() for k in KINDS)
        plausible = any(text.startswith(s) or s.startswith(text) for s in starts)
        whole = _HASH_MEMBER.search(text)
        if whole is not None:
            # Everything but the newline is there: then it must be right, and the end.
            try:
                unseal(raw)
            except ValueError as error:
                self._fault("altered", str(error))
        if not plausible or self.closed:
            self._fault("altered", "this is no line of the journal, nor the beginning of one")
        self.torn = len(raw)
        self.number -= 1
        raise StopIteration

    def _broken_chain(self, raw: bytes, line: Line, mark: str) -> None:
        """The line is whole and fits its own hash, but it does not belong here: say why."""
        follower = self._next_whole()
        if line.seq == self.seq:
            if not self.seq or (follower is not None and follower[0].prev != mark):
                self._fault("altered", "the line does not continue the one before it")
            self._fault(
                "altered",
                "the next line continues another one: this was changed and its hash made anew",
                back=1,
            )
        if line.seq < self.seq:
            self._second_time(raw, line, mark, follower)
        wanted, before, at, after = self.seq, self.prev, self.number + 1, follower
        while after is not None:
            if after[0].seq == wanted and after[0].prev == before:
                swapped = line.seq == wanted + 1 and line.prev == after[1]
                if at == self.number + 1 and not swapped:
                    self._fault("inserted", f"a line numbered {line.seq} stands before {wanted}")
                self._fault("reordered", f"entry {wanted} stands at line {at}, later")
            after = self._next_whole()
            at += 1
        if follower is not None and follower[0].seq == wanted + 1:
            self._fault("altered", f"the line is numbered {line.seq}, not {wanted}")
        some = (
            f"entry {wanted} is"
            if line.seq == wanted + 1
            else (f"entries {wanted} to {line.seq - 1} are")
        )
        self._fault("missing", f"{some} missing: entry {line.seq} stands here")

    def _second_time(
        self, raw: bytes, line: Line, mark: str, follower: tuple[Line, str] | None
    ) -> None:
        if raw == self._last:
            self._fault("duplicated", f"entry {line.seq} stands here a second time")
        if line.prev == self._last_prev and follower is not None and follower[0].prev == mark:
            self._fault("inserted", "two lines continue the same one: this is not ours", back=1)
        self._fault("duplicated", f"a line numbered {line.seq} stands here a second time")

    def _next_whole(self) -> tuple[Line, str] | None:
        """Returns the next line that fits its own hash, for telling what happened."""
        raw = self._stream.readline(LINE_BYTES_MAX)
        while raw:
            try:
                return unseal(raw[:-1])
            except ValueError:
                raw = self._stream.readline(LINE_BYTES_MAX)
        return None


class Block(msgspec.Struct):
    """A procedure as the journal has it: the lines of its entries, and its end (None where the
    journal stops before it). `before` is the table recorded before it, None for the first."""

    number: int
    before: msgspec.Raw | None
    entries: list[str]
    lines: list[tuple[int, int]]  # line number and sequence number of each entry
    end: EndLine | None
    end_at: tuple[int, int]
    fault: Fault | None = None


class Journal:
    """A journal opened for reading: its header at once, its lines as they are asked for."""

    def __init__(self, path: str | Path) -> None:
        with file_errors(path):
            self._stream = cast(BinaryIO, open(path, "rb"))  # noqa: SIM115 - closed by close()
        try:
            self.reader = Reader(self._stream)
            self.closing: Closing | None = None
            self.header = self._header(path)
            self.game = registry.find(self.header.game)
            self.rules, self.table = self._table()
        except OSError as error:
            self.close()
            raise BadInput(f"{path}: {error.strerror}") from None
        except BaseException:
            self.close()
            raise

    def _header(self, path: str | Path) -> Header:
        line = next(self.reader, None)
        if line is None:
            torn = ": its header is torn" if self.reader.torn else ", not even a header"
            raise Broken(Fault("missing", f"there is nothing in the journal{torn}", 0, 1))
        assert isinstance(line, Header)  # _check_place
        if line.format != FORMAT or line.version != VERSION:
            raise BadInput(
                f"{path}: {line.format[:40]} version {line.version}, "
                f"expected {FORMAT} version {VERSION}"
            )
        return line

    def _table(self) -> tuple[Rules, Table]:
        """Returns the rules and the table as the header states them; where they cannot be so, it is
        forged."""
        header, game = self.header, self.game
        try:
            rules = game.rules(header.day, header.options)
            if rules.law.hash != header.rules:
                raise BadInput(
                    f"the rules of that day and those options are not the ones recorded by "
                    f"pitboss {header.software} (this is {__version__})"
                )
            if header.start == "carried":
                table = game.table_from_json(header.table)
                if table.next not in game.procedures:
                    raise BadInput("the table carried over is between no procedures of the game")
            else:
                areas = {parse_seat(a): parse_seat(s) for a, s in header.areas.items()}
                table = game.open_table(
                    rules,
                    header.seats,
                    limits=header.limits,
                    areas=areas,
                    closed=header.start == "closed",
                )
            # This says the same of every field, so that nothing in the header is mere words.
            again = header_of(game, rules, table, by_hand=header.by_hand)
            if msgspec.structs.replace(again, software=header.software) != header:
                raise BadInput("the header does not describe its own table")
        except (PitbossError, msgspec.MsgspecError, ValueError, TypeError) as error:
            raise Broken(Fault("forged", str(error), 0, 1)) from None
        return rules, table

    def blocks(self) -> Iterator[Block]:
        """Yields the procedures in order, one at a time in memory. A broken chain ends them: the
        last block then carries the fault."""
        reader = self.reader
        block = _block(1, None)
        while True:
            try:
                line = next(reader, None)
                if line is None:
                    break
                if isinstance(line, EntryLine):
                    if len(block.entries) >= ENTRIES_PER_ROUND_MAX:
                        reason = f"a procedure has at most {ENTRIES_PER_ROUND_MAX} entries"
                        raise Broken(Fault("forged", reason, line.seq, reader.number))
                    block.entries.append(line.entry)
                    block.lines.append((reader.number, line.seq))
                elif isinstance(line, EndLine):
                    block.end, block.end_at = line, (reader.number, line.seq)
                    yield block
                    block = _block(block.number + 1, line.after)
                elif isinstance(line, Closing):
                    self.closing = line
            except Broken as broken:
                block.fault = broken.fault
                yield block
                return
        if block.entries:
            yield block

    def before(self, block: Block) -> Table:
        """Returns the table as it stood before the block's procedure, as the journal recorded
        it."""
        if block.before is None:
            return self.table
        return self.game.table_from_json(block.before)

    def close(self) -> None:
        self._stream.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _block(number: int, before: msgspec.Raw | None) -> Block:
    return Block(number, before, [], [], None, (0, 0))
