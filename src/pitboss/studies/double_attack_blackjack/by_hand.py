"""What a double attack wager is worth by the dealer's first card, and each action of a hand by its
cards and that one."""

from __future__ import annotations

from pitboss.analysis.exact.actions import NOTHING_DECIDED, HandWorth, Valued
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.games.double_attack_blackjack.rules import DoubleAttackRules
from pitboss.studies.families.twenty_one import by_hand
from pitboss.studies.families.twenty_one.exact.shoes import Start, shoe_of
from pitboss.studies.families.twenty_one.exact.solve import payments
from pitboss.studies.families.twenty_one.exact.words import SHOWN, name_of

from .exact import PICTURES, Against, solve, table_rules, with_surrender

OWN_CARDS = 2
FIRST_CARD = "before the own cards"
NOTE = (
    "; a hand's are per unit of initial and double attack wager together, those of the first card "
    "of the initial wager, and exact"
)


def worths(rules: DoubleAttackRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    table = table_rules(rules)
    if scenario.wager == "insurance":
        shoe = shoe_of(table.decks, tens=PICTURES)
        return by_hand.insurance(table.insurance, shoe, OWN_CARDS)
    if scenario.wager != "initial":
        raise BadInput(f"{scenario.wager}: {NOTHING_DECIDED}")
    solution = solve(table)
    first = {each.start.cards: each for each in solution.against}
    starts = [each.start for each in solution.against]
    up = by_hand.shown_named(shown, 1)
    rows: list[HandWorth] = []
    if not hand or hand.lower() in FIRST_CARD:
        order = sorted(solution.against, key=lambda each: SHOWN.index(name_of(each.start.cards[0])))
        rows = [_first_card(each) for each in order if not up or each.start.cards == up]
    if hand and rows:
        return Valued(rows)
    paid = payments(table)

    def against(start: Start) -> by_hand.Against:
        kept = with_surrender(paid, first[start.cards].gives_up, table.surrender_keeps)
        strategy, keeps = solution.strategy, float(table.surrender_keeps)
        return by_hand.played_by(table, start, strategy, paid, kept, table, kept=keeps)

    found = by_hand.valued(starts, against, hand, shown)
    return Valued([*rows, *found.hands], found.note + NOTE)


def _first_card(each: Against) -> HandWorth:
    """All is in proportion to what is wagered: the double attack doubles what follows."""
    worth = {"double attack": 2 * each.value, "no double attack": each.value}
    return HandWorth(FIRST_CARD, by_hand.named(each.start.cards), worth, each.start.chance)
