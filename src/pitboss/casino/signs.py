"""The signs of a submission's tables (8.2, 8.3): for each table its limits, what is asked of wagers
beyond them, every rule of which a sign gives notice, and what changes at which time."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import escape
from typing import NamedTuple

from pitboss import registry
from pitboss.casino.duties import spoken
from pitboss.casino.floor import Floor, Misread, Offered, floor_at
from pitboss.casino.submission import Filed
from pitboss.errors import PitbossError
from pitboss.law.regulation import Law, Regulation
from pitboss.law.wording import nice, plain
from pitboss.money import format_dollars
from pitboss.report.frame import framed

# Kinds of notice that are given by a sign at the table (8.3).
ON_THE_SIGN = ("8.3", "sign")
CSS = """
.sheet{border:6px double var(--felt);padding:18px 22px;margin:0 auto 22px;max-width:700px;
text-align:center;font-size:1.2rem}.sheet:first-child{margin-top:22px}
.sheet li{text-align:left}.sheet h2{font-size:1.9rem}
.sheet .foot{font-size:.8rem}
@media print{header,footer{display:none}.sheet{break-after:page;font-size:22px;margin-top:20mm}}
"""


class Rule(NamedTuple):
    """A rule as the sign states it; `known` says how well, unless it was read."""

    label: str
    value: str
    known: str


class Sign(NamedTuple):
    """What hangs at a table. `limits` are texts; `coming` is what changes, and from when."""

    number: int
    pit: str
    title: str
    limits: list[str]
    increments: list[str]
    rules: list[Rule]
    coming: list[tuple[datetime, list[str]]]
    foot: str


def signs_of(filed: Filed, at: datetime) -> list[Sign]:
    """The sign of every table that the submission has at that time."""
    misread: list[Misread] = []
    floor = floor_at(filed, at, misread)
    times = sorted({change.at for change in filed.submission.change if change.at > at})
    later = [
        (floor_at(filed, time - timedelta(microseconds=1), misread), floor_at(filed, time, misread))
        for time in times
    ]
    return [sign for table in floor.tables if (sign := _sign(table, floor, later)) is not None]


def _sign(table: Offered, floor: Floor, later: list[tuple[Floor, Floor]]) -> Sign | None:
    """None where pitboss does not have the game, or the law of the day not these choices: the check
    says so."""
    try:
        game = registry.find(table.game)
        law = game.rules(floor.day, table.options).law
    except PitbossError:
        return None
    coming = []
    for before, after in later:
        changed = _changed(*(_there(each, table.number) for each in (before, after)))
        if changed:
            coming.append((after.at, changed))
    return Sign(
        table.number,
        table.pit,
        law.title,
        limit_texts(table.limits),
        [
            f"{nice(kind) or 'Wagers'} in multiples of ${format_dollars(step)}"
            for kind, step in table.increments.items()
        ],
        rules_on_sign(game.regulation, law),
        coming,
        f"Table {table.number}, pit {table.pit}. Rules of {floor.day}. {law.cite('8.3')}.",
    )


def limit_texts(limits: dict[str, tuple[int, int]]) -> list[str]:
    """Limits, those of all wagers first."""
    return [
        f"{nice(kind).capitalize() if kind else 'Wagers'}: ${format_dollars(low)} to "
        f"${format_dollars(high)}"
        for kind, (low, high) in sorted(limits.items())
    ]


def rules_on_sign(regulation: Regulation, law: Law) -> list[Rule]:
    """The licensee's choices of which a sign gives notice."""
    found = []
    for name, dated in regulation.options.items():
        entry = dated.at(law.day)
        if entry is None or name not in law.options or entry.notice not in ON_THE_SIGN:
            continue
        basis = law.known(entry.cite, entry.basis).basis
        known = {"read": "", "inferred": "inferred"}.get(basis, "not verified")
        found.append(Rule(entry.label or nice(name), plain(law.options[name]), known))
    return found


def _there(floor: Floor, number: int) -> Offered | None:
    return next((table for table in floor.tables if table.number == number), None)


def _changed(before: Offered | None, after: Offered | None) -> list[str]:
    if before is None or after is None:
        return []
    said = [
        f"{nice(name)}: {plain(value)}"
        for name, value in after.options.items()
        if before.options.get(name) != value
    ]
    moved = {kind: pair for kind, pair in after.limits.items() if before.limits.get(kind) != pair}
    return said + limit_texts(moved)


def page_of(signs: list[Sign], licensee: str, at: datetime) -> str:
    """The signs as a page, each on a sheet of its own when printed."""
    lead = f"<p>{len(signs)} signs, as of {at:%Y-%m-%d %H:%M}; each prints on its own sheet.</p>"
    return framed("Signs", licensee, lead, "".join(map(_sheet, signs)), css=CSS)


def _sheet(sign: Sign) -> str:
    limits = "<br>".join(escape(text) for text in (*sign.limits, *sign.increments))
    rules = "".join(
        f"<li>{escape(rule.label)}: <strong>{escape(rule.value)}</strong>"
        + (f" <small>({rule.known})</small>" if rule.known else "")
        + "</li>"
        for rule in sign.rules
    )
    coming = "".join(
        f"<hr><p><strong>Notice</strong></p><p>From {escape(spoken(at))}:</p><ul>"
        + "".join(f"<li>{escape(text)}</li>" for text in texts)
        + "</ul>"
        for at, texts in sign.coming
    )
    return (
        f'<section class="sheet" id="table-{sign.number}"><h2>{escape(sign.title)}</h2>'
        f"<p><strong>{limits or 'No limits are stated'}</strong></p><ul>{rules}</ul>{coming}"
        f'<p class="foot">{escape(sign.foot)}</p></section>'
    )
