"""Marks on PAR sheets and edges follow the paragraph that is cited on the day."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss import registry
from pitboss.analysis.exact.edges import exact_edges
from pitboss.analysis.par import par_of


@pytest.mark.parametrize(
    ("key", "day", "basis"),
    [
        ("red-dog", date(1999, 2, 16), "read"),
        ("red-dog", date(2013, 1, 1), "inferred"),
        ("big-six", date(1999, 2, 16), "read"),
        ("sic-bo", date(1999, 2, 16), "unverified"),
    ],
)
def test_an_edge_is_marked_as_its_wager_is_known(key: str, day: date, basis: str) -> None:
    law = registry.find(key).rules(day, {}).law
    edges = exact_edges(key, day, {})
    for wager in edges.wagers:
        kind = law.wagers[wager.wager.partition(" ")[0]]
        assert wager.basis == law.known(kind.cite, kind.basis).basis == basis, wager.wager


def test_a_sheet_says_how_far_the_texts_reach() -> None:
    read = par_of(registry.find("red-dog"), date(2013, 1, 1), {}, wager="original")
    assert read.identity.checked.startswith("Checked against texts up to 1999")
    assert {cited.basis for cited in read.citations} <= {"inferred", "unverified"}
    unread = par_of(registry.find("casino-war"), date(2013, 1, 1), {}, wager="initial")
    assert unread.identity.checked == "No text of this subchapter was available to us."
