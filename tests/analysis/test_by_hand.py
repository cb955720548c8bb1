"""What each action is worth with a hand, or as a wager stands: held to the edge of the wager, to
the procedure, and to sums of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import Any

import numpy as np
import pytest
from tests.cli.conftest import Run, refused
from tests.cli.conftest import pitboss as pitboss
from tests.long import only_in_long_runs

from pitboss import registry
from pitboss.analysis.exact.actions import ByHand, HandWorth, worths_by_hand
from pitboss.analysis.exact.edges import edges_of, exact_edges, need_study, rules_for_study
from pitboss.analysis.exact.explore import start_table
from pitboss.analysis.study import Scenario
from pitboss.compiled import jit
from pitboss.equipment.cards import DECK, cards_text, parse_cards
from pitboss.games.fast_action_holdem.hands import pair_of, two_card_class
from pitboss.games.let_it_ride_poker.hands import payout_row
from pitboss.hands.poker import five_card_value
from pitboss.law.schema import Value
from pitboss.studies.blackjack.table import table_rules as blackjack_rules
from pitboss.studies.blackjack_switch import by_hand as switch_by_hand
from pitboss.studies.blackjack_switch.exact import estimate, place_of, solve
from pitboss.studies.blackjack_switch.exact import table_rules as switch_rules
from pitboss.studies.fast_action_holdem import by_hand as fast_action
from pitboss.studies.fast_action_holdem.study import cells_of
from pitboss.studies.fast_action_holdem.values import class_values
from pitboss.table.entries import Closed, Did, Drew, Entry, parse_entry
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

DAY = date(2013, 1, 1)
DIGITS = 1e-9


def by_hand(key: str, options: dict[str, Value] | None = None, **asked: str) -> ByHand:
    game = registry.find(key)
    return worths_by_hand(game, need_study(game), DAY, options or {}, **asked)


def hands(key: str, options: dict[str, Value] | None = None, **asked: str) -> list[HandWorth]:
    return by_hand(key, options, **asked).valued.hands


def whole(rows: Sequence[HandWorth]) -> Fraction:
    """What the rows come to, each as often as it arises, if all are played in the best way."""
    return sum(((each.chance or 0) * each.at_best() for each in rows), Fraction(0))


def edge_of(key: str, wager: str, options: dict[str, Value] | None = None) -> Fraction:
    (edge,) = edges_of(key, DAY, options or {}, wager=wager)
    return edge.house_edge


# -- hands of cards -------------------------------------------------------------------------------


def test_red_dog_by_spread_is_the_strategy() -> None:
    found = hands("red-dog")
    does = {choice.situation: choice.do for choice in exact_edges("red-dog", DAY).strategy}
    assert {each.hand: each.best() for each in found} == does
    seven = next(each for each in found if each.hand == "The spread is 7")
    assert seven.worths["raise"] == 2 * seven.worths["no wager"]


@pytest.mark.parametrize(
    ("hand", "worth", "best"),
    [("Qs 6d 4c", -0.993378, "play"), ("Qs 6d 3c", -1.002551, "fold")],
)
def test_the_published_border_of_three_card_poker(hand: str, worth: float, best: str) -> None:
    (found,) = hands("three-card-poker", hand=hand)
    assert found.exact
    assert float(found.worths["play"]) == pytest.approx(worth, abs=5e-7)
    assert found.worths["fold"] == -1
    assert found.best() == best


def test_a_card_that_the_dealer_shows() -> None:
    (found,) = hands("caribbean-stud-poker", hand="As Kd Jc 8h 3s", shown="3c")
    assert found.shown == "3c"
    assert found.best() == "bet"


@pytest.mark.parametrize("key", ["three-card-poker", "four-card-poker"])
def test_kinds_of_hands_come_to_the_edge(key: str) -> None:
    rows = hands(key)
    assert sum(each.chance or 0 for each in rows) == 1
    assert whole(rows) == -edge_of(key, "ante")
    # Where no card is shown and ranks decide, no kind is left undecided.
    assert any(each.mixed() for each in rows) == (key == "four-card-poker")


def test_the_named_kind_and_card_of_four_card_poker() -> None:
    (found,) = hands("four-card-poker", hand="pair of T", shown="7s")
    (first,) = hands("four-card-poker", hand="Ts Td 8c 5d 2h", shown="7s")
    assert found.best() == "play 3"
    assert first.worths["play 2"] * 2 == first.worths["play 1"] + first.worths["play 3"]


def test_war_after_every_tie_hand_comes_to_the_edge() -> None:
    rows = hands("casino-war")
    assert len(rows) == 13
    # Other hands are won as often as they are lost, at even money.
    assert whole(rows) == -edge_of("casino-war", "initial")
    (found,) = hands("casino-war", hand="Ts", shown="Td")
    assert found.worths == rows[8].worths


# -- decisions in turn ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "wager", "decisions"),
    [
        ("let-it-ride-poker", "bets", ("bet one", "bet two")),
        ("double-down-stud", "original", ("",)),
    ],
)
def test_each_decision_of_a_course_comes_to_the_edge(
    key: str, wager: str, decisions: tuple[str, ...]
) -> None:
    edge, rows = edge_of(key, wager), hands(key)
    for decision in decisions:
        mine = [each for each in rows if each.hand.startswith(decision)]
        assert sum(each.chance or 0 for each in mine) == 1
        assert whole(mine) == -edge
    does = {(choice.situation, choice.do) for choice in exact_edges(key, DAY, wager=wager).strategy}
    apart = [each for each in rows if len(set(each.worths.values())) > 1]
    assert {(each.hand, each.best()) for each in apart} <= does


def stake_of(key: str) -> int:
    game = registry.find(key)
    scenario: Scenario = need_study(game).scenarios(game.rules(DAY))[0]
    return scenario.wagers[0][2]


def dealt(key: str, cards: Mapping[int, int], answers: Sequence[str]) -> Fraction:
    """What a round comes to, in initial wagers, with these cards by the number of their draw; any
    other cards have no bearing on it."""
    game = registry.find(key)
    study = need_study(game)
    rules = rules_for_study(game, study, DAY, {})
    scenario: Scenario = study.scenarios(rules)[0]
    table, left = start_table(game, rules, scenario), list(map(parse_entry, answers))
    others = [card for card in DECK if card not in cards.values()]
    prefix: list[Entry] = [*scenario.entries(), Closed()]
    while not isinstance(state := play(game, rules, table, prefix), Receipt):
        if state.prompt.kind == "draw":
            prefix.append(Drew(cards.get(sum(isinstance(e, Drew) for e in prefix), others.pop())))
        elif state.prompt.kind == "act":
            prefix.append(Did(state.prompt.what))
        else:
            prefix.append(left.pop(0) if left else Closed())
    return Fraction(sum(state.net().values()), scenario.wagers[0][2])


def test_bet_two_is_what_the_procedure_pays_over_every_last_card() -> None:
    """Own cards are the first, third and fifth; the fourth is turned up first, then the sixth."""
    own, shown = parse_cards("Th Jh Qd"), parse_cards("Td")
    (found,) = hands("let-it-ride-poker", hand="Th Jh Qd", shown="Td")
    last = [card for card in DECK if card not in (*own, *shown)]
    for answer in ("let it ride", "withdraw"):
        tape = ["p1 withdraw", f"p1 {answer}"]
        nets = [
            dealt(
                "let-it-ride-poker",
                dict(zip((0, 2, 4, 3, 5), (*own, *shown, card), strict=True)),
                tape,
            )
            for card in last
        ]
        assert found.worths[answer] == sum(nets) / len(last)


def test_bet_one_is_the_sum_over_all_community_cards() -> None:
    own = parse_cards("2h 3h 5h")
    (found,) = hands("let-it-ride-poker", hand="2h 3h 5h")
    rules = registry.find("let-it-ride-poker").rules(DAY)
    deck = [card for card in DECK if card not in own]

    def paid(first: int, second: int) -> Fraction:
        odds = rules.payout[payout_row(five_card_value((*own, first, second)))]
        return odds.fraction if odds is not None else Fraction(-1)

    for riding, answer in enumerate(("withdraw", "let it ride")):
        total = Fraction(0)
        for first in deck:
            every = [paid(first, second) for second in deck if second != first]
            mean = sum(every, Fraction(0)) / len(every)
            total += max((1 + riding) * mean, (2 + riding) * mean)
        assert found.worths[answer] == total / len(deck)


def test_double_down_is_what_the_procedure_pays_over_every_hole_card() -> None:
    own, shown = parse_cards("9h"), parse_cards("Td Jc Qs")
    (found,) = hands("double-down-stud", hand="9h", shown="Td Jc Qs")
    holes = [card for card in DECK if card not in (*own, *shown)]
    stake = (
        need_study(registry.find("double-down-stud"))
        .scenarios(registry.find("double-down-stud").rules(DAY))[0]
        .wagers[0][2]
    )
    tapes = {"no wager": [], "double-down": [f"p1 wager double-down {stake / 100:.2f}"]}
    for action, tape in tapes.items():
        places = (0, 2, 3, 4, 1)
        nets = [
            dealt("double-down-stud", dict(zip(places, (*own, *shown, hole), strict=True)), tape)
            for hole in holes
        ]
        assert found.worths[action] == sum(nets) / len(holes)


# -- twenty-one -----------------------------------------------------------------------------------


def test_all_hands_of_blackjack_make_its_edge() -> None:
    """Every hand played in the best way, and blackjacks, come to the exact edge."""
    tens, aces, cards = 16, 4, 52
    own = Fraction(2 * tens * aces, cards * (cards - 1))
    both = own * 2 * Fraction((tens - 1) * (aces - 1), (cards - 2) * (cards - 3))
    total = float(Fraction(3, 2) * (own - both))
    found = hands("blackjack", {"decks": 1})
    total += float(whole(found))
    (edge,) = edges_of("blackjack", DAY, {"decks": 1}, wager="initial")
    assert -total == pytest.approx(float(edge.house_edge), abs=1e-9)
    assert not any(each.exact for each in found)


def test_famous_hands_of_blackjack() -> None:
    """Sixteen against a ten: hitting is better, and not by much; of three cards it is not."""
    (found,) = hands("blackjack", {"decks": 8}, hand="T 6", shown="10")
    assert found.best() == "hit"
    assert float(found.worths["hit"] - found.worths["stand"]) == pytest.approx(0.0045, abs=2e-4)
    (three,) = hands("blackjack", {"decks": 8}, hand="8 4 4", shown="10")
    assert three.best() == "stand"
    assert three.chance is None
    (pair,) = hands("blackjack", {"decks": 8}, hand="8 8", shown="A")
    assert "split" in pair.worths
    (given_up,) = hands("blackjack", {"decks": 8, "surrender": True}, hand="6 T", shown="T")
    assert given_up.worths["surrender"] < Fraction(-1, 2)


def total_of(cards: Sequence[int]) -> int:
    hard = sum(cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


class Table:
    """A dealer who stands on all 17s and is known to have no blackjack, by walking every sequence
    of cards: what hands of 20 or less are worth where 21 wins and pays even money."""

    def __init__(self, decks: int, shown: int, own: Sequence[int], *, wins_21: bool) -> None:
        self.left = [4 * decks] * 9 + [12 * decks]
        self.shown, self.wins_21 = shown, wins_21
        for value in (shown, *own):
            self.left[value - 1] -= 1
        self.makes = {1: 10, 10: 1}.get(shown, 0)
        self.alone = 1 - self.left[self.makes - 1] / sum(self.left) if self.makes else 1.0

    def against(self, mine: int, dealers: tuple[int, ...]) -> float:
        """The chance-weighted result of standing, without the dealer's blackjacks."""
        theirs = total_of(dealers)
        if len(dealers) > 1 and theirs >= 17:
            return 1.0 if theirs > 21 or mine > theirs else -1.0 * (mine < theirs)
        size, worth = sum(self.left), 0.0
        for value in range(1, 11):
            if self.left[value - 1] and not (len(dealers) == 1 and value == self.makes):
                share = self.left[value - 1] / size
                self.left[value - 1] -= 1
                worth += share * self.against(mine, (*dealers, value))
                self.left[value - 1] += 1
        return worth

    def none(self) -> float:
        """The chance that the dealer has no blackjack, as the shoe is now."""
        return 1 - self.left[self.makes - 1] / sum(self.left) if self.makes else 1.0

    def stand(self, own: Sequence[int]) -> float:
        if total_of(own) == 21 and self.wins_21:
            return self.none()
        return self.against(total_of(own), (self.shown,))

    def drawn(self, own: Sequence[int], go_on: str, gives_up: float = 0.0) -> float:
        """What one more card is worth: on a doubled hand, or on one that is played on."""
        size, worth = sum(self.left), 0.0
        for value in range(1, 11):
            if not self.left[value - 1]:
                continue
            share = self.left[value - 1] / size
            self.left[value - 1] -= 1
            more = (*own, value)
            if total_of(more) > 21:
                worth -= share * self.none() * (2 if go_on == "double" else 1)
            elif go_on == "double":
                worth += share * max(2 * self.stand(more), gives_up * self.none())
            else:
                worth += share * max(self.stand(more), self.drawn(more, "hit"))
            self.left[value - 1] += 1
        return worth


