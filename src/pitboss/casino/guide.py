"""The patron's gaming guide (8.5): how a game is played, what may be wagered, what is paid, what
the house keeps and what the licensee has chosen, from the rules in force. Nothing of it depends on
cards that lie on a table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache
from typing import Any

import msgspec

from pitboss import registry
from pitboss.casino.check import refuse_unlawful
from pitboss.casino.floor import Offered
from pitboss.casino.submission import Filed
from pitboss.draw.areas import short_label
from pitboss.errors import PitbossError, UnknownName
from pitboss.law.regulation import Law, WagerKind, data_folder
from pitboss.law.schema import Basis, Value
from pitboss.law.wording import nice, plain
from pitboss.table.description import section_title
from pitboss.table.game import Limits
from pitboss.table.system import Subject

# Games whose figures take seconds: they come from data/edges.json, where that has the rules in
# force, or are left to the command.
SLOW = frozenset({
    "blackjack", "blackjack-switch", "spanish-21", "double-attack-blackjack", "four-card-poker",
    "boston-5-stud-poker", "caribbean-stud-poker", "let-it-ride-poker", "double-down-stud",
    "fast-action-holdem",
})  # fmt: skip
# Layouts whose figures are worked out at once: a roll, a spin, a coup.
QUICK_KINDS = ("dice", "wheel", "roulette")
QUICK_TOTALS = ("baccarat",)
# A row, or a table, of what every win is paid that no other one has.
WIN, OTHER_WIN = "win", "Any other win"
LINES_MAX = 16
SPOTS_MAX = 8


class Howto(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What data/guides.toml says of a game; `cards` and `dice` are shown as an example."""

    steps: list[str]
    cards: list[str] = []
    dice: list[int] = []


class Wager(msgspec.Struct, frozen=True):
    """A wager that is offered; limits in cents (None: they are not in force here)."""

    name: str
    label: str
    when: str
    pays: str
    limits: tuple[int, int] | None
    cite: str
    basis: Basis


class PayTable(msgspec.Struct, frozen=True):
    name: str
    wagers: list[str]
    rows: list[tuple[str, str]]
    cite: str
    basis: Basis


class Chosen(msgspec.Struct, frozen=True):
    """An option of the licensee's, as it stands."""

    name: str
    label: str
    value: str
    cite: str
    basis: Basis


class BestPlay(msgspec.Struct, frozen=True):
    """How to play: situations and what to do in each, or charts of letters, where they are few."""

    lines: list[tuple[str, str]] = []
    charts: list[dict[str, Any]] = []


class Figures(msgspec.Struct, frozen=True):
    """By wager the house edge as text and what is to be said of it; and the play that attains them.
    `how` says how they were come by; where there are none, the command works them out."""

    edges: list[tuple[str, str, str]] = []
    how: str = ""
    best: BestPlay = BestPlay()


class Guide(msgspec.Struct, frozen=True):
    """A game's guide under the rules of a day."""

    game: str
    title: str
    day: date
    cite: str
    summary: str
    steps: list[str]
    cards: list[str]
    dice: list[int]
    wagers: list[Wager]
    paytables: list[PayTable]
    figures: Figures
    options: list[Chosen]
    chosen: dict[str, Value]
    command: str
    unverified: tuple[str, ...]
    checked: str
    rules: str


def guide_of(
    subject: Subject,
    day: date,
    options: Mapping[str, Value],
    limits: Limits | None = None,
    *,
    at_once: bool = False,
) -> Guide:
    """The guide of a game under the licensee's options and limits. `at_once`: somebody waits for
    it, so that only figures are worked out that are there at once."""
    law: Law = subject.rules(day, options).law
    howto = howtos().get(subject.key) or Howto(steps=[subject.regulation.data.summary])
    return Guide(
        game=subject.key,
        title=law.title,
        day=day,
        cite=law.citations.whole(law.subchapter),
        summary=subject.regulation.data.summary,
        steps=howto.steps,
        cards=howto.cards,
        dice=howto.dice,
        wagers=wagers_of(law, limits),
        paytables=pay_tables_of(subject, law),
        figures=figures_of(subject, law, options, at_once=at_once),
        options=options_of(subject, law),
        chosen=dict(options),
        command=command_of(subject.key, day, options),
        unverified=law.unverified,
        checked=law.checked(),
        rules=law.hash,
    )


