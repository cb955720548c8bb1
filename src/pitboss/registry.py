"""Which games there are. Ours are listed here, so that nothing is imported before it is
needed; others register under the entry point group `pitboss.games`."""

from __future__ import annotations

from importlib import import_module

from pitboss.errors import UnknownName

OURS = {
    "craps": "pitboss.games.craps",
    "automated-craps": "pitboss.games.automated_craps",
    "blackjack": "pitboss.games.blackjack",
    "blackjack-switch": "pitboss.games.blackjack_switch",
    "baccarat-punto-banco": "pitboss.games.baccarat_punto_banco",
    "baccarat-chemin-de-fer": "pitboss.games.baccarat_chemin_de_fer",
    "roulette": "pitboss.games.roulette",
    "big-six": "pitboss.games.big_six",
    "red-dog": "pitboss.games.red_dog",
    "minibaccarat": "pitboss.games.minibaccarat",
    "sic-bo": "pitboss.games.sic_bo",
    "pokette": "pitboss.games.pokette",
    "mini-dice": "pitboss.games.mini_dice",
    "caribbean-stud-poker": "pitboss.games.caribbean_stud_poker",
    "double-down-stud": "pitboss.games.double_down_stud",
    "let-it-ride-poker": "pitboss.games.let_it_ride_poker",
    "spanish-21": "pitboss.games.spanish_21",
    "three-card-poker": "pitboss.games.three_card_poker",
    "fast-action-holdem": "pitboss.games.fast_action_holdem",
    "casino-war": "pitboss.games.casino_war",
    "boston-5-stud-poker": "pitboss.games.boston_5_stud_poker",
    "double-attack-blackjack": "pitboss.games.double_attack_blackjack",
    "four-card-poker": "pitboss.games.four_card_poker",
}
# Names that people use for a game, beside the regulation's own.
ALSO = {
    "baccarat": "baccarat-punto-banco",
    "punto-banco": "baccarat-punto-banco",
    "mini-baccarat": "minibaccarat",
    "mini-craps": "craps",
    "chemin-de-fer": "baccarat-chemin-de-fer",
    "let-it-ride": "let-it-ride-poker",
    "caribbean-stud": "caribbean-stud-poker",
    "boston-5-stud": "boston-5-stud-poker",
    "colorado-holdem": "colorado-holdem-poker",
    "texas-holdem-bonus": "texas-holdem-bonus-poker",
    "big-six-wheel": "big-six",
}
ENTRY_POINTS = "pitboss.games"


def keys() -> list[str]:
    """Every registered game, ours first, in the order of the subchapters."""
    return [*OURS, *sorted(set(_others()) - set(OURS))]


def find(key: str) -> Game:
    """The game of that name, or an error that lists the names there are."""
    key = ALSO.get(key, key)
    if key in OURS:
        game = import_module(OURS[key]).game
    else:
        others = _others()
        if key not in others:
            raise UnknownName(f"no game {key[:40]!r}; the games are {', '.join(keys())}")
        game = others[key].load()
    from pitboss.table.game import Game

    assert isinstance(game, Game)
    return game


def _others() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pitboss.table.game import Game
