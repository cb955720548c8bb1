"""What it is worth to know the dealer's second card at a game of twenty-one."""

from __future__ import annotations

from fractions import Fraction

from pitboss.analysis.exact.distribution import Joint
from pitboss.analysis.exact.figures import percent_text
from pitboss.analysis.exposure.expose import Undecided
from pitboss.analysis.exposure.figures import Way
from pitboss.analysis.exposure.leak import Leak
from pitboss.errors import BadInput

HOLE_CARD = "dealer 2"
# The beginnings of outcomes' names, and the action that has led to them.
ACTIONS = {"doubled": "double", "split": "split", "more": "split", "surrender": "surrender"}


def need_hole_card(leak: Leak, decided: bool) -> None:
    """Refuses a leak that is not of the dealer's second card."""
    if not decided:
        raise Undecided("a wager beside the hand is decided by its cards: the leak does nothing")
    if leak.classed or leak.shares or leak.first or [p.name for p in leak.seen] != [HOLE_CARD]:
        raise BadInput(
            f"--sees: of a game of twenty-one the worth of {HOLE_CARD!r} is worked out; a class of "
            "cards or the hands of others would need a strategy for each, about ten seconds for "
            "every one of them, and there are thousands"
        )


def way_of(joint: Joint, wager: str) -> Way:
    """Returns the figures of a round, and how often hands are doubled, split and surrendered."""
    found = joint.distribution(wager)
    actions: dict[str, Fraction] = {}
    for cell, chance in found.cells.items():
        word = cell.row.replace(",", " ").split()[0]
        action = ACTIONS.get(word, "none of these")
        actions[action] = actions.get(action, Fraction(0)) + chance
    return Way(found, actions)


def insured_note(way: Way, decks: int, insurance: Fraction) -> str:
    """Returns what insurance adds, which is taken where the dealer has a blackjack with an ace up
    and nowhere else."""
    if not insurance:
        return "insurance is not offered"
    cards = 52 * decks
    chance = Fraction(4 * decks * 16 * decks, cards * (cards - 1))
    gain = chance * insurance / 2
    return (
        f"insurance, taken only against a ten under an ace, adds {percent_text(gain)} of a wager: "
        f"the edge is then {percent_text(way.edge() - gain)}"
    )
