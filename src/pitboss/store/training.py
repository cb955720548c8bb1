"""Training tables: what a dealer in training does is judged by the procedure, and put on record
with its section and its time. A wrong act is refused, and not answered with the right one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from pitboss.store.database import Reading
from pitboss.store.live import Live
from pitboss.store.period import Period
from pitboss.store.refusal import Kind, Refused
from pitboss.store.writer import Batch
from pitboss.table.entries import Closed, Did, Entry, entry_text

ATTEMPT = "school_attempt (at, account_id, table_id, game, kind, result, cite, text, ms)"
TEXT_MAX = 200
# Whoever was away for so long was not thinking about the act.
THINKING_MAX_MS = 10 * 60_000
ATTEMPTS_MAX = 100_000
TABLE, DRAW = "table", "draw"
# The names of guests of the school begin so. What they hold was given to them to play with, by no
# cage, so it is lost and won at training tables alone.
SCHOOL_GUEST = "school-guest-"
NOT_WANTED = "that is not what the procedure wants here; it is counted"
SAY_WHERE = "say where the card goes"

Result = Literal["right", "wrong", "hint"]
T = TypeVar("T")


class Attempt(msgspec.Struct, frozen=True):
    """What a trainee did: at a training table (`kind` is "table") or in a drill (`table` is 0)."""

    at: int
    account: int
    table: int
    game: str
    kind: str
    result: Result
    cite: str
    text: str
    ms: int


def put_on_record(batch: Batch, attempt: Attempt) -> None:
    text = "".join(letter if letter.isprintable() else " " for letter in attempt.text[:TEXT_MAX])
    cut = msgspec.structs.replace(attempt, text=text, cite=attempt.cite[:80])
    batch.insert_later(ATTEMPT, msgspec.structs.astuple(cut))


def attempt_at(live: Live, now: int, account: int, result: Result, text: str) -> Attempt:
    """What is put on record of an act at the table, with the paragraph that the procedure is at."""
    cite = live.outcome.prompt.citation() if live.outcome is not None else ""
    ms = min(max(now - live.at, 0), THINKING_MAX_MS)
    return Attempt(now, account, live.id, live.game.key, TABLE, result, cite, text, ms)


def judged(
    batch: Batch,
    live: Live,
    account: int,
    entries: Sequence[Entry],
    place: str,
    work: Callable[[], T],
) -> T:
    """Does what a dealer in training asks for, and puts on record whether it was right. What is
    done for a guest of the house is not the dealer's, and is not judged."""
    if not any(_is_dealers(entry) for entry in entries):
        return work()
    text = "; ".join(map(entry_text, entries)) + (f" to {place}" if place else "")

    def note(result: Result) -> None:
        put_on_record(batch, attempt_at(live, batch.now, account, result, text))

    draws = any(type(entry) is Did and entry.act == DRAW for entry in entries)
    if draws and not place:
        raise Refused(Kind.BAD_ENTRY, SAY_WHERE)
    try:
        if draws:
            _check_place(live, place)
        done = work()
    except Refused as refused:
        if refused.kind is not Kind.ILLEGAL_ENTRY:
            raise
        note("wrong")
        section = live.outcome.prompt.citation() if live.outcome is not None else None
        raise Refused(Kind.ILLEGAL_ENTRY, NOT_WANTED, entry=text, section=section) from None
    note("right")
    return done


def refuse_school_money(name: str) -> None:
    """Where money is played for that is not the school's."""
    if name.startswith(SCHOOL_GUEST):
        raise Refused(Kind.NOT_YOURS, "guests of the school play at training tables alone")


def _is_dealers(entry: Entry) -> bool:
    return type(entry) in (Did, Closed)


def _check_place(live: Live, place: str) -> None:
    prompt = live.outcome.prompt if live.outcome is not None else None
    if prompt is None or prompt.kind != DRAW or prompt.what != place:
        raise Refused(Kind.ILLEGAL_ENTRY, NOT_WANTED)


# -- reading --------------------------------------------------------------------------------------


def attempts(
    reading: Reading, period: Period, *, account: int = 0, game: str = "", table: int = 0
) -> list[Attempt]:
    """What trainees did in that time, in order: all of them, or one; of one game, at one table. Of
    more than so many, the latest."""
    where, values = ["at >= ?", "at < ?"], [period.began, period.ended]
    wanted: tuple[tuple[str, Any], ...] = (
        ("account_id", account),
        ("game", game),
        ("table_id", table),
    )
    for column, value in wanted:
        if value:
            where.append(f"{column} = ?")
            values.append(value)
    sql = (
        "SELECT at, account_id, table_id, game, kind, result, cite, text, ms FROM school_attempt "
        f"WHERE {' AND '.join(where)} ORDER BY id DESC LIMIT {ATTEMPTS_MAX}"
    )
    return [Attempt(*row) for row in reading.execute(sql, values)][::-1]


class Score(msgspec.Struct):
    """Attempts added up. `first` is how often the first thing that was done at a step was right and
    no hint was asked for."""

    right: int = 0
    wrong: int = 0
    hints: int = 0
    steps: int = 0
    first: int = 0
    ms: int = 0

    @property
    def percent(self) -> int:
        """Of the steps that were done, those that were right at once, in whole percent."""
        return self.first * 100 // self.steps if self.steps else 0

    @property
    def seconds(self) -> str:
        """How long a right act took on average."""
        return f"{self.ms / self.right / 1000:.1f}" if self.right else ""


def scored(found: Sequence[Attempt], key: Callable[[Attempt], Any]) -> dict[Any, Score]:
    """Attempts added up by what they are about, in order."""
    scores: dict[Any, Score] = {}
    troubled: set[tuple[int, int]] = set()
    for one in found:
        score = scores.setdefault(key(one), Score())
        step = (one.account, one.table)
        if one.result == "right":
            score.right += 1
            score.steps += 1
            score.ms += one.ms
            score.first += step not in troubled
            troubled.discard(step)
        elif one.result == "wrong":
            score.wrong += 1
            score.steps += one.kind != TABLE  # an answer of a drill is given once
            if one.kind == TABLE:
                troubled.add(step)
        else:
            score.hints += 1
            troubled.add(step)
    return scores