@pytest.mark.parametrize(
    ("key", "word", "wins_21"),
    [("spanish-21", "rescue", True), ("double-attack-blackjack", "surrender", False)],
)
def test_doubled_hands_are_a_walk_over_all_cards(key: str, word: str, wins_21: bool) -> None:
    decks = registry.find(key).rules(DAY).law.options["decks"]
    assert isinstance(decks, int)
    own, shown = (5, 4, 2), 10
    table = Table(decks, shown, own, wins_21=wins_21)
    plain, doubled = hands(key, hand="5 4 2", shown="10")
    assert float(plain.worths["stand"]) == pytest.approx(table.stand(own) / table.alone, abs=DIGITS)
    double = table.drawn(own, "double", gives_up=-1.0) / table.alone
    assert float(plain.worths["double"]) == pytest.approx(double, abs=DIGITS)
    assert doubled.hand == "5 4 2, doubled"
    assert float(doubled.worths["keep"]) == pytest.approx(
        2 * table.stand(own) / table.alone, abs=DIGITS
    )
    assert doubled.worths[word] == -1
    # A hand that is drawn to, of which nothing that follows would be given up.
    high = Table(decks, shown, (10, 9), wins_21=wins_21)
    (nineteen,) = hands(key, hand="T 9", shown="10")
    hit = high.drawn((10, 9), "hit") / high.alone
    if wins_21:
        # Of five cards and more a 21 pays a bonus; of three it is 19 and 2 at even money.
        assert float(nineteen.worths["hit"]) == pytest.approx(hit, abs=1e-3)
    else:
        assert float(nineteen.worths["hit"]) == pytest.approx(hit, abs=DIGITS)


