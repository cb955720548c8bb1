"""Names of three or four cards of a hand of five, as a player sees them: what they are together,
and what they may become."""

from __future__ import annotations

from collections.abc import Callable, Sequence

SIX, TEN, JACK, ACE = 4, 8, 9, 12
# With a card more, or two, they still come to less than a pair, a straight or a flush.
NOTHING = "nothing of these"


def ranks_of_set(cards: Sequence[int]) -> list[int]:
    """Returns the ranks of the cards, the lowest first."""
    return sorted(card >> 2 for card in cards)


def suited(cards: Sequence[int]) -> bool:
    return len({card & 3 for card in cards}) == 1


def alike(ranks: Sequence[int], pair: Callable[[int], str]) -> str:
    """Returns the name of cards of which some have one rank, where `pair` names a pair by its rank;
    an empty string if all ranks differ."""
    counts = sorted((ranks.count(rank), rank) for rank in set(ranks))
    most, rank = counts[-1]
    if most > 2:
        return "four of a kind" if most == 4 else "three of a kind"
    if most == 2:
        return "two pair" if len(counts) == 2 and len(ranks) == 4 else pair(rank)
    return ""


def span(ranks: Sequence[int]) -> int:
    """Returns how many ranks there are from the lowest to the highest, an ace taken low where that
    is closer."""
    wide = ranks[-1] - ranks[0] + 1
    return min(wide, ranks[-2] + 2) if ranks[-1] == ACE else wide


def high_cards(ranks: Sequence[int]) -> str:
    """Returns how many of them are tens or better."""
    high = sum(rank >= TEN for rank in ranks)
    return f"{('no', 'one', 'two', 'three', 'four')[high]} high card{'s' * (high != 1)}"


def three_to(cards: Sequence[int]) -> str:
    """Returns what three cards of different ranks are to a straight flush."""
    ranks = ranks_of_set(cards)
    if not suited(cards) or span(ranks) > 5:
        return NOTHING
    if ranks[0] >= TEN:
        return "three to a royal flush"
    if span(ranks) == 3:
        lowest = {(0, 1, 2): "2-3-4 suited", (0, 1, ACE): "A-2-3 suited"}
        return lowest.get((ranks[0], ranks[1], ranks[2]), "three suited in sequence")
    if ranks[-1] == ACE and ranks[0] < TEN - 2:
        return "three to a straight flush up from an ace"
    return f"three to a straight flush, spread {span(ranks)}, {high_cards(ranks)}"


def four_to(cards: Sequence[int], outside: str, inside: str | None = None) -> str:
    """Returns what four cards of different ranks are to a flush or a straight, and what a game adds
    to a straight (the same for one inside, unless `inside` says otherwise)."""
    ranks = ranks_of_set(cards)
    if suited(cards):
        return "four to a flush"
    if span(ranks) > 5:
        return NOTHING
    if span(ranks) == 4 and ranks[-1] != ACE:
        return f"four to an outside straight, {outside}"
    more = outside if inside is None else inside
    return "four to an inside straight" + f", {more}" * bool(more)
