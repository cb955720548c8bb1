"""Pai gow: exact counts against a count of every hand, banks with several wagers against the
procedure, what a changed line of a house way costs, and the commands."""

from __future__ import annotations

import json
import random
from datetime import date
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from tests.long import only_in_long_runs
from tests.markdown import ROOT
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exact.explore import line_net, start_table
from pitboss.analysis.simulation.simulate import simulate
from pitboss.analysis.study import UNIT
from pitboss.cli import main
from pitboss.compiled import jit
from pitboss.errors import BadInput
from pitboss.families.pai_gow import house_way
from pitboss.families.pai_gow.house_way_tiles import settings
from pitboss.games.pai_gow.hands import face_of
from pitboss.games.pai_gow.rules import PaiGowRules
from pitboss.hands.tiles import TILES, pair_key, parse_tiles
from pitboss.law import house_ways
from pitboss.law.schema import Value
from pitboss.studies.families.pai_gow.results import bank_cells
from pitboss.studies.pai_gow import kernel
from pitboss.studies.pai_gow.exact import (
    AGAINST,
    DEALS,
    HANDS,
    chosen_by,
    counts_against,
    kind_of,
    kinds,
)
from pitboss.studies.pai_gow.study import plan, study, way_costs
from pitboss.table.entries import Chose, Closed, Drew, Entry, Rolled
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

DAY = date(1999, 1, 4)
GAME = registry.find("pai-gow")


def rules_of(**options: Value) -> PaiGowRules:
    rules = GAME.rules(DAY, options)
    assert isinstance(rules, PaiGowRules)
    return rules


# -- exact --------------------------------------------------------------------------------------


def test_kinds_of_hands_are_all_hands() -> None:
    every = kinds(False)
    assert len(every.ranks) == 4_285
    assert int(every.sizes.sum()) == HANDS == 35_960
    assert DEALS == 736_281_000


@pytest.mark.parametrize(("way", "zero_is_copy"), [("a", False), ("b", True)])
def test_counts_are_those_of_every_hand_of_the_dealer(way: str, zero_is_copy: bool) -> None:
    """One hand with two alike, one without, counted one by one."""
    read = house_way.load(way, "tiles")
    counts = counts_against(read, zero_is_copy)
    for text in ("6-6 6-6 5-1 4-2", "4-4 6-3 5-2 2-1"):
        hand = parse_tiles(text)
        number = kind_of(hand, zero_is_copy)
        dealt = []
        for four in combinations([tile for tile in range(TILES) if tile not in hand], 4):
            high, low, _ = read.set_tiles(four, zero_is_copy)
            dealt.append((pair_key(*high, zero_is_copy), pair_key(*low, zero_is_copy)))
        assert len(dealt) == AGAINST
        for place, way_set in enumerate(settings(sorted(hand), zero_is_copy)):
            mine = (way_set.high_key, way_set.low_key)
            found = [column[number, place] for column in counts]
            assert found == [
                sum(mine[0] > h and mine[1] > low for h, low in dealt),
                sum(mine[0] <= h and mine[1] <= low for h, low in dealt),
                sum(mine[0] >= h and mine[1] >= low for h, low in dealt),
                sum(mine[0] < h and mine[1] < low for h, low in dealt),
            ]


EDGES = [
    ("a", "house way", "pai-gow", "2542879/105183000"),
    ("a", "house way", "bank", "3026249/525915000"),
    ("a", "", "pai-gow", "-10998157/1840702500"),
    ("a", "", "bank", "-81395477/3681405000"),
    ("b", "house way", "pai-gow", "6121691/262957500"),
    ("b", "house way", "bank", "24052123/3681405000"),
    ("b", "", "pai-gow", "10709383/736281000"),
    ("b", "", "bank", "-44377/42315000"),
    ("b", "house way a", "pai-gow", "4838857/131478750"),
]


@pytest.mark.parametrize(("way", "strategy", "wager", "edge"), EDGES)
def test_edges(way: str, strategy: str, wager: str, edge: str) -> None:
    (found,) = exact_edges(
        "pai-gow", DAY, {"house_way": way}, wager=wager, strategy=strategy
    ).wagers
    assert found.distribution.house_edge() == Fraction(edge)


def test_what_a_player_loses_by_the_house_way_a_bank_wins() -> None:
    for way in ("a", "b"):
        found = exact_edges("pai-gow", DAY, {"house_way": way}, strategy="house way").wagers
        player, bank = (wager.distribution for wager in found)
        assert player.probability(1) == bank.probability(-1)
        assert player.probability(-1) == bank.probability(1)


def test_no_way_does_better_than_the_best() -> None:
    for way in ("a", "b"):
        rules = rules_of(house_way=way)
        costs = way_costs(rules)
        assert all(hand.cost > 0 for hand in costs.by_hand)
        assert costs.total() == sum(rule.cost for rule in costs.by_rule) > 0
        assert sum(rule.hands for rule in costs.by_rule) == HANDS