def test_all_hands_of_spanish_21_make_its_edge() -> None:
    decks = 6
    found = hands("spanish-21", {"decks": decks})
    size, tens = 48 * decks, 12 * decks
    own = Fraction(2 * tens * 4 * decks, size * (size - 1))
    total = float(own * Fraction(3, 2))
    for each in found:
        none = without_blackjack(each, decks)
        total += float(each.chance or 0) * (none * float(each.at_best()) - (1 - none))
    edge = edge_of("spanish-21", "initial", {"decks": decks})
    assert -total == pytest.approx(float(edge), abs=1e-9)


@only_in_long_runs
@pytest.mark.parametrize(
    ("day", "options"),
    [
        (date(1980, 1, 1), {"surrender": True}),
        (DAY, {"decks": 2, "surrender": True}),
        (DAY, {"decks": 2, "surrender": True, "hole_card": "card reader"}),
        (DAY, {"decks": 2, "hole_card": "face up"}),
    ],
)
def test_all_hands_of_blackjack_under_other_rules(day: date, options: dict[str, Value]) -> None:
    """An early and a late surrender, a dealer who looks, and one whose cards are both seen."""
    game = registry.find("blackjack")
    rows = worths_by_hand(game, need_study(game), day, options).valued.hands
    table = blackjack_rules(game.rules(day, options))
    size, tens, aces = 52 * table.decks, 16 * table.decks, 4 * table.decks
    own = Fraction(2 * tens * aces, size * (size - 1))
    both = own * 2 * Fraction((tens - 1) * (aces - 1), (size - 2) * (size - 3))
    pushed = Fraction(0) if table.blackjack_beats_blackjack else both
    total = float(table.blackjack * (own - pushed))
    total -= float(own - both) if table.face_up else 0.0
    for row in rows:
        makes = {"A": tens, "10": aces}.get(row.shown, 0) if table.dealer_looks else 0
        gone = row.hand.split().count({"A": "10"}.get(row.shown, "A"))
        found = (makes - gone) / (size - 3) if makes else 0.0
        total += float(row.chance or 0) * ((1 - found) * float(row.at_best()) - found)
    (edge,) = edges_of("blackjack", day, options, wager="initial")
    assert total == pytest.approx(-float(edge.house_edge), abs=1e-9)


