"""Pokette's study: every kind of wager of one spin at once, on one of its places; and each poker
hand wager with cards that allow it."""

from __future__ import annotations

from fractions import Fraction

from pitboss.analysis.exact.actions import WAGER, HandWorth, Valued, named_so
from pitboss.analysis.exact.explore import Explorer, joint_of, start_table
from pitboss.analysis.study import UNIT, Scenario, Study
from pitboss.equipment.cards import cards_text, parse_cards
from pitboss.errors import BadInput
from pitboss.games.pokette import game
from pitboss.games.pokette.hands import NONE, completing
from pitboss.games.pokette.rules import POKER_HANDS, PoketteRules

# The wager as the study names it, its kind, and cards with which it can be made.
SHOWN: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("pair-in-two", "pair-in-two", ("7s",)),
    ("pair-in-three", "pair-in-three", ("7s", "Jd")),
    ("three-of-a-kind", "three-of-a-kind", ("7s", "7d")),
    ("flush", "flush", ("7s", "Js")),
    ("straight open", "straight", ("7s", "8d")),
    ("straight inside", "straight", ("7s", "9d")),
    ("straight-flush open", "straight-flush", ("7s", "8s")),
    ("straight-flush inside", "straight-flush", ("7s", "9s")),
)

NOTE = "a wager of the next spin: once made it is not decided about again"


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


def by_hand(rules: PoketteRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    """What the poker hand wagers are worth that the cards shown allow; each of them once, with
    some cards, where no cards are named."""
    hand = hand or (scenario.wager if scenario.wager in [name for name, _, _ in SHOWN] else "")
    named = [(name, kind, cards) for name, kind, cards in SHOWN if named_so(name, hand)]
    if shown:
        cards = parse_cards(shown)
        if not 0 < len(cards) < rules.hand or len(set(cards)) < len(cards):
            raise BadInput(f"--shown {shown[:40]!r}: expected 1 or 2 cards such as 7s 8d")
        first, second = (*cards, NONE)[:2]
        text = tuple(cards_text(cards).split())
        named = [
            (kind, kind, text)
            for kind, family in POKER_HANDS.items()
            if completing(family, first, second) and named_so(kind, hand)
        ]
    rows = []
    for name, kind, text in named:
        worth = _worth(rules, Scenario(name, ((kind, "", UNIT),), state={"shown": text}))
        rows.append(HandWorth(name, " ".join(text), {"made": worth, "not made": Fraction(0)}))
    return Valued(rows, NOTE, rows=WAGER, beside="cards shown")


def _worth(rules: PoketteRules, scenario: Scenario) -> Fraction:
    explorer = Explorer(game, rules, study, scenario.wagers, None)
    leaves = explorer.leaves(start_table(game, rules, scenario))
    return -joint_of(scenario, leaves, rules).distribution(scenario.wager).house_edge()


study = Study(scenarios=scenarios, scenario_for=scenario_for, by_hand=by_hand)
