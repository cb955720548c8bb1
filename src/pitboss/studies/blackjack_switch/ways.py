"""Ways to play blackjack switch: the best one, and simpler ones that have a name."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pitboss.families.twenty_one.hands import low_value
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, Ints, compositions
from pitboss.studies.families.twenty_one.exact.dealer import LEAST, Floats
from pitboss.studies.families.twenty_one.exact.shoes import shoe_of
from pitboss.studies.families.twenty_one.exact.strategy import Bools, Strategy
from pitboss.studies.families.twenty_one.exact.totals import best_totals, strategy_of
from pitboss.studies.families.twenty_one.player import Way, decision, hands_seen
from pitboss.studies.families.twenty_one.table_rules import NO_SURRENDER, TableRules
from pitboss.table.entries import Chose, Closed, Did, Entry, Placed
from pitboss.table.prompts import Prompt

from .exact import (
    ACE_TEN,
    GIVEN_UP,
    Best,
    Choices,
    Hands,
    Solution,
    choices_by,
    place_of,
    place_table,
    places,
    solve,
    table_rules,
)

SWITCH, KEEP, SURRENDER, SURRENDER_NOTHING = "switch", "keep", "surrender", "no surrender"
AREAS = ("first", "second")


class Player:
    """A way to play under some rules, as the kernel takes it and at a table."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.choices: Choices = solution.choices
        self.books: list[Strategy] = []
        numbers: dict[int, int] = {}
        by_place = np.zeros(len(solution.strategies), dtype=np.int64)
        for place, strategy in enumerate(solution.strategies):
            # Cards that cannot be dealt have none.
            if strategy is None:
                continue
            by_place[place] = numbers.setdefault(id(strategy), len(numbers))
            if by_place[place] == len(self.books):
                self.books.append(strategy)
        self.book_of: Ints = by_place[place_table()].reshape(-1)

    def __call__(self, prompt: Prompt) -> Entry:
        match prompt.kind:
            case "number":
                return Placed(prompt.seat, prompt.what, prompt.at_least)
            case "act":
                return Did(prompt.what)
            case "wagers":
                # With four cards of the player's known, insurance is never worth it.
                return Closed()
        return Chose(prompt.seat, self._choice(prompt))

    def _choice(self, prompt: Prompt) -> str:
        seen = hands_seen(prompt)
        shown = seen["dealer's hand"][0]
        decided = self.solution.decide(shown, dealt(prompt))
        if SWITCH in prompt.choices:
            return SWITCH if decided.switch else KEEP
        if SURRENDER_NOTHING in prompt.choices:
            up = [area for area, how in zip(AREAS, decided.how, strict=True) if how == GIVEN_UP]
            return f"{SURRENDER} {'both' if len(up) > 1 else up[0]}" if up else SURRENDER_NOTHING
        place = prompt.what.rpartition(": ")[0]
        if place not in seen:
            return prompt.choices[0]
        other = decided.hands[0 if f"p{prompt.seat}, {AREAS[1]}" in place else 1]
        return decision(self.solution.strategy(other), (shown,), tuple(seen[place]), prompt.choices)


def dealt(prompt: Prompt) -> Hands:
    """The two hands of a player as dealt, each first card first."""
    drawn: dict[str, list[int]] = {f"hand of p{prompt.seat}, {area}": [] for area in AREAS}
    for event in prompt.dealer.events:
        if event.act == "draw" and event.what in drawn and len(drawn[event.what]) < 2:
            drawn[event.what].append(low_value(event.card))
    (one, two), (three, four) = drawn.values()
    return (one, two), (three, four)


def way(make: Callable[[TableRules], Solution]) -> Way[TableRules, Player]:
    """A way to play by the solution that `make` gives under any rules."""
    return Way(lambda rules: Player(make(rules)), table_rules)


# -- the best way ----------------------------------------------------------------------------

_solved: dict[TableRules, Best] = {}


def best_of(rules: TableRules) -> Best:
    """Worked out once."""
    if rules not in _solved:
        _solved[rules] = solve(rules)
    return _solved[rules]


BEST = way(lambda rules: best_of(rules).solution)


# -- by charts -------------------------------------------------------------------------------


