"""What stands in the chain of a table: each row bound to the one before it by a hash.

A row's hash is the SHA-256 of the hash before it, its place (`table/round/seq`) and its body,
with a newline between them. A body is JSON; its `kind` says what it is."""

from __future__ import annotations

from datetime import date
from typing import Literal

import msgspec
from msgspec.structs import replace

from pitboss.chain import hex_digest
from pitboss.law.schema import Value

# What is done beside the tables (the cage, accounts, sign-ins, which tables and meters there are)
# has a chain as every table has, under this number.
THE_HOUSE = 0
# So has what is done above the tables: the casino's money, its days, its tournaments. The chains of
# keno systems have the numbers between this one and that of the house.
THE_CASINO = -1_000_000

# What the house itself does at a table. 1: what a game remembers stays with the place, and
# vigorish that is owed is nowhere in the ledger. 2: it belongs to the person, and is set aside.
FLOOR = 2

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


class AtTerminal(
    msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, kw_only=True
):
    """`terminal` is the address from which it was asked for; it is not there in what the house does
    by itself, nor in rows of before it was kept."""

    terminal: str | msgspec.UnsetType = msgspec.UNSET


class RowBody(AtTerminal, frozen=True):
    """`at` is in milliseconds since 1970; `by` is an account, 0 the house itself."""

    at: int
    by: int


class Opened(RowBody, frozen=True, tag="open"):
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
    floor: int = 1  # see FLOOR
    idle_rounds: int = 0  # a seat without a wager for so many rounds is given up; 0: never
    assigned: bool = False  # only dealers who are assigned to the table deal at it
    training: bool = False  # for a dealer in training: only guests of the house sit here
    guests_play: bool = False  # guests wager and decide by themselves


class Entered(RowBody, frozen=True, tag="entry"):
    """An entry of the tape, made by `by` (the house, at an automatic table)."""

    entry: str


class Ended(RowBody, frozen=True, tag="end"):
    """The end of a procedure: what a replay must give again. `seal` is over the lines and events of
    its receipt, words left out; `digest` binds that and the checkpoint into the chain."""

    procedure: str
    digest: str
    net: dict[str, int]
    house: int
    commission: int
    seal: str = ""


class SeatsChanged(RowBody, frozen=True, tag="seats"):
    """Who sits where, from the beginning of the procedure that is under way."""

    seats: dict[str, Occupant]


class ShoeCommitted(RowBody, frozen=True, tag="shoe"):
    """A new order of cards, bound before its first card: see `shoes.commitment`."""

    number: int
    cards: int
    commitment: str


class MeterRead(RowBody, frozen=True, tag="meter"):
    """The reading of the progressive meter on which the procedure under way is played, from its
    beginning, and how many shares of it were paid before."""

    reading: int
    payments: int


class RulesChanged(RowBody, frozen=True, tag="rules"):
    """Options and limits from here on, under the notice of that number."""

    notice: int
    options: dict[str, Value]
    limits: dict[str, tuple[int, int]]
    chip: int
    rules: str


class NoticeGiven(RowBody, frozen=True, tag="notice"):
    """A change that takes effect later, or (`withdrawn`) does not."""

    notice: int
    effective_at: int
    options: dict[str, Value]
    limits: dict[str, tuple[int, int]]
    chip: int
    withdrawn: bool = False
    required: str = ""  # what notice was needed, as JSON


class DayBegan(RowBody, frozen=True, tag="day"):
    """A gaming day: `anchor` is the hash with which the day before ended. `rules_day` is the
    day whose rules apply."""

    day: date
    anchor: str
    rules_day: date
    rules: str


class TableClosed(RowBody, frozen=True, tag="close"):
    reason: str


class PatronsLeave(RowBody, frozen=True, tag="leave"):
    """The procedure that begins settles what those owe who leave these seats; the one that it
    comes before begins after it."""

    seats: tuple[int, ...]


class ClockStruck(RowBody, frozen=True, tag="clock"):
    """Time brings a procedure: it begins, and the one that it comes before begins after it."""

    procedure: str


class PlayersAway(RowBody, frozen=True, tag="away"):
    """The seats of players who did not act in time, and sit out from the next round on."""

    seats: tuple[int, ...]


class TableBreaks(RowBody, frozen=True, tag="break"):
    """Nobody sits down here any more; when the round is over everybody gets their chips back, and
    the table is closed."""

    reason: str


class SoftwareChanged(RowBody, frozen=True, tag="software"):
    """From here on these procedures run: see `software.identity`."""

    software: str


