"""What notice a change needs, as the sections of the games state it (8.3 and beside it)."""

from __future__ import annotations

from datetime import date

import pytest

from pitboss import registry
from pitboss.law.notice import notices_for

DAY = date(1999, 6, 1)
# Game, option, from, to; then the kind of notice, and the paragraph it stands in.
CHANGES = [
    ("roulette", "wheel", "double zero", "double zero as single zero", "8.3", "5.2(d)1"),
    ("roulette", "wheel", "single zero", "double zero as single zero", "8.3", "5.2(d)1"),
    ("roulette", "wheel", "double zero", "single zero", "none", "5.2(d)1"),
    ("roulette", "wheel", "double zero as single zero", "double zero", "none", "5.2(d)1"),
    ("roulette", "zero_rule", "half", "all", "8.3", "5.2(b)"),
    ("roulette", "zero_rule", "all", "half", "8.3", "5.2(b)"),
    ("roulette", "seven_numbers", False, True, "approval", "5.1(f)1"),
    ("big-six", "clapper", "previous number", "spin again", "sign", "5.6(d)"),
    ("three-card-poker", "dealing", "manual shoe", "automated shoe", "approval", "20.9(a)"),
    ("three-card-poker", "dealing", "hand", "automated shoe", "approval", "20.9(a)"),
    ("three-card-poker", "dealing", "automated shoe", "manual shoe", "none", "20.9(a)"),
    ("let-it-ride-poker", "dealing", "manual shoe", "automated shoe", "approval", "18.9(a)"),
    ("let-it-ride-poker", "dealing", "hand", "automated shoe", "approval", "18.9(a)"),
    ("let-it-ride-poker", "dealing", "automated shoe", "hand", "none", "18.9(a)"),
    ("let-it-ride-poker", "dealing", "manual shoe", "hand", "none", "18.9(a)"),
    ("let-it-ride-poker", "bonus_wager", True, False, "8.3", "18.6A(a)"),
    ("let-it-ride-poker", "bonus_wager", False, True, "none", "18.6A(a)"),
    ("let-it-ride-poker", "payout_limit", 75000, 50000, "8.3", "18.11(c)"),
    ("let-it-ride-poker", "payout_limit", 50000, 75000, "none", "18.11(c)"),
    ("baccarat-punto-banco", "vigorish", "5 percent", "4 percent", "none", "3.3(d)"),
    ("baccarat-punto-banco", "vigorish", "4 percent", "5 percent", "8.3", "3.3(d)"),
    ("baccarat-punto-banco", "vigorish", "4 percent", "none", "8.3", "3.3(e)"),
    ("baccarat-punto-banco", "vigorish", "5 percent", "none", "8.3", "3.3(e)"),
    ("minibaccarat", "vigorish", "5 percent", "none", "8.3", "7.3(f)"),
    ("red-dog", "odds.spread.1", "7 to 1", "5 to 1", "8.3", "6.5(i)3"),
    ("red-dog", "odds.spread.1", "5 to 1", "7 to 1", "none", "6.5(i)2"),
    ("craps", "odds.field.12", "3 to 1", "2 to 1", "none", "1.4(b)"),
    ("baccarat-punto-banco", "shuffle", "lace", "wash", "none", "3.5(a)1ii"),
    ("baccarat-punto-banco", "shuffle", "lace", "lace and reshuffle", "written", "3.5(a)1ii"),
    ("baccarat-punto-banco", "pays_order", 1, 3, "written", "3.10(c)2"),
    ("minibaccarat", "vigorish", "5 percent", "4 percent", "none", "7.3(e)"),
    ("minibaccarat", "vigorish", "4 percent", "5 percent", "8.3", "7.3(e)"),
    ("minibaccarat", "vigorish", "5 percent", "25 percent on tie", "8.3", "7.3(e)"),
    ("minibaccarat", "vigorish", "25 percent on tie", "4 percent", "8.3", "7.3(e)"),
    ("minibaccarat", "shuffle", "lace and reshuffle", "lace", "written", "7.5(b)2ii"),
    ("red-dog", "continuous_shuffler", False, True, "approval", "6.9"),
    ("blackjack", "hole_card", "none", "face up", "8.3", "2.6(k)"),
    ("blackjack", "hole_card", "face up", "none", "none", "2.6(k)"),
    ("blackjack", "hole_card", "none", "card reader", "none", "2.6(k)"),
    ("blackjack", "even_money", False, True, "8.3", "2.7(c)"),
    ("blackjack", "even_money", True, False, "none", "2.7(c)"),
    ("blackjack", "surrender", False, True, "8.3", "2.8(c)"),
    ("blackjack", "surrender", True, False, "8.3", "2.8(c)"),
    ("blackjack", "insurance_at_turn", False, True, "8.3", "2.9(b)"),
    ("blackjack", "additional_wager", "none", "sevens", "none", "2.17(a)"),
    ("blackjack", "additional_wager", "sevens", "none", "8.3", "2.17(a)"),
    ("blackjack", "additional_wager", "sevens", "same suit", "8.3", "2.17(a)"),
    ("blackjack", "dealing", "shoe", "continuous shuffler", "approval", "2.21"),
    ("blackjack", "dealing", "continuous shuffler", "double shoe", "none", "2.21"),
]


@pytest.mark.parametrize(("key", "option", "was", "to_be", "kind", "cite"), CHANGES)
def test_a_change_of_an_option(
    key: str, option: str, was: str, to_be: str, kind: str, cite: str
) -> None:
    (notice,) = notices_for(
        registry.find(key).regulation,
        DAY,
        options=({option: was}, {option: to_be}),
        limits=({}, {}),
    )
    assert (notice.kind, notice.cite) == (kind, f"N.J.A.C. 19:47-{cite}")
    assert notice.lead_minutes == (30 if kind in ("8.3", "written") else 0)


@pytest.mark.parametrize(
    ("key", "option", "was", "to_be"),
    [
        ("baccarat-punto-banco", "shuffle", "lace", "lace and reshuffle"),
        ("baccarat-punto-banco", "pays_order", 1, 3),
        ("minibaccarat", "shuffle", "lace", "lace and reshuffle"),
    ],
)
def test_what_holds_for_all_tables_of_a_pit(
    key: str, option: str, was: int | str, to_be: int | str
) -> None:
    """3.5(b), 3.10(c)1, 7.5(c)."""
    (notice,) = notices_for(
        registry.find(key).regulation,
        DAY,
        options=({option: was}, {option: to_be}),
        limits=({}, {}),
    )
    assert notice.pit_wide


@pytest.mark.parametrize(
    ("key", "option", "was", "to_be"),
    [("craps", "odds_times", 2, 1), ("craps", "odds_times", 1, 2)],
)
def test_a_notice_under_a_section_that_nobody_has_read_is_not_told_as_read(
    key: str, option: str, was: int, to_be: int
) -> None:
    """8.3."""
    (notice,) = notices_for(
        registry.find(key).regulation,
        DAY,
        options=({option: was}, {option: to_be}),
        limits=({}, {}),
    )
    if notice.cite.endswith("-8.3"):
        assert notice.basis != "read"
