"""The actions of an environment: a fixed list of words, and what each means at a prompt.

The words are the regulation's own (the decisions of the data file), in this order:

- `go on`: no more wagers, no wager;
- `wager KIND`: a wager of a kind that opens in mid-round, as much as the rules allow but not more
  than the base wager, on the first place that is open;
- every choice of every decision of that day. A choice that names cards is a word for each pair of
  the cards which the prompt names, numbered in the order in which it names them (`set low 1 2`),
  or for any of five, where it may name several (`discard 1 4 5`); one with an amount is a word for
  each amount that the prompt lists (`play 1` to `play 3`; at poker the least and the most)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations, combinations_with_replacement

from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import DataError
from pitboss.law.regulation import Law
from pitboss.learn.episode import SEAT, WagerSet
from pitboss.money import format_dollars
from pitboss.table.entries import Chose, Closed, Entry, Wagered
from pitboss.table.prompts import Prompt

GO_ON = "go on"
PIECES = ("CARD CARD", "TILE TILE")
ANY_CARDS = " CARD"
AMOUNT = " AMOUNT"
# The most cards of which two are chosen (pai gow poker), and the most amounts that are listed.
NAMED_MAX = 7
AMOUNTS_MAX = 3
# A hand of which any cards may be discarded.
HAND_MAX = 5
_CARDS = frozenset(CARD_TEXT)


def words_of(wagers: WagerSet) -> tuple[str, ...]:
    """Every word of the environment, in the order of its actions."""
    at_opening = {answer["wager"] for answer in wagers.opening.answers() if "wager" in answer}
    at_opening |= {kind for kind, _, _ in wagers.scenario.wagers}
    return words_under(wagers.rules.law, at_opening)


def words_under(law: Law, at_opening: Collection[str]) -> tuple[str, ...]:
    """Every word under this law, where these kinds of wagers are made before the deal."""
    words = [GO_ON, *(f"wager {kind}" for kind in law.wagers if kind not in at_opening)]
    for decision in law.decisions.values():
        for choice in decision.choices:
            words += _expanded(choice)
    return tuple(dict.fromkeys(words))


def _expanded(choice: str) -> list[str]:
    for pieces in PIECES:
        if choice.endswith(pieces):
            word = choice.removesuffix(pieces)
            places = range(1, NAMED_MAX + 1)
            return [f"{word}{a} {b}" for a, b in combinations_with_replacement(places, 2)]
    if choice.endswith(ANY_CARDS):
        word, places = choice.removesuffix(ANY_CARDS), range(1, HAND_MAX + 1)
        several = [each for n in places for each in combinations(places, n)]
        return [" ".join((word, *map(str, each))) for each in several]
    if choice.endswith(AMOUNT):
        return [f"{choice.removesuffix(AMOUNT)} {n}" for n in range(1, AMOUNTS_MAX + 1)]
    return [choice]


def acts_at(prompt: Prompt, words: Sequence[str], stake: int, seat: int = SEAT) -> dict[str, Entry]:
    """The words that are legal for a seat at a prompt, each with the entry that it stands for."""
    if prompt.kind == "decision":
        return _choices(prompt, words)
    acts: dict[str, Entry] = {GO_ON: Closed()}
    if prompt.opening:
        return acts
    for answer in prompt.answers():
        word = f"wager {answer.get('wager')}"
        if answer.get("seat") != f"p{seat}" or word not in words or word in acts:
            continue
        low, step = answer["at_least"], answer["step"]
        most = min(answer["at_most"], max(stake, low))
        cents = most - most % step
        if cents >= low:
            acts[word] = Wagered(seat, answer["wager"], cents, answer["spot"])
    return acts


def _choices(prompt: Prompt, words: Sequence[str]) -> dict[str, Entry]:
    named = [CARD_TEXT[card] for card in named_cards(prompt)]
    acts: dict[str, Entry] = {}
    listed: dict[str, int] = {}
    for choice in _listed(prompt):
        word, *rest = _split(choice)
        if rest and rest[0] in named:
            places = sorted(1 + named.index(card) for card in rest)
            word = f"{word} {' '.join(map(str, places))}"
        elif rest:
            listed[word] = listed.get(word, 0) + 1
            # `double` has one amount, and is written without it; `play` has several.
            word = word if word in words else f"{word} {listed[word]}"
        if word not in words:
            raise DataError(f"{prompt.dealer.game.key}: no decision of the data has {choice!r}")
        acts[word] = Chose(prompt.seat, choice)
    return acts


def _listed(prompt: Prompt) -> tuple[str, ...]:
    if prompt.choices or prompt.amounts is None:
        return prompt.choices
    return (f"{prompt.amounts.word} {format_dollars(prompt.amounts.bounds.at_least)}",)


def _split(choice: str) -> list[str]:
    """The word of a choice, and its cards or its amount behind it."""
    parts = choice.split(" ")
    end = len(parts)
    while end > 1 and (parts[end - 1] in _CARDS or parts[end - 1][0].isdigit()):
        end -= 1
    return [" ".join(parts[:end]), *parts[end:]]


def named_cards(prompt: Prompt) -> list[int]:
    """The cards that the prompt's choices name, in the order in which they first do."""
    found: dict[str, None] = {}
    for choice in prompt.choices:
        found |= {text: None for text in _split(choice)[1:] if text in _CARDS}
    return [CARD_TEXT.index(text) for text in found]
