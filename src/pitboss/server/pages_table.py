"""A table as the caller sees it: the drawing, the prompt with what is legal and nothing else, the
story of the round, the receipt; and the dealer's own page on the same view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from markupsafe import Markup
from starlette.responses import Response

from pitboss.draw.areas import FEW, in_order
from pitboss.draw.hands import picks
from pitboss.draw.scene import scene_of
from pitboss.draw.table import Drawing, table_svg
from pitboss.draw.wagers import banker_of
from pitboss.money import format_dollars
from pitboss.server import api, school, words
from pitboss.server.pages import PageAsk, add, go, read_whole, refused_in, render
from pitboss.server.pages_guide import explained
from pitboss.server.posting import EntryRequest
from pitboss.server.problems import Problem, RequestRefused
from pitboss.server.ring import pot_sized
from pitboss.server.scoreboards import results_of
from pitboss.server.trainer import trainer_of
from pitboss.server.view import events_seen, last_events_seen
from pitboss.store import people
from pitboss.store.live import Live
from pitboss.store.people import Person
from pitboss.store.roles import may
from pitboss.table.entries import seat_text

CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
# Guests of the house that are offered at once.
GUESTS_MAX = 40
EQUIPMENT = {"draw": "Draw a card", "roll": "Roll the dice", "spin": "Spin the wheel"}


def install(app: FastAPI) -> None:
    add(app, "GET", "/tables/{table}", table_page)
    add(app, "GET", "/tables/{table}/view", table_view)
    add(app, "POST", "/tables/{table}/enter", enter)
    add(app, "POST", "/tables/{table}/sit", sit)
    add(app, "POST", "/tables/{table}/leave", leave)
    add(app, "POST", "/tables/{table}/close", close)
    add(app, "POST", "/tables/{table}/dealers", assign_dealers)
    add(app, "POST", "/tables/{table}/hint", hint)


def table_page(ask: PageAsk) -> Response:
    return _page(ask, "table.html", None)


def table_view(ask: PageAsk) -> Response:
    """Returns the part of the page that changes."""
    return _page(ask, "_table.html", None)


def _page(
    ask: PageAsk, name: str, found: Problem | None, status: int = 200, hint: Any = None
) -> Response:
    # One look at the table: what is drawn and what is told are of the same moment.
    live = ask.house.table(ask.number("table"))
    seen = ask.house.seen_by(live, ask.person)
    return render(
        ask,
        name,
        status,
        title=seen["name"],
        problem=found,
        seen=seen,
        instead=_instead(seen, found),
        svg=Markup(
            table_svg(
                drawing_of(
                    live, ask.person, seen, narrow=ask.narrow, results=results_of(ask.house, live)
                )
            )
        ),
        trainer=trainer_of(ask, live, hint),
        **_values(ask, live, seen),
    )


def _instead(seen: Mapping[str, Any], found: Problem | None) -> tuple[str, int] | None:
    """Returns the amount that could have been wagered where one was refused: the next one above it,
    or the highest there is."""
    wager, _, amount = (found.entry or "").rpartition(" ") if found is not None else ("", "", "")
    if seen["prompt"] is None or not wager:
        return None
    for answer in seen["prompt"]["answers"]:
        if answer["entry"] == wager and "step" in answer:
            low, high, step = answer["at_least"], answer["at_most"], answer["step"]
            asked = words.read_amount(amount)
            steps = max(-(-(asked - low) // step), 0)
            return wager, min(low + steps * step, high - (high - low) % step)
    return None


def drawing_of(
    live: Live,
    person: Person,
    seen: Mapping[str, Any],
    *,
    narrow: bool,
    results: Sequence[str] = (),
) -> Drawing:
    """Returns the drawing of a table as somebody sees it. It is made from the same view as what is
    told: it can show nothing that the caller may not see."""
    layout = live.game.regulation.data.layout
    scene, past = scene_of(events_seen(live, person)), False
    if scene.empty and live.last is not None:
        scene, past = scene_of(last_events_seen(live, person)), True
        if seen["events"]:
            # The new round has begun: the cards are away; dice and wheel lie as they did.
            scene.places, scene.marked = [], ""
    prompt = seen["prompt"]
    field = layout.get("marker", {}).get("field", "")
    waiting = str(seen["waiting_for"] or "")
    names, shoe = {}, seen["shoe"]
    for one in seen["taken"]:
        more = "" if one["presence"] == "seated" else f" ({one['presence']})"
        names[one["seat"]] = one["name"] + more
    return Drawing(
        law=live.rules.law,
        layout=layout,
        has_cards=live.table.shoe is not None,
        seats=seen["seats"],
        names=names,
        you=seen["you"]["seat"] or "",
        scene=scene,
        wagers=seen["wagers"],
        answers=prompt["answers"] if prompt is not None else (),
        also=seen["you"]["areas"],
        asked=prompt["what"] if prompt is not None else "",
        turn=waiting if waiting.startswith("p") and waiting != "players" else "",
        marker=str(getattr(live.table.state, field, "") if field else ""),
        past=past,
        can_sit=seen["you"]["role"] == "patron" and seen["you"]["seat"] is None,
        narrow=narrow,
        left=shoe["cards"] - shoe["dealt"] if shoe else None,
        dealt=shoe["dealt"] if shoe else None,
        results=results,
        banker=banker_of(layout, live.table.state),
        shared=bool(getattr(live.table.state, "co_bank", False)),
        ring=seen["ring"] or {},
    )


def _values(ask: PageAsk, live: Live, seen: Mapping[str, Any]) -> dict[str, Any]:
    prompt = seen["prompt"]
    answers: list[Mapping[str, Any]] = list(prompt["answers"]) if prompt is not None else []
    law = live.rules.law
    low = seen["limits"].get("", [0, 0])[0]
    receipt = None
    if seen["last"] is not None:
        receipt = receipt_of(live, seen["last"], _own_seats(live, ask.person.id))
    several = bool(seen["you"]["areas"]) or not seen["you"]["seat"]
    own_seat = seen["you"]["seat"] or ""
    chips = [value for value in CHIPS if value >= seen["chip"]] or [seen["chip"]]
    return {
        "chips": chips,
        "usual_chip": next((value for value in chips if value >= low), chips[-1]),
        "offers": [_offer(live, one, several) for one in answers if "wager" in one],
        "moves": [one for one in answers if _is_move(one)],
        "amounts": [_amount(one, answers) for one in answers if "amount" in one],
        "numbers": [one for one in answers if "NUMBER" in one["entry"]],
        "own": _own_wagers(seen, answers),
        "needed": _needed(live, seen, answers, several),
        "picks": picks(answers, scene_of(events_seen(live, ask.person)).of(own_seat)),
        "can_close": any(one["entry"] == "d close" for one in answers),
        "receipt": receipt,
        "stakes": _stakes(ask, live, seen, answers),
        "section": words.section_title(live.game, law, prompt["cite"]) if prompt else "",
        "deals": may(ask.person.role, "deal"),
        "manages": may(ask.person.role, "manage-tables"),
        "supervises": may(ask.person.role, "supervise"),
        **_staff(ask, live),
        "irregular": [_irregularity(live, text) for text in seen.get("irregularities", ())],
        "equipment": _equipment(live),
        "say": _said(seen, receipt),
        "moved": _moved(seen),
        "law": law,
    }


def _stakes(
    ask: PageAsk, live: Live, seen: Mapping[str, Any], answers: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Returns what a player does at a table with table stakes: choices with their keys, the raise
    that a slider sets, chips that may be added, seats that are free, and the time that is left."""
    if seen["ring"] is None:
        return None
    own, now = live.seat_of(ask.person.id), ask.house.clock()
    mine = [one for one in answers if one["entry"].startswith(f"{seat_text(own)} ")] if own else []
    words_of = [one["entry"].partition(" ")[2] for one in mine]
    slider = next((one for one in mine if "amount" in one), None)
    word = slider["amount"] if slider is not None else None
    if slider is not None:
        sized = min(max(pot_sized(live, own), slider["at_least"]), slider["at_most"])
        slider = {**slider, "pot": sized - (sized - slider["at_least"]) % slider["step"]}
    deciding = seen["prompt"] is not None and seen["prompt"]["kind"] == "decision" and own
    moves = [w for w in words_of if deciding and w != word and not _fills(w, word)]
    taken = {one["seat"] for one in seen["taken"]}
    return {
        "moves": [{"entry": f"{seat_text(own)} {w}", "words": w, "key": _key(w)} for w in moves],
        "slider": slider,
        "adds": next((one for one in mine if one.get("wager") == live.game.stakes.chips), None)
        if live.game.stakes is not None
        else None,
        "calls": {
            w.rsplit(" ", 1)[1]: f"{seat_text(own)} {w}" for w in words_of if w.startswith("call ")
        },
        "free": [f"p{n}" for n in range(1, seen["seats"] + 1) if f"p{n}" not in taken],
        "seconds": max(0, -(-(seen["deadline"] - now) // 1000)) if seen["deadline"] else None,
    }


def _fills(choice: str, word: str | None) -> bool:
    """Whether the slider says this choice as well."""
    return word is not None and choice.startswith(f"{word} ")


def _key(choice: str) -> str:
    """Returns the key of a choice: `c` to check or call, `r` to bet or raise, else its first
    letter."""
    first = choice.split()[0]
    return {"check": "c", "call": "c", "bet": "r", "raise": "r", "complete": "r"}.get(
        first, first[0]
    )


def _staff(ask: PageAsk, live: Live) -> dict[str, Any]:
    """Returns who may be seated by the dealer, and who may be assigned to the table."""
    role = ask.person.role
    if live.closed or not may(role, "deal"):
        return {"guests": [], "dealers": []}
    with ask.house.db.read() as reading:
        known = [one for one in people.list_people(reading) if not one.disabled]
    seated = {who.account for who in live.seats.values()}
    dealers = [
        {"id": one.id, "name": one.name, "assigned": one.id in (live.dealers or ())}
        for one in known
        if one.role == "dealer"
    ]
    return {
        "guests": [one for one in known if one.guest and one.id not in seated][:GUESTS_MAX],
        "dealers": dealers if may(role, "manage-tables") else [],
    }


def _needed(
    live: Live, seen: Mapping[str, Any], answers: Sequence[Mapping[str, Any]], several: bool
) -> list[dict[str, Any]]:
    """Returns what may be wagered next, in the layout's order, where the round waits for it: of
    each kind that the viewer has not wagered on yet the first."""
    made = {
        w["wager"].partition(" ")[0] for w in seen["wagers"] if w["seat"] == seen["you"]["seat"]
    }
    order = [kind.key for kind in in_order(live.rules.law, live.game.regulation.data.layout)]
    open_to = {one["wager"]: one for one in reversed(answers) if "wager" in one}
    kinds = [kind for kind in order if kind in open_to and kind not in made]
    if kinds and len(live.rules.law.wagers[kinds[0]].spots) > FEW:
        return []
    # A round of few kinds waits for the first of them; where there are many, any will do.
    return [_offer(live, open_to[kind], several) for kind in kinds[:1]] if len(order) < 7 else []


def _offer(live: Live, answer: Mapping[str, Any], several: bool) -> dict[str, Any]:
    """Returns what may be wagered; whose it would be is said where there are several."""
    kind = live.rules.law.wagers[answer["wager"]]
    label = (kind.label or answer["wager"]).split(":")[0]
    who = f"{answer['seat']}: " if several else ""
    return {**answer, "label": f"{who}{label} {answer['spot']}".strip()}


def _amount(answer: Mapping[str, Any], answers: list[Mapping[str, Any]]) -> dict[str, Any]:
    """Returns a choice of any amount; `usual` where the usual ones are buttons by themselves."""
    usual = any(one["entry"].startswith(f"{answer['entry']} ") for one in answers)
    return {**answer, "usual": usual}


def _is_move(answer: Mapping[str, Any]) -> bool:
    """Whether a choice is a button by itself."""
    parts = answer["entry"].split()
    if "wager" in answer or "amount" in answer or "NUMBER" in answer["entry"]:
        return False
    return answer["entry"] != "d close" and not (parts[0] != "d" and parts[1] in ("remove", "call"))


def _own_wagers(seen: Mapping[str, Any], answers: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the viewer's wagers, each with what may be done with it."""
    mine = (seen["you"]["seat"], *seen["you"]["areas"])
    entries = {answer["entry"] for answer in answers}
    found = []
    for wager in seen["wagers"]:
        seat = wager["seat"]
        if seat not in mine:
            continue
        acts = [
            (label, entry)
            for label, entry in (
                ("take back", f"{seat} remove {wager['wager']}"),
                ("call on", f"{seat} call {wager['wager']} on"),
                ("call off", f"{seat} call {wager['wager']} off"),
            )
            if entry in entries
        ]
        found.append({**wager, "acts": acts, "at": seat if len(mine) > 1 else ""})
    return found


def _own_seats(live: Live, account: int) -> list[str]:
    """Returns the seats that somebody had in the last round, further betting areas included."""
    return [seat_text(seat) for seat, owner in live.last_owners.items() if owner == account]


def receipt_of(live: Live, receipt: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """Returns a receipt with what its sections are called and the odds that they state; `own` is
    the result of these seats together, None where they had no part in it."""
    law = live.rules.law
    lines = [
        {
            **line,
            "section": words.section_title(live.game, law, line["cite"]),
            "rows": words.odds_rows(law, line),
        }
        for line in receipt["lines"]
    ]
    own = [receipt["net"][seat] for seat in seats if seat in receipt["net"]]
    return {**receipt, "lines": lines, "own": sum(own) if own else None}


def _irregularity(live: Live, text: str) -> dict[str, Any]:
    """Returns how an irregularity is declared: `! name SEAT one|two`."""
    parts = text.split(maxsplit=2)
    name = parts[1]
    known = live.game.irregularities[name]
    return {
        "name": name,
        "title": words.nice(name).capitalize(),
        "label": explained(live, name),
        "seat": "seat" in known.takes,
        "details": list(known.details),
        "cite": live.rules.law.cite(known.cite),
    }


def _equipment(live: Live) -> list[tuple[str, str]]:
    """Returns what the dealer of this game handles; a wrong one at a wrong time is caught."""
    layout = live.game.regulation.data.layout
    kinds = {"cards": ["draw"], "dice": ["roll"], "wheel": ["spin"], "roulette": ["spin"]}
    found = kinds.get(str(layout.get("kind", "")), list(EQUIPMENT))
    if live.table.shoe is not None and "draw" not in found:
        found = [*found, "draw"]
    if live.outcome is not None and live.outcome.prompt.kind in EQUIPMENT:
        found = list(dict.fromkeys([*found, live.outcome.prompt.kind]))
    return [(verb, EQUIPMENT[verb]) for verb in found]


def _moved(seen: Mapping[str, Any]) -> str:
    """Returns a word that is another one when the dice were rolled or the wheel was spun again."""
    last = seen["last"]
    before = last["round"] if last is not None else 0
    now = sum(event["act"] in ("roll", "spin") for event in seen["events"])
    return f"{before}.{now}" if now else str(before)


def _said(seen: Mapping[str, Any], receipt: Mapping[str, Any] | None) -> str:
    """Returns what a screen reader is told when the table has moved on."""
    last = [words.tell(event) for event in seen["events"][-2:]]
    if not seen["events"] and receipt is not None:
        own = receipt["own"]
        result = "the round is over" if own is None else f"your result {words.gained(own)}"
        last = [*(words.tell(event) for event in seen["last"]["events"][-1:]), result]
    if seen["prompt"] is not None:
        last.append("it is your turn")
    return "; ".join(last)


# -- forms ----------------------------------------------------------------------------------------


def entry_text(ask: PageAsk) -> str:
    """Returns the entry that the fields of a form make. What it may be is for the procedure to
    say."""
    entry = ask.field("entry")
    amount, number = ask.field("amount"), ask.field("number")
    if number:
        entry = entry.replace("NUMBER", number)
    if amount:
        entry = f"{entry} {format_dollars(words.read_amount(amount))}"
    for name in ("seat", "detail", "text"):
        more = ask.field(name)
        if more:
            entry = f"{entry} {more}"
    return " ".join(entry.split())


def enter(ask: PageAsk) -> Response:
    def work() -> Any:
        at = read_whole(ask.field("at"))
        return ask.call(
            lambda inner: api.enter(inner, at),
            EntryRequest(entry_text(ask), place=ask.field("place")),
        )

    return show_after(ask, *refused_in(ask, work))


def hint(ask: PageAsk) -> Response:
    """What the procedure wants at a training table, for whoever asks."""
    said, found = refused_in(ask, lambda: ask.call(school.give_hint, needs="train"))
    name = "_table.html" if ask.htmx else "table.html"
    return _page(ask, name, found, 422 if found is not None else 200, hint=said)


def sit(ask: PageAsk) -> Response:
    body = api.Sitting(seat=ask.field("seat"), also=ask.field("also") == "1")
    body.guest = read_whole(ask.field("guest")) or 0
    return show_after(ask, *refused_in(ask, lambda: ask.call(api.sit, body)))


def leave(ask: PageAsk) -> Response:
    return show_after(ask, *refused_in(ask, lambda: ask.call(api.leave, query=ask.form)))


def close(ask: PageAsk) -> Response:
    body = api.Closing(ask.field("reason"))
    said, found = refused_in(ask, lambda: ask.call(api.close_table, body, needs="manage-tables"))
    return go(ask, "/") if found is None else show_after(ask, said, found)


def assign_dealers(ask: PageAsk) -> Response:
    chosen = [name.removeprefix("dealer.") for name in ask.form if name.startswith("dealer.")]
    body = api.Dealers([account for account in map(read_whole, chosen) if account is not None])
    said, found = refused_in(ask, lambda: ask.call(api.assign_dealers, body, needs="manage-tables"))
    return show_after(ask, said, found)


def show_after(ask: PageAsk, said: Any, found: Problem | None) -> Response:
    """Shows the table again: at once where htmx asked, else by a look at the page."""
    if found is not None and found.code == "no-such-table":
        raise RequestRefused(404, found.code, found.message)
    if ask.htmx:
        return _page(ask, "_table.html", found, 422 if found is not None else 200)
    if found is not None:
        return _page(ask, "table.html", found, 422)
    return go(ask, f"/tables/{ask.number('table')}")
