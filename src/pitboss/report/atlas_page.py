"""An atlas as a file: CSV and JSON with the exact edges, or a page whose table can be sorted."""

from __future__ import annotations

import csv
import io
import json
from html import escape

from pitboss import __version__
from pitboss.analysis.atlas import Atlas, Line
from pitboss.analysis.exact.figures import percent_text
from pitboss.law.schema import Value

STYLE = """body{font:15px/1.4 system-ui,sans-serif;margin:2em;color:#16202a;background:#fff}
table{border-collapse:collapse}th,td{padding:.25em .7em;border-bottom:1px solid #d8dee4;
text-align:left}td.number{text-align:right;font-variant-numeric:tabular-nums}
th button{font:inherit;font-weight:600;border:0;background:none;cursor:pointer;padding:0}
th{position:sticky;top:0;background:#f4f6f8}p{color:#44515e}"""
# Numbers by their value, words as words; a second press turns the order round.
SCRIPT = """for(const b of document.querySelectorAll("th button"))b.onclick=()=>{
const i=[...b.closest("tr").children].indexOf(b.parentElement),t=document.querySelector("tbody");
const d=b.dataset.d=b.dataset.d==="1"?"-1":"1";const v=r=>r.children[i].dataset.v;
[...t.rows].sort((x,y)=>{const p=v(x),q=v(y),m=Number(p),n=Number(q);
return d*(isNaN(m)||isNaN(n)?p.localeCompare(q):m-n)}).forEach(r=>t.append(r))}"""


def written(atlas: Atlas, suffix: str) -> bytes:
    makers = {".csv": _csv, ".json": _json, ".html": _page}
    return makers[suffix](atlas).encode()


def value_text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _csv(atlas: Atlas) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    edges = [f"{wager}: {what}" for wager in atlas.wagers for what in ("percent", "exact")]
    lawful = ["lawful"] if atlas.supposed else []
    rows.writerow([*atlas.options, *lawful, *edges])
    for line in atlas.lines:
        figures = []
        for wager in atlas.wagers:
            edge = line.edges.get(wager)
            figures += ["", ""] if edge is None else [percent_text(edge, 6)[:-2], str(edge)]
        rows.writerow([*values_of(atlas, line), *figures])
    return out.getvalue()


def values_of(atlas: Atlas, line: Line) -> list[str]:
    """The values of a line in words, and whether it is lawful where that is not sure."""
    found = [value_text(value) for value in line.values]
    return [*found, "yes" if line.lawful else "no"] if atlas.supposed else found


def _json(atlas: Atlas) -> str:
    answer = {"format": "pitboss.atlas.v1", **atlas.as_json()}
    return json.dumps(answer, ensure_ascii=False, indent=1) + "\n"


def _page(atlas: Atlas) -> str:
    law = atlas.law
    title = f"Atlas of {law.title}, {law.day}"
    lawful = ["lawful"] if atlas.supposed else []
    head = "".join(
        f'<th scope="col"><button type="button">{escape(name)}</button></th>'
        for name in (*atlas.options, *lawful, *(f"{w}, house edge" for w in atlas.wagers))
    )
    body = []
    for line in atlas.lines:
        cells = [
            f'<td data-v="{escape(value, quote=True)}">{escape(value)}</td>'
            for value in values_of(atlas, line)
        ]
        for wager in atlas.wagers:
            edge = line.edges.get(wager)
            shown = "" if edge is None else percent_text(edge)
            number = "" if edge is None else repr(float(edge))
            cells.append(f'<td class="number" data-v="{number}">{shown}</td>')
        body.append(f"<tr>{''.join(cells)}</tr>")
    left = ", ".join(f"{name} = {value_text(law.options[name])}" for name in atlas.left)
    why = "the law does not permit together"
    if atlas.supposed:
        why = "cannot be priced"
    partial = " It was interrupted, and is not complete." if atlas.partial else ""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(title)}</h1><p>{len(atlas.lines):,} option sets, exact; "
        f"{atlas.unlawful:,} that {why} are left out.{partial} "
        f"Press a heading to sort by it.</p>"
        + (f"<p>As they are: {escape(left)}.</p>" if left else "")
        + f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
        f"<p>pitboss {__version__}</p><script>{SCRIPT}</script></body></html>\n"
    )
