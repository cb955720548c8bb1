"""A table at which several people sit, dealt from its wagers to their settlement.

Who is asked is the seat that the prompt names; where a window of wagers is open to several, they
are asked in turn, and it is closed when all have passed. Equipment and house answer at once."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from pitboss import registry
from pitboss.analysis.study import Decide, Study
from pitboss.errors import BadInput, DataError
from pitboss.learn.episode import PROCEDURES_MAX, OpenTape, WagerSet
from pitboss.table.entries import Chose, Closed, Entry, Wagered
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Event, Line, Wager
from pitboss.table.pots import STACK
from pitboss.table.prompts import Prompt
from pitboss.table.round import Waiting, play, proceed
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import Awaiting
from pitboss.table.view import view

POKER = "poker"
DOLLAR = 100
# What everybody has on the table at poker, in big blinds or, without blinds, in higher bets.
STACK_BLINDS = 100
ROUND, SHUFFLE = "round", "shuffle"


class Start(msgspec.Struct, frozen=True):
    """What every sitting begins with: the table, what is put on its layout, and the amount in
    which results are counted. A `hand` is over when a round has been dealt; other wagers when
    they are decided, however many rounds that takes. `kinds` are those that lie on the layout."""

    game: Game
    rules: Rules
    table: Table
    entries: tuple[Entry, ...]
    unit: int
    kinds: tuple[str, ...]
    hand: bool = False
    later: Decide | None = None
    # Which cards and rolls are alike; nothing at poker, where no study says so.
    study: Study | None = None


def start_of(
    key: str, day: date, options: Mapping[str, Any] | None, seats: int, wager: str = ""
) -> Start:
    """Everybody makes the same wagers; at poker everybody has the same stack."""
    if registry.find(key).key == POKER:
        return _start_poker(day, options, seats)
    wagers = WagerSet(key, day, options, wager)
    scenario, game, rules = wagers.scenario, wagers.game, wagers.rules
    taken = scenario.seats_taken()
    if taken > 1:
        # People who wager among each other: the wager set says who has what.
        if seats not in (0, taken):
            raise BadInput(f"{key}, {wagers.wager}: {seats} seats; expected {taken}")
        table, entries = wagers.table, scenario.entries()
    else:
        table = game.open_table(rules, seats or 1)
        table = msgspec.structs.replace(
            table, state=msgspec.structs.replace(table.state, **scenario.state)
        )
        entries = [
            Wagered(seat, kind, cents, spot)
            for seat in table.seats
            for kind, spot, cents in scenario.wagers
        ]
        play(game, rules, table, [*entries, Closed()])
    kinds = tuple(rules.law.wagers)
    study = wagers.study.of(scenario)
    return Start(
        game, rules, table, tuple(entries), wagers.stake, kinds, False, scenario.later, study
    )


def _start_poker(day: date, options: Mapping[str, Any] | None, seats: int) -> Start:
    """14.5, 14.10(c): chips are on the table, and the cards are shuffled, for the button first."""
    game = registry.find(POKER)
    rules: Any = game.rules(day, dict(options or {}))
    table = game.open_table(rules, seats or rules.players_at_least)
    bet = rules.blinds[1] if rules.kind.button and rules.blinds[1] else rules.bets[1]
    stacks = tuple(Wager(seat, STACK, STACK_BLINDS * bet) for seat in table.seats)
    table = msgspec.structs.replace(
        table,
        standing=stacks,
        next=SHUFFLE,
        state=msgspec.structs.replace(table.state, begun=False),
    )
    return Start(game, rules, table, (), DOLLAR, (STACK, "bet", "pot"), hand=True)


class Sitting:
    """`seat` is who is asked, and `prompt` what; None when all is settled. Before anything is
    dealt the first seat is asked to go on."""

    def __init__(self, start: Start, equipment: RandomEquipment) -> None:
        self.start, self.equipment = start, equipment
        self.seats = start.table.seats
        self.net: dict[int, Fraction] = dict.fromkeys(self.seats, Fraction(0))
        self.prompt: Prompt | None = None
        self.seat = self.seats[0]
        self.begun = False
        self._table = start.table
        self._tape = OpenTape(self.answer)
        self._tape.entries += start.entries
        self._passed: set[int] = set()
        self._past: list[Event] = []
        self._now: Sequence[Event] = ()
        self.lines: list[Line] = []

    def copy(self) -> Sitting:
        """The same sitting, to be continued otherwise."""
        other = copy.copy(self)
        other._tape = OpenTape(other.answer)
        other._tape.entries += self._tape.entries
        other._passed, other._past = set(self._passed), list(self._past)
        other.net, other.lines = dict(self.net), list(self.lines)
        return other

    def events(self, seat: int) -> Sequence[Event]:
        """What happened, as this seat sees it."""
        return view([*self._past, *self._now], seat)

    @property
    def over(self) -> bool:
        return self.begun and self.prompt is None

    def layout(self) -> Sequence[Wager]:
        """What lies on the table."""
        if self.prompt is not None:
            return self.prompt.dealer.wagers
        put = () if self.begun else self.start.entries
        made = [Wager(e.seat, e.kind, e.cents, e.spot) for e in put if isinstance(e, Wagered)]
        return [*self._table.standing, *made]

    def citation(self) -> str:
        """The section under which somebody is asked; before the deal, that of the wagers."""
        if self.prompt is not None:
            return self.prompt.citation()
        law = self.start.rules.law
        kinds = [each.kind for each in self.start.entries if isinstance(each, Wagered)]
        return law.cite(law.wagers[kinds[0] if kinds else STACK].cite)

    def go_on(self) -> None:
        """Whoever is asked makes no wager, or no more."""
        if self.begun:
            self._passed.add(self.seat)
        self.begun = True
        self._proceed()

    def put(self, entry: Entry) -> None:
        """An entry of whoever is asked, legal or refused: an Illegal leaves all as it was."""
        tape = self._tape
        kept = len(tape.entries)
        tape.entries.append(entry)
        try:
            self._proceed()
        except BaseException:
            del tape.entries[kept:]
            raise

    def _proceed(self) -> None:
        start = self.start
        for _ in range(PROCEDURES_MAX):
            self._tape.position = 0
            procedure = self._table.next
            state = proceed(start.game, start.rules, self._table, self._tape)
            if isinstance(state, Waiting):
                self.prompt = state.prompt
                self._now = state.events
                return
            self._past += state.events
            self._now = ()
            self.lines += state.lines
            for seat, cents in state.net().items():
                if seat in self.net:
                    self.net[seat] += Fraction(cents, start.unit)
            self._table, self._tape = state.after, OpenTape(self.answer)
            if self._is_over(procedure):
                self.prompt = None
                return
        raise DataError(f"{start.game.key}: the round does not end")

    def _is_over(self, procedure: str) -> bool:
        return procedure == ROUND if self.start.hand else not self._table.standing

    def answer(self, prompt: Prompt) -> Entry:
        """What is not a seat's to say; Awaiting where it is."""
        if prompt.kind == "wagers":
            return self._window(prompt)
        if prompt.kind != "decision":
            return self.equipment.answer(prompt)
        if prompt.seat in self.seats:
            self.seat = prompt.seat
            raise Awaiting(prompt)
        # The house's own choice: what the text names first.
        return Chose(prompt.seat, prompt.choices[0])

    def _window(self, prompt: Prompt) -> Entry:
        if prompt.opening:
            return self.start.later(prompt) if self.start.later is not None else Closed()
        for seat in self.seats:
            if seat not in self._passed and prompt.is_open_to(seat):
                self.seat = seat
                raise Awaiting(prompt)
        self._passed.clear()
        return Closed()
