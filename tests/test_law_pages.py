"""docs/law is what tools/law_pages.py makes of the data, the code and the cases."""

from __future__ import annotations

from tools import law_pages


def test_the_pages_are_up_to_date() -> None:
    assert law_pages.stale() == [], "run python tools/law_pages.py"


def test_a_page_names_facts_code_and_cases() -> None:
    page = law_pages.page("red-dog")
    (row,) = [line for line in page.splitlines() if line.startswith("| 6.5(i)2 ")]
    assert "pay table spread" in row
    assert "games/red_dog/procedure.py" in row
    assert "example 1" in row
