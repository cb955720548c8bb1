"""What it is worth to see a card before its time at a game of twenty-one: the dealer's second, when
the hand is played; any of the first ones, before a wager that they decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.analysis.exact.distribution import Joint
from pitboss.analysis.exact.figures import percent_text
from pitboss.analysis.exposure.expose import Undecided
from pitboss.analysis.exposure.figures import Before, BeforeRow, Way
from pitboss.analysis.exposure.leak import Leak, before_in_words
from pitboss.equipment.cards import RANKS
from pitboss.errors import BadInput
from pitboss.families.twenty_one.hands import is_ace, is_ten_value
from pitboss.law.paytable import Paytable

from .exact.compositions import Ints
from .exact.shoes import ACE, TEN, chance_of
from .side_wagers import LOSES, row_cell, rows_of_deals

HOLE_CARD, OWN_CARD = "dealer 2", "player 1"
# The beginnings of outcomes' names, and the action that has led to them.
ACTIONS = {"doubled": "double", "split": "split", "more": "split", "surrender": "surrender"}


def need_hole_card(leak: Leak, decided: bool) -> None:
    """Refuses a leak that is not of the dealer's second card."""
    if not decided:
        raise Undecided("a wager beside the hand is decided by its cards: the leak does nothing")
    if leak.classed or leak.shares or leak.first or [p.name for p in leak.seen] != [HOLE_CARD]:
        raise BadInput(
            f"--sees: of a game of twenty-one the worth of {HOLE_CARD!r} is worked out; by its "
            "class hands would have to be searched for all cards of the class together, and the "
            "hands of others would need a strategy for each, about ten seconds for every one of "
            "thousands"
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


def insured_note(way: Way, shoe: Ints, insurance: Fraction) -> str:
    """Returns what insurance adds, which is taken where the dealer has a blackjack with an ace up
    and nowhere else."""
    if not insurance:
        return "insurance is not offered"
    gain = chance_of(shoe, ACE + 1, TEN + 1) * insurance / 2
    return (
        f"insurance, taken only against a ten under an ace, adds {percent_text(gain)} of a wager: "
        f"the edge is then {percent_text(way.edge() - gain)}"
    )


# -- wagers beside the hand -------------------------------------------------------------------


class FirstCards(NamedTuple):
    """A wager that the first cards decide: where they are dealt to, in the order in which `row_of`
    takes them, and the cards of a deck."""

    places: tuple[str, ...]
    cards: Sequence[int]
    decks: int

    def before(
        self,
        wager: str,
        paytable: Paytable,
        row_of: Callable[..., int],
        leak: Leak,
        given: Callable[..., bool] | None = None,
    ) -> Before:
        """Returns the edge of the wager by what is seen before it is made, of deals of which
        something is `given`."""
        names = [p.name for p in (*leak.seen, *leak.classed)] or [OWN_CARD] * leak.first
        if leak.shares or not set(names) <= set(self.places):
            places = ", ".join(self.places)
            raise Undecided(f"{wager}: decided by {places}; the leak does next to nothing to it")
        drawn = [self.places.index(name) for name in names]

        def seen(*dealt: int) -> tuple[str, int]:
            if given is not None and not given(*dealt):
                return "", LOSES
            ranks = [dealt[place] >> 2 for place in drawn]
            words = [RANKS[rank] for rank in ranks]
            if leak.ranks:
                words = ["yes" if rank in leak.ranks else "no" for rank in ranks]
            return "-".join(words), row_of(*dealt)

        found = rows_of_deals(self.decks, self.cards, len(self.places), seen)
        found = {key: chance for key, chance in found.items() if key[0]}
        every = sum(found.values(), Fraction(0))
        rows: dict[str, Fraction] = {}
        edges: dict[str, Fraction] = {}
        for (label, row), chance in found.items():
            rows[label] = rows.get(label, Fraction(0)) + chance / every
            lost = -row_cell(paytable, row).net * chance / every
            edges[label] = edges.get(label, Fraction(0)) + lost
        return Before(
            before_in_words(names, leak.ranks),
            [
                BeforeRow(label, chance, ((wager, edges[label] / chance),))
                for label, chance in rows.items()
            ],
            {wager: sum(edges.values(), Fraction(0))},
        )


def before_insurance(leak: Leak, cards: Sequence[int], decks: int, paytable: Paytable) -> Before:
    """Returns the edge of insurance, where the dealer shows an ace, by what is seen of the card
    under it."""
    found = FirstCards(("dealer 1", HOLE_CARD), cards, decks).before(
        "insurance",
        paytable,
        lambda first, second: 0 if is_ten_value(second) else LOSES,
        leak,
        lambda first, second: is_ace(first),
    )
    found.notes = ("chances are those of the dealer's second card where the first is an ace",)
    return found
