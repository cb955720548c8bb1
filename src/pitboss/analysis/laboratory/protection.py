"""Game protection on the laboratory's desk: what counting is worth, what cards that are seen are
worth, and the limits at which neither costs much. `pitboss expose` has all of it in more detail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.analysis.exact.edges import need_study, rules_for_study
from pitboss.analysis.exposure.counting import Counted, CountedWager, expose_counts
from pitboss.analysis.exposure.expose import Exposed, expose
from pitboss.analysis.exposure.leak import Position, positions_of
from pitboss.analysis.study import Scenario
from pitboss.errors import BadInput
from pitboss.law.hypothetical import as_chosen
from pitboss.law.schema import Value
from pitboss.table.game import Game

SHOES, SITUATIONS = 50_000, 2_000
# What a shoe may lose on average to those who count, in cents: the limits are told for it.
LOSS = 100_00
SHARED = 5
KINDS = SEEN, SHARES, BACKS, FIRST = (
    "a card seen",
    "other hands known",
    "backs told apart",
    "an own card known before",
)
CLASS = "A K Q J"
COUNTING = "counting"
UNNAMED = "pitboss expose has nothing of this game yet"
# Games of which a card that is seen is worked out exactly in seconds.
EXACT_SOON = frozenset({"three-card-poker", "let-it-ride-poker", "double-down-stud", "pai-gow"})
# Games of which a card that is seen takes longer than a report should.
LONG = {
    "spanish-21": "pitboss expose spanish-21 --sees 'dealer 2' takes about a minute",
    "four-card-poker": "pitboss expose four-card-poker --sees 'dealer 1' takes minutes",
    "boston-5-stud-poker": "pitboss expose boston-5-stud-poker --sees 'dealer 1' takes minutes",
}


class AtCut(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager loses to counters, dealt to a cutting card so many cards from the back, in
    units; `limit` is the highest wager, in cents, at which that is no more than LOSS a shoe."""

    cut: int
    rounds: float
    trigger: int | None
    often: float
    advantage: float
    per_100: float
    units: float
    error: float
    bound: float | None
    bound_error: float | None
    limit: int | None


class CountDesk(msgspec.Struct, frozen=True, kw_only=True):
    """Effects of removal by rank, exactly; the count that goes with them; and what it wins."""

    wager: str
    decks: int
    effects: list[tuple[str, Fraction]]
    count: str
    correlation: float
    by_cut: list[AtCut]
    shoes: int


class LeakLine(msgspec.Struct, frozen=True, kw_only=True):
    """What a leak does to the edge of a wager, per unit of it; `made` is how often the wager is
    worth making, where it is known before; `kind` one of KINDS."""

    kind: str
    leak: str
    wager: str
    method: str
    without: Fraction
    edge: Fraction
    stderr: float | None = None
    made: Fraction | None = None


class Protection(msgspec.Struct, frozen=True, kw_only=True):
    """`reasons` are why something is not here, by what it is."""

    counts: list[CountDesk] = []
    leaks: list[LeakLine] = []
    reasons: list[tuple[str, str]] = []


def protection_of(
    game: Game,
    day: date,
    options: Mapping[str, Value],
    wager: str = "",
    tell: Callable[[str], None] = lambda what: None,
) -> Protection:
    """Returns what counting and leaks are worth at a game of cards."""
    chosen: dict[str, Any] = dict(as_chosen(options))
    study = need_study(game)
    try:
        rules = rules_for_study(game, study, day, chosen)
        positions = positions_of(game, rules, study.scenarios(rules)[0])
    except BadInput:
        # No card is dealt, or none that has a name before hands are set.
        cards = game.open_table(game.rules(day, chosen), 1).shoe is not None
        return Protection(reasons=[(kind, UNNAMED) for kind in (COUNTING, *KINDS)] if cards else [])
    reasons: list[tuple[str, str]] = []
    counts: list[CountDesk] = []
    tell("cards counted")
    try:
        found = expose_counts(game.key, day, chosen, wager=wager, loss=LOSS, shoes=SHOES)
        counts = [_count_desk(each) for each in found.wagers]
        reasons += found.refused
    except BadInput as refused:
        reasons.append((COUNTING, str(refused)))
    leaks: list[LeakLine] = []
    if game.key in LONG:
        reasons += [(kind, LONG[game.key]) for kind in KINDS]
        return Protection(counts=counts, reasons=reasons)
    for name, ways in _leaks(game.key, study.scenarios(rules)[0], positions):
        tell(name)
        refusals = []
        for asked in ways:
            try:
                seen = expose(game.key, day, chosen, **asked)
            except BadInput as refused:
                refusals.append(str(refused))
            else:
                leaks += _lines(name, seen)
                break
        else:
            reasons.append((name, refusals[0]))
    return Protection(counts=counts, leaks=leaks, reasons=reasons)


def _leaks(
    key: str, main: Scenario, positions: Sequence[Position]
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Returns the leaks that are looked at, each with what `expose` is asked, the first that has an
    answer: a card that is face down, other hands, backs, an own card. The main wager only, where a
    scenario is one wager."""
    more: dict[str, Any] = {} if main.each else {"wager": main.wager}
    dealt = more | {"situations": SITUATIONS}
    # Face down when something is decided, or not dealt yet.
    hidden = [
        each.name
        for each in positions
        if "player" not in each.name and not (each.seen and each.before)
    ]
    if hidden:
        soon = more if key in EXACT_SOON else dealt
        yield SEEN, [{"sees": [name], **soon} for name in hidden]
    yield SHARES, [{"shares": SHARED, **dealt}]
    yield BACKS, [{"classes": CLASS, **dealt}]
    yield FIRST, [{"own_first": True, **dealt}]


def _lines(kind: str, found: Exposed) -> Iterator[LeakLine]:
    for each in found.exposures:
        yield LeakLine(
            kind=kind,
            leak=each.leak,
            wager=each.wager,
            method=each.method,
            without=each.without.edge(),
            edge=each.seeing.edge(),
            stderr=each.seeing.stderr,
        )
    for before in found.before:
        for wager, edge in before.before.items():
            made, won = before.wagered(wager)
            if made:
                yield LeakLine(
                    kind=kind,
                    leak=before.leak,
                    wager=wager,
                    method=before.method,
                    without=edge,
                    edge=-won / made,
                    made=made,
                )


def _count_desk(found: CountedWager) -> CountDesk:
    return CountDesk(
        wager=found.wager,
        decks=found.decks,
        effects=[(effect.name, effect.change) for effect in found.effects],
        count=found.count.name,
        correlation=found.correlation,
        by_cut=[_at_cut(each) for each in found.by_cut],
        shoes=found.shoes,
    )


def _at_cut(each: Counted) -> AtCut:
    bound = each.bound
    return AtCut(
        cut=each.cut,
        rounds=each.rounds,
        trigger=each.trigger,
        often=each.often,
        advantage=each.advantage,
        per_100=100 * each.units / each.rounds if each.rounds else 0.0,
        units=each.units,
        error=each.units_error,
        bound=None if bound is None else bound.units,
        bound_error=None if bound is None else bound.error,
        limit=each.limit(LOSS),
    )
