"""What a player may hold: a hand, or a range of hands with weights.

    As Ks               a hand
    JJ+, AKs, A5s-A2s   a range: pairs from jacks up, suited ace-king, suited aces
    KQo:1/2, AK         half of the weight; suited and not
    random              any cards

`+` goes up: a pair to aces, other hands with the lower card up to below the higher one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from pitboss.equipment.cards import RANKS, SUITS, Card, cards_text, parse_card
from pitboss.errors import BadInput
from pitboss.studies.poker.kinds import Kind

RANDOM = "random"
# Two ranges of such weights on all boards are counted in 63 bits.
WEIGHT_MAX = 1000

_CARDS = re.compile(rf"(?:[{RANKS}][{SUITS}]\s*)+")
_CARD = re.compile(rf"[{RANKS}][{SUITS}]")
_HAND = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)")
_WEIGHT = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}|/[0-9]{1,6}|%)?")
_EXPECTED = "expected a hand such as 'As Ks', a range such as 'JJ+, AKs, A5s-A2s', or random"

Hand = tuple[Card, ...]


class Holding(NamedTuple):
    """The hands that a player may have, each once and in ascending order, with whole weights; a
    hand with fewer cards than the kind deals is dealt the others."""

    text: str
    hands: tuple[Hand, ...]
    weights: tuple[int, ...]

    @property
    def is_range(self) -> bool:
        return len(self.hands) > 1


def read_holding(text: str, kind: Kind, where: str) -> Holding:
    """What a player holds, from its text; `where` says whose, for the one who made a mistake."""
    said = " ".join(text.split())
    if not said:
        raise BadInput(f"{where}: nothing is there; {_EXPECTED}")
    if said.lower() == RANDOM:
        return Holding(RANDOM, ((),), (1,))
    if _CARDS.fullmatch(said):
        return Holding(said, (read_hand(said, kind, where),), (1,))
    if kind.key != "holdem":
        _refuse_card(said, where)
        raise BadInput(
            f"{where}: {said[:40]!r} is not a hand of {kind.title}; expected up to {kind.own} "
            f"cards such as 'As Kd 7c', or random; ranges are for hold 'em"
        )
    weights: dict[Hand, Fraction] = {}
    for item in said.split(","):
        listed, weight = _read_item(item.strip(), kind, where)
        for hand in listed:
            if weights.setdefault(hand, weight) != weight:
                raise BadInput(f"{where}: {cards_text(hand)} has two weights")
    scale = lcm(*(weight.denominator for weight in weights.values()))
    hands = tuple(sorted(weights))
    whole = [int(weights[hand] * scale) for hand in hands]
    common = gcd(*whole)
    if max(whole) > WEIGHT_MAX * common:
        raise BadInput(
            f"{where}: the weights are too fine; in whole numbers expected at most {WEIGHT_MAX:,}, "
            f"and not {max(whole) // common:,}"
        )
    return Holding(said, hands, tuple(weight // common for weight in whole))


def read_hand(text: str, kind: Kind, where: str) -> Hand:
    """Cards one after another, with or without spaces."""
    cards = tuple(sorted(parse_card(card) for card in _CARD.findall(text)))
    _refuse_twice(cards, where)
    exactly = bool(kind.board) and kind.key != "mambo"
    if len(cards) > kind.own or (exactly and len(cards) < kind.own):
        number = f"{kind.own}" if exactly else f"one to {kind.own}"
        raise BadInput(
            f"{where}: {text[:40]!r}: {kind.title} deals {number} cards ({kind.section}), and not "
            f"{len(cards)}"
        )
    return cards


def read_cards(text: str, where: str) -> Hand:
    """Cards of the board or dead cards, in their order."""
    said = " ".join(text.replace(",", " ").split())
    if said and not _CARDS.fullmatch(said):
        _refuse_card(said, where)
        raise BadInput(f"{where}: {said[:40]!r}: expected cards such as 'As Td 9c'")
    cards = tuple(parse_card(card) for card in _CARD.findall(said))
    _refuse_twice(cards, where)
    return cards


def _refuse_twice(cards: Hand, where: str) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise BadInput(f"{where}: {cards_text([card])} is there twice")


def _refuse_card(said: str, where: str) -> None:
    """Where all look like cards and one is none, that one is named."""
    words = said.split()
    for word in words:
        if len(words) > 1 and len(word) == 2 and not _CARD.fullmatch(word):
            raise BadInput(f"{where}: {word!r} is not a card such as As, Td or 9c")


def _read_item(item: str, kind: Kind, where: str) -> tuple[list[Hand], Fraction]:
    """One part of a range, and its weight."""
    hands, mark, weight = item.partition(":")
    hands = hands.strip()
    share = Fraction(1)
    if mark:
        share = _read_weight(weight.strip(), item, where)
    if _CARDS.fullmatch(hands):
        return [read_hand(hands, kind, where)], share
    kinds = list(_kinds_of(hands))
    if not kinds:
        _refuse_card(hands, where)
        raise BadInput(f"{where}: {item[:40]!r} is not a hand or a range; {_EXPECTED}")
    return [hand for high, low, suits in kinds for hand in hands_of_kind(high, low, suits)], share


def _read_weight(text: str, item: str, where: str) -> Fraction:
    try:
        if not _WEIGHT.fullmatch(text):
            raise ValueError
        share = Fraction(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share <= WEIGHT_MAX:
        raise BadInput(
            f"{where}: {item[:40]!r}: the weight {text[:20]!r} is not one; expected a number such "
            f"as 0.5, 1/2 or 50%, above 0 and at most {WEIGHT_MAX:,}"
        )
    return share


def _kinds_of(text: str) -> Iterator[tuple[int, int, str]]:
    """Kinds of hands, each as its higher rank, its lower rank and `s`, `o` or nothing; none where
    the text is no range."""
    first, dash, last = (part.strip() for part in text.partition("-"))
    up = first.endswith("+")
    start = _HAND.fullmatch(first.removesuffix("+"))
    if start is None or (up and dash):
        return
    high, low = sorted((RANKS.index(start[1]), RANKS.index(start[2])), reverse=True)
    suits = start[3]
    if high == low:
        if suits:
            return
        stop = len(RANKS) - 1 if up else high
        if dash:
            end = _HAND.fullmatch(last)
            if end is None or end[1] != end[2] or end[3]:
                return
            stop = RANKS.index(end[1])
        for rank in range(min(low, stop), max(low, stop) + 1):
            yield rank, rank, ""
        return
    stop = high - 1 if up else low
    if dash:
        end = _HAND.fullmatch(last)
        if end is None or end[3] != suits or end[1] == end[2]:
            return
        top, stop = sorted((RANKS.index(end[1]), RANKS.index(end[2])), reverse=True)
        if top != high:
            return
    for rank in range(min(low, stop), max(low, stop) + 1):
        yield high, rank, suits


def hands_of_kind(high: int, low: int, suits: str) -> list[Hand]:
    """The hands of a kind: 6 of a pair, 4 suited, 12 not, 16 of both."""
    made = {
        tuple(sorted((Card(high << 2 | first), Card(low << 2 | second))))
        for first in range(4)
        for second in range(4)
        if (high != low or first != second)
        and (suits != "s" or first == second)
        and (suits != "o" or first != second)
    }
    return sorted(made)
