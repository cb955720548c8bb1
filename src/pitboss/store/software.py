"""Which software wrote a table: the version, and a digest of everything that decides how a round of
the game goes. `verify` replays what other software wrote, but never calls it forged."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from pitboss import __version__, registry
from pitboss.chain import hex_digest

HERE = Path(__file__).parents[1]
# What every game runs on.
ENGINE = ("table", "law", "equipment", "money", "hands", "families", "compiled.py", "errors.py")
DIGITS = 16


def _files(where: Path) -> list[Path]:
    return sorted(where.rglob("*.py")) if where.is_dir() else [where]


def _digest(files: list[Path]) -> str:
    marks = [f"{file.name} {hex_digest(file.read_bytes())}" for file in files]
    return hex_digest("\n".join(marks).encode())


@lru_cache(maxsize=1)
def engine() -> str:
    """Returns the digest of the engine's files."""
    files: list[Path] = []
    for name in ENGINE:
        where = HERE / name
        files += _files(where if where.exists() else HERE / f"{name}.py")
    return _digest([file for file in files if file.exists()])


@lru_cache(maxsize=200)
def identity(game: str) -> str:
    """Returns the version and the digest of the engine, the game's files and its data."""
    found = registry.find_subject(game)
    names = {procedure.__module__ for procedure in found.procedures.values()}
    if game in registry.SYSTEMS:
        names = {registry.SYSTEMS[game]}
    modules = [sys.modules[name].__file__ for name in sorted(names) if name in sys.modules]
    folders = {Path(file).parent for file in modules if file}
    files = [file for folder in sorted(folders) for file in _files(folder)]
    data = hex_digest(found.data.read_bytes())
    mark = hex_digest(f"{engine()} {_digest(files)} {data}".encode())
    return f"{__version__}+{mark[:DIGITS]}"
