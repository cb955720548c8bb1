"""Pai gow poker: tables, counts and kernel against the rules of the house way and the procedure;
the whole game against the count of single hands; side wagers; the commands."""

from __future__ import annotations

import json
import random
from datetime import date
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from tests.studies.room import prove_kernel

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exact.explore import Measure, line_net, start_table
from pitboss.analysis.simulation.simulate import simulate
from pitboss.analysis.study import UNIT, Scenario
from pitboss.cli import main
from pitboss.compiled import jit
from pitboss.equipment.cards import cards_text, parse_cards
from pitboss.errors import BadInput
from pitboss.families.pai_gow import house_way
from pitboss.games.pai_gow_poker.hands import three_card_row
from pitboss.games.pai_gow_poker.rules import PaiGowPokerRules
from pitboss.hands.pai_gow import high_key, low_key
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    JOKER,
    THREE_CARD_CATEGORIES,
    three_card_joker_value,
)
from pitboss.law import house_ways
from pitboss.law.schema import Value
from pitboss.studies.families.pai_gow.start import hand_of
from pitboss.studies.pai_gow_poker import counted, kernel, one_hand, side_wagers, sides, tables
from pitboss.studies.pai_gow_poker.classes import class_of, classes, numbering
from pitboss.studies.pai_gow_poker.study import case_of, hand_odds, plan, study, way_costs
from pitboss.studies.pai_gow_poker.whole import AGAINST, HANDS
from pitboss.table.entries import Chose, Closed, Drew, Entry, Rolled, Wagered
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

DAY = date(2013, 5, 1)
GAME = registry.find("pai-gow-poker")
WAY = house_way.load("common", "cards")
SIDES: dict[str, Value] = {"bonus": True, "insurance": True, "imperial": True}
EZ: dict[str, Value] = {
    "ez_pai_gow": True,
    "dynasty": True,
    "protection": True,
    "queens_dragon": True,
}


def rules_of(options: dict[str, Value] | None = None) -> PaiGowPokerRules:
    rules = GAME.rules(DAY, options or {})
    assert isinstance(rules, PaiGowPokerRules)
    return rules


def hands(count: int, seed: int) -> list[list[int]]:
    """Random hands, every other one with many cards of a suit."""
    drawn = random.Random(seed)
    found = []
    for number in range(count):
        hand: list[int] = []
        if number % 2:
            suit = drawn.randrange(4)
            hand = drawn.sample([rank << 2 | suit for rank in range(13)], drawn.choice((4, 5, 6)))
        hand += drawn.sample([c for c in range(JOKER + 1) if c not in hand], 7 - len(hand))
        drawn.shuffle(hand)
        found.append(hand)
    return found


# -- tables, classes, counts ----------------------------------------------------------------------


@pytest.mark.parametrize("lowest_wheel", [False, True])
def test_a_hand_is_looked_up_as_the_rules_set_it(lowest_wheel: bool) -> None:
    made = tables.set_tables(WAY, lowest_wheel)
    look = jit(tables.set_by)
    for hand in hands(600, 1):
        high, low, _ = WAY.set_cards(hand, lowest_wheel)
        entry = look(made, np.array(hand)) & tables.KEY_MASK
        assert entry == high_key(high, lowest_wheel) << tables.LOW_BITS | low_key(*low)


def test_a_bad_way_is_refused_by_its_tables() -> None:
    foul = WAY.text.replace('high_keeps = "highest card"\n', "")
    with pytest.raises(BadInput, match=r"rule 23 \(nothing.*\) sets a foul: .* high, .* low"):
        tables.set_tables(house_way.load(foul, "cards"), False)
    unset = WAY.text.replace('hand.holds = "nothing"\n', 'hand.holds = "nothing"\nlow = "A-K"\n')
    with pytest.raises(BadInput, match=r"no rule sets .*; expected a last rule"):
        tables.set_tables(house_way.load(unset, "cards"), False)


@pytest.mark.parametrize("cards", range(1, 6))
def test_classes_are_all_hands(cards: int) -> None:
    boards, sizes = classes(cards)
    assert sizes.min() > 0
    assert int(sizes.sum()) == comb(52, cards)
    known = {1: 13, 2: 169, 3: 1_755, 4: 16_432, 5: 134_459}
    assert len(boards) == known[cards] == numbering()[1][cards]


