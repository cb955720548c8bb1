"""A session at one table: procedure after procedure, each a tape that grows entry by entry.
Whoever answers the prompts, an entry that the procedure refuses changes nothing."""

from __future__ import annotations

import random

from pitboss.errors import BadInput
from pitboss.log.journal import JournalWriter
from pitboss.table.entries import Entry
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Event
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play


class Leave(Exception):
    """The user leaves the table."""


class Session:
    """`entries` are those of the procedure under way and `outcome` is where they lead;
    `total` is what each seat has won or lost since it sat down."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        table: Table,
        *,
        by_hand: bool,
        rng: random.Random,
        journal: JournalWriter | None = None,
        entries: list[Entry] | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.law = rules.law
        self.table = table
        self.by_hand = by_hand
        self.rng = rng
        self.journal = journal
        self.entries: list[Entry] = []
        self.total = dict.fromkeys(table.seats, 0)
        self.rounds = 0
        self.outcome: Waiting | Receipt = self._play(entries or [])
        self.entries = list(entries or [])

    def _play(self, entries: list[Entry]) -> Waiting | Receipt:
        return play(self.game, self.rules, self.table, entries, by_hand=self.by_hand)

    @property
    def waiting(self) -> Waiting:
        assert isinstance(self.outcome, Waiting)
        return self.outcome

    @property
    def events(self) -> list[Event]:
        return list(self.outcome.events)

    def put(self, entry: Entry) -> None:
        """The next entry. Raises Illegal, or whatever the procedure says against it; then
        nothing has changed."""
        outcome = self._play([*self.entries, entry])
        if self.journal is not None:
            self.journal.entry(entry)
        self.entries.append(entry)
        self.outcome = outcome

    def conclude(self) -> Receipt:
        """After the last entry of a procedure: its receipt, and the table made ready for the
        next one."""
        receipt = self.outcome
        if not isinstance(receipt, Receipt):
            raise BadInput("the procedure is not over")
        if self.journal is not None:
            self.journal.end(receipt)
        for seat, cents in receipt.net().items():
            self.total[seat] += cents
        self.rounds += receipt.procedure == "round"
        self.table = receipt.after
        self.entries = []
        self.outcome = self._play([])
        return receipt

    def close(self) -> str:
        """Close the journal, if there is one, and give its last hash."""
        return self.journal.close() if self.journal is not None else ""