def without_blackjack(row: HandWorth, decks: int) -> float:
    """The chance that the dealer has no blackjack beside two cards of the player's."""
    makes = {"A": "10", "10": "A"}.get(row.shown, "")
    every = {"10": 12 * decks, "A": 4 * decks, "": 0}[makes]
    return 1 - (every - row.hand.split().count(makes)) / (48 * decks - 3)


def test_the_double_attack_and_all_hands_after_it_make_the_edge() -> None:
    key = "double-attack-blackjack"
    rows = hands(key)
    first = {each.shown: each for each in rows if each.hand == "before the own cards"}
    assert whole(list(first.values())) == -edge_of(key, "initial")
    decks = registry.find(key).rules(DAY).law.options["decks"]
    assert isinstance(decks, int)
    for shown, each in first.items():
        assert each.worths["double attack"] == 2 * each.worths["no double attack"]
        mine = [row for row in rows if row.shown == shown and row not in first.values()]
        chance, worth = 0.0, 0.0
        for row in mine:
            none, often = without_blackjack(row, decks), float(row.chance or 0)
            worth += often * (none * float(row.at_best()) - (1 - none))
            chance += often
        # What is left are blackjacks, paid even money unless the dealer has one too.
        blackjack = float(each.chance or 0) - chance
        makes = {"A": 12 * decks - 1, "10": 4 * decks - 1}.get(shown, 0)
        worth += blackjack * (1 - makes / (48 * decks - 3))
        assert worth / float(each.chance or 1) == pytest.approx(
            float(each.worths["no double attack"]), abs=1e-9
        )


