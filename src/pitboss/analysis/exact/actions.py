"""What each action is worth with a hand: exactly, where a study tells it for one decision or the
procedure is searched; to nine digits where decisions are found in floating point."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.edges import law_json, pricing, rules_for_study, scenarios_for
from pitboss.analysis.exact.explore import Explorer, action_text, start_table
from pitboss.analysis.exposure.leak import DEALER, PLAYER, positions_of
from pitboss.analysis.study import Scenario, Study, Worths
from pitboss.equipment.cards import CARD_TEXT, cards_text, parse_cards
from pitboss.errors import BadInput
from pitboss.money import parse_dollars
from pitboss.table.entries import Chose, Closed, Did, Drew, Entry, Placed, entry_text
from pitboss.table.game import Game, Rules
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import play
from pitboss.table.view import view

ENTRIES_MAX = 200
DIGITS = 9
FIRST_SEAT = 1
# What rows are where it is wagers that are valued, and not hands.
WAGER = "wager"
NOTHING_DECIDED = "nothing is decided once the wager is made"
AMOUNT = re.compile(r"[0-9]+\.[0-9]{2}")
EXAMPLES = "As Kd Qh Jc Ts 9d 8h"


class HandWorth(msgspec.Struct, frozen=True):
    """A situation, the card that the dealer shows (if any), what each action is worth in initial
    wagers, and how often the situation arises, where that is told. Where it stands for hands that
    are not all played alike, `played` is what they are worth if each is played in its best way."""

    hand: str
    shown: str
    worths: Mapping[str, Fraction]
    chance: Fraction | None = None
    exact: bool = True
    played: Fraction | None = None

    def best(self) -> str:
        return max(self.worths, key=lambda action: self.worths[action])

    def at_best(self) -> Fraction:
        """What the situation is worth to one who plays it in the best way."""
        return self.worths[self.best()] if self.played is None else self.played

    def mixed(self) -> bool:
        """Whether some of the hands that it stands for are better played otherwise."""
        return self.played is not None and self.played > self.worths[self.best()]

    def as_json(self) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "shown": self.shown,
            "worths": {action: self._figure(worth) for action, worth in self.worths.items()},
            "best": self.best(),
            "some_otherwise": self.mixed(),
            "worth": self._figure(self.at_best()),
            "chance": None if self.chance is None else float(self.chance),
        }

    def _figure(self, worth: Fraction) -> dict[str, Any]:
        if self.exact:
            return {"exact": str(worth), "decimal": float(worth)}
        return {"exact": None, "decimal": round(float(worth), DIGITS)}


class Valued(msgspec.Struct):
    """What a study's `by_hand` gives: situations, and what else is to be said about all of them.
    `rows` is what a situation is called, and `beside` what is shown with it; `together`: the wagers
    of the game go into one table. Of worths that are simulated: over how many rounds, and the
    largest standard error."""

    hands: list[HandWorth]
    note: str = ""
    rows: str = "hand"
    beside: str = "dealer"
    together: bool = False
    simulated: int = 0
    stderr: float = 0.0

    def how_exact(self) -> str:
        """In words, how far the figures are to be trusted."""
        if self.simulated:
            error = f"with a standard error of at most {self.stderr:.4f}"
            return f"~ simulated: the same {self.simulated:,} rounds for every action, {error}"
        exact = all(each.exact for each in self.hands)
        return "exact; fractions: --json" if exact else "to nine digits"


class ByHand(msgspec.Struct):
    """The worth of each action by hand, for a wager under some rules."""

    rules: Rules
    wager: str
    valued: Valued

    def as_json(self) -> dict[str, Any]:
        return {
            **law_json(self.rules.law),
            "wager": self.wager,
            "note": self.valued.note,
            "hands": [each.as_json() for each in self.valued.hands],
            "how_exact": self.valued.how_exact(),
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
) -> ByHand:
    """The worth of each action by hand: of all hands, or of those that were named."""
    rules = rules_for_study(game, study, day, options)
    if study.hand_odds is not None:
        raise BadInput(
            f"{game.key}: a hand is set, and nothing else decided: --hand with its cards or tiles "
            "lists what each setting is worth"
        )
    missing = study.missing(rules) if study.missing is not None else {}
    first, *others = scenarios_for(study, rules, wager) if wager else study.scenarios(rules)
    if first.together:
        raise BadInput("--by-hand: of wagers put down together, one is valued at a time")
    if first.wager in missing and not wager:
        raise BadInput(f"{first.wager}: {missing[first.wager]}; --wager {first.wager} goes without")
    named = first.wager
    with pricing(rules.law):
        valued = _valued(game, study, rules, first, hand, shown)
        if valued.together:
            rest = (_valued(game, study, rules, each, hand, shown) for each in others)
            valued = _together(valued, rest)
    if valued.rows == WAGER and not wager:
        named = "the wager"
    if not valued.hands:
        if hand or shown:
            text = f"{hand or shown}"[:60]
            raise BadInput(f"{text}: no such {valued.rows}; without --hand all are listed")
        raise BadInput(f"{game.key}: {NOTHING_DECIDED}")
    return ByHand(rules, named, valued)


def _together(first: Valued, others: Iterable[Valued]) -> Valued:
    rows = [row for part in (first, *others) for row in part.hands]
    return Valued(rows, first.note, first.rows, first.beside)


def _valued(
    game: Game, study: Study, rules: Rules, scenario: Scenario, hand: str, shown: str
) -> Valued:
    if study.by_hand is not None:
        found: Valued = study.by_hand(rules, scenario, hand, shown)
        if found.hands or study.worths is None or not hand:
            return found
    if study.worths is not None:
        return Valued([_of_cards(game, study, rules, scenario, hand, shown)])
    if study.exact is None and study.future is None:
        return Valued(_searched(game, study, rules, scenario, hand))
    if any(True for _ in _decisions(game, rules, scenario, {}, lambda prompt: None)):
        raise BadInput(f"{game.key}: no action of this game is valued by itself")
    return Valued([])


def is_cards(text: str) -> bool:
    """Whether these are cards, such as `As Kd`, and not the name of a hand."""
    words = text.split()
    return bool(words) and all(word in CARD_TEXT for word in words)


def named_so(name: str, asked: str) -> bool:
    """Whether the name has these words, the last of which may be cut short."""
    return re.search(rf"\b{re.escape(asked.strip())}", name, re.IGNORECASE) is not None


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
        if named_so(branch.situation, hand)
    ]


def _of_cards(
    game: Game, study: Study, rules: Rules, scenario: Scenario, hand: str, shown: str
) -> HandWorth:
    """One hand, dealt by the procedure down to the decision at which these cards are known."""
    assert study.worths is not None
    positions = [each for each in positions_of(game, rules, scenario) if each.before]
    own = [each.draw for each in positions if each.name.startswith(PLAYER)]
    others = [each.draw for each in positions if each.seen and each.draw not in own]
    # Cards that lie face down and are turned up before a later decision.
    later = [
        each.draw
        for each in positions
        if each.draw not in own and not each.seen and each.also and DEALER not in each.name
    ]
    cards: dict[int, int] = {}
    for text, draws, more, option in ((hand, own, [], "--hand"), (shown, others, later, "--shown")):
        held = parse_cards(text) if is_cards(text) or not text else ()
        if (text and not held) or not len(draws) <= len(held) <= len(draws) + len(more):
            raise BadInput(
                f"{option} {text[:40]!r}: at {game.key} expected {_number(draws, more)}, or what "
                "--by-hand lists"
            )
        cards |= dict(zip([*draws, *more], held, strict=False))
    if len(set(cards.values())) < len(cards):
        raise BadInput("--hand and --shown: a card is there twice")
    worths, stake = study.worths(rules, scenario), scenario.wagers[0][2]
    for prompt in _decisions(game, rules, scenario, cards, worths):
        if _cards_seen(prompt) == sorted(cards.values()):
            break
    else:
        raise BadInput(f"{game.key}: nothing is decided with these cards")
    values = worths(prompt)
    if values is None:
        raise BadInput(f"{game.key}: what is decided with {hand[:40]} is not valued by itself")
    found = {_action(entry, stake): value for entry, value in values.items()}
    names = [
        cards_text([cards[draw] for draw in draws if draw in cards])
        for draws in (own, [*others, *later])
    ]
    return HandWorth(names[0], names[1], found)


def _action(entry: Entry, stake: int) -> str:
    """The action in words; an amount in stakes, as in `play 3`."""
    text = action_text(entry_text(entry))
    word, _, amount = text.rpartition(" ")
    if not AMOUNT.fullmatch(amount):
        return text
    return f"{word} {Fraction(parse_dollars(amount), stake)}"


def _number(draws: Sequence[int], more: Sequence[int]) -> str:
    """How many cards are expected, in words."""
    if not draws and not more:
        return "nothing: no card is shown"
    numbers = f"{len(draws)}"
    if more:
        numbers = f"{len(draws)} to {len(draws) + len(more)}" if draws else f"up to {len(more)}"
    return f"{numbers} cards such as {EXAMPLES[: 3 * (len(draws) + len(more)) - 1]}"


def _cards_seen(prompt: Prompt) -> list[int]:
    """The cards that the first seat has seen, as they were drawn or turned up."""
    seen = {
        event.card
        for event in view(prompt.dealer.events, FIRST_SEAT)
        if event.act in ("draw", "reveal") and event.card >= 0
    }
    return sorted(seen)


def _decisions(
    game: Game, rules: Rules, scenario: Scenario, cards: Mapping[int, int], worths: Worths
) -> Iterator[Prompt]:
    """The decisions of a round with these cards, by the number of their draw, each taken in the
    best way where that is known; all other cards are any that are left."""
    table = start_table(game, rules, scenario)
    prefix: list[Entry] = [*scenario.entries(), Closed()]
    held = set(cards.values())
    for _ in range(ENTRIES_MAX):
        state = play(game, rules, table, prefix)
        if isinstance(state, Receipt):
            return
        prompt = state.prompt
        if prompt.kind == "draw":
            drawn = sum(isinstance(entry, Drew) for entry in prefix)
            left = (c for c, count in enumerate(prompt.dealer.counts) if count and c not in held)
            prefix.append(Drew(cards[drawn] if drawn in cards else next(left)))
        elif prompt.kind == "act":
            prefix.append(Did(prompt.what))
        elif prompt.kind == "number":
            prefix.append(Placed(prompt.seat, prompt.what, prompt.at_least))
        else:
            values = worths(prompt)
            if len(prompt.choices) > 1 or values is not None:
                yield prompt
            choice: Entry = Closed()
            if prompt.kind == "decision":
                choice = Chose(prompt.seat, prompt.choices[0])
            prefix.append(max(values, key=lambda each: values[each]) if values else choice)
