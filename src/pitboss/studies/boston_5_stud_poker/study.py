"""Boston 5 stud poker's study: exact over all 39,866,461,034,400 deals, and its own kernel.

The player decides on three cards. For every hand of five the dealer's lower and equal hands are
counted by inclusion and exclusion (odds/against); each hand of five then counts for the ten hands
of three in it, and the better of second wager and fold follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Choice, Solved
from pitboss.analysis.progress import part_of
from pitboss.analysis.simulation.one_deck import deal_cards, deck_tracer, note_deal, records_for
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.tracing import SHUFFLED, Records, outcomes_in
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput
from pitboss.games.boston_5_stud_poker.hands import (
    FIVE_ROWS,
    THREE_ROWS,
    hand_row,
    three_card_value,
)
from pitboss.hands.poker import CATEGORY_SHIFT, PokerTables, five_cards
from pitboss.hands.poker_batch import tables
from pitboss.studies.families.one_deck_poker.against import (
    Players,
    choose_table,
    five_card_dealers,
    players,
)
from pitboss.studies.families.one_deck_poker.steps import action_at, cards_of, read_steps
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

ANTE, BONUS = "ante", "three-card-bonus"
# What a deal comes to, beside the row of the player's five cards; a fold has no such row.
WIN, TIE, LOSE = range(3)
FOLD = 3 * len(FIVE_ROWS)
CARDS, CARDS_OF_A_FOLD = 10, 6
TRIPLES = comb(52, 3)

Integers = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class SecondFrom:
    """A strategy in steps of the player's first three cards: second wager, or fold."""

    def __init__(self, steps: list[tuple[int, str]]) -> None:
        self.steps = steps

    def goes_on(self, value: int) -> bool:
        return action_at(self.steps, value) == "second"

    def __call__(self, prompt: Prompt) -> Entry:
        goes_on = self.goes_on(three_card_value(*first_cards(prompt)))
        return Chose(prompt.seat, "second" if goes_on else "fold")


class BestSeconds:
    """The best decisions, by the number of the three cards."""

    def __init__(self, table: npt.NDArray[np.int8]) -> None:
        self.table = table

    def __call__(self, prompt: Prompt) -> Entry:
        choose = choose_table()
        cards = sorted(first_cards(prompt))
        number = sum(int(choose[place + 1, card]) for place, card in enumerate(cards))
        return Chose(prompt.seat, "second" if self.table[number] else "fold")


def first_cards(prompt: Prompt) -> list[int]:
    place = f"hand of p{prompt.seat}"
    return [e.card for e in prompt.dealer.events if e.act == "draw" and e.what == place][:3]


def least_of(hand: str) -> int | None:
    """The lowest three cards of that name: `pair`, or three ranks."""
    if hand in THREE_ROWS:
        return THREE_ROWS.index(hand) << CATEGORY_SHIFT
    cards = cards_of(hand, 3)
    return None if cards is None else three_card_value(*cards)


def read_table(rules: Any, table: Mapping[str, str]) -> SecondFrom:
    """A user's own policy: `"Q-6-4 or better" = "second"`."""
    steps = read_steps(
        rules, table, actions=("second", "fold"), cite="24.10", least=least_of, example="Q-6-4"
    )
    return SecondFrom(steps)


def scenarios(rules: Any) -> list[Scenario]:
    told = "with first and second wager"
    if not len(rules.ante_bonus):
        told += "; no ante bonus, because no ledger is given"
    wagers = ((ANTE, "", UNIT), ("first", "", rules.first_on(UNIT)))
    found = [Scenario(ANTE, wagers, note=f"{told}; per unit of the ante")]
    if rules.three_card_bonus is not None:
        found.append(Scenario(BONUS, ((BONUS, "", UNIT),), note="alone"))
    return found


# -- what a deal comes to ---------------------------------------------------------------------


