"""What a match play coupon, a free bet and an envy bonus cost the house.

A match play coupon lies with chips of the same amount and is paid by the row that pays them; a free
bet is a chip that the player has not bought. Both go with the first chips of a wager: what is added
in play is the player's own. Play is taken to be the same as without them. Where the first chips of
some rounds are not told apart from others (hands that were split), a figure lies between two that
hold whatever becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from pitboss.analysis.exact.distribution import Cell, Distribution
from pitboss.analysis.study import Envy
from pitboss.law.regulation import Law
from pitboss.money import Odds

NOTHING, ONE = Fraction(0), Fraction(1)
# Figures further apart than one part of so many of the wager tell nobody anything.
PARTS = 10
OTHERS = 6
# In the name of a result in which there are several hands.
SPLIT = "split"


class Between(msgspec.Struct, frozen=True, kw_only=True):
    """A figure that is known exactly (both are the same), or lies between two."""

    low: Fraction
    high: Fraction

    def less(self, value: Fraction) -> Between:
        return Between(low=self.low - value, high=self.high - value)


class Coupon(msgspec.Struct, frozen=True, kw_only=True):
    """What is given away with the first chips of a wager, as a share of their amount. Match play:
    taken whatever comes, or kept after a push; `match_and_chips` is the former less what the house
    wins of the chips beside it. A free bet: taken whatever comes, kept after a push, or given back
    until it loses. `permitted`: the paragraph that lets a coupon lie on this wager ("": none that
    we have)."""

    match_once: Between
    match_until: Between
    match_and_chips: Between
    free_once: Between
    free_until: Between
    free_returned: Between | None
    permitted: str


class EnvyDesk(msgspec.Struct, frozen=True, kw_only=True):
    """What another player's hand brings to a wager of the least amount that has a claim, in cents a
    round and as a share of it, and the house edge by the number of other players."""

    wager: str
    cite: str
    least: int
    each: Fraction
    share: Fraction
    edges: list[Fraction]
    note: str


class _First(msgspec.Struct, frozen=True):
    """What becomes of the first chips: at least and at most so much is paid on them, and so much of
    them is lost."""

    paid: tuple[Fraction, Fraction]
    lost: tuple[Fraction, Fraction]


def coupon_of(distribution: Distribution, law: Law, wager: str) -> Coupon | None:
    """Returns what is given away with the wager; None where it is several, or not known."""
    kind = law.wagers.get(wager.partition(" ")[0])
    if " and " in wager or (kind is not None and not kind.pays):
        return None  # several wagers, or a bank
    table = kind.pays.partition(":")[0] if kind is not None else ""
    firsts = _firsts(distribution, table)
    paid = _sum(distribution, [each.paid for each in firsts])
    lost = _sum(distribution, [each.lost for each in firsts])
    pushed = _sum(distribution, [_pushed(each) for each in firsts])
    if not paid.high or pushed.low == 1 or (paid.high - paid.low) * PARTS > 1:
        return None
    edge = distribution.house_edge()
    free = lost.less(edge)
    returned = None
    if lost.low:
        returned = Between(low=1 - edge / lost.low, high=1 - edge / lost.high)
        if edge < 0:
            returned = Between(low=returned.high, high=returned.low)
    manner = law.manner
    permits = manner is not None and kind is not None and manner.permits_coupon(kind.key)
    return Coupon(
        match_once=paid,
        match_until=_until(paid, pushed),
        match_and_chips=paid.less(edge),
        free_once=free,
        free_until=_until(free, pushed),
        free_returned=returned,
        permitted=law.cite(manner.cite) if permits and manner is not None else "",
    )


def _until(once: Between, pushed: Between) -> Between:
    """The same again after every push."""
    return Between(low=once.low / (1 - pushed.low), high=once.high / (1 - pushed.high))


def _sum(distribution: Distribution, ranges: Sequence[tuple[Fraction, Fraction]]) -> Between:
    chances = distribution.cells.values()
    low, high = (
        sum((chance * each[end] for chance, each in zip(chances, ranges, strict=True)), NOTHING)
        for end in (0, 1)
    )
    return Between(low=low, high=high)


def _pushed(each: _First) -> tuple[Fraction, Fraction]:
    """Whether the first chips go back: certainly not where something is won or lost of them."""
    touched = each.paid[0] > 0 or each.lost[0] > 0
    free = each.paid[1] == 0 and each.lost[1] == 0
    return (ONE if free else NOTHING), (NOTHING if touched else ONE)


def _firsts(distribution: Distribution, table: str) -> list[_First]:
    most = max(
        (_odds(part.odds) for cell in distribution.cells for part in cell.parts), default=ONE
    )
    hazy = {cell.row for cell in distribution.cells if _is_hazy(cell)}
    return [_first(cell, table, hazy, most) for cell in distribution.cells]


def _odds(text: str) -> Fraction:
    return Odds.parse(text).fraction


def _is_hazy(cell: Cell) -> bool:
    """Whether something is won or lost that no payment of the cell accounts for."""
    if cell.square is not None:
        return True
    plain = cell.net in (0, cell.staked) or cell.net <= -cell.staked or cell.staked <= 1
    return not cell.parts and not plain


def _first(cell: Cell, table: str, hazy: set[str], most: Fraction) -> _First:
    """Returns what becomes of the first chips in this cell."""
    if not cell.parts and cell.net <= -cell.staked:
        return _First((NOTHING, NOTHING), (ONE, ONE))
    if not cell.parts and cell.net == cell.staked:
        return _First((ONE, ONE), (NOTHING, NOTHING))
    if cell.row in hazy and not cell.parts:
        if cell.square is not None:
            return _First((NOTHING, most), (NOTHING, ONE))
        if cell.net < 0 and SPLIT not in cell.row:
            return _First((NOTHING, NOTHING), (NOTHING, ONE))  # one hand, of which some went back
        # Several stakes at even money: what is won is no more than this, and so with what is lost.
        won, lost = (cell.staked + cell.net) / 2, (cell.staked - cell.net) / 2
        return _First((NOTHING, min(ONE, won)), (NOTHING, min(ONE, lost)))
    for part in cell.parts:
        if part.units == cell.staked or part.table == table:
            odds = _odds(part.odds)
            return _First((odds, odds), (NOTHING, NOTHING))
    paid = sum((_odds(part.odds) * part.units for part in cell.parts), NOTHING)
    if not cell.parts and cell.net > 0:
        # Paid less a charge, as a bank is.
        return _First((cell.net, cell.net), (NOTHING, NOTHING))
    lost = min(ONE, paid - cell.net)
    return _First((NOTHING, NOTHING), (lost, lost))


def envy_of(found: Envy, edge: Fraction) -> EnvyDesk:
    """Returns what envy costs beside a wager of this edge, exactly: what several hands bring on
    average adds up."""
    share = found.each / found.least
    return EnvyDesk(
        wager=found.wager,
        cite=found.cite,
        least=found.least,
        each=found.each,
        share=share,
        edges=[edge - others * share for others in range(OTHERS + 1)],
        note=found.note,
    )
