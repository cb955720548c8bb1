"""Makes the stored tables of `pitboss.hands.poker`: `python tools/poker_tables.py`.

A hand's key is the sum of its ranks' keys, spread by an odd factor. The key's upper bits are a
row, the lower bits a column; each row is laid into one long table at the first place where all
its entries fall on free cells (first fit, fullest rows first). What is stored is each row's
offset and the table itself.
"""

from __future__ import annotations

import sys
from array import array

from pitboss.hands.poker import (
    COLUMN_BITS,
    RANK_KEYS,
    ROWS,
    SUITS,
    TABLE_FILE,
    _straights,
    flush_value,
    rank_hands,
    rank_pattern_value,
    rank_slices,
    spread_key,
)

COLUMNS = 1 << COLUMN_BITS


def smallest_rank_keys(ranks: int, cards: int = 7) -> list[int]:
    """One key per rank, each the smallest that keeps all sums of so many cards different.

    A new key k clashes if (sum with j of it) equals (sum with j + c of it), that is if c times k
    is a difference of two sums of older keys; the differences are held as bits of one integer.
    All thirteen take about eighty seconds, so they are written down as `RANK_KEYS`.
    """
    keys = [0]
    sums = [{0} if count <= SUITS else set() for count in range(cards + 1)]
    while len(keys) < ranks:
        refused = 0
        for copies in range(1, SUITS + 1):
            differences = 0
            for fewer in range(SUITS - copies + 1):
                larger = _as_bits(sums[cards - fewer])
                for smaller in sums[cards - fewer - copies]:
                    differences |= larger >> smaller
            refused |= _every_nth_bit(differences, copies)
        key = keys[-1] + 1
        while refused >> key & 1:
            key += 1
        keys.append(key)
        sums = [
            {
                older + copies * key
                for copies in range(min(SUITS, count) + 1)
                for older in sums[count - copies]
            }
            for count in range(cards + 1)
        ]
    return keys


def _as_bits(numbers: set[int]) -> int:
    held = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        held[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(held, "little")


def _every_nth_bit(bits: int, step: int) -> int:
    digits = bin(bits)[:1:-1][::step]
    return int(digits[::-1], 2) if digits else 0


def _first_fit(rows: dict[int, list[int]], cells: int) -> list[int]:
    """An offset for each row, such that no two entries of the table meet."""
    offsets = [0] * ROWS
    free = (1 << cells) - 1
    for row in sorted(rows, key=lambda row: (-len(rows[row]), row)):
        fits = free
        pattern = 0
        for column in rows[row]:
            fits &= free >> column
            pattern |= 1 << column
        assert fits, "the table has too few cells"
        offset = (fits & -fits).bit_length() - 1
        offsets[row] = offset
        free ^= pattern << offset
    return offsets


def rank_table(count: int) -> tuple[array[int], array[int]]:
    """Offsets and values for all hands of so many cards that are no flush."""
    values_by_key: dict[int, int] = {}
    for hand in rank_hands(count):
        slices = rank_slices([rank << 2 for rank in hand])
        key = spread_key(sum(RANK_KEYS[rank] for rank in hand))
        assert key not in values_by_key, "two hands share a key"
        values_by_key[key] = rank_pattern_value(*slices, False)
    rows: dict[int, list[int]] = {}
    for key in values_by_key:
        rows.setdefault(key >> COLUMN_BITS, []).append(key & COLUMNS - 1)
    offsets = _first_fit(rows, 2 * len(values_by_key) + COLUMNS)
    # Wherever an offset leads, a whole row of columns follows: no key reads beyond the table.
    values = array("H", [0]) * (max(offsets) + COLUMNS)
    for key, value in values_by_key.items():
        values[offsets[key >> COLUMN_BITS] + (key & COLUMNS - 1)] = value
    return array("H", offsets), values


def flush_table() -> array[int]:
    """The value of every set of five or more ranks of one suit."""
    masks = range(1 << len(RANK_KEYS))
    return array(
        "H",
        (
            flush_value(mask, _straights(mask), False) if 5 <= mask.bit_count() <= 7 else 0
            for mask in masks
        ),
    )


def table_content() -> bytes:
    """The bytes of the table file."""
    arrays = [flush_table()]
    for count in (5, 6, 7):
        arrays.extend(rank_table(count))
    words = array("H", [len(arrays)])
    for numbers in arrays:
        words.extend((len(numbers) & 0xFFFF, len(numbers) >> 16))
    for numbers in arrays:
        words.extend(numbers)
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def main() -> None:
    """Write the table file into the package."""
    content = table_content()
    TABLE_FILE.write_bytes(content)
    print(f"{TABLE_FILE}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
