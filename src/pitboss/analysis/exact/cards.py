"""Exact odds of a card automaton: every sequence of cards from the shoe, without replacement.

Sequences that have led to the same node with the same cards are counted together, and a node
from which only one outcome can follow is not followed."""

from __future__ import annotations

from fractions import Fraction

from pitboss.analysis.exact.automaton import Automaton
from pitboss.analysis.exact.distribution import Joint

# Cards of one class drawn in a round, packed so many bits each.
CLASS_BITS = 5


def solve_cards(automaton: Automaton) -> Joint:
    """The joint distribution over the first round of a fresh shoe."""
    in_shoe = [weight * automaton.decks for weight in automaton.weights]
    certain = certain_outcomes(automaton)
    weights: dict[tuple[int, int], int] = {(0, 0): 1}
    ended: list[dict[int, int]] = []
    while weights:
        here: dict[int, int] = {}
        following: dict[tuple[int, int], int] = {}
        for (node, used), weight in weights.items():
            row = automaton.next[node]
            for symbol, held in enumerate(in_shoe):
                shift = CLASS_BITS * symbol
                left = held - (used >> shift & (1 << CLASS_BITS) - 1)
                if left <= 0:
                    continue
                target = row[symbol]
                if target >= 0 and target in certain:
                    target = certain[target]
                ways = weight * left
                if target < 0:
                    here[-1 - target] = here.get(-1 - target, 0) + ways
                else:
                    key = (target, used + (1 << shift))
                    following[key] = following.get(key, 0) + ways
        ended.append(here)
        weights = following
    return _joint(automaton, ended, sum(in_shoe))


def _joint(automaton: Automaton, ended: list[dict[int, int]], cards: int) -> Joint:
    """Rounds that ended after fewer cards stand for all that could have come after them."""
    deepest = max(len(ended), _cards_in_longest_round(automaton))
    total = 1
    for drawn in range(deepest):
        total *= cards - drawn
    joint = Joint(automaton.wagers, total)
    for depth, outcomes in enumerate(ended, 1):
        ways = 1
        for drawn in range(depth):
            ways *= cards - drawn
        for number, weight in outcomes.items():
            joint.add(automaton.outcomes[number], Fraction(weight, ways))
    return joint


def _cards_in_longest_round(automaton: Automaton) -> int:
    """The number of cards on the longest path from the start to an outcome."""
    depth = {0: 0}
    longest = 1
    for node, row in enumerate(automaton.next):
        for target in row:
            if target > 0 and depth.get(target, -1) < depth.get(node, 0) + 1:
                depth[target] = depth.get(node, 0) + 1
        longest = max(longest, depth.get(node, 0) + 1)
    return longest


def certain_outcomes(automaton: Automaton) -> dict[int, int]:
    """Nodes after which only one outcome is possible, with that outcome (as -1 - number)."""
    certain: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for node in range(len(automaton.next) - 1, 0, -1):
            if node in certain:
                continue
            targets = {certain.get(t, t) if t >= 0 else t for t in automaton.next[node]}
            if len(targets) == 1 and (only := targets.pop()) < 0:
                certain[node] = only
                changed = True
    return certain
