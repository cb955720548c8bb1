"""Keno tickets against an evaluator of their own: written from the text of 15.2 to 15.6 with sets
and dollars, it shares nothing with the one that pays. And what cannot be read, as ticket, card or
record, is refused in one line."""

from __future__ import annotations

import random
import tomllib
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.errors import BadInput, NotPermitted
from pitboss.games.keno import system
from pitboss.games.keno.payment import payable, payoff, share_aggregate
from pitboss.games.keno.rate_card import card_text, read_rate_card
from pitboss.games.keno.record import settle_record
from pitboss.games.keno.requests import read_request
from pitboss.games.keno.rules import KenoRules, card_of, law_fields
from pitboss.games.keno.selection import NUMBERS
from pitboss.games.keno.tickets import Ticket, bits, write_ticket

DAY = date(1996, 6, 1)
KINDS = ("straight", "split", "way", "combination", "king")
Way = tuple[frozenset[int], Fraction]


def rules_of(card: str) -> KenoRules:
    rules = system.rules(DAY, {"rate_card": card})
    assert isinstance(rules, KenoRules)
    return rules


class Slip:
    """A random request: its text, and the ways that a player means by it."""

    def __init__(self, rng: random.Random, spots_most: int) -> None:
        self.kind = rng.choice(KINDS)
        self.rng, self.spots_most = rng, spots_most
        self.games = rng.choice((1, 1, 1, 2, 5))
        sizes = self._sizes()
        numbers = rng.sample(range(1, 81), sum(sizes))
        self.groups = []
        for size in sizes:
            self.groups.append(numbers[:size])
            numbers = numbers[size:]
        self.kings = rng.randint(1, min(2, len(sizes) - 1)) if self.kind == "king" else 0
        for king in range(self.kings):
            self.groups[king] = self.groups[king][:1]
        self.ways: list[Way] = []
        marks = " / ".join(
            " ".join(map(str, group)) + "*" * (place < self.kings)
            for place, group in enumerate(self.groups)
        )
        self.text = f"{self.kind} {marks} : {', '.join(self._conditions())}"
        self.text += f" games {self.games}" if self.games > 1 else ""

    def _sizes(self) -> list[int]:
        count = 1 if self.kind == "straight" else self.rng.randint(2, 5)
        largest = self.spots_most if self.kind in ("straight", "split") else 3
        if self.kind == "way":
            return [self.rng.randint(1, largest)] * count
        return [self.rng.randint(1, largest) for _ in range(count)]

    def _conditions(self) -> list[str]:
        groups = [frozenset(group) for group in self.groups]
        if self.kind in ("straight", "split"):
            sizes = {len(group) for group in groups}
            rates = [self._rate() for _ in groups]
            if len(sizes) == 1:
                rates = rates[:1] * len(groups)
            self.ways = list(zip(groups, rates, strict=True))
            return [f"{'ABCDE'[n]} at {rate:.2f}" for n, rate in enumerate(map(float, rates))]
        by_spots: dict[int, list[frozenset[int]]] = {}
        places = range(len(groups))
        for many in range(1, len(groups) + 1):
            for chosen in combinations(places, many):
                kings = sum(place < self.kings for place in chosen)
                if self.kind == "king" and not 0 < kings < many:
                    continue
                held = frozenset().union(*(groups[place] for place in chosen))
                by_spots.setdefault(len(held), []).append(held)
        playable = [spots for spots in by_spots if spots <= self.spots_most]
        if self.kind == "way":
            playable = [spots for spots in playable if len(by_spots[spots]) > 1]
        common, conditions = self._rate(), []
        for spots in self.rng.sample(playable, self.rng.randint(1, min(3, len(playable)))):
            rate = common if self.kind == "way" else self._rate()
            self.ways += [(held, rate) for held in by_spots[spots]]
            conditions.append(f"{len(by_spots[spots])}/{spots} at {float(rate):.2f}")
        return conditions

    def _rate(self) -> Fraction:
        return Fraction(self.rng.randint(1, 20))


def dollars_for(card: dict[str, Any], ways: list[Way], drawn: set[int]) -> Fraction:
    """15.3(e), 15.6(a): every way by the table of its spots, in proportion to its rate, and no way
    above the maximum."""
    schedule = card["schedule"]["regular"]
    least = Fraction(schedule["minimum"])
    total = Fraction(0)
    for held, rate in ways:
        row = schedule["pays"][schedule["minimum"]][str(len(held))]
        due = Fraction(row.get(str(len(held & drawn)), "0")) * rate / least
        total += min(due, Fraction(card.get("maximum_payoff", 10**12)))
    return total


@pytest.mark.parametrize("name", ["boardwalk", "marina"])
def test_tickets_of_all_types_against_an_evaluator_of_its_own(name: str) -> None:
    rng, rules = random.Random(f"keno {name}"), rules_of(name)
    plain = tomllib.loads(card_text(name))
    won, kinds = 0, set()
    for _ in range(3000):
        slip = Slip(rng, plain["spots_most"])
        ticket = write_ticket(read_request(slip.text), rules)
        kinds.add(ticket.kind)
        price = sum((rate for _, rate in slip.ways), Fraction(0))
        assert len(ticket.ways) == len(slip.ways), slip.text
        assert ticket.price == price * 100, slip.text
        assert ticket.total == price * 100 * slip.games
        ways = payable(ticket, rules.card)
        for _ in range(3):
            # Most of the player's numbers come, so that most catches are met.
            likely = list({number for group in slip.groups for number in group})
            drawn = set(rng.sample(likely, rng.randint(0, min(20, len(likely)))))
            rest = [number for number in range(1, 81) if number not in drawn]
            drawn |= set(rng.sample(rest, 20 - len(drawn)))
            paid = payoff(ways, bits(sorted(drawn)))
            assert paid == 100 * dollars_for(plain, slip.ways, drawn), (slip.text, drawn)
            won += paid > 0
    assert kinds == set(KINDS)
    assert won > 3000


