"""How tables look: what is printed comes from the rules, amounts can be read, places do not
collide, areas can be hit with a finger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import combinations
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'server'")

from pitboss import registry
from pitboss.draw.areas import board_of
from pitboss.draw.chips import FIGURES, denominations, short_dollars
from pitboss.draw.hands import picks
from pitboss.draw.printed import legends, pay_tables
from pitboss.draw.scene import scene_of
from pitboss.draw.seats import along_arc
from pitboss.draw.table import Drawing, at_seats, table_svg
from pitboss.draw.totals import total_of
from pitboss.equipment.cards import CARD_TEXT
from pitboss.server.scoreboards import letter_of
from pitboss.table.layout import Event
from pitboss.table.lying import Place
from tests.server.test_pages import rules_on_some_day

# How wide a phone's felt is against the drawing of 480 and its margins.
PHONE = 382 / 496


def drawing(key: str, **more: Any) -> Drawing:
    game = registry.find(key)
    rules = rules_on_some_day(game)
    seats = game.seats_max if game.seats_of is None else game.seats_of(rules)
    fields = {
        "law": rules.law, "layout": game.regulation.data.layout, "has_cards": True, "seats": seats,
        "names": {}, "you": "", "scene": scene_of([]), "wagers": [], "answers": (),
    }  # fmt: skip
    return Drawing(**(fields | more))


def faces(*cards: str) -> list[int]:
    return [CARD_TEXT.index(card) for card in cards]


def test_legends_are_those_of_the_table() -> None:
    game = registry.find("blackjack")
    layout = game.regulation.data.layout
    usual = game.rules(date(2015, 1, 1)).law
    assert legends(usual, layout)[0] == "BLACKJACK PAYS 3 TO 2"
    other = game.rules(date.today(), {"blackjack_pays": "6 to 5", "soft_17": "draw"}).law
    lines = legends(other, layout)
    assert "BLACKJACK PAYS 6 TO 5" in lines
    assert "DEALER MUST DRAW TO SOFT 17" in lines
    # A figure that the rules do not have is not printed at all.
    assert legends(usual, {"legend": ["pays {nothing}", "{insurance} is paid"]}) == [
        "2 TO 1 IS PAID"
    ]


@pytest.mark.parametrize("key", registry.keys())
def test_every_legend_of_the_data_can_be_printed(key: str) -> None:
    """A name that is misspelt in a layout would be left out in silence."""
    found = drawing(key)
    entries = found.layout.get("legend", ())
    assert len(legends(found.law, found.layout)) == len(entries)
    for entry in entries:
        if not isinstance(entry, str):
            option = registry.find(key).regulation.options[entry["option"]].at(found.law.day)
            assert option is not None
            assert set(entry) - {"option"} == set(map(str, option.values))
    for kind in found.layout.get("names", {}):
        assert any(kind in one.wagers for one in [registry.find(key).regulation])


def test_pay_tables_stand_on_the_felt() -> None:
    found = drawing("caribbean-stud-poker")
    headings = [heading for heading, _ in pay_tables(found.law, found.layout)]
    assert headings == ["BET", "PROGRESSIVE"]
    shared = drawing("let-it-ride-poker")
    assert pay_tables(shared.law, shared.layout)[0][0] == "PAYS"
    svg = table_svg(found)
    for row, odds in found.law.paytables["bet"]:
        assert f">{row}</text>" in svg
        assert f">{odds.text}</text>" in svg


@pytest.mark.parametrize(
    ("cents", "chips"),
    [(1_500, ["red"] * 3), (500, ["red"]), (13_100, ["black", "green", "red", "white"]),
     (50, ["white"]), (100_000, ["yellow"])],
)  # fmt: skip
def test_stacks_are_of_denominations(cents: int, chips: Sequence[str]) -> None:
    assert denominations(cents) == chips


def test_amounts_can_be_read_by_everybody() -> None:
    assert [short_dollars(cents) for cents in (1_500, 250, 1_000_000, 1_250_000)] == [
        "$15",
        "$2.50",
        "$10k",
        "$12.5k",
    ]
    wagers = [
        {"seat": "p2", "wager": "pass", "stake": 1_500, "on": True},
        {"seat": "p3", "wager": "straight 17", "stake": 700, "on": True},
    ]
    for key, seat, words in (("craps", "p2", "p2 $15"), ("roulette", "p3", "p3 $7")):
        own = [one for one in wagers if one["seat"] == seat]
        svg = table_svg(drawing(key, wagers=own, has_cards=False))
        found = re.search(rf'font-size="([\d.]+)"[^>]*>{re.escape(words)}</text>', svg)
        assert found is not None
        assert float(found[1]) >= FIGURES >= 13


@pytest.mark.parametrize(
    ("cards", "way", "total"),
    [(("As", "6h"), "twenty-one", "7/17"), (("As", "Kh"), "twenty-one", "21"),
     (("As", "6h", "Tc"), "twenty-one", "17"), (("Ks", "Qh", "5c"), "twenty-one", "25"),
     (("As", "Ah"), "twenty-one", "2/12"), (("9s", "8h"), "baccarat", "7"),
     (("Ks", "Qh"), "baccarat", "0"), (("Ks",), "", "")],
)  # fmt: skip
def test_totals(cards: Sequence[str], way: str, total: str) -> None:
    assert total_of(faces(*cards), way) == total


def test_a_card_face_down_counts_for_nothing() -> None:
    assert total_of([-1, *faces("9s")], "twenty-one") == "9"
    assert total_of([-1], "twenty-one") == ""


@pytest.mark.parametrize("key", registry.keys())
@pytest.mark.parametrize("you", ["", "p1", "p3"])
def test_places_do_not_collide(key: str, you: str) -> None:
    everybody = {f"p{n}": f"player-{n}" for n in range(1, 4)}
    found = drawing(key, names=everybody, you=you)
    if not at_seats(found):
        return
    svg = table_svg(found)
    side = r'="([-\d.]+)"'
    box = rf"<rect x{side} y{side} width{side} height{side} rx=\"14\""
    ring = rf"<circle cx{side} cy{side} r{side} class=\"seat"
    boxes = [tuple(map(float, one)) for one in re.findall(box, svg)]
    rings = [tuple(map(float, one)) for one in re.findall(ring, svg)]
    assert len(boxes) == 3 - bool(you)
    squares = boxes + [(x - r, y - r, 2 * r, 2 * r) for x, y, r in rings]
    for (x, y, w, h), (a, b, c, d) in combinations(squares, 2):
        apart = x + w <= a + 12 or a + c <= x + 12 or y + h <= b + 12 or b + d <= y + 12
        assert apart, (key, (x, y, w, h), (a, b, c, d))
    assert all(x >= 0 and x + w <= 1000 for x, _, w, _ in squares)


def test_the_first_seat_is_where_the_deal_begins() -> None:
    """Who looks at the dealer has the dealer's left at the right."""
    for key, right in (("blackjack", True), ("minibaccarat", False)):
        found = drawing(key, names={"p1": "a", "p2": "b"})
        first, second = along_arc(found, ["p1", "p2"], 0, 180)
        assert (first[1] > second[1]) is right, key


