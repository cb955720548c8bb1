"""Facts that no text confirms are shown as such: what rests on general knowledge, or on a note
that quotes a deleted text, is not given out as read."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss import registry

# Game, day, kind of entry, name, and how well it is sourced.
FACTS = [
    ("baccarat-punto-banco", "2020-01-01", "wagers", "bonus-player", "unverified"),
    ("baccarat-punto-banco", "2020-01-01", "wagers", "bonus-banker", "unverified"),
    ("baccarat-punto-banco", "2020-01-01", "wagers", "four-cards", "read"),
    ("baccarat-punto-banco", "1990-01-01", "values", "cutting_cards", "inferred"),
    ("baccarat-punto-banco", "1999-06-01", "values", "cutting_cards", "read"),
    ("baccarat-punto-banco", "1990-01-01", "values", "cutting_card_from_back", "inferred"),
    ("baccarat-punto-banco", "1999-06-01", "values", "cutting_card_from_back", "read"),
    ("minibaccarat", "1990-01-01", "values", "cutting_cards", "inferred"),
    ("minibaccarat", "1996-10-06", "values", "cut_at_least", "inferred"),
    ("minibaccarat", "1996-10-07", "values", "cut_at_least", "read"),
    ("minibaccarat", "1994-01-01", "paytables", "banker_tie_vigorish", "inferred"),
    ("minibaccarat", "1999-06-01", "paytables", "banker_tie_vigorish", "read"),
    ("craps", "1985-06-01", "values", "supplemental_excess_paragraph", "unverified"),
    # The rule on the table of Caribbean stud was read in 13:69E, which is of 2012.
    ("caribbean-stud-poker", "2012-03-18", "values", "payout_limit", "inferred"),
    ("caribbean-stud-poker", "2012-03-19", "values", "payout_limit", "read"),
    ("caribbean-stud-poker", "2012-03-18", "options", "betting_positions", "inferred"),
    ("caribbean-stud-poker", "2012-03-19", "options", "betting_positions", "read"),
    ("double-down-stud", "1997-09-14", "values", "hand_paragraph", "inferred"),
    ("double-down-stud", "1997-09-15", "values", "hand_paragraph", "read"),
    ("double-down-stud", "2012-03-19", "wagers", "original", "inferred"),
    ("let-it-ride-poker", "2012-03-18", "wagers", "bet-one", "read"),
    ("let-it-ride-poker", "2012-03-19", "wagers", "bet-one", "inferred"),
]


@pytest.mark.parametrize(("key", "day", "entries", "name", "basis"), FACTS)
def test_basis(key: str, day: str, entries: str, name: str, basis: str) -> None:
    entry = getattr(registry.find(key).regulation, entries)[name].at(date.fromisoformat(day))
    assert entry.basis == basis


@pytest.mark.parametrize(
    ("key", "until"),
    [
        ("red-dog", "1999-02-16"),
        ("three-card-poker", "1999-02-16"),
        ("roulette", "1999-02-16"),
        ("double-down-stud", "1999-02-16"),
        ("let-it-ride-poker", "1999-02-16"),
    ],
)
def test_texts_of_one_edition_are_checked_up_to_one_day(key: str, until: str) -> None:
    """The edition of about 1999 ends with the act of 1999-02-16."""
    assert registry.find(key).regulation.data.verified_until == date.fromisoformat(until)
