"""9.6 Irregularities.

Doubt: only the title was read; what follows from each is the customary rule."""

from __future__ import annotations

from pitboss.games.sic_bo.procedure import Phase, cover_the_shaker, shake
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def no_result(dealer: Dealer, found: Found) -> None:
    """A die that is not flat, or lies on another: no result, the dice are shaken again."""
    dealer.note("no result: the dice are shaken again", cite="9.6")
    cover_the_shaker(dealer)
    shake(dealer, dealer.rules)


def dice_exposed(dealer: Dealer, found: Found) -> None:
    """The shaker was uncovered before "No more bets", or the dice were seen: void.

    While wagers are open the shake is still to come."""
    dealer.note("what the dice show is void", cite="9.6")
    cover_the_shaker(dealer)
    if not dealer.opening:
        shake(dealer, dealer.rules)


def values_entered_wrongly(dealer: Dealer, found: Found) -> None:
    """Corrected before settlement: the dice rule, not the lights."""
    dealer.act("correct the values entered to those of the dice", cite="9.6")


def shaker_defective(dealer: Dealer, found: Found) -> None:
    """Replaced; the wagers, which are undecided, go back."""
    dealer.act("replace the sic bo shaker", cite="9.6")
    dealer.return_all(cite="9.6", result="returned")
    raise RoundConcluded


def before_the_dice_are_read(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "roll"


def while_the_dice_are_covered(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind in ("wagers", "roll")


def until_the_dice_are_read(dealer: Dealer, prompt: Prompt) -> bool:
    """Until the dice are read; by hand also when the shaker is to be shaken."""
    return while_the_dice_are_covered(dealer, prompt) or dealer.phase is Phase.SHAKE


def before_settlement(dealer: Dealer, prompt: Prompt) -> bool:
    """By hand only: between the entry of the values and the first wager settled."""
    return prompt.kind == "act" and dealer.phase is Phase.SETTLEMENT and not dealer.lines


IRREGULARITIES = (
    Irregularity(
        "die-not-flat",
        "9.6",
        no_result,
        before_the_dice_are_read,
        label="A die does not lie flat",
        basis="unverified",
        shows="dice",
    ),
    Irregularity(
        "die-on-die",
        "9.6",
        no_result,
        before_the_dice_are_read,
        label="One die rests on another",
        basis="unverified",
        shows="dice",
    ),
    Irregularity(
        "dice-exposed",
        "9.6",
        dice_exposed,
        while_the_dice_are_covered,
        label="The shaker was uncovered too early, or the dice were seen",
        basis="unverified",
        shows="dice",
    ),
    Irregularity(
        "values-entered-wrongly",
        "9.6",
        values_entered_wrongly,
        before_settlement,
        label="The values entered are not those of the dice",
        basis="unverified",
    ),
    Irregularity(
        "shaker-defective",
        "9.6",
        shaker_defective,
        until_the_dice_are_read,
        label="The shaker is defective",
        basis="unverified",
    ),
)
