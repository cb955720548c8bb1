"""The dealer's mechanics, one by one, on a toy game."""

from __future__ import annotations

import gc
import random
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pitboss import registry
from pitboss.equipment.cards import CARD_TEXT
from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.errors import BadInput, DataError, Illegal, NotPermitted, Unpayable
from pitboss.law.paytable import Row
from pitboss.law.regulation import WagerKind
from pitboss.money import Odds
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Closed, Drew, Entry, Found, Wagered, parse_entry
from pitboss.table.game import Game, Irregularity, Limits, Nothing, Table
from pitboss.table.layout import EVERYONE, NOBODY, Event, Wager, only
from pitboss.table.prompts import Bounds, Prompt, Refusal
from pitboss.table.receipt import event_text
from pitboss.table.round import play, run
from pitboss.table.shuffling import clockwise_from, next_to_cut, offer_cut
from pitboss.table.sources import Players, RandomEquipment, RandomPlayers
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX, Awaiting, LiveTape
from pitboss.table.view import view
from pitboss.table.window import Window
from tests.toy import DAY, one_deck, row, run_toy, settled, table_of, toy, waiting

EVEN = row("even")
FOUR = Row("bonus", "four", Odds(4), cite="99.1(l)", basis="read")


def refused(game: Game, *lines: str, **fields: Any) -> Illegal:
    """The refusal of the last line; those before it are accepted."""
    run_toy(game, *lines[:-1], **fields)
    with pytest.raises(Illegal) as caught:
        run_toy(game, *lines, **fields)
    assert caught.value.entry == len(lines)
    assert caught.value.got == lines[-1]
    return caught.value


def give_all_back(dealer: Dealer) -> None:
    dealer.return_all(cite="99.2")


def taking(*kinds: str, window: type[Window] = Window, required: bool = False) -> Game:
    """A round that takes wagers and gives them back."""

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        window(dealer, kinds, cite="99.1", required=required).take_wagers()
        give_all_back(dealer)

    return toy(play_a_round)


# -- the tape -----------------------------------------------------------------------------------


def test_a_round_waits_then_ends_and_accepts_nothing_after_its_end() -> None:
    game = taking("main")
    pending = waiting(run_toy(game, "p1 wager main 5.00"))
    assert pending.prompt.kind == "wagers"
    assert pending.cash == {1: -500, 2: 0}
    assert [wager.name for wager in pending.wagers] == ["main"]
    receipt = settled(run_toy(game, "p1 wager main 5.00", "d close"))
    assert receipt.net() == {1: 0, 2: 0}
    assert receipt.after.round == 1
    with pytest.raises(Illegal) as caught:
        run_toy(game, "p1 wager main 5.00", "d close", "p1 wager main 5.00")
    assert caught.value.entry == 3
    assert caught.value.prompt is None
    assert caught.value.as_json()["expected"] == []


@pytest.mark.parametrize("line", ["p1 call main on", "p1 wager main 0.01", "! noise"])
def test_a_round_has_a_largest_number_of_entries(line: str) -> None:
    noise = Irregularity("noise", "99.3", _nothing, _always)

    class Callable(Window):
        def why_not_call(self, wager: Wager, on: bool) -> str:
            return ""

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        Callable(dealer, ("main",), cite="99.1").take_wagers()
        give_all_back(dealer)

    game = toy(play_a_round, noise)
    rules, table = table_of(game)
    entries = [parse_entry("p1 wager main 0.01"), *[parse_entry(line)] * ENTRIES_PER_ROUND_MAX]
    assert waiting(play(game, rules, table, entries[:ENTRIES_PER_ROUND_MAX]))
    with pytest.raises(Illegal, match="at most 4096 entries"):
        play(game, rules, table, entries)


