"""The course of a round as a chart: the paragraphs that the procedure goes through, in order, and
how often it goes from each to the next. It is read off rounds that the procedure dealt, so it shows
what is done and not what somebody meant to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from pitboss.analysis.laboratory.dealt import Round
from pitboss.law.regulation import Law
from pitboss.law.wording import nice

# What an event is to whoever looks at the chart: chance, a choice, money, or a dealer's act.
KINDS = {
    "draw": "chance", "roll": "chance", "spin": "chance", "number": "chance", "reveal": "act",
    "choice": "decision", "wager": "wager", "call": "wager", "remove": "wager",
    "pay": "money", "collect": "money", "return": "money", "charge": "money",
}  # fmt: skip
WORDS = {
    "draw": "cards are dealt", "reveal": "cards are turned over", "roll": "the dice are thrown",
    "spin": "the wheel is spun", "number": "a number is drawn", "choice": "players decide",
    "wager": "wagers are made", "call": "wagers are called on or off", "remove": "wagers are taken",
    "pay": "winning wagers are paid", "collect": "losing wagers are collected",
    "return": "wagers are returned", "charge": "charges are collected",
    "announce": "the dealer acts or announces",
    "discard": "cards are put aside", "move": "cards are moved", "deliver": "cards are delivered",
    "irregularity": "an irregularity",
}  # fmt: skip


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A paragraph of the procedure. `kind` is chance, decision, wager, money or act; `share` is the
    share of rounds in which it is reached."""

    cite: str
    what: str
    kind: str
    share: float


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """From one step to another (both by number; -1 is the beginning, -2 the end); of all times that
    the first was left, `share` went this way."""

    start: int
    to: int
    share: float


class Flow(msgspec.Struct, frozen=True, kw_only=True):
    """`rounds` were dealt for it, by chance: what is rarer than one in that many may be missing."""

    rounds: int
    steps: list[Step]
    moves: list[Move]


def flow_of(law: Law, rounds: Sequence[Round]) -> Flow:
    """Returns the chart of these rounds."""
    paths = [_path(each) for each in rounds]
    positions: dict[tuple[str, str], list[float]] = {}
    for path in paths:
        for at, step in enumerate(path):
            positions.setdefault(step, []).append(at / max(len(path) - 1, 1))
    order = sorted(positions, key=lambda step: sum(positions[step]) / len(positions[step]))
    index = {step: number for number, step in enumerate(order)}
    moves: Counter[tuple[int, int]] = Counter()
    for path in paths:
        stops = [-1, *(index[step] for step in path), -2]
        moves.update(pairwise(stops))
    left: Counter[int] = Counter()
    for (start, _), times in moves.items():
        left[start] += times
    reached = Counter(step for path in paths for step in set(path))
    steps = [
        Step(
            cite=law.cite(cite),
            what=WORDS.get(act, nice(act)),
            kind=KINDS.get(act, "act"),
            share=reached[cite, act] / len(paths),
        )
        for cite, act in order
    ]
    return Flow(
        rounds=len(paths),
        steps=steps,
        moves=[
            Move(start=start, to=to, share=times / left[start])
            for (start, to), times in sorted(moves.items())
        ],
    )


def _path(dealt: Round) -> list[tuple[str, str]]:
    """The steps of a round, where the same one twice in a row is one."""
    path: list[tuple[str, str]] = []
    for event in dealt.receipt.events:
        act = event.act if event.act in KINDS else "act"
        step = (event.cite, act if act != "act" else _dealers(event.act))
        if event.cite and event.act != "note" and (not path or path[-1] != step):
            path.append(step)
    return path


def _dealers(act: str) -> str:
    return "announce" if act in ("announce", "act") else act
