"""The application: FastAPI with its routes, the hot path before it, the pages beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Any

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from pitboss import __version__
from pitboss.server import demo, logs
from pitboss.server.api import add_routes
from pitboss.server.bridge import Api
from pitboss.server.hot import HotPath
from pitboss.server.house import House
from pitboss.server.problems import Problem, encode
from pitboss.server.settings import Settings, from_environment
from pitboss.store import people

SECURITY = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; "
        "script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "form-action 'self'"
    ),
}


def create_app(settings: Settings | None = None, *, house: House | None = None) -> Any:
    """The ASGI application. Workers call it without arguments."""
    settings = settings or from_environment()
    logs.configure(settings.log_level)
    house = house or House(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        tasks = demo.start(house) if settings.demo else []
        house.log.info("started", database=house.db.shown, version=__version__)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await house.stop()
            house.log.info("stopped")

    app = FastAPI(
        title="pitboss", version=__version__, lifespan=lifespan, openapi_url=None, docs_url=None,
        redoc_url=None,
    )  # fmt: skip
    app.state.house = house
    app.middleware("http")(_secure(settings))
    app.exception_handler(HTTPException)(_not_found)
    api = Api(app, house)
    add_routes(api)
    document_hot_path(api)
    app.add_api_route("/openapi.json", lambda: JSONResponse(api.openapi()), include_in_schema=False)
    if settings.pages and find_spec("pitboss.server.pages") is not None:
        from pitboss.server import pages

        pages.install(app)
    return HotPath(app, house)


def _secure(settings: Settings) -> Any:
    async def add_headers(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = await call_next(request)
        for name, value in SECURITY.items():
            response.headers.setdefault(name, value)
        if settings.secure:
            response.headers.setdefault("strict-transport-security", "max-age=31536000")
        return response

    return add_headers


async def _not_found(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "refused")
    return Response(
        encode(Problem(code, str(error.detail))), status_code=error.status_code,
        media_type="application/json", headers=error.headers,
    )  # fmt: skip


def document_hot_path(api: Api) -> None:
    """The plain ASGI routes, for the OpenAPI document: they are served before this."""
    from pitboss.server.hot import FLOOR_STREAM, EntryRequest

    def post_entries(_ask: Any) -> Any:
        """Put an entry (or several, all or none) on the tape of the table."""

    def floor_stream(_ask: Any) -> Any:
        """Which tables of the floor have moved on, as they do."""

    def stream(_ask: Any) -> Any:
        """Events of the table as the caller's seat sees them; resumes at Last-Event-ID."""

    api.add("POST", "/api/tables/{table}/entries", post_entries, body=EntryRequest, keyed=True,
            etag=True)  # fmt: skip
    api.add("GET", "/api/tables/{table}/stream", stream, media="text/event-stream")
    api.add("GET", FLOOR_STREAM, floor_stream, media="text/event-stream")


def first_start(house: House) -> str:
    """Create the first administrator if there is none; gives the one-time password, or ""."""
    password = people.one_time_password()
    stored = people.hash_password(password)
    created = house.call(lambda batch: people.first_administrator(batch, stored))
    return password if created else ""
