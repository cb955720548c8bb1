"""Nothing appears and nothing is lost: whatever a procedure does, the money of players, bank and
house sums to nothing, and every card is in the shoe or came out of it."""

from __future__ import annotations

import msgspec

from pitboss.equipment.shoe import Shoe
from pitboss.money import format_dollars
from pitboss.table.entries import DEALER
from pitboss.table.game import Game, Rules, Table
from pitboss.table.pots import BET, POT, STACK
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting


def unconserved(game: Game, rules: Rules, before: Table, outcome: Receipt | Waiting) -> str:
    """Returns what appeared or was lost in a procedure, finished or not; "" for nothing."""
    return (
        money_unconserved(outcome)
        or table_stakes_unconserved(game, before, outcome)
        or cards_unconserved(game, rules, before, outcome)
    )


def table_stakes_unconserved(game: Game, before: Table, outcome: Receipt | Waiting) -> str:
    """Where players wager against each other, stacks, bets and pots are theirs, rake and charges
    are commission, and the house holds nothing but what has come to the fund of a jackpot. In mid-
    round only stacks, bets and pots lie on the layout; after it, stacks alone."""
    if game.stakes is None:
        return ""
    finished = isinstance(outcome, Receipt)
    wagers = outcome.after.standing if isinstance(outcome, Receipt) else outcome.wagers
    kinds = (STACK,) if finished else (STACK, BET, POT)
    for wager in wagers:
        if wager.kind not in kinds:
            return f"p{wager.seat} {wager.name} is neither a stack nor in the pot"
    if isinstance(outcome, Receipt):
        fund = outcome.after.state.meter - before.state.meter
        if outcome.house != fund:
            held = format_dollars(outcome.house)
            return f"the house holds {held}, and {format_dollars(fund)} came to the fund"
    return ""


def money_unconserved(outcome: Receipt | Waiting) -> str:
    """Players, bank, house and commission sum to nothing; what stands on the layout is somebody's.
    With a bank that is a seat's, the house may wager as well."""
    bank = None
    if isinstance(outcome, Receipt):
        before, standing, table = outcome.standing_before, outcome.after.standing, outcome.after
    else:
        table, bank = outcome.prompt.dealer.table, outcome.prompt.dealer.bank
        before, standing = table.standing, outcome.wagers
    total = sum(outcome.cash.values()) + outcome.house + outcome.commission
    if bank is not None:
        total += bank.centre
        if bank.centre < 0:
            return f"the centre of the bank of p{bank.seat} holds less than nothing"
    total += sum(wager.cents for wager in standing) - sum(wager.cents for wager in before)
    if total:
        return f"money is not conserved: {format_dollars(total)} appear"
    for wager in standing:
        of_house = bank is not None and wager.seat == DEALER
        if wager.cents < 1 or not (of_house or wager.seat in table.seats):
            return f"{wager.name}: a standing wager of nothing, or of nobody"
    return ""


def cards_unconserved(game: Game, rules: Rules, before: Table, outcome: Receipt | Waiting) -> str:
    """The shoe after is the shoe before without the cards that came out. Where the cards were put
    together again in between, it is the full set without some of those."""
    if isinstance(outcome, Receipt):
        shoe = outcome.after.shoe
        counts, remaining = (shoe.counts, shoe.remaining) if shoe is not None else ((), 0)
    else:
        counts, remaining = tuple(outcome.prompt.dealer.counts), outcome.prompt.dealer.remaining
    if before.shoe is not None and counts:
        used = [0] * len(before.shoe.counts)
        for event in outcome.events:
            if event.act in ("draw", "discard"):
                used[event.card] += 1
        left = tuple(had - out for had, out in zip(before.shoe.counts, used, strict=True))
        if left != counts and not _together_again(game, rules, before, outcome, counts, used):
            return "cards are not conserved"
    if sum(counts) != remaining or min(counts, default=0) < 0:
        return "the shoe miscounts itself"
    return ""


def _together_again(
    game: Game,
    rules: Rules,
    before: Table,
    outcome: Receipt | Waiting,
    counts: tuple[int, ...],
    used: list[int],
) -> bool:
    """Whether the cards may have been put together again: a round does so at its end. Those that
    are loaded in mid-round, and those in the other side of a double shoe, came out earlier."""
    loaded = any(event.act == "load" for event in outcome.events)
    if isinstance(outcome, Waiting):
        return before.next != "round" or loaded
    shoe, _ = game.prepare(rules)
    if shoe is None:
        return False
    others = any(isinstance(value, Shoe) for value in msgspec.structs.astuple(outcome.after.state))
    most = shoe.counts if loaded or others else used
    missing = [full - left for full, left in zip(shoe.counts, counts, strict=False)]
    return all(0 <= gone <= out for gone, out in zip(missing, most, strict=False))
