"""Named ways to play, and a player's own table: each gives a strategy under any rules.

A table is written by total, soft or hard, and by pair, against what the dealer shows:

    "hard 12" = "draw 2 3, stand 4-6, draw 7-A"
    "soft 18" = "stand 2, double or stand 3-6, stand 7 8, draw 9-A"
    "pair of 8" = "split"
    "otherwise" = "stand"

An action for cards that are not named holds for all. `double or stand`: stand where doubling is
not permitted; likewise `double or draw`, `surrender or draw`, `surrender or stand` and
`surrender or split`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.errors import BadInput
from pitboss.games.blackjack.rules import BlackjackRules
from pitboss.studies.families.twenty_one.exact.compositions import VALUES
from pitboss.studies.families.twenty_one.exact.dealer import LEAST
from pitboss.studies.families.twenty_one.exact.solve import solve
from pitboss.studies.families.twenty_one.exact.strategy import Strategy, start_row, starts_number
from pitboss.studies.families.twenty_one.exact.totals import (
    Totals,
    best_totals,
    no_totals,
    strategy_of,
)
from pitboss.studies.families.twenty_one.exact.words import (
    DOUBLE_OR,
    DRAW,
    SHOWN,
    SPLIT,
    STAND,
    SURRENDER_OR,
    value_named,
)
from pitboss.studies.families.twenty_one.player import Player, Way
from pitboss.studies.families.twenty_one.table_rules import TableRules

from .table import table_rules

ACTIONS = (
    DRAW, STAND, SPLIT, DOUBLE_OR + DRAW, DOUBLE_OR + STAND, SURRENDER_OR + DRAW,
    SURRENDER_OR + STAND, SURRENDER_OR + SPLIT, SURRENDER_OR + DOUBLE_OR + DRAW,
)  # fmt: skip
OTHERWISE = "otherwise"


def way(make: Callable[[TableRules], Strategy]) -> Way[TableRules, Player]:
    """A way to play by the strategy that `make` gives under a table's rules."""
    return Way(lambda rules: Player(make(rules)), table_rules)


# -- tables ----------------------------------------------------------------------------------


def of_totals(totals: Callable[[TableRules], Totals]) -> Way[TableRules, Player]:
    return way(lambda rules: strategy_of(totals(rules), rules))


def read_chart(lines: Mapping[str, str], rules: TableRules) -> Totals:
    """A table of totals from its lines; whatever the dealer's second card, if it is seen."""
    found = no_totals(starts_number(rules))
    starts = _starts(rules)
    otherwise = lines.get(OTHERWISE, "")
    for situation in SITUATIONS:
        text = lines.get(situation, otherwise)
        if not text:
            # A pair is played by its total, unless something else is said.
            if situation.startswith("pair "):
                continue
            raise BadInput(f"policy: no action for {situation!r}: {', '.join(ACTIONS)}")
        for shown, action in read_line(situation, text).items():
            for start in starts[value_named(shown)]:
                _enter(found, start, situation, action)
    for situation in lines:
        if situation not in SITUATIONS and situation != OTHERWISE:
            raise BadInput(
                f"policy: {situation[:60]!r} never arises; the situations are "
                f"{', '.join(SITUATIONS)}"
            )
    return found


SITUATIONS = (
    *(f"hard {total}" for total in range(4, 21)),
    *(f"soft {total}" for total in range(12, 21)),
    *(f"pair of {name}" for name in SHOWN),
)


def _starts(rules: TableRules) -> dict[int, list[int]]:
    """The rows of a strategy by the dealer's first card. Where both are seen, the lower of the
    two counts as the first, an ace as the lowest: such a table tells starts apart too little to
    be good, and is taken as it is."""
    if not rules.face_up:
        return {value: [value - 1] for value in range(1, VALUES + 1)}
    return {
        low: [start_row((low, high)) for high in range(low, VALUES + 1)]
        for low in range(1, VALUES + 1)
    }


def read_line(situation: str, text: str) -> dict[str, str]:
    """The action against every card shown: `draw 2 3, stand 4-6, draw 7-A`."""
    found: dict[str, str] = {}
    for part in text.split(","):
        words = part.split()
        known = [w for w in words if w in SHOWN or _is_range(w)]
        action = " ".join(words[: len(words) - len(known)])
        if action not in ACTIONS or words[len(words) - len(known) :] != known:
            raise BadInput(
                f"policy: {situation[:60]!r}: {part.strip()[:60]!r}: expected an action "
                f"({', '.join(ACTIONS)}) and cards such as 2 3 or 4-6"
            )
        if action.endswith(SPLIT) and not situation.startswith("pair "):
            raise BadInput(f"policy: {situation!r}: {action!r}: there is no pair to split")
        for shown in _shown(known):
            if shown in found:
                raise BadInput(f"policy: {situation!r}: a second action against {shown}")
            found[shown] = action
    missing = [shown for shown in SHOWN if shown not in found]
    if missing:
        raise BadInput(f"policy: {situation!r}: no action against {', '.join(missing)}")
    return found


