"""Everything in a database again: every chain, every procedure, every shoe, every cent. What each
chain says must be is then compared with the rest of the database (`comparing`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NoReturn

import msgspec

from pitboss.chain import NO_HASH, Broken, Fault, Verdict
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput, Illegal, PitbossError
from pitboss.money import format_dollars
from pitboss.store.casino.checking import CasinoCheck
from pitboss.store.casino.rows import decode as decode_casino
from pitboss.store.comparing import House, TableFound, compare, damages, read_house
from pitboss.store.database import Database, Reading
from pitboss.store.dealing import Money, money_after, money_before, money_now, moved
from pitboss.store.keno.checking import KenoCheck
from pitboss.store.keno.rows import decode as decode_keno
from pitboss.store.live import (
    Live,
    apply,
    begin,
    checkpoint_of,
    end_digest,
    end_procedure,
    end_seal,
    from_checkpoint,
    old_digest,
    rules_of,
    turn_cards,
)
from pitboss.store.loading import rows_of_rounds, shoes_of
from pitboss.store.refusal import Refused
from pitboss.store.rows import (
    THE_CASINO,
    THE_HOUSE,
    Body,
    DayBegan,
    Ended,
    Entered,
    NoticeGiven,
    Opened,
    Row,
    RowBody,
    RulesChanged,
    ShoeCommitted,
    SoftwareChanged,
    TableClosed,
    decode,
    row_hash,
)
from pitboss.store.shoes import commitment
from pitboss.store.software import identity
from pitboss.table.conservation import unconserved
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Drew, Entry, Found, Placed, parse_entry, seat_text
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, proceed
from pitboss.table.tape import Awaiting

ROUNDS_AT_ONCE = 500
FINDINGS_MAX = 200


class Foreign(msgspec.Struct, frozen=True):
    """Procedures of a table that other software wrote, and that do not come out again with ours."""

    table: int
    first: int
    procedures: int
    software: str


class StoreVerdict(Verdict):
    """`findings` is everything that was found, the first of it also `first_bad`; `clean_tables` is
    how many of the tables have none; `kept` how many anchors, kept apart, were compared."""

    tables: int = 0
    clean_tables: int = 0
    systems: int = 0
    entries: int = 0
    procedures: int = 0
    rounds: int = 0
    shoes: int = 0
    anchors: int = 0
    kept: int = 0
    money: int = 0
    findings: list[Fault] = msgspec.field(default_factory=list)
    foreign: list[Foreign] = msgspec.field(default_factory=list)

    def add(self, fault: Fault) -> None:
        if self.first_bad is None:
            self.altered(fault)
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(fault)

    def as_json(self) -> dict[str, Any]:
        answer = {"status": self.status} | msgspec.structs.asdict(self)
        answer["first_bad"] = None if self.first_bad is None else self.first_bad.as_json()
        answer["findings"] = [fault.as_json() for fault in self.findings]
        answer["foreign"] = [msgspec.to_builtins(some) for some in self.foreign]
        answer["message"] = self.message()
        return answer

    def message(self) -> str:
        of_tables = f"{self.clean_tables} of {self.tables} tables are clean"
        if self.first_bad is not None:
            more = len(self.findings) - 1
            also = f"; {more} more findings" if more else ""
            return f"altered: {self.first_bad}{also}; {of_tables}"
        if self.status == "not-replayable":
            some = self.foreign[0]
            number = sum(found.procedures for found in self.foreign)
            return (
                f"not replayable: {number} procedures, the first at table {some.table}, round "
                f"{some.first}, were written by pitboss {some.software}, and come out otherwise "
                f"with this one. Their chain, their postings and their shoes fit; replay them with "
                f"the software that wrote them. {of_tables}"
            )
        kept = f"; {self.kept} anchors that were kept fit" if self.kept else ""
        if self.systems:
            many = "system follows from its chain" if self.systems == 1 else "systems follow"
            kept = f"; {self.systems} keno {many}{kept}"
        return (
            f"clean: {self.rounds} rounds at {self.tables} tables on {self.entries} entries "
            f"replayed as recorded; {self.shoes} shoes fit their commitments; the ledger sums to "
            f"{format_dollars(self.money)}{kept}"
        )


# Where a chain stood, as it was kept apart from the database: the chain, its rows, the last hash.
Kept = tuple[int, int, str]


def check_schema(db: Database) -> None:
    """Refuses, in a sentence, what is no floor of this pitboss's."""
    found, newest = db.schema()
    if not found:
        raise BadInput(f"--db {db.shown}: there is no floor of pitboss in it")
    if found != newest:
        raise BadInput(
            f"--db {db.shown}: its schema is {found}, this pitboss has {newest}: an older one is "
            "brought up to date when `pitboss serve` starts on it (keep a backup), a newer one is "
            "for a newer pitboss"
        )


