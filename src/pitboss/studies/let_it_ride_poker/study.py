"""Let it ride poker's study: exact over all sets of three, four and five cards, and its kernel.

All cards lie on the table before the first decision, so the procedure cannot be searched for the
best play as it stands; the analysis has its own state, the sets of cards that a player knows. It
is held to the procedure on small decks, and both rank hands by the same functions.

A payout limit (18.11(c)) makes the result depend on the amount wagered: scenarios are then studied
at amounts of their own, `bets of 25.00`, and decisions on both bets are searched together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import msgspec
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
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.compiled import compiled, jit
from pitboss.errors import BadInput
from pitboss.games.let_it_ride_poker.hands import (
    PAYOUT_ROWS,
    THREE_CARD_ROWS,
    payout_row,
    three_card_row,
    three_card_value,
)
from pitboss.games.let_it_ride_poker.rules import LetItRideRules, three_card_table
from pitboss.hands.poker import five_cards
from pitboss.hands.poker_batch import tables
from pitboss.money import format_dollars, parse_dollars
from pitboss.studies.families.one_deck_poker.counts import (
    FourCards,
    all_threes,
    four_in_any_order,
    rows_by_value,
    three_in_any_order,
)
from pitboss.studies.let_it_ride_poker.strategy import (
    BET_ONE,
    PUBLISHED,
    RIDE,
    WITHDRAW,
    Always,
    Rides,
    known_cards,
    read_table,
    situation,
)
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

BETS = ("bet-one", "bet-two", "bet-three")
ROWS = len(PAYOUT_ROWS)
RIDING = 4  # 0 is never: at least bet three rides
CARDS = 6
STAKE_MAX = 10**10
LIMITED_STAKES = (2_500, 10_000, 50_000)


# -- scenarios --------------------------------------------------------------------------------


def bets_of(cents: int, name: str, note: str) -> Scenario:
    return Scenario(name, tuple((bet, "", cents) for bet in BETS), note=note)


def free_stake(rules: LetItRideRules) -> int:
    """An amount at which a payout limit is never reached."""
    if not rules.payout_limit_cents:
        return UNIT
    best = max(odds.fraction for odds in rules.payout if odds is not None)
    most = rules.payout_limit_cents // (3 * best)
    step = 60
    return max(step, int(most) // step * step)


def scenarios(rules: LetItRideRules) -> list[Scenario]:
    note = "three equal wagers, per one of them"
    if rules.payout_limit_cents:
        note += ", where the payout limit is not reached"
    found = [bets_of(free_stake(rules), "bets", note)]
    if rules.payout_limit_cents:
        found += [limited(cents) for cents in LIMITED_STAKES]
    if "bonus" in rules.wagers:
        found.append(Scenario("bonus", (("bonus", "", rules.bonus_cents),)))
    if "three-card-bonus" in rules.wagers:
        found.append(Scenario("three-card-bonus", (("three-card-bonus", "", UNIT),)))
    return found


def limited(cents: int) -> Scenario:
    name = f"bets of {format_dollars(cents)}"
    return bets_of(cents, name, "three equal wagers of this amount, per one of them")


def scenario_for(rules: LetItRideRules, wager: str) -> Scenario | None:
    """`bets of 250.00`: any amount, as a payout limit makes it matter."""
    name, _, amount = wager.rpartition(" ")
    if name != "bets of":
        return None
    cents = parse_dollars(amount)
    if not 1 <= cents <= STAKE_MAX:
        raise BadInput(f"{wager[:40]}: expected 0.01 to {format_dollars(STAKE_MAX)}")
    return limited(cents)


# -- what a deal comes to -----------------------------------------------------------------------


class Result(msgspec.Struct, frozen=True):
    """A deal as far as money goes: rows of the three own cards and of the hand, bets left."""

    three: int
    riding: int
    row: int


def results() -> list[Result]:
    """All of them, in the order in which the kernel numbers its outcomes."""
    return [
        Result(three, riding, row)
        for three in range(len(THREE_CARD_ROWS))
        for riding in range(RIDING)
        for row in range(ROWS)
    ]


def bets_net(rules: LetItRideRules, stake: int, riding: int, row: int) -> int:
    """What `riding` bets of `stake` cents come to."""
    odds = rules.payout[row]
    if odds is None:
        return -riding * stake
    won = int(odds.win(stake)) * riding
    limit = rules.payout_limit_cents
    return min(won, limit) if limit else won


def cell_of(rules: LetItRideRules, scenario: Scenario, result: Result) -> Cell:
    """The result for the wagers that the scenario has, in units of the first."""
    stakes = {kind: cents for kind, _, cents in scenario.wagers}
    unit = scenario.wagers[0][2]
    net = staked = 0
    parts: list[Part] = []
    told: list[tuple[str, str]] = []
    if "bet-one" in stakes:
        stake = stakes["bet-one"]
        net += bets_net(rules, stake, result.riding, result.row)
        staked += stake * result.riding
        odds = rules.payout[result.row]
        row = PAYOUT_ROWS[result.row]
        told.append((row, odds.text if odds else ""))
        if odds is not None:
            parts.append(Part("payout", row, odds.text, Fraction(stake * result.riding, unit)))
    for kind, odds, name, row in (
        ("bonus", rules.bonus[result.row], "bonus", PAYOUT_ROWS[result.row]),
        ("three-card-bonus", rules.three_card[result.three], _three_card_name(rules),
         THREE_CARD_ROWS[result.three]),
    ):  # fmt: skip
        if kind not in stakes:
            continue
        stake = stakes[kind]
        staked += stake
        # The chip of a bonus wager is gone in any case; a three-card bonus goes back if it wins.
        net -= stake if kind == "bonus" or odds is None else 0
        told.append((row if odds else "lose", odds.text if odds else ""))
        if odds is not None:
            net += odds.win(stake)
            parts.append(Part(name, row, odds.text, Fraction(stake, unit)))
    label = ", ".join(row for row, _ in told)
    paid = next((text for _, text in told if text), "")
    return Cell(label, paid, Fraction(net, unit), Fraction(staked, unit), tuple(parts))


def _three_card_name(rules: LetItRideRules) -> str:
    table = three_card_table(rules.law)
    return table.name if table is not None else ""


# -- exact --------------------------------------------------------------------------------------


class Deck:
    """All sets of three and four cards of a deck."""

    def __init__(self, cards: Sequence[int] = range(52)) -> None:
        self.fours = FourCards(payout_row, ROWS, cards)
        self.threes = all_threes(cards)
        self.three_rows = np.array(
            [three_card_row(three_card_value(*three)) for three in self.threes.tolist()]
        )
        # A set of three, a fourth and a fifth card, in this order.
        self.total = comb(len(cards), 4) * 4 * self.fours.fifth_cards


@cache
def whole_deck() -> Deck:
    return Deck()


class Decisions(msgspec.Struct):
    """By number of the set: whether bet one rides, and whether bet two does, after bet one
    was withdrawn (0) or rode (1)."""

    one: Flags
    two: tuple[Flags, Flags]


def best(rules: LetItRideRules, stake: int, deck: Deck) -> Decisions:
    """The best decisions; where both answers are worth the same, the wager is withdrawn."""
    counts = deck.fours.counts
    worth = [
        counts @ np.array([bets_net(rules, stake, riding, row) for row in range(ROWS)])
        for riding in range(RIDING)
    ]
    two = (worth[2] > worth[1], worth[3] > worth[2])
    after = []
    for bet_one in (0, 1):
        value = np.maximum(worth[1 + bet_one], worth[2 + bet_one])
        total = np.zeros(len(deck.threes), dtype=np.int64)
        for fourth in range(4):
            np.add.at(total, deck.fours.threes[:, fourth], value)
        after.append(total)
    return Decisions(after[1] > after[0], two)


@cache
def _best(law_hash: str, stake: int) -> Decisions:
    return best(_RULES[law_hash], stake, whole_deck())


_RULES: dict[str, LetItRideRules] = {}


def decided(
    rules: LetItRideRules, scenario: Scenario, decide: Decide | None, deck: Deck
) -> Decisions:
    if decide is None:
        stakes = {kind: cents for kind, _, cents in scenario.wagers}
        stake = stakes.get("bet-one", UNIT)
        if deck is not whole_deck():
            return best(rules, stake, deck)
        _RULES[rules.law.hash] = rules
        return _best(rules.law.hash, stake)
    if not isinstance(decide, Rides):
        raise BadInput("a strategy for let it ride says with which cards a bet rides")
    if isinstance(decide, ByTable):
        return decide.decisions
    one = np.array([decide.rides(cards) for cards in deck.threes.tolist()], dtype=np.bool_)
    two = np.array([decide.rides(cards) for cards in deck.fours.cards.tolist()], dtype=np.bool_)
    return Decisions(one, (two, two))


class ByTable(Rides):
    """The strategy that was searched for, at a table."""

    def __init__(self, decisions: Decisions) -> None:
        self.decisions = decisions

    def rides(self, cards: Sequence[int], bet_one: bool = False) -> bool:
        if len(cards) == 3:
            return bool(self.decisions.one[three_in_any_order(*cards)])
        return bool(self.decisions.two[bet_one][four_in_any_order(*cards)])

    def __call__(self, prompt: Prompt) -> Entry:
        bet_one = prompt.dealer.find(prompt.seat, "bet-one") is not None
        rides = self.rides(known_cards(prompt), bet_one)
        return Chose(prompt.seat, RIDE if rides else WITHDRAW)


def exact(
    rules: LetItRideRules, scenario: Scenario, decide: Decide | None, deck: Deck | None = None
) -> Solved:
    """The exact distribution over all sets of three, a fourth and a fifth card."""
    deck = deck or whole_deck()
    decisions = decided(rules, scenario, decide, deck)
    counted = counts_of(decisions, deck)
    joint = Joint((scenario.wager,), deck.total)
    for result, ways in zip(results(), counted.tolist(), strict=True):
        if ways:
            cell = cell_of(rules, scenario, result)
            joint.add((cell,), Fraction(ways, deck.total))
    deciding = scenario.wagers[0][0] in BETS
    return Solved(joint, told(decisions, deck) if deciding else [])


def counts_of(decisions: Decisions, deck: Deck) -> Ints:
    """How often each of `results()` occurs."""
    fours = deck.fours
    found = np.zeros((len(THREE_CARD_ROWS) * RIDING, ROWS), dtype=np.int64)
    for fourth in range(4):
        three = fours.threes[:, fourth]
        one = decisions.one[three]
        riding = 1 + one + np.where(one, decisions.two[1], decisions.two[0])
        group = deck.three_rows[three] * RIDING + riding
        for number in np.unique(group):
            found[number] += fours.counts[group == number].sum(axis=0)
    return found.reshape(-1)


def told(decisions: Decisions, deck: Deck) -> list[Choice]:
    """The strategy by situations, in the order of how they are named."""
    names_one, names_two = situations(deck)
    tally: dict[tuple[str, bool], int] = {}

    def add(names: Sequence[str], rides: Flags, ways: Sequence[int]) -> None:
        for name, ride, times in zip(names, rides.tolist(), ways, strict=True):
            if times:
                tally[name, ride] = tally.get((name, ride), 0) + times

    add(names_one, decisions.one, [1] * len(names_one))
    # How often bet one rode before a set of four: its fourth card is any of the four.
    rode = decisions.one[deck.fours.threes].sum(axis=1)
    add(names_two, decisions.two[0], (4 - rode).tolist())
    add(names_two, decisions.two[1], rode.tolist())
    found = []
    for name, ride in sorted(tally, key=lambda key: (not key[0].startswith(BET_ONE), key)):
        of = len(names_one) if name.startswith(BET_ONE) else 4 * len(names_two)
        do = RIDE if ride else WITHDRAW
        found.append(Choice(name, do, Fraction(tally[name, ride], of)))
    return found


def situations(deck: Deck) -> tuple[list[str], list[str]]:
    if deck is whole_deck():
        return _situations()
    return _named(deck)


@cache
def _situations() -> tuple[list[str], list[str]]:
    return _named(whole_deck())


def _named(deck: Deck) -> tuple[list[str], list[str]]:
    return (
        [situation(cards) for cards in deck.threes.tolist()],
        [situation(cards) for cards in deck.fours.cards.tolist()],
    )


def own_policy(rules: LetItRideRules, table: Any) -> Decide:
    names_one, names_two = _situations()
    return read_table(rules, table, frozenset(names_one) | frozenset(names_two))


# -- kernel -------------------------------------------------------------------------------------


@compiled
def outcome_of(
    t: Any, rows: Any, one: Any, two: Any, a: int, b: int, c: int, first: int, second: int
) -> int:
    """The number of the result, in the order of `results()`, of the player's three cards and
    the two community cards."""
    bet_one = int(one[three_in_any_order(a, b, c)])
    bet_two = int(two[bet_one, four_in_any_order(a, b, c, first)])
    row = int(rows[five_cards(t, a, b, c, first, second)])
    three = int(three_card_row(three_card_value(a, b, c)))
    return (three * RIDING + 1 + bet_one + bet_two) * ROWS + row


@compiled
def rounds_kernel(
    t: Any, rows: Any, one: Any, two: Any, deck: Any, key: Any, rounds: int, counts: Any, out: Any
) -> None:
    """`rounds` deals to one player, as 18.7(c) deals them: the community area has the second,
    fourth and sixth card, and the second is burned. With room in `out`, all are put on record."""
    state = np.uint64(key)
    keep = out.shape[0] > 0
    for number in range(rounds):
        state = deal_cards(deck, CARDS, state)
        outcome = outcome_of(t, rows, one, two, deck[0], deck[2], deck[4], deck[3], deck[5])
        counts[outcome] += 1
        if keep:
            note_deal(out, number, CARDS, deck, outcome)


@compiled
def first_wrong(t: Any, rows: Any, one: Any, two: Any, deck: Any, records: Any) -> int:
    """The first record whose outcome does not follow from its cards, or -1."""
    for number in range(records.shape[0]):
        if not sound_deal(records, number, CARDS):
            return number
        for place in range(CARDS):
            deck[place] = records[number, place]
        stated = np.int64(records[number, CARDS + 1]) | np.int64(records[number, CARDS + 2]) << 8
        found = outcome_of(t, rows, one, two, deck[0], deck[2], deck[4], deck[3], deck[5])
        if found != stated:
            return number
    return -1


def plan(rules: LetItRideRules, scenario: Scenario, decide: Decide | None) -> Plan:
    decisions = decided(rules, scenario, decide, whole_deck())
    arguments = (
        tables(), rows_by_value(payout_row), decisions.one.astype(np.int8),
        np.array(decisions.two, dtype=np.int8),
    )  # fmt: skip
    cells: list[Cells] = [(cell_of(rules, scenario, result),) for result in results()]

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

    whole = scenario.wagers[0][0] in BETS
    return Plan(
        (scenario.wager,), cells,
        run=lambda key, rounds: walk(key, rounds, records_for(0, CARDS)),
        deal=lambda key, rounds, number: trace(key, number + 1)[number, :CARDS].tolist(),
        # A bonus wager cannot be made alone: its rounds are on record with the bets.
        tracer=deck_tracer(CARDS, trace, derive) if whole else None,
        decide=ByTable(decisions) if decide is None else decide,
    )  # fmt: skip


study = Study(
    scenarios=scenarios,
    scenario_for=scenario_for,
    strategies={
        "published": PUBLISHED,
        "always let it ride": Always(True),
        "always withdraw": Always(False),
    },
    # How the cards are dealt has no bearing on the odds; the kernel deals from a manual shoe.
    fixed={"dealing": "manual shoe"},
    exact=exact,
    policy=own_policy,
    kernel=plan,
)
