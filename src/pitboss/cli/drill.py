"""Drills of a dealer school, made from the games themselves: payoffs with their chips, hands and
house ways, the next act, irregularities, whether a wager is acceptable, the error in a recorded
round. Every answer is the procedure's own, and is shown with its section. An empty line is "I do
not know"; the end of the input ends the drill.

  pitboss drill roulette --kind payoff --items 10
  pitboss drill craps --trainee ann
  pitboss drill --exam craps blackjack --seed 7 --items 20 --pass 80 -o result.json
  pitboss verify result.json

With --trainee what was answered is remembered, and what is due again comes first. An exam tells
nothing before its end; its result is signed, and verify marks it again from its seed. Exit code 0
done or passed, 1 failed."""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cli import DONE, NO
from pitboss.cli.asked import add_day, add_json, find_game, print_json, read_day, read_whole
from pitboss.cli.plain import fold, screen_width
from pitboss.errors import BadInput, file_errors
from pitboss.school.drill import Syllabus
from pitboss.school.items import KINDS, Item
from pitboss.school.marking import Marked, mark, marked_json, score

if TYPE_CHECKING:
    from pitboss.school.trainee import History

ITEMS_MOST = 500
SEED_MOST = 10**12 - 1
NAME = re.compile(r"[\w-]{1,60}")
Answerer = Callable[[Item], tuple[str, float | None] | None]


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("games", metavar="GAME", nargs="+", help="a game, or several in turn")
    add(
        "--kind",
        metavar="KIND",
        action="append",
        default=[],
        help=f"only this kind: {', '.join(KINDS)}; may be repeated",
    )
    add("--items", metavar="N", default="10", help="how many (default: 10)")
    add("--seed", metavar="S", help="the same seed gives the same items")
    add("--section", metavar="C", default="", help="only of this section, as 19:47-5.2")
    add(
        "--about",
        metavar="WORDS",
        default="",
        help="only situations in which these words come up, as 'seven come'",
    )
    add(
        "--difficulty",
        metavar="1..3",
        default="1",
        help="2 asks for chips and sections, 3 for any day and any options",
    )
    add("--trainee", metavar="NAME", default="", help="whose history this is")
    add("--history", metavar="FILE", default="", help="that history (default: NAME.drill.json)")
    add("--answers", metavar="FILE", default="", help="the answers, a line each; untimed")
    add("--exam", action="store_true", help="an exam, with a signed result")
    add(
        "--pass", metavar="PERCENT", default="80", dest="pass_mark", help="of an exam (default: 80)"
    )
    add("-o", "--output", metavar="FILE", default="", help="the exam's result")
    add(
        "--key",
        metavar="FILE",
        default=os.environ.get("PITBOSS_KEY", ""),
        help="the school's key, made if it is not there (default: beside the result)",
    )
    add_day(parser)
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    items = read_whole(asked.items, "--items", 1, ITEMS_MOST)
    difficulty = read_whole(asked.difficulty, "--difficulty", 1, 3)
    if asked.seed is None:
        seed = int.from_bytes(os.urandom(4), "big")
    else:
        seed = read_whole(asked.seed, "--seed", 0, SEED_MOST)
    if asked.trainee and NAME.fullmatch(asked.trainee) is None:
        raise BadInput(f"--trainee {asked.trainee[:60]!r}: expected letters, digits, _ and -")
    games = [find_game(name) for name in dict.fromkeys(asked.games)]
    kinds = list(dict.fromkeys(asked.kind)) or list(KINDS)
    syllabus = Syllabus(
        games, kinds, read_day(asked.day), difficulty, seed, asked.section, asked.about
    )
    if asked.exam and asked.about:
        raise BadInput("--about: an exam is of a section, not of words")
    if asked.exam:
        return _exam(asked, syllabus, items)
    if asked.output:
        raise BadInput("-o: only an exam (--exam) has a result to write")
    return _drill(asked, syllabus, items)


def _drill(asked: argparse.Namespace, syllabus: Syllabus, items: int) -> int:
    name = asked.history or (f"{asked.trainee}.drill.json" if asked.trainee else "")
    if asked.json and not asked.answers:
        made = [{**_plain(syllabus.item(number))} for number in range(items)]
        print_json("drill", {**_head(syllabus), "items": made})
        return DONE
    history = _load(name, asked.trainee) if name else None
    marked: list[Marked] = []
    begun = time.monotonic()
    with _answers(asked, items) as answer:
        for _ in range(items):
            one = _ask(syllabus, history, len(marked), answer)
            if one is None:
                break
            marked.append(one)
            if history is not None:
                _remember(history, one, name)
            if not asked.json:
                _tell(one)
    summary = score(marked)
    if asked.json:
        told = {**_head(syllabus), "items": [marked_json(one) for one in marked], "score": summary}
        print_json("drill", told | {"seconds": round(time.monotonic() - begun, 3)})
    else:
        _show_score(summary, marked)
    return DONE


def _ask(
    syllabus: Syllabus, history: History | None, number: int, answer: Answerer
) -> Marked | None:
    if history is None:
        item = syllabus.item(number)
    else:
        from pitboss.school.trainee import next_item

        item = next_item(history, syllabus, len(history.reviews), datetime.now(UTC))
    typed = answer(item)
    return None if typed is None else mark(item, *typed)


