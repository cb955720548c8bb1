"""Every figure we know of for the games of the floor, reproduced exactly."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import msgspec
import pytest
from tests.studies.published import PUBLISHED, UNNAMED_WAY

from pitboss import registry
from pitboss.analysis.exact.chain import explore_chain, solve
from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import Edges, exact_edges, solve_scenario
from pitboss.analysis.exact.explore import Explorer, joint_of
from pitboss.analysis.study import UNIT, Scenario, study_of
from pitboss.equipment.cards import parse_cards
from pitboss.games.three_card_poker.hands import qualifies
from pitboss.games.three_card_poker.rules import by_ledger_row
from pitboss.hands import tiles
from pitboss.hands.pai_gow_bonus import BONUS_ROWS
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    JOKER,
    THREE_CARD_CATEGORIES,
    three_card_joker_value,
)
from pitboss.law.paytable import Paytable
from pitboss.money import Odds as To
from pitboss.studies.pai_gow.exact import kinds as tile_kinds
from pitboss.studies.pai_gow_poker import sides
from pitboss.studies.pai_gow_poker.whole import HANDS
from pitboss.studies.three_card_poker.study import deals
from pitboss.table.layout import Wager

DAY = {
    "craps": date(1996, 5, 1),
    "roulette": date(2000, 5, 1),
    "big-six": date(2000, 5, 1),
    "baccarat-punto-banco": date(2013, 5, 1),
    "red-dog": date(1999, 6, 1),
    "three-card-poker": date(1999, 1, 4),
}
# All side wagers of pai gow poker are in the code of 2012.
NEW_CODE = date(2013, 5, 1)


@cache
def odds(key: str, **options: Any) -> Edges:
    return exact_edges(key, DAY[key], options)


def wager(key: str, name: str, **options: Any) -> Distribution:
    found = [w for w in odds(key, **options).wagers if w.wager == name]
    assert len(found) == 1, name
    return found[0].distribution


def per_roll(name: str) -> Fraction:
    found = next(w for w in odds("craps").wagers if w.wager == name)
    assert found.rounds is not None
    return found.distribution.house_edge() / found.rounds


# -- craps ------------------------------------------------------------------------------------


@cache
def given_point(point: int) -> Distribution:
    """A pass wager that stands with a point."""
    game = registry.find("craps")
    rules = game.rules(DAY["craps"])
    study = study_of(game)
    assert study is not None
    scenario = Scenario("pass", (("pass", "", UNIT),))
    table = game.open_table(rules, 1)
    state = msgspec.structs.replace(table.state, point=point)
    standing = (Wager(1, "pass", UNIT, round_made=-1),)
    table = msgspec.structs.replace(table, state=state, standing=standing)
    joint, _ = solve(explore_chain(game, rules, study, scenario, table), scenario, rules)
    return joint.distribution("pass")


def fire(points: int) -> Fraction:
    """The chance of exactly this many different points, from the fire bet's rows."""
    distribution = (
        exact_edges("craps", date(2013, 5, 1), {"fire_bet": "24-249-999"}, wager="fire")
        .wagers[0]
        .distribution
    )
    return sum(
        (p for cell, p in distribution.cells.items() if cell.row.startswith(str(points))),
        Fraction(0),
    )


def different_points() -> list[Fraction]:
    """The chance of each number of different points before a seven-out, by recursion over the
    sets of points made: a second reading, since the bet's own rows begin at four."""
    weight = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    made = {p: Fraction(w, w + 6) for p, w in weight.items()}
    set_ = {p: Fraction(w, 24) for p, w in weight.items()}
    found = [Fraction(0)] * 7
    reach: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for size in range(7):
        following: dict[tuple[int, ...], Fraction] = {}
        for have, chance in reach.items():
            again = sum((set_[p] * made[p] for p in have), Fraction(0))
            out = sum((set_[p] * (1 - made[p]) for p in weight), Fraction(0))
            found[size] += chance * out / (1 - again)
            for p in weight:
                if p not in have:
                    key = tuple(sorted((*have, p)))
                    share = chance * set_[p] * made[p] / (1 - again)
                    following[key] = following.get(key, Fraction(0)) + share
        reach = following
    return found


