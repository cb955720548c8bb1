"""The effect of removal, and the count that follows from it: what a card that is gone does to the
worth of a wager, and whole tags that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from pitboss.analysis.exposure.countable import Countable
from pitboss.analysis.simulation.counts import Count
from pitboss.equipment.cards import RANKS

# The highest tag of a count that people keep, and the correlation that is good enough for them to
# keep no higher one; and the highest that is tried for a count that is exact.
TAG_USUAL, GOOD = 4, 0.97
TAG_MAX, EXACT = 9, 0.99999
STEPS = 40


class Effect(NamedTuple):
    """What it does to the worth of the wager that one card of these ranks is gone."""

    ranks: tuple[int, ...]
    cards: int
    change: Fraction

    @property
    def name(self) -> str:
        return " ".join(RANKS[rank] for rank in self.ranks)


def effects_of(countable: Countable) -> tuple[Fraction, list[Effect]]:
    """Returns what the wager is worth from a full shoe, and the effects of removal: by rank, or by
    ranks that are alike. Cards of one rank that are not alike are taken by their average."""
    full = countable.worth(countable.shoe)
    found: dict[tuple[int, ...], list[tuple[int, Fraction]]] = {}
    for kind, ranks in enumerate(countable.ranks):
        held = countable.shoe[kind]
        if not held or (countable.suits_alike and ranks in found):
            continue
        left = list(countable.shoe)
        left[kind] -= 1
        found.setdefault(ranks, []).append((held, countable.worth(left) - full))
    effects = []
    for ranks, parts in sorted(found.items()):
        cards = sum(held for held, _ in parts)
        change = sum((held * change for held, change in parts), Fraction(0)) / cards
        if countable.suits_alike:
            pairs = zip(countable.ranks, countable.shoe, strict=True)
            cards = sum(held for each, held in pairs if each == ranks)
        effects.append(Effect(ranks, cards, change))
    return full, effects


def correlation(effects: Sequence[Effect], tags: Sequence[int]) -> float:
    """Returns how well tags go with effects, card by card: 1 is as well as can be."""
    cards = sum(effect.cards for effect in effects)
    mean_effect = float(sum(effect.cards * effect.change for effect in effects)) / cards
    pairs = list(zip(effects, tags, strict=True))
    mean_tag = sum(effect.cards * tag for effect, tag in pairs) / cards
    both = squares = tagged = 0.0
    for effect, tag in pairs:
        here, there = float(effect.change) - mean_effect, tag - mean_tag
        both += effect.cards * here * there
        squares += effect.cards * here * here
        tagged += effect.cards * there * there
    return both / sqrt(squares * tagged) if squares and tagged else 0.0


def best_tags(effects: Sequence[Effect]) -> list[int]:
    """Returns whole tags that go well with the effects and balance: a full shoe counts 0. The
    smallest that do well are taken, or those that go exactly with them."""
    found = [_of_level(effects, level) for level in range(1, TAG_MAX + 1)]
    fits = [correlation(effects, tags) for tags in found]
    for tags, fit in zip(found, fits, strict=True):
        if fit > EXACT:
            return tags
    for tags, fit in zip(found[:TAG_USUAL], fits, strict=False):
        if fit > GOOD:
            return tags
    best = max(range(TAG_USUAL), key=lambda level: fits[level])
    return found[best]


def _of_level(effects: Sequence[Effect], level: int) -> list[int]:
    """Returns the best tags of which none is higher; zeros where all effects are alike."""
    cards = sum(effect.cards for effect in effects)
    mean = sum(effect.cards * effect.change for effect in effects) / cards
    centred = [float(effect.change - mean) for effect in effects]
    most = max((abs(each) for each in centred), default=0.0)
    if not most:
        return [0] * len(effects)
    tried = [
        _balanced(effects, [level * step / STEPS * each / most for each in centred], level)
        for step in range(STEPS // 2, STEPS * 3 // 2 + 1)
    ]
    return max(tried, key=lambda tags: correlation(effects, tags))


def _balanced(effects: Sequence[Effect], wanted: Sequence[float], level: int) -> list[int]:
    """Returns whole numbers near the wanted ones, `level` at most, which add up to 0 over a full
    shoe; zeros where there are none near by."""
    tags = [max(-level, min(level, round(each))) for each in wanted]
    for _ in range(4 * len(tags)):
        off = sum(effect.cards * tag for effect, tag in zip(effects, tags, strict=True))
        if not off:
            return tags
        step = -1 if off > 0 else 1
        costs = [
            (abs(tag + step - want) - abs(tag - want), -effect.cards, place)
            for place, (effect, tag, want) in enumerate(zip(effects, tags, wanted, strict=True))
            if abs(tag + step) <= level and effect.cards <= abs(off)
        ]
        if not costs:
            break
        tags[min(costs)[2]] += step
    return [0] * len(tags)


def count_of(effects: Sequence[Effect], tags: Sequence[int]) -> Count:
    """Returns the tags as a count."""
    by_rank = [Fraction(0)] * len(RANKS)
    for effect, tag in zip(effects, tags, strict=True):
        for rank in effect.ranks:
            by_rank[rank] = Fraction(tag)
    count = Count("", tuple(by_rank))
    return Count(count.text(), count.tags)
