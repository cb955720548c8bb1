"""A keno record: tickets and the numbers that were selected, settled.

    game = "keno"
    day = 1996-06-01
    rate_card = "boardwalk"          # or the card itself, as a table
    tickets = { p1 = "straight 1 2 3 at 1.00", p2 = ["king 7* / 1 2 : 1/3 at 1.00"] }
    draws = ["1 2 3 ..."]            # twenty numbers a game; "malfunction" where it failed

A multi-race ticket is for the first games of the record. `cancelled = true`: no further game is
drawn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from math import gcd
from typing import Any

import msgspec

from pitboss.errors import BadInput, NotPermitted
from pitboss.games.keno.payment import WayResult, payable, payoff, share_aggregate, way_results
from pitboss.games.keno.rate_card import RateCard, read_rate_card_fields
from pitboss.games.keno.requests import read_request
from pitboss.games.keno.rules import DEFAULT_CARD, RATE_CARD, KenoRules, card_of, rules_of_card
from pitboss.games.keno.tickets import PARAGRAPH, Ticket, bits, write_ticket
from pitboss.law.regulation import Regulation, data_folder, load
from pitboss.money import Odds, format_dollars
from pitboss.table.entries import parse_seat, seat_text

MALFUNCTION = "malfunction"
TICKETS_MAX = 10_000
FIELDS = {"game", "day", RATE_CARD, "tickets", "draw", "draws", "cancelled"}


class Held(msgspec.Struct):
    """A ticket and what became of it: by game what it would be paid, and what it is paid once the
    aggregate maximum has been shared out; `returned` for games that were not drawn."""

    seat: int
    ticket: Ticket
    payoffs: list[int] = []
    paid: list[int] = []
    returned: int = 0
    lines: list[dict[str, Any]] = []


class KenoSettlement(msgspec.Struct):
    """`waiting_for` is the number, within the record, of the game that is still to be drawn."""

    rules: KenoRules
    held: list[Held]
    draws: list[int | None]
    waiting_for: int = 0

    def net(self) -> dict[int, int]:
        net: dict[int, int] = {}
        for one in self.held:
            gained = sum(one.paid) + one.returned - one.ticket.total
            net[one.seat] = net.get(one.seat, 0) + gained
        return net

    def as_json(self) -> dict[str, Any]:
        law = self.rules.law
        answer: dict[str, Any] = {
            "status": "waiting" if self.waiting_for else "settled",
            "game": law.game,
            "day": law.day.isoformat(),
            "lines": [line for one in self.held for line in one.lines],
            "events": self._events(),
            "tickets": [_ticket_json(one) for one in self.held],
            "unverified": [],
            "rules": law.hash,
        }
        if self.waiting_for:
            answer["prompt"] = {
                "seat": "d",
                "kind": "draw",
                "legal": [f"twenty numbers of game {self.waiting_for}"],
                "cite": law.cite("15.4(d)" if self.waiting_for > 1 else "15.5(d)2"),
            }
        else:
            answer["net"] = {seat_text(seat): cents for seat, cents in self.net().items()}
        return answer

    def _events(self) -> list[dict[str, Any]]:
        law, events = self.rules.law, []
        for number, drawn in enumerate(self.draws, 1):
            what, cite = (
                ("the selection failed: all wagers of the game are returned", "15.7")
                if drawn is None
                else (" ".join(map(str, numbers_of(drawn))), "15.5(d)2")
            )
            events.append({"act": "draw", "what": f"game {number}: {what}", "cite": law.cite(cite)})
        return events

    def lines(self) -> list[str]:
        law = self.rules.law
        told = "waiting" if self.waiting_for else "settled"
        shown = [f"Keno, {told}  {law.day}  {law.citations.whole(law.subchapter)}"]
        shown += [f"Rate card {self.rules.card.name}", ""]
        for event in self._events():
            shown.append(f"  {event['what']}  {event['cite']}")
        for one in self.held:
            request = one.ticket.request
            shown += ["", f"  {seat_text(one.seat)}  {request.text}"]
            ways = ", ".join(
                f"{ways}/{spots} at {format_dollars(rate)}"
                for ways, spots, rate in one.ticket.conditioning()
            )
            shown.append(f"      {ways}; price {format_dollars(one.ticket.total)}")
            shown += [_line_text(line) for line in one.lines]
        shown.append("")
        if self.waiting_for:
            shown.append(f"  waits for the numbers of game {self.waiting_for}")
        else:
            net = ", ".join(
                f"{seat_text(seat)} {'+' if cents >= 0 else ''}{format_dollars(cents)}"
                for seat, cents in self.net().items()
            )
            shown.append(f"  net   {net}")
        return [*shown, law.checked()]


def _line_text(line: Mapping[str, Any]) -> str:
    paid = (
        f", {line['odds']}, pays {format_dollars(line['pays'])}" if line["result"] == "win" else ""
    )
    stake = format_dollars(line["stake"])
    return f"      {line['wager']}: {line['result']} {stake}{paid}  {line['cite']}"


def numbers_of(drawn: int) -> list[int]:
    """A set of bits as its numbers, in order."""
    return [number for number in range(1, drawn.bit_length()) if drawn >> number & 1]


def read_draw(text: str, rules: KenoRules) -> int:
    """Twenty different numbers, as bits."""
    words = text.split()
    cite = rules.law.cite("15.5(d)2")
    for word in words:
        if not (
            word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= rules.numbers
        ):
            raise NotPermitted(
                f"draw: {word[:20]!r} is not a number from 1 to {rules.numbers}", cite=cite
            )
    drawn = bits([int(word) for word in words])
    if drawn.bit_count() != len(words) or len(words) != rules.selected:
        raise NotPermitted(
            f"draw: {drawn.bit_count()} different numbers of {len(words)}: expected "
            f"{rules.selected}",
            cite=cite,
        )
    return drawn


def settle_record(data: Mapping[str, Any], today: date) -> KenoSettlement:
    """Settle a record that has been parsed."""
    unknown = sorted(name for name in data if name not in FIELDS and name[:1] != "_")
    if unknown:
        raise BadInput(f"a keno record has no {unknown[0][:40]!r}: it has {', '.join(FIELDS)}")
    day = data.get("day", today)
    if isinstance(day, str):
        day = _day(day)
    if type(day) is not date:
        raise BadInput(f"day: expected a date such as 1996-06-01, not {day!r}")
    rules = rules_of_card(_regulation(), day, _card(data.get(RATE_CARD, DEFAULT_CARD)))
    held = _tickets(data.get("tickets"), rules)
    draws = _draws(data, rules)
    cancelled = data.get("cancelled", False)
    if not isinstance(cancelled, bool):
        raise BadInput(f"cancelled: expected true or false, not {cancelled!r:.40}")
    return _settle(rules, held, draws, cancelled=cancelled)


def _regulation() -> Regulation:
    return load(data_folder() / "15_keno.toml")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text[:40]!r} is not a day such as 1996-06-01") from None


def _card(named: Any) -> RateCard:
    return read_rate_card_fields(named) if isinstance(named, dict) else card_of(named)


def _tickets(tickets: Any, rules: KenoRules) -> list[Held]:
    if not isinstance(tickets, dict) or not tickets:
        raise BadInput("tickets: expected a table such as { p1 = 'straight 1 2 3 at 1.00' }")
    held: list[Held] = []
    for name, requests in tickets.items():
        seat = parse_seat(name)
        for text in requests if isinstance(requests, list) else [requests]:
            if not isinstance(text, str):
                raise BadInput(f"tickets.{name}: expected a request such as straight 1 2 3 at 1.00")
            try:
                held.append(Held(seat, write_ticket(read_request(text), rules)))
            except BadInput as error:
                raise BadInput(f"tickets.{name}: {error}") from None
            except NotPermitted as error:
                raise NotPermitted(f"tickets.{name}: {error.args[0]}", cite=error.cite) from None
    if len(held) > TICKETS_MAX:
        raise BadInput(f"{len(held)} tickets: a record has at most {TICKETS_MAX}")
    return held


def _draws(data: Mapping[str, Any], rules: KenoRules) -> list[int | None]:
    texts = data.get("draws", [data["draw"]] if "draw" in data else [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadInput("draws: expected a list with twenty numbers, as text, for every game")
    return [None if text == MALFUNCTION else read_draw(text, rules) for text in texts]


def _settle(
    rules: KenoRules, held: list[Held], draws: list[int | None], *, cancelled: bool
) -> KenoSettlement:
    most = max(one.ticket.games for one in held)
    settlement = KenoSettlement(rules, held, draws)
    if len(draws) > most:
        raise BadInput(f"draws: {len(draws)} games, and tickets for {most} only")
    for number, drawn in enumerate(draws):
        _settle_game(rules, [one for one in held if one.ticket.games > number], number + 1, drawn)
    if len(draws) < most:
        if not cancelled:
            settlement.waiting_for = len(draws) + 1
            return settlement
        for one in held:
            _return_races(rules, one, one.ticket.games - len(draws))
    return settlement


def _settle_game(rules: KenoRules, held: list[Held], number: int, drawn: int | None) -> None:
    if drawn is None:
        for one in held:
            one.returned += one.ticket.price
            one.lines = [
                *one.lines,
                _line(rules, one, number, "", one.ticket.price, "returned", "15.7"),
            ]
        return
    owed = [payoff(payable(one.ticket, rules.card), drawn) for one in held]
    shared = share_aggregate(owed, rules.card)
    for one, due, paid in zip(held, owed, shared, strict=True):
        one.payoffs, one.paid = [*one.payoffs, due], [*one.paid, paid]
        one.lines = [*one.lines, *_lines(rules, one, number, drawn)]
        if paid < due:
            line = _line(
                rules, one, number, " share of the aggregate maximum", 0, "win", "15.4(c)11"
            )
            one.lines.append(line | {"pays": paid - due})


def _return_races(rules: KenoRules, one: Held, races: int) -> None:
    """15.4(d): races that are not drawn, refunded where the licensee permits it. The regulation
    lets it keep them; a cancelled multi-race ticket is otherwise paid for what was drawn."""
    if races <= 0:
        return
    if not rules.card.refund_races:
        raise NotPermitted(
            "cancelled: the rate card permits no refund of races that were not drawn",
            cite=rules.law.cite("15.4(d)"),
        )
    one.returned += races * one.ticket.price
    line = _line(rules, one, 0, "", races * one.ticket.price, "returned", "15.4(d)")
    one.lines = [*one.lines, line | {"wager": f"{races} races not drawn"}]


def _lines(rules: KenoRules, one: Held, number: int, drawn: int) -> list[dict[str, Any]]:
    """The ways of a ticket, those that came out alike in one line."""
    alike: dict[tuple[int, int, int], list[WayResult]] = {}
    for result in way_results(one.ticket, rules.card, drawn):
        alike.setdefault((result.way.spots, result.way.rate, result.caught), []).append(result)
    lines = []
    for (spots, rate, caught), results in sorted(alike.items()):
        ways, due = len(results), results[0].payoff
        came_out = "win" if due > rate else "push" if due == rate else "lose"
        cite = "15.6(a)" if due else PARAGRAPH[one.ticket.kind]
        what = f" {ways}/{spots} caught {caught}"
        line = _line(rules, one, number, what, ways * rate, came_out, cite)
        if due > rate:
            common = gcd(due, rate)
            won = Odds((due - rate) // common, rate // common)
            line |= {"odds": won.text, "pays": ways * (due - rate)}
        lines.append(line | {"payoff": ways * due})
    return lines


def _line(
    rules: KenoRules, one: Held, number: int, what: str, stake: int, result: str, cite: str
) -> dict[str, Any]:
    name = f"{one.ticket.kind}{what}" + (f" game {number}" if one.ticket.games > 1 else "")
    return {
        "seat": seat_text(one.seat),
        "wager": name,
        "stake": stake,
        "result": result,
        "odds": "",
        "pays": 0,
        "commission": 0,
        "cite": rules.law.cite(cite),
    }


def _ticket_json(one: Held) -> dict[str, Any]:
    return {
        "seat": seat_text(one.seat),
        "request": one.ticket.request.text,
        "ways": len(one.ticket.ways),
        "price": one.ticket.price,
        "total": one.ticket.total,
        "payoffs": one.payoffs,
        "paid": one.paid,
        "returned": one.returned,
    }
