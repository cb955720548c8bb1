"""What a switch of four cards is worth, and each action of a single hand: beside the two cards of
the other hand, where these are named, and else on average over all that it may have."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from pitboss.analysis.exact.actions import NOTHING_DECIDED, HandWorth, Valued
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.games.blackjack_switch.rules import SwitchRules
from pitboss.studies.families.twenty_one import by_hand
from pitboss.studies.families.twenty_one.by_hand import Against, Cards
from pitboss.studies.families.twenty_one.exact.compositions import Ints
from pitboss.studies.families.twenty_one.exact.shoes import (
    Start,
    chance_of,
    one_card_starts,
    shoe_of,
    without,
)
from pitboss.studies.families.twenty_one.exact.solve import ERROR, first_chance
from pitboss.studies.families.twenty_one.exact.words import SHOWN, value_named
from pitboss.studies.families.twenty_one.table_rules import NO_SURRENDER, TableRules

from .exact import ACE_TEN, places, table_rules, two_chance

HANDS = 2
FOUR_CARDS = 4
NOTE = (
    "; --hand '10 6 5 10', first and second card of one hand and of the other, has the worth of a "
    "switch, per unit of both wagers"
)
AVERAGE = "; of a single hand on average over all that the other hand may begin with"


def worths(rules: SwitchRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    table = table_rules(rules)
    shoe = shoe_of(table.decks)
    if scenario.wager == "insurance":
        return by_hand.insurance(table.insurance, shoe, FOUR_CARDS)
    if scenario.wager == "match":
        raise BadInput(f"{scenario.wager}: {NOTHING_DECIDED}")
    cards = by_hand.values_in_order(hand, "--hand")
    up = by_hand.shown_named(shown, 1) or tuple(map(value_named, SHOWN))
    looked = by_hand.LOOKED if table.dealer_looks else ""
    if len(cards) != FOUR_CARDS:
        own = by_hand.hand_named(hand)
        rows = sorted(
            (row for value in up for row in on_average(table, shoe, value, own)), key=_order
        )
        return Valued(rows, by_hand.NOTE + looked + AVERAGE + NOTE)
    rows = [row for value in up for row in of_four(Spot(table, shoe, value), cards)]
    return Valued(rows, by_hand.NOTE + looked + NOTE)


def _order(row: HandWorth) -> tuple[object, ...]:
    cards = by_hand.values_of(row.hand, "--hand")
    return (*by_hand.order(cards), SHOWN.index(row.shown))


# -- four cards -----------------------------------------------------------------------------------


class Spot:
    """Hands beside others against one card of the dealer's, each worked out once."""

    def __init__(self, table: TableRules, shoe: Ints, shown: int) -> None:
        self.table, self.shoe, self.shown = table, shoe, shown
        self.known: dict[Cards, Against] = {}

    def beside(self, other: Cards) -> Against:
        """What is known where the other hand began with these two cards."""
        if other not in self.known:
            (start,) = _starts(without(self.shoe, *other), self.shown)
            self.known[other] = by_hand.played(self.table, start)
        return self.known[other]

    def worths(self, own: Cards, other: Cards, *, switched: bool) -> dict[str, float]:
        """What each action is worth; of a blackjack, what it wins. What came about by a switch is
        not surrendered."""
        against = self.beside(_sorted(other))
        if _sorted(own) == ACE_TEN and (self.table.switched_blackjack or not switched):
            alone = 1 - float(against.start.blackjack_chance(*own))
            won = float(self.table.blackjack)
            return {"blackjack": won if self.table.dealer_looks else won * alone}
        if switched:
            against = against._replace(rules=self.table._replace(surrender=NO_SURRENDER))
        return by_hand.worths(against, _sorted(own))


def of_four(spot: Spot, cards: Cards) -> Iterator[HandWorth]:
    """A switch or none, and then the actions of each of the hands that there may be; nothing, where
    the cards cannot be dealt."""
    left, name = without(spot.shoe, spot.shown), by_hand.named((spot.shown,))
    if not by_hand.dealt_from(left, cards):
        return
    one, two, three, four = cards
    ways = {"keep": ((one, two), (three, four)), "switch": ((one, four), (three, two))}
    found: dict[str, float] = {}
    rows = []
    for way, (first, second) in ways.items():
        found[way] = 0.0
        for own, other in ((first, second), (second, first)):
            worth = spot.worths(own, other, switched=way == "switch")
            found[way] += max(worth.values()) / HANDS
            if len(worth) > 1:
                after = ", switched" if way == "switch" else ""
                rows.append(by_hand.as_worth(_dealt(own) + after, name, worth, None))
    whole = f"{_dealt((one, two))} and {_dealt((three, four))}"
    yield by_hand.as_worth(whole, name, found, None)
    yield from rows


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def _dealt(cards: Cards) -> str:
    """`6 10`: in the order in which they lie."""
    return " ".join(by_hand.named((value,)) for value in cards)


def _starts(shoe: Ints, shown: int) -> list[Start]:
    return [start for start in one_card_starts(shoe) if start.cards == (shown,)]


# -- one hand -------------------------------------------------------------------------------------


def on_average(table: TableRules, shoe: Ints, shown: int, own: Cards) -> Iterator[HandWorth]:
    """The worth of each action over all that the other hand may begin with, as it was dealt."""
    spot = Spot(table, shoe, shown)
    (start,) = _starts(shoe, shown)
    hands = [own] if own else [each for each in places() if each != ACE_TEN]
    others = [each for each in places() if by_hand.dealt_from(start.shoe, each)]
    for hand in hands:
        if not by_hand.dealt_from(start.shoe, hand):
            continue
        total = played = 0.0
        sums: dict[str, float] = {}
        for other in others:
            left = without(shoe, *other)
            if not by_hand.dealt_from(without(start.shoe, *other), hand):
                continue
            against = spot.beside(other)
            often = float(two_chance(shoe, *other) * chance_of(left, shown, *hand))
            if table.dealer_looks:
                often *= 1 - float(against.start.blackjack_chance(*hand))
            found = by_hand.worths(against, hand)
            for action, worth in found.items():
                sums[action] = sums.get(action, 0.0) + often * worth
            played += often * max(found.values())
            total += often
        worths = {action: worth / total for action, worth in sums.items()}
        chance = start.chance * first_chance(start, *hand) if len(hand) == HANDS else None
        row = by_hand.as_worth(by_hand.named(hand), by_hand.named((shown,)), worths, chance)
        yield _with_best(row, played / total)


def _with_best(row: HandWorth, played: float) -> HandWorth:
    """Differences that are rounding are none."""
    best = row.worths[row.best()]
    apart = Fraction(played) - best
    return replace(row, played=Fraction(played) if apart > ERROR else best)
