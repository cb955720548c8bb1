"""Blackjack's kernel is its procedure: the same cards and decisions come to the same cents; what
it simulates can be dealt again; and its counts of cards do what they say."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from tests.studies.blackjack_shoes import GIVEN, NEEDY, OPTIONS, Shoe, rules_number
from tests.studies.room import SOAK
from tests.studies.scripted_rounds import strategy_by, total_of

from pitboss import registry
from pitboss.analysis.exact.explore import line_net
from pitboss.analysis.simulation import counts
from pitboss.analysis.simulation.plan import CHUNK_ROUNDS
from pitboss.analysis.simulation.redeal import redeal
from pitboss.analysis.simulation.simulate import Simulation, simulate
from pitboss.errors import BadInput
from pitboss.studies.blackjack import counting, kernel_sides
from pitboss.studies.blackjack import side_wagers as side_odds
from pitboss.studies.blackjack.kernel import dealing_at
from pitboss.studies.blackjack.kernel_sides import side_rows
from pitboss.studies.blackjack.table import table_rules
from pitboss.studies.families.twenty_one.exact.solve import solve
from pitboss.studies.families.twenty_one.kernel_rounds import side_row
from pitboss.studies.families.twenty_one.kernel_run import Dealing, KernelRun, KernelTable
from pitboss.studies.families.twenty_one.kernel_tables import DEALER_BLACKJACK, SYMBOLS
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.families.twenty_one.table_rules import (
    CARD_READER,
    EARLY_SURRENDER,
    FACE_UP,
    LATE_SURRENDER,
    TableRules,
)
from pitboss.table.entries import Chose, Closed, Drew, Wagered
from pitboss.table.round import run
from pitboss.table.tape import LiveTape

# PITBOSS_BLACKJACK_SHOES: how many random shoes the kernel and the procedure play.
SHOES = int(os.environ.get("PITBOSS_BLACKJACK_SHOES", "1000"))


def test_the_kernel_settles_what_the_procedure_settles() -> None:
    """And what the comparison is worth: what was wagered and done in it."""
    seen: set[str] = set()
    for number in range(SHOES):
        shoe = Shoe(number)
        assert shoe.compare() == "", f"shoe {number}"
        seen |= shoe.seen
    stakes = ("initial", "behind", "multiple-action 2", "multiple-action 3")
    expected = {f"{stake} {what}" for stake in stakes for what in ("doubled for less", "insured")}
    expected |= {f"{stake} stays" for stake in stakes[1:]} | {"initial even money"}
    expected |= {f"{n} hands" for n in (1, 2, 3, 4)} | {"burned", "determinant card dealt"}
    beside = (*kernel_sides.SIDES, "optional-bonus", "sevens", "progressive", "streak")
    expected |= {f"{name} {how}" for name in beside for how in ("wins", "loses")}
    expected |= {"bonus wins", "bonus 1 loses", "bonus 5 loses"}
    assert not expected - seen


def test_random_rules_have_every_option() -> None:
    given = {name for names in GIVEN.values() for name in names}
    law = registry.find("blackjack").rules(date(2015, 6, 1), {"additional_wager": "sevens"}).law
    asked_for = {*OPTIONS, *NEEDY, *given}
    assert set(law.options) <= asked_for
    seen = {
        (name, value)
        for number in range(120)
        for name, value in rules_number(number).law.options.items()
    }
    every = {(name, value) for name, values in (OPTIONS | NEEDY).items() for value in values}
    assert every <= seen


# -- beside the exact analysis ----------------------------------------------------------------

SETS = {
    "six decks, card reader, four hands": TableRules(
        decks=6, hole_card=CARD_READER, hands_max=4, aces_hands_max=2
    ),
    "eight decks, no hole card, surrender": TableRules(decks=8, surrender=LATE_SURRENDER),
    "two decks, soft 17 drawn to, aces split again": TableRules(
        decks=2,
        hole_card=CARD_READER,
        soft_17_draws=True,
        hands_max=3,
        aces_hands_max=3,
        surrender=LATE_SURRENDER,
    ),
    "four decks, surrender of 1978": TableRules(decks=4, surrender=EARLY_SURRENDER),
    "one deck, 6 to 5": TableRules(decks=1, hole_card=CARD_READER, blackjack=Fraction(6, 5)),
    "six decks, five-card 21, aces split again": TableRules(
        decks=6, five_card_21=Fraction(2), hands_max=4, aces_hands_max=4
    ),
    "eight decks, hole card face up": TableRules(
        decks=8,
        hole_card=FACE_UP,
        ties_lose=True,
        blackjack_beats_blackjack=True,
        blackjack=Fraction(1, 1),
        double_totals=(9, 10, 11),
        insurance=Fraction(0),
    ),
}
# The exact figures take long: only in the soak.
LONG = ("six decks, five-card 21, aces split again",)


def moments(simulated: KernelRun, key: int, rounds: int) -> tuple[float, float]:
    """The mean of a round, and its standard error."""
    counts, _ = simulated.walk(key, rounds, 0)
    seen = [(cells[0].net, int(n)) for cells, n in zip(simulated.cells, counts, strict=True) if n]
    mean = sum((net * n for net, n in seen), Fraction(0)) / rounds
    square = sum((net * net * n for net, n in seen), Fraction(0)) / rounds
    return float(mean), float((square - mean**2) / rounds) ** 0.5


@pytest.mark.parametrize("name", SETS)
def test_simulation_is_within_four_standard_errors_of_exact(name: str) -> None:
    if name in LONG and SOAK == 1:
        pytest.skip("in the soak")
    solution = solve(SETS[name])
    machine = KernelTable(SETS[name], solution.strategy)
    mean, error = moments(KernelRun(machine, Dealing()), 99, 10**7 if SOAK == 1 else 10**8)
    assert abs(mean - solution.value) < 4 * error


def test_every_seat_has_the_same_expectation_from_a_full_shoe() -> None:
    solution = solve(SETS["six decks, card reader, four hands"])
    machine = KernelTable(SETS["six decks, card reader, four hands"], solution.strategy)
    for seats, seat in ((2, 2), (7, 4)):
        mean, error = moments(KernelRun(machine, Dealing(seats, seat)), 5, 10**6 * SOAK)
        assert abs(mean - solution.value) < 4 * error


# -- rounds on record -------------------------------------------------------------------------


class Basic:
    """A simple strategy that does everything somewhere."""

    def insures(self, hand: tuple[int, ...]) -> bool:
        return sum(hand) == 11

    def move(
        self, hand: tuple[int, ...], dealer: tuple[int, ...], allowed: frozenset[str], hands: int
    ) -> str:
        total, soft = total_of(hand)
        if "surrender" in allowed and total == 16 and dealer[0] in (1, 10):
            return "surrender"
        if "split" in allowed and hand[0] not in (5, 10):
            return "split"
        if "double" in allowed and total in (9, 10, 11, 17):
            return "double"
        return "draw" if "draw" in allowed and total < (18 if soft else 15) else "stand"


def machines() -> Iterator[tuple[TableRules, KernelTable]]:
    for parameters in SETS.values():
        yield parameters, KernelTable(parameters, strategy_by(Basic(), parameters))


def test_records_follow_from_their_cards() -> None:
    """The fast path of the kernel, and the same rounds played card by card."""
    for parameters, machine in machines():
        for seats in (1, 3):
            cut_at = 0 if parameters.decks < 4 else 39 * parameters.decks
            simulated = KernelRun(machine, Dealing(seats, seats, cut_at))
            counts, records = simulated.walk(11, 20_000, 20_000)
            assert simulated.derive(records) == -1
            stated = records[:, -2].astype(int) | records[:, -1].astype(int) << 8
            assert (np.bincount(stated, minlength=len(counts)) == counts).all()


def test_an_altered_record_is_found() -> None:
    parameters = SETS["six decks, card reader, four hands"]
    simulated = KernelRun(
        KernelTable(parameters, strategy_by(Basic(), parameters)), Dealing(1, 1, 234)
    )
    _, records = simulated.walk(3, 300, 300)
    rng = random.Random(3)
    found = 0
    for number in range(300):
        altered = records.copy()
        altered[number, 0] = (int(altered[number, 0]) + 4 * rng.randint(1, 12)) % 52
        found += simulated.derive(altered) == number
    # Another card may come to the same outcome; mostly it does not.
    assert found > 150
    shorter = records.copy()
    shorter[17, simulated.room] -= 1
    assert simulated.derive(shorter) == 17


def test_a_shoe_that_runs_out_is_told() -> None:
    machine = KernelTable(SETS["one deck, 6 to 5"], strategy_by(Basic(), SETS["one deck, 6 to 5"]))
    with pytest.raises(BadInput, match="ran out"):
        KernelRun(machine, Dealing(7, 1, 50)).walk(1, 10_000, 0)


# -- counts -----------------------------------------------------------------------------------


def hi_lo(card: int) -> int:
    rank = card >> 2
    return 1 if rank <= 4 else -1 if rank >= 8 else 0


def test_wagers_and_insurance_go_by_the_count() -> None:
    """Every wager worked out again from the cards that went before."""
    ramp, plays = "-1:1 1:2 2:4.5 3:8", "insurance from 3; 16 v T: stand from 0"
    bets = counting.Bets(
        counts.COUNTS["hi-lo"], counts.read_ramp(ramp), counting.read_plays(plays), decks=6
    )
    parameters = SETS["six decks, card reader, four hands"]
    machine = KernelTable(parameters, strategy_by(Basic(), parameters), bets)
    simulated = KernelRun(machine, Dealing(2, 1, 240))
    _, records = simulated.walk(8, 20_000, 20_000)
    room, running, gone, insured = simulated.room, 0, 0, 0
    for record in records.tolist():
        if record[room] & 64:
            running = gone = 0
        cards = record[: record[room] & 63]
        outcome = record[room + 1] | record[room + 2] << 8
        stakes, _ = divmod(outcome, machine.shape.nets)
        level, halves = divmod(stakes, machine.shape.stakes)
        count = running * 52 // (312 - gone)
        units = [Fraction(u) for c, u in ((-1, 1), (1, 2), (2, "4.5"), (3, 8)) if count >= c]
        assert bets.units[level] == (units or [Fraction(0)])[-1]
        seen = running + sum(map(hi_lo, cards[:5]))
        at_three = seen * 52 // (312 - gone - 5) >= 3
        if cards[2] >> 2 == 12:
            assert halves % 2 == at_three
            insured += at_three
        else:
            assert halves % 2 == 0
        running += sum(map(hi_lo, cards))
        gone += len(cards)
    assert insured > 10


def test_counting_wins_where_a_flat_wager_loses() -> None:
    parameters = SETS["six decks, card reader, four hands"]
    strategy = solve(parameters).strategy
    bets = counting.Bets(
        counts.COUNTS["hi-lo"],
        counts.read_ramp("-20:1 1:2 2:4 3:8 4:12"),
        counting.read_plays("insurance from 3; 16 v T: stand from 0; 15 v T: stand from 4"),
        decks=6,
    )
    flat = moments(KernelRun(KernelTable(parameters, strategy), Dealing(1, 1, 234)), 2, 10**6)
    counted = KernelRun(KernelTable(parameters, strategy, bets), Dealing(1, 1, 234))
    mean, error = moments(counted, 2, 10**7)
    assert flat[0] < 0 < mean - 4 * error


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (counts.read_count, "no such count"),
        (counts.read_count, "2+1 2+1"),
        (counts.read_ramp, ""),
        (counts.read_ramp, "2:1 1:2"),
        (counts.read_ramp, "1:2000"),
        (counting.read_plays, "16 v T: jump from 0"),
        (counting.read_plays, "16 v T stand"),
    ],
)
def test_what_is_no_count_is_refused(read: Any, text: str) -> None:
    with pytest.raises(BadInput):
        read(text)


def test_counts_are_balanced_as_they_say() -> None:
    for count in counts.COUNTS.values():
        assert count.balanced == count.true
    assert counts.read_count("2+1 3+1 4+1 5+1 6+1 T-1 A-1").tags == (counts.COUNTS["hi-lo"].tags)


# -- wagers beside the hand -------------------------------------------------------------------

SIDES: dict[str, tuple[dict[str, Any], Fraction]] = {
    "over-13": (
        {"decks": 8, "additional_wager": "over-under 13"},
        Fraction(40_336 - 38_816 - 7_168, 86_320),
    ),
    "match-the-dealer": ({"decks": 6, "match_the_dealer": True}, Fraction(-1_958, 48_205)),
}


@pytest.mark.parametrize("wager", SIDES)
def test_side_wagers_come_to_the_figures_of_the_rules_file(wager: str) -> None:
    options, exact = SIDES[wager]
    rules = registry.find("blackjack").rules(date(2015, 6, 1), options)
    sides = side_rows(rules, wager)
    machine = KernelTable(table_rules(rules), strategy_by(Basic(), table_rules(rules)), sides=sides)
    simulated = KernelRun(machine, Dealing())
    rounds = 10**6
    counts, _ = simulated.walk(4, rounds, 0)
    by_row = (
        counts.reshape(len(sides.cells), machine.shape.stakes * machine.shape.nets)
        .sum(axis=1)
        .tolist()
    )
    nets = [cell.net for cell in sides.cells]
    mean = sum(net * n for net, n in zip(nets, by_row, strict=True)) / rounds
    square = sum(net * net * n for net, n in zip(nets, by_row, strict=True)) / rounds
    assert abs(float(mean - exact)) < 4 * float((square - mean**2) / rounds) ** 0.5


def test_every_side_wager_pays_by_its_own_table() -> None:
    """The row of random first cards, as the procedure's own functions have it."""
    rng = random.Random(13)
    day = date(2015, 6, 1)
    offered: dict[str, dict[str, Any]] = {
        "same-suit": {"additional_wager": "same suit"},
        "under-13": {"additional_wager": "over-under 13"},
        "in-between": {"in_between": True},
        "twenty-point-bonus": {"twenty_point_bonus": True},
    }
    for wager, options in offered.items():
        rules = registry.find("blackjack").rules(day, {"decks": 6, **options})
        sides = side_rows(rules, wager)
        assert sides.cells[0].net == -1
        field, row_of = kernel_sides.SIDES[wager]
        paytable = getattr(rules, field)
        for _ in range(500):
            first, second, up = (rng.randrange(52) for _ in range(3))
            shoe = np.array([SYMBOLS[card] for card in (first, up, second)])
            for end in (0, DEALER_BLACKJACK):
                row = side_row(sides.table, shoe, 0, 1, 0, end)
                expected = row_of(first, second, up, end == DEALER_BLACKJACK)
                assert row == expected + 1
                if row:
                    assert sides.cells[row].net == paytable.rows[expected][1].fraction


