"""Games for OpenSpiel: `import pitboss.learn.spiel` registers them.

- `pitboss_round`: a round of any game by its procedure, with explicit chance: cards that are alike
  in the game's study are one outcome. Good for algorithms that walk a small tree (red dog) or
  sample it; a round of blackjack has too many states to be walked as a whole.
- `pitboss_chemin_de_fer`: the drawing decisions of chemin de fer, which are a game of two persons,
  counted over all deals exactly by the study's equilibrium.py: what CFR solves."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from pitboss.analysis.exact.explore import chances
from pitboss.analysis.study import Scenario, Study
from pitboss.equipment.cards import CARD_TEXT
from pitboss.errors import BadInput
from pitboss.games.baccarat_chemin_de_fer.hands import banker_chooses
from pitboss.hands.baccarat import NO_CARD, banker_draws
from pitboss.learn.actions import GO_ON, acts_at, words_under
from pitboss.learn.chance import CHANCE_KINDS, Chance
from pitboss.learn.environment import DAY, read_day
from pitboss.learn.sitting import Sitting, Start, start_of
from pitboss.studies.baccarat_chemin_de_fer.equilibrium import (
    CELLS,
    DREW,
    FORCED,
    STAYED,
    Cell,
    Drawing,
)
from pitboss.table.entries import Drew, Entry, Wagered
from pitboss.table.receipt import event_text

# Nothing that a wager of these games pays comes near; OpenSpiel asks for bounds.
UTILITY_MAX = 1e6
CHANCE_MAX = 6**4
LENGTH_MAX = 10_000
STAY, DRAW = range(2)
ON = "on "
NO_STUDY = Study(lambda rules: list[Scenario]())


def _game_type(name: str, title: str, players: tuple[int, int], given: dict[str, Any]) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        # What the house wins and keeps is nobody's at the table.
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=given,
    )


class Observer:
    """What a seat knows, as a text that tells apart what it can tell apart."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not known: {params}")
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """There is no tensor."""

    def string_from(self, state: Any, player: int) -> str:
        text: str = state.known(player)
        return text


class Asked(NamedTuple):
    """The parameters of a round."""

    game: str
    day: date
    options: str
    seats: int
    wager: str


@cache
def start_as(asked: Asked) -> tuple[Start, tuple[str, ...]]:
    """How the round begins, and all words of its actions."""
    try:
        options = json.loads(asked.options.replace(";", ",") or "{}")
    except ValueError:
        raise BadInput("options: expected JSON, with ; for , between them") from None
    start = start_of(asked.game, asked.day, options, asked.seats, asked.wager)
    made = {entry.kind for entry in start.entries if isinstance(entry, Wagered)}
    return start, words_under(start.rules.law, made)


def position_after(asked: Asked, moves: tuple[int, ...]) -> Position:
    """The position that these outcomes and actions lead to."""
    found = Position(asked, Sitting(start_as(asked)[0], Chance()))
    for move in moves:
        found = found.then(move)
    return found


class Position:
    """Where a round is; never changed, so that states may share it, and kept as its moves."""

    def __init__(self, asked: Asked, sitting: Sitting, moves: tuple[int, ...] = ()) -> None:
        self.asked, self.sitting, self.moves = asked, sitting, moves
        self.start, self.words = start_as(asked)

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> Any:
        return position_after, (self.asked, self.moves)

    @property
    def is_chance(self) -> bool:
        prompt = self.sitting.prompt
        return prompt is not None and prompt.kind in CHANCE_KINDS

    @cached_property
    def outcomes(self) -> list[tuple[Entry, Fraction]]:
        """What chance may bring, with its probability."""
        assert self.sitting.prompt is not None
        found = chances(self.sitting.prompt, self.start.study or NO_STUDY)
        total = sum(weight for _, weight in found)
        return [(entry, Fraction(weight, total)) for entry, weight in found]

    @cached_property
    def acts(self) -> dict[str, Entry | None]:
        """The legal words of the seat that is asked."""
        prompt, found = self.sitting.prompt, dict[str, Entry | None]()
        if prompt is not None:
            found |= acts_at(prompt, self.words, self.start.unit, self.sitting.seat)
        if prompt is None or prompt.kind == "wagers":
            found[GO_ON] = None
        return found

    def then(self, action: int) -> Position:
        """What follows an outcome of chance, or an action."""
        sitting = self.sitting.copy()
        entry = self.outcomes[action][0] if self.is_chance else self.acts[self.words[action]]
        if entry is None:
            sitting.go_on()
        else:
            sitting.put(entry)
        return Position(self.asked, sitting, (*self.moves, action))

    def known(self, seat: int) -> str:
        """What the seat has seen; cards that are alike are written alike."""
        study = self.start.study
        lines = [f"p{seat}"]
        for event in self.sitting.events(seat):
            if study is not None and study.card_class is not None and event.card >= 0:
                alike = study.card_class(event.card)
                lines.append(f"{event.act} {event.seat} {event.what} {alike}")
            else:
                lines.append(event_text(event))
        return "\n".join(lines)


