"""Dealing by hand: the person is the dealer, and does every act that the text prescribes, in
its order. A wrong act is caught with the section that wants another; the patrons play by
chance; irregularities are declared as they are at a real table."""

from __future__ import annotations

import random

from rich.console import Console
from rich.text import Text

from pitboss.cli.desk import Desk, dollars
from pitboss.cli.player import pick
from pitboss.cli.session import Session
from pitboss.errors import BadInput, Illegal, PitbossError
from pitboss.school.acts import MONEY_VERBS, WHAT_KIND, begins, expected, near_misses
from pitboss.school.patrons import Patrons
from pitboss.table.entries import (
    DEALER,
    Chose,
    Closed,
    Did,
    Drew,
    Entry,
    Found,
    Placed,
    Rolled,
    Spun,
    parse_entry,
)
from pitboss.table.game import Game
from pitboss.table.layout import Event
from pitboss.table.prompts import Prompt
from pitboss.table.receipt import Receipt
from pitboss.table.round import run
from pitboss.table.tape import LiveTape

CHOICES = 4


class ByHand(Desk):
    """`right` and `wrong` count this round's acts; `missed` are the sections of the wrong ones."""

    HELP = (
        ("say ...", "announce, as: say Raises closed"),
        ("draw, roll, spin", "take the next card, roll the dice, spin the wheel"),
        ("close", "no more wagers"),
        ("sort and", "a physical act, by how it begins: two words or more"),
        ("pay p1 original 40", "pay; so collect, return and charge"),
        ("hint", "the section, and what kind of act it wants"),
        ("choose", "four acts to choose from"),
        ("show", "the act itself"),
        *Desk.HELP,
    )

    def __init__(self, session: Session, screen: Console) -> None:
        super().__init__(session, screen, eyes=1)
        self.patrons = Patrons(session.rng)
        self.right = 0
        self.missed: list[str] = []
        self.menu: list[str] = []
        self.vocabulary: list[str] = []

    def begin(self) -> None:
        self.right, self.missed, self.menu = 0, [], []
        super().begin()

    def end(self, done: Receipt) -> None:
        super().end(done)
        acts = f"{self.right} acts"
        if not self.missed:
            self.say(f"✓ dealt without a mistake: {acts}", "green")
        else:
            sections = ", ".join(dict.fromkeys(self.missed))
            mistakes = f"{len(self.missed)} mistake{'s' if len(self.missed) > 1 else ''}"
            self.say(f"{acts}, {mistakes}: look at {sections}", "yellow")

    def tell(self, event: Event, *, times: int = 1) -> None:
        # The dealer's own words and acts are on the screen already.
        if event.act not in ("announce", "act"):
            super().tell(event, times=times)

    def answer(self) -> None:
        prompt = self.session.waiting.prompt
        if prompt.kind == "wagers":
            entry = self.patrons.wager(prompt)
            if not isinstance(entry, Closed):
                return self.session.put(entry)
        elif prompt.kind in ("decision", "number") and prompt.seat:
            return self.session.put(self.patrons.answer(prompt))
        self._ask(prompt)

    def _ask(self, prompt: Prompt) -> None:
        if prompt.kind != "draw":
            self.draw_cards(self.session.events)
        if prompt.kind == "decision":
            self.say(f"{prompt.what or 'your choice'}: {', '.join(prompt.choices)}")
        elif prompt.kind == "number":
            self.say(f"{prompt.what}: a number from {prompt.at_least} to {prompt.at_most}")
        self.menu = []
        while True:
            line = self.read("dealer")
            if self._help_wanted(line, prompt) or self.common(line, prompt):
                continue
            if self._try(line, prompt):
                return

    def _try(self, line: str, prompt: Prompt) -> bool:
        try:
            entry = self.read_act(line, prompt)
            self.session.put(entry)
        except Illegal as illegal:
            self._caught(illegal, line, prompt)
            return False
        except PitbossError as error:
            self.refuse(error)
            return False
        if isinstance(entry, Found):
            return True
        self.right += 1
        done = f"{entry.act}  " if isinstance(entry, Did) else ""
        mark = Text("  ✓ ", style="green").append(done, style="")
        self.screen.print(mark.append(prompt.citation(), style="dim"))
        return True

    def _caught(self, illegal: Illegal, line: str, prompt: Prompt) -> None:
        """A wrong act: the section is told, the right act only on request."""
        if line.startswith("!"):
            return self.refuse(illegal)
        asking = illegal.prompt or prompt
        self.missed.append(self.section(asking.cite))
        self.screen.print(
            Text.assemble(
                ("  ✗ ", "bold red"),
                "that is not what the section wants here  ",
                (asking.citation(), "dim"),
                "  (hint, choose, show)",
            )
        )

    # -- help -------------------------------------------------------------------------------

    def _help_wanted(self, line: str, prompt: Prompt) -> bool:
        match line.lower():
            case "":
                self.say("what do you do? (hint, choose, show; help for all words)", "dim")
            case "hint":
                verb = prompt.what.split()[0] if prompt.kind == "act" and prompt.what else ""
                what = WHAT_KIND.get(prompt.kind) or f"the dealer's act begins: {verb} ..."
                self.say(f"{prompt.citation()}: {what}")
            case "choose":
                self.menu = self._choices(prompt)
                for number, act in enumerate(self.menu, 1):
                    self.screen.print(Text.assemble((f"    {number}", "cyan"), f"  {act}"))
            case "show":
                self.say(f"{prompt.citation()}: {expected(prompt)}")
            case _:
                return False
        return True

    def _choices(self, prompt: Prompt) -> list[str]:
        """The right act among others that this game knows, and a wrong amount or two."""
        right = expected(prompt)
        if not self.vocabulary:
            self.vocabulary = vocabulary(self.session)
        wrong = near_misses(right)
        rng = random.Random(f"{right} {len(self.session.entries)}")
        others = [act for act in self.vocabulary if act != right and act not in wrong]
        rng.shuffle(others)
        menu = [right, *(wrong + others)[: CHOICES - 1]]
        rng.shuffle(menu)
        return menu

    # -- reading ----------------------------------------------------------------------------

    def read_act(self, line: str, prompt: Prompt) -> Entry:
        """What the dealer types, as an entry."""
        if self.menu and line.isascii() and line.isdigit() and prompt.kind != "number":
            line = pick(line, tuple(self.menu))
        if line.startswith("!"):
            return self.irregularity(line, prompt)
        line = line.removeprefix("d ")
        verb, _, rest = line.partition(" ")
        verb = verb.lower()
        if verb == "say":
            return Did(f"announce {rest.strip(chr(34))}")
        if verb in ("draw", "roll", "spin"):
            return self._equipment(verb, rest, prompt)
        if verb == "close" and not rest:
            return Closed()
        if prompt.kind == "decision":
            return Chose(DEALER, pick(line, prompt.choices))
        if prompt.kind == "number":
            number = line.removeprefix(prompt.what).strip()
            if not (number.isascii() and number.isdigit() and len(number) < 10):
                raise BadInput(f"{line[:40]!r}: expected a number")
            return Placed(DEALER, prompt.what, int(number))
        if verb in MONEY_VERBS and rest:
            words = rest.split()
            return Did(" ".join([verb, *words[:-1], dollars(words[-1])]))
        if prompt.kind == "act" and begins(prompt.what, line):
            return Did(prompt.what)
        return Did(line)

    def _equipment(self, verb: str, rest: str, prompt: Prompt) -> Entry:
        """Chance deals, unless the dealer says what came; out of turn, the procedure refuses."""
        if rest:
            return parse_entry(f"d {verb} {rest}")
        if verb == prompt.kind:
            return self.equipment.answer(prompt)
        if verb == "draw":
            return Drew(0)
        return Rolled((1, 1)) if verb == "roll" else Spun("0")


def vocabulary(session: Session) -> list[str]:
    """Acts that dealers of this game do, from a few rounds dealt on the side."""
    rng = random.Random("vocabulary")
    game: Game = session.game
    table = game.open_table(
        session.rules,
        session.table.seats,
        limits=session.table.limits,
        closed=True,
        areas=session.table.areas,
    )
    acts: dict[str, None] = {}
    for _ in range(12):
        tape = LiveTape(Patrons(rng))
        table = run(game, session.rules, table, tape, by_hand=True).after
        acts |= dict.fromkeys(entry.act for entry in tape.entries if isinstance(entry, Did))
    # Payments name seats and amounts of another round: recognisably wrong.
    return [act for act in acts if act.split()[0] not in MONEY_VERBS]