def figures(rules: Any, wager: str, rounds: int, **told: Any) -> tuple[float, float]:
    """Mean and standard error of a side wager by basic strategy."""
    sides = side_rows(rules, wager, **told)
    machine = KernelTable(table_rules(rules), strategy_by(Basic(), table_rules(rules)), sides=sides)
    simulated = KernelRun(machine, Dealing(2, 1))
    counts, _ = simulated.walk(4, rounds, 0)
    assert counts.sum() == rounds
    seen = [(cells[0].net, int(n)) for cells, n in zip(simulated.cells, counts, strict=True) if n]
    mean = sum((net * n for net, n in seen), Fraction(0)) / rounds
    square = sum((net * net * n for net, n in seen), Fraction(0)) / rounds
    return float(mean), float((square - mean**2) / rounds) ** 0.5


def test_a_progressive_wager_comes_to_its_exact_figure() -> None:
    """Basic strategy splits aces, so that a third and fourth card come."""
    chosen = {"decks": 4, "progressive": True, "meter_reset": 1000, "rate_of_progression": 10}
    rules = registry.find("blackjack").rules(date(2015, 6, 1), chosen)
    mean, error = figures(rules, "progressive", 10**6, meter=2_000_000)
    paid = [Fraction(20_000), *(odds.fraction for _, odds in rules.progressive.rows)]
    rows = side_odds.progressive(4)
    exact = sum(chance * (paid[row] if row >= 0 else -1) for row, chance in rows.items())
    assert abs(mean - float(exact)) < 4 * error


