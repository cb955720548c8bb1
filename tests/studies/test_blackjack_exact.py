"""Blackjack's exact analysis: held to the procedure on small shoes, to itself in another way, and
to every figure we know of."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest
from tests.studies.published_blackjack import BLACKJACK

from pitboss import registry
from pitboss.analysis.exact.edges import Edges, exact_edges
from pitboss.analysis.exact.explore import Explorer
from pitboss.analysis.study import Study
from pitboss.equipment.cards import DECK, parse_cards
from pitboss.equipment.shoe import Shoe
from pitboss.errors import BadInput, NotInForce, NotPermitted
from pitboss.families.twenty_one.hands import card_value
from pitboss.report.drawn_chart import drawn as drawn_alone
from pitboss.report.strategy_chart import svg_of
from pitboss.studies.blackjack import side_wagers as side_odds
from pitboss.studies.blackjack.study import study
from pitboss.studies.blackjack.table import table_rules
from pitboss.studies.blackjack.ways import BASIC, NAMED
from pitboss.studies.families.twenty_one.exact.compositions import TOTAL_MAX, Ints, compositions
from pitboss.studies.families.twenty_one.exact.dealer import LANES, LEAST, TOTALS, program
from pitboss.studies.families.twenty_one.exact.outcomes import MORE_HANDS, outcomes
from pitboss.studies.families.twenty_one.exact.rows import Rows, dealer_chances
from pitboss.studies.families.twenty_one.exact.shoes import chance_of, one_card_starts, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import ERROR, evaluate, solve
from pitboss.studies.families.twenty_one.exact.strategy import (
    Strategy,
    may_double,
    nothing,
    starts_number,
)
from pitboss.studies.families.twenty_one.exact.totals import best_totals, strategy_of
from pitboss.studies.families.twenty_one.player import Player
from pitboss.studies.families.twenty_one.side_wagers import rows_of_deals
from pitboss.studies.families.twenty_one.table_rules import (
    CARD_READER,
    EARLY_SURRENDER,
    FACE_UP,
    LATE_SURRENDER,
    NO_HOLE_CARD,
    TableRules,
)
from pitboss.table.entries import Chose, Entry
from pitboss.table.game import Table
from pitboss.table.prompts import Prompt

GAME = registry.find("blackjack")
DAY = date(2013, 6, 1)
STAKE = 1000

# -- held to the procedure -------------------------------------------------------------------


def value_of(card: int) -> int:
    value = card_value(card)
    return 1 if value == 11 else value


def small_table(rules: Any, cards: Sequence[int]) -> tuple[Table, Ints]:
    """A table whose shoe has these cards and no others, and the shoe by value."""
    counts = [0] * 53
    values = np.zeros(10, dtype=np.int64)
    for card in cards:
        counts[card] += 1
        values[value_of(card) - 1] += 1
    shoe = Shoe(tuple(counts), len(cards), 0, max(counts))
    return msgspec.structs.replace(GAME.open_table(rules, 1), shoe=shoe), values


def by_procedure(rules: Any, cards: Sequence[int], decide: Any) -> Fraction:
    """What the initial wager comes to on average, over every tape of the procedure; `decide` is
    None for the best decisions that the player can take knowing what is seen."""
    table, _ = small_table(rules, cards)
    walker = Explorer(
        GAME,
        rules,
        Study(lambda rules: [], card_class=value_of, choices=sensible),
        [("initial", "", STAKE)],
        decide,
    )
    leaves = walker.leaves(table)
    assert sum(leaf.probability for leaf in leaves) == 1
    return sum(
        (leaf.probability * Fraction(leaf.receipt.net()[1], STAKE) for leaf in leaves), Fraction(0)
    )


def sensible(prompt: Prompt) -> list[Entry]:
    """No splitting (a test of its own), no insurance, no doubling for less."""
    return [Chose(prompt.seat, each) for each in prompt.choices if each != "split"]


def estimate(rules: TableRules, strategy: Strategy) -> float:
    return float(evaluate(rules, strategy))


def random_strategy(parameters: TableRules, seed: object) -> Strategy:
    """Decisions without any sense, different for every hand and start; no hand is drawn to that
    has three cards, so that the shoe lasts."""
    rng = np.random.default_rng(random.Random(str(seed)).getrandbits(32))
    table = compositions()
    found = nothing(parameters)
    starts = starts_number(parameters)
    below = table.total < TOTAL_MAX
    found.draws[:] = (rng.random(found.draws.shape) < 0.6) & below & (table.cards < 3)
    found.doubles[:] = (rng.random(found.doubles.shape) < 0.3) & may_double(parameters)
    found.splits[:] = rng.random((starts, 10)) < 0.8
    if parameters.surrender:
        found.surrenders[:] = (rng.random(found.surrenders.shape) < 0.2) & (table.cards == 2)
        found.surrenders[:, table.row_of(1, 10)] = False
    return found


# Few values, so that a pair is likely; high ones, so that hands are short and no shoe runs out.
EIGHTS = "8c 8d 8h Tc Td Th 6c 6d Ac Ad"
HIGH = "8c 8d 8h Tc Td Th 9c 9d Ac"
TABLES: list[tuple[str, dict[str, Any]]] = [
    (EIGHTS, {"hole_card": "none"}),
    (HIGH, {"hole_card": "none", "surrender": True}),
    (HIGH, {"hole_card": "card reader", "surrender": True}),
    (HIGH, {"hole_card": "card reader", "soft_17": "draw", "blackjack_pays": "6 to 5"}),
    (HIGH, {"hole_card": "face up"}),
]


@pytest.mark.parametrize(("shoe", "options"), TABLES)
def test_any_strategy_is_worth_what_the_procedure_says(shoe: str, options: dict[str, Any]) -> None:
    rules = GAME.rules(DAY, {"decks": 1, **options})
    parameters = table_rules(rules)
    cards = parse_cards(shoe)
    strategy = random_strategy(parameters, f"{shoe} {options}")
    _, values = small_table(rules, cards)
    worth = by_procedure(rules, cards, Player(strategy))
    assert evaluate(parameters, strategy, values) == worth


def test_early_surrender_is_the_procedures_of_1980() -> None:
    rules = GAME.rules(date(1980, 1, 2), {"decks": 1, "surrender": True})
    parameters = table_rules(rules)
    assert parameters.surrender == EARLY_SURRENDER
    cards = parse_cards(HIGH)
    strategy = random_strategy(parameters, "early")
    _, values = small_table(rules, cards)
    worth = by_procedure(rules, cards, Player(strategy))
    assert evaluate(parameters, strategy, values) == worth


# -- held to itself --------------------------------------------------------------------------

OPTION_SETS = {
    "6 decks": TableRules(decks=6),
    "6 decks, card reader, resplit": TableRules(decks=6, hole_card=CARD_READER, hands_max=4),
    "1 deck, soft 17 drawn": TableRules(decks=1, soft_17_draws=True, hole_card=CARD_READER),
    "8 decks, early surrender": TableRules(decks=8, surrender=EARLY_SURRENDER),
    "2 decks, surrender, five-card 21": TableRules(
        decks=2, surrender=LATE_SURRENDER, five_card_21=Fraction(2)
    ),
    "face up": TableRules(
        decks=6, hole_card=FACE_UP, ties_lose=True, blackjack_beats_blackjack=True,
        blackjack=Fraction(1, 1), double_totals=(9, 10, 11),
    ),
}  # fmt: skip


@cache
def best(parameters: TableRules) -> tuple[float, Strategy, Fraction]:
    found = solve(parameters)
    return found.value, found.strategy, evaluate(parameters, found.strategy)


@pytest.mark.parametrize("name", OPTION_SETS)
def test_fractions_and_floats_agree(name: str) -> None:
    """Three sums: by backward induction, over final hands, and the latter in remainders."""
    parameters = OPTION_SETS[name]
    value, _, worth = best(parameters)
    assert abs(value - float(worth)) < ERROR


@pytest.mark.parametrize("name", ["6 decks", "1 deck, soft 17 drawn"])
def test_outcomes_have_the_mean_of_the_strategy(name: str) -> None:
    """The distribution is worked out in another way, both split hands together."""
    parameters = OPTION_SETS[name]
    _, strategy, worth = best(parameters)
    found = outcomes(parameters, strategy)
    assert all(chance > 0 for chance in found.values())
    assert sum(found.values()) == 1
    assert sum(outcome.net * chance for outcome, chance in found.items()) == worth


def test_outcomes_with_more_hands_have_the_mean_of_the_strategy() -> None:
    parameters = TableRules(decks=1, hands_max=3, aces_hands_max=3)
    _, strategy, worth = best(parameters)
    found = outcomes(parameters, strategy)
    assert sum(found.values()) == 1
    assert sum(outcome.net * chance for outcome, chance in found.items()) == worth
    (more,) = (chance for outcome, chance in found.items() if outcome.kind == MORE_HANDS)
    assert 0 < more < Fraction(1, 200)


@pytest.mark.parametrize("seed", range(4))
def test_no_other_decision_is_better(seed: int) -> None:
    """Changing decisions of the best strategy at random never gains."""
    parameters = OPTION_SETS["1 deck, soft 17 drawn"]
    value, strategy, _ = best(parameters)
    rng = random.Random(seed)
    other = msgspec.structs.replace(strategy, draws=strategy.draws.copy())
    table = compositions()
    hands = np.flatnonzero((table.total < TOTAL_MAX) & (table.cards >= 2) & (table.cards < 5))
    for _ in range(20):
        start, hand = rng.randrange(10), int(rng.choice(hands))
        other.draws[start, hand] ^= True
    assert estimate(parameters, other) <= value + ERROR


# -- E. Farmer's values ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "value"), [(6, "-0.00402870"), (8, "-0.00430581"), (1, "0.00181934")]
)
def test_the_values_of_the_best_analyser(decks: int, value: str) -> None:
    """Dealer stands on soft 17 and looks; doubling on any two cards and after splitting; up to
    four hands, aces split once. All digits that were published."""
    parameters = TableRules(decks=decks, hole_card=CARD_READER, hands_max=4, aces_hands_max=2)
    assert f"{solve(parameters).value:.8f}" == value


# -- published figures -----------------------------------------------------------------------


def option_set(name: str) -> TableRules:
    """`6d_s17_das_spl4_rsa_ls.bj_pays_1to1`; the dealer looks for a blackjack, or takes the
    original wager only, which comes to the same but for hands over 21."""
    rules, _, pays = name.partition(".bj_pays_")
    words = rules.split("_")
    above, _, below = (pays or "3to2").partition("to")
    hands = next(int(word[3:]) for word in words if word.startswith("spl"))
    return TableRules(
        decks=int(words[0][:-1]),
        soft_17_draws="h17" in words,
        hole_card=CARD_READER,
        blackjack=Fraction(int(above), int(below)),
        surrender=LATE_SURRENDER if "ls" in words else 0,
        hands_max=hands,
        aces_hands_max=hands if "rsa" in words else 2,
        double_after_split="nodas" not in words,
    )


def edge_of(name: str) -> float:
    """`6d_s17_das_spl4.cd` by one's own cards, `.td` by totals."""
    rules, _, kind = name.rpartition(".")
    parameters = option_set(rules)
    if kind == "cd":
        return -solve(parameters).value
    return -estimate(parameters, strategy_of(best_totals(parameters), parameters))