# -- kernel and procedure -------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["", "house way", "house way b"])
@pytest.mark.parametrize("index", [0, 1])
def test_the_kernel_is_the_procedure(strategy: str, index: int) -> None:
    rules = rules_of(house_way="b", zero_is_copy=True)
    scenario = study.scenarios(rules)[index]
    made = plan(rules, scenario, study.strategies.get(strategy))
    prove_kernel(GAME, rules, scenario, made, 7, 4_000)


def test_a_changed_record_is_noticed() -> None:
    rules = rules_of()
    made = plan(rules, study.scenarios(rules)[0], None)
    assert made.tracer is not None
    records = made.tracer.trace(3, 200)
    assert made.tracer.derive(records) == -1
    for place, value in ((0, 0), (5, 200), (1 + TILES + 1, 9)):
        changed = records.copy()
        changed[77, place] = value
        assert made.tracer.derive(changed) == 77
    twice = records.copy()
    twice[77, 5:9] = twice[77, 1:5]
    assert made.tracer.derive(twice) == 77


@pytest.mark.parametrize("opponents", [2, 3, 6])
def test_a_bank_against_several_is_the_procedure(opponents: int) -> None:
    """The kernel's outcome of rounds that the procedure settles: the bank's own line."""
    rules = rules_of(house_way="b")
    wager = f"bank against {opponents}"
    assert study.scenario_for is not None
    scenario = study.scenario_for(rules, wager)
    assert scenario is not None
    made = plan(rules, scenario, study.strategies["house way"])
    house = chosen_by(rules.house_way, False)
    setters = kernel.setters_of(house, house, False)
    drawn = random.Random(opponents)
    for _ in range(25):
        tiles = list(range(TILES))
        drawn.shuffle(tiles)
        outcome = jit(kernel.outcome_of)(setters, opponents, np.array(tiles))
        # Dice of nine begin with the bank, p1: its stack, the dealer's, the dead hand's, p6's ...
        order = [0, 1, *(hand for hand in range(7, 1, -1))]
        dealt = [face_of(tile) for hand in order for tile in tiles[4 * hand : 4 * hand + 4]]
        table = start_table(GAME, rules, scenario)
        entries: list[Entry] = [*scenario.entries(), Closed(), Rolled((3, 3, 3))]
        entries += [Drew(face) for face in dealt]
        entries += [Chose(seat, "house-way") for seat in range(1, opponents + 1)]
        receipt = play(GAME, rules, table, entries)
        assert isinstance(receipt, Receipt)
        net = sum(line_net(line) for line in receipt.lines if line.seat == 1)
        assert net == made.outcomes[outcome][0].net * UNIT


def test_a_bank_wins_before_the_vigorish_what_one_wager_wins_so_many_times() -> None:
    """Exact for any number of wagers: the simulated balance is within its error of it."""
    options = {"house_way": "b"}
    (one,) = exact_edges("pai-gow", DAY, options, wager="bank", strategy="house way").wagers
    gain = one.distribution.probability(1) - one.distribution.probability(-1)
    found = simulate(
        "pai-gow",
        DAY,
        options,
        wager="bank against 4",
        strategy="house way",
        rounds=1 << 20,
        seed=2,
    ).wagers[0]
    before = sum(
        (cell.net / Fraction(19, 20) if cell.net > 0 else cell.net) * chance
        for cell, chance in found.distribution.cells.items()
    )
    assert abs(float(before - 4 * gain)) < 5 * 2.2 / 1024


@only_in_long_runs
@pytest.mark.parametrize("strategy", ["optimal", "house way"])
def test_a_bank_against_two_is_exact(strategy: str) -> None:
    """What it wins before the vigorish is twice what one wager wins; the rest is as simulated."""
    options = {"house_way": "b"}
    found = [
        exact_edges("pai-gow", DAY, options, wager=wager, strategy=strategy).wagers[0].distribution
        for wager in ("bank", "bank against 2")
    ]
    before = [
        sum((c.net / Fraction(19, 20) if c.net > 0 else c.net) * p for c, p in each.cells.items())
        for each in found
    ]
    assert before[1] == 2 * before[0]
    assert found[1].house_edge() < 2 * found[0].house_edge()
    result = simulate(
        "pai-gow",
        DAY,
        options,
        wager="bank against 2",
        strategy=strategy,
        rounds=1 << 21,
        check=True,
        seed=6,
    )
    distance = result.wagers[0].distance()
    assert distance is not None
    assert abs(distance) < 4
    assert result.wagers[0].distribution.probability(1) == pytest.approx(
        float(found[1].probability(1)), abs=0.002
    )


def test_a_bank_against_several_has_no_exact_edge() -> None:
    with pytest.raises(BadInput, match="is not known exactly; pitboss simulate estimates it"):
        exact_edges("pai-gow", DAY, wager="bank against 3")
    with pytest.raises(BadInput, match="a bank stands against 1 to 6 wagers"):
        exact_edges("pai-gow", DAY, wager="bank against 7")


