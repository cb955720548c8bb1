"""Four-card poker's study: exact over all 167,439,136,344,480 deals, and its own kernel.

For every hand of the player's and every card that the dealer can show, the dealer's hands that
are no higher are counted by inclusion and exclusion (odds/against); whether to fold, to play once
or three times the ante follows. What the play wager wins is linear in its amount, so nothing
between can be better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from math import comb, lcm
from typing import Any, NamedTuple

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
from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.games.four_card_poker.hands import PAIR_OF_ACES, ROWS, four_card_value, hand_row
from pitboss.hands.poker import (
    CATEGORY_SHIFT,
    COLUMN_MASK,
    COLUMN_SHIFT,
    FOUR_CARD_CATEGORIES,
    ROW_MASK,
    ROW_SHIFT,
    SUIT_FLAGS,
)
from pitboss.money import format_dollars
from pitboss.studies.families.one_deck_poker.against import (
    Players,
    all_four_card_values,
    canonical_place,
    choose_table,
    four_card_dealers,
    four_card_values,
    kept,
    place_in_table,
    players,
)
from pitboss.studies.families.one_deck_poker.steps import action_at, cards_of, read_steps
from pitboss.studies.four_card_poker.tables import (
    SUIT_START,
    FourCardTables,
    flush_in,
    four_card_tables,
)
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

ANTE, ACES_UP, BOTH = "ante", "aces-up", "ante and aces-up"
# What a deal comes to, beside the row of the player's hand: a fold, or the play wager in antes
# and whether it wins, ties or loses.
FOLD = 0
WIN, TIE, LOSE = range(3)
PLAY_MOST = 3
RESULTS = 1 + 3 * PLAY_MOST
CARDS = 11
VALUES_MAX = len(FOUR_CARD_CATEGORIES) << CATEGORY_SHIFT
ACTIONS = ("fold", "play 1", "play 2", "play 3")

Actions = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


def held(prompt: Prompt, place: str) -> list[int]:
    return [e.card for e in prompt.dealer.events if e.act == "draw" and e.what == place]


def chosen(prompt: Prompt, times: int) -> Entry:
    """A play wager of so many antes, or a fold."""
    ante = prompt.dealer.find(prompt.seat, ANTE)
    assert ante is not None
    what = f"play {format_dollars(ante.cents * times)}" if times else "fold"
    return Chose(prompt.seat, what)


class PlayBySteps:
    """A strategy in steps of the player's hand: how many antes to play."""

    def __init__(self, steps: list[tuple[int, str]]) -> None:
        self.steps = steps

    def times(self, value: int) -> int:
        return ACTIONS.index(action_at(self.steps, value))

    def __call__(self, prompt: Prompt) -> Entry:
        cards = held(prompt, f"hand of p{prompt.seat}")
        return chosen(prompt, self.times(four_card_value(cards)))


class BestPlays:
    """The best decisions: `times[place * 52 + card]` for the hands that stand for all others,
    and the card that the dealer shows."""

    def __init__(self, times: npt.NDArray[np.int8]) -> None:
        self.times = times

    def __call__(self, prompt: Prompt) -> Entry:
        cards, shown = held(prompt, f"hand of p{prompt.seat}"), held(prompt, "dealer's hand")[-1]
        return chosen(prompt, int(self.times[place_in_table(cards, shown)]))


def least_of(hand: str) -> int | None:
    """The lowest hand of that name: `two pair`, `pair of T`, or four ranks."""
    if hand in FOUR_CARD_CATEGORIES:
        return FOUR_CARD_CATEGORIES.index(hand) << CATEGORY_SHIFT
    rank = hand.removeprefix("pair of ")
    if rank != hand and len(rank) == 1 and rank in RANKS:
        return 1 << CATEGORY_SHIFT | RANKS.index(rank) << 8
    cards = cards_of(hand, 4)
    return None if cards is None else four_card_value(cards)


def read_table(rules: Any, table: Mapping[str, str]) -> PlayBySteps:
    """A user's own policy: `"pair of T or better" = "play 3"`."""
    steps = read_steps(
        rules, table, actions=ACTIONS, cite="27.10(b)", least=least_of, example="pair of T"
    )
    return PlayBySteps(steps)


def scenarios(rules: Any) -> list[Scenario]:
    return [
        Scenario(ANTE, ((ANTE, "", UNIT),), note="with the play wager and the bonus"),
        Scenario(ACES_UP, ((ACES_UP, "", UNIT),), note="alone"),
        Scenario(
            BOTH,
            ((ANTE, "", UNIT), (ACES_UP, "", UNIT)),
            note="equal wagers on both, decided together; per unit of the ante",
        ),
    ]


