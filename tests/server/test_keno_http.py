"""Keno over HTTP: who may do what, a ticket from its request to its claim, codes, reports."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import main as pitboss
from pitboss.server.demo import PASSWORD
from pitboss.store.database import Database
from pitboss.store.verify import verify_database
from tests.server.services import Client, Server

ROLES = ("patron", "patron2", "dealer", "floorperson", "surveillance", "regulator", "keno-writer",
         "keno-supervisor", "inspector")  # fmt: skip
MANUAL = """
name = "By hand"
spots_most = 2
validity = "1 day"
automatic_lock_out = false
races_most = 3
refund_races = true
[schedule.regular]
minimum = "1.00"
maximum = "1000.00"
[schedule.regular.pays."1.00"]
1 = { 1 = "3.00" }
2 = { 2 = "12.00" }
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("keno")
    found = Server(str(folder / "pit.db"), "--demo").start()
    yield found
    assert found.stop() == 0
    verdict = verify_database(Database(str(folder / "pit.db"), reads_only=True, create=False))
    assert verdict.status == "clean", verdict.message()
    assert verdict.systems >= 2


@pytest.fixture(scope="module")
def people(server: Server) -> dict[str, Client]:
    return {name: Client(server.base, name, PASSWORD) for name in ROLES}


@pytest.fixture(scope="module")
def booth(people: dict[str, Client]) -> str:
    """A booth of which a supervisor starts every game."""
    said = people["floorperson"].post("/api/keno", {"name": "by hand", "card": MANUAL})
    assert said.status_code == 201, said.text
    path = f"/api/keno/{said.json()['system']}"
    opened = people["keno-writer"].post(f"{path}/drawers", {"station": 1, "cents": 50_000})
    assert opened.status_code == 201, opened.text
    return path


def done(said: Any, status: int = 200) -> Any:
    assert said.status_code == status, said.text
    return said.json()


def draw(people: dict[str, Client], booth: str) -> Any:
    supervisor = people["keno-supervisor"]
    done(supervisor.post(f"{booth}/lock", {}))
    return done(supervisor.post(f"{booth}/select", {}))


@pytest.fixture(scope="module")
def keys(people: dict[str, Client], booth: str) -> None:
    done(people["inspector"].post(f"{booth}/key", {"inside": True}))
    done(people["keno-supervisor"].post(f"{booth}/key", {"inside": True}))


def test_the_demonstration_has_a_booth(people: dict[str, Client]) -> None:
    listed = done(people["patron"].get("/api/keno"))["systems"]
    assert listed[0]["name"] == "Boardwalk booth"
    state = done(people["patron"].get("/api/keno/1"))
    assert state["open"]["status"] == "open"
    assert state["keys"] == {"inspector": True, "supervisor": True}


@pytest.mark.usefixtures("keys")
def test_from_request_to_claim(people: dict[str, Client], booth: str) -> None:
    patron, writer = people["patron"], people["keno-writer"]
    before = done(patron.get("/api/session"))["balance"]
    slip = done(patron.post(f"{booth}/slips", {"request": "split 1 / 2 : at 500.00"}), 201)
    assert slip["total"] == 100_000
    waiting = done(writer.get(f"{booth}/slips"))["slips"]
    assert [each["patron"] for each in waiting] == ["patron"]
    sold = done(writer.post(f"{booth}/tickets", {"station": 1, "slip": slip["slip"]}), 201)
    assert len(sold["fields"]) == 15
    assert done(patron.get("/api/session"))["balance"] == before - 100_000
    again = writer.post(f"{booth}/tickets", {"station": 1, "slip": slip["slip"]})
    assert again.status_code == 409
    while True:
        game = draw(people, booth)
        looked = done(patron.post(f"{booth}/tickets/look", {"code": sold["code"]}))
        if looked["owed"]:
            break
        sold = done(writer.post(f"{booth}/tickets", {"station": 1, "repeat": sold["code"]}), 201)
    assert game["status"] == "drawn"
    paying = {"code": sold["code"], "station": 1, "patron": "patron"}
    refused = writer.post(f"{booth}/claims", paying)
    assert (refused.status_code, refused.json()["code"]) == (409, "needs-supervisor")
    assert refused.json()["section"].endswith("15.6(b)")
    signed = {"code": sold["code"]}
    assert writer.post(f"{booth}/tickets/authorise", signed).status_code == 403
    done(people["keno-supervisor"].post(f"{booth}/tickets/authorise", signed))
    paid = done(writer.post(f"{booth}/claims", paying, key="claim-1"))
    assert paid["paid"] == looked["owed"]
    assert done(writer.post(f"{booth}/claims", paying, key="claim-1")) == paid
    assert writer.post(f"{booth}/claims", paying).status_code == 409


