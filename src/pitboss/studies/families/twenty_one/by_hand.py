"""What each action of a hand of twenty-one is worth, by its cards and what the dealer shows: any
hand that is named, or all first two cards.

Where the dealer looks for a blackjack, worths are those of a hand that goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import comb, isfinite
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.actions import HandWorth, Valued
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import TWENTY_ONE

from .exact.best import Gains, hands_against
from .exact.compositions import NO_HAND, VALUES, Ints, compositions
from .exact.dealer import Floats
from .exact.paths import Payments
from .exact.shoes import TEN, Start, one_card_starts
from .exact.solve import (
    bust_penalty,
    first_chance,
    payments,
    play_best,
    program_of,
    split_worth,
)
from .exact.strategy import Strategy, may_double, nothing, start_row, two_card_hands
from .exact.words import SHOWN, name_of, value_named
from .table_rules import DOUBLE_RESCUES, EARLY_SURRENDER, SURRENDER_ANY_TIME, TableRules

Cards = tuple[int, ...]
ACE_TEN = (1, VALUES)
PICTURES = ("T", "J", "Q", "K")
NOTE = "all that follows a split is played as a hand that was not split"
LOOKED = "; the dealer is known to have no blackjack"


class Against(NamedTuple):
    """What is known against one start of the dealer's, under the rules that hold there: what each
    action gains over losing the wager, by hand; what splitting wins or loses, by pair, times the
    chance of the pair; what a dealer's blackjack takes from a split pair beyond one wager, times
    the same. `doubled`: what a doubled hand gains that is played on, where it need not be."""

    rules: TableRules
    start: Start
    gains: Gains
    splits: Floats
    penalty: Callable[[int], Fraction]
    doubled: Floats | None = None


Play = Callable[[Start], Against]


# -- playing against a start ----------------------------------------------------------------------


def played(rules: TableRules, start: Start) -> Against:
    """As at blackjack: doubled hands are played on, and pairs are split as the rules say."""
    strategy, index = nothing(rules), start_row(start.cards)
    gains, splits = play_best(rules, start, strategy, index, payments(rules))
    return Against(
        rules,
        start,
        Gains(gains.stand, gains.draw, gains.double),
        splits,
        lambda kind: bust_penalty(rules, start, strategy, index, kind),
    )


def played_by(
    rules: TableRules,
    start: Start,
    strategy: Strategy,
    plain: Payments,
    paid: Payments,
    split_rules: TableRules,
    *,
    kept: float = 0.0,
) -> Against:
    """What actions gain where doubled hands may be taken back or given up. `strategy` is the best
    one, after a split as well; `plain` are the payments of hands that are not given up, and `paid`
    those of hands that are where that is better."""
    dealer = hands_against(program_of(rules, start), start)
    index, doubles = start_row(start.cards), may_double(rules)
    once, twice, kept_twice = (
        each / of.unit
        for each, of in ((plain.once, plain), (plain.twice, plain), (paid.twice, paid))
    )
    best = dealer.gains((once, kept_twice), doubles, looks=rules.dealer_looks, kept=kept)
    stood = dealer.gains((once, kept_twice), doubles, looks=rules.dealer_looks).stand
    doubled = dealer.gains((twice, twice), doubles, looks=rules.dealer_looks).stand
    best.draw[compositions().total == TWENTY_ONE] = -np.inf
    splits = split_worth(split_rules, start, paid, *strategy.split_actions(index, split_rules))
    return Against(
        rules,
        start,
        Gains(stood, best.draw, best.double),
        splits,
        lambda kind: bust_penalty(split_rules, start, strategy, index, kind),
        doubled,
    )


# -- the worth of a hand --------------------------------------------------------------------------


def worths(against: Against, cards: Cards) -> dict[str, float]:
    """What each action is worth with these cards, in initial wagers."""
    rules, start = against.rules, against.start
    hand = compositions().row_of(*cards)
    alone = 1 - float(start.blackjack_chance(*cards))
    lost = alone if rules.dealer_looks else 1.0
    found = {
        word: float(gain[hand]) - lost
        for word, gain in zip(("stand", "hit", "double"), against.gains, strict=True)
    }
    two = len(cards) == 2
    if two and cards[0] == cards[1] and rules.hands_from(cards[0] - 1) >= 2:
        found["split"] = _split(against, cards[0], lost - alone)
    if (two and rules.surrenders_first) or rules.surrender == SURRENDER_ANY_TIME:
        keeps = float(rules.surrender_keeps)
        early = rules.surrender == EARLY_SURRENDER
        found["surrender"] = (keeps - 1) * lost if early else alone * keeps - lost
    return {action: worth / lost for action, worth in found.items() if isfinite(worth)}


def _split(against: Against, value: int, to_blackjack: float) -> float:
    """What splitting is worth; `to_blackjack` of the wager is lost to a dealer's blackjack."""
    chance = float(first_chance(against.start, value, value))
    worth = float(against.splits[value - 1]) / chance - to_blackjack
    if not against.rules.dealer_looks:
        worth -= float(against.penalty(value - 1)) / chance
    return worth


def doubled_worths(against: Against, cards: Cards) -> dict[str, float]:
    """What may be done with a hand that was doubled, with its last card."""
    rules, start = against.rules, against.start
    assert against.doubled is not None
    alone = 1 - float(start.blackjack_chance(*cards))
    lost = alone if rules.dealer_looks else 1.0
    kept = (float(against.doubled[compositions().row_of(*cards)]) - alone - lost) / lost
    if rules.after_double == DOUBLE_RESCUES:
        return {"keep": kept, "rescue": -1.0}
    return {"keep": kept, "surrender": 2 * float(rules.surrender_keeps - 1)}


