"""The rules of a poker table on a day: the kind that is dealt, how it is bet, and what the house
takes; and what the table remembers between rounds."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pitboss.errors import NotPermitted
from pitboss.games.poker.kinds import KINDS, Kind
from pitboss.law.regulation import Law
from pitboss.money import CENTS_MAX, parse_dollars
from pitboss.table.game import Rules

NO_LIMIT, POT_LIMIT, FIXED_LIMIT, SPREAD_LIMIT = (
    "no limit",
    "pot limit",
    "fixed limit",
    "spread limit",
)
NO_JACKPOT, BAD_BEAT, HIGH_HAND = "none", "bad beat", "high hand"
# The jackpot is for hands of the high ranking: these are the options' words by category.
JACKPOT_HANDS = {"full house": 6, "four of a kind": 7, "straight flush": 8, "royal flush": 9}

Seat = Annotated[int, msgspec.Meta(ge=0)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=CENTS_MAX)]
Owed = Literal["big", "both", "new"]


class Revenue(msgspec.Struct, frozen=True):
    """14.14: a percentage of the pot with a cap and a step, a charge for each hand, or a charge for
    time, which is not taken from the pot."""

    method: str
    percent: int = 0
    most: int = 0
    step: int = 1
    charge: int = 0

    def of_pot(self, cents: int) -> int:
        """What is taken of a pot in which so much was wagered, uncalled bets left out."""
        if self.method == "percentage":
            return min(self.most, cents * self.percent // 100 // self.step * self.step)
        return min(cents, self.charge) if self.method == "per hand" else 0


class Jackpot(msgspec.Struct, frozen=True):
    """14.19: which payout the table has, what it takes of a pot, the least category of a hand that
    qualifies, and the percentage of the fund that is paid."""

    kind: str = NO_JACKPOT
    contribution: int = 0
    category: int = 0
    percent: int = 100


class PokerRules(Rules, frozen=True):
    """Amounts are in cents. `bets`: small and big bet, or least and most."""

    kind: Kind
    limit: str
    blinds: tuple[int, int]
    bets: tuple[int, int]
    ante: int
    forced_bet: int
    by_suit: bool
    raises: int
    straddle: bool
    dead_button: bool
    post_or_wait: bool
    jacks_to_open: bool
    losing_hands_shown: bool
    check_and_raise: bool
    odd_chip_by_suit: bool
    automated: bool
    pre_shuffled: bool
    cut_at_least: int
    voluntary_wagers: int
    players_at_least: int
    seats: int
    revenue: Revenue
    jackpot: Jackpot

    def unit(self, round_number: int) -> int:
        """The bet of a betting round in fixed limit, and the least bet of the others."""
        if self.limit == FIXED_LIMIT:
            return self.bets[round_number >= self.kind.small_rounds]
        if self.limit == SPREAD_LIMIT or not self.kind.button:
            return self.bets[0]
        return self.blinds[1] or self.bets[0]


class PokerState(msgspec.Struct, frozen=True):
    """`button`: the seat before which it stands, 0 where it was not set; `small`, `big`: who had
    the blinds (0: nobody); `dealt`: a round was dealt from there, so that it moves; `known`: the
    seats that were dealt in or waited; `owes`: by `p1`, the blinds that a person missed, or `new`;
    `begun`: a deck was shuffled at this table before; `meter` and `payments`: the fund of the
    jackpot, and how often it was paid."""

    button: Seat = 0
    small: Seat = 0
    big: Seat = 0
    dealt: bool = False
    known: tuple[int, ...] = ()
    owes: dict[str, Owed] = {}
    begun: bool = False
    meter: Amount = 0
    payments: Annotated[int, msgspec.Meta(ge=0)] = 0


def poker_rules(law: Law) -> PokerRules:
    kind = KINDS[law.word("kind")]
    has = law.options
    blinds = _amounts(law, "blinds") if "blinds" in has else (0, 0)
    bets = _amounts(law, "bets")
    forced_bet = _amounts(law, "forced_bet")[0] if "forced_bet" in has else 0
    if forced_bet > bets[0]:
        raise NotPermitted("the forced bet is more than the least bet", cite=law.cite(kind.cite))
    if kind.cite in ("14.10", "14.11") and not blinds[0]:
        raise NotPermitted("hold 'em and Omaha are played with blinds", cite=law.cite("14.10(b)"))
    if law.word("limit") == FIXED_LIMIT and blinds[1] > bets[0]:
        raise NotPermitted("the big blind is more than the small bet", cite=law.cite("14.7"))
    return PokerRules(
        law=law,
        kind=kind,
        limit=law.word("limit"),
        blinds=(blinds[0], blinds[1]),
        bets=(bets[0], bets[1]),
        ante=_amounts(law, "ante")[0],
        forced_bet=forced_bet,
        by_suit=has.get("forced_bet_tie") == "suit",
        raises=law.number("raises"),
        straddle=law.flag("straddle"),
        dead_button=has.get("button") == "dead",
        post_or_wait=has.get("newcomers") == "post or wait",
        jacks_to_open=law.flag("jacks_to_open"),
        losing_hands_shown=law.flag("losing_hands_shown"),
        check_and_raise=law.flag("check_and_raise"),
        odd_chip_by_suit=law.word("odd_chip") == "suit",
        automated=law.word("shuffle") == "automated",
        pre_shuffled=law.flag("pre_shuffled"),
        cut_at_least=law.number("cut_at_least"),
        voluntary_wagers=law.number("voluntary_wagers"),
        players_at_least=law.number("players_at_least"),
        seats=law.number(kind.seats),
        revenue=_revenue(law),
        jackpot=_jackpot(law),
    )


def _revenue(law: Law) -> Revenue:
    method = law.word("revenue")
    if method != "percentage":
        return Revenue(method, charge=_amounts(law, "charge")[0])
    step = _amounts(law, "rake_step")[0]
    if not step:
        raise NotPermitted("rake_step: expected an amount above nothing", cite=law.cite("14.14"))
    most = _amounts(law, "rake_most")[0]
    return Revenue(method, law.number("rake_percent"), most, step)


def _jackpot(law: Law) -> Jackpot:
    kind = str(law.options.get("jackpot", NO_JACKPOT))
    if kind == NO_JACKPOT:
        return Jackpot()
    category = JACKPOT_HANDS[law.word("jackpot_hand")]
    percent = law.number("jackpot_percent")
    return Jackpot(kind, _amounts(law, "jackpot_contribution")[0], category, percent)


def _amounts(law: Law, name: str) -> list[int]:
    """The amounts of an option, such as `1.00/2.00`, in cents."""
    return [parse_dollars(each) for each in str(law.options[name]).split("/")]
