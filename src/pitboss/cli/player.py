"""Playing: the person answers for the seats, chance deals, and the house does as the text says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.desk import Desk, dollars
from pitboss.cli.session import Session
from pitboss.errors import BadInput, Illegal, PitbossError
from pitboss.money import format_dollars, parse_dollars
from pitboss.table.entries import Chose, Closed, Entry, Placed, Wagered, parse_entry, seat_text
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt

DONE_WORDS = ("", "done", "deal", "close", "no", "pass")
# How much of a line the places of a wager may take before they are cut short.
PLACES_WIDTH = 36
Answers = list[dict[str, Any]]


class Player(Desk):
    """`passed`: seats that want no more wagers in the window that is open; `last`: the wagers
    of the round before, for `again`."""

    HELP = (
        ("original 10", "a wager: its name, its place if it has one, and the amount"),
        ("1 10", "the same by its number in the list; 10 alone where only one wager is open"),
        ("remove ...", "take a wager back, where that is allowed; so reduce ... to, call ... on"),
        ("again", "the wagers of the last round once more"),
        ("Enter", "no more wagers"),
        *Desk.HELP,
    )

    def __init__(self, session: Session, screen: Console) -> None:
        eyes = sum(1 << seat for seat in session.table.seats)
        super().__init__(session, screen, eyes=eyes)
        self.passed: set[int] = set()
        self.last: list[Wagered] = []
        self.listed = ""

    def end(self, done: Receipt) -> None:
        if done.procedure == "round":
            # A copy of the opening wagers only: those of mid-round depend on the cards.
            self.last = self._opening or self.last
        super().end(done)

    def begin(self) -> None:
        self.passed.clear()
        self._opening: list[Wagered] = []
        super().begin()

    def answer(self) -> None:
        prompt = self.session.waiting.prompt
        if prompt.kind == "wagers":
            return self._ask_wagers(prompt)
        self.passed.clear()
        if prompt.kind == "decision" and prompt.seat:
            return self._ask_decision(prompt)
        if prompt.kind == "number" and prompt.seat:
            return self._ask_number(prompt)
        if prompt.kind == "decision":
            # The house's own choice: what the text names first.
            return self.session.put(Chose(0, prompt.choices[0]))
        self.session.put(self.equipment.answer(prompt))

    def _put(self, entry: Entry) -> bool:
        try:
            self.session.put(entry)
        except PitbossError as error:
            self.refuse(error)
            return False
        return True

    # -- decisions --------------------------------------------------------------------------

    def _heading(self, prompt: Prompt, who: str, what: str) -> None:
        self.draw_cards(self.session.events)
        self.screen.print(
            Text.assemble("  ", (who, "bold"), f", {what}  ", (prompt.citation(), "dim"))
        )

    def _ask_decision(self, prompt: Prompt) -> None:
        who = seat_text(prompt.seat)
        self._heading(prompt, who, prompt.what or "your choice")
        for number, choice in enumerate(prompt.choices, 1):
            self.screen.print(Text.assemble(("    " + str(number), "cyan"), f"  {choice}"))
        if prompt.amounts is not None:
            self.say(f"or {prompt.amounts.text}", "dim")
        while True:
            line = self.read(who)
            if self.common(line, prompt):
                continue
            entry = self._entry(
                line, prompt, lambda line: Chose(prompt.seat, read_choice(line, prompt, who))
            )
            if entry is not None and self._put(entry):
                return

    def _ask_number(self, prompt: Prompt) -> None:
        who = seat_text(prompt.seat)
        question = f"{prompt.what}: a number from {prompt.at_least} to {prompt.at_most}, or Enter"
        self._heading(prompt, who, question)
        while True:
            line = self.read(who)
            if self.common(line, prompt):
                continue
            entry: Entry | None = self.equipment.answer(prompt)
            if line:
                entry = self._entry(
                    line, prompt, lambda line: Placed(prompt.seat, prompt.what, whole_number(line))
                )
            if entry is not None and self._put(entry):
                return

    def _entry(self, line: str, prompt: Prompt, read: Callable[[str], Entry]) -> Entry | None:
        """Returns what was typed as an entry; where it is none, the player hears why."""
        try:
            return self.irregularity(line, prompt) if line.startswith("!") else read(line)
        except BadInput as error:
            self.refuse(error)
            return None

    # -- wagers -----------------------------------------------------------------------------

    def _ask_wagers(self, prompt: Prompt) -> None:
        """One entry in an open window: each seat in turn, then the dealer closes it."""
        answers = prompt.answers()
        seat = next(
            (s for s in self.session.table.seats if s not in self.passed and _of(s, answers)), 0
        )
        if not seat:
            # Where nobody can add a wager before the round, somebody still says that it goes on.
            asked = bool(self.passed) or not prompt.opening
            self.passed.clear()
            if asked and self._put(Closed()):
                return
            # Or closing was refused: somebody must wager first.
            seat = self.session.table.seats[0]
        own = _of(seat, answers)
        self._tell_window(prompt, seat, own)
        line = self.read(seat_text(seat))
        if line == "?":
            self._list(prompt, seat, own, spots=True)
        elif self.common(line, prompt):
            return
        elif line.lower() in DONE_WORDS:
            self.passed.add(seat)
        elif line.lower() == "again":
            self._again(seat, own)
        else:
            self._wager(line, seat, own, prompt)

    def _tell_window(self, prompt: Prompt, seat: int, own: Answers) -> None:
        """What is open, listed in full the first time and by a word later."""
        key = f"{seat} {self.session.table.round} {prompt.what} {prompt.cite}"
        if self.listed == key:
            return
        first = not self.listed or not prompt.opening
        self.listed = key
        self._heading(prompt, seat_text(seat), "your wagers? (Enter: no more, ?: the list)")
        if first or len(_kinds(own)) <= 6:
            self._list(prompt, seat, own, spots=False)

    def _list(self, prompt: Prompt, seat: int, own: Answers, *, spots: bool) -> None:
        law = self.session.law
        table = Grid.grid(padding=(0, 2))
        for rigid in (True, True, True, False, True):
            table.add_column(no_wrap=rigid)
        for number, (kind, answers) in enumerate(_kinds(own).items(), 1):
            wager = law.wagers[kind]
            low = min(answer["at_least"] for answer in answers)
            high = max(answer["at_most"] for answer in answers)
            amounts = f"{format_dollars(low)} to {format_dollars(high)}"
            if low == high:
                amounts = format_dollars(low)
            table.add_row(
                Text(f"   {number:2}", style="cyan"),
                Text(kind),
                Text(amounts, style="dim"),
                Text(_places([answer["spot"] for answer in answers], all_of_them=spots)),
                Text(law.cite(wager.cite) if spots else "", style="dim"),
            )
        self.screen.print(table)
        if spots:
            for answer in prompt.answers():
                if "wager" not in answer and answer["entry"].startswith(f"{seat_text(seat)} "):
                    self.say(answer["entry"].partition(" ")[2], "dim")

    def _wager(self, line: str, seat: int, own: Answers, prompt: Prompt) -> None:
        entry = self._entry(line, prompt, lambda line: read_wager(line, seat, own))
        if entry is None or not self._put(entry):
            return
        if isinstance(entry, Wagered) and prompt.opening:
            self._opening.append(entry)

    def _again(self, seat: int, own: Answers) -> None:
        kinds = _kinds(own)
        again = [wager for wager in self.last if wager.seat == seat and wager.kind in kinds]
        if not again:
            self.say("there is no wager of the last round to repeat here", "dim")
        for wager in again:
            try:
                self.session.put(wager)
            except Illegal as error:
                self.refuse(error)
            else:
                self._opening.append(wager)
            if isinstance(self.session.outcome, Receipt):
                return


def _of(seat: int, answers: Answers) -> Answers:
    """The wagers that are open to this seat."""
    who = seat_text(seat)
    return [answer for answer in answers if answer.get("seat") == who]


def _kinds(answers: Answers) -> dict[str, Answers]:
    kinds: dict[str, Answers] = {}
    for answer in answers:
        kinds.setdefault(answer["wager"], []).append(answer)
    return kinds


def _places(spots: list[str], *, all_of_them: bool) -> str:
    named = [spot for spot in spots if spot]
    if not named:
        return ""
    whole = f"on {', '.join(named)}"
    if len(whole) <= PLACES_WIDTH or (all_of_them and len(named) <= 40):
        return whole
    return f"on {', '.join(named[:3])}, ... ({len(named)} places)"


def whole_number(line: str) -> int:
    if line.isascii() and line.isdigit() and len(line) < 10:
        return int(line)
    raise BadInput(f"{line!r} is not a whole number")


def pick(line: str, choices: tuple[str, ...], prefix: str = "") -> str:
    """A choice by its number, by its words, or by how it begins."""
    words = line.removeprefix(prefix).removeprefix("choose ").strip().lower()
    if words.isascii() and words.isdigit() and 1 <= int(words[:3]) <= len(choices):
        return choices[int(words) - 1]
    exact = [choice for choice in choices if choice.lower() == words]
    near = exact or [choice for choice in choices if words and choice.lower().startswith(words)]
    if len(near) != 1:
        raise BadInput(f"{line[:40]!r}: expected 1 to {len(choices)}, or {', '.join(choices)}")
    return near[0]


def read_choice(line: str, prompt: Prompt, who: str) -> str:
    """A choice as it was typed, with an amount where it carries one: `raise to 35`."""
    words = line.removeprefix(f"{who} ").strip().lower()
    word, _, amount = words.rpartition(" ")
    if prompt.amounts is not None and word == prompt.amounts.word:
        return f"{word} {dollars(amount)}"
    return pick(line, prompt.choices, f"{who} ")


def _how_much(kind: str, answers: Answers) -> str:
    """What is still to be said of a wager that was only named: its place, and how much."""
    first = answers[0]
    low, high = format_dollars(first["at_least"]), format_dollars(first["at_most"])
    example = " ".join(word for word in (kind, first["spot"], low) if word)
    where = "which place, and " if first["spot"] and len(answers) > 1 else ""
    return f"{where}how much? {low} to {high}: write such as: {example}"


def read_wager(line: str, seat: int, own: Answers) -> Entry:
    """What a player types in a window, as an entry: `original 10`, `1 10`, `straight 17 5`,
    `10`, `remove ...`, or a whole entry."""
    words = line.removeprefix("wager ").split()
    if not words:
        raise BadInput("which wager, and how much?")
    if words[0] == "d" or (words[0][0] == "p" and words[0][1:].isdigit()):
        return parse_entry(" ".join([*words[:-1], dollars(words[-1])]))
    if words[0] in ("remove", "reduce", "call"):
        return parse_entry(
            " ".join([seat_text(seat), *words[:-1], dollars(words[-1])])
            if words[0] == "reduce"
            else f"{seat_text(seat)} {line}"
        )
    kinds = _kinds(own)
    if len(words) == 1:
        if words[0] in kinds:
            raise BadInput(_how_much(words[0], kinds[words[0]]))
        if len(own) != 1:
            if words[0].isascii() and words[0].isdigit() and 1 <= int(words[0][:3]) <= len(kinds):
                kind = list(kinds)[int(words[0]) - 1]
                raise BadInput(_how_much(kind, kinds[kind]))
            raise BadInput(f"which wager? expected one of {', '.join(kinds)}, or its number")
        cents = parse_dollars(words[0].removeprefix("$"))
        return Wagered(seat, own[0]["wager"], cents, own[0]["spot"])
    cents = parse_dollars(words[-1].removeprefix("$"))
    kind = pick(words[0], tuple(kinds))
    return Wagered(seat, kind, cents, " ".join(words[1:-1]))
