"""Exact value straight from a procedure: every tape with its weight, averaged at draws,
maximised (or decided by a policy) at decisions.

The procedure is run again from the start for every prefix, which is what makes it the same
procedure that runs the tables; games too large for that have an `exact` of their own, held to
this one on small decks."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm

import msgspec

from pitboss.analysis.exact.distribution import Cell, Joint, Part, summed
from pitboss.analysis.study import Decide, Scenario, Study, study_of
from pitboss.equipment.dice import all_rolls
from pitboss.errors import BadInput
from pitboss.table.entries import (
    Chose,
    Closed,
    Did,
    Drew,
    Entry,
    Placed,
    Rolled,
    Spun,
    Wagered,
    entry_text,
    parse_entry,
)
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Line
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play
from pitboss.table.view import view

NODES_MAX = 200_000
NO_WAGER = "no wager"


def start_table(game: Game, rules: Rules, scenario: Scenario) -> Table:
    """The table on which the scenario's wagers are made: fresh, but for its state."""
    table = game.open_table(rules, scenario.seats_taken())
    if not scenario.state:
        return table
    state = msgspec.structs.replace(table.state, **scenario.state)
    return msgspec.structs.replace(table, state=state)


class Leaf(msgspec.Struct, frozen=True):
    """The end of one tape: its probability and what it came to."""

    probability: Fraction
    ways: int
    receipt: Receipt
    tape: tuple[Entry, ...]


class Branch(msgspec.Struct, frozen=True):
    """A decision that was met: who, what was known, what was chosen, what it is worth."""

    situation: str
    chosen: str
    values: tuple[tuple[str, Fraction], ...]
    probability: Fraction


class Node(msgspec.Struct, frozen=True):
    """A tape so far: how likely it is, and how many combinations it stands for one of; and the
    cards that are yet to be drawn but are settled, by the number of the draw."""

    prefix: list[Entry]
    probability: Fraction
    ways: int
    foreseen: Mapping[int, int] = {}

    def then(self, entry: Entry, share: Fraction = Fraction(1), among: int = 1) -> Node:
        prefix = [*self.prefix, entry]
        return Node(prefix, self.probability * share, self.ways * among, self.foreseen)


