"""FastAPI for routing and the OpenAPI document, msgspec for every body: one schema, not two.

A route is a plain function of an `Ask`; it gives what is to be encoded, or (status, that), or a
Starlette response."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from pitboss import __version__
from pitboss.server import auth, hot
from pitboss.server.house import House
from pitboss.server.problems import Problem, encode, headers, problem
from pitboss.store.live import Refused
from pitboss.store.people import Person
from pitboss.store.roles import need
from pitboss.store.writer import key_id, request_id

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
        """A whole number in the path."""
        text = str(self.request.path_params[name])
        if not (text.isdigit() and text.isascii() and len(text) < 16):
            raise Refused(404, "not-found", f"{name}: expected a number")
        return int(text)

    def query(self, name: str) -> str | None:
        return self.request.query_params.get(name)

    def query_number(self, name: str, default: int, at_most: int = INTEGER_MAX) -> int:
        text = self.query(name)
        if text is None:
            return default
        if not (text.isdigit() and text.isascii() and len(text) < 16):
            raise Refused(422, "bad-query", f"{name}: expected a whole number")
        return min(int(text), at_most)

    def once(self) -> dict[str, str]:
        """The idempotency of this request, for its job."""
        request, person = self.request, self.person
        return {
            "key": key_id(person.id, self.key),
            "request": request_id(
                request.method, request.url.path, request.url.query, self.raw.decode("latin-1")
            ),
        }


Handler = Callable[[Ask], Any]


class Api:
    def __init__(self, app: FastAPI, house: House) -> None:
        self.app = app
        self.house = house
        self.types: dict[str, Any] = {"Problem": Problem}

    def add(
        self,
        method: str,
        path: str,
        handler: Handler,
        *,
        body: type | None = None,
        status: int = 200,
        query: dict[str, str] | None = None,
        public: bool = False,
        keyed: bool = False,
        needs: str = "",
        media: str = "application/json",
        etag: bool = False,
    ) -> None:
        """`keyed`: it changes something, so it carries an Idempotency-Key; `needs`: what the
        role must permit."""

        async def endpoint(request: Request) -> Response:
            began = time.perf_counter()
            try:
                answer = await self._serve(request, handler, body, public, keyed, needs, status)
            except Exception as error:
                answer = failure(self.house, request, error)
            self.house.metrics.count(
                f"{method} {path}", answer.status_code, time.perf_counter() - began
            )
            return answer

        extra = self._document(path, body, query or {}, keyed, status, media, public, etag)
        self.app.add_api_route(
            path, endpoint, methods=[method], response_model=None, openapi_extra=extra,
            operation_id=re.sub(r"\W+", "_", f"{method.lower()}{path}").strip("_"),
            summary=(handler.__doc__ or path).split("\n")[0], status_code=status,
        )  # fmt: skip

    async def _serve(
        self, request: Request, handler: Handler, body: type | None, public: bool, keyed: bool,
        needs: str, status: int,
    ) -> Response:  # fmt: skip
        house = self.house
        raw = await hot.read_body(request.receive)
        person = None
        if not public:
            person = await auth.person_from_scope(house, request.scope)  # type: ignore[arg-type]
            house.requests.take(person.name)
            if needs:
                need(person.role, needs)
        decoded: Any = None
        if body is not None:
            try:
                decoded = msgspec.json.decode(raw or b"{}", type=body)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise Refused(422, "bad-body", str(error)[:200]) from None
        ask = Ask(house, request, person, decoded)
        ask.raw = raw
        if keyed:
            ask.key = hot.check_key(request.headers.get("idempotency-key", ""))
        said = await run_in_threadpool(handler, ask)
        if isinstance(said, Response):
            return said
        if isinstance(said, tuple):
            status, said = said
        return answer_of(status, said)

    def _document(
        self, path: str, body: type | None, query: dict[str, str], keyed: bool, status: int,
        media: str, public: bool, etag: bool,
    ) -> dict[str, Any]:  # fmt: skip
        parameters: list[dict[str, Any]] = [
            {"name": name, "in": "path", "required": True,
             "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999}}
            for name in re.findall(r"{(\w+)}", path)
        ]  # fmt: skip
        for name, kind in query.items():
            schema: dict[str, Any] = {"type": kind}
            if kind == "integer":
                schema |= {"minimum": 0, "maximum": 10**15 - 1}
            parameters.append({"name": name, "in": "query", "required": False, "schema": schema})
        if keyed:
            parameters.append(
                {"name": "Idempotency-Key", "in": "header", "required": True,
                 "schema": {"type": "string", "minLength": 1, "maxLength": 100,
                            "pattern": "^[A-Za-z0-9._-]+$"}}
            )  # fmt: skip
        refused = {
            "description": "Refused; nothing has changed.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        kind = "object" if media == "application/json" else "string"
        done: dict[str, Any] = {
            "description": "Done.", "content": {media: {"schema": {"type": kind}}}
        }  # fmt: skip
        if etag:
            done["headers"] = {"ETag": {"description": "The number of entries.",
                                        "schema": {"type": "string"}}}  # fmt: skip
        extra: dict[str, Any] = {
            "parameters": parameters,
            "responses": {str(status): done, "4XX": refused, "503": refused},
        }
        if not public:
            extra["security"] = [{"bearer": []}, {"cookie": []}]
        if body is not None:
            self.types[body.__name__] = body
            schema = {"$ref": f"#/components/schemas/{body.__name__}"}
            extra["requestBody"] = {
                "required": True, "content": {"application/json": {"schema": schema}}
            }  # fmt: skip
        return extra

    def openapi(self) -> dict[str, Any]:
        """The document, with the schema of the engine's own types."""
        if self.app.openapi_schema is None:
            found = get_openapi(
                title="pitboss", version=__version__, openapi_version="3.1.0",
                description="New Jersey's Rules of the Games at real tables.",
                routes=self.app.routes,
            )  # fmt: skip
            for operations in found["paths"].values():
                for operation in operations.values():
                    operation["responses"].pop("422", None)
            _, components = msgspec.json.schema_components(
                self.types.values(), ref_template="#/components/schemas/{name}"
            )
            found["components"] = {
                "schemas": components,
                "securitySchemes": {
                    "bearer": {"type": "http", "scheme": "bearer"},
                    "cookie": {"type": "apiKey", "in": "cookie", "name": auth.COOKIE},
                },
            }
            self.app.openapi_schema = found
        return self.app.openapi_schema


def answer_of(status: int, said: Any) -> Response:
    found = headers(status)
    if isinstance(said, dict) and isinstance(said.get("n"), int):
        found["etag"] = f'"{said["n"]}"'
    return Response(
        msgspec.json.encode(said), status_code=status, media_type="application/json",
        headers=found,
    )  # fmt: skip


def failure(house: House, request: Request, error: Exception) -> Response:
    status, found = problem(error)
    if status >= 500:
        (house.log.warning if status == 503 else house.log.error)(
            "request", method=request.method, path=request.url.path, status=status,
            error=str(error)[:200], exc_info=status == 500,
        )  # fmt: skip
    return Response(
        encode(found), status_code=status, media_type="application/json", headers=headers(status)
    )
