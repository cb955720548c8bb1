"""What the house does at a table: equipment, the acts of an automatic dealer, and the tape that
turns each accepted entry into a row with its postings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.errors import BadInput, PitbossError
from pitboss.store import shoes
from pitboss.store.live import Live, turn_cards
from pitboss.store.refusal import Kind, Refused
from pitboss.store.rows import Entered, ShoeCommitted
from pitboss.store.shoes import ShoeOrder
from pitboss.table.dealer import Dealer
from pitboss.table.entries import (
    DEALER,
    Chose,
    Did,
    Drew,
    Entry,
    Found,
    Placed,
    Rolled,
    Spun,
    entry_text,
    seat_text,
)
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import nothing_more_expected, play
from pitboss.table.tape import Awaiting

if TYPE_CHECKING:
    from pitboss.store.draft import Draft

# What each seat has gained, the house, the vigorish, what lies on the layout, and what the
# procedure has added to the progressive meter.
Money = tuple[dict[int, int], int, int, int, int]


# Entries are few and come again and again: their texts are kept.
text_of = lru_cache(maxsize=10_000)(entry_text)


class HouseTape:
    """The entries recorded so far, then those that were posted, then the house's own. Each new
    entry becomes a row, with its postings, once the procedure has accepted it."""

    __slots__ = (
        "_counts", "_money", "_remaining", "by", "draft", "entries", "position", "posted",
        "recorded",
    )  # fmt: skip

    def __init__(self, draft: Draft, posted: Sequence[Entry]) -> None:
        self.draft = draft
        self.entries: list[Entry] = list(draft.live.entries)
        self.recorded = len(self.entries)  # entries that are rows already
        self.posted = list(posted)
        self.position = 0
        self.by = 0  # who made the entry that is not yet a row
        self._money: Money | None = None  # as the ledger has it
        # The cards in the shoe as they were last compared with the order that was committed,
        # and how many must be left while nothing but its next card has come out.
        self._counts: list[int] | None = None
        self._remaining = 0

    def next(self, prompt: Prompt) -> Entry:
        position = self.position
        if position < self.recorded:
            self.position = position + 1
            return self.entries[position]
        dealer, live = prompt.dealer, self.draft.live
        if self._money is None:
            # What moves before the first entry of a procedure (vigorish that is still owed) is
            # posted with that entry.
            self._money = money_now(live, dealer) if position else money_before(live)
        else:
            self._record(self._moves(dealer))
        remaining = dealer.remaining
        if remaining and (dealer.counts is not self._counts or remaining != self._remaining):
            self._commit(dealer)
            self._counts, self._remaining = dealer.counts, remaining
        if self.posted:
            self.by = self.draft.by
            entry = resolved(self.posted.pop(0), prompt, live.shoe)
        else:
            self.by = 0
            entry = house_answer(prompt, live.shoe, by_hand=live.by_hand)
        self.entries.append(entry)
        self.position = position + 1
        if type(entry) is Drew:
            self._remaining = remaining - 1
        elif type(entry) is Placed:
            self._sort_out_shoe()
            live.shoe = turn_cards(live.shoe, entry, remaining)
        return entry

    def _record(self, moves: dict[int, int]) -> None:
        """The procedure went on, so it accepted the last entry: that is now a row."""
        assert len(self.entries) == self.recorded + 1
        entry = self.entries[-1]
        self.recorded += 1
        draft = self.draft
        draft.append(Entered(draft.now, self.by, text_of(entry)), moves)
        draft.live.hear(entry, draft.now, self.by)
        if moves:
            seat = getattr(entry, "seat", 0) if type(entry) is not Found else 0
            draft.check_balances(moves, seat, entry)

    def let_go(self) -> None:
        """Let go of the draft. Whoever keeps a prompt keeps its dealer, and that this tape: so all
        are freed at once and not by the garbage collector, which would stop everybody to look for
        them."""
        del self.draft

    def wait(self) -> None:
        """The procedure waits."""
        self._sort_out_shoe()
        self.let_go()

    def end(self, receipt: Receipt) -> dict[int, int]:
        """The procedure is over. Returns what moved without an entry: a procedure may have
        none."""
        live = self.draft.live
        if self.posted:
            raise nothing_more_expected([*self.entries, *self.posted], len(self.entries))
        self._sort_out_shoe()
        if self._money is None:
            self._money = money_before(live)
        now = money_after(live, receipt)
        moves, self._money = moved(live, self._money, now), now
        if self.recorded < len(self.entries):
            self._record(moves)
            moves = {}
        self.let_go()
        return moves

    def _moves(self, dealer: Dealer) -> dict[int, int]:
        """Returns what moved in the ledger since the last time, by account."""
        before = self._money
        assert before is not None
        live = self.draft.live
        if (
            not live.game.owed
            and dealer.cash == before[0]
            and dealer.house == before[1]
            and dealer.commission == before[2]
            and (not live.metered or added_to_meter(live, dealer.state) == before[4])
        ):
            return {}  # what lies on the layout comes from one of them, or goes to it
        now = self._money = money_now(live, dealer)
        return moved(live, before, now)

    def _sort_out_shoe(self) -> None:
        """Cards that were drawn are out of the shoe."""
        live = self.draft.live
        if live.shoe is not None and self._counts is not None:
            live.shoe = live.shoe.dealt_to(self._remaining)

    def _commit(self, dealer: Dealer) -> None:
        """A new order of cards wherever those in the shoe are not what the last order has
        left: the cards were put together again."""
        draft, live = self.draft, self.draft.live
        self._sort_out_shoe()
        if live.shoe is not None and live.shoe.fits(dealer.counts, dealer.remaining):
            live.shoe = live.shoe.dealt_to(dealer.remaining)
            return
        number = live.shoe.number + 1 if live.shoe is not None else 1
        order = shoes.shuffled(number, dealer.counts)
        mark = shoes.commitment(order.salt, order.cards)
        draft.append(ShoeCommitted(draft.now, 0, number, len(order.cards), mark))
        draft.new_shoe(order, mark)


def added_to_meter(live: Live, state: Any) -> int:
    """Returns what the procedure has added to the progressive meter, less what it paid from it."""
    return int(state.meter - live.table.state.meter) if live.metered else 0


def money_before(live: Live) -> Money:
    """Returns the money before the first entry of a procedure."""
    standing = sum(wager.cents for wager in live.table.standing)
    return dict.fromkeys(live.table.seats, 0), 0, 0, standing, 0


def money_now(live: Live, dealer: Dealer) -> Money:
    """Returns the money in the midst of a procedure. What a bank has collected lies on the layout
    until it is paid out."""
    layout = dealer.bank.centre if dealer.bank is not None else 0
    for wager in dealer.wagers:
        layout += wager.cents
    meter = added_to_meter(live, dealer.state)
    cash, layout = _set_aside(live, dealer.cash.copy(), layout, dealer.state)
    return cash, dealer.house, dealer.commission, layout, meter


def _set_aside(
    live: Live, cash: dict[int, int], layout: int, state: Any
) -> tuple[dict[int, int], int]:
    """Vigorish that is marked and not collected lies on the layout as its marker does: nobody can
    wager it or take it to the cage, and it is there when it is collected."""
    game = live.game
    if game.owed and live.personal:
        before, now = game.debts(live.table.state), game.debts(state)
        if before != now:
            for seat in cash:
                name = seat_text(seat)
                cents = now.get(name, 0) - before.get(name, 0)
                cash[seat] -= cents
                layout += cents
    return cash, layout


def money_after(live: Live, receipt: Receipt) -> Money:
    """Returns the money after the end of a procedure; `live` is the table before it."""
    standing = sum(wager.cents for wager in receipt.after.standing)
    meter = added_to_meter(live, receipt.after.state)
    cash, standing = _set_aside(live, dict(receipt.cash), standing, receipt.after.state)
    return cash, receipt.house, receipt.commission, standing, meter


def moved(live: Live, before: Money, now: Money) -> dict[int, int]:
    """Returns what moved in the ledger between the two: by account, and nothing where nothing
    did."""
    accounts = live.accounts
    moves: dict[int, int] = {}
    for seat, cents in now[0].items():
        if cents != before[0][seat]:
            owner = live.owner(seat)  # of several seats, if the patron wagers at several areas
            moves[owner] = moves.get(owner, 0) + cents - before[0][seat]
    # What goes to the meter comes out of the inventory, what is paid from it goes through it.
    moves[accounts.inventory] = now[1] - before[1] - (now[4] - before[4])
    moves[accounts.jackpot] = now[4] - before[4]
    moves[accounts.vigorish] = now[2] - before[2]
    moves[accounts.layout] = now[3] - before[3]
    return {account: cents for account, cents in moves.items() if cents}


def house_answer(prompt: Prompt, shoe: ShoeOrder | None, *, by_hand: bool) -> Entry:
    """Returns what the house does by itself at an automatic table; raises Awaiting otherwise."""
    if by_hand or prompt.seat > 0 or prompt.kind == "wagers":
        raise Awaiting(prompt)
    if prompt.kind in ("draw", "roll", "spin"):
        return equipment(prompt, shoe)
    if prompt.kind == "number":
        number = shoes.number_between(prompt.at_least, prompt.at_most)
        return Placed(DEALER, prompt.what, number)
    if prompt.kind == "decision":
        # The dealer and the supervisors do what the text names first.
        return Chose(DEALER, prompt.choices[0])
    raise Awaiting(prompt)


def equipment(prompt: Prompt, shoe: ShoeOrder | None) -> Entry:
    if prompt.kind == "draw":
        if shoe is None or not prompt.dealer.remaining:
            raise BadInput("the shoe is empty: no card can be drawn")
        return Drew(shoe.card(prompt.dealer.remaining))
    if prompt.kind == "roll":
        return Rolled(shoes.faces(prompt.at_most))
    return Spun(shoes.stop(prompt))


def resolved(entry: Entry, prompt: Prompt, shoe: ShoeOrder | None) -> Entry:
    """Returns the entry as posted, with what the equipment shows: nobody names a card, a roll or a
    spin, not even the dealer, who writes `d draw`, `d roll` or `d spin`."""
    if type(entry) is Did and entry.act == prompt.kind and prompt.kind in ("draw", "roll", "spin"):
        return equipment(prompt, shoe)
    if type(entry) is Drew or type(entry) is Rolled or type(entry) is Spun:
        verb = entry_text(entry).split()[1]
        raise Refused(
            Kind.EQUIPMENT,
            f"the equipment shows what comes: write 'd {verb}'",
            entry=entry_text(entry),
        )
    if type(entry) is Found:
        known = prompt.dealer.game.irregularities.get(entry.name)
        if known is not None and "card" in known.takes:
            if entry.card >= 0:
                raise Refused(
                    Kind.EQUIPMENT,
                    "the card is the next one in the shoe: leave it out",
                    entry=entry_text(entry),
                )
            if shoe is not None and prompt.dealer.remaining:
                card = shoe.card(prompt.dealer.remaining)
                return msgspec.structs.replace(entry, card=card)
    return entry


def costs_least(live: Live, seat: int) -> Entry:
    """Returns what the house does for a seat whose patron does not answer: whatever puts the least
    money at risk; of such choices the last one named. A number is set in the middle."""
    assert live.outcome is not None
    prompt = live.outcome.prompt
    if prompt.kind == "number":
        return Placed(seat, prompt.what, (prompt.at_least + prompt.at_most) // 2)
    stakes = live.game.stakes
    for choice in stakes.unanswered if stakes is not None else ():
        if choice in prompt.choices:
            return Chose(seat, choice)
    best: Entry | None = None
    least = 0
    for choice in prompt.choices:
        entry = Chose(seat, choice)
        try:
            outcome = play(
                live.game, live.rules, live.table, (*live.entries, entry), by_hand=live.by_hand
            )
        except PitbossError:
            continue
        spent = -outcome.cash.get(seat, 0)
        if isinstance(outcome, Receipt):
            spent = -live.outcome.cash.get(seat, 0)
        if best is None or spent <= least:
            best, least = entry, spent
    assert best is not None
    return best