def test_endless_spins_and_choices_are_too_many_entries_as_well() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        while dealer.spin(("0", "1"), cite="99.2") == "0":
            dealer.choose(1, ("again",), cite="99.2")

    game = toy(play_a_round)
    rules, table = table_of(game)
    entries = [parse_entry("d spin 0"), parse_entry("p1 again")] * (ENTRIES_PER_ROUND_MAX // 2)
    assert waiting(play(game, rules, table, entries))
    with pytest.raises(Illegal, match="at most 4096 entries"):
        play(game, rules, table, [*entries, parse_entry("d spin 0")])


def test_a_live_tape_keeps_what_it_was_given() -> None:
    game = taking("main")
    rules, table = table_of(game)

    class Script:
        def __init__(self) -> None:
            self.entries: list[Entry] = [Closed(), Wagered(2, "main", 700)]

        def answer(self, prompt: Prompt) -> Entry:
            return self.entries.pop()

    tape = LiveTape(Script())
    receipt = run(game, rules, table, tape)
    assert tape.entries == [Wagered(2, "main", 700), Closed()]
    again = settled(play(game, rules, table, tape.entries))
    assert again.digest() == receipt.digest()


def test_wagers_left_on_the_layout_are_a_fault_unless_the_game_lets_them_stand() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.take_wagers("main", cite="99.1")

    with pytest.raises(AssertionError, match="unsettled"):
        run_toy(toy(play_a_round), "p1 wager main 5.00", "d close")
    receipt = settled(run_toy(toy(play_a_round, standing=True), "p1 wager main 5.00", "d close"))
    assert [wager.cents for wager in receipt.after.standing] == [500]
    assert receipt.cash[1] == -500
    assert receipt.net()[1] == 0, "a stake that still lies there is still the player's"
    assert receipt.as_json()["standing"] == [
        {"seat": "p1", "wager": "main", "stake": 500, "on": True}
    ]


def test_the_table_before_is_not_changed_by_a_round() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.take_wagers("main", cite="99.1")
        for wager in dealer.wagers:
            wager.point = 6

    game = toy(play_a_round, standing=True)
    rules, table = table_of(game)
    table = msgspec.structs.replace(table, standing=(Wager(1, "main", 500),))
    entries: list[Entry] = [Wagered(1, "main", 100), Closed()]
    first = settled(play(game, rules, table, entries))
    assert table.standing[0] == Wager(1, "main", 500)
    assert first.after.standing[0] == Wager(1, "main", 600, point=6)
    assert settled(play(game, rules, table, entries)).digest() == first.digest()


# -- equipment ----------------------------------------------------------------------------------


def drawing(count: int = 1, **how: Any) -> Game:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        for _ in range(count):
            dealer.draw("box", cite="99.2", **how)

    return toy(play_a_round)


def test_a_card_leaves_the_shoe_and_cannot_come_twice_from_one_deck() -> None:
    game = drawing(2)
    pending = waiting(run_toy(game, "d draw As"))
    assert "As" not in pending.prompt.answers()[0]["cards"]
    assert len(pending.prompt.answers()[0]["cards"]) == 51
    assert refused(game, "d draw As", "d draw As").reason == "As is not in the shoe"
    assert refused(game, "d draw Jk").reason == "Jk is not in the shoe"
    assert "expected a card for the box" in refused(game, "d spin 1").reason
    receipt = settled(run_toy(game, "d draw As", "d draw Kd"))
    assert receipt.after.shoe is not None
    assert receipt.after.shoe.remaining == 50
    assert sum(receipt.after.shoe.counts) == 50


def test_dice_and_wheels() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        assert dealer.roll(2, cite="99.2") == (4, 3)
        assert dealer.spin(("0", "00", "0"), cite="99.2") == "00"

    game = toy(play_a_round)
    assert waiting(run_toy(game)).prompt.legal() == ["d roll FACES"]
    assert refused(game, "d roll 1 2 3").reason == "expected a roll of 2 dice"
    assert waiting(run_toy(game, "d roll 4 3")).prompt.legal() == ["d spin 0", "d spin 00"]
    assert refused(game, "d roll 4 3", "d spin 17").reason == "expected a stop of this wheel"
    receipt = settled(run_toy(game, "d roll 4 3", "d spin 00"))
    assert [event_text(event) for event in receipt.events] == ["roll 4 3", "spin 00"]


def test_decisions_and_numbers() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.choose(2, ("hold", "let go"), cite="99.2(a)", what="the rope")
        dealer.choose(0, ("wait",), cite="99.2(b)")
        dealer.number(1, "cut", 10, 42, cite="99.2(c)")

    game = toy(play_a_round)
    prompt = waiting(run_toy(game)).prompt
    assert prompt.as_json() == {
        "seat": "p2",
        "kind": "decision",
        "what": "the rope",
        "legal": ["p2 hold", "p2 let go"],
        "answers": [{"entry": "p2 hold"}, {"entry": "p2 let go"}],
        "irregularities": [],
        "cite": "N.J.A.C. 19:47-99.2(a)",
    }
    assert "expected p2 to choose: hold, let go" in refused(game, "p1 hold").reason
    assert "expected p2 to choose" in refused(game, "p2 hold on").reason
    assert waiting(run_toy(game, "p2 let go")).prompt.legal() == ["d choose wait"]
    before = ("p2 let go", "d choose wait")
    assert waiting(run_toy(game, *before)).prompt.legal() == ["p1 cut 10..42"]
    for line in ("p1 cut 9", "p1 cut 43"):
        assert refused(game, *before, line).reason == "expected a number from 10 to 42"
    for line in ("p2 cut 20", "d cut 20", "p1 insert-cutting-card 20"):
        assert refused(game, *before, line).reason == "expected p1 cut and a number"
    assert settled(run_toy(game, *before, "p1 cut 10"))


def test_burning_discarding_and_a_new_shoe() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.burn("discard rack", cite="99.2")
        dealer.discard(5, cite="99.2")
        assert dealer.remaining == 50
        dealer.cutting_card = 50
        assert dealer.cutting_card_reached
        dealer.new_shoe(full_shoe(2))
        assert dealer.remaining == 104
        assert not dealer.cutting_card_reached

    receipt = settled(run_toy(toy(play_a_round), "d draw As"))
    assert [event.seen for event in receipt.events] == [NOBODY, EVERYONE]
    assert receipt.after.shoe is not None
    assert receipt.after.shoe.counts == full_shoe(2).counts


def test_a_shoe_without_a_deck_is_refused() -> None:
    with pytest.raises(BadInput):
        full_shoe(0)
    assert not Shoe((1,) * 52, 52).cutting_card_reached
    assert Shoe((1,) * 52, 52, 52).cutting_card_reached


# -- wagers -------------------------------------------------------------------------------------


def test_who_may_wager_on_what() -> None:
    game = taking("main", "number")
    assert refused(game, "p3 wager main 5.00").reason == "p3 is not at the table"
    assert "open are: main, number" in refused(game, "p1 wager half 5.00").reason
    assert "open are: main, number" in refused(game, "p1 wager nothing 5.00").reason
    assert refused(game, "p1 wager number 5.00").reason == "number is wagered on 1, 2, 3"
    assert refused(game, "p1 wager number 4 5.00").reason == "number is wagered on 1, 2, 3"
    assert refused(game, "p1 wager main 1 5.00").reason == "main is wagered on no place"
    assert "wager of nothing" in refused(game, "p1 wager main 0.00").reason
    assert "wagers are open" in refused(game, "p1 fold").reason


def test_a_wager_where_none_can_be_made_says_so() -> None:
    assert "no wager can be made now" in refused(drawing(), "p1 wager main 5.00").reason


def test_a_round_that_requires_a_wager_does_not_close_without_one() -> None:
    game = taking("main", required=True)
    assert refused(game, "d close").reason == "no wager has been made"
    assert "d close" not in waiting(run_toy(game)).prompt.legal()
    assert "d close" in waiting(run_toy(game, "p1 wager main 1")).prompt.legal()


def test_posted_limits_and_a_wager_accepted_outside_them() -> None:
    game = taking("main", "second")
    limits = Limits({"main": (500, 10_000), "": (100, 200)})
    legal = waiting(run_toy(game, limits=limits)).prompt.legal()
    assert legal[:2] == [
        "p1 wager main 5.00..100.00 step 0.01",
        "p1 wager second 1.00..2.00 step 0.01",
    ]
    for line in ("p1 wager main 4.99", "p1 wager main 100.01"):
        illegal = refused(game, line, limits=limits)
        assert "is not between 5.00 and 100.00" in illegal.reason
        assert illegal.cite == "N.J.A.C. 19:47-8.2"
    # What was put down counts together.
    assert refused(game, "p1 wager main 60.00", "p1 wager main 40.01", limits=limits)
    receipt = settled(run_toy(game, "p1 wager main 400 accepted", "d close", limits=limits))
    assert [(e.what, e.cite) for e in receipt.events if e.act == "note"] == [
        ("main: out of limits, stands", "8.2")
    ]
    assert receipt.lines[0].stake == 40_000


def test_accepted_excuses_nothing_but_posted_limits() -> None:
    limits = Limits({"": (500, 10_000)})
    half = taking("half")
    assert "cannot be paid" in refused(half, "p1 wager half 6.01 accepted", limits=limits).reason

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.take_wagers("main", cite="99.1")
        dealer.take_wagers("second", at_most="main", cite="99.1(f)")
        give_all_back(dealer)

    before = ("p1 wager main 5.00", "d close")
    game = toy(play_a_round)
    assert refused(game, *before, "p1 wager second 5.01 accepted", limits=limits)
    assert refused(game, *before, "p2 wager second 1.00", limits=limits).reason == (
        "p2 has no main wager"
    )
    assert waiting(run_toy(game, *before, limits=limits)).prompt.legal() == [
        "p1 wager second 1.00..5.00 step 0.01",
        "d close",
    ]
    illegal = refused(game, *before, "p1 wager second 5.01", limits=limits)
    assert illegal.cite == "N.J.A.C. 19:47-99.1(a)2", "the limit is the wager's own, not 8.2"


@pytest.mark.parametrize(
    ("kind", "spot", "chip", "step"),
    [
        ("main", "", 100, 1),  # even money pays any number of cents
        ("half", "", 100, 2),  # 3 to 2: an even number of cents
        ("place", "", 100, 600),  # 7 to 6, to be paid in chips of 1.00
        ("place", "", 25, 150),  # ... in chips of 0.25
        ("any", "", 100, 6),  # not known which row will pay: 2 and 6
        ("fives", "", 100, 500),  # five chips
        ("number", "1", 100, 5),  # the row of the spot: 9 to 5
        ("number", "2", 100, 1),  # 2 to 1
    ],
)
def test_amounts_go_in_steps_that_can_be_paid(kind: str, spot: str, chip: int, step: int) -> None:
    game = taking(kind)
    limits = Limits({}, chip)
    answers = waiting(run_toy(game, limits=limits)).prompt.answers()
    found = next(a for a in answers if a.get("wager") == kind and a["spot"] == spot)
    assert found["step"] == step
    assert found["at_least"] == step
    name = f"{kind} {spot}".strip()
    paid = f"p1 wager {name} {step // 100}.{step % 100:02d}"
    assert waiting(run_toy(game, paid, limits=limits))
    if step > 1:
        illegal = refused(game, paid, paid[:-1] + "1", limits=limits)
        assert "cannot be paid exactly" in illegal.reason


def test_steps_that_a_section_asks_for_are_refused_under_that_section() -> None:
    assert refused(taking("place"), "p1 wager place 7.00").cite == "N.J.A.C. 19:47-99.1(d)"
    assert Bounds(1, 9, 2, "8.2", "99.1").cite_against(3) == "99.1"
    assert Bounds(1, 9, 2, "8.2", "99.1").cite_against(20) == "8.2"
    assert Bounds(1, 9, 2, "8.2").cite_against(3) == "8.2"


def test_bounds_narrow_or_refuse() -> None:
    class Narrow(Window):
        def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
            if seat == 2:
                return Refusal("not for p2", "99.1(g)")
            return msgspec.structs.replace(bounds, at_most=1000, cite="99.1(h)")

    game = taking("main", window=Narrow)
    assert waiting(run_toy(game)).prompt.legal() == [
        "p1 wager main 0.01..10.00 step 0.01",
        "d close",
    ]
    illegal = refused(game, "p2 wager main 5.00")
    assert (illegal.reason, illegal.cite) == ("not for p2", "N.J.A.C. 19:47-99.1(g)")
    assert refused(game, "p1 wager main 10.01").cite == "N.J.A.C. 19:47-99.1(h)"
    assert refused(game, "p1 wager main 10.01 accepted").cite == "N.J.A.C. 19:47-99.1(h)"
    assert "not for p2" in refused(game, "p2 wager main 5.00 accepted").reason


def test_what_lies_there_already_narrows_what_may_be_added() -> None:
    game = taking("half")
    limits = Limits({"": (500, 1000)})
    legal = waiting(run_toy(game, "p1 wager half 6.00", limits=limits)).prompt.legal()
    assert "p1 wager half 0.02..4.00 step 0.02" in legal
    full = waiting(run_toy(game, "p1 wager half 10.00", limits=limits)).prompt.legal()
    assert full == ["p2 wager half 5.00..10.00 step 0.02", "p1 remove half", "d close"]
    exact = Limits({"": (500, 500)})
    assert "p1 wager half 5.00" in waiting(run_toy(game, limits=exact)).prompt.legal()


def test_a_wager_made_in_this_window_may_be_taken_back() -> None:
    game = taking("main")
    limits = Limits({"": (500, 10_000)})
    before = ("p1 wager main 20.00",)
    assert "p1 remove main" in waiting(run_toy(game, *before)).prompt.legal()
    receipt = settled(run_toy(game, *before, "p1 reduce main to 5.00", "d close", limits=limits))
    assert receipt.lines[0].stake == 500
    assert [event_text(e) for e in receipt.events if e.act == "remove"] == ["remove p1 main 15.00"]
    assert settled(run_toy(game, *before, "p1 remove main", "d close")).lines == []
    assert refused(game, *before, "p1 reduce main to 20.00").reason == "it stands at 20.00 already"
    assert refused(game, *before, "p2 remove main").reason == "p2 has no main wager"
    low = refused(game, *before, "p1 reduce main to 4.00", limits=limits)
    assert "is not between 5.00 and 100.00" in low.reason


def test_a_wager_of_an_earlier_window_or_round_stays_unless_the_game_says_otherwise() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.take_wagers("main", cite="99.1")
        dealer.take_wagers("second", cite="99.1")
        give_all_back(dealer)

    game = toy(play_a_round, standing=True)
    before = ("p1 wager main 20.00", "d close")
    assert "cannot be removed" in refused(game, *before, "p1 remove main").reason
    rules, table = table_of(game)
    old = Wager(1, "main", 500, round_made=-1)
    table = msgspec.structs.replace(table, standing=(old,))
    with pytest.raises(Illegal, match="cannot be removed"):
        play(game, rules, table, [parse_entry("p1 remove main")])


def _always(dealer: Dealer, prompt: Prompt) -> bool:
    return True


def _nothing(dealer: Dealer, found: Found) -> None:
    return None


def test_removals_and_calls_as_the_game_permits_them() -> None:
    told: list[str] = []

    class Permitting(Window):
        def why_not_reduce(self, wager: Wager, cents: int) -> str:
            return "second stays" if wager.kind == "second" else ""

        def why_not_call(self, wager: Wager, on: bool) -> str:
            return "" if wager.on != on else "it is so already"

        def cite_of(self, act: str, wager: Wager) -> str:
            return {"remove": "99.1(i)", "call": "99.1(j)"}[act]

        def made(self, wager: Wager) -> None:
            told.append(f"made {wager.name}")

        def removed(self, wager: Wager, taken: int) -> None:
            told.append(f"removed {wager.name} {taken}")

        def called(self, wager: Wager) -> None:
            told.append(f"called {wager.name} {wager.on}")

    game = taking("main", "second", window=Permitting)
    before = ("p1 wager main 5.00", "p1 wager second 5.00")
    legal = waiting(run_toy(game, *before)).prompt.legal()
    assert "p1 remove main" in legal
    assert "p1 remove second" not in legal
    assert "p1 call main off" in legal
    assert "p1 call main on" not in legal
    stays = refused(game, *before, "p1 remove second")
    assert (stays.reason, stays.cite) == ("second stays", "N.J.A.C. 19:47-99.1(i)")
    already = refused(game, *before, "p1 call main on")
    assert (already.reason, already.cite) == ("it is so already", "N.J.A.C. 19:47-99.1(j)")
    assert refused(game, *before, "p2 call main off").reason == (
        "there is no such wager to be called on or off"
    )
    told.clear()
    receipt = settled(
        run_toy(game, *before, "p1 call main off", "p1 reduce main to 1.00", "d close")
    )
    assert told == ["made main", "made second", "called main False", "removed main 400"]
    assert [(e.act, e.cite) for e in receipt.events[2:4]] == [
        ("call", "99.1(j)"),
        ("remove", "99.1(i)"),
    ]
    plain = taking("main")
    assert refused(plain, "p1 wager main 5.00", "p1 call main off").reason == (
        "there is no such wager to be called on or off"
    )


# -- settlement ---------------------------------------------------------------------------------


def settling(how: Callable[[Dealer], None], *, kinds: tuple[str, ...] = ("main", "half")) -> Game:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.take_wagers(*kinds, cite="99.1")
        how(dealer)

    return toy(play_a_round)


WAGERS = ("p2 wager main 10.00", "p1 wager half 20.00", "p1 wager main 10.00", "d close")


def test_pay_collect_and_give_back() -> None:
    def how(dealer: Dealer) -> None:
        assert dealer.players_with_wagers() == [1, 2]
        assert dealer.players_with_wagers(reverse=True) == [2, 1]
        assert dealer.staked(1, "main") == 1000
        half, main = dealer.wagers_of(1)
        dealer.pay(half, row("three-halves"), cite="99.1(a)")
        dealer.collect(main, cite="99.2(a)")
        other = dealer.find(2, "main")
        assert other is not None
        assert dealer.find(2, "half") is None
        dealer.give_back(other, cite="99.2(b)", result="returned")

    receipt = settled(run_toy(settling(how), *WAGERS))
    assert [(ln.seat, ln.wager, ln.result, ln.odds, ln.pays) for ln in receipt.lines] == [
        (1, "half", "win", "3 to 2", 3000),
        (1, "main", "lose", "", 0),
        (2, "main", "returned", "", 0),
    ]
    assert [(ln.table, ln.row) for ln in receipt.lines] == [
        ("pays", "three-halves"),
        *[("", "")] * 2,
    ]
    assert [(e.table, e.row) for e in receipt.events if e.act == "pay"] == [
        ("pays", "three-halves")
    ]
    assert receipt.net() == {1: 2000, 2: 0}
    assert receipt.house == -2000
    json = receipt.as_json()
    assert json["net"] == {"p1": 2000, "p2": 0}
    assert json["lines"][0]["cite"] == "N.J.A.C. 19:47-99.1(a)"


def test_all_wagers_go_in_the_order_of_the_seats_and_of_their_making() -> None:
    def how(dealer: Dealer) -> None:
        assert [(w.seat, w.kind) for w in dealer.in_order()] == [
            (1, "half"),
            (1, "main"),
            (2, "main"),
        ]
        dealer.return_all(cite="99.2", seat=2)
        dealer.pay_all(EVEN, cite="99.1(a)")

    receipt = settled(run_toy(settling(how), *WAGERS))
    assert [(line.seat, line.result) for line in receipt.lines] == [
        (2, "void"),
        (1, "win"),
        (1, "win"),
    ]
    lost = settled(run_toy(settling(lambda d: d.collect_all(cite="99.2")), *WAGERS))
    assert lost.net() == {1: -3000, 2: -1000}


def test_a_part_of_a_wager_may_lose() -> None:
    def how(dealer: Dealer) -> None:
        for wager in dealer.in_order():
            dealer.collect(wager, cite="99.2", cents=400)
            dealer.give_back(wager, cite="99.2", result="returned")

    receipt = settled(run_toy(settling(how), *WAGERS))
    assert receipt.net() == {1: -800, 2: -400}
    assert [line.stake for line in receipt.lines] == [400, 1600, 400, 600, 400, 600]


def test_a_payment_that_is_not_exact_is_refused() -> None:
    game = settling(lambda d: d.pay_all(row("seven-sixths"), cite="99.1(a)"))
    with pytest.raises(Unpayable):
        run_toy(game, "p1 wager main 0.05", "d close")


def test_a_collected_wager_may_be_handed_back_and_only_such_a_one() -> None:
    def how(dealer: Dealer) -> None:
        dealer.collect_all(cite="99.2(a)")
        for line in dealer.lines:
            dealer.hand_back(line, cite="99.3")

    receipt = settled(run_toy(settling(how), *WAGERS))
    assert {(line.result, line.cite) for line in receipt.lines} == {("void", "99.3")}
    assert receipt.net() == {1: 0, 2: 0}
    assert receipt.house == 0

    def wrong(dealer: Dealer) -> None:
        dealer.hand_back(dealer.pay(dealer.wagers[0], EVEN, cite="99.1(a)"), cite="99.3")

    with pytest.raises(AssertionError, match="was not collected"):
        run_toy(settling(wrong), *WAGERS)


def test_a_wager_cannot_be_settled_twice() -> None:
    def how(dealer: Dealer) -> None:
        wager = dealer.wagers[0]
        dealer.collect(wager, cite="99.2")
        dealer.pay(wager, EVEN, cite="99.1(a)")

    with pytest.raises(AssertionError, match="not on the layout"):
        run_toy(settling(how), *WAGERS)


def test_charges_and_bonuses_are_on_the_books() -> None:
    def how(dealer: Dealer) -> None:
        for wager in dealer.in_order():
            dealer.charge(wager.seat, 25, cite="99.1(k)", wager=wager)
            line = dealer.pay(wager, EVEN, cite="99.1(a)")
            dealer.charge(wager.seat, 50, cite="99.1(k)", line=line)
            dealer.charge(wager.seat, 0, cite="99.1(k)", line=line)
        bonus = dealer.bonus(2, "bonus", 1000, FOUR, cite="99.1(l)")
        assert bonus.stake == 1000

    receipt = settled(run_toy(settling(how), *WAGERS))
    assert [line.commission for line in receipt.lines] == [75, 75, 75, 0]
    assert receipt.commission == 225
    assert receipt.net() == {1: 3000 - 150, 2: 1000 - 75 + 4000}
    assert sum(receipt.net().values()) + receipt.house + receipt.commission == 0
    assert len([event for event in receipt.events if event.act == "charge"]) == 6


def test_a_wager_that_a_decision_makes() -> None:
    def how(dealer: Dealer) -> None:
        dealer.place_wager(1, "second", 700, cite="99.1(a)2", spot="here")
        dealer.return_all(cite="99.2", result="push")

    receipt = settled(run_toy(settling(how), "d close"))
    assert [(line.wager, line.stake, line.result) for line in receipt.lines] == [
        ("second here", 700, "push")
    ]


# -- by hand ------------------------------------------------------------------------------------


def by_hand_round(dealer: Dealer, rules: Any) -> None:
    dealer.take_wagers("main", cite="99.1")
    dealer.announce("No more bets", cite="99.2(a)")
    dealer.act("turn the card, slowly", cite="99.2(b)")
    dealer.note("nobody's act", cite="99.2(c)")
    dealer.discard(0, cite="99.2(d)")
    first, second, third = dealer.in_order()
    line = dealer.pay(first, EVEN, cite="99.1(a)")
    dealer.charge(1, 25, cite="99.1(k)", line=line)
    dealer.collect(second, cite="99.2(e)")
    dealer.give_back(third, cite="99.2(f)")
    dealer.hand_back(dealer.lines[1], cite="99.3")
    dealer.bonus(1, "bonus", 100, FOUR, cite="99.1(l)")


BY_HAND = [
    *(f"p{seat} wager main 10.00" for seat in (1, 2, 3)), "d close",
    "d announce No more bets", "d turn the card, slowly", "d discard 2c",
    "d pay p1 main 10.00", "d charge p1 0.25", "d collect p2 main 10.00",
    "d return p3 main 10.00", "d return p2 main 10.00", "d pay p1 bonus 4.00",
]  # fmt: skip


def test_by_hand_every_act_of_the_dealer_is_an_entry() -> None:
    game = toy(by_hand_round)
    receipt = settled(run_toy(game, *BY_HAND, seats=3, by_hand=True))
    free = settled(run_toy(game, *BY_HAND[:4], seats=3))
    assert receipt.digest() == free.digest()
    for length in range(4, len(BY_HAND)):
        prompt = waiting(run_toy(game, *BY_HAND[:length], seats=3, by_hand=True)).prompt
        assert prompt.kind == "act"
        assert prompt.legal() == [BY_HAND[length]]


def test_by_hand_case_and_commas_are_forgiven_and_amounts_are_not() -> None:
    game = toy(by_hand_round)
    loose = [*BY_HAND]
    loose[4], loose[5] = "d announce no more bets.", "d Turn the card slowly"
    assert settled(run_toy(game, *loose, seats=3, by_hand=True))
    wrong = refused(game, *BY_HAND[:7], "d pay p1 main 11.00", seats=3, by_hand=True)
    assert wrong.reason == "expected the dealer to: pay p1 main 10.00"
    assert wrong.cite == "N.J.A.C. 19:47-99.1(a)"
    assert refused(game, *BY_HAND[:4], "d close", seats=3, by_hand=True)


# -- irregularities -----------------------------------------------------------------------------


def irregular_game() -> Game:
    def while_drawing(dealer: Dealer, prompt: Prompt) -> bool:
        return prompt.kind == "draw"

    def face_up(dealer: Dealer, found: Found) -> None:
        dealer.discard(found.card, cite="99.3(a)")

    def give_up(dealer: Dealer, found: Found) -> None:
        dealer.next_procedure = "rest"
        raise RoundConcluded

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.draw("box", cite="99.2(a)")
        dealer.choose(1, ("go",), cite="99.2(b)")

    return toy(
        play_a_round,
        Irregularity("face-up", "99.3(a)", face_up, while_drawing, ("card",)),
        Irregularity("give-up", "99.3(b)", give_up, _always),
        Irregularity("who", "99.3(c)", _nothing, _always, ("seat",)),
        Irregularity("how", "99.3(d)", _nothing, _always, ("detail",), ("loudly", "quietly")),
    )


def test_an_irregularity_stands_before_the_entry_it_interrupts() -> None:
    game = irregular_game()
    receipt = settled(run_toy(game, "! face-up 9c", "! face-up 9d", "d draw As", "p1 go"))
    assert [event_text(event) for event in receipt.events] == [
        "irregularity face-up 9c",
        "discard discard rack 9c",
        "irregularity face-up 9d",
        "discard discard rack 9d",
        "draw box As",
        "choice p1 go",
    ]
    assert [event.cite for event in receipt.events] == [
        "99.3(a)",
        "99.3(a)",
        "99.3(a)",
        "99.3(a)",
        "99.2(a)",
        "99.2(b)",
    ]
    over = settled(run_toy(game, "! give-up"))
    assert over.after.next == "rest"
    with pytest.raises(Illegal, match="the round is over"):
        run_toy(game, "! give-up", "d draw As")


def test_an_irregularity_that_cannot_be_so_is_refused() -> None:
    game = irregular_game()
    prompt = waiting(run_toy(game)).prompt
    assert prompt.irregularities() == [
        "! face-up CARD",
        "! give-up",
        "! who SEAT",
        "! how loudly|quietly",
    ]
    for line, reason in {
        "! earthquake": "no irregularity 'earthquake'; the game has: face-up, give-up, who, how",
        "! face-up": "face-up needs a card",
        "! give-up 9c": "give-up takes no card",
        "! face-up p1 9c": "face-up takes no seat",
        "! who": "who needs a seat at the table",
        "! who p3": "who needs a seat at the table",
        "! how": "how takes loudly, quietly",
        "! how slowly": "how takes loudly, quietly",
        "! give-up now": "give-up takes nothing more",
    }.items():
        assert refused(game, line).reason == reason
    assert refused(game, "! face-up 9c", "! face-up 9c").reason == "9c is not in the shoe"
    late = refused(game, "d draw As", "! face-up 9c")
    assert late.reason == "face-up cannot happen at this point"
    assert late.cite == "N.J.A.C. 19:47-99.2(b)"
    assert waiting(run_toy(game, "! who p2", "! how loudly")).prompt.kind == "draw"


def test_a_prompt_is_as_it_was_after_an_irregularity() -> None:
    """The handler draws a card of its own; the refusal after it names the place asked for."""

    def another(dealer: Dealer, found: Found) -> None:
        dealer.draw("another place", cite="99.3")

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.draw("box", cite="99.2(a)")

    game = toy(play_a_round, Irregularity("another", "99.3", another, _always))
    pending = waiting(run_toy(game, "! another", "d draw As"))
    assert (pending.prompt.what, pending.prompt.cite) == ("box", "99.2(a)")
    receipt = settled(run_toy(game, "! another", "d draw As", "d draw Ks"))
    assert [event.what for event in receipt.events[1:]] == ["another place", "box"]


# -- views --------------------------------------------------------------------------------------


def test_a_view_holds_no_card_that_its_seat_may_not_see() -> None:
    events = [
        Event("draw", "99.2", 1, "hand of p1", 0, 10, only(1)),
        Event("draw", "99.2", 0, "dealer's hand", 0, 11, NOBODY),
        Event("draw", "99.2", 0, "box", 0, 12, EVERYONE),
        Event("announce", "99.2", 0, "Nothing to hide"),
        Event("pay", "99.2", 2, "main", 500),
    ]
    assert [event.card for event in view(events, 1)] == [10, -1, 12, -1, -1]
    for seat in (0, 2, -1):
        assert [event.card for event in view(events, seat)] == [-1, -1, 12, -1, -1]
    assert view(events, 2)[3:] == events[3:]
    hidden = view(events, 2)[0]
    assert (hidden.act, hidden.cite, hidden.seat, hidden.what) == ("draw", "99.2", 1, "hand of p1")
    assert hidden.seen == EVERYONE, "a view does not say who saw what"


def test_a_player_with_several_areas_sees_the_cards_of_all_of_them() -> None:
    seen: dict[int, int] = {}

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        for seat in (1, 2, 3):
            seen[seat] = dealer.table.eyes(seat)

    game = toy(play_a_round, several_areas="99.1(c)")
    settled(run_toy(game, seats=3, areas={2: 1}))
    assert seen == {1: only(1) | only(2), 2: only(1) | only(2), 3: only(3)}
    settled(run_toy(game, seats=3))
    assert seen == {1: only(1), 2: only(2), 3: only(3)}


# -- opening a table ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [0, -1, 8, (), (0,), (1, 1), (-1, 2), (1, 9)])
def test_seats_that_a_table_has_not(seats: Any) -> None:
    game = taking("main")
    with pytest.raises(BadInput):
        game.open_table(game.rules(DAY), seats)


def test_seats_that_an_option_takes_away() -> None:
    game = toy(by_hand_round, seats_max=12, seats_of=lambda rules: 3)
    assert game.open_table(game.rules(DAY), 3).seats == (1, 2, 3)
    with pytest.raises(BadInput, match="p4: the table has 3 seats"):
        game.open_table(game.rules(DAY), (1, 4))


def test_a_closed_table_begins_with_its_first_procedure() -> None:
    game = registry.find("red-dog")
    rules = game.rules(DAY)
    assert game.open_table(rules, 1).next == "round"
    assert game.open_table(rules, 1, closed=True).next == "opening"
    plain = toy(by_hand_round)
    assert plain.open_table(plain.rules(DAY), 1, closed=True).next == "round"


def test_several_betting_areas_only_as_the_option_permits() -> None:
    plain = taking("main")
    with pytest.raises(NotPermitted, match="one betting area only"):
        table_of(plain, 3, options={"several_betting_areas": True}, areas={2: 1})
    game = toy(by_hand_round, several_areas="99.1(c)")
    with pytest.raises(NotPermitted, match=r"one betting area only .*19:47-99.1\(c\)"):
        table_of(game, 3, areas={2: 1})
    _, table = table_of(game, 3, options={"several_betting_areas": True}, areas={3: 1})
    assert table.areas == {3: 1}
    adjacent = {"several_betting_areas": "adjacent"}
    _, table = table_of(game, 3, options=adjacent, areas={3: 2})
    with pytest.raises(NotPermitted, match="must be adjacent"):
        table_of(game, 3, options=adjacent, areas={3: 1})
    with pytest.raises(NotPermitted, match="two betting areas, no more"):
        table_of(game, 3, options=adjacent, areas={1: 2, 3: 2})


class Memory(msgspec.Struct, frozen=True):
    word: str = ""
    pairs: tuple[tuple[int, int], ...] = ()


def test_a_table_survives_being_written_down() -> None:
    def prepare(rules: Any) -> tuple[Shoe, Memory]:
        return full_shoe(6, cutting_card=78), Memory("kept", ((1, 25), (2, 50)))

    game = toy(by_hand_round, prepare=prepare, state=Memory)
    _, table = table_of(game, 3, limits=Limits({"main": (500, 1000)}, 25))
    standing = (Wager(1, "main", 500, "here", False, 6, 25, 3),)
    table = msgspec.structs.replace(table, standing=standing, next="round", round=4)
    again = game.table_from_json(game.table_to_json(table))
    assert again == table
    assert isinstance(again.state, Memory)
    assert game.table_to_json(again) == game.table_to_json(table)


# -- sources ------------------------------------------------------------------------------------


def chi_square(counts: list[int], weights: list[int]) -> float:
    total, weight = sum(counts), sum(weights)
    expected = [total * w / weight for w in weights]
    return sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True) if e)


