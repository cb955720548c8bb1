"""14.8 Permissible types of poker: what sets one apart from another. The order of play of each is
a procedure of its own (14.9 to 14.13A)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pitboss.equipment.cards import Card
from pitboss.hands import poker_words as words
from pitboss.hands.low import NO_LOW, ace_to_five_value, badugi_value, eight_or_better_value
from pitboss.hands.mambo import mambo_high_value, mambo_low_value
from pitboss.hands.omaha import omaha_high_value, omaha_low_value
from pitboss.hands.poker import five_card_value

# What a player's own cards and the common ones are worth: the higher, the better; 0 for nothing.
Ranking = Callable[[Sequence[int], Sequence[int]], int]
Words = Callable[[Sequence[int], Sequence[int]], str]


def _high(own: Sequence[int], common: Sequence[int]) -> int:
    return five_card_value([*own, *common])


def _low(own: Sequence[int], common: Sequence[int]) -> int:
    return ace_to_five_value([*own, *common])


def _eight(own: Sequence[int], common: Sequence[int]) -> int:
    return eight_or_better_value([*own, *common])


def _badugi(own: Sequence[int], common: Sequence[int]) -> int:
    return badugi_value(own)


def _mambo_high(own: Sequence[int], common: Sequence[int]) -> int:
    return mambo_high_value([*own, *common])


def _mambo_low(own: Sequence[int], common: Sequence[int]) -> int:
    return mambo_low_value([*own, *common])


def _words_of(
    size: int, value: Callable[[Sequence[int]], int], say: Callable[[Sequence[int]], str]
) -> Words:
    def in_words(own: Sequence[int], common: Sequence[int]) -> str:
        return say(words.playing([Card(card) for card in (*own, *common)], size, value))

    return in_words


def _omaha_words(
    value: Callable[[Sequence[int]], int], say: Callable[[Sequence[int]], str]
) -> Words:
    def in_words(own: Sequence[int], common: Sequence[int]) -> str:
        hole, board = [Card(card) for card in own], [Card(card) for card in common]
        return say(words.playing_omaha(hole, board, value))

    return in_words


def _badugi_words(own: Sequence[int], common: Sequence[int]) -> str:
    return words.badugi_words(words.playing_badugi([Card(card) for card in own]))


HIGH_WORDS = _words_of(5, five_card_value, words.high_words)
LOW_WORDS = _words_of(5, ace_to_five_value, words.low_words)


class Kind(msgspec.Struct, frozen=True):
    """`cite`: its section; `seats`: the fact that says how many play; `button`: it is played with
    a button and blinds; `small_rounds`: betting rounds at the small bet in fixed limit; `high`,
    `low`: the rankings that take the pot, each half of it where there are two; `low_board`: the
    lowest up-cards act first."""

    name: str
    cite: str
    seats: str
    button: bool
    small_rounds: int
    high: Ranking | None = None
    low: Ranking | None = None
    high_words: Words = HIGH_WORDS
    low_words: Words = LOW_WORDS
    low_board: bool = False
    five_card_high: bool = True

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        return tuple(each for each in (self.high, self.low) if each is not None)


def _kinds() -> tuple[Kind, ...]:
    eight_words = _omaha_words(eight_or_better_value, words.low_words)
    omaha_words = _omaha_words(five_card_value, words.high_words)
    return (
        Kind("hold-em", "14.10", "seats_holdem", True, 2, _high),
        Kind("omaha", "14.11", "seats_omaha", True, 2, omaha_high_value, None, omaha_words),
        Kind(
            "omaha-8",
            "14.11",
            "seats_omaha",
            True,
            2,
            omaha_high_value,
            omaha_low_value,
            omaha_words,
            eight_words,
        ),
        Kind("seven-card-stud", "14.9", "seats_stud", False, 2, _high),
        Kind(
            "seven-card-stud-low",
            "14.9",
            "seats_stud",
            False,
            2,
            None,
            _low,
            low_board=True,
            five_card_high=False,
        ),
        Kind("seven-card-stud-high-low", "14.9", "seats_stud", False, 2, _high, _low),
        Kind("seven-card-stud-8", "14.9", "seats_stud", False, 2, _high, _eight),
        Kind("five-card-draw", "14.12", "seats_draw", True, 1, _high),
        Kind(
            "five-card-draw-low", "14.12", "seats_draw", True, 1, None, _low, five_card_high=False
        ),
        Kind("five-card-stud", "14.13", "seats_stud", False, 2, _high),
        Kind(
            "mambo-stud",
            "14.13A",
            "seats_mambo",
            False,
            2,
            _mambo_high,
            _mambo_low,
            _words_of(3, mambo_high_value, words.mambo_high_words),
            _words_of(3, mambo_low_value, words.mambo_low_words),
            five_card_high=False,
        ),
        Kind(
            "badugi",
            "14.12",
            "seats_draw",
            True,
            2,
            None,
            _badugi,
            low_words=_badugi_words,
            five_card_high=False,
        ),
    )


KINDS = {kind.name: kind for kind in _kinds()}
NOTHING = NO_LOW