def verify_database(db: Database, kept: Sequence[Kept] = ()) -> StoreVerdict:
    """Checks everything, in one state of the database, and goes on after a finding."""
    check_schema(db)
    verdict = StoreVerdict()
    with db.read() as reading:
        for fault in damages(reading, sqlite=db.is_sqlite):
            verdict.add(fault)
        wanted: dict[int, dict[int, str]] = {}
        for table, n, mark in kept:
            wanted.setdefault(table, {})[n] = mark
        chain = _Chain(THE_HOUSE, wanted.pop(THE_HOUSE, {}))
        house = House()
        try:
            rows = _linked(reading, chain)
            read_house(house, rows, reading)
            chain.end()
        except Broken as broken:
            verdict.add(broken.fault)
        verdict.entries += chain.n
        sql = "SELECT id FROM gaming_table"
        tables = {row[0] for row in reading.execute(sql)} | house.tables.keys()
        found = {}
        for table in sorted(tables):
            one = _Table(reading, table, verdict, wanted.pop(table, {}))
            before = len(verdict.findings)
            _check_table(one, verdict)
            found[table] = one.found
            verdict.tables += 1
            verdict.clean_tables += len(verdict.findings) == before
        systems = _check_systems(reading, verdict, wanted)
        for table, places in wanted.items():
            verdict.add(
                Fault(
                    "missing",
                    "an anchor was kept of a table that is not there",
                    max(places),
                    table=table,
                )
            )
        verdict.kept = len(kept)
        for fault in compare(reading, house, found, chain.n, chain.prev, systems):
            verdict.add(fault)
        verdict.money = int(reading.execute("SELECT COALESCE(SUM(cents), 0) FROM balance").value())
    db.check_alone()
    if verdict.status == "clean" and verdict.foreign:
        verdict.status = "not-replayable"
    return verdict


def _check_systems(
    reading: Reading, verdict: StoreVerdict, wanted: dict[int, dict[int, str]]
) -> set[int]:
    """Checks every keno system and the casino's own chain, and returns the numbers of their
    chains."""
    sql = "SELECT id FROM keno_system UNION SELECT -id FROM book WHERE id < 0 ORDER BY 1"
    systems = {-row[0] for row in reading.execute(sql)} | {THE_CASINO}
    for book in sorted(systems, reverse=True):
        of_casino = book == THE_CASINO
        read = decode_casino if of_casino else decode_keno
        chain = _Chain(book, wanted.pop(book, {}), read)
        try:
            check = CasinoCheck(reading) if of_casino else KenoCheck(reading, book)
            check.check(_linked(reading, chain))
            chain.end()
            head = reading.execute("SELECT n, hash FROM book WHERE id = ?", (book,)).first()
            if head is None or tuple(head) != (chain.n, chain.prev):
                _bad(book, 0, chain.seq, "altered", "the head of the chain is another")
        except Broken as broken:
            verdict.add(broken.fault)
        except (PitbossError, Refused, AssertionError, LookupError, ValueError) as error:
            reason = f"it cannot be read: {type(error).__name__}: {error}"
            verdict.add(Fault("altered", reason[:200], chain.seq, table=book))
        verdict.entries += chain.n
        verdict.systems += not of_casino
    return systems


def _check_table(one: _Table, verdict: StoreVerdict) -> None:
    try:
        one.check()
    except Broken as broken:
        verdict.add(broken.fault)
    except (PitbossError, Refused, msgspec.MsgspecError, AssertionError, LookupError, TypeError,
            ValueError, AttributeError) as error:  # fmt: skip
        # What does not even have the form of a table.
        reason = f"it cannot be read: {type(error).__name__}: {error}"
        chain = one.chain
        verdict.add(Fault("altered", reason[:200], chain.seq, table=one.table, round=chain.round))


