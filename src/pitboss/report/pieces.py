"""Pieces of a page: tables, figures, and how numbers are written in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from pitboss.analysis.exact.figures import NOT_KNOWN, decimal_text, percent_text, short_text
from pitboss.analysis.par import Rounded
from pitboss.law.schema import KNOWN_AS


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def cell_of(value: Any) -> str:
    return value if isinstance(value, Markup) else escape(str(value))


def table_of(
    caption: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    text: int = 1,
    marked: Iterable[int] = (),
    total: Sequence[Any] = (),
    css: str = "",
) -> str:
    """Returns a table; its first `text` columns are words, the others figures. Rows in `marked`
    stand out. The caption of a `quiet` one is for those who do not see the heading above; a
    `matrix` has many columns of figures."""
    mark = set(marked)
    listed = list(rows)
    # A column in which nothing stands is left out.
    kept = [n for n in range(len(headings)) if n == 0 or any(row[n] != "" for row in listed)]
    head = "".join(
        f'<th scope="col"{"" if n < text else NUMBER}>{escape(headings[n])}</th>' for n in kept
    )
    lines = []
    for number, row in enumerate(listed):
        shaded = ' class="marked"' if number in mark else ""
        lines.append(f"<tr{shaded}>{_row(row, kept, text)}</tr>")
    foot = f"<tfoot><tr>{_row(total, kept, text)}</tr></tfoot>" if total else ""
    named = f' class="{css}"' if css else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption, True)}">'
        f"<table{named}><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody>{foot}</table></div>"
    )


NUMBER = ' class="n"'


def _row(row: Sequence[Any], kept: Sequence[int], text: int) -> str:
    cells = [f'<th scope="row">{cell_of(row[0])}</th>']
    for number in kept[1:]:
        cells.append(f"<td{'' if number < text else NUMBER}>{cell_of(row[number])}</td>")
    return "".join(cells)


def figure_of(caption: str, svg: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{svg}</figure>"


def cite_of(cite: str, basis: str) -> Markup:
    doubt = KNOWN_AS[basis]
    mark = f' <span class="doubt">{doubt}</span>' if doubt else ""
    return Markup(f"{escape(cite)}{mark}")


def exact_text(value: Fraction) -> Markup:
    """Returns the fraction; one of many digits is folded, and can be opened."""
    exactly = str(value).replace("/", "/<wbr>")
    if len(str(value)) <= DIGITS_SHOWN:
        return Markup(f'<span class="exact">{exactly}</span>')
    over, _, under = str(value).partition("/")
    short = f"{over[:6]}…/{under[:6]}…"
    return Markup(f'<details class="exact"><summary>{short}</summary>{exactly}</details>')


def counted_text(number: int) -> Markup:
    """Returns a number of combinations; one of many digits to five places, and all on asking."""
    exactly = f"{number:,}"
    if len(exactly) <= DIGITS_SHOWN:
        return Markup(exactly)
    tens = len(str(number)) - 1
    digits = str(number)
    short = f"{digits[0]}.{digits[1:5]} × 10<sup>{tens}</sup>"
    return Markup(f'<span title="{exactly}">{short}</span>')


def units_text(value: Fraction | Rounded, places: int = 2) -> str:
    found = value.value if isinstance(value, Rounded) else value
    return decimal_text(found, places, comma=True).replace("-", MINUS)


MINUS = "\N{MINUS SIGN}"
# Numbers of more characters than this are not written out in a table.
DIGITS_SHOWN = 27


def signed_text(value: Fraction) -> str:
    return ("+" if value > 0 else "") + short_text(value, 4).replace("-", MINUS)


def edge_text(value: Fraction, places: int = 4) -> str:
    return percent_text(value, places).replace("-", MINUS)


def anchor_of(wager: str) -> str:
    return "w-" + "".join(mark if mark.isalnum() else "-" for mark in wager)


def share_text(value: Fraction | None) -> str:
    return percent_text(value, 2) if value is not None else NOT_KNOWN