# -- what a deal comes to ---------------------------------------------------------------------


def result_of(times: int, won: int) -> int:
    return 1 + 3 * (times - 1) + won if times else FOLD


def aces_up_cell(rules: Any, row: int) -> Cell:
    odds = rules.aces_up_ledger[row]
    if odds is None:
        return Cell("lose", "", Fraction(-1), Fraction(1))
    part = Part(rules.aces_up.name, ROWS[row], odds.text, Fraction(1))
    return Cell(ROWS[row], odds.text, odds.fraction, Fraction(1), (part,))


def cell_of(rules: Any, row: int, result: int, both: bool) -> Cell:
    """What a deal comes to, in antes."""
    net, staked, told, text = Fraction(-1), Fraction(1), "fold", ""
    parts: list[Part] = []
    if result != FOLD:
        times, won = (result - 1) // 3 + 1, (result - 1) % 3
        staked += times
        net = {WIN: rules.ante.fraction + times * rules.play.fraction, TIE: Fraction(0)}.get(
            won, -staked
        )
        told = f"{('win', 'push', 'lose')[won]}, play {times}"
        if won == WIN:
            parts.append(Part(ANTE, "win", rules.ante.text, Fraction(1)))
            parts.append(Part("play", "win", rules.play.text, Fraction(times)))
        bonus = rules.ante_bonus_ledger[row]
        if bonus is not None:
            parts.append(Part(rules.ante_bonus.name, ROWS[row], bonus.text, Fraction(1)))
            net += bonus.fraction
            told += f", {ROWS[row]}"
            text = bonus.text
    if both:
        staked += 1
        if result == FOLD and rules.fold_forfeits_aces_up:
            net -= 1
        else:
            other = aces_up_cell(rules, row)
            net += other.net
            told += f", aces up {other.row}"
            text = text or other.odds
            parts += other.parts
    return Cell(told, text, net, staked, tuple(parts))


# -- exact ------------------------------------------------------------------------------------


class Deals:
    """For every hand of the player's that stands for others, and every card the dealer can
    show: how many of the dealer's hands are lower, equal, higher. Of a whole deck, or (to be
    held to the procedure) of a small one."""

    def __init__(self, deck: Sequence[int] | None = None) -> None:
        size = 52 if deck is None else len(deck)
        mine = players() if deck is None else Players(deck)
        self.deck = deck
        self.hands, self.weights = mine.hands, mine.weights
        self.values = all_four_card_values(5)[mine.numbers()].astype(np.int64)
        self.rows = np.array([hand_row(int(value)) for value in self.values])
        self.shown = mine.shown(deck)
        self.dealers = comb(size - 6, 5)
        self.deals = comb(size, 5) * (size - 5) * self.dealers

    @cached_property
    def no_higher(self) -> npt.NDArray[np.int32]:
        return self._count(self.values + 1, "hands that are no higher")

    @cached_property
    def lower(self) -> npt.NDArray[np.int32]:
        return self._count(self.values, "hands that are lower")

    def _count(self, marks: Actions, what: str) -> npt.NDArray[np.int32]:
        def make() -> npt.NDArray[np.int32]:
            # The dealer's hands take much memory and little time: they are not kept.
            return four_card_dealers(self.deck).count_below(self.hands, marks, part_of(what))

        if self.deck is not None:
            return make()
        name = f"four-card {what}".replace(" ", "-")
        return kept(name, (four_card_values,), self.shown.shape, make)

    def against(self, ties_to_player: bool) -> tuple[Any, Any, Any]:
        """How many of the dealer's hands the player wins, ties and loses against."""
        higher = (self.dealers - self.no_higher) * self.shown
        if ties_to_player:
            return self.no_higher, np.zeros_like(self.no_higher), higher
        return self.lower, self.no_higher - self.lower, higher


@cache
def deals() -> Deals:
    return Deals()


def best_plays(rules: Any, table: Deals, both: bool) -> Actions:
    """times[h, c]: how many antes to play with hand h when the dealer shows card c."""
    nets = [[cell_of(rules, row, result, both).net for result in range(RESULTS)]
            for row in range(len(ROWS))]  # fmt: skip
    common = lcm(*(net.denominator for line in nets for net in line))
    whole = np.array([[int(net * common) for net in line] for line in nets], dtype=np.int64)
    best = np.broadcast_to((whole[table.rows, FOLD] * table.dealers)[:, None], table.shown.shape)
    times = np.zeros(table.shown.shape, dtype=np.int64)
    against = table.against(rules.ties_to_player)
    # Once or three times: the amounts between are between in value as well.
    for each in (1, rules.play_at_most):
        total = np.zeros(table.shown.shape, dtype=np.int64)
        for won, ways in enumerate(against):
            total += whole[table.rows, result_of(each, won)][:, None] * ways
        better = (total > best) & table.shown
        times[better] = each
        best = np.maximum(best, total)
    return times


