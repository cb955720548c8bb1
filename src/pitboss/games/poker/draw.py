"""14.12 Five-card draw poker, and Badugi, which came in 2012: cards face down, discarded and drawn.
No text of 14.12 was available to us."""

from __future__ import annotations

from itertools import combinations

from pitboss.equipment.cards import CARD_TEXT
from pitboss.equipment.shoe import Shoe
from pitboss.games.poker.betting import BettingRound
from pitboss.games.poker.blinds import first_to_act_after_blinds, post_blinds
from pitboss.games.poker.play import Phase, Play
from pitboss.games.poker.showdown import finish

STAND_PAT, DISCARD = "stand pat", "discard"


def five_card_draw(play: Play) -> None:
    """14.12 Five-card draw poker: five cards, one draw."""
    with_draws(play, cards=5, draws=1)


def badugi(play: Play) -> None:
    """14.12, Badugi: four cards, three draws, betting after the deal and after each draw."""
    with_draws(play, cards=4, draws=3)


def with_draws(play: Play, *, cards: int, draws: int) -> None:
    # Ante or blinds; cards face down one at a time; betting after the blinds.
    betting = BettingRound(play, "14.12")
    post_blinds(play, betting)
    play.dealer.phase = Phase.DEALING
    for _ in range(cards):
        for seat in play.order:
            play.down(seat, cite="14.12")
    betting.take(first_to_act_after_blinds(play))
    if play.rules.jacks_to_open and not play.opener and not play.rules.blinds[1]:
        # Doubt: where nobody opens, the antes go back.
        play.dealer.announce("Nobody opens", cite="14.12")
        return play.chips.refund_all(cite="14.12")

    # Each in turn discards and draws, a card burned before; then betting from the opener or, with
    # blinds, from the button's left.
    for _ in range(draws):
        if not play.contested():
            break
        draw_cards(play)
        BettingRound(play, "14.12").take(play.opener or play.order[0])
    finish(play)


def draw_cards(play: Play) -> None:
    """Every active player in turn discards any number of cards and is dealt as many."""
    dealer = play.dealer
    burned = False
    for seat in play.live():
        dealer.phase = Phase.DRAWING
        hand = play.hands[seat]
        held = tuple(hand.down)
        eyes = dealer.table.eyes(seat)
        choice = dealer.choose(seat, ways_to_draw(held), cite="14.12", what="the draw", seen=eyes)
        if not hand.live or choice == STAND_PAT:
            continue
        names = choice.split()[1:]
        thrown = [card for card in held if CARD_TEXT[card] in names]
        hand.down = [card for card in held if card not in thrown]
        dealer.phase = Phase.DEALING
        if not burned:
            if not dealer.remaining:
                shuffle_discards(play)
            play.burn(cite="14.12")
            burned = True
        for _ in thrown:
            if not dealer.remaining:
                shuffle_discards(play)
            play.down(seat, cite="14.12")
        # Doubt: what a player discards is among the discards once that player has drawn.
        play.discards += thrown


def ways_to_draw(held: tuple[int, ...]) -> tuple[str, ...]:
    """To stand pat, or to discard any of the cards, named in the order in which they came."""
    ways = [STAND_PAT]
    for count in range(1, len(held) + 1):
        for thrown in combinations(held, count):
            ways.append(" ".join([DISCARD, *(CARD_TEXT[card] for card in thrown)]))
    return tuple(ways)


def shuffle_discards(play: Play) -> None:
    """Too few cards: the discards, except the player's own, are shuffled and dealt from."""
    counts = [0] * len(play.dealer.counts)
    for card in play.discards:
        counts[card] += 1
    shoe = Shoe(tuple(counts), len(play.discards), 0, 1)
    play.dealer.load(shoe, "the discards, shuffled", cite="14.12")
    play.discards = []
