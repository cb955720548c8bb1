"""Jackpots: sets of qualifying hands held to closed forms and to slow counts, the chances of many
players to deals at random; what a rake takes of pots, by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from tests.long import only_in_long_runs

from pitboss.compiled import jit
from pitboss.equipment.cards import parse_cards
from pitboss.errors import BadInput
from pitboss.hands import poker_batch
from pitboss.hands.poker import category, five_card_value
from pitboss.studies.poker import jackpot
from pitboss.studies.poker.jackpot import (
    ANY,
    BOTH,
    CARDS,
    FOUR_OF_A_KIND,
    PAIR,
    Jackpot,
    equal_hands,
    hands_from,
    least_value,
    mean_fund,
    mean_payout,
    study_jackpot,
)
from pitboss.studies.poker.rake import read_pots, seat_hour, study_rake

FOUR_DEUCES = least_value(parse_cards("2c 2d 2h 2s 3c"))
# Straight flushes with both hole cards: two of five cards, the three others on the board with two
# cards that do not make it a higher one; royal flushes, which none is above.
STRAIGHT_FLUSHES = 9 * 4 * comb(5, 2) * comb(46, 2)
ROYALS = 4 * comb(5, 2) * comb(47, 2)
# Four of a kind by a pair in the hand and one on the board, with any three others.
PAIRED_FOURS = 13 * comb(4, 2) * comb(48, 3)


def test_hands_that_qualify_are_as_many_as_formulas_say() -> None:
    royal = study_jackpot(least_value(parse_cards("As Ks Qs Js Ts")), BOTH)
    assert royal.sets[:3] == (0, ROYALS, 0)
    assert royal.bad_beat(10) == 0
    flushes = study_jackpot(least_value(parse_cards("5s 4s 3s 2s As")), BOTH)
    assert flushes.sets[1] == STRAIGHT_FLUSHES + ROYALS
    fours = study_jackpot(FOUR_DEUCES, PAIR)
    assert fours.sets[1] == STRAIGHT_FLUSHES + ROYALS + PAIRED_FOURS
    one = Fraction(fours.sets[1], comb(52, 5) * comb(47, 2))
    assert fours.high_hand(1) == one
    # Of two players: either, less both.
    both = Fraction(fours.sets[2] * 2, comb(52, 5) * comb(47, 2) * comb(45, 2))
    assert fours.high_hand(2) == 2 * one - both
    assert fours.bad_beat(2) == both  # no two of these are equal


@only_in_long_runs
def test_two_players_with_any_cards() -> None:
    """All pairs of hands on all boards, counted one by one for the same figure."""
    found = study_jackpot(FOUR_DEUCES, ANY)
    assert sum(number for _, number in found.whole) == 13 * 48 + 40
    pairs = 240_670_552  # of unequal hands that qualify, those on boards that do included
    assert found.bad_beat(2) * comb(52, 5) * hands_from(47, 2) == pairs
    assert found.bad_beat(2) < found.bad_beat(9) < found.high_hand(9)
    with pytest.raises(BadInput, match="too many to go through"):
        study_jackpot(least_value(parse_cards("2c 2d 2h 3c 3d")), ANY, players=3)


@pytest.mark.parametrize(
    "text", ["8c 8d 8h 8s Kc", "8c 8d 8h 8s 2c", "Ac Ad Ah As Kd", "9s 8s 7s 6s 5s",
             "As 2s 3s 4s 5s", "As Ks Qs Js Ts", "Kc Kd Kh Ks Ad"],
)  # fmt: skip
def test_equal_hands_on_a_board_that_qualifies(text: str) -> None:
    """Two players by counting all pairs; three by inclusion and exclusion's own count of sets."""
    board = parse_cards(text)
    hands = qualifying(board, FOUR_DEUCES, ANY)
    assert len(hands) == comb(47, 2)
    equal = 0
    for one, other in combinations(hands, 2):
        equal += hands[one] == hands[other] and not {*one} & {*other}
    assert equal_hands(board, 2) == equal
    drawn = random.Random(5)
    rest = [card for card in range(52) if card not in board]
    deals, same = 20_000, 0
    for _ in range(deals):
        dealt = drawn.sample(rest, 6)
        trio = [hands[min(p), max(p)] for p in zip(dealt[::2], dealt[1::2], strict=True)]
        same += len(set(trio)) == 1
    chance = equal_hands(board, 3) / hands_from(47, 3)
    error = (chance * (1 - chance) / deals) ** 0.5
    assert abs(same / deals - chance) <= 5 * error


def counted(board: tuple[int, ...], least: int, cards: str, players: int) -> Jackpot:
    """What one board has."""
    out = np.zeros((3, 12), dtype=np.int64)
    combos = np.array(list(combinations(range(52), 2)), dtype=np.int64)
    jit(jackpot.count_sets)(
        poker_batch.tables(),
        combos,
        np.array([board], dtype=np.int8),
        np.ones(1, dtype=np.int64),
        least,
        CARDS.index(cards),
        players,
        np.zeros((4, len(combos)), dtype=np.int64),
        out,
    )
    return Jackpot(tuple(out[0].tolist()), tuple(out[1].tolist()))


