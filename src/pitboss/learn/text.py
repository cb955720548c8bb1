"""A table in words: what a seat sees, what it is asked, the legal answers; and the same over HTTP.

    python -m pitboss.learn.text --port 8765

`TextTable` is for one process. The server keeps many of them and speaks JSON on the loopback
interface only: POST /reset, POST /step, GET /state?id=..., GET /games."""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
import threading
from collections import OrderedDict
from collections.abc import Mapping
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from pitboss.errors import BadInput, PitbossError
from pitboss.learn.actions import GO_ON
from pitboss.learn.environment import DAY, read_day
from pitboss.learn.sitting import POKER, Sitting, start_of
from pitboss.registry import keys, ways_to_figures
from pitboss.table.entries import parse_entry, seat_text
from pitboss.table.prompts import answer_text
from pitboss.table.receipt import event_text, line_json
from pitboss.table.sources import RandomEquipment
from pitboss.table.view import prompt_for

LOOPBACK = "127.0.0.1"
# A body is a few words; a process keeps so many tables, and forgets the one longest unused.
BODY_MAX = 1 << 16
TABLES_MAX = 1000
ANSWER_MAX = 200


class TextTable:
    """One table. `reset()` and `step(answer)` give what the seat that is asked is told:

    - `seat`, `asked`, `cite`: whom, what, and under which section;
    - `seen`: what happened since that seat was told last, in words;
    - `legal`: every legal answer in words; amounts as their range;
    - `refused`: why the answer was not taken, with the section; nothing has changed then;
    - `done`, and at the end `rewards` by seat, as exact text, and the `lines` of the settlement."""

    def __init__(
        self,
        game: str,
        seats: int = 0,
        day: date | str = DAY,
        options: Mapping[str, Any] | None = None,
        wager: str = "",
    ) -> None:
        self.start = start_of(game, read_day(day), options, seats, wager)
        self._sitting: Sitting | None = None
        self._told: dict[int, int] = {}

    def reset(self, seed: int | None = None) -> dict[str, Any]:
        """The wagers are on the layout; the first seat is asked to go on."""
        rng = random.Random(secrets.randbits(63) if seed is None else seed)
        self._sitting = Sitting(self.start, RandomEquipment(rng))
        self._told = {}
        return self.state()

    def step(self, answer: str) -> dict[str, Any]:
        """An answer of the seat that is asked, with or without its name: `draw`, `p1 draw`. One
        that is not legal is refused."""
        sitting = self._need_sitting()
        if sitting.over:
            raise BadInput("the round is over: reset() begins the next")
        try:
            self._take(sitting, answer.strip())
        except PitbossError as error:
            return {**self.state(), "refused": self._why(sitting, error)}
        return self.state()

    def _take(self, sitting: Sitting, answer: str) -> None:
        if len(answer) > ANSWER_MAX:
            raise BadInput(f"an answer of {len(answer)} characters: expected one of the legal ones")
        if answer == GO_ON and self._may_go_on(sitting):
            sitting.go_on()
            return
        if sitting.prompt is None:
            raise BadInput(f"{answer[:60]!r} is not open: nothing is dealt yet")
        who = seat_text(sitting.seat)
        entry = parse_entry(answer if answer.startswith(f"{who} ") else f"{who} {answer}")
        if getattr(entry, "seat", None) != sitting.seat:
            raise BadInput(f"{answer[:60]!r} is not {who}'s to say")
        sitting.put(entry)

    def state(self) -> dict[str, Any]:
        """What the seat that is asked is told now; `seen` is told once."""
        sitting = self._need_sitting()
        seat = sitting.seat
        events = sitting.events(seat)
        seen = [event_text(event) for event in events[self._told.get(seat, 0) :]]
        self._told[seat] = len(events)
        found: dict[str, Any] = {
            "game": self.start.game.key,
            "day": self.start.rules.law.day.isoformat(),
            "seat": seat_text(seat),
            "seen": seen,
            "legal": self._legal(sitting),
            "done": sitting.over,
        }
        if sitting.over:
            found["rewards"] = {seat_text(each): str(net) for each, net in sitting.net.items()}
            law = self.start.rules.law
            found["lines"] = [line_json(line, law) for line in sitting.lines]
        else:
            prompt = sitting.prompt
            found["asked"] = "wagers are on the layout" if prompt is None else prompt.what
            found["cite"] = sitting.citation()
        return found

    def text(self) -> str:
        """The state as a page of words, for a reader who takes no JSON. Tells `seen` again."""
        sitting = self._need_sitting()
        self._told.pop(sitting.seat, None)
        state = self.state()
        lines = [f"{self.start.rules.law.title}, {state['day']}.", *state["seen"]]
        if state["done"]:
            results = ", ".join(f"{who} {net}" for who, net in state["rewards"].items())
            return "\n".join([*lines, f"The round is over: {results}."])
        lines.append(f"{state['seat']} is asked: {state['asked']} ({state['cite']}).")
        return "\n".join([*lines, "Legal answers:", *(f"  {each}" for each in state["legal"])])

    def _need_sitting(self) -> Sitting:
        if self._sitting is None:
            raise BadInput("nothing is dealt yet: reset() first")
        return self._sitting

    @staticmethod
    def _may_go_on(sitting: Sitting) -> bool:
        return sitting.prompt is None or sitting.prompt.kind == "wagers"

    def _legal(self, sitting: Sitting) -> list[str]:
        if sitting.over:
            return []
        own = [GO_ON] if self._may_go_on(sitting) else []
        if sitting.prompt is None:
            return own
        shown = prompt_for(sitting.prompt, sitting.seat)
        assert shown is not None
        return own + [answer_text(each) for each in shown["answers"]]

    def _why(self, sitting: Sitting, error: PitbossError) -> str:
        """The reason with its section; where the text could not be read, that of the prompt."""
        return str(error) if error.cite else f"{error} ({sitting.citation()})"


