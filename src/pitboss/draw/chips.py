"""Chips as they lie: stacks by denomination, each with its amount in figures that everybody at the
table can read."""

from __future__ import annotations

from pitboss.draw.lettering import text
from pitboss.draw.pieces import piece
from pitboss.money import format_dollars
from pitboss.svg import number, tag

# The colours of value chips, by their denomination in cents.
DENOMINATIONS = ((100_000, "yellow"), (50_000, "purple"), (10_000, "black"), (2_500, "green"),
                 (500, "red"), (100, "white"))  # fmt: skip
# More chips than this would make the stack taller than its place.
STACK_MOST = 6
# The figures on the felt: smaller ones cannot be read from the dealer's side.
FIGURES = 13.0


def chip_colour(cents: int) -> str:
    return next((colour for least, colour in DENOMINATIONS if cents >= least), "white")


def short_dollars(cents: int) -> str:
    """Returns an amount that fits on a chip: $15, $2.50, $12.5k."""
    if cents % 100:
        return f"${format_dollars(cents)}"
    dollars = cents // 100
    if dollars < 10_000:
        return f"${dollars}"
    thousands, rest = divmod(dollars, 1000)
    return f"${thousands}.{rest // 100}k" if rest // 100 else f"${thousands}k"


def denominations(cents: int) -> list[str]:
    """Returns the colours of the chips that make up an amount, the highest first. What is less
    than the lowest denomination is one white chip."""
    found: list[str] = []
    for value, colour in DENOMINATIONS:
        count, cents = divmod(cents, value)
        found += [colour] * min(count, STACK_MOST + 1)
    return found + ["white"] * bool(cents)


def _disc(colour: str, y: float, radius: float) -> str:
    dash = radius * 0.52
    content = tag("circle", cy=y, r=radius, class_="chip-body") + tag(
        "circle",
        cy=y,
        r=radius * 0.88,
        class_="chip-edge",
        stroke_width=radius * 0.24,
        stroke_dasharray=f"{number(dash)} {number(dash * 0.77)}",
    )
    return tag("g", content, class_=f"chip-{colour}")


def chip(cents: int, x: float, y: float, radius: float) -> str:
    """Returns one chip with its value, as a player picks it."""
    words = short_dollars(cents)
    content = _disc(chip_colour(cents), 0, radius)
    content += tag("circle", r=radius * 0.7, class_="chip-middle")
    content += text(
        0, 0, words.removeprefix("$"), size=radius * 0.72, class_="chip-text", fit=radius * 1.3
    )
    return piece(content, "chip", "", x, y, 1)


def figures(words: str, x: float, y: float, *, class_: str = "", size: float = FIGURES) -> str:
    """Returns words on a dark plate, around a point."""
    wide = len(words) * size * 0.62 + size * 0.7
    plate = tag(
        "rect",
        x=x - wide / 2,
        y=y - size * 0.68,
        width=wide,
        height=size * 1.36,
        rx=size * 0.5,
        class_=f"plate {class_}".strip(),
    )
    return plate + text(x, y, words, size=size, class_="plate-text")


def stack(
    cents: int,
    x: float,
    y: float,
    radius: float,
    *,
    off: bool = False,
    name: str = "",
    figure: bool = True,
) -> str:
    """Returns the chips of one wager, the highest denomination at the bottom, and the amount below
    them."""
    discs = denominations(cents)[:STACK_MOST]
    step = radius * 0.28
    base = step * (len(discs) - 1) / 2 - radius * 0.3
    content = "".join(
        _disc(colour, base - index * step, radius) for index, colour in enumerate(discs)
    )
    top = base - step * (len(discs) - 1)
    content += tag("circle", cy=top, r=radius * 0.62, class_="chip-middle")
    size = max(FIGURES, radius * 0.8)
    if figure:
        content += figures(short_dollars(cents), 0, base + radius * 0.72, size=size)
    if off:
        content += figures("OFF", 0, top - radius * 0.9, class_="plate-off", size=size * 0.8)
    return piece(content, "chip", name, x, y, 1)


def tagged(cents: int, x: float, y: float, whose: str, *, off: bool = False, name: str = "") -> str:
    """Returns another player's wager where there is little room: a chip, whose it is, and how
    much. `x` is its left edge."""
    words = f"{whose} {short_dollars(cents)}" + (" off" if off else "")
    wide = tag_width(cents, whose, off=off)
    content = figures(words, wide / 2 + 7, 0, class_="plate-off" if off else "")
    content += _disc(chip_colour(cents), 0, 8.5)
    return piece(content, "chip chip-other", name, x + 8, y, 1)


def tag_width(cents: int, whose: str, *, off: bool = False) -> float:
    """Returns how wide a tagged chip is, but for its chip."""
    letters = len(f"{whose} {short_dollars(cents)}") + 4 * off
    return letters * FIGURES * 0.62 + FIGURES * 0.7
