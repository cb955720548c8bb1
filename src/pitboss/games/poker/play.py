"""A round of poker as it stands: who plays, with which cards, and where the chips are. The dealer
holds it (`dealer.hands`), so that irregularities can say what becomes of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

import msgspec

from pitboss.games.poker.rules import PokerRules
from pitboss.table.dealer import Dealer
from pitboss.table.layout import EVERYONE, NOBODY
from pitboss.table.pots import Chips

BOARD, BURN, HAND, UP = "board", "burn", "hand", "up-cards"


class Phase(Enum):
    """How far a round has come, as far as irregularities ask."""

    CHIPS = auto()
    DEALING = auto()
    BETTING = auto()
    DRAWING = auto()
    SHOWDOWN = auto()


class Hand(msgspec.Struct):
    """A player's cards and standing in the round. `down` lie face down; `live`: contends for the
    pot; `forced`: made a blind or forced bet; `voluntary`: wagered of free will; `still_dealt`: was
    folded, and the position gets cards until somebody wagers (14.15(e)); `turned_up`: hole cards
    exposed in the deal; `bound`: the words by which a statement binds (14.15(k)); `thrown`: the
    cards were thrown away by one who owes a wager."""

    seat: int
    down: list[int] = []
    up: list[int] = []
    live: bool = True
    forced: bool = False
    voluntary: bool = False
    still_dealt: bool = False
    turned_up: int = 0
    bound: str = ""
    thrown: bool = False

    @property
    def cards(self) -> list[int]:
        return self.down + self.up


class Play:
    """`order`: the seats that were dealt in, from the left of the button or of the dealer;
    `dealing`: the seat that the next card is for; `turn`: the seat whose turn it is; `opener`: who
    made the first bet where no blind had; `out`: whose hands are out of the round, in the order in
    which they went; `last_to_wager`: who bet or raised last in the betting
    round, who shows first."""

    __slots__ = (
        "board", "burnt", "button", "chips", "dealer", "dealing", "discards", "hands",
        "last_to_wager", "opener", "order", "out", "round_number", "rules", "turn",
    )  # fmt: skip

    def __init__(self, dealer: Dealer, rules: PokerRules, order: list[int], button: int) -> None:
        self.dealer = dealer
        self.rules = rules
        self.order = order
        self.button = button
        self.chips = Chips(dealer)
        self.hands = {seat: Hand(seat) for seat in order}
        self.board: list[int] = []
        self.burnt: list[int] = []
        self.discards: list[int] = []
        self.out: list[int] = []
        self.dealing = 0
        self.round_number = 0
        self.last_to_wager = 0
        self.opener = self.turn = 0
        dealer.hands = self

    def live(self) -> list[int]:
        """The seats that contend for the pot, in order."""
        hands = self.hands
        return [seat for seat in self.order if hands[seat].live]

    def contested(self) -> bool:
        return len(self.live()) > 1

    def voluntary(self) -> int:
        """How many players have wagered of their own will."""
        return sum(hand.voluntary for hand in self.hands.values())

    def after(self, seat: int) -> list[int]:
        """The order from the seat after this one on, itself last."""
        order = self.order
        if seat in order:
            at = order.index(seat) + 1
            return order[at:] + order[:at]
        later = [each for each in sorted(order) if each > seat]
        return later + [each for each in sorted(order) if each < seat]

    def kill(self, seat: int) -> None:
        """The hand is out of the round; its cards go to the discards."""
        hand = self.hands[seat]
        if hand.live:
            hand.live = False
            self.out.append(seat)
            self.discards += hand.cards

    # -- cards ----------------------------------------------------------------------------------

    def down(self, seat: int, *, cite: str) -> int:
        """A card face down to a player, who alone may look at it."""
        self.dealing = seat
        dealer, hand = self.dealer, self.hands[seat]
        turned = hand.turned_up
        card = dealer.draw(HAND, cite=cite, seen=dealer.table.eyes(seat), seat=seat)
        hand.down.append(card)
        if hand.turned_up > turned:
            dealer.reveal(card, HAND, cite="14.15(l)", seat=seat)
        return card

    def up(self, seat: int, *, cite: str) -> int:
        """A card face up before a player."""
        self.dealing = seat
        card = self.dealer.draw(UP, cite=cite, seat=seat)
        self.hands[seat].up.append(card)
        return card

    def burn(self, *, cite: str) -> None:
        self.dealing = 0
        card = self.dealer.burn(BURN, cite=cite, seen=NOBODY)
        self.burnt.append(card)
        self.discards.append(card)

    def community(self, cards: int, *, cite: str) -> None:
        """Cards face up in the middle, for everybody."""
        self.dealing = 0
        for _ in range(cards):
            self.board.append(self.dealer.draw(BOARD, cite=cite, seen=EVERYONE))

    def positions(self) -> Iterator[int]:
        """The seats that get a card: those who contend, and positions of 14.15(e)."""
        for seat in self.order:
            hand = self.hands[seat]
            if hand.live or hand.still_dealt:
                yield seat


def play_of(dealer: Dealer) -> Play | None:
    """The round that is being played, if cards are out."""
    play: Any = dealer.hands
    return play if isinstance(play, Play) else None