class RoundGame(pyspiel.Game):  # type: ignore[misc]
    """`pitboss_round(game=red-dog,day=on 1999-06-01,options={"decks": 6},seats=1,wager=)`. A value
    that begins with a digit is a number to OpenSpiel, and so the day has a word before it; options
    are JSON, in which a semicolon stands for a comma, which parts parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**ROUND_PARAMETERS, **(params or {})}
        day = read_day(str(given["day"]).removeprefix(ON))
        given["day"] = f"{ON}{day}"
        texts = [str(given[name]) for name in ("game", "options", "wager")]
        self.asked = Asked(texts[0], day, texts[1], int(given["seats"]), texts[2])
        start, words = start_as(self.asked)
        super().__init__(
            ROUND_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=len(words),
                max_chance_outcomes=CHANCE_MAX,
                num_players=len(start.table.seats),
                min_utility=-UTILITY_MAX,
                max_utility=UTILITY_MAX,
                max_game_length=LENGTH_MAX,
            ),
            given,
        )

    def new_initial_state(self) -> RoundState:
        return RoundState(self, position_after(self.asked, ()))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(params)


class RoundState(pyspiel.State):  # type: ignore[misc]
    """A round in progress: the position has all of it."""

    def __init__(self, game: RoundGame, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        if self.position.sitting.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.start.table.seats.index(self.position.sitting.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.words.index(word) for word in self.position.acts)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(n, float(chance)) for n, (_, chance) in enumerate(self.position.outcomes)]

    def _apply_action(self, action: int) -> None:
        self.position = self.position.then(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != int(pyspiel.PlayerId.CHANCE):
            return self.position.words[action]
        # Asked of states that are not at chance as well: then only the number is known.
        if not self.position.is_chance or action >= len(self.position.outcomes):
            return f"outcome {action}"
        entry = self.position.outcomes[action][0]
        return CARD_TEXT[entry.card] if isinstance(entry, Drew) else str(entry)

    def is_terminal(self) -> bool:
        return self.position.sitting.over

    def returns(self) -> list[float]:
        sitting = self.position.sitting
        return [float(sitting.net[seat]) if sitting.over else 0.0 for seat in sitting.seats]

    def known(self, player: int) -> str:
        return self.position.known(self.position.start.table.seats[player])

    def __str__(self) -> str:
        return self.position.known(0)


# -- chemin de fer ---------------------------------------------------------------------------


class CheminDeFerGame(pyspiel.Game):  # type: ignore[misc]
    """The Player's Hand (player 0) decides with a count of 5, the Banker's (player 1) in its free
    cells. `decks` 0 is with replacement; `free` is `table`, the cells that the rules leave open, or
    `all`; `vigorish` is the percentage that the bank pays on what it wins."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**CHEMIN_PARAMETERS, **(params or {})}
        self.drawing = drawing_of(int(given["decks"]), str(given["free"]), int(given["vigorish"]))
        super().__init__(
            CHEMIN_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=2,
                max_chance_outcomes=len(CELLS) + 4,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                max_game_length=2,
            ),
            given,
        )

    def new_initial_state(self) -> CheminDeFerState:
        return CheminDeFerState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(params)


def drawing_of(decks: int, free: str, vigorish: int) -> Drawing:
    """The drawing decisions under these rules, as the equilibrium is worked out for."""
    if free not in ("table", "all") or not 0 <= decks <= 8 or not 0 <= vigorish <= 100:
        raise BadInput("expected decks 0 to 8, free table or all, vigorish 0 to 100")
    may = banker_chooses if free == "table" else (lambda *cell: True)
    return Drawing(decks, lambda cell: may(*cell), vigorish=Fraction(vigorish, 100))