class Explorer:
    """Walks every tape of one round from a table.

    It walks sets of tapes that seat 1 cannot tell apart: a decision is taken for all of them
    together, so that nobody decides by a card that is still face down."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        study: Study,
        wagers: Sequence[tuple[str, str, int]],
        decide: Decide | None,
        foreseen: Sequence[tuple[Fraction, Mapping[int, int]]] = ((Fraction(1), {}),),
    ) -> None:
        self.game = game
        self.rules = rules
        self.study = study
        # Cards that are settled before they are drawn, by the number of the draw: see exposure. Of
        # several such sets, each with its chance, nobody knows which it is.
        self.foreseen = foreseen
        self.plan = [Wagered(1, kind, cents, spot) for kind, spot, cents in wagers]
        self.decide = decide
        self.branches: dict[tuple[str, str], Branch] = {}
        self.policy: dict[tuple[Hashable, ...], str] = {}
        self.nodes = 0

    def leaves(self, table: Table) -> list[Leaf]:
        begun = [Node([], chance, 1, cards) for chance, cards in self.foreseen]
        found, _ = self._walk(table, begun)
        return found

    def _walk(self, table: Table, nodes: Sequence[Node]) -> tuple[list[Leaf], Fraction]:
        """The leaves below these nodes, and what they bring: probability times net, in cents."""
        leaves: list[Leaf] = []
        value = Fraction(0)
        alike: dict[Hashable, list[tuple[Node, Waiting]]] = {}
        for node in nodes:
            self.nodes += 1
            if self.nodes > NODES_MAX:
                raise BadInput(f"{self.game.key} is too large to enumerate from its procedure")
            state = play(self.game, self.rules, table, node.prefix)
            if isinstance(state, Receipt):
                leaves.append(Leaf(node.probability, node.ways, state, tuple(node.prefix)))
                value += node.probability * sum(state.net().values())
            else:
                prompt = state.prompt
                key = (prompt.kind, prompt.seat, known_to_player(prompt, self.study))
                alike.setdefault(key, []).append((node, state))
        for group in alike.values():
            below, worth = self._go_on(table, group)
            leaves += below
            value += worth
        return leaves, value

    def _go_on(
        self, table: Table, group: list[tuple[Node, Waiting]]
    ) -> tuple[list[Leaf], Fraction]:
        prompt = group[0][1].prompt
        nodes = [node for node, _ in group]
        if prompt.kind in ("draw", "roll", "spin"):
            shown = [n for node, state in group for n in self._chances(table, node, state.prompt)]
            return self._walk(table, shown)
        if prompt.opening:
            made = sum(isinstance(entry, Wagered) for entry in nodes[0].prefix)
            entry: Entry = self.plan[made] if made < len(self.plan) else Closed()
            return self._walk(table, [node.then(entry) for node in nodes])
        return self._choose(table, nodes, prompt)

    def _chances(self, table: Table, node: Node, prompt: Prompt) -> list[Node]:
        outcomes = chances(prompt, self.study)
        if prompt.kind == "draw" and node.foreseen:
            drawn = sum(isinstance(entry, Drew) for entry in node.prefix)
            if drawn in node.foreseen:
                return [node.then(Drew(node.foreseen[drawn]))]
            held = [card for number, card in node.foreseen.items() if number > drawn]
            outcomes = chances(prompt, self.study, held)
        if prompt.kind == "spin":
            # A void spin (00 on a wheel used as single zero) is spun again: as if it had not
            # been among the outcomes.
            outcomes = [o for o in outcomes if not self._spun_again(table, [*node.prefix, o[0]])]
        total = sum(weight for _, weight in outcomes)
        return [node.then(entry, Fraction(weight, total), total) for entry, weight in outcomes]

    def _spun_again(self, table: Table, prefix: list[Entry]) -> bool:
        state = play(self.game, self.rules, table, prefix)
        return isinstance(state, Waiting) and state.prompt.kind == "spin"

    def _choose(
        self, table: Table, nodes: Sequence[Node], prompt: Prompt
    ) -> tuple[list[Leaf], Fraction]:
        if self.decide is not None:
            answers = [self.decide(prompt)]
        else:
            answers = self._answers(prompt)
        probability = sum((node.probability for node in nodes), Fraction(0))
        best: tuple[list[Leaf], Fraction] | None = None
        values: list[tuple[str, Fraction]] = []
        chosen = ""
        for entry in answers:
            below = self._walk(table, [node.then(entry) for node in nodes])
            values.append((entry_text(entry), below[1] / probability))
            if best is None or below[1] > best[1]:
                best, chosen = below, entry_text(entry)
        assert best is not None
        if prompt.kind in ("decision", "wagers"):
            if len(answers) > 1:
                self._note(prompt, chosen, values, probability)
                self.policy[known_to_player(prompt, self.study)] = chosen
            elif self.decide is not None and not prompt.made:
                self._note(prompt, chosen, values, probability)
        return best

    def _answers(self, prompt: Prompt) -> list[Entry]:
        if self.study.choices is not None and prompt.kind in ("decision", "wagers"):
            return self.study.choices(prompt)
        match prompt.kind:
            case "decision":
                return [Chose(prompt.seat, choice) for choice in prompt.choices]
            case "wagers":
                return wager_choices(prompt)
            case "number":
                return [Placed(prompt.seat, prompt.what, prompt.at_least)]
            case "act":
                return [Did(prompt.what)]
        raise AssertionError(prompt.kind)

    def _note(
        self, prompt: Prompt, chosen: str, values: list[tuple[str, Fraction]], probability: Fraction
    ) -> None:
        situation = situation_of(prompt)
        key = (situation, chosen)
        known = self.branches.get(key)
        total = probability + (known.probability if known else 0)
        shown = known.values if known else tuple(values)
        self.branches[key] = Branch(situation, chosen, shown, total)


def action_text(entry: str) -> str:
    """An entry as a strategy lists it: without the actor, and without the amount, which is
    the most that the rules allow."""
    match parse_entry(entry):
        case Closed():
            return NO_WAGER
        case Wagered(_, kind, _, spot):
            return f"{kind} {spot}".strip()
        case Chose(_, what):
            return what
    return entry


def situation_of(prompt: Prompt) -> str:
    """The situation of a decision, as a strategy lists it: in the study's words, or what was
    last announced."""
    study = study_of(prompt.dealer.game)
    if study is not None and study.situation is not None:
        return study.situation(prompt)
    said = [event.what for event in prompt.dealer.events if event.act == "announce"]
    return said[-1] if said else prompt.what


def known_to_player(prompt: Prompt, study: Study) -> tuple[Hashable, ...]:
    """What seat 1 knows: the cards it has seen, by class, and all else that has happened."""
    found: list[Hashable] = []
    for event in view(prompt.dealer.events, 1):
        card: Hashable = event.card
        if event.card >= 0 and study.card_class is not None:
            card = study.card_class(event.card)
        what: Hashable = event.what
        if event.act == "roll" and study.roll_class is not None:
            what = study.roll_class(tuple(map(int, event.what.split())))
        found.append((event.act, event.seat, what, card, event.cents))
    return tuple(found)


def by_policy(policy: Mapping[tuple[Hashable, ...], str], study: Study) -> Decide:
    """A policy found by exploration, as a strategy: it goes by what the player knows."""

    def decide(prompt: Prompt) -> Entry:
        chosen = policy.get(known_to_player(prompt, study))
        return parse_entry(chosen) if chosen is not None else Closed()

    return decide


def chances(prompt: Prompt, study: Study, held: Sequence[int] = ()) -> list[tuple[Entry, int]]:
    """What the equipment may show, a representative of each class with its weight; the cards
    `held` are in the shoe, but will come later."""
    if prompt.kind == "draw":
        counts = [left - held.count(card) for card, left in enumerate(prompt.dealer.counts)]
        classes: dict[Hashable, tuple[int, int]] = {}
        for card, left in enumerate(counts):
            if left:
                key = study.card_class(card) if study.card_class else card
                first, weight = classes.get(key, (card, 0))
                classes[key] = (first, weight + left)
        return [(Drew(card), weight) for card, weight in classes.values()]
    if prompt.kind == "spin":
        pockets: dict[str, int] = {}
        for pocket in prompt.choices:
            pockets[pocket] = pockets.get(pocket, 0) + 1
        return [(Spun(pocket), weight) for pocket, weight in pockets.items()]
    rolls: dict[Hashable, tuple[tuple[int, ...], int]] = {}
    for faces in all_rolls(prompt.at_most):
        roll = study.roll_class(faces) if study.roll_class else faces
        first_roll, weight = rolls.get(roll, (faces, 0))
        rolls[roll] = (first_roll, weight + 1)
    return [(Rolled(faces), weight) for faces, weight in rolls.values()]


def wager_choices(prompt: Prompt) -> list[Entry]:
    """Returns what may be done in a window in mid-round: nothing, or any one wager at its most. The
    value of a round is linear in a wager's amount, so nothing between can be better."""
    if prompt.made:
        return [Closed()]
    found: list[Entry] = [Closed()]
    for answer in prompt.answers():
        if "wager" in answer:
            seat = int(answer["seat"][1:])
            found.append(Wagered(seat, answer["wager"], answer["at_most"], answer["spot"]))
        elif answer["entry"] != "d close":
            found.append(parse_entry(answer["entry"]))
    return found


