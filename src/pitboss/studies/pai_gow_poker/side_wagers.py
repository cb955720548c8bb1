"""The side wagers of pai gow poker. Each is decided by a row that cards or dice are in, and is
exact. A bonus wager's envy is told beside it: it grows with every other player at the table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

from pitboss.analysis.exact.distribution import Cell, Joint, Part
from pitboss.analysis.exact.edges import Solved
from pitboss.analysis.simulation.plan import Plan
from pitboss.analysis.study import UNIT, Envy, Scenario
from pitboss.games.pai_gow_poker.rules import COLOURS, DICE, PLACES, PaiGowPokerRules
from pitboss.games.pai_gow_poker.side_wagers import ADDITIONAL, ENVIOUS, FIRST_CARDS, IMPERIAL
from pitboss.hands.pai_gow_bonus import (
    BONUS_ROWS,
    IMPERIAL_BANKER_ROWS,
    IMPERIAL_PLAYER_ROWS,
    INSURANCE_ROWS,
)
from pitboss.hands.poker import CATEGORY_SHIFT, THREE_CARD_CATEGORIES, three_card_joker_value
from pitboss.law.paytable import Row
from pitboss.money import format_dollars
from pitboss.studies.families.one_deck_poker.stakes import STAKE_MAX, STEP, cents_after
from pitboss.studies.pai_gow_poker import kernel, sides
from pitboss.studies.pai_gow_poker.whole import AGAINST, DECK, HANDS

ONE = Fraction(1)
QUEEN_HIGH = "queen high"
NUMBERS = -1
# What decides each wager, as the kernel has it; the draw of a number is not in the cards.
DECIDED_BY = {
    "bonus": kernel.BONUS,
    "dynasty": kernel.BONUS,
    "seven-card-bonus": kernel.BONUS,
    "progressive": kernel.BONUS,
    "insurance": kernel.INSURANCE,
    "protection": kernel.INSURANCE,
    IMPERIAL: kernel.IMPERIAL,
    "queens-dragon": kernel.QUEENS_DRAGON,
    "three-card-bonus": kernel.THREE_CARDS,
    "red-black": kernel.RED_BLACK,
    ADDITIONAL: NUMBERS,
}


def scenarios(rules: PaiGowPokerRules) -> list[Scenario]:
    """A scenario for every side wager that is offered, and for every spot of it."""
    return [
        _scenario(rules, kind, spot, _free_stake(rules, kind))
        for kind in rules.side_wagers
        for spot in rules.law.wagers[kind].spots or ("",)
    ]


def scenario_for(rules: PaiGowPokerRules, wager: str) -> Scenario | None:
    """`imperial 50.00`: an amount at which the limit of 11.20(d) may be reached."""
    if IMPERIAL not in rules.side_wagers:
        return None
    cents = cents_after(IMPERIAL, wager)
    if cents is None or not 1 <= cents <= STAKE_MAX:
        return None
    return _scenario(rules, IMPERIAL, "", cents, wager)


def _scenario(
    rules: PaiGowPokerRules, kind: str, spot: str, cents: int, name: str = ""
) -> Scenario:
    note = envy_note(rules) if kind in ENVIOUS and rules.envy else ""
    if kind == IMPERIAL and rules.imperial_limit:
        limit = format_dollars(rules.imperial_limit)
        note = f"a wager of {format_dollars(cents)}, under a limit of {limit} (11.20(d))"
    return Scenario(name or f"{kind} {spot}".strip(), ((kind, spot, cents),), note=note)


def _free_stake(rules: PaiGowPokerRules, kind: str) -> int:
    """An amount at which no limit is reached."""
    if kind != IMPERIAL or not rules.imperial_limit:
        return UNIT
    best = sum(max(row.fraction for _, row in _table(rules, name)) for name in _COLUMNS)
    return max(STEP, int(rules.imperial_limit // best) // STEP * STEP)


# -- how often each row --------------------------------------------------------------------------


@cache
def counts(decided_by: int) -> tuple[tuple[str, int], ...]:
    """The rows in the kernel's order, each with the number of combinations in it."""
    every = sides.COUNTS
    if decided_by == kernel.BONUS:
        return tuple(zip((*BONUS_ROWS, ""), every.bonus, strict=True))
    if decided_by == kernel.INSURANCE:
        return tuple(zip((*INSURANCE_ROWS, ""), every.insurance, strict=True))
    if decided_by == kernel.QUEENS_DRAGON:
        queens = every.insurance[INSURANCE_ROWS.index(QUEEN_HIGH)]
        return (QUEEN_HIGH, queens), ("", HANDS - queens)
    if decided_by == kernel.THREE_CARDS:
        found = [0] * len(THREE_CARD_CATEGORIES)
        for cards in combinations(range(DECK), FIRST_CARDS):
            found[three_card_joker_value(*cards) >> CATEGORY_SHIFT] += 1
        return tuple(zip(THREE_CARD_CATEGORIES, found, strict=True))
    assert decided_by == kernel.RED_BLACK
    # Of seven cards without the joker one colour has the majority, and either as often; with it,
    # three and three have none.
    none = comb(26, 3) ** 2
    each = (HANDS - none) // 2
    return (COLOURS[0], each), (COLOURS[1], each), ("", none)


def numbers(rules: PaiGowPokerRules) -> list[int]:
    """The numbers that may determine the starting position, each as likely as any other."""
    if rules.starting_position == DICE:
        return [sum(faces) for faces in product(range(1, 7), repeat=3)]
    return list(range(1, PLACES + 1))


