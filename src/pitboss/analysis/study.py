"""What the analysis needs to know about a game that its procedure does not say: which wagers
to study, which outcomes of the equipment are alike, and named strategies.

The registry names the study of each game, so that nothing of this is imported to run a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss import registry
from pitboss.table.entries import Entry, Wagered

if TYPE_CHECKING:
    from pitboss.analysis.exact.settings import HandOdds, WayCosts
    from pitboss.table.game import Table
    from pitboss.table.prompts import Prompt
    from pitboss.table.system import Subject

# The stake that scenarios put down: divisible enough that every odds and charge is exact.
UNIT = 2_772_000


Chooser = Callable[["Prompt"], "list[Entry]"]
Decide = Callable[["Prompt"], "Entry"]
# What each answer to a prompt is worth if all that follows is played in the best way, in units of
# the base wager; None where nothing is decided.
Worths = Callable[["Prompt"], "Mapping[Entry, Fraction] | None"]


class Scenario(msgspec.Struct, frozen=True):
    """Wagers put down together. With `each`, every one of them is a result of its own;
    otherwise all that follows (raises, odds, bonuses) counts against the first one's stake."""

    wager: str
    wagers: tuple[tuple[str, str, int], ...]
    each: bool = False
    # Answers to the wager windows of later rounds (supplemental wagers, say); none by default.
    later: Decide | None = None
    # Where this scenario tells outcomes apart otherwise than the study does.
    card_class: Callable[[int], int] | None = None
    roll_class: Callable[[tuple[int, ...]], Hashable] | None = None
    future: Callable[[tuple[int, ...]], Hashable] | None = None
    # Fields of the table's state at the start, such as a point.
    state: dict[str, Any] = {}
    note: str = ""
    # Whose each of `wagers` is, where they are not all the first seat's.
    seats: tuple[int, ...] = ()
    # The stake that results are counted in, where it is not the first wager's.
    unit: int = 0
    # The same wagers with another amount, where that is more than another stake on each.
    at: Callable[[int], Scenario] | None = None
    # Whether the amount is not the player's to choose.
    fixed: bool = False
    # Whether the sum of all is a result as well, the first one: see analysis/exact/together.py.
    together: bool = False

    def entries(self) -> list[Entry]:
        """The wagers as they are put on a tape."""
        seats = self.seats or (1,) * len(self.wagers)
        return [
            Wagered(seat, kind, cents, spot)
            for seat, (kind, spot, cents) in zip(seats, self.wagers, strict=True)
        ]

    def seats_taken(self) -> int:
        return max(self.seats, default=1)


class Setting(msgspec.Struct, frozen=True):
    """Something beside the rules that a simulation may be told: how many boxes are played, by
    which count wagers are chosen. `read` makes of its text what the kernel takes, or raises
    BadInput. `plays_on`: the exact figures are still those of the game so played."""

    name: str
    help: str
    read: Callable[[Any, str], Any]
    plays_on: bool = True


class Envy(msgspec.Struct, frozen=True):
    """What the hand of another player at the table brings on average to a wager of at least so many
    cents, in cents a round; where that is said, and what else there is to say."""

    wager: str
    least: int
    each: Fraction
    cite: str
    note: str = ""


