"""What the poker table games share: the licensee's ledger is the one that is told of a wager."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss import registry

DAY = date(2014, 6, 1)


@pytest.mark.parametrize(
    ("key", "option", "ledger", "wager", "table"),
    [
        ("three-card-poker", "pair_plus_ledger", "40-30-6-4-1", "pair-plus", "pair_plus"),
        ("three-card-poker", "pair_plus_ledger", "40-30-6-3-1", "pair-plus",
         "pair_plus/40-30-6-3-1"),
        ("four-card-poker", "aces_up_ledger", "50-40-8-5-4-3-1", "aces-up", "aces_up"),
        ("four-card-poker", "aces_up_ledger", "50-30-7-6-5-2-1", "aces-up",
         "aces_up/50-30-7-6-5-2-1"),
        ("caribbean-stud-poker", "progressive_ledger", "100-75-50", "progressive", "progressive"),
        ("caribbean-stud-poker", "progressive_ledger", "500-100-50", "progressive",
         "progressive/500-100-50"),
        ("boston-5-stud-poker", "three_card_bonus_ledger", "40-30-6-3-1", "three-card-bonus",
         "three_card_bonus/40-30-6-3-1"),
        ("let-it-ride-poker", "three_card_bonus", "50-40-30-6-3-1", "three-card-bonus",
         "three_card_bonus/50-40-30-6-3-1"),
    ],
)  # fmt: skip
def test_a_wager_names_the_ledger_that_pays_it(
    key: str, option: str, ledger: str, wager: str, table: str
) -> None:
    """Pages, PAR sheets and receipts show the odds of the table that the wager names."""
    law = registry.find(key).rules(DAY, {option: ledger}).law
    assert law.wagers[wager].pays == table
    ledgers = [name for name in law.paytables if name.split("/")[0] == table.split("/")[0]]
    assert ledgers == [table], "the ledgers that were not chosen are not in the law"


def test_a_wager_that_is_not_offered_has_no_ledger() -> None:
    rules = registry.find("boston-5-stud-poker").rules(DAY, {"three_card_bonus": False})
    assert "three-card-bonus" not in rules.law.wagers
    assert set(rules.three_card_ledger) == {None}
