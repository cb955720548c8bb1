"""What each action of a hand of Spanish 21 is worth, by its cards and what the dealer shows; and,
of a hand that was doubled, what a rescue is."""

from __future__ import annotations

from pitboss.analysis.exact.actions import NOTHING_DECIDED, Valued
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.games.spanish_21.rules import Spanish21Rules
from pitboss.studies.families.twenty_one import by_hand
from pitboss.studies.families.twenty_one.exact.shoes import Start
from pitboss.studies.families.twenty_one.exact.solve import starts_of
from pitboss.studies.families.twenty_one.exact.strategy import start_row

from .exact import SpanishGame, game_of, paid_by, rules_against, solve, with_rescue

OWN_CARDS = 2
NOTE = "; without the super bonus"


def worths(rules: Spanish21Rules, scenario: Scenario, hand: str, shown: str) -> Valued:
    game = game_of(rules)
    if scenario.wager == "insurance":
        return by_hand.insurance(game.rules.insurance, game.shoe, OWN_CARDS)
    if scenario.wager != "initial":
        raise BadInput(f"{scenario.wager}: {NOTHING_DECIDED}")
    starts = starts_of(game.rules, game.shoe)
    found = by_hand.valued(starts, lambda start: _against(game, start), hand, shown)
    return Valued(found.hands, found.note + NOTE)


def _against(game: SpanishGame, start: Start) -> by_hand.Against:
    strategy, plain = solve(game), paid_by(game)
    assert strategy.rescues is not None
    paid = with_rescue(plain, strategy.rescues[start_row(start.cards)])
    rules = rules_against(game, start)
    return by_hand.played_by(game.rules, start, strategy, plain, paid, rules)