def hand_of_ten() -> float:
    """A shooter's hand of at least ten rolls: nine rolls without a seven-out."""
    weight = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
    come_out, on = Fraction(1), dict.fromkeys(weight, Fraction(0))
    for _ in range(9):
        back = sum((on[p] * Fraction(w, 36) for p, w in weight.items()), Fraction(0))
        stay = {p: on[p] * Fraction(30 - w, 36) for p, w in weight.items()}
        on = {p: stay[p] + come_out * Fraction(w, 36) for p, w in weight.items()}
        come_out = come_out * Fraction(12, 36) + back
    return float(come_out + sum(on.values(), Fraction(0)))


def with_odds(line: str, times: int) -> Fraction:
    day = date(2005, 1, 1) if times > 10 else DAY["craps"]
    name = f"{line} and {line}-odds"
    found = exact_edges("craps", day, {"odds_times": times}, wager=name)
    return found.wagers[0].distribution.element_of_risk()


CRAPS: dict[str, Any] = {
    "pass.win_prob": lambda: wager("craps", "pass").probability(1),
    "pass.edge": lambda: wager("craps", "pass").house_edge(),
    "dontpass.win_prob": lambda: wager("craps", "dont-pass").probability(1),
    "dontpass.edge_per_bet": lambda: wager("craps", "dont-pass").house_edge(),
    "come.edge": lambda: wager("craps", "come").house_edge(),
    "dontcome.edge_per_bet": lambda: wager("craps", "dont-come").house_edge(),
    "pass.win_given_point_4": lambda: given_point(4).probability(1),
    "pass.win_given_point_6": lambda: given_point(6).probability(1),
    "pass.win_given_point_8": lambda: given_point(8).probability(1),
    "pass.win_given_point_10": lambda: given_point(10).probability(1),
    "pass.given_point_4_ev": lambda: given_point(4).mean(),
    **{f"pass_odds.{n}x": (lambda n=n: with_odds("pass", n)) for n in (1, 3, 5, 10, 20)},
    **{f"dontpass_odds.{n}x": (lambda n=n: with_odds("dont-pass", n)) for n in (1, 2)},
    **{
        f"place_win.{n}.edge": (lambda n=n: wager("craps", f"place-to-win {n}").house_edge())
        for n in (4, 5, 6, 8, 9, 10)
    },
    **{
        f"place_win.{n}.edge_per_roll": (lambda n=n: per_roll(f"place-to-win {n}"))
        for n in (5, 6, 8)
    },
    "buy.5.edge_on_bet": lambda: wager("craps", "buy 5").house_edge(),
    "lay.5.edge_on_bet": lambda: wager("craps", "lay 5").house_edge(),
    "buy.6.edge_on_bet": lambda: wager("craps", "buy 6").house_edge(),
    "hard8.edge": lambda: wager("craps", "hardway 8").house_edge(),
    "hard8.win_prob": lambda: wager("craps", "hardway 8").probability(1),
    "hard10.edge": lambda: wager("craps", "hardway 10").house_edge(),
    "field.edge": lambda: wager("craps", "field").house_edge(),
    "any7.edge": lambda: wager("craps", "any-seven").house_edge(),
    "anycraps.edge": lambda: wager("craps", "any-craps").house_edge(),
    "craps2.edge": lambda: wager("craps", "craps-two").house_edge(),
    "craps3.edge": lambda: wager("craps", "craps-three").house_edge(),
    "eleven.edge": lambda: wager("craps", "eleven").house_edge(),
    "horn.edge": lambda: wager("craps", "horn").house_edge(),
    # Four units on the horn: an eleven nets twelve of them.
    "horn.net_on_11": lambda: 4 * sorted(c.net for c in wager("craps", "horn").cells)[1],
    "pass.variance": lambda: wager("craps", "pass").variance(),
    "dontpass.variance": lambda: wager("craps", "dont-pass").variance(),
    "pass.mean_rolls_per_decision": lambda: odds("craps").wagers[0].rounds,
    "shooter.hand_10": hand_of_ten,
    "fire.prob_1": lambda: different_points()[1],
    "fire.prob_3": lambda: different_points()[3],
    "fire.prob_5": lambda: fire(5),
    "fire.edge_24_249_999": lambda: (
        exact_edges("craps", date(2013, 5, 1), {"fire_bet": "24-249-999"}, wager="fire")
        .wagers[0].distribution.house_edge()
    ),
}  # fmt: skip


