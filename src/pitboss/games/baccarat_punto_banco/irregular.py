"""3.12 Irregularities, and what else may interrupt a procedure: a recut (3.5(f)), a patron who
leaves (3.3(c)4), a curator who passes the shoe or is told to (3.11)."""

from __future__ import annotations

from pitboss.families.baccarat.irregular import (
    between_rounds,
    irregularities,
    patron_leaves,
    recut_under,
)
from pitboss.games.baccarat_punto_banco.procedure import pass_the_shoe
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def curator_passes(dealer: Dealer, found: Found) -> None:
    """3.11(a): after any round the curator may pass the shoe."""
    dealer.note("the curator passes the shoe", cite="3.11(a)", seat=dealer.state.holder)
    pass_the_shoe(dealer, dealer.rules, without=dealer.state.holder)


def curator_ordered_to_pass(dealer: Dealer, found: Found) -> None:
    """3.11: one who delays the game, misdeals or breaks the rules is told to pass the shoe."""
    dealer.act("the curator is ordered to pass the shoe", cite="3.11")
    pass_the_shoe(dealer, dealer.rules, without=dealer.state.holder)


def curator_or_patron_leaves(dealer: Dealer, found: Found) -> None:
    """3.3(c)4; and a curator who leaves cannot keep the shoe."""
    patron_leaves(dealer, found)
    if found.seat == dealer.state.holder:
        pass_the_shoe(dealer, dealer.rules, without=found.seat)


def with_a_curator(dealer: Dealer, prompt: Prompt) -> bool:
    return between_rounds(dealer, prompt) and bool(dealer.state.holder)


IRREGULARITIES = (
    *irregularities("3.12"),
    recut_under("3.5(f)"),
    Irregularity(
        "curator-passes",
        "3.11(a)",
        curator_passes,
        with_a_curator,
        label="the curator passes the shoe",
    ),
    Irregularity(
        "curator-ordered-to-pass",
        "3.11",
        curator_ordered_to_pass,
        with_a_curator,
        label="the curator is ordered to pass the shoe",
        basis="unverified",
    ),
    Irregularity(
        "patron-leaves",
        "3.3(c)4",
        curator_or_patron_leaves,
        between_rounds,
        ("seat",),
        label="a patron leaves the table",
    ),
)
