"""Casino war's study: exact by ranks, and the shared kernel for cards.

Cards that are burned unseen are as good as any others, so the exact analysis leaves them out; the
kernel is compiled from the procedure, burned cards and all, and a test solves both alike."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.actions import (
    NOTHING_DECIDED,
    HandWorth,
    Valued,
    is_cards,
    named_so,
)
from pitboss.analysis.exact.automaton import Automaton, Cells, compile_cards
from pitboss.analysis.exact.cards import solve_cards
from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Choice, Solved
from pitboss.analysis.exposure.figures import Before, BeforeRow
from pitboss.analysis.exposure.leak import Leak, Position, before_in_words
from pitboss.analysis.simulation.counts import SHOE_SETTINGS
from pitboss.analysis.simulation.plan import Plan, plan_of
from pitboss.analysis.study import UNIT, Decide, Scenario, Study, Worths
from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.games.casino_war.hands import compare, rank
from pitboss.games.casino_war.rules import CasinoWarRules
from pitboss.table.entries import Chose, Closed, Entry
from pitboss.table.prompts import Prompt

WAR, SURRENDER = "war", "surrender"
ONE, NOTHING = Fraction(1), Fraction(0)

# How many cards of each rank there are.
Counts = tuple[int, ...]


class GoToWar:
    """A strategy that goes to war after a tie hand of these ranks, without a tie wager on the war
    deal."""

    def __init__(self, ranks: frozenset[int]) -> None:
        self.ranks = ranks

    def __call__(self, prompt: Prompt) -> Entry:
        if prompt.kind == "wagers":
            return Closed()
        place = f"hand of p{prompt.seat}"
        card = next(e.card for e in prompt.dealer.events if e.act == "draw" and e.what == place)
        return Chose(prompt.seat, WAR if rank(card) in self.ranks else SURRENDER)


ALWAYS_WAR = GoToWar(frozenset(range(13)))
ALWAYS_SURRENDER = GoToWar(frozenset())


def situation(tied: int) -> str:
    return f"tie hand, {RANKS[tied]}"


def read_table(rules: CasinoWarRules, table: Mapping[str, str]) -> GoToWar:
    """Reads a user's own policy: `"tie hand, 8" = "war"`, and "otherwise" for what is not
    named."""
    known = [situation(tied) for tied in range(13)]
    for name, action in table.items():
        if name not in known and name != "otherwise":
            raise BadInput(f'policy: {name[:60]!r} is no situation; expected "{known[0]}" ...')
        if action not in (WAR, SURRENDER):
            raise BadInput(
                f"policy: {name[:60]!r} = {action[:40]!r}: not permitted; expected "
                f"{WAR}, {SURRENDER}",
                cite=rules.law.cite(rules.law.decisions["war-or-surrender"].cite),
            )
    missing = [name for name in known if name not in table]
    if missing and "otherwise" not in table:
        raise BadInput(
            f'policy: no action for {len(missing)} situation(s): "{missing[0]}": {WAR}, {SURRENDER}'
        )
    rest = table.get("otherwise")
    return GoToWar(frozenset(t for t, name in enumerate(known) if table.get(name, rest) == WAR))


def scenarios(rules: CasinoWarRules) -> list[Scenario]:
    return [
        Scenario("initial", (("initial", "", UNIT),), note="with the war wager"),
        Scenario("tie", (("tie", "", UNIT),), note="on the original deal, beside an initial wager"),
    ]


# -- exact --------------------------------------------------------------------------------------


def full_counts(rules: CasinoWarRules) -> Counts:
    return (4 * rules.decks,) * 13


def versus(counts: Counts) -> list[tuple[int, int, Fraction]]:
    """Returns every rank of the player's card and the dealer's, and how likely it is: two cards
    without replacement."""
    total = sum(counts)
    return [
        (mine, other, Fraction(held * (counts[other] - (mine == other)), total * (total - 1)))
        for mine, held in enumerate(counts)
        for other in range(len(counts))
        if held and counts[other] - (mine == other) > 0
    ]


def after_tie(counts: Counts, tied: int) -> dict[int, Fraction]:
    """Returns the chances of a war won (1), tied (0) and lost (-1) after a tie hand of this
    rank."""
    left = tuple(held - 2 * (each == tied) for each, held in enumerate(counts))
    found = {1: NOTHING, 0: NOTHING, -1: NOTHING}
    for mine, other, chance in versus(left):
        found[compare(mine << 2, other << 2)] += chance
    return found


def war_cell(rules: CasinoWarRules, result: int) -> Cell:
    staked = Fraction(2)
    if result < 0:
        return Cell("war lost", "", -staked, staked)
    row = rules.war if result else rules.war_tie
    name = "war won" if result else "war tied"
    return Cell(name, row.text, row.fraction, staked, (Part.by(row),))


def surrender_cell(rules: CasinoWarRules) -> Cell:
    return Cell("surrender", "", -Fraction(rules.surrender.percent, 100), ONE)


def original_cell(rules: CasinoWarRules, result: int) -> Cell:
    if result < 0:
        return Cell("lose", "", -ONE, ONE)
    row = rules.initial
    return Cell("win", row.text, row.fraction, ONE, (Part.by(row),))


def tie_cell(rules: CasinoWarRules, tied: bool) -> Cell:
    if not tied:
        return Cell("lose", "", -ONE, ONE)
    row = rules.tie
    return Cell("tie hand", row.text, row.fraction, ONE, (Part.by(row),))


def best(rules: CasinoWarRules, counts: Counts) -> GoToWar:
    """Returns the strategy of going to war wherever that is worth more than a surrender."""
    surrender = surrender_cell(rules).net
    ranks = set()
    for tied, held in enumerate(counts):
        if held < 2:
            continue
        if war_worth(rules, counts, tied) > surrender:
            ranks.add(tied)
    return GoToWar(frozenset(ranks))


def war_worth(rules: CasinoWarRules, counts: Counts, tied: int) -> Fraction:
    """Returns what going to war after a tie hand of this rank is worth."""
    chances = after_tie(counts, tied).items()
    return sum((war_cell(rules, result).net * p for result, p in chances), NOTHING)


def worths(rules: CasinoWarRules, scenario: Scenario) -> Worths:
    """Returns what tells the worth of war and of surrender after a tie hand, from a full shoe."""
    counts, surrender = full_counts(rules), surrender_cell(rules).net

    def after_tie_hand(prompt: Prompt) -> dict[Entry, Fraction] | None:
        if prompt.kind != "decision" or scenario.wager == "tie":
            return None
        tied = rank(next(e.card for e in prompt.dealer.events if e.act == "draw"))
        worth = {WAR: war_worth(rules, counts, tied), SURRENDER: surrender}
        return {Chose(prompt.seat, choice): worth[choice] for choice in prompt.choices}

    return after_tie_hand


def by_hand(rules: CasinoWarRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    """Returns the worth of war and of surrender by the rank of a tie hand."""
    if scenario.wager == "tie":
        raise BadInput(f"tie: {NOTHING_DECIDED}")
    if is_cards(hand):
        return Valued([])
    counts, surrender = full_counts(rules), surrender_cell(rules).net
    rows = [
        HandWorth(
            situation(mine),
            "",
            {WAR: war_worth(rules, counts, mine), SURRENDER: surrender},
            chance,
        )
        for mine, other, chance in versus(counts)
        if mine == other
    ]
    return Valued([row for row in rows if named_so(row.hand, hand)])


def exact(
    rules: CasinoWarRules, scenario: Scenario, decide: Decide | None, counts: Counts | None = None
) -> Solved:
    """Returns the exact distribution from a whole shoe, or from so many cards of each rank."""
    counts = counts or full_counts(rules)
    total = sum(counts)
    if scenario.wager == "tie":
        joint = Joint((scenario.wager,), total * (total - 1))
        for mine, other, chance in versus(counts):
            joint.add((tie_cell(rules, mine == other),), chance)
        return Solved(joint)
    strategy = decide or best(rules, counts)
    if not isinstance(strategy, GoToWar):
        raise BadInput("a strategy for casino war says after which tie hands to go to war")
    joint = Joint((scenario.wager,), total * (total - 1) * (total - 2) * (total - 3))
    done: dict[tuple[int, str], Fraction] = {}
    for mine, other, chance in versus(counts):
        result = compare(mine << 2, other << 2)
        if result:
            joint.add((original_cell(rules, result),), chance)
            continue
        does = WAR if mine in strategy.ranks else SURRENDER
        done[mine, does] = chance
        if does == SURRENDER:
            joint.add((surrender_cell(rules),), chance)
            continue
        for outcome, part in after_tie(counts, mine).items():
            if part:
                joint.add((war_cell(rules, outcome),), chance * part)
    return Solved(joint, strategy_lines(done))


def together(rules: CasinoWarRules, scenario: Scenario, decide: Decide | None) -> Solved:
    """Returns the exact distribution of the initial and the tie wager, put down together."""
    strategy = decide or best(rules, full_counts(rules))
    return Solved(solve_cards(automaton_of(rules, scenario, strategy)))


def strategy_lines(done: Mapping[tuple[int, str], Fraction]) -> list[Choice]:
    """Returns the strategy: one line where all ranks are treated alike."""
    actions = {does for _, does in done}
    if len(actions) == 1:
        return [Choice("tie hand", actions.pop(), sum(done.values(), NOTHING))]
    return [Choice(situation(tied), does, chance) for (tied, does), chance in done.items()]


# -- kernel -------------------------------------------------------------------------------------


def automaton_of(rules: CasinoWarRules, scenario: Scenario, decide: Decide) -> Automaton:
    """Returns the automaton that is compiled from the procedure. A tie wager lies beside an
    initial wager: both are played, each with its own result, and the tie wager's alone is told."""
    from pitboss.games.casino_war import game

    if scenario.wager != "tie":
        return compile_cards(game, rules, study, scenario, decide)
    beside = (("initial", "", UNIT), *scenario.wagers)
    both = Scenario(scenario.wager, beside, each=True)
    made = compile_cards(game, rules, study, both, decide)
    outcomes: list[Cells] = [(tie,) for _, tie in made.outcomes]
    return msgspec.structs.replace(made, wagers=(scenario.wager,), outcomes=outcomes)


