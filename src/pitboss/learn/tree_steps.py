"""Many tables of a small card game at once: the procedure is searched once, and its tree walked.

A node of the tree is a draw, with a child for every class of cards that are alike in the game's
study, a decision, with a child for every action, or an end, with what it comes to. Nothing of the
game is written here: whatever its procedure asks is in the tree."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.compiled import compiled
from pitboss.errors import BadInput
from pitboss.learn.actions import GO_ON, acts_at, words_of
from pitboss.learn.blackjack_steps import CUT, GOES_ON, OVER, REFUSED
from pitboss.learn.chance import Chance
from pitboss.learn.episode import WagerSet
from pitboss.learn.sitting import Sitting, start_of
from pitboss.studies.families.twenty_one.kernel import draw_until
from pitboss.table.entries import Drew

# A tree that is larger is none of a small game.
NODES_MAX = 50_000
NO_CARD, NOWHERE = -1, -1
DRAWS, DECIDES, ENDS = range(3)
# A table's row: its node, cards dealt and drawn, those of the round that is over, refusals.
NODE, AT, DRAWN, LAST_AT, REFUSALS = range(5)
ROW = 5


class Tree(NamedTuple):
    """`kinds` and `nets` are by node; `children[node]` has the next one by class or action, or
    NOWHERE; `shown[node]` says which of the cards that were dealt the seat sees, by their place.
    `classes` is by card."""

    kinds: npt.NDArray[np.int8]
    children: npt.NDArray[np.int32]
    nets: npt.NDArray[np.int64]
    shown: npt.NDArray[np.int8]
    classes: npt.NDArray[np.int64]


class Forest(NamedTuple):
    """All tables: their shoes, rows, generators, and what a step gives back."""

    shoes: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    seen: npt.NDArray[np.int8]
    masks: npt.NDArray[np.int8]
    nets: npt.NDArray[np.int64]
    ended: npt.NDArray[np.int8]
    last: npt.NDArray[np.int8]


class Planted:
    """The tree of a wager set, with its words, its cards, and the scale of its nets."""

    def __init__(self, wagers: WagerSet) -> None:
        self.start = start_of(wagers.key, wagers.day, wagers.options, 1, wagers.wager)
        self.words = words_of(wagers)
        self.wagers = wagers
        shoe = self.start.table.shoe
        counts = shoe.counts if shoe is not None else ()
        card_class = self.start.study.card_class if self.start.study is not None else None
        if card_class is None or not sum(counts):
            raise BadInput(f"{wagers.key}: its cards are not told apart by classes")
        names: dict[Hashable, int] = {}
        present = [card for card, left in enumerate(counts) if left]
        self.class_of = {c: names.setdefault(card_class(c), len(names)) for c in present}
        self.first_of = {number: c for c, number in reversed(self.class_of.items())}
        self.cards = np.repeat(np.arange(len(counts), dtype=np.uint8), counts)
        self._kinds: list[int] = []
        self._children: list[list[int]] = []
        self._ends: list[Fraction] = []
        self._shown: list[list[int]] = []
        self._width = max(len(self.words), len(names))
        self._grow(Sitting(self.start, Chance()))
        self.scale = lcm(*(net.denominator for net in self._ends))
        self.tree = self._tree()

    def _grow(self, sitting: Sitting) -> int:
        """The node of this position, with all that may follow."""
        if len(self._kinds) >= NODES_MAX:
            raise BadInput(f"{self.wagers.key}: its tree has more than {NODES_MAX} nodes")
        node, prompt = len(self._kinds), sitting.prompt
        draws = prompt is not None and prompt.kind == "draw"
        self._kinds.append(ENDS if sitting.over else DRAWS if draws else DECIDES)
        children = [NOWHERE] * self._width
        self._children.append(children)
        self._ends.append(self._net(sitting) if sitting.over else Fraction(0))
        events = sitting.events(1)
        self._shown.append([int(event.card >= 0) for event in events if event.act == "draw"])
        if sitting.over:
            return node
        if draws:
            for number, card in self.first_of.items():
                following = sitting.copy()
                following.put(Drew(card))
                children[number] = self._grow(following)
            return node
        for number, word in enumerate(self.words):
            following = sitting.copy()
            if prompt is None or (prompt.kind == "wagers" and word == GO_ON):
                if word != GO_ON:
                    continue
                following.go_on()
            else:
                acts = acts_at(prompt, self.words, self.wagers.stake)
                if word not in acts:
                    continue
                following.put(acts[word])
            children[number] = self._grow(following)
        return node

    def _net(self, sitting: Sitting) -> Fraction:
        net: Fraction = self.wagers.measure.cells(sitting.lines)[self.wagers.place].net
        return net

    def _tree(self) -> Tree:
        deepest = max(map(len, self._shown))
        shown = [each + [0] * (deepest - len(each)) for each in self._shown]
        classes = np.zeros(int(self.cards.max()) + 1, np.int64)
        for card, number in self.class_of.items():
            classes[card] = number
        return Tree(
            np.array(self._kinds, np.int8),
            np.array(self._children, np.int32),
            np.array([int(net * self.scale) for net in self._ends], np.int64),
            np.array(shown, np.int8),
            classes,
        )


@compiled
def show_node(forest: Any, tree: Any, table: int, node: int) -> None:
    """What the seat sees at a node, and what is open there."""
    for place in range(forest.seen.shape[1]):
        card = np.int8(forest.shoes[table, place]) if tree.shown[node, place] else NO_CARD
        forest.seen[table, place] = card
    for action in range(forest.masks.shape[1]):
        decides = tree.kinds[node] == DECIDES
        forest.masks[table, action] = decides and tree.children[node, action] != NOWHERE


@compiled
def clear_tree(forest: Any, tree: Any, table: int) -> None:
    """The wager is on the layout, and all cards are in the shoe."""
    row = forest.rows[table]
    row[NODE] = row[AT] = row[DRAWN] = row[REFUSALS] = 0
    show_node(forest, tree, table, 0)


@compiled
def clear_trees(forest: Any, tree: Any) -> None:
    """Every table begins."""
    for table in range(forest.rows.shape[0]):
        clear_tree(forest, tree, table)


@compiled
def draw_on(forest: Any, tree: Any, table: int, node: int) -> int:
    """The node at which somebody is asked again, or the end; cards are drawn up to there."""
    row = forest.rows[table]
    while tree.kinds[node] == DRAWS:
        if row[AT] >= row[DRAWN]:
            shoe = forest.shoes[table]
            drawn, key = draw_until(
                shoe, shoe.shape[0], row[DRAWN], row[AT] + 4, forest.keys[table]
            )
            row[DRAWN] = drawn
            forest.keys[table] = key
        card = forest.shoes[table, row[AT]]
        row[AT] += 1
        node = tree.children[node, tree.classes[card]]
    return node


@compiled
def step_trees(forest: Any, tree: Any, actions: Any, refusals_max: int) -> int:
    """One action a table. Returns how many tables did not plainly go on."""
    notable = 0
    for table in range(actions.shape[0]):
        row = forest.rows[table]
        if not forest.masks[table, actions[table]]:
            row[REFUSALS] += 1
            forest.ended[table] = REFUSED
            notable += 1
            if row[REFUSALS] < refusals_max:
                continue
            forest.ended[table] = CUT
        else:
            node = draw_on(forest, tree, table, tree.children[row[NODE], actions[table]])
            row[NODE] = node
            show_node(forest, tree, table, node)
            forest.ended[table] = GOES_ON
            if tree.kinds[node] != ENDS:
                continue
            notable += 1
            forest.ended[table] = OVER
            forest.nets[table] = tree.nets[node]
            row[LAST_AT] = row[AT]
        for place in range(forest.seen.shape[1]):
            forest.last[table, place] = forest.seen[table, place]
        clear_tree(forest, tree, table)
    return notable
