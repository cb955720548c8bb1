"""11.11 Irregularities; invalid roll of the dice; and what else may interrupt a procedure: a recut
(11.6(f)), an idle table (11.6(g)), cards and dice that are due for a change (11.5(e), 11.4(a)2), a
deck that does not count 53 (11.8(d)2, 11.8A(d)2). Of 11.11 only the title was available to us."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.pai_gow.irregular import between_rounds, common, void_round
from pitboss.families.pai_gow.rules import Phase
from pitboss.games.pai_gow_poker import deck
from pitboss.games.pai_gow_poker.rules import AUTOMATED_SHOE, DICE, PaiGowPokerRules
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt

MISDEALT, NOT_MISDEALT = "misdealt", "not misdealt"


def rules_of(dealer: Dealer) -> PaiGowPokerRules:
    rules: PaiGowPokerRules = dealer.rules
    return rules


def not_four_left(dealer: Dealer, found: Found) -> None:
    """All hands are void; unless the cards were misdealt, the deck leaves the table."""
    cite = rules_of(dealer).dealt.miscounted
    if found.detail == MISDEALT:
        void_round(dealer, "not four cards are left: the cards were misdealt", cite=cite)
    dealer.act("remove the entire deck of cards from the table", cite=cite)
    dealer.remember(replace(dealer.state, deck_removed=True))
    void_round(
        dealer, "not four cards are left, and every hand has seven", cite=cite, then="opening"
    )


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """It cannot be used, and then not four cards would be left: void."""
    dealer.discard(found.card, cite="11.11")
    void_round(dealer, "a card was found face up: the round is void", cite="11.11")


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """Its face unseen, it is used as the next card."""
    dealer.note("the card drawn in error is the next card", cite="11.11")


def wrong_number_of_cards(dealer: Dealer, found: Found) -> None:
    void_round(dealer, "a hand has more or fewer than seven cards", cite="11.11")


def shuffler_fails(dealer: Dealer, found: Found) -> None:
    dealer.act("reshuffle the cards in the device by the approved procedures", cite="11.11")


def automated_shoe_fails(dealer: Dealer, found: Found) -> None:
    dealer.act("remove the cards from the automated dealing shoe", cite="11.11")
    void_round(dealer, "the automated dealing shoe has failed", cite="11.11")


def supervisor_requires_recut(dealer: Dealer, found: Found) -> None:
    """11.6(f): after the cut and before any card is dealt."""
    phase, dealer.phase = dealer.phase, Phase.VOID
    dealer.act("the casino supervisor requires a recut", cite="11.6(f)")
    deck.recut(dealer, rules_of(dealer))
    dealer.phase = phase


def no_gaming_activity(dealer: Dealer, found: Found) -> None:
    """11.6(g): the cards are spread; the first player to arrive sees them face up."""
    dealer.act("spread the cards on the table", cite="11.6(g)")
    dealer.act("the first player to arrive inspects the cards face up", cite="11.6(g)")
    dealer.act("turn the cards face down, wash and stack them", cite="11.5(c)")
    dealer.remember(replace(dealer.state, begun=False))
    dealer.next_procedure = "shuffle"
    raise RoundConcluded


def cards_due_for_change(dealer: Dealer, found: Found) -> None:
    """11.5(e): after eight hours, or four where they are dealt from the hand."""
    hours = rules_of(dealer).card_change_hours
    dealer.act(f"change the cards: at most {hours} hours in use", cite="11.5(e)")
    dealer.next_procedure = "opening"
    raise RoundConcluded


def dice_due_for_change(dealer: Dealer, found: Found) -> None:
    """11.4(a)2: dice stay on a table for so many hours at most."""
    hours = rules_of(dealer).dice_hours
    dealer.act(
        f"change the dice in the shaker: at most {hours} hours on the table", cite="11.4(a)2"
    )


# -- when each can have happened ------------------------------------------------------------------


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw" and dealer.phase is Phase.DEALING


def counting(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "act" and dealer.phase is Phase.COUNT


def cards_looked_at(dealer: Dealer, prompt: Prompt) -> bool:
    setting = dealer.phase is Phase.SETTING and prompt.kind == "decision"
    return setting and "void" not in prompt.choices


def device_at_work(dealer: Dealer, prompt: Prompt) -> bool:
    return rules_of(dealer).automated_shuffler and between_rounds(dealer, prompt)


def shoe_is_dealing(dealer: Dealer, prompt: Prompt) -> bool:
    return rules_of(dealer).dealing == AUTOMATED_SHOE and before_a_card(dealer, prompt)


def after_the_cut(dealer: Dealer, prompt: Prompt) -> bool:
    """In a round, before its first card; the cards were cut after a manual shuffle."""
    rules = rules_of(dealer)
    return (
        bool(rules.recut_by)
        and not rules.automated_shuffler
        and dealer.phase in (None, Phase.START)
        and prompt.kind in ("wagers", "roll", "spin")
        and not any(event.act == "draw" for event in dealer.events)
    )


def with_dice(dealer: Dealer, prompt: Prompt) -> bool:
    return rules_of(dealer).starting_position == DICE and between_rounds(dealer, prompt)


IRREGULARITIES = (
    *common("11.11", "card"),
    Irregularity(
        "not-four-cards-left", "11.8(d)2", not_four_left, counting, ("detail",),
        (MISDEALT, NOT_MISDEALT), label="more or fewer than four cards remain", among_acts=True,
    ),
    Irregularity(
        "card-found-face-up", "11.11", card_found_face_up, before_a_card, ("card",),
        label="a card found face up in the shoe or the deck", basis="unverified",
    ),
    Irregularity(
        "card-drawn-in-error", "11.11", card_drawn_in_error, before_a_card,
        label="a card drawn in error without its face being exposed", basis="unverified",
    ),
    Irregularity(
        "wrong-number-of-cards", "11.11", wrong_number_of_cards, cards_looked_at,
        label="a hand has more or fewer than seven cards",
    ),
    Irregularity(
        "shuffler-fails", "11.11", shuffler_fails, device_at_work,
        label="the automated card shuffling device jams or stops", basis="unverified",
    ),
    Irregularity(
        "automated-shoe-fails", "11.11", automated_shoe_fails, shoe_is_dealing,
        label="the automated dealing shoe jams, stops or does not deal all cards",
        basis="unverified",
    ),
    Irregularity(
        "recut", "11.6(f)", supervisor_requires_recut, after_the_cut,
        label="a casino supervisor requires a recut",
    ),
    Irregularity(
        "no-gaming-activity", "11.6(g)", no_gaming_activity, between_rounds,
        label="there is no gaming activity at the table",
    ),
    Irregularity(
        "cards-due-for-change", "11.5(e)", cards_due_for_change, between_rounds,
        label="the cards are changed, after eight hours or four",
    ),
    Irregularity(
        "dice-due-for-change", "11.4(a)2", dice_due_for_change, with_dice,
        label="the dice have been on the table for 24 hours",
    ),
)  # fmt: skip
