"""Caribbean stud poker's study: exact over all 19,933,230,517,200 deals, and its own kernel.

For every hand of the player's and every card that the dealer can show, the dealer's hands are
counted by inclusion and exclusion (odds/against); the better of bet and fold follows. Analysis,
kernel and procedure rank hands by the same function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
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
from pitboss.analysis.study import Decide, Scenario, Study
from pitboss.compiled import compiled, jit
from pitboss.equipment.cards import RANKS, parse_cards
from pitboss.errors import BadInput
from pitboss.games.caribbean_stud_poker.hands import (
    ACE_KING,
    ROWS,
    five_card_value,
    hand_row,
)
from pitboss.games.caribbean_stud_poker.meter import divide, with_contributions
from pitboss.games.caribbean_stud_poker.rules import CaribbeanStudState
from pitboss.hands.poker import CATEGORY_SHIFT, FIVE_CARD_CATEGORIES, PokerTables, five_cards
from pitboss.hands.poker_batch import tables
from pitboss.money import format_dollars, parse_dollars
from pitboss.studies.families.one_deck_poker.against import (
    Players,
    all_five_card_values,
    canonical_place,
    choose_table,
    five_card_dealers,
    five_card_values,
    kept,
    place_in_table,
    players,
)
from pitboss.studies.families.one_deck_poker.steps import action_at, cards_of, read_steps
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

# What a deal comes to, beside the row of the player's hand.
FOLD, NOT_QUALIFIED, WIN, DRAW, LOSE = range(5)
RESULTS = 5
TOLD = ("fold", "dealer does not qualify", "win", "push", "lose")
CARDS = 10
VALUES_MAX = len(FIVE_CARD_CATEGORIES) << CATEGORY_SHIFT
ANTE, PROGRESSIVE = "ante", "progressive"
# Small enough that the payout limit cuts nothing at the standard odds: 201 antes at most.
ANTE_CENTS = 2_000

Matrix = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


def held(prompt: Prompt, place: str) -> list[int]:
    return [e.card for e in prompt.dealer.events if e.act == "draw" and e.what == place]


class BetFrom:
    """A strategy: bet with this hand or better."""

    def __init__(self, least: int) -> None:
        self.least = least

    def bets(self, value: int) -> bool:
        return value >= self.least

    def __call__(self, prompt: Prompt) -> Entry:
        bets = self.bets(five_card_value(held(prompt, f"hand of p{prompt.seat}")))
        return Chose(prompt.seat, "bet" if bets else "fold")


class BetBySteps(BetFrom):
    """A user's own strategy, in steps of the player's hand."""

    def __init__(self, steps: list[tuple[int, str]]) -> None:
        super().__init__(0)
        self.steps = steps

    def bets(self, value: int) -> bool:
        return action_at(self.steps, value) == "bet"


class BestBets:
    """The best decisions: `bets[place * 52 + card]` for the hands that stand for all others,
    and the card that the dealer shows."""

    def __init__(self, bets: npt.NDArray[np.int8]) -> None:
        self.bets = bets

    def __call__(self, prompt: Prompt) -> Entry:
        cards, shown = held(prompt, f"hand of p{prompt.seat}"), held(prompt, "dealer's hand")[-1]
        bets = self.bets[place_in_table(cards, shown)]
        return Chose(prompt.seat, "bet" if bets else "fold")


def bet_from(cards: str) -> BetFrom:
    return BetFrom(five_card_value(parse_cards(cards)))


def least_of(hand: str) -> int | None:
    """The lowest hand of that name: `pair`, `ace-king`, or five ranks."""
    if hand == "ace-king":
        return ACE_KING
    if hand in FIVE_CARD_CATEGORIES:
        return FIVE_CARD_CATEGORIES.index(hand) << CATEGORY_SHIFT
    cards = cards_of(hand, 5)
    return None if cards is None else five_card_value(cards)


def read_table(rules: Any, table: Mapping[str, str]) -> BetBySteps:
    """A user's own policy: `"A-K-J-8-3 or better" = "bet"`."""
    steps = read_steps(
        rules, table, actions=("bet", "fold"), cite="16.10", least=least_of, example="A-K-J-8-3"
    )
    return BetBySteps(steps)


# -- scenarios --------------------------------------------------------------------------------


def scenarios(rules: Any) -> list[Scenario]:
    shown = format_dollars(rules.meter_reset + rules.rate_of_progression)
    return [
        ante_scenario(ANTE, ANTE_CENTS),
        Scenario(
            PROGRESSIVE,
            ((PROGRESSIVE, "", rules.progressive_wager),),
            note=f"alone, the meter showing {shown} with this wager; no winning hand is folded",
        ),
    ]


