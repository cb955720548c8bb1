"""Kernel = procedure: rounds that kernels counted are dealt again, and what the procedure
settles is what was counted, to the cent."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.studies.room import DAY, GAMES, SOAK, needs_records, plain_python, simulator

from pitboss.analysis.simulation.plan import CHUNK_ROUNDS, key_of
from pitboss.analysis.simulation.redeal import Redealer, counted, redeal
from pitboss.analysis.simulation.simulate import simulate
from pitboss.analysis.simulation.tracing import last_of_rounds, symbols_of
from pitboss.errors import BadInput, Diverged
from pitboss.records.record import read_record, write_record
from pitboss.records.settle import settle
from pitboss.table.entries import Closed, Drew

ROUNDS = 40_003
DEALT_AGAIN = 2_000 if SOAK > 1 else 500


@pytest.mark.parametrize("key", GAMES)
def test_procedure_settles_what_the_kernel_counted(key: str) -> None:
    """Rounds drawn at random from a chunk, for every scenario of the game: thousands in the soak,
    hundreds here, where each game's own tests deal some of every outcome again."""
    needs_records(key)
    asked = simulator(key, ROUNDS, seed=11)
    rng = random.Random(key)
    several = len(asked.scenarios)
    for index in range(several):
        dealer = Redealer(asked, index)
        if dealer.made.plan.tracer is None:
            continue  # a wager that cannot be made alone
        for _ in range(max(60, DEALT_AGAIN // several)):
            dealer.round(rng.randint(1, ROUNDS))  # raises Diverged where they differ


@pytest.mark.parametrize("key", GAMES)
def test_records_are_the_rounds_that_were_counted(key: str) -> None:
    """Counting and tracing take the same random words: all counts agree, at sizes that leave
    every remainder."""
    needs_records(key)
    asked = simulator(key)
    scenarios = range(len(asked.scenarios))
    for index in scenarios:
        plan = asked.prepare(index).plan
        if plan.tracer is None:
            continue
        for rounds in (1, 2, 3, 4, 5, 10_006 if index else 400_007):
            chunk_key = key_of(9, rounds)
            records = plan.tracer.trace(chunk_key, rounds)
            assert len(last_of_rounds(records)) == rounds
            assert counted(plan, records) == plan.run(chunk_key, rounds).tolist()
            assert plan.tracer.derive(records) == -1


@pytest.mark.parametrize("key", GAMES)
def test_uncompiled_kernels_give_the_same(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel as plain Python, the compiled kernel and the procedure, on one small chunk:
    every round of it."""
    needs_records(key)
    rounds = 403
    asked = simulator(key, rounds, seed=3)
    dealer = Redealer(asked)
    plan = dealer.made.plan
    compiled = plan.run(key_of(3, 0), rounds).tolist()
    settled = [0] * len(plan.outcomes)
    for number in range(1, rounds + 1):
        settled[plan.outcomes.index(dealer.round(number).outcome)] += 1
    assert plan.tracer is not None
    assert compiled == counted(plan, plan.tracer.trace(key_of(3, 0), rounds))
    # A game's own kernel may use what only compiled integers have (hands/poker).
    if asked.study.kernel is None or key == "three-card-poker":
        with plain_python(monkeypatch):
            assert compiled == plan.run(key_of(3, 0), rounds).tolist()
            assert compiled == counted(plan, plan.tracer.trace(key_of(3, 0), rounds))
    # Outcomes that come to the same for every wager may be one cell.
    merged = dict.fromkeys(plan.outcomes, 0)
    for cells, count in zip(plan.outcomes, compiled, strict=True):
        merged[cells] += count
    assert {cells: settled[plan.outcomes.index(cells)] for cells in merged} == merged


def test_deal_and_trace_agree() -> None:
    plan = simulator("three-card-poker").prepare(0).plan
    assert plan.tracer is not None
    assert plan.deal is not None
    records = plan.tracer.trace(77, 1003)
    ends = last_of_rounds(records)
    for number in (0, 1, 500, 1001, 1002):
        assert plan.deal(77, 1003, number) == symbols_of(records, number, ends)[0]


@pytest.mark.parametrize("key", GAMES)
def test_a_round_dealt_again_is_a_record(key: str) -> None:
    """The record that is written can be settled by anybody, and comes to the same."""
    needs_records(key)
    asked = simulator(key, ROUNDS)
    for index in range(len(asked.scenarios)):
        dealer = Redealer(asked, index)
        if dealer.made.plan.tracer is None:
            continue
        found = dealer.round(1 + 997 * index % ROUNDS)
        more = {"table": found.state} if found.state else {}
        text = write_record(found.game, found.day, found.options, found.tape, {}, more=more)
        settled = settle(read_record(text, today=found.day))
        assert settled.settled
        assert settled.rules.law.hash == asked.rules.law.hash
        lines = [line for receipt in settled.receipts for line in receipt.lines]
        assert lines == found.lines
        assert all(line.cite for line in lines)
        scenario = asked.scenarios[index]
        stake = scenario.unit or scenario.wagers[0][2]
        seats = scenario.seats or (1,) * len(found.outcome)
        for seat, net in settled.net().items():
            own = [cell.net for cell, of in zip(found.outcome, seats, strict=True) if of == seat]
            assert net == sum(own) * stake


def test_redealing_counts_up_to_the_simulation() -> None:
    """All rounds of a small simulation, dealt again one by one, are its counts."""
    rounds = 301
    dealer = Redealer(simulator("red-dog", rounds, seed=8))
    net = sum(dealer.round(number).outcome[0].net for number in range(1, rounds + 1))
    assert simulate("red-dog", DAY, rounds=rounds, seed=8).wagers[0].mean() == net / rounds


def test_rounds_of_later_chunks_and_of_the_last() -> None:
    rounds = CHUNK_ROUNDS + 1001
    dealer = Redealer(simulator("red-dog", rounds))
    for number in (1, CHUNK_ROUNDS, CHUNK_ROUNDS + 1, rounds):
        assert dealer.round(number).round == number
    with pytest.raises(BadInput, match=f"rounds 1 to {rounds}"):
        dealer.round(rounds + 1)
    with pytest.raises(BadInput, match="rounds 1 to"):
        dealer.round(0)


def test_the_same_arguments_deal_the_same_round() -> None:
    one, again = (redeal("craps", DAY, rounds=500, round=77, wager="pass") for _ in range(2))
    assert one == again
    other = redeal("craps", DAY, rounds=500, round=78, wager="pass")
    assert other.tape != one.tape


def test_strategies_are_followed() -> None:
    for strategy in ("never raise", "raise on 7 or more"):
        dealer = Redealer(simulator("red-dog", ROUNDS, strategy=strategy))
        for number in range(1, 300):
            dealer.round(number)


def test_a_kernel_that_differs_is_found_out() -> None:
    dealer = Redealer(simulator("red-dog", 1000))
    plan = dealer.made.plan
    kept = list(plan.outcomes)
    try:
        plan.outcomes[:] = kept[1:] + kept[:1]
        with pytest.raises(Diverged, match="the kernel counted"):
            [dealer.round(number) for number in range(1, 20)]
    finally:
        plan.outcomes[:] = kept


def test_the_tape_has_what_the_records_have() -> None:
    dealer = Redealer(simulator("baccarat-punto-banco", 100))
    found = dealer.round(42)
    plan = dealer.made.plan
    assert plan.tracer is not None
    records = plan.tracer.trace(key_of(1, 0), 100)
    symbols, _ = symbols_of(records, 41, last_of_rounds(records))
    assert [entry.card for entry in found.tape if isinstance(entry, Drew)] == symbols
    assert any(isinstance(entry, Closed) for entry in found.tape)
    assert np.array(symbols).max() < 52
