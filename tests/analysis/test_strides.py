"""Several cards a look-up, many shoes at once: the same rounds as one card after another."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss.analysis.exact.automaton import Automaton, Cells
from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.simulation import kernels
from pitboss.analysis.simulation.plan import Plan, plan_of
from pitboss.analysis.simulation.redeal import counted
from pitboss.analysis.simulation.strides import shoes_of, strides_of
from pitboss.analysis.simulation.tracing import check_shoe
from pitboss.compiled import jit
from pitboss.errors import BadInput


def colours_until(wanted: int, most: int, *, decks: int = 1, cutting_card: int = 20) -> Automaton:
    """Cards are drawn until `wanted` red ones are there or `most` cards are drawn. The outcome
    is the number of cards; 26 of a deck are red."""
    nodes: dict[tuple[int, int], int] = {(0, 0): 0}
    rows: list[list[int]] = []
    waiting = [(0, 0)]
    for cards, red in waiting:
        row = []
        for symbol in range(2):
            state = cards + 1, red + symbol
            if state[1] == wanted or state[0] == most:
                row.append(-state[0])
            else:
                if state not in nodes:
                    nodes[state] = len(nodes)
                    waiting.append(state)
                row.append(nodes[state])
        rows.append(row)
    cells: list[Cells] = [
        (Cell(str(k + 1), "", Fraction(k + 1), Fraction(1)),) for k in range(most)
    ]
    return Automaton(
        "cards",
        ("w",),
        rows,
        cells,
        (26, 26),
        ("black", "red"),
        tuple(int(card % 4 in (1, 2)) for card in range(52)),
        decks,
        cutting_card,
    )


def chance(cards: int, wanted: int, most: int, size: int) -> Fraction:
    """That such a round from a full shoe takes so many cards."""
    half = size // 2

    def red_in(drawn: int, red: int) -> Fraction:
        return Fraction(comb(half, red) * comb(half, drawn - red), comb(size, drawn))

    def not_over(drawn: int) -> Fraction:
        return sum((red_in(drawn, red) for red in range(min(wanted, drawn + 1))), Fraction(0))

    if cards == most:
        return not_over(most - 1)
    return not_over(cards - 1) - not_over(cards)


@pytest.mark.parametrize(("wanted", "most"), [(1, 2), (2, 3), (2, 5), (2, 6), (3, 7), (4, 15)])
@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("rounds", [1, 63, 64, 65, 3_000, 20_011])
def test_rounds_of_any_length_are_those_of_the_records(
    wanted: int, most: int, fresh: bool, rounds: int
) -> None:
    plan = plan_of(colours_until(wanted, most), fresh=fresh)
    tracer = plan.tracer
    assert tracer is not None
    records = tracer.trace(91, rounds)
    assert plan.run(91, rounds).tolist() == counted(plan, records)
    assert tracer.derive(records) == -1
    seen = np.zeros(53, dtype=np.int64)
    checked = jit(check_shoe)(records, tracer.room, tracer.decks, tracer.cutting_card, 1, seen)
    assert checked == -1


@pytest.mark.parametrize(("wanted", "most"), [(1, 2), (2, 6), (3, 9)])
@pytest.mark.parametrize("decks", [1, 1260])
def test_cards_come_as_often_as_they_should(wanted: int, most: int, decks: int) -> None:
    """Fresh shoes, up to the largest there are: every count against its exact chance."""
    plan = plan_of(colours_until(wanted, most, decks=decks), fresh=True)
    rounds = 1_000_000
    counts = plan.run(17, rounds).tolist()
    for cards in range(1, most + 1):
        exact = chance(cards, wanted, most, 52 * decks)
        error = float(exact * (1 - exact) / rounds) ** 0.5
        assert abs(counts[cards - 1] / rounds - float(exact)) <= 4.5 * error


def test_every_card_of_a_class_is_drawn_alike() -> None:
    """Which card of a class it is, the records add: all 52 in every place."""
    tracer = plan_of(colours_until(2, 6), fresh=True).tracer
    assert tracer is not None
    records = tracer.trace(5, 520_000)
    for place in range(2):
        times = np.bincount(records[:, place], minlength=52)
        assert abs(times - 10_000).max() < 5 * 100


def test_a_whole_shoe_is_dealt() -> None:
    """Down to the last card, all cards of a shoe are dealt once: 64 shoes of every deal."""
    strides, _ = strides_of(colours_until(1, 1).next, 1, 52, 0)
    shoes = shoes_of([26, 26], strides)
    assert len(shoes.lefts) == 52
    jit(kernels.deal_shoes)(shoes, 2, 2, np.uint64(3))
    dealt = shoes.cards[: 52 * kernels.SHOES].reshape(52, kernels.SHOES)
    assert (dealt.sum(axis=0) == 26).all()
    assert len({tuple(column) for column in dealt.T.tolist()}) == kernels.SHOES


def test_a_round_that_may_run_out_of_cards_is_refused() -> None:
    plan: Plan = plan_of(colours_until(3, 7, cutting_card=6))
    assert plan.run(1, 1000).sum() == 1000
    with pytest.raises(BadInput, match="more cards than the cutting card leaves"):
        plan_of(colours_until(3, 7, cutting_card=5)).run(1, 1000)
