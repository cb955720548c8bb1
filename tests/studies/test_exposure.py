"""Cards that are seen before their time: published figures, and each a second way."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from tests.studies.room import SOAK

from pitboss.analysis.exact.automaton import Automaton, compile_cards
from pitboss.analysis.exact.edges import edges_of, exact_edges, rules_for_study
from pitboss.analysis.exposure.expose import expose
from pitboss.analysis.exposure.sequences import Sequences
from pitboss.analysis.study import study_of
from pitboss.errors import BadInput
from pitboss.games.three_card_poker.hands import QUEEN_HIGH, ledger_row
from pitboss.hands.poker import three_card_value
from pitboss.registry import find
from pitboss.studies.double_attack_blackjack.exact import table_rules as attack_rules
from pitboss.studies.double_attack_blackjack.exposed import solve_seeing
from pitboss.studies.families.twenty_one.kernel_run import Dealing, KernelRun, KernelTable
from pitboss.studies.families.twenty_one.table_rules import FACE_UP
from pitboss.studies.spanish_21.exact import evaluate, game_of, solve

DAY = date(2010, 1, 1)


def test_one_dealers_card_at_three_card_poker() -> None:
    """E. Jacobson, "Three Card Poker Hole-Card Play: Update #1" (2015): 3.4829 % for the player,
    hit frequency 54.2203 %; A-9-2, K-9-2, Q-9-2, and everything against a jack or less."""
    (found,) = expose("three-card-poker", DAY, {}, sees=["dealer 1"], wager="ante").exposures
    assert found.method == "exact"
    assert found.seeing.edge() == Fraction(-443162, 12724075)
    assert round(float(found.seeing.distribution.probability(1)), 6) == 0.542203
    assert round(float(found.without.edge()), 6) == 0.033730
    plays = [line.situation for line in found.strategy if line.do == "play"]
    assert plays == [
        "dealer 1: A; A-9-2 or better",
        "dealer 1: K; K-9-2 or better",
        "dealer 1: Q; Q-9-2 or better",
        "dealer 1: J, T, 9, 8, 7, 6, 5, 4, 3, 2; every hand",
    ]


def test_the_same_by_playing_it() -> None:
    """The strategy above, played by a program that knows nothing of the analysis."""
    rules = find("three-card-poker").rules(DAY, {})
    least = {
        12: three_card_value(12 << 2, 7 << 2, 1),
        11: three_card_value(11 << 2, 7 << 2, 1),
        10: three_card_value(10 << 2, 7 << 2, 1),
    }
    source = random.Random(1)
    won = []
    for _ in range(60_000):
        cards = source.sample(range(52), 6)
        mine, other = three_card_value(*cards[:3]), three_card_value(*cards[3:])
        if mine < least.get(cards[3] >> 2, 0):
            won.append(-1.0)
            continue
        bonus = rules.ante_bonus_ledger[ledger_row(mine)]
        net = float(bonus.fraction) if bonus is not None else 0.0
        if other < QUEEN_HIGH:
            net += 1
        elif mine != other:
            net += 2 if mine > other else -2
        won.append(net)
    mean = sum(won) / len(won)
    error = sqrt(sum((each - mean) ** 2 for each in won)) / len(won)
    assert abs(mean - 443162 / 12724075) < 4 * error


def test_sampled_situations_agree_with_all_of_them() -> None:
    exact = expose("three-card-poker", DAY, sees=["dealer 1"], wager="ante").exposures[0]
    some = expose(
        "three-card-poker", DAY, sees=["dealer 1"], wager="ante", situations=4_000
    ).exposures[0]
    assert some.method == "simulated"
    assert some.seeing.stderr is not None
    assert abs(float(some.seeing.edge() - exact.seeing.edge())) < 4 * some.seeing.stderr


def test_the_back_of_a_card_tells_its_class() -> None:
    """More than nothing, and less than the card itself; the chances of the lines add up."""
    (found,) = expose(
        "three-card-poker", DAY, sees=["dealer 1"], classes="A K Q J", wager="ante"
    ).exposures
    assert found.seeing.edge() == Fraction(-514903, 50896300)
    assert sum(line.probability for line in found.strategy) == 1
    yes = [line for line in found.strategy if ": yes;" in line.situation]
    assert sum(line.probability for line in yes) == Fraction(4, 13)


def test_the_third_card_of_red_dog() -> None:
    """Against a count of three ranks that is written down here alone."""
    (found,) = expose("red-dog", DAY, {"decks": 8}, sees=["middle 1"]).exposures
    rules = find("red-dog").rules(DAY, {"decks": 8})
    each, size = 32, 416
    total = Fraction(0)
    for a in range(13):
        for b in range(13):
            for c in range(13):
                ways = each * (each - (a == b)) * (each - (c == a) - (c == b))
                low, high = min(a, b), max(a, b)
                if a == b:
                    net = rules.three_of_a_kind.fraction if c == a else Fraction(0)
                elif high - low == 1:
                    net = Fraction(0)
                else:
                    pays = rules.spread[high - low - 1].fraction
                    net = 2 * pays if low < c < high else Fraction(-1)
                total += ways * net
    assert found.seeing.edge() == -total / (size * (size - 1) * (size - 2))


HIGH = frozenset({9, 10, 11, 12})


def red_dog_by_class_of_the_third() -> dict[str, Fraction]:
    """What a wager wins, times the chance, by whether the third card is of HIGH: a count of three
    ranks that is written down here alone. The raise is decided by two ranks and the class."""
    rules = find("red-dog").rules(DAY, {"decks": 1})
    won = {"yes": Fraction(0), "no": Fraction(0)}
    for a in range(13):
        for b in range(13):
            low, high = min(a, b), max(a, b)
            for label in won:
                called = raised = Fraction(0)
                for c in (c for c in range(13) if (c in HIGH) == (label == "yes")):
                    ways = 4 * (4 - (a == b)) * (4 - (c == a) - (c == b))
                    if a == b:
                        called += ways * (c == a) * rules.three_of_a_kind.fraction
                    elif high - low > 1:
                        pays = rules.spread[high - low - 1].fraction
                        called += ways * (pays if low < c < high else -1)
                        raised += ways * (pays if low < c < high else -1)
                won[label] += (called + max(raised, Fraction(0))) / (52 * 51 * 50)
    return won


def test_the_class_of_a_card_at_red_dog() -> None:
    """The back of the next card tells its class when the raise is decided, or before the wager and
    then as well. A class of a single rank is that rank."""
    won = red_dog_by_class_of_the_third()
    (found,) = expose("red-dog", DAY, {"decks": 1}, classes="A K Q J").exposures
    assert found.seeing.edge() == -sum(won.values())
    how: dict[str, Any] = {"sees": ["middle 1"], "classes": "A K Q J", "own_first": True}
    (before,) = expose("red-dog", DAY, {"decks": 1}, **how).before
    rows = {row.seen: row.chance * row.edges[0][1] for row in before.rows}
    assert rows == {label: -worth for label, worth in won.items()}
    (known,) = expose("red-dog", DAY, {"decks": 1}, own_first=True).before
    (ace,) = expose("red-dog", DAY, {"decks": 1}, own_first=True, classes="A").before
    yes = next(row for row in ace.rows if row.seen == "yes")
    assert (yes.chance, yes.edges) == next((r.chance, r.edges) for r in known.rows if r.seen == "A")


@pytest.mark.parametrize("sees", [["player 1"], ["dealer 1"], ["player 1", "dealer 1"]])
def test_the_class_of_a_card_at_casino_war(sees: list[str]) -> None:
    """Both cards are face up when war is decided on: a class is the mean of its cards."""
    for wager in ("initial", "tie"):
        (known,) = expose("casino-war", DAY, sees=sees, wager=wager).before
        (found,) = expose("casino-war", DAY, sees=sees, classes="A K Q J", wager=wager).before
        means: dict[str, Fraction] = {}
        for row in known.rows:
            label = "-".join("yes" if r in "AKQJ" else "no" for r in row.seen.split("-"))
            means[label] = means.get(label, Fraction(0)) + row.chance * row.edges[0][1]
        assert {r.seen: r.chance * r.edges[0][1] for r in found.rows} == means
        assert sum(means.values()) == known.before[wager]


def test_the_first_card_of_baccarat() -> None:
    """E. Jacobson, "Edge Sorting in Baccarat": 21.528 % on the player's wager with a nine to come
    first. What is seen changes no wager on the average."""
    (hands, *_) = expose("minibaccarat", DAY, own_first=True).before
    rows = {row.seen: dict(row.edges) for row in hands.rows}
    assert round(float(rows["9"]["player"]), 5) == -0.21528
    edges = exact_edges("minibaccarat", DAY, {}).wagers
    for wager in edges:
        if wager.wager in hands.before:
            mean = sum(row.chance * dict(row.edges)[wager.wager] for row in hands.rows)
            assert mean == wager.distribution.house_edge() == hands.before[wager.wager]


@pytest.mark.parametrize(
    ("sees", "edge"),
    [(["first community card"], -0.084358), (["second community card"], -0.244314)],
)
def test_a_community_card_of_let_it_ride(sees: list[str], edge: float) -> None:
    (found,) = expose("let-it-ride-poker", DAY, sees=sees, wager="bets").exposures
    assert round(float(found.seeing.edge()), 6) == edge


def test_both_community_cards_of_let_it_ride() -> None:
    """With all five cards known three bets ride where the hand is paid, and one where it is not:
    from the rows of the pay table alone."""
    sees = ["first community card", "second community card"]
    (found,) = expose("let-it-ride-poker", DAY, sees=sees, wager="bets").exposures
    known = exact_edges("let-it-ride-poker", DAY, {}, wager="bets", strategy="always withdraw")
    total = Fraction(0)
    for cell, chance in known.wagers[0].distribution.cells.items():
        total += chance * (3 * cell.net if cell.net > 0 else cell.net)
    assert found.seeing.edge() == -total


def test_what_cannot_be_seen_is_refused_with_what_can() -> None:
    with pytest.raises(BadInput, match="the cards of a round are player 1, dealer 1"):
        expose("three-card-poker", DAY, sees=["dealer 9"])
    with pytest.raises(BadInput, match="the rules show this card anyway"):
        expose("caribbean-stud-poker", DAY, sees=["dealer 5"])
    with pytest.raises(BadInput, match="no card is dealt"):
        expose("roulette", DAY, sees=["dealer 1"])


@pytest.mark.parametrize(
    ("card", "published"),
    [("player 1", 0.06765), ("banker 2", 0.06406), ("player 3", 0.08973), ("banker 3", 0.09098)],
)
def test_a_known_card_at_baccarat(card: str, published: float) -> None:
    """E. Jacobson, "Baccarat: The Known Card" (2012): cards 1 and 3, 2 and 4, 5, 6; wagers on
    player or banker alone."""
    (found,) = expose("minibaccarat", DAY, sees=[card], wager="banker").before
    both = ("banker", "player")
    gains = [
        row.chance * max(Fraction(0), *(-edge for name, edge in row.edges if name in both))
        for row in found.rows
    ]
    assert round(float(sum(gains)), 5) == published


def test_the_backs_of_four_cards_at_baccarat() -> None:
    """E. Jacobson, "Edge Sorting in Baccarat" (2012), backs that tell 6 to 9: 20.928 %; the player
    with a high and a low card against two low ones, 20.502 % of hands, wins 36.332 %. F. Roach, in
    his "Update #1": the best of the 1,023 sorts wins 30.291 %, by 4 to 9."""
    sequences = Sequences(minibaccarat_hands())
    wagers = [sequences.automaton.wagers.index(name) for name in ("banker", "player", "tie")]
    won = np.zeros((10,) * 4 + (4,))
    for chance, symbols in sequences.foreseen(4):
        edges = sequences.edges(dict(enumerate(symbols)))
        won[symbols] = [*(-float(edges[wager] * chance) for wager in wagers), float(chance)]

    def by_backs(high: set[int]) -> np.ndarray:
        told = np.array([[value not in high for value in range(10)]], dtype=float)
        sides, seen = np.concatenate((told, 1 - told)), won
        for _ in range(4):
            seen = np.moveaxis(np.tensordot(sides, seen, axes=(1, 0)), 0, 3)
        return seen

    def gain(high: set[int]) -> float:
        return round(float(np.maximum(by_backs(high)[..., :3].max(axis=-1), 0).sum()), 5)

    seen = by_backs({6, 7, 8, 9})
    assert gain({6, 7, 8, 9}) == 0.20928
    assert round(float(seen[1, 0, 0, 0, 1] / seen[1, 0, 0, 0, 3]), 5) == 0.36332
    assert round(float(2 * seen[1, 0, 0, 0, 3]), 5) == 0.20502
    sorts = [{value for value in range(10) if sort >> value & 1} for sort in range(1, 512)]
    assert max(map(gain, sorts)) == gain({4, 5, 6, 7, 8, 9}) == 0.30291


def minibaccarat_hands() -> Automaton:
    game = find("minibaccarat")
    study = study_of(game)
    assert study is not None
    rules = rules_for_study(game, study, DAY, {})
    scenario = study.scenarios(rules)[0]
    return compile_cards(game, rules, study.of(scenario), scenario, None)


@pytest.mark.parametrize(("known", "published"), [(4, 0.3521), (5, 0.6427)])
def test_cards_known_at_caribbean_stud(known: int, published: float) -> None:
    """J. Grosjean, Beyond Counting, as told by E. Jacobson in "Edge Sorting Caribbean Stud": the
    dealer's card that is turned up and others."""
    seen = [f"dealer {number}" for number in range(1, known)]
    (found,) = expose(
        "caribbean-stud-poker", DAY, sees=seen, wager="ante", situations=10_000
    ).exposures
    error = found.seeing.stderr
    assert error is not None
    assert error < 0.01
    assert abs(-float(found.seeing.edge()) - published) < 3 * error


