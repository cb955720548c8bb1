"""Irregularities of the poker table games, and what else may interrupt a procedure: a recut, an
idle table, a change of cards, a deck that does not count 52.

The sections of 18.12 and 20.12 say the same of their games; what is cited is the game's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from msgspec.structs import replace

from pitboss.families.one_deck_poker.deck import (
    COVER_CARD_AWAY,
    cut_the_deck,
    deck_is_missing,
    stub_count_due,
    to_the_shuffle,
)
from pitboss.families.one_deck_poker.rules import Cites, DeckPractice, Phase
from pitboss.law.schema import Basis
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import DEALER, Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

MISDEALT, NOT_MISDEALT = "misdealt", "not misdealt"

# Name, section, what follows, when it can have happened, and what its entry carries.
Paragraph = tuple[
    str, str, Callable[[Dealer, Found], None], Callable[[Dealer, Prompt], bool], tuple[str, ...]
]


def practice(dealer: Dealer) -> DeckPractice:
    found: DeckPractice = dealer.rules.deck
    return found


def void_all_hands(dealer: Dealer, *, cite: str) -> NoReturn:
    """All hands are void, those included whose wagers were collected already, but for wagers
    that are settled for good; the cards are reshuffled."""
    course = practice(dealer).course
    dealer.phase = Phase.VOID
    for line in dealer.lines:
        if line.wager not in course.stands:
            dealer.hand_back(line, cite=cite)
    dealer.return_all(cite=cite)
    if course.undo is not None:
        course.undo(dealer)
    dealer.act("collect all cards for the reshuffle", cite=cite)
    to_the_shuffle(dealer)
    raise RoundConcluded


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """One is not used and goes to the discard rack; with a second, all hands are void."""
    cite = practice(dealer).cites.face_up
    if not any(event.act == "discard" and event.cite == cite for event in dealer.events):
        return dealer.discard(found.card, cite=cite)
    void_all_hands(dealer, cite=cite)


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """Its face unseen, it is used as the next card."""
    cite = practice(dealer).cites.drawn_in_error
    dealer.note("the card drawn in error is the next card", cite=cite)


def wrong_number_of_cards(dealer: Dealer, found: Found) -> None:
    """A hand was dealt too many or too few."""
    void_all_hands(dealer, cite=practice(dealer).cites.wrong_number)


def dealer_card_exposed(dealer: Dealer, found: Found) -> None:
    """A card of the dealer's was seen before the dealer turned it up."""
    void_all_hands(dealer, cite=practice(dealer).cites.exposed)


def shuffler_fails(dealer: Dealer, found: Found) -> None:
    """The cards in the device are reshuffled by the approved procedures."""
    cite = practice(dealer).cites.shuffler_fails
    dealer.act("reshuffle the cards in the device by the approved procedures", cite=cite)


def automated_shoe_fails(dealer: Dealer, found: Found) -> None:
    """The round is void; the cards leave the device and are reshuffled with those dealt."""
    cite = practice(dealer).cites.shoe_fails
    dealer.act("remove the cards from the automated dealing shoe", cite=cite)
    void_all_hands(dealer, cite=cite)


def recut(dealer: Dealer, found: Found) -> None:
    """After the cut and before any card, a casino supervisor may require a recut."""
    deck = practice(dealer)
    phase, dealer.phase = dealer.phase, Phase.RECUT
    dealer.act("the casino supervisor requires a recut", cite=deck.cites.recut)
    cut_the_deck(dealer, deck)
    dealer.phase = phase


def no_gaming_activity(dealer: Dealer, found: Found) -> None:
    """An idle table's cards are spread, inspected by the first player to arrive, and washed."""
    cites = practice(dealer).cites
    spread_for_inspection(dealer, cite=cites.idle)
    dealer.act("turn the cards face down, wash and stack them", cite=cites.wash)
    to_the_shuffle(dealer)
    raise RoundConcluded


def spread_for_inspection(dealer: Dealer, *, cite: str) -> None:
    dealer.phase = Phase.IDLE
    dealer.act("spread the cards on the table", cite=cite)
    dealer.act("the first player to arrive inspects the cards face up", cite=cite)


def cards_due_for_change(dealer: Dealer, found: Found) -> None:
    """All cards are changed after so many hours, fewer when dealt from the hand."""
    deck = practice(dealer)
    dealer.phase = Phase.IDLE
    hours = deck.card_change_hours
    dealer.act(f"change the cards: at most {hours} hours in use", cite=deck.cites.change)
    if deck_is_missing(dealer):
        dealer.remember(replace(dealer.state, deck_removed=False))
    dealer.next_procedure = "opening"
    raise RoundConcluded


def stub_count_wrong(dealer: Dealer, found: Found) -> None:
    """Hands are void; unless the cards were misdealt, the deck leaves the table."""
    cites = practice(dealer).cites
    dealer.note(
        f"the stub is counted, and the count is wrong: {found.detail}", cite=cites.stub_miscount
    )
    dealer.remember(replace(dealer.state, since_count=0))
    if found.detail == MISDEALT:
        void_all_hands(dealer, cite=cites.wrong_number)
    remove_the_deck(dealer, cite=cites.stub_miscount)
    void_all_hands(dealer, cite=cites.stub_miscount)


