"""FastAPI for routing and the OpenAPI document, msgspec for every body: one schema, not two.

A route's handler is a plain function of an `Ask`; it returns what is to be encoded, or a Starlette
response."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import Receive

from pitboss import __version__
from pitboss.server import auth
from pitboss.server.house import House
from pitboss.server.posting import check_key, read_json
from pitboss.server.problems import Problem, RequestRefused, encode, headers, problem
from pitboss.store.people import Person
from pitboss.store.roles import need
from pitboss.store.terminals import TERMINAL
from pitboss.store.writer import Job, key_id, request_id

BODY_BYTES_MAX = 65_536
INTEGER_MAX = 2**53


class Ask:
    """A request, with everything about it checked that can be checked beforehand."""

    def __init__(self, house: House, request: Request, person: Person | None, body: Any) -> None:
        self.house = house
        self.request = request
        self._person = person
        self.body = body
        self.raw = b""
        self.key = ""

    @property
    def person(self) -> Person:
        assert self._person is not None
        return self._person

    def number(self, name: str) -> int:
        """Returns a whole number in the path."""
        text = str(self.request.path_params[name])
        if not (text.isdigit() and text.isascii() and len(text) < 16):
            raise RequestRefused(404, "not-found", f"{name}: expected a number")
        return int(text)

    def spend(self, cost: float) -> None:
        """Takes what this request costs beyond a look from what the caller may ask for."""
        self.house.requests.spend(self.person.name, cost)

    def query(self, name: str) -> str | None:
        return self.request.query_params.get(name)

    def header(self, name: str) -> str:
        return self.request.headers.get(name, "")

    def query_number(self, name: str, default: int, at_most: int = INTEGER_MAX) -> int:
        text = self.query(name)
        if text is None:
            return default
        if not (text.isdigit() and text.isascii() and len(text) < 16):
            raise RequestRefused(422, "bad-query", f"{name}: expected a whole number")
        return min(int(text), at_most)

    def once(self) -> dict[str, str]:
        """Returns the idempotency of this request, for its job."""
        request, person = self.request, self.person
        return {
            "key": key_id(person.id, self.key),
            "request": request_id(
                request.method, request.url.path, request.url.query, self.raw.decode("latin-1")
            ),
        }


Handler = Callable[[Ask], Any]


class Route(msgspec.Struct, frozen=True):
    """A route of the API. One that is `keyed` changes something, so it carries an Idempotency-Key;
    `needs` is what the role must permit; where it is `limited`, somebody may ask only so often;
    `counted_as` is its name in the metrics, if that is not its path. `job` makes a job of the
    request without waiting for anything, or None where the handler must be asked after all; what
    it answers is finished by `finish`. So the many requests of one kind cost no thread."""

    method: str
    path: str
    handler: Handler
    body: type | None = None
    status: int = 200
    query: dict[str, str] = {}
    public: bool = False
    keyed: bool = False
    needs: str = ""
    media: str = "application/json"
    etag: bool = False
    limited: bool = True
    counted_as: str = ""
    job: Callable[[Ask], Job | None] | None = None
    finish: Callable[[Ask, Any], Any] | None = None


class PlainRoute(APIRoute):
    """A route whose endpoint is called with the request: who asks, and for what, is read by
    `Api._serve`, and FastAPI need not look for anything to hand in."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        endpoint: Callable[[Request], Coroutine[Any, Any, Response]] = self.endpoint
        return endpoint


