"""The receipt of a finished procedure: settlement lines, events, the table after it."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import msgspec

from pitboss.chain import digest, hex_digest
from pitboss.equipment.cards import CARD_TEXT
from pitboss.law.regulation import Law
from pitboss.law.schema import KNOWN_AS, Basis
from pitboss.money import format_dollars
from pitboss.table.entries import seat_text
from pitboss.table.game import Table, table_fields
from pitboss.table.layout import Event, Line, Wager


class Receipt(msgspec.Struct):
    """`cash` is what each seat gained or lost in hand; stakes left on the layout are in
    `after.standing`, so `net` counts them as still the player's."""

    game: str
    law: Law
    procedure: str
    lines: list[Line]
    events: list[Event]
    cash: dict[int, int]
    house: int
    commission: int
    standing_before: tuple[Wager, ...]
    owed: dict[int, int]
    after: Table

    def net(self) -> dict[int, int]:
        net = dict(self.cash)
        for wager in self.after.standing:
            net[wager.seat] += wager.cents
        for wager in self.standing_before:
            net[wager.seat] -= wager.cents
        return net

    def as_json(self) -> dict[str, Any]:
        law = self.law
        answer: dict[str, Any] = {
            "status": "settled",
            "game": self.game,
            "day": law.day.isoformat(),
            "procedure": self.procedure,
            "lines": [line_json(line, law) for line in self.lines],
            "net": {seat_text(seat): cents for seat, cents in self.net().items()},
            "events": [event_json(event, law) for event in self.events],
            "standing": [standing_json(wager) for wager in self.after.standing],
            "unverified": list(law.unverified),
            "rules": law.hash,
        }
        if any(self.owed.values()):
            answer["owed"] = {seat_text(seat): cents for seat, cents in self.owed.items() if cents}
        return answer

    def digest(self) -> str:
        """What a replay must reproduce, as a hash."""
        body = self.as_json()
        # Journals hold digests from before lines named their table and row. What these say
        # follows from the rules and the tape, so nothing is lost by leaving them out.
        for line in body["lines"]:
            del line["table"], line["row"], line["basis"]
        for event in body["events"]:
            event.pop("basis", None)
        body["after"] = table_fields(self.after)
        return hex_digest(msgspec.json.encode(body, order="deterministic"))


# Acts that are about somebody's wager: the house's own is told as the dealer's.
MOVES_MONEY = frozenset({"wager", "pay", "collect", "return"})

_pack = msgspec.msgpack.Encoder().encode
# What is sealed of a line and of an event. Stores hold seals from before these named the table and
# the row by which a wager was paid; which it was follows from the rules and the tape.
_sealed_line = attrgetter(*Line.__struct_fields__[: Line.__struct_fields__.index("table")])
_sealed_event = attrgetter(*Event.__struct_fields__[: Event.__struct_fields__.index("table")])


def seal(receipt: Receipt, previous: bytes) -> bytes:
    """Returns the receipt's place in a chain: a hash over its lines and events, and the seal
    before it. Made for every audited round, so it hashes the records themselves; `digest` is the
    form for people and files."""
    lines, events = map(_sealed_line, receipt.lines), map(_sealed_event, receipt.events)
    return digest(previous, _pack((list(lines), list(events))))


def line_basis(line: Line, law: Law) -> Basis:
    """How well the line is known: by the paragraph that it cites, on that day, and by the pay table
    that paid it."""
    bases = [law.known(line.cite).basis]
    table = law.paytables.get(line.table)
    if table is not None:
        bases.append(law.known(table.cite, table.basis).basis)
    return max(bases, key=list(KNOWN_AS).index)


def line_json(line: Line, law: Law) -> dict[str, Any]:
    return {
        "seat": seat_text(line.seat),
        "wager": line.wager,
        "stake": line.stake,
        "result": line.result,
        "odds": line.odds,
        "pays": line.pays,
        "commission": line.commission,
        "cite": law.cite(line.cite),
        "table": line.table,
        "row": line.row,
        "basis": line_basis(line, law),
    }


def standing_json(wager: Wager) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "seat": seat_text(wager.seat),
        "wager": wager.name,
        "stake": wager.cents,
        "on": wager.on,
    }
    if wager.point:
        answer["point"] = wager.point
    if wager.coupon:
        answer["coupon"] = wager.coupon
    return answer


def event_json(event: Event, law: Law) -> dict[str, Any]:
    answer: dict[str, Any] = {"act": event.act, "cite": law.cite(event.cite)}
    if event.seat or event.act in MOVES_MONEY:
        answer["seat"] = seat_text(event.seat)
    if event.what:
        answer["what"] = event.what
    if event.cents:
        answer["cents"] = event.cents
    if event.card >= 0:
        answer["card"] = CARD_TEXT[event.card]
    if event.cite and (basis := law.known(event.cite).basis) != "read":
        answer["basis"] = basis
    return answer


def event_text(event: Event) -> str:
    """The event as one readable line, without its citation."""
    who = f"{seat_text(event.seat)} " if event.seat or event.act in MOVES_MONEY else ""
    card = f" {CARD_TEXT[event.card]}" if event.card >= 0 else ""
    money = f" {format_dollars(event.cents)}" if event.cents else ""
    if event.act == "announce":
        return f'announce "{event.what}"'
    if event.act in ("act", "note"):
        return f"{who}{event.what}"
    return f"{event.act} {who}{event.what}{card}{money}"
