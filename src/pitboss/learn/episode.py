"""One round at one seat, step by step: what is asked of the seat is waited for, and all else
(equipment, the house, other seats) is answered. The procedure is the one that runs the tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from pitboss import registry
from pitboss.analysis.exact.edges import names_in, need_study, rules_for_study, scenarios_for
from pitboss.analysis.exact.explore import Measure, start_table
from pitboss.analysis.study import Decide, Scenario, Study
from pitboss.errors import DataError, NotPermitted
from pitboss.table.entries import Chose, Closed, Entry
from pitboss.table.game import Game, Rules, Table
from pitboss.table.layout import Event, Line
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import Waiting, play, proceed
from pitboss.table.sources import RandomEquipment
from pitboss.table.tape import Awaiting
from pitboss.table.view import view

SEAT = 1
# No wager of any scenario lies longer: whoever reaches this has a fault to report.
PROCEDURES_MAX = 100_000


class WagerSet:
    """Wagers that are put down together, under the law of a day: what every episode of an
    environment begins with. `wager` names it as `pitboss odds` does; by default the first."""

    def __init__(
        self, key: str, day: date, options: Mapping[str, Any] | None = None, wager: str = ""
    ) -> None:
        self.key, self.day, self.options = key, day, dict(options or {})
        self.game: Game = registry.find(key)
        self.study: Study = need_study(self.game)
        self.rules: Rules = rules_for_study(self.game, self.study, day, self.options)
        # The game's own wager comes first, even where a figure of it is the licensee's to give.
        self.wager = wager or names_in(self.study.scenarios(self.rules)[0])[0]
        self.scenario: Scenario = scenarios_for(self.study, self.rules, self.wager)[0]
        self.measure = Measure(self.scenario, self.rules)
        self.place = self.measure.names.index(self.wager)
        self.stake = self.measure.stakes[self.place]
        self.table: Table = start_table(self.game, self.rules, self.scenario)
        self.opening = self._opening()

    def _opening(self) -> Prompt:
        """The window with the wagers in it. A set that the rules do not take is refused here:
        a side wager that is studied alone, say, but may not be made alone."""
        entries = self.scenario.entries()
        state = play(self.game, self.rules, self.table, entries)
        if isinstance(state, Receipt):
            raise DataError(f"{self.key}: the round is over before anything is dealt")
        # Closing shows what else is needed; whatever is refused has its section.
        play(self.game, self.rules, self.table, [*entries, Closed()])
        if not state.prompt.opening:
            raise NotPermitted(
                f"{self.wager}: no wagers are open at the start", cite=state.prompt.citation()
            )
        return state.prompt

    def others(self) -> Decide | None:
        """How seats beside the learner's decide: by the equilibrium, where the study has one."""
        if self.scenario.seats_taken() == 1 or self.study.optimal is None:
            return None
        return self.study.optimal(self.rules, self.scenario)


class OpenTape:
    """Entries so far; at their end `answer` gives the next, or raises that it is awaited."""

    def __init__(self, answer: Callable[[Prompt], Entry]) -> None:
        self.answer = answer
        self.entries: list[Entry] = []
        self.position = 0

    def next(self, prompt: Prompt) -> Entry:
        if self.position == len(self.entries):
            self.entries.append(self.answer(prompt))
        self.position += 1
        return self.entries[self.position - 1]


class Episode:
    """From the wagers to their settlement. `prompt` is what the seat is asked, None at the end."""

    def __init__(self, wagers: WagerSet, equipment: RandomEquipment, others: Decide | None) -> None:
        self.wagers = wagers
        self.equipment = equipment
        self._others = others
        self._table = wagers.table
        self._tape = OpenTape(self.answer)
        self._tape.entries += wagers.scenario.entries()
        self._begun = False
        self._past: list[Event] = []
        self.lines: list[Line] = []
        self.events: Sequence[Event] = ()
        self.prompt: Prompt | None = None
        self._go_on()

    @property
    def tape(self) -> Sequence[Entry]:
        """The entries of the procedure that is being dealt, or that was dealt last."""
        return self._tape.entries

    def put(self, entry: Entry) -> None:
        """The seat's own entry, legal or refused: an Illegal leaves all as it was."""
        tape = self._tape
        kept, begun = len(tape.entries), self._begun
        tape.entries.append(entry)
        self._begun = True
        try:
            self._go_on()
        except BaseException:
            del tape.entries[kept:]
            self._begun = begun
            raise

    def _go_on(self) -> None:
        wagers = self.wagers
        for _ in range(PROCEDURES_MAX):
            self._tape.position = 0
            state = proceed(wagers.game, wagers.rules, self._table, self._tape)
            if isinstance(state, Waiting):
                self.prompt = state.prompt
                self.events = view([*self._past, *state.events], SEAT)
                return
            self._past += state.events
            self.lines += state.lines
            if not state.after.standing:
                self.prompt = None
                self.events = view(self._past, SEAT)
                return
            self._table, self._tape = state.after, OpenTape(self.answer)
        raise DataError(f"{wagers.key}: {wagers.wager} is not decided")

    def answer(self, prompt: Prompt) -> Entry:
        """What is not the seat's to say; Awaiting where it is."""
        if prompt.kind == "wagers":
            return self._window(prompt)
        if prompt.kind != "decision":
            return self.equipment.answer(prompt)
        if prompt.seat == SEAT:
            raise Awaiting(prompt)
        if prompt.seat and self._others is not None:
            return self._others(prompt)
        # The house's own choice, or that of a seat without a strategy: what the text names first.
        return Chose(prompt.seat, prompt.choices[0])

    def _window(self, prompt: Prompt) -> Entry:
        if not self._begun:
            raise Awaiting(prompt)
        if prompt.opening:
            later = self.wagers.scenario.later
            return later(prompt) if later is not None else Closed()
        if prompt.is_open_to(SEAT):
            raise Awaiting(prompt)
        return Closed()

    def cell(self) -> Any:
        """What the wager came to, in units of its stake; only at the end."""
        assert self.prompt is None
        return self.wagers.measure.cells(self.lines)[self.wagers.place]
