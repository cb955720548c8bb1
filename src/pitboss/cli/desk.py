"""A person at a table in the terminal: reading lines, telling what happens, and the words that
are understood everywhere. Who the person is, player or dealer, is said by `answer`."""

from __future__ import annotations

import sys
from itertools import groupby

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from pitboss.cli import felt, receipt
from pitboss.cli.screen import signed
from pitboss.cli.session import Leave, Session
from pitboss.errors import BadInput, Illegal, PitbossError
from pitboss.law.regulation import Law
from pitboss.money import format_dollars
from pitboss.table.entries import Entry, Found, parse_entry, seat_text
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.sources import RandomEquipment

LINE_LENGTH_MAX = 200
PROCEDURES = {"opening": "Opening the table", "shuffle": "The shuffle", "curator": "The shoe"}
# Told by the settlement lines at the end of the round.
SETTLING = ("pay", "collect", "return")
LEGAL_SHOWN_MAX = 40


class Desk:
    """`eyes`: whose cards are seen, as bits. `events_shown` counts the events told so far."""

    HELP: tuple[tuple[str, str], ...] = (
        ("?", "what is legal now, and under which section"),
        ("why", "what has happened in this round, with full citations"),
        ("table", "draw the table again"),
        ("net", "what each seat has won or lost so far"),
        ("! NAME", "declare an irregularity; ! alone lists those that can happen here"),
        ("quit", "leave the table"),
    )

    def __init__(self, session: Session, screen: Console, *, eyes: int) -> None:
        self.session = session
        self.screen = screen
        self.eyes = eyes
        self.equipment = RandomEquipment(session.rng)
        self.events_shown = 0
        self.cards_drawn = 0

    # -- the session ------------------------------------------------------------------------

    def sit(self, rounds: int | None = None) -> None:
        """Play until the user leaves, or for so many rounds."""
        session = self.session
        try:
            while rounds is None or session.rounds < rounds:
                self.begin()
                while not isinstance(session.outcome, Receipt):
                    self.answer()
                    self.news()
                self.news()
                self.end(session.conclude())
        except (Leave, EOFError):
            if session.entries:
                self.say("The round is not finished: nothing of it is settled.", "yellow")
        self.farewell()

    def answer(self) -> None:
        """Answer the pending prompt with one entry, or nothing if the words were only talk."""
        raise NotImplementedError

    def begin(self) -> None:
        self.events_shown = self.cards_drawn = 0
        name = self.session.table.next
        number = self.session.table.round + 1
        heading = PROCEDURES.get(name, f"Round {number}" if name == "round" else name)
        self.screen.print()
        self.screen.print(Rule(Text(heading, style="bold"), align="left", style="dim"))
        if self.session.table.standing:
            felt.draw_wagers(self.screen, self.session.table.standing)
        self.news()

    def end(self, done: Receipt) -> None:
        """The settlement of a round; other procedures end without words."""
        if done.procedure != "round":
            return
        self.draw_cards(list(done.events))
        self.screen.print()
        receipt.settlement(self.screen, done.lines, self.session.law)
        receipt.owed(self.screen, done.owed)
        receipt.standing(self.screen, done.after.standing)
        receipt.net(self.screen, done.net())
        if self.session.rounds > 1:
            receipt.net(self.screen, self.session.total, word="so far")

    def farewell(self) -> None:
        session = self.session
        self.screen.print()
        word = "round" if session.rounds == 1 else "rounds"
        line = Text(f"{session.rounds} {word} played.")
        for seat, cents in session.total.items():
            line.append(f"  {seat_text(seat)} ").append_text(signed(cents))
        self.screen.print(line)

    # -- telling ----------------------------------------------------------------------------

    def say(self, text: str, style: str = "") -> None:
        self.screen.print(Text(f"  {text}", style=style))

    def section(self, cite: str) -> str:
        """A citation without the chapter, which stands at the top of the screen."""
        law: Law = self.session.law
        return law.cite(cite).rpartition("-")[2]

    def news(self) -> None:
        """Tell what has happened since the last time."""
        events = self.session.events
        fresh = [event for event in events[self.events_shown :] if event.act not in SETTLING]
        for _, alike in groupby(fresh, key=self._looks):
            several = list(alike)
            self.tell(several[0], times=len(several))
        self.events_shown = len(events)

    def _looks(self, event: Event) -> object:
        """What makes cards that come face down one after the other look alike."""
        hidden = event.act == "draw" and not receipt.may_see(event, self.eyes)
        return (event.cite, event.seat, event.what) if hidden else id(event)

    def tell(self, event: Event, *, times: int = 1) -> None:
        hidden = not receipt.may_see(event, self.eyes)
        often = f"{times} × " if times > 1 else ""
        line = Text(f"  {often}").append_text(receipt.event_line(event, hidden=hidden))
        section = self.section(event.cite)
        room = min(self.screen.width, 90) - len(section) - 1
        if len(line.plain) < room:
            line.pad_right(room - len(line.plain))
        line.append(f" {section}", style="dim")
        self.screen.print(line)
        if event.act == "roll":
            felt.draw_dice(self.screen, event)
        elif event.act == "spin":
            felt.draw_stop(self.screen, event)

    def draw_cards(self, events: list[Event]) -> None:
        """The cards on the table, if there are others than when they were last drawn."""
        shown = sum(event.act in ("draw", "reveal", "move") for event in events)
        if shown > self.cards_drawn:
            felt.draw_cards(self.screen, events, self.eyes)
            self.cards_drawn = shown

    def refuse(self, error: PitbossError) -> None:
        """What was wrong and where the regulation says so. Nothing has changed."""
        if isinstance(error, Illegal):
            reason, cite = error.reason, error.cite
        else:
            reason, cite = str(error), ""
        self.screen.print(Text.assemble(("  ✗ ", "bold red"), reason, (f"  {cite}", "dim")))

    # -- reading ----------------------------------------------------------------------------

    def read(self, who: str) -> str:
        """A line from the user. The end of the input is a way to leave."""
        mark = f"{who}> "
        if sys.stdin.isatty():
            line = input(mark)
        else:
            sys.stdout.write(mark)
            line = sys.stdin.readline()
            if not line:
                sys.stdout.write("\n")
                raise EOFError
            sys.stdout.write(line if line.endswith("\n") else line + "\n")
        return " ".join(line[:LINE_LENGTH_MAX].split())

    def common(self, line: str, prompt: Prompt) -> bool:
        """The words that are understood everywhere. Whether the line was one of them."""
        match line.lower():
            case "quit" | "exit" | "q":
                raise Leave
            case "help" | "h":
                self.help()
            case "?":
                self.legal(prompt)
            case "why":
                events = self.session.events
                receipt.story(self.screen, events, self.session.law, eyes=self.eyes)
                if not events:
                    self.say("nothing has happened yet in this round", "dim")
            case "table":
                self.cards_drawn = 0
                self.draw_cards(self.session.events)
                felt.draw_wagers(self.screen, self.session.waiting.wagers)
            case "net":
                receipt.net(self.screen, self.session.total, word="so far")
            case "!":
                self.irregularities(prompt)
            case _:
                return False
        return True

    def help(self) -> None:
        width = max(len(words) for words, _ in self.HELP)
        for words, does in self.HELP:
            self.screen.print(Text.assemble("  ", (f"{words:{width}}", "cyan"), f"  {does}"))

    def legal(self, prompt: Prompt) -> None:
        self.say(f"legal now, {prompt.citation()}:", "dim")
        lines = prompt.legal()
        for line in lines[:LEGAL_SHOWN_MAX]:
            self.say(line)
        if len(lines) > LEGAL_SHOWN_MAX:
            self.say(f"... {len(lines)} in all", "dim")

    def irregularities(self, prompt: Prompt) -> None:
        possible = prompt.irregularities()
        for line in possible:
            found = self.session.game.irregularities[line.split()[1]]
            cite = self.session.law.cite(found.cite)
            self.screen.print(Text.assemble("  ", (line, "cyan"), (f"  {cite}", "dim")))
        if not possible:
            self.say("no irregularity can happen at this point", "dim")

    def irregularity(self, line: str, prompt: Prompt) -> Entry:
        """An irregularity as typed; a card that it needs and that was not named is dealt."""
        entry = parse_entry("! " + line.removeprefix("!").strip())
        assert isinstance(entry, Found)
        known = self.session.game.irregularities.get(entry.name)
        if known is not None and "card" in known.takes and entry.card < 0:
            card = self.equipment.card(prompt)
            return Found(entry.name, card, entry.seat, entry.detail)
        return entry


def dollars(text: str) -> str:
    """`10`, `$10` or `10.00` as it is written on a tape; anything else as it is."""
    from pitboss.money import parse_dollars

    try:
        return format_dollars(parse_dollars(text.removeprefix("$")))
    except BadInput:
        return text
