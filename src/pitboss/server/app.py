"""The application: FastAPI with the routes of the API, the streams, and the pages beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec

from fastapi import FastAPI, Request
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss import __version__
from pitboss.server import acts, casino, demo, keno, listening, logs, room, school, submissions
from pitboss.server import api as routes
from pitboss.server.bridge import Api
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


def create_app(settings: Settings | None = None, *, house: House | None = None) -> FastAPI:
    """Returns the ASGI application. Workers call it without arguments."""
    settings = settings or from_environment()
    logs.configure(settings.log_level)
    house = house or House(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await house.start()
        tasks = demo.start(house)
        house.log.info("started", database=house.db.shown, version=__version__)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await house.stop()
            house.log.info("stopped")

    app = FastAPI(
        title="pitboss",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.house = house
    app.add_middleware(Secured, settings=settings)
    app.exception_handler(HTTPException)(_not_found)
    api = Api(app, house)
    routes.add_routes(api)
    listening.add_routes(api)
    keno.add_routes(api)
    casino.add_routes(api)
    acts.add_routes(api)
    submissions.add_routes(api)
    school.add_routes(api)
    room.add_routes(api)
    app.add_api_route("/openapi.json", lambda: JSONResponse(api.openapi()), include_in_schema=False)
    if settings.pages and find_spec("pitboss.server.pages") is not None:
        from pitboss.server import pages

        pages.install(app)
    return app


class Secured:
    """Puts the headers for browsers on every answer that does not set them itself."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.headers = dict(SECURITY)
        if settings.secure:
            self.headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, secured if scope["type"] == "http" else send)


async def _not_found(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "not-found", 405: "method-not-allowed"}.get(error.status_code, "refused")
    return Response(
        encode(Problem(code, str(error.detail))),
        status_code=error.status_code,
        media_type="application/json",
        headers=error.headers,
    )


def first_start(house: House) -> str:
    """Creates the first administrator if there is none; returns the one-time password, or ""."""
    password = people.one_time_password()
    stored = people.hash_password(password)
    created = house.call(lambda batch: people.first_administrator(batch, stored))
    return password if created else ""