# -- commands -------------------------------------------------------------------------------------


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["odds", "pai-gow", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_settings_of_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "--hand", "6-6 4-2 5-4 1-1", "--json", "--day", "1999-01-04")
    found = json.loads(out)
    assert code == 0
    assert found["format"] == "pitboss.hand.v1"
    assert [setting["high"] for setting in found["settings"]] == ["6-6 5-4", "1-1 5-4", "5-4 4-2"]
    assert [setting["house_way"] for setting in found["settings"]] == [False, True, False]
    values = [Fraction(setting["value"]["exact"]) for setting in found["settings"]]
    assert Fraction(found["house_way_cost"]["exact"]) == values[0] - values[1] > 0
    code, out, _ = asked(capsys, "--hand", "6-6 4-2 5-4 1-1", "--wager", "bank")
    assert code == 0
    assert "Settings of 6-6 1-1 5-4 4-2, for the wager bank" in out


def test_the_example_of_the_guide() -> None:
    """docs/house-ways.md: twos and twelves split for 8 / 8 instead of 6 / 8."""
    text = house_ways.text_of("tiles", "b").replace(
        'low = "six or better"', 'low = "eight or better"'
    )
    edges = [way_costs(rules_of(house_way=way)) for way in ("b", text)]
    told = [f"{float(100 * each):.4f}" for way in edges for each in (way.edge, way.edge_at_best)]
    assert told == ["2.3280", "1.4545", "2.3175", "1.3393"]
    guide = (ROOT / "docs" / "house-ways.md").read_text(encoding="utf-8")
    assert all(f"{each} %" in guide for each in told)


def test_one_changed_line_of_a_house_way(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Way B with 8s split only for 8 / 8 or better: the house loses a little."""
    text = house_ways.text_of("tiles", "b")
    changed = text.replace('[["seven or better", "nine or better"], ', "[")
    assert changed != text
    file = tmp_path / "way.toml"
    file.write_text(changed, encoding="utf-8")
    code, out, _ = asked(capsys, "--house-way", str(file), "--json", "--day", "1999-01-04")
    assert code == 0
    costs = json.loads(out)["house_way"]
    assert Fraction(costs["edge_at_best"]["exact"]) < Fraction("10709383/736281000")
    assert costs["by_hand"][0]["cost"]["decimal"] >= costs["by_hand"][-1]["cost"]["decimal"] > 0
    code, out, _ = asked(capsys, "--house-way", str(file))
    assert code == 0
    assert "Hands that it sets worse than it could" in out
    assert "house_way = the licensee's own" in " ".join(out.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "6-6 6-6 6-6 1-1"), "tile 6-6 is there 3 times: the set has 2"),
        (("--hand", "6-6 6-5 1-1"), "a hand is 4 different tiles, not 6-6 1-1 6-5"),
        (("--hand", "6-6 6-5 1-1 3-1 2-1"), "a hand is 4 different tiles"),
        (("--hand", "6-6 6-5 1-1 7-1"), "'7-1' is not one of the tiles"),
        (("--hand", "6-6 6-5 1-1 3-1", "--wager", "x"), "no wager 'x' for a hand"),
        (("--hand", "6-6 6-5 1-1 3-1", "--strategy", "house way"), "without --strategy"),
        (("--house-way", "/no/such/file"), "No such file"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    code, out, err = asked(capsys, *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "other", "message"),
    [
        ('choose = "best low"\n', "", "missing required field `choose`"),
        ('high = "nine"', 'high = "nina"', "'nina' is no hand of two tiles"),
        ('choose = "best low"\n', 'choose = "best low"\nlow = "one or better"\n', "no rule sets"),
        ("[[rule]]", "[[rule]", "not TOML"),
    ],
)
def test_bad_house_ways(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, other: str, message: str
) -> None:
    file = tmp_path / "way.toml"
    file.write_text(house_ways.text_of("tiles", "a").replace(line, other), encoding="utf-8")
    code, out, err = asked(capsys, "--house-way", str(file))
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_no_hands_are_set_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "red-dog", "--house-way", "a"]) == 2
    assert "at red-dog no hands are set" in capsys.readouterr().err
    assert main(["odds", "craps", "--hand", "As"]) == 2
    assert "As: no such wager" in capsys.readouterr().err


def test_a_bank_loses_no_more_than_the_chips_that_it_put_up() -> None:
    """The soak found a kernel that let a bank pay 4 to 1 with chips for 1 to 1."""
    rules = rules_of(**{"odds.main.win": "4 to 1"})
    *_, lost = bank_cells(rules, 1)
    assert (lost.row, lost.net, lost.staked) == ("lose", Fraction(-1), Fraction(1))
    *_, both_lost = bank_cells(rules, 2)
    assert (both_lost.net, both_lost.staked) == (Fraction(-2), Fraction(2))
