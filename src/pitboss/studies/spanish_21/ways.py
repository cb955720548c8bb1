"""Ways to play Spanish 21: each gives a strategy under any rules, and sits at a table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np

from pitboss.games.spanish_21.procedure import KEEP, RESCUE
from pitboss.games.spanish_21.rules import Spanish21Rules
from pitboss.studies.families.twenty_one.exact.answers import answer, decision
from pitboss.studies.families.twenty_one.exact.compositions import VALUES, compositions
from pitboss.studies.families.twenty_one.exact.dealer import LEAST
from pitboss.studies.families.twenty_one.exact.seen import hands_seen
from pitboss.studies.families.twenty_one.exact.solve import solve as solve_blackjack
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, nothing, start_row
from pitboss.studies.families.twenty_one.exact.words import SPLIT
from pitboss.studies.families.twenty_one.table_rules import DOUBLE_STANDS
from pitboss.studies.spanish_21.exact import Limits, SpanishGame, game_of, solve
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt


class Player:
    """A strategy that sits at a table, and that the kernel asks hand by hand."""

    # Hands of the same total may be played differently.
    by_total = False

    def __init__(self, game: SpanishGame, strategy: Strategy) -> None:
        self.game, self.strategy = game, strategy

    def insures(self, hand: tuple[int, ...]) -> bool:
        return bool(self.strategy.insures[compositions().index(*hand)])

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        if RESCUE in allowed:
            return RESCUE if self.rescues(hand, dealer[0]) else KEEP
        choices = tuple(sorted(allowed))
        if hands > 1 and self.splits_once(dealer[0]):
            choices = _but_split(choices)
        return decision(self.strategy, start_row(dealer), hand, choices)

    def rescues(self, hand: tuple[int, ...], shown: int) -> bool:
        assert self.strategy.rescues is not None
        return bool(self.strategy.rescues[start_row((shown,)), compositions().index(*hand)])

    def splits_once(self, shown: int) -> bool:
        """Whether a pair is split only once against this card (`rules_against`)."""
        return not self.game.rules.dealer_looks and shown in (1, VALUES)

    def __call__(self, prompt: Prompt) -> Entry:
        if prompt.kind != "decision":
            return answer(self.strategy, prompt)
        seen = hands_seen(prompt)
        shown = seen["dealer's hand"][0]
        if RESCUE in prompt.choices:
            hand = tuple(seen[prompt.what.rpartition(": ")[0]])
            return Chose(prompt.seat, RESCUE if self.rescues(hand, shown) else KEEP)
        # A hand that was not split is called `hand of p1`.
        if not prompt.what.startswith("hand of ") and self.splits_once(shown):
            prompt = msgspec.structs.replace(prompt, choices=_but_split(prompt.choices))
        return answer(self.strategy, prompt)


def _but_split(choices: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in choices if word != SPLIT)


class Way:
    """`make` gives a strategy at a table."""

    def __init__(self, make: Callable[[SpanishGame], Strategy]) -> None:
        self.make = make
        self.made: dict[SpanishGame, Player] = {}

    def player(self, rules: Spanish21Rules) -> Player:
        game = game_of(rules)
        if game not in self.made:
            self.made[game] = Player(game, self.make(game))
        return self.made[game]

    def __call__(self, prompt: Prompt) -> Entry:
        return self.player(prompt.dealer.rules)(prompt)


def within(limits: Limits) -> Way:
    """The best play of one who never does some things."""
    return Way(lambda game: solve(game, limits))


def as_at_blackjack(game: SpanishGame) -> Strategy:
    """What would be best if a 21 were paid and tied with as at blackjack, hands were doubled on
    two cards only and nothing were rescued; with pairs split once only, where the dealer does
    not look for a blackjack (`rules_against`)."""
    rules = game.rules._replace(
        bonuses=(), twenty_one_wins=False, doubles_later=False, after_double=DOUBLE_STANDS
    )
    if not rules.dealer_looks:
        rules = rules._replace(hands_max=2, aces_hands_max=2)
    return _without_rescue(solve_blackjack(rules, game.shoe).strategy)


def mimic(game: SpanishGame) -> Strategy:
    """Draws and stands as the dealer must, and does nothing else."""
    found = nothing(game.rules)
    found.draws[:] = compositions().total < LEAST
    return _without_rescue(found)


def _without_rescue(strategy: Strategy) -> Strategy:
    strategy.rescues = np.zeros_like(strategy.doubles)
    return strategy


BEST = within(Limits())
NAMED = {
    "never rescue": within(Limits(rescue=False)),
    "double on two cards only": within(Limits(double_cards=2)),
    "never surrender": within(Limits(surrender=False)),
    "never double or split": within(Limits(double_cards=0, split=False)),
    "as at blackjack": Way(as_at_blackjack),
    "mimic the dealer": Way(mimic),
}
