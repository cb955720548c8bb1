"""Baccarat hands: integers in, integers out. Punto banco (3.1, 3.9) and minibaccarat (7.1, 7.9)
have the same text here, so the comments name the sections of the former.

A function that ends in `_row` says which row of its wager's pay table a round is: 0 and up is a
row, LOSES, VOID and PUSH are what they say. A hand is given as its point count and, where it
matters, its number of cards."""

from __future__ import annotations

from pitboss.compiled import compiled

NO_CARD = -1

LOSES = -1
VOID = -2  # neither wins nor loses because the hands are equal
PUSH = -3  # a winning hand whose wager the variation in force gives back


@compiled
def card_value(card: int) -> int:
    """3.1(b): two to nine at face value, ten and face cards zero, ace one."""
    rank = card >> 2
    if rank < 8:
        return rank + 2
    return 1 if rank == 12 else 0


@compiled
def burn_value(card: int) -> int:
    """3.5(e): how many further cards the first card burns; tens and face cards count ten."""
    rank = card >> 2
    if rank < 8:
        return rank + 2
    return 1 if rank == 12 else 10


@compiled
def point_count(first: int, second: int) -> int:
    """3.1(c): the right digit of the total of two cards."""
    return (card_value(first) + card_value(second)) % 10


@compiled
def with_third_card(count: int, third: int) -> int:
    """3.1(c): the point count after a third card."""
    return (count + card_value(third)) % 10


@compiled
def is_natural(count: int) -> bool:
    """3.9(a): 8 or 9, said of a hand of two cards."""
    return count >= 8


@compiled
def player_draws(player: int) -> bool:
    """3.9(b), Table 1, where neither hand is a natural."""
    return player <= 5


@compiled
def banker_draws(banker: int, third_value: int) -> bool:
    """3.9(c), Table 2, where neither hand is a natural. `third_value` is the value of the card
    that the Player's Hand drew (not its point count), or NO_CARD.

    Doubt: the table as scanned has lost one column. The example in (g), 5 against a four draws,
    leaves only the column of the four or of the five, which are equal."""
    if third_value == NO_CARD:
        return banker <= 5
    if banker <= 2:
        return True
    if banker == 3:
        return third_value != 8
    if banker == 4:
        return 2 <= third_value <= 7
    if banker == 5:
        return 4 <= third_value <= 7
    if banker == 6:
        return 6 <= third_value <= 7
    return False


@compiled
def same_rank(first: int, second: int) -> bool:
    return first >> 2 == second >> 2


# -- which row of the pay table a round is ----------------------------------------------------


@compiled
def banker_row(player: int, banker: int) -> int:
    if player == banker:
        return VOID
    return 0 if banker > player else LOSES


@compiled
def banker_no_vigorish_row(player: int, banker: int) -> int:
    """Row 1 is a winning Banker's Hand of 6, in two cards or three; row 0 any other."""
    row = banker_row(player, banker)
    return 1 if row == 0 and banker == 6 else row


@compiled
def banker_ez_row(player: int, banker: int, banker_cards: int) -> int:
    """A Banker's Hand that wins with three cards and a count of 7 is given back."""
    row = banker_row(player, banker)
    return PUSH if row == 0 and banker == 7 and banker_cards == 3 else row


@compiled
def player_row(player: int, banker: int) -> int:
    if player == banker:
        return VOID
    return 0 if player > banker else LOSES


@compiled
def tie_row(player: int, banker: int) -> int:
    return 0 if player == banker else LOSES


@compiled
def card_count_row(player_cards: int, banker_cards: int, wanted: int) -> int:
    """Rows 0, 1, 2 are four, five and six cards in the round."""
    return wanted - 4 if player_cards + banker_cards == wanted else LOSES


@compiled
def bonus_row(hand: int, hand_cards: int, other: int, other_cards: int) -> int:
    """3.2(a)5: row 0 is a natural that wins, whatever the margin; rows 1 to 6 are hands that
    are no natural and win by 9, 8, 7, 6, 5, 4. Equal naturals are void."""
    natural = hand_cards == 2 and is_natural(hand)
    other_natural = other_cards == 2 and is_natural(other)
    if natural:
        if other_natural and hand == other:
            return VOID
        return 0 if not other_natural or hand > other else LOSES
    margin = hand - other
    return 10 - margin if margin >= 4 else LOSES


@compiled
def dragon_seven_row(player: int, banker: int, banker_cards: int) -> int:
    """A Banker's Hand of three cards that wins with 7."""
    return 0 if banker_cards == 3 and banker == 7 and player < 7 else LOSES


@compiled
def panda_eight_row(player: int, player_cards: int, banker: int) -> int:
    """A Player's Hand of three cards that wins with 8."""
    return 0 if player_cards == 3 and player == 8 and banker < 8 else LOSES


@compiled
def pair_row(first: int, second: int) -> int:
    """The first two cards of the hand have the same rank."""
    return 0 if same_rank(first, second) else LOSES


@compiled
def heavenly_nine_row(player: int, player_cards: int, banker: int, banker_cards: int) -> int:
    """Row 0 is a three-card 9 in one hand, row 1 in both."""
    nines = 0
    if player_cards == 3 and player == 9:
        nines += 1
    if banker_cards == 3 and banker == 9:
        nines += 1
    return nines - 1


@compiled
def blazing_sevens_row(player: int, player_cards: int, banker: int, banker_cards: int) -> int:
    """Row 0 is 7 and 7 with two cards each, row 1 with three cards each."""
    if player != 7 or banker != 7 or player_cards != banker_cards:
        return LOSES
    return player_cards - 2
