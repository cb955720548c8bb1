"""Counts all deals of pai gow poker under the shipped house way, and stores what they come to
beside pitboss.studies.pai_gow_poker.counted: for both places of A-2-3-4-5 (11.3(d)), with the
vigorish, and without it where a dealer's queen-high pai gow pushes (EZ pai gow, 11.22).

    python tools/pai_gow_poker_deals.py            both, ten minutes of one core for each
    python tools/pai_gow_poker_deals.py queens     EZ by the house way only, from what is stored of
                                                   the game with the vigorish: two minutes each
    python tools/pai_gow_poker_deals.py ez         EZ, the best settings included
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from pitboss.families.pai_gow import house_way
from pitboss.studies.pai_gow_poker import counted, whole
from pitboss.studies.pai_gow_poker.counted import Case, Counted, Tally

FOLDER = Path(counted.__file__).parent
WAY = house_way.load(house_way.DEFAULT["cards"], "cards")


def case_of(lowest_wheel: bool, *, ez: bool) -> Case:
    return Case(WAY.program, lowest_wheel, ez, "1" if ez else "19/20", "-1", "19/20", "-1")


def store(name: str, kind: type[Any], key: str, value: Counted | Tally) -> None:
    path = FOLDER / name
    kept = msgspec.json.decode(path.read_bytes(), type=dict[str, kind])  # type: ignore[valid-type]
    kept[key] = value
    path.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")


def count(lowest_wheel: bool, *, ez: bool) -> None:
    case = case_of(lowest_wheel, ez=ez)
    found = counted.count(WAY, case)
    print(found.house, found.best, found.bank)
    store(counted.STORED, Counted, case.digest(), found)
    store(counted.HOUSE_STORED, Tally, case.house_digest(), found.house)


def count_queens(lowest_wheel: bool) -> None:
    """Against a queen-high pai gow nobody wins or loses: those deals go from what is stored."""
    house = counted.stored_house_ways()[case_of(lowest_wheel, ez=False).house_digest()]
    won, lost = whole.count_queens(whole.settings_of(WAY, lowest_wheel))
    left = Tally(house.won - won, house.lost - lost)
    print(left)
    store(counted.HOUSE_STORED, Tally, case_of(lowest_wheel, ez=True).house_digest(), left)


def main() -> None:
    for lowest_wheel in (False, True):
        started = time.process_time()
        if "queens" in sys.argv:
            count_queens(lowest_wheel)
        else:
            count(lowest_wheel, ez="ez" in sys.argv)
        print(f"{lowest_wheel=}: {time.process_time() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
