"""The same cards and actions through the procedure and through pokerkit: at every turn what may be
done must be the same, and in the end the stacks, to the chip.

Where the two differ, a section says why (14.7 is custom, and pokerkit has another custom):

- raises: here a blind is the bet that they are counted from, and none are counted once two players
  are left; pokerkit counts neither so. No raise is made beyond its count or ours.
- all-in for half a bet or more in fixed limit counts as a full bet here, and not there; an all-in
  bet below the least opens nothing here to one who has checked, and does there. After such a bet
  nobody raises.
- a blind or forced bet that somebody cannot pay in full is the full one for the others here, and
  the part that was paid there. Stacks pay at least these.
- of equal boards the nearest to the dealer's left acts first in both; of equal cards for the forced
  bet the suit decides there, so it does here (option `forced_bet_tie`)."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import pokerkit as pk

from pitboss import registry
from pitboss.equipment.cards import CARD_TEXT, parse_card
from pitboss.hands.low import eight_or_better_value
from pitboss.money import format_dollars
from pitboss.records.settle import Settlement
from pitboss.table.entries import Chose, Closed, Entry, Wagered
from pitboss.table.game import Limits
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import run
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import LiveTape

SMALL, BIG = 100, 200
DAY = date(2024, 10, 1)
A = pk.Automation
AUTOMATIONS = (
    A.ANTE_POSTING, A.BET_COLLECTION, A.BLIND_OR_STRADDLE_POSTING,
    A.HOLE_CARDS_SHOWING_OR_MUCKING, A.HAND_KILLING, A.CHIPS_PUSHING, A.CHIPS_PULLING,
)  # fmt: skip

Make = Callable[[tuple[int, ...]], Any]


class FixedLimitOmahaEight(pk.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """The class of that name bets pot limit in pokerkit 0.7.7."""

    betting_structure = pk.BettingStructure.FIXED_LIMIT
    max_completion_betting_or_raising_count = 4


class FiveCardDraw(pk.NoLimitDeuceToSevenLowballSingleDraw):
    """Five-card draw for the high hand, which pokerkit does not name."""

    hand_types = (pk.StandardHighHand,)


def _blinds(game: Any, *bets: int) -> Make:
    return lambda stacks: game.create_state(
        AUTOMATIONS, True, 0, (SMALL, BIG), *bets, stacks, len(stacks)
    )


def _stud(game: Any) -> Make:
    return lambda stacks: game.create_state(
        AUTOMATIONS, True, 25, 100, 200, 400, stacks, len(stacks)
    )


BLINDS = {"blinds": "1.00/2.00", "bets": "2.00/4.00"}
STUD = {
    "ante": "0.25",
    "forced_bet": "1.00",
    "bets": "2.00/4.00",
    "forced_bet_tie": "suit",
    "limit": "fixed limit",
}
PEERS: dict[str, tuple[dict[str, str], Make]] = {
    "no-limit hold 'em": (
        {"kind": "hold-em", "limit": "no limit", **BLINDS},
        _blinds(pk.NoLimitTexasHoldem, BIG),
    ),
    "fixed-limit hold 'em": (
        {"kind": "hold-em", "limit": "fixed limit", **BLINDS},
        _blinds(pk.FixedLimitTexasHoldem, BIG, 2 * BIG),
    ),
    "pot-limit Omaha": (
        {"kind": "omaha", "limit": "pot limit", **BLINDS},
        _blinds(pk.PotLimitOmahaHoldem, BIG),
    ),
    "Omaha eight or better": (
        {"kind": "omaha-8", "limit": "fixed limit", **BLINDS},
        _blinds(FixedLimitOmahaEight, BIG, 2 * BIG),
    ),
    "seven-card stud": (
        {"kind": "seven-card-stud", **STUD},
        _stud(pk.FixedLimitSevenCardStud),
    ),
    "stud eight or better": (
        {"kind": "seven-card-stud-8", **STUD},
        _stud(pk.FixedLimitSevenCardStudHighLowSplitEightOrBetter),
    ),
    "razz": ({"kind": "seven-card-stud-low", **STUD}, _stud(pk.FixedLimitRazz)),
    "five-card draw": (
        {"kind": "five-card-draw", "limit": "no limit", **BLINDS},
        _blinds(FiveCardDraw, BIG),
    ),
    "Badugi": (
        {"kind": "badugi", "limit": "fixed limit", **BLINDS},
        _blinds(pk.FixedLimitBadugi, BIG, 2 * BIG),
    ),
}


class Mirror:
    """Plays at random, and does in pokerkit's state what it does at the table."""

    def __init__(self, rng: random.Random, stacks: tuple[int, ...], make: Make) -> None:
        self.rng = rng
        self.stacks = stacks
        self.state = make(stacks)
        self.equipment = RandomEquipment(rng)
        self.wagered = 0
        self.burned = 0

    def answer(self, prompt: Prompt) -> Entry:
        if prompt.kind == "wagers":
            if self.wagered < len(self.stacks):
                self.wagered += 1
                return Wagered(self.wagered, "stack", self.stacks[self.wagered - 1])
            return Closed()
        if prompt.kind != "decision":
            return self.equipment.answer(prompt)
        self.deal(prompt.dealer.hands)
        if prompt.what == "the draw":
            return self._draw(prompt)
        if prompt.choices[0] == "forced bet":
            choice = self.rng.choice(prompt.choices)
            if choice == "forced bet":
                self.state.post_bring_in()
            else:
                self.state.complete_bet_or_raise_to()
            return Chose(prompt.seat, choice)
        return self._bet(prompt)

    # -- cards ----------------------------------------------------------------------------------

    def deal(self, play: Any) -> None:
        """Deals in pokerkit's state all cards that are out at the table."""
        state = self.state
        while True:
            if state.can_burn_card():
                # A card is burned there even if everybody stands pat.
                fresh = play.burnt[self.burned : self.burned + 1]
                self.burned += len(fresh)
                state.burn_card(CARD_TEXT[fresh[0]] if fresh else "??")
            elif state.can_deal_hole():
                if not self._deal_hole(play):
                    return
            elif state.can_deal_board():
                have = sum(map(len, state.board_cards))
                new = play.board[have : have + state.board_dealing_counts[0]]
                if not new:
                    return
                state.deal_board("".join(CARD_TEXT[card] for card in new))
            elif self._checks_alone():
                # Whoever has nobody left to bet against is asked there, and not here.
                state.check_or_call()
            else:
                return

    def _checks_alone(self) -> bool:
        state = self.state
        if state.actor_index is None or state.checking_or_calling_amount:
            return False
        able = [i for i in state.player_indices if state.statuses[i] and state.stacks[i]]
        return able == [state.actor_index]

    def _deal_hole(self, play: Any) -> bool:
        state = self.state
        index = state.hole_dealee_index
        hand = play.hands[play.order[index]]
        held = {repr(card) for card in state.hole_cards[index]}
        status = state.hole_dealing_statuses[index][0]
        pool = hand.up if status else hand.down
        new = [card for card in pool if CARD_TEXT[card] not in held]
        if not new:
            return False
        state.deal_hole(CARD_TEXT[new[0]])
        return True

    # -- decisions --------------------------------------------------------------------------------

    def _index(self, prompt: Prompt) -> int:
        return int(prompt.dealer.hands.order.index(prompt.seat))

    def _not_reopened(self, seat: int) -> bool:
        """14.7: only a full raise opens the betting again to one who has acted; there, a short
        all-in does so as well."""
        state = self.state
        facing = max(state.bets) - state.bets[state.actor_index]
        unit = state.street.min_completion_betting_or_raising_amount
        return bool(0 < facing < max(unit, state.completion_betting_or_raising_amount))

    def _without_a_pair_showing(
        self, ours: tuple[int, int] | None, least: int | None
    ) -> tuple[int, int] | None:
        """14.9: with an open pair on the fourth card the big bet may be made as well."""
        if ours is not None and self.fourth_street_of_stud() and ours[0] == least:
            return ours[0], ours[0]
        return ours

    def fourth_street_of_stud(self) -> bool:
        state = self.state
        return bool(state.bring_in and state.street_index == 1)

    def _draw(self, prompt: Prompt) -> Entry:
        state = self.state
        assert state.stand_patter_or_discarder_index == self._index(prompt)
        choice = self.rng.choice(prompt.choices)
        thrown = "" if choice == "stand pat" else "".join(choice.split()[1:])
        state.stand_pat_or_discard(thrown)
        return Chose(prompt.seat, choice)

    def _bet(self, prompt: Prompt) -> Entry:
        state = self.state
        assert state.actor_index == self._index(prompt), (state.actor_index, prompt.what)
        words = {choice.split()[0] for choice in prompt.choices}
        to_call = state.checking_or_calling_amount
        assert ("check" in words) == (to_call == 0), (prompt.choices, to_call)
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        ours = amounts_of(prompt)
        counted = state.street.max_completion_betting_or_raising_count
        # A blind or forced bet is a bet here, and is not counted there.
        capped = counted is not None and state.completion_betting_or_raising_count >= counted - 1
        unit = state.street.min_completion_betting_or_raising_amount
        level = max(state.bets)
        short = level % unit if counted is not None else 0 < level < unit
        if ours is None and least is not None and self._not_reopened(prompt.seat):
            least = None
        if not capped and not short:
            ours = self._without_a_pair_showing(ours, least)
            assert ours == ((least, most) if least is not None else None), (ours, least, most)
        elif short:
            ours = None
        roll = self.rng.random()
        if ours is not None and least is not None and roll < 0.35:
            to = self.rng.choice((least, most, self.rng.randint(least, most)))
            word = next(c.rpartition(" ")[0] for c in prompt.choices if c[-1].isdigit())
            state.complete_bet_or_raise_to(to)
            return Chose(prompt.seat, f"{word} {format_dollars(to)}")
        if roll < 0.45 and to_call:
            state.fold()
            return Chose(prompt.seat, "fold")
        state.check_or_call()
        return Chose(prompt.seat, "call" if to_call else "check")


