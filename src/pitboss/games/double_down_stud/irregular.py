"""17.11 Irregularities, one handler per paragraph, and what else may interrupt a procedure: a
recut (17.4(f)), an idle table (17.4(g)), a change of cards (17.3(e))."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.double_down_stud.procedure import next_counterclockwise
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt
from pitboss.table.shuffling import make_cut

# Phases of a round before its wagers are settled.
UNSETTLED = ("dealing", "double down", "reveal")


def void_all_hands(dealer: Dealer, *, cite: str) -> None:
    """All hands are void; the cards are shuffled, as after every round."""
    dealer.phase = "void"
    dealer.return_all(cite=cite)
    dealer.act("collect all cards for the reshuffle", cite=cite)
    dealer.next_procedure = "shuffle"
    raise RoundConcluded


def hole_card_exposed(dealer: Dealer, found: Found) -> None:
    """17.11(a): before the second "No more bets"."""
    void_all_hands(dealer, cite="17.11(a)")


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """17.11(b): one is not used and goes to the discard rack; with a second, all is void."""
    if not any(event.act == "discard" and event.cite == "17.11(b)" for event in dealer.events):
        return dealer.discard(found.card, cite="17.11(b)")
    void_all_hands(dealer, cite="17.11(b)")


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """17.11(c): its face unseen, it is used as the next card."""
    dealer.note("the card drawn in error is the next card", cite="17.11(c)")


def wrong_number_of_cards(dealer: Dealer, found: Found) -> None:
    """17.11(d): a player or the dealer was dealt too many or too few."""
    void_all_hands(dealer, cite="17.11(d)")


def shuffler_fails(dealer: Dealer, found: Found) -> None:
    """17.11(e): the cards are reshuffled by the approved procedures."""
    dealer.act("reshuffle the cards in the device by the approved procedures", cite="17.11(e)")


def recut(dealer: Dealer, found: Found) -> None:
    """17.4(f): by whoever cut last, or by the next person entitled, as the licensee chose."""
    dealer.act("the casino supervisor requires a recut", cite="17.4(f)")
    cutter = dealer.state.cutter
    if dealer.rules.recut_by == "next":
        cutter = next_counterclockwise(dealer.table.seats, cutter)
    phase, dealer.phase = dealer.phase, "recut"
    make_cut(dealer, cutter, cite="17.4(f)", margin=dealer.rules.cut_at_least)
    dealer.phase = phase
    dealer.remember(replace(dealer.state, cutter=cutter))


def no_gaming_activity(dealer: Dealer, found: Found) -> None:
    """17.4(g): an idle table's cards are spread; a player inspects them, then 17.3."""
    dealer.phase = "idle"
    dealer.act("spread the cards on the table", cite="17.4(g)")
    dealer.act("the first player to arrive inspects the cards face up", cite="17.4(g)")
    dealer.next_procedure = "opening"
    raise RoundConcluded


def cards_due_for_change(dealer: Dealer, found: Found) -> None:
    """17.3(e): all cards are changed after so many hours, fewer when dealt from the hand."""
    dealer.phase = "idle"
    hours = dealer.rules.card_change_hours
    dealer.act(f"change the cards: at most {hours} hours in use", cite="17.3(e)")
    dealer.next_procedure = "opening"
    raise RoundConcluded


def hole_card_face_down(dealer: Dealer, prompt: Prompt) -> bool:
    """From the hole card until the second "No more bets"."""
    return dealer.phase in ("dealing", "double down") and any(
        event.act == "draw" and event.what == "hole card" for event in dealer.events
    )


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw"


def cards_are_out(dealer: Dealer, prompt: Prompt) -> bool:
    return dealer.phase in UNSETTLED and any(event.act == "draw" for event in dealer.events)


def device_at_work(dealer: Dealer, prompt: Prompt) -> bool:
    """The device shuffles until the deal begins; with two decks, during the round as well."""
    rules = dealer.rules
    if rules.two_decks:
        return dealer.phase in ("", "shuffle", *UNSETTLED)
    return rules.automated_shuffler and dealer.phase in ("", "shuffle")


def after_the_cut(dealer: Dealer, prompt: Prompt) -> bool:
    """From the cut until the first card is dealt, where the cards were cut at all."""
    rules = dealer.rules
    if not rules.recut_by or not rules.cut or prompt.kind in ("number", "decision"):
        return False
    if dealer.phase == "cut":
        return any(event.act == "number" for event in dealer.events)
    return dealer.phase in ("", "dealing") and not any(
        event.act in ("draw", "discard") for event in dealer.events
    )


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "wagers" and not dealer.phase and not dealer.wagers


IRREGULARITIES = (
    Irregularity("hole-card-exposed", "17.11(a)", hole_card_exposed, hole_card_face_down),
    Irregularity("card-found-face-up", "17.11(b)", card_found_face_up, before_a_card, ("card",)),
    Irregularity("card-drawn-in-error", "17.11(c)", card_drawn_in_error, before_a_card),
    Irregularity(
        "player-dealt-wrong-number", "17.11(d)", wrong_number_of_cards, cards_are_out, ("seat",)
    ),
    Irregularity("dealer-dealt-wrong-number", "17.11(d)", wrong_number_of_cards, cards_are_out),
    Irregularity("shuffler-fails", "17.11(e)", shuffler_fails, device_at_work),
    Irregularity("recut", "17.4(f)", recut, after_the_cut),
    Irregularity("no-gaming-activity", "17.4(g)", no_gaming_activity, between_rounds),
    Irregularity("cards-due-for-change", "17.3(e)", cards_due_for_change, between_rounds),
)