def test_a_bonus_wager_is_paid_the_awards() -> None:
    chosen = {"decks": 8, "bonus_wager": True, "bonus_mean_award_1": 1400}
    rules = registry.find("blackjack").rules(date(2015, 6, 1), chosen)
    awards = kernel_sides.read_awards(rules, "5:3 41:1")
    sides = side_rows(rules, "bonus 1", awards=awards)
    assert [cell.net for cell in sides.cells] == [-1, 5, 41]
    mean, error = figures(rules, "bonus 1", 10**6, awards=awards)
    assert abs(mean - float(Fraction(256, 5395) * 15 - 1)) < 4 * error


@pytest.mark.parametrize(
    ("wager", "awards", "why"),
    [
        ("bonus 1", "", "the licensee's"),
        ("bonus 1", "5:1 24:1", "mean of 14.50"),
        ("bonus 1", "4:1 24:1", "expected 5.00 to 1000.00"),
        ("bonus 5", "5:1", "this table has bonus 1"),
        ("streak 2", "", "not offered"),
        ("progressive", "", "not offered"),
        ("wheel", "", "the kernel has"),
    ],
)
def test_side_wagers_that_cannot_be_are_refused(wager: str, awards: str, why: str) -> None:
    chosen = {"decks": 8, "bonus_wager": True, "bonus_mean_award_1": 1400}
    rules = registry.find("blackjack").rules(date(2015, 6, 1), chosen)
    given = kernel_sides.read_awards(rules, awards) if awards else ()
    with pytest.raises(BadInput, match=why):
        side_rows(rules, wager, awards=given)