def test_a_card_known_at_casino_war_and_red_dog() -> None:
    """What is known changes what is expected, but not on average; an ace is the best own card and
    the worst of the dealer's."""
    for key, wager, card in (
        ("casino-war", "tie", "player 1"),
        ("casino-war", "initial", "player 1"),
        ("casino-war", "initial", "dealer 1"),
        ("red-dog", "original", ""),
    ):
        sees = {"sees": [card]} if card else {"own_first": True}
        (found,) = expose(key, DAY, wager=wager, **sees).before
        mean = sum(row.chance * dict(row.edges)[wager] for row in found.rows)
        assert mean == found.before[wager]
        by_rank = {row.seen: dict(row.edges)[wager] for row in found.rows}
        if wager == "initial":
            assert (min if card == "player 1" else max)(by_rank, key=lambda r: by_rank[r]) == "A"


def test_the_dealers_second_card_at_spanish_21() -> None:
    """With both cards face up, less than twice what it is worth to see the one that is; the
    distribution, which takes a minute, has the mean of the strategy."""
    game = game_of(find("spanish-21").rules(DAY, {}))
    seeing = game._replace(rules=game.rules._replace(hole_card=FACE_UP))
    assert 0.09 < evaluate(seeing, solve(seeing)) < 0.11
    if SOAK > 1:
        (found,) = expose("spanish-21", DAY, sees=["dealer 2"], wager="initial").exposures
        found.seeing.distribution.check()
        assert -found.seeing.edge() == evaluate(seeing, solve(seeing))


