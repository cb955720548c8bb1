"""Makes src/pitboss/data/edges.json: the house edges and best play of games that take long to work
out, under the rules of today without options, by the hash of those rules. Guides show them; where a
table has other rules, the guide names the command instead. Run it from anywhere:
`python -m tools.guide_figures`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import msgspec

import pitboss
from pitboss import registry
from pitboss.casino.guide import SLOW, worked_out

PATH = Path(pitboss.__file__).parent / "data" / "edges.json"
# Since this day no act is known to us that changed one of these games.
DAY = date(2026, 1, 1)


def main() -> None:
    made = {}
    for key in registry.OURS:
        if key in SLOW:
            made[registry.find(key).rules(DAY).law.hash] = worked_out(key, DAY, ())
            print(key, *made[registry.find(key).rules(DAY).law.hash].edges)
    text = msgspec.json.format(msgspec.json.encode(made), indent=1)
    PATH.write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
