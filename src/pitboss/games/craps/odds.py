"""Craps' study: that of a game with pass and come wagers."""

from __future__ import annotations

from pitboss.games.dice.study import study

__all__ = ["study"]