def _forged(row: Row, reason: str) -> NoReturn:
    """Raises Broken: the chain fits, but what is recorded in this row does not come out again."""
    _bad(row.table, row.round, row.seq, "forged", reason)


def _bad(table: int, round_: int, seq: int, kind: str, reason: str) -> NoReturn:
    raise Broken(Fault(kind, reason, seq, table=table, round=round_))


def _rows(reading: Reading, table: int) -> Iterator[Row]:
    """Yields the rows of a chain, so many procedures at a time."""
    sql = "SELECT COALESCE(MAX(round), -1) FROM entry WHERE table_id = ?"
    rounds = reading.execute(sql, (table,)).value() + 1
    for first in range(0, rounds, ROUNDS_AT_ONCE):
        yield from rows_of_rounds(reading, table, first, first + ROUNDS_AT_ONCE - 1)


def _linked(reading: Reading, chain: _Chain) -> Iterator[tuple[Row, Any]]:
    for row in _rows(reading, chain.table):
        yield row, chain.link(row)


def _postings(reading: Reading, table: int, round_: int) -> dict[int, dict[int, int]]:
    sql = (
        "SELECT seq, account_id, cents FROM posting WHERE table_id = ? AND round = ? "
        "ORDER BY seq, line"
    )
    found: dict[int, dict[int, int]] = {}
    for seq, account, cents in reading.execute(sql, (table, round_)):
        moves = found.setdefault(seq, {})
        moves[account] = moves.get(account, 0) + cents
    return found


class _Chain:
    """Checks the hashes of a chain, that no place in it is missing, and that it passes where it
    stood when an anchor was kept."""

    def __init__(
        self, table: int, kept: Mapping[int, str], read: Callable[[str], RowBody] = decode
    ) -> None:
        self.table = table
        self.kept = dict(kept)
        self.read = read
        self.prev = NO_HASH
        self.round, self.seq, self.n, self.at = 0, -1, 0, 0
        self.fresh_round = False

    def link(self, row: Row) -> Any:
        round_, seq = (self.round + 1, 1) if self.fresh_round else (self.round, self.seq + 1)
        if (row.round, row.seq) != (round_, seq):
            _bad(self.table, round_, seq, "missing", f"{row.round}/{row.seq} stands in its place")
        if row.prev != self.prev:
            _bad(self.table, row.round, row.seq, "altered", "it does not continue the one before")
        mark = row_hash(row.prev, row.table, row.round, row.seq, row.body)
        if mark != row.hash:
            _bad(self.table, row.round, row.seq, "altered", "its body does not fit its hash")
        try:
            body = self.read(row.body)
        except msgspec.MsgspecError as error:
            _bad(self.table, row.round, row.seq, "altered", str(error))
        self.prev, self.round, self.seq, self.n = row.hash, row.round, row.seq, self.n + 1
        self.at = body.at
        self.fresh_round = isinstance(body, Ended | Opened | TableClosed)
        kept = self.kept.pop(self.n, None)
        if kept is not None and kept != row.hash:
            _bad(self.table, row.round, row.seq, "altered", "the anchor that was kept is another")
        return body

    def end(self) -> None:
        if self.kept:
            reason = f"an anchor was kept behind {max(self.kept)} rows, and there are {self.n}"
            _bad(self.table, self.round, self.seq, "missing", reason)

    def place(self) -> tuple[int, int]:
        """Returns where the head of the chain must be."""
        return (self.round + 1, 0) if self.fresh_round else (self.round, self.seq)


