"""The results of a table's last rounds, for its scoreboard: public, and worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from weakref import WeakKeyDictionary

from pitboss.errors import PitbossError
from pitboss.server.house import House
from pitboss.server.problems import RequestRefused
from pitboss.store.live import Live
from pitboss.store.refusal import Refused
from pitboss.table.layout import Event

# As many rounds as a scoreboard shows, and of how many a look may have to run again.
ROUNDS = 36
Letters = dict[int, str]
_known: WeakKeyDictionary[House, dict[int, Letters]] = WeakKeyDictionary()


def results_of(house: House, live: Live) -> list[str]:
    """Returns a letter for each of the last rounds, the latest last, where the layout has a
    scoreboard: it says how the announcement of each result ends."""
    endings: Mapping[str, str] = live.game.regulation.data.layout.get("beads", {})
    if not endings or live.last is None:
        return []
    letters = _known.setdefault(house, {}).setdefault(live.id, {})
    last = live.last_round
    if last not in letters:
        letters[last] = letter_of(live.last.events, endings)
    for number in range(max(last - ROUNDS, 1), last):
        if number not in letters:
            letters[number] = _again(house, live, number, endings)
    for number in [one for one in letters if one < last - ROUNDS]:
        del letters[number]
    return [letters[number] for number in sorted(letters) if letters[number]]


def _again(house: House, live: Live, number: int, endings: Mapping[str, str]) -> str:
    """Returns the letter of a round of the past; "" for a procedure without a result."""
    try:
        receipt = house.played(live.id, number).receipt
    except (PitbossError, RequestRefused, Refused):
        return ""
    return letter_of(receipt.events, endings) if receipt is not None else ""


def letter_of(events: Iterable[Event], endings: Mapping[str, str]) -> str:
    """Returns the letter of the result that was announced."""
    for event in events:
        if event.act == "announce":
            for letter, ending in endings.items():
                if event.what.endswith(ending):
                    return letter
    return ""
