"""Small pieces of SVG text. Whatever comes from outside is escaped here and nowhere else."""

from __future__ import annotations

from html import escape


def number(value: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """An element. `class_` is class, and an underline in a name is a dash; None is left out."""
    words = [name]
    for key, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, float) else str(value)
        words.append(f'{key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    inside = " ".join(words)
    return f"<{inside}>{content}</{name}>" if content else f"<{inside}/>"


def title(words: str) -> str:
    """What a pointer that rests on the group is told."""
    return tag("title", escape(words)) if words else ""


def _wide(words: str) -> float:
    """How wide a letter is on average, as a part of its height: in the broadest of the fonts
    that a browser may take, in bold."""
    return 0.74 if words.isupper() else 0.64


def text(
    x: float, y: float, words: str, *, size: float, class_: str = "", anchor: str = "middle",
    fit: float = 0,
) -> str:  # fmt: skip
    """One line of text around the height `y`, squeezed where it would be wider than `fit`."""
    length = None
    wide = _wide(words)
    if fit and wide * size * len(words) > fit:
        size = max(fit / (wide * len(words)), 7.5)
        if wide * size * len(words) > fit:
            length = fit
    return tag(
        "text", escape(words), x=float(x), y=float(y + size * 0.35), font_size=float(size),
        class_=class_ or None, text_anchor=anchor, textLength=length,
        lengthAdjust="spacingAndGlyphs" if length else None,
    )  # fmt: skip


def lines(words: str, width: float, size: float) -> list[str]:
    """The words in lines that are about that wide."""
    most = max(int(width / (_wide(words) * size)), 4)
    found: list[str] = []
    for word in words.split():
        if found and len(found[-1]) + 1 + len(word) <= most:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def block(
    x: float, y: float, words: str, *, width: float, size: float, class_: str = "", most: int = 3
) -> str:
    """Words in several lines, centred on a point."""
    found = lines(words, width, size)
    alone = width / (_wide(words) * max(len(words), 1))
    if len(found) > 1 and alone >= 0.75 * size:
        return text(x, y, words, size=alone, class_=class_)  # a little smaller, but whole
    while len(found) > most and size > 8:
        size *= 0.9
        found = lines(words, width, size)
    found = found[:most]
    top = y - (len(found) - 1) * size * 0.56
    # A space between the lines: who reads the text without the places must not join the words.
    return " ".join(
        text(x, top + index * size * 1.12, line, size=size, class_=class_, fit=width)
        for index, line in enumerate(found)
    )


def group(content: str, x: float, y: float, scale: float = 1) -> str:
    grow = f" scale({number(scale)})" if scale != 1 else ""
    return tag("g", content, transform=f"translate({number(x)} {number(y)}){grow}")
