"""6.7 Irregularities, one handler per paragraph, and what else may interrupt a procedure:
a recut (6.3(d)), a shuffle at will (6.3(a)), the burn card (6.4(a))."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.red_dog.procedure import burn_card, conclude
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.disputes import dispute_under
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt
from pitboss.table.shuffling import (
    CUTTING_CARD,
    insert_about_a_quarter_from_the_back,
    make_cut,
    next_to_cut,
)


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """6.7(a): it is not used in the game and goes to the discard rack."""
    dealer.discard(found.card, cite="6.7(a)")


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """6.7(b): its face unseen, it is used as the next card from the shoe."""
    dealer.note("the card drawn in error is the next card", cite="6.7(b)")


def third_card_exposed(dealer: Dealer, found: Found) -> None:
    """6.7(c): discarded; each player plays the round out or voids it.

    Doubt: whether those who stay may still raise. "Raises closed" has not been said, so
    6.5(h) still runs."""
    dealer.discard(found.card, cite="6.7(c)")
    for seat in dealer.players_with_wagers():
        choice = dealer.choose(seat, ("play out", "void"), cite="6.7(c)", what="third card exposed")
        if choice == "void":
            dealer.return_all(seat=seat, cite="6.7(c)")
    if not dealer.players_with_wagers():
        conclude(dealer, dealer.rules)
        raise RoundConcluded


def recut(dealer: Dealer, found: Found) -> None:
    """6.3(d): after the cut and before any card, a casino supervisor may require a recut.

    Doubt: once the cutting card is in, it is inserted anew after the recut."""
    dealer.act("the casino supervisor requires a recut", cite="6.3(d)")
    last = dealer.state.cutter
    cutter = last if dealer.rules.recut_by == "last" else next_to_cut(dealer.table.seats, last)
    make_cut(dealer, cutter, cite="6.3(d)", margin=dealer.rules.cut_at_least)
    dealer.remember(replace(dealer.state, cutter=cutter))
    if dealer.cutting_card:
        insert_about_a_quarter_from_the_back(dealer, cite="6.3(c)")


def shuffle_at_will(dealer: Dealer, found: Found) -> None:
    """6.3(a): the licensee may shuffle at the completion of any round of play."""
    dealer.next_procedure = "shuffle"
    dealer.note("the licensee shuffles after the completed round", cite="6.3(a)")
    raise RoundConcluded


def new_dealer(dealer: Dealer, found: Found) -> None:
    """6.4(a): each new dealer burns one card before dealing any card in a round."""
    dealer.act("a new dealer comes to the table", cite="6.4(a)")
    burn_card(dealer)


def burn_card_requested(dealer: Dealer, found: Found) -> None:
    """6.4(a): the burn card is disclosed if a player asks."""
    dealer.reveal(dealer.state.burned, "burn card", cite="6.4(a)", seat=found.seat)


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    """Three cards must be left for the round: left, right and middle."""
    return prompt.kind == "draw" and dealer.remaining > 3


def before_raises_closed(dealer: Dealer, prompt: Prompt) -> bool:
    """A spread is out and the raises are open; at least one more card must be left."""
    return prompt.kind == "wagers" and prompt.cite == "6.5(h)" and dealer.remaining > 1


def after_the_cut(dealer: Dealer, prompt: Prompt) -> bool:
    """From the cut until the first card, the burn card, leaves the shoe."""
    if dealer.procedure != "shuffle" or not dealer.rules.recut_by:
        return False
    if dealer.cutting_card:
        return prompt.kind == "draw"
    return prompt.kind == "number" and (prompt.what == CUTTING_CARD or prompt.cite == "6.3(d)")


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.opening and not dealer.wagers


def before_the_deal(dealer: Dealer, prompt: Prompt) -> bool:
    """Wagers may lie there already, but no card of the round was dealt."""
    return prompt.opening and dealer.remaining > max(dealer.cutting_card, 3)


def a_card_was_burned(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.opening and dealer.state.burned >= 0


IRREGULARITIES = (
    Irregularity("card-found-face-up", "6.7(a)", card_found_face_up, before_a_card, ("card",)),
    Irregularity("card-drawn-in-error", "6.7(b)", card_drawn_in_error, before_a_card),
    Irregularity(
        "third-card-exposed", "6.7(c)", third_card_exposed, before_raises_closed, ("card",)
    ),
    dispute_under("6.5(j)"),
    Irregularity("recut", "6.3(d)", recut, after_the_cut),
    Irregularity("shuffle-at-will", "6.3(a)", shuffle_at_will, between_rounds),
    Irregularity("new-dealer", "6.4(a)", new_dealer, before_the_deal),
    Irregularity(
        "burn-card-requested", "6.4(a)", burn_card_requested, a_card_was_burned, ("seat",)
    ),
)
