"""Four-card poker's rules."""

from __future__ import annotations

from math import gcd

from pitboss.families.one_deck_poker import rules as one_deck
from pitboss.families.one_deck_poker.rules import Phase
from pitboss.games.four_card_poker.hands import ROWS
from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.money import format_dollars
from pitboss.table.game import Rules
from pitboss.table.prompts import Amounts, Bounds

FIRST_LEDGER = "50-40-8-5-4-3-1"
PLAY, FOLD = "play", "fold"

CITES = one_deck.whole_sections(
    decks="27.2",
    opening="27.4",
    shuffle="27.5",
    has_cut=True,
    shoe="27.7",
    hand="27.8",
    automated_shoe="27.9",
    irregularities="27.12",
)

HIDDEN = (Phase.DEALING, Phase.STUB, Phase.DECISIONS, Phase.FORFEITS)
COURSE = one_deck.Course(
    hidden=HIDDEN, unsettled=(*HIDDEN, Phase.REVEAL), after_stub=Phase.DECISIONS
)


class FourCardPokerRules(Rules, frozen=True):
    """`aces_up_ledger` and `ante_bonus_ledger` are the tables `aces_up` and `ante_bonus` once
    more, by `hands.hand_row`; None for a hand that they do not pay."""

    ante: Row
    play: Row
    play_at_most: int
    exact_multiples: bool
    aces_up: Paytable
    aces_up_ledger: one_deck.Ledger
    ante_bonus: Paytable
    ante_bonus_ledger: one_deck.Ledger
    ties_to_player: bool
    fold_forfeits_aces_up: bool
    deck: one_deck.DeckPractice

    def play_choices(self, ante_cents: int) -> tuple[str, ...]:
        """27.10(b): the exact multiples of the ante, or a fold."""
        times = range(1, self.play_at_most + 1)
        return (*(f"{PLAY} {format_dollars(ante_cents * each)}" for each in times), FOLD)

    def play_amounts(self, ante_cents: int, chip_cents: int) -> Amounts | None:
        """27.6: any amount between, in chips, unless the licensee asks for multiples."""
        if self.exact_multiples:
            return None
        most = ante_cents * self.play_at_most
        return Amounts(PLAY, Bounds(ante_cents, most, gcd(ante_cents, chip_cents), "27.6"))


def four_card_poker_rules(law: Law) -> FourCardPokerRules:
    aces_up = one_deck.chosen_table(law, "aces_up", law.word("aces_up_ledger"), FIRST_LEDGER)
    bonus = law.paytable("ante_bonus")
    return FourCardPokerRules(
        law=one_deck.paid_by(law, "aces-up", aces_up),
        ante=law.paytable("ante")["win"],
        play=law.paytable("play")["win"],
        play_at_most=law.number("play_at_most"),
        exact_multiples=law.word("play_amounts") == "multiples",
        aces_up=aces_up,
        aces_up_ledger=one_deck.by_row(aces_up, ROWS),
        ante_bonus=bonus,
        ante_bonus_ledger=one_deck.by_row(bonus, ROWS),
        ties_to_player=law.word("ties") == "player",
        fold_forfeits_aces_up=law.flag("fold_forfeits_aces_up"),
        deck=one_deck.deck_practice(law, CITES, COURSE),
    )
