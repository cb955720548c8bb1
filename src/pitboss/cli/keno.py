"""Keno: rate cards and tickets.

pitboss keno check CARD.toml          whether a rate card is lawful; every finding with its section
pitboss keno cards                    the rate cards that come with pitboss
pitboss keno card NAME                one of them, as a file to start from
pitboss keno price "way 1 2 / 3 4 / 5 6 : 3/4 at 1.00"    the ways of a ticket, and its price
pitboss keno look CODE                what has become of a ticket, at a running server
pitboss keno redeem CODE              pay it at a work station, as the writer that --name says

The password of --name is read from the environment, PITBOSS_PASSWORD.

A request names the type of ticket, its groups between strokes, and behind a colon the conditioning:
so many ways of so many spots (3/4) at a rate. A king has a star: 7*."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from pitboss.cli import DONE, NO
from pitboss.cli.asked import add_day, add_json, print_json, rate_card_text, read_day
from pitboss.errors import BadInput

ACTIONS = ("check", "cards", "card", "price", "look", "redeem")
ANSWER_BYTES_MAX = 1 << 20


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", metavar="ACTION", choices=ACTIONS, help=", ".join(ACTIONS))
    parser.add_argument("what", nargs="?", metavar="CARD|REQUEST", help="what it is asked of")
    parser.add_argument(
        "--rate-card",
        metavar="FILE",
        default="boardwalk",
        help="for price: a TOML file, or a name such as marina (default: boardwalk)",
    )
    server = parser.add_argument_group("look and redeem")
    server.add_argument("--url", default="http://127.0.0.1:8047", help="where the server is")
    server.add_argument("--name", default="keno-writer", help="the account of a keno writer")
    server.add_argument("--system", default="1", help="which keno system (default: 1)")
    server.add_argument("--station", default="1", help="the work station (default: 1)")
    server.add_argument("--patron", default="", help="pay to this account, not in currency")
    add_day(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    if asked.action == "cards":
        return _cards(asked)
    if asked.what is None:
        wanted = "a request" if asked.action == "price" else "a rate card"
        raise BadInput(f"keno {asked.action}: expected {wanted}")
    if asked.action in ("look", "redeem"):
        return _at_the_server(asked)
    return {"check": _check, "card": _card, "price": _price}[asked.action](asked)


def _at_the_server(asked: argparse.Namespace) -> int:
    """Ask a running server, as a work station does."""
    from secrets import token_hex

    from pitboss.cli.asked import read_whole
    from pitboss.money import format_dollars

    system = read_whole(asked.system, "--system", 1, 10**6)
    station = read_whole(asked.station, "--station", 1, 99)
    password = os.environ.get("PITBOSS_PASSWORD", "")
    if not password:
        raise BadInput("PITBOSS_PASSWORD: expected the password of --name in the environment")
    session = _ask(asked.url, "/api/session", {"name": asked.name, "password": password})
    body: dict[str, Any] = {"code": asked.what, "station": station}
    path = f"/api/keno/{system}/" + ("tickets/look" if asked.action == "look" else "claims")
    if asked.action == "redeem":
        body["patron"] = asked.patron
    said = _ask(asked.url, path, body, session["token"], token_hex(12))
    if asked.json:
        print_json(f"keno-{asked.action}", said)
    elif asked.action == "redeem":
        print(f"ticket {said['ticket']}: paid {format_dollars(said['paid'])}")
    else:
        print(f"ticket {said['ticket']}: {said['status']}, owed {format_dollars(said['owed'])}")
        print(f"  {said['request']}, games {said['first']} to {said['last']}")
    return DONE


def _ask(
    base: str, path: str, body: dict[str, Any], token: str = "", key: str = ""
) -> dict[str, Any]:
    """Post to the server. What it refuses is told in its own words, with the section."""
    import json
    from urllib.error import HTTPError, URLError
    from urllib.request import Request, urlopen

    if not base.startswith(("http://", "https://")):
        raise BadInput(f"--url {base[:80]}: expected an address such as http://127.0.0.1:8047")
    headers = {"content-type": "application/json"}
    headers |= {"authorization": f"Bearer {token}"} if token else {}
    headers |= {"idempotency-key": key} if key else {}
    request = Request(base.rstrip("/") + path, json.dumps(body).encode(), headers, method="POST")
    try:
        with urlopen(request, timeout=30) as answer:
            said: dict[str, Any] = json.loads(answer.read(ANSWER_BYTES_MAX))
            return said
    except HTTPError as error:
        try:
            told = json.loads(error.read(ANSWER_BYTES_MAX))
        except ValueError:
            told = {"message": f"the server answered {error.code}"}
        raise BadInput(str(told.get("message")), cite=str(told.get("section") or "")) from None
    except (URLError, OSError, ValueError) as error:
        raise BadInput(f"--url {base[:80]}: {error}") from None


def _check(asked: argparse.Namespace) -> int:
    from pitboss.games.keno import system
    from pitboss.games.keno.findings import findings
    from pitboss.games.keno.rules import card_of

    day = read_day(asked.day)
    card = card_of(rate_card_text(asked.what))
    found = findings(card, system.regulation, day)
    law = system.regulation.resolve(day)
    answer: dict[str, Any] = {
        "game": "keno",
        "rate_card": card.name,
        "day": day.isoformat(),
        "status": "unlawful" if found else "lawful",
        "findings": [finding.as_json() for finding in found],
        "checked": law.checked(),
    }
    if asked.json:
        print_json("keno-check", answer)
    else:
        for finding in found:
            basis = "" if finding.basis == "read" else f" ({finding.basis})"
            print(f"{finding.where}: {finding.what}  {finding.cite}{basis}")
        many = f"{len(found)} finding{'s' * (len(found) != 1)}" if found else "lawful"
        print(f"{card.name} on {day}: {many}. {law.checked()}")
    return NO if found else DONE


def _cards(asked: argparse.Namespace) -> int:
    from pitboss.games.keno.rate_card import shipped_card, shipped_cards

    cards = [shipped_card(name) for name in shipped_cards()]
    if asked.json:
        listed = [
            {"rate_card": card.source, "name": card.name, "spots_most": card.spots_most}
            for card in cards
        ]
        print_json("keno-cards", {"rate_cards": listed})
    else:
        for card in cards:
            print(f"{card.source}: {card.name}, up to {card.spots_most} spots")
    return DONE


def _card(asked: argparse.Namespace) -> int:
    from pitboss.games.keno.rate_card import card_text

    sys.stdout.write(card_text(asked.what))
    return DONE


def _price(asked: argparse.Namespace) -> int:
    from pitboss.games.keno import system
    from pitboss.games.keno.requests import read_request
    from pitboss.games.keno.tickets import PARAGRAPH, write_ticket
    from pitboss.money import format_dollars

    rules = system.rules(read_day(asked.day), {"rate_card": rate_card_text(asked.rate_card)})
    request = read_request(asked.what)
    if request.quick_spots:
        raise BadInput("a quick-pick has its numbers when it is sold: price a straight ticket")
    ticket = write_ticket(request, rules)
    ways = [
        {"ways": many, "spots": spots, "rate": rate} for many, spots, rate in ticket.conditioning()
    ]
    cite = rules.law.cite(PARAGRAPH[ticket.kind])
    if asked.json:
        print_json(
            "keno-price",
            {
                "request": request.text,
                "kind": ticket.kind,
                "ways": ways,
                "games": ticket.games,
                "price": ticket.price,
                "total": ticket.total,
                "cite": cite,
            },
        )
        return DONE
    print(f"{request.text}  {cite}")
    for way in ways:
        print(f"  {way['ways']}/{way['spots']} at {format_dollars(way['rate'])}")
    games = f" for {ticket.games} games" if ticket.games > 1 else ""
    print(f"  {len(ticket.ways)} ways, {format_dollars(ticket.total)}{games}")
    return DONE
