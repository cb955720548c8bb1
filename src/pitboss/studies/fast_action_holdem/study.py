"""Fast action hold'em's study. A round is fourteen cards from six or eight decks: too many to
count, so the odds are simulated, by a kernel that is held to the procedure. Naturals are exact.

A player is taken to know what each pair of cards is worth (values.py) and to look at nothing else:
not at the cards that are given up with it, nor at what has been dealt before."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell, Part
from pitboss.analysis.simulation.one_deck import draw_cards
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.tracing import COUNT_MASK, SHUFFLED, TAIL, Records, Tracer
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.compiled import compiled, jit
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.games.fast_action_holdem.hands import (
    DISCONTINUE,
    HAND_CARDS,
    PAIRS,
    SPLIT,
    dealer_keeps,
    is_natural,
    multi_deck_value,
    pair_of,
    player_does,
)
from pitboss.games.fast_action_holdem.procedure import named
from pitboss.games.fast_action_holdem.rules import FastActionRules
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

from .values import class_values

Table = npt.NDArray[np.int64]

# Dealer's and player's cards in turn; then the burned card and the community cards.
DEALT, CARDS = 8, 14
# What a round comes to: over before the community cards, a hand, or two of a split.
NATURAL, GAVE_UP, DEALER_NATURAL, DEALER_NATURAL_SPLIT = range(4)
ONE_HAND, TWO_HANDS, OUTCOMES = 4, 7, 16
WINS, LOSES, COPIES = range(3)
RESULTS = ("win", "lose", "copy hand")
# Thousandths of a wager that are lost by discontinuing. No hand is worth as little.
SURRENDERED = -500
SIMULATED_ROUNDS = 1 << 23


class GoesBy:
    """A strategy: the best pair by the table of values; to split, if ever, where two hands are
    worth more; and to discontinue where nothing is worth `least` thousandths of a wager."""

    def __init__(self, *, splits: bool, least: int = SURRENDERED) -> None:
        self.splits = splits
        self.values = class_values()
        self.least = least

    def does(self, cards: Sequence[int]) -> int:
        return player_does(cards, self.values, self.splits, self.least)

    def __call__(self, prompt: Prompt) -> Entry:
        cards = [e.card for e in prompt.dealer.events if e.act == "draw" and e.seat == prompt.seat]
        does = self.does(cards)
        if does == DISCONTINUE:
            return Chose(prompt.seat, "discontinue")
        word = "split" if does >= SPLIT else "set"
        return Chose(prompt.seat, f"{word} {named(pair_of(cards, does % PAIRS))}")


BY_VALUES = "by values"
STRATEGIES = {
    BY_VALUES: GoesBy(splits=True),
    "never split": GoesBy(splits=False),
    "discontinue low hands": GoesBy(splits=True, least=-250),
}


# -- exact ------------------------------------------------------------------------------------


def natural_probability(decks: int) -> Fraction:
    return Fraction(13 * comb(4 * decks, HAND_CARDS), comb(52 * decks, HAND_CARDS))


# -- kernel -----------------------------------------------------------------------------------


@compiled
def over_before_community(cards: Any, hand: Any, values: Any, splits: int, least: int) -> int:
    """Returns the outcome of a round that needs no community cards; else minus one less what the
    player does. Cards are dealt to the dealer first."""
    for place in range(4):
        hand[place] = cards[2 * place + 1]
    if is_natural(hand[0], hand[1], hand[2], hand[3]):
        return NATURAL
    does = player_does(hand, values, splits, least)
    if does == DISCONTINUE:
        return GAVE_UP
    if is_natural(cards[0], cards[2], cards[4], cards[6]):
        return DEALER_NATURAL_SPLIT if does >= SPLIT else DEALER_NATURAL
    return -1 - does


@compiled
def value_of_pair(cards: Any, first: int, pair: int, hand: Any) -> int:
    """Returns the value of pair number `pair` of the four cards from place `first` on, every other
    one, with the community cards at the end."""
    if pair < 3:
        one, two = 0, pair + 1
    elif pair < 5:
        one, two = 1, pair - 1
    else:
        one, two = 2, 3
    hand[0] = cards[first + 2 * one]
    hand[1] = cards[first + 2 * two]
    for place in range(5):
        hand[2 + place] = cards[9 + place]
    return multi_deck_value(hand)


@compiled
def result_of(value: int, dealers: int) -> int:
    if value > dealers:
        return WINS
    return LOSES if value < dealers else COPIES


@compiled
def after_community(cards: Any, does: int, hand: Any) -> int:
    """Returns the outcome of a round that was played to the end."""
    keeps = dealer_keeps(cards[0], cards[2], cards[4], cards[6])
    dealers = value_of_pair(cards, 0, keeps, hand)
    if does < SPLIT:
        return ONE_HAND + result_of(value_of_pair(cards, 1, does, hand), dealers)
    first = result_of(value_of_pair(cards, 1, does - SPLIT, hand), dealers)
    second = result_of(value_of_pair(cards, 1, 5 - (does - SPLIT), hand), dealers)
    return TWO_HANDS + 3 * first + second


@compiled
def round_kernel(
    values: Any,
    splits: int,
    least: int,
    shoe: Any,
    cutting_card: int,
    key: Any,
    rounds: int,
    counts: Any,
    out: Any,
    hand: Any,
    seven: Any,
) -> None:
    """Plays `rounds` rounds of one player, from a shoe that is shuffled when a round has left at
    most `cutting_card` cards. The first rounds go to `out`, as records."""
    state = np.uint64(key)
    size = shoe.shape[0]
    drawn = size
    for number in range(rounds):
        shuffled = 0
        if size - drawn <= cutting_card:
            drawn = 0
            shuffled = SHUFFLED
        start = drawn
        drawn += DEALT
        state = draw_cards(shoe, start, drawn, state)
        cards = shoe[start:drawn]
        outcome = over_before_community(cards, hand, values, splits, least)
        if outcome < 0:
            state = draw_cards(shoe, drawn, start + CARDS, state)
            drawn = start + CARDS
            outcome = after_community(shoe[start:drawn], -1 - outcome, seven)
        counts[outcome] += 1
        if number < out.shape[0]:
            for place in range(CARDS):
                out[number, place] = shoe[start + place] if start + place < drawn else 255
            out[number, CARDS] = (drawn - start) | shuffled
            out[number, CARDS + 1] = outcome
            out[number, CARDS + 2] = 0


@compiled
def derive_kernel(records: Any, values: Any, splits: int, least: int, hand: Any, seven: Any) -> int:
    """Returns the number of the first record whose outcome does not follow from its cards, or
    -1."""
    for number in range(records.shape[0]):
        cards = records[number, :CARDS]
        taken = records[number, CARDS] & COUNT_MASK
        if taken != DEALT and taken != CARDS:
            return number
        for place in range(taken):
            if cards[place] >= 52:
                return number
        outcome = over_before_community(cards, hand, values, splits, least)
        if (outcome < 0) != (taken == CARDS):
            return number
        if outcome < 0:
            outcome = after_community(cards, -1 - outcome, seven)
        if records[number, CARDS + 1] != outcome or records[number, CARDS + 2] != 0:
            return number
    return -1


def cells_of(rules: FastActionRules) -> list[tuple[Cell, ...]]:
    """Returns what every outcome comes to, in original wagers."""
    one = Fraction(1)
    half = Fraction(rules.surrender.percent, 100)
    even, natural = rules.hand, rules.natural
    cells = [
        Cell("natural", natural.text, natural.fraction, one, (Part.by(natural),)),
        Cell("discontinue", "", -half, one),
        Cell("dealer's natural", "", -one, one),
        Cell("dealer's natural, split", "", -one, 2 * one),
    ]
    worth = (even.fraction, -one, -one if rules.copy_loses else 0 * one)
    hands = [(result,) for result in range(3)]
    splits = [(first, second) for first in range(3) for second in range(3)]
    for results in [*hands, *splits]:
        won = results.count(WINS)
        parts = (Part.by(even, won),) if won else ()
        row = ", ".join(RESULTS[result] for result in results)
        row = f"split: {row}" if len(results) > 1 else row
        net = sum((worth[result] for result in results), Fraction(0))
        cells.append(Cell(row, even.text if won else "", net, len(results) * one, parts))
    return [(cell,) for cell in cells]


def plan(
    rules: FastActionRules, scenario: Scenario, decide: Decide | None, *, fresh: bool = False
) -> Plan:
    """Returns the kernel as a plan."""
    if not isinstance(decide, GoesBy):
        raise BadInput(
            f"{rules.law.game}: the best play is not known exactly, and a table of one's own "
            f"cannot be followed; the strategies are {', '.join(STRATEGIES)}"
        )
    values = np.array(decide.values, dtype=np.int64)
    splits, least = int(decide.splits), decide.least
    cards = np.repeat(np.arange(52, dtype=np.int64), rules.decks)
    cutting_card = len(cards) if fresh else rules.cutting_card_from_back or len(cards)

    def walk(key: int, rounds: int, kept: int) -> tuple[Any, Records]:
        counts = np.zeros(OUTCOMES, dtype=np.int64)
        out = np.zeros((kept, CARDS + TAIL), dtype=np.uint8)
        kernel: Any = jit(round_kernel)
        kernel(
            values,
            splits,
            least,
            cards.copy(),
            cutting_card,
            np.uint64(key),
            rounds,
            counts,
            out,
            _hand(4),
            _hand(7),
        )
        return counts, out

    def derive(records: Records) -> int:
        kernel: Any = jit(derive_kernel)
        return int(kernel(records.astype(np.int64), values, splits, least, _hand(4), _hand(7)))

    def deal(key: int, rounds: int, number: int) -> list[int]:
        record = walk(key, number + 1, number + 1)[1][-1]
        found: list[int] = record[: int(record[CARDS]) & COUNT_MASK].tolist()
        return found

    tracer = Tracer(
        CARD_TEXT[:52],
        CARDS,
        lambda key, rounds: walk(key, rounds, rounds)[1],
        derive,
        decks=rules.decks,
        cutting_card=cutting_card,
    )
    return Plan(
        (scenario.wager,),
        cells_of(rules),
        lambda key, rounds: walk(key, rounds, 0)[0],
        deal,
        tracer,
        decide,
    )


def _hand(cards: int) -> Table:
    return np.zeros(cards, dtype=np.int64)


def scenarios(rules: FastActionRules) -> list[Scenario]:
    natural = natural_probability(rules.decks)
    return [
        Scenario(
            "original",
            (("original", "", UNIT),),
            note=f"with the split wager; a natural has probability {natural}, exactly, and so "
            "has the dealer's",
        )
    ]


def by_hand(rules: FastActionRules, scenario: Scenario, hand: str, shown: str) -> Any:
    """Returns the worth of each way to play a hand, simulated."""
    from .by_hand import worths

    return worths(rules, scenario, hand, shown)


study = Study(
    scenarios=scenarios,
    by_hand=by_hand,
    strategies=STRATEGIES,
    default_strategy=BY_VALUES,
    kernel=plan,
    deals_on=True,
    simulated=SIMULATED_ROUNDS,
    notes=("Simulated: fourteen cards from six or eight decks are too many to count.",),
)
