"""A shoe that runs out in the middle of a round: what is still undecided is void, and all cards
are reshuffled. No case under tests/law/ has a shoe of its own, so these are played here."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest

from pitboss import registry
from pitboss.equipment.cards import parse_cards
from pitboss.equipment.shoe import Shoe
from pitboss.table.entries import parse_entry
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

DAY = date(2000, 6, 1)

# A game, the cards that are left, the tape, and how every wager ends.
ENDS = {
    "casino war, before the dealer's card": (
        "casino-war", "Ks",
        ["p1 wager initial 10.00", "p1 wager tie 5.00", "d close", "d draw Ks"],
        ["initial void 22.10", "tie void 22.10"],
    ),
    "casino war, in the war: the tie wager was decided before": (
        "casino-war", "8s 8d 2c",
        ["p1 wager initial 10.00", "p1 wager tie 5.00", "d close", "d draw 8s", "d draw 8d",
         "p1 war", "p1 wager tie 1.00", "d close", "d draw 2c"],
        ["tie win 22.9", "initial void 22.10", "war void 22.10", "tie void 22.10"],
    ),
    "chemin de fer, before the Banker's second card": (
        "baccarat-chemin-de-fer", "9s 3h Kc",
        ["p1 wager bank 10.00", "p2 wager against 10.00", "d close", "d draw 9s", "d draw 3h",
         "d draw Kc"],
        ["bank void 4.12", "against void 4.12"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDS)
def test_what_is_undecided_is_void(name: str) -> None:
    key, left, entries, expected = ENDS[name]
    game = registry.find(key)
    rules = game.rules(DAY)
    cards = parse_cards(left)
    counts = tuple(cards.count(card) for card in range(53))
    table = game.open_table(rules, 2)
    table = msgspec.structs.replace(table, shoe=Shoe(counts, len(cards)))
    receipt = play(game, rules, table, [parse_entry(entry) for entry in entries])
    assert isinstance(receipt, Receipt)
    assert [f"{line.wager} {line.result} {line.cite}" for line in receipt.lines] == expected
    assert receipt.after.next == "shuffle"
