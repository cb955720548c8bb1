"""1A.8 Irregularities, and what else may come between shakes: 1A.7, the control of the shaker is
given up or taken away.

Doubt: only the titles were read; what follows from each is a working model."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.dice.rules import LineState
from pitboss.families.dice.turn import passed_on, shooter_of
from pitboss.games.automated_craps.procedure import ENABLE, offer_again, shake
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

TAKEN_FOR = ("unreasonable-delay", "violation")


def void_shake(dealer: Dealer, found: Found) -> None:
    """A die that leans, stacked dice, a cycle that was not completed: void, shaken again; the
    wagers stay."""
    dealer.note("the result is void: the dice are shaken again", cite="1A.8")
    shake(dealer)


def shaker_beyond_repair(dealer: Dealer, found: Found) -> None:
    """The wagers, which are undecided, go back; the next shake is a come out roll."""
    dealer.note("the shaker cannot be repaired", cite="1A.8")
    dealer.return_all(cite="1A.8", result="returned")
    state: LineState = dealer.state
    dealer.remember(LineState(shooter=state.shooter))
    raise RoundConcluded


def late_wager(dealer: Dealer, found: Found) -> None:
    """After "No more bets": not accepted, and returned whatever the result."""
    dealer.act("return the wager that was not accepted", cite="1A.8")


def shaker_passed(dealer: Dealer, found: Found) -> None:
    """1A.7: the shooter gives up the control. If nobody takes it he keeps it."""
    passed_on(dealer, offer_again)


def shaker_taken(dealer: Dealer, found: Found) -> None:
    """1A.7: the shooter must give up the control."""
    dealer.act("the casino supervisor has the shooter give up the shaker", cite="1A.7")
    if not passed_on(dealer, offer_again) and shooter_of(dealer):
        dealer.remember(replace(dealer.state, relinquished=True))
        raise RoundConcluded


def before_rest(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "roll"


def after_no_more_bets(dealer: Dealer, prompt: Prompt) -> bool:
    """Until the dice are at rest; by hand also before the shaker is enabled."""
    return before_rest(dealer, prompt) or (prompt.kind == "act" and prompt.what == ENABLE)


def between_shakes(dealer: Dealer, prompt: Prompt) -> bool:
    """Wagers are open, and there is another player to whom the control can go."""
    others = len(dealer.table.seats) > 1 or not shooter_of(dealer)
    return prompt.opening and others


IRREGULARITIES = (
    Irregularity(
        "die-leaning", "1A.8", void_shake, before_rest,
        label="A die leans when the shaker stops", basis="unverified", shows="dice",
    ),
    Irregularity(
        "dice-stacked", "1A.8", void_shake, before_rest,
        label="The dice are stacked when the shaker stops", basis="unverified", shows="dice",
    ),
    Irregularity(
        "shaker-fails", "1A.8", void_shake, before_rest,
        label="The shaker fails or stops before the full cycle", basis="unverified", shows="dice",
    ),
    Irregularity(
        "shaker-beyond-repair", "1A.8", shaker_beyond_repair, after_no_more_bets,
        label="The shaker fails and cannot be repaired", basis="unverified",
    ),
    Irregularity(
        "late-wager", "1A.8", late_wager, after_no_more_bets, ("seat",),
        label="A wager was placed after No more bets", basis="unverified",
    ),
    Irregularity(
        "shaker-passed", "1A.7", shaker_passed, between_shakes,
        label="The shooter gives up the control of the shaker", basis="unverified",
    ),
    Irregularity(
        "shaker-taken", "1A.7", shaker_taken, between_shakes, ("detail",), TAKEN_FOR,
        label="The shooter must give up the control of the shaker", basis="unverified",
    ),
)  # fmt: skip
