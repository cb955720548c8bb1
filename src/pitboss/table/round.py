"""play(): one procedure, run on a tape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import msgspec

from pitboss.equipment.shoe import Shoe
from pitboss.errors import Illegal
from pitboss.table.dealer import Dealer, RoundConcluded
from pitboss.table.entries import Entry, Found, entry_text
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Event, Line, Wager
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX, Awaiting, RecordedTape, Tape


@final
class Waiting(msgspec.Struct, frozen=True):
    """The tape ended before the round did: what is expected, and what happened so far."""

    prompt: Prompt
    events: tuple[Event, ...]
    lines: tuple[Line, ...]
    wagers: tuple[Wager, ...]
    cash: dict[int, int]
    house: int
    commission: int


def proceed(
    game: Game,
    rules: Rules,
    table: Table,
    tape: Tape,
    *,
    by_hand: bool = False,
    late_at: int = -1,
    whole: bool = False,
) -> Waiting | Receipt:
    """Run the table's next procedure on the tape, as far as that goes: to its end, or to where
    the tape has no entry. What stands on the tape after the end is left there."""
    dealer = Dealer(game, rules, table, tape, by_hand, late_at, whole)
    try:
        game.procedures[table.next](dealer, rules)
    except Awaiting as awaiting:
        dealer.leave(waits=True)
        return Waiting(
            awaiting.prompt,
            tuple(dealer.events),
            tuple(dealer.lines),
            tuple(dealer.wagers),
            dealer.cash,
            dealer.house,
            dealer.commission,
        )
    except RoundConcluded:
        pass
    return _receipt(dealer)


def run(game: Game, rules: Rules, table: Table, tape: Tape, *, by_hand: bool = False) -> Receipt:
    """Run the table's next procedure to its end. Raises Awaiting where a recorded tape ends."""
    reached = proceed(game, rules, table, tape, by_hand=by_hand)
    if type(reached) is Waiting:
        raise Awaiting(reached.prompt)
    return reached


def proceed_whole(
    game: Game,
    rules: Rules,
    table: Table,
    tape: RecordedTape,
    *,
    by_hand: bool = False,
    whole: bool = True,
) -> Waiting | Receipt:
    """As `proceed`, for a tape that is known as a whole. Where the round needs no entry after the
    last card or decision, an irregularity that stands there was found among the dealer's own acts:
    the round is dealt anew, and it is handled before the first of them at which it can happen."""
    reached = proceed(game, rules, table, tape, by_hand=by_hand, whole=whole)
    end = tape.position
    if by_hand or isinstance(reached, Waiting) or end >= len(tape.entries):
        return reached
    found = tape.entries[end]
    if type(found) is not Found or (game.standing and _begins(game, rules, reached.after, found)):
        return reached
    tape.position = 0
    return proceed(game, rules, table, tape, late_at=end, whole=whole)


def _begins(game: Game, rules: Rules, table: Table, found: Found) -> bool:
    """Whether the irregularity can be the first thing of the next round on the same tape."""
    try:
        proceed(game, rules, table, RecordedTape([found]))
    except Illegal:
        return False
    return True


def play(
    game: Game, rules: Rules, table: Table, entries: Sequence[Entry], *, by_hand: bool = False
) -> Waiting | Receipt:
    """The state of a procedure after these entries: waiting for more, or finished.

    The same game, rules, table and entries always give the same answer. An entry that the
    procedure does not accept raises Illegal; so does an entry after the end."""
    if len(entries) > ENTRIES_PER_ROUND_MAX:
        raise too_many_entries(entries, 0)
    tape = RecordedTape(entries)
    reached = proceed_whole(game, rules, table, tape, by_hand=by_hand, whole=False)
    if tape.position < len(entries):
        raise nothing_more_expected(entries, tape.position)
    return reached


def too_many_entries(entries: Sequence[Entry], position: int) -> Illegal:
    """The refusal of the first entry that is beyond a round which began at `position`."""
    beyond = position + ENTRIES_PER_ROUND_MAX
    return Illegal(
        f"a round has at most {ENTRIES_PER_ROUND_MAX} entries",
        got=entry_text(entries[beyond]),
        prompt=None,
        entry=beyond + 1,
    )


def nothing_more_expected(entries: Sequence[Entry], position: int) -> Illegal:
    """The refusal of what stands on the tape after the end of the round."""
    return Illegal(
        "the round is over: nothing more is expected",
        got=entry_text(entries[position]),
        prompt=None,
        entry=position + 1,
    )


def _receipt(dealer: Dealer) -> Receipt:
    dealer.leave()
    game, table = dealer.game, dealer.table
    assert game.standing or not dealer.wagers, f"{game.key}: wagers left unsettled"
    shoe = table.shoe
    if dealer.counts:
        shoe = Shoe(tuple(dealer.counts), dealer.remaining, dealer.cutting_card, dealer.most)
    after = Table(
        table.seats,
        dealer.state,
        shoe,
        tuple(dealer.wagers),
        table.limits,
        table.round + (table.next == "round"),
        dealer.next_procedure,
        table.areas,
    )
    return Receipt(
        game.key,
        dealer.rules.law,
        table.next,
        dealer.lines,
        dealer.events,
        dealer.cash,
        dealer.house,
        dealer.commission,
        table.standing,
        dealer.owed,
        after,
    )