@pytest.mark.parametrize(
    ("key", "known"),
    [("blackjack", 2), ("spanish-21", 2), ("double-attack-blackjack", 2), ("blackjack-switch", 4)],
)
def test_insurance_by_the_tens_that_are_known_comes_to_its_edge(key: str, known: int) -> None:
    rows = hands(key, wager="insurance")
    assert len(rows) == known + 1
    insured = sum((each.chance or 0) * each.worths["insurance"] for each in rows)
    assert insured == -edge_of(key, "insurance")
    assert {each.best() for each in rows} == {"no insurance"}


# A shoe of four values, in which a hand of two goes over 21 with most cards.
SHOE = np.array([0, 0, 0, 0, 6, 0, 7, 8, 0, 9], dtype=np.int64)


def test_all_switches_of_a_small_shoe_make_its_edge() -> None:
    """Every four cards against every card shown, each kept or switched, as often as it is dealt,
    come to what the analysis of all of it says."""
    rules = switch_rules(registry.find("blackjack-switch").rules(DAY))
    best, total, size = solve(rules, SHOE), 0.0, int(SHOE.sum())
    values = [value for value in range(1, 11) if SHOE[value - 1]]
    for shown in values:
        spot = switch_by_hand.Spot(rules, SHOE, shown)
        for cards in product(values, repeat=4):
            five = (*cards, shown)
            often = prod(perm(int(SHOE[v - 1]), five.count(v)) for v in set(five))
            first, *single = switch_by_hand.of_four(spot, cards)
            decided = best.solution.decide(shown, ((cards[0], cards[1]), (cards[2], cards[3])))
            worths = [float(first.worths[word]) for word in ("keep", "switch")]
            assert decided.switch == (worths[1] > worths[0]) or abs(worths[1] - worths[0]) < 1e-9
            total += often / perm(size, 5) * max(worths)
            assert len(single) == 4
    # No dealer's blackjack is possible in this shoe.
    assert total == pytest.approx(estimate(best), abs=1e-9)
    (average,) = switch_by_hand.on_average(rules, SHOE, 8, (7, 10))
    worth, place = best.worth, place_of(7, 10)
    dealt_so = worth.dealt[:, 7, place]
    mean = (dealt_so * worth.played[:, 7, place]).sum() / dealt_so.sum()
    assert float(average.at_best()) == pytest.approx(mean, abs=1e-9)


