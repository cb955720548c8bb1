"""What a browser is shown that asks for an address where nothing is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from pitboss.server.pages import PageAsk, read, render
from pitboss.server.problems import Problem, encode

Handler = Callable[[Request, Exception], Awaitable[Response]]


def install(app: FastAPI) -> None:
    """A browser gets a page; whoever asks for anything else than a page, or for a part of the API,
    gets the API's answer as before."""
    before = cast(Handler, app.exception_handlers[HTTPException])

    async def unknown(request: Request, error: Exception) -> Response:
        page = "text/html" in request.headers.get("accept", "")
        if not page or getattr(error, "status_code", 0) != 404:
            return await before(request, error)
        if request.url.path.startswith("/api/"):
            found = Problem("not-found", "nothing is at this address")
            return Response(encode(found), 404, media_type="application/json")
        ask = PageAsk(request.app.state.house, request, None)
        try:
            await read(ask, public=True)
        except Exception:
            ask._person = None  # whoever may see nothing still hears that nothing is here
        return await run_in_threadpool(render, ask, "unknown.html", 404, title="Nothing here")

    app.exception_handler(HTTPException)(unknown)