@pytest.mark.usefixtures("keys")
def test_codes_that_are_no_codes_are_kept(people: dict[str, Client], booth: str) -> None:
    writer = people["keno-writer"]
    sold = done(
        writer.post(f"{booth}/tickets", {"station": 1, "request": "straight 1 at 1.00"}), 201
    )
    forged = sold["code"][:-1] + ("A" if sold["code"][-1] != "A" else "B")
    for code in (forged, "K9-20260101-1-00001-AAAAAAAAAAAA", "nonsense"):
        assert writer.post(f"{booth}/claims", {"code": code, "station": 1}).status_code == 404
    rows = done(people["surveillance"].get(f"{booth}/journal?limit=2000"))["rows"]
    kept = [row["body"]["code"] for row in rows if row["body"]["kind"] == "keno-code"]
    assert forged in kept
    assert "nonsense" in kept


def test_void_and_lock_out(people: dict[str, Client], booth: str, keys: None) -> None:
    writer, supervisor = people["keno-writer"], people["keno-supervisor"]
    ticket = {"station": 1, "request": "straight 1 2 at 1.00"}
    first = done(writer.post(f"{booth}/tickets", ticket), 201)
    second = done(writer.post(f"{booth}/tickets", ticket), 201)
    done(writer.post(f"{booth}/tickets/void", {"code": first["code"], "reason": "wrong number"}))
    done(supervisor.post(f"{booth}/lock", {}))
    late = writer.post(f"{booth}/tickets/void", {"code": second["code"]})
    assert (late.status_code, late.json()["code"]) == (409, "locked-out")
    done(supervisor.post(f"{booth}/failure", {"reason": "power"}))
    owed = done(writer.post(f"{booth}/tickets/look", {"code": second["code"]}))["owed"]
    assert owed == 100
    report = done(people["regulator"].get(f"{booth}/reports"))
    assert [slip["reason"] for slip in report["voids"]] == ["wrong number"]
    total = sum(game["win"] for game in report["games"])
    assert total == report["liability"]["win"]


def test_any_ticket_is_recalled_by_those_who_look_on(people: dict[str, Client], booth: str) -> None:
    sold = people["keno-writer"].post(
        f"{booth}/tickets", {"station": 1, "request": "straight 1 at 1.00"}
    )
    number = {"ticket": done(sold, 201)["ticket"]}
    for role in ("surveillance", "regulator", "keno-supervisor", "inspector"):
        found = done(people[role].post(f"{booth}/tickets/recall", number))
        assert found["request"] == "straight 1 at 1.00"
    assert people["patron"].post(f"{booth}/tickets/recall", number).status_code == 403
    for wrong, status in (("20200101-1-00001", 404), ("x", 422)):
        said = people["regulator"].post(f"{booth}/tickets/recall", {"ticket": wrong})
        assert said.status_code == status