def test_fire_bet_rows_agree_with_the_second_reading() -> None:
    assert [fire(n) for n in (4, 5, 6)] == different_points()[4:]


# -- wheels -----------------------------------------------------------------------------------

KINDS = {
    "straight": "straight", "split": "split", "three_numbers": "three-numbers",
    "four_numbers": "four-numbers", "first_five": "first-five", "six_numbers": "six-numbers",
    "column": "column", "dozen": "dozen", "red": "red",
}  # fmt: skip


def roulette(figure: str) -> Fraction:
    zeros, kind, quantity = figure.split(".")
    options = (
        {"wheel": "double zero", "zero_rule": "all"} if zeros == "00" else {"wheel": "single zero"}
    )
    found = [
        w.distribution
        for w in odds("roulette", **options).wagers
        if w.wager.split(" ")[0] == KINDS[kind]
    ]
    return found[0].house_edge() if quantity == "edge" else found[0].variance()


def big_six(figure: str) -> Fraction:
    symbol = figure.split(".")[0]
    if symbol == "joker_40to1_trap":
        # Nevada's 40 to 1 is below New Jersey's minimum, so it is computed from the chance.
        chance = wager("big-six", "symbol joker", stops=STOPS).probability(1)
        return 1 - 41 * chance
    return wager("big-six", f"symbol {symbol}", stops=STOPS).house_edge()


STOPS = "24-15-7-4-2-1-1"


# -- baccarat ---------------------------------------------------------------------------------


def baccarat(figure: str) -> Fraction | int:
    decks = int(figure[0])
    name = figure.split(".", 1)[1]
    options: dict[str, Any] = {"decks": decks}
    if "4pct" in name:
        options["vigorish"] = "4 percent"
    banker = wager("baccarat-punto-banco", "banker", **options)
    player = wager("baccarat-punto-banco", "player", **options)
    tie = wager("baccarat-punto-banco", "tie", **options)
    plain: dict[str, Any] = {
        "player.prob": lambda: player.probability(1),
        "banker.prob": lambda: banker.probability(1),
        "tie.prob": lambda: tie.probability(1),
        "player.edge": player.house_edge,
        "banker_5pct.edge": banker.house_edge,
        "banker_4pct.edge": banker.house_edge,
        "banker_5pct.variance": banker.variance,
        "banker_5pct.edge_resolved": lambda: banker.house_edge() / (1 - banker.probability(0)),
        "player.edge_resolved": lambda: player.house_edge() / (1 - player.probability(0)),
        "tie_8to1.edge": tie.house_edge,
        "combos.banker": lambda: banker.probability(1) * banker.combinations(),
        "combos.player": lambda: player.probability(1) * player.combinations(),
        "combos.total": banker.combinations,
        "banker_wins_with_6.prob": lambda: _six(decks),
        "natural.prob": lambda: _natural(decks),
    }
    if name in plain:
        return Fraction(plain[name]())
    if name.startswith("cards_"):
        count = {"4": "four-cards", "5": "five-cards", "6": "six-cards"}[name[6]]
        cards = wager("baccarat-punto-banco", count, **options)
        return cards.probability(1) if name.endswith("prob") else cards.house_edge()
    if name == "dragon_banker.edge":
        return wager("baccarat-punto-banco", "bonus-banker", **options).house_edge()
    margin = name.removeprefix("player_margin_").partition("_")[0]
    bonus = wager("baccarat-punto-banco", "bonus-player", **options)
    pays = {"8": 10, "7": 6}[margin]
    return sum((p for cell, p in bonus.cells.items() if cell.net == pays), Fraction(0))


