"""21.9 Irregularities, and what else may interrupt a procedure: a new dealer (21.7(a)), a reshuffle
that the licensee decides on (21.5(g)), a table without gaming activity (21.5(h)). No text of 21.9
was available to us."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.fast_action_holdem.procedure import COLLECT_DISCARDS, HandIsDead, ready_the_shoe
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.layout import NOBODY
from pitboss.table.prompts import Prompt

# The cards of a round at a full table: four for each of seven players and the dealer, one burned,
# five community cards; and one that is found face up.
CARDS_ENOUGH = 39


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """One exposed card in the shoe is discarded; a second one voids the round."""
    dealer.discard(found.card, cite="21.9")
    dealer.remember(replace(dealer.state, exposed=dealer.state.exposed + 1))
    if dealer.state.exposed > 1:
        _void(dealer, "two or more cards are exposed: the round is void")


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """Its face unseen, it is used as the next card from the shoe."""
    dealer.note("the card drawn in error is the next card", cite="21.9")


def wrong_number_of_cards(dealer: Dealer, found: Found) -> None:
    """A player's hand with a wrong number of cards is dead, and the wager returned."""
    wager = dealer.find(found.seat, "original")
    if wager is None:
        return dealer.note(f"p{found.seat} has no hand in play", cite="21.9", seat=found.seat)
    dealer.note(f"the hand of p{found.seat} is dead", cite="21.9", seat=found.seat)
    for each in dealer.wagers_of(found.seat):
        dealer.give_back(each, cite="21.9", result="void")
    if dealer.interrupted.seat == found.seat:
        raise HandIsDead


def dealer_wrong_number_of_cards(dealer: Dealer, found: Found) -> None:
    """The dealer's hand with a wrong number of cards voids the round."""
    _void(dealer, "the dealer's hand has a wrong number of cards: the round is void")


def fouled_hand(dealer: Dealer, found: Found) -> None:
    """A player who has set a wrong number of cards loses."""
    if not dealer.wagers_of(found.seat):
        return dealer.note(f"p{found.seat} has no hand in play", cite="21.9", seat=found.seat)
    dealer.note(f"the hand of p{found.seat} is fouled", cite="21.9", seat=found.seat)
    for each in dealer.wagers_of(found.seat):
        dealer.collect(each, cite="21.9")


def _void(dealer: Dealer, reason: str) -> None:
    """Doubt: the dealing marker stays, because no round of play was completed (21.7(b))."""
    dealer.note(reason, cite="21.9")
    dealer.return_all(cite="21.9")
    dealer.act("place the cards in the discard rack", cite="21.9")
    ready_the_shoe(dealer, dealer.rules)
    raise RoundConcluded


def new_dealer(dealer: Dealer, found: Found) -> None:
    """21.7(a): a dealer who comes to the table burns a card."""
    dealer.burn("discard rack", cite="21.7(a)", seen=NOBODY)


def reshuffle(dealer: Dealer, found: Found) -> None:
    """21.5(g): the licensee may have the cards reshuffled after any round."""
    dealer.act("the licensee determines that the cards are reshuffled", cite="21.5(g)")
    dealer.remember(replace(dealer.state, cutting_card_at=-1))
    dealer.next_procedure = "shuffle"
    raise RoundConcluded


def cards_due_for_change(dealer: Dealer, found: Found) -> None:
    """21.4(e): all cards are changed at least once each gaming day."""
    dealer.act("change the cards: at least once each gaming day", cite="21.4(e)")
    dealer.next_procedure = "opening"
    raise RoundConcluded


def no_gaming_activity(dealer: Dealer, found: Found) -> None:
    """21.5(h): the cards are spread on the table until a player comes."""
    dealer.act("spread the cards of the shoe and the discard rack on the table", cite="21.5(h)")
    dealer.remember(replace(dealer.state, begun=False, cutting_card_at=-1))
    dealer.act("turn the cards face down, wash and stack them", cite="21.5(h)")
    dealer.next_procedure = "shuffle"
    raise RoundConcluded


# -- when each can have happened --------------------------------------------------------------


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    """A card of the round, which is not one that is burned beforehand (21.7(a))."""
    return prompt.kind == "draw" and prompt.cite in ("21.7(c)", "21.8(j)")


def while_setting(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "decision" and prompt.cite == "21.8(a)"


def after_setting(dealer: Dealer, prompt: Prompt) -> bool:
    """By hand, when the discards are collected and counted (21.8(e)); else before a community
    card."""
    if prompt.kind == "act":
        return prompt.what == COLLECT_DISCARDS
    return prompt.kind == "draw" and prompt.cite == "21.8(j)"


def before_the_hands_are_compared(dealer: Dealer, prompt: Prompt) -> bool:
    return while_setting(dealer, prompt) or after_setting(dealer, prompt)


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.opening and not dealer.wagers


def before_the_deal(dealer: Dealer, prompt: Prompt) -> bool:
    """Wagers may lie there already, but no card of the round was dealt."""
    return prompt.opening and dealer.remaining > CARDS_ENOUGH


IRREGULARITIES = (
    Irregularity(
        "card-found-face-up", "21.9", card_found_face_up, before_a_card, ("card",),
        label="a card found face up in the shoe; a second one voids the round",
        basis="unverified",
    ),
    Irregularity(
        "card-drawn-in-error", "21.9", card_drawn_in_error, before_a_card,
        label="a card drawn in error without its face being exposed", basis="unverified",
    ),
    Irregularity(
        "wrong-number-of-cards", "21.9", wrong_number_of_cards,
        before_the_hands_are_compared, ("seat",),
        label="a player was dealt a wrong number of cards", basis="unverified",
    ),
    Irregularity(
        "dealer-wrong-number-of-cards", "21.9", dealer_wrong_number_of_cards,
        before_the_hands_are_compared,
        label="the dealer was dealt a wrong number of cards", basis="unverified",
    ),
    Irregularity(
        "fouled-hand", "21.9", fouled_hand, after_setting, ("seat",),
        label="a player has set a wrong number of cards", basis="unverified",
    ),
    Irregularity(
        "new-dealer", "21.7(a)", new_dealer, before_the_deal,
        label="a new dealer comes to the table and burns a card",
    ),
    Irregularity(
        "reshuffle", "21.5(g)", reshuffle, between_rounds,
        label="the licensee has the cards reshuffled after a round",
    ),
    Irregularity(
        "cards-due-for-change", "21.4(e)", cards_due_for_change, between_rounds,
        label="the cards are changed, at least once each gaming day",
    ),
    Irregularity(
        "no-gaming-activity", "21.5(h)", no_gaming_activity, between_rounds,
        label="there is no gaming activity at the table",
    ),
)  # fmt: skip