@cache
def howtos() -> dict[str, Howto]:
    """How each game is played, by its name."""
    text = (data_folder() / "guides.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Howto])


def wagers_of(law: Law, limits: Limits | None) -> list[Wager]:
    """The wagers that are offered, each with its limits and where it stands."""
    return [
        Wager(
            short_label(kind),
            kind.label or nice(key),
            kind.when,
            _pays(law, kind),
            limits.of(key) if limits is not None and limits.by_kind else None,
            law.cite(kind.cite),
            law.known(kind.cite, kind.basis).basis,
        )
        for key, kind in law.wagers.items()
    ]


def _pays(law: Law, kind: WagerKind) -> str:
    """What a wager pays, where that is one figure; always "to", never "for"."""
    name, _, row = kind.pays.partition(":")
    table = law.paytables.get(name)
    if table is None:
        return ""
    if row:
        return table[row].text if row in table else ""
    if len(table.rows) > 1:
        return "see the table"
    only, odds = table.rows[0]
    # A row of a name of its own, such as a blackjack, is not every win.
    return odds.text if only in (WIN, kind.key) else f"{nice(only)}: {odds.text}"


def pay_tables_of(subject: Subject, law: Law) -> list[PayTable]:
    """The pay tables by which the wagers are paid, and those that the layout names beside them."""
    names: dict[str, list[str]] = {}
    for kind in law.wagers.values():
        names.setdefault(kind.pays.partition(":")[0], []).append(short_label(kind))
    for name in subject.regulation.data.layout.get("ledgers", ()):
        names.setdefault(name, [nice(name)])
    if not law.wagers or registry.SYSTEMS.get(subject.key):
        names |= {name: [nice(name)] for name in law.paytables if name not in names}
    if WIN in law.paytables and WIN not in names:
        names[WIN] = [OTHER_WIN]
    return [
        PayTable(
            nice(name),
            list(dict.fromkeys(of)),
            [(nice(row), odds.text) for row, odds in law.paytables[name]],
            law.cite(law.paytables[name].cite),
            law.known(law.paytables[name].cite, law.paytables[name].basis).basis,
        )
        for name, of in names.items()
        if name in law.paytables
    ]


def options_of(subject: Subject, law: Law) -> list[Chosen]:
    """What the licensee has chosen, or left as it is by default."""
    chosen = []
    for name, dated in subject.regulation.options.items():
        entry = dated.at(law.day)
        if entry is None or name not in law.options:
            continue
        value = law.options[name]
        shown = "as filed by the licensee" if "\n" in str(value) else plain(value)
        basis = law.known(entry.cite, entry.basis).basis
        label = entry.label or nice(name)
        chosen.append(Chosen(name, label, shown, law.cite(entry.cite), basis))
    return chosen


def irregularities_of(subject: Subject, law: Law) -> list[dict[str, str]]:
    """What may go wrong: what it is called, what the section says of it, and where."""
    return [
        {
            "name": nice(name).capitalize(),
            "label": explained(subject, law, name),
            "cite": law.cite(known.cite),
        }
        for name, known in subject.irregularities.items()
    ]


def explained(subject: Subject, law: Law, name: str) -> str:
    """The sentence that explains an irregularity: that of the data, or the title of the section
    that deals with it."""
    known = subject.irregularities[name]
    section = section_title(subject, law, law.cite(known.cite))
    return known.label or (f"As the section on {section.lower()} says." if section else "")


def command_of(key: str, day: date, options: Mapping[str, Value]) -> str:
    """The command that works out the exact figures under these rules."""
    chosen = "".join(
        f" --option {name}={_word(value)}"
        for name, value in options.items()
        if "\n" not in str(value)
    )
    return f"pitboss odds {key} --day {day}{chosen}"


def _word(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}'" if " " in text else text


# -- what the house keeps -------------------------------------------------------------------------


def figures_of(
    subject: Subject, law: Law, options: Mapping[str, Value], *, at_once: bool = False
) -> Figures:
    """The house edges, where they are stored for these very rules or quickly had."""
    stored = stored_figures().get(law.hash)
    if stored is not None:
        return stored
    layout = subject.regulation.data.layout
    quick = layout.get("kind") in QUICK_KINDS or layout.get("total") in QUICK_TOTALS
    if subject.key in SLOW or (at_once and not quick):
        return Figures()
    return worked_out(subject.key, law.day, tuple(sorted(options.items(), key=str)))


@cache
def stored_figures() -> dict[str, Figures]:
    """Figures by the hash of the rules: made by tools/guide_figures.py."""
    path = data_folder() / "edges.json"
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Figures])


