"""Game protection in the PAR sheet: counting, safe limits and leaks, as rows of tables that the
page and the workbook both write."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.analysis.exact.figures import percent_text
from pitboss.analysis.laboratory.protection import LOSS, AtCut, CountDesk, Protection
from pitboss.money import format_dollars

# Key of the section, caption, headings, rows; all of it is text.
Table = tuple[str, str, tuple[str, ...], list[tuple[str, ...]]]
NOTHING = "–"
# Units a shoe that are not worth a line.
LEAST = 0.0005


def protection_tables(found: Protection) -> Iterator[Table]:
    """Returns the tables: effects of removal, counts and limits, leaks, and what is not here."""
    if found.counts:
        yield from _effects(found.counts)
        yield "counting", *_counts(found.counts)
        yield "counting", *_limits(found.counts)
    if found.leaks:
        yield "exposed", *_leaks(found)
    if found.reasons:
        headings = ("what", "why it is not here")
        yield (
            "protection-notes",
            "Not worked out",
            headings,
            [tuple(each) for each in found.reasons],
        )


def sections_of(found: Protection) -> set[str]:
    """Returns what the tables have, leaks by their kind."""
    there = {key for key, _, _, _ in protection_tables(found)}
    return there | {f"exposed: {each.kind}" for each in found.leaks}


def _effects(counts: list[CountDesk]) -> Iterator[Table]:
    """Returns a table for the wagers that tell the same cards apart."""
    by_ranks: dict[tuple[str, ...], list[CountDesk]] = {}
    for desk in counts:
        if not any(change for _, change in desk.effects):
            continue  # as at pairs: no card matters by itself
        by_ranks.setdefault(tuple(name for name, _ in desk.effects), []).append(desk)
    for ranks, desks in by_ranks.items():
        rows = [
            (f"{desk.wager}, {desk.decks} decks", *(_points(change) for _, change in desk.effects))
            for desk in desks
        ]
        caption = (
            "Effect of removal: how the player's advantage changes, in percent of the wager, when "
            "one card is gone from a full shoe (exact)"
        )
        yield "counting", caption, ("wager", *ranks), rows


def _points(change: object) -> str:
    found = percent_text(change).removesuffix(" %")  # type: ignore[arg-type]
    return found if found.startswith("-") else f"+{found}"


def _counts(counts: list[CountDesk]) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    rows = []
    for desk in counts:
        tags = desk.count or "no linear count: no card matters by itself"
        won = [
            each for each in desk.by_cut if each.trigger is not None or (each.bound or 0) > LEAST
        ]
        # Where nothing is to be won, the deepest cutting card stands for all.
        for number, each in enumerate(won or desk.by_cut[:1]):
            first = (desk.wager, tags) if not number else ("", "")
            rows.append((*first, str(each.cut), f"{each.rounds:.1f}", *_figures(each)))
    shoes = f"{counts[0].shoes:,}"
    caption = (
        "Counting, in units of the wager: from which true count a unit is wagered, what that wins, "
        f"and what perfect knowledge of the cards left would win at most (simulated, {shoes} shoes)"
    )
    headings = ("wager", "tags", "cards behind the cutting card", "rounds a shoe", "trigger",
                "made", "advantage", "per 100 rounds", "per shoe", "at most, per shoe")  # fmt: skip
    return caption, headings, rows


def _figures(each: AtCut) -> tuple[str, ...]:
    bound = NOTHING if each.bound is None else f"{each.bound:.3f} ± {each.bound_error or 0:.3f}"
    if each.trigger is None:
        return "never", *(NOTHING,) * 4, bound
    return (
        f"{each.trigger:+d}",
        f"{100 * each.often:.2f} %",
        f"{100 * each.advantage:.3f} %",
        f"{each.per_100:.3f}",
        f"{each.units:.3f} ± {each.error:.3f}",
        bound,
    )


def _limits(counts: list[CountDesk]) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    cuts = sorted({each.cut for desk in counts for each in desk.by_cut})
    rows = []
    for desk in counts:
        by_cut = {each.cut: each for each in desk.by_cut}
        limits = [by_cut[cut].limit if cut in by_cut else None for cut in cuts]
        shown = [
            NOTHING if cut not in by_cut else "any" if limit is None else format_dollars(limit)
            for cut, limit in zip(cuts, limits, strict=True)
        ]
        rows.append((desk.wager, *shown))
    caption = (
        f"Safe limits: the highest wager at which a shoe loses {format_dollars(LOSS)} on average "
        "to those who count or know all cards left, by cards behind the cutting card"
    )
    return caption, ("wager", *(str(cut) for cut in cuts)), rows


def _leaks(found: Protection) -> tuple[str, tuple[str, ...], list[tuple[str, ...]]]:
    rows: list[tuple[str, ...]] = [
        (
            each.leak,
            each.wager,
            each.method,
            percent_text(each.without),
            percent_text(each.edge)
            + ("" if each.stderr is None else f" ± {100 * each.stderr:.3f} %"),
            "every round" if each.made is None else percent_text(each.made, 2),
        )
        for each in found.leaks
    ]
    caption = "What is seen, and the house edge to whoever sees it and plays in the best way"
    headings = ("what is known", "wager", "method", "edge without", "edge with it", "wager made")
    return caption, headings, rows