def test_random_cards_are_uniform_over_what_is_left() -> None:
    """A shoe with 1 to 4 of each card: 20,800 draws of its first card. 51 degrees of freedom:
    the 99.9th percentile of chi-square is 87.97."""
    counts = (*(1 + card % 4 for card in range(52)), 0)
    rng = random.Random(20_001)
    game = drawing()
    rules, table = table_of(game)
    seen = [0] * 53
    for most in (0, 4):
        shoe = Shoe(counts, sum(counts), 0, most)
        table = msgspec.structs.replace(table, shoe=shoe)
        for _ in range(10_400):
            tape = LiveTape(RandomEquipment(rng))
            run(game, rules, table, tape)
            drawn = tape.entries[0]
            assert isinstance(drawn, Drew)
            seen[drawn.card] += 1
    assert seen[52] == 0
    assert chi_square(seen[:52], list(counts[:52])) < 87.97


def test_random_cards_out_of_a_shoe_with_more_jokers_than_decks_are_uniform() -> None:
    game = drawing()
    rules, table = table_of(game)
    table = msgspec.structs.replace(table, shoe=full_shoe(1, jokers=4))
    rng = random.Random(5)
    jokers = 0
    for _ in range(7_000):
        tape = LiveTape(RandomEquipment(rng))
        run(game, rules, table, tape)
        jokers += tape.entries == [Drew(52)]
    # 4 of 56: 500 expected, standard deviation 21.5.
    assert 430 < jokers < 570


