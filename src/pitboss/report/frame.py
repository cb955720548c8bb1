"""The frame of a page that is one file: nothing loaded from elsewhere, no script; for the screen,
light or dark, and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from pitboss import __version__
from pitboss.report.style import STYLE


def framed(kind: str, heading: str, lead: str, body: str, *, title: str = "", css: str = "") -> str:
    """The whole page. `lead` and `body` are HTML; the other parts are text."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark">'
        f"<title>{escape(title or f'{kind}: {heading}')}</title><style>{STYLE}{css}</style></head>"
        f'<body><a class="skip" href="#main">Skip to the content</a><header><p class="kind">'
        f'{escape(kind)}</p><h1>{escape(heading)}</h1>{lead}</header><main id="main">{body}</main>'
        f"<footer><p>pitboss {__version__}; not legal advice</p></footer></body></html>\n"
    )


def table_of(headings: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "") -> str:
    """A table; every cell is HTML, headings and caption are text."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in headings)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="scroll"><table>{named}<thead><tr>{head}</tr></thead><tbody>{lines}</tbody>'
        "</table></div>"
    )
