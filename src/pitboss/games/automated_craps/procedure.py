"""N.J.A.C. 13:69F-1A, Automated Craps: the sections that state a procedure, in order. A round is
one shake; what lies on the layout, the point and the shooter stay with the table.

Doubt: only the titles were read. The wagers and what decides them are those of craps, the shaker
is handled as at mini-dice."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.dice import wagers
from pitboss.families.dice.rules import LineState
from pitboss.families.dice.settlement import SUMS, point_after, settle
from pitboss.families.dice.turn import is_taken, offer_the_shaker, passed_on, shooter_of
from pitboss.families.dice.wagers import KINDS
from pitboss.families.dice.window import LineWagers
from pitboss.games.automated_craps.rules import AutomatedCrapsRules
from pitboss.table.dealer import Dealer

MAKE, PASS = "make a line wager", "pass the shaker"
ENABLE = "enable the automated craps shaker"


def shake_of_the_dice(dealer: Dealer, rules: AutomatedCrapsRules) -> None:
    """One shake, from the wagers before it to what follows it: 1A.4, 1A.5, 1A.7."""
    wagers.check_standing(dealer)
    if not shaker_is_taken(dealer):
        return
    wagers.show_on_and_off(dealer, rules)
    # 1A.4 Wagers are made, removed and called until the shake begins.
    LineWagers(dealer, KINDS, cite="1A.4", what="wagers before the shake").take_wagers()
    if not line_wager_of_the_shooter(dealer, rules):
        return
    first, second = deal_the_game(dealer, rules)
    settle(dealer, rules, first, second)
    after_the_shake(dealer, rules, first + second)


# -- 1A.5 Procedures for opening and dealing the game -------------------------------------------


def open_the_table(dealer: Dealer, rules: AutomatedCrapsRules) -> None:
    """1A.5: the control of the shaker is offered to the first player, then clockwise."""
    dealer.act(f"place {rules.dice} dice in the automated craps shaker", cite="1A.3")
    shooter = offer_the_shaker(dealer, sorted(dealer.table.seats), offer="1A.5")
    if not shooter:
        return dealer.note("nobody accepts the shaker: the game does not begin", cite="1A.5")
    dealer.remember(LineState(shooter=shooter))
    dealer.next_procedure = "round"


def line_wager_of_the_shooter(dealer: Dealer, rules: AutomatedCrapsRules) -> bool:
    """1A.5: before a come out roll the shooter makes a pass or don't pass wager. Returns whether
    somebody sets the shaker off.

    Doubt: a shooter who takes over while a point stands cannot make such a wager; he shakes
    without one."""
    while True:
        shooter = shooter_of(dealer)
        if dealer.state.point or not shooter or wagers.has_line_wager(dealer, shooter):
            return True
        what = "the shooter has no pass or don't pass wager"
        if dealer.choose(shooter, (MAKE, PASS), cite="1A.5", what=what) == MAKE:
            LineWagers(dealer, KINDS, cite="1A.5", what=what).take_wagers()
        elif not passed_on(dealer, offer_again):
            dealer.remember(replace(dealer.state, relinquished=True))
            dealer.note("nobody shakes without a pass or don't pass wager", cite="1A.5")
            return False


def deal_the_game(dealer: Dealer, rules: AutomatedCrapsRules) -> tuple[int, int]:
    """1A.5: no more bets, the shaker is enabled and set off, the dice come to rest."""
    dealer.announce("No more bets", cite="1A.5")
    shake(dealer)
    first, second = dealer.roll(rules.dice, cite="1A.5")
    dealer.announce(SUMS[first + second], cite="1A.5")
    return first, second


def shake(dealer: Dealer) -> None:
    dealer.act(ENABLE, cite="1A.5")
    dealer.note("the shooter sets off the shaker", cite="1A.5", seat=shooter_of(dealer))


# -- 1A.7 Voluntary or compulsory relinquishment of the automated dice shaker -------------------


def after_the_shake(dealer: Dealer, rules: AutomatedCrapsRules, total: int) -> None:
    """1A.7: the shooter keeps the control until a loser 7."""
    passes = "the shooter gives up the control of the shaker"
    point_after(dealer, rules, total, passes=passes, select="1A.7")


def shaker_is_taken(dealer: Dealer) -> bool:
    """1A.7: offered clockwise from the last shooter's left, himself last. Returns whether there
    is a shooter.

    Doubt: the only player at a table keeps the control."""
    return is_taken(dealer, offer_again, what="the shaker", cite="1A.7")


def offer_again(dealer: Dealer, order: list[int]) -> int:
    return offer_the_shaker(dealer, order, offer="1A.7")