def test_a_class_knows_no_names_of_suits() -> None:
    drawn = random.Random(3)
    number, _ = numbering()
    fast = jit(class_of)
    assert numbering()[1][6:] == (962_988, 6_009_159)
    for _ in range(100):
        suits = [0, 0, 0, 0]
        for card in drawn.sample(range(52), 7):
            suits[card & 3] |= 1 << (card >> 2)
        boards = {sum(s << 16 * at for at, s in enumerate(p)) for p in permutations(suits)}
        assert len({fast(number, board) for board in boards}) == 1


def test_the_dealer_s_hands_are_counted_one_by_one() -> None:
    """With twelve cards left instead of 46: 792 hands."""
    made = tables.set_tables(WAY, False)
    rest = [*sorted(random.Random(9).sample(range(52), 11)), JOKER]
    highs = one_hand._highs(made)
    places = np.zeros(int(highs[-1]) + 1, dtype=np.int64)
    places[highs] = np.arange(len(highs))
    grid = np.zeros(len(highs) * tables.LOWS, dtype=np.int64)
    jit(one_hand.count_hands)(made, np.array(rest), places, 0, np.zeros(7, dtype=np.int64), grid)
    wanted = np.zeros_like(grid)
    for seven in combinations(rest, 7):
        high, low, _ = WAY.set_cards(seven)
        wanted[places[high_key(high)] * tables.LOWS + tables.low_place(low_key(*low))] += 1
    assert (grid == wanted).all()
    assert grid.sum() == comb(12, 7)


# -- the whole game -------------------------------------------------------------------------------


def rules_for(lowest_wheel: bool, ez: bool) -> PaiGowPokerRules:
    return rules_of({"lowest_wheel": lowest_wheel, "ez_pai_gow": ez})


ALL = [(False, False), (True, False), (False, True), (True, True)]
# Those of which the best settings are stored as well as those of the house way.
CASES = [case for case in ALL if case_of(rules_for(*case), bank=False).digest() in counted.stored()]


def test_the_usual_game_is_stored() -> None:
    """By the house way all four; the best settings of EZ with the lowest wheel are counted when
    they are first asked for."""
    assert ALL[:3] == CASES
    known = counted.stored_house_ways()
    for case in ALL:
        assert case_of(rules_for(*case), bank=False).house_digest() in known


@pytest.mark.parametrize(("lowest_wheel", "ez"), CASES)
def test_the_whole_game_is_stored(lowest_wheel: bool, ez: bool) -> None:
    rules = rules_for(lowest_wheel, ez)
    found = counted.stored()[case_of(rules, bank=False).digest()]
    assert found.house == counted.by_house_way(WAY, case_of(rules, bank=False))
    assert sum(rule.hands for rule in found.rules) == HANDS
    costs = way_costs(rules)
    assert costs.total() == sum(rule.cost for rule in costs.by_rule) > 0
    assert found.best.won - found.best.lost > found.house.won - found.house.lost


@pytest.mark.parametrize(("lowest_wheel", "ez"), CASES)
def test_what_hands_cost_is_what_their_settings_differ_by(lowest_wheel: bool, ez: bool) -> None:
    """The whole game was counted by inclusion and exclusion; a single hand is counted against every
    hand of the dealer's."""
    rules = rules_for(lowest_wheel, ez)
    found = counted.stored()[case_of(rules, bank=False).digest()]
    for cost in (found.hands[0], found.hands[-1]):
        odds = hand_odds(rules, cost.hand, "")
        assert odds.cost() == Fraction(cost.cost)
        best = odds.settings[0]
        assert f"{best.high} / {best.low}" == cost.best
        assert odds.rule == cost.rule


def test_edges() -> None:
    house = exact_edges("pai-gow-poker", DAY, {}).wagers
    best = exact_edges("pai-gow-poker", DAY, {}, strategy="optimal").wagers
    assert [w.distribution.house_edge() for w in house] == [
        Fraction(2495436344543, 92081015973375),
        Fraction(11873770949959, 5156536894509000),
    ]
    assert [w.distribution.house_edge() for w in best] == [
        Fraction(10632510806207, 429711407875750),
        Fraction(-77192120287, 13750765052024000),
    ]
    assert house[0].distribution.total == HANDS * AGAINST == 8_250_459_031_214_400


def test_a_bank_is_the_same_with_ez_pai_gow() -> None:
    usual, ez = rules_of(), rules_of({"ez_pai_gow": True})
    assert case_of(usual, bank=True) == case_of(ez, bank=True) == case_of(usual, bank=False)


