"""How a simulated edge comes to rest, as a picture: letters for a terminal, or SVG. The number of
rounds goes by powers; the band is twice the standard error."""

from __future__ import annotations

from fractions import Fraction
from math import log10

from pitboss import __version__
from pitboss.analysis.simulation.convergence import Course, Point
from pitboss.law.regulation import Law
from pitboss.report.chart_sheet import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, on_sheet
from pitboss.svg import line, points, tag, text

BAND = 2.0


def _heights(course: Course, exact: Fraction | None) -> tuple[float, float]:
    """The lowest and the highest edge of the picture: the bands of the last three quarters."""
    late = course.points[len(course.points) // 4 :]
    marks = [p.house_edge + sign * BAND * p.stderr for p in late for sign in (-1, 1)]
    marks += [float(exact)] if exact is not None else []
    low, high = min(marks), max(marks)
    return (low, high) if low < high else (low - 0.001, low + 0.001)


def text_chart(
    course: Course, exact: Fraction | None, width: int = 60, height: int = 14
) -> list[str]:
    """The edge after ever more rounds: the band is shaded; = is the exact edge."""
    low, high = _heights(course, exact)
    first, last = log10(course.points[0].rounds), log10(course.points[-1].rounds)

    def row_of(edge: float) -> int:
        return min(height - 1, max(0, round((high - edge) * (height - 1) / (high - low))))

    def at(column: int) -> Point:
        wanted = first + (last - first) * column / (width - 1)
        return min(course.points, key=lambda p: abs(log10(p.rounds) - wanted))

    grid = [[" "] * width for _ in range(height)]
    for column in range(width):
        point = at(column)
        half = BAND * point.stderr
        for row in range(row_of(point.house_edge + half), row_of(point.house_edge - half) + 1):
            grid[row][column] = "░"
        if exact is not None:
            grid[row_of(float(exact))][column] = "="
        grid[row_of(point.house_edge)][column] = "━"
    labels = {0: f"{100 * high:.4f} %", height - 1: f"{100 * low:.4f} %"}
    size = max(map(len, labels.values()))
    lines = [f"{labels.get(n, ''):>{size}} ┤{''.join(row).rstrip()}" for n, row in enumerate(grid)]
    lines.append(f"{'':{size}} └{'─' * width}")
    begin, end = f"{course.points[0].rounds:,}", f"{course.points[-1].rounds:,} rounds"
    lines.append(f"{'':{size}}  {begin}{end:>{width - len(begin)}}")
    return lines


def svg_chart(course: Course, exact: Fraction | None, law: Law, seed: int) -> str:
    """Returns the same as an SVG picture of its own."""
    low, high = _heights(course, exact)
    first, last = log10(course.points[0].rounds), log10(course.points[-1].rounds)
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def spot(rounds: int, edge: float) -> tuple[float, float]:
        across = (log10(rounds) - first) / (last - first) if last > first else 0.5
        edge = min(high, max(low, edge))
        return LEFT + wide * across, TOP + tall * (high - edge) / (high - low)

    def edges(sign: int) -> list[tuple[float, float]]:
        return [spot(p.rounds, p.house_edge + sign * BAND * p.stderr) for p in course.points]

    label = f"{law.title}, {course.wager}: house edge of {course.points[-1].rounds:,} rounds"
    shown = "The edge after ever more rounds, and twice its standard error"
    shown += "; dashed: the exact edge" if exact is not None else ""
    parts = [
        tag("rect", width=WIDTH, height=HEIGHT, fill="#fff"),
        text(LEFT, 20, label, font_size=14, font_weight="bold"),
        text(LEFT, 37, shown, fill="#555"),
        tag("polygon", points=points(edges(1) + edges(-1)[::-1]), fill="#dbe6f4"),
        tag("polyline", points=points(edges(0)), fill="none", stroke="#1d4f91", stroke_width=2),
    ]
    if exact is not None:
        _, y = spot(1, float(exact)) if first == 0 else spot(course.points[0].rounds, float(exact))
        parts.append(
            line(
                LEFT, y, WIDTH - RIGHT, y, stroke="#b3261e", stroke_width=1, stroke_dasharray="6 4"
            )
        )
    for edge in (low, (low + high) / 2, high):
        _, y = spot(course.points[0].rounds, edge)
        parts.append(text(LEFT - 8, y + 4, f"{100 * edge:.4f} %", text_anchor="end"))
    for power in range(int(first) + 1, int(last) + 1):
        x, _ = spot(10**power, low)
        parts.append(text(x, HEIGHT - BOTTOM + 18, f"{10**power:,}", text_anchor="middle"))
    foot = f"rules {law.hash[:16]}, seed {seed}, pitboss {__version__}"
    parts.append(text(LEFT, HEIGHT - 8, foot, fill="#777", font_size=10))
    return on_sheet(parts, label)
