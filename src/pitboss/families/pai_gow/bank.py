"""Who banks (10.8, 11.10): the bank is offered, chips are put up that cover all other wagers, and
the dealer wagers against it. The money itself moves in `pitboss.table.bank`."""

from __future__ import annotations

from math import lcm

from msgspec.structs import replace

from pitboss.families.pai_gow.rules import BANK, MAIN, BankedRules, BankState
from pitboss.law.regulation import WagerKind
from pitboss.money import CENTS_MAX, format_dollars
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER
from pitboss.table.layout import Wager
from pitboss.table.prompts import Amounts, Bounds, Refusal
from pitboss.table.window import Window

TAKE, SHARE, PASS = "bank", "co-bank", "pass"
DEALER_WAGER, COVER = "dealer-wager", "cover"
CHIPS = "the chips of the bank"


def bank_of(dealer: Dealer) -> int:
    """The seat that banks; 0 where the dealer does."""
    return next((seat for seat in dealer.state.bank if seat in dealer.table.seats), DEALER)


def player_at(dealer: Dealer, seat: int) -> int:
    """The seat of the player who wagers on this betting area."""
    return dealer.table.areas.get(seat, seat)


# -- selection of the bank ------------------------------------------------------------------------


def offer_the_bank(dealer: Dealer, rules: BankedRules) -> None:
    """After each round the bank is offered counterclockwise, until somebody takes it."""
    cite = rules.cites.bank
    dealer.remember(without_bank(dealer.state))
    dealer.next_procedure = "shuffle"
    if not rules.player_bank:
        return
    choices = (TAKE, SHARE, PASS) if rules.co_banking else (TAKE, PASS)
    for seat in _order_of_offer(dealer, rules):
        reason = _why_not(dealer, seat)
        if reason:
            dealer.note(f"is not offered the bank: {reason}", cite=cite, seat=seat)
            continue
        choice = dealer.choose(seat, choices, cite=cite, what="the bank")
        if choice != PASS:
            return _accept(dealer, rules, seat, co_bank=choice == SHARE)
    dealer.note("no player takes the bank: the dealer banks", cite=cite)


def _order_of_offer(dealer: Dealer, rules: BankedRules) -> list[int]:
    """The players counterclockwise: from the dealer's right, or from after the last bank."""
    players = sorted(seat for seat in dealer.table.seats if player_at(dealer, seat) == seat)
    last = dealer.state.turn if rules.in_turn else 0
    return [s for s in players if s > last] + [s for s in players if s <= last]


def _why_not(dealer: Dealer, seat: int) -> str:
    """Both conditions but the means, which are seen when the chips are put up."""
    if seat in dealer.state.banked:
        return "banked the last round"
    if f"p{seat}" not in dealer.state.against:
        return "made no wager in the last round that the dealer banked"
    return ""


def _accept(dealer: Dealer, rules: BankedRules, seat: int, *, co_bank: bool) -> None:
    cite = rules.cites.bank
    what = "co-bank" if co_bank else "bank"
    dealer.act(f"place the marker of the {what} before p{seat}", cite=cite)
    wager = 0
    if not co_bank:
        bounds = _bounds_of_dealer_wager(dealer, seat, cite=cite)
        usual = dict.fromkeys((bounds.at_most, bounds.at_least))
        choice = dealer.choose(
            seat,
            tuple(f"{DEALER_WAGER} {format_dollars(cents)}" for cents in usual),
            cite=cite,
            what="the dealer's wager",
            amounts=Amounts(DEALER_WAGER, bounds),
        )
        wager = amount_in(choice)
    dealer.remember(
        replace(dealer.state, bank=(seat,), co_bank=co_bank, dealer_wager=wager, chips_due=True)
    )


