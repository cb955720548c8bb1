"""The written notice of a tournament as a page, to be printed and signed."""

from __future__ import annotations

from html import escape

from pitboss.casino.tournament import BASIS, CERTIFICATES, OFFICE, Notice
from pitboss.report.frame import framed, table_of

CSS = """
.sign-here{display:grid;grid-template-columns:1fr 1fr;gap:34px 40px;margin-top:46px}
.sign-here span{border-top:1px solid currentColor;padding-top:4px}
.lack{color:#a11}@media print{.lack{color:#000}}
"""


def page_of(notice: Notice) -> str:
    """The whole page."""
    plan = notice.plan
    rows = [
        [
            str(number),
            escape(content.title),
            escape(content.text),
            f'<span class="cite">{escape(content.paragraph)}</span>',
        ]
        for number, content in enumerate(notice.contents, 1)
    ]
    body = table_of(("", "Content", "", "Paragraph"), rows)
    if notice.missing:
        lines = "".join(
            f"<li>{escape(lack.text)} ({escape(lack.paragraph)})</li>" for lack in notice.missing
        )
        body += f'<h2 class="lack">Missing</h2><ul class="lack">{lines}</ul>'
    signs = "".join(
        f"<span>{escape(getattr(plan.certificates, field) or who)}<br><small>{escape(who)}</small>"
        "</span>"
        for field, _, _, who in CERTIFICATES
    )
    body += f'<div class="sign-here">{signs}</div>'
    given = ""
    if notice.given is not None:
        late = ", <strong>too late</strong>" if notice.late else ", in time"
        given = f" Given {notice.given:%Y-%m-%d %H:%M}{late}."
    lead = (
        f"<p>To the {OFFICE}, by <strong>{notice.by:%A %Y-%m-%d %H:%M}</strong> under "
        f"{escape(notice.cite)}(b) ({BASIS}).{given}</p>"
    )
    return framed("Notice of a gaming tournament", plan.licensee, lead, body, css=CSS)
