"""Keno's figures: published ones, the exact analysis against counting by hand, the kernel against
the exact analysis and against settled records, and that selections are fair."""

from __future__ import annotations

import random
import time
from datetime import date
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.par import par_of
from pitboss.analysis.simulation.plan import key_of
from pitboss.analysis.simulation.simulate import simulate
from pitboss.compiled import jit
from pitboss.games.keno import system
from pitboss.games.keno.findings import hits
from pitboss.games.keno.payment import payable, payoff
from pitboss.games.keno.requests import read_request
from pitboss.games.keno.rules import KenoRules
from pitboss.games.keno.selection import SELECTIONS, divisions, selection_of
from pitboss.games.keno.tickets import bits, write_ticket
from pitboss.studies.keno import exact, kernel, study

DAY = date(1996, 6, 1)
# Spots, catch, and the probability of catching exactly so many: published or computed elsewhere.
CAUGHT = [
    (1, 0, "3/4"),
    (1, 1, "1/4"),
    (2, 0, "177/316"),
    (2, 1, "30/79"),
    (3, 0, "1711/4108"),
    (3, 1, "885/2054"),
    (3, 2, "285/2054"),
    (3, 3, "57/4108"),
    (4, 2, "16815/79079"),
    (4, 3, "3420/79079"),
    (4, 4, "969/316316"),
    (5, 1, "128325/316316"),
    (6, 3, "10266/79079"),
    (6, 4, "9027/316316"),
    (6, 5, "1224/395395"),
    (6, 6, "51/395395"),
    (7, 0, "46197/379990"),
    (7, 2, "682689/2089945"),
    (7, 3, "292581/1671956"),
    (7, 4, "87261/1671956"),
    (7, 5, "18054/2089945"),
    (7, 6, "306/417989"),
    (7, 7, "51/2089945"),
    (8, 1, "739152/2773927"),
    (8, 2, "910252/2773927"),
    (8, 3, "32769072/152565985"),
    (8, 4, "4973877/61026394"),
    (8, 5, "2792352/152565985"),
    (8, 6, "72216/30513197"),
    (8, 8, "51/11735845"),
    (9, 0, "272049/4267580"),
    (9, 1, "2448441/11095708"),
    (9, 2, "877743/2773927"),
    (9, 3, "682689/2773927"),
    (9, 4, "34817139/305131970"),
    (9, 7, "18054/30513197"),
    (9, 9, "17/23471690"),
    (10, 0, "13874499/302998180"),
    (10, 1, "2720490/15149909"),
    (10, 2, "232601895/787795268"),
    (10, 3, "52664580/196948817"),
    (10, 4, "58028565/393897634"),
    (10, 5, "557074224/10832184935"),
    (10, 8, "45135/333297998"),
    (10, 9, "1020/166648999"),
    (11, 0, "13874499/424197452"),
    (11, 1, "152619489/1060493630"),
    (11, 2, "56858241/212098726"),
    (11, 3, "1535172507/5514566876"),
    (11, 4, "492413823/2757283438"),
    (11, 5, "72950196/984744085"),
    (11, 9, "3009/106049363"),
    (12, 0, "32373831/1393791628"),
    (12, 1, "277489980/2439135349"),
    (12, 3, "682298892/2439135349"),
    (12, 4, "26097932619/126835038148"),
    (12, 5, "15757242336/158543797685"),
    (12, 7, "159164064/22649113955"),
    (12, 8, "4973877/4878270698"),
    (12, 9, "232696/2439135349"),
    (12, 10, "66198/12195676745"),
    (12, 11, "408/2439135349"),
    (13, 1, "123782295/1393791628"),
    (13, 3, "6652414197/24391353490"),
    (13, 4, "2217471399/9756541396"),
    (13, 5, "1535172507/12195676745"),
    (13, 6, "115862076/2439135349"),
    (13, 7, "4291188/348447907"),
    (13, 9, "1267851/4878270698"),
    (13, 12, "117/4878270698"),
    (13, 13, "3/12195676745"),
    (14, 0, "268512363/23346009769"),
    (14, 1, "1599648120/23346009769"),
    (14, 3, "6047649270/23346009769"),
    (14, 4, "113091041349/466920195380"),
    (14, 5, "17739771192/116730048845"),
    (14, 6, "1535172507/23346009769"),
    (14, 7, "463448304/23346009769"),
    (15, 0, "89504121/11165482933"),
    (15, 1, "13425618150/256806107459"),
    (15, 2, "37991642850/256806107459"),
    (15, 3, "246945678525/1027224429836"),
    (15, 4, "257025093975/1027224429836"),
    (15, 5, "20562007518/116730048845"),
    (15, 6, "2015883090/23346009769"),
    (15, 8, "171159885/23346009769"),
    (15, 9, "29583190/23346009769"),
    (15, 10, "17749914/116730048845"),
    (15, 11, "6339255/513612214918"),
    (15, 12, "333645/513612214918"),
    (15, 13, "5310/256806107459"),
    (15, 14, "90/256806107459"),
    (15, 15, "3/1284030537295"),
    (20, 5, "64031145872976/274481066941939"),
    (20, 10, "12176135451909/3090311313122530"),
    (20, 15, "756029304/31565322698322985"),
    (20, 20, "1/3535316142212174320"),
]
TICKETS = [
    "split 1 2 3 / 4 5 : A at 1.00, B at 2.00",
    "way 1 2 / 3 4 / 5 6 : 3/4 at 1.00",
    "way 1 / 2 / 3 / 4 / 5 : 10/2 at 1.00, 10/3 at 1.00",
    "combination 1 2 / 3 4 5 / 6 : 1/5 at 1.00, AC at 2.00",
    "king 7* / 1 2 3 / 4 5 6 / 8 9 10 : 3/4 at 1.00, 3/7 at 1.00, 1/10 at 1.00",
    "king 7* / 8* / 1 2 : 2/3 at 1.00, 1/4 at 1.00",
]


