"""What the pages give as files, for a spreadsheet above all."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from starlette.responses import Response

from pitboss.money import format_dollars


def as_csv(name: str, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Response:
    """A file for a spreadsheet, in which no cell is a formula."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    for row in rows:
        writer.writerow(
            [cell.lstrip("=+-@\t\r") if isinstance(cell, str) else cell for cell in row]
        )
    return as_attachment(name, out.getvalue(), "text/csv")


def as_attachment(name: str, text: str, kind: str) -> Response:
    """A text that the browser keeps as a file of that name."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


def dollars_cell(cents: int) -> str:
    """An amount as a spreadsheet reads it: below nothing with a sign, and yet no formula."""
    return format_dollars(cents) if cents >= 0 else f" -{format_dollars(-cents)}"