# -- wagers that lie on ---------------------------------------------------------------------------

WAYS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


@pytest.mark.parametrize("key", ["craps", "automated-craps"])
def test_line_wagers_by_point(key: str) -> None:
    rows = {each.hand: each for wager in LINES for each in hands(key, wager=wager)}
    for point, ways in WAYS.items():
        right = Fraction(ways - 6, ways + 6)
        for wager in LINES:
            row = rows[f"{wager}, point {point}"]
            worth = -right if wager.startswith("dont") else right
            assert row.worths["leave"] == worth
            assert row.chance == Fraction(ways, 36)
            # Odds cost nothing; a pass or come wager with a point stays, 1.3(c).
            assert row.worths["with odds"] == worth
            assert ("take down" in row.worths) == wager.startswith("dont")
    for wager in LINES:
        assert rows[f"{wager}, before its first roll"].worths["leave"] == -edge_of(key, wager)


LINES = ("pass", "dont-pass", "come", "dont-come")


def test_wagers_on_a_number_are_worth_their_edge_while_they_lie() -> None:
    for key, wager in (
        ("craps", "place-to-win 6"),
        ("craps", "hardway 8"),
        ("mini-dice", "place 5"),
    ):
        (row,) = hands(key, wager=wager)
        assert row.worths == {"leave": -edge_of(key, wager), "take down": 0}
    # The vigorish was paid when it was made: what is left is fair.
    (bought,) = hands("craps", wager="buy 4")
    assert bought.worths["leave"] == 0
    assert edge_of("craps", "buy 4") == Fraction(1, 20)


def test_the_fire_bet_by_the_points_that_were_made() -> None:
    """With all six made the wager waits for a seven alone."""
    options: dict[str, Value] = {"fire_bet": "24-249-999"}
    rows = {each.hand: each.worths["leave"] for each in hands("craps", options, wager="fire")}
    start = rows["fire, points made: none"]
    assert start == -edge_of("craps", "fire", options)
    assert start < rows["fire, points made: 4"] < rows["fire, points made: 4, 5, 9, 10"]
    assert rows["fire, points made: 4, 5, 6, 8, 9, 10"] == 999
    assert len(rows) == 1 << 6


# -- the rest -------------------------------------------------------------------------------------


def test_chemin_de_fer_is_what_other_play_would_cost() -> None:
    """The chance of a choice times what the other answer gives away is the difference of the edges
    of two strategies, which are counted from the procedure."""
    key = "baccarat-chemin-de-fer"

    def edges(strategy: str) -> dict[str, Fraction]:
        found = edges_of(key, DAY, {}, wager="", strategy=strategy)
        return {each.wager: each.house_edge for each in found}

    five, *bankers = hands(key)
    best = edges("optimal")
    assert five.chance
    gained = five.worths["draw"] - five.worths["stay"]
    assert five.chance * gained == edges("stay on five")["against"] - best["against"]
    lost = sum((each.chance or 0) * (each.worths["draw"] - each.worths["stay"]) for each in bankers)
    assert lost == edges("banker stays")["bank"] - best["bank"]


def test_fast_action_rounds_are_what_the_procedure_deals() -> None:
    """Every action of a hand in the same rounds, each dealt again to the cent; and the means are
    near what two cards are worth beside any others (the table of values)."""
    key, own = "fast-action-holdem", parse_cards("As Ad Kc 7h")
    rules = registry.find(key).rules(DAY)
    nets = [cell.net for (cell,) in cells_of(rules)]
    shoe = np.repeat(np.arange(52), [rules.decks - own.count(card) for card in DECK])
    kernel: Any = jit(fast_action.hand_kernel)
    for seed in range(12):
        cards, seven = np.zeros(14, dtype=np.int64), np.zeros(7, dtype=np.int64)
        cards[1:8:2] = own
        counts = np.zeros((9, 16), dtype=np.int64)
        kernel(shoe.copy(), cards, np.uint64(seed), 1, counts, seven)
        drawn = dict(enumerate(cards.tolist()))
        for does, line in enumerate(counts):
            word = "set" if does < 6 else "split"
            two = cards_text(pair_of(own, does % 6))
            assert nets[int(line.argmax())] == dealt(key, drawn, [f"p1 {word} {two}"])
    rows = hands(key, hand="As Ad Kc 7h")
    values = class_values()
    for row in rows:
        two_cards = two_card_class(*parse_cards(row.hand))
        assert float(row.worths["set"]) == pytest.approx(values[two_cards] / 1000, abs=0.02)
        assert row.worths["discontinue"] == Fraction(-1, 2)
    assert rows[0].best() == "set"
    assert rows[0].worths["split"] == rows[-1].worths["split"]


