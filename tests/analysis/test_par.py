"""The PAR sheet: the data behind it, the workbook with its formulas, and the page."""

from __future__ import annotations

import io
import json
import re
from datetime import date
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from typing import Any

import openpyxl
import pytest
from msgspec.structs import replace
from tests.studies.formulas import Spreadsheet

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exact.figures import decimal_text, percent_text, root, short_text
from pitboss.analysis.par import Par, WagerSheet, par_of, values_of
from pitboss.law.schema import OptionEntry, Range
from pitboss.report.html import page_of
from pitboss.report.xlsx import sheet_name, workbook_of
from pitboss.report.xlsx_pay_table import settled

DAY = date(1999, 6, 1)


@cache
def par(key: str) -> Par:
    return par_of(registry.find(key), DAY, wager="ante" if key == "three-card-poker" else "")


every_game = pytest.mark.parametrize("key", ["red-dog", "roulette", "big-six", "three-card-poker"])


def sheet_of(found: Par, wager: str) -> WagerSheet:
    return next(sheet for sheet in found.sheets if sheet.wager == wager)


# -- figures ----------------------------------------------------------------------------------


def test_figures_are_rounded_from_the_fraction() -> None:
    assert decimal_text(Fraction(1, 3), 4) == "0.3333"
    assert decimal_text(Fraction(-2, 3), 4) == "-0.6667"
    assert decimal_text(Fraction(1, 8), 2) == "0.13"
    assert decimal_text(Fraction(-1, 10**9), 4) == "0.0000"
    assert decimal_text(Fraction(1234567), 0, comma=True) == "1,234,567"
    assert percent_text(Fraction(7, 495)) == "1.4141 %"
    assert short_text(Fraction(35)) == "35"
    assert short_text(Fraction(-1, 2), 4) == "-0.5"
    assert short_text(Fraction(2, 3), 4) == "0.6667"


def test_a_root_is_right_to_all_its_decimals() -> None:
    assert abs(root(Fraction(2)) ** 2 - 2) < Fraction(1, 10**23)
    assert root(Fraction(9, 4)) == Fraction(3, 2)


# -- data -------------------------------------------------------------------------------------


@every_game
def test_what_is_paid_and_what_is_lost_make_up_the_net(key: str) -> None:
    for sheet in par(key).sheets:
        assert sum(o.probability for o in sheet.outcomes) == 1
        assert sum(o.combinations for o in sheet.outcomes) == sheet.combinations
        for outcome in sheet.outcomes:
            assert Fraction(outcome.combinations, sheet.combinations) == outcome.probability
            won = sum(sheet.pays[paid.row].pays * paid.units for paid in outcome.paid)
            assert won + outcome.other == outcome.net
        mean = sum(o.probability * o.net for o in sheet.outcomes)
        assert sheet.summary.house_edge == -mean
        second = sum(o.probability * o.net**2 for o in sheet.outcomes)
        assert sheet.summary.variance == second - mean**2
        assert sum(row.returns for row in sheet.pays) == sum(
            o.probability * (o.net - o.other) for o in sheet.outcomes
        )


def test_the_summary_of_red_dog() -> None:
    summary = sheet_of(par("red-dog"), "original").summary
    assert summary.house_edge == Fraction(17533, 626665)
    assert summary.return_to_player == 1 - summary.house_edge
    assert summary.n0 == summary.variance / summary.house_edge**2
    assert summary.largest_payout == 11
    chances = (summary.hit_frequency, summary.push_frequency, summary.loss_frequency)
    assert None not in chances
    assert sum(chance for chance in chances if chance is not None) == 1
    band = summary.bands[2]
    assert band.rounds == 10_000
    assert band.expected == 10_000 * summary.house_edge
    low, high = band.within["95"]
    assert low.value + high.value == 2 * band.expected
    width = (high.value - low.value) / band.standard_deviation.value / 2
    assert abs(width - Fraction("1.95996398454")) < Fraction(1, 10**10)