def plays_by(rules: Any, decide: Decide | None, table: Deals, both: bool) -> Actions:
    if decide is None:
        return best_plays(rules, table, both)
    if not isinstance(decide, PlayBySteps):
        raise BadInput("a strategy for four-card poker says from which hand on to play how much")
    by_value = {int(v): decide.times(int(v)) for v in np.unique(table.values)}
    times = np.array([by_value[int(value)] for value in table.values])
    return times[:, None] * table.shown


def exact(
    rules: Any, scenario: Scenario, decide: Decide | None, table: Deals | None = None
) -> Solved:
    """The exact distribution over all deals."""
    if scenario.wager == ACES_UP:
        return _aces_up(rules, scenario)
    table = table or deals()
    both = scenario.wager == BOTH
    times = plays_by(rules, decide, table, both)
    apart = Joint((ANTE, ACES_UP), table.deals) if both else None
    joint = Joint((scenario.wager,), table.deals, apart)
    counted = np.zeros((RESULTS, len(table.values)), dtype=np.int64)
    counted[FOLD] = ((times == 0) & table.shown).sum(axis=1) * table.dealers
    for won, ways in enumerate(table.against(rules.ties_to_player)):
        for each in range(1, PLAY_MOST + 1):
            if (times == each).any():
                chosen_here = (times == each).astype(np.int64)
                counted[result_of(each, won)] = np.einsum("ij,ij->i", ways, chosen_here,
                                                          dtype=np.int64)  # fmt: skip
    for row in range(len(ROWS)):
        here = table.rows == row
        for result in range(RESULTS):
            number = int((counted[result][here] * table.weights[here]).sum())
            if number:
                cell = cell_of(rules, row, result, both)
                joint.add((cell,), Fraction(number, table.deals))
                if apart is not None:
                    ante = cell_of(rules, row, result, False)
                    other = Cell("", "", cell.net - ante.net, cell.staked - ante.staked)
                    apart.add((ante, other), Fraction(number, table.deals))
    return Solved(joint, told(table, times))


def _aces_up(rules: Any, scenario: Scenario) -> Solved:
    joint = Joint((scenario.wager,), comb(52, 5))
    for row, number in enumerate(hands_by_row()):
        joint.add((aces_up_cell(rules, row),), Fraction(number, comb(52, 5)))
    return Solved(joint)


@cache
def hands_by_row() -> list[int]:
    """How many of the 2,598,960 hands belong to each row."""
    values = all_four_card_values(5)
    found = np.bincount(values >> CATEGORY_SHIFT, minlength=len(FOUR_CARD_CATEGORIES)).tolist()
    aces = int((values >= PAIR_OF_ACES).sum()) - sum(found[2:])
    return [found[0], found[1] - aces, aces, *found[2:]]


def kinds_of(table: Deals) -> list[tuple[str, Any]]:
    """The player's hands as a strategy names them, best first: their names and places."""
    found = []
    for category in range(len(FOUR_CARD_CATEGORIES) - 1, -1, -1):
        here = table.values >> CATEGORY_SHIFT == category
        if category > 1:
            found.append((FOUR_CARD_CATEGORIES[category], np.flatnonzero(here)))
            continue
        # A pair by its rank; otherwise by the highest card.
        top = table.values >> 8 & 15 if category else table.hands.max(axis=1) >> 2
        for rank in range(12, -1, -1):
            name = f"pair of {RANKS[rank]}" if category else f"{RANKS[rank]} high"
            found.append((name, np.flatnonzero(here & (top == rank))))
    return [(name, places) for name, places in found if len(places)]


def told(table: Deals, times: Actions) -> list[Choice]:
    """The strategy, by the player's hand; where that does not decide, by the card shown."""
    found: list[Choice] = []
    total = int((table.weights * table.shown.sum(axis=1)).sum())
    runs: list[tuple[str, str, str, Fraction]] = []

    def end_run() -> None:
        if runs:
            first, last = runs[0][0], runs[-1][0]
            name = first if first == last else f"{first} to {last}"
            if not found and first != last:
                name = f"{last} or better"
            number = sum((run[3] for run in runs), Fraction(0))
            found.append(Choice(name, runs[0][1], number))
            runs.clear()

    for name, here in kinds_of(table):
        places, weights = table.shown[here], table.weights[here]
        do = done(times[here][places])
        if do in ACTIONS:
            if runs and runs[0][1] != do:
                end_run()
            runs.append((name, do, "", share(weights, places, total)))
            continue
        end_run()
        found += by_card_shown(table, times, name, here, total)
    end_run()
    return found


