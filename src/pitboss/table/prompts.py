"""A prompt: who must do what, every answer that would be legal, and under which section.

Prompts are made at every step of every round, so they hold references and work out the legal
answers only when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.money import format_dollars, parse_dollars
from pitboss.table.entries import seat_text, wager_name

if TYPE_CHECKING:
    from pitboss.law.regulation import Law
    from pitboss.table.dealer import Dealer
    from pitboss.table.window import Window


class Bounds(msgspec.Struct, frozen=True):
    """The amounts that a wager may have in all: from, to, in steps of, and why. `step_cite`
    is the section that asks for the steps, where it is another one, and `step_reason` what is
    wrong with an amount between them."""

    at_least: int
    at_most: int
    step: int = 1
    cite: str = ""
    step_cite: str = ""
    step_reason: str = "cannot be paid exactly"

    def cite_against(self, cents: int) -> str:
        """The section that stands against an amount outside these bounds."""
        return (self.step_cite if cents % self.step else "") or self.cite

    def why_not(self, cents: int) -> str:
        """Why the amount is not among these, or an empty string. The reason is the one that
        `cite_against` cites."""
        if cents % self.step:
            step = format_dollars(self.step)
            return f"{format_dollars(cents)} {self.step_reason}: {step} a step"
        if self.at_least <= cents <= self.at_most:
            return ""
        low, high = format_dollars(self.at_least), format_dollars(self.at_most)
        if low == high:
            return f"{format_dollars(cents)} is not {low}, the only amount permitted"
        return f"{format_dollars(cents)} is not between {low} and {high}"


class Refusal(msgspec.Struct, frozen=True):
    """Why a wager is not available to this seat now."""

    reason: str
    cite: str = ""


class Amounts(msgspec.Struct, frozen=True):
    """A choice that carries an amount, written `play 30.00`: its word, and which amounts."""

    word: str
    bounds: Bounds

    def is_about(self, text: str) -> bool:
        """Whether the choice is this one, with whatever amount."""
        return text == self.word or text.startswith(f"{self.word} ")

    @property
    def text(self) -> str:
        bounds = self.bounds
        low, high = format_dollars(bounds.at_least), format_dollars(bounds.at_most)
        return f"{self.word} {low} to {high} in steps of {format_dollars(bounds.step)}"

    def permit(self, text: str) -> bool:
        word, _, amount = text.rpartition(" ")
        if word != self.word:
            return False
        try:
            cents = parse_dollars(amount)
        except BadInput:
            return False
        # Written in one way only: a tape must read the same wherever it is kept.
        return not self.bounds.why_not(cents) and amount == format_dollars(cents)


class Prompt(msgspec.Struct, eq=False):
    """`kind` is wagers, draw, roll, spin, decision, number or act. `seat` 0 is the dealer,
    -1 any seat (a window that is open until it is closed)."""

    dealer: Dealer
    kind: str
    seat: int
    cite: str
    what: str = ""
    choices: tuple[str, ...] = ()
    at_least: int = 0
    at_most: int = 0
    made: int = 0
    amounts: Amounts | None = None
    window: Window | None = None

    @property
    def opening(self) -> bool:
        """Whether this is the procedure's first window of wagers."""
        return self.kind == "wagers" and self.dealer.opening

    def permits(self, choice: str) -> bool:
        """Whether a decision may be this, with an amount where it carries one."""
        amounts = self.amounts
        return choice in self.choices or (amounts is not None and amounts.permit(choice))

    def citation(self) -> str:
        law: Law = self.dealer.rules.law
        return law.cite(self.cite)

    def answers(self) -> list[dict[str, Any]]:
        """Every legal answer as data: an exact entry, or an entry with its range of amounts."""
        match self.kind:
            case "wagers":
                assert self.window is not None
                return self.window.answers()
            case "draw":
                counts = self.dealer.counts
                cards = [CARD_TEXT[card] for card, left in enumerate(counts) if left]
                return [{"entry": "d draw CARD", "cards": cards}]
            case "roll":
                return [{"entry": "d roll FACES", "dice": self.at_most}]
            case "spin":
                # A stop that stands several times on the wheel is one answer.
                return [{"entry": f"d spin {pocket}"} for pocket in dict.fromkeys(self.choices)]
            case "decision":
                who = f"p{self.seat}" if self.seat else "d choose"
                found: list[dict[str, Any]] = [
                    {"entry": f"{who} {choice}"} for choice in self.choices
                ]
                if self.amounts is not None:
                    found.append(_amount_answer(who, self.amounts))
                return found
            case "number":
                entry = f"{seat_text(self.seat)} {self.what} NUMBER"
                return [{"entry": entry, "at_least": self.at_least, "at_most": self.at_most}]
        return [{"entry": f"d {act}"} for act in self.choices or (self.what,)]

    def is_open_to(self, seat: int) -> bool:
        """Whether this seat could make a wager now."""
        return any(answer.get("seat") == seat_text(seat) for answer in self.answers())

    def legal(self) -> list[str]:
        """Every legal answer as a line; an amount is written as its range and step."""
        return [answer_text(answer) for answer in self.answers()]

    def irregularities(self) -> list[str]:
        """How each irregularity that can have happened here is written."""
        known = self.dealer.game.irregularities.values()
        return [each.written() for each in known if each.may(self.dealer, self)]

    def as_json(self) -> dict[str, Any]:
        return {
            "seat": None if self.seat < 0 else seat_text(self.seat),
            "kind": self.kind,
            "what": self.what,
            "legal": self.legal(),
            "answers": self.answers(),
            "irregularities": self.irregularities(),
            "cite": self.citation(),
        }


def answer_text(answer: dict[str, Any]) -> str:
    entry: str = answer["entry"]
    if "step" in answer:
        low, high = format_dollars(answer["at_least"]), format_dollars(answer["at_most"])
        if low == high:
            return f"{entry} {low}"
        return f"{entry} {low}..{high} step {format_dollars(answer['step'])}"
    if "at_least" in answer:
        return entry.replace("NUMBER", f"{answer['at_least']}..{answer['at_most']}")
    return entry


def _amount_answer(who: str, amounts: Amounts) -> dict[str, Any]:
    bounds = amounts.bounds
    return {
        "entry": f"{who} {amounts.word}",
        "amount": amounts.word,
        "at_least": bounds.at_least,
        "at_most": bounds.at_most,
        "step": bounds.step,
    }


def wager_answer(seat: int, kind: str, spot: str, bounds: Bounds) -> dict[str, Any]:
    return {
        "entry": f"p{seat} wager {wager_name(kind, spot)}",
        "seat": seat_text(seat),
        "wager": kind,
        "spot": spot,
        "at_least": bounds.at_least,
        "at_most": bounds.at_most,
        "step": bounds.step,
    }
