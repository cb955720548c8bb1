"""Which games there are, and which study goes with each. Ours are listed here, so that nothing
is imported before it is needed; others register under the entry point groups `pitboss.games` and
`pitboss.studies`, both under the game's name."""

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
    "pai-gow": "pitboss.games.pai_gow",
    "pai-gow-poker": "pitboss.games.pai_gow_poker",
    "pokette": "pitboss.games.pokette",
    "mini-dice": "pitboss.games.mini_dice",
    "poker": "pitboss.games.poker",
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
# Games of the chapter that are no tables: the module that has the `system`.
SYSTEMS = {"keno": "pitboss.games.keno"}
# The module that has the game's study, under the name `study`.
STUDIES = {
    "craps": "pitboss.studies.families.dice",
    "automated-craps": "pitboss.studies.families.dice",
    "blackjack": "pitboss.studies.blackjack.study",
    "blackjack-switch": "pitboss.studies.blackjack_switch.study",
    "baccarat-punto-banco": "pitboss.studies.families.baccarat",
    "baccarat-chemin-de-fer": "pitboss.studies.baccarat_chemin_de_fer.study",
    "roulette": "pitboss.studies.roulette.study",
    "big-six": "pitboss.studies.big_six.study",
    "red-dog": "pitboss.studies.red_dog.study",
    "minibaccarat": "pitboss.studies.families.baccarat",
    "sic-bo": "pitboss.studies.sic_bo.study",
    "pai-gow": "pitboss.studies.pai_gow.study",
    "pai-gow-poker": "pitboss.studies.pai_gow_poker.study",
    "pokette": "pitboss.studies.pokette.study",
    "mini-dice": "pitboss.studies.mini_dice.study",
    "caribbean-stud-poker": "pitboss.studies.caribbean_stud_poker.study",
    "double-down-stud": "pitboss.studies.double_down_stud.study",
    "let-it-ride-poker": "pitboss.studies.let_it_ride_poker.study",
    "spanish-21": "pitboss.studies.spanish_21.study",
    "three-card-poker": "pitboss.studies.three_card_poker.study",
    "fast-action-holdem": "pitboss.studies.fast_action_holdem.study",
    "keno": "pitboss.studies.keno.study",
    "casino-war": "pitboss.studies.casino_war.study",
    "boston-5-stud-poker": "pitboss.studies.boston_5_stud_poker.study",
    "double-attack-blackjack": "pitboss.studies.double_attack_blackjack.study",
    "four-card-poker": "pitboss.studies.four_card_poker.study",
}
# Games whose figures are simulated: they are too large for exact ones.
SIMULATED_ONLY = frozenset({"fast-action-holdem"})
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
STUDY_ENTRY_POINTS = "pitboss.studies"


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


def find_system(key: str) -> System:
    """The system of that name."""
    from pitboss.table.system import System

    system = import_module(SYSTEMS[key]).system
    assert isinstance(system, System)
    return system


def find_subject(key: str) -> Game | System:
    """The game or system of that name: what has rules, whether or not it is a table."""
    return find_system(key) if key in SYSTEMS else find(key)


def find_study(key: str) -> object | None:
    """The study of the game of that name, or None where it has none."""
    if key in STUDIES:
        study: object = import_module(STUDIES[key]).study
        return study
    point = _registered(STUDY_ENTRY_POINTS).get(key)
    return None if point is None else point.load()


def ways_to_figures(key: str) -> tuple[str, ...]:
    """How the analysis comes to figures for the game: exactly, by simulation, or not at all.
    Ours are not asked: that would be to load them."""
    if key not in STUDIES and (key in OURS or find_study(key) is None):
        return ()
    return ("simulate",) if key in SIMULATED_ONLY else ("exact", "simulate")


def _others() -> dict[str, EntryPoint]:
    return _registered(ENTRY_POINTS)


def _registered(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}


TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pitboss.table.game import Game
    from pitboss.table.system import System