def test_edges_of_ez_pai_gow() -> None:
    options: dict[str, Value] = {"ez_pai_gow": True}
    found = [
        exact_edges("pai-gow-poker", DAY, options, wager="pai-gow", strategy=strategy).wagers[0]
        for strategy in ("house way", "optimal")
    ]
    deals = HANDS * AGAINST
    assert [wager.distribution.house_edge() for wager in found] == [
        Fraction(2476647647644204 - 2246454108261996, deals),
        Fraction(2484795527681156 - 2274856852259140, deals),
    ]


def test_a_changed_vigorish_needs_no_new_count_of_the_house_way() -> None:
    (found,) = exact_edges(
        "pai-gow-poker", DAY, {"odds.main.win": "2 to 1"}, wager="pai-gow"
    ).wagers
    (usual,) = exact_edges("pai-gow-poker", DAY, {}, wager="pai-gow").wagers
    chances = [found.distribution.probability(sign) for sign in (1, 0, -1)]
    assert chances == [usual.distribution.probability(sign) for sign in (1, 0, -1)]
    edge = chances[2] - chances[0] * Fraction(190, 100)
    assert found.distribution.house_edge() == edge


def test_a_way_that_is_not_the_house_s_is_simulated() -> None:
    own = WAY.text.replace("K-A", "Q-A")
    with pytest.raises(BadInput, match="pitboss simulate estimates those of another way"):
        exact_edges(
            "pai-gow-poker", DAY, {"house_way": own}, wager="pai-gow", strategy="house way common"
        )
    with pytest.raises(BadInput, match=r"the best setting is worked out for a hand at a time"):
        simulate("pai-gow-poker", DAY, {}, rounds=100, strategy="optimal")


# -- kernel and procedure -------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"lowest_wheel": True}, {"ez_pai_gow": True}])
@pytest.mark.parametrize("index", [0, 1])
def test_the_kernel_is_the_procedure(options: dict[str, Value], index: int) -> None:
    rules = rules_of(options)
    scenario = study.scenarios(rules)[index]
    made = plan(rules, scenario, study.strategies["house way"])
    prove_kernel(GAME, rules, scenario, made, 7, 1_000)


def test_another_way_is_set_as_it_says() -> None:
    rules = rules_of({"house_way": WAY.text.replace("K-A", "Q-A")})
    scenario = study.scenarios(rules)[0]
    made = plan(rules, scenario, study.strategies["house way common"])
    prove_kernel(GAME, rules, scenario, made, 8, 300)


def test_a_changed_record_is_noticed() -> None:
    rules = rules_of()
    made = plan(rules, study.scenarios(rules)[0], study.strategies["house way"])
    assert made.tracer is not None
    records = made.tracer.trace(3, 100)
    for place, value in ((0, 3), (5, 60), (7, records[66, 8]), (kernel.ROOM + 1, 9)):
        changed = records.copy()
        changed[66, place] = value
        assert made.tracer.derive(changed) == 66