@pytest.mark.parametrize("text", ["", "5", "5:0", "5:1 x", "5:-1"])
def test_awards_are_read_or_refused(text: str) -> None:
    with pytest.raises(BadInput, match="awards"):
        kernel_sides.read_awards(cast(Any, None), text)


def test_a_streak_is_rounds_won_before_one_is_lost() -> None:
    """By the kernel's own count of rounds won and lost, from full shoes."""
    rules = registry.find("blackjack").rules(date(2015, 6, 1), {"decks": 6, "streak": True})
    machine = KernelTable(table_rules(rules), strategy_by(Basic(), table_rules(rules)))
    simulated = KernelRun(machine, Dealing())
    counts, _ = simulated.walk(9, 10**6, 0)
    nets = [cells[0].net for cells in simulated.cells]
    won = sum(int(n) for net, n in zip(nets, counts, strict=True) if net > 0)
    lost = sum(int(n) for net, n in zip(nets, counts, strict=True) if net < 0)
    chance = (won / (won + lost)) ** 3
    mean, error = figures(rules, "streak 3", 300_000)
    # Insurance, which Basic takes now and then, is no part of a streak.
    assert abs(mean - (8 * chance - 1)) < 4 * error + 0.005


# -- how it is dealt --------------------------------------------------------------------------


