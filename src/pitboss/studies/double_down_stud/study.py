"""Double down stud's study: exact over all sets of four and five cards, and its kernel.

The player decides by four cards, the own one and the three that are shown; the hole card makes
the fifth. It lies on the table before the decision, so the procedure cannot be searched for the
best play as it stands; the analysis is held to it on small decks.

The payout limit (17.10(c)) makes the result depend on the amount wagered: `original` is studied at
an amount that it never cuts, `original 100.00` at that amount."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.analysis.exact.automaton import Cells
from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Choice, Solved
from pitboss.analysis.simulation.one_deck import (
    deal_cards,
    deck_tracer,
    note_deal,
    records_for,
    sound_deal,
)
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.simulation.tracing import Records
from pitboss.analysis.study import Decide, Scenario, Study
from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput
from pitboss.games.double_down_stud.hands import LOSE, PAYOUT_ROWS, PUSH, payout_row
from pitboss.games.double_down_stud.rules import DoubleDownStudRules
from pitboss.hands.poker import five_cards
from pitboss.hands.poker_batch import tables
from pitboss.money import format_dollars, parse_dollars
from pitboss.studies.families.one_deck_poker.counts import (
    FourCards,
    four_in_any_order,
    rows_by_value,
)
from pitboss.table.entries import Closed, Entry, Wagered
from pitboss.table.prompts import Prompt

Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

ROWS = len(PAYOUT_ROWS)
CARDS = 5
STAKE_MAX = 10**10
LIMITED_STAKES = (10_000, 50_000)
DOUBLE, STAND = "double down", "do not double"
SIX, TEN, JACK, ACE = 4, 8, 9, 12


# -- strategies -------------------------------------------------------------------------------


def cards_seen(prompt: Prompt) -> tuple[int, ...]:
    """The own card of the first seat, and the common cards that are shown."""
    seen = ("hand of p1", "common cards")
    return tuple(e.card for e in prompt.dealer.events if e.act == "draw" and e.what in seen)


class Doubles:
    """A strategy: `doubles(cards)` for the four cards that a player sees."""

    def doubles(self, cards: Sequence[int]) -> bool:
        raise NotImplementedError

    def __call__(self, prompt: Prompt) -> Entry:
        if prompt.made or not self.doubles(cards_seen(prompt)):
            return Closed()
        return Wagered(1, "double-down", prompt.dealer.staked(1, "original"))


class Always(Doubles):
    def __init__(self, answer: bool) -> None:
        self.answer = answer

    def doubles(self, cards: Sequence[int]) -> bool:
        return self.answer


class BySituation(Doubles):
    """A strategy by the names of `situation`."""

    def __init__(self, doubling: frozenset[str]) -> None:
        self.doubling = doubling

    def doubles(self, cards: Sequence[int]) -> bool:
        return situation(cards) in self.doubling


class ByTable(Doubles):
    """The strategy that was searched for, by number of the set of four."""

    def __init__(self, table: Flags) -> None:
        self.table = table

    def doubles(self, cards: Sequence[int]) -> bool:
        a, b, c, d = cards
        return bool(self.table[four_in_any_order(a, b, c, d)])


def situation(cards: Sequence[int]) -> str:
    """The name of four cards; all sets of one name are alike to the best player."""
    ranks = sorted(card >> 2 for card in cards)
    counts = sorted((ranks.count(rank), rank) for rank in set(ranks))
    most, rank = counts[-1]
    if most > 2:
        return "four of a kind" if most == 4 else "three of a kind"
    if most == 2:
        if len(counts) == 2:
            return "two pair"
        if rank >= JACK:
            return "pair of jacks or better"
        return "pair of sixes to tens" if rank >= SIX else "pair of fives or less"
    if len({card & 3 for card in cards}) == 1:
        return "four to a flush"
    return _to_a_straight(ranks)


def _to_a_straight(ranks: list[int]) -> str:
    span = ranks[-1] - ranks[0] + 1
    low_ace = ranks[-1] == ACE and ranks[-2] + 2 <= 5
    if span > 5 and not low_ace:
        return "nothing of these"
    if span == 4 and ranks[-1] != ACE:
        shown = "a six or higher" if ranks[-1] >= SIX else "nothing above a five"
        return f"four to an outside straight, {shown}"
    # Four high cards to an inside straight: both answers are worth the same.
    if ranks[0] >= JACK:
        return "J-Q-K-A"
    return "four to an inside straight"


BASIC = BySituation(frozenset({
    "four of a kind",
    "three of a kind",
    "two pair",
    "pair of jacks or better",
    "pair of sixes to tens",
    "four to a flush",
    "four to an outside straight, a six or higher",
}))  # fmt: skip


def read_table(rules: DoubleDownStudRules, table: Mapping[str, str]) -> Doubles:
    """A user's own policy: every situation by its name, or "otherwise"."""
    known = frozenset(names())
    for name, action in table.items():
        if name not in known and name != "otherwise":
            raise BadInput(f"policy: {name[:80]!r} is no situation of this game")
        if action not in (DOUBLE, STAND):
            raise BadInput(
                f"policy: {name[:80]!r} = {action[:40]!r}: not permitted; expected "
                f"{DOUBLE}, {STAND}", cite=rules.law.cite("17.8(c)"),
            )  # fmt: skip
    missing = sorted(known - set(table))
    if missing and "otherwise" not in table:
        raise BadInput(
            f'policy: no action for {len(missing)} situation(s): "{missing[0]}": {DOUBLE}, {STAND}'
        )
    rest = table.get("otherwise")
    return BySituation(frozenset(name for name in known if table.get(name, rest) == DOUBLE))


