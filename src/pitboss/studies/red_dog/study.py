"""Red dog's study: one wager with its raise, cards alike by rank."""

from __future__ import annotations

from pitboss.analysis.simulation.counts import SHOE_SETTINGS
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.games.red_dog.rules import RedDogRules
from pitboss.table.entries import Closed, Entry, Wagered
from pitboss.table.prompts import Prompt


def scenarios(rules: RedDogRules) -> list[Scenario]:
    return [Scenario("original", (("original", "", UNIT),))]


def rank_of(card: int) -> int:
    return card >> 2


def raise_from(spread: int) -> Decide:
    """Returns a strategy that raises the full amount when the spread is at least this."""

    def decide(prompt: Prompt) -> Entry:
        said = [e.what for e in prompt.dealer.events if e.what.startswith("The spread is")]
        if prompt.made or int(said[-1].rpartition(" ")[2]) < spread:
            return Closed()
        return Wagered(1, "raise", prompt.dealer.staked(1, "original"))

    return decide


study = Study(
    scenarios=scenarios,
    settings=SHOE_SETTINGS,
    card_class=rank_of,
    strategies={"raise on 7 or more": raise_from(7), "never raise": raise_from(12)},
)
