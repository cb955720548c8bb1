"""Equity: exact counts held to published ones, to each other by independent ways of counting, to
slow references; simulations to the exact figures; ranges and their mistakes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator.evaluator import evaluate_cards
from tests.long import only_in_long_runs

from pitboss import registry
from pitboss.equipment.cards import Card, card_text, parse_cards
from pitboss.errors import BadInput
from pitboss.games.poker import kinds as law
from pitboss.hands.low import (
    NO_LOW,
    ace_to_five_value,
    eight_or_better_value,
)
from pitboss.hands.mambo import mambo_high_value, mambo_low_value
from pitboss.hands.omaha import omaha_high_value, omaha_low_value
from pitboss.hands.poker import five_card_value, tables
from pitboss.hands.poker_batch import five_card_values
from pitboss.studies.poker import equity as method
from pitboss.studies.poker import suits
from pitboss.studies.poker.deal_kernels import _high, _low
from pitboss.studies.poker.equity import Equity, study_equity
from pitboss.studies.poker.kinds import KINDS, find_kind
from pitboss.studies.poker.preflop import BOARDS, Preflop, preflop_table
from pitboss.studies.poker.ranges import read_cards, read_holding


def equity(
    *hands: str, kind: str = "holdem", board: str = "", dead: str = "", **how: Any
) -> Equity:
    chosen = find_kind(kind)
    holdings = [read_holding(hand, chosen, f"hand {at}") for at, hand in enumerate(hands, 1)]
    cards = read_cards(board, "--board"), read_cards(dead, "--dead")
    return study_equity(chosen, holdings, *cards, workers=2, **how)


def counts(found: Equity) -> list[tuple[int, int]]:
    """Deals won and deals tied of each player; they must be whole."""
    numbers = [(each.win * found.deals, each.tie * found.deals) for each in found.players]
    assert all(won.denominator == tied.denominator == 1 for won, tied in numbers)
    return [(int(won), int(tied)) for won, tied in numbers]


# --- published


@pytest.fixture(scope="module")
def table() -> Preflop:
    return preflop_table(2)


# The share of a hand against any other hand, as published to seven decimals.
AGAINST_ANY = {
    "AA": "0.8520371", "KK": "0.8239568", "QQ": "0.7992516", "JJ": "0.7746947", "TT": "0.7501178",
    "99": "0.7205725", "88": "0.6916304", "77": "0.6623602", "AKs": "0.6704463", "A4s": "0.5903364",
    "A7o": "0.5884120", "K8s": "0.5831235", "A3s": "0.5822032", "QJo": "0.5813469",
    "K9o": "0.5781192", "A5o": "0.5769653", "A6o": "0.5768245", "Q9s": "0.5766432",
    "K5o": "0.5331397", "J9o": "0.5325120", "K2s": "0.5321173", "Q5s": "0.5276941",
    "T8s": "0.5233437", "K4o": "0.5232747", "J7s": "0.5232478", "96s": "0.4742829",
    "J2s": "0.4737815", "Q2o": "0.4729544", "T5s": "0.4721626", "85o": "0.4142753",
    "64s": "0.4133332", "83s": "0.4087350", "73s": "0.4003594",
}  # fmt: skip


@only_in_long_runs
def test_every_kind_against_any_hand_is_as_published(table: Preflop) -> None:
    assert len(table.names) == 169
    for name, published in AGAINST_ANY.items():
        at = table.names.index(name)
        deals = sum(table.pairs[at]) * BOARDS
        share = Fraction(2 * sum(table.wins[at]) + sum(table.ties[at]), 2 * deals)
        assert abs(share - Fraction(published)) <= Fraction(1, 2 * 10**7), name


def test_the_table_is_whole(table: Preflop) -> None:
    assert sum(map(sum, table.pairs)) == comb(52, 2) * comb(50, 2)
    for a, names in enumerate(table.names):
        for b in range(len(names)):
            total = table.wins[a][b] + table.wins[b][a] + table.ties[a][b]
            assert total == table.pairs[a][b] * BOARDS
            assert table.ties[a][b] == table.ties[b][a]
            assert min(table.wins[a][b], table.ties[a][b]) >= 0


@pytest.mark.parametrize(("first", "second"), [("AA", "KK"), ("AKs", "QQ"), ("JTs", "22")])
def test_the_table_is_what_hands_one_by_one_give(table: Preflop, first: str, second: str) -> None:
    """Two ways that share nothing but the ranking: all hands of a board at once, and all boards
    of two hands."""
    a, b = table.names.index(first), table.names.index(second)
    found = equity(first, second)
    assert counts(found) == [
        (table.wins[a][b], table.ties[a][b]),
        (table.wins[b][a], table.ties[b][a]),
    ]


def test_aces_against_kings(table: Preflop) -> None:
    """81.95 percent, as everybody knows."""
    found = equity("AA", "KK")
    assert found.exact
    assert found.deals == 36 * BOARDS
    assert counts(found) == [(50_371_344, 285_228), (10_986_372, 285_228)]
    assert round(float(found.players[0].share), 4) == 0.8195


@pytest.mark.parametrize(
    ("hands", "deals", "won"),
    [
        (("A2o", "88", "QJs"), 394_777_152, (96_338_988, 145_235_448, 151_892_424)),
        pytest.param(
            *(("AA", "QQ", "93o"), 592_165_728, (418_219_956, 107_718_120, 64_207_836)),
            marks=only_in_long_runs,
        ),
    ],
)
def test_three_hands_are_as_published(
    hands: tuple[str, ...], deals: int, won: tuple[int, ...]
) -> None:
    """Pots won, as others count them. (What they print of tied pots is 2,160 more than there is
    left of the deals; here all three share each of those.)"""
    found = equity(*hands)
    assert (found.exact, found.deals) == (True, deals)
    for player, wins in zip(found.players, won, strict=True):
        assert player.win * deals == wins
        assert player.tie * deals == deals - sum(won)
        assert (player.share - player.win) * 3 == player.tie


# --- one way against another


def test_two_hands_counted_in_four_ways() -> None:
    """Sums of keys, deal by deal, swept as ranges, and whole arrays of hands."""
    kind = find_kind("holdem")
    holdings = tuple(read_holding(hand, kind, "") for hand in ("As Ks", "Qd Qh"))
    given = method._Table(kind, holdings, (), (), 5)
    hands = [each.hands[0] for each in holdings]
    two, boards = method._count_two(given, hands)
    assert boards == BOARDS
    assert method._count_deals(given, hands) == (two, boards)
    assert method._by_sweep(given, 2) == (two, boards)
    deck = [card for card in range(52) if card not in hands[0] + hands[1]]
    every = np.array(list(combinations(deck, 5)), dtype=np.uint8)
    first, second = (
        five_card_values(np.hstack([every, np.tile(np.array(hand, np.uint8), (len(every), 1))]))
        for hand in hands
    )
    assert (first > second).sum() == two[0][0] == 787_966
    assert (first == second).sum() == two[0][1] == 6_732


def test_a_flop_against_phevaluator() -> None:
    board, first, second = (parse_cards(text) for text in ("Qs 5c 4c", "As Ks", "7c 6c"))
    deck = [card for card in range(52) if card not in board + first + second]

    def rank(hand: Sequence[int], more: Sequence[int]) -> int:
        rank: int = evaluate_cards(*(card_text(card) for card in (*board, *hand, *more)))
        return rank

    results = [(rank(first, more), rank(second, more)) for more in combinations(deck, 2)]
    won = sum(a < b for a, b in results)
    tied = sum(a == b for a, b in results)
    found = equity("As Ks", "7c 6c", board="Qs 5c 4c")
    assert counts(found) == [(won, tied), (len(results) - won - tied, tied)]


RANGES = (
    "AA",
    "JJ+",
    "A5s-A2s",
    "KQo:1/2, KQs",
    "22+, A2s+, K2s+",
    "random",
    "As Ks",
    "QdQh, JcTc",
)


@settings(max_examples=12, deadline=None)
@given(
    st.tuples(st.sampled_from(RANGES), st.sampled_from(RANGES)),
    st.lists(st.integers(0, 51), min_size=5, max_size=6, unique=True),
)
def test_ranges_swept_are_ranges_one_by_one(hands: tuple[str, str], cards: list[int]) -> None:
    board, dead = tuple(map(Card, cards[:4])), tuple(map(Card, cards[4:]))
    kind = find_kind("holdem")
    holdings = tuple(read_holding(hand, kind, "") for hand in hands)
    try:
        method._check(kind, holdings, board, dead)
        given = method._possible(method._Table(kind, holdings, board, dead, 1))
    except BadInput:
        return
    swept, one_by_one = method._by_sweep(given, 1), slow_pairs(given)
    assert swept.total == one_by_one[2]
    assert tuple(swept.players[0][:2]) == one_by_one[:2]


def slow_pairs(given: method._Table) -> tuple[int, int, int]:
    """Every pair of hands on every board, in arrays."""
    first, second = given.holdings
    better = equal = total = 0
    for last in range(52):
        board = [*given.board, last]
        if last in given.gone:
            continue
        values = []
        for each in (first, second):
            rows = np.array([[*hand, *board] for hand in each.hands], dtype=np.uint8)
            live = np.array([last not in hand for hand in each.hands])
            values.append((five_card_values(rows), np.array(each.weights) * live))
        cards = [np.array(each.hands) for each in (first, second)]
        apart = (cards[0][:, None, :, None] != cards[1][None, :, None, :]).all(axis=(2, 3))
        weight = values[0][1][:, None] * values[1][1][None, :] * apart
        difference = values[0][0][:, None] - values[1][0][None, :]
        better += int(weight[difference > 0].sum())
        equal += int(weight[difference == 0].sum())
        total += int(weight.sum())
    return better, equal, total


def test_boards_that_are_alike() -> None:
    boards, weights = method.boards_alike((), 3, suits.ALL)
    assert (len(boards), weights.sum()) == (1_755, comb(52, 3))
    boards, weights = method.boards_alike((), 5, suits.ALL)
    assert (len(boards), weights.sum()) == (134_459, comb(52, 5))
    one = suits.keeping(suits.ALL, parse_cards("As Ks 2d"))
    assert len(one) == 2


# --- every kind, slowly

High = Callable[[Sequence[int], Sequence[int]], int]


def none(own: Sequence[int], board: Sequence[int]) -> int:
    return NO_LOW


SLOW: dict[str, tuple[High, High]] = {
    "holdem": (lambda own, board: five_card_value([*own, *board]), none),
    "omaha": (omaha_high_value, none),
    "omaha-8": (omaha_high_value, omaha_low_value),
    "stud": (lambda own, board: five_card_value(own), none),
    "razz": (lambda own, board: ace_to_five_value(own), none),
    "stud-8": (lambda own, board: five_card_value(own), lambda own, _: eight_or_better_value(own)),
    "stud-high-low": (
        lambda own, board: five_card_value(own),
        lambda own, _: ace_to_five_value(own),
    ),
    "five-card-stud": (lambda own, board: five_card_value(own), none),
    "mambo": (
        lambda own, board: mambo_high_value([*own, *board]),
        lambda own, board: mambo_low_value([*own, *board]),
    ),
}
LATE = {
    "holdem": (("As Ks", "Qd Qh", "8c 7c"), "Qs 5c 4c 2s"),
    "omaha": (("As Ks 2d 3d", "Qd Qh Jc Tc", "8c 7c 6h 5h"), "Qs 5c 4c 2s"),
    "omaha-8": (("As Ks 2d 3d", "Ad Qh Jc 2c", "8c 7c 6h 3h"), "Qs 5c 4c 8s"),
    "stud": (("As Ks 2d 3d 4s 7s 9d", "Qd Qh Jc Tc 3s 2s"), ""),
    "razz": (("As 2s 4d 8d 9s", "2d 3h 5c 7c 7s 2h 9h"), ""),
    "stud-8": (("As Ks 2d 3d 4s 7s", "Ad 2h 8c 5c 3s 2c"), ""),
    "stud-high-low": (("As Ks 2d 3d 4s 7s", "Ad 2h 8c 5c 3s 2c"), ""),
    "five-card-stud": (("As Ks 2d", "Qd Qh Jc 8c 7c"), ""),
    "mambo": (("As Ks 2d", "Ac 2c", "4h 5h 6h"), ""),
}


@pytest.mark.parametrize("key", list(KINDS))
def test_every_kind_is_what_its_rankings_say(key: str) -> None:
    """The last cards dealt one by one in plain Python, the pot parted in fractions."""
    hands, board = LATE[key]
    found = equity(*hands, kind=key, board=board, exact=True)
    kind, (high, low) = KINDS[key], SLOW[key]
    own = [parse_cards(hand) for hand in hands]
    shared = parse_cards(board)
    deck = [card for card in range(52) if card not in {*shared, *(c for h in own for c in h)}]
    lacking = [kind.own - len(hand) for hand in own] + [kind.board - len(shared)]
    shares, deals = [Fraction(0)] * len(own), 0
    for dealt in ways(deck, lacking):
        full = [[*hand, *more] for hand, more in zip([*own, shared], dealt, strict=True)]
        parts = parted(
            [0 if key == "razz" else high(hand, full[-1]) for hand in full[:-1]],
            [high(hand, ()) if key == "razz" else low(hand, full[-1]) for hand in full[:-1]],
        )
        shares = [share + part for share, part in zip(shares, parts, strict=True)]
        deals += 1
    assert found.deals == deals
    assert [player.share for player in found.players] == [share / deals for share in shares]


def ways(deck: list[int], lacking: list[int]) -> list[list[tuple[int, ...]]]:
    if not lacking:
        return [[]]
    return [
        [more, *rest]
        for more in combinations(deck, lacking[0])
        for rest in ways([card for card in deck if card not in more], lacking[1:])
    ]


def parted(highs: list[int], lows: list[int]) -> list[Fraction]:
    """Half to the best high hand and half to the best low one, if there are both."""
    halves = [values for values in (highs, lows) if max(values) > 0]
    return [
        sum(
            (
                Fraction(values[at] == max(values), values.count(max(values)) * len(halves))
                for values in halves
            ),
            Fraction(0),
        )
        for at in range(len(highs))
    ]


@pytest.mark.parametrize("key", list(KINDS))
def test_simulated_figures_are_near_the_exact(key: str) -> None:
    hands, board = LATE[key]
    exact = equity(*hands, kind=key, board=board, exact=True)
    near = equity(*hands, kind=key, board=board, exact=False, deals=60_000, seed=7)
    assert (near.exact, near.deals, near.exact_deals) == (False, 60_000, exact.deals)
    for player, known in zip(near.players, exact.players, strict=True):
        assert player.error is not None
        assert abs(player.share - known.share) <= 5 * player.error


def test_simulated_ranges_are_near_the_exact_and_the_same_for_any_workers() -> None:
    hands = ("JJ+, AKs:1/2", "TT-22, AQo+", "random")
    near = equity(*hands[:2], exact=False, deals=400_000)
    exact = equity(*hands[:2])
    assert exact.exact
    for player, known in zip(near.players, exact.players, strict=True):
        assert player.error is not None
        assert abs(player.share - known.share) <= 5 * player.error
    assert not equity(*hands, deals=1000).exact
    kind = find_kind("holdem")
    holdings = [read_holding(hand, kind, "") for hand in hands]
    one, two = (
        study_equity(kind, holdings, exact=False, deals=600_000, workers=workers)
        for workers in (1, 3)
    )
    assert one.players == two.players


def test_what_is_too_much_is_simulated_and_says_so() -> None:
    found = equity("As Ks 2d", "Qd Qh Jc", kind="stud", deals=10_000)
    assert not found.exact
    assert found.exact_deals == comb(46, 4) * comb(42, 4)
    assert all(player.error for player in found.players)


@pytest.mark.parametrize("key", list(KINDS))
def test_hands_are_worth_what_the_procedure_says(key: str) -> None:
    """The kernels' values and those by which the game parts its pots."""
    kind, dealt = KINDS[key], law.KINDS[KINDS[key].name]
    generator = random.Random(3)
    for _ in range(300):
        cards = generator.sample(range(52), kind.own + kind.board)
        own, board = cards[: kind.own], cards[kind.own :]
        high, low = _high(tables(), kind.high, own, board), _low(kind.low, own, board)
        assert high == (dealt.high(own, board) if dealt.high else 0)
        assert low == (dealt.low(own, board) if dealt.low else NO_LOW)
    rules = registry.find("poker").rules(date(2024, 12, 1), {"kind": kind.name})
    assert kind.players_max <= rules.seats
    assert kind.section == rules.kind.cite


