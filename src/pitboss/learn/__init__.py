"""Environments for learners: every game with a study under Gymnasium's API.

Importing this package registers them; Gymnasium imports it itself where it is named before the
identifier: `gymnasium.make("pitboss.learn:pitboss/RedDog-v0", day="1999-06-01")`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium

from pitboss.learn.environment import RoundEnv
from pitboss.registry import keys, ways_to_figures

if TYPE_CHECKING:
    from pitboss.learn.vector import RoundVectorEnv

NAMESPACE = "pitboss"
# Games that have a kernel which can wait for a learner (vector.py).
VECTOR = (
    "blackjack",
    "red-dog",
    "caribbean-stud-poker",
    "three-card-poker",
    "boston-5-stud-poker",
    "four-card-poker",
)


def identifier(key: str) -> str:
    """`three-card-poker` is `pitboss/ThreeCardPoker-v0`."""
    return f"{NAMESPACE}/{''.join(part.capitalize() for part in key.split('-'))}-v0"


def register() -> None:
    """Register an environment for every game that has a study, which says what its wagers are.
    None of ours is loaded by that."""
    for key in keys():
        if ways_to_figures(key) and identifier(key) not in gymnasium.registry:
            gymnasium.register(
                identifier(key),
                entry_point="pitboss.learn:RoundEnv",
                vector_entry_point="pitboss.learn.vector:RoundVectorEnv" if key in VECTOR else None,
                kwargs={"game": key},
            )


def __getattr__(name: str) -> Any:
    """What needs the kernels is imported when it is asked for."""
    if name == "RoundVectorEnv":
        from pitboss.learn.vector import RoundVectorEnv

        return RoundVectorEnv
    raise AttributeError(f"module {__name__} has no attribute {name}")


register()

__all__ = ["RoundEnv", "RoundVectorEnv", "identifier", "register"]
