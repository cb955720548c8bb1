"""Opening tables (floorpersons), accounts and play money (the administrator)."""

from __future__ import annotations

from datetime import date
from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

from pitboss.server import api, words
from pitboss.server.pages import (
    PageAsk,
    add,
    converted,
    go,
    read_value,
    read_whole,
    refused_in,
    render,
)
from pitboss.server.problems import Problem
from pitboss.store.opening import NewTable
from pitboss.store.roles import ROLES, may, need

# A dealer in training: only guests of the house sit at such a table, and play by themselves.
IN_TRAINING = "training"


def install(app: FastAPI) -> None:
    add(app, "GET", "/open", open_page)
    add(app, "POST", "/open", open_table)
    add(app, "GET", "/accounts", accounts)
    add(app, "POST", "/accounts", new_account)
    add(app, "POST", "/accounts/{account}", change_account)
    add(app, "POST", "/accounts/{account}/deposits", deposit)
    add(app, "POST", "/approvals/{approval}", answer_approval)


# -- tables ---------------------------------------------------------------------------------------


def open_page(ask: PageAsk) -> Response:
    need(ask.person.role, "manage-tables")
    fields = {name: ask.query(name) or "" for name in ("game", "day")}
    return _open(ask, fields, None)


def _open(ask: PageAsk, fields: dict[str, str], found: Any, status: int = 200) -> Response:
    """Shows the form; options are those of the game on that day."""
    today = ask.house.writer.day_of(ask.house.clock())
    try:
        day = date.fromisoformat(fields.get("day", "")) if fields.get("day") else today
    except ValueError:
        day = today
    known = _games(ask, day)
    chosen = next((one for one in known if one["game"] == fields.get("game")), None)
    return render(
        ask,
        "open.html",
        status,
        title="Open a table",
        games=known,
        chosen=chosen,
        fields=fields,
        today=today,
        problem=found,
    )


def _games(ask: PageAsk, day: date) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = ask.call(api.games, query={"day": day.isoformat()})["games"]
    return games


def open_table(ask: PageAsk) -> Response:
    def work() -> Any:
        day = date.fromisoformat(ask.field("day")) if ask.field("day") else None
        body: dict[str, Any] = {
            "game": ask.field("game"), "name": ask.field("name"), "pit": ask.field("pit") or "1",
            "dealer": ask.field("dealer") or "automatic", "options": {}, "limits": {},
            "meter": ask.field("meter"),
        }  # fmt: skip
        if body["dealer"] == IN_TRAINING:
            body |= {"dealer": "by hand", "training": True, "guests_play": True}
        if day is not None:
            body["day"] = day.isoformat()
        known = _games(ask, day or ask.house.writer.day_of(ask.house.clock()))
        chosen = next((one for one in known if one["game"] == body["game"]), None)
        for option in chosen["options"] if chosen is not None else ():
            text = ask.field(f"option.{option['name']}")
            if text and text.lower() != str(option["default"]).lower():
                body["options"][option["name"]] = read_value(text, option["values"])
        if ask.field("low") and ask.field("high"):
            low, high = words.read_amount(ask.field("low")), words.read_amount(ask.field("high"))
            body["limits"][""] = (low, high)
        if ask.field("chip"):
            body["chip"] = words.read_amount(ask.field("chip"))
        for name in ("wager_seconds", "decision_seconds"):
            seconds = read_whole(ask.field(name))
            if seconds is not None:
                body[name] = seconds
        return ask.call(api.open_table, converted(body, NewTable), needs="manage-tables")

    try:
        said, found = refused_in(ask, work)
    except ValueError:
        said, found = None, Problem("bad-day", "day: expected such as 1999-06-01")
    if found is not None:
        return _open(ask, ask.form, found, 422)
    return go(ask, f"/tables/{said['table']}")


# -- accounts -------------------------------------------------------------------------------------


def accounts(ask: PageAsk) -> Response:
    return _accounts(ask, None, None)


def _accounts(ask: PageAsk, said: Any, found: Any, status: int = 200) -> Response:
    known = ask.call(api.accounts)["accounts"]
    role = ask.person.role
    waiting = [one for one in ask.call(api.approvals)["approvals"] if one.status == "pending"]
    return render(
        ask,
        "accounts.html",
        status,
        title="Accounts",
        accounts=known,
        roles=ROLES,
        said=said,
        problem=found,
        manages=may(role, "manage-accounts"),
        cage=may(role, "cage"),
        approvals=waiting,
    )


def new_account(ask: PageAsk) -> Response:
    body = api.NewAccount(ask.field("name"), ask.field("role"), guest=bool(ask.field("guest")))
    said, found = refused_in(ask, lambda: ask.call(api.new_account, body, needs="manage-accounts"))
    return _accounts(ask, said, found, 422 if found is not None else 200)


def change_account(ask: PageAsk) -> Response:
    do = ask.field("do")
    body = api.AccountChange(reset_password=do == "reset")
    if do in ("disable", "enable"):
        body.disabled = do == "disable"
    said, found = refused_in(
        ask, lambda: ask.call(api.change_account, body, needs="manage-accounts")
    )
    return _accounts(ask, said, found, 422 if found is not None else 200)


def answer_approval(ask: PageAsk) -> Response:
    body = api.Answering(bool(ask.field("agreed")))
    said, found = refused_in(ask, lambda: ask.call(api.answer_approval, body))
    return _accounts(ask, said, found, 422 if found is not None else 200)


def deposit(ask: PageAsk) -> Response:
    def work() -> Any:
        text = ask.field("amount")
        cents = words.read_amount(text.removeprefix("-"))
        reason = ask.field("reason") or "by the cage"
        body = api.NewDeposit(-cents if text.startswith("-") else cents, reason)
        return ask.call(api.deposit, body, needs="cage")

    said, found = refused_in(ask, work)
    return _accounts(ask, None if found is not None else said, found, 422 if found else 200)
