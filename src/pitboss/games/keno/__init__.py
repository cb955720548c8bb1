"""Subchapter 15, Keno: a computer system with booths, and no table."""

from __future__ import annotations

from pitboss.games.keno.findings import findings_of
from pitboss.games.keno.record import settle_record
from pitboss.games.keno.rules import RATE_CARD, keno_rules
from pitboss.law.regulation import data_folder
from pitboss.table.system import System

system = System(
    "keno",
    data=data_folder() / "15_keno.toml",
    rules=keno_rules,
    settle=settle_record,
    licensee_file=RATE_CARD,
    findings=findings_of,
)
