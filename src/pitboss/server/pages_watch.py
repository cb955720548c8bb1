"""Surveillance: any round of any table, step by step, forwards and back, as any seat saw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from markupsafe import Markup
from starlette.responses import Response

from pitboss.draw.scene import scene_of
from pitboss.draw.table import Drawing, table_svg
from pitboss.draw.wagers import banker_of
from pitboss.server import api, words
from pitboss.server.pages import PageAsk, add, go, render
from pitboss.server.pages_table import receipt_of
from pitboss.server.past import chosen_viewer, steps_of
from pitboss.server.problems import RequestRefused
from pitboss.server.ring import ring_of
from pitboss.server.view import receipt_json, viewer_word
from pitboss.store.books import names_of
from pitboss.store.live import Live, seats_at
from pitboss.store.loading import PlayedRound
from pitboss.store.roles import may
from pitboss.store.rows import Entered
from pitboss.table.entries import seat_text
from pitboss.table.layout import Event
from pitboss.table.receipt import Receipt, event_json, standing_json
from pitboss.table.round import Waiting, play


def install(app: FastAPI) -> None:
    add(app, "GET", "/watch", choose_table)
    add(app, "GET", "/watch/{table}", choose_round)
    add(app, "GET", "/watch/{table}/find", find_round)
    add(app, "GET", "/watch/{table}/{round}", watch)


def choose_table(ask: PageAsk) -> Response:
    tables = ask.house.floor_lines(closed=True)
    return render(
        ask,
        "watch.html",
        title="Surveillance",
        tables=tables,
        rounds=None,
        table=None,
        before=0,
        later=False,
    )


def choose_round(ask: PageAsk) -> Response:
    said = ask.call(api.rounds)
    table = next(one for one in ask.house.floor_lines(closed=True) if one["id"] == said["table"])
    rounds = said["rounds"]
    before = rounds[-1].round if rounds and rounds[-1].round > 1 else 0
    return render(
        ask,
        "watch.html",
        title=f"Rounds of {table['name']}",
        tables=[],
        rounds=rounds,
        table=table,
        before=before,
        later=ask.query("before") is not None,
    )


def find_round(ask: PageAsk) -> Response:
    """The round of that number, from the form on the list."""
    return go(ask, f"/watch/{ask.number('table')}/{ask.query_number('round', 1)}?step=0")


def watch(ask: PageAsk) -> Response:
    house = ask.house
    table_id, number = ask.number("table"), ask.number("round")
    played = house.played(table_id, number)
    if not played.before.seats:
        raise RequestRefused(404, "no-such-round", "nothing was played in that procedure")
    wanted = ask.query("seat")
    viewer = chosen_viewer(played, ask.person, wanted or None)
    ask.spend(api.COST_AN_ENTRY * len(played.entries))
    wanted_step = ask.query_number("step", len(played.entries))
    steps = steps_of(played, viewer, only=min(wanted_step, len(played.entries)))
    at = min(ask.query_number("step", len(steps) - 1), len(steps) - 1)
    step, live = steps[at], played.live
    law = live.rules.law
    events = [event_json(event, law) for event in step.events]
    for index, event in enumerate(events):
        event["fresh"] = index >= len(events) - step.fresh
        event["section"] = words.section_title(live.game, law, event["cite"])
    receipt = None
    if step.finished and played.receipt is not None:
        receipt = receipt_of(live, receipt_json(played.receipt, number), [viewer_word(viewer)])
    seat = viewer_word(viewer)
    return render(
        ask,
        "watch_round.html",
        title=f"Table {table_id}, round {number}",
        step=step,
        at=at,
        steps=len(steps) - 1,
        events=events,
        receipt=receipt,
        seat=seat,
        table=table_id,
        round=number,
        name=live.opened.name,
        procedure=played.before.next,
        last=house.table(table_id).round,
        seats=_seats(ask, played, seat),
        made=_made(ask, played, at),
        svg=Markup(table_svg(_drawing(played, live, step.events, viewer, at, narrow=ask.narrow))),
    )


def _made(ask: PageAsk, played: PlayedRound, at: int) -> str:
    """Returns when and by whom the entry of that step was made, for those who read the chains."""
    if not at or not may(ask.person.role, "see-journals"):
        return ""
    row = [body for row in played.rows if isinstance(body := row.read(), Entered)][at - 1]
    with ask.house.db.read() as reading:
        names = names_of(reading)
    return f"{words.when(row.at)}, by {names.get(row.by, f'account {row.by}')}"


def _seats(ask: PageAsk, played: PlayedRound, own: str) -> list[tuple[str, str]]:
    """Returns as whom the caller may be shown the round."""
    names = {
        seat_text(s): who.name
        for s, who in sorted(played.live.seats.items())
        if s in played.before.seats
    }
    if may(ask.person.role, "see-journals") and played.receipt is not None:
        seats = [(seat, f"{seat} {name}") for seat, name in names.items()]
        return [("-", "a bystander"), ("d", "the dealer"), *seats]
    return [(own, names.get(own, {"d": "the dealer"}.get(own, "a bystander")))]


def _drawing(
    played: PlayedRound, live: Live, events: Sequence[Event], viewer: int, at: int, *, narrow: bool
) -> Drawing:
    """Returns the drawing of the table after that many entries. Wagers are public; cards come from
    the events."""
    outcome = play(live.game, live.rules, played.before, played.entries[:at], by_hand=live.by_hand)
    wagers: list[Mapping[str, Any]] = []
    if isinstance(outcome, Waiting):
        wagers = [standing_json(wager) for wager in outcome.wagers]
    else:
        wagers = [standing_json(wager) for wager in outcome.after.standing]
    ring = None
    if live.game.stakes is not None:
        table = outcome.after if isinstance(outcome, Receipt) else played.before
        ring = ring_of(live, outcome, table)
    layout = live.game.regulation.data.layout
    field = layout.get("marker", {}).get("field", "")
    return Drawing(
        law=live.rules.law,
        layout=layout,
        has_cards=played.before.shoe is not None,
        seats=max(played.before.seats) if ring is None else seats_at(live),
        scene=scene_of(events),
        wagers=wagers,
        answers=(),
        names={seat_text(s): who.name for s, who in live.seats.items()},
        you=seat_text(viewer) if viewer > 0 else "",
        marker=str(getattr(played.before.state, field, "") if field else ""),
        narrow=narrow,
        banker=banker_of(layout, played.before.state),
        shared=bool(getattr(played.before.state, "co_bank", False)),
        ring=ring or {},
    )
