"""Simulation: the same figures for any number of workers, after any interruption, and close to
the exact ones."""

from __future__ import annotations

import errno
import json
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from tests.studies.room import DAY, GAMES, SOAK, day_of, simulator

from pitboss.analysis.exact.distribution import Cell, Distribution
from pitboss.analysis.simulation.plan import CHUNK_ROUNDS
from pitboss.analysis.simulation.simulate import (
    Progress,
    Simulation,
    Tell,
    WagerFigures,
    Work,
    count_chunk,
    simulate,
)
from pitboss.analysis.simulation.tracing import SHUFFLED, TAIL
from pitboss.errors import BadInput, UnknownName

ROUNDS = 3 * CHUNK_ROUNDS + 12_345


def figures(result: Simulation) -> list[Any]:
    return [(w.wager, w.rounds, w.counts, w.mean(), w.variance()) for w in result.wagers]


def interrupt_after(chunks: int) -> Tell:
    """Ctrl-C, as if it came after so many chunks."""
    seen = [0]

    def tell(now: Progress) -> None:
        if not now.preparing:
            seen[0] += 1
            if seen[0] == chunks:
                raise KeyboardInterrupt

    return tell


# -- the same figures -------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["red-dog", "roulette"])
def test_figures_do_not_depend_on_workers(key: str) -> None:
    one, two, three = (
        simulate(key, DAY, rounds=ROUNDS, seed=5, workers=workers) for workers in (1, 2, 3)
    )
    assert figures(one) == figures(two) == figures(three)
    assert (one.workers, two.workers, three.workers) == (1, 2, 3)


def test_dice_do_not_depend_on_workers() -> None:
    one, three = (
        simulate("craps", DAY, rounds=ROUNDS, wager="pass", workers=workers) for workers in (1, 3)
    )
    assert figures(one) == figures(three)


def test_processes_give_the_same_as_threads() -> None:
    rounds = CHUNK_ROUNDS + 7
    threads = simulate("big-six", DAY, rounds=rounds, workers=2)
    processes = simulate("big-six", DAY, rounds=rounds, workers=2, processes=True)
    assert figures(threads) == figures(processes)


def test_another_seed_gives_other_rounds() -> None:
    one, other = (simulate("red-dog", DAY, rounds=10_000, seed=seed) for seed in (1, 2))
    assert figures(one) != figures(other)


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5, 7, 4095])
@pytest.mark.parametrize("key", ["red-dog", "craps", "roulette", "three-card-poker"])
def test_any_number_of_rounds(key: str, rounds: int) -> None:
    wager = "pass" if key == "craps" else ""
    result = simulate(key, DAY, rounds=rounds, wager=wager)
    assert all(w.rounds == rounds == sum(count for *_, count in w.counts) for w in result.wagers)


# -- close to exact ---------------------------------------------------------------------------


# Their exact figures take seconds, and `test_changed_rows` compares them with the kernel's: here
# with the long runs.
LONG = frozenset({"blackjack-switch", "spanish-21", "pai-gow", "pai-gow-poker"})


@pytest.mark.parametrize("key", GAMES if SOAK > 1 else sorted(set(GAMES) - LONG))
def test_within_four_standard_errors_of_exact(key: str) -> None:
    rounds = 4_000_000 * SOAK
    result = simulate(key, day_of(key), rounds=rounds, check=True, seed=20)
    if result.unchecked:
        pytest.skip(result.unchecked)
    for wager in result.wagers:
        distance = wager.distance()
        assert distance is not None, wager.wager
        assert abs(distance) < 4, (wager.wager, distance)


def test_the_pass_line_within_four_standard_errors_of_exact() -> None:
    result = simulate("craps", DAY, rounds=10_000_000 * SOAK, wager="pass", check=True)
    assert result.wagers[0].exact_edge == Fraction(7, 495)
    assert abs(result.wagers[0].distance() or 9) < 4


def test_every_named_strategy_is_simulated_as_it_is_calculated() -> None:
    for strategy in ("raise on 7 or more", "never raise", "optimal"):
        result = simulate("red-dog", DAY, rounds=2_000_000, strategy=strategy, check=True)
        assert abs(result.wagers[0].distance() or 9) < 4
        assert result.wagers[0].strategy == strategy


