"""Several wagers put down together, `banker 6.00 + tie 1.00`: one scenario in which each is a
result of its own, and their sum is one too."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction

import msgspec

from pitboss.analysis.exact.amounts import at_amount, split_amount
from pitboss.analysis.exact.distribution import Cell, summed
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.errors import BadInput
from pitboss.money import format_dollars
from pitboss.table.entries import Closed, Entry
from pitboss.table.game import Rules
from pitboss.table.prompts import Prompt

PLUS = " + "
CARDS = 52

Find = Callable[[str], list[Scenario]]


def parts_of(wager: str) -> list[str]:
    """The wagers that are put down together; one, where there is no plus."""
    return [part.strip() for part in wager.split("+")] if "+" in wager else [wager]


def together(study: Study, rules: Rules, wager: str, find: Find) -> Scenario:
    """The scenario of all the wagers that are named, each with the amount that it is given; without
    amounts, with those that the study puts down. `find` gives the scenarios of one of them."""
    parts = [_part(rules, each, find) for each in parts_of(wager)]
    names = [name for name, _, _ in parts]
    if len(set(names)) < len(names):
        raise BadInput(f"--wager {wager[:60]!r}: a wager stands there twice; give it one amount")
    scenarios = [scenario for _, scenario, _ in parts]
    made = {f"{kind} {spot}".strip(): (kind, spot, cents) for kind, spot, cents in _made(parts)}
    for name, scenario, _ in parts:
        for kind, spot, _ in scenario.wagers if not scenario.each else ():
            if f"{kind} {spot}".strip() not in made:
                raise BadInput(f"{name} is made beside {kind}: name both, {kind} + {wager[:60]}")
    free = [amount for _, scenario, amount in parts if not scenario.fixed]
    if len(free) < len(parts) and UNIT in (c for _, _, c in made.values()) and not any(free):
        raise BadInput(
            f"{wager[:60]}: some amounts are fixed; say the others, as in {names[0]} 10.00"
        )
    _need_one_time(scenarios)
    missing = study.missing(rules) if study.missing is not None else {}
    for name in names:
        if name in missing:
            raise BadInput(f"{name} has no house edge: {missing[name]}")
    card_class, future = _cards_apart(study, scenarios)
    total = sum(cents for _, _, cents in made.values())
    amounts = ", ".join(f"{name} {format_dollars(cents)}" for name, (_, _, cents) in made.items())
    return Scenario(
        wager=PLUS.join(each.strip() for each in parts_of(wager)),
        wagers=tuple(made.values()),
        each=True,
        together=True,
        later=_answers([each.later for each in scenarios if each.later is not None]),
        card_class=card_class,
        roll_class=_rolls_apart(study, scenarios),
        future=future,
        state=scenarios[0].state,
        note=f"together, per unit of all that is put down first: {amounts}",
        unit=total,
        fixed=True,
    )


def _part(rules: Rules, text: str, find: Find) -> tuple[str, Scenario, int]:
    """A wager's name, the scenario that studies it, and its amount (0 where none is given)."""
    name, amount = split_amount(text)
    scenario = find(name)[0]
    if amount:
        scenario = at_amount(scenario, amount, rules, name)
    return name, scenario, amount


def _made(parts: Sequence[tuple[str, Scenario, int]]) -> list[tuple[str, str, int]]:
    """What lies on the table: of each scenario the wager that was named, and no other."""
    found = []
    for name, scenario, _ in parts:
        own = [
            (kind, spot, cents)
            for kind, spot, cents in scenario.wagers
            if f"{kind} {spot}".strip() == name
        ]
        if not own:
            raise BadInput(f"{name} is more than one wager: name them, as in pass + field")
        found += own
    return found


def _need_one_time(scenarios: Sequence[Scenario]) -> None:
    if any(each.seats for each in scenarios):
        raise BadInput("wagers of several seats are not put down together")
    if any(each.state != scenarios[0].state for each in scenarios):
        names = ", ".join(each.wager for each in scenarios)
        raise BadInput(f"{names}: these wagers are made at different times of a round")


def _answers(every: Sequence[Decide]) -> Decide | None:
    """The first answer that any of them has."""
    if len(every) < 2:
        return every[0] if every else None

    def answer(prompt: Prompt) -> Entry:
        found = (later(prompt) for later in every)
        return next((each for each in found if not isinstance(each, Closed)), Closed())

    return answer


def _cards_apart(
    study: Study, scenarios: Sequence[Scenario]
) -> tuple[Callable[[int], int] | None, Callable[[tuple[int, ...]], Hashable] | None]:
    """Cards and futures that are alike for each of the scenarios."""
    studies = {(s.card_class, s.future): s for s in (study.of(each) for each in scenarios)}
    if len(studies) == 1:
        ((known, key),) = studies
        same = known is study.card_class and key is study.future
        return (None, None) if same else (known, key)
    every = list(studies)
    kinds = [tuple(_class_of(card_class, card) for card_class, _ in every) for card in range(CARDS)]
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
    by_number = list(numbers)

    def card_class(card: int) -> int:
        return numbers[kinds[card]]

    def future(drawn: tuple[int, ...]) -> Hashable:
        return tuple(
            None if each is None else each(tuple(by_number[number][place] for number in drawn))
            for place, (_, each) in enumerate(every)
        )

    return card_class, future if all(each for _, each in every) else None


def _class_of(card_class: Callable[[int], int] | None, card: int) -> int:
    return card if card_class is None else card_class(card)


def _rolls_apart(
    study: Study, scenarios: Sequence[Scenario]
) -> Callable[[tuple[int, ...]], Hashable] | None:
    """Rolls that are alike for each of the scenarios."""
    classes = list(dict.fromkeys(study.of(each).roll_class for each in scenarios))
    if len(classes) == 1:
        return None if classes[0] is study.roll_class else classes[0]

    def roll_class(faces: tuple[int, ...]) -> Hashable:
        return tuple(faces if each is None else each(faces) for each in classes)

    return roll_class


def one_by_one(scenario: Scenario) -> list[Scenario]:
    """Each of the wagers by itself, as a study takes them."""
    return [
        msgspec.structs.replace(
            scenario,
            wager=f"{kind} {spot}".strip(),
            wagers=((kind, spot, cents),),
            each=False,
            together=False,
            unit=0,
        )
        for kind, spot, cents in scenario.wagers
    ]


def columns(scenario: Scenario, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """What one outcome is: to all of the wagers together, and to each of them."""
    names = [f"{kind} {spot}".strip() for kind, spot, _ in scenario.wagers]
    return (summed(names, cells, shares_of(scenario)), *cells)


def shares_of(scenario: Scenario) -> list[Fraction]:
    """What part of all that is put down lies on each of the wagers."""
    return [Fraction(cents, scenario.unit) for _, _, cents in scenario.wagers]


def need_joint(study: Study, scenario: Scenario) -> None:
    """Refuses wagers of which the study does not know how they go together."""
    if scenario.together and study.exact is not None and study.together is None:
        raise BadInput(
            f"{scenario.wager}: only each of these wagers by itself is known, and not how they go "
            "together; odds --edge-only has the edge of all of them"
        )