def ante_scenario(name: str, cents: int) -> Scenario:
    note = f"with the bet wager; an ante of {format_dollars(cents)} under the payout limit"
    return Scenario(name, ((ANTE, "", cents),), note=note)


def scenario_for(rules: Any, wager: str) -> Scenario | None:
    """`ante 100.00`: an ante of that amount, which the payout limit may cut; `progressive
    200000.00`: the meter showing that before the wager is made."""
    kind, _, amount = wager.partition(" ")
    try:
        cents = parse_dollars(amount)
    except BadInput:
        return None
    if kind == ANTE and cents:
        return ante_scenario(wager, cents)
    if kind == PROGRESSIVE:
        staked = ((PROGRESSIVE, "", rules.progressive_wager),)
        return Scenario(wager, staked, state={"meter": int(cents)}, note="at that meter")
    return None


# -- what a deal comes to ---------------------------------------------------------------------


def payments(rules: Any, row: int, result: int, ante_cents: int) -> list[tuple[str, str, Any, int]]:
    """What is paid, limit applied: table, row, odds, cents."""
    if result not in (NOT_QUALIFIED, WIN):
        return []
    limit = rules.payout_limit
    ante = rules.ante.win(ante_cents)
    if rules.limit_covers_ante:
        ante = min(ante, limit)
        limit -= ante
    found = [(ANTE, "win", rules.ante, ante)]
    odds = rules.bet_ledger[row]
    if result == WIN and odds is not None:
        won = min(odds.win(rules.bet_on(ante_cents)), limit)
        found.append(("bet", ROWS[row], odds, won))
    return found


def cell_of(rules: Any, row: int, result: int, ante_cents: int) -> Cell:
    """What a deal comes to, in antes."""
    bet = Fraction(rules.bet_on(ante_cents), ante_cents)
    staked = 1 + (bet if result != FOLD else Fraction(0))
    net = {FOLD: Fraction(-1), LOSE: -staked}.get(result, Fraction(0))
    parts: list[Part] = []
    for table, name, odds, won in payments(rules, row, result, ante_cents):
        net += Fraction(won, ante_cents)
        units = Fraction(1) if table == ANTE else bet
        # What the limit cuts short does not follow the pay table any more.
        if odds.fraction * units * ante_cents == won:
            parts.append(Part(table, name, odds.text, units))
    told, text = TOLD[result], ""
    if result == WIN:
        told, text = f"win, {ROWS[row]}", rules.bet_ledger[row].text if row else ""
    return Cell(told, text, net, staked, tuple(parts))


def progressive_cell(rules: Any, row: int, meter: int) -> Cell:
    """What the progressive wager comes to on its own, in units of itself."""
    stake, name = rules.progressive_wager, ROWS[row]
    fixed = rules.progressive_ledger[row]
    if name in rules.meter_table:
        state = with_contributions(CaribbeanStudState(meter=meter), rules, 1)
        shares, _ = divide(state, rules, [(1, name)])
        odds = rules.meter_table[name]
        won = odds.win(shares[0].base)
        part = Part(rules.meter_table.name, name, odds.text, Fraction(shares[0].base, stake))
        net = Fraction(won - stake, stake)
        return Cell(name, odds.text, net, Fraction(1), (part,))
    if fixed is not None:
        part = Part(rules.progressive.name, name, fixed.text, Fraction(1))
        return Cell(name, fixed.text, fixed.fraction - 1, Fraction(1), (part,))
    return Cell("lose", "", Fraction(-1), Fraction(1))


def meter_of(rules: Any, scenario: Scenario) -> int:
    return int(scenario.state.get("meter", rules.meter_reset))


# -- exact ------------------------------------------------------------------------------------