def _bounds_of_dealer_wager(dealer: Dealer, seat: int, *, cite: str) -> Bounds:
    """The bank's last wager against the dealer, or less: within the limits of the table."""
    step = dealer.payable_step(dealer.rules.law.wagers[MAIN], "")
    low, high = dealer.table.limits.of(MAIN)
    low = max(step, -(-low // step) * step)
    last = dealer.state.against[f"p{seat}"]
    most = max(low, min(last, high) // step * step)
    return Bounds(low, most, step, cite)


def amount_in(choice: str) -> int:
    """The cents of a choice that carries an amount, which was written in one way only."""
    dollars, _, cents = choice.rpartition(" ")[2].partition(".")
    return int(dollars) * 100 + int(cents)


# -- the chips of the bank ------------------------------------------------------------------------


def put_up_the_chips(dealer: Dealer, rules: BankedRules) -> None:
    """Who banks must have chips on the table to cover all other wagers: they are put up before
    anybody wagers, and whoever has not enough passes the bank back to the dealer. At a table that
    is set up for a single round they are put up among the wagers."""
    bank, cite = bank_of(dealer), rules.cites.bank
    if not bank or not dealer.state.chips_due:
        return
    least = _least_cover(dealer)
    usual = [f"{COVER} {format_dollars(min(least * times, CENTS_MAX))}" for times in (1, 10, 50)]
    choice = dealer.choose(
        bank,
        (*dict.fromkeys(usual), PASS),
        cite=cite,
        what=CHIPS,
        amounts=Amounts(COVER, Bounds(least, CENTS_MAX, 1, cite)),
    )
    if choice != PASS:
        dealer.place_wager(bank, BANK, amount_in(choice), cite=cite)
        dealer.remember(replace(dealer.state, chips_due=False))
        return
    dealer.act("return the marker to the dealer", cite=cite)
    dealer.remember(without_bank(dealer.state))


def without_bank(state: BankState) -> BankState:
    """The state in which the dealer banks."""
    return replace(state, bank=(), co_bank=False, dealer_wager=0, chips_due=False)


def _least_cover(dealer: Dealer) -> int:
    """The dealer's wager; where there is none, the least that a player can wager, or half of it."""
    least, _ = dealer.table.limits.of(MAIN)
    if dealer.state.co_bank:
        least = -(-least // 2)
    return int(dealer.state.dealer_wager) or least


# -- wagers of a round with a bank ----------------------------------------------------------------


class BankedWagers(Window):
    """The wagers against the dealer; or against the bank, whose chips must cover them all together,
    with the dealer's own, and may become more."""

    @property
    def rules(self) -> BankedRules:
        rules: BankedRules = self.dealer.rules
        return rules

    @property
    def bank(self) -> int:
        return bank_of(self.dealer)

    def cover(self) -> Wager | None:
        return self.dealer.find(self.bank, BANK) if self.bank else None

    def against(self, *, without: int = 0) -> int:
        """What is wagered against the bank so far, the dealer's wager included."""
        dealer = self.dealer
        wagered = sum(w.cents for w in dealer.wagers if w.kind == MAIN and w.seat != without)
        return wagered + int(dealer.state.dealer_wager)

    def needed(self) -> int:
        """The chips that the bank must have up: half of the wagers where the house has the other
        half."""
        against = self.against()
        return -(-against // 2) if self.dealer.state.co_bank else against

    def bounds(self, seat: int, kind: WagerKind, spot: str, bounds: Bounds) -> Bounds | Refusal:
        if kind.key == BANK:
            return self._of_cover(seat)
        if kind.key == MAIN:
            return self._of_main(seat, bounds)
        return self.of_side(seat, kind, bounds)

    def of_side(self, seat: int, kind: WagerKind, bounds: Bounds) -> Bounds | Refusal:
        """A side wager goes with a hand: one that is wagered on, or the bank's."""
        if self.dealer.find(seat, MAIN) is None and (seat != self.bank or self.cover() is None):
            return Refusal(f"p{seat} has no {MAIN} wager", kind.cite)
        return bounds

    def _of_cover(self, seat: int) -> Bounds | Refusal:
        cite = self.rules.cites.bank
        if not self.bank:
            return Refusal("the dealer is the bank", cite)
        if seat != self.bank:
            return Refusal(f"p{self.bank} is the bank", cite)
        return Bounds(max(1, self.needed()), CENTS_MAX, 1, cite)

    def _of_main(self, seat: int, bounds: Bounds) -> Bounds | Refusal:
        bank, cite = self.bank, self.rules.cites.bank
        if not bank:
            return bounds
        if player_at(self.dealer, seat) == bank:
            return Refusal("the bank does not wager against itself", cite)
        cover = self.cover()
        if cover is None:
            return Refusal(f"p{bank} is the bank, and has put up no chips yet", cite)
        co_bank = self.dealer.state.co_bank
        # Of a co-bank's winnings each half must be whole, and its vigorish.
        step = lcm(bounds.step, 2 * self.rules.step) if co_bank else bounds.step
        low = -(-bounds.at_least // step) * step
        left = cover.cents * (2 if co_bank else 1) - self.against(without=seat)
        left -= left % step
        if left < low:
            covered = format_dollars(cover.cents)
            return Refusal(f"the bank of p{bank} has {covered} up and covers no more wagers", cite)
        if left >= bounds.at_most:
            return replace(bounds, at_least=low, at_most=bounds.at_most, step=step)
        return replace(bounds, at_least=low, at_most=left, step=step, cite=cite)

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        reason = super().why_not_reduce(wager, cents)
        if reason:
            return reason
        if wager.kind == BANK and (not cents or cents < self.needed()):
            return f"the bank covers wagers of {format_dollars(self.against())}, and stays"
        others = any(w is not wager for w in self.dealer.wagers_of(wager.seat))
        if wager.kind == MAIN and not cents and others:
            return "the side wagers go with it"
        return ""

    def why_not_close(self) -> Refusal | None:
        if self.bank and self.cover() is None:
            cite = self.rules.cites.bank
            return Refusal(f"p{self.bank} is the bank, and has put up no chips", cite)
        return None

    def cite_of(self, act: str, wager: Wager) -> str:
        return self.rules.cites.bank if wager.kind == BANK else self.cite


def begin_bank_round(dealer: Dealer, rules: BankedRules) -> bool:
    """The dealer's wager is put down, and the bank stands against all. Returns whether there is
    anybody to play against."""
    bank, state = bank_of(dealer), dealer.state
    if not bank:
        return True
    cover = dealer.find(bank, BANK)
    assert cover is not None
    if state.dealer_wager:
        dealer.wager_of_house(MAIN, state.dealer_wager, cite=rules.cites.bank)
    dealer.bank_with(cover, MAIN, shared=state.co_bank)
    if any(wager.kind == MAIN for wager in dealer.wagers):
        return True
    dealer.note("nobody wagers against the bank: no hand is dealt", cite=rules.cites.bank)
    return False


def remember_who_banked(dealer: Dealer, rules: BankedRules) -> None:
    """At the end of a round: who may bank next depends on who wagered against the dealer, and on
    who banked now."""
    bank, state = bank_of(dealer), dealer.state
    if bank:
        state = replace(state, banked=(bank,), turn=bank)
    else:
        against: dict[str, int] = {}
        for line in dealer.lines:
            if line.wager == MAIN and line.seat:
                player = f"p{player_at(dealer, line.seat)}"
                against[player] = max(line.stake, against.get(player, 0))
        state = replace(state, banked=(), against=against)
    dealer.remember(without_bank(state))
    dealer.next_procedure = "bank" if rules.player_bank else "shuffle"