def done(made: Any) -> str:
    """What is done in all of these situations, or what may be."""
    actions = np.unique(made).tolist()
    if len(actions) == 1:
        return ACTIONS[actions[0]]
    return " or ".join(ACTIONS[action] for action in actions) + ", by the other cards"


def share(weights: Any, places: Bools, total: int) -> Fraction:
    """The probability of these hands and cards shown."""
    return Fraction(int((weights * places.sum(axis=1)).sum()), total)


def by_card_shown(table: Deals, times: Actions, name: str, here: Any, total: int) -> list[Choice]:
    """One line for all cards shown with which the same is done."""
    found = []
    ranks = np.arange(52) >> 2
    holds = (table.hands[here][:, :, None] >> 2 == ranks[None, None, :]).any(axis=1)
    shown, made, weights = table.shown[here], times[here], table.weights[here]
    groups: dict[tuple[bool, str], list[int]] = {}
    for matched in (True, False):
        for rank in range(13):
            places = shown & (holds == matched) & (ranks == rank)[None, :]
            if places.any():
                groups.setdefault((matched, done(made[places])), []).append(rank)
    for (matched, do), these in groups.items():
        places = shown & (holds == matched) & np.isin(ranks, these)[None, :]
        cards = ", ".join(RANKS[rank] for rank in these)
        which = "of a rank that is held" if matched else "of a rank that is not held"
        situation = f"{name}, dealer shows {cards} {which}"
        found.append(Choice(situation, do, share(weights, places, total)))
    return found


# -- kernel -----------------------------------------------------------------------------------

# Decisions by value and the rank of the card shown: so many antes, or by the table of hands.
LOOK_UP = 9


class Decisions(NamedTuple):
    """`ways[value * 13 + rank shown]`, and where that is LOOK_UP, `plays[canonical_place]`."""

    ways: Any
    plays: Any
    choose: Any
    index: Any


@compiled
def deal_kernel(
    t: FourCardTables, decisions: Decisions, ties_win: int, deck: Any, scratch: Any, key: Any,
    rounds: int, counts: Any, out: Any, given: Any, outcomes: Any,
) -> None:  # fmt: skip
    """`rounds` deals of eleven cards, to the player and the dealer in turn, the last one to the
    dealer, face up; or those of `given`, if it has any, whose outcomes go to `outcomes`. `counts`
    has a place for each row and result. The first rounds go to `out`, as records.

    Look-ups stand in the loop and not in functions: tables are slow to hand over."""
    state = np.uint64(key)
    keys, masks, ways = t.keys, t.suit_masks, decisions.ways
    for number in range(rounds):
        if given.shape[0]:
            for place in range(CARDS):
                deck[place] = given[number, place]
        else:
            state = deal_cards(deck, CARDS, state)
        a, b, c, d, e = deck[0], deck[2], deck[4], deck[6], deck[8]
        total = SUIT_START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        at = t.five_offsets[total >> ROW_SHIFT & ROW_MASK] + (total >> COLUMN_SHIFT & COLUMN_MASK)
        mine: Any = np.int64(t.five_values[at])
        if total & SUIT_FLAGS:
            held = masks[a] | masks[b] | masks[c] | masks[d] | masks[e]
            mine = max(mine, flush_in(t.flushes, total, held))
        times = np.int64(ways[mine * 13 + (deck[10] >> 2)])
        if times == LOOK_UP:
            for place in range(5):
                scratch[3, place] = deck[2 * place]
            times = np.int64(decisions.plays[canonical_place(
                decisions.choose, decisions.index, scratch[3], deck[10], scratch[0], scratch[1],
                scratch[2],
            )])  # fmt: skip
        result: Any = FOLD
        if times:
            a, b, c, d, e, f = deck[1], deck[3], deck[5], deck[7], deck[9], deck[10]
            total = SUIT_START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
            offset = t.six_offsets[total >> ROW_SHIFT & ROW_MASK]
            theirs: Any = np.int64(t.six_values[offset + (total >> COLUMN_SHIFT & COLUMN_MASK)])
            if total & SUIT_FLAGS:
                held = masks[a] | masks[b] | masks[c] | masks[d] | masks[e] | masks[f]
                theirs = max(theirs, flush_in(t.flushes, total, held))
            won = WIN if mine > theirs else LOSE
            if mine == theirs:
                won = WIN if ties_win else TIE
            result = 1 + 3 * (times - 1) + won
        outcome = hand_row(mine) * RESULTS + result
        counts[outcome] += 1
        if given.shape[0]:
            outcomes[number] = outcome
        elif number < out.shape[0]:
            note_deal(out, number, CARDS, deck, outcome)


