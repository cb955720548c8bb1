"""A strategy of Spanish 21 in words and charts. What is best depends on the number of cards, since
a 21 of five or more is paid more; so hands of three cards and more are told by their number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.analysis.exact.edges import Chart
from pitboss.studies.families.twenty_one.exact.compositions import TOTAL_MAX, Ints, compositions
from pitboss.studies.families.twenty_one.exact.dealer import Floats
from pitboss.studies.families.twenty_one.exact.paths import TWICE, orders_and_reach
from pitboss.studies.families.twenty_one.exact.rows import chances_in
from pitboss.studies.families.twenty_one.exact.shoes import Start
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, start_row
from pitboss.studies.families.twenty_one.exact.strategy_lines import (
    HARD,
    LETTERS,
    NAMED_MAX,
    SOFT,
    Line,
    chart,
    first_cards,
    hand_name,
    line_text,
    shown_starts,
)
from pitboss.studies.families.twenty_one.exact.words import DOUBLE_OR, DRAW, SHOWN, STAND

from .exact import SpanishGame

RESCUE, KEEP = "rescue", "keep"
DOUBLED_LETTERS = {RESCUE: "R", KEEP: "K"}
OTHERWISE = "some cards of this total otherwise: see the lines of the strategy"
# Numbers of cards that are told apart: the last stands for all higher ones.
MORE_CARDS = {3: "three cards", 4: "four cards", 5: "five cards", 6: "six cards or more"}
MOST_CARDS = max(MORE_CARDS)
DENOMINATOR = 10**12


Rows = list[tuple[str, tuple[str, ...]]]


class MostDone(NamedTuple):
    """What is done with most of the hands of a total; how often they come about; the hands with
    which something else is done, and how often."""

    do: str
    chance: float
    others: dict[str, tuple[Ints, float]]


class Seen(NamedTuple):
    """Against one card of the dealer's: how often hands come about for a decision, and how often
    as doubled hands; what is done with each."""

    start: Start
    chances: Floats
    doubled: Floats
    actions: list[str]
    rescues: list[str]


def see(strategy: Strategy, start: Start) -> Seen:
    index = start_row(start.cards)
    orders, reach = orders_and_reach(strategy.actions(index))
    chances = chances_in(start.shoe, reach)
    doubled = chances_in(start.shoe, orders[TWICE].copy())
    actions = [
        (DOUBLE_OR if double else "") + (DRAW if draw else STAND)
        for double, draw in zip(strategy.doubles[index], strategy.draws[index], strict=True)
    ]
    assert strategy.rescues is not None
    rescues = [RESCUE if each else KEEP for each in strategy.rescues[index]]
    return Seen(start, chances, doubled, actions, rescues)


def situation_hands(situation: str) -> Ints:
    """The hands of a soft or hard total."""
    table = compositions()
    kind, _, total = situation.rpartition(" ")
    found: Ints = np.flatnonzero((table.soft == (kind == "soft")) & (table.total == int(total)))
    return found


def most_do(hands: Ints, chances: Floats, actions: list[str]) -> MostDone:
    by_action: dict[str, list[int]] = {}
    for hand in hands[chances[hands] > 0].tolist():
        by_action.setdefault(actions[hand], []).append(hand)
    often = {do: float(chances[each].sum()) for do, each in by_action.items()}
    if not often:
        return MostDone("", 0.0, {})
    most = max(often, key=lambda do: often[do])
    others = {do: (np.array(by_action[do]), often[do]) for do in often if do != most}
    return MostDone(most, sum(often.values()), others)


class StrategyText:
    """All of a strategy, as lines and as charts."""

    def __init__(self, game: SpanishGame, strategy: Strategy) -> None:
        self.game, self.strategy = game, strategy
        self.starts = shown_starts(game.shoe)
        self.seen = {shown: see(strategy, start) for shown, start in self.starts.items()}

    def with_cards(self, number: int, situation: str) -> dict[str, MostDone]:
        """By the card shown: what is done with so many cards of this total."""
        hands = situation_hands(situation)
        held = np.minimum(compositions().cards[hands], MOST_CARDS)
        return {
            shown: most_do(hands[held == number], seen.chances, seen.actions)
            for shown, seen in self.seen.items()
        }

    def after_doubling(self, situation: str) -> dict[str, MostDone]:
        hands = situation_hands(situation)
        return {
            shown: most_do(hands, seen.doubled, seen.rescues) for shown, seen in self.seen.items()
        }

    def tables(self) -> Iterator[tuple[str, str, dict[str, MostDone]]]:
        """Hands of three cards and more, and doubled hands: the kind, the total, what is done."""
        for number, name in MORE_CARDS.items():
            for situation in (*HARD, *SOFT):
                yield name, situation, self.with_cards(number, situation)
        for situation in (f"hard {TOTAL_MAX - 1}", *HARD, *SOFT):
            yield "doubled", situation, self.after_doubling(situation)

    def lines(self) -> list[Line]:
        found = first_cards(self.starts, self.strategy)
        for name, situation, by_shown in self.tables():
            done = [(shown, each.do) for shown, each in by_shown.items() if each.do]
            if not done:
                continue
            chance = sum(
                (self._chance(shown, each.chance) for shown, each in by_shown.items()), Fraction(0)
            )
            found.append(Line(f"{situation}, {name}", line_text(done), chance))
            for shown, each in by_shown.items():
                for do, (hands, often) in each.others.items():
                    text = f"{situation} against {shown} with {self._named(shown, hands)}"
                    if name == "doubled":
                        text = f"doubled, {text}"
                    found.append(Line(text, do, self._chance(shown, often)))
        return found

    def charts(self) -> list[Chart]:
        rows = [
            (situation, tuple(cells))
            for situation, cells in chart(self.game.rules, self.strategy, self.game.shoe)
        ]
        found = [chart_of("Two cards: what the dealer shows", rows, LETTERS)]
        by_name: dict[str, Rows] = {}
        for name, situation, by_shown in self.tables():
            letters = DOUBLED_LETTERS if name == "doubled" else LETTERS
            cells = tuple(
                letters.get(each.do, "") + "*" * bool(each.others) for each in by_shown.values()
            )
            if any(cells):
                by_name.setdefault(name, []).append((situation, cells))
        for name, listed in by_name.items():
            letters = DOUBLED_LETTERS if name == "doubled" else LETTERS
            title = "After a double" if name == "doubled" else name.capitalize()
            found.append(chart_of(f"{title}: what the dealer shows", listed, letters))
        return found

    def _chance(self, shown: str, chance: float) -> Fraction:
        return Fraction(chance).limit_denominator(DENOMINATOR) * self.starts[shown].chance

    def _named(self, shown: str, hands: Ints) -> str:
        often = self.seen[shown].chances[hands] + self.seen[shown].doubled[hands]
        names = [hand_name(hand) for hand in hands[np.argsort(-often)].tolist()]
        named = ", ".join(names[:NAMED_MAX])
        return named if len(names) <= NAMED_MAX else f"{named} and {len(names) - NAMED_MAX} more"


def chart_of(title: str, rows: Rows, letters: dict[str, str]) -> Chart:
    used = {letter.removesuffix("*") for _, cells in rows for letter in cells}
    legend = [(letter, words) for words, letter in letters.items() if letter in used]
    if any(letter.endswith("*") for _, cells in rows for letter in cells):
        legend.append(("*", OTHERWISE))
    return Chart(title, SHOWN, tuple(rows), tuple(legend))
