"""Checks a journal, or (--db) a table server's database: its hash chain, a replay of every
round, conservation of money and cards. Or the file that 'simulate --audit' wrote: its hash chain,
every outcome derived again, a sample of rounds played through the procedure. Or the result of an
exam ('drill --exam'): its signature, and every item made and marked again.
Names the first entry that was altered, of a database whatever else was, too. Exit code 0 if
everything is as it was recorded, 1 if not, or if other software wrote what cannot be replayed by
this one. A journal that was never closed may lack its end: that is told, and --last-hash, kept
apart from the journal, settles it."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE, NO
from pitboss.cli.asked import add_json, print_json
from pitboss.errors import BadInput
from pitboss.log.replay import verify
from pitboss.money import format_dollars

if TYPE_CHECKING:
    from rich.console import Console

START_BYTES = 4096
SHOWN_MAX = 20
AUDIT_MARK = b"pitboss audit "
EXAM_MARKS = (b"pitboss exam", b'"pass_mark"')
JOURNAL_MARKS = (b"pitboss journal", b'"prev"')


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "journal",
        metavar="JOURNAL",
        nargs="?",
        help="the journal's file, or that of an audited simulation or of an exam",
    )
    parser.add_argument(
        "--db",
        metavar="URL",
        default="",
        help="a table server's database: every table, shoe and posting",
    )
    parser.add_argument(
        "--last-hash",
        metavar="HASH",
        default="",
        help="the last hash, as it was kept apart from the file",
    )
    parser.add_argument(
        "--anchors",
        metavar="FILE",
        default="",
        help="with --db: anchors that were kept apart ('pitboss anchors', GET /api/anchors)",
    )
    parser.add_argument(
        "--public-key",
        metavar="HEX",
        default="",
        help="the key that the anchors or the result must be signed with",
    )
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    if asked.db or not asked.journal:
        return run_database(asked)
    kind = kind_of(asked.journal)
    if kind == "audit":
        return run_audit(asked)
    if kind == "exam":
        return run_exam(asked)
    answer = verify(asked.journal, last_hash=asked.last_hash).as_json()
    if asked.json:
        print_json("verify", answer)
    else:
        from pitboss.cli.screen import screen

        show(screen(), answer)
    return NO if answer["status"] == "altered" else DONE


def kind_of(name: str) -> str:
    """Whether the file begins as a journal or as an audit does. No single damage hides both
    marks of a journal: a damaged one is told to be altered, not to be something else."""
    try:
        with open(name, "rb") as file:
            start = file.read(START_BYTES)
    except (OSError, ValueError):
        return "journal"  # which says what is wrong with it
    if start.startswith(AUDIT_MARK):
        return "audit"
    if any(mark in start for mark in EXAM_MARKS):
        return "exam"
    if start and not any(mark in start for mark in JOURNAL_MARKS):
        raise BadInput(
            f"{name[:200]}: neither a journal of a table, nor an audit of a "
            "simulation, nor a result of an exam"
        )
    return "journal"


def run_audit(asked: argparse.Namespace) -> int:
    """Every round that a simulation put on record."""
    from pitboss.analysis.simulation.audit import replay
    from pitboss.cli.simulate import watched

    with watched() as tell:
        found = replay(asked.journal, head=asked.last_hash, tell=tell)
    if asked.json:
        print_json("verify", found.as_json())
    else:
        from pitboss.cli.screen import screen
        from pitboss.cli.simulated import show_replay

        show_replay(screen(), found)
    return NO if found.status == "altered" else DONE


def run_exam(asked: argparse.Namespace) -> int:
    """The result of an exam: its signature, and every item marked again."""
    from pathlib import Path

    from pitboss.errors import file_errors
    from pitboss.school.exam import verify_result

    with file_errors(asked.journal[:200]):
        content = Path(asked.journal).read_bytes()
    answer = verify_result(content, asked.public_key)
    if asked.json:
        print_json("verify", answer)
    else:
        print(answer["message"])
    return DONE if answer["status"] == "clean" else NO


def run_database(asked: argparse.Namespace) -> int:
    """Everything that a table server wrote."""
    if not asked.db or asked.journal or asked.last_hash or (asked.public_key and not asked.anchors):
        raise BadInput("verify: expected either a JOURNAL or --db URL")
    try:
        from pitboss.store.anchoring import read_kept
        from pitboss.store.database import Damaged, Database, Unavailable
        from pitboss.store.verify import verify_database
    except ImportError as error:
        raise BadInput(
            f"verify --db needs the extra 'server' (pip install 'pitboss[server]'): {error}"
        ) from None
    kept = read_kept(_read(asked.anchors), asked.public_key) if asked.anchors else ()
    db = Database(asked.db, create=False, reads_only=True)
    try:
        answer = verify_database(db, kept).as_json()
    except Unavailable as error:
        raise BadInput(f"--db {db.shown}: {error}") from None
    except Damaged as error:
        answer = {"status": "damaged", "message": f"damaged: {error}"}
    finally:
        db.close()
    if asked.json:
        print_json("verify", answer)
    else:
        print(answer["message"])
        for fault in answer.get("findings", [])[1:SHOWN_MAX]:
            where = f"table {fault['table']}, round {fault['round']}, entry {fault['seq']}"
            print(f"  {fault['kind']} at {where}: {fault['reason']}")
    return DONE if answer["status"] == "clean" else NO


def _read(name: str) -> bytes:
    """Returns the signed anchors in a file, as they are or within what GET /api/anchors said."""
    try:
        with open(name, "rb") as file:
            text = file.read()
    except OSError as error:
        raise BadInput(f"--anchors {name[:200]}: {error.strerror}") from None
    try:
        said = json.loads(text)
    except ValueError:
        raise BadInput(f"--anchors {name[:200]}: expected JSON") from None
    signed = said.get("signed", said) if isinstance(said, dict) else said
    return json.dumps(signed).encode()


def show(screen: Console, answer: dict[str, Any]) -> None:
    from rich.text import Text

    style = {"clean": "bold green", "open": "bold yellow", "altered": "bold red"}
    word, _, rest = answer["message"].partition(":")
    screen.print(Text.assemble((word, style[answer["status"]]), f":{rest}", overflow="fold"))
    if answer["game"]:
        screen.print(Text(f"  {answer['game']}, rules of {answer['day']}", style="dim"))
    if answer["first_bad"] is None:
        sums = [f"{seat} {format_dollars(cents)}" for seat, cents in answer["net"].items()]
        sums += [
            f"house {format_dollars(answer['house'])}",
            f"vigorish {format_dollars(answer['commission'])}",
        ]
        screen.print(Text(f"  {', '.join(sums)}: nothing is lost", style="dim"))
        screen.print(Text(f"  last hash {answer['last_hash']}", style="dim"))
