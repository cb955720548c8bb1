"""Who sees what, and before when: a leak of information, as a change of who sees a card.

A card of a round is named by the place that it is dealt to and its number there, `dealer 2`. Which
places there are, in which order they are dealt to and who sees what is read from the procedure: a
round is run, and its draws are looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pitboss.analysis.exact.explore import start_table
from pitboss.analysis.study import Scenario
from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.table.entries import Chose, Closed, Did, Drew, Entry, Placed, Rolled
from pitboss.table.game import Game, Rules
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

PLAYER, DEALER = "player", "dealer"
# Whose hands nobody plays: at pai gow, those of places that are not taken.
NOBODY = "discards"
FIRST_SEAT = 1 << 1
ENTRIES_MAX = 200
SHARES_MAX = 7
# Steps through the deck: of these rounds the one in which most cards are dealt is looked at.
STEPS = (7, 5, 11, 17, 23)


class Position(msgspec.Struct, frozen=True):
    """The card that is drawn as number `draw` of a round, counted from 0. `name` is what a user
    calls it, and `also` what the procedure does when it turns it up. `seen` if the first seat sees
    it when it is drawn; `before` if it is drawn before the first decision."""

    draw: int
    name: str
    also: str
    seen: bool
    before: bool


class Leak(msgspec.Struct, frozen=True):
    """What somebody knows beyond what the rules show: the cards drawn as `seen`; of those drawn
    as `classed`, whether their rank is among `ranks`; the hands of so many `shares` others; and,
    with `first`, so many of the own cards before the wager is made."""

    seen: tuple[Position, ...] = ()
    classed: tuple[Position, ...] = ()
    ranks: frozenset[int] = frozenset()
    shares: int = 0
    first: int = 0

    def draws(self) -> tuple[int, ...]:
        return tuple(position.draw for position in self.seen)

    def in_words(self) -> str:
        parts = [position.name for position in self.seen]
        if self.classed:
            names = ", ".join(position.name for position in self.classed)
            ranks = " ".join(RANKS[rank] for rank in sorted(self.ranks, reverse=True))
            parts.append(f"whether {names} is one of {ranks}")
        if self.shares:
            parts.append(f"{self.shares} other hand{'s' if self.shares > 1 else ''}")
        if self.first:
            parts.append(f"{self.first} own card{'s' if self.first > 1 else ''} before the wager")
        return "; ".join(parts)


def before_in_words(names: Sequence[str], ranks: frozenset[int]) -> str:
    """Returns what is seen of these cards before the wager: the cards, or whether they are of
    these ranks."""
    words = f"{', '.join(names)} before the wager"
    if not ranks:
        return words
    members = " ".join(RANKS[rank] for rank in sorted(ranks, reverse=True))
    return f"whether {words} is one of {members}"


def positions_of(game: Game, rules: Rules, scenario: Scenario) -> tuple[Position, ...]:
    """Returns the cards of a round, in the order in which they are drawn."""
    rounds = [_round(game, rules, scenario, step) for step in STEPS]
    events, decided = max(rounds, key=lambda each: sum(event.act == "draw" for event in each[0]))
    turned = {event.card: event.what for event in events if event.act == "reveal"}
    found: list[Position] = []
    numbers: dict[str, int] = {}
    draws = [event for event in events if event.act == "draw"]
    for number, event in enumerate(draws):
        owner = _owner(event.what)
        if owner == NOBODY:
            continue
        numbers[owner] = numbers.get(owner, 0) + 1
        seen = event.seen < 0 or bool(event.seen & FIRST_SEAT)
        also = turned.get(event.card, "")
        also = also if also != event.what else ""
        name = f"{owner} {numbers[owner]}"
        found.append(Position(number, name, also, seen, number < decided))
    if not found:
        raise BadInput("no card is dealt in this game: there is nothing to see")
    return tuple(found)


def _owner(place: str) -> str:
    """Returns whose a card is, in a word: player, dealer, banker, community ..."""
    if "p1" in place.replace(",", " ").replace("'", " ").split():
        return PLAYER
    return place.split()[0].removesuffix("'s").lower()


def _round(game: Game, rules: Rules, scenario: Scenario, step: int) -> tuple[Sequence[Event], int]:
    """Returns the events of a round, its cards `step` apart in the deck, and how many cards were
    drawn when the first decision was asked for (all, where none is)."""
    table = start_table(game, rules, scenario)
    prefix: list[Entry] = [*scenario.entries(), Closed()]
    decided = -1
    for number in range(ENTRIES_MAX):
        state = play(game, rules, table, prefix)
        drawn = sum(isinstance(entry, Drew) for entry in prefix)
        if isinstance(state, Receipt):
            return state.events, drawn if decided < 0 else decided
        prompt = state.prompt
        if decided < 0 and prompt.kind in ("decision", "wagers"):
            decided = drawn
        prefix = [*prefix, _answer(prompt, number * step)]
    raise BadInput(f"{game.key}: no cards are dealt by which a leak could be named")


def _answer(prompt: Prompt, place: int) -> Entry:
    match prompt.kind:
        case "draw":
            left = [card for card, count in enumerate(prompt.dealer.counts) if count]
            return Drew(left[place % len(left)])
        case "decision":
            return Chose(prompt.seat, prompt.choices[0])
        case "wagers":
            return Closed()
        case "number":
            return Placed(prompt.seat, prompt.what, prompt.at_least)
        case "act":
            return Did(prompt.what)
        case "roll":
            return Rolled((1,) * prompt.at_most)
    raise BadInput("no card is dealt in this game: there is nothing to see")


def find_position(positions: Iterable[Position], text: str) -> Position:
    """Returns the position of that name; a user may call it as the procedure does."""
    asked = " ".join(text.lower().split())
    for position in positions:
        if asked in (position.name, position.also.lower()):
            return position
    names = ", ".join(position.name for position in positions)
    raise BadInput(f"--sees {text[:40]!r}: no such card; the cards of a round are {names}")


def _named(positions: Sequence[Position], text: str) -> list[Position]:
    """The card of that name; of `dealer`, all that are dealt to the dealer and not shown."""
    owner = text.lower().strip()
    mine = [p for p in positions if p.name.rpartition(" ")[0] == owner and not p.seen]
    return mine or [find_position(positions, text)]


def read_ranks(text: str) -> frozenset[int]:
    """Reads the ranks of a class of cards, `A K Q J`."""
    words = text.replace(",", " ").upper().replace("10", "T").split()
    if not words or not all(word in RANKS and len(word) == 1 for word in words):
        raise BadInput(f'--sees-class {text[:40]!r}: expected ranks such as "A K Q J"')
    ranks = frozenset(RANKS.index(word) for word in words)
    if len(ranks) == len(RANKS):
        raise BadInput("--sees-class: all ranks are one class, so nothing is told apart")
    return ranks


def read_leak(
    positions: Sequence[Position],
    sees: Sequence[str],
    classes: str = "",
    shares: int = 0,
    first: bool = False,
) -> Leak:
    """Returns the leak that a user asks about. With a class, the cards named are seen by their
    class alone; where none is, all that are dealt face down, else the next card of the shoe: at the
    first decision, or, if no card comes after it, before the wager."""
    named = tuple(dict.fromkeys(p for text in sees for p in _named(positions, text)))
    if not 0 <= shares <= SHARES_MAX:
        raise BadInput(f"--shares {shares}: expected 0 to {SHARES_MAX}")
    own = 1 if first else 0
    if not classes:
        return Leak(seen=named, shares=shares, first=own)
    classed = named or tuple(p for p in positions if p.before and not p.seen)
    if not classed and not first:
        classed = tuple(p for p in positions if not p.before)[:1]
        own = 0 if classed else 1
    return Leak(classed=classed, ranks=read_ranks(classes), shares=shares, first=own)
