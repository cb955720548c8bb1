"""What stands in the chain of a table: each row bound to the one before it by a hash.

A row's hash is the SHA-256 of the hash before it, its place (`table/round/seq`) and its body,
with a newline between them. A body is JSON; its `kind` says what it is."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec

from pitboss.chain import hex_digest
from pitboss.law.schema import Value

# The cage has a chain as every table has, under this number.
THE_CAGE = 0

Presence = Literal["seated", "joining", "leaving"]
SEATED: Presence = "seated"
JOINING: Presence = "joining"
LEAVING: Presence = "leaving"


class Occupant(msgspec.Struct, frozen=True, array_like=True):
    """Who has a seat. One who is `joining` or `leaving` waits for the end of the procedure.
    Where the rules let a player wager at several betting areas, each further one names the
    `player`'s own seat."""

    account: int
    name: str
    presence: Presence = "seated"
    guest: bool = False
    player: int = 0


class _Body(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """`at` is in milliseconds since 1970; `by` is an account, 0 the house itself."""

    at: int
    by: int


class Opened(_Body, frozen=True, tag="open"):
    """`follow`: the rules move on with the gaming day; otherwise the day is fixed."""

    name: str
    pit: str
    game: str
    day: date
    follow: bool
    gaming_day: date
    options: dict[str, Value]
    limits: dict[str, tuple[int, int]]
    chip: int
    by_hand: bool
    wager_seconds: int
    decision_seconds: int
    rules: str
    software: str
    meter: str = ""  # the progressive meter that the table plays on


class Entered(_Body, frozen=True, tag="entry"):
    """An entry of the tape, made by `by` (the house, at an automatic table)."""

    entry: str


class Ended(_Body, frozen=True, tag="end"):
    """The end of a procedure: what a replay must give again. `digest` is over the lines and
    events of its receipt and the checkpoint, which it binds into the chain."""

    procedure: str
    digest: str
    net: dict[str, int]
    house: int
    commission: int


class SeatsChanged(_Body, frozen=True, tag="seats"):
    """Who sits where, from the beginning of the procedure that is under way."""

    seats: dict[str, Occupant]


class ShoeCommitted(_Body, frozen=True, tag="shoe"):
    """A new order of cards, bound before its first card: see `shoes.commitment`."""

    number: int
    cards: int
    commitment: str


class MeterRead(_Body, frozen=True, tag="meter"):
    """The reading of the progressive meter on which the procedure under way is played, from its
    beginning, and how many shares of it were paid before."""

    reading: int
    payments: int


class RulesChanged(_Body, frozen=True, tag="rules"):
    """Options and limits from here on, under the notice of that number."""

    notice: int
    options: dict[str, Value]
    limits: dict[str, tuple[int, int]]
    chip: int
    rules: str


class NoticeGiven(_Body, frozen=True, tag="notice"):
    """A change that takes effect later, or (`withdrawn`) does not."""

    notice: int
    effective_at: int
    options: dict[str, Value]
    limits: dict[str, tuple[int, int]]
    chip: int
    withdrawn: bool = False


class DayBegan(_Body, frozen=True, tag="day"):
    """A gaming day: `anchor` is the hash with which the day before ended. `rules_day` is the
    day whose rules apply."""

    day: date
    anchor: str
    rules_day: date
    rules: str


class TableClosed(_Body, frozen=True, tag="close"):
    reason: str


class Deposited(_Body, frozen=True, tag="deposit"):
    """At the cage: play money to or from an account."""

    account: int
    cents: int
    note: str


Body = (
    Opened | Entered | Ended | SeatsChanged | ShoeCommitted | MeterRead | RulesChanged | NoticeGiven
    | DayBegan | TableClosed | Deposited
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)


class Row(msgspec.Struct, frozen=True):
    """A row as it is stored."""

    table: int
    round: int
    seq: int
    body: str
    prev: str
    hash: str

    def read(self) -> Body:
        return _decoder.decode(self.body)


def encode(body: Body) -> str:
    return _encoder.encode(body).decode()


def decode(text: str) -> Body:
    return _decoder.decode(text)


def row_hash(prev: str, table: int, round_: int, seq: int, body: str) -> str:
    return hex_digest(f"{prev}\n{table}/{round_}/{seq}\n{body}".encode())


def make_row(table: int, round_: int, seq: int, prev: str, body: Body) -> Row:
    text = encode(body)
    return Row(table, round_, seq, text, prev, row_hash(prev, table, round_, seq, text))
