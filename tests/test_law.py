"""The law as data: citations, pay tables, options, and a subchapter resolved for a day."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Any

import pytest

from pitboss import registry
from pitboss.equipment.cards import (
    CARD_TEXT,
    DECK,
    JOKER,
    card_name,
    cards_text,
    parse_card,
    parse_cards,
)
from pitboss.equipment.dice import all_rolls, dice_text, parse_dice
from pitboss.equipment.wheels import (
    BIG_SIX_SYMBOLS,
    DOUBLE_ZERO,
    RED,
    SINGLE_ZERO,
    big_six_sections,
    colour,
    neighbours,
)
from pitboss.errors import BadInput, DataError, NotInForce, NotPermitted, UnknownName
from pitboss.law.citation import Citations, section_of
from pitboss.law.options import allowed, read_value
from pitboss.law.paytable import Paytable
from pitboss.law.schema import OptionEntry, Range
from pitboss.money import Odds
from tests.toy import DAY, TOY, regulation

# -- citations ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cite", "section"),
    [
        ("6.5(i)2", "6.5"), ("1.9(b)6", "1.9"), ("20.5(c)1ii", "20.5"), ("3.6(d)1", "3.6"),
        ("11.8A(b)", "11.8A"), ("1A.3", "1A.3"), ("8.2", "8.2"), ("5.1(e)14", "5.1"),
    ],
)  # fmt: skip
def test_the_section_of_a_citation(cite: str, section: str) -> None:
    assert section_of(cite) == section


@pytest.mark.parametrize("cite", ["", "6", "6.5 (i)", "6.5(I)", "19:47-6.5", "6.5(i)2 ", "x"])
def test_what_is_not_a_citation(cite: str) -> None:
    with pytest.raises(ValueError, match="is not a citation"):
        section_of(cite)


def test_full_citations_by_edition_and_renumbering() -> None:
    assert Citations("19:47").full("6.7(c)") == "N.J.A.C. 19:47-6.7(c)"
    moved = Citations("13:69F", {"6.7": "6.6"})
    assert moved.full("6.7(c)") == "N.J.A.C. 13:69F-6.6(c)"
    assert moved.full("6.8") == "N.J.A.C. 13:69F-6.8"
    assert moved.full("") == ""


def test_a_data_file_may_say_that_a_section_moved() -> None:
    law = regulation(TOY + '\n[renumbered."13:69F"]\n"99.2" = "99.4"\n')
    assert law.resolve(date(2012, 3, 18)).cite("99.2(a)") == "N.J.A.C. 19:47-99.2(a)"
    assert law.resolve(date(2012, 3, 19)).cite("99.2(a)") == "N.J.A.C. 13:69F-99.4(a)"


def test_the_sections_of_subchapter_8_belong_to_every_game() -> None:
    law = regulation()
    assert law.section_in_force("8.2", DAY)
    assert law.section_in_force("99.1", DAY)
    assert not law.section_in_force("99.9", DAY)
    assert not law.section_in_force("8.6", date(2012, 3, 18))
    assert law.section_in_force("8.6", date(2012, 3, 19))


# -- pay tables ---------------------------------------------------------------------------------


def spread(*, minimum: bool = True, basis: Any = "read") -> Paytable:
    rows = (("1", Odds(5)), ("2-3", Odds(3, 2)), ("4-11", Odds(1)))
    return Paytable("spread", rows, cite="6.5(i)2", minimum=minimum, basis=basis)


def test_a_row_answers_to_every_number_it_covers() -> None:
    table = spread()
    assert table["1"] == table[1] == Odds(5)
    assert table[2] == table["3"] == table["2-3"] == Odds(3, 2)
    assert [table.row_number(k) for k in (1, 2, 3, 4, 11)] == [0, 1, 1, 2, 2]
    assert 12 not in table
    assert "12" not in table
    assert 0 not in table
    assert len(table) == 3
    assert [key for key, _ in table] == ["1", "2-3", "4-11"]
    with pytest.raises(KeyError):
        table[12]


def test_names_that_look_like_ranges_are_names() -> None:
    table = Paytable("x", (("9-1", Odds(1)), ("1-to-18", Odds(2)), ("00", Odds(3))), cite="5.2")
    assert table["9-1"] == Odds(1)
    assert table["1-to-18"] == Odds(2)
    assert table["00"] == Odds(3)
    assert 0 not in table
    assert 5 not in table


def test_two_rows_may_not_cover_the_same() -> None:
    with pytest.raises(NotPermitted, match="two rows cover 3"):
        Paytable("x", (("1-3", Odds(1)), ("3-4", Odds(2))), cite="6.5")


def test_the_licensee_may_pay_more_where_the_text_states_a_minimum() -> None:
    table = spread().with_odds("1", Odds(6), citation="c")
    assert table[1] == Odds(6)
    assert spread()[1] == Odds(5)
    assert spread().with_odds("1", Odds(10, 2), citation="c")[1].text == "10 to 2"
    with pytest.raises(NotPermitted, match=r"4 to 1 is below the minimum, 5 to 1 \(c\)"):
        spread().with_odds("1", Odds(4), citation="c")
    with pytest.raises(NotPermitted, match="below the minimum"):
        spread().with_odds("2-3", Odds(7, 5), citation="c")
    with pytest.raises(UnknownName, match="its rows are 1, 2-3, 4-11"):
        spread().with_odds("2", Odds(7), citation="c")


def test_fixed_odds_are_fixed_and_unverified_odds_may_be_set() -> None:
    with pytest.raises(NotPermitted, match="the odds are fixed at 5 to 1"):
        spread(minimum=False).with_odds("1", Odds(6), citation="c")
    assert spread(minimum=False).with_odds("1", Odds(10, 2), citation="c")[1] == Odds(5)
    guessed = spread(minimum=False, basis="unverified").with_odds("1", Odds(3), citation="c")
    assert guessed[1] == Odds(3)


def test_a_row_is_its_odds_and_knows_where_it_stands() -> None:
    table = spread(basis="inferred")
    row = table[3]
    assert (row.table, row.key, row.cite, row.basis) == ("spread", "2-3", "6.5(i)2", "inferred")
    assert (row, row.text, row.win(400)) == (Odds(3, 2), "3 to 2", 600)
    assert table["2-3"] is row is table.rows[1][1]
    higher = table.with_odds("2-3", Odds(2), citation="c")
    assert (higher[2].table, higher[2].key, higher[2].text) == ("spread", "2-3", "2 to 1")
    other = Paytable("other", table.rows, cite="6.6")
    assert (other[3].table, other[3].cite, row.table) == ("other", "6.6", "spread")


def test_a_pay_table_as_json() -> None:
    told = spread().as_json()
    assert told["rows"] == [
        {"row": "1", "odds": "5 to 1"},
        {"row": "2-3", "odds": "3 to 2"},
        {"row": "4-11", "odds": "1 to 1"},
    ]
    assert told["minimum"] is True
    assert told["label"] == "spread"


# -- options ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", True), ("false", False), ("8", 8), ("-3", -3), ("0", 0), ("half", "half"),
     ("6 to 1", "6 to 1"), ("--5", "--5"), ("-", "-"), ("²", "²"), ("5²", "5²"), ("١", "١"),
     ("True", "True"), ("1" * 12, "1" * 12), ("", "")],
)  # fmt: skip
def test_values_of_options_as_typed(text: str, value: Any) -> None:
    read = read_value(text)
    assert read == value
    assert type(read) is type(value)


def test_what_may_be_chosen_in_words() -> None:
    assert allowed(OptionEntry(range=Range(at_least=1))) == "1 or more"
    assert allowed(OptionEntry(range=Range(at_least=1, at_most=5))) == "1 to 5"
    assert allowed(OptionEntry(values=["adjacent", False, 3])) == "adjacent, false, 3"


OPTIONS = (
    TOY
    + """
