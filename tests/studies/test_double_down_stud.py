"""Double down stud: published figures, the procedure on a small deck, and the kernel."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from itertools import permutations

import msgspec
import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exact.explore import Measure
from pitboss.analysis.simulation.plan import key_of
from pitboss.analysis.simulation.simulate import simulate
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.shoe import Shoe
from pitboss.errors import BadInput
from pitboss.studies.double_down_stud.study import BASIC, DOUBLE, ORIGINAL, STAND, deals, study
from pitboss.studies.double_down_stud.study import game as kit
from pitboss.table.entries import Closed, Drew, Entry, Wagered
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

KEY = "double-down-stud"
DAY = date(1999, 6, 1)
game = registry.find(KEY)
DOUBLING = {name for name, doubles in BASIC.actions.items() if doubles}

TOP_ROWS = ("royal flush", "straight flush", "four of a kind", "full house")


def offered(*odds: int) -> dict[str, object]:
    """The licensee's own odds, above the minimum, for the four best hands."""
    return {f"odds.payout.{row}": f"{paid} to 1" for row, paid in zip(TOP_ROWS, odds, strict=True)}


def distribution(
    wager: str = "original", strategy: str = "", options: dict[str, object] | None = None
) -> Distribution:
    return exact_edges(KEY, DAY, options, wager=wager, strategy=strategy).wagers[0].distribution


# id, options, strategy, figure, value (own calculations of the project; the third was published).
FIGURES = [
    ("dds.double_prob", {}, "", "doubled", "67217/270725"),
    ("dds.never_double.edge", {}, "never double", "edge", "184549/649740"),
    ("dds.woo_video_4000.edge", offered(3999, 199, 49, 11), "", "edge", "6833/324870"),
    ("dds.1000_200_50_11.edge", offered(1000, 200, 50, 11), "", "edge", "1381/46410"),
]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: str(figure[0]))
def test_published_figures(figure: tuple[str, dict[str, object], str, str, str]) -> None:
    _, options, strategy, which, value = figure
    found = distribution(strategy=strategy, options=options)
    got = found.house_edge() if which == "edge" else found.average_wager() - 1
    assert got == Fraction(value)


def test_combinations_of_the_rules_file() -> None:
    """Example 7: 337,920 pairs of jacks or better, 422,400 pushes, the rest of pairs loses."""
    rows = distribution(strategy="never double").rows()
    counts = {row["row"]: row["probability"]["exact"] for row in rows}
    assert Fraction(counts["pair of jacks or better"]) == Fraction(337_920, 2_598_960)
    assert Fraction(counts["push"]) == Fraction(422_400, 2_598_960)
    assert Fraction(counts["lose"]) == Fraction(337_920 + 1_302_540, 2_598_960)


def test_best_play() -> None:
    found = distribution()
    assert found.house_edge() == Fraction(15403, 324870)
    assert distribution(strategy="basic").house_edge() == found.house_edge()
    told = exact_edges(KEY, DAY, wager="original").strategy
    names = [choice.situation for choice in told]
    assert len(names) == len(set(names))
    assert {choice.situation for choice in told if choice.do == DOUBLE} == DOUBLING


def test_the_limit() -> None:
    """At 50.00 it is just not reached; at 100.00 a royal flush that was doubled is cut by half,
    and every royal flush is doubled: its four known cards are four to a flush."""
    assert study.scenarios(game.rules(DAY))[0].wagers[0][2] == 4_980
    free = distribution()
    assert distribution("original 50.00").house_edge() == free.house_edge()
    cut = distribution("original 100.00").house_edge() - free.house_edge()
    assert cut == Fraction(4 * 1000, 2_598_960)
    with pytest.raises(BadInput, match="expected"):
        distribution("original 0.00")


def test_exact_is_the_procedure_on_a_small_deck() -> None:
    """All orders of five out of eight cards through the procedure, at an amount that is cut."""
    rules = game.rules(DAY)
    scenario = ORIGINAL.of(10_000)
    cards = parse_cards("As Ks Qs Js Ts Th 6c 6d")
    counts = [0] * 53
    for card in cards:
        counts[card] = 1
    table = msgspec.structs.replace(
        game.open_table(rules, 1), shoe=Shoe(tuple(counts), len(cards), 0, 1)
    )
    measure = Measure(scenario, rules)
    found: dict[tuple[Fraction, Fraction], Fraction] = {}
    orders = list(permutations(cards, 5))
    for order in orders:
        entries: list[Entry] = [Wagered(1, "original", 10_000), Closed()]
        entries += [Drew(card) for card in order]
        state = play(game, rules, table, entries)
        while not isinstance(state, Receipt):
            entries.append(BASIC(state.prompt))
            state = play(game, rules, table, entries)
        (cell,) = measure.cells(state.lines)
        key = (cell.net, cell.staked)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, len(orders))
    solved = kit.exact(rules, scenario, BASIC, deals(tuple(cards))).joint.distribution(
        scenario.wager
    )
    told: dict[tuple[Fraction, Fraction], Fraction] = {}
    for cell, chance in solved.cells.items():
        key = (cell.net, cell.staked)
        told[key] = told.get(key, Fraction(0)) + chance
    assert told == found


@pytest.mark.parametrize("cents", [500, 2_000_000], ids=["plain", "limited"])
def test_the_kernel_is_the_procedure_to_the_cent(cents: int) -> None:
    rules = game.rules(DAY)
    scenario = ORIGINAL.of(cents)
    made = kit.plan(rules, scenario, None)
    prove_kernel(game, rules, scenario, made, key_of(7, 0))
    assert made.tracer is not None
    assert made.deal is not None
    records = made.tracer.trace(key_of(7, 0), 50)
    assert made.deal(key_of(7, 0), 50, 11) == records[11, :5].tolist()
    records[20, -2] ^= 1
    assert made.tracer.derive(records) == 20


def test_simulation_agrees_with_the_exact_edge() -> None:
    found = simulate(KEY, DAY, rounds=4_000_000, seed=5, wager="original", check=True).wagers[0]
    distance = found.distance()
    assert distance is not None
    assert abs(distance) < 4


def test_a_users_own_policy() -> None:
    rules = game.rules(DAY)
    assert study.policy is not None
    decide = study.policy(rules, dict.fromkeys(DOUBLING, DOUBLE) | {"otherwise": STAND})
    found = exact_edges(KEY, DAY, wager="original", decide=decide).wagers[0].distribution
    assert found.house_edge() == Fraction(15403, 324870)
    with pytest.raises(BadInput, match="no situation"):
        study.policy(rules, {"a pair": DOUBLE})
    with pytest.raises(BadInput, match="not permitted"):
        study.policy(rules, {"otherwise": "sing"})
    with pytest.raises(BadInput, match="no action for"):
        study.policy(rules, {"two pair": DOUBLE})
