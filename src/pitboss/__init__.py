"""pitboss: New Jersey's Rules of the Games as executable software.

What a user of the library touches is had from here, without importing anything deeper:

- `list_games()`, `find_game(name)`, `rules(game, day, options)`: what there is; the law
- `play(game, day, tape)`, `settle(record)`: a round as far as it goes; a written record, settled
- `odds(...)`, `simulate(...)`, `par(...)`: exact edges, estimates, PAR sheets
- `Journal`, `verify(path)`: logs of a table that cannot be altered unnoticed
- `check_game(game)`: the conformance suite for a game of one's own

It is loaded when it is first used, so that commands start at once."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pitboss.front import (
        BadInput,
        Game,
        Illegal,
        Journal,
        NotInForce,
        NotPermitted,
        Odds,
        PitbossError,
        Receipt,
        UnknownName,
        Waiting,
        check_game,
        find_game,
        list_games,
        odds,
        par,
        play,
        rules,
        settle,
        simulate,
        verify,
    )

__version__ = "0.1.0"
__all__ = [
    "BadInput", "Game", "Illegal", "Journal", "NotInForce", "NotPermitted", "Odds", "PitbossError",
    "Receipt", "UnknownName", "Waiting", "check_game", "find_game", "list_games", "odds", "par",
    "play", "rules", "settle", "simulate", "verify",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module("pitboss.front"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
