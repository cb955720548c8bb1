"""A real server in a process of its own, and Chromium. Skipped where either is missing."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'server'")
sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
httpx = pytest.importorskip("httpx", reason="needs httpx")

from pitboss.server.demo import new_person  # noqa: E402
from pitboss.server.house import House  # noqa: E402
from pitboss.server.settings import Settings  # noqa: E402
from pitboss.store import people  # noqa: E402
from pitboss.store.accounts import Deposit  # noqa: E402

CHROMIUM = os.environ.get("PITBOSS_CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
]  # fmt: skip
PASSWORD = "a word for the tests"
# Long, since it costs nothing where all goes well, and a busy machine is no fault of a page.
TIMEOUT_MS = 60_000
ACCOUNTS = {
    "anna": "patron", "bert": "patron", "dora": "dealer", "finn": "floorperson",
    "pia": "pit-boss", "sue": "surveillance", "rex": "regulator", "ada": "administrator",
    "kim": "keno-writer", "kai": "keno-supervisor", "ines": "inspector",
}  # fmt: skip


expect = sync_api.expect
expect.set_options(timeout=TIMEOUT_MS)


class Server:
    def __init__(self, url: str, process: subprocess.Popen[bytes]) -> None:
        self.url = url
        self.process = process
        self.sessions: dict[str, Any] = {}
        self._floor: Any = None

    def client(self, name: str) -> Any:
        """The API as somebody, for what a test needs beside the browser."""
        client = httpx.Client(base_url=self.url, timeout=60)
        said = client.post("/api/session", json={"name": name, "password": PASSWORD}).json()
        client.headers["authorization"] = f"Bearer {said['token']}"
        return client

    def open_keno(self, name: str) -> str:
        """A keno booth with a drawer at its first station and both keys in: its page."""

        def posted(who: str, path: str, body: Any) -> Any:
            key = {"idempotency-key": os.urandom(8).hex()}
            said = self.client(who).post(path, json=body, headers=key)
            assert said.status_code < 300, said.text
            return said.json()

        system = posted("finn", "/api/keno", {"name": name})["system"]
        posted("kim", f"/api/keno/{system}/drawers", {"station": 1, "cents": 10_000})
        for who in ("ines", "kai"):
            posted(who, f"/api/keno/{system}/key", {"inside": True})
        return f"/keno/{system}"

    def open_table(self, game: str, **more: Any) -> int:
        # No time is over by itself: a slow test is not hurried on by its table.
        slow = {"wager_seconds": 0, "decision_seconds": 0}
        body = {"game": game, "limits": {"": [500, 100_000]}, **slow, **more}
        if self._floor is None:
            self._floor = self.client("finn")
        key = {"idempotency-key": os.urandom(8).hex()}
        answer = self._floor.post("/api/tables", json=body, headers=key)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["table"])


def _accounts(url: str) -> None:
    house = House(Settings(db=url))
    house.open()
    house.writer.start()
    try:
        stored = people.hash_password(PASSWORD)
        for name, role in ACCOUNTS.items():
            account = new_person(house, name, role, stored)
            if role == "patron":
                house.do(Deposit(account, 100_000_000, "tests", 0))
    finally:
        house.writer.stop()
        house.db.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not shutil.which(CHROMIUM):
        pytest.skip(f"no Chromium at {CHROMIUM}")
    folder = tmp_path_factory.mktemp("browser")
    database = str(folder / "floor.db")
    _accounts(database)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    source = Path(__file__).parents[2] / "src"
    paths = [str(source), *filter(None, [os.environ.get("PYTHONPATH")])]
    log = (folder / "server.log").open("wb")
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "serve", "--db", database, "--port", str(port),
         "--any-dealer", "--one-person", "--seats", "1000"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, stdout=log, stderr=log,
    )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                if httpx.get(f"{url}/healthz", timeout=1).status_code == 200:
                    break
            except httpx.HTTPError:
                time.sleep(0.1)
        else:
            pytest.fail((folder / "server.log").read_text()[-2000:])
        yield Server(url, process)
    finally:
        process.terminate()
        process.wait(15)
        log.close()


@pytest.fixture(scope="session")
def browser(server: Server) -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def sign_in(server: Server, browser: Any) -> Iterator[Callable[..., Any]]:
    """A page of somebody who has signed in, in a browser profile of its own."""
    contexts = []

    def make(name: str, *, again: bool = False, **options: Any) -> Any:
        known = None if again else server.sessions.get(name)
        context = browser.new_context(base_url=server.url, storage_state=known, **options)
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        if known is not None:
            return page
        page.goto("/signin")
        page.fill("#name", name)
        page.fill("#password", PASSWORD)
        page.click("main button")
        page.wait_for_url(f"{server.url}/")
        if not again:
            server.sessions[name] = context.storage_state()
        return page

    yield make
    for context in contexts:
        context.close()