def dealers(name: str) -> float:
    """`6d_s17.18`: how the dealer's hand ends, where nothing else is known."""
    rules, _, result = name.rpartition(".")
    decks, soft = rules.split("_")
    shoe = shoe_of(int(decks[:-1]))
    totals = np.zeros(TOTALS)
    for start in one_card_starts(shoe):
        rows = np.zeros((3, LANES), dtype=np.int64)
        nothing_gone = Rows(rows, np.zeros(1, dtype=np.int64), rows)
        out = dealer_chances(program(start.cards, soft == "h17"), start.shoe, nothing_gone)
        totals += float(start.chance) * out[0, :, 0]
    blackjack = 2 * float(chance_of(shoe, 1, 10))
    if result == "blackjack":
        return blackjack
    if result == "bust":
        return 1 - blackjack - float(totals.sum())
    return float(totals[int(result.removesuffix("nb")) - LEAST])


def edge_with(rows: dict[int, Fraction], pays: Sequence[int | Fraction]) -> Fraction:
    """The house edge of a pay table: what each row pays."""
    return -sum(
        ((pays[row] if row >= 0 else Fraction(-1)) * chance for row, chance in rows.items()),
        Fraction(0),
    )


def side_figure(words: list[str]) -> Fraction:
    decks = int(words[1].partition("d")[0])
    table = [Fraction(each) for each in words[2].split("_") if each.isdigit()]
    match words[0], words[2]:
        case "over13", _:
            return edge_with(side_odds.over_13(decks), [1])
        case "under13", _:
            return edge_with(side_odds.under_13(decks), [1])
        case "exactly13", _:
            over, under = side_odds.over_13(decks)[0], side_odds.under_13(decks)[0]
            return 1 - over - under
        case "same_suit", _:
            return 1 - side_odds.same_suit(decks)[-1]
        case "royal_match", pays:
            suited = Fraction(3) if "easy_3_1" in pays else Fraction(5, 2)
            return edge_with(side_odds.same_suit(decks), [int(pays.split("_")[-1]), suited])
        case "super_sevens", _:
            return edge_with(side_odds.sevens(decks), [5000, 500, 100, 50, 3])
        case "three_sevens", _:
            return sum(
                (side_odds.sevens(decks).get(row, Fraction(0)) for row in (0, 1)), Fraction(0)
            )
        case "three_suited_sevens", _:
            return side_odds.sevens(decks).get(0, Fraction(0))
        case "match_dealer", _:
            off, on = table
            return edge_with(
                side_odds.match_the_dealer(decks), [2 * on, on + off, 2 * off, on, off]
            )
        case "two_card_20", _:
            return 1 - side_odds.twenty_point_bonus(decks)[-1]
        case "two_card_20_suited", _:
            rows = side_odds.twenty_point_bonus(decks)
            return rows[0] + rows[1] + rows[2] + rows[3]
        case "qhqh", _:
            return side_odds.twenty_point_bonus(decks)[0] + side_odds.twenty_point_bonus(decks)[1]
        case "lucky_ladies", _:
            return edge_with(side_odds.twenty_point_bonus(decks), table)
        case "inbetween", "trips":
            return side_odds.in_between(decks)[0]
        case "inbetween", gap if gap.startswith("gap"):
            return gap_chance(decks, gap.removeprefix("gap"))
        case "inbetween", _:
            return edge_with(side_odds.in_between(decks), table)
        case "blackjack_prob", _:
            return 2 * chance_of(shoe_of(decks), 1, 10)
        case "insurance", _:
            ten = Fraction(16 * decks, 52 * decks - 1)
            if "two_tens" in words[1]:
                ten = Fraction(16 * decks - 2, 52 * decks - 3)
            return 1 - 3 * ten
    raise AssertionError(words)


