"""Ways to play Spanish 21: each gives a strategy under any rules, and sits at a table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pitboss.studies.families.twenty_one.exact.compositions import compositions
from pitboss.studies.families.twenty_one.exact.dealer import LEAST
from pitboss.studies.families.twenty_one.exact.solve import solve as solve_blackjack
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, nothing
from pitboss.studies.families.twenty_one.player import Player, Way
from pitboss.studies.families.twenty_one.table_rules import DOUBLE_STANDS

from .exact import Limits, SpanishGame, game_of, solve, splits_once


class SpanishPlayer(Player):
    """A strategy at a table of these rules and this shoe."""

    def __init__(self, game: SpanishGame, strategy: Strategy) -> None:
        super().__init__(strategy)
        self.game = game


def way(make: Callable[[SpanishGame], Strategy]) -> Way[SpanishGame, SpanishPlayer]:
    """A way to play by the strategy that `make` gives at a table."""
    return Way(lambda game: SpanishPlayer(game, make(game)), game_of)


def within(limits: Limits) -> Way[SpanishGame, SpanishPlayer]:
    """The best play of one who never does some things."""
    return way(lambda game: solve(game, limits))


def as_at_blackjack(game: SpanishGame) -> Strategy:
    """What would be best if a 21 were paid and tied with as at blackjack, hands were doubled on
    two cards only and nothing were rescued; with pairs split once only, where the dealer does
    not look for a blackjack (`rules_against`)."""
    rules = game.rules._replace(
        bonuses=(), twenty_one_wins=False, doubles_later=False, after_double=DOUBLE_STANDS
    )
    if not rules.dealer_looks:
        rules = rules._replace(hands_max=2, aces_hands_max=2)
    return _without_rescue(game, solve_blackjack(rules, game.shoe).strategy)


def mimic(game: SpanishGame) -> Strategy:
    """Draws and stands as the dealer must, and does nothing else."""
    found = nothing(game.rules)
    found.draws[:] = compositions().total < LEAST
    return _without_rescue(game, found)


def _without_rescue(game: SpanishGame, strategy: Strategy) -> Strategy:
    strategy.splits_once = splits_once(game)
    strategy.rescues = np.zeros_like(strategy.doubles)
    return strategy


BEST = within(Limits())
NAMED = {
    "never rescue": within(Limits(rescue=False)),
    "double on two cards only": within(Limits(double_cards=2)),
    "never surrender": within(Limits(surrender=False)),
    "never double or split": within(Limits(double_cards=0, split=False)),
    "as at blackjack": way(as_at_blackjack),
    "mimic the dealer": way(mimic),
}
