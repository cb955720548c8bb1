"""The study of both baccarat games: all wagers by the point values of the cards, and the pair
wagers by their ranks. Nothing is decided by anybody, so there is one strategy."""

from __future__ import annotations

from collections.abc import Hashable

from pitboss.analysis.simulation.counts import SHOE_SETTINGS
from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.families.baccarat.rules import BaccaratRules
from pitboss.hands.baccarat import card_value, player_draws
from pitboss.money import format_dollars

PAIRS = ("player-pair", "banker-pair")


def scenarios(rules: BaccaratRules) -> list[Scenario]:
    names = list(rules.law.wagers)
    found = [
        Scenario("hands", tuple((name, "", UNIT) for name in names if name not in PAIRS), each=True)
    ]
    pairs = tuple((name, "", UNIT) for name in names if name in PAIRS)
    if pairs:
        found.append(Scenario("pairs", pairs, each=True, card_class=rank_of, future=by_rank))
    return found


def rank_of(card: int) -> int:
    return card >> 2


def by_value(values: tuple[int, ...]) -> Hashable:
    """Returns what decides the rest of a round: the counts so far, and who is to draw. Cards come
    as player, banker, player, banker, and then the player's third if it is due."""
    if len(values) <= 2:
        return values
    player = (values[0] + values[2]) % 10
    if len(values) == 3:
        return (3, player, values[1])
    banker = (values[1] + values[3]) % 10
    if len(values) == 4:
        return (4, player, banker)
    assert player_draws(player)
    # The banker draws: its rule has been applied, and only the two counts matter now.
    return (5, (player + values[4]) % 10, banker)


def by_rank(ranks: tuple[int, ...]) -> Hashable:
    """Returns the same with the pairs that the first two cards of each hand make."""
    pairs = (
        len(ranks) > 2 and ranks[0] == ranks[2],
        len(ranks) > 3 and ranks[1] == ranks[3],
    )
    if len(ranks) <= 2:
        return ranks
    values = tuple(card_value(rank << 2) for rank in ranks)
    if len(ranks) == 3:
        return (pairs, ranks[1], by_value(values))
    return (pairs, by_value(values))


def by_amount(rules: BaccaratRules, wager: str) -> str:
    """Why the edge depends on the amount: the vigorish is rounded up."""
    charge = rules.vigorish
    if wager != "banker" or charge is None or not charge.round_up_to:
        return ""
    return f"the vigorish is rounded up to {format_dollars(charge.round_up_to)}"


study = Study(
    scenarios=scenarios,
    settings=SHOE_SETTINGS,
    card_class=card_value,
    future=by_value,
    # Vigorish that is owed is owed: for the odds it counts when it falls due.
    fixed={"vigorish_collection": "at payout"},
    by_amount=by_amount,
)