[[option.decks]]
since = "first"
cite = "99.1(m)"
range = { at_least = 1, at_most = 8 }
default = 6

[[option.open]]
since = "first"
cite = "99.1(m)"
range = { at_least = 2 }
default = 2

[[option.device]]
since = "first"
cite = "99.1(n)"
values = [true, false]

[[option.hand]]
since = "first"
cite = "99.1(o)"
values = [true, false]

[[option.hand.excludes]]
option = "device"
forbids = [false]
cite = "99.1(p)"

[[option.counting]]
since = "first"
cite = "99.1(q)"
values = ["yes", "no"]
default = "no"
offered_if = { device = true }

[[option.one]]
since = "first"
cite = "99.1(r)"
values = [1, 2]
default = 1

[[wager.device-only]]
since = "first"
cite = "99.1(s)"
offered_if = { device = [true] }
"""
)


def test_defaults_fill_what_was_not_chosen() -> None:
    law = regulation(OPTIONS).resolve(DAY, {"decks": 8})
    assert law.options == {
        "several_betting_areas": False,
        "decks": 8,
        "open": 2,
        "device": False,
        "hand": False,
        "one": 1,
    }
    assert law.number("decks") == 8
    assert not law.flag("device")
    assert law.flag("nothing", default=True)
    with pytest.raises(DataError, match="not a number"):
        law.number("device")
    with pytest.raises(DataError, match="not a word"):
        law.word("decks")


@pytest.mark.parametrize(
    ("chosen", "error", "message"),
    [
        ({"decks": 0}, NotPermitted, r"decks = 0: expected 1 to 8 \(N.J.A.C. 19:47-99.1\(m\)\)"),
        ({"decks": 9}, NotPermitted, "expected 1 to 8"),
        ({"decks": "6"}, NotPermitted, "expected 1 to 8"),
        ({"decks": True}, NotPermitted, "decks = true: expected 1 to 8"),
        ({"open": 1}, NotPermitted, "expected 2 or more"),
        ({"device": "yes"}, NotPermitted, "expected true, false"),
        ({"device": 1}, NotPermitted, "device = 1: expected true, false"),
        ({"one": True}, NotPermitted, "one = true: expected 1, 2"),
        ({"hand": True}, NotPermitted, r"hand = true excludes device = false .*99.1\(p\)"),
        ({"counting": "yes"}, NotPermitted, "counting is there only with device = true"),
        ({"colour": "red"}, UnknownName, "no option 'colour'; the options are"),
        ({"odds.pays.even": "2 to 1"}, NotPermitted, "the odds are fixed at 1 to 1"),
        ({"odds.nothing.even": "2 to 1"}, UnknownName, "no pay table 'nothing'"),
        ({"odds.pays.odd": "2 to 1"}, UnknownName, "has no row 'odd'"),
        ({"odds.pays.even": "2 for 1"}, BadInput, "never with"),
    ],
)  # fmt: skip
def test_choices_that_are_refused(chosen: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        regulation(OPTIONS).resolve(DAY, chosen)


def test_choices_that_depend_on_one_another() -> None:
    law = regulation(OPTIONS)
    both = law.resolve(DAY, {"device": True, "hand": True, "counting": "yes"})
    assert both.options["counting"] == "yes"
    assert "device-only" in both.wagers
    assert "device-only" not in law.resolve(DAY).wagers
    assert "counting" not in law.resolve(DAY).options
    assert law.resolve(DAY, {"open": 10**6}).number("open") == 10**6


def test_the_licensees_own_odds_are_in_the_law() -> None:
    game = registry.find("red-dog")
    rules = game.rules(date(1999, 6, 1), {"odds.spread.1": "6 to 1"})
    assert rules.spread[1] == Odds(6)
    assert rules.law.hash != game.rules(date(1999, 6, 1)).law.hash


# -- what identifies rules ----------------------------------------------------------------------


def test_the_hash_changes_with_everything_that_can_change_a_receipt() -> None:
    base = regulation(OPTIONS).resolve(DAY).hash
    assert regulation(OPTIONS).resolve(date(2001, 5, 5)).hash == base, "a day is no content"
    for old, new in (
        ('"3 to 2"', '"4 to 2"'),
        ('cite = "99.1(a)2"', 'cite = "99.1(a)7"'),
        ("multiple_of = 5", "multiple_of = 4"),
        ('pays_exactly = "99.1(d)"', 'pays_exactly = "99.1(t)"'),
        ('spots = ["1", "2", "3"]', 'spots = ["1", "2"]'),
        ("default = 6", "default = 7"),
    ):
        assert old in OPTIONS
        changed = regulation(OPTIONS.replace(old, new, 1)).resolve(DAY).hash
        assert changed != base, new
    decision = '[[decision.x]]\nsince = "first"\ncite = "99.2"\nchoices = ["yes", "no"]\n'
    fact = '[[value.x]]\nsince = "first"\ncite = "99.2"\nvalue = 3\n'
    for more in (decision, fact):
        assert regulation(OPTIONS + more).resolve(DAY).hash != base
    label = OPTIONS.replace('title = "Toy"', 'title = "Another toy"')
    assert regulation(label).resolve(DAY).hash == base, "a title pays nobody"


def test_what_is_not_verified_is_told() -> None:
    text = OPTIONS.replace('cite = "99.1(a)2"', 'cite = "99.1(a)2"\nbasis = "unverified"', 1)
    text = text.replace('cite = "99.1(n)"', 'cite = "99.1(n)"\nbasis = "unverified"', 1)
    assert regulation(text).resolve(DAY).unverified == ("wager second", "option device")


# -- equipment ----------------------------------------------------------------------------------


def test_cards_are_small_integers() -> None:
    assert [parse_card(text) for text in ("2c", "2d", "3c", "As")] == [0, 1, 4, 51]
    assert parse_card("Jk") == JOKER == 52
    assert len(set(CARD_TEXT)) == 53 + 21
    assert cards_text(parse_cards("As Td 9c")) == "As Td 9c"
    assert card_name(parse_card("Qh")) == "queen of hearts"
    assert card_name(JOKER) == "joker"
    assert [parse_card(CARD_TEXT[card]) for card in DECK] == list(DECK)


@pytest.mark.parametrize("text", ["", "A", "as", "AS", "10h", "1h", "A♠", "As "])
def test_what_is_not_a_card(text: str) -> None:
    with pytest.raises(BadInput):
        parse_card(text)


def test_dice() -> None:
    assert parse_dice("4 3") == (4, 3)
    assert parse_dice("2 2 5", 3) == (2, 2, 5)
    assert dice_text((6, 1)) == "6 1"
    assert len(all_rolls(2)) == 36
    assert len(set(all_rolls(3))) == 216
    for text in ("4", "4 3 2", "7 1", "0 1", "43", "", "4 x"):
        with pytest.raises(BadInput):
            parse_dice(text)


def test_wheels() -> None:
    numbers = {str(n) for n in range(37)}
    assert set(SINGLE_ZERO) == numbers
    assert len(SINGLE_ZERO) == 37
    assert set(DOUBLE_ZERO) == numbers | {"00"}
    assert len(DOUBLE_ZERO) == 38
    assert len(RED) == 18
    for wheel in (SINGLE_ZERO, DOUBLE_ZERO):
        ring = [colour(pocket) for pocket in wheel]
        # Red and black alternate, except across a zero.
        assert all(a != b for a, b in pairwise(ring))
    assert colour("0") == colour("00") == "green"
    with pytest.raises(BadInput):
        colour("37")
    assert neighbours("0", DOUBLE_ZERO, 1) == ("2", "0", "28")
    assert neighbours("2", DOUBLE_ZERO, 2) == ("35", "14", "2", "0", "28")


def test_big_six_wheels() -> None:
    for counts in ("23-15-8-4-2-1-1", "24-15-7-4-2-1-1"):
        sections = big_six_sections(counts)
        assert len(sections) == 54
        assert [sections.count(symbol) for symbol in BIG_SIX_SYMBOLS] == [
            int(number) for number in counts.split("-")
        ]
    with pytest.raises(BadInput):
        big_six_sections("24-15-8-4-2-1-1")


# -- the registry -------------------------------------------------------------------------------


def test_every_game_is_found_by_its_key() -> None:
    for key in registry.OURS:
        game = registry.find(key)
        assert game.key == key == game.regulation.data.game
    assert registry.keys()[: len(registry.OURS)] == list(registry.OURS)


@pytest.mark.parametrize("key", ["", "poker-face", "Red Dog", "red_dog", "x" * 500])
def test_a_game_that_there_is_not(key: str) -> None:
    with pytest.raises(UnknownName, match="the games are craps, "):
        registry.find(key)


def test_a_day_before_the_chapter() -> None:
    with pytest.raises(NotInForce, match="no rules of the games"):
        registry.find("roulette").rules(date(1950, 1, 1))
