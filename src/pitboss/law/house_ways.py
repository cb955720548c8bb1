"""The house ways that are shipped: text files that a licensee may take as they are, or change."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from pitboss.errors import BadInput, UnknownName

TEXT_MAX = 1 << 18


def shipped(kind: str) -> dict[str, str]:
    """The shipped ways of setting `tiles` or `cards`: the text of each file by its name."""
    return {
        name.removeprefix(f"{kind}_"): text
        for name, text in _files().items()
        if name.startswith(f"{kind}_")
    }


def text_of(kind: str, name: str) -> str:
    """The text of a shipped way, or an error that lists the names there are."""
    ways = shipped(kind)
    if name not in ways:
        raise UnknownName(f"no house way {name[:40]!r} for {kind}; shipped are {', '.join(ways)}")
    return ways[name]


@cache
def _files() -> dict[str, str]:
    folder = resources.files("pitboss") / "data" / "house_ways"
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return {
        file.name.removesuffix(".toml"): file.read_text("utf-8")
        for file in files
        if file.name.endswith(".toml")
    }


def table_of(text: str, where: str) -> dict[str, Any]:
    """What a house way's text says, as TOML has it."""
    if len(text) > TEXT_MAX:
        raise BadInput(f"{where}: {len(text)} characters; at most {TEXT_MAX} are read")
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(f"{where}: not TOML: {error}") from None
