"""Charts as inline SVG: no script, no font, no colour of their own (classes are styled by the
page, light or dark). What a chart shows is always in a table as well."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10, sqrt

Number = float


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> str:
    inside = "".join(parts)
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(label, quote=True)}"><title>{escape(label)}</title>{inside}</svg>'
    )


def _text(x: Number, y: Number, text: str, css: str = "", anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
        + (f' class="{css}"' if css else "")
        + f">{escape(text)}</text>"
    )


def _line(x1: Number, y1: Number, x2: Number, y2: Number, css: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{css}"/>'


def _gutter(names: Sequence[str]) -> int:
    """Room for the names on the left: about so many units a letter."""
    return 16 + round(6.4 * max(map(len, names)))


def bars(label: str, rows: Sequence[tuple[str, Number, str, str]], *, room: int = 360) -> str:
    """Horizontal bars: name, value, what is written beside it, and the class of the bar. A
    negative value goes to the left of the zero line."""
    step, top = 21, 4
    gutter = _gutter([name for name, _, _, _ in rows])
    width = gutter + room + 84
    low = min(0.0, *(value for _, value, _, _ in rows))
    high = max(0.0, *(value for _, value, _, _ in rows)) or 1.0
    scale = room / (high - low)
    zero = gutter - low * scale
    parts = []
    for index, (name, value, told, css) in enumerate(rows):
        y = top + index * step
        start = zero + min(0.0, value) * scale
        long = max(abs(value) * scale, 0.75 if value else 0.0)
        parts.append(_text(gutter - 8, y + 13, name, "name", "end"))
        parts.append(
            f'<rect x="{start:.1f}" y="{y + 2}" width="{long:.1f}" height="14" rx="2" '
            f'class="bar {css}"/>'
        )
        parts.append(_text(zero + max(0.0, value) * scale + 6, y + 13, told, "figure"))
    height = top * 2 + step * len(rows)
    parts.append(_line(zero, top, zero, height - top, "axis"))
    return _svg(width, height, label, parts)


def funnel(label: str, edge: Number, deviation: Number, rounds: Sequence[int],
           z_of: dict[int, Number]) -> str:  # fmt: skip
    """The house's win as a share of the initial wagers, by the number of rounds, with bands."""
    width, height, left, right, top, bottom = 420, 214, 56, 12, 10, 34
    first, last = log10(rounds[0]), log10(rounds[-1])
    widest = max(z_of.values()) * deviation / sqrt(rounds[0])
    high, low = max(0.0, edge) + widest, min(0.0, edge) - widest

    def x_of(power: Number) -> Number:
        return left + (power - first) / (last - first) * (width - left - right)

    def y_of(value: Number) -> Number:
        return top + (high - value) / (high - low) * (height - top - bottom)

    powers = [first + (last - first) * step / 40 for step in range(41)]
    parts = []
    for percent in sorted(z_of, reverse=True):
        over = [(p, edge + z_of[percent] * deviation / sqrt(10**p)) for p in powers]
        under = [(p, edge - z_of[percent] * deviation / sqrt(10**p)) for p in powers]
        points = " ".join(f"{x_of(p):.1f},{y_of(v):.1f}" for p, v in over + under[::-1])
        parts.append(f'<polygon points="{points}" class="band b{percent}"/>')
    parts.append(_line(left, y_of(0), width - right, y_of(0), "axis"))
    parts.append(_line(left, y_of(edge), width - right, y_of(edge), "expected"))
    for count in rounds:
        x = x_of(log10(count))
        anchor = "end" if count == rounds[-1] else "middle" if count != rounds[0] else "start"
        parts.append(_line(x, height - bottom, x, height - bottom + 4, "axis"))
        parts.append(_text(x, height - bottom + 16, f"{count:,}", "tick", anchor))
    parts.append(_text((left + width - right) / 2, height - 4, "rounds", "tick", "middle"))
    for value in _ticks(low, high):
        parts.append(_line(left - 4, y_of(value), left, y_of(value), "axis"))
        parts.append(_text(left - 7, y_of(value) + 4, _percent(value), "tick", "end"))
    parts.append(_line(left, top, left, height - bottom, "axis"))
    return _svg(width, height, label, parts)


def ranges(label: str, rows: Sequence[tuple[str, Number, Number, Number]]) -> str:
    """From the least to the greatest value, with a mark where it is in use."""
    step, top, bottom, right = 20, 4, 22, 40
    gutter = _gutter([name for name, _, _, _ in rows])
    width = gutter + 380 + right
    low = min(0.0, *(least for _, least, _, _ in rows))
    high = max(0.0, *(most for _, _, most, _ in rows)) or 1.0
    scale = (width - gutter - right) / (high - low)
    height = top + step * len(rows) + bottom

    def x_of(value: Number) -> Number:
        return gutter + (value - low) * scale

    parts = [_line(x_of(0), top, x_of(0), height - bottom, "axis")]
    for index, (name, least, most, used) in enumerate(rows):
        y = top + index * step + step / 2
        parts.append(_text(gutter - 8, y + 4, name, "name", "end"))
        parts.append(_line(x_of(least), y, x_of(most), y, "range"))
        parts += [_line(x_of(v), y - 4, x_of(v), y + 4, "end") for v in (least, most)]
        parts.append(f'<circle cx="{x_of(used):.1f}" cy="{y:.1f}" r="4.5" class="used"/>')
    for value in _ticks(low, high):
        x = x_of(value)
        parts.append(_line(x, height - bottom, x, height - bottom + 4, "axis"))
        parts.append(_text(x, height - bottom + 16, _percent(value), "tick", "middle"))
    return _svg(width, height, label, parts)


def _ticks(low: Number, high: Number) -> list[Number]:
    """Round values between low and high, three to six of them."""
    span = (high - low) / 6
    power = 10.0 ** floor(log10(span))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= span * 0.999)
    first = floor(low / step)
    found = [step * number for number in range(first, first + 12)]
    return [value for value in found if low <= value <= high]


def _percent(value: Number) -> str:
    shown = f"{value * 100:.2f}".rstrip("0").rstrip(".")
    return f"{'0' if shown in ('-0', '') else shown} %"