# --- ranges


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AA", 6), ("AKs", 4), ("AKo", 12), ("AK", 16), ("JJ+", 24), ("A2s+", 48), ("KTo+", 36),
        ("A5s-A2s", 16), ("99-66", 24), ("66-99", 24), ("JJ+, AKs", 28), ("AA, AA", 6),
        ("As Ks", 1), ("AsKs", 1), ("AsKs, QQ", 7), ("KAs", 4), ("22+, A2+", 78 + 12 * 16),
    ],
)  # fmt: skip
def test_ranges_have_so_many_hands(text: str, hands: int) -> None:
    assert len(read_holding(text, find_kind("holdem"), "hand 1").hands) == hands


def test_weights_are_whole_in_proportion() -> None:
    held = read_holding("AA:1/2, KK:0.25, QQ:100%", find_kind("holdem"), "hand 1")
    assert set(held.weights) == {1, 2, 4}
    half = equity("AA:1/2, KK", "QdQh", board="2c 7d 9h")
    aces, kings = (equity(pair, "QdQh", board="2c 7d 9h") for pair in ("AA", "KK"))
    share = (aces.players[0].share + 2 * kings.players[0].share) / 3
    assert half.players[0].share == share


@pytest.mark.parametrize(
    ("hands", "more", "message"),
    [
        (("As Kx", "QQ"), {}, "hand 1: 'Kx' is not a card"),
        (("As Ks", "As Qh"), {}, "hand 2: As is also in hand 1"),
        (("As As", "QQ"), {}, "hand 1: As is there twice"),
        (("As Ks", "Qd Qh"), {"board": "Qd 2c 3c"}, "hand 2: Qd is also in --board"),
        (("AKz", "QQ"), {}, "'AKz' is not a hand or a range; expected"),
        (("AK+-AQ", "QQ"), {}, "is not a hand or a range"),
        (("A5s-K2s", "QQ"), {}, "is not a hand or a range"),
        (("AA-KKs", "QQ"), {}, "is not a hand or a range"),
        (("AAs", "QQ"), {}, "is not a hand or a range"),
        (("AA:0", "QQ"), {}, "the weight '0' is not one"),
        (("AA:1/0", "QQ"), {}, "the weight '1/0' is not one"),
        (("AA:-1", "QQ"), {}, "the weight '-1' is not one"),
        (("AA, AA:1/2", "QQ"), {}, "has two weights"),
        (("AA:1/999983, KK:1/999979", "QQ"), {}, "the weights are too fine"),
        (("", "QQ"), {}, "hand 1: nothing is there"),
        (("As Ks",), {}, "is between 2 and 11 hands, and not 1"),
        (("As Ks", "AsKs, KsQs"), {}, "no hand of 'AsKs, KsQs' is left"),
        (("AA", "AA", "AA"), {}, "exclude one another"),
        (("As Ks", "QQ"), {"board": "2c 3c"}, "--board: hold 'em has 0, 3, 4 or 5 cards"),
        (("As Ks", "QQ"), {"dead": "zz"}, "--dead: 'zz': expected cards"),
        (("As Ks", "QQ"), {"kind": "omaha"}, "Omaha deals 4 cards (14.11), and not 2"),
        (("As Ks", "JJ+"), {"kind": "stud"}, "ranges are for hold 'em"),
        (("As", "Ks"), {"kind": "stud", "board": "2c"}, "seven-card stud has no board"),
        (("As", "Ks"), {"kind": "badugi"}, "the player's choice (14.12); the kinds are"),
        (("As", "Ks"), {"kind": "five-card-draw"}, "the player's choice (14.12); the kinds are"),
        (("As", "Ks"), {"kind": "whist"}, "the kinds are holdem, omaha"),
    ],
)
def test_mistakes_are_named(hands: tuple[str, ...], more: dict[str, str], message: str) -> None:
    with pytest.raises(BadInput) as raised:
        equity(*hands, **more)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_hands_that_exclude_one_another_end_a_simulation() -> None:
    with pytest.raises(BadInput, match="exclude one another"):
        equity("AA", "AA", "AA", exact=False, deals=100)


def test_too_many_combinations_of_hands_are_not_gone_through() -> None:
    with pytest.raises(BadInput, match="too many to go through"):
        equity("random", "random", "random", exact=True)
