"""Settling a record: every round it holds, played on its tape or dealt from its script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss import registry
from pitboss.equipment.dice import parse_dice
from pitboss.errors import BadInput, Illegal, UnknownName
from pitboss.money import parse_dollars
from pitboss.records.record import Record, Script
from pitboss.table.entries import Chose, Closed, Did, Drew, Entry, Rolled, Spun, Wagered, seat_text
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt, event_json, line_json, standing_json
from pitboss.table.round import (
    Waiting,
    nothing_more_expected,
    proceed,
    proceed_whole,
    too_many_entries,
)
from pitboss.table.tape import ENTRIES_PER_ROUND_MAX, Awaiting, LiveTape, RecordedTape, Tape

# A script says "no" to a wager that is open in mid-round with any of these.
DECLINES = frozenset({"none", "no", "pass", "stand", "decline"})


class Settlement(msgspec.Struct):
    """The finished rounds of a record, and where it waits if it does."""

    game: Game
    rules: Rules
    before: Table
    after: Table
    receipts: list[Receipt]
    waiting: Prompt | None
    events_so_far: Sequence[Event]
    tape: list[Entry]

    @property
    def settled(self) -> bool:
        return self.waiting is None

    def net(self) -> dict[int, int]:
        total = dict.fromkeys(self.before.seats, 0)
        for receipt in self.receipts:
            for seat, cents in receipt.net().items():
                total[seat] += cents
        return total

    def as_json(self) -> dict[str, Any]:
        law = self.rules.law
        lines, events = [], []
        for number, receipt in enumerate(self.receipts, 1):
            several = {"round": number} if len(self.receipts) > 1 else {}
            lines += [line_json(line, law) | several for line in receipt.lines]
            events += [event_json(event, law) | several for event in receipt.events]
        events += [event_json(event, law) for event in self.events_so_far]
        answer: dict[str, Any] = {
            "status": "settled" if self.settled else "waiting",
            "game": law.game,
            "day": law.day.isoformat(),
            "options": law.options,
            "lines": lines,
            "net": {seat_text(seat): cents for seat, cents in self.net().items()},
            "events": events,
            "standing": [standing_json(wager) for wager in self.after.standing],
            "unverified": list(law.unverified),
            "rules": law.hash,
        }
        owed: dict[str, int] = {}
        for receipt in self.receipts:
            for seat, cents in receipt.owed.items():
                owed[seat_text(seat)] = cents
        if any(owed.values()):
            answer["owed"] = {seat: cents for seat, cents in owed.items() if cents}
        if self.waiting is not None:
            answer["prompt"] = self.waiting.as_json()
        return answer


class ScriptSource:
    """Answers prompts from a script: wagers, cards, dice and spins in order, and each seat's
    decisions in the order in which it is asked. What the script does not say, it waits for."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.round = 0
        self.cards = list(reversed(script.cards))
        self.dice = list(reversed(script.dice))
        self.spins = list(reversed(script.spins))
        self.decisions = {seat: list(words) for seat, words in script.decisions.items()}
        self._asked: set[int] = set()

    def start_round(self, number: int) -> None:
        self.round = number

    def nothing_left(self) -> bool:
        return not (self.cards or self.dice or self.spins)

    def answer(self, prompt: Prompt) -> Entry:
        match prompt.kind:
            case "wagers":
                return self._wager(prompt)
            case "draw" if self.cards:
                return Drew(self.cards.pop())
            case "roll" if self.dice:
                return Rolled(parse_dice(self.dice.pop(), prompt.at_most))
            case "spin" if self.spins:
                return Spun(self.spins.pop())
            case "decision" if self.decisions.get(prompt.seat):
                return Chose(prompt.seat, self.decisions[prompt.seat].pop(0))
            case "act":
                return Did(prompt.what)
        raise Awaiting(prompt)

    def _wager(self, prompt: Prompt) -> Entry:
        if not prompt.opening:
            return self._wager_in_mid_round(prompt)
        self._asked.clear()
        rounds = self.script.wagers
        table = rounds[self.round] if self.round < len(rounds) else {}
        plan = [(seat, wager) for seat, wagers in table.items() for wager in wagers]
        if prompt.made < len(plan):
            seat, (kind, spot, cents) = plan[prompt.made]
            return Wagered(seat, kind, cents, spot)
        return Closed()

    def _wager_in_mid_round(self, prompt: Prompt) -> Entry:
        # A window may be open for some seats only, one player's turn for instance. Where it is
        # open for nobody, a script that wagers all the same must hear why not.
        seats = prompt.dealer.players_with_wagers()
        may = {seat for seat in seats if prompt.is_open_to(seat)} or set(seats)
        for seat in seats:
            words = self.decisions.get(seat)
            if seat in self._asked or not words or seat not in may:
                continue
            self._asked.add(seat)
            decision = words.pop(0)
            name, _, amount = decision.rpartition(" ")
            if not name:
                if decision in DECLINES:
                    continue
                raise BadInput(f"decision of p{seat}: {decision!r} has no amount such as 10.00")
            if name == "no":
                continue
            kind, _, spot = name.partition(" ")
            return Wagered(seat, kind, parse_dollars(amount), spot)
        # The next window of the round asks everybody anew.
        self._asked.clear()
        return Closed()


def settle(record: Record) -> Settlement:
    """Play the record. Raises Illegal (with the entry's number) where it cannot be so."""
    game = registry.find(record.game)
    rules = game.rules(record.day, record.options)
    _check_wagers(game, rules, record)
    table = table_of(game, rules, record)
    if record.tape is not None:
        return _settle_tape(game, rules, table, record.tape, by_hand=record.by_hand)
    assert record.script is not None
    return _settle_script(game, rules, table, record.script, by_hand=record.by_hand)