def cell_of(rules: Any, outcome: int) -> Cell:
    """What a deal comes to, in antes."""
    first = Fraction(rules.first_multiple)
    if outcome == FOLD:
        return Cell("fold", "", -1 - first, 1 + first)
    row, won = divmod(outcome, 3)
    staked = 1 + 2 * first
    net, parts, text = Fraction(0), [], ""
    if won == WIN:
        net = first * (rules.first.fraction + rules.second.fraction)
        parts = [Part("first", "win", rules.first.text, first),
                 Part("second", "win", rules.second.text, first)]  # fmt: skip
    elif won == LOSE:
        net = -staked
    told = ("win", "push", "lose")[won]
    bonus = rules.ante_bonus_ledger[row]
    if bonus is not None:
        net += bonus.fraction
        parts.append(Part(rules.ante_bonus.name, FIVE_ROWS[row], bonus.text, Fraction(1)))
        told += f", {FIVE_ROWS[row]}"
        text = bonus.text
    return Cell(told, text, net, staked, tuple(parts))


def bonus_cell(rules: Any, row: int) -> Cell:
    odds = rules.three_card_ledger[row]
    if odds is None:
        return Cell("lose", "", Fraction(-1), Fraction(1))
    part = Part(rules.three_card_bonus.name, THREE_ROWS[row], odds.text, Fraction(1))
    return Cell(THREE_ROWS[row], odds.text, odds.fraction, Fraction(1), (part,))


# -- exact ------------------------------------------------------------------------------------


@compiled
def name_triples(hands: Any, picks: Any, choose: Any, masks: Any, suits: Any, cards: Any,
                 out: Any) -> None:  # fmt: skip
    """For each hand and each pick of three of its cards: the number of the three cards that
    stand for all that differ only in which suit is which."""
    for hand in range(hands.shape[0]):
        for pick in range(picks.shape[0]):
            for suit in range(4):
                masks[suit] = 0
                suits[suit] = suit
            for place in range(3):
                card = hands[hand, picks[pick, place]]
                masks[card & 3] |= 1 << (card >> 2)
            for last in range(3, 0, -1):
                for place in range(last):
                    if masks[suits[place]] < masks[suits[place + 1]]:
                        other = suits[place]
                        suits[place] = suits[place + 1]
                        suits[place + 1] = other
            for suit in range(4):
                masks[suits[suit]] = suit
            for place in range(3):
                card = hands[hand, picks[pick, place]]
                card = (card >> 2 << 2) + masks[card & 3]
                at = place
                while at > 0 and cards[at - 1] > card:
                    cards[at] = cards[at - 1]
                    at -= 1
                cards[at] = card
            number = 0
            for place in range(3):
                number += choose[place + 1, cards[place]]
            out[hand, pick] = number


def triples_in(hands: Integers, size: int) -> Integers:
    """The number of the three cards that stand for each three of each hand's `size` cards."""
    picks = np.array(list(combinations(range(size), 3)), dtype=np.int64)
    out = np.zeros((len(hands), len(picks)), dtype=np.int64)
    scratch = [np.zeros(8, dtype=np.int64) for _ in range(3)]
    kernel: Any = jit(name_triples)
    kernel(hands, picks, choose_table(), *scratch, out)
    return out


@cache
def all_triples() -> Integers:
    """All hands of three cards, by their number."""
    found = sorted(combinations(range(52), 3), key=lambda hand: hand[::-1])
    return np.array(found, dtype=np.int64)


class Deals:
    """`ways[n, o]`: for each number of three cards (those that stand for others), how many
    completions of both hands come to each outcome; `weights[n]`: how many there are in all. Of
    a whole deck, or (to be held to the procedure) of a small one, where each stands for itself
    and those that it would stand for."""

    def __init__(self, deck: Sequence[int] | None = None) -> None:
        size = 52 if deck is None else len(deck)
        mine = players() if deck is None else Players(deck)
        dealers = five_card_dealers(deck)
        values = dealers.values[mine.numbers()].astype(np.int64)
        lower = self._count(dealers, mine.hands, values, "lower hands")
        equal = self._count(dealers, mine.hands, values + 1, "equal hands") - lower
        higher = comb(size - 5, 5) - lower - equal
        if deck is None:
            triples = triples_in(mine.hands, 5)
        else:
            choose = choose_table()
            picks = list(combinations(range(5), 3))
            triples = np.array([[sum(choose[i + 1, hand[p]] for i, p in enumerate(pick))
                                 for pick in picks] for hand in mine.hands])  # fmt: skip
        self.deals = comb(size, 3) * comb(size - 3, 2) * comb(size - 5, 5)
        self.ways = np.zeros((TRIPLES, FOLD), dtype=np.int64)
        rows = values >> CATEGORY_SHIFT
        for won, counted in ((WIN, lower), (TIE, equal), (LOSE, higher)):
            for pick in range(triples.shape[1]):
                np.add.at(self.ways, (triples[:, pick], 3 * rows + won), counted * mine.weights)
        self.weights = self.ways.sum(axis=1)
        assert int(self.weights.sum()) == self.deals

    @staticmethod
    def _count(dealers: Any, hands: Integers, marks: Integers, what: str) -> Integers:
        """Counted once for each of the five cards that the dealer could show."""
        found: Integers = dealers.count_below(hands, marks, part_of(what)).sum(
            axis=1, dtype=np.int64
        )
        assert not (found % 5).any()
        return found // 5