class Rated:
    """What two cards are worth in hundredths of their wager, by the dealer's card, whatever the
    other hand is: as dealt, and after a switch; and which are better given up. Where the dealer
    looks, that there is no blackjack is known."""

    def __init__(self, rules: TableRules) -> None:
        _, worth = best_of(rules)
        decided = worth.dealt * worth.alone if rules.dealer_looks else worth.dealt

        def on_average(values: Floats) -> Ints:
            """[shown, own]: over all hands that the other may be."""
            weights = decided.sum(axis=0)
            total = (worth.dealt * values).sum(axis=0)
            found: Ints = np.rint(100 * total / np.where(weights > 0, weights, 1)).astype(np.int64)
            return found

        self.played = on_average(worth.played)
        self.switched = on_average(worth.switched(rules))
        self.given_up = on_average(worth.given_up(rules))
        self.gives_up: Bools = rules.surrenders_first & (self.given_up > self.played)


def alike(rules: TableRules, strategy: Strategy, choices: Choices) -> Solution:
    """Every hand is played by one strategy, whatever the other is."""
    shoe = shoe_of(rules.decks)
    return Solution(rules, shoe, [strategy] * len(places()), choices)


def choices_alike(kept: Ints, switched: Ints, gives_up: Bools) -> Choices:
    """Hands rated by [shown, own], whatever the other hand is."""
    whole = (len(places()), *kept.shape)
    return choices_by(
        np.broadcast_to(kept.astype(np.float64), whole),
        np.broadcast_to(switched.astype(np.float64), whole),
        np.broadcast_to(gives_up, whole),
    )


def table_of_totals(rules: TableRules) -> Strategy:
    """A surrender is decided on with both hands, not by the table."""
    rules = rules._replace(surrender=NO_SURRENDER)
    return strategy_of(best_totals(rules), rules)


def by_charts(rules: TableRules) -> Solution:
    """Hands by the best table of totals; switched where the hundredths add up to more."""
    rated = Rated(rules)
    kept = np.where(rated.gives_up, rated.given_up, rated.played)
    choices = choices_alike(kept, rated.switched, rated.gives_up)
    return alike(rules, table_of_totals(rules), choices)


# -- by ranks --------------------------------------------------------------------------------

LOSER, CHANCE, PUSHER, WINNER = range(4)


def ranks(rules: TableRules) -> tuple[Ints, Ints]:
    """Two cards against what the dealer has with a ten to the card shown (17 at least): they win
    against it, push, are a chance (8 to 11, or a pair of aces), or lose. As dealt, and after a
    switch, where an ace and a ten may be a 21 like others."""
    table = compositions()
    hands = [table.row_of(low, high) for low, high in places()]
    total, soft = table.total[hands], table.soft[hands]
    expected = np.maximum(np.array([VALUES + 1, *range(2, VALUES + 1)]) + VALUES, LEAST)[:, None]
    chance = ~soft & (total >= 8) & (total <= VALUES + 1)
    chance[place_of(1, 1)] = True
    found = np.where(chance, CHANCE, LOSER) * np.ones_like(expected)
    found[total == expected] = PUSHER
    found[total > expected] = WINNER
    dealt = found.copy()
    dealt[:, place_of(*ACE_TEN)] = WINNER
    return dealt, dealt if rules.switched_blackjack else found


def by_ranks(rules: TableRules) -> Solution:
    """Hands by the best table of totals; switched where the ranks add up to more."""
    dealt, switched = ranks(rules)
    gives_up = (
        Rated(rules).gives_up if rules.surrenders_first else np.zeros(dealt.shape, dtype=bool)
    )
    choices = choices_alike(dealt, switched, gives_up)
    return alike(rules, table_of_totals(rules), choices)


def never_switch(rules: TableRules) -> Solution:
    """The best play of two hands that are left as dealt."""
    solution, worth = best_of(rules)
    gives_up = (worth.given_up(rules) > worth.played) & rules.surrenders_first
    nothing = np.zeros(worth.played.shape)
    return solution._replace(choices=choices_by(nothing, nothing, gives_up))


NAMED = {
    "by the charts": way(by_charts),
    "win, push, chance, lose": way(by_ranks),
    "never switch": way(never_switch),
}
