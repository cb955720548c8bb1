"""An item of a drill: a situation, a question, and every answer that is right. It is plain data;
what is right was computed by the procedure when the item was made."""

from __future__ import annotations

import re

import msgspec

from pitboss.errors import BadInput
from pitboss.law.citation import section_of
from pitboss.law.regulation import Law
from pitboss.law.schema import KNOWN_AS
from pitboss.money import format_dollars, parse_dollars
from pitboss.school.acts import begins

KINDS = {
    "payoff": "what is paid, and in which chips",
    "hand": "reading hands, rolls and spins; the house way",
    "act": "the next act of the procedure",
    "irregularity": "what follows an irregularity, and its section",
    "wager": "whether a wager is acceptable",
    "error": "the dealer's error in a recorded round",
}
PUNCTUATION = re.compile(r"[=,;$\"']")
CITATION = re.compile(r"(?:\d+:\d+[a-z]?-)?(\d+[a-z]?\.\d+[a-z]*(?:\([a-z0-9]+\)\d*)*)")


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """`accepted` are the right answers, each in its plain form (`plain_answer`); `answer` is the
    one that is shown. `cite` is a full citation, and `known` says how well it is known."""

    game: str
    kind: str
    day: str
    difficulty: int
    situation: list[str]
    question: str
    choices: list[str] = []
    answer: str
    accepted: list[str]
    any_order: bool = False
    why: str
    cite: str
    section: str
    known: str = ""

    def is_right(self, typed: str) -> bool:
        """Whether the typed answer is among the right ones. A physical act may be named by how it
        begins, as when dealing by hand."""
        if plain_answer(typed, any_order=self.any_order) in self.accepted:
            return True
        return self.kind == "act" and any(begins(act, typed.strip()) for act in self.accepted)


def plain_answer(text: str, *, any_order: bool = False) -> str:
    """The answer without what does not matter: case, spaces, quotes, `$`, `.00`, the chapter in
    front of a section, and (for cards and chips) the order."""
    words = PUNCTUATION.sub(" ", text.lower().replace("n.j.a.c.", " ")).split()
    if any_order:
        return " ".join(sorted(_plain_chips(word) for word in words))
    return " ".join(_plain_word(word) for word in words)


def _plain_chips(word: str) -> str:
    count, mark, value = word.partition("x")
    if mark and count.isascii() and count.isdigit() and value:
        return f"{int(count[:12])}x{_plain_dollars(value)}"
    return _plain_dollars(word)


def _plain_word(word: str) -> str:
    """A word with a point may be a section: 1.1 is not 1.10."""
    section = CITATION.fullmatch(word)
    if section is not None:
        return section[1]
    return word if "." in word else _plain_dollars(word)


def _plain_dollars(word: str) -> str:
    try:
        return format_dollars(parse_dollars(word))
    except BadInput:
        return word


class Cited(msgspec.Struct, frozen=True):
    """A paragraph as an item names it."""

    cite: str
    section: str
    known: str


def cited(law: Law, paragraph: str) -> Cited:
    section = section_of(law.citations.letters(paragraph))
    return Cited(law.cite(paragraph), law.cite(section), KNOWN_AS[law.known(paragraph).basis])


def cited_in_full(law: Law, cite: str) -> Cited:
    """The same for a citation that is already in full."""
    head, mark, paragraph = cite.rpartition("-")
    try:
        section = section_of(paragraph)
    except ValueError:
        return Cited(cite, cite, "")
    return Cited(cite, f"{head}{mark}{section}", KNOWN_AS[law.known(paragraph).basis])


def section_answers(place: Cited, *, paragraph: bool) -> list[str]:
    """How the paragraph may be typed; where the section is enough, that too."""
    ways = {plain_answer(place.cite)}
    return sorted(ways if paragraph else ways | {plain_answer(place.section)})
