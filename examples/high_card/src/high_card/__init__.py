"""High Card, a made-up game: one card to each player and the dealer, the higher one wins.

A third party's game is what ours are: a data file, typed rules, procedures that cite it, and a
study for the odds. The entry point in pyproject.toml registers it."""

from __future__ import annotations

from importlib import resources
from typing import Any

from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.equipment.shoe import Shoe, full_shoe
from pitboss.law.regulation import Law
from pitboss.money import Odds
from pitboss.table.dealer import Dealer
from pitboss.table.entries import Found
from pitboss.table.game import Game, Irregularity, Nothing, Rules
from pitboss.table.layout import NOBODY, only
from pitboss.table.prompts import Prompt


class HighCardRules(Rules, frozen=True):
    pays: Odds
    ties_push: bool


def high_card_rules(law: Law) -> HighCardRules:
    pays = law.paytable("high")["higher"]
    return HighCardRules(law=law, pays=pays, ties_push=law.options["ties"] == "push")


def round_of_play(dealer: Dealer, rules: HighCardRules) -> None:
    """1.3 The round."""
    # (a) Wagers are made before the first card.
    dealer.take_wagers("high", cite="1.2", required=True)

    # (b) One card face down to each player with a wager, then one to the dealer.
    hands = {
        seat: dealer.draw(f"hand of p{seat}", cite="1.3(b)", seen=only(seat), seat=seat)
        for seat in dealer.players_with_wagers()
    }
    dealers = dealer.draw("dealer's hand", cite="1.3(b)", seen=NOBODY)

    # (c) Each player looks, and may double.
    for seat in hands:
        if dealer.choose(seat, ("double", "stand"), cite="1.3(c)", what="double") == "double":
            dealer.place_wager(seat, "double", dealer.staked(seat, "high"), cite="1.3(c)")

    # (d), (e) The cards are turned. Losers first, then ties, then winners.
    dealer.reveal(dealers, "dealer's hand", cite="1.3(d)")
    for seat, card in hands.items():
        dealer.reveal(card, f"hand of p{seat}", cite="1.3(d)", seat=seat)
    for wager in dealer.in_order():
        tied = hands[wager.seat] >> 2 == dealers >> 2
        if tied and rules.ties_push:
            dealer.give_back(wager, cite="1.3(e)")
        elif tied or hands[wager.seat] >> 2 < dealers >> 2:
            dealer.collect(wager, cite="1.3(e)" if tied else "1.3(d)")
    dealer.pay_all(rules.pays, cite="1.3(d)")

    # (f) All cards are shuffled before the next round.
    dealer.act("shuffle the deck", cite="1.3(f)")
    dealer.new_shoe(full_shoe(1))


def card_exposed(dealer: Dealer, found: Found) -> None:
    """1.4 A card found face up in the deck is not used."""
    dealer.discard(found.card, cite="1.4")


def before_a_card(dealer: Dealer, prompt: Prompt) -> bool:
    return prompt.kind == "draw" and dealer.remaining > len(dealer.table.seats) + 1


def prepare(rules: HighCardRules) -> tuple[Shoe, Nothing]:
    return full_shoe(1), Nothing()


def rank_of(card: int) -> int:
    return card >> 2


def scenarios(rules: Any) -> list[Scenario]:
    return [Scenario("high", (("high", "", UNIT),))]


def situation(prompt: Prompt) -> str:
    """What a player knows when asked: the rank held."""
    cards = [e.card for e in prompt.dealer.events if e.act == "draw" and e.seat == prompt.seat]
    return "holding " + "23456789TJQKA"[cards[0] >> 2]


study = Study(scenarios=scenarios, card_class=rank_of, situation=situation)

game = Game(
    "high-card",
    data=resources.files("high_card") / "high_card.toml",
    rules=high_card_rules,
    procedures={"round": round_of_play},
    prepare=prepare,
    irregularities=(
        Irregularity("card-found-face-up", "1.4", card_exposed, before_a_card, ("card",)),
    ),
    first_procedure="round",
)