def test_random_dice_stops_and_numbers_are_uniform() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.roll(2, cite="99.2")
        # A stop that stands twice on the wheel is twice as likely.
        dealer.spin(("a", "b", "b", "c"), cite="99.2")
        dealer.number(1, "cut", 10, 19, cite="99.2")

    game = toy(play_a_round)
    rules, table = table_of(game)
    rng = random.Random(36)
    dice, stops, numbers = [0] * 36, [0] * 3, [0] * 10
    for _ in range(7_200):
        tape = LiveTape(RandomEquipment(rng))
        run(game, rules, table, tape)
        roll, spin, number = tape.entries
        first, second = roll.faces  # type: ignore[union-attr]
        dice[6 * first + second - 7] += 1
        stops["abc".index(spin.pocket)] += 1  # type: ignore[union-attr]
        numbers[number.number - 10] += 1  # type: ignore[union-attr]
    # 99.9th percentiles for 35, 2 and 9 degrees of freedom.
    assert chi_square(dice, [1] * 36) < 66.6
    assert chi_square(stops, [1, 2, 1]) < 13.8
    assert chi_square(numbers, [1] * 10) < 27.9


def test_random_equipment_waits_for_people_and_does_the_dealers_acts() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.act("nod", cite="99.2")
        dealer.choose(1, ("go",), cite="99.2")

    game = toy(play_a_round)
    rules, table = table_of(game)
    with pytest.raises(Awaiting) as caught:
        run(game, rules, table, LiveTape(RandomEquipment(random.Random(1))), by_hand=True)
    assert caught.value.prompt.kind == "decision"
    empty = msgspec.structs.replace(table, shoe=Shoe((0,) * 53, 0))
    with pytest.raises(BadInput, match="the shoe is empty"):
        run(drawing(), rules, empty, LiveTape(RandomEquipment(random.Random(1))))