@pytest.mark.parametrize("sharing", ["pro rata", "equal"])
def test_the_aggregate_maximum_however_it_is_shared(sharing: str) -> None:
    text = card_text("boardwalk").replace('"pro rata"', f'"{sharing}"')
    card, rng = read_rate_card(text), random.Random(15)
    limit = card.aggregate_payoff
    assert limit is not None
    for _ in range(2000):
        due = [rng.choice((0, rng.randint(1, 10**7), 5_000_000)) for _ in range(rng.randint(1, 9))]
        paid = share_aggregate(due, card)
        if sum(due) <= limit:
            assert paid == due
            continue
        assert limit - len(due) < sum(paid) <= limit
        assert all(part <= whole for part, whole in zip(paid, due, strict=True))
        for part, whole in zip(paid, due, strict=True):
            if sharing == "pro rata":
                assert part == Fraction(whole * limit, sum(due)).__floor__()
            else:  # Whoever is paid less than is due is paid no less than anybody, but for a cent.
                assert part == whole or part >= max(paid) - 1


CARD = """
name = "X"
spots_most = 2
validity = "5 minutes"
[schedule.regular]
minimum = "1.00"
maximum = "2.00"
[schedule.regular.pays."1.00"]
1 = { 1 = "3.00" }
2 = { 2 = "12.00" }
"""


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("2 = { 2", '01 = { 1 = "2.00" }\n2 = { 2', "stands twice"),
        ('2 = "12.00" }', '2 = "12.00", 02 = "13.00" }', "stands twice"),
        ("1 = { 1", "-1 = { 1", "not a number of spots"),
        ('name = "X"', 'name = "X"\nraces_most = 99999999999999999999', "1 to 9999"),
        ('name = "X"', 'name = "X"\nseconds_between_games = 9000000000', "1 to 86400"),
        ('maximum = "2.00"', 'maximum = "9999999999.00"', "largest wager would win"),
        ('"5 minutes"', '"soon"', "expected a time"),
        ('"3.00"', "3", "Expected `str`"),
    ],
)
def test_a_card_that_cannot_be_read(before: str, after: str, what: str) -> None:
    read_rate_card(CARD)
    assert CARD.count(before) == 1
    with pytest.raises(BadInput, match=what) as found:
        read_rate_card(CARD.replace(before, after))
    assert "\n" not in str(found.value)


def test_the_same_column_twice() -> None:
    with pytest.raises(BadInput, match="stands twice"):
        card_of(CARD + '[schedule.regular.pays."1"]\n1 = { 1 = "3.00" }\n')


@pytest.mark.parametrize(
    "text",
    ["quick-pick ² at 1.00", "quick-pick ١ at 1.00", "quick-pick 0 at 1.00", "straight ² at 1.00",
     "straight 1 at ².00", "straight 1 at 1.00 games ²", "way 1 / 2 : ²/1 at 1.00"],
)  # fmt: skip
def test_numbers_are_in_arabic_figures(text: str) -> None:
    with pytest.raises(BadInput):
        read_request(text)


@pytest.mark.parametrize("draw", ["1" * 5000, "²", "81", "0", "-1", " ".join(["1"] * 20), ""])
def test_a_draw_that_is_none(draw: str) -> None:
    record = {"day": DAY, "tickets": {"p1": "straight 1 at 1.00"}, "draws": [draw]}
    with pytest.raises(NotPermitted) as found:
        settle_record(record, DAY)
    assert found.value.cite.endswith("15.5(d)2")
    assert len(str(found.value)) < 200


def test_cancelled_is_true_or_false() -> None:
    record = {"day": DAY, "tickets": {"p1": "straight 1 at 1.00 games 2"}, "cancelled": "no"}
    with pytest.raises(BadInput, match="true or false"):
        settle_record(record, DAY)


def _ticket(text: str) -> Ticket:
    return write_ticket(read_request(text), rules_of("boardwalk"))


def test_a_king_ticket_with_two_kings() -> None:
    """Worked by hand: kings 7 and 8, groups 1 2 and 3 4. Three spots: a king and a group, four
    ways; four: both kings and a group, two; five: a king and both groups, two; six: one."""
    ticket = _ticket(
        "king 7* / 8* / 1 2 / 3 4 : 4/3 at 1.00, 2/4 at 1.00, 2/5 at 1.00, 1/6 at 1.00"
    )
    assert (len(ticket.ways), ticket.total) == (9, 900)


def test_a_text_with_other_numbers_needs_another_order_of_selections() -> None:
    law = rules_of("boardwalk").law
    assert law_fields(law)["numbers"] == NUMBERS
    other = replace(law, values=law.values | {"numbers": 70})
    with pytest.raises(NotPermitted, match="20 of 70 numbers"):
        law_fields(other)
