"""Rules and state of pai gow, read from the law of the day."""

from __future__ import annotations

from functools import lru_cache

from pitboss.families.pai_gow import house_way
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.families.pai_gow.places import places_with_dead_hand
from pitboss.families.pai_gow.rules import (
    BankedRules,
    BankState,
    Cites,
    in_steps,
    vigorish_of,
)
from pitboss.law.regulation import Law

CITES = Cites(
    wagers="10.5",
    no_more_bets="10.6",
    start="10.6",
    dealt="10.6",
    taken_in="10.6",
    completion="10.7",
    bank="10.8",
    irregular="10.9",
    areas="10.10",
    copy="10.2(h)",
)


class PaiGowRules(BankedRules, frozen=True, kw_only=True):
    """`places`: counterclockwise from the dealer, as they are counted; `from_the_right`: the stack
    at the dealer's right is the first; `zero_is_copy`: hands of value zero are all alike."""

    house_way: HouseWay
    places: tuple[int, ...]
    from_the_right: bool
    zero_is_copy: bool
    washes_at_least: int
    dice_hours: int


class PaiGowState(BankState, frozen=True):
    """What a table of tiles remembers: who banks, and who may."""


@lru_cache(maxsize=16)
def checked_way(name_or_text: str) -> HouseWay:
    """The house way; a licensee's own sets every hand of four tiles, or it is refused."""
    way = house_way.load(name_or_text, "tiles")
    if "\n" in name_or_text:
        way.check()
    return way


def pai_gow_rules(law: Law) -> PaiGowRules:
    vigorish, step = vigorish_of(law, cite=CITES.completion)
    return PaiGowRules(
        law=in_steps(law, step, cite=CITES.completion),
        cites=CITES,
        main=law.paytable("main")["win"],
        vigorish=vigorish,
        bank_vigorish=vigorish,
        step=step,
        player_bank=law.flag("player_bank"),
        co_banking=law.flag("co_banking"),
        in_turn=law.options.get("bank_offer") == "in turn",
        foul_loses=law.flag("foul_loses"),
        shakes_at_least=law.number("shakes_at_least"),
        pieces="tiles",
        house_way=checked_way(law.word("house_way")),
        places=places_with_dead_hand(law.number("dead_hand_index")),
        from_the_right=law.word("stack_order") == "right to left",
        zero_is_copy=law.flag("zero_is_copy"),
        washes_at_least=law.number("washes_at_least"),
        dice_hours=law.number("dice_hours"),
    )
