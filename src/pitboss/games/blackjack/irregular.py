"""2.15 Irregularities, and what else may interrupt a procedure: a shuffle at will (2.5(a)), a
new dealer and the burn card (2.6(c))."""

from __future__ import annotations

from pitboss.families.twenty_one.irregular import between_rounds, irregularities
from pitboss.families.twenty_one.play import IrregularCites, whole_section
from pitboss.games.blackjack.procedure import burn_card
from pitboss.games.blackjack.rules import CONTINUOUS, DOUBLE_SHOE
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.disputes import dispute_under
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def shuffle_at_will(dealer: Dealer, found: Found) -> None:
    """2.5(a): the licensee may shuffle after any round, without a reason."""
    dealer.next_procedure = "shuffle"
    dealer.note("the licensee shuffles after the completed round", cite="2.5(a)")
    raise RoundConcluded


def new_dealer(dealer: Dealer, found: Found) -> None:
    """2.6(c): each new dealer burns one card before dealing any."""
    dealer.act("a new dealer comes to the table", cite="2.6(c)")
    burn_card(dealer, dealer.rules)


def burn_card_requested(dealer: Dealer, found: Found) -> None:
    """2.6(c): the burn card is disclosed if a player asks."""
    dealer.reveal(dealer.state.burned, "burn card", cite="2.6(c)", seat=found.seat)


def may_shuffle(dealer: Dealer, prompt: Prompt) -> bool:
    rules = dealer.rules
    return between_rounds(dealer, prompt) and rules.dealing != CONTINUOUS


def may_burn(dealer: Dealer, prompt: Prompt) -> bool:
    """Until the first card, wagers or none. Not under the Bart Carter shuffle, a double shoe or a
    continuous shuffler."""
    rules = dealer.rules
    other = rules.bart_carter_shuffle or rules.dealing in (DOUBLE_SHOE, CONTINUOUS)
    return prompt.opening and not other and dealer.remaining > dealer.cutting_card


def a_card_was_burned(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.opening and dealer.state.burned >= 0


IRREGULARITIES = (
    *irregularities(IrregularCites(**whole_section("2.15"))),
    dispute_under("2.6(i)"),
    Irregularity("shuffle-at-will", "2.5(a)", shuffle_at_will, may_shuffle),
    Irregularity("new-dealer", "2.6(c)", new_dealer, may_burn),
    Irregularity(
        "burn-card-requested", "2.6(c)", burn_card_requested, a_card_was_burned, ("seat",)
    ),
)
