"""14.7 Wagers: one betting round, in fixed, spread, pot and no limit; and what comes before the
first one: antes, blinds, straddle, forced bet.

All of it but 14.10(b) and (f) is the custom of the trade: no text of 14.7 was available to us."""

from __future__ import annotations

from pitboss.equipment.cards import parse_cards
from pitboss.games.poker.play import Phase, Play
from pitboss.games.poker.rules import FIXED_LIMIT, POT_LIMIT, SPREAD_LIMIT
from pitboss.hands.poker import five_card_value
from pitboss.money import format_dollars, parse_dollars
from pitboss.table.prompts import Amounts, Bounds

PAIR_OF_JACKS = five_card_value(parse_cards("Jc Jd 4h 3s 2c"))
CHECK, CALL, FOLD = "check", "call", "fold"
BET, RAISE, COMPLETE = "bet", "raise to", "complete to"
FORCED_BET = "forced bet"


class BettingRound:
    """`level`: the bet that is to be matched; `full`: the level of the last full bet or raise, from
    which a fixed raise is reckoned; `step`: the last full bet or raise, the least that the next one
    may be; `raises`: how many there were after the bet; `capped`: no more of them may be made;
    `acted`: by seat, the level at which it acted last; `forced`: only a forced bet lies there;
    `big`: a bet that may be made in fixed limit beside the ordinary one, and then is the bet."""

    __slots__ = (
        "acted", "big", "capped", "checked", "cite", "forced", "full", "level", "play", "raises",
        "step", "unit", "waiting",
    )  # fmt: skip

    def __init__(self, play: Play, cite: str, *, or_big: bool = False) -> None:
        self.play = play
        self.cite = cite
        self.unit = play.rules.unit(play.round_number)
        self.big = play.rules.bets[1] if or_big else 0
        self.level = self.full = 0
        self.step = self.unit
        self.raises = 0
        self.capped = self.forced = False
        self.acted: dict[int, int] = {}
        self.checked: set[int] = set()
        self.waiting: list[int] = []

    # -- what lies there before anybody acts ------------------------------------------------------

    def blinds(self, level: int, raises: int = 0) -> None:
        """Blinds (and a straddle, which is a raise) have been posted up to this level."""
        self.level = level
        self.full = level if level >= self.unit else 0
        self.step = max(self.unit, level if not raises else level - level // 2)
        self.raises = raises

    def forced_bet(self, seat: int, cents: int) -> None:
        """The forced bet, which need not be a full one; in fixed limit its player may make the
        full bet at once."""
        play = self.play
        play.dealer.phase = Phase.BETTING
        play.turn = seat
        full = f"{COMPLETE} {format_dollars(self.unit)}"
        able = play.chips.stack(seat) > cents and cents < self.unit <= play.chips.stack(seat)
        if play.rules.limit == FIXED_LIMIT and able:
            choice = play.dealer.choose(
                seat, (FORCED_BET, full), cite=self.cite, what="the lowest or highest card"
            )
            if choice == full:
                cents = self.unit
        play.chips.put_in(seat, cents, FORCED_BET, cite=self.cite)
        self.acted[seat] = self.level = cents
        self.full = cents if cents >= self.unit else 0
        self.forced = cents < self.unit

    # -- the round --------------------------------------------------------------------------------

    def take(self, first: int, *, without: int = 0) -> None:
        """Everybody acts in turn from the first seat on, until all have answered the last bet;
        then what nobody called goes back, and the dealer draws the wagers into the pot. `without`
        is a seat that has acted already, by its forced bet."""
        play, chips = self.play, self.play.chips
        dealer, hands = play.dealer, play.hands
        dealer.phase = Phase.BETTING
        play.last_to_wager = 0
        self.waiting = [each for each in (first, *play.after(first)[:-1]) if each != without]
        while self.waiting and play.contested():
            seat = self.waiting.pop(0)
            if hands[seat].live and chips.stack(seat) and self._may_act(seat):
                self._act(seat)
        chips.return_uncalled(play.live(), cite=self.cite)
        chips.draw_in(cite="14.6")
        play.round_number += 1

    def _may_act(self, seat: int) -> bool:
        """A player against whom nobody can wager any more, and who has nothing to call, is not
        asked."""
        play, chips = self.play, self.play.chips
        own = chips.bet(seat)
        return any(
            chips.stack(other) or chips.bet(other) > own for other in play.live() if other != seat
        )

    def _act(self, seat: int) -> None:
        """One player's turn: check, bet, call, raise or fold."""
        play, chips = self.play, self.play.chips
        to_call = self.level - chips.bet(seat)
        choices, amounts = self._choices(seat, to_call)
        what = f"{format_dollars(to_call)} to call" if to_call else "nothing to call"
        hand = play.hands[seat]
        play.turn = seat
        choice = play.dealer.choose(seat, choices, cite=self.cite, what=what, amounts=amounts)
        hand.bound = ""
        self.acted[seat] = self.level
        if choice == FOLD:
            return self._fold(seat, to_call)
        if choice == CHECK:
            self.checked.add(seat)
        elif choice == CALL:
            chips.put_in(seat, to_call, CALL, cite=self.cite)
            self._wagered(seat)
        else:
            word, _, amount = choice.rpartition(" ")
            self._raise(seat, word, parse_dollars(amount))
            self._wagered(seat)
        if hand.thrown:
            # 14.15(k)2: the wager is placed, and then the hand is gone.
            hand.thrown = False
            play.kill(seat)

    def _wagered(self, seat: int) -> None:
        """14.15(e): a later wager ends the dealing to positions that have folded."""
        hands = self.play.hands
        hands[seat].voluntary = True
        for hand in hands.values():
            hand.still_dealt = False

    def _fold(self, seat: int, to_call: int) -> None:
        """14.15(e): after a forced or blind bet, or on a round of checking, the position goes on
        to receive cards."""
        hand = self.play.hands[seat]
        hand.still_dealt = hand.forced or not self.level
        self.play.kill(seat)

    def _raise(self, seat: int, word: str, to: int) -> None:
        """The bet is brought to this level, in full or by less with all that a player has."""
        play, chips = self.play, self.play.chips
        chips.put_in(seat, to - chips.bet(seat), word.removesuffix(" to"), cite=self.cite)
        more = to - self.level
        opening = not self.full
        full = more >= self.step
        if play.rules.limit == FIXED_LIMIT:
            # All-in for half a bet or more counts as a full one, for less it reopens nothing.
            if self.big and to == self.full + self.big:
                self.unit, self.big = self.big, 0
            target = self.full + self.unit
            full = to >= target or (2 * (to - self.full) >= self.unit and to < target)
            full = full and to > self.full
        if not self.level and not play.round_number:
            play.opener = seat
        if full:
            if not opening:
                self.raises += 1
            if play.rules.limit != FIXED_LIMIT:
                self.step = max(more, self.step)
            self.full = to
            self.forced = False
        self.level = to
        if self._raises_are_counted() and self.raises >= play.rules.raises and len(play.live()) > 2:
            self.capped = True
        play.last_to_wager = seat
        self.acted[seat] = to
        self.waiting = play.after(seat)[:-1]

    # -- what may be done -------------------------------------------------------------------------

    def _raises_are_counted(self) -> bool:
        return self.play.rules.limit in (FIXED_LIMIT, SPREAD_LIMIT)

    def _choices(self, seat: int, to_call: int) -> tuple[tuple[str, ...], Amounts | None]:
        first = (CHECK, FOLD) if not to_call else (CALL, FOLD)
        bounds = self._bounds(seat, to_call)
        if bounds is None:
            return first, None
        low, high, step = bounds
        word = BET if not self.level else RAISE
        if self.forced and low == self.unit:
            word = COMPLETE
        least, most = f"{word} {format_dollars(low)}", f"{word} {format_dollars(high)}"
        if low == high:
            return (*first, least), None
        top = high - high % step
        amounts = Amounts(word, Bounds(low, top, step, self.cite)) if low < top else None
        return (*first, least, most), amounts

    def _bounds(self, seat: int, to_call: int) -> tuple[int, int, int] | None:
        """The level to which the seat may bring the bet: from, to, and in steps of; or None."""
        play, chips = self.play, self.play.chips
        rules = play.rules
        all_in = chips.bet(seat) + chips.stack(seat)
        if all_in <= self.level or not self._may_raise(seat):
            return None
        if rules.limit == FIXED_LIMIT:
            target = self.full + self.unit
            if target <= self.level:
                target = self.level + self.unit
            least = most = target
            if self.big:
                most = target - self.unit + self.big
        else:
            least = self.level + self.step if not self.forced else max(self.unit, self.level + 1)
            most = all_in
            if rules.limit == POT_LIMIT:
                most = max(least, self.level + chips.total() + to_call)
            elif rules.limit == SPREAD_LIMIT:
                most = max(least, self.level + rules.bets[1])
        most = min(most, all_in)
        least = min(least, most)
        if rules.limit == FIXED_LIMIT and least < most:
            return least, most, most
        chip = play.dealer.table.limits.chip
        return least, most, chip if not least % chip else 1

    def _may_raise(self, seat: int) -> bool:
        """Whether betting is open to the seat: the raises are not used up; somebody could answer;
        and since it acted, a full raise was made (in limit half of one)."""
        play, chips = self.play, self.play.chips
        if seat in self.checked and not play.rules.check_and_raise:
            return False
        if self.capped or not self._may_open(seat):
            return False
        level = self.level
        if not any(
            chips.bet(other) + chips.stack(other) > level
            for other in play.order
            if other != seat and play.hands[other].live
        ):
            return False
        if seat not in self.acted:
            return True
        facing = level - self.acted[seat]
        if play.rules.limit == FIXED_LIMIT:
            return facing > 0 and 2 * facing >= self.unit
        return facing > 0 and facing >= self.step

    def _may_open(self, seat: int) -> bool:
        """14.12: where it is posted, only jacks or better open the first betting round of draw."""
        play = self.play
        if not play.rules.jacks_to_open or self.level or play.round_number:
            return True
        return five_card_value(play.hands[seat].down) >= PAIR_OF_JACKS
