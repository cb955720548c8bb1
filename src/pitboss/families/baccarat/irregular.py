"""Irregularities of both games (3.12, 7.11) and what else may interrupt a procedure in both: a
recut (3.5(f), 7.5(g)) and a patron who leaves owing vigorish (3.3(c)4, 7.3(c)4).

No text of 3.12 or 7.11 was available to us: what follows here is general knowledge."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.baccarat.rules import Phase
from pitboss.families.baccarat.settlement import clear_vigorish
from pitboss.families.baccarat.shoe import recut, too_few_cards, watch_cutting_card
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def card_found_face_up(dealer: Dealer, found: Found) -> None:
    """It is not used in the game."""
    rules = dealer.rules
    dealer.discard(found.card, cite=rules.cites.irregular, place=rules.discards)
    if not dealer.remaining:
        too_few_cards(dealer, rules)
    watch_cutting_card(dealer, rules)


def card_drawn_in_error(dealer: Dealer, found: Found) -> None:
    """Its face unseen, it is used as the next card from the shoe."""
    dealer.note("the card drawn in error is the next card", cite=dealer.rules.cites.irregular)


def third_card_in_error(dealer: Dealer, found: Found) -> None:
    """A third card dealt to a Player's Hand that had to stay: Banker's third card if Banker
    must draw; otherwise, nobody having seen it, the first card of the next hand.

    Doubt: whether Banker must draw is read in the column for no third card drawn, since the
    Player's Hand was standing."""
    cite = dealer.rules.cites.irregular
    if dealer.phase is Phase.PLAYER_STAYED:
        return dealer.note("the card dealt in error is Banker's third card", cite=cite)
    dealer.note("the card dealt in error is the first card of the next hand", cite=cite)
    _dealt_with(dealer)


def third_card_in_error_seen(dealer: Dealer, found: Found) -> None:
    """The same where Banker must stay, and somebody saw the card: it is discarded."""
    rules = dealer.rules
    _dealt_with(dealer)
    dealer.discard(found.card, cite=rules.cites.irregular, place=rules.discards)


def _dealt_with(dealer: Dealer) -> None:
    dealer.phase = Phase.RESULT
    dealer.remember(replace(dealer.state, both_stayed=False))


def recut_required(dealer: Dealer, found: Found) -> None:
    recut(dealer, dealer.rules)


def patron_leaves(dealer: Dealer, found: Found) -> None:
    """Deferred vigorish is collected or documented at once; then the patron is gone."""
    rules = dealer.rules
    dealer.note(f"p{found.seat} leaves the table", cite=rules.cites.collected, seat=found.seat)
    clear_vigorish(dealer, rules, (found.seat,))
    dealer.depart(found.seat)
    if not dealer.present():
        dealer.note("nobody is left at the table", cite=rules.cites.collected)
        raise RoundConcluded


# -- when each can have happened --------------------------------------------------------------


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    """A card of a hand is about to be drawn (no burn card)."""
    return prompt.kind == "draw" and dealer.phase not in (None, Phase.BURN)


def banker_must_draw(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw" and dealer.phase is Phase.PLAYER_STAYED


def both_stayed(dealer: Dealer, prompt: Prompt) -> bool:
    """Both hands had to stay: before the result is settled (by hand), or when the next round
    opens. In the second case the card lies there from the round before."""
    if dealer.phase is Phase.BOTH_STAYED:
        return prompt.kind == "act"
    return between_rounds(dealer, prompt) and bool(dealer.state.both_stayed)


def player_stayed(dealer: Dealer, prompt: Prompt) -> bool:
    return banker_must_draw(dealer, prompt) or both_stayed(dealer, prompt)


def both_stayed_and_cards_left(dealer: Dealer, prompt: Prompt) -> bool:
    return both_stayed(dealer, prompt) and dealer.remaining > 0


def after_the_cut(dealer: Dealer, prompt: Prompt) -> bool:
    """After the cut and before any card, the burn included."""
    if not dealer.rules.recut_by:
        return False
    if dealer.phase is Phase.BURN:
        drawn = any(event.act == "draw" for event in dealer.events)
        return prompt.kind == "draw" and not drawn
    return dealer.phase is Phase.CUT and prompt.kind == "number"


def between_rounds(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.opening and not dealer.wagers


def irregularities(cite: str) -> tuple[Irregularity, ...]:
    """What the subchapters have in common, under the section of each on irregularities."""
    return (
        Irregularity(
            "third-card-in-error",
            cite,
            third_card_in_error,
            player_stayed,
            basis="unverified",
            label="a third card dealt to a Player's Hand that stays, unseen or due to Banker",
        ),
        Irregularity(
            "third-card-in-error-seen",
            cite,
            third_card_in_error_seen,
            both_stayed_and_cards_left,
            ("card",),
            label="the same where Banker stays, and the card was seen",
            basis="unverified",
        ),
        Irregularity(
            "card-found-face-up",
            cite,
            card_found_face_up,
            before_a_card,
            ("card",),
            label="a card found face up in the shoe",
            basis="unverified",
        ),
        Irregularity(
            "card-drawn-in-error",
            cite,
            card_drawn_in_error,
            before_a_card,
            basis="unverified",
            label="a card drawn in error without its face being exposed",
        ),
    )


def recut_under(cite: str) -> Irregularity:
    label = "a casino supervisor requires a recut"
    return Irregularity("recut", cite, recut_required, after_the_cut, label=label)
