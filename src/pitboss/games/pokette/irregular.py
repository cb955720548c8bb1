"""12.9 Irregularities: each makes the spin void. The wagers stay, and the wheel is spun again.

Doubt: only the title was read."""

from __future__ import annotations

from pitboss.games.pokette.procedure import spin
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def void_spin(dealer: Dealer, found: Found) -> None:
    dealer.note("the spin is void: the wheel is spun again", cite="12.9")
    spin(dealer, dealer.rules)


def while_the_wheel_turns(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "spin"


IRREGULARITIES = (
    Irregularity(
        "pointer-between-stops",
        "12.9",
        void_spin,
        while_the_wheel_turns,
        label="The pointer rests between two stops",
        basis="unverified",
    ),
    Irregularity(
        "too-few-revolutions",
        "12.9",
        void_spin,
        while_the_wheel_turns,
        label="The wheel did not complete its revolutions",
        basis="unverified",
    ),
    Irregularity(
        "foreign-object-in-the-wheel",
        "12.9",
        void_spin,
        while_the_wheel_turns,
        label="A foreign object entered the wheel",
        basis="unverified",
    ),
)
