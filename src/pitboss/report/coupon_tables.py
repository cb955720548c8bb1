"""Match play coupons, free bets and envy bonuses in the PAR sheet, as rows of tables that the page
and the workbook both write."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.exact.figures import decimal_text, percent_text
from pitboss.analysis.laboratory.coupons import OTHERS, Between, EnvyDesk
from pitboss.analysis.laboratory.desk import Laboratory
from pitboss.money import format_dollars
from pitboss.report.protection import NOTHING, Table

KEY = "coupons"
NO_ENVY = "these rules pay no bonus for another player's hand"
NO_TEXT = "no text that we have permits it"


def coupon_tables(desk: Laboratory) -> Iterator[Table]:
    """Returns the tables of what is given away."""
    there = [(each.wager, each.coupon) for each in desk.wagers if each.coupon is not None]
    headings: tuple[str, ...]
    if there:
        headings = ("wager", "taken whatever comes", "kept after a push",
                    "less what the chips beside it lose", "coupon permitted")  # fmt: skip
        yield (
            KEY,
            "Match play: what a coupon costs the house, as a share of its face value",
            headings,
            [
                (
                    wager,
                    *map(_share, (coupon.match_once, coupon.match_until, coupon.match_and_chips)),
                    coupon.permitted or NO_TEXT,
                )
                for wager, coupon in there
            ],
        )
        headings = (
            "wager",
            "taken whatever comes",
            "kept after a push",
            "given back until it loses",
        )
        yield (
            KEY,
            "Free bet: what a chip that nobody has bought costs the house, as a share of it",
            headings,
            [
                (wager, *map(_share, (coupon.free_once, coupon.free_until, coupon.free_returned)))
                for wager, coupon in there
            ],
        )
    yield from _envy(desk.envy)
    rest = [each.wager for each in desk.wagers if each.coupon is None]
    if rest:
        why = (
            "several wagers as one, never paid, or decided with chips that are not told apart "
            "from others in play"
        )
        yield KEY, "Not worked out with a coupon", ("wager", "why"), [(name, why) for name in rest]


def _share(found: Between | None) -> str:
    if found is None:
        return NOTHING
    low, high = percent_text(found.low), percent_text(found.high)
    return low if low == high else f"{low} to {high}"


def _envy(found: list[EnvyDesk]) -> Iterator[Table]:
    if not found:
        yield KEY, "Envy bonus", ("wager", "why"), [("none", NO_ENVY)]
        return
    headings = (
        *("wager", "least wager", "each other player, cents a round", "as a share of it"),
        *(f"edge, {number} others" for number in range(OTHERS + 1)),
        "citation",
    )
    rows = [
        (
            each.wager,
            format_dollars(each.least),
            decimal_text(each.each, 6),
            percent_text(each.share, 6),
            *map(percent_text, each.edges),
            "; ".join(filter(None, (each.cite, each.note))),
        )
        for each in found
    ]
    yield KEY, "Envy bonus: what each other player's hand costs the house (exact)", headings, rows