def plan(rules: CasinoWarRules, scenario: Scenario, decide: Decide | None, **dealt: Any) -> Plan:
    """Returns the plan of the automaton."""
    strategy = decide or best(rules, full_counts(rules))
    made = plan_of(automaton_of(rules, scenario, strategy), **dealt)
    made.decide = strategy
    if scenario.wager == "tie":
        # The procedure would ask for an initial wager that the tape does not have.
        made.tracer = None
    return made


# -- what is seen -------------------------------------------------------------------------------


def expose(
    rules: CasinoWarRules, scenario: Scenario, leak: Leak, positions: Sequence[Position], **how: Any
) -> Before:
    """Returns what it is worth to know the player's card, the dealer's or both, or their class,
    before the wager. Who decides after a tie hand sees both cards: nothing else counts then."""
    cards = leak.seen or leak.classed or positions[: leak.first]
    if not cards or leak.shares or any(card.draw > 1 for card in cards):
        raise BadInput("casino war: the worth of player 1 and of dealer 1 is worked out")
    counts, names = full_counts(rules), [card.name for card in cards]
    chances: dict[str, Fraction] = {}
    won: dict[str, Fraction] = {}
    for pair in versus(counts):
        dealt = pair[:2]
        known = [dealt[card.draw] for card in cards]
        words = [RANKS[each] for each in known]
        if leak.ranks:
            words = ["yes" if each in leak.ranks else "no" for each in known]
        label = "-".join(words)
        chances[label] = chances.get(label, NOTHING) + pair[2]
        worth = pair[2] * pair_worth(rules, scenario, counts, pair)
        won[label] = won.get(label, NOTHING) + worth
    rows = [
        BeforeRow(label, chance, ((scenario.wager, -won[label] / chance),))
        for label, chance in chances.items()
    ]
    whole = exact(rules, scenario, None).joint.distribution(scenario.wager).house_edge()
    return Before(before_in_words(names, leak.ranks), rows, {scenario.wager: whole})


