"""Spanish 21's kernel is its procedure: the same cards and decisions come to the same cents, and
its tables play what a strategy says."""

from __future__ import annotations

import os
import random
from collections import Counter
from datetime import date
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.studies.scripted_rounds import strategy_by, total_of
from tests.studies.spanish_21_shoes import compare

from pitboss import registry
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.simulation.redeal import same_money, tape_of
from pitboss.analysis.simulation.tracing import last_of_rounds, symbols_of
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.kernel_run import Dealing, KernelRun, KernelTable
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.spanish_21.exact import table_rules
from pitboss.studies.spanish_21.kernel import plan
from pitboss.studies.spanish_21.study import study
from pitboss.table.entries import Closed

SHOES = int(os.environ.get("PITBOSS_BLACKJACK_SHOES", "1000"))
DAY = date(2015, 6, 1)
# Below 5.00 there is no super bonus, 19.5(g).
SCENARIO = Scenario("initial", (("initial", "", 400),))


def test_the_kernel_settles_what_the_procedure_settles() -> None:
    rng = random.Random("spanish 21")
    seen: Counter[str] = Counter()
    for _ in range(SHOES):
        assert compare(rng, seen) == ""
    # Every kind of payment was among them, to split hands as well, and rescues.
    wanted = [f"initial win {odds}" for odds in ("1 to 1", "3 to 2", "2 to 1", "3 to 1")]
    wanted += ["split win 3 to 2", "split 4", "double 2", "double returned", "super-bonus"]
    assert [name for name in [*wanted, "insurance win 2 to 1"] if not seen[name]] == []


class Simple:
    """A strategy that does everything somewhere, by the number of cards as well. At a table it
    answers by the same moves."""

    def __init__(self, *, by_total: bool) -> None:
        self.by_total = by_total

    def insures(self, hand: tuple[int, ...]) -> bool:
        return sum(hand) in (11, 12)

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        total, soft = total_of(hand)
        if "rescue" in allowed:
            return "rescue" if total < 15 or (total == 21 and dealer == (1,)) else "keep"
        if "surrender" in allowed and not soft and total in (16, 17) and dealer == (1,):
            return "surrender"
        if "split" in allowed and hand[0] in (1, 3, 8, 10):
            return "split"
        if "double" in allowed and total in (10, 11, 16 if len(hand) == 4 else 0):
            return "double"
        if not self.by_total and sorted(hand)[0] == 2 and total < 19:
            return "draw"
        return "draw" if total < (19 if soft else 14 + min(len(hand), 6)) else "stand"


def simple(rules: Any, *, by_total: bool = True) -> Player:
    return Player(strategy_by(Simple(by_total=by_total), table_rules(rules)))


@pytest.mark.parametrize("by_total", [True, False])
@pytest.mark.parametrize("hole_card", ["none", "face down", "card reader"])
def test_rounds_of_a_strategy_are_those_of_the_procedure(hole_card: str, by_total: bool) -> None:
    game = registry.find("spanish-21")
    rules: Any = game.rules(DAY, {"hole_card": hole_card, "surrender": True})
    strategy = simple(rules, by_total=by_total)
    made = plan(rules, SCENARIO, strategy)
    assert made.tracer is not None
    records = made.tracer.trace(7, 40_000)
    assert made.tracer.derive(records) == -1
    ends = last_of_rounds(records)
    measure = Measure(SCENARIO, rules)
    # Of all rounds the first with each outcome, those with 6-7-8 or 7-7-7, and the first few
    # whatever they came to.
    outcomes = records[:, -2].astype(int) | records[:, -1].astype(int) << 8
    rare = np.unique(outcomes, return_index=True)[1].tolist()
    third = 3 if hole_card == "none" else 4
    ranks = np.sort(records[:, [0, 2, third]] >> 2, axis=1)
    paid = (ranks == (4, 5, 6)).all(axis=1) | (ranks == (5, 5, 5)).all(axis=1)
    bonuses = np.flatnonzero(paid).tolist()
    assert len(bonuses) > 100
    for number in sorted({*range(100), *rare, *bonuses}):
        symbols, outcome = symbols_of(records, number, ends)
        cards = [made.tracer.symbols[symbol] for symbol in symbols]
        _, lines = tape_of(game, rules, SCENARIO, strategy, cards)
        assert same_money(measure.cells(lines), made.outcomes[outcome]), f"round {number}: {cards}"


def test_the_fast_path_counts_what_records_say() -> None:
    rules: Any = registry.find("spanish-21").rules(DAY)
    machine = KernelTable(table_rules(rules), simple(rules).strategy)
    simulated = KernelRun(machine, Dealing(seats=3, seat=2, cut_at=216))
    counts, records = simulated.walk(4, 50_000, 50_000)
    assert simulated.derive(records) == -1
    stated = records[:, -2].astype(int) | records[:, -1].astype(int) << 8
    assert (np.bincount(stated, minlength=len(counts)) == counts).all()
    cards = records[:, : simulated.room]
    assert not (cards[cards < 52] >> 2 == 8).any()


@pytest.mark.parametrize(
    ("decks", "exactly"), [(6, Fraction(-1254, 41041)), (8, Fraction(-2184, 73153))]
)
def test_match_the_dealer_comes_to_what_it_must(decks: int, exactly: Fraction) -> None:
    rules: Any = registry.find("spanish-21").rules(DAY, {"decks": decks})
    scenario = Scenario("match-the-dealer", (("match-the-dealer", "", 400), *SCENARIO.wagers))
    made = plan(rules, scenario, simple(rules), fresh=True)
    rounds = 1 << 20
    counts = made.run(3, rounds)
    nets = [(cells[0].net, int(n)) for cells, n in zip(made.outcomes, counts, strict=True) if n]
    mean = sum(net * n for net, n in nets) / rounds
    square = sum(net * net * n for net, n in nets) / rounds
    assert abs(float(mean - exactly)) < 4 * float((square - mean**2) / rounds) ** 0.5


def test_what_cannot_be_simulated_is_refused() -> None:
    rules: Any = registry.find("spanish-21").rules(DAY)
    with pytest.raises(BadInput, match="one of the named strategies"):
        study.kernel(rules, SCENARIO, lambda prompt: Closed())  # type: ignore[misc]
    with pytest.raises(BadInput, match="1 to 6 boxes"):
        plan(rules, SCENARIO, simple(rules), seats=7)
    with pytest.raises(BadInput, match="no penetration"):
        plan(rules, SCENARIO, simple(rules), fresh=True, penetration=50)
