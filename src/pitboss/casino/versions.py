"""Two submissions side by side: what differs in their texts, and what notice the change from one to
the other needs."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pitboss.casino.duties import Duties, duties_between
from pitboss.casino.floor import floor_at
from pitboss.casino.submission import parse_submission

LINES_AROUND = 2


def differing_lines(old: str, new: str) -> list[str]:
    """The lines that differ, with a few around them: + for those of the new text, - for the old."""
    found = difflib.unified_diff(old.splitlines(), new.splitlines(), n=LINES_AROUND, lineterm="")
    return list(found)[2:]  # without the names of files


def duties_of_change(
    old: tuple[str, Mapping[str, str]], new: tuple[str, Mapping[str, str]], at: datetime
) -> Duties:
    """What the change from one submission to the other at that time makes due. Each is its text and
    the texts of the files that it names."""
    with TemporaryDirectory() as before, TemporaryDirectory() as after:
        floors = []
        for folder, (text, files) in ((before, old), (after, new)):
            for name, content in files.items():
                place = Path(folder) / name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(content, encoding="utf-8")
            filed = parse_submission(text, "submission.toml", Path(folder))
            floors.append(floor_at(filed, at, []))
    return duties_between(filed.submission.licensee, floors[0], floors[1])