def test_identity_names_rules_data_and_software() -> None:
    identity = par("red-dog").identity
    assert identity.rules == registry.find("red-dog").rules(DAY).law.hash
    assert re.fullmatch("[0-9a-f]{64}", identity.data)
    assert identity.decks == 6
    assert identity.cite == "N.J.A.C. 19:47-6"
    assert identity.software.startswith("pitboss ")
    assert identity.method == "exact"


def test_the_cost_of_simpler_strategies() -> None:
    costs = {cost.strategy: cost.cost for cost in par("red-dog").strategies}
    assert costs["optimal"] == 0
    assert costs["raise on 7 or more"] == 0
    assert costs["never raise"] == Fraction(3841, 48205) - Fraction(17533, 626665)


def test_every_value_of_an_option_has_the_edge_that_odds_gives() -> None:
    decks = next(o for o in par("red-dog").sensitivity if o.option == "decks")
    assert [variant.value for variant in decks.variants] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [variant.value for variant in decks.variants if variant.in_use] == [6]
    assert decks.effect
    assert decks.sampled
    for variant in decks.variants[::7]:
        odds = exact_edges("red-dog", DAY, {"decks": variant.value})
        assert variant.edges["original"] == odds.wagers[0].distribution.house_edge()


def test_options_without_effect_are_marked() -> None:
    effects = {option.option: option.effect for option in par("red-dog").sensitivity}
    assert effects == {
        "decks": True,
        "several_betting_areas": False,
        "recut_by": False,
        "continuous_shuffler": False,
    }


def test_a_value_that_is_not_permitted_beside_the_others_says_why() -> None:
    dealing = next(o for o in par("three-card-poker").sensitivity if o.option == "dealing")
    hand = next(variant for variant in dealing.variants if variant.value == "hand")
    assert "excludes automated_shuffler = false" in hand.refused
    assert "20.8(b)1" in hand.refused
    assert not hand.edges


def test_a_spot_that_stands_for_its_kind_is_compared_under_every_wheel() -> None:
    found = par("roulette")
    wheel = next(o for o in found.sensitivity if o.option == "wheel")
    for variant in wheel.variants:
        if variant.in_use:
            continue
        for name, edge in variant.edges.items():
            assert name in {sheet.wager for sheet in found.sheets}
            assert edge == Fraction(1, 37)


def test_ranges_are_sampled_sensibly() -> None:
    def tried(name: str, least: int, most: int | None, used: int) -> list[Any]:
        option = OptionEntry(range=Range(at_least=least, at_most=most), default=least)
        return values_of(name, option, used)[0]

    assert tried("decks", 6, None, 8) == [6, 7, 8]
    assert tried("decks", 1, None, 12) == [1, 2, 3, 4, 5, 6, 7, 8, 12]
    assert tried("odds_times", 1, 10, 10) == list(range(1, 11))
    assert tried("odds_times", 1, None, 10) == [1, 2, 3, 4, 5, 6, 7, 8, 10, 20, 50, 100]
    assert tried("tie_odds", 0, 100, 9) == [0, 8, 9, 10, 20, 40, 60, 80, 100]
    assert tried("meter", 0, None, 10_000_000) == [0, 5_000_000, 10_000_000, 20_000_000]


def test_wagers_of_the_same_rounds_have_a_covariance() -> None:
    (relation,) = par("roulette").relations
    i, j = relation.wagers.index("red"), relation.wagers.index("black")
    found = sheet_of(par("roulette"), "red").summary
    assert relation.covariance[i][i] == found.variance
    assert relation.covariance[i][j] == relation.covariance[j][i]
    # Red and black together lose half of each in 0 and 00, else nothing: -1 with 2/38.
    both = 2 * found.variance + 2 * relation.covariance[i][j]
    assert both == Fraction(2, 38) - Fraction(2, 38) ** 2
    assert relation.correlation[i][i].value == 1
    assert -1 < relation.correlation[i][j].value < -Fraction(9, 10)


