"""14.6: the end of a round. Each pot, main and side, goes to the best hand of those who contend for
it, or half to the best high and half to the best low one; rake and contribution come out first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.games.poker.jackpot import pay_jackpot
from pitboss.games.poker.kinds import NOTHING
from pitboss.games.poker.play import HAND, Phase, Play
from pitboss.table.pots import Pot, divide, shares

SHOW, MUCK = "show", "muck"


def finish(play: Play) -> None:
    """The round is over: one player is left, or the hands are shown. Then rake, contribution to
    the jackpot, and the pots."""
    chips, rules = play.chips, play.rules
    dealer = play.dealer
    dealer.phase = Phase.SHOWDOWN
    values: dict[int, tuple[int, ...]] = {}
    contending = play.live()
    if play.contested():
        values = show_hands(play)
    pots = divide(chips.contributed(), contending, sum(chips.dead.values()))
    wagered = sum(pot.cents for pot in pots)
    chips.record_contributions(cite="14.6")
    chips.take(pots, rules.revenue.of_pot(wagered), "rake", cite="14.14")
    fund = 0
    if rules.jackpot.contribution:
        # 14.19(b): the rake first, then the contribution, then the pot is distributed.
        fund = chips.take(
            pots, rules.jackpot.contribution, "jackpot contribution", cite="14.19", fund=True
        )
    for pot in pots:
        award(play, pot, values)
    pay_jackpot(play, values, fund)


def show_hands(play: Play) -> dict[int, tuple[int, ...]]:
    """Whoever bet or raised last shows first, then clockwise; without a bet the first left of the
    button or the dealer. A player may concede unseen, unless the licensee has all hands shown."""
    dealer = play.dealer
    first = play.last_to_wager
    order = [first, *play.after(first)[:-1]] if first in play.order else play.order
    values: dict[int, tuple[int, ...]] = {}
    for seat in order:
        hand = play.hands[seat]
        if not hand.live:
            continue
        if not play.contested():
            # Doubt: where all others have conceded, the last hand need not be shown.
            break
        if not play.rules.losing_hands_shown and (
            dealer.choose(seat, (SHOW, MUCK), cite="14.6", what="showdown") == MUCK
        ):
            play.kill(seat)
            continue
        if not hand.live:
            continue
        for card in hand.down:
            dealer.reveal(card, HAND, cite="14.6", seat=seat)
        kind = play.rules.kind
        values[seat] = tuple(rank(hand.cards, play.board) for rank in kind.rankings)
        dealer.note(f"has {hand_in_words(play, seat, values[seat])}", cite="14.3", seat=seat)
    return values


def hand_in_words(play: Play, seat: int, values: Sequence[int]) -> str:
    """What the hand is, high and low as far as it has them."""
    kind, hand = play.rules.kind, play.hands[seat]
    told = []
    for rank, value in zip(kind.rankings, values, strict=True):
        say = kind.high_words if rank is kind.high else kind.low_words
        if value != NOTHING:
            told.append(say(hand.cards, play.board))
    return "; ".join(told)


def award(play: Play, pot: Pot, values: dict[int, tuple[int, ...]]) -> None:
    """A pot goes to the best of those who contend for it. Where all of them have conceded, the last
    to do so had it alone: nobody else has put anything into it."""
    chips = play.chips
    seats = [seat for seat in pot.seats if play.hands[seat].live]
    if not seats:
        seats = [seat for seat in play.out if seat in pot.seats][-1:]
    if len(seats) == 1 or not values:
        return chips.award(seats[0], pot.name, pot.cents, cite="14.6")
    chip = play.dealer.table.limits.chip
    rankings = range(len(play.rules.kind.rankings))
    sides = [best_of(seats, values, each) for each in rankings]
    sides = [side for side in sides if side]
    # An odd chip goes to the high hand; without a qualifying low all does.
    halves = shares(pot.cents, len(sides), chip)
    names = ("high", "low") if len(play.rules.kind.rankings) > 1 else ("",)
    for side, half, name in zip(sides, halves, names, strict=False):
        named = f"{pot.name} {name}" if name and len(sides) > 1 else pot.name
        order = in_odd_chip_order(play, side)
        for seat, share in zip(order, shares(half, len(order), chip), strict=True):
            chips.award(seat, named, share, cite="14.6")


def best_of(seats: Sequence[int], values: dict[int, tuple[int, ...]], ranking: int) -> list[int]:
    """The seats with the best hand of that ranking; none where nobody's qualifies."""
    best = max(values[seat][ranking] for seat in seats)
    if best == NOTHING:
        return []
    return [seat for seat in seats if values[seat][ranking] == best]


def in_odd_chip_order(play: Play, seats: Sequence[int]) -> list[int]:
    """Odd chips go to the first seat left of the button or the dealer; or, by option, to the hand
    with the highest card, of equal ranks by suit."""
    if play.rules.odd_chip_by_suit:
        key: Callable[[int], int] = lambda seat: -max(play.hands[seat].cards)  # noqa: E731
        return sorted(seats, key=key)
    return [seat for seat in play.order if seat in seats]
