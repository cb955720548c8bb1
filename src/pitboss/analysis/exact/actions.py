"""What each action is worth with a hand: exactly, where a study tells it for one decision or the
procedure is searched; to nine digits where decisions are found in floating point."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.edges import rules_for_study, scenarios_for
from pitboss.analysis.exact.explore import Explorer, action_text, start_table
from pitboss.analysis.exposure.leak import positions_of
from pitboss.analysis.study import Scenario, Study
from pitboss.equipment.cards import cards_text, parse_cards
from pitboss.errors import BadInput
from pitboss.table.entries import Chose, Closed, Did, Drew, Entry, entry_text
from pitboss.table.game import Game, Rules
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

ENTRIES_MAX = 200
DIGITS = 9


class HandWorth(msgspec.Struct, frozen=True):
    """A situation, the card that the dealer shows (if any), what each action is worth in initial
    wagers, and how often the situation arises, where that is told."""

    hand: str
    shown: str
    worths: Mapping[str, Fraction]
    chance: Fraction | None = None
    exact: bool = True

    def best(self) -> str:
        return max(self.worths, key=lambda action: self.worths[action])

    def as_json(self) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "shown": self.shown,
            "worths": {
                action: {
                    "exact": str(worth) if self.exact else None,
                    "decimal": round(float(worth), DIGITS) if not self.exact else float(worth),
                }
                for action, worth in self.worths.items()
            },
            "best": self.best(),
            "chance": None if self.chance is None else float(self.chance),
        }


def worths_by_hand(
    game: Game,
    study: Study,
    day: Any,
    options: Any,
    *,
    wager: str = "",
    hand: str = "",
    shown: str = "",
) -> tuple[Rules, str, list[HandWorth]]:
    """The rules, the wager, and the worth of each action by hand: of all hands, or of those that
    were named."""
    rules = rules_for_study(game, study, day, options)
    scenario = scenarios_for(study, rules, wager)[0]
    if study.by_hand is not None:
        found = list(study.by_hand(rules, scenario, hand, shown))
    elif study.worths is not None:
        found = [_of_cards(game, study, rules, scenario, hand, shown)]
    elif study.exact is None and study.future is None and not game.standing:
        found = _searched(game, study, rules, scenario, hand)
    else:
        raise BadInput(f"{game.key}: no action of this game is valued by itself")
    if not found:
        raise BadInput(f"{hand or shown}: no such hand; without --hand all are listed")
    return rules, scenario.wager, found


def _searched(
    game: Game, study: Study, rules: Rules, scenario: Scenario, hand: str
) -> list[HandWorth]:
    """Every situation that the search of the procedure met."""
    explorer = Explorer(game, rules, study.of(scenario), scenario.wagers, None)
    explorer.leaves(start_table(game, rules, scenario))
    stake = scenario.wagers[0][2]
    return [
        HandWorth(
            branch.situation,
            "",
            {action_text(text): value / stake for text, value in branch.values},
            branch.probability,
        )
        for branch in explorer.branches.values()
        if hand.lower() in branch.situation.lower()
    ]


def _of_cards(
    game: Game, study: Study, rules: Rules, scenario: Scenario, hand: str, shown: str
) -> HandWorth:
    """One hand, dealt by the procedure down to its decision."""
    assert study.worths is not None
    positions = [each for each in positions_of(game, rules, scenario) if each.before]
    own = [each.draw for each in positions if each.name.startswith("player")]
    others = [each.draw for each in positions if each.seen and each.draw not in own]
    cards: dict[int, int] = {}
    for text, draws, option in ((hand, own, "--hand"), (shown, others, "--shown")):
        held = parse_cards(text)
        if len(held) != len(draws):
            what = f"{len(draws)} cards such as As Kd" if draws else "nothing: no card is shown"
            raise BadInput(f"{option} {text[:40]!r}: at {game.key} expected {what}")
        cards |= dict(zip(draws, held, strict=True))
    if len(set(cards.values())) < len(cards):
        raise BadInput("--hand and --shown: a card is there twice")
    prompt = _decision(game, rules, scenario, cards)
    values = study.worths(rules, scenario)(prompt)
    if values is None:
        raise BadInput(f"{game.key}: what is decided with {hand[:40]} is not valued by itself")
    worths = {action_text(entry_text(entry)): value for entry, value in values.items()}
    names = [cards_text([cards[draw] for draw in draws]) for draws in (own, others)]
    return HandWorth(names[0], names[1], worths)


def _decision(game: Game, rules: Rules, scenario: Scenario, cards: Mapping[int, int]) -> Prompt:
    """The first decision of a round with these cards; all others are any that are left."""
    table = start_table(game, rules, scenario)
    prefix: list[Entry] = [*scenario.entries(), Closed()]
    held = set(cards.values())
    for _ in range(ENTRIES_MAX):
        state = play(game, rules, table, prefix)
        if isinstance(state, Receipt):
            break
        prompt = state.prompt
        if prompt.kind == "draw":
            drawn = sum(isinstance(entry, Drew) for entry in prefix)
            left = (c for c, count in enumerate(prompt.dealer.counts) if count and c not in held)
            prefix.append(Drew(cards[drawn] if drawn in cards else next(left)))
        elif prompt.kind == "decision" and len(prompt.choices) > 1:
            return prompt
        elif prompt.kind == "decision":
            prefix.append(Chose(prompt.seat, prompt.choices[0]))
        elif prompt.kind == "act":
            prefix.append(Did(prompt.what))
        else:
            prefix.append(Closed())
    raise BadInput(f"{game.key}: nothing is decided with these cards")
