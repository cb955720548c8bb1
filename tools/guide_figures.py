"""Makes src/pitboss/data/edges.json: the house edges and best play of every game under the rules of
today without options, by the hash of those rules. Guides show them; where a table has other rules,
they are worked out if that is quick, or the guide names the command. Run it from anywhere:
`python -m tools.guide_figures`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec

import pitboss
from pitboss import registry
from pitboss.casino.guide import worked_out

PATH = Path(pitboss.__file__).parent / "data" / "edges.json"
# Since this day no act is known to us that changed one of these games.
DAY = date(2026, 1, 1)


def main() -> None:
    made = {}
    for key in (*registry.OURS, *registry.SYSTEMS):
        figures = worked_out(key, DAY, ())
        if figures.edges:
            made[registry.find_subject(key).rules(DAY).law.hash] = figures
            print(key, *figures.edges)
    text = msgspec.json.format(msgspec.json.encode(made), indent=1)
    PATH.write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
