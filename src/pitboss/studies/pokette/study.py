"""Pokette's study: every kind of wager of one spin at once, on one of its places; and each poker
hand wager with cards that allow it."""

from __future__ import annotations

from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.games.pokette.rules import POKER_HANDS, PoketteRules

# The wager as the study names it, its kind, and cards with which it can be made.
SHOWN = (
    ("pair-in-two", "pair-in-two", ("7s",)),
    ("pair-in-three", "pair-in-three", ("7s", "Jd")),
    ("three-of-a-kind", "three-of-a-kind", ("7s", "7d")),
    ("flush", "flush", ("7s", "Js")),
    ("straight open", "straight", ("7s", "8d")),
    ("straight inside", "straight", ("7s", "9d")),
    ("straight-flush open", "straight-flush", ("7s", "8s")),
    ("straight-flush inside", "straight-flush", ("7s", "9s")),
)


def scenarios(rules: PoketteRules) -> list[Scenario]:
    one_spin = tuple(
        (kind.key, kind.spots[len(kind.spots) // 2] if kind.spots else "", UNIT)
        for kind in rules.law.wagers.values()
        if kind.key not in POKER_HANDS
    )
    return [
        Scenario("layout", one_spin, each=True, note="any spot of its kind"),
        *(
            Scenario(
                name,
                ((kind, "", UNIT),),
                state={"shown": shown},
                note=f"with {' '.join(shown)} shown",
            )
            for name, kind, shown in SHOWN
        ),
    ]


def scenario_for(rules: PoketteRules, wager: str) -> Scenario | None:
    key, _, spot = wager.partition(" ")
    kind = rules.law.wagers.get(key)
    if kind is None or key in POKER_HANDS or wager not in kind.names():
        return None
    return Scenario(wager, ((key, spot, UNIT),), each=True)


study = Study(scenarios=scenarios, scenario_for=scenario_for)
