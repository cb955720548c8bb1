"""14.10 Hold 'em poker, 14.11 Omaha poker: hole cards of one's own, five cards for everybody."""

from __future__ import annotations

from pitboss.games.poker.betting import BettingRound
from pitboss.games.poker.blinds import first_to_act_after_blinds, post_blinds
from pitboss.games.poker.play import Phase, Play
from pitboss.games.poker.showdown import finish

BOARD_ROUNDS = (3, 1, 1)


def hold_em(play: Play) -> None:
    """14.10 Hold 'em poker: two hole cards, best five of seven."""
    with_a_board(play, 2, "14.10(e)", "14.10(f)", "14.10(g)")


def omaha(play: Play) -> None:
    """14.11 Omaha poker: four hole cards, of which a hand has exactly two."""
    with_a_board(play, 4, "14.11", "14.11", "14.11")


def with_a_board(play: Play, hole_cards: int, deal: str, first: str, later: str) -> None:
    # 14.10(b) Antes if posted; blinds; a straddle.
    betting = BettingRound(play, first)
    post_blinds(play, betting)

    # 14.10(e) Rounds of one card face down, from the button's left, the button last.
    play.dealer.phase = Phase.DEALING
    for _ in range(hole_cards):
        for seat in play.order:
            play.down(seat, cite=deal)

    # 14.10(f) From the seat after the last blind or straddle; these keep the option to raise.
    betting.take(first_to_act_after_blinds(play))

    # 14.10(g) A card is burned, three are dealt face up; betting from the button's left; then
    # the fourth and the fifth in the same way.
    for cards in BOARD_ROUNDS:
        if not play.contested():
            break
        play.dealer.phase = Phase.DEALING
        play.burn(cite=later)
        play.community(cards, cite=later)
        BettingRound(play, later).take(play.order[0])
    finish(play)
