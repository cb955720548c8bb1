"""The law as pages: open to all, a permanent address for any paragraph on any day."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'server'")

from starlette.testclient import TestClient

from pitboss.server.app import create_app
from pitboss.server.pages_law import address_of
from pitboss.server.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(db=str(tmp_path_factory.mktemp("law") / "pit.db"), log_level="error")
    with TestClient(create_app(settings), base_url="http://pit") as found:
        yield found


def test_a_paragraph_has_a_page_on_any_day(client: TestClient) -> None:
    answer = client.get("/law/6.5(i)2?day=1995-01-01")
    assert answer.status_code == 200
    assert answer.url.path == "/law/us-nj/njac/19:47/6.5/i/2@1995-01-01"
    assert "5 to 1" in answer.text
    assert "23 N.J.R. 2231(a)" in answer.text
    assert "games.red_dog.procedure:round_of_play" in answer.text


def test_another_day_moves_the_address_to_its_chapter(client: TestClient) -> None:
    answer = client.get("/law/us-nj/njac/19:47/6.5/i/2@1995-01-01?day=2013-01-01")
    assert answer.url.path == "/law/us-nj/njac/13:69F/6.5/i/2@2013-01-01"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/law", "Red Dog"),
        ("/law/search?word=insurance&day=1996-06-01", "2.9"),
        ("/law/changes?from=1996-01-01&to=1999-12-31", "acts after 1996-01-01"),
        ("/law/guesses?day=2013-01-01", "not verified"),
        ("/law/coverage", "not executable"),
        ("/law/games/red-dog?day=1999-06-01", "1: 5 to 1 or more"),
        ("/law/games/blackjack/redline?from=1996-01-01&to=1999-12-31", "wager over-13"),
        ("/law/games/craps/redline?from=1993-03-14&to=1993-03-15", "19:47-1.2(a)18 is 19:47"),
        ("/law/coverage?subchapter=6", "what each spread pays"),
    ],
)
def test_lists(client: TestClient, path: str, says: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert says in answer.text


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/law/99.9", "no subchapter 99"),
        ("/law/us-nj/njac/19:47/6.5@1970-01-01", "adopted on 1978-06-02"),
        ("/law/us-nj/njac/19:47/6.5@1991-11-03", "not in force on 1991-11-03"),
        ("/law/search?word=x&day=yesterday", "not a day"),
        ("/law/games/red-dog?day=1991-11-03", "not authorised on 1991-11-03"),
        ("/law/games/whist", "no game"),
        ("/law/nonsense", "is not an address"),
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(client: TestClient, path: str, says: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 422
    assert answer.headers["content-type"].startswith("text/html")
    assert says in answer.text


def test_a_citation_leads_to_its_page() -> None:
    assert address_of("N.J.A.C. 19:47-6.5(i)2", "1995-01-01") == (
        "/law/us-nj/njac/19:47/6.5/i/2@1995-01-01"
    )
    assert address_of("House rules 3") == ""
