"""18.12 Irregularities, one handler per paragraph, and what else may interrupt a procedure: a
recut (18.5(d)), an idle table (18.5(e)), a change of cards (18.4(e)), a deck that does not
count 52 (18.7(e), (f))."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.let_it_ride_poker.procedure import cut_the_deck, stub_count_due, to_the_shuffle
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

MISDEALT, NOT_MISDEALT = "misdealt", "not misdealt"

# Phases of a round until every hand has been turned up.
UNCOUNTED = ("dealing", "stub", "bet one", "bet two", "reveal")


def void_all_hands(dealer: Dealer, *, cite: str) -> None:
    """All hands are void, what was collected of them already included (bonus chips are, before
    the deal); the cards are reshuffled."""
    dealer.phase = "void"
    for line in dealer.lines:
        dealer.hand_back(line, cite=cite)
    dealer.return_all(cite=cite)
    dealer.act("collect all cards for the reshuffle", cite=cite)
    to_the_shuffle(dealer)


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """18.12(a): one is not used and goes to the discard rack; with a second, all hands are
    void."""
    if not any(event.act == "discard" and event.cite == "18.12(a)" for event in dealer.events):
        return dealer.discard(found.card, cite="18.12(a)")
    void_all_hands(dealer, cite="18.12(a)")
    raise RoundConcluded


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """18.12(b): its face unseen, it is used as the next card."""
    dealer.note("the card drawn in error is the next card", cite="18.12(b)")


def wrong_number_of_cards(dealer: Dealer, found: Found) -> None:
    """18.12(c): a player or the community area was dealt too many or too few."""
    void_all_hands(dealer, cite="18.12(c)")
    raise RoundConcluded


def shuffler_fails(dealer: Dealer, found: Found) -> None:
    """18.12(d): the cards in the device are reshuffled by the approved procedures."""
    dealer.act("reshuffle the cards in the device by the approved procedures", cite="18.12(d)")


def automated_shoe_fails(dealer: Dealer, found: Found) -> None:
    """18.12(e): the round is void; the cards leave the device and are reshuffled with those
    already dealt."""
    dealer.act("remove the cards from the automated dealing shoe", cite="18.12(e)")
    void_all_hands(dealer, cite="18.12(e)")
    raise RoundConcluded


def recut(dealer: Dealer, found: Found) -> None:
    """18.5(d): after the cut and before any card, a casino supervisor may require a recut."""
    phase, dealer.phase = dealer.phase, "recut"
    dealer.act("the casino supervisor requires a recut", cite="18.5(d)")
    cut_the_deck(dealer, dealer.rules)
    dealer.phase = phase


def no_gaming_activity(dealer: Dealer, found: Found) -> None:
    """18.5(e): an idle table's cards are spread; a player inspects them, then 18.4(c)."""
    dealer.phase = "idle"
    dealer.act("spread the cards on the table", cite="18.5(e)")
    dealer.act("the first player to arrive inspects the cards face up", cite="18.5(e)")
    dealer.act("turn the cards face down, wash and stack them", cite="18.4(c)")
    to_the_shuffle(dealer)
    raise RoundConcluded


def cards_due_for_change(dealer: Dealer, found: Found) -> None:
    """18.4(e): all cards are changed after so many hours, fewer when dealt from the hand."""
    dealer.phase = "idle"
    hours = dealer.rules.card_change_hours
    dealer.act(f"change the cards: at most {hours} hours in use", cite="18.4(e)")
    dealer.remember(replace(dealer.state, deck_removed=False))
    dealer.next_procedure = "opening"
    raise RoundConcluded


def stub_count_wrong(dealer: Dealer, found: Found) -> None:
    """18.7(e)2: hands are void; unless the cards were misdealt, the deck leaves the table."""
    dealer.remember(replace(dealer.state, since_count=0))
    if found.detail == NOT_MISDEALT:
        remove_the_deck(dealer, cite="18.7(e)2")
        void_all_hands(dealer, cite="18.7(e)2")
    else:
        void_all_hands(dealer, cite="18.12(c)")
    raise RoundConcluded


def shuffler_count_wrong(dealer: Dealer, found: Found) -> None:
    """18.7(f): the deck that the device has counted leaves the table. Where two decks
    alternate and the other one is in play, the round goes on with that."""
    other_in_play = dealer.rules.two_decks and dealer.phase != "shuffle"
    remove_the_deck(dealer, cite="18.7(f)")
    if not other_in_play:
        to_the_shuffle(dealer)
        raise RoundConcluded


def remove_the_deck(dealer: Dealer, *, cite: str) -> None:
    dealer.act("remove the deck from the table", cite=cite)
    dealer.remember(replace(dealer.state, deck_removed=True))


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw"


def cards_are_out(dealer: Dealer, prompt: Prompt) -> bool:
    """From the first card until every hand has been turned up."""
    return dealer.phase in UNCOUNTED and any(event.act == "draw" for event in dealer.events)


def device_at_work(dealer: Dealer, prompt: Prompt) -> bool:
    """The device shuffles until the deal begins; with two decks, during the round as well."""
    rules = dealer.rules
    if rules.two_decks:
        return dealer.phase in ("", "shuffle", *UNCOUNTED)
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


def after_the_cut(dealer: Dealer, prompt: Prompt) -> bool:
    """After a manual shuffle, from the cut until the first card is dealt."""
    rules = dealer.rules
    if not rules.recut or rules.automated_shuffler or prompt.kind == "number":
        return False
    if dealer.phase == "cut":
        return any(event.cite == "18.5(c)1iv" for event in dealer.events)
    return dealer.phase in ("", "dealing") and not any(
        event.act in ("draw", "discard") for event in dealer.events
    )


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "wagers" and not dealer.phase and not dealer.wagers


def stub_is_counted(dealer: Dealer, prompt: Prompt) -> bool:
    """While the stub is counted, or as soon as it has been, in this round."""
    rules = dealer.rules
    if dealer.phase == "stub":
        return stub_count_due(dealer, rules)
    counted = dealer.state.since_count == 0 and not rules.shuffler_counts_cards
    return dealer.phase == "bet one" and counted


IRREGULARITIES = (
    Irregularity("card-found-face-up", "18.12(a)", card_found_face_up, before_a_card, ("card",)),
    Irregularity("card-drawn-in-error", "18.12(b)", card_drawn_in_error, before_a_card),
    Irregularity(
        "player-dealt-wrong-number", "18.12(c)", wrong_number_of_cards, cards_are_out, ("seat",)
    ),
    Irregularity("community-dealt-wrong-number", "18.12(c)", wrong_number_of_cards, cards_are_out),
    Irregularity("shuffler-fails", "18.12(d)", shuffler_fails, device_at_work),
    Irregularity("automated-shoe-fails", "18.12(e)", automated_shoe_fails, shoe_is_dealing),
    Irregularity("recut", "18.5(d)", recut, after_the_cut),
    Irregularity("no-gaming-activity", "18.5(e)", no_gaming_activity, between_rounds),
    Irregularity("cards-due-for-change", "18.4(e)", cards_due_for_change, between_rounds),
    Irregularity(
        "stub-count-wrong", "18.7(e)2", stub_count_wrong, stub_is_counted, ("detail",),
        (MISDEALT, NOT_MISDEALT),
    ),
    Irregularity("shuffler-count-wrong", "18.7(f)", shuffler_count_wrong, device_has_counted),
)  # fmt: skip