@lru_cache(maxsize=256)
def worked_out(key: str, day: date, options: tuple[tuple[str, Value], ...]) -> Figures:
    """The figures, worked out now; none where there is no study of the game."""
    try:
        from pitboss.analysis.exact.edges import exact_edges

        edges = exact_edges(key, day, dict(options))
    except (PitbossError, ImportError):
        return Figures()
    simulated = max((wager.simulated for wager in edges.wagers), default=0)
    how = "exact to the digits shown, with best play where there is a choice"
    if simulated:
        how = f"estimated from {simulated:,} simulated rounds, with the standard error"
    best = BestPlay(_lines(edges.strategy), msgspec.to_builtins(edges.charts[:1]))
    lines = _edge_lines(edges.rules.law, edges.wagers)
    lines += [(nice(name).capitalize(), "not known", why) for name, why in edges.missing.items()]
    return Figures(lines, how, best)


def _edge_lines(law: Law, wagers: list[Any]) -> list[tuple[str, str, str]]:
    """Spots of one kind with one edge are told together."""
    gathered: dict[tuple[str, str, str], list[str]] = {}
    for wager in wagers:
        kind, _, spot = wager.wager.partition(" ")
        known = law.wagers.get(kind)
        if known is None or wager.wager not in known.names():
            name, spot = nice(wager.wager).capitalize(), ""
        else:
            name = short_label(known)
        key = (name, _edge_text(wager), wager.what_it_is())
        gathered.setdefault(key, []).extend([spot] if spot else [])
    return [
        (name + _spots_text(spots), edge, note) for (name, edge, note), spots in gathered.items()
    ]


def _edge_text(wager: Any) -> str:
    """The house edge in percent; of a simulation with its standard error."""
    from pitboss.analysis.exact.figures import percent_text

    edge, error = wager.distribution.house_edge(), wager.stderr()
    if error is None:
        return percent_text(edge)
    return f"{percent_text(edge, 2)} ± {100 * error:.2f} %"


def _spots_text(spots: list[str]) -> str:
    if not spots:
        return ""
    more = f", ... ({len(spots)} in all)" if len(spots) > SPOTS_MAX else ""
    return f": {', '.join(map(nice, spots[:SPOTS_MAX]))}{more}"


def _lines(strategy: list[Any]) -> list[tuple[str, str]]:
    """The strategy of the first wager that has one, where it is short; what is to be done alike in
    several situations is told together."""
    first = strategy[0].wager if strategy else ""
    gathered: dict[str, list[str]] = {}
    for choice in strategy:
        if choice.wager == first:
            gathered.setdefault(choice.do, []).append(choice.situation)
    lines = [(", ".join(situations), do) for do, situations in gathered.items()]
    return lines if sum(map(len, gathered.values())) <= LINES_MAX else []


# -- of a submission ------------------------------------------------------------------------------


def guides_of(filed: Filed, day: date) -> list[tuple[Guide, str]]:
    """A guide for every way in which the casino offers a game, with its tables. A submission that
    is not lawful has none."""
    checked = refuse_unlawful(filed, day)
    same: dict[Any, list[Offered]] = {}
    for offered in checked.floor.everything():
        key = (offered.game, str(sorted(offered.options.items())), str(offered.limits))
        same.setdefault(key, []).append(offered)
    guides = []
    for tables in sorted(same.values(), key=lambda tables: _order(tables[0].game)):
        first = tables[0]
        try:
            subject = registry.find_subject(first.game)
        except UnknownName:
            continue  # A game that pitboss does not have: the check says so.
        limits = Limits(first.limits, first.chip)
        numbers = [str(table.number) for table in tables if table.number]
        at = f"table{'s' * (len(numbers) > 1)} {', '.join(numbers)}" if numbers else ""
        guides.append((guide_of(subject, day, first.options, limits), at))
    return guides


def _order(game: str) -> int:
    known = [*registry.OURS, *registry.SYSTEMS]
    return known.index(game) if game in known else len(known)
