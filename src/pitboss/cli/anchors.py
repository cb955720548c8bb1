"""Where every chain of a table server's database stands, signed: the cage and the accounts (table
0), and every table. Keep the file apart from the database; 'pitboss verify --db URL --anchors FILE'
then finds even a database that was written anew from end to end. Nothing is written to the
database."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from pitboss.cli import DONE
from pitboss.errors import BadInput


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db",
        metavar="URL",
        default=os.environ.get("PITBOSS_DB", ""),
        help="a file, sqlite:///... or postgresql://...",
    )
    parser.add_argument(
        "--key",
        metavar="FILE",
        default=os.environ.get("PITBOSS_KEY", ""),
        help="the server's key (default: beside the database)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default="",
        help="the file to write (default: standard output)",
    )


def run(asked: argparse.Namespace) -> int:
    try:
        import msgspec

        from pitboss.signing import load_key, public_half
        from pitboss.store.anchoring import key_file, sign, state_of
        from pitboss.store.database import Damaged, Database, Unavailable, default_url
        from pitboss.store.verify import check_schema
    except ImportError as error:
        raise BadInput(
            f"anchors needs the extra 'server' (pip install 'pitboss[server]'): {error}"
        ) from None
    db = Database(asked.db or default_url(), create=False, reads_only=True)
    try:
        check_schema(db)
        key = load_key(key_file(db, asked.key), create=False)
        with db.read() as reading:
            stated = state_of(reading, time.time_ns() // 1_000_000, public_half(key))
    except (Unavailable, Damaged) as error:
        raise BadInput(f"--db {db.shown}: {error}") from None
    finally:
        db.close()
    text = msgspec.json.format(msgspec.json.encode(sign(stated, key)), indent=1) + b"\n"
    if asked.output:
        try:
            Path(asked.output).write_bytes(text)
        except OSError as error:
            raise BadInput(f"-o {asked.output[:200]}: {error.strerror}") from None
    else:
        sys.stdout.write(text.decode())
    return DONE
