"""What the pages give as files, for a spreadsheet above all."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from starlette.responses import Response

from pitboss.money import format_dollars

# What a cell begins with that a spreadsheet works out.
FORMULA = tuple(
    "=+-@\t\r\n\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH COMMERCIAL AT}"
)


def as_csv(name: str, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Response:
    """A file for a spreadsheet, in which no cell is a formula: a text that would be one has an
    apostrophe before it, by which a spreadsheet knows a text, and loses nothing."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_harmless(cell) for cell in row])
    return as_attachment(name, out.getvalue(), "text/csv")


def _harmless(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in FORMULA else cell


def as_attachment(name: str, text: str, kind: str) -> Response:
    """A text that the browser keeps as a file of that name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


def dollars_cell(cents: int) -> str:
    """An amount as a spreadsheet reads it: below nothing with a sign, and yet no formula."""
    return format_dollars(cents) if cents >= 0 else f" -{format_dollars(-cents)}"
