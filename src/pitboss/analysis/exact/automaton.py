"""A procedure compiled to a table: explored once over classes of outcomes, equal futures
merged. One shared kernel (simulation/kernels.py) runs every game that fits.

A node waits for the equipment; each of its symbols leads to another node, or ends the round
with an outcome. The kernel counts outcomes, nothing else: every figure, moments and covariances
included, follows from the counts and from what each outcome means, in exact integers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import msgspec

from pitboss.analysis.exact.chain import explore_chain
from pitboss.analysis.exact.distribution import Cell
from pitboss.analysis.exact.explore import Measure, chances, start_table
from pitboss.analysis.study import Decide, Scenario, Study
from pitboss.equipment.dice import all_rolls, dice_text
from pitboss.errors import BadInput
from pitboss.table.entries import Closed, Drew, Entry, Rolled, Spun
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Line
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import play

NODES_MAX = 20_000

Cells = tuple[Cell, ...]


class Automaton(msgspec.Struct):
    """`next[node][symbol]` is a node, or -1 - outcome. `outcomes[k]` has a cell for each of
    `wagers`. `symbols` says what each symbol is on a tape, with its weight; for cards,
    `classes[card]` is the symbol of a card."""

    kind: str
    wagers: tuple[str, ...]
    next: list[list[int]]
    outcomes: list[Cells]
    weights: tuple[int, ...]
    symbols: tuple[str, ...]
    classes: tuple[int, ...] = ()
    decks: int = 0
    cutting_card: int = 0


class _Builder(Measure):
    """Numbers outcomes as they are met."""

    def __init__(self, scenario: Scenario, rules: Rules) -> None:
        super().__init__(scenario, rules)
        self.outcomes: dict[Cells, int] = {}
        # Most rounds settle as some other did: what its lines came to is known.
        self._settled: dict[Hashable, int] = {}

    def outcome(self, lines: Sequence[Line]) -> int:
        key = tuple(map(msgspec.structs.astuple, lines))
        if key not in self._settled:
            self._settled[key] = self.outcomes.setdefault(self.cells(lines), len(self.outcomes))
        return self._settled[key]


def compile_chain(game: Game, rules: Rules, study: Study, scenario: Scenario) -> Automaton:
    """Dice and wheels: one outcome of the equipment a round, wagers that may live on."""
    chain = explore_chain(game, rules, study, scenario)
    builder = _Builder(scenario, rules)
    symbols, weights, class_of = _symbols(chain.steps[0][0].outcome, chain.total, study)
    table: list[list[int]] = []
    for steps in chain.steps:
        by_class: dict[Hashable, int] = {}
        for step in steps:
            target = step.to if step.to >= 0 else -1 - builder.outcome(step.lines)
            by_class[_class_of(step.outcome, study)] = target
        table.append([by_class[key] for key in class_of])
    return Automaton(
        kind="equipment",
        wagers=builder.names,
        next=_merged(table),
        outcomes=list(builder.outcomes),
        weights=weights,
        symbols=symbols,
    )


def _class_of(entry: Entry, study: Study) -> Hashable:
    if isinstance(entry, Rolled):
        return study.roll_class(entry.faces) if study.roll_class else entry.faces
    assert isinstance(entry, Spun)
    return entry.pocket


def _symbols(
    sample: Entry, total: int, study: Study
) -> tuple[tuple[str, ...], tuple[int, ...], list[Hashable]]:
    """Dice: every roll is a symbol of weight one. Wheels: every pocket, by its stops."""
    if isinstance(sample, Rolled):
        rolls = all_rolls(len(sample.faces))
        assert total == len(rolls)
        texts = tuple(" ".join(map(str, faces)) for faces in rolls)
        keys = [_class_of(Rolled(faces), study) for faces in rolls]
        return texts, (1,) * len(rolls), keys
    raise BadInput("a wheel is compiled by compile_wheel")


def compile_wheel(game: Game, rules: Rules, study: Study, scenario: Scenario) -> Automaton:
    """One outcome of the equipment that decides everything: one node. At a wheel, a symbol for
    every pocket with its number of stops; at dice, one for every roll."""
    table = start_table(game, rules, scenario)
    prefix = [*scenario.entries(), Closed()]
    waiting = play(game, rules, table, prefix)
    assert not isinstance(waiting, Receipt)
    builder = _Builder(scenario, rules)
    row, texts, weights, keys = [], [], [], []
    for entry, weight in chances(waiting.prompt, study):
        receipt = play(game, rules, table, [*prefix, entry])
        assert isinstance(entry, Spun | Rolled)
        # A spin that does not count (00 on a wheel used as single zero) is spun again.
        again = not isinstance(receipt, Receipt)
        row.append(0 if again else -1 - builder.outcome(receipt.lines))
        texts.append(entry.pocket if isinstance(entry, Spun) else "")
        weights.append(weight)
        keys.append(_class_of(entry, study))
    if waiting.prompt.kind == "roll":
        # Rolls of a class come to the same, but a round is dealt again with its own dice.
        rolls = all_rolls(waiting.prompt.at_most)
        by_class = dict(zip(keys, row, strict=True))
        row = [by_class[_class_of(Rolled(faces), study)] for faces in rolls]
        texts = [dice_text(faces) for faces in rolls]
        weights = [1] * len(rolls)
    return Automaton(
        "equipment", builder.names, [row], list(builder.outcomes), tuple(weights), tuple(texts)
    )


# Automata of games in which nobody decides: a report asks for the same one a dozen times.
KEPT_MAX = 8
_kept: dict[Hashable, Automaton] = {}


def compile_cards(
    game: Game, rules: Rules, study: Study, scenario: Scenario, decide: Decide | None
) -> Automaton:
    """Cards from a shoe: a node for every set of cards so far that has its own future."""
    table = game.open_table(rules, scenario.seats_taken())
    assert table.shoe is not None
    asked = False

    def decided(prompt: Prompt) -> Entry:
        nonlocal asked
        asked = True
        if decide is None:
            raise BadInput(f"{game.key}: a decision is asked, and there is no strategy")
        return decide(prompt)

    key = None
    if not scenario.state and scenario.later is None:
        # Rules with one hash are the same rules.
        put_down = (scenario.wager, scenario.wagers, scenario.seats, scenario.unit)
        counted = (scenario.each, scenario.together, tuple(table.shoe.counts))
        key = (game, rules.law.hash, study.card_class, study.future, put_down, counted)
        if key in _kept:
            return _kept[key]
    made = _compile_cards(game, rules, study, scenario, table, decided)
    if key is not None and not asked:
        if len(_kept) == KEPT_MAX:
            del _kept[next(iter(_kept))]
        _kept[key] = made
    return made


def _compile_cards(
    game: Game, rules: Rules, study: Study, scenario: Scenario, table: Table, decide: Decide
) -> Automaton:
    assert study.card_class is not None
    assert table.shoe is not None
    classes = [study.card_class(card) for card in range(52)]
    count = max(classes) + 1
    cards_of: list[list[int]] = [[c for c in range(52) if classes[c] == k] for k in range(count)]
    builder = _Builder(scenario, rules)
    start = _to_next_card(game, rules, table, [*scenario.entries(), Closed()], decide)
    assert not isinstance(start, Receipt)
    numbers: dict[Hashable, int] = {(): 0}
    queue: list[tuple[tuple[int, ...], list[Entry]]] = [((), start)]
    rows: list[list[int]] = []
    while len(rows) < len(queue):
        drawn, prefix = queue[len(rows)]
        row: list[int] = []
        for symbol in range(count):
            card = _unused(cards_of[symbol], prefix, table.shoe.counts)
            if card < 0:
                row.append(0)  # no such card can be left: the kernel never asks
                continue
            after = _to_next_card(game, rules, table, [*prefix, Drew(card)], decide)
            if isinstance(after, Receipt):
                row.append(-1 - builder.outcome(after.lines))
                continue
            seen = (*drawn, symbol)
            key = study.future(seen) if study.future is not None else seen
            if key not in numbers:
                numbers[key] = len(queue)
                queue.append((seen, after))
                if len(queue) > NODES_MAX:
                    raise BadInput(f"{game.key} is too large to compile from its procedure")
            row.append(numbers[key])
        rows.append(row)
    return Automaton(
        kind="cards",
        wagers=builder.names,
        next=_merged(rows),
        outcomes=list(builder.outcomes),
        weights=tuple(len(cards) for cards in cards_of),
        symbols=tuple(str(k) for k in range(count)),
        classes=tuple(classes),
        decks=table.shoe.counts[0],
        cutting_card=table.shoe.cutting_card,
    )


def _unused(cards: Sequence[int], prefix: Sequence[Entry], counts: Sequence[int]) -> int:
    """A card of the class that the shoe still holds after this prefix."""
    drawn = [entry.card for entry in prefix if isinstance(entry, Drew)]
    for card in cards:
        if drawn.count(card) < counts[card]:
            return card
    return -1


def _to_next_card(
    game: Game, rules: Rules, table: Table, prefix: list[Entry], decide: Decide
) -> list[Entry] | Receipt:
    """Play on, the policy deciding, until a card is wanted or the round is over."""
    while True:
        state = play(game, rules, table, prefix)
        if isinstance(state, Receipt):
            return state
        prompt: Prompt = state.prompt
        if prompt.kind == "draw":
            return prefix
        prefix = [*prefix, decide(prompt)]


def _merged(rows: list[list[int]]) -> list[list[int]]:
    """Nodes with equal futures are one node: refine by rows until nothing changes."""
    block = [0] * len(rows)
    while True:
        signature: dict[Hashable, int] = {}
        refined = []
        for number, row in enumerate(rows):
            key = (block[number], tuple(block[t] if t >= 0 else t for t in row))
            refined.append(signature.setdefault(key, len(signature)))
        if len(signature) == len(set(block)):
            break
        block = refined
    representative: dict[int, int] = {}
    for number, which in enumerate(block):
        representative.setdefault(which, number)
    order = sorted(representative.values())
    position = {block[number]: index for index, number in enumerate(order)}
    return [[position[block[t]] if t >= 0 else t for t in rows[number]] for number in order]