def gap_chance(decks: int, gap: str) -> Fraction:
    """The dealer's card between the player's two, which are so many ranks apart."""
    least = int(gap.removesuffix("plus"))

    def row_of(first: int, second: int, up: int) -> int:
        low, high = sorted((first >> 2, second >> 2))
        apart = high - low - 1
        wide = apart >= least if gap.endswith("plus") else apart == least
        return int(low < up >> 2 < high and wide)

    return rows_of_deals(decks, DECK, 3, row_of)[1]


EDGES = [name for name in BLACKJACK if re.match(r"bj\.[0-9]d_", name)]
DEALERS = [name for name in BLACKJACK if name.startswith("bj.dealer.")]
OTHERS = ("bj.streak.", "bj.wong.", "bj.bj_pays_", "bj.bonus_wager.")
SIDE = [
    name
    for name in BLACKJACK
    if name not in EDGES and name not in DEALERS and not name.startswith(OTHERS)
]


@pytest.mark.parametrize("name", EDGES)
def test_published_edges(name: str) -> None:
    """Worked out elsewhere with an approximate tree of splits, good to about 1e-5."""
    edge = edge_of(name.removeprefix("bj.").removesuffix(".edge"))
    assert abs(edge - float(BLACKJACK[name])) < 5e-5


@pytest.mark.parametrize("name", DEALERS)
def test_published_results_of_the_dealer(name: str) -> None:
    chance = dealers(name.removeprefix("bj.dealer.").removesuffix(".prob"))
    assert abs(chance - float(BLACKJACK[name])) < 1e-12