class Api:
    def __init__(self, app: FastAPI, house: House) -> None:
        self.app = app
        self.house = house
        self.types: dict[str, Any] = {"Problem": Problem}

    def add(self, method: str, path: str, handler: Handler, **keywords: Any) -> None:
        """Adds a route; the keywords are the fields of `Route`."""
        route = Route(method, path, handler, **keywords)
        decoder: msgspec.json.Decoder[Any] | None = None
        if route.body is not None:
            decoder = msgspec.json.Decoder(route.body)

        async def endpoint(request: Request) -> Response:
            began = time.perf_counter()
            TERMINAL.set(address_of(request))
            try:
                answer = await self._serve(request, route, decoder)
            except Exception as error:
                answer = failure(self.house, request, error)
            took = time.perf_counter() - began
            self.house.metrics.count(
                route.counted_as or f"{method} {path}", answer.status_code, took
            )
            self.house.log_access(
                method, request.url.path, answer.status_code, took, address_of(request)
            )
            return answer

        self.app.router.add_api_route(
            path,
            endpoint,
            route_class_override=PlainRoute,
            methods=[method],
            response_model=None,
            openapi_extra=self._document(route),
            status_code=route.status,
            operation_id=re.sub(r"\W+", "_", f"{method.lower()}{path}").strip("_"),
            summary=(handler.__doc__ or path).split("\n")[0],
        )
        if route.job is not None:  # the many requests of one kind are looked for first
            routes = self.app.router.routes
            routes.insert(0, routes.pop())

    async def _serve(
        self, request: Request, route: Route, decoder: msgspec.json.Decoder[Any] | None
    ) -> Response:
        house = self.house
        ask = Ask(house, request, None, None)
        ask.raw = await read_body(request.receive)
        if not route.public:
            sent = dict(request.scope["headers"])
            person = await auth.person_of(house, sent, route.method, request.scope["path"])
            ask._person = person
            if route.limited:
                house.requests.take(person.name)
            if route.needs:
                need(person.role, route.needs)
        if route.keyed:
            ask.key = check_key(ask.header("idempotency-key"))
        if decoder is not None:
            ask.body = read_json(decoder, ask.raw)
        job = route.job(ask) if route.job is not None else None
        if job is not None:
            answer = await house.submit(job)
            said = msgspec.json.decode(answer.body)
            said = route.finish(ask, said) if route.finish is not None else said
        else:
            said = await run_in_threadpool(route.handler, ask)
        if isinstance(said, Response):
            return said
        # What waits for a second person is taken, and not done.
        waits = isinstance(said, dict) and "approval" in said and said["status"] == "pending"
        return answer_of(202 if waits else route.status, said)

    def _document(self, route: Route) -> dict[str, Any]:
        parameters: list[dict[str, Any]] = [
            {
                "name": name,
                "in": "path",
                "required": True,
                "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
            }
            for name in re.findall(r"{(\w+)}", route.path)
        ]
        for name, kind in route.query.items():
            schema: dict[str, Any] = {"type": kind}
            if kind == "integer":
                schema |= {"minimum": 0, "maximum": 10**15 - 1}
            parameters.append({"name": name, "in": "query", "required": False, "schema": schema})
        if route.keyed:
            parameters.append(
                {
                    "name": "Idempotency-Key",
                    "in": "header",
                    "required": True,
                    "schema": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": 100,
                        "pattern": "^[A-Za-z0-9._-]+$",
                    },
                }
            )
        refused = {
            "description": "Refused; nothing has changed.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        kind = "object" if route.media == "application/json" else "string"
        done: dict[str, Any] = {
            "description": "Done.",
            "content": {route.media: {"schema": {"type": kind}}},
        }
        if route.etag:
            done["headers"] = {
                "ETag": {"description": "The number of entries.", "schema": {"type": "string"}}
            }
        extra: dict[str, Any] = {
            "parameters": parameters,
            "responses": {str(route.status): done, "4XX": refused, "503": refused},
        }
        if not route.public:
            extra["security"] = [{"bearer": []}, {"cookie": []}]
        if route.body is not None:
            self.types[route.body.__name__] = route.body
            schema = {"$ref": f"#/components/schemas/{route.body.__name__}"}
            extra["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": schema}},
            }
        return extra

    def openapi(self) -> dict[str, Any]:
        """Returns the document, with the schema of the engine's own types."""
        if self.app.openapi_schema is None:
            document = get_openapi(
                title="pitboss",
                version=__version__,
                openapi_version="3.1.0",
                description="New Jersey's Rules of the Games at real tables.",
                routes=self.app.routes,
            )
            for operations in document["paths"].values():
                for operation in operations.values():
                    operation["responses"].pop("422", None)
            _, components = msgspec.json.schema_components(
                self.types.values(), ref_template="#/components/schemas/{name}"
            )
            document["components"] = {
                "schemas": components,
                "securitySchemes": {
                    "bearer": {"type": "http", "scheme": "bearer"},
                    "cookie": {"type": "apiKey", "in": "cookie", "name": auth.COOKIE},
                },
            }
            self.app.openapi_schema = document
        return self.app.openapi_schema


async def read_body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise RequestRefused(400, "gone", "the request broke off")
        body += bytes(message.get("body", b""))
        if len(body) > BODY_BYTES_MAX:
            raise RequestRefused(413, "too-large", f"at most {BODY_BYTES_MAX} bytes")
        if not message.get("more_body"):
            return body


def address_of(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def answer_of(status: int, said: Any) -> Response:
    more = headers(status)
    if isinstance(said, dict) and isinstance(said.get("n"), int):
        more["etag"] = f'"{said["n"]}"'
    return Response(
        msgspec.json.encode(said), status_code=status, media_type="application/json", headers=more
    )


def failure(house: House, request: Request, error: Exception) -> Response:
    status, answer = problem(error)
    house.metrics.refused(answer.code)
    house.report("request", error, status, method=request.method, path=request.url.path)
    return Response(
        encode(answer), status_code=status, media_type="application/json", headers=headers(status)
    )