def test_the_same_seed_gives_the_same_tape() -> None:
    game = taking("main", "number", required=True)
    rules, table = table_of(game, 3)
    tapes = []
    for seed in (7, 7, 8):
        tape = LiveTape(RandomPlayers(random.Random(seed)))
        run(game, rules, table, tape)
        tapes.append(tape.entries)
    assert tapes[0] == tapes[1] != tapes[2]


def test_random_players_take_back_what_cannot_be_completed() -> None:
    class Incomplete(Window):
        def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
            return Refusal("one is enough") if self.dealer.wagers else bounds

        def why_not_close(self) -> Refusal | None:
            return Refusal("it is incomplete") if self.dealer.wagers else None

    game = taking("main", window=Incomplete)
    source = RandomPlayers(random.Random(5))
    pending = waiting(run_toy(game, "p1 wager main 5.00")).prompt
    assert pending.legal() == ["p1 remove main"]
    assert source.answer(pending) == parse_entry("p1 remove main")


def test_players_put_down_the_same_wagers_and_decide_by_their_policy() -> None:
    def play_a_round(dealer: Dealer, rules: Any) -> None:
        dealer.take_wagers("main", cite="99.1")
        dealer.draw("box", cite="99.2")
        dealer.take_wagers("second", at_most="main", cite="99.1")
        give_all_back(dealer)

    def decide(prompt: Prompt) -> Entry:
        return Closed() if prompt.made else Wagered(2, "second", 300)

    game = toy(play_a_round)
    rules, table = table_of(game)
    plan = {(1, "main", ""): 500, (2, "main", ""): 700}
    tape = LiveTape(Players(random.Random(3), plan, decide))
    run(game, rules, table, tape)
    assert [type(entry).__name__ for entry in tape.entries] == [
        "Wagered",
        "Wagered",
        "Closed",
        "Drew",
        "Wagered",
        "Closed",
    ]
    assert tape.entries[4] == Wagered(2, "second", 300)


