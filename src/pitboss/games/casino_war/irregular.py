"""22.10 Irregularities. Its text was not available to us: all of this is general knowledge. (Too
few cards to finish are a part of the procedure.)"""

from __future__ import annotations

from pitboss.games.casino_war.procedure import PositionSkipped
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """22.10: it is not used and goes to the discard rack."""
    dealer.discard(found.card, cite="22.10")


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """22.10: not exposed, it is used as the next card."""
    dealer.note("the card drawn in error is the next card", cite="22.10")


def position_skipped(dealer: Dealer, found: Found) -> None:
    """22.10: on the original deal, the hand that was passed over is dead."""
    raise PositionSkipped


def shuffler_fails(dealer: Dealer, found: Found) -> None:
    """22.10: the cards are reshuffled by the approved procedure."""
    dealer.act("reshuffle the cards in the device by the approved procedure", cite="22.10")


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    """Enough cards must be left for the next one to be drawn."""
    return prompt.kind == "draw" and dealer.remaining > 1


def before_a_players_card(dealer: Dealer, prompt: Prompt) -> bool:
    """On the original deal: a card of a war goes to another place."""
    return prompt.kind == "draw" and prompt.what.startswith("hand of")


def device_at_work(dealer: Dealer, prompt: Prompt) -> bool:
    shuffling = dealer.procedure == "shuffle" and prompt.kind != "draw"
    return shuffling and bool(dealer.rules.automated_shuffler)


IRREGULARITIES = (
    Irregularity(
        "card-found-face-up",
        "22.10",
        card_found_face_up,
        before_a_card,
        ("card",),
        basis="unverified",
    ),
    Irregularity(
        "card-drawn-in-error", "22.10", card_drawn_in_error, before_a_card, basis="unverified"
    ),
    Irregularity(
        "position-skipped", "22.10", position_skipped, before_a_players_card, basis="unverified"
    ),
    Irregularity("shuffler-fails", "22.10", shuffler_fails, device_at_work, basis="unverified"),
)
