"""What a patron may ask at a table, one tap away from it: how the game is played, the rules of this
table, what is paid, what the house keeps of each wager, and what follows when something goes wrong.
Everything is of the table's own rules; nothing of it depends on the cards that lie there. Best play
is not shown: 8.1, a table that is dealt is no place for advice."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.casino.guide import explained as irregularity_explained
from pitboss.casino.guide import guide_of, irregularities_of
from pitboss.server.pages import PageAsk, add, render
from pitboss.store.live import Live


def install(app: FastAPI) -> None:
    add(app, "GET", "/tables/{table}/guide", guide)


def guide(ask: PageAsk) -> Response:
    live = ask.house.table(ask.number("table"))
    law = live.rules.law
    made = guide_of(live.game, live.day, live.options, live.table.limits, at_once=True)
    return render(
        ask,
        "guide.html",
        title=f"How to play {law.title}",
        live=live,
        law=law,
        guide=made,
        decisions=[one for one in law.decisions.values() if not one.absent],
        irregularities=irregularities_of(live.game, law),
    )


def explained(live: Live, name: str) -> str:
    """Returns the sentence that explains an irregularity of the table's rules."""
    return irregularity_explained(live.game, live.rules.law, name)
