"""What was found in a submission, as a page that can be handed over."""

from __future__ import annotations

from html import escape

from pitboss.casino.check import Checked
from pitboss.casino.findings import GRADES, Finding, verdict_of
from pitboss.report.frame import framed, table_of

GRADED = (
    "<p>How a section is known: A, read in the regulation; B, inferred from texts that refer to "
    "it; C, general knowledge that no text we have confirms.</p>"
)


def page_of(checked: Checked) -> str:
    """The whole page."""
    submission, floor = checked.filed.submission, checked.floor
    pits = len({table.pit for table in floor.tables})
    lead = (
        f"<p>{escape(submission.licensee)}, version {submission.version}: "
        f"{len(floor.tables)} table{'s' * (len(floor.tables) != 1)} in {pits} "
        f"pit{'s' * (pits != 1)}, checked against the regulation of "
        f"<strong>{floor.day}</strong></p><p>Verdict: <strong>{checked.verdict}</strong></p>"
    )
    body = "<h2>Findings</h2>" + (
        table_of(("Verdict", "What", "Tables", "Section", "Place"), map(_row, checked.findings))
        if checked.findings
        else "<p>Nothing is wrong with it.</p>"
    )
    body += "<h2>Tables</h2>" + _tables(checked) + GRADED + _notes(checked)
    body += f"<p>File <code>{escape(checked.filed.name)}</code>, SHA-256 <code>"
    body += f"{checked.filed.digest}</code></p>"
    return framed("Check of a submission", submission.licensee, lead, body)


def _row(finding: Finding) -> list[str]:
    section = escape(finding.cite)
    if finding.basis:
        section += f"<br><small>{GRADES[finding.basis]}: {escape(finding.known)}</small>"
    return [
        f"<strong>{finding.verdict}</strong>",
        escape(finding.text),
        ", ".join(map(str, finding.tables)),
        section,
        f"{finding.line}:{finding.column}",
    ]


def _tables(checked: Checked) -> str:
    concerned: dict[int, list[Finding]] = {}
    for finding in checked.findings:
        for number in finding.tables:
            concerned.setdefault(number, []).append(finding)
    rows = [
        [
            str(table.number),
            escape(table.pit),
            escape(table.game),
            verdict_of(concerned.get(table.number, [])),
            f"<code>{checked.rules.get(table.number, '')[:16]}</code>",
        ]
        for table in checked.floor.tables
    ]
    return table_of(("Table", "Pit", "Game", "Verdict", "Rules"), rows)


def _notes(checked: Checked) -> str:
    lines = "".join(
        f"<dt>{escape(title)}</dt><dd>{escape(', '.join(facts))}</dd>"
        for title, facts in checked.notes.items()
        if facts
    )
    heading = "<h2>Not verified, and the same at every table of the game</h2>"
    return f'{heading}<dl class="terms">{lines}</dl>' if lines else ""
