"""The deck: opened, shuffled, cut, put in its place, and its stub put away."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.families.one_deck_poker.rules import (
    AUTOMATED_SHOE,
    HAND,
    Cites,
    DeckPractice,
    DeckState,
    Phase,
)
from pitboss.table.dealer import Dealer
from pitboss.table.entries import DEALER

COVER_CARD_AWAY = "place the cover card in the discard rack"
TWO_DECKS = ("the first deck", "the second deck")
ONE_DECK = ("the cards",)


def one_fresh_deck(rules: object) -> tuple[Shoe, DeckState]:
    """One shuffled deck, from which nothing has been dealt."""
    return full_shoe(1), DeckState()


def open_the_table(dealer: Dealer, deck: DeckPractice) -> None:
    """Two decks are opened separately; a deck that replaces another is opened alone."""
    if dealer.state.deck_removed:
        open_decks(dealer, deck.cites, ("the new deck",))
        dealer.remember(replace(dealer.state, deck_removed=False))
    else:
        open_decks(dealer, deck.cites, TWO_DECKS if deck.two_decks else ONE_DECK)
        dealer.remember(replace(dealer.state, deck=0))


def open_decks(dealer: Dealer, cites: Cites, decks: Sequence[str]) -> None:
    dealer.phase = Phase.OPENING
    for cards in decks:
        # The dealer sorts and inspects the cards; the floorperson verifies the inspection.
        dealer.act(f"sort and inspect {cards}", cite=cites.inspect)
        dealer.act("the floorperson verifies the inspection", cite=cites.inspect)
        # Spread face up by suit and in sequence for the first player.
        dealer.act(f"spread {cards} face up by suit and sequence", cite=cites.spread)
        # After the player's inspection: face down, washed, stacked.
        dealer.act(f"turn {cards} face down, wash and stack them", cite=cites.wash)
    dealer.next_procedure = "shuffle"


def shuffle_and_cut(dealer: Dealer, deck: DeckPractice) -> None:
    """The shuffle; after a manual one the cut, where the subchapter has one; the deck in place."""
    shuffle(dealer, deck)
    if deck.cites.cut and not deck.automated_shuffler:
        dealer.phase = Phase.CUT
        cut_the_deck(dealer, deck)
    place_the_deck(dealer, deck)


def shuffle(dealer: Dealer, deck: DeckPractice) -> None:
    cites = deck.cites
    dealer.phase = Phase.SHUFFLE
    dealer.new_shoe(full_shoe(1))
    dealer.next_procedure = "round"
    if deck.two_decks:
        # Two decks alternate: one is shuffled while the other is in play.
        number = 2 if dealer.state.deck == 1 else 1
        dealer.act(
            f"put deck {number}, which the device has shuffled, in play", cite=cites.two_decks
        )
        dealer.remember(replace(dealer.state, deck=number))
    elif deck.automated_shuffler:
        # The device intermixes the cards and places them in a single stack.
        dealer.act("shuffle the cards in the automated card shuffling device", cite=cites.shuffle)
    else:
        dealer.act("shuffle the cards and place them in a single stack", cite=cites.shuffle)
    if deck.shuffler_counts_cards:
        dealer.note("the device indicates that 52 cards are present", cite=cites.device_indicates)


def cut_the_deck(dealer: Dealer, deck: DeckPractice) -> None:
    """The dealer cuts with one hand, on to the cover card."""
    in_front, cut, on_top, away = deck.cites.cut
    dealer.act(f"place the {deck.cover_card} in front of the deck", cite=in_front)
    # So many cards from the top at least; something must remain to go on top of them.
    dealer.number(DEALER, "cut", deck.cut_at_least, dealer.remaining - 1, cite=cut)
    dealer.act("place the remaining cards on top of those that were cut", cite=on_top)
    dealer.act(COVER_CARD_AWAY, cite=away)


def place_the_deck(dealer: Dealer, deck: DeckPractice) -> None:
    """Where the cards are dealt from."""
    cite = deck.dealt.placed
    if deck.dealing == HAND:
        dealer.act("place the stacked deck in the dealing hand", cite=cite)
    elif deck.dealing == AUTOMATED_SHOE:
        dealer.act("place the cards in the automated dealing shoe", cite=cite)
    else:
        dealer.act("place the stacked deck in the dealing shoe", cite=cite)


def stub_count_due(dealer: Dealer, deck: DeckPractice) -> bool:
    """At least once in so many rounds, unless the device counts the deck."""
    due: bool = dealer.state.since_count + 1 >= deck.stub_count_every
    return due and not deck.shuffler_counts_cards


def put_away_the_stub(dealer: Dealer, deck: DeckPractice) -> None:
    """Counted if that is due, then to the discard rack unseen."""
    dealer.phase = Phase.STUB
    cite = deck.dealt.stub
    if stub_count_due(dealer, deck):
        dealer.act(f"count the stub face down: {dealer.remaining} cards", cite=deck.dealt.counted)
        dealer.remember(replace(dealer.state, since_count=0))
        cite = deck.cites.stub_counts or cite
    elif not deck.shuffler_counts_cards:
        dealer.remember(replace(dealer.state, since_count=dealer.state.since_count + 1))
    dealer.act("place the stub in the discard rack without exposing the cards", cite=cite)


def to_the_shuffle(dealer: Dealer) -> None:
    """Shuffled after each round; a deck that was removed is first replaced."""
    dealer.next_procedure = "opening" if deck_is_missing(dealer) else "shuffle"


def deck_is_missing(dealer: Dealer) -> bool:
    """A deck has left the table for good: only where decks are counted can one be found wrong."""
    return bool(dealer.rules.deck.cites.stub_miscount) and dealer.state.deck_removed
