"""The submissions from which the floor was run, over HTTP: which was in force when, each as a file,
and what differs between two."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pitboss.casino.duties import stamp
from pitboss.casino.versions import differing_lines, duties_of_change
from pitboss.server.bridge import Api, Ask
from pitboss.server.files import as_attachment
from pitboss.server.problems import RequestRefused
from pitboss.store.books import names_of
from pitboss.store.casino.submissions import Version, versions

# Two submissions are read and worked out in full.
COST_OF_A_COMPARISON = 100.0


def add_routes(api: Api) -> None:
    at = "/api/casino/submissions"
    api.add("GET", at, listed, needs="see-casino")
    api.add(
        "GET",
        f"{at}/{{submission}}",
        as_file,
        needs="see-casino",
        media="application/toml",
        query={"file": "string"},
    )
    api.add(
        "GET",
        f"{at}/{{submission}}/changes",
        changes,
        needs="see-casino",
        query={"from": "integer"},
    )


def listed(ask: Ask) -> Any:
    """The submissions from which the floor was run, the latest first: which was in force when."""
    with ask.house.db.read() as reading:
        known, names = versions(reading), names_of(reading)
    return {"submissions": [_as_json(one, names) for one in known[::-1]]}


def _as_json(one: Version, names: dict[int, str]) -> dict[str, Any]:
    filed = one.filed
    return {
        "number": one.number,
        "licensee": filed.licensee,
        "version": filed.version,
        "from": filed.since,
        "in_force": one.at,
        "until": one.until or None,
        "by": names.get(one.by, f"account {one.by}"),
        "hash": filed.file,
        "files": sorted(filed.files),
    }


def _version(ask: Ask, number: int) -> Version:
    with ask.house.db.read() as reading:
        known = versions(reading)
    if not 1 <= number <= len(known):
        raise RequestRefused(404, "no-such-submission", f"there is no submission {number}")
    return known[number - 1]


def as_file(ask: Ask) -> Any:
    """A submission as it was filed, or with `file` a file that it names."""
    one = _version(ask, ask.number("submission"))
    name, text = ask.query("file") or "", one.filed.text
    if name:
        if name not in one.filed.files:
            raise RequestRefused(404, "not-found", f"submission {one.number} names no such file")
        text = one.filed.files[name]
    title = f"submission-{one.number}.toml" if not name else "named.txt"
    return as_attachment(title, text, "application/toml")


def changes(ask: Ask) -> Any:
    """What differs from an earlier submission (by default the one before), and what notice that
    change needed."""
    ask.spend(COST_OF_A_COMPARISON)
    new = _version(ask, ask.number("submission"))
    old = _version(ask, ask.query_number("from", new.number - 1))
    at = datetime.fromtimestamp(new.at / 1000)
    duties = duties_of_change(
        (old.filed.text, old.filed.files), (new.filed.text, new.filed.files), at
    )
    return {
        "old": old.number,
        "new": new.number,
        "at": stamp(at),
        "lines": differing_lines(old.filed.text, new.filed.text),
        "due": [duty.as_json() for duty in duties.due],
        "without": [needed.notice.change for needed in duties.without],
    }
