"""15.2(c), 15.4(c): a request, conditioned and priced by the rate card, becomes a ticket."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from string import ascii_uppercase

import msgspec

from pitboss.errors import BadInput, NotPermitted
from pitboss.games.keno.rate_card import RateCard
from pitboss.games.keno.requests import Condition, Group, Request
from pitboss.games.keno.rules import KenoRules
from pitboss.money import CENTS_MAX, format_dollars

# A ticket is a piece of paper; one with more ways is somebody's mistake or somebody's attack.
WAYS_MAX = 2000

PARAGRAPH = {
    "straight": "15.2(c)1",
    "split": "15.2(c)2",
    "way": "15.2(c)3",
    "combination": "15.2(c)4",
    "king": "15.2(c)5",
}


class Way(msgspec.Struct, frozen=True):
    """A straight ticket within the ticket: the groups it is made of, its numbers as a set of
    bits (number n is bit n), its spots, its rate in cents."""

    letters: str
    numbers: int
    spots: int
    rate: int


class Ticket(msgspec.Struct, frozen=True):
    """What is sold: the request as it was conditioned, its ways, and what it costs. `price` is
    for one game, `total` for all of them."""

    request: Request
    ways: tuple[Way, ...]
    price: int
    total: int

    @property
    def kind(self) -> str:
        return self.request.kind

    @property
    def games(self) -> int:
        return self.request.games

    def conditioning(self) -> list[tuple[int, int, int]]:
        """How many ways of how many spots at which rate, as the ticket shows them."""
        counted: dict[tuple[int, int], int] = {}
        for way in self.ways:
            key = (way.spots, way.rate)
            counted[key] = counted.get(key, 0) + 1
        return [(ways, spots, rate) for (spots, rate), ways in sorted(counted.items())]


def write_ticket(request: Request, rules: KenoRules) -> Ticket:
    """The ticket that the request becomes, or the reason why it is refused. A quick-pick has its
    numbers by then."""
    card = rules.card
    _check_offered(request, card, rules)
    _check_numbers(request, rules)
    ways = tuple(_ways(request, rules))
    _check_rates(request, ways, card, rules)
    price = sum(way.rate for way in ways)
    total = price * request.games
    if total > CENTS_MAX:
        raise BadInput(f"a ticket of {format_dollars(total)}: at most {format_dollars(CENTS_MAX)}")
    return Ticket(request, ways, price, total)


def bits(numbers: Sequence[int]) -> int:
    """Numbers as a set of bits: number n is bit n."""
    held = 0
    for number in numbers:
        held |= 1 << number
    return held


def _refusal(rules: KenoRules, message: str, cite: str) -> NotPermitted:
    return NotPermitted(message, cite=rules.law.cite(cite))


def _check_offered(request: Request, card: RateCard, rules: KenoRules) -> None:
    if request.kind not in card.tickets:
        raise _refusal(
            rules, f"{request.kind} tickets are not on the rate card", PARAGRAPH[request.kind]
        )
    if request.quick_spots and not card.quick_pick:
        raise _refusal(rules, "quick-picks are not on the rate card", "15.1")
    if request.games > card.races_most:
        most = f"at most {card.races_most}" if card.races_most > 1 else "none are sold"
        raise _refusal(rules, f"a multi-race ticket for {request.games} games: {most}", "15.4(d)")
    card.schedule(request.schedule)


def _check_numbers(request: Request, rules: KenoRules) -> None:
    seen: dict[int, str] = {}
    for letter, group in zip(ascii_uppercase, request.groups, strict=False):
        for number in group.numbers:
            if not 1 <= number <= rules.numbers:
                raise _refusal(
                    rules, f"{number} is not a number from 1 to {rules.numbers}", "15.2(a)"
                )
            if number in seen:
                where = (
                    "twice" if seen[number] == letter else f"in groups {seen[number]} and {letter}"
                )
                raise _refusal(rules, f"{number} stands {where}", PARAGRAPH[request.kind])
            seen[number] = letter


# -- the ways of each type of ticket ------------------------------------------------------------


def _ways(request: Request, rules: KenoRules) -> list[Way]:
    kind, groups, cite = request.kind, request.groups, PARAGRAPH[request.kind]
    if kind == "straight" and len(groups) != 1:
        raise _refusal(rules, "a straight ticket has one group of spots", cite)
    if kind != "straight" and len(groups) < 2:
        raise _refusal(rules, f"a {kind} ticket has at least two groups", cite)
    kings = [group for group in groups if group.king]
    if kind == "king":
        if not kings or len(kings) == len(groups):
            raise _refusal(rules, "a king ticket has a king, such as 7*, and other groups", cite)
        if any(len(king.numbers) != 1 for king in kings):
            raise _refusal(rules, "a king is a single spot", cite)
    elif kings:
        raise _refusal(rules, f"a {kind} ticket has no king", cite)
    if kind in ("straight", "split"):
        return _ways_by_group(request, rules)
    sizes = {len(group.numbers) for group in groups}
    if kind == "way" and len(sizes) > 1:
        shown = ", ".join(map(str, sorted(sizes)))
        raise _refusal(
            rules,
            f"the groups of a way ticket have equally many spots, not {shown}: a combination "
            "ticket may have both",
            cite,
        )
    ways: list[Way] = []
    for condition in request.conditions:
        ways += _ways_of_condition(request, condition, rules)
    _check_way_ticket(request, ways, rules)
    return ways


def _ways_by_group(request: Request, rules: KenoRules) -> list[Way]:
    """15.2(c)1, 2: each group is a way of its own, at one rate or (groups of unequal size) at
    several."""
    cite = PARAGRAPH[request.kind]
    rates: dict[str, int] = {}
    letters = ascii_uppercase[: len(request.groups)]
    for condition in request.conditions:
        named = _groups_of_condition(request, condition, letters, rules)
        again = [letter for letter in named if letter in rates]
        if again:
            raise _refusal(rules, f"group {again[0]} is conditioned twice", cite)
        rates |= dict.fromkeys(named, condition.rate)
    missing = [letter for letter in letters if letter not in rates]
    if missing:
        raise _refusal(rules, f"group {missing[0]} has no rate", cite)
    sizes = {len(group.numbers) for group in request.groups}
    if request.kind == "split" and len(sizes) == 1 and len(set(rates.values())) > 1:
        raise _refusal(rules, "groups of equal size are wagered at the same rate", "15.2(c)2i")
    return [
        Way(letter, bits(group.numbers), len(group.numbers), rates[letter])
        for letter, group in zip(letters, request.groups, strict=True)
    ]


def _groups_of_condition(
    request: Request, condition: Condition, letters: str, rules: KenoRules
) -> list[str]:
    if condition.letters:
        if condition.letters not in letters or len(condition.letters) != 1:
            raise _refusal(
                rules,
                f"{condition.letters}: expected one of the groups {letters[0]} to {letters[-1]}",
                PARAGRAPH[request.kind],
            )
        return [condition.letters]
    if not condition.ways:
        return list(letters)
    named = [
        letter
        for letter, group in zip(letters, request.groups, strict=True)
        if len(group.numbers) == condition.spots
    ]
    _check_count(request, condition, len(named), rules)
    return named


def _check_count(request: Request, condition: Condition, ways: int, rules: KenoRules) -> None:
    if ways != condition.ways:
        sizes = ", ".join(_possible(request)) or "none"
        raise _refusal(
            rules,
            f"{condition.ways}/{condition.spots}: the groups give {ways} ways of "
            f"{condition.spots} spots; possible: {sizes}",
            PARAGRAPH[request.kind],
        )


def _possible(request: Request) -> list[str]:
    """The conditionings that the groups give, as 3/4; no more than a dozen."""
    if request.kind in ("straight", "split"):
        sizes = [len(group.numbers) for group in request.groups]
        return [f"{sizes.count(size)}/{size}" for size in sorted(set(sizes))]
    counts = _counts_by_spots(request)
    return [f"{ways}/{spots}" for spots, ways in sorted(counts.items())][:12]


def _counts_by_spots(request: Request) -> dict[int, int]:
    """How many ways of each number of spots the groups give, without making them."""
    kings = [1 for group in request.groups if group.king]
    others = [len(group.numbers) for group in request.groups if not group.king]
    counts = _subset_counts(others)
    if request.kind != "king":
        return {spots: ways for spots, ways in counts.items() if spots}
    with_kings: dict[int, int] = {}
    for king_spots, king_ways in _subset_counts(kings).items():
        for spots, ways in counts.items():
            if king_spots and spots:
                total = king_spots + spots
                with_kings[total] = with_kings.get(total, 0) + king_ways * ways
    return with_kings


def _subset_counts(sizes: Sequence[int]) -> dict[int, int]:
    counts = {0: 1}
    for size in sizes:
        for spots, ways in list(counts.items()):
            counts[spots + size] = counts.get(spots + size, 0) + ways
    return counts


def _ways_of_condition(request: Request, condition: Condition, rules: KenoRules) -> list[Way]:
    """15.2(c)3 to 5: the ways of so many spots that the groups give, or the way that is named."""
    cite = PARAGRAPH[request.kind]
    if condition.letters:
        return [_named_way(request, condition, rules)]
    if not condition.ways:
        possible = ", ".join(_possible(request))
        raise _refusal(
            rules, f"how the groups are combined is not said: expected one of {possible}", cite
        )
    count = _counts_by_spots(request).get(condition.spots, 0)
    _check_count(request, condition, count, rules)
    if count > WAYS_MAX:
        raise BadInput(f"{count} ways: a ticket has at most {WAYS_MAX}")
    return [
        _way(request.groups, chosen, condition.rate)
        for chosen in _subsets(request, condition.spots)
    ]


def _subsets(request: Request, spots: int) -> Iterator[tuple[int, ...]]:
    """The sets of groups, by index, that have so many spots together. A king ticket's have a king
    and another group."""
    groups = request.groups
    sizes = [len(group.numbers) for group in groups]
    if len(set(sizes)) == 1 and request.kind != "king":
        yield from combinations(range(len(groups)), spots // sizes[0])
        return
    left = [0] * (len(sizes) + 1)
    for index in range(len(sizes) - 1, -1, -1):
        left[index] = left[index + 1] + sizes[index]

    def search(index: int, missing: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if missing == 0:
            kings = sum(groups[which].king for which in chosen)
            if request.kind != "king" or 0 < kings < len(chosen):
                yield chosen
            return
        if index == len(sizes) or missing > left[index]:
            return
        if sizes[index] <= missing:
            yield from search(index + 1, missing - sizes[index], (*chosen, index))
        yield from search(index + 1, missing, chosen)

    yield from search(0, spots, ())


def _named_way(request: Request, condition: Condition, rules: KenoRules) -> Way:
    letters = ascii_uppercase[: len(request.groups)]
    named = condition.letters
    cite = PARAGRAPH[request.kind]
    if len(set(named)) != len(named) or any(letter not in letters for letter in named):
        raise _refusal(
            rules, f"{named}: expected groups from {letters[0]} to {letters[-1]}, each once", cite
        )
    chosen = tuple(sorted(letters.index(letter) for letter in named))
    kings = sum(request.groups[which].king for which in chosen)
    if request.kind == "king" and not 0 < kings < len(chosen):
        raise _refusal(rules, f"{named}: a way of a king ticket has a king and another group", cite)
    return _way(request.groups, chosen, condition.rate)


def _way(groups: Sequence[Group], chosen: tuple[int, ...], rate: int) -> Way:
    numbers = bits([number for which in chosen for number in groups[which].numbers])
    letters = "".join(ascii_uppercase[which] for which in chosen)
    return Way(letters, numbers, numbers.bit_count(), rate)


def _check_way_ticket(request: Request, ways: list[Way], rules: KenoRules) -> None:
    cite = PARAGRAPH[request.kind]
    if len(ways) > WAYS_MAX:
        raise BadInput(f"{len(ways)} ways: a ticket has at most {WAYS_MAX}")
    again = {way.letters for way in ways}
    if len(again) < len(ways):
        raise _refusal(rules, "a way is conditioned twice", cite)
    if len(ways) < 2 and request.kind == "way":
        raise _refusal(rules, "a way ticket has several ways", cite)
    if request.kind == "way" and len({way.rate for way in ways}) > 1:
        raise _refusal(rules, "each group of a way ticket is wagered at the same rate", cite)


def _check_rates(request: Request, ways: Sequence[Way], card: RateCard, rules: KenoRules) -> None:
    schedule = card.schedule(request.schedule)
    for way in ways:
        if way.spots > schedule.spots_most or way.spots not in schedule.base:
            raise _refusal(
                rules,
                f"{way.spots} spots: the rate card has payoffs for 1 to {schedule.spots_most}",
                "15.2(b)",
            )
        if not schedule.minimum <= way.rate <= schedule.maximum or way.rate % schedule.step:
            raise _refusal(
                rules,
                f"{format_dollars(way.rate)} a way: expected {format_dollars(schedule.minimum)} to "
                f"{format_dollars(schedule.maximum)} in steps of {format_dollars(schedule.step)}",
                "15.3(d)",
            )