def test_the_arc_gives_room_by_who_sits_there() -> None:
    found = drawing("blackjack", names={"p1": "a"})
    spots = along_arc(found, ["p1", "p2", "p3"], 0, 90)
    assert spots[0][3] > spots[1][3] == spots[2][3]


@pytest.mark.parametrize("key", registry.keys())
def test_areas_can_be_hit_with_a_finger(key: str) -> None:
    found = drawing(key, narrow=True)
    if at_seats(found):
        return
    board = board_of(found.law, found.layout, narrow=True)
    for area in board.areas:
        if not area.point:
            assert (min(area.w, area.h) - 2) * PHONE >= 32 or key == "pokette", (area.kind, area.h)


def test_hands_are_picked_by_card() -> None:
    place = Place("p1's hand", 1, faces("Kh", "8d", "2c", "As"), [True] * 4)
    answers = [{"entry": "p1 set Kh 8d"}, {"entry": "p1 discontinue"}]
    assert picks(answers, [place])
    assert not picks(answers[1:], [place])
    scene = scene_of([])
    scene.places.append(place)
    svg = table_svg(
        drawing("fast-action-holdem", you="p1", names={"p1": "a"}, scene=scene, answers=answers)
    )
    assert re.findall(r'aria-pressed="false" data-card="([^"]+)"', svg) == ["Kh", "8d", "2c", "As"]


