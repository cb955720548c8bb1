"""14.7, 14.10(b): antes, blinds and straddle of the games with a button."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.games.poker.betting import BettingRound
from pitboss.games.poker.play import Play
from pitboss.games.poker.positions import next_seat
from pitboss.games.poker.rules import PokerState
from pitboss.table.entries import seat_text

STRADDLE, NO_STRADDLE = "straddle", "no straddle"


def post_blinds(play: Play, betting: BettingRound) -> None:
    """Antes; small and big blind; what others owe who come in; then the straddle, if the player
    after the big blind makes one."""
    post_antes(play)
    dealer, rules, chips = play.dealer, play.rules, play.chips
    state: PokerState = dealer.state
    small, big = rules.blinds
    # 14.7: whoever owes the small blind as well posts it for the pot, the big one for himself.
    owes = dict(state.owes)
    posted = [seat for seat in play.order if seat_text(seat) in owes]
    for seat in posted:
        if owes[seat_text(seat)] == "both":
            chips.put_in(seat, small, "missed small blind", cite="14.7")
    if chips.bets:
        chips.draw_in(cite="14.6", dead=True)
    post_blind(play, state.small, small, "small blind")
    post_blind(play, state.big, big, "big blind")
    for seat in posted:
        post_blind(play, seat, big, "posted blind")
        del owes[seat_text(seat)]
    if posted:
        dealer.remember(replace(state, owes=owes))
    if big:
        betting.blinds(big)
    straddler = straddles(play)
    if straddler:
        chips.put_in(straddler, 2 * big - chips.bet(straddler), STRADDLE, cite="14.10(f)")
        play.hands[straddler].forced = True
        betting.blinds(2 * big, raises=1)


def straddles(play: Play) -> int:
    """14.10(f): the player after the big blind may straddle, where the licensee permits it."""
    big = play.dealer.state.big
    if not play.rules.straddle or len(play.order) < 3:
        return 0
    seat = play.after(big)[0]
    if play.chips.stack(seat) + play.chips.bet(seat) < 2 * play.rules.blinds[1]:
        return 0
    asked = play.dealer.choose(
        seat, (STRADDLE, NO_STRADDLE), cite="14.10(f)", what="before the cards"
    )
    return seat if asked == STRADDLE else 0


def first_to_act_after_blinds(play: Play) -> int:
    """The seat after the last blind, or after the straddle; without blinds the button's left."""
    if not play.rules.blinds[1]:
        return play.order[0]
    seat = play.after(play.dealer.state.big)[0]
    straddled = play.chips.bet(seat) > play.rules.blinds[1] and play.hands[seat].forced
    return play.after(seat)[0] if straddled else seat


def post_antes(play: Play) -> None:
    """14.7: everybody who is dealt in puts the ante in, or what there is of it."""
    if play.rules.ante:
        for seat in play.order:
            play.chips.put_in(seat, play.rules.ante, "ante", cite="14.7")
        play.chips.draw_in(cite="14.6")


def post_blind(play: Play, seat: int, cents: int, what: str) -> None:
    """A blind is put in by whoever has it, or all that is left to that player."""
    if seat in play.hands:
        play.chips.put_in(seat, cents, what, cite="14.10(b)")
        play.hands[seat].forced = True


def order_from_button(button: int, playing: list[int]) -> list[int]:
    """The seats from the button's left, the button last."""
    first = next_seat(button, playing)
    at = playing.index(first)
    return playing[at:] + playing[:at]
