"""17.11 Irregularities, one handler per paragraph, and what else may interrupt a procedure: a
recut (17.4(f)), an idle table (17.4(g)), a change of cards (17.3(e))."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.one_deck_poker.irregular import (
    before_a_card,
    between_rounds,
    card_drawn_in_error,
    card_found_face_up,
    cards_are_out,
    cards_due_for_change,
    cut_is_complete,
    dealer_card_exposed,
    device_at_work,
    no_card_yet,
    shuffler_fails,
    spread_for_inspection,
    wrong_number_of_cards,
)
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.double_down_stud.procedure import next_counterclockwise
from pitboss.games.double_down_stud.rules import CITES
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt
from pitboss.table.shuffling import make_cut


def recut(dealer: Dealer, found: Found) -> None:
    """17.4(f): by whoever cut last, or by the next person entitled, as the licensee chose."""
    dealer.act("the casino supervisor requires a recut", cite=CITES.recut)
    cutter = dealer.state.cutter
    if dealer.rules.recut_by == "next":
        cutter = next_counterclockwise(dealer.table.seats, cutter)
    phase, dealer.phase = dealer.phase, Phase.RECUT
    make_cut(dealer, cutter, cite=CITES.recut, margin=dealer.rules.deck.cut_at_least)
    dealer.phase = phase
    dealer.remember(replace(dealer.state, cutter=cutter))


def no_gaming_activity(dealer: Dealer, found: Found) -> None:
    """17.4(g): an idle table's cards are spread; a player inspects them, then 17.3."""
    spread_for_inspection(dealer, cite=CITES.idle)
    dealer.next_procedure = "opening"
    raise RoundConcluded


def hole_card_face_down(dealer: Dealer, prompt: Prompt) -> bool:
    """From the hole card until the second "No more bets"."""
    return dealer.phase in (Phase.DEALING, Phase.DOUBLE_DOWN) and any(
        event.act == "draw" and event.what == "hole card" for event in dealer.events
    )


def after_the_cut(dealer: Dealer, prompt: Prompt) -> bool:
    """From the cut until the first card is dealt, where the cards were cut at all."""
    rules = dealer.rules
    if not rules.deck.recut or not rules.cut:
        return False
    return cut_is_complete(dealer) or no_card_yet(dealer)


IRREGULARITIES = (
    Irregularity("hole-card-exposed", CITES.exposed, dealer_card_exposed, hole_card_face_down),
    Irregularity("card-found-face-up", CITES.face_up, card_found_face_up, before_a_card, ("card",)),
    Irregularity("card-drawn-in-error", CITES.drawn_in_error, card_drawn_in_error, before_a_card),
    Irregularity(
        "player-dealt-wrong-number",
        CITES.wrong_number,
        wrong_number_of_cards,
        cards_are_out,
        ("seat",),
    ),
    Irregularity(
        "dealer-dealt-wrong-number", CITES.wrong_number, wrong_number_of_cards, cards_are_out
    ),
    Irregularity("shuffler-fails", CITES.shuffler_fails, shuffler_fails, device_at_work),
    Irregularity("recut", CITES.recut, recut, after_the_cut),
    Irregularity("no-gaming-activity", CITES.idle, no_gaming_activity, between_rounds),
    Irregularity("cards-due-for-change", CITES.change, cards_due_for_change, between_rounds),
)
