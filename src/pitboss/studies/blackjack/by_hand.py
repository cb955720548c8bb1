"""What each action of a blackjack hand is worth, by its first two cards and the dealer's card."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isfinite

from pitboss.analysis.exact.actions import HandWorth
from pitboss.errors import BadInput
from pitboss.studies.families.twenty_one.exact.shoes import Start, one_card_starts, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import (
    ActionGains,
    FirstHand,
    bust_penalty,
    first_hands,
    payments,
    play_best,
)
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, nothing, start_row
from pitboss.studies.families.twenty_one.exact.words import value_named
from pitboss.studies.families.twenty_one.table_rules import EARLY_SURRENDER, TableRules


def named(value: int) -> str:
    return {1: "A"}.get(value, str(value))


def values_of(text: str, number: int, option: str) -> tuple[int, ...]:
    """`T 6` or `10 6` as values, lowest first; nothing as nothing."""
    words = text.upper().replace("T", "10").replace(",", " ").split()
    try:
        values = tuple(sorted(value_named(word) for word in words))
    except (KeyError, ValueError, BadInput):
        values = (0,) * (number + 1)
    if words and len(values) != number:
        raise BadInput(f"{option} {text[:40]!r}: expected {number} such as A, 8 or 10")
    return values


def worths(rules: TableRules, hand: str, shown: str) -> Iterator[HandWorth]:
    """Where the dealer looks for a blackjack, worths are those of a hand that goes on."""
    if rules.face_up:
        raise BadInput("--by-hand: the dealer's cards are both face up; odds has the strategy")
    own, up = values_of(hand, 2, "--hand"), values_of(shown, 1, "--shown")
    for start in one_card_starts(shoe_of(rules.decks)):
        if up and start.cards != up:
            continue
        strategy, index = nothing(rules), start_row(start.cards)
        gains, splits = play_best(rules, start, strategy, index, payments(rules))
        for first in first_hands(start):
            if first.is_blackjack or (own and own != (first.low, first.high)):
                continue
            split = float(splits[first.low - 1]) if first.low == first.high else None
            worth = _of_hand(rules, start, strategy, gains, first, split)
            yield HandWorth(
                f"{named(first.high)} {named(first.low)}",
                named(start.cards[0]),
                {action: Fraction(value) for action, value in worth.items()},
                Fraction(float(start.chance) * first.chance),
                exact=False,
            )


def _of_hand(
    rules: TableRules,
    start: Start,
    strategy: Strategy,
    gains: ActionGains,
    first: FirstHand,
    split: float | None,
) -> dict[str, float]:
    alone = 1 - first.blackjack
    lost = alone if rules.dealer_looks else 1.0
    hand = first.hand
    found = {
        "stand": float(gains.stand[hand]) - lost,
        "hit": float(gains.draw[hand]) - lost,
        "double": float(gains.double[hand]) - lost,
    }
    if split is not None and rules.hands_from(first.low - 1) >= 2:
        found["split"] = split / first.chance - (lost - alone)
        if not rules.dealer_looks:
            index = start_row(start.cards)
            penalty = bust_penalty(rules, start, strategy, index, first.low - 1)
            found["split"] -= float(penalty) / first.chance
    if rules.surrenders_first:
        keeps = float(rules.surrender_keeps)
        early = rules.surrender == EARLY_SURRENDER
        found["surrender"] = (keeps - 1) * lost if early else alone * keeps - lost
    return {action: worth / lost for action, worth in found.items() if isfinite(worth)}