@pytest.mark.parametrize("name", SIDE)
def test_published_figures_of_the_wagers_beside(name: str) -> None:
    words = name.removeprefix("bj.").split(".")
    assert side_figure([*words, ""]) == Fraction(BLACKJACK[name])


def test_published_changes_of_rules() -> None:
    """Quoted to two figures; six decks, four hands."""
    base = option_set("6d_s17_das_spl4")

    def change(**rules: Any) -> float:
        return solve(base._replace(**rules)).value - solve(base).value

    assert abs(-change(double_after_split=False) - float(BLACKJACK["bj.wong.das_gain"])) < 1e-4
    ten_eleven = change(double_totals=(10, 11))
    # The quoted figure is for rules without doubling after a split.
    assert abs(ten_eleven - float(BLACKJACK["bj.wong.double_10_11_only"])) < 6e-4
    six_to_five = change(blackjack=Fraction(6, 5))
    assert abs(six_to_five - float(BLACKJACK["bj.bj_pays_6to5.change"])) < 5e-4


# -- the odds room ---------------------------------------------------------------------------


@cache
def odds_of(**options: Any) -> Edges:
    return exact_edges("blackjack", DAY, {"decks": 6, **options})


def test_streaks_follow_from_the_round() -> None:
    """Published from a simulation of up to four hands; two hands win about as often."""
    odds = odds_of(streak=True)
    found = {wager.wager: wager.distribution for wager in odds.wagers}
    for length in ("2", "4"):
        edge = found[f"streak {length}"].house_edge()
        assert abs(float(edge) - float(BLACKJACK[f"bj.streak.{length}.edge"])) < 0.002
    initial = found["initial"]
    share = initial.probability(1) / (initial.probability(1) + initial.probability(-1))
    assert found["streak 3"].probability(1) == share**3