def rules_of(card: str = "marina") -> KenoRules:
    rules = system.rules(DAY, {"rate_card": card})
    assert isinstance(rules, KenoRules)
    return rules


@pytest.mark.parametrize(("spots", "caught", "value"), CAUGHT)
def test_published_chances(spots: int, caught: int, value: str) -> None:
    ways = hits(spots, caught, rules_of())
    assert Fraction(ways, SELECTIONS) == Fraction(value)


def test_published_edges_and_ways() -> None:
    edges = exact_edges("keno", DAY)
    by_wager = {each.wager: each.distribution for each in edges.wagers}
    assert by_wager["straight 1"].house_edge() == Fraction(1, 4)
    assert by_wager["straight 2"].house_edge() == 1 - 12 * Fraction(19, 316)
    way = exact_edges("keno", DAY, wager=TICKETS[1]).wagers[0].distribution
    solid = {cell.row: chance for cell, chance in way.cells.items()}
    # All three of the four-spots are solid just if all six numbers are drawn.
    assert solid["pays 345.00"] == Fraction(51, 395395)


@pytest.mark.parametrize("card", ["boardwalk", "marina"])
def test_no_table_has_more_than_thirty_percent(card: str) -> None:
    for each in exact_edges("keno", DAY, {"rate_card": card}).wagers:
        assert 0 < each.distribution.house_edge() <= Fraction(30, 100), each.wager


@pytest.mark.parametrize("request_text", TICKETS)
def test_the_distribution_of_a_ticket_is_that_of_all_sets_of_its_numbers(request_text: str) -> None:
    """Which of its numbers are drawn decides what it is paid: all sets of them are counted."""
    rules = rules_of()
    ticket = write_ticket(read_request(request_text), rules)
    ways = payable(ticket, rules.card)
    numbers = [n for group in ticket.request.groups for n in group.numbers]
    counted: dict[int, int] = {}
    for many in range(len(numbers) + 1):
        rest = comb(80 - len(numbers), 20 - many)
        for drawn in combinations(numbers, many):
            cents = payoff(ways, bits(drawn))
            counted[cents] = counted.get(cents, 0) + rest
    assert sum(counted.values()) == SELECTIONS
    worked_out = exact_edges("keno", DAY, {"rate_card": "marina"}, wager=request_text)
    nets = {cell.net: chance for cell, chance in worked_out.wagers[0].distribution.cells.items()}
    assert nets == {
        Fraction(cents - ticket.price, ticket.price): Fraction(ways_of, SELECTIONS)
        for cents, ways_of in counted.items()
    }