def _six(decks: int) -> Fraction:
    """Banker's wins that pay 1 to 2 where there is no vigorish."""
    banker = wager("baccarat-punto-banco", "banker", decks=decks, vigorish="none")
    return sum((p for c, p in banker.cells.items() if c.net == Fraction(1, 2)), Fraction(0))


def _natural(decks: int) -> Fraction:
    """Either hand 8 or 9 in two cards, by counting the four cards directly."""
    held = [16 * decks] + [4 * decks] * 9
    total = Fraction(0)
    cards = 52 * decks
    for a in range(10):
        for b in range(10):
            for c in range(10):
                for d in range(10):
                    if (a + c) % 10 >= 8 or (b + d) % 10 >= 8:
                        left = list(held)
                        ways = 1
                        for value in (a, b, c, d):
                            ways *= left[value]
                            left[value] -= 1
                        total += ways
    return Fraction(total, cards * (cards - 1) * (cards - 2) * (cards - 3))


# -- red dog ----------------------------------------------------------------------------------


def red_dog(figure: str) -> Fraction:
    decks = int(figure[0])
    name = figure.split(".", 1)[1]
    original = wager("red-dog", "original", decks=decks)
    if name == "edge":
        return original.house_edge()
    if name == "variance":
        return original.variance()
    if name == "trips_prob":
        return sum((p for c, p in original.cells.items() if c.odds == "11 to 1"), Fraction(0))
    if name == "tie_prob":
        return original.probability(0)
    if name == "raise_prob":
        told = odds("red-dog", decks=decks).strategy
        return sum((c.probability for c in told if "raise" in c.do), Fraction(0))
    spread = int(name.split(".")[0].rpartition("_")[2])
    return raise_value(decks, spread)


def raise_value(decks: int, spread: int) -> Fraction:
    """What a unit raised on this spread is worth: the difference of the two choices."""
    game = registry.find("red-dog")
    rules = game.rules(DAY["red-dog"], {"decks": decks})
    study = study_of(game)
    assert study is not None
    explorer = Explorer(game, rules, study, (("original", "", UNIT),), None)
    joint_of(
        Scenario("original", (("original", "", UNIT),)),
        explorer.leaves(game.open_table(rules, 1)),
        rules,
    )
    branch = next(
        b
        for (situation, _), b in explorer.branches.items()
        if situation == f"The spread is {spread}"
    )
    values = {text.split(" ")[0]: value for text, value in branch.values}
    return (values["p1"] - values["d"]) / UNIT


# -- three card poker -------------------------------------------------------------------------


def three_card(figure: str) -> Fraction | int:
    kind, _, name = figure.partition(".")
    if kind == "pairplus":
        pays = name.split(".")[0].split("_")
        ledger = dict(
            zip(
                ("pair", "flush", "straight", "three of a kind", "straight flush"),
                map(int, pays),
                strict=True,
            )
        )
        found = _with_ledger("pair_plus", ledger, "pair-plus")
        return found.house_edge() if name.endswith("edge") else found.variance()
    if figure == "dealer_qualifies.prob":
        values = deals().values
        return Fraction(sum(qualifies(int(value)) for value in values), len(values))
    if figure == "ante_play.combos":
        return wager("three-card-poker", "ante").combinations()
    table, _, quantity = name.partition(".")
    ledger = dict(
        zip(("straight flush", "three of a kind", "straight"), map(int, table), strict=True)
    )
    ante = _with_ledger("ante_bonus", ledger, "ante")
    if quantity == "edge":
        return ante.house_edge()
    if quantity == "play_prob":
        return sum((p for c, p in ante.cells.items() if c.staked == 2), Fraction(0))
    net = int(quantity.split("_")[1].split(".")[0])
    share = sum((p for c, p in ante.cells.items() if c.net == net), Fraction(0))
    return share * ante.combinations()