class CloseAsked(RowBody, frozen=True, tag="asks"):
    """A patron would have the wagering closed; others who wager have not said so yet."""


class DealersAssigned(RowBody, frozen=True, tag="dealers"):
    """Who deals at the table, by account, from here on."""

    dealers: tuple[int, ...]


# -- the chain of the house -----------------------------------------------------------------------


class Deposited(RowBody, frozen=True, tag="deposit"):
    """At the cage: play money to or from an account. `second` is the account of whoever agreed."""

    account: int
    cents: int
    note: str
    second: int = 0


class AccountMade(RowBody, frozen=True, tag="account"):
    """`holder` is whose it is: a person's, the cage's, or an account of a table. `secret` is the
    SHA-256 of the stored hash of the password."""

    account: int
    name: str
    holder: str
    role: str = ""
    guest: bool = False
    disabled: bool = False
    must_change: bool = False
    secret: str = ""
    factor: str = ""
    second: int = 0


class AccountChanged(RowBody, frozen=True, tag="account-change"):
    """What is None stays. `reset`: somebody else has given the account a one-time password."""

    account: int
    role: str | None = None
    disabled: bool | None = None
    must_change: bool | None = None
    secret: str | None = None
    factor: str | None = None
    reset: bool = False
    second: int = 0


class SignedIn(RowBody, frozen=True, tag="signed-in"):
    """`session` is the SHA-256 of the session's key."""

    account: int
    address: str
    session: str


class SignInRefused(RowBody, frozen=True, tag="sign-in-refused"):
    account: int
    address: str


class TableListed(RowBody, frozen=True, tag="table"):
    """A table was opened: its number and its four accounts."""

    table: int
    game: str
    accounts: tuple[int, int, int, int]


class MeterBegun(RowBody, frozen=True, tag="meter-begun"):
    account: int
    name: str
    game: str
    payments: int


class SecondAsked(RowBody, frozen=True, tag="asked"):
    """Somebody asks for what a second person must agree to."""

    approval: int
    what: str
    body: str


class SecondAnswered(RowBody, frozen=True, tag="answered"):
    approval: int
    agreed: bool


Outcome = Literal["seated", "withdrawn", "too late"]


class WaitListed(RowBody, frozen=True, tag="waits"):
    """14.18: a request for a seat at a sort of table."""

    request: int
    account: int
    sort: str


class SeatOffered(RowBody, frozen=True, tag="seat-offered"):
    """A seat is kept for whoever made the request, until then."""

    request: int
    table: int
    until: int


class WaitEnded(RowBody, frozen=True, tag="wait-ended"):
    request: int
    why: Outcome


class KeyShown(RowBody, frozen=True, tag="key"):
    """From here on anchors are signed with the key of which this is the public half."""

    public: str


class HouseDay(RowBody, frozen=True, tag="house-day"):
    """A gaming day of the house: `anchor` is the hash with which the day before it ended."""

    day: str
    before: str
    anchor: str


class Adopted(RowBody, frozen=True, tag="adopted"):
    """A store of an older pitboss: the accounts, tables and meters that follow are as they were
    found, and nobody vouches for what they were before."""

    software: str


Body = (
    Opened
    | Entered
    | Ended
    | SeatsChanged
    | ShoeCommitted
    | MeterRead
    | RulesChanged
    | NoticeGiven
    | DayBegan
    | TableClosed
    | PatronsLeave
    | ClockStruck
    | PlayersAway
    | TableBreaks
    | SoftwareChanged
    | CloseAsked
    | DealersAssigned
    | Deposited
    | AccountMade
    | AccountChanged
    | SignedIn
    | SignInRefused
    | TableListed
    | MeterBegun
    | SecondAsked
    | SecondAnswered
    | KeyShown
    | HouseDay
    | Adopted
    | WaitListed
    | SeatOffered
    | WaitEnded
)

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


def encode(body: RowBody) -> str:
    return _encoder.encode(body).decode()


def decode(text: str) -> Body:
    return _decoder.decode(text)


def row_hash(prev: str, table: int, round_: int, seq: int, body: str) -> str:
    return hex_digest(f"{prev}\n{table}/{round_}/{seq}\n{body}".encode())


def make_row(
    table: int, round_: int, seq: int, prev: str, body: RowBody, terminal: str = ""
) -> Row:
    """A row of the chain. What a person did says from which terminal."""
    if terminal and body.by and not body.terminal:
        body = replace(body, terminal=terminal)
    text = encode(body)
    return Row(table, round_, seq, text, prev, row_hash(prev, table, round_, seq, text))
