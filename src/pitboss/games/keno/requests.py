"""15.4(a), (b): the keno request, as text.

    straight 3 17 44 at 1.00
    split 1 2 3 / 4 5 : A at 1.00, B at 2.00
    way 1 2 / 3 4 / 5 6 : 3/4 at 1.00
    combination 1 2 / 3 4 5 / 6 : 1/5 at 1.00, AC at 2.00
    king 7* / 1 2 3 / 4 5 6 / 8 9 10 : 3/4 at 1.00, 3/7 at 1.00, 1/10 at 1.00
    quick-pick 8 at 1.00
    straight 3 17 44 at 2.00 games 5 schedule special

Groups stand between strokes, a king has a star. Behind the colon is the conditioning: `3/4` says
three ways of four spots (all that the groups give), letters name one way by its groups. A rate
that stands alone is for all groups of a straight or split ticket. `games` makes it a multi-race
ticket; `schedule` names the payoffs, where the rate card has several."""

from __future__ import annotations

import re
from string import ascii_uppercase

import msgspec

from pitboss.errors import BadInput
from pitboss.games.keno.rate_card import REGULAR, TICKETS
from pitboss.money import format_dollars, parse_dollars

REQUEST_LENGTH_MAX = 1000
GROUPS_MAX = len(ascii_uppercase)
QUICK_PICK = "quick-pick"
_END = re.compile(r"(?:games ([1-9][0-9]{0,3}))?\s*(?:schedule ([a-z][a-z0-9-]{0,39}))?", re.ASCII)
_CONDITION = re.compile(
    r"(?:([1-9][0-9]{0,4})/([1-9][0-9]?) |([A-Z]{1,26}) )?at ([0-9.]{1,12})", re.ASCII
)


class Condition(msgspec.Struct, frozen=True):
    """A part of the conditioning: so many ways of so many spots, or the way of the groups named,
    or (neither) all groups; and the rate of each, in cents."""

    rate: int
    ways: int = 0
    spots: int = 0
    letters: str = ""

    @property
    def text(self) -> str:
        which = (
            f"{self.ways}/{self.spots} " if self.ways else f"{self.letters} " * bool(self.letters)
        )
        return f"{which}at {format_dollars(self.rate)}"


class Group(msgspec.Struct, frozen=True):
    """Numbers that were marked together; a king is a single one."""

    numbers: tuple[int, ...]
    king: bool = False

    @property
    def text(self) -> str:
        return " ".join(map(str, self.numbers)) + "*" * self.king


class Request(msgspec.Struct, frozen=True):
    """What the patron asks for. A quick-pick says how many spots, and has no groups yet."""

    kind: str
    groups: tuple[Group, ...]
    conditions: tuple[Condition, ...]
    games: int = 1
    schedule: str = REGULAR
    quick_spots: int = 0

    @property
    def text(self) -> str:
        """The request as it is written; `read_request` reads it back."""
        if self.quick_spots and not self.groups:
            body = f"{QUICK_PICK} {self.quick_spots} {self.conditions[0].text}"
        else:
            marks = " / ".join(group.text for group in self.groups)
            colon = " :" if self.kind != "straight" else ""
            body = f"{self.kind} {marks}{colon} {', '.join(c.text for c in self.conditions)}"
        body += f" games {self.games}" if self.games > 1 else ""
        return body + (f" schedule {self.schedule}" if self.schedule != REGULAR else "")


def read_request(text: str) -> Request:
    """Read a request. Spaces are folded; nothing else is forgiven."""
    if len(text) > REQUEST_LENGTH_MAX:
        raise BadInput(f"a request of {len(text)} characters: at most {REQUEST_LENGTH_MAX}")
    words = text.split()
    folded = " ".join(words)
    if not folded.isprintable():
        raise BadInput("the request has a character that cannot be printed")
    kind = words[0] if words else ""
    if kind not in (*TICKETS, QUICK_PICK):
        known = ", ".join((*TICKETS, QUICK_PICK))
        raise BadInput(f"{kind[:40]!r} is no type of keno ticket; the types are {known}")
    body, games, schedule = _end(folded.removeprefix(kind).strip())
    marks, conditions = _conditioning(body)
    if kind == QUICK_PICK:
        if not (marks.isascii() and marks.isdigit() and len(marks) <= 2 and int(marks)):
            raise BadInput(f"quick-pick {marks[:20]!r}: expected a number of spots")
        return Request("straight", (), conditions, games, schedule, int(marks))
    groups = tuple(_group(part.strip()) for part in marks.split("/"))
    if len(groups) > GROUPS_MAX:
        raise BadInput(f"{len(groups)} groups: at most {GROUPS_MAX}")
    return Request(kind, groups, conditions, games, schedule)


def _end(text: str) -> tuple[str, int, str]:
    """The text without what follows the conditioning; the number of games; the schedule."""
    body, games, schedule = text, 1, REGULAR
    cut = re.search(r" (games|schedule) ", text)
    if cut is not None:
        body, end = text[: cut.start()], text[cut.start() :].strip()
        found = _END.fullmatch(end)
        if found is None:
            raise BadInput(f"{end[:40]!r}: expected 'games 5', 'schedule NAME' or both so")
        games, schedule = int(found[1] or 1), found[2] or REGULAR
    return body, games, schedule


def _conditioning(body: str) -> tuple[str, tuple[Condition, ...]]:
    if ":" in body:
        marks, _, conditioning = body.partition(":")
    else:
        marks, at, rate = body.rpartition(" at ")
        conditioning = f"{at}{rate}"
        if not at:
            raise BadInput(f"{body[:60]!r}: expected a rate, such as 'at 1.00'")
    conditions = []
    for part in conditioning.split(","):
        found = _CONDITION.fullmatch(part.strip())
        if found is None:
            raise BadInput(
                f"conditioning {part.strip()[:40]!r}: expected '3/4 at 1.00', 'AB at 1.00' or "
                "'at 1.00'"
            )
        ways, spots, letters, rate = found.groups()
        conditions.append(
            Condition(parse_dollars(rate), int(ways or 0), int(spots or 0), letters or "")
        )
    return marks.strip(), tuple(conditions)


def _group(text: str) -> Group:
    king = text.endswith("*")
    words = text.removesuffix("*").split()
    if not words:
        raise BadInput("a group without a number: expected groups such as 1 2 / 3 4")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 2):
            raise BadInput(f"{word[:20]!r} is not a number of the keno request")
    return Group(tuple(sorted(map(int, words))), king)
