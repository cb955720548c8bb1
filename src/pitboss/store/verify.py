"""Everything in a database again: every chain, every procedure, every shoe, every cent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NoReturn

import msgspec

from pitboss.chain import NO_HASH, Broken, Fault, Verdict
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput, Illegal
from pitboss.money import format_dollars
from pitboss.store.database import Database, Reading
from pitboss.store.dealing import Money, money_after, money_before, money_now, moved
from pitboss.store.live import (
    Live,
    apply,
    begin,
    checkpoint_of,
    end_digest,
    end_procedure,
    rules_of,
    turn_cards,
)
from pitboss.store.loading import head, heads, rows_of_rounds, shoes_of
from pitboss.store.rows import (
    THE_CAGE,
    Body,
    DayBegan,
    Deposited,
    Ended,
    Entered,
    Opened,
    Row,
    RulesChanged,
    ShoeCommitted,
    TableClosed,
    row_hash,
)
from pitboss.store.shoes import commitment
from pitboss.table.conservation import unconserved
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Drew, Entry, Found, Placed, parse_entry, seat_text
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, proceed
from pitboss.table.tape import Awaiting

ROUNDS_AT_ONCE = 500


class StoreVerdict(Verdict):
    tables: int = 0
    entries: int = 0
    procedures: int = 0
    rounds: int = 0
    shoes: int = 0
    anchors: int = 0
    money: int = 0

    def as_json(self) -> dict[str, Any]:
        answer = {"status": self.status} | msgspec.structs.asdict(self)
        answer["first_bad"] = None if self.first_bad is None else self.first_bad.as_json()
        answer["message"] = self.message()
        return answer

    def message(self) -> str:
        if self.first_bad is not None:
            return f"altered: {self.first_bad}"
        return (
            f"clean: {self.rounds} rounds at {self.tables} tables on {self.entries} entries "
            f"replayed as recorded; {self.shoes} shoes fit their commitments; the ledger sums to "
            f"{format_dollars(self.money)}"
        )


def verify_database(db: Database) -> StoreVerdict:
    verdict = StoreVerdict()
    with db.read() as reading:
        try:
            sums: dict[int, int] = {}
            _cage(reading, verdict, sums)
            for known in heads(reading):
                _Table(reading, known.table, verdict, sums).check()
                verdict.tables += 1
            _balances(reading, verdict, sums)
        except Broken as broken:
            verdict.altered(broken.fault)
    return verdict


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
    """Checks the hashes of a chain, and that no place in it is missing."""

    def __init__(self, table: int) -> None:
        self.table = table
        self.prev = NO_HASH
        self.round, self.seq, self.n = 0, -1, 0
        self.fresh_round = False

    def link(self, row: Row) -> Body:
        round_, seq = (self.round + 1, 1) if self.fresh_round else (self.round, self.seq + 1)
        if (row.round, row.seq) != (round_, seq):
            _bad(self.table, round_, seq, "missing", f"{row.round}/{row.seq} stands in its place")
        if row.prev != self.prev:
            _bad(self.table, row.round, row.seq, "altered", "it does not continue the one before")
        mark = row_hash(row.prev, row.table, row.round, row.seq, row.body)
        if mark != row.hash:
            _bad(self.table, row.round, row.seq, "altered", "its body does not fit its hash")
        try:
            body = row.read()
        except msgspec.MsgspecError as error:
            _bad(self.table, row.round, row.seq, "altered", str(error))
        self.prev, self.round, self.seq, self.n = row.hash, row.round, row.seq, self.n + 1
        self.fresh_round = isinstance(body, Ended | Opened | TableClosed)
        return body


def _cage(reading: Reading, verdict: StoreVerdict, sums: dict[int, int]) -> None:
    chain = _Chain(THE_CAGE)
    postings = _postings(reading, THE_CAGE, 0)
    for row in _rows(reading, THE_CAGE):
        body = chain.link(row)
        moves = postings.pop(row.seq, {})
        if not isinstance(body, Deposited) or moves.get(body.account) != body.cents:
            _bad(THE_CAGE, 0, row.seq, "forged", "the postings are not those of the deposit")
        _add(THE_CAGE, 0, row.seq, moves, sums)
        verdict.entries += 1
    if postings:
        _bad(THE_CAGE, 0, min(postings), "inserted", "postings without an entry")


def _add(table: int, round_: int, seq: int, moves: dict[int, int], sums: dict[int, int]) -> None:
    if sum(moves.values()):
        _bad(table, round_, seq, "forged", "the postings do not sum to zero")
    for account, cents in moves.items():
        sums[account] = sums.get(account, 0) + cents


def _balances(reading: Reading, verdict: StoreVerdict, sums: dict[int, int]) -> None:
    for account, cents in reading.execute("SELECT account_id, cents FROM balance"):
        if cents != sums.pop(account, 0):
            _bad(0, 0, 0, "forged", f"account {account}: its balance is not what its postings are")
        verdict.money += cents
    if any(sums.values()):
        _bad(0, 0, 0, "forged", "postings on an account that has no balance")
    if verdict.money:
        _bad(0, 0, 0, "forged", f"the ledger sums to {format_dollars(verdict.money)}")


class _Table:
    """Checks one table, row after row."""

    def __init__(
        self, reading: Reading, table: int, verdict: StoreVerdict, sums: dict[int, int]
    ) -> None:
        self.reading, self.table = reading, table
        self.verdict, self.sums = verdict, sums
        self.chain = _Chain(table)
        self.shoe = shoes_of(reading, table)
        self.live: Live

    def check(self) -> None:
        anchors = self._anchors()
        chain = _rows(self.reading, self.table)
        for number, rows in groupby(chain, key=lambda row: row.round):
            bodies = []
            for row in rows:
                body = self.chain.link(row)
                bodies.append((row, body))
                place = anchors.pop(self.chain.n, None)
                if place is not None and place != (row.round, row.seq, row.hash):
                    _bad(self.table, row.round, row.seq, "altered", "the day's anchor is another")
            self.verdict.entries += len(bodies)
            self._round(number, bodies)
        if anchors:
            _bad(self.table, 0, 0, "missing", "a gaming day is anchored that is not there")
        self._head()

    def _anchors(self) -> dict[int, tuple[int, int, str]]:
        """Returns the anchors by the number of rows before them, each with its place. The place
        may be between two procedures, before anything of the next one: then it is the last row
        of those before."""
        sql = "SELECT n, round, seq, hash FROM anchor WHERE table_id = ?"
        before = (
            "SELECT round, seq FROM entry WHERE table_id = ? AND round < ? "
            "ORDER BY round DESC, seq DESC LIMIT 1"
        )
        places = {}
        for n, round_, seq, mark in self.reading.execute(sql, (self.table,)):
            last = None if seq else self.reading.execute(before, (self.table, round_)).first()
            places[n] = (*(last or (round_, seq)), mark)
            self.verdict.anchors += 1
        return places

    def _head(self) -> None:
        known = head(self.reading, self.table)
        if (known.n, known.hash) != (self.chain.n, self.chain.prev):
            _bad(self.table, self.chain.round, self.chain.seq, "missing",
                 "the table's head says that there is more, or less")  # fmt: skip

    # -- one procedure ----------------------------------------------------------------------

    def _round(self, number: int, rows: list[tuple[Row, Body]]) -> None:
        postings = _postings(self.reading, self.table, number)
        first_row, first = rows[0]
        if isinstance(first, Opened):
            self._opened(first_row, first)
        else:
            self._procedure(number, rows, postings)
        if postings:
            seq = min(postings)
            _bad(self.table, number, seq, "forged", "postings that the procedure does not make")

    def _opened(self, row: Row, body: Opened) -> None:
        self.live = begin(self.table, head(self.reading, self.table).accounts, body)
        if self.live.rules.law.hash != body.rules:
            _bad(self.table, 0, 0, "forged", "the rules of that day and options are others")
        self._checkpoint(row.round, "")

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
        tape = _ReplayTape(self, rows, postings)
        end = rows[-1][1] if isinstance(rows[-1][1], Ended) else None
        receipt = self._run(tape, rows) if live.table.seats else None
        tape.finish(receipt)
        if (receipt is None) != (end is None):
            _forged(rows[-1][0], "its end is recorded and does not come, or comes unrecorded")
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

    def _run(self, tape: _ReplayTape, rows: list[tuple[Row, Body]]) -> Receipt | None:
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
        return None if isinstance(reached, Waiting) else reached

    def _ended(self, row: Row, end: Ended, receipt: Receipt) -> None:
        net = {seat_text(seat): cents for seat, cents in receipt.net().items()}
        end_procedure(self.live, receipt)
        digest = end_digest(receipt, checkpoint_of(self.live))
        again = (receipt.procedure, digest, net, receipt.house, receipt.commission)
        if again != (end.procedure, end.digest, end.net, end.house, end.commission):
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
        _add(row.table, row.round, row.seq, moves, self.table.sums)

    def finish(self, receipt: Receipt | None) -> None:
        """Checks the end of the tape: the procedure waits, or has ended with that receipt."""
        if self.position < len(self.texts):
            row = self.texts[self.position][0]
            what = ("an entry that the procedure never took" if receipt is None
                    else "the procedure was over before it")  # fmt: skip
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
