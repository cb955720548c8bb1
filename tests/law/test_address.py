"""One identifier, three spellings: each is made from the others, and none is lost on the way."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import registry
from pitboss.errors import BadInput, NotInForce
from pitboss.law.address import Address, parse_address

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
steps = st.one_of(
    st.just(()),
    st.tuples(st.sampled_from("abcdefghijklmnop")),
    st.tuples(st.sampled_from("abcdeivx"), st.integers(1, 30).map(str)),
    st.tuples(st.sampled_from("abcivx"), st.integers(1, 30).map(str), st.sampled_from(ROMAN)),
)
sections = st.from_regex(r"\A[1-9][0-9]?[AB]?(\.[1-9][0-9]?[A-C]?)?\Z")
days = st.one_of(st.none(), st.dates(date(1978, 6, 2), date(2030, 1, 1)))


@given(sections, steps, days)
def test_every_spelling_is_read_back(
    section: str, steps: tuple[str, ...], day: date | None
) -> None:
    chapter = "19:47" if day is not None and day < date(2012, 3, 19) else "13:69F"
    address = Address(chapter, section, steps, day)
    assert parse_address(address.path) == address
    assert parse_address(address.citation, day=day) == address
    assert parse_address(address.eid, day=day) == address
    assert parse_address(address.key, day=day) == address


def test_the_three_spellings() -> None:
    address = parse_address("6.5(i)2", day=date(1999, 6, 1))
    assert address.citation == "N.J.A.C. 19:47-6.5(i)2"
    assert address.path == "/us-nj/njac/19:47/6.5/i/2@1999-06-01"
    assert address.eid == "sec_6.5__para_i__point_2"
    assert parse_address("3.3(c)3vii").steps == ("c", "3", "vii")


@pytest.mark.parametrize("key", list(registry.OURS))
def test_everything_that_the_data_cites_has_an_address(key: str) -> None:
    data = registry.find(key).regulation.data
    for named in (data.paytable, data.option, data.wager, data.decision, data.value):
        for entries in named.values():
            for entry in entries:
                if entry.cite:
                    assert parse_address(entry.cite).key == entry.cite


@pytest.mark.parametrize(
    "text", ["", "6.5(i", "six", "6.5(i)2(a)", "/us-nj/njac/19:47/6.5/2", "sec_6.5__point_2"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not an address"):
        parse_address(text)


def test_a_chapter_of_another_day_is_refused() -> None:
    with pytest.raises(BadInput, match="the chapter of that day is 19:47"):
        parse_address("N.J.A.C. 13:69F-6.5", day=date(1999, 6, 1))
    with pytest.raises(NotInForce):
        parse_address("6.5", day=date(1978, 6, 1))
    with pytest.raises(BadInput, match="not a day"):
        parse_address("/us-nj/njac/19:47/6.5@1999-13-01")