class CheminDeFerState(pyspiel.State):  # type: ignore[misc]
    """Chance says first what the deal comes to before any decision: a natural's result, the
    Player's Hand having 5, or the banker's cell; then the cell, after a decision with 5; and last
    who wins. The probabilities are counted over all deals of six cards."""

    ON_FIVE, NATURAL = "five", "natural"

    def __init__(self, game: CheminDeFerGame) -> None:
        super().__init__(game)
        self.drawing = _Shared(game.drawing)
        self.part = -1
        self.asked: str | Cell = ""
        self.drew = -1
        self.result: int | None = None

    # What may follow, as (what, ways); the order is that of chance's outcomes.
    def _ways(self) -> list[tuple[Any, int]]:
        ways = self.drawing.shared.ways
        if not self.asked:
            won, lost = ways.naturals
            forced = [(cell, ways.met[cell][FORCED]) for cell in CELLS]
            rest = ways.total - won - lost - ways.on_five - sum(n for _, n in forced)
            naturals: list[tuple[Any, int]] = [((self.NATURAL, 1), won), ((self.NATURAL, -1), lost)]
            naturals.append(((self.NATURAL, 0), rest))
            return [*naturals, (self.ON_FIVE, ways.on_five), *forced]
        if self.asked == self.ON_FIVE:
            return [(cell, ways.met[cell][self.part]) for cell in CELLS]
        cell = self._cell()
        tally = ways.cells[cell][self.drew]
        won, lost = tally.wins[self.part], tally.losses[self.part]
        return [(1, won), (-1, lost), (0, ways.met[cell][self.part] - won - lost)]

    def _cell(self) -> Cell:
        assert isinstance(self.asked, tuple)
        return self.asked

    def current_player(self) -> int:
        if self.result is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.asked == self.ON_FIVE and self.part < 0:
            return 0
        if isinstance(self.asked, tuple) and self.drew < 0:
            return 1
        return int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return [STAY, DRAW]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        found = self._ways()
        total = sum(number for _, number in found)
        return [(n, number / total) for n, (_, number) in enumerate(found) if number]

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if player == 0:
            self.part = DREW if action == DRAW else STAYED
            return
        if player == 1:
            self.drew = action
            return
        what = self._ways()[action][0]
        if isinstance(what, int):
            self.result = what
        elif what == self.ON_FIVE:
            self.asked = what
        elif what[0] == self.NATURAL:
            self.result = what[1]
        else:
            self._reach(what)

    def _reach(self, cell: Cell) -> None:
        """The banker's cell; where the rules leave no choice, it is decided by them."""
        self.asked = cell
        self.part = max(self.part, FORCED)
        if cell not in self.drawing.shared.free:
            self.drew = int(banker_draws(*cell))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"outcome {action}" if player < 0 else ("stay", "draw")[action]

    def is_terminal(self) -> bool:
        return self.result is not None

    def returns(self) -> list[float]:
        if not self.result:
            return [0.0, 0.0]
        kept = float(1 - self.drawing.shared.vigorish)
        return [1.0, -1.0] if self.result > 0 else [-1.0, kept]

    def known(self, player: int) -> str:
        """The Player's Hand knows of its 5, the Banker's its count and the third card."""
        if player == 0:
            return (
                "Player's Hand 5"
                if self.asked == self.ON_FIVE or self.part in (DREW, STAYED)
                else "Player's Hand"
            )
        if not isinstance(self.asked, tuple):
            return "Banker's Hand"
        count, third = self.asked
        card = "none" if third == NO_CARD else str(third)
        return f"Banker's Hand {count}, third card {card}"

    def __str__(self) -> str:
        return f"{self.asked} {self.part} {self.drew} {self.result}"


class _Shared:
    """Something that copies of a state have in common."""

    def __init__(self, shared: Drawing) -> None:
        self.shared = shared

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self


ROUND_PARAMETERS: dict[str, Any] = {
    "game": "red-dog",
    "day": f"{ON}{DAY}",
    "options": "{}",
    "seats": 0,
    "wager": "",
}
CHEMIN_PARAMETERS: dict[str, Any] = {"decks": 6, "free": "table", "vigorish": 5}
ROUND_TYPE = _game_type("pitboss_round", "A round by its procedure", (1, 20), ROUND_PARAMETERS)
CHEMIN_TYPE = _game_type(
    "pitboss_chemin_de_fer", "The drawing decisions of chemin de fer", (2, 2), CHEMIN_PARAMETERS
)
pyspiel.register_game(ROUND_TYPE, RoundGame)
pyspiel.register_game(CHEMIN_TYPE, CheminDeFerGame)