def _with_ledger(name: str, ledger: dict[str, int], wanted: str) -> Distribution:
    """The odds under another ledger: not New Jersey's of 1997, so put in by hand."""
    game = registry.find("three-card-poker")
    rules = game.rules(DAY["three-card-poker"])
    rows = tuple((row, To(pays)) for row, pays in ledger.items())
    table = Paytable(name, rows, cite="20.11(a)")
    rules = msgspec.structs.replace(rules, **{name: table, f"{name}_ledger": by_ledger_row(table)})
    study = study_of(game)
    assert study is not None
    scenario = next(s for s in study.scenarios(rules) if s.wager == wanted)
    joint, _, _ = solve_scenario(game, rules, study, scenario, None)
    return joint.distribution(wanted)


# -- pai gow, pai gow poker ------------------------------------------------------------------------

# The ranks of permissible pairs in 10.2(b), by kind; 0 is none.
PAIR_RANKS = {
    "supreme": {1},
    "matched": set(range(2, 13)),
    "mixed": set(range(13, 17)),
    "wong": {17, 18},
    "points": {0},
}


def pai_gow(figure: str) -> Any:
    two = list(combinations(range(tiles.TILES), 2))
    match figure.split("."):
        case ["two_tiles", kind, "count"] if kind in PAIR_RANKS:
            return sum(tiles.pair_rank(a, b) in PAIR_RANKS[kind] for a, b in two)
        case ["two_tiles", kind, "count"]:
            value = int(kind.removeprefix("points_"))
            keys = [tiles.pair_key(a, b) for a, b in two]
            return sum(k // tiles.RANK_STEPS == value for k in keys if k < tiles.PAIR_BASE)
        case ["four_tiles", "total"]:
            return tile_kinds(False).sizes.sum()
    lowest = {"with_pair": 16, "with_pair_wong_gong": 20}[figure.split(".")[1]]
    every = tile_kinds(False)
    best = [max(way.high_key for way in ways) for ways in every.settings]
    # A pair may lie in the low hand while the high hand is a better one, never without.
    held = [key >= tiles.PAIR_BASE + tiles.PAIR_RANKS - lowest for key in best]
    count = sum(int(size) for size, has in zip(every.sizes, held, strict=True) if has)
    return Fraction(count, 35_960) if figure.endswith("prob") else count


def pai_gow_poker(figure: str) -> Any:
    rows = sides.COUNTS.bonus
    match figure.split("."):
        case ["seven_card_sf_natural", _]:
            return rows[0]
        case ["royal_plus_royal_match", _]:
            return rows[1]
        case ["pai_gow_hand", _]:
            return Fraction(sum(sides.COUNTS.insurance[:-1]), HANDS)
        case ["imperial", "banker_part", _]:
            table = registry.find("pai-gow-poker").rules(NEW_CODE, {"imperial": True}).law.paytables
            paid = [row.fraction for _, row in table["imperial_banker"]]
            counts = sides.COUNTS.insurance[:3]
            return sum(Fraction(n, HANDS) * p for n, p in zip(counts, paid, strict=True))
        case ["fortune", odds, _]:
            # These figures pay three of a kind with a straight as the straight; our rules as three
            # of a kind, so that the wager's edge is lower by what the two differ in.
            pays = [Fraction(each) for each in odds.split("_")]
            names = zip(BONUS_ROWS, odds.split("_"), strict=True)
            options = {f"odds.bonus.{name}": f"{each} to 1" for name, each in names}
            (found,) = exact_edges(
                "pai-gow-poker", NEW_CODE, {"bonus": True, **options}, wager="bonus"
            ).wagers
            both = rows[BONUS_ROWS.index("three of a kind")] - sides.COUNTS.imperial[-2]
            assert both == 201_824
            return found.distribution.house_edge() + Fraction(both, HANDS) * (pays[-2] - pays[-1])
    assert figure == "three_card.40_30_5_4_3_1.edge"
    return three_card_bonus()


def three_card_bonus() -> Fraction:
    """Three cards of 53; a straight flush pays more without the joker."""
    won = 0
    for cards in combinations(range(JOKER + 1), 3):
        name = THREE_CARD_CATEGORIES[three_card_joker_value(*cards) >> CATEGORY_SHIFT]
        natural = {"three of a kind": 30, "straight": 4, "flush": 3, "pair": 1, "high card": -1}
        won += natural.get(name, 5 if JOKER in cards else 40)
    return Fraction(-won, 23_426)


def house_ways_of(key: str, options: dict[str, Any]) -> tuple[Distribution, Distribution]:
    """A player against the dealer, and a bank, by the house way."""
    found = exact_edges(key, NEW_CODE, options, strategy="house way").wagers
    return found[0].distribution, found[1].distribution


@pytest.mark.parametrize(
    ("key", "family", "options", "near"),
    [
        ("pai-gow", "paigow", {"house_way": "b"}, 0.015),
        ("pai-gow-poker", "pgp", {}, 0.002),
    ],
)
def test_figures_of_an_unnamed_house_way_are_near(
    key: str, family: str, options: dict[str, Any], near: float
) -> None:
    player, bank = house_ways_of(key, options)
    at_four = player.probability(-1) - player.probability(1) * Fraction(96, 100)
    ours = {
        "paigow.banker_5pct.edge": bank.house_edge(),
        "paigow.player_4pct.edge": at_four,
        "paigow.banker_win.prob": bank.probability(1),
        "pgp.houseway.player_wins.prob": player.probability(1),
        "pgp.houseway.banker_wins.prob": bank.probability(1),
        "pgp.player_vs_dealer_4pct.edge": at_four,
    }
    for name, value in UNNAMED_WAY.items():
        if name.startswith(family):
            close = near if name.endswith("prob") else 0.001
            assert float(ours[name]) == pytest.approx(float(value), abs=close), name


# -- all of them ------------------------------------------------------------------------------

FAMILIES = {
    "roulette": roulette, "bigsix": big_six, "baccarat": baccarat, "reddog": red_dog,
    "tcp": three_card, "paigow": pai_gow, "pgp": pai_gow_poker,
}  # fmt: skip


def ours(name: str) -> Any:
    family, _, figure = name.partition(".")
    if family == "craps":
        return CRAPS[figure]()
    return FAMILIES[family](figure)


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_published_figure(name: str) -> None:
    value = ours(name.replace("deck", "", 1) if "deck." in name else name)
    if isinstance(value, float):
        assert value == pytest.approx(float(PUBLISHED[name]), abs=1e-15)
    else:
        assert Fraction(value) == Fraction(PUBLISHED[name])


def test_red_dog_raises_on_seven_or_more() -> None:
    for decks in range(1, 9):
        for choice in odds("red-dog", decks=decks).strategy:
            spread = int(choice.situation.rpartition(" ")[2])
            assert ("raise" in choice.do) == (spread >= 7)


def test_three_card_poker_plays_queen_six_four() -> None:
    told = {c.situation: c.do for c in odds("three-card-poker").strategy}
    assert told["Q-6-4 or better"] == "play"
    assert parse_cards("Qs 6h 4d")


def test_a_fold_that_forfeits_pair_plus_does_not_change_the_best_strategy() -> None:
    """Below a pair the pair plus wager is lost whether one plays or folds, and from a pair up
    one plays anyway: so with both wagers Q-6-4 is still the best, and the edge of both is the
    sum of the two edges."""
    both = wager("three-card-poker", "ante and pair-plus").house_edge()
    alone = wager("three-card-poker", "ante").house_edge()
    assert both == alone + wager("three-card-poker", "pair-plus").house_edge()
