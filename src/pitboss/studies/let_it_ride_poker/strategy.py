"""How let it ride poker asks its player, and the names of what a player may hold.

A decision rests on the player's three cards (bet one), or on those and the first community card
(bet two). `situation` names such a set of cards so that all sets of one name are alike to a
player of the ordinary table."""

from __future__ import annotations

from pitboss.studies.families.one_deck_poker.strategies import (
    Asked,
    BySituation,
    Cards,
    cards_at,
    own_hand,
)
from pitboss.table.prompts import Prompt

TEN, ACE = 8, 12
RIDE, WITHDRAW = "let it ride", "withdraw"
BET_ONE, BET_TWO = "bet one", "bet two"


def known_cards(prompt: Prompt) -> Cards:
    """Returns the player's own cards, and the community card that is turned up."""
    return (*own_hand(prompt), *cards_at(prompt, "first community card"))


def bets_before(prompt: Prompt) -> int:
    """Returns how many bets ride for certain when bet two is asked about: bet three, and perhaps
    one."""
    return 1 + (prompt.dealer.find(prompt.seat, "bet-one") is not None)


ASKED = Asked((WITHDRAW, RIDE), (RIDE, WITHDRAW), "bet-one", known_cards, before=bets_before)


def situation(cards: Cards) -> str:
    """Returns the name of three or four known cards."""
    ranks = sorted(card >> 2 for card in cards)
    suited = len({card & 3 for card in cards}) == 1
    high = sum(rank >= TEN for rank in ranks)
    if len(set(ranks)) < len(ranks):
        return f"{_bet(cards)}: {_with_pair(ranks)}"
    span = _span(ranks)
    if len(cards) == 3:
        return f"{BET_ONE}: {_three(ranks, suited, high, span)}"
    return f"{BET_TWO}: {_four(ranks, suited, high, span)}"


def _bet(cards: Cards) -> str:
    return BET_ONE if len(cards) == 3 else BET_TWO


def _with_pair(ranks: list[int]) -> str:
    counts = sorted((ranks.count(rank), rank) for rank in set(ranks))
    most, rank = counts[-1]
    if most == 4:
        return "four of a kind"
    if most == 3:
        return "three of a kind"
    if [count for count, _ in counts] == [2, 2]:
        return "two pair"
    return "pair of tens or better" if rank >= TEN else "lower pair"


def _span(ranks: list[int]) -> int:
    """Returns how many ranks there are from the lowest to the highest, an ace taken low where that
    is closer."""
    wide = ranks[-1] - ranks[0] + 1
    if ranks[-1] == ACE:
        return min(wide, ranks[-2] + 2)
    return wide


def _three(ranks: list[int], suited: bool, high: int, span: int) -> str:
    if not suited or span > 5:
        return "nothing of these"
    if high == 3:
        return "three to a royal flush"
    if span == 3:
        lowest = {(0, 1, 2): "2-3-4 suited", (0, 1, ACE): "A-2-3 suited"}
        return lowest.get((ranks[0], ranks[1], ranks[2]), "three suited in sequence")
    if ranks[-1] == ACE and ranks[0] < TEN - 2:
        return "three to a straight flush up from an ace"
    return f"three to a straight flush, spread {span}, {_high(high)}"


def _four(ranks: list[int], suited: bool, high: int, span: int) -> str:
    if suited:
        return "four to a flush"
    if span > 5:
        return "nothing of these"
    outside = span == 4 and ranks[-1] != ACE
    return f"four to an {'outside' if outside else 'inside'} straight, {_high(high)}"


def _high(high: int) -> str:
    return f"{('no', 'one', 'two', 'three', 'four')[high]} high card{'s' * (high != 1)}"


# The best play against the ordinary table: where both answers are worth the same, withdraw.
PUBLISHED = BySituation(ASKED, situation, dict.fromkeys((
    "bet one: three of a kind",
    "bet one: pair of tens or better",
    "bet one: three to a royal flush",
    "bet one: three suited in sequence",
    "bet one: three to a straight flush, spread 4, one high card",
    "bet one: three to a straight flush, spread 4, two high cards",
    "bet one: three to a straight flush, spread 5, two high cards",
    "bet two: four of a kind",
    "bet two: three of a kind",
    "bet two: two pair",
    "bet two: pair of tens or better",
    "bet two: four to a flush",
    "bet two: four to an outside straight, one high card",
    "bet two: four to an outside straight, two high cards",
    "bet two: four to an outside straight, three high cards",
    "bet two: four to an outside straight, four high cards",
), 1))  # fmt: skip