def table_of(game: Game, rules: Rules, record: Record) -> Table:
    """Returns the table as the record says it stood."""
    table = game.open_table(rules, record.seats, limits=record.limits, areas=record.areas)
    if record.procedure not in game.procedures:
        known = ", ".join(game.procedures)
        raise UnknownName(f"no procedure {record.procedure[:40]!r}; the game has {known}")
    state = table.state
    if record.state:
        fields = msgspec.to_builtins(state) | record.state
        try:
            state = msgspec.convert(fields, game.state)
        except msgspec.ValidationError as error:
            raise BadInput(f"table: {error}") from None
        unknown = sorted(set(record.state) - set(state.__struct_fields__))
        if unknown:
            raise UnknownName(
                f"table: no field {unknown[0][:40]!r}; the fields are "
                f"{', '.join(state.__struct_fields__) or 'none'}"
            )
    _check_standing(game, table, record)
    return msgspec.structs.replace(
        table, state=state, standing=record.standing, next=record.procedure
    )


def _check_standing(game: Game, table: Table, record: Record) -> None:
    for wager in record.standing:
        if not game.standing:
            raise BadInput(f"standing: no wager at {game.key} outlives its round")
        if wager.seat not in table.seats or not wager.cents:
            raise BadInput(f"standing {wager.name}: a wager of nothing, or of nobody at the table")
    for area, seat in record.areas.items():
        if not area or not seat:
            raise BadInput("areas: expected players' seats such as { p2 = 'p1' }")


def _check_wagers(game: Game, rules: Rules, record: Record) -> None:
    """A wager that the regulation does not have, or did not have that day, is named as such."""
    names = [entry.kind for entry in record.tape or () if isinstance(entry, Wagered)]
    if record.script is not None:
        for table in record.script.wagers:
            names += [kind for wagers in table.values() for kind, _, _ in wagers]
    names += [wager.kind for wager in record.standing]
    law = rules.law
    for name in dict.fromkeys(names):
        if name in law.wagers:
            continue
        error = game.regulation.wager_not_in_force(name, law.day)
        if error is not None:
            raise error
        if name in game.regulation.wagers:
            entry = game.regulation.wagers[name].at(law.day)
            assert entry is not None
            raise UnknownName(
                f"wager {name} is not offered under these options", cite=law.cite(entry.cite)
            )
        known = ", ".join(law.wagers)
        raise UnknownName(f"no wager {name[:40]!r} at {game.key}; the wagers are {known}")


def _settle_tape(
    game: Game, rules: Rules, table: Table, entries: list[Entry], *, by_hand: bool
) -> Settlement:
    before, position = table, 0
    receipts: list[Receipt] = []
    while True:
        tape = RecordedTape(entries[position : position + ENTRIES_PER_ROUND_MAX])
        reached = _proceed(game, rules, table, tape, by_hand=by_hand, done=position)
        if isinstance(reached, Waiting):
            if position + tape.position < len(entries):
                raise too_many_entries(entries, position)
            return Settlement(
                game, rules, before, table, receipts, reached.prompt, reached.events, entries
            )
        receipts.append(reached)
        table = reached.after
        position += tape.position
        if position >= len(entries):
            return Settlement(game, rules, before, table, receipts, None, (), entries)
        if not game.standing:
            raise nothing_more_expected(entries, position)


def _settle_script(
    game: Game, rules: Rules, table: Table, script: Script, *, by_hand: bool
) -> Settlement:
    before, source = table, ScriptSource(script)
    receipts: list[Receipt] = []
    played: list[Entry] = []
    number = 0
    while True:
        source.start_round(number)
        tape = LiveTape(source)
        reached = _proceed(game, rules, table, tape, by_hand=by_hand, done=len(played))
        played += tape.entries
        if isinstance(reached, Waiting):
            return Settlement(
                game, rules, before, table, receipts, reached.prompt, reached.events, played
            )
        receipts.append(reached)
        number += table.next == "round"
        table = reached.after
        if number >= len(script.wagers) and (not game.standing or source.nothing_left()):
            break
        if table.next == "shuffle":
            # A script names the cards of each round itself: the reshuffle is not on it.
            shoe, _ = game.prepare(rules)
            table = msgspec.structs.replace(table, shoe=shoe, next="round")
    if not game.standing:
        for field, left in (("shoe", source.cards), ("dice", source.dice), ("spins", source.spins)):
            if left:
                what = "cards" if field == "shoe" else field
                raise BadInput(f"{field}: {len(left)} {what} more than the round needed")
    _check_all_were_asked(source)
    return Settlement(game, rules, before, table, receipts, None, (), played)


def _check_all_were_asked(source: ScriptSource) -> None:
    """A decision that nobody asked for decided nothing: the script means another round. Only
    one that declines may be left over."""
    for seat, words in source.decisions.items():
        for decision in words:
            if decision not in DECLINES and not decision.startswith("no "):
                raise BadInput(f"decisions of p{seat}: {decision!r} was never asked for")


def _proceed(
    game: Game, rules: Rules, table: Table, tape: Tape, *, by_hand: bool, done: int
) -> Waiting | Receipt:
    """Runs the next procedure, of a record of which so many entries are `done`: a refusal names the
    entry by its place in the record."""
    try:
        if isinstance(tape, RecordedTape):
            return proceed_whole(game, rules, table, tape, by_hand=by_hand)
        return proceed(game, rules, table, tape, by_hand=by_hand)
    except Illegal as illegal:
        illegal.entry += done
        raise
