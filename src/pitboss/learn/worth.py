"""What each action is worth, exactly: what regret is counted from.

A study that can tell it for one hand does so (`Study.worths`: poker games of one deck, with one
decision or several in turn, casino war); a game that is searched from its procedure (red dog) is
searched once, and every decision that was met is noted. Of all others no action is valued by
itself."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from pitboss.analysis.exact.explore import Explorer, known_to_player, start_table
from pitboss.analysis.study import Worths
from pitboss.learn.episode import WagerSet
from pitboss.table.entries import Entry, parse_entry
from pitboss.table.prompts import Prompt


class _Noting(Explorer):
    """Keeps what every answer is worth, by what the seat knows when it is asked."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.noted: dict[Hashable, dict[Entry, Fraction]] = {}

    def _note(
        self, prompt: Prompt, chosen: str, values: list[tuple[str, Fraction]], probability: Fraction
    ) -> None:
        known = known_to_player(prompt, self.study)
        self.noted[known] = {parse_entry(text): value for text, value in values}


def worths_of(wagers: WagerSet) -> Worths | None:
    """What tells the worth of each answer at a prompt; None where nothing does."""
    study = wagers.study.of(wagers.scenario)
    if study.worths is not None:
        return study.worths(wagers.rules, wagers.scenario)
    searched = not (study.exact or study.future or study.simulated or wagers.game.standing)
    if not searched or wagers.scenario.each or wagers.scenario.seats_taken() > 1:
        return None
    explorer = _Noting(wagers.game, wagers.rules, study, wagers.scenario.wagers, None)
    explorer.leaves(start_table(wagers.game, wagers.rules, wagers.scenario))

    def worths(prompt: Prompt) -> dict[Entry, Fraction] | None:
        values = explorer.noted.get(known_to_player(prompt, study))
        if values is None:
            return None
        return {entry: value / wagers.stake for entry, value in values.items()}

    return worths


def regret_of(worths: Worths | None, prompt: Prompt, entry: Entry) -> Fraction | None:
    """What an answer gives away: the worth of the best less its own; None where it is not known."""
    values = None if worths is None else worths(prompt)
    if values is None or entry not in values:
        return None
    return max(values.values()) - values[entry]
