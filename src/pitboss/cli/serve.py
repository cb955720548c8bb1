"""The table server: real tables over HTTP, with the rules, the money and the chain of entries
kept in SQLite (a file in your data folder) or PostgreSQL (--db postgresql://...). The first start
prints a one-time password for the administrator; --demo makes a floor of play money tables."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from pitboss.cli import DONE
from pitboss.cli.asked import read_whole
from pitboss.errors import BadInput

DEFAULT_PORT = "8047"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", help="where to listen (default: %(default)s)"
    )
    parser.add_argument("--port", metavar="P", default=DEFAULT_PORT,
                        help="the port (default: %(default)s)")  # fmt: skip
    parser.add_argument("--db", metavar="URL", default=os.environ.get("PITBOSS_DB", ""),
                        help="a file, sqlite:///... or postgresql://...; or the environment's "
                             "PITBOSS_DB, where a password is not seen by others")  # fmt: skip
    parser.add_argument("--demo", action="store_true",
                        help="play money tables of every game, with guests at a dozen of them; "
                             "accounts of every role")  # fmt: skip
    parser.add_argument("--workers", metavar="N", default="1",
                        help="processes that serve the tables (default: %(default)s)")  # fmt: skip
    parser.add_argument("--secure-cookies", action="store_true",
                        help="the server is reached by https only")  # fmt: skip
    parser.add_argument("--no-pages", action="store_true", help="the API alone")
    parser.add_argument("--log", metavar="LEVEL", default="info",
                        choices=("debug", "info", "warning", "error"))  # fmt: skip


def run(asked: argparse.Namespace) -> int:
    port = read_whole(asked.port, "--port", 0, 65535)
    workers = read_whole(asked.workers, "--workers", 1, 64)
    try:
        import uvicorn

        from pitboss.server.app import first_start
        from pitboss.server.house import House
        from pitboss.server.settings import Settings, to_environment
    except ImportError as error:
        raise BadInput(
            f"serve needs the extra 'server' (pip install 'pitboss[server]'): {error}"
        ) from None
    from pitboss.store.database import Unavailable

    settings = Settings(
        db=asked.db,
        demo=asked.demo,
        secure=asked.secure_cookies,
        pages=not asked.no_pages,
        log_level=asked.log,
    )
    to_environment(settings)
    house = House(settings)
    try:
        house.open()
        house.writer.start()
        password = first_start(house)
        if asked.demo:
            from pitboss.server import demo

            demo.prepare(house)
    except Unavailable as error:
        raise BadInput(f"--db {house.db.shown}: {error}") from None
    finally:
        house.writer.stop()
        house.db.close()
    _tell(asked, port, house.db.shown, password)
    # uvicorn stops gracefully, then raises the signal again: that is our cue to end well.
    signal.signal(signal.SIGTERM, _end)
    uvicorn.run(
        "pitboss.server.app:create_app", factory=True, host=asked.host, port=port,
        workers=workers, log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=10, timeout_keep_alive=75,
        http="pitboss.server.connection:Connection",
    )  # fmt: skip
    return DONE


def _end(_number: int, _frame: object) -> None:
    raise SystemExit(DONE)


def _tell(asked: argparse.Namespace, port: int, database: str, password: str) -> None:
    say = sys.stderr.write
    say(f"pitboss serves http://{asked.host}:{port}/ from {database}\n")
    if password:
        say(f"first start: sign in as admin with the one-time password {password}\n")
    if asked.demo:
        from pitboss.server.demo import PASSWORD

        say(
            "demonstration: accounts patron, patron2, dealer, floorperson, pit-boss, "
            f"surveillance, regulator, admin2; the password of each is {PASSWORD}\n"
        )
    sys.stderr.flush()
