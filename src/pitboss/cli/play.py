"""Play a game in the terminal. Chance deals; you answer for the seats. With --by-hand you are
the dealer instead: every act is yours, in the order of the text, and a wrong one is caught with
its section. With --auto nobody is asked: patrons play by chance, for demonstration."""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE
from pitboss.cli.asked import (
    add_day,
    add_json,
    add_options,
    find_game,
    print_json,
    read_day,
    read_options,
    read_whole,
)
from pitboss.cli.session import Session
from pitboss.errors import BadInput
from pitboss.money import parse_dollars

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.log.journal import JournalWriter
    from pitboss.table.game import Game, Limits

ROUNDS_MAX = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game's key, such as red-dog")
    parser.add_argument("--seats", metavar="N", help="how many seats are taken (default: 1)")
    parser.add_argument("--by-hand", action="store_true", help="you are the dealer")
    parser.add_argument("--seed", metavar="S", help="the same seed deals the same cards")
    add_day(parser)
    add_options(parser)
    parser.add_argument("--minimum", metavar="AMOUNT", help="posted minimum (default: 5.00)")
    parser.add_argument("--maximum", metavar="AMOUNT", help="posted maximum (default: 500.00)")
    parser.add_argument(
        "--journal",
        metavar="FILE",
        help="write every entry to this journal; one that was interrupted is gone on with",
    )
    parser.add_argument("--auto", action="store_true", help="patrons play by chance; no questions")
    parser.add_argument("--rounds", metavar="N", help="stop after N rounds (--auto: default 10)")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    if asked.json and not asked.auto:
        raise BadInput("play: --json needs --auto: there is nothing to report while you play")
    game = find_game(asked.game)
    rounds = None
    if asked.rounds is not None:
        rounds = read_whole(asked.rounds, "--rounds", 1, ROUNDS_MAX)
    session = open_session(asked, game)
    try:
        if asked.auto:
            auto(session, rounds or 10, as_json=asked.json)
        else:
            sit(session, rounds)
    except BaseException:
        # What was written stays; the journal is open, to be gone on with.
        if session.journal is not None:
            session.journal.leave()
        raise
    _close(session, quiet=asked.json)
    return DONE


def _close(session: Session, *, quiet: bool) -> None:
    last = session.close()
    if last and not quiet:
        print(f"The journal is closed; its last hash is {last}")


def open_session(asked: argparse.Namespace, game: Game) -> Session:
    """The table as asked for. Everything is checked before a journal is begun."""
    rng = generator(asked.seed)
    if asked.journal is not None and Path(asked.journal).exists():
        return _resume(asked, game, rng)
    rules = game.rules(read_day(asked.day), read_options(asked.options))
    seats = read_whole(asked.seats or "1", "--seats", 1, 99)
    table = game.open_table(rules, seats, limits=_limits(asked), closed=True)
    journal: JournalWriter | None = None
    if asked.journal is not None:
        from pitboss.log.journal import start, wall_clock

        journal = start(
            asked.journal, game, rules, table, by_hand=asked.by_hand, sync="round", clock=wall_clock
        )
    return Session(game, rules, table, by_hand=asked.by_hand, rng=rng, journal=journal)


def _resume(asked: argparse.Namespace, game: Game, rng: random.Random) -> Session:
    """Go on where an interrupted journal ends. Its table is its own."""
    from pitboss.log.journal import Journal, resume, wall_clock

    for name in ("seats", "day", "minimum", "maximum"):
        if getattr(asked, name) is not None:
            raise BadInput(f"{asked.journal} exists: its table has its own --{name}")
    if asked.options:
        raise BadInput(f"{asked.journal} exists: its table has its own options")
    with Journal(asked.journal) as journal:
        header = journal.header
    if header.game != game.key or header.by_hand != asked.by_hand:
        how = " --by-hand" if header.by_hand else ""
        raise BadInput(f"{asked.journal} is a journal of: play {header.game}{how}")
    gone = resume(asked.journal, sync="round", clock=wall_clock)
    return Session(
        gone.game,
        gone.rules,
        gone.table,
        by_hand=gone.by_hand,
        rng=rng,
        journal=gone.writer,
        entries=gone.entries,
    )


