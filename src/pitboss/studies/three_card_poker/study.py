"""Three card poker's study: exact over all 22,100 x 18,424 deals, and its own kernel.

The procedure is too slow for four hundred million deals, so the analysis has its own compact
state; it is held to the procedure on small decks, and both rank hands by the same function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Choice, Solved
from pitboss.analysis.simulation.kernels import mix
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.tracing import SHUFFLED, TAIL, Records, Tracer, outcomes_in
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.compiled import compiled, jit
from pitboss.equipment.cards import CARD_TEXT, RANKS, parse_cards
from pitboss.errors import BadInput
from pitboss.games.three_card_poker.hands import (
    LEDGER_ROWS,
    QUEEN_HIGH,
    ledger_row,
    qualifies,
    three_card_value,
)
from pitboss.studies.three_card_poker.policy import read_table, value_held
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

VALUES_MAX = 8 << 12
# What a deal comes to, beside the row of the player's hand.
FOLD, NOT_QUALIFIED, WIN, DRAW, LOSE = range(5)
RESULTS = 5
# Of player and dealer together.
CARDS = 6


class PlayFrom:
    """A strategy: play with this hand or better."""

    def __init__(self, least: int) -> None:
        self.least = least

    def plays(self, value: int) -> bool:
        return value >= self.least

    def __call__(self, prompt: Prompt) -> Entry:
        return Chose(prompt.seat, "play" if self.plays(value_held(prompt)) else "fold")


class PlaysBy(PlayFrom):
    """A strategy by a table: whether to play, for every value of the hand."""

    def __init__(self, table: npt.NDArray[Any]) -> None:
        self.table = table

    def plays(self, value: int) -> bool:
        return bool(self.table[value])


def play_from(cards: str) -> PlayFrom:
    return PlayFrom(three_card_value(*parse_cards(cards)))


def scenarios(rules: Any) -> list[Scenario]:
    return [
        Scenario("ante", (("ante", "", UNIT),), note="with the play wager and the ante bonus"),
        Scenario("pair-plus", (("pair-plus", "", UNIT),), note="alone"),
        Scenario(
            "ante and pair-plus",
            (("ante", "", UNIT), ("pair-plus", "", UNIT)),
            note="equal wagers on both, decided together; per unit of the ante",
        ),
    ]


# -- exact ------------------------------------------------------------------------------------


class Deals:
    """For each suit-equivalence class of the player's hand: its value, how many hands it
    has, and how many of the dealer's hands against it do not qualify, are lower, equal, or
    higher. Of a whole deck that is 22,100 hands against 18,424; a part of a deck serves to
    hold this analysis to the procedure."""

    def __init__(self, cards: Sequence[int] = range(52)) -> None:
        hands = list(combinations(cards, 3))
        self.hands = len(hands)
        self.dealers = comb(len(cards) - 3, 3)
        self.deals = self.hands * self.dealers
        whole = len(cards) == 52
        values = np.array([three_card_value(*hand) for hand in hands], dtype=np.int32)
        self.all_values = values
        classes: dict[tuple[int, ...], list[int]] = {}
        for index, hand in enumerate(hands):
            classes.setdefault(_suit_class(hand) if whole else hand, [0, index])[0] += 1
        firsts = np.array([first for _, first in classes.values()])
        self.count = [number for number, _ in classes.values()]
        self.value: list[int] = values[firsts].tolist()
        self.against = self._against(np.array(hands), values, firsts)

    def _against(self, hands: Any, values: Any, firsts: Any) -> list[tuple[int, int, int, int]]:
        """Dealer's hands against each of the hands `firsts`, by inclusion and exclusion: all
        hands, less those that hold one of its cards, and those that hold two counted back."""
        ranked, place = np.unique(values, return_inverse=True)
        kinds = len(ranked) + 1
        pairs = [(0, 1), (0, 2), (1, 2)]
        by_card = np.zeros((52, kinds), dtype=np.int64)
        by_pair = np.zeros((52 * 52, kinds), dtype=np.int64)
        for column in range(3):
            np.add.at(by_card, (hands[:, column], place + 1), 1)
        for i, j in pairs:
            np.add.at(by_pair, (hands[:, i] * 52 + hands[:, j], place + 1), 1)
        # below[v]: how many have a value that comes before the v-th.
        below_all = np.concatenate([[0], np.cumsum(np.bincount(place))])
        below_card, below_pair = by_card.cumsum(axis=1), by_pair.cumsum(axis=1)
        mine, chosen = place[firsts], hands[firsts]

        def lower_than(limit: Any) -> Any:
            """Hands without my cards whose value comes before the `limit`-th."""
            found = below_all[limit].copy()
            for column in range(3):
                found -= below_card[chosen[:, column], limit]
            for i, j in pairs:
                found += below_pair[chosen[:, i] * 52 + chosen[:, j], limit]
            # My own hand was taken away three times and given back three times.
            return found - (mine < limit)

        first_able = int(np.searchsorted(ranked, QUEEN_HIGH))
        able = np.full_like(mine, first_able)
        below = lower_than(able)
        lower = lower_than(np.maximum(mine, able)) - below
        equal = np.where(mine >= able, lower_than(mine + 1) - lower_than(mine), 0)
        higher = self.dealers - below - lower - equal
        return list(zip(below.tolist(), lower.tolist(), equal.tolist(), higher.tolist(),
                        strict=True))  # fmt: skip


@cache
def deals() -> Deals:
    return Deals()


def _suit_class(hand: tuple[int, ...]) -> tuple[int, ...]:
    """The same for hands that differ only in which suit is which."""
    ranks = tuple(card >> 2 for card in hand)
    suits: dict[int, int] = {}
    pattern = tuple(suits.setdefault(card & 3, len(suits)) for card in hand)
    if len(set(ranks)) < 3:
        # Cards of a pair are interchangeable: count how many share the odd card's suit.
        odd = [c for c in hand if ranks.count(c >> 2) == 1]
        shared = sum((c & 3) == (o & 3) for o in odd for c in hand) - len(odd)
        return (*ranks, -1, shared)
    return (*ranks, *pattern)


def play_value(rules: Any, value: int, against: tuple[int, int, int, int]) -> Fraction:
    """What ante, play and bonus come to over all the dealer's hands, in antes, if played.
    Ante and play pay even money."""
    below, lower, _, higher = against
    bonus = rules.ante_bonus_ledger[ledger_row(value)]
    total = Fraction(below + 2 * lower - 2 * higher)
    if bonus is not None:
        total += bonus.fraction * sum(against)
    return total


def exact(
    rules: Any, scenario: Scenario, decide: Decide | None, table: Deals | None = None
) -> Solved:
    """The exact joint distribution over all deals."""
    table = table or deals()
    if scenario.wager == "pair-plus":
        return _pair_plus(rules, scenario, table)
    both = scenario.wager == "ante and pair-plus"
    done: dict[int, tuple[bool, int]] = {}
    # A cell depends on the row of the hand and the result alone: count before building any.
    ways: dict[tuple[int, int], int] = {}
    sample: dict[int, int] = {}
    for number, value, against in zip(table.count, table.value, table.against, strict=True):
        plays = _plays(rules, decide, both, value, against)
        done[value] = (plays, number + done.get(value, (plays, 0))[1])
        row = ledger_row(value)
        sample[row] = value
        results = (0, *against) if plays else (table.dealers, 0, 0, 0, 0)
        for result, count in enumerate(results):
            if count:
                ways[row, result] = ways.get((row, result), 0) + number * count
    apart = Joint(("ante", "pair-plus"), table.deals) if both else None
    joint = Joint((scenario.wager,), table.deals, apart)
    for (row, result), count in ways.items():
        cell = cell_of(rules, sample[row], result, both)
        joint.add((cell,), Fraction(count, table.deals))
        if apart is not None:
            ante = cell_of(rules, sample[row], result, False)
            other = Cell("", "", cell.net - ante.net, cell.staked - ante.staked)
            apart.add((ante, other), Fraction(count, table.deals))
    return Solved(joint, told(done, table.hands))


def told(done: dict[int, tuple[bool, int]], hands: int) -> list[Choice]:
    """The strategy as runs of hands that are treated alike, from the best down."""
    runs: list[list[int]] = []
    for value in sorted(done, reverse=True):
        plays, number = int(done[value][0]), done[value][1]
        if not runs or runs[-1][0] != plays:
            runs.append([plays, value, value, 0])
        runs[-1][2] = value
        runs[-1][3] += number
    found = []
    for index, (plays, high, low, number) in enumerate(runs):
        situation = f"{hand_name(high)} to {hand_name(low)}"
        if index == 0:
            situation = f"{hand_name(low)} or better"
        elif index == len(runs) - 1:
            situation = "anything lower"
        found.append(Choice(situation, "play" if plays else "fold", Fraction(number, hands)))
    return found


def _plays(
    rules: Any, decide: Decide | None, both: bool, value: int,
    against: tuple[int, int, int, int],
) -> bool:  # fmt: skip
    if decide is not None:
        plays: Callable[[int], bool] | None = getattr(decide, "plays", None)
        if plays is None:
            raise BadInput("a strategy for three card poker says from which hand on to play")
        return plays(value)
    # A fold loses the ante; where it forfeits pair plus as well, it costs what that hand
    # would have won (a losing pair plus wager is lost either way).
    dealers = sum(against)
    fold = Fraction(-dealers)
    if both and rules.fold_forfeits_pair_plus:
        odds = rules.pair_plus_ledger[ledger_row(value)]
        fold -= dealers * (1 + odds.fraction) if odds is not None else 0
    return play_value(rules, value, against) > fold


def _pair_plus(rules: Any, scenario: Scenario, table: Deals) -> Solved:
    rows: dict[int, list[int]] = {}
    for number, value in zip(table.count, table.value, strict=True):
        rows.setdefault(ledger_row(value), [0, value])[0] += number
    joint = Joint((scenario.wager,), table.hands)
    for number, value in rows.values():
        joint.add((pair_plus_cell(rules, value),), Fraction(number, table.hands))
    return Solved(joint)


def pair_plus_cell(rules: Any, value: int) -> Cell:
    odds = rules.pair_plus_ledger[ledger_row(value)]
    if odds is None:
        return Cell("lose", "", Fraction(-1), Fraction(1))
    part = _part(rules.pair_plus, value, odds)
    return Cell(part.row, odds.text, odds.fraction, Fraction(1), (part,))


def _part(ledger: Any, value: int, odds: Any) -> Part:
    return Part(ledger.name, _row_name(ledger, value), odds.text, Fraction(1))


def _row_name(ledger: Any, value: int) -> str:
    name = LEDGER_ROWS[ledger_row(value)]
    return name if name in ledger else "straight flush"


def cell_of(rules: Any, value: int, result: int, both: bool) -> Cell:
    """What a deal comes to, in antes."""
    net, staked = Fraction(0), Fraction(2)
    row, odds = "", ""
    parts: list[Part] = []
    if result == FOLD:
        net, staked, row = Fraction(-1), Fraction(1), "fold"
    else:
        net += {NOT_QUALIFIED: 1, WIN: 2, DRAW: 0, LOSE: -2}[result]
        row = ("", "dealer does not qualify", "win", "draw", "lose")[result]
        if result in (NOT_QUALIFIED, WIN):
            parts.append(Part("ante", "win", rules.ante.text, Fraction(1)))
        if result == WIN:
            parts.append(Part("play", "win", rules.play.text, Fraction(1)))
        bonus = rules.ante_bonus_ledger[ledger_row(value)]
        if bonus is not None:
            parts.append(_part(rules.ante_bonus, value, bonus))
            net += bonus.fraction
            row += f", {parts[-1].row}"
            odds = bonus.text
    if both:
        staked += 1
        if result == FOLD and rules.fold_forfeits_pair_plus:
            net -= 1
        else:
            other = pair_plus_cell(rules, value)
            net += other.net
            row += f", pair plus {other.row}"
            odds = odds or other.odds
            parts += other.parts
    return Cell(row, odds, net, staked, tuple(parts))


@cache
def hand_name(value: int) -> str:
    """A hand of this value, by its ranks."""
    for hand in combinations(range(52), 3):
        if three_card_value(*hand) == value:
            suited = len({card & 3 for card in hand}) == 1
            ranks = "-".join(RANKS[card >> 2] for card in reversed(hand))
            return ranks + " suited" * suited
    raise AssertionError(value)


# -- kernel -----------------------------------------------------------------------------------


@compiled
def deal_kernel(
    values: Any, plays: Any, rows: Any, deck: Any, key: Any, rounds: int, counts: Any,
    out: Any, queen_high: int,
) -> None:  # fmt: skip
    """`rounds` deals of three cards to the player and the dealer in turn. `values` ranks
    three cards (index (a * 52 + b) * 52 + c), `plays` and `rows` go by value. counts has a
    place for each row and result. The first rounds go to `out`, as records (odds/tracing)."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    state = np.uint64(key)
    for number in range(rounds):
        for pair in range(3):
            state += golden
            word = mix(state)
            for side in range(2):
                place = 2 * pair + side
                part = (word & low) if side == 0 else (word >> half)
                left = np.uint64(52 - place)
                product = part * left
                while (product & low) < left and (product & low) < np.uint64(4294967296) % left:
                    state += golden
                    product = (mix(state) & low) * left
                at = place + np.int64(product >> half)
                card = deck[at]
                deck[at] = deck[place]
                deck[place] = card
        mine = values[(deck[0] * 52 + deck[2]) * 52 + deck[4]]
        other = values[(deck[1] * 52 + deck[3]) * 52 + deck[5]]
        result = FOLD
        if plays[mine]:
            if other < queen_high:
                result = NOT_QUALIFIED
            elif mine > other:
                result = WIN
            elif mine == other:
                result = DRAW
            else:
                result = LOSE
        outcome = rows[mine] * RESULTS + result
        counts[outcome] += 1
        if number < out.shape[0]:
            for place in range(CARDS):
                out[number, place] = deck[place]
            out[number, CARDS] = CARDS | SHUFFLED
            out[number, CARDS + 1] = outcome & 255
            out[number, CARDS + 2] = outcome >> 8


