"""Keno's study: every catch table of the rate card, and any ticket that is named.

A wager is `straight 8` (eight spots at the least wager), `straight 8 special`, or a whole request
such as `way 1 2 / 3 4 / 5 6 : 3/4 at 1.00`; `... copies 50` prices it where fifty tickets alike
share the aggregate maximum."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.analysis.exact.edges import Solved
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Decide, Scenario, Study
from pitboss.compiled import jit
from pitboss.errors import BadInput
from pitboss.games.keno.rate_card import REGULAR, Schedule
from pitboss.games.keno.requests import Condition, Group, Request, read_request
from pitboss.games.keno.rules import KenoRules
from pitboss.games.keno.selection import selection_of
from pitboss.games.keno.tickets import bits, write_ticket
from pitboss.money import format_dollars
from pitboss.studies.keno import kernel
from pitboss.studies.keno.exact import (
    STATES_MAX,
    Wagered,
    caught_states,
    cell_of,
    joint_of_ticket,
    payoffs_by_state,
    states_of,
)

COPIES = re.compile(r"(.*) copies ([1-9][0-9]{0,6})", re.ASCII)
STRAIGHT = re.compile(r"straight ([1-9][0-9]?)(?: ([a-z][a-z0-9-]{0,39}))?", re.ASCII)


def scenarios(rules: KenoRules) -> list[Scenario]:
    """Every catch table at its least wager."""
    return [
        _scenario(name_of(schedule.name, spots), schedule.minimum, _note(rules, schedule, spots))
        for schedule in rules.card.schedules.values()
        for spots in sorted(schedule.base)
    ]


def name_of(schedule: str, spots: int) -> str:
    return f"straight {spots}" + (f" {schedule}" if schedule != REGULAR else "")


def _scenario(name: str, cents: int, note: str = "") -> Scenario:
    kind, _, spot = name.partition(" ")
    return Scenario(name, ((kind, spot, cents),), note=note)


def scenario_for(rules: KenoRules, wager: str) -> Scenario | None:
    """A ticket that is named by its request."""
    if " at " not in wager and not COPIES.fullmatch(wager):
        return None
    wagered = wagered_of(rules, wager)
    return _scenario(wager, wagered.ticket.price)


def wagered_of(rules: KenoRules, wager: str) -> Wagered:
    """The ticket behind the name of a wager."""
    copies = 1
    found = COPIES.fullmatch(wager)
    if found is not None:
        wager, copies = found[1], int(found[2])
    straight = STRAIGHT.fullmatch(wager)
    if straight is None:
        request = read_request(wager)
        if request.quick_spots:
            raise BadInput("a quick-pick is worth what a straight ticket is: name that")
    else:
        spots, schedule = int(straight[1]), rules.card.schedule(straight[2] or REGULAR)
        group = Group(tuple(range(1, spots + 1)))
        request = Request("straight", (group,), (Condition(schedule.minimum),), 1, schedule.name)
    return Wagered(write_ticket(request, rules), copies)


def _note(rules: KenoRules, schedule: Schedule, spots: int) -> str:
    """15.3(e): what a maximum payoff does to larger wagers, which the limit of thirty percent does
    not concern."""
    card = rules.card
    if card.maximum_payoff is None:
        return ""
    best = max(schedule.base[spots].values(), default=0)
    if best * schedule.maximum <= card.maximum_payoff * schedule.minimum:
        return ""
    from_rate = card.maximum_payoff * schedule.minimum // best // schedule.step * schedule.step
    request = Request(
        "straight",
        (Group(tuple(range(1, spots + 1))),),
        (Condition(schedule.maximum),),
        1,
        schedule.name,
    )
    wagered = Wagered(write_ticket(request, rules))
    edge = joint_of_ticket("most", wagered, rules).distribution("most").house_edge()
    percent = Fraction(round(edge * 10**6), 10**4)
    return (
        f"above {format_dollars(from_rate)} the maximum payoff is reached: at "
        f"{format_dollars(schedule.maximum)} the house edge is {float(percent):.4f} %"
    )


def exact(rules: KenoRules, scenario: Scenario, decide: Decide | None) -> Solved:
    wagered = wagered_of(rules, scenario.wager)
    return Solved(joint_of_ticket(scenario.wager, wagered, rules))


def plan(rules: KenoRules, scenario: Scenario, decide: Decide | None) -> Plan:
    """The kernel, for a ticket whose groups have few enough states to be counted."""
    wagered = wagered_of(rules, scenario.wager)
    ticket = wagered.ticket
    if states_of(ticket) > STATES_MAX:
        raise BadInput(f"{len(ticket.request.groups)} groups: too many to simulate; odds is exact")
    made = kernel.tables()
    words = [kernel.words_of(bits(group.numbers)) for group in ticket.request.groups]
    lows, highs = (np.array(half, dtype=np.uint64) for half in zip(*words, strict=True))
    sizes = [len(group.numbers) + 1 for group in ticket.request.groups]
    strides = np.array([_after(sizes, place) for place in range(len(sizes))], dtype=np.int64)
    outcomes, outcome_of = _outcomes(wagered, rules)

    def run(key: int, rounds: int) -> Any:
        seen = np.zeros(states_of(ticket), dtype=np.int64)
        jit(kernel.keno_kernel)(made, lows, highs, strides, np.uint64(key), rounds, seen)
        counts = np.zeros(len(outcomes), dtype=np.int64)
        np.add.at(counts, outcome_of, seen)
        return counts

    def deal(key: int, rounds: int, number: int) -> list[int]:
        drawn = selection_of(int(kernel.indices(key, number + 1)[number]))
        return [n for n in range(1, rules.numbers + 1) if drawn >> n & 1]

    return Plan((scenario.wager,), outcomes, run, deal=deal)


def _after(sizes: list[int], place: int) -> int:
    stride = 1
    for size in sizes[place + 1 :]:
        stride *= size
    return stride


def _outcomes(wagered: Wagered, rules: KenoRules) -> tuple[list[Any], Any]:
    """The cells of all results, and for every state of the groups the number of its result."""
    paid = payoffs_by_state(wagered, rules).tolist()
    caught = caught_states(wagered.ticket).sum(axis=1).tolist()
    straight = len(wagered.ticket.ways) == 1
    cells: dict[tuple[int, int], int] = {}
    outcomes: list[Any] = []
    outcome_of = np.zeros(len(paid), dtype=np.int64)
    for state, (cents, many) in enumerate(zip(paid, caught, strict=True)):
        key = (cents, many if straight else -1)
        if key not in cells:
            cells[key] = len(outcomes)
            outcomes.append((cell_of(wagered, rules, *key),))
        outcome_of[state] = cells[key]
    return outcomes, outcome_of


study = Study(scenarios=scenarios, scenario_for=scenario_for, exact=exact, kernel=plan)
