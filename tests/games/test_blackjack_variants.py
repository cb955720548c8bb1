"""The side wagers of Spanish 21, double attack blackjack and blackjack switch, counted over all
cards of a full shoe with the functions that the procedures call, against the figures of the rules
files; and a shoe that runs out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

import msgspec
import pytest

from pitboss import registry
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.shoe import Shoe
from pitboss.families.twenty_one.hands import dealer_draws, two_cards
from pitboss.games.blackjack_switch import hands as switch
from pitboss.games.blackjack_switch.rules import switch_rules
from pitboss.games.double_attack_blackjack import hands as attack
from pitboss.games.double_attack_blackjack.rules import double_attack_rules
from pitboss.games.spanish_21 import hands as spanish
from pitboss.games.spanish_21.rules import spanish_21_rules
from pitboss.law.notice import notices_for
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law, data_folder, load
from pitboss.table.entries import parse_entry
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

DAY = date(2013, 6, 1)
TEN, EIGHT = 8, 6
NO_TENS = [card for card in range(52) if card >> 2 != TEN]


def law_of(name: str, decks: int) -> Law:
    return load(data_folder() / f"{name}.toml").resolve(DAY, {"decks": decks})


def returned(rows: Counter[int], table: Paytable) -> Fraction:
    """What one unit staked gains on average, by how often each row comes."""
    total = sum(rows.values())
    won = sum(times * table.rows[row][1].fraction for row, times in rows.items() if row >= 0)
    return Fraction(won - rows[-1]) / total


@pytest.mark.parametrize(
    ("decks", "counts", "gain"),
    [
        # Two suited, one of each, one suited, two off-suit, one off-suit, none.
        (6, (10, 90, 1_320, 153, 4_752, 34_716), Fraction(-1_254, 41_041)),
        (8, (21, 168, 2_464, 276, 8_448, 61_776), Fraction(-2_184, 73_153)),
    ],
)
def test_match_the_dealer_at_spanish_21(
    decks: int, counts: tuple[int, ...], gain: Fraction
) -> None:
    dealers = EIGHT << 2
    left = {card: decks - (card == dealers) for card in NO_TENS}
    rows: Counter[int] = Counter()
    for one, other in combinations_with_replacement(NO_TENS, 2):
        times = comb(left[one], 2) if one == other else left[one] * left[other]
        rows[spanish.match_row(one, other, dealers)] += times
    assert tuple(rows[row] for row in (0, 1, 2, 3, 4, -1)) == counts
    rules = spanish_21_rules(law_of("19_spanish_21", decks))
    assert returned(rows, rules.match_the_dealer) == gain


def draws_of_the_dealer() -> Iterator[tuple[int, int, int]]:
    """The dealer's three cards by rank and suit, wherever the first two must be drawn to."""
    for first, second in product(NO_TENS, repeat=2):
        if dealer_draws(two_cards(first, second), False):
            for third in NO_TENS:
                yield first, second, third


@pytest.mark.parametrize(("decks", "gain"), [(8, -0.0801), (6, -0.0814)])
def test_bust_it(decks: int, gain: float) -> None:
    cards = 48 * decks
    total = cards * (cards - 1) * (cards - 2)
    rows: Counter[int] = Counter()
    for first, second, third in draws_of_the_dealer():
        times = decks * (decks - (second == first))
        times *= decks - (third == first) - (third == second)
        rows[attack.bust_it_row(first, second, third)] += times
    rows[-1] = total - sum(times for row, times in rows.items() if row >= 0)
    rules = double_attack_rules(law_of("26_double_attack_blackjack", decks))
    assert float(returned(rows, rules.bust_it)) == pytest.approx(gain, abs=0.00005)
    if decks == 8:
        # 8-8-8 of one suit, of one colour, six, seven, eight (all three lines), nine, pictures.
        assert rows[0] / total == pytest.approx(0.00002392, abs=5e-9)
        assert rows[1] / total == pytest.approx(0.00009569, abs=5e-9)
        assert rows[2] / total == pytest.approx(0.005122, abs=5e-7)
        assert rows[3] / total == pytest.approx(0.010991, abs=5e-7)
        assert (rows[0] + rows[1] + rows[4]) / total == pytest.approx(0.017353, abs=5e-7)
        assert rows[5] / total == pytest.approx(0.024314, abs=5e-7)
        assert rows[6] / total == pytest.approx(3 * 0.031842, abs=2e-6)
        assert 1 - rows[-1] / total == pytest.approx(0.153305, abs=5e-7)