def test_fresh_shoes_are_other_rounds_than_a_shoe_dealt_down() -> None:
    dealt, fresh = (
        simulate("red-dog", DAY, rounds=1_000_000, fresh=way, check=True) for way in (False, True)
    )
    assert figures(dealt) != figures(fresh)
    assert abs(fresh.wagers[0].distance() or 9) < 4


def shuffles(key: str, *, fresh: bool) -> tuple[bool, bool]:
    """Whether the records of a game show a shuffle before every round, and what is told."""
    asked = simulator(key, 500, fresh=fresh)
    tracer = asked.prepare(0).plan.tracer
    assert tracer is not None
    marks = tracer.trace(7, 500)[:, -TAIL]
    told = simulate(key, day_of(key), rounds=500, fresh=fresh)
    return bool(((marks & SHUFFLED) != 0).all()), told.fresh


@pytest.mark.parametrize("key", ["casino-war", "fast-action-holdem", "baccarat-punto-banco"])
def test_fresh_is_honoured_where_cards_are_dealt_on(key: str) -> None:
    assert shuffles(key, fresh=False) == (False, False)
    assert shuffles(key, fresh=True) == (True, True)


@pytest.mark.parametrize("key", ["three-card-poker", "four-card-poker", "let-it-ride-poker"])
def test_games_that_are_shuffled_for_every_round_say_so(key: str) -> None:
    assert shuffles(key, fresh=False) == shuffles(key, fresh=True) == (True, True)


# -- figures ----------------------------------------------------------------------------------


def test_figures_are_those_of_the_definition() -> None:
    nets = [Fraction(2), Fraction(-1), Fraction(0), Fraction(-1), Fraction(19, 20), Fraction(-1)]
    found = Distribution()
    for net in nets:
        found.add(Cell("row", "", net, Fraction(1)), Fraction(1, len(nets)))
    wager = WagerFigures("w", len(nets), found, [])
    mean = sum(nets) / len(nets)
    variance = sum((net - mean) ** 2 for net in nets) / (len(nets) - 1)
    assert wager.mean() == mean
    assert wager.variance() == variance
    assert wager.stderr() == sqrt(variance / len(nets))
    told = wager.as_json()
    half = 1.959963984540054 * sqrt(variance / 6)
    assert told["interval"]["low"] == pytest.approx(float(-mean) - half, rel=1e-12)
    assert told["interval"]["high"] == pytest.approx(float(-mean) + half, rel=1e-12)
    assert told["net"] == "-1/20"


def test_one_round_has_no_standard_error() -> None:
    told = simulate("roulette", DAY, rounds=1, wager="red").as_json()["wagers"][0]
    assert told["stderr"] is None
    assert told["variance"] is None
    assert told["interval"]["low"] is None


def test_counts_make_the_figures() -> None:
    wager = simulate("red-dog", DAY, rounds=100_000).wagers[0]
    net = sum((net * count for _, _, net, count in wager.counts), Fraction(0))
    assert wager.mean() == net / 100_000
    squares = sum((net * net * count for _, _, net, count in wager.counts), Fraction(0))
    assert wager.variance() == (squares - net * net / 100_000) / 99_999


def test_json_is_as_the_contract_has_it() -> None:
    told = json.loads(json.dumps(simulate("red-dog", DAY, rounds=5000, check=True).as_json()))
    assert {"rounds", "seconds", "rounds_per_second", "wagers", "seed", "workers", "rules"} <= set(
        told
    )
    assert (told["rounds"], told["method"], told["partial"]) == (5000, "simulated", False)
    wager = told["wagers"][0]
    assert {"wager", "mean", "stderr", "house_edge", "variance"} <= set(wager)
    assert wager["house_edge"] == -wager["mean"]
    assert wager["exact"]["decimal"] == pytest.approx(0.027978, abs=1e-6)


def test_one_wager_of_many() -> None:
    result = simulate("roulette", DAY, rounds=1000, wager="red")
    assert [wager.wager for wager in result.wagers] == ["red"]


# -- a target ---------------------------------------------------------------------------------