REFUSED = [
    ("patron", "tickets", {"station": 1, "request": "straight 1 at 1.00"}),
    ("dealer", "tickets", {"station": 1, "request": "straight 1 at 1.00"}),
    ("keno-writer", "lock", {}),
    ("keno-writer", "override", {"seconds": 5, "reason": "x"}),
    ("keno-writer", "select", {}),
    ("keno-writer", "key", {"inside": True}),
    ("inspector", "lock", {}),
    ("inspector", "tickets", {"station": 1, "request": "straight 1 at 1.00"}),
    ("regulator", "key", {"inside": True}),
    ("surveillance", "claims", {"code": "x", "station": 1}),
    ("floorperson", "claims", {"code": "x", "station": 1}),
    ("keno-writer", "slips", {"request": "straight 1 at 1.00"}),
]


@pytest.mark.parametrize(("role", "what", "body"), REFUSED)
def test_roles(people: dict[str, Client], booth: str, role: str, what: str, body: Any) -> None:
    said = people[role].post(f"{booth}/{what}", body)
    assert (said.status_code, said.json()["code"]) == (403, "forbidden")


@pytest.mark.parametrize("role", ["patron", "dealer", "keno-writer"])
def test_reports_are_for_those_who_may_read_them(
    people: dict[str, Client], booth: str, role: str
) -> None:
    assert people[role].get(f"{booth}/reports").status_code == 403


def test_bad_input(people: dict[str, Client], booth: str) -> None:
    writer = people["keno-writer"]
    for request in ("straight 81 at 1.00", "", "straight 1 1 at 1.00", "way 1 / 2 : 5/2 at 1.00"):
        said = writer.post(f"{booth}/tickets", {"station": 1, "request": request})
        assert said.status_code == 422, said.text
    assert (
        writer.post(f"{booth}/tickets", {"station": 3, "request": "straight 1 at 1.00"}).status_code
        == 409
    )
    assert writer.get("/api/keno/99").status_code == 404
    floorperson = people["floorperson"]
    unlawful = MANUAL.replace('"3.00"', '"2.00"').replace("By hand", "Unlawful")
    said = floorperson.post("/api/keno", {"name": "unlawful", "card": unlawful})
    assert said.status_code == 422
    assert "50.00 percent" in said.json()["message"]


@pytest.mark.usefixtures("keys")
def test_the_independent_record_and_the_command(
    server: Server,
    people: dict[str, Client],
    booth: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """15.5(a): what was selected stands in a file of its own; a ticket is redeemed by command."""
    writer = people["keno-writer"]
    sale = {"station": 1, "request": _split(26)}
    one = done(writer.post(f"{booth}/tickets", sale), 201)
    game = draw(people, booth)
    system = booth.rpartition("/")[2]
    path = Path(f"{server.db}.keno-{system}.txt")
    shown = done(people["patron"].get(f"{booth}/games/{game['game']}"))
    for _ in range(300):
        lines = path.read_text().splitlines() if path.exists() else []
        if lines and lines[-1].startswith(f"{game['game']} "):
            break
        time.sleep(0.1)
    assert [int(n) for n in lines[-1].split(" ")[4:]] == shown["numbers"]
    assert [int(line.split(" ")[0]) for line in lines] == list(range(1, len(lines) + 1))
    monkeypatch.setenv("PITBOSS_PASSWORD", PASSWORD)
    at = ["--url", server.base, "--system", system]
    assert pitboss(["keno", "look", one["code"], *at]) == 0
    assert "owed" in capsys.readouterr().out
    assert pitboss(["keno", "redeem", one["code"], *at]) == 0
    assert "paid" in capsys.readouterr().out
    assert pitboss(["keno", "redeem", one["code"], *at]) == 2
    assert "15.6(a)" in capsys.readouterr().err
    assert pitboss(["keno", "redeem", one["code"][:-1] + "!", *at]) == 2
    assert pitboss(["keno", "look", one["code"], "--url", "http://127.0.0.1:1"]) == 2


def _split(groups: int) -> str:
    """So many single numbers: some of them are always drawn, but for one chance in millions."""
    return "split " + " / ".join(map(str, range(1, groups + 1))) + " : at 1.00"
