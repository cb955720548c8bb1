"""5.4 Irregularities, one handler per paragraph: each makes the spin void. The wagers stay, and
the ball is spun again."""

from __future__ import annotations

from pitboss.games.roulette.procedure import spin_the_ball
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def ball_spun_with_the_wheel(dealer: Dealer, found: Found) -> None:
    """5.4(a): the ball was spun in the direction of the wheel."""
    no_spin(dealer, cite="5.4(a)")


def fewer_than_four_revolutions(dealer: Dealer, found: Found) -> None:
    """5.4(b): the ball did not go four times round the track."""
    no_spin(dealer, cite="5.4(b)")


def foreign_object_in_the_wheel(dealer: Dealer, found: Found) -> None:
    """5.4(c): something fell into the wheel before the ball came to rest."""
    no_spin(dealer, cite="5.4(c)")


def no_spin(dealer: Dealer, *, cite: str) -> None:
    """Doubt: if the ball comes to rest all the same, it does not count: a spin that is no spin
    has no result. Whatever it showed is therefore not on the tape."""
    dealer.announce("No Spin", cite=cite)
    dealer.act("try to remove the ball before it comes to rest", cite=cite)
    spin_the_ball(dealer)


def while_the_ball_rotates(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "spin"


IRREGULARITIES = (
    Irregularity(
        "ball-spun-with-the-wheel",
        "5.4(a)",
        ball_spun_with_the_wheel,
        while_the_ball_rotates,
        label="The ball was spun in the same direction as the wheel",
        shows="wheel",
    ),
    Irregularity(
        "fewer-than-four-revolutions",
        "5.4(b)",
        fewer_than_four_revolutions,
        while_the_ball_rotates,
        label="The ball did not complete four revolutions",
        shows="wheel",
    ),
    Irregularity(
        "foreign-object-in-the-wheel",
        "5.4(c)",
        foreign_object_in_the_wheel,
        while_the_ball_rotates,
        label="A foreign object entered the wheel",
        shows="wheel",
    ),
)