def generator(seed: str | None) -> random.Random:
    """Chance: the system's without a seed, repeatable with one."""
    if seed is None:
        return random.SystemRandom()
    return random.Random(f"pitboss play {seed}")


def _limits(asked: argparse.Namespace) -> Limits:
    from pitboss.table.game import Limits

    low = parse_dollars(asked.minimum or "5.00")
    high = parse_dollars(asked.maximum) if asked.maximum else max(parse_dollars("500.00"), low)
    if not 0 < low <= high:
        raise BadInput("--minimum: expected more than nothing, and no more than --maximum")
    return Limits({"": (low, high)})


# -- with nobody at the table -------------------------------------------------------------------


def auto(session: Session, rounds: int, *, as_json: bool) -> None:
    """Random legal play, from the opening on."""
    from pitboss.school.patrons import Patrons
    from pitboss.table.entries import entry_text
    from pitboss.table.receipt import Receipt

    patrons = Patrons(session.rng)
    show = None if as_json else _show_auto(session)
    procedures: list[dict[str, Any]] = []
    while session.rounds < rounds:
        while not isinstance(session.outcome, Receipt):
            session.put(patrons.answer(session.waiting.prompt))
        tape = [entry_text(entry) for entry in session.entries]
        receipt = session.conclude()
        if show is not None:
            show(receipt)
        else:
            procedures.append(receipt.as_json() | {"tape": tape})
    if as_json:
        print_json(
            "play",
            {
                "game": session.game.key,
                "day": session.law.day.isoformat(),
                "options": session.law.options,
                "rules": session.law.hash,
                "rounds": session.rounds,
                "procedures": procedures,
                "net": {f"p{seat}": cents for seat, cents in session.total.items()},
                "last_hash": session.journal.last_hash if session.journal is not None else None,
            },
        )


def _show_auto(session: Session) -> Any:
    from rich.rule import Rule
    from rich.text import Text

    from pitboss.cli import felt, receipt
    from pitboss.cli.screen import screen
    from pitboss.table.layout import EVERYONE

    console = screen()
    introduce(console, session)

    def show(done: Any) -> None:
        name = f"Round {session.rounds}" if done.procedure == "round" else done.procedure
        console.print()
        console.print(Rule(Text(name, style="bold"), align="left", style="dim"))
        receipt.story(console, done.events, session.law, eyes=EVERYONE)
        if done.procedure == "round":
            felt.draw_cards(console, done.events, EVERYONE)
            console.print()
            receipt.settlement(console, done.lines, session.law)
            receipt.owed(console, done.owed)
            receipt.standing(console, done.after.standing)
            receipt.net(console, done.net())
            receipt.net(console, session.total, word="so far")

    return show


# -- with somebody ------------------------------------------------------------------------------


def sit(session: Session, rounds: int | None = None) -> None:
    from pitboss.cli.by_hand import ByHand
    from pitboss.cli.player import Player
    from pitboss.cli.screen import screen

    console = screen()
    introduce(console, session)
    desk = (ByHand if session.by_hand else Player)(session, console)
    if session.by_hand:
        desk.say("You are the dealer. Do what the text prescribes, act by act; the patrons play.")
    desk.say("Words that always help: help, ?, why, quit.", "dim")
    desk.sit(rounds)


def introduce(console: Console, session: Session) -> None:
    from rich.text import Text

    from pitboss.cli import receipt
    from pitboss.money import format_dollars

    law = session.law
    console.print()
    receipt.heading(console, law, "by hand" if session.by_hand else "play")
    if session.game.regulation.data.summary:
        console.print(Text(session.game.regulation.data.summary))
    low, high = session.table.limits.by_kind.get("", (0, 0))
    seats = ", ".join(f"p{seat}" for seat in session.table.seats)
    words = f"Seats {seats}."
    if high:
        words += f" Wagers from {format_dollars(low)} to {format_dollars(high)}."
    console.print(Text(words))
    receipt.caveats(console, law)
