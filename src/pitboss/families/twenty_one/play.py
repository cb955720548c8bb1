"""A round in progress at the games of twenty-one: boxes, hands, and who has what on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

import msgspec

from pitboss.equipment.shoe import Shoe
from pitboss.families.twenty_one.hands import (
    NO_CARDS,
    TWENTY_ONE,
    is_blackjack,
    point_count,
    with_card,
)
from pitboss.table.layout import Wager

# How far a shuffle or a round has come: what `may` of an irregularity goes by. The turns have two
# members, because a first card of 2 to 9 must not be read.
Phase = Enum(
    "Phase",
    "DEVICE FIRST_CARDS SECOND_CARDS LATE_CARDS SIDE_WAGERS INSURANCE READING TURNS "
    "TURNS_AGAINST_LOW SPLIT_CARD LATE_HITS DEALERS_HAND",
)


class IrregularCites(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game's subchapter says what about irregularities, in the order of 2A.15."""

    face_up: str
    unseen: str
    exposed: str
    overdrawn: str
    dealer_missed: str
    too_few: str
    missed: str
    not_dealt: str
    shuffler_fails: str
    wrongly_read: str
    reader_fails: str


def whole_section(section: str) -> dict[str, str]:
    """The fields of IrregularCites for a section whose paragraphs are not known."""
    return dict.fromkeys(IrregularCites.__struct_fields__, section)


class Cites(IrregularCites, frozen=True, kw_only=True):
    """Where a game's subchapter says what."""

    # opening, shuffle and cut
    opening: str
    shuffle: str
    offer_cut: str
    cut: str
    insert: str
    burn: str
    cutting_card: str
    # the deal
    deal: str
    totals: str
    decisions: str
    # what is dealt upon a decision, where another paragraph says so; "" where none is known to
    additional: str = ""
    dealers_card: str
    hole_card: str
    pick_up: str
    # the hand
    wagers: str
    win: str
    push: str
    loses: str
    surrender: str
    insurance: str
    insurance_pays: str
    insurance_loses: str
    double: str
    double_returned: str
    split: str
    # the second card of a split hand, and its total with the decision on it; "" as above
    split_card: str = ""
    split_total: str = ""
    split_returned: str
    dealer_draws: str
    no_effect: str
    # several people on a box
    consent: str
    caller: str
    others_double: str
    # several hands of the dealer against one of the player; "" where the game has none
    actions: str = ""


class Stake(msgspec.Struct, eq=False):
    """One person's wager on a box, with what is added to it. `cents` is the original wager;
    `lost` what was collected on hands that exceeded 21; `action` which hand of the dealer
    decides it; `kind` and `spot` tell wagers that follow from it apart from other people's."""

    owner: int
    cents: int
    kind: str = ""
    spot: str = ""
    action: int = 1
    lost: int = 0

    def name(self, word: str) -> str:
        """The kind of a wager that follows from this one: `double`, `double-behind`."""
        return f"{word}-{self.kind}" if self.kind else word

    def place(self, hand: int) -> str:
        """Its spot: the number of the hand, after the stake's own spot."""
        return f"{self.spot} {hand}" if self.spot else f"{hand}"


class Laid(msgspec.Struct, eq=False):
    """What a stake has on one hand: its wager there, and others that share its fate."""

    stake: Stake
    wagers: list[Wager]


class Hand(msgspec.Struct, eq=False):
    """`count` is the hand as `hands` knows it. `split`: formed by splitting; `doubled`: one
    card more and no other; `finished`: no further card is asked for; `waits`: decided but for
    the dealer's second card ("blackjack" or "surrender"); `removed`: the cards are in the
    discard rack."""

    number: int
    cards: list[int] = []
    count: int = NO_CARDS
    laid: list[Laid] = []
    split: bool = False
    doubled: bool = False
    finished: bool = False
    removed: bool = False
    waits: str = ""

    @property
    def points(self) -> int:
        return point_count(self.count)

    @property
    def over(self) -> bool:
        return point_count(self.count) > TWENTY_ONE

    @property
    def blackjack(self) -> bool:
        """Never after a split."""
        return (
            len(self.cards) == 2 and not self.split and is_blackjack(self.cards[0], self.cards[1])
        )

    def add(self, card: int) -> None:
        self.cards.append(card)
        self.count = with_card(self.count, card)


class Box(msgspec.Struct, eq=False):
    """A box with a wager in it: its number, who calls the decisions, its hands from the
    dealer's left, and the stakes of all who wager on it, the caller's first. `area`: which of
    its two hands this is, where a place at the table has two."""

    number: int
    caller: int
    stakes: list[Stake]
    hands: list[Hand]
    area: str = ""

    def place(self, hand: Hand) -> str:
        first = len(self.hands) == 1 and hand.number == 1
        number = "" if first else f" {hand.number}"
        return f"hand{number} of {self.name}"

    @property
    def name(self) -> str:
        return f"p{self.number}, {self.area}" if self.area else f"p{self.number}"


class Play(msgspec.Struct, eq=False):
    """`complete`: all cards that are shuffled together; `exposed`: a card drawn in error and
    shown, which is the next card; `late`: hands whose requested card was not dealt;
    `refused`: boxes whose player refused an exposed card and gets no more; `reshuffle`: the
    discards were shuffled in mid-round; `cut_at`: the box whose card came
    after the cutting card, 0 for the dealer's hand, -1 before; `after_card`: told of every card
    that comes to a box after its first two."""

    cites: Cites
    complete: Shoe
    cut_at_least: int
    boxes: list[Box] = []
    dealers: Hand = msgspec.field(default_factory=lambda: Hand(0))
    exposed: int = -1
    late: list[tuple[Box, Hand]] = []
    refused: list[int] = []
    reshuffle: bool = False
    cut_at: int = -1
    after_card: Callable[[Box, int], None] | None = None

    def hands(self) -> Sequence[tuple[Box, Hand]]:
        """Every hand with a wager on it, from the dealer's left."""
        return [(box, hand) for box in self.boxes for hand in box.hands if hand.laid]

    def hands_from_the_right(self) -> Sequence[tuple[Box, Hand]]:
        return self.hands()[::-1]

    def cards_on_the_table(self) -> list[int]:
        cards = list(self.dealers.cards)
        for box in self.boxes:
            for hand in box.hands:
                if not hand.removed:
                    cards += hand.cards
        if self.exposed >= 0:
            cards.append(self.exposed)
        return cards


def box_of(
    number: int, caller: int, stakes: list[tuple[Stake, list[Wager]]], area: str = ""
) -> Box:
    """A box before the deal: one hand with everybody's wagers on it."""
    laid = [Laid(stake, wagers) for stake, wagers in stakes]
    return Box(number, caller, [stake for stake, _ in stakes], [Hand(1, laid=laid)], area)
