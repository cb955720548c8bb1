"""The room above the tables, as functions of law: 14.16 to 14.19. Whoever keeps the room (lists,
signs, tables) asks these before anything changes; each answer is None, or why not and where that
stands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pitboss.games.poker.rules import NO_JACKPOT
from pitboss.table.prompts import Refusal


class Request(msgspec.Struct, frozen=True):
    """A player's request for a seat at a type of table, such as hold 'em 10-20. Requests are
    numbered as they come."""

    number: int
    player: str
    table: str


def requests_for(waiting: Sequence[Request], table: str) -> list[Request]:
    """14.18: the requests for a type of table, first come first."""
    return sorted((each for each in waiting if each.table == table), key=lambda each: each.number)


def next_to_be_seated(waiting: Sequence[Request], table: str) -> Request | None:
    """14.18: vacant seats are filled first come, first served."""
    return next(iter(requests_for(waiting, table)), None)


def why_not_seated(waiting: Sequence[Request], table: str, player: str) -> Refusal | None:
    """14.18: a seat goes to nobody before those who asked for it earlier."""
    first = next_to_be_seated(waiting, table)
    if first is None or first.player == player:
        return None
    return Refusal(f"{first.player} asked for a seat at {table} before {player}", "14.18")


def why_not_announced(waiting: Sequence[Request], table: str) -> Refusal | None:
    """14.18: only a vacancy for which somebody is on the list may be announced."""
    if next_to_be_seated(waiting, table) is not None:
        return None
    return Refusal(f"nobody is on the waiting list for {table}: no vacancy is announced", "14.18")


def why_not_raised_at_once(
    minimum: int, wanted: int, seated: Sequence[str], agreed: Sequence[str]
) -> Refusal | None:
    """14.17: with the consent of all patrons at the table its minimum is raised without the notice
    of 8.3(b); without it that notice is needed, and so it is to lower the minimum."""
    if wanted <= minimum:
        return Refusal("only an increase of the minimum goes by consent: notice under 8.3", "14.17")
    against = [player for player in seated if player not in agreed]
    if against:
        return Refusal(f"{against[0]} does not agree: notice under 8.3(b)", "14.17")
    return None


def sign(minimum: int, maximum: int, raises: int | None) -> list[tuple[str, int]]:
    """14.17: what the sign at the table states: least and most wager, and how many raises there may
    be in a betting round, where that is restricted."""
    stated = [("minimum wager", minimum), ("maximum wager", maximum)]
    return stated if raises is None else [*stated, ("raises in a betting round", raises)]


def why_not_offered(offered: str, asked: str) -> Refusal | None:
    """14.19(a): a table has the bad beat or the high hand payout, never both."""
    if offered not in (NO_JACKPOT, asked) and asked != NO_JACKPOT:
        return Refusal(f"the table offers {offered}, and never {asked} as well", "14.19(a)")
    return None


def to_be_notified(year: int) -> tuple[str, ...]:
    """14.16(b): who is told, as expeditiously as possible, of a player who was made to leave; since
    2012 the Division has the Commission's place."""
    return ("Commission", "Division") if year < 2012 else ("Division",)