def qualifying(board: tuple[int, ...], least: int, cards: str) -> dict[tuple[int, int], int]:
    """Hands and values by the words of the rule: the best five of seven, and which of them play."""
    found = {}
    for hand in combinations([card for card in range(52) if card not in board], 2):
        value = five_card_value([*hand, *board])
        if value < least:
            continue
        without = max(five_card_value([card, *board]) for card in hand)
        if cards != ANY and without == value:
            continue
        four = category(value) == FOUR_OF_A_KIND
        if cards == PAIR and four and hand[0] >> 2 != hand[1] >> 2:
            continue
        found[hand] = value
    return found


BOARDS = ("8c 8d 9c 9d Tc", "5s 6s 7s 7d 7c", "Ac Ad Jc Jd 2h", "Ts 9s 8s 2c 2d", "Kc Kd Kh 4s 4c")


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("cards", [BOTH, PAIR])
def test_sets_of_a_board_against_a_slow_count(text: str, cards: str) -> None:
    board = parse_cards(text)
    least = least_value(parse_cards("Ac Ad Ah Jc Jd"))
    hands = qualifying(board, least, cards)
    found = counted(board, least, cards, 3)
    for size in (1, 2, 3):
        sets = [
            [hands[hand] for hand in chosen]
            for chosen in combinations(hands, size)
            if len({card for hand in chosen for card in hand}) == 2 * size
        ]
        assert found.sets[size] == len(sets)
        assert found.beats[size] == sum(len(set(values)) - 1 for values in sets)


def test_many_players_against_deals_at_random() -> None:
    """On a board where bad beats are common, six players: the signed sums against 60,000 deals."""
    board = parse_cards("Qs Jd 8h 3c 2s")
    least = least_value(parse_cards("2c 2d 2h 3c 4d"))
    hands = qualifying(board, least, BOTH)
    found = counted(board, least, BOTH, 6)
    generator = random.Random(14)
    rest = [card for card in range(52) if card not in board]
    deals, high, bad = 60_000, 0, 0
    for _ in range(deals):
        dealt = generator.sample(rest, 12)
        pairs = [(min(pair), max(pair)) for pair in zip(dealt[::2], dealt[1::2], strict=True)]
        values = {hands[pair] for pair in pairs if pair in hands}
        high += bool(values)
        bad += len(values) > 1
    for numbers, times in ((found.high_hand(6), high), (found.bad_beat(6), bad)):
        chance = float(numbers * comb(52, 5))  # of one board instead of all
        error = (chance * (1 - chance) / deals) ** 0.5
        assert 0.001 < chance < 0.999
        assert abs(times / deals - chance) < 5 * error


def test_hands_from_cards() -> None:
    assert hands_from(4, 2) == 3
    assert hands_from(47, 1) == comb(47, 2)
    assert hands_from(47, 10) * comb(52, 5) == 16_611_978_703_557_549_675_134_772_000


def test_the_fund_breaks_even() -> None:
    chance = Fraction(1, 50_000)
    assert mean_payout(100, chance) == 5_000_000
    assert mean_fund(100, chance, 80) == 6_250_000


@pytest.mark.parametrize("cards", ["none", ""])
def test_a_rule_that_is_none_is_refused(cards: str) -> None:
    with pytest.raises(BadInput, match="expected any, both, pair"):
        study_jackpot(FOUR_DEUCES, cards)


def test_the_designated_hand_has_five_cards() -> None:
    with pytest.raises(BadInput, match="has 5 cards, and not 2"):
        least_value(parse_cards("8c 8d"))


# --- the rake


def tenth(cents: int) -> int:
    """Ten percent, at most $4, in quarters."""
    return min(400, cents // 10 // 25 * 25)


def test_a_rake_by_hand() -> None:
    pots = read_pots("pot, hands\n37.00, 3  # as in the rules\n90.00\n\n1.00,1\n", "pots.csv")
    assert pots.number == 5
    cost = study_rake(tenth, 400, 100, pots)
    assert cost.pot == Fraction(3 * 3700 + 9000 + 100, 5)
    assert cost.rake == Fraction(3 * 350 + 400 + 0, 5)
    assert cost.contribution == 100
    assert cost.at_most == Fraction(1, 5)
    assert cost.of_pot == Fraction(1450, 20200)
    assert seat_hour(cost.rake, 30, 10) == 870
    # A pot that is all raked has nothing left for the fund.
    assert study_rake(lambda cents: cents, 0, 100, pots).contribution == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no pots"),
        ("pot, hands\n", "no pots"),
        ("37.00\nx", "line 2: 'x' is not a pot"),
        ("37.005", "line 1: '37.005' is not a pot"),
        ("-3.00", "line 1: '-3.00' is not a pot"),
        ("0.00", "line 1: '0.00' is not a pot"),
        ("3.00,1.5", "line 1: '1.5' pots"),
        ("3.00,0", "line 1: '0' pots"),
        ("3.00,", "line 1: '' pots"),
        ("1.00\n" * 100_001, "100,001 lines"),
    ],
)
def test_pots_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        read_pots(text, "pots.csv")