class _Table:
    """Checks one table, row after row."""

    def __init__(
        self, reading: Reading, table: int, verdict: StoreVerdict, kept: Mapping[int, str]
    ) -> None:
        self.reading, self.table = reading, table
        self.verdict = verdict
        self.chain = _Chain(table, kept)
        self.found = TableFound(table)
        self.shoe = shoes_of(reading, table)
        self.live: Live
        self.foreign: tuple[int, int, str] | None = None  # first round, how many, software

    def check(self) -> None:
        chain = _rows(self.reading, self.table)
        try:
            for number, some in groupby(chain, key=lambda row: row.round):
                rows = []
                for row in some:
                    body = self.chain.link(row)
                    rows.append((row, body))
                    self._note(row, body)
                self.verdict.entries += len(rows)
                self._round(number, rows)
            self.chain.end()
        finally:
            self._tell_foreign()
        if not self.chain.n:
            _bad(self.table, 0, 0, "missing", "the table has no rows")
        live, found = self.live, self.found
        found.head = (self.chain.n, *self.chain.place(), self.chain.prev, self.chain.at)
        found.status = live.status
        found.seated = {who.account for who in live.seats.values()}
        found.whole = True

    def _note(self, row: Row, body: Body) -> None:
        """Notes what a row says that must stand elsewhere in the database."""
        found = self.found
        if isinstance(body, NoticeGiven | RulesChanged):
            found.notice(body)
        elif isinstance(body, ShoeCommitted):
            found.shoes[body.number] = (row.round, body.commitment)
        elif isinstance(body, Opened):
            found.opened = body
            found.day = body.gaming_day.isoformat()
        elif isinstance(body, DayBegan):
            # The anchor stands behind the row before; between two procedures at the next one's
            # beginning.
            n, seq = self.chain.n - 1, row.seq - 1
            found.anchors[n] = (found.day, row.round, seq, row.prev, body.at)
            found.day = body.day.isoformat()
            self.verdict.anchors += 1
        if isinstance(body, Opened | Ended | TableClosed):
            found.checkpoints.add(row.round)

    def _tell_foreign(self) -> None:
        if self.foreign is not None:
            first, procedures, software = self.foreign
            self.verdict.foreign.append(Foreign(self.table, first, procedures, software))

    # -- one procedure ----------------------------------------------------------------------

    def _round(self, number: int, rows: list[tuple[Row, Body]]) -> None:
        postings = _postings(self.reading, self.table, number)
        first_row, first = rows[0]
        if isinstance(first, Opened):
            self._opened(first_row, first)
        else:
            before = self.live.software
            try:
                self._procedure(number, rows, postings)
            except Broken as broken:
                software = self._other_software(rows, before)
                if not software or broken.fault.kind == "altered":
                    raise
                self._take_as_recorded(number, rows, software)
                return
        if postings:
            seq = min(postings)
            _bad(self.table, number, seq, "forged", "postings that the procedure does not make")

    def _opened(self, row: Row, body: Opened) -> None:
        accounts = self.found.accounts(self.reading)
        self.live = begin(self.table, accounts, body)
        if self.live.rules.law.hash != body.rules and body.software == identity(body.game):
            _bad(self.table, 0, 0, "forged", "the rules of that day and options are others")
        self._checkpoint(row.round, "")

    def _other_software(self, rows: list[tuple[Row, Body]], before: str) -> str:
        """Returns the software, other than this, that wrote any of these rows; "" where none."""
        wrote = [before, *(body.software for _, body in rows if isinstance(body, SoftwareChanged))]
        ours = identity(self.live.game.key)
        return next((software for software in wrote if software != ours), "")

    def _take_as_recorded(self, number: int, rows: list[tuple[Row, Body]], software: str) -> None:
        """The procedure cannot be replayed by this software: its chain holds, its end binds the
        table after it, and its shoes fit; from there the next ones are replayed."""
        first, procedures, known = self.foreign or (number, 0, software)
        self.foreign = (first, procedures + 1, known)
        for row, body in rows:
            if isinstance(body, ShoeCommitted):
                order = self.shoe(body.number)
                if commitment(order.salt, order.cards) != body.commitment:
                    _forged(row, "the shoe does not fit its commitment")
                self.verdict.shoes += 1
        row, end = rows[-1]
        fresh = begin(self.table, self.live.accounts, self.live.opened)
        sql = "SELECT n, hash, digest, state FROM checkpoint WHERE table_id = ? AND round = ?"
        at = number if isinstance(end, Ended | TableClosed) else number - 1
        kept = self.reading.execute(sql, (self.table, at)).first()
        if kept is None:
            _bad(self.table, number, row.seq, "missing", "there is no checkpoint")
        from_checkpoint(fresh, kept[3], self.shoe)
        if isinstance(end, Ended):
            bound = not end.seal or end_digest(end.seal, kept[3]) == end.digest
            if tuple(kept[:3]) != (self.chain.n, self.chain.prev, end.digest) or not bound:
                _bad(self.table, number, row.seq, "altered", "the checkpoint is another table")
        elif not isinstance(end, TableClosed):
            for one, body in rows:
                if not isinstance(body, Entered | ShoeCommitted):
                    apply(fresh, one, body, self.shoe)
        self.live = fresh

    def _procedure(
        self, number: int, rows: list[tuple[Row, Body]], postings: dict[int, dict[int, int]]
    ) -> None:
        live = self.live
        live.round = number
        live.entries = ()
        for row, body in rows:
            if isinstance(body, Entered | Ended | ShoeCommitted | TableClosed):
                continue  # the tape's, or the end of the procedure
            self._check_rules(row, body)
            apply(live, row, body, self.shoe)
        paid = live.table.state.payments if live.metered else 0
        tape = _ReplayTape(self, rows, postings)
        end = rows[-1][1] if isinstance(rows[-1][1], Ended) else None
        if live.table.seats:
            reached = self._run(tape, rows)
        else:
            reached = None
            tape.take_commitments()
        receipt = reached if isinstance(reached, Receipt) else None
        tape.finish(receipt)
        if (receipt is None) != (end is None):
            _forged(rows[-1][0], "its end is recorded and does not come, or comes unrecorded")
        if live.metered and reached is not None:
            state = (
                reached.after.state if isinstance(reached, Receipt) else reached.prompt.dealer.state
            )
            self.found.paid += state.payments - paid
        if receipt is not None and end is not None:
            self._ended(rows[-1][0], end, receipt)
        elif isinstance(rows[-1][1], TableClosed):
            apply(live, *rows[-1], self.shoe)
            self._checkpoint(number, "")

    def _check_rules(self, row: Row, body: Body) -> None:
        if isinstance(body, RulesChanged | DayBegan):
            options = body.options if isinstance(body, RulesChanged) else self.live.options
            day = body.rules_day if isinstance(body, DayBegan) else self.live.day
            if rules_of(self.live.game.key, day, options).law.hash != body.rules:
                _forged(row, "the rules are others")
        if isinstance(body, DayBegan) and body.anchor != row.prev:
            _bad(
                self.table, row.round, row.seq, "altered", "the anchor of the day before is another"
            )

    def _run(self, tape: _ReplayTape, rows: list[tuple[Row, Body]]) -> Receipt | Waiting | None:
        live = self.live
        if live.closed:
            return None
        try:
            reached = proceed(live.game, live.rules, live.table, tape, by_hand=live.by_hand)
        except Illegal as illegal:
            row = tape.texts[illegal.entry - 1][0]
            _forged(row, f"{illegal.got!r} is not legal here: {illegal}")
        except Broken:
            raise
        except Exception as error:
            reason = f"the procedure cannot be replayed: {type(error).__name__}: {error}"
            _forged(rows[-1][0], reason)
        lost = unconserved(live.game, live.rules, live.table, reached)
        if lost:
            _forged(rows[-1][0], lost)
        return reached

    def _ended(self, row: Row, end: Ended, receipt: Receipt) -> None:
        net = {seat_text(seat): cents for seat, cents in receipt.net().items()}
        end_procedure(self.live, receipt)
        state = checkpoint_of(self.live)
        mark = end_seal(receipt) if end.seal else ""
        digest = end_digest(mark, state) if end.seal else old_digest(receipt, state)
        again = (receipt.procedure, digest, net, receipt.house, receipt.commission, mark)
        if again != (end.procedure, end.digest, end.net, end.house, end.commission, end.seal):
            _forged(row, "the receipt is not the one recorded")
        self._checkpoint(row.round, end.digest)
        self.verdict.procedures += 1
        self.verdict.rounds += receipt.procedure == "round"

    def _checkpoint(self, number: int, digest: str) -> None:
        sql = "SELECT n, hash, digest, state FROM checkpoint WHERE table_id = ? AND round = ?"
        found = self.reading.execute(sql, (self.table, number)).first()
        if found is None:
            _bad(self.table, number, self.chain.seq, "missing", "there is no checkpoint")
        expected = (self.chain.n, self.chain.prev, digest, checkpoint_of(self.live))
        if tuple(found) != expected:
            _bad(self.table, number, self.chain.seq, "forged", "the checkpoint is another table")