@cache
def deals() -> Deals:
    return Deals()


def best_seconds(rules: Any, table: Deals) -> Bools:
    """By the number of three cards: whether the second wager is better than a fold."""
    nets = [cell_of(rules, outcome).net for outcome in range(FOLD + 1)]
    common = lcm(*(net.denominator for net in nets))
    whole = np.array([int(net * common) for net in nets], dtype=np.int64)
    found: Bools = table.ways @ whole[:FOLD] > whole[FOLD] * table.weights
    return found


def seconds_by(decide: Decide) -> Bools:
    """By the number of three cards: whether this strategy makes the second wager."""
    if not isinstance(decide, SecondFrom):
        raise BadInput("a strategy for Boston 5 stud poker says from which three cards to go on")
    return np.array([decide.goes_on(int(value)) for value in triple_values()])


@cache
def triple_values() -> Integers:
    return np.array([three_card_value(*hand) for hand in all_triples().tolist()])


def exact(
    rules: Any, scenario: Scenario, decide: Decide | None, table: Deals | None = None
) -> Solved:
    """The exact distribution over all deals."""
    if scenario.wager == BONUS:
        joint = Joint((BONUS,), TRIPLES)
        numbers = np.bincount(triple_values() >> CATEGORY_SHIFT, minlength=len(THREE_ROWS))
        for row, number in enumerate(numbers.tolist()):
            joint.add((bonus_cell(rules, row),), Fraction(number, TRIPLES))
        return Solved(joint)
    table = table or deals()
    goes_on = best_seconds(rules, table) if decide is None else seconds_by(decide)
    joint = Joint((scenario.wager,), table.deals)
    counted = [*table.ways[goes_on].sum(axis=0).tolist(), int(table.weights[~goes_on].sum())]
    for outcome, number in enumerate(counted):
        if number:
            joint.add((cell_of(rules, outcome),), Fraction(number, table.deals))
    return Solved(joint, told(table, goes_on))


def told(table: Deals, goes_on: Bools) -> list[Choice]:
    """The strategy by the category of the three cards; one line where all are alike."""
    met = table.weights > 0
    if goes_on[met].all():
        return [Choice("every hand", "second", Fraction(1))]
    found = []
    rows = triple_values() >> CATEGORY_SHIFT
    for row in range(len(THREE_ROWS) - 1, -1, -1):
        here = met & (rows == row)
        if here.any():
            chosen = goes_on[here]
            do = "second" if chosen.all() else "second or fold, by the cards" * bool(chosen.any())
            number = Fraction(int(table.weights[here].sum()), table.deals)
            found.append(Choice(THREE_ROWS[row], do or "fold", number))
    return found


# -- kernel -----------------------------------------------------------------------------------


@compiled
def deal_outcome(t: PokerTables, choose: Any, seconds: Any, alone: int, deck: Any) -> int:
    """The outcome of ten cards, dealt to the player and the dealer in turn; of the bonus wager
    alone, the row of the first three."""
    a = deck[0]
    b = deck[2]
    c = deck[4]
    if alone:
        return hand_row(three_card_value(a, b, c))
    low = min(a, b, c)
    high = max(a, b, c)
    number = choose[1, low] + choose[2, a + b + c - low - high] + choose[3, high]
    if not seconds[number]:
        return FOLD
    mine = five_cards(t, a, b, c, deck[6], deck[8])
    other = five_cards(t, deck[1], deck[3], deck[5], deck[7], deck[9])
    won = LOSE
    if mine > other:
        won = WIN
    elif mine == other:
        won = TIE
    return 3 * hand_row(mine) + won


