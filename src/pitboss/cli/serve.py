"""The table server: real tables over HTTP, with the rules, the money and the chain of entries
kept in SQLite (a file in your data folder) or PostgreSQL (--db postgresql://...). The first start
prints a one-time password for the administrator; --demo makes a floor of play money tables."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING

from pitboss.cli import DONE
from pitboss.cli.asked import read_whole
from pitboss.errors import BadInput
from pitboss.money import parse_dollars

if TYPE_CHECKING:
    from pitboss.casino.submission import Filed

DEFAULT_PORT = "8047"
SEATS = 8


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", help="where to listen (default: %(default)s)"
    )
    parser.add_argument(
        "--port", metavar="P", default=DEFAULT_PORT, help="the port (default: %(default)s)"
    )
    parser.add_argument(
        "--db",
        metavar="URL",
        default=os.environ.get("PITBOSS_DB", ""),
        help="a file, sqlite:///... or postgresql://...; or the environment's "
        "PITBOSS_DB, where a password is not seen by others",
    )
    parser.add_argument(
        "--demo",
        action="store_true",
        help="play money tables of every game, with guests at a dozen of them; "
        "accounts of every role",
    )
    parser.add_argument(
        "--submission",
        metavar="FILE",
        help="run the floor of a casino's submission: its tables are opened, and its changes wait "
        "for their notice",
    )
    parser.add_argument(
        "--inventory",
        metavar="DOLLARS",
        default="20000.00",
        help="with --submission: what a table opens with (default: %(default)s)",
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        default="1",
        help="processes that serve the tables (default: %(default)s)",
    )
    parser.add_argument(
        "--secure-cookies", action="store_true", help="the server is reached by https only"
    )
    parser.add_argument("--no-pages", action="store_true", help="the API alone")
    parser.add_argument(
        "--log",
        metavar="LEVEL",
        default="info",
        choices=("debug", "info", "warning", "error"),
        help="debug, info, warning or error (default: %(default)s)",
    )
    parser.add_argument(
        "--access-log", action="store_true", help="every request is a line of the log"
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        default="127.0.0.1",
        help="whose X-Forwarded-For is believed: the addresses of your proxies, "
        "with commas between (default: %(default)s)",
    )
    parser.add_argument(
        "--key",
        metavar="FILE",
        default=os.environ.get("PITBOSS_KEY", ""),
        help="the key that signs anchors; made if it is not there (default: beside the database)",
    )
    parser.add_argument(
        "--one-person",
        action="store_true",
        help="no second person is needed for the cage, for roles and for staff (as with --demo)",
    )
    parser.add_argument(
        "--any-dealer",
        action="store_true",
        help="every dealer deals at every table (as with --demo)",
    )
    parser.add_argument(
        "--seats",
        metavar="N",
        default=str(SEATS),
        help="at how many tables an account may sit at once (default: %(default)s)",
    )


def run(asked: argparse.Namespace) -> int:
    port = read_whole(asked.port, "--port", 0, 65535)
    workers = read_whole(asked.workers, "--workers", 1, 64)
    seats = read_whole(asked.seats, "--seats", 1, 1000)
    check_port(asked.host, port)
    try:
        import uvicorn

        from pitboss.server.app import first_start
        from pitboss.server.doors import room_for_connections
        from pitboss.server.house import House
        from pitboss.server.settings import Settings, to_environment
    except ImportError as error:
        raise BadInput(
            f"serve needs the extra 'server' (pip install 'pitboss[server]'): {error}"
        ) from None
    from pitboss.signing import load_key
    from pitboss.store.anchoring import key_file
    from pitboss.store.database import Damaged, Unavailable

    inventory = parse_dollars(asked.inventory)
    filed = _lawful(asked.submission) if asked.submission else None
    settings = Settings(
        db=asked.db,
        demo=asked.demo,
        secure=asked.secure_cookies,
        pages=not asked.no_pages,
        log_level=asked.log,
        dual=not (asked.demo or asked.one_person),
        assigned=not (asked.demo or asked.any_dealer),
        seats=seats,
        key=asked.key,
        access_log=asked.access_log,
        proxies=asked.proxy,
    )
    to_environment(settings)
    house = House(settings)
    try:
        house.open()
        load_key(key_file(house.db, asked.key), create=True)
        house.writer.start()
        password = first_start(house)
        if asked.demo:
            from pitboss.server import demo

            demo.prepare(house)
        if filed is not None:
            from pitboss.server.submitted import as_lines, run_submission

            for line in as_lines(run_submission(house, filed, inventory)):
                sys.stderr.write(f"{line}\n")
    except (Unavailable, Damaged) as error:
        raise BadInput(f"--db {house.db.shown}: {error}") from None
    finally:
        house.writer.stop()
        house.db.close()
    _tell(asked, port, house.db.shown, password)
    # uvicorn stops gracefully, then raises the signal again: that is our cue to end well.
    signal.signal(signal.SIGTERM, _end)
    room_for_connections()
    uvicorn.run(
        "pitboss.server.app:create_app",
        factory=True,
        host=asked.host,
        port=port,
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=75,
        proxy_headers=True,
        forwarded_allow_ips=asked.proxy,
        backlog=1024,
        http="pitboss.server.connection:Connection",
    )
    if workers > 1:
        return DONE  # Several workers are kept alive until somebody tells them to stop.
    # Nobody told it to stop: a worker could not start, or the port was taken after all.
    raise BadInput("the server has ended by itself: the log says why")


def _lawful(name: str) -> Filed:
    """A submission, before anything is made: one that is not lawful is refused."""
    from datetime import datetime

    from pitboss.casino.submission import read_submission
    from pitboss.server.submitted import lawful_floor

    filed = read_submission(name)
    lawful_floor(filed, datetime.now())
    return filed


def check_port(host: str, port: int) -> None:
    """Refuses a port that is taken, before anything is made or shown."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        raise BadInput(f"--host {host} --port {port}: {error.strerror or error}") from None


def _end(_number: int, _frame: object) -> None:
    raise SystemExit(DONE)


def _tell(asked: argparse.Namespace, port: int, database: str, password: str) -> None:
    say = sys.stderr.write
    say(f"pitboss serves http://{asked.host}:{port}/ from {database}\n")
    if password:
        say(f"first start: sign in as admin with the one-time password {password}\n")
    if asked.demo:
        from pitboss.server.demo import NAMES, PASSWORD

        names = ", ".join(NAMES)
        say(f"demonstration: accounts {names}; the password of each is {PASSWORD}\n")
    sys.stderr.flush()