def pair_worth(
    rules: CasinoWarRules, scenario: Scenario, counts: Counts, pair: tuple[int, int, Fraction]
) -> Fraction:
    """Returns what a wager is worth when both cards are on the table."""
    mine, other, _ = pair
    if scenario.wager == "tie":
        return tie_cell(rules, mine == other).net
    result = compare(mine << 2, other << 2)
    if result:
        return original_cell(rules, result).net
    return max(war_worth(rules, counts, mine), surrender_cell(rules).net)


def counted(rules: CasinoWarRules, scenario: Scenario) -> list[Any]:
    """Returns the wager as a function of the cards that are left, played by the best strategy for a
    full shoe."""
    from pitboss.analysis.exposure.countable import by_automaton

    strategy = best(rules, full_counts(rules))

    def worths(left: Sequence[int]) -> list[Fraction]:
        joint = exact(rules, scenario, strategy, tuple(left)).joint
        return [-joint.distribution(scenario.wager).house_edge()]

    notes = ("cards that are burned before a war count as seen",)
    return list(by_automaton(automaton_of(rules, scenario, strategy), worths, notes))


def future(ranks: Sequence[int]) -> Hashable:
    """Returns what decides the rest of a round: the cards come as player, dealer, and at war three
    burned, the player's, perhaps three burned, the dealer's."""
    if len(ranks) < 2:
        return tuple(ranks)
    war_card = ranks[5] if len(ranks) > 5 else -1
    return (len(ranks), war_card)


study = Study(
    scenarios=scenarios,
    card_class=rank,
    future=future,
    strategies={"always war": ALWAYS_WAR, "always surrender": ALWAYS_SURRENDER},
    exact=exact,
    together=together,
    policy=read_table,
    kernel=plan,
    expose=expose,
    counted=counted,
    settings=SHOE_SETTINGS,
    worths=worths,
    by_hand=by_hand,
)