def test_rounds_from_a_double_shoe_are_those_of_the_procedure() -> None:
    """Every round on record goes through the procedure, from the side where it began."""
    game = registry.find("blackjack")
    chosen: dict[str, Any] = {"decks": 6, "dealing": "double shoe"}
    rules: Any = game.rules(date(2015, 6, 1), chosen)
    parameters = table_rules(rules)
    way = Player(solve(parameters).strategy)
    simulated = KernelRun(
        KernelTable(parameters, way.strategy), Dealing(1, 1, 234, double_shoe=True)
    )
    _, records = simulated.walk(21, 3000, 3000)
    side, burned = 0, 0
    for record in records.tolist():
        cards = record[: record[simulated.room] & 63]
        outcome = record[simulated.room + 1] | record[simulated.room + 2] << 8
        named = 0 if cards[0] & 3 in (1, 2) else 1
        burned += named != side
        net = played(game, rules, way, cards, ("left", "right")[side])
        assert net == simulated.cells[outcome][0].net
        side = named
    assert 1000 < burned < 2000


def played(game: Any, rules: Any, way: Player, cards: list[int], side: str) -> Fraction:
    """What the procedure makes of these cards, all of which it must use."""
    left = cards[::-1]

    def answer(prompt: Any) -> Any:
        if prompt.kind == "draw":
            return Drew(left.pop())
        if prompt.opening:
            return Closed() if prompt.made else Wagered(1, "initial", 2000)
        return Chose(0, side) if prompt.seat == 0 else way(prompt)

    receipt = run(game, rules, game.open_table(rules, 1), LiveTape(Answers(answer)))
    assert not left
    return Fraction(sum(line_net(line) for line in receipt.lines), 2000)


