"""A trainee's history, and when each topic is due again (by the spaced repetition of fsrs). A topic
is a game, a kind and a section; its items are made anew each time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from pitboss.errors import BadInput
from pitboss.school.drill import NoItem, Syllabus
from pitboss.school.items import Item
from pitboss.school.marking import Marked

FORM = "pitboss drill history 1"
# Right, but slowly: hard. Right at once: easy.
SLOW_SECONDS, QUICK_SECONDS = 45.0, 6.0


class Review(msgspec.Struct, frozen=True):
    at: str
    game: str
    kind: str
    section: str
    difficulty: int
    right: bool
    seconds: float | None


class Topic(msgspec.Struct):
    """`card` is what fsrs remembers of it, `due` a day and time in UTC."""

    game: str
    kind: str
    section: str
    due: str
    card: dict[str, Any]


class History(msgspec.Struct):
    form: str
    trainee: str
    reviews: list[Review] = []
    topics: list[Topic] = []


def read_history(content: bytes | None, trainee: str, name: str) -> History:
    """The history in a file's content; a new one where there is none."""
    if content is None:
        return History(FORM, trainee)
    try:
        history = msgspec.json.decode(content, type=History)
    except msgspec.MsgspecError as error:
        raise BadInput(f"--history {name}: not a trainee's history: {error}") from None
    if history.form != FORM:
        raise BadInput(f"--history {name}: expected {FORM!r}, not {history.form[:40]!r}")
    if trainee and trainee != history.trainee:
        raise BadInput(f"--history {name}: it is {history.trainee[:40]}'s, not {trainee}'s")
    return history


def next_item(history: History, syllabus: Syllabus, number: int, now: datetime) -> Item:
    """What is due longest, of what the syllabus has; else something by turns."""
    games = {game.key: game for game in syllabus.games}
    due = [
        topic
        for topic in history.topics
        if topic.game in games
        and topic.kind in syllabus.kinds
        and datetime.fromisoformat(topic.due) <= now
    ]
    for topic in sorted(due, key=lambda topic: datetime.fromisoformat(topic.due)):
        section = topic.section.rpartition("-")[2]
        if syllabus.section and syllabus.section != section:
            continue
        try:
            return syllabus.item_of(games[topic.game], topic.kind, number, section)
        except NoItem:
            continue
    return syllabus.item(number)


def review(history: History, one: Marked, now: datetime) -> None:
    """Puts the answer on record, and says when its topic is due again."""
    from fsrs import Card, Scheduler

    item = one.item
    key = (item.game, item.kind, item.section)
    topic = next((t for t in history.topics if (t.game, t.kind, t.section) == key), None)
    if topic is None:
        number = len(history.topics) + 1
        topic = Topic(*key, "", dict(Card(card_id=number, due=now).to_dict()))
        history.topics.append(topic)
    try:
        card = Card.from_dict(topic.card)  # type: ignore[arg-type]
    except (KeyError, TypeError, ValueError):
        raise BadInput(f"--history: the topic {' '.join(key)} cannot be read") from None
    scheduler = Scheduler(enable_fuzzing=False)
    card, _ = scheduler.review_card(card, _rating(one), now.astimezone(UTC))
    topic.card, topic.due = dict(card.to_dict()), card.due.isoformat()
    history.reviews.append(Review(now.isoformat(), *key, item.difficulty, one.right, one.seconds))


def _rating(one: Marked) -> Any:
    from fsrs import Rating

    if not one.right:
        return Rating.Again
    if one.seconds is None:
        return Rating.Good
    if one.seconds > SLOW_SECONDS:
        return Rating.Hard
    return Rating.Easy if one.seconds < QUICK_SECONDS else Rating.Good