def test_what_is_not_worked_out_says_what_it_would_take() -> None:
    with pytest.raises(BadInput, match="would be a simulation of its own, for days"):
        expose("fast-action-holdem", date(2015, 1, 1), sees=["dealer 1"])


def test_the_dealers_second_card_at_double_attack() -> None:
    """Hands by the kernel of the family with both cards face up, which knows nothing of the sums;
    insurance and bust it by counts that are written down here."""
    day = date(2013, 1, 1)
    rules = find("double-attack-blackjack").rules(day, {})
    table = attack_rules(rules)
    seeing = solve_seeing(table)
    each_unit = sum(each.start.chance * each.value for each in seeing.solution.against)
    shown = KernelTable(table._replace(hole_card=FACE_UP), seeing.solution.played)
    run = KernelRun(shown, Dealing())
    counts = run.deal_on(7, 2_000_000)[0] / 2_000_000
    nets = np.array([float(cells[0].net) for cells in run.cells])
    mean = float(counts @ nets)
    error = sqrt((float(counts @ nets**2) - mean**2) / 2_000_000)
    assert abs(mean - float(each_unit)) < 4 * error
    # With every first card but an ace a double attack wager is worth it.
    assert seeing.attacks == frozenset(range(2, 11))


def test_insurance_and_bust_it_by_a_card_that_is_seen() -> None:
    day, key = date(2013, 1, 1), "double-attack-blackjack"
    (insured,) = expose(key, day, sees=["dealer 2"], wager="insurance").before
    assert insured.before["insurance"] == Fraction(47, 383)
    assert insured.wagered() == (Fraction(96, 383), Fraction(5, 2) * Fraction(96, 383))
    (told,) = expose(key, day, sees=["dealer 2"], classes="J Q K A", wager="insurance").before
    rows = {row.seen: (row.chance, row.best()[1]) for row in told.rows}
    assert rows["yes"] == (Fraction(127, 383), 1 - Fraction(7, 2) * Fraction(96, 127))
    (busts,) = expose(key, day, sees=["dealer 1"], wager="bust-it").before
    mean = sum((row.chance * row.best()[1] for row in busts.rows), Fraction(0))
    assert (
        mean
        == busts.before["bust-it"]
        == exact_edges(key, day, wager="bust-it").wagers[0].distribution.house_edge()
    )
    with pytest.raises(BadInput, match="decided by dealer 1, dealer 2, dealer 3"):
        expose(key, day, sees=["player 1"], wager="bust-it")


