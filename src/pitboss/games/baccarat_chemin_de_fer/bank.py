"""4.6, 4.7: the bank, and the wagers against it: who may wager, how much, and who goes first."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.baccarat.seats import counter_clockwise_after
from pitboss.games.baccarat_chemin_de_fer.rules import CheminDeFerRules
from pitboss.law.regulation import WagerKind
from pitboss.money import format_dollars
from pitboss.table.layout import Line, Wager
from pitboss.table.prompts import Bounds, Refusal
from pitboss.table.window import Window


class Bank(Window):
    """4.6 The banker's wager; 4.7 wagers against it, up to its amount in all."""

    @property
    def rules(self) -> CheminDeFerRules:
        rules: CheminDeFerRules = self.dealer.rules
        return rules

    def wager(self) -> Wager | None:
        return next((wager for wager in self.dealer.wagers if wager.kind == "bank"), None)

    def against(self) -> list[Wager]:
        """The wagers against the bank, from the banker's right counter-clockwise."""
        bank = self.wager()
        if bank is None:
            return []
        order = self.order(bank.seat)
        found = [wager for wager in self.dealer.wagers if wager.kind != "bank"]
        return sorted(found, key=lambda wager: order.index(wager.seat))

    def covered(self) -> int:
        return sum(wager.cents for wager in self.dealer.wagers if wager.kind != "bank")

    def order(self, banker: int) -> list[int]:
        """The seats from the banker's right counter-clockwise, the banker's own last."""
        return counter_clockwise_after(banker, self.dealer.table.seats)

    def calls(self, banker: int) -> list[int]:
        """The order of calls of banco: suivi, then prime, then counter-clockwise."""
        order = self.order(banker)
        suivi = self.dealer.state.suivi
        if self.rules.suivi and suivi in order:
            order.remove(suivi)
            order.insert(0, suivi)
        return order

    def uncovered(self, bank: Wager) -> int:
        return bank.cents - self.covered()

    def after(self, bank: Wager, line: Line | None = None) -> int:
        """What the bank holds after a tie, or after a round that it won on this line."""
        if line is None:
            return bank.cents
        # Vigorish that is rounded up may be more than a very small bank holds.
        return max(0, line.stake + line.pays - line.commission)

    # -- how much -----------------------------------------------------------------------------

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        bank = self.wager()
        if kind.key == "bank":
            return self._of_bank(seat, bank, bounds)
        if bank is None:
            return Refusal("there is no bank yet to wager against", "4.7")
        if seat == bank.seat:
            return Refusal("the banker may not wager against the bank", "4.7")
        if kind.key == "banco":
            return self._of_banco(seat, bank, bounds)
        return self._of_part(seat, bank, bounds)

    def _of_bank(self, seat: int, bank: Wager | None, bounds: Bounds) -> Bounds | Refusal:
        state = self.dealer.state
        banker = state.banker if state.banker in self.dealer.table.seats else 0
        if bank is not None:
            banker = bank.seat
        if banker and seat != banker:
            return Refusal(f"p{banker} is the banker", "4.6")
        if state.bank and not self.rules.banker_may_withdraw:
            stays = state.bank - state.bank % bounds.step
            amount = max(bounds.at_least, min(bounds.at_most, stays))
            amount -= amount % bounds.step
            bounds = replace(bounds, at_least=amount, at_most=amount, cite="4.6")
        covered = self.covered()
        if any(wager.kind == "banco" for wager in self.dealer.wagers):
            return replace(bounds, at_least=covered, at_most=covered, cite="4.7")
        return replace(bounds, at_least=max(bounds.at_least, covered))

    def _of_banco(self, seat: int, bank: Wager, bounds: Bounds) -> Bounds | Refusal:
        calls = self.calls(bank.seat)
        for wager in self.against():
            first = calls.index(wager.seat) <= calls.index(seat)
            if wager.kind == "banco" and first:
                return Refusal(f"p{wager.seat} has called banco, and goes first", "4.7")
        return replace(bounds, at_least=bank.cents, at_most=bank.cents, cite="4.7")

    def _of_part(self, seat: int, bank: Wager, bounds: Bounds) -> Bounds | Refusal:
        order = self.order(bank.seat)
        left = bank.cents
        for wager in self.against():
            if wager.kind == "banco":
                return Refusal(f"p{wager.seat} has called banco", "4.7")
            if order.index(wager.seat) > order.index(seat):
                reason = f"p{wager.seat} has covered a part, and p{seat} goes before"
                return Refusal(reason, "4.7")
            if wager.seat != seat:
                left -= wager.cents
        if not left:
            return Refusal("the bank is covered in full", "4.7")
        return replace(
            bounds,
            at_least=min(bounds.at_least, left),
            at_most=min(bounds.at_most, left),
            cite="4.7" if left < bounds.at_most else bounds.cite,
        )

    # -- what follows -------------------------------------------------------------------------

    def made(self, wager: Wager) -> None:
        """The dealer calling the game announces the bank, and a call of banco; that takes the
        place of every other wager against the bank."""
        if wager.kind == "bank":
            self.dealer.announce(f"The bank is {format_dollars(wager.cents)}", cite="4.6")
        elif wager.kind == "banco":
            self.dealer.announce(f"Banco, p{wager.seat}", cite="4.7")
            for other in self.against():
                if other is not wager:
                    self.dealer.withdraw(other, cite="4.7")

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        if wager.kind == "bank" and not cents and self.covered():
            return "the bank is covered"
        if wager.kind == "banco" and cents:
            return "banco is the whole bank"
        return ""

    def cite_of(self, act: str, wager: Wager) -> str:
        return "4.6" if wager.kind == "bank" else "4.7"

    # -- who plays ----------------------------------------------------------------------------

    def player(self) -> int:
        """4.8: the Player's Hand is played by the one with the largest wager against the
        bank, among equals by the nearest to the banker's right."""
        return max(self.against(), key=_amount).seat


def _amount(wager: Wager) -> int:
    return wager.cents