# -- what each row comes to ----------------------------------------------------------------------

_COLUMNS = ("imperial_player", "imperial_banker")


def _table(rules: PaiGowPokerRules, name: str) -> Sequence[tuple[str, Row]]:
    return list(rules.law.paytables[name])


def _row(rules: PaiGowPokerRules, kind: str, name: str | int) -> Row | None:
    table = rules.law.paytables[rules.law.wagers[kind].pays.partition(":")[0]]
    return table[name] if name in table else None


def _cell(*rows: Row, paid: Fraction | None = None) -> Cell:
    """A wager that is paid by these rows, and so much where a limit cuts it; lost by none."""
    if not rows:
        return Cell("lose", "", -ONE, ONE)
    net = sum((row.fraction for row in rows), Fraction(0)) if paid is None else paid
    name = " and ".join(row.key for row in rows)
    odds = rows[0].text if len(rows) == 1 else ""
    return Cell(name, odds, net, ONE, tuple(Part.by(row) for row in rows))


def cells_of(rules: PaiGowPokerRules, scenario: Scenario) -> list[Cell]:
    """What every outcome of the kernel comes to."""
    ((kind, spot, cents),) = scenario.wagers
    decided_by = DECIDED_BY[kind]
    if decided_by == kernel.IMPERIAL:
        return _imperial_cells(rules, cents)
    names: Sequence[str | int] = [name for name, _ in counts(decided_by)] if decided_by >= 0 else []
    if decided_by == NUMBERS:
        names = sorted(set(numbers(rules)))
    found = []
    for name in names:
        row = _row(rules, kind, name)
        found.append(_cell(row) if row is not None and spot in ("", row.key) else _cell())
    return found


def _imperial_cells(rules: PaiGowPokerRules, cents: int) -> list[Cell]:
    """By the player's row and the banker's: both are paid, up to the limit of 11.20(d)."""
    found = []
    for player in (*IMPERIAL_PLAYER_ROWS, ""):
        for banker in (*IMPERIAL_BANKER_ROWS, ""):
            names = zip(_COLUMNS, (player, banker), strict=True)
            tables = [(rules.law.paytables[table], name) for table, name in names]
            rows = [table[name] for table, name in tables if name in table]
            paid = sum((row.fraction for row in rows), Fraction(0))
            if rules.imperial_limit:
                paid = min(paid, Fraction(rules.imperial_limit, cents))
            found.append(_cell(*rows, paid=paid) if rows else _cell())
    return found


def exact(rules: PaiGowPokerRules, scenario: Scenario) -> Solved:
    """The exact distribution of a side wager."""
    decided_by = DECIDED_BY[scenario.wagers[0][0]]
    if decided_by == kernel.IMPERIAL:
        weights = [number for line in sides.IMPERIAL_DEALS for number in line]
        assert sum(weights) == HANDS * AGAINST
    elif decided_by == NUMBERS:
        drawn = numbers(rules)
        weights = [drawn.count(number) for number in sorted(set(drawn))]
    else:
        weights = [number for _, number in counts(decided_by)]
    joint = Joint((scenario.wager,), sum(weights))
    for cell, weight in zip(cells_of(rules, scenario), weights, strict=True):
        if weight:
            joint.add((cell,), Fraction(weight, sum(weights)))
    return Solved(joint)


def plan(rules: PaiGowPokerRules, scenario: Scenario) -> Plan:
    """The kernel of a side wager."""
    decided_by = DECIDED_BY[scenario.wagers[0][0]]
    cells = cells_of(rules, scenario)
    if decided_by == NUMBERS:
        drawn = numbers(rules)
        places = [sorted(set(drawn)).index(number) for number in drawn]
        return kernel.number_plan(scenario.wager, places, cells)
    return kernel.side_plan(scenario.wager, decided_by, cells)


# -- envy ----------------------------------------------------------------------------------------


def envy_of_another(rules: PaiGowPokerRules) -> Fraction:
    """What the envy bonus for one other player's hand is worth, in cents a round."""
    rows = sides.COUNTS.bonus
    return sum(
        (Fraction(rows[row] * cents, HANDS) for row, cents in enumerate(rules.envy)), Fraction(0)
    )


def envies(rules: PaiGowPokerRules) -> list[Envy]:
    """The wagers that have a claim to an envy bonus."""
    if not rules.envy:
        return []
    each = envy_of_another(rules)
    return [
        Envy(kind, rules.envy_wager, each, rules.law.cite(rules.law.wagers[kind].cite))
        for kind in ENVIOUS
        if kind in rules.side_wagers
    ]


def edge_with_envy(rules: PaiGowPokerRules, kind: str, players: int) -> Fraction:
    """The house edge of the least wager that has a claim, with so many players who hold cards at
    the table; exact, because what several hands bring on average adds up."""
    scenario = _scenario(rules, kind, "", UNIT)
    alone = exact(rules, scenario).joint.distribution(scenario.wager).house_edge()
    return alone - (players - 1) * envy_of_another(rules) / rules.envy_wager


def envy_note(rules: PaiGowPokerRules) -> str:
    each = envy_of_another(rules) / rules.envy_wager
    wager = format_dollars(rules.envy_wager)
    return (
        f"without envy; each other player lowers the house edge of a wager of {wager} by "
        f"{float(100 * each):.4f} % ({each})"
    )