# -- the cut ------------------------------------------------------------------------------------


def test_clockwise_and_the_next_to_cut() -> None:
    assert clockwise_from(3, (1, 2, 3, 4)) == [3, 4, 1, 2]
    assert clockwise_from(5, (1, 2, 4)) == [1, 2, 4]
    assert next_to_cut((1, 2, 4), 2) == 4
    assert next_to_cut((1, 2, 4), 4) == 1
    assert next_to_cut((3,), 3) == 3
    assert next_to_cut((1, 2), 0) == 1
    assert next_to_cut((), 2) == 0


def test_the_cut_is_offered_in_turn_and_falls_to_the_dealer() -> None:
    cutters: list[int] = []

    def play_a_round(dealer: Dealer, rules: Any) -> None:
        cutters.append(offer_cut(dealer, (2, 1), offer="99.2(a)", cut="99.2(b)", margin=10))

    game = toy(play_a_round)
    assert waiting(run_toy(game, "p2 refuse the cut")).prompt.seat == 1
    settled(run_toy(game, "p2 accept the cut", "p2 cut 10"))
    settled(run_toy(game, "p2 refuse the cut", "p1 refuse the cut", "d cut 42"))
    assert cutters == [2, 0]
    assert refused(game, "p2 accept the cut", "p2 cut 43")


