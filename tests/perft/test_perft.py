"""Perft: how many distinct tapes a procedure accepts on a short deck, counted exactly.

Every count here can be checked by hand; the comments say how. A procedure that asks for a card
too many, closes a window too early or forgets a branch changes a count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from itertools import product
from typing import Any

import msgspec
import pytest

from pitboss import registry
from pitboss.equipment.cards import parse_card, parse_cards
from pitboss.equipment.dice import all_rolls
from pitboss.equipment.shoe import Shoe
from pitboss.law.schema import Value
from pitboss.table.entries import Chose, Closed, Drew, Entry, Rolled, Spun, parse_entry
from pitboss.table.game import Game, Table
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play

DAY = date(1999, 6, 1)

# What may stand in an open window, given how many wagers it has: each answer is a branch.
Window = Callable[[Prompt], list[Entry]]


def shoe_of(cards: str, copies: int = 1) -> Shoe:
    """A short deck: so many copies of each of these cards."""
    counts = [0] * 53
    for card in parse_cards(cards):
        counts[card] += copies
    return Shoe(tuple(counts), sum(counts))


def ready(
    key: str, seats: int = 1, shoe: Shoe | None = None, day: date = DAY, **options: Value
) -> tuple[Game, Any, Table]:
    game = registry.find(key)
    rules = game.rules(day, options)
    table = game.open_table(rules, seats)
    if shoe is not None:
        table = msgspec.structs.replace(table, shoe=shoe)
    return game, rules, table


def put_down(*wagers: str) -> Window:
    """One answer at a time: these wagers, then the window is closed."""
    entries = [parse_entry(wager) for wager in wagers]

    def window(prompt: Prompt) -> list[Entry]:
        return [entries[prompt.made] if prompt.made < len(entries) else Closed()]

    return window


def branches(prompt: Prompt, opening: Window, later: Window) -> list[Entry]:
    match prompt.kind:
        case "wagers":
            return opening(prompt) if prompt.opening else later(prompt)
        case "draw":
            return [Drew(card) for card, left in enumerate(prompt.dealer.counts) if left]
        case "roll":
            return [Rolled(faces) for faces in all_rolls(prompt.at_most)]
        case "spin":
            return [Spun(stop) for stop in dict.fromkeys(prompt.choices)]
        case "decision":
            return [Chose(prompt.seat, choice) for choice in prompt.choices]
    raise AssertionError(prompt.kind)


def leaves(
    game: Game, rules: Any, table: Table, opening: Window, later: Window | None = None
) -> Iterator[tuple[list[Entry], Receipt]]:
    """Every tape that ends the round, with its receipt."""
    stack: list[list[Entry]] = [[]]
    while stack:
        tape = stack.pop()
        outcome = play(game, rules, table, tape)
        if isinstance(outcome, Waiting):
            for entry in branches(outcome.prompt, opening, later or put_down()):
                stack.append([*tape, entry])
        else:
            yield tape, outcome


def results(
    game: Game, rules: Any, table: Table, opening: Window, later: Window | None = None
) -> Counter[str]:
    """How many tapes end in each result (the results of the lines, in their order)."""
    found: Counter[str] = Counter()
    for _, receipt in leaves(game, rules, table, opening, later):
        found[" ".join(f"{line.wager} {line.result}" for line in receipt.lines)] += 1
    return found


# -- red dog ------------------------------------------------------------------------------------


def raise_or_not(prompt: Prompt) -> list[Entry]:
    if prompt.made:
        return [Closed()]
    return [Closed(), parse_entry("p1 wager raise 10.00")]


def test_red_dog_on_the_spades_of_one_deck() -> None:
    """13 cards, one of each value, so there are no pairs.

    Two cards in order: 13 x 12 = 156. Consecutive: 12 neighbours x 2 orders = 24, void at once.
    The other 132 are followed by a raise or none (2) and a third card (11): 2,904.
    Of a spread s there are 2 x (12 - s) ordered pairs, and s of the third cards fall between:
    the sum over s = 1..11 of 2 s (12 - s) is 572 that win, without a raise, and as many with one;
    132 x 11 - 572 = 880 lose, likewise twice."""
    spades = " ".join(rank + "s" for rank in "23456789TJQKA")
    counted = results(
        *ready("red-dog", shoe=shoe_of(spades)), put_down("p1 wager original 10.00"), raise_or_not
    )
    assert counted == {
        "original void": 24,
        "original win": 572,
        "original win raise win": 572,
        "original lose": 880,
        "original lose raise lose": 880,
    }
    assert counted.total() == 24 + 132 * 2 * 11 == 2_928


def test_red_dog_on_twos_fives_and_nines() -> None:
    """12 cards, four each of 2, 5 and 9: 132 ordered pairs of cards.

    A pair: 12 x 3 = 36, then any of 10 cards: 2 of them make three of a kind, 8 do not.
    No pair: 96, none of them consecutive; a raise or none, and any of 10 cards. Only between a
    2 and a 9 (4 x 4 x 2 = 32 orders) can a card fall: one of four fives."""
    shoe = shoe_of("2c 2d 2h 2s 5c 5d 5h 5s 9c 9d 9h 9s")
    counted = results(
        *ready("red-dog", shoe=shoe), put_down("p1 wager original 10.00"), raise_or_not
    )
    assert counted == {
        "original win": 36 * 2 + 32 * 4,
        "original win raise win": 32 * 4,
        "original void": 36 * 8,
        "original lose": 96 * 10 - 32 * 4,
        "original lose raise lose": 96 * 10 - 32 * 4,
    }
    assert counted.total() == 36 * 10 + 96 * 2 * 10 == 2_280


def test_red_dog_with_two_players_branches_for_each_raise() -> None:
    """Cards 2, 5, 9 of one suit: 3 x 2 ordered pairs, one third card. Nobody, p1, p2 or both
    raise (p1 first): 4 ways, since p2 may not raise twice."""

    def window(prompt: Prompt) -> list[Entry]:
        raised = {w.seat for w in prompt.dealer.wagers if w.kind == "raise"}
        more = [s for s in (1, 2) if s not in raised and not any(r > s for r in raised)]
        return [Closed(), *(parse_entry(f"p{seat} wager raise 5.00") for seat in more)]

    opening = put_down("p1 wager original 5.00", "p2 wager original 5.00")
    found = list(leaves(*ready("red-dog", 2, shoe_of("2s 5s 9s")), opening, window))
    assert len(found) == 6 * 4
    assert len({tuple(tape) for tape, _ in found}) == 24, "every tape is counted once"


# -- three card poker ---------------------------------------------------------------------------

SIX = "Ac Kd Qh 2c 4d 6h"


def test_three_card_poker_with_six_cards() -> None:
    """All six cards are dealt: 6! = 720 orders, each played or folded.

    No pair, flush or straight but ace, king, queen is possible, so a hand is its highest card
    first. A dealer without ace, king and queen (2, 4, 6: one of 20 ways to divide the cards, 36
    orders each) is not queen high. The other way round the player loses. In the remaining 18
    divisions both hands are queen high or better and no two are equal: exchanging them turns a
    win into a loss, so 9 win and 9 lose. Ace, king, queen is a straight: its ante bonus is paid
    in the one division in which the player holds it, and the dealer has not queen high then."""
    game = ready("three-card-poker", shoe=shoe_of(SIX))
    counted = results(*game, put_down("p1 wager ante 10.00"))
    assert counted == {
        "ante lose": 720,
        "ante win play returned ante-bonus win": 36,
        "ante win play win": 9 * 36,
        "ante lose play lose": 10 * 36,
    }
    assert counted.total() == 2 * 720


def test_three_card_poker_with_seven_cards_and_two_wagers() -> None:
    """Six of seven cards: 7! = 5,040 orders, each played or folded; and pair plus alone, where
    nobody is asked anything: 5,040."""
    seven = shoe_of(SIX + " 6s")
    both = ready("three-card-poker", shoe=seven)
    opening = put_down("p1 wager ante 10.00", "p1 wager pair-plus 5.00")
    assert results(*both, opening).total() == 10_080
    alone = results(*both, put_down("p1 wager pair-plus 5.00"))
    # The sixes lie together in the hand: 3 x 2 places, and 5 x 4 x 3 x 2 orders of the rest (a
    # pair); ace, king and queen: 3! x 4 x 3 x 2 (a straight).
    assert alone == {
        "pair-plus win": 6 * 120 + 6 * 24,
        "pair-plus lose": 5_040 - 6 * 120 - 6 * 24,
    }


# -- baccarat -----------------------------------------------------------------------------------

BACCARAT = ["baccarat-punto-banco", "minibaccarat"]


@pytest.mark.parametrize("key", BACCARAT)
@pytest.mark.parametrize(
    ("cards", "tapes"),
    [
        # Kings and nines: of 16 beginnings all but king-king against king-king have a natural
        # (9, or 18 = 8). Without one both draw: 2 x 2.
        ("Kc 9c", 15 + 4),
        # Kings and fives: hands of 0 (two ways) or 5 (two ways), no naturals; Player always
        # draws. Banker draws to 0; to 5 if Player drew a five. Four hands of Player's, times:
        # a king drawn: 2 x 2 + 2 x 1; a five drawn: 2 x 2 + 2 x 2.
        ("Kc 5c", 4 * (6 + 8)),
        # Kings and sixes: 0 and 2 (one way each), 6 (two ways). Player stays on 6, and Banker
        # then draws to 0 and 2 and stays on 6: 2 x (2 + 2 + 2 x 1). Otherwise Player draws and
        # Banker draws to 6 only if it was a six: 2 x (2 + 2 + 2 x 1) and 2 x (2 + 2 + 2 x 2).
        ("Kc 6c", 2 * 6 + 2 * 6 + 2 * 8),
    ],
)
def test_baccarat_on_two_kinds_of_cards(key: str, cards: str, tapes: int) -> None:
    opening = put_down("p1 wager player 10.00")
    found = list(leaves(*ready(key, shoe=shoe_of(cards, 6)), opening))
    assert len(found) == tapes


@pytest.mark.parametrize("key", BACCARAT)
def test_baccarat_on_four_kinds_of_cards_against_the_table_of_thirds(key: str) -> None:
    """Aces, threes, sevens and kings: the beginnings and the drawing rules multiplied out, from
    a table of the third card written here once more."""
    values = {"Ac": 1, "3c": 3, "7c": 7, "Kc": 0}
    # To which of Player's third cards Banker draws, by Banker's count.
    draws_to = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}
    expected: Counter[str] = Counter()
    for p1, b1, p2, b2 in product(values.values(), repeat=4):
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        thirds: list[int | None] = [None]
        if max(player, banker) < 8 and player <= 5:
            thirds = list(values.values())
        for third in thirds:
            final = player if third is None else (player + third) % 10
            if max(player, banker) >= 8:
                draws = False
            elif third is None:
                draws = banker <= 5
            else:
                draws = banker <= 2 or str(third) in draws_to.get(banker, "")
            for card in values.values() if draws else [0]:
                end = (banker + card) % 10
                won = "win" if final > end else "lose" if final < end else "void"
                expected[f"player {won}"] += 1
    opening = put_down("p1 wager player 10.00")
    counted = results(*ready(key, shoe=shoe_of(" ".join(values), 6)), opening)
    assert counted == expected
    assert counted.total() == 2_104


# -- wheels -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wheel", "stops", "red"), [("double zero", 38, 18), ("single zero", 37, 18)]
)
def test_roulette_has_a_leaf_for_each_compartment(wheel: str, stops: int, red: int) -> None:
    opening = put_down("p1 wager red 10.00", "p1 wager straight 17 5.00")
    counted = results(*ready("roulette", wheel=wheel), opening)
    assert counted.total() == stops
    # 17 is black; at a zero half of red (or all of it, on a single zero wheel) is lost.
    assert counted["red lose straight 17 win"] == 1
    assert counted["straight 17 lose red win"] == red
    zeros = [n for name, n in counted.items() if "returned" in name]
    assert sum(zeros) == (2 if wheel == "double zero" else 0)


def test_a_double_zero_wheel_as_a_single_zero_wheel_spins_again_at_00() -> None:
    """37 compartments end the round; 00 does not, and the tape goes on: after k spins 37 k tapes
    have ended and one waits."""
    game, rules, table = ready("roulette", wheel="double zero as single zero")
    tape = [parse_entry("p1 wager red 10.00"), Closed()]
    for _ in range(4):
        ended = 0
        for stop in rules.compartments:
            outcome = play(game, rules, table, [*tape, Spun(stop)])
            ended += isinstance(outcome, Receipt)
            assert isinstance(outcome, Receipt) == (stop != "00")
        assert ended == 37
        tape.append(Spun("00"))


def test_big_six_has_a_leaf_for_each_symbol() -> None:
    opening = put_down(*(f"p1 wager symbol {spot} 1.00" for spot in ("1", "joker")))
    counted = results(*ready("big-six"), opening)
    assert counted == {
        "symbol joker lose symbol 1 win": 1,
        "symbol 1 lose symbol joker win": 1,
        "symbol 1 lose symbol joker lose": 5,
    }


# -- dice ---------------------------------------------------------------------------------------


def test_a_pass_wager_over_three_rolls() -> None:
    """First roll: 8 of 36 win (six sevens, two elevens), 4 lose (2, 3, 12), 24 set a point: w =
    3, 4, 5, 5, 4, 3 ways. Then w of 36 win, 6 lose, 30 - w go on. Sums over the points:
    w w = 100 and 6 w = 144 at the second roll, w (30 - w) = 620 go on; w (30 - w) w = 2,568 win
    and w (30 - w) 6 = 3,720 lose at the third."""
    game, rules, table = ready("craps")
    ways = (3, 4, 5, 5, 4, 3)
    expected = [
        {"win": 8, "lose": 4, "": 24},
        {"win": sum(w * w for w in ways), "lose": 6 * sum(ways), "": 620},
        {
            "win": sum(w * (30 - w) * w for w in ways),
            "lose": sum(w * (30 - w) * 6 for w in ways),
            "": sum(w * (30 - w) ** 2 for w in ways),
        },
    ]
    tables = [(table, put_down("p1 wager pass 10.00"))]
    for level in expected:
        counted: Counter[str] = Counter()
        following = []
        for at, opening in tables:
            for _, receipt in leaves(game, rules, at, opening):
                counted[" ".join(line.result for line in receipt.lines)] += 1
                if not receipt.lines:
                    following.append((receipt.after, put_down()))
        assert counted == level
        tables = following
    assert expected[1] == {"win": 100, "lose": 144, "": 620}
    assert expected[2] == {"win": 2_568, "lose": 3_720, "": 16_032}
    assert sum(expected[2].values()) == 620 * 36


def test_a_deck_that_runs_out_has_no_leaves() -> None:
    """Two cards only: every round of red dog that is not void waits for a third for ever."""
    game, rules, table = ready("red-dog", shoe=shoe_of("2s 9s"))
    assert not list(leaves(game, rules, table, put_down("p1 wager original 10.00")))
    consecutive = ready("red-dog", shoe=shoe_of("2s 3s"))
    assert len(list(leaves(*consecutive, put_down("p1 wager original 10.00")))) == 2
    assert parse_card("2s") == 3
