"""The course of many sessions as a picture: letters for a terminal, or SVG."""

from __future__ import annotations

from pitboss import __version__
from pitboss.analysis.simulation.sessions import Sessions
from pitboss.money import format_dollars
from pitboss.report.chart_sheet import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, on_sheet
from pitboss.svg import line, points, tag, text


def text_chart(sessions: Sessions, width: int = 60, height: int = 16) -> list[str]:
    """Quantiles of the bankroll over the rounds: the middle half is shaded, the middle is a
    line, the outer bands are dots."""
    bands = sessions.bands()
    low, high = _range(sessions, bands)
    columns = [bands[i * (len(bands) - 1) // (width - 1)] for i in range(width)]

    def row_of(cents: int) -> int:
        return round((high - cents) * (height - 1) / (high - low))

    grid = [[" "] * width for _ in range(height)]
    for place, (least, lower, middle, upper, most) in enumerate(columns):
        for row in range(row_of(upper), row_of(lower) + 1):
            grid[row][place] = "░"
        grid[row_of(least)][place] = grid[row_of(most)][place] = "·"
        grid[row_of(middle)][place] = "━"
    labels = {0: high, height - 1: low, row_of(sessions.terms.bankroll): sessions.terms.bankroll}
    size = max(len(format_dollars(cents)) for cents in labels.values())
    lines = []
    for row, marks in enumerate(grid):
        label = format_dollars(labels[row]) if row in labels else ""
        lines.append(f"{label:>{size}} ┤{''.join(marks).rstrip()}")
    lines.append(f"{'':{size}} └{'─' * width}")
    end = f"{sessions.terms.rounds:,} rounds"
    lines.append(f"{'':{size}}  0{end:>{width - 1}}")
    return lines


def _range(sessions: Sessions, bands: list[list[int]]) -> tuple[int, int]:
    marks = [sessions.terms.bankroll, *(cents for band in bands for cents in band)]
    if sessions.terms.goal is not None:
        marks.append(min(sessions.terms.goal, max(marks)))
    low, high = min(marks), max(marks)
    return (low, high) if low < high else (low, low + 1)


def svg_chart(sessions: Sessions) -> str:
    """Returns the same as an SVG picture of its own, without scripts or fonts to fetch."""
    bands, rounds = sessions.bands(), sessions.points()
    low, high = _range(sessions, bands)
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def spot(number: int, cents: int) -> tuple[float, float]:
        x = LEFT + wide * number / max(1, rounds[-1])
        return x, TOP + tall * (high - cents) / (high - low)

    def quantile(number: int) -> list[tuple[float, float]]:
        return [spot(r, band[number]) for r, band in zip(rounds, bands, strict=True)]

    def area(lower: int, upper: int, shade: str) -> str:
        return tag("polygon", points=points(quantile(upper) + quantile(lower)[::-1]), fill=shade)

    law = sessions.rules.law
    label = f"{law.title}, {sessions.wager}: {format_dollars(sessions.terms.wager)} a round"
    shown = (
        "Bankroll over the rounds: 5 to 95 and 25 to 75 % "
        f"of {len(sessions.course):,} sessions, and the median"
    )
    foot = f"rules {law.hash[:16]}, seed {sessions.seed}, pitboss {__version__}"
    parts = [
        tag("rect", width=WIDTH, height=HEIGHT, fill="#fff"),
        text(LEFT, 20, label, font_size=14, font_weight="bold"),
        text(LEFT, 37, shown, fill="#555"),
        area(0, 4, "#dbe6f4"),
        area(1, 3, "#a9c4e6"),
        tag("polyline", points=points(quantile(2)), fill="none", stroke="#1d4f91", stroke_width=2),
    ]
    for cents in sorted({low, sessions.terms.bankroll, high}):
        x, y = spot(0, cents)
        parts.append(
            line(x, y, WIDTH - RIGHT, y, stroke="#999", stroke_width=0.5, stroke_dasharray="3 3")
        )
        parts.append(text(LEFT - 8, y + 4, format_dollars(cents), text_anchor="end"))
    for number in (0, rounds[-1] // 2, rounds[-1]):
        x, _ = spot(number, low)
        parts.append(text(x, HEIGHT - BOTTOM + 18, f"{number:,}", text_anchor="middle"))
    parts.append(text(LEFT, HEIGHT - 8, foot, fill="#777", font_size=10))
    return on_sheet(parts, label)
