"""1.9 Invalid roll of the dice and 1.10(a), the dice that do not lie flat; and what else may
interrupt a roll: the shooter passes the dice or loses them (1.11(a)), a late wager (1.3(a))."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.dice.turn import passed_on, shooter_of
from pitboss.families.dice.wagers import KINDS
from pitboss.games.craps.procedure import (
    BEFORE_THE_THROW,
    CrapsWagers,
    LateWagers,
    line_wager_of_the_shooter,
    offer_again,
)
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

# 1.9(b)1 to 6, in order.
NO_ROLL = (
    "not-simultaneous",
    "end-not-struck",
    "on-bank-chips",
    "in-cup-or-on-rail",
    "cheating",
    "improper",
)
NO_ROLL_CITES = ("1.9(b)1", "1.9(b)2", "1.9(b)3", "1.9(b)4", "1.9(b)5", "1.9(b)6")
ONE_SIDE, SEVERAL_SIDES = "on-one-side", "on-several-sides"
TAKEN_FOR = ("unreasonable-delay", "repeated-invalid-rolls", "violation")
CONFIRM, REFUSE = "confirm", "refuse"
THROWN_AGAIN = "the roll decides nothing: the dice are thrown again"
DETERMINE, VOID = "determine the face", "void the throw"


def throw_again(dealer: Dealer, *, cite: str) -> None:
    """An invalid roll decides nothing; the dice are thrown again."""
    dealer.note(THROWN_AGAIN, cite=cite)


def dice_off_table(dealer: Dealer, found: Found) -> None:
    """1.9(a): one die or both went off the table: always invalid."""
    throw_again(dealer, cite="1.9(a)")


def die_on_die(dealer: Dealer, found: Found) -> None:
    """1.9(a): one die came to rest on the other: always invalid."""
    throw_again(dealer, cite="1.9(a)")


def no_roll(dealer: Dealer, found: Found) -> None:
    """1.9(b): "No Roll", called by whom the licensee designates. (c) asks that it be called
    while the dice still roll, whenever possible, for the first, second and last reason."""
    cite = NO_ROLL_CITES[NO_ROLL.index(found.detail)]
    dealer.announce("No Roll", cite=cite)
    dealer.note(f"called by the {dealer.rules.no_roll_called_by}", cite="1.9(b)")
    throw_again(dealer, cite=cite)


def dice_touch_chips(dealer: Dealer, found: Found) -> None:
    """1.9(d): chips or coupons of the players in the way are no cause for "No Roll"."""
    dealer.note("no cause for a call of No Roll: the throw stands", cite="1.9(d)")


def cocked_die(dealer: Dealer, found: Found) -> None:
    """1.10(a)1: the side opposite the one that rests on chips is uppermost; the roll that
    follows on the tape is read so. Resting on several sides, the roll is void."""
    if found.detail == SEVERAL_SIDES:
        return throw_again(dealer, cite="1.10(a)1")
    dealer.note("the side opposite the one at rest is uppermost", cite="1.10(a)1")


def disputed_face(dealer: Dealer, found: Found) -> None:
    """1.10(a)2: the boxman determines the face, or has the dice thrown again."""
    choice = dealer.choose(0, (DETERMINE, VOID), cite="1.10(a)2", what="which face is uppermost")
    if choice == VOID:
        throw_again(dealer, cite="1.10(a)2")


def late_wager(dealer: Dealer, found: Found) -> None:
    """1.3(a): between the hand and rest, if the dealer and a boxman both confirm it orally."""
    choice = dealer.choose(0, (CONFIRM, REFUSE), cite="1.3(a)", what="a late wager")
    if choice == CONFIRM:
        LateWagers(dealer, KINDS, cite="1.3(a)", what="a late wager").take_wagers()


def wagers_reopened(dealer: Dealer, found: Found) -> None:
    """1.3(a): after an invalid roll the next throw is still to come, so wagers may be made
    and removed again."""
    CrapsWagers(dealer, KINDS, cite="1.3(a)", what=BEFORE_THE_THROW).take_wagers()
    if not line_wager_of_the_shooter(dealer, dealer.rules):
        raise RoundConcluded


def shooter_passes(dealer: Dealer, found: Found) -> None:
    """1.11(a): after any roll the shooter may pass the dice. If nobody takes them he stays."""
    passed_on(dealer, offer_again)


def dice_taken(dealer: Dealer, found: Found) -> None:
    """1.11(a)2: the boxman orders the shooter to pass the dice."""
    dealer.act("the boxman orders the shooter to pass the dice", cite="1.11(a)2")
    if not passed_on(dealer, offer_again) and shooter_of(dealer):
        dealer.remember(replace(dealer.state, relinquished=True))
        raise RoundConcluded


def before_rest(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "roll"


def before_rest_since_1983(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "roll" and bool(dealer.rules.cocked_die)


def after_an_invalid_roll(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "roll" and any(event.what == THROWN_AGAIN for event in dealer.events)


def between_rolls(dealer: Dealer, prompt: Prompt) -> bool:
    """Wagers are open before a throw (not late ones, nor a shooter's line wager), and there is
    another player to whom the dice can go."""
    others = len(dealer.table.seats) > 1 or not shooter_of(dealer)
    return prompt.kind == "wagers" and prompt.what == BEFORE_THE_THROW and others


IRREGULARITIES = (
    Irregularity("late-wager", "1.3(a)", late_wager, before_rest),
    Irregularity("wagers-reopened", "1.3(a)", wagers_reopened, after_an_invalid_roll),
    Irregularity("dice-off-table", "1.9(a)", dice_off_table, before_rest, shows="dice"),
    Irregularity("die-on-die", "1.9(a)", die_on_die, before_rest, shows="dice"),
    Irregularity("no-roll", "1.9(b)", no_roll, before_rest, ("detail",), NO_ROLL, shows="dice"),
    Irregularity("dice-touch-chips", "1.9(d)", dice_touch_chips, before_rest),
    Irregularity(
        "cocked-die", "1.10(a)1", cocked_die, before_rest_since_1983, ("detail",),
        (ONE_SIDE, SEVERAL_SIDES), shows="dice",
    ),
    Irregularity("disputed-face", "1.10(a)2", disputed_face, before_rest, shows="dice"),
    Irregularity("shooter-passes", "1.11(a)", shooter_passes, between_rolls),
    Irregularity("dice-taken", "1.11(a)2", dice_taken, between_rolls, ("detail",), TAKEN_FOR),
)  # fmt: skip