def _exam(asked: argparse.Namespace, syllabus: Syllabus, items: int) -> int:
    pass_mark = read_whole(asked.pass_mark, "--pass", 1, 100)
    if not asked.output or asked.history or asked.seed is None:
        raise BadInput("--exam: expected --seed S and -o FILE, and no --history")
    import msgspec

    from pitboss.cli.par import write_whole
    from pitboss.school.exam import sign_result
    from pitboss.signing import load_key

    key = load_key(Path(asked.key or f"{asked.output}.key"), create=True)
    marked: list[Marked] = []
    begun = time.monotonic()
    with _answers(asked, items) as answer:
        for number in range(items):
            item = syllabus.item(number)
            # What is not answered before the input ends is not right.
            marked.append(mark(item, *(answer(item) or ("", None))))
    now = time.time_ns() // 1_000_000
    result = sign_result(syllabus, marked, pass_mark, asked.trainee, now, key)
    write_whole(asked.output, msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    summary, stated = score(marked), result.statement
    if asked.json:
        told = {
            **_head(syllabus),
            "items": [marked_json(one) for one in marked],
            "score": summary,
            "passed": stated.passed,
            "public_key": stated.public_key,
        }
        print_json("drill", told | {"seconds": round(time.monotonic() - begun, 3)})
    else:
        _show_score(summary, marked)
        print(f"{'passed' if stated.passed else 'failed'}: the pass mark is {pass_mark} %")
        print(f"signed by {stated.public_key}")
    return DONE if stated.passed else NO


def _head(syllabus: Syllabus) -> dict[str, Any]:
    return {
        "games": [game.key for game in syllabus.games],
        "day": syllabus.day.isoformat(),
        "difficulty": syllabus.difficulty,
        "seed": syllabus.seed,
    }


def _plain(item: Item) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(item)
    return plain


# -- asking ---------------------------------------------------------------------------------


@contextmanager
def _answers(asked: argparse.Namespace, items: int) -> Iterator[Answerer]:
    """Who answers: a file, or whoever sits at the terminal."""
    if not asked.answers:
        yield lambda item: _typed(item, quiet=asked.json)
        return
    with file_errors(f"--answers {asked.answers[:200]}"):
        lines = Path(asked.answers).read_text(encoding="utf-8").splitlines()
    if len(lines) > items:
        raise BadInput(f"--answers {asked.answers[:200]}: {len(lines)} answers to {items} items")
    left = iter(lines)

    def answer(item: Item) -> tuple[str, float | None] | None:
        if not asked.json:
            _show(item)
        line = next(left, None)
        if line is not None and not asked.json:
            print(f"> {line}")
        return None if line is None else (line, None)

    yield answer


def _typed(item: Item, *, quiet: bool) -> tuple[str, float | None] | None:
    stream = sys.stderr if quiet else sys.stdout
    _show(item, stream)
    begun = time.monotonic()
    print("> ", end="", file=stream, flush=True)
    line = sys.stdin.readline()
    if not line:
        print(file=stream)
        return None
    return line.strip(), round(time.monotonic() - begun, 1)


def _show(item: Item, stream: Any = None) -> None:
    width = screen_width()
    print(file=stream)
    for line in [*item.situation, item.question]:
        print("\n".join(fold(line, width)), file=stream)
    for number, choice in enumerate(item.choices, 1):
        print("\n".join(fold(f"  {number}  {choice}", width)), file=stream)


def _tell(one: Marked) -> None:
    item = one.item
    verdict = "right" if one.right else f"wrong: {item.answer}"
    known = f" ({item.known})" if item.known else ""
    took = "" if one.seconds is None else f" {one.seconds} s"
    print("\n".join(fold(f"{verdict}: {item.why}; {item.cite}{known}{took}", screen_width())))


def _show_score(summary: dict[str, Any], marked: list[Marked]) -> None:
    timed = [one.seconds for one in marked if one.seconds is not None]
    pace = f", {sum(timed) / len(timed):.1f} s an answer" if timed else ""
    print()
    print(f"{summary['right']} of {summary['items']} right: {summary['percent']} %{pace}")
    for section in summary["sections"]:
        print(f"  {section['section']}: {section['right']} of {section['items']}")


# -- remembering ----------------------------------------------------------------------------


def _load(name: str, trainee: str) -> History:
    import fsrs  # noqa: F401  (before anything is asked: the extra may be missing)

    from pitboss.school.trainee import read_history

    content = None
    if os.path.exists(name):
        with file_errors(f"--history {name[:200]}"):
            content = Path(name).read_bytes()
    return read_history(content, trainee, name[:200])


def _remember(history: History, one: Marked, name: str) -> None:
    """After every answer: what was answered is not lost when the drill is broken off."""
    import msgspec

    from pitboss.cli.par import write_whole
    from pitboss.school.trainee import review

    review(history, one, datetime.now(UTC))
    content = msgspec.json.format(msgspec.json.encode(history), indent=1) + b"\n"
    write_whole(name, content, "--history")