@pytest.mark.parametrize(
    ("decks", "counts", "gain"),
    [
        (6, (138_138, 5_941_728, 7_577_856, 136_401_408, 237_219_840), -0.0255),
        (8, None, -0.0302),
    ],
)
def test_match_at_blackjack_switch(decks: int, counts: tuple[int, ...] | None, gain: float) -> None:
    rows: Counter[int] = Counter()
    for ranks in combinations_with_replacement(range(13), 4):
        times = 1
        for number in Counter(ranks).values():
            times *= comb(4 * decks, number)
        first, second, third, fourth = (rank << 2 for rank in ranks)
        rows[switch.match_row(first, second, third, fourth)] += times
    assert sum(rows.values()) == comb(52 * decks, 4)
    if counts is not None:
        assert tuple(rows[row] for row in (0, 1, 2, 3, -1)) == counts
    rules = switch_rules(law_of("02a_blackjack_switch", decks))
    assert float(returned(rows, rules.match)) == pytest.approx(gain, abs=0.00005)


def test_the_order_of_cards_does_not_matter_to_a_bonus_hand() -> None:
    six, seven, eight = (rank << 2 for rank in (4, 5, 6))
    for first, second, third in ((six, seven, eight), (eight, six, seven), (seven, eight, six)):
        assert spanish.bonus_row(3, first, second, third) == 4
        assert spanish.bonus_row(3, first + 3, second + 3, third + 3) == 5
        assert spanish.bonus_row(3, first, second + 1, third) == 3
        assert spanish.bonus_row(4, first, second, third) == spanish.NO_ROW
    assert [spanish.bonus_row(count, six, six, six) for count in (5, 6, 7, 8)] == [0, 1, 2, 2]


TOO_FEW = {
    "blackjack-switch": (
        "2s 2h 7d 3s 3h Kc",
        ("p1 wager first 10.00", "p1 wager second 10.00", "d close", "d draw 2s", "d draw 2h",
         "d draw 7d", "d draw 3s", "d draw 3h", "d draw Kc", "p1 keep", "p1 draw",
         "p1 accept the cut", "p1 cut 40", "d draw 9c", "d draw Ks", "p1 stand", "p1 stand"),
        "2A.15(f)",
    ),
    "spanish-21": (
        "2s 7d 3s Kc",
        ("p1 wager initial 10.00", "d close", "d draw 2s", "d draw 7d", "d draw 3s", "d draw Kc",
         "p1 draw", "p1 refuse the cut", "d cut 40", "d draw 9c", "d draw Ks", "p1 stand"),
        "19.15",
    ),
    "double-attack-blackjack": (
        "7d 2s 3s Kc",
        ("p1 wager initial 10.00", "d close", "d draw 7d", "d close", "d draw 2s", "d draw 3s",
         "d draw Kc", "p1 draw", "p1 accept the cut", "p1 cut 40", "d draw 9c", "d draw Ks",
         "p1 stand"),
        "26.15",
    ),
}  # fmt: skip


@pytest.mark.parametrize("key", TOO_FEW)
def test_too_few_cards_to_complete_a_round(key: str) -> None:
    """2A.15(f) and its parallels: the discards are shuffled and cut, one is burned, and the round
    goes on; then all cards are shuffled."""
    cards, lines, cite = TOO_FEW[key]
    counts = [0] * 53
    for card in parse_cards(cards):
        counts[card] += 1
    game = registry.find(key)
    rules = game.rules(DAY)
    table = game.open_table(rules, 1)
    nearly_empty = Shoe(tuple(counts), sum(counts), 0, max(counts))
    table = msgspec.structs.replace(table, shoe=nearly_empty)
    receipt = play(game, rules, table, [parse_entry(line) for line in lines])
    assert isinstance(receipt, Receipt)
    told = [(event.act, event.what) for event in receipt.events if event.cite == cite]
    assert ("act", "shuffle the cards in the discard rack") in told
    assert ("draw", "discard rack") in told
    assert receipt.after.next == "shuffle"
    whole = game.prepare(rules)[0]
    assert whole is not None
    assert receipt.after.shoe is not None
    # All but the cards of this round and the burned one are in the shoe again.
    assert receipt.after.shoe.remaining == whole.remaining - sum(counts) - 2


@pytest.mark.parametrize(
    ("option", "was", "to_be", "kind", "cite"),
    [
        ({}, {"surrender": False}, {"surrender": True}, "8.3", "2A.9(c)"),
        ({}, {"surrender": True}, {"surrender": False}, "8.3", "2A.9(c)"),
        ({"resplit": True}, {"aces_once": False}, {"aces_once": True}, "8.3", "2A.11(e)"),
        ({"resplit": True}, {"aces_once": True}, {"aces_once": False}, "none", "2A.11(e)"),
    ],
)
def test_notices_at_blackjack_switch(
    option: dict[str, bool], was: dict[str, bool], to_be: dict[str, bool], kind: str, cite: str
) -> None:
    (notice,) = notices_for(
        registry.find("blackjack-switch").regulation,
        DAY,
        options=(option | was, option | to_be),
        limits=({}, {}),
    )
    assert (notice.kind, notice.cite) == (kind, f"N.J.A.C. 13:69F-{cite}")
