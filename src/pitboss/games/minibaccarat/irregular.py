"""7.11 Irregularities, and what else may interrupt a procedure: a recut (7.5(g)) and a patron
who leaves (7.3(c)4)."""

from __future__ import annotations

from pitboss.families.baccarat.irregular import (
    between_rounds,
    irregularities,
    patron_leaves,
    recut_under,
)
from pitboss.table.game import Irregularity

IRREGULARITIES = (
    *irregularities("7.11"),
    recut_under("7.5(g)"),
    Irregularity(
        "patron-leaves",
        "7.3(c)4",
        patron_leaves,
        between_rounds,
        ("seat",),
        label="a patron leaves the table",
    ),
)
