"""Progressive meters: limits, reserves and what each wager goes to, each a second way."""

from __future__ import annotations

import math
from datetime import date
from fractions import Fraction

import numpy as np
import pytest
from tests.cli.conftest import Run, refused
from tests.cli.conftest import pitboss as pitboss

from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.exact.progressive import Progressive, Share
from pitboss.analysis.laboratory.limited_meter import closed_overflow, limited
from pitboss.analysis.laboratory.meters import MeterTerms, meter_desk
from pitboss.errors import BadInput
from pitboss.report.meter_tables import meter_tables

DAY = date(2026, 11, 18)
ROYAL, FLUSH = Fraction(4, 2_598_960), Fraction(36, 2_598_960)


def made(reset: int, rate: int, *shares: Share) -> Progressive:
    return Progressive("progressive", 100, reset, rate, Fraction(1, 4), shares)


def caribbean() -> Progressive:
    options = {"meter_reset": 10_000}
    found = exact_edges("caribbean-stud-poker", DAY, options, wager="progressive").progressive
    assert found is not None
    return found


def test_a_meter_that_is_only_won_whole_has_a_closed_form() -> None:
    """Small enough for fractions, and large by the same formula in floating point."""
    small = made(100, 7, Share("all", Fraction(1, 30), 1, 1))
    for limit in (100, 105, 150, 400):
        exactly = float(closed_overflow(small, limit))
        assert limited(small, limit).overflow == pytest.approx(exactly, rel=1e-9)
    large = made(10_000_00, 70, Share("all", ROYAL, 1, 1))
    for limit in (50_000_00, 250_000_00, 1_000_000_00):
        stays = math.exp((limit - large.reset) / 70 * math.log1p(-float(ROYAL)))
        assert limited(large, limit).overflow == pytest.approx(70 * stays, rel=1e-5)


def test_a_meter_with_a_part_is_the_chain_of_its_cents() -> None:
    """Every cent a state, its long run by taking the chain to a high power."""
    meter = made(20, 1, Share("all", Fraction(1, 40), 1, 1), Share("half", Fraction(1, 10), 1, 2))
    limit = 45
    chain = np.zeros((limit + 1, limit + 1))
    for shown in range(limit + 1):
        pays = min(shown + 1, limit)
        chain[shown, 20] += 1 / 40
        for left in (pays // 2, -(-pays // 2)):  # half a cent is a cent every other time
            chain[shown, left] += 1 / 20
        chain[shown, pays] += 1 - 1 / 40 - 1 / 10
    before = np.linalg.matrix_power(chain, 1 << 14)[20]
    overflow = before[limit]
    average = sum(before[shown] * min(shown + 1, limit) for shown in range(limit + 1))
    found = limited(meter, limit)
    assert found.overflow == pytest.approx(overflow, rel=1e-6)
    assert found.average == pytest.approx(average, rel=1e-6)


def test_without_a_limit_in_reach_it_is_the_exact_average() -> None:
    meter = made(10_000_00, 70, Share("royal", ROYAL, 1, 1), Share("flush", FLUSH, 1, 10))
    far = limited(meter, 10_000_000_00)
    assert far.average == pytest.approx(float(100 * meter.average_meter()), rel=1e-5)
    near = limited(meter, 250_000_00)
    # What is paid in the long run is what is added below the limit, and what the resets put in.
    paid = near.average * float(ROYAL + FLUSH / 10)
    assert paid == pytest.approx(70 - near.overflow + float(ROYAL) * meter.reset, rel=1e-5)


def test_every_cent_of_a_wager_is_accounted_for() -> None:
    found = caribbean()
    for terms in (
        MeterTerms(),
        MeterTerms(limit=250_000_00),
        MeterTerms(hidden_rate=Fraction(3, 100)),
    ):
        split = meter_desk(found, terms, 7).split
        assert split is not None
        parts = (split.fixed, split.display, split.overflow, split.reserve, split.house)
        assert sum(parts) == 1
        assert (split.overflow > 0) == (terms.limit is not None)
    # With the reserve that pays the resets, what is left is the edge in the long run.
    plain = meter_desk(found, MeterTerms(), 7)
    assert plain.split is not None
    assert plain.split.house == found.long_run_edge()
    assert plain.needed == Fraction(10_000, 649_740)  # of each dollar, once in so many wagers


def test_a_contribution_that_play_cannot_make_is_unreasonable() -> None:
    desk = meter_desk(caribbean(), MeterTerms(), 7)
    assert desk.invalid_beyond() == 490
    assert [desk.unreasonable_share(wagers) for wagers in (1, 7, 8)] == [0, 0, 1]
    stated = meter_desk(caribbean(), MeterTerms(unreasonable=200), 7)
    assert [stated.unreasonable_share(wagers) for wagers in (1, 2, 3)] == [0, 0, 1]


def test_every_parameter_and_meter_of_the_regulation_has_a_line() -> None:
    (first, second, *_) = meter_tables([meter_desk(caribbean(), MeterTerms(), 7)])
    numbered = [[row[1].split("; ")[0] for row in table[3]] for table in (first, second)]
    assert numbered[0] == [f"13:69E-1.39A(a){n}" for n in range(1, 7)]
    assert sorted(set(numbered[1])) == [f"13:69E-1.39A(b){n}" for n in range(1, 7)]
    unsaid = exact_edges("caribbean-stud-poker", DAY, wager="ante").progressive
    assert unsaid is not None
    (first, *_) = meter_tables([meter_desk(unsaid, MeterTerms(), 7)])
    assert [row[2][:10] for row in first[3][:2]] == ["not stated", "not stated"]


def test_a_limit_below_the_reset_amount_is_refused() -> None:
    with pytest.raises(BadInput, match="below the reset amount"):
        meter_desk(caribbean(), MeterTerms(limit=5_000_00), 7)


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("top=5.00", "expected limit=VALUE"),
        ("limit=many", "is not an amount"),
        ("hidden-rate=2", "expected a part of the wager, as 1.6%"),
        ("limit=300000.00", "no wager of red-dog is paid from a meter"),
    ],
)
def test_what_is_stated_wrongly_is_told(pitboss: Run, stated: str, told: str) -> None:
    answer = pitboss("par", "red-dog", "-o", "sheet.json", "--simulated", "0",
                     "--progressive", stated)  # fmt: skip
    assert told in refused(answer)
