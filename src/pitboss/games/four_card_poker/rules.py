"""Four-card poker's rules and what its table remembers."""

from __future__ import annotations

from math import gcd

import msgspec

from pitboss.games.four_card_poker.hands import ROWS
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law
from pitboss.money import Odds, format_dollars
from pitboss.table.game import Rules
from pitboss.table.prompts import Amounts, Bounds

FIRST_LEDGER = "50-40-8-5-4-3-1"
PLAY, FOLD = "play", "fold"

Ledger = tuple[Odds | None, ...]


class FourCardPokerRules(Rules, frozen=True):
    """`aces_up_ledger` and `ante_bonus_ledger` are the tables `aces_up` and `ante_bonus` once
    more, by `hands.hand_row`; None for a hand that they do not pay."""

    ante: Odds
    play: Odds
    play_at_most: int
    exact_multiples: bool
    aces_up: Paytable
    aces_up_ledger: Ledger
    ante_bonus: Paytable
    ante_bonus_ledger: Ledger
    ties_to_player: bool
    fold_forfeits_aces_up: bool
    dealing: str
    automated_shuffler: bool
    shuffler_counts_cards: bool
    two_decks: bool
    stub_count_every: int
    cut_at_least: int
    card_change_hours: int

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


class FourCardPokerState(msgspec.Struct, frozen=True):
    """`since_count`: rounds of play since the stub was last counted; `deck`: which of two
    alternating decks is in play; `deck_removed`: a deck has left the table for good."""

    since_count: int = 0
    deck: int = 1
    deck_removed: bool = False


def by_row(table: Paytable) -> Ledger:
    return tuple(table[row] if row in table else None for row in ROWS)


def four_card_poker_rules(law: Law) -> FourCardPokerRules:
    ledger = law.word("aces_up_ledger")
    aces_up = law.paytable("aces_up" if ledger == FIRST_LEDGER else f"aces_up/{ledger}")
    bonus = law.paytable("ante_bonus")
    dealing = law.word("dealing")
    hours = "card_change_hours_hand" if dealing == "hand" else "card_change_hours_shoe"
    return FourCardPokerRules(
        law=law,
        ante=law.paytable("ante")["win"],
        play=law.paytable("play")["win"],
        play_at_most=law.number("play_at_most"),
        exact_multiples=law.word("play_amounts") == "multiples",
        aces_up=aces_up,
        aces_up_ledger=by_row(aces_up),
        ante_bonus=bonus,
        ante_bonus_ledger=by_row(bonus),
        ties_to_player=law.word("ties") == "player",
        fold_forfeits_aces_up=law.flag("fold_forfeits_aces_up"),
        dealing=dealing,
        automated_shuffler=law.flag("automated_shuffler"),
        shuffler_counts_cards=law.flag("shuffler_counts_cards"),
        two_decks=law.flag("two_decks"),
        stub_count_every=law.number("stub_count_every"),
        cut_at_least=law.number("cut_at_least"),
        card_change_hours=law.number(hours),
    )