def test_pokette_by_the_cards_shown() -> None:
    for each in hands("pokette"):
        assert each.worths["made"] == -edge_of("pokette", each.hand)
    named = {each.hand: each.worths["made"] for each in hands("pokette", shown="Ks As")}
    assert set(named) == {"pair-in-three", "flush", "straight", "straight-flush"}
    # One rank alone completes ace and king: an inside straight.
    assert named["straight"] == -edge_of("pokette", "straight inside")


def test_the_command(pitboss: Run) -> None:
    ran = pitboss("odds", "three-card-poker", "--hand", "Qs 6d 4c")
    assert "-0.993378" in ran.out
    answer = pitboss("odds", "red-dog", "--by-hand", "--json").json()
    assert len(answer["hands"]) == 11
    assert answer["hands"][0]["worths"]["raise"]["exact"]


@pytest.mark.parametrize(
    "words",
    [
        ("let-it-ride-poker", "--by-hand"),
        ("craps", "--by-hand", "--wager", "come"),
        ("double-attack-blackjack", "--by-hand", "--shown", "6"),
        ("spanish-21", "--hand", "5 4 2"),
        ("blackjack-switch", "--hand", "10 6 5 10", "--shown", "A"),
        ("blackjack", "--hand", "8 8", "--option", "surrender=true"),
        ("baccarat-chemin-de-fer", "--by-hand"),
    ],
)
def test_tables_keep_to_80_columns(
    words: tuple[str, ...], pitboss: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = pitboss("odds", *words).out
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown
    assert "-0." in shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("roulette", "--by-hand"), "nothing is decided"),
        (("baccarat", "--by-hand"), "nothing is decided"),
        (("three-card-poker", "--by-hand", "--wager", "pair-plus"), "nothing is decided"),
        (("three-card-poker", "--by-hand", "--wager", "ante + pair-plus"), "one is valued"),
        (("pai-gow", "--by-hand"), "--hand with its cards or tiles"),
        (("fast-action-holdem", "--by-hand"), "one at a time"),
        (("fast-action-holdem", "--hand", "As Ad Ac Ah"), "not of one rank"),
        (("boston-5-stud-poker", "--by-hand"), "ledger of the ante bonus"),
        (("three-card-poker", "--hand", "Qs 6d"), "expected 3 cards"),
        (("three-card-poker", "--hand", "pear of T"), "or what --by-hand lists"),
        (("let-it-ride-poker", "--hand", "Qs 6d 5c", "--shown", "As Kd Qd"), "--shown"),
        (("caribbean-stud-poker", "--hand", "As Kd Jc 8h 3s"), "--shown"),
        (("caribbean-stud-poker", "--hand", "As Kd Jc 8h 3s", "--shown", "As"), "twice"),
        (("three-card-poker", "--by-hand", "--shown", "As"), "no such hand"),
        (("blackjack", "--hand", "T 6 6"), "over 21"),
        (("blackjack", "--hand", "T"), "expected 2"),
        (("blackjack", "--hand", "T A"), "a blackjack is not played"),
        (("blackjack", "--hand", "T x"), "expected cards by their value"),
        (("blackjack", "--hand", "T 6", "--shown", "T T"), "the dealer shows 1"),
        (("craps", "--hand", "pass, point 7", "--wager", "pass"), "no such wager"),
        (("craps", "--by-hand", "--shown", "As"), "no card is shown"),
        (("red-dog", "--hand", "spread is 77"), "no such hand"),
        (("red-dog", "--shown", "As"), "goes with --hand"),
    ],
)
def test_what_is_refused(pitboss: Run, words: tuple[str, ...], told: str) -> None:
    assert told in refused(pitboss("odds", *words))