# -- over HTTP -------------------------------------------------------------------------------


class Tables:
    """The tables that a server keeps, by a name that cannot be guessed."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, TextTable] = OrderedDict()
        self._lock = threading.Lock()

    def games(self) -> list[str]:
        """Games that have tables here: those with a study, and poker."""
        return [key for key in keys() if ways_to_figures(key) or key == POKER]

    def reset(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """A new table, or a new round at one that is named by `id`."""
        name, seed = body.get("id"), body.get("seed")
        if seed is not None and not isinstance(seed, int):
            raise BadInput("seed: expected a whole number")
        if name is None:
            table = TextTable(**_fields(body))
            name = secrets.token_urlsafe(12)
        else:
            table = self.find(name)
        found = table.reset(seed)
        with self._lock:
            self._tables[name] = table
            while len(self._tables) > TABLES_MAX:
                self._tables.popitem(last=False)
        return {"id": name, **found}

    def step(self, body: Mapping[str, Any]) -> dict[str, Any]:
        answer = body.get("answer")
        if not isinstance(answer, str):
            raise BadInput("answer: expected a text, such as one of the legal answers")
        return {"id": body.get("id"), **self.find(body.get("id")).step(answer)}

    def find(self, name: object) -> TextTable:
        with self._lock:
            table = self._tables.get(name) if isinstance(name, str) else None
            if table is None:
                raise BadInput(f"id {str(name)[:40]!r}: no such table; POST /reset gives one")
            self._tables.move_to_end(str(name))
            return table


def _fields(body: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a table, each of its kind."""
    kinds = {"game": str, "seats": int, "day": str, "options": dict, "wager": str}
    unknown = [name for name in body if name not in kinds and name not in ("id", "seed")]
    if unknown:
        raise BadInput(f"{unknown[0][:40]!r}: expected {', '.join(kinds)}, seed or id")
    if "game" not in body:
        raise BadInput("game: expected the name of one; GET /games lists them")
    for name, kind in kinds.items():
        if name in body and (not isinstance(body[name], kind) or body[name] is True):
            raise BadInput(f"{name}: expected {'text' if kind is str else kind.__name__}")
    if not 0 <= body.get("seats", 0) <= 20:
        raise BadInput(f"seats {body['seats']}: expected 0 to 20")
    return {name: body[name] for name in kinds if name in body}


class Handler(BaseHTTPRequestHandler):
    """JSON in, JSON out; a mistake of the caller's is a 400 with one line."""

    tables: Tables
    protocol_version = "HTTP/1.1"
    # A client that is slow to say what it wants is left.
    timeout = 30

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = parse_qs(parts.query)
        routes = {
            "/games": lambda: {"games": self.tables.games()},
            "/state": lambda: self.tables.find(query.get("id", [""])[0]).state(),
        }
        self._answer(routes.get(parts.path))

    def do_POST(self) -> None:
        routes = {"/reset": self.tables.reset, "/step": self.tables.step}
        route = routes.get(self.path)
        self._answer(None if route is None else lambda: route(self._body()))

    def _body(self) -> dict[str, Any]:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > BODY_MAX:
            self.close_connection = True
            raise BadInput(f"Content-Length: expected a number up to {BODY_MAX}")
        try:
            body = json.loads(self.rfile.read(int(length)) or b"{}")
        except (ValueError, RecursionError):
            raise BadInput("the body is not JSON") from None
        if not isinstance(body, dict):
            raise BadInput("the body is not a JSON object")
        return body

    def _answer(self, work: Any) -> None:
        try:
            # A page elsewhere must not reach these tables under a name of its own.
            if self.headers.get("Host", "").rpartition(":")[0] not in (LOOPBACK, "localhost"):
                status, found = 403, {"error": f"Host: expected {LOOPBACK} or localhost"}
            elif work is None:
                status, found = (
                    404,
                    {"error": f"no {self.path[:60]}: expected /reset, /step, /state or /games"},
                )
            else:
                status, found = 200, work()
        except PitbossError as error:
            status, found = 400, {"error": str(error)}
        content = json.dumps(found).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing is logged: what is asked is the caller's own affair."""


def server_at(port: int) -> ThreadingHTTPServer:
    """A server on the loopback interface, not yet running; port 0 takes any that is free."""
    handler = type("TablesHandler", (Handler,), {"tables": Tables()})
    return ThreadingHTTPServer((LOOPBACK, port), handler)


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m pitboss.learn.text", description="Tables in words, as JSON over HTTP."
    )
    parser.add_argument("--port", type=int, default=8765, help="0 takes any that is free")
    asked = parser.parse_args(words)
    try:
        server = server_at(asked.port)
    except (OSError, OverflowError) as error:
        print(f"port {asked.port}: {error}", file=sys.stderr)
        return 2
    print(f"http://{LOOPBACK}:{server.server_address[1]}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        return 130
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
