"""14.9 Seven-card stud poker, 14.13 Five-card stud poker, 14.13A Mambo stud poker: cards face up
and face down, a forced bet by the first up-card, and the best board acts first. No text of these
sections was available to us."""

from __future__ import annotations

from pitboss.equipment.shoe import Shoe
from pitboss.games.poker.betting import BettingRound
from pitboss.games.poker.blinds import post_antes
from pitboss.games.poker.play import Phase, Play
from pitboss.games.poker.rules import FIXED_LIMIT
from pitboss.games.poker.showdown import finish
from pitboss.hands.boards import (
    BOARD_SHIFT,
    forced_bet_value,
    high_board_value,
    low_board_value,
)

PAIR_SHOWING = 1


def seven_card_stud(play: Play) -> None:
    """14.9 Seven-card stud poker."""
    begin(play, hole_cards=2, cite="14.9")
    # Fourth, fifth and sixth card face up, each with a burn before it and betting after it.
    for street in (4, 5, 6):
        if not next_street(play, cite="14.9"):
            return finish(play)
        or_big = street == 4 and big_bet_on_a_pair(play)
        BettingRound(play, "14.9", or_big=or_big).take(best_board(play))
    # The seventh face down; betting as on the sixth.
    if next_street(play, cite="14.9", face_up=False):
        BettingRound(play, "14.9").take(best_board(play))
    finish(play)


def five_card_stud(play: Play) -> None:
    """14.13 Five-card stud poker: one card down, four up."""
    begin(play, hole_cards=1, cite="14.13")
    for _ in range(3):
        if not next_street(play, cite="14.13"):
            break
        BettingRound(play, "14.13").take(best_board(play))
    finish(play)


def mambo_stud(play: Play) -> None:
    """14.13A Mambo stud poker: three cards of one's own and a community card."""
    begin(play, hole_cards=1, cite="14.13A")
    if next_street(play, cite="14.13A"):
        BettingRound(play, "14.13A").take(best_board(play))
        if play.contested():
            play.dealer.phase = Phase.DEALING
            play.burn(cite="14.13A")
            play.community(1, cite="14.13A")
            BettingRound(play, "14.13A").take(best_board(play))
    finish(play)


def begin(play: Play, *, hole_cards: int, cite: str) -> None:
    """Antes; the hole cards and one card face up; the forced bet, and the first betting round."""
    post_antes(play)
    play.dealer.phase = Phase.DEALING
    for _ in range(hole_cards):
        for seat in play.order:
            play.down(seat, cite=cite)
    for seat in play.order:
        hand = play.hands[seat]
        if hole_cards > 1 and hand.turned_up == hole_cards:
            # 14.15(l): both hole cards turned up: the hand is dead, and its ante goes back.
            play.dealer.act(f"collect the cards of p{seat}: the hand is dead", cite="14.15(l)")
            play.kill(seat)
            play.chips.refund(seat, cite="14.15(l)")
        elif hand.turned_up:
            # 14.15(l): one of them was turned up, so the third card is dealt face down.
            play.down(seat, cite="14.15(l)")
        elif hand.live or hand.still_dealt:
            play.up(seat, cite=cite)
    if play.contested():
        force_a_bet(play, cite=cite)


def force_a_bet(play: Play, *, cite: str) -> None:
    """The lowest up-card makes the forced bet, at a low game the highest; of equal ones the nearest
    to the dealer's left, or by suit."""
    betting = BettingRound(play, cite)
    showing = [seat for seat in play.live() if play.hands[seat].up and play.chips.stack(seat)]
    if not showing:
        return betting.take(play.order[0])
    rules, kind = play.rules, play.rules.kind
    forced = max(
        showing,
        key=lambda seat: forced_bet_value(play.hands[seat].up[0], kind.low_board, rules.by_suit),
    )
    play.hands[forced].forced = True
    betting.forced_bet(forced, rules.forced_bet)
    # The forced bet is that player's act: without a raise there is no second turn.
    betting.take(play.after(forced)[0], without=forced)


def next_street(play: Play, *, cite: str, face_up: bool = True) -> bool:
    """A card is burned and one dealt to each position; one card for all where there are too few.
    Whether the pot is still contested."""
    if not play.contested():
        return False
    play.dealer.phase = Phase.DEALING
    seats = list(play.positions())
    if not face_up and play.dealer.remaining < len(seats) + 1:
        return last_street_with_too_few_cards(play, cite=cite)
    play.burn(cite=cite)
    for seat in seats:
        if play.hands[seat].still_dealt:
            play.dealer.note("the position still gets a card", cite="14.15(e)", seat=seat)
        if face_up:
            play.up(seat, cite=cite)
        else:
            play.down(seat, cite=cite)
    return True


def last_street_with_too_few_cards(play: Play, *, cite: str) -> bool:
    """All cards but the last are dealt; that one is mixed with the burned cards, cut, one burned,
    and dealing goes on. If these are still too few, one card face up is common to all.

    Doubt: where it is plain before the first card that they are too few even so, nobody gets a card
    of his own, as the common card would then be unfair."""
    dealer = play.dealer
    seats = list(play.positions())
    left, burned = dealer.remaining, play.burnt
    if left - 1 + len(burned) >= len(seats):
        dealt = seats[: left - 1]
        for seat in dealt:
            play.down(seat, cite=cite)
        counts = list(dealer.counts)
        for card in burned:
            counts[card] += 1
        mixed = Shoe(tuple(counts), dealer.remaining + len(burned), 0, 1)
        dealer.load(mixed, "the last card and the burned cards, mixed and cut", cite=cite)
        play.burnt = []
        play.burn(cite=cite)
        for seat in seats[left - 1 :]:
            play.down(seat, cite=cite)
        return True
    if left > 1:
        play.burn(cite=cite)
    dealer.announce("Common card", cite=cite)
    play.community(1, cite=cite)
    return True


def best_board(play: Play) -> int:
    """Who acts first: the best board, at a low game the lowest; of equal ones the nearest to the
    dealer's left."""
    value = low_board_value if play.rules.kind.low_board else high_board_value
    return max(play.live(), key=lambda seat: value(play.hands[seat].up))


def big_bet_on_a_pair(play: Play) -> bool:
    """Fixed limit, high only: with a pair showing on the fourth card anybody may bet the big bet.

    Doubt: once it was made, it is the bet of this round."""
    rules = play.rules
    return (
        rules.limit == FIXED_LIMIT
        and rules.kind.low is None
        and any(
            high_board_value(play.hands[seat].up) >> BOARD_SHIFT >= PAIR_SHOWING
            for seat in play.live()
        )
    )
