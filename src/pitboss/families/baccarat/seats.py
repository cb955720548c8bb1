"""Which way round the table.

Doubt: neither subchapter says how the positions are numbered. The shoe goes from seat one
counter-clockwise (3.6), the cut from the highest number clockwise (3.5, 7.5), payment from the
highest number downwards (3.10): so the numbers rise counter-clockwise, from the dealer's right.
p1, p2, ... are the position numbers of the layout; clockwise is downwards."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.table.dealer import Dealer


def clockwise_from(seat: int, seats: Sequence[int]) -> list[int]:
    """The seats clockwise, beginning with `seat` or the next one that is taken."""
    ordered = sorted(seats, reverse=True)
    return [s for s in ordered if s <= seat] + [s for s in ordered if s > seat]


def counter_clockwise_after(seat: int, seats: Sequence[int]) -> list[int]:
    """The seats counter-clockwise, beginning at the right of `seat` and ending with it."""
    ordered = sorted(seats)
    return [s for s in ordered if s > seat] + [s for s in ordered if s <= seat]


def highest_wager(dealer: Dealer, kind: str) -> int:
    """The seat with the highest wager of this kind, among equals the one closest to the dealer
    counter-clockwise; 0 if nobody has one. Side wagers do not count."""
    wagers = [wager for wager in dealer.wagers if wager.kind == kind]
    if not wagers:
        return 0
    return min(wagers, key=lambda wager: (-wager.cents, wager.seat)).seat
