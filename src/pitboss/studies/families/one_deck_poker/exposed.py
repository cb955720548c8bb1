"""What a player of a one-deck game knows who sees more than the rules show, and what it is worth.

A situation is what is known at the decision: the own cards, those that are shown, those that have
leaked, and the hands of others. Every way to complete it is counted by the game's own outcome
function, for every action, and the best action is taken. Where all situations can be walked the
result is exact; otherwise situations are dealt at random, each of them still counted in full where
that can be done. A sampled gain is measured against the best play without the leak in the same
situations, and added to that play's exact worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb, lcm, sqrt
from typing import Any, NamedTuple

import numpy as np

from pitboss.analysis.exact.distribution import Distribution
from pitboss.analysis.exact.edges import Choice
from pitboss.analysis.exposure.expose import Undecided
from pitboss.analysis.exposure.figures import Before, Exposure, Way
from pitboss.analysis.exposure.leak import PLAYER, Leak, Position
from pitboss.analysis.progress import part_of
from pitboss.analysis.simulation.one_deck import kernel_for
from pitboss.analysis.study import Scenario
from pitboss.compiled import jit
from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.table.game import Rules

from .against import Integers, choose_table, players
from .course import Course
from .exposed_before import before_first_card
from .exposed_course import expose_course
from .exposed_kernels import complete_all, complete_some
from .kit import OneDeckGame
from .lines import ranks_of
from .sets import all_sets
from .situations import Situations, whole_numbers
from .strategies import Asked
from .three_cards import threes_in

# Completions that are walked for an exact answer: about two minutes of one core.
EXACT_MAX = 4_000_000_000
# Completions of a sampled situation that are walked; more than that are sampled as well.
WALKED_MAX = 1_600_000
SAMPLED_COMPLETIONS = 4_000
# Completions of one run in all, where nothing else is asked for.
SAMPLED_WORK = 2_000_000_000
SITUATIONS_MOST = 200_000
CHUNK = 4_096


class Seats(NamedTuple):
    """The places of a deal, by number of the draw: the own cards, those that the player sees or
    has seen, and those that nobody knows, the ones known by class first."""

    own: tuple[int, ...]
    seen: tuple[int, ...]
    unknown: tuple[int, ...]
    classed: int
    dead: int
    # Whether what is unknown is the dealer's: an own card to come is not like one of those.
    alike: bool

    @property
    def places(self) -> tuple[int, ...]:
        return self.own + self.seen


def seats_of(positions: Sequence[Position], leak: Leak, cards: int) -> Seats:
    """Returns who knows what at the decision."""
    known = [p for p in positions[:cards] if p.before and p.seen]
    own = tuple(p.draw for p in known if p.name.startswith(PLAYER))
    shown = tuple(p.draw for p in known if not p.name.startswith(PLAYER))
    for position in (*leak.seen, *leak.classed):
        if position.draw in own + shown:
            raise BadInput(f"--sees {position.name}: the rules show this card anyway")
    seen = shown + leak.draws()
    classed = tuple(p.draw for p in leak.classed)
    rest = tuple(d for d in range(cards) if d not in own + seen + classed)
    alike = not any(positions[draw].name.startswith(PLAYER) for draw in classed + rest)
    return Seats(own, seen, classed + rest, len(classed), leak.shares * len(own), alike)


class Lines:
    """Gathers what is done, by the ranks that have leaked and the value of the own hand."""

    def __init__(self, asked: Asked, values: Integers, names: dict[int, str], keys: int) -> None:
        self.asked = asked
        self.values = sorted(names)
        self.names = names
        self.place = np.searchsorted(self.values, values)
        self.table = np.zeros((keys, len(self.values), len(asked.actions)), dtype=np.int64)

    def note(self, keys: Any, hands: Any, chosen: Any, weights: Any) -> None:
        np.add.at(self.table, (keys, self.place[hands], chosen), weights)

    def choices(self, words: str, label_of: Callable[[int], str]) -> list[Choice]:
        """Returns lines: of cards with which the same is done, one."""
        total = int(self.table.sum())
        merged: dict[tuple[tuple[str, str], ...], tuple[list[str], list[Fraction]]] = {}
        for key in np.flatnonzero(self.table.any(axis=(1, 2)))[::-1].tolist():
            steps = self._steps(self.table[key])
            label = label_of(key)
            names, chances = merged.setdefault(
                tuple((hands, done) for hands, done, _ in steps), ([], [Fraction(0)] * len(steps))
            )
            names.append(label)
            for number, (_, _, times) in enumerate(steps):
                chances[number] += Fraction(times, total)
        found = []
        for steps_of, (names, chances) in merged.items():
            for (hands, done), chance in zip(steps_of, chances, strict=True):
                found.append(Choice(f"{words} {', '.join(names)}; {hands}", done, chance))
        return found

    def _steps(self, table: Any) -> list[tuple[str, str, int]]:
        """Returns runs of hands from the best down, with which the same is done."""
        runs: list[tuple[list[int], str, int]] = []
        for place in range(len(self.values) - 1, -1, -1):
            taken = np.flatnonzero(table[place])
            if not len(taken):
                continue
            done = self.asked.in_words(taken, "by the other cards")
            times = int(table[place].sum())
            if runs and runs[-1][1] == done:
                runs[-1] = (runs[-1][0] + [place], done, runs[-1][2] + times)
            else:
                runs.append(([place], done, times))
        found = []
        for number, (places, done, times) in enumerate(runs):
            first, last = (self.names[self.values[p]] for p in (places[0], places[-1]))
            hands = "every hand" if len(runs) == 1 else f"{last} or better"
            if number:
                hands = "lower" if number == len(runs) - 1 else f"{first} to {last}"
            found.append((hands, done, times))
        return found


class Walk:
    """One study of one leak: the game's kernel, told of the places."""

    def __init__(
        self, game: OneDeckGame[Any], rules: Rules, scenario: Scenario, seats: Seats, leak: Leak
    ) -> None:
        self.game, self.seats = game, seats
        deals = game.deals(rules)
        assert isinstance(deals, Situations)
        self.deals: Situations = deals
        self.cells = game.cells(rules, scenario)
        self.tables = game.tables(rules)
        self.members = np.array([card >> 2 in leak.ranks for card in range(52)], dtype=np.int64)
        self.best = self.deals.best(self.cells)
        self.nets = whole_numbers([cell.net for cell in self.cells], SAMPLED_WORK)
        self.unit = lcm(*(cell.net.denominator for cell in self.cells))
        left = 52 - len(seats.places) - seats.dead
        self.sets = comb(left, len(seats.unknown))
        self.alike = seats.alike

    def decisions(self, action: int | None) -> Any:
        """Returns the decisions of one action whatever the cards, or the best without a leak."""
        chosen = self.best if action is None else self.deals.same(action)
        return self.deals.for_kernel(chosen)[0]

    def count(self, known: Any, held: Any, action: int | None) -> Any:
        """Returns how many completions of each situation come to each outcome."""
        ends = action is not None and self.deals.ends(action)
        out = np.zeros((len(known), self.game.outcomes), dtype=np.int64)
        kernel = jit(kernel_for(complete_all, self.game.outcome, self.game.cards))
        kernel(
            self.tables,
            self.decisions(action),
            known,
            np.array(self.seats.places),
            np.array(self.seats.unknown, dtype=np.int64),
            self.members,
            self.seats.classed,
            held,
            choose_table(),
            1 if ends else 1 << 60,
            *np.zeros((3, 64), dtype=np.int64),
            out,
        )
        return out

    def sample(self, known: Any, held: Any, action: int | None, key: int) -> Any:
        """Returns the same for so many completions at random."""
        out = np.zeros((len(known), self.game.outcomes), dtype=np.int64)
        kernel = jit(kernel_for(complete_some, self.game.outcome, self.game.cards))
        kernel(
            self.tables,
            self.decisions(action),
            known,
            np.array(self.seats.places),
            np.array(self.seats.unknown, dtype=np.int64),
            self.members,
            self.seats.classed,
            held,
            SAMPLED_COMPLETIONS,
            np.uint64(key),
            *np.zeros((2, 64), dtype=np.int64),
            out,
        )
        return out

    def compare(self, counts: list[Any]) -> tuple[Any, Any]:
        """Returns the best action of each situation and the counts that follow from it; of actions
        worth the same, the first. An action that ends the round was counted once."""
        totals = np.max([each.sum(axis=1) for each in counts], axis=0)
        for action, each in enumerate(counts):
            if self.deals.ends(self.deals.actions[action]):
                counts[action] = (each > 0) * totals[:, None]
        worth = np.stack([each @ self.nets for each in counts])
        chosen = worth.argmax(axis=0)
        return chosen, np.stack(counts)[chosen, np.arange(len(chosen))]