def test_target_error_ends_at_the_same_chunk_for_any_workers() -> None:
    results = [
        simulate("red-dog", DAY, rounds=10**9, target_error=0.0005, workers=workers)
        for workers in (1, 2, 3)
    ]
    assert figures(results[0]) == figures(results[1]) == figures(results[2])
    result = results[0]
    assert result.stopped_at_target
    assert not result.partial
    stderr = result.wagers[0].stderr()
    assert stderr is not None
    assert stderr < 0.0005
    before = simulate("red-dog", DAY, rounds=result.rounds - CHUNK_ROUNDS).wagers[0].stderr()
    assert before is not None
    assert before >= 0.0005


def test_other_wagers_are_played_as_long_as_the_first() -> None:
    result = simulate("three-card-poker", DAY, rounds=10**9, target_error=0.001)
    assert {wager.rounds for wager in result.wagers} == {result.rounds}
    assert result.rounds == CHUNK_ROUNDS


# -- interruption -----------------------------------------------------------------------------


def test_an_interrupt_keeps_what_was_counted() -> None:
    result = simulate("red-dog", DAY, rounds=ROUNDS, workers=2, tell=interrupt_after(2))
    assert result.partial
    assert result.why == "interrupted"
    assert result.rounds == 2 * CHUNK_ROUNDS
    assert figures(result) == figures(simulate("red-dog", DAY, rounds=2 * CHUNK_ROUNDS))
    assert result.as_json()["partial"] is True


def test_a_resumed_run_gives_identical_figures(tmp_path: Path) -> None:
    file = tmp_path / "chunks.jsonl"
    whole = simulate("red-dog", DAY, rounds=ROUNDS)
    part = simulate("red-dog", DAY, rounds=ROUNDS, resume=file, tell=interrupt_after(2))
    assert part.partial
    again = simulate("red-dog", DAY, rounds=ROUNDS, resume=file, workers=3)
    assert not again.partial
    assert again.rounds_resumed >= 2 * CHUNK_ROUNDS
    assert figures(again) == figures(whole)
    last = simulate("red-dog", DAY, rounds=ROUNDS, resume=file)
    assert last.rounds_resumed == ROUNDS
    assert figures(last) == figures(whole)


def test_a_file_serves_several_strategies(tmp_path: Path) -> None:
    file = tmp_path / "chunks.jsonl"
    best = simulate("red-dog", DAY, rounds=1000, resume=file)
    never = simulate("red-dog", DAY, rounds=1000, resume=file, strategy="never raise")
    assert figures(never) == figures(simulate("red-dog", DAY, rounds=1000, strategy="never raise"))
    assert figures(best) == figures(simulate("red-dog", DAY, rounds=1000, resume=file))


def test_a_line_cut_off_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "chunks.jsonl"
    whole = simulate("roulette", DAY, rounds=ROUNDS, resume=file)
    data = file.read_bytes()
    for cut in (1, 40, 200):
        file.write_bytes(data[:-cut])
        again = simulate("roulette", DAY, rounds=ROUNDS, resume=file)
        assert figures(again) == figures(whole)
        assert again.rounds_resumed < ROUNDS
        file.write_bytes(data)


def test_a_file_that_was_altered_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "chunks.jsonl"
    simulate("roulette", DAY, rounds=ROUNDS, resume=file)
    lines = file.read_text().splitlines(keepends=True)
    fields = json.loads(lines[2])
    fields["counts"][0] += 1
    fields["counts"][1] -= 1
    lines[2] = json.dumps(fields) + "\n"
    file.write_text("".join(lines))
    with pytest.raises(BadInput, match="line 3: altered"):
        simulate("roulette", DAY, rounds=ROUNDS, resume=file)


def test_counts_made_up_are_found_out(tmp_path: Path) -> None:
    """A line whose digest is right but whose counts are not: one chunk is always run again."""
    from pitboss.analysis.simulation.resume import _line

    file = tmp_path / "chunks.jsonl"
    simulate("roulette", DAY, rounds=1000, resume=file)
    head, line = file.read_text().splitlines()
    fields = json.loads(line)
    fields.pop("sha256")
    fields["counts"][0] += 1
    fields["counts"][1] -= 1
    file.write_bytes(head.encode() + b"\n" + _line(fields))
    with pytest.raises(BadInput, match="does not come out as it is stored"):
        simulate("roulette", DAY, rounds=1000, resume=file)


