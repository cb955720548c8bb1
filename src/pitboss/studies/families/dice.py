"""The study of craps and automated craps: every wager from the roll it is made for to the roll
that decides it.

Wagers that a come out roll finds inactive are called on, so that figures per roll are those of
an active wager; the chance of each decision is the same either way."""

from __future__ import annotations

from pitboss.analysis.exact.actions import Valued
from pitboss.analysis.study import UNIT, Decide, Scenario, Study
from pitboss.families.dice.rules import LineRules
from pitboss.families.dice.settlement import FIRE_AT_LEAST
from pitboss.families.dice.wagers import ODDS_ON, number_of
from pitboss.studies.families import by_point
from pitboss.table.entries import Called, Closed, Entry, Wagered
from pitboss.table.game import Table
from pitboss.table.prompts import Prompt

AFTER_COME_OUT = ("come", "dont-come")
LINES = ("pass", "dont-pass", *AFTER_COME_OUT)
ODDS = {"pass": "pass-odds", "dont-pass": "dont-pass-odds"}
SUPPLEMENTAL = ("pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds")
# Any point will do for a wager that is made after the come out roll.
POINT = 8


def total_of(faces: tuple[int, ...]) -> int:
    return sum(faces)


def total_and_hard(faces: tuple[int, ...]) -> tuple[int, bool]:
    return sum(faces), faces[0] == faces[1]


def scenarios(rules: LineRules) -> list[Scenario]:
    found: list[Scenario] = []
    for kind in rules.law.wagers.values():
        if kind.key in SUPPLEMENTAL:
            continue
        # Spots of come wagers are the points they have moved to: none is wagered on directly.
        spots = ("",) if kind.key in AFTER_COME_OUT else kind.spots or ("",)
        off = kind.key in rules.off_on_come_out
        found += [_alone(kind.key, spot, off) for spot in spots]
    for line, odds in ODDS.items():
        if line in rules.law.wagers and odds in rules.law.wagers:
            found.append(
                Scenario(
                    f"{line} and {odds}",
                    ((line, "", UNIT),),
                    later=most_of(odds),
                    note=f"with the most odds permitted ({rules.odds_times} times) on every point",
                )
            )
    return found


def _alone(kind: str, spot: str, off_on_come_out: bool) -> Scenario:
    return Scenario(
        f"{kind} {spot}".strip(),
        ((kind, spot, UNIT),),
        later=call_on if off_on_come_out else None,
        state={"point": POINT} if kind in AFTER_COME_OUT else {},
        roll_class=total_and_hard if kind == "hardway" else total_of,
    )


def call_on(prompt: Prompt) -> Entry:
    """Calls every wager on that is off."""
    state = prompt.dealer.state
    for wager in prompt.dealer.wagers:
        if f"p1 {wager.name}" not in state.called_on and not state.point:
            return Called(1, wager.kind, True, wager.spot)
    return Closed()


def most_of(kind: str) -> Decide:
    """Returns a way to answer: as much of a supplemental wager as may be made, once."""

    def decide(prompt: Prompt) -> Entry:
        if not prompt.dealer.staked(1, kind):
            for answer in prompt.answers():
                if answer.get("wager") == kind:
                    return Wagered(1, kind, answer["at_most"], answer["spot"])
        return Closed()

    return decide


def points_made(scenario: Scenario, table: Table) -> str:
    """How many points a fire bet had made: those that lose are told apart too."""
    made = len(table.state.fire_points) if scenario.wager == "fire" else FIRE_AT_LEAST
    if made >= FIRE_AT_LEAST:
        return ""
    return f"{made} {'point' if made == 1 else 'points'} made"


def situation(scenario: Scenario, table: Table) -> str:
    """The name of what a wager that lies on is on; nothing for a wager that one roll decides."""
    if scenario.wager == "fire":
        made = ", ".join(map(str, sorted(table.state.fire_points)))
        return "" if table.state.point else f"fire, points made: {made or 'none'}"
    if not table.standing:
        return f"{scenario.wager}, before its first roll" if scenario.wager in LINES else ""
    (wager,) = table.standing
    if wager.kind not in LINES:
        return scenario.wager
    return f"{wager.kind}, point {number_of(wager, table.state)}"


def worths(rules: LineRules, scenario: Scenario, hand: str, shown: str) -> Valued:
    """What wagers are worth by the point or number that they are on."""
    by_point.need_no_card(shown)
    if " and " in scenario.wager:
        return Valued([])
    odds = ODDS_ON.get(scenario.wager, "")
    supported = most_of(odds) if odds in rules.law.wagers else None
    return by_point.worths(study, rules, scenario, situation, hand, supported)


def by_amount(rules: LineRules, wager: str) -> str:
    """Why the edge depends on the amount: what is charged on a buy or lay wager (1.5)."""
    if wager.partition(" ")[0] not in ("buy", "lay"):
        return ""
    return "a part of a cent of the vigorish is dropped"


study = Study(
    scenarios=scenarios,
    roll_class=total_of,
    detail=points_made,
    by_amount=by_amount,
    by_hand=worths,
)