def test_the_bank_of_chemin_de_fer_has_a_place_of_its_own() -> None:
    bank = {"seat": "p2", "wager": "bank", "stake": 5_000, "on": True}
    everybody = {"p1": "anna", "p2": "bert"}
    svg = table_svg(drawing("baccarat-chemin-de-fer", names=everybody, you="p1", wagers=[bank]))
    assert svg.count(">THE BANK</text>") == 1  # who does not hold it has no spot for it
    assert svg.count("p2 bank $50.00") == 2  # once as a label, once as a title
    svg = table_svg(drawing("baccarat-chemin-de-fer", names=everybody, you="p2", wagers=[bank]))
    assert svg.count(">THE BANK</text>") == 2
    assert "nobody holds it" in table_svg(drawing("baccarat-chemin-de-fer"))


def test_the_bank_of_pai_gow_and_its_marker() -> None:
    everybody = {"p1": "anna", "p2": "bert"}
    bank = {"seat": "p2", "wager": "bank", "stake": 50_000, "on": True}
    dealers = {"seat": "d", "wager": "pai-gow", "stake": 2_000, "on": True}
    for key in ("pai-gow", "pai-gow-poker"):
        assert "the dealer banks" in table_svg(drawing(key, names=everybody, you="p1"))
        for narrow in (False, True):
            svg = table_svg(drawing(key, names=everybody, you="p1", banker="p2", narrow=narrow))
            assert "p2 is the bank" in svg
            assert "no chips up yet" in svg
            svg = table_svg(
                drawing(
                    key,
                    names=everybody,
                    you="p1",
                    banker="p2",
                    shared=True,
                    wagers=[bank, dealers],
                    narrow=narrow,
                )
            )
            assert "p2 is the co-bank" in svg
            assert "p2 bert and the house" in svg
            assert "p2 bank $500.00" in svg
            assert "d pai-gow $20.00" in svg


def test_tiles_look_like_tiles() -> None:
    """Ones and fours are red, and half of the double six; two that look alike are both turned."""
    events = [Event("draw", "10.6", 1, "hand of p1", 0, -1, 2) for _ in range(4)]
    events += [
        Event("reveal", "10.7", 1, "hand of p1", 0, card) for card in faces("6-6", "6-6", "4-1")
    ]
    svg = table_svg(drawing("pai-gow", names={"p1": "anna"}, scene=scene_of(events)))
    shown = svg.partition("p1 anna")[2]
    assert shown.count('aria-label="tile 6-6"') == 2
    assert shown.count('aria-label="tile 4-1"') == 1
    assert shown.count('aria-label="a tile face down"') == 1
    assert shown.count("spot-red") == 2 * 6 + 5
    assert shown.count("spot-white") == 2 * 6


def test_the_marker_of_red_dog_stands_on_the_spread() -> None:
    event = Event("act", cite="6.5(g)", what="place the marker on spread 4")
    svg = table_svg(drawing("red-dog", scene=scene_of([event])))
    assert "the marker is on spread 4" in svg
    assert "the marker is on" not in table_svg(drawing("red-dog"))


def test_the_wheel_of_big_six_has_all_its_sections() -> None:
    scene = scene_of([Event("spin", cite="5.6", what="joker")])
    svg = table_svg(drawing("big-six", scene=scene, has_cards=False))
    assert len(re.findall(r'class="money money-', svg)) == 54
    assert "the wheel stopped at Joker" in svg


def test_dice_are_printed_at_sic_bo() -> None:
    svg = table_svg(drawing("sic-bo", has_cards=False))
    # Six triples, six pairs, fifteen combinations, six numbers.
    assert svg.count('class="print-die"') == 6 * 3 + 6 * 2 + 15 * 2 + 6


def test_results_for_a_scoreboard() -> None:
    layout = registry.find("minibaccarat").regulation.data.layout

    def said(words: str) -> list[Event]:
        return [Event("announce", cite="7.10(a)", what=words)]

    assert (
        letter_of(said("Player's Hand 7, Banker's Hand 8, Banker's Hand wins"), layout["beads"])
        == "B"
    )
    assert letter_of(said("Tie Hand"), layout["beads"]) == "T"
    assert letter_of(said("No More Bets"), layout["beads"]) == ""
