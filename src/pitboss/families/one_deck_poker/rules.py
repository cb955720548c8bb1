"""What the rules of a poker table game have in common, and what its table remembers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

import msgspec
from msgspec.structs import replace

from pitboss.law.paytable import Paytable, Row
from pitboss.law.regulation import Law
from pitboss.table.dealer import Dealer

MANUAL_SHOE, HAND, AUTOMATED_SHOE = "manual shoe", "hand", "automated shoe"

# A pay table by row number; None for a hand that it does not pay.
Ledger = tuple[Row | None, ...]


class DealtFrom(msgspec.Struct, frozen=True):
    """Where the section on one way of dealing says: the deck is put in its place, "No more bets",
    the cards are dealt, the stub is counted, the stub is put away."""

    placed: str
    announced: str
    dealt: str
    counted: str
    stub: str


def whole_section(section: str) -> DealtFrom:
    """A section whose paragraphs are not known."""
    return DealtFrom(section, section, section, section, section)


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    """Where each thing that the games have in common stands in the subchapter; empty where it
    has no such rule. `cut` is for: cover card in front, cut, cards on top, cover card away;
    `stub_counts` for a stub that was counted and found right, which is then put away."""

    inspect: str
    spread: str
    wash: str
    change: str
    shuffle: str
    two_decks: str
    device_indicates: str = ""
    cut: tuple[str, ...] = ()
    recut: str = ""
    idle: str
    dealing: dict[str, DealtFrom]
    face_up: str
    drawn_in_error: str
    wrong_number: str
    exposed: str = ""
    shuffler_fails: str
    shoe_fails: str = ""
    stub_counts: str = ""
    stub_miscount: str = ""
    device_miscount: str = ""


def whole_sections(
    *,
    decks: str,
    opening: str,
    shuffle: str,
    has_cut: bool,
    shoe: str,
    hand: str,
    automated_shoe: str,
    irregularities: str,
) -> Cites:
    """A subchapter of which only the sections are known, not their paragraphs. What 20.7 says of
    counting the cards is looked for in the section on the manual shoe."""
    return Cites(
        inspect=opening,
        spread=opening,
        wash=opening,
        change=opening,
        shuffle=shuffle,
        two_decks=decks,
        device_indicates=shuffle,
        cut=(shuffle,) * 4 if has_cut else (),
        recut=shuffle if has_cut else "",
        idle=shuffle,
        dealing={
            MANUAL_SHOE: whole_section(shoe),
            HAND: whole_section(hand),
            AUTOMATED_SHOE: whole_section(automated_shoe),
        },
        face_up=irregularities,
        drawn_in_error=irregularities,
        wrong_number=irregularities,
        exposed=irregularities,
        shuffler_fails=irregularities,
        shoe_fails=irregularities,
        stub_miscount=shoe,
        device_miscount=shoe,
    )


# How far an opening, a shuffle or a round has come.
Phase = Enum(
    "Phase",
    "OPENING IDLE SHUFFLE CUT RECUT DEALING BONUS STUB DECISIONS BET_ONE BET_TWO DOUBLE_DOWN "
    "LAST_CARDS FORFEITS REVEAL SETTLEMENT VOID",
)


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """How a round goes, as irregularities must know it. `hidden`: the phases in which the
    dealer's cards must not be seen; `unsettled`: those in which all hands can still become void;
    `after_stub`: the one that follows when the stub has been put away. `stands`: wagers that are
    settled for good as soon as they are settled. `undo`: what else a void round takes back."""

    hidden: tuple[Phase, ...] = ()
    unsettled: tuple[Phase, ...]
    after_stub: Phase | None = None
    stands: tuple[str, ...] = ()
    undo: Callable[[Dealer], None] | None = None


class DeckPractice(msgspec.Struct, frozen=True, kw_only=True):
    """How the licensee keeps, shuffles and deals the deck. `dealt` is the section of `dealing`;
    `recut` says whether a casino supervisor may require one."""

    cites: Cites
    course: Course
    dealt: DealtFrom
    dealing: str
    automated_shuffler: bool
    shuffler_counts_cards: bool
    two_decks: bool
    stub_count_every: int
    cover_card: str
    cut_at_least: int
    recut: bool
    card_change_hours: int

    @property
    def in_stacks(self) -> bool:
        """An automated shoe dispenses whole hands."""
        return self.dealing == AUTOMATED_SHOE


class DeckState(msgspec.Struct, frozen=True):
    """`since_count`: rounds of play since the stub was last counted; `deck`: which of two
    alternating decks is in play; `deck_removed`: a deck has left the table for good, and
    another must be opened in its place."""

    since_count: int = 0
    deck: int = 1
    deck_removed: bool = False


def deck_practice(law: Law, cites: Cites, course: Course, *, recut: bool = True) -> DeckPractice:
    """The practice of the day; what a subchapter does not have is not asked for."""
    dealing = law.word("dealing")
    hours = "card_change_hours_hand" if dealing == HAND else "card_change_hours_shoe"
    facts = law.values
    return DeckPractice(
        cites=cites,
        course=course,
        dealt=cites.dealing[dealing],
        dealing=dealing,
        automated_shuffler=law.flag("automated_shuffler"),
        shuffler_counts_cards=law.flag("shuffler_counts_cards"),
        two_decks=law.flag("two_decks"),
        stub_count_every=law.number("stub_count_every") if cites.stub_miscount else 0,
        cover_card=law.word("cover_card") if "cover_card" in facts else "cover card",
        cut_at_least=law.number("cut_at_least") if "cut_at_least" in facts else 0,
        recut=recut,
        card_change_hours=law.number(hours),
    )


def by_row(table: Paytable | None, rows: Sequence[str]) -> Ledger:
    """The table's odds in the order of `rows`; without a table, nothing is paid."""
    return tuple(table[row] if table is not None and row in table else None for row in rows)


def chosen_table(law: Law, name: str, ledger: object, first: str) -> Paytable:
    """The licensee's ledger: the table of that name, or one named after the ledger."""
    return law.paytable(name if ledger == first else f"{name}/{ledger}")


def paid_by(law: Law, wager: str, table: Paytable) -> Law:
    """The law with this wager, if it is offered, paid by the table that the licensee chose: what
    a page or a sheet says of the wager's odds follows from here."""
    if wager not in law.wagers:
        return law
    kind = replace(law.wagers[wager], pays=table.name)
    return replace(law, wagers=law.wagers | {wager: kind})