def test_pair_wagers_by_a_card_that_is_seen() -> None:
    """Match the dealer, eight decks: with the dealer's card known either of two cards matches it as
    it did before; whoever knows an own one and the dealer's knows more."""
    options = {"match_the_dealer": True, "decks": 8}
    (one,) = expose("blackjack", DAY, options, sees=["dealer 1"], wager="match-the-dealer").before
    assert {row.best()[1] for row in one.rows} == set(one.before.values())
    sees = ["dealer 1", "player 1"]
    (two,) = expose("blackjack", DAY, options, sees=sees, wager="match-the-dealer").before
    pairs = [row for row in two.rows if row.seen[0] == row.seen[2]]
    assert sum(row.chance for row in pairs) == Fraction(31, 415)
    assert all(row.best()[1] < 0 for row in pairs)


@pytest.mark.parametrize(
    ("key", "wager"),
    [("three-card-poker", "ante"), ("let-it-ride-poker", "bets"), ("double-down-stud", "original")],
)
def test_the_first_own_card_at_poker_is_the_edge_on_average(key: str, wager: str) -> None:
    (found,) = expose(key, DAY, own_first=True, wager=wager).before
    (known,) = exact_edges(key, DAY, wager=wager).wagers
    mean = sum((row.chance * row.best()[1] for row in found.rows), Fraction(0))
    assert mean == found.before[wager] == known.distribution.house_edge()
    by_rank = {row.seen: row.best()[1] for row in found.rows}
    assert by_rank["A"] < by_rank["2"]


