"""One study for all poker games that are dealt from one deck.

A game says what it deals, what its player knows when asked, what a deal comes to and how its
hands are named: a `OneDeckGame`. Exact figures, the kernel, records and their proof, the strategy
in lines and a user's own strategy follow from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from pitboss.analysis.exact.actions import NOTHING_DECIDED, Valued, is_cards, named_so
from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import Choice, Solved
from pitboss.analysis.exact.together import columns, one_by_one
from pitboss.analysis.simulation.one_deck import deck_plan
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import Decide, Scenario, Study, Worths
from pitboss.errors import BadInput
from pitboss.hands import poker_batch
from pitboss.table.entries import Entry
from pitboss.table.game import Rules
from pitboss.table.prompts import Prompt

from . import by_hand
from .cells import side_cell
from .course import Course
from .situations import Situations
from .strategies import Asked, BySteps, ByTable, Look, Names, read_steps

R = TypeVar("R", bound=Rules)
# How the cards are dealt has no bearing on the odds; kernels deal from a manual shoe.
MANUAL_SHOE = {"dealing": "manual shoe"}
BY_KIND = "on average over all hands of a kind; --hand with cards has the worths of that hand"


def _asks(prompt: Prompt) -> bool:
    """Returns whether something is to be decided; in a window of wagers, until one is made."""
    if prompt.kind == "wagers":
        return not prompt.made
    return prompt.kind == "decision" and len(prompt.choices) > 1


class Deals(Protocol):
    """All deals of a game under its rules of the day, and how to decide in them."""

    deals: int

    def best(self, cells: list[Cell]) -> Any:
        """Returns the best decisions, where the outcomes come to these cells."""

    def same(self, action: int) -> Any:
        """Returns the decisions of somebody who does the same whatever the cards."""

    def by(self, decide: Decide) -> Any | None:
        """Returns the decisions of a strategy; None for a kind that the game does not know."""

    def count(self, decisions: Any) -> Mapping[int, int]:
        """Returns how many deals come to each outcome."""

    def lines(self, decisions: Any) -> list[Choice]:
        """Returns the decisions as a player reads them."""

    def for_kernel(self, decisions: Any) -> tuple[Any, Look]:
        """Returns the decisions as the kernel takes them, and as they are looked up at a table."""

    def read(self, rules: Rules, table: Mapping[str, str]) -> Decide:
        """Reads a user's own strategy, where the game's hands have no names."""


class Side(msgspec.Struct, Generic[R], frozen=True):
    """A wager that is decided by the row of a hand alone. `counts` says how many hands there are
    in each row (of a whole deck, or of the deals that are given) and `cell` what a row comes to.
    So many `results` of the game's outcomes belong to a row, unless the wager has an `outcome`
    function of its own, which returns the row.

    Nobody is asked about it, and `action` is what the kernel notes down: None for what a strategy
    would do. A wager that is not made `alone` leaves no records."""

    counts: Callable[[Any], list[int]]
    cell: Callable[[R, Scenario, int], Cell]
    results: int = 1
    outcome: Callable[..., int] | None = None
    action: int | None = None
    alone: bool = True
    # Whether an outcome of the game takes the wager whatever the row is: a fold may forfeit it.
    forfeited: Callable[[R, int], bool] | None = None

    def solve(self, rules: R, scenario: Scenario, deals: Deals | None) -> Solved:
        """Returns the exact distribution of the wager by itself."""
        counts = self.counts(deals)
        joint = Joint((scenario.wager,), sum(counts))
        for row, number in enumerate(counts):
            if number:
                cell = self.cell(rules, scenario, row)
                joint.add((cell,), Fraction(number, sum(counts)))
        return Solved(joint)


class OneDeckGame(msgspec.Struct, Generic[R], frozen=True):
    """A game as the kit takes it.

    `cards` are dealt in a round. `outcome`, marked @compiled, finds the number of the outcome from
    `tables(rules)`, the decisions, and the cards in the order in which they are dealt; there are
    `outcomes` in all, and `cell` says what each comes to in a scenario. `deals` counts all deals
    of a deck under the rules. `asked` is how the player is asked, `names` are those of the hands
    in a strategy in steps, and `strategy` says what a strategy for this game is, to somebody who
    gives something else. `sides` are wagers beside the game that the row of a hand decides; those
    in `undecided` are part of its outcomes, but nobody is asked about them and they cannot be made
    alone. `lengths` are the cards that each outcome shows, where some rounds end early."""

    cards: int
    outcome: Callable[..., int]
    outcomes: int
    cell: Callable[[R, Scenario, int], Cell]
    deals: Callable[[R], Deals]
    asked: Asked
    strategy: str
    # Hands of five cards, where the game does not say otherwise.
    tables: Callable[[R], Any] = lambda _: poker_batch.tables()
    names: Names | None = None
    sides: Mapping[str, Side[R]] = {}
    undecided: tuple[str, ...] = ()
    lengths: tuple[int, ...] = ()

    def cells(self, rules: R, scenario: Scenario) -> list[Cell]:
        """Returns what every outcome comes to."""
        return [self.cell(rules, scenario, outcome) for outcome in range(self.outcomes)]

    def decisions(self, deals: Deals, cells: list[Cell], decide: Decide | None) -> Any:
        """Returns the decisions of a strategy, or the best ones."""
        if decide is None:
            return deals.best(cells)
        decisions = deals.by(decide)
        if decisions is None:
            raise BadInput(self.strategy)
        return decisions

    def exact(
        self, rules: R, scenario: Scenario, decide: Decide | None, deals: Deals | None = None
    ) -> Solved:
        """Returns the exact distribution over all deals, of a whole deck where no others are
        given."""
        if side := self.sides.get(scenario.wagers[0][0]):
            return side.solve(rules, scenario, deals)
        deals = deals or self.deals(rules)
        cells = self.cells(rules, scenario)
        decisions = self.decisions(deals, cells, decide)
        joint = Joint((scenario.wager,), deals.deals)
        kinds = tuple(kind for kind, _, _ in scenario.wagers)
        if kinds[-1] in self.sides:
            # Two wagers that are decided together: each of them by itself as well.
            joint.apart = Joint(kinds, deals.deals)
        first = self.cells(rules, msgspec.structs.replace(scenario, wagers=scenario.wagers[:1]))
        for outcome, number in sorted(deals.count(decisions).items()):
            cell, mine, chance = cells[outcome], first[outcome], Fraction(number, deals.deals)
            joint.add((cell,), chance)
            if joint.apart is not None:
                other = Cell("", "", cell.net - mine.net, cell.staked - mine.staked)
                joint.apart.add((mine, other), chance)
        return Solved(joint, [] if kinds[0] in self.undecided else deals.lines(decisions))

    def columns(self, rules: R, scenario: Scenario) -> list[tuple[Cell, ...]]:
        """Returns what every outcome is to wagers that are put down together, and to each of them:
        the game's own first, and those that the row of a hand decides."""
        main, *beside = one_by_one(scenario)
        sides = [self.sides.get(each.wagers[0][0]) for each in beside]
        if main.wagers[0][0] in self.sides or not all(s and s.outcome is None for s in sides):
            raise BadInput(
                f"{scenario.wager}: the game's wager goes first, and beside it those that the row "
                f"of its hand decides: {', '.join(self.sides) or 'none'}"
            )
        found = []
        for outcome, mine in enumerate(self.cells(rules, main)):
            cells = [mine]
            for side, each in zip(sides, beside, strict=True):
                assert side is not None
                taken = side.forfeited is not None and side.forfeited(rules, outcome)
                row = outcome // side.results
                cells.append(side_cell(None) if taken else side.cell(rules, each, row))
            found.append(columns(scenario, cells))
        return found

    def together(self, rules: R, scenario: Scenario, decide: Decide | None) -> Solved:
        """Returns the exact distribution of wagers that are put down together."""
        deals, every = self.deals(rules), self.columns(rules, scenario)
        decisions = self.decisions(deals, [cells[0] for cells in every], decide)
        names = (scenario.wager, *(each.wager for each in one_by_one(scenario)))
        joint = Joint(names, deals.deals)
        for outcome, number in sorted(deals.count(decisions).items()):
            joint.add(every[outcome], Fraction(number, deals.deals))
        return Solved(joint, deals.lines(decisions))

    def plan(self, rules: R, scenario: Scenario, decide: Decide | None) -> Plan:
        """Returns the kernel that deals rounds of the scenario."""
        deals = self.deals(rules)
        if scenario.together:
            every = [cells[0] for cells in self.columns(rules, scenario)]
            decisions, _ = deals.for_kernel(self.decisions(deals, every, decide))
            return deck_plan(
                scenario.wager,
                every,
                self.cards,
                self.outcome,
                self.tables(rules),
                decisions,
                decide,
                traced=False,
            )
        if side := self.sides.get(scenario.wagers[0][0]):
            outcomes = len(side.counts(None)) if side.outcome is not None else self.outcomes
            cells = [side.cell(rules, scenario, each // side.results) for each in range(outcomes)]
            if decide is None or side.action is not None:
                chosen = deals.same(side.action or 0)
            else:
                chosen = self.decisions(deals, cells, decide)
            decisions, _ = deals.for_kernel(chosen)
            return deck_plan(
                scenario.wager,
                cells,
                self.cards,
                side.outcome or self.outcome,
                self.tables(rules),
                decisions,
                decide,
                traced=side.alone,
            )
        cells = self.cells(rules, scenario)
        decisions, look = deals.for_kernel(self.decisions(deals, cells, decide))
        return deck_plan(
            scenario.wager,
            cells,
            self.cards,
            self.outcome,
            self.tables(rules),
            decisions,
            decide or ByTable(self.asked, look),
            lengths=self.lengths,
            traced=scenario.wagers[0][0] not in self.undecided,
        )

    def worths(self, rules: R, scenario: Scenario) -> Worths:
        """Returns what tells the worth of each action at a decision."""
        if self.undecided_alone(scenario):
            return lambda prompt: None
        deals, cells = self.deals(rules), self.cells(rules, scenario)
        value: Callable[[Prompt], Mapping[int, Fraction]]
        if isinstance(deals, Course):
            value = self._in_turn(deals, cells)
        elif isinstance(deals, Situations):
            of_known = deals
            value = lambda prompt: of_known.worth(cells, self.asked.known(prompt))  # noqa: E731
        else:
            return lambda prompt: None

        def worths(prompt: Prompt) -> dict[Entry, Fraction] | None:
            if not _asks(prompt):
                return None
            return {self.asked.answer(prompt, action): w for action, w in value(prompt).items()}

        return worths

    def _in_turn(
        self, course: Course, cells: list[Cell]
    ) -> Callable[[Prompt], Mapping[int, Fraction]]:
        """Returns what tells the worth of each action at one of several decisions."""
        every = course.all_worths(cells)

        def value(prompt: Prompt) -> Mapping[int, Fraction]:
            before = self.asked.before(prompt) if self.asked.before is not None else 1
            point, wagered, number = course.place(self.asked.known(prompt), before)
            after = every[point]
            worths = after.by_wagered[wagered][:, number].tolist()
            return {action: Fraction(int(w), after.unit) for action, w in enumerate(worths)}

        return value

    def undecided_alone(self, scenario: Scenario) -> bool:
        """Returns whether the scenario's wager is one that nobody decides anything about."""
        return scenario.wagers[0][0] in (*self.sides, *self.undecided)

    def by_hand(self, rules: R, scenario: Scenario, hand: str, shown: str) -> Valued:
        """Returns the worth of each action by kind of hand; nothing for a hand of cards, which is
        valued by itself."""
        if self.undecided_alone(scenario):
            raise BadInput(f"{scenario.wager}: {NOTHING_DECIDED}")
        if is_cards(hand):
            return Valued([])
        deals, cells = self.deals(rules), self.cells(rules, scenario)
        if isinstance(deals, Course):
            every = by_hand.of_course(deals, cells)
        else:
            assert isinstance(deals, Situations)
            assert self.names is not None
            categories = self.names.categories
            every = by_hand.of_situations(deals, cells, self.asked.actions, categories)
        rank = shown.upper().replace("10", "T")[:1]
        rows = [row for row in every if named_so(row.hand, hand) and rank in ("", row.shown)]
        return Valued(rows, BY_KIND)

    def steps(self, *lines: tuple[str, str]) -> BySteps:
        """Returns the strategy that takes an action from a hand of that name on, where "" stands
        for every hand, and the first of the actions with any hand that is lower."""
        assert self.names is not None
        found = {0: 0}
        for hand, action in lines:
            least = self.names.least(hand) if hand else 0
            assert least is not None, hand
            found[least] = self.asked.actions.index(action)
        return BySteps(self.asked, list(found.items()))

    def read(self, rules: R, table: Mapping[str, str]) -> Decide:
        """Reads a user's own strategy: in steps, `"Q-6-4 or better" = "play"`, or by the names of
        situations, where hands have no names of their own."""
        if self.names is None:
            return self.deals(rules).read(rules, table)
        return read_steps(rules, self.asked, self.names, table)

    def study(
        self,
        scenarios: Callable[[R], list[Scenario]],
        strategies: Mapping[str, Decide],
        scenario_for: Callable[[R, str], Scenario | None] | None = None,
        fixed: Mapping[str, str] = MANUAL_SHOE,
        by_amount: Callable[[R, str], str] | None = None,
        **more: Any,
    ) -> Study:
        """Returns the game's study."""
        return Study(
            scenarios=scenarios,
            scenario_for=scenario_for,
            strategies=strategies,
            exact=self.exact,
            together=self.together,
            policy=self.read,
            kernel=self.plan,
            fixed=fixed,
            worths=self.worths,
            by_amount=by_amount,
            expose=self.expose,
            by_hand=self.by_hand,
            **more,
        )

    def expose(self, rules: R, scenario: Scenario, leak: Any, *more: Any, **how: Any) -> Any:
        """Returns what a leak of information is worth."""
        from .exposed import expose

        return expose(self, rules, scenario, leak, *more, **how)