# -- receipts -----------------------------------------------------------------------------------


def test_a_digest_depends_on_everything_that_happened() -> None:
    game = taking("main")
    base = settled(run_toy(game, "p1 wager main 5.00", "d close"))
    same = settled(run_toy(game, "p1 wager main 5.00", "d close"))
    cents = settled(run_toy(game, "p1 wager main 5.01", "d close"))
    seat = settled(run_toy(game, "p2 wager main 5.00", "d close"))
    limits = settled(
        run_toy(game, "p1 wager main 5.00", "d close", limits=Limits({"": (100, 900)}))
    )
    assert base.digest() == same.digest()
    assert len({r.digest() for r in (base, cents, seat, limits)}) == 4


def test_event_texts() -> None:
    assert event_text(Event("announce", "99.2", 0, "Hello")) == 'announce "Hello"'
    assert event_text(Event("act", "99.2", 0, "nod")) == "nod"
    assert event_text(Event("note", "99.2", 2, "leaves")) == "p2 leaves"
    assert event_text(Event("draw", "99.2", 0, "box", 0, 51)) == f"draw box {CARD_TEXT[51]}"
    assert event_text(Event("pay", "99.2", 1, "main", 1050)) == "pay p1 main 10.50"


def test_nothing_is_remembered_by_a_game_without_a_state() -> None:
    _, table = table_of(taking("main"))
    assert table == Table((1, 2), Nothing(), full_shoe(1))
    assert one_deck(None) == (full_shoe(1), Nothing())


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"procedures": {"deal": None}}, "no procedure is named 'round'; there are: deal"),
        ({"first_procedure": "shuffle"}, "first_procedure is 'shuffle', which is no procedure"),
        ({"state": dict}, "its state, dict, is not a frozen Struct"),
    ],
)
def test_a_game_that_is_put_together_wrongly_says_so(fields: dict[str, Any], said: str) -> None:
    right: dict[str, Any] = {
        "data": None,
        "rules": None,
        "procedures": {"round": None},
        "prepare": None,
    }
    with pytest.raises(DataError, match=re.escape(said)):
        Game("toy", **(right | fields))