class Study(msgspec.Struct, frozen=True):
    """`card_class` maps a card to the class of cards that are alike for the scenario; a roll
    likewise. `choices` lists the sensible answers to a decision (all of them, where `None`).
    `strategies` are named ways to answer; "optimal" is always there. `future` returns a key for
    what has been drawn so far such that equal keys have equal futures, or None."""

    scenarios: Callable[[Any], list[Scenario]]
    card_class: Callable[[int], int] | None = None
    roll_class: Callable[[tuple[int, ...]], Hashable] | None = None
    choices: Chooser | None = None
    strategies: Mapping[str, Decide] = {}
    # How a strategy names the situation of a decision, where the last announcement does not.
    situation: Callable[[Prompt], str] | None = None
    default_strategy: str = "optimal"
    future: Callable[[tuple[int, ...]], Hashable] | None = None
    # Returns a scenario for a wager that is not among the scenarios, such as another spot.
    scenario_for: Callable[[Any, str], Scenario | None] | None = None
    # Options that have no bearing on the odds and are held fixed where the day has them.
    fixed: Mapping[str, Any] = {}
    exact: Callable[..., Any] | None = None
    # Where there is an `exact`: of wagers put down together, `(rules, scenario, decide)`, each as a
    # result of its own after their sum.
    together: Callable[..., Any] | None = None
    # A shorter way to the exact house edge alone, for wagers that have one (None: they do not).
    edge: Callable[..., Any] | None = None
    # Where there is an `exact`: reads a user's own table of situations and actions.
    policy: Callable[[Any, Mapping[str, str]], Decide] | None = None
    kernel: Callable[..., Any] | None = None
    # The strategy as charts, for a scenario and how it is played: see the exact edges' Chart.
    charts: Callable[..., Any] | None = None
    # Whether the kernel deals on from one round to the next. It is then told, as one with settings
    # is, whether every round is to be dealt from a full shoe; any other kernel's always is.
    deals_on: bool = False
    # What the kernel may be told beside rules, scenario and decisions. A kernel with settings is
    # also told whether every round is dealt from a full shoe (`fresh`).
    settings: tuple[Setting, ...] = ()
    # Finds the best decisions where the procedure cannot be searched for them, for instance
    # because two players decide against each other.
    optimal: Callable[[Any, Scenario], Decide] | None = None
    # Rounds that stand for exact figures in a game that is too large for them; its `kernel`
    # plays them. 0: figures are exact.
    simulated: int = 0
    notes: tuple[str, ...] = ()
    # Of a wager that stood on this table when it was decided: what tells its result from others
    # that are settled alike, or nothing.
    detail: Callable[[Scenario, Table], str] | None = None
    # Returns why the edge of this wager depends on the amount under these rules, if it does.
    by_amount: Callable[[Any, str], str] | None = None
    # Of wagers that are not listed without the licensee's figures: what has not been said.
    missing: Callable[[Any], Mapping[str, str]] | None = None
    # Returns the wager that is paid from a meter under these rules, if there is one.
    progressive: Callable[[Any], Any] | None = None
    # Bonuses for the hands of other players.
    envy: Callable[[Any], list[Envy]] | None = None
    # Where hands are set: the worth of each setting of a hand, given as text, for a wager; and what
    # the house way costs.
    hand_odds: Callable[[Any, str, str], HandOdds] | None = None
    way_costs: Callable[[Any], WayCosts] | None = None
    # What each action is worth by hand, `(rules, scenario, hand, shown)`: of all hands, or of one.
    by_hand: Callable[[Any, Scenario, str, str], Any] | None = None
    # Where each answer's worth can be told quickly: made for rules and a scenario.
    worths: Callable[[Any, Scenario], Worths] | None = None
    # What a leak of information is worth, `(rules, scenario, leak, positions, situations=, seed=)`,
    # where the procedure cannot be searched for it: see analysis/exposure.
    expose: Callable[..., Any] | None = None
    # The wagers of a scenario, `(rules, scenario)`, as functions of the cards that are left, where
    # they do not follow from an automaton: see analysis/exposure/countable.py.
    counted: Callable[[Any, Scenario], list[Any]] | None = None

    def of(self, scenario: Scenario) -> Study:
        """The study as this scenario tells outcomes apart."""
        if scenario.card_class is None and scenario.roll_class is None:
            return self
        return msgspec.structs.replace(
            self,
            card_class=scenario.card_class or self.card_class,
            roll_class=scenario.roll_class or self.roll_class,
            future=scenario.future or self.future,
        )


def study_of(game: Subject) -> Study | None:
    """The game's study, imported only now."""
    study = registry.find_study(game.key)
    assert study is None or isinstance(study, Study)
    return study