@pytest.mark.parametrize("request_text", TICKETS)
def test_moments_are_those_of_the_distribution(
    request_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ticket with too many states is known by mean and variance: the same ones."""
    options: dict[str, Any] = {"rate_card": "marina"}
    whole = exact_edges("keno", DAY, options, wager=request_text).wagers[0].distribution
    monkeypatch.setattr(exact, "STATES_MAX", 1)
    by_moments = exact_edges("keno", DAY, options, wager=request_text).wagers[0].distribution
    assert not by_moments.told_apart()
    assert by_moments.mean() == whole.mean()
    assert by_moments.variance() == whole.variance()


def test_a_maximum_payoff_and_the_aggregate_maximum_cost_what_they_cost() -> None:
    spots = " ".join(map(str, range(1, 9)))
    plain = exact_edges("keno", DAY, wager="straight 8").wagers[0].distribution
    one = exact_edges("keno", DAY, wager=f"straight {spots} at 1.00").wagers[0].distribution
    assert one.mean() == plain.mean()
    # Ten alike would be paid 250,000 where the game pays 100,000: 10,000 each for a solid eight.
    ten = exact_edges("keno", DAY, wager=f"straight {spots} at 1.00 copies 10").wagers[0]
    solid = Fraction(hits(8, 8, rules_of("boardwalk")), SELECTIONS)
    assert plain.mean() - ten.distribution.mean() == 15_000 * solid
    # At 100.00 the maximum payoff of 100,000 takes 24,000 units of 25,000 from a solid eight, and
    # 500 of 1,500 from seven.
    most = exact_edges("keno", DAY, wager=f"straight {spots} at 100.00").wagers[0].distribution
    seven = Fraction(hits(8, 7, rules_of("boardwalk")), SELECTIONS)
    assert plain.mean() - most.mean() == 24_000 * solid + 500 * seven


# -- selections ----------------------------------------------------------------------------------


def test_every_set_has_one_number() -> None:
    """Divisions are in order and fill all numbers; within one the sets of the blocks count up, so
    the first and last number of each division are where it begins and ends."""
    divided, starts = divisions()
    assert len(divided) == len(set(divided)) == 10_451
    ends = [*starts[1:], SELECTIONS]
    assert starts[0] == 0
    rng = random.Random(15)
    for which in [0, len(divided) - 1, *rng.sample(range(len(divided)), 300)]:
        for index in (starts[which], rng.randrange(starts[which], ends[which]), ends[which] - 1):
            drawn = selection_of(index)
            sizes = tuple((drawn >> (16 * block + 1) & 0xFFFF).bit_count() for block in range(5))
            assert sizes == divided[which]
            assert drawn.bit_count() == 20
            assert not drawn & 1
            assert drawn < 1 << 81


def test_different_numbers_are_different_sets() -> None:
    for first in (0, 10**18, SELECTIONS - 5000):
        drawn = {selection_of(index) for index in range(first, first + 5000)}
        assert len(drawn) == 5000


def test_the_kernel_takes_numbers_apart_as_the_law_does() -> None:
    made = kernel.tables()
    select: Any = jit(kernel.select)
    rng = random.Random(1)
    _, starts = divisions()
    edges = [index for start in rng.sample(starts, 300) for index in (start - 1, start)]
    drawn = [rng.randrange(SELECTIONS) for _ in range(3000)]
    for index in [0, SELECTIONS - 1, *(index for index in edges if index >= 0), *drawn]:
        low, high = select(np.int64(index), made)
        assert (int(low), int(high)) == kernel.words_of(selection_of(index)), index


@pytest.mark.parametrize("wager", ["straight 4", "straight 10", *TICKETS])
def test_kernel_and_record_agree(wager: str) -> None:
    """The games that the kernel counts, dealt again and settled one by one."""
    rules, games = rules_of(), 400
    scenario = study.study.scenario_for(rules, wager) if " at " in wager else None  # type: ignore[misc]
    if scenario is None:
        scenario = next(s for s in study.scenarios(rules) if s.wager == wager)
    plan = study.plan(rules, scenario, None)
    key = key_of(3, 0)
    counts = plan.run(key, games)
    ticket = study.wagered_of(rules, wager).ticket
    ways = payable(ticket, rules.card)
    seen: dict[Fraction, int] = {}
    for index in kernel.indices(key, games):
        cents = payoff(ways, selection_of(int(index)))
        net = Fraction(cents - ticket.price, ticket.price)
        seen[net] = seen.get(net, 0) + 1
    counted: dict[Fraction, int] = {}
    for (cell,), times in zip(plan.outcomes, counts.tolist(), strict=True):
        if times:
            counted[cell.net] = counted.get(cell.net, 0) + times
    assert counted == seen
    assert plan.deal is not None
    assert bits(plan.deal(key, games, 7)) == selection_of(int(kernel.indices(key, 8)[7]))


def test_simulated_figures_are_near_the_exact_ones() -> None:
    found = simulate("keno", DAY, {}, rounds=4_000_000, seed=5, wager="straight 4", check=True)
    distance = found.wagers[0].distance()
    assert distance is not None
    assert abs(distance) < 4


def test_a_par_sheet_has_every_table() -> None:
    par = par_of(system, DAY, {"rate_card": "marina"})
    assert [sheet.wager for sheet in par.sheets][:2] == ["straight 1", "straight 2"]
    assert len(par.sheets) == 20
    four = next(sheet for sheet in par.sheets if sheet.wager == "straight 4")
    assert [(row.row, row.odds) for row in four.pays] == [
        ("catch 4", "114 to 1"),
        ("catch 3", "3 to 1"),
        ("catch 2", "0 to 1"),
    ]
    assert four.combinations == SELECTIONS


def test_a_hundred_thousand_tickets_are_evaluated_at_once() -> None:
    """The bar is half a second on a quiet machine; three times that is a fault on any."""
    rules, rng = rules_of(), random.Random(2)
    kinds = [payable(write_ticket(read_request(text), rules), rules.card) for text in TICKETS]
    tickets = [rng.choice(kinds) for _ in range(100_000)]
    drawn = selection_of(rng.randrange(SELECTIONS))
    started = time.process_time()
    total = sum(payoff(ways, drawn) for ways in tickets)
    assert time.process_time() - started < 1.5
    assert total >= 0
