"""Chemin de fer's study: a bank of one unit that another participant covers.

Both hands decide, each against the other, so that the best strategy is an equilibrium
(equilibrium.py). The procedure, with its decisions so taken, is then counted over all sequences
of cards by their point values, as in the other baccarat games."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from pitboss.analysis.exact.actions import HandWorth, Valued, named_so
from pitboss.analysis.exact.automaton import compile_cards
from pitboss.analysis.exact.cards import solve_cards
from pitboss.analysis.exact.edges import Choice, Solved
from pitboss.analysis.simulation.counts import SHOE_SETTINGS
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.errors import BadInput
from pitboss.games.baccarat_chemin_de_fer import game
from pitboss.games.baccarat_chemin_de_fer.hands import banker_chooses
from pitboss.games.baccarat_chemin_de_fer.rules import CheminDeFerRules
from pitboss.hands.baccarat import NO_CARD, card_value, point_count
from pitboss.money import format_dollars
from pitboss.studies.families.baccarat import by_value
from pitboss.table.entries import Chose, Entry
from pitboss.table.prompts import Prompt

from .equilibrium import CELLS, DREW, FORCED, Cell, Drawing, Equilibrium, ways

OTHERWISE = "otherwise"
FREE = tuple(cell for cell in CELLS if banker_chooses(*cell))
# How the situations are called, in strategies and in a user's own table.
ON_FIVE = "Player's Hand 5"
NAMES = {cell: f"Banker's Hand {cell[0]}, third card {cell[1]}" for cell in FREE}
WORDS = ("stay", "draw")
EACH_SIDE = (
    "each hand to its own side, the Banker's less vigorish, against the other's best play; where "
    "the bank is free in two cells alone, neither side needs chance: the equilibrium is not mixed"
)


class Draws:
    """A strategy of both hands: whether each draws where it may choose."""

    def __init__(self, on_five: bool, cells: Mapping[Cell, bool]) -> None:
        self.on_five = on_five
        self.cells = dict(cells)

    def __call__(self, prompt: Prompt) -> Entry:
        if len(prompt.choices) == 1:
            return Chose(prompt.seat, prompt.choices[0])
        players, bankers = hands_so_far(prompt)
        draws = self.on_five
        if prompt.what == "Banker's Hand":
            third = card_value(players[2]) if len(players) == 3 else NO_CARD
            draws = self.cells[point_count(*bankers[:2]), third]
        return Chose(prompt.seat, WORDS[draws])


def hands_so_far(prompt: Prompt) -> tuple[list[int], list[int]]:
    """Returns the cards of the Player's Hand and of the Banker's."""
    drawn = [event for event in prompt.dealer.events if event.act == "draw"]
    return (
        [event.card for event in drawn if event.what == "Player's Hand"],
        [event.card for event in drawn if event.what == "Banker's Hand"],
    )


@cache
def _equilibrium(decks: int, optional: bool, percent: int) -> Equilibrium:
    def free(cell: Cell) -> bool:
        return optional and banker_chooses(*cell)

    drawing = Drawing(decks, free, five_is_free=optional, vigorish=Fraction(percent, 100))
    return drawing.equilibrium()


def equilibrium_of(rules: CheminDeFerRules) -> Equilibrium:
    """Returns the equilibrium of the table's rules, for a shoe that is full."""
    assert rules.vigorish is not None
    return _equilibrium(rules.decks, rules.optional_cells, rules.vigorish.percent)


def optimal(rules: CheminDeFerRules, scenario: Scenario) -> Draws:
    """Returns the equilibrium as a strategy. With the cells that the rules leave free it never
    needs chance: to draw is best throughout."""
    found = equilibrium_of(rules)
    shares = [found.draws_on_five, *found.banker.values()]
    assert all(share in (0, 1) for share in shares), "a mixed strategy cannot be followed"
    return Draws(found.draws_on_five == 1, {cell: s == 1 for cell, s in found.banker.items()})


def kemeny_snell() -> Drawing:
    """Returns the game that was studied in 1957: cards put back, even money, no vigorish, a banker
    free with every count."""
    return Drawing(0, lambda cell: True)


def scenarios(rules: CheminDeFerRules) -> list[Scenario]:
    return [
        Scenario(
            "hands",
            (("bank", "", UNIT), ("against", "", UNIT)),
            each=True,
            seats=(1, 2),
            note="one participant against another: of what a wager is expected to lose, only "
            "the vigorish is the house's",
        )
    ]


