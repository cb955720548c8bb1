"""7.11 Irregularities, and what else may interrupt a procedure: a recut (7.5(g)) and a patron
who leaves (7.3(c)4)."""

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
from pitboss.table.game import Irregularity

IRREGULARITIES = (
    Irregularity(
        "third-card-in-error", "7.11", third_card_in_error, player_stayed,
        label="a third card dealt to a Player's Hand that had to stay, unseen or due to Banker",
        basis="unverified",
    ),
    Irregularity(
        "third-card-in-error-seen", "7.11", third_card_in_error_seen, both_stayed_and_cards_left,
        ("card",), label="the same where Banker must stay, and the card was seen",
        basis="unverified",
    ),
    Irregularity(
        "card-found-face-up", "7.11", card_found_face_up, before_a_card, ("card",),
        label="a card found face up in the shoe", basis="unverified",
    ),
    Irregularity(
        "card-drawn-in-error", "7.11", card_drawn_in_error, before_a_card,
        label="a card drawn in error without its face being exposed", basis="unverified",
    ),
    Irregularity(
        "recut", "7.5(g)", recut_required, after_the_cut,
        label="a casino supervisor requires a recut",
    ),
    Irregularity(
        "patron-leaves", "7.3(c)4", patron_leaves, between_rounds, ("seat",),
        label="a patron leaves the table",
    ),
)  # fmt: skip
