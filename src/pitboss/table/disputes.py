"""A question or dispute over a hand: the cards that were picked up in order show how it was.

Doubt: the text says that the cards can be arranged to reconstruct each hand, and not what follows.
What was settled is what the text prescribes, so it stands; a wrong payment is not an entry of a
tape, because the dealer's act is refused where it is not the prescribed one."""

from __future__ import annotations

from pitboss.table.dealer import Dealer
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

DISPUTE = "dispute"


def reconstruct(dealer: Dealer, found: Found) -> None:
    cite = dealer.game.irregularities[DISPUTE].cite
    dealer.note("questions the settlement", cite=cite, seat=found.seat)
    dealer.act("arrange the cards to reconstruct the hand: the settlement stands", cite=cite)


def settling(dealer: Dealer, prompt: Prompt) -> bool:
    """While the wagers are settled and the cards picked up."""
    return prompt.kind == "act" and bool(dealer.lines)


def dispute_under(cite: str) -> Irregularity:
    return Irregularity(
        DISPUTE,
        cite,
        reconstruct,
        settling,
        ("seat",),
        label="a player questions the settlement: the hand is reconstructed",
    )