class _ReplayTape:
    """A tape of the entries of one procedure, which checks what each must have moved and shown."""

    def __init__(
        self, table: _Table, rows: list[tuple[Row, Body]], postings: dict[int, dict[int, int]]
    ) -> None:
        self.table = table
        self.live = table.live
        self.postings = postings
        self.texts = [(row, body) for row, body in rows if isinstance(body, Entered)]
        self.end = rows[-1][0] if isinstance(rows[-1][1], Ended) else None
        self.commitments = [(row, body) for row, body in rows if isinstance(body, ShoeCommitted)]
        self.entries: list[Entry] = []
        self.position = 0
        self._money: Money = money_before(table.live)

    def next(self, prompt: Prompt) -> Entry:
        dealer = prompt.dealer
        if self.position:
            self._moved(self.texts[self.position - 1][0], money_now(self.live, dealer))
        if dealer.remaining:
            self._check_shoe(dealer)
        if self.position >= len(self.texts):
            raise Awaiting(prompt)
        row, body = self.texts[self.position]
        try:
            entry = parse_entry(body.entry)
        except BadInput as error:
            _forged(row, str(error))
        self._check_card(row, entry, dealer.remaining)
        self.entries.append(entry)
        self.position += 1
        return entry

    def _check_shoe(self, dealer: Dealer) -> None:
        live = self.live
        if live.shoe is not None and live.shoe.fits(dealer.counts, dealer.remaining):
            live.shoe = live.shoe.dealt_to(dealer.remaining)
            return
        if not self.commitments:
            _bad(live.id, live.round, 0, "missing", "new cards without a commitment")
        row, body = self.commitments.pop(0)
        order = self.table.shoe(body.number)
        if commitment(order.salt, order.cards) != body.commitment:
            _forged(row, "the shoe does not fit its commitment")
        if not order.fits(dealer.counts, dealer.remaining) or len(order.cards) != body.cards:
            _forged(row, "the shoe holds other cards")
        if self.position < len(self.texts) and self.texts[self.position][0].seq < row.seq:
            _forged(row, "committed after its first card")
        live.shoe = order
        self.table.verdict.shoes += 1

    def take_commitments(self) -> None:
        """Whoever sat there has left before the cards were dealt: the shoe is the table's still."""
        for row, body in self.commitments:
            order = self.table.shoe(body.number)
            if commitment(order.salt, order.cards) != body.commitment:
                _forged(row, "the shoe does not fit its commitment")
            self.live.shoe = order
            self.table.verdict.shoes += 1
        self.commitments = []

    def _check_card(self, row: Row, entry: Entry, remaining: int) -> None:
        live = self.live
        card = entry.card if isinstance(entry, Drew | Found) else -1
        if card >= 0 and (live.shoe is None or live.shoe.card(remaining) != card):
            _forged(row, f"{CARD_TEXT[card]} is not the next card of the shoe")
        if live.shoe is None:
            return
        if isinstance(entry, Drew):
            live.shoe = live.shoe.dealt_to(remaining - 1)
        elif isinstance(entry, Placed):
            live.shoe = turn_cards(live.shoe, entry, remaining)

    def _moved(self, row: Row, now: Money) -> None:
        """Checks that the postings of a row are what the procedure moved."""
        before, self._money = self._money, now
        moves = moved(self.live, before, now)
        recorded = self.postings.pop(row.seq, {})
        if moves != recorded:
            _forged(row, "the postings are not what it moved")

    def finish(self, receipt: Receipt | None) -> None:
        """Checks the end of the tape: the procedure waits, or has ended with that receipt."""
        if self.position < len(self.texts):
            row = self.texts[self.position][0]
            what = (
                "an entry that the procedure never took"
                if receipt is None
                else "the procedure was over before it"
            )
            _forged(row, what)
        if receipt is None:
            return
        now = money_after(self.live, receipt)
        if self.texts:
            self._moved(self.texts[-1][0], now)
        if self.end is not None:
            self._moved(self.end, now)
        if self.commitments:
            row = self.commitments[0][0]
            _forged(row, "a shoe that was not needed")
