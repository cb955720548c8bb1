"""What a dealer in training may choose from at a table: places for a card, announcements, acts. The
right one is among others that the same game has or that nearly are right, and nothing tells it from
them: the list is another at every step."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from pitboss import registry
from pitboss.errors import NotInForce
from pitboss.school.acts import MONEY_VERBS
from pitboss.school.patrons import Patrons
from pitboss.table.game import Game, Limits, Rules
from pitboss.table.prompts import Prompt
from pitboss.table.round import run
from pitboss.table.tape import LiveTape

ROUNDS, SEATS_MOST, POSTED = 14, 3, (500, 50_000)
SHOWN, RULES_KNOWN = 10, 40
# With fewer than so many of its own, a game borrows from others.
FEW = 6
ANNOUNCE = "announce "
RANKS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen",
         "King", "Ace")  # fmt: skip
_SEAT, _WHOLE = re.compile(r"\bp\d+\b"), re.compile(r"(?<![\d.p])\d+(?![\d.])")
_AMOUNT = re.compile(r"\d+\.\d\d")


class Repertoire(msgspec.Struct, frozen=True):
    """What the dealers of a game do, as far as some random rounds under these rules have it; where
    that is little, also what those of other games do."""

    places: tuple[str, ...]
    said: tuple[str, ...]
    acts: tuple[str, ...]


class Choices(msgspec.Struct, frozen=True):
    """What is offered at a step, in order of the alphabet."""

    places: tuple[str, ...]
    said: tuple[str, ...]
    acts: tuple[str, ...]


class _Watching(Patrons):
    """Patrons and equipment by chance, noting what the dealer was asked for."""

    def __init__(self, rng: random.Random, places: set[str], acts: set[str]) -> None:
        super().__init__(rng)
        self.places, self.acts = places, acts

    def answer(self, prompt: Prompt) -> object:  # type: ignore[override]
        if prompt.kind == "draw":
            self.places.add(prompt.what)
        elif prompt.kind == "act":
            self.acts.update(prompt.choices or (prompt.what,))
        return super().answer(prompt)


_known: dict[str, Repertoire] = {}


def repertoire_of(game: Game, rules: Rules) -> Repertoire:
    """What the dealer does at this game under these rules; worked out once."""
    mark = f"{game.key} {rules.law.hash}"
    if mark not in _known:
        if len(_known) >= RULES_KNOWN:
            _known.clear()
        own = _watched(game, rules)
        said, acts = set(own.said), set(own.acts)
        for other in registry.keys() if min(len(said), len(acts)) < FEW else ():
            if other == game.key or min(len(said), len(acts)) >= FEW:
                continue
            with suppress(NotInForce):
                theirs = _watched(registry.find(other), registry.find(other).rules(rules.law.day))
                said.update(text for text in theirs.said if len(said) < FEW and _is_plain(text))
                acts.update(text for text in theirs.acts if len(acts) < FEW and _is_plain(text))
        _known[mark] = Repertoire(own.places, tuple(sorted(said)), tuple(sorted(acts)))
    return _known[mark]


def _is_plain(text: str) -> bool:
    """Whether a text names neither a seat nor a number: it could be another game's as well."""
    return not _SEAT.search(text) and not _WHOLE.search(text)


def _watched(game: Game, rules: Rules) -> Repertoire:
    places: set[str] = set()
    acts: set[str] = set()
    rng = random.Random(rules.law.hash)
    most = game.seats_max if game.seats_of is None else game.seats_of(rules)
    seats = min(most, SEATS_MOST)
    table = game.open_table(rules, seats, limits=Limits({"": POSTED}), closed=True)
    for _ in range(ROUNDS):
        tape = LiveTape(_Watching(rng, places, acts))  # type: ignore[arg-type]
        table = run(game, rules, table, tape, by_hand=True).after
    acts = {act for act in acts if not is_money(act)}
    said = {act.removeprefix(ANNOUNCE) for act in acts if act.startswith(ANNOUNCE)}
    done = {act for act in acts if not act.startswith(ANNOUNCE)}
    return Repertoire(*(tuple(sorted(names)) for names in (places, said, done)))


def is_money(act: str) -> bool:
    """Whether an act moves an amount of money, which the dealer says in full."""
    verb, _, rest = act.partition(" ")
    return verb in MONEY_VERBS and _AMOUNT.fullmatch(rest.rpartition(" ")[2]) is not None


def choices_at(
    known: Repertoire, prompt: Prompt | None, seats: Sequence[int], seed: str, *, positions: int
) -> Choices:
    """What is offered now: a card goes to any of the table's positions, whoever sits there. The
    same seed gives the same list."""
    rng = random.Random(seed)
    place, said, acts = "", [], []
    if prompt is not None and prompt.kind == "draw":
        place = prompt.what
    elif prompt is not None and prompt.kind == "act":
        wanted = [act for act in prompt.choices or (prompt.what,) if not is_money(act)]
        said = [act.removeprefix(ANNOUNCE) for act in wanted if act.startswith(ANNOUNCE)]
        acts = [act for act in wanted if not act.startswith(ANNOUNCE)]
    everywhere = range(1, positions + 1)
    places = {each for text in known.places for each in _of_seats(text, everywhere)}
    places |= {place} - {""}
    return Choices(
        tuple(sorted(places, key=_order)),
        _offered(known.said, said, seats, rng),
        _offered(known.acts, acts, seats, rng),
    )


def _order(text: str) -> tuple[str, int]:
    """p2 before p10."""
    seat = _SEAT.search(text)
    return _SEAT.sub("p", text), int(seat[0][1:]) if seat is not None else 0


def _of_seats(text: str, seats: Sequence[int]) -> Iterable[str]:
    """The text for every seat of the table, where it names one."""
    return (_SEAT.sub(f"p{seat}", text) for seat in seats) if _SEAT.search(text) else (text,)


def _offered(
    known: Sequence[str], wanted: Sequence[str], seats: Sequence[int], rng: random.Random
) -> tuple[str, ...]:
    """What is wanted, what nearly is, and others of the game. Where nothing of the sort is wanted,
    there is a list all the same."""
    others = [rng.choice(list(_of_seats(text, seats))) for text in known]
    rng.shuffle(others)
    about = list(wanted) or others[:1]
    near = {each for text in about for each in near_misses(text, seats, rng)}
    shown = {*wanted, *sorted(near)[:SHOWN], *others[:SHOWN]}
    return tuple(sorted(shown, key=_order))


def near_misses(text: str, seats: Sequence[int], rng: random.Random) -> list[str]:
    """The same text wrong: another number, another rank, another seat."""
    found = []
    for number in _WHOLE.finditer(text):
        value = int(number[0])
        for other in (value - 2, value - 1, value + 1, value + 2):
            if other >= 0:
                found.append(f"{text[: number.start()]}{other}{text[number.end() :]}")
    for rank in RANKS:
        if re.search(rf"\b{rank}\b", text):
            for other_rank in rng.sample(RANKS, 4):
                found.append(re.sub(rf"\b{rank}\b", other_rank, text, count=1))
    found += [each for each in _of_seats(text, seats) if _SEAT.search(text)]
    return sorted({each for each in found if each != text})
