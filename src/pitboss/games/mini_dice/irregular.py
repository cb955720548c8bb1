"""13.8 Irregularities, and what else may come between shakes: 13.7, the shaker is given up or
taken away.

Doubt: only the titles were read; what follows from each is the customary rule."""

from __future__ import annotations

from pitboss.families.dice.turn import left_of, offer_the_shaker, shooter_of
from pitboss.games.mini_dice.procedure import shake, take_the_shaker
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def no_result(dealer: Dealer, found: Found) -> None:
    """Dice that do not lie flat or are stacked under the lid: shaken again."""
    dealer.note("no result: the dice are shaken again", cite="13.8")
    shake(dealer, dealer.rules)


def fewer_than_three_shakes(dealer: Dealer, found: Found) -> None:
    """Shaken again before the lid is lifted."""
    dealer.note("the dice are shaken again before the lid is lifted", cite="13.8")
    shake(dealer, dealer.rules)


def dice_exposed(dealer: Dealer, found: Found) -> None:
    """Seen too early: void, shaken again. While wagers are open the shake is still to come."""
    dealer.note("what the dice show is void", cite="13.8")
    if not dealer.opening:
        shake(dealer, dealer.rules)


def shaker_passed(dealer: Dealer, found: Found) -> None:
    """13.7: the player who has the shaker gives it up."""
    dealer.note("the shooter gives up the shaker", cite="13.7", seat=shooter_of(dealer))
    to_the_others(dealer)


def shaker_taken(dealer: Dealer, found: Found) -> None:
    """13.7: the player must give it up."""
    dealer.act("the casino supervisor has the shooter give up the shaker", cite="13.7")
    to_the_others(dealer)


def to_the_others(dealer: Dealer) -> None:
    order = left_of(shooter_of(dealer), dealer.table.seats)
    take_the_shaker(dealer, offer_the_shaker(dealer, order, offer="13.7"))


def before_the_lid(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "roll"


def while_covered(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind in ("wagers", "roll")


def between_shakes(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "wagers" and shooter_of(dealer) > 0


IRREGULARITIES = (
    Irregularity(
        "die-not-flat", "13.8", no_result, before_the_lid,
        label="A die does not lie flat", basis="unverified", shows="dice",
    ),
    Irregularity(
        "dice-stacked", "13.8", no_result, before_the_lid,
        label="One die rests on the other", basis="unverified", shows="dice",
    ),
    Irregularity(
        "fewer-than-three-shakes", "13.8", fewer_than_three_shakes, before_the_lid,
        label="The shaker was shaken fewer than three times", basis="unverified", shows="dice",
    ),
    Irregularity(
        "dice-exposed", "13.8", dice_exposed, while_covered,
        label="The dice were seen too early", basis="unverified", shows="dice",
    ),
    Irregularity(
        "shaker-passed", "13.7", shaker_passed, between_shakes,
        label="The player gives up the shaker", basis="unverified",
    ),
    Irregularity(
        "shaker-taken", "13.7", shaker_taken, between_shakes,
        label="The player must give up the shaker", basis="unverified",
    ),
)  # fmt: skip
