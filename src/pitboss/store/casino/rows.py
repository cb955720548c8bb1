"""What stands in the casino's own chain: what was done above the tables, by whom, with whom, where
and from which terminal."""

from __future__ import annotations

import msgspec

from pitboss.store.rows import HouseDay, RowBody


class CasinoRow(RowBody, frozen=True, kw_only=True):
    """`shift` numbers the shift of the gaming `day`, 0 before the first was begun. `account` is the
    person it is about, `second` whoever agreed, `terminal` the address it came from."""

    day: str
    shift: int
    table: int = 0
    account: int = 0
    cents: int = 0
    second: int = 0
    terminal: str = ""
    note: str = ""


class ShiftBegan(CasinoRow, frozen=True, kw_only=True, tag="shift"):
    """The shift before ends with what is in the trays: table and cents."""

    trays: tuple[tuple[int, int], ...]


class TrayFilled(CasinoRow, frozen=True, kw_only=True, tag="fill"):
    """Chips from the cage to a table, by a slip of that number; `opening`: its first inventory."""

    slip: int
    opening: bool = False


class TrayCredited(CasinoRow, frozen=True, kw_only=True, tag="credit"):
    """Chips from a table to the cage, by a slip of that number."""

    slip: int


class BoughtIn(CasinoRow, frozen=True, kw_only=True, tag="buy-in"):
    """A patron's currency goes into the drop box, and chips to the patron."""


class BoxCounted(CasinoRow, frozen=True, kw_only=True, tag="count"):
    """The drop box is emptied: `cents` were counted, where `expected` had gone in."""

    expected: int


class TrayCounted(CasinoRow, frozen=True, kw_only=True, tag="inventory"):
    """The tray is counted: it holds `cents`, where the ledger `expected` as much."""

    expected: int


class VigorishGiven(CasinoRow, frozen=True, kw_only=True, tag="complimentary"):
    """3.3(c)3, 7.3(c)3: a Complimentary Vigorish Form, by its number: vigorish that a seat owed in
    a round and that was documented. It counts in the win, and as a cash complimentary."""

    form: int
    round: int
    seat: str
    prepared: str = ""


class TrayShort(CasinoRow, frozen=True, kw_only=True, tag="short"):
    """The tray of a table holds less than nothing: the floorperson is to see to it."""


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked of wagers at a table beyond its limits, in cents: increments by kind of wager
    ("" is for all others), and limits for a player alone, by name."""

    increments: dict[str, int] = {}
    players: dict[str, tuple[int, int]] = {}


class TermsSet(CasinoRow, frozen=True, kw_only=True, tag="terms"):
    """8.2: what is asked of wagers at a table from here on."""

    terms: Terms


class EquipmentSeen(CasinoRow, frozen=True, kw_only=True, tag="upkeep"):
    """Equipment of a table was changed or inspected. `tampered`: the inspection found that."""

    what: str
    act: str
    tampered: bool = False


class TableSubmitted(CasinoRow, frozen=True, kw_only=True, tag="submitted"):
    """A table of a submission stands on the floor: its number there, the mark of the file, and how
    often its cards are changed, where the licensee says so."""

    number: int
    file: str
    card_change_hours: int = 0


class SubmissionFiled(CasinoRow, frozen=True, kw_only=True, tag="submission"):
    """The floor is run from this submission from here on, until the next is: its text, and the
    texts of the files that it names."""

    number: int
    file: str
    licensee: str
    version: int
    since: str
    text: str
    files: dict[str, str]


# -- tournaments (8.6) ----------------------------------------------------------------------------


class TournamentOpened(CasinoRow, frozen=True, kw_only=True, tag="tournament"):
    """A tournament with its plan (as JSON), when notice of it was given, and its two accounts: of
    chips, which are never money, and of fees and prizes, which are."""

    number: int
    plan: str
    noticed: int
    chips: int
    pool: int


class EntrantEntered(CasinoRow, frozen=True, kw_only=True, tag="entrant"):
    """A patron (`account`) enters for the fee (`cents`): chips from the issuer to a badge."""

    number: int
    badge: int
    name: str
    chips: int
    issuer: int
    pool: int


TOURNAMENT_TABLE = "tournament-table"


class TournamentTable(CasinoRow, frozen=True, kw_only=True, tag=TOURNAMENT_TABLE):
    """A table is one of a tournament's round: chips lie there, and seats are given by lot."""

    number: int
    round: int


TRAINING_TABLE = "training-table"


class TrainingTable(CasinoRow, frozen=True, kw_only=True, tag=TRAINING_TABLE):
    """A table is opened for a dealer in training: what is won there is nobody's."""


class SeatsDrawn(CasinoRow, frozen=True, kw_only=True, tag="seats-drawn"):
    """A round begins: who sits where by lot (badge, table, seat)."""

    number: int
    round: int
    seats: tuple[tuple[int, int, int], ...]


class TournamentRoundEnded(CasinoRow, frozen=True, kw_only=True, tag="round-ended"):
    """A round ends with these chips on each badge. `eliminated` has the place of each who is out;
    `moves` is what comes from or goes to the issuer's account for every badge and tray."""

    number: int
    round: int
    standings: tuple[tuple[int, int], ...]
    eliminated: tuple[tuple[int, int], ...]
    moves: tuple[tuple[int, int], ...]
    issuer: int


class PrizeAwarded(CasinoRow, frozen=True, kw_only=True, tag="prize"):
    """A prize (`cents`, or none) for a place, from the pool to a patron (`account`)."""

    number: int
    badge: int
    place: int
    pool: int


CasinoBody = (
    ShiftBegan
    | TrayFilled
    | TrayCredited
    | BoughtIn
    | BoxCounted
    | TrayCounted
    | VigorishGiven
    | TrayShort
    | TermsSet
    | TableSubmitted
    | SubmissionFiled
    | EquipmentSeen
    | TournamentOpened
    | EntrantEntered
    | TournamentTable
    | TrainingTable
    | SeatsDrawn
    | TournamentRoundEnded
    | PrizeAwarded
    | HouseDay
)

_decoder: msgspec.json.Decoder[CasinoBody] = msgspec.json.Decoder(CasinoBody)


def decode(text: str) -> CasinoBody:
    return _decoder.decode(text)