class Deals:
    """For every hand of the player's that stands for others, and every card the dealer can
    show: how many of the dealer's hands do not qualify, are lower, equal, higher. Of a whole
    deck, or (to be held to the procedure) of a small one."""

    def __init__(self, deck: Sequence[int] | None = None) -> None:
        size = 52 if deck is None else len(deck)
        mine = players() if deck is None else Players(deck)
        self.deck = deck
        self.hands, self.weights = mine.hands, mine.weights
        self.values = all_five_card_values()[mine.numbers()].astype(np.int64)
        self.rows = np.array([hand_row(int(value)) for value in self.values])
        self.shown = mine.shown(deck)
        self.dealers = comb(size - 6, 4)
        self.deals = comb(size, 5) * (size - 5) * self.dealers
        everyone = np.arange(len(self.values))
        marks = np.full(len(self.values), ACE_KING)
        below = self._count(everyone, marks, "hands that do not qualify")
        # A hand below ace-king beats no dealer's hand that qualifies.
        able = np.flatnonzero(self.values >= ACE_KING)
        lower = np.zeros_like(below)
        lower[able] = self._count(able, self.values[able], "lower hands") - below[able]
        equal = np.zeros_like(below)
        equal[able] = self._count(able, self.values[able] + 1, "lower or equal hands")
        equal[able] -= lower[able] + below[able]
        higher = (self.dealers - below - lower - equal) * self.shown
        self.against = (below, lower, equal, higher)

    def _count(self, places: Any, marks: Matrix, what: str) -> npt.NDArray[np.int32]:
        """The dealer's hands below each mark, for the player's hands at `places`."""

        def make() -> npt.NDArray[np.int32]:
            dealers = five_card_dealers(self.deck)
            return dealers.count_below(self.hands[places], marks, part_of(what))

        if self.deck is not None:
            return make()
        name = f"five-card {what}".replace(" ", "-")
        return kept(name, (five_card_values, hand_row), (len(places), 52), make)


@cache
def deals() -> Deals:
    return Deals()


def best_bets(rules: Any, table: Deals, ante_cents: int) -> Bools:
    """bets[h, c]: whether to bet with hand h when the dealer shows card c."""
    nets = np.zeros((len(ROWS), RESULTS), dtype=object)
    for row in range(len(ROWS)):
        for result in range(RESULTS):
            nets[row, result] = cell_of(rules, row, result, ante_cents).net
    common = lcm(*(net.denominator for net in nets.flat))
    whole = np.array([[int(net * common) for net in line] for line in nets], dtype=np.int64)
    total = np.zeros(table.shown.shape, dtype=np.int64)
    for result, ways in zip((NOT_QUALIFIED, WIN, DRAW, LOSE), table.against, strict=True):
        total += whole[table.rows, result][:, None] * ways
    found: Bools = (total > whole[0, FOLD] * table.dealers) & table.shown
    return found


def bets_by(rules: Any, decide: Decide | None, table: Deals, ante_cents: int) -> Bools:
    if decide is None:
        return best_bets(rules, table, ante_cents)
    if not isinstance(decide, BetFrom):
        raise BadInput("a strategy for Caribbean stud poker says from which hand on to bet")
    by_value = {int(v): decide.bets(int(v)) for v in np.unique(table.values)}
    bets = np.array([by_value[int(value)] for value in table.values])
    return bets[:, None] & table.shown


def exact(
    rules: Any, scenario: Scenario, decide: Decide | None, table: Deals | None = None
) -> Solved:
    """The exact distribution over all deals."""
    if scenario.wagers[0][0] == PROGRESSIVE:
        return _progressive(rules, scenario)
    table = table or deals()
    ante_cents = scenario.wagers[0][2]
    bets = bets_by(rules, decide, table, ante_cents)
    joint = Joint((scenario.wager,), table.deals)
    counted = [(table.shown.sum(axis=1) - bets.sum(axis=1)) * table.dealers]
    for ways in table.against:
        counted.append(np.einsum("ij,ij->i", ways, bets, dtype=np.int64))
    for row in range(len(ROWS)):
        here = table.rows == row
        for result, each in enumerate(counted):
            number = int((each[here] * table.weights[here]).sum())
            if number:
                cell = cell_of(rules, row, result, ante_cents)
                joint.add((cell,), Fraction(number, table.deals))
    return Solved(joint, told(table, bets))


def _progressive(rules: Any, scenario: Scenario) -> Solved:
    joint = Joint((scenario.wager,), comb(52, 5))
    for row, number in enumerate(hands_by_row()):
        cell = progressive_cell(rules, row, meter_of(rules, scenario))
        joint.add((cell,), Fraction(number, comb(52, 5)))
    return Solved(joint)


@cache
def hands_by_row() -> list[int]:
    """How many of the 2,598,960 hands belong to each row."""
    values = all_five_card_values()
    found = np.bincount(values >> CATEGORY_SHIFT, minlength=len(FIVE_CARD_CATEGORIES)).tolist()
    nothing = int((values < ACE_KING).sum())
    return [nothing, found[0] - nothing, *found[1:]]


