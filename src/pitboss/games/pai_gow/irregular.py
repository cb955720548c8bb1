"""10.9 Irregularities; invalid roll of the dice; and what else may interrupt a procedure: tiles
that are unsuitable (10.4(a)3), dice that are due for a change (10.3(c)). Of 10.9 only the title was
available to us."""

from __future__ import annotations

from pitboss.families.pai_gow.irregular import (
    all_is_dealt,
    before_the_deal_is_over,
    between_rounds,
    common,
    hands_are_out,
    void_round,
)
from pitboss.families.pai_gow.rules import Phase
from pitboss.games.pai_gow.procedure import PICK_UP, wash
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def delivered_wrongly(dealer: Dealer, found: Found) -> None:
    """No tile was seen: the stacks are delivered again, from the right place."""
    dealer.act("take the stacks back and deliver them again from the right place", cite="10.9")


def delivered_wrongly_and_seen(dealer: Dealer, found: Found) -> None:
    void_round(dealer, "the stacks were delivered from a wrong place", cite="10.9")


def wrong_number_of_tiles(dealer: Dealer, found: Found) -> None:
    void_round(dealer, "a place has more or fewer than four tiles", cite="10.9")


def set_not_complete(dealer: Dealer, found: Found) -> None:
    """A tile is missing, extra or foreign: the round is void and the set replaced."""
    dealer.act("replace the set of tiles", cite="10.9")
    void_round(dealer, "a tile is missing, extra or foreign", cite="10.9", then="opening")


def tile_unsuitable(dealer: Dealer, found: Found) -> None:
    """10.4(a)3: a substitute set from the reserve in the pit stand."""
    dealer.act("a casino supervisor brings a substitute set of tiles", cite="10.4(a)3i")
    dealer.next_procedure = "opening"
    raise RoundConcluded


def dice_due_for_change(dealer: Dealer, found: Found) -> None:
    """10.3(c): dice stay on a table for so many hours at most."""
    hours = dealer.rules.dice_hours
    dealer.act(f"change the dice in the shaker: at most {hours} hours on the table", cite="10.3(c)")


def exposed_while_stacking(dealer: Dealer, found: Found) -> None:
    """A tile is exposed while the stacks are formed: the tiles are washed again."""
    wash(dealer, dealer.rules)


def stacking(dealer: Dealer, prompt: Prompt) -> bool:
    return dealer.phase is Phase.SHUFFLE and prompt.what == PICK_UP


def first_stack_is_delivered(dealer: Dealer, prompt: Prompt) -> bool:
    """Before anybody can have looked at a tile."""
    return before_the_deal_is_over(dealer, prompt) and not hands_are_out(dealer, prompt)


IRREGULARITIES = (
    *common("10.9", "tile"),
    Irregularity(
        "delivered-from-wrong-place", "10.9", delivered_wrongly, first_stack_is_delivered,
        label="the total was read wrongly, or the stacks delivered from a wrong place; no tile was "
        "seen", basis="unverified",
    ),
    Irregularity(
        "delivered-from-wrong-place-seen", "10.9", delivered_wrongly_and_seen, all_is_dealt,
        label="the total was read wrongly, or the stacks delivered from a wrong place, and a tile "
        "was seen", basis="unverified",
    ),
    Irregularity(
        "wrong-number-of-tiles", "10.9", wrong_number_of_tiles, all_is_dealt,
        label="a place has more or fewer than four tiles", basis="unverified",
    ),
    Irregularity(
        "set-not-complete", "10.9", set_not_complete, all_is_dealt,
        label="a tile is missing, extra or foreign", basis="unverified",
    ),
    Irregularity(
        "tile-exposed-while-stacking", "10.4(d)", exposed_while_stacking, stacking,
        label="a tile is exposed while the stacks are formed", basis="unverified", among_acts=True,
    ),
    Irregularity(
        "tile-unsuitable", "10.4(a)3i", tile_unsuitable, between_rounds,
        label="a tile is found unsuitable for use",
    ),
    Irregularity(
        "dice-due-for-change", "10.3(c)", dice_due_for_change, between_rounds,
        label="the dice have been on the table for 24 hours",
    ),
)  # fmt: skip