@compiled
def deal_kernel(
    t: PokerTables, choose: Any, seconds: Any, alone: int, deck: Any, key: Any, rounds: int,
    counts: Any, out: Any,
) -> None:  # fmt: skip
    """`rounds` deals. The first rounds go to `out`, as records; a round that ends with a fold
    has no more than six cards."""
    state = np.uint64(key)
    for number in range(rounds):
        state = deal_cards(deck, CARDS, state)
        outcome = deal_outcome(t, choose, seconds, alone, deck)
        counts[outcome] += 1
        if number < out.shape[0]:
            note_deal(out, number, CARDS, deck, outcome)
            if outcome == FOLD:
                for place in range(CARDS_OF_A_FOLD, CARDS):
                    out[number, place] = 255
                out[number, CARDS] = CARDS_OF_A_FOLD | SHUFFLED


@compiled
def derive_kernel(
    t: PokerTables, choose: Any, seconds: Any, alone: int, deck: Any, cards: Any, outcomes: Any
) -> None:
    """The outcome of each row of `cards`."""
    for number in range(cards.shape[0]):
        for place in range(CARDS):
            deck[place] = cards[number, place]
        outcomes[number] = deal_outcome(t, choose, seconds, alone, deck)


def plan(rules: Any, scenario: Scenario, decide: Decide | None) -> Plan:
    """The kernel as a plan."""
    alone = scenario.wager == BONUS
    seconds = np.ones(TRIPLES, dtype=np.int8)
    if decide is not None:
        seconds = seconds_by(decide).astype(np.int8)
    elif not alone:
        best = best_seconds(rules, deals())
        seconds = best[triples_in(all_triples(), 3)[:, 0]].astype(np.int8)
        decide = BestSeconds(seconds)
    cells: list[tuple[Cell, ...]] = [(cell_of(rules, o),) for o in range(FOLD + 1)]
    if alone:
        cells = [(bonus_cell(rules, row),) for row in range(len(THREE_ROWS))]

    def arguments() -> list[Any]:
        return [tables(), choose_table(), seconds, int(alone), np.arange(52, dtype=np.int64)]

    def walk(key: int, rounds: int, kept: int) -> tuple[Any, Records]:
        counts = np.zeros(len(cells), dtype=np.int64)
        out = records_for(kept, CARDS)
        kernel: Any = jit(deal_kernel)
        kernel(*arguments(), np.uint64(key), rounds, counts, out)
        return counts, out

    def derive(records: Records) -> int:
        cards = records[:, :CARDS].astype(np.int64)
        stated = outcomes_in(records)
        folded = stated == FOLD
        # A fold shows six cards and nothing else; the other four are of no account.
        marks = np.where(folded, CARDS_OF_A_FOLD, CARDS) | SHUFFLED
        good = records[:, CARDS] == marks
        good &= ~folded | (cards[:, CARDS_OF_A_FOLD:] == 255).all(axis=1)
        cards[folded, CARDS_OF_A_FOLD:] = 0
        good &= (cards < 52).all(axis=1)
        cards[~good] = 0
        outcomes = np.zeros(len(cards), dtype=np.int64)
        kernel: Any = jit(derive_kernel)
        kernel(*arguments(), cards, outcomes)
        good &= stated == outcomes
        return -1 if good.all() else int(np.argmin(good))

    # The bonus wager goes with ante and first wager: its rounds cannot be dealt again alone.
    tracer = None if alone else deck_tracer(CARDS, lambda k, r: walk(k, r, r)[1], derive)
    return Plan(
        (scenario.wager,), cells,
        lambda key, rounds: walk(key, rounds, 0)[0],
        lambda key, rounds, number: walk(key, number + 1, number + 1)[1][-1, :CARDS].tolist(),
        tracer, decide,
    )  # fmt: skip


study = Study(
    scenarios=scenarios,
    strategies={
        "every hand": SecondFrom([(0, "second")]),
        "queen high or better": SecondFrom([(least_of("Q-3-2") or 0, "second"), (0, "fold")]),
        "pair or better": SecondFrom([(least_of("pair") or 0, "second"), (0, "fold")]),
    },
    exact=exact,
    policy=read_table,
    kernel=plan,
    fixed={"dealing": "manual shoe"},
)
