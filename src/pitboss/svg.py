"""SVG, as text. Whatever is drawn is made of these pieces, and whatever comes from outside is
escaped here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

NAMESPACE = "http://www.w3.org/2000/svg"


def number(value: float) -> str:
    """Returns a coordinate, as short as it can be."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """Returns an element. `class_` is class, and an underline in a name is a dash; what is None is
    left out. `content` is SVG already."""
    words = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, float) else str(value)
        words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    inside = " ".join(words)
    return f"<{inside}>{content}</{name}>" if content else f"<{inside}/>"


def title(words: str) -> str:
    """Returns what a pointer that rests on the group is told."""
    return tag("title", escape(words)) if words else ""


def text(x: float, y: float, words: str, /, **attributes: object) -> str:
    return tag("text", escape(words), x=float(x), y=float(y), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, /, **attributes: object) -> str:
    return tag("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **attributes)


def points(places: Iterable[tuple[float, float]]) -> str:
    """Returns the corners of a polygon or a polyline."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def group(content: str, x: float, y: float, scale: float = 1) -> str:
    grow = f" scale({number(scale)})" if scale != 1 else ""
    return tag("g", content, transform=f"translate({number(x)} {number(y)}){grow}")


def picture(
    width: float,
    height: float,
    content: str,
    /,
    *,
    label: str,
    alone: bool = False,
    **attributes: object,
) -> str:
    """Returns a whole picture; `label` is what is told to whoever cannot see it. One that stands
    `alone`, in a file of its own, says that it is SVG."""
    return tag(
        "svg",
        title(label) + content,
        xmlns=NAMESPACE if alone else None,
        role="img",
        aria_label=label,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=float(width),
        height=float(height),
        **attributes,
    )