def line_net(line: Line) -> int:
    """What a settlement line brings the player."""
    if line.result == "win":
        return line.pays - line.commission
    if line.result == "lose":
        return -line.stake - line.commission
    return -line.commission


def row_of(line: Line) -> str:
    """The row of the pay table that the line was paid by; else its result."""
    return line.row or line.result


class Measure:
    """Turns settlement lines into the cells of the wagers that a scenario studies."""

    def __init__(self, scenario: Scenario, rules: Rules) -> None:
        self.rules = rules
        self.each = scenario.each
        self.names: tuple[str, ...] = (scenario.wager,)
        if scenario.each:
            self.names = tuple(f"{kind} {spot}".strip() for kind, spot, _ in scenario.wagers)
        self.stakes = tuple(cents for _, _, cents in scenario.wagers[: len(self.names)])
        self.shares: tuple[Fraction, ...] = ()
        if scenario.together:
            self.shares = tuple(Fraction(cents, scenario.unit) for cents in self.stakes)
        elif scenario.unit:
            self.stakes = (scenario.unit,)
        self.parts = self.names
        if self.shares:
            self.names = (scenario.wager, *self.parts)
        self._known: dict[Hashable, Cell] = {}

    def _cell(self, lines: Sequence[Line], stake: int) -> Cell:
        """Return what the lines come to; the same lines come up over and over."""
        key = (stake, *map(msgspec.structs.astuple, lines))
        cell = self._known.get(key)
        if cell is None:
            cell = self._known[key] = _cell(lines, stake, self.rules)
        return cell

    def cells(self, lines: Sequence[Line]) -> tuple[Cell, ...]:
        if not self.each:
            return (self._cell(lines, self.stakes[0]),)
        mine: dict[str, list[Line]] = {name: [] for name in self.parts}
        for line in lines:
            if line.wager in mine:
                mine[line.wager].append(line)
            elif self.shares:
                # What follows in mid-round is the first one's, as where that is studied alone.
                mine[self.parts[0]].append(line)
        found = tuple(
            self._cell(mine[name], stake)
            for name, stake in zip(self.parts, self.stakes, strict=True)
        )
        return (summed(self.parts, found, self.shares), *found) if self.shares else found


def joint_of(scenario: Scenario, leaves: Sequence[Leaf], rules: Rules) -> Joint:
    """The joint distribution of what the scenario studies."""
    measure = Measure(scenario, rules)
    # The number of equally likely combinations that every tape is a whole number of.
    joint = Joint(measure.names, lcm(*(leaf.ways for leaf in leaves)))
    for leaf in leaves:
        joint.add(measure.cells(leaf.receipt.lines), leaf.probability)
    return joint


def _kind(line: Line) -> str:
    return line.wager.partition(" ")[0]


def _cell(lines: Sequence[Line], unit: int, rules: Rules) -> Cell:
    net = Fraction(sum(map(line_net, lines)), unit)
    # A bonus is paid on a wager that has its own line: it is not staked again.
    staked = Fraction(sum(x.stake for x in lines if _kind(x) in rules.law.wagers), unit)
    wins = [line for line in lines if line.result == "win"]
    named = wins[0] if wins else lines[0]
    paid: dict[tuple[str, str, str], int] = {}
    for line in wins:
        key = (line.table, row_of(line), line.odds)
        paid[key] = paid.get(key, 0) + line.stake
    parts = tuple(Part(*key, Fraction(stake, unit)) for key, stake in paid.items())
    return Cell(row_of(named), named.odds, net, staked, parts)