@cache
def _value_table() -> npt.NDArray[np.int16]:
    table = np.zeros(52**3, dtype=np.int16)
    for hand in combinations(range(52), 3):
        value = three_card_value(*hand)
        a, b, c = hand
        for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
            table[(x * 52 + y) * 52 + z] = value
    return table


def plan(rules: Any, scenario: Scenario, decide: Decide | None) -> Plan:
    """The kernel as a plan: outcomes are the cells of every row and result."""
    values = _value_table()
    both = scenario.wager == "ante and pair-plus"
    alone = scenario.wager == "pair-plus"
    rows = np.array([ledger_row(value) for value in range(VALUES_MAX)], dtype=np.int64)
    plays = np.ones(VALUES_MAX, dtype=np.int64)
    if not alone:
        table = deals()
        for value, against in zip(table.value, table.against, strict=True):
            plays[value] = _plays(rules, decide, both, value, against)
    # Any value of a row stands for it: the cells depend on the row alone.
    sample = {ledger_row(int(value)): int(value) for value in deals().all_values}
    cells: list[tuple[Cell, ...]] = []
    for row in range(len(LEDGER_ROWS)):
        for result in range(RESULTS):
            if alone:
                cells.append((pair_plus_cell(rules, sample[row]),))
            else:
                cells.append((cell_of(rules, sample[row], result, both),))
    queen_high = next(v for v in range(VALUES_MAX) if qualifies(v))

    def walk(key: int, rounds: int, kept: int) -> tuple[Any, Any]:
        counts = np.zeros(len(cells), dtype=np.int64)
        out = np.zeros((kept, CARDS + TAIL), dtype=np.uint8)
        deck = np.arange(52, dtype=np.int64)
        kernel: Any = jit(deal_kernel)
        kernel(values, plays, rows, deck, np.uint64(key), rounds, counts, out, queen_high)
        return counts, out

    def derive(records: Records) -> int:
        """Every outcome worked out again, all hands at once, by array arithmetic."""
        cards = records[:, :CARDS].astype(np.int64)
        good = (cards < 52).all(axis=1) & (records[:, CARDS] == (CARDS | SHUFFLED))
        cards[~good] = 0
        mine = values[(cards[:, 0] * 52 + cards[:, 2]) * 52 + cards[:, 4]]
        other = values[(cards[:, 1] * 52 + cards[:, 3]) * 52 + cards[:, 5]]
        won = np.where(mine > other, WIN, np.where(mine == other, DRAW, LOSE))
        result = np.where(plays[mine], np.where(other < queen_high, NOT_QUALIFIED, won), FOLD)
        good &= outcomes_in(records) == rows[mine] * RESULTS + result
        return -1 if good.all() else int(np.argmin(good))

    tracer = Tracer(
        CARD_TEXT[:52], CARDS, lambda key, rounds: walk(key, rounds, rounds)[1], derive,
        decks=1, cutting_card=52,
    )  # fmt: skip
    return Plan(
        (scenario.wager,), cells,
        lambda key, rounds: walk(key, rounds, 0)[0],
        lambda key, rounds, number: walk(key, number + 1, number + 1)[1][-1, :CARDS].tolist(),
        tracer, None if alone else PlaysBy(plays),
    )  # fmt: skip


study = Study(
    scenarios=scenarios,
    strategies={
        "Q-6-4 or better": play_from("Qs 6h 4d"),
        "queen high or better": play_from("Qs 3h 2d"),
        "always play": PlayFrom(0),
    },
    fixed={"dealing": "manual shoe"},
    exact=exact,
    policy=read_table,
    kernel=plan,
)