def amounts_of(prompt: Prompt) -> tuple[int, int] | None:
    found = [
        round(float(choice.rpartition(" ")[2]) * 100)
        for choice in prompt.choices
        if choice[-1].isdigit()
    ]
    return (min(found), max(found)) if found else None


def played(name: str, rng: random.Random) -> tuple[Settlement, Any]:
    """One random hand both ways: as it was settled here, and pokerkit's state at its end."""
    options, make = PEERS[name]
    players = rng.randint(2, 6)
    stacks = tuple(_stack(rng, options) for _ in range(players))
    game = registry.find("poker")
    rules = game.rules(DAY, {"rake_percent": 0, "losing_hands_shown": True, **options})
    table = game.open_table(rules, players, limits=Limits(chip=1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        source = Mirror(rng, stacks, make)
        tape = LiveTape(source)
        receipt = run(game, rules, table, tape)
        # The cards that came after the last decision.
        source.deal(LastPlay(receipt, players))
    after = receipt.after
    settled = Settlement(game, rules, table, after, [receipt], None, (), tape.entries)
    return settled, source.state


def compare(name: str, rng: random.Random) -> str:
    """Plays one hand both ways. Returns an empty string; how they differ; or, beginning with
    "explained", why they may."""
    settled, state = played(name, rng)
    receipt = settled.receipts[0]
    ours = dict.fromkeys(settled.before.seats, 0)
    for wager in receipt.after.standing:
        ours[wager.seat] = wager.cents
    # The button is at the last seat, so the order is that of the seats.
    theirs = {index + 1: stack for index, stack in enumerate(state.stacks)}
    if state.status:
        return f"pokerkit still plays: {state}"
    return "" if ours == theirs else explained(receipt, state, ours, theirs)


def _stack(rng: random.Random, options: Mapping[str, str]) -> int:
    """At least the blind or the forced bet with the ante, see above."""
    if options["limit"] == "fixed limit":
        return BIG * rng.randint(1, 40) + (25 if "ante" in options else 0)
    return rng.randint(BIG, rng.choice((500, 2_000, 20_000)))


def explained(
    receipt: Receipt, state: Any, ours: Mapping[int, int], theirs: Mapping[int, int]
) -> str:
    """Each pot is settled on its own (14.6), and odd chips go one each to those nearest to the left
    of the button; pokerkit puts pots together that the same hands win, and gives all odd chips to
    one. And a low half for which nobody of a side pot qualifies goes
    to the high hand (14.6); pokerkit 0.7.7 divides it if somebody has a low in the main pot."""
    won = [line.wager for line in receipt.lines if line.result == "win"]
    odd = len(won) - len(set(won))
    if odd and all(abs(ours[seat] - theirs[seat]) <= odd for seat in ours):
        return "explained: odd chips"
    for operation in state.operations:
        if isinstance(operation, pk.ChipsPushing) and operation.hand_type_index == 1:
            for index, amount in enumerate(operation.amounts):
                cards = "".join(map(repr, state.hole_cards[index]))
                if amount and cards and not eight_or_better_value(cards_of(cards)):
                    return "explained: a low half without a low"
    return f"{dict(ours)} here, {dict(theirs)} at pokerkit"


def cards_of(text: str) -> list[int]:
    return [parse_card(text[at : at + 2]) for at in range(0, len(text), 2)]


class LastPlay:
    """The cards of a round that is over, read off its events."""

    class Hand:
        def __init__(self) -> None:
            self.down: list[int] = []
            self.up: list[int] = []

    def __init__(self, receipt: Receipt, players: int) -> None:
        self.order = list(range(1, players + 1))
        self.hands = {seat: self.Hand() for seat in self.order}
        self.board: list[int] = []
        self.burnt: list[int] = []
        for event in receipt.events:
            if event.act == "choice" and event.what.startswith("discard"):
                hand = self.hands[event.seat]
                hand.down = [c for c in hand.down if CARD_TEXT[c] not in event.what.split()]
            if event.act != "draw":
                continue
            if event.what == "board":
                self.board.append(event.card)
            elif event.what == "burn":
                self.burnt.append(event.card)
            elif event.what == "hand":
                self.hands[event.seat].down.append(event.card)
            else:
                self.hands[event.seat].up.append(event.card)
