"""Duties before a change as a page: what is due; then signs, announcements and letters, each on a
sheet of its own when printed."""

from __future__ import annotations

from datetime import datetime
from html import escape

from pitboss.casino.check_page import GRADED
from pitboss.casino.duties import Duties, Duty, stamp
from pitboss.casino.findings import GRADES
from pitboss.report.frame import framed, table_of

CSS = """
.sheet{border:2px solid var(--felt);border-radius:8px;padding:18px 22px;margin:0 0 22px;
white-space:pre-line}
.sheet.sign{text-align:center;font-size:1.25rem}.sheet h3{margin-bottom:10px}
@media print{.sheet{break-before:page;border:0;font-size:13px}.sheet.sign{font-size:26px;
padding-top:30mm}}
"""


def page_of(duties: Duties, now: datetime | None = None) -> str:
    """The whole page."""
    late = set() if now is None else {id(duty) for duty in duties.late(now)}
    rows = [
        [
            f'<span class="cite">{stamp(duty.by)}</span>'
            + (" <strong>too late</strong>" if id(duty) in late else ""),
            escape(duty.notice.change),
            escape(duty.game),
            ", ".join(map(str, duty.tables)),
            escape("; ".join(duty.ways)),
            f"{escape(duty.notice.cite)}<br><small>{GRADES[duty.notice.basis]}</small>",
        ]
        for duty in duties.due
    ]
    body = "<h2>What is due</h2>" + (
        table_of(("By", "Change", "Game", "Tables", "How", "Section"), rows)
        if rows
        else "<p>No notice is needed.</p>"
    )
    if duties.without:
        lines = "".join(
            f"<li>{escape(each.notice.change)} (tables "
            f"{', '.join(str(table.number) for table in each.tables)})</li>"
            for each in duties.without
        )
        body += f"<h2>Changes that need none</h2><ul>{lines}</ul>"
    body += GRADED + "".join(map(_sheets, duties.due))
    lead = f"<p>Change with effect from <strong>{stamp(duties.at)}</strong></p>"
    return framed("Notice of a change", duties.licensee, lead, body, css=CSS)


def _sheets(duty: Duty) -> str:
    made = ""
    for kind, name, text in (
        ("sign", "Sign", duty.sign),
        ("spoken", "Announcement", duty.announcement),
        ("letter", "Letter", duty.letter),
    ):
        if text:
            made += f'<section class="sheet {kind}"><h3>{name}</h3>{escape(text)}</section>'
    return made
