"""What wagers that lie over many rounds are worth as they stand, by what they are on: the point of
a pass wager, the number of a place wager. Left alone, taken down where the rules permit it, or
with odds on them. Exact, from the chain of tables that the procedure leads through."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec.structs import replace

from pitboss import registry
from pitboss.analysis.exact.actions import WAGER, HandWorth, Valued, named_so
from pitboss.analysis.exact.chain import Chain, explore_chain
from pitboss.analysis.exact.chain import worths as chain_worths
from pitboss.analysis.study import Decide, Scenario, Study
from pitboss.errors import BadInput
from pitboss.table.entries import Reduced, Wagered, entry_text
from pitboss.table.game import Game, Rules, Table
from pitboss.table.round import Waiting, play

LEAVE, TAKE_DOWN, WITH_ODDS = "leave", "take down", "with odds"
NOTE = "what is worth less than 0 is better taken down, where it may be"
ODDS_NOTE = (
    "; how often the first roll brings a wager there; with odds: as much as is permitted, per unit "
    "of the wager that they support"
)
# The name of a situation by the table, or nothing where it is not listed.
Named = Callable[[Scenario, Table], str]


def need_no_card(shown: str) -> None:
    if shown:
        raise BadInput("--shown: at dice no card is shown")


def worths(
    study: Study,
    rules: Rules,
    scenario: Scenario,
    named: Named,
    hand: str,
    odds: Decide | None = None,
) -> Valued:
    """The situations in which the scenario's wager stands, those whose names have `hand`. `odds`
    makes the wager that supports it, where there is one."""
    game = registry.find(rules.law.game)
    studied = study.of(scenario)
    chain = explore_chain(game, rules, studied, scenario)
    found: dict[str, HandWorth] = {}
    values = chain_worths(chain, scenario, rules)
    for state, (value, (table, _)) in enumerate(zip(values, chain.states, strict=True)):
        name = named(scenario, table)
        # Vigorish that was paid when the wager was made is gone in any case.
        value += Fraction(sum(wager.charged for wager in table.standing), scenario.wagers[0][2])
        if name in found:
            assert found[name].worths[LEAVE] == value, f"{name}: unlike in worth"
        elif name:
            actions = {LEAVE: value}
            if table.standing:
                actions |= _actions(studied, game, rules, scenario, table, odds)
            chance = _chance(chain, state) if named(scenario, chain.states[0][0]) else None
            found[name] = HandWorth(name, "", actions, chance)
    rows = [row for row in found.values() if named_so(row.hand, hand)]
    return Valued(rows, NOTE if odds is None else NOTE + ODDS_NOTE, rows=WAGER, together=True)


def _chance(chain: Chain, state: int) -> Fraction | None:
    """How often the wager comes to the state by its first roll; at first, always."""
    if not state:
        return Fraction(1)
    times = sum(step.weight for step in chain.steps[0] if step.to == state)
    return Fraction(times, chain.total) if times else None


def _actions(
    study: Study, game: Game, rules: Rules, scenario: Scenario, table: Table, odds: Decide | None
) -> dict[str, Fraction]:
    """What may be done with a wager that stands, beside leaving it."""
    waiting = play(game, rules, table, [])
    assert isinstance(waiting, Waiting)
    (wager,) = table.standing
    removal = entry_text(Reduced(wager.seat, wager.kind, 0, wager.spot))
    found = {}
    if any(answer["entry"] == removal for answer in waiting.prompt.answers()):
        found[TAKE_DOWN] = Fraction(0)
    if odds is not None and isinstance(odds(waiting.prompt), Wagered):
        supported = replace(scenario, later=odds)
        chain = explore_chain(game, rules, study, supported, table)
        found[WITH_ODDS] = chain_worths(chain, supported, rules)[0]
    return found
