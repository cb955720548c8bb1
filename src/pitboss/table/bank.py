"""The bank: who stands against the wagers of a round. It is the house, as long as nothing else is
said; or a seat, which puts up chips that cover them; or both together, each for one half.

What a bank collects lies in the centre of the table, and out of it winners are paid. Where that
does not suffice, the shortage is made up from the chips that were put up, and by the house for its
half. So money goes from seat to seat, and the house is left with its own half, its own wager and
the vigorish."""

from __future__ import annotations

import msgspec

from pitboss.table.layout import Wager


class Bank(msgspec.Struct):
    """`cover`: the chips that the seat has put up; `kinds`: the wagers that the bank covers (all
    others are the house's); `shared`: with the house, half and half; `centre`: what was collected
    and not yet paid out."""

    cover: Wager
    kinds: tuple[str, ...]
    shared: bool = False
    centre: int = 0

    @property
    def seat(self) -> int:
        return self.cover.seat

    def covers(self, wager: str) -> bool:
        """Whether what is won and lost on this wager is the bank's, its own chips included."""
        return wager in self.kinds or wager == self.cover.kind

    def halves(self, cents: int) -> tuple[int, int]:
        """What of an amount is the seat's, and what is the house's."""
        if not self.shared:
            return cents, 0
        half, rest = divmod(cents, 2)
        assert not rest, f"{cents} cents cannot be halved"
        return half, half

    def shortage(self, cents: int) -> tuple[int, int]:
        """What is missing in the centre to pay so much: from the seat, and from the house."""
        return self.halves(max(0, cents - self.centre))
