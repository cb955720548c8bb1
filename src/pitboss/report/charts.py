"""Charts as inline SVG: no script, no font, no colour of their own (classes are styled by the
page, light or dark). What a chart shows is always in a table as well."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10, sqrt

from pitboss.svg import line, picture, points, tag, text

Number = float


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
    for index, (name, value, figure, css) in enumerate(rows):
        y = top + index * step
        start = zero + min(0.0, value) * scale
        long = max(abs(value) * scale, 0.75 if value else 0.0)
        parts.append(text(gutter - 8, y + 13, name, class_="name", text_anchor="end"))
        parts.append(
            tag("rect", x=start, y=y + 2, width=long, height=14, rx=2, class_=f"bar {css}")
        )
        parts.append(text(zero + max(0.0, value) * scale + 6, y + 13, figure, class_="figure"))
    height = top * 2 + step * len(rows)
    parts.append(line(zero, top, zero, height - top, class_="axis"))
    return picture(width, height, "".join(parts), label=label)


def funnel(
    label: str, edge: Number, deviation: Number, rounds: Sequence[int], z_of: dict[int, Number]
) -> str:
    """Returns the house's win as a share of the initial wagers, by the number of rounds, with
    bands."""
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
        corners = points((x_of(p), y_of(v)) for p, v in over + under[::-1])
        parts.append(tag("polygon", points=corners, class_=f"band b{percent}"))
    parts.append(line(left, y_of(0), width - right, y_of(0), class_="axis"))
    parts.append(line(left, y_of(edge), width - right, y_of(edge), class_="expected"))
    for count in rounds:
        x = x_of(log10(count))
        anchor = "end" if count == rounds[-1] else "middle" if count != rounds[0] else "start"
        parts.append(line(x, height - bottom, x, height - bottom + 4, class_="axis"))
        parts.append(_tick(x, height - bottom + 16, f"{count:,}", anchor))
    parts.append(_tick((left + width - right) / 2, height - 4, "rounds", "middle"))
    for value in _ticks(low, high):
        parts.append(line(left - 4, y_of(value), left, y_of(value), class_="axis"))
        parts.append(_tick(left - 7, y_of(value) + 4, _percent(value), "end"))
    parts.append(line(left, top, left, height - bottom, class_="axis"))
    return picture(width, height, "".join(parts), label=label)


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

    parts = [line(x_of(0), top, x_of(0), height - bottom, class_="axis")]
    for index, (name, least, most, used) in enumerate(rows):
        y = top + index * step + step / 2
        parts.append(text(gutter - 8, y + 4, name, class_="name", text_anchor="end"))
        parts.append(line(x_of(least), y, x_of(most), y, class_="range"))
        parts += [line(x_of(v), y - 4, x_of(v), y + 4, class_="end") for v in (least, most)]
        parts.append(tag("circle", cx=x_of(used), cy=y, r=4.5, class_="used"))
    for value in _ticks(low, high):
        x = x_of(value)
        parts.append(line(x, height - bottom, x, height - bottom + 4, class_="axis"))
        parts.append(_tick(x, height - bottom + 16, _percent(value), "middle"))
    return picture(width, height, "".join(parts), label=label)


def _tick(x: Number, y: Number, words: str, anchor: str) -> str:
    return text(x, y, words, class_="tick", text_anchor=anchor)


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