def test_the_first_card_of_pair_plus() -> None:
    """Every hand that begins with each card, one by one; and by a class."""
    rules = find("three-card-poker").rules(DAY, {})
    (found,) = expose("three-card-poker", DAY, own_first=True, wager="pair-plus").before
    worth = {"A": Fraction(0), "7": Fraction(0)}
    for name, first in (("A", 48), ("7", 20)):
        rest = [card for card in range(52) if card != first]
        for place, second in enumerate(rest):
            for third in rest[place + 1 :]:
                row = rules.pair_plus_ledger[ledger_row(three_card_value(first, second, third))]
                worth[name] += row.fraction if row is not None else -1
    by_rank = {row.seen: row.best()[1] for row in found.rows}
    assert {name: -each / 1275 for name, each in worth.items()} == {k: by_rank[k] for k in worth}
    (told,) = expose(
        "three-card-poker", DAY, own_first=True, classes="A K 2", wager="pair-plus"
    ).before
    (inside,) = (row for row in told.rows if row.seen == "yes")
    assert inside.chance == Fraction(3, 13)
    assert inside.best()[1] == sum(by_rank[rank] for rank in "AK2") / 3


@pytest.mark.parametrize(
    ("key", "wager", "sees"),
    [
        ("let-it-ride-poker", "bets", "second community card"),
        ("double-down-stud", "original", "hole 1"),
    ],
)
def test_common_cards_dealt_at_random_come_to_the_exact_worth(
    key: str, wager: str, sees: str
) -> None:
    (exact,) = expose(key, DAY, sees=[sees], wager=wager).exposures
    (some,) = expose(key, DAY, sees=[sees], wager=wager, situations=2_000).exposures
    assert some.seeing.stderr is not None
    assert abs(float(some.seeing.edge() - exact.seeing.edge())) < 4 * some.seeing.stderr
    # A class of the card tells less than the card, and more than nothing.
    (told,) = expose(
        key, DAY, sees=[sees], classes="A K Q J T", wager=wager, situations=2_000
    ).exposures
    assert exact.seeing.edge() < told.seeing.edge() < exact.without.edge()