def test_the_study_tells_edge_strategy_and_chart() -> None:
    odds = odds_of(streak=True)
    initial = odds.wagers[0].distribution
    assert initial.mean() == best(TableRules(decks=6))[2]
    assert sum((initial.probability(sign) for sign in (-1, 0, 1)), Fraction(0)) == 1
    assert 1.3 < float(initial.variance()) < 1.33
    (chart,) = odds.charts
    letters = dict(chart.rows)
    assert letters["hard 16"] == ("S",) * 5 + ("H", "H", "H", "H*", "H")
    assert letters["pair of 8"] == ("P",) * 10
    told = {choice.situation: choice.do for choice in odds.strategy}
    assert told["hard 13"] == "stand 2-6, draw 7-A"
    assert told["7-5 against 4"] == "stand"
    # The first two cards are drawn to, most others are not.
    assert told["hard 16 against 10, three cards or more"] == "stand"


def test_named_strategies_cost_what_they_cost() -> None:
    parameters = TableRules(decks=6)
    value = best(parameters)[0]
    worths = [estimate(parameters, way.of(parameters).strategy) for way in NAMED.values()]
    assert all(worth < value for worth in worths)
    # In the order in which they are told.
    assert worths == sorted(worths, reverse=True)
    table = strategy_of(best_totals(parameters), parameters)
    assert (table.draws == NAMED["total-dependent"].of(parameters).strategy.draws).all()


