"""24.12 Irregularities, and what else may interrupt a procedure: an idle table (24.4), a change of
cards (24.3), a deck that does not count 52 (24.7). The text of these sections was not available to
us: they follow 20.12."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.games.boston_5_stud_poker.procedure import BONUS, stub_count_due, to_the_shuffle
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import DEALER, Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

MISDEALT, NOT_MISDEALT = "misdealt", "not misdealt"

# Phases of a round before the dealer's cards are turned up, and before hands are settled.
HIDDEN = ("dealing", "bonus", "decisions", "last cards", "stub")
UNSETTLED = (*HIDDEN, "reveal")


def void_all_hands(dealer: Dealer, *, cite: str) -> None:
    """All hands are void, those included whose wagers were forfeited and collected already;
    the cards are reshuffled.

    Doubt: a three-card bonus wager that has been settled stands; it does not depend on what
    follows the first three cards."""
    dealer.phase = "void"
    for line in dealer.lines:
        if line.wager != BONUS:
            dealer.hand_back(line, cite=cite)
    dealer.return_all(cite=cite)
    dealer.act("collect all cards for the reshuffle", cite=cite)
    to_the_shuffle(dealer)


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """One is not used and goes to the discard rack; with a second, all hands are void."""
    if not any(event.act == "discard" for event in dealer.events):
        return dealer.discard(found.card, cite="24.12")
    void_all_hands(dealer, cite="24.12")
    raise RoundConcluded


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """Its face unseen, it is used as the next card."""
    dealer.note("the card drawn in error is the next card", cite="24.12")


def all_hands_void(dealer: Dealer, found: Found) -> None:
    """A wrong number of cards, or a card of the dealer's exposed too early."""
    void_all_hands(dealer, cite="24.12")
    raise RoundConcluded


def shuffler_fails(dealer: Dealer, found: Found) -> None:
    dealer.act("reshuffle the cards in the device by the approved procedures", cite="24.12")


def automated_shoe_fails(dealer: Dealer, found: Found) -> None:
    """The round is void; the cards leave the device and are reshuffled with those dealt."""
    dealer.act("remove the cards from the automated dealing shoe", cite="24.12")
    void_all_hands(dealer, cite="24.12")
    raise RoundConcluded


def no_gaming_activity(dealer: Dealer, found: Found) -> None:
    """24.4: an idle table's cards are spread, inspected by the first player, and washed."""
    dealer.phase = "idle"
    dealer.act("spread the cards on the table", cite="24.4")
    dealer.act("the first player to arrive inspects the cards face up", cite="24.4")
    dealer.act("turn the cards face down, wash and stack them", cite="24.3")
    to_the_shuffle(dealer)
    raise RoundConcluded


def cards_due_for_change(dealer: Dealer, found: Found) -> None:
    """24.3: all cards are changed after so many hours, fewer when dealt from the hand."""
    dealer.phase = "idle"
    hours = dealer.rules.card_change_hours
    dealer.act(f"change the cards: at most {hours} hours in use", cite="24.3")
    dealer.remember(replace(dealer.state, deck_removed=False))
    dealer.next_procedure = "opening"
    raise RoundConcluded


def stub_count_wrong(dealer: Dealer, found: Found) -> None:
    """Hands are void; unless the cards were misdealt, the deck leaves the table."""
    dealer.remember(replace(dealer.state, since_count=0))
    if found.detail == NOT_MISDEALT:
        remove_the_deck(dealer)
        void_all_hands(dealer, cite="24.7")
    else:
        void_all_hands(dealer, cite="24.12")
    raise RoundConcluded


def shuffler_count_wrong(dealer: Dealer, found: Found) -> None:
    """The deck that the device has counted leaves the table. Where two decks alternate and the
    other one is in play, the round goes on with that."""
    other_in_play = dealer.rules.two_decks and dealer.phase != "shuffle"
    remove_the_deck(dealer)
    if not other_in_play:
        to_the_shuffle(dealer)
        raise RoundConcluded


def remove_the_deck(dealer: Dealer) -> None:
    dealer.act("remove the deck from the table", cite="24.7")
    dealer.remember(replace(dealer.state, deck_removed=True))


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw"


def cards_are_out(dealer: Dealer, prompt: Prompt) -> bool:
    """From the first card until the hands are settled."""
    return dealer.phase in UNSETTLED and any(event.act == "draw" for event in dealer.events)


def dealer_cards_face_down(dealer: Dealer, prompt: Prompt) -> bool:
    """From the dealer's first card until the dealer turns the cards up."""
    return dealer.phase in HIDDEN and any(
        event.act == "draw" and event.seat == DEALER for event in dealer.events
    )


def device_at_work(dealer: Dealer, prompt: Prompt) -> bool:
    """The device shuffles until the deal begins; with two decks, during the round as well."""
    rules = dealer.rules
    if rules.two_decks:
        return dealer.phase in ("", "shuffle", *UNSETTLED)
    return rules.automated_shuffler and dealer.phase in ("", "shuffle")


def device_has_counted(dealer: Dealer, prompt: Prompt) -> bool:
    """With one deck, as long as no wager waits for it."""
    rules = dealer.rules
    if not rules.shuffler_counts_cards or dealer.state.deck_removed:
        return False
    waited_for = not rules.two_decks and bool(dealer.wagers)
    return device_at_work(dealer, prompt) and not waited_for


def shoe_is_dealing(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw" and dealer.rules.dealing == "automated shoe"


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "wagers" and not dealer.phase and not dealer.wagers


def stub_is_counted(dealer: Dealer, prompt: Prompt) -> bool:
    """While the stub is counted, or as soon as it has been, in this round."""
    if dealer.phase == "stub" and stub_count_due(dealer, dealer.rules):
        return True
    counted = any(event.what.startswith("count the stub") for event in dealer.events)
    return counted and dealer.phase in ("stub", "reveal")


def _found(
    name: str, handle: Callable[[Dealer, Found], None], may: Callable[[Dealer, Prompt], bool],
    *takes: str, cite: str = "24.12", details: tuple[str, ...] = (),
) -> Irregularity:  # fmt: skip
    return Irregularity(name, cite, handle, may, takes, details, basis="unverified")


IRREGULARITIES = (
    _found("card-found-face-up", card_found_face_up, before_a_card, "card"),
    _found("card-drawn-in-error", card_drawn_in_error, before_a_card),
    _found("player-dealt-wrong-number", all_hands_void, cards_are_out, "seat"),
    _found("dealer-dealt-wrong-number", all_hands_void, cards_are_out),
    _found("dealer-card-exposed", all_hands_void, dealer_cards_face_down),
    _found("shuffler-fails", shuffler_fails, device_at_work),
    _found("automated-shoe-fails", automated_shoe_fails, shoe_is_dealing),
    _found("no-gaming-activity", no_gaming_activity, between_rounds, cite="24.4"),
    _found("cards-due-for-change", cards_due_for_change, between_rounds, cite="24.3"),
    _found("stub-count-wrong", stub_count_wrong, stub_is_counted, "detail", cite="24.7",
           details=(MISDEALT, NOT_MISDEALT)),
    _found("shuffler-count-wrong", shuffler_count_wrong, device_has_counted, cite="24.7"),
)  # fmt: skip