def test_the_hands_of_others_at_let_it_ride_are_worth_little() -> None:
    (found,) = expose("let-it-ride-poker", DAY, shares=6, wager="bets", situations=2_000).exposures
    assert found.seeing.stderr is not None
    assert 0 < found.gain() < Fraction(3, 100)


@pytest.mark.parametrize("options", [{"decks": 6}, {"decks": 4, "hole_card": "face up"}])
def test_the_first_own_card_at_blackjack(options: dict[str, Any]) -> None:
    """An ace is worth half a wager, a ten a seventh of one; all of them the edge."""
    (found,) = expose("blackjack", DAY, options, own_first=True, wager="initial").before
    (known,) = edges_of("blackjack", DAY, options, wager="initial")
    assert abs(float(found.before["initial"] - known.house_edge)) < 1e-12
    mean = sum((row.chance * row.best()[1] for row in found.rows), Fraction(0))
    assert abs(float(mean - known.house_edge)) < 1e-12
    assert found.as_json()["by_card"][0]["house_edges"][0]["house_edge"]["exact"] is None
    best = sorted(found.rows, key=lambda row: row.best()[1])
    assert [row.seen for row in best[:2]] == ["A", "10"]


def test_a_card_known_before_the_bank_is_made_at_chemin_de_fer() -> None:
    (found,) = expose("baccarat-chemin-de-fer", DAY, sees=["player 1"]).before
    for each in exact_edges("baccarat-chemin-de-fer", DAY).wagers:
        mean = sum((row.chance * dict(row.edges)[each.wager] for row in found.rows), Fraction(0))
        assert mean == each.distribution.house_edge()
    by_card = {row.seen: dict(row.edges) for row in found.rows}
    assert by_card["9"]["against"] < 0 < by_card["9"]["bank"]