def test_a_table_of_ones_own() -> None:
    rules = GAME.rules(DAY, {"decks": 6})
    assert study.policy is not None
    way = study.policy(rules, BASIC)
    parameters = table_rules(rules)
    common = NAMED["basic strategy"].of(parameters).strategy
    own = way.of(parameters).strategy  # type: ignore[attr-defined]
    assert estimate(parameters, own) == estimate(parameters, common)
    for table, part in (
        ({"hard 12": "draw 2 3"}, "no action"),
        ({**BASIC, "hard 12": "draw 2 3, stand 3-A"}, "a second action"),
        ({**BASIC, "hard 12": "dance"}, "expected an action"),
        ({**BASIC, "hard 12": "split"}, "no pair"),
        ({**BASIC, "hard 99": "stand"}, "never arises"),
    ):
        with pytest.raises(BadInput, match=part):
            study.policy(rules, table)


def test_every_option_that_matters_changes_the_edge() -> None:
    """And how: more for the player, or less."""
    base = option_set("6d_s17_das_spl2")
    value = solve(base).value
    better: dict[str, Any]
    worse: dict[str, Any]
    for better in (
        {"hands_max": 4},
        {"surrender": LATE_SURRENDER},
        {"surrender": EARLY_SURRENDER},
        {"five_card_21": Fraction(2)},
        {"decks": 1},
        {"aces_one_card": False},
    ):
        assert solve(base._replace(**better)).value > value + 1e-5, better
    for worse in (
        {"soft_17_draws": True},
        {"blackjack": Fraction(6, 5)},
        {"double_totals": (9, 10, 11)},
        {"double_after_split": False},
        {"hands_max": 1},
        {"decks": 8},
        {"ties_lose": True},
        {"hole_card": NO_HOLE_CARD},
        {"double": False},
    ):
        assert solve(base._replace(**worse)).value < value - 1e-6, worse


def test_surrender_by_date() -> None:
    """Early in 1980, none in 1985, at the price of the whole wager to a blackjack in 1995."""
    edges = []
    for day in (date(1980, 1, 2), date(1995, 1, 2)):
        rules = GAME.rules(day, {"decks": 6, "surrender": True})
        edges.append(-solve(table_rules(rules)).value)
    without = -solve(table_rules(GAME.rules(date(1985, 1, 2), {"decks": 6}))).value
    assert edges[0] < 0 < edges[1] < without
    with pytest.raises((NotPermitted, NotInForce)):
        GAME.rules(date(1985, 1, 2), {"decks": 6, "surrender": True})


def test_the_chart_is_drawn() -> None:
    """As a picture in both forms: all cells in it, and a PNG that holds what its header says."""
    (chart,) = odds_of(streak=True).charts
    drawn = svg_of(chart)
    assert drawn.count("<rect") == 1 + len(chart.rows) * len(chart.columns)
    assert ">pair of 8<" in drawn
    odds = odds_of(streak=True)
    data = drawn_alone(odds, "png")
    assert data == drawn_alone(odds, "png"), "the same strategy is the same file"
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    assert height > 20 * len(chart.rows)
    assert width > 20 * len(chart.columns)
    alone = drawn_alone(odds, "svg").decode()
    assert "Blackjack" in alone