class Answers:
    def __init__(self, answer: Any) -> None:
        self.answer = answer


def test_multiple_action_decides_each_wager_by_a_hand_of_its_own() -> None:
    parameters = SETS["eight decks, no hole card, surrender"]._replace(surrender=0)
    solution = solve(parameters)
    machine = KernelTable(parameters, solution.strategy, actions=2)
    mean, error = moments(KernelRun(machine, Dealing()), 3, 10**6)
    assert abs(mean - solution.value) < 4 * error


def test_shuffles_are_due_as_the_rules_say() -> None:
    find = registry.find("blackjack").rules
    day = date(2015, 6, 1)
    assert dealing_at(find(day, {"decks": 6})).cut_at == 234
    assert dealing_at(find(day, {"decks": 6, "bart_carter_shuffle": True})).cut_at == 53
    assert dealing_at(find(day, {"dealing": "continuous shuffler"})).cut_at == 0
    double = dealing_at(find(day, {"decks": 6, "dealing": "double shoe"}), penetration=50)
    assert double == Dealing(1, 1, 156, double_shoe=True)
    for chosen in ({"dealing": "continuous shuffler"}, {"bart_carter_shuffle": True}):
        with pytest.raises(BadInput, match="no penetration"):
            dealing_at(find(day, chosen), penetration=50)
    with pytest.raises(BadInput, match="the table has 1 to 5 boxes"):
        dealing_at(find(day, {"boxes": 5}), seats=6)


# -- asked for as any simulation --------------------------------------------------------------

HI_LO = {"count": "hi-lo", "ramp": "-20:1 1:2 2:8", "plays": "insurance from 3"}


def simulated(**asked: Any) -> Simulation:
    return simulate("blackjack", date(2015, 6, 1), {"decks": 6}, wager="initial", **asked)


def test_any_number_of_workers_counts_the_same() -> None:
    rounds = CHUNK_ROUNDS + 1000
    for settings in ({}, {"seats": "2", "seat": "2", "penetration": "60"}, HI_LO):
        found = [simulated(rounds=rounds, settings=settings, workers=n) for n in (1, 3)]
        assert found[0].wagers[0].counts == found[1].wagers[0].counts
        assert (found[0].wagers[0].advantage is not None) == bool(settings)


def test_rounds_are_dealt_again_where_a_tape_can_hold_them() -> None:
    asked: dict[str, Any] = {"rounds": 5000, "wager": "initial"}
    day = date(2015, 6, 1)
    for number in (1, 17, 4711, 5000):
        dealt = redeal("blackjack", day, {"decks": 6}, round=number, **asked)
        assert dealt.lines
    for settings in ({"seats": "2"}, HI_LO):
        with pytest.raises(BadInput, match="cannot be dealt again"):
            redeal("blackjack", day, {"decks": 6}, round=1, settings=settings, **asked)


@pytest.mark.parametrize(
    ("settings", "fresh", "why"),
    [
        ({"ramp": "1:2"}, False, "need a count"),
        (HI_LO, True, "nothing to count"),
        ({"penetration": "75"}, True, "no penetration"),
        ({"seats": "2", "seat": "3"}, False, "seat 3 of 2"),
        ({"seats": "8"}, False, "seats '8'"),
        ({"decks": "6"}, False, "no setting 'decks'"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    settings: dict[str, str], fresh: bool, why: str
) -> None:
    with pytest.raises(BadInput, match=why):
        simulated(rounds=10, settings=settings, fresh=fresh)


def test_a_count_has_no_exact_edge() -> None:
    found = simulated(rounds=10, settings=HI_LO, check=True)
    assert "count, plays, ramp" in found.unchecked
    assert found.wagers[0].exact_edge is None


def test_a_game_without_settings_says_so() -> None:
    with pytest.raises(BadInput, match="takes no settings"):
        simulate("three-card-poker", date(2015, 6, 1), rounds=10, settings={"seats": "2"})
