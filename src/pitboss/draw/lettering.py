"""Words on the felt, squeezed or broken into lines where there is little room."""

from __future__ import annotations

from pitboss import svg


def _wide(words: str) -> float:
    """Returns how wide a letter is on average, as a part of its height: in the broadest of the
    fonts that a browser may take, in bold."""
    return 0.74 if words.isupper() else 0.64


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float,
    class_: str = "",
    anchor: str = "middle",
    fit: float = 0,
) -> str:
    """Returns one line of text around the height `y`, squeezed where it would be wider than
    `fit`."""
    length = None
    wide = _wide(words)
    if fit and wide * size * len(words) > fit:
        size = max(fit / (wide * len(words)), 7.5)
        if wide * size * len(words) > fit:
            length = fit
    return svg.text(
        x,
        y + size * 0.35,
        words,
        font_size=float(size),
        class_=class_ or None,
        text_anchor=anchor,
        textLength=length,
        lengthAdjust="spacingAndGlyphs" if length else None,
    )


def lines(words: str, width: float, size: float) -> list[str]:
    """Returns the words in lines that are about that wide."""
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
    """Returns the words in several lines, centred on a point."""
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
