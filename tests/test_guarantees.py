"""The conformance suite notices: a game that breaks a guarantee does not pass it. What each
guarantee promises is in docs/guarantees.md."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from pitboss.equipment.cards import CARD_TEXT
from pitboss.equipment.shoe import full_shoe
from pitboss.errors import Illegal
from pitboss.law.paytable import Row
from pitboss.law.regulation import WagerKind
from pitboss.money import Odds
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager, only
from pitboss.table.prompts import Bounds
from pitboss.table.window import Window
from pitboss.testing import Broken, check_game
from tests.toy import row, toy

Breaks = Callable[[Dealer], None]
COUNTER = count()
EVEN = row("even")


def game_that(breaks: Breaks, pays: Row = EVEN, cite: str = "99.1(a)") -> Any:
    """A decent game of one hidden card, but for what it does after that card was dealt."""

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.take_wagers("main", cite="99.1(a)", required=True)
        seat = dealer.players_with_wagers()[0]
        card = dealer.draw("hand", cite="99.2(a)", seen=only(seat), seat=seat)
        breaks(dealer)
        dealer.choose(seat, ("show", "muck"), cite="99.2(b)")
        dealer.reveal(card, "hand", cite="99.2(c)", seat=seat)
        if card >> 2 > 6:
            dealer.pay_all(pays, cite=cite)
        else:
            dealer.collect_all(cite="99.2(d)")
        dealer.new_shoe(full_shoe(1))

    return toy(play_a_round)


def nothing(dealer: Dealer) -> None:
    return None


def test_a_decent_game_passes() -> None:
    assert check_game(game_that(nothing), tapes=40) == 160


def uses_a_counter(dealer: Dealer) -> None:
    dealer.note(f"round {next(COUNTER)}", cite="99.2")


def cites_what_is_not_there(dealer: Dealer) -> None:
    dealer.note("by our own rule", cite="99.7")


def cites_what_came_later(dealer: Dealer) -> None:
    dealer.note("a tournament", cite="8.6")


def makes_money(dealer: Dealer) -> None:
    dealer.cash[dealer.table.seats[0]] += 1


def loses_a_card(dealer: Dealer) -> None:
    card = next(card for card, left in enumerate(dealer.counts) if left)
    dealer.counts[card] -= 1
    dealer.remaining -= 1


def miscounts_the_shoe(dealer: Dealer) -> None:
    dealer.remaining -= 1


def tells_a_secret(dealer: Dealer) -> None:
    dealer.note(f"psst: {CARD_TEXT[dealer.events[-1].card]}", cite="99.2")


def hints_at_a_secret(dealer: Dealer) -> None:
    if dealer.events[-1].card % 2:
        dealer.note("hm", cite="99.2")


@pytest.mark.parametrize(
    ("breaks", "told"),
    [
        (uses_a_counter, "same tape, same receipt"),
        (cites_what_is_not_there, "99.7 is cited, but not in force"),
        (cites_what_came_later, "8.6 is cited, but not in force"),
        (makes_money, "money is not conserved"),
        (loses_a_card, "cards are not conserved"),
        (miscounts_the_shoe, "the shoe miscounts itself"),
        (tells_a_secret, "is told of|can tell that"),
        (hints_at_a_secret, "can tell that"),
    ],
)
def test_a_broken_guarantee_is_noticed(breaks: Breaks, told: str) -> None:
    with pytest.raises(Broken, match=told) as broken:
        check_game(game_that(breaks), tapes=60)
    assert "p1 wager main" in str(broken.value) or "d draw" in str(broken.value), "no tape"


@pytest.mark.parametrize(
    ("table", "key", "odds"),
    [
        ("pays", "even", Odds(9)),  # the row's name with other odds
        ("pays", "even", Odds(2)),  # the odds of a row of another table
        ("numbers", "even", Odds(1)),  # another table
        ("pays", "odd", Odds(1)),  # no such row
        ("", "", Odds(1)),  # by no table at all
    ],
)
def test_what_is_not_a_row_of_the_day_is_noticed(table: str, key: str, odds: Odds) -> None:
    pays = Row(table, key, odds, cite="99.1(a)", basis="read")
    with pytest.raises(Broken, match="is paid by no row of the day"):
        check_game(game_that(nothing, pays), tapes=40)


def pays_twice_the_row(dealer: Dealer) -> None:
    stake = dealer.wagers[0].cents
    line = dealer.bonus(1, "bonus", stake, EVEN, cite="99.1(a)")
    line.pays *= 2
    dealer.cash[1] += stake
    dealer.house -= stake


def names_another_row(dealer: Dealer) -> None:
    line = dealer.bonus(1, "bonus", 600, EVEN, cite="99.1(a)")
    line.row, line.odds, line.pays = "three-halves", "3 to 2", 900
    dealer.cash[1] += 300
    dealer.house -= 300


def names_odds_for_a_loss(dealer: Dealer) -> None:
    wager = dealer.place_wager(dealer.wagers[0].seat, "second", 500, cite="99.1(a)")
    dealer.collect(wager, cite="99.2").odds = "1 to 1"


@pytest.mark.parametrize(
    ("breaks", "told"),
    [
        (pays_twice_the_row, "is not what its row pays"),
        (names_another_row, "is not on the line of its wager"),
        (names_odds_for_a_loss, "names odds, and has none"),
    ],
)
def test_a_line_that_is_not_its_row_is_noticed(breaks: Breaks, told: str) -> None:
    with pytest.raises(Broken, match=told):
        check_game(game_that(breaks), tapes=40)


def test_an_uncited_payment_is_noticed() -> None:
    with pytest.raises(Broken, match="is not a citation"):
        check_game(game_that(nothing, cite=""), tapes=40)


def test_a_prompt_that_promises_too_much_is_noticed() -> None:
    """It says that any amount will do, and then refuses the odd ones."""

    class Refusing(Window):
        def made(self, wager: Wager) -> None:
            if wager.cents % 2:
                raise Illegal("odd", got="", prompt=None, entry=self.dealer.tape.position)

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        Refusing(dealer, ("main",), cite="99.1(a)").take_wagers()
        dealer.return_all(cite="99.2")

    with pytest.raises(Broken, match=r"legal, but refused|the refusal does not say|Illegal: odd"):
        check_game(toy(play_a_round), tapes=60)


def test_a_window_that_takes_more_than_it_says_is_noticed() -> None:
    """What it shows as legal is narrower than what it accepts."""
    asked = [0]

    class Wavering(Window):
        def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds:
            asked[0] += 1
            high = bounds.at_most if asked[0] % 2 else bounds.at_most // 2
            return Bounds(bounds.at_least, high, bounds.step, bounds.cite)

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        Wavering(dealer, ("main",), cite="99.1(a)").take_wagers()
        dealer.return_all(cite="99.2")

    with pytest.raises(Broken, match=r"legal, but (refused|accepted)|Illegal"):
        check_game(toy(play_a_round), tapes=200)


def test_wagers_left_unsettled_are_noticed() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.take_wagers("main", cite="99.1(a)", required=True)

    with pytest.raises(Broken, match="unsettled"):
        check_game(toy(play_a_round), tapes=5)
