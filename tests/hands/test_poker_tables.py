"""The stored tables are what the tool makes."""

from __future__ import annotations

from tools import poker_tables

from pitboss.hands import poker


def test_a_rebuild_gives_the_same_bytes() -> None:
    assert poker_tables.table_content() == poker.TABLE_FILE.read_bytes()


def test_rank_keys_are_the_smallest() -> None:
    assert poker_tables.smallest_rank_keys(9) == list(poker.RANK_KEYS[:9])


def test_sums_of_rank_keys_are_all_different() -> None:
    for count, expected in ((5, 6175), (6, 18395), (7, 49205)):
        hands = list(poker.rank_hands(count))
        sums = {sum(poker.RANK_KEYS[rank] for rank in hand) for hand in hands}
        assert len(sums) == len(hands) == expected
        assert max(sums) < 1 << poker.KEY_BITS


def test_tables_fit_the_second_level_cache() -> None:
    arrays = poker.stored_arrays()
    assert sum(len(numbers) for numbers in arrays) * 2 < 250_000
    assert len(arrays) == len(poker.PokerTables._fields) - 2