# -- exactly ----------------------------------------------------------------------------------


def own_hands(size: int) -> tuple[Integers, Integers]:
    """Returns hands of so many cards that stand for all others, and for how many each does."""
    if size == 5:
        return players().hands, players().weights
    hands = all_sets(52, 3)
    number, _, weights = np.unique(threes_in(hands)[:, 0], return_index=True, return_counts=True)
    return hands[number], weights.astype(np.int64)


def situations(walk: Walk, hands: Any) -> tuple[Any, Any, Any]:
    """Returns all situations of some hands: whose each is, the cards that are known, and the number
    of members of a class."""
    seats = walk.seats
    sets = all_sets(52 - len(seats.own), len(seats.seen))
    known = []
    for hand in hands:
        rest = np.setdiff1d(np.arange(52), hand)
        known.append(np.column_stack([np.tile(hand, (len(sets), 1)), rest[sets]]))
    held = np.arange(seats.classed + 1)
    whose = np.repeat(np.arange(len(hands)), len(sets) * len(held))
    found = np.repeat(np.concatenate(known), len(held), axis=0)
    return whose, found, np.tile(held, len(hands) * len(sets))


def expose_exactly(walk: Walk, leak: Leak) -> tuple[Way, list[Choice], int]:
    """Walks every situation, those of several hands at a time."""
    hands, weights = own_hands(len(walk.seats.own))
    asked, value = walk.game.asked, walk.game.asked.value
    assert value is not None
    values = np.array([value(hand) for hand in hands.tolist()])
    names: dict[int, str] = {}
    for hand, each in zip(hands.tolist(), values.tolist(), strict=True):
        names.setdefault(each, ranks_of(hand))
    seen, classes = len(walk.seats.seen), walk.seats.classed + 1
    lines = Lines(asked, values, names, 13**seen * classes)
    total: Any = np.zeros(walk.game.outcomes, dtype=np.int64).astype(object)
    taken: Any = np.zeros(len(walk.deals.actions), dtype=np.int64).astype(object)
    number, told = 0, part_of("situations")
    of_a_hand = comb(52 - len(walk.seats.own), seen) * classes
    step = max(1, 2 * CHUNK // of_a_hand)
    for first in range(0, len(hands), step):
        whose, known, held = situations(walk, hands[first : first + step])
        chosen, counts = walk.compare([walk.count(known, held, a) for a in walk.deals.actions])
        weight = weights[first + whose]
        total += (counts * weight[:, None]).sum(axis=0).astype(object)
        each = counts.sum(axis=1) * weight
        taken += np.bincount(chosen, each, len(taken)).astype(np.int64).astype(object)
        keys = np.zeros(len(known), dtype=np.int64)
        for column in np.sort(known[:, len(walk.seats.own) :] >> 2, axis=1)[:, ::-1].T:
            keys = keys * 13 + column
        actions = np.array(walk.deals.actions)[chosen]
        lines.note(keys * classes + held, first + whose, actions, each)
        number += len(known)
        told(first / len(hands))

    def label(key: int) -> str:
        ranks = [RANKS[key // classes // 13**place % 13] for place in range(seen)][::-1]
        if classes == 1:
            return "-".join(ranks)
        return f"{key % classes} of {classes - 1}" if classes > 2 else ("no", "yes")[key % classes]

    return way_of(walk, total, taken), lines.choices(leak.in_words() + ":", label), number


def way_of(walk: Walk, total: Any, taken: Any) -> Way:
    found = Distribution(int(total.sum()))
    for cell, times in zip(walk.cells, total, strict=True):
        if times:
            found.add(cell, Fraction(int(times), int(total.sum())))
    found.check()
    return Way(found, frequencies(walk, taken))


def frequencies(walk: Walk, taken: Any) -> dict[str, Fraction]:
    names, every = walk.game.asked.actions, int(sum(taken))
    return {
        names[action]: Fraction(int(times), every)
        for action, times in zip(walk.deals.actions, taken, strict=True)
    }


# -- sampled ----------------------------------------------------------------------------------


def deal_situations(walk: Walk, number: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """Deals so many situations at random, in chunks."""
    seats = walk.seats
    cards = len(seats.places) + len(seats.unknown)
    generator = np.random.Generator(np.random.PCG64(seed))
    while number > 0:
        decks = np.argsort(generator.random((min(number, CHUNK), 52)), axis=1)
        hidden = decks[:, len(seats.places) : len(seats.places) + seats.classed]
        known = np.column_stack(
            [decks[:, : len(seats.places)], decks[:, cards : cards + seats.dead]]
        )
        yield known.astype(np.int64), walk.members[hidden].sum(axis=1)
        number -= CHUNK


def expose_sampled(walk: Walk, number: int, seed: int) -> tuple[Way, int]:
    """Deals situations at random, and measures what the leak gains in them."""
    walked = walk.alike and walk.sets <= WALKED_MAX
    gains: list[Any] = []
    total = np.zeros(walk.game.outcomes)
    taken = np.zeros(len(walk.deals.actions))
    told, done = part_of("situations"), 0
    for known, held in deal_situations(walk, number, seed):
        if walked:
            chosen, counts = walk.compare([walk.count(known, held, a) for a in walk.deals.actions])
            before = walk.count(known, held, None)
        else:
            key = seed * 1_000_003 + done
            actions = walk.deals.actions
            chosen, _ = walk.compare([walk.sample(known, held, a, 2 * key) for a in actions])
            after = np.stack([walk.sample(known, held, a, 2 * key + 1) for a in actions])
            counts = after[chosen, np.arange(len(chosen))]
            before = walk.sample(known, held, None, 2 * key + 1)
        sums = counts.sum(axis=1)
        gains.append((counts - before) @ walk.nets / (sums * walk.unit))
        total += (counts / sums[:, None]).sum(axis=0)
        taken += np.bincount(chosen, minlength=len(taken))
        done += len(known)
        told(done / number)
    gain = np.concatenate(gains).astype(float)
    found = Distribution()
    for cell, times in zip(walk.cells, total.tolist(), strict=True):
        if times:
            found.add(cell, Fraction(times) / Fraction(sum(total.tolist())))
    way = Way(found, frequencies(walk, taken.astype(np.int64)))
    way.estimated_edge = -Fraction(float(gain.mean()))  # the caller adds the play without a leak
    way.stderr = float(gain.std(ddof=1)) / sqrt(len(gain))
    return way, done


# -- together ---------------------------------------------------------------------------------


def expose(
    game: OneDeckGame[Any],
    rules: Rules,
    scenario: Scenario,
    leak: Leak,
    positions: Sequence[Position],
    *,
    situations: int = 0,
    seed: int = 1,
) -> Exposure | Before:
    """Returns what the leak does to the game's wager: exactly, unless so many `situations` are
    asked for or an exact answer would take too long."""
    first = scenario.wagers[0][0]
    if leak.first:
        return before_first_card(game, rules, scenario, leak)
    if first in game.sides or first in game.undecided:
        raise Undecided(f"{scenario.wager}: its cards decide it, and nobody else does")
    deals = game.deals(rules)
    if isinstance(deals, Course):
        return expose_course(game, rules, scenario, leak, positions, deals, situations, seed)
    seats = seats_of(positions, leak, game.cards)
    walk = Walk(game, rules, scenario, seats, leak)
    solved = game.exact(rules, scenario, None)
    before = Way(solved.joint.distribution(scenario.wager), _before(walk))
    hands = comb(52, len(seats.own)) // 12
    work = hands * comb(52 - len(seats.own), len(seats.seen)) * (1 + seats.classed) * walk.sets
    notes: tuple[str, ...] = ()
    if not situations and not seats.dead and walk.alike and work <= EXACT_MAX:
        way, lines, number = expose_exactly(walk, leak)
        return Exposure(scenario.wager, leak.in_words(), "exact", way, before, lines, number)
    if seats.dead > 52 - game.cards:
        raise BadInput(f"--shares {leak.shares}: there are not so many cards")
    each = walk.sets if walk.alike and walk.sets <= WALKED_MAX else 2 * SAMPLED_COMPLETIONS
    number = situations or max(2_000, min(SITUATIONS_MOST, SAMPLED_WORK // each))
    way, number = expose_sampled(walk, number, seed)
    assert way.estimated_edge is not None
    way.estimated_edge += before.edge()
    cost = f"all {work:.2g} completions would take about {work / 1e8 / 3600:,.1f} hours of a core"
    notes = (f"{number:,} situations dealt at random; {cost}" if work > EXACT_MAX else "",)
    if not (walk.alike and walk.sets <= WALKED_MAX):
        notes += (
            "the action is chosen by one half of the completions and measured by the other: the "
            "leak is worth at least that",
        )
    notes = tuple(filter(None, notes))
    return Exposure(scenario.wager, leak.in_words(), "simulated", way, before, [], number, notes)


def _before(walk: Walk) -> dict[str, Fraction]:
    """Returns how often each action is taken without a leak."""
    deals, names = walk.deals, walk.game.asked.actions
    return {
        names[action]: deals.chance(np.arange(len(deals.values)), walk.best == action)
        for action in deals.actions
    }