def deal_to(hands_of: list[list[int]], *, bank: int) -> list[Entry]:
    """Dice, and 49 cards one at a time, so that each place has its seven; the first is p1's, the
    second the dealer's, then p2's and so on."""
    start = bank + 8 - 1
    entries: list[Entry] = [Rolled((2, 3, 3))]
    for at in range(49):
        place = (start - at) % 7
        entries.append(Drew(hands_of[hand_of(place)][at // 7]))
    return entries


@pytest.mark.parametrize("options", [SIDES, EZ, {**SIDES, "imperial_limit": 40_000}])
def test_side_wagers_are_the_procedure_s(options: dict[str, Value]) -> None:
    rules = rules_of(options)
    scenarios = [s for s in study.scenarios(rules) if s.wager not in ("pai-gow", "bank")]
    assert [s.wager for s in scenarios] == list(rules.side_wagers)
    drawn = random.Random(len(options))
    special = ["Ac Ad Ah As Jk 2d 3c", "9s 8d 7h 5c 4s 3d 2h", "Qs Jd 9h 8c 6d 4s 2h"]
    special += ["Ts Js Qs Ks As Kd Qd", "Jk 4d 5d 6d 7d 8d 9d", "8s 8d 8c 9d Th Jc Qs"]
    for number in range(30):
        mine = list(parse_cards(special[number])) if number < len(special) else []
        others = [card for card in range(JOKER + 1) if card not in mine]
        drawn.shuffle(others)
        cards = mine + others
        if number % 5 == 4:
            # The banker's seven cards are what the banker's column pays.
            low = [c for c in parse_cards("9c 8h 7s 5d 4c 3h 2s") if c not in cards[:7]]
            cards = cards[:7] + low + [c for c in cards[7:] if c not in low]
        wagers = [Wagered(1, "pai-gow", UNIT)]
        wagers += [Wagered(1, s.wagers[0][0], s.wagers[0][2]) for s in scenarios]
        hands_of = [cards[7 * at : 7 * at + 7] for at in range(7)]
        entries = [*wagers, Closed(), *deal_to(hands_of, bank=0), Chose(1, "house-way")]
        table = start_table(GAME, rules, Scenario("pai-gow", (("pai-gow", "", UNIT),)))
        receipt = play(GAME, rules, table, entries)
        assert isinstance(receipt, Receipt)
        for scenario in scenarios:
            side = side_wagers.DECIDED_BY[scenario.wager]
            outcome = jit(kernel.side_outcome)(side, np.array(cards))
            cell = side_wagers.plan(rules, scenario).outcomes[outcome][0]
            name = scenario.wager
            lines = [x for x in receipt.lines if x.wager.partition(",")[0] == name]
            net = Fraction(sum(map(line_net, lines)), scenario.wagers[0][2])
            assert net == cell.net, (scenario.wager, cards_text(cards[:14]))


@pytest.mark.parametrize("opponents", [2, 6])
def test_a_bank_against_several_is_the_procedure(opponents: int) -> None:
    rules = rules_of()
    assert study.scenario_for is not None
    scenario = study.scenario_for(rules, f"bank against {opponents}")
    assert scenario is not None
    made = plan(rules, scenario, study.strategies["house way"])
    house = tables.set_tables(WAY, False)
    drawn = random.Random(opponents)
    for _ in range(10):
        cards = list(range(JOKER + 1))
        drawn.shuffle(cards)
        outcome = jit(kernel.outcome_of)(kernel.Sides(house, house, 0), opponents, np.array(cards))
        hands_of = [cards[7 * at : 7 * at + 7] for at in range(7)]
        table = start_table(GAME, rules, scenario)
        entries = [*scenario.entries(), Closed(), *deal_to(hands_of, bank=1)]
        entries += [Chose(seat, "house-way") for seat in range(1, opponents + 1)]
        receipt = play(GAME, rules, table, entries)
        assert isinstance(receipt, Receipt)
        net = sum(line_net(line) for line in receipt.lines if line.seat == 1)
        assert net == made.outcomes[outcome][0].net * UNIT


# -- side wagers ----------------------------------------------------------------------------------


def test_rows_are_counted_as_they_are_stored() -> None:
    assert sides.count_rows() == sides.COUNTS


def test_both_columns_of_the_imperial_bonus_add_up_to_each() -> None:
    deals = sides.IMPERIAL_DEALS
    for row, line in enumerate(deals):
        assert sum(line) == sides.COUNTS.imperial[row] * AGAINST
    for row in range(3):
        assert sum(line[row] for line in deals) == sides.COUNTS.insurance[row] * AGAINST


def test_edges_of_side_wagers() -> None:
    found = [
        wager
        for options in (SIDES, EZ)
        for name in rules_of(options).side_wagers
        for wager in exact_edges("pai-gow-poker", DAY, options, wager=name).wagers
    ]
    edges = {wager.wager: float(wager.distribution.house_edge()) for wager in found}
    assert edges["bonus"] == edges["dynasty"] == pytest.approx(0.0777, abs=5e-5)
    assert edges["insurance"] == edges["protection"] == pytest.approx(0.0735, abs=5e-5)
    assert edges["queens-dragon"] == pytest.approx(0.1002, abs=5e-5)
    assert edges["imperial"] == pytest.approx(0.028071658809677862, abs=1e-15)


def test_envy_grows_with_the_players() -> None:
    rules = rules_of(SIDES)
    alone = side_wagers.edge_with_envy(rules, "bonus", 1)
    assert alone == Fraction(1496262, 19267885)
    each = side_wagers.envy_of_another(rules)
    # $5,000 for 32 of all hands, and so on down to $5 for four of a kind.
    cents = (500_000, 100_000, 50_000, 25_000, 5_000, 2_000, 500)
    assert each == Fraction(
        sum(c * n for c, n in zip(cents, sides.COUNTS.bonus, strict=False)), HANDS
    )
    for players in range(2, 8):
        edge = side_wagers.edge_with_envy(rules, "bonus", players)
        assert edge == alone - (players - 1) * each / 500
    assert float(alone - side_wagers.edge_with_envy(rules, "bonus", 6)) == pytest.approx(
        0.04634, abs=1e-5
    )


def test_a_limit_cuts_what_the_imperial_bonus_pays() -> None:
    options = {**SIDES, "imperial_limit": 40_000}
    free = exact_edges("pai-gow-poker", DAY, options, wager="imperial").wagers[0]
    cut = exact_edges("pai-gow-poker", DAY, options, wager="imperial 50.00").wagers[0]
    assert free.distribution.house_edge() == Fraction(19300339245623, 687538252601200)
    assert cut.distribution.house_edge() > free.distribution.house_edge()


def test_three_cards_are_ranked_as_at_the_table() -> None:
    for cards in combinations(range(JOKER + 1), 3):
        name = THREE_CARD_CATEGORIES[three_card_joker_value(*cards) >> CATEGORY_SHIFT]
        assert three_card_row(cards) == ("" if name == "high card" else name)


SUPPLIED: dict[str, Value] = {
    "three_card_bonus": '"straight flush" = "40 to 1"\n"pair" = "1 to 1"\n',
    "seven_card_bonus": '"full house" = "5 to 1"\n"straight" = "2 to 1"\n',
    "additional_wager": '"3-6" = "9 to 1"\n"18" = "150 to 1"\n',
}


def test_tables_that_the_licensee_supplies() -> None:
    found = {w.wager: w for w in exact_edges("pai-gow-poker", DAY, SUPPLIED).wagers}
    three = found["three-card-bonus"].distribution
    assert three.combinations() == 23_426
    low = found["additional 3-6"].distribution
    assert low.probability(1) == Fraction(1 + 3 + 6 + 10, 216)
    result = simulate("pai-gow-poker", DAY, SUPPLIED, rounds=1 << 20, check=True, seed=4)
    for wager in result.wagers:
        distance = wager.distance()
        assert distance is not None
        assert abs(distance) < 5, wager.wager


# -- commands -------------------------------------------------------------------------------------


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["odds", "pai-gow-poker", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_settings_of_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "--hand", "Jk As Kd Kh 8c 5d 2s", "--json")
    found = json.loads(out)
    assert code == 0
    assert len(found["settings"]) == 21
    assert found["hands_of_the_other_side"] == AGAINST
    best = found["settings"][0]
    assert (best["high"], best["low"], best["house_way"]) == ("Jk As 8c 5d 2s", "Kh Kd", True)
    assert found["house_way_cost"]["exact"] == "0"
    assert all(setting["foul"] for setting in found["settings"] if setting["lose"]["exact"] == "1")
    code, out, _ = asked(capsys, "--hand", "Jk As Kd Kh 8c 5d 2s", "--wager", "bank")
    assert code == 0
    assert "for the wager bank" in out


def test_a_way_that_is_known_is_looked_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "way.toml"
    file.write_text(house_ways.text_of("cards", "common"), encoding="utf-8")
    code, out, _ = asked(capsys, "--house-way", str(file), "--json")
    assert code == 0
    costs = json.loads(out)["house_way"]
    assert costs["edge"]["exact"] == "2495436344543/92081015973375"
    assert costs["by_hand"][0]["cost"]["decimal"] > costs["by_hand"][-1]["cost"]["decimal"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "As As Kd Kh 8c 5d 2s"), "card As is there 2 times: the deck has one"),
        (("--hand", "As Kd Kh 8c 5d 2s"), "a hand is 7 different cards"),
        (("--hand", "Xx As Kd Kh 8c 5d 2s"), "'Xx' is not a card"),
        (("--hand", "Jk As Kd Kh 8c 5d 2s", "--wager", "x"), "no wager 'x' for a hand"),
        (("--wager", "bank against 9"), "a bank stands against 1 to 6 wagers"),
    ],
)
def test_bad_input(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    code, out, err = asked(capsys, *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_measures_are_of_the_first_seat() -> None:
    """What the bank's scenario measures is the bank's own line."""
    rules = rules_of()
    assert Measure(study.scenarios(rules)[1], rules).names == ("bank",)