def shuffler_count_wrong(dealer: Dealer, found: Found) -> None:
    """The deck that the device has counted leaves the table. Where two decks alternate and the
    other one is in play, the round goes on with that."""
    deck = practice(dealer)
    other_in_play = deck.two_decks and dealer.phase is not Phase.SHUFFLE
    remove_the_deck(dealer, cite=deck.cites.device_miscount)
    if not other_in_play:
        to_the_shuffle(dealer)
        raise RoundConcluded


def remove_the_deck(dealer: Dealer, *, cite: str) -> None:
    dealer.act("remove the deck from the table", cite=cite)
    dealer.remember(replace(dealer.state, deck_removed=True))


# -- when each can have happened --------------------------------------------------------------


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw"


def cards_are_out(dealer: Dealer, prompt: Prompt) -> bool:
    """From the first card until the hands are settled."""
    return dealer.phase in practice(dealer).course.unsettled and any(
        event.act == "draw" for event in dealer.events
    )


def dealer_cards_face_down(dealer: Dealer, prompt: Prompt) -> bool:
    """From the dealer's first card until the dealer turns the cards up."""
    return dealer.phase in practice(dealer).course.hidden and any(
        event.act == "draw" and event.seat == DEALER for event in dealer.events
    )


def device_at_work(dealer: Dealer, prompt: Prompt) -> bool:
    """The device shuffles until the deal begins; with two decks, during the round as well."""
    deck = practice(dealer)
    if dealer.phase in (None, Phase.SHUFFLE):
        return deck.automated_shuffler
    return deck.two_decks and dealer.phase in deck.course.unsettled


def device_has_counted(dealer: Dealer, prompt: Prompt) -> bool:
    """With one deck, as long as no wager waits for it."""
    deck = practice(dealer)
    if not deck.shuffler_counts_cards or dealer.state.deck_removed:
        return False
    waited_for = not deck.two_decks and bool(dealer.wagers)
    return device_at_work(dealer, prompt) and not waited_for


def shoe_is_dealing(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw" and practice(dealer).in_stacks


def after_the_cut(dealer: Dealer, prompt: Prompt) -> bool:
    """After a manual shuffle, from the cut until the first card is dealt."""
    deck = practice(dealer)
    if not deck.recut or deck.automated_shuffler:
        return False
    return cut_is_complete(dealer) or no_card_yet(dealer)


def cut_is_complete(dealer: Dealer) -> bool:
    """In the shuffle, once the cover card has gone; not in the midst of a recut."""
    return dealer.phase is Phase.CUT and any(
        event.what == COVER_CARD_AWAY for event in dealer.events
    )


def no_card_yet(dealer: Dealer) -> bool:
    """In a round before its first card."""
    return dealer.phase in (None, Phase.DEALING) and not any(
        event.act in ("draw", "discard") for event in dealer.events
    )


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.opening and not dealer.wagers


def stub_is_counted(dealer: Dealer, prompt: Prompt) -> bool:
    """While the stub is counted, or as soon as it has been, in this round."""
    deck = practice(dealer)
    if dealer.phase is Phase.STUB and stub_count_due(dealer, deck):
        return True
    counted = any(event.what.startswith("count the stub") for event in dealer.events)
    return counted and dealer.phase in (Phase.STUB, deck.course.after_stub)


def irregularities(
    cites: Cites, *, other: str = "dealer", exposed: str = "", basis: Basis = "read"
) -> tuple[Irregularity, ...]:
    """What a subchapter of this family has, each under its own section. `other` names the hand
    beside the players'; `exposed` the irregularity of a dealer's card that was seen too early."""
    paragraphs: tuple[Paragraph, ...] = (
        ("card-found-face-up", cites.face_up, card_found_face_up, before_a_card, ("card",)),
        ("card-drawn-in-error", cites.drawn_in_error, card_drawn_in_error, before_a_card, ()),
        ("player-dealt-wrong-number", cites.wrong_number, wrong_number_of_cards, cards_are_out,
         ("seat",)),
        (f"{other}-dealt-wrong-number", cites.wrong_number, wrong_number_of_cards, cards_are_out,
         ()),
        (exposed, cites.exposed, dealer_card_exposed, dealer_cards_face_down, ()),
        ("shuffler-fails", cites.shuffler_fails, shuffler_fails, device_at_work, ()),
        ("automated-shoe-fails", cites.shoe_fails, automated_shoe_fails, shoe_is_dealing, ()),
        ("recut", cites.recut, recut, after_the_cut, ()),
        ("no-gaming-activity", cites.idle, no_gaming_activity, between_rounds, ()),
        ("cards-due-for-change", cites.change, cards_due_for_change, between_rounds, ()),
        ("stub-count-wrong", cites.stub_miscount, stub_count_wrong, stub_is_counted, ("detail",)),
        ("shuffler-count-wrong", cites.device_miscount, shuffler_count_wrong, device_has_counted,
         ()),
    )  # fmt: skip
    return tuple(
        Irregularity(
            name,
            cite,
            handle,
            may,
            takes,
            (MISDEALT, NOT_MISDEALT) if "detail" in takes else (),
            basis=basis,
            among_acts=name == "stub-count-wrong",
        )
        for name, cite, handle, may, takes in paragraphs
        if cite
    )