def _is_range(word: str) -> bool:
    first, dash, last = word.partition("-")
    return bool(dash) and first in SHOWN and last in SHOWN


def _shown(words: list[str]) -> list[str]:
    """Every card that is named; all of them, where none is."""
    if not words:
        return list(SHOWN)
    found: list[str] = []
    for word in words:
        first, dash, last = word.partition("-")
        end = SHOWN.index(last if dash else first)
        found += SHOWN[SHOWN.index(first) : end + 1]
    return found


def _enter(found: Totals, start: int, situation: str, action: str) -> None:
    gives_up = action.startswith(SURRENDER_OR)
    action = action.removeprefix(SURRENDER_OR)
    doubles = action.startswith(DOUBLE_OR)
    action = action.removeprefix(DOUBLE_OR)
    kind, _, name = situation.rpartition(" ")
    if kind == "pair of":
        value = value_named(name)
        found.splits[start, value - 1] = action == SPLIT
        found.pair_surrenders[start, value - 1] = gives_up
        return
    place = (start, int(kind == "soft"), int(name))
    found.draws[place] = action == DRAW
    found.doubles[place] = doubles
    found.surrenders[place] = gives_up


# -- named ways ------------------------------------------------------------------------------

# Four to eight decks, the dealer stands on soft 17, doubling after splitting: the table in
# common use. A pair that is not split is played by its total.
BASIC = {
    **{f"hard {total}": "draw" for total in range(4, 9)},
    "hard 9": "draw 2, double or draw 3-6, draw 7-A",
    "hard 10": "double or draw 2-9, draw 10 A",
    "hard 11": "double or draw 2-10, draw A",
    "hard 12": "draw 2 3, stand 4-6, draw 7-A",
    "hard 13": "stand 2-6, draw 7-A",
    "hard 14": "stand 2-6, draw 7-A",
    "hard 15": "stand 2-6, draw 7-9, surrender or draw 10, draw A",
    "hard 16": "stand 2-6, draw 7 8, surrender or draw 9-A",
    **{f"hard {total}": "stand" for total in range(17, 21)},
    "soft 12": "draw",
    "soft 13": "draw 2-4, double or draw 5 6, draw 7-A",
    "soft 14": "draw 2-4, double or draw 5 6, draw 7-A",
    "soft 15": "draw 2 3, double or draw 4-6, draw 7-A",
    "soft 16": "draw 2 3, double or draw 4-6, draw 7-A",
    "soft 17": "draw 2, double or draw 3-6, draw 7-A",
    "soft 18": "stand 2, double or stand 3-6, stand 7 8, draw 9-A",
    "soft 19": "stand",
    "soft 20": "stand",
    "pair of A": "split",
    "pair of 2": "split 2-7, draw 8-A",
    "pair of 3": "split 2-7, draw 8-A",
    "pair of 4": "draw 2-4, split 5 6, draw 7-A",
    "pair of 6": "split 2-6, draw 7-A",
    "pair of 7": "split 2-7, draw 8-A",
    "pair of 8": "split",
    "pair of 9": "split 2-6, stand 7, split 8 9, stand 10 A",
}


def mimic(rules: TableRules) -> Totals:
    """Draws and stands as the dealer must, and does nothing else."""
    found = no_totals(starts_number(rules))
    found.draws[:, 0, :LEAST] = True
    found.draws[:, 1, : LEAST + rules.soft_17_draws] = True
    return found


def never_bust(rules: TableRules) -> Totals:
    """The best table of totals, but that nothing is drawn that could go over 21."""
    found = best_totals(rules)
    found.draws[:, 0, 12:] = False
    return found


def plain(rules: TableRules) -> Strategy:
    """The best table of totals for a player who never doubles and never splits."""
    table = best_totals(rules._replace(double=False, hands_max=1))
    return strategy_of(table, rules._replace(hands_max=1))


NAMED = {
    "total-dependent": of_totals(best_totals),
    "basic strategy": of_totals(lambda rules: read_chart(BASIC, rules)),
    "never double or split": way(plain),
    "never bust": of_totals(never_bust),
    "mimic the dealer": of_totals(mimic),
}
BEST = way(lambda rules: solve(rules).strategy)


def read_table(rules: BlackjackRules, table: Mapping[str, str]) -> Way[TableRules, Player]:
    """A user's own policy."""
    read_chart(table, table_rules(rules))  # mistakes are told now
    return of_totals(lambda rules: read_chart(table, rules))
