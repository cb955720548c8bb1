"""4.12 Irregularities, and a banker who passes the shoe before a round (4.11). No text of 4.12
was available to us: what follows here is general knowledge."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.families.baccarat.irregular import between_rounds, irregularities
from pitboss.families.baccarat.rules import Phase
from pitboss.games.baccarat_chemin_de_fer.procedure import pass_the_shoe
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Found
from pitboss.table.game import Irregularity
from pitboss.table.prompts import Prompt


def control_exercised_wrongly(dealer: Dealer, found: Found) -> None:
    """The dealer corrects the hand to what it must do, before the next card."""
    dealer.act("correct the hand to the play that it must make", cite="4.12")


def control_exercised_wrongly_seen(dealer: Dealer, found: Found) -> None:
    """The same where a card was already dealt and seen: it stays the next card in order."""
    control_exercised_wrongly(dealer, found)
    dealer.discard(found.card, cite="4.12", place="kept as the next card")
    dealer.remember(replace(dealer.state, kept_card=found.card))


def banker_passes(dealer: Dealer, found: Found) -> None:
    """4.11: a banker who cannot or will not make a wager passes the shoe."""
    dealer.note("the banker passes the shoe", cite="4.11", seat=dealer.state.banker)
    pass_the_shoe(dealer)
    if not dealer.state.banker:
        raise RoundConcluded


def a_hand_must(dealer: Dealer, prompt: Prompt) -> bool:
    """Somebody controls a hand that has only one thing to do."""
    playing = dealer.phase in (Phase.THIRD_CARDS, Phase.PLAYER_STAYED)
    return prompt.kind == "decision" and playing and len(prompt.choices) == 1


def a_hand_must_and_cards_left(dealer: Dealer, prompt: Prompt) -> bool:
    return a_hand_must(dealer, prompt) and dealer.remaining > 0 and dealer.state.kept_card < 0


def with_a_banker(dealer: Dealer, prompt: Prompt) -> bool:
    return between_rounds(dealer, prompt) and dealer.state.banker in dealer.table.seats


_IN_COMMON = irregularities("4.12")
IRREGULARITIES = (
    *_IN_COMMON[:2],
    Irregularity(
        "control-exercised-wrongly",
        "4.12",
        control_exercised_wrongly,
        a_hand_must,
        label="a hand draws that must stay, or stays that must draw",
        basis="unverified",
    ),
    Irregularity(
        "control-exercised-wrongly-seen",
        "4.12",
        control_exercised_wrongly_seen,
        a_hand_must_and_cards_left,
        ("card",),
        label="the same, and the next card was already dealt and seen",
        basis="unverified",
    ),
    *_IN_COMMON[2:],
    Irregularity(
        "banker-passes",
        "4.11",
        banker_passes,
        with_a_banker,
        label="the banker passes the shoe before the round",
        basis="unverified",
    ),
)
