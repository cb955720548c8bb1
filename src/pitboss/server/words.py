"""What the pages say: events in words, amounts, times, and where a section stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from pitboss.draw.pieces import card_name
from pitboss.errors import BadInput
from pitboss.law.regulation import Law
from pitboss.law.wording import nice, plain
from pitboss.money import CENTS_MAX, format_dollars
from pitboss.table.description import section_title

__all__ = [
    "choice", "dollars", "gained", "many", "nice", "odds_rows", "plain", "read_amount", "runs",
    "section_title", "spoken", "table_number", "tell", "when",
]  # fmt: skip


def dollars(cents: int) -> str:
    return f"−${format_dollars(-cents)}" if cents < 0 else f"${format_dollars(cents)}"


def gained(cents: int) -> str:
    """A result, with its sign."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def when(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).strftime("%Y-%m-%d %H:%M:%S")


def many(count: int, thing: str) -> str:
    """So many things: 1 fact, 2 facts."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def table_number(name: str, title: str) -> str:
    """What tells a table from others of its game, where its name is the game's and more."""
    numbered = re.fullmatch(r"(.+) (\d+)", name)
    if numbered is not None and name != title and title.startswith(numbered[1]):
        return numbered[2]
    return name.removeprefix(title).strip() if name.startswith(title) else name


SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_CARD = re.compile(r"\b([2-9TJQKA])([shdc])\b")


def choice(text: str) -> str:
    """A choice as a button says it: `set Kh 8d` with the cards as they look."""
    said = nice(_CARD.sub(lambda found: _rank(found[1]) + SUITS[found[2]], text))
    return said[:1].upper() + said[1:]


def spoken(text: str) -> str:
    """The same for who hears it: the cards by their names."""
    said = nice(_CARD.sub(lambda found: f"{card_name(found[0])},", text)).rstrip(",")
    return said[:1].upper() + said[1:]


def _rank(rank: str) -> str:
    return "10" if rank == "T" else rank


def read_amount(text: str) -> int:
    """Dollars as a person types them: 5, 5.5, $1,000."""
    try:
        if not text.isascii():
            raise InvalidOperation  # Decimal would read the digits of every script
        value = Decimal(text.strip().removeprefix("$").replace(",", "")) * 100
    except InvalidOperation:
        raise BadInput(f"{text[:20]!r} is not an amount such as 10.00") from None
    if not value.is_finite() or value != value.to_integral_value() or not 0 < value <= CENTS_MAX:
        raise BadInput(f"{text[:20]!r} is not an amount such as 10.00")
    return int(value)


def runs(events: Iterable[Mapping[str, Any]]) -> list[tuple[Mapping[str, Any], int]]:
    """The events, those that came face down to one place one after the other told once, with how
    many they were."""
    found: list[tuple[Mapping[str, Any], int]] = []
    for event in events:
        if found and event["act"] == "draw" and "card" not in event and event == found[-1][0]:
            found[-1] = (event, found[-1][1] + 1)
        else:
            found.append((event, 1))
    return found


def tell(event: Mapping[str, Any]) -> str:
    """An event as a sentence for the story of a round."""
    act, what, seat = event["act"], str(event.get("what", "")), str(event.get("seat", ""))
    amount = dollars(event["cents"]) if "cents" in event else ""
    card = card_name(event.get("card"))
    thing = nice(what)
    match act:
        case "announce":
            return f"“{what}”"
        case "act" | "note":
            return f"{seat}: {what}" if seat else what
        case "draw":
            return f"{card} to the {what}" if "card" in event else f"face down to the {what}"
        case "reveal":
            return f"{what}: {card} is turned up"
        case "discard":
            return f"{card} is discarded to the {what}"
        case "deliver":
            return f"{what}, face down"
        case "move":
            return f"{card} is moved, {what}"
        case "roll":
            return f"the dice show {what}"
        case "spin":
            return f"the wheel stops at {card_name(what) if _is_card(what) else what}"
        case "wager":
            return f"{seat} wagers {amount} on {thing}"
        case "remove":
            return f"{seat} takes {amount} of {thing} back"
        case "call":
            return f"{seat} calls {thing}"
        case "pay":
            return f"{seat} is paid {amount} on {thing}"
        case "collect":
            return f"{thing} of {seat}, {amount}, is collected"
        case "return":
            return f"{thing} of {seat}, {amount}, goes back"
        case "charge":
            return f"{seat} is charged {amount} {thing}" if seat else f"taken: {amount} {thing}"
        case "choice":
            said = _CARD.sub(lambda found: _rank(found[1]) + SUITS[found[2]], what)
            return f"{seat or 'the dealer'}: {said}"
        case "number":
            return f"{seat or 'the dealer'}: {nice(what)}"
        case "irregularity":
            return f"irregularity: {nice(what)}"
    return " ".join(part for part in (act, seat, thing, amount) if part)


def _is_card(what: str) -> bool:
    return len(what) == 2 and what[1] in "shdc"


def odds_rows(law: Law, line: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The rows of the pay table by which a line was paid, or by which its wager would have been,
    each with its odds."""
    name, row = line["table"], ""
    if not name:
        kind = law.wagers.get(line["wager"].partition(" ")[0])
        name, _, row = kind.pays.partition(":") if kind is not None else ("", "", "")
    if name not in law.paytables:
        return []
    return [(nice(key), odds.text) for key, odds in law.paytables[name] if not row or key == row]