def test_a_file_of_another_simulation_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "chunks.jsonl"
    simulate("roulette", DAY, rounds=1000, resume=file)
    before = file.read_bytes()
    with pytest.raises(BadInput, match="seed is '1' there"):
        simulate("roulette", DAY, rounds=1000, resume=file, seed=2)
    with pytest.raises(BadInput, match="holds another simulation: rules"):
        simulate("big-six", DAY, rounds=1000, resume=file)
    assert file.read_bytes() == before
    for text in ("hello\n", "{}\n", "[1]\n", "hello"):
        file.write_text(text)
        with pytest.raises(BadInput, match="not a file of finished chunks"):
            simulate("roulette", DAY, rounds=1000, resume=file)
        assert file.read_text() == text


def test_two_simulations_do_not_write_to_one_file(tmp_path: Path) -> None:
    from pitboss.analysis.simulation.resume import Finished

    file = tmp_path / "chunks.jsonl"
    with (
        Finished.opened(file, "", 1, CHUNK_ROUNDS),
        pytest.raises(BadInput, match="another simulation is writing"),
    ):
        simulate("roulette", DAY, rounds=1000, resume=file)
    assert not file.exists()


def test_workers_that_die_leave_a_partial_result(tmp_path: Path) -> None:
    file = tmp_path / "chunks.jsonl"
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))

    def tell(now: Progress) -> None:
        if now.rounds == 2 * CHUNK_ROUNDS:
            for process in multiprocessing.active_children():
                process.kill()

    with pool:
        part = simulate(
            "big-six",
            DAY,
            rounds=1000 * CHUNK_ROUNDS,
            executor=pool,
            workers=1,
            resume=file,
            tell=tell,
        )
    assert part.partial
    assert part.why == "the workers are gone"
    again = simulate("big-six", DAY, rounds=part.rounds, resume=file)
    assert again.rounds_resumed == part.rounds
    assert figures(again) == figures(part)


def test_a_full_disk_ends_the_run_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "chunks.jsonl"
    written = [0]

    def fsync(handle: int) -> None:
        written[0] += 1
        if written[0] > 2:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fsync)
    part = simulate("big-six", DAY, rounds=ROUNDS, resume=file, workers=1)
    assert part.partial
    assert "No space left on device" in part.why
    assert part.rounds == 2 * CHUNK_ROUNDS


# -- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, -1, 10**12 + 1, 10**30, 10**40])
def test_rounds_out_of_range(rounds: int) -> None:
    with pytest.raises(BadInput, match=r"rounds .*: expected 1 to 1000000000000"):
        simulate("red-dog", DAY, rounds=rounds)


def test_names_that_do_not_exist() -> None:
    with pytest.raises(UnknownName, match="no strategy 'luck'; the strategies are optimal"):
        simulate("red-dog", DAY, rounds=10, strategy="luck")
    with pytest.raises(UnknownName, match="no wager 'insurance'"):
        simulate("red-dog", DAY, rounds=10, wager="insurance")
    with pytest.raises(UnknownName, match="no game 'faro'"):
        simulate("faro", DAY, rounds=10)


def test_workers_and_seeds_out_of_range() -> None:
    with pytest.raises(BadInput, match="workers -1"):
        simulate("red-dog", DAY, rounds=10, workers=-1)
    with pytest.raises(BadInput, match="seed -1"):
        simulate("red-dog", DAY, rounds=10, seed=-1)
    with pytest.raises(BadInput, match="target error"):
        simulate("red-dog", DAY, rounds=10, target_error=-1.0)
    assert simulate("red-dog", DAY, rounds=10, seed=2**64 - 1).rounds == 10


def test_a_worker_of_another_version_is_refused() -> None:
    work = Work("red-dog", DAY, (), "", 0, "optimal", version="0.0.0")
    with pytest.raises(BadInput, match=r"0\.0\.0 was asked for"):
        count_chunk(work, 1, 0, 10)


def test_a_shoe_too_large_for_the_kernel_is_refused() -> None:
    with pytest.raises(BadInput, match="too large to simulate"):
        simulate("red-dog", DAY, {"decks": 1261}, rounds=10)