def test_irregularities_of_a_game_have_names_and_sections_of_their_own() -> None:
    def irregularity(name: str, cite: str) -> Irregularity:
        return Irregularity(name, cite, lambda dealer, found: None, lambda dealer, prompt: True)

    right: dict[str, Any] = {
        "data": None,
        "rules": None,
        "procedures": {"round": None},
        "prepare": None,
    }
    twice = (irregularity("a", "1.1"), irregularity("a", "1.2"))
    with pytest.raises(DataError, match="two irregularities have one name"):
        Game("toy", irregularities=twice, **right)
    with pytest.raises(DataError, match="toy, a: 'six' is not a citation"):
        Game("toy", irregularities=(irregularity("a", "six"),), **right)


def test_a_round_is_freed_at_once_and_not_by_the_garbage_collector() -> None:
    """A dealer that points to something which points back is only freed by the collector: that
    made every round a seventh dearer once."""
    game = registry.find("red-dog")
    rules = game.rules(DAY)
    table = game.open_table(rules, 1)
    tape = [
        parse_entry(line)
        for line in (
            "p1 wager original 10.00",
            "d close",
            "d draw 4s",
            "d draw 7h",
            "p1 wager raise 10.00",
            "d close",
            "d draw 5c",
        )
    ]
    for entries in (tape, tape[:5]):
        play(game, rules, table, entries)
        gc.collect()
        gc.disable()
        try:
            play(game, rules, table, entries)
            assert not gc.collect()
        finally:
            gc.enable()