def told(table: Deals, bets: Bools) -> list[Choice]:
    """The strategy: by row of the player's hand where that decides, otherwise by the highest
    card beside ace and king, and the card that the dealer shows."""
    found: list[Choice] = []
    total = int((table.weights * table.shown.sum(axis=1)).sum())
    start = len(ROWS)
    for row in range(len(ROWS) - 1, -1, -1):
        here = np.flatnonzero(table.rows == row)
        if not len(here):
            continue
        do = done(bets[here][table.shown[here]])
        if do == "bet" and row == start - 1:
            # From the best hand down, all hands with which one always bets are one line.
            start = row
            here = np.flatnonzero(table.rows >= row)
            number = share(table.weights[here], table.shown[here], total)
            found[:] = [Choice(ROWS[row] + (" or better" if row else ""), do, number)]
        elif row == 1 and do not in ("bet", "fold"):
            found += ace_king_told(table, bets, here, total)
        else:
            number = share(table.weights[here], table.shown[here], total)
            found.append(Choice(ROWS[row], do, number))
    return found


def done(chosen: Any) -> str:
    if chosen.all():
        return "bet"
    return "bet or fold, by the other cards" if chosen.any() else "fold"


def share(weights: Any, places: Bools, total: int) -> Fraction:
    """The probability of these hands and cards shown."""
    return Fraction(int((weights * places.sum(axis=1)).sum()), total)


def ace_king_told(table: Deals, bets: Bools, here: Any, total: int) -> list[Choice]:
    """Lines for ace-king: one for all cards shown with which the same is done."""
    found = []
    ranks = np.arange(52) >> 2
    third = np.sort(table.hands[here] >> 2, axis=1)[:, 2]
    for kicker in range(10, 1, -1):
        mine = here[third == kicker]
        held_ranks = table.hands[mine] >> 2
        holds = (held_ranks[:, :, None] == ranks[None, None, :]).any(axis=1)
        shown, chosen, weights = table.shown[mine], bets[mine], table.weights[mine]
        groups: dict[tuple[bool, str], list[int]] = {}
        for matched in (True, False):
            for rank in range(13):
                places = shown & (holds == matched) & (ranks == rank)[None, :]
                if places.any():
                    groups.setdefault((matched, done(chosen[places])), []).append(rank)
        for (matched, do), these in groups.items():
            places = shown & (holds == matched) & np.isin(ranks, these)[None, :]
            cards = ", ".join(RANKS[rank] for rank in these)
            which = "of a rank that is held" if matched else "of a rank that is not held"
            situation = f"A-K-{RANKS[kicker]}, dealer shows {cards} {which}"
            found.append(Choice(situation, do, share(weights, places, total)))
    return found


# -- kernel -----------------------------------------------------------------------------------

# Decisions by value: always fold, always bet, or by the table of hands and cards shown.
LOOK_UP = 2


@compiled
def deal_outcome(
    t: PokerTables, deck: Any, ways: Any, bets: Any, choose: Any, index: Any, hand: Any,
    masks: Any, suits: Any, mapped: Any,
) -> int:  # fmt: skip
    """The outcome of ten cards, dealt to the player and the dealer in turn."""
    mine = five_cards(t, deck[0], deck[2], deck[4], deck[6], deck[8])
    way = ways[mine]
    if way == LOOK_UP:
        for place in range(5):
            hand[place] = deck[2 * place]
        way = bets[canonical_place(choose, index, hand, deck[9], masks, suits, mapped)]
    result = FOLD
    if way:
        other = five_cards(t, deck[1], deck[3], deck[5], deck[7], deck[9])
        if other < ACE_KING:
            result = NOT_QUALIFIED
        elif mine > other:
            result = WIN
        elif mine == other:
            result = DRAW
        else:
            result = LOSE
    return hand_row(mine) * RESULTS + result


@compiled
def deal_kernel(
    t: PokerTables, deck: Any, ways: Any, bets: Any, choose: Any, index: Any, hand: Any,
    masks: Any, suits: Any, mapped: Any, key: Any, rounds: int, counts: Any, out: Any,
) -> None:  # fmt: skip
    """`rounds` deals; counts has a place for each row and result. The first rounds go to
    `out`, as records."""
    state = np.uint64(key)
    for number in range(rounds):
        state = deal_cards(deck, CARDS, state)
        outcome = deal_outcome(t, deck, ways, bets, choose, index, hand, masks, suits, mapped)
        counts[outcome] += 1
        if number < out.shape[0]:
            note_deal(out, number, CARDS, deck, outcome)


