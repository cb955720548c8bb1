"""3.12 Irregularities, and what else may interrupt a procedure: a recut (3.5(f)), a patron who
leaves (3.3(c)4), a curator who passes the shoe or is told to (3.11)."""

from __future__ import annotations

from pitboss.families.baccarat.irregular import (
    after_the_cut,
    before_a_card,
    between_rounds,
    both_stayed_and_cards_left,
    card_drawn_in_error,
    card_found_face_up,
    patron_leaves,
    player_stayed,
    recut_required,
    third_card_in_error,
    third_card_in_error_seen,
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
    Irregularity(
        "third-card-in-error", "3.12", third_card_in_error, player_stayed,
        label="a third card dealt to a Player's Hand that had to stay, unseen or due to Banker",
        basis="unverified",
    ),
    Irregularity(
        "third-card-in-error-seen", "3.12", third_card_in_error_seen, both_stayed_and_cards_left,
        ("card",), label="the same where Banker must stay, and the card was seen",
        basis="unverified",
    ),
    Irregularity(
        "card-found-face-up", "3.12", card_found_face_up, before_a_card, ("card",),
        label="a card found face up in the shoe", basis="unverified",
    ),
    Irregularity(
        "card-drawn-in-error", "3.12", card_drawn_in_error, before_a_card,
        label="a card drawn in error without its face being exposed", basis="unverified",
    ),
    Irregularity(
        "recut", "3.5(f)", recut_required, after_the_cut,
        label="a casino supervisor requires a recut",
    ),
    Irregularity(
        "curator-passes", "3.11(a)", curator_passes, with_a_curator,
        label="the curator passes the shoe",
    ),
    Irregularity(
        "curator-ordered-to-pass", "3.11", curator_ordered_to_pass, with_a_curator,
        label="the curator is ordered to pass the shoe", basis="unverified",
    ),
    Irregularity(
        "patron-leaves", "3.3(c)4", curator_or_patron_leaves, between_rounds, ("seat",),
        label="a patron leaves the table",
    ),
)  # fmt: skip