@pytest.mark.parametrize(
    ("key", "day", "names"),
    [
        ("three-card-poker", DAY, ["ante", "pair-plus"]),
        ("four-card-poker", date(2015, 6, 1), ["ante", "aces-up"]),
    ],
)
def test_wagers_decided_together_have_a_covariance(key: str, day: date, names: list[str]) -> None:
    """Both wagers as the best play of both has them; together they are what is counted as one."""
    found = par_of(registry.find(key), day, sensitivity=False)
    (relation,) = found.relations
    assert relation.wagers == names
    (a, c), (_, b) = relation.covariance
    assert a + b + 2 * c == sheet_of(found, " and ".join(names)).summary.variance
    # A good hand wins both, and a fold that forfeits both loses both.
    assert 0 < relation.correlation[0][1].value < 1


def test_a_side_wager_that_no_decision_touches_is_as_if_alone() -> None:
    game = registry.find("three-card-poker")
    day = date(2015, 6, 1)
    found = par_of(game, day, {"fold_forfeits_pair_plus": False}, sensitivity=False)
    (relation,) = found.relations
    assert relation.covariance[1][1] == sheet_of(found, "pair-plus").summary.variance
    assert relation.covariance[0][0] == sheet_of(found, "ante").summary.variance


def test_sensitivity_by_several_processes_is_the_same() -> None:
    game = registry.find("red-dog")
    steps: list[str] = []
    found = par_of(game, DAY, workers=2, progress=steps.append)
    assert found.sensitivity == par("red-dog").sensitivity
    assert "option decks = 1" in steps


def test_every_pay_table_row_is_cited() -> None:
    found = par("red-dog")
    rows = {c.name: c for c in found.citations if c.kind == "pay table row"}
    assert list(rows) == [
        "spread: 1",
        "spread: 2",
        "spread: 3",
        "spread: 4-11",
        "three_of_a_kind: three of a kind",
    ]
    assert rows["spread: 1"].cite == "N.J.A.C. 19:47-6.5(i)2"
    assert rows["spread: 1"].what == "5 to 1, or more"
    assert "N.J.R." in rows["spread: 1"].source
    kinds = {c.kind for c in found.citations}
    assert kinds == {"pay table row", "wager", "option", "decision", "fact"}


def test_charges_are_told() -> None:
    game = registry.find("baccarat-punto-banco")
    banker = par_of(game, date(2013, 5, 1), wager="banker", sensitivity=False)
    assert not banker.sensitivity
    facts = next(wager for wager in banker.wagers if wager.wager == "banker")
    assert facts.commission == "1/20 of the wager when it wins"
    win = banker.sheets[0].outcomes[0]
    assert (win.other, win.net) == (Fraction(-1, 20), Fraction(19, 20))
    assert settled(win, banker.sheets[0]) == (Fraction(1), Fraction(1), Fraction(-1, 20))


def test_what_is_not_verified_is_in_the_sheet() -> None:
    assert par("big-six").unverified == ["option stops"]
    assert any("23-15-8-4-2-1-1" in doubt for doubt in par("big-six").doubts)


@every_game
def test_the_data_is_json(key: str) -> None:
    answer = json.loads(json.dumps(par(key).as_json()))
    assert answer["identity"]["day"] == DAY.isoformat()
    summary = answer["sheets"][0]["summary"]
    edge = par(key).sheets[0].summary.house_edge
    assert Fraction(summary["house_edge"]["exact"]) == edge
    assert set(summary["standard_deviation"]) == {"decimal"}
    assert "Fraction" not in json.dumps(answer)


# -- the workbook -----------------------------------------------------------------------------


def opened(found: Par, *, values: bool = False) -> Any:
    return openpyxl.load_workbook(io.BytesIO(workbook_of(found)), data_only=values)


def formulas_in(book: Any) -> list[tuple[str, str]]:
    return [
        (sheet.title, cell.coordinate)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str) and cell.value.startswith("=")
    ]


