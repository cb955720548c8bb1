"""A table in words, in the process and over HTTP."""

from __future__ import annotations

import json
import random
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss import registry
from pitboss.errors import BadInput
from pitboss.learn.text import TextTable, main, server_at

DAY = "2020-01-01"


def answer_of(state: dict[str, Any], rng: random.Random) -> str:
    """Any of the legal answers; of a range of amounts the least."""
    return re.sub(r"(\d[\d.]*)\.\.[\d.]+( step [\d.]+)?$", r"\1", rng.choice(state["legal"]))


@pytest.mark.parametrize("key", registry.OURS)
def test_rounds_are_played_in_words_alone(key: str) -> None:
    table, rng = TextTable(key, day=DAY), random.Random(4)
    for seed in range(5):
        state = table.reset(seed)
        for _ in range(400):
            if state["done"]:
                break
            assert state["legal"]
            state = table.step(answer_of(state, rng))
            assert "refused" not in state, state["refused"]
        assert state["done"]
        assert set(state["rewards"]) == {f"p{seat}" for seat in table.start.table.seats}
        assert all("N.J.A.C." in line["cite"] for line in state["lines"])


@pytest.mark.parametrize(
    "answer",
    ["stand on your head", "p2 stand", "d draw Ac", "go on", "d close", "", "wager initial 5.00",
     "double 1.005", "x" * 500, "p1 irregularity", "\u0000"],
)  # fmt: skip
def test_what_is_not_legal_is_refused_with_the_section_and_changes_nothing(answer: str) -> None:
    table = TextTable("blackjack", day=DAY)
    table.reset(2)
    assert answer == "go on" or "13:69F-2.3(a)" in table.step(answer)["refused"]
    table.reset(2)
    before = table.step("go on")
    assert before["cite"].startswith("N.J.A.C. 13:69F-2.")
    after = table.step(answer)
    assert "N.J.A.C. 13:69F-2." in after["refused"]
    assert after["legal"] == before["legal"]
    assert after["asked"] == before["asked"]
    assert after["seen"] == []


def test_a_seat_is_told_its_own_cards_and_no_others() -> None:
    table = TextTable("three-card-poker", day=DAY)
    table.reset(1)
    table.step("go on")
    page = table.text()
    assert "Three Card Poker, 2020-01-01." in page
    assert len(re.findall(r"draw p1 hand of p1 \w\w", page)) == 3
    assert not re.findall(r"dealer's hand \w\w$", page, re.M)
    assert page.endswith("Legal answers:\n  p1 play\n  p1 fold")
    assert "The round is over: p1 -1." in [table.step("fold"), table.text()][1]
    with pytest.raises(BadInput, match="reset"):
        table.step("fold")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = server_at(0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


def ask(url: str, body: Any = None, **headers: str) -> tuple[int, dict[str, Any]]:
    data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_a_round_over_http(address: str) -> None:
    status, games = ask(f"{address}/games")
    assert status == 200
    assert {"red-dog", "poker"} <= set(games["games"])
    fields = {"game": "red-dog", "day": "1999-06-01", "options": {"decks": 6}, "seed": 3}
    _, state = ask(f"{address}/reset", fields)
    name, rng = state["id"], random.Random(1)
    _, refused = ask(f"{address}/step", {"id": name, "answer": "raise the roof"})
    assert "not open" in refused["refused"]
    while not state["done"]:
        status, state = ask(f"{address}/step", {"id": name, "answer": answer_of(state, rng)})
        assert status == 200
    assert ask(f"{address}/state?id={name}")[1]["rewards"] == state["rewards"]
    assert ask(f"{address}/reset", {"id": name, "seed": 3})[1]["done"] is False


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/reset", {"game": "rouge-et-noir"}, 400, "rouge-et-noir"),
        ("/reset", {"game": "red-dog", "day": "soon"}, 400, "expected such as"),
        ("/reset", {"game": "red-dog", "colour": 1}, 400, "expected game"),
        ("/reset", {"game": "red-dog", "seats": 10**9}, 400, "expected 0 to 20"),
        ("/reset", {}, 400, "GET /games"),
        ("/reset", b"{", 400, "not JSON"),
        ("/reset", [1], 400, "not a JSON object"),
        ("/step", {"id": "x", "answer": "fold"}, 400, "no such table"),
        ("/step", {"id": "x"}, 400, "expected a text"),
        ("/elsewhere", {}, 404, "/step"),
    ],
)
def test_mistakes_over_http_are_one_line(
    address: str, path: str, body: Any, status: int, words: str
) -> None:
    found, answer = ask(f"{address}{path}", body)
    assert found == status
    assert words in answer["error"]
    assert "\n" not in answer["error"]


def test_a_port_that_cannot_be_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--port", "99999999"]) == 2
    assert capsys.readouterr().err.startswith("port 99999999: ")


def test_another_name_for_this_machine_is_not_served(address: str) -> None:
    assert ask(f"{address}/games", None, Host="tables.example:80")[0] == 403
