"""What a leak of information is worth at any game: its study's own analysis where it has one, else
the procedure itself, searched with the leaked cards known before they are drawn."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

import msgspec

from pitboss import registry
from pitboss.analysis.exact.distribution import Joint
from pitboss.analysis.exact.edges import (
    Choice,
    need_study,
    rules_for_study,
    scenarios_for,
    solve_scenario,
    unlawful_json,
)
from pitboss.analysis.exact.explore import Explorer, action_text, joint_of, start_table
from pitboss.analysis.exposure.figures import Before, BeforeRow, Exposure, Way
from pitboss.analysis.exposure.leak import Leak, Position, before_in_words, positions_of, read_leak
from pitboss.analysis.progress import telling
from pitboss.analysis.study import Scenario, Study
from pitboss.equipment.cards import DECK, RANKS
from pitboss.errors import BadInput
from pitboss.table.game import Game, Rules

# Leaked cards that are walked for every combination of their classes.
FORESEEN_MAX = 2


class Exposed(msgspec.Struct):
    """What a leak is worth, by wager: during the round, or before wagers are made."""

    rules: Rules
    exposures: list[Exposure]
    before: list[Before]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        law = self.rules.law
        return {
            "game": law.game,
            "day": law.day.isoformat(),
            "options": law.options,
            "rules": law.hash,
            **unlawful_json(law),
            "exposures": [each.as_json() for each in self.exposures],
            "before_the_wager": [each.as_json() for each in self.before],
            "unverified": list(law.unverified),
            "seconds": round(self.seconds, 3),
        }


def expose(
    key: str,
    day: date,
    options: dict[str, Any] | None = None,
    *,
    sees: Sequence[str] = (),
    classes: str = "",
    shares: int = 0,
    own_first: bool = False,
    wager: str = "",
    situations: int = 0,
    seed: int = 1,
    progress: Callable[[str], None] | None = None,
) -> Exposed:
    """Returns what it is worth to see the cards named (`dealer 1`), or their class; to know the
    hands of so many others; to know the first own card before the wager is made. So many
    `situations` are dealt at random where an exact answer is too far, or if they are asked for."""
    started = time.perf_counter()
    game = registry.find(key)
    study = need_study(game)
    rules = rules_for_study(game, study, day, options)
    if not (sees or classes or shares or own_first):
        raise BadInput(
            "expose: what is seen? --sees, --sees-class, --shares, --own-first, --counts"
        )
    if study.simulated:
        raise BadInput(
            f"{game.key}: what is seen is not worked out: its figures are simulated, and the best "
            "play for each card that may be seen would be a simulation of its own, for days"
        )
    # The first scenario is the game's main wager: the others' cards are dealt with it.
    positions = positions_of(game, rules, study.scenarios(rules)[0])
    leak = read_leak(positions, sees, classes, shares, own_first)
    found: list[Exposure] = []
    before: list[Before] = []
    last: BadInput | None = None
    for scenario in scenarios_for(study, rules, wager):
        if progress is not None:
            progress(scenario.wager)
        with telling(progress, scenario.wager):
            try:
                answer = _expose(game, study, rules, scenario, leak, positions, situations, seed)
            except Undecided as error:
                last = error
                continue
        if isinstance(answer, Before):
            before.append(answer)
        else:
            found.append(answer)
    if not found and not before:
        assert last is not None
        raise last
    asked = game.rules(day, options)
    return Exposed(asked, found, before, time.perf_counter() - started)


class Undecided(BadInput):
    """Nothing is decided about a wager when the leaked card is known: it is worth nothing."""


def _expose(
    game: Game,
    study: Study,
    rules: Rules,
    scenario: Scenario,
    leak: Leak,
    positions: Sequence[Position],
    situations: int,
    seed: int,
) -> Exposure | Before:
    if study.expose is not None:
        answer: Exposure | Before = study.expose(
            rules, scenario, leak, positions, situations=situations, seed=seed
        )
        return answer
    if leak.shares:
        raise BadInput(f"--shares: {game.key} has one hand, or hands that all can see")
    if leak.first or study.of(scenario).future is not None:
        return before_the_wager(game, study, rules, scenario, leak, positions)
    return by_procedure(game, study, rules, scenario, leak)


# -- by the procedure -------------------------------------------------------------------------


class Told(NamedTuple):
    """What is seen of the leaked cards, how often, and the cards that it may be: sets by the number
    of the draw, each with its chance where this is seen."""

    seen: str
    chance: Fraction
    cards: list[tuple[Fraction, dict[int, int]]]


def foreseen(
    game: Game,
    study: Study,
    rules: Rules,
    scenario: Scenario,
    draws: Sequence[int],
    ranks: frozenset[int],
) -> list[Told]:
    """Returns all that may be seen of the cards drawn as `draws`: every combination of the study's
    classes of cards, or, of cards that are told by a class of ranks, which are members."""
    if len(draws) > FORESEEN_MAX:
        raise BadInput(f"{game.key}: at most {FORESEEN_MAX} cards can be foreseen at once")
    shoe = start_table(game, rules, scenario).shoe
    assert shoe is not None
    counts = list(shoe.counts)
    kinds: dict[int, int] = {}
    for card, held in enumerate(counts):
        if held:
            kinds[_class_of(study, card)] = kinds.get(_class_of(study, card), 0) + held
    found: dict[Hashable, Told] = {}
    for chosen in product(kinds, repeat=len(draws)):
        ways = [kinds[kind] - chosen[:place].count(kind) for place, kind in enumerate(chosen)]
        if min(ways) <= 0:
            continue
        chance = Fraction(prod(ways), prod(sum(counts) - place for place in range(len(ways))))
        cards = dict(zip(draws, _different(study, chosen, counts), strict=True))
        for part, label in _labels(ranks, study, chosen):
            key = label if ranks else chosen
            known = found.get(key, Told(label, Fraction(0), []))
            every = known.chance + chance * part
            found[key] = Told(label, every, [*known.cards, (chance * part, cards)])
    return [
        Told(label, total, [(part / total, cards) for part, cards in sets])
        for label, total, sets in found.values()
    ]


def _class_of(study: Study, card: int) -> int:
    return study.card_class(card) if study.card_class is not None else card


def _different(study: Study, kinds: Sequence[int], counts: Sequence[int]) -> list[int]:
    """Returns cards of these classes that the shoe has, each as often as it is taken."""
    left, found = list(counts), []
    for kind in kinds:
        card = next(c for c, held in enumerate(left) if held and _class_of(study, c) == kind)
        left[card] -= 1
        found.append(card)
    return found


def by_procedure(
    game: Game, study: Study, rules: Rules, scenario: Scenario, leak: Leak
) -> Exposure:
    """Searches the procedure once for every card that may have leaked. Where only its class is
    known, decisions are searched for all cards of the class together."""
    draws = [position.draw for position in (*leak.seen, *leak.classed)]
    joint: Joint | None = None
    lines: list[Choice] = []
    actions: dict[str, Fraction] = {}
    number = 0
    for name, chance, cards in foreseen(game, study, rules, scenario, draws, leak.ranks):
        explorer = Explorer(game, rules, study, scenario.wagers, None, cards)
        leaves = explorer.leaves(start_table(game, rules, scenario))
        if not explorer.branches:
            raise Undecided(f"{game.key}: nothing is decided when {leak.in_words()} is known")
        found = joint_of(scenario, leaves, rules)
        joint = joint or Joint(found.wagers)
        for cells, part in found.outcomes.items():
            joint.add(cells, part * chance)
        for branch in explorer.branches.values():
            done, part = action_text(branch.chosen), branch.probability * chance
            lines.append(Choice(f"{leak.in_words()}: {name}; {branch.situation}", done, part))
            actions[done] = actions.get(done, Fraction(0)) + part
        number += explorer.nodes
    assert joint is not None
    base, choices, _ = solve_scenario(game, rules, study, scenario, None)
    before = Way(base.distribution(scenario.wager), actions_of(choices))
    way = Way(joint.distribution(scenario.wager), actions)
    return Exposure(scenario.wager, leak.in_words(), "exact", way, before, lines, number)


def actions_of(choices: Sequence[Choice]) -> dict[str, Fraction]:
    """Returns how often each action is taken."""
    found: dict[str, Fraction] = {}
    for choice in choices:
        found[choice.do] = found.get(choice.do, Fraction(0)) + choice.probability
    return found


# -- before the wager -------------------------------------------------------------------------


def before_the_wager(
    game: Game,
    study: Study,
    rules: Rules,
    scenario: Scenario,
    leak: Leak,
    positions: Sequence[Position],
) -> Before:
    """Returns the edges of the wagers by what is seen of the next cards, where nobody decides
    anything afterwards: baccarat."""
    from pitboss.analysis.exposure.sequences import Sequences
    from pitboss.analysis.simulation.simulate import automaton_for

    study = study.of(scenario)
    # Where two hands decide against each other they go on as if nobody had seen anything.
    known = study.exact is None or study.optimal is not None
    if study.future is None or not known:
        return before_by_procedure(game, study, rules, scenario, leak, positions)
    sequences = Sequences(automaton_for(game, rules, study, scenario, None)[0])
    draws = [p.draw for p in (*leak.seen, *leak.classed)] or [positions[0].draw] * leak.first
    seen = [positions[draw].name for draw in draws]
    names = sequences.automaton.wagers
    rows: dict[str, list[tuple[Fraction, list[Fraction]]]] = {}
    for chance, symbols in sequences.foreseen(len(draws)):
        edges = sequences.edges(dict(zip(draws, symbols, strict=True)))
        for part, label in _labels(leak.ranks, study, symbols):
            rows.setdefault(label, []).append((chance * part, edges))
    found = []
    for label, parts in rows.items():
        total = sum((part for part, _ in parts), Fraction(0))
        means = [sum((p * e[i] for p, e in parts), Fraction(0)) / total for i in range(len(names))]
        found.append(BeforeRow(label, total, tuple(zip(names, means, strict=True))))
    words = before_in_words(seen, leak.ranks)
    return Before(words, found, dict(zip(names, sequences.edges({}), strict=True)))


def before_by_procedure(
    game: Game,
    study: Study,
    rules: Rules,
    scenario: Scenario,
    leak: Leak,
    positions: Sequence[Position],
) -> Before:
    """Returns the same where somebody decides something afterwards: the procedure is searched once
    for all that may be known, which is remembered when something is decided."""
    own = () if leak.classed else (positions[0],) * leak.first
    cards = (*leak.seen, *leak.classed, *own)
    draws = [card.draw for card in cards]
    rows = []
    for name, chance, forced in foreseen(game, study, rules, scenario, draws, leak.ranks):
        explorer = Explorer(game, rules, study, scenario.wagers, None, forced)
        joint = joint_of(scenario, explorer.leaves(start_table(game, rules, scenario)), rules)
        edges = tuple((w, joint.distribution(w).house_edge()) for w in joint.wagers)
        rows.append(BeforeRow(name, chance, edges))
    joint, _, _ = solve_scenario(game, rules, study, scenario, None)
    before = {wager: joint.distribution(wager).house_edge() for wager in joint.wagers}
    return Before(before_in_words([card.name for card in cards], leak.ranks), rows, before)


def _labels(
    members: frozenset[int], study: Study, symbols: Sequence[int]
) -> Iterator[tuple[Fraction, str]]:
    """Returns what is seen of cards of these classes, with the part of them that is seen so: the
    ranks, or, of cards that are told by a class of ranks, which are members."""
    ranks = [sorted({c >> 2 for c in DECK if _class_of(study, c) == s}) for s in symbols]
    if not members:
        yield Fraction(1), "-".join("".join(RANKS[r] for r in each) for each in ranks)
        return
    parts = [Fraction(sum(r in members for r in each), len(each)) for each in ranks]
    for inside in product((True, False), repeat=len(symbols)):
        part = prod(
            (p if i else 1 - p for p, i in zip(parts, inside, strict=True)), start=Fraction(1)
        )
        if part:
            yield part, "-".join("yes" if i else "no" for i in inside)
