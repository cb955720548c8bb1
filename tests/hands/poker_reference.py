"""Slow and obvious rankings of hands, to hold the fast ones to.

Written from the words of the rules and with none of the code under test: a hand becomes a tuple
of its category's name order and the ranks in the order in which they are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

Key = tuple[int, ...]

ACE = 12
JOKER = 52


def groups(cards: Sequence[int]) -> tuple[list[int], list[int]]:
    """How often ranks occur, most often first, and those ranks; equally frequent ones descend."""
    counted = Counter(card >> 2 for card in cards)
    ranks = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    return [counted[rank] for rank in ranks], ranks


def straight_top(cards: Sequence[int]) -> int | None:
    """The rank that leads the straight these cards make, if they make one."""
    ranks = sorted({card >> 2 for card in cards})
    if len(ranks) != len(cards):
        return None
    if ranks[-1] - ranks[0] == len(cards) - 1:
        return ranks[-1]
    if ranks[-1] == ACE and ranks[:-1] == list(range(len(cards) - 1)):
        return ranks[-2]
    return None


def suited(cards: Sequence[int]) -> bool:
    return len({card & 3 for card in cards}) == 1


def kind(cards: Sequence[int]) -> tuple[str, list[int]]:
    """The name of a hand of three, four or five cards and the ranks to compare, best first."""
    counts, ranks = groups(cards)
    top = straight_top(cards)
    if top is not None and suited(cards):
        royal = top == ACE and len(cards) == 5
        return ("royal flush" if royal else "straight flush"), [top]
    names = {
        (5,): "five of a kind",
        (4, 1): "four of a kind",
        (4,): "four of a kind",
        (3, 2): "full house",
        (3, 1, 1): "three of a kind",
        (3, 1): "three of a kind",
        (3,): "three of a kind",
        (2, 2, 1): "two pair",
        (2, 2): "two pair",
    }
    name = names.get(tuple(counts), "pair" if counts[0] == 2 else "high card")
    if name == "high card" and suited(cards):
        return "flush", ranks
    if top is not None:
        return "straight", [top]
    return name, ranks


def key(cards: Sequence[int], categories: Sequence[str]) -> Key:
    name, ranks = kind(cards)
    return (categories.index(name), *ranks)


def multi_deck_key(cards: Sequence[int], categories: Sequence[str]) -> Key:
    """21.3: equal ranks of one suit are flushes with a pair, two pair and so on."""
    name, ranks = kind(cards)
    if suited(cards) and name not in ("flush", "straight flush", "royal flush"):
        name = "flush with one pair" if name == "pair" else f"flush with {name}"
    return (categories.index(name), *ranks)


def wheel_key(cards: Sequence[int], categories: Sequence[str], wheel_second: bool) -> Key:
    """11.3: as `key`, with A-2-3-4-5 between the ace-high straight and the king-high one."""
    name, ranks = kind(cards)
    place = categories.index(name)
    if name in ("straight", "straight flush") and wheel_second:
        order = [4, 5, 6, 7, 8, 9, 10, 11, 3, 12]
        return (place, order.index(ranks[0]))
    return (place, *ranks)


def pai_gow_key(cards: Sequence[int], categories: Sequence[str], wheel_second: bool) -> Key:
    """11.3(c): the best of all that the joker may stand for in five cards."""
    if JOKER not in cards:
        return wheel_key(cards, categories, wheel_second)
    others = [card for card in cards if card != JOKER]
    if sum(card >> 2 == ACE for card in others) == 4:
        return (categories.index("five aces"),)
    allowed = []
    for card in range(52):
        if card in others:
            continue
        hand = [*others, card]
        name, _ = kind(hand)
        completes = name in ("straight", "flush", "straight flush", "royal flush")
        if completes or card >> 2 == ACE:
            allowed.append(wheel_key(hand, categories, wheel_second))
    return max(allowed)


def three_card_joker_key(cards: Sequence[int], categories: Sequence[str]) -> Key:
    if JOKER not in cards:
        return key(cards, categories)
    others = [card for card in cards if card != JOKER]
    allowed = []
    for card in range(52):
        if card in others:
            continue
        hand = [*others, card]
        name, _ = kind(hand)
        if name in ("straight", "flush", "straight flush") or card >> 2 == ACE:
            allowed.append(key(hand, categories))
    return max(allowed)


def best(cards: Sequence[int], size: int, rank: object) -> Key:
    """The highest key among the hands of `size` cards that can be made of the cards."""
    assert callable(rank)
    return max(rank(list(hand)) for hand in combinations(cards, size))


def same_order(values: Sequence[int], keys: Sequence[Key]) -> bool:
    """Whether two rankings of the same hands put them into the same order, equals included."""
    pairs = sorted(set(zip(values, keys, strict=True)))
    lower_first = all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
    return lower_first and len(pairs) > 1


def parse(text: str) -> list[int]:
    """Cards in their text form, `As Kd Th`, the joker `Jk`."""
    return [
        JOKER if card == "Jk" else "23456789TJQKA".index(card[0]) * 4 + "cdhs".index(card[1])
        for card in text.split()
    ]
