"""Where in a TOML file a thing stands: line and column of every key and of every value in a list.

`tomllib` reads the file and says whether it is TOML; it keeps no places, and the libraries that do
are compiled, or keep them where no caller may look. What is below therefore goes over a text that
is known to be TOML, and looks for nothing but keys, brackets and commas."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

# A step is a key or the number of an element: ("pit", 0, "table", 3, "options", "decks").
Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\#[^\n]*)
    |(?P<end>\n)
    |(?P<text>\"\"\"(?:\\.|[^\\])*?\"{3,5}|'''.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    |(?P<mark>[\[\]{}=,.])
    |(?P<bare>[^\s\[\]{}=,."'\#]+)""",
    re.VERBOSE | re.DOTALL,
)


class Place(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


class Places:
    """The places of a file's keys and elements, by path."""

    def __init__(self, text: str) -> None:
        self._lines = [0] + [found.end() for found in re.finditer("\n", text)]
        self.starts: dict[Path, int] = {}
        self._elements: dict[Path, int] = {}
        self._tokens = [token for token in _tokens(text) if token.kind != "space"]
        self._at = 0
        self._read_file()

    def of(self, path: Path) -> Place:
        """Where the path stands or, if it is not in the file, the nearest thing above it."""
        while path and path not in self.starts:
            path = path[:-1]
        start = self.starts.get(path, 0)
        line = bisect_right(self._lines, start) - 1
        return Place(line + 1, start - self._lines[line] + 1)

    def _read_file(self) -> None:
        header: Path = ()
        while (token := self._peek()) is not None:
            if token.kind == "end":
                self._at += 1
            elif token.text == "[":
                header = self._read_header()
            else:
                self._read_pair(header)

    def _read_header(self) -> Path:
        start = self._tokens[self._at].start
        self._at += 1
        several = self._peek_text() == "["
        self._at += several
        path = self._under(self._read_key(), start)
        self._at += 1 + several
        if several:
            number = self._elements.get(path, -1) + 1
            self._elements[path] = number
            self.starts.setdefault(path, start)
            path = (*path, number)
        self.starts[path] = start
        return path

    def _under(self, keys: list[str], start: int) -> Path:
        """The path of a header's keys; a list of tables on the way means its last element."""
        path: Path = ()
        for number, key in enumerate(keys):
            path = (*path, key)
            if number == len(keys) - 1:
                break
            self.starts.setdefault(path, start)
            if path in self._elements:
                path = (*path, self._elements[path])
        return path

    def _read_key(self) -> list[str]:
        keys = []
        while True:
            keys.append(_key_of(self._tokens[self._at]))
            self._at += 1
            if self._peek_text() != ".":
                return keys
            self._at += 1

    def _read_pair(self, base: Path) -> None:
        start = self._tokens[self._at].start
        keys = self._read_key()
        for length in range(1, len(keys) + 1):
            self.starts.setdefault((*base, *keys[:length]), start)
        self._at += 1  # the equals sign
        self._read_value((*base, *keys))

    def _read_value(self, path: Path) -> None:
        mark = self._peek_text()
        if mark in ("[", "{"):
            self._at += 1
            self._read_elements(path, "]" if mark == "[" else "}")
            return
        while (token := self._peek()) is not None:
            if token.kind == "end" or token.text in (",", "]", "}"):
                return
            self._at += 1

    def _read_elements(self, path: Path, closes: str) -> None:
        number = 0
        while (token := self._peek()) is not None and token.text != closes:
            if token.kind == "end" or token.text == ",":
                self._at += 1
            elif closes == "}":
                self._read_pair(path)
            else:
                self.starts[*path, number] = token.start
                self._read_value((*path, number))
                number += 1
        self._at += 1

    def _peek(self) -> _Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _peek_text(self) -> str:
        token = self._peek()
        return token.text if token is not None else ""


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(text):
        yield _Token(str(found.lastgroup), found[0], found.start())


def _key_of(token: _Token) -> str:
    """The key that is written there, with or without quotation marks."""
    if token.kind != "text":
        return token.text
    read: dict[str, Any] = tomllib.loads(f"{token.text} = 0")
    return next(iter(read))
