"""The casino's chain again: every row's money compared with the ledger, its numbers with those
before it, and the index of the chain with what the rows say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from pitboss.chain import Broken, Fault
from pitboss.store.casino.book import index_of
from pitboss.store.casino.ledger import CasinoAccounts, accounts_at, moves_of
from pitboss.store.casino.rows import (
    BoughtIn,
    BoxCounted,
    CasinoBody,
    CasinoRow,
    ShiftBegan,
    TrayCredited,
    TrayFilled,
    VigorishGiven,
)
from pitboss.store.database import Reading
from pitboss.store.rows import THE_CASINO, HouseDay, Row


class CasinoCheck:
    """Checks the chain of the casino, row after row."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.seq = 0
        self.day = ""
        self.shift: tuple[str, int] = ("", 0)
        self.numbers: dict[str, int] = {}
        self.boxes: dict[int, int] = {}
        self.forms: set[tuple[int, int, str]] = set()
        self.anchors: dict[int, tuple[str, int, int, str, int]] = {}
        self.accounts: dict[int, CasinoAccounts] = {}

    def check(self, rows: Iterable[tuple[Row, CasinoBody]]) -> None:
        postings: dict[int, dict[int, int]] = {}
        sql = "SELECT seq, account_id, cents FROM posting WHERE table_id = ? AND round = 0"
        for seq, account, cents in self.reading.execute(sql, (THE_CASINO,)):
            moves = postings.setdefault(seq, {})
            moves[account] = moves.get(account, 0) + cents
        index = {}
        for found in self.reading.execute("SELECT * FROM casino_entry"):
            index[found[0]] = tuple(found)
        for row, body in rows:
            self.seq = row.seq
            wanted = moves_of(body, self._accounts(getattr(body, "table", 0)))
            if postings.pop(row.seq, {}) != wanted:
                self._bad("forged", "the postings are not those of the row")
            if isinstance(body, CasinoRow):
                if index.pop(row.seq, ()) != index_of(row.seq, body):
                    self._bad("altered", "the index of the row is another")
                self._hear(body)
            else:
                self._hear_day(row, body)
        if postings:
            self._bad("inserted", "postings without an entry")
        if index:
            self._bad("inserted", f"the index names row {min(index)}, which is not there")
        sql = "SELECT n, day, round, seq, hash, made_at FROM anchor WHERE table_id = ?"
        anchors = {row[0]: tuple(row[1:]) for row in self.reading.execute(sql, (THE_CASINO,))}
        if anchors != self.anchors:
            self._bad("altered", "the anchors are not those of the chain")

    def _bad(self, kind: str, reason: str) -> NoReturn:
        raise Broken(Fault(kind, reason, self.seq, table=THE_CASINO))

    def _need(self, right: bool, reason: str) -> None:
        if not right:
            self._bad("forged", reason)

    def _accounts(self, table: int) -> CasinoAccounts:
        if table not in self.accounts:
            self.accounts[table] = accounts_at(self.reading, table)
        return self.accounts[table]

    def _hear_day(self, row: Row, body: HouseDay) -> None:
        self._need(body.anchor == row.prev and body.before == self.day, "the day before")
        if self.day:
            self.anchors[row.seq] = (self.day, 0, row.seq - 1, row.prev, body.at)
        self.day = body.day

    def _hear(self, body: CasinoRow) -> None:
        if isinstance(body, ShiftBegan):
            day, number = self.shift
            self._need(body.shift == (number + 1 if day == body.day else 1), "the shift before")
            self.shift = (body.day, body.shift)
        elif self.shift[1]:
            self._need((body.day, body.shift) == self.shift, "it is of another shift")
        match body:
            case TrayFilled(slip=number) | TrayCredited(slip=number) | VigorishGiven(form=number):
                kind = type(body).__name__
                self._need(number == self.numbers.get(kind, 0) + 1, "a number is missing")
                self.numbers[kind] = number
            case BoughtIn(table=table, cents=cents):
                self.boxes[table] = self.boxes.get(table, 0) + cents
            case BoxCounted(table=table, expected=expected):
                self._need(expected == self.boxes.pop(table, 0), "another sum went into the box")
            case _:
                pass
        if isinstance(body, VigorishGiven):
            place = (body.table, body.round, body.seat)
            self._need(place not in self.forms, "there was a form for it already")
            self.forms.add(place)
