"""`pitboss` alone: the floor. Says what this is, lists the games, and in a terminal offers a
seat at one of them."""

from __future__ import annotations

import random
import sys
from datetime import date

from pitboss.cli import COMMANDS, DONE
from pitboss.cli.plain import fold, paint, screen_width

WELCOME = (
    "pitboss is New Jersey's Rules of the Games as executable software: the procedures, wagers, "
    "pay tables and irregularities of the regulation, by date, with the section for every act. "
    "Deal a round, and each line of the receipt says under which paragraph it was paid."
)

# Longer lines are hard to read, however wide the terminal is.
TEXT_WIDTH = 96

TRY = (
    ("pitboss play red-dog", "play in the terminal"),
    ("pitboss play red-dog --by-hand", "be the dealer: a wrong act is caught"),
    ("pitboss play craps --auto --rounds 3", "watch"),
    ("pitboss rules red-dog --day 1999-06-01", "the rules of a day, with citations"),
    ("pitboss diff red-dog --from 1991-11-04", "what changed, act by act"),
    ("pitboss games --day 1995-02-01", "what was authorised on a day"),
    ("pitboss settle FILE", "settle a round record"),
    ("pitboss odds red-dog", "exact figures for every wager"),
    ("pitboss --help", "all commands"),
)


def run() -> int:
    from pitboss.cli.games import games_on

    print(paint("The floor", "bold"))
    print("\n".join(fold(WELCOME, min(screen_width(), TEXT_WIDTH))) + "\n")
    games = [game for game in games_on(date.today())["games"] if "play" in game["can"]]
    for number, game in enumerate(games, 1):
        number_of = paint(f"  {number:2}", "cyan")
        print(f"{number_of}  {game['title']:24}{paint(game['game'], 'dim')}")
    print()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        _tell_commands()
        return DONE
    hint = "A number takes a seat at that game; d and a number deals it by hand; q leaves."
    print(paint(hint, "dim"))
    while True:
        try:
            line = input("floor> ").strip().lower()
        except EOFError:
            print()
            return DONE
        if line in ("q", "quit", "exit"):
            return DONE
        if not line or line in ("?", "help", "h"):
            _tell_commands()
            continue
        _take_seat(line, [game["game"] for game in games])


def _tell_commands() -> None:
    for words, does in TRY:
        command = words.split()[1]
        if command in COMMANDS or command.startswith("-"):
            print(f"  {paint(f'{words:39}', 'cyan')} {does}")


def _take_seat(line: str, keys: list[str]) -> None:
    from pitboss.cli.asked import find_game
    from pitboss.cli.play import sit
    from pitboss.cli.player import pick
    from pitboss.cli.session import Session
    from pitboss.errors import BadInput, PitbossError
    from pitboss.table.game import Limits

    by_hand = line.startswith("d ")
    try:
        game = find_game(pick(line.removeprefix("d ").strip(), tuple(keys)))
        rules = game.rules(date.today())
        table = game.open_table(rules, 1, limits=Limits({"": (500, 50_000)}), closed=True)
    except BadInput as error:
        print(paint(f"  {error}", "yellow"))
        return
    try:
        sit(Session(game, rules, table, by_hand=by_hand, rng=random.SystemRandom()))
    except PitbossError as error:
        print(paint(f"  {error}", "yellow"))
    print("\n" + paint("Back on the floor: a number, or q.", "dim"))
