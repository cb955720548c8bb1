"""Exact edges that were worked out before, from the cache; or worked out now, and kept."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from pitboss import registry
from pitboss.analysis import cache
from pitboss.analysis.exact.distribution import Cell, Joint
from pitboss.analysis.exact.edges import (
    Chart,
    Choice,
    Edge,
    Edges,
    WagerEdge,
    basis_of,
    edges_of,
    exact_edges,
)
from pitboss.analysis.exact.progressive import Progressive
from pitboss.law.regulation import Law
from pitboss.table.game import Rules

KIND = "edges"
EDGES_ONLY = "edges-only"


class KeptJoint(msgspec.Struct, array_like=True):
    """A joint distribution as plain data."""

    wagers: tuple[str, ...]
    total: int
    outcomes: list[tuple[tuple[Cell, ...], Fraction]]
    apart: KeptJoint | None


class KeptWager(msgspec.Struct, array_like=True):
    """A wager's figures: its distribution is that of its joint distribution."""

    wager: str
    joint: int
    strategy: str
    rounds: Fraction | None
    note: str
    simulated: int
    amount: int
    by_amount: str


class KeptEdges(msgspec.Struct, array_like=True):
    """All of `Edges` but the rules, which follow from what is asked."""

    wagers: list[KeptWager]
    joints: list[KeptJoint]
    strategy: list[Choice]
    charts: list[Chart]
    progressive: Progressive | None
    missing: dict[str, str]


class KeptEdge(msgspec.Struct, array_like=True):
    """An edge as plain data."""

    wager: str
    house_edge: Fraction
    variance: Fraction | None


def _encode(value: Any) -> str:
    assert isinstance(value, Fraction)
    return str(value)


def _decode(kind: type, value: Any) -> Fraction:
    assert kind is Fraction
    assert isinstance(value, str)
    return Fraction(value)


_encoder = msgspec.msgpack.Encoder(enc_hook=_encode)
_whole = msgspec.msgpack.Decoder(KeptEdges, dec_hook=_decode)
_edges = msgspec.msgpack.Decoder(list[KeptEdge], dec_hook=_decode)


def recalled_edges(
    key: str,
    day: date,
    options: dict[str, Any] | None = None,
    *,
    wager: str = "",
    strategy: str = "",
    amount: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Edges:
    """`exact_edges`, from the cache if these rules were asked about before."""
    started = time.perf_counter()
    rules: Rules = registry.find_subject(key).rules(day, options)
    question = _question(rules.law, wager, strategy, amount)
    if question is not None and (answer := cache.fetch(KIND, question)) is not None:
        with contextlib.suppress(msgspec.DecodeError, ValueError, IndexError):
            found = _edges_from(_whole.decode(answer), rules)
            found.seconds = time.perf_counter() - started
            return found
    found = exact_edges(
        key, day, options, wager=wager, strategy=strategy, amount=amount, progress=progress
    )
    if question is not None:
        cache.keep(KIND, question, _encoder.encode(_plain(found)))
    return found


def recalled_edges_only(
    key: str,
    day: date,
    options: dict[str, Any] | None = None,
    *,
    wager: str = "",
    strategy: str = "",
    amount: int = 0,
) -> list[Edge]:
    """`edges_of`, from the cache if these rules were asked about before."""
    law: Law = registry.find_subject(key).rules(day, options).law
    question = _question(law, wager, strategy, amount)
    if question is not None and (answer := cache.fetch(EDGES_ONLY, question)) is not None:
        with contextlib.suppress(msgspec.DecodeError, ValueError):
            return [Edge(*msgspec.structs.astuple(each)) for each in _edges.decode(answer)]
    found = edges_of(key, day, options, wager=wager, strategy=strategy, amount=amount)
    if question is not None:
        plain = [KeptEdge(each.wager, each.house_edge, each.variance) for each in found]
        cache.keep(EDGES_ONLY, question, _encoder.encode(plain))
    return found


def _question(law: Law, wager: str, strategy: str, amount: int) -> Any:
    """What the answer depends on beside our sources. A game that is not ours may change without
    our version: nothing is kept of it."""
    if law.game not in registry.OURS and law.game not in registry.SYSTEMS:
        return None
    return [law.game, law.hash, wager, strategy, amount]


def _plain(found: Edges) -> KeptEdges:
    where = {each: number for number, joint in enumerate(found.joints) for each in joint.wagers}
    wagers = [
        KeptWager(
            each.wager,
            where[each.wager],
            each.strategy,
            each.rounds,
            each.note,
            each.simulated,
            each.amount,
            each.by_amount,
        )
        for each in found.wagers
    ]
    return KeptEdges(
        wagers,
        list(map(_plain_joint, found.joints)),
        found.strategy,
        found.charts,
        found.progressive,
        found.missing,
    )


def _plain_joint(joint: Joint) -> KeptJoint:
    apart = _plain_joint(joint.apart) if joint.apart is not None else None
    return KeptJoint(joint.wagers, joint.total, list(joint.outcomes.items()), apart)


def _joint_from(plain: KeptJoint) -> Joint:
    apart = _joint_from(plain.apart) if plain.apart is not None else None
    joint = Joint(plain.wagers, plain.total, apart)
    for cells, probability in plain.outcomes:
        joint.add(cells, probability)
    return joint


def _edges_from(plain: KeptEdges, rules: Rules) -> Edges:
    joints = list(map(_joint_from, plain.joints))
    wagers = [
        WagerEdge(
            each.wager,
            joints[each.joint].distribution(each.wager),
            each.strategy,
            basis_of(rules.law, each.wager),
            each.rounds,
            each.note,
            each.simulated,
            each.amount,
            each.by_amount,
        )
        for each in plain.wagers
    ]
    return Edges(
        rules,
        wagers,
        joints,
        plain.strategy,
        0.0,
        plain.charts,
        plain.progressive,
        missing=plain.missing,
    )
