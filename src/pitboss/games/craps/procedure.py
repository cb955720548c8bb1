"""N.J.A.C. 19:47-1 (13:69F-1), Craps and Mini-craps: the sections that state a procedure, in
order. A round is one roll; what lies on the layout, the point and the shooter stay with the
table."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.dice import settlement, wagers
from pitboss.families.dice.settlement import SUMS, come_numbers, settle
from pitboss.families.dice.turn import is_taken, left_of, new_shooter, passed_on, shooter_of
from pitboss.families.dice.wagers import KINDS
from pitboss.families.dice.window import LineWagers
from pitboss.games.craps.rules import CrapsRules, CrapsState
from pitboss.games.craps.wagers import vigorish
from pitboss.table.dealer import Dealer
from pitboss.table.layout import Wager
from pitboss.table.window import NOT_CALLED

BEFORE_THE_THROW = "wagers before the throw"
ACCEPT, DECLINE = "accept the dice", "decline the dice"
MAKE, PASS = "make a line wager", "pass the dice"


def roll_of_the_dice(dealer: Dealer, rules: CrapsRules) -> None:
    """One roll, from the wagers before it to what follows it: 1.3, 1.8, 1.10, 1.11."""
    wagers.check_standing(dealer)
    if not dice_are_taken(dealer, rules):
        return
    wagers.show_on_and_off(dealer, rules)
    CrapsWagers(dealer, KINDS, cite="1.3(a)", what=BEFORE_THE_THROW).take_wagers()
    if not line_wager_of_the_shooter(dealer, rules):
        return
    first, second = throw_of_the_dice(dealer, rules)
    call_and_settle(dealer, rules, first, second)
    after_the_roll(dealer, rules, first + second)


# -- 1.3 Making and removal of wagers; 1.5 buy and lay bets; 1.6 supplemental wagers ----------


class CrapsWagers(LineWagers):
    """1.3(a) to (e): wagers are made, removed, reduced and called until the dice are thrown.
    1.5(a), (b): vigorish is paid when a buy or lay wager is made, and on what is added to it."""

    def made(self, wager: Wager) -> None:
        if wager.kind in ("buy", "lay"):
            cite = "1.5(a)" if wager.kind == "buy" else "1.5(b)"
            rules: CrapsRules = self.dealer.rules
            due = max(vigorish(rules, wager) - wager.charged, 0)
            self.dealer.charge(wager.seat, due, cite=cite, wager=wager)
        super().made(wager)


class LateWagers(CrapsWagers):
    """1.3(a): while the dice are in the air a wager is only made."""

    def why_not_reduce(self, wager: Wager, cents: int) -> str:
        return "the dice have left the shooter's hand"

    def why_not_call(self, wager: Wager, on: bool) -> str:
        return NOT_CALLED


# -- 1.7 Dice; retention; selection -------------------------------------------------------------


def open_the_table(dealer: Dealer, rules: CrapsRules) -> None:
    """1.7 Dice; retention; selection."""
    # (a) The stickman has charge of a set of dice.
    dealer.act(f"place a set of at least {rules.dice_set} dice at the table", cite="1.7(a)")

    # (b) Offered to the player at the boxman's left, then clockwise until one accepts.
    shooter = offer_the_dice(dealer, sorted(dealer.table.seats), offer="1.7(b)", select="1.7(c)")
    if not shooter:
        return dealer.note("nobody accepts the dice: the game does not begin", cite="1.7(b)")
    dealer.remember(CrapsState(shooter=shooter))
    dealer.next_procedure = "round"


def offer_the_dice(dealer: Dealer, order: list[int], *, offer: str, select: str) -> int:
    """To each player in turn; the first who accepts selects two of the dice. Returns his seat,
    or 0 if nobody accepts."""
    for seat in order:
        if dealer.choose(seat, (ACCEPT, DECLINE), cite=offer, what="the dice") == ACCEPT:
            dealer.note("the shooter selects two of the dice", cite=select, seat=seat)
            dealer.act("return the other dice to the dice cup", cite=select)
            return seat
    return 0


# -- 1.8 Throw of the dice ----------------------------------------------------------------------


def line_wager_of_the_shooter(dealer: Dealer, rules: CrapsRules) -> bool:
    """1.8 and 1.11(b): before a come out roll the shooter makes a pass or don't pass wager.
    Returns whether somebody throws.

    Doubt: a shooter who takes the dice over while a point stands cannot make such a wager
    (1.2(a)1, 2); we let him throw without one."""
    while True:
        shooter = shooter_of(dealer)
        if dealer.state.point or not shooter or wagers.has_line_wager(dealer, shooter):
            if dealer.state.off:
                dealer.remember(replace(dealer.state, off=False))
            return True
        # 1.11(b) The point was made, come or don't come wagers remain, nobody has a line wager.
        if rules.throw_without_line_wager and throws_only_for_come_wagers(dealer):
            if dealer.state.off or not others_make_a_line_wager(dealer, rules):
                place_the_marker_off(dealer)
                return True
            continue
        what = "the shooter has no pass or don't pass wager"
        if dealer.choose(shooter, (MAKE, PASS), cite="1.8", what=what) == MAKE:
            CrapsWagers(dealer, KINDS, cite="1.8", what=what).take_wagers()
        elif not passed_on(dealer, offer_again):
            dealer.remember(replace(dealer.state, relinquished=True))
            dealer.note("nobody throws without a pass or don't pass wager", cite="1.8")
            return False


def throw_of_the_dice(dealer: Dealer, rules: CrapsRules) -> tuple[int, int]:
    """1.8: both dice leave the hand at once, towards the far end of the table. An invalid
    roll (1.9) or a void one (1.10(a)) stands on the tape before the valid one."""
    first, second = dealer.roll(2, cite="1.8")
    return first, second


# -- 1.10 Point throw; settlement of wagers -----------------------------------------------------


def call_and_settle(dealer: Dealer, rules: CrapsRules, first: int, second: int) -> None:
    """1.10 Point throw; settlement of wagers."""
    total = first + second
    # (a) The stickman at once calls out the sum of the uppermost sides.
    dealer.announce(SUMS[total], cite="1.10(a)")

    # (b) He brings the dice to the center of the table; then all wagers decided by the throw
    # are settled.
    dealer.act("bring the dice to the center of the table with the stick", cite="1.10(b)")
    settle(dealer, rules, first, second)


# -- 1.11 Continuation of shooter as such; selection of new shooter -----------------------------


def after_the_roll(dealer: Dealer, rules: CrapsRules, total: int) -> None:
    """1.1 and 1.11(a): what the throw makes of the point and of the shooter."""
    # 1.11(a)1 A loser 7: the shooter passes the dice.
    settlement.point_after(
        dealer, rules, total, passes="the shooter passes the dice", select="1.11(a)1"
    )
    if not dealer.state.relinquished:
        # 1.10(b) After settlement the stickman passes the dice to the shooter.
        dealer.act("pass the dice to the shooter with the stick", cite="1.10(b)")


def dice_are_taken(dealer: Dealer, rules: CrapsRules) -> bool:
    """1.11(c), (d): dice that were relinquished are offered, first to the player at the last
    shooter's left, then clockwise. Returns whether there is a shooter.

    Doubt: the last shooter himself is asked last; where he is the only player he keeps them."""
    return is_taken(dealer, offer_again, what="the dice", cite=rules.offer)


def offer_again(dealer: Dealer, order: list[int]) -> int:
    """1.11(c), (d): the dice are relinquished and offered to other players."""
    rules: CrapsRules = dealer.rules
    return offer_the_dice(dealer, order, offer=rules.offer, select=rules.select)


def throws_only_for_come_wagers(dealer: Dealer) -> bool:
    """1.11(b): the shooter made his point, come or don't come wagers remain, and nobody has a
    pass or don't pass wager."""
    lines = any(wager.kind in ("pass", "dont-pass") for wager in dealer.wagers)
    return bool(dealer.state.point_made and come_numbers(dealer) and not lines)


def others_make_a_line_wager(dealer: Dealer, rules: CrapsRules) -> bool:
    """1.11(b): the dice are offered to the others; who accepts makes a line wager."""
    for seat in left_of(shooter_of(dealer), dealer.table.seats):
        accepted = offer_the_dice(dealer, [seat], offer="1.11(b)", select=rules.select)
        if accepted and not wagers.has_line_wager(dealer, seat):
            what = "the shooter has no pass or don't pass wager"
            CrapsWagers(dealer, KINDS, cite="1.8", what=what).take_wagers()
        if accepted and wagers.has_line_wager(dealer, seat):
            new_shooter(dealer, seat)
            return True
    return False


def place_the_marker_off(dealer: Dealer) -> None:
    """1.11(b): the old shooter throws, only to decide the come and don't come wagers.

    Doubt: each such roll is a come out roll for 1.3(e), and sets no come out point."""
    if not dealer.state.off:
        text = "place the On/Off marker on the don't pass line, Off, in front of the shooter"
        dealer.act(text, cite="1.11(b)")
        dealer.remember(replace(dealer.state, off=True))