@every_game
def test_every_formula_carries_the_value_it_has(key: str) -> None:
    found = par(key)
    book, cached = opened(found), opened(found, values=True)
    spreadsheet = Spreadsheet(book)
    places = formulas_in(book)
    assert len(places) > 50
    for sheet, cell in places:
        value, shown = spreadsheet.value(sheet, cell), cached[sheet][cell].value
        if isinstance(shown, str):
            assert value == shown
        else:
            assert value == pytest.approx(shown, rel=1e-9, abs=1e-12), (sheet, cell)


def labelled(book: Any, sheet: str, label: str) -> str:
    """The cell beside the one that says `label`."""
    for row in book[sheet].iter_rows(max_col=1):
        if row[0].value == label:
            return f"B{row[0].row}"
    raise AssertionError(label)


def test_another_pay_changes_the_edge_as_odds_would() -> None:
    """5 to 1 on a spread of one made 6 to 1: the workbook against a new analysis."""
    book = opened(par("red-dog"))
    spreadsheet = Spreadsheet(book)
    edge = labelled(book, "original", "house edge")
    variance = labelled(book, "original", "variance per round")
    before = spreadsheet.value("original", edge)
    (row,) = [r[0].row for r in book["original"].iter_rows(max_col=1) if r[0].value == "1"]
    assert book["original"][f"E{row}"].value == 5
    spreadsheet.change("original", f"E{row}", 6)
    (other,) = exact_edges("red-dog", DAY, {"odds.spread.1": "6 to 1"}).wagers
    assert spreadsheet.value("original", edge) != before
    wanted = other.distribution
    assert spreadsheet.value("original", edge) == pytest.approx(float(wanted.house_edge()))
    assert spreadsheet.value("original", variance) == pytest.approx(float(wanted.variance()))
    summary = [spreadsheet.value("Summary", f"{column}2") for column in "BDEFGHIJ"]
    assert summary[0] == pytest.approx(float(wanted.house_edge()))
    assert summary[2] == pytest.approx(float(wanted.element_of_risk()))
    bands = spreadsheet.value("Bands", "C5")
    assert bands == pytest.approx(100 * float(wanted.house_edge()))


def test_one_row_paid_on_two_amounts_is_changed_in_one_place() -> None:
    """Spreads of 4 to 11, with and without the raise: the second follows the first."""
    book = opened(par("red-dog"))
    sheet = book["original"]
    rows = [
        row[0].row
        for row in sheet.iter_rows(max_col=1)
        if str(row[0].value).startswith("4-11, net")
    ]
    assert len(rows) == 2
    assert sheet[f"E{rows[0]}"].value == 1
    assert sheet[f"E{rows[1]}"].value == f"=E{rows[0]}"


def test_ante_play_and_bonus_are_changed_apart() -> None:
    found = par("three-card-poker")
    sheet = found.sheets[0]
    assert sheet.composite()
    book = opened(found)
    spreadsheet = Spreadsheet(book)
    edge = labelled(book, "ante", "house edge")
    (row,) = [
        r[0].row for r in book["ante"].iter_rows(max_col=1) if r[0].value == "ante_bonus: straight"
    ]
    spreadsheet.change("ante", f"E{row}", 3)
    bonus = next(pay for pay in sheet.pays if (pay.table, pay.row) == ("ante_bonus", "straight"))
    wanted = sheet.summary.house_edge - 2 * bonus.probability
    assert spreadsheet.value("ante", edge) == pytest.approx(float(wanted))
    largest = labelled(book, "ante", "largest payout (to 1)")
    assert spreadsheet.value("ante", largest) == 7


def test_combinations_beyond_a_double_are_text_beside_an_exact_probability() -> None:
    found = par("big-six")
    huge = 3**40
    sheets = [
        replace(
            sheet,
            combinations=sheet.combinations * huge,
            outcomes=[replace(o, combinations=o.combinations * huge) for o in sheet.outcomes],
        )
        for sheet in found.sheets
    ]
    book = opened(replace(found, sheets=sheets))
    sheet, first = book["symbol 1"], found.sheets[0].outcomes[0]
    (row,) = [r[0].row for r in sheet.iter_rows(max_col=1) if r[0].value == "1"]
    assert sheet[f"B{row}"].value == f"{first.combinations * huge:,}"
    assert sheet[f"C{row}"].value == str(first.probability)
    assert sheet[f"D{row}"].value == pytest.approx(float(first.probability), rel=1e-15)
    for where, cell in formulas_in(book):
        assert Spreadsheet(book).value(where, cell) is not None


