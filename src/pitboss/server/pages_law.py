"""The law as pages: any paragraph on any day under an address of its own, with its facts, its
timeline, what carries it out and how well it is known. They are open to everybody: the law is."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI
from starlette.responses import RedirectResponse, Response

from pitboss import registry
from pitboss.errors import BadInput
from pitboss.law import coverage, lookup
from pitboss.law.address import Address, parse_address
from pitboss.law.difference import difference
from pitboss.law.redline import blocks
from pitboss.server.pages import PageAsk, add, render, templates
from pitboss.table.description import describe

ROOT = "/law"
ONE_DAY = timedelta(days=1)
# How many paragraphs, lists and comparisons are kept ready; each is a few kilobytes.
KEPT = 512


def install(app: FastAPI) -> None:
    templates.filters["law_address"] = address_of
    for path, handler in (
        (ROOT, contents),
        (f"{ROOT}/search", search),
        (f"{ROOT}/changes", changes),
        (f"{ROOT}/guesses", guesses),
        (f"{ROOT}/coverage", covered),
        (f"{ROOT}/games/{{game}}", game_page),
        (f"{ROOT}/games/{{game}}/redline", redline_page),
        (f"{ROOT}/us-nj/njac/{{rest:path}}", paragraph),
        (f"{ROOT}/{{cite}}", by_citation),
    ):
        add(app, "GET", path, handler, public=True)


def address_of(cite: str, day: str = "") -> str:
    """The page of a citation as it is printed at a table; "" for what is not of the chapter."""
    try:
        address = parse_address(cite)
    except BadInput:
        return ""
    on = f"@{day}" if day else ""
    return quote(f"{ROOT}{address.path}{on}", safe="/:@")


def day_of(ask: PageAsk, name: str = "day") -> date:
    """The day asked for; today if none is."""
    text = ask.query(name)
    if not text:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{text[:20]!r} is not a day such as 1999-06-01") from None


# -- a paragraph ----------------------------------------------------------------------------------


def by_citation(ask: PageAsk) -> Response:
    """`/law/6.5(i)2?day=1995-01-01` goes on to the paragraph's own address."""
    address = parse_address(ask.request.path_params["cite"], day=day_of(ask))
    return RedirectResponse(quote(ROOT + address.path, safe="/:@"), 303)


def paragraph(ask: PageAsk) -> Response:
    """A paragraph, section or subchapter as it stood on the day of its address."""
    address = parse_address(f"/us-nj/njac/{ask.request.path_params['rest']}")
    asked = ask.query("day")
    if asked or address.day is None:
        # Another day may belong to the other chapter: the address follows the day.
        moved = parse_address(address.key, day=day_of(ask))
        return RedirectResponse(quote(ROOT + moved.path, safe="/:@"), 303)
    return render(
        ask,
        "law_paragraph.html",
        title=address.citation,
        address=address,
        answer=_as_of(address.key, address.day),
        timeline=_timeline(address.key),
        carried=_carried(address),
        before=address.day - ONE_DAY,
    )


@lru_cache(KEPT)
def _as_of(key: str, day: date) -> dict[str, Any]:
    return lookup.as_of(key, day)


@lru_cache(KEPT)
def _timeline(key: str) -> dict[str, Any]:
    return lookup.timeline(key)


def _carried(address: Address) -> list[coverage.Paragraph]:
    """The paragraphs that stand at or under the address, as the editions have them."""
    number = address.section.partition(".")[0]
    return [
        row
        for row in coverage.paragraphs(number)
        if lookup.is_under(row.at.partition(" ")[0], address)
    ]


# -- a game ---------------------------------------------------------------------------------------


def game_page(ask: PageAsk) -> Response:
    """A game's wagers, pay tables, options, decisions and irregularities on a day."""
    key, day = ask.request.path_params["game"], day_of(ask)
    return render(
        ask, "law_game.html", title=key, day=day, before=day - ONE_DAY, rules=_described(key, day)
    )


@lru_cache(64)
def _described(key: str, day: date) -> dict[str, Any]:
    game = registry.find(key)
    return describe(game, game.rules(day, {}).law)


def redline_page(ask: PageAsk) -> Response:
    """What changed at a game between two days, before and after side by side."""
    key, first, last = ask.request.path_params["game"], day_of(ask, "from"), day_of(ask, "to")
    answer, acts = _redline(key, first, last)
    return render(
        ask, "law_redline.html", title=f"{key}: what changed", game=key, answer=answer, acts=acts
    )


@lru_cache(64)
def _redline(key: str, first: date, last: date) -> tuple[dict[str, Any], list[Any]]:
    answer = difference(registry.find(key).regulation, first, last)
    return answer, blocks(answer)


# -- lists ----------------------------------------------------------------------------------------


def contents(ask: PageAsk) -> Response:
    """The subchapters, and how much of each was read and is carried out."""
    return render(
        ask,
        "law.html",
        title="The law",
        day=day_of(ask),
        subchapters=_subchapters(),
        report=_report(""),
    )


@lru_cache(1)
def _subchapters() -> list[dict[str, str]]:
    return [
        {"number": r.data.subchapter, "title": r.data.title, "game": r.data.game}
        for r in lookup.all_regulations()
    ]


@lru_cache(64)
def _report(subchapter: str) -> dict[str, Any]:
    return coverage.report(subchapter)


def search(ask: PageAsk) -> Response:
    """Sections and facts that have a word; a paragraph's number goes to its page."""
    word, day = (ask.query("word") or "").strip()[:60], day_of(ask)
    if word[:1].isdigit() and (page := address_of(word, day.isoformat())):
        return RedirectResponse(page, 303)
    answer = _search(word, day) if word else None
    return render(ask, "law_hits.html", title="Search", word=word, day=day, answer=answer)


@lru_cache(KEPT)
def _search(word: str, day: date) -> dict[str, Any]:
    return lookup.search(word, day)


def changes(ask: PageAsk) -> Response:
    """The acts of a period, in the whole chapter."""
    first, last = day_of(ask, "from"), day_of(ask, "to")
    answer = _changes(first, last) if ask.query("from") else None
    return render(ask, "law_changes.html", title="Changes", first=first, last=last, answer=answer)


@lru_cache(KEPT)
def _changes(first: date, last: date) -> dict[str, Any]:
    return lookup.changes(first, last)


def guesses(ask: PageAsk) -> Response:
    """Every fact of a day that no text of ours says."""
    day = day_of(ask)
    return render(
        ask, "law_guesses.html", title="What rests on a guess", day=day, answer=_guesses(day)
    )


@lru_cache(KEPT)
def _guesses(day: date) -> dict[str, Any]:
    return lookup.guesses(day)


def covered(ask: PageAsk) -> Response:
    """What carries out each paragraph: the chapter in counts, a subchapter line by line."""
    number = (ask.query("subchapter") or "").strip().upper()[:3]
    return render(ask, "law_coverage.html", title="Coverage", number=number, report=_report(number))
