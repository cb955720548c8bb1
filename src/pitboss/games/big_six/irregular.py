"""What can go wrong with a spin of the big six wheel: 5.6(b) and (c)."""

from __future__ import annotations

from pitboss.equipment.wheels import BIG_SIX_SYMBOLS
from pitboss.games.big_six.procedure import settle_wagers, spin_the_wheel
from pitboss.games.big_six.rules import PREVIOUS_NUMBER
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def fewer_than_three_revolutions(dealer: Dealer, found: Found) -> None:
    """5.6(b): not a valid spin. Doubt: that the wheel is spun again is not stated."""
    dealer.note("the spin is not valid: the wheel is spun again", cite="5.6(b)")
    spin_the_wheel(dealer)


def clapper_between(dealer: Dealer, found: Found) -> None:
    """5.6(c): the clapper rests between two numbers; the entry names the one passed before."""
    if dealer.rules.clapper == PREVIOUS_NUMBER:
        # 1. The number previously passed wins.
        dealer.announce(f"The winning number is {found.detail}", cite="5.6(c)1")
        settle_wagers(dealer, dealer.rules, found.detail, order="5.6(e)")
        raise RoundConcluded
    # 2. The spin is void, and the wheel is spun again.
    dealer.announce("The spin is void", cite="5.6(c)2")
    spin_the_wheel(dealer)


def while_the_wheel_turns(dealer: Dealer, prompt: Prompt) -> bool:
    """The text has had rules for the spin since 1989."""
    return prompt.kind == "spin" and dealer.rules.revolutions > 0


IRREGULARITIES = (
    Irregularity(
        "fewer-than-three-revolutions",
        "5.6(b)",
        fewer_than_three_revolutions,
        while_the_wheel_turns,
        label="The wheel did not complete three revolutions",
        basis="inferred",
        shows="wheel",
    ),
    Irregularity(
        "clapper-between",
        "5.6(c)",
        clapper_between,
        while_the_wheel_turns,
        ("detail",),
        BIG_SIX_SYMBOLS,
        label="The clapper rests between two numbers; the one passed before",
    ),
)