def exact(rules: CheminDeFerRules, scenario: Scenario, decide: Decide | None) -> Solved:
    """Returns the distribution over every sequence of cards of a full shoe."""
    chosen = decide or optimal(rules, scenario)
    automaton = compile_cards(game, rules, study, scenario, chosen)
    return Solved(solve_cards(automaton), strategy_lines(rules, chosen))


def by_amount(rules: CheminDeFerRules, wager: str) -> str:
    """Returns why the edge depends on the amount: the vigorish is rounded up."""
    charge = rules.vigorish if wager == "bank" else None
    unit = charge.round_up_to if charge is not None else 0
    return f"the vigorish is rounded up to {format_dollars(unit)}" if unit else ""


def strategy_lines(rules: CheminDeFerRules, decide: Decide) -> list[Choice]:
    """Returns the strategy, and how often each choice comes up."""
    if not rules.optional_cells or not isinstance(decide, Draws):
        return []
    shoe = ways(rules.decks)
    found = [Choice(ON_FIVE, WORDS[decide.on_five], Fraction(shoe.on_five, shoe.total))]
    for cell, name in NAMES.items():
        times = shoe.met[cell][FORCED]
        if decide.on_five:
            times += shoe.met[cell][DREW]
        found.append(Choice(name, WORDS[decide.cells[cell]], Fraction(times, shoe.total)))
    return found


def by_hand(rules: CheminDeFerRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    """Returns what to stay and to draw are worth where there is a choice, each side against the
    best play of the other."""
    if shown:
        raise BadInput("--shown: a third card is part of a situation: --hand 'third card 9'")
    if not rules.optional_cells:
        raise BadInput(f"{rules.law.game}: every hand draws or stays by the table of drawing rules")
    assert rules.vigorish is not None
    found, shoe = equilibrium_of(rules), ways(rules.decks)
    percent = Fraction(rules.vigorish.percent, 100)
    drawing = Drawing(rules.decks, lambda cell: banker_chooses(*cell), vigorish=percent)
    often = found.draws_on_five
    worths = drawing.player_wins_with_five(found.banker)
    rows = [_worth(ON_FIVE, worths, shoe.on_five, shoe.total)]
    for cell, name in NAMES.items():
        forced, drew, stayed = shoe.met[cell]
        met = forced + often * drew + (1 - often) * stayed
        rows.append(_worth(name, drawing.bank_wins(cell, often), met, shoe.total))
    return Valued([row for row in rows if named_so(row.hand, hand)], EACH_SIDE)


def _worth(
    name: str, wins: tuple[Fraction, Fraction], ways_in: Fraction | int, total: int
) -> HandWorth:
    worths = {word: won / ways_in for word, won in zip(WORDS, wins, strict=True)}
    return HandWorth(name, "", worths, Fraction(ways_in) / total)


def read_table(rules: CheminDeFerRules, table: Mapping[str, str]) -> Draws:
    """Reads a user's own policy: what to do in each of the situations that `strategy_lines`
    names."""
    known = {ON_FIVE, *NAMES.values()}
    for situation, action in table.items():
        if situation not in known and situation != OTHERWISE:
            raise BadInput(f"policy: no situation {situation[:60]!r}; there are {_list(known)}")
        if action not in WORDS:
            raise BadInput(f"policy: {situation}: {action[:40]!r} is neither draw nor stay")
    missing = [name for name in sorted(known) if name not in table and OTHERWISE not in table]
    if missing:
        raise BadInput(f"policy: nothing is said for {_list(missing)}")

    def draws(name: str) -> bool:
        return table.get(name, table.get(OTHERWISE)) == "draw"

    return Draws(draws(ON_FIVE), {cell: draws(name) for cell, name in NAMES.items()})


def _list(names: Any) -> str:
    return "; ".join(sorted(names))


study = Study(
    scenarios=scenarios,
    settings=SHOE_SETTINGS,
    card_class=card_value,
    future=by_value,
    strategies={
        "table of subchapter 3": Draws(True, dict.fromkeys(FREE, True)),
        "stay on five": Draws(False, dict.fromkeys(FREE, True)),
        "stay in every free cell": Draws(False, dict.fromkeys(FREE, False)),
        "banker stays": Draws(True, dict.fromkeys(FREE, False)),
    },
    exact=exact,
    policy=read_table,
    optimal=optimal,
    by_hand=by_hand,
    by_amount=by_amount,
    notes=(
        "The best strategy is an equilibrium of the two who play the hands, for a full shoe and "
        "by the counts of the hands.",
    ),
)