def plan(rules: Any, scenario: Scenario, decide: Decide | None) -> Plan:
    """The kernel as a plan: outcomes are the cells of every row and result."""
    alone, both = scenario.wager == ACES_UP, scenario.wager == BOTH
    ways = np.zeros(VALUES_MAX * 13, dtype=np.int8)
    plays = np.zeros(1, dtype=np.int8)
    if isinstance(decide, PlayBySteps):
        times = [decide.times(value) for value in range(VALUES_MAX)]
        ways = np.repeat(np.array(times, dtype=np.int8), 13)
    elif not alone:
        ways, plays = _decisions(rules, decide, both)
        decide = BestPlays(plays)
    cells: list[tuple[Cell, ...]] = []
    for row in range(len(ROWS)):
        for result in range(RESULTS):
            cell = aces_up_cell(rules, row) if alone else cell_of(rules, row, result, both)
            cells.append((cell,))

    decisions = Decisions(ways, plays, choose_table(), players().index())

    def run(key: int, rounds: int, out: Records, given: Any, outcomes: Any) -> Any:
        counts = np.zeros(len(cells), dtype=np.int64)
        deck, scratch = np.arange(52, dtype=np.int64), np.zeros((4, 8), dtype=np.int64)
        kernel: Any = jit(deal_kernel)
        kernel(
            four_card_tables(), decisions, int(rules.ties_to_player), deck, scratch,
            np.uint64(key), rounds, counts, out, given, outcomes,
        )  # fmt: skip
        return counts

    none, nowhere = np.zeros((0, CARDS), dtype=np.int64), np.zeros(0, dtype=np.int64)

    def walk(key: int, rounds: int, kept: int) -> tuple[Any, Records]:
        out = records_for(kept, CARDS)
        return run(key, rounds, out, none, nowhere), out

    def derive(records: Records) -> int:
        cards = records[:, :CARDS].astype(np.int64)
        good = (cards < 52).all(axis=1) & (records[:, CARDS] == (CARDS | SHUFFLED))
        # No card twice: such a hand has no place in the tables.
        good &= (np.diff(np.sort(cards, axis=1), axis=1) > 0).all(axis=1)
        cards[~good] = np.arange(CARDS)
        outcomes = np.zeros(len(cards), dtype=np.int64)
        if len(cards):
            run(0, len(cards), records_for(0, CARDS), cards, outcomes)
        good &= outcomes_in(records) == outcomes
        return -1 if good.all() else int(np.argmin(good))

    return Plan(
        (scenario.wager,), cells,
        lambda key, rounds: walk(key, rounds, 0)[0],
        lambda key, rounds, number: walk(key, number + 1, number + 1)[1][-1, :CARDS].tolist(),
        deck_tracer(CARDS, lambda key, rounds: walk(key, rounds, rounds)[1], derive), decide,
    )  # fmt: skip


def _decisions(
    rules: Any, decide: Decide | None, both: bool
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """The best decisions for the kernel: by value and rank shown where that decides, which it
    does for nine of ten; and by hand and card."""
    table = deals()
    times = plays_by(rules, decide, table, both).astype(np.int8)
    keys = (table.values[:, None] * 13 + (np.arange(52) >> 2))[table.shown]
    least = np.full(VALUES_MAX * 13, LOOK_UP, dtype=np.int8)
    most = np.zeros(VALUES_MAX * 13, dtype=np.int8)
    np.minimum.at(least, keys, times[table.shown])
    np.maximum.at(most, keys, times[table.shown])
    return np.where(least == most, least, LOOK_UP).astype(np.int8), times.reshape(-1)


def in_steps(*steps: tuple[str, str]) -> PlayBySteps:
    found = [(least_of(hand) or 0, action) for hand, action in steps]
    return PlayBySteps([*found, (0, "fold")])


study = Study(
    scenarios=scenarios,
    strategies={
        "pair of tens three times, lower pairs once": in_steps(
            ("pair of T", "play 3"), ("pair", "play 1")
        ),
        "pair or better, once": in_steps(("pair", "play 1")),
        "always three times": in_steps(("high card", "play 3")),
    },
    exact=exact,
    policy=read_table,
    kernel=plan,
    fixed={"dealing": "manual shoe"},
)