# -- all that is asked about ----------------------------------------------------------------------


def valued(starts: Iterable[Start], play: Play, hand: str, shown: str) -> Valued:
    """The worths of the hand that is named, or of all, against what the dealer shows."""
    starts = [start for start in starts if not start.is_blackjack]
    own = hand_named(hand)
    up = shown_named(shown, len(starts[0].cards))
    found: list[tuple[Any, HandWorth]] = []
    looked = False
    for start in starts:
        if up and start.cards != up:
            continue
        against = play(start)
        looked = against.rules.dealer_looks
        for cards in [own] if own else _first_two():
            if not dealt_from(start.shoe, cards):
                continue
            for place, row in enumerate(_rows(against, cards)):
                found.append(((place, order(cards), _shown_order(start)), row))
    rows = [row for _, row in sorted(found, key=lambda each: each[0])]
    return Valued(rows, NOTE + (LOOKED if looked else ""))


def _rows(against: Against, cards: Cards) -> Iterator[HandWorth]:
    start = against.start
    names = named(cards), named(start.cards)
    chance = start.chance * first_chance(start, *sorted(cards)) if len(cards) == 2 else None
    yield as_worth(*names, worths(against, cards), chance)
    if against.doubled is not None and len(cards) > 2 and sum(cards) < TWENTY_ONE:
        yield as_worth(f"{names[0]}, doubled", names[1], doubled_worths(against, cards), None)


def as_worth(hand: str, shown: str, found: dict[str, float], chance: Fraction | None) -> HandWorth:
    exactly = {action: Fraction(value) for action, value in found.items()}
    return HandWorth(hand, shown, exactly, chance, exact=False)


def _first_two() -> list[Cards]:
    """All first two cards but a blackjack: it is not played."""
    return [(low, high) for _, low, high in two_card_hands() if (low, high) != ACE_TEN]


def dealt_from(shoe: Ints, cards: Cards) -> bool:
    return all(cards.count(value) <= shoe[value - 1] for value in cards)


def order(cards: Cards) -> tuple[int, int, Cards]:
    """Hard hands by their total, then soft ones, then pairs; aces last."""
    pair = len(cards) == 2 and cards[0] == cards[1]
    kind = 2 if pair else int(1 in cards)
    return kind, 0 if pair else sum(cards), tuple(value if value > 1 else 11 for value in cards)


def _shown_order(start: Start) -> list[int]:
    return [SHOWN.index(name_of(value)) for value in start.cards]


# -- cards in words -------------------------------------------------------------------------------


def named(cards: Cards) -> str:
    """`10 6`: the highest first, aces at the end."""
    return " ".join(name_of(value) for value in sorted(cards, reverse=True))


def values_of(text: str, option: str) -> Cards:
    """Values, lowest first; nothing as nothing."""
    return tuple(sorted(values_in_order(text, option)))


def values_in_order(text: str, option: str) -> Cards:
    """`T 6` or `10 6` as values."""
    words = ["10" if word in PICTURES else word for word in text.upper().replace(",", " ").split()]
    if not all(word in SHOWN for word in words):
        raise BadInput(f"{option} {text[:40]!r}: expected cards by their value, such as A, 8 or 10")
    return tuple(value_named(word) for word in words)


def hand_named(text: str) -> Cards:
    """A hand of which something can be decided; nothing as nothing."""
    cards = values_of(text, "--hand")
    if not cards:
        return cards
    if len(cards) < 2:
        raise BadInput(f"--hand {text[:40]!r}: expected 2 cards or more, such as 10 6")
    if cards == ACE_TEN:
        raise BadInput(f"--hand {text[:40]!r}: a blackjack is not played")
    if not within_21(cards):
        raise BadInput(f"--hand {text[:40]!r}: over 21, so that nothing is left to decide")
    return cards


def within_21(cards: Cards) -> bool:
    row = 0
    for value in cards:
        row = int(compositions().child[row, value - 1])
        if row == NO_HAND:
            return False
    return True


def shown_named(text: str, number: int) -> Cards:
    cards = values_of(text, "--shown")
    if cards and len(cards) != number:
        what = "1 card such as 10" if number == 1 else "2 cards such as 10 6"
        raise BadInput(f"--shown {text[:40]!r}: the dealer shows {number}; expected {what}")
    return cards


# -- insurance ------------------------------------------------------------------------------------


def insurance(odds: Fraction, shoe: Ints, known: int) -> Valued:
    """What insurance is worth beside an ace of the dealer's, by how many of the own cards, so many
    of which are known, are tens: nothing else matters."""
    (start,) = (each for each in one_card_starts(shoe) if each.cards == (1,))
    tens, left = int(start.shoe[TEN]), int(start.shoe.sum())
    found = []
    for own in range(known + 1):
        chance = Fraction(comb(tens, own) * comb(left - tens, known - own), comb(left, known))
        made = Fraction(tens - own, left - known)
        found.append(
            HandWorth(
                f"{own or 'no'} ten-value {'card' if own == 1 else 'cards'} among the own {known}",
                "A",
                {"insurance": made * odds - (1 - made), "no insurance": Fraction(0)},
                chance,
            )
        )
    return Valued(found, "where the dealer shows an ace, which the chances take for granted")