# -- scenarios --------------------------------------------------------------------------------


def free_stake(rules: DoubleDownStudRules) -> int:
    """An amount at which the payout limit is never reached."""
    best = max(odds.fraction for odds in rules.payout if odds is not None)
    step = 60
    return max(step, int(rules.payout_limit_cents // (2 * best)) // step * step)


def scenarios(rules: DoubleDownStudRules) -> list[Scenario]:
    note = "with the double down wager, where the payout limit is not reached"
    found = [Scenario("original", (("original", "", free_stake(rules)),), note=note)]
    return found + [limited(cents) for cents in LIMITED_STAKES]


def limited(cents: int) -> Scenario:
    name = f"original {format_dollars(cents)}"
    note = "a wager of this amount with the double down wager, under the payout limit"
    return Scenario(name, (("original", "", cents),), note=note)


def scenario_for(rules: DoubleDownStudRules, wager: str) -> Scenario | None:
    """`original 250.00`: any amount, as the payout limit makes it matter."""
    name, _, amount = wager.partition(" ")
    if name != "original" or not amount:
        return None
    cents = parse_dollars(amount)
    if not 1 <= cents <= STAKE_MAX:
        raise BadInput(f"{wager[:40]}: expected 0.01 to {format_dollars(STAKE_MAX)}")
    return limited(cents)


# -- what a deal comes to -----------------------------------------------------------------------


def net_of(rules: DoubleDownStudRules, stake: int, doubled: int, row: int) -> int:
    """What the original wager, and perhaps the double down wager, come to."""
    wagers = 1 + doubled
    if row == LOSE:
        return -wagers * stake
    odds = rules.payout[row]
    if row == PUSH or odds is None:
        return 0
    return min(int(odds.win(stake)) * wagers, rules.payout_limit_cents)


def cell_of(rules: DoubleDownStudRules, stake: int, doubled: int, row: int) -> Cell:
    odds = rules.payout[row]
    units = Fraction(1 + doubled)
    name = PAYOUT_ROWS[row]
    parts = () if odds is None else (Part("payout", name, odds.text, units),)
    net = Fraction(net_of(rules, stake, doubled, row), stake)
    told = f"{name}, doubled" if doubled else name
    return Cell(told, odds.text if odds else "", net, units, parts)


# -- exact --------------------------------------------------------------------------------------


@cache
def whole_deck() -> FourCards:
    return FourCards(payout_row, ROWS)


@cache
def names() -> list[str]:
    return [situation(cards) for cards in whole_deck().cards.tolist()]


def decided(
    rules: DoubleDownStudRules, stake: int, decide: Decide | None, deck: FourCards
) -> Flags:
    """By number of the set of four; where both answers are worth the same, no double."""
    if decide is None:
        worth = [
            deck.counts @ np.array([net_of(rules, stake, doubled, row) for row in range(ROWS)])
            for doubled in (0, 1)
        ]
        best: Flags = worth[1] > worth[0]
        return best
    if isinstance(decide, ByTable):
        return decide.table
    if not isinstance(decide, Doubles):
        raise BadInput("a strategy for double down stud says with which cards to double down")
    return np.array([decide.doubles(cards) for cards in deck.cards.tolist()], dtype=np.bool_)


def exact(
    rules: DoubleDownStudRules, scenario: Scenario, decide: Decide | None,
    deck: FourCards | None = None,
) -> Solved:  # fmt: skip
    """The exact distribution over all sets of four cards and a fifth."""
    deck = deck or whole_deck()
    stake = scenario.wagers[0][2]
    doubles = decided(rules, stake, decide, deck)
    total = comb(len(deck.deck), 4) * deck.fifth_cards
    joint = Joint((scenario.wager,), total)
    for doubled, ways in ((0, deck.counts[~doubles]), (1, deck.counts[doubles])):
        for row, number in enumerate(ways.sum(axis=0).tolist()):
            if number:
                cell = cell_of(rules, stake, doubled, row)
                joint.add((cell,), Fraction(number, total))
    return Solved(joint, told(doubles) if deck is whole_deck() else [])


def told(doubles: Flags) -> list[Choice]:
    tally: dict[tuple[str, bool], int] = {}
    for name, doubled in zip(names(), doubles.tolist(), strict=True):
        tally[name, doubled] = tally.get((name, doubled), 0) + 1
    return [
        Choice(name, DOUBLE if doubled else STAND, Fraction(tally[name, doubled], len(doubles)))
        for name, doubled in sorted(tally)
    ]


# -- kernel -------------------------------------------------------------------------------------


@compiled
def outcome_of(t: Any, rows: Any, doubles: Any, own: int, hole: int, a: int, b: int, c: int) -> int:
    doubled = int(doubles[four_in_any_order(own, a, b, c)])
    return doubled * ROWS + int(rows[five_cards(t, own, hole, a, b, c)])


@compiled
def rounds_kernel(
    t: Any, rows: Any, doubles: Any, deck: Any, key: Any, rounds: int, counts: Any, out: Any
) -> None:
    """`rounds` deals to one player, as 17.8(b) deals them: own card, hole card, three shown.
    With room in `out`, all are put on record."""
    state = np.uint64(key)
    keep = out.shape[0] > 0
    for number in range(rounds):
        state = deal_cards(deck, CARDS, state)
        outcome = outcome_of(t, rows, doubles, deck[0], deck[1], deck[2], deck[3], deck[4])
        counts[outcome] += 1
        if keep:
            note_deal(out, number, CARDS, deck, outcome)


@compiled
def first_wrong(t: Any, rows: Any, doubles: Any, deck: Any, records: Any) -> int:
    """The first record whose outcome does not follow from its cards, or -1."""
    for number in range(records.shape[0]):
        if not sound_deal(records, number, CARDS):
            return number
        for place in range(CARDS):
            deck[place] = records[number, place]
        stated = np.int64(records[number, CARDS + 1]) | np.int64(records[number, CARDS + 2]) << 8
        found = outcome_of(t, rows, doubles, deck[0], deck[1], deck[2], deck[3], deck[4])
        if found != stated:
            return number
    return -1


def plan(rules: DoubleDownStudRules, scenario: Scenario, decide: Decide | None) -> Plan:
    stake = scenario.wagers[0][2]
    doubles = decided(rules, stake, decide, whole_deck())
    arguments = (tables(), rows_by_value(payout_row), doubles.astype(np.int8))
    cells: list[Cells] = [
        (cell_of(rules, stake, doubled, row),) for doubled in (0, 1) for row in range(ROWS)
    ]

    def walk(key: int, rounds: int, out: Records) -> Ints:
        counts = np.zeros(len(cells), dtype=np.int64)
        deck = np.arange(52, dtype=np.int64)
        kernel: Any = jit(rounds_kernel)
        kernel(*arguments, deck, np.uint64(key), rounds, counts, out)
        return counts

    def trace(key: int, rounds: int) -> Records:
        out = records_for(rounds, CARDS)
        walk(key, rounds, out)
        return out

    def derive(records: Records) -> int:
        return int(jit(first_wrong)(*arguments, np.zeros(CARDS, dtype=np.int64), records))

    return Plan(
        (scenario.wager,), cells,
        run=lambda key, rounds: walk(key, rounds, records_for(0, CARDS)),
        deal=lambda key, rounds, number: trace(key, number + 1)[number, :CARDS].tolist(),
        tracer=deck_tracer(CARDS, trace, derive),
        decide=ByTable(doubles) if decide is None else decide,
    )  # fmt: skip


study = Study(
    scenarios=scenarios,
    scenario_for=scenario_for,
    strategies={
        "basic": BASIC,
        "never double": Always(False),
        "always double": Always(True),
    },
    exact=exact,
    policy=read_table,
    kernel=plan,
)
