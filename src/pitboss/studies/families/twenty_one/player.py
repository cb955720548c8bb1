"""Strategies at a table: what is done at a prompt, and ways to play that have a strategy under any
rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from pitboss.analysis.study import Decide
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import low_value
from pitboss.table.entries import Chose, Closed, Did, Entry, Placed, Wagered
from pitboss.table.game import Rules
from pitboss.table.prompts import Prompt

from .exact.compositions import compositions
from .exact.strategy import Strategy, start_row
from .exact.words import DRAW, SPLIT, STAND
from .table_rules import FACE_UP, HOLE_CARDS

DOUBLE, SURRENDER = "double", "surrender"
RESCUE, KEEP = "rescue", "keep"
INSURANCE, DOUBLE_ATTACK = "insurance", "double-attack"
Table = TypeVar("Table")
Sits = TypeVar("Sits", bound=Callable[[Prompt], Entry])
DEALERS_HAND, DEALERS_HOLE_CARD = "dealer's hand", "dealer's hole card"


def hands_seen(prompt: Prompt) -> dict[str, list[int]]:
    """The values (ace 1) in every hand on the table, by the hand's place."""
    found: dict[str, list[int]] = {}
    for event in prompt.dealer.events:
        if event.act == "draw" and event.card >= 0:
            found.setdefault(event.what, []).append(low_value(event.card))
        elif event.act == "move" and event.card >= 0:
            source, _, place = event.what.partition(" to ")
            if place:
                value = low_value(event.card)
                found[source].remove(value)
                found.setdefault(place, []).append(value)
    return found


def decision(
    strategy: Strategy,
    shown: tuple[int, ...],
    hand: tuple[int, ...],
    choices: tuple[str, ...],
    *,
    was_split: bool = False,
) -> str:
    """One of the choices: a surrender comes first, then a split, then a double, which is made in
    full (its choice has the amount, or not)."""
    start, row = start_row(shown), compositions().row_of(*hand)
    words = {choice.partition(" ")[0]: choice for choice in choices}
    if KEEP in words:
        # A doubled hand, when its card is seen.
        assert strategy.rescues is not None
        gives_up = words.get(RESCUE) or words[SURRENDER]
        return gives_up if strategy.rescues[start, row] else words[KEEP]
    if SURRENDER in words and strategy.surrenders[start, row]:
        return words[SURRENDER]
    once = was_split and strategy.splits_once is not None and strategy.splits_once[start]
    if SPLIT in words and strategy.splits[start, hand[0] - 1] and not once:
        return words[SPLIT]
    # A split ace that takes one card only may be given up rather than stood on.
    stands = DRAW not in words and strategy.rescues is not None and strategy.rescues[start, row]
    if SURRENDER in words and stands:
        return words[SURRENDER]
    if DOUBLE in words and strategy.doubles[start, row]:
        return words[DOUBLE]
    return DRAW if DRAW in words and strategy.draws[start, row] else STAND


class Player:
    """A strategy that sits at a table."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy

    def __call__(self, prompt: Prompt) -> Entry:
        """What the strategy does at a prompt; in what it does not know about, nothing or the first
        choice."""
        match prompt.kind:
            case "number":
                return Placed(prompt.seat, prompt.what, prompt.at_least)
            case "act":
                return Did(prompt.what)
            case "wagers":
                return self._wager(prompt)
        place, _, points = prompt.what.rpartition(": ")
        seen = hands_seen(prompt)
        if not points or place not in seen:
            return Chose(prompt.seat, prompt.choices[0])
        shown = seen[DEALERS_HAND]
        if prompt.dealer.rules.hole_card == HOLE_CARDS[FACE_UP]:
            shown = shown + seen[DEALERS_HOLE_CARD]
        # A hand that was not split is called `hand of p1`.
        was_split = not prompt.what.startswith("hand of ")
        hand = tuple(seen[place])
        chosen = decision(self.strategy, tuple(shown), hand, prompt.choices, was_split=was_split)
        return Chose(prompt.seat, chosen)

    def _wager(self, prompt: Prompt) -> Entry:
        """Insurance in full with the hands that are insured, and a double attack wager in full
        against the cards that are attacked."""
        if prompt.made:
            return Closed()
        seen = hands_seen(prompt)
        shown = seen.get(DEALERS_HAND, [])
        for offer in prompt.answers():
            kind = str(offer.get("wager"))
            wanted = kind == DOUBLE_ATTACK and bool(self.strategy.attacks & set(shown[:1]))
            if kind == INSURANCE and prompt.what == INSURANCE:
                hand = seen.get(f"hand of {offer.get('seat', '')}")
                wanted = bool(hand and self.strategy.insures[compositions().row_of(*hand)])
            if wanted:
                return Wagered(int(offer["seat"][1:]), kind, offer["at_most"], offer["spot"])
        return Closed()


class Way(Generic[Table, Sits]):
    """A way to play: `make` gives who sits at a table of any rules, worked out once for each;
    `table_of` gives the table of a game's rules."""

    def __init__(self, make: Callable[[Table], Sits], table_of: Callable[[Any], Table]) -> None:
        self.make, self.table_of = make, table_of
        self.made: dict[Table, Sits] = {}

    def of(self, table: Table) -> Sits:
        if table not in self.made:
            self.made[table] = self.make(table)
        return self.made[table]

    def at(self, rules: Rules) -> Sits:
        return self.of(self.table_of(rules))

    def __call__(self, prompt: Prompt) -> Entry:
        return self.at(prompt.dealer.rules)(prompt)


def seated(
    decide: Decide | None, best: Way[Table, Sits], table: Table, kind: type[Sits], refusal: str
) -> Sits:
    """Return who sits at a table: the one that decides, or whom a way to play seats there, the best
    one if none is named; anything else is refused in these words."""
    if isinstance(decide, kind):
        return decide
    way = best if decide is None else decide
    if not isinstance(way, Way):
        raise BadInput(refusal)
    player: Sits = way.of(table)
    return player
