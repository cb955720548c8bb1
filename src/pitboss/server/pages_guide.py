"""What a patron may ask at a table, one tap away from it: how the game is played, the rules of this
table, what is paid, what the house keeps of each wager, and what follows when something goes wrong.
Everything is of the table's own rules; nothing of it depends on the cards that lie there."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.draw.areas import short_label
from pitboss.errors import PitbossError
from pitboss.law.regulation import Law
from pitboss.server import words
from pitboss.server.pages import PageAsk, add, render
from pitboss.server.pages_notices import options_of
from pitboss.store.live import Live

# Layouts whose figures are worked out while somebody waits: a roll, a spin, a coup.
QUICK_KINDS = ("dice", "wheel", "roulette")
QUICK_TOTALS = ("baccarat",)


def install(app: FastAPI) -> None:
    add(app, "GET", "/tables/{table}/guide", guide)


def guide(ask: PageAsk) -> Response:
    live = ask.house.table(ask.number("table"))
    law = live.rules.law
    return render(
        ask, "guide.html", title=f"How to play {law.title}", live=live, law=law,
        summary=live.game.regulation.data.summary, wagers=wagers_of(live),
        decisions=[one for one in law.decisions.values() if not one.absent],
        options=options_of(live), tables=pay_tables_of(live), edges=edges_of(live),
        irregularities=irregularities_of(live), command=command_of(live),
    )  # fmt: skip


def wagers_of(live: Live) -> list[dict[str, Any]]:
    """Returns the wagers that the table offers, each with its limits and where it stands."""
    limits = live.table.limits
    found = []
    for key, kind in live.rules.law.wagers.items():
        low, high = limits.of(key)
        found.append({
            "name": short_label(kind), "label": kind.label or words.nice(key), "low": low,
            "high": high, "cite": live.rules.law.cite(kind.cite),
        })  # fmt: skip
    return found


def pay_tables_of(live: Live) -> list[dict[str, Any]]:
    """Returns the pay tables by which the wagers of this table are paid, and those that its layout
    names beside them."""
    law = live.rules.law
    names: dict[str, list[str]] = {}
    for kind in law.wagers.values():
        names.setdefault(kind.pays.partition(":")[0], []).append(short_label(kind))
    for name in live.game.regulation.data.layout.get("ledgers", ()):
        names.setdefault(name, [words.nice(name)])
    return [
        {"name": words.nice(name), "wagers": list(dict.fromkeys(of)),
         "rows": [(words.nice(row), odds.text) for row, odds in law.paytables[name]],
         "cite": law.cite(law.paytables[name].cite)}
        for name, of in names.items() if name in law.paytables
    ]  # fmt: skip


def irregularities_of(live: Live) -> list[dict[str, str]]:
    """Returns what may go wrong: what it is called, what the section says of it, and where."""
    law = live.rules.law
    return [
        {"name": words.nice(name).capitalize(), "label": explained(live, name),
         "cite": law.cite(known.cite)}
        for name, known in live.game.irregularities.items()
    ]  # fmt: skip


def explained(live: Live, name: str) -> str:
    """Returns the sentence that explains an irregularity: that of the data, or the title of the
    section that deals with it."""
    known = live.game.irregularities[name]
    section = words.section_title(live.game, live.rules.law, live.rules.law.cite(known.cite))
    return known.label or (f"As the section on {section.lower()} says." if section else "")


def command_of(live: Live) -> str:
    """Returns the command that works out the exact figures of this table."""
    chosen = "".join(f" --option {name}={_word(value)}" for name, value in live.options.items())
    return f"pitboss odds {live.game.key} --day {live.day}{chosen}"


def _word(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}'" if " " in text else text


def edges_of(live: Live) -> list[tuple[str, str]]:
    """Returns the house edge of each wager, where the exact figure is quickly had."""
    layout = live.game.regulation.data.layout
    quick = layout.get("kind") in QUICK_KINDS or layout.get("total") in QUICK_TOTALS
    if not quick:
        return []
    given = tuple(sorted((name, value) for name, value in live.options.items()))
    return _edges(live.game.key, live.day.isoformat(), given)


@lru_cache(maxsize=128)
def _edges(key: str, day: str, options: tuple[tuple[str, Any], ...]) -> list[tuple[str, str]]:
    from datetime import date

    try:
        from pitboss.analysis.exact.edges import exact_edges
        from pitboss.analysis.exact.figures import percent_text

        found = exact_edges(key, date.fromisoformat(day), dict(options))
    except (PitbossError, ImportError):
        return []
    if any(one.simulated for one in found.wagers):
        return []
    return [
        (_called(found.rules.law, one.wager), percent_text(one.distribution.house_edge()))
        for one in found.wagers
    ]


def _called(law: Law, wager: str) -> str:
    kind, _, spot = wager.partition(" ")
    known = law.wagers.get(kind)
    return f"{short_label(known)} {spot}".strip() if known is not None else words.nice(wager)