def test_many_wagers_share_a_sheet() -> None:
    found = par("big-six")
    many = replace(found, sheets=[replace(found.sheets[0], wager=f"symbol {n}") for n in range(21)])
    book = opened(many)
    assert book.sheetnames == [
        "Identity",
        "Wagers",
        "Summary",
        "Bands",
        "Charts",
        "Pay tables",
        "Together",
        "Sensitivity",
        "True odds",
        "Shape",
        "After rounds",
        "Simulation",
        "Errors",
        "Course",
        "Pace",
        "Coupons",
        "Irregularities",
        "Requirements",
        "Citations",
    ]
    spreadsheet = Spreadsheet(book)
    edge = float(found.sheets[0].summary.house_edge)
    assert spreadsheet.value("Summary", "B22") == pytest.approx(edge)


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert workbook_of(par("big-six")) == workbook_of(par("big-six"))


def test_names_of_sheets_are_accepted_by_a_workbook() -> None:
    taken: set[str] = {"summary"}
    assert sheet_name("Summary", taken) == "Summary (2)"
    assert sheet_name("six-numbers 16-17-18-19-20-21-22-23", taken) == (
        "six-numbers 16-17-18-19-20-21-2"
    )
    assert sheet_name("six-numbers 16-17-18-19-20-21-24", taken).endswith("(2)")
    assert sheet_name("a/b:c*[d]", taken) == "a-b-c--d-"


# -- the page ---------------------------------------------------------------------------------


class Page(HTMLParser):
    """Checks that tags are closed in order, and keeps what the tests ask about."""

    EMPTY = ("meta", "br", "wbr", "rect", "line", "circle", "polygon")

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@every_game
def test_the_page_is_whole_and_needs_nothing_else(key: str) -> None:
    text = page_of(par(key))
    page = Page(text)
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img|\bsrc=", text)
    assert len(page.named("caption")) == len(page.named("table")) > 5
    assert all(heading.get("scope") in ("col", "row") for heading in page.named("th"))
    assert all(chart.get("role") == "img" and chart["aria-label"] for chart in page.named("svg"))
    assert page.named("html")[0]["lang"] == "en"
    targets = {attributes.get("id") for _, attributes in page.tags}
    for link in page.named("a"):
        assert link["href"] is not None
        assert link["href"][1:] in targets
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(set(ids)) == len(ids)
    shown = "".join(page.text)
    for sheet in par(key).sheets:
        assert percent_text(sheet.summary.house_edge) in shown
    assert par(key).identity.rules in shown


def test_text_in_the_page_is_text() -> None:
    found = par("big-six")
    sheet = replace(found.sheets[0], wager='<i>&"x"', note="<b>bold</b>")
    text = page_of(replace(found, sheets=[sheet], unverified=["<script>"]))
    assert "<script>" not in text
    assert "<b>bold</b>" not in text
    assert '<i>&"x"' in "".join(Page(text).text)


def test_a_fair_wager_and_one_in_the_players_favour_are_shown() -> None:
    found = par("big-six")
    summary = replace(found.sheets[0].summary, house_edge=Fraction(0), n0=None)
    gain = replace(found.sheets[1].summary, house_edge=Fraction(-1, 50))
    sheets = [replace(found.sheets[0], summary=summary), replace(found.sheets[1], summary=gain)]
    changed = replace(found, sheets=sheets)
    assert "\N{MINUS SIGN}2.0000 %" in "".join(Page(page_of(changed)).text)
    assert opened(changed, values=True)["Summary"]["K2"].value == "none"
