"""15.4(c): what stands on a keno ticket, thirteen things and the code by which it is redeemed."""

from __future__ import annotations

from datetime import datetime
from string import ascii_uppercase

from pitboss.games.keno.rate_card import REGULAR
from pitboss.games.keno.rules import KenoRules
from pitboss.games.keno.tickets import Ticket
from pitboss.money import format_dollars
from pitboss.store.keno.state import KenoSystem, KenoTicket, ticket_of

WIDTH = 44


def ticket_fields(
    system: KenoSystem, ticket: KenoTicket, writer: str, code: str
) -> list[tuple[str, str, str]]:
    """The fields of a ticket: the paragraph, what it is, and what it says."""
    written = ticket_of(system.day, system.card, ticket.request)
    card = system.rules.card
    at = datetime.fromtimestamp(ticket.sold_at / 1000)
    request, games = written.request, written.games
    ways, rates = _conditioned(written)
    named = any(condition.letters for condition in request.conditions)
    groups = " / ".join(
        f"{letter * named} {group.text}".strip()
        for letter, group in zip(ascii_uppercase, request.groups, strict=False)
    )
    schedule = "" if request.schedule == REGULAR else f", schedule {request.schedule}"
    return [
        ("15.4(c)", "ticket", ticket.number.text),
        ("15.4(c)1", "date and time", f"{at:%Y-%m-%d %H:%M:%S}"),
        ("15.4(c)2", "work station", str(ticket.number.station)),
        ("15.4(c)3", "numbers", groups),
        ("15.4(c)4", "games", str(games)),
        ("15.4(c)5", "first and last game", f"{ticket.first} to {ticket.first + games - 1}"),
        ("15.4(c)6", "conditioning", f"{written.kind} {', '.join(ways)}{schedule}"),
        ("15.4(c)7", "rate", ", ".join(rates)),
        ("15.4(c)8", "ways", str(len(written.ways))),
        ("15.4(c)9", "total price", format_dollars(written.total)),
        ("15.4(c)10", "writer", writer),
        ("15.4(c)11", "limit", limit_text(system.rules)),
        ("15.4(c)12", "to collect", "present this computer-generated ticket"),
        ("15.4(c)13", "claims", claims_text(card.validity)),
        ("15.6(a)", "code", code),
    ]


def _conditioned(ticket: Ticket) -> tuple[list[str], list[str]]:
    """15.4(c)6, 7: the ways, as 3/4 or by the letters of their groups, and the rate of each."""
    conditions = ticket.request.conditions
    if any(condition.letters for condition in conditions):
        listed = [(each.letters or f"{each.ways}/{each.spots}", each.rate) for each in conditions]
    else:
        listed = [(f"{ways}/{spots}", rate) for ways, spots, rate in ticket.conditioning()]
    return [ways for ways, _ in listed], [format_dollars(rate) for _, rate in listed]


def limit_text(rules: KenoRules) -> str:
    """15.4(c)11: the maximum of a game and how it is shared."""
    limit = rules.card.aggregate_payoff
    if limit is None:
        return "no maximum for a game"
    shared = "in equal parts" if rules.card.sharing == "equal" else "in proportion to payoffs"
    return f"{format_dollars(limit)} a game, shared {shared}"


def claims_text(minutes: int) -> str:
    """15.4(c)13, 15.6(c)."""
    days, rest = divmod(minutes, 1440)
    many, unit = (days, "day") if days and not rest else (minutes, "minute")
    length = f"{many} {unit}{'s' * (many > 1)}"
    return f"within {length} of the start of the last game"


def ticket_text(system: KenoSystem, fields: list[tuple[str, str, str]]) -> str:
    """The ticket as it is printed on a roll of paper."""
    head = [system.rules.card.licensee or system.name, f"KENO  {system.name}"]
    lines = [line.center(WIDTH).rstrip() for line in head] + ["-" * WIDTH]
    for _, name, value in fields:
        lines += _folded(f"{name}: {value}")
    return "\n".join([*lines, "-" * WIDTH]) + "\n"


def _folded(text: str) -> list[str]:
    lines, rest = [], text
    while len(rest) > WIDTH:
        cut = rest.rfind(" ", 0, WIDTH)
        cut = cut if cut > 0 else WIDTH
        lines.append(rest[:cut])
        rest = "  " + rest[cut:].strip()
    return [*lines, rest]