@compiled
def derive_kernel(
    t: PokerTables, deck: Any, ways: Any, bets: Any, choose: Any, index: Any, hand: Any,
    masks: Any, suits: Any, mapped: Any, cards: Any, outcomes: Any,
) -> None:  # fmt: skip
    """The outcome of each row of `cards`."""
    for number in range(cards.shape[0]):
        for place in range(CARDS):
            deck[place] = cards[number, place]
        outcomes[number] = deal_outcome(
            t, deck, ways, bets, choose, index, hand, masks, suits, mapped
        )


def plan(rules: Any, scenario: Scenario, decide: Decide | None) -> Plan:
    """The kernel as a plan: outcomes are the cells of every row and result."""
    ante_cents = scenario.wagers[0][2]
    alone = scenario.wagers[0][0] == PROGRESSIVE
    ways = np.ones(VALUES_MAX, dtype=np.int64)
    bets = np.zeros(1, dtype=np.int8)
    if isinstance(decide, BetFrom):
        ways = np.array([decide.bets(value) for value in range(VALUES_MAX)], dtype=np.int64)
    elif not alone:
        ways, bets = _decisions(rules, decide, ante_cents)
        decide = BestBets(bets)
    cells: list[tuple[Cell, ...]] = []
    for row in range(len(ROWS)):
        for result in range(RESULTS):
            if alone:
                cells.append((progressive_cell(rules, row, meter_of(rules, scenario)),))
            else:
                cells.append((cell_of(rules, row, result, ante_cents),))

    def arguments() -> list[Any]:
        scratch = [np.zeros(8, dtype=np.int64) for _ in range(4)]
        deck, index = np.arange(52, dtype=np.int64), players().index()
        return [tables(), deck, ways, bets, choose_table(), index, *scratch]

    def walk(key: int, rounds: int, kept: int) -> tuple[Any, Records]:
        counts = np.zeros(len(cells), dtype=np.int64)
        out = records_for(kept, CARDS)
        kernel: Any = jit(deal_kernel)
        kernel(*arguments(), np.uint64(key), rounds, counts, out)
        return counts, out

    def derive(records: Records) -> int:
        cards = records[:, :CARDS].astype(np.int64)
        good = (cards < 52).all(axis=1) & (records[:, CARDS] == (CARDS | SHUFFLED))
        cards[~good] = 0
        outcomes = np.zeros(len(cards), dtype=np.int64)
        kernel: Any = jit(derive_kernel)
        kernel(*arguments(), cards, outcomes)
        good &= outcomes_in(records) == outcomes
        return -1 if good.all() else int(np.argmin(good))

    # The progressive wager goes with an ante: its rounds cannot be dealt again alone.
    tracer = None if alone else deck_tracer(CARDS, lambda k, r: walk(k, r, r)[1], derive)
    return Plan(
        (scenario.wager,), cells,
        lambda key, rounds: walk(key, rounds, 0)[0],
        lambda key, rounds, number: walk(key, number + 1, number + 1)[1][-1, :CARDS].tolist(),
        tracer, decide,
    )  # fmt: skip


def _decisions(
    rules: Any, decide: Decide | None, ante_cents: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int8]]:
    """The best decisions for the kernel: by value where that decides, and by hand and card."""
    table = deals()
    chosen = bets_by(rules, decide, table, ante_cents)
    bets = chosen.astype(np.int8).reshape(-1)
    ways = np.full(VALUES_MAX, LOOK_UP, dtype=np.int64)
    always = (chosen == table.shown).all(axis=1)
    never = ~chosen.any(axis=1)
    for value, same in ((1, always), (0, never)):
        mixed = np.zeros(VALUES_MAX, dtype=bool)
        mixed[table.values[~same]] = True
        alike = np.zeros(VALUES_MAX, dtype=bool)
        alike[table.values[same]] = True
        ways[alike & ~mixed] = value
    return ways, bets


study = Study(
    scenarios=scenarios,
    strategies={
        "A-K-J-8-3 or better": bet_from("As Kd Jh 8c 3s"),
        "pair or better": BetFrom(1 << CATEGORY_SHIFT),
        "ace-king or better": BetFrom(ACE_KING),
        "always bet": BetFrom(0),
    },
    scenario_for=scenario_for,
    exact=exact,
    policy=read_table,
    kernel=plan,
    fixed={"dealing": "manual shoe"},
)
