"""Rules and state of pai gow poker, read from the law of the day."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from pitboss.errors import BadInput, NotPermitted
from pitboss.families.pai_gow import house_way
from pitboss.families.pai_gow.house_way import HouseWay
from pitboss.families.pai_gow.rules import (
    BankedRules,
    BankState,
    Cites,
    Seat,
    in_steps,
    vigorish_of,
)
from pitboss.games.pai_gow_poker.hands import THREE_CARD_ROWS
from pitboss.hands.pai_gow_bonus import BONUS_ROWS
from pitboss.law.house_ways import table_of
from pitboss.law.paytable import Paytable
from pitboss.law.regulation import Law, WagerKind
from pitboss.money import Odds

MANUAL_SHOE, HAND, AUTOMATED_SHOE = "manual shoe", "hand", "automated shoe"
DICE, RANDOM_NUMBER, BUTTON = "dice", "random number", "button"
PLACES = 7
COLOURS = ("red", "black")


class Supplied(msgspec.Struct, frozen=True):
    """A wager whose odds no text that we have states. `rows`: what the licensee's table may pay;
    where there are none, numbers of the draw. `on_rows`: the player wagers on a row of it."""

    option: str
    cite: str
    label: str
    rows: tuple[str, ...] = ()
    on_rows: bool = False


SUPPLIED = {
    "additional": Supplied("additional_wager", "11.13", "Permissible additional wager", (), True),
    "progressive": Supplied("progressive", "11.14", "Progressive payout wager", BONUS_ROWS),
    "three-card-bonus": Supplied(
        "three_card_bonus", "11.18", "Three-card bonus wager", THREE_CARD_ROWS
    ),
    "seven-card-bonus": Supplied("seven_card_bonus", "11.18", "Seven-card bonus wager", BONUS_ROWS),
    "red-black": Supplied("red_black", "11.22", "Red/black wager", COLOURS, True),
}


class Dealing(msgspec.Struct, frozen=True):
    """Where a section on dealing says what: the deck is put in its place, "No more bets", cards are
    dealt, the rest is counted, the four go to the rack, hands without a wager are taken in."""

    placed: str
    no_more_bets: str
    dealt: str
    counted: str
    racked: str
    taken_in: str
    miscounted: str


DEALING = {
    MANUAL_SHOE: Dealing(
        "11.8(a)", "11.8(a)", "11.8(c)", "11.8(d)", "11.8(d)1", "11.8(d)1", "11.8(d)2"
    ),
    HAND: Dealing(
        "11.8A(b)1", "11.8A(b)2", "11.8A(c)", "11.8A(d)", "11.8A(d)1", "11.8A(f)", "11.8A(d)2"
    ),
    AUTOMATED_SHOE: Dealing("11.8B", "11.8B", "11.8B", "11.8B", "11.8B", "11.8B", "11.8B"),
}


class PaiGowPokerRules(BankedRules, frozen=True, kw_only=True):
    """`ez`: no vigorish, and a queen-high pai gow of the dealer's pushes; `side_wagers`: those that
    are offered, in the order in which they are settled; `envy`: by row of the bonus table, in
    cents; `imperial_limit`: in cents, 0 where there is none."""

    house_way: HouseWay
    lowest_wheel: bool
    ez: bool
    dealing: str
    dealt: Dealing
    starting_position: str
    automated_shuffler: bool
    two_decks: bool
    cutting_card_reused: bool
    cut_at_least: int
    recut_by: str
    card_change_hours: int
    dice_hours: int
    side_wagers: tuple[str, ...]
    envy: tuple[int, ...]
    envy_wager: int
    progressive_wager: int
    imperial_limit: int


class PaiGowPokerState(BankState, frozen=True):
    """`begun`: a round was dealt here; `offered`: who was the first to be offered the cut in the
    last round without a bank, 0 if there was a bank; `cutter`: who cut last; `deck`: which of two
    alternating decks is in play; `deck_removed`: the deck has left the table for good; `button`:
    the place, counted from the dealer, at which the button is."""

    begun: bool = False
    offered: Seat = 0
    cutter: Seat = 0
    deck: Annotated[int, msgspec.Meta(ge=0, le=2)] = 1
    deck_removed: bool = False
    button: Annotated[int, msgspec.Meta(ge=0, lt=PLACES)] = 0


def pai_gow_poker_rules(law: Law) -> PaiGowPokerRules:
    vigorish, step = vigorish_of(law, cite="11.9")
    ez = law.flag("ez_pai_gow")
    dealing = law.word("dealing")
    dealt = DEALING[dealing]
    law = in_steps(_with_supplied_tables(law), step, cite="11.9")
    starts = str(law.options.get("starting_position", DICE))
    if starts == BUTTON and "additional" in law.wagers:
        raise NotPermitted(
            "option additional_wager excludes starting_position = button: nothing is drawn",
            cite=law.cite("11.13"),
        )
    hours = "card_change_hours_hand" if dealing == HAND else "card_change_hours_shoe"
    limit = law.options.get("imperial_limit", False)
    envy = law.values.get("envy_bonus", [])
    assert isinstance(envy, list)
    return PaiGowPokerRules(
        law=law,
        cites=Cites(
            wagers="11.7(c)",
            no_more_bets=dealt.no_more_bets,
            start=law.word("starting_section"),
            dealt=dealt.dealt,
            taken_in=dealt.taken_in,
            completion="11.9",
            bank="11.10",
            irregular="11.11",
            areas="11.12",
            copy="11.3(e)",
        ),
        main=law.paytable("main")["win"],
        vigorish=None if ez else vigorish,
        bank_vigorish=vigorish,
        step=step,
        player_bank=law.flag("player_bank"),
        co_banking=law.flag("co_banking"),
        in_turn=law.options.get("bank_offer") == "in turn",
        foul_loses=True,
        shakes_at_least=law.number("shakes_at_least"),
        pieces="cards",
        house_way=house_way.load(law.word("house_way"), "cards"),
        lowest_wheel=law.flag("lowest_wheel"),
        ez=ez,
        dealing=dealing,
        dealt=dealt,
        starting_position=starts,
        automated_shuffler=law.flag("automated_shuffler"),
        two_decks=law.flag("two_decks"),
        cutting_card_reused=law.options.get("cutting_card_after") == "four from the bottom",
        cut_at_least=law.number("cut_at_least"),
        recut_by=str(law.options.get("recut_by", "")),
        card_change_hours=law.number(hours),
        dice_hours=law.number("dice_hours"),
        side_wagers=tuple(key for key in law.wagers if key not in ("pai-gow", "bank")),
        envy=tuple(int(dollars) * 100 for dollars in envy),
        envy_wager=law.number("envy_wager") if envy else 0,
        progressive_wager=law.number("progressive_wager") if envy else 0,
        imperial_limit=0 if limit is False else int(limit) * 100,
    )


# -- tables that the licensee supplies ------------------------------------------------------------


def _with_supplied_tables(law: Law) -> Law:
    """The law with the wagers for which the licensee has supplied a table."""
    wagers, tables = dict(law.wagers), dict(law.paytables)
    for key, wager in SUPPLIED.items():
        text = law.options.get(wager.option, False)
        if text is False:
            continue
        if text is True:
            raise NotPermitted(
                f"option {wager.option}: its odds are in no text that we have: the licensee must "
                'supply the table, a text of rows such as "full house" = "5 to 1"',
                cite=law.cite(wager.cite),
            )
        table = _table(law, key, wager, str(text))
        tables[table.name] = table
        spots = tuple(row for row, _ in table.rows) if wager.on_rows else ()
        wagers[key] = WagerKind(
            key=key,
            label=wager.label,
            cite=wager.cite,
            basis="unverified",
            pays=table.name,
            spots=spots,
            when='before "No more bets", with a pai gow wager',
        )
    return replace(law, wagers=wagers, paytables=tables)


def _table(law: Law, key: str, wager: Supplied, text: str) -> Paytable:
    """The licensee's table, or why it is none."""
    cite = law.cite(wager.cite)
    try:
        rows = table_of(text, "the table")
        odds = tuple((row, Odds.parse(str(each))) for row, each in rows.items())
    except BadInput as error:
        raise NotPermitted(f"option {wager.option}: {error}", cite=cite) from None
    known = wager.rows or _numbers(law)
    for row, _ in odds:
        if row not in known and not (wager.rows == () and _is_range(row, known)):
            raise NotPermitted(
                f"option {wager.option}: no row {row[:40]!r}; expected {', '.join(known)}",
                cite=cite,
            )
    if not odds:
        raise NotPermitted(f"option {wager.option}: the table has no rows", cite=cite)
    name = key.replace("-", "_")
    return Paytable(name, odds, cite=wager.cite, basis="unverified", label=wager.label)


def _numbers(law: Law) -> tuple[str, ...]:
    """The numbers that can be drawn: of three dice, or of the generator."""
    if law.options.get("starting_position") == RANDOM_NUMBER:
        return tuple(map(str, range(1, PLACES + 1)))
    return tuple(map(str, range(3, 19)))


def _is_range(row: str, numbers: tuple[str, ...]) -> bool:
    low, _, high = row.partition("-")
    return low in numbers and high in numbers and numbers.index(low) < numbers.index(high)
